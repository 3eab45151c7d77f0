//! Refusals: the reasons against an action, each with its rule.

use scenario_rules::enhancement::Sticker;

use crate::character::CharacterState;
use crate::class::LineKind;
use crate::facts::{Requirement, Slot};
use crate::name::Name;
use crate::rulebook::Rule;
use crate::world::EventDeck;

/// A number of an action with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum CampaignNumber {
    Item,
    Price,
    Copies,
    Scenario,
    ScenarioLevel,
    CharacterLevel,
    EventCard,
    Quest,
    Reputation,
    Prosperity,
    Donations,
    Gold,
    Experience,
    Tokens,
    Checkmarks,
    Line,
    CardLevel,
    AttackHexes,
    Stickers,
    Sums,
    Thresholds,
    PriceSteps,
    HitPoints,
    HandSize,
    PerkTimes,
    BattleGoal,
    SmallItems,
    Listed,
}

/// A reason against an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Illegal {
    // Names and numbers
    /// A number is out of its bounds.
    OutOfBounds { number: CampaignNumber, amount: i64, least: i64, most: i64 },
    /// The numbers of a list do not ascend.
    NotAscending { number: CampaignNumber },
    /// A name is empty, too long, or has a mark that separates parts of a line.
    BadName { name: Name },
    /// The words are empty, too long, or have a line break or quotation mark in them.
    BadWords,
    /// No party has the name.
    NoParty { party: Name, there: Vec<Name> },
    /// No character has the name.
    NoCharacter { character: Name, there: Vec<Name> },
    /// A party of that name is there already.
    SameParty { party: Name },
    /// A character of that name is there already, or was.
    SameCharacter { character: Name },
    /// The character has retired or died.
    NotActive { character: Name, state: CharacterState },
    /// The effect needs a party, and the action names none.
    PartyMissing,

    // Facts to type
    /// The facts of an item are not known yet.
    UnknownItem { item: u16 },
    /// The place where an item is worn is not known yet.
    UnknownSlot { item: u16 },
    /// The hand limit of a class is not known yet.
    UnknownHand { class: Name },
    /// The links and requirements of a scenario are not known yet.
    UnknownScenario { scenario: u16 },

    // Parties and their way
    /// The character is in a party already.
    InParty { character: Name, party: Name },
    /// The character is in no party.
    NoPartyOf { character: Name },
    /// The party has its four members.
    PartyFull { party: Name },
    /// The party has no members.
    NoMembers { party: Name },
    /// The party plays a scenario.
    Playing { party: Name, scenario: u16 },
    /// The party plays no scenario.
    NotPlaying { party: Name },
    /// The party is there already.
    AlreadyThere { party: Name },
    /// The party is not in the town.
    NotInTown { party: Name },
    /// The scenario is not unlocked.
    Locked { scenario: u16 },
    /// The scenario is completed.
    Completed { scenario: u16, by: Name },
    /// The party does not meet a requirement of the scenario.
    Required { scenario: u16, requirement: Requirement },
    /// A member has fulfilled its quest and plays no further scenario.
    QuestWaits { character: Name },
    /// A road event is due first.
    RoadEventDue { party: Name },
    /// No road event is due.
    NoRoadEvent { party: Name },
    /// The party has had its city event.
    CityEventDone { party: Name },
    /// The event card is not in the deck.
    NotInDeck { deck: EventDeck, number: u16 },
    /// The deck has no cards left.
    DeckEmpty { deck: EventDeck },
    /// The event card lies below others, as it was put back to the bottom.
    AtBottom { deck: EventDeck, number: u16, above: usize },
    /// The outcomes of an event card name a range from a higher to a lower reputation.
    RangeReversed { least: i8, most: i8 },
    /// The members divide gold, and their shares are missing or make another sum.
    SharesDiffer { due: u16, named: u32, members: Vec<Name> },
    /// The character is not one of those that divide gold.
    NotSharing { character: Name, members: Vec<Name> },
    /// The choice is neither A nor B.
    NoChoice { choice: char },

    // Gains
    /// The party of the character has not ended a scenario that the character played.
    NothingEnded { character: Name },
    /// The gains of the character are recorded.
    GainsRecorded { character: Name, scenario: u16 },
    /// Battle goals do not count in a lost scenario.
    GoalsLost { scenario: u16 },
    /// The scenario was lost, so that it has no rewards.
    RewardsLost { scenario: u16 },
    /// The scenario was casual, so that it has no rewards.
    RewardsCasual { scenario: u16 },

    // Characters
    /// The class is not open for new characters.
    ClassClosed { class: Name, open: Vec<Name> },
    /// The class is open already.
    ClassOpen { class: Name },
    /// Six classes are open at first, and these are open already.
    SixClasses { class: Name, open: Vec<Name> },
    /// The level is above the prosperity level.
    AboveProsperity { level: u8, prosperity: u8 },
    /// Another character has the quest.
    QuestTaken { quest: u16, by: Name },
    /// The quest has left the game.
    QuestGone { quest: u16 },
    /// The character has a quest already.
    HasQuest { character: Name, quest: u16 },
    /// The character has no quest.
    NoQuest { character: Name },
    /// The quest of the character is not fulfilled.
    NotFulfilled { character: Name },
    /// The quest of the character is fulfilled already.
    IsFulfilled { character: Name },
    /// The character has the highest level.
    HighestLevel { character: Name },
    /// The character has too little experience for the level, and prosperity does not allow it.
    TooLittleExperience { character: Name, level: u8, experience: u16, needed: u16, prosperity: u8 },
    /// Steps of an earlier level are still open.
    StepsOpen { character: Name, cards: usize, perks: usize },
    /// The character has no card to choose.
    NoCardOpen { character: Name },
    /// The level of the card does not fit.
    CardTooHigh { title: Name, level: u8, most: u8 },
    /// The card is in the pool already.
    HasCard { character: Name, title: Name },
    /// The character has no perk to take.
    NoPerkOpen { character: Name, checkmarks: u8 },
    /// The perk is not on the sheet of the class.
    UnknownPerk { class: Name, perk: String, left: Vec<String> },
    /// The character has taken the perk as often as its sheet allows.
    PerkUsedUp { character: Name, perk: String, times: u8 },
    /// A perk is twice in a list.
    SamePerk { perk: String },
    /// A hand does not have as many cards as the class allows.
    HandSize { character: Name, chosen: usize, limit: u8 },
    /// The card is not one that the character chose on levelling up.
    NotChosen { character: Name, title: Name },
    /// The card is twice in a hand.
    SameCard { title: Name },
    /// Another member of the party has the battle goal.
    GoalTaken { goal: u16, by: Name },
    /// More is worn in a place than fits there.
    SlotFull { character: Name, slot: Slot, items: Vec<u16>, used: u8, most: u8 },
    /// The quest names another envelope.
    OtherEnvelope { quest: u16, envelope: Name },
    /// Permanent death is not played.
    NoPermanentDeath,

    // Town
    /// The item is not in the supply.
    NotSupplied { item: u16, prosperity: u8, last: u16 },
    /// Members of the party own every copy of the item.
    NoCopy { item: u16, copies: u8, owners: Vec<Name> },
    /// The character owns the item.
    OwnsItem { character: Name, item: u16 },
    /// The character does not own the item.
    NotOwned { character: Name, item: u16 },
    /// The character has too little gold.
    TooLittleGold { character: Name, gold: u16, needed: u16, rule: Rule },
    /// The character has donated on this visit.
    HasDonated { character: Name },
    /// The achievement that allows enhancements is missing.
    NoEnhancing,
    /// The card is not in the pool of the character.
    NotInPool { character: Name, title: Name, level: u8 },
    /// The line does not take the sticker.
    WrongLine { sticker: Sticker, kind: LineKind },
    /// The line has the sticker.
    HasSticker { sticker: Sticker, title: Name },
    /// The card is known with another level.
    OtherCardLevel { title: Name, level: u8 },
    /// The class has as many enhanced cards as the prosperity level allows.
    TooManyCards { class: Name, prosperity: u8 },
    /// The number of hexes that an attack targets is missing, or the sticker adds no hex.
    HexesMisplaced { sticker: Sticker },

    // Envelopes
    /// The envelope is open.
    EnvelopeOpen { envelope: Name },
    /// The envelope is not open.
    EnvelopeClosed { envelope: Name },
    /// The printed condition of the envelope is not met.
    Technology { count: usize },
    /// Too little gold is donated for the envelope.
    TooFewDonations { donated: u16 },
    /// No printed condition opens the envelope.
    NoCondition { envelope: Name },
    /// No party has reached the reputation, or its envelope is open.
    ReputationMissing { reputation: i8, is_open: bool },
    /// No character has retired.
    NobodyRetired,
    /// The envelope or book of the first retirement is open.
    FirstRetirementOpened,
    /// A closed envelope is opened, so that no design and no scenario come instead.
    EnvelopeInstead { envelope: Name },
    /// The achievement is not there, so that it cannot be lost.
    NoAchievement { name: Name },
}

impl Illegal {
    /// Returns the rule this breaks; `None` where a name, a number or a fact is wrong or missing.
    #[expect(clippy::match_same_arms, reason = "the arms are in the order of the reasons")]
    pub const fn rule(&self) -> Option<Rule> {
        Some(match self {
            Self::OutOfBounds { .. }
            | Self::NotAscending { .. }
            | Self::BadName { .. }
            | Self::BadWords
            | Self::NoParty { .. }
            | Self::NoCharacter { .. }
            | Self::SameParty { .. }
            | Self::SameCharacter { .. }
            | Self::NotActive { .. }
            | Self::UnknownItem { .. }
            | Self::UnknownSlot { .. }
            | Self::UnknownHand { .. }
            | Self::UnknownScenario { .. }
            | Self::RangeReversed { .. }
            | Self::SamePerk { .. }
            | Self::NotPlaying { .. }
            | Self::AlreadyThere { .. }
            | Self::NoChoice { .. }
            | Self::HexesMisplaced { .. }
            | Self::NoAchievement { .. } => return None,
            Self::PartyMissing => Rule::Shared,
            Self::InParty { .. } | Self::NoPartyOf { .. } => Rule::Parties,
            Self::NothingEnded { .. } => Rule::ScenarioGains,
            Self::ClassOpen { .. } => Rule::NewCharacters,
            Self::NotOwned { .. } | Self::OwnsItem { .. } => Rule::Trading,
            Self::HighestLevel { .. } => Rule::Levels,
            Self::EnvelopeOpen { .. } => Rule::Envelopes,
            Self::HasCard { .. } => Rule::LevelSteps,
            Self::PartyFull { .. } | Self::NoMembers { .. } => Rule::Parties,
            Self::Playing { .. } => Rule::Traveling,
            Self::NotInTown { .. } => Rule::TownVisit,
            Self::Locked { .. } | Self::Completed { .. } | Self::Required { .. } => {
                Rule::CampaignScenario
            }
            Self::QuestWaits { .. }
            | Self::NotFulfilled { .. }
            | Self::IsFulfilled { .. }
            | Self::QuestGone { .. }
            | Self::EnvelopeInstead { .. } => Rule::Quests,
            Self::RoadEventDue { .. } | Self::NoRoadEvent { .. } => Rule::Traveling,
            Self::CityEventDone { .. }
            | Self::NotInDeck { .. }
            | Self::DeckEmpty { .. }
            | Self::AtBottom { .. } => Rule::EventCards,
            Self::SharesDiffer { .. } | Self::NotSharing { .. } => Rule::Losses,
            Self::UnknownPerk { .. } | Self::PerkUsedUp { .. } => Rule::LevelSteps,
            Self::HandSize { .. } | Self::NotChosen { .. } | Self::SameCard { .. } => Rule::Hands,
            Self::GoalTaken { .. } => Rule::BattleGoals,
            Self::SlotFull { .. } => Rule::Copies,
            Self::OtherEnvelope { .. } => Rule::Quests,
            Self::GainsRecorded { .. } => Rule::ScenarioGains,
            Self::GoalsLost { .. } => Rule::BattleGoals,
            Self::RewardsLost { .. } | Self::RewardsCasual { .. } => Rule::Rewards,
            Self::ClassClosed { .. }
            | Self::SixClasses { .. }
            | Self::QuestTaken { .. }
            | Self::HasQuest { .. }
            | Self::NoQuest { .. } => Rule::NewCharacters,
            Self::AboveProsperity { .. } | Self::TooLittleExperience { .. } => Rule::Levels,
            Self::StepsOpen { .. } | Self::NoCardOpen { .. } | Self::CardTooHigh { .. } => {
                Rule::LevelSteps
            }
            Self::NoPerkOpen { .. } => Rule::CheckmarkPerks,
            Self::NoPermanentDeath => Rule::PermanentDeath,
            Self::NotSupplied { .. } => Rule::Trading,
            Self::NoCopy { .. } => Rule::Copies,
            Self::TooLittleGold { rule, .. } => *rule,
            Self::HasDonated { .. } => Rule::Donations,
            Self::NoEnhancing | Self::TooManyCards { .. } => Rule::Enhancing,
            Self::NotInPool { .. }
            | Self::WrongLine { .. }
            | Self::HasSticker { .. }
            | Self::OtherCardLevel { .. } => Rule::Stickers,
            Self::EnvelopeClosed { .. }
            | Self::Technology { .. }
            | Self::TooFewDonations { .. }
            | Self::NoCondition { .. }
            | Self::ReputationMissing { .. }
            | Self::NobodyRetired
            | Self::FirstRetirementOpened => Rule::Envelopes,
        })
    }

    /// Returns `true` if a table can play otherwise: a rule is broken, and the campaign can still
    /// be written down.
    pub const fn can_be_overruled(&self) -> bool {
        !matches!(
            self,
            Self::PartyMissing
                | Self::InParty { .. }
                | Self::NoPartyOf { .. }
                | Self::NothingEnded { .. }
                | Self::ClassOpen { .. }
                | Self::NotOwned { .. }
                | Self::OwnsItem { .. }
                | Self::HighestLevel { .. }
                | Self::EnvelopeOpen { .. }
                | Self::HasCard { .. }
                | Self::SharesDiffer { .. }
                | Self::NotSharing { .. }
        ) && self.rule().is_some()
    }

    /// Returns `true` if a fact of the box is missing rather than a rule broken.
    pub const fn is_missing_fact(&self) -> bool {
        matches!(
            self,
            Self::UnknownItem { .. }
                | Self::UnknownSlot { .. }
                | Self::UnknownHand { .. }
                | Self::UnknownScenario { .. }
        )
    }

    /// Returns the reason if an amount is not between `least` and `most`.
    pub(super) fn out_of_bounds(
        number: CampaignNumber,
        amount: impl Into<i64>,
        least: impl Into<i64>,
        most: impl Into<i64>,
    ) -> Option<Self> {
        let (amount, least, most) = (amount.into(), least.into(), most.into());
        let is_outside = !(least..=most).contains(&amount);
        is_outside.then_some(Self::OutOfBounds { number, amount, least, most })
    }
}

/// A refusal with all its reasons. Invariant: there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Every independent reason.
    pub reasons: Vec<Illegal>,
}

impl Refusal {
    /// Returns `Ok` if there are no reasons.
    ///
    /// # Errors
    ///
    /// The refusal with these reasons, if there are any.
    pub fn if_any(reasons: Vec<Illegal>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }

    /// Returns `true` if every reason is a missing fact rather than a broken rule.
    pub fn is_information_missing(&self) -> bool {
        self.reasons.iter().all(Illegal::is_missing_fact)
    }

    /// Returns the broken rules, each once, in order of number.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.reasons.iter().filter_map(Illegal::rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

impl From<Illegal> for Refusal {
    fn from(reason: Illegal) -> Self {
        Self { reasons: vec![reason] }
    }
}
