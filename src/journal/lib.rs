//! The record of a game of Founders of Gloomhaven: every action, taken-back ones included.
//!
//! A [`Journal`] is the [`Record`](record::Record) of this game. This crate adds its queries:
//! [`replay()`] shows the effect of each entry, [`audit`] explains differences from the table,
//! [`recheck()`] and [`rejudge()`] play it again with corrected facts. The meaning of an action is
//! left to [`rules`], the text of a record to `notation`.
//!
//! ```
//! use journal::{Change, Journal};
//! use rules::Setup;
//! use rules::action::{Action, ActionKind};
//!
//! let pack = packs::find("practice").expect("it is built in");
//! let setup = Setup {
//!     board: pack.boards[0].name.clone(),
//!     pack,
//!     players: vec!["Anna".to_owned(), "Ben".to_owned()],
//!     ..Setup::default()
//! };
//! let mut journal = Journal::new(setup).expect("the practice set is complete");
//!
//! let remark = Action::from(ActionKind::Annotate("A quiet start.".to_owned()));
//! journal.apply(Change::Play(remark)).expect("a remark is always allowed");
//! assert_eq!(journal.cursor(), 1);
//!
//! journal.apply(Change::Undo(1)).expect("one entry is played");
//! assert_eq!(journal.cursor(), 0);
//! assert_eq!(journal.entry_count(), 1, "the entry stays for a redo");
//! ```

pub mod audit;
mod checkpoint;
mod founders;
mod past;
mod recheck;
mod rejudge;
pub mod repair;
mod replay;

#[cfg(test)]
extern crate self as journal;
#[cfg(test)]
#[path = "../../tests/common/sample_journal.rs"]
mod sample;
#[cfg(test)]
mod tests;

pub use checkpoint::{
    Checkpoint, PointsChange, checkpoint_at, last_agreed, last_checkpoint, points_since_agreed,
    unconfirmed, vote_to_confirm,
};
pub use founders::{Founders, MAX_ENTRIES, Outcome, new_with_contents};
pub use past::{gaps, is_gap, revealed_after, turn_start, votes};
pub use recheck::{Recheck, RecheckStop, recheck};
pub use record::{EntryId, EntryRating, Evening, MAX_CONTINUATIONS, MAX_TEXT, Tags, Variation};
pub use rejudge::{ChangedEntry, OutcomeChange, Rejudgement, rejudge, rejudge_with};
pub use replay::{played, replay, replay_along, replay_with};

/// The record of a game.
pub type Journal = record::Record<Founders>;
/// An operation on a journal.
pub type Change = record::Change<Founders>;
/// The reason a change cannot be made.
pub type ChangeError = record::ChangeError<Founders>;
/// An entry of a journal.
pub type Entry = record::Entry<Founders>;
