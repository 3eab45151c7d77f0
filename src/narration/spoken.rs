//! A game as it is spoken of: with what its players are called.
//!
//! What people are called is no part of a game, which is the same whoever watches it. It goes
//! with the game to wherever that is put into words.

use std::ops::Deref;

use rules::game::Game;
use rules::player::PlayerId;
use serde::{Deserialize, Serialize};

/// What players are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Calling {
    /// By their names, as people call each other.
    #[default]
    Names,
    /// By their races, as the record does.
    Races,
}

/// A game, and what its players are called where it is put into words.
///
/// It is no more than a reference to the game, and gives whatever that can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    game: &'a Game,
    calling: Calling,
}

impl<'a> Spoken<'a> {
    /// A game whose players are called like this.
    pub const fn new(game: &'a Game, calling: Calling) -> Self {
        Self { game, calling }
    }

    /// A game as records and the command line speak of it.
    pub const fn by_race(game: &'a Game) -> Self {
        Self::new(game, Calling::Races)
    }

    /// Another game of the same players, as the one before or after an action.
    pub const fn with_game<'b>(&self, game: &'b Game) -> Spoken<'b> {
        Spoken::new(game, self.calling)
    }

    /// The game, for as long as it is there.
    pub const fn game(self) -> &'a Game {
        self.game
    }

    /// What players are called.
    pub const fn calling(self) -> Calling {
        self.calling
    }

    /// What a player is called. By race, whoever has none yet, or shares one, is called by name.
    pub fn label(self, player: PlayerId) -> String {
        match self.calling {
            Calling::Names => self.game.player_name(player).to_owned(),
            Calling::Races => self.game.race_label(player),
        }
    }
}

impl Deref for Spoken<'_> {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.game
    }
}
