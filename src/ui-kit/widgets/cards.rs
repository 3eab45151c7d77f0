//! Large cards to press: a race, a board, a game to open.
//!
//! A card is one control, however much stands on it: it is reached by Tab and
//! the arrows, pressed by Enter, and has one name for those who listen. One
//! that cannot be pressed keeps its full ink, because what it says then is why.

use egui::{Frame, Margin, Response, Role, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo};

use crate::theme::{RADIUS, line, space, theme};

/// What a card is, apart from what stands on it.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// What pressing it does, in a few words; its name for those who listen.
    pub name: &'a str,
    /// The rest of it in words.
    pub description: &'a str,
    /// Outer width, and least outer height, in points.
    pub size: Vec2,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is the chosen one of several; nothing where there is no such thing.
    pub selected: Option<bool>,
}

/// A card with contents; clicked when it is pressed.
pub fn card_ui(ui: &mut Ui, card: &Card<'_>, add_contents: impl FnOnce(&mut Ui)) -> Response {
    let theme = theme(ui);
    let sense = if card.enabled { Sense::click() } else { Sense::hover() };
    let builder = UiBuilder::new().id_salt(card.name).sense(sense);
    let shown = ui.scope_builder(builder, |ui| {
        // The text is part of a control: dragging over it selects nothing.
        ui.style_mut().interaction.selectable_labels = false;
        let before = ui.response();
        let is_chosen = card.selected == Some(true);
        let is_lit = card.enabled && (before.hovered() || before.has_focus());
        // What is chosen has the accent, what is pointed at another ground: two things, two signs.
        let fill = match (card.enabled, is_lit && !is_chosen) {
            (true, true) => theme.hover,
            (true, false) => theme.raised,
            (false, _) => theme.paper,
        };
        // The frame is as wide in every state, so that nothing moves.
        let stroke = if before.has_focus() {
            Stroke::new(line::MARK, theme.focus)
        } else if is_chosen {
            Stroke::new(line::MARK, theme.accent)
        } else if is_lit {
            Stroke::new(line::MARK, theme.muted)
        } else if card.enabled {
            Stroke::new(line::MARK, theme.hairline)
        } else {
            Stroke::new(line::HAIR, theme.hairline)
        };
        let margin = Margin::same(if card.enabled { 10 } else { 11 });
        let frame =
            Frame::new().fill(fill).stroke(stroke).corner_radius(RADIUS).inner_margin(margin);
        frame.show(ui, |ui| {
            let inside = card.size - Vec2::splat(2.0 * space::M);
            ui.set_width(inside.x.max(0.0));
            ui.set_min_height(inside.y.max(0.0));
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
            ui.vertical(add_contents);
        });
    });
    let response = shown.response;
    response.widget_info(|| match card.selected {
        Some(selected) => {
            WidgetInfo::selected(Role::RadioButton, card.enabled, selected, card.name)
        }
        None => WidgetInfo::labeled(Role::Button, card.enabled, card.name),
    });
    if !card.description.is_empty() {
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(card.description);
        });
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response
}

/// A column in the middle, `most` points wide where there is room.
pub fn column_ui(ui: &mut Ui, most: f32, add_contents: impl FnOnce(&mut Ui)) {
    let room = ui.available_width();
    let width = room.min(most);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(((room - width) / 2.0).floor());
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            ui.set_width(width);
            add_contents(ui);
        });
    });
}

/// How many cards at least `least` points wide stand side by side, and how wide each is then.
pub fn columns(ui: &Ui, least: f32, most: u8) -> (usize, f32) {
    let room = ui.available_width();
    let mut count = 1;
    while count < most && (least + space::M) * f32::from(count + 1) - space::M <= room {
        count += 1;
    }
    let width = (room + space::M) / f32::from(count) - space::M;
    (usize::from(count), width.floor())
}

/// Cards side by side, `count` in a row.
pub fn cards_ui<T>(ui: &mut Ui, items: &[T], count: usize, mut card_ui: impl FnMut(&mut Ui, &T)) {
    for row in items.chunks(count) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            for item in row {
                card_ui(ui, item);
            }
        });
    }
}
