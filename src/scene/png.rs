//! A drawing as pixels, rasterized from its SVG on the CPU, without a window or display.

use std::sync::Arc;

use epaint::text::{FallbackRequest, FontFamily, FontProvider};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{FontResolver, Options, Tree};

use super::fonts;

/// The maximum width or height, in pixels.
pub const MAX_SIDE: u32 = 10_000;

/// The maximum number of pixels, in millions. More would take long and need too much memory.
pub const MAX_MEGAPIXELS: u64 = 16;

/// A picture that could not be rasterized.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The size is zero, or larger than [`MAX_SIDE`].
    #[error("a picture is 1 to {MAX_SIDE} pixels wide and high, not {0}x{1}")]
    Size(u32, u32),
    /// The picture has more pixels than [`MAX_MEGAPIXELS`].
    #[error(
        "a PNG has {MAX_MEGAPIXELS} million pixels at most, and {0}x{1} are more; an SVG is sharp at every size"
    )]
    Pixels(u32, u32),
    /// The text is not SVG, which only a bug can cause.
    #[error("the drawing cannot be read back: {0}")]
    Svg(String),
    /// The pixels could not be encoded.
    #[error("the picture cannot be packed: {0}")]
    Encode(String),
}

/// Rasterizes an SVG as PNG of this size, in pixels across and down.
///
/// Letters and signs missing from our fonts are drawn in a font of the system, as in the window;
/// they become empty boxes only if the system has none either.
///
/// # Errors
///
/// A size out of range, or a text that is not SVG.
pub fn png(svg: &str, size: (u32, u32)) -> Result<Vec<u8>, PngError> {
    pixels(svg, size, fonts::system)?
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}

/// Rasterizes an SVG as red, green, blue and opacity of every pixel, the colors multiplied by the
/// opacity, row by row.
///
/// # Errors
///
/// A size out of range, or a text that is not SVG.
pub fn rgba(svg: &str, size: (u32, u32)) -> Result<Vec<u8>, PngError> {
    pixels(svg, size, fonts::system).map(Pixmap::take)
}

/// Rasterizes an SVG. `system` is called only for letters missing from our own fonts.
fn pixels<'f>(
    svg: &str,
    (width, height): (u32, u32),
    system: impl Send + Sync + Fn() -> &'f dyn FontProvider,
) -> Result<Pixmap, PngError> {
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    if u64::from(width) * u64::from(height) > MAX_MEGAPIXELS * 1_000_000 {
        return Err(PngError::Pixels(width, height));
    }
    let mut database = Database::new();
    for font in [fonts::SANS, fonts::STRONG, fonts::SERIF]
        .into_iter()
        .chain(fonts::SIGNS.map(|(_, font)| font))
    {
        database.load_font_source(Source::Binary(Arc::new(font)));
    }
    database.set_serif_family("Vollkorn");
    database.set_sans_serif_family("Clear Sans");
    let options = Options {
        font_family: "Clear Sans".to_owned(),
        fontdb: Arc::new(database),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback: Box::new(|letter, used, fonts| {
                let loaded = FontResolver::default_fallback_selector();
                loaded(letter, used, fonts).or_else(|| load(letter, system(), fonts))
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    let size = tree.size();
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// Adds a font of `system` that can draw this letter to `fonts`; `None` if there is none.
fn load(letter: char, system: &dyn FontProvider, fonts: &mut Arc<Database>) -> Option<ID> {
    let request =
        FallbackRequest { cluster: &letter.to_string(), family: &FontFamily::Proportional };
    let found = system.font_for(&request)?.data;
    let faces = Arc::make_mut(fonts).load_font_source(Source::Binary(found.font));
    faces.into_iter().find(|&face| fonts.face(face).is_some_and(|face| face.index == found.index))
}

#[cfg(test)]
mod tests {
    use epaint::text::{FontData, FontInsert};
    use epaint_default_fonts::HACK_REGULAR;
    use std::sync::Mutex;

    use super::*;
    use crate::color::TestColor;
    use crate::{Pos, Scene, Typeface, svg::svg};

    /// A letter of Hack that is in none of our own fonts.
    const ARMENIAN: &str = "\u{532}";
    /// Another such letter.
    const GEORGIAN: &str = "\u{10D0}";

    fn drawn(words: &str, system: &dyn FontProvider) -> Vec<u8> {
        let mut scene = Scene::new(Pos::new(2.0, 1.0));
        scene.text(Pos::new(1.0, 0.5), words, 0.8, Typeface::Serif, false, TestColor::Ink);
        let text = svg(&scene, &on_white, (80, 40));
        pixels(&text, (80, 40), || system).expect("it is drawn").take()
    }

    fn on_white(color: TestColor) -> [u8; 4] {
        match color {
            TestColor::Ink => [0, 0, 0, 255],
            TestColor::Paper => [255; 4],
        }
    }

    fn no_font(_: &FallbackRequest<'_>) -> Option<FontInsert> {
        None
    }

    fn never_called(_: &FallbackRequest<'_>) -> Option<FontInsert> {
        panic!("the system is asked for a font")
    }

    #[test]
    fn letters_missing_from_our_fonts_are_drawn_in_a_system_font() {
        let requested = Mutex::new(Vec::new());
        let system = |request: &FallbackRequest<'_>| {
            requested.lock().expect("no test panics").push(request.cluster.to_owned());
            Some(FontInsert::new("Hack", FontData::from_static(HACK_REGULAR), Vec::new()))
        };
        // Without a font, every letter is the same box.
        assert_eq!(drawn(ARMENIAN, &no_font), drawn(GEORGIAN, &no_font));
        let shown = drawn(ARMENIAN, &system);
        assert_ne!(shown, drawn(ARMENIAN, &no_font));
        assert_eq!(*requested.lock().expect("no test panics"), [ARMENIAN]);
        assert_ne!(shown, drawn(GEORGIAN, &system));
    }

    #[test]
    fn the_system_is_not_asked_for_letters_of_our_fonts() {
        for words in ["Zoë", "Zoe\u{308}", "Łukasz Ωmega Жанна", "👁", "🎲 ★"] {
            assert!(drawn(words, &never_called).iter().any(|&part| part < 255), "{words}");
        }
        assert_ne!(drawn("👁", &never_called), drawn("🎲", &never_called));
    }

    #[test]
    fn picture_of_too_many_pixels_is_refused_before_drawing() {
        // Text that is not SVG would be refused if it were read.
        const TEXT: &str = "no drawing";
        for (width, height) in [(10_000, 10_000), (4_000, 4_001)] {
            assert_eq!(png(TEXT, (width, height)), Err(PngError::Pixels(width, height)));
        }
        assert_eq!(png(TEXT, (10_001, 1)), Err(PngError::Size(10_001, 1)));
        assert!(matches!(png(TEXT, (4_000, 4_000)), Err(PngError::Svg(_))));
    }
}
