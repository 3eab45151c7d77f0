//! The text of an action.
//!
//! An action is one line. It uses the statements of a position ([`text`](super::text)) and a few
//! more for changes:
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
//! [`Game`](scenario_rules::Game) checks and plays the action.

use plain_text::one_of;
use scenario_rules::Position;
use scenario_rules::action::{Action, InitiativeHolder, MAX_NOTE_CHARS, PlayedTurn};
use scenario_rules::board::{Board, HexLine, Terrain};
use scenario_rules::card::Card;
use scenario_rules::figure::{Condition, Initiative};
use scenario_rules::hex::Hex;
use scenario_rules::names::{FigureId, Names};

use super::text::{
    Cursor, FigureKeyword, TextError, TextResult, full_names, print_card, print_figure,
    print_further_attack,
};

/// Parses an action of a game on this map. New names are added to `names`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there; `line` is the line number to
/// report.
///
/// ```
/// use scenario::action::{parse_action, print_action};
/// use scenario_rules::{Board, Game, Position};
///
/// let game = Game::new(Position::empty(Board::new(7, 5)));
/// let (names, board) = (game.position().names(), game.position().board());
/// let action = parse_action(1, "character Brute at C4, initiative 30", names, board)?;
/// assert_eq!(print_action(names, &action), "character Brute at C4, initiative 30");
///
/// let game = game.play(&action).expect("C4 is an empty hex");
/// let brute = game.position().find("brute").expect("the Brute is on the map");
/// assert_eq!(game.position().figure(brute).hex.to_string(), "C4");
/// # Ok::<(), scenario::TextError>(())
/// ```
pub fn parse_action(
    line: usize,
    text: &str,
    names: &Names,
    board: &Board,
) -> Result<Action, TextError> {
    let mut cursor = Cursor::new(line, text);
    let start = cursor;
    let word = cursor.word();
    if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
        return Ok(Action::Terrain(Some(terrain), cursor.hexes(board)?));
    }
    if let Some(kind) = FigureKeyword::of(word) {
        return Ok(Action::Put(cursor.figure(kind, names, board)?));
    }
    match word {
        "void" => Ok(Action::Terrain(None, cursor.hexes(board)?)),
        "wall" => Ok(Action::Walls(cursor.lines(board)?, true)),
        "no" => match cursor.word() {
            "wall" => Ok(Action::Walls(cursor.lines(board)?, false)),
            "ruling" => Ok(Action::Ruling(cursor.ruling()?, false)),
            _ => Err(start.expected("\"no wall\" or \"no ruling\"")),
        },
        "remove" => cursor.last_figure(names).map(Action::Remove),
        "move" => {
            let figure = names.figure(&cursor.name()?);
            cursor.keyword("to")?;
            let to = cursor.hex(board)?;
            cursor.end()?;
            Ok(Action::Move { figure, to })
        }
        "hit" => {
            cursor.keyword("points")?;
            let figure = names.figure(&cursor.named()?);
            let hit_points = cursor.hit_points()?;
            cursor.end()?;
            Ok(Action::HitPoints { figure, hit_points })
        }
        "gain" | "lose" => {
            let figure = names.figure(&cursor.named()?);
            let condition = cursor.condition()?;
            cursor.end()?;
            Ok(Action::Condition { figure, condition, has: word == "gain" })
        }
        "flying" => {
            let figure = cursor.last_figure(names)?;
            Ok(Action::Flying { figure, flies: true, to: None })
        }
        "walking" => {
            let figure = names.figure(&cursor.name()?);
            let to = if cursor.takes_word("to") { Some(cursor.hex(board)?) } else { None };
            cursor.end()?;
            Ok(Action::Flying { figure, flies: false, to })
        }
        "card" => Ok(Action::Card(cursor.card(names)?)),
        "initiative" => {
            let name = cursor.named()?;
            let holder = InitiativeHolder::new(names, &name);
            Ok(Action::Initiative { holder, initiative: cursor.revealed()? })
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
            Ok(Action::FixedInitiative(always))
        }
        "level" => {
            let level = cursor.number(0, Position::MAX_LEVEL, "a level")?;
            cursor.end()?;
            Ok(Action::Level(level))
        }
        "ruling" => Ok(Action::Ruling(cursor.ruling()?, true)),
        "turn" => turn(cursor, names, board, false),
        "overrule" => turn(cursor, names, board, true),
        "again" => Ok(Action::FurtherAttack(cursor.further_attack(names)?)),
        "done" => cursor.last_figure(names).map(Action::EndTurn),
        "round" => cursor.end().map(|()| Action::Round),
        "note" => cursor.sentence().map(Action::Note),
        _ => Err(start.expected(
            "an action: a terrain, wall, no, character, summon, elite, normal, named, boss, ally, \
             object, remove, move, hit points, gain, lose, flying, walking, card, initiative, sets, \
             level, ruling, turn, overrule, again, done, round or note",
        )),
    }
}

/// Parses a revealed initiative: `30`, `30/12`, `resting`, or `unrevealed`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there.
pub fn parse_initiative(text: &str) -> Result<Initiative, TextError> {
    Cursor::new(1, text).revealed()
}

/// Parses the abilities of a card, such as `move 2, attack range 3`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there.
pub fn parse_card(text: &str) -> Result<Card, TextError> {
    Cursor::new(1, text).abilities()
}

fn turn(
    mut cursor: Cursor<'_>,
    names: &Names,
    board: &Board,
    is_overruled: bool,
) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    cursor.keyword("to")?;
    let to = cursor.hex(board)?;
    let mut targets = Vec::new();
    let mut overruled = None;
    while !cursor.is_done() {
        cursor.sign(',')?;
        if cursor.takes_word("because") && is_overruled {
            overruled = Some(cursor.sentence()?);
            break;
        }
        if targets.is_empty() {
            cursor.keyword("attacks")?;
        }
        targets.push(names.figure(&cursor.name()?));
    }
    if is_overruled && overruled.is_none() {
        return Err(cursor.expected("\", because\" and a reason"));
    }
    Ok(Action::Turn(PlayedTurn { figure, to, targets, overruled }))
}

impl Cursor<'_> {
    /// Parses a name and the colon after it.
    fn named(&mut self) -> TextResult<String> {
        let name = self.name()?;
        self.sign(':')?;
        Ok(name)
    }

    /// Parses a revealed initiative, up to the end of the line.
    fn revealed(mut self) -> TextResult<Initiative> {
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

    /// Parses the name of a figure, up to the end of the line.
    fn last_figure(mut self, names: &Names) -> TextResult<FigureId> {
        let name = self.name()?;
        self.end()?;
        Ok(names.figure(&name))
    }

    fn condition(&mut self) -> TextResult<Condition> {
        let start = self.skipped();
        let word = self.word();
        Condition::ALL
            .into_iter()
            .find(|condition| condition.word() == word)
            .ok_or_else(|| start.expected(&one_of(&Condition::ALL.map(Condition::word))))
    }

    /// Parses the remainder of the line as a sentence, with any characters in it.
    fn sentence(self) -> TextResult<String> {
        let sentence = self.rest.trim();
        let fits = (1..=MAX_NOTE_CHARS).contains(&sentence.chars().count());
        if fits && !sentence.contains(char::is_control) {
            Ok(sentence.to_owned())
        } else {
            Err(self.expected(&format!("a sentence of up to {MAX_NOTE_CHARS} letters")))
        }
    }
}

/// Prints an action. [`parse_action`] reads it back.
pub fn print_action(names: &Names, action: &Action) -> String {
    match action {
        Action::Terrain(terrain, hexes) => {
            let word = terrain.map_or("void", Terrain::word);
            format!("{word} {}", spaced(hexes.iter().map(Hex::to_string)))
        }
        Action::Walls(lines, stand) => {
            format!("{}wall {}", no_unless(*stand), spaced(lines.iter().map(HexLine::to_string)))
        }
        Action::Put(figure) => print_figure(names, figure),
        Action::Remove(figure) => format!("remove {}", names.figure_name(*figure)),
        Action::Move { figure, to } => format!("move {} to {to}", names.figure_name(*figure)),
        Action::HitPoints { figure, hit_points } => {
            format!("hit points {}: {hit_points}", names.figure_name(*figure))
        }
        Action::Condition { figure, condition, has } => {
            let verb = if *has { "gain" } else { "lose" };
            format!("{verb} {}: {}", names.figure_name(*figure), condition.word())
        }
        Action::Flying { figure, flies, to } => {
            let verb = if *flies { "flying" } else { "walking" };
            let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
            format!("{verb} {}{to}", names.figure_name(*figure))
        }
        Action::Card(card) => format!("card {}", print_card(names, card)),
        Action::Initiative { holder, initiative } => {
            format!("initiative {}: {initiative}", names.figure_name(holder.figure))
        }
        Action::FixedInitiative(Some(number)) => format!("sets always {number}"),
        Action::FixedInitiative(None) => "sets by their cards".to_owned(),
        Action::Level(level) => format!("level {level}"),
        Action::Ruling(switch, on) => format!("{}ruling {switch}", no_unless(*on)),
        Action::Turn(turn) => print_turn(names, turn),
        Action::FurtherAttack(further) => print_further_attack(names, further),
        Action::EndTurn(figure) => format!("done {}", names.figure_name(*figure)),
        Action::Round => "round".to_owned(),
        Action::Note(text) => format!("note {text}"),
    }
}

/// Returns the word before a statement that is switched off.
const fn no_unless(on: bool) -> &'static str {
    if on { "" } else { "no " }
}

fn print_turn(names: &Names, PlayedTurn { figure, to, targets, overruled }: &PlayedTurn) -> String {
    let verb = if overruled.is_some() { "overrule" } else { "turn" };
    let mut parts = vec![format!("{verb} {}: to {to}", names.figure_name(*figure))];
    if !targets.is_empty() {
        parts.push(format!("attacks {}", full_names(names, targets).join(", ")));
    }
    parts.extend(overruled.as_ref().map(|reason| format!("because {reason}")));
    parts.join(", ")
}

fn spaced(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
