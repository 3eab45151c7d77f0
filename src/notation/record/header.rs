//! The header of a record of Founders of Gloomhaven: players, board, pack, variants and options.

use std::sync::Arc;

use components::specs::Pack;
use journal::Journal;
use plain_text::{ParseError, counted, one_of, same_name, unexpected};
use record::{
    HeaderBlock, HeaderEnd, HeaderLines, RecordError, RecordErrorKind, key_words, read_once,
};
use rules::contents::Contents;
use rules::player::PlayerId;
use rules::rulebook::{Options, TableOption, Variant, Variants};
use rules::setup::Setup;

use super::pack_cache::PackCache;

/// The indentation of the pack, in columns.
const PACK_INDENT: usize = 2;

/// The game of a header before its setup.
#[derive(Debug)]
pub struct Opening {
    setup: Setup,
    /// The contents of the pack, unless it contradicts itself.
    contents: Option<Arc<Contents>>,
}

/// The expectation for a record without a pack.
const PACK_MISSING: &str = "pack: with the facts of the box, here or below the entries";

impl Opening {
    /// Sets up the game.
    pub(super) fn begin(self) -> Result<Journal, RecordErrorKind> {
        let journal = match self.contents {
            Some(contents) => journal::new_with_contents(self.setup, contents),
            None => Journal::new(self.setup),
        };
        journal.map_err(|error| RecordErrorKind::Setup(error.to_string()))
    }
}

/// The keys of a header of this game.
#[derive(Debug, Default)]
pub struct Header {
    board: Option<String>,
    players: Vec<String>,
    races: Vec<Option<String>>,
    options: Options,
    variants: Variants,
}

impl Header {
    /// Reads a line of the header. Returns `true` if its key is one of this game.
    pub(super) fn read_key(
        &mut self,
        key: &str,
        line: &str,
        at: usize,
    ) -> Result<bool, ParseError> {
        match key {
            "board" => read_once(&mut self.board, line, at, "one board only")?,
            "variant" => self.variants = self.variants.with(variant(line, at)?),
            "option" => self.options = self.options.with(option(line, at)?),
            key => match key.strip_prefix("player").map(str::trim) {
                Some(seat) if !seat.is_empty() => self.player(seat, line, at)?,
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    fn player(&mut self, seat: &str, line: &str, at: usize) -> Result<(), ParseError> {
        let next = self.players.len() + 1;
        if next > PlayerId::MAX {
            return Err(unexpected(line, 0, {
                let most = counted(PlayerId::MAX, "player", "players");
                format!("{most} at most")
            }));
        }
        if seat.parse() != Ok(next) {
            return Err(unexpected(line, 0, format!("player {next}:, in the order of the seats")));
        }
        let value = &line[at..];
        let (name, race) = match value.split_once(',') {
            Some((name, race)) => (name, Some(race.trim().to_owned())),
            None => (value, None),
        };
        self.players.push(name.trim().to_owned());
        self.races.push(race);
        Ok(())
    }

    /// Completes the header at the line `end`.
    pub(super) fn open(
        &mut self,
        block: Option<HeaderBlock>,
        end: HeaderEnd<'_>,
        packs: &mut PackCache,
    ) -> Result<Opening, RecordError> {
        let board =
            self.board.take().ok_or_else(|| end.missing("board: with the name of the board"))?;
        if self.players.is_empty() {
            return Err(end.missing("player 1: with the name of the first player"));
        }
        let block = block.ok_or_else(|| end.missing(PACK_MISSING))?;
        let (pack, contents) = packs.parse(&block.text).map_err(|error| {
            // The error of a truncated pack is in the line after its last.
            let line = (block.first_line + error.line.saturating_sub(1)).min(block.end());
            let column = error.column + PACK_INDENT;
            let message = format!("the pack cannot be read: {}", error.message);
            RecordErrorKind::Block { column, message }.at(line)
        })?;
        let setup = Setup {
            pack: Pack::clone(&pack),
            board,
            players: self.players.clone(),
            options: self.options,
            variants: self.variants,
        };
        Ok(Opening { setup, contents })
    }

    /// Returns the contradictions between the races of the header and the recorded ones.
    pub(super) fn contradictions(&self, journal: &Journal) -> Vec<String> {
        let Some(game) = journal.game_at(journal.main_line().len()) else {
            return Vec::new();
        };
        game.players()
            .zip(&self.races)
            .filter_map(|(player, stated)| {
                // A record that stops early may have no choice of races.
                let (stated, race) = (stated.as_ref()?, game.race(player)?);
                let (player, recorded) =
                    (game.player_name(player), game.contents().race_name(race));
                (!same_name(stated, recorded)).then(|| {
                    format!(
                        "the header says {player} plays {stated}; by the record it is {recorded}"
                    )
                })
            })
            .collect()
    }
}

impl Opening {
    /// Returns a warning for each name that a new game would refuse.
    pub(super) fn warnings(&self) -> Vec<String> {
        let problems = self.setup.new_name_problems().into_iter();
        problems.map(|problem| format!("a new game would be refused this: {problem}")).collect()
    }
}

fn variant(line: &str, at: usize) -> Result<Variant, ParseError> {
    let words = key_words(line, at);
    Variant::ALL.into_iter().find(|variant| variant.key() == words).ok_or_else(|| {
        let keys: Vec<&str> = Variant::ALL.iter().map(|variant| variant.key()).collect();
        unexpected(line, at, one_of(&keys))
    })
}

fn option(line: &str, at: usize) -> Result<TableOption, ParseError> {
    let words = key_words(line, at);
    TableOption::ALL.into_iter().find(|option| option.key() == words).ok_or_else(|| {
        let keys: Vec<&str> = TableOption::ALL.iter().map(|option| option.key()).collect();
        unexpected(line, at, one_of(&keys))
    })
}

/// Prints the keys of this game, and the pack. Races are those at the end of the main line.
pub(super) fn print(journal: &Journal, header: &mut HeaderLines) {
    let setup = journal.setup();
    header.push_text("board", &setup.board);
    let end = journal.game_at(journal.main_line().len());
    for (player, name) in journal.game().players().zip(&setup.players) {
        let race = end
            .as_ref()
            .and_then(|game| game.race(player).map(|race| game.contents().race_name(race)))
            .map_or(String::new(), |race| format!(", {race}"));
        header.push(&format!("player {}", player.index() + 1), &format!("{name}{race}"));
    }
    for variant in setup.variants.iter() {
        header.push("variant", variant.key());
    }
    for option in setup.options.iter() {
        header.push("option", option.key());
    }
    header.push_block("pack", &packs::print(&setup.pack));
}
