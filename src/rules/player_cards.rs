//! The cards of a player: in the hand, played by name, and played face down unnamed (ruling R25).

use super::adjustment::CardPlace;
use super::player::{Card, CardSet};
use components::specs::StandardCard;

/// The cards of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlayerCards {
    /// Cards that may be in the hand, including any that may be face down unnamed.
    hand: CardSet,
    /// Cards known to be played.
    played: CardSet,
    /// The candidates for each unnamed face-down card; each set contains the previous one.
    unnamed: Vec<CardSet>,
}

impl PlayerCards {
    /// Creates the cards of a player who holds these.
    pub(super) const fn holding(hand: CardSet) -> Self {
        Self { hand, played: CardSet::EMPTY, unnamed: Vec::new() }
    }

    /// Returns the cards that may be in the hand.
    #[inline]
    pub(super) const fn hand(&self) -> CardSet {
        self.hand
    }

    /// Returns the cards known to be played.
    #[inline]
    pub(super) const fn played(&self) -> CardSet {
        self.played
    }

    /// Returns the number of unnamed face-down cards.
    pub(super) fn unnamed_count(&self) -> usize {
        self.unnamed.len()
    }

    /// Returns the cards that may be played, by name or unnamed.
    pub(super) fn may_be_played(&self) -> CardSet {
        self.unnamed.iter().fold(self.played, |all, candidates| all.union(*candidates))
    }

    /// Returns the number of cards in the hand, Call to Vote included.
    pub(super) fn hand_size(&self) -> usize {
        self.hand.len().saturating_sub(self.unnamed.len())
    }

    /// Returns the number of played cards.
    pub(super) fn played_count(&self) -> usize {
        self.played.len() + self.unnamed.len()
    }

    /// Returns `true` if the unnamed cards can still be different cards, none of them among `cards`
    /// (ruling R25).
    pub(super) fn fits_without(&self, cards: CardSet) -> bool {
        let mut count = 0;
        self.unnamed.iter().all(|&candidates| {
            count += 1;
            candidates.without(cards).len() >= count
        })
    }

    /// Adds a card to the hand.
    pub(super) fn gain(&mut self, card: Card) {
        self.hand.insert(card);
    }

    /// Removes a card from the hand, to a place other than in front of the player.
    pub(super) fn give_up(&mut self, card: Card) {
        self.hand.remove(card);
    }

    /// Removes a played card, to a place other than the hand.
    pub(super) fn remove_played(&mut self, card: Card) {
        self.played.remove(card);
    }

    /// Puts a card from the hand in front of the player (rule 4.4), by name or not (ruling R25).
    pub(super) fn put_down(&mut self, card: Option<Card>) {
        if let Some(card) = card {
            self.hand.remove(card);
            self.played.insert(card);
            self.rule_out(card);
        } else {
            let mut candidates = self.hand;
            candidates.remove(Card::Standard(StandardCard::CallToVote));
            self.unnamed.push(candidates);
        }
    }

    /// Takes a played card back into the hand, which names an unnamed one if necessary. Returns
    /// `false` if it cannot be among the played cards.
    pub(super) fn take_back(&mut self, card: Card) -> bool {
        if self.played.contains(card) {
            self.played.remove(card);
        } else {
            let mut unnamed = self.unnamed.iter();
            let Some(index) = unnamed.position(|candidates| candidates.contains(card)) else {
                return false;
            };
            self.unnamed.remove(index);
            self.rule_out(card);
        }
        self.hand.insert(card);
        true
    }

    /// Takes every played card back, including Call to Vote. Returns the named cards and the number
    /// of unnamed ones.
    pub(super) fn take_all_back(&mut self) -> (CardSet, usize) {
        let vote = Card::Standard(StandardCard::CallToVote);
        let named = self.played.with(vote).without(self.hand);
        let unnamed = self.unnamed.len();
        *self = Self::holding(self.hand.union(named));
        (named, unnamed)
    }

    /// Moves a card to a place, from any other.
    pub(super) fn move_to(&mut self, card: Card, place: CardPlace) {
        self.rule_out(card);
        self.hand.remove(card);
        self.played.remove(card);
        match place {
            CardPlace::Hand => self.hand.insert(card),
            CardPlace::Played => self.played.insert(card),
            CardPlace::Gone => {}
        }
    }

    /// Removes a card from the candidates of the unnamed cards.
    fn rule_out(&mut self, card: Card) {
        for candidates in &mut self.unnamed {
            candidates.remove(card);
        }
    }
}
