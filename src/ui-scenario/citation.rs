//! Sentences that cite rules of scenarios: each number is a link to its entry.

use egui::Ui;

use scenario_rules::rulebook::{Rule, Ruling, Switches};
use ui_kit::queue::CommandQueue;
use ui_kit::widgets::StyledText;
use ui_record::Citation;

use crate::ScenarioCommand;

/// Draws a wrapped text in which the numbers of rules and rulings are links.
pub(super) fn cited_ui(
    ui: &mut Ui,
    text: StyledText,
    switches: Switches,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let pressed = ui_record::cited_ui(ui, text, &|number| citation(number, switches));
    commands.extend(pressed.map(ScenarioCommand::OpenRule));
}

/// Returns the rule or ruling with a number such as "S8.5" or "G3".
fn citation(number: &str, switches: Switches) -> Option<Citation> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.number() == number);
    let ruling = Ruling::ALL.into_iter().find(|ruling| ruling.number() == number);
    rule.map(|rule| Citation::of_rule(rule.number(), rule.title(), rule.summary())).or_else(|| {
        ruling.map(|ruling| Citation::of_ruling(ruling.number(), ruling.text(switches)))
    })
}
