//! How often the grid of a photographed board is found, and whether it ever claims a wrong one.

use board_tracing::{Corners, Doubt, FoundGrid, Grid, Kind, Measured, Photo, Straightened};

use crate::evening::{EVENINGS, JUDGING, TUNING, shot};
use crate::levels::LEVELS;
use crate::render::photograph_sized;

/// How far the worst corner lies from where it is, in squares, whichever of them is called the
/// first; nothing if columns and rows are miscounted.
fn off(found: &FoundGrid, corners: &Corners, grid: Grid) -> Option<f32> {
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let far = |(ax, ay): (f32, f32), (bx, by): (f32, f32)| (ax - bx).hypot(ay - by);
    let [a, b, _, d] = corners.0;
    let side = (far(a, b) / columns).min(far(a, d) / rows);
    let off = |turns: usize| {
        let mut own = found.corners.0;
        own.rotate_left(turns);
        own.iter().zip(corners.0).map(|(own, is)| far(*own, is) / side).fold(0.0, f32::max)
    };
    let turns = (0..4).min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
    let mut counted = (found.grid.columns(), found.grid.rows());
    if turns % 2 == 1 {
        counted = (counted.1, counted.0);
    }
    (counted == (grid.columns(), grid.rows())).then(|| off(turns))
}

/// What came of looking for grids.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    all: usize,
    /// Counted right, and within 0.15 of a square at every corner.
    right: usize,
    /// Right, and sure of it.
    sure: usize,
    /// Wrong, and sure all the same.
    claimed: usize,
    /// The worst corner of a right one, in squares.
    worst: f32,
}

impl Tally {
    fn add(&mut self, jpeg: &[u8], corners: &Corners, grid: Grid) {
        let photo = Photo::decode(jpeg).expect("a sound picture");
        self.all += 1;
        let Some(found) = FoundGrid::of(&photo) else {
            return;
        };
        match off(&found, corners, grid).filter(|off| *off <= 0.15) {
            Some(off) => {
                self.right += 1;
                self.sure += usize::from(found.is_sure);
                self.worst = self.worst.max(off);
            }
            None => self.claimed += usize::from(found.is_sure),
        }
    }

    fn report(self, name: &str) {
        let Self { all, right, sure, claimed, worst } = self;
        println!(
            "{name:<20} {right:2} of {all} right, {sure:2} sure of it, {claimed} wrong and sure, worst corner {worst:.3}"
        );
    }
}

fn at_home(seeds: &[u64]) -> [Tally; 4] {
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

#[test]
fn the_grid_is_found_and_never_a_wrong_one_claimed() {
    // Of the first four judging seeds of each evening, how many are right at least. Of all twelve,
    // `report_found` counts 12, 12, 12 and 7.
    let expected = [4, 4, 4, 1];
    for ((tally, evening), least) in at_home(&JUDGING[..4]).into_iter().zip(&EVENINGS).zip(expected)
    {
        tally.report(evening.name);
        assert!(tally.right >= least, "{}: {tally:?}", evening.name);
        assert_eq!(tally.claimed, 0, "{}: {tally:?}", evening.name);
    }
}

#[test]
fn no_grid_is_claimed_where_there_is_none() {
    let mut rng = fastrand::Rng::with_seed(7);
    let noise = image::RgbImage::from_fn(640, 480, |_, _| image::Rgb([rng.u8(..), 90, 120]));
    let plain = image::RgbImage::from_pixel(640, 480, image::Rgb([90, 90, 90]));
    let tiny = image::RgbImage::from_pixel(3, 2, image::Rgb([90, 90, 90]));
    for picture in [noise, plain, tiny] {
        let found = FoundGrid::of(&Photo::from_pixels(picture));
        assert!(found.is_none_or(|found| !found.is_sure), "{found:?}");
    }
}

#[test]
fn a_board_that_is_cut_off_is_not_claimed() {
    for seed in &JUDGING[..3] {
        let shot = shot(&EVENINGS[0], *seed);
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let pixels = photo.pixels();
        let (width, height) = pixels.dimensions();
        // The lower third of the picture is gone, and with it some rows or columns.
        let cut = image::imageops::crop_imm(pixels, 0, 0, width, height * 2 / 3).to_image();
        let found = FoundGrid::of(&Photo::from_pixels(cut));
        assert!(found.is_none_or(|found| !found.is_sure), "seed {seed}: {found:?}");
    }
}

#[test]
fn paint_the_other_way_round_is_told_and_none_that_is_right() {
    for evening in &EVENINGS[..3] {
        for seed in &JUDGING[..3] {
            let shot = shot(evening, *seed);
            let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
            let picture = Straightened::new(&photo, &shot.corners, shot.grid);
            let measured = Measured::new(&picture.expect("sound corners"));
            let named = format!("{}, seed {seed}", evening.name);
            let painted = shot.five_of_each(*seed);
            assert_eq!(measured.misplaced(&painted), None, "{named}");
            // In the worst light, it may go unnoticed.
            if evening.name == "hard" {
                continue;
            }
            let turned: Vec<Option<Kind>> = painted.iter().rev().copied().collect();
            assert_eq!(measured.misplaced(&turned), Some(Doubt::HalfTurned), "{named}");
            let rows = painted.chunks(usize::from(shot.grid.columns()));
            let mirrored: Vec<Option<Kind>> =
                rows.flat_map(|row| row.iter().rev().copied()).collect();
            assert_eq!(measured.misplaced(&mirrored), Some(Doubt::Mirrored), "{named}");
        }
    }
}

#[test]
fn a_grid_is_turned_to_what_is_told_of_its_squares() {
    for (evening, seed) in
        EVENINGS[..2].iter().flat_map(|e| JUDGING[..3].iter().map(move |s| (e, s)))
    {
        let shot = shot(evening, *seed);
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let painted = shot.five_of_each(*seed);
        let named = format!("{}, seed {seed}", evening.name);
        for quarter in 0..4 {
            let mut corners = shot.corners;
            corners.0.rotate_left(quarter);
            let (columns, rows) = (u32::from(shot.grid.columns()), u32::from(shot.grid.rows()));
            let size = if quarter % 2 == 0 { (columns, rows) } else { (rows, columns) };
            let grid = Grid::new(size.0, size.1).expect("a board of this size");
            let found = FoundGrid { corners, grid, is_sure: true };
            let turned = found.turned_to(&photo, shot.grid, &painted);
            assert_eq!((turned.corners, turned.grid), (shot.corners, shot.grid), "{named}");
        }
        // Of another size, or with nothing to go by, it stays as it is.
        let found = FoundGrid { corners: shot.corners, grid: shot.grid, is_sure: true };
        let smaller = Grid::new(9, 7).expect("a board of this size");
        assert_eq!(found.turned_to(&photo, smaller, &[None; 63]), found, "{named}");
        let nothing = vec![None; painted.len()];
        assert_eq!(found.turned_to(&photo, shot.grid, &nothing), found, "{named}");
    }
}

#[test]
#[ignore = "takes a minute; run it with --ignored --nocapture found"]
fn report_found() {
    for (name, seeds) in [("tuning", TUNING), ("judging", JUDGING)] {
        for (tally, evening) in at_home(&seeds).into_iter().zip(&EVENINGS) {
            tally.report(&format!("{name}, {}", evening.name));
        }
    }
    for level in &LEVELS {
        let mut tally = Tally::default();
        for (size, seed) in [(8, 6), (11, 14), (16, 15), (20, 18), (24, 24)].into_iter().zip(50..) {
            let rendered = photograph_sized(level, size, seed);
            tally.add(&rendered.jpeg, &rendered.exact, rendered.grid);
        }
        tally.report(level.name);
    }
}
