//! What was played before a fact was put right, judged again with it.
//!
//! A record is judged with the facts that were known when an entry was made,
//! and stays so: the points were taken at the table. Where a fact turns out to
//! be another, every earlier entry is played once more on the table it was
//! played on, with the right fact, and what would have come of it is set
//! beside what did.

use super::{Journal, replay};
use components::fact_id::FactId;
use components::quantity::Quantity;
use components::specs::{BoardField, Pack};
use rules::action::{Action, Deed};
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::moves::Outlook;
use rules::player::PlayerId;

/// What judging again came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudged {
    /// The facts that were put right.
    pub facts: Vec<FactId>,
    /// The earlier entries that would have come out differently, the first first.
    pub otherwise: Vec<Otherwise>,
}

/// An entry that would have come out differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// Its number.
    pub number: usize,
    /// How.
    pub how: How,
}

/// How an entry would have come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It would not have been possible.
    Refused(Refusal),
    /// It would have changed these numbers by as much: as recorded, and as it would have been.
    /// None are named where only the way to them differs.
    Changes(Vec<(PlayerId, Quantity, i32, i32)>),
}

/// Judges again what was played before entry `number` of the main line, if that entry puts right
/// a fact that was taken to be known; nothing for any other entry.
///
/// # Panics
///
/// If an action that was played before is refused where it was played, which would be a bug.
pub fn rejudged(journal: &Journal, number: usize) -> Option<Rejudged> {
    let line = journal.main_line();
    let action = |number: usize| journal.entry(*line.get(number.checked_sub(1)?)?).action();
    action(number)?.deed.learnt()?;
    judged_again(journal, number - 1, &journal.game_at(number)?)
}

/// What `learn`, played at the cursor, would put right, with every entry up to there that would
/// have come out differently; nothing if it puts no fact right.
///
/// # Errors
///
/// Why it cannot be played.
///
/// # Panics
///
/// If an action that was played before is refused where it was played, which would be a bug.
pub fn rejudged_by(journal: &Journal, learn: &Action) -> Result<Option<Rejudged>, Refusal> {
    let after = journal.game().play(learn)?.game;
    Ok(judged_again(journal, journal.cursor(), &after))
}

/// Judges again the entries up to `number` with the facts of `after`, where they are others.
fn judged_again(journal: &Journal, number: usize, after: &Game) -> Option<Rejudged> {
    let before = journal.game_at(number)?;
    let (before, after) = (before.contents().pack(), after.contents().pack());
    let facts = put_right(before, after);
    if facts.is_empty() {
        return None;
    }
    let learn = Action::from(Deed::Overrule {
        action: Box::new(Deed::Learn(Box::new(only(after, &facts))).into()),
        reason: "judged again".to_owned(),
    });
    let mut otherwise = Vec::new();
    replay(journal, 1..=number, |number, before, played| {
        if played.action.deed.is_judged()
            && let Ok(right) = before.play(&learn)
            && let Some(how) = compare(played, &right.game)
        {
            otherwise.push(Otherwise { number, how });
        }
    });
    Some(Rejudged { facts, otherwise })
}

/// How an action comes out on the table with the right facts, if that is not how it came out.
fn compare(was: &Played, right: &Game) -> Option<How> {
    let action = &was.action;
    let would = right.play(action).or_else(|refusal| {
        // The choices may be others then; without them the action says what it set out to do.
        let bare = Action::from(action.deed.clone());
        right.play(&bare).or(Err(refusal))
    });
    match would {
        Err(refusal) => Some(How::Refused(refusal)),
        Ok(would) if would.events == was.events => None,
        Ok(would) => {
            let (was, would) = (Outlook::of(was), Outlook::of(&would));
            let players = right.players();
            let changes = players.flat_map(|player| {
                let (was, would) = (&was, &would);
                Quantity::ALL.into_iter().filter_map(move |what| {
                    let (was, would) = (was.change(player, what), would.change(player, what));
                    (was != would).then_some((player, what, was, would))
                })
            });
            Some(How::Changes(changes.collect()))
        }
    }
}

/// Lists the facts that `before` knew and `after` knows otherwise.
fn put_right(before: &Pack, after: &Pack) -> Vec<FactId> {
    let is_put_right = |id: &FactId| match id {
        FactId::Board(board, BoardField::Terrain) if only_adds(before, after, board) => false,
        id => before.differs_from(after, id),
    };
    after.facts().into_iter().map(|(id, _)| id).filter(is_put_right).collect()
}

/// Whether the drawing of a board only says more than it did.
fn only_adds(before: &Pack, after: &Pack, board: &str) -> bool {
    let marks = |pack: &Pack| -> String {
        let board = pack.board(board);
        let rows = board.and_then(|spec| spec.terrain.value());
        rows.into_iter().flatten().map(String::as_str).collect()
    };
    let (before, after) = (marks(before), marks(after));
    let mut both = before.chars().zip(after.chars());
    both.all(|(was, is)| was == is || was == '?')
}

/// The part of a pack that states these facts, with the names of all components.
fn only(pack: &Pack, facts: &[FactId]) -> Pack {
    let mut part = pack.clone();
    for (name, fact) in part.facts_mut() {
        if !facts.contains(&name) {
            fact.blank();
        }
    }
    for space in part.buildings.iter_mut().flat_map(|b| &mut b.spaces) {
        if space.resource.value().is_none() && space.value.value().is_none() {
            space.bracket = None;
        }
    }
    part
}
