//! The words of the table, with what only the command line says.

pub(super) use crate::narration::words::{cause, cost, counted, label, listed, owner, tile, used};

use super::json::Status;
use crate::rules::game::Game;

pub(super) fn status(game: &Game) -> Status {
    if game.winner().is_some() {
        Status::Finished
    } else if game.in_setup() {
        Status::Setup
    } else {
        Status::Playing
    }
}
