//! Words in their roles: a panel says what they are for, the theme how that looks.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Label, Rect, Response, RichText, Ui};

use super::parts::paint_in;
use crate::icons::{Icon, icon_ui};
use crate::theme::{space, text, theme};

/// The ink of words.
#[derive(Clone, Copy, Debug)]
enum Ink {
    Plain,
    Muted,
    Accent,
    Good,
    Bad,
    Of(Color32),
}

/// Words with their role.
#[derive(Clone, Debug)]
#[must_use = "words show once they are drawn"]
pub struct Words {
    said: String,
    font: FontId,
    ink: Ink,
}

/// A note, a label of a row: small and muted.
pub fn caption(said: impl Into<String>) -> Words {
    Words { said: said.into(), font: text::sans(text::SMALL), ink: Ink::Muted }
}

/// What is read.
pub fn body(said: impl Into<String>) -> Words {
    Words { said: said.into(), font: text::sans(text::BODY), ink: Ink::Plain }
}

/// What leads: the line that says what is asked, the name of a thing.
pub fn lead(said: impl Into<String>) -> Words {
    Words { said: said.into(), font: text::sans(text::LEAD), ink: Ink::Plain }
}

/// A number that is read from afar, `size` points high.
pub fn figure(said: impl Into<String>, size: f32) -> Words {
    Words { said: said.into(), font: text::serif(size), ink: Ink::Plain }
}

impl Words {
    /// In the heavier weight.
    pub fn bold(mut self) -> Self {
        self.font = text::strong(self.font.size);
        self
    }

    /// In the ink of what is read.
    pub fn plain(self) -> Self {
        Self { ink: Ink::Plain, ..self }
    }

    /// Beside the point.
    pub fn muted(self) -> Self {
        Self { ink: Ink::Muted, ..self }
    }

    /// What is owed.
    pub fn accent(self) -> Self {
        Self { ink: Ink::Accent, ..self }
    }

    /// What is well.
    pub fn good(self) -> Self {
        Self { ink: Ink::Good, ..self }
    }

    /// What is wrong.
    pub fn bad(self) -> Self {
        Self { ink: Ink::Bad, ..self }
    }

    /// In an ink that hangs on more than the role.
    pub fn tinted(self, ink: Color32) -> Self {
        Self { ink: Ink::Of(ink), ..self }
    }

    fn colour(&self, ui: &Ui) -> Color32 {
        let theme = theme(ui);
        match self.ink {
            Ink::Plain => theme.ink,
            Ink::Muted => theme.muted,
            Ink::Accent => theme.accent,
            Ink::Good => theme.good,
            Ink::Bad => theme.bad,
            Ink::Of(ink) => ink,
        }
    }

    /// As the toolkit takes them.
    pub fn rich(self, ui: &Ui) -> RichText {
        let colour = self.colour(ui);
        RichText::new(self.said).font(self.font).color(colour)
    }

    fn label(self, ui: &Ui) -> Label {
        Label::new(self.rich(ui)).selectable(false)
    }

    /// In the flow, broken where a line is full.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).wrap();
        ui.add(label)
    }

    /// In the flow, in one line however long.
    pub fn line_ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).extend();
        ui.add(label)
    }

    /// In the flow, in one line that ends where there is no more room.
    pub fn cut_ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).truncate();
        ui.add(label)
    }

    /// Laid out in one line.
    pub fn lay(self, ui: &Ui) -> Arc<Galley> {
        let colour = self.colour(ui);
        ui.painter().layout_no_wrap(self.said, self.font, colour)
    }

    /// Laid out in lines no wider than `width`.
    pub fn wrapped(self, ui: &Ui, width: f32) -> Arc<Galley> {
        let colour = self.colour(ui);
        ui.painter().layout(self.said, self.font, colour, width)
    }

    /// Laid out so in so many lines at most, of which the last ends with an ellipsis.
    pub fn in_rows(self, ui: &Ui, width: f32, rows: usize) -> Arc<Galley> {
        let colour = self.colour(ui);
        let mut job = LayoutJob::simple(self.said, self.font, colour, width);
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    }

    /// Laid out in one line, which ends with an ellipsis where `width` is too little.
    pub fn elided(self, ui: &Ui, width: f32) -> Arc<Galley> {
        let colour = self.colour(ui);
        let mut job = LayoutJob::simple_singleline(self.said, self.font, colour);
        job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
        ui.painter().layout_job(job)
    }

    /// Painted to one side of a rectangle; gives the place they take.
    pub fn paint(self, ui: &Ui, rect: Rect, align: Align2) -> Rect {
        paint_in(ui.painter(), rect, align, self.lay(ui))
    }

    /// Painted so, no wider than the rectangle.
    pub fn paint_within(self, ui: &Ui, rect: Rect, align: Align2) -> Rect {
        paint_in(ui.painter(), rect, align, self.elided(ui, rect.width()))
    }
}

/// What is wrong, with a sign in front.
pub fn trouble_ui(ui: &mut Ui, said: &str, size: f32) {
    signed_ui(ui, Icon::Forbidden, said, size, theme(ui).bad);
}

/// What cannot be told before more is known, behind its sign.
pub fn unknown_ui(ui: &mut Ui, said: &str, size: f32) {
    signed_ui(ui, Icon::Question, said, size, theme(ui).muted);
}

fn signed_ui(ui: &mut Ui, sign: Icon, said: &str, size: f32, ink: Color32) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        icon_ui(ui, sign, size + 2.0, ink);
        Words { said: said.to_owned(), font: text::sans(size), ink: Ink::Of(ink) }.ui(ui);
    });
}
