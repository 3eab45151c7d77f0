//! A disputed turn of a monster: the table before it, the answer of the rules, and the recorded
//! turn.

use plain_text::{capitalized, listed};

use super::action::print_action;
use super::explanation::{explain, figure_label};
use super::record::{Record, action_at};
use super::refusal::refusal_text;
use scenario_rules::action::{Action, PlayedTurn};
use scenario_rules::game::Game;
use scenario_rules::illegal::Refusal;
use scenario_rules::monster_turn::{MonsterTurn, MovementEnd};
use scenario_rules::names::FigureId;
use scenario_rules::rulebook::Rule;

/// A question about the turn of a monster: its targets and its movement.
#[derive(Clone, Debug)]
pub struct TurnQuestion {
    /// The game before the turn.
    pub game: Game,
    /// The acting monster.
    pub figure: FigureId,
    /// The turn by the rules, or the reason for which it cannot be computed.
    pub answer: Result<MonsterTurn, Refusal>,
    /// The recorded turn, if it has been played.
    pub taken: Option<PlayedTurn>,
}

/// The reason for which there is no question at an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum QuestionError {
    /// The record has no such entry.
    #[error("there is no entry {entry}; the last is {last}")]
    NoEntry { entry: usize, last: usize },
    /// The entry is another action.
    #[error("entry {entry} is no monster's turn: {action}{}", Turns(turns))]
    NoTurn {
        entry: usize,
        action: String,
        /// The numbers of the recorded turns.
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

impl TurnQuestion {
    /// Creates the question about the turn of a figure in the current game.
    pub fn now(game: Game, figure: FigureId) -> Self {
        let answer = game.position().turn(figure);
        Self { game, figure, answer, taken: None }
    }

    /// Creates the question about the turn recorded as an entry, counted from 1.
    ///
    /// # Errors
    ///
    /// A [`QuestionError`] if there is no such entry, or it is no turn.
    pub fn at(record: &Record, entry: usize) -> Result<Self, QuestionError> {
        let before = entry.checked_sub(1).and_then(|before| record.game_at(before));
        let Some((game, action)) = before.zip(action_at(record, entry)) else {
            return Err(QuestionError::NoEntry { entry, last: record.cursor() });
        };
        let Action::Turn(turn) = action else {
            return Err(QuestionError::NoTurn {
                entry,
                action: print_action(game.position().names(), action),
                turns: turn_entries(record),
            });
        };
        Ok(Self { taken: Some(turn.clone()), ..Self::now(game, turn.figure) })
    }

    /// Returns the question in a sentence.
    pub fn question_text(&self) -> String {
        format!("Whom does {} attack?", figure_label(self.game.position().figure(self.figure)))
    }

    /// Returns the answer of the rules, one sentence per line.
    pub fn answer_text(&self) -> String {
        match &self.answer {
            Ok(answer) => explain(self.game.position(), answer),
            Err(refusal) => {
                let names = self.game.position().names();
                format!("{}.\n", capitalized(&refusal_text(names, refusal)))
            }
        }
    }

    /// Returns the end that was recorded, or the first of the right ones.
    pub fn end(&self) -> Option<&MovementEnd> {
        let ends = &self.answer.as_ref().ok()?.ends;
        self.taken
            .as_ref()
            .and_then(|turn| ends.iter().find(|end| end.hex == turn.to))
            .or_else(|| ends.first())
    }

    /// Returns the rules that decided something, in order of number.
    pub fn rules(&self) -> Vec<Rule> {
        match &self.answer {
            Ok(answer) => answer.rules(),
            Err(refusal) => refusal.rules(),
        }
    }

    /// Returns the position, the question and the answer as plain text, for sharing.
    pub fn to_share(&self) -> String {
        let position = super::print(self.game.position());
        format!("{position}\n{}\n{}", self.question_text(), self.answer_text())
    }
}

/// Returns the numbers of the entries that are turns of monsters.
pub fn turn_entries(record: &Record) -> Vec<usize> {
    (1..=record.cursor())
        .filter(|&entry| matches!(action_at(record, entry), Some(Action::Turn(_))))
        .collect()
}
