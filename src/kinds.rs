//! The games whose records this program keeps, with their notations and their files: the one table
//! of them.

use std::path::Path;

use journal::{Founders, Journal};
use notation::record::FoundersNotation;
use record::{Notation, RecordedGame};
use scenario::record::{Scenario, ScenarioNotation};
use storage::FileKind;

/// A game whose records are kept in files.
pub trait Recorded: RecordedGame {
    /// The notation of its records.
    type Notation: Notation<Game = Self>;
    /// The kind of the files.
    const KIND: &'static FileKind = &FileKind::of::<Self::Notation>();

    /// Returns a record as one of any game.
    fn into_any(record: record::Record<Self>) -> AnyRecord;
}

/// A record of one of the games.
#[derive(Clone, Debug)]
pub enum AnyRecord {
    /// Of the first game.
    Founders(Box<Journal>),
    /// Of a scenario.
    Scenario(Box<scenario::Record>),
}

impl Recorded for Founders {
    type Notation = FoundersNotation;

    fn into_any(record: Journal) -> AnyRecord {
        AnyRecord::Founders(Box::new(record))
    }
}

impl Recorded for Scenario {
    type Notation = ScenarioNotation;

    fn into_any(record: scenario::Record) -> AnyRecord {
        AnyRecord::Scenario(Box::new(record))
    }
}

/// The kinds of files, the usual one first.
pub const KINDS: [&FileKind; 2] = [Founders::KIND, Scenario::KIND];

/// The ending of the files of single positions on the hex map, which are opened and never written.
pub const POSITION: &str = "position";

/// Returns the kind of a file by its name; one whose name says nothing of it is of the first game.
pub fn kind_of(path: &Path) -> &'static FileKind {
    KINDS.into_iter().find(|kind| kind.is_ending_of(path)).unwrap_or(Founders::KIND)
}

/// Checks if a file is named as a record or a position of the second game.
pub fn is_scenario(path: &Path) -> bool {
    let is_position = path.extension().is_some_and(|end| end.eq_ignore_ascii_case(POSITION));
    is_position || Scenario::KIND.is_ending_of(path)
}
