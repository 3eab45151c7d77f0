//! The text of an action.
//!
//! An action is one line in the words of a position ([`text`](super::text)), with a few more for
//! what changes:
//!
//! ```text
//! obstacle B1 B2                 elite Guard 2 at A1, hit points 3/8
//! void A7                        remove Guard 2
//! wall C2-C3                     move Brute to C4
//! no wall C2-C3                  hit points Guard 2: 3/8
//! level 2                        gain Guard 2: muddled
//! ruling nearer first            lose Guard 2: muddled
//! no ruling nearer first         flying Guard 2
//! sets always 50                 card Guard: move 2, attack
//! initiative Guard: 50           turn Guard 2: to B3, attacks Brute, Tinkerer
//! initiative Brute: 30/12        overrule Guard 2: to B4, because the table says so
//! initiative Tinkerer: resting   done Brute
//! again Guard 2: attack range 3  note The door creaks.
//! walking Guard 2 to B3          round
//! ```
//!
//! [`Game`](scenario_rules::Game) judges the action.

use plain_text::one_of;
use scenario_rules::Position;
use scenario_rules::action::{Action, MOST_WORDS, Turn};
use scenario_rules::board::{Board, Terrain};
use scenario_rules::card::Card;
use scenario_rules::figure::{Condition, Initiative};

use super::text::{Cursor, Read, TextError, kind_called};

/// Reads an action of a game on this map.
///
/// # Errors
///
/// The place in the line that is no action, and what was expected there; `line` is its number.
pub fn parse_action(line: usize, text: &str, board: &Board) -> Result<Action, TextError> {
    let mut cursor = Cursor::new(line, text);
    let start = cursor;
    let word = cursor.word();
    if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
        return Ok(Action::Terrain(Some(terrain), cursor.hexes(board)?));
    }
    if let Some(kind) = kind_called(word) {
        return Ok(Action::Put(cursor.figure(kind, board)?));
    }
    match word {
        "void" => Ok(Action::Terrain(None, cursor.hexes(board)?)),
        "wall" => Ok(Action::Walls(cursor.lines(board)?, true)),
        "no" => match cursor.word() {
            "wall" => Ok(Action::Walls(cursor.lines(board)?, false)),
            "ruling" => Ok(Action::Ruling(cursor.ruling()?, false)),
            _ => Err(start.expected("\"no wall\" or \"no ruling\"")),
        },
        "remove" => cursor.last_name().map(Action::Remove),
        "move" => {
            let name = cursor.name()?;
            cursor.keyword("to")?;
            let to = cursor.hex(board)?;
            cursor.end()?;
            Ok(Action::Move { name, to })
        }
        "hit" => {
            cursor.keyword("points")?;
            let name = cursor.named()?;
            let hit_points = cursor.hit_points()?;
            cursor.end()?;
            Ok(Action::HitPoints { name, hit_points })
        }
        "gain" | "lose" => {
            let name = cursor.named()?;
            let condition = cursor.condition()?;
            cursor.end()?;
            Ok(Action::Condition { name, condition, has: word == "gain" })
        }
        "flying" => Ok(Action::Flying { name: cursor.last_name()?, flies: true, to: None }),
        "walking" => {
            let name = cursor.name()?;
            let to = if cursor.takes_word("to") { Some(cursor.hex(board)?) } else { None };
            cursor.end()?;
            Ok(Action::Flying { name, flies: false, to })
        }
        "card" => Ok(Action::Card(cursor.card()?)),
        "initiative" => {
            let name = cursor.named()?;
            Ok(Action::Initiative { name, initiative: cursor.turned_over()? })
        }
        "sets" => {
            let always = if cursor.takes_word("always") {
                Some(cursor.number(0, 99, "an initiative")?)
            } else if cursor.words() == "by their cards" {
                None
            } else {
                return Err(start.expected("\"sets always\" with a number, or \"sets by their cards\""));
            };
            cursor.end()?;
            Ok(Action::Always(always))
        }
        "level" => {
            let level = cursor.number(0, Position::MOST_LEVEL, "a level")?;
            cursor.end()?;
            Ok(Action::Level(level))
        }
        "ruling" => Ok(Action::Ruling(cursor.ruling()?, true)),
        "turn" => turn(cursor, board, false),
        "overrule" => turn(cursor, board, true),
        "again" => Ok(Action::Again(cursor.again()?)),
        "done" => cursor.last_name().map(Action::Done),
        "round" => cursor.end().map(|()| Action::Round),
        "note" => cursor.sentence().map(Action::Note),
        _ => Err(start.expected(
            "an action: a terrain, wall, no, character, summon, elite, normal, named, boss, ally, \
             object, remove, move, hit points, gain, lose, flying, walking, card, initiative, sets, \
             level, ruling, turn, overrule, again, done, round or note",
        )),
    }
}

/// Parses an initiative as it is turned over: `30`, `30/12`, `resting`, or `unrevealed`.
///
/// # Errors
///
/// The place in the text that is no initiative, and what was expected there.
pub fn parse_initiative(text: &str) -> Result<Initiative, TextError> {
    Cursor::new(1, text).turned_over()
}

/// Parses the abilities of a card, such as `move 2, attack range 3`.
///
/// # Errors
///
/// The place in the text that is no ability, and what was expected there.
pub fn parse_card(text: &str) -> Result<Card, TextError> {
    Cursor::new(1, text).abilities()
}

fn turn(mut cursor: Cursor<'_>, board: &Board, is_overruled: bool) -> Read<Action> {
    let name = cursor.named()?;
    cursor.keyword("to")?;
    let to = cursor.hex(board)?;
    let mut targets = Vec::new();
    let mut overruled = None;
    let mut lists = false;
    while !cursor.is_done() {
        cursor.sign(',')?;
        if cursor.takes_word("because") && is_overruled {
            overruled = Some(cursor.sentence()?);
            break;
        }
        if !lists {
            cursor.keyword("attacks")?;
            lists = true;
        }
        targets.push(cursor.name()?);
    }
    if is_overruled && overruled.is_none() {
        return Err(cursor.expected("\", because\" and a reason"));
    }
    Ok(Action::Turn(Turn { name, to, targets, overruled }))
}

impl Cursor<'_> {
    /// A name before a colon.
    fn named(&mut self) -> Read<String> {
        let name = self.name()?;
        self.sign(':')?;
        Ok(name)
    }

    /// Parses an initiative as it is turned over, up to the end of the line.
    fn turned_over(mut self) -> Read<Initiative> {
        let initiative = if self.takes_word("resting") {
            Initiative::Resting
        } else if self.takes_word("unrevealed") {
            Initiative::Hidden
        } else {
            self.initiative()?
        };
        self.end()?;
        Ok(initiative)
    }

    /// A name at the end of the line.
    fn last_name(mut self) -> Read<String> {
        let name = self.name()?;
        self.end()?;
        Ok(name)
    }

    fn condition(&mut self) -> Read<Condition> {
        let start = self.skipped();
        let word = self.word();
        let found = Condition::ALL.into_iter().find(|condition| condition.word() == word);
        found.ok_or_else(|| start.expected(&one_of(&Condition::ALL.map(Condition::word))))
    }

    /// All that is left, whatever signs are in it.
    fn sentence(self) -> Read<String> {
        let words = self.rest.trim();
        let fits = (1..=MOST_WORDS).contains(&words.chars().count());
        if fits && !words.contains(char::is_control) {
            Ok(words.to_owned())
        } else {
            Err(self.expected(&format!("a sentence of up to {MOST_WORDS} letters")))
        }
    }
}
