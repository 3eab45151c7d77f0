//! Judges recorded entries again after a fact about the box was corrected.
//!
//! A record is judged with the facts known when an entry was made, and stays so: the points were
//! taken at the table. When a fact is corrected, every earlier entry is played once more on the
//! table it was played on, with the correct fact, and its outcome is compared with the recorded
//! one.

use super::{Journal, replay};
use components::fact_id::FactId;
use components::quantity::Quantity;
use components::specs::{BoardField, Pack};
use rules::action::{Action, ActionKind};
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::moves::ActionEffects;
use rules::player::PlayerId;

/// The result of judging recorded entries again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudgement {
    /// The corrected facts.
    pub facts: Vec<FactId>,
    /// The earlier entries with another outcome, in the order of the record.
    pub entries: Vec<ChangedEntry>,
}

/// An entry with another outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedEntry {
    /// The number of the entry.
    pub number: usize,
    /// The difference in its outcome.
    pub change: OutcomeChange,
}

/// The difference between the recorded and the corrected outcome of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeChange {
    /// The rules would have refused it.
    Refused(Refusal),
    /// Changes of numbers: as recorded, then as they would have been. Empty if only the route to
    /// equal numbers differs.
    Changes(Vec<(PlayerId, Quantity, i32, i32)>),
}

/// Judges the entries before entry `number` of the main line again; `None` unless that entry
/// corrects a known fact.
///
/// # Panics
///
/// If an action is refused where it was played before, which would be a bug.
pub fn rejudge(journal: &Journal, number: usize) -> Option<Rejudgement> {
    journal.action(number)?.kind.stated_facts()?;
    judge_again(journal, number - 1, &journal.game_at(number)?)
}

/// Judges the entries up to the cursor again as if `learn` were played there; `None` if it
/// corrects no fact.
///
/// # Errors
///
/// The reason `learn` cannot be played.
///
/// # Panics
///
/// If an action is refused where it was played before, which would be a bug.
pub fn rejudge_with(journal: &Journal, learn: &Action) -> Result<Option<Rejudgement>, Refusal> {
    let after = journal.game().play(learn)?.game;
    Ok(judge_again(journal, journal.cursor(), &after))
}

/// Judges the entries up to `number` again with the facts that `after` corrects; `None` without
/// any.
fn judge_again(journal: &Journal, number: usize, after: &Game) -> Option<Rejudgement> {
    let before = journal.game_at(number)?;
    let (before, after) = (before.contents().pack(), after.contents().pack());
    let facts = corrected_facts(before, after);
    if facts.is_empty() {
        return None;
    }
    let learn = Action::from(ActionKind::Overrule {
        action: Box::new(ActionKind::EnterFacts(Box::new(restricted_to(after, &facts))).into()),
        reason: "judged again".to_owned(),
    });
    let mut entries = Vec::new();
    replay(journal, 1..=number, |number, before, played| {
        if played.action.kind.is_judged_by_rules()
            && let Ok(right) = before.play(&learn)
            && let Some(change) = compare(played, &right.game)
        {
            entries.push(ChangedEntry { number, change });
        }
    });
    Some(Rejudgement { facts, entries })
}

/// Compares the recorded outcome with the one on the table with the correct facts; `None` if they
/// are equal.
fn compare(was: &Played, right: &Game) -> Option<OutcomeChange> {
    let action = &was.action;
    let would = right.play(action).or_else(|refusal| {
        // The recorded choices may no longer come up; without them the action states its intention.
        let bare = Action::from(action.kind.clone());
        right.play(&bare).or(Err(refusal))
    });
    match would {
        Err(refusal) => Some(OutcomeChange::Refused(refusal)),
        Ok(would) if would.events == was.events => None,
        Ok(would) => {
            let (recorded, corrected) = (ActionEffects::of(was), ActionEffects::of(&would));
            let mut changes = Vec::new();
            for player in right.players() {
                for what in Quantity::ALL {
                    let (was, would) =
                        (recorded.change(player, what), corrected.change(player, what));
                    if was != would {
                        changes.push((player, what, was, would));
                    }
                }
            }
            Some(OutcomeChange::Changes(changes))
        }
    }
}

/// Lists the facts that `before` knew and `after` knows otherwise.
fn corrected_facts(before: &Pack, after: &Pack) -> Vec<FactId> {
    after
        .facts()
        .into_iter()
        .map(|(id, _)| id)
        .filter(|id| match id {
            FactId::Board(board, BoardField::Terrain) if only_adds(before, after, board) => false,
            id => before.differs_from(after, id),
        })
        .collect()
}

/// Returns `true` if the drawing of a board only fills in unknown squares.
fn only_adds(before: &Pack, after: &Pack, board: &str) -> bool {
    let (before, after) = (terrain_marks(before, board), terrain_marks(after, board));
    before.chars().zip(after.chars()).all(|(was, is)| was == is || was == '?')
}

/// Returns the marks in the drawing of a board, row after row.
fn terrain_marks(pack: &Pack, board: &str) -> String {
    let rows = pack.board(board).and_then(|spec| spec.terrain.value());
    rows.into_iter().flatten().map(String::as_str).collect()
}

/// Returns the part of a pack that states these facts, with the names of all components.
fn restricted_to(pack: &Pack, facts: &[FactId]) -> Pack {
    let mut part = pack.clone();
    part.retain_facts(|id| facts.contains(id));
    part
}
