//! Players by seat, and sets of small things.

use components::ids::{AdviserId, BuildingId, ResourceId};
use components::specs::StandardCard;

use std::fmt;
use std::ops::{Index, IndexMut};

/// A player, by seat: 0 is the first player, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The most players at a table.
    pub const MAX: usize = 4;

    /// The seat as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One `T` for every player; seats that nobody takes hold the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByPlayer<T>(pub [T; PlayerId::MAX]);

impl<T> Index<PlayerId> for ByPlayer<T> {
    type Output = T;
    fn index(&self, player: PlayerId) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<PlayerId> for ByPlayer<T> {
    fn index_mut(&mut self, player: PlayerId) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// A tile on the map, by the order of placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub u8);

impl PieceId {
    /// Returns its place in the order of placing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A card in a player's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// One of the cards every player starts with.
    Standard(StandardCard),
    /// A recruited adviser.
    Adviser(AdviserId),
}

macro_rules! set {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $item:ty, $to:expr, $from:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name($bits);

        impl $name {
            /// The set of nothing.
            pub const EMPTY: Self = Self(0);

            /// Puts `item` in.
            pub fn insert(&mut self, item: $item) {
                let to: fn($item) -> u32 = $to;
                self.0 |= 1 << to(item);
            }

            /// Takes `item` out.
            pub fn remove(&mut self, item: $item) {
                let to: fn($item) -> u32 = $to;
                self.0 &= !(1 << to(item));
            }

            /// Whether `item` is in it.
            #[must_use]
            pub fn contains(self, item: $item) -> bool {
                let to: fn($item) -> u32 = $to;
                self.0 & (1 << to(item)) != 0
            }

            /// How many are in it.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether nothing is in it.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// What is in either.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What is in this one and not in the other.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether the two have anything in common.
            #[must_use]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Everything in it, in order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let from: fn(u8) -> $item = $from;
                let mut left = self.0;
                std::iter::from_fn(move || {
                    if left == 0 {
                        return None;
                    }
                    let bit = left.trailing_zeros() as u8;
                    left &= left - 1;
                    Some(from(bit))
                })
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                for item in items {
                    set.insert(item);
                }
                set
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

set!(
    /// A set of players.
    PlayerSet, u8, PlayerId, |p| u32::from(p.0), PlayerId
);
set!(
    /// A set of resources; a pack has no more than 64.
    ResourceSet, u64, ResourceId, |r| u32::from(r.0), ResourceId
);
set!(
    /// A set of tiles on the map; there are no more than 128.
    PieceSet, u128, PieceId, |p| u32::from(p.0), PieceId
);
set!(
    /// A set of prestige buildings; a pack has no more than 64.
    BuildingSet, u64, BuildingId, |b| u32::from(b.0), BuildingId
);
set!(
    /// A set of advisers; a pack has no more than 58.
    AdviserSet, u64, AdviserId, |a| u32::from(a.0), AdviserId
);
set!(
    /// A set of cards; standard ones come first.
    CardSet, u64, Card, card_bit, bit_card
);

fn card_bit(card: Card) -> u32 {
    match card {
        Card::Standard(card) => card as u32,
        Card::Adviser(adviser) => u32::from(adviser.0) + 6,
    }
}

fn bit_card(bit: u8) -> Card {
    match StandardCard::ALL.get(usize::from(bit)) {
        Some(&card) => Card::Standard(card),
        None => Card::Adviser(AdviserId(bit - 6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_cards_gives_back_what_went_in() {
        let cards = [
            Card::Standard(StandardCard::Recruit),
            Card::Standard(StandardCard::Income),
            Card::Adviser(AdviserId(0)),
            Card::Adviser(AdviserId(57)),
        ];
        let set: CardSet = cards.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cards);
        assert_eq!(set.len(), 4);
    }
}
