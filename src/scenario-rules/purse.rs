//! The gains of a character in the scenario: money tokens and experience (S11.1, S11.3).

use super::names::FigureId;

/// The gains of a character. It keeps them when it is exhausted (S12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The character.
    pub figure: FigureId,
    /// The money tokens it has picked up.
    pub tokens: u16,
    /// The experience it has gained.
    pub experience: u16,
}

impl Purse {
    /// The maximum of each number.
    pub const MAX: u16 = 999;

    /// Creates the purse of a character that has gained nothing.
    pub const fn empty(figure: FigureId) -> Self {
        Self { figure, tokens: 0, experience: 0 }
    }

    /// Returns `true` if nothing was gained.
    pub const fn is_empty(&self) -> bool {
        self.tokens == 0 && self.experience == 0
    }
}
