//! `pack check`, `pack list`, `pack diff` and `pack merge`: component packs.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::answer::{Answer, Exit};
use packs::{self, Comparison, Difference, PackError, Said};
use rules::components::Pack;
use rules::fact::Standing;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Check a pack: whether it agrees with itself and the box, and what is known
    Check {
        /// The pack, a RON file
        file: PathBuf,
    },
    /// List the packs that come with the program
    List,
    /// Tell what two packs say differently, and who says what
    Diff {
        /// The first pack: a file, or the name of a built-in one
        ours: String,
        /// The second pack
        theirs: String,
    },
    /// Add to a pack what another knows
    Merge {
        /// The pack that is added to: a file, or the name of a built-in one
        ours: String,
        /// The pack whose facts are added
        theirs: String,
        /// A fact of which the second pack is right, as `pack diff` names it; may be repeated
        #[arg(long, value_name = "FACT")]
        take: Vec<String>,
        /// The second pack is right wherever the two differ
        #[arg(long)]
        take_all: bool,
        /// Write the merged pack into this file, in place of an earlier one, instead of printing it
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

pub(super) fn answer(verb: &Verb) -> Answer {
    match verb {
        Verb::Check { file } => check(file),
        Verb::List => list(),
        Verb::Diff { ours, theirs } => both(ours, theirs, |ours, theirs| {
            Answer::text(told(&packs::compare(ours, theirs)))
        }),
        Verb::Merge {
            ours,
            theirs,
            take,
            take_all,
            out,
        } => both(ours, theirs, |ours, theirs| {
            merge(ours, theirs, take, *take_all, out.as_deref())
        }),
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

/// Reads two packs and answers of both.
fn both(ours: &str, theirs: &str, answer: impl FnOnce(&Pack, &Pack) -> Answer) -> Answer {
    match (read(ours), read(theirs)) {
        (Ok(ours), Ok(theirs)) => answer(&ours, &theirs),
        (ours, theirs) => {
            let errors = [ours.err(), theirs.err()];
            errors
                .iter()
                .flatten()
                .fold(Answer::default(), |answer, error| {
                    answer.noting(error.to_string()).ending(exit_for(error))
                })
        }
    }
}

/// What a pack states by itself; a file of that name goes before a built-in pack.
fn read(name: &str) -> Result<Pack, PackError> {
    let path = Path::new(name);
    let is_built_in = packs::built_in().iter().any(|pack| pack.name == name);
    if is_built_in && !path.exists() {
        packs::find(name)
    } else {
        packs::load_fragment(path)
    }
}

/// A comparison in lines: first what the packs say differently, then what only one knows.
fn told(comparison: &Comparison) -> String {
    let mut lines = Vec::new();
    for (name, turns, theirs) in &comparison.turned {
        let turns = match turns {
            0 => "as it lies".to_owned(),
            1 => "after a quarter turn clockwise".to_owned(),
            2 => "after half a turn".to_owned(),
            _ => "after a quarter turn counterclockwise".to_owned(),
        };
        lines.push(format!(
            "the board {theirs} of the second is the board {name} of the first, {turns}"
        ));
    }
    for difference in &comparison.differences {
        lines.push(difference.fact.to_string());
        for (which, said) in [("first", &difference.ours), ("second", &difference.theirs)] {
            lines.push(format!("  {which}: {}", told_by(said)));
        }
    }
    let lists = [
        ("only the first knows", &comparison.only_ours),
        ("only the second knows", &comparison.only_theirs),
        ("the second confirms", &comparison.confirmed),
    ];
    for (what, facts) in lists {
        lines.extend(facts.iter().map(|fact| format!("{what} {fact}")));
    }
    if lines.is_empty() {
        return "no differences".to_owned();
    }
    lines.join("\n")
}

fn told_by(said: &Said) -> String {
    let standing = match said.standing {
        Standing::Known | Standing::Unknown => "",
        Standing::Unconfirmed => "unconfirmed, ",
    };
    format!("{} ({standing}{})", said.value, said.who)
}

fn merge(
    ours: &Pack,
    theirs: &Pack,
    take: &[String],
    take_all: bool,
    out: Option<&Path>,
) -> Answer {
    let comparison = packs::compare(ours, theirs);
    let names: Vec<String> = comparison
        .differences
        .iter()
        .map(|difference| difference.fact.to_string())
        .collect();
    if let Some(other) = take.iter().find(|name| !names.contains(name)) {
        let differ = match names.as_slice() {
            [] => "the packs say nothing differently".to_owned(),
            names => format!("the packs differ in: {}", names.join("; ")),
        };
        return Answer::unusable(format!("found no difference \"{other}\"; {differ}"));
    }
    let takes = |difference: &Difference| {
        take_all || difference.theirs_is_surer() || take.contains(&difference.fact.to_string())
    };
    let merged = packs::merged(ours, theirs, takes);
    if let Err(error) = packs::checked("the merged pack", merged.clone()) {
        let exit = exit_for(&error);
        return Answer::default().noting(error.to_string()).ending(exit);
    }
    let mut answer = Answer::default();
    for difference in &comparison.differences {
        let (kept, other) = if takes(difference) {
            (("second", &difference.theirs), ("first", &difference.ours))
        } else {
            (("first", &difference.ours), ("second", &difference.theirs))
        };
        answer = answer.noting(format!(
            "{}: taken from the {}, {}; the {} says {}",
            difference.fact,
            kept.0,
            told_by(kept.1),
            other.0,
            told_by(other.1)
        ));
    }
    let text = packs::print(&merged);
    let Some(path) = out else {
        text.trim_end().clone_into(&mut answer.text);
        return answer;
    };
    match storage::write_whole(path, &text) {
        Ok(()) => {
            let added = comparison.only_theirs.len() + comparison.confirmed.len();
            let (file, facts) = (path.display(), facts(&merged));
            answer.text = format!("{file}: {added} facts added or confirmed; {facts}");
            answer
        }
        Err(error) => answer.noting(error.to_string()).ending(Exit::Unusable),
    }
}

/// What a failure to load a pack means for the exit code.
pub(super) const fn exit_for(error: &PackError) -> Exit {
    match error {
        PackError::Unreadable { .. }
        | PackError::TooLarge { .. }
        | PackError::NotBuiltIn { .. } => Exit::Unusable,
        PackError::NotText { .. }
        | PackError::NotAPack { .. }
        | PackError::Newer { .. }
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
