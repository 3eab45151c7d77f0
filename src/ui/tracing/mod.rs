//! Tracing a board: from a photograph or an empty grid to a board that can be played on.
//!
//! Two steps on one screen. First the grid is laid over the picture by its four
//! corners (`corners_view`); then squares are painted (`paint_view`), the
//! rest is proposed, and what is unsure is visited one after another. What a
//! kind looks like, and what is wrong with a board, is known to
//! [`tracing`](crate::tracing) and to the rules; this screen draws and asks.

#![expect(
    clippy::cast_precision_loss,
    reason = "pixels of a bounded picture are small numbers"
)]

mod corners_view;
mod keys;
mod paint_view;
mod side;

use egui::{CentralPanel, ColorImage, Context, Panel, TextureHandle, TextureOptions, Ui};

use super::command::Commands;
use super::theme::{space, theme};
use crate::rules::components::Pack;
use crate::rules::pack_check::PackProblem;
use crate::rules::square::Square;
use crate::tracing::{
    Corners, CornersError, Grid, Kind, Measured, Photo, Straightened, Symmetry, Tool, Tracing,
};

pub use keys::kind_key;
pub use paint_view::square_rect;

/// What the picture of the grid is called, for those who hear it.
pub const CANVAS: &str = "Board being traced";

/// Longer sides of a photograph are shown with fewer pixels.
const LONGEST_SHOWN: u32 = 2_000;

/// The board being traced, and what the screen remembers of it.
pub struct TraceDraft {
    photo: Option<Shown>,
    corners: Corners,
    /// The corner that is dragged, or moved by keys.
    corner: usize,
    /// Columns and rows as they are entered.
    size: (u32, u32),
    /// The grid once it is laid, and the straightened picture below it.
    painting: Option<Painting>,
    /// The buildings that sites are for.
    pack: Pack,
    name: String,
}

/// A photograph and its texture.
struct Shown {
    photo: Photo,
    texture: TextureHandle,
}

/// The second step.
struct Painting {
    tracing: Tracing,
    picture: Option<TextureHandle>,
    /// What is painted with; nothing wipes.
    kind: Option<Kind>,
    tool: Tool,
    symmetry: Symmetry,
    /// The squares of the stroke that is being drawn.
    stroke: Vec<Square>,
    cursor: Square,
    shows_sections: bool,
    /// How strongly the kinds are drawn over the picture, 0 to 1.
    strength: f32,
    /// What is wrong, kept until something is painted.
    problems: Vec<PackProblem>,
}

impl TraceDraft {
    /// The first step, with no picture yet. Sites are for buildings of `pack`.
    #[must_use]
    pub fn new(pack: Pack) -> Self {
        Self {
            photo: None,
            corners: Corners([(0.0, 0.0); 4]),
            corner: 0,
            size: (16, 16),
            painting: None,
            pack,
            name: "Own board".to_owned(),
        }
    }

    /// Takes a photograph, and goes back to laying the grid over it.
    pub fn take_photo(&mut self, ctx: &Context, photo: Photo) {
        let pixels = photo.pixels();
        let longest = pixels.width().max(pixels.height());
        let shown = if longest > LONGEST_SHOWN {
            let scaled = |side: u32| (side * LONGEST_SHOWN / longest).max(1);
            let (width, height) = (scaled(pixels.width()), scaled(pixels.height()));
            &image::imageops::thumbnail(pixels, width, height)
        } else {
            pixels
        };
        let texture = load(ctx, "photograph", shown);
        // A first guess that is easy to take hold of.
        let (width, height) = photo.size();
        let at = |share: f32, side: u32| share * side as f32;
        self.corners = Corners([
            (at(0.1, width), at(0.1, height)),
            (at(0.9, width), at(0.1, height)),
            (at(0.9, width), at(0.9, height)),
            (at(0.1, width), at(0.9, height)),
        ]);
        self.photo = Some(Shown { photo, texture });
        self.painting = None;
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
        let mut tracing = Tracing::new(self.name.clone(), grid);
        let mut picture = None;
        if let Some(shown) = &self.photo {
            let Ok(straight) = Straightened::new(&shown.photo, &self.corners, grid) else {
                return;
            };
            tracing.measure(Measured::new(&straight));
            picture = Some(load(ctx, "straightened photograph", &straight.pixels));
        }
        self.painting = Some(Painting {
            tracing,
            picture,
            kind: Some(Kind::Entrance),
            tool: Tool::default(),
            symmetry: Symmetry::default(),
            stroke: Vec::new(),
            cursor: Square::default(),
            shows_sections: false,
            strength: 0.45,
            problems: Vec::new(),
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

fn load(ctx: &Context, name: &str, pixels: &image::RgbImage) -> TextureHandle {
    let whole = |pixels: u32| usize::try_from(pixels).unwrap_or(usize::MAX);
    let size = [whole(pixels.width()), whole(pixels.height())];
    let image = ColorImage::from_rgb(size, pixels.as_raw());
    ctx.load_texture(name, image, TextureOptions::LINEAR)
}

/// The screen.
pub fn trace_screen_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &mut Commands) {
    keys::take_keys(ui, draft);
    let theme = theme(ui.ctx());
    let frame = egui::Frame::new().fill(theme.raised).inner_margin(space::M);
    Panel::left("trace tools")
        .resizable(false)
        .exact_size(300.0)
        .frame(frame)
        .show(ui, |ui| {
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| side::side_ui(ui, draft, commands));
        });
    let frame = egui::Frame::new().fill(theme.paper).inner_margin(space::L);
    CentralPanel::default()
        .frame(frame)
        .show(ui, |ui| match draft.painting {
            Some(_) => paint_view::paint_view_ui(ui, draft),
            None => corners_view::corners_view_ui(ui, draft),
        });
}
