//! The page of a party: its place and reputation, what it plays, its events, its characters and its
//! achievements.

use egui::Ui;

use campaign_rules::party::{Party, Place};
use campaign_rules::{Action, Name};
use plain_text::listed;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    body, headline, primary_button_ui, section_heading_ui, signed, toggle_button,
};

use crate::consequences::ConsequenceForm;
use crate::correction::{CorrectedNumber, correction_toggle_ui, correction_ui};
use crate::form::{cited_value_ui, value_ui};
use crate::{CampaignCx, CampaignMemory, event, journey, members, scenario_end};

/// Draws the page.
pub(super) fn party_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, name: &Name) {
    let Some(party) = cx.campaign().party(name) else {
        return;
    };
    ui.label(headline(ui, party.name.as_str(), text::HEAD));
    value_ui(ui, "Place", &place_words(party));
    cited_value_ui(ui, cx, "Reputation", reputation_words(cx, party));
    ui.add_space(space::M);
    // A road event comes before the scenario, a city event at any time of the visit.
    if party.is_road_event_due {
        event::event_ui(ui, cx, memory, party);
    }
    scenario_end::end_ui(ui, cx, memory, party);
    members::members_ui(ui, cx, memory, party);
    if !party.is_road_event_due {
        event::event_ui(ui, cx, memory, party);
    }
    journey::journey_ui(ui, cx, memory, party);
    achievements_ui(ui, cx, memory, party);
}

fn place_words(party: &Party) -> String {
    match (party.place, party.playing) {
        (Place::Town, _) => "In the town".to_owned(),
        (Place::Scenario(number), Some(_)) => format!("Plays scenario {number}"),
        (Place::Scenario(number), None) => format!("At scenario {number}, which has ended"),
    }
}

/// Returns the reputation with its effect on prices.
fn reputation_words(cx: CampaignCx<'_>, party: &Party) -> String {
    let reputation = signed(party.reputation.into());
    match cx.campaign().world.price_step(party.reputation) {
        0 => format!("{reputation}: items have their printed prices (G19)"),
        step if step < 0 => format!("{reputation}: every item costs {} gold less (G19)", -step),
        step => format!("{reputation}: every item costs {step} gold more (G19)"),
    }
}

/// Draws the achievements, and the form for other effects.
fn achievements_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party) {
    section_heading_ui(ui, "Achievements");
    if party.achievements.is_empty() {
        body("None yet.").muted().ui(ui);
    } else {
        body(listed(&party.achievements)).ui(ui);
    }
    let is_open = memory.forms.town.shows_effects;
    ui.horizontal_wrapped(|ui| {
        if ui.add(toggle_button(is_open, "Other effects…")).clicked() {
            memory.forms.town.shows_effects = !is_open;
        }
        correction_toggle_ui(ui, &mut memory.forms.correction);
    });
    if is_open {
        effects_ui(ui, cx, memory, Some(&party.name));
    }
    correction_ui(ui, cx, memory, &[CorrectedNumber::Reputation(party.name.clone())]);
}

/// Draws the form for effects of a text that is neither an event nor a reward.
pub(super) fn effects_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: Option<&Name>,
) {
    let form = &mut memory.forms.consequences;
    let is_entered = form.ui(ui, "other effect", party.is_some());
    if primary_button_ui(ui, "Record the effects").clicked() || is_entered {
        let consequences = form.consequences().filter(|of| !of.is_empty());
        if consequences.is_none() {
            form.require();
        }
        if let Some(consequences) = consequences {
            let party = party.cloned();
            if memory.play(cx, vec![Action::Consequences { party, consequences }]) {
                memory.forms.consequences = ConsequenceForm::default();
            }
        }
    }
}
