//! A game that tests play line by line.

use scenario::refusal::refusal_text;
use scenario_rules::Game;
use scenario_rules::figure::{Condition, Figure};
use scenario_rules::hand::Hand;

use crate::support::{action_on, position};

/// A game to which lines of a record are added.
pub struct Table(pub Game);

impl Table {
    /// Starts at a position.
    pub fn new(text: &str) -> Self {
        Self(Game::new(position(text)))
    }

    /// Plays each line, which has to be allowed.
    #[track_caller]
    pub fn plays(mut self, lines: &str) -> Self {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let action = action_on(self.0.position(), line);
            self.0 = self.0.play(&action).unwrap_or_else(|refusal| {
                panic!("{line}: {}", refusal_text(self.0.position().names(), &refusal))
            });
        }
        self
    }

    /// Checks that a line is refused with these words.
    #[track_caller]
    pub fn refuses(self, line: &str, words: &str) -> Self {
        let action = action_on(self.0.position(), line);
        let refusal = self.0.play(&action).expect_err(line);
        let text = refusal_text(self.0.position().names(), &refusal);
        assert!(text.contains(words), "{text}");
        self
    }

    /// Returns a figure on the map.
    #[track_caller]
    pub fn figure(&self, name: &str) -> &Figure {
        let id = self.0.position().find(name).unwrap_or_else(|| panic!("{name} is gone"));
        self.0.position().figure(id)
    }

    /// Checks the hit points of a figure; `None` if it has left the map.
    #[track_caller]
    pub fn has(self, name: &str, hit_points: Option<u16>) -> Self {
        let now = self.0.position().find(name).map(|id| self.0.position().figure(id));
        let now = now.map(|figure| figure.hit_points.expect("they are counted").current);
        assert_eq!(now, hit_points, "{name}");
        self
    }

    /// Checks whether a figure has a condition.
    #[track_caller]
    pub fn is(self, name: &str, condition: Condition, has: bool) -> Self {
        assert_eq!(self.figure(name).is(condition), has, "{name} {condition:?}");
        self
    }

    /// Returns the cards of a character.
    pub fn hand(&self, name: &str) -> Hand {
        self.0.position().layout().hand(self.figure(name).id()).expect("its cards are counted")
    }

    /// Checks the cards of the Brute in hand, discarded and lost.
    #[track_caller]
    pub fn has_cards(self, counts: &str) -> Self {
        assert_eq!(self.hand("Brute").to_string(), counts);
        self
    }
}
