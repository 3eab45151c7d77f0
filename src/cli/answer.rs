//! The answer of a subcommand, and its printing.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use storage::StorageError;

use super::terminal::{escape, escape_document, escape_json};

/// The outcome of a subcommand, ordered from best to worst.
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
    /// Returns the exit code of the process.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotValid => 1,
            Self::Unusable => 2,
        }
    }
}

/// The result of a subcommand. An early return with `?` is an answer too.
pub(super) type CommandResult = Result<CommandOutput, CommandOutput>;

/// The text of an answer for standard output.
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

/// The complete output of a subcommand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// The text for standard output.
    pub output: Output,
    /// Errors and warnings for standard error: one line each, escaped when printed.
    pub notes: Vec<String>,
    /// The outcome.
    pub exit: Exit,
}

impl CommandOutput {
    /// Creates a successful answer of one line.
    pub(super) fn line(line: impl Into<String>) -> Self {
        Self::lines(vec![line.into()])
    }

    /// Creates a successful answer of lines for people.
    pub(super) const fn lines(lines: Vec<String>) -> Self {
        Self { output: Output::Lines(lines), notes: Vec::new(), exit: Exit::Done }
    }

    /// Creates a successful answer that is a whole file.
    pub(super) fn document(text: impl Into<String>) -> Self {
        Self { output: Output::Document(text.into()), ..Self::default() }
    }

    /// Creates a successful answer of JSON data.
    pub(super) fn data(data: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(data) {
            Ok(text) => Self::document(escape_json(text)),
            // Our types have string keys and cannot fail; if one does, no input is to blame.
            Err(error) => Self::unusable(format!("the answer cannot be written as JSON: {error}")),
        }
    }

    /// Creates a successful answer, as JSON data or as lines for people.
    pub(super) fn json_or_lines<T: Serialize>(
        data: &T,
        json: bool,
        lines: impl FnOnce(&T) -> Vec<String>,
    ) -> Self {
        if json { Self::data(data) } else { Self::lines(lines(data)) }
    }

    /// Creates an answer without output, for wrong usage or an unreadable file.
    pub(super) fn unusable(note: impl Into<String>) -> Self {
        Self::default().with_note(note).with_exit(Exit::Unusable)
    }

    /// Creates an answer without output, with a note about an error in a file.
    pub(super) fn file_error(path: &Path, error: &impl Display) -> Self {
        Self::default().with_note(format!("{}: {error}", path.display()))
    }

    /// Adds a note.
    pub(super) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Makes the outcome at least as bad as `exit`.
    pub(super) fn with_exit(mut self, exit: Exit) -> Self {
        self.exit = self.exit.max(exit);
        self
    }

    /// Prints output and notes, with foreign text escaped, and returns the exit code.
    ///
    /// A broken pipe is no failure: a reader such as `head` may stop early.
    #[expect(clippy::disallowed_methods, reason = "the one place that prints")]
    pub fn print(&self) -> ExitCode {
        let mut exit = self.exit;
        let mut err = io::stderr().lock();
        match print_text(&self.output) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                exit = Exit::Unusable;
                // If standard error fails too, only the exit code reports it.
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

/// An unusable file ends a subcommand.
impl From<StorageError> for CommandOutput {
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
    fn a_line_is_printed_as_one_escaped_line() {
        let lines = Output::Lines(vec!["a\nb".to_owned(), "c\u{1b}[2J".to_owned()]);
        for on_terminal in [false, true] {
            assert_eq!(lines.printed(on_terminal), "a\\nb\nc\\u{1b}[2J\n");
        }
        assert_eq!(Output::default().printed(true), "");
    }

    #[test]
    fn a_document_is_escaped_only_on_a_terminal() {
        let page = Output::Document("a\n\tb\u{1b}[2J".to_owned());
        assert_eq!(page.printed(false), "a\n\tb\u{1b}[2J\n");
        assert_eq!(page.printed(true), "a\n\tb\\u{1b}[2J\n");
        assert_eq!(Output::Document(String::new()).printed(true), "");
    }
}
