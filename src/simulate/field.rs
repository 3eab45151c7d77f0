//! Distances on the board, counted in missing roads.

use components::square::Square;
use components::tile::Footprint;
use rules::Game;
use rules::player::PlayerId;
use rules::route::{PieceCosts, UNREACHABLE, route_costs};

/// A distance that no road covers.
pub(super) const FAR: u16 = 999;

/// The cost of a bridge, in roads: it takes a card and money.
pub(super) const BRIDGE: u16 = 3;

/// The number of roads missing between each square and some tile, the square included.
pub(super) struct DistanceField {
    columns: u8,
    /// By the number of the square.
    missing: Vec<u16>,
}

impl DistanceField {
    /// Creates the field around a tile, for roads alone.
    pub(super) fn around(game: &Game, tile: &Footprint) -> Self {
        Self::new(game, std::slice::from_ref(tile), None)
    }

    /// Creates the field around the nearest of several tiles, for roads alone.
    pub(super) fn around_all(game: &Game, tiles: &[Footprint]) -> Self {
        Self::new(game, tiles, None)
    }

    /// Creates the field for a player, who can build bridges and use own ones.
    pub(super) fn for_player(game: &Game, tile: &Footprint, player: PlayerId) -> Self {
        Self::new(game, std::slice::from_ref(tile), Some(player))
    }

    fn new(game: &Game, tiles: &[Footprint], player: Option<PlayerId>) -> Self {
        let board = game.board();
        let builds_bridges = player.is_some_and(|player| game.bridges(player) < 3);
        let costs =
            PieceCosts { road: 1, bridge: if builds_bridges { BRIDGE } else { UNREACHABLE } };
        let sources = tiles.iter().flat_map(Footprint::squares);
        let sources = sources.filter_map(|&square| Some((board.cell(square)?, 0)));
        let missing = route_costs(board, sources, |cell| game.toll(cell, player, costs));
        let missing = missing.into_iter().map(|roads| roads.min(FAR)).collect();
        let (columns, _) = board.size();
        Self { columns, missing }
    }

    /// Returns the number of roads missing up to and including `square`.
    pub(super) fn up_to(&self, square: Square) -> u16 {
        self.missing
            [usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)]
    }

    /// Returns the number of roads missing between the tile of the field and these squares.
    pub(super) fn to(&self, game: &Game, tile: &Footprint) -> u16 {
        let board = game.board();
        let cells = tile.squares().iter().filter_map(|&square| board.cell(square));
        let around = cells.flat_map(|cell| board.linked(cell));
        around.map(|&cell| self.missing[usize::from(cell)]).min().unwrap_or(FAR)
    }
}
