//! `monster` and `sight`: questions about a position on the hex map of a scenario.

use std::fmt::Display;
use std::path::Path;

use serde::Serialize;

use super::answer::{CommandOutput, CommandResult, Exit};
use super::scenario::position;
use scenario::QueryError;
use scenario_rules::Position;

/// Returns the monster's movement and targets, with the reasons.
pub(super) fn answer(path: &Path, figure: &str, at: Option<usize>, json: bool) -> CommandResult {
    answer_query(path, at, json, |position| scenario::monster_in(position, figure))
}

/// Returns the distance between two hexes, and the line of sight.
pub(super) fn sight(
    path: &Path,
    [from, to]: [&str; 2],
    at: Option<usize>,
    json: bool,
) -> CommandResult {
    answer_query(path, at, json, |position| scenario::sight_in(position, from, to))
}

fn answer_query<T: Serialize + Display>(
    path: &Path,
    at: Option<usize>,
    json: bool,
    ask: impl FnOnce(&Position) -> Result<T, QueryError>,
) -> CommandResult {
    match ask(&position(path, at)?) {
        Ok(reply) if json => Ok(CommandOutput::data(&reply)),
        Ok(reply) => {
            Ok(CommandOutput::lines(reply.to_string().lines().map(str::to_owned).collect()))
        }
        Err(error) => Err(CommandOutput::file_error(path, &error).with_exit(Exit::NotValid)),
    }
}
