//! A character: its sheet, and its life in a party or idle in the town.

use std::collections::BTreeSet;

use scenario_rules::levels::NewCharacter;

use crate::class::ClassPerk;
use crate::name::Name;

enum_table::enum_table! {
    /// The state of a character.
    pub enum CharacterState {
        /// Returns the word for it.
        word: &'static str,
    }

    /// It plays, or could.
    Active = "active";
    /// It has retired (S16.7).
    Retired = "retired";
    /// It has died in the variant (S16.8).
    Dead = "dead";
}

/// A card of its class that a character chose at a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenCard {
    /// The title.
    pub title: Name,
    /// The printed level, from 2.
    pub level: u8,
}

/// The cards that a character takes to a scenario (S16.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenHand {
    /// The number of cards of level 1 or X.
    pub basic: u8,
    /// The titles of the others, which it chose on levelling up.
    pub cards: Vec<Name>,
}

impl ChosenHand {
    /// The maximum number of titles.
    pub const MAX_LISTED: usize = 20;
    /// The maximum number of cards of level 1 or X.
    pub const MAX_BASIC: u8 = 30;

    /// Returns the number of cards.
    pub fn size(&self) -> usize {
        usize::from(self.basic) + self.cards.len()
    }
}

/// A character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// Its name.
    pub name: Name,
    /// Its class.
    pub class: Name,
    /// Its state.
    pub state: CharacterState,
    /// Its party; `None` if it is idle.
    pub party: Option<Name>,
    /// Its level, from 1 to 9.
    pub level: u8,
    /// Its experience.
    pub experience: u16,
    /// Its gold.
    pub gold: u16,
    /// The checkmarks of its battle goals, 18 at most.
    pub checkmarks: u8,
    /// The cards that it chose on levelling up, in order.
    pub cards: Vec<ChosenCard>,
    /// The perks that it took, in the players' words.
    pub perks: Vec<String>,
    /// The numbers of its items.
    pub items: BTreeSet<u16>,
    /// The numbers of the items that it has equipped, each one of its own.
    pub equipped: BTreeSet<u16>,
    /// The hand that it takes to a scenario; `None` until it is chosen.
    pub hand: Option<ChosenHand>,
    /// The number of its battle goal, until the scenario ends.
    pub battle_goal: Option<u16>,
    /// The number of its personal quest; `None` if no quest was left.
    pub quest: Option<u16>,
    /// `true` once its quest is fulfilled.
    pub is_quest_fulfilled: bool,
    /// `true` if it has donated on this visit.
    pub has_donated: bool,
    /// The bless cards that it has in the next scenario.
    pub bless_cards: u8,
}

impl Character {
    /// The highest level.
    pub const MAX_LEVEL: u8 = 9;
    /// The maximum experience.
    pub const MAX_EXPERIENCE: u16 = 9_999;
    /// The maximum gold.
    pub const MAX_GOLD: u16 = 9_999;
    /// The checkmarks that make a perk (S14.2).
    pub const CHECKMARKS_PER_PERK: u8 = 3;
    /// The maximum number of checkmarks, which make six perks (S14.2).
    pub const MAX_CHECKMARKS: u8 = 18;
    /// The maximum length of a perk in words, in characters.
    pub const MAX_PERK_CHARS: usize = 120;

    /// Returns the fewest experience of its level, below which none is lost (S14.4).
    pub fn least_experience(&self) -> u16 {
        least_experience(self.level)
    }

    /// Returns the fewest checkmarks that its perks leave, below which none are lost (S14.4).
    pub const fn least_checkmarks(&self) -> u8 {
        self.checkmarks - self.checkmarks % Self::CHECKMARKS_PER_PERK
    }

    /// Returns the number of perks that its levels and its checkmarks make.
    pub fn earned_perks(&self) -> usize {
        usize::from(self.level - 1 + self.checkmarks / Self::CHECKMARKS_PER_PERK)
    }

    /// Returns the number of perks that it has still to take.
    pub fn open_perks(&self) -> usize {
        self.earned_perks().saturating_sub(self.perks.len())
    }

    /// Returns the number of cards that it has still to choose (S16.2).
    pub fn open_cards(&self) -> usize {
        usize::from(self.level - 1).saturating_sub(self.cards.len())
    }

    /// Returns the level for which it chooses its next card; `None` if none is open.
    pub fn next_card_level(&self) -> Option<u8> {
        (self.open_cards() > 0).then(|| u8::try_from(self.cards.len() + 2).unwrap_or(u8::MAX))
    }

    /// Returns the number of times that it took a perk of its class.
    pub fn times_taken(&self, perk: &ClassPerk) -> usize {
        self.perks.iter().filter(|taken| perk.is(taken)).count()
    }

    /// Checks if a card is in its pool: one of level 1 or X, or one that it chose.
    pub fn has_card(&self, title: &Name, level: u8) -> bool {
        level == 1 || self.cards.iter().any(|card| card.title == *title && card.level == level)
    }
}

/// Returns the fewest experience of a level from 1 to 9 (S14.1).
pub fn least_experience(level: u8) -> u16 {
    let new = NewCharacter::new(level, Character::MAX_LEVEL);
    new.map_or(0, |new| new.experience)
}
