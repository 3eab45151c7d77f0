//! Large cards to press: a race, a board, a game to open.
//!
//! A card is one control for all its contents: it is reached by Tab and the arrows,
//! pressed by Enter, and has one accessible name. A disabled card keeps its full
//! color, because its text gives the reason.

use egui::{Frame, Margin, Response, Role, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo};

use crate::theme::{RADIUS, line, space, theme};

/// The properties of a card, apart from its contents.
#[derive(Clone, Copy, Debug)]
pub struct CardFrame<'a> {
    /// The accessible name: the effect of pressing it, in a few words.
    pub name: &'a str,
    /// The accessible description.
    pub description: &'a str,
    /// Outer width, and minimum outer height, in points.
    pub size: Vec2,
    /// `true` if it can be pressed.
    pub enabled: bool,
    /// `Some(true)` for the selected card of several; `None` if cards are not selected.
    pub selected: Option<bool>,
}

/// Draws a card with contents; the response is clicked when the card is pressed.
pub fn card_ui(ui: &mut Ui, card: &CardFrame<'_>, add_contents: impl FnOnce(&mut Ui)) -> Response {
    let theme = theme(ui);
    let sense = if card.enabled { Sense::click() } else { Sense::hover() };
    let builder = UiBuilder::new().id_salt(card.name).sense(sense);
    let shown = ui.scope_builder(builder, |ui| {
        // The text is part of a control: dragging over it selects nothing.
        ui.style_mut().interaction.selectable_labels = false;
        let before = ui.response();
        let is_chosen = card.selected == Some(true);
        let is_lit = card.enabled && (before.hovered() || before.has_focus());
        // A selected card has the accent, a hovered one another background: two independent signs.
        let fill = match (card.enabled, is_lit && !is_chosen) {
            (true, true) => theme.hover,
            (true, false) => theme.raised,
            (false, _) => theme.paper,
        };
        // The frame has the same width in every state, so that nothing moves.
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

/// Draws a centered column, at most `most` points wide.
pub fn column_ui(ui: &mut Ui, most: f32, add_contents: impl FnOnce(&mut Ui)) {
    let available = ui.available_width();
    let width = available.min(most);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(((available - width) / 2.0).floor());
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            ui.set_width(width);
            add_contents(ui);
        });
    });
}

/// Returns the number of cards at least `least` points wide that fit side by side, at most `most`,
/// and the resulting width of each.
pub fn columns(ui: &Ui, least: f32, most: u8) -> (usize, f32) {
    let available = ui.available_width();
    let mut count = 1;
    while count < most && (least + space::M) * f32::from(count + 1) - space::M <= available {
        count += 1;
    }
    let width = (available + space::M) / f32::from(count) - space::M;
    (usize::from(count), width.floor())
}

/// Draws cards side by side, `count` in a row.
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
