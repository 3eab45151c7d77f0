//! The form for an event card: its number, the choice, what becomes of the card, and its effects
//! (S15.5).

use std::collections::BTreeSet;

use egui::Ui;

use campaign_rules::Action;
use campaign_rules::action::ResolvedEvent;
use campaign_rules::party::{Party, Place};
use campaign_rules::world::{EventDeck, World};
use plain_text::counted;
use ui_kit::theme::space;
use ui_kit::widgets::{caption, primary_button_ui, section_heading_ui, toggle_button};

use crate::consequences::ConsequenceForm;
use crate::form::{choice_ui, problem_ui, typed_number, words_field_ui};
use crate::{CampaignMemory, Cx};

/// An event card as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct EventForm {
    /// The deck whose form is unfolded.
    deck: Option<EventDeck>,
    number: String,
    choice: Option<char>,
    /// `true` if the card is put back, `false` if it is removed.
    is_put_back: Option<bool>,
    effects: ConsequenceForm,
    problem: Option<String>,
}

impl EventForm {
    /// Unfolds the form for a deck.
    pub(super) fn open(&mut self, deck: EventDeck) {
        self.deck = Some(deck);
    }

    /// Returns the event, or what is missing.
    fn event(&mut self, party: &Party, deck: EventDeck) -> Result<ResolvedEvent, String> {
        let number = typed_number(&self.number, "Type the number of the event card.")?;
        let choice = self.choice.ok_or("Press the choice of the party, A or B.")?;
        let is_put_back = self.is_put_back.ok_or("Press what becomes of the card.")?;
        let consequences = self.effects.consequences().ok_or("Correct the effect below.")?;
        let party = party.name.clone();
        Ok(ResolvedEvent { party, deck, number, choice, is_put_back, consequences })
    }
}

/// Draws the event that is due, or that the party may have.
pub(super) fn event_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CampaignMemory, party: &Party) {
    let deck = if party.is_road_event_due {
        EventDeck::Road
    } else if party.place == Place::Town && !party.has_had_city_event {
        EventDeck::City
    } else {
        return;
    };
    let form = &mut memory.forms.event;
    let title = match deck {
        EventDeck::Road => "Road event",
        EventDeck::City => "City event",
    };
    section_heading_ui(ui, title);
    let cards = cx.campaign().world.events.get(&deck).map_or(0, BTreeSet::len);
    let cards = counted(cards, "card is", "cards are");
    let is_open = form.deck == Some(deck) || deck == EventDeck::Road;
    ui.horizontal_wrapped(|ui| {
        if deck == EventDeck::City && ui.add(toggle_button(is_open, "Enter a city event")).clicked()
        {
            form.deck = (!is_open).then_some(deck);
        }
        caption(format!("{cards} in the deck.")).ui(ui);
    });
    if is_open {
        form_ui(ui, cx, memory, party, deck);
    }
    ui.add_space(space::M);
}

fn form_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CampaignMemory, party: &Party, deck: EventDeck) {
    let form = &mut memory.forms.event;
    let most = World::MAX_CARD;
    let label = "Number of the card";
    ui.horizontal_wrapped(|ui| {
        words_field_ui(ui, label, &mut form.number, &format!("1 to {most}"));
    });
    ui.horizontal_wrapped(|ui| {
        caption("Choice").ui(ui);
        choice_ui(ui, &mut form.choice, &[('A', "A"), ('B', "B")]);
        caption("The card is").ui(ui);
        choice_ui(ui, &mut form.is_put_back, &[(false, "removed"), (true, "put back")]);
    });
    caption("What it did").ui(ui);
    let is_entered = form.effects.ui(ui, true);
    problem_ui(ui, form.problem.as_deref());
    if primary_button_ui(ui, "Record the event").clicked() || is_entered {
        match form.event(party, deck) {
            Err(problem) => form.problem = Some(problem),
            Ok(event) => {
                form.problem = None;
                if memory.play(cx, vec![Action::Event(event)]) {
                    memory.forms.event = EventForm::default();
                }
            }
        }
    }
}
