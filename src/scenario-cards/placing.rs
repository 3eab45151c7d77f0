//! The cards of a figure when it is put on the map: the numbers of a stat card, the standees of a
//! set, and the modifier deck of a class.

use plain_text::clauses;
use scenario_rules::card::{Card, Retaliate};
use scenario_rules::figure::{Bonus, BonusEffect, BonusEnd, Figure, HitPoints};
use scenario_rules::modifier::{Deck, DeckOwner};
use scenario_rules::{Action, Position};

use super::ability::{CardCondition, Term};
use super::book::CardBook;
use super::class::{CharacterClass, DeckChange, ModifierCard};
use super::formula::EquationValues;
use super::monster::{Stat, StatBlock};

/// The modifier deck of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDeck {
    /// The standard deck with the changes of the class.
    pub deck: Deck,
    /// The changes and effects that a [`Deck`] cannot hold; the table carries them out.
    pub texts: Vec<String>,
}

impl CardBook {
    /// Gives a monster the hit points, shield, retaliate and immunities of its stat card, and lets
    /// it fly if all its movement is flying.
    ///
    /// Returns `false` if there is no stat card of its name, rank and level; then only flying is
    /// set.
    pub fn equip(&self, figure: &mut Figure, values: EquationValues) -> bool {
        let Some(rank) = figure.rank() else {
            return false;
        };
        figure.flying |= self.monster(figure.name()).is_some_and(|cards| cards.flying);
        let Some(stats) = self.stats(figure.name(), values.level, rank) else {
            return false;
        };
        if let Some(max) = stats.hit_points(values) {
            figure.hit_points = Some(HitPoints { current: max, max });
        }
        figure.immunities = stats.immunities.iter().filter_map(CardCondition::condition).collect();
        figure.bonuses = stats.bonuses(values);
        true
    }
}

impl CardBook {
    /// Returns the action that counts the standees of a set, by the owner's line of its monster;
    /// `None` if the line is missing or the table counts them already.
    pub fn count_standees(&self, position: &Position, name: &str) -> Option<Action> {
        let count = self.monster(name)?.standees?;
        let set = position.names().set(name);
        let is_new = position.layout().standees_of(set).is_none();
        is_new.then_some(Action::Standees { set, count: Some(count) })
    }
}

impl StatBlock {
    /// Returns the hit points for a table, at most [`HitPoints::MAX`].
    fn hit_points(&self, values: EquationValues) -> Option<u16> {
        let points = self.value(Stat::HitPoints, values)?;
        (points > 0).then_some(points.min(HitPoints::MAX))
    }

    /// Returns the shield and the retaliate as bonuses that stay.
    fn bonuses(&self, values: EquationValues) -> Vec<Bonus> {
        let amount = |number: u16, max: u8| u8::try_from(number).unwrap_or(max).min(max);
        let shield =
            self.value(Stat::Shield, values).map(|shield| amount(shield, Card::MAX_AMOUNT));
        let shield = shield.filter(|shield| *shield > 0).map(BonusEffect::Shield);
        let retaliate = self.retaliate.as_ref().and_then(|retaliate| {
            let damage = amount(retaliate.damage.evaluate(values)?, Card::MAX_AMOUNT);
            let range = match &retaliate.range {
                Some(range) => Some(amount(range.evaluate(values)?, Card::MAX_RANGE)),
                None => None,
            };
            let range = range.filter(|range| *range > 0);
            (damage > 0).then_some(BonusEffect::Retaliate(Retaliate { damage, range }))
        });
        let effects = shield.into_iter().chain(retaliate);
        effects.map(|effect| Bonus { effect, end: BonusEnd::Persistent }).collect()
    }
}

impl CharacterClass {
    /// Returns the modifier deck of a character of this class: the standard deck with the changes
    /// of the owner's lines.
    pub fn modifier_deck(&self, owner: DeckOwner) -> ClassDeck {
        let mut class_deck = ClassDeck { deck: Deck::standard(owner), texts: Vec::new() };
        for change in &self.deck {
            class_deck.change(change);
        }
        class_deck
    }
}

impl ClassDeck {
    fn change(&mut self, change: &DeckChange) {
        let (removed, added): (&[ModifierCard], &[ModifierCard]) = match change {
            DeckChange::Add(cards) => (&[], cards),
            DeckChange::Remove(cards) => (cards, &[]),
            DeckChange::Replace(old, new) => (old, new),
            DeckChange::Text(text) => {
                self.texts.push(text.clone());
                return;
            }
        };
        for card in removed {
            self.remove(card);
        }
        for card in added {
            self.add(card);
        }
    }

    fn add(&mut self, card: &ModifierCard) {
        let modifier = card.modifier();
        let others: Vec<String> =
            card.effects.iter().filter(|term| !is_held(term)).map(ToString::to_string).collect();
        if !others.is_empty() {
            self.texts.push(format!("{modifier}: {}", clauses(&others)));
        }
        let is_new = self.deck.count_of(modifier).0 == 0;
        if is_new && self.deck.cards.len() >= Deck::MAX_KINDS {
            self.texts.push(format!("add {} × {modifier}", card.count));
        } else {
            self.deck.add(modifier, card.count);
        }
    }

    fn remove(&mut self, card: &ModifierCard) {
        let modifier = card.modifier();
        let removed = self.deck.remove(modifier, card.count);
        if removed < card.count {
            self.texts.push(format!("remove {} × {modifier}", card.count - removed));
        }
    }
}

/// Returns `true` if a card of a [`Deck`] holds the effect.
fn is_held(term: &Term) -> bool {
    matches!(term, Term::Condition(condition) if condition.condition().is_some())
}
