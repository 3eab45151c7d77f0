//! The items of a drawing: shapes, lines, words and icons in named colors.
//!
//! The set of items is small on purpose: each can be painted by egui and written as SVG, and looks
//! the same in both.

use super::color::Tone;
use super::geometry::{Dash, Pos, Rect, arc, rounded};
use super::region::Region;

/// The point of a line of words that stands at a given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the line, half way up.
    Start,
    /// The middle of it.
    Middle,
    /// Its end, half way up.
    End,
}

/// One of the two families of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// The one with character, for names of places and numerals.
    Serif,
    /// The plain one, for words that have to be read when they are small.
    Sans,
}

impl Face {
    /// Returns the approximate width of a line of words in type of this height.
    ///
    /// A drawing is laid out before its font is known, so this goes by the widths that letters of a
    /// humanist face usually have.
    pub fn width_of(self, words: &str, size: f32, bold: bool) -> f32 {
        let wide = |c: char| match self {
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
                // Scripts we do not know may be as wide as they are high.
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
        };
        let bold = if bold { 1.02 } else { 1.0 };
        words.chars().map(wide).sum::<f32>() * size * bold
    }
}

/// A line of words.
#[derive(Clone, Debug, PartialEq)]
pub struct Text<C> {
    /// Its place.
    pub pos: Pos,
    /// The point of the line that stands there; the line is always centred vertically on it.
    pub anchor: Anchor,
    /// The words themselves.
    pub words: String,
    /// Height of the type.
    pub size: f32,
    /// The family of the type.
    pub face: Face,
    /// True for bold type.
    pub bold: bool,
    /// Quarter turns clockwise; 0 for an upright line.
    pub turns: u8,
    /// The color of the words.
    pub tone: Tone<C>,
}

impl<C> Text<C> {
    fn bounds(&self) -> Rect {
        let wide = self.face.width_of(&self.words, self.size, self.bold);
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
    /// Its name, of which a drawing has one icon at most.
    pub name: &'static str,
    /// Its file: square, black on nothing.
    pub svg: &'static str,
}

/// A thing in the drawing; later ones lie on top of earlier ones.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Item<C> {
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
        /// True if it goes back to its first point.
        closed: bool,
        /// Strokes and gaps, if it is not drawn whole.
        dash: Option<Dash>,
        tone: Tone<C>,
    },
    /// A filled circle.
    Circle {
        centre: Pos,
        /// Its radius.
        radius: f32,
        tone: Tone<C>,
    },
    /// A line of words.
    Text(Text<C>),
    /// A picture of one color.
    Icon {
        icon: Icon,
        /// Its place; icons are square, so this should be as well.
        rect: Rect,
        tone: Tone<C>,
    },
}

impl<C: Copy> Item<C> {
    /// Returns the same in another drawing: moved by `by` after every length was multiplied by
    /// `times`.
    #[must_use]
    pub fn moved(&self, by: Pos, times: f32) -> Self {
        let place = |at: Pos| by.plus(at.x * times, at.y * times);
        let all = |points: &[Pos]| points.iter().map(|&at| place(at)).collect();
        let framed = |rect: &Rect| Rect { min: place(rect.min), max: place(rect.max) };
        match self {
            Self::Rect { rect, corner, tone } => {
                Self::Rect { rect: framed(rect), corner: corner * times, tone: *tone }
            }
            Self::Polygon { points, tone } => Self::Polygon { points: all(points), tone: *tone },
            Self::Region { region, tone } => {
                Self::Region { region: region.moved(place), tone: *tone }
            }
            Self::Line { points, width, closed, dash, tone } => Self::Line {
                points: all(points),
                width: width * times,
                closed: *closed,
                dash: dash.map(|dash| Dash { stroke: dash.stroke * times, gap: dash.gap * times }),
                tone: *tone,
            },
            Self::Circle { centre, radius, tone } => {
                Self::Circle { centre: place(*centre), radius: radius * times, tone: *tone }
            }
            Self::Text(text) => {
                Self::Text(Text { pos: place(text.pos), size: text.size * times, ..text.clone() })
            }
            Self::Icon { icon, rect, tone } => {
                Self::Icon { icon: *icon, rect: framed(rect), tone: *tone }
            }
        }
    }

    /// Returns an upright rectangle that it lies in, an approximate one for words; see
    /// [`Face::width_of`].
    pub fn bounds(&self) -> Rect {
        let around = |points: &mut dyn Iterator<Item = Pos>, out: f32| {
            let first = points.next().unwrap_or_default();
            let whole = points.fold(Rect { min: first, max: first }, |whole, at| Rect {
                min: Pos::new(whole.min.x.min(at.x), whole.min.y.min(at.y)),
                max: Pos::new(whole.max.x.max(at.x), whole.max.y.max(at.y)),
            });
            whole.shrunk(-out)
        };
        match self {
            Self::Rect { rect, .. } | Self::Icon { rect, .. } => *rect,
            Self::Polygon { points, .. } => around(&mut points.iter().copied(), 0.0),
            Self::Region { region, .. } => around(&mut region.rings.iter().flatten().copied(), 0.0),
            Self::Line { points, width, .. } => around(&mut points.iter().copied(), width / 2.0),
            Self::Circle { centre, radius, .. } => Rect::around(*centre, radius * 2.0),
            Self::Text(text) => text.bounds(),
        }
    }
}

/// The part that a group of items plays, so that a small drawing can leave it out.
///
/// A drawing measured in points rather than in squares is all [`Main`](Self::Main).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Always drawn.
    Main,
    /// A pattern: noise in a small drawing.
    Pattern,
    /// Drawn only where a unit has room for a name.
    Near,
    /// Drawn only where it has not, in place of what is near.
    Far,
}

impl Detail {
    /// The least length of a unit that carries a name, in points, or in pixels of a file.
    pub const NAMED: f32 = 44.0;

    /// Checks if it is drawn where a unit has this length, in points, or in pixels of a file.
    ///
    /// Patterns are: when they are noise depends on how fine the screen is.
    pub fn is_drawn(self, unit: f32) -> bool {
        match self {
            Self::Main | Self::Pattern => true,
            Self::Near => unit >= Self::NAMED,
            Self::Far => unit < Self::NAMED,
        }
    }
}

/// A drawing, or a part of one that lies on top of another part of the same size.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<C> {
    /// Width and height.
    pub size: Pos,
    /// Its items from the bottom to the top.
    pub items: Vec<(Detail, Item<C>)>,
}

impl<C: Copy> Scene<C> {
    /// Returns an empty drawing of this size.
    pub const fn new(size: Pos) -> Self {
        Self { size, items: Vec::new() }
    }

    /// Lays another drawing of the same size on top of this one.
    pub fn extend(&mut self, other: Self) {
        self.items.extend(other.items);
    }

    /// Sets another drawing into this one, its corner at `at` and each of its units `side` long;
    /// `pixels` is the length of a unit in the end, which decides how much detail is shown.
    pub fn set_in(&mut self, other: &Self, at: Pos, side: f32, pixels: f32) {
        let items = other.items.iter().filter(|(detail, _)| detail.is_drawn(pixels));
        for (_, item) in items {
            self.push(item.moved(at, side));
        }
    }

    /// Adds one thing on top.
    pub fn push(&mut self, item: Item<C>) {
        self.items.push((Detail::Main, item));
    }

    /// Adds one thing on top that is left out of a small drawing.
    pub fn push_pattern(&mut self, item: Item<C>) {
        self.items.push((Detail::Pattern, item));
    }

    /// Adds what `draw` draws on top, as a part of this kind.
    pub fn part(&mut self, detail: Detail, draw: impl FnOnce(&mut Self)) {
        let mut part = Self::new(self.size);
        draw(&mut part);
        self.items.extend(part.items.into_iter().map(|(_, item)| (detail, item)));
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, rect: Rect, corner: f32, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(Item::Rect { rect, corner, tone });
    }

    /// Adds a filled convex polygon.
    pub fn polygon(&mut self, points: Vec<Pos>, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(Item::Polygon { points, tone });
    }

    /// Adds a filled shape over several squares.
    pub fn region(&mut self, region: Region, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        self.push(Item::Region { region, tone });
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
        self.push(Item::Line { points, width, closed: false, dash: None, tone: tone.into() });
    }

    /// Adds a line that goes back to its first point.
    pub fn ring(&mut self, points: Vec<Pos>, width: f32, tone: impl Into<Tone<C>>) {
        self.push(Item::Line { points, width, closed: true, dash: None, tone: tone.into() });
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
        self.push(Item::Line { points, width, closed, dash: Some(dash), tone: tone.into() });
    }

    /// Adds the outlines of a shape over several squares.
    pub fn outline(&mut self, region: &Region, width: f32, tone: impl Into<Tone<C>>) {
        let tone = tone.into();
        for ring in &region.rings {
            self.ring(ring.clone(), width, tone);
        }
    }

    /// Adds a filled circle.
    pub fn circle(&mut self, centre: Pos, radius: f32, tone: impl Into<Tone<C>>) {
        self.push(Item::Circle { centre, radius, tone: tone.into() });
    }

    /// Adds the outline of a circle.
    pub fn circle_line(&mut self, centre: Pos, radius: f32, width: f32, tone: impl Into<Tone<C>>) {
        self.ring(arc(centre, radius, 0.0, 1.0, 32), width, tone);
    }

    /// Adds an upright line of words, centred on `pos`.
    pub fn words(
        &mut self,
        pos: Pos,
        words: impl Into<String>,
        size: f32,
        face: Face,
        bold: bool,
        tone: impl Into<Tone<C>>,
    ) {
        self.push(Item::Text(Text {
            pos,
            anchor: Anchor::Middle,
            words: words.into(),
            size,
            face,
            bold,
            turns: 0,
            tone: tone.into(),
        }));
    }

    /// Adds an icon.
    pub fn icon(&mut self, icon: Icon, rect: Rect, tone: impl Into<Tone<C>>) {
        self.push(Item::Icon { icon, rect, tone: tone.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::super::color::TestColor;
    use super::*;

    #[test]
    fn a_drawing_set_into_another_keeps_its_shape() {
        let mut small = Scene::new(Pos::new(2.0, 2.0));
        small.circle(Pos::new(1.0, 1.0), 0.5, TestColor::Ink);
        small.part(Detail::Near, |part| part.circle(Pos::new(1.0, 1.0), 0.1, TestColor::Paper));
        let mut large = Scene::new(Pos::new(100.0, 100.0));
        large.set_in(&small, Pos::new(10.0, 20.0), 30.0, 30.0);
        // A unit of 30 pixels is too small for what is near.
        let [(Detail::Main, Item::Circle { centre, radius, .. })] = large.items.as_slice() else {
            panic!("{:?}", large.items);
        };
        assert_eq!((*centre, *radius), (Pos::new(40.0, 50.0), 15.0));
    }
}
