//! The detection of grids, which may fail but never claims a wrong one.

use board_photo::{
    Corners, DetectedGrid, Folds, GridSize, PaintKind, Photo, PhotoMeasurements, PhotoWarning,
    PlacedGrid, StraightenedPhoto,
};

use crate::trials::bent::Bend;
use crate::trials::evening::{EVENINGS, JUDGING, shot};
use crate::trials::grids::{SIZES, distance, of_bends, of_evenings, of_sizes, of_surroundings};
use crate::trials::levels::LEVELS;
use crate::trials::surroundings::{self, Surrounding};

#[test]
fn most_grids_are_found_and_no_wrong_one_is_claimed() {
    // The least right ones of the first four judging seeds of each evening. The report counts 12,
    // 12, 12 and 7 of all twelve.
    let expected = [4, 4, 4, 1];
    for ((tally, evening), least) in
        of_evenings(&JUDGING[..4]).into_iter().zip(&EVENINGS).zip(expected)
    {
        tally.report(evening.name);
        assert!(tally.right >= least, "{}: {tally:?}", evening.name);
        assert_eq!(tally.claimed, 0, "{}: {tally:?}", evening.name);
    }
}

#[test]
fn board_of_a_known_size_is_placed_and_marked_corners_snap_to_its_lines() {
    for seed in &JUDGING[..2] {
        let shot = shot(&EVENINGS[0], *seed);
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let found = DetectedGrid::detect_sized(&photo, shot.grid).expect("a board of this size");
        let off = distance(&found, &shot.exact, shot.grid).expect("the right size");
        assert!(off < 0.15, "seed {seed}: {off}");

        let side = (shot.exact.0[0].0 - shot.exact.0[1].0)
            .hypot(shot.exact.0[0].1 - shot.exact.0[1].1)
            / f32::from(shot.grid.columns());
        let mut rough = shot.exact;
        for ((x, y), by) in rough.0.iter_mut().zip([0.3, -0.25, 0.2, -0.3]) {
            // A corner is never marked outside the picture.
            let (width, height) = photo.size();
            *x = (*x + by * side).clamp(0.0, width as f32);
            *y = (*y - by * side).clamp(0.0, height as f32);
        }
        let grid = PlacedGrid::flat(rough, shot.grid).snapped(&photo);
        let grid = grid.expect("lines near the corners");
        let snapped = DetectedGrid { grid, is_sure: false };
        let off = distance(&snapped, &shot.exact, shot.grid).expect("the same size");
        assert!(off < 0.1, "seed {seed}: {off}");
    }
    let plain = Photo::from_pixels(image::RgbImage::from_pixel(640, 480, image::Rgb([90; 3])));
    let grid = GridSize::new(10, 8).expect("a board of this size");
    let corners = Corners([(90., 60.), (540., 60.), (540., 420.), (90., 420.)]);
    assert_eq!(PlacedGrid::flat(corners, grid).snapped(&plain), None);
    assert_eq!(DetectedGrid::detect_sized(&plain, grid), None);
}

#[test]
fn grids_are_found_whatever_is_around_them_and_no_wrong_one_is_claimed() {
    let mut right = 0;
    for surrounding in Surrounding::ALL {
        for tally in of_surroundings(surrounding, &EVENINGS[..1], &surroundings::JUDGING[..1]) {
            tally.report(&format!("{surrounding:?}"));
            assert_eq!(tally.claimed, 0, "{surrounding:?}: {tally:?}");
            right += tally.right;
        }
    }
    assert_eq!(right, Surrounding::ALL.len());
}

#[test]
fn boards_that_are_unclear_in_the_first_copy_are_found_in_a_larger_one() {
    // In the first copy alone, the faint lines are not found, and the folded board is not sure.
    let found = |surrounding, seed| of_surroundings(surrounding, &EVENINGS[1..2], &[seed])[0];
    let faint = found(Surrounding::FaintLines, 704);
    faint.report("faint lines");
    assert_eq!((faint.right, faint.claimed), (1, 0), "{faint:?}");
    let folded = found(Surrounding::Fold, 706);
    folded.report("fold");
    assert_eq!((folded.sure, folded.claimed), (1, 0), "{folded:?}");
    assert!(folded.worst < 0.05, "{folded:?}");
}

#[test]
fn grids_of_folded_boards_and_of_wide_lenses_are_found() {
    // Without a fold, two of these folded boards are not found; without the distortion of the lens,
    // the corners of the others are off by up to 0.15 of a square.
    let folded = [
        (Surrounding::Fold, 951),
        (Surrounding::HandAndWindow, 951),
        (Surrounding::ScoreTrack, 954),
    ];
    let tally = of_bends(Bend::Fold, &folded);
    tally.corners.report("fold");
    assert_eq!((tally.corners.right, tally.corners.claimed), (3, 0), "{tally:?}");
    // The squares on both sides of the fold are where the picture shows them.
    assert!(tally.worst_crossing < 0.1 && tally.least_without_folds > 0.2, "{tally:?}");
    let distorted = [(Surrounding::Fold, 953), (Surrounding::HandAndWindow, 953)];
    let tally = of_bends(Bend::Lens, &distorted);
    tally.corners.report("lens");
    assert_eq!((tally.corners.right, tally.corners.claimed), (2, 0), "{tally:?}");
    assert!(tally.corners.worst < 0.08, "{tally:?}");
}

#[test]
fn corners_of_a_slightly_folded_board_are_on_their_lines() {
    // Without a fold in the middle, a corner is off by 0.09 of a square.
    let tally = of_bends(Bend::SlightFold, &[(Surrounding::ScoreTrack, 954)]);
    tally.corners.report("slight fold");
    assert_eq!((tally.corners.right, tally.corners.claimed), (1, 0), "{tally:?}");
    assert!(tally.corners.worst < 0.07, "{tally:?}");
}

#[test]
fn outermost_rows_under_a_very_wide_lens_are_found() {
    // Without a search of the edges after the fit of the lens, the first three lack a row and are claimed.
    let distorted = [
        (Surrounding::DecoratedFrame, 952),
        (Surrounding::TexturedArt, 955),
        (Surrounding::HandAndWindow, 956),
        (Surrounding::Fold, 953),
        (Surrounding::HandAndWindow, 953),
    ];
    let tally = of_bends(Bend::WideLens, &distorted);
    tally.corners.report("very wide lens");
    assert_eq!((tally.corners.right, tally.corners.claimed), (5, 0), "{tally:?}");
    assert!(tally.corners.worst < 0.08, "{tally:?}");
}

#[test]
fn fold_behind_a_very_wide_lens_is_found() {
    // If the lens is fitted after the search of folds and never before, the first three are wrong.
    let folded = [
        (Surrounding::ScoreTrack, 952),
        (Surrounding::DecoratedFrame, 954),
        (Surrounding::HandAndWindow, 954),
        (Surrounding::ScoreTrack, 953),
        (Surrounding::HandAndWindow, 953),
    ];
    let tally = of_bends(Bend::FoldAndWideLens, &folded);
    tally.corners.report("fold and very wide lens");
    assert_eq!((tally.corners.right, tally.corners.claimed), (5, 0), "{tally:?}");
}

#[test]
fn grid_of_a_small_evenly_lit_board_is_found() {
    let tally = of_sizes(&LEVELS[0], &SIZES[..1]);
    assert_eq!((tally.all, tally.right, tally.claimed), (1, 1, 0), "{tally:?}");
}

#[test]
fn no_grid_is_claimed_in_pictures_without_one() {
    let mut rng = fastrand::Rng::with_seed(7);
    let noise = image::RgbImage::from_fn(640, 480, |_, _| image::Rgb([rng.u8(..), 90, 120]));
    let plain = image::RgbImage::from_pixel(640, 480, image::Rgb([90, 90, 90]));
    let tiny = image::RgbImage::from_pixel(3, 2, image::Rgb([90, 90, 90]));
    for picture in [noise, plain, tiny] {
        let found = DetectedGrid::detect(&Photo::from_pixels(picture));
        assert!(found.is_none_or(|found| !found.is_sure), "{found:?}");
    }
}

#[test]
fn grid_of_a_cropped_board_is_not_claimed() {
    for seed in &JUDGING[..3] {
        let shot = shot(&EVENINGS[0], *seed);
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let pixels = photo.pixels();
        let (width, height) = pixels.dimensions();
        // The lower third of the picture is gone, and with it some rows or columns.
        let cut = image::imageops::crop_imm(pixels, 0, 0, width, height * 2 / 3).to_image();
        let found = DetectedGrid::detect(&Photo::from_pixels(cut));
        assert!(found.is_none_or(|found| !found.is_sure), "seed {seed}: {found:?}");
    }
}

#[test]
fn corner_cut_off_by_the_picture_is_found_outside() {
    let mut tried = 0;
    for seed in JUDGING {
        let shot = shot(&EVENINGS[0], seed);
        let mut heights = shot.exact.0.map(|(_, y)| y);
        heights.sort_by(f32::total_cmp);
        let [.., higher, lowest] = heights;
        let [(left, top), (right, other), ..] = shot.exact.0;
        let side = (right - left).hypot(other - top) / f32::from(shot.grid.columns());
        if tried == 2 || !(0.6..1.5).contains(&((lowest - higher) / side)) {
            continue;
        }
        tried += 1;
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let pixels = photo.pixels();
        // The lowest corner is outside, by a third of a square or more, and the next one inside.
        let height = f32::midpoint(higher, lowest) as u32;
        let cut = image::imageops::crop_imm(pixels, 0, 0, pixels.width(), height).to_image();
        let cut = Photo::from_pixels(cut);
        let found = DetectedGrid::detect(&cut).expect("a grid");
        let off = distance(&found, &shot.exact, shot.grid);
        assert!(off.is_some_and(|off| off < 0.15), "seed {seed}: {off:?} {found:?}");

        // What is outside is white in the straightened picture, as what is burnt out.
        let straight = StraightenedPhoto::new(&cut, &found.grid).expect("corners near the picture");
        let white = straight.pixels.pixels().filter(|pixel| pixel.0 == [255; 3]).count();
        assert!(white > 0, "seed {seed}");
    }
    assert_eq!(tried, 2);
}

#[test]
fn row_cut_off_along_its_whole_edge_is_found_but_not_claimed() {
    let mut tried = 0;
    for seed in 902..930 {
        let shot = shot(&EVENINGS[0], seed);
        let mut corners = shot.exact.0;
        corners.sort_by(|a, b| a.1.total_cmp(&b.1));
        let [top, _, next, lowest] = corners;
        let row = (next.1 - top.1) / f32::from(shot.grid.rows().min(shot.grid.columns()));
        if tried == 2 || lowest.1 - next.1 > 0.4 * row {
            continue;
        }
        tried += 1;
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let pixels = photo.pixels();
        // A third of the outermost row or more is outside, and at least a third inside.
        let height = (next.1 - 0.3 * row) as u32;
        let cut = image::imageops::crop_imm(pixels, 0, 0, pixels.width(), height).to_image();
        let found = DetectedGrid::detect(&Photo::from_pixels(cut)).expect("a grid");
        let off = distance(&found, &shot.exact, shot.grid);
        assert!(off.is_some_and(|off| off < 0.15), "seed {seed}: {off:?} {found:?}");
        assert!(!found.is_sure, "seed {seed}: {found:?}");
    }
    assert_eq!(tried, 2);
}

/// Draws a board of 12 × 9 squares of 50 pixels, a blank frame of a square around it, and a score track
/// in the same pitch around that.
fn board_in_a_track_of_its_pitch() -> image::RgbImage {
    const SQUARE: i32 = 50;
    let (columns, rows) = (12, 9);
    let ring = |at: i32, count: i32| (-at).max(at + 1 - count).max(0);
    image::RgbImage::from_fn(1_000, 850, |x, y| {
        let (x, y) = (x.cast_signed() - 200, y.cast_signed() - 200);
        let (column, row) = (x.div_euclid(SQUARE), y.div_euclid(SQUARE));
        let grain = (x * 7 + y * 13).rem_euclid(5) as u8;
        let is_line = x.rem_euclid(SQUARE) < 2 || y.rem_euclid(SQUARE) < 2;
        let shade = if is_line { 35 } else { 0 };
        match ring(column, columns).max(ring(row, rows)) {
            0 => {
                let [red, green, blue] = [[150, 170, 110], [176, 150, 120], [120, 150, 170]]
                    [(column + row) as usize % 3];
                image::Rgb([red, green, blue].map(|color: u8| color + grain - shade))
            }
            1 => image::Rgb([60, 64, 96].map(|color| color + grain)),
            2 => image::Rgb([120, 126, 170].map(|color: u8| color + grain - shade)),
            _ => image::Rgb([150, 120, 84].map(|color| color + grain)),
        }
    })
}

#[test]
fn score_track_in_the_pitch_beyond_a_blank_frame_is_not_part_of_the_board() {
    let photo = Photo::from_pixels(board_in_a_track_of_its_pitch());
    let found = DetectedGrid::detect(&photo).expect("a grid");
    let exact = Corners([(200.0, 200.0), (800.0, 200.0), (800.0, 650.0), (200.0, 650.0)]);
    let off = distance(&found, &exact, GridSize::new(12, 9).expect("a board of this size"));
    assert!(off.is_some_and(|off| off < 0.15), "{off:?} {found:?}");
    assert_eq!(found.grid.folds, Folds::Flat);
}

#[test]
fn paint_in_the_wrong_orientation_is_reported_and_right_paint_is_not() {
    for evening in &EVENINGS[..3] {
        for seed in &JUDGING[..3] {
            let shot = shot(evening, *seed);
            let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
            let picture =
                StraightenedPhoto::new(&photo, &PlacedGrid::flat(shot.corners, shot.grid));
            let measured = PhotoMeasurements::new(&picture.expect("sound corners"));
            let named = format!("{}, seed {seed}", evening.name);
            let painted = shot.five_of_each(*seed);
            assert_eq!(measured.misplaced(&painted), None, "{named}");
            // In the worst light, it may go unnoticed.
            if evening.name == "hard" {
                continue;
            }
            let turned: Vec<Option<PaintKind>> = painted.iter().rev().copied().collect();
            assert_eq!(measured.misplaced(&turned), Some(PhotoWarning::HalfTurned), "{named}");
            let rows = painted.chunks(usize::from(shot.grid.columns()));
            let mirrored: Vec<Option<PaintKind>> =
                rows.flat_map(|row| row.iter().rev().copied()).collect();
            assert_eq!(measured.misplaced(&mirrored), Some(PhotoWarning::Mirrored), "{named}");
        }
    }
}

#[test]
fn grid_is_turned_to_match_the_known_squares() {
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
            let size = GridSize::new(size.0, size.1).expect("a board of this size");
            let found = DetectedGrid { grid: PlacedGrid::flat(corners, size), is_sure: true };
            let turned = found.turned_to(&photo, shot.grid, &painted);
            assert_eq!(turned.grid, PlacedGrid::flat(shot.corners, shot.grid), "{named}");
        }
        // It stays as it is if the size differs or no square is known.
        let found = DetectedGrid { grid: PlacedGrid::flat(shot.corners, shot.grid), is_sure: true };
        let smaller = GridSize::new(9, 7).expect("a board of this size");
        assert_eq!(found.turned_to(&photo, smaller, &[None; 63]), found, "{named}");
        let nothing = vec![None; painted.len()];
        assert_eq!(found.turned_to(&photo, shot.grid, &nothing), found, "{named}");
    }
}
