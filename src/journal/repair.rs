//! Repairs of a journal: what they do beyond those of any record.

use rules::action::{Action, Deed};
use rules::adjustment::Adjustment;
use rules::difference::difference;
use rules::task::Task;

use super::{Checkpoint, Founders, Journal, checkpoint_at};

pub use record::repair::Disposition;

/// A draft of the main line up to the cursor.
pub type Repair = record::Repair<Founders>;
/// An entry of a draft.
pub type Step = record::repair::Step<Founders>;
/// The first entry of a draft that no longer holds.
pub type Clash = record::repair::Clash<Founders>;

/// Checks if the table can decide that an entry holds although it clashes.
pub fn can_be_overruled(clash: &Clash) -> bool {
    let refusal = &clash.refusal;
    let mut reasons = refusal.reasons.iter();
    refusal.unknown.is_empty()
        && !refusal.reasons.is_empty()
        && reasons.all(|reason| reason.illegal.can_be_overruled())
}

/// Enters something that happened in the unexplained stretch that entry `number` stands for.
///
/// It comes before that entry, which from then on lays out only what is left to explain; once
/// nothing is left, it goes away.
pub fn fill(repair: &mut Repair, journal: &Journal, number: usize, action: Action) {
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
    let mut rest = difference(&before, &table);
    let begins =
        before.owed().iter().any(|owed| owed.task == Task::Turn && owed.player == Some(player));
    if rest.is_empty() && begins {
        repair.remove(journal, gap);
    } else {
        rest.push(Adjustment::Turn(player));
        repair.change(journal, gap, Deed::Position(rest).into());
    }
}

/// The checkpoints that agreed and would no longer: the number in the draft, with what the
/// score track showed there and what the draft says.
pub fn unsettled(repair: &Repair, journal: &Journal) -> Vec<(usize, Checkpoint)> {
    let unsettled = |(index, step): (usize, &Step)| {
        let noted = checkpoint_at(journal, step.from?).filter(Checkpoint::agrees)?;
        let now = Checkpoint { recorded: step.outcome()?.points(), ..noted };
        (!now.agrees()).then_some((index + 1, now))
    };
    repair.steps()[..repair.held()].iter().enumerate().filter_map(unsettled).collect()
}
