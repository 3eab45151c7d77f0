//! The fonts that come with the program: three weights, some 300 kB.
//!
//! Statics, so that the program holds each of them once, for pictures and for the window.

/// Running words and numbers.
pub static SANS: &[u8] = include_bytes!("../../assets/fonts/ClearSans-Regular.ttf");
/// Words that matter.
pub static STRONG: &[u8] = include_bytes!("../../assets/fonts/ClearSans-Bold.ttf");
/// Names and titles.
pub static SERIF: &[u8] = include_bytes!("../../assets/fonts/Vollkorn-SemiBold.ttf");
