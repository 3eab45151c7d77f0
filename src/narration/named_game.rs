//! A game with the naming of its players.
//!
//! The naming is a setting of the user, not a part of the game. It is passed with the game to the
//! functions that describe it.

use rules::game::Game;
use rules::player::PlayerId;
use serde::{Deserialize, Serialize};

/// The naming of players in texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerNaming {
    /// By their names, as people call each other.
    #[default]
    Names,
    /// By their races, as the record does.
    Races,
}

/// A reference to a game with the naming of its players.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame<'a> {
    game: &'a Game,
    naming: PlayerNaming,
}

impl<'a> NamedGame<'a> {
    /// Combines a game with a naming of its players.
    pub const fn new(game: &'a Game, naming: PlayerNaming) -> Self {
        Self { game, naming }
    }

    /// Combines a game with naming by race, as in records and on the command line.
    pub const fn by_race(game: &'a Game) -> Self {
        Self::new(game, PlayerNaming::Races)
    }

    /// Returns another game of the same players, such as the one before or after an action.
    pub const fn with_game<'b>(&self, game: &'b Game) -> NamedGame<'b> {
        NamedGame::new(game, self.naming)
    }

    /// Returns the game.
    pub const fn game(self) -> &'a Game {
        self.game
    }

    /// Returns the naming of players.
    pub const fn naming(self) -> PlayerNaming {
        self.naming
    }

    /// Returns the name of a player. With naming by race, a player without a race of their own is
    /// still named by name.
    pub fn label(self, player: PlayerId) -> String {
        match self.naming {
            PlayerNaming::Names => self.game.player_name(player).to_owned(),
            PlayerNaming::Races => self.game.race_label(player),
        }
    }
}
