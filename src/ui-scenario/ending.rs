//! The end of a scenario: the choice at the end of a round, and the gains of each character.

use egui::{Ui, vec2};
use plain_text::{clauses, counted};

use crate::{ScenarioCommand, play};
use scenario::Record;
use scenario_rules::Action;
use scenario_rules::ending::{CharacterGains, Ending, PlayedEnd, ScenarioSummary};
use scenario_rules::round::TurnStatus;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{body, button, caption, lead};

/// Draws the two ends of a scenario at the end of a round (S12.1).
pub(super) fn ends_ui(ui: &mut Ui, record: &Record, commands: &CommandQueue<ScenarioCommand>) {
    if record.game().turn_status() != TurnStatus::RoundEnd {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for ending in Ending::ALL {
            let label = format!("The scenario is {}", ending.word());
            if ui.add(button(label).min_size(vec2(0.0, touch::TARGET))).clicked() {
                // A refusal, such as for want of a level, is shown with its remedy.
                play(commands, Action::End(PlayedEnd { ending, overruled: None }));
            }
        }
    });
}

/// Draws the score of a scenario that has ended.
pub(super) fn summary_ui(ui: &mut Ui, record: &Record, summary: &ScenarioSummary) {
    let rounds = counted(summary.rounds, "round", "rounds");
    lead(format!("The scenario is {} after {rounds}.", summary.ending.word())).ui(ui);
    let names = record.game().position().names();
    for gains in &summary.characters {
        body(names.figure_name(gains.figure).to_string()).bold().ui(ui);
        body(gains_text(gains)).ui(ui);
        let own = summary.rewards.iter().filter(|reward| reward.figure == gains.figure);
        for reward in own {
            caption(&reward.text).ui(ui);
        }
    }
    caption("Money left on the map is gone, and added cards leave the decks (S12.2, S12.3).")
        .ui(ui);
}

/// Returns the experience and the gold of a character with their sums (S12.2).
fn gains_text(gains: &CharacterGains) -> String {
    if gains.is_dead {
        return "It died for good and keeps nothing (S13.2).".to_owned();
    }
    let CharacterGains { experience, bonus, tokens, gold_per_token, .. } = gains;
    let experience = match bonus {
        0 => format!("{experience} experience"),
        _ => format!("{experience} + {bonus} = {} experience", gains.total_experience()),
    };
    let tokens = counted(tokens, "token", "tokens");
    let gold = format!("{tokens} × {gold_per_token} = {} gold", gains.gold());
    format!("{}.", clauses(&[experience, gold]))
}
