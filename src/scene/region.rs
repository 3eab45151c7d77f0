//! Shapes over several squares of a grid, with a common outline.
//!
//! A square is one unit wide. Rivers, walls, sites, sections and tiles are all such shapes. A
//! region has its outlines, for painters that can fill any path, and the same area in triangles,
//! for those that cannot.

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::{Pos, curve};

/// A square of the drawing by column and row, after the board was rotated.
pub type GridCell = (i16, i16);

/// The number of line segments of a rounded corner.
const PIECES: u8 = 5;

/// A filled shape with its outlines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The outlines; those of holes run in the opposite direction.
    pub rings: Vec<Vec<Pos>>,
    /// The same area as triangles that do not overlap.
    pub triangles: Vec<[Pos; 3]>,
}

/// The inset and rounding of a region's outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineForm {
    /// The distance of the outline from the edge of the squares, below half a square.
    pub inset: f32,
    /// The radius of its corners; half a square makes it flow like a river.
    pub round: f32,
}

impl OutlineForm {
    /// The banks of a river.
    pub const FLOWING: Self = Self { inset: 0.0, round: 0.5 };
}

impl Region {
    /// Returns the shape with each of its points mapped by `place`.
    #[must_use]
    pub fn map_points(&self, place: impl Fn(Pos) -> Pos) -> Self {
        Self {
            rings: self
                .rings
                .iter()
                .map(|ring| ring.iter().map(|&at| place(at)).collect())
                .collect(),
            triangles: self.triangles.iter().map(|corners| corners.map(&place)).collect(),
        }
    }

    /// Returns the shape over `cells`; `origin` is the corner of the grid.
    ///
    /// Squares that meet only at a corner are not joined.
    pub fn new(cells: &BTreeSet<GridCell>, form: OutlineForm, origin: Pos) -> Self {
        Self::running_off(cells, form, origin, |_| false)
    }

    /// Returns the shape over `cells` as it runs off the grid over each outside square that is
    /// `running_off`: there it has no inset and no rounded corner.
    pub fn running_off(
        cells: &BTreeSet<GridCell>,
        form: OutlineForm,
        origin: Pos,
        open: impl Fn(GridCell) -> bool,
    ) -> Self {
        let mut region =
            Self { rings: rings(cells, form, &open), triangles: triangles(cells, form, &open) };
        for point in region.rings.iter_mut().flatten().chain(region.triangles.iter_mut().flatten())
        {
            *point = point.plus(origin.x, origin.y);
        }
        region
    }
}

/// Returns the outlines, each with the squares to its right.
fn rings(
    cells: &BTreeSet<GridCell>,
    form: OutlineForm,
    open: &impl Fn(GridCell) -> bool,
) -> Vec<Vec<Pos>> {
    // Edges between a square inside and one outside, keyed by the grid corner they start from.
    let mut edges: BTreeMap<GridCell, Vec<GridCell>> = BTreeMap::new();
    for &(x, y) in cells {
        let sides = [
            ((0, -1), (0, 0), (1, 0)),
            ((1, 0), (1, 0), (1, 1)),
            ((0, 1), (1, 1), (0, 1)),
            ((-1, 0), (0, 1), (0, 0)),
        ];
        for (beyond, from, to) in sides {
            if !cells.contains(&(x + beyond.0, y + beyond.1)) {
                let from = (x + from.0, y + from.1);
                edges.entry(from).or_default().push((x + to.0, y + to.1));
            }
        }
    }
    let mut rings = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut corners = vec![start];
        let mut here = start;
        let mut previous: Option<GridCell> = None;
        while let Some(ends) = edges.get_mut(&here) {
            // Where two squares meet only at a corner, the outline turns right, to its own square.
            let right_turn = ends.iter().position(|&to| {
                previous.is_some_and(|previous| {
                    let (ax, ay) = (here.0 - previous.0, here.1 - previous.1);
                    let (bx, by) = (to.0 - here.0, to.1 - here.1);
                    ax * by - ay * bx > 0
                })
            });
            let next = ends.swap_remove(right_turn.unwrap_or(0));
            if ends.is_empty() {
                edges.remove(&here);
            }
            previous = Some(here);
            here = next;
            if here == start {
                break;
            }
            corners.push(here);
        }
        rings.push(round(&corners, form, open));
    }
    rings
}

/// Returns the square to the left of an edge, which is outside the shape.
fn left_of(from: GridCell, direction: GridCell) -> GridCell {
    match direction {
        (1, _) => (from.0, from.1 - 1),
        (-1, _) => (from.0 - 1, from.1),
        (_, 1) => (from.0, from.1),
        _ => (from.0 - 1, from.1 - 1),
    }
}

/// Moves an outline inwards and rounds its corners.
fn round(corners: &[GridCell], form: OutlineForm, open: &impl Fn(GridCell) -> bool) -> Vec<Pos> {
    let count = corners.len();
    let mut points = Vec::new();
    for (index, &(x, y)) in corners.iter().enumerate() {
        let before = corners[(index + count - 1) % count];
        let after = corners[(index + 1) % count];
        let (ax, ay) = (x - before.0, y - before.1);
        let (bx, by) = (after.0 - x, after.1 - y);
        let open_a = open(left_of(before, (ax, ay)));
        let open_b = open(left_of((x, y), (bx, by)));
        let inset_a = if open_a { 0.0 } else { form.inset };
        let inset_b = if open_b { 0.0 } else { form.inset };
        let (ax, ay) = (f32::from(ax), f32::from(ay));
        let (bx, by) = (f32::from(bx), f32::from(by));
        let moved = |by_a: f32, by_b: f32| {
            Pos::new(f32::from(x) - ay * by_a - by * by_b, f32::from(y) + ax * by_a + bx * by_b)
        };
        if (ax, ay) == (bx, by) {
            if open_a != open_b {
                points.extend([moved(inset_a, 0.0), moved(0.0, inset_b)]);
            }
            continue;
        }
        let corner = moved(inset_a, inset_b);
        let outer = ax * by - ay * bx > 0.0;
        let max_radius = if outer { 0.5 - form.inset } else { 0.5 };
        let radius = form.round.min(max_radius);
        if radius <= 0.0 || open_a || open_b {
            points.push(corner);
            continue;
        }
        let from = corner.plus(-ax * radius, -ay * radius);
        let to = corner.plus(bx * radius, by * radius);
        points.extend(curve(from, corner, to, PIECES));
    }
    points
}

/// A quarter of a square, with coordinates from the square's center outwards.
#[derive(Clone, Copy)]
struct Quarter {
    square: GridCell,
    /// The signs of the two directions outwards.
    signs: GridCell,
}

impl Quarter {
    /// Returns the point at a distance of `u` and `v` from the square's center.
    fn at(self, u: f32, v: f32) -> Pos {
        Pos::new(
            f32::from(self.square.0) + 0.5 + u * f32::from(self.signs.0),
            f32::from(self.square.1) + 0.5 + v * f32::from(self.signs.1),
        )
    }

    /// Adds the triangles of a rectangle between two corners, if it has an area.
    fn add_rect(self, triangles: &mut Vec<[Pos; 3]>, (u0, v0): (f32, f32), (u1, v1): (f32, f32)) {
        if u1 > u0 && v1 > v0 {
            let corners = [self.at(u0, v0), self.at(u1, v0), self.at(u1, v1), self.at(u0, v1)];
            add_fan(triangles, &corners);
        }
    }
}

/// Adds triangles that share the first point, each with two consecutive others.
fn add_fan(triangles: &mut Vec<[Pos; 3]>, points: &[Pos]) {
    for pair in points[1..].windows(2) {
        triangles.push([points[0], pair[0], pair[1]]);
    }
}

/// Returns the area as triangles, a quarter of a square at a time, so that each quarter has one
/// corner to round.
fn triangles(
    cells: &BTreeSet<GridCell>,
    form: OutlineForm,
    open: &impl Fn(GridCell) -> bool,
) -> Vec<[Pos; 3]> {
    let mut all = Vec::new();
    let reach = |cell: GridCell| if open(cell) { 0.5 } else { 0.5 - form.inset };
    for &(x, y) in cells {
        for (sx, sy) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (side, below, across) = ((x + sx, y), (x, y + sy), (x + sx, y + sy));
            let quarter = Quarter { square: (x, y), signs: (sx, sy) };
            let center = (0.0, 0.0);
            match (cells.contains(&side), cells.contains(&below)) {
                (false, false) if open(side) || open(below) => {
                    quarter.add_rect(&mut all, center, (reach(side), reach(below)));
                }
                (false, false) => {
                    let h = 0.5 - form.inset;
                    let r = form.round.min(h);
                    let mut points = vec![quarter.at(0.0, 0.0), quarter.at(h, 0.0)];
                    points.extend(curve(
                        quarter.at(h, h - r),
                        quarter.at(h, h),
                        quarter.at(h - r, h),
                        PIECES,
                    ));
                    points.push(quarter.at(0.0, h));
                    add_fan(&mut all, &points);
                }
                (true, false) => quarter.add_rect(&mut all, center, (0.5, reach(below))),
                (false, true) => quarter.add_rect(&mut all, center, (reach(side), 0.5)),
                (true, true) if cells.contains(&across) || open(across) => {
                    quarter.add_rect(&mut all, center, (0.5, 0.5));
                }
                (true, true) => {
                    let h = reach(across);
                    quarter.add_rect(&mut all, center, (0.5, h));
                    quarter.add_rect(&mut all, (0.0, h), (h, 0.5));
                    let r = form.round.min(0.5);
                    if r > 0.0 {
                        let mut points = vec![quarter.at(h, h)];
                        points.extend(curve(
                            quarter.at(h + r, h),
                            quarter.at(h, h),
                            quarter.at(h, h + r),
                            PIECES,
                        ));
                        add_fan(&mut all, &points);
                    }
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::cast_possible_wrap, reason = "drawings of a few squares")]
    fn cells(drawing: &str) -> BTreeSet<GridCell> {
        drawing
            .split('/')
            .enumerate()
            .flat_map(|(y, line)| {
                let marks = line.chars().enumerate().filter(|(_, mark)| *mark == '#');
                marks.map(move |(x, _)| (x as i16, y as i16))
            })
            .collect()
    }

    fn area_of_rings(region: &Region) -> f32 {
        region
            .rings
            .iter()
            .map(|ring| {
                let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
                pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
            })
            .sum()
    }

    fn area_of_triangles(region: &Region) -> f32 {
        region
            .triangles
            .iter()
            .map(|[a, b, c]| ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0)
            .sum()
    }

    #[track_caller]
    fn check(drawing: &str, rings: usize) {
        for form in [
            OutlineForm { inset: 0.0, round: 0.0 },
            OutlineForm::FLOWING,
            OutlineForm { inset: 0.06, round: 0.14 },
            OutlineForm { inset: 0.2, round: 0.1 },
        ] {
            let region = Region::new(&cells(drawing), form, Pos::default());
            assert_eq!(region.rings.len(), rings, "{drawing}");
            let (outlined, filled) = (area_of_rings(&region), area_of_triangles(&region));
            assert!(
                (outlined - filled).abs() < 0.001,
                "{drawing}, {form:?}: {outlined} and {filled}"
            );
        }
    }

    #[test]
    fn outline_and_triangles_have_the_same_area() {
        check("#", 1);
        check("###/#", 1);
        check("##/.##", 1);
        check("###/###", 1);
        check("#.#/###/.#", 1);
    }

    #[test]
    fn shape_runs_off_the_map_at_its_full_width() {
        let line = cells("###");
        let form = OutlineForm { inset: 0.1, round: 0.4 };
        let whole = Region::running_off(&line, form, Pos::default(), |(x, _)| x > 2);
        let right = whole.rings[0].iter().map(|p| p.x).fold(0.0, f32::max);
        assert!((right - 3.0).abs() < 0.001, "{right}");
        let difference = area_of_rings(&whole) - area_of_triangles(&whole);
        assert!(difference.abs() < 0.001, "{difference}");
    }

    #[test]
    fn a_hole_has_an_outline_of_its_own() {
        check("###/#.#/###", 2);
    }

    #[test]
    fn squares_that_meet_at_a_corner_are_not_joined() {
        check("#/.#", 2);
        check(".#/#", 2);
        check("#.#/.#/#.#", 5);
    }
}
