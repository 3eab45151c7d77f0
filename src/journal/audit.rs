//! What people counted on the table, held against the record: every difference,
//! with the entries that could explain it.
//!
//! A difference is narrowed down as far as the record goes. Points are looked
//! at from the last agreed checkpoint on; any number from where it was last
//! stated rather than changed. Of the entries left, those that explain the
//! difference all by themselves come first.

use std::collections::BTreeMap;

use super::{Journal, last_agreed, replay_with};
use components::quantity::Quantity;
use rules::action::Deed;
use rules::adjustment::Adjustment;
use rules::audit::Counted;
use rules::game::{Game, Played};
use rules::player::PlayerId;
use rules::receipt::Event;

/// How an entry would explain a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// It was not carried out on the table.
    NotDone,
    /// It was carried out for another player.
    ForAnother(PlayerId),
    /// It was carried out twice.
    Twice,
    /// It was carried out the wrong way round: taken for given.
    WrongWay,
    /// Only together with others.
    InPart,
}

/// An entry that could explain a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its number, from 1.
    pub entry: usize,
    /// By how much it changed what was counted.
    pub by: i32,
    /// The part of that change by which it explains the difference; all of it where only
    /// together with others.
    pub part: i32,
    /// How it explains the difference.
    pub how: How,
}

/// Something of which the table has more or less than the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was counted.
    pub what: Counted,
    /// How much the record has.
    pub recorded: i32,
    /// How much lies on the table.
    pub counted: i32,
    /// The entry at which table and record last agreed on it, as far as the record knows; 0 is
    /// the start.
    pub since: usize,
    /// The entries after that which changed it: first those that explain the difference all by
    /// themselves, the latest first.
    pub suspects: Vec<Suspect>,
}

impl Finding {
    /// How much more the table has than the record.
    pub fn difference(&self) -> i32 {
        self.counted.saturating_sub(self.recorded)
    }
}

/// What an entry did to something that is counted.
struct Step {
    entry: usize,
    by: i32,
    /// The single changes it consists of, where they are known.
    parts: Vec<i32>,
}

/// The changes of something since it was last known to be right.
#[derive(Default)]
struct History {
    since: usize,
    steps: Vec<Step>,
}

/// Everything in which the table differs from the record at the cursor, given what was
/// counted. What was not counted is not in question.
pub fn audit(journal: &Journal, counted: &BTreeMap<Counted, i32>) -> Vec<Finding> {
    let differs = |&(&what, &counted): &(&Counted, &i32)| what.count(journal.game()) != counted;
    let differing: Vec<(Counted, i32)> =
        counted.iter().filter(differs).map(|(&what, &counted)| (what, counted)).collect();
    if differing.is_empty() {
        return Vec::new();
    }
    let histories = histories(journal, differing.iter().map(|&(what, _)| what));
    let finding = |&(what, counted): &(Counted, i32)| Finding {
        what,
        recorded: what.count(journal.game()),
        counted,
        since: histories.get(&what).map_or(0, |history| history.since),
        suspects: Vec::new(),
    };
    let mut findings: Vec<Finding> = differing.iter().map(finding).collect();
    let differences: Vec<(Counted, i32)> =
        findings.iter().map(|finding| (finding.what, finding.difference())).collect();
    for finding in &mut findings {
        let Some(history) = histories.get(&finding.what) else {
            continue;
        };
        let difference = finding.difference();
        let suspect = |step: &Step| suspect(finding.what, step, difference, &differences);
        finding.suspects = history.steps.iter().map(suspect).collect();
        finding.suspects.sort_by_key(|suspect| (suspect.how, std::cmp::Reverse(suspect.entry)));
    }
    findings
}

/// Returns the effect of every entry up to the cursor on each of these, since each was last known.
fn histories(journal: &Journal, all: impl Iterator<Item = Counted>) -> BTreeMap<Counted, History> {
    let mut histories: BTreeMap<Counted, History> =
        all.map(|what| (what, History::default())).collect();
    replay_with(journal, |number, before, played| {
        if number > journal.cursor() {
            return;
        }
        for (&what, history) in &mut histories {
            let by = what.count(&played.game) - what.count(before);
            if is_stated(what, &played.action.deed) {
                history.since = number;
                history.steps.clear();
                continue;
            }
            let parts = parts(what, played);
            if by != 0 || !parts.is_empty() {
                let step = Step { entry: number, by, parts };
                history.steps.push(step);
            }
        }
    });
    // The score track was looked at, and agreed.
    let agreed = last_agreed(journal).map_or(0, |(number, _)| number);
    for (what, history) in &mut histories {
        let is_points = matches!(what.quantity(), Some((_, Quantity::Points)));
        if is_points && agreed > history.since {
            history.since = agreed;
            history.steps.retain(|step| step.entry > agreed);
        }
    }
    histories
}
/// Whether an entry says how much of it lies on the table.
fn is_stated(what: Counted, deed: &Deed) -> bool {
    let (Deed::Adjust { changes, .. } | Deed::Position(changes)) = deed else {
        return false;
    };
    changes.iter().any(|change| what.is_stated_by(change))
}

/// The single changes of a number that an entry set off.
fn parts(what: Counted, outcome: &Played) -> Vec<i32> {
    let Some((player, quantity)) = what.quantity() else {
        return Vec::new();
    };
    let part = |event: &Event| match event {
        Event::Change(change) if (change.player, change.what) == (player, quantity) => {
            Some(change.by)
        }
        _ => None,
    };
    outcome.events.iter().filter_map(part).collect()
}

/// How a step would explain a difference, alone or with others.
fn suspect(what: Counted, step: &Step, difference: i32, all: &[(Counted, i32)]) -> Suspect {
    let explained = |part: i32| {
        if part == 0 {
            return None;
        }
        let another = || {
            let mut others = all.iter();
            others.find_map(|&(other, by)| match (what, other) {
                (Counted::Player(one, mine), Counted::Player(two, theirs))
                    if one != two && mine == theirs && by == part =>
                {
                    Some(two)
                }
                (Counted::Player(..) | Counted::Board(_), _) => None,
            })
        };
        if difference == -part {
            // The other player has just what is missing here.
            Some(another().map_or(How::NotDone, How::ForAnother))
        } else if difference == part {
            Some(How::Twice)
        } else if difference == -2 * part {
            Some(How::WrongWay)
        } else {
            None
        }
    };
    let candidates = std::iter::once(step.by).chain(step.parts.iter().copied());
    let best = candidates
        .filter_map(|part| explained(part).map(|how| (how, part)))
        .min_by_key(|&(how, _)| how);
    let (how, part) = best.unwrap_or((How::InPart, step.by));
    Suspect { entry: step.entry, by: step.by, part, how }
}

/// What would set the record right after a count: one adjustment for every number that differs.
///
/// Of pieces one has to say where they lie, so those are left to be entered.
pub fn settlement(game: &Game, counted: &BTreeMap<Counted, i32>) -> Vec<Adjustment> {
    let differs = |&(&what, &counted): &(&Counted, &i32)| what.count(game) != counted;
    let differing = counted.iter().filter(differs);
    differing.filter_map(|(what, counted)| what.adjustment(*counted)).collect()
}
