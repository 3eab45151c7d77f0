//! Drawings as picture files.

use std::path::Path;

use crate::png::{PngError, png};

/// A size that shows every name of a board or a map, in pixels across and down.
pub const DEFAULT_SIZE: (u32, u32) = (1600, 1500);

/// An error in making a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The file name has no known extension.
    #[error("a picture is written as .png or .svg, so its name must end in one of these")]
    Kind,
    /// The picture cannot be rasterized.
    #[error(transparent)]
    Png(#[from] PngError),
}

/// The format of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Raster graphics.
    Png,
    /// Vector graphics.
    Svg,
}

impl PictureKind {
    /// Returns the kind for the extension of a file name.
    ///
    /// # Errors
    ///
    /// The name ends in neither `.png` nor `.svg`.
    pub fn from_path(path: &Path) -> Result<Self, PictureError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_lowercase).as_deref() {
            Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            _ => Err(PictureError::Kind),
        }
    }

    /// Encodes an SVG drawing. A PNG is rasterized at `size`, in pixels across and down; an SVG
    /// keeps the size it was written with.
    ///
    /// # Errors
    ///
    /// The size of a PNG is out of range, or the drawing cannot be rasterized.
    pub fn bytes(self, svg: String, size: (u32, u32)) -> Result<Vec<u8>, PictureError> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => Ok(png(&svg, size)?),
        }
    }
}
