//! What a verb answers, and how it is printed.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use storage::StorageError;

/// How a verb ended; the worse, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, everything valid.
    #[default]
    Done,
    /// The record or pack is not valid.
    NotValid,
    /// Wrong usage, or a file that cannot be read at all.
    Unusable,
}

impl Exit {
    /// The exit code of the process.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotValid => 1,
            Self::Unusable => 2,
        }
    }
}

/// What a verb comes to; whatever ends it early is an answer as well, which `?` gives.
pub(super) type Answered = Result<Answer, Answer>;

/// All that a verb has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The result, for standard output; without the last line feed.
    pub text: String,
    /// Errors and warnings, for standard error.
    pub notes: Vec<String>,
    /// How it ended.
    pub exit: Exit,
}

impl Answer {
    /// A result, with everything in order.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A result as data.
    pub(super) fn data(data: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(data) {
            Ok(text) => Self::text(text),
            // Our own types have text as keys and cannot fail; a file is not to blame if one does.
            Err(error) => Self::unusable(format!("the answer cannot be written as JSON: {error}")),
        }
    }

    /// A result as data, or in lines for people.
    pub(super) fn of<T: Serialize>(
        data: &T,
        json: bool,
        lines: impl FnOnce(&T) -> Vec<String>,
    ) -> Self {
        if json { Self::data(data) } else { Self::text(lines(data).join("\n")) }
    }

    /// No result, because of wrong usage or an unreadable file.
    pub(super) fn unusable(note: impl Into<String>) -> Self {
        Self::default().noting(note).ending(Exit::Unusable)
    }

    /// No result, because of what is wrong with a file.
    pub(super) fn of_file(path: &Path, error: &impl Display) -> Self {
        Self::default().noting(format!("{}: {error}", path.display()))
    }

    /// The same with another note.
    pub(super) fn noting(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same, ending no better than `exit`.
    pub(super) fn ending(mut self, exit: Exit) -> Self {
        self.exit = self.exit.max(exit);
        self
    }

    /// Prints everything and gives the exit code.
    ///
    /// A reader that stops reading, such as `head`, has seen enough; that is no failure.
    #[must_use]
    pub fn print(&self) -> ExitCode {
        let mut exit = self.exit;
        let mut err = io::stderr().lock();
        match print_text(&self.text) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                exit = Exit::Unusable;
                // With standard error gone as well, the exit code is all that is left.
                let _ = writeln!(err, "standard output cannot be written: {error}");
            }
            Ok(()) | Err(_) => {}
        }
        for note in &self.notes {
            let _ = writeln!(err, "{note}");
        }
        ExitCode::from(exit.code())
    }
}

/// A file that cannot be read or written ends a verb.
impl From<StorageError> for Answer {
    fn from(error: StorageError) -> Self {
        Self::unusable(error.to_string())
    }
}

fn print_text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !text.is_empty() {
        out.write_all(text.as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
