//! How many roads away things are.

use std::collections::VecDeque;

use rules::Game;
use rules::board::SquareKind;
use rules::map::PieceKind;
use rules::player::PlayerId;
use rules::square::Square;
use rules::tile::Footprint;

/// Farther than any road will go.
pub(super) const FAR: u16 = 999;

/// What a bridge counts, in roads: it takes a card and money.
pub(super) const BRIDGE: u16 = 3;

/// For every square, how many roads are missing between it and some tile, itself included.
pub(super) struct Field {
    columns: u8,
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
        let (columns, rows) = game.board().size();
        let missing = vec![FAR; usize::from(columns) * usize::from(rows)];
        let mut field = Self { columns, missing };
        let mut queue = VecDeque::new();
        for &square in tiles.iter().flat_map(Footprint::squares) {
            let at = field.index(square);
            field.missing[at] = 0;
            queue.push_back(square);
        }
        while let Some(here) = queue.pop_front() {
            let so_far = field.missing[field.index(here)];
            for there in game.linked(here) {
                let price = match (game.road_or_free(there), player) {
                    (Some(true), _) => 0,
                    (Some(false), _) => 1,
                    (None, Some(player)) => match bridge_price(game, there, player) {
                        Some(price) => price,
                        None => continue,
                    },
                    (None, None) => continue,
                };
                let at = field.index(there);
                if so_far + price < field.missing[at] {
                    field.missing[at] = so_far + price;
                    // Prices differ little, so a square is seldom looked at twice.
                    if price == 0 {
                        queue.push_front(there);
                    } else {
                        queue.push_back(there);
                    }
                }
            }
        }
        field
    }

    /// Roads missing up to and including `square`, if a road is or could be there.
    pub(super) fn up_to(&self, square: Square) -> u16 {
        self.missing[self.index(square)]
    }

    /// Roads missing between the tile of the field and something on these squares.
    pub(super) fn to(&self, game: &Game, tile: &Footprint) -> u16 {
        let around = tile
            .squares()
            .iter()
            .flat_map(|&square| game.linked(square));
        around.map(|square| self.up_to(square)).min().unwrap_or(FAR)
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
    }
}

/// What it takes `player` to cross a river or wall square; nothing if it cannot be crossed.
fn bridge_price(game: &Game, square: Square, player: PlayerId) -> Option<u16> {
    if let Some(piece) = game.piece_on(square) {
        let own = matches!(piece.kind, PieceKind::Bridge(_)) && piece.is_owned_by(player);
        return own.then_some(0);
    }
    let crossable = matches!(
        game.board().kind_of(square),
        SquareKind::River | SquareKind::Wall
    );
    (crossable && game.bridges(player) < 3).then_some(BRIDGE)
}
