//! A photograph with four marked corners by which it is rectified. It is read in the background;
//! its corners are dragged, or moved by keys.

#![expect(clippy::cast_precision_loss, reason = "pixels of a bounded picture are small numbers")]

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Context, Key, Modifiers, Painter, Pos2, Rect, Response, Role,
    Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use board_photo::{CORNER_NAMES, Corners, Folds, GridEdge, Photo};
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::paint::{MAX_TEXTURE_SIDE, paint_picture};
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{lead, name_as, paint_in};

/// The maximum side of the shown picture, in pixels; larger photographs are reduced.
const MAX_SHOWN_SIDE: u32 = 2_000;
/// The magnification of the magnifier.
const MAGNIFIED: f32 = 4.0;
/// The visible margin around a corner outside the picture, as a share of its longer side.
const OUTSIDE_MARGIN: f32 = 0.03;
/// The side of the magnifier, in points.
const MAGNIFIER: f32 = 160.0;

/// The message for a photograph that could not be straightened.
pub const STRAIGHTENING_FAILED: &str = "The picture could not be straightened.";

/// The state of marking four corners on a photograph.
pub struct PhotoDraft {
    pub photo: Option<PhotoTexture>,
    pub corners: Corners,
    /// The folds of the marked plane.
    pub folds: Folds,
    /// The index of the corner that is dragged, or moved by keys; the places of the folds follow
    /// after the corners.
    pub corner: usize,
    /// The name of a photograph that is being read, and the job.
    reading: Option<(String, Job<Result<OpenedPhoto, String>>)>,
    /// The part of the photograph's plane that was shown last: the picture, and corners outside of it.
    shown: Option<Rect>,
    /// `true` if keys moved the corner, which is then shown magnified until it is dragged.
    is_magnified: bool,
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
        Self {
            photo: None,
            corners,
            folds: Folds::Flat,
            corner: 0,
            reading: None,
            shown: None,
            is_magnified: false,
            error_message: None,
        }
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
        (self.error_message, self.is_magnified) = (None, false);
        self.set_folds(Folds::Flat);
        let photo = Arc::new(photo);
        self.photo = Some(PhotoTexture { photo: Arc::clone(&photo), texture });
        photo
    }

    /// Sets the folds. A corner is chosen in place of a point of a fold that is gone.
    pub fn set_folds(&mut self, folds: Folds) {
        self.folds = folds;
        if self.corner >= self.points().count() {
            self.corner = 0;
        }
    }

    /// Returns the corners, and behind them the places of the folds.
    fn points(&self) -> impl Iterator<Item = (f32, f32)> {
        self.corners.0.into_iter().chain(self.folds.places())
    }

    /// Returns a corner or a place of a fold by its index.
    pub fn point(&self, index: usize) -> (f32, f32) {
        self.points().nth(index).unwrap_or(self.corners.0[0])
    }

    /// Moves the chosen corner or place of a fold.
    pub fn move_chosen_point(&mut self, to: (f32, f32)) {
        let mut points = self.corners.0.iter_mut().chain(self.folds.places_mut());
        if let Some(point) = points.nth(self.corner) {
            *point = to;
        }
    }

    /// Returns the part of the photograph's plane to show: the picture, and corners outside of it. It
    /// stays the same while the pointer `is_held` down, since a dragged corner must not move the picture.
    fn part_to_show(&mut self, picture: Rect, is_held: bool) -> Rect {
        if let Some(shown) = self.shown.filter(|_| is_held) {
            return shown;
        }
        let margin = OUTSIDE_MARGIN * picture.size().max_elem();
        let outside = self.points().map(|(x, y)| pos2(x, y)).filter(|at| !picture.contains(*at));
        let shown = outside.fold(picture, |shown, at| {
            shown.union(Rect::from_center_size(at, Vec2::splat(2.0 * margin)))
        });
        self.shown = Some(shown);
        shown
    }

    /// Returns the name of the chosen corner or place of a fold.
    fn chosen_name(&self) -> String {
        let at_fold = self.corner.checked_sub(CORNER_NAMES.len());
        let name = at_fold.and_then(|at| self.folds.place_names().nth(at));
        let corner = CORNER_NAMES.get(self.corner).copied().unwrap_or_default();
        name.map_or_else(|| corner.to_owned(), |name| format!("fold, {name}"))
    }

    /// Returns the corners and the end of a fold along an edge, clockwise.
    pub fn edge_points(&self, edge: GridEdge) -> Vec<(f32, f32)> {
        let [from, to] = edge.corners().map(|at| self.corners.0[at]);
        let fold = self.folds.end_at(edge);
        std::iter::once(from).chain(fold).chain([to]).collect()
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
            let (x, y) = self.point(self.corner);
            self.move_chosen_point((x + f32::from(*across), y + f32::from(*down)));
        }
        self.is_magnified |= !moved.is_empty();
        !moved.is_empty()
    }

    /// Hides the magnifier of a corner that keys moved.
    pub const fn hide_magnifier(&mut self) {
        self.is_magnified = false;
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

/// A photograph as it is drawn on screen.
pub struct ShownPhoto {
    /// The response of the whole view.
    pub response: Response,
    /// The place of the picture.
    picture: Rect,
    /// The area in which corners can be.
    reach: Rect,
    /// Points on screen along a pixel of the photograph.
    scale: f32,
}

impl ShownPhoto {
    /// Draws the photograph in the space that is left; `None` if there is none, with a text in its
    /// place.
    pub fn show(ui: &mut Ui, draft: &mut PhotoDraft, written: &ViewLabels<'_>) -> Option<Self> {
        let view = ui.available_rect_before_wrap();
        // The corners and edges on it have controls of their own for the keyboard.
        let response = ui.allocate_rect(view, Sense::CLICK | Sense::DRAG);
        name_as(&response, Role::Image, written.canvas);
        let Some(photo) = draft.photo.as_ref().map(|shown| Arc::clone(&shown.photo)) else {
            let words = lead(written.empty).muted().wrapped(ui, view.width() - 2.0 * space::M);
            paint_in(ui.painter(), view, Align2::CENTER_CENTER, words);
            return None;
        };
        let (width, height) = photo.size();
        let size = vec2(width as f32, height as f32);
        let whole = Rect::from_min_size(Pos2::ZERO, size);
        // Where it is released, the corner is moved for the last time.
        let is_held = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        let part = draft.part_to_show(whole, is_held);
        let scale = (view.size() / part.size()).min_elem();
        let picture =
            Rect::from_min_size(view.center() - part.center().to_vec2() * scale, size * scale);
        if let Some(shown) = &draft.photo {
            paint_picture(ui.painter(), &shown.texture, picture);
        }
        let reach = picture.expand(Corners::max_outside(&photo) * scale);
        Some(Self { response, picture, reach, scale })
    }

    /// Returns the place on screen of a position in the photograph.
    pub fn to_screen(&self, (x, y): (f32, f32)) -> Pos2 {
        self.picture.min + vec2(x, y) * self.scale
    }

    /// Returns the position in the photograph of a place on screen, which may be outside of it.
    pub fn to_photo(&self, place: Pos2) -> (f32, f32) {
        let position = (place - self.picture.min) / self.scale;
        (position.x, position.y)
    }

    /// Returns the position nearest to a place on screen at which a corner can be.
    pub fn to_photo_within(&self, place: Pos2) -> (f32, f32) {
        self.to_photo(self.reach.clamp(place))
    }

    /// Returns the corner or place of a fold nearest to a place on screen, with its distance in points.
    pub fn nearest_corner(&self, draft: &PhotoDraft, place: Pos2) -> (usize, f32) {
        let far = draft.points().map(|point| (self.to_screen(point) - place).length());
        far.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or_default()
    }

    /// Drags the corner nearest to the press, at any distance, so that it need not be hit. Returns
    /// `true` if it was moved.
    pub fn drag_nearest_corner(&self, ui: &Ui, draft: &mut PhotoDraft) -> bool {
        let Some(pointer) = self.response.interact_pointer_pos() else {
            return false;
        };
        // It is chosen once, when the button goes down.
        let is_pressed = ui.input(|input| input.pointer.primary_pressed());
        if is_pressed {
            draft.corner = self.nearest_corner(draft, pointer).0;
        }
        draft.move_chosen_point(self.to_photo_within(pointer));
        draft.is_magnified = false;
        is_pressed
    }

    /// Paints a ring with a label at each corner and at each place of a fold.
    pub fn paint_corners(
        &self,
        ui: &Ui,
        draft: &PhotoDraft,
        labels: &[String; 4],
        (color, is_chosen): (Color32, bool),
    ) {
        let theme = theme(ui);
        let view = self.response.rect;
        let painter = ui.painter().with_clip_rect(view);
        for (at, corner) in draft.points().enumerate() {
            let ring = if is_chosen && at == draft.corner { color } else { theme.ink };
            let middle = self.to_screen(corner);
            let radius = touch::TARGET / 4.0;
            painter.circle_stroke(middle, radius, Stroke::new(line::FOCUS, theme.paper));
            painter.circle_stroke(middle, radius, Stroke::new(line::MARK, ring));
            // Next to the ring, towards the center of the view.
            let towards = (view.center() - middle).normalized() * (radius + 2.0 * space::M);
            let font = text::strong(text::SMALL);
            let label = labels.get(at).map_or("fold", String::as_str);
            let galley = painter.layout_no_wrap(label.to_owned(), font, theme.ink);
            let background =
                Rect::from_center_size(middle + towards, galley.size()).expand(space::XS);
            painter.rect_filled(background, RADIUS, theme.paper);
            painter.galley(background.shrink(space::XS).min, galley, theme.ink);
        }
    }

    /// Paints the outline of the corners.
    pub fn paint_outline(&self, ui: &Ui, draft: &PhotoDraft, color: Color32) {
        let outline: Vec<Pos2> = GridEdge::ALL
            .into_iter()
            .flat_map(|edge| {
                let mut points = draft.edge_points(edge);
                // The next edge starts with it.
                points.pop();
                points
            })
            .map(|place| self.to_screen(place))
            .collect();
        let painter = ui.painter().with_clip_rect(self.response.rect);
        // Light around dark: one of the two contrasts with any picture.
        let around = Stroke::new(2.0 * line::MARK, theme(ui).paper.gamma_multiply(0.6));
        painter.add(egui::Shape::closed_line(outline.clone(), around));
        painter.add(egui::Shape::closed_line(outline, Stroke::new(line::MARK, color)));
    }

    /// Draws the surroundings of the chosen corner magnified while it is dragged, or moved by keys.
    pub fn magnifier_ui(&self, ui: &Ui, draft: &PhotoDraft) {
        let is_held = self.response.dragged() || self.response.is_pointer_button_down_on();
        if is_held || draft.is_magnified {
            magnifier(ui, draft, self);
        }
    }
}

/// Draws the photograph with its corners and outline, red unless they are `is_sound`. A press drags
/// the nearest corner.
pub fn photo_view_ui(
    ui: &mut Ui,
    draft: &mut PhotoDraft,
    written: &ViewLabels<'_>,
    is_sound: impl Fn(&PhotoDraft) -> bool,
    draw: Draw<'_>,
) {
    let Some(shown) = ShownPhoto::show(ui, draft, written) else {
        return;
    };
    shown.drag_nearest_corner(ui, draft);
    let theme = theme(ui);
    let color = if is_sound(draft) { theme.accent } else { theme.bad };
    shown.paint_outline(ui, draft, color);
    let painter = ui.painter().with_clip_rect(shown.response.rect);
    draw(&painter, draft, &|place| shown.to_screen(place), color);
    shown.paint_corners(ui, draft, &written.corners, (theme.accent, true));
    shown.magnifier_ui(ui, draft);
}

/// Draws the surroundings of the chosen corner magnified, away from the finger or the corner.
fn magnifier(ui: &Ui, draft: &PhotoDraft, on: &ShownPhoto) {
    let Some(shown) = &draft.photo else {
        return;
    };
    let theme = theme(ui);
    let view = on.response.rect;
    let corner = on.to_screen(draft.point(draft.corner));
    // In the upper corner of the view on the other side.
    let finger = on.response.interact_pointer_pos().unwrap_or(corner);
    let x = if finger.x > view.center().x { view.left() } else { view.right() - MAGNIFIER };
    let glass = Rect::from_min_size(pos2(x, view.top()), Vec2::splat(MAGNIFIER));
    let painter = ui.painter().with_clip_rect(glass);
    painter.rect_filled(glass, 0.0, theme.paper);
    let picture = Rect::from_min_size(
        glass.center() + (on.picture.min - corner) * MAGNIFIED,
        on.picture.size() * MAGNIFIED,
    );
    paint_picture(&painter, &shown.texture, picture);
    let cross = Stroke::new(line::HAIR, theme.accent);
    painter.hline(glass.x_range(), glass.center().y, cross);
    painter.vline(glass.center().x, glass.y_range(), cross);
    painter.rect_stroke(glass, 0.0, Stroke::new(line::MARK, theme.ink), StrokeKind::Inside);
    let at = glass.left_bottom() + vec2(space::S, -space::S);
    let font = text::strong(text::SMALL);
    let name = painter.layout_no_wrap(draft.chosen_name(), font, theme.ink);
    let plate = Align2::LEFT_BOTTOM.anchor_size(at, name.size());
    painter.rect_filled(plate.expand(space::XS), RADIUS, theme.paper);
    painter.galley(plate.min, name, theme.ink);
}
