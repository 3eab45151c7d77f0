//! A search for every legal place of an advanced tile.
//!
//! `Game::check_build_site` judges one place and lists its problems. Going through a whole board
//! with it would visit every square hundreds of times. Here each square is visited once: to find
//! whether a tile of the player can cover it, and which pieces a tile or road there would touch.
//! This also finds the roads that, declared first, connect an unconnected place.
//! `tests/properties/offered.rs` compares the results with judgments of single actions.
//!
//! Rulebook, "Upgrading Resources" and "Upgrade".

use std::collections::BTreeMap;

use super::actions::BuildTerms;
use super::game::Game;
use super::map::{Link, Nets};
use super::player::PlayerId;
use super::rulebook::TableOption;
use components::board::{Cell, Section};
use components::ids::ResourceId;
use components::square::Square;
use components::tile::{Footprint, MAX_TILE_SQUARES, Shape};

/// The places to search for, by the road that is declared before the tile (rule 5.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoadFirst {
    /// Places that need no road.
    Without,
    /// Places that need no road, and places that need one, with every road that works.
    WhereNeeded,
    /// Places that are legal after a road on this square, needed or not.
    On(Cell),
}

/// A place for a tile, with the road that is declared before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) footprint: Footprint,
    pub(super) road: Option<Square>,
}

/// The board from the view of one player who builds advanced tiles.
#[expect(clippy::option_option, reason = "a square can be covered and have no section")]
pub(super) struct BuildableBoard<'a> {
    game: &'a Game,
    /// The section of every square that a tile of the player can cover; `None` for other squares.
    open: Vec<Option<Option<Section>>>,
    /// The pieces and networks that a tile on a free land square would touch; empty for other
    /// squares.
    links: Vec<Link>,
    /// The networks that a road on the square would join for the player.
    joined: Vec<Nets>,
    /// Free land, where a road can be placed.
    free: Vec<Cell>,
}

impl<'a> BuildableBoard<'a> {
    pub(super) fn of(game: &'a Game, player: PlayerId) -> Self {
        let (map, board) = (&game.map, &game.board);
        let cells = board.cell_count();
        let mut ground = Self {
            game,
            open: vec![None; cells],
            links: vec![Link::default(); cells],
            joined: vec![0; cells],
            free: Vec::new(),
        };
        if !map.has_piece_left() {
            return ground;
        }
        let adjacent_to_own = map.squares_adjacent_to_own(board, player);
        ground.free = game.free_land();
        for &here in &ground.free {
            let cell = usize::from(here);
            let link = map.link_of_cell(board, here);
            ground.links[cell] = link;
            ground.joined[cell] = map.reach(player, link.nets);
            ground.open[cell] = (!adjacent_to_own[cell]).then(|| board.section(here));
        }
        ground
    }

    /// Returns the squares where a road can be placed, in reading order.
    pub(super) fn free(&self) -> &[Cell] {
        &self.free
    }

    /// Returns the view for one resource.
    pub(super) fn plot(&self, resource: ResourceId, terms: &BuildTerms) -> ResourcePlacements<'_> {
        let closed =
            Section::ALL.map(|section| self.game.tile_in_section(resource, section).is_some());
        let mut touched = vec![0; self.open.len()];
        let mut all = 0;
        for (index, targets) in terms.targets().enumerate() {
            all |= 1 << index;
            for &cell in &self.free {
                let cell = usize::from(cell);
                if self.links[cell].connects(targets) {
                    touched[cell] |= 1 << index;
                }
            }
        }
        let mut near = vec![0; self.open.len()];
        for &cell in &self.free {
            for &there in self.game.board.linked(cell) {
                near[usize::from(cell)] |= touched[usize::from(there)];
            }
        }
        // At a table that judges them in turn, a road placed first must be connected to something
        // owned without the tile (ruling R5).
        let in_turn = self.game.options().contains(TableOption::TileAndRoadInTurn);
        let of_road = if in_turn { OWN } else { 0 };
        ResourcePlacements {
            ground: self,
            closed,
            all,
            of_road,
            touched,
            near,
            hubs: BTreeMap::new(),
        }
    }
}

/// A set of required connections: something owned, and each prerequisite.
type Ends = u32;

/// The first required connection: something owned.
const OWN: Ends = 1;

/// The view of the board for a tile of one resource.
pub(super) struct ResourcePlacements<'a> {
    ground: &'a BuildableBoard<'a>,
    /// Sections that have a tile of the resource.
    closed: [bool; Section::ALL.len()],
    all: Ends,
    /// Required connections of a road placed first, without the tile.
    of_road: Ends,
    /// Connections of a tile on each free square.
    touched: Vec<Ends>,
    /// Connections of any road linked to a square.
    near: Vec<Ends>,
    /// The squares on which a road has all these connections, with the networks it joins.
    hubs: BTreeMap<Ends, (Vec<Cell>, Nets)>,
}

impl ResourcePlacements<'_> {
    /// Returns every place for the tile in this orientation: those without a road first, each group
    /// in reading order of the top left corner.
    pub(super) fn places(&mut self, shape: &Shape, road: RoadFirst) -> Vec<Place> {
        let ground = self.ground;
        let (columns, rows) = ground.game.board.size();
        let (wide, high) = shape.extent();
        let (mut places, mut after_road) = (Vec::new(), Vec::new());
        if wide > columns || high > rows {
            return places;
        }
        let across = usize::from(columns);
        let steps: Vec<usize> = shape
            .offsets()
            .iter()
            .map(|step| usize::from(step.row) * across + usize::from(step.column))
            .collect();
        for row in 0..=(rows - high) {
            for column in 0..=(columns - wide) {
                let corner = usize::from(row) * across + usize::from(column);
                let mut spot = Spot::default();
                if !steps.iter().all(|step| spot.cover(self, corner + step)) {
                    continue;
                }
                if spot.section.is_some_and(|section| self.closed[usize::from(section.0)]) {
                    continue;
                }
                let Some(footprint) = shape.at(Square::new(column, row)) else {
                    continue;
                };
                let place = |road: Option<Cell>| Place {
                    footprint,
                    road: road.map(|cell| ground.game.board.square(cell)),
                };
                let missing = self.all & !spot.touched;
                match road {
                    RoadFirst::Without | RoadFirst::WhereNeeded if missing == 0 => {
                        places.push(place(None));
                    }
                    RoadFirst::Without => {}
                    RoadFirst::WhereNeeded => {
                        let roads = self.roads_for(&spot, missing);
                        after_road.extend(roads.map(|cell| place(Some(cell))));
                    }
                    RoadFirst::On(cell) => {
                        let needed = missing | self.of_road;
                        let leads_on = needed & !self.touched[usize::from(cell)] == 0;
                        if leads_on && spot.is_reached(ground, cell) {
                            after_road.push(place(Some(cell)));
                        }
                    }
                }
            }
        }
        places.append(&mut after_road);
        places
    }

    /// Returns the roads that supply all missing connections of a tile on `spot`.
    fn roads_for(&mut self, spot: &Spot, missing: Ends) -> impl Iterator<Item = Cell> {
        let (ground, touched) = (self.ground, &self.touched);
        let (cells, nets) = self.hubs.entry(missing).or_insert_with(|| {
            let needed = missing | self.of_road;
            let cells: Vec<Cell> = ground
                .free
                .iter()
                .copied()
                .filter(|&cell| needed & !touched[usize::from(cell)] == 0)
                .collect();
            let nets = cells.iter().fold(0, |all, &cell| all | ground.joined[usize::from(cell)]);
            (cells, nets)
        });
        let any = missing & !spot.near == 0 || *nets & spot.nets != 0;
        let cells: &[Cell] = if any { cells } else { &[] };
        cells.iter().copied().filter(|&cell| spot.is_reached(ground, cell))
    }
}

/// The squares under a tile, and the pieces and networks it would touch there.
#[derive(Default)]
struct Spot {
    len: usize,
    cells: [Cell; MAX_TILE_SQUARES],
    section: Option<Section>,
    touched: Ends,
    near: Ends,
    nets: Nets,
}

impl Spot {
    /// Covers one more square; returns `false` if a tile cannot.
    fn cover(&mut self, plot: &ResourcePlacements, cell: usize) -> bool {
        let Some(section) = plot.ground.open[cell] else {
            return false;
        };
        if self.len > 0 && section != self.section {
            return false;
        }
        self.section = section;
        self.cells[self.len] = cell as Cell;
        self.len += 1;
        self.touched |= plot.touched[cell];
        self.near |= plot.near[cell];
        self.nets |= plot.ground.links[cell].nets;
        true
    }

    /// Returns `true` if a road on `cell` is connected to the tile (ruling R26).
    fn is_reached(&self, ground: &BuildableBoard, cell: Cell) -> bool {
        let cells = &self.cells[..self.len];
        if cells.contains(&cell) {
            return false;
        }
        ground.joined[usize::from(cell)] & self.nets != 0
            || ground.game.board.linked(cell).iter().any(|there| cells.contains(there))
    }
}
