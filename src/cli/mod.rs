//! The subcommands of the command line: everything the program does without a window.
//!
//! A subcommand reads its files, asks [`rules`] and returns a [`CommandOutput`]: text for standard
//! output, notes for standard error, and an exit code. It prints nothing itself, so that tests need
//! no terminal. [`json`] has the data printed by `--json`. `assets/help/subcommands.md` is the
//! manual for players.

mod ahead;
mod answer;
mod backups;
mod board;
mod board_text;
mod campaign;
pub mod campaign_json;
mod cards;
mod check;
mod dispute;
mod dungeon;
mod export;
mod history;
mod input;
pub mod json;
mod layout;
mod mend;
mod monster;
mod moves;
mod output_file;
mod own_folder;
mod pack;
mod photos;
mod picture;
mod progress;
mod receipt;
mod record;
mod replay;
mod scenario;
mod sheet;
mod shell_files;
mod simulate;
mod table;
mod terminal;
mod why;
mod wording;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ContextValue;
use clap::{CommandFactory, Parser, Subcommand};

pub use answer::{CommandOutput, Exit, Output};

use crate::app::StartOptions;

/// Record-keeping companion for the board game Founders of Gloomhaven.
#[derive(Debug, Parser)]
#[command(name = "founders-ledger", version, after_help = EXIT_CODES, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// Open the window, with this record or photograph of a board if one is named
    file: Option<PathBuf>,
    /// Keep everything in this folder, as on a stick: games, settings, backups
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
}

const EXIT_CODES: &str = "Exit codes:
  0  done, and everything is valid
  1  the record or pack is not valid; what could be read is printed even so
  2  wrong usage, or a file that cannot be read at all";

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Play a record and show the table, or the final result
    Replay {
        /// The record
        file: PathBuf,
        /// Stop after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        until: Option<usize>,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Show everything that one entry set off, every change with its cause
    Receipt {
        /// The record
        file: PathBuf,
        /// The number of the entry, counted from 1
        #[arg(value_name = "N")]
        entry: usize,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Ask whether a move is allowed, and see every rule that was checked
    Why {
        /// The record
        file: PathBuf,
        /// On the table after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// The move, as the record would write it
        #[arg(value_name = "MOVE")]
        action: String,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// List the moves open to the player to act, with what they bring
    Moves {
        /// The record
        file: PathBuf,
        /// On the table after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Print a record for people: by turn, with comments and variations
    Export {
        /// The record
        file: PathBuf,
    },
    /// Verify records, a line for each
    Check {
        /// The records
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        own: own_folder::OwnFolder,
    },
    /// Put right the damaged lines of a record, or leave them out
    Mend(mend::MendArgs),
    /// List or restore earlier states of a game
    #[command(subcommand)]
    Backups(backups::BackupsCommand),
    /// Check or list component packs
    #[command(subcommand)]
    Pack(pack::PackCommand),
    /// Check the cards of scenarios that their owner typed, or import them from files
    #[command(subcommand)]
    Cards(cards::CardsCommand),
    /// Trace a board of your own from a photograph, or check one
    #[command(subcommand)]
    Board(board::BoardCommand),
    /// Keep a photograph of the table with its game, or compare another one with it
    #[command(subcommand)]
    Table(table::TableCommand),
    /// Draw the board, or the map of a scenario, at any move into a file, without a display
    Picture(picture::PictureArgs),
    /// List what lies on the table after an entry, to put it back by hand
    Layout(layout::LayoutArgs),
    /// Write the score sheet, or hand the play over to a play log
    Sheet(sheet::SheetArgs),
    /// Write a page about one entry, or a monster's turn, that is argued over
    Dispute(dispute::DisputeArgs),
    /// List the entries that the end of a scenario brings to a campaign
    Gains {
        /// The record of the scenario
        file: PathBuf,
        /// The party of the campaign that played it
        party: String,
        /// The record of the campaign, to find the characters of figures that are named by their
        /// classes
        campaign: Option<PathBuf>,
    },
    /// List the facts of the owner's box that a campaign does not know yet, from edition files
    Facts {
        /// The record of the campaign
        file: PathBuf,
        /// The edition files (JSON), in the open format of other companions, or folders of them
        #[arg(required = true, value_name = "EDITION")]
        editions: Vec<PathBuf>,
    },
    /// Count wins and points over all finished games in folders
    History(history::HistoryArgs),
    /// Ask whether a solo player can still complete every building on the map
    Ahead {
        /// The record
        file: PathBuf,
        /// On the table after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// How many actions to try out before giving up
        #[arg(long, value_name = "P", default_value_t = 20_000)]
        plays: usize,
    },
    /// Have the program play complete games against itself
    Simulate(simulate::SimulateArgs),
    /// Say whom a monster of Gloomhaven attacks on the hex map, where it goes, and why
    Monster {
        /// The position, as text, or the record of a scenario
        file: PathBuf,
        /// The monster, as the position calls it: "Guard 3"
        figure: String,
        /// In the scenario after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Say how far apart two hexes are, and whether one is in sight of the other
    Sight {
        /// The position, as text, or the record of a scenario
        file: PathBuf,
        /// A hex: "A3"
        from: String,
        /// Another hex
        to: String,
        /// In the scenario after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Say which room of a random dungeon comes next, and which room cards are passed over
    Dungeon {
        /// The position, as text, or the record of a scenario
        file: PathBuf,
        /// The kind of the exit used; the first room has none
        #[arg(long, value_name = "KIND", ignore_case = true)]
        exit: Option<dungeon::ExitKind>,
        /// Print the line that lays the room out, from these cards
        #[arg(long, value_name = "FILE")]
        cards: Option<PathBuf>,
        /// In the scenario after this entry; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
    },
    /// Write manual pages and shell completions into a new folder
    ShellFiles(shell_files::ShellFilesArgs),
}

/// The request of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// Open the window, with the named file and folder.
    Window(StartOptions),
    /// Print the answer of a subcommand.
    Output(CommandOutput),
}

/// Runs a command line; the first word is the name of the program.
///
/// It never exits the process or panics, for any words and any files.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Invocation {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        // Help and version are errors of `clap` too, but successful answers.
        Err(error) if error.use_stderr() => return Invocation::Output(wrong_usage(&error)),
        Err(error) => {
            return Invocation::Output(CommandOutput::document(error.to_string().trim_end()));
        }
    };
    let Some(subcommand) = arguments.command else {
        return match arguments.file {
            Some(file) if !file.exists() => Invocation::Output(CommandOutput::unusable(format!(
                "{} is neither a subcommand nor a file; `founders-ledger --help` lists the \
                 subcommands",
                file.display()
            ))),
            file => Invocation::Window(StartOptions { file, data: arguments.data_dir }),
        };
    };
    let answered = match subcommand {
        CliCommand::Replay { file, until, json } => replay::answer(&file, until, json),
        CliCommand::Receipt { file, entry, json } => receipt::answer(&file, entry, json),
        CliCommand::Why { file, at, action, json } => why::answer(&file, at, &action, json),
        CliCommand::Moves { file, at, json } => moves::answer(&file, at, json),
        CliCommand::Export { file } => export::answer(&file),
        CliCommand::Check { files, own } => Ok(check::answer(&files, &own)),
        CliCommand::Mend(request) => mend::answer(&request),
        CliCommand::Backups(subcommand) => backups::answer(&subcommand),
        CliCommand::Pack(subcommand) => pack::answer(&subcommand),
        CliCommand::Cards(subcommand) => cards::answer(&subcommand),
        CliCommand::Board(subcommand) => board::answer(&subcommand),
        CliCommand::Table(subcommand) => table::answer(&subcommand),
        CliCommand::Picture(request) => picture::answer(&request),
        CliCommand::Layout(request) => layout::answer(&request),
        CliCommand::Sheet(request) => sheet::answer(&request),
        CliCommand::Dispute(request) => dispute::answer(&request),
        CliCommand::Gains { file, party, campaign } => {
            campaign::gains(&file, &party, campaign.as_deref())
        }
        CliCommand::Facts { file, editions } => campaign::facts(&file, &editions),
        CliCommand::History(request) => history::answer(&request),
        CliCommand::Ahead { file, at, plays } => ahead::answer(&file, at, plays),
        CliCommand::Simulate(request) => simulate::answer(&request),
        CliCommand::Monster { file, figure, at, json } => monster::answer(&file, &figure, at, json),
        CliCommand::Sight { file, from, to, at, json } => {
            monster::sight(&file, [&from, &to], at, json)
        }
        CliCommand::Dungeon { file, exit, cards, at } => {
            dungeon::answer(&file, at, exit, cards.as_deref())
        }
        CliCommand::ShellFiles(request) => Ok(shell_files::answer(&request, Arguments::command())),
    };
    Invocation::Output(answered.unwrap_or_else(|early| early))
}

/// Returns the message of `clap` for a wrong command line.
fn wrong_usage(error: &clap::Error) -> CommandOutput {
    let mut text = error.to_string();
    // A quoted argument must not break its line.
    for (_, value) in error.context() {
        if let ContextValue::String(argument) = value {
            text = text.replace(argument.as_str(), &terminal::escape(argument));
        }
    }
    text.trim_end()
        .lines()
        .fold(CommandOutput::default().with_exit(Exit::Unusable), CommandOutput::with_note)
}

/// Prints a note on standard error, with foreign text escaped. Errors are ignored.
pub fn note(note: String) {
    let _ = CommandOutput::default().with_note(note).print();
}

/// Returns the answer if no window can be opened.
pub fn no_window(why: &str) -> CommandOutput {
    CommandOutput::unusable(format!("no window can be opened: {why}"))
        .with_note("the subcommands work without one; `founders-ledger --help` lists them")
}
