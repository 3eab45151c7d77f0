//! Points, rectangles and lines of a drawing, in its units.

/// A point of the drawing, in units from its top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pos {
    /// The distance to the right.
    pub x: f32,
    /// The distance downwards.
    pub y: f32,
}

impl Pos {
    /// Returns the point `x` to the right and `y` down.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Returns the point `x` further right and `y` further down.
    #[must_use]
    pub const fn plus(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y)
    }

    /// Interpolates between this point at share 0 and `other` at share 1.
    #[must_use]
    pub fn toward(self, other: Self, share: f32) -> Self {
        self.plus((other.x - self.x) * share, (other.y - self.y) * share)
    }

    /// Returns the distance to `other`.
    pub fn distance(self, other: Self) -> f32 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        // Coordinates are small, so there is no overflow for `hypot` to avoid, which is slower.
        (x * x + y * y).sqrt()
    }
}

/// An axis-aligned rectangle of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its top left corner.
    pub min: Pos,
    /// Its bottom right corner.
    pub max: Pos,
}

impl Rect {
    /// Returns the rectangle with this top left corner and size.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { min: Pos::new(x, y), max: Pos::new(x + width, y + height) }
    }

    /// Returns the square around `center` with this side.
    pub const fn around(centre: Pos, side: f32) -> Self {
        Self::new(centre.x - side / 2.0, centre.y - side / 2.0, side, side)
    }

    /// Returns the extent from left to right.
    pub const fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    /// Returns the extent from top to bottom.
    pub const fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    /// Returns the center.
    pub const fn center(&self) -> Pos {
        Pos::new(f32::midpoint(self.min.x, self.max.x), f32::midpoint(self.min.y, self.max.y))
    }

    /// Returns the rectangle with every side moved inwards by `by`.
    #[must_use]
    pub const fn shrunk(&self, by: f32) -> Self {
        Self { min: self.min.plus(by, by), max: self.max.plus(-by, -by) }
    }

    /// Checks if it overlaps `other`.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// Checks if `pos` is in it.
    pub fn contains(&self, pos: Pos) -> bool {
        (self.min.x..self.max.x).contains(&pos.x) && (self.min.y..self.max.y).contains(&pos.y)
    }
}

/// A pattern of strokes and gaps along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// The length of a stroke.
    pub stroke: f32,
    /// The length of the gap after it.
    pub gap: f32,
}

/// Returns points along a circle, clockwise; `from` and `by` in whole turns, 0 is to the right.
///
/// A whole turn does not repeat its first point.
pub fn arc(centre: Pos, radius: f32, from: f32, by: f32, pieces: u8) -> Vec<Pos> {
    let whole = by.abs() >= 1.0;
    let last = if whole { pieces } else { pieces + 1 };
    (0..last)
        .map(|piece| {
            let turn = from + by * f32::from(piece) / f32::from(pieces);
            let angle = turn * std::f32::consts::TAU;
            centre.plus(radius * angle.cos(), radius * angle.sin())
        })
        .collect()
}

/// Returns points along the outline of a rectangle with corners of this radius, clockwise.
pub fn rounded(rect: Rect, radius: f32) -> Vec<Pos> {
    let inner = rect.shrunk(radius);
    let corners = [
        (inner.min, 0.5),
        (Pos::new(inner.max.x, inner.min.y), 0.75),
        (inner.max, 0.0),
        (Pos::new(inner.min.x, inner.max.y), 0.25),
    ];
    corners.into_iter().flat_map(|(centre, from)| arc(centre, radius, from, 0.25, 8)).collect()
}

/// Returns points along the quadratic Bézier curve from `from` to `to`.
pub fn curve(from: Pos, control: Pos, to: Pos, pieces: u8) -> Vec<Pos> {
    (0..=pieces)
        .map(|piece| {
            let share = f32::from(piece) / f32::from(pieces);
            let first = from.toward(control, share);
            first.toward(control.toward(to, share), share)
        })
        .collect()
}

/// Returns the strokes of a dashed line.
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
    fn rounded_outline_stays_in_its_rectangle_and_reaches_every_side() {
        let rect = Rect::new(1.0, 2.0, 6.0, 4.0);
        let points = rounded(rect, 0.5);
        let count = |part: fn(&Pos) -> f32, at: f32| {
            points.iter().filter(|point| (part(point) - at).abs() < 0.001).count()
        };
        assert_eq!([count(|at| at.x, rect.min.x), count(|at| at.x, rect.max.x)], [2, 2]);
        assert_eq!([count(|at| at.y, rect.min.y), count(|at| at.y, rect.max.y)], [2, 2]);
        let whole = rect.shrunk(-0.001);
        assert!(points.iter().all(|&point| whole.contains(point)));
    }

    #[test]
    fn dashed_line_has_strokes_of_the_requested_length() {
        let line = [Pos::new(0.0, 0.0), Pos::new(1.0, 0.0), Pos::new(1.0, 1.0)];
        let dash = Dash { stroke: 0.5, gap: 0.25 };
        let strokes = strokes(&line, false, dash);
        assert_eq!(strokes.len(), 3);
        assert_eq!(strokes[0], [Pos::new(0.0, 0.0), Pos::new(0.5, 0.0)]);
        // The second stroke goes around the corner.
        assert_eq!(strokes[1].len(), 3);
    }
}
