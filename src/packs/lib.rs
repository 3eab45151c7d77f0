//! Component packs as files: reading, checking, writing, comparing and merging them.
//!
//! A pack is a RON text, one component a line, of the types in
//! [`components`](components::specs); `assets/help/packs.md` explains it
//! to players. Two packs are built in: `practice`, complete and invented, and
//! `founders-of-gloomhaven`, which holds what is publicly known of the real box
//! and nothing else. [`pack_check`] finds contradictions in a pack, [`overlay()`]
//! overlays one pack with another, [`compare()`] finds the facts on which two
//! packs disagree, and [`OwnCopy`] holds the facts that the owner of a box has
//! entered.
//!
//! A correction overlays a built-in pack:
//!
//! ```
//! let base = packs::find("practice")?;
//! let correction = packs::parse_fragment(
//!     "correction.ron",
//!     r#"(sources: {"card": "read off the card"}, advisers: [(name: "Scholar", tier: Known(2, "card"))])"#,
//! )?;
//! let pack = packs::overlay(&base, &correction);
//! let scholar = pack.adviser("Scholar").expect("the correction lists it");
//! assert_eq!(scholar.tier.value(), Some(&2));
//! # Ok::<(), packs::PackError>(())
//! ```

use plain_text::one_of;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use ron::extensions::Extensions;

use components::pack_check::{self, PackProblem, overlong_lists};
use components::specs::Pack;

pub use compare::{
    Comparison, Difference, SimilarNames, Statement, compare, contradictions, merged, similar_names,
};
pub use components::overlay::overlay;
pub use differences::differences;
pub use game_facts::game_facts;
pub use own_copy::{OverlaidPack, OwnCopy, compatible_facts, entry_source, overruling_source};
pub use print::print;
pub use tally::Tally;

mod compare;
mod differences;
mod game_facts;
mod own_copy;
mod print;
pub mod rotation;
mod tally;

/// The maximum size of a pack file in bytes; a complete box takes about 50,000.
pub const MAX_BYTES: usize = 4_000_000;

/// The maximum number of problems that one message lists.
const MAX_LISTED: usize = 40;

/// The name of the invented pack for learning the game.
pub const PRACTICE: &str = "practice";

/// The newest version of the pack format that can be read.
pub const FORMAT_VERSION: u32 = 1;

/// A built-in pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInPack {
    /// The name typed after `--pack`.
    pub name: &'static str,
    /// The pack as text.
    pub text: &'static str,
}

/// The built-in packs; a static, so that the program holds every text once.
static BUILT_IN: [BuiltInPack; 2] = [
    BuiltInPack { name: PRACTICE, text: include_str!("../../assets/packs/practice.ron") },
    BuiltInPack {
        name: "founders-of-gloomhaven",
        text: include_str!("../../assets/packs/founders-of-gloomhaven.ron"),
    },
];

/// Returns the built-in packs, the one to start playing with first.
pub fn built_in() -> &'static [BuiltInPack] {
    &BUILT_IN
}

/// The reason why a pack cannot be used. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The file cannot be opened or read.
    #[error("{file}: expected a file that can be read, found: {error}")]
    Unreadable {
        file: String,
        #[source]
        error: std::io::Error,
    },

    /// The file is larger than any pack.
    #[error("{file}: found a larger file, expected at most {MAX_BYTES} bytes")]
    TooLarge { file: String },

    /// The file is not UTF-8 text.
    #[error("{file}, line {line}, column {column}: found bytes that are not text, expected UTF-8")]
    NotText {
        file: String,
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// The column of that byte, in characters from 1.
        column: usize,
    },

    /// The text is not a pack.
    #[error("{file}, line {line}, column {column}: found {found}: {reason}")]
    NotAPack {
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        found: String,
        /// The parser's message, which says what was expected.
        reason: String,
    },

    /// The pack uses a newer version of the format.
    #[error(
        "{file}: found a pack of form {form}, expected at most {FORMAT_VERSION}: it was written by a newer version of Founders Ledger"
    )]
    NewerFormat { file: String, form: u32 },

    /// The pack contradicts the box or itself.
    #[error("{}", listed(file, problems))]
    Contradictory { file: String, problems: Vec<PackProblem> },

    /// No built-in pack has that name.
    #[error("found no built-in pack \"{name}\", expected {}", built_in_names())]
    NotBuiltIn { name: String },
}

/// Parses and checks a pack; `file` is its name in messages.
///
/// A pack that names a built-in pack in `over` overlays that pack first.
///
/// # Errors
///
/// The place of the first syntax error, or every problem of the pack, including contradictions to
/// known facts of the built-in pack.
///
/// ```
/// let pack = packs::parse(
///     "mine.ron",
///     r####"(
///         name: "mine",
///         sources: {"box": "read off the tile"},
///         resources: [(name: "Brick", tier: Known(Two, "box"), shape: Known("###", "box"))],
///     )"####,
/// )?;
/// assert_eq!(pack.resources[0].name, "Brick");
///
/// let error = packs::parse("broken.ron", "(name: 7)").expect_err("a name is text");
/// assert!(error.to_string().starts_with("broken.ron, line 1, column"));
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn parse(file: &str, text: &str) -> Result<Pack, PackError> {
    checked(file, parse_fragment(file, text)?)
}

/// Overlays the built-in pack that `pack` names in `over`, if any, and checks the result.
///
/// # Errors
///
/// As [`parse`], except for syntax errors.
pub fn checked(file: &str, pack: Pack) -> Result<Pack, PackError> {
    let (pack, mut problems) = if pack.over.is_empty() {
        (pack, Vec::new())
    } else {
        let base = find(&pack.over)?;
        (overlay(&base, &pack), contradictions(&base, &pack))
    };
    problems.extend(pack_check::problems(&pack));
    if problems.is_empty() {
        Ok(pack)
    } else {
        let file = file.to_owned();
        Err(PackError::Contradictory { file, problems })
    }
}

/// Parses a pack without checking it, because a part of a pack may be inconsistent on its own.
///
/// The caller overlays a complete pack with it, using [`overlay()`], and checks the result.
///
/// # Errors
///
/// The place of the first syntax error, or the lists that are longer than those of any pack.
pub fn parse_fragment(file: &str, text: &str) -> Result<Pack, PackError> {
    if text.len() > MAX_BYTES {
        let file = file.to_owned();
        return Err(PackError::TooLarge { file });
    }
    // Some editors start a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Checked first: otherwise additions of a newer format would be reported as mistakes.
    if let Ok(Head { form }) = options().from_str(text)
        && form > FORMAT_VERSION
    {
        let file = file.to_owned();
        return Err(PackError::NewerFormat { file, form });
    }
    let pack = options().from_str(text).map_err(|error| {
        let at = error.span.start;
        PackError::NotAPack {
            file: file.to_owned(),
            line: at.line,
            column: at.col,
            found: excerpt(text, at.line, at.col),
            reason: one_line(&error.code.to_string()),
        }
    })?;
    // Checked here, because every later step iterates over the lists, some in nested loops.
    let problems = overlong_lists(&pack);
    if problems.is_empty() {
        Ok(pack)
    } else {
        let file = file.to_owned();
        Err(PackError::Contradictory { file, problems })
    }
}

/// Reads and checks the pack in the file at `path`.
///
/// # Errors
///
/// As [`parse`], and if the file is missing or not text. A file that is too large is rejected
/// without reading all of it.
pub fn load(path: &Path) -> Result<Pack, PackError> {
    let file = path.display().to_string();
    let bytes = bytes_of(path)?;
    from_bytes(&file, bytes)
}

/// Parses and checks a pack; `file` is its name in messages.
///
/// # Errors
///
/// As [`parse`], and if the bytes are not text.
pub fn from_bytes(file: &str, bytes: Vec<u8>) -> Result<Pack, PackError> {
    parse(file, &text_of(file, bytes)?)
}

/// Reads the pack in the file at `path` without checking it.
///
/// # Errors
///
/// As [`parse_fragment`], and if the file is missing or not text.
pub fn load_fragment(path: &Path) -> Result<Pack, PackError> {
    let file = path.display().to_string();
    let bytes = bytes_of(path)?;
    fragment_from_bytes(&file, bytes)
}

/// Parses a pack without checking it; `file` is its name in messages.
///
/// # Errors
///
/// As [`parse_fragment`], and if the bytes are not text.
pub fn fragment_from_bytes(file: &str, bytes: Vec<u8>) -> Result<Pack, PackError> {
    parse_fragment(file, &text_of(file, bytes)?)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, PackError> {
    read(path).map_err(|error| PackError::Unreadable { file: path.display().to_string(), error })
}

fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, PackError> {
    let file = file.to_owned();
    if bytes.len() > MAX_BYTES {
        return Err(PackError::TooLarge { file });
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(valid);
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        PackError::NotText {
            file,
            line: before.matches('\n').count() + 1,
            column: last_line.chars().count() + 1,
        }
    })
}

/// Returns the built-in pack of that name.
///
/// # Errors
///
/// No built-in pack has that name; the message lists the existing ones.
///
/// ```
/// let practice = packs::find("practice").expect("it is built in");
/// assert_eq!(practice.resources.len(), 18);
/// assert!(packs::find("gloomhaven").is_err());
/// ```
pub fn find(name: &str) -> Result<Pack, PackError> {
    match built_in().iter().find(|pack| pack.name == name) {
        Some(pack) => parse(pack.name, pack.text),
        None => Err(PackError::NotBuiltIn { name: name.chars().take(60).collect() }),
    }
}

/// The part of a pack that is parsed before the rest; other fields are ignored.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Head {
    form: u32,
}

/// Returns the RON options of pack files: optional values are written without `Some`.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads at most one byte beyond the limit, so that reading a growing file ends too.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    // Checked first, because opening a pipe blocks until another process writes to it.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("a folder or a device"));
    }
    let file = File::open(path)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn excerpt(text: &str, line: usize, column: usize) -> String {
    let line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let mut remainder = line
        .trim_end_matches('\r')
        .chars()
        .skip(column.saturating_sub(1))
        .skip_while(|c| *c == ' ');
    let start: String = remainder.by_ref().take(30).collect();
    if start.is_empty() {
        return "the end of the line".to_owned();
    }
    let ellipsis = if remainder.next().is_some() { "…" } else { "" };
    format!("`{}{ellipsis}`", one_line(&start))
}

fn one_line(text: &str) -> String {
    text.chars().take(400).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn listed(file: &str, problems: &[PackProblem]) -> String {
    let mut lines: Vec<String> =
        problems.iter().take(MAX_LISTED).map(|problem| format!("{file}: {problem}")).collect();
    if problems.len() > MAX_LISTED {
        lines.push(format!("{file}: and {} more", problems.len() - MAX_LISTED));
    }
    lines.join("\n")
}

fn built_in_names() -> String {
    one_of(&built_in().iter().map(|pack| pack.name).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
