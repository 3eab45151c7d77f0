//! The effects that event cards, rewards and other texts have on the campaign, as the players type
//! them.

use crate::name::Name;
use crate::world::{EventDeck, GlobalAchievement};

/// The character that a consequence is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Every member of the party.
    Each,
    /// One character.
    One(Name),
}

/// The part of a member in gold that a party gains or pays together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoldShare {
    /// The member.
    pub character: Name,
    /// Its part, in gold.
    pub gold: u16,
}

/// An effect on the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Consequence {
    /// The party gains reputation, or loses it if negative.
    Reputation(i8),
    /// The town gains marks of prosperity, or loses them if negative.
    Prosperity(i8),
    /// Characters gain gold, or lose it if negative.
    Gold { of: Recipient, amount: i16 },
    /// The party gains gold together, or pays it if negative; its members divide it.
    GoldTogether { amount: i16, shares: Vec<GoldShare> },
    /// Characters gain experience, or lose it if negative.
    Experience { of: Recipient, amount: i16 },
    /// Characters gain checkmarks, or lose them if negative.
    Checkmarks { of: Recipient, amount: i8 },
    /// A character gains an item (`true`) or loses it.
    Item { of: Name, item: u16, has: bool },
    /// The design of an item is found.
    Design(u16),
    /// A global achievement is gained (`true`) or lost.
    Global { achievement: GlobalAchievement, has: bool },
    /// The party gains an achievement (`true`) or loses it.
    PartyAchievement { name: Name, has: bool },
    /// A scenario is unlocked.
    Unlock(u16),
    /// An event card is added to a deck; `None` for both decks.
    AddEvent { deck: Option<EventDeck>, number: u16 },
    /// Anything else, in the players' words.
    Words(String),
}

impl Consequence {
    /// The maximum amount of gold or experience.
    pub const MAX_AMOUNT: i16 = 999;
    /// The maximum amount of reputation, prosperity or checkmarks.
    pub const MAX_SMALL_AMOUNT: i8 = 40;
    /// The maximum length of the words, in characters.
    pub const MAX_WORDS: usize = 300;
    /// The maximum number of consequences of one action.
    pub const MAX_LISTED: usize = 20;
}

/// A condition of an outcome on an event card (S15.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeCondition {
    /// None; the outcome always applies.
    Always,
    /// A member of the party has one of these classes.
    Classes(Vec<Name>),
    /// The reputation of the party is in this range, with both ends.
    Reputation {
        /// The lowest reputation.
        least: i8,
        /// The highest reputation.
        most: i8,
    },
    /// The members of the party have this much gold together.
    Gold(u16),
    /// No condition before it on the card is met.
    Otherwise,
}

impl OutcomeCondition {
    /// The maximum number of classes of a condition.
    pub const MAX_CLASSES: usize = 9;
}

/// An outcome of a choice on an event card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventOutcome {
    /// Its condition.
    pub condition: OutcomeCondition,
    /// Its effects, from top to bottom; empty if it has none.
    pub consequences: Vec<Consequence>,
}

impl EventOutcome {
    /// The maximum number of outcomes of a choice.
    pub const MAX_LISTED: usize = 10;
}
