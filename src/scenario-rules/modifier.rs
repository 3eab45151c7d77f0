//! The attack modifier cards and their decks (S3.6, S7.2, S10.2).
//!
//! The players draw from the decks on the table. A [`Deck`] counts the remaining cards, so a card
//! that cannot be drawn any more is noticed. A deck with a [`Deal`] is dealt by the app instead.

use std::fmt;

use sha2::{Digest, Sha256};

use super::figure::Conditions;
use super::names::FigureId;

/// The effect of a modifier card on the attack value (G12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModifierFace {
    /// Adds to the value, or subtracts if negative.
    Plus(i16),
    /// Doubles the value.
    Double,
    /// Makes the attack deal no damage.
    None,
    /// A bless card: doubles the value, and leaves the deck (G14).
    Bless,
    /// A curse card: makes the attack deal no damage, and leaves the deck (G14).
    Curse,
}

impl ModifierFace {
    /// Returns `true` for a bless or curse card, which leaves the deck when it is drawn.
    pub const fn leaves_deck(self) -> bool {
        matches!(self, Self::Bless | Self::Curse)
    }

    /// Returns `true` for a card after which the deck is shuffled at the end of the round (S10.2).
    pub const fn shuffles(self) -> bool {
        matches!(self, Self::Double | Self::None)
    }
}

impl fmt::Display for ModifierFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plus(amount) => write!(f, "{amount:+}"),
            Self::Double => f.write_str("x2"),
            Self::None => f.write_str("null"),
            Self::Bless => f.write_str("bless"),
            Self::Curse => f.write_str("curse"),
        }
    }
}

/// A modifier card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Its effect on the value.
    pub face: ModifierFace,
    /// `true` if it is a rolling card, which is played together with the next one.
    pub rolling: bool,
    /// The conditions it adds to the attack.
    pub conditions: Conditions,
}

impl Modifier {
    /// The maximum of the amount that a card adds or subtracts.
    pub const MAX_AMOUNT: i16 = 20;

    /// Creates a card that is not rolling and has no other effect.
    pub const fn plain(face: ModifierFace) -> Self {
        Self { face, rolling: false, conditions: Conditions::EMPTY }
    }
}

/// Writes a card as records have it: `+1`, `rolling+1`, `+0/stun`.
impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rolling {
            f.write_str("rolling")?;
        }
        self.face.fmt(f)?;
        self.conditions.iter().try_for_each(|condition| write!(f, "/{}", condition.verb()))
    }
}

/// The owner of a modifier deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeckOwner {
    /// All monsters together.
    Monsters,
    /// A character; its summons draw from the same deck.
    Character(FigureId),
}

/// The equal cards of a deck. Invariant: `left` is at most `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckCards {
    /// The card.
    pub card: Modifier,
    /// The number of these cards in the deck and among the drawn ones.
    pub count: u8,
    /// The number of these cards that are not drawn yet.
    pub left: u8,
}

/// The dealing of a deck by the app: a seed from which every card follows, on every machine.
///
/// Card number `n`, from 0, is picked when it is drawn. Its text is the seed and `n` in decimal, with
/// a space between them, and the first eight bytes of the SHA-256 hash of that text are a number `h`,
/// the most significant byte first. Of the `k` cards left, in the order of [`Deck::cards`], it is the
/// one at index `h × k / 2⁶⁴`, rounded down.
///
/// All cards that are left are equally likely. So no order has to be stored, and cards that are
/// shuffled in later need no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seed. Decks with the same seed and the same cards are dealt alike.
    pub seed: u64,
    /// The number of cards drawn since the seed was set.
    pub drawn: u32,
}

impl Deal {
    /// Returns the index of the next card of this many that are left; 0 if none is.
    pub(super) fn index(self, left: u32) -> u32 {
        let Self { seed, drawn } = self;
        let hash = Sha256::digest(format!("{seed} {drawn}").as_bytes());
        let bits = hash.iter().take(8).fold(0, |bits: u128, &byte| (bits << 8) | u128::from(byte));
        u32::try_from((bits * u128::from(left)) >> 64).unwrap_or_default()
    }
}

/// A modifier deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Its owner.
    pub owner: DeckOwner,
    /// Its cards.
    pub cards: Vec<DeckCards>,
    /// `true` if it is shuffled at the end of the round, because a standard double or no-damage
    /// card was drawn (S10.2).
    pub shuffle_due: bool,
    /// The dealing by the app; `None` if the players draw the cards on the table.
    pub deal: Option<Deal>,
}

impl Deck {
    /// The maximum number of different cards in a deck.
    pub const MAX_KINDS: usize = 40;
    /// The maximum number of equal cards in a deck.
    pub const MAX_COUNT: u8 = 50;
    /// The maximum number of curse cards in a deck (G14).
    pub const MAX_CURSES: u8 = 10;

    /// The faces of the standard deck with their numbers of cards (S3.6, G12).
    const STANDARD: [(ModifierFace, u8); 7] = [
        (ModifierFace::Plus(0), 6),
        (ModifierFace::Plus(1), 5),
        (ModifierFace::Plus(-1), 5),
        (ModifierFace::Plus(2), 1),
        (ModifierFace::Plus(-2), 1),
        (ModifierFace::Double, 1),
        (ModifierFace::None, 1),
    ];

    /// Creates the shuffled standard deck of 20 cards (S3.6).
    pub fn standard(owner: DeckOwner) -> Self {
        let cards = Self::STANDARD
            .into_iter()
            .map(|(face, count)| DeckCards { card: Modifier::plain(face), count, left: count })
            .collect();
        Self { owner, cards, shuffle_due: false, deal: None }
    }

    /// Returns the number of cards that are not drawn yet.
    pub fn left(&self) -> u32 {
        self.cards.iter().map(|cards| u32::from(cards.left)).sum()
    }

    /// Returns the numbers of these cards in all and not drawn yet; 0 if the deck has none.
    pub fn count_of(&self, card: Modifier) -> (u8, u8) {
        let cards = self.cards.iter().find(|cards| cards.card == card);
        cards.map_or((0, 0), |cards| (cards.count, cards.left))
    }

    /// Returns the card that the app deals next; `None` if the players draw, or if the deck has no
    /// cards. A deck without cards left is shuffled first (G12).
    pub fn next_card(&self) -> Option<Modifier> {
        let is_left = self.left() > 0;
        let available =
            |cards: &DeckCards| u32::from(if is_left { cards.left } else { cards.count });
        let mut index = self.deal?.index(self.cards.iter().map(available).sum());
        let next = self.cards.iter().find(|cards| {
            let before = available(cards);
            let is_here = index < before;
            index = index.saturating_sub(before);
            is_here
        });
        next.map(|cards| cards.card)
    }

    /// Returns the cards that the app deals next, until they are enough; empty if the players draw.
    pub fn next_cards(&self, is_enough: impl Fn(&[Modifier]) -> bool) -> Vec<Modifier> {
        let mut deck = self.clone();
        let mut cards = Vec::new();
        while let Some(card) = deck.next_card().filter(|_| !is_enough(&cards)) {
            deck.draw(card);
            cards.push(card);
        }
        cards
    }

    /// Draws a card. A deck without cards left is shuffled first (G12), and is still shuffled at
    /// the end of the round if that is due (S10.2). Returns `false` if no such card is left.
    pub fn draw(&mut self, card: Modifier) -> bool {
        let Some(at) = self.cards.iter().position(|cards| cards.card == card) else {
            return false;
        };
        if self.left() == 0 {
            self.take_back();
        }
        let cards = &mut self.cards[at];
        if cards.left == 0 {
            return false;
        }
        cards.left -= 1;
        cards.count -= u8::from(card.face.leaves_deck());
        self.cards.retain(|cards| cards.count > 0);
        self.shuffle_due |= card.face.shuffles();
        if let Some(deal) = &mut self.deal {
            deal.drawn = deal.drawn.saturating_add(1);
        }
        true
    }

    /// Adds shuffled cards, up to [`Self::MAX_COUNT`].
    pub fn add(&mut self, card: Modifier, count: u8) {
        match self.cards.iter_mut().find(|cards| cards.card == card) {
            Some(cards) => {
                cards.count = cards.count.saturating_add(count).min(Self::MAX_COUNT);
                cards.left = cards.left.saturating_add(count).min(cards.count);
            }
            None => self.cards.push(DeckCards { card, count, left: count }),
        }
    }

    /// Removes cards that are not drawn yet. Returns the number of removed cards.
    pub fn remove(&mut self, card: Modifier, count: u8) -> u8 {
        let Some(cards) = self.cards.iter_mut().find(|cards| cards.card == card) else {
            return 0;
        };
        let removed = count.min(cards.left);
        cards.left -= removed;
        cards.count -= removed;
        self.cards.retain(|cards| cards.count > 0);
        removed
    }

    /// Shuffles the drawn cards into the deck.
    pub fn shuffle(&mut self) {
        self.take_back();
        self.shuffle_due = false;
    }

    fn take_back(&mut self) {
        for cards in &mut self.cards {
            cards.left = cards.count;
        }
    }
}
