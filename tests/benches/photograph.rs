//! Benchmarks of a photograph of the board: opening it, finding its grid, and proposing its terrain
//! after a stroke.
//!
//! The goals are 2 s for a picture of 48 megapixels and 0.3 s for the proposals.

use std::hint::black_box;

use board_photo::{
    Corners, DetectedGrid, GridSize, PaintKind, Photo, PhotoMeasurements, PlacedGrid,
    StraightenedPhoto,
};
use criterion::{Criterion, criterion_group, criterion_main};
use image::{Rgb, RgbImage, codecs::jpeg::JpegEncoder};

/// Draws a board of 16 by 15 squares in patches of four grounds, with lines between the squares and
/// a table around it.
fn picture(width: u32, height: u32) -> RgbImage {
    let (across, down) = (width / 18, height / 17);
    let mut rng = fastrand::Rng::with_seed(1);
    RgbImage::from_fn(width, height, |x, y| {
        let (column, row) = (x / across, y / down);
        let is_on = (1..=16).contains(&column) && (1..=15).contains(&row);
        let is_line = (x % across) * 40 < across || (y % down) * 40 < down;
        let ground = match (column / 3 + row / 2) % 4 {
            _ if !is_on => [90, 70, 50],
            0 => [170, 112, 92],
            1 => [206, 194, 166],
            2 => [118, 126, 84],
            _ => [112, 136, 146],
        };
        let dark = if is_on && is_line { 30 } else { 0 };
        Rgb(ground.map(|shade: u8| shade - dark + rng.u8(..8)))
    })
}

fn photograph(c: &mut Criterion) {
    let mut group = c.benchmark_group("photograph");
    group.sample_size(10);
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 88);
    encoder.encode_image(&picture(8_000, 6_000)).expect("it is encoded");
    let open = || Photo::decode(&bytes).expect("a sound picture");
    group.bench_function("open 48 megapixels", |b| b.iter(|| black_box(open())));
    let photo = open();
    group.bench_function("find the grid", |b| b.iter(|| black_box(DetectedGrid::detect(&photo))));
    let size = GridSize::new(16, 15).expect("a possible size");
    let (right, bottom) = (8_000.0 / 18.0 * 17.0, 6_000.0 / 17.0 * 16.0);
    let (left, top) = (8_000.0 / 18.0, 6_000.0 / 17.0);
    let corners = Corners([(left, top), (right, top), (right, bottom), (left, bottom)]);
    let grid = PlacedGrid::flat(corners, size);
    let straighten = || StraightenedPhoto::new(&photo, &grid).expect("sound corners");
    group.bench_function("straighten and measure", |b| {
        b.iter(|| PhotoMeasurements::new(&straighten()));
    });
    let measured = PhotoMeasurements::new(&straighten());
    let kinds = [PaintKind::Entrance, PaintKind::Coastal, PaintKind::Forested, PaintKind::River];
    let painted: Vec<Option<PaintKind>> = size
        .squares()
        .map(|square| {
            let ground = (square.column + 1) / 3 + square.row.div_ceil(2);
            (square.column % 5 == 0).then(|| kinds[usize::from(ground % 4)])
        })
        .collect();
    group.bench_function("propose after a stroke", |b| {
        b.iter(|| black_box(measured.propose(&painted)));
    });
    group.finish();
}

criterion_group!(benches, photograph);
criterion_main!(benches);
