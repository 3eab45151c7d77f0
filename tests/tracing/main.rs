//! How well terrain is proposed, tried with photographs drawn for the purpose.
//!
//! Everything is drawn from fixed seeds, so the figures are the same every
//! time; `cargo test --test tracing -- --nocapture` prints them.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pictures of some hundred pixels a side are drawn and measured"
)]

mod grids;
mod marks;
mod slips;
mod terrain;
mod trials;

use board_tracing::{
    Corners, GridSize, PaintKind, Photo, PhotoMeasurements, PhotoWarning, Proposal,
    StraightenedPhoto,
};

use trials::levels::{LEVELS, some_of_each};
use trials::render::{Difficulty, Rendered, photograph, photograph_sized};

/// The seeds each difficulty is tried with. With those of the second line, faded grounds in a
/// dark corner were once taken for others and borne out by their neighbours.
const SEEDS: [u64; 8] = [
    0, 1, 2, 3, //
    108, 109, 111, 116,
];

/// What came of some photographs.
#[derive(Clone, Copy, Default)]
struct Tally {
    squares: usize,
    wrong: usize,
    unsure: usize,
    /// Wrong ones that are marked unsure.
    caught: usize,
}

impl Tally {
    fn add(&mut self, truth: &[PaintKind], proposals: &[Option<Proposal>]) {
        for (truth, proposal) in truth.iter().zip(proposals) {
            let proposal = proposal.expect("everything is proposed");
            let wrong = proposal.kind != *truth;
            self.squares += 1;
            self.wrong += usize::from(wrong);
            self.unsure += usize::from(proposal.unsure);
            self.caught += usize::from(wrong && proposal.unsure);
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            squares: self.squares + other.squares,
            wrong: self.wrong + other.wrong,
            unsure: self.unsure + other.unsure,
            caught: self.caught + other.caught,
        }
    }

    fn report(self, name: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "{name:<10} {:6.2} % right, {:5.2} % unsure, {} of {} wrong ones among them",
            100.0 - share(self.wrong, self.squares),
            share(self.unsure, self.squares),
            self.caught,
            self.wrong,
        );
    }
}

fn measured(rendered: &Rendered) -> PhotoMeasurements {
    let photo = Photo::decode(&rendered.jpeg).expect("a sound picture");
    let picture = StraightenedPhoto::new(&photo, &rendered.corners, rendered.grid);
    PhotoMeasurements::new(&picture.expect("sound corners"))
}

fn tried(difficulty: &Difficulty) -> Tally {
    let mut tally = Tally::default();
    for seed in SEEDS {
        let rendered = photograph(difficulty, seed % 4 >= 2, seed);
        let painted = some_of_each(&rendered.truth, seed, 5);
        tally.add(&rendered.truth, &measured(&rendered).propose(&painted));
    }
    tally
}

#[test]
fn five_painted_squares_of_each_kind_are_enough() {
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let running = LEVELS.each_ref().map(|level| scope.spawn(move || tried(level)));
        running.into_iter().map(|thread| thread.join().expect("every level is tried")).collect()
    });
    let mut all = Tally::default();
    for (level, tally) in LEVELS.iter().zip(&tallies) {
        tally.report(level.name);
    }
    for (level, tally) in LEVELS.iter().zip(&tallies) {
        assert!(tally.wrong * 100 <= tally.squares * 3, "{}: too many are wrong", level.name);
        // Where something lies on every third square, more are looked at.
        let most = if level.tokens > 0.3 { 15 } else { 10 };
        let is_few = tally.unsure * 100 <= tally.squares * most;
        assert!(is_few, "{}: too many are unsure", level.name);
        assert!(
            tally.caught * 10 >= tally.wrong * 9,
            "{}: wrong proposals go unmarked",
            level.name
        );
        all = all.and(*tally);
    }
    all.report("all");
    assert!(all.caught * 10 >= all.wrong * 9, "wrong proposals go unmarked");
}

#[test]
fn more_paint_makes_better_proposals() {
    let hardest = &LEVELS[2];
    let rendered = photograph(hardest, true, 6);
    let measured = measured(&rendered);
    let wrong = [1, 5, 20].map(|most| {
        let painted = some_of_each(&rendered.truth, 6, most);
        let mut tally = Tally::default();
        tally.add(&rendered.truth, &measured.propose(&painted));
        tally.wrong
    });
    assert!(wrong[0] >= wrong[1] && wrong[1] >= wrong[2] && wrong[0] > wrong[2], "{wrong:?}");
}

#[test]
fn what_was_never_painted_goes_by_the_rulebook_and_is_unsure() {
    let rendered = photograph(&LEVELS[0], false, 0);
    let measured = measured(&rendered);
    let nothing = vec![None; rendered.truth.len()];
    let first: Vec<Proposal> = measured.propose(&nothing).into_iter().flatten().collect();
    assert_eq!(first.len(), rendered.truth.len());
    assert!(first.iter().all(|proposal| proposal.unsure && !proposal.kind.is_reserved()));
    let right = first.iter().zip(&rendered.truth).filter(|(p, truth)| p.kind == **truth).count();
    assert!(right * 10 >= first.len() * 7, "{right} of {}", first.len());
    let mut one = nothing;
    one[0] = Some(rendered.truth[0]);
    for (at, proposal) in measured.propose(&one).iter().flatten().enumerate() {
        let is_known = proposal.kind == rendered.truth[0];
        assert!(is_known || proposal.unsure, "square {at}: {proposal:?}");
    }
}

/// The photograph pulled straight by a grid of so many columns and rows.
fn straight(rendered: &Rendered, photo: &Photo, columns: u32, rows: u32) -> StraightenedPhoto {
    let grid = GridSize::new(columns, rows).expect("a board of this size");
    StraightenedPhoto::new(photo, &rendered.corners, grid).expect("sound corners")
}

#[test]
fn a_sound_photograph_is_not_doubted() {
    for level in &LEVELS {
        for seed in SEEDS {
            let rendered = photograph(level, seed % 4 >= 2, seed);
            let photo = Photo::decode(&rendered.jpeg).expect("a sound picture");
            let picture = StraightenedPhoto::new(&photo, &rendered.corners, rendered.grid);
            let doubts = picture.expect("sound corners").warnings();
            assert_eq!(doubts, [], "{}, seed {seed}", level.name);
        }
    }
}

#[test]
fn a_grey_photograph_is_pointed_out() {
    for level in &LEVELS {
        let rendered = photograph(level, false, 1);
        let photo = Photo::decode(&rendered.jpeg).expect("a sound picture");
        let grey = image::DynamicImage::ImageRgb8(photo.pixels().clone()).grayscale();
        let photo = Photo::from_pixels(grey.into_rgb8());
        let picture = StraightenedPhoto::new(&photo, &rendered.corners, rendered.grid);
        let doubts = picture.expect("sound corners").warnings();
        assert!(doubts.contains(&PhotoWarning::Grey), "{}: {doubts:?}", level.name);
    }
}

#[test]
fn squares_that_do_not_fit_the_grid_are_pointed_out() {
    for level in &LEVELS {
        let rendered = photograph(level, false, 2);
        let photo = Photo::decode(&rendered.jpeg).expect("a sound picture");
        let (columns, rows) = (u32::from(rendered.grid.columns()), u32::from(rendered.grid.rows()));
        let doubts = straight(&rendered, &photo, columns + 1, rows).warnings();
        let expected = PhotoWarning::OtherGrid { columns, rows };
        assert_eq!(doubts.first(), Some(&expected), "{}", level.name);
    }
}

/// Columns and rows of boards from small to large.
const SIZES: [(u32, u32); 5] = [(8, 6), (11, 14), (16, 15), (20, 18), (24, 24)];

/// How far a hand is off that marks the corners well, in squares.
const NEAR: [(f32, f32); 3] = [(0.0, 0.0), (0.05, -0.05), (-0.08, 0.08)];

/// How far the grid lies beside the squares where somebody ought to be told.
const BESIDE: [(f32, f32); 4] = [(0.5, 0.0), (0.0, -0.35), (0.4, 0.4), (-0.5, 0.5)];

/// The doubts about a photograph of which the corners lie so many squares to the right of the
/// outer corners of the squares, and so many below them; nothing if the picture ends before.
fn doubts_beside(
    rendered: &Rendered,
    photo: &Photo,
    (right, below): (f32, f32),
) -> Option<Vec<PhotoWarning>> {
    let (columns, rows) = (f32::from(rendered.grid.columns()), f32::from(rendered.grid.rows()));
    let outer = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)];
    let moved = outer.map(|(column, row)| {
        let place = rendered.corners.place(rendered.grid, column + right, row + below);
        place.expect("the corners make a figure")
    });
    let picture = StraightenedPhoto::new(photo, &Corners(moved), rendered.grid);
    Some(picture.ok()?.warnings())
}

/// How many grids beside the squares are told, and how many there are.
fn told_beside(level: &Difficulty) -> (usize, usize) {
    let (mut told, mut all) = (0, 0);
    for (size, seed) in SIZES.into_iter().zip(0..) {
        let rendered = photograph_sized(level, size, seed);
        let photo = Photo::decode(&rendered.jpeg).expect("a sound picture");
        for by in NEAR {
            let doubts = doubts_beside(&rendered, &photo, by).unwrap_or_default();
            assert_eq!(doubts, [], "{}, {size:?} off by {by:?}", level.name);
        }
        for by in BESIDE {
            if let Some(doubts) = doubts_beside(&rendered, &photo, by) {
                told += usize::from(doubts.first() == Some(&PhotoWarning::BesideTheSquares));
                all += 1;
            }
        }
    }
    (told, all)
}

#[test]
fn squares_beside_the_grid_are_pointed_out_and_those_in_it_never() {
    std::thread::scope(|scope| {
        let running =
            LEVELS.each_ref().map(|level| (level.name, scope.spawn(|| told_beside(level))));
        for (name, thread) in running {
            let (told, all) = thread.join().expect("every level is tried");
            println!("{name}: {told} of {all} grids beside the squares are told");
            // One at most stays untold, in the worst light.
            assert!(all >= 16 && told + 1 >= all, "{name}: {told} of {all}");
        }
    });
}
