//! Form fields of components that are rarely entered: achievements and the counts of the box.

use components::fact_id::FactField;
use egui::{DragValue, Ui};
use plain_text::counted;

use crate::draft::{confirm, is_stated, proposed, stated, typed_if};
use crate::form::{pick_ui, title_ui};
use crate::form_keys::FormKeys;
use components::describe::Describe;
use components::quantity::{Money, Points};
use components::specs::{
    AchievementDeck, AchievementField, AchievementSpec, Condition, Counts, Tier,
};
use ui_kit::theme::space;
use ui_kit::widgets::{caption, text_field_ui};

/// The maximum number in a condition of an achievement.
const MAX_COUNT: u8 = 12;

/// Returns the conditions that can be picked for an achievement, each with an initial number.
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

/// Returns the number in a condition; `None` if it has no count.
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

/// Returns `true` if two conditions are equal except for their numbers.
fn is_like(a: &Condition, b: &Condition) -> bool {
    let [a, b] = [a, b].map(|condition| {
        let mut condition = condition.clone();
        if let Some(number) = number_of(&mut condition) {
            *number = 0;
        }
        condition
    });
    a == b
}

/// Draws the open fields of an achievement.
pub(super) fn achievement_ui(
    ui: &mut Ui,
    spec: &mut AchievementSpec,
    hand: &mut FormKeys,
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
            // The picked condition keeps its number.
            for (_, condition) in &mut all {
                if is_like(condition, known) {
                    condition.clone_from(known);
                }
            }
        }
        let before = spec.condition.value().cloned();
        pick_ui(ui, hand, "Asks for ", &all, &mut spec.condition);
        if let Some(picked) = spec.condition.value_mut()
            && before.is_none_or(|before| !is_like(&before, picked))
            && (number_of(picked).is_some() || matches!(picked, Condition::MoneyHeld(_)))
        {
            // The user has not stated the initial number yet.
            spec.condition = proposed(picked.clone());
        }
        let was_stated = is_stated(&spec.condition);
        let mut has_stated_number = false;
        match spec.condition.value_mut() {
            Some(Condition::MoneyHeld(Money(dollars))) => {
                let field = DragValue::new(dollars).range(1..=112).prefix("$");
                has_stated_number = ui.add(field).changed();
            }
            Some(condition) => {
                if let Some(number) = number_of(condition) {
                    let numbers: Vec<(String, u8)> =
                        (1..=MAX_COUNT).map(|count| (count.to_string(), count)).collect();
                    let mut picked = if was_stated { stated(*number) } else { proposed(*number) };
                    pick_ui(ui, hand, "How many ", &numbers, &mut picked);
                    *number = picked.value().copied().unwrap_or(*number);
                    has_stated_number = is_stated(&picked);
                }
            }
            None => {}
        }
        if has_stated_number {
            confirm(&mut spec.condition);
        }
        let mut words = match spec.condition.value() {
            Some(Condition::ByHand(words)) => words.clone(),
            Some(_) | None => String::new(),
        };
        if text_field_ui(ui, &mut words, "Something else, judged by the players").changed() {
            let is_blank = words.trim().is_empty();
            spec.condition = typed_if((!is_blank).then_some(Condition::ByHand(words)));
        }
    }
    if is_open(AchievementField::Points.into()) {
        title_ui(ui, "Points", &spec.points);
        let points: Vec<(String, Points)> =
            (1..=8).map(|points| (counted(points, "point", "points"), Points(points))).collect();
        pick_ui(ui, hand, "", &points, &mut spec.points);
    }
}

/// Draws a field for each open count of the box.
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
