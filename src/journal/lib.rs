//! The record of a game of Founders of Gloomhaven: what was played, and everything that was taken
//! back.
//!
//! A [`Journal`] is the [`Record`](record::Record) of this game. Here are its queries:
//! [`replay()`] shows what each entry set off, [`audit`] narrows down what differs from the table,
//! [`recheck()`] and [`rejudged`] play it again with other facts. What an action means is left to
//! [`rules`], the text of a record to `notation`.

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
    Checkpoint, PointsAt, checkpoint_at, last_agreed, last_checkpoint, points_since_agreed,
    unconfirmed, vote_to_confirm,
};
pub use founders::{Founders, MAX_ENTRIES, Outcome, begin};
pub use past::{gaps, is_gap, seen_after, turn_start, votes};
pub use recheck::{Recheck, Stop, recheck};
pub use record::{EntryId, Evening, MAX_CONTINUATIONS, MAX_TEXT, Mark, Tags, Variation};
pub use rejudge::{How, Otherwise, Rejudged, rejudged, rejudged_by};
pub use replay::{played, replay, replay_along, replay_with};

/// The record of a game.
pub type Journal = record::Record<Founders>;
/// Something done to a journal.
pub type Change = record::Change<Founders>;
/// The reason a change cannot be made.
pub type ChangeError = record::ChangeError<Founders>;
/// An entry of a journal.
pub type Entry = record::Entry<Founders>;
