//! A photograph with four marked corners by which it is rectified. It is read in the background;
//! its corners are dragged, or moved by keys.

#![expect(clippy::cast_precision_loss, reason = "pixels of a bounded picture are small numbers")]

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Context, Key, Modifiers, Painter, Pos2, Rect, Response, Role,
    Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use board_photo::{CORNER_NAMES, Corners, Photo};
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::paint::{MAX_TEXTURE_SIDE, paint_picture};
use ui_kit::theme::{RADIUS, Theme, line, space, text, theme, touch};
use ui_kit::widgets::{lead, name_as, paint_in};

/// The maximum side of the shown picture, in pixels; larger photographs are reduced.
const MAX_SHOWN_SIDE: u32 = 2_000;
/// The magnification of the magnifier.
const MAGNIFIED: f32 = 4.0;
/// The side of the magnifier, in points.
const MAGNIFIER: f32 = 160.0;

/// The message for a photograph that could not be straightened.
pub const STRAIGHTENING_FAILED: &str = "The picture could not be straightened.";

/// The state of marking four corners on a photograph.
pub struct PhotoDraft {
    pub photo: Option<PhotoTexture>,
    pub corners: Corners,
    /// The index of the corner that is dragged, or moved by keys.
    pub corner: usize,
    /// The name of a photograph that is being read, and the job.
    reading: Option<(String, Job<Result<OpenedPhoto, String>>)>,
    /// An error message about reading or straightening the photograph.
    pub error_message: Option<String>,
}

/// A photograph, with a reduced picture for the screen.
pub struct OpenedPhoto {
    photo: Photo,
    shown: ColorImage,
}

/// A photograph and its texture.
pub struct PhotoTexture {
    pub photo: Arc<Photo>,
    pub texture: TextureHandle,
}

impl OpenedPhoto {
    pub fn new(photo: Photo) -> Self {
        let shown = shown_within(photo.pixels(), MAX_SHOWN_SIDE);
        Self { photo, shown }
    }
}

/// Returns pixels for a texture, reduced to the maximum size of a texture if necessary.
pub fn texture_image(pixels: &image::RgbImage) -> ColorImage {
    shown_within(pixels, MAX_TEXTURE_SIDE.into())
}

/// Returns pixels for a texture, reduced so that no side is longer than `longest`.
fn shown_within(pixels: &image::RgbImage, longest: u32) -> ColorImage {
    let size = [pixels.width(), pixels.height()];
    let longer = pixels.width().max(pixels.height());
    if longer > longest {
        let [width, height] = size.map(|pixels| (pixels * longest / longer).max(1));
        let smaller = image::imageops::thumbnail(pixels, width, height);
        return shown_within(&smaller, longest);
    }
    let size = size.map(|pixels| usize::try_from(pixels).unwrap_or(usize::MAX));
    ColorImage::from_rgb(size, pixels.as_raw())
}

impl Default for PhotoDraft {
    /// Creates a draft without a photograph.
    fn default() -> Self {
        let corners = Corners([(0.0, 0.0); 4]);
        Self { photo: None, corners, corner: 0, reading: None, error_message: None }
    }
}

impl PhotoDraft {
    /// Reads a photograph in the background; `name` is shown meanwhile.
    pub fn read(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.error_message = None;
        self.reading = Some((name, Job::start(ctx, || read().map(OpenedPhoto::new))));
    }

    /// Takes the photograph if it has been read, or records the error; `waits` for the reading.
    pub fn take_read(&mut self, waits: bool) -> Option<OpenedPhoto> {
        let (name, read) = Job::take_with_key(&mut self.reading, waits)?;
        match read {
            Some(Ok(opened)) => return Some(opened),
            Some(Err(error)) => self.error_message = Some(error),
            None => self.error_message = Some(format!("{name} could not be read.")),
        }
        None
    }

    /// Shows a photograph, with its corners inside the picture, where they are easy to drag.
    pub fn take(&mut self, ctx: &Context, opened: OpenedPhoto) -> Arc<Photo> {
        let OpenedPhoto { photo, shown } = opened;
        let texture = ctx.load_texture("photograph", shown, TextureOptions::LINEAR);
        let (width, height) = photo.size();
        let shares = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)];
        self.corners = Corners(shares.map(|(x, y)| (x * width as f32, y * height as f32)));
        self.error_message = None;
        let photo = Arc::new(photo);
        self.photo = Some(PhotoTexture { photo: Arc::clone(&photo), texture });
        photo
    }

    /// Turns the marked plane by a quarter: the next corner of the picture becomes its top left.
    pub fn turn(&mut self) {
        self.corners.0.rotate_left(1);
    }

    /// Returns a message while a photograph is read.
    pub fn reading_message(&self) -> Option<String> {
        self.reading.as_ref().map(|(name, _)| format!("Reading {name}…"))
    }

    /// Returns `true` while a photograph is read.
    pub const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Cancels reading a photograph.
    pub fn cancel(&mut self) {
        self.reading = None;
    }

    /// Moves the chosen corner by the arrows that were pressed; returns `true` if any was.
    pub fn take_arrows(&mut self, ui: &Ui) -> bool {
        let moved = arrows(ui);
        for (across, down) in &moved {
            let corner = &mut self.corners.0[self.corner];
            *corner = (corner.0 + f32::from(*across), corner.1 + f32::from(*down));
        }
        !moved.is_empty()
    }
}

/// Returns the steps of the pressed arrow keys, to the right and down; none while a control has the
/// focus.
pub fn arrows(ui: &Ui) -> Vec<(i8, i8)> {
    if !keyboard::is_free(ui.ctx()) {
        return Vec::new();
    }
    let arrows = [
        (Key::ArrowLeft, (-1, 0)),
        (Key::ArrowRight, (1, 0)),
        (Key::ArrowUp, (0, -1)),
        (Key::ArrowDown, (0, 1)),
    ];
    arrows
        .into_iter()
        .filter(|(key, _)| keyboard::pressed(ui, Modifiers::NONE, *key))
        .map(|(_, by)| by)
        .collect()
}

/// Draws the buttons that choose a corner, arranged as on the picture.
pub fn corners_ui(ui: &mut Ui, draft: &mut PhotoDraft) {
    // They go round the board clockwise.
    egui::Grid::new("corners").num_columns(2).show(ui, |ui| {
        for at in [0, 1, 3, 2] {
            let label = format!("Corner {}", CORNER_NAMES[at]);
            ui.radio_value(&mut draft.corner, at, label);
            if at == 1 {
                ui.end_row();
            }
        }
    });
}

/// The texts on the view of a photograph.
pub struct ViewLabels<'a> {
    /// The accessible name.
    pub canvas: &'a str,
    /// The text in place of a missing photograph.
    pub empty: &'a str,
    /// The labels of the corners, from the top left clockwise.
    pub corners: [String; 4],
}

/// A function that draws on the photograph, given the map from its pixels to the screen and the
/// color.
type Draw<'a> = &'a dyn Fn(&Painter, &PhotoDraft, &dyn Fn((f32, f32)) -> Pos2, Color32);

/// Draws the photograph with its corners and outline, red unless they are `is_sound`. A press drags
/// the nearest corner; returns `true` if one was moved.
pub fn photo_view_ui(
    ui: &mut Ui,
    draft: &mut PhotoDraft,
    written: &ViewLabels<'_>,
    is_sound: impl Fn(&PhotoDraft) -> bool,
    draw: Draw<'_>,
) -> bool {
    let view = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(view, Sense::click_and_drag());
    name_as(&response, Role::Image, written.canvas);
    let theme = theme(ui);
    let Some(shown) = &draft.photo else {
        let words = lead(written.empty).muted().wrapped(ui, view.width() - 2.0 * space::M);
        paint_in(ui.painter(), view, Align2::CENTER_CENTER, words);
        return false;
    };
    let (width, height) = shown.photo.size();
    let size = vec2(width as f32, height as f32);
    let scale = (view.width() / size.x).min(view.height() / size.y);
    let picture = Rect::from_center_size(view.center(), size * scale);
    let to_screen = |(x, y): (f32, f32)| picture.min + vec2(x, y) * scale;
    paint_picture(ui.painter(), &shown.texture, picture);
    let mut is_moved = false;
    // The nearest corner is dragged at any distance, so that it need not be hit.
    if let Some(pointer) = response.interact_pointer_pos() {
        // It is chosen once, when the button goes down.
        if ui.input(|input| input.pointer.primary_pressed()) {
            is_moved = true;
            let far = draft.corners.0.map(|corner| (to_screen(corner) - pointer).length());
            draft.corner = (0..4).min_by(|a, b| far[*a].total_cmp(&far[*b])).unwrap_or_default();
        }
        let place = (pointer - picture.min) / scale;
        draft.corners.0[draft.corner] = (place.x.clamp(0.0, size.x), place.y.clamp(0.0, size.y));
    }
    let color = if is_sound(draft) { theme.accent } else { theme.bad };
    let outline: Vec<Pos2> = draft.corners.0.iter().map(|corner| to_screen(*corner)).collect();
    ui.painter().add(egui::Shape::closed_line(outline, Stroke::new(line::MARK, color)));
    draw(&ui.painter().with_clip_rect(view), draft, &to_screen, color);
    for (at, corner) in draft.corners.0.iter().enumerate() {
        let ring = if at == draft.corner { theme.accent } else { theme.ink };
        let middle = to_screen(*corner);
        let radius = touch::TARGET / 4.0;
        ui.painter().circle_stroke(middle, radius, Stroke::new(line::FOCUS, theme.paper));
        ui.painter().circle_stroke(middle, radius, Stroke::new(line::MARK, ring));
        // Next to the ring, towards the center of the view.
        let towards = (view.center() - middle).normalized() * (radius + 2.0 * space::M);
        let font = text::strong(text::SMALL);
        let label = written.corners[at].clone();
        let galley = ui.painter().layout_no_wrap(label, font, theme.ink);
        let background = Rect::from_center_size(middle + towards, galley.size()).expand(space::XS);
        ui.painter().rect_filled(background, RADIUS, theme.paper);
        ui.painter().galley(background.shrink(space::XS).min, galley, theme.ink);
    }
    if response.dragged() || response.is_pointer_button_down_on() {
        magnifier(ui, &theme, draft, &response, (scale, size));
    }
    is_moved
}

/// Draws the surroundings of the dragged corner magnified, away from the finger.
fn magnifier(
    ui: &Ui,
    theme: &Theme,
    draft: &PhotoDraft,
    response: &Response,
    (scale, size): (f32, Vec2),
) {
    let Some(shown) = &draft.photo else {
        return;
    };
    let view = response.rect;
    let corner = draft.corners.0[draft.corner];
    let seen = pos2(corner.0 / size.x, corner.1 / size.y);
    let half = vec2(1.0 / size.x, 1.0 / size.y) * (MAGNIFIER / MAGNIFIED / scale / 2.0);
    // In the upper corner of the view on the side away from the finger.
    let finger = response.interact_pointer_pos().unwrap_or(view.center());
    let x = if finger.x > view.center().x { view.left() } else { view.right() - MAGNIFIER };
    let glass = Rect::from_min_size(pos2(x, view.top()), Vec2::splat(MAGNIFIER));
    let painter = ui.painter().with_clip_rect(glass);
    painter.rect_filled(glass, 0.0, theme.paper);
    let part = Rect::from_center_size(seen, half * 2.0);
    painter.image(shown.texture.id(), glass, part, Color32::WHITE);
    let cross = Stroke::new(line::HAIR, theme.accent);
    painter.hline(glass.x_range(), glass.center().y, cross);
    painter.vline(glass.center().x, glass.y_range(), cross);
    painter.rect_stroke(glass, 0.0, Stroke::new(line::MARK, theme.ink), StrokeKind::Inside);
    let at = glass.left_bottom() + vec2(space::S, -space::S);
    let (name, font) = (CORNER_NAMES[draft.corner], text::strong(text::SMALL));
    painter.text(at, Align2::LEFT_BOTTOM, name, font, theme.accent);
}
