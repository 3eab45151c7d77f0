//! Paths as text in the settings. A path that is not valid Unicode is written byte by byte.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serializer};

/// The prefix of a path written byte by byte, two hexadecimal digits each.
const BYTES: &str = "bytes:";

/// Writes paths as a list of strings.
pub(super) fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(paths.iter().filter_map(|path| print(path)))
}

/// Reads paths from a list of strings.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    Ok(texts.iter().map(|text| parse(text)).collect())
}

/// Returns the text of a path; `None` if the path is not Unicode on a system without byte paths.
fn print(path: &Path) -> Option<String> {
    match path.to_str() {
        Some(text) if !text.starts_with(BYTES) => Some(text.to_owned()),
        Some(_) | None if cfg!(unix) => {
            let bytes = path.as_os_str().as_encoded_bytes().iter();
            Some(bytes.fold(BYTES.to_owned(), |text, byte| format!("{text}{byte:02x}")))
        }
        text => text.map(str::to_owned),
    }
}

fn parse(text: &str) -> PathBuf {
    text.strip_prefix(BYTES).and_then(from_bytes).unwrap_or_else(|| PathBuf::from(text))
}

#[cfg(unix)]
fn from_bytes(digits: &str) -> Option<PathBuf> {
    let bytes: Vec<u8> = digits
        .as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok())
        .collect::<Option<_>>()?;
    Some(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn from_bytes(_digits: &str) -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_paths_are_written_unchanged() {
        for text in ["/games/Añna’s evening.founders", "C:\\games\\evening.founders", "bytes"] {
            assert_eq!(print(Path::new(text)).as_deref(), Some(text));
            assert_eq!(parse(text), Path::new(text));
        }
    }

    #[cfg(unix)]
    #[test]
    fn non_unicode_path_round_trips() {
        use std::os::unix::ffi::OsStringExt as _;
        for bytes in [&b"/games/\xff\xfe evening.founders"[..], b"bytes:2f", b"\x80", b"bytes:"] {
            let path = PathBuf::from(std::ffi::OsString::from_vec(bytes.to_vec()));
            let text = print(&path).expect("every path can be written here");
            assert_eq!(parse(&text), path, "{text}");
        }
    }
}
