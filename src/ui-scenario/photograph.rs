//! A photograph of the table below the map.
//!
//! It is placed by the centers of the four hexes in the corners, straightened, and painted over. It
//! helps to locate pieces, and is not part of the record.

use plain_text::counted;
use std::sync::Arc;

use egui::{
    Color32, Context, DragValue, Key, Modifiers, Painter, Pos2, Slider, Stroke, TextureHandle,
    TextureOptions, Ui,
};

use crate::geometry::covered;
use crate::{ScenarioCommand, ScenarioMemory};
use board_photo::{Corners, Photo, encode_jpeg};
use scenario::Record;
use scenario_drawing::HexGrid;
use scenario_rules::Hex;
use scene::Pos;
use ui_kit::job::{Job, JobState};
use ui_kit::keyboard;
use ui_kit::paint::paint_picture;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{button, caption, error_ui, lead, primary_button_ui};
use ui_menu::Menu;
use ui_photo::photo_view::{
    OpenedPhoto, PhotoDraft, STRAIGHTENING_FAILED, ViewLabels, corners_ui, photo_view_ui,
    texture_image,
};

/// The accessible name of the photograph.
pub const PHOTOGRAPH: &str = "Photograph being laid";
/// The text in the place of a photograph before there is one.
const EMPTY: &str = "Open a photograph of the map, or drop one here.";
/// The maximum side of a hex of a straightened picture, in pixels.
const HEX_SIDE: f32 = 48.0;
/// The maximum side of a straightened picture, in pixels.
const MAX_SIDE: f32 = 2_000.0;
/// The maximum difference between the aspect ratios of a picture and its map, as a share.
const MAX_SKEW: f32 = 0.02;

/// A photograph that is being placed on the hexes of the map.
pub(super) struct PhotoPlacement {
    on: PhotoDraft,
    /// The columns and rows of the map.
    size: (u8, u8),
    straightening: Option<Job<Result<Vec<u8>, String>>>,
}

/// The photograph below the map.
pub(super) struct MapPhoto {
    texture: Option<TextureHandle>,
    /// The picture being decoded.
    reading: Option<Job<Option<egui::ColorImage>>>,
    /// The opacity of the map over it, 0 to 1.
    strength: f32,
}

impl Default for MapPhoto {
    fn default() -> Self {
        Self { texture: None, reading: None, strength: 0.45 }
    }
}

impl MapPhoto {
    /// Starts decoding a picture to place it below the map.
    fn start_reading(&mut self, ctx: &Context, jpeg: Vec<u8>) {
        self.reading = Some(Job::start(ctx, move || {
            let photo = Photo::decode(&jpeg).ok()?;
            Some(texture_image(photo.pixels()))
        }));
    }

    fn take_read(&mut self, ctx: &Context, waits: bool) {
        match Job::take(&mut self.reading, waits) {
            JobState::Done(Some(picture)) => {
                let options = TextureOptions::LINEAR;
                self.texture = Some(ctx.load_texture(PHOTOGRAPH, picture, options));
            }
            // Without a picture the map is drawn as usual.
            JobState::Running | JobState::Done(None) | JobState::Lost => {}
        }
    }

    /// Paints the picture below the map; returns `true` if there is one.
    pub(super) fn paint(&self, ui: &Ui, grid: HexGrid) -> bool {
        let place = covered(grid);
        // A picture of another map is not shown.
        let Some(texture) = self.texture.as_ref().filter(|texture| {
            let size = texture.size_vec2();
            (size.x / size.y * place.height() / place.width() - 1.0).abs() < MAX_SKEW
        }) else {
            return false;
        };
        paint_picture(ui.painter(), texture, place);
        let tint = theme(ui).paper.gamma_multiply(self.strength);
        ui.painter().rect_filled(place, 0.0, tint);
        true
    }
}

impl PhotoPlacement {
    fn new(record: &Record) -> Self {
        let board = record.game().position().board();
        let size = (board.columns(), board.rows());
        Self { on: PhotoDraft::default(), size, straightening: None }
    }

    /// Takes the size of the map once it is fixed, such as after a redone entry.
    fn fit(&mut self, record: &Record) {
        let board = record.game().position().board();
        let size = (board.columns(), board.rows());
        if crate::has_started(record) && self.size != size {
            self.size = size;
            self.straightening = None;
        }
    }

    fn take_opened(&mut self, ctx: &Context, opened: OpenedPhoto) {
        self.straightening = None;
        self.on.take(ctx, opened);
    }

    /// Starts straightening the photograph.
    fn straighten(&mut self, ctx: &Context) {
        let is_sound = trouble(&self.on, self.size).is_none();
        let Some(shown) = self.on.photo.as_ref().filter(|_| is_sound) else {
            return;
        };
        self.on.error_message = None;
        let (photo, corners) = (Arc::clone(&shown.photo), self.on.corners);
        let whole = covered(HexGrid::plain(self.size, 1.0)).size();
        let of_hex = HEX_SIDE.min(MAX_SIDE / whole.max_elem());
        let pixels = (whole * of_hex).ceil();
        let (to, size) = (places(self.size, of_hex), (pixels.x as u32, pixels.y as u32));
        self.straightening = Some(Job::start(ctx, move || straight(&photo, &corners, to, size)));
    }

    /// Handles the keys that move a corner, rotate, and continue.
    fn take_keys(&mut self, ui: &Ui) {
        if self.straightening.is_some() || self.on.photo.is_none() {
            return;
        }
        self.on.take_arrows(ui);
        if keyboard::pressed(ui, Modifiers::NONE, Key::T) {
            self.on.turn();
        }
        if keyboard::pressed_freely(ui, Modifiers::NONE, Key::Enter) {
            self.straighten(ui.ctx());
        }
    }
}

/// Returns the hexes in the corners of a map, clockwise from the top left.
fn corner_hexes(size: (u8, u8)) -> [Hex; 4] {
    let (right, bottom) = (size.0.saturating_sub(1), size.1.saturating_sub(1));
    [(0, 0), (right, 0), (right, bottom), (0, bottom)].map(|(column, row)| Hex::new(column, row))
}

/// Returns the centers of the hexes in the corners, if the side of a hex has this length.
fn places(size: (u8, u8), of_hex: f32) -> [(f32, f32); 4] {
    let grid = HexGrid::plain(size, of_hex);
    corner_hexes(size).map(|hex| pair(grid.center(hex)))
}

/// Returns a point as the pair of coordinates that photographs use.
const fn pair(pos: Pos) -> (f32, f32) {
    (pos.x, pos.y)
}

/// Returns the error in the corners for a map of this size, as a sentence.
fn trouble(on: &PhotoDraft, size: (u8, u8)) -> Option<String> {
    if size.0 < 2 || size.1 < 2 {
        let why = "A map of one column or one row has no four hexes in its corners.";
        return Some(why.to_owned());
    }
    let shown = on.photo.as_ref()?;
    on.corners.check_outline(&shown.photo).err().map(|error| error.to_string())
}

/// Straightens the photograph and encodes it as a JPEG.
fn straight(
    photo: &Photo,
    corners: &Corners,
    places: [(f32, f32); 4],
    size: (u32, u32),
) -> Result<Vec<u8>, String> {
    let pixels =
        corners.rectify(photo, places, size).ok_or("The corners make no four-sided figure.")?;
    encode_jpeg(&pixels).map_err(|error| error.to_string())
}

impl ScenarioMemory {
    /// Reads a photograph of the map in the background, to be placed; `name` is shown meanwhile.
    pub fn read_photo(
        &mut self,
        ctx: &Context,
        record: &Record,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.photo_placement
            .get_or_insert_with(|| PhotoPlacement::new(record))
            .on
            .read(ctx, name, read);
    }

    /// Places a straightened picture below the map.
    pub fn place_photo(&mut self, ctx: &Context, jpeg: Vec<u8>) {
        self.photo_placement = None;
        self.map_photo.start_reading(ctx, jpeg);
    }

    /// Removes the picture below the map.
    pub fn remove_photo(&mut self) {
        self.map_photo = MapPhoto { strength: self.map_photo.strength, ..MapPhoto::default() };
    }

    /// Checks if there is a photograph below the map.
    pub const fn has_photo(&self) -> bool {
        self.map_photo.texture.is_some()
    }

    /// Fits a photograph that is being placed to the map of the record.
    pub(super) fn fit_photo(&mut self, record: &Record) {
        if let Some(laying) = &mut self.photo_placement {
            laying.fit(record);
        }
    }

    /// Takes the results of finished reading and straightening.
    pub(super) fn take_photo_results(&mut self, ctx: &Context, waits: bool) {
        self.map_photo.take_read(ctx, waits);
        let Some(laying) = &mut self.photo_placement else {
            return;
        };
        if let Some(opened) = laying.on.take_read(waits) {
            laying.take_opened(ctx, opened);
        }
        match Job::take(&mut laying.straightening, waits) {
            JobState::Running => {}
            JobState::Done(Ok(jpeg)) => {
                self.finished_photo =
                    Some(ScenarioCommand::PlaceMapPhoto { size: laying.size, jpeg });
            }
            JobState::Done(Err(error)) => laying.on.error_message = Some(error),
            JobState::Lost => laying.on.error_message = Some(STRAIGHTENING_FAILED.to_owned()),
        }
    }
}

/// Draws the side panel of a photograph that is being placed.
pub(super) fn photo_panel_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let Some(laying) = &mut memory.photo_placement else {
        return;
    };
    laying.take_keys(ui);
    ui.spacing_mut().item_spacing.y = space::S;
    lead("Photograph of the map").ui(ui);
    let working = laying.straightening.as_ref().map(|_| "Straightening the picture…".to_owned());
    if let Some(words) = laying.on.reading_message().or(working) {
        caption(words).ui(ui);
        if ui.add(button("Cancel")).clicked() {
            laying.on.cancel();
            laying.straightening = None;
        }
        return;
    }
    if let Some(error) = &laying.on.error_message {
        error_ui(ui, error, text::BODY);
    }
    size_ui(ui, record, laying);
    let trouble = trouble(&laying.on, laying.size);
    if let Some(why) = &trouble {
        error_ui(ui, why, text::BODY);
    }
    let can_be_laid = trouble.is_none() && laying.on.photo.is_some();
    let lay = ui.add_enabled_ui(can_be_laid, |ui| primary_button_ui(ui, "Lay it below the map"));
    if lay.inner.clicked() {
        laying.straighten(ui.ctx());
    }
    caption("Drag each corner to the middle of the hex in that corner of the map, until the hexes drawn lie on those of the picture. A corner is moved by the arrow keys too.").ui(ui);
    if ui.add(button("Turn by a quarter (T)")).clicked() {
        laying.on.turn();
    }
    corners_ui(ui, &mut laying.on);
    ui.horizontal(|ui| {
        if ui.add(button("Another photograph…")).clicked() {
            commands.push(ScenarioCommand::Menu(Menu::Photograph));
        }
        if ui.add(button("Cancel")).clicked() {
            memory.photo_placement = None;
        }
    });
}

/// Draws the columns and rows, which can be changed until the size of the map is fixed.
fn size_ui(ui: &mut Ui, record: &Record, laying: &mut PhotoPlacement) {
    if crate::has_started(record) {
        let (columns, rows) = laying.size;
        let columns = counted(columns, "column", "columns");
        caption(format!("The map has {columns} and {}.", counted(rows, "row", "rows"))).ui(ui);
        return;
    }
    ui.horizontal(|ui| {
        for (label, value) in [("Columns", &mut laying.size.0), ("Rows", &mut laying.size.1)] {
            let label = ui.label(label);
            let field = DragValue::new(value).range(2..=Hex::MAX);
            ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        }
    });
}

/// Draws the photograph with the hexes over it.
pub(super) fn photo_placement_ui(ui: &mut Ui, laying: &mut PhotoPlacement) {
    let size = laying.size;
    let around = theme(ui).paper.gamma_multiply(0.5);
    let is_sound = |on: &PhotoDraft| trouble(on, size).is_none();
    let draw = |painter: &Painter,
                on: &PhotoDraft,
                to_screen: &dyn Fn((f32, f32)) -> Pos2,
                ink: Color32| {
        let Some(seen) = on.corners.projection(places(size, 1.0)).filter(|_| is_sound(on)) else {
            return;
        };
        let grid = HexGrid::plain(size, 1.0);
        // Light around dark: one of the two contrasts with any picture.
        let strokes = [Stroke::new(line::MARK, around), Stroke::new(line::HAIR, ink)];
        for hex in (0..size.0).flat_map(|x| (0..size.1).map(move |y| Hex::new(x, y))) {
            let corners = grid.corners(hex).map(|corner| to_screen(seen(pair(corner))));
            for stroke in strokes {
                painter.add(egui::Shape::closed_line(corners.to_vec(), stroke));
            }
        }
    };
    let corners = corner_hexes(size).map(|hex| hex.to_string());
    let written = ViewLabels { canvas: PHOTOGRAPH, empty: EMPTY, corners };
    photo_view_ui(ui, &mut laying.on, &written, is_sound, &draw);
}

/// Draws the controls of the photograph below the map, on the setup page.
pub(super) fn map_photo_ui(
    ui: &mut Ui,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let open = ui.add(button("Photograph below the map…"));
    let how = "Lays a photograph of the table below the hexes, to paint over. It stays on this machine and out of the record.";
    if open.on_hover_text(how).clicked() {
        commands.push(ScenarioCommand::Menu(Menu::Photograph));
    }
    if memory.has_photo() {
        let slider = Slider::new(&mut memory.map_photo.strength, 0.0..=1.0).show_value(false);
        ui.add(slider.text("Map over photograph"));
        if ui.add(button("Take the photograph away")).clicked() {
            commands.push(ScenarioCommand::RemoveMapPhoto);
        }
    }
}
