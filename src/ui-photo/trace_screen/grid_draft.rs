//! A photograph with a grid on it: read, searched for the grid, and set right by the user.
//!
//! A detected grid is right in its lines more often than in its extent. So its edges move by whole
//! squares, and the squares stay where they are. Where no grid is found, the user marks its
//! corners, and the number of squares divides the space between them.

use std::sync::Arc;

use egui::Context;

use crate::photo_view::{OpenedPhoto, PhotoDraft};
use crate::trace_screen::corners_view::GridDrag;
use board_photo::{
    Corners, CornersError, DetectedGrid, FoldDirection, Folds, GridEdge, GridSize, PaintKind,
    Photo, PhotoSearch, PlacedGrid, StraightenedPhoto,
};
use ui_kit::job::{Job, JobState};

/// The maximum number of steps that can be undone.
const MAX_UNDONE: usize = 100;

/// The state of placing a grid on a photograph.
pub struct GridDraft {
    /// The photograph, and the corners of the grid on it.
    pub photo_draft: PhotoDraft,
    /// Columns and rows as found or entered.
    size: (u32, u32),
    size_origin: SizeOrigin,
    basis: GridBasis,
    /// `true` if arrow keys move the chosen corner, and not the edges.
    moves_corner: bool,
    /// The automatic search for the grid.
    search: SearchState,
    /// The index of the detected grid that was shown last.
    guess: usize,
    /// The corners that the user has dragged.
    marked: [bool; 4],
    /// `true` if the user placed or changed the grid.
    is_manual: bool,
    /// The known squares of the board in reading order; a detected grid is turned to fit them.
    known: Option<(GridSize, Vec<Option<PaintKind>>)>,
    /// A fit that waits for the one before.
    pending_fit: Option<GridFit>,
    /// The running fit.
    fitting: Option<RunningFit>,
    /// The reason why the latest step changed nothing.
    refusal: Option<String>,
    /// The part of the grid that the pointer drags.
    pub(crate) drag: Option<GridDrag>,
    past: Vec<GridPlacement>,
    future: Vec<GridPlacement>,
    /// The latest step, if further ones of its kind are undone together with it.
    latest: Option<GridStep>,
}

/// A guess of the search that is not shown.
pub(crate) struct OtherGuess {
    /// Its number from 1, the most likely guess first, …
    pub number: usize,
    /// … and the number of all guesses.
    pub count: usize,
    /// Its columns and rows.
    pub size: (u32, u32),
}

/// The origin of the numbers of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SizeOrigin {
    /// The usual ones, or those of a detected grid.
    Guess,
    /// The user has counted them.
    Counted,
    /// The board of a game, whose size no photograph changes.
    Game,
}

/// The reason for the squares of a grid to be where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridBasis {
    /// The user marked the corners: another number of squares divides the space between them.
    Corners,
    /// The lines were found: another number of squares moves an edge, and the squares stay.
    Lattice,
}

/// A grid on the photograph, for undoing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GridPlacement {
    corners: Corners,
    folds: Folds,
    size: (u32, u32),
    basis: GridBasis,
}

impl GridPlacement {
    /// Creates the placement of a grid whose lines were found.
    fn found(PlacedGrid { corners, folds, size }: PlacedGrid) -> Self {
        Self { corners, folds, size: grid_size(size), basis: GridBasis::Lattice }
    }

    /// Returns the grid.
    ///
    /// # Errors
    ///
    /// A board cannot have this size.
    pub(crate) fn grid(&self) -> Result<PlacedGrid, CornersError> {
        let Self { corners, folds, size, .. } = *self;
        Ok(PlacedGrid { corners, folds, size: GridSize::new(size.0, size.1)? })
    }

    /// Returns the placement of a changed grid on the same basis.
    fn with_grid(self, PlacedGrid { corners, folds, size }: PlacedGrid) -> Self {
        Self { corners, folds, size: grid_size(size), ..self }
    }

    /// Returns the distance of a position in the photograph from the edge on a side of the picture,
    /// in squares, positive beyond the edge. `None` without a valid grid.
    pub(crate) fn squares_beyond(&self, side: GridEdge, position: (f32, f32)) -> Option<f32> {
        let grid = self.grid().ok()?;
        let (column, row) = grid.locate(position)?;
        Some(match self.corners.edge_on_side(side) {
            GridEdge::Top => -row,
            GridEdge::Right => column - f32::from(grid.size.columns()),
            GridEdge::Bottom => row - f32::from(grid.size.rows()),
            GridEdge::Left => -column,
        })
    }
}

/// A step of a kind that is often repeated, and then undone at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridStep {
    /// Keys moved the corner of this index.
    Corner(usize),
    /// Columns or rows were counted.
    Size,
}

/// A fit of the grid to the lines of the photograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridFit {
    /// The best place for a board of the entered size.
    Size,
    /// The lines near the marked corners.
    Lines,
}

/// A fit with the placement that it started from, and its job.
type RunningFit = ((GridFit, GridPlacement), Job<Option<PlacedGrid>>);

/// The state of the search for the grid of a photograph.
enum SearchState {
    /// There is no photograph to search, or the user placed the grid first.
    Idle,
    /// The search is running.
    Running(Job<Vec<DetectedGrid>>),
    /// The search is finished, with its results, the best first.
    Done(Vec<DetectedGrid>),
}

impl GridDraft {
    /// Creates a draft with a grid of this size and without a photograph.
    pub fn new(size: (u32, u32)) -> Self {
        Self {
            photo_draft: PhotoDraft::default(),
            size,
            size_origin: SizeOrigin::Guess,
            basis: GridBasis::Corners,
            moves_corner: true,
            search: SearchState::Idle,
            guess: 0,
            marked: [false; 4],
            is_manual: false,
            known: None,
            pending_fit: None,
            fitting: None,
            refusal: None,
            drag: None,
            past: Vec::new(),
            future: Vec::new(),
            latest: None,
        }
    }

    /// Creates a draft for a game's board with these known squares, in reading order, and without a
    /// photograph. The size of the grid stays.
    pub fn of_board(grid: GridSize, known: Vec<Option<PaintKind>>) -> Self {
        let size_origin = SizeOrigin::Game;
        Self { known: Some((grid, known)), size_origin, ..Self::new(grid_size(grid)) }
    }

    /// Shows a photograph of a board with these known squares, and starts the search for its grid.
    pub fn take(
        &mut self,
        ctx: &Context,
        opened: OpenedPhoto,
        known: Option<(GridSize, Vec<Option<PaintKind>>)>,
    ) {
        let searched = self.photo_draft.take(ctx, opened);
        let size_origin = self.size_origin;
        *self = Self {
            photo_draft: std::mem::take(&mut self.photo_draft),
            size_origin,
            known: known.clone(),
            ..Self::new(self.size)
        };
        let counted = self.counted();
        self.search =
            SearchState::Running(Job::start(ctx, move || guesses(&searched, counted, known)));
    }

    /// Shows another photograph of the same board, and starts the search for its grid.
    pub fn take_again(&mut self, ctx: &Context, opened: OpenedPhoto) {
        let known = self.known.take();
        self.take(ctx, opened, known);
    }

    /// Takes the results of finished searches and fits, and starts the next one; `waits` for them.
    pub fn take_work(&mut self, ctx: &Context, waits: bool) {
        if let SearchState::Running(job) = &self.search {
            match job.state(waits) {
                JobState::Running => {}
                JobState::Done(found) => self.take_found(found),
                JobState::Lost => self.search = SearchState::Done(Vec::new()),
            }
        }
        if let Some(((fit, from), fitted)) = Job::take_with_key(&mut self.fitting, waits)
            && from == self.placement()
        {
            self.take_fitted(fit, fitted.flatten());
        }
        if self.fitting.is_none() {
            self.start_fit(ctx);
        }
    }

    /// Returns the size of the board if it is known or the user has counted it.
    fn counted(&self) -> Option<GridSize> {
        let known = self.known.as_ref().map(|(grid, _)| *grid);
        known.or_else(|| self.grid().ok().filter(|_| self.size_origin == SizeOrigin::Counted))
    }

    /// Places the grid where it was detected. The grid of a known board keeps its size, and that of
    /// a counted board if the picture has space for it.
    fn take_found(&mut self, found: Vec<DetectedGrid>) {
        if let Some(first) = found.first() {
            let counted = self.counted();
            let of_size = counted.and_then(|size| first.grid_of_size(size));
            self.moves_corner = false;
            self.set_placement(GridPlacement::found(of_size.unwrap_or(first.grid)));
            if let Some(size) = counted.filter(|_| of_size.is_none()) {
                if let Some(slid) = self.slid(size) {
                    self.set_placement(GridPlacement::found(slid));
                } else if self.known.is_some() {
                    // The lines of another board, or too few of this one.
                    self.photo_draft.set_folds(Folds::Flat);
                    (self.basis, self.size) = (GridBasis::Corners, grid_size(size));
                }
            }
        }
        self.search = SearchState::Done(found);
    }

    /// Starts the pending fit.
    fn start_fit(&mut self, ctx: &Context) {
        let from = self.placement();
        let (Some(shown), Ok(grid)) = (&self.photo_draft.photo, from.grid()) else {
            self.pending_fit = None;
            return;
        };
        if let Some(fit) = self.pending_fit.take() {
            let photo = Arc::clone(&shown.photo);
            let job = Job::start(ctx, move || match fit {
                GridFit::Size => DetectedGrid::detect_sized(&photo, grid.size)
                    .and_then(|found| grid_near(&found, grid.size, &grid.corners)),
                GridFit::Lines => grid.snapped(&photo),
            });
            self.fitting = Some(((fit, from), job));
        }
    }

    /// Takes the result of a fit of the current placement.
    fn take_fitted(&mut self, fit: GridFit, fitted: Option<PlacedGrid>) {
        match (fit, fitted) {
            (GridFit::Size, Some(grid)) => self.set_placement(GridPlacement::found(grid)),
            (GridFit::Size, None) => {}
            (GridFit::Lines, Some(grid)) => {
                self.remember(None);
                self.moves_corner = false;
                self.set_placement(GridPlacement::found(grid));
            }
            (GridFit::Lines, None) => {
                let reason = "Too few lines of the grid are visible near these corners, so they stay. Check the numbers of columns and rows, or place the corners by eye.";
                self.refusal = Some(reason.to_owned());
            }
        }
    }

    /// Returns a message about the search for the grid, or the question that its result leaves.
    pub(crate) fn search_message(&self) -> Option<String> {
        let (columns, rows) = self.size;
        if let Some(((fit, from), _)) = &self.fitting
            && *from == self.placement()
        {
            return Some(match fit {
                GridFit::Size => format!("Looking for {columns} × {rows} squares…"),
                GridFit::Lines => "Looking for the lines near the corners…".to_owned(),
            });
        }
        match &self.search {
            SearchState::Running(_) => Some("Looking for the grid…".to_owned()),
            _ if self.photo_draft.photo.is_none() => None,
            SearchState::Done(found) if !self.is_manual => Some(match found.first() {
                Some(found) => self.question(found),
                None if self.is_size_fixed() => format!("No grid is recognised. Drag its corners to the outer corners of the {columns} × {rows} squares."),
                None => "No grid is recognised. Drag its corners to the outer corners of the squares, and count the columns and rows.".to_owned(),
            }),
            SearchState::Done(_) | SearchState::Idle => Some(self.extent_question()),
        }
    }

    /// Returns the question about an unchanged detected grid.
    fn question(&self, found: &DetectedGrid) -> String {
        let (columns, rows) = self.size;
        if !self.is_as_entered(found) {
            format!(
                "The picture shows {} squares, and the board has {columns} × {rows}. Is it the same board? Then move the grid into place.",
                found.grid.size
            )
        } else if found.is_sure {
            format!("Grid found: {columns} × {rows}. Right?")
        } else {
            self.extent_question()
        }
    }

    /// Returns the question about the extent of the grid.
    fn extent_question(&self) -> String {
        let (columns, rows) = self.size;
        match self.basis {
            GridBasis::Lattice => {
                format!("{columns} × {rows}: is this the outermost row on each side?")
            }
            GridBasis::Corners => {
                format!("{columns} × {rows}: is every line between two rows of squares?")
            }
        }
    }

    /// Returns the reason why the latest step changed nothing.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Returns the columns and rows.
    pub const fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Returns `true` if the grid keeps the size of a game's board.
    pub(crate) fn is_size_fixed(&self) -> bool {
        self.size_origin == SizeOrigin::Game
    }

    /// Returns `true` if arrow keys move the chosen corner, and not the edges.
    pub(crate) const fn moves_corner(&self) -> bool {
        self.moves_corner
    }

    /// Returns the grid as it is on the photograph.
    pub(crate) const fn placement(&self) -> GridPlacement {
        let PhotoDraft { corners, folds, .. } = self.photo_draft;
        GridPlacement { corners, folds, size: self.size, basis: self.basis }
    }

    /// Lets the arrow keys move the edges, or a corner.
    pub(crate) const fn choose_corner(&mut self, corner: Option<usize>) {
        self.moves_corner = corner.is_some();
        if let Some(corner) = corner {
            self.photo_draft.corner = corner;
        }
    }

    /// Goes back from moving a corner to moving the edges; returns `true` if a corner was moved.
    pub fn step_back(&mut self) -> bool {
        let is_corner = self.moves_corner && self.basis == GridBasis::Lattice;
        if is_corner {
            self.choose_corner(None);
        }
        is_corner
    }

    /// Records that the user starts to drag the chosen corner, from this placement.
    pub(crate) fn take_dragged_corner(&mut self, from: GridPlacement) {
        self.remember_placement(from, None);
        self.basis = GridBasis::Corners;
    }

    /// Records that the user has dragged the chosen corner into place. With the fourth corner of a
    /// grid of a known size, the grid is fitted to the lines near the corners, once.
    pub(crate) fn take_placed_corner(&mut self) {
        let Some(mark) = self.marked.get_mut(self.photo_draft.corner) else {
            return;
        };
        let was_marked = std::mem::replace(mark, true);
        if !was_marked && self.counted().is_some() && self.marked == [true; 4] {
            self.snap();
        }
    }

    /// Records that keys moved the chosen corner, from this placement.
    pub(crate) fn take_moved_corner(&mut self, from: GridPlacement) {
        self.remember_placement(from, Some(GridStep::Corner(self.photo_draft.corner)));
        self.basis = GridBasis::Corners;
    }

    /// Moves the edge on a side of the picture by whole squares, outwards if `by` is positive. The
    /// whole grid moves if its size is fixed.
    pub(crate) fn move_edge(&mut self, side: GridEdge, by: i32) {
        if self.is_size_fixed() {
            self.shift(side, by);
            return;
        }
        let from = self.placement();
        match self.with_edge_moved(from, side, by) {
            Some(Ok(moved)) => {
                self.remember(None);
                self.set_placement(moved);
            }
            Some(Err(error)) => {
                self.refusal = Some(format!("The {} edge stays: {error}.", side_name(side)));
            }
            None => {}
        }
    }

    /// Moves the edge on a side of the picture, or the grid if its size is fixed, from a placement
    /// as far as possible towards `by` squares outwards. Dragging calls it with each new distance.
    pub(crate) fn drag_edge(&mut self, from: GridPlacement, side: GridEdge, by: i32) {
        let mut nearer = (0..=by.abs()).rev().map(|squares| squares * by.signum());
        let moved = nearer.find_map(|by| self.with_edge_moved(from, side, by)?.ok());
        if let Some(moved) = moved {
            self.set_placement(moved);
        }
    }

    /// Records that an edge was dragged from this placement.
    pub(crate) fn take_dragged_edge(&mut self, from: GridPlacement) {
        if from != self.placement() {
            self.remember_placement(from, None);
        }
    }

    /// Returns a placement with the edge on a side of the picture moved, or all of it if its size
    /// is fixed; `None` without a photograph or a valid size.
    fn with_edge_moved(
        &self,
        from: GridPlacement,
        side: GridEdge,
        by: i32,
    ) -> Option<Result<GridPlacement, CornersError>> {
        let photo = &self.photo_draft.photo.as_ref()?.photo;
        let grid = from.grid().ok()?;
        let edge = from.corners.edge_on_side(side);
        let moved = if self.is_size_fixed() {
            grid.shifted(photo, edge, by)
        } else {
            grid.with_edge_moved(photo, edge, by)
        };
        Some(moved.map(|grid| from.with_grid(grid)))
    }

    /// Moves the whole grid by whole squares towards a side of the picture.
    pub(crate) fn shift(&mut self, side: GridEdge, by: i32) {
        let from = self.placement();
        let (Some(shown), Ok(grid)) = (&self.photo_draft.photo, from.grid()) else {
            return;
        };
        match grid.shifted(&shown.photo, from.corners.edge_on_side(side), by) {
            Ok(shifted) => {
                self.remember(None);
                self.set_placement(from.with_grid(shifted));
            }
            Err(error) => self.refusal = Some(format!("The grid stays: {error}.")),
        }
    }

    /// Sets the numbers of columns and rows. The squares of a found grid stay where they are: edges
    /// move, first as another guess has it or at the right and the bottom, then as the lines of the
    /// photograph have it.
    pub fn set_size(&mut self, size: (u32, u32)) {
        let Some(wanted) = GridSize::new(size.0, size.1).ok().filter(|_| size != self.size) else {
            return;
        };
        if self.basis == GridBasis::Corners {
            self.remember(Some(GridStep::Size));
            (self.size, self.size_origin) = (size, SizeOrigin::Counted);
            let PhotoDraft { corners, folds, .. } = self.photo_draft;
            let grid = PlacedGrid { corners, folds, size: wanted }.without_outer_folds();
            self.photo_draft.set_folds(grid.folds);
            return;
        }
        let near = &self.photo_draft.corners;
        let guess = self.guesses().iter().find_map(|found| grid_near(found, wanted, near));
        if let Some(grid) = guess.or_else(|| self.slid(wanted)) {
            self.remember(Some(GridStep::Size));
            self.set_placement(GridPlacement::found(grid));
            self.size_origin = SizeOrigin::Counted;
            self.pending_fit = Some(GridFit::Size);
        } else {
            self.refusal = Some(format!(
                "The picture has no space for {wanted} of these squares, expected the whole board in it. Drag the corners if the squares themselves are wrong."
            ));
        }
    }

    /// Returns a grid of this size with the squares where they are: the edges at the right and the
    /// bottom move first, then those at the left and the top. `None` if the picture has no space for
    /// it.
    fn slid(&self, size: GridSize) -> Option<PlacedGrid> {
        let photo = &self.photo_draft.photo.as_ref()?.photo;
        let mut grid = self.placement().grid().ok()?;
        let missing = |to: u8, from: u8| i32::from(to) - i32::from(from);
        for (missing, first, second) in [
            (missing(size.columns(), grid.size.columns()), GridEdge::Right, GridEdge::Left),
            (missing(size.rows(), grid.size.rows()), GridEdge::Bottom, GridEdge::Top),
        ] {
            grid = (0..=missing.abs()).find_map(|second_by| {
                let second_by = second_by * missing.signum();
                let grid = grid.with_edge_moved(photo, first, missing - second_by).ok()?;
                grid.with_edge_moved(photo, second, second_by).ok()
            })?;
        }
        Some(grid)
    }

    /// Returns the detected grids.
    fn guesses(&self) -> &[DetectedGrid] {
        match &self.search {
            SearchState::Done(found) => found,
            SearchState::Running(_) | SearchState::Idle => &[],
        }
    }

    /// Returns the index of the guess after the one that was shown last, with its placement, if
    /// there are several and the grid can have its size.
    fn next_guess(&self) -> Option<(usize, GridPlacement)> {
        let guesses = self.guesses();
        let next = (self.guess + 1) % guesses.len().max(1);
        let found = guesses.get(next).filter(|_| guesses.len() > 1)?;
        let grid = if self.is_size_fixed() {
            grid_near(found, self.grid().ok()?, &self.photo_draft.corners)?
        } else {
            found.grid
        };
        Some((next, GridPlacement::found(grid)))
    }

    /// Returns the guess that [`Self::take_other_guess`] shows.
    pub(crate) fn other_guess(&self) -> Option<OtherGuess> {
        let count = self.guesses().len();
        self.next_guess().map(|(at, placement)| OtherGuess {
            number: at + 1,
            count,
            size: placement.size,
        })
    }

    /// Shows another guess of the search.
    pub(crate) fn take_other_guess(&mut self) {
        if let Some((next, placement)) = self.next_guess() {
            self.remember(None);
            self.guess = next;
            self.moves_corner = false;
            self.set_placement(placement);
        }
    }

    /// Folds the marked grid after this many columns or rows, or flattens it.
    pub(crate) fn set_fold(&mut self, direction: FoldDirection, after: Option<f32>) {
        let from = self.placement();
        let Ok(grid) = from.grid() else {
            return;
        };
        self.remember(None);
        let flat = grid.without_fold(direction);
        let folded = after.and_then(|after| flat.with_fold(direction, after)).unwrap_or(flat);
        self.set_placement(GridPlacement { basis: GridBasis::Corners, ..from.with_grid(folded) });
        self.moves_corner = true;
    }

    /// Returns the work of straightening the photograph, for a job; `None` without a photograph or
    /// a valid size.
    pub fn straightening(
        &self,
    ) -> Option<impl FnOnce() -> Result<StraightenedPhoto, CornersError> + Send + use<>> {
        let photo = Arc::clone(&self.photo_draft.photo.as_ref()?.photo);
        let grid = self.placement().grid().ok()?;
        Some(move || StraightenedPhoto::new(&photo, &grid))
    }

    /// Returns `true` if the corners can be fitted to the lines near them: the user marked them.
    pub(crate) fn can_snap(&self) -> bool {
        self.basis == GridBasis::Corners
            && self.photo_draft.photo.is_some()
            && !self.is_working()
            && self.grid_error().is_none()
    }

    /// Fits the marked corners to the lines near them.
    pub(crate) fn snap(&mut self) {
        if self.can_snap() {
            self.refusal = None;
            self.pending_fit = Some(GridFit::Lines);
        }
    }

    /// Turns the grid by a quarter: the next corner of the picture is the board's top left.
    /// Columns become rows. A game's board keeps its size, so that found lines and a fold fit it
    /// only after a half turn, unless it has as many columns as rows.
    pub fn turn(&mut self) {
        self.remember(None);
        let mut turned = self.placement();
        for _ in 0..if self.turns_by_half() { 2 } else { 1 } {
            if let Ok(grid) = turned.grid() {
                turned = turned.with_grid(grid.turned());
            }
        }
        if self.is_size_fixed() {
            turned.size = self.size;
        }
        self.set_placement(turned);
    }

    /// Returns `true` if [`Self::turn`] turns the grid by a half.
    pub(crate) fn turns_by_half(&self) -> bool {
        let has_lines = self.basis == GridBasis::Lattice || self.photo_draft.folds != Folds::Flat;
        self.is_size_fixed() && has_lines && self.size.0 != self.size.1
    }

    /// Undoes the latest step; returns `true` if there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else {
            return false;
        };
        self.future.push(self.placement());
        self.restore(before);
        true
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(self.placement());
            self.restore(after);
        }
    }

    /// Returns `true` if there is a step to undo.
    pub(crate) const fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    fn restore(&mut self, placement: GridPlacement) {
        (self.latest, self.refusal, self.pending_fit) = (None, None, None);
        self.set_placement(placement);
    }

    fn set_placement(&mut self, placement: GridPlacement) {
        self.photo_draft.corners = placement.corners;
        self.photo_draft.set_folds(placement.folds);
        (self.size, self.basis) = (placement.size, placement.basis);
    }

    /// Stores the current placement for undoing, before a step of the user.
    fn remember(&mut self, step: Option<GridStep>) {
        self.remember_placement(self.placement(), step);
    }

    /// Stores a placement for undoing, unless the step goes on with the latest one.
    fn remember_placement(&mut self, placement: GridPlacement, step: Option<GridStep>) {
        self.set_manual();
        (self.refusal, self.pending_fit) = (None, None);
        if step.is_none() || step != self.latest {
            self.past.push(placement);
            self.future.clear();
            let excess = self.past.len().saturating_sub(MAX_UNDONE);
            self.past.drain(..excess);
        }
        self.latest = step;
    }

    /// Records that the user places the grid, and cancels a running search.
    pub(crate) fn set_manual(&mut self) {
        self.is_manual = true;
        if matches!(self.search, SearchState::Running(_)) {
            self.search = SearchState::Idle;
        }
    }

    /// Returns `true` while a photograph is read or searched.
    pub fn is_working(&self) -> bool {
        self.photo_draft.is_reading()
            || matches!(self.search, SearchState::Running(_))
            || self.pending_fit.is_some()
            || self.fitting.as_ref().is_some_and(|((_, from), _)| *from == self.placement())
    }

    /// Returns `true` if the grid can be used as it is: there is a photograph, no search is
    /// running, and the corners are valid.
    pub fn is_ready(&self) -> bool {
        self.photo_draft.photo.is_some() && !self.is_working() && self.grid_error().is_none()
    }

    /// Returns `true` if the grid is ready and was detected with the entered number of squares, or
    /// placed by the user.
    pub fn is_placed(&self) -> bool {
        let is_found = self.guesses().first().is_some_and(|found| self.is_as_entered(found));
        self.is_ready() && (is_found || self.is_manual)
    }

    /// Returns `true` if a detected grid has the entered number of squares, possibly turned by a
    /// quarter.
    fn is_as_entered(&self, found: &DetectedGrid) -> bool {
        let (columns, rows) = grid_size(found.grid.size);
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
        let grid = match self.placement().grid() {
            Ok(grid) => grid,
            Err(error) => return Some(error),
        };
        grid.check(&self.photo_draft.photo.as_ref()?.photo).err()
    }
}

/// Returns the guesses at the grid of a photograph, the best first. For a counted board, the best
/// is of its size. For a known board, it is turned to fit the known squares, unless a grid of
/// another size is sure: then it may be another board.
fn guesses(
    photo: &Photo,
    counted: Option<GridSize>,
    known: Option<(GridSize, Vec<Option<PaintKind>>)>,
) -> Vec<DetectedGrid> {
    let search = PhotoSearch::of(photo);
    let mut found = search.candidates();
    let sized = counted.and_then(|grid| {
        let is_of_size = |guess: &&DetectedGrid| guess.grid_of_size(grid).is_some();
        let is_other = found.first().is_some_and(|first| first.is_sure && !is_of_size(&first));
        let of_size = found.iter().find(is_of_size).copied();
        let searched = || of_size.or_else(|| search.of_size(grid));
        if is_other && known.is_some() { None } else { searched() }
    });
    if let Some(sized) = sized {
        found.retain(|other| *other != sized);
        let turned = known.map(|(grid, kinds)| sized.turned_to(photo, grid, &kinds));
        found.insert(0, turned.unwrap_or(sized));
    }
    found
}

/// Returns a detected grid for a board of this size, in the orientation nearest to these corners;
/// `None` if it has another size.
fn grid_near(found: &DetectedGrid, size: GridSize, near: &Corners) -> Option<PlacedGrid> {
    let distance = |grid: &PlacedGrid| -> f32 {
        let pairs = grid.corners.0.iter().zip(near.0);
        pairs.map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).sum()
    };
    std::iter::successors(Some(found.grid), |grid| Some(grid.turned()))
        .take(4)
        .filter(|grid| grid.size == size)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Returns the name of a side of the picture.
pub(crate) const fn side_name(side: GridEdge) -> &'static str {
    match side {
        GridEdge::Top => "top",
        GridEdge::Right => "right",
        GridEdge::Bottom => "bottom",
        GridEdge::Left => "left",
    }
}

/// Returns the columns and rows of a grid.
pub fn grid_size(grid: GridSize) -> (u32, u32) {
    (u32::from(grid.columns()), u32::from(grid.rows()))
}
