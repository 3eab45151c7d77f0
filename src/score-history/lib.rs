//! The score history: statistics of the finished games on this machine.
//!
//! It has no file. Everything is computed from the records, so that it stays correct when games
//! are moved, repaired or removed; and nothing leaves the machine. `storage` finds the records, and
//! the caller decides when to read them.
//!
//! Every finished game counts. A record that is damaged, unfinished or a copy of a counted game is
//! listed with the reason, never skipped silently.
#![warn(missing_docs)]

mod statistics;
mod tally;

pub use statistics::{HeadToHead, LengthTally, RaceTally, ResultCurve, ResultCurves};
pub use tally::{GameFilter, PersonTally, ResultTally, SoloTally};

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

/// The end of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A player won.
    Won,
    /// A solo game was lost at a vote.
    LostAtVote,
    /// A solo game was lost at its end.
    LostAtEnd,
}

/// The player in a seat, with the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// The name of the person.
    pub name: String,
    /// The race.
    pub race: String,
    /// Final points.
    pub points: i32,
    /// `true` if this seat won.
    pub won: bool,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// Its file.
    pub path: PathBuf,
    /// The title that its players gave it.
    pub title: Option<String>,
    /// The date of the game, as written in the record.
    pub date: Option<String>,
    /// The total playing time in seconds, if it was recorded.
    pub seconds: Option<u32>,
    /// The board.
    pub board: String,
    /// The variants in play.
    pub variants: Variants,
    /// The seats in order.
    pub seats: Vec<SeatResult>,
    /// The end of the game.
    pub end: GameEnd,
    /// The difficulty of a solo game by its race and by its start square; `None` if unknown.
    pub difficulty: [Option<Difficulty>; 2],
    /// The number of turns.
    pub turns: u32,
    /// A hash of the game; two records of one game have the same.
    key: u64,
}

impl PastGame {
    /// Returns `true` for a solo game.
    pub fn is_solo(&self) -> bool {
        self.seats.len() == 1
    }

    /// Returns the difficulty of a solo game in words; empty for several players.
    pub fn difficulty_words(&self) -> String {
        if !self.is_solo() {
            return String::new();
        }
        let [race, site] = self.difficulty.map(|level| level.map_or("unknown", Difficulty::name));
        format!("race {race}, start {site}")
    }
}

/// The reason why a record does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// The record is damaged, for this reason.
    Damaged(String),
    /// The game is not over.
    NotOver,
    /// The same game as in the other file.
    CopyOf(PathBuf),
}

impl SkipReason {
    /// Returns the reason in words.
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
pub struct SkippedRecord {
    /// Its file.
    pub path: PathBuf,
    /// The reason why it does not count.
    pub reason: SkipReason,
}

/// The result of reading one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadResult {
    /// A game that is over.
    Game(Box<PastGame>),
    /// A record that does not count.
    Skipped(SkippedRecord),
}

impl ReadResult {
    /// Reads the bytes of a file; `Err` has the reason why the file could not be read.
    pub fn read(reader: &mut RecordReader, path: &Path, bytes: Result<&[u8], String>) -> Self {
        let game = bytes
            .map_err(SkipReason::Unreadable)
            .and_then(|bytes| past_game(path, reader.read(bytes)));
        match game {
            Ok(game) => Self::Game(Box::new(game)),
            Err(reason) => Self::Skipped(SkippedRecord { path: path.to_owned(), reason }),
        }
    }
}

/// All records that were read, counted and not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreHistory {
    /// The counted games, the latest first.
    games: Vec<PastGame>,
    /// The records that do not count, in the order in which they were read.
    skipped: Vec<SkippedRecord>,
    keys: BTreeMap<u64, PathBuf>,
}

impl ScoreHistory {
    /// Adds the result of reading a file. Of several records of one game, the first counts.
    pub fn add(&mut self, found: ReadResult) {
        match found {
            ReadResult::Skipped(skipped) => self.skipped.push(skipped),
            ReadResult::Game(game) => self.add_game(*game),
        }
    }

    fn add_game(&mut self, game: PastGame) {
        if let Some(first) = self.keys.get(&game.key) {
            self.skipped
                .push(SkippedRecord { path: game.path, reason: SkipReason::CopyOf(first.clone()) });
            return;
        }
        self.keys.insert(game.key, game.path.clone());
        let at = self
            .games
            .partition_point(|other| (&other.date, &other.path) > (&game.date, &game.path));
        self.games.insert(at, game);
    }

    /// Returns the counted games, the latest first; games without a date are last.
    pub fn games(&self) -> &[PastGame] {
        &self.games
    }

    /// Returns the records that do not count, each with the reason.
    pub fn skipped(&self) -> &[SkippedRecord] {
        &self.skipped
    }
}

/// Returns the finished game of a record, or the reason why it does not count.
fn past_game(path: &Path, loaded: Loaded) -> Result<PastGame, SkipReason> {
    if let Some(error) = loaded.error {
        return Err(SkipReason::Damaged(error.to_string()));
    }
    let Some(journal) = loaded.record else {
        return Err(SkipReason::Damaged("no game in it".to_owned()));
    };
    let game = journal.game();
    if !game.is_over() {
        return Err(SkipReason::NotOver);
    }
    let end = match game.loss() {
        None => GameEnd::Won,
        Some(Loss::Markers { .. }) => GameEnd::LostAtVote,
        Some(Loss::Unfinished(_)) => GameEnd::LostAtEnd,
    };
    let difficulty = game
        .solo_difficulty()
        .map_or([None, None], |difficulty| [difficulty.race.ok(), difficulty.site.ok()]);
    Ok(PastGame {
        path: path.to_owned(),
        title: journal.tags.title.clone(),
        date: journal.tags.date.clone(),
        seconds: total_seconds(&journal.tags.evenings),
        board: journal.setup().board.clone(),
        variants: journal.setup().variants,
        seats: game.players().map(|player| seat(game, player)).collect(),
        end,
        difficulty,
        turns: game.turn_number(),
        key: game_key(&journal),
    })
}

/// Returns the total playing time of all evenings, in seconds.
fn total_seconds(evenings: &[Evening]) -> Option<u32> {
    let all = evenings.iter().fold(0, |all: u32, evening| all.saturating_add(evening.all));
    (!evenings.is_empty()).then_some(all)
}

fn seat(game: &Game, player: PlayerId) -> SeatResult {
    let race = game.race(player);
    SeatResult {
        name: game.player_name(player).trim().to_owned(),
        race: race.map_or_else(String::new, |race| game.contents().race_name(race).to_owned()),
        points: game.points(player).0,
        won: game.winner() == Some(player),
    }
}

/// A writer that hashes text instead of storing it.
struct Hashed<'a>(&'a mut DefaultHasher);

impl fmt::Write for Hashed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Hashes the board, the players and all actions. Comments and undone actions are left out, so that
/// a copy with another comment is still a copy.
fn game_key(journal: &Journal) -> u64 {
    let setup = journal.setup();
    let mut key = DefaultHasher::new();
    (&setup.board, &setup.players).hash(&mut key);
    for &id in &journal.main_line()[..journal.cursor()] {
        // The debug output of an action has all its data. Hashing cannot fail.
        let _ = writeln!(Hashed(&mut key), "{:?}", journal.entry(id).action());
    }
    key.finish()
}

/// Returns the name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(file: &str) -> Vec<u8> {
        let path = format!("{}/../../assets/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).expect("the example is there")
    }

    fn read(name: &str, bytes: &[u8]) -> ReadResult {
        ReadResult::read(&mut RecordReader::default(), Path::new(name), Ok(bytes))
    }

    #[test]
    fn a_finished_game_has_its_winner_and_difficulty() {
        let ReadResult::Game(won) = read("a", &example("solo-whole-game-won.founders")) else {
            panic!("it is over");
        };
        assert_eq!(won.end, GameEnd::Won);
        assert_eq!(won.difficulty_words(), "race easy, start normal");
        let [seat] = won.seats.as_slice() else {
            panic!("one player");
        };
        assert_eq!((seat.race.as_str(), seat.points, seat.won), ("Orchid", 86, true));
        let ReadResult::Game(lost) = read("b", &example("solo-lost-at-a-vote.founders")) else {
            panic!("it is over");
        };
        assert_eq!(lost.end, GameEnd::LostAtVote);
        assert!(!lost.seats[0].won);
        let ReadResult::Game(four) = read("c", &example("four-founders.founders")) else {
            panic!("it is over");
        };
        let winners = four.seats.iter().filter(|seat| seat.won);
        assert_eq!(winners.map(|seat| seat.points).collect::<Vec<_>>(), [33]);
        assert_eq!(four.difficulty_words(), "");
    }

    #[test]
    fn a_record_that_does_not_count_is_listed_with_the_reason() {
        let whole = example("harbour-duel.founders");
        let mut history = ScoreHistory::default();
        history.add(read("/g/one.founders", &whole));
        // A copy with another comment is still the same game.
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
        history.add(ReadResult::read(reader, Path::new("/g/gone.founders"), gone));
        assert_eq!(history.games().len(), 1);
        let why: Vec<String> = history.skipped().iter().map(|s| s.reason.words()).collect();
        assert_eq!(why[0], "the same game as one.founders");
        assert!(why[1].starts_with("damaged: line "), "{}", why[1]);
        assert!(why[2].starts_with("damaged: "), "{}", why[2]);
        assert_eq!(why[3..], ["not over", "there is no such file"]);
    }

    #[test]
    fn games_are_sorted_with_the_latest_first() {
        let mut history = ScoreHistory::default();
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
