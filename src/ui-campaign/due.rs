//! The list of open steps, each with a button that settles it or leads to its form.

use egui::Ui;

use campaign::open_steps::{due_number, due_step};
use campaign_rules::action::EnvelopeReason;
use campaign_rules::due::Due;
use campaign_rules::world::EventDeck;
use campaign_rules::{Action, Name};
use plain_text::{capitalized, counted};
use ui_kit::theme::space;
use ui_kit::widgets::{body, button, caption, section_heading_ui, toggle_button};

use crate::citation::cited_ui;
use crate::{CampaignCx, CampaignMemory, CampaignPage};

/// The way to settle an open step.
enum Remedy {
    /// A press plays it.
    Play(&'static str, Box<Action>),
    /// A press shows the page on which it is entered.
    Show(&'static str, CampaignPage),
    /// Nothing is to do.
    Wait,
}

/// The name of what the first retirement opens.
const FIRST_RETIREMENT: &str = "Town Records";

/// Returns the open steps of the list: those that wait for a decision. The checkmarks to the next
/// perk are on the sheets.
fn listed_due(cx: CampaignCx<'_>) -> Vec<Due> {
    let mut due = cx.campaign().due();
    due.retain(|step| !matches!(step, Due::Checkmarks { .. }));
    due
}

/// Draws the open steps above a page: those that the rules require, and the others on request.
pub(super) fn folded_due_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let due = listed_due(cx);
    let (required, others): (Vec<Due>, Vec<Due>) =
        due.into_iter().partition(|step| Urgency::of(step) == Urgency::Due);
    for step in &required {
        // The page below has the forms of its own steps.
        if !matches!(remedy(cx, step), Remedy::Show(_, page) if page == memory.page) {
            step_ui(ui, cx, memory, step);
        }
    }
    if others.is_empty() {
        return;
    }
    let label = format!("{} if you like…", counted(others.len(), "step", "steps"));
    if ui.add(toggle_button(memory.unfolds_due, label)).clicked() {
        memory.unfolds_due = !memory.unfolds_due;
    }
    if memory.unfolds_due {
        for step in &others {
            step_ui(ui, cx, memory, step);
        }
    }
    ui.add_space(space::S);
}

/// Draws the open steps by their urgency.
pub(super) fn due_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "What is due");
    if cx.campaign().parties.is_empty() {
        body("A new town: form a party, then give it its characters.").ui(ui);
        return;
    }
    for party in &cx.campaign().parties {
        if cx.campaign().members(&party.name).next().is_none() {
            body(format!("{}: the party has no characters yet.", party.name)).ui(ui);
        }
    }
    let due = listed_due(cx);
    if due.is_empty() {
        caption("Nothing is due.").ui(ui);
        return;
    }
    for (urgency, title) in [
        (Urgency::Due, None),
        (Urgency::Optional, Some("If you like")),
        (Urgency::Unknown, Some("To look up once")),
    ] {
        let mut steps = due.iter().filter(|step| Urgency::of(step) == urgency).peekable();
        if let (Some(title), Some(_)) = (title, steps.peek()) {
            ui.add_space(space::XS);
            body(title).bold().ui(ui);
        }
        for step in steps {
            step_ui(ui, cx, memory, step);
        }
    }
}

/// The urgency of an open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Urgency {
    /// The rules require it.
    Due,
    /// It may be left out.
    Optional,
    /// A fact of the box is unknown.
    Unknown,
}

impl Urgency {
    const fn of(due: &Due) -> Self {
        match due {
            Due::DonationTrack | Due::ClassEvents { .. } | Due::HitPoints { .. } => Self::Unknown,
            due if due.is_optional() => Self::Optional,
            _ => Self::Due,
        }
    }
}

fn step_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, due: &Due) {
    let words = capitalized(&due_step(due));
    cited_ui(ui, cx, body(format!("{words} ({})", due_number(due))));
    match remedy(cx, due) {
        Remedy::Play(label, action) => {
            let press = ui.add(button(label)).accessible_name(format!("{label}: {words}"));
            if press.clicked() {
                memory.play(cx, vec![*action]);
            }
        }
        Remedy::Show(label, page) if memory.page != page || has_form(due) => {
            let press = ui.add(button(label)).accessible_name(format!("{label}: {words}"));
            if press.clicked() {
                show(cx, memory, due, page);
            }
        }
        Remedy::Show(..) | Remedy::Wait => {}
    }
    ui.add_space(space::XS);
}

/// Returns `true` for a step whose form is folded, or far down its page.
const fn has_form(due: &Due) -> bool {
    matches!(
        due,
        Due::DonationTrack
            | Due::ClassEvents { .. }
            | Due::HitPoints { .. }
            | Due::RoadEvent { .. }
            | Due::CityEvent { .. }
    )
}

/// Shows the page of an open step, with the form that it needs unfolded.
fn show(cx: CampaignCx<'_>, memory: &mut CampaignMemory, due: &Due, page: CampaignPage) {
    memory.show(page);
    match due {
        Due::DonationTrack => memory.forms.town.unfold_numbers(),
        Due::ClassEvents { class, .. } | Due::HitPoints { class } => {
            if let Some(class) = cx.campaign().world.class(class) {
                memory.forms.town.show_class(class);
            }
        }
        Due::RoadEvent { .. } => memory.forms.event.open(EventDeck::Road),
        Due::CityEvent { .. } => memory.forms.event.open(EventDeck::City),
        _ => {}
    }
}

fn remedy(cx: CampaignCx<'_>, due: &Due) -> Remedy {
    let sheet = |of: &Name| CampaignPage::Character(of.clone());
    let party = |of: &Name| CampaignPage::Party(of.clone());
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
        | Due::HitPoints { .. } => Remedy::Show("Enter it", CampaignPage::Town),
    }
}
