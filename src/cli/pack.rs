//! `pack check` and `pack list`: component packs.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::answer::{Answer, Exit};
use crate::packs::{self, PackError};
use crate::rules::components::Pack;
use crate::rules::fact::Standing;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Check a pack: whether it agrees with itself and the box, and what is known
    Check {
        /// The pack, a RON file
        file: PathBuf,
    },
    /// List the packs that come with the program
    List,
}

pub(super) fn answer(verb: &Verb) -> Answer {
    match verb {
        Verb::Check { file } => check(file),
        Verb::List => list(),
    }
}

fn check(path: &Path) -> Answer {
    let file = path.display();
    let error = match packs::load(path) {
        Ok(pack) => {
            let (title, facts) = (&pack.title, facts(&pack));
            return Answer::text(format!("{file}: valid, {title}; {facts}"));
        }
        Err(error) => error,
    };
    let exit = exit_for(&error);
    let answer = match (&error, exit) {
        (PackError::Contradictory { .. }, _) => {
            Answer::text(format!("{file}: not valid{}", read_all_the_same(path)))
        }
        (_, Exit::NotValid) => Answer::text(format!("{file}: not valid")),
        (_, Exit::Done | Exit::Unusable) => Answer::default(),
    };
    answer.noting(error.to_string()).ending(exit)
}

/// What a failure to load a pack means for the exit code.
pub(super) const fn exit_for(error: &PackError) -> Exit {
    match error {
        PackError::Unreadable { .. }
        | PackError::TooLarge { .. }
        | PackError::NotBuiltIn { .. } => Exit::Unusable,
        PackError::NotText { .. }
        | PackError::NotAPack { .. }
        | PackError::Contradictory { .. } => Exit::NotValid,
    }
}

/// What a pack that contradicts itself states all the same.
fn read_all_the_same(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    match packs::parse_fragment("", &text) {
        Ok(pack) => format!(", {}; {}", pack.title, facts(&pack)),
        // The file has changed in between.
        Err(_) => String::new(),
    }
}

fn list() -> Answer {
    let mut lines = Vec::new();
    let mut answer = Answer::default();
    for built_in in packs::built_in() {
        match packs::find(built_in.name) {
            Ok(pack) => {
                lines.push(format!("{}: {}", pack.name, pack.title));
                lines.push(format!("  {}", facts(&pack)));
                let boards: Vec<&str> = pack
                    .boards
                    .iter()
                    .map(|board| board.name.as_str())
                    .collect();
                let boards = if boards.is_empty() {
                    "none".to_owned()
                } else {
                    boards.join(", ")
                };
                lines.push(format!("  boards: {boards}"));
            }
            Err(error) => answer = answer.noting(error.to_string()).ending(Exit::NotValid),
        }
    }
    answer.text = lines.join("\n");
    answer
}

/// How many facts are known, unconfirmed and unknown.
fn facts(pack: &Pack) -> String {
    let mut counts = [0_usize; Standing::ALL.len()];
    pack.clone()
        .each_fact(|_, fact| counts[fact.standing() as usize] += 1);
    let [known, unconfirmed, unknown] = counts;
    format!("facts: {known} known, {unconfirmed} unconfirmed, {unknown} unknown")
}
