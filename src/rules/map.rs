//! The pieces on the board: tiles, roads, bridges and gates.
//!
//! Rulebook, "Upgrading Resources" (adjacent and connected). Every road belongs to a network of
//! adjacent roads, and every tile has a mask of the networks that touch it; two tiles are connected
//! if their masks intersect. Bridges carry connections only for their owner, so queries name a
//! player.

use std::collections::VecDeque;

use super::adjustment::{Owner, TileRef};
use super::player::{PieceId, PieceSet, PlayerId, PlayerSet};
use components::board::{Board, Cell, Section};
use components::ids::{BuildingId, ResourceId};
use components::square::Square;
use components::tile::Footprint;

/// Content of an empty square.
const EMPTY: u8 = u8::MAX;
/// Content of a road square.
const ROAD: u8 = u8::MAX - 1;
/// Label of a square in no network.
const NO_NET: u8 = u8::MAX;
/// The number of the first bridge; road networks have lower numbers. Each player has four bridges.
const FIRST_BRIDGE: u8 = 112;
/// The maximum number of tiles on the map; no box has more.
pub(super) const MAX_PIECES: usize = 127;

/// A set of road networks and bridges.
pub(super) type Nets = u128;

/// A kind of tile on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A resource tile.
    Resource(ResourceId),
    /// A house.
    House,
    /// A bridge or gate, with its number among the player's.
    Bridge(u8),
    /// A prestige building.
    Prestige(BuildingId),
    /// Removed by the referee; its number can be reused.
    Removed,
}

/// A tile on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Its squares.
    pub footprint: Footprint,
    /// Its owner; `None` for a prestige building.
    pub owner: Option<Owner>,
    /// Players with an access token below the owner's.
    pub access: PlayerSet,
    /// The player who imported it, for a trade stall that was imported and not placed at the start.
    pub importer: Option<PlayerId>,
    adjacent: PieceSet,
    nets: Nets,
}

impl Piece {
    /// Returns `true` if `player` owns it.
    pub fn is_owned_by(&self, player: PlayerId) -> bool {
        self.owner == Some(Owner::Player(player))
    }

    /// Returns `true` if `player` has a claim token on it, as owner or below.
    pub fn is_claimed_by(&self, player: PlayerId) -> bool {
        self.is_owned_by(player) || self.access.contains(player)
    }

    /// Returns the resource, if it is a resource tile.
    pub fn resource(&self) -> Option<ResourceId> {
        match self.kind {
            PieceKind::Resource(resource) => Some(resource),
            PieceKind::House
            | PieceKind::Bridge(_)
            | PieceKind::Prestige(_)
            | PieceKind::Removed => None,
        }
    }

    /// Returns the reference used in records, if it is a resource tile.
    pub fn tile(&self) -> Option<TileRef> {
        self.resource().map(|resource| TileRef { resource, footprint: self.footprint })
    }

    /// Returns the network bit of a bridge; 0 for other tiles.
    fn bridge_bit(&self) -> Nets {
        match (self.kind, self.owner) {
            (PieceKind::Bridge(number), Some(Owner::Player(player))) => {
                1 << bridge_net(player, number)
            }
            _ => 0,
        }
    }
}

/// The tiles and networks that a tile touches, or would touch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    pub(super) adjacent: PieceSet,
    pub(super) nets: Nets,
}

impl Link {
    /// Returns `true` if this is connected to one of the targets (rule 2.5).
    pub(super) const fn connects(self, targets: Targets) -> bool {
        self.adjacent.meets(targets.pieces) || self.nets & targets.nets != 0
    }
}

/// Tiles to connect to, with every network a player reaches from them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Targets {
    pieces: PieceSet,
    nets: Nets,
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Free,
    /// A road.
    Road,
    /// A tile.
    Piece(PieceId),
}

/// All pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    content: Vec<u8>,
    nets: Vec<u8>,
    pieces: Vec<Piece>,
    roads: u16,
    /// Numbers in use by road networks.
    taken: Nets,
    /// The bridges and gates among the tiles.
    bridges: PieceSet,
}

impl Map {
    pub(super) fn new(board: &Board) -> Self {
        let cells = board.cell_count();
        Self {
            content: vec![EMPTY; cells],
            nets: vec![NO_NET; cells],
            pieces: Vec::new(),
            roads: 0,
            taken: 0,
            bridges: PieceSet::EMPTY,
        }
    }

    /// Returns the content of a square of the board, by its number.
    pub fn content(&self, cell: Cell) -> Content {
        match self.content[usize::from(cell)] {
            EMPTY => Content::Free,
            ROAD => Content::Road,
            piece => Content::Piece(PieceId(piece)),
        }
    }

    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.content[usize::from(cell)] == EMPTY
    }

    /// Returns the number of roads on the board.
    pub fn road_count(&self) -> usize {
        usize::from(self.roads)
    }

    /// Returns a tile by its number.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    pub(super) fn piece_mut(&mut self, id: PieceId) -> &mut Piece {
        &mut self.pieces[id.index()]
    }

    /// Returns every tile on the map, in the order of placing.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| piece.kind != PieceKind::Removed)
            .map(|(index, piece)| (PieceId(index as u8), piece))
    }

    /// Returns the tiles of a resource, in the order of placing.
    pub fn tiles_of(&self, resource: ResourceId) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces().filter(move |(_, piece)| piece.kind == PieceKind::Resource(resource))
    }

    /// Returns the tiles that `player` owns, including houses and bridges.
    pub fn owned_by(&self, player: PlayerId) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces().filter(move |(_, piece)| piece.is_owned_by(player))
    }

    /// Returns `true` if the map has a number for another tile.
    pub(super) fn has_piece_left(&self) -> bool {
        self.pieces.len() < MAX_PIECES
            || self.pieces.iter().any(|piece| piece.kind == PieceKind::Removed)
    }

    /// Returns `true` if the map has numbers for another tile and another road network.
    pub(super) fn has_room(&self) -> bool {
        self.has_piece_left() && self.free_net().is_some()
    }

    /// Returns the number of the next bridge of `player`.
    pub(super) fn next_bridge(&self, player: PlayerId) -> Option<u8> {
        (0..4).find(|&number| {
            !self.owned_by(player).any(|(_, piece)| piece.kind == PieceKind::Bridge(number))
        })
    }

    /// Places a tile; the caller has checked that its squares are free.
    pub(super) fn place(
        &mut self,
        board: &Board,
        kind: PieceKind,
        footprint: Footprint,
        owner: Option<Owner>,
    ) -> PieceId {
        let link = self.link(board, &footprint);
        let piece = Piece {
            kind,
            footprint,
            owner,
            access: PlayerSet::EMPTY,
            importer: None,
            adjacent: link.adjacent,
            nets: link.nets,
        };
        let vacant = self.pieces.iter().position(|piece| piece.kind == PieceKind::Removed);
        let index = vacant.unwrap_or(self.pieces.len());
        if vacant.is_some() {
            self.pieces[index] = piece;
        } else {
            self.pieces.push(piece);
        }
        let id = PieceId(index as u8);
        if matches!(kind, PieceKind::Bridge(_)) {
            self.bridges.insert(id);
        }
        for neighbour in link.adjacent.iter() {
            let neighbour = &mut self.pieces[neighbour.index()];
            neighbour.adjacent.insert(id);
            neighbour.nets |= piece.bridge_bit();
        }
        for &square in footprint.squares() {
            if let Some(cell) = board.cell(square) {
                self.content[usize::from(cell)] = id.0;
            }
        }
        id
    }

    /// Places a road; the caller has checked that the square is free. Returns `false`, without a
    /// change, if no number is left for its network.
    pub(super) fn add_road(&mut self, board: &Board, cell: Cell) -> bool {
        let mut touching: Nets = 0;
        for &there in board.linked(cell) {
            if self.content(there) == Content::Road {
                touching |= 1 << self.nets[usize::from(there)];
            }
        }
        let net = match self.free_net() {
            _ if touching != 0 => touching.trailing_zeros() as u8,
            Some(free) => free,
            None => return false,
        };
        let joined = touching & !(1 << net);
        if joined != 0 {
            for label in &mut self.nets {
                if *label != NO_NET && joined & (1 << *label) != 0 {
                    *label = net;
                }
            }
            for piece in &mut self.pieces {
                if piece.nets & joined != 0 {
                    piece.nets = (piece.nets & !joined) | 1 << net;
                }
            }
        }
        self.content[usize::from(cell)] = ROAD;
        self.nets[usize::from(cell)] = net;
        self.roads += 1;
        self.taken = (self.taken & !joined) | 1 << net;
        for &there in board.linked(cell) {
            if let Content::Piece(piece) = self.content(there) {
                self.pieces[piece.index()].nets |= 1 << net;
            }
        }
        true
    }

    /// Removes everything from a square, a tile from all its squares. Returns `false` if there are
    /// not enough numbers for the remaining road networks.
    pub(super) fn clear(&mut self, board: &Board, cell: Cell) -> bool {
        match self.content(cell) {
            Content::Free => {}
            Content::Road => self.content[usize::from(cell)] = EMPTY,
            Content::Piece(id) => {
                for &square in self.pieces[id.index()].footprint.squares() {
                    if let Some(cell) = board.cell(square) {
                        self.content[usize::from(cell)] = EMPTY;
                    }
                }
                self.pieces[id.index()].kind = PieceKind::Removed;
                self.pieces[id.index()].owner = None;
                self.bridges.remove(id);
            }
        }
        self.find_links(board)
    }

    /// Recomputes all networks and neighbors. Returns `false` if there are not enough numbers for
    /// the networks.
    pub(super) fn find_links(&mut self, board: &Board) -> bool {
        let roads: Vec<Cell> = self.roads().collect();
        for piece in &mut self.pieces {
            piece.adjacent = PieceSet::EMPTY;
            piece.nets = 0;
        }
        self.nets.fill(NO_NET);
        self.taken = 0;
        self.roads = roads.len() as u16;
        let mut net = 0;
        for start in roads {
            if self.nets[usize::from(start)] != NO_NET {
                continue;
            }
            if net == FIRST_BRIDGE {
                return false;
            }
            self.nets[usize::from(start)] = net;
            self.taken |= 1 << net;
            let mut reached = vec![start];
            while let Some(here) = reached.pop() {
                for &there in board.linked(here) {
                    let label = &mut self.nets[usize::from(there)];
                    if self.content[usize::from(there)] == ROAD && *label == NO_NET {
                        *label = net;
                        reached.push(there);
                    }
                }
            }
            net += 1;
        }
        for index in 0..self.pieces.len() {
            if self.pieces[index].kind != PieceKind::Removed {
                let link = self.link(board, &self.pieces[index].footprint);
                self.pieces[index].adjacent = link.adjacent;
                self.pieces[index].nets = link.nets;
            }
        }
        true
    }

    /// Returns the squares with roads, in reading order.
    pub(super) fn roads(&self) -> impl Iterator<Item = Cell> + '_ {
        self.content
            .iter()
            .enumerate()
            .filter(|&(_, &content)| content == ROAD)
            .map(|(cell, _)| cell as Cell)
    }

    /// Returns everything that a tile on these squares touches, or would touch.
    pub(super) fn link(&self, board: &Board, footprint: &Footprint) -> Link {
        let mut link = Link::default();
        for &square in footprint.squares() {
            let Some(cell) = board.cell(square) else {
                continue;
            };
            let step = self.link_of_cell(board, cell);
            link.adjacent = link.adjacent.union(step.adjacent);
            link.nets |= step.nets;
        }
        if let Some(cell) = board.cell(footprint.first())
            && let Content::Piece(own) = self.content(cell)
        {
            link.adjacent.remove(own);
        }
        link
    }

    /// Returns everything that a piece on one square would touch.
    pub(super) fn link_of_cell(&self, board: &Board, cell: Cell) -> Link {
        let mut link = Link::default();
        for &there in board.linked(cell) {
            match self.content(there) {
                Content::Free => {}
                Content::Road => link.nets |= 1 << self.nets[usize::from(there)],
                Content::Piece(id) => {
                    link.adjacent.insert(id);
                    link.nets |= self.pieces[id.index()].bridge_bit();
                }
            }
        }
        link
    }

    /// Returns everything that a tile on the map touches.
    pub(super) fn link_of(&self, id: PieceId) -> Link {
        let piece = self.piece(id);
        Link { adjacent: piece.adjacent, nets: piece.nets | piece.bridge_bit() }
    }

    /// Returns the network of a road.
    pub(super) fn link_of_road(&self, cell: Cell) -> Link {
        let net = self.nets[usize::from(cell)];
        Link { adjacent: PieceSet::EMPTY, nets: if net == NO_NET { 0 } else { 1 << net } }
    }

    /// Returns all networks that `player` reaches from `nets`, by roads and own bridges (rule 2.5).
    pub(super) fn reach(&self, player: PlayerId, nets: Nets) -> Nets {
        let seen: Nets = ((1 << FIRST_BRIDGE) - 1) | (0b1111 << bridge_net(player, 0));
        let mut reached = nets & seen;
        if reached == 0 {
            return 0;
        }
        loop {
            let before = reached;
            for bridge in self.bridges.iter() {
                let piece = self.piece(bridge);
                let bit = piece.bridge_bit();
                if bit & seen != 0 {
                    let ends = (piece.nets | bit) & seen;
                    if ends & reached != 0 {
                        reached |= ends;
                    }
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// Returns `pieces` as targets of a connection, for `player`.
    pub(super) fn targets(&self, player: PlayerId, pieces: PieceSet) -> Targets {
        let nets = pieces.iter().fold(0, |nets, piece| nets | self.link_of(piece).nets);
        Targets { pieces, nets: self.reach(player, nets) }
    }

    /// Returns everything that `player` owns on the map.
    pub(super) fn pieces_of(&self, player: PlayerId) -> PieceSet {
        self.owned_by(player).map(|(id, _)| id).collect()
    }

    /// Returns the squares of `player`'s resource tiles and houses that share an edge or corner
    /// with these squares, in reading order. Bridges and gates are exempt.
    ///
    /// Rulebook, "Trade"; plain geometry, also across a river (rule 2.4).
    pub(super) fn own_squares_adjacent_to(
        &self,
        board: &Board,
        footprint: &Footprint,
        player: PlayerId,
    ) -> Vec<Square> {
        let mut adjacent = Vec::new();
        for &square in footprint.squares() {
            let Some(cell) = board.cell(square) else {
                continue;
            };
            for &there in board.adjacent(cell) {
                if let Content::Piece(id) = self.content(there) {
                    let piece = self.piece(id);
                    let exempt = matches!(piece.kind, PieceKind::Bridge(_));
                    if piece.is_owned_by(player) && !exempt {
                        adjacent.push(board.square(there));
                    }
                }
            }
        }
        adjacent.sort_unstable();
        adjacent.dedup();
        adjacent
    }

    /// Marks every square that is adjacent to a resource tile or house of `player`: the squares for
    /// which [`own_squares_adjacent_to`](Self::own_squares_adjacent_to) is not empty, all at once.
    pub(super) fn squares_adjacent_to_own(&self, board: &Board, player: PlayerId) -> Vec<bool> {
        let mut adjacent = vec![false; board.cell_count()];
        for (_, piece) in self.owned_by(player) {
            if matches!(piece.kind, PieceKind::Bridge(_)) {
                continue;
            }
            for &square in piece.footprint.squares() {
                for &cell in board.cell(square).iter().flat_map(|&cell| board.adjacent(cell)) {
                    adjacent[usize::from(cell)] = true;
                }
            }
        }
        adjacent
    }

    /// Returns the resource tile on a square.
    pub(super) fn tile_on(&self, cell: Cell) -> Option<PieceId> {
        match self.content(cell) {
            Content::Piece(id) if self.piece(id).resource().is_some() => Some(id),
            Content::Piece(_) | Content::Road | Content::Free => None,
        }
    }

    /// Returns the section of a tile; `None` on a reserved site, a river or a wall.
    pub(super) fn section_of(&self, board: &Board, id: PieceId) -> Option<Section> {
        board.section_of(self.piece(id).footprint.first())
    }

    /// Returns the smallest set of free land squares on which roads would connect `from` to one of
    /// `targets` for `player`; `None` if nothing can connect them.
    pub(super) fn missing_link(
        &self,
        board: &Board,
        player: PlayerId,
        from: &Footprint,
        targets: PieceSet,
    ) -> Option<Vec<Square>> {
        let cells = board.cell_count();
        let mut came_from: Vec<Option<Cell>> = vec![None; cells];
        let mut cost = vec![u16::MAX; cells];
        let mut queue = VecDeque::new();
        for &square in from.squares() {
            let cell = board.cell(square)?;
            cost[usize::from(cell)] = 0;
            queue.push_back(cell);
        }
        while let Some(here) = queue.pop_front() {
            for &there in board.linked(here) {
                if let Content::Piece(id) = self.content(there)
                    && targets.contains(id)
                {
                    let mut squares = Vec::new();
                    let mut step = here;
                    while let Some(before) = came_from[usize::from(step)] {
                        if self.is_free(step) {
                            squares.push(board.square(step));
                        }
                        step = before;
                    }
                    squares.sort_unstable();
                    return Some(squares);
                }
                let price = match self.content(there) {
                    Content::Road => 0,
                    Content::Free
                        if board.kind(there).is_land() && !from.covers(board.square(there)) =>
                    {
                        1
                    }
                    Content::Piece(_) if self.carries(player, there) => 0,
                    Content::Free | Content::Piece(_) => continue,
                };
                let total = cost[usize::from(here)] + price;
                if total < cost[usize::from(there)] {
                    cost[usize::from(there)] = total;
                    came_from[usize::from(there)] = Some(here);
                    if price == 0 {
                        queue.push_front(there);
                    } else {
                        queue.push_back(there);
                    }
                }
            }
        }
        None
    }

    /// Returns the shortest chain of roads, and of bridges and gates of `player`, that connects
    /// `from` and `to` for that player (rule 2.5).
    pub(super) fn path(
        &self,
        board: &Board,
        player: PlayerId,
        from: &Footprint,
        to: &Footprint,
    ) -> Option<Vec<Square>> {
        let mut came_from: Vec<Option<Cell>> = vec![None; board.cell_count()];
        let mut queue: VecDeque<Cell> =
            from.squares().iter().filter_map(|&square| board.cell(square)).collect();
        while let Some(here) = queue.pop_front() {
            for &there in board.linked(here) {
                if to.covers(board.square(there)) {
                    let mut route = Vec::new();
                    let mut step = here;
                    while let Some(before) = came_from[usize::from(step)] {
                        route.push(board.square(step));
                        step = before;
                    }
                    route.reverse();
                    return Some(route);
                }
                let is_new =
                    came_from[usize::from(there)].is_none() && !from.covers(board.square(there));
                if is_new && self.carries(player, there) {
                    came_from[usize::from(there)] = Some(here);
                    queue.push_back(there);
                }
            }
        }
        None
    }

    /// Returns `true` if a square carries a connection of `player`.
    fn carries(&self, player: PlayerId, cell: Cell) -> bool {
        match self.content(cell) {
            Content::Road => true,
            Content::Piece(id) => {
                self.piece(id).is_owned_by(player) && self.piece(id).bridge_bit() != 0
            }
            Content::Free => false,
        }
    }

    fn free_net(&self) -> Option<u8> {
        let free = (!self.taken).trailing_zeros() as u8;
        (free < FIRST_BRIDGE).then_some(free)
    }
}

fn bridge_net(player: PlayerId, number: u8) -> u8 {
    FIRST_BRIDGE + player.0 * 4 + number
}
