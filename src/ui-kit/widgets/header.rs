//! The head of a panel: the same for all.

use egui::{Response, RichText, Role, Sense, Ui, Vec2};

use super::figure;
use super::parts::name_as;
use crate::theme::{space, text, theme};

/// The words of a headline of this size, or of the next smaller one in which no word has to be
/// broken to fit into the width there is.
pub fn headline(ui: &Ui, words: &str, size: f32) -> RichText {
    let size = whole_words(ui, words, size, ui.available_width());
    figure(words, size).rich(ui)
}

/// The largest size of type up to `size` in which each of the words fits into `width`.
fn whole_words(ui: &Ui, words: &str, size: f32, width: f32) -> f32 {
    const SMALLER: [f32; 5] = [text::HERO, text::HEAD, text::TITLE, text::LEAD, text::BODY];
    let wide = |size: f32| {
        let font = text::serif(size);
        let each = words.split_whitespace().map(|word| {
            let ink = egui::Color32::PLACEHOLDER;
            let word = ui.painter().layout_no_wrap(word.to_owned(), font.clone(), ink);
            word.size().x
        });
        each.fold(0.0, f32::max)
    };
    let mut sizes = SMALLER.into_iter().filter(|smaller| *smaller <= size);
    sizes.find(|size| wide(*size) <= width).unwrap_or(text::BODY.min(size))
}

/// A panel's title with a hairline below it, over the whole width.
pub fn panel_header_ui(ui: &mut Ui, title: &str) -> Response {
    let theme = theme(ui);
    let font = text::serif(whole_words(ui, title, text::TITLE, ui.available_width()));
    let galley = ui.painter().layout(title.to_owned(), font, theme.ink, ui.available_width());
    let size = Vec2::new(ui.available_width().max(galley.size().x), galley.size().y + space::XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Heading, title);
    if ui.is_rect_visible(rect) {
        ui.painter().galley(rect.min, galley, theme.ink);
        ui.painter().hline(rect.x_range(), rect.bottom(), theme.hair());
    }
    response
}
