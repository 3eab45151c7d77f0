//! A photograph on which four places are marked, by which what is flat in it is pulled straight:
//! read beside the window, its corners dragged, or moved by keys.

#![expect(clippy::cast_precision_loss, reason = "pixels of a bounded picture are small numbers")]

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Context, Key, Modifiers, Painter, Pos2, Rect, Response, Role,
    Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use board_tracing::{CORNER_NAMES, Corners, Photo};
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::paint::{MAX_TEXTURE_SIDE, paint_whole};
use ui_kit::theme::{RADIUS, Theme, line, space, text, theme, touch};
use ui_kit::widgets::{lead, name_as, paint_in};

/// Longer sides of a photograph are shown with fewer pixels.
const LONGEST_SHOWN: u32 = 2_000;
/// How much larger the magnifier shows the picture.
const MAGNIFIED: f32 = 4.0;
/// The side of the magnifier, in points.
const MAGNIFIER: f32 = 160.0;

/// What is said where pulling a photograph straight comes to nothing.
pub const NOT_STRAIGHT: &str = "The picture could not be straightened.";

/// A photograph with four corners on it, as far as they are laid.
pub struct PhotoDraft {
    pub photo: Option<Shown>,
    pub corners: Corners,
    /// The corner that is dragged, or moved by keys.
    pub corner: usize,
    /// A photograph that is read; what it is called.
    reading: Option<(String, Job<Result<Opened, String>>)>,
    /// Why there is no photograph, or nothing came of it, in a sentence.
    pub told: Option<String>,
}

/// A photograph, and the picture of it that is shown.
pub struct Opened {
    photo: Photo,
    shown: ColorImage,
}

/// A photograph and its texture.
pub struct Shown {
    pub photo: Arc<Photo>,
    pub texture: TextureHandle,
}

impl Opened {
    pub fn new(photo: Photo) -> Self {
        let shown = shown_within(photo.pixels(), LONGEST_SHOWN);
        Self { photo, shown }
    }
}

/// Returns pixels for a texture, reduced to the largest that there can be.
pub fn shown(pixels: &image::RgbImage) -> ColorImage {
    shown_within(pixels, MAX_TEXTURE_SIDE.into())
}

/// Returns pixels for a texture, reduced so that no side is longer than `longest`.
fn shown_within(pixels: &image::RgbImage, longest: u32) -> ColorImage {
    let (width, height) = pixels.dimensions();
    let side = width.max(height);
    if side > longest {
        let reduced = |side_of: u32| (side_of * longest / side).max(1);
        let smaller = image::imageops::thumbnail(pixels, reduced(width), reduced(height));
        return shown_within(&smaller, longest);
    }
    let whole = |pixels: u32| usize::try_from(pixels).unwrap_or(usize::MAX);
    ColorImage::from_rgb([whole(width), whole(height)], pixels.as_raw())
}

impl Default for PhotoDraft {
    /// Creates a draft without a photograph.
    fn default() -> Self {
        let corners = Corners([(0.0, 0.0); 4]);
        Self { photo: None, corners, corner: 0, reading: None, told: None }
    }
}

impl PhotoDraft {
    /// Reads a photograph beside the window; `name` is what it is called meanwhile.
    pub fn read(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.told = None;
        self.reading = Some((name, Job::begin(ctx, || read().map(Opened::new))));
    }

    /// The photograph that was read meanwhile, if one was.
    pub fn take_read(&mut self, waits: bool) -> Option<Opened> {
        let (name, read) = Job::take_about(&mut self.reading, waits)?;
        match read {
            Some(Ok(opened)) => return Some(opened),
            Some(Err(told)) => self.told = Some(told),
            None => self.told = Some(format!("{name} could not be read.")),
        }
        None
    }

    /// Takes a photograph; its corners lie where they are easy to take hold of.
    pub fn take(&mut self, ctx: &Context, opened: Opened) -> Arc<Photo> {
        let Opened { photo, shown } = opened;
        let texture = ctx.load_texture("photograph", shown, TextureOptions::LINEAR);
        let (width, height) = photo.size();
        let at = |share: f32, side: u32| share * side as f32;
        self.corners = Corners([
            (at(0.1, width), at(0.1, height)),
            (at(0.9, width), at(0.1, height)),
            (at(0.9, width), at(0.9, height)),
            (at(0.1, width), at(0.9, height)),
        ]);
        self.told = None;
        let photo = Arc::new(photo);
        self.photo = Some(Shown { photo: Arc::clone(&photo), texture });
        photo
    }

    /// Turns what is marked by a quarter: the next corner of the picture is the top left.
    pub fn turn(&mut self) {
        self.corners.0.rotate_left(1);
    }

    /// What is waited for, in words.
    pub fn reading_words(&self) -> Option<String> {
        self.reading.as_ref().map(|(name, _)| format!("Reading {name}…"))
    }

    /// Whether a photograph is read.
    pub const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Gives up reading a photograph.
    pub fn cancel(&mut self) {
        self.reading = None;
    }

    /// Moves the corner that keys move by the arrows that were pressed; says whether any was.
    pub fn take_arrows(&mut self, ui: &Ui) -> bool {
        let moved = arrows(ui);
        for (across, down) in &moved {
            let corner = &mut self.corners.0[self.corner];
            *corner = (corner.0 + f32::from(*across), corner.1 + f32::from(*down));
        }
        !moved.is_empty()
    }
}

/// Steps of the arrow keys, to the right and down. They and Enter belong to the picture only while
/// no button has them.
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
    let moved = arrows.into_iter().filter(|(key, _)| keyboard::pressed(ui, Modifiers::NONE, *key));
    moved.map(|(_, by)| by).collect()
}

/// Buttons by which a corner is chosen, as they lie on the picture.
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

/// What stands on the view of a photograph.
pub struct Written<'a> {
    /// What it is called, for those who hear it.
    pub canvas: &'a str,
    /// What stands there without a photograph.
    pub empty: &'a str,
    /// What lies in the corners, from the top left clockwise.
    pub corners: [String; 4],
}

/// Draws what is marked on the photograph: a function from its places to the screen, and the ink.
type Draw<'a> = &'a dyn Fn(&Painter, &PhotoDraft, &dyn Fn((f32, f32)) -> Pos2, Color32);

/// The photograph with what is marked on it, which is red where it `is_sound` not. A press takes
/// hold of the nearest corner; says whether one was moved.
pub fn photo_view_ui(
    ui: &mut Ui,
    draft: &mut PhotoDraft,
    written: &Written<'_>,
    is_sound: impl Fn(&PhotoDraft) -> bool,
    draw: Draw<'_>,
) -> bool {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::click_and_drag());
    name_as(&response, Role::Image, written.canvas);
    let theme = theme(ui);
    let Some(shown) = &draft.photo else {
        let words = lead(written.empty).muted().wrapped(ui, room.width() - 2.0 * space::M);
        paint_in(ui.painter(), room, Align2::CENTER_CENTER, words);
        return false;
    };
    let (width, height) = shown.photo.size();
    let size = vec2(width as f32, height as f32);
    let scale = (room.width() / size.x).min(room.height() / size.y);
    let picture = Rect::from_center_size(room.center(), size * scale);
    let to_screen = |(x, y): (f32, f32)| picture.min + vec2(x, y) * scale;
    paint_whole(ui.painter(), &shown.texture, picture);
    let mut is_moved = false;
    // The nearest corner is taken hold of, however far it is: it need not be hit.
    if let Some(pointer) = response.interact_pointer_pos() {
        // When it is pressed: until then another corner was the one that moves.
        if ui.input(|input| input.pointer.primary_pressed()) {
            is_moved = true;
            let far = |at: usize| (to_screen(draft.corners.0[at]) - pointer).length();
            draft.corner = (0..4).min_by(|a, b| far(*a).total_cmp(&far(*b))).unwrap_or_default();
        }
        let place = (pointer - picture.min) / scale;
        draft.corners.0[draft.corner] = (place.x.clamp(0.0, size.x), place.y.clamp(0.0, size.y));
    }
    let ink = if is_sound(draft) { theme.accent } else { theme.bad };
    let outline: Vec<Pos2> = draft.corners.0.iter().map(|corner| to_screen(*corner)).collect();
    ui.painter().add(egui::Shape::closed_line(outline, Stroke::new(line::MARK, ink)));
    draw(&ui.painter().with_clip_rect(room), draft, &to_screen, ink);
    for (at, corner) in draft.corners.0.iter().enumerate() {
        let ring = if at == draft.corner { theme.accent } else { theme.ink };
        let middle = to_screen(*corner);
        let radius = touch::TARGET / 4.0;
        ui.painter().circle_stroke(middle, radius, Stroke::new(line::FOCUS, theme.paper));
        ui.painter().circle_stroke(middle, radius, Stroke::new(line::MARK, ring));
        // Beside the ring, towards the middle of the view.
        let towards = (room.center() - middle).normalized() * (radius + 2.0 * space::M);
        let font = text::strong(text::SMALL);
        let said = written.corners[at].clone();
        let galley = ui.painter().layout_no_wrap(said, font, theme.ink);
        let plate = Rect::from_center_size(middle + towards, galley.size()).expand(space::XS);
        ui.painter().rect_filled(plate, RADIUS, theme.paper);
        ui.painter().galley(plate.shrink(space::XS).min, galley, theme.ink);
    }
    if response.dragged() || response.is_pointer_button_down_on() {
        magnifier(ui, &theme, draft, &response, (scale, size));
    }
    is_moved
}

/// What lies around the corner that is dragged, larger, and away from the finger.
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
    let room = response.rect;
    let corner = draft.corners.0[draft.corner];
    let seen = pos2(corner.0 / size.x, corner.1 / size.y);
    let half = vec2(1.0 / size.x, 1.0 / size.y) * (MAGNIFIER / MAGNIFIED / scale / 2.0);
    // It lies in the corner of the view that is farthest from the finger.
    let finger = response.interact_pointer_pos().unwrap_or(room.center());
    let x = if finger.x > room.center().x { room.left() } else { room.right() - MAGNIFIER };
    let glass = Rect::from_min_size(pos2(x, room.top()), Vec2::splat(MAGNIFIER));
    let painter = ui.painter().with_clip_rect(glass);
    painter.rect_filled(glass, 0.0, theme.paper);
    let part = Rect::from_center_size(seen, half * 2.0);
    painter.image(shown.texture.id(), glass, part, Color32::WHITE);
    let cross = Stroke::new(line::HAIR, theme.accent);
    painter.hline(glass.x_range(), glass.center().y, cross);
    painter.vline(glass.center().x, glass.y_range(), cross);
    painter.rect_stroke(glass, 0.0, Stroke::new(line::MARK, theme.ink), StrokeKind::Inside);
    let at = glass.left_bottom() + vec2(space::S, -space::S);
    let (said, font) = (CORNER_NAMES[draft.corner], text::strong(text::SMALL));
    painter.text(at, Align2::LEFT_BOTTOM, said, font, theme.accent);
}
