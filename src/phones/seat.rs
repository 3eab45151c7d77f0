//! The seats of a table.

use rules::player::PlayerId;
use scenario_rules::FigureId;

/// The seat of a phone: a player of the first game, or a character of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatId(pub u32);

impl SeatId {
    /// Returns the player of the first game; `None` for a number that no player has.
    pub fn player(self) -> Option<PlayerId> {
        u8::try_from(self.0).ok().map(PlayerId)
    }
}

impl From<PlayerId> for SeatId {
    fn from(player: PlayerId) -> Self {
        Self(u32::from(player.0))
    }
}

impl From<FigureId> for SeatId {
    fn from(character: FigureId) -> Self {
        Self(character.number())
    }
}
