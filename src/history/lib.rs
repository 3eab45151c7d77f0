//! The score history: what the finished games on this machine came to.
//!
//! There is no file of its own. Everything is worked out anew from the records,
//! so that it is right again however games were moved, mended or removed; and
//! nothing of it leaves the machine. Where records are found is left to
//! `storage`, and when they are read to whoever shows them.
//!
//! A game counts once it is over. A record that is damaged, not over, or a copy
//! of one that counts already is listed with the reason, never passed over in
//! silence.
#![warn(missing_docs)]

mod tally;

pub use tally::{Filter, Person, SoloTally};

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use components::specs::Difficulty;
use journal::Journal;
use notation::record::{Evening, Loaded, RecordReader};
use rules::Game;
use rules::player::PlayerId;
use rules::receipt::Loss;
use rules::rulebook::Variants;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody has won.
    Won,
    /// A solo game was lost at a vote.
    LostAtVote,
    /// A solo game was lost at its end.
    LostAtEnd,
}

/// Who played in a seat, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The person.
    pub name: String,
    /// The race.
    pub race: String,
    /// Final points.
    pub points: i32,
    /// Whether this seat won.
    pub won: bool,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// Its file.
    pub path: PathBuf,
    /// How its players call it.
    pub title: Option<String>,
    /// When it was played, as the record says.
    pub date: Option<String>,
    /// How long it was played in all, in seconds, where the time was kept.
    pub seconds: Option<u32>,
    /// The board.
    pub board: String,
    /// What was played besides the plain game.
    pub variants: Variants,
    /// The seats in order.
    pub seats: Vec<Seat>,
    /// How it ended.
    pub end: End,
    /// How hard a solo game was by its race and by its start square, as far as that is known.
    pub difficulty: [Option<Difficulty>; 2],
    /// Turns that were played.
    pub turns: u32,
    /// What was played, in short; two records of one game have the same.
    key: u64,
}

impl PastGame {
    /// Whether it was a solo game.
    pub fn is_solo(&self) -> bool {
        self.seats.len() == 1
    }

    /// How hard a solo game was, in words; empty for several players.
    pub fn difficulty_words(&self) -> String {
        if !self.is_solo() {
            return String::new();
        }
        let [race, site] = self.difficulty.map(|level| level.map_or("unknown", Difficulty::name));
        format!("race {race}, start {site}")
    }
}

/// Why a record does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// The record is damaged, for this reason.
    Damaged(String),
    /// The game is not over.
    NotOver,
    /// The same game as in the other file.
    CopyOf(PathBuf),
}

impl Skip {
    /// The reason in words.
    pub fn words(&self) -> String {
        match self {
            Self::Unreadable(why) => why.clone(),
            Self::Damaged(why) => format!("damaged: {why}"),
            Self::NotOver => "not over".to_owned(),
            Self::CopyOf(path) => format!("the same game as {}", file_name(path)),
        }
    }
}

/// A record that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its file.
    pub path: PathBuf,
    /// Why it does not count.
    pub why: Skip,
}

/// What was found in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A game that is over.
    Game(Box<PastGame>),
    /// Something that does not count.
    Skipped(Skipped),
}

impl Found {
    /// Reads the bytes of a file, unless there is a reason why they could not be read.
    pub fn read(reader: &mut RecordReader, path: &Path, bytes: Result<&[u8], String>) -> Self {
        let why = match bytes {
            Err(why) => Skip::Unreadable(why),
            Ok(bytes) => match past_game(path, reader.read(bytes)) {
                Ok(game) => return Self::Game(Box::new(game)),
                Err(why) => why,
            },
        };
        Self::Skipped(Skipped { path: path.to_owned(), why })
    }
}

/// Every record that was read, those that count and those that do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Games that count, the latest first.
    games: Vec<PastGame>,
    /// Records that do not count, in the order in which they were read.
    skipped: Vec<Skipped>,
    keys: BTreeMap<u64, PathBuf>,
}

impl History {
    /// Adds what was found in a file. Of several records of one game the first counts.
    pub fn add(&mut self, found: Found) {
        match found {
            Found::Skipped(skipped) => self.skipped.push(skipped),
            Found::Game(game) => self.add_game(*game),
        }
    }

    fn add_game(&mut self, game: PastGame) {
        if let Some(first) = self.keys.get(&game.key) {
            self.skipped.push(Skipped { path: game.path, why: Skip::CopyOf(first.clone()) });
            return;
        }
        self.keys.insert(game.key, game.path.clone());
        let order = |game: &PastGame| (game.date.clone(), game.path.clone());
        let new = order(&game);
        let at = self.games.partition_point(|other| order(other) > new);
        self.games.insert(at, game);
    }

    /// Games that count, the latest first; those without a date at the end.
    pub fn games(&self) -> &[PastGame] {
        &self.games
    }

    /// Records that do not count, each with the reason.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }
}

/// Returns the finished game of a record; otherwise says why it does not count.
fn past_game(path: &Path, loaded: Loaded) -> Result<PastGame, Skip> {
    if let Some(error) = loaded.error {
        return Err(Skip::Damaged(error.to_string()));
    }
    let Some(journal) = loaded.record else {
        return Err(Skip::Damaged("no game in it".to_owned()));
    };
    let game = journal.game();
    if !game.is_over() {
        return Err(Skip::NotOver);
    }
    let end = match game.loss() {
        None => End::Won,
        Some(Loss::Markers { .. }) => End::LostAtVote,
        Some(Loss::Unfinished(_)) => End::LostAtEnd,
    };
    let difficulty = game.solo_difficulty();
    let difficulty = difficulty.map_or([None, None], |known| [known.race.ok(), known.site.ok()]);
    Ok(PastGame {
        path: path.to_owned(),
        title: journal.tags.title.clone(),
        date: journal.tags.date.clone(),
        seconds: time_of(&journal.tags.evenings),
        board: journal.setup().board.clone(),
        variants: journal.setup().variants,
        seats: game.players().map(|player| seat(game, player)).collect(),
        end,
        difficulty,
        turns: game.turn_number(),
        key: key_of(&journal),
    })
}

/// How long all evenings took together.
fn time_of(evenings: &[Evening]) -> Option<u32> {
    let all = evenings.iter().fold(0, |all: u32, evening| all.saturating_add(evening.all));
    (!evenings.is_empty()).then_some(all)
}

fn seat(game: &Game, player: PlayerId) -> Seat {
    let race = game.race(player);
    Seat {
        name: game.player_name(player).trim().to_owned(),
        race: race.map_or_else(String::new, |race| game.contents().race_name(race).to_owned()),
        points: game.points(player).0,
        won: game.winner() == Some(player),
    }
}

/// Text that is hashed instead of kept.
struct Hashed<'a>(&'a mut DefaultHasher);

impl fmt::Write for Hashed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Who played where, and every action: comments and what was taken back are left out, so that a
/// copy with another comment is still a copy.
fn key_of(journal: &Journal) -> u64 {
    let setup = journal.setup();
    let mut key = DefaultHasher::new();
    (&setup.board, &setup.players).hash(&mut key);
    for &id in &journal.main_line()[..journal.cursor()] {
        // Written out, an action holds everything there is to know about it.
        // Hashing cannot fail.
        let _ = writeln!(Hashed(&mut key), "{:?}", journal.entry(id).action());
    }
    key.finish()
}

/// The name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(file: &str) -> Vec<u8> {
        let path = format!("{}/../../assets/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).expect("the example is there")
    }

    fn read(name: &str, bytes: &[u8]) -> Found {
        Found::read(&mut RecordReader::default(), Path::new(name), Ok(bytes))
    }

    #[test]
    fn a_finished_game_tells_who_won_and_how_hard_it_was() {
        let Found::Game(won) = read("a", &example("solo-whole-game-won.founders")) else {
            panic!("it is over");
        };
        assert_eq!(won.end, End::Won);
        assert_eq!(won.difficulty_words(), "race easy, start normal");
        let [seat] = won.seats.as_slice() else {
            panic!("one player");
        };
        assert_eq!((seat.race.as_str(), seat.points, seat.won), ("Orchid", 86, true));
        let Found::Game(lost) = read("b", &example("solo-lost-at-a-vote.founders")) else {
            panic!("it is over");
        };
        assert_eq!(lost.end, End::LostAtVote);
        assert!(!lost.seats[0].won);
        let Found::Game(four) = read("c", &example("four-founders.founders")) else {
            panic!("it is over");
        };
        let winners = four.seats.iter().filter(|seat| seat.won);
        assert_eq!(winners.map(|seat| seat.points).collect::<Vec<_>>(), [33]);
        assert_eq!(four.difficulty_words(), "");
    }

    #[test]
    fn what_does_not_count_is_listed_with_the_reason() {
        let whole = example("harbour-duel.founders");
        let mut history = History::default();
        history.add(read("/g/one.founders", &whole));
        // Another comment makes no other game.
        let text = String::from_utf8(whole.clone()).expect("it is text");
        let loaded = RecordReader::default().read(text.as_bytes());
        let mut journal = loaded.record.expect("it is sound");
        let comment = journal::Change::Comment("A fine evening.".to_owned());
        journal.apply(comment).expect("there is room");
        let copy = notation::record::print_log(&journal);
        history.add(read("/g/two.founders", copy.as_bytes()));
        history.add(read("/g/cut.founders", &whole[..whole.len() - 5]));
        history.add(read("/g/not.founders", b"something else"));
        history.add(read("/g/begun.founders", &example("e09-income.founders")));
        let gone = Err("there is no such file".to_owned());
        let reader = &mut RecordReader::default();
        history.add(Found::read(reader, Path::new("/g/gone.founders"), gone));
        assert_eq!(history.games().len(), 1);
        let why: Vec<String> = history.skipped().iter().map(|s| s.why.words()).collect();
        assert_eq!(why[0], "the same game as one.founders");
        assert!(why[1].starts_with("damaged: line "), "{}", why[1]);
        assert!(why[2].starts_with("damaged: "), "{}", why[2]);
        assert_eq!(why[3..], ["not over", "there is no such file"]);
    }

    #[test]
    fn the_latest_game_comes_first() {
        let mut history = History::default();
        for file in
            ["harbour-duel.founders", "solo-whole-game-won.founders", "four-founders.founders"]
        {
            history.add(read(file, &example(file)));
        }
        let dates: Vec<_> = history.games().iter().map(|game| game.date.clone()).collect();
        let mut sorted = dates.clone();
        sorted.sort_by(|a, b| b.cmp(a));
        assert_eq!(dates, sorted);
        assert_eq!(history.games()[0].seats.len(), 1);
    }
}
