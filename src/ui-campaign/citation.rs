//! Sentences that cite rules of campaigns: each number is a link to its entry.

use egui::Ui;

use campaign_rules::{Rule, Ruling};
use ui_kit::widgets::StyledText;
use ui_record::Citation;

use crate::{CampaignCommand, CampaignCx};

/// Draws a wrapped text in which the numbers of rules and rulings are links.
pub(super) fn cited_ui(ui: &mut Ui, cx: CampaignCx<'_>, text: StyledText) {
    let pressed = ui_record::cited_ui(ui, text, &citation);
    cx.commands.extend(pressed.map(CampaignCommand::OpenRule));
}

/// Returns the rule or ruling with a number such as "S14.3" or "G19".
fn citation(number: &str) -> Option<Citation> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.number() == number);
    let ruling = Ruling::ALL.into_iter().find(|ruling| ruling.number() == number);
    rule.map(|rule| Citation::of_rule(rule.number(), rule.title(), rule.summary()))
        .or_else(|| ruling.map(|ruling| Citation::of_ruling(ruling.number(), ruling.sentence())))
}
