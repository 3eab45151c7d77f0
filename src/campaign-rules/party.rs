//! A party: its place, its reputation and its achievements (S15.8).

use std::fmt;

use scenario_rules::ending::Ending;

use crate::name::Name;

/// The place of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The town.
    Town,
    /// The place of a scenario.
    Scenario(u16),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Town => f.write_str("town"),
            Self::Scenario(number) => number.fmt(f),
        }
    }
}

enum_table::enum_table! {
    /// The way in which a scenario is played (S15.1).
    pub enum PlayMode {
        /// Returns the word for it.
        word: &'static str,
    }

    /// As a part of the campaign.
    Campaign = "campaign";
    /// Without story and rewards.
    Casual = "casual";
}

/// A scenario that a party has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedScenario {
    /// Its number.
    pub number: u16,
    /// Its level, from 0 to 7.
    pub level: u8,
    /// The end.
    pub ending: Ending,
    /// The way in which it was played.
    pub mode: PlayMode,
    /// The characters that played it.
    pub participants: Vec<Name>,
    /// The characters whose gains are recorded.
    pub gained: Vec<Name>,
}

/// A party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its name.
    pub name: Name,
    /// Its reputation, from −20 to 20.
    pub reputation: i8,
    /// Its achievements, the oldest first; they can repeat.
    pub achievements: Vec<Name>,
    /// Its place.
    pub place: Place,
    /// The way in which it plays the scenario at its place; `None` if it does not play one.
    pub playing: Option<PlayMode>,
    /// The scenario that it ended last.
    pub last: Option<EndedScenario>,
    /// `true` if a road event is due on its way.
    pub is_road_event_due: bool,
    /// `true` if it has had a city event on this visit.
    pub has_had_city_event: bool,
}

impl Party {
    /// The maximum reputation; the minimum is the same below 0.
    pub const MAX_REPUTATION: i8 = 20;
    /// The maximum number of members.
    pub const MAX_MEMBERS: usize = 4;

    /// Creates a party that has just come to the town.
    pub const fn new(name: Name) -> Self {
        Self {
            name,
            reputation: 0,
            achievements: Vec::new(),
            place: Place::Town,
            playing: None,
            last: None,
            is_road_event_due: false,
            has_had_city_event: false,
        }
    }

    /// Checks if it has an achievement.
    pub fn has_achievement(&self, name: &Name) -> bool {
        self.achievements.contains(name)
    }
}
