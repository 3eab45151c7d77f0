//! Chains of roads and bridges between tiles: the cheapest one, and its building order.
//!
//! Rulebook, "Upgrading Resources".

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::adjustment::Owner;
use crate::game::Game;
use crate::map::{Content, PieceKind};
use crate::player::{PieceSet, PlayerId};
use crate::route::{PieceCosts, UNREACHABLE, adjacent_costs, route_costs};
use components::board::Cell;
use components::fact_id::FactId;
use components::quantity::Money;
use components::specs::CountField;
use components::tile::Footprint;

/// The weight of an action against money: a basic action could have gained $1 instead.
pub(super) const ACTION_WEIGHT: u16 = 1;
/// The full price of a bridge or gate (rule 5.15).
pub(super) const BRIDGE_COST: Money = crate::actions::PERSONAL_BUILDING_COST;
/// The weight of a new bridge or gate with its action. A road takes only an action.
const NEW_BRIDGE: u16 = ACTION_WEIGHT + BRIDGE_COST.0 as u16;
/// The costs of the pieces of a chain.
const COSTS: PieceCosts = PieceCosts { road: ACTION_WEIGHT, bridge: NEW_BRIDGE };

impl Game {
    pub(super) fn is_bridge(&self, cell: Cell) -> bool {
        match self.map.content(cell) {
            Content::Piece(id) => matches!(self.map.piece(id).kind, PieceKind::Bridge(_)),
            Content::Free | Content::Road => false,
        }
    }

    pub(super) fn takes_road(&self, cell: Cell) -> bool {
        self.board.kind(cell).is_land()
    }

    /// Returns the number of bridges and gates the player can still build; 0 with the missing fact
    /// if their number is unknown.
    pub(super) fn bridges_left(&self, player: PlayerId) -> (usize, Option<FactId>) {
        match self.contents.facts().count(CountField::Bridges) {
            Ok(all) => {
                let left = all - i32::from(self.bridges(player));
                (usize::try_from(left).unwrap_or(0), None)
            }
            Err(fact) => (0, Some(fact)),
        }
    }

    /// Returns the toll of every square for a chain of a player.
    pub(super) fn path_costs(&self, player: PlayerId) -> Vec<u16> {
        self.board.cells().map(|cell| self.toll(cell, Some(player), COSTS)).collect()
    }

    /// Returns the cheapest chain from a square of `from` to one that `goal` accepts, both
    /// included; of equally cheap ones the shortest. It has at most `left` new bridges.
    pub(super) fn cheapest_chain(
        &self,
        player: PlayerId,
        from: &Footprint,
        goal: impl Fn(Cell) -> bool,
        left: usize,
    ) -> Option<Vec<Cell>> {
        let goals: Vec<bool> = self.board.cells().map(goal).collect();
        self.cheapest_chain_over(&self.path_costs(player), from, &goals, left)
    }

    /// Returns the [cheapest chain](Self::cheapest_chain) to one of the squares marked in `goals`,
    /// with the given path costs.
    pub(super) fn cheapest_chain_over(
        &self,
        path_costs: &[u16],
        from: &Footprint,
        goals: &[bool],
        left: usize,
    ) -> Option<Vec<Cell>> {
        // The cheapest chain seldom has too many bridges; if it has, search again with the limit.
        let (chain, bridges) = self.search_chain(from, goals, path_costs, None)?;
        if bridges <= left {
            return Some(chain);
        }
        let (chain, _) = self.search_chain(from, goals, path_costs, Some(left))?;
        Some(chain)
    }

    /// Returns the cheapest chain and its number of new bridges. With a limit, a square is visited
    /// once for every number of bridges used on the way there.
    fn search_chain(
        &self,
        from: &Footprint,
        goals: &[bool],
        path_costs: &[u16],
        limit: Option<usize>,
    ) -> Option<(Vec<Cell>, usize)> {
        let cells = self.board.cell_count();
        let most = limit.unwrap_or(usize::MAX);
        let layers = limit.map_or(1, |left| left + 1);
        let node = |cell: Cell, used: usize| used.min(layers - 1) * cells + usize::from(cell);
        // Cost, length and number of new bridges of the best route to each node.
        let mut best = vec![(UNREACHABLE, UNREACHABLE, usize::MAX); cells * layers];
        let mut before: Vec<Option<(Cell, usize)>> = vec![None; cells * layers];
        let mut open = BinaryHeap::new();
        for &square in from.squares() {
            let cell = self.board.cell(square)?;
            best[node(cell, 0)] = (0, 0, 0);
            open.push(Reverse((0, 0, cell, 0)));
        }
        while let Some(Reverse((cost, length, here, used))) = open.pop() {
            if (cost, length, used) > best[node(here, used)] {
                continue;
            }
            if goals[usize::from(here)] {
                let mut chain = vec![here];
                let mut at = node(here, used);
                while let Some((earlier, used)) = before[at] {
                    chain.push(earlier);
                    at = node(earlier, used);
                }
                chain.reverse();
                return Some((chain, used));
            }
            for &there in self.board.linked(here) {
                let index = usize::from(there);
                let toll = if goals[index] { 0 } else { path_costs[index] };
                let used = used + usize::from(toll == NEW_BRIDGE);
                if toll == UNREACHABLE || used > most {
                    continue;
                }
                let route = (cost + toll, length + 1, used);
                let next = node(there, used);
                if route < best[next] {
                    best[next] = route;
                    before[next] = Some((here, route.2 - usize::from(toll == NEW_BRIDGE)));
                    open.push(Reverse((route.0, route.1, there, used)));
                }
            }
        }
        None
    }

    /// Returns, for every square, the cost of a chain that would connect a piece there to one of
    /// `pieces`, with the path costs of a player.
    pub(super) fn chain_costs(
        &self,
        path_costs: &[u16],
        pieces: PieceSet,
        bridges: bool,
    ) -> Vec<u16> {
        let cells: Vec<Cell> =
            pieces.iter().flat_map(|id| self.cells_of(&self.map.piece(id).footprint)).collect();
        self.chain_costs_from(path_costs, cells.into_iter().map(|cell| (cell, 0)), bridges)
    }

    /// Returns the squares of the board that `tile` covers.
    pub(super) fn cells_of(&self, tile: &Footprint) -> Vec<Cell> {
        tile.squares().iter().filter_map(|&square| self.board.cell(square)).collect()
    }

    /// Returns, for every square, the cost of a chain that would connect a piece there to the
    /// cheapest of `sources`, including the cost of the source.
    pub(super) fn chain_costs_from(
        &self,
        path_costs: &[u16],
        sources: impl IntoIterator<Item = (Cell, u16)>,
        bridges: bool,
    ) -> Vec<u16> {
        let costs = route_costs(&self.board, sources, |cell| match path_costs[usize::from(cell)] {
            NEW_BRIDGE if !bridges => UNREACHABLE,
            toll => toll,
        });
        adjacent_costs(&self.board, &costs)
    }

    /// Places roads and bridges one after another, each connected to something owned (rule 2.7).
    /// Returns the order found, and the squares on which nothing could be placed.
    pub(super) fn build_in_order(
        &mut self,
        player: PlayerId,
        builds: &[Cell],
    ) -> (Vec<Cell>, Vec<Cell>) {
        let mut order = Vec::with_capacity(builds.len());
        let mut waiting = builds.to_vec();
        loop {
            let own = self.own_targets(player);
            let next = waiting.iter().position(|&cell| {
                let link = self.map.link_of_cell(&self.board, cell);
                link.connects(own)
            });
            let Some(next) = next else {
                return (order, waiting);
            };
            let cell = waiting.remove(next);
            self.place_link(player, cell);
            order.push(cell);
        }
    }

    /// Places a road or, on river and wall, a bridge or gate of the player on a free square.
    pub(super) fn place_link(&mut self, player: PlayerId, cell: Cell) {
        if self.takes_road(cell) {
            self.map.add_road(&self.board, cell);
        } else if let Some(number) = self.map.next_bridge(player) {
            let at = Footprint::single(self.board.square(cell));
            let owner = Some(Owner::Player(player));
            self.map.place(&self.board, PieceKind::Bridge(number), at, owner);
            self.players[player.index()].bridges += 1;
        }
    }
}
