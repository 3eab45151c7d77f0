//! Tracing a board: from a photograph or an empty grid to a board that can be played on.
//!
//! One screen with two steps. First the user accepts the grid that was found on the picture, or
//! sets it right by its edges and corners (`corners_view`). Then they paint squares (`paint_view`); the others are proposed, and unsure
//! ones are visited one after another. The looks of kinds and the problems of a board are the
//! business of [`board_photo`] and the rules; this screen only draws and asks.

mod corners_view;
mod grid_draft;
mod keys;
mod paint_view;
mod side_panel;

use std::sync::Arc;

use egui::{CentralPanel, Context, Panel, TextureHandle, TextureOptions, Ui};

use crate::command::TraceCommand;
use crate::photo_view::{OpenedPhoto, STRAIGHTENING_FAILED, texture_image};
use board_photo::{
    Corners, CornersError, Folds, GridSize, PaintKind, PaintTool, Photo, PhotoMeasurements,
    PhotoWarning, Proposal, ProposalRequest, StraightenedPhoto, Symmetry, TracedBoard,
};
use components::pack_check::PackProblem;
use components::specs::{BoardSpec, Pack};
use components::square::Square;
use ui_kit::job::{Job, JobState};
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, theme};

pub use corners_view::corners_view_ui;
pub use grid_draft::{GridDraft, grid_size};
pub use keys::{handle_grid_keys, kind_key};

pub use paint_view::{board_rect, square_at, square_rect};
pub use side_panel::{TAKE_WITH_PHONE, grid_error_ui, grid_keys_ui, search_message_ui};

/// The accessible name of the picture of the grid.
pub const CANVAS_NAME: &str = "Board being traced";

/// The width of the side panel, in points: two names of kinds side by side.
pub const SIDE_PANEL_WIDTH: f32 = 352.0;

/// The state of the tracing screen, with the board being traced.
pub struct TraceDraft {
    placement: GridDraft,
    /// `true` if the grid was placed on this photograph before, so that its picture is replaced.
    was_laid: bool,
    /// The second step, once the grid is placed.
    painting: Option<Painting>,
    /// The board painted before the user went back to the corners.
    previous: Option<TracedBoard>,
    /// The job that straightens and measures the photograph.
    straightening: Option<Job<Result<Rectified, CornersError>>>,
    /// The job that computes proposals.
    proposing: Option<Job<(ProposalRequest, Vec<Option<Proposal>>)>>,
    /// The pack whose buildings the sites are for.
    pack: Pack,
    name: String,
    /// The name under which this board was saved already.
    saved_as: Option<String>,
    /// `true` while the screen asks what to do with another board of this name.
    asks_name: bool,
    /// `true` if a player has a phone that can take a photograph.
    has_phone: bool,
}

/// Columns and rows of a board of the player's own until others are entered.
pub const DEFAULT_SIZE: (u8, u8) = (16, 14);

/// Returns the first free name for a board of the player's own.
pub fn free_name(boards: &[BoardSpec]) -> String {
    let further = (2_u32..).map(|number| format!("Own board {number}"));
    let mut names = std::iter::once("Own board".to_owned()).chain(further);
    names.find(|name| boards.iter().all(|board| board.name != *name)).unwrap_or_default()
}

/// A straightened photograph with its measurements and warnings.
type Rectified = (StraightenedPhoto, PhotoMeasurements, Vec<PhotoWarning>);

/// The state of the second step.
struct Painting {
    tracing: TracedBoard,
    /// The straightened photograph.
    picture: Option<(TextureHandle, Arc<image::RgbImage>)>,
    /// The kind to paint with; `None` wipes.
    kind: Option<PaintKind>,
    tool: PaintTool,
    symmetry: Symmetry,
    /// The squares of the stroke that is being drawn.
    stroke: Vec<Square>,
    cursor: Square,
    /// The unsure square visited last; it may be sure by the time it is answered.
    last_visited: Option<Square>,
    shows_sections: bool,
    /// The opacity of the kinds over the picture, 0 to 1.
    strength: f32,
    /// The problems of the board, computed after each change.
    problems: Vec<PackProblem>,
    /// The warnings about the photograph.
    doubts: Vec<PhotoWarning>,
}

impl TraceDraft {
    /// Creates the first step for a board of this many columns and rows, without a picture. Sites
    /// are for buildings of `pack`.
    pub fn new(pack: Pack, (columns, rows): (u8, u8)) -> Self {
        let name = free_name(&pack.boards);
        Self {
            placement: GridDraft::new((u32::from(columns), u32::from(rows))),
            was_laid: false,
            painting: None,
            previous: None,
            straightening: None,
            proposing: None,
            pack,
            name,
            saved_as: None,
            asks_name: false,
            has_phone: false,
        }
    }

    /// Offers to take the photograph with a phone, or no longer.
    pub const fn set_phone(&mut self, has_phone: bool) {
        self.has_phone = has_phone;
    }

    /// Checks if another board has the name of this one: saving would replace it.
    fn is_named_like_another(&self) -> bool {
        let is_own = self.saved_as.as_deref() == Some(self.name.as_str());
        !is_own && self.pack.boards.iter().any(|board| board.name == self.name)
    }

    /// Reads a photograph in the background; `name` is shown meanwhile.
    pub fn read_photo(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.straightening = None;
        self.placement.photo_draft.read(ctx, name, read);
    }

    /// Shows a photograph, and goes back to placing the grid on it.
    pub fn take_photo(&mut self, ctx: &Context, photo: Photo) {
        self.take_opened(ctx, OpenedPhoto::new(photo));
    }

    fn take_opened(&mut self, ctx: &Context, opened: OpenedPhoto) {
        self.back_to_corners();
        let known = self
            .previous
            .as_ref()
            .filter(|tracing| tracing.is_painted() || tracing.pictures() > 0)
            .map(|tracing| (tracing.grid(), tracing.known_kinds()));
        self.placement.take(ctx, opened, known);
        self.was_laid = false;
    }

    /// Goes one step back: from painting to placing the grid, and from a corner to the edges.
    /// Returns `false` if there is no step before on this screen.
    pub fn step_back(&mut self) -> bool {
        self.back_to_corners() || self.placement.step_back()
    }

    /// Goes back to placing the grid, where the paint returns once it is placed; returns `false` if
    /// the grid is being placed already.
    pub fn back_to_corners(&mut self) -> bool {
        let painting = self.painting.take();
        let was_painting = painting.is_some();
        if let Some(painting) = painting {
            self.previous = Some(painting.tracing);
        }
        was_painting
    }

    /// Returns a message about the work that the screen waits for.
    fn work_message(&self) -> Option<String> {
        self.placement.photo_draft.reading_message().or_else(|| {
            self.straightening.as_ref().map(|_| "Straightening the picture…".to_owned())
        })
    }

    /// Cancels the work that the screen waits for; the state before remains.
    fn cancel(&mut self) {
        self.placement.photo_draft.cancel();
        self.straightening = None;
    }

    /// Returns `true` while a job is running or pending.
    pub fn is_working(&self) -> bool {
        let is_behind =
            self.painting.as_ref().is_some_and(|p| p.tracing.pending_proposals().is_some());
        self.placement.is_working()
            || self.straightening.is_some()
            || self.proposing.is_some()
            || is_behind
    }

    /// Waits for all jobs, for tests.
    pub fn finish(&mut self, ctx: &Context) {
        while self.is_working() {
            self.take_work(ctx, true);
        }
    }

    /// Takes the results of finished jobs and starts the next one.
    fn take_work(&mut self, ctx: &Context, waits: bool) {
        if let Some(opened) = self.placement.photo_draft.take_read(waits) {
            self.take_opened(ctx, opened);
        }
        match Job::take(&mut self.straightening, waits) {
            JobState::Running => {}
            JobState::Done(Ok((straight, measured, warnings))) => {
                self.take_straight(ctx, straight, measured, warnings);
            }
            JobState::Done(Err(error)) => {
                self.placement.photo_draft.error_message = Some(error.to_string());
            }
            JobState::Lost => {
                self.placement.photo_draft.error_message = Some(STRAIGHTENING_FAILED.to_owned());
            }
        }
        self.placement.take_work(ctx, waits);
        match Job::take(&mut self.proposing, waits) {
            JobState::Done((due, proposals)) => {
                self.change(|tracing| tracing.take_proposals(&due, proposals));
            }
            JobState::Running | JobState::Lost => {}
        }
        let due = self.painting.as_ref().and_then(|p| p.tracing.pending_proposals());
        if let Some(due) = due.filter(|_| self.proposing.is_none()) {
            self.proposing = Some(Job::start(ctx, move || {
                let proposals = due.propose();
                (due, proposals)
            }));
        }
    }

    /// Sets the numbers of columns and rows.
    pub fn resize(&mut self, columns: u32, rows: u32) {
        self.placement.set_size((columns, rows));
    }

    /// Places the grid and goes on to painting, on the straightened photograph if there is one.
    fn place_grid(&mut self, ctx: &Context) {
        let Ok(grid) = self.placement.grid() else {
            return;
        };
        self.placement.set_manual();
        self.placement.photo_draft.error_message = None;
        let Some(straighten) = self.placement.straightening() else {
            self.begin_painting(grid, |_| {}, None);
            return;
        };
        self.straightening = Some(Job::start(ctx, move || {
            let straight = straighten()?;
            let measured = PhotoMeasurements::new(&straight);
            let warnings = straight.warnings();
            Ok((straight, measured, warnings))
        }));
    }

    fn take_straight(
        &mut self,
        ctx: &Context,
        straight: StraightenedPhoto,
        measured: PhotoMeasurements,
        warnings: Vec<PhotoWarning>,
    ) {
        let seen = texture_image(&straight.pixels);
        let texture = ctx.load_texture("straightened photograph", seen, TextureOptions::LINEAR);
        let picture = Some((texture, Arc::new(straight.pixels)));
        let was_laid = std::mem::replace(&mut self.was_laid, true);
        let mut misplaced = None;
        self.begin_painting(
            straight.grid,
            |tracing| {
                if was_laid {
                    tracing.remove_latest_photo();
                }
                misplaced = measured.misplaced(&tracing.known_kinds());
                tracing.add_photo_deferred(measured);
            },
            picture,
        );
        if let Some(painting) = &mut self.painting {
            painting.doubts = warnings;
            painting.doubts.extend(misplaced);
        }
    }

    fn begin_painting(
        &mut self,
        grid: GridSize,
        prepare: impl FnOnce(&mut TracedBoard),
        picture: Option<(TextureHandle, Arc<image::RgbImage>)>,
    ) {
        let mut tracing = match self.previous.take() {
            Some(previous) => previous.on_grid(grid),
            None => TracedBoard::new(self.name.clone(), grid),
        };
        prepare(&mut tracing);
        self.painting = Some(Painting {
            tracing,
            picture,
            kind: Some(PaintKind::Entrance),
            tool: PaintTool::default(),
            symmetry: Symmetry::default(),
            stroke: Vec::new(),
            cursor: Square::default(),
            last_visited: None,
            shows_sections: false,
            strength: 0.45,
            problems: Vec::new(),
            doubts: Vec::new(),
        });
        self.look_for_problems();
    }

    /// Checks the board for problems after a change.
    fn look_for_problems(&mut self) {
        if let Some(painting) = &mut self.painting {
            painting.tracing.name.clone_from(&self.name);
            painting.problems = painting.tracing.problems(&self.pack);
        }
    }

    /// Returns the unfinished board, once the grid is placed.
    pub fn tracing(&self) -> Option<&TracedBoard> {
        self.painting.as_ref().map(|painting| &painting.tracing)
    }

    /// Returns the square that keys paint, once the grid is placed.
    pub fn cursor(&self) -> Option<Square> {
        self.painting.as_ref().map(|painting| painting.cursor)
    }

    /// Returns the corners of the grid on the photograph.
    pub const fn corners(&self) -> &Corners {
        &self.placement.photo_draft.corners
    }

    /// Returns the folds of the grid on the photograph.
    pub const fn folds(&self) -> Folds {
        self.placement.photo_draft.folds
    }

    /// Returns the straightened photograph, if the board is traced from one.
    fn picture(&self) -> Option<Arc<image::RgbImage>> {
        let (_, pixels) = self.painting.as_ref()?.picture.as_ref()?;
        Some(Arc::clone(pixels))
    }

    /// Returns the numbers of columns and rows.
    pub const fn size(&self) -> (u32, u32) {
        self.placement.size()
    }

    /// Undoes the latest stroke, or the latest step of placing the grid.
    pub fn undo(&mut self) {
        if self.painting.is_some() {
            self.change(TracedBoard::undo);
        } else {
            self.placement.undo();
        }
    }

    /// Redoes the stroke or step that was undone last.
    pub fn redo(&mut self) {
        if self.painting.is_some() {
            self.change(TracedBoard::redo);
        } else {
            self.placement.redo();
        }
    }

    /// Changes the board and checks it for problems.
    fn change(&mut self, change: impl FnOnce(&mut TracedBoard)) {
        if let Some(painting) = &mut self.painting {
            change(&mut painting.tracing);
        }
        self.look_for_problems();
    }
}

/// Draws the tracing screen.
pub fn trace_screen_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    draft.take_work(&ui.ctx().clone(), false);
    keys::handle_keys(ui, draft);
    let theme = theme(ui);
    let frame = egui::Frame::new().fill(theme.raised).inner_margin(space::M);
    Panel::left("trace tools").resizable(false).exact_size(SIDE_PANEL_WIDTH).frame(frame).show(
        ui,
        |ui| {
            keyboard::pane(ui.ctx(), Pane::Action, ui.max_rect());
            if draft.painting.is_some() {
                let above = egui::Frame::new().fill(theme.raised);
                Panel::bottom("trace save")
                    .resizable(false)
                    .frame(above.inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO }))
                    .show(ui, |ui| side_panel::save_ui(ui, draft, commands));
            }
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| side_panel::side_ui(ui, draft, commands));
        },
    );
    let frame = egui::Frame::new().fill(theme.paper).inner_margin(space::L);
    CentralPanel::default().frame(frame).show(ui, |ui| match draft.painting {
        Some(_) => paint_view::paint_view_ui(ui, draft),
        None => corners_view::corners_view_ui(ui, &mut draft.placement),
    });
    // Proposals for the latest stroke are computed while the window waits for the next frame.
    draft.take_work(&ui.ctx().clone(), false);
}
