//! A choice on screen: a small card with its picture, name, cost and key.

use egui::{Align2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::choices::{ActionChoice, ChoiceRow, Picture};
use narration::NamedGame;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_kit::icons::paint_icon;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, theme, touch};
use ui_kit::widgets::{DecisivePart, ROW_HEIGHT, body, caption, lead, mark, paint_focus, paint_in};
use ui_tiles::paint_resource;

/// Size of the picture on a card.
const PICTURE: f32 = 22.0;
/// Minimum width of the key.
const KEY: f32 = 10.0;
/// Space between picture, name and key.
const GAP: f32 = 3.0;
/// Horizontal margin of a card.
const MARGIN: f32 = 6.0;
/// Horizontal margin of a card in a narrow panel.
const NARROW_MARGIN: f32 = 4.0;
/// Panel width below which choices are text alone, in smaller type.
const NARROW: f32 = 400.0;
/// Height of the label and note of a choice.
const NOTED: f32 = 32.0;
/// Height of a choice in the lowest windows.
pub(super) const LOW: f32 = 33.0;
/// Window height below which a narrow column has little space for choices.
const LOWEST: f32 = 520.0;
/// Minimum width for the title of a group and its first choice.
const WITH_TITLE: f32 = 180.0;
/// Minimum width for the same in a narrow column.
const NARROW_WITH_TITLE: f32 = 110.0;

/// Draws the title of a group, with the badge of its player if it has one.
pub(super) fn group_title_ui(ui: &mut Ui, named: NamedGame<'_>, choice: &ActionChoice) {
    if choice.group.is_empty() {
        return;
    }
    // A title never ends a row without a choice of its group.
    let width = if is_narrow(ui) { NARROW_WITH_TITLE } else { WITH_TITLE };
    if ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
    ui.set_row_height(if is_lowest(ui) { LOW } else { touch::TARGET });
    if let Some(player) = choice.player {
        player_badge_ui(ui, named, player, ROW_HEIGHT);
    }
    caption(&choice.group).line_ui(ui);
}

/// Returns `true` if the panel is narrow.
pub(super) fn is_narrow(ui: &Ui) -> bool {
    ui.max_rect().width() < NARROW
}

/// Returns `true` if the panel is narrow and the window low.
pub(super) fn is_lowest(ui: &Ui) -> bool {
    is_narrow(ui) && ui.ctx().content_rect().height() < LOWEST
}

/// Draws a choice as a card, and pushes its command when it is clicked.
pub(super) fn choice_ui(
    ui: &mut Ui,
    choice: &ActionChoice,
    commands: &CommandQueue<FoundersCommand>,
) -> Response {
    let theme = theme(ui);
    let tint = if choice.is_allowed { theme.ink } else { theme.muted };
    let has_note = !choice.note.is_empty();
    // In a narrow column choices are text alone, so that more of them are in view.
    let is_narrow = is_narrow(ui);
    let is_plain = !has_note && is_narrow;
    let margin = if is_narrow { NARROW_MARGIN } else { MARGIN };
    let label = if is_plain { body(&choice.label) } else { lead(&choice.label) }.tinted(tint);
    // A picked choice is bold; the others reserve the same width.
    let bold_width = label.clone().bold().lay(ui).size().x;
    let name = match (has_note, choice.is_picked) {
        (true, _) => body(&choice.label).bold().tinted(tint),
        (false, true) => label.bold(),
        (false, false) => label,
    }
    .lay(ui);
    let note = caption(&choice.note).lay(ui);
    let key = choice.key.map(|key| caption(key.label()).lay(ui));
    let picture = if is_narrow { &Picture::Nothing } else { &choice.picture };
    let picture_width = if *picture == Picture::Nothing { 0.0 } else { PICTURE + GAP };
    let text_width = if has_note { name.size().x.max(note.size().x) } else { bold_width };
    // A card of the hand reserves the width of a key even without one, so that the row does not
    // move.
    let key_width = key
        .as_ref()
        .map(|key| key.size().x.max(KEY))
        .or((choice.row == ChoiceRow::Hand).then_some(KEY))
        .map_or(0.0, |width| width + GAP);
    let width = (2.0 * margin + picture_width + text_width + key_width).max(touch::TARGET);
    let height = if is_lowest(ui) { LOW } else { touch::TARGET };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    mark(ui, DecisivePart::Choice, rect);

    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, choice.is_picked);
        let (fill, stroke) = if choice.is_allowed || response.hovered() {
            (visuals.weak_bg_fill, visuals.bg_stroke)
        } else {
            (theme.paper, Stroke::new(1.0, theme.hairline))
        };
        ui.painter().rect(rect, RADIUS, fill, stroke, StrokeKind::Inside);
        let inner = rect.shrink2(vec2(margin, (height - NOTED) / 2.0));
        let center = pos2(inner.left() + PICTURE / 2.0, rect.center().y);
        let picture_rect = Rect::from_center_size(center, vec2(PICTURE, PICTURE));
        match picture {
            Picture::Nothing => {}
            Picture::Icon(icon) => paint_icon(ui.painter(), *icon, picture_rect, tint),
            Picture::Resource(name) => paint_resource(ui, name, picture_rect, tint),
        }
        let text_rect = inner.with_min_x(inner.left() + picture_width);
        if has_note {
            paint_in(ui.painter(), text_rect, Align2::LEFT_TOP, name);
            paint_in(ui.painter(), text_rect, Align2::LEFT_BOTTOM, note);
        } else {
            paint_in(ui.painter(), text_rect, Align2::LEFT_CENTER, name);
        }
        if let Some(key) = key {
            paint_in(ui.painter(), inner, Align2::RIGHT_CENTER, key);
        }
        paint_focus(ui, rect, &response);
    }
    let mut spoken_name = choice.label.clone();
    if !choice.is_allowed {
        spoken_name.push_str(", not legal now");
    }
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, true, choice.is_picked, &spoken_name));
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
        // The arrow keys then find the next choices, or the board.
        response.surrender_focus();
    }
    response
}

/// Pushes the command of the choice whose key is pressed, unless a text field has the keyboard.
pub(super) fn keys(ui: &Ui, choices: &[ActionChoice], commands: &CommandQueue<FoundersCommand>) {
    for choice in choices {
        let Some((modifiers, key)) = choice.key.map(super::choices::ChoiceKey::pressed) else {
            continue;
        };
        // A shortcut also matches with more modifiers held down, so Ctrl is compared here.
        let holds_ctrl = ui.input(|input| input.modifiers.command);
        if holds_ctrl == modifiers.command && keyboard::pressed(ui, modifiers, key) {
            commands.push(choice.command.clone());
        }
    }
}
