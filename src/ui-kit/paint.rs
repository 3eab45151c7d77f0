//! Painting of scenes on screen.
//!
//! A [`Scene`] is the same for the window and for files; this module draws it in the
//! window. Most of a board is unchanged from frame to frame, so [`CachedScene`] caches
//! its triangles or their picture, and only text and icons are laid out in every frame.

mod cached_scene;
mod raster;

use egui::epaint::{PathShape, PathStroke, TessellationOptions, Tessellator, TextShape};
use egui::{
    Color32, Context, FontId, Id, Mesh, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, Vec2,
    emath::Rot2, emath::TSTransform, pos2, vec2,
};

pub use self::cached_scene::{CachedScene, KeyedScene, Viewport};
use crate::icons::{Icon, paint_stretched_icon};
use crate::theme::{text, tone_color};
use scene::svg::CAP_HEIGHT;
use scene::{Anchor, DetailLevel, Palette, Pos, Scene, SceneItem, Text, Typeface, strokes};

/// The longest side of a texture, in pixels.
///
/// The toolkit makes its glyph atlas as wide as the context allows a texture to be. At the 16,384
/// pixels of most drivers nearly all of it stays empty, at 64 KB a row in each of three copies.
pub const MAX_TEXTURE_SIDE: u16 = 4096;

/// The minimum size of drawn text, in pixels; smaller text is unreadable.
const SMALLEST_TYPE: f32 = 6.0;
/// The minimum size of a square for drawing patterns, in pixels.
const SMALLEST_PATTERN: f32 = 22.0;
/// The maximum distance of a drawn line or edge from its true place, in pixels. It is invisible and
/// saves triangles.
const TOLERANCE: f32 = 0.15;

/// Paints a drawing; `to_screen` maps its units to points.
pub fn paint_scene<C: Copy>(
    painter: &Painter,
    scene: &Scene<C>,
    to_screen: TSTransform,
    palette: &impl Palette<C>,
) {
    let canvas = Canvas::new(painter.pixels_per_point(), to_screen.scaling);
    paint_on(canvas, painter, scene, to_screen, palette);
}

/// Paints a whole picture into a rectangle.
pub fn paint_picture(painter: &Painter, texture: &TextureHandle, place: Rect) {
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture.id(), place, whole, Color32::WHITE);
}

/// Turns off the pictures that are rasterized in the background, for tests that look at no pixel.
/// Drawings stay triangles, and thumbnails stay empty.
pub fn turn_off_pictures(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(pictures_are_off(), true));
}

/// Returns `true` unless pictures are turned off.
pub fn has_pictures(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<bool>(pictures_are_off())).is_none()
}

fn pictures_are_off() -> Id {
    Id::unique("pictures are off")
}

/// Paints a drawing without its patterns, which is fast enough for a single frame.
pub fn paint_plain<C: Copy>(
    painter: &Painter,
    scene: &Scene<C>,
    to_screen: TSTransform,
    palette: &impl Palette<C>,
) {
    let mut canvas = Canvas::new(painter.pixels_per_point(), to_screen.scaling);
    canvas.with_patterns = false;
    paint_on(canvas, painter, scene, to_screen, palette);
}

fn paint_on<C: Copy>(
    mut canvas: Canvas,
    painter: &Painter,
    scene: &Scene<C>,
    to_screen: TSTransform,
    palette: &impl Palette<C>,
) {
    // No triangles outside the view.
    canvas.tessellator.set_clip_rect(painter.clip_rect().translate(-to_screen.translation));
    for (detail, item) in &scene.items {
        match item {
            SceneItem::Text(_) | SceneItem::Icon { .. } if !canvas.draws(*detail) => {}
            SceneItem::Text(_) | SceneItem::Icon { .. } => {
                // Shapes below a text have to be on the screen before it.
                painter.add(canvas.finished(to_screen.translation));
                paint_word_or_icon(painter, item, to_screen, 1.0, palette);
            }
            SceneItem::Rect { .. }
            | SceneItem::Polygon { .. }
            | SceneItem::Region { .. }
            | SceneItem::Line { .. }
            | SceneItem::Circle { .. } => canvas.add(*detail, item, palette),
        }
    }
    painter.add(canvas.finished(to_screen.translation));
}

/// Collects the triangles of shapes, at their size on the screen but not yet at their place.
struct Canvas {
    tessellator: Tessellator,
    scaling: f32,
    /// [`TOLERANCE`] in points.
    tolerance: f32,
    with_patterns: bool,
    mesh: Mesh,
}

impl Canvas {
    fn new(pixels_per_point: f32, scaling: f32) -> Self {
        let options = TessellationOptions {
            // The drawing is moved to its place later; snapping now would shift its parts.
            round_rects_to_pixels: false,
            round_line_segments_to_pixels: false,
            ..TessellationOptions::default()
        };
        Self {
            tessellator: Tessellator::new(pixels_per_point, options, [1, 1], Vec::new()),
            scaling,
            tolerance: TOLERANCE / pixels_per_point,
            with_patterns: scaling * pixels_per_point >= SMALLEST_PATTERN,
            mesh: Mesh::default(),
        }
    }

    fn draws(&self, detail: DetailLevel) -> bool {
        detail.is_drawn(self.scaling) && (detail != DetailLevel::Pattern || self.with_patterns)
    }

    /// Takes the triangles collected so far, moved to their place.
    fn finished(&mut self, translation: Vec2) -> Shape {
        if self.mesh.is_empty() {
            return Shape::Noop;
        }
        let mut mesh = std::mem::take(&mut self.mesh);
        mesh.translate(translation);
        Shape::mesh(mesh)
    }

    fn pos(&self, pos: Pos) -> Pos2 {
        pos2(pos.x * self.scaling, pos.y * self.scaling)
    }

    fn points(&self, points: &[Pos]) -> Vec<Pos2> {
        points.iter().map(|&point| self.pos(point)).collect()
    }

    /// Scales and simplifies the points of a line.
    fn line(&self, points: &[Pos], closed: bool) -> Vec<Pos2> {
        simplified(&self.points(points), closed, self.tolerance)
    }

    fn shape(&mut self, shape: impl Into<Shape>) {
        self.tessellator.tessellate_shape(shape.into(), &mut self.mesh);
    }

    fn add<C: Copy>(
        &mut self,
        detail: DetailLevel,
        item: &SceneItem<C>,
        palette: &impl Palette<C>,
    ) {
        if !self.draws(detail) {
            return;
        }
        match item {
            SceneItem::Rect { rect, corner, tone } => {
                let rect = Rect::from_min_max(self.pos(rect.min), self.pos(rect.max));
                let corner = corner * self.scaling;
                let fill = tone_color(palette, *tone);
                self.shape(Shape::rect_filled(rect, corner, fill));
            }
            SceneItem::Polygon { points, tone } => {
                let points = self.line(points, true);
                let fill = tone_color(palette, *tone);
                self.shape(Shape::convex_polygon(points, fill, Stroke::NONE));
            }
            SceneItem::Region { region, tone } => {
                let fill = tone_color(palette, *tone);
                for triangle in &region.triangles {
                    let Ok(first) = u32::try_from(self.mesh.vertices.len()) else {
                        return;
                    };
                    for &corner in triangle {
                        let corner = self.pos(corner);
                        self.mesh.colored_vertex(corner, fill);
                    }
                    self.mesh.add_triangle(first, first + 1, first + 2);
                }
                // Bare triangles have hard edges; a hairline softens those of opaque regions.
                if fill.is_opaque() {
                    for ring in &region.rings {
                        let ring = self.line(ring, true);
                        self.shape(PathShape::closed_line(ring, Stroke::new(0.5, fill)));
                    }
                }
            }
            SceneItem::Line { points, width, closed, dash, tone } => {
                let stroke = PathStroke::new(width * self.scaling, tone_color(palette, *tone));
                if let Some(dash) = dash {
                    for piece in strokes(points, *closed, *dash) {
                        let piece = self.line(&piece, false);
                        self.shape(PathShape::line(piece, stroke.clone()));
                    }
                } else {
                    let points = self.line(points, *closed);
                    self.shape(if *closed {
                        PathShape::closed_line(points, stroke)
                    } else {
                        PathShape::line(points, stroke)
                    });
                }
            }
            SceneItem::Circle { center, radius, tone } => {
                let (centre, radius) = (self.pos(*center), radius * self.scaling);
                let fill = tone_color(palette, *tone);
                let corners = circle(centre, radius, self.tolerance);
                self.shape(Shape::convex_polygon(corners, fill, Stroke::NONE));
            }
            SceneItem::Text(_) | SceneItem::Icon { .. } => {}
        }
    }
}

/// Returns the points of a line without those that are within `tolerance` of the simpler line.
fn simplified(points: &[Pos2], closed: bool, tolerance: f32) -> Vec<Pos2> {
    let (Some(&first), 3..) = (points.first(), points.len()) else {
        return points.to_vec();
    };
    let end = if closed { points.len() } else { points.len() - 1 };
    let at = |index: usize| points[index % points.len()];
    let mut simple = vec![first];
    let mut here = 0;
    while here < end {
        let mut next = here + 1;
        while next < end
            && (here + 1..=next)
                .all(|between| distance_to(at(between), at(here), at(next + 1)) <= tolerance)
        {
            next += 1;
        }
        here = next;
        simple.push(at(here));
    }
    if closed {
        simple.pop();
    }
    // A shape smaller than the tolerance still keeps its form.
    if simple.len() < 3 && closed { points.to_vec() } else { simple }
}

/// Returns the distance of a point from the line between two others.
fn distance_to(point: Pos2, from: Pos2, to: Pos2) -> f32 {
    let (along, offset) = (to - from, point - from);
    let length = along.length_sq();
    let share = if length > 0.0 { (offset.dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (offset - along * share).length()
}

/// Returns the corners of a polygon that is within `tolerance` of a circle.
fn circle(centre: Pos2, radius: f32, tolerance: f32) -> Vec<Pos2> {
    let half_angle = (1.0 - tolerance / radius.max(tolerance)).acos();
    // A multiple of four, so that it is as wide as it is high.
    let corners = (std::f32::consts::PI / half_angle / 4.0).ceil().clamp(2.0, 32.0) as u8 * 4;
    (0..corners)
        .map(|corner| {
            let angle = std::f32::consts::TAU * f32::from(corner) / f32::from(corners);
            centre + Vec2::angled(angle) * radius
        })
        .collect()
}

/// Paints a text or an icon, in its size before stretching, and then stretched.
fn paint_word_or_icon<C: Copy>(
    painter: &Painter,
    item: &SceneItem<C>,
    to_screen: TSTransform,
    stretch: f32,
    palette: &impl Palette<C>,
) {
    match item {
        SceneItem::Icon { icon, rect, tone } => {
            let [min, max] = [rect.min, rect.max].map(|pos| to_screen * pos2(pos.x, pos.y));
            let rect = Rect::from_min_max(min, max);
            let known = Icon::ALL.into_iter().find(|known| known.name() == icon.name);
            if let Some(known) = known {
                paint_stretched_icon(painter, known, rect, stretch, tone_color(palette, *tone));
            }
        }
        SceneItem::Text(words) => paint_words(painter, words, to_screen, stretch, palette),
        _ => {}
    }
}

fn paint_words<C: Copy>(
    painter: &Painter,
    words: &Text<C>,
    to_screen: TSTransform,
    stretch: f32,
    palette: &impl Palette<C>,
) {
    let size = words.size * to_screen.scaling;
    if size * painter.pixels_per_point() < SMALLEST_TYPE {
        return;
    }
    let at = to_screen * pos2(words.pos.x, words.pos.y);
    // The width is only estimated, so the margin is generous.
    let length = words.face.width_of(&words.text, size, words.bold);
    let reach = Rect::from_center_size(at, Vec2::splat((length + size) * 3.0));
    if !painter.clip_rect().intersects(reach) {
        return;
    }
    let size = size / stretch;
    let font: FontId = match (words.face, words.bold) {
        (Typeface::Serif, _) => text::serif(size),
        (Typeface::Sans, true) => text::strong(size),
        (Typeface::Sans, false) => text::sans(size),
    };
    let ink = tone_color(palette, words.tone);
    let galley = painter.layout_no_wrap(words.text.clone(), font, ink);
    let across = match words.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => galley.size().x / 2.0,
        Anchor::End => galley.size().x,
    };
    // As in a file: centered at half the height of a capital above the base line.
    let base = galley
        .rows
        .first()
        .and_then(|row| row.glyphs.first().map(|glyph| row.pos.y + glyph.pos.y))
        .unwrap_or(galley.size().y * 0.75);
    let turned = f32::from(words.turns % 4) * std::f32::consts::FRAC_PI_2;
    let offset = Rot2::from_angle(turned) * vec2(across, base - size * CAP_HEIGHT / 2.0);
    let mut shape = TextShape::new(Pos2::ZERO - offset, galley, ink).with_angle(turned);
    if (stretch - 1.0).abs() > f32::EPSILON {
        shape.transform(TSTransform::from_scaling(stretch));
    }
    shape.pos += at.to_vec2();
    painter.add(shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simplified_line_stays_near_each_of_its_points() {
        let lines = [
            (scene::arc(Pos::new(0.0, 0.0), 9.0, 0.0, 1.0, 32), true),
            (scene::arc(Pos::new(0.0, 0.0), 9.0, 0.0, 0.5, 32), false),
            ((0_u8..9).map(|x| Pos::new(f32::from(x), 0.0)).collect(), false),
            (vec![Pos::new(0.0, 0.0), Pos::new(5.0, 0.0), Pos::new(1.0, 0.0)], false),
            (vec![Pos::new(0.0, 0.0), Pos::new(0.1, 0.0), Pos::new(0.0, 0.1)], true),
        ];
        for (line, closed) in lines {
            let line: Vec<Pos2> = line.iter().map(|at| pos2(at.x, at.y)).collect();
            let simple = simplified(&line, closed, TOLERANCE);
            assert!(simple.len() <= line.len());
            assert_eq!(simple.first(), line.first());
            assert!(closed || simple.last() == line.last());
            let next = simple.iter().cycle().skip(1);
            let pairs: Vec<_> =
                simple.iter().zip(next).take(simple.len() - usize::from(!closed)).collect();
            for &point in &line {
                let distance = pairs
                    .iter()
                    .map(|&(&from, &to)| distance_to(point, from, to))
                    .fold(f32::INFINITY, f32::min);
                assert!(distance <= TOLERANCE + 0.001, "{point:?} {simple:?}");
            }
        }
        let straight: Vec<Pos2> = (0_u8..9).map(|x| pos2(f32::from(x), 0.0)).collect();
        assert_eq!(simplified(&straight, false, TOLERANCE), [pos2(0.0, 0.0), pos2(8.0, 0.0)]);
    }

    #[test]
    fn a_circle_of_few_corners_stays_within_the_tolerance() {
        for radius in [0.05, 0.5, 2.0, 7.0, 40.0, 300.0] {
            let corners = circle(Pos2::ZERO, radius, TOLERANCE);
            assert!(corners.len() >= 8);
            let next = corners.iter().cycle().skip(1);
            for (&from, &to) in corners.iter().zip(next) {
                let flat = radius - from.lerp(to, 0.5).to_vec2().length();
                assert!(flat <= TOLERANCE + 0.001, "{radius}: {flat}");
            }
        }
        assert!(circle(Pos2::ZERO, 5.0, TOLERANCE).len() <= 16);
    }
}
