//! How often a slip is found when a table is laid again, and how many squares are marked wrongly.

use board_tracing::{CompareError, Compared, Corners, Grid, Photo, Straightened};

use crate::evening::{EVENINGS, Evening, Photographed, TUNING};
use crate::pairs::{Pair, pair};

/// Seeds to report with, which nothing was tuned on.
const JUDGING: [u64; 12] = [951, 952, 953, 954, 955, 956, 957, 958, 959, 960, 961, 962];

/// What came of some pairs.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Slips with tiles, roads, houses, bridges and buildings, and how many of them are found.
    large: (usize, usize),
    /// Slips with tokens, and how many of them are found.
    small: (usize, usize),
    /// Squares that show the same, and how many of them are marked.
    same: (usize, usize),
    /// Squares that are said to be burnt out.
    unseen: usize,
    /// How many of the surest marks, one to each slip, are of a slip.
    surest: (usize, usize),
}

impl Tally {
    fn add(&mut self, pair: &Pair, compared: &Compared) {
        let place = |square| pair.grid.index(square).expect("it is on the grid");
        let marked: Vec<usize> = compared.marks.iter().map(|mark| place(mark.square)).collect();
        for difference in &pair.differences {
            let count = if difference.slip.is_small() { &mut self.small } else { &mut self.large };
            count.0 += 1;
            count.1 += usize::from(difference.squares.iter().any(|at| marked.contains(at)));
        }
        let differs = |at: &usize| pair.differences.iter().any(|other| other.squares.contains(at));
        let same = (0..pair.grid.len()).filter(|at| !differs(at));
        self.same.0 += same.clone().count();
        self.same.1 += same.filter(|at| marked.contains(at)).count();
        self.unseen += compared.unseen.len();
        let surest = marked.iter().take(pair.differences.len());
        self.surest.0 += surest.len();
        self.surest.1 += surest.filter(|at| differs(at)).count();
    }

    fn and(self, other: Self) -> Self {
        let both = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        Self {
            large: both(self.large, other.large),
            small: both(self.small, other.small),
            same: both(self.same, other.same),
            unseen: self.unseen + other.unseen,
            surest: both(self.surest, other.surest),
        }
    }

    fn report(self, name: &str) {
        println!(
            "{name:<24} found {:5.1} of {:2}, small tokens {:5.1} of {:2}, marked wrongly {:4.2} of {}, {} burnt out, surest right {:5.1}",
            share(self.large),
            self.large.0,
            share(self.small),
            self.small.0,
            share(self.same),
            self.same.0,
            self.unseen,
            share(self.surest),
        );
    }
}

fn share((all, part): (usize, usize)) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

fn straightened(photographed: &Photographed, grid: Grid) -> Straightened {
    let photo = Photo::decode(&photographed.jpeg).expect("a sound picture");
    // A hand that slips stays inside the picture.
    let (width, height) = photo.size();
    let inside = |(x, y): (f32, f32)| (x.clamp(0.0, width as f32), y.clamp(0.0, height as f32));
    let corners = Corners(photographed.corners.0.map(inside));
    Straightened::new(&photo, &corners, grid).expect("sound corners")
}

fn tried(evening: &Evening, seeds: &[u64]) -> Tally {
    let mut tally = Tally::default();
    for &seed in seeds {
        let pair = pair(evening, seed);
        let before = straightened(&pair.before, pair.grid);
        let after = straightened(&pair.after, pair.grid);
        let compared = Compared::of(&before, &after).expect("pictures of one board");
        tally.add(&pair, &compared);
    }
    tally
}

fn all_tried(evenings: &[Evening], seeds: &[u64]) -> Vec<Tally> {
    std::thread::scope(|scope| {
        let running: Vec<_> =
            evenings.iter().map(|evening| scope.spawn(move || tried(evening, seeds))).collect();
        running.into_iter().map(|thread| thread.join().expect("every evening is tried")).collect()
    })
}

#[test]
#[ignore = "takes three minutes; run it with --ignored --nocapture compared"]
fn report_compared() {
    for (name, seeds) in [("tuning", TUNING), ("judging", JUDGING)] {
        let tallies = all_tried(&EVENINGS, &seeds);
        for (tally, evening) in tallies.iter().zip(&EVENINGS) {
            tally.report(&format!("{name}, {}", evening.name));
        }
        let three = tallies[..3].iter().fold(Tally::default(), |all, tally| all.and(*tally));
        three.report(&format!("{name}, without worse"));
    }
}

#[test]
fn slips_on_laying_the_table_again_are_found() {
    // Of the first three judging seeds of each evening: the share of large slips that is found, of
    // small tokens, and of squares marked wrongly. Of all twelve, `report_compared` tells.
    let expected = [(100.0, 100.0, 1.0), (100.0, 100.0, 1.0), (90.0, 75.0, 2.0)];
    let tallies = all_tried(&EVENINGS[..3], &JUDGING[..3]);
    for ((tally, evening), (large, small, wrong)) in
        tallies.into_iter().zip(&EVENINGS).zip(expected)
    {
        tally.report(evening.name);
        assert!(share(tally.large) >= large, "{}: {tally:?}", evening.name);
        assert!(share(tally.small) >= small, "{}: {tally:?}", evening.name);
        assert!(share(tally.same) <= wrong, "{}: {tally:?}", evening.name);
    }
}

#[test]
fn a_table_that_was_not_touched_is_hardly_marked() {
    // The same picture with less light, a little aside: what a second press of the button takes.
    let pair = pair(&EVENINGS[1], TUNING[0]);
    let before = straightened(&pair.before, pair.grid);
    let mut after = before.clone();
    let dimmer = |byte: u8| (f32::from(byte) * 0.8) as u8;
    after.pixels =
        image::RgbImage::from_fn(before.pixels.width(), before.pixels.height(), |x, y| {
            let image::Rgb(bytes) =
                *before.pixels.get_pixel(x.saturating_sub(2), y.saturating_sub(1));
            image::Rgb(bytes.map(dimmer))
        });
    let compared = Compared::of(&before, &after).expect("pictures of one board");
    assert_eq!(compared.marks, [], "nothing was moved");
}

#[test]
fn a_picture_from_another_side_of_the_table_is_turned() {
    let pair = pair(&EVENINGS[0], TUNING[1]);
    let before = straightened(&pair.before, pair.grid);
    let after = straightened(&pair.after, pair.grid);
    let straight = Compared::of(&before, &after).expect("pictures of one board");
    let quarter = Grid::new(pair.grid.rows().into(), pair.grid.columns().into());
    let quarter = quarter.expect("a board on its side");
    let ways = [
        (pair.grid, image::imageops::rotate180(&after.pixels)),
        (quarter, image::imageops::rotate90(&after.pixels)),
        (quarter, image::imageops::rotate270(&after.pixels)),
    ];
    for (grid, pixels) in ways {
        let turned = Compared::of(&before, &Straightened { grid, pixels });
        assert_eq!(turned.expect("pictures of one board").marks, straight.marks);
    }
}

#[test]
fn pictures_of_two_boards_are_not_compared() {
    let one = pair(&EVENINGS[0], TUNING[1]);
    let before = straightened(&one.before, one.grid);
    let other_grid = Grid::new(5, 4).expect("a small board");
    let pixels = image::RgbImage::new(5 * 48, 4 * 48);
    let small = Straightened { grid: other_grid, pixels };
    let error = Compared::of(&before, &small).err();
    let expected = CompareError::OtherGrid { before: one.grid, after: other_grid };
    assert_eq!(error, Some(expected));
    // Of the same size, and of nothing that is on the first.
    let size = before.pixels.dimensions();
    let mut rng = fastrand::Rng::with_seed(3);
    let noise = Straightened {
        grid: one.grid,
        pixels: image::RgbImage::from_fn(size.0, size.1, |_, _| image::Rgb([rng.u8(..), 90, 120])),
    };
    assert_eq!(Compared::of(&before, &noise).err(), Some(CompareError::OtherBoard));
    // The board of another evening: as many squares, other ones.
    let mirrored =
        Straightened { grid: one.grid, pixels: image::imageops::flip_horizontal(&before.pixels) };
    assert_eq!(Compared::of(&before, &mirrored).err(), Some(CompareError::OtherBoard));
}
