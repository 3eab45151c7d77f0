//! The fonts of the window, compressed for the pages on phones.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The files, by their names in the style of the pages.
const FONTS: [(&str, &[u8]); 3] = [
    ("sans.woff2", include_bytes!("../../assets/fonts/ClearSans-Regular.woff2")),
    ("strong.woff2", include_bytes!("../../assets/fonts/ClearSans-Bold.woff2")),
    ("serif.woff2", include_bytes!("../../assets/fonts/Vollkorn-SemiBold.woff2")),
];

/// Returns a font, which phones may keep for a week.
pub(crate) async fn font(Path(name): Path<String>) -> Response {
    match FONTS.into_iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => {
            let headers =
                [(header::CONTENT_TYPE, "font/woff2"), (header::CACHE_CONTROL, "max-age=604800")];
            (headers, bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such font.").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_the_ones_of_the_style_and_small_enough_for_a_slow_network() {
        for (name, bytes) in FONTS {
            assert!(bytes.starts_with(b"wOF2"), "{name}");
            assert!(crate::pages::STYLE.contains(&format!("url(/fonts/{name})")), "{name}");
        }
        let size: usize = FONTS.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(size <= 120 * 1024, "{size}");
    }
}
