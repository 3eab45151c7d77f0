//! Links to entries of the record and to rules.

use egui::accesskit::Role;
use egui::{Align2, Rect, Sense, Stroke, Ui, pos2};

use crate::command::FoundersCommand;
use rules::Rule;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::theme;
use ui_kit::widgets::{
    DrawnLine, MIN_LINE_HEIGHT, StyledText, TextLine, caption, name_as, paint_focus,
};

/// Draws the line of an entry, with its number before the text.
///
/// A press shows the table after that entry.
pub fn entry_line_ui(
    ui: &mut Ui,
    line: TextLine,
    entry: usize,
    number: StyledText,
    commands: &CommandQueue<FoundersCommand>,
) -> DrawnLine {
    let placed = line.ui(ui, Role::Link);
    placed.number_ui(ui, number);
    if placed.response.clicked() {
        commands.push(FoundersCommand::ViewNumber(entry));
    }
    placed
}

/// Draws the number of a rule at the right of a line. A click opens the rule.
pub fn rule_link_ui(
    ui: &mut Ui,
    place: Rect,
    rule: Rule,
    salt: &str,
    commands: &CommandQueue<FoundersCommand>,
) {
    let theme = theme(ui);
    let middle = place.center().y;
    let rect = Rect::from_min_max(
        pos2(place.left(), middle - MIN_LINE_HEIGHT / 2.0),
        pos2(place.right(), middle + MIN_LINE_HEIGHT / 2.0),
    );
    let id = ui.scope_id().with(("rule", salt));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("Rule {} {}", rule.number(), rule.section());
    name_as(&response, Role::Link, &name);
    let galley = caption(rule.number()).accent().lay(ui);
    let at = Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), rect.shrink(2.0));
    ui.painter().galley(at.min, galley, theme.accent);
    let line = Stroke::new(1.0, theme.accent);
    ui.painter().hline(at.x_range(), at.bottom(), line);
    paint_focus(ui, at.expand(3.0), &response);
    let response = response.on_hover_text(rule.summary());
    if response.clicked() {
        commands.push(FoundersCommand::OpenRule(rule));
    }
}
