//! The squares of an action.

use components::square::Square;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::sub_action::SubAction;

/// Returns the first square of an action in reading order; `None` if it has none.
pub fn first_square_of(game: &Game, action: &Action) -> Option<Square> {
    game.board().squares().find(|&square| involves_square(action, square))
}

/// Returns `true` if an action puts something on a square, or gains access to a piece there.
pub fn involves_square(action: &Action, square: Square) -> bool {
    fn is_on(sub_action: &SubAction, square: Square) -> bool {
        match sub_action {
            SubAction::Worker(_, sub_actions) => {
                sub_actions.iter().any(|sub_action| is_on(sub_action, square))
            }
            sub_action => sub_action.is_on(square),
        }
    }
    match &action.kind {
        ActionKind::PlaceStart { square: at, .. } | ActionKind::ExtraRoad { square: at, .. } => {
            *at == square
        }
        ActionKind::PlaceBuilding { footprint, .. } => footprint.squares().contains(&square),
        other => other.sub_actions().iter().any(|sub_action| is_on(sub_action, square)),
    }
}
