//! Checkpoints: the points that the table confirmed, with those of the record.

use std::ops::RangeInclusive;

use components::quantity::Points;
use rules::player::ByPlayer;

use super::{EntryId, Journal, votes};

/// The points of all players as read off the score track, with those of the record.
///
/// Unused seats have 0 in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The points that the players read off the score track.
    pub stated: ByPlayer<Points>,
    /// The points of the record at that moment.
    pub recorded: ByPlayer<Points>,
}

impl Checkpoint {
    /// Checks if the table and the record agree on every player.
    pub fn agrees(&self) -> bool {
        self.stated == self.recorded
    }
}

/// An entry that changed points, for reviewing a part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsChange {
    /// The entry, counted from 1.
    pub entry: usize,
    /// The change of every player's points.
    pub by: ByPlayer<Points>,
    /// The points of every player after it.
    pub after: ByPlayer<Points>,
}

/// Returns the checkpoint at an entry, if there is one.
pub fn checkpoint_at(journal: &Journal, id: EntryId) -> Option<Checkpoint> {
    let entry = journal.entry(id);
    let noted = entry.checkpoint()?;
    let mut stated = ByPlayer::default();
    for player in journal.game().players() {
        stated[player] = noted[player];
    }
    Some(Checkpoint { stated, recorded: entry.outcome().points() })
}

/// Returns the last checkpoint up to the cursor at which table and record agree on every player,
/// with the number of its entry.
pub fn last_agreed(journal: &Journal) -> Option<(usize, Checkpoint)> {
    checkpoints_back(journal).find(|(_, checkpoint)| checkpoint.agrees())
}

/// Returns the last checkpoint up to the cursor, agreed or not, with the number of its entry.
pub fn last_checkpoint(journal: &Journal) -> Option<(usize, Checkpoint)> {
    checkpoints_back(journal).next()
}

/// Returns the number of the last vote up to the cursor, if no checkpoint follows it.
pub fn vote_to_confirm(journal: &Journal) -> Option<usize> {
    let confirmed = last_checkpoint(journal).map_or(0, |(number, _)| number);
    let last = votes(journal).into_iter().rfind(|&vote| vote <= journal.cursor())?;
    (last > confirmed).then_some(last)
}

/// Returns the entries whose points are not confirmed: those after the last agreed checkpoint.
pub fn unconfirmed(journal: &Journal) -> RangeInclusive<usize> {
    last_agreed(journal).map_or(0, |(number, _)| number) + 1..=journal.cursor()
}

/// Returns the entries after the last agreed checkpoint that changed any points, in order.
///
/// Only these need a review if the score track differs from the record.
pub fn points_since_agreed(journal: &Journal) -> Vec<PointsChange> {
    unconfirmed(journal).filter_map(|number| points_changed(journal, number)).collect()
}

/// Returns the change of points by entry `number` of the main line; `None` if it changed none.
fn points_changed(journal: &Journal, number: usize) -> Option<PointsChange> {
    let entry = journal.entry(journal.on_main_line(number)?);
    let before = journal.entry(entry.before()).outcome().points();
    let after = entry.outcome().points();
    let mut by = after;
    for player in journal.game().players() {
        by[player] = after[player] - before[player];
    }
    (by != ByPlayer::default()).then_some(PointsChange { entry: number, by, after })
}

/// Iterates over the checkpoints up to the cursor, the latest first.
fn checkpoints_back(journal: &Journal) -> impl Iterator<Item = (usize, Checkpoint)> {
    (0..=journal.cursor()).rev().filter_map(|number| {
        let id = journal.on_main_line(number)?;
        Some((number, checkpoint_at(journal, id)?))
    })
}
