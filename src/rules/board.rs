//! The map as printed: terrain, sections, rivers, walls, sites and start squares.
//!
//! Rulebook, "A Note on Resources" (sections and terrain) and "Game Play
//! Overview" (what adjacent means). What lies on the map is left to
//! [`map`](super::map).

use super::components::{BoardSpec, Difficulty, Terrain};
use super::contents::Contents;
use super::fact::FactName;
use super::player::BuildingId;
use super::square::Square;
use super::tile::Footprint;

/// Squares of a board are numbered row by row, from 0; this is such a number.
pub type Cell = u16;

/// What a square of the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareKind {
    /// Land of a terrain.
    Land(Terrain),
    /// Land whose terrain nobody has told us yet.
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
    /// Whether it is land, of whatever terrain.
    #[must_use]
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Land(_) | Self::UnknownLand)
    }
}

/// One of the three parts of the city, 0 to 2 in the order of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section(pub u8);

impl Section {
    /// The three sections.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];
}

/// A site reserved for special buildings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The buildings that may stand there.
    pub buildings: Vec<BuildingId>,
    /// Its squares.
    pub footprint: Footprint,
}

/// The squares around one square, up to eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Around {
    len: u8,
    cells: [Cell; 8],
}

impl Around {
    fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    fn push(&mut self, cell: Cell) {
        self.cells[usize::from(self.len)] = cell;
        self.len += 1;
    }
}

/// A board, checked and ready to be played on.
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
    /// Edge or corner neighbours (rule 2.3).
    beside: Vec<Around>,
    /// Those among them that count for connection: land of another section does not (rule 2.4).
    linked: Vec<Around>,
}

impl Board {
    /// A playable board from what the pack says of it.
    ///
    /// # Errors
    ///
    /// The fact that is not known and without which there is no board at all.
    pub(super) fn new(spec: &BoardSpec, contents: &Contents) -> Result<Self, FactName> {
        let grid = spec.terrain()?;
        let parts = spec.sections()?;
        let grid: Vec<Vec<char>> = grid.iter().map(|line| line.chars().collect()).collect();
        let parts: Vec<Vec<char>> = parts.iter().map(|line| line.chars().collect()).collect();
        let rows = u8::try_from(grid.len()).unwrap_or(u8::MAX).min(Square::MAX_ROWS);
        let columns = grid.first().map_or(0, Vec::len);
        let columns = u8::try_from(columns).unwrap_or(u8::MAX).min(Square::MAX_COLUMNS);
        let mark = |of: &[Vec<char>], s: Square| {
            let line = of.get(usize::from(s.row));
            line.and_then(|line| line.get(usize::from(s.column))).copied().unwrap_or('.')
        };
        let sites: Option<Vec<Site>> = spec.sites.value().map(|sites| {
            let site = |site: &super::components::SiteSpec| {
                Some(Site {
                    buildings: site
                        .buildings
                        .iter()
                        .filter_map(|b| contents.building_named(b))
                        .collect(),
                    footprint: Footprint::new(&site.squares)?,
                })
            };
            sites.iter().filter_map(site).collect()
        });
        let site_at = |s: Square| {
            let all = sites.as_deref().unwrap_or_default();
            all.iter().position(|site| site.footprint.covers(s)).map_or(u8::MAX, |i| i as u8)
        };
        let squares =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Square::new(column, row)));
        let kind = |s: Square| match mark(&grid, s) {
            'e' => SquareKind::Land(Terrain::Entrance),
            'c' => SquareKind::Land(Terrain::Coastal),
            'f' => SquareKind::Land(Terrain::Forested),
            'g' => SquareKind::Land(Terrain::Central),
            '?' => SquareKind::UnknownLand,
            '~' => SquareKind::River,
            '#' => SquareKind::Wall,
            's' => SquareKind::Reserved(site_at(s)),
            _ => SquareKind::Outside,
        };
        let section = |s: Square| match mark(&parts, s) {
            '1' => Some(Section(0)),
            '2' => Some(Section(1)),
            '3' => Some(Section(2)),
            _ => None,
        };
        let kinds: Vec<SquareKind> = squares.clone().map(kind).collect();
        let sections: Vec<Option<Section>> = squares.clone().map(section).collect();
        let mut board = Self {
            name: spec.name.clone(),
            columns,
            rows,
            kinds,
            sections,
            section_names: spec.section_names.clone(),
            starts: spec.starts.value().cloned(),
            sites,
            districts: spec.districts.clone(),
            solo: spec.solo.value().cloned(),
            beside: Vec::new(),
            linked: Vec::new(),
        };
        board.find_neighbours();
        Ok(board)
    }

    fn find_neighbours(&mut self) {
        for here in 0..self.cell_count() as Cell {
            let at = self.square(here);
            let mut beside = Around::default();
            let mut linked = Around::default();
            for row in at.row.saturating_sub(1)..=(at.row + 1) {
                for column in at.column.saturating_sub(1)..=(at.column + 1) {
                    let Some(there) = self.cell(Square::new(column, row)) else {
                        continue;
                    };
                    if there == here || self.kind(there) == SquareKind::Outside {
                        continue;
                    }
                    beside.push(there);
                    // Only bridges, gates and reserved sites join sections (rule 2.4, ruling R1).
                    let both_land = self.kind(here).is_land() && self.kind(there).is_land();
                    if !both_land || self.section(here) == self.section(there) {
                        linked.push(there);
                    }
                }
            }
            self.beside.push(beside);
            self.linked.push(linked);
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Every square of the grid, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.cells().map(|cell| self.square(cell))
    }

    /// The numbers of all squares.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.cell_count() as Cell
    }

    /// What a square is; squares off the board are outside.
    #[must_use]
    pub fn kind_of(&self, square: Square) -> SquareKind {
        self.cell(square).map_or(SquareKind::Outside, |cell| self.kind(cell))
    }

    /// The section a land square belongs to.
    #[must_use]
    pub fn section_of(&self, square: Square) -> Option<Section> {
        self.cell(square).and_then(|cell| self.section(cell))
    }

    /// The name of a section.
    #[must_use]
    pub fn section_name(&self, section: Section) -> &str {
        self.section_names.get(usize::from(section.0)).map_or("unnamed section", String::as_str)
    }

    /// The numbered start squares with their numbers.
    ///
    /// # Errors
    ///
    /// The name of the fact, if they are not known.
    pub fn starts(&self) -> Result<&[(Square, u8)], FactName> {
        self.starts.as_deref().ok_or_else(|| FactName::new("start squares", &self.name))
    }

    /// The reserved sites.
    ///
    /// # Errors
    ///
    /// The name of the fact, if they are not known.
    pub fn sites(&self) -> Result<&[Site], FactName> {
        self.sites.as_deref().ok_or_else(|| FactName::new("reserved sites", &self.name))
    }

    /// Names printed on the map, each with a square it stands on.
    #[must_use]
    pub fn districts(&self) -> &[(String, Square)] {
        &self.districts
    }

    /// How hard a solo game is that starts on a square (rule 11.1).
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn solo_difficulty(&self, square: Square) -> Result<Difficulty, FactName> {
        let by_section = self.solo.as_ref();
        let section = self.section_of(square);
        by_section
            .zip(section)
            .and_then(|(solo, section)| solo.get(usize::from(section.0)).copied())
            .ok_or_else(|| FactName::new("solo difficulty", &self.name))
    }

    /// How many squares the grid has.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.kinds.len()
    }

    /// The number of a square, if it lies within the grid.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<Cell> {
        let inside = square.column < self.columns && square.row < self.rows;
        inside
            .then(|| Cell::from(square.row) * Cell::from(self.columns) + Cell::from(square.column))
    }

    /// The square of a number.
    #[must_use]
    pub fn square(&self, cell: Cell) -> Square {
        let columns = Cell::from(self.columns);
        Square::new((cell % columns) as u8, (cell / columns) as u8)
    }

    /// What a square is, by its number.
    #[must_use]
    pub fn kind(&self, cell: Cell) -> SquareKind {
        self.kinds[usize::from(cell)]
    }

    pub(super) fn section(&self, cell: Cell) -> Option<Section> {
        self.sections[usize::from(cell)]
    }

    /// The squares that share an edge or a corner with this one (rule 2.3).
    pub(super) fn beside(&self, cell: Cell) -> &[Cell] {
        self.beside[usize::from(cell)].cells()
    }

    /// The squares a connection can step to from this one (rule 2.4).
    #[must_use]
    pub fn linked(&self, cell: Cell) -> &[Cell] {
        self.linked[usize::from(cell)].cells()
    }
}
