//! The share of slips that is found in a rebuilt table, and of squares marked wrongly.

use board_photo::{BoardComparison, Corners, GridSize, Photo, PlacedGrid, StraightenedPhoto};

use super::evening::{Evening, Photographed};
use super::pairs::{Pair, pair};

/// Seeds for the report, on which nothing was tuned.
pub const JUDGING: [u64; 12] = [951, 952, 953, 954, 955, 956, 957, 958, 959, 960, 961, 962];

/// The outcome of comparing some pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Slips with tiles, roads, houses, bridges and buildings: all, and found.
    pub large: (usize, usize),
    /// Slips with tokens: all, and found.
    pub small: (usize, usize),
    /// Squares without a difference: all, and marked.
    pub same: (usize, usize),
    /// Squares reported as overexposed.
    pub unseen: usize,
    /// The surest marks, as many as there are slips: all, and right.
    pub surest: (usize, usize),
}

impl Tally {
    fn add(&mut self, pair: &Pair, compared: &BoardComparison) {
        let place = |square| pair.grid.index(square).expect("it is on the grid");
        let marked: Vec<usize> =
            compared.differences.iter().map(|mark| place(mark.square)).collect();
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

    pub fn report(self, name: &str) {
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

pub fn share((all, part): (usize, usize)) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

pub fn straightened(photographed: &Photographed, grid: GridSize) -> StraightenedPhoto {
    let photo = Photo::decode(&photographed.jpeg).expect("a sound picture");
    // A hand that slips stays inside the picture.
    let (width, height) = photo.size();
    let inside = |(x, y): (f32, f32)| (x.clamp(0.0, width as f32), y.clamp(0.0, height as f32));
    let corners = Corners(photographed.corners.0.map(inside));
    StraightenedPhoto::new(&photo, &PlacedGrid::flat(corners, grid)).expect("sound corners")
}

fn tried(evening: &Evening, seeds: &[u64]) -> Tally {
    let mut tally = Tally::default();
    for &seed in seeds {
        let pair = pair(evening, seed);
        let before = straightened(&pair.before, pair.grid);
        let after = straightened(&pair.after, pair.grid);
        let compared = BoardComparison::compare(&before, &after).expect("pictures of one board");
        tally.add(&pair, &compared);
    }
    tally
}

pub fn all_tried(evenings: &[Evening], seeds: &[u64]) -> Vec<Tally> {
    std::thread::scope(|scope| {
        let running: Vec<_> =
            evenings.iter().map(|evening| scope.spawn(move || tried(evening, seeds))).collect();
        running.into_iter().map(|thread| thread.join().expect("every evening is tried")).collect()
    })
}
