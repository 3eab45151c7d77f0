//! The open steps: what is due, each with the press that settles it or leads there.

use egui::Ui;

use campaign::open_steps::{due_number, due_step};
use campaign_rules::action::EnvelopeReason;
use campaign_rules::due::Due;
use campaign_rules::world::{EventDeck, World};
use campaign_rules::{Action, Name};
use plain_text::capitalized;
use ui_kit::theme::space;
use ui_kit::widgets::{body, button, caption, section_heading_ui};

use crate::citation::cited_ui;
use crate::{CampaignMemory, Cx, Page};

/// The way to settle an open step.
enum Remedy {
    /// A press plays it.
    Play(&'static str, Box<Action>),
    /// A press shows the page on which it is entered.
    Show(&'static str, Page),
    /// Nothing is to do.
    Wait,
}

/// The name of what the first retirement opens.
const FIRST_RETIREMENT: &str = "Town Records";

/// Draws the open steps, those that may be left out last.
pub(super) fn due_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "What is due");
    let mut due = cx.campaign().due();
    due.sort_by_key(Due::is_optional);
    if due.is_empty() {
        caption("Nothing is due.").ui(ui);
        return;
    }
    let mut is_optional = false;
    for step in &due {
        if step.is_optional() && !is_optional {
            is_optional = true;
            ui.add_space(space::XS);
            body("If you like").bold().ui(ui);
        }
        step_ui(ui, cx, memory, step);
    }
}

fn step_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CampaignMemory, due: &Due) {
    let words = capitalized(&due_step(due));
    cited_ui(ui, cx, body(format!("{words} ({})", due_number(due))));
    match remedy(cx, due) {
        Remedy::Play(label, action) => {
            let press = ui.add(button(label)).accessible_name(format!("{label}: {words}"));
            if press.clicked() {
                memory.play(cx, vec![*action]);
            }
        }
        Remedy::Show(label, page) if memory.page != page => {
            let press = ui.add(button(label)).accessible_name(format!("{label}: {words}"));
            if press.clicked() {
                show(memory, due, page);
            }
        }
        Remedy::Show(..) | Remedy::Wait => {}
    }
    ui.add_space(space::XS);
}

/// Shows the page of an open step, with the form that it needs unfolded.
fn show(memory: &mut CampaignMemory, due: &Due, page: Page) {
    memory.show(page);
    match due {
        Due::DonationTrack => memory.forms.town.unfold_numbers(),
        Due::ClassEvents { class, .. } | Due::HitPoints { class } => {
            memory.forms.town.edit_class(class);
        }
        Due::RoadEvent { .. } => memory.forms.event.open(EventDeck::Road),
        Due::CityEvent { .. } => memory.forms.event.open(EventDeck::City),
        _ => {}
    }
}

fn remedy(cx: Cx<'_>, due: &Due) -> Remedy {
    let sheet = |of: &Name| Page::Character(of.clone());
    let party = |of: &Name| Page::Party(of.clone());
    let envelope = |name: &str, reason| {
        let envelope = Name::new(name);
        Remedy::Play("Open it", Box::new(Action::Envelope { envelope, reason }))
    };
    match due {
        Due::RoadEvent { party: of } | Due::CityEvent { party: of } => {
            Remedy::Show("Enter it", party(of))
        }
        Due::Gains { party: of, .. } => Remedy::Show("Enter them", party(of)),
        Due::Level { character, .. } | Due::Rise { character, .. } => {
            let steps_open = cx
                .campaign()
                .character(character)
                .is_some_and(|of| of.open_cards() + of.open_perks() > 0);
            if steps_open {
                Remedy::Wait
            } else {
                Remedy::Play("Level up", Box::new(Action::LevelUp(character.clone())))
            }
        }
        Due::Perks { character, .. }
        | Due::Card { character, .. }
        | Due::Retirement { character }
        | Due::Quest { character } => Remedy::Show("Open the sheet", sheet(character)),
        Due::Checkmarks { .. } => Remedy::Wait,
        Due::Envelope { envelope: name } => envelope(name, EnvelopeReason::Printed),
        Due::FirstRetirement => envelope(FIRST_RETIREMENT, EnvelopeReason::FirstRetirement),
        Due::ReputationEnvelope { .. }
        | Due::DonationTrack
        | Due::ClassEvents { .. }
        | Due::HitPoints { .. } => Remedy::Show("Enter it", Page::Town),
    }
}

/// Returns the reputation whose envelope is due; `None` if none is.
pub(super) fn due_reputation(world: &World) -> Option<i8> {
    let is_due = |mark: &&campaign_rules::world::ReputationMark| {
        mark.events().is_none() && !world.reputation_envelopes.contains(mark)
    };
    world.reached.iter().find(is_due).map(|mark| mark.0)
}
