//! A drawing as pixels, made from its SVG on the processor: no window, no display.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use super::fonts;

/// The most pixels across or down.
pub const LARGEST: u32 = 10_000;

/// The most pixels in all, in millions: more takes long, and a memory of its own size.
pub const MOST_MEGAPIXELS: u64 = 16;

/// A picture that could not be rasterised.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The size is nothing, or more than anybody looks at.
    #[error("a picture is 1 to {LARGEST} pixels wide and high, not {0}x{1}")]
    Size(u32, u32),
    /// More pixels in all than are drawn.
    #[error(
        "a PNG has {MOST_MEGAPIXELS} million pixels at most, and {0}x{1} are more; an SVG is sharp at every size"
    )]
    Pixels(u32, u32),
    /// The text is not SVG, which only a bug can cause.
    #[error("the drawing cannot be read back: {0}")]
    Svg(String),
    /// The pixels could not be packed.
    #[error("the picture cannot be packed: {0}")]
    Pack(String),
}

/// Rasterises an SVG as PNG, at so many pixels across and down.
///
/// Letters that our own fonts lack come out as empty boxes: a picture should not
/// depend on the machine it was made on.
///
/// # Errors
///
/// A size out of range, or a text that is not SVG.
pub fn png(svg: &str, size: (u32, u32)) -> Result<Vec<u8>, PngError> {
    let pixels = pixels(svg, size)?;
    let packed = pixels.encode_png();
    packed.map_err(|error| PngError::Pack(error.to_string()))
}

/// Rasterises an SVG as red, green, blue and opacity of every pixel, the colours already thinned
/// by it, row by row.
///
/// # Errors
///
/// A size out of range, or a text that is not SVG.
pub fn rgba(svg: &str, size: (u32, u32)) -> Result<Vec<u8>, PngError> {
    pixels(svg, size).map(Pixmap::take)
}

fn pixels(svg: &str, (width, height): (u32, u32)) -> Result<Pixmap, PngError> {
    if !(1..=LARGEST).contains(&width) || !(1..=LARGEST).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    if u64::from(width) * u64::from(height) > MOST_MEGAPIXELS * 1_000_000 {
        return Err(PngError::Pixels(width, height));
    }
    let mut database = Database::new();
    for font in [fonts::SANS, fonts::STRONG, fonts::SERIF] {
        database.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    database.set_serif_family("Vollkorn");
    database.set_sans_serif_family("Clear Sans");
    let options = Options {
        font_family: "Clear Sans".to_owned(),
        fontdb: Arc::new(database),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    let size = tree.size();
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_before_anything_is_drawn() {
        // What is no SVG would be told if it were looked at.
        let drawn = |size| png("no drawing", size);
        assert_eq!(drawn((10_000, 10_000)), Err(PngError::Pixels(10_000, 10_000)));
        assert_eq!(drawn((4_000, 4_001)), Err(PngError::Pixels(4_000, 4_001)));
        assert_eq!(drawn((10_001, 1)), Err(PngError::Size(10_001, 1)));
        assert!(matches!(drawn((4_000, 4_000)), Err(PngError::Svg(_))));
    }
}
