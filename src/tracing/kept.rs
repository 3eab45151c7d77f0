//! A straightened picture as it is kept: small, and sharp enough to be compared with another.

use image::codecs::jpeg::JpegEncoder;
use image::{ImageEncoder as _, RgbImage};

use super::corners::{Grid, SIDE, Straightened};
use super::photo::{Photo, PhotoError};

/// Quality of a picture that is kept, of 100: its blocks stay finer than a token.
const QUALITY: u8 = 90;

impl Straightened {
    /// The picture as a JPEG, from which [`from_jpeg`](Self::from_jpeg) has it again.
    ///
    /// # Errors
    ///
    /// The encoder refuses, which it does for no picture of a board.
    pub fn to_jpeg(&self) -> Result<Vec<u8>, PhotoError> {
        jpeg_of(&self.pixels)
    }

    /// A picture that was kept; its size tells its grid.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or are a picture that was not kept like this.
    pub fn from_jpeg(jpeg: &[u8]) -> Result<Self, PhotoError> {
        let photo = Photo::decode(jpeg)?;
        let pixels = photo.pixels().clone();
        let (width, height) = pixels.dimensions();
        let other =
            || PhotoError::Damaged(format!("{width} × {height} pixels are no whole squares"));
        if !width.is_multiple_of(SIDE) || !height.is_multiple_of(SIDE) {
            return Err(other());
        }
        let grid = Grid::new(width / SIDE, height / SIDE).map_err(|_wrong| other())?;
        Ok(Self { grid, pixels })
    }
}

/// A picture that was pulled straight, as a JPEG to be kept.
///
/// # Errors
///
/// The encoder refuses, which it does for no picture that can be shown.
pub fn jpeg_of(pixels: &RgbImage) -> Result<Vec<u8>, PhotoError> {
    let mut jpeg = Vec::new();
    let (width, height) = pixels.dimensions();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .write_image(pixels.as_raw(), width, height, image::ExtendedColorType::Rgb8)
        .map_err(|error| PhotoError::Damaged(error.to_string()))?;
    Ok(jpeg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_kept_picture_is_the_same_within_a_hair() {
        let grid = Grid::new(5, 4).expect("a small board");
        let pixels =
            RgbImage::from_fn(5 * SIDE, 4 * SIDE, |x, y| Rgb([(x / 2) as u8, (y / 2) as u8, 90]));
        let picture = Straightened { grid, pixels };
        let jpeg = picture.to_jpeg().expect("it can be written");
        let again = Straightened::from_jpeg(&jpeg).expect("it can be read");
        assert_eq!(again.grid, grid);
        let pairs = picture.pixels.as_raw().iter().zip(again.pixels.as_raw());
        let most = pairs.map(|(one, other)| one.abs_diff(*other)).max();
        assert!(most.is_some_and(|most| most < 12), "{most:?}");
        assert!(Straightened::from_jpeg(&jpeg[..jpeg.len() / 2]).is_err());
    }

    #[test]
    fn another_picture_is_none_that_was_kept() {
        let grid = Grid::new(1, 1).expect("a very small board");
        let picture = Straightened { grid, pixels: RgbImage::new(SIDE + 1, SIDE) };
        let jpeg = picture.to_jpeg().expect("it can be written");
        assert!(matches!(Straightened::from_jpeg(&jpeg), Err(PhotoError::Damaged(_))));
    }
}
