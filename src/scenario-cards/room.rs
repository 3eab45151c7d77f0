//! The figures that each room of a scenario needs, by the number of characters.

use std::collections::BTreeMap;
use std::fmt;

use plain_text::quote::quoted;
use scenario_rules::figure::Rank;

use super::cursor::{LineCursor, Parsed, is_number};
use super::formula::Formula;

enum_table::bit_set!(
    /// The numbers of characters, from 2 to 4, with which a figure is needed.
    CharacterCounts, u8, u8, |count| u32::from(count), |count| count
);

/// The smallest and the largest number of characters in a scenario.
const COUNTS: [u8; 2] = [2, 4];

impl CharacterCounts {
    /// Returns the set of all numbers of characters.
    pub fn all() -> Self {
        (COUNTS[0]..=COUNTS[1]).collect()
    }

    /// Writes " for 3 or 4"; nothing for all numbers of characters.
    pub(crate) fn print_after(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self == Self::all() {
            return Ok(());
        }
        f.write_str(" for ")?;
        let counts: Vec<u8> = self.iter().collect();
        print_list(f, &counts, " or ")
    }
}

/// The kind of a figure that a room needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomFigureKind {
    /// A monster of this rank; `None` for a summoned one without a rank.
    Monster(Option<Rank>),
    /// An attackable object, with its hit points if it has any.
    Object(Option<Formula>),
}

/// Figures of one kind that a room needs, or that a card summons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomFigure {
    /// The number of figures.
    pub count: Formula,
    /// Their kind.
    pub kind: RoomFigureKind,
    /// Their name.
    pub name: String,
    /// The numbers of characters with which they are needed.
    pub characters: CharacterCounts,
}

impl RoomFigure {
    /// Creates a single figure.
    pub const fn one(kind: RoomFigureKind, name: String, characters: CharacterCounts) -> Self {
        Self { count: Formula::Number(1), kind, name, characters }
    }
}

/// A scenario: its title, its monsters, and its rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioList {
    /// Its number or other mark in the scenario book.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// The names of its monsters.
    pub monsters: Vec<String>,
    /// The figures of each room.
    pub rooms: BTreeMap<u16, Vec<RoomFigure>>,
}

impl ScenarioList {
    /// The maximum number of monsters of a scenario, and of lines of figures of a room.
    pub const MAX_FIGURES: usize = 200;
    /// The maximum length of an id, in characters.
    pub const MAX_ID_CHARS: usize = 40;
}

/// Writes items with a separator between them.
pub(crate) fn print_list(
    f: &mut fmt::Formatter<'_>,
    items: &[impl fmt::Display],
    separator: &str,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

impl fmt::Display for RoomFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.count {
            count @ (Formula::Number(_) | Formula::Call(..)) => write!(f, "{count} ")?,
            count => write!(f, "({count}) ")?,
        }
        match &self.kind {
            RoomFigureKind::Monster(None) => f.write_str(&self.name)?,
            RoomFigureKind::Monster(Some(rank)) => write!(f, "{} {}", rank.word(), self.name)?,
            RoomFigureKind::Object(None) => write!(f, "object {}", self.name)?,
            RoomFigureKind::Object(Some(points)) => {
                write!(f, "object {} hit points {points}", self.name)?;
            }
        }
        self.characters.print_after(f)
    }
}

impl fmt::Display for ScenarioList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title.iter().map(|title| quoted(title));
        let monsters = self.monsters.iter().map(|name| format!("monster {name}"));
        let head: Vec<String> = title.chain(monsters).collect();
        if !head.is_empty() || self.rooms.is_empty() {
            let head = if head.is_empty() { vec!["nothing".to_owned()] } else { head };
            write!(f, "scenario {}: ", self.id)?;
            print_list(f, &head, ", ")?;
            writeln!(f)?;
        }
        for (room, figures) in &self.rooms {
            write!(f, "scenario {} room {room}: ", self.id)?;
            if figures.is_empty() {
                f.write_str("nothing")?;
            }
            print_list(f, figures, ", ")?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl LineCursor<'_> {
    /// Parses a rank.
    pub(crate) fn rank(&mut self) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| self.takes_word(rank.word()))
    }

    /// Parses figures that a room needs; one with a missing rank is refused if `is_ranked`.
    pub(crate) fn room_figure(&mut self, is_ranked: bool) -> Parsed<RoomFigure> {
        let is_counted =
            self.skipped().rest().starts_with(|c: char| c.is_ascii_digit() || "([".contains(c));
        let count = if is_counted { self.formula()? } else { Formula::Number(1) };
        let start = *self;
        if self.takes_word("object") {
            let name = self.name()?;
            let has_points = self.takes_words("hit point");
            let points = if has_points { Some(self.formula()?) } else { None };
            let characters = self.character_counts()?;
            return Ok(RoomFigure {
                count,
                kind: RoomFigureKind::Object(points),
                name,
                characters,
            });
        }
        let rank = self.rank();
        if rank.is_none() && is_ranked {
            return Err(start.expected("normal, elite, named, boss or object"));
        }
        let name = self.name()?;
        let characters = self.character_counts()?;
        Ok(RoomFigure { count, kind: RoomFigureKind::Monster(rank), name, characters })
    }

    /// Parses "for 3 or 4"; without it, all numbers of characters are meant.
    pub(crate) fn character_counts(&mut self) -> Parsed<CharacterCounts> {
        if !self.takes_word("for") {
            return Ok(CharacterCounts::all());
        }
        let mut counts = CharacterCounts::default();
        loop {
            let count = self.number(COUNTS[0], COUNTS[1], "a number of characters")?;
            counts = counts.with(count);
            let is_more = self.takes_word("or") || self.takes('/') || {
                let mut ahead = *self;
                ahead.takes_word("and") && is_number(ahead.peek()) && self.takes_word("and")
            };
            if !is_more {
                let _ = self.takes_word("character") || self.takes_word("player");
                return Ok(counts);
            }
        }
    }

    /// Parses a list of figures, up to the end of the line.
    pub(crate) fn room_figures(&mut self) -> Parsed<Vec<RoomFigure>> {
        let mut figures = Vec::new();
        if self.takes_word("nothing") {
            return Ok(figures);
        }
        loop {
            let start = *self;
            figures.push(self.room_figure(true)?);
            if figures.len() > ScenarioList::MAX_FIGURES {
                return Err(
                    start.expected(format!("at most {} figures", ScenarioList::MAX_FIGURES))
                );
            }
            if !self.takes(',') {
                return Ok(figures);
            }
        }
    }
}
