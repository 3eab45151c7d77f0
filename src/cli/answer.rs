//! What a verb answers, and how it is printed.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use storage::StorageError;

use super::terminal::{escape, escape_document, escape_json};

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

/// The result of a subcommand, for standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Lines for people, which may quote foreign text: each is printed as one line, escaped.
    Lines(Vec<String>),
    /// A whole file of its kind (a record, a page, JSON), without the last line feed. It is printed
    /// as it is, and escaped only on a terminal.
    Document(String),
}

impl Default for Output {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

impl Output {
    /// Returns the text to print, ending in a line feed unless it is empty.
    fn printed(&self, on_terminal: bool) -> String {
        match self {
            Self::Lines(lines) => {
                lines.iter().fold(String::new(), |text, line| text + &escape(line) + "\n")
            }
            Self::Document(text) if text.is_empty() => String::new(),
            Self::Document(text) if on_terminal => escape_document(text).into_owned() + "\n",
            Self::Document(text) => format!("{text}\n"),
        }
    }
}

/// All that a verb has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The result.
    pub output: Output,
    /// Errors and warnings, for standard error: a line each, escaped when printed.
    pub notes: Vec<String>,
    /// How it ended.
    pub exit: Exit,
}

impl Answer {
    /// A result in one line, with everything in order.
    pub(super) fn line(line: impl Into<String>) -> Self {
        Self::lines(vec![line.into()])
    }

    /// A result in lines for people, with everything in order.
    pub(super) const fn lines(lines: Vec<String>) -> Self {
        Self { output: Output::Lines(lines), notes: Vec::new(), exit: Exit::Done }
    }

    /// A file of its kind as the result, with everything in order.
    pub(super) fn document(text: impl Into<String>) -> Self {
        Self { output: Output::Document(text.into()), ..Self::default() }
    }

    /// A result as data.
    pub(super) fn data(data: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(data) {
            Ok(text) => Self::document(escape_json(text)),
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
        if json { Self::data(data) } else { Self::lines(lines(data)) }
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

    /// Prints everything, foreign text escaped, and returns the exit code.
    ///
    /// A reader that stops reading, such as `head`, has seen enough; that is no failure.
    #[expect(clippy::disallowed_methods, reason = "the one place that prints")]
    pub fn print(&self) -> ExitCode {
        let mut exit = self.exit;
        let mut err = io::stderr().lock();
        match print_text(&self.output) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                exit = Exit::Unusable;
                // With standard error gone as well, the exit code is all that is left.
                let _ = writeln!(err, "standard output cannot be written: {error}");
            }
            Ok(()) | Err(_) => {}
        }
        for note in &self.notes {
            let _ = writeln!(err, "{}", escape(note));
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

#[expect(clippy::disallowed_methods, reason = "the one place that prints")]
fn print_text(output: &Output) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let text = output.printed(out.is_terminal());
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::Output;

    #[test]
    fn a_line_stays_one_line_wherever_it_is_printed() {
        let lines = Output::Lines(vec!["a\nb".to_owned(), "c\u{1b}[2J".to_owned()]);
        for on_terminal in [false, true] {
            assert_eq!(lines.printed(on_terminal), "a\\nb\nc\\u{1b}[2J\n");
        }
        assert_eq!(Output::default().printed(true), "");
    }

    #[test]
    fn a_document_is_escaped_on_a_terminal_only() {
        let page = Output::Document("a\n\tb\u{1b}[2J".to_owned());
        assert_eq!(page.printed(false), "a\n\tb\u{1b}[2J\n");
        assert_eq!(page.printed(true), "a\n\tb\\u{1b}[2J\n");
        assert_eq!(Output::Document(String::new()).printed(true), "");
    }
}
