//! The cheapest connection between two tiles, compared with a search without any shortcut.

use std::collections::BTreeMap;

use components::board::SquareKind;
use components::quantity::Money;
use components::square::Square;
use components::tile::Footprint;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rules::Game;
use rules::inspect::{Connection, Obstacle};
use rules::map::PieceKind;
use rules::player::PlayerId;
use rules::rulebook::{Options, Variants};

use crate::common::dice::Dice;
use crate::driver;
use crate::play::new_game;

/// The weight of a bridge in roads: $4 and an action against an action.
const BRIDGE: usize = 5;
/// The number of pairs of tiles checked in one position.
const PAIRS: usize = 12;

/// The cost of a path: its weight, then its length.
type PathCost = (usize, usize);

/// Returns the cost of the best path with at most `left` new bridges, found by visiting all squares
/// repeatedly until no path improves.
fn plain_search(
    game: &Game,
    player: PlayerId,
    from: &Footprint,
    to: &Footprint,
    left: usize,
) -> Option<PathCost> {
    let cost = |square: Square| {
        if to.covers(square) || game.road_state(square) == Some(true) {
            return Some((0, 0));
        }
        match (game.piece_on(square), game.board().kind_of(square)) {
            (Some(piece), _) => {
                let bridge = matches!(piece.kind, PieceKind::Bridge(_));
                (bridge && piece.is_owned_by(player)).then_some((0, 0))
            }
            (None, SquareKind::Land(_) | SquareKind::UnknownLand) => Some((1, 0)),
            (None, SquareKind::River | SquareKind::Wall) => Some((BRIDGE, 1)),
            (None, SquareKind::Reserved(_) | SquareKind::Outside) => None,
        }
    };
    let mut best: BTreeMap<(Square, usize), PathCost> =
        from.squares().iter().map(|&square| ((square, 0), (0, 0))).collect();
    loop {
        let before = best.clone();
        for (&(here, used), &(weight, length)) in &before {
            if to.covers(here) {
                continue;
            }
            for there in game.linked(here) {
                let Some((cost, bridges)) = cost(there) else {
                    continue;
                };
                let (path, used) = ((weight + cost, length + 1), used + bridges);
                let known = best.get(&(there, used));
                if used <= left && known.is_none_or(|known| path < *known) {
                    best.insert((there, used), path);
                }
            }
        }
        if best == before {
            break;
        }
    }
    best.iter().filter(|((square, _), _)| to.covers(*square)).map(|(_, &path)| path).min()
}

pub fn cheapest_connection_equals_that_of_a_plain_search(
    seed: u64,
    players: usize,
    board: &str,
    steps: usize,
) -> TestCaseResult {
    let mut game = new_game(players, board, Options::default(), Variants::default());
    let mut dice = Dice(seed);
    for _ in 0..steps {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        game = game.play(&action).expect("it was accepted").game;
    }
    let tiles: Vec<Footprint> = game.map().pieces().map(|(_, piece)| piece.footprint).collect();
    let all: Vec<PlayerId> = game.players().collect();
    for _ in 0..PAIRS {
        let (Some(from), Some(to)) = (dice.pick(&tiles), dice.pick(&tiles)) else {
            break;
        };
        if from == to {
            continue;
        }
        let player = *dice.pick(&all).expect("there are players");
        check_connection(&game, player, from, to)?;
    }
    Ok(())
}

fn check_connection(
    game: &Game,
    player: PlayerId,
    from: &Footprint,
    to: &Footprint,
) -> TestCaseResult {
    let left = game.bridges_on_mat(player).expect("the practice set knows how many there are");
    let plain = plain_search(game, player, from, to, left);
    let found = game.connection(player, from, to);
    let shown = format!("{player:?} from {from:?} to {to:?}: {found:?}");
    match found {
        Connection::Joined { path, .. } => {
            prop_assert_eq!(plain, Some((0, path.len() - 1)), "{}", shown);
        }
        Connection::Missing {
            path, squares, roads, bridges, actions, money, joined_for, ..
        } => {
            prop_assert_eq!(plain, Some((roads + BRIDGE * bridges, path.len() - 1)), "{}", shown);
            prop_assert!(bridges <= left, "{}", shown);
            prop_assert_eq!((squares.len(), actions), (roads + bridges, roads + bridges));
            prop_assert_eq!(money, Money(4 * i32::try_from(bridges).expect("few bridges")));
            let joined = game.players().filter(|&other| {
                other != player
                    && plain_search(game, other, from, to, 0).is_some_and(|path| path.0 == 0)
            });
            let mut listed = joined_for;
            listed.sort_unstable();
            prop_assert_eq!(listed, joined.collect::<Vec<_>>(), "{}", shown);
        }
        Connection::Impossible { reason } => {
            prop_assert_eq!(plain, None, "{}", shown);
            // No path needs more than 12 bridges to cross a board.
            let with_bridges = plain_search(game, player, from, to, 12);
            let too_few = matches!(reason, Obstacle::TooFewBridges { .. });
            prop_assert_eq!(with_bridges.is_some(), too_few, "{}", shown);
        }
    }
    Ok(())
}
