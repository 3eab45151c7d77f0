//! The arithmetic of an attack: modifier cards, damage, shield, retaliate (S7.2 to S7.6).

use super::figure::{Condition, Conditions, HitPoints};

/// The effect of a modifier card on the attack value (G12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModifierFace {
    /// Adds to the value, or subtracts if negative.
    Plus(i16),
    /// Doubles the value.
    Double,
    /// Makes the attack deal no damage.
    None,
}

/// A drawn modifier card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Its effect.
    pub face: ModifierFace,
    /// `true` if it is a rolling card, which is played together with the next one.
    pub rolling: bool,
}

impl Modifier {
    /// Creates a card that is not rolling.
    pub const fn plain(face: ModifierFace) -> Self {
        Self { face, rolling: false }
    }
}

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
    /// Combines advantage and disadvantage; several of one kind count once.
    pub const fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            (true, true) | (false, false) => Self::Even,
        }
    }

    /// Returns the advantage of an attack by a figure with these conditions (S5.2, S7.2);
    /// `adjacent` is about the target.
    pub fn of_attack(conditions: Conditions, ranged: bool, adjacent: bool) -> Self {
        let disadvantage = conditions.contains(Condition::Muddle) || ranged && adjacent;
        Self::of(conditions.contains(Condition::Strengthen), disadvantage)
    }
}

/// The values of one attack on one target.
///
/// ```
/// use scenario_rules::attack::{AttackRoll, ModifierFace, Advantage, Modifier};
///
/// // (3 + 1) × 2 = 8, less the part of the shield that is not pierced.
/// let attack = AttackRoll { attack: 3, bonus: 1, shield: 2, pierce: 1, poisoned: false };
/// assert_eq!(attack.damage(ModifierFace::Double), 7);
///
/// let cards = [-1, 2].map(|value| Modifier::plain(ModifierFace::Plus(value)));
/// let attack = AttackRoll { attack: 3, ..AttackRoll::default() };
/// assert_eq!(attack.damage_with_cards(&cards, Advantage::Advantage, false), 5);
/// assert_eq!(attack.damage_with_cards(&cards, Advantage::Disadvantage, false), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackRoll {
    /// The attack value.
    pub attack: i16,
    /// The bonuses of the attacker.
    pub bonus: i16,
    /// The sum of the target's shields (G9).
    pub shield: i16,
    /// The part of the shield that the attack pierces.
    pub pierce: i16,
    /// `true` if the target is poisoned, which adds 1 (G14).
    pub poisoned: bool,
}

impl AttackRoll {
    /// Returns the damage with one modifier card, never below 0 (S7.3).
    pub fn damage(self, face: ModifierFace) -> u16 {
        self.with_cards(std::iter::once(face))
    }

    /// Returns the damage with the cards in the order drawn (S7.2).
    ///
    /// Rolling cards count as such only if the table plays with them (`rolling`, G11):
    /// - With [`Advantage::Even`] cards are drawn until one does not roll; all of them count.
    /// - With advantage two cards are drawn; the better one counts. If one rolls, both count; if
    ///   both roll, cards are drawn until one does not, and all of them count.
    /// - With disadvantage two cards are drawn; the worse one counts. A card that rolls is ignored;
    ///   if both roll, cards are drawn until one does not, and that one counts.
    ///
    /// Surplus cards are ignored. Without a card that counts the attack value is unmodified.
    pub fn damage_with_cards(self, cards: &[Modifier], advantage: Advantage, rolling: bool) -> u16 {
        let rolls = |card: &Modifier| rolling && card.rolling;
        let together = |cards: &[Modifier]| self.with_cards(cards.iter().map(|card| card.face));
        // The cards up to the first that does not roll.
        let drawn =
            cards.iter().position(|card| !rolls(card)).map_or(cards, |last| &cards[..=last]);
        match (advantage, cards) {
            (Advantage::Even, _) | (Advantage::Advantage, [] | [_]) => together(drawn),
            (Advantage::Advantage, [first, second, ..]) => match (rolls(first), rolls(second)) {
                (false, false) => self.damage(first.face).max(self.damage(second.face)),
                (true, true) => together(drawn),
                (true, false) | (false, true) => together(&cards[..2]),
            },
            (Advantage::Disadvantage, [first, second, ..]) if !rolls(first) && !rolls(second) => {
                self.damage(first.face).min(self.damage(second.face))
            }
            (Advantage::Disadvantage, _) => {
                let counted = drawn.last().filter(|card| !rolls(card));
                self.damage(counted.map_or(ModifierFace::Plus(0), |card| card.face))
            }
        }
    }

    /// Returns the damage with several cards together: additions first, then doublings and "no
    /// damage".
    fn with_cards(self, faces: impl IntoIterator<Item = ModifierFace>) -> u16 {
        let mut value = i32::from(self.attack) + i32::from(self.bonus) + i32::from(self.poisoned);
        let mut factor = 1;
        for face in faces {
            match face {
                ModifierFace::Plus(more) => value += i32::from(more),
                ModifierFace::Double => factor *= 2,
                ModifierFace::None => factor = 0,
            }
        }
        let shield = (i32::from(self.shield) - i32::from(self.pierce)).max(0);
        u16::try_from((value * factor - shield).max(0)).unwrap_or(u16::MAX)
    }
}

/// A retaliate bonus of a target (S7.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retaliate {
    /// The damage it deals.
    pub damage: u16,
    /// Its range; `None` if it hits adjacent attackers only.
    pub range: Option<u16>,
}

/// Returns the damage that an attacker suffers from retaliate for one attack; no shield lowers it
/// (G15).
///
/// `range` is the range to the attacker, 1 if adjacent and `None` behind walls; `left` is the hit
/// points of the target after the attack.
pub fn retaliate_damage(bonuses: &[Retaliate], range: Option<u16>, left: HitPoints) -> u16 {
    let Some(range) = range.filter(|_| !left.is_gone()) else {
        return 0;
    };
    bonuses
        .iter()
        .filter(|bonus| range <= bonus.range.unwrap_or(1))
        .fold(0, |sum, bonus| sum.saturating_add(bonus.damage))
}

/// Returns the hit points and conditions after an attack that deals `damage` and adds the
/// conditions `brings` (S5.3, S7.4).
pub fn after_attack(
    hit_points: HitPoints,
    conditions: Conditions,
    damage: u16,
    brings: Conditions,
) -> (HitPoints, Conditions) {
    (hit_points.hurt(damage), conditions.union(brings))
}

/// Returns the hit points and conditions after a heal, which removes wound; it removes poison
/// instead of healing (S7.8, G14).
pub fn after_heal(
    hit_points: HitPoints,
    conditions: Conditions,
    by: u16,
) -> (HitPoints, Conditions) {
    let ended = Conditions::EMPTY.with(Condition::Poison).with(Condition::Wound);
    let after = conditions.without(ended);
    if conditions.contains(Condition::Poison) {
        return (hit_points, after);
    }
    (hit_points.healed(by), after)
}
