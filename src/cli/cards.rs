//! `cards check` and `cards import`: the cards of scenarios that their owner typed or has as files.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use plain_text::listed;

use super::answer::{CommandOutput, CommandResult, Exit, Output};
use super::input;
use super::output_file::{OutputFile, OutputKind, Overwrite};
use crate::app::own_cards::{CardFileError, cards_of, files_to_import, import_cards};
use scenario_cards::CardBook;
use scenario_cards::import::{ImportError, ImportReport};

#[derive(Debug, Subcommand)]
pub(super) enum CardsCommand {
    /// Check files of cards: every line that cannot be read is shown, with a valid one
    Check {
        /// The files of cards
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Make cards of edition files (JSON), in the open format of other companions
    Import {
        /// The edition files, or folders of them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Write the cards into this file, in place of an earlier one, instead of printing them
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        over: Overwrite,
    },
}

pub(super) fn answer(subcommand: &CardsCommand) -> CommandResult {
    match subcommand {
        CardsCommand::Check { files } => Ok(check(files)),
        CardsCommand::Import { files, out, over } => import(files, out.as_deref(), *over),
    }
}

fn check(files: &[PathBuf]) -> CommandOutput {
    let mut lines = Vec::with_capacity(files.len());
    let mut all = CommandOutput::default();
    for path in files {
        let file = path.display();
        match read(path) {
            Ok(book) => lines.push(format!("{file}: valid, {}", listed(&book.counts()))),
            Err(error) => {
                let error = CommandOutput::from(error);
                let verdict = match error.exit {
                    Exit::Unusable => "cannot be read",
                    Exit::NotValid | Exit::Done => "not valid",
                };
                lines.push(format!("{file}: {verdict}"));
                all.notes.extend(error.notes);
                all = all.with_exit(error.exit);
            }
        }
    }
    all.output = Output::Lines(lines);
    all
}

pub(super) fn read(path: &Path) -> Result<CardBook, CardFileError> {
    cards_of(path, &input::read_at_most(path, CardBook::MAX_BYTES as u64)?)
}

fn import(paths: &[PathBuf], out: Option<&Path>, overwrite: Overwrite) -> CommandResult {
    let files = edition_files(paths)?;
    let inputs: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let out =
        out.map(|path| OutputFile { path, kind: OutputKind::Cards, inputs: &inputs, overwrite });
    out.map_or(Ok(()), |out| out.check())?;
    let imported = import_cards(&files, input::read_at_most)?;
    let text = imported.book.to_string();
    let Some(out) = out else {
        let answer = CommandOutput::document(text.trim_end());
        return Ok(imported.report.lines().into_iter().fold(answer, CommandOutput::with_note));
    };
    out.write(&text)?;
    Ok(CommandOutput::lines(written(out.path, &imported.report)))
}

/// Returns the files to import; a stream is one by itself.
pub(super) fn edition_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CardFileError> {
    let mut files = Vec::new();
    for path in paths {
        if input::is_stream(path) {
            files.push(path.clone());
        } else {
            files.extend(files_to_import(std::slice::from_ref(path))?);
        }
    }
    Ok(files)
}

/// Returns the report about a written file.
fn written(path: &Path, report: &ImportReport) -> Vec<String> {
    let mut lines = report.lines();
    if let Some(first) = lines.first_mut() {
        *first = format!("{}: {first}", path.display());
    }
    lines
}

/// Cards that cannot be read end a subcommand.
impl From<CardFileError> for CommandOutput {
    fn from(error: CardFileError) -> Self {
        let exit = match &error {
            CardFileError::Storage(_) | CardFileError::Import(ImportError::TooLarge { .. }) => {
                Exit::Unusable
            }
            CardFileError::Lines { .. } | CardFileError::Import(_) => Exit::NotValid,
        };
        // The place of an error is shown below its line.
        let text = error.to_string();
        text.lines().fold(Self::default().with_exit(exit), Self::with_note)
    }
}
