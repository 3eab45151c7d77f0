//! A choice on screen: a small card with its drawing, its name, what it costs, and its key.

use egui::{Align2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::choices::{Choice, ChoiceRow, Picture};
use narration::NamedGame;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_kit::icons::paint_icon;
use ui_kit::keyboard;
use ui_kit::queue::Queue;
use ui_kit::theme::{RADIUS, theme, touch};
use ui_kit::widgets::{Decisive, LINE, body, caption, lead, mark, paint_focus, paint_in};
use ui_tiles::paint_resource;

/// The drawing on a card.
const PICTURE: f32 = 22.0;
/// Room for the key.
const KEY: f32 = 10.0;
/// Between drawing, name and key.
const GAP: f32 = 3.0;
/// Room around what a card says, at its sides.
const MARGIN: f32 = 6.0;
/// The same where there is little.
const NARROW_MARGIN: f32 = 4.0;
/// Below this width of what can be done, choices are words alone, in smaller type.
const NARROW: f32 = 400.0;
/// The height of the words and the note of a choice.
const NOTED: f32 = 32.0;
/// The height of a choice in the lowest windows.
pub(super) const LOW: f32 = 33.0;
/// Below this height of the window a narrow column has little room for choices.
const LOWEST: f32 = 520.0;
/// Room for the title of a group and the first of it.
const WITH_TITLE: f32 = 180.0;
/// The same in a narrow column.
const NARROW_WITH_TITLE: f32 = 110.0;

/// The title of a group: whose it is, and what.
pub(super) fn group_title_ui(ui: &mut Ui, named: NamedGame<'_>, choice: &Choice) {
    if choice.group.is_empty() {
        return;
    }
    // A title never stands at the end of a row without what it belongs to.
    let room = if is_narrow(ui) { NARROW_WITH_TITLE } else { WITH_TITLE };
    if ui.available_size_before_wrap().x < room {
        ui.end_row();
    }
    ui.set_row_height(if is_lowest(ui) { LOW } else { touch::TARGET });
    if let Some(player) = choice.whose {
        player_badge_ui(ui, named, player, LINE);
    }
    caption(&choice.group).line_ui(ui);
}

/// Whether there is little width for what can be done.
pub(super) fn is_narrow(ui: &Ui) -> bool {
    ui.max_rect().width() < NARROW
}

/// Checks whether there is little width for what can be done, and little height as well.
pub(super) fn is_lowest(ui: &Ui) -> bool {
    is_narrow(ui) && ui.ctx().content_rect().height() < LOWEST
}

/// Draws one choice.
pub(super) fn choice_ui(
    ui: &mut Ui,
    choice: &Choice,
    commands: &Queue<FoundersCommand>,
) -> Response {
    let theme = theme(ui);
    let ink = if choice.is_allowed { theme.ink } else { theme.muted };
    let has_note = !choice.note.is_empty();
    // In a narrow column choices are words alone, so that what comes next is in view.
    let is_narrow = is_narrow(ui);
    let is_plain = !has_note && is_narrow;
    let margin = if is_narrow { NARROW_MARGIN } else { MARGIN };
    let words = || if is_plain { body(&choice.label) } else { lead(&choice.label) }.tinted(ink);
    let name = match (has_note, choice.is_picked) {
        (true, _) => body(&choice.label).bold().tinted(ink),
        (false, true) => words().bold(),
        (false, false) => words(),
    };
    let name = name.lay(ui);
    // What is picked is written in bold; it is as wide before.
    let widest = words().bold().lay(ui).size().x;
    let note = caption(&choice.note).lay(ui);
    let key = choice.key.map(|key| caption(key.label()).lay(ui));
    let picture = if is_narrow { &Picture::Nothing } else { &choice.picture };
    let pictured = if *picture == Picture::Nothing { 0.0 } else { PICTURE + GAP };
    let words = if has_note { name.size().x.max(note.size().x) } else { widest };
    // A card of the hand keeps the room of its key once it has none, so that the row stays.
    let keyed = key.as_ref().map(|key| key.size().x.max(KEY));
    let keyed = keyed.or((choice.row == ChoiceRow::Hand).then_some(KEY));
    let behind = keyed.map_or(0.0, |width| width + GAP);
    let width = (2.0 * margin + pictured + words + behind).max(touch::TARGET);
    let height = if is_lowest(ui) { LOW } else { touch::TARGET };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    mark(ui, Decisive::Choice, rect);

    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, choice.is_picked);
        let (fill, stroke) = if choice.is_allowed || response.hovered() {
            (visuals.weak_bg_fill, visuals.bg_stroke)
        } else {
            (theme.paper, Stroke::new(1.0, theme.hairline))
        };
        ui.painter().rect(rect, RADIUS, fill, stroke, StrokeKind::Inside);
        let inner = rect.shrink2(vec2(margin, (height - NOTED) / 2.0));
        let at = pos2(inner.left() + PICTURE / 2.0, rect.center().y);
        let drawn = Rect::from_center_size(at, vec2(PICTURE, PICTURE));
        match picture {
            Picture::Nothing => {}
            Picture::Icon(icon) => paint_icon(ui.painter(), *icon, drawn, ink),
            Picture::Resource(name) => paint_resource(ui, name, drawn, ink),
        }
        let words = inner.with_min_x(inner.left() + pictured);
        if has_note {
            paint_in(ui.painter(), words, Align2::LEFT_TOP, name);
            paint_in(ui.painter(), words, Align2::LEFT_BOTTOM, note);
        } else {
            paint_in(ui.painter(), words, Align2::LEFT_CENTER, name);
        }
        if let Some(key) = key {
            paint_in(ui.painter(), inner, Align2::RIGHT_CENTER, key);
        }
        paint_focus(ui, rect, &response);
    }
    let mut said = choice.label.clone();
    if !choice.is_allowed {
        said.push_str(", not legal now");
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, choice.is_picked, &said));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        if has_note {
            node.set_description(choice.note.as_str());
        }
        if let Some(key) = choice.key {
            node.set_keyboard_shortcut(key.label());
        }
    });
    if response.clicked() {
        commands.push(choice.command.clone());
        // What comes next is other choices, or the board, which the arrows then find by themselves.
        response.surrender_focus();
    }
    response
}

/// A key presses its choice, unless somebody is typing.
pub(super) fn keys(ui: &Ui, choices: &[Choice], commands: &Queue<FoundersCommand>) {
    for choice in choices {
        let Some((modifiers, key)) = choice.key.map(super::choices::ChoiceKey::pressed) else {
            continue;
        };
        // A shortcut also answers with more held down, so those with Ctrl are told apart.
        let holds_ctrl = ui.input(|input| input.modifiers.command);
        if holds_ctrl == modifiers.command && keyboard::pressed(ui, modifiers, key) {
            commands.push(choice.command.clone());
        }
    }
}
