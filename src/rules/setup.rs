//! The setup of a table, before it is a game.
//!
//! Rulebook, "Setup". A [`Setup`] may be nonsense; [`Game::new`] turns it into a playable game or
//! reports every problem.
//!
//! [`Game::new`]: super::game::Game::new

use std::collections::BTreeSet;
use std::fmt;

use plain_text::{counted, listed, name_key};

use super::illegal::MissingFact;
use super::player::PlayerId;
use super::rulebook::{Options, Variant, Variants};
use components::fact_id::FactId;
use components::pack_check::PackProblem;
use components::specs::{AchievementDeck, BoardField, Pack, Side};

/// The agreements of the players before the first card is dealt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The facts about the box, as known at the start.
    pub pack: Pack,
    /// The name of the board, one of the pack's.
    pub board: String,
    /// Names of the players, the first player first, then clockwise.
    pub players: Vec<String>,
    /// Rulings the table has switched.
    pub options: Options,
    /// Variants in use. A setup for one player is a solo game without any of them.
    pub variants: Variants,
}

/// Everything that keeps a setup from being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<SetupProblem>);

/// A problem that keeps a setup from being played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum SetupProblem {
    /// The pack contradicts the box or itself.
    #[error("{0}")]
    Pack(PackProblem),
    /// The pack has no such board.
    #[error("there is no board \"{name}\" in the pack; it has {}", if .known.is_empty() { "none".to_owned() } else { listed(.known) })]
    NoSuchBoard { name: String, known: Vec<String> },
    /// A fact is missing that the board needs.
    #[error("{}", MissingFact::from(.0.clone()))]
    Unknown(FactId),
    /// Too few or too many players.
    #[error("{}, and the game is for 1 to 4", counted(.found, "player", "players"))]
    PlayerCount { found: usize },
    /// A variant that cannot be played at this table.
    #[error("\"{}\" cannot be played: {why} (rule {})", .variant.key(), .variant.rule().number())]
    Variant { variant: Variant, why: String },
    /// A name that records could not distinguish from other text.
    #[error("\"{name}\" cannot be a player's name: {why}")]
    PlayerName { name: String, why: &'static str },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// Returns the problems of the players and the variants.
    pub(super) fn table_problems(&self) -> Vec<SetupProblem> {
        let mut found = self.player_problems();
        found.extend(self.variant_problems());
        found
    }

    /// Returns the problems of the players: their number and their names.
    fn player_problems(&self) -> Vec<SetupProblem> {
        self.player_problems_by(str::to_lowercase)
    }

    /// Returns the problems of names that are refused in a new game but accepted in records of
    /// earlier versions: the same name twice, with accents encoded in two ways.
    pub fn new_name_problems(&self) -> Vec<SetupProblem> {
        let always = self.player_problems();
        let mut found = self.player_problems_by(name_key);
        found.retain(|problem| !always.contains(problem));
        found
    }

    fn player_problems_by(&self, key: impl Fn(&str) -> String) -> Vec<SetupProblem> {
        let mut found = Vec::new();
        if !(1..=PlayerId::MAX).contains(&self.players.len()) {
            found.push(SetupProblem::PlayerCount { found: self.players.len() });
        }
        let races: BTreeSet<String> = self.pack.races.iter().map(|race| key(&race.name)).collect();
        let mut seen = BTreeSet::new();
        for name in self.players.iter().take(PlayerId::MAX) {
            if let Some(why) = name_problem(name) {
                found.push(SetupProblem::PlayerName { name: name.chars().take(60).collect(), why });
            } else if races.contains(&key(name)) {
                let why = "it is the name of a race";
                found.push(SetupProblem::PlayerName { name: name.clone(), why });
            } else if !seen.insert(key(name)) {
                let why = "two players have this name";
                found.push(SetupProblem::PlayerName { name: name.clone(), why });
            }
        }
        found
    }
}

impl Setup {
    /// Returns the problems of the chosen variants: conflicts, player count, board.
    fn variant_problems(&self) -> Vec<SetupProblem> {
        self.variants.iter().filter_map(|variant| self.variant_problem(variant)).collect()
    }

    /// Returns the problem that keeps a variant from being played at this table, chosen or not, so
    /// that a screen can show it in advance.
    pub fn variant_problem(&self, variant: Variant) -> Option<SetupProblem> {
        let excluded = |why: String| Some(SetupProblem::Variant { variant, why });
        match variant {
            Variant::NoWorkers if self.players.len() == 1 => {
                excluded("it cannot be combined with a solo game".to_owned())
            }
            Variant::NoWorkers => None,
            Variant::Achievements => {
                let missing = AchievementDeck::ALL.into_iter().find(|deck| {
                    !self
                        .pack
                        .achievements
                        .iter()
                        .any(|card| card.deck.value().is_none_or(|known| known == deck))
                })?;
                excluded(format!("the pack has no achievement of the {} deck", missing.name()))
            }
            Variant::ShapingHistory => {
                let board = self.pack.boards.iter().find(|board| board.name == self.board)?;
                match board.side.value() {
                    Some(Side::Thematic) => None,
                    Some(Side::Symmetric) => {
                        excluded("it is played on the thematic side of the map".to_owned())
                    }
                    None => Some(SetupProblem::Unknown(FactId::Board(
                        board.name.as_str().into(),
                        BoardField::Side,
                    ))),
                }
            }
        }
    }
}

/// Returns `true` for characters that break a line or change the direction of text.
fn turns_or_breaks_a_line(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the reason why a record cannot contain such a name.
fn name_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.trim() != name {
        Some("it is empty or begins or ends with a space")
    } else if name.chars().count() > 40 {
        Some("it has more than 40 characters")
    } else if name.contains("  ") || name.chars().any(turns_or_breaks_a_line) {
        Some("it holds a line break, a control character or two spaces in a row")
    } else if name.contains(['"', '[', ']', '(', ')', '{', '}', ';', ':', ',', '/', '#', '~']) {
        Some("it holds one of the signs \" [ ] ( ) { } ; : , / # ~ that part the words of a record")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(players: &[&str], problems: usize) {
        let players = players.iter().map(|&name| name.to_owned()).collect();
        let setup = Setup { players, ..Setup::default() };
        assert_eq!(setup.player_problems().len(), problems, "{:?}", setup.player_problems());
    }

    #[test]
    fn setup_accepts_one_to_four_players_with_distinct_names() {
        check(&["Anna", "Ben"], 0);
        check(&["Anna", "Ben", "Çağla", "王"], 0);
        check(&["Anna"], 0);
        check(&[], 1);
        check(&["A", "B", "C", "D", "E"], 1);
        check(&["Anna", "anna"], 1);
        check(&["", "a:b", " x"], 3);
    }

    #[test]
    fn new_game_refuses_one_name_encoded_in_two_ways() {
        let setup = Setup {
            players: ["Zoë", "Zoe\u{308}"].map(str::to_owned).to_vec(),
            ..Setup::default()
        };
        assert_eq!(setup.player_problems(), []);
        let [SetupProblem::PlayerName { name, why }] = &*setup.new_name_problems() else {
            panic!("{:?}", setup.new_name_problems());
        };
        assert_eq!((name.as_str(), *why), ("Zoe\u{308}", "two players have this name"));
        // A problem that every game is refused for is not repeated.
        let players = ["Anna", "anna"].map(str::to_owned).to_vec();
        assert_eq!(Setup { players, ..Setup::default() }.new_name_problems(), []);
    }
}
