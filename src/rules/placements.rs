//! Every place where an advanced tile can be built, found in one go.
//!
//! `Game::check_build_site` judges one place and says what stands in the way. Going through a
//! whole board with it would look at every square hundreds of times; here each square is looked
//! at once: whether a tile of the player can cover it, and what a tile or a road there would
//! touch. That also tells which roads, declared first, connect a place that nothing connects yet.
//! `tests/properties/offered.rs` holds what is found here against the judgement of single actions.
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

/// Which places are looked for, by the road that is declared before the tile (rule 5.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoadFirst {
    /// Places that need none.
    Without,
    /// Places that need none, and places that need one, with every road that will do.
    WhereNeeded,
    /// Places that can be built on after a road on this square, whether they need it or not.
    On(Cell),
}

/// A place for a tile, with the road that is declared before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) footprint: Footprint,
    pub(super) road: Option<Square>,
}

/// The board as one player sees it who wants to build advanced tiles.
#[expect(clippy::option_option, reason = "a square can be covered and lie in no section")]
pub(super) struct Ground<'a> {
    game: &'a Game,
    /// The section of every square that a tile of the player can cover; nothing for the others.
    open: Vec<Option<Option<Section>>>,
    /// What something on a free land square would touch; nothing for the others.
    links: Vec<Link>,
    /// The networks that a road on the square would join for the player.
    joined: Vec<Nets>,
    /// Free land, where a road can be laid.
    free: Vec<Cell>,
}

impl<'a> Ground<'a> {
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
        let beside_own = map.beside_own(board, player);
        ground.free = game.free_land();
        for &here in &ground.free {
            let cell = usize::from(here);
            let link = map.link_of_cell(board, here);
            ground.links[cell] = link;
            ground.joined[cell] = map.reach(player, link.nets);
            ground.open[cell] = (!beside_own[cell]).then(|| board.section(here));
        }
        ground
    }

    /// The squares where a road can be laid, in reading order.
    pub(super) fn free(&self) -> &[Cell] {
        &self.free
    }

    /// The same board for one resource.
    pub(super) fn plot(&self, resource: ResourceId, terms: &BuildTerms) -> Plot<'_> {
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
        let mut beside = vec![0; self.open.len()];
        for &cell in &self.free {
            for &there in self.game.board.linked(cell) {
                beside[usize::from(cell)] |= touched[usize::from(there)];
            }
        }
        // At a table that judges them in turn, a road laid first is connected to something owned
        // without the tile (ruling R5).
        let in_turn = self.game.options().contains(TableOption::TileAndRoadInTurn);
        let of_road = if in_turn { OWN } else { 0 };
        Plot { ground: self, closed, all, of_road, touched, beside, hubs: BTreeMap::new() }
    }
}

/// A set of what a tile must be connected to: something owned, and each prerequisite.
type Ends = u32;

/// Something owned, the first that a tile must be connected to.
const OWN: Ends = 1;

/// The board for a tile of one resource.
pub(super) struct Plot<'a> {
    ground: &'a Ground<'a>,
    /// Sections that have a tile of the resource.
    closed: [bool; Section::ALL.len()],
    all: Ends,
    /// What a road that is laid first must be connected to by itself.
    of_road: Ends,
    /// What something on a free square is connected to.
    touched: Vec<Ends>,
    /// What any of the roads right beside a square would be connected to.
    beside: Vec<Ends>,
    /// The squares on which a road is connected to all of these ends, with the networks it joins.
    hubs: BTreeMap<Ends, (Vec<Cell>, Nets)>,
}

impl Plot<'_> {
    /// Every place for the tile laid in this way: those without a road first, each in reading
    /// order of its top left corner.
    pub(super) fn places(&mut self, way: &Shape, road: RoadFirst) -> Vec<Place> {
        let ground = self.ground;
        let (columns, rows) = ground.game.board.size();
        let (wide, high) = way.extent();
        let (mut places, mut after_road) = (Vec::new(), Vec::new());
        if wide > columns || high > rows {
            return places;
        }
        let across = usize::from(columns);
        let steps = way.offsets().iter();
        let steps = steps.map(|step| usize::from(step.row) * across + usize::from(step.column));
        let steps: Vec<usize> = steps.collect();
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
                let Some(footprint) = way.at(Square::new(column, row)) else {
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

    /// The roads that connect a tile on `spot` to everything that is missing.
    fn roads_for(&mut self, spot: &Spot, missing: Ends) -> impl Iterator<Item = Cell> {
        let (ground, touched) = (self.ground, &self.touched);
        let (cells, nets) = self.hubs.entry(missing).or_insert_with(|| {
            let needed = missing | self.of_road;
            let leads_on = |cell: &&Cell| needed & !touched[usize::from(**cell)] == 0;
            let cells: Vec<Cell> = ground.free.iter().filter(leads_on).copied().collect();
            let joined = cells.iter().map(|&cell| ground.joined[usize::from(cell)]);
            let nets = joined.fold(0, |all, nets| all | nets);
            (cells, nets)
        });
        let some = missing & !spot.beside == 0 || *nets & spot.nets != 0;
        let cells: &[Cell] = if some { cells } else { &[] };
        cells.iter().copied().filter(|&cell| spot.is_reached(ground, cell))
    }
}

/// The squares under a tile, and what it would touch there.
#[derive(Default)]
struct Spot {
    len: usize,
    cells: [Cell; MAX_TILE_SQUARES],
    section: Option<Section>,
    touched: Ends,
    beside: Ends,
    nets: Nets,
}

impl Spot {
    /// Covers one more square; says whether a tile can.
    fn cover(&mut self, plot: &Plot, cell: usize) -> bool {
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
        self.beside |= plot.beside[cell];
        self.nets |= plot.ground.links[cell].nets;
        true
    }

    /// Whether a road on `cell` is connected to the tile (ruling R26).
    fn is_reached(&self, ground: &Ground, cell: Cell) -> bool {
        let cells = &self.cells[..self.len];
        let beside = || {
            let mut linked = ground.game.board.linked(cell).iter();
            linked.any(|there| cells.contains(there))
        };
        !cells.contains(&cell) && (ground.joined[usize::from(cell)] & self.nets != 0 || beside())
    }
}
