//! A photograph with a grid on it: read, searched for the grid, and placed manually if the search
//! fails.

use egui::Context;

use crate::photo_view::{OpenedPhoto, PhotoDraft};
use board_photo::{CornersError, DetectedGrid, GridSize, PaintKind};
use ui_kit::job::{Job, JobState};

/// The state of placing a grid on a photograph.
pub struct GridDraft {
    /// The photograph, and the corners of the grid on it.
    pub photo_draft: PhotoDraft,
    /// Columns and rows as entered.
    pub size: (u32, u32),
    /// The automatic search for the grid.
    search: GridSearch,
    /// `true` if the user placed or changed the grid.
    is_manual: bool,
    /// The known squares of the board in reading order; a detected grid is turned to fit them.
    known: Option<(GridSize, Vec<Option<PaintKind>>)>,
}

/// The state of the search for the grid of a photograph.
enum GridSearch {
    /// There is no photograph to search, or the user placed the grid first.
    Idle,
    /// The search is running.
    Running(Job<Option<DetectedGrid>>),
    /// The search is finished, with its result.
    Done(Option<DetectedGrid>),
}

impl GridDraft {
    /// Creates a draft with a grid of this size and without a photograph.
    pub fn new(size: (u32, u32)) -> Self {
        Self {
            photo_draft: PhotoDraft::default(),
            size,
            search: GridSearch::Idle,
            is_manual: false,
            known: None,
        }
    }

    /// Creates a draft for a board with these known squares, in reading order, and without a
    /// photograph.
    pub fn of_board(grid: GridSize, known: Vec<Option<PaintKind>>) -> Self {
        Self { known: Some((grid, known)), ..Self::new(grid_size(grid)) }
    }

    /// Shows a photograph of a board with these known squares, and starts the search for its grid.
    pub fn take(
        &mut self,
        ctx: &Context,
        opened: OpenedPhoto,
        known: Option<(GridSize, Vec<Option<PaintKind>>)>,
    ) {
        let searched = self.photo_draft.take(ctx, opened);
        self.is_manual = false;
        self.known.clone_from(&known);
        self.search = GridSearch::Running(Job::start(ctx, move || {
            let found = DetectedGrid::detect(&searched)?;
            Some(match known {
                Some((grid, kinds)) => found.turned_to(&searched, grid, &kinds),
                None => found,
            })
        }));
    }

    /// Shows another photograph of the same board, and starts the search for its grid.
    pub fn take_again(&mut self, ctx: &Context, opened: OpenedPhoto) {
        let known = self.known.take();
        self.take(ctx, opened, known);
    }

    /// Places the grid where it was detected, once the search is finished; `waits` until then.
    pub fn take_detected_grid(&mut self, waits: bool) {
        if let GridSearch::Running(job) = &self.search {
            match job.state(waits) {
                JobState::Running => {}
                JobState::Done(found) => self.take_found(found),
                JobState::Lost => self.search = GridSearch::Done(None),
            }
        }
    }

    /// Places the grid where it was detected. The grid of a known board keeps its size.
    fn take_found(&mut self, found: Option<DetectedGrid>) {
        if let Some(found) = &found {
            let grid = self.known.as_ref().map_or(found.grid, |(grid, _)| *grid);
            self.size = grid_size(grid);
            self.photo_draft.corners = found.corners_for(grid).unwrap_or(found.corners);
        }
        self.search = GridSearch::Done(found);
    }

    /// Returns a message about the state of the search.
    pub(crate) fn search_message(&self) -> Option<String> {
        match &self.search {
            GridSearch::Idle => None,
            GridSearch::Running(_) => Some("Looking for the grid…".to_owned()),
            GridSearch::Done(None) => {
                Some("No grid is recognised. Please drag its corners.".to_owned())
            }
            GridSearch::Done(Some(found)) => Some(if !found.is_sure {
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
        self.set_manual();
        self.photo_draft.turn();
        self.size = (self.size.1, self.size.0);
    }

    /// Records that the user places the grid, and cancels a running search.
    pub(crate) fn set_manual(&mut self) {
        self.is_manual = true;
        if matches!(self.search, GridSearch::Running(_)) {
            self.search = GridSearch::Idle;
        }
    }

    /// Returns `true` while a photograph is read or searched.
    pub const fn is_working(&self) -> bool {
        self.photo_draft.is_reading() || matches!(self.search, GridSearch::Running(_))
    }

    /// Returns `true` if the grid can be used as it is: there is a photograph, no search is
    /// running, and the corners are valid.
    pub fn is_ready(&self) -> bool {
        self.photo_draft.photo.is_some() && !self.is_working() && self.grid_error().is_none()
    }

    /// Returns `true` if the grid is ready and was detected with the entered number of squares, or
    /// placed by the user.
    pub fn is_placed(&self) -> bool {
        let is_found = match &self.search {
            GridSearch::Done(Some(found)) => self.is_as_entered(found),
            GridSearch::Done(None) | GridSearch::Running(_) | GridSearch::Idle => false,
        };
        self.is_ready() && (is_found || self.is_manual)
    }

    /// Returns `true` if a detected grid has the entered number of squares, possibly turned by a
    /// quarter.
    fn is_as_entered(&self, found: &DetectedGrid) -> bool {
        let (columns, rows) = grid_size(found.grid);
        self.size == (columns, rows) || self.size == (rows, columns)
    }

    /// Returns the grid of the entered size.
    ///
    /// # Errors
    ///
    /// A board cannot have this size.
    pub fn grid(&self) -> Result<GridSize, CornersError> {
        GridSize::new(self.size.0, self.size.1)
    }

    /// Returns the error of the grid, or of its corners on the photograph, if there is one.
    pub fn grid_error(&self) -> Option<CornersError> {
        let grid = match self.grid() {
            Ok(grid) => grid,
            Err(error) => return Some(error),
        };
        let shown = self.photo_draft.photo.as_ref()?;
        self.photo_draft.corners.check(&shown.photo, grid).err()
    }
}

/// Returns the columns and rows of a grid.
pub fn grid_size(grid: GridSize) -> (u32, u32) {
    (u32::from(grid.columns()), u32::from(grid.rows()))
}
