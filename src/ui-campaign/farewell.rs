//! The end of a character: its retirement as a checklist, and its death in the variant (S14.7,
//! S16.7, S16.8).

use egui::Ui;

use campaign_rules::action::RetirementEntry;
use campaign_rules::character::Character;
use campaign_rules::{Action, Name};
use plain_text::{counted, listed};
use ui_kit::widgets::{body, button, caption, primary_button_ui, section_heading_ui};

use crate::form::{problem_ui, typed_number, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// A retirement as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct FarewellForm {
    envelope: String,
    design: String,
    scenario: String,
    problem: Option<String>,
}

impl FarewellForm {
    /// Returns the typed envelope, or that of the quest if it is known.
    fn envelope(&self, cx: CampaignCx<'_>, of: &Character) -> Option<Name> {
        let typed = Name::new(&self.envelope);
        if typed.as_str().is_empty() { known_envelope(cx, of) } else { Some(typed) }
    }

    /// Returns the entry, or what is missing. Without a typed envelope it is that of the quest; a
    /// design and a scenario belong to an open envelope only.
    fn entry(&self, cx: CampaignCx<'_>, of: &Character) -> Result<RetirementEntry, String> {
        let envelope = self.envelope(cx, of).ok_or("Type the envelope that the quest names.")?;
        let is_open = cx.campaign().world.envelopes.contains(&envelope);
        let number = |typed: &str, missing: &str| {
            let is_typed = is_open && !typed.trim().is_empty();
            is_typed.then(|| typed_number(typed, missing)).transpose()
        };
        Ok(RetirementEntry {
            character: of.name.clone(),
            envelope,
            design: number(&self.design, "Type the design as the number of an item.")?,
            scenario: number(&self.scenario, "Type the scenario as a number.")?,
        })
    }
}

/// Returns the envelope on the personal quest of a character; `None` if it is not known.
fn known_envelope(cx: CampaignCx<'_>, of: &Character) -> Option<Name> {
    cx.campaign().world.quests.get(&of.quest?)?.envelope.clone()
}

/// Draws the retirement of a character whose quest is fulfilled, or its death.
pub(super) fn farewell_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    of: &Character,
) {
    if of.is_quest_fulfilled {
        section_heading_ui(ui, "Retirement");
        retirement_ui(ui, cx, memory, of);
    }
    let is_permanent = cx.campaign().world.permanent_death;
    if is_permanent && ui.add(button(format!("{} dies for good", of.name))).clicked() {
        memory.play(cx, vec![Action::Die(of.name.clone())]);
    }
}

fn retirement_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    for step in checklist(cx, of) {
        body(format!("• {step}")).ui(ui);
    }
    let form = &mut memory.forms.farewell;
    let mut is_retired = false;
    ui.horizontal_wrapped(|ui| {
        let label = "Envelope of the quest";
        let known = known_envelope(cx, of);
        let hint = known.as_ref().map_or("such as X", Name::as_str);
        is_retired |= words_field_ui(ui, label, &mut form.envelope, hint);
    });
    let envelope = form.envelope(cx, of);
    if envelope.is_some_and(|envelope| cx.campaign().world.envelopes.contains(&envelope)) {
        caption("It is open already: draw a random design and a random scenario (S15.6).").ui(ui);
        ui.horizontal_wrapped(|ui| {
            words_field_ui(ui, "Design", &mut form.design, "none");
            is_retired |= words_field_ui(ui, "Scenario", &mut form.scenario, "none");
        });
    }
    problem_ui(ui, form.problem.as_deref());
    if primary_button_ui(ui, &format!("Retire {}", of.name)).clicked() || is_retired {
        match form.entry(cx, of) {
            Err(problem) => form.problem = Some(problem),
            Ok(entry) => {
                form.problem = None;
                if memory.play(cx, vec![Action::Retire(entry)]) {
                    memory.forms.farewell = FarewellForm::default();
                }
            }
        }
    }
}

/// Returns the effects of the retirement.
fn checklist(cx: CampaignCx<'_>, of: &Character) -> Vec<String> {
    let world = &cx.campaign().world;
    let mut steps = Vec::new();
    if !of.items.is_empty() {
        let items: Vec<String> = of.items.iter().map(|item| format!("{item:03}")).collect();
        let noun = plain_text::agreeing(items.len(), "Item", "Items");
        let verb = plain_text::agreeing(items.len(), "goes", "go");
        steps.push(format!("{noun} {} {verb} back to the supply.", listed(&items)));
    }
    if of.gold > 0 {
        steps.push(format!("{} gold is gone; spend it first if you like.", of.gold));
    }
    steps.push("The town gains 1 prosperity.".to_owned());
    if let Some(quest) = of.quest {
        steps.push(format!("Personal quest {quest} leaves the game."));
    }
    if let Some(class) = world.class(&of.class)
        && !class.has_retired
    {
        steps.push(match class.facts.retirement_event {
            Some(event) => format!("Event {event:02} is added to both decks."),
            None => format!("The {} adds an event to both decks.", of.class),
        });
    }
    let open = of.open_perks();
    if open > 0 {
        let perks = counted(open, "perk was", "perks were");
        steps.push(format!("{perks} not taken."));
    }
    steps
}
