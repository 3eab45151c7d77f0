//! A monster's turn that is asked about: the table before it, what the rules say, and what the
//! table did.

use plain_text::{capital, listed};

use super::action::print_action;
use super::record::{Record, action_at};
use super::refusal::refusal_words;
use super::words::{called, explained};
use scenario_rules::action::{Action, Turn};
use scenario_rules::answer::{Answer, End};
use scenario_rules::game::Game;
use scenario_rules::illegal::Refusal;
use scenario_rules::names::FigureId;
use scenario_rules::rulebook::Rule;

/// The question whom a monster attacks and where it goes.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game before the turn.
    pub game: Game,
    /// Whose turn it is.
    pub figure: FigureId,
    /// The turn by the rules, or the reason there is none.
    pub answer: Result<Answer, Refusal>,
    /// The turn that the table took, if it is over.
    pub taken: Option<Turn>,
}

/// The reason there is no question at an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum NoQuestion {
    /// The record does not reach that far.
    #[error("there is no entry {entry}; the last is {last}")]
    NoEntry { entry: usize, last: usize },
    /// Something else was recorded there.
    #[error("entry {entry} is no monster's turn: {action}{}", Turns(turns))]
    NoTurn {
        entry: usize,
        action: String,
        /// The numbers of the turns that were recorded.
        turns: Vec<usize>,
    },
}

struct Turns<'a>(&'a [usize]);

impl std::fmt::Display for Turns<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            [] => f.write_str("; no turn of a monster was recorded"),
            [only] => write!(f, "; the only turn is entry {only}"),
            turns => write!(f, "; turns are the entries {}", listed(turns)),
        }
    }
}

impl Question {
    /// Creates the question about a figure in a game as it is.
    pub fn now(game: Game, figure: FigureId) -> Self {
        let answer = game.position().turn(figure);
        Self { game, figure, answer, taken: None }
    }

    /// The turn that was recorded as this entry, counted from 1.
    ///
    /// # Errors
    ///
    /// There is no such entry, or it is no turn.
    pub fn at(record: &Record, entry: usize) -> Result<Self, NoQuestion> {
        let none = || NoQuestion::NoEntry { entry, last: record.cursor() };
        let before = entry.checked_sub(1).ok_or_else(none)?;
        let action = action_at(record, entry).ok_or_else(none)?;
        let game = record.game_at(before).ok_or_else(none)?;
        let Action::Turn(turn) = action else {
            return Err(NoQuestion::NoTurn {
                entry,
                action: print_action(game.position().names(), action),
                turns: turns(record),
            });
        };
        Ok(Self { taken: Some(turn.clone()), ..Self::now(game, turn.figure) })
    }

    /// The question in a sentence.
    pub fn asked(&self) -> String {
        format!("Whom does {} attack?", called(self.game.position().figure(self.figure)))
    }

    /// Returns the answer of the rules, a sentence a line.
    pub fn said(&self) -> String {
        match &self.answer {
            Ok(answer) => explained(self.game.position(), answer),
            Err(refusal) => {
                let names = self.game.position().names();
                format!("{}.\n", capital(&refusal_words(names, refusal)))
            }
        }
    }

    /// The end that the table took, or the first of those that are right.
    pub fn end(&self) -> Option<&End> {
        let ends = &self.answer.as_ref().ok()?.ends;
        let taken = self.taken.as_ref();
        let taken = taken.and_then(|turn| ends.iter().find(|end| end.hex == turn.to));
        taken.or_else(|| ends.first())
    }

    /// The rules that decided something, by number.
    pub fn rules(&self) -> Vec<Rule> {
        match &self.answer {
            Ok(answer) => answer.rules(),
            Err(refusal) => refusal.rules(),
        }
    }

    /// Returns position, question and answer as plain text, for people who were not at the table.
    pub fn to_share(&self) -> String {
        let position = super::print(self.game.position());
        format!("{position}\n{}\n{}", self.asked(), self.said())
    }
}

/// The numbers of the entries that are turns of monsters.
pub fn turns(record: &Record) -> Vec<usize> {
    let is_turn = |&entry: &usize| matches!(action_at(record, entry), Some(Action::Turn(_)));
    (1..=record.cursor()).filter(is_turn).collect()
}
