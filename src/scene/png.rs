//! A drawing as pixels, made from its SVG on the processor: no window, no display.

use std::sync::Arc;

use epaint::text::{FallbackRequest, FontFamily, FontProvider};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{FontResolver, Options, Tree};

use super::fonts;

/// The most pixels across or down.
pub const LARGEST: u32 = 10_000;

/// The most pixels in all, in millions: more takes long, and a memory of its own size.
pub const MOST_MEGAPIXELS: u64 = 16;

/// A picture that could not be rasterized.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The size is zero, or larger than [`LARGEST`].
    #[error("a picture is 1 to {LARGEST} pixels wide and high, not {0}x{1}")]
    Size(u32, u32),
    /// The picture has more pixels than [`MOST_MEGAPIXELS`].
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

/// Rasterizes an SVG as PNG of this size, in pixels across and down.
///
/// Letters and signs that our own fonts lack are drawn in a font of the system, as in the window;
/// they become empty boxes only where the system has none either.
///
/// # Errors
///
/// A size out of range, or a text that is not SVG.
pub fn png(svg: &str, size: (u32, u32)) -> Result<Vec<u8>, PngError> {
    let pixels = pixels(svg, size, fonts::system)?;
    let packed = pixels.encode_png();
    packed.map_err(|error| PngError::Pack(error.to_string()))
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

/// Draws the pixels; the system is asked for a font only if our own fonts lack something.
fn pixels<'f>(
    svg: &str,
    (width, height): (u32, u32),
    system: impl Send + Sync + Fn() -> &'f dyn FontProvider,
) -> Result<Pixmap, PngError> {
    if !(1..=LARGEST).contains(&width) || !(1..=LARGEST).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    if u64::from(width) * u64::from(height) > MOST_MEGAPIXELS * 1_000_000 {
        return Err(PngError::Pixels(width, height));
    }
    let mut database = Database::new();
    let own = [fonts::SANS, fonts::STRONG, fonts::SERIF].into_iter();
    for font in own.chain(fonts::SIGNS.map(|(_, font)| font)) {
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

/// Adds a font to `fonts` that can draw this letter; `None` if `system` has none.
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
    use crate::{Face, Pos, Scene, svg::svg};

    /// A letter that Hack has, and none of our own fonts.
    const ARMENIAN: &str = "\u{532}";
    /// Another one, which Hack has as well.
    const GEORGIAN: &str = "\u{10D0}";

    fn drawn(words: &str, system: &dyn FontProvider) -> Vec<u8> {
        let mut scene = Scene::new(Pos::new(2.0, 1.0));
        scene.words(Pos::new(1.0, 0.5), words, 0.8, Face::Serif, false, TestColor::Ink);
        let on_white = |color| match color {
            TestColor::Ink => [0, 0, 0, 255],
            TestColor::Paper => [255; 4],
        };
        let text = svg(&scene, &on_white, (80, 40));
        pixels(&text, (80, 40), || system).expect("it is drawn").take()
    }

    #[test]
    fn letters_that_our_fonts_lack_are_drawn_in_a_font_of_the_system() {
        let asked = Mutex::new(Vec::new());
        let system = |request: &FallbackRequest<'_>| {
            asked.lock().expect("no test panics").push(request.cluster.to_owned());
            Some(FontInsert::new("Hack", FontData::from_static(HACK_REGULAR), Vec::new()))
        };
        let none = |_: &FallbackRequest<'_>| None;
        // Without a font, every letter is the same box.
        assert_eq!(drawn(ARMENIAN, &none), drawn(GEORGIAN, &none));
        let shown = drawn(ARMENIAN, &system);
        assert_ne!(shown, drawn(ARMENIAN, &none));
        assert_eq!(*asked.lock().expect("no test panics"), [ARMENIAN]);
        assert_ne!(shown, drawn(GEORGIAN, &system));
    }

    #[test]
    fn the_system_is_not_asked_for_what_our_fonts_have() {
        let asks = |_: &FallbackRequest<'_>| -> Option<FontInsert> { panic!("it is asked") };
        for words in ["Zoë", "Zoe\u{308}", "Łukasz Ωmega Жанна", "👁", "🎲 ★"] {
            assert!(drawn(words, &asks).iter().any(|&part| part < 255), "{words}");
        }
        assert_ne!(drawn("👁", &asks), drawn("🎲", &asks));
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_before_anything_is_drawn() {
        // A text that is no SVG would be refused if it were read.
        let drawn = |size| png("no drawing", size);
        assert_eq!(drawn((10_000, 10_000)), Err(PngError::Pixels(10_000, 10_000)));
        assert_eq!(drawn((4_000, 4_001)), Err(PngError::Pixels(4_000, 4_001)));
        assert_eq!(drawn((10_001, 1)), Err(PngError::Size(10_001, 1)));
        assert!(matches!(drawn((4_000, 4_000)), Err(PngError::Svg(_))));
    }
}
