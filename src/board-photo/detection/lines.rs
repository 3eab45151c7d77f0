//! Long straight lines among the marks, and their vanishing points.
//!
//! A Hough transform finds the lines. Lines that are parallel on the table meet in one
//! point of the picture, often far outside it. Two such points give the two families of
//! lines of a grid.

use nalgebra::{Matrix2, Vector3};

use super::edge_points::EdgePoints;

/// The angular resolution of lines, in steps per degree.
const PER_DEGREE: usize = 2;

/// The maximum number of lines; the strongest are kept.
const MOST_LINES: usize = 140;

/// The number of the strongest lines whose crossings are tried as vanishing points.
const MOST_PAIRED: usize = 110;

/// The maximum number of lines in about the same direction, …
const MOST_OF_DIRECTION: usize = 45;

/// … and the maximum difference of such directions, in steps.
const SAME_DIRECTION: usize = 10 * PER_DEGREE;

/// The maximum difference between the direction of a mark and that of a line it votes for, in
/// steps.
const VOTES: usize = 8;

/// The minimum cosine of the angle between two lines of a family.
const MIN_PARALLEL: f64 = 0.8;

/// The maximum angle by which a line of a family misses its point, as a sine.
const MISSES: f64 = 0.012;

/// The minimum strength of a family, as a share of the strongest.
const MIN_SHARE: f64 = 0.05;

/// The maximum number of families.
const MOST_FAMILIES: usize = 10;

/// The minimum distance of a vanishing point from the center of the picture, in longer sides of it: a
/// phone sees it there when it is tilted by about 63 degrees.
const NEAREST_POINT: f64 = 0.4;

/// A straight line in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct DetectedLine {
    /// The line in homogeneous coordinates: `x` and `y` of its unit normal, and its negative
    /// distance from the center.
    pub through: Vector3<f64>,
    /// A place on it, in the middle of its marks.
    middle: (f64, f64),
    /// The total weight of its votes over those nearby.
    strength: f64,
}

/// Returns the strongest lines of a picture, the strongest first.
pub(super) fn lines(marks: &EdgePoints) -> Vec<DetectedLine> {
    let angles = 180 * PER_DEGREE;
    let reach = (marks.size.0 as f32).hypot(marks.size.1 as f32) / 2.0 + 2.0;
    let places = (2.0 * reach) as usize + 1;
    let directions: Vec<(f32, f32)> = (0..angles)
        .map(|step| {
            let angle = (step as f32 / PER_DEGREE as f32).to_radians();
            (angle.cos(), angle.sin())
        })
        .collect();
    let mut votes = vec![0.0_f32; angles * places];
    let turns: Vec<f32> = marks.all.iter().map(|mark| turn(mark.normal)).collect();
    for (mark, turn) in marks.all.iter().zip(&turns) {
        let nearest = (turn * PER_DEGREE as f32).round() as usize + angles;
        for step in nearest - VOTES..=nearest + VOTES {
            let step = step % angles;
            let (cos, sin) = directions[step];
            let place = (mark.x * cos + mark.y * sin + reach) as usize;
            votes[step * places + place] += mark.weight;
        }
    }
    let peaks = spread(peaks(&votes, places), places);
    let mut fits: Vec<LineFit> = peaks
        .into_iter()
        .map(|(at, strength)| {
            let (cos, sin) = directions[at / places];
            let place = (at % places) as f32 + 0.5 - reach;
            LineFit::new((f64::from(cos), f64::from(sin)), f64::from(place), f64::from(strength))
        })
        .collect();
    for _ in 0..2 {
        fit_all(&mut fits, marks, &turns);
    }
    fits.into_iter().map(|fit| fit.line()).collect()
}

/// Returns the direction of a normal in degrees, from 0 to less than 180.
fn turn((x, y): (f32, f32)) -> f32 {
    y.atan2(x).to_degrees().rem_euclid(180.0)
}

/// Returns the strongest lines of all directions: the grain of a table has more strong lines in one
/// direction than a board has in both.
fn spread(peaks: Vec<(usize, f32)>, places: usize) -> Vec<(usize, f32)> {
    let angles = 180 * PER_DEGREE;
    let mut counts = vec![0; angles];
    let mut kept = Vec::new();
    for (at, strength) in peaks {
        let step = at / places;
        let near =
            (0..=2 * SAME_DIRECTION).map(|by| (step + angles + by - SAME_DIRECTION) % angles);
        if near.map(|step| counts[step]).sum::<usize>() < MOST_OF_DIRECTION {
            counts[step] += 1;
            kept.push((at, strength));
        }
        if kept.len() == MOST_LINES {
            break;
        }
    }
    kept
}

/// Returns the local maxima of the votes, less the mean around them, the strongest first.
fn peaks(votes: &[f32], places: usize) -> Vec<(usize, f32)> {
    const WINDOW: usize = 12;
    let angles = votes.len() / places;
    let mut clear = vec![0.0_f32; votes.len()];
    for (row, clear) in votes.chunks(places).zip(clear.chunks_mut(places)) {
        // Sums of three neighbors, as wide as a line.
        let three: Vec<f32> = (0..places)
            .map(|at| row[at.saturating_sub(1)..(at + 2).min(places)].iter().sum())
            .collect();
        let mut sums = vec![0.0; places + 1];
        for at in 0..places {
            sums[at + 1] = sums[at] + three[at];
        }
        for at in 0..places {
            let (from, to) = (at.saturating_sub(WINDOW), (at + WINDOW + 1).min(places));
            clear[at] = three[at] - (sums[to] - sums[from]) / (to - from) as f32;
        }
    }
    let mut found = Vec::new();
    let (turn, shift) = (3 * PER_DEGREE / 2, 4);
    for step in 0..angles {
        for at in 0..places {
            let here = clear[step * places + at];
            if here < 12.0 {
                continue;
            }
            let beaten = (0..=2 * turn).any(|by| {
                let other = step + angles + by - turn;
                // Beyond half a turn the same lines have the opposite sign.
                let at = if (angles..2 * angles).contains(&other) { at } else { places - 1 - at };
                let row = &clear[other % angles * places..][..places];
                row[at.saturating_sub(shift)..(at + shift + 1).min(places)]
                    .iter()
                    .any(|other| *other > here)
            });
            if !beaten {
                found.push((step * places + at, here));
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// A line that is fitted to the marks along it.
struct LineFit {
    normal: (f64, f64),
    place: f64,
    strength: f64,
    middle: (f64, f64),
}

impl LineFit {
    fn new(normal: (f64, f64), place: f64, strength: f64) -> Self {
        Self { normal, place, strength, middle: (normal.0 * place, normal.1 * place) }
    }

    fn line(&self) -> DetectedLine {
        DetectedLine {
            through: Vector3::new(self.normal.0, self.normal.1, -self.place),
            middle: self.middle,
            strength: self.strength,
        }
    }
}

/// Fits every line to the marks near it, by least squares of the distance; `turns` are the directions
/// of their normals, by [`turn`].
fn fit_all(fits: &mut [LineFit], marks: &EdgePoints, turns: &[f32]) {
    const NEAR: f64 = 2.5;
    // Lines by direction, so that each mark is compared with few.
    let mut of_direction: Vec<Vec<usize>> = vec![Vec::new(); 36];
    for (at, fit) in fits.iter().enumerate() {
        let turn = fit.normal.1.atan2(fit.normal.0).to_degrees().rem_euclid(180.0);
        let own = (turn / 5.0) as usize;
        for by in [35, 36, 37] {
            of_direction[(own + by) % 36].push(at);
        }
    }
    let mut sums = vec![[0.0_f64; 6]; fits.len()];
    for (mark, turn) in marks.all.iter().zip(turns) {
        let (x, y, weight) = (f64::from(mark.x), f64::from(mark.y), f64::from(mark.weight));
        for &at in &of_direction[((turn / 5.0) as usize).min(35)] {
            let fit = &fits[at];
            let off = x * fit.normal.0 + y * fit.normal.1 - fit.place;
            if off.abs() < NEAR {
                let sum = &mut sums[at];
                sum[0] += weight;
                sum[1] += weight * x;
                sum[2] += weight * y;
                sum[3] += weight * x * x;
                sum[4] += weight * x * y;
                sum[5] += weight * y * y;
            }
        }
    }
    for (fit, sum) in fits.iter_mut().zip(sums) {
        let [weight, x, y, xx, xy, yy] = sum;
        if weight < 10.0 {
            continue;
        }
        let (x, y) = (x / weight, y / weight);
        let spread = Matrix2::new(
            xx / weight - x * x,
            xy / weight - x * y,
            xy / weight - x * y,
            yy / weight - y * y,
        );
        let eigen = spread.symmetric_eigen();
        let across = eigen.eigenvectors.column(eigen.eigenvalues.imin());
        let sign =
            if across[0] * fit.normal.0 + across[1] * fit.normal.1 < 0.0 { -1.0 } else { 1.0 };
        fit.normal = (sign * across[0], sign * across[1]);
        fit.place = x * fit.normal.0 + y * fit.normal.1;
        fit.middle = (x, y);
    }
}

/// Lines that run towards one vanishing point.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineFamily {
    /// The point, in homogeneous coordinates of length 1.
    pub point: Vector3<f64>,
    /// The total strength of its lines.
    pub strength: f64,
}

impl LineFamily {
    /// Returns the direction from a place towards the point, of length 1.
    pub(super) fn direction(&self, x: f64, y: f64) -> (f64, f64) {
        let (dx, dy) = (self.point.x - self.point.z * x, self.point.y - self.point.z * y);
        // `hypot` is slow, and no direction is long enough to need it.
        let length = (dx * dx + dy * dy).sqrt().max(1e-12);
        (dx / length, dy / length)
    }
}

/// Returns the families with the most lines, the strongest first. `reach` is the longer side of the
/// picture: the points of a table seen from its side are farther away.
pub(super) fn families(lines: &[DetectedLine], reach: f64) -> Vec<LineFamily> {
    let strongest = &lines[..lines.len().min(MOST_PAIRED)];
    let pairs = strongest.iter().enumerate().flat_map(|(at, one)| {
        strongest[at + 1..].iter().map(move |other| (one.through, other.through))
    });
    let mut candidates: Vec<LineFamily> = pairs
        .filter(|(one, other)| (one.x * other.x + one.y * other.y).abs() > MIN_PARALLEL)
        .filter_map(|(one, other)| family(one.cross(&other), lines, reach))
        .collect();
    // A tablecloth has lines in nearly the directions of the board. So the lines of each chosen
    // family no longer count for the next ones.
    let mut left: Vec<DetectedLine> = lines.to_vec();
    let mut chosen: Vec<LineFamily> = Vec::new();
    while chosen.len() < MOST_FAMILIES {
        let Some(strongest) = strongest_family(&mut candidates, &left) else {
            break;
        };
        if strongest.strength < MIN_SHARE * chosen.first().map_or(0.0, |first| first.strength) {
            break;
        }
        let family = refined(strongest, &left, reach);
        for line in &mut left {
            line.strength *= 1.0 - belongs(&family, line);
        }
        chosen.push(family);
    }
    chosen
}

/// Returns the candidate with the most of the lines that are left. Its strength with more lines is a
/// bound for that of each other one, so that few are computed again.
fn strongest_family(candidates: &mut [LineFamily], left: &[DetectedLine]) -> Option<LineFamily> {
    candidates.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    let mut best: Option<LineFamily> = None;
    for candidate in candidates {
        if best.is_some_and(|best| candidate.strength <= best.strength) {
            break;
        }
        candidate.strength = strength(candidate, left);
        if best.is_none_or(|best| candidate.strength > best.strength) {
            best = Some(*candidate);
        }
    }
    best.filter(|best| best.strength > 0.0)
}

/// Returns the family of a point; `None` if the point is too near.
fn family(point: Vector3<f64>, lines: &[DetectedLine], reach: f64) -> Option<LineFamily> {
    let point = point.try_normalize(1e-12)?;
    if point.x.hypot(point.y) < NEAREST_POINT * reach * point.z.abs() {
        return None;
    }
    let mut family = LineFamily { point, strength: 0.0 };
    family.strength = strength(&family, lines);
    Some(family)
}

/// Returns the total strength of the lines of a family.
fn strength(family: &LineFamily, lines: &[DetectedLine]) -> f64 {
    lines.iter().map(|line| line.strength.min(150.0) * belongs(family, line)).sum()
}

/// Returns the precision with which a line runs towards the point of a family, 0 to 1.
fn belongs(family: &LineFamily, line: &DetectedLine) -> f64 {
    let (x, y) = family.direction(line.middle.0, line.middle.1);
    let misses = (line.through.x * x + line.through.y * y).abs() / MISSES;
    (1.0 - misses * misses).max(0.0)
}

/// Moves the point to where its lines meet best, by least squares.
fn refined(mut family: LineFamily, lines: &[DetectedLine], reach: f64) -> LineFamily {
    for _ in 0..4 {
        let mut sum = nalgebra::Matrix3::zeros();
        for line in lines {
            let weight = belongs(&family, line) * line.strength.min(150.0);
            // Distances are scaled to about the size of the other two numbers.
            let line = Vector3::new(line.through.x, line.through.y, line.through.z / reach);
            sum += line * line.transpose() * weight;
        }
        let eigen = sum.symmetric_eigen();
        let scaled = eigen.eigenvectors.column(eigen.eigenvalues.imin());
        let point = Vector3::new(scaled[0], scaled[1], scaled[2] / reach);
        match self::family(point, lines, reach) {
            Some(better) if better.strength > family.strength => family = better,
            _ => break,
        }
    }
    family
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longer side of the picture.
    const REACH: f64 = 1_200.0;

    /// Returns lines through a point, at every fourth degree around the direction to the center.
    fn lines_through(x: f64, y: f64) -> Vec<DetectedLine> {
        let to_center = (-y).atan2(-x);
        let lines = (-4..=4).map(|step| {
            let angle = to_center + f64::from(4 * step).to_radians();
            let (dx, dy) = (angle.cos(), angle.sin());
            let length = x.hypot(y);
            DetectedLine {
                through: Vector3::new(-dy, dx, dy * x - dx * y),
                middle: (x + length * dx, y + length * dy),
                strength: 50.0,
            }
        });
        lines.collect()
    }

    #[test]
    fn vanishing_point_of_a_steep_photograph_is_found() {
        // A phone tilted by 50 degrees sees it at 0.6 of the longer side above the center.
        let found = families(&lines_through(100.0, -0.6 * REACH), REACH);
        let family = found.first().expect("a family of lines");
        let (x, y) = (family.point.x / family.point.z, family.point.y / family.point.z);
        assert!((x - 100.0).hypot(y + 0.6 * REACH) < 5.0, "{x} {y}");
    }

    #[test]
    fn point_in_the_picture_is_no_vanishing_point() {
        assert!(families(&lines_through(100.0, -0.3 * REACH), REACH).is_empty());
    }
}
