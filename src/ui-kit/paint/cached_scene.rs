//! Drawings that stay the same for many frames.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{ColorImage, Context, Mesh, Painter, Rect, Shape, TextureHandle, TextureOptions};

use super::raster::{PixelRect, rasterize};
use super::{Canvas, has_pictures, paint_picture, paint_word_or_icon};
use crate::job::Job;
use scene::{Palette, Scene, SceneItem};

/// The time for which a drawing must be unchanged before it is rasterized, in seconds.
const REST_SECS: f64 = 0.25;

/// The minimum number of triangles that are replaced by a picture. Fewer take less memory than it.
const MIN_TRIANGLES: usize = 1500;

/// The margin of a picture around the visible part, in widths and heights of the view, so that the
/// drawing can be panned a little without new triangles.
const MARGIN: f32 = 0.25;

/// A drawing with its cache key: different drawings have different numbers.
#[derive(Clone, Copy, Debug)]
pub struct KeyedScene<S> {
    /// The number.
    pub id: u64,
    /// The drawing.
    pub scene: S,
}

/// The place of a drawing on screen.
#[derive(Clone, Copy, Debug)]
pub struct Viewport {
    /// The map from the units of the drawing to points on screen.
    pub to_screen: TSTransform,
    /// `false` while the drawing is zoomed.
    pub is_idle: bool,
}

/// The cached triangles of a drawing that is painted in every frame.
///
/// Once the drawing is at rest, they are rasterized in the background. Their picture looks the same
/// and is two triangles: a frame copies, uploads and draws less.
pub struct CachedScene<P> {
    cached: Option<PaintedScene<P>>,
}

impl<P> Default for CachedScene<P> {
    fn default() -> Self {
        Self { cached: None }
    }
}

/// A drawing as it was painted last.
struct PaintedScene<P> {
    id: u64,
    pixels_per_point: f32,
    palette: P,
    /// The size of a square when the triangles were computed, in points.
    scaling: f32,
    /// Their current place, and the time since when they have had it.
    at: TSTransform,
    since: f64,
    layers: Vec<Layer>,
    /// The pictures being made for the layers, and the place they are made for.
    pending: Option<(TSTransform, Job<Vec<LayerPicture>>)>,
    /// `true` once pictures were started at this place, or none is possible there.
    is_rasterized: bool,
}

/// Shapes, with the text and icons above them; the shapes of the next layer are above both.
struct Layer {
    shapes: Shapes,
    /// The indices of the texts and icons in the drawing.
    words: Vec<usize>,
}

/// Shapes as they are painted.
enum Shapes {
    Triangles(Arc<Mesh>),
    Picture(ShapesPicture<TextureHandle>),
}

/// A picture of shapes.
struct ShapesPicture<I> {
    image: I,
    /// Its place on the screen, in points.
    place: Rect,
    /// The place of all the shapes. The picture may be of the visible part only.
    whole: Rect,
}

/// The picture of a layer that gets one.
type LayerPicture = Option<ShapesPicture<ColorImage>>;

impl<P: Clone + PartialEq> CachedScene<P> {
    /// Paints a drawing, with the cached triangles or their pictures if nothing changed.
    ///
    /// `id` identifies the drawing: a changed drawing needs another one. Moving the drawing only
    /// moves the triangles. Another palette needs new ones, and so does another size once zooming
    /// ends. Until then triangles, pictures and text are stretched, since text would otherwise need
    /// a new font size in every frame.
    pub fn paint<C: Copy>(
        &mut self,
        painter: &Painter,
        KeyedScene { id, scene }: KeyedScene<&Scene<C>>,
        Viewport { to_screen, is_idle }: Viewport,
        palette: &P,
    ) where
        P: Palette<C>,
    {
        let now = painter.ctx().input(|input| input.time);
        let cached = self.cached.take().filter(|cached| {
            cached.id == id
                && (!is_idle || is_same(cached.scaling, to_screen.scaling))
                && is_same(cached.pixels_per_point, painter.pixels_per_point())
                && cached.palette == *palette
        });
        let moved = cached.map(|mut cached| {
            cached.take_pictures(painter.ctx());
            cached.move_to(to_screen, now);
            cached
        });
        let mut drawn =
            moved.filter(|moved| moved.covers(painter.clip_rect())).unwrap_or_else(|| {
                PaintedScene {
                    id,
                    pixels_per_point: painter.pixels_per_point(),
                    palette: palette.clone(),
                    scaling: to_screen.scaling,
                    at: to_screen,
                    since: now,
                    layers: layers(painter.pixels_per_point(), scene, to_screen, palette),
                    pending: None,
                    is_rasterized: false,
                }
            });
        drawn.paint(painter, scene);
        if is_idle {
            drawn.rasterize_at_rest(painter, now);
        }
        self.cached = Some(drawn);
    }
}

impl<P> PaintedScene<P> {
    fn paint<C: Copy>(&self, painter: &Painter, scene: &Scene<C>)
    where
        P: Palette<C>,
    {
        let stretch = self.at.scaling / self.scaling;
        for layer in &self.layers {
            layer.shapes.paint(painter);
            for &word in &layer.words {
                let (_, item) = &scene.items[word];
                paint_word_or_icon(painter, item, self.at, stretch, &self.palette);
            }
        }
    }

    /// Moves the shapes to another place on the screen, stretched if its scale differs.
    fn move_to(&mut self, to_screen: TSTransform, now: f64) {
        if self.at == to_screen {
            return;
        }
        let moved = to_screen * self.at.inverse();
        for layer in &mut self.layers {
            layer.shapes.transform(moved);
        }
        (self.at, self.since) = (to_screen, now);
        // Shapes without a picture may be in view now.
        self.is_rasterized = false;
    }

    /// Returns `true` if what is kept shows all of `seen`, as sharp as triangles or stretched.
    fn covers(&self, seen: Rect) -> bool {
        let is_stretched = !is_same(self.at.scaling, self.scaling);
        self.layers.iter().all(|layer| match &layer.shapes {
            Shapes::Triangles(_) => true,
            Shapes::Picture(picture) => {
                picture.covers(seen) && (is_stretched || picture.is_aligned(self.pixels_per_point))
            }
        })
    }

    /// Starts pictures of the layers with many triangles if the drawing is at rest; requests a frame
    /// for it otherwise.
    fn rasterize_at_rest(&mut self, painter: &Painter, now: f64) {
        let ctx = painter.ctx();
        let is_small = self.layers.iter().all(|layer| layer.shapes.large_mesh().is_none());
        let is_started = self.is_rasterized || self.pending.is_some();
        if is_small || is_started || !has_pictures(ctx) {
            return;
        }
        let left = self.since + REST_SECS - now;
        if left > 0.0 {
            // Later than the moment of rest, so that it has surely come.
            ctx.request_repaint_after_secs(left as f32 + 0.01);
            return;
        }
        self.is_rasterized = true;
        let max_side = ctx.input(|input| input.max_texture_side);
        let pixels_per_point = self.pixels_per_point;
        let large = |layer: &Layer| {
            let mesh = layer.shapes.large_mesh()?;
            let whole = mesh.calc_bounds();
            let part = visible_part(whole, painter.clip_rect(), pixels_per_point, max_side)?;
            Some((Arc::clone(mesh), whole, part))
        };
        let layers: Vec<_> = self.layers.iter().map(large).collect();
        if layers.iter().all(Option::is_none) {
            return;
        }
        let rasterize_all = move || {
            let picture = |(mesh, whole, part): (Arc<Mesh>, Rect, PixelRect)| ShapesPicture {
                image: rasterize(&mesh, pixels_per_point, part),
                place: part.in_points(pixels_per_point),
                whole,
            };
            layers.into_iter().map(|layer| layer.map(picture)).collect()
        };
        self.pending = Some((self.at, Job::start(ctx, rasterize_all)));
    }

    /// Replaces triangles by their pictures once those are finished.
    fn take_pictures(&mut self, ctx: &Context) {
        let finished = Job::take_with_key(&mut self.pending, false);
        let Some((drawn_at, Some(pictures))) = finished else {
            return;
        };
        let moved = self.at * drawn_at.inverse();
        for (layer, picture) in self.layers.iter_mut().zip(pictures) {
            if let Some(ShapesPicture { image, place, whole }) = picture {
                let image = ctx.load_texture("shapes", image, TextureOptions::LINEAR);
                layer.shapes = Shapes::Picture(ShapesPicture { image, place, whole });
                layer.shapes.transform(moved);
            }
        }
    }
}

impl Shapes {
    fn paint(&self, painter: &Painter) {
        match self {
            Self::Triangles(mesh) if mesh.is_empty() => {}
            Self::Triangles(mesh) => {
                painter.add(Shape::Mesh(Arc::clone(mesh)));
            }
            Self::Picture(picture) => paint_picture(painter, &picture.image, picture.place),
        }
    }

    fn transform(&mut self, moved: TSTransform) {
        match self {
            Self::Triangles(mesh) => Arc::make_mut(mesh).transform(moved),
            Self::Picture(picture) => {
                picture.place = moved * picture.place;
                picture.whole = moved * picture.whole;
            }
        }
    }

    /// Returns the triangles if there are enough of them for a picture.
    fn large_mesh(&self) -> Option<&Arc<Mesh>> {
        match self {
            Self::Triangles(mesh) if mesh.indices.len() >= 3 * MIN_TRIANGLES => Some(mesh),
            Self::Triangles(_) | Self::Picture(_) => None,
        }
    }
}

impl<I> ShapesPicture<I> {
    /// Returns `true` if it shows all shapes that are in `seen`.
    fn covers(&self, seen: Rect) -> bool {
        let shapes = self.whole.intersect(seen);
        !shapes.is_positive() || self.place.expand(PLACE_ERROR).contains_rect(shapes)
    }

    /// Returns `true` if its pixels are pixels of the screen.
    fn is_aligned(&self, pixels_per_point: f32) -> bool {
        let corner = self.place.min * pixels_per_point;
        (corner - corner.round()).length() <= PLACE_ERROR
    }
}

/// The rounding error of a place on the screen, in points or pixels.
const PLACE_ERROR: f32 = 0.02;

/// Returns the part of shapes that gets a picture: what is seen, with a margin if a texture has
/// room for it. `None` if nothing is seen, or if no texture can be that large.
fn visible_part(
    whole: Rect,
    seen: Rect,
    pixels_per_point: f32,
    max_side: usize,
) -> Option<PixelRect> {
    [MARGIN, 0.0]
        .map(|margin| whole.intersect(seen.expand2(seen.size() * margin)))
        .into_iter()
        .filter(Rect::is_positive)
        .map(|part| PixelRect::around(part, pixels_per_point))
        .find(|part| part.size().iter().all(|side| *side <= max_side))
}

/// Divides a drawing into layers, the lowest first.
///
/// A shape is in the lowest layer in which it is above all that it covers: it begins a layer only if
/// it covers a text or an icon of the one below.
fn layers<C: Copy>(
    pixels_per_point: f32,
    scene: &Scene<C>,
    to_screen: TSTransform,
    palette: &impl Palette<C>,
) -> Vec<Layer> {
    let mut canvas = Canvas::new(pixels_per_point, to_screen.scaling);
    let mut layers = vec![(Mesh::default(), Vec::new())];
    // Texts, icons, and the shapes above the first layer. Any item is above the other shapes.
    let mut raised: Vec<Raised> = Vec::new();
    for (index, (detail, item)) in scene.items.iter().enumerate() {
        if !canvas.draws(*detail) {
            continue;
        }
        let bounds = item.bounds();
        let is_word = matches!(item, SceneItem::Text(_) | SceneItem::Icon { .. });
        let below = raised.iter().filter(|below| below.bounds.overlaps(&bounds));
        let layer =
            below.map(|below| if is_word { below.layer } else { below.layer_of_shapes }).max();
        let layer = layer.unwrap_or(0);
        if layer > 0 || is_word {
            let layer_of_shapes = layer + usize::from(is_word);
            raised.push(Raised { bounds, layer, layer_of_shapes });
        }
        if layer == layers.len() {
            layers.push((Mesh::default(), Vec::new()));
        }
        let (mesh, words) = &mut layers[layer];
        if is_word {
            words.push(index);
        } else {
            std::mem::swap(mesh, &mut canvas.mesh);
            canvas.add(*detail, item, palette);
            std::mem::swap(mesh, &mut canvas.mesh);
        }
    }
    layers
        .into_iter()
        .map(|(mut mesh, words)| {
            mesh.translate(to_screen.translation);
            Layer { shapes: Shapes::Triangles(Arc::new(mesh)), words }
        })
        .collect()
}

/// An item with the lowest layers of what covers it.
struct Raised {
    bounds: scene::Rect,
    /// Its own layer, which a text above it may share.
    layer: usize,
    /// The lowest layer of a shape above it.
    layer_of_shapes: usize,
}

fn is_same(one: f32, other: f32) -> bool {
    (one - other).abs() <= f32::EPSILON
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::icons::Icon;
    use crate::theme::{self, Theme};
    use egui::vec2;
    use scene::{DetailLevel, Pos, Typeface};

    /// Ink on paper.
    #[derive(Clone, Copy)]
    enum Color {
        Paper,
        Ink,
    }

    #[derive(Clone, PartialEq)]
    struct TwoColors;

    impl Palette<Color> for TwoColors {
        fn rgba(&self, color: Color) -> [u8; 4] {
            match color {
                Color::Paper => [240, 230, 210, 255],
                Color::Ink => [20, 20, 20, 255],
            }
        }
    }

    /// Returns a board of 4 × 3 squares with a pattern on it and a letter in the center.
    fn board() -> Scene<Color> {
        let mut scene = Scene::new(Pos::new(4.0, 3.0));
        scene.rect(scene::Rect::new(0.0, 0.0, 4.0, 3.0), 0.1, Color::Paper);
        scene.part(DetailLevel::Pattern, |scene| {
            for x in 0..40_u8 {
                let x = f32::from(x) / 10.0;
                scene.line(vec![Pos::new(x, 0.0), Pos::new(x, 3.0)], 0.02, Color::Ink);
            }
        });
        scene.text(Pos::new(2.0, 1.5), "A", 0.5, Typeface::Sans, true, Color::Ink);
        scene
    }

    /// Returns the shapes below the first text.
    fn lowest(scene: &CachedScene<TwoColors>) -> &Shapes {
        let cached = scene.cached.as_ref().expect("it was painted");
        &cached.layers.first().expect("there is land").shapes
    }

    /// Returns the triangles below the first text.
    fn mesh(scene: &CachedScene<TwoColors>) -> Arc<Mesh> {
        match lowest(scene) {
            Shapes::Triangles(mesh) => Arc::clone(mesh),
            Shapes::Picture(_) => panic!("it is a picture"),
        }
    }

    /// Returns the shapes of a frame; the textures it asks for are not uploaded.
    fn frame(
        ctx: &egui::Context,
        draw: impl FnMut(&mut egui::Ui),
    ) -> Vec<egui::epaint::ClippedShape> {
        let mut output = ctx.run_ui(egui::RawInput::default(), draw);
        output.textures_delta.clear();
        output.shapes
    }

    /// Paints a board at these places in turn and returns the cached triangles after each.
    fn painted(places: &[TSTransform], is_idle: bool) -> Vec<Arc<Mesh>> {
        let scene = board();
        let ctx = egui::Context::default();
        Theme::install(&ctx, theme::Appearance::Light);
        let mut cached = CachedScene::default();
        let mut meshes = Vec::new();
        for &place in places {
            let _ = frame(&ctx, |ui| {
                let drawing = KeyedScene { id: 1, scene: &scene };
                let viewport = Viewport { to_screen: place, is_idle };
                cached.paint(ui.painter(), drawing, viewport, &TwoColors);
            });
            meshes.push(mesh(&cached));
        }
        meshes
    }

    #[test]
    fn an_unchanged_board_reuses_its_triangles() {
        let place = TSTransform::new(vec2(10.0, 20.0), 40.0);
        let meshes = painted(&[place, place], true);
        assert!(Arc::ptr_eq(&meshes[0], &meshes[1]));
        assert!(meshes[0].is_valid());
    }

    #[test]
    fn moving_a_board_moves_its_triangles_and_zooming_makes_new_ones() {
        let here = TSTransform::new(vec2(10.0, 20.0), 40.0);
        let there = TSTransform::new(vec2(15.0, 20.0), 40.0);
        let nearer = TSTransform::new(vec2(15.0, 20.0), 80.0);
        let meshes = painted(&[here, there, nearer], true);
        let [first, moved] = [&meshes[0], &meshes[1]].map(|mesh| mesh.vertices[0].pos);
        assert!(first.distance(moved - vec2(5.0, 0.0)) < 0.001);
        assert_eq!(meshes[0].vertices.len(), meshes[1].vertices.len());
        assert!(meshes[2].calc_bounds().width() > meshes[1].calc_bounds().width() * 1.9);
    }

    #[test]
    fn while_a_board_is_zoomed_its_triangles_are_stretched() {
        let here = TSTransform::new(vec2(10.0, 20.0), 40.0);
        let nearer = TSTransform::new(vec2(15.0, 20.0), 50.0);
        let stretched = painted(&[here, nearer], false);
        let fresh = painted(&[nearer], true);
        let [stretched, fresh] = [&stretched[1], &fresh[0]].map(|mesh| mesh.calc_bounds());
        assert!(stretched.expand(1.0).contains_rect(fresh), "{stretched}, {fresh}");
        assert!(fresh.expand(1.0).contains_rect(stretched), "{stretched}, {fresh}");
    }

    /// Returns the layers of a drawing: the number of triangles and the texts of each.
    fn layers_of(scene: &Scene<Color>) -> Vec<(usize, Vec<usize>)> {
        let layers = layers(1.0, scene, TSTransform::from_scaling(40.0), &TwoColors);
        let triangles = |shapes: &Shapes| match shapes {
            Shapes::Triangles(mesh) => mesh.indices.len() / 3,
            Shapes::Picture(_) => 0,
        };
        layers.into_iter().map(|layer| (triangles(&layer.shapes), layer.words)).collect()
    }

    #[test]
    fn a_shape_is_painted_above_the_text_it_covers() {
        let mut scene = Scene::new(Pos::new(4.0, 2.0));
        let [left, right] = [Pos::new(1.0, 1.0), Pos::new(3.0, 1.0)];
        for center in [left, right] {
            scene.circle(center, 0.4, Color::Paper);
            scene.text(center, "A", 0.5, Typeface::Sans, true, Color::Ink);
        }
        let two = layers_of(&scene);
        assert_eq!(two[0].1, [1, 3]);
        assert_eq!(two.len(), 1);
        scene.circle(left, 0.2, Color::Ink);
        scene.circle(Pos::new(2.0, 0.2), 0.2, Color::Ink);
        scene.text(left, "B", 0.2, Typeface::Sans, true, Color::Paper);
        scene.circle(right, 0.6, Color::Ink);
        let four = layers_of(&scene);
        // The circle between the two letters covers neither, so it is in the lowest layer.
        assert!(four[0].0 > two[0].0);
        assert_eq!(four[0].1, [1, 3]);
        assert_eq!(four[1].1, [6]);
        assert_eq!(four.len(), 2);
    }

    #[test]
    fn text_is_painted_above_the_shapes_it_covers() {
        let mut scene = Scene::new(Pos::new(4.0, 2.0));
        let (left, middle) = (Pos::new(1.0, 1.0), Pos::new(2.0, 1.0));
        scene.text(left, "A", 0.5, Typeface::Sans, true, Color::Ink);
        scene.circle(left, 1.2, Color::Paper);
        // On the circle but not on the letter: above both all the same.
        scene.text(middle, "B", 0.2, Typeface::Sans, true, Color::Ink);
        scene.circle(middle, 0.1, Color::Ink);
        let words: Vec<_> = layers_of(&scene).into_iter().map(|(_, words)| words).collect();
        assert_eq!(words, [vec![0], vec![2], vec![]]);
    }

    /// Returns a board with more triangles than are painted as such.
    fn large_board() -> Scene<Color> {
        let mut scene = Scene::new(Pos::new(20.0, 15.0));
        for column in 0..20_u8 {
            for row in 0..15_u8 {
                let center = Pos::new(f32::from(column) + 0.5, f32::from(row) + 0.5);
                scene.circle(center, 0.4, Color::Ink);
            }
        }
        scene
    }

    /// A window that paints a board in frames of a second.
    #[derive(Default)]
    struct TestWindow {
        ctx: egui::Context,
        board: CachedScene<TwoColors>,
        frames: u8,
        is_zoomed: bool,
    }

    impl TestWindow {
        /// Paints a frame, and waits for the jobs it started.
        fn paint(&mut self, scene: &Scene<Color>, to_screen: TSTransform) {
            self.frames += 1;
            let input = egui::RawInput {
                time: Some(self.frames.into()),
                screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, vec2(800.0, 600.0))),
                max_texture_side: Some(2048),
                ..egui::RawInput::default()
            };
            let mut output = self.ctx.run_ui(input, |ui| {
                let drawing = KeyedScene { id: 1, scene };
                let viewport = Viewport { to_screen, is_idle: !self.is_zoomed };
                self.board.paint(ui.painter(), drawing, viewport, &TwoColors);
            });
            output.textures_delta.clear();
            while crate::job::running_jobs(&self.ctx) > 0 {
                std::thread::yield_now();
            }
        }

        /// Returns the place of the picture; `None` while there are triangles.
        fn picture(&self) -> Option<Rect> {
            match lowest(&self.board) {
                Shapes::Triangles(_) => None,
                Shapes::Picture(picture) => Some(picture.place),
            }
        }
    }

    #[test]
    fn a_board_at_rest_becomes_a_picture_that_moves_with_it() {
        let (scene, mut window) = (large_board(), TestWindow::default());
        let place = TSTransform::new(vec2(10.0, 20.0), 30.0);
        for _ in 0..2 {
            window.paint(&scene, place);
            assert_eq!(window.picture(), None);
        }
        window.paint(&scene, place);
        let picture = window.picture().expect("it has rested for a second");
        let board = Rect::from_min_size(egui::pos2(10.0, 20.0), vec2(600.0, 450.0));
        assert!(board.expand(2.0).contains_rect(picture), "{picture:?}");
        assert!(picture.contains_rect(board.shrink(3.0)), "{picture:?}");
        window.paint(&scene, TSTransform::new(vec2(12.0, 19.0), 30.0));
        assert_eq!(window.picture(), Some(picture.translate(vec2(2.0, -1.0))));
        // Not by half a pixel, nor in another size: a picture would be blurred.
        window.paint(&scene, TSTransform::new(vec2(12.5, 19.0), 30.0));
        assert_eq!(window.picture(), None);
        for _ in 0..3 {
            window.paint(&scene, place);
        }
        assert!(window.picture().is_some());
        window.paint(&scene, TSTransform::new(vec2(10.0, 20.0), 31.0));
        assert_eq!(window.picture(), None);
    }

    #[test]
    fn a_picture_of_the_visible_part_is_replaced_when_more_is_seen() {
        let (scene, mut window) = (large_board(), TestWindow::default());
        let place = TSTransform::from_scaling(200.0);
        for _ in 0..3 {
            window.paint(&scene, place);
        }
        let picture = window.picture().expect("it has rested for a second");
        assert_eq!(picture.max, egui::pos2(1000.0, 750.0));
        window.paint(&scene, TSTransform::new(vec2(-190.0, -140.0), 200.0));
        assert!(window.picture().is_some());
        window.paint(&scene, TSTransform::new(vec2(-210.0, -140.0), 200.0));
        assert_eq!(window.picture(), None);
    }

    #[test]
    fn a_board_that_comes_into_view_becomes_a_picture() {
        let (scene, mut window) = (large_board(), TestWindow::default());
        for (left, is_picture) in [(2000.0, false), (10.0, true)] {
            for _ in 0..3 {
                window.paint(&scene, TSTransform::new(vec2(left, 20.0), 30.0));
            }
            assert_eq!(window.picture().is_some(), is_picture, "{left}");
        }
    }

    #[test]
    fn while_a_board_is_zoomed_its_icons_are_stretched() {
        let mut scene = Scene::<Color>::new(Pos::new(4.0, 3.0));
        let icon = scene::Icon { name: Icon::VoteCircle.name(), svg: "" };
        scene.icon(icon, scene::Rect::new(0.0, 0.0, 1.0, 1.0), Color::Ink);
        let mut window = TestWindow::default();
        Theme::install(&window.ctx, theme::Appearance::Light);
        let mut pictures = |scaling: f32, is_idle: bool| {
            window.is_zoomed = !is_idle;
            window.paint(&scene, TSTransform::from_scaling(scaling));
            let textures = window.ctx.tex_manager();
            let allocated: HashSet<_> = textures.read().allocated().map(|(id, _)| *id).collect();
            allocated
        };
        let before = pictures(20.0, true);
        for scaling in 21_u8..60 {
            assert_eq!(pictures(scaling.into(), false), before);
        }
        assert_ne!(pictures(60.0, true), before);
    }

    #[test]
    fn small_drawings_and_windows_without_pictures_keep_their_triangles() {
        let (small, large) = (board(), large_board());
        let mut window = TestWindow::default();
        let mut without = TestWindow::default();
        super::super::turn_off_pictures(&without.ctx);
        for _ in 0..3 {
            window.paint(&small, TSTransform::from_scaling(30.0));
            without.paint(&large, TSTransform::from_scaling(30.0));
        }
        assert_eq!((window.picture(), without.picture()), (None, None));
    }

    #[test]
    fn small_boards_are_painted_without_patterns() {
        let meshes =
            painted(&[TSTransform::from_scaling(8.0), TSTransform::from_scaling(30.0)], true);
        assert!(meshes[0].vertices.len() * 2 < meshes[1].vertices.len());
    }
}
