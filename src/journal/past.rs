//! Looking back along the main line: turns, votes, gaps, and what cannot be unseen.

use rules::action::Deed;

use super::{EntryId, Journal};

/// The last entry before the turn of the cursor began; 0 while the setup goes on.
pub fn turn_start(journal: &Journal) -> usize {
    let turn = journal.entry(journal.here()).outcome().turn();
    let played = &journal.main_line()[..journal.cursor()];
    let same = played.iter().rev();
    let same = same.take_while(|&&id| journal.entry(id).outcome().turn() == turn);
    let count = same.count();
    // The entry that ended the turn before began this one.
    if turn == 0 { journal.cursor() - count } else { journal.cursor() - count + 1 }
}

/// The entries after `number` up to the cursor that brought hidden things to light: drawn
/// cards and opened ballots. Taking them back does not make anybody forget them.
pub fn seen_after(journal: &Journal, number: usize) -> Vec<usize> {
    let numbers = number + 1..=journal.cursor();
    let is_seen = |deed: &Deed| deed.brings_to_light();
    numbers.filter(|&number| deed_at(journal, number).is_some_and(is_seen)).collect()
}

/// The entries of the main line, up to its end, with which the ballots of a vote were opened.
pub fn votes(journal: &Journal) -> Vec<usize> {
    let numbers = 1..=journal.main_line().len();
    let is_vote = |deed: &Deed| !deed.ballots().is_empty();
    numbers.filter(|&number| deed_at(journal, number).is_some_and(is_vote)).collect()
}

/// The entries up to the cursor where the game goes on from a table that was laid out anew:
/// nobody entered what had happened until then.
pub fn gaps(journal: &Journal) -> Vec<usize> {
    (1..=journal.cursor()).filter(|&n| is_gap(journal, n)).collect()
}

/// Checks if entry `number` of the main line stands for an unexplained stretch: a position
/// that is laid out once the turns have begun.
pub fn is_gap(journal: &Journal, number: usize) -> bool {
    let before = number.checked_sub(1).and_then(|n| journal.on_main_line(n));
    let begun = before.is_some_and(|id| journal.entry(id).outcome().turn() > 0);
    begun && matches!(deed_at(journal, number), Some(Deed::Position(_)))
}

fn deed_at(journal: &Journal, number: usize) -> Option<&Deed> {
    let id: EntryId = journal.on_main_line(number)?;
    journal.entry(id).action().map(|action| &action.deed)
}
