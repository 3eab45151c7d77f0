//! Repairs of a journal: the operations beyond those of any record.

use rules::action::{Action, ActionKind};
use rules::adjustment::Adjustment;
use rules::difference::difference;
use rules::task::Task;

use super::{Checkpoint, Founders, Journal, checkpoint_at};

pub use record::repair::Disposition;

/// A draft of the main line up to the cursor.
pub type Repair = record::Repair<Founders>;
/// An entry of a draft.
pub type Step = record::repair::RepairStep<Founders>;
/// The first entry of a draft that the rules refuse.
pub type Clash = record::repair::Clash<Founders>;

/// Returns `true` if the table may overrule the refusal of this entry.
pub fn can_be_overruled(clash: &Clash) -> bool {
    let refusal = &clash.refusal;
    refusal.unknown.is_empty()
        && !refusal.reasons.is_empty()
        && refusal.reasons.iter().all(|reason| reason.illegal.can_be_overruled())
}

/// Inserts an action into the gap that entry `number` covers.
///
/// The action goes before that entry, which then states only the differences still unexplained.
/// Without any left, that entry is removed.
pub fn fill_gap(repair: &mut Repair, journal: &Journal, number: usize, action: Action) {
    let Some(id) = repair.step(number).and_then(|step| step.from) else {
        return;
    };
    let table = journal.game_after(id);
    repair.insert(journal, number, action);
    let gap = number + 1;
    let Some(before) = repair.game_before(journal, gap) else {
        return;
    };
    let Some(player) = table.active_player() else {
        return;
    };
    let mut unexplained = difference(&before, &table);
    let is_turn_of_player =
        before.pending().iter().any(|owed| owed.task == Task::Turn && owed.player == Some(player));
    if unexplained.is_empty() && is_turn_of_player {
        repair.remove(journal, gap);
    } else {
        unexplained.push(Adjustment::Turn(player));
        repair.change(journal, gap, ActionKind::Position(unexplained).into());
    }
}

/// Returns the checkpoints that agree with the record and not with the draft: the number in the
/// draft, with the points of the score track and those of the draft.
pub fn broken_checkpoints(repair: &Repair, journal: &Journal) -> Vec<(usize, Checkpoint)> {
    repair.steps()[..repair.accepted_count()]
        .iter()
        .enumerate()
        .filter_map(|(index, step)| {
            let noted = checkpoint_at(journal, step.from?).filter(Checkpoint::agrees)?;
            let now = Checkpoint { recorded: step.outcome()?.points(), ..noted };
            (!now.agrees()).then_some((index + 1, now))
        })
        .collect()
}
