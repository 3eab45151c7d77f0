//! The wording of `narration`, with additions of the command line.

pub(super) use narration::words::{
    achievement, cannot_arise, cause, cost, difficulty, loss, owner, payment, solo_lines, tile,
    used, vote_tile,
};

use super::json::Status;
use rules::game::Game;

pub(super) fn status(game: &Game) -> Status {
    if game.is_over() {
        Status::Finished
    } else if game.in_setup() {
        Status::Setup
    } else {
        Status::Playing
    }
}
