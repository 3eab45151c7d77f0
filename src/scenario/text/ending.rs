//! The text of exhausted characters, and of the end of the scenario.

use super::{Cursor, PositionReader, TextResult, full_names};
use plain_text::{counted, remarks};
use scenario_rules::action::Action;
use scenario_rules::ending::{BattleGoal, Ending, PlayedEnd};
use scenario_rules::names::Names;
use scenario_rules::position::{Layout, Position};

impl PositionReader<'_> {
    /// Parses the names of exhausted characters.
    pub(super) fn exhausted(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        loop {
            let start = cursor.skipped();
            let exhausted = self.layout.names.figure(&cursor.name()?);
            if self.layout.is_exhausted(exhausted) {
                return Err(start.expected("each exhausted character once"));
            }
            if self.layout.exhausted.len() >= Position::MAX_FIGURES {
                return Err(start.expected(&format!("at most {} names", Position::MAX_FIGURES)));
            }
            self.layout.exhausted.push(exhausted);
            if cursor.is_done() {
                return Ok(());
            }
            cursor.sign(',')?;
        }
    }
}

/// Prints the statement about exhausted characters.
pub(super) fn print_exhausted(layout: &Layout) -> Option<String> {
    let exhausted = full_names(&layout.names, &layout.exhausted);
    (!exhausted.is_empty()).then(|| format!("exhausted {}\n", remarks(&exhausted)))
}

impl Cursor<'_> {
    /// Parses the end of a scenario, up to the end of the line: `won`, or `lost, because …`.
    pub(crate) fn end_of_scenario(mut self) -> TextResult<Action> {
        let start = self.skipped();
        let word = self.word();
        let ending = Ending::ALL.into_iter().find(|ending| ending.word() == word);
        let ending = ending.ok_or_else(|| start.expected("\"won\" or \"lost\""))?;
        let overruled = self.because()?;
        Ok(Action::End(PlayedEnd { ending, overruled }))
    }

    /// Parses the battle goal of a character, up to the end of the line: `Brute: 2 checkmarks`.
    pub(crate) fn battle_goal(mut self, names: &Names) -> TextResult<Action> {
        let figure = names.figure(&self.named()?);
        let checkmarks = self.number(0, BattleGoal::MAX, "a number of checkmarks")?;
        if !self.takes_word("checkmark") {
            self.keyword("checkmarks")?;
        }
        self.end()?;
        Ok(Action::BattleGoal(BattleGoal { figure, checkmarks }))
    }

    /// Parses the reward of a character, up to the end of the line.
    pub(crate) fn reward(mut self, names: &Names) -> TextResult<Action> {
        let figure = names.figure(&self.named()?);
        Ok(Action::Reward { figure, text: self.sentence()? })
    }

    /// Parses a reason after a comma, up to the end of the line; `None` at the end of the line.
    pub(crate) fn because(mut self) -> TextResult<Option<String>> {
        if self.is_done() {
            return Ok(None);
        }
        self.sign(',')?;
        self.keyword("because")?;
        self.sentence().map(Some)
    }
}

/// Returns the checkmarks of a battle goal: "2 checkmarks".
pub(crate) fn goal_words(goal: &BattleGoal) -> String {
    counted(goal.checkmarks, "checkmark", "checkmarks")
}

/// Prints the end of a scenario.
pub(crate) fn print_end(PlayedEnd { ending, overruled }: &PlayedEnd) -> String {
    match overruled {
        Some(reason) => format!("end {}, because {reason}", ending.word()),
        None => format!("end {}", ending.word()),
    }
}
