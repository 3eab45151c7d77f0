//! Fields of what is rarely typed in: achievements, and the counts of the box.

use components::fact_id::FactField;
use egui::{DragValue, Ui};
use plain_text::counted;

use crate::draft::{is_stated, proposed, state, typed, typed_if};
use crate::form::{pick_ui, title_ui};
use crate::keys::Hand;
use components::describe::Describe;
use components::quantity::{Money, Points};
use components::specs::{
    AchievementDeck, AchievementField, AchievementSpec, Condition, Counts, Tier,
};
use ui_kit::theme::space;
use ui_kit::widgets::{caption, text_field_ui};

/// How many of something an achievement asks for at most.
const MOST: u8 = 12;

/// What an achievement asks for, each with a number to begin with.
fn conditions() -> [(&'static str, Condition); 12] {
    [
        ("Houses", Condition::Houses(3)),
        ("Bridges and gates", Condition::Bridges(2)),
        ("Trade stalls in every section", Condition::TierInEverySection(Tier::Basic)),
        ("Tier 2 in every section", Condition::TierInEverySection(Tier::Two)),
        ("Tier 3 in every section", Condition::TierInEverySection(Tier::Three)),
        ("Resources owned", Condition::OwnsResources(4)),
        ("Tier 2 tiles owned", Condition::OwnsTiles(Tier::Two, 3)),
        ("Tier 3 tiles owned", Condition::OwnsTiles(Tier::Three, 1)),
        ("Access to resources", Condition::AccessResources(3)),
        ("Deliveries to buildings", Condition::DeliveredTo(3)),
        ("Advisers", Condition::Advisers(3)),
        ("Lasting influence", Condition::LastingInfluence(2)),
    ]
}

/// The number in a condition, if there is one.
fn number_of(condition: &mut Condition) -> Option<&mut u8> {
    match condition {
        Condition::Houses(count)
        | Condition::Bridges(count)
        | Condition::OwnsResources(count)
        | Condition::OwnsTiles(_, count)
        | Condition::AccessResources(count)
        | Condition::DeliveredTo(count)
        | Condition::Advisers(count)
        | Condition::LastingInfluence(count) => Some(count),
        Condition::TierInEverySection(_) | Condition::MoneyHeld(_) | Condition::ByHand(_) => None,
    }
}

/// Whether two conditions differ by their number alone.
fn is_like(a: &Condition, b: &Condition) -> bool {
    let plain = |condition: &Condition| {
        let mut condition = condition.clone();
        if let Some(number) = number_of(&mut condition) {
            *number = 0;
        }
        condition
    };
    plain(a) == plain(b)
}

/// The fields of an achievement that are still open.
pub(super) fn achievement_ui(
    ui: &mut Ui,
    spec: &mut AchievementSpec,
    hand: &mut Hand,
    is_open: &impl Fn(FactField) -> bool,
) {
    if is_open(AchievementField::Deck.into()) {
        title_ui(ui, "Deck", &spec.deck);
        let decks = AchievementDeck::ALL.map(|deck| (deck.describe(), deck));
        pick_ui(ui, hand, "Deck ", &decks, &mut spec.deck);
    }
    if is_open(AchievementField::Condition.into()) {
        title_ui(ui, "Asks for", &spec.condition);
        let mut all: Vec<(String, Condition)> = conditions()
            .into_iter()
            .map(|(words, condition)| (words.to_owned(), condition))
            .collect();
        all.push(("Money held".to_owned(), Condition::MoneyHeld(Money(16))));
        if let Some(known) = spec.condition.value() {
            // What is picked keeps its number.
            for (_, condition) in &mut all {
                if is_like(condition, known) {
                    condition.clone_from(known);
                }
            }
        }
        let before = spec.condition.value().cloned();
        pick_ui(ui, hand, "Asks for ", &all, &mut spec.condition);
        let is_other = |picked: &Condition| before.as_ref().is_none_or(|was| !is_like(was, picked));
        if let Some(picked) = spec.condition.value_mut()
            && is_other(picked)
            && (number_of(picked).is_some() || matches!(picked, Condition::MoneyHeld(_)))
        {
            // The number that it begins with is nobody's yet.
            spec.condition = proposed(picked.clone());
        }
        let is_read = is_stated(&spec.condition);
        let mut is_numbered = false;
        match spec.condition.value_mut() {
            Some(Condition::MoneyHeld(Money(dollars))) => {
                let field = DragValue::new(dollars).range(1..=112).prefix("$");
                is_numbered = ui.add(field).changed();
            }
            Some(condition) => {
                if let Some(number) = number_of(condition) {
                    let numbers = (1..=MOST).map(|count| (count.to_string(), count));
                    let numbers: Vec<(String, u8)> = numbers.collect();
                    let mut picked = if is_read { typed(*number) } else { proposed(*number) };
                    pick_ui(ui, hand, "How many ", &numbers, &mut picked);
                    *number = picked.value().copied().unwrap_or(*number);
                    is_numbered = is_stated(&picked);
                }
            }
            None => {}
        }
        if is_numbered {
            state(&mut spec.condition);
        }
        let mut words = match spec.condition.value() {
            Some(Condition::ByHand(words)) => words.clone(),
            Some(_) | None => String::new(),
        };
        if text_field_ui(ui, &mut words, "Something else, judged by the players").changed() {
            let is_said = !words.trim().is_empty();
            spec.condition = typed_if(is_said.then_some(Condition::ByHand(words)));
        }
    }
    if is_open(AchievementField::Points.into()) {
        title_ui(ui, "Points", &spec.points);
        let points = (1..=8).map(|points| (counted(points, "point", "points"), Points(points)));
        let points: Vec<(String, Points)> = points.collect();
        pick_ui(ui, hand, "", &points, &mut spec.points);
    }
}

/// How much there is of everything that is still open.
pub(super) fn counts_ui(ui: &mut Ui, counts: &mut Counts, is_open: &impl Fn(FactField) -> bool) {
    caption("What was counted; the rest is left as it is.").ui(ui);
    for (field, count) in counts.all_mut() {
        if !is_open(field.into()) {
            continue;
        }
        ui.horizontal(|ui| {
            let mut words = count.value().map(ToString::to_string).unwrap_or_default();
            ui.set_width(ui.available_width() - space::S);
            if text_field_ui(ui, &mut words, field.label()).changed() {
                *count = typed_if(words.trim().parse().ok());
            }
        });
    }
}
