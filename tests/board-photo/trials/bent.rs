//! Photographs of boards that no perspective explains: a drawn photograph is bent.

use board_photo::{Corners, Photo, PlacedGrid};
use image::codecs::jpeg::JpegEncoder;
use image::{ImageEncoder, Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, warp_into_with};

use super::surroundings::FramedShot;

/// The length of half of a folded board, as a share of what it would be in the plane of the other: a
/// phone tilted by 40 degrees sees a fold of 5 degrees so.
const FORESHORTENED: f32 = 0.92;

/// The same for a fold of 2 degrees.
const SLIGHTLY_FORESHORTENED: f32 = 0.968;

/// The distortion of a lens at half of the longer side of the picture, …
const BARREL: f32 = 0.06;

/// … and of a very wide one.
const WIDE_BARREL: f32 = 0.12;

/// A way in which the picture of a board is bent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// The right half of the board is tilted about its middle.
    Fold,
    /// The right half is tilted a little.
    SlightFold,
    /// A wide lens shows straight lines as barrels.
    Lens,
    /// A very wide lens.
    WideLens,
    /// A very wide lens shows a folded board.
    FoldAndWideLens,
}

impl Bend {
    /// Returns the length of half of the board, as a share of what it would be in the plane of the other.
    fn foreshortened(self) -> f32 {
        match self {
            Self::Fold | Self::FoldAndWideLens => FORESHORTENED,
            Self::SlightFold => SLIGHTLY_FORESHORTENED,
            Self::Lens | Self::WideLens => 1.0,
        }
    }

    /// Returns the distortion of the lens at half of the longer side of the picture.
    fn barrel(self) -> f32 {
        match self {
            Self::Fold | Self::SlightFold => 0.0,
            Self::Lens => BARREL,
            Self::WideLens | Self::FoldAndWideLens => WIDE_BARREL,
        }
    }

    /// Bends a photograph, and the true places of its grid with it.
    pub fn applied(self, shot: &FramedShot) -> BentShot {
        let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
        let (width, height) = photo.pixels().dimensions();
        let view = View::new(shot, (width, height));
        let mut picture = RgbImage::new(width, height);
        let from_bent = |x, y| view.unbent(self, (x, y));
        let outside = Border::Constant(Rgb([40; 3]));
        warp_into_with(photo.pixels(), from_bent, Interpolation::Bilinear, outside, &mut picture);
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 88)
            .write_image(picture.as_raw(), width, height, image::ExtendedColorType::Rgb8)
            .expect("the picture can be written");
        let corners = Corners(shot.corners.0.map(|corner| view.bent(self, corner)));
        let plane = PlacedGrid::flat(shot.corners, shot.grid).planes()[0];
        let (columns, rows) = (shot.grid.columns(), shot.grid.rows());
        let crossings = (1..columns)
            .flat_map(|column| (1..rows).map(move |row| (f32::from(column), f32::from(row))))
            .map(|(column, row)| {
                view.bent(self, plane.place(column, row).expect("a quadrilateral"))
            })
            .collect();
        BentShot { shot: FramedShot { jpeg, grid: shot.grid, corners }, crossings }
    }
}

/// A photograph of a bent board.
pub struct BentShot {
    pub shot: FramedShot,
    /// The places in the picture where the lines of the grid cross.
    pub crossings: Vec<(f32, f32)>,
}

/// The places in a photograph about which it is bent, in pixels.
struct View {
    center: (f32, f32),
    longest: f32,
    /// A place on the fold, and the direction across it.
    fold: ((f32, f32), (f32, f32)),
}

impl View {
    fn new(shot: &FramedShot, (width, height): (u32, u32)) -> Self {
        let [a, b, c, d] = shot.corners.0;
        let middle = |one: (f32, f32), other: (f32, f32)| {
            (f32::midpoint(one.0, other.0), f32::midpoint(one.1, other.1))
        };
        let (top, bottom) = (middle(a, b), middle(d, c));
        let (along_x, along_y) = (bottom.0 - top.0, bottom.1 - top.1);
        let length = along_x.hypot(along_y);
        Self {
            center: (width as f32 / 2.0, height as f32 / 2.0),
            longest: width.max(height) as f32,
            fold: (top, (along_y / length, -along_x / length)),
        }
    }

    /// Returns where a place of the bent picture was before.
    fn unbent(&self, bend: Bend, place: (f32, f32)) -> (f32, f32) {
        let (x, y) = self.relative(place);
        let by = self.lens_factor(bend, (x, y));
        let straight = self.absolute((x * by, y * by));
        self.folded(straight, 1.0 / bend.foreshortened())
    }

    /// Returns where a place of the picture is after it is bent.
    fn bent(&self, bend: Bend, place: (f32, f32)) -> (f32, f32) {
        let (x, y) = self.relative(self.folded(place, bend.foreshortened()));
        let mut near = (x, y);
        for _ in 0..20 {
            let by = self.lens_factor(bend, near);
            near = (x / by, y / by);
        }
        self.absolute(near)
    }

    /// Returns a place relative to the center of the picture.
    fn relative(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x - self.center.0, y - self.center.1)
    }

    /// Returns a place given relative to the center of the picture.
    fn absolute(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x + self.center.0, y + self.center.1)
    }

    /// Returns a place with its distance beyond the fold changed by a factor.
    fn folded(&self, (x, y): (f32, f32), by: f32) -> (f32, f32) {
        let ((fold_x, fold_y), (across_x, across_y)) = self.fold;
        let beyond = ((x - fold_x) * across_x + (y - fold_y) * across_y).max(0.0);
        let moved = beyond * (by - 1.0);
        (x + moved * across_x, y + moved * across_y)
    }

    /// Returns the factor by which a place is farther from the center without the distortion of the lens.
    fn lens_factor(&self, bend: Bend, (x, y): (f32, f32)) -> f32 {
        let r = x.hypot(y) / (self.longest / 2.0);
        1.0 + bend.barrel() * r * r
    }
}
