//! The individual changes that an action makes to the campaign, each with its cause.
//!
//! Events are complete: [`Campaign::apply`] is the only way in which the state changes, so the
//! events of an action, applied to the campaign before it, result in the campaign after it. They
//! are computed with every action and never stored.

use std::collections::BTreeSet;

use scenario_rules::enhancement::PricePart;

use crate::campaign::Campaign;
use crate::character::{Character, CharacterState, ChosenCard, ChosenHand};
use crate::class::{Class, ClassFacts, ClassPerk, PlacedSticker};
use crate::consequence::OutcomeCondition;
use crate::facts::{ItemFacts, QuestFacts, ScenarioFacts};
use crate::name::Name;
use crate::party::{EndedScenario, Party, Place, PlayMode};
use crate::rulebook::{Rule, Ruling};
use crate::world::{EventDeck, GlobalAchievement, ReputationMark, World};

/// A change of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The change.
    pub kind: EventKind,
    /// The reason for it.
    pub cause: Cause,
    /// The index of the event that caused it; `None` if the action itself did.
    pub parent: Option<usize>,
}

/// The reason for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The players' action.
    Players,
    /// A rule.
    Rule(Rule),
    /// A ruling.
    Ruling(Ruling),
}

/// A part of a change of gold. The parts of a change add up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum GoldPart {
    /// The gold of a new character.
    Start { level: u8, gold: u16 },
    /// The money tokens of a scenario.
    Tokens { tokens: u16, value: u8, level: u8 },
    /// Gold from another source.
    Other { gold: u16, source: String },
    /// The printed price of an item that is bought.
    Price { item: u16, gold: u16 },
    /// The change of a price by reputation, as a change of the gold (G19).
    PriceStep { reputation: i8, gold: i8 },
    /// Half the printed price of an item that is sold.
    Sale { item: u16, price: u16 },
    /// A donation.
    Donation,
    /// A part of the price of an enhancement.
    Enhancement { part: PricePart, gold: u16 },
    /// An effect of an event card, a reward or another text.
    Text(i16),
    /// The gold of a character that retires or dies.
    Forfeited(u16),
    /// A correction by the table.
    Correction(i32),
    /// The part of a loss or a gain that is not possible (S14.4).
    Limit(i32),
}

impl GoldPart {
    /// Returns the change, in gold.
    pub fn gold(&self) -> i32 {
        match self {
            Self::Start { gold, .. } | Self::Other { gold, .. } => (*gold).into(),
            Self::Tokens { tokens, value, .. } => i32::from(*tokens) * i32::from(*value),
            Self::Price { gold, .. } | Self::Enhancement { gold, .. } | Self::Forfeited(gold) => {
                -i32::from(*gold)
            }
            Self::PriceStep { gold, .. } => (*gold).into(),
            Self::Sale { price, .. } => (price / 2).into(),
            Self::Donation => -i32::from(World::DONATION),
            Self::Text(gold) => (*gold).into(),
            Self::Correction(gold) | Self::Limit(gold) => *gold,
        }
    }
}

/// A part of a change of experience. The parts of a change add up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum ExperiencePart {
    /// The experience of a new character.
    Start { level: u8, experience: u16 },
    /// The experience gained during a scenario.
    Scenario(u16),
    /// The experience for success.
    Success { level: u8, experience: u8 },
    /// The rise to the minimum of a level that prosperity allows.
    Prosperity { level: u8, experience: u16 },
    /// An effect of an event card, a reward or another text.
    Text(i16),
    /// A correction by the table.
    Correction(i32),
    /// The part of a loss or a gain that is not possible (S14.4).
    Limit(i32),
}

impl ExperiencePart {
    /// Returns the change of the experience.
    pub fn experience(&self) -> i32 {
        match self {
            Self::Start { experience, .. }
            | Self::Scenario(experience)
            | Self::Prosperity { experience, .. } => (*experience).into(),
            Self::Success { experience, .. } => (*experience).into(),
            Self::Text(experience) => (*experience).into(),
            Self::Correction(experience) | Self::Limit(experience) => *experience,
        }
    }
}

/// A number with a limit that changes; `asked` is the change without the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitedChange<T> {
    /// The number before.
    pub from: T,
    /// The number after.
    pub to: T,
    /// The change that the action asked for.
    pub asked: i32,
}

impl<T: Copy + Into<i32>> LimitedChange<T> {
    /// Checks if a limit made the change smaller (S14.4).
    pub fn is_limited(&self) -> bool {
        self.to.into() - self.from.into() != self.asked
    }
}

/// A kind of change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum EventKind {
    /// The facts of a class are known, or differ.
    ClassEntered(Box<ClassFacts>),
    /// The perks of a class are known, or differ.
    PerksEntered { class: Name, perks: Vec<ClassPerk> },
    /// The facts of a personal quest are known, or differ.
    QuestEntered(Box<QuestFacts>),
    /// A class is open for new characters.
    ClassOpened { class: Name, envelope: Option<Name> },
    /// The facts of an item are known, or differ.
    ItemEntered(Box<ItemFacts>),
    /// The facts of a scenario are known, or differ.
    ScenarioEntered(Box<ScenarioFacts>),
    /// The donated sums that bring a mark of prosperity are known, or differ.
    DonationTrack(Vec<u16>),
    /// The thresholds of prosperity differ.
    Thresholds([u16; 8]),
    /// The price steps differ.
    PriceSteps([i8; 5]),
    /// The numbers of small items that characters equip differ.
    SmallItems([u8; 9]),
    /// Permanent death is switched on or off.
    PermanentDeath(bool),
    /// An envelope is opened.
    EnvelopeOpened { envelope: Name, mark: Option<ReputationMark>, is_first_retirement: bool },
    /// A party is formed.
    PartyFormed(Name),
    /// A character is created, with its gold and experience still to come.
    CharacterCreated(Box<Character>),
    /// A character joins a party.
    Joined { character: Name, party: Name },
    /// A character leaves its party.
    Left { character: Name, party: Name },
    /// The journey of a party to another place.
    Traveled { party: Name, from: Place, to: Place, mode: PlayMode },
    /// A road event is due on the way of a party.
    RoadEventDue(Name),
    /// An event card is resolved.
    EventResolved { party: Name, deck: EventDeck, number: u16, choice: char },
    /// The condition of an outcome is met, or not.
    OutcomeJudged { condition: OutcomeCondition, is_met: bool },
    /// An event card is put back to the bottom of its deck.
    EventPutBack { deck: EventDeck, number: u16 },
    /// The order of a deck is no longer known.
    DeckShuffled(EventDeck),
    /// An event card is added to a deck (`true`) or removed from it.
    EventCard { deck: EventDeck, number: u16, is_there: bool },
    /// The event cards of a class are added.
    ClassEventsAdded { class: Name, is_retirement: bool },
    /// The event cards of both achievements about the Drake are added.
    DrakeEventsAdded { party: Name },
    /// A party ends a scenario.
    ScenarioEnded { party: Name, ended: Box<EndedScenario> },
    /// A scenario is unlocked.
    ScenarioUnlocked(u16),
    /// A scenario is completed.
    ScenarioCompleted { scenario: u16, by: Name },
    /// The gains of a character are recorded.
    GainsRecorded { party: Name, character: Name },
    /// The experience of a character changes.
    Experience { character: Name, from: u16, to: u16, parts: Vec<ExperiencePart> },
    /// The gold of a character changes.
    Gold { character: Name, from: u16, to: u16, parts: Vec<GoldPart> },
    /// The checkmarks of a character change.
    Checkmarks { character: Name, change: LimitedChange<u8> },
    /// Checkmarks make perks.
    PerksEarned { character: Name, count: u8 },
    /// The level of a character changes.
    Level { character: Name, from: u8, to: u8, hit_points: Option<u8> },
    /// A character chooses a card.
    CardChosen { character: Name, card: ChosenCard },
    /// A character takes a perk.
    PerkTaken { character: Name, perk: String },
    /// An item goes to a character (`true`) or back to the supply.
    Item { character: Name, item: u16, has: bool },
    /// A character has these items equipped, and no other.
    Equipped { character: Name, items: BTreeSet<u16> },
    /// A character takes these cards to its next scenario.
    HandChosen { character: Name, hand: ChosenHand },
    /// A character has this battle goal, or none any more.
    GoalChosen { character: Name, goal: Option<u16> },
    /// The design of an item brings every copy into the supply.
    DesignFound(u16),
    /// The donated gold changes.
    Donations { from: u16, to: u16 },
    /// A character donates.
    Donated(Name),
    /// The bless cards of a character in the next scenario change.
    BlessCards { character: Name, count: u8 },
    /// The reputation of a party changes.
    Reputation { party: Name, change: LimitedChange<i8> },
    /// A party is the first to reach a mark of reputation.
    ReputationReached { party: Name, mark: ReputationMark },
    /// The marks of prosperity change.
    Prosperity(LimitedChange<u16>),
    /// The prosperity level of the town changes.
    ProsperityLevel { from: u8, to: u8 },
    /// A global achievement is gained (`true`) or lost.
    Global { achievement: GlobalAchievement, has: bool },
    /// A party achievement is gained (`true`) or lost.
    PartyAchievement { party: Name, name: Name, has: bool },
    /// A sticker is placed on a card of a class.
    Enhanced { class: Name, placed: Box<PlacedSticker> },
    /// A character has this personal quest, or none any more.
    QuestKept { character: Name, quest: Option<u16> },
    /// The personal quest of a character is fulfilled.
    QuestFulfilled(Name),
    /// A personal quest leaves the game.
    QuestGone(u16),
    /// A character retires or dies.
    Gone { character: Name, state: CharacterState },
    /// A character of a class retires first.
    FirstRetirement { class: Name },
    /// Something happens that the players put into words.
    Words(String),
}

impl Campaign {
    /// Makes one change. It is the only function that changes a campaign; a change of a party or a
    /// character that is not there has no effect.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of change")]
    pub fn apply(&mut self, kind: &EventKind) {
        let world = &mut self.world;
        match kind {
            EventKind::ClassEntered(facts) => self.class_mut(&facts.name).facts = (**facts).clone(),
            EventKind::ClassOpened { class, envelope } => {
                let class = self.class_mut(class);
                class.is_open = true;
                class.envelope.clone_from(envelope);
            }
            EventKind::PerksEntered { class, perks } => {
                self.class_mut(class).perks.clone_from(perks);
            }
            EventKind::QuestEntered(facts) => {
                world.quests.insert(facts.number, (**facts).clone());
            }
            EventKind::ItemEntered(facts) => {
                world.items.insert(facts.number, (**facts).clone());
            }
            EventKind::ScenarioEntered(facts) => {
                world.scenarios.entry(facts.number).or_default().facts = Some((**facts).clone());
            }
            EventKind::DonationTrack(sums) => world.donation_track = Some(sums.clone()),
            EventKind::Thresholds(thresholds) => world.thresholds = *thresholds,
            EventKind::PriceSteps(steps) => world.price_steps = *steps,
            EventKind::SmallItems(limits) => world.small_items = *limits,
            EventKind::PermanentDeath(is_on) => world.permanent_death = *is_on,
            EventKind::EnvelopeOpened { envelope, mark, is_first_retirement } => {
                world.envelopes.insert(envelope.clone());
                world.reputation_envelopes.extend(*mark);
                world.first_retirement_opened |= is_first_retirement;
            }
            EventKind::PartyFormed(name) => self.parties.push(Party::new(name.clone())),
            EventKind::CharacterCreated(character) => self.characters.push((**character).clone()),
            EventKind::Joined { character, party } => {
                self.change_character(character, |of| of.party = Some(party.clone()));
            }
            EventKind::Left { character, .. } => {
                self.change_character(character, |of| of.party = None);
            }
            EventKind::Traveled { party, to, mode, .. } => {
                if *to == Place::Town {
                    for member in
                        self.characters.iter_mut().filter(|of| of.party.as_ref() == Some(party))
                    {
                        member.has_donated = false;
                    }
                }
                self.change_party(party, |of| {
                    of.place = *to;
                    of.is_road_event_due = false;
                    of.has_had_city_event = false;
                    of.playing = matches!(to, Place::Scenario(_)).then_some(*mode);
                });
            }
            EventKind::RoadEventDue(party) => {
                self.change_party(party, |of| of.is_road_event_due = true);
            }
            EventKind::EventResolved { party, deck, .. } => {
                self.change_party(party, |of| match deck {
                    EventDeck::Road => of.is_road_event_due = false,
                    EventDeck::City => of.has_had_city_event = true,
                });
            }
            EventKind::EventPutBack { deck, number } => {
                let bottom = world.bottom.entry(*deck).or_default();
                bottom.retain(|of| of != number);
                bottom.push(*number);
            }
            EventKind::DeckShuffled(deck) => {
                world.bottom.remove(deck);
            }
            EventKind::EventCard { deck, number, is_there: true } => {
                // A deck is shuffled when a card is added.
                world.bottom.remove(deck);
                world.events.entry(*deck).or_default().insert(*number);
            }
            EventKind::EventCard { deck, number, is_there: false } => {
                world.events.entry(*deck).or_default().remove(number);
                world.bottom.entry(*deck).or_default().retain(|of| of != number);
            }
            EventKind::ClassEventsAdded { class, is_retirement } => {
                let class = self.class_mut(class);
                if *is_retirement {
                    class.added.retirement = true;
                } else {
                    class.added.opening = true;
                }
            }
            EventKind::DrakeEventsAdded { .. } => world.drake_events_added = true,
            EventKind::ScenarioEnded { party, ended } => {
                world.ended += 1;
                self.change_party(party, |of| {
                    of.playing = None;
                    of.last = Some((**ended).clone());
                });
            }
            EventKind::ScenarioUnlocked(number) => {
                world.scenarios.entry(*number).or_default().is_unlocked = true;
            }
            EventKind::ScenarioCompleted { scenario, by } => {
                world.scenarios.entry(*scenario).or_default().completed_by = Some(by.clone());
            }
            EventKind::GainsRecorded { party, character } => {
                self.change_party(party, |of| {
                    if let Some(last) = &mut of.last {
                        last.gained.push(character.clone());
                    }
                });
            }
            EventKind::Experience { character, to, .. } => {
                self.change_character(character, |of| of.experience = *to);
            }
            EventKind::Gold { character, to, .. } => {
                self.change_character(character, |of| of.gold = *to);
            }
            EventKind::Checkmarks { character, change } => {
                self.change_character(character, |of| of.checkmarks = change.to);
            }
            EventKind::Level { character, to, .. } => {
                self.change_character(character, |of| of.level = *to);
            }
            EventKind::CardChosen { character, card } => {
                self.change_character(character, |of| of.cards.push(card.clone()));
            }
            EventKind::PerkTaken { character, perk } => {
                self.change_character(character, |of| of.perks.push(perk.clone()));
            }
            EventKind::Item { character, item, has: true } => {
                self.change_character(character, |of| {
                    of.items.insert(*item);
                });
            }
            EventKind::Item { character, item, has: false } => {
                self.change_character(character, |of| {
                    of.items.remove(item);
                    of.equipped.remove(item);
                });
            }
            EventKind::Equipped { character, items } => {
                self.change_character(character, |of| of.equipped.clone_from(items));
            }
            EventKind::HandChosen { character, hand } => {
                self.change_character(character, |of| of.hand = Some(hand.clone()));
            }
            EventKind::GoalChosen { character, goal } => {
                self.change_character(character, |of| of.battle_goal = *goal);
            }
            EventKind::DesignFound(item) => {
                world.designs.insert(*item);
            }
            EventKind::Donations { to, .. } => world.donated = *to,
            EventKind::Donated(character) => {
                self.change_character(character, |of| of.has_donated = true);
            }
            EventKind::BlessCards { character, count } => {
                self.change_character(character, |of| of.bless_cards = *count);
            }
            EventKind::Reputation { party, change } => {
                self.change_party(party, |of| of.reputation = change.to);
            }
            EventKind::ReputationReached { mark, .. } => {
                world.reached.insert(*mark);
            }
            EventKind::Prosperity(change) => world.prosperity = change.to,
            EventKind::Global { achievement, has: true } => {
                world.achievements.push(achievement.clone());
            }
            EventKind::Global { achievement, has: false } => {
                remove_first(&mut world.achievements, achievement);
            }
            EventKind::PartyAchievement { party, name, has: true } => {
                self.change_party(party, |of| of.achievements.push(name.clone()));
            }
            EventKind::PartyAchievement { party, name, has: false } => {
                self.change_party(party, |of| remove_first(&mut of.achievements, name));
            }
            EventKind::Enhanced { class, placed } => {
                self.class_mut(class).stickers.push((**placed).clone());
            }
            EventKind::QuestKept { character, quest } => {
                self.change_character(character, |of| of.quest = *quest);
            }
            EventKind::QuestFulfilled(character) => {
                self.change_character(character, |of| of.is_quest_fulfilled = true);
            }
            EventKind::QuestGone(quest) => {
                world.quests_gone.insert(*quest);
            }
            EventKind::Gone { character, state } => {
                self.change_character(character, |of| {
                    of.state = *state;
                    of.party = None;
                    of.hand = None;
                    of.battle_goal = None;
                });
            }
            EventKind::FirstRetirement { class } => self.class_mut(class).has_retired = true,
            EventKind::PerksEarned { .. }
            | EventKind::OutcomeJudged { .. }
            | EventKind::ProsperityLevel { .. }
            | EventKind::Words(_) => {}
        }
    }

    fn class_mut(&mut self, name: &Name) -> &mut Class {
        let classes = &mut self.world.classes;
        let at = classes.iter().position(|class| class.facts.name == *name).unwrap_or_else(|| {
            classes.push(Class::new(ClassFacts::named(name.clone())));
            classes.len() - 1
        });
        &mut classes[at]
    }

    fn change_party(&mut self, name: &Name, change: impl FnOnce(&mut Party)) {
        if let Some(party) = self.parties.iter_mut().find(|party| party.name == *name) {
            change(party);
        }
    }

    fn change_character(&mut self, name: &Name, change: impl FnOnce(&mut Character)) {
        if let Some(of) = self.characters.iter_mut().find(|of| of.name == *name) {
            change(of);
        }
    }
}

fn remove_first<T: PartialEq>(from: &mut Vec<T>, item: &T) {
    if let Some(at) = from.iter().position(|of| of == item) {
        from.remove(at);
    }
}
