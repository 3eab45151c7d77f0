//! Text with a role: a panel chooses the role, the theme its appearance.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Label, Rect, Response, RichText, Ui};

use super::parts::paint_in;
use crate::icons::{Icon, icon_ui};
use crate::theme::{space, text, theme};

/// The color of a text, by role.
#[derive(Clone, Copy, Debug)]
enum TextColor {
    Plain,
    Muted,
    Accent,
    Good,
    Bad,
    Custom(Color32),
}

/// A text with its role.
#[derive(Clone, Debug)]
#[must_use = "a text shows once it is drawn"]
pub struct StyledText {
    content: String,
    font: FontId,
    color: TextColor,
}

/// Creates a note or the label of a row: small and muted.
pub fn caption(content: impl Into<String>) -> StyledText {
    StyledText { content: content.into(), font: text::sans(text::SMALL), color: TextColor::Muted }
}

/// Creates body text.
pub fn body(content: impl Into<String>) -> StyledText {
    StyledText { content: content.into(), font: text::sans(text::BODY), color: TextColor::Plain }
}

/// Creates a leading text: the question that is asked, or the name of an item.
pub fn lead(content: impl Into<String>) -> StyledText {
    StyledText { content: content.into(), font: text::sans(text::LEAD), color: TextColor::Plain }
}

/// Creates a number to be read from a distance, `size` points high.
pub fn figure(content: impl Into<String>, size: f32) -> StyledText {
    StyledText { content: content.into(), font: text::serif(size), color: TextColor::Plain }
}

impl StyledText {
    /// Sets the heavier weight.
    pub fn bold(mut self) -> Self {
        self.font = text::strong(self.font.size);
        self
    }

    /// Sets the color of body text.
    pub fn plain(self) -> Self {
        Self { color: TextColor::Plain, ..self }
    }

    /// Sets the color of secondary text.
    pub fn muted(self) -> Self {
        Self { color: TextColor::Muted, ..self }
    }

    /// Sets the color of the pending decision.
    pub fn accent(self) -> Self {
        Self { color: TextColor::Accent, ..self }
    }

    /// Sets the color of gains and success.
    pub fn good(self) -> Self {
        Self { color: TextColor::Good, ..self }
    }

    /// Sets the color of losses and errors.
    pub fn bad(self) -> Self {
        Self { color: TextColor::Bad, ..self }
    }

    /// Sets a color that does not follow from the role.
    pub fn tinted(self, color: Color32) -> Self {
        Self { color: TextColor::Custom(color), ..self }
    }

    fn color(&self, ui: &Ui) -> Color32 {
        let theme = theme(ui);
        match self.color {
            TextColor::Plain => theme.ink,
            TextColor::Muted => theme.muted,
            TextColor::Accent => theme.accent,
            TextColor::Good => theme.good,
            TextColor::Bad => theme.bad,
            TextColor::Custom(color) => color,
        }
    }

    /// Converts it to the toolkit's text.
    pub fn rich(self, ui: &Ui) -> RichText {
        let color = self.color(ui);
        RichText::new(self.content).font(self.font).color(color)
    }

    fn label(self, ui: &Ui) -> Label {
        Label::new(self.rich(ui)).selectable(false)
    }

    /// Draws the text in the flow, with wrapped lines.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).wrap();
        ui.add(label)
    }

    /// Draws the text in the flow, in one line of any length.
    pub fn line_ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).extend();
        ui.add(label)
    }

    /// Draws the text in the flow, truncated to one line.
    pub fn truncated_ui(self, ui: &mut Ui) -> Response {
        let label = self.label(ui).truncate();
        ui.add(label)
    }

    /// Lays out the text in one line.
    pub fn lay(self, ui: &Ui) -> Arc<Galley> {
        let color = self.color(ui);
        ui.painter().layout_no_wrap(self.content, self.font, color)
    }

    /// Lays out the text in lines no wider than `width`.
    pub fn wrapped(self, ui: &Ui, width: f32) -> Arc<Galley> {
        let color = self.color(ui);
        ui.painter().layout(self.content, self.font, color, width)
    }

    /// Lays out the text in at most `rows` lines; the last ends with an ellipsis if there are more.
    pub fn in_rows(self, ui: &Ui, width: f32, rows: usize) -> Arc<Galley> {
        let color = self.color(ui);
        let mut job = LayoutJob::simple(self.content, self.font, color, width);
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    }

    /// Lays out the text in one line, which ends with an ellipsis if it is wider than `width`.
    pub fn elided(self, ui: &Ui, width: f32) -> Arc<Galley> {
        let color = self.color(ui);
        let mut job = LayoutJob::simple_singleline(self.content, self.font, color);
        job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
        ui.painter().layout_job(job)
    }

    /// Paints the text aligned within a rectangle; returns the rectangle of the text.
    pub fn paint(self, ui: &Ui, rect: Rect, align: Align2) -> Rect {
        paint_in(ui.painter(), rect, align, self.lay(ui))
    }

    /// Paints the text aligned within a rectangle, and no wider than it.
    pub fn paint_within(self, ui: &Ui, rect: Rect, align: Align2) -> Rect {
        paint_in(ui.painter(), rect, align, self.elided(ui, rect.width()))
    }
}

/// Draws an error message with an icon in front.
pub fn error_ui(ui: &mut Ui, message: &str, size: f32) {
    message_ui(ui, Icon::Forbidden, message, size, theme(ui).bad);
}

/// Draws a message about missing facts with an icon in front.
pub fn missing_fact_ui(ui: &mut Ui, message: &str, size: f32) {
    message_ui(ui, Icon::Question, message, size, theme(ui).muted);
}

fn message_ui(ui: &mut Ui, icon: Icon, message: &str, size: f32, color: Color32) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        icon_ui(ui, icon, size + 2.0, color);
        let font = text::sans(size);
        StyledText { content: message.to_owned(), font, color: TextColor::Custom(color) }.ui(ui);
    });
}
