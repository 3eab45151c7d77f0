//! The unverified facts under an answer, in a line, each with a link to its form.
//!
//! The line names the unverified facts that an answer rests on; one press opens the form for each.
//! Another link leads to the list of facts that may have been misread.

use egui::Ui;

use components::fact_id::{FactId, SquareField};
use ui_board::command::FoundersCommand;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::caption;

/// Maximum number of facts named at once; the rest is counted.
const MAX_NAMED: usize = 4;

/// Draws the facts taken on trust, each as a link to its form; an empty list draws nothing.
pub fn unverified_ui(ui: &mut Ui, facts: &[FactId], commands: &CommandQueue<FoundersCommand>) {
    if facts.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        icon_ui(ui, Icon::Question, text::LEAD, theme(ui).muted);
        caption("Taken on trust").ui(ui);
        for fact in facts.iter().take(MAX_NAMED) {
            fact_link_ui(ui, &fact_label(fact), fact, commands);
        }
        if facts.len() > MAX_NAMED {
            caption(format!("and {} more", facts.len() - MAX_NAMED)).ui(ui);
        }
    });
}

/// Draws a link that opens the form for a fact.
pub fn fact_link_ui(
    ui: &mut Ui,
    words: &str,
    fact: &FactId,
    commands: &CommandQueue<FoundersCommand>,
) {
    if ui.link(words).on_hover_text("Opens the form for it.").clicked() {
        commands.push(FoundersCommand::VerifyFact(fact.clone()));
    }
}

/// Describes a fact in a few words, without the name of the board.
pub fn fact_label(fact: &FactId) -> String {
    match fact {
        FactId::Square(_, square, SquareField::Terrain) => format!("land on {square}"),
        FactId::Square(_, square, field) => format!("{} of {square}", field.label()),
        FactId::Site { building, .. } => format!("site of {building}"),
        fact => match fact.owner() {
            owner if owner.is_empty() => fact.label().to_owned(),
            owner => format!("{} of {owner}", fact.label()),
        },
    }
}

/// Draws the link to facts that may be misread; `rests_on` is called only once it is pressed.
pub fn misread_ui(
    ui: &mut Ui,
    rests_on: impl FnOnce() -> Vec<FactId>,
    commands: &CommandQueue<FoundersCommand>,
) {
    let hint = "Lists the cards, tiles and squares that this rests on.";
    // In a row of choices the link does not wrap.
    let wrap = ui.style_mut().wrap_mode.replace(egui::TextWrapMode::Extend);
    if ui.link("Was something misread?").on_hover_text(hint).clicked() {
        commands.push(FoundersCommand::CorrectFacts(rests_on()));
    }
    ui.style_mut().wrap_mode = wrap;
}
