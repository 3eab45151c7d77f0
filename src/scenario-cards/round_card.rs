//! The totals of an ability card: its numbers added to the stats of a monster.

use plain_text::clauses;
use scenario_rules::area::Area;
use scenario_rules::card::{Attack, AttackEffects, AttackValue, Card, Move, Reach, Retaliate};
use scenario_rules::figure::Rank;
use scenario_rules::modifier::{Modifier, ModifierFace};

use super::ability::{Ability, AbilityCard, AbilityNumber, AbilityValue, CardCondition, Term};
use super::area::{CardArea, card_area};
use super::book::CardBook;
use super::class::{CardFace, ModifierCard};
use super::formula::{EquationValues, Formula};
use super::monster::{MonsterCards, Stat, StatBlock};

impl CardBook {
    /// Returns the totals of an ability card for a rank of a monster.
    ///
    /// Abilities that a [`Card`] cannot hold become its notes, and so do changes of a number that
    /// the stats do not have. A special ability is replaced by that of the stat card.
    ///
    /// ```
    /// use scenario_cards::{CardBook, EquationValues};
    /// use scenario_rules::figure::Rank;
    ///
    /// let book: CardBook = "stats Red Guard level 1: normal hit points 5 move 2 attack 2\n\
    ///     ability Red Guard 70: move -1, attack +1 range 2 poison, use fire: muddle".parse()?;
    /// let card = book.ability_cards("Red Guard", 70)[0];
    /// let values = EquationValues { characters: 2, level: 1 };
    /// let totals = book.round_card("Red Guard", Rank::Normal, values, card);
    /// assert_eq!(
    ///     totals.to_string(),
    ///     "move 1, attack 2+1 range 2 poison, \"use fire: muddle\""
    /// );
    /// # Ok::<(), scenario_cards::CardErrors>(())
    /// ```
    pub fn round_card(
        &self,
        monster: &str,
        rank: Rank,
        values: EquationValues,
        card: &AbilityCard,
    ) -> Card {
        let mut totals = CardTotals {
            monster: self.monster(monster),
            stats: self.stats(monster, values.level, rank),
            values,
            card: Card::default(),
            notes: Vec::new(),
        };
        totals.add_all(&card.abilities, true);
        totals.finish()
    }
}

impl ModifierCard {
    /// Returns one of the cards as it is drawn, with the conditions among its effects.
    pub fn modifier(&self) -> Modifier {
        let face = match self.face {
            CardFace::Plus(amount) => ModifierFace::Plus(amount),
            CardFace::Double => ModifierFace::Double,
            CardFace::Miss => ModifierFace::None,
        };
        let conditions = self.effects.iter().filter_map(|term| match term {
            Term::Condition(condition) => condition.condition(),
            _ => None,
        });
        Modifier { face, rolling: self.rolling, conditions: conditions.collect() }
    }
}

/// A card while abilities are added to it.
struct CardTotals<'b> {
    monster: Option<&'b MonsterCards>,
    stats: Option<&'b StatBlock>,
    values: EquationValues,
    card: Card,
    notes: Vec<String>,
}

impl<'b> CardTotals<'b> {
    /// Adds abilities in their order; special ones only if `has_specials`, so that a special
    /// ability never contains itself.
    fn add_all(&mut self, abilities: &[Ability], has_specials: bool) {
        for ability in abilities {
            let special = match ability {
                Ability::Plain(terms) if has_specials => self.special(terms),
                _ => None,
            };
            match special {
                Some(special) => self.add_all(special, false),
                None => self.add(ability),
            }
        }
    }

    /// Returns the abilities of the stat card for a special ability.
    fn special(&self, terms: &[Term]) -> Option<&'b [Ability]> {
        let [Term::Special(number)] = terms else {
            return None;
        };
        self.monster?.special(*number, self.values.level)
    }

    fn add(&mut self, ability: &Ability) {
        let is_added = match ability {
            Ability::Plain(terms) => self.add_terms(terms),
            Ability::Use(..) | Ability::Summon(_) | Ability::Spawn(_) => false,
        };
        if !is_added {
            self.note(ability);
        }
    }

    /// Adds an ability; returns `false` if the card cannot hold it.
    fn add_terms(&mut self, terms: &[Term]) -> bool {
        let Some((Term::Amount(number, value), descriptions)) = terms.split_first() else {
            return false;
        };
        if descriptions.iter().any(|term| matches!(term, Term::On(_))) {
            return false;
        }
        match number {
            AbilityNumber::Move => self.add_move(value, descriptions),
            AbilityNumber::Attack => self.add_attack(value, descriptions),
            AbilityNumber::Shield => self.add_shield(value, descriptions),
            AbilityNumber::Retaliate => self.add_retaliate(value, descriptions),
            _ => false,
        }
    }

    fn add_move(&mut self, value: &AbilityValue, descriptions: &[Term]) -> bool {
        let Some(points) = self.total(Stat::Move, value) else {
            return false;
        };
        if self.card.movement.is_some() {
            return false;
        }
        let jump = descriptions.contains(&Term::Jump);
        self.card.movement = Some(Move { points: points.min(Card::MAX_AMOUNT), jump });
        self.card.attack_first = self.card.attack.is_some();
        self.note_others(descriptions, |term| *term == Term::Jump);
        true
    }

    fn add_attack(&mut self, value: &AbilityValue, descriptions: &[Term]) -> bool {
        if self.card.attack.is_some() {
            return false;
        }
        let attack_value = self.attack_value(value);
        if attack_value.is_none() {
            self.notes.push(Term::Amount(AbilityNumber::Attack, value.clone()).to_string());
        }
        let range = self.described(Stat::Range, AbilityNumber::Range, descriptions);
        let range = range.filter(|range| *range > 0).map(|range| range.min(Card::MAX_RANGE));
        let targets = self.described(Stat::Targets, AbilityNumber::Targets, descriptions);
        let ranged = range.map_or(Reach::Melee, Reach::Ranged);
        let area = self.area(descriptions, ranged);
        self.card.attack = Some(Attack {
            // The range of the stat card is not that of a melee area.
            reach: if area.is_some_and(|area| area.is_melee()) { Reach::Melee } else { ranged },
            area,
            targets: targets.unwrap_or(1).clamp(1, Card::MAX_AMOUNT),
            value: attack_value,
            effects: self.effects(descriptions),
        });
        self.note_others(descriptions, is_of_attack);
        true
    }

    /// Returns the area of an attack, if it has one that fits its range. Adds a note about what the
    /// table carries out of it.
    fn area(&mut self, descriptions: &[Term], reach: Reach) -> Option<Area> {
        let mut areas = descriptions.iter().filter_map(|term| match term {
            Term::Area(hexes) => Some(hexes),
            _ => None,
        });
        let hexes = areas.next()?;
        let found = card_area(hexes).filter(|found| {
            areas.next().is_none() && (found.area.is_melee() || reach != Reach::Melee)
        });
        let Some(CardArea { area, others }) = found else {
            self.notes.push("area attack: choose its targets".to_owned());
            return None;
        };
        if !others.is_empty() {
            self.notes.push(format!("area, for the table: {}", unquoted(&others.join("|"))));
        }
        Some(area)
    }

    /// Returns the value of an attack; `None` if it depends on an unknown number.
    fn attack_value(&self, value: &AbilityValue) -> Option<AttackValue> {
        let capped = |amount: u8| amount.min(Card::MAX_AMOUNT);
        let change = |formula: &Formula| {
            let amount = i8::try_from(capped(self.evaluate(formula)?)).ok()?;
            Some((capped(self.stat(Stat::Attack)?), amount))
        };
        Some(match value {
            AbilityValue::Total(formula) => AttackValue::total_of(capped(self.evaluate(formula)?)),
            AbilityValue::Plus(formula) => {
                let (base, more) = change(formula)?;
                AttackValue { base, change: Some(more) }
            }
            AbilityValue::Minus(formula) => {
                let (base, less) = change(formula)?;
                AttackValue { base, change: Some(-less) }
            }
            AbilityValue::Open => return None,
        })
    }

    /// Returns the effects that the stat card and the ability card give to an attack.
    fn effects(&self, descriptions: &[Term]) -> AttackEffects {
        let sum = |stat, number| {
            let own = self.stat(stat).unwrap_or_default();
            let more = amount_of(number, descriptions).and_then(|value| self.amount(value));
            own.saturating_add(more.unwrap_or_default()).min(Card::MAX_AMOUNT)
        };
        let own = self.stats.map(|stats| stats.conditions).unwrap_or_default();
        let added = descriptions.iter().filter_map(|term| match term {
            Term::Condition(condition) => Some(*condition),
            _ => None,
        });
        let conditions = own.iter().chain(added).filter_map(CardCondition::condition);
        AttackEffects {
            pierce: sum(Stat::Pierce, AbilityNumber::Pierce),
            push: sum(Stat::Push, AbilityNumber::Push),
            pull: sum(Stat::Pull, AbilityNumber::Pull),
            conditions: conditions.collect(),
        }
    }

    fn add_shield(&mut self, value: &AbilityValue, descriptions: &[Term]) -> bool {
        let Some(amount) = self.amount(value).filter(|_| is_own(descriptions)) else {
            return false;
        };
        let before = self.card.shield.unwrap_or_default();
        self.card.shield = Some(before.saturating_add(amount).min(Card::MAX_AMOUNT));
        true
    }

    fn add_retaliate(&mut self, value: &AbilityValue, descriptions: &[Term]) -> bool {
        let range = amount_of(AbilityNumber::Range, descriptions).map(|value| self.amount(value));
        let others: Vec<Term> = descriptions
            .iter()
            .filter(|term| !matches!(term, Term::Amount(AbilityNumber::Range, _)))
            .cloned()
            .collect();
        let (Some(damage), true) = (self.amount(value), is_own(&others)) else {
            return false;
        };
        if self.card.retaliate.is_some() || range == Some(None) {
            return false;
        }
        let range = range.flatten().filter(|range| *range > 0);
        self.card.retaliate = Some(Retaliate {
            damage: damage.min(Card::MAX_AMOUNT),
            range: range.map(|range| range.min(Card::MAX_RANGE)),
        });
        true
    }

    /// Returns a number of the stat card.
    fn stat(&self, stat: Stat) -> Option<u8> {
        self.stats.and_then(|stats| small(stats.value(stat, self.values)?))
    }

    fn evaluate(&self, formula: &Formula) -> Option<u8> {
        small(formula.evaluate(self.values)?)
    }

    /// Returns a value that is not relative to the stat card.
    fn amount(&self, value: &AbilityValue) -> Option<u8> {
        match value {
            AbilityValue::Total(formula) | AbilityValue::Plus(formula) => self.evaluate(formula),
            AbilityValue::Minus(_) | AbilityValue::Open => None,
        }
    }

    /// Returns the total of a number with a value of the ability card.
    fn total(&self, stat: Stat, value: &AbilityValue) -> Option<u8> {
        match value {
            AbilityValue::Total(formula) => self.evaluate(formula),
            AbilityValue::Plus(formula) => {
                Some(self.stat(stat)?.saturating_add(self.evaluate(formula)?))
            }
            AbilityValue::Minus(formula) => {
                Some(self.stat(stat)?.saturating_sub(self.evaluate(formula)?))
            }
            AbilityValue::Open => None,
        }
    }

    /// Returns the total of a number that describes an attack, that of the stat card by default.
    fn described(&self, stat: Stat, number: AbilityNumber, terms: &[Term]) -> Option<u8> {
        match amount_of(number, terms) {
            Some(value) => self.total(stat, value).or_else(|| self.amount(value)),
            None => self.stat(stat),
        }
    }

    fn note(&mut self, ability: &Ability) {
        self.notes.push(unquoted(&ability.to_string()));
    }

    /// Adds notes about the descriptions that are not held by the card.
    fn note_others(&mut self, descriptions: &[Term], is_held: impl Fn(&Term) -> bool) {
        let others = descriptions.iter().filter(|term| !is_held(term));
        self.notes.extend(others.map(|term| unquoted(&term.to_string())));
    }

    fn finish(mut self) -> Card {
        let notes = clauses(&self.notes);
        let is_long = notes.chars().count() > Card::MAX_NOTE_CHARS;
        let short: String = notes.chars().take(Card::MAX_NOTE_CHARS - 1).collect();
        let notes = if is_long { short + "…" } else { notes };
        self.card.notes = (!notes.trim().is_empty()).then(|| notes.into());
        self.card
    }
}

/// Returns `true` if a description of an attack is held by a card.
fn is_of_attack(term: &Term) -> bool {
    match term {
        Term::Amount(number, value) => {
            let is_known = matches!(
                number,
                AbilityNumber::Range
                    | AbilityNumber::Targets
                    | AbilityNumber::Pierce
                    | AbilityNumber::Push
                    | AbilityNumber::Pull
            );
            is_known && *value != AbilityValue::Open
        }
        Term::Condition(condition) => condition.condition().is_some(),
        Term::Area(_) => true,
        _ => false,
    }
}

/// Returns `true` if nothing but the figure itself is described.
fn is_own(descriptions: &[Term]) -> bool {
    descriptions.iter().all(|term| *term == Term::Itself)
}

/// Returns the value of a number among terms.
fn amount_of(number: AbilityNumber, terms: &[Term]) -> Option<&AbilityValue> {
    terms.iter().find_map(|term| match term {
        Term::Amount(of, value) if *of == number => Some(value),
        _ => None,
    })
}

fn small(number: u16) -> Option<u8> {
    u8::try_from(number).ok()
}

/// Returns a text without quotation marks and escapes, which would end the notes of a card.
fn unquoted(text: &str) -> String {
    let spaced = text.replace("\\n", " ").replace("\\r", " ").replace("\\t", " ");
    spaced.replace(['"', '\\'], "")
}
