//! The end of a scenario of a party: won or lost, the gains of each character, and the rewards
//! (S12.1 to S12.5).

use egui::Ui;

use campaign_rules::action::{GainsEntry, OtherGold, ScenarioResult};
use campaign_rules::party::{EndedScenario, Party, Place, PlayMode};
use campaign_rules::{Action, Name};
use plain_text::capitalized;
use scenario_rules::ending::Ending;
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, caption, primary_button_ui, section_heading_ui, toggle_button,
};
use ui_menu::Menu;

use crate::consequences::ConsequenceForm;
use crate::form::{named_stepper_ui, problem_ui, stepper_ui, words_field_ui};
use crate::{CampaignCommand, CampaignCx, CampaignMemory};

/// The end of a scenario as it is entered.
#[derive(Clone, Debug)]
pub(super) struct EndForms {
    level: u8,
    gains: Vec<GainsForm>,
    rewards: ConsequenceForm,
    /// `true` if the form is shown although rewards are recorded.
    shows_rewards: bool,
    problem: Option<String>,
}

impl Default for EndForms {
    fn default() -> Self {
        let rewards = ConsequenceForm::default();
        Self { level: 1, gains: Vec::new(), rewards, shows_rewards: false, problem: None }
    }
}

/// The gains of a character as they are entered.
#[derive(Clone, Debug)]
struct GainsForm {
    character: Name,
    experience: u16,
    tokens: u16,
    checkmarks: u8,
    other_gold: u16,
    source: String,
}

impl GainsForm {
    fn new(character: Name) -> Self {
        let source = String::new();
        Self { character, experience: 0, tokens: 0, checkmarks: 0, other_gold: 0, source }
    }

    fn entry(&self) -> GainsEntry {
        let source = match self.source.trim() {
            "" => "treasure".to_owned(),
            source => source.to_owned(),
        };
        let other = OtherGold { amount: self.other_gold, source };
        GainsEntry {
            character: self.character.clone(),
            experience: self.experience,
            tokens: self.tokens,
            checkmarks: self.checkmarks,
            others: (self.other_gold > 0).then_some(other).into_iter().collect(),
        }
    }
}

/// Draws the end of the scenario that a party plays, or what is still to record of the last one.
pub(super) fn end_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party) {
    if let (Place::Scenario(number), Some(mode)) = (party.place, party.playing) {
        let casual = if mode == PlayMode::Casual { ", casually" } else { "" };
        section_heading_ui(ui, &format!("Scenario {number}{casual}"));
        result_ui(ui, cx, memory, party);
        ui.add_space(space::M);
    }
    if let Some(last) = &party.last {
        gains_ui(ui, cx, memory, last);
        // Afterwards the same effects are entered under "Other effects…".
        let is_there = party.place == Place::Scenario(last.number) && party.playing.is_none();
        if is_there && last.ending == Ending::Won && last.mode == PlayMode::Campaign {
            rewards_ui(ui, cx, memory, party, last);
        }
    }
}

/// Draws the two ends with the level of the scenario.
fn result_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party) {
    let form = &mut memory.forms.end;
    let mut ending = None;
    ui.horizontal_wrapped(|ui| {
        stepper_ui(ui, "Scenario level", &mut form.level, 0..=ScenarioResult::MAX_LEVEL);
        for of in Ending::ALL {
            if primary_button_ui(ui, &capitalized(of.word())).clicked() {
                ending = Some(of);
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        caption("Was it played at the scenario table?").ui(ui);
        if ui.add(button("Take its gains from the record…")).clicked() {
            cx.commands.push(CampaignCommand::Menu(Menu::ImportGains));
        }
    });
    if let Some(ending) = ending {
        let (party, level) = (party.name.clone(), form.level);
        let result = ScenarioResult { party, ending, level, record_check: None };
        if memory.play(cx, vec![Action::End(result)]) {
            memory.forms.end = EndForms::default();
        }
    }
}

/// Draws the gains of every character whose gains are missing, recorded with one press.
fn gains_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, last: &EndedScenario) {
    let open: Vec<&Name> = cx.campaign().without_gains(last).collect();
    if open.is_empty() {
        return;
    }
    let form = &mut memory.forms.end;
    if !form.gains.iter().map(|of| &of.character).eq(open.iter().copied()) {
        form.gains = open.into_iter().cloned().map(GainsForm::new).collect();
    }
    section_heading_ui(ui, &format!("Gains of scenario {}", last.number));
    for gains in &mut form.gains {
        ui.push_id(gains.character.to_string(), |ui| one_ui(ui, gains, last.ending));
    }
    if primary_button_ui(ui, "Record the gains").clicked() {
        let entries = form.gains.iter().map(|of| Action::Gains(of.entry())).collect();
        if memory.play(cx, entries) {
            memory.forms.end.gains.clear();
        }
    }
    ui.add_space(space::M);
}

fn one_ui(ui: &mut Ui, gains: &mut GainsForm, ending: Ending) {
    let name = gains.character.to_string();
    body(name.as_str()).bold().ui(ui);
    ui.horizontal_wrapped(|ui| {
        let most = GainsEntry::MAX;
        let of = |what: &str| format!("{what} of {name}");
        named_stepper_ui(ui, ("Experience", &of("Experience")), &mut gains.experience, 0..=most);
        named_stepper_ui(ui, ("Money tokens", &of("Money tokens")), &mut gains.tokens, 0..=most);
        if ending == Ending::Won {
            let most = GainsEntry::MAX_CHECKMARKS;
            let names = ("Checkmarks", of("Checkmarks"));
            named_stepper_ui(ui, (names.0, &names.1), &mut gains.checkmarks, 0..=most);
        }
        named_stepper_ui(ui, ("Other gold", &of("Other gold")), &mut gains.other_gold, 0..=most);
        if gains.other_gold > 0 {
            words_field_ui(ui, "Its source", &mut gains.source, "treasure");
        }
    });
}

/// Returns `true` if rewards were recorded since the party ended its last scenario.
fn has_rewards(cx: CampaignCx<'_>, party: &Party) -> bool {
    let is_of_party = |of: &Name| *of == party.name;
    let mut actions = (1..=cx.record.cursor()).rev().filter_map(|entry| cx.record.action(entry));
    let latest = actions.find_map(|action| match action {
        Action::Reward { party, .. } if is_of_party(party) => Some(true),
        Action::End(result) if is_of_party(&result.party) => Some(false),
        _ => None,
    });
    latest == Some(true)
}

/// Draws the rewards that the text of the scenario names.
fn rewards_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: &Party,
    last: &EndedScenario,
) {
    section_heading_ui(ui, &format!("Rewards of scenario {}", last.number));
    let form = &mut memory.forms.end;
    if has_rewards(cx, party) {
        ui.horizontal_wrapped(|ui| {
            body("They are recorded.").good().ui(ui);
            if ui.add(toggle_button(form.shows_rewards, "Enter more…")).clicked() {
                form.shows_rewards = !form.shows_rewards;
            }
        });
        if !form.shows_rewards {
            ui.add_space(space::M);
            return;
        }
    }
    let is_entered = form.rewards.ui(ui, "reward", true);
    problem_ui(ui, form.problem.as_deref());
    if primary_button_ui(ui, "Record the rewards").clicked() || is_entered {
        match form.rewards.consequences() {
            Some(consequences) if !consequences.is_empty() => {
                let party = party.name.clone();
                if memory.play(cx, vec![Action::Reward { party, consequences }]) {
                    memory.forms.end.rewards = ConsequenceForm::default();
                    memory.forms.end.problem = None;
                }
            }
            Some(_) => form.problem = Some("Enter what the scenario rewards.".to_owned()),
            None => {}
        }
    }
    ui.add_space(space::M);
}
