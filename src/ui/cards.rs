//! Large cards to press: a race, a board, a game to open.
//!
//! A card is one control, however much stands on it: it is reached by Tab and
//! the arrows, pressed by Enter, and has one name for those who listen. One
//! that cannot be pressed keeps its full ink, because what it says then is why.

use egui::{Color32, Frame, Label, Margin, Response, RichText, Role, Sense, Stroke, Ui};
use egui::{UiBuilder, Vec2, WidgetInfo};

use super::icons::{Icon, icon_ui};
use super::theme::{RADIUS, line, space, text, theme};

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
    let theme = theme(ui.ctx());
    let sense = if card.enabled { Sense::click() } else { Sense::hover() };
    let builder = UiBuilder::new().id_salt(card.name).sense(sense);
    let shown = ui.scope_builder(builder, |ui| {
        // The text is part of a control: dragging over it selects nothing.
        ui.style_mut().interaction.selectable_labels = false;
        let before = ui.response();
        let is_chosen = card.selected == Some(true);
        let is_lit = card.enabled && (before.hovered() || before.has_focus());
        let fill = if card.enabled { theme.raised } else { theme.paper };
        // The frame is as wide in every state, so that nothing moves.
        let stroke = if before.has_focus() {
            Stroke::new(line::MARK, theme.focus)
        } else if is_chosen || is_lit {
            Stroke::new(line::MARK, theme.accent)
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

/// A line of text that wraps.
pub(super) fn text_ui(ui: &mut Ui, words: impl Into<String>, size: f32, ink: Color32) {
    ui.add(Label::new(RichText::new(words).font(text::sans(size)).color(ink)).wrap());
}

/// A note in small type that wraps.
pub(super) fn note_ui(ui: &mut Ui, words: impl Into<String>) {
    let muted = theme(ui.ctx()).muted;
    text_ui(ui, words, text::SMALL, muted);
}

/// What is wrong, with a sign in front.
pub(super) fn trouble_ui(ui: &mut Ui, words: &str, size: f32) {
    let bad = theme(ui.ctx()).bad;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        icon_ui(ui, Icon::Forbidden, size + 2.0, bad);
        text_ui(ui, words, size, bad);
    });
}

/// A column in the middle, `most` points wide where there is room.
pub(super) fn column_ui(ui: &mut Ui, most: f32, add_contents: impl FnOnce(&mut Ui)) {
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
pub(super) fn columns(ui: &Ui, least: f32, most: u8) -> (usize, f32) {
    let room = ui.available_width();
    let mut count = 1;
    while count < most && (least + space::M) * f32::from(count + 1) - space::M <= room {
        count += 1;
    }
    let width = (room + space::M) / f32::from(count) - space::M;
    (usize::from(count), width.floor())
}

/// Puts `words` into one sentence: a capital in front, a full stop at the end.
pub(super) fn sentence(words: &str) -> String {
    let mut rest = words.chars();
    let Some(first) = rest.next() else {
        return String::new();
    };
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), rest.as_str())
}

/// Names in a row: "Anna, Ben and Cleo".
pub(super) fn listed(names: &[impl AsRef<str>], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [head @ .., tail] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", head.join(", "), tail.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["Anna"], "and"), "Anna");
        assert_eq!(listed(&["Anna", "Ben", "Cleo"], "and"), "Anna, Ben and Cleo");
        assert_eq!(sentence("the Wood card is free"), "The Wood card is free.");
    }
}
