//! Markers in hexes that hinder no figure: pressure plates, numbered tokens and treasure (S6.6,
//! S9.5, S11.4).
//!
//! Numbered tokens that are allied figures are [`FigureKind::Ally`](super::figure::FigureKind); a
//! token here is a place to loot.

use std::fmt;

use super::hex::Hex;
use super::names::FigureId;
use super::position::Layout;
use super::rulebook::Rule;

/// A marker in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexMark {
    /// A pressure plate.
    Plate,
    /// A numbered token that can be looted.
    Token(u8),
    /// A treasure tile with its number.
    Treasure(u8),
}

impl HexMark {
    /// The maximum number on a token or a treasure tile.
    pub const MAX_NUMBER: u8 = 99;

    /// Returns the rule about looting it; `None` for a plate, which stays.
    pub const fn loot_rule(self) -> Option<Rule> {
        match self {
            Self::Plate => None,
            Self::Token(_) => Some(Rule::NumberedTokens),
            Self::Treasure(_) => Some(Rule::Treasure),
        }
    }
}

impl fmt::Display for HexMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plate => f.write_str("plate"),
            Self::Token(number) => write!(f, "token {number}"),
            Self::Treasure(number) => write!(f, "treasure {number}"),
        }
    }
}

/// A token or treasure that a character has looted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LootedMark {
    /// The character.
    pub figure: FigureId,
    /// The token or treasure.
    pub mark: HexMark,
}

impl Layout {
    /// Returns the markers in a hex.
    pub fn marks_in(&self, hex: Hex) -> impl Iterator<Item = HexMark> {
        self.marks.iter().filter(move |(_, at)| *at == hex).map(|(mark, _)| *mark)
    }

    /// Returns the tokens and treasure that a character has looted, in order.
    pub fn looted_by(&self, figure: FigureId) -> impl Iterator<Item = HexMark> {
        self.looted.iter().filter(move |of| of.figure == figure).map(|of| of.mark)
    }
}
