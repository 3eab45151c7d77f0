//! The part of the campaign that all parties share (S15.8).

use std::collections::{BTreeMap, BTreeSet};

use crate::class::Class;
use crate::facts::{ItemFacts, QuestFacts, ScenarioFacts};
use crate::name::Name;

/// A global achievement (S15.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalAchievement {
    /// Its type; one of each type is active, and one without a type can repeat.
    pub kind: Option<Name>,
    /// Its name.
    pub name: Name,
}

enum_table::enum_table! {
    /// A deck of event cards.
    pub enum EventDeck {
        /// Returns the word for it.
        word: &'static str,
    }

    /// Events on the way to a scenario.
    Road = "road";
    /// Events on a visit to the town.
    City = "city";
}

/// A scenario in the campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioProgress {
    /// Its facts; `None` until the owner types them.
    pub facts: Option<ScenarioFacts>,
    /// `true` once it is unlocked.
    pub is_unlocked: bool,
    /// The party that completed it.
    pub completed_by: Option<Name>,
}

/// A reputation at which something happens once (S15.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReputationMark(pub i8);

impl ReputationMark {
    /// The marks, from the lowest.
    pub const ALL: [Self; 4] = [Self(-20), Self(-10), Self(10), Self(20)];

    /// Checks if a reputation is at the mark or beyond it.
    pub const fn is_reached_by(self, reputation: i8) -> bool {
        if self.0 < 0 { reputation <= self.0 } else { reputation >= self.0 }
    }

    /// Returns the numbers of the city and road events that it adds; `None` for an envelope.
    pub const fn events(self) -> Option<(u16, u16)> {
        match self.0 {
            20 => Some((76, 67)),
            -20 => Some((77, 68)),
            _ => None,
        }
    }
}

/// The town and everything else that all parties share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The marks of prosperity.
    pub prosperity: u16,
    /// The marks from which the town has prosperity levels 2 to 9 (G30).
    pub thresholds: [u16; 8],
    /// The reputations from which the price changes by 1 to 5 gold (G19).
    pub price_steps: [i8; 5],
    /// The numbers of small items that characters of levels 1 to 9 equip (G32).
    pub small_items: [u8; 9],
    /// The gold donated to the sanctuary.
    pub donated: u16,
    /// The donated sums that bring a mark of prosperity; `None` until the owner types them.
    pub donation_track: Option<Vec<u16>>,
    /// The global achievements, the oldest first.
    pub achievements: Vec<GlobalAchievement>,
    /// The scenarios, by number.
    pub scenarios: BTreeMap<u16, ScenarioProgress>,
    /// The number of scenarios that parties have ended.
    pub ended: u32,
    /// The facts of items, by number.
    pub items: BTreeMap<u16, ItemFacts>,
    /// The items whose design was found.
    pub designs: BTreeSet<u16>,
    /// The opened envelopes.
    pub envelopes: BTreeSet<Name>,
    /// The classes, in the order of their first mention.
    pub classes: Vec<Class>,
    /// The event cards in each deck.
    pub events: BTreeMap<EventDeck, BTreeSet<u16>>,
    /// The cards that were put back to the bottom of each deck since it was last shuffled, the
    /// uppermost first (S15.5).
    pub bottom: BTreeMap<EventDeck, Vec<u16>>,
    /// The facts of personal quests, by number.
    pub quests: BTreeMap<u16, QuestFacts>,
    /// The quests that have left the game.
    pub quests_gone: BTreeSet<u16>,
    /// The marks of reputation that a party has reached.
    pub reached: BTreeSet<ReputationMark>,
    /// The marks of reputation whose envelope is opened.
    pub reputation_envelopes: BTreeSet<ReputationMark>,
    /// `true` once the envelope or book of the first retirement is opened.
    pub first_retirement_opened: bool,
    /// `true` once both achievements about the Drake have added their event cards.
    pub drake_events_added: bool,
    /// `true` if the table plays with permanent death (S13.2).
    pub permanent_death: bool,
}

impl World {
    /// The maximum number of marks of prosperity.
    pub const MAX_PROSPERITY: u16 = 99;
    /// The highest prosperity level.
    pub const MAX_LEVEL: u8 = 9;
    /// The maximum sum of donations, in gold.
    pub const MAX_DONATED: u16 = 9_990;
    /// The gold of one donation (S14.5).
    pub const DONATION: u16 = 10;
    /// The donated sum that opens [`World::DONATION_ENVELOPE`] (S15.7).
    pub const DONATION_GOAL: u16 = 100;
    /// The envelope of the donations.
    pub const DONATION_ENVELOPE: &str = "B";
    /// The envelope of [`World::TECHNOLOGY`].
    pub const TECHNOLOGY_ENVELOPE: &str = "A";
    /// The global achievement that opens an envelope when it is there five times (S15.7).
    pub const TECHNOLOGY: &str = "Ancient Technology";
    /// The number of these achievements that opens the envelope.
    pub const TECHNOLOGY_GOAL: usize = 5;
    /// The global achievement after which cards can be enhanced (S14.6).
    pub const ENHANCING: &str = "The Power of Enhancement";
    /// The two party achievements that add event cards (S15.7).
    pub const DRAKE: [&str; 2] = ["The Drake's Request", "The Drake's Treasure"];
    /// The city and road events that they add.
    pub const DRAKE_EVENTS: (u16, u16) = (75, 66);
    /// The marks from which the town has prosperity levels 2 to 9, as published (G30).
    pub const THRESHOLDS: [u16; 8] = [4, 9, 15, 22, 30, 39, 50, 64];
    /// The reputations from which the price changes by 1 to 5 gold, as published (G19).
    pub const PRICE_STEPS: [i8; 5] = [3, 7, 11, 15, 19];
    /// The numbers of small items at levels 1 to 9, half the level rounded up, as published (G32).
    pub const SMALL_ITEMS: [u8; 9] = [1, 1, 2, 2, 3, 3, 4, 4, 5];
    /// The last event card that is in both decks at first (S15.5).
    pub const LAST_FIRST_EVENT: u16 = 30;
    /// The maximum number of small items that a level allows.
    pub const MAX_SMALL_ITEMS: u8 = 20;
    /// The maximum number of an event card, a quest or a treasure.
    pub const MAX_CARD: u16 = 999;

    /// Returns the prosperity level of the town, from 1 to 9 (G30).
    pub fn level(&self) -> u8 {
        self.level_with(self.prosperity)
    }

    /// Returns the prosperity level with this number of marks.
    pub fn level_with(&self, marks: u16) -> u8 {
        let passed = self.thresholds.iter().filter(|&&from| from <= marks).count();
        u8::try_from(passed + 1).unwrap_or(Self::MAX_LEVEL)
    }

    /// Returns the fewest marks of the present prosperity level, below which none are lost (S14.4).
    pub fn least_prosperity(&self) -> u16 {
        match usize::from(self.level()) {
            1 => 0,
            level => self.thresholds[level - 2],
        }
    }

    /// Returns the change of every price for a party of this reputation, in gold (G19).
    ///
    /// ```
    /// use campaign_rules::world::World;
    ///
    /// let world = World::default();
    /// assert_eq!([8, -3, 2, 20].map(|of| world.price_step(of)), [-2, 1, 0, -5]);
    /// ```
    pub fn price_step(&self, reputation: i8) -> i8 {
        let amount = i16::from(reputation).unsigned_abs();
        let reached = |&&from: &&i8| amount >= i16::from(from).unsigned_abs();
        let step = i8::try_from(self.price_steps.iter().filter(reached).count()).unwrap_or(0);
        if reputation < 0 { step } else { -step }
    }

    /// Returns the reached marks of reputation whose envelope is not open yet (S15.7).
    pub fn due_reputations(&self) -> impl Iterator<Item = ReputationMark> {
        let is_due = |mark: &ReputationMark| {
            mark.events().is_none() && !self.reputation_envelopes.contains(mark)
        };
        self.reached.iter().copied().filter(is_due)
    }

    /// Returns the highest number of the items that a prosperity level brings (S14.3).
    pub const fn last_item(level: u8) -> u16 {
        7 + 7 * level as u16
    }

    /// Checks if an item is in the supply, by prosperity or by its design (S14.3).
    pub fn is_supplied(&self, item: u16) -> bool {
        (1..=Self::last_item(self.level())).contains(&item) || self.designs.contains(&item)
    }

    /// Returns the number of times that a global achievement is there.
    pub fn achievement_count(&self, name: &Name) -> usize {
        self.achievements.iter().filter(|of| of.name == *name).count()
    }

    /// Checks if a global achievement is there.
    pub fn has_achievement(&self, name: &str) -> bool {
        self.achievement_count(&Name::new(name)) > 0
    }

    /// Returns a class, if it was mentioned before.
    pub fn class(&self, name: &Name) -> Option<&Class> {
        self.classes.iter().find(|class| class.facts.name == *name)
    }

    /// Returns the number of small items that a character of a level from 1 to 9 equips (G32).
    pub fn small_item_limit(&self, level: u8) -> u8 {
        let at = usize::from(level).saturating_sub(1);
        self.small_items.get(at).copied().unwrap_or(0)
    }

    /// Returns the number of cards in a deck of events.
    pub fn event_count(&self, deck: EventDeck) -> usize {
        self.events.get(&deck).map_or(0, BTreeSet::len)
    }

    /// Returns the number of cards that lie above an event card, if it was put back to the bottom
    /// and its deck was not shuffled since; 0 if its place is not known (S15.5).
    pub fn cards_above(&self, deck: EventDeck, number: u16) -> usize {
        let bottom = self.bottom.get(&deck).map_or(&[][..], Vec::as_slice);
        let place = bottom.iter().position(|of| *of == number);
        place.map_or(0, |place| self.event_count(deck).saturating_sub(bottom.len()) + place)
    }

    /// Checks if an event card is in a deck.
    pub fn has_event(&self, deck: EventDeck, number: u16) -> bool {
        self.events.get(&deck).is_some_and(|cards| cards.contains(&number))
    }
}

impl Default for World {
    fn default() -> Self {
        let first: BTreeSet<u16> = (1..=Self::LAST_FIRST_EVENT).collect();
        Self {
            prosperity: 0,
            thresholds: Self::THRESHOLDS,
            price_steps: Self::PRICE_STEPS,
            small_items: Self::SMALL_ITEMS,
            donated: 0,
            donation_track: None,
            achievements: Vec::new(),
            scenarios: BTreeMap::new(),
            ended: 0,
            items: BTreeMap::new(),
            designs: BTreeSet::new(),
            envelopes: BTreeSet::new(),
            classes: Vec::new(),
            events: EventDeck::ALL.map(|deck| (deck, first.clone())).into(),
            bottom: BTreeMap::new(),
            quests: BTreeMap::new(),
            quests_gone: BTreeSet::new(),
            reached: BTreeSet::new(),
            reputation_envelopes: BTreeSet::new(),
            first_retirement_opened: false,
            drake_events_added: false,
            permanent_death: false,
        }
    }
}
