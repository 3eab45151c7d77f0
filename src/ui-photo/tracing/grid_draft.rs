//! A photograph with a grid over it: read, searched for its grid, and laid by hand where that is
//! not found.

use egui::Context;

use crate::photograph::{Opened, PhotoDraft};
use board_tracing::{CornersError, FoundGrid, Grid, Kind};
use ui_kit::job::{Job, State};

/// The grid over a photograph, as far as it is laid.
pub struct GridDraft {
    /// The photograph, and the corners of the grid on it.
    pub on: PhotoDraft,
    /// Columns and rows as they are entered.
    pub size: (u32, u32),
    /// What is known of where the grid lies before anybody says so.
    search: Search,
    /// Whether somebody has laid a hand on the grid.
    is_by_hand: bool,
    /// What is known of the board already, by its squares: a grid that is found is turned to it.
    known: Option<(Grid, Vec<Option<Kind>>)>,
}

/// How far the search for the grid of a photograph is.
enum Search {
    /// There is no photograph to search, or somebody has laid the grid by hand.
    Idle,
    /// The grid is looked for.
    Running(Job<Option<FoundGrid>>),
    /// What came of it.
    Done(Option<FoundGrid>),
}

impl GridDraft {
    /// No photograph yet, and a grid of this size.
    pub fn new(size: (u32, u32)) -> Self {
        Self {
            on: PhotoDraft::default(),
            size,
            search: Search::Idle,
            is_by_hand: false,
            known: None,
        }
    }

    /// No photograph yet, of a board of which something is known, in reading order.
    pub fn of_board(grid: Grid, known: Vec<Option<Kind>>) -> Self {
        Self { known: Some((grid, known)), ..Self::new(size_of(grid)) }
    }

    /// Takes a photograph of a board of which this is known, and looks for its grid.
    pub fn take(
        &mut self,
        ctx: &Context,
        opened: Opened,
        known: Option<(Grid, Vec<Option<Kind>>)>,
    ) {
        let searched = self.on.take(ctx, opened);
        self.is_by_hand = false;
        self.known = known;
        let known = self.known.clone();
        self.search = Search::Running(Job::begin(ctx, move || {
            let found = FoundGrid::of(&searched)?;
            Some(match known {
                Some((grid, told)) => found.turned_to(&searched, grid, &told),
                None => found,
            })
        }));
    }

    /// The same for a board of which no more is known than before.
    pub fn take_again(&mut self, ctx: &Context, opened: Opened) {
        let known = self.known.take();
        self.take(ctx, opened, known);
    }

    /// Lays the grid where it was found, once it is; `waits` until then.
    pub fn take_search(&mut self, waits: bool) {
        if let Search::Running(job) = &self.search {
            match job.state(waits) {
                State::Running => {}
                State::Done(found) => self.take_found(found),
                State::Lost => self.search = Search::Done(None),
            }
        }
    }

    /// Lays the grid where it was found. That of a known board keeps its size, and is turned to it
    /// if it can be.
    fn take_found(&mut self, found: Option<FoundGrid>) {
        if let Some(found) = &found {
            let grid = self.known.as_ref().map_or(found.grid, |(grid, _)| *grid);
            self.size = size_of(grid);
            self.on.corners = found.corners_for(grid).unwrap_or(found.corners);
        }
        self.search = Search::Done(found);
    }

    /// What is to be said of the grid that was looked for.
    pub(crate) fn search_words(&self) -> Option<String> {
        match &self.search {
            Search::Idle => None,
            Search::Running(_) => Some("Looking for the grid…".to_owned()),
            Search::Done(None) => {
                Some("No grid is recognised. Please drag its corners.".to_owned())
            }
            Search::Done(Some(found)) => Some(if !found.is_sure {
                format!(
                    "The grid may be {}, but that is a guess. Please drag its corners and count the squares.",
                    found.grid
                )
            } else if self.is_as_entered(found) {
                format!("Grid found: {} × {}. Right?", self.size.0, self.size.1)
            } else {
                let (own, down) = self.size;
                format!(
                    "The picture shows {} squares, and the grid here has {own} × {down}. Please count them.",
                    found.grid
                )
            }),
        }
    }

    /// Turns the grid by a quarter: the next corner of the picture is the board's top left.
    pub fn turn(&mut self) {
        self.lay_by_hand();
        self.on.turn();
        self.size = (self.size.1, self.size.0);
    }

    /// Gives up looking for the grid once somebody lays it by hand.
    pub(crate) fn lay_by_hand(&mut self) {
        self.is_by_hand = true;
        if matches!(self.search, Search::Running(_)) {
            self.search = Search::Idle;
        }
    }

    /// Whether a photograph is read or searched.
    pub const fn is_working(&self) -> bool {
        self.on.is_reading() || matches!(self.search, Search::Running(_))
    }

    /// Whether a grid can be laid as it stands: until it is found or given up, the corners lie
    /// anywhere.
    pub fn is_ready(&self) -> bool {
        self.on.photo.is_some() && !self.is_working() && self.trouble().is_none()
    }

    /// Whether the grid lies where it was found, with as many squares as are entered, or where
    /// somebody has laid it.
    pub fn is_laid(&self) -> bool {
        let is_found = match &self.search {
            Search::Done(Some(found)) => self.is_as_entered(found),
            Search::Done(None) | Search::Running(_) | Search::Idle => false,
        };
        self.is_ready() && (is_found || self.is_by_hand)
    }

    /// Whether a grid that was found has as many squares as are entered; it may lie on its side.
    fn is_as_entered(&self, found: &FoundGrid) -> bool {
        let (columns, rows) = size_of(found.grid);
        self.size == (columns, rows) || self.size == (rows, columns)
    }

    /// The grid as it is entered.
    ///
    /// # Errors
    ///
    /// A board cannot be of this size.
    pub fn grid(&self) -> Result<Grid, CornersError> {
        Grid::new(self.size.0, self.size.1)
    }

    /// What is wrong with the grid over the photograph, if there is one.
    pub fn trouble(&self) -> Option<CornersError> {
        let grid = match self.grid() {
            Ok(grid) => grid,
            Err(error) => return Some(error),
        };
        let shown = self.on.photo.as_ref()?;
        self.on.corners.check(&shown.photo, grid).err()
    }
}

/// The columns and rows of a grid, as they are entered.
pub fn size_of(grid: Grid) -> (u32, u32) {
    (u32::from(grid.columns()), u32::from(grid.rows()))
}
