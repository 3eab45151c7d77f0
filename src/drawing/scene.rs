//! What a drawing is made of: shapes, lines, words and icons in named inks.
//!
//! Everything is measured in squares of the map, from the top left corner of the
//! drawing, y downwards. The set of items is small on purpose: each can be painted
//! by egui and written as SVG, and comes out the same.

use components::specs::Terrain;
use rules::player::PlayerId;

use super::board::Mark;
use super::region::Region;

/// A place in the drawing, in squares from its top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pos {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Pos {
    /// The place `x` squares to the right and `y` squares down.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The place so much further right and down.
    #[must_use]
    pub const fn plus(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y)
    }

    /// The place a share of the way from here to `other`: 0 is here, 1 is there.
    #[must_use]
    pub fn toward(self, other: Self, share: f32) -> Self {
        self.plus((other.x - self.x) * share, (other.y - self.y) * share)
    }

    /// How far `other` is, in squares.
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

/// An upright rectangle of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its top left corner.
    pub min: Pos,
    /// Its bottom right corner.
    pub max: Pos,
}

impl Rect {
    /// The rectangle with this top left corner, so wide and so high.
    #[must_use]
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { min: Pos::new(x, y), max: Pos::new(x + width, y + height) }
    }

    /// The square rectangle around `centre` with this side.
    #[must_use]
    pub const fn around(centre: Pos, side: f32) -> Self {
        Self::new(centre.x - side / 2.0, centre.y - side / 2.0, side, side)
    }

    /// From left to right.
    #[must_use]
    pub const fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    /// From top to bottom.
    #[must_use]
    pub const fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    /// The middle.
    #[must_use]
    pub const fn centre(&self) -> Pos {
        Pos::new(f32::midpoint(self.min.x, self.max.x), f32::midpoint(self.min.y, self.max.y))
    }

    /// The rectangle with so much taken off on every side.
    #[must_use]
    pub const fn shrunk(&self, by: f32) -> Self {
        Self { min: self.min.plus(by, by), max: self.max.plus(-by, -by) }
    }

    /// Whether it shares some area with `other`.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// Whether `pos` lies in it.
    #[must_use]
    pub fn contains(&self, pos: Pos) -> bool {
        (self.min.x..self.max.x).contains(&pos.x) && (self.min.y..self.max.y).contains(&pos.y)
    }
}

/// What a colour is for. Which colour that is, a [`Palette`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The sheet that is drawn on.
    Paper,
    /// What stands off the sheet, a little lighter than it: medallions, linings of lines.
    Raised,
    /// Lines and words.
    Ink,
    /// Words that may stand back.
    Muted,
    /// Land of a terrain.
    Terrain(Terrain),
    /// Land of which the terrain is not known.
    UnknownLand,
    /// Water.
    River,
    /// Stone of a wall.
    Wall,
    /// The joints of a wall.
    OnWall,
    /// Ground reserved for special buildings.
    Site,
    /// The wash that tells one of the three sections from the others, 0 to 2.
    Section(u8),
    /// A player's colour.
    Player(PlayerId),
    /// What is written on a player's colour.
    OnPlayer(PlayerId),
    /// The face of a player's tiles: card with a good part of the player's colour.
    Face(PlayerId),
    /// The line between the face and the coloured edge, which makes the edge of white tiles
    /// a double line.
    Rim(PlayerId),
    /// What pieces are made of: the face of nobody's tiles, the spaces of a building.
    Card,
    /// What is printed on pieces, which are light in every look, and their shadow.
    Print,
    /// The face of a prestige building.
    Stone,
    /// The roof of a prestige building.
    Roof,
    /// The surface of a road.
    Road,
    /// The token of nobody.
    Neutral,
    /// What is written on the token of nobody.
    OnNeutral,
    /// What was gained, is allowed or would help.
    Good,
    /// What was lost, is refused or is in the way.
    Bad,
    /// The one thing to look at.
    Accent,
    /// How something asked about a square turned out.
    Mark(Mark),
}

impl Ink {
    /// The ink, thinned: 0 is invisible, 1 is full.
    #[must_use]
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { ink: self, opacity }
    }
}

/// An ink with how strong it is laid on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// The ink.
    pub ink: Ink,
    /// From 0, invisible, to 1.
    pub opacity: f32,
}

impl From<Ink> for Tone {
    fn from(ink: Ink) -> Self {
        ink.at(1.0)
    }
}

/// Says which colour an ink has.
pub trait Palette {
    /// Red, green, blue and opacity of an ink at full strength.
    fn rgba(&self, ink: Ink) -> [u8; 4];

    /// The same for an ink that is thinned.
    fn tone(&self, tone: Tone) -> [u8; 4] {
        let [red, green, blue, alpha] = self.rgba(tone.ink);
        let alpha = (f32::from(alpha) * tone.opacity.clamp(0.0, 1.0)).round();
        [red, green, blue, alpha as u8]
    }
}

impl<F: Fn(Ink) -> [u8; 4]> Palette for F {
    fn rgba(&self, ink: Ink) -> [u8; 4] {
        self(ink)
    }
}

/// Where the given place is in a line of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At the start of the line, half way up.
    Start,
    /// In the middle of it.
    Middle,
    /// At its end, half way up.
    End,
}

/// Which of the two families of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// The one with character, for names of places and numerals.
    Serif,
    /// The plain one, for what has to be read when it is small.
    Sans,
}

/// A line of words.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it stands.
    pub pos: Pos,
    /// What part of the line stands there; the line is always centred vertically on it.
    pub anchor: Anchor,
    /// What it says.
    pub words: String,
    /// Height of the type, in squares.
    pub size: f32,
    /// Which family.
    pub face: Face,
    /// Whether it is set bold.
    pub bold: bool,
    /// Quarter turns clockwise; 0 for an upright line.
    pub turns: u8,
    /// The ink it is set in.
    pub tone: Tone,
}

impl Text {
    /// A line of words about how wide, in squares.
    ///
    /// A drawing is laid out before anybody knows with which font it is painted,
    /// so this goes by the widths that letters of a humanist face usually have.
    #[must_use]
    pub fn width_of(words: &str, size: f32, face: Face, bold: bool) -> f32 {
        let wide = |c: char| match face {
            Face::Sans => match c {
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
            Face::Serif => match c {
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

    fn bounds(&self) -> Rect {
        let wide = Self::width_of(&self.words, self.size, self.face, self.bold);
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

/// Strokes along a line instead of the whole of it, in squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// How long a stroke is.
    pub stroke: f32,
    /// How long the gap after it is.
    pub gap: f32,
}

/// One thing in the drawing. Later ones lie on top of earlier ones.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Item {
    /// A filled rectangle with corners rounded by so much.
    Rect {
        rect: Rect,
        /// Radius of the corners, 0 for sharp ones.
        corner: f32,
        tone: Tone,
    },
    /// A filled convex polygon.
    Polygon {
        /// Its corners, in order.
        points: Vec<Pos>,
        tone: Tone,
    },
    /// A filled shape over several squares.
    Region { region: Region, tone: Tone },
    /// A line with round joins.
    Line {
        points: Vec<Pos>,
        /// How wide it is, in squares.
        width: f32,
        /// Whether it goes back to its first point.
        closed: bool,
        /// Strokes and gaps, if it is not drawn whole.
        dash: Option<Dash>,
        tone: Tone,
    },
    /// A filled circle.
    Circle {
        centre: Pos,
        /// Its radius, in squares.
        radius: f32,
        tone: Tone,
    },
    /// A line of words.
    Text(Text),
    /// A drawing from the set of icons.
    Icon {
        /// The name of the drawing; a name without one is left out.
        name: String,
        /// Where; icons are square, so this should be as well.
        rect: Rect,
        tone: Tone,
    },
}

impl Item {
    /// The same in another drawing: moved by `by` after every length was multiplied by `times`.
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
            Self::Icon { name, rect, tone } => {
                Self::Icon { name: name.clone(), rect: framed(rect), tone: *tone }
            }
        }
    }

    /// An upright rectangle that it lies in; of words about, see [`Text::width_of`].
    #[must_use]
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

/// What part a group of items plays, so that a painter far away can leave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Always drawn.
    Main,
    /// The pattern of a terrain: noise when the board is small.
    Pattern,
    /// Drawn only where a square has room for a name.
    Near,
    /// Drawn only where it has not, in place of what is near.
    Far,
}

impl Detail {
    /// The least side of a square that carries a name, in points, or in pixels of a file.
    pub const NAMED: f32 = 44.0;

    /// Whether it is drawn where a square has this side, in points, or in pixels of a file.
    ///
    /// Patterns are: when they are noise depends on how fine the screen is.
    #[must_use]
    pub fn is_drawn(self, side: f32) -> bool {
        match self {
            Self::Main | Self::Pattern => true,
            Self::Near => side >= Self::NAMED,
            Self::Far => side < Self::NAMED,
        }
    }
}

/// A drawing, or a part of one that lies on top of another part of the same size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width and height in squares.
    pub size: Pos,
    /// What it is made of, from the bottom to the top.
    pub items: Vec<(Detail, Item)>,
}

impl Scene {
    /// An empty drawing of this size.
    #[must_use]
    pub const fn new(size: Pos) -> Self {
        Self { size, items: Vec::new() }
    }

    /// Lays another drawing of the same size on top of this one.
    pub fn extend(&mut self, other: Self) {
        self.items.extend(other.items);
    }

    /// Sets another drawing into this one, its corner at `at` and each of its squares `side`
    /// units wide; `pixels` is how wide a square is in the end, which decides what of its detail
    /// is shown.
    pub fn set_in(&mut self, other: &Self, at: Pos, side: f32, pixels: f32) {
        let items = other.items.iter().filter(|(detail, _)| detail.is_drawn(pixels));
        for (_, item) in items {
            self.push(item.moved(at, side));
        }
    }

    /// Adds one thing on top.
    pub fn push(&mut self, item: Item) {
        self.items.push((Detail::Main, item));
    }

    /// Adds one thing on top that is left out when the board is small.
    pub fn push_pattern(&mut self, item: Item) {
        self.items.push((Detail::Pattern, item));
    }

    /// Adds on top what `draw` draws, as a part of this kind.
    pub fn part(&mut self, detail: Detail, draw: impl FnOnce(&mut Self)) {
        let mut part = Self::new(self.size);
        draw(&mut part);
        self.items.extend(part.items.into_iter().map(|(_, item)| (detail, item)));
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, rect: Rect, corner: f32, tone: impl Into<Tone>) {
        let tone = tone.into();
        self.push(Item::Rect { rect, corner, tone });
    }

    /// Adds a filled convex polygon.
    pub fn polygon(&mut self, points: Vec<Pos>, tone: impl Into<Tone>) {
        let tone = tone.into();
        self.push(Item::Polygon { points, tone });
    }

    /// Adds a filled shape over several squares.
    pub fn region(&mut self, region: Region, tone: impl Into<Tone>) {
        let tone = tone.into();
        self.push(Item::Region { region, tone });
    }

    /// Adds the outline of a rectangle.
    pub fn frame(&mut self, rect: Rect, width: f32, tone: impl Into<Tone>) {
        let points = vec![
            rect.min,
            Pos::new(rect.max.x, rect.min.y),
            rect.max,
            Pos::new(rect.min.x, rect.max.y),
        ];
        self.ring(points, width, tone);
    }

    /// Adds a line.
    pub fn line(&mut self, points: Vec<Pos>, width: f32, tone: impl Into<Tone>) {
        self.push(Item::Line { points, width, closed: false, dash: None, tone: tone.into() });
    }

    /// Adds a line that goes back to its first point.
    pub fn ring(&mut self, points: Vec<Pos>, width: f32, tone: impl Into<Tone>) {
        self.push(Item::Line { points, width, closed: true, dash: None, tone: tone.into() });
    }

    /// Adds a line of strokes and gaps, closed or not.
    pub fn dashes(
        &mut self,
        points: Vec<Pos>,
        closed: bool,
        width: f32,
        dash: Dash,
        tone: impl Into<Tone>,
    ) {
        self.push(Item::Line { points, width, closed, dash: Some(dash), tone: tone.into() });
    }

    /// Adds the outlines of a shape over several squares.
    pub fn outline(&mut self, region: &Region, width: f32, tone: impl Into<Tone>) {
        let tone = tone.into();
        for ring in &region.rings {
            self.ring(ring.clone(), width, tone);
        }
    }

    /// Adds a filled circle.
    pub fn circle(&mut self, centre: Pos, radius: f32, tone: impl Into<Tone>) {
        self.push(Item::Circle { centre, radius, tone: tone.into() });
    }

    /// Adds the outline of a circle.
    pub fn circle_line(&mut self, centre: Pos, radius: f32, width: f32, tone: impl Into<Tone>) {
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
        tone: impl Into<Tone>,
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
    pub fn icon(&mut self, name: &str, rect: Rect, tone: impl Into<Tone>) {
        self.push(Item::Icon { name: name.to_owned(), rect, tone: tone.into() });
    }
}

/// Points along a circle, clockwise; `from` and `by` in whole turns, 0 is to the right.
///
/// A whole turn does not repeat its first point.
#[must_use]
pub fn arc(centre: Pos, radius: f32, from: f32, by: f32, pieces: u8) -> Vec<Pos> {
    let whole = by.abs() >= 1.0;
    let last = if whole { pieces } else { pieces + 1 };
    let at = |piece: u8| {
        let turn = from + by * f32::from(piece) / f32::from(pieces);
        let angle = turn * std::f32::consts::TAU;
        centre.plus(radius * angle.cos(), radius * angle.sin())
    };
    (0..last).map(at).collect()
}

/// Points along the curve that leaves `from` towards `control` and arrives at `to` from there.
#[must_use]
pub fn curve(from: Pos, control: Pos, to: Pos, pieces: u8) -> Vec<Pos> {
    let at = |piece: u8| {
        let share = f32::from(piece) / f32::from(pieces);
        let first = from.toward(control, share);
        first.toward(control.toward(to, share), share)
    };
    (0..=pieces).map(at).collect()
}

/// A line as the strokes that are drawn of it.
#[must_use]
pub fn strokes(points: &[Pos], closed: bool, dash: Dash) -> Vec<Vec<Pos>> {
    let mut strokes = Vec::new();
    let (Some(&first), true) = (points.first(), dash.stroke > 0.0 && dash.gap > 0.0) else {
        return vec![points.to_vec()];
    };
    let mut drawing = true;
    let mut left = dash.stroke;
    let mut stroke = vec![first];
    let back = closed.then_some(first);
    let mut here = first;
    for next in points.iter().skip(1).copied().chain(back) {
        let mut length = here.distance(next);
        while length > left {
            here = here.toward(next, left / length);
            length -= left;
            stroke.push(here);
            if drawing {
                strokes.push(std::mem::take(&mut stroke));
            }
            drawing = !drawing;
            stroke = vec![here];
            left = if drawing { dash.stroke } else { dash.gap };
        }
        left -= length;
        here = next;
        stroke.push(here);
    }
    if drawing && stroke.len() > 1 {
        strokes.push(stroke);
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashed_line_is_drawn_in_strokes_of_the_asked_length() {
        let line = [Pos::new(0.0, 0.0), Pos::new(1.0, 0.0), Pos::new(1.0, 1.0)];
        let dash = Dash { stroke: 0.5, gap: 0.25 };
        let strokes = strokes(&line, false, dash);
        assert_eq!(strokes.len(), 3);
        assert_eq!(strokes[0], [Pos::new(0.0, 0.0), Pos::new(0.5, 0.0)]);
        // The second stroke goes around the corner.
        assert_eq!(strokes[1].len(), 3);
    }

    #[test]
    fn a_drawing_set_into_another_keeps_its_shape() {
        let mut small = Scene::new(Pos::new(2.0, 2.0));
        small.circle(Pos::new(1.0, 1.0), 0.5, Ink::Ink);
        small.part(Detail::Near, |part| part.circle(Pos::new(1.0, 1.0), 0.1, Ink::Bad));
        let mut large = Scene::new(Pos::new(100.0, 100.0));
        large.set_in(&small, Pos::new(10.0, 20.0), 30.0, 30.0);
        // A square of 30 pixels is too small for what is near.
        let [(Detail::Main, Item::Circle { centre, radius, .. })] = large.items.as_slice() else {
            panic!("{:?}", large.items);
        };
        assert_eq!((*centre, *radius), (Pos::new(40.0, 50.0), 15.0));
    }

    #[test]
    fn a_thinned_ink_keeps_its_colour() {
        let palette = |_: Ink| [10, 20, 30, 200];
        assert_eq!(palette.tone(Ink::Paper.at(0.5)), [10, 20, 30, 100]);
        assert_eq!(palette.tone(Ink::Paper.at(3.0)), [10, 20, 30, 200]);
    }
}
