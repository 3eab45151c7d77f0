//! The map from the places of a board to a picture: a perspective, folds, and the distortion of the
//! lens.
//!
//! A folded board lies in planes that meet along its folds. In homogeneous coordinates, each fold
//! adds one vector: a place is moved by it times the distance beyond the fold, so that the planes
//! agree along the fold whatever the vector is.

use nalgebra::{Matrix3, RowVector3, SMatrix, SVector, Vector3};

/// The maximum distortion of a lens at half of the longer side of the picture, as a share.
const MAX_LENS: f64 = 0.12;

/// The number of steps in which the distortion of a lens is inverted.
const LENS_STEPS: usize = 4;

/// The minimum factor by which places are moved for the lens; less is far outside the picture.
const MIN_LENS_FACTOR: f64 = 0.5;

/// The minimum number of observations of a fit.
const MIN_OBSERVATIONS: usize = 44;

/// The number of unknowns of a fit: a perspective, the tilts of two folds, and a lens.
const UNKNOWNS: usize = 15;

/// The first unknown of a fit that is a tilt of a fold; the perspective comes before.
const TILTS: usize = 8;

/// The unknown of a fit that is the distortion of the lens.
const LENS: usize = 14;

/// The weight of the assumption that a board is flat, …
const FLAT: f64 = 100.0;

/// … and that a lens has no distortion.
const STRAIGHT: f64 = 1.0;

/// The unknowns of a fit: the perspective, the tilts of the folds, and the lens.
type Unknowns = SVector<f64, UNKNOWNS>;

/// The matrix of the normal equations of a fit.
type NormalMatrix = SMatrix<f64, UNKNOWNS, UNKNOWNS>;

/// A fold along a line of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FoldTilt {
    /// The line along which the board is folded.
    pub line: f64,
    /// The homogeneous vector by which a place moves for each square that it is beyond the line.
    pub tilt: Vector3<f64>,
}

/// The parts of a projection that a fit changes beside the perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// Nothing.
    Perspective,
    /// The tilts of the folds.
    Folds,
    /// The tilts of the folds and the distortion of the lens.
    FoldsAndLens,
}

impl Fit {
    fn has_folds(self) -> bool {
        self != Self::Perspective
    }

    fn has_lens(self) -> bool {
        self == Self::FoldsAndLens
    }
}

/// A line of a board seen at a place of the picture.
pub(super) struct Observation {
    /// The axis of the line: 0 for a line between columns.
    pub axis: usize,
    /// The column and row where it was expected. One of them is a whole number.
    pub lattice: (f64, f64),
    /// The place in the picture where it is, relative to the center.
    pub place: (f64, f64),
    pub weight: f64,
}

/// The map from columns and rows to places of a picture, relative to its center.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// The maps of the planes, by whether they are beyond the folds of the first and second axis.
    planes: [PlaneMap; 4],
    /// The folds along a line of each axis.
    folds: [Option<FoldTilt>; 2],
    /// The radial distortion of the lens: a place at a distance of `r` pixels from the center is
    /// at `r (1 + lens r²)` without it.
    lens: f64,
}

/// The map of a plane to the picture without the distortion of the lens, and back.
#[derive(Clone, Copy, Debug)]
struct PlaneMap {
    to_picture: Matrix3<f64>,
    from_picture: Matrix3<f64>,
}

impl Projection {
    /// Creates the projection of a flat board by a lens without distortion; `None` if the map
    /// cannot be inverted.
    pub(super) fn flat(to_picture: Matrix3<f64>) -> Option<Self> {
        Self::new(to_picture, [None; 2], 0.0)
    }

    /// Creates a projection. The depth in the middle of the picture is scaled to 1.
    fn new(to_picture: Matrix3<f64>, folds: [Option<FoldTilt>; 2], lens: f64) -> Option<Self> {
        let scale = to_picture.try_inverse()?[(2, 2)].recip();
        if !scale.is_normal() {
            return None;
        }
        let to_picture = to_picture / scale;
        let folds = folds.map(|fold| fold.map(|fold| FoldTilt { tilt: fold.tilt / scale, ..fold }));
        let plane = |beyond: [bool; 2]| {
            let mut to_picture = to_picture;
            for (axis, fold) in folds.iter().enumerate().filter(|(axis, _)| beyond[*axis]) {
                if let Some(FoldTilt { line, tilt }) = fold {
                    to_picture += tilt * distance_beyond(axis, *line);
                }
            }
            Some(PlaneMap { to_picture, from_picture: to_picture.try_inverse()? })
        };
        let planes = [
            plane([false, false])?,
            plane([true, false])?,
            plane([false, true])?,
            plane([true, true])?,
        ];
        Some(Self { planes, folds, lens })
    }

    /// Returns the projection with a fold: places on one side of a line move by a homogeneous vector
    /// for each square of their distance. `None` if that leads to no map that can be inverted.
    pub(super) fn folded(
        &self,
        axis: usize,
        line: f64,
        is_last: bool,
        tilt: Vector3<f64>,
    ) -> Option<Self> {
        let mut folds = self.folds;
        folds[axis] = Some(FoldTilt { line, tilt });
        let mut near = self.planes[0].to_picture;
        if !is_last {
            near -= tilt * distance_beyond(axis, line);
        }
        Self::new(near, folds, self.lens)
    }

    /// Returns the projection with the plane before the fold of an axis continued beyond it; `None` if it
    /// has no inverse.
    pub(super) fn without_fold(&self, axis: usize) -> Option<Self> {
        let mut folds = self.folds;
        folds[axis] = None;
        Self::new(*self.to_picture(), folds, self.lens)
    }

    /// Returns the fold along a line of an axis.
    pub(super) const fn fold(&self, axis: usize) -> Option<FoldTilt> {
        self.folds[axis]
    }

    /// Returns the map of the plane before both folds to the picture without the distortion of the
    /// lens.
    pub(super) const fn to_picture(&self) -> &Matrix3<f64> {
        &self.planes[0].to_picture
    }

    /// Maps a column and row to the picture.
    pub(super) fn place(&self, column: f64, row: f64) -> (f64, f64) {
        let p = self.plane(column, row).to_picture * Vector3::new(column, row, 1.0);
        let nearness = p.z.recip();
        let straight = (p.x * nearness, p.y * nearness);
        if self.lens == 0.0 {
            return straight;
        }
        let mut place = straight;
        for _ in 0..LENS_STEPS {
            let by = self.lens_factor(place);
            place = (straight.0 / by, straight.1 / by);
        }
        place
    }

    /// Maps places of the picture to columns and rows; `None` if one is beyond the horizon.
    pub(super) fn columns_and_rows(&self, places: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
        places.iter().map(|place| self.column_and_row(*place)).collect()
    }

    /// Maps a place of the picture to a column and row; `None` if it is beyond the horizon.
    fn column_and_row(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let by = self.lens_factor((x, y));
        let place = Vector3::new(x * by, y * by, 1.0);
        let of = |plane: &PlaneMap| {
            let p = plane.from_picture * place;
            (p.z > 0.0).then(|| (p.x / p.z, p.y / p.z))
        };
        let (column, row) = of(&self.planes[0])?;
        of(self.plane(column, row))
    }

    /// Returns the outline of a picture without what is beyond the horizon or near it, where its scale
    /// is less than a share of that at its center; `(width, height)` is half of its size.
    pub(super) fn outline_before_horizon(
        &self,
        (width, height): (f64, f64),
        min_scale: f64,
    ) -> Vec<(f64, f64)> {
        let from = self.planes[0].from_picture.row(2);
        let scale = |(x, y): (f64, f64)| (from[0] * x + from[1] * y) / from[2] + 1.0;
        let corners = [(-width, -height), (width, -height), (width, height), (-width, height)];
        let mut outline = Vec::new();
        for (at, corner) in corners.into_iter().enumerate() {
            let next = corners[(at + 1) % 4];
            let (here, there) = (scale(corner) - min_scale, scale(next) - min_scale);
            if here >= 0.0 {
                outline.push(corner);
            }
            if here * there < 0.0 {
                let share = here / (here - there);
                outline.push((
                    corner.0 + share * (next.0 - corner.0),
                    corner.1 + share * (next.1 - corner.1),
                ));
            }
        }
        outline
    }

    /// Returns the column and row in the middle of the picture on the plane before both folds. The
    /// perspective is fitted around it, where no horizon is near.
    fn middle(&self) -> (f64, f64) {
        let p = self.planes[0].from_picture.column(2);
        (p[0] / p[2], p[1] / p[2])
    }

    /// Returns the map of the plane on which a place of the board is.
    fn plane(&self, column: f64, row: f64) -> &PlaneMap {
        let is_beyond =
            |axis: usize, at: f64| usize::from(self.folds[axis].is_some_and(|fold| at > fold.line));
        &self.planes[is_beyond(0, column) + 2 * is_beyond(1, row)]
    }

    /// Returns the factor by which a place of the picture is farther from the center without the
    /// distortion of the lens.
    fn lens_factor(&self, (x, y): (f64, f64)) -> f64 {
        self.lens.mul_add(x * x + y * y, 1.0).max(MIN_LENS_FACTOR)
    }

    /// Returns the share by which the lens moves a place at a distance of `unit` pixels from the center.
    pub(super) fn distortion(&self, unit: f64) -> f64 {
        self.lens * unit * unit
    }

    /// Returns `true` if a real lens can have this distortion; `unit` is half of the longer side of the
    /// picture.
    pub(super) fn has_likely_lens(&self, unit: f64) -> bool {
        self.distortion(unit).abs() < MAX_LENS
    }

    /// Takes one step of least squares towards the lines observed; `None` if they are too few.
    /// `unit` is half of the longer side of the picture, in pixels.
    pub(super) fn fitted(&self, observations: &[Observation], fit: Fit, unit: f64) -> Option<Self> {
        if observations.len() < MIN_OBSERVATIONS {
            return None;
        }
        let (mut normal, mut right) = self.assumed(fit, unit);
        let is_folded = self.folds.iter().any(Option::is_some);
        let sums = (&mut normal, &mut right);
        // With a fixed number of unknowns, sums are computed in vectors of the processor.
        match fit {
            Fit::FoldsAndLens => self.add::<UNKNOWNS>(observations, fit, unit, sums),
            Fit::Folds if is_folded => self.add::<LENS>(observations, fit, unit, sums),
            Fit::Folds | Fit::Perspective => self.add::<TILTS>(observations, fit, unit, sums),
        }
        // Only the lower triangle is read.
        self.changed(&normal.cholesky()?.solve(&right), unit)
    }

    /// Adds observations to the normal equations of the first `N` unknowns, to their lower triangle.
    fn add<const N: usize>(
        &self,
        observations: &[Observation],
        fit: Fit,
        unit: f64,
        (normal, right): (&mut NormalMatrix, &mut Unknowns),
    ) {
        let middle = self.middle();
        for observation in observations {
            let (off, slope) = self.miss(observation, middle, fit, unit);
            // An outlier counts no more than a small error.
            let weight = observation.weight * (0.03 / off.abs().max(0.03));
            for column in 0..N {
                for row in column..N {
                    normal[(row, column)] += slope[row] * slope[column] * weight;
                }
                right[column] -= slope[column] * off * weight;
            }
        }
    }

    /// Returns the normal equations of a flat board and a lens without distortion, which a fit starts
    /// from. An unknown that is not fitted keeps its value.
    fn assumed(&self, fit: Fit, unit: f64) -> (NormalMatrix, Unknowns) {
        let mut normal = SMatrix::zeros();
        let mut right = Unknowns::zeros();
        for (axis, fold) in self.folds.iter().enumerate() {
            let tilt =
                fold.filter(|_| fit.has_folds()).map_or_else(Vector3::zeros, |fold| fold.tilt);
            for k in 0..3 {
                let at = TILTS + 3 * axis + k;
                normal[(at, at)] = FLAT;
                right[at] = -FLAT * tilt[k] / pixels(k, unit);
            }
        }
        normal[(LENS, LENS)] = STRAIGHT;
        if fit.has_lens() {
            right[LENS] = -STRAIGHT * self.lens * unit * unit;
        }
        (normal, right)
    }

    /// Returns the projection changed by the solution of a fit.
    fn changed(&self, by: &Unknowns, unit: f64) -> Option<Self> {
        let mut change: Matrix3<f64> = Matrix3::zeros();
        for k in 0..TILTS {
            change[(k / 3, k % 3)] = by[k] * pixels(k / 3, unit);
        }
        let (column, row) = self.middle();
        let from_middle = Matrix3::new(1.0, 0.0, -column, 0.0, 1.0, -row, 0.0, 0.0, 1.0);
        let mut folds = self.folds;
        for (axis, fold) in folds.iter_mut().enumerate() {
            for fold in fold.iter_mut() {
                for k in 0..3 {
                    fold.tilt[k] += by[TILTS + 3 * axis + k] * pixels(k, unit);
                }
            }
        }
        let to_picture = self.planes[0].to_picture + change * from_middle;
        Self::new(to_picture, folds, self.lens + by[LENS] / (unit * unit))
    }

    /// Returns by how many squares an observed line is off, and the slope of that by each unknown.
    /// `middle` is [`Self::middle`].
    fn miss(
        &self,
        Observation { axis, lattice: (column, row), place: (x, y), .. }: &Observation,
        middle: (f64, f64),
        fit: Fit,
        unit: f64,
    ) -> (f64, Unknowns) {
        let plane = self.plane(*column, *row);
        let by = self.lens_factor((*x, *y));
        let straight = Vector3::new(x * by, y * by, 1.0);
        let from = &plane.from_picture;
        let under = from.row(2).dot(&straight.transpose());
        let here = from.row(*axis).dot(&straight.transpose()) / under;
        let off = here - if *axis == 0 { column } else { row };
        // The change of the line at a place of the picture, by a change of that place.
        let across: RowVector3<f64> = (from.row(*axis) - from.row(2) * here) / under;
        let mut slope = Unknowns::zeros();
        let from_middle = [column - middle.0, row - middle.1, 1.0];
        let expected = Vector3::new(*column, *row, 1.0);
        let depth = plane.to_picture.row(2).dot(&expected.transpose());
        let by_map = [0, 1, 2].map(|k| {
            let change =
                if k == 2 { -(across[0] * straight.x + across[1] * straight.y) } else { across[k] };
            -change * pixels(k, unit) / depth
        });
        for k in 0..TILTS {
            slope[k] = by_map[k / 3] * from_middle[k % 3];
        }
        if fit.has_folds() {
            for (other, fold) in self.folds.iter().enumerate() {
                let Some(fold) = fold else { continue };
                let beyond = (if other == 0 { column } else { row } - fold.line).max(0.0);
                for k in 0..3 {
                    slope[TILTS + 3 * other + k] = by_map[k] * beyond;
                }
            }
        }
        if fit.has_lens() {
            // Along the direction from the center, by the square of the distance.
            let r = (x * x + y * y) / (unit * unit);
            slope[LENS] = (across[0] * x + across[1] * y) * r;
        }
        (off, slope)
    }
}

/// Returns the vector whose product with a homogeneous column and row is the distance from a line of
/// an axis.
fn distance_beyond(axis: usize, line: f64) -> RowVector3<f64> {
    let mut distance = RowVector3::new(0.0, 0.0, -line);
    distance[axis] = 1.0;
    distance
}

/// Returns the pixels of a unit of a homogeneous coordinate of the picture. Pixels are scaled down,
/// so that all unknowns of a fit are of similar size.
const fn pixels(coordinate: usize, unit: f64) -> f64 {
    if coordinate == 2 { 1.0 } else { unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of the longer side of the picture.
    const UNIT: f64 = 600.0;

    /// A board seen from its side, with the middle of the picture at column 6, row 5.
    fn seen_from_the_side() -> Projection {
        let map = Matrix3::new(52.0, 3.0, -327.0, -4.0, 47.0, -211.0, 0.006, -0.012, 1.0);
        Projection::flat(map).expect("it can be inverted")
    }

    /// Returns the projection folded in the middle of 12 columns, seen by a lens.
    fn folded_and_bent() -> Projection {
        let tilt = Vector3::new(-4.0, 0.5, 0.002);
        let folded = seen_from_the_side().folded(0, 6.0, true, tilt).expect("it can be inverted");
        Projection { lens: 0.05 / (UNIT * UNIT), ..folded }
    }

    #[test]
    fn plane_before_a_fold_continues_without_it() {
        let (folded, flat) = (folded_and_bent(), seen_from_the_side());
        let without = folded.without_fold(0).expect("it can be inverted");
        assert_eq!(without.fold(0), None);
        let straight = Projection { lens: 0.0, ..without };
        for place in [(2.0, 3.0), (11.0, 8.0)] {
            let ((x, y), (own_x, own_y)) =
                (flat.place(place.0, place.1), straight.place(place.0, place.1));
            assert!((x - own_x).hypot(y - own_y) < 1e-6, "{x} {y}, {own_x} {own_y}");
        }
    }

    /// Returns the lines of a board of 12 × 10 squares where a projection shows them.
    fn observations(projection: &Projection) -> Vec<Observation> {
        let mut seen = Vec::new();
        for line in 0..=12 {
            for along in 0..10 {
                for (axis, lattice) in [
                    (0, (f64::from(line), f64::from(along) + 0.4)),
                    (1, (f64::from(along) + 0.4, f64::from(line.min(10)))),
                ] {
                    let place = projection.place(lattice.0, lattice.1);
                    seen.push(Observation { axis, lattice, place, weight: 1.0 });
                }
            }
        }
        seen
    }

    /// Returns the maximum distance between the corners of a board by two projections, in pixels.
    fn apart(one: &Projection, other: &Projection) -> f64 {
        let corners = [(0.0, 0.0), (12.0, 0.0), (12.0, 10.0), (0.0, 10.0)];
        let far = corners.map(|(column, row)| {
            let ((x, y), (to_x, to_y)) = (one.place(column, row), other.place(column, row));
            (to_x - x).hypot(to_y - y)
        });
        far.into_iter().fold(0.0, f64::max)
    }

    #[test]
    fn places_return_to_their_columns_and_rows_on_both_sides_of_a_fold() {
        let projection = folded_and_bent();
        let places = [(1.0, 1.0), (5.9, 8.0), (6.1, 8.0), (11.0, 3.0)];
        let seen = places.map(|(column, row)| projection.place(column, row));
        let found = projection.columns_and_rows(&seen).expect("all are before the horizon");
        for ((column, row), (found_column, found_row)) in places.into_iter().zip(found) {
            let off = (found_column - column).hypot(found_row - row);
            assert!(off < 1e-3, "{column} {row}: {found_column} {found_row}");
        }
    }

    #[test]
    fn planes_of_a_board_meet_along_its_fold() {
        let flat = seen_from_the_side();
        for is_last in [false, true] {
            let tilt = Vector3::new(-4.0, 0.5, 0.002);
            let folded = flat.folded(0, 6.0, is_last, tilt).expect("it can be inverted");
            let moved = |column: f64| {
                let ((x, y), (to_x, to_y)) = (flat.place(column, 4.0), folded.place(column, 4.0));
                (to_x - x).hypot(to_y - y)
            };
            let (first, last) = (moved(2.0), moved(10.0));
            assert!(moved(6.0) < 1e-9);
            assert!(if is_last { first < 1e-9 && last > 5.0 } else { last < 1e-9 && first > 5.0 });
        }
    }

    #[test]
    fn fit_finds_the_tilt_of_a_fold_and_the_distortion_of_a_lens() {
        let truth = folded_and_bent();
        let seen = observations(&truth);
        let unfolded = seen_from_the_side().folded(0, 6.0, true, Vector3::zeros());
        let mut found = unfolded.expect("it can be inverted");
        let first = apart(&found, &truth);
        for _ in 0..12 {
            found = found.fitted(&seen, Fit::FoldsAndLens, UNIT).expect("enough lines");
        }
        assert!(first > 20.0 && apart(&found, &truth) < 1.0, "{first} {}", apart(&found, &truth));

        // Without a fold, no perspective explains the lines.
        let mut flat = seen_from_the_side();
        for _ in 0..12 {
            flat = flat.fitted(&seen, Fit::FoldsAndLens, UNIT).expect("enough lines");
        }
        assert!(apart(&flat, &truth) > 3.0, "{}", apart(&flat, &truth));
    }

    #[test]
    fn fit_to_a_few_lines_is_refused() {
        let projection = seen_from_the_side();
        let seen = observations(&projection);
        assert!(projection.fitted(&seen[..10], Fit::Perspective, UNIT).is_none());
    }
}
