//! Compares a count of the real table with the record: every difference, with the entries that
//! could explain it.
//!
//! Points are searched from the last agreed checkpoint on; any number from the entry that last
//! stated it instead of changing it. Entries that explain a difference alone come first.

use std::collections::BTreeMap;

use super::{Journal, last_agreed, replay_with};
use components::quantity::Quantity;
use rules::action::ActionKind;
use rules::adjustment::Adjustment;
use rules::audit::TableQuantity;
use rules::game::{Game, Played};
use rules::player::PlayerId;
use rules::receipt::Event;

/// A mistake at the table by which an entry would explain a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuspectedMistake {
    /// It was not carried out on the table.
    NotDone,
    /// It was carried out for another player.
    ForOtherPlayer(PlayerId),
    /// It was carried out twice.
    Twice,
    /// It was carried out in the wrong direction, such as money taken instead of paid.
    Reversed,
    /// It explains the difference only together with other entries.
    WithOthers,
}

/// An entry that could explain a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its number, from 1.
    pub entry: usize,
    /// The change of the counted number.
    pub by: i32,
    /// The part of that change that explains the difference; all of it for
    /// [`SuspectedMistake::WithOthers`].
    pub part: i32,
    /// The mistake that would explain the difference.
    pub mistake: SuspectedMistake,
}

/// A number that differs between the table and the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The counted number.
    pub what: TableQuantity,
    /// Its value in the record.
    pub recorded: i32,
    /// Its value on the table.
    pub counted: i32,
    /// The entry at which table and record last agreed on it, as far as the record knows; 0 is
    /// the start.
    pub since: usize,
    /// The later entries that changed it: first those that explain the difference alone, the
    /// latest first.
    pub suspects: Vec<Suspect>,
}

impl Finding {
    /// Returns the surplus of the table over the record; negative if the table has less.
    pub fn difference(&self) -> i32 {
        self.counted.saturating_sub(self.recorded)
    }
}

/// A change of a counted number by one entry.
struct NumberChange {
    entry: usize,
    by: i32,
    /// The single changes it consists of, where they are known.
    parts: Vec<i32>,
}

/// The changes of a number since it was last known to be right.
#[derive(Default)]
struct ChangeHistory {
    since: usize,
    steps: Vec<NumberChange>,
}

/// Finds every counted number that differs from the record at the cursor.
///
/// ```
/// use components::quantity::{Points, Quantity};
/// use journal::Change;
/// use journal::audit::{SuspectedMistake, audit, settlement};
/// use rules::action::ActionKind;
/// use rules::adjustment::{Adjustment, Amount};
/// use rules::audit::{TableQuantity, PlayerQuantity};
/// use rules::player::PlayerId;
/// # use journal::Journal;
/// # use rules::Setup;
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let mut journal = Journal::new(setup).expect("the practice set is complete");
///
/// let anna = PlayerId(0);
/// let changes = vec![Adjustment::Points(anna, Amount::Change(Points(3)))];
/// let adjust = ActionKind::Adjust { changes, reason: "an example".to_owned() };
/// journal.apply(Change::Play(adjust.into())).expect("an adjustment");
///
/// // The score track shows 6 points: entry 1 was scored twice.
/// let counted = [(TableQuantity::Player(anna, PlayerQuantity::Number(Quantity::Points)), 6)].into();
/// let findings = audit(&journal, &counted);
/// assert_eq!(findings[0].difference(), 3);
/// assert_eq!((findings[0].suspects[0].entry, findings[0].suspects[0].mistake), (1, SuspectedMistake::Twice));
///
/// let expected = Adjustment::Points(anna, Amount::Set(Points(6)));
/// assert_eq!(settlement(journal.game(), &counted), [expected]);
/// ```
pub fn audit(journal: &Journal, counted: &BTreeMap<TableQuantity, i32>) -> Vec<Finding> {
    let differing: Vec<(TableQuantity, i32)> = differing(journal.game(), counted).collect();
    if differing.is_empty() {
        return Vec::new();
    }
    let histories = histories(journal, differing.iter().map(|&(what, _)| what));
    let mut findings: Vec<Finding> = differing
        .iter()
        .map(|&(what, counted)| Finding {
            what,
            recorded: what.count(journal.game()),
            counted,
            since: histories.get(&what).map_or(0, |history| history.since),
            suspects: Vec::new(),
        })
        .collect();
    let differences: Vec<(TableQuantity, i32)> =
        findings.iter().map(|finding| (finding.what, finding.difference())).collect();
    for finding in &mut findings {
        let Some(history) = histories.get(&finding.what) else {
            continue;
        };
        let difference = finding.difference();
        finding.suspects = history
            .steps
            .iter()
            .map(|step| suspect(finding.what, step, difference, &differences))
            .collect();
        finding.suspects.sort_by_key(|suspect| (suspect.mistake, std::cmp::Reverse(suspect.entry)));
    }
    findings
}

/// Returns the counted numbers that differ from `game`.
fn differing(
    game: &Game,
    counted: &BTreeMap<TableQuantity, i32>,
) -> impl Iterator<Item = (TableQuantity, i32)> {
    counted
        .iter()
        .map(|(&what, &counted)| (what, counted))
        .filter(|&(what, counted)| what.count(game) != counted)
}

/// Returns the changes of each number up to the cursor, since it was last known to be right.
fn histories(
    journal: &Journal,
    all: impl Iterator<Item = TableQuantity>,
) -> BTreeMap<TableQuantity, ChangeHistory> {
    let mut histories: BTreeMap<TableQuantity, ChangeHistory> =
        all.map(|what| (what, ChangeHistory::default())).collect();
    replay_with(journal, |number, before, played| {
        if number > journal.cursor() {
            return;
        }
        for (&what, history) in &mut histories {
            let by = what.count(&played.game) - what.count(before);
            if is_stated(what, &played.action.kind) {
                history.since = number;
                history.steps.clear();
                continue;
            }
            let parts = parts(what, played);
            if by != 0 || !parts.is_empty() {
                let step = NumberChange { entry: number, by, parts };
                history.steps.push(step);
            }
        }
    });
    // The score track was compared, and agreed.
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

/// Returns `true` if an entry states the value of this number instead of changing it.
fn is_stated(what: TableQuantity, kind: &ActionKind) -> bool {
    let (ActionKind::Adjust { changes, .. } | ActionKind::Position(changes)) = kind else {
        return false;
    };
    changes.iter().any(|change| what.is_stated_by(change))
}

/// Returns the single changes of a number that an entry caused.
fn parts(what: TableQuantity, outcome: &Played) -> Vec<i32> {
    let Some((player, quantity)) = what.quantity() else {
        return Vec::new();
    };
    outcome
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Change(change) if (change.player, change.quantity) == (player, quantity) => {
                Some(change.by)
            }
            _ => None,
        })
        .collect()
}

/// Returns the best explanation of a difference by a step; `all` are the differences of all
/// numbers.
fn suspect(
    what: TableQuantity,
    step: &NumberChange,
    difference: i32,
    all: &[(TableQuantity, i32)],
) -> Suspect {
    let (mistake, part) = std::iter::once(step.by)
        .chain(step.parts.iter().copied())
        .filter_map(|part| Some((explanation(what, part, difference, all)?, part)))
        .min_by_key(|&(how, _)| how)
        .unwrap_or((SuspectedMistake::WithOthers, step.by));
    Suspect { entry: step.entry, by: step.by, part, mistake }
}

/// Returns the mistake by which a change of `part` explains the difference alone, if there is one.
fn explanation(
    what: TableQuantity,
    part: i32,
    difference: i32,
    all: &[(TableQuantity, i32)],
) -> Option<SuspectedMistake> {
    if part == 0 {
        None
    } else if difference == -part {
        Some(
            player_with_surplus(what, part, all)
                .map_or(SuspectedMistake::NotDone, SuspectedMistake::ForOtherPlayer),
        )
    } else if difference == part {
        Some(SuspectedMistake::Twice)
    } else if difference == -2 * part {
        Some(SuspectedMistake::Reversed)
    } else {
        None
    }
}

/// Finds another player whose same number exceeds the record by `part`.
fn player_with_surplus(
    what: TableQuantity,
    part: i32,
    all: &[(TableQuantity, i32)],
) -> Option<PlayerId> {
    all.iter().find_map(|&(other, by)| match (what, other) {
        (TableQuantity::Player(one, mine), TableQuantity::Player(two, theirs))
            if one != two && mine == theirs && by == part =>
        {
            Some(two)
        }
        (TableQuantity::Player(..) | TableQuantity::Board(_), _) => None,
    })
}

/// Returns one adjustment for every number that differs, to bring the record in line with a count.
///
/// Pieces have none, for an adjustment needs their place; nor has income, which follows from tiles.
pub fn settlement(game: &Game, counted: &BTreeMap<TableQuantity, i32>) -> Vec<Adjustment> {
    differing(game, counted).filter_map(|(what, counted)| what.adjustment(counted)).collect()
}
