//! Costs of routes over the board.
//!
//! Roads and bridges connect tiles in chains (rulebook, "Upgrading Resources"). The planner and the
//! simulated players weigh the pieces of a chain differently; both search with these functions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::game::Game;
use crate::map::{Content, PieceKind};
use crate::player::PlayerId;
use components::board::{Board, Cell, SquareKind};

/// The cost of a square that no route reaches, and the toll of one that no route crosses.
pub const UNREACHABLE: u16 = u16::MAX;

/// The cost of each new piece of a chain.
#[derive(Clone, Copy, Debug)]
pub struct PieceCosts {
    /// A road.
    pub road: u16,
    /// A bridge or gate; [`UNREACHABLE`] if none can be built.
    pub bridge: u16,
}

impl Game {
    /// Returns the cost of extending a chain over a square: 0 on a road and on a bridge or gate
    /// of `player`.
    pub fn toll(&self, cell: Cell, player: Option<PlayerId>, costs: PieceCosts) -> u16 {
        match self.map().content(cell) {
            Content::Road => 0,
            Content::Piece(id) => {
                let piece = self.map().piece(id);
                let is_bridge = matches!(piece.kind, PieceKind::Bridge(_));
                let is_own = player.is_some_and(|player| piece.is_owned_by(player));
                if is_bridge && is_own { 0 } else { UNREACHABLE }
            }
            Content::Free => match self.board().kind(cell) {
                SquareKind::Land(_) | SquareKind::UnknownLand => costs.road,
                SquareKind::River | SquareKind::Wall => costs.bridge,
                SquareKind::Reserved(_) | SquareKind::Outside => UNREACHABLE,
            },
        }
    }
}

/// Returns, for every square, the cost of the cheapest route that ends on it.
///
/// A route starts on one of `sources`, with the cost given there, and pays the toll of every
/// further square, the last one included.
pub fn route_costs(
    board: &Board,
    sources: impl IntoIterator<Item = (Cell, u16)>,
    toll: impl Fn(Cell) -> u16,
) -> Vec<u16> {
    let mut costs = vec![UNREACHABLE; board.cell_count()];
    let mut open = BinaryHeap::new();
    for (cell, cost) in sources {
        if cost < costs[usize::from(cell)] {
            costs[usize::from(cell)] = cost;
            open.push(Reverse((cost, cell)));
        }
    }
    while let Some(Reverse((cost, here))) = open.pop() {
        if cost > costs[usize::from(here)] {
            continue;
        }
        for &there in board.linked(here) {
            let known = costs[usize::from(there)];
            if known <= cost {
                continue;
            }
            let total = cost.saturating_add(toll(there));
            if total < known {
                costs[usize::from(there)] = total;
                open.push(Reverse((total, there)));
            }
        }
    }
    costs
}

/// Returns, for every square, the lowest cost of the squares adjacent to it.
pub fn adjacent_costs(board: &Board, costs: &[u16]) -> Vec<u16> {
    let lowest = |cell: Cell| {
        let adjacent = board.linked(cell).iter().map(|&there| costs[usize::from(there)]);
        adjacent.min().unwrap_or(UNREACHABLE)
    };
    board.cells().map(lowest).collect()
}
