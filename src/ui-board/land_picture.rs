//! The land of the board as a picture that is rasterized in the background.
//!
//! The land never changes during a game, and its patterns have a hundred thousand vertices. As
//! triangles they would be copied in every frame and rebuilt at every notch of the wheel. So the
//! land is rasterized once, at the resolution of the screen, and painted as one rectangle. While
//! the board is being zoomed the picture is scaled; once the zoom rests, a new one is made in the
//! background.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a picture has a few thousand pixels a side"
)]

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};

use crate::pieces::GamePalette;
use drawing::Scene;
use scene::png;
use scene::svg::svg_part;
use ui_kit::job::Job;
use ui_kit::paint::{KeyedScene, Viewport, has_pictures, paint_picture, paint_plain};

/// The margin of the picture around the visible part, in widths and heights of the view, so that
/// the board can be panned a little without a new picture.
const MARGIN: f32 = 0.25;

/// The latest pictures of the land, and the one being made.
#[derive(Default)]
pub struct LandPicture {
    /// A picture of the whole land, the fallback where there is nothing sharper.
    whole: Option<LandSheet>,
    /// A picture of the visible part, if one of the whole land would be too large.
    part: Option<LandSheet>,
    /// The picture being made.
    pending: Option<(PictureKey, Job<Option<ColorImage>>)>,
    /// The picture that was started last. It is not started again, even if it failed.
    last_started: Option<PictureKey>,
}

/// A picture that is on the screen.
struct LandSheet {
    key: PictureKey,
    texture: TextureHandle,
}

/// The content of a picture: the drawing, its colors, and the visible crop.
#[derive(Clone, PartialEq)]
struct PictureKey {
    /// The number of the drawing.
    id: u64,
    inks: GamePalette,
    crop: Crop,
}

/// A part of the drawing in pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Crop {
    /// The width of a square, in pixels.
    per_square: f32,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl LandPicture {
    /// Paints a drawing with the best picture available, or as triangles if there is none.
    ///
    /// If none is sharp enough, starts a better one in the background once the board is idle.
    pub fn paint(
        &mut self,
        painter: &Painter,
        drawing: KeyedScene<&Arc<Scene>>,
        Viewport { to_screen, is_idle }: Viewport,
        inks: &GamePalette,
    ) {
        let KeyedScene { id, scene } = drawing;
        self.take_finished(painter.ctx(), scene);
        for cached in [&mut self.whole, &mut self.part] {
            cached.take_if(|sheet| sheet.key.id != id);
        }
        let view = View::new(painter, scene, to_screen);
        if !view.part(0.0).is_positive() {
            return;
        }
        let seen = view.crop(0.0);
        let whole = self.whole.as_ref().filter(|sheet| sheet.shows(inks, &seen));
        let part = self.part.as_ref().filter(|sheet| sheet.shows(inks, &seen));
        let is_shown = whole.or(part).is_some();
        let below = if part.is_none() { self.whole.as_ref() } else { whole };
        // The part is painted over the whole, unless the whole is just as sharp.
        let above = self.part.as_ref().filter(|_| whole.is_none());
        if below.or(above).is_none() {
            paint_plain(painter, scene, to_screen, inks);
        }
        for sheet in below.into_iter().chain(above) {
            sheet.paint(painter, to_screen);
        }
        if !is_shown && self.pending.is_none() && is_idle && has_pictures(painter.ctx()) {
            self.start(painter.ctx(), drawing, inks, view.crop(view.margin));
        }
    }

    /// Starts to make a picture in the background.
    fn start(
        &mut self,
        ctx: &Context,
        KeyedScene { id, scene }: KeyedScene<&Arc<Scene>>,
        inks: &GamePalette,
        crop: Crop,
    ) {
        let key = PictureKey { id, inks: inks.clone(), crop };
        if self.last_started.as_ref() == Some(&key) {
            return;
        }
        let (subject, scene) = (key.clone(), Arc::clone(scene));
        self.pending = Some((key.clone(), Job::start(ctx, move || subject.picture(&scene))));
        self.last_started = Some(key);
    }

    /// Takes the picture once it is finished. If it failed, the land stays without patterns.
    fn take_finished(&mut self, ctx: &Context, scene: &Scene) {
        let Some((key, Some(Some(image)))) = Job::take_with_key(&mut self.pending, false) else {
            return;
        };
        let texture = ctx.load_texture("land", image, TextureOptions::LINEAR);
        let is_whole = key.crop.is_whole(scene);
        let sheet = Some(LandSheet { key, texture });
        if is_whole {
            self.whole = sheet;
        } else {
            self.part = sheet;
        }
    }
}

impl LandSheet {
    /// Returns `true` if it shows all of `seen` in these colors.
    fn shows(&self, inks: &GamePalette, seen: &Crop) -> bool {
        self.key.inks == *inks && self.key.crop.covers(seen)
    }

    fn paint(&self, painter: &Painter, to_screen: TSTransform) {
        let place = to_screen * self.key.crop.in_squares();
        paint_picture(painter, &self.texture, place);
    }
}

impl PictureKey {
    fn picture(&self, scene: &Scene) -> Option<ColorImage> {
        let crop = &self.crop;
        let pixels = (crop.right - crop.left, crop.bottom - crop.top);
        let place = crop.in_squares();
        let part = scene::Rect::new(place.min.x, place.min.y, place.width(), place.height());
        let drawn = svg_part(scene, &self.inks, part, pixels);
        let rgba = png::rgba(&drawn, pixels).ok()?;
        let size = [pixels.0 as usize, pixels.1 as usize];
        Some(ColorImage::from_rgba_premultiplied(size, &rgba))
    }
}

impl Crop {
    /// Returns its place in the drawing, in squares.
    fn in_squares(&self) -> Rect {
        Rect::from_min_max(
            pos2(self.left as f32, self.top as f32) / self.per_square,
            pos2(self.right as f32, self.bottom as f32) / self.per_square,
        )
    }

    /// Returns `true` if it contains another crop at the same resolution.
    fn covers(&self, other: &Self) -> bool {
        (self.per_square - other.per_square).abs() <= f32::EPSILON
            && self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }

    fn is_whole(&self, scene: &Scene) -> bool {
        (self.left, self.top) == (0, 0)
            && self.right >= (scene.size.x * self.per_square) as u32
            && self.bottom >= (scene.size.y * self.per_square) as u32
    }
}

/// The visible part of the drawing, in pixels of the picture from its top left corner.
struct View {
    /// The width of a square: as on the screen, or less if no picture can be that large.
    per_square: f32,
    whole: Rect,
    seen: Rect,
    /// The margin around the visible part: [`MARGIN`], or 0 if no picture can be that large.
    margin: f32,
}

impl View {
    fn new(painter: &Painter, scene: &Scene, to_screen: TSTransform) -> Self {
        let max_texture_side = painter.ctx().input(|input| input.max_texture_side);
        let max_side = max_texture_side.min(png::MAX_SIDE as usize) as f32;
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(scene.size.x, scene.size.y));
        let seen = to_screen.inverse() * painter.clip_rect();
        Self::within(whole, seen, to_screen.scaling * painter.pixels_per_point(), max_side)
    }

    /// Returns the view of a part of the whole drawing, in a picture of at most `max_side` pixels a
    /// side. `on_screen` is the width of a square on the screen, in pixels.
    fn within(whole: Rect, seen: Rect, on_screen: f32, max_side: f32) -> Self {
        let view = Self { per_square: 1.0, whole, seen, margin: MARGIN };
        // Both edges may be rounded outwards.
        let available = max_side - 2.0;
        let with_margin = view.part(MARGIN).size().max_elem();
        let margin = if with_margin * on_screen <= available { MARGIN } else { 0.0 };
        let per_square = on_screen.min(available / view.part(margin).size().max_elem());
        Self { per_square, whole: whole * per_square, seen: seen * per_square, margin }
    }

    /// Returns the visible part with a margin in widths and heights of the view.
    fn part(&self, margin: f32) -> Rect {
        let wide = self.seen.expand2(self.seen.size() * margin);
        wide.intersect(self.whole)
    }

    fn crop(&self, margin: f32) -> Crop {
        let part = self.part(margin);
        Crop {
            per_square: self.per_square,
            left: low_pixel(part.left()),
            top: low_pixel(part.top()),
            right: high_pixel(part.right()),
            bottom: high_pixel(part.bottom()),
        }
    }
}

/// The rounding error of an edge, in pixels.
const EDGE_ERROR: f32 = 0.001;

/// Rounds a left or top edge outwards to whole pixels.
fn low_pixel(edge: f32) -> u32 {
    (edge + EDGE_ERROR) as u32
}

/// Rounds a right or bottom edge outwards to whole pixels.
fn high_pixel(edge: f32) -> u32 {
    (edge - EDGE_ERROR).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui_kit::paint::MAX_TEXTURE_SIDE;

    /// Returns the view of the center of a board of 20 by 16 squares, in a window of this size,
    /// with squares of this many pixels.
    fn view(window: [f32; 2], per_square: f32) -> View {
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(20.0, 16.0));
        let seen = Rect::from_center_size(whole.center(), vec2(window[0], window[1]) / per_square);
        View::within(whole, seen, per_square, f32::from(MAX_TEXTURE_SIDE))
    }

    #[test]
    fn land_is_as_sharp_as_the_screen_on_a_screen_of_3840_pixels() {
        for per_square in [60.0, 200.0, 400.0] {
            let view = view([3840.0, 2160.0], per_square);
            assert!((view.per_square - per_square).abs() < 0.01, "{}", view.per_square);
            let crop = view.crop(view.margin);
            assert!(crop.right - crop.left <= MAX_TEXTURE_SIDE.into(), "{crop:?}");
        }
    }

    #[test]
    fn land_reaches_beyond_the_view_where_a_texture_has_room_for_it() {
        let view = view([1280.0, 800.0], 100.0);
        let crop = view.crop(view.margin);
        assert!(crop.right - crop.left > 1280, "{crop:?}");
    }
}
