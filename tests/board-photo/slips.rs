//! Two photographs of one table, compared.

use board_photo::{BoardComparison, CompareError, GridSize, StraightenedPhoto};

use crate::trials::evening::{EVENINGS, TUNING};
use crate::trials::pairs::pair;
use crate::trials::slips::{JUDGING, all_tried, share, straightened};
use crate::trials::turned_tiles;

#[test]
fn slips_in_rebuilding_the_table_are_found() {
    // Percentages for the first three judging seeds of each evening: large slips and small tokens
    // found at least, squares marked wrongly at most. The report covers all twelve seeds.
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
fn tiles_turned_in_place_are_found() {
    // Percentages for the first three judging seeds of each evening: turned tiles found at least,
    // squares marked wrongly at most. The report covers all twelve seeds.
    std::thread::scope(|scope| {
        for (evening, (found, wrong)) in EVENINGS.iter().zip([(85.0, 1.0), (75.0, 2.0)]) {
            scope.spawn(move || {
                let tally = turned_tiles::Tally::of(evening, &turned_tiles::JUDGING[..3]);
                tally.report(evening.name);
                assert!(share(tally.turned) >= found, "{}: {tally:?}", evening.name);
                assert!(share(tally.same) <= wrong, "{}: {tally:?}", evening.name);
            });
        }
    });
}

#[test]
fn untouched_table_is_not_marked() {
    // The same picture, darker and slightly shifted, as from a second press of the shutter.
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
    let compared = BoardComparison::compare(&before, &after).expect("pictures of one board");
    assert_eq!(compared.differences, [], "nothing was moved");
}

#[test]
fn picture_from_another_side_of_the_table_is_turned() {
    let pair = pair(&EVENINGS[0], TUNING[1]);
    let before = straightened(&pair.before, pair.grid);
    let after = straightened(&pair.after, pair.grid);
    let straight = BoardComparison::compare(&before, &after).expect("pictures of one board");
    let quarter = GridSize::new(pair.grid.rows().into(), pair.grid.columns().into());
    let quarter = quarter.expect("a board on its side");
    let ways = [
        (pair.grid, image::imageops::rotate180(&after.pixels)),
        (quarter, image::imageops::rotate90(&after.pixels)),
        (quarter, image::imageops::rotate270(&after.pixels)),
    ];
    for (grid, pixels) in ways {
        let turned = BoardComparison::compare(&before, &StraightenedPhoto { grid, pixels });
        assert_eq!(turned.expect("pictures of one board").differences, straight.differences);
    }
}

#[test]
fn pictures_of_two_boards_are_refused() {
    let one = pair(&EVENINGS[0], TUNING[1]);
    let before = straightened(&one.before, one.grid);
    let other_grid = GridSize::new(5, 4).expect("a small board");
    let pixels = image::RgbImage::new(5 * 48, 4 * 48);
    let small = StraightenedPhoto { grid: other_grid, pixels };
    let error = BoardComparison::compare(&before, &small).err();
    let expected = CompareError::OtherGrid { before: one.grid, after: other_grid };
    assert_eq!(error, Some(expected));
    // A picture of the same size that shows nothing of the first.
    let size = before.pixels.dimensions();
    let mut rng = fastrand::Rng::with_seed(3);
    let noise = StraightenedPhoto {
        grid: one.grid,
        pixels: image::RgbImage::from_fn(size.0, size.1, |_, _| image::Rgb([rng.u8(..), 90, 120])),
    };
    assert_eq!(BoardComparison::compare(&before, &noise).err(), Some(CompareError::OtherBoard));
    // Another board with the same number of squares.
    let mirrored = StraightenedPhoto {
        grid: one.grid,
        pixels: image::imageops::flip_horizontal(&before.pixels),
    };
    assert_eq!(BoardComparison::compare(&before, &mirrored).err(), Some(CompareError::OtherBoard));
}
