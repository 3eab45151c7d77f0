//! Straightened pictures as JPEG files: small, and sharp enough to be compared with another.

use image::codecs::jpeg::JpegEncoder;
use image::{ImageEncoder as _, RgbImage};

use super::corners::GridSize;
use super::photo::{Photo, PhotoError};
use super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};

/// The JPEG quality, of 100; its blocks stay finer than a token.
const QUALITY: u8 = 90;

impl StraightenedPhoto {
    /// Encodes the picture as a JPEG, which [`from_jpeg`](Self::from_jpeg) reads.
    ///
    /// # Errors
    ///
    /// The encoder refuses, which it does for no picture of a board.
    pub fn to_jpeg(&self) -> Result<Vec<u8>, PhotoError> {
        encode_jpeg(&self.pixels)
    }

    /// Decodes a picture that [`to_jpeg`](Self::to_jpeg) wrote; the grid follows from its size.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or the picture is not a whole number of squares.
    pub fn from_jpeg(jpeg: &[u8]) -> Result<Self, PhotoError> {
        let photo = Photo::decode(jpeg)?;
        let pixels = photo.pixels().clone();
        let (width, height) = pixels.dimensions();
        let is_whole = width.is_multiple_of(SQUARE_PIXELS) && height.is_multiple_of(SQUARE_PIXELS);
        let grid =
            GridSize::new(width / SQUARE_PIXELS, height / SQUARE_PIXELS).ok().filter(|_| is_whole);
        let Some(grid) = grid else {
            let problem = format!("{width} × {height} pixels are no whole squares");
            return Err(PhotoError::Damaged(problem));
        };
        Ok(Self { grid, pixels })
    }
}

/// Encodes a rectified picture as a JPEG.
///
/// # Errors
///
/// The encoder refuses, which it does for no picture that can be shown.
pub fn encode_jpeg(pixels: &RgbImage) -> Result<Vec<u8>, PhotoError> {
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
    fn a_picture_read_from_its_jpeg_is_nearly_the_same() {
        let grid = GridSize::new(5, 4).expect("a small board");
        let pixels = RgbImage::from_fn(5 * SQUARE_PIXELS, 4 * SQUARE_PIXELS, |x, y| {
            Rgb([(x / 2) as u8, (y / 2) as u8, 90])
        });
        let picture = StraightenedPhoto { grid, pixels };
        let jpeg = picture.to_jpeg().expect("it can be written");
        let again = StraightenedPhoto::from_jpeg(&jpeg).expect("it can be read");
        assert_eq!(again.grid, grid);
        let pairs = picture.pixels.as_raw().iter().zip(again.pixels.as_raw());
        let most = pairs.map(|(one, other)| one.abs_diff(*other)).max();
        assert!(most.is_some_and(|most| most < 12), "{most:?}");
        assert!(StraightenedPhoto::from_jpeg(&jpeg[..jpeg.len() / 2]).is_err());
    }

    #[test]
    fn a_jpeg_of_no_whole_squares_is_refused() {
        let grid = GridSize::new(1, 1).expect("a very small board");
        let picture =
            StraightenedPhoto { grid, pixels: RgbImage::new(SQUARE_PIXELS + 1, SQUARE_PIXELS) };
        let jpeg = picture.to_jpeg().expect("it can be written");
        assert!(matches!(StraightenedPhoto::from_jpeg(&jpeg), Err(PhotoError::Damaged(_))));
    }
}
