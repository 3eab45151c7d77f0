//! `history`: statistics over all finished games in folders.

use plain_text::{clauses, counted, listed, remarks};
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::answer::{CommandOutput, CommandResult, Exit};
use super::json;
use super::progress::progress_bar;
use crate::recorded_games::Recorded as _;
use journal::Founders;
use notation::record::RecordReader;
use rayon::prelude::*;
use rules::rulebook::Variant;
use score_history::{
    GameEnd, GameFilter, PastGame, PersonTally, ReadResult, ScoreHistory, SkipReason,
};
use storage::{self, AppFolders, StorageError};

/// The arguments of `history`.
#[derive(Debug, Args)]
pub(super) struct HistoryArgs {
    /// The folders; without one, where the app saves games by itself
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Only games in which this person played
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games with this race; with a person, played by that person
    #[arg(long, value_name = "RACE")]
    race: Option<String>,
    /// Only games with this variant
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    variant: Option<Variant>,
    /// Only games for this many players, 1 to 4; 1 for solo games
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=4))]
    players: Option<usize>,
    /// Print data instead of text
    #[arg(long)]
    json: bool,
}

/// Parses a variant, with hyphens or spaces between its words.
fn variant(words: &str) -> Result<Variant, String> {
    let wanted = words.to_lowercase().replace(' ', "-");
    let spellings = Variant::ALL.map(|variant| variant.key().replace(' ', "-"));
    match spellings.iter().position(|spelling| *spelling == wanted) {
        Some(index) => Ok(Variant::ALL[index]),
        None => Err(format!("expected one of {}", remarks(&spellings))),
    }
}

pub(super) fn answer(request: &HistoryArgs) -> CommandResult {
    let history = read(request)?;
    let filter = GameFilter {
        person: request.player.clone(),
        race: request.race.clone(),
        variant: request.variant,
        players: request.players,
    };
    let answer = if request.json {
        CommandOutput::data(&data(&history, &filter))
    } else {
        CommandOutput::lines(lines(&history, &filter))
    };
    let is_valid = history.skipped().iter().all(|skipped| match skipped.reason {
        SkipReason::Unreadable(_) | SkipReason::Damaged(_) => false,
        SkipReason::NotOver | SkipReason::CopyOf(_) => true,
    });
    Ok(answer.with_exit(if is_valid { Exit::Done } else { Exit::NotValid }))
}

/// Reads every record in the folders.
fn read(request: &HistoryArgs) -> Result<ScoreHistory, StorageError> {
    let mut folders = request.folders.clone();
    if folders.is_empty() {
        // Before the first game, these folders do not exist.
        folders.extend(
            AppFolders::for_this_machine().all_games().into_iter().filter(|path| path.is_dir()),
        );
    }
    let mut files = Vec::new();
    for folder in &folders {
        files.extend(storage::records_in(folder, Founders::KIND)?);
    }
    let bar = progress_bar(files.len() as u64, "Reading records");
    // The order of files matters: of two records of one game, the first counts.
    let read = |reader: &mut RecordReader, file: &PathBuf| {
        let bytes = storage::read(file).map_err(|error| error.to_string());
        let found = ReadResult::read(reader, file, bytes.as_deref().map_err(Clone::clone));
        bar.inc(1);
        found
    };
    // Nearly all records have the pack of the first one, so it is parsed before the threads start.
    let mut reader = RecordReader::default();
    let mut found: Vec<ReadResult> =
        files.first().map(|file| read(&mut reader, file)).into_iter().collect();
    found.par_extend(files.par_iter().skip(1).map_init(|| reader.clone(), read));
    let mut history = ScoreHistory::default();
    for found in found {
        history.add(found);
    }
    Ok(history)
}

/// Returns the end of a game, as written in the data.
const fn end(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Won => "won",
        GameEnd::LostAtVote => "lost at a vote",
        GameEnd::LostAtEnd => "lost at the end",
    }
}

fn variants(game: &PastGame) -> Vec<String> {
    game.variants.iter().map(|variant| variant.key().to_owned()).collect()
}

fn data(history: &ScoreHistory, filter: &GameFilter) -> json::History {
    json::History {
        people: history.people(filter).into_iter().map(person_data).collect(),
        games: history.matching(filter).map(game_data).collect(),
        skipped: history
            .skipped()
            .iter()
            .map(|skipped| json::Skipped {
                file: skipped.path.display().to_string(),
                why: skipped.reason.words(),
            })
            .collect(),
    }
}

fn person_data(person: PersonTally) -> json::Person {
    json::Person {
        average: person.several.average(),
        name: person.name,
        games: person.several.games,
        wins: person.several.wins,
        best: person.several.best,
        solo_games: person.solo.games,
        solo_wins: person.solo.wins,
        solo_best: person.solo.best.as_ref().map(|best| best.0),
        solo_best_difficulty: person.solo.best.map(|best| best.1),
    }
}

fn game_data(game: &PastGame) -> json::PastGame {
    json::PastGame {
        file: game.path.display().to_string(),
        title: game.title.clone(),
        date: game.date.clone(),
        board: game.board.clone(),
        variants: variants(game),
        turns: game.turns,
        end: end(game.end).to_owned(),
        difficulty: Some(game.difficulty_words()).filter(|words| !words.is_empty()),
        seats: game
            .seats
            .iter()
            .map(|seat| json::PastSeat {
                name: seat.name.clone(),
                race: seat.race.clone(),
                points: seat.points,
                won: seat.won,
            })
            .collect(),
    }
}

fn lines(history: &ScoreHistory, filter: &GameFilter) -> Vec<String> {
    let shown = history.matching(filter).count();
    let mut lines = vec![format!(
        "{shown} of {}, {} not count",
        counted(history.games().len(), "finished game", "finished games"),
        counted(history.skipped().len(), "record that does", "records that do")
    )];
    let people = history.people(filter);
    if people.iter().any(|person| person.several.games > 0) {
        lines.push(String::new());
        lines.push(format!(
            "{:<20} {:>5} {:>5} {:>8} {:>5}",
            "", "games", "wins", "average", "best"
        ));
    }
    for person in people.iter().filter(|person| person.several.games > 0) {
        lines.push(format!(
            "{:<20} {:>5} {:>5} {:>8.1} {:>5}",
            person.name,
            person.several.games,
            person.several.wins,
            person.several.average().unwrap_or_default(),
            person.several.best.unwrap_or_default()
        ));
    }
    if people.iter().any(|person| person.solo.games > 0) {
        lines.push(String::new());
        lines.push("solo".to_owned());
    }
    for person in people.iter().filter(|person| person.solo.games > 0) {
        let solo = &person.solo;
        let best = match &solo.best {
            Some((points, difficulty)) => format!(", best {points} ({difficulty})"),
            None => String::new(),
        };
        let (name, wins, games) = (&person.name, solo.wins, solo.games);
        lines.push(format!("{name:<20} {wins} of {games} won{best}"));
    }
    if shown > 0 {
        lines.push(String::new());
    }
    for game in history.matching(filter) {
        let seats: Vec<String> = game
            .seats
            .iter()
            .map(|seat| {
                let won = if seat.won { "*" } else { "" };
                format!("{} ({}) {}{won}", seat.name, seat.race, seat.points)
            })
            .collect();
        let mut details = vec![listed(&seats), game.board.clone()];
        details.extend(variants(game));
        if game.is_solo() {
            details.push(end(game.end).to_owned());
            details.push(game.difficulty_words());
        }
        let date = game.date.as_deref().unwrap_or("no date");
        lines.push(format!("{date}  {}  [{}]", clauses(&details), game.path.display()));
    }
    if !history.skipped().is_empty() {
        lines.push(String::new());
        lines.push("not counted".to_owned());
    }
    for skipped in history.skipped() {
        lines.push(format!("{}: {}", skipped.path.display(), skipped.reason.words()));
    }
    lines
}
