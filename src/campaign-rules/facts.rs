//! Facts of the owner's box: items and scenarios. The owner types each of them once.

use std::collections::BTreeSet;

use crate::name::Name;

enum_table::enum_table! {
    /// The place where an item is worn or held (S16.5).
    pub enum Slot {
        /// Returns the word for it.
        word: &'static str,
    }

    Head = "head";
    Body = "body";
    Legs = "legs";
    OneHand = "one hand";
    TwoHands = "two hands";
    Small = "small";
}

/// An item of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFacts {
    /// Its number.
    pub number: u16,
    /// Its title; `None` if the owner gave none.
    pub title: Option<Name>,
    /// The printed price, in gold.
    pub price: u16,
    /// The number of its cards.
    pub copies: u8,
    /// The place where it is worn; `None` if the owner gave none.
    pub slot: Option<Slot>,
}

impl ItemFacts {
    /// The maximum number of an item.
    pub const MAX_NUMBER: u16 = 999;
    /// The maximum price, in gold.
    pub const MAX_PRICE: u16 = 999;
    /// The maximum number of copies.
    pub const MAX_COPIES: u8 = 20;
}

/// A personal quest of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestFacts {
    /// Its number.
    pub number: u16,
    /// Its title; `None` if the owner gave none.
    pub title: Option<Name>,
    /// The envelope on it; `None` if the owner gave none.
    pub envelope: Option<Name>,
}

/// A condition for playing a scenario in the campaign (S15.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The achievement.
    pub achievement: Name,
    /// `true` for a global achievement, `false` for one of the party.
    pub is_global: bool,
    /// `true` if the achievement is required, `false` if it must be missing.
    pub is_present: bool,
}

/// A scenario of the box, as far as the campaign needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioFacts {
    /// Its number.
    pub number: u16,
    /// The scenarios that it is linked to.
    pub links: BTreeSet<u16>,
    /// `true` if it is linked to the town.
    pub is_linked_to_town: bool,
    /// The conditions for playing it in the campaign.
    pub requirements: Vec<Requirement>,
}

impl ScenarioFacts {
    /// The maximum number of a scenario.
    pub const MAX_NUMBER: u16 = 999;
    /// The maximum number of links, and of requirements.
    pub const MAX_LISTED: usize = 20;
}
