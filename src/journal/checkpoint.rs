//! Checkpoints: the points as the table confirmed them, beside those of the record.

use std::ops::RangeInclusive;

use components::quantity::Points;
use rules::player::ByPlayer;

use super::{EntryId, Journal, votes};

/// The points of all players as read off the score track, beside those of the record.
///
/// Seats that nobody takes hold 0 in both.
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

/// An entry that changed points, for playing a stretch of the game back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsAt {
    /// The entry, counted from 1.
    pub entry: usize,
    /// By how much it changed the points of every player.
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

/// The last checkpoint up to the cursor at which table and record said the same of every
/// player, with the number of its entry.
pub fn last_agreed(journal: &Journal) -> Option<(usize, Checkpoint)> {
    checkpoints_back(journal).find(|(_, checkpoint)| checkpoint.agrees())
}

/// The last checkpoint up to the cursor, agreed or not, with the number of its entry.
pub fn last_checkpoint(journal: &Journal) -> Option<(usize, Checkpoint)> {
    checkpoints_back(journal).next()
}

/// The last vote up to the cursor that no checkpoint follows.
pub fn vote_to_confirm(journal: &Journal) -> Option<usize> {
    let confirmed = last_checkpoint(journal).map_or(0, |(number, _)| number);
    let votes = votes(journal);
    let last = votes.into_iter().rfind(|&vote| vote <= journal.cursor())?;
    (last > confirmed).then_some(last)
}

/// The entries whose points are not confirmed: those after the last agreed checkpoint.
pub fn unconfirmed(journal: &Journal) -> RangeInclusive<usize> {
    last_agreed(journal).map_or(0, |(number, _)| number) + 1..=journal.cursor()
}

/// The entries after the last agreed checkpoint that changed anybody's points, in order: all
/// that has to be looked at when the score track shows something else than the record.
pub fn points_since_agreed(journal: &Journal) -> Vec<PointsAt> {
    let changed = |number: usize| {
        let entry = journal.entry(journal.on_main_line(number)?);
        let (before, after) =
            (journal.entry(entry.before()).outcome().points(), entry.outcome().points());
        let mut by = after;
        for player in journal.game().players() {
            by[player] = after[player] - before[player];
        }
        (by != ByPlayer::default()).then_some(PointsAt { entry: number, by, after })
    };
    unconfirmed(journal).filter_map(changed).collect()
}

fn checkpoints_back(journal: &Journal) -> impl Iterator<Item = (usize, Checkpoint)> {
    let of = |number: usize| {
        let id = journal.on_main_line(number)?;
        Some((number, checkpoint_at(journal, id)?))
    };
    (0..=journal.cursor()).rev().filter_map(of)
}
