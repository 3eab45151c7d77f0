//! Component packs as files: read, checked, and written again.
//!
//! A pack is a RON text, one component a line, of the types in
//! [`components`](components::specs); `assets/help/packs.md` explains it
//! to players. Two packs come with the program: `practice`, complete and
//! invented, and `founders-of-gloomhaven`, which holds what is publicly known
//! of the real box and nothing else. What a pack may say is judged by
//! [`pack_check`](components::pack_check); laying one pack over another is
//! [`overlay()`], telling what two packs say differently is [`compare()`], and
//! what the owner of a box has entered is an [`OwnCopy`].

use plain_text::one_of;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use ron::extensions::Extensions;

use components::pack_check::{PackProblem, overlong_lists, problems};
use components::specs::Pack;

pub use compare::{
    Comparison, Difference, NearName, Said, compare, contradictions, merged, near_names,
};
pub use components::overlay::overlay;
pub use differences::differences;
pub use learnt::learnt;
pub use own_copy::{Laid, OwnCopy, entered_by, overruled_by, sound_over};
pub use print::print;
pub use tally::Tally;

mod compare;
mod differences;
mod learnt;
mod own_copy;
mod print;
mod tally;
pub mod turned;

/// A pack file holds no more bytes than this; a complete box takes about 50,000.
pub const MAX_BYTES: usize = 4_000_000;

/// No more of what is wrong with a pack is listed in a message than this.
const MOST_LISTED: usize = 40;

/// The name of the invented pack to learn with.
pub const PRACTICE: &str = "practice";

/// The newest form of packs that is understood.
pub const FORM: u32 = 1;

/// A pack that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name, as typed after `--pack`.
    pub name: &'static str,
    /// The pack as text.
    pub text: &'static str,
}

/// A static, so that the program holds every text once.
static BUILT_IN: [BuiltIn; 2] = [
    BuiltIn { name: PRACTICE, text: include_str!("../../assets/packs/practice.ron") },
    BuiltIn {
        name: "founders-of-gloomhaven",
        text: include_str!("../../assets/packs/founders-of-gloomhaven.ron"),
    },
];

/// The packs that come with the program, the one to play with first.
pub fn built_in() -> &'static [BuiltIn] {
    &BUILT_IN
}

/// Why a pack cannot be used. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The file cannot be opened or read.
    #[error("{file}: expected a file that can be read, found: {trouble}")]
    Unreadable {
        file: String,
        #[source]
        trouble: std::io::Error,
    },

    /// Larger than any pack.
    #[error("{file}: found a larger file, expected at most {MAX_BYTES} bytes")]
    TooLarge { file: String },

    /// Not text in UTF-8.
    #[error("{file}, line {line}, column {column}: found bytes that are not text, expected UTF-8")]
    NotText {
        file: String,
        /// Line of the first wrong byte, counted from 1.
        line: usize,
        /// Column of it, in characters counted from 1.
        column: usize,
    },

    /// Text, but not that of a pack.
    #[error("{file}, line {line}, column {column}: found {found}: {trouble}")]
    NotAPack {
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// Column, in characters counted from 1.
        column: usize,
        found: String,
        /// What could stand there.
        trouble: String,
    },

    /// Written in a form that is not known yet.
    #[error(
        "{file}: found a pack of form {form}, expected at most {FORM}: it was written by a newer version of Founders Ledger"
    )]
    Newer { file: String, form: u32 },

    /// A pack that contradicts the box or itself.
    #[error("{}", listed(file, problems))]
    Contradictory { file: String, problems: Vec<PackProblem> },

    /// No pack of that name comes with the program.
    #[error("found no built-in pack \"{name}\", expected {}", built_in_names())]
    NotBuiltIn { name: String },
}

/// The pack that `text` states, checked; `file` is what messages call it.
///
/// One that says over which built-in pack it is to be laid is laid over it.
///
/// # Errors
///
/// The place in the text where it stops being a pack, or all that is wrong with the pack, what
/// it says against known facts of the built-in one included.
pub fn parse(file: &str, text: &str) -> Result<Pack, PackError> {
    checked(file, parse_fragment(file, text)?)
}

/// A pack that was read, laid over the built-in one it names, and checked.
///
/// # Errors
///
/// As [`parse`], the text aside.
pub fn checked(file: &str, pack: Pack) -> Result<Pack, PackError> {
    let (pack, mut found) = if pack.over.is_empty() {
        (pack, Vec::new())
    } else {
        let base = find(&pack.over)?;
        (overlay(&base, &pack), contradictions(&base, &pack))
    };
    found.extend(problems(&pack));
    let problems = found;
    if problems.is_empty() {
        Ok(pack)
    } else {
        let file = file.to_owned();
        Err(PackError::Contradictory { file, problems })
    }
}

/// What `text` states, unchecked: a part of a pack need not make sense on its own.
///
/// To be laid over a whole pack with [`overlay()`] and checked then.
///
/// # Errors
///
/// The place in the text where it stops being a pack, or the lists in it that are longer than
/// those of any pack.
pub fn parse_fragment(file: &str, text: &str) -> Result<Pack, PackError> {
    if text.len() > MAX_BYTES {
        let file = file.to_owned();
        return Err(PackError::TooLarge { file });
    }
    // Some editors begin a file with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Asked first, because what a newer form adds would be called a mistake.
    if let Ok(Head { form }) = options().from_str(text)
        && form > FORM
    {
        let file = file.to_owned();
        return Err(PackError::Newer { file, form });
    }
    let pack = options().from_str(text).map_err(|error| {
        let at = error.span.start;
        PackError::NotAPack {
            file: file.to_owned(),
            line: at.line,
            column: at.col,
            found: excerpt(text, at.line, at.col),
            trouble: one_line(&error.code.to_string()),
        }
    })?;
    // Whatever is done with it afterwards goes through its lists, and some in each other.
    let problems = overlong_lists(&pack);
    if problems.is_empty() {
        Ok(pack)
    } else {
        let file = file.to_owned();
        Err(PackError::Contradictory { file, problems })
    }
}

/// The pack in the file at `path`, checked.
///
/// # Errors
///
/// As [`parse`], and when there is no such file or it is no text. A file that
/// is too large is refused before it is read.
pub fn load(path: &Path) -> Result<Pack, PackError> {
    let file = path.display().to_string();
    let bytes = bytes_of(path)?;
    from_bytes(&file, bytes)
}

/// Reads a pack from bytes and checks it; `file` is its name in messages.
///
/// # Errors
///
/// As [`parse`], and when they are no text.
pub fn from_bytes(file: &str, bytes: Vec<u8>) -> Result<Pack, PackError> {
    parse(file, &text_of(file, bytes)?)
}

/// What the file at `path` states, unchecked, as [`parse_fragment`] reads it.
///
/// # Errors
///
/// As [`parse_fragment`], and when there is no such file or it is no text.
pub fn load_fragment(path: &Path) -> Result<Pack, PackError> {
    let file = path.display().to_string();
    let bytes = bytes_of(path)?;
    fragment_from_bytes(&file, bytes)
}

/// Reads a pack from bytes, unchecked; `file` is its name in messages.
///
/// # Errors
///
/// As [`parse_fragment`], and when they are no text.
pub fn fragment_from_bytes(file: &str, bytes: Vec<u8>) -> Result<Pack, PackError> {
    parse_fragment(file, &text_of(file, bytes)?)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, PackError> {
    let file = || path.display().to_string();
    read(path).map_err(|trouble| PackError::Unreadable { file: file(), trouble })
}

fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, PackError> {
    let file = file.to_owned();
    if bytes.len() > MAX_BYTES {
        return Err(PackError::TooLarge { file });
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(before);
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        PackError::NotText {
            file,
            line: before.matches('\n').count() + 1,
            column: last_line.chars().count() + 1,
        }
    })
}

/// The built-in pack called `name`.
///
/// # Errors
///
/// There is none of that name; the message lists those there are.
pub fn find(name: &str) -> Result<Pack, PackError> {
    match built_in().iter().find(|pack| pack.name == name) {
        Some(pack) => parse(pack.name, pack.text),
        None => Err(PackError::NotBuiltIn { name: name.chars().take(60).collect() }),
    }
}

/// What is asked of a pack before it is read; whatever else it says is passed over.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Head {
    form: u32,
}

/// How packs are written: nothing needs to be wrapped in `Some`.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads no more than one byte beyond the limit, so that a device or a growing file ends too.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    // Asked first, because opening a pipe waits for somebody to write to it.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("a folder or a device"));
    }
    let file = File::open(path)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn excerpt(text: &str, line: usize, column: usize) -> String {
    let line = text.split('\n').nth(line.saturating_sub(1));
    let rest = line.unwrap_or_default().trim_end_matches('\r').chars();
    let mut rest = rest.skip(column.saturating_sub(1)).skip_while(|c| *c == ' ');
    let start: String = rest.by_ref().take(30).collect();
    if start.is_empty() {
        return "the end of the line".to_owned();
    }
    let cut = if rest.next().is_some() { "…" } else { "" };
    format!("`{}{cut}`", one_line(&start))
}

fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(400).map(plain).collect()
}

fn listed(file: &str, problems: &[PackProblem]) -> String {
    let lines = problems.iter().take(MOST_LISTED);
    let mut lines: Vec<String> = lines.map(|problem| format!("{file}: {problem}")).collect();
    if problems.len() > MOST_LISTED {
        lines.push(format!("{file}: and {} more", problems.len() - MOST_LISTED));
    }
    lines.join("\n")
}

fn built_in_names() -> String {
    let names = built_in().iter().map(|pack| pack.name);
    one_of(&names.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
