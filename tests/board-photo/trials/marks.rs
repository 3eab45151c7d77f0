//! The share of printed round marks that is found, and of other squares taken for one.

use board_photo::{Corners, GridSize, Photo, PhotoMeasurements, PlacedGrid, StraightenedPhoto};
use components::square::Square;
use fastrand::Rng;

use super::evening::{Evening, photographed, printed_board};
use super::render::{Image, PRINT, linear};

/// The number of start squares on a board.
const MARKS: usize = 8;

/// Prints a disc with a darker rim and a stroke for its number, or a ring alone.
fn print_mark(print: &mut Image, square: Square, rng: &mut Rng) {
    let side = PRINT as f32;
    let slip = |rng: &mut Rng| (rng.f32() - 0.5) * 0.1;
    let (x, y) = (f32::from(square.column) + 0.5, f32::from(square.row) + 0.5);
    let (x, y) = (x + slip(rng), y + slip(rng));
    let (reach, rim) = (0.22 + 0.14 * rng.f32(), 0.02 + 0.03 * rng.f32());
    let (face, edge) = if rng.bool() {
        ([226.0, 214.0, 188.0], [70.0, 60.0, 54.0])
    } else {
        ([92.0, 84.0, 78.0], [214.0, 204.0, 182.0])
    };
    let is_ring = rng.u32(0..4) == 0;
    let from = |at: f32| ((at - 0.5) * side).max(0.0) as u32;
    for py in from(y)..(from(y) + PRINT).min(print.height()) {
        for px in from(x)..(from(x) + PRINT).min(print.width()) {
            let (dx, dy) = ((px as f32 + 0.5) / side - x, (py as f32 + 0.5) / side - y);
            let far = dx.hypot(dy);
            let is_number = dx.abs() < 0.03 && dy.abs() < reach * 0.6;
            let colour = match far {
                far if far > reach => None,
                far if far > reach - rim => Some(edge),
                _ if is_number => Some(edge),
                _ => (!is_ring).then_some(face),
            };
            if let Some(colour) = colour {
                print.put_pixel(px, py, image::Rgb(colour.map(linear)));
            }
        }
    }
}

/// Returns a photograph of a board with marks, its corners as marked by hand, its grid, and the
/// marked squares.
fn marked(evening: &Evening, seed: u64) -> (Vec<u8>, Corners, GridSize, Vec<Square>) {
    let (grid, mut print) = printed_board(evening, seed);
    let mut rng = Rng::with_seed(seed ^ 0x0D15C);
    let mut squares: Vec<Square> = grid.squares().collect();
    rng.shuffle(&mut squares);
    squares.truncate(MARKS);
    for square in &squares {
        print_mark(&mut print, *square, &mut rng);
    }
    let shown = photographed(&print, grid, evening, &mut rng);
    (shown.jpeg, shown.corners, grid, squares)
}

/// The outcome of searching for marks; `mistaken` counts other squares taken for one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub marks: usize,
    pub found: usize,
    pub others: usize,
    pub mistaken: usize,
}

impl Tally {
    pub fn of(evening: &Evening, seeds: &[u64]) -> Self {
        let mut tally = Self::default();
        for seed in seeds {
            let (jpeg, corners, grid, marks) = marked(evening, *seed);
            let photo = Photo::decode(&jpeg).expect("a sound picture");
            // A hand that slips stays on the picture.
            let (width, height) = photo.size();
            let on = |(x, y): (f32, f32)| (x.clamp(0.0, width as f32), y.clamp(0.0, height as f32));
            let corners = Corners(corners.0.map(on));
            let picture = StraightenedPhoto::new(&photo, &PlacedGrid::flat(corners, grid))
                .expect("the corners are sound");
            let found: Vec<Square> = PhotoMeasurements::new(&picture).round_marks().collect();
            let right = found.iter().filter(|square| marks.contains(square)).count();
            tally.marks += marks.len();
            tally.found += right;
            tally.others += grid.len() - marks.len();
            tally.mistaken += found.len() - right;
        }
        tally
    }
}
