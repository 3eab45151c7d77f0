//! Queries on the past of the main line: turns, votes, gaps, and revealed information.

use rules::action::ActionKind;

use super::Journal;

/// Returns the last entry before the current turn started; 0 during the setup.
pub fn turn_start(journal: &Journal) -> usize {
    let turn = journal.entry(journal.here()).outcome().turn();
    let count = journal.main_line()[..journal.cursor()]
        .iter()
        .rev()
        .take_while(|&&id| journal.entry(id).outcome().turn() == turn)
        .count();
    // The entry that ended the previous turn already has the number of this one.
    if turn == 0 { journal.cursor() - count } else { journal.cursor() - count + 1 }
}

/// Returns the entries after `number` up to the cursor that revealed hidden information: drawn
/// cards and opened ballots. Players remember it even after an undo.
pub fn revealed_after(journal: &Journal, number: usize) -> Vec<usize> {
    (number + 1..=journal.cursor())
        .filter(|&number| action_kind_at(journal, number).is_some_and(ActionKind::reveals_hidden))
        .collect()
}

/// Returns the entries of the whole main line that opened the ballots of a vote.
pub fn votes(journal: &Journal) -> Vec<usize> {
    (1..=journal.main_line().len())
        .filter(|&number| {
            action_kind_at(journal, number).is_some_and(|kind| !kind.ballots().is_empty())
        })
        .collect()
}

/// Returns the entries up to the cursor that are gaps, as [`is_gap`] defines them.
pub fn gaps(journal: &Journal) -> Vec<usize> {
    (1..=journal.cursor()).filter(|&n| is_gap(journal, n)).collect()
}

/// Returns `true` if entry `number` of the main line is a gap: a position stated after the first
/// turn has started, in place of actions that were not entered.
pub fn is_gap(journal: &Journal, number: usize) -> bool {
    let before = number.checked_sub(1).and_then(|n| journal.on_main_line(n));
    let has_turns = before.is_some_and(|id| journal.entry(id).outcome().turn() > 0);
    has_turns && matches!(action_kind_at(journal, number), Some(ActionKind::Position(_)))
}

fn action_kind_at(journal: &Journal, number: usize) -> Option<&ActionKind> {
    journal.action(number).map(|action| &action.kind)
}
