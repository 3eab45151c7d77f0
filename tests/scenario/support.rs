//! Helpers to check answers about a position in a line or two.

use scenario::action::parse_action;
use scenario::checklist::{Item, checklist};
use scenario::record::{print, print_for_people};
use scenario::{MonsterReply, Record};
use scenario_rules::{Action, Game, Position};

/// Parses a position.
#[track_caller]
pub fn position(text: &str) -> Position {
    scenario::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Parses an action with the names of a position.
#[track_caller]
pub fn action_on(position: &Position, line: &str) -> Action {
    let action = parse_action(1, line, position.names(), position.board());
    action.unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns the answer for the turn of this figure.
#[track_caller]
pub fn turn(text: &str, name: &str) -> MonsterReply {
    scenario::monster(text, name).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the text of the refusal for the turn of this figure.
#[track_caller]
pub fn refused(text: &str, name: &str) -> String {
    scenario::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    scenario::monster(text, name).expect_err(text).to_string()
}

/// Returns a position as texts, which do not depend on the order its names were first used in.
pub fn contents(position: &Position) -> (String, Vec<Item>) {
    (scenario::print(position), checklist(&Game::new(position.clone())))
}

/// Asserts that two records have the same texts, which do not depend on the order of names.
#[track_caller]
pub fn assert_same(a: &Record, b: &Record) {
    assert_eq!(print(a), print(b));
    assert_eq!(print_for_people(a), print_for_people(b));
    assert_eq!(checklist(a.game()), checklist(b.game()));
}

/// Checks of an answer to chain: focus, ends, targets and so on.
pub trait CheckAnswer {
    /// Checks the focus, or "none".
    fn focuses(&self, name: &str) -> &Self;
    /// Checks the ends, as "B3 2" with the points they cost.
    fn ends_in(&self, ends: &str) -> &Self;
    /// Checks the targets from the first end, or `nobody`.
    fn attacks(&self, names: &str) -> &Self;
    /// Checks the steps to an enemy, and the rule by which it is not the focus.
    fn enemy(&self, name: &str, steps: Option<u16>, lost_by: Option<&str>) -> &Self;
    /// Checks the rulings that decided something.
    fn by_rulings(&self, rulings: &str) -> &Self;
}

impl CheckAnswer for MonsterReply {
    #[track_caller]
    fn focuses(&self, name: &str) -> &Self {
        assert_eq!(self.focus.as_deref().unwrap_or("none"), name, "{self}");
        self
    }

    #[track_caller]
    fn ends_in(&self, ends: &str) -> &Self {
        let found: Vec<String> =
            self.ends.iter().map(|end| format!("{} {}", end.hex, end.cost)).collect();
        assert_eq!(found.join(", "), ends, "{self}");
        self
    }

    #[track_caller]
    fn attacks(&self, names: &str) -> &Self {
        let found = self.ends.first().map(|end| end.targets.join(", ")).unwrap_or_default();
        assert_eq!(if found.is_empty() { "nobody" } else { &found }, names, "{self}");
        self
    }

    #[track_caller]
    fn enemy(&self, name: &str, steps: Option<u16>, lost_by: Option<&str>) -> &Self {
        let enemy = self.enemies.iter().find(|enemy| enemy.figure == name).expect("it is there");
        assert_eq!((enemy.steps, enemy.lost_by), (steps, lost_by), "{name}\n{self}");
        self
    }

    #[track_caller]
    fn by_rulings(&self, rulings: &str) -> &Self {
        let found: Vec<&str> = self.rulings.iter().map(|ruling| ruling.ruling).collect();
        assert_eq!(found.join(" "), rulings, "{self}");
        self
    }
}
