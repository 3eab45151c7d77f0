//! The items of a drawing: shapes, lines, texts and icons in named colors.
//!
//! The set of items is small on purpose: each can be painted by egui and written as SVG, and looks
//! the same in both.

use super::color::Tone;
use super::geometry::{Dash, Pos, Rect, arc, rounded};
use super::region::Region;

/// The point of a line of text that is placed at a position, always half way up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the line.
    Start,
    /// The middle of the line.
    Middle,
    /// The end of the line.
    End,
}

/// One of the two font families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typeface {
    /// The decorative family, for names of places and numerals.
    Serif,
    /// The plain family, for text that is read at small sizes.
    Sans,
}

impl Typeface {
    /// Returns the approximate width of a line of text at this font size.
    ///
    /// A drawing is laid out before its font is known, so this uses the usual letter widths of a
    /// humanist typeface.
    pub fn width_of(self, words: &str, size: f32, bold: bool) -> f32 {
        let bold = if bold { 1.02 } else { 1.0 };
        words.chars().map(|c| self.letter_width(c)).sum::<f32>() * size * bold
    }

    /// Returns the approximate width of a letter, relative to the font size.
    fn letter_width(self, c: char) -> f32 {
        match self {
            Self::Sans => match c {
                'i' | 'j' | 'l' | '.' | ',' | '\'' | '’' | ' ' | ':' => 0.27,
                'f' | 't' | '-' => 0.36,
                'I' | 'r' | 'J' => 0.43,
                'm' | 'M' | 'W' => 0.85,
                'w' => 0.74,
                'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'e' => 0.52,
                'A'..='Z' => 0.66,
                '\u{200A}' => 0.1,
                _ if c.is_ascii() || c == '–' => 0.59,
                // Letters of other scripts may be as wide as they are high.
                _ => 0.9,
            },
            Self::Serif => match c {
                'i' | 'j' | 'l' | '.' | ',' | '\'' | '’' | ' ' | ':' => 0.31,
                'f' | 't' | 'I' | 'J' => 0.38,
                'c' | 'r' | 's' | '-' => 0.46,
                'm' | 'M' | 'W' => 0.97,
                'w' => 0.78,
                'h' | 'n' => 0.64,
                'A' | 'D' | 'G' | 'H' | 'K' | 'N' | 'O' | 'Q' => 0.74,
                'A'..='Z' => 0.65,
                '\u{200A}' => 0.1,
                _ if c.is_ascii() || c == '–' => 0.57,
                _ => 0.9,
            },
        }
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text<C> {
    /// The position of its anchor.
    pub pos: Pos,
    /// The point of the line at `pos`; the line is always centered vertically on it.
    pub anchor: Anchor,
    /// The text itself.
    pub text: String,
    /// The font size.
    pub size: f32,
    /// The font family.
    pub face: Typeface,
    /// `true` for bold type.
    pub bold: bool,
    /// The rotation in quarter turns clockwise.
    pub turns: u8,
    /// The color.
    pub tone: Tone<C>,
}

impl<C> Text<C> {
    fn bounds(&self) -> Rect {
        let wide = self.face.width_of(&self.text, self.size, self.bold);
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide / 2.0,
            Anchor::End => wide,
        };
        let (from, to) = (-before, wide - before);
        let half = self.size / 2.0;
        let (low, high) = match self.turns % 4 {
            0 => ((from, -half), (to, half)),
            1 => ((-half, from), (half, to)),
            2 => ((-to, -half), (-from, half)),
            _ => ((-half, -to), (half, -from)),
        };
        Rect { min: self.pos.plus(low.0, low.1), max: self.pos.plus(high.0, high.1) }
    }
}

/// A picture of one color, as SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its name, unique in a drawing.
    pub name: &'static str,
    /// The text of its file: square, black on a transparent background.
    pub svg: &'static str,
}

/// An item of a drawing; later ones are on top of earlier ones.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum SceneItem<C> {
    /// A filled rectangle, its corners rounded or sharp.
    Rect {
        rect: Rect,
        /// Radius of the corners, 0 for sharp ones.
        corner: f32,
        tone: Tone<C>,
    },
    /// A filled convex polygon.
    Polygon {
        /// Its corners, in order.
        points: Vec<Pos>,
        tone: Tone<C>,
    },
    /// A filled shape over several squares of a grid.
    Region { region: Region, tone: Tone<C> },
    /// A line with round joins.
    Line {
        points: Vec<Pos>,
        /// Its thickness.
        width: f32,
        /// `true` if it returns to its first point.
        closed: bool,
        /// Strokes and gaps, unless the line is solid.
        dash: Option<Dash>,
        tone: Tone<C>,
    },
    /// A filled circle.
    Circle {
        center: Pos,
        /// Its radius.
        radius: f32,
        tone: Tone<C>,
    },
    /// A line of text.
    Text(Text<C>),
    /// A picture of one color.
    Icon {
        icon: Icon,
        /// Its place, which should be square like the icon.
        rect: Rect,
        tone: Tone<C>,
    },
}

/// A map of points: every coordinate is multiplied by `times`, then shifted by `by`.
#[derive(Clone, Copy)]
struct Transform {
    by: Pos,
    times: f32,
}

impl Transform {
    const fn pos(self, at: Pos) -> Pos {
        self.by.plus(at.x * self.times, at.y * self.times)
    }

    fn points(self, points: &[Pos]) -> Vec<Pos> {
        points.iter().map(|&at| self.pos(at)).collect()
    }

    const fn rect(self, rect: &Rect) -> Rect {
        Rect { min: self.pos(rect.min), max: self.pos(rect.max) }
    }
}

impl<C: Copy> SceneItem<C> {
    /// Returns the item for another drawing: every length is multiplied by `times`, and the result
    /// is moved by `by`.
    #[must_use]
    pub fn transformed(&self, by: Pos, times: f32) -> Self {
        let to = Transform { by, times };
        match self {
            Self::Rect { rect, corner, tone } => {
                Self::Rect { rect: to.rect(rect), corner: corner * times, tone: *tone }
            }
            Self::Polygon { points, tone } => {
                Self::Polygon { points: to.points(points), tone: *tone }
            }
            Self::Region { region, tone } => {
                Self::Region { region: region.map_points(|at| to.pos(at)), tone: *tone }
            }
            Self::Line { points, width, closed, dash, tone } => Self::Line {
                points: to.points(points),
                width: width * times,
                closed: *closed,
                dash: dash.map(|dash| Dash { stroke: dash.stroke * times, gap: dash.gap * times }),
                tone: *tone,
            },
            Self::Circle { center, radius, tone } => {
                Self::Circle { center: to.pos(*center), radius: radius * times, tone: *tone }
            }
            Self::Text(text) => {
                Self::Text(Text { pos: to.pos(text.pos), size: text.size * times, ..text.clone() })
            }
            Self::Icon { icon, rect, tone } => {
                Self::Icon { icon: *icon, rect: to.rect(rect), tone: *tone }
            }
        }
    }

    /// Returns its bounding rectangle, an approximate one for text; see [`Typeface::width_of`].
    pub fn bounds(&self) -> Rect {
        match self {
            Self::Rect { rect, .. } | Self::Icon { rect, .. } => *rect,
            Self::Polygon { points, .. } => bounds_of(points.iter().copied(), 0.0),
            Self::Region { region, .. } => bounds_of(region.rings.iter().flatten().copied(), 0.0),
            Self::Line { points, width, .. } => bounds_of(points.iter().copied(), width / 2.0),
            Self::Circle { center, radius, .. } => Rect::around(*center, radius * 2.0),
            Self::Text(text) => text.bounds(),
        }
    }
}

/// Returns the bounding rectangle of points, enlarged by `margin` on every side.
fn bounds_of(mut points: impl Iterator<Item = Pos>, margin: f32) -> Rect {
    let first = points.next().unwrap_or_default();
    points
        .fold(Rect { min: first, max: first }, |whole, at| Rect {
            min: Pos::new(whole.min.x.min(at.x), whole.min.y.min(at.y)),
            max: Pos::new(whole.max.x.max(at.x), whole.max.y.max(at.y)),
        })
        .shrunk(-margin)
}

/// The level of detail of an item, so that a small drawing can omit it.
///
/// In a drawing measured in points rather than in squares, everything is [`Main`](Self::Main).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailLevel {
    /// Always drawn.
    Main,
    /// A pattern: noise in a small drawing.
    Pattern,
    /// Drawn only if a unit is large enough for a name.
    Near,
    /// Drawn only if a unit is too small for a name, in place of [`Near`](Self::Near) items.
    Far,
}

impl DetailLevel {
    /// The minimum length of a unit that carries a name, in points, or in pixels of a file.
    pub const NAMED: f32 = 44.0;

    /// Checks if it is drawn at this length of a unit, in points, or in pixels of a file.
    ///
    /// Patterns always are: the size at which they become noise depends on the screen's resolution.
    pub fn is_drawn(self, unit: f32) -> bool {
        match self {
            Self::Main | Self::Pattern => true,
            Self::Near => unit >= Self::NAMED,
            Self::Far => unit < Self::NAMED,
        }
    }
}

/// A drawing, or one layer of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<C> {
    /// Width and height.
    pub size: Pos,
    /// The items from the bottom to the top.
    pub items: Vec<(DetailLevel, SceneItem<C>)>,
}

impl<C: Copy> Scene<C> {
    /// Returns an empty drawing of this size.
    pub const fn new(size: Pos) -> Self {
        Self { size, items: Vec::new() }
    }

    /// Adds another drawing of the same size on top of this one.
    pub fn extend(&mut self, other: Self) {
        self.items.extend(other.items);
    }

    /// Inserts another drawing on top, with its corner at `at` and each of its units `side` long.
    /// `pixels` is the final length of such a unit, which decides the level of detail.
    pub fn insert(&mut self, other: &Self, at: Pos, side: f32, pixels: f32) {
        for (_, item) in other.items.iter().filter(|(detail, _)| detail.is_drawn(pixels)) {
            self.push(item.transformed(at, side));
        }
    }

    /// Adds an item on top.
    pub fn push(&mut self, item: SceneItem<C>) {
        self.items.push((DetailLevel::Main, item));
    }

    /// Adds an item of a pattern on top.
    pub fn push_pattern(&mut self, item: SceneItem<C>) {
        self.items.push((DetailLevel::Pattern, item));
    }

    /// Adds the items that `draw` draws on top, all at this level of detail.
    pub fn part(&mut self, detail: DetailLevel, draw: impl FnOnce(&mut Self)) {
        let mut part = Self::new(self.size);
        draw(&mut part);
        self.items.extend(part.items.into_iter().map(|(_, item)| (detail, item)));
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, rect: Rect, corner: f32, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(SceneItem::Rect { rect, corner, tone });
    }

    /// Adds a filled convex polygon.
    pub fn polygon(&mut self, points: Vec<Pos>, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(SceneItem::Polygon { points, tone });
    }

    /// Adds a filled shape over several squares.
    pub fn region(&mut self, region: Region, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(SceneItem::Region { region, tone });
    }

    /// Adds the outline of a rectangle with sharp corners.
    pub fn frame(&mut self, rect: Rect, width: f32, tone: impl Into<Tone<C>>) {
        let points = vec![
            rect.min,
            Pos::new(rect.max.x, rect.min.y),
            rect.max,
            Pos::new(rect.min.x, rect.max.y),
        ];
        self.ring(points, width, tone);
    }

    /// Adds the outline of a rectangle with corners of this radius.
    pub fn rounded_frame(&mut self, rect: Rect, corner: f32, width: f32, tone: impl Into<Tone<C>>) {
        self.ring(rounded(rect, corner), width, tone);
    }

    /// Adds a line.
    pub fn line(&mut self, points: Vec<Pos>, width: f32, tone: impl Into<Tone<C>>) {
        self.push(SceneItem::Line { points, width, closed: false, dash: None, tone: tone.into() });
    }

    /// Adds a line that returns to its first point.
    pub fn ring(&mut self, points: Vec<Pos>, width: f32, tone: impl Into<Tone<C>>) {
        self.push(SceneItem::Line { points, width, closed: true, dash: None, tone: tone.into() });
    }

    /// Adds a line of strokes and gaps, closed or not.
    pub fn dashes(
        &mut self,
        points: Vec<Pos>,
        closed: bool,
        width: f32,
        dash: Dash,
        tone: impl Into<Tone<C>>,
    ) {
        self.push(SceneItem::Line { points, width, closed, dash: Some(dash), tone: tone.into() });
    }

    /// Adds the outlines of a shape over several squares.
    pub fn outline(&mut self, region: &Region, width: f32, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        for ring in &region.rings {
            self.ring(ring.clone(), width, tone);
        }
    }

    /// Adds a filled circle.
    pub fn circle(&mut self, center: Pos, radius: f32, tone: impl Into<Tone<C>>) {
        self.push(SceneItem::Circle { center, radius, tone: tone.into() });
    }

    /// Adds the outline of a circle.
    pub fn circle_line(&mut self, centre: Pos, radius: f32, width: f32, tone: impl Into<Tone<C>>) {
        self.ring(arc(centre, radius, 0.0, 1.0, 32), width, tone);
    }

    /// Adds an upright line of text, centered on `pos`.
    pub fn text(
        &mut self,
        pos: Pos,
        words: impl Into<String>,
        size: f32,
        face: Typeface,
        bold: bool,
        tone: impl Into<Tone<C>>,
    ) {
        self.push(SceneItem::Text(Text {
            pos,
            anchor: Anchor::Middle,
            text: words.into(),
            size,
            face,
            bold,
            turns: 0,
            tone: tone.into(),
        }));
    }

    /// Adds an icon.
    pub fn icon(&mut self, icon: Icon, rect: Rect, tone: impl Into<Tone<C>>) {
        self.push(SceneItem::Icon { icon, rect, tone: tone.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::super::color::TestColor;
    use super::*;

    #[test]
    fn inserted_drawing_keeps_its_shape() {
        let mut small = Scene::new(Pos::new(2.0, 2.0));
        small.circle(Pos::new(1.0, 1.0), 0.5, TestColor::Ink);
        small
            .part(DetailLevel::Near, |part| part.circle(Pos::new(1.0, 1.0), 0.1, TestColor::Paper));
        let mut large = Scene::new(Pos::new(100.0, 100.0));
        large.insert(&small, Pos::new(10.0, 20.0), 30.0, 30.0);
        // A unit of 30 pixels is too small for near items.
        let [(DetailLevel::Main, SceneItem::Circle { center, radius, .. })] =
            large.items.as_slice()
        else {
            panic!("{:?}", large.items);
        };
        assert_eq!((*center, *radius), (Pos::new(40.0, 50.0), 15.0));
    }
}
