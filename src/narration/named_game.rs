//! A game with the way in which its players are named.
//!
//! The naming is a setting of the person at the screen, not a part of the game. It goes with the
//! game to the functions that put it into words.

use rules::game::Game;
use rules::player::PlayerId;
use serde::{Deserialize, Serialize};

/// The way in which players are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerNaming {
    /// By their names, as people call each other.
    #[default]
    Names,
    /// By their races, as the record does.
    Races,
}

/// A reference to a game with the way in which its players are named.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame<'a> {
    game: &'a Game,
    naming: PlayerNaming,
}

impl<'a> NamedGame<'a> {
    /// Creates a game whose players are named in this way.
    pub const fn new(game: &'a Game, naming: PlayerNaming) -> Self {
        Self { game, naming }
    }

    /// Creates a game whose players are named by their races, as in records and on the command line.
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

    /// Returns the way in which players are named.
    pub const fn naming(self) -> PlayerNaming {
        self.naming
    }

    /// Returns the name of a player. By race, a player without a race, or who shares one, goes by
    /// name.
    pub fn label(self, player: PlayerId) -> String {
        match self.naming {
            PlayerNaming::Names => self.game.player_name(player).to_owned(),
            PlayerNaming::Races => self.game.race_label(player),
        }
    }
}
