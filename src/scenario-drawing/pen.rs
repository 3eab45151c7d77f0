//! The pen that draws on a grid, and the sizes of its lines and text.

use scene::svg::CAP_HEIGHT;
use scene::{Pos, Rect, Typeface, arc};

use super::color::{MapColor, Scene, Tone};
use super::geometry::HexGrid;
use scenario_rules::Hex;

/// The width of lines between hexes, in points.
pub(super) const HAIR: f32 = 1.0;
/// The width of lines that mark a hex, in points.
pub(super) const MARK: f32 = 2.0;
/// The width of lines around a focused hex or figure, in points.
pub(super) const FOCUS: f32 = 2.5;

/// The maximum height of names and conditions, in points.
pub(super) const SMALL: f32 = 12.0;
/// The maximum height of other text, in points.
pub(super) const BODY: f32 = 14.0;

/// The minimum side length of a hex with a name on it, in points.
pub(super) const MIN_NAMED_SIDE: f32 = 24.0;

/// The opacity of a tint over a hex.
const TINT: f32 = 0.25;

/// The distance from the top of a line of text to its middle, in text heights.
const TO_TOP: f32 = 1.0 - CAP_HEIGHT / 2.0;
/// The distance from the bottom of a line of text to its middle, in text heights.
const TO_BOTTOM: f32 = 0.26 + CAP_HEIGHT / 2.0;

/// The half-angle of an arc around a figure, in full turns.
const BRACKET: f32 = 0.111_4;

/// A line style: the width in points, and the color.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) width: f32,
    pub(super) color: MapColor,
}

impl Stroke {
    pub(super) const fn new(width: f32, color: MapColor) -> Self {
        Self { width, color }
    }
}

/// A drawing on a grid.
pub(super) struct Pen {
    pub(super) scene: Scene,
    pub(super) grid: HexGrid,
}

impl Pen {
    pub(super) fn new(grid: HexGrid) -> Self {
        Self { scene: Scene::new(grid.far_corner()), grid }
    }

    /// Returns the side length of a hex, in points.
    pub(super) const fn side(&self) -> f32 {
        self.grid.side
    }

    pub(super) fn line(&mut self, points: &[Pos], stroke: Stroke) {
        self.scene.line(points.to_vec(), stroke.width, stroke.color);
    }

    pub(super) fn circle(&mut self, center: Pos, radius: f32, stroke: Stroke) {
        self.scene.ring(arc(center, radius, 0.0, 1.0, 64), stroke.width, stroke.color);
    }

    pub(super) fn plate(&mut self, rect: Rect, corner: f32, stroke: Stroke) {
        self.scene.rounded_frame(rect, corner, stroke.width, stroke.color);
    }

    /// Fills a hex.
    pub(super) fn fill(&mut self, hex: Hex, tone: Tone) {
        self.scene.polygon(self.grid.corners(hex).to_vec(), tone);
    }

    /// Tints a hex lightly, so that ink is readable on it in every appearance.
    pub(super) fn tint(&mut self, hex: Hex, color: MapColor) {
        self.fill(hex, color.at(TINT));
    }

    pub(super) fn outline(&mut self, hex: Hex, stroke: Stroke) {
        self.scene.ring(self.grid.corners(hex).to_vec(), stroke.width, stroke.color);
    }

    /// Draws two arcs around the figure in a hex that keep clear of its name and conditions.
    pub(super) fn brackets(&mut self, hex: Hex, radius: f32, stroke: Stroke) {
        for middle in [0.0, 0.5] {
            let radius = radius * self.side();
            let points = arc(self.grid.center(hex), radius, middle - BRACKET, 2.0 * BRACKET, 8);
            self.scene.line(points, stroke.width, stroke.color);
        }
    }

    /// Writes bold text centered at a point, with this height in points.
    pub(super) fn text(&mut self, at: Pos, words: &str, height: f32, color: MapColor) {
        self.scene.text(at, words, height, Typeface::Sans, true, color);
    }

    /// Writes regular text in ink below a point.
    pub(super) fn words_below(&mut self, at: Pos, words: &str, height: f32) {
        let middle = at.plus(0.0, TO_TOP * height);
        self.scene.text(middle, words, height, Typeface::Sans, false, MapColor::Text);
    }

    /// Writes bold text in ink above a point.
    pub(super) fn words_above(&mut self, at: Pos, words: &str, height: f32) {
        self.text(at.plus(0.0, -TO_BOTTOM * height), words, height, MapColor::Text);
    }
}
