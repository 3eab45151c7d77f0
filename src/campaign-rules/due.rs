//! The steps that are still open, and the facts that are still missing, in the state as it is.

use crate::campaign::Campaign;
use crate::character::{Character, CharacterState, least_experience};
use crate::name::Name;
use crate::party::{Party, Place};
use crate::world::{EventDeck, ReputationMark, World};

/// An open step, or a missing fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Due {
    /// A road event is to be resolved on the way (S15.4).
    RoadEvent { party: Name },
    /// The gains of a character in the last scenario are not recorded (S12.2).
    Gains { party: Name, character: Name, scenario: u16 },
    /// A character has perks to take.
    Perks { character: Name, count: usize },
    /// A character has a card to choose, of this level at most.
    Card { character: Name, most: u8 },
    /// A character has the experience for its next level (S14.1).
    Level { character: Name, level: u8 },
    /// A character may rise to the prosperity level (S14.1).
    Rise { character: Name, to: u8 },
    /// This many checkmarks more make a perk (S14.2).
    Checkmarks { character: Name, missing: u8 },
    /// A character has fulfilled its quest and retires in the town (S16.7).
    Retirement { character: Name },
    /// A character has no personal quest (S16.1).
    Quest { character: Name },
    /// A party may have a city event (S15.5).
    CityEvent { party: Name },
    /// The condition of a printed envelope is met (S15.7).
    Envelope { envelope: &'static str },
    /// A party has reached a reputation that opens an envelope (S15.7).
    ReputationEnvelope { mark: ReputationMark },
    /// The first character has retired, which opens an envelope or book (S15.7).
    FirstRetirement,
    /// The rules of the donations are not known: sums that bring prosperity (G30).
    DonationTrack,
    /// The event cards of a class are not known, and are due for its decks (S16.7).
    ClassEvents { class: Name, is_retirement: bool },
    /// The hit points of a class that is played are not known.
    HitPoints { class: Name },
}

impl Due {
    /// Returns `true` for a step that the table may leave out.
    pub const fn is_optional(&self) -> bool {
        matches!(
            self,
            Self::Level { .. }
                | Self::Rise { .. }
                | Self::Checkmarks { .. }
                | Self::Quest { .. }
                | Self::CityEvent { .. }
        )
    }
}

impl Campaign {
    /// Returns the open steps: of parties, of characters, of the world, in this order.
    pub fn due(&self) -> Vec<Due> {
        let mut due: Vec<Due> =
            self.parties.iter().flat_map(|party| self.party_due(party)).collect();
        let active = self.characters.iter().filter(|of| of.state == CharacterState::Active);
        for character in active {
            due.extend(self.character_due(character));
        }
        due.extend(self.world_due());
        due
    }

    fn party_due(&self, party: &Party) -> Vec<Due> {
        let mut due = Vec::new();
        let name = || party.name.clone();
        if party.is_road_event_due && self.world.event_count(EventDeck::Road) > 0 {
            due.push(Due::RoadEvent { party: name() });
        }
        if let Some(last) = &party.last {
            due.extend(self.without_gains(last).map(|character| Due::Gains {
                party: name(),
                character: character.clone(),
                scenario: last.number,
            }));
        }
        let has_cards = self.world.event_count(EventDeck::City) > 0;
        let has_members = self.members(&party.name).next().is_some();
        if party.place == Place::Town && !party.has_had_city_event && has_cards && has_members {
            due.push(Due::CityEvent { party: name() });
        }
        due
    }

    fn character_due(&self, of: &Character) -> Vec<Due> {
        let mut due = Vec::new();
        let character = || of.name.clone();
        if of.is_quest_fulfilled {
            due.push(Due::Retirement { character: character() });
        }
        if let Some(most) = of.next_card_level() {
            due.push(Due::Card { character: character(), most });
        }
        if of.open_perks() > 0 {
            due.push(Due::Perks { character: character(), count: of.open_perks() });
        }
        let next = of.level + 1;
        if next <= Character::MAX_LEVEL && of.experience >= least_experience(next) {
            due.push(Due::Level { character: character(), level: next });
        } else if of.level < self.world.level() {
            due.push(Due::Rise { character: character(), to: self.world.level() });
        }
        let left = of.checkmarks % Character::CHECKMARKS_PER_PERK;
        if left > 0 {
            let missing = Character::CHECKMARKS_PER_PERK - left;
            due.push(Due::Checkmarks { character: character(), missing });
        }
        if of.quest.is_none() {
            due.push(Due::Quest { character: character() });
        }
        due
    }

    fn world_due(&self) -> Vec<Due> {
        let world = &self.world;
        let mut due = Vec::new();
        let is_closed = |envelope: &str| !world.envelopes.contains(&Name::new(envelope));
        let technology = world.achievement_count(&Name::new(World::TECHNOLOGY));
        if technology >= World::TECHNOLOGY_GOAL && is_closed(World::TECHNOLOGY_ENVELOPE) {
            due.push(Due::Envelope { envelope: World::TECHNOLOGY_ENVELOPE });
        }
        if world.donated >= World::DONATION_GOAL && is_closed(World::DONATION_ENVELOPE) {
            due.push(Due::Envelope { envelope: World::DONATION_ENVELOPE });
        }
        due.extend(world.due_reputations().map(|mark| Due::ReputationEnvelope { mark }));
        if world.classes.iter().any(|of| of.has_retired) && !world.first_retirement_opened {
            due.push(Due::FirstRetirement);
        }
        if world.donated > 0 && world.donation_track.is_none() {
            due.push(Due::DonationTrack);
        }
        for class in &world.classes {
            let name = || class.facts.name.clone();
            let is_unlocked = class.is_open && class.envelope.is_some();
            if is_unlocked && !class.added.opening {
                due.push(Due::ClassEvents { class: name(), is_retirement: false });
            }
            if class.has_retired && !class.added.retirement {
                due.push(Due::ClassEvents { class: name(), is_retirement: true });
            }
            let is_played = self
                .characters
                .iter()
                .any(|of| of.class == class.facts.name && of.state == CharacterState::Active);
            if is_played && class.facts.hit_points.is_none() {
                due.push(Due::HitPoints { class: name() });
            }
        }
        due
    }
}
