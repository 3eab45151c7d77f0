//! `pack check`, `pack list`, `pack diff` and `pack merge`: component packs.

use plain_text::{clauses, counted, listed};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::answer::{CommandOutput, CommandResult, Exit, Output};
use super::input;
use super::output_file::{OutputFile, OutputKind, Overwrite};
use super::record::Record;
use components::fact::Certainty;
use components::pack_check::PackProblem;
use components::specs::Pack;
use packs::{self, Comparison, Difference, PackError, Statement};
use rules::action::ActionKind;
use storage::StorageError;

#[derive(Debug, Subcommand)]
pub(super) enum PackCommand {
    /// Check a pack: whether it agrees with itself and the box, and what is known
    Check {
        /// The pack: a file, or the name of a built-in one
        #[arg(value_name = "FILE")]
        pack: String,
    },
    /// List the packs that come with the program
    List,
    /// List where two packs differ, and who says what
    Diff {
        /// The first pack: a file, or the name of a built-in one
        ours: String,
        /// The second pack
        theirs: String,
    },
    /// Make a pack of the facts that were learnt in a record
    Learnt {
        /// The record
        file: PathBuf,
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
        #[command(flatten)]
        over: Overwrite,
    },
}

pub(super) fn answer(subcommand: &PackCommand) -> CommandResult {
    match subcommand {
        PackCommand::Check { pack } => Ok(check(pack)),
        PackCommand::Learnt { file } => entered_facts(file),
        PackCommand::List => Ok(list()),
        PackCommand::Diff { ours, theirs } => {
            let (ours, theirs) = both(read(ours), read(theirs))?;
            let answer = CommandOutput::lines(comparison_lines(&packs::compare(&ours, &theirs)));
            Ok(near_names(&ours, &theirs).fold(answer, CommandOutput::with_note))
        }
        PackCommand::Merge { ours, theirs, take, take_all, out, over } => {
            let files = [Path::new(ours.as_str()), Path::new(theirs.as_str())];
            let out = out.as_deref().map(|path| OutputFile {
                path,
                kind: OutputKind::Pack,
                inputs: &files,
                overwrite: *over,
            });
            out.map_or(Ok(()), |out| out.check())?;
            let (ours, theirs) = both(read(ours), read(theirs))?;
            merge(&ours, &theirs, take, *take_all, out)
        }
    }
}

fn check(name: &str) -> CommandOutput {
    let error = match load(name) {
        Ok(pack) => {
            let (title, facts) = (&pack.title, facts(&pack));
            return CommandOutput::line(format!("{name}: valid, {title}; {facts}"));
        }
        Err(error) => error,
    };
    let exit = exit_for(&error);
    let answer = match (&error, exit) {
        (PackError::Contradictory { .. }, _) => {
            CommandOutput::line(format!("{name}: not valid{}", contents_of_contradictory(name)))
        }
        (_, Exit::NotValid) => CommandOutput::line(format!("{name}: not valid")),
        (_, Exit::Done | Exit::Unusable) => CommandOutput::default(),
    };
    answer.with_note(error.to_string()).with_exit(exit)
}

/// Returns the facts entered on the main line of a record, up to its cursor, as a pack.
fn entered_facts(path: &Path) -> CommandResult {
    let record = Record::open(path)?;
    let journal = &record.journal;
    let entered = journal.main_line()[..journal.cursor()].iter().filter_map(|&id| {
        let action = journal.entry(id).action()?;
        let reason = match &action.kind {
            ActionKind::Overrule { reason, .. } => Some(reason.as_str()),
            _ => None,
        };
        Some((action.kind.stated_facts()?, reason))
    });
    let pack = packs::game_facts(&journal.setup().pack, entered);
    if pack.sources.is_empty() {
        return Err(
            record.with_record_notes(CommandOutput::unusable("no facts are learnt in this record"))
        );
    }
    Ok(record.with_record_notes(CommandOutput::document(packs::print(&pack).trim_end())))
}

/// Returns `true` if a name means a built-in pack; an existing file with that name has precedence.
fn is_built_in(name: &str) -> bool {
    packs::built_in().iter().any(|pack| pack.name == name) && !Path::new(name).exists()
}

/// Loads a playable pack by the name of a file or of a built-in pack.
pub(super) fn load(name: &str) -> Result<Pack, PackError> {
    if is_built_in(name) { packs::find(name) } else { load_file(Path::new(name)) }
}

/// Reads a pack from a file or a stream, without overlaying it on another.
pub(super) fn load_fragment(path: &Path) -> Result<Pack, PackError> {
    match stream(path)? {
        Some(bytes) => packs::fragment_from_bytes(&path.display().to_string(), bytes),
        None => packs::load_fragment(path),
    }
}

fn load_file(path: &Path) -> Result<Pack, PackError> {
    match stream(path)? {
        Some(bytes) => packs::from_bytes(&path.display().to_string(), bytes),
        None => packs::load(path),
    }
}

/// Reads the bytes of a stream; `None` if the path leads to a file.
fn stream(path: &Path) -> Result<Option<Vec<u8>>, PackError> {
    if !input::is_stream(path) {
        return Ok(None);
    }
    let file = path.display().to_string();
    match input::read_at_most(path, packs::MAX_BYTES as u64) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(StorageError::TooLarge { .. }) => Err(PackError::TooLarge { file }),
        Err(error) => Err(PackError::Unreadable { file, error: std::io::Error::other(error) }),
    }
}

/// Combines the results for two packs; returns an answer with the errors of both.
fn both<T>(
    ours: Result<T, PackError>,
    theirs: Result<T, PackError>,
) -> Result<(T, T), CommandOutput> {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => Ok((ours, theirs)),
        (ours, theirs) => {
            let errors = [ours.err(), theirs.err()].into_iter().flatten();
            Err(errors.fold(CommandOutput::default(), |answer, error| {
                answer.with_note(error.to_string()).with_exit(exit_for(&error))
            }))
        }
    }
}

/// An unusable pack ends a subcommand.
impl From<PackError> for CommandOutput {
    fn from(error: PackError) -> Self {
        Self::default().with_note(error.to_string()).with_exit(exit_for(&error))
    }
}

/// Reads a pack by name, without overlaying a file on another pack.
fn read(name: &str) -> Result<Pack, PackError> {
    if is_built_in(name) { packs::find(name) } else { load_fragment(Path::new(name)) }
}

/// Formats a comparison in lines: first the differences, then the facts of only one pack.
fn comparison_lines(comparison: &Comparison) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, turns, theirs) in &comparison.rotated {
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
        for (which, stated) in [("first", &difference.ours), ("second", &difference.theirs)] {
            lines.push(format!("  {which}: {}", with_source(stated)));
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
        lines.push("no differences".to_owned());
    }
    lines
}

fn with_source(stated: &Statement) -> String {
    let certainty = match stated.certainty {
        Certainty::Known | Certainty::Unknown => "",
        Certainty::Unconfirmed => "unconfirmed, ",
    };
    format!("{} ({certainty}{})", stated.value, stated.source)
}

/// Returns a sentence for each component that may have two names.
fn near_names(ours: &Pack, theirs: &Pack) -> impl Iterator<Item = String> {
    packs::similar_names(ours, theirs).into_iter().map(|near| {
        let alike = match near.alike.as_slice() {
            [] => String::new(),
            alike => format!(", of the same {}", listed(alike)),
        };
        format!(
            "the {} {} of the second may be {} of the first{alike}; if so, give it one name",
            near.kind, near.theirs, near.ours
        )
    })
}

fn merge(
    ours: &Pack,
    theirs: &Pack,
    take: &[String],
    take_all: bool,
    out: Option<OutputFile<'_>>,
) -> CommandResult {
    let comparison = packs::compare(ours, theirs);
    let names: Vec<String> =
        comparison.differences.iter().map(|difference| difference.fact.to_string()).collect();
    if let Some(other) = take.iter().find(|name| !names.contains(name)) {
        let differ = match names.as_slice() {
            [] => "the packs do not differ".to_owned(),
            names => format!("the packs differ in: {}", clauses(names)),
        };
        return Err(CommandOutput::unusable(format!("found no difference \"{other}\"; {differ}")));
    }
    let takes = |difference: &Difference| {
        take_all
            || difference.is_theirs_more_certain()
            || take.contains(&difference.fact.to_string())
    };
    let over =
        [ours, theirs].map(|pack| pack.over.as_str()).into_iter().find(|over| !over.is_empty());
    let ((ours, out_of_ours), (theirs, out_of_theirs)) =
        both(mergeable_part(ours, over), mergeable_part(theirs, over))?;
    let (ours, theirs) = (&ours, &theirs);
    let merged = packs::merged(ours, theirs, takes);
    packs::checked("the merged pack", merged.clone())?;
    let mut answer =
        near_names(ours, theirs).fold(CommandOutput::default(), CommandOutput::with_note);
    for (which, left_out) in [("first", out_of_ours), ("second", out_of_theirs)] {
        answer = left_out
            .iter()
            .map(|problem| format!("left out of the {which}: {problem}"))
            .fold(answer, CommandOutput::with_note);
    }
    let comparison = packs::compare(ours, theirs);
    for difference in &comparison.differences {
        let (kept, other) = if takes(difference) {
            (("second", &difference.theirs), ("first", &difference.ours))
        } else {
            (("first", &difference.ours), ("second", &difference.theirs))
        };
        answer = answer.with_note(format!(
            "{}: taken from the {}, {}; the {} says {}",
            difference.fact,
            kept.0,
            with_source(kept.1),
            other.0,
            with_source(other.1)
        ));
    }
    let text = packs::print(&merged);
    let Some(out) = out else {
        answer.output = Output::Document(text.trim_end().to_owned());
        return Ok(answer);
    };
    out.write(&text)?;
    let added = comparison.only_theirs.len() + comparison.confirmed.len();
    let (file, facts) = (out.path.display(), facts(&merged));
    let added = counted(added, "fact", "facts");
    answer.output = Output::Lines(vec![format!("{file}: {added} added or confirmed; {facts}")]);
    Ok(answer)
}

/// Returns the part of a pack that can be merged, and the problems of the rest. Facts that
/// contradict the box on which one of the packs is overlaid are left out; all others are merged.
fn mergeable_part(pack: &Pack, over: Option<&str>) -> Result<(Pack, Vec<PackProblem>), PackError> {
    let Some(over) = over else {
        return Ok((pack.clone(), Vec::new()));
    };
    let (facts, left_out) = packs::compatible_facts(&packs::find(over)?, pack);
    let part = Pack {
        name: pack.name.clone(),
        title: pack.title.clone(),
        version: pack.version,
        form: pack.form,
        over: pack.over.clone(),
        ..facts
    };
    Ok((part, left_out))
}

/// Returns the outcome of a subcommand that cannot load a pack.
pub(super) const fn exit_for(error: &PackError) -> Exit {
    match error {
        PackError::Unreadable { .. }
        | PackError::TooLarge { .. }
        | PackError::NotBuiltIn { .. } => Exit::Unusable,
        PackError::NotText { .. }
        | PackError::NotAPack { .. }
        | PackError::NewerFormat { .. }
        | PackError::Contradictory { .. } => Exit::NotValid,
    }
}

/// Returns the title and fact counts of a pack that contradicts itself.
fn contents_of_contradictory(name: &str) -> String {
    match read(name) {
        Ok(pack) => format!(", {}; {}", pack.title, facts(&pack)),
        // The file has changed in the meantime.
        Err(_) => String::new(),
    }
}

fn list() -> CommandOutput {
    let mut lines = Vec::new();
    let mut answer = CommandOutput::default();
    for built_in in packs::built_in() {
        match packs::find(built_in.name) {
            Ok(pack) => {
                lines.push(format!("{}: {}", pack.name, pack.title));
                lines.push(format!("  {}", facts(&pack)));
                let boards: Vec<&str> =
                    pack.boards.iter().map(|board| board.name.as_str()).collect();
                let boards = if boards.is_empty() { "none".to_owned() } else { listed(&boards) };
                lines.push(format!("  boards: {boards}"));
            }
            Err(error) => answer = answer.with_note(error.to_string()).with_exit(Exit::NotValid),
        }
    }
    answer.output = Output::Lines(lines);
    answer
}

/// Returns the counts of known, unconfirmed and unknown facts.
fn facts(pack: &Pack) -> String {
    let mut counts = [0_usize; Certainty::ALL.len()];
    for (_, fact) in pack.facts() {
        counts[fact.certainty() as usize] += 1;
    }
    let [known, unconfirmed, unknown] = counts;
    format!("facts: {known} known, {unconfirmed} unconfirmed, {unknown} unknown")
}
