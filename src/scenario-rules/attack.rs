//! The arithmetic of an attack: modifier cards, damage, shield, retaliate (S7.2 to S7.6).

use super::figure::{Condition, Conditions, HitPoints};

/// The effect of a modifier card on the attack value (G12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// So much more or less.
    Plus(i16),
    /// The value is doubled.
    Double,
    /// The attack deals no damage.
    None,
}

/// A modifier card as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Its effect.
    pub face: Face,
    /// `true` if it is a rolling card, which is played together with the next.
    pub rolling: bool,
}

impl Modifier {
    /// A card that is not rolling.
    pub const fn plain(face: Face) -> Self {
        Self { face, rolling: false }
    }
}

/// Advantage or disadvantage, with which two cards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Luck {
    /// One card, or advantage and disadvantage at once, which cancel.
    #[default]
    Even,
    /// Two cards, the better one counts.
    Advantage,
    /// Two cards, the worse one counts.
    Disadvantage,
}

impl Luck {
    /// Returns the advantage of an attack with these; several of one kind count once.
    pub const fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            (true, true) | (false, false) => Self::Even,
        }
    }

    /// Returns the advantage of an attack by a figure with these conditions, on an adjacent enemy or
    /// not (S5.2).
    pub fn of_attack(conditions: Conditions, ranged: bool, adjacent: bool) -> Self {
        let disadvantage = conditions.contains(Condition::Muddle) || ranged && adjacent;
        Self::of(conditions.contains(Condition::Strengthen), disadvantage)
    }
}

/// One attack on one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// The attack value.
    pub attack: i16,
    /// The bonuses of the attacker.
    pub bonus: i16,
    /// The shields of the target, all together (G9).
    pub shield: i16,
    /// The part of the shield that the attack pierces.
    pub pierce: i16,
    /// `true` if the target is poisoned, which adds 1 (G14).
    pub poisoned: bool,
}

impl Blow {
    /// The damage with one modifier card, never below 0 (S7.3).
    pub fn damage(self, face: Face) -> u16 {
        self.with_cards(std::iter::once(face))
    }

    /// The damage with the cards drawn one after another, two where `luck` asks for them (S7.2).
    ///
    /// Rolling cards count only where the table plays with them (G11): without luck each is added
    /// to the next card; advantage with one rolling card uses both cards; disadvantage ignores
    /// them. Cards that are not needed are not looked at; without any, the attack value stands.
    pub fn drawn(self, cards: &[Modifier], luck: Luck, rolling: bool) -> u16 {
        let rolls = |card: &Modifier| rolling && card.rolling;
        match (luck, cards) {
            (_, []) => self.damage(Face::Plus(0)),
            (Luck::Even, _) => {
                let last = cards.iter().position(|card| !rolls(card)).unwrap_or(cards.len() - 1);
                self.with_cards(cards[..=last].iter().map(|card| card.face))
            }
            (_, [only]) => self.damage(only.face),
            (Luck::Advantage, [first, second, ..]) => {
                if rolls(first) || rolls(second) {
                    return self.with_cards([first.face, second.face]);
                }
                self.damage(first.face).max(self.damage(second.face))
            }
            (Luck::Disadvantage, _) => {
                let plain = cards.iter().filter(|card| !rolls(card)).take(2);
                let worse = plain.map(|card| self.damage(card.face)).min();
                worse.unwrap_or_else(|| self.damage(Face::Plus(0)))
            }
        }
    }

    /// Several cards count together: those that add first, then those that double or annul.
    fn with_cards(self, faces: impl IntoIterator<Item = Face>) -> u16 {
        let mut value = i32::from(self.attack) + i32::from(self.bonus) + i32::from(self.poisoned);
        let mut factor = 1;
        for face in faces {
            match face {
                Face::Plus(more) => value += i32::from(more),
                Face::Double => factor *= 2,
                Face::None => factor = 0,
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
    /// Its range; `None` for adjacent attackers only.
    pub range: Option<u16>,
}

/// Returns the damage that an attacker suffers in return for one attack; no shield lowers it (G15).
///
/// `range` is how far away the attacker stands, 1 if adjacent and nothing behind walls; `left` what
/// the target has left after the attack.
pub fn retaliation(bonuses: &[Retaliate], range: Option<u16>, left: HitPoints) -> u16 {
    let Some(range) = range.filter(|_| !left.is_gone()) else {
        return 0;
    };
    let reaching = bonuses.iter().filter(|bonus| range <= bonus.range.unwrap_or(1));
    reaching.fold(0, |sum, bonus| sum.saturating_add(bonus.damage))
}

/// Returns the hit points and conditions after an attack: its damage, and the conditions that come
/// with it (S5.3, S7.4).
pub fn struck(
    hit_points: HitPoints,
    conditions: Conditions,
    damage: u16,
    brings: Conditions,
) -> (HitPoints, Conditions) {
    (hit_points.hurt(damage), conditions.union(brings))
}

/// Returns the hit points and conditions after a heal: it takes poison away instead of healing, and
/// wound with it (S7.8, G14).
pub fn healed(hit_points: HitPoints, conditions: Conditions, by: u16) -> (HitPoints, Conditions) {
    let ended = Conditions::EMPTY.with(Condition::Poison).with(Condition::Wound);
    let after = conditions.without(ended);
    if conditions.contains(Condition::Poison) {
        return (hit_points, after);
    }
    (hit_points.healed(by), after)
}
