//! The header of a panel, the same for all.

use egui::{Response, RichText, Role, Sense, Ui, Vec2};

use super::parts::{hairline_ui, name_as};
use super::{figure, lead};
use crate::theme::{space, text, theme, touch};

/// Returns a headline in this size, or in the largest smaller one in which no word has to be broken
/// to fit into the available width.
pub fn headline(ui: &Ui, words: &str, size: f32) -> RichText {
    let size = whole_words(ui, words, size, ui.available_width());
    figure(words, size).rich(ui)
}

/// Returns the largest size of type up to `size` in which each of the words fits into `width`.
fn whole_words(ui: &Ui, words: &str, size: f32, width: f32) -> f32 {
    const SMALLER: [f32; 5] = [text::HERO, text::HEAD, text::TITLE, text::LEAD, text::BODY];
    SMALLER
        .into_iter()
        .filter(|smaller| *smaller <= size)
        .find(|size| widest_word(ui, words, *size) <= width)
        .unwrap_or(text::BODY.min(size))
}

/// Returns the width of the widest word.
fn widest_word(ui: &Ui, words: &str, size: f32) -> f32 {
    let font = text::serif(size);
    let widths = words.split_whitespace().map(|word| {
        let unused = egui::Color32::PLACEHOLDER;
        ui.painter().layout_no_wrap(word.to_owned(), font.clone(), unused).size().x
    });
    widths.fold(0.0, f32::max)
}

/// Draws a panel's title with a hairline below it, over the whole width.
pub fn panel_header_ui(ui: &mut Ui, title: &str) -> Response {
    panel_header_beside_ui(ui, title, 0.0)
}

/// Draws a panel's title with a hairline below it, and leaves this width at its right for a button.
pub fn panel_header_beside_ui(ui: &mut Ui, title: &str, kept_free: f32) -> Response {
    let theme = theme(ui);
    let width = (ui.available_width() - kept_free).max(touch::TARGET);
    let font = text::serif(whole_words(ui, title, text::TITLE, width));
    let galley = ui.painter().layout(title.to_owned(), font, theme.ink, width);
    let least = if kept_free > 0.0 { touch::TARGET } else { 0.0 };
    let height = (galley.size().y + space::XS).max(least);
    let size = Vec2::new(ui.available_width().max(galley.size().x), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Heading, title);
    if ui.is_rect_visible(rect) {
        ui.painter().galley(rect.min, galley, theme.ink);
        ui.painter().hline(rect.x_range(), rect.bottom(), theme.hair());
    }
    response
}

/// Draws the heading of a section of a page, with a hairline below it.
pub fn section_heading_ui(ui: &mut Ui, words: &str) {
    let response = lead(words).bold().ui(ui);
    name_as(&response, Role::Heading, words);
    hairline_ui(ui);
}
