//! The link to the first page as a QR code, for the window to paint.

use qrcode::{Color, EcLevel, QrCode};

/// The modules of a QR code, without the quiet zone of four modules around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinCode {
    /// The number of modules of a side.
    pub side: usize,
    /// The modules, row by row from the top left; `true` is dark.
    pub modules: Vec<bool>,
}

impl JoinCode {
    /// Returns the rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[bool]> {
        self.modules.chunks(self.side.max(1))
    }
}

/// The link is too long for a QR code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the link is too long for a QR code: {0}; choose a shorter address")]
pub struct JoinCodeError(
    /// The message of the encoder.
    pub String,
);

/// Encodes a link as a QR code that is readable with a quarter of it covered.
///
/// # Errors
///
/// [`JoinCodeError`], if the link has more than about 1000 characters.
pub fn join_code(link: &str) -> Result<JoinCode, JoinCodeError> {
    let code = QrCode::with_error_correction_level(link, EcLevel::Q)
        .map_err(|error| JoinCodeError(error.to_string()))?;
    let modules = code.to_colors().into_iter().map(|color| color == Color::Dark).collect();
    Ok(JoinCode { side: code.width(), modules })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_square_with_three_finder_patterns() {
        let code = join_code("http://192.168.178.123:47101/").expect("the link is short");
        assert_eq!(code.modules.len(), code.side * code.side);
        let rows: Vec<&[bool]> = code.rows().collect();
        let last = code.side - 7;
        for (top, left) in [(0, 0), (0, last), (last, 0)] {
            assert!(rows[top][left..left + 7].iter().all(|dark| *dark));
            assert!(rows[top + 3][left + 2..left + 5].iter().all(|dark| *dark));
            assert!(!rows[top + 1][left + 1]);
        }
    }

    #[test]
    fn a_link_that_is_too_long_is_an_error() {
        let error = join_code(&"a".repeat(5000)).expect_err("it is too long");
        assert!(error.to_string().contains("choose a shorter address"), "{error}");
    }
}
