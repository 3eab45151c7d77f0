//! The scenarios of the campaign in the town: open and completed ones, with their links and
//! requirements (S15.1).

use egui::Ui;

use campaign_rules::Action;
use campaign_rules::facts::{Requirement, ScenarioFacts};
use plain_text::{clauses, listed};
use ui_kit::theme::space;
use ui_kit::widgets::{body, button, primary_button_ui, section_heading_ui, toggle_button};

use crate::form::{problem_ui, value_ui};
use crate::journey::ScenarioForm;
use crate::{CampaignCx, CampaignMemory};

/// The facts of a scenario as they are corrected.
#[derive(Clone, Debug, Default)]
pub(super) struct ScenarioFactsForm {
    edited: Option<(u16, ScenarioForm)>,
    problem: Option<String>,
}

/// Draws the scenarios; a press on an open one corrects its facts.
pub(super) fn scenarios_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "Scenarios");
    let scenarios = &cx.campaign().world.scenarios;
    let open = scenarios.iter().filter(|(_, of)| of.is_unlocked && of.completed_by.is_none());
    let mut has_open = false;
    for (&number, progress) in open {
        has_open = true;
        let form = &mut memory.forms.scenario;
        let is_edited = form.edited.as_ref().is_some_and(|(of, _)| *of == number);
        ui.horizontal_wrapped(|ui| {
            let toggle = ui.add(toggle_button(is_edited, number.to_string()));
            let toggle = toggle.accessible_name(format!("Facts of scenario {number}"));
            if toggle.clicked() {
                let facts = ScenarioForm::new(progress.facts.as_ref());
                form.edited = (!is_edited).then_some((number, facts));
            }
            body(facts_words(progress.facts.as_ref())).ui(ui);
        });
    }
    if !has_open {
        body("None is open.").muted().ui(ui);
    }
    edited_ui(ui, cx, memory);
    let completed: Vec<String> = scenarios
        .iter()
        .filter_map(|(number, of)| Some(format!("{number} ({})", of.completed_by.as_ref()?)))
        .collect();
    if !completed.is_empty() {
        value_ui(ui, "Completed", &listed(&completed));
    }
    ui.add_space(space::M);
}

/// Draws the facts of the scenario that is corrected.
fn edited_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let form = &mut memory.forms.scenario;
    let Some((number, facts)) = &mut form.edited else {
        return;
    };
    let mut is_recorded = facts.ui(ui);
    let typed = facts.facts(*number);
    problem_ui(ui, form.problem.as_deref());
    let mut is_canceled = false;
    ui.horizontal_wrapped(|ui| {
        is_recorded |= primary_button_ui(ui, "Record the scenario").clicked();
        is_canceled = ui.add(button("Cancel")).clicked();
    });
    let recorded = match typed {
        _ if !is_recorded => false,
        Ok(facts) => memory.play(cx, vec![Action::Scenario(facts)]),
        Err(problem) => {
            form.problem = Some(problem);
            false
        }
    };
    if recorded || is_canceled {
        memory.forms.scenario = ScenarioFactsForm::default();
    }
}

/// Returns the links and the requirements of a scenario in words.
fn facts_words(facts: Option<&ScenarioFacts>) -> String {
    let Some(facts) = facts else {
        return "its links are not known yet".to_owned();
    };
    let town = facts.is_linked_to_town.then(|| "the town".to_owned());
    let links: Vec<String> =
        town.into_iter().chain(facts.links.iter().map(u16::to_string)).collect();
    let links = match links.as_slice() {
        [] => "no links".to_owned(),
        links => format!("linked to {}", listed(links)),
    };
    let requirements = facts.requirements.iter().map(requirement_words);
    clauses(&std::iter::once(links).chain(requirements).collect::<Vec<_>>())
}

fn requirement_words(of: &Requirement) -> String {
    let needs = if of.is_present { "needs" } else { "not with" };
    let whose = if of.is_global { "global" } else { "party" };
    format!("{needs} the {whose} achievement {}", of.achievement)
}
