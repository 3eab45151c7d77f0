//! The action closest to being legal, where none is: the answer to "why not?" before a square or a
//! card is chosen.

use crate::entry::{Entry, Pick, Stage};
use rules::Game;
use rules::action::Action;
use rules::illegal::{Check, Illegal, Refusal};
use rules::sub_action::SubAction;

/// Maximum number of actions tried; a card that could do anything anywhere has more.
const MAX_TRIED: usize = 3_000;

/// The action with the fewest obstacles, and every check that is made of it.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The action itself.
    pub action: Action,
    /// Its checks, from [`Game::checklist`].
    pub checks: Vec<Check>,
}

impl Nearest {
    /// Searches all actions that start with `pick`, after the picks made already; `None` if it
    /// finds no refused action.
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

    /// Searches all actions that continue `entry`; `None` if it finds no refused action.
    pub fn within(game: &Game, entry: &Entry) -> Option<Self> {
        let mut search = Search { game, left: MAX_TRIED, best: None };
        search.from(entry);
        let (_, action) = search.best?;
        let checks = game.checklist(&action);
        Some(Self { action, checks })
    }
}

/// A search through the remaining decisions.
struct Search<'a> {
    game: &'a Game,
    /// The number of actions that may still be tried.
    left: usize,
    /// The obstacles of the best action, and that action.
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
        // A pick that does not change the stage would be made again without end.
        if self.left > 0 && next.stage(self.game) != entry.stage(self.game) {
            self.from(&next);
        }
    }

    /// Stores an action if it has fewer obstacles than all before it.
    fn ask(&mut self, action: Action) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let Err(refusal) = self.game.play(&action) else {
            return;
        };
        let obstacles = obstacles(&refusal);
        if self.best.as_ref().is_none_or(|(least, _)| obstacles < *least) {
            self.best = Some((obstacles, action));
        }
    }
}

/// Counts the obstacles of an action; a missing fact counts half, as it may turn out either way.
///
/// Nothing else is judged of a place beyond the edge of the board, so such an action always ranks
/// behind one on the board.
fn obstacles(refusal: &Refusal) -> (bool, usize) {
    let is_off_board =
        refusal.reasons.iter().any(|reason| matches!(reason.illegal, Illegal::OffBoard { .. }));
    (is_off_board, 2 * refusal.reasons.len() + refusal.unknown.len())
}
