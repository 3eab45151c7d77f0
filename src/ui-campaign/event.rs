//! The form for an event card: its number, the choice, what becomes of the card, and its effects
//! (S15.5).

use std::collections::BTreeSet;

use egui::Ui;

use campaign_rules::action::ResolvedEvent;
use campaign_rules::consequence::{EventOutcome, OutcomeCondition};
use campaign_rules::party::{Party, Place};
use campaign_rules::world::{EventDeck, World};
use campaign_rules::{Action, Name};
use plain_text::{counted, listed, one_of};
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, caption, choice_list_ui, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::consequences::{ConsequenceForm, consequence_words};
use crate::form::{ScrollRequest, choice_ui, problem_ui, stepper_ui, typed_number, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// An event card as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct EventForm {
    /// The deck whose form is unfolded.
    deck: Option<EventDeck>,
    scroll: ScrollRequest,
    number: String,
    choice: Option<char>,
    /// `true` if the card is put back, `false` if it is removed.
    is_put_back: Option<bool>,
    effects: ConsequenceForm,
    /// The outcomes with a condition, from top to bottom.
    outcomes: Vec<EventOutcome>,
    /// The next one, while it is entered.
    outcome: Option<OutcomeForm>,
    problem: Option<String>,
}

impl EventForm {
    /// Unfolds the form for a deck.
    pub(super) fn open(&mut self, deck: EventDeck) {
        self.deck = Some(deck);
        self.scroll.set();
    }

    /// Returns the event, or what is missing.
    fn event(&mut self, party: &Party, deck: EventDeck) -> Result<ResolvedEvent, String> {
        let number = typed_number(&self.number, "Type the number of the event card.")?;
        let choice = self.choice.ok_or("Press the choice of the party, A or B.")?;
        let is_put_back = self.is_put_back.ok_or("Press what becomes of the card.")?;
        let consequences =
            self.effects.consequences().ok_or("Correct the effect that you typed.")?;
        if let Some(outcome) = &mut self.outcome {
            let outcome = outcome.outcome()?;
            self.outcomes.push(outcome);
            self.outcome = None;
        }
        let (party, outcomes) = (party.name.clone(), self.outcomes.clone());
        Ok(ResolvedEvent { party, deck, number, choice, is_put_back, consequences, outcomes })
    }
}

enum_table::enum_table! {
    /// A kind of condition of an outcome.
    enum ConditionKind {
        /// Its label.
        label: &'static str,
    }

    Class = "If a member has the class";
    AtLeast = "If the reputation is at least";
    AtMost = "If the reputation is at most";
    Gold = "If the party has gold together";
    Otherwise = "Otherwise";
    Always = "Always";
}

/// An outcome with a condition as it is entered.
#[derive(Clone, Debug)]
struct OutcomeForm {
    kind: ConditionKind,
    /// The classes, with commas between them.
    classes: String,
    reputation: i8,
    gold: u16,
    effects: ConsequenceForm,
}

impl Default for OutcomeForm {
    fn default() -> Self {
        Self {
            kind: ConditionKind::Class,
            classes: String::new(),
            reputation: 5,
            gold: 10,
            effects: ConsequenceForm::default(),
        }
    }
}

impl OutcomeForm {
    /// Returns the outcome, or what is missing.
    fn outcome(&mut self) -> Result<EventOutcome, String> {
        let most = Party::MAX_REPUTATION;
        let condition = match self.kind {
            ConditionKind::Class => {
                let classes = self.classes.split(',').map(Name::new);
                let classes: Vec<Name> = classes.filter(|name| !name.as_str().is_empty()).collect();
                if classes.is_empty() {
                    return Err("Type the class of the condition.".to_owned());
                }
                OutcomeCondition::Classes(classes)
            }
            ConditionKind::AtLeast => OutcomeCondition::Reputation { least: self.reputation, most },
            ConditionKind::AtMost => {
                OutcomeCondition::Reputation { least: -most, most: self.reputation }
            }
            ConditionKind::Gold => OutcomeCondition::Gold(self.gold),
            ConditionKind::Otherwise => OutcomeCondition::Otherwise,
            ConditionKind::Always => OutcomeCondition::Always,
        };
        let consequences =
            self.effects.consequences().ok_or("Correct the effect that you typed.")?;
        Ok(EventOutcome { condition, consequences })
    }

    fn ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let kinds = ConditionKind::ALL.into_iter().map(|kind| (kind, kind.label().to_owned()));
            let now = self.kind.label();
            choice_list_ui(ui, "Condition", now, CONDITIONS, &mut self.kind, kinds);
            match self.kind {
                ConditionKind::Class => {
                    let hint = "or several with commas";
                    words_field_ui(ui, "Class", &mut self.classes, hint);
                }
                ConditionKind::AtLeast | ConditionKind::AtMost => {
                    let most = Party::MAX_REPUTATION;
                    stepper_ui(ui, "Reputation", &mut self.reputation, -most..=most);
                }
                ConditionKind::Gold => stepper_ui(ui, "Gold", &mut self.gold, 0..=999),
                ConditionKind::Otherwise | ConditionKind::Always => {}
            }
        });
        self.effects.ui(ui, "effect of the outcome", true);
    }
}

/// The width of the list of conditions, in points.
const CONDITIONS: f32 = 240.0;

/// Draws the outcomes with a condition, and the next one.
fn outcomes_ui(ui: &mut Ui, form: &mut EventForm) {
    let mut removed = None;
    for (index, outcome) in form.outcomes.iter().enumerate() {
        ui.horizontal(|ui| {
            let words = outcome_words(outcome);
            let remove = ui.add(button("Remove")).accessible_name(format!("Remove {words}"));
            if remove.clicked() {
                removed = Some(index);
            }
            body(words).ui(ui);
        });
    }
    if let Some(index) = removed {
        form.outcomes.remove(index);
    }
    let mut added = None;
    let mut is_canceled = false;
    if let Some(outcome) = &mut form.outcome {
        body("An outcome with a condition").bold().ui(ui);
        outcome.ui(ui);
        ui.horizontal_wrapped(|ui| {
            if ui.add(button("Add the outcome")).clicked() {
                added = Some(outcome.outcome());
            }
            is_canceled = ui.add(button("Leave it out")).clicked();
        });
    } else if ui.add(button("An outcome with a condition…")).clicked() {
        form.outcome = Some(OutcomeForm::default());
    }
    if is_canceled {
        form.outcome = None;
    }
    match added {
        None => {}
        Some(Ok(outcome)) => {
            form.outcomes.push(outcome);
            (form.outcome, form.problem) = (None, None);
        }
        Some(Err(problem)) => form.problem = Some(problem),
    }
}

/// Returns an outcome in words: its condition and its effects.
fn outcome_words(outcome: &EventOutcome) -> String {
    let condition = match &outcome.condition {
        OutcomeCondition::Always => "Always".to_owned(),
        OutcomeCondition::Classes(classes) => format!("If {} is a member", one_of(classes)),
        OutcomeCondition::Reputation { least, most } => {
            format!("If the reputation is {least} to {most}")
        }
        OutcomeCondition::Gold(gold) => format!("If the party has {gold} gold together"),
        OutcomeCondition::Otherwise => "Otherwise".to_owned(),
    };
    let effects: Vec<String> = outcome.consequences.iter().map(consequence_words).collect();
    let effects = if effects.is_empty() { "nothing".to_owned() } else { listed(&effects) };
    format!("{condition}: {effects}")
}

/// Draws the event that is due, or that the party may have.
pub(super) fn event_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: &Party,
) {
    let deck = if party.is_road_event_due {
        EventDeck::Road
    } else if party.place == Place::Town && !party.has_had_city_event {
        EventDeck::City
    } else {
        return;
    };
    let form = &mut memory.forms.event;
    if form.deck.is_some_and(|of| of != deck) {
        *form = EventForm::default();
    }
    if deck == EventDeck::Road {
        form.deck = Some(deck);
    }
    let title = match deck {
        EventDeck::Road => "Road event",
        EventDeck::City => "City event",
    };
    form.scroll.follow(ui);
    section_heading_ui(ui, title);
    let cards = cx.campaign().world.events.get(&deck).map_or(0, BTreeSet::len);
    let cards = counted(cards, "card is", "cards are");
    let is_open = form.deck == Some(deck);
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

fn form_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: &Party,
    deck: EventDeck,
) {
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
    let is_entered = form.effects.ui(ui, "effect", true);
    outcomes_ui(ui, form);
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
