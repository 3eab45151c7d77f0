//! The share of photographed boards whose grid is found, and of wrong grids that are claimed.

use board_photo::{Corners, DetectedGrid, Folds, GridSize, Photo, PlacedGrid};

use super::bent::{Bend, BentShot};
use super::evening::{EVENINGS, Evening, shot};
use super::render::{Difficulty, photograph_sized};
use super::surroundings::{Surrounding, framed_shot};

/// Returns the distance of the worst corner from its true place, in squares, for the best of the
/// four turns; `None` if columns or rows are miscounted.
pub fn distance(found: &DetectedGrid, corners: &Corners, grid: GridSize) -> Option<f32> {
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let far = |(ax, ay): (f32, f32), (bx, by): (f32, f32)| (ax - bx).hypot(ay - by);
    let [a, b, _, d] = corners.0;
    let side = (far(a, b) / columns).min(far(a, d) / rows);
    let off = |turns: usize| {
        let mut own = found.grid.corners.0;
        own.rotate_left(turns);
        own.iter().zip(corners.0).map(|(own, is)| far(*own, is) / side).fold(0.0, f32::max)
    };
    let turns = (0..4).min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
    let mut counted = (found.grid.size.columns(), found.grid.size.rows());
    if turns % 2 == 1 {
        counted = (counted.1, counted.0);
    }
    (counted == (grid.columns(), grid.rows())).then(|| off(turns))
}

/// The outcome of searching for grids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub all: usize,
    /// Counted right, and within 0.15 of a square at every corner.
    pub right: usize,
    /// Right, and sure of it.
    pub sure: usize,
    /// Wrong, and sure of it.
    pub claimed: usize,
    /// The worst corner of a right one, in squares.
    pub worst: f32,
}

impl Tally {
    /// Looks for the grid of a photograph, and returns what is found.
    pub fn add(&mut self, jpeg: &[u8], corners: &Corners, grid: GridSize) -> Option<DetectedGrid> {
        let photo = Photo::decode(jpeg).expect("a sound picture");
        self.all += 1;
        let found = DetectedGrid::detect(&photo)?;
        match distance(&found, corners, grid).filter(|off| *off <= 0.15) {
            Some(off) => {
                self.right += 1;
                self.sure += usize::from(found.is_sure);
                self.worst = self.worst.max(off);
            }
            None => self.claimed += usize::from(found.is_sure),
        }
        Some(found)
    }

    pub fn report(self, name: &str) {
        let Self { all, right, sure, claimed, worst } = self;
        println!(
            "{name:<20} {right:2} of {all} right, {sure:2} sure of it, {claimed} wrong and sure, worst corner {worst:.3}"
        );
    }
}

/// Looks for the grid of a photograph of every evening with each of these seeds.
pub fn of_evenings(seeds: &[u64]) -> [Tally; 4] {
    std::thread::scope(|scope| {
        EVENINGS
            .each_ref()
            .map(|evening| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    for &seed in seeds {
                        let shot = shot(evening, seed);
                        tally.add(&shot.jpeg, &shot.exact, shot.grid);
                    }
                    tally
                })
            })
            .map(|thread| thread.join().expect("every evening is tried"))
    })
}

/// Looks for the grid of boards in these surroundings, in the light of each of these evenings.
pub fn of_surroundings(
    surrounding: Surrounding,
    evenings: &[Evening],
    seeds: &[u64],
) -> Vec<Tally> {
    std::thread::scope(|scope| {
        let started: Vec<_> = evenings
            .iter()
            .map(|evening| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    for &seed in seeds {
                        let shot = framed_shot(surrounding, evening, seed);
                        tally.add(&shot.jpeg, &shot.corners, shot.grid);
                    }
                    tally
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().expect("every evening is tried")).collect()
    })
}

/// The outcome of searching for the grids of bent boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct BentTally {
    pub corners: Tally,
    /// The maximum distance of a crossing of two lines from where the found grid has one, in
    /// squares, …
    pub worst_crossing: f32,
    /// … and the least of the distances that these maxima would be without folds.
    pub least_without_folds: f32,
}

/// Looks for the grid of boards bent in this way, in the surroundings and of the seeds given.
pub fn of_bends(bend: Bend, boards: &[(Surrounding, u64)]) -> BentTally {
    let mut tally = BentTally { least_without_folds: f32::INFINITY, ..BentTally::default() };
    for &(surrounding, seed) in boards {
        let BentShot { shot, crossings } =
            bend.applied(&framed_shot(surrounding, &EVENINGS[0], seed));
        let Some(found) = tally.corners.add(&shot.jpeg, &shot.corners, shot.grid) else {
            continue;
        };
        let worst = |grid: &PlacedGrid| {
            let off = crossings.iter().map(|place| {
                let (column, row) = grid.locate(*place).expect("a quadrilateral");
                (column - column.round()).hypot(row - row.round())
            });
            off.fold(0.0, f32::max)
        };
        tally.worst_crossing = tally.worst_crossing.max(worst(&found.grid));
        let flat = PlacedGrid { folds: Folds::Flat, ..found.grid };
        tally.least_without_folds = tally.least_without_folds.min(worst(&flat));
    }
    tally
}

/// Columns and rows of boards from small to large, each with the seed it is drawn from.
pub const SIZES: [((u32, u32), u64); 5] =
    [((8, 6), 50), ((11, 14), 51), ((16, 15), 52), ((20, 18), 53), ((24, 24), 54)];

/// Looks for the grid of boards of these sizes.
pub fn of_sizes(level: &Difficulty, sizes: &[((u32, u32), u64)]) -> Tally {
    let mut tally = Tally::default();
    for &(size, seed) in sizes {
        let rendered = photograph_sized(level, size, seed);
        tally.add(&rendered.jpeg, &rendered.exact, rendered.grid);
    }
    tally
}
