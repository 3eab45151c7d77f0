//! The arithmetic of an attack, as a receipt: the value, the modifier cards, the defence, and
//! retaliate (S7.2 to S7.6).

use super::card::{AttackValue, Reach};
use super::figure::{Condition, Conditions, HitPoints};
use super::modifier::{Modifier, ModifierFace};
use super::names::FigureId;
use super::placed_area::PlacedArea;
use super::rulebook::Ruling;

/// The advantage or disadvantage of an attack; both draw two modifier cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advantage {
    /// One card, or advantage and disadvantage at once, which cancel.
    #[default]
    Even,
    /// Two cards; the better one counts.
    Advantage,
    /// Two cards; the worse one counts.
    Disadvantage,
}

impl Advantage {
    /// Returns the result of several sources: those of one kind count once, and both kinds cancel
    /// (S7.2).
    pub fn of_sources(sources: &[AdvantageSource]) -> Self {
        let [advantage, disadvantage] =
            [true, false].map(|is| sources.iter().any(|source| source.is_advantage() == is));
        Self::of(advantage, disadvantage)
    }

    /// Combines advantage and disadvantage; several of one kind count once.
    pub const fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            (true, true) | (false, false) => Self::Even,
        }
    }
}

/// A reason for advantage or disadvantage (S5.2, S7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvantageSource {
    /// The attacker is strengthened: advantage.
    Strengthened,
    /// The attack's card or an item gives advantage.
    StatedAdvantage,
    /// The attacker is muddled: disadvantage.
    Muddled,
    /// A ranged attack on an adjacent enemy: disadvantage.
    Adjacent,
    /// The attack's card or an item gives disadvantage.
    StatedDisadvantage,
}

impl AdvantageSource {
    /// Returns `true` if it gives advantage, `false` for disadvantage.
    pub const fn is_advantage(self) -> bool {
        matches!(self, Self::Strengthened | Self::StatedAdvantage)
    }
}

/// A change of the attack value before the modifier card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChange {
    /// Adds to the value, or subtracts if negative.
    Plus(i8),
    /// Doubles the value.
    Double,
}

/// The part of an attack that is known before the modifier cards are drawn.
///
/// ```
/// use scenario_rules::attack::{AttackTerms, ValueChange};
/// use scenario_rules::card::AttackValue;
/// use scenario_rules::modifier::{Modifier, ModifierFace};
///
/// // (3 + 1) × 2 = 8, less the part of the shield that is not pierced.
/// let mut attack = AttackTerms::of_value(AttackValue::total_of(3));
/// attack.changes.push(ValueChange::Plus(1));
/// attack.shields.push(2);
/// attack.pierce = 1;
/// let double = Modifier::plain(ModifierFace::Double);
/// assert_eq!(attack.with_cards(&[double], false).damage, 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackTerms {
    /// The attack value.
    pub value: AttackValue,
    /// The changes of the value, in the order in which they apply (G24).
    pub changes: Vec<ValueChange>,
    /// `true` if the target is poisoned, which adds 1 (G14).
    pub poisoned: bool,
    /// The reasons for advantage and disadvantage.
    pub advantage: Vec<AdvantageSource>,
    /// The shields of the target (G9).
    pub shields: Vec<u8>,
    /// The part of the shields that the attack pierces.
    pub pierce: u8,
    /// The conditions that the attack gives.
    pub conditions: Conditions,
    /// `true` if the standard double and no-damage cards count as +0 (S13.1).
    pub reduced_randomness: bool,
}

/// The effect of the modifier cards on an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifiedAttack {
    /// The indices of the drawn cards that count.
    pub counted: Vec<usize>,
    /// The value after the cards, at least 0.
    pub value: u16,
    /// The part of the value that the shields stop.
    pub blocked: u16,
    /// The damage: `value` less `blocked`.
    pub damage: u16,
    /// The conditions of the attack and of the cards that count.
    pub conditions: Conditions,
    /// The ruling that decided which card counts, if one did.
    pub ruling: Option<Ruling>,
}

impl AttackTerms {
    /// Creates an attack with a value and nothing else.
    pub const fn of_value(value: AttackValue) -> Self {
        Self {
            value,
            changes: Vec::new(),
            poisoned: false,
            advantage: Vec::new(),
            shields: Vec::new(),
            pierce: 0,
            conditions: Conditions::EMPTY,
            reduced_randomness: false,
        }
    }

    /// Returns whether advantage or disadvantage applies; both together cancel (S7.2).
    pub fn advantage(&self) -> Advantage {
        Advantage::of_sources(&self.advantage)
    }

    /// Returns the value before the modifier cards (S7.3). Poison comes before the first doubling.
    pub fn value_before_cards(&self) -> i32 {
        let start = i32::from(self.value.total()) + i32::from(self.poisoned);
        self.changes.iter().fold(start, |value, change| match change {
            ValueChange::Plus(amount) => value + i32::from(*amount),
            ValueChange::Double => value.saturating_mul(2),
        })
    }

    /// Returns the sum of the target's shields (G9).
    pub fn shields_sum(&self) -> u16 {
        self.shields.iter().fold(0, |sum, &shield| sum.saturating_add(shield.into()))
    }

    /// Returns the part of the shields that is not pierced (G9).
    pub fn shield(&self) -> u16 {
        self.shields_sum().saturating_sub(self.pierce.into())
    }

    /// Applies the drawn cards and the target's shields (S7.2, S7.3).
    ///
    /// Rolling cards count as such only if the table plays with them (`rolling`).
    pub fn with_cards(&self, drawn: &[Modifier], rolling: bool) -> ModifiedAttack {
        let (counted, ruling) = self.counted(drawn, rolling);
        let cards = counted.iter().map(|&at| drawn[at]);
        let value = self.value_with(cards.clone());
        let blocked = value.min(self.shield());
        let conditions =
            cards.fold(self.conditions, |conditions, card| conditions.union(card.conditions));
        ModifiedAttack { counted, value, blocked, damage: value - blocked, conditions, ruling }
    }

    /// Returns the value with several cards together, at least 0: additions first, then doublings
    /// and "no damage" (G24).
    fn value_with(&self, cards: impl Iterator<Item = Modifier>) -> u16 {
        let mut value = self.value_before_cards();
        let mut factor = 1;
        for card in cards {
            match card.face {
                face if self.is_reduced(face) => {}
                ModifierFace::Plus(more) => value += i32::from(more),
                ModifierFace::Double | ModifierFace::Bless => factor *= 2,
                ModifierFace::None | ModifierFace::Curse => factor = 0,
            }
        }
        u16::try_from(value.saturating_mul(factor).max(0)).unwrap_or(u16::MAX)
    }

    /// Returns `true` if a card counts as +0 by the variant of reduced randomness (S13.1).
    pub fn is_reduced(&self, face: ModifierFace) -> bool {
        self.reduced_randomness && matches!(face, ModifierFace::Double | ModifierFace::None)
    }

    /// Returns the indices of the drawn cards that count, and the ruling that decided it (G11):
    /// - Without advantage, or where it cancels, cards are drawn until one does not roll; all of
    ///   them count.
    /// - With advantage two cards are drawn; the better one counts. If one rolls, both count; if
    ///   both roll, cards are drawn until one does not, and all of them count.
    /// - With disadvantage two cards are drawn; the worse one counts. A card that rolls is ignored;
    ///   if both roll, cards are drawn until one does not, and that one counts.
    fn counted(&self, drawn: &[Modifier], rolling: bool) -> (Vec<usize>, Option<Ruling>) {
        let rolls: Vec<bool> = drawn.iter().map(|card| rolling && card.rolling).collect();
        let last = rolls.iter().position(|rolls| !rolls);
        let until_last = (0..last.map_or(drawn.len(), |last| last + 1)).collect();
        let by_ruling = rolls.contains(&true).then_some(Ruling::BetterCard);
        match (self.advantage(), rolls.as_slice()) {
            (Advantage::Even, _) | (_, [] | [_]) => (until_last, None),
            (side, [false, false, ..]) => {
                let (at, ruling) = self.chosen(drawn[0], drawn[1], side);
                (vec![at], Some(ruling))
            }
            (Advantage::Advantage, [true, true, ..]) => (until_last, by_ruling),
            (Advantage::Advantage, _) => (vec![0, 1], by_ruling),
            (Advantage::Disadvantage, _) => (last.into_iter().collect(), by_ruling),
        }
    }

    /// Returns the index of the card that counts of two that do not roll, and the ruling that
    /// decides (G11, G26).
    fn chosen(&self, first: Modifier, second: Modifier, side: Advantage) -> (usize, Ruling) {
        match self.is_better(second, first) {
            None => (0, Ruling::FirstDrawn),
            Some(second_is_better) => {
                let wants_better = side == Advantage::Advantage;
                (usize::from(second_is_better == wants_better), Ruling::BetterCard)
            }
        }
    }

    /// Returns whether the first of two cards is better for the attacker; `None` if neither is
    /// (G11, G26).
    ///
    /// The worth of an effect is unknown: it decides between cards of equal
    /// value, and makes a lower value incomparable with a higher one.
    fn is_better(&self, card: Modifier, than: Modifier) -> Option<bool> {
        let [value, other] = [card, than].map(|card| self.value_with(std::iter::once(card)));
        let is_higher = (value != other).then_some(value > other);
        match (card.conditions, than.conditions) {
            (a, b) if a == b => is_higher,
            (_, Conditions::EMPTY) if value >= other => Some(true),
            (Conditions::EMPTY, _) if value <= other => Some(false),
            _ => None,
        }
    }

    /// Returns `true` if this is the right number of cards to draw (S7.2, G11).
    pub fn is_complete(&self, drawn: &[Modifier], rolling: bool) -> bool {
        let rolls = |card: &Modifier| rolling && card.rolling;
        let until_last = drawn.iter().position(|card| !rolls(card)).map(|last| last + 1);
        match self.advantage() {
            Advantage::Even => until_last == Some(drawn.len()),
            Advantage::Advantage | Advantage::Disadvantage => {
                until_last.is_some_and(|count| count.max(2) == drawn.len())
            }
        }
    }
}

/// The receipt of an attack on one target.
///
/// Invariant: `suffered`, `overkill`, `negated` and `modified.blocked` add up to `modified.value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackReceipt {
    /// The attacker.
    pub attacker: FigureId,
    /// The target.
    pub target: FigureId,
    /// Melee, or ranged with a range.
    pub reach: Reach,
    /// The area that the attack hits, as the players placed it.
    pub area: Option<PlacedArea>,
    /// The attack before the modifier cards.
    pub terms: AttackTerms,
    /// The drawn modifier cards, in order.
    pub drawn: Vec<Modifier>,
    /// The effect of the cards.
    pub modified: ModifiedAttack,
    /// The damage that the target negated by losing cards (S7.5).
    pub negated: u16,
    /// The damage that the target suffered.
    pub suffered: u16,
    /// The damage beyond the target's hit points.
    pub overkill: u16,
}

/// Returns the hit points and conditions after a heal, which removes wound; it removes poison
/// instead of healing (S7.8, G14).
pub fn after_heal(
    hit_points: HitPoints,
    conditions: Conditions,
    by: u16,
) -> (HitPoints, Conditions) {
    let after = conditions.without(Conditions::HEALED);
    if conditions.contains(Condition::Poison) {
        return (hit_points, after);
    }
    (hit_points.healed(by), after)
}
