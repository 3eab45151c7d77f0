//! `monster` and `sight`: questions about a position on the hex map, of the second game.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::Serialize;

use super::answer::{Answer, Exit};
use scenario::AskError;
use scenario::text::MOST_BYTES;

/// Whom the monster attacks, where it goes, and why.
pub(super) fn answer(path: &Path, figure: &str, json: bool) -> Answer {
    asked(path, json, |text| scenario::monster(text, figure))
}

/// How far it is between two hexes, and whether one is in sight of the other.
pub(super) fn sight(path: &Path, from: &str, to: &str, json: bool) -> Answer {
    asked(path, json, |text| scenario::sight(text, from, to))
}

/// The text of a position, and of a longer file no more than shows that it is none.
fn read(path: &Path) -> io::Result<String> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut text = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn asked<T: Serialize + Display>(
    path: &Path,
    json: bool,
    ask: impl FnOnce(&str) -> Result<T, AskError>,
) -> Answer {
    let name = path.display();
    let text = match read(path) {
        Ok(text) => text,
        Err(error) => return Answer::unusable(format!("{name} cannot be read: {error}")),
    };
    match ask(&text) {
        Ok(reply) if json => Answer::data(&reply),
        Ok(reply) => Answer::text(reply.to_string().trim_end()),
        Err(error) => Answer::default().noting(format!("{name}: {error}")).ending(Exit::NotValid),
    }
}
