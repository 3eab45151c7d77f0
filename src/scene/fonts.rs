//! The bundled fonts: three weights, some 300 kB, and two of signs.
//!
//! Other scripts are drawn in fonts of the system, in pictures as in the window. The fonts are
//! statics, so that the program holds each of them once, for pictures and for the window.

use std::sync::LazyLock;

use egui_system_font_provider::SystemFontProvider;
use epaint::text::FontProvider;
use epaint_default_fonts::{EMOJI_ICON, NOTO_EMOJI_REGULAR};

/// Regular type, for running text and numbers.
pub static SANS: &[u8] = include_bytes!("../../assets/fonts/ClearSans-Regular.ttf");
/// Bold type, for emphasis.
pub static STRONG: &[u8] = include_bytes!("../../assets/fonts/ClearSans-Bold.ttf");
/// Semibold serif type, for names and titles.
pub static SERIF: &[u8] = include_bytes!("../../assets/fonts/Vollkorn-SemiBold.ttf");
/// Fonts of the signs that users type into names and comments, by name.
pub static SIGNS: [(&str, &[u8]); 2] =
    [("NotoEmoji-Regular", NOTO_EMOJI_REGULAR), ("emoji-icon-font", EMOJI_ICON)];

/// Families for running text in a file that others open: ours, those of most systems, then those
/// with other scripts and signs.
pub const SANS_FAMILIES: &str = "'Clear Sans', 'Noto Sans', 'Segoe UI', Arial, sans-serif, \
     'Noto Sans CJK SC', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Emoji', system-ui";
/// Families for names and titles in a file that others open.
pub const SERIF_FAMILIES: &str = "Vollkorn, 'Vollkorn SemiBold', 'Noto Serif', Georgia, serif, \
     'Noto Serif CJK SC', 'Noto Naskh Arabic', 'Noto Serif Hebrew', 'Noto Emoji', system-ui";

/// Returns the fonts of the system, by script and sign, as the window finds them.
///
/// The first call starts listing them in the background, which takes a moment.
pub(crate) fn system() -> &'static dyn FontProvider {
    static FONTS: LazyLock<SystemFontProvider> = LazyLock::new(SystemFontProvider::new);
    &*FONTS
}
