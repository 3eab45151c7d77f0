//! `monster` and `sight`: questions about a position on the hex map, of the second game.

use std::fmt::Display;
use std::path::Path;

use serde::Serialize;

use super::answer::{Answer, Exit};
use super::scenario::position;
use scenario::{AskError, Position};

/// Whom the monster attacks, where it goes, and why.
pub(super) fn answer(path: &Path, figure: &str, at: Option<usize>, json: bool) -> Answer {
    asked(path, at, json, |position| scenario::monster_in(position, figure))
}

/// How far it is between two hexes, and whether one is in sight of the other.
pub(super) fn sight(path: &Path, [from, to]: [&str; 2], at: Option<usize>, json: bool) -> Answer {
    asked(path, at, json, |position| scenario::sight_in(position, from, to))
}

fn asked<T: Serialize + Display>(
    path: &Path,
    at: Option<usize>,
    json: bool,
    ask: impl FnOnce(&Position) -> Result<T, AskError>,
) -> Answer {
    let position = match position(path, at) {
        Ok(position) => position,
        Err(answer) => return answer,
    };
    match ask(&position) {
        Ok(reply) if json => Answer::data(&reply),
        Ok(reply) => Answer::text(reply.to_string().trim_end()),
        Err(error) => {
            let note = format!("{}: {error}", path.display());
            Answer::default().noting(note).ending(Exit::NotValid)
        }
    }
}
