//! What comes nearest to being legal, where nothing is: the answer to "why not?" before a square
//! or a card is chosen.

use crate::entry::{Entry, Pick, Stage};
use rules::Game;
use rules::action::Action;
use rules::illegal::{Check, Illegal, Reason, Refusal};
use rules::sub_action::SubAction;

/// So many actions are tried at most; a card that could do anything anywhere has more.
const MOST_TRIED: usize = 3_000;

/// The action that lacks least, and every check that is made of it.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The action.
    pub action: Action,
    /// Its checks, as [`Game::checklist`] gives them.
    pub checks: Vec<Check>,
}

impl Nearest {
    /// Among all actions that begin with `pick`, after what is entered already; nothing where none
    /// can be told.
    pub fn to(game: &Game, entry: Option<&Entry>, pick: &Pick) -> Option<Self> {
        let entry = match (pick, entry) {
            (Pick::Card(card), _) => Entry::with_card(game, *card)?,
            (pick, Some(entry)) => {
                let mut entry = entry.clone();
                entry.pick(game, pick);
                entry
            }
            (_, None) => return None,
        };
        Self::within(game, &entry)
    }

    /// Among all actions that go on from what is entered; `None` where none can be told.
    pub fn within(game: &Game, entry: &Entry) -> Option<Self> {
        let mut search = Search { game, left: MOST_TRIED, best: None };
        search.from(entry);
        let (_, action) = search.best?;
        let checks = game.checklist(&action);
        Some(Self { action, checks })
    }
}

/// A search through the decisions that are left.
struct Search<'a> {
    game: &'a Game,
    left: usize,
    /// How much the best action lacks, and the action.
    best: Option<((bool, usize), Action)>,
}

impl Search<'_> {
    fn from(&mut self, entry: &Entry) {
        let game = self.game;
        match entry.stage(game) {
            Stage::Kind { text, basic, ready } => {
                if let Some(action) = ready {
                    self.ask(action);
                }
                for kind in text.into_iter().chain(basic) {
                    self.after(entry, &Pick::Kind(kind));
                }
            }
            Stage::Resource(resources) => {
                for resource in resources {
                    self.after(entry, &Pick::Resource(resource));
                }
            }
            Stage::Adviser => {
                for adviser in game.adviser_offer().into_iter().flatten() {
                    if let Some(action) = entry.action_with_adviser(adviser) {
                        self.ask(action);
                    }
                }
            }
            Stage::Place(places) => {
                for place in places {
                    self.ask(entry.action_with(SubAction::Worker(place, Vec::new())));
                }
            }
            Stage::Square | Stage::Tile | Stage::Placement => {
                for square in game.board().squares() {
                    for way in 0..entry.ways(game).len().max(1) {
                        if let Some(action) = entry.action_at(game, square, Some(way)) {
                            self.ask(action);
                        }
                    }
                }
            }
            Stage::Done(action) => self.ask(action),
            Stage::Cards(_) | Stage::ByHand | Stage::Unknown(_) => {}
        }
    }

    fn after(&mut self, entry: &Entry, pick: &Pick) {
        let mut next = entry.clone();
        next.pick(self.game, pick);
        // A decision that leads nowhere else would lead there again.
        if self.left > 0 && next.stage(self.game) != entry.stage(self.game) {
            self.from(&next);
        }
    }

    /// Keeps an action if it lacks less than all before it.
    fn ask(&mut self, action: Action) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let Err(refusal) = self.game.play(&action) else {
            return;
        };
        let lacks = lacks(&refusal);
        if self.best.as_ref().is_none_or(|(least, _)| lacks < *least) {
            self.best = Some((lacks, action));
        }
    }
}

/// How much is against an action: a fact that is missing may turn out either way.
///
/// Of a place beyond the edge of the board nothing else is judged; it is never what comes nearest
/// to one that is on it.
fn lacks(refusal: &Refusal) -> (bool, usize) {
    let is_off = |reason: &Reason| matches!(reason.illegal, Illegal::OffBoard { .. });
    let is_off_board = refusal.reasons.iter().any(is_off);
    (is_off_board, 2 * refusal.reasons.len() + refusal.unknown.len())
}
