//! The text of a position: the map, its figures and this round's cards, in about ten lines.
//!
//! Each line is one statement; a comment starts with `#`. The map comes first, either by its size
//! or drawn:
//!
//! ```text
//! board 5x5                    map 5x2
//! obstacle B1 B2               |.   o   .
//! wall C2-C3                   |  .   x
//!                              |.   ~   .
//!                              |      .
//! ```
//!
//! A drawn row takes two lines, because the columns B, D, F … are half a hex lower. Each hex is one
//! of the signs of [`Terrain::sign`]; where nothing is drawn, the map has no hex. The other
//! statements follow in any order:
//!
//! ```text
//! character Brute at C1, initiative 30, muddled
//! character Tinkerer at C4, initiative 60/12
//! summon Rat Swarm of Tinkerer at D4, flying
//! elite Guard 2 at A1, hit points 3/8
//! normal Guard 3 at A2
//! ally Guide 1 at E5, initiative 40
//! object Crate at E1, with monsters, initiative 99
//! card Guard: move 2, attack range 3 targets 2
//! card elite Guard: move 2 jump, attack 3+1 pierce 1 muddle, shield 1, "Makes fire."
//! card Hound: move 3, attack 2 area (0,1,active)|(0,0,target)|(1,0,target)
//! initiative Guard: 50
//! again Guard 2: attack range 3
//! attacked Brute
//! level 2
//! ruling nearer first
//! element fire strong
//! deck monsters: 6 +0, 4 of 5 +1, 5 -1, +2, -2, 0 of 1 x2, null, shuffle due
//! hand Brute: 7, played 2, discard 1
//! money B3 B3 C4
//! gains Brute: 3 tokens, 4 experience
//! exhausted Mage
//! standees Guard: 6
//! plate B3 C4
//! token 3 at B4
//! treasure 14 at C5
//! looted Brute: token 2, treasure 7
//! room 2 behind D4: open E1 E2; trap E3; normal Guard 4 at E2
//! dungeon none minor major, dealt 4711, rooms "Sewer" A, "Crypt" A B, monsters "Mangy"
//! dungeon room 1 "Hall" with "Grim", entrance A at A3, exit B at D4
//! ```
//!
//! Further attributes of a figure are its bonuses (`shield 1`, `retaliate 2 range 3 this round`,
//! `attack +1 for 2 charges`), `immune to stunned`, `leaves nothing`, and `newly muddled` for a
//! condition that lasts through its next turn. A monster that was `summoned by Guard 1`, or
//! `spawned`, leaves no money either; `spawned near F1` is in the nearest empty hex to its place.
//! `obstacle E1 E2` are the hexes of an object that is an obstacle with hit points; an object of
//! the monsters needs no initiative.
//!
//! The second number of an initiative is that of the second card. `resting` is the initiative of a
//! long rest, and `unrevealed` that of a hidden card. The abilities of a card are carried out in
//! the order in which they are written; an attack value is a total or a base with the change of the
//! ability card. An area is drawn in columns and rows from 0, the odd rows half a hex to the right;
//! with a hex of the attacker it is melee, otherwise it needs a range. `again` is the pending further
//! attack of a monster. `attacked` lists the enemies that this monster, or else the figure to act, has already
//! attacked with an earlier attack of the same card, the focus first. Rulings are `nearer first`,
//! `other target`, `corner to corner`, `soft landing`, `rolling cards` and `hazardous 3`; the
//! variants `reduced randomness` and `permanent death` are switched in the same way.

mod ability;
mod arrival;
mod dungeon;
mod ending;
mod marks;
mod placed_area;
mod room;
mod standees;
mod supplies;

use std::fmt;

use plain_text::typography::plain_mark;
use plain_text::{ActualToken, counted, is_word_part, one_of};

pub(super) use dungeon::{print_dungeon, print_placed_room};
pub(super) use ending::{goal_words, print_end};
pub(super) use marks::{grouped_marks, looted_words, print_mark};
pub(super) use placed_area::print_placed_area;
pub(super) use room::print_room;
pub use room::room_words;
pub(super) use standees::print_standees;
pub(super) use supplies::{print_deck, print_hand, print_owner};

use super::refusal::cited;
use scenario_rules::board::{Board, HexLine, Terrain};
use scenario_rules::card::{FurtherAttack, SetCard};
use scenario_rules::edition::Edition;
use scenario_rules::figure::{
    Allegiance, Condition, Figure, FigureKind, HitPoints, Initiative, Rank,
};
use scenario_rules::hex::Hex;
use scenario_rules::illegal::Illegal;
use scenario_rules::legality::check_alive;
use scenario_rules::names::{FigureId, NameId, Names};
use scenario_rules::position::{Layout, Position, SetInitiative};
use scenario_rules::rulebook::Switch;

/// The maximum length of a text, in bytes.
pub const MAX_BYTES: usize = 65_536;
/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 40;

/// A problem in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A syntax error.
    #[error("found {}, expected {expected}", ActualToken(found))]
    Expected {
        /// The actual word, truncated; empty at the end of the line.
        found: String,
        /// The possible texts there.
        expected: String,
    },
    /// The text describes an impossible table.
    #[error("{}", cited(names, reason))]
    Illegal {
        /// The reason the table is impossible.
        reason: Illegal,
        /// The names of the figures and sets in it.
        names: Names,
    },
}

/// A position in a line that is being parsed.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The number of the line, from 1.
    pub(super) line: usize,
    /// The whole line.
    whole: &'a str,
    /// The unread part of the line.
    pub(super) rest: &'a str,
}

pub(super) type TextResult<T> = Result<T, TextError>;

/// Parses a position.
///
/// # Errors
///
/// The place of the first problem, and the expected text there.
///
/// ```
/// let position = scenario::parse("board 3x2\ntrap B1\ncharacter Brute at A1, initiative 30")?;
/// let brute = position.find("Brute").expect("the Brute is on the map");
/// assert_eq!(position.figure(brute).hex.to_string(), "A1");
/// assert_eq!(scenario::parse(&scenario::print(&position))?, position);
///
/// let error = scenario::parse("board 3x2\ntrap B3").expect_err("B3 is outside the map");
/// assert_eq!(error.to_string(), "line 2, column 6: found \"B3\", expected a hex from A1 to C2");
/// # Ok::<(), scenario::TextError>(())
/// ```
pub fn parse(text: &str) -> TextResult<Position> {
    parse_table(text, Edition::LATEST)
}

/// Parses the position at the start of a record, by the edition under which the record was started.
pub(super) fn parse_table(text: &str, edition: Edition) -> TextResult<Position> {
    if text.len() > MAX_BYTES {
        let found = counted(text.len(), "byte", "bytes");
        let problem = Problem::Expected { found, expected: format!("at most {MAX_BYTES}") };
        return Err(TextError { line: 1, column: 1, problem });
    }
    let mut lines = text.lines().enumerate().map(|(index, whole)| Cursor::new(index + 1, whole));
    let mut reader = PositionReader::begin(&mut lines, edition)?;
    for cursor in lines {
        reader.statement(cursor)?;
    }
    reader.finish()
}

/// A layout that is being parsed, with the places of its statements for errors.
struct PositionReader<'a> {
    edition: Edition,
    layout: Layout,
    /// The places of the figures in the layout.
    figures: Vec<Cursor<'a>>,
    again: Option<Cursor<'a>>,
    attacked: Vec<Cursor<'a>>,
    last: Cursor<'a>,
}

impl<'a> PositionReader<'a> {
    /// Parses the lines up to the map, which comes first.
    fn begin(lines: &mut impl Iterator<Item = Cursor<'a>>, edition: Edition) -> TextResult<Self> {
        let mut last = Cursor::new(1, "");
        for mut cursor in lines.by_ref() {
            last = cursor;
            if cursor.is_done() {
                continue;
            }
            let board = match cursor.word() {
                "board" => {
                    let (columns, rows) = cursor.size()?;
                    cursor.end()?;
                    Board::new(columns, rows)
                }
                "map" => drawn_map(cursor, lines)?,
                _ => return Err(last.expected("a map, such as \"board 7x5\"")),
            };
            return Ok(Self {
                edition,
                layout: Layout::new(board),
                figures: Vec::new(),
                again: None,
                attacked: Vec::new(),
                last,
            });
        }
        Err(last.expected("a map, such as \"board 7x5\""))
    }

    fn statement(&mut self, mut cursor: Cursor<'a>) -> TextResult<()> {
        self.last = cursor;
        if cursor.is_done() {
            return Ok(());
        }
        let start = cursor;
        let word = cursor.word();
        if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
            return self.hexes(cursor, Some(terrain));
        }
        if let Some(kind) = FigureKeyword::of(word) {
            return self.figure(cursor, kind);
        }
        match word {
            "void" => self.hexes(cursor, None),
            "wall" => self.walls(cursor),
            "card" => self.card(cursor),
            "initiative" => self.initiative(cursor),
            "again" if self.layout.further_attack.is_some() => {
                Err(start.expected("one further attack only"))
            }
            "again" => {
                self.again = Some(cursor.skipped());
                self.layout.further_attack = Some(cursor.further_attack(&self.layout.names)?);
                Ok(())
            }
            "attacked" => self.attacked(cursor),
            "level" => {
                if self.layout.level.is_some() {
                    return Err(start.expected("one level only"));
                }
                self.layout.level = Some(cursor.number(0, Position::MAX_LEVEL, "a level")?);
                cursor.end()
            }
            "ruling" => self.ruling(cursor),
            "element" => self.element(cursor),
            "deck" => self.deck(cursor),
            "hand" => self.hand(cursor),
            "money" => self.money(cursor),
            "gains" => self.gains(cursor),
            "exhausted" => self.exhausted(cursor),
            "room" => self.room(cursor),
            "plate" | "token" | "treasure" => self.marks(start),
            "looted" => self.looted(cursor),
            "standees" => self.standees(cursor),
            "dungeon" => self.dungeon(cursor),
            _ => Err(start.expected(
                "a statement: a terrain, wall, character, summon, elite, normal, named, boss, \
                 ally, object, card, initiative, again, attacked, level, ruling, element, deck, \
                 hand, money, gains, exhausted, standees, plate, token, treasure, looted, room or \
                 dungeon",
            )),
        }
    }

    fn hexes(&mut self, cursor: Cursor<'a>, terrain: Option<Terrain>) -> TextResult<()> {
        for hex in cursor.hexes(&self.layout.board)? {
            self.layout.board.set(hex, terrain);
        }
        Ok(())
    }

    fn walls(&mut self, cursor: Cursor<'a>) -> TextResult<()> {
        for line in cursor.lines(&self.layout.board)? {
            self.layout.board.set_wall(line, true);
        }
        Ok(())
    }

    fn figure(&mut self, cursor: Cursor<'a>, kind: FigureKeyword) -> TextResult<()> {
        let start = cursor.skipped();
        if self.layout.figures.len() >= Position::MAX_FIGURES {
            return Err(start.expected(&format!("at most {} figures", Position::MAX_FIGURES)));
        }
        let (figure, reason) = cursor.figure(kind, &self.layout.names, &self.layout.board)?;
        if reason.is_some() {
            return Err(start.expected("a figure without a reason"));
        }
        if self.edition.is_strict()
            && let Err(reason) = check_alive(&figure)
        {
            let problem = Problem::Illegal { reason, names: self.layout.names.clone() };
            return Err(TextError { line: start.line, column: start.column(), problem });
        }
        for &hex in &figure.obstacle {
            self.layout.board.set(hex, Some(Terrain::Obstacle));
        }
        self.layout.figures.push(figure);
        self.figures.push(start);
        Ok(())
    }

    fn card(&mut self, cursor: Cursor<'a>) -> TextResult<()> {
        let start = cursor.skipped();
        let read = cursor.card(&self.layout.names)?;
        let mut others = self.layout.cards.iter();
        if others.any(|of| (of.rank, of.set) == (read.rank, read.set)) {
            return Err(start.expected("one card for each set and rank"));
        }
        if self.layout.cards.len() >= Position::MAX_FIGURES {
            return Err(start.expected(&format!("at most {} cards", Position::MAX_FIGURES)));
        }
        self.layout.cards.push(read);
        Ok(())
    }

    fn initiative(&mut self, mut cursor: Cursor<'a>) -> TextResult<()> {
        let start = cursor.skipped();
        let set = self.layout.names.set(&cursor.name()?);
        cursor.sign(':')?;
        let number = cursor.number(0, 99, "an initiative")?;
        cursor.end()?;
        if self.layout.initiatives.iter().any(|of| of.set == set) {
            return Err(start.expected("one initiative for each set"));
        }
        if self.layout.initiatives.len() >= Position::MAX_FIGURES {
            return Err(start.expected(&format!("at most {} sets", Position::MAX_FIGURES)));
        }
        self.layout.initiatives.push(SetInitiative { set, number });
        Ok(())
    }

    fn attacked(&mut self, mut cursor: Cursor<'a>) -> TextResult<()> {
        loop {
            let start = cursor.skipped();
            let attacked = self.layout.names.figure(&cursor.name()?);
            if self.layout.attacked.len() >= Position::MAX_FIGURES {
                return Err(start.expected(&format!("at most {} names", Position::MAX_FIGURES)));
            }
            self.layout.attacked.push(attacked);
            self.attacked.push(start);
            if cursor.is_done() {
                return Ok(());
            }
            cursor.sign(',')?;
        }
    }

    fn ruling(&mut self, cursor: Cursor<'a>) -> TextResult<()> {
        self.layout.switches.set(cursor.ruling()?, true);
        Ok(())
    }

    /// Checks the layout; an error has the place of the statement that causes it.
    fn finish(self) -> TextResult<Position> {
        let Self { layout, figures, again, attacked, last, .. } = self;
        let names = layout.names.clone();
        let ids: Vec<FigureId> = layout.figures.iter().map(Figure::id).collect();
        let attacked_ids = layout.attacked.clone();
        Position::new(layout).map_err(|refusal| {
            let reason = refusal.reasons.into_iter().next();
            let place = match &reason {
                Some(
                    Illegal::TwoFigures { second: figure, .. }
                    | Illegal::CannotStand { figure, .. }
                    | Illegal::OffMap { figure: Some(figure), .. }
                    | Illegal::ObstacleStands { figure, .. }
                    | Illegal::SameName { figure }
                    | Illegal::NoOwner { summon: figure, .. },
                ) => ids.iter().rposition(|id| id == figure).map(|at| figures[at]),
                Some(Illegal::NotOnMap { name, .. }) => {
                    let at = attacked_ids.iter().position(|&id| *name == NameId::Figure(id));
                    at.map(|at| attacked[at]).or(again)
                }
                Some(Illegal::NotAMonster { .. }) => again,
                _ => None,
            };
            let place = place.unwrap_or(last);
            let column = place.column();
            match reason {
                Some(reason) => {
                    let problem = Problem::Illegal { reason, names };
                    TextError { line: place.line, column, problem }
                }
                None => place.expected("a position"),
            }
        })
    }
}

/// Parses the lines of a drawn map, which start with a bar.
fn drawn_map<'a>(
    mut cursor: Cursor<'a>,
    lines: &mut impl Iterator<Item = Cursor<'a>>,
) -> TextResult<Board> {
    let (columns, rows) = cursor.size()?;
    cursor.end()?;
    let mut board = Board::new(columns, rows);
    let hexes: Vec<Hex> = board.hexes().collect();
    for hex in hexes {
        board.set(hex, None);
    }
    for half in 0..2 * rows {
        let Some(mut line) = lines.next() else {
            return Err(cursor.expected(&counted(
                2 * rows,
                "drawn line below",
                "drawn lines below",
            )));
        };
        line.sign('|')?;
        for (at, (byte, sign)) in line.rest.char_indices().enumerate() {
            if sign == ' ' {
                continue;
            }
            let here = Cursor { rest: &line.rest[byte..], ..line };
            let column = u8::try_from(at / 2).unwrap_or(u8::MAX);
            if at % 2 == 1 || column >= columns || column % 2 != half % 2 {
                let which = if half % 2 == 0 { "A, C, E …" } else { "B, D, F …" };
                let expected = format!("a space: this line has columns {which} of {columns}");
                return Err(here.expected(&expected));
            }
            let terrain = Terrain::ALL.into_iter().find(|terrain| terrain.sign() == sign);
            let Some(terrain) = terrain else {
                let signs = Terrain::ALL.map(|terrain| terrain.sign().to_string());
                return Err(here.expected(&format!("one of the signs {}", signs.join(" "))));
            };
            board.set(Hex::new(column, half / 2), Some(terrain));
        }
    }
    Ok(board)
}

/// The kind of figure in a statement, from its first word.
#[derive(Clone, Copy)]
pub(super) enum FigureKeyword {
    Character,
    Monster(Rank),
    Summon,
    Ally,
    Object,
}

impl FigureKeyword {
    pub(super) fn of(word: &str) -> Option<Self> {
        if let Some(rank) = Rank::ALL.into_iter().find(|rank| rank.word() == word) {
            return Some(Self::Monster(rank));
        }
        match word {
            "character" => Some(Self::Character),
            "summon" => Some(Self::Summon),
            "ally" => Some(Self::Ally),
            "object" => Some(Self::Object),
            _ => None,
        }
    }
}

/// Splits a full name into the name and the number at its end.
fn split_number(name: &str) -> (&str, Option<u8>) {
    let numbered = name.rsplit_once(' ').and_then(|(before, last)| {
        let plain = last.bytes().all(|b| b.is_ascii_digit()) && !last.starts_with('0');
        let number = last.parse().ok().filter(|&number| plain && number <= 99)?;
        Some((before, Some(number)))
    });
    numbered.unwrap_or((name, None))
}

/// Parses one of the attributes of a figure after its hex.
fn attribute(
    cursor: &mut Cursor<'_>,
    figure: &mut Figure,
    initiative: &mut Option<Initiative>,
    names: &Names,
    board: &Board,
) -> TextResult<()> {
    let start = cursor.skipped();
    let word = cursor.word();
    if let Some(condition) = Condition::ALL.into_iter().find(|of| of.word() == word) {
        figure.conditions = figure.conditions.with(condition);
        return Ok(());
    }
    match word {
        "newly" => {
            let condition = cursor.condition()?;
            figure.conditions.insert(condition);
            figure.new_conditions.insert(condition);
        }
        "immune" => {
            cursor.keyword("to")?;
            figure.immunities.insert(cursor.condition()?);
        }
        "leaves" => {
            cursor.keyword("nothing")?;
            figure.leaves_nothing = true;
        }
        "summoned" | "spawned" => {
            figure.arrival = start.arrival(cursor, figure, names, board)?;
        }
        "shield" | "retaliate" | "attack" => {
            *cursor = start;
            figure.bonuses.push(cursor.bonus()?);
        }
        "obstacle" => figure.obstacle = start.obstacle(cursor, figure, board)?,
        "flying" => figure.flying = true,
        "unrevealed" => {
            start.check_unset(initiative.as_ref())?;
            *initiative = Some(Initiative::Hidden);
        }
        "resting" => {
            start.check_unset(initiative.as_ref())?;
            *initiative = Some(Initiative::Resting);
        }
        "initiative" => {
            start.check_unset(initiative.as_ref())?;
            *initiative = Some(cursor.initiative()?);
        }
        "hit" => {
            cursor.keyword("points")?;
            start.check_unset(figure.hit_points.as_ref())?;
            figure.hit_points = Some(cursor.hit_points()?);
        }
        "with" => {
            let there = cursor.skipped();
            let word = cursor.word();
            let party = [Allegiance::Characters, Allegiance::Monsters]
                .into_iter()
                .find(|party| party.word() == word);
            match (&mut figure.kind, party) {
                (FigureKind::Object(own, _), Some(party)) => *own = party,
                (_, None) => return Err(there.expected("\"monsters\" or \"characters\"")),
                _ => return Err(start.expected("a side only of an object")),
            }
        }
        _ => {
            let conditions = Condition::ALL.map(Condition::word);
            return Err(start.expected(&format!(
                "initiative, resting, unrevealed, flying, hit points, with, shield, retaliate, \
                 attack, newly, immune, leaves, obstacle, summoned, spawned, {}",
                one_of(&conditions)
            )));
        }
    }
    Ok(())
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: usize, whole: &'a str) -> Self {
        Self { line, whole, rest: whole }
    }

    /// Returns the column, in characters from 1.
    pub(super) fn column(self) -> usize {
        let read = self.whole.len() - self.rest.len();
        self.whole[..read].chars().count() + 1
    }

    /// Skips spaces.
    pub(super) fn skipped(mut self) -> Self {
        self.rest = self.rest.trim_start();
        self
    }

    /// Creates the error that something else was expected here.
    pub(super) fn expected(self, expected: &str) -> TextError {
        let here = self.skipped();
        let word = here.rest.split([' ', '\t', ',']).next().unwrap_or_default();
        let found = if word.is_empty() { here.rest } else { word };
        TextError {
            line: here.line,
            column: here.column(),
            problem: Problem::Expected {
                found: found.chars().take(20).collect(),
                expected: expected.to_owned(),
            },
        }
    }

    /// Checks that an attribute which starts here does not already have a value.
    fn check_unset<T>(self, value: Option<&T>) -> TextResult<()> {
        match value {
            Some(_) => Err(self.expected("something else: that has been said")),
            None => Ok(()),
        }
    }

    /// Returns `true` if only spaces or a comment remain.
    pub(super) fn is_done(&mut self) -> bool {
        *self = self.skipped();
        self.rest.is_empty() || self.rest.starts_with('#')
    }

    pub(super) fn end(mut self) -> TextResult<()> {
        if self.is_done() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    /// Takes the next word, up to a space or punctuation; empty at the end.
    pub(super) fn word(&mut self) -> &'a str {
        if self.is_done() {
            return "";
        }
        let end = self
            .rest
            .find(|c: char| {
                c.is_whitespace() || matches!(plain_mark(c), ',' | ':' | '/' | '-' | '#')
            })
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Takes the remainder of the line up to a comment.
    pub(super) fn words(&mut self) -> &'a str {
        let all = self.skipped().rest;
        let words = all.split('#').next().unwrap_or_default().trim_end();
        self.rest = &all[words.len()..];
        words
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let takes = ahead.word() == word;
        if takes {
            *self = ahead;
        }
        takes
    }

    pub(super) fn keyword(&mut self, word: &str) -> TextResult<()> {
        if self.takes_word(word) { Ok(()) } else { Err(self.expected(&format!("\"{word}\""))) }
    }

    pub(super) fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(|c| plain_mark(c) == sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn sign(&mut self, sign: char) -> TextResult<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(&format!("\"{sign}\""))) }
    }

    pub(super) fn number<N>(&mut self, least: N, most: N, what: &str) -> TextResult<N>
    where
        N: std::str::FromStr + PartialOrd + fmt::Display + Copy,
    {
        let start = self.skipped();
        let word = self.word();
        let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let number = word.parse().ok().filter(|&number| plain && least <= number && number <= most);
        number.ok_or_else(|| start.expected(&format!("{what} from {least} to {most}")))
    }

    pub(super) fn hex(&mut self, board: &Board) -> TextResult<Hex> {
        let start = self.skipped();
        self.word()
            .parse::<Hex>()
            .ok()
            .filter(|hex| hex.column < board.columns() && hex.row < board.rows())
            .ok_or_else(|| {
                let last = Hex::new(board.columns() - 1, board.rows() - 1);
                start.expected(&format!("a hex from A1 to {last}"))
            })
    }

    /// Parses hexes, up to the end of the line.
    pub(super) fn hexes(mut self, board: &Board) -> TextResult<Vec<Hex>> {
        let mut hexes = Vec::new();
        loop {
            hexes.push(self.hex(board)?);
            if self.is_done() {
                return Ok(hexes);
            }
        }
    }

    /// Parses lines between hexes of the map, such as `C2-C3`, up to the end of the line.
    pub(super) fn lines(mut self, board: &Board) -> TextResult<Vec<HexLine>> {
        let mut lines = Vec::new();
        loop {
            let a = self.hex(board)?;
            self.sign('-')?;
            let there = self;
            let b = self.hex(board)?;
            let Some(line) = HexLine::between(a, b) else {
                return Err(there.expected(&format!("a hex beside {a}")));
            };
            if !board.has(a) || !board.has(b) {
                return Err(there.expected("two hexes of the map"));
            }
            lines.push(line);
            if self.is_done() {
                return Ok(lines);
            }
        }
    }

    /// Parses a figure, up to the end of the line; also returns the reason of the players who
    /// overrule the rules of its arrival, if any.
    pub(super) fn figure(
        mut self,
        kind: FigureKeyword,
        names: &Names,
        board: &Board,
    ) -> TextResult<(Figure, Option<String>)> {
        let start = self.skipped();
        let name = self.name()?;
        let unset = Initiative::Resting;
        let kind = match kind {
            FigureKeyword::Character => FigureKind::Character(unset),
            FigureKeyword::Monster(rank) => FigureKind::Monster(rank),
            FigureKeyword::Ally => FigureKind::Ally(unset),
            FigureKeyword::Object => FigureKind::Object(Allegiance::Monsters, unset),
            FigureKeyword::Summon => {
                self.keyword("of")?;
                FigureKind::Summon { owner: names.figure(&self.name()?) }
            }
        };
        self.keyword("at")?;
        let hex = self.hex(board)?;
        let (name, number) = split_number(&name);
        let mut figure = Figure::new(names, name, number, kind, hex);
        let mut initiative = None;
        let mut reason = None;
        while !self.is_done() {
            self.sign(',')?;
            if self.takes_word("because") {
                reason = Some(self.sentence()?);
                break;
            }
            attribute(&mut self, &mut figure, &mut initiative, names, board)?;
        }
        let is_of_monsters = matches!(figure.kind, FigureKind::Object(Allegiance::Monsters, _));
        // It never acts: its initiative only breaks a tie for the focus of a summon or an ally.
        let default = is_of_monsters.then_some(Initiative::Card { number: 99, second: None });
        if let FigureKind::Character(own) | FigureKind::Ally(own) | FigureKind::Object(_, own) =
            &mut figure.kind
        {
            let expected = "an initiative, \"resting\" or \"unrevealed\"";
            *own = initiative.or(default).ok_or_else(|| self.expected(expected))?;
        } else if initiative.is_some() {
            return Err(start.expected("an initiative only of a character, an ally or an object"));
        }
        Ok((figure, reason))
    }

    /// Parses the card of a set or of one of its ranks, up to the end of the line.
    pub(super) fn card(mut self, names: &Names) -> TextResult<SetCard> {
        let mut rank = None;
        let mut ahead = self;
        let word = ahead.word();
        if let Some(found) = Rank::ALL.into_iter().find(|rank| rank.word() == word) {
            (rank, self) = (Some(found), ahead);
        }
        let set = names.set(&self.name()?);
        self.sign(':')?;
        Ok(SetCard { set, rank, card: self.abilities()? })
    }

    /// Parses a further attack of a monster, up to the end of the line.
    pub(super) fn further_attack(mut self, names: &Names) -> TextResult<FurtherAttack> {
        let figure = names.figure(&self.name()?);
        self.sign(':')?;
        Ok(FurtherAttack { figure, card: self.abilities()? })
    }

    pub(super) fn condition(&mut self) -> TextResult<Condition> {
        let start = self.skipped();
        let word = self.word();
        Condition::ALL
            .into_iter()
            .find(|condition| condition.word() == word)
            .ok_or_else(|| start.expected(&one_of(&Condition::ALL.map(Condition::word))))
    }

    /// Parses the number of an initiative card, and that of the second card after a slash.
    pub(super) fn initiative(&mut self) -> TextResult<Initiative> {
        let number = self.number(0, 99, "an initiative")?;
        let mut second = None;
        if self.takes('/') {
            second = Some(self.number(0, 99, "the initiative of the second card")?);
        }
        Ok(Initiative::Card { number, second })
    }

    /// Parses hit points such as `3/8`.
    pub(super) fn hit_points(&mut self) -> TextResult<HitPoints> {
        let current = self.number(0, 999, "hit points")?;
        self.sign('/')?;
        let max = self.number(current, 999, "hit points")?;
        Ok(HitPoints { current, max })
    }

    /// Parses a ruling switch, up to the end of the line.
    pub(super) fn ruling(mut self) -> TextResult<Switch> {
        let start = self.skipped();
        let words = self.words();
        if let Some(amount) = words.strip_prefix("hazardous ") {
            let mut amount = Cursor { rest: amount, ..self };
            let damage = amount.number(0, 99, "an amount of damage")?;
            amount.end()?;
            return Ok(Switch::Hazard(damage));
        }
        Switch::PLAIN.into_iter().find(|switch| switch.to_string() == words).ok_or_else(|| {
            start.expected(
                "\"nearer first\", \"other target\", \"corner to corner\", \"soft landing\", \
                 \"rolling cards\", \"reduced randomness\", \"permanent death\" or \"hazardous\" \
                 with an amount",
            )
        })
    }

    /// Parses a size such as `7x5`: columns, then rows.
    pub(super) fn size(&mut self) -> TextResult<(u8, u8)> {
        let start = self.skipped();
        let size = self.word().split_once('x');
        size.and_then(|(columns, rows)| Some((dimension(columns)?, dimension(rows)?))).ok_or_else(
            || start.expected(&format!("columns and rows such as 7x5, at most {0}x{0}", Hex::MAX)),
        )
    }

    /// Parses a name of one or several words, up to "at", "of", "to", punctuation or the end.
    pub(super) fn name(&mut self) -> TextResult<String> {
        let start = self.skipped();
        let mut words: Vec<String> = Vec::new();
        loop {
            let mut ahead = *self;
            if ahead.is_done() {
                break;
            }
            let end = ahead.rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '#'));
            let (word, rest) = ahead.rest.split_at(end.unwrap_or(ahead.rest.len()));
            if word.is_empty() || matches!(word, "at" | "of" | "to") {
                break;
            }
            let word: String = word.chars().map(plain_mark).collect();
            if !word.chars().all(|c| is_word_part(c) || matches!(c, '\'' | '-' | '.')) {
                return Err(ahead.expected("a name of letters and digits"));
            }
            words.push(word);
            ahead.rest = rest;
            *self = ahead;
        }
        let name = words.join(" ");
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
            return Err(start.expected(&format!("a name of up to {MAX_NAME_CHARS} letters")));
        }
        Ok(name)
    }
}

/// Parses a number of columns or rows.
fn dimension(text: &str) -> Option<u8> {
    let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse::<u8>().ok().filter(|number| is_plain && (1..=Hex::MAX).contains(number))
}

/// Prints a position. [`parse`] reads it back.
pub fn print(position: &Position) -> String {
    let layout = position.layout();
    let mut parts = vec![print_board(&layout.board)];
    let walls: Vec<String> = layout.board.walls().iter().map(HexLine::to_string).collect();
    if !walls.is_empty() {
        parts.push(format!("wall {}\n", walls.join(" ")));
    }
    if let Some(level) = layout.level {
        parts.push(format!("level {level}\n"));
    }
    for switch in layout.switches.on() {
        parts.push(format!("ruling {switch}\n"));
    }
    let names = &layout.names;
    for SetInitiative { set, number } in &layout.initiatives {
        parts.push(format!("initiative {}: {number}\n", names.set_name(*set)));
    }
    parts.extend(layout.cards.iter().map(|card| format!("card {}\n", print_card(names, card))));
    parts.extend(layout.figures.iter().map(|figure| print_figure(names, figure) + "\n"));
    if let Some(further) = &layout.further_attack {
        parts.push(format!("{}\n", print_further_attack(names, further)));
    }
    if !layout.attacked.is_empty() {
        let attacked = full_names(names, &layout.attacked);
        parts.push(format!("attacked {}\n", attacked.join(", ")));
    }
    parts.extend(supplies::print_supplies(layout));
    parts.extend(marks::print_marks(layout));
    parts.extend(ending::print_exhausted(layout));
    parts.extend(layout.standees.iter().map(|of| print_standees(names, *of) + "\n"));
    parts.extend(layout.rooms.iter().map(|room| format!("room {}\n", print_room(names, room))));
    parts.extend(layout.dungeon.iter().flat_map(dungeon::print_dungeon_statements));
    parts.concat()
}

/// Returns the full names of figures.
pub(super) fn full_names(names: &Names, of: &[FigureId]) -> Vec<String> {
    of.iter().map(|&id| names.figure_name(id).to_string()).collect()
}

/// Prints the card of a set, such as `elite Guard: move 2, attack`.
pub fn print_card(names: &Names, SetCard { set, rank, card }: &SetCard) -> String {
    let name = names.set_name(*set);
    match rank {
        Some(rank) => format!("{} {name}: {card}", rank.word()),
        None => format!("{name}: {card}"),
    }
}

pub(super) fn print_further_attack(
    names: &Names,
    FurtherAttack { figure, card }: &FurtherAttack,
) -> String {
    format!("again {}: {card}", names.figure_name(*figure))
}

/// Prints the statement that puts a figure on the map.
pub(super) fn print_figure(names: &Names, figure: &Figure) -> String {
    let (word, initiative) = match &figure.kind {
        FigureKind::Character(initiative) => ("character", Some(initiative)),
        FigureKind::Monster(rank) => (rank.word(), None),
        FigureKind::Summon { .. } => ("summon", None),
        FigureKind::Ally(initiative) => ("ally", Some(initiative)),
        FigureKind::Object(_, initiative) => ("object", Some(initiative)),
    };
    let mut parts = vec![format!("{word} {figure}")];
    if let FigureKind::Summon { owner } = figure.kind {
        parts.push(format!(" of {}", names.figure_name(owner)));
    }
    parts.push(format!(" at {}", figure.hex));
    if let FigureKind::Object(party, _) = figure.kind {
        parts.push(format!(", with {}", party.word()));
    }
    match initiative {
        None => {}
        Some(number @ Initiative::Card { .. }) => parts.push(format!(", initiative {number}")),
        Some(other @ (Initiative::Hidden | Initiative::Resting)) => {
            parts.push(format!(", {other}"));
        }
    }
    if figure.flying {
        parts.push(", flying".to_owned());
    }
    for condition in figure.conditions.iter() {
        let is_new = figure.new_conditions.contains(condition);
        parts.push(format!(", {}{}", if is_new { "newly " } else { "" }, condition.word()));
    }
    let immunities = figure.immunities.iter();
    parts.extend(immunities.map(|condition| format!(", immune to {}", condition.word())));
    parts.extend(figure.bonuses.iter().map(|bonus| format!(", {bonus}")));
    if figure.leaves_nothing {
        parts.push(", leaves nothing".to_owned());
    }
    if !figure.obstacle.is_empty() {
        let hexes: Vec<String> = figure.obstacle.iter().map(Hex::to_string).collect();
        parts.push(format!(", obstacle {}", hexes.join(" ")));
    }
    parts.extend(arrival::print_arrival(names, figure.arrival));
    if let Some(hit_points) = figure.hit_points {
        parts.push(format!(", hit points {hit_points}"));
    }
    parts.concat()
}

/// Prints a map by its size and lists of hexes if no hex is missing, otherwise drawn.
fn print_board(board: &Board) -> String {
    let (columns, rows) = (board.columns(), board.rows());
    let is_complete = board.hexes().count() == usize::from(columns) * usize::from(rows);
    if is_complete {
        let mut parts = vec![format!("board {columns}x{rows}\n")];
        for terrain in Terrain::ALL.into_iter().filter(|&terrain| terrain != Terrain::Open) {
            let hexes: Vec<String> = board
                .hexes()
                .filter(|&hex| board.terrain(hex) == Some(terrain))
                .map(|hex| hex.to_string())
                .collect();
            if !hexes.is_empty() {
                parts.push(format!("{} {}\n", terrain.word(), hexes.join(" ")));
            }
        }
        return parts.concat();
    }
    let mut parts = vec![format!("map {columns}x{rows}\n")];
    for half in 0..2 * rows {
        let mut line = String::from("|");
        for column in 0..columns {
            let own = column % 2 == half % 2;
            let terrain = board.terrain(Hex::new(column, half / 2)).filter(|_| own);
            line.push(terrain.map_or(' ', Terrain::sign));
            line.push(' ');
        }
        parts.push(format!("{}\n", line.trim_end()));
    }
    parts.concat()
}
