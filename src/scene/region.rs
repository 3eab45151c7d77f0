//! Shapes over several squares of a grid: one outline, however many squares there are.
//!
//! A square is one unit wide. Rivers, walls, sites, sections and tiles are all such shapes. A region
//! carries its outlines, for painters that can fill any path, and the same area in triangles, for
//! those that cannot.

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::{Pos, curve};

/// A square of the drawing by column and row, after the board was turned.
pub type Cell = (i16, i16);

/// The number of pieces into which a rounded corner is cut.
const PIECES: u8 = 5;

/// A filled shape with its outlines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The outlines: around it, and around every hole in it the other way.
    pub rings: Vec<Vec<Pos>>,
    /// The same area in triangles that do not overlap.
    pub triangles: Vec<[Pos; 3]>,
}

/// The rules by which the squares of a region become a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// The distance of the outline from the edge of the squares, below half a square.
    pub inset: f32,
    /// The radius of its corners; with half a square it flows like a river.
    pub round: f32,
}

impl Form {
    /// The banks of a river.
    pub const FLOWING: Self = Self { inset: 0.0, round: 0.5 };
}

impl Region {
    /// Returns the same shape elsewhere; `place` maps each of its points.
    #[must_use]
    pub fn moved(&self, place: impl Fn(Pos) -> Pos) -> Self {
        let rings = self.rings.iter().map(|ring| ring.iter().map(|&at| place(at)).collect());
        let triangles = self.triangles.iter().map(|corners| corners.map(&place));
        Self { rings: rings.collect(), triangles: triangles.collect() }
    }

    /// Returns the shape over `cells`; `origin` is the place of the corner of the grid.
    ///
    /// Squares that meet only at a corner are not joined.
    pub fn new(cells: &BTreeSet<Cell>, form: Form, origin: Pos) -> Self {
        Self::open(cells, form, origin, |_| false)
    }

    /// Returns the same shape, which runs off the grid over each square outside it that is `open`:
    /// there nothing is taken off and no corner is rounded.
    pub fn open(
        cells: &BTreeSet<Cell>,
        form: Form,
        origin: Pos,
        open: impl Fn(Cell) -> bool,
    ) -> Self {
        let mut region =
            Self { rings: rings(cells, form, &open), triangles: triangles(cells, form, &open) };
        let points = region.rings.iter_mut().flatten();
        for point in points.chain(region.triangles.iter_mut().flatten()) {
            *point = point.plus(origin.x, origin.y);
        }
        region
    }
}

/// Returns the outlines, each with the squares on its right hand as it is walked.
fn rings(cells: &BTreeSet<Cell>, form: Form, open: &impl Fn(Cell) -> bool) -> Vec<Vec<Pos>> {
    // Edges between a square inside and one outside, by the grid corner they start from.
    let mut edges: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
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
        let mut came: Option<Cell> = None;
        while let Some(ways) = edges.get_mut(&here) {
            // Where two squares meet at a corner only, the outline turns back to its own square.
            let right = |to: Cell| {
                came.is_some_and(|came| {
                    let (ax, ay) = (here.0 - came.0, here.1 - came.1);
                    let (bx, by) = (to.0 - here.0, to.1 - here.1);
                    ax * by - ay * bx > 0
                })
            };
            let way = ways.iter().position(|&to| right(to)).unwrap_or(0);
            let next = ways.swap_remove(way);
            if ways.is_empty() {
                edges.remove(&here);
            }
            came = Some(here);
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

/// Moves an outline inwards and rounds its corners.
fn round(corners: &[Cell], form: Form, open: &impl Fn(Cell) -> bool) -> Vec<Pos> {
    let count = corners.len();
    let mut points = Vec::new();
    for (index, &(x, y)) in corners.iter().enumerate() {
        let before = corners[(index + count - 1) % count];
        let after = corners[(index + 1) % count];
        let (ax, ay) = (x - before.0, y - before.1);
        let (bx, by) = (after.0 - x, after.1 - y);
        // The inside lies to the right of an edge; this is the square to its left.
        let left = |from: Cell, (dx, dy): Cell| match (dx, dy) {
            (1, _) => (from.0, from.1 - 1),
            (-1, _) => (from.0 - 1, from.1),
            (_, 1) => (from.0, from.1),
            _ => (from.0 - 1, from.1 - 1),
        };
        let inset = |from, way| {
            if open(left(from, way)) { 0.0 } else { form.inset }
        };
        let (ends_a, ends_b) = (open(left(before, (ax, ay))), open(left((x, y), (bx, by))));
        let (inset_a, inset_b) = (inset(before, (ax, ay)), inset((x, y), (bx, by)));
        let (ax, ay) = (f32::from(ax), f32::from(ay));
        let (bx, by) = (f32::from(bx), f32::from(by));
        let moved = |by_a: f32, by_b: f32| {
            Pos::new(f32::from(x) - ay * by_a - by * by_b, f32::from(y) + ax * by_a + bx * by_b)
        };
        if (ax, ay) == (bx, by) {
            if ends_a != ends_b {
                points.extend([moved(inset_a, 0.0), moved(0.0, inset_b)]);
            }
            continue;
        }
        let corner = moved(inset_a, inset_b);
        let outer = ax * by - ay * bx > 0.0;
        let most = if outer { 0.5 - form.inset } else { 0.5 };
        let by_so_much = form.round.min(most);
        if by_so_much <= 0.0 || ends_a || ends_b {
            points.push(corner);
            continue;
        }
        let from = corner.plus(-ax * by_so_much, -ay * by_so_much);
        let to = corner.plus(bx * by_so_much, by * by_so_much);
        points.extend(curve(from, corner, to, PIECES));
    }
    points
}

/// Returns the area in triangles, a quarter of a square at a time, so that each has one corner to
/// round.
fn triangles(cells: &BTreeSet<Cell>, form: Form, open: &impl Fn(Cell) -> bool) -> Vec<[Pos; 3]> {
    let mut all = Vec::new();
    let reach = |cell: Cell| if open(cell) { 0.5 } else { 0.5 - form.inset };
    for &(x, y) in cells {
        for (sx, sy) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (beside, below, across) = ((x + sx, y), (x, y + sy), (x + sx, y + sy));
            let at = |u: f32, v: f32| {
                Pos::new(
                    f32::from(x) + 0.5 + u * f32::from(sx),
                    f32::from(y) + 0.5 + v * f32::from(sy),
                )
            };
            let mut fan = |points: &[Pos]| {
                for pair in points[1..].windows(2) {
                    all.push([points[0], pair[0], pair[1]]);
                }
            };
            let mut rect = |u0: f32, v0: f32, u1: f32, v1: f32| {
                if u1 > u0 && v1 > v0 {
                    fan(&[at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)]);
                }
            };
            match (cells.contains(&beside), cells.contains(&below)) {
                (false, false) if open(beside) || open(below) => {
                    rect(0.0, 0.0, reach(beside), reach(below));
                }
                (false, false) => {
                    let h = 0.5 - form.inset;
                    let r = form.round.min(h);
                    let mut points = vec![at(0.0, 0.0), at(h, 0.0)];
                    points.extend(curve(at(h, h - r), at(h, h), at(h - r, h), PIECES));
                    points.push(at(0.0, h));
                    fan(&points);
                }
                (true, false) => rect(0.0, 0.0, 0.5, reach(below)),
                (false, true) => rect(0.0, 0.0, reach(beside), 0.5),
                (true, true) if cells.contains(&across) || open(across) => {
                    rect(0.0, 0.0, 0.5, 0.5);
                }
                (true, true) => {
                    let h = reach(across);
                    rect(0.0, 0.0, 0.5, h);
                    rect(0.0, h, h, 0.5);
                    let r = form.round.min(0.5);
                    if r > 0.0 {
                        let mut points = vec![at(h, h)];
                        points.extend(curve(at(h + r, h), at(h, h), at(h, h + r), PIECES));
                        fan(&points);
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
    fn cells(drawing: &str) -> BTreeSet<Cell> {
        let lines = drawing.split('/').enumerate();
        let cells = lines.flat_map(|(y, line)| {
            let marks = line.chars().enumerate().filter(|(_, mark)| *mark == '#');
            marks.map(move |(x, _)| (x as i16, y as i16))
        });
        cells.collect()
    }

    fn area_of_rings(region: &Region) -> f32 {
        let ring = |ring: &Vec<Pos>| {
            let next = ring.iter().cycle().skip(1);
            let pairs = ring.iter().zip(next);
            pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
        };
        region.rings.iter().map(ring).sum()
    }

    fn area_of_triangles(region: &Region) -> f32 {
        let area = |[a, b, c]: &[Pos; 3]| {
            ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0
        };
        region.triangles.iter().map(area).sum()
    }

    #[track_caller]
    fn check(drawing: &str, rings: usize) {
        for form in [
            Form { inset: 0.0, round: 0.0 },
            Form::FLOWING,
            Form { inset: 0.06, round: 0.14 },
            Form { inset: 0.2, round: 0.1 },
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
    fn the_outline_and_the_triangles_are_the_same_shape() {
        check("#", 1);
        check("###/#", 1);
        check("##/.##", 1);
        check("###/###", 1);
        check("#.#/###/.#", 1);
    }

    #[test]
    fn a_shape_runs_off_the_map_with_its_full_width() {
        let line = cells("###");
        let form = Form { inset: 0.1, round: 0.4 };
        let whole = Region::open(&line, form, Pos::default(), |(x, _)| x > 2);
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
