//! Classes, and the stickers on their cards, which every character of a class shares.

use std::collections::BTreeSet;

use plain_text::same_name;
use scenario_rules::enhancement::Sticker;

use crate::name::Name;

/// A class of the box. Unknown facts are `None` until the owner types them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// Its name.
    pub name: Name,
    /// The number of cards in a hand.
    pub hand: Option<u8>,
    /// The hit points at levels 1 to 9.
    pub hit_points: Option<[u8; 9]>,
    /// The number of the event cards that are added when the class is unlocked.
    pub opening_event: Option<u16>,
    /// The number of the event cards that are added when a character of it retires first.
    pub retirement_event: Option<u16>,
}

impl ClassFacts {
    /// Creates a class with nothing known but its name.
    pub const fn named(name: Name) -> Self {
        Self { name, hand: None, hit_points: None, opening_event: None, retirement_event: None }
    }
}

/// A perk on the sheet of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPerk {
    /// Its words, such as "remove two -1".
    pub words: String,
    /// The number of times that a character can take it.
    pub times: u8,
}

impl ClassPerk {
    /// The maximum number of times.
    pub const MAX_TIMES: u8 = 9;
    /// The maximum number of perks of a class.
    pub const MAX_LISTED: usize = 30;

    /// Checks if words say this perk, whatever their case.
    pub fn is(&self, words: &str) -> bool {
        same_name(&self.words, words)
    }
}

enum_table::enum_table! {
    /// The two actions of an ability card.
    pub enum CardHalf {
        /// Returns the word for it.
        word: &'static str,
    }

    Top = "top";
    Bottom = "bottom";
}

enum_table::enum_table! {
    /// The kind of an ability line, which decides the stickers that it can have (S16.6).
    pub enum LineKind {
        /// Returns the word for it.
        word: &'static str,
    }

    /// A move.
    Move = "move";
    /// An attack.
    Attack = "attack";
    /// Another ability that targets enemies.
    Enemies = "enemies";
    /// An ability for allies or for the character itself.
    Allies = "allies";
    /// The statistics of a summon.
    Summon = "summon";
}

impl LineKind {
    /// Checks if a sticker can be placed on a line of this kind (S16.6).
    pub fn takes(self, sticker: Sticker) -> bool {
        match sticker {
            Sticker::Move | Sticker::Jump => self == Self::Move,
            Sticker::Attack | Sticker::AttackHex => self == Self::Attack,
            Sticker::Range | Sticker::Target => {
                matches!(self, Self::Attack | Self::Enemies | Self::Allies)
            }
            Sticker::Push
            | Sticker::Pull
            | Sticker::Pierce
            | Sticker::Poison
            | Sticker::Wound
            | Sticker::Curse
            | Sticker::Muddle
            | Sticker::Immobilize
            | Sticker::Disarm => matches!(self, Self::Attack | Self::Enemies),
            Sticker::Shield
            | Sticker::Retaliate
            | Sticker::Heal
            | Sticker::Strengthen
            | Sticker::Bless => self == Self::Allies,
            Sticker::SummonMove
            | Sticker::SummonAttack
            | Sticker::SummonRange
            | Sticker::SummonHitPoints => self == Self::Summon,
            Sticker::Element | Sticker::AnyElement => self != Self::Summon,
        }
    }
}

/// Checks if a line can have a sticker only once: it adds a condition, a jump or an element, not 1.
pub const fn is_single(sticker: Sticker) -> bool {
    matches!(
        sticker,
        Sticker::Poison
            | Sticker::Wound
            | Sticker::Curse
            | Sticker::Muddle
            | Sticker::Immobilize
            | Sticker::Disarm
            | Sticker::Strengthen
            | Sticker::Bless
            | Sticker::Jump
            | Sticker::AnyElement
    )
}

/// A sticker on a card of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSticker {
    /// The title of the card.
    pub card: Name,
    /// The level of the card, 1 for a card marked X.
    pub card_level: u8,
    /// The action on the card.
    pub half: CardHalf,
    /// The number of the line in that action, from 1.
    pub line: u8,
    /// The kind of that line.
    pub kind: LineKind,
    /// The sticker.
    pub sticker: Sticker,
}

impl PlacedSticker {
    /// The maximum number of a line.
    pub const MAX_LINE: u8 = 9;
}

/// A class in the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its facts.
    pub facts: ClassFacts,
    /// `true` if a new character can have it.
    pub is_open: bool,
    /// The envelope in which it was found; `None` for one that is open at first.
    pub envelope: Option<Name>,
    /// The perks on its sheet; empty until the owner types them.
    pub perks: Vec<ClassPerk>,
    /// The stickers on its cards, the oldest first.
    pub stickers: Vec<PlacedSticker>,
    /// `true` once a character of it has retired.
    pub has_retired: bool,
    /// The events that it has added to the decks.
    pub added: AddedEvents,
}

/// The events of a class that are in the decks (S16.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedEvents {
    /// `true` for those of its unlocking.
    pub opening: bool,
    /// `true` for those of its first retirement.
    pub retirement: bool,
}

impl Class {
    /// The number of classes that are open at first (S16.1).
    pub const OPEN_AT_FIRST: usize = 6;

    /// Creates a class that is not open.
    pub const fn new(facts: ClassFacts) -> Self {
        Self {
            facts,
            is_open: false,
            envelope: None,
            perks: Vec::new(),
            stickers: Vec::new(),
            has_retired: false,
            added: AddedEvents { opening: false, retirement: false },
        }
    }

    /// Returns the number of stickers on one action of a card.
    pub fn stickers_on(&self, card: &Name, half: CardHalf) -> usize {
        self.stickers.iter().filter(|of| of.card == *card && of.half == half).count()
    }

    /// Returns the cards with a sticker.
    pub fn enhanced_cards(&self) -> BTreeSet<&Name> {
        self.stickers.iter().map(|of| &of.card).collect()
    }
}
