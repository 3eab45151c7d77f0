//! What both forms begin with: what it is, who plays, on what, by which rulings.

use std::sync::Arc;

use super::lines::Lines;
use super::pack_cache::PackCache;
use super::quote::{quoted, read_quoted};
use super::{Evening, Form, Loaded, RecordError, Tags, Trouble, VERSION, Warning, log, unexpected};
use crate::error::ParseError;
use components::specs::Pack;
use english::{counted, one_of, same_name};
use journal::Journal;
use rules::contents::Contents;
use rules::player::PlayerId;
use rules::rulebook::{Options, TableOption, Variant, Variants};
use rules::setup::{Setup, SetupError};
use tree::calendar::{WrittenDate, is_no_day};
use tree::typed::plain_mark;

/// How far the pack is set in.
const PACK_INDENT: &str = "  ";

/// How much of an unknown key a warning repeats, in characters.
const KEY_CHARS: usize = 40;

/// What a header says.
pub(super) struct Header {
    /// The game that it opens.
    pub(super) opening: Opening,
    /// The race of each player, where it is stated.
    pub(super) races: Vec<Option<String>>,
    /// The checks that the first line of a log can be chained to.
    pub(super) checks: log::Candidates,
}

/// The game that a header states.
pub(super) struct Opening {
    setup: Setup,
    /// The contents of the pack, unless it contradicts itself.
    contents: Option<Arc<Contents>>,
}

impl Opening {
    /// Begins the record of the game.
    pub(super) fn begin(self) -> Result<Journal, SetupError> {
        match self.contents {
            Some(contents) => Journal::with_contents(self.setup, contents),
            None => Journal::new(self.setup),
        }
    }
}

/// Reads the first line: the form of the record, and the check that the second line is chained to.
pub(super) fn read_first(lines: &mut Lines) -> Result<(Form, u32), RecordError> {
    let line = match lines.next().ok_or(Trouble::Empty.at(1))? {
        Ok(line) => line,
        // No first line of ours is long, whatever this may be.
        Err(RecordError { trouble: Trouble::LineTooLong { .. }, line }) => {
            return Err(Trouble::NotARecord { found: lines.beginning() }.at(line));
        }
        Err(error) => return Err(error),
    };
    let text = line.text.trim_end();
    for form in Form::ALL {
        let Some(version) = text.strip_prefix(form.title()) else {
            continue;
        };
        let version = version.strip_prefix(' ').and_then(|version| version.parse().ok());
        match version {
            Some(VERSION) if line.ended => return Ok((form, log::check(0, text))),
            Some(VERSION) => return Err(Trouble::Truncated.at(line.number)),
            Some(found) if found > VERSION => {
                return Err(Trouble::NewerVersion { found }.at(line.number));
            }
            _ => {}
        }
    }
    if !line.ended && Form::ALL.iter().any(|form| form.title().starts_with(text)) {
        return Err(Trouble::Truncated.at(line.number));
    }
    Err(Trouble::NotARecord { found: text.chars().take(40).collect() }.at(line.number))
}

/// Reads the other lines of the header, through the one that opens the game.
pub(super) fn read(
    lines: &mut Lines,
    form: Form,
    mut check: u32,
    packs: &mut PackCache,
    loaded: &mut Loaded,
) -> Result<Header, RecordError> {
    let mut partial = PartialHeader::default();
    loop {
        let Some(line) = lines.next() else {
            return Err(Trouble::Truncated.at(lines.number()));
        };
        let line = line?;
        if !line.ended && (form == Form::Log || line.text != form.opening()) {
            return Err(Trouble::Truncated.at(line.number));
        }
        if line.is_remark() {
            partial.skip_pack_line();
            continue;
        }
        let (opening, stated) = match form {
            Form::Log => log::split_check(line.text),
            Form::Notation => (line.text.trim_end(), None),
        };
        if opening == form.opening() {
            let (setup, contents) = partial.setup(opening, line.number, packs, &mut loaded.tags)?;
            let mut checks = log::Candidates::after(check);
            if form == Form::Log && !checks.follow(opening, stated) {
                loaded.warnings.push(Warning::HeaderChanged { line: line.number });
            }
            loaded.warnings.extend(setup.name_problems_if_new().into_iter().map(Warning::Name));
            let opening = Opening { setup, contents };
            return Ok(Header { opening, races: partial.races, checks });
        }
        let text = line.text.trim_end();
        check = log::check(check, text);
        let unreadable = |error| Trouble::Unreadable(error).at(line.number);
        let had_date = partial.tags.date.is_some();
        let unknown = partial.take(line.number, text).map_err(unreadable)?;
        let date = partial.tags.date.as_deref().filter(|date| !had_date && is_no_day(date));
        if let Some(date) = date {
            match form {
                // It was entered, and the record goes on.
                Form::Log => {
                    let warning = Warning::NoDay { line: line.number, date: date.to_owned() };
                    loaded.warnings.push(warning);
                }
                Form::Notation => {
                    let expected = "a day of the calendar, as 2026-11-21";
                    let at = text.len() - text.split_once(':').map_or("", |(_, date)| date).len();
                    return Err(unreadable(unexpected(text, at, expected)));
                }
            }
        }
        if let Some(key) = unknown {
            loaded.warnings.push(Warning::UnknownKey { line: line.number, key });
        }
    }
}

/// A header as it is being read.
#[derive(Default)]
struct PartialHeader {
    tags: Tags,
    board: Option<String>,
    players: Vec<String>,
    races: Vec<Option<String>>,
    options: Options,
    variants: Variants,
    /// The first line of the pack and its text. Lines left out stay empty, so that lines count the same.
    pack: Option<(usize, String)>,
}

impl PartialHeader {
    fn skip_pack_line(&mut self) {
        if let Some((_, pack)) = &mut self.pack {
            pack.push('\n');
        }
    }

    /// Takes in a line; returns its key if that is unknown.
    fn take(&mut self, number: usize, line: &str) -> Result<Option<String>, ParseError> {
        if let Some((_, pack)) = &mut self.pack {
            if !line.starts_with([' ', '\t']) {
                let expected = "a line of the pack, set in, or the line that opens the game";
                return Err(unexpected(line, 0, expected));
            }
            pack.push_str(line.strip_prefix(PACK_INDENT).unwrap_or(line.trim_start()));
            pack.push('\n');
            return Ok(None);
        }
        let Some(colon) = line.find(':') else {
            let expected = "title:, date:, deals:, board:, player 1:, variant:, option: or pack:";
            return Err(unexpected(line, 0, expected));
        };
        let key = line[..colon].trim().to_lowercase();
        let at = line.len() - line[colon + 1..].trim_start().len();
        match key.as_str() {
            "title" => once(&mut self.tags.title, line, at, "one title only")?,
            "date" => {
                once(&mut self.tags.date, line, at, "one date only")?;
                // A day may be pasted with other dashes; a date in words stays as it was typed.
                let plain = self.tags.date.iter().flat_map(|date| date.chars()).map(plain_mark);
                let plain: String = plain.collect();
                if WrittenDate::read(&plain).is_some() {
                    self.tags.date = Some(plain);
                }
            }
            "deals" => self.tags.deals = deals(line, at)?,
            "clock" => self.tags.evenings.push(evening(line, at)?),
            "board" => once(&mut self.board, line, at, "one board only")?,
            "variant" => self.variants = self.variants.with(variant(line, at)?),
            "option" => self.options = self.options.with(option(line, at)?),
            "pack" if at == line.len() => self.pack = Some((number + 1, String::new())),
            "pack" => return Err(unexpected(line, at, "the pack on the lines below, set in")),
            key => match key.strip_prefix("player").map(str::trim) {
                Some(seat) if !seat.is_empty() => self.player(seat, line, at)?,
                _ => return Ok(Some(key.chars().take(KEY_CHARS).collect())),
            },
        }
        Ok(None)
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

    /// The setup, once the line `opening` says that the header is complete.
    fn setup(
        &mut self,
        opening: &str,
        number: usize,
        packs: &mut PackCache,
        tags: &mut Tags,
    ) -> Result<(Setup, Option<Arc<Contents>>), RecordError> {
        *tags = std::mem::take(&mut self.tags);
        let missing =
            |expected: &str| Trouble::Unreadable(unexpected(opening, 0, expected)).at(number);
        let board =
            self.board.take().ok_or_else(|| missing("board: with the name of the board"))?;
        if self.players.is_empty() {
            return Err(missing("player 1: with the name of the first player"));
        }
        let (first, text) =
            self.pack.take().ok_or_else(|| missing("pack: with the facts of the box"))?;
        let (pack, contents) = packs.parse(&text).map_err(|error| {
            // A pack that is cut short is found out in the line after its last.
            let line = (first + error.line.saturating_sub(1)).min(number);
            let column = error.column + PACK_INDENT.len();
            Trouble::Pack { column, message: error.message }.at(line)
        })?;
        let setup = Setup {
            pack: Pack::clone(&pack),
            board,
            players: self.players.clone(),
            options: self.options,
            variants: self.variants,
        };
        Ok((setup, contents))
    }
}

/// The most characters of a title or another value that a header states once.
const LONGEST_TAG: usize = 400;

/// Sets a value that a header states once.
fn once(value: &mut Option<String>, line: &str, at: usize, only: &str) -> Result<(), ParseError> {
    if value.is_some() {
        return Err(unexpected(line, 0, only));
    }
    let text = &line[at..];
    if text.chars().count() > LONGEST_TAG {
        let expected = format!("at most {LONGEST_TAG} characters");
        return Err(unexpected(line, at, &expected));
    }
    *value = Some(if text.starts_with('"') {
        let (text, end) = read_quoted(line, at)?;
        if end < line.len() {
            return Err(unexpected(line, end, "the end of the line"));
        }
        text
    } else {
        text.to_owned()
    });
    Ok(())
}

/// The time of an evening: its day, then the seconds in all and those of each player.
fn evening(line: &str, at: usize) -> Result<Evening, ParseError> {
    let expected = "a day without spaces, then the seconds in all and of each player";
    let wrong = |at| unexpected(line, at, expected);
    let mut words = line[at..].split_whitespace();
    let day = words.next().ok_or_else(|| wrong(at))?;
    let mut seconds = Vec::new();
    for word in words {
        let column = word.as_ptr() as usize - line.as_ptr() as usize;
        let number: Option<u32> = word.parse().ok();
        seconds.push(number.ok_or_else(|| wrong(column))?);
    }
    // As many as there are seats at most, and the sum.
    if seconds.is_empty() || seconds.len() > PlayerId::MAX + 1 {
        return Err(wrong(line.len()));
    }
    let all = seconds.remove(0);
    Ok(Evening { day: day.to_owned(), all, seats: seconds })
}

/// The value by which a header says that the app draws the cards that come up.
const DEALS: &str = "the app";

/// Who deals: only what is not usual is written down.
fn deals(line: &str, at: usize) -> Result<bool, ParseError> {
    match key_words(line, at).as_str() {
        DEALS => Ok(true),
        _ => Err(unexpected(line, at, DEALS)),
    }
}

/// The words of a value, single spaces between them.
fn key_words(line: &str, at: usize) -> String {
    let words: Vec<&str> = line[at..].split_whitespace().collect();
    words.join(" ").to_lowercase()
}

fn variant(line: &str, at: usize) -> Result<Variant, ParseError> {
    let words = key_words(line, at);
    let mut all = Variant::ALL.into_iter();
    all.find(|variant| variant.key() == words).ok_or_else(|| {
        let keys: Vec<&str> = Variant::ALL.iter().map(|variant| variant.key()).collect();
        unexpected(line, at, one_of(&keys))
    })
}

fn option(line: &str, at: usize) -> Result<TableOption, ParseError> {
    let words = key_words(line, at);
    let mut all = TableOption::ALL.into_iter();
    all.find(|option| option.key() == words).ok_or_else(|| {
        let keys: Vec<&str> = TableOption::ALL.iter().map(|option| option.key()).collect();
        unexpected(line, at, one_of(&keys))
    })
}

/// Prints the header, through the line that opens the game but without that one's check.
///
/// Races are those at the end of the main line.
pub(super) fn print(journal: &Journal, tags: &Tags, form: Form) -> String {
    let setup = journal.setup();
    let mut out = format!("{} {VERSION}\n", form.title());
    let mut line = |key: &str, value: &str| {
        out.push_str(key);
        out.push_str(": ");
        out.push_str(value);
        out.push('\n');
    };
    if let Some(title) = &tags.title {
        line("title", &plain(title));
    }
    if let Some(date) = &tags.date {
        line("date", &plain(date));
    }
    for evening in &tags.evenings {
        let seconds = std::iter::once(&evening.all).chain(&evening.seats);
        let seconds: Vec<String> = seconds.map(u32::to_string).collect();
        line("clock", &format!("{} {}", evening.day, seconds.join(" ")));
    }
    if tags.deals {
        line("deals", DEALS);
    }
    line("board", &plain(&setup.board));
    let end = journal.game_at(journal.main_line().len());
    for (player, name) in journal.players().zip(&setup.players) {
        let race = end.as_ref().and_then(|game| game.race(player).map(|race| (game, race)));
        let race = race
            .map_or(String::new(), |(game, race)| format!(", {}", game.contents().race_name(race)));
        line(&format!("player {}", player.index() + 1), &format!("{name}{race}"));
    }
    for variant in setup.variants.iter() {
        line("variant", variant.key());
    }
    for option in setup.options.iter() {
        line("option", option.key());
    }
    out.push_str("pack:\n");
    for line in pack_print(&setup.pack).lines().filter(|line| !line.trim().is_empty()) {
        out.push_str(PACK_INDENT);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str(form.opening());
    out
}

/// A value as it stands after its key: in quotation marks if it could be misread without.
fn plain(value: &str) -> String {
    let clean = !value.is_empty() && value.trim() == value && !value.starts_with('"');
    let odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if clean && !value.contains(odd) { value.to_owned() } else { quoted(value) }
}

/// Warns where the header states another race than the one that was chosen.
pub(super) fn compare_races(
    stated: &[Option<String>],
    journal: &Journal,
    warnings: &mut Vec<Warning>,
) {
    let Some(game) = journal.game_at(journal.main_line().len()) else {
        return;
    };
    for (player, stated) in journal.players().zip(stated) {
        // A record that stops early may not have come to the choice of races.
        let (Some(stated), Some(race)) = (stated, game.race(player)) else {
            continue;
        };
        let record = game.contents().race_name(race);
        if !same_name(stated, record) {
            warnings.push(Warning::OtherRace {
                player: game.player_name(player).to_owned(),
                header: stated.clone(),
                record: record.to_owned(),
            });
        }
    }
}

/// The pack as text, a component a line.
fn pack_print(pack: &Pack) -> String {
    packs::print(pack)
}
