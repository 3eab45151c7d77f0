//! `simulate`: complete games that the program plays against itself.

use plain_text::{counted, listed};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::answer::{CommandOutput, CommandResult, Exit};
use super::json;
use super::output_file::{OutputFile, OutputKind, Overwrite};
use super::pack;
use super::progress::progress_bar;
use components::specs::Pack;
use journal::{Change, Journal};
use narration::{NamedGame, refusal};
use notation::record::{Tags, print_log};
use packs::PackError;
use rules::action::Action;
use rules::rulebook::{Variant, Variants};
use rules::setup::Setup;
use simulate::{Report, Simulation};

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of a command line, each on or off by itself"
)]
pub(super) struct SimulateArgs {
    /// How many play each game, 1 to 4; 1 is a solo game
    #[arg(long, value_name = "P", value_parser = RangedU64ValueParser::<usize>::new().range(1..=4))]
    players: usize,
    /// How many games
    #[arg(long, value_name = "G", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1_000_000))]
    games: u64,
    /// Where all chance comes from; each further game takes the next number
    #[arg(long, value_name = "S")]
    seed: u64,
    /// The board; the first of the pack if it is left out
    #[arg(long, value_name = "B")]
    board: Option<String>,
    /// Play with achievements
    #[arg(long)]
    achievements: bool,
    /// Play without workers
    #[arg(long)]
    no_workers: bool,
    /// Have the winner fill in an event card
    #[arg(long)]
    shaping_history: bool,
    /// A folder to which every game is written as a record
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    over: Overwrite,
    /// The pack: the name of a built-in one, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "practice")]
    pack: String,
    /// Print data instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn answer(request: &SimulateArgs) -> CommandResult {
    Ok(CommandOutput::json_or_lines(&simulate(request)?, request.json, lines))
}

fn simulate(request: &SimulateArgs) -> Result<json::Simulated, CommandOutput> {
    let pack = find_pack(&request.pack)?;
    let board = find_board(&pack, request.board.as_deref())?;
    if let Some(folder) = &request.out {
        std::fs::create_dir_all(folder).map_err(|error| {
            CommandOutput::unusable(format!(
                "{}: the folder cannot be made: {error}",
                folder.display()
            ))
        })?;
    }
    let mut report = Report::default();
    let mut files = Vec::new();
    let bar = progress_bar(request.games, "Playing games");
    for game in 0..request.games {
        let seed = request.seed.wrapping_add(game);
        let mut simulation =
            Simulation::with_variants(&pack, &board, request.players, variants(request), seed)
                .map_err(|error| {
                    CommandOutput::default().with_note(error.to_string()).with_exit(Exit::NotValid)
                })?;
        let actions = simulation.run();
        report.add(&simulation.game, &actions, &simulation.missing_facts());
        if let Some(folder) = &request.out {
            let name = format!("{}-{}p-{seed}.founders", file_name(&board), request.players);
            let path = folder.join(name);
            let out = OutputFile {
                path: &path,
                kind: OutputKind::Simulated,
                inputs: &[Path::new(&request.pack)],
                overwrite: request.over,
            };
            write(&out, &simulation.setup, actions, seed)?;
            files.push(path.display().to_string());
        }
        bar.inc(1);
    }
    let unfinished = report.games - report.finished;
    Ok(json::Simulated {
        pack: pack.name,
        board,
        players: request.players,
        variants: variants(request).iter().map(|variant| variant.key().to_owned()).collect(),
        seed: request.seed,
        unfinished: share(unfinished, report.games),
        report,
        files,
    })
}

/// Returns the requested variants.
fn variants(request: &SimulateArgs) -> Variants {
    [
        (request.achievements, Variant::Achievements),
        (request.no_workers, Variant::NoWorkers),
        (request.shaping_history, Variant::ShapingHistory),
    ]
    .into_iter()
    .filter(|(is_requested, _)| *is_requested)
    .fold(Variants::default(), |variants, (_, variant)| variants.with(variant))
}

/// Returns the share of `part` in `all`, from 0 to 1.
fn share(part: usize, all: usize) -> f64 {
    let [part, all] =
        [part, all.max(1)].map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    part / all
}

/// Finds a pack by the name of a built-in one or of a file.
fn find_pack(name: &str) -> Result<Pack, CommandOutput> {
    pack::load(name).map_err(|error| {
        let is_no_file = matches!(error, PackError::Unreadable { .. });
        let answer = CommandOutput::from(error);
        if is_no_file {
            answer.with_note(format!("{name}: no built-in pack has this name either"))
        } else {
            answer
        }
    })
}

/// Finds a board by name, ignoring case; returns the first board if `name` is `None`.
fn find_board(pack: &Pack, name: Option<&str>) -> Result<String, CommandOutput> {
    let mut boards = pack.boards.iter().map(|board| &board.name);
    let found = match name {
        None => boards.next(),
        Some(name) => boards.find(|board| board.to_lowercase() == name.to_lowercase()),
    };
    found.cloned().ok_or_else(|| {
        let names: Vec<&str> = pack.boards.iter().map(|board| board.name.as_str()).collect();
        let known = if names.is_empty() { "no board".to_owned() } else { listed(&names) };
        let wanted = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
        CommandOutput::unusable(format!(
            "found no board{wanted}; the pack {} has {known}",
            pack.name
        ))
    })
}

/// Returns the name of a board in a form that is valid on every file system.
fn file_name(board: &str) -> String {
    board
        .chars()
        .take(40)
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect()
}

/// Writes a game as a record, over an earlier one with the same name.
fn write(
    out: &OutputFile<'_>,
    setup: &Setup,
    actions: Vec<Action>,
    seed: u64,
) -> Result<(), CommandOutput> {
    let not_valid = |error: &dyn std::fmt::Display| {
        let note = format!("{}: the game cannot be recorded: {error}", out.path.display());
        CommandOutput::default().with_note(note).with_exit(Exit::NotValid)
    };
    let mut journal = Journal::new(setup.clone()).map_err(|error| not_valid(&error))?;
    for action in actions {
        journal.apply(Change::Play(action)).map_err(|error| {
            not_valid(
                &error.message(|refusal| {
                    refusal::describe(NamedGame::by_race(journal.game()), refusal)
                }),
            )
        })?;
    }
    journal.tags = Tags { title: Some(format!("Simulated game, seed {seed}")), ..Tags::default() };
    out.write(print_log(&journal))
}

fn lines(data: &json::Simulated) -> Vec<String> {
    let last = data.seed.wrapping_add(data.report.games as u64).wrapping_sub(1);
    let mut lines = vec![
        format!(
            "{}, {}, {}, seeds {} to {last}",
            data.pack,
            data.board,
            counted(data.players, "player", "players"),
            data.seed
        ),
        data.report.to_string(),
    ];
    if let (Some(first), count) = (data.files.first(), data.files.len()) {
        lines.push(format!("{count} written, the first to {first}"));
    }
    lines
}
