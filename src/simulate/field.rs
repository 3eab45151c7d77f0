//! How many roads away things are.

use std::collections::VecDeque;

use components::board::{Cell, SquareKind};
use components::square::Square;
use components::tile::Footprint;
use rules::Game;
use rules::map::{Content, PieceKind};
use rules::player::PlayerId;

/// Farther than any road will go.
pub(super) const FAR: u16 = 999;

/// What a bridge counts, in roads: it takes a card and money.
pub(super) const BRIDGE: u16 = 3;

/// For every square, how many roads are missing between it and some tile, itself included.
pub(super) struct Field {
    columns: u8,
    /// By the number of the square.
    missing: Vec<u16>,
}

impl Field {
    /// The field around the squares of a tile, for what roads alone can do.
    pub(super) fn around(game: &Game, tile: &Footprint) -> Self {
        Self::new(game, std::slice::from_ref(tile), None)
    }

    /// The field around several tiles, whichever is nearest.
    pub(super) fn around_all(game: &Game, tiles: &[Footprint]) -> Self {
        Self::new(game, tiles, None)
    }

    /// The field for a player, who can build bridges and use those already built.
    pub(super) fn for_player(game: &Game, tile: &Footprint, player: PlayerId) -> Self {
        Self::new(game, std::slice::from_ref(tile), Some(player))
    }

    fn new(game: &Game, tiles: &[Footprint], player: Option<PlayerId>) -> Self {
        let board = game.board();
        let mut missing = vec![FAR; board.cell_count()];
        let mut queue = VecDeque::with_capacity(board.cell_count());
        for &square in tiles.iter().flat_map(Footprint::squares) {
            if let Some(cell) = board.cell(square) {
                missing[usize::from(cell)] = 0;
                queue.push_back(cell);
            }
        }
        while let Some(here) = queue.pop_front() {
            let so_far = missing[usize::from(here)];
            for &there in board.linked(here) {
                // Prices differ little, so a square is seldom looked at twice.
                let known = missing[usize::from(there)];
                if known <= so_far {
                    continue;
                }
                let Some(price) = price(game, there, player) else {
                    continue;
                };
                if so_far + price < known {
                    missing[usize::from(there)] = so_far + price;
                    if price == 0 {
                        queue.push_front(there);
                    } else {
                        queue.push_back(there);
                    }
                }
            }
        }
        let (columns, _) = board.size();
        Self { columns, missing }
    }

    /// Roads missing up to and including `square`, if a road is or could be there.
    pub(super) fn up_to(&self, square: Square) -> u16 {
        self.missing
            [usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)]
    }

    /// Roads missing between the tile of the field and something on these squares.
    pub(super) fn to(&self, game: &Game, tile: &Footprint) -> u16 {
        let board = game.board();
        let cells = tile.squares().iter().filter_map(|&square| board.cell(square));
        let around = cells.flat_map(|cell| board.linked(cell));
        around.map(|&cell| self.missing[usize::from(cell)]).min().unwrap_or(FAR)
    }
}

/// What it takes to lead a way over a square, in roads; nothing if it cannot be crossed.
fn price(game: &Game, cell: Cell, player: Option<PlayerId>) -> Option<u16> {
    match game.map().content(cell) {
        Content::Road => Some(0),
        Content::Piece(id) => {
            let piece = game.map().piece(id);
            let bridge = matches!(piece.kind, PieceKind::Bridge(_));
            (bridge && player.is_some_and(|player| piece.is_owned_by(player))).then_some(0)
        }
        Content::Free => match game.board().kind(cell) {
            SquareKind::Land(_) | SquareKind::UnknownLand => Some(1),
            SquareKind::River | SquareKind::Wall => {
                let left = player.is_some_and(|player| game.bridges(player) < 3);
                left.then_some(BRIDGE)
            }
            SquareKind::Reserved(_) | SquareKind::Outside => None,
        },
    }
}
