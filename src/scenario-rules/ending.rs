//! The end of a scenario, and the gains that each character takes home (S12.1 to S12.5).

use super::figure::{Figure, FigureKind};
use super::game::Game;
use super::levels::Level;
use super::names::FigureId;
use super::purse::Purse;
use super::round::TurnStatus;

enum_table::enum_table! {
    /// The end of a scenario.
    pub enum Ending {
        /// Returns the word for it.
        word: &'static str,
    }

    /// The goal is met.
    Won = "won";
    /// The scenario has failed.
    Lost = "lost";
}

/// The end of a scenario as the players declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedEnd {
    /// The end.
    pub ending: Ending,
    /// The players' reason for an end that the rules do not allow yet; `None` if they do.
    pub overruled: Option<String>,
}

/// A reward of a character in the players' words, such as an item (S12.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reward {
    /// The character.
    pub figure: FigureId,
    /// The words.
    pub text: String,
}

/// The battle goal of a character after a success (S12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleGoal {
    /// The character.
    pub figure: FigureId,
    /// The checkmarks for it; 0 if it was not completed.
    pub checkmarks: u8,
}

impl BattleGoal {
    /// The maximum number of checkmarks.
    pub const MAX: u8 = 9;
}

/// The end of a scenario, with the rewards and battle goals recorded since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioEnd {
    /// The end.
    pub ending: Ending,
    /// The rewards, in the order in which they were recorded.
    pub rewards: Vec<Reward>,
    /// The battle goals, one for each character at most.
    pub goals: Vec<BattleGoal>,
}

/// The gains that a character takes home from a scenario (S12.2, S12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterGains {
    /// The character.
    pub figure: FigureId,
    /// The experience gained during the scenario.
    pub experience: u16,
    /// The experience for success; 0 for a lost scenario.
    pub bonus: u8,
    /// The money tokens.
    pub tokens: u16,
    /// The gold of each token.
    pub gold_per_token: u8,
    /// The checkmarks of its battle goal; `None` if none was recorded, as in a lost scenario.
    pub checkmarks: Option<u8>,
    /// `true` if it died for good, so that it keeps nothing (S13.2).
    pub is_dead: bool,
}

impl CharacterGains {
    /// Returns the experience gained, with that for success.
    pub const fn total_experience(&self) -> u16 {
        self.experience.saturating_add(self.bonus as u16)
    }

    /// Returns the gold of the tokens.
    pub const fn gold(&self) -> u16 {
        self.tokens.saturating_mul(self.gold_per_token as u16)
    }
}

/// The score of a scenario that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioSummary {
    /// The end.
    pub ending: Ending,
    /// The level of the scenario.
    pub level: Level,
    /// The number of the last round.
    pub rounds: u16,
    /// The gains of each character, exhausted ones included.
    pub characters: Vec<CharacterGains>,
    /// The rewards of the characters.
    pub rewards: Vec<Reward>,
}

impl Game {
    /// Returns the score of a scenario that has ended; `None` as long as it is played.
    ///
    /// Later corrections of the level and of the experience change it.
    ///
    /// ```
    /// use scenario_rules::ending::{Ending, PlayedEnd};
    /// use scenario_rules::figure::{Figure, FigureKind, Initiative};
    /// use scenario_rules::{Action, Board, Game, Hex, Layout, Position};
    ///
    /// let mut layout = Layout::new(Board::new(3, 1));
    /// layout.level = Some(2);
    /// let kind = FigureKind::Character(Initiative::Card { number: 30, second: None });
    /// let brute = Figure::new(&layout.names, "Brute", None, kind, Hex::new(0, 0));
    /// let id = brute.id();
    /// layout.figures.push(brute);
    ///
    /// let game = Game::new(Position::new(layout)?).play(&Action::EndTurn(id))?;
    /// assert_eq!(game.summary(), None);
    /// let won = Action::End(PlayedEnd { ending: Ending::Won, overruled: None });
    /// let summary = game.play(&won)?.summary().expect("the scenario has ended");
    /// assert_eq!(summary.characters[0].total_experience(), 8);
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn summary(&self) -> Option<ScenarioSummary> {
        let ScenarioEnd { ending, rewards, goals } = self.end()?.clone();
        let level = Level::of(self.position().level()?);
        let mut characters = self.gains(ending, level);
        for gains in &mut characters {
            let goal = goals.iter().find(|goal| goal.figure == gains.figure);
            gains.checkmarks = goal.map(|goal| goal.checkmarks);
        }
        Some(ScenarioSummary { ending, level, rounds: self.round(), characters, rewards })
    }

    /// Returns the gains of all characters of the scenario if it ends in this way.
    pub(super) fn gains(&self, ending: Ending, level: Level) -> Vec<CharacterGains> {
        let layout = self.position().layout();
        let bonus = match ending {
            Ending::Won => level.experience,
            Ending::Lost => 0,
        };
        let is_dead = |id| {
            let is_out = layout.is_exhausted(id) && self.position().get(id).is_none();
            is_out && layout.switches.permanent_death
        };
        self.participants()
            .into_iter()
            .map(|figure| {
                let Purse { tokens, experience, .. } = layout.purse(figure);
                let (gold_per_token, is_dead) = (level.gold, is_dead(figure));
                CharacterGains {
                    figure,
                    experience,
                    bonus,
                    tokens,
                    gold_per_token,
                    checkmarks: None,
                    is_dead,
                }
            })
            .collect()
    }

    /// Returns the characters of the scenario, also those that have left the map exhausted.
    pub fn participants(&self) -> Vec<FigureId> {
        let layout = self.position().layout();
        let on_map = layout.figures.iter().filter(|figure| is_character(figure)).map(Figure::id);
        let others = layout.exhausted.iter().copied();
        let owners = layout.purses.iter().map(|purse| purse.figure);
        let holders = layout.hands.iter().map(|(figure, _)| *figure);
        let mut characters: Vec<FigureId> = Vec::new();
        for id in on_map.chain(others).chain(owners).chain(holders) {
            if !characters.contains(&id) {
                characters.push(id);
            }
        }
        characters
    }

    /// Returns `true` if characters were exhausted and none is left to act (S7.7).
    pub fn is_everybody_exhausted(&self) -> bool {
        let layout = self.position().layout();
        let mut characters = layout.figures.iter().filter(|figure| is_character(figure));
        !layout.exhausted.is_empty() && characters.all(|figure| layout.is_exhausted(figure.id()))
    }

    /// Returns `true` if a round is finished and the next one has not started (S12.1).
    pub fn is_round_finished(&self) -> bool {
        self.turn_status() == TurnStatus::RoundEnd || self.round() > 1 && self.is_between_rounds()
    }
}

const fn is_character(figure: &Figure) -> bool {
    matches!(figure.kind, FigureKind::Character(_))
}
