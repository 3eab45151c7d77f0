//! The journey of a party: to a scenario whose links are known or typed first, and back to the town
//! (S15.1, S15.4).

use egui::Ui;

use campaign_rules::facts::{Requirement, ScenarioFacts};
use campaign_rules::party::{Party, Place, PlayMode};
use campaign_rules::{Action, Name};
use plain_text::remarks;
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, caption, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::form::{problem_ui, typed_number, typed_numbers, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// The way to a scenario as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct JourneyForm {
    /// The number of a scenario that is not in the list.
    number: String,
    is_casual: bool,
    /// The scenario whose facts are asked for, with its facts as typed.
    asked: Option<(u16, ScenarioForm)>,
    problem: Option<String>,
}

/// The facts of a scenario as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct ScenarioForm {
    links: String,
    is_linked_to_town: bool,
    needs_party: String,
    needs_global: String,
    lacks_party: String,
    lacks_global: String,
}

impl ScenarioForm {
    /// Creates the form with the known facts.
    pub(super) fn new(known: Option<&ScenarioFacts>) -> Self {
        let Some(facts) = known else {
            return Self::default();
        };
        let needed = |is_global, is_present| {
            let fitting =
                |of: &&Requirement| (of.is_global, of.is_present) == (is_global, is_present);
            let names = facts.requirements.iter().filter(fitting);
            remarks(&names.map(|of| &of.achievement).collect::<Vec<_>>())
        };
        let links: Vec<String> = facts.links.iter().map(u16::to_string).collect();
        Self {
            links: links.join(" "),
            is_linked_to_town: facts.is_linked_to_town,
            needs_party: needed(false, true),
            needs_global: needed(true, true),
            lacks_party: needed(false, false),
            lacks_global: needed(true, false),
        }
    }

    /// Draws the fields; returns `true` if Enter was pressed in one of them.
    pub(super) fn ui(&mut self, ui: &mut Ui) -> bool {
        let mut is_entered = false;
        ui.horizontal_wrapped(|ui| {
            let (label, hint) = ("Linked to the scenarios", "such as 2 5");
            is_entered |= words_field_ui(ui, label, &mut self.links, hint);
            let town = toggle_button(self.is_linked_to_town, "Linked to the town");
            if ui.add(town).clicked() {
                self.is_linked_to_town = !self.is_linked_to_town;
            }
        });
        let requirements = [
            ("Needs the party achievement", &mut self.needs_party),
            ("Needs the global achievement", &mut self.needs_global),
            ("Not with the party achievement", &mut self.lacks_party),
            ("Not with the global achievement", &mut self.lacks_global),
        ];
        for (label, typed) in requirements {
            ui.horizontal_wrapped(|ui| {
                is_entered |= words_field_ui(ui, label, typed, "none");
            });
        }
        is_entered
    }

    /// Returns the facts, or what is wrong with the typed ones.
    pub(super) fn facts(&self, number: u16) -> Result<ScenarioFacts, String> {
        let links: Vec<u16> =
            typed_numbers(&self.links, "Type the links as numbers, such as 2 5.")?;
        let requirements = [
            (&self.needs_party, false, true),
            (&self.needs_global, true, true),
            (&self.lacks_party, false, false),
            (&self.lacks_global, true, false),
        ];
        let requirements = requirements.into_iter().flat_map(|(typed, is_global, is_present)| {
            let names = typed.split(',').map(Name::new).filter(|name| !name.as_str().is_empty());
            names.map(move |achievement| Requirement { achievement, is_global, is_present })
        });
        Ok(ScenarioFacts {
            number,
            links: links.into_iter().collect(),
            is_linked_to_town: self.is_linked_to_town,
            requirements: requirements.collect(),
        })
    }
}

/// Draws the ways that are open to a party which plays no scenario.
pub(super) fn journey_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: &Party,
) {
    if party.playing.is_some() {
        return;
    }
    section_heading_ui(ui, "Travel");
    let is_asked = memory.forms.journey.asked.is_some();
    if is_asked {
        return asked_ui(ui, cx, memory, party);
    }
    let mut to = None;
    let form = &mut memory.forms.journey;
    let scenarios = cx.campaign().world.scenarios.iter();
    let open = scenarios.filter(|(_, of)| of.is_unlocked && of.completed_by.is_none());
    let open = open.map(|(number, _)| Place::Scenario(*number));
    let town = (party.place != Place::Town).then_some(Place::Town);
    let places: Vec<Place> = town.into_iter().chain(open).collect();
    if !places.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for place in places {
                let label = match place {
                    Place::Town => "To the town".to_owned(),
                    Place::Scenario(number) => format!("To scenario {number}"),
                };
                if ui.add(button(label)).clicked() {
                    to = Some(place);
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        let (label, hint) = ("Another scenario", "its number");
        let is_entered = words_field_ui(ui, label, &mut form.number, hint);
        if ui.add(button("Go there")).clicked() || is_entered {
            match typed_number(&form.number, "Type the number of the scenario.") {
                Ok(number) => to = Some(Place::Scenario(number)),
                Err(problem) => form.problem = Some(problem),
            }
        }
        let casual = toggle_button(form.is_casual, "Casual play");
        let about = "Without story and rewards, and a scenario can be played again.";
        if ui.add(casual).on_hover_text(about).clicked() {
            form.is_casual = !form.is_casual;
        }
    });
    problem_ui(ui, form.problem.as_deref());
    if let Some(to) = to {
        travel(cx, memory, party, to);
    }
    ui.add_space(space::M);
}

/// Takes the party to a place, or asks for the facts of a scenario of the campaign first.
fn travel(cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party, to: Place) {
    let form = &mut memory.forms.journey;
    let is_casual = form.is_casual && to != Place::Town;
    let mode = if is_casual { PlayMode::Casual } else { PlayMode::Campaign };
    form.problem = None;
    if let Place::Scenario(number) = to {
        let progress = cx.campaign().world.scenarios.get(&number);
        let is_known = progress.is_some_and(|of| of.facts.is_some());
        if !is_known && mode == PlayMode::Campaign {
            form.asked = Some((number, ScenarioForm::default()));
            return;
        }
    }
    let party = party.name.clone();
    if memory.play(cx, vec![Action::Travel { party, to, mode }]) {
        memory.forms.journey = JourneyForm::default();
    }
}

/// Draws the question for the facts of a scenario.
fn asked_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party) {
    let form = &mut memory.forms.journey;
    let Some((number, facts)) = &mut form.asked else {
        return;
    };
    let number = *number;
    body(format!("Scenario {number}: what does its page say? It is asked once.")).ui(ui);
    let is_entered = facts.ui(ui);
    let typed = facts.facts(number);
    problem_ui(ui, form.problem.as_deref());
    let (mut is_recorded, mut is_canceled) = (is_entered, false);
    ui.horizontal_wrapped(|ui| {
        let label = format!("Go to scenario {number}");
        is_recorded |= primary_button_ui(ui, &label).clicked();
        is_canceled = ui.add(button("Not yet")).clicked();
    });
    if is_canceled {
        (form.asked, form.problem) = (None, None);
    } else if is_recorded {
        match typed {
            Err(problem) => form.problem = Some(problem),
            Ok(facts) => {
                let (party, to) = (party.name.clone(), Place::Scenario(number));
                let travel = Action::Travel { party, to, mode: PlayMode::Campaign };
                if memory.play(cx, vec![Action::Scenario(facts), travel]) {
                    memory.forms.journey = JourneyForm::default();
                }
            }
        }
    }
    caption("Without a link to where the party is, a road event is due on the way (S15.4).").ui(ui);
    ui.add_space(space::M);
}
