//! The action closest to being legal, where none is: the answer to "why not?" before a square or a
//! card is chosen.

use crate::action_input::{ActionInput, InputChoice, InputStep};
use rules::Game;
use rules::action::Action;
use rules::illegal::{Illegal, Refusal, RuleCheck};
use rules::sub_action::SubAction;

/// Maximum number of actions tried; a card that could do anything anywhere has more.
const MAX_TRIED: usize = 3_000;

/// The action with the fewest obstacles, and every check that is made of it.
#[derive(Clone, Debug)]
pub struct NearestAction {
    /// The action itself.
    pub action: Action,
    /// Its checks, from [`Game::checklist`].
    pub checks: Vec<RuleCheck>,
}

impl NearestAction {
    /// Searches all actions that start with `pick`, after the picks made already; `None` if it
    /// finds no refused action.
    pub fn starting_with(
        game: &Game,
        entry: Option<&ActionInput>,
        pick: &InputChoice,
    ) -> Option<Self> {
        let entry = match (pick, entry) {
            (InputChoice::Card(card), _) => ActionInput::with_card(game, *card)?,
            (pick, Some(entry)) => {
                let mut entry = entry.clone();
                entry.pick(game, pick);
                entry
            }
            (_, None) => return None,
        };
        Self::continuing(game, &entry)
    }

    /// Searches all actions that continue `entry`; `None` if it finds no refused action.
    pub fn continuing(game: &Game, entry: &ActionInput) -> Option<Self> {
        let mut search = NearestSearch { game, left: MAX_TRIED, best: None };
        search.from(entry);
        let (_, action) = search.best?;
        let checks = game.checklist(&action);
        Some(Self { action, checks })
    }
}

/// A search through the remaining decisions.
struct NearestSearch<'a> {
    game: &'a Game,
    /// The number of actions that may still be tried.
    left: usize,
    /// The obstacles of the best action, and that action.
    best: Option<((bool, usize), Action)>,
}

impl NearestSearch<'_> {
    fn from(&mut self, entry: &ActionInput) {
        let game = self.game;
        match entry.stage(game) {
            InputStep::Kind { text, basic, ready } => {
                if let Some(action) = ready {
                    self.ask(action);
                }
                for kind in text.into_iter().chain(basic) {
                    self.after(entry, &InputChoice::Kind(kind));
                }
            }
            InputStep::Resource(resources) => {
                for resource in resources {
                    self.after(entry, &InputChoice::Resource(resource));
                }
            }
            InputStep::Adviser => {
                for adviser in game.adviser_offer().into_iter().flatten() {
                    if let Some(action) = entry.action_with_adviser(adviser) {
                        self.ask(action);
                    }
                }
            }
            InputStep::Place(places) => {
                for place in places {
                    self.ask(entry.action_with(SubAction::Worker(place, Vec::new())));
                }
            }
            InputStep::Square | InputStep::Tile | InputStep::Placement => {
                for square in game.board().squares() {
                    for way in 0..entry.orientations(game).len().max(1) {
                        if let Some(action) = entry.action_at(game, square, Some(way)) {
                            self.ask(action);
                        }
                    }
                }
            }
            InputStep::Done(action) => self.ask(action),
            InputStep::Cards(_) | InputStep::Adjustments | InputStep::Unknown(_) => {}
        }
    }

    fn after(&mut self, entry: &ActionInput, pick: &InputChoice) {
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
