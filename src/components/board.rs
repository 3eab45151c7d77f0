//! The map as printed: terrain, sections, rivers, walls, sites and start squares.
//!
//! Rulebook, "A Note on Resources" (sections and terrain) and "Game Play Overview" (the meaning of
//! adjacent). Roads and tiles on the map belong to `rules`.
//!
//! A board can be entered while it is played on. It is *open* while the section of some square is
//! unknown (`?` in the drawing of the sections), and then lists only the known start numbers and
//! sites. Rivers and walls separate the sections, so land joined edge to edge is in one section,
//! and a known section of one square extends to all land joined to it.

use super::board_drawing::BoardDrawing;
use super::fact_id::{FactId, SquareField};
use super::ids::BuildingId;
use super::specs::{BoardField, BoardSpec, Difficulty, Pack, SiteSpec, Terrain};
use super::square::Square;
use super::tile::Footprint;

/// The number of a square of a board, counted row by row from 0.
pub type Cell = u16;

/// The kind of a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareKind {
    /// Land of a terrain.
    Land(Terrain),
    /// Land of unknown terrain.
    UnknownLand,
    /// River.
    River,
    /// Wall.
    Wall,
    /// Reserved for special buildings; the number of the site.
    Reserved(u8),
    /// Not part of the city.
    Outside,
}

impl SquareKind {
    /// Returns `true` for land of known or unknown terrain.
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Land(_) | Self::UnknownLand)
    }
}

/// One of the three sections of the city, 0 to 2 in the order of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section(pub u8);

impl Section {
    /// The three sections.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];
}

/// A site reserved for special buildings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The buildings allowed there.
    pub buildings: Vec<BuildingId>,
    /// The squares of the site.
    pub footprint: Footprint,
}

/// The squares around one square, up to eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Neighbors {
    len: u8,
    cells: [Cell; 8],
}

impl Neighbors {
    #[inline]
    fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    fn push(&mut self, cell: Cell) {
        self.cells[usize::from(self.len)] = cell;
        self.len += 1;
    }
}

/// A checked board, ready for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    name: String,
    columns: u8,
    rows: u8,
    kinds: Vec<SquareKind>,
    sections: Vec<Option<Section>>,
    section_names: Vec<String>,
    starts: Option<Vec<(Square, u8)>>,
    sites: Option<Vec<Site>>,
    districts: Vec<(String, Square)>,
    solo: Option<Vec<Difficulty>>,
    /// `true` while sections of squares, start numbers and sites may be missing.
    open: bool,
    /// The neighbors of each square across an edge or a corner (rule 2.3).
    adjacent: Vec<Neighbors>,
    /// Those neighbors that count for connection: land of another section does not (rule 2.4).
    linked: Vec<Neighbors>,
}

/// Reads the sites of a board; buildings that `pack` does not list are dropped.
fn read_sites(sites: &[SiteSpec], pack: &Pack) -> Vec<Site> {
    sites
        .iter()
        .filter_map(|site| {
            Some(Site {
                buildings: site.buildings.iter().filter_map(|b| pack.building_id(b)).collect(),
                footprint: Footprint::new(&site.squares)?,
            })
        })
        .collect()
}

impl Board {
    /// Creates a playable board from its entry in `pack`, whose buildings the sites refer to.
    ///
    /// # Errors
    ///
    /// The unknown fact without which no board can be created.
    pub fn new(spec: &BoardSpec, pack: &Pack) -> Result<Self, FactId> {
        let terrain = BoardDrawing::of(spec.terrain()?);
        let section_digits = BoardDrawing::of(spec.sections()?);
        let (columns, rows) = terrain.size();
        let rows = u8::try_from(rows).unwrap_or(u8::MAX).min(Square::MAX_ROWS);
        let columns = u8::try_from(columns).unwrap_or(u8::MAX).min(Square::MAX_COLUMNS);
        let open = spec.is_open();
        let mut starts = spec.starts.value().cloned();
        let mut sites = spec.sites.value().map(|sites| read_sites(sites, pack));
        if open {
            // Unlisted ones are unknown, and entered square by square.
            starts.get_or_insert_default();
            sites.get_or_insert_default();
        }
        let squares =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Square::new(column, row)));
        let kinds: Vec<SquareKind> = squares
            .clone()
            .map(|square| match terrain.at(square).unwrap_or('.') {
                'e' => SquareKind::Land(Terrain::Entrance),
                'c' => SquareKind::Land(Terrain::Coastal),
                'f' => SquareKind::Land(Terrain::Forested),
                'g' => SquareKind::Land(Terrain::Central),
                // Only gray land has start numbers.
                '?' if starts.iter().flatten().any(|&(start, _)| start == square) => {
                    SquareKind::Land(Terrain::Central)
                }
                '?' => SquareKind::UnknownLand,
                '~' => SquareKind::River,
                '#' => SquareKind::Wall,
                's' => SquareKind::Reserved(
                    sites
                        .iter()
                        .flatten()
                        .position(|site| site.footprint.covers(square))
                        .map_or(u8::MAX, |index| index as u8),
                ),
                _ => SquareKind::Outside,
            })
            .collect();
        let sections: Vec<Option<Section>> = squares
            .map(|square| match section_digits.at(square).unwrap_or('.') {
                '1' => Some(Section(0)),
                '2' => Some(Section(1)),
                '3' => Some(Section(2)),
                _ => None,
            })
            .collect();
        let mut board = Self {
            name: spec.name.clone(),
            columns,
            rows,
            kinds,
            sections,
            section_names: spec.section_names.clone(),
            starts,
            sites,
            districts: spec.districts.clone(),
            solo: spec.solo.value().cloned(),
            open,
            adjacent: Vec::new(),
            linked: Vec::new(),
        };
        board.find_neighbors();
        board.spread_sections(|_| false);
        Ok(board)
    }

    /// Extends the known sections of an open board to all land joined to them edge to edge. Returns
    /// `true` if any square changed.
    ///
    /// Land is every square of known terrain, and every square for which `is_built` returns `true`
    /// because a piece on it requires land.
    pub fn spread_sections(&mut self, is_built: impl Fn(Cell) -> bool) -> bool {
        if !self.open {
            return false;
        }
        let mut reached: Vec<Cell> =
            self.cells().filter(|&cell| self.section(cell).is_some()).collect();
        let mut is_changed = false;
        while let Some(here) = reached.pop() {
            let section = self.section(here);
            for there in self.edge_neighbors(here).collect::<Vec<_>>() {
                if self.section(there).is_none() && self.is_known_land(there, &is_built) {
                    self.sections[usize::from(there)] = section;
                    reached.push(there);
                    is_changed = true;
                }
            }
        }
        if is_changed {
            self.find_neighbors();
        }
        is_changed
    }

    /// Returns `true` if a square is known to be land: by its terrain, or by a piece that requires
    /// land.
    pub fn is_known_land(&self, cell: Cell, is_built: &impl Fn(Cell) -> bool) -> bool {
        match self.kind(cell) {
            SquareKind::Land(_) => true,
            SquareKind::UnknownLand => is_built(cell),
            SquareKind::River
            | SquareKind::Wall
            | SquareKind::Reserved(_)
            | SquareKind::Outside => false,
        }
    }

    /// Iterates over the squares that share an edge with this one.
    pub fn edge_neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let at = self.square(cell);
        self.adjacent(cell).iter().copied().filter(move |&there| {
            let there = self.square(there);
            there.column == at.column || there.row == at.row
        })
    }

    fn find_neighbors(&mut self) {
        self.adjacent.clear();
        self.linked.clear();
        for here in 0..self.cell_count() as Cell {
            let at = self.square(here);
            let mut adjacent = Neighbors::default();
            let mut linked = Neighbors::default();
            for row in at.row.saturating_sub(1)..=(at.row + 1) {
                for column in at.column.saturating_sub(1)..=(at.column + 1) {
                    let Some(there) = self.cell(Square::new(column, row)) else {
                        continue;
                    };
                    if there == here || self.kind(there) == SquareKind::Outside {
                        continue;
                    }
                    adjacent.push(there);
                    // Only bridges, gates and reserved sites join sections (rule 2.4, ruling R1).
                    let both_land = self.kind(here).is_land() && self.kind(there).is_land();
                    let sections = (self.section(here), self.section(there));
                    let are_separate = match sections {
                        (Some(here), Some(there)) => here != there,
                        // On an open board, an unknown section is entered before it matters.
                        _ => !self.open && sections.0 != sections.1,
                    };
                    if !both_land || !are_separate {
                        linked.push(there);
                    }
                }
            }
            self.adjacent.push(adjacent);
            self.linked.push(linked);
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of columns and of rows.
    pub const fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Iterates over every square of the grid, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.cells().map(|cell| self.square(cell))
    }

    /// Iterates over the numbers of all squares.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.cell_count() as Cell
    }

    /// Returns the kind of a square; [`SquareKind::Outside`] off the board.
    #[inline]
    pub fn kind_of(&self, square: Square) -> SquareKind {
        self.cell(square).map_or(SquareKind::Outside, |cell| self.kind(cell))
    }

    /// Returns the section of a land square; `None` if it is unknown, on an open board.
    #[inline]
    pub fn section_of(&self, square: Square) -> Option<Section> {
        self.cell(square).and_then(|cell| self.section(cell))
    }

    /// Returns the name of a section.
    pub fn section_name(&self, section: Section) -> &str {
        self.section_names.get(usize::from(section.0)).map_or("unnamed section", String::as_str)
    }

    /// Returns the start squares with their numbers; on an open board the known ones.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn starts(&self) -> Result<&[(Square, u8)], FactId> {
        self.starts.as_deref().ok_or_else(|| self.fact(BoardField::Starts))
    }

    /// Returns the number printed on a start square; `None` on any other square.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn start_number(&self, square: Square) -> Result<Option<u8>, FactId> {
        match self.starts()?.iter().find(|&&(start, _)| start == square) {
            Some(&(_, number)) => Ok(Some(number)),
            None if self.open && self.kind_of(square).is_land() => {
                Err(self.fact_of_square(SquareField::StartNumber, square))
            }
            None => Ok(None),
        }
    }

    /// Returns `true` if the board is entered while it is played on: sections of squares, start
    /// numbers and sites may be missing.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Identifies a fact about one square.
    pub fn fact_of_square(&self, field: SquareField, square: Square) -> FactId {
        FactId::Square(self.name.as_str().into(), square, field)
    }

    fn fact(&self, field: BoardField) -> FactId {
        FactId::Board(self.name.as_str().into(), field)
    }

    /// Returns the reserved sites; on an open board the known ones.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn sites(&self) -> Result<&[Site], FactId> {
        self.sites.as_deref().ok_or_else(|| self.fact(BoardField::Sites))
    }

    /// Returns the names printed on the map, each with one of its squares.
    pub fn districts(&self) -> &[(String, Square)] {
        &self.districts
    }

    /// Returns the difficulty of a solo game that starts on a square (rule 11.1).
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn solo_difficulty(&self, square: Square) -> Result<Difficulty, FactId> {
        self.solo
            .as_ref()
            .zip(self.section_of(square))
            .and_then(|(solo, section)| solo.get(usize::from(section.0)).copied())
            .ok_or_else(|| self.fact(BoardField::Solo))
    }

    /// Returns the number of squares in the grid.
    pub fn cell_count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of a square; `None` outside the grid.
    #[inline]
    pub fn cell(&self, square: Square) -> Option<Cell> {
        if square.column >= self.columns || square.row >= self.rows {
            return None;
        }
        Some(Cell::from(square.row) * Cell::from(self.columns) + Cell::from(square.column))
    }

    /// Returns the square with a number.
    #[inline]
    pub fn square(&self, cell: Cell) -> Square {
        let columns = Cell::from(self.columns);
        Square::new((cell % columns) as u8, (cell / columns) as u8)
    }

    /// Returns the kind of a square, by its number.
    #[inline]
    pub fn kind(&self, cell: Cell) -> SquareKind {
        self.kinds[usize::from(cell)]
    }

    /// Returns the section of a square, by its number.
    #[inline]
    pub fn section(&self, cell: Cell) -> Option<Section> {
        self.sections[usize::from(cell)]
    }

    /// Returns the squares that share an edge or a corner with this one (rule 2.3).
    #[inline]
    pub fn adjacent(&self, cell: Cell) -> &[Cell] {
        self.adjacent[usize::from(cell)].cells()
    }

    /// Returns the squares to which a connection can step from this one (rule 2.4).
    #[inline]
    pub fn linked(&self, cell: Cell) -> &[Cell] {
        self.linked[usize::from(cell)].cells()
    }
}
