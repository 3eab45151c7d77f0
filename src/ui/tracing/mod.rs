//! Tracing a board: from a photograph or an empty grid to a board that can be played on.
//!
//! Two steps on one screen. First the grid is laid over the picture by its four
//! corners (`corners_view`); then squares are painted (`paint_view`), the
//! rest is proposed, and what is unsure is visited one after another. What a
//! kind looks like, and what is wrong with a board, is known to
//! [`tracing`](board_tracing) and to the rules; this screen draws and asks.

#![expect(clippy::cast_precision_loss, reason = "pixels of a bounded picture are small numbers")]

mod corners_view;
mod keys;
mod paint_view;
mod side;

use std::sync::Arc;

use egui::{CentralPanel, ColorImage, Context, Panel, TextureHandle, TextureOptions, Ui};

use super::command::Commands;
use super::job::{Job, State};
use super::theme::{space, theme};
use board_tracing::{
    Corners, CornersError, Doubt, Due, FoundGrid, Grid, Kind, Measured, Photo, Proposal,
    Straightened, Symmetry, Tool, Tracing,
};
use rules::components::Pack;
use rules::pack_check::PackProblem;
use rules::square::Square;

pub use keys::kind_key;
pub use paint_view::square_rect;

/// What the picture of the grid is called, for those who hear it.
pub const CANVAS: &str = "Board being traced";

/// Longer sides of a photograph are shown with fewer pixels.
const LONGEST_SHOWN: u32 = 2_000;

/// How wide the panel beside the board is, in points: two names of kinds side by side.
const WIDTH: f32 = 352.0;

/// The board being traced, and what the screen remembers of it.
pub struct TraceDraft {
    photo: Option<Shown>,
    /// Whether the grid was laid over the photograph before; if so, it is laid anew.
    was_laid: bool,
    corners: Corners,
    /// The corner that is dragged, or moved by keys.
    corner: usize,
    /// Columns and rows as they are entered.
    size: (u32, u32),
    /// The grid once it is laid, and the straightened picture below it.
    painting: Option<Painting>,
    /// What was painted before somebody went back to the corners.
    kept: Option<Tracing>,
    /// What is worked out before there is anything to go on with.
    work: Option<Work>,
    /// Proposals that are being worked out.
    proposing: Option<Job<(Due, Vec<Option<Proposal>>)>>,
    /// What is known of where the grid lies before anybody says so.
    search: Search,
    /// Why there is no photograph, in a sentence.
    told: Option<String>,
    /// The buildings that sites are for.
    pack: Pack,
    name: String,
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

/// Work that the screen waits for.
enum Work {
    /// A photograph is read; what it is called.
    Reading(String, Job<Result<Opened, String>>),
    /// The photograph is pulled straight and measured.
    Straightening(Job<Result<Pulled, CornersError>>),
}

/// A photograph pulled straight, what was measured in it, and what seems wrong with it.
type Pulled = (Straightened, Measured, Vec<Doubt>);

/// A photograph, and the picture of it that is shown.
struct Opened {
    photo: Photo,
    shown: ColorImage,
}

/// A photograph and its texture.
struct Shown {
    photo: Arc<Photo>,
    texture: TextureHandle,
}

impl Opened {
    fn new(photo: Photo) -> Self {
        let pixels = photo.pixels();
        let longest = pixels.width().max(pixels.height());
        let shown = if longest > LONGEST_SHOWN {
            let scaled = |side: u32| (side * LONGEST_SHOWN / longest).max(1);
            let (width, height) = (scaled(pixels.width()), scaled(pixels.height()));
            shown(&image::imageops::thumbnail(pixels, width, height))
        } else {
            shown(pixels)
        };
        Self { photo, shown }
    }
}

/// The second step.
struct Painting {
    tracing: Tracing,
    /// The straightened photograph.
    picture: Option<(TextureHandle, Arc<image::RgbImage>)>,
    /// What is painted with; nothing wipes.
    kind: Option<Kind>,
    tool: Tool,
    symmetry: Symmetry,
    /// The squares of the stroke that is being drawn.
    stroke: Vec<Square>,
    cursor: Square,
    /// The unsure square that came up last; it may be sure by the time it is answered.
    came_up: Option<Square>,
    shows_sections: bool,
    /// How strongly the kinds are drawn over the picture, 0 to 1.
    strength: f32,
    /// What is wrong, kept until something is painted.
    problems: Vec<PackProblem>,
    /// What speaks against the photograph.
    doubts: Vec<Doubt>,
}

impl TraceDraft {
    /// The first step, with no picture yet. Sites are for buildings of `pack`.
    #[must_use]
    pub fn new(pack: Pack) -> Self {
        Self {
            photo: None,
            was_laid: false,
            corners: Corners([(0.0, 0.0); 4]),
            corner: 0,
            size: (16, 16),
            painting: None,
            kept: None,
            work: None,
            proposing: None,
            search: Search::Idle,
            told: None,
            pack,
            name: "Own board".to_owned(),
        }
    }

    /// Reads a photograph beside the window; `name` is what it is called meanwhile.
    pub fn read_photo(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.told = None;
        let job = Job::begin(ctx, || read().map(Opened::new));
        self.work = Some(Work::Reading(name, job));
    }

    /// Takes a photograph, and goes back to laying the grid over it.
    pub fn take_photo(&mut self, ctx: &Context, photo: Photo) {
        self.take_opened(ctx, Opened::new(photo));
    }

    fn take_opened(&mut self, ctx: &Context, opened: Opened) {
        let Opened { photo, shown } = opened;
        let texture = ctx.load_texture("photograph", shown, TextureOptions::LINEAR);
        // A first guess that is easy to take hold of.
        let (width, height) = photo.size();
        let at = |share: f32, side: u32| share * side as f32;
        self.corners = Corners([
            (at(0.1, width), at(0.1, height)),
            (at(0.9, width), at(0.1, height)),
            (at(0.9, width), at(0.9, height)),
            (at(0.1, width), at(0.9, height)),
        ]);
        self.told = None;
        self.back_to_corners();
        let photo = Arc::new(photo);
        let searched = Arc::clone(&photo);
        let kept = self.kept.as_ref().map(|kept| (kept.grid(), kept.told()));
        self.search = Search::Running(Job::begin(ctx, move || {
            let found = FoundGrid::of(&searched)?;
            Some(match kept {
                Some((grid, told)) => found.turned_to(&searched, grid, &told),
                None => found,
            })
        }));
        self.photo = Some(Shown { photo, texture });
        self.was_laid = false;
    }

    /// Lays the grid where it was found. One that was begun keeps its size; the grid is turned to
    /// it if it can be.
    fn take_found(&mut self, found: Option<FoundGrid>) {
        if let Some(found) = &found {
            let (columns, rows) = seen_size(found);
            let is_begun = |kept: &&Tracing| kept.is_painted() || kept.pictures() > 0;
            let begun = self.kept.as_ref().filter(is_begun).map(Tracing::grid);
            let size = begun.map(|grid| (u32::from(grid.columns()), u32::from(grid.rows())));
            self.corners = found.corners;
            match size {
                None => self.size = (columns, rows),
                Some(size) => {
                    self.size = size;
                    if size == (rows, columns) && columns != rows {
                        self.corners.0.rotate_left(1);
                    }
                }
            }
        }
        self.search = Search::Done(found);
    }

    /// What is to be said of the grid that was looked for.
    fn search_words(&self) -> Option<String> {
        match &self.search {
            Search::Idle => None,
            Search::Running(_) => Some("Looking for the grid…".to_owned()),
            Search::Done(None) => {
                Some("No grid is recognised. Please drag its corners.".to_owned())
            }
            Search::Done(Some(found)) => {
                let (columns, rows) = seen_size(found);
                let is_as_painted = self.size == (columns, rows) || self.size == (rows, columns);
                Some(if !found.is_sure {
                    format!(
                        "The grid may be {}, but that is a guess. Please drag its corners and count the squares.",
                        found.grid
                    )
                } else if is_as_painted {
                    format!("Grid found: {} × {}. Right?", self.size.0, self.size.1)
                } else {
                    let (own, down) = self.size;
                    format!(
                        "The picture shows {} squares, and the grid here has {own} × {down}. Please count them.",
                        found.grid
                    )
                })
            }
        }
    }

    /// Turns the grid by a quarter: the next corner of the picture is the board's top left.
    fn turn(&mut self) {
        self.lay_by_hand();
        self.corners.0.rotate_left(1);
        self.size = (self.size.1, self.size.0);
    }

    /// Gives up looking for the grid once somebody lays it by hand.
    fn lay_by_hand(&mut self) {
        if matches!(self.search, Search::Running(_)) {
            self.search = Search::Idle;
        }
    }

    /// Goes back to laying the grid; what was painted is painted again once it is laid.
    fn back_to_corners(&mut self) {
        if let Some(painting) = self.painting.take() {
            self.kept = Some(painting.tracing);
        }
    }

    /// What the screen waits for, in words.
    fn work_words(&self) -> Option<String> {
        self.work.as_ref().map(|work| match work {
            Work::Reading(name, _) => format!("Reading {name}…"),
            Work::Straightening(_) => "Straightening the picture…".to_owned(),
        })
    }

    /// Gives up what the screen waits for; everything is as it was before.
    fn cancel(&mut self) {
        self.work = None;
    }

    /// Whether something is being worked out.
    #[must_use]
    pub fn is_working(&self) -> bool {
        let is_behind = self.painting.as_ref().is_some_and(|p| p.tracing.due().is_some());
        let is_searching = matches!(self.search, Search::Running(_));
        self.work.is_some() || self.proposing.is_some() || is_searching || is_behind
    }

    /// Waits for everything that is being worked out, as a test has to.
    pub fn finish(&mut self, ctx: &Context) {
        while self.is_working() {
            self.take_work(ctx, true);
        }
    }

    /// Takes what has been worked out, and has the next thing worked out.
    fn take_work(&mut self, ctx: &Context, waits: bool) {
        if let Some(work) = self.work.take() {
            match work {
                Work::Reading(name, job) => match job.state(waits) {
                    State::Running => self.work = Some(Work::Reading(name, job)),
                    State::Done(Ok(opened)) => self.take_opened(ctx, opened),
                    State::Done(Err(told)) => self.told = Some(told),
                    State::Lost => self.told = Some(format!("{name} could not be read.")),
                },
                Work::Straightening(job) => match job.state(waits) {
                    State::Running => self.work = Some(Work::Straightening(job)),
                    State::Done(Ok((straight, measured, doubts))) => {
                        self.take_straight(ctx, straight, measured, doubts);
                    }
                    State::Done(Err(error)) => self.told = Some(error.to_string()),
                    State::Lost => {
                        self.told = Some("The picture could not be straightened.".to_owned());
                    }
                },
            }
        }
        if let Search::Running(job) = &self.search {
            match job.state(waits) {
                State::Running => {}
                State::Done(found) => self.take_found(found),
                State::Lost => self.search = Search::Done(None),
            }
        }
        if let Some(job) = self.proposing.take() {
            match job.state(waits) {
                State::Running => self.proposing = Some(job),
                State::Done((due, proposals)) => {
                    self.change(|tracing| tracing.take_proposals(&due, proposals));
                }
                State::Lost => {}
            }
        }
        let due = self.painting.as_ref().and_then(|p| p.tracing.due());
        if let Some(due) = due.filter(|_| self.proposing.is_none()) {
            self.proposing = Some(Job::begin(ctx, move || {
                let proposals = due.propose();
                (due, proposals)
            }));
        }
    }

    /// Enters how many columns and rows there are.
    pub const fn resize(&mut self, columns: u32, rows: u32) {
        self.size = (columns, rows);
    }

    /// The grid as it is entered.
    ///
    /// # Errors
    ///
    /// A board cannot be of this size.
    fn grid(&self) -> Result<Grid, CornersError> {
        Grid::new(self.size.0, self.size.1)
    }

    /// What is wrong with the grid over the photograph, if there is one.
    fn trouble(&self) -> Option<CornersError> {
        let grid = match self.grid() {
            Ok(grid) => grid,
            Err(error) => return Some(error),
        };
        let shown = self.photo.as_ref()?;
        self.corners.check(&shown.photo, grid).err()
    }

    /// Goes on to painting, over the straightened photograph if there is one.
    fn lay_grid(&mut self, ctx: &Context) {
        let Ok(grid) = self.grid() else {
            return;
        };
        self.lay_by_hand();
        self.told = None;
        let Some(shown) = &self.photo else {
            self.begin_painting(grid, |_| {}, None);
            return;
        };
        let (photo, corners) = (Arc::clone(&shown.photo), self.corners);
        self.work = Some(Work::Straightening(Job::begin(ctx, move || {
            let straight = Straightened::new(&photo, &corners, grid)?;
            let measured = Measured::new(&straight);
            let doubts = straight.doubts();
            Ok((straight, measured, doubts))
        })));
    }

    fn take_straight(
        &mut self,
        ctx: &Context,
        straight: Straightened,
        measured: Measured,
        doubts: Vec<Doubt>,
    ) {
        let seen = shown(&straight.pixels);
        let texture = ctx.load_texture("straightened photograph", seen, TextureOptions::LINEAR);
        let picture = Some((texture, Arc::new(straight.pixels)));
        let is_laid_anew = std::mem::replace(&mut self.was_laid, true);
        let mut misplaced = None;
        let measure = |tracing: &mut Tracing| {
            if is_laid_anew {
                tracing.lift_picture();
            }
            misplaced = measured.misplaced(&tracing.told());
            tracing.measure_elsewhere(measured);
        };
        self.begin_painting(straight.grid, measure, picture);
        if let Some(painting) = &mut self.painting {
            painting.doubts = doubts;
            painting.doubts.extend(misplaced);
        }
    }

    fn begin_painting(
        &mut self,
        grid: Grid,
        prepare: impl FnOnce(&mut Tracing),
        picture: Option<(TextureHandle, Arc<image::RgbImage>)>,
    ) {
        let kept = self.kept.take().map(|kept| kept.on_grid(grid));
        let mut tracing = kept.unwrap_or_else(|| Tracing::new(self.name.clone(), grid));
        prepare(&mut tracing);
        self.painting = Some(Painting {
            tracing,
            picture,
            kind: Some(Kind::Entrance),
            tool: Tool::default(),
            symmetry: Symmetry::default(),
            stroke: Vec::new(),
            cursor: Square::default(),
            came_up: None,
            shows_sections: false,
            strength: 0.45,
            problems: Vec::new(),
            doubts: Vec::new(),
        });
        self.look_for_problems();
    }

    /// Looks at what is wrong with the board, after it changed.
    fn look_for_problems(&mut self) {
        if let Some(painting) = &mut self.painting {
            painting.tracing.name.clone_from(&self.name);
            painting.problems = painting.tracing.problems(&self.pack);
        }
    }

    /// The unfinished board, once the grid is laid.
    #[must_use]
    pub fn tracing(&self) -> Option<&Tracing> {
        self.painting.as_ref().map(|painting| &painting.tracing)
    }

    /// The square that keys paint, once the grid is laid.
    #[must_use]
    pub fn cursor(&self) -> Option<Square> {
        self.painting.as_ref().map(|painting| painting.cursor)
    }

    /// Where the grid lies on the photograph.
    #[must_use]
    pub const fn corners(&self) -> &Corners {
        &self.corners
    }

    /// The straightened photograph, if the board is traced from one.
    fn picture(&self) -> Option<Arc<image::RgbImage>> {
        let (_, pixels) = self.painting.as_ref()?.picture.as_ref()?;
        Some(Arc::clone(pixels))
    }

    /// Takes back the latest stroke.
    pub fn undo(&mut self) {
        self.change(Tracing::undo);
    }

    /// Does the stroke again that was taken back.
    pub fn redo(&mut self) {
        self.change(Tracing::redo);
    }

    /// Changes the board and looks at what is wrong with it then.
    fn change(&mut self, change: impl FnOnce(&mut Tracing)) {
        if let Some(painting) = &mut self.painting {
            change(&mut painting.tracing);
        }
        self.look_for_problems();
    }
}

/// How many columns and rows were seen in a photograph.
fn seen_size(found: &FoundGrid) -> (u32, u32) {
    (u32::from(found.grid.columns()), u32::from(found.grid.rows()))
}

/// Pixels as a texture is made of them.
#[must_use]
pub fn shown(pixels: &image::RgbImage) -> ColorImage {
    let whole = |pixels: u32| usize::try_from(pixels).unwrap_or(usize::MAX);
    let size = [whole(pixels.width()), whole(pixels.height())];
    ColorImage::from_rgb(size, pixels.as_raw())
}

/// The screen.
pub fn trace_screen_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &mut Commands) {
    draft.take_work(&ui.ctx().clone(), false);
    keys::take_keys(ui, draft);
    let theme = theme(ui);
    let frame = egui::Frame::new().fill(theme.raised).inner_margin(space::M);
    Panel::left("trace tools").resizable(false).exact_size(WIDTH).frame(frame).show(ui, |ui| {
        if draft.painting.is_some() {
            let above = egui::Frame::new().fill(theme.raised);
            Panel::bottom("trace save")
                .resizable(false)
                .frame(above.inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO }))
                .show(ui, |ui| side::save_ui(ui, draft, commands));
        }
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| side::side_ui(ui, draft, commands));
    });
    let frame = egui::Frame::new().fill(theme.paper).inner_margin(space::L);
    CentralPanel::default().frame(frame).show(ui, |ui| match draft.painting {
        Some(_) => paint_view::paint_view_ui(ui, draft),
        None => corners_view::corners_view_ui(ui, draft),
    });
    // What was painted just now is worked out while the next frame is waited for.
    draft.take_work(&ui.ctx().clone(), false);
}
