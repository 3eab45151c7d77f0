//! `history`: wins and points over all finished games in folders.

use plain_text::{clauses, counted, listed, remarks};
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::answer::{Answer, Answered, Exit};
use super::json;
use super::progress::progress_bar;
use crate::recorded_games::Recorded as _;
use history::{End, Filter, Found, History, PastGame, Person, Skip};
use journal::Founders;
use notation::record::RecordReader;
use rayon::prelude::*;
use rules::rulebook::Variant;
use storage::{self, Home, StorageError};

/// Which games.
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

/// A variant by its words, with hyphens for spaces.
fn variant(words: &str) -> Result<Variant, String> {
    let spelled = |variant: &Variant| variant.key().replace(' ', "-");
    let wanted = words.to_lowercase().replace(' ', "-");
    let mut all = Variant::ALL.iter();
    all.find(|variant| spelled(variant) == wanted).copied().ok_or_else(|| {
        let known: Vec<String> = Variant::ALL.iter().map(spelled).collect();
        format!("expected one of {}", remarks(&known))
    })
}

pub(super) fn answer(request: &HistoryArgs) -> Answered {
    let history = read(request)?;
    let filter = Filter {
        person: request.player.clone(),
        race: request.race.clone(),
        variant: request.variant,
        players: request.players,
    };
    let answer = if request.json {
        Answer::data(&data(&history, &filter))
    } else {
        Answer::lines(lines(&history, &filter))
    };
    let is_bad = |why: &Skip| match why {
        Skip::Unreadable(_) | Skip::Damaged(_) => true,
        Skip::NotOver | Skip::CopyOf(_) => false,
    };
    let is_valid = !history.skipped().iter().any(|skipped| is_bad(&skipped.why));
    Ok(answer.ending(if is_valid { Exit::Done } else { Exit::NotValid }))
}

/// Reads every record in the folders.
fn read(request: &HistoryArgs) -> Result<History, StorageError> {
    let mut folders = request.folders.clone();
    if folders.is_empty() {
        let games = Home::of_this_machine().all_games().into_iter();
        // Before the first game there is no such folder, and nothing to count.
        folders.extend(games.filter(|games| games.is_dir()));
    }
    let mut files = Vec::new();
    for folder in &folders {
        files.extend(storage::records_in(folder, Founders::KIND)?);
    }
    let bar = progress_bar(files.len() as u64, "Reading records");
    // The order of the files counts: of two records of one game the first is the game.
    let read = |reader: &mut RecordReader, file: &PathBuf| {
        let bytes = storage::read(file).map_err(|error| error.to_string());
        let found = Found::read(reader, file, bytes.as_deref().map_err(Clone::clone));
        bar.inc(1);
        found
    };
    // Nearly all records carry the pack of the first one, which is parsed before the work is shared.
    let mut reader = RecordReader::default();
    let first = files.first().map(|file| read(&mut reader, file));
    let mut found: Vec<Found> = first.into_iter().collect();
    found.par_extend(files.par_iter().skip(1).map_init(|| reader.clone(), read));
    let mut history = History::default();
    for found in found {
        history.add(found);
    }
    Ok(history)
}

/// How a game ended, in the words of the data.
const fn end(end: End) -> &'static str {
    match end {
        End::Won => "won",
        End::LostAtVote => "lost at a vote",
        End::LostAtEnd => "lost at the end",
    }
}

fn variants(game: &PastGame) -> Vec<String> {
    let all = game.variants.iter();
    all.map(|variant| variant.key().to_owned()).collect()
}

fn data(history: &History, filter: &Filter) -> json::History {
    let person = |person: Person| json::Person {
        average: person.average(),
        name: person.name,
        games: person.games,
        wins: person.wins,
        best: person.best,
        solo_games: person.solo.games,
        solo_wins: person.solo.wins,
        solo_best: person.solo.best.as_ref().map(|best| best.0),
        solo_best_difficulty: person.solo.best.map(|best| best.1),
    };
    let game = |game: &PastGame| json::PastGame {
        file: game.path.display().to_string(),
        title: game.title.clone(),
        date: game.date.clone(),
        board: game.board.clone(),
        variants: variants(game),
        turns: game.turns,
        end: end(game.end).to_owned(),
        difficulty: Some(game.difficulty_words()).filter(|words| !words.is_empty()),
        seats: (game.seats.iter())
            .map(|seat| json::PastSeat {
                name: seat.name.clone(),
                race: seat.race.clone(),
                points: seat.points,
                won: seat.won,
            })
            .collect(),
    };
    let skipped = history.skipped().iter().map(|skipped| json::Skipped {
        file: skipped.path.display().to_string(),
        why: skipped.why.words(),
    });
    json::History {
        people: history.people(filter).into_iter().map(person).collect(),
        games: history.looked_at(filter).map(game).collect(),
        skipped: skipped.collect(),
    }
}

fn lines(history: &History, filter: &Filter) -> Vec<String> {
    let shown = history.looked_at(filter).count();
    let mut lines = vec![format!(
        "{shown} of {}, {} not count",
        counted(history.games().len(), "finished game", "finished games"),
        counted(history.skipped().len(), "record that does", "records that do")
    )];
    let people = history.people(filter);
    if people.iter().any(|person| person.games > 0) {
        lines.push(String::new());
        lines.push(format!(
            "{:<20} {:>5} {:>5} {:>8} {:>5}",
            "", "games", "wins", "average", "best"
        ));
    }
    for person in people.iter().filter(|person| person.games > 0) {
        lines.push(format!(
            "{:<20} {:>5} {:>5} {:>8.1} {:>5}",
            person.name,
            person.games,
            person.wins,
            person.average().unwrap_or_default(),
            person.best.unwrap_or_default()
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
    for game in history.looked_at(filter) {
        let seats = game.seats.iter().map(|seat| {
            let won = if seat.won { "*" } else { "" };
            format!("{} ({}) {}{won}", seat.name, seat.race, seat.points)
        });
        let seats: Vec<String> = seats.collect();
        let mut told = vec![listed(&seats), game.board.clone()];
        told.extend(variants(game));
        if game.is_solo() {
            told.push(end(game.end).to_owned());
            told.push(game.difficulty_words());
        }
        let date = game.date.as_deref().unwrap_or("no date");
        lines.push(format!("{date}  {}  [{}]", clauses(&told), game.path.display()));
    }
    if !history.skipped().is_empty() {
        lines.push(String::new());
        lines.push("not counted".to_owned());
    }
    for skipped in history.skipped() {
        lines.push(format!("{}: {}", skipped.path.display(), skipped.why.words()));
    }
    lines
}
