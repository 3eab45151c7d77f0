//! The land of the board on the screen: a picture made beside the window, shown until the board
//! is looked at otherwise.
//!
//! The land never changes while a game lasts, and it has a hundred thousand corners of
//! patterns; as triangles they would be copied in every frame and made anew by every turn of
//! the wheel. So it is rasterised once, pixel by pixel as it lies on the screen, and painted
//! as one rectangle. While the board is being zoomed the picture is scaled; as soon as it
//! rests another one is made, and the window does not wait for it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a picture has a few thousand pixels a side"
)]

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};

use crate::pieces::GameInks;
use drawing::Scene;
use scene::png;
use scene::svg::svg_part;
use ui_kit::job::Job;
use ui_kit::paint::{KeyedScene, Viewport, paint_picture, paint_plain};

/// How far the picture reaches beyond what is seen, in widths and heights of the view, so that
/// the board can be pushed about a little.
const MARGIN: f32 = 0.25;

/// The land, as it was rasterised last.
#[derive(Default)]
pub struct LandPicture {
    /// All of it; where nothing sharper is there, this is shown.
    whole: Option<LandSheet>,
    /// The part that is seen, where all of it would be too large a picture.
    part: Option<LandSheet>,
    /// One that is being made, if it can be.
    making: Option<(Subject, Job<Option<ColorImage>>)>,
    /// What was begun last; it is not begun again, even if nothing came of it.
    begun: Option<Subject>,
}

/// A picture that is on the screen.
struct LandSheet {
    of: Subject,
    texture: TextureHandle,
}

/// What a picture shows.
#[derive(Clone, PartialEq)]
struct Subject {
    /// Of which drawing.
    id: u64,
    inks: GameInks,
    cut: Cut,
}

/// A part of the drawing in pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    /// How many pixels a square is wide.
    per_square: f32,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl LandPicture {
    /// Paints a drawing, with the picture there is of it.
    ///
    /// A better picture is made if there could be one, but not while the board does not rest.
    pub fn paint(
        &mut self,
        painter: &Painter,
        drawing: KeyedScene<&Arc<Scene>>,
        Viewport { to_screen, is_idle: is_at_rest }: Viewport,
        inks: &GameInks,
    ) {
        let KeyedScene { id, scene } = drawing;
        self.take_made(painter.ctx(), scene);
        for kept in [&mut self.whole, &mut self.part] {
            kept.take_if(|sheet| sheet.of.id != id);
        }
        let view = View::new(painter, scene, to_screen);
        if !view.part(0.0).is_positive() {
            return;
        }
        let seen = view.cut(0.0);
        let shows = |sheet: &&LandSheet| sheet.of.inks == *inks && sheet.of.cut.covers(&seen);
        let whole = self.whole.as_ref().filter(shows);
        let part = self.part.as_ref().filter(shows);
        let is_shown = whole.or(part).is_some();
        let below = if part.is_none() { self.whole.as_ref() } else { whole };
        // A part lies over the rest, unless the whole is just as sharp.
        let above = self.part.as_ref().filter(|_| whole.is_none());
        if below.or(above).is_none() {
            paint_plain(painter, scene, to_screen, inks);
        }
        for sheet in below.into_iter().chain(above) {
            sheet.paint(painter, to_screen);
        }
        if !is_shown && self.making.is_none() && is_at_rest {
            self.begin(painter.ctx(), drawing, inks, view.cut(view.margin));
        }
    }

    /// Begins to make a picture, beside the window.
    fn begin(
        &mut self,
        ctx: &Context,
        KeyedScene { id, scene }: KeyedScene<&Arc<Scene>>,
        inks: &GameInks,
        cut: Cut,
    ) {
        let inks = inks.clone();
        let of = Subject { id, inks, cut };
        if self.begun.as_ref() == Some(&of) {
            return;
        }
        let (subject, scene) = (of.clone(), Arc::clone(scene));
        self.making = Some((of.clone(), Job::start(ctx, move || subject.picture(&scene))));
        self.begun = Some(of);
    }

    /// Puts a picture that is finished on the screen.
    fn take_made(&mut self, ctx: &Context, scene: &Scene) {
        // Without a picture the board is still one: the pieces lie on bare paper.
        let Some((of, Some(Some(image)))) = Job::take_with_key(&mut self.making, false) else {
            return;
        };
        let texture = ctx.load_texture("land", image, TextureOptions::LINEAR);
        let is_whole = of.cut.is_whole(scene);
        let sheet = Some(LandSheet { of, texture });
        if is_whole {
            self.whole = sheet;
        } else {
            self.part = sheet;
        }
    }
}

impl LandSheet {
    fn paint(&self, painter: &Painter, to_screen: TSTransform) {
        let place = to_screen * self.of.cut.in_squares();
        paint_picture(painter, &self.texture, place);
    }
}

impl Subject {
    fn picture(&self, scene: &Scene) -> Option<ColorImage> {
        let cut = &self.cut;
        let pixels = (cut.right - cut.left, cut.bottom - cut.top);
        let place = cut.in_squares();
        let part = scene::Rect::new(place.min.x, place.min.y, place.width(), place.height());
        let drawn = svg_part(scene, &self.inks, part, pixels);
        let rgba = png::rgba(&drawn, pixels).ok()?;
        let size = [pixels.0 as usize, pixels.1 as usize];
        Some(ColorImage::from_rgba_premultiplied(size, &rgba))
    }
}

impl Cut {
    /// Where it is in the drawing.
    fn in_squares(&self) -> Rect {
        let pos = |x: u32, y: u32| pos2(x as f32, y as f32) / self.per_square;
        Rect::from_min_max(pos(self.left, self.top), pos(self.right, self.bottom))
    }

    /// Whether it shows all of another part, pixel by pixel.
    fn covers(&self, other: &Self) -> bool {
        (self.per_square - other.per_square).abs() <= f32::EPSILON
            && self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }

    fn is_whole(&self, scene: &Scene) -> bool {
        let end = |squares: f32| (squares * self.per_square) as u32;
        (self.left, self.top) == (0, 0)
            && self.right >= end(scene.size.x)
            && self.bottom >= end(scene.size.y)
    }
}

/// How the drawing is looked at, in pixels of the picture from its top left corner.
struct View {
    /// How many a square is wide: as many as on the screen, or fewer where no picture can be
    /// as large.
    per_square: f32,
    whole: Rect,
    seen: Rect,
    /// The margin around the part in view: [`MARGIN`], or 0 where no picture can be as large.
    margin: f32,
}

impl View {
    fn new(painter: &Painter, scene: &Scene, to_screen: TSTransform) -> Self {
        let most = painter.ctx().input(|input| input.max_texture_side);
        let most = most.min(png::LARGEST as usize) as f32;
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(scene.size.x, scene.size.y));
        let seen = to_screen.inverse() * painter.clip_rect();
        Self::within(whole, seen, to_screen.scaling * painter.pixels_per_point(), most)
    }

    /// Returns the view of a part of the whole drawing, in a picture with at most this many pixels a
    /// side; `on_screen` are the pixels of a square on the screen.
    fn within(whole: Rect, seen: Rect, on_screen: f32, most: f32) -> Self {
        let view = Self { per_square: 1.0, whole, seen, margin: MARGIN };
        let reach = |margin| view.part(margin).size().max_elem();
        // Both edges may be rounded outwards.
        let most = most - 2.0;
        let margin = if reach(MARGIN) * on_screen <= most { MARGIN } else { 0.0 };
        let per_square = on_screen.min(most / reach(margin));
        Self { per_square, whole: whole * per_square, seen: seen * per_square, margin }
    }

    /// What is seen, and so much around it in widths and heights of the view.
    fn part(&self, margin: f32) -> Rect {
        let wide = self.seen.expand2(self.seen.size() * margin);
        wide.intersect(self.whole)
    }

    fn cut(&self, margin: f32) -> Cut {
        // What is a thousandth of a pixel off is meant to be on it.
        let (low, high) = (|at: f32| (at + 0.001) as u32, |at: f32| (at - 0.001).ceil() as u32);
        let part = self.part(margin);
        Cut {
            per_square: self.per_square,
            left: low(part.left()),
            top: low(part.top()),
            right: high(part.right()),
            bottom: high(part.bottom()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui_kit::paint::MAX_TEXTURE_SIDE;

    /// The view of the middle of a board of 20 by 16 squares in a window of this size, with squares
    /// of this many pixels.
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
            let cut = view.cut(view.margin);
            assert!(cut.right - cut.left <= MAX_TEXTURE_SIDE.into(), "{cut:?}");
        }
    }

    #[test]
    fn land_reaches_beyond_the_view_where_a_texture_has_room_for_it() {
        let view = view([1280.0, 800.0], 100.0);
        let cut = view.cut(view.margin);
        assert!(cut.right - cut.left > 1280, "{cut:?}");
    }
}
