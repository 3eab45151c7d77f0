//! Players by seat, and small sets.

use std::ops::{Index, IndexMut};

use components::ids::AdviserId;
use components::specs::StandardCard;

/// A player, by seat: 0 is the first player, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The maximum number of players.
    pub const MAX: usize = 4;

    /// Returns the seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One `T` for every player; empty seats hold the default.
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

/// A tile on the map, identified by the order of placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub u8);

impl PieceId {
    /// Returns its place in the order of placing.
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

enum_table::bit_set!(
    /// A set of players.
    PlayerSet, u8, PlayerId, |p| u32::from(p.0), PlayerId
);
enum_table::bit_set!(
    /// A set of tiles on the map, at most 128.
    PieceSet, u128, PieceId, |p| u32::from(p.0), PieceId
);
enum_table::bit_set!(
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

/// Returns the starting cards of a player: the standard cards, Income with two players only.
pub fn standard_hand(players: usize) -> CardSet {
    let cards =
        StandardCard::ALL.into_iter().filter(|&card| card != StandardCard::Income || players == 2);
    cards.map(Card::Standard).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_set_iterates_over_its_cards_in_order() {
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
