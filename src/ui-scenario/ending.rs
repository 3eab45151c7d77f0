//! The end of a scenario: the choice at the end of a round, and the gains of each character.

use egui::{Ui, vec2};
use plain_text::{clauses, counted};

use crate::round::{RoundField, field_ui};
use crate::{ScenarioCommand, ScenarioMemory, play};
use scenario::Record;
use scenario::action::parse_reward;
use scenario_rules::ending::{BattleGoal, CharacterGains, Ending, PlayedEnd, ScenarioSummary};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{body, button, caption, lead, toggle_button};
use ui_menu::Menu;

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
pub(super) fn summary_ui(
    ui: &mut Ui,
    record: &Record,
    (summary, memory): (&ScenarioSummary, &mut ScenarioMemory),
    commands: &CommandQueue<ScenarioCommand>,
) {
    let rounds = counted(summary.rounds, "round", "rounds");
    lead(format!("The scenario is {} after {rounds}.", summary.ending.word())).ui(ui);
    let names = record.game().position().names();
    if record.game().position().dungeon().is_some() {
        caption(scenario::dungeon::GAINS).ui(ui);
    }
    for gains in &summary.characters {
        body(names.figure_name(gains.figure).to_string()).bold().ui(ui);
        body(gains_text(gains)).ui(ui);
        let own = summary.rewards.iter().filter(|reward| reward.figure == gains.figure);
        for reward in own {
            caption(&reward.text).ui(ui);
        }
        if summary.ending == Ending::Won {
            goal_ui(ui, names.figure_name(gains.figure).as_ref(), gains, commands);
            reward_ui(ui, record, gains.figure, memory, commands);
        }
    }
    ui.horizontal_wrapped(|ui| {
        for (menu, label) in [
            (Menu::PrintScores, Menu::PrintScores.label()),
            (Menu::ImportGains, "Take the gains into a campaign…"),
        ] {
            if ui.add(button(label)).clicked() {
                commands.push(ScenarioCommand::Menu(menu));
            }
        }
    });
    caption("Money left on the map is gone, and added cards leave the decks (S12.2, S12.3).")
        .ui(ui);
}

/// Draws the checkmarks for the battle goal of a character (S12.4).
fn goal_ui(
    ui: &mut Ui,
    name: &str,
    gains: &CharacterGains,
    commands: &CommandQueue<ScenarioCommand>,
) {
    ui.horizontal_wrapped(|ui| {
        caption("Checkmarks of its battle goal").ui(ui);
        for checkmarks in 0..=USUAL_CHECKMARKS {
            let is_chosen = gains.checkmarks == Some(checkmarks);
            let choice = toggle_button(is_chosen, checkmarks.to_string());
            let choice = ui.add(choice.min_size(vec2(touch::TARGET, touch::TARGET)));
            let words = counted(checkmarks, "checkmark", "checkmarks");
            let choice = choice.accessible_name(format!("Battle goal of {name}: {words}"));
            if choice.clicked() && !is_chosen {
                let goal = BattleGoal { figure: gains.figure, checkmarks };
                play(commands, Action::BattleGoal(goal));
            }
        }
    });
}

/// The most checkmarks that a battle goal usually brings; a line of the record may have more.
const USUAL_CHECKMARKS: u8 = 2;

/// Draws the field for a further reward of a character (S12.5).
fn reward_ui(
    ui: &mut Ui,
    record: &Record,
    figure: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let name = format!("Reward of {}", record.game().position().names().figure_name(figure));
    let field = RoundField {
        name: &name,
        now: String::new(),
        hint: "such as: item 12",
        parse: &|typed| parse_reward(figure, typed),
    };
    field_ui(ui, record, memory, &field, commands);
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
