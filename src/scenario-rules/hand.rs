//! The cards of a character by piles, as counts and never by title (S4.2, S4.3, S5.6, S10.3).

use std::fmt;

enum_table::enum_table! {
    /// A pile of a character's cards.
    pub enum Pile {
        /// Returns the word for it.
        word: &'static str,
    }

    /// The cards in hand.
    Hand = "hand";
    /// The cards chosen for this round and not yet put on another pile.
    Played = "played";
    /// The discard pile.
    Discard = "discard";
    /// The lost pile.
    Lost = "lost";
    /// The cards with an active effect, in front of the player.
    Active = "active";
}

/// The number of cards in each pile of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// The counts, in the order of [`Pile::ALL`].
    counts: [u8; Pile::ALL.len()],
    /// The number of times a card was lost by a short rest at the end of this round (S10.3).
    pub short_rests: u8,
}

/// The choice of a character at the start of a round (S4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardSelection {
    /// It plays two cards, or rests if it has two discards.
    PlayTwo {
        /// `true` if it may declare a long rest instead.
        may_rest: bool,
    },
    /// Only a long rest is left.
    LongRest,
    /// It is exhausted (S7.7).
    Exhausted,
}

impl Hand {
    /// The maximum number of cards of a character.
    pub const MAX_CARDS: u8 = 30;

    /// Creates the cards of a character at the start of a scenario, all in hand.
    pub fn full(size: u8) -> Self {
        Self::default().with(Pile::Hand, size)
    }

    /// Returns the piles with another count in one of them.
    #[must_use]
    pub fn with(mut self, pile: Pile, count: u8) -> Self {
        self.counts[pile as usize] = count;
        self
    }

    /// Returns the number of cards in a pile.
    pub const fn count(self, pile: Pile) -> u8 {
        self.counts[pile as usize]
    }

    /// Returns the number of cards of all piles.
    pub fn size(self) -> u8 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Returns the piles after moving cards from one to another; `None` if there are too few.
    #[must_use]
    pub fn moved(mut self, count: u8, from: Pile, to: Pile) -> Option<Self> {
        self.counts[from as usize] = self.count(from).checked_sub(count)?;
        self.counts[to as usize] = self.count(to).saturating_add(count);
        Some(self)
    }

    /// Returns the choice of its character at the start of a round (S4.2).
    pub const fn selection(self) -> CardSelection {
        let may_rest = self.may_rest();
        match self.count(Pile::Hand).saturating_add(self.count(Pile::Played)) {
            2.. => CardSelection::PlayTwo { may_rest },
            _ if may_rest => CardSelection::LongRest,
            _ => CardSelection::Exhausted,
        }
    }

    /// Returns `true` if there are enough discards for a rest (S10.3, S10.4).
    pub const fn may_rest(self) -> bool {
        self.count(Pile::Discard) >= 2
    }

    /// Returns the piles after a rest, which loses one discard and takes the others back to hand
    /// (S10.3, S10.4); `None` with fewer than two discards.
    #[must_use]
    pub fn rested(self) -> Option<Self> {
        if !self.may_rest() {
            return None;
        }
        let others = self.count(Pile::Discard) - 1;
        self.moved(1, Pile::Discard, Pile::Lost)?.moved(others, Pile::Discard, Pile::Hand)
    }
}

/// Writes the counts in hand, discarded and lost: `7·3·1`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [hand, discard, lost] =
            [Pile::Hand, Pile::Discard, Pile::Lost].map(|pile| self.count(pile));
        write!(f, "{hand}·{discard}·{lost}")
    }
}
