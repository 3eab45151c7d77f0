//! The actions of a campaign. [`Game`](super::Game) checks and plays them.

use std::collections::BTreeSet;

use scenario_rules::ending::Ending;

use crate::character::ChosenHand;
use crate::class::{ClassFacts, ClassPerk, PlacedSticker};
use crate::consequence::{Consequence, EventOutcome};
use crate::facts::{ItemFacts, QuestFacts, ScenarioFacts};
use crate::name::Name;
use crate::party::{Place, PlayMode};
use crate::world::EventDeck;

/// The maximum length of a note or a reason, in characters.
pub const MAX_NOTE_CHARS: usize = 1_000;

/// A new character (S14.1, S16.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCharacterEntry {
    /// Its name.
    pub name: Name,
    /// Its class.
    pub class: Name,
    /// Its level.
    pub level: u8,
    /// The personal quest that it keeps; `None` if no quest is left.
    pub quest: Option<u16>,
}

/// An event card that a party resolved (S15.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedEvent {
    /// The party.
    pub party: Name,
    /// The deck.
    pub deck: EventDeck,
    /// The number of the card.
    pub number: u16,
    /// The choice of the party, A or B.
    pub choice: char,
    /// `true` if the card is put back at the bottom, `false` if it is removed.
    pub is_put_back: bool,
    /// The effects of the choice that have no condition and come first, from top to bottom.
    pub consequences: Vec<Consequence>,
    /// The outcomes of the choice below them, from top to bottom, whether they apply or not.
    pub outcomes: Vec<EventOutcome>,
}

/// The end of a scenario of a party (S12.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioResult {
    /// The party.
    pub party: Name,
    /// The end.
    pub ending: Ending,
    /// The level of the scenario, from 0 to 7.
    pub level: u8,
    /// The check of the last line of its record; `None` if it has none.
    pub record_check: Option<u32>,
}

impl ScenarioResult {
    /// The highest level of a scenario.
    pub const MAX_LEVEL: u8 = 7;
}

/// Gold from another source than money tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherGold {
    /// The amount.
    pub amount: u16,
    /// The source, in the players' words.
    pub source: String,
}

/// The gains of a character in the scenario that its party ended last (S12.2, S12.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainsEntry {
    /// The character.
    pub character: Name,
    /// The experience gained during the scenario, without that for success.
    pub experience: u16,
    /// The money tokens.
    pub tokens: u16,
    /// The checkmarks of its battle goal.
    pub checkmarks: u8,
    /// Gold from other sources.
    pub others: Vec<OtherGold>,
}

impl GainsEntry {
    /// The maximum of experience, tokens and each amount of other gold.
    pub const MAX: u16 = 999;
    /// The maximum number of checkmarks of one scenario.
    pub const MAX_CHECKMARKS: u8 = 9;
    /// The maximum number of other sources of gold.
    pub const MAX_OTHERS: usize = 9;
}

/// An enhancement that a character pays for (S14.6, S16.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnhancementEntry {
    /// The character.
    pub character: Name,
    /// The sticker and its place.
    pub placed: PlacedSticker,
    /// `true` if the ability targets several figures (G20).
    pub several_targets: bool,
    /// The number of hexes that the attack targets now; `None` unless a hex is added.
    pub hexes: Option<u8>,
}

/// The retirement of a character (S16.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetirementEntry {
    /// The character.
    pub character: Name,
    /// The envelope on its quest.
    pub envelope: Name,
    /// The random design, if the envelope is open already.
    pub design: Option<u16>,
    /// The random scenario, if the envelope is open already.
    pub scenario: Option<u16>,
}

/// The reason for opening an envelope (S15.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvelopeReason {
    /// The condition printed for envelopes A and B.
    Printed,
    /// The reputation of a party: 10 or −10.
    Reputation(i8),
    /// The first retirement.
    FirstRetirement,
    /// Another text that says so, in the players' words.
    Words(String),
}

/// A number that the table sets as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Correction {
    /// The marks of prosperity.
    Prosperity(u16),
    /// The donated gold.
    Donations(u16),
    /// The reputation of a party.
    Reputation { party: Name, to: i8 },
    /// The gold of a character.
    Gold { character: Name, to: u16 },
    /// The experience of a character.
    Experience { character: Name, to: u16 },
    /// The level of a character.
    Level { character: Name, to: u8 },
    /// The checkmarks of a character.
    Checkmarks { character: Name, to: u8 },
}

/// An action of the players between scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Action {
    /// Records the facts of a class, or corrects them.
    Class(ClassFacts),
    /// Records the perks on the sheet of a class, or corrects them.
    ClassPerks { class: Name, perks: Vec<ClassPerk> },
    /// Opens a class for new characters: at first, or as an envelope says.
    OpenClass { class: Name, envelope: Option<Name> },
    /// Records the facts of an item, or corrects them.
    Item(ItemFacts),
    /// Records what is on a personal quest, or corrects it.
    QuestFacts(QuestFacts),
    /// Records the links and requirements of a scenario, or corrects them.
    Scenario(ScenarioFacts),
    /// Records the donated sums that bring a mark of prosperity.
    DonationTrack(Vec<u16>),
    /// Sets the marks from which the town has prosperity levels 2 to 9.
    Thresholds([u16; 8]),
    /// Sets the reputations from which the price changes.
    PriceSteps([i8; 5]),
    /// Sets the numbers of small items that characters of levels 1 to 9 equip.
    SmallItems([u8; 9]),
    /// Switches permanent death on or off.
    PermanentDeath(bool),
    /// Opens an envelope.
    Envelope { envelope: Name, reason: EnvelopeReason },
    /// Forms a party, in the town.
    NewParty(Name),
    /// Creates a character, idle in the town.
    NewCharacter(NewCharacterEntry),
    /// Adds a character to a party.
    Join { character: Name, party: Name },
    /// Takes a character out of its party.
    Leave(Name),
    /// Takes a party to the town or to a scenario.
    Travel { party: Name, to: Place, mode: PlayMode },
    /// Resolves an event card.
    Event(ResolvedEvent),
    /// Ends the scenario of a party.
    End(ScenarioResult),
    /// Records the gains of a character in that scenario.
    Gains(GainsEntry),
    /// Records the rewards of that scenario.
    Reward { party: Name, consequences: Vec<Consequence> },
    /// Records other effects, for a party or for the world alone.
    Consequences { party: Option<Name>, consequences: Vec<Consequence> },
    /// Raises a character by one level.
    LevelUp(Name),
    /// Chooses the card of a level.
    ChooseCard { character: Name, title: Name, level: u8 },
    /// Takes a perk.
    TakePerk { character: Name, perk: String },
    /// Buys an item.
    Buy { character: Name, item: u16 },
    /// Sells an item.
    Sell { character: Name, item: u16 },
    /// Equips these items, and no other.
    Equip { character: Name, items: BTreeSet<u16> },
    /// Chooses the hand for the next scenario.
    ChooseHand { character: Name, hand: ChosenHand },
    /// Chooses the battle goal for the next scenario.
    ChooseGoal { character: Name, goal: u16 },
    /// Donates 10 gold.
    Donate(Name),
    /// Enhances a card.
    Enhance(EnhancementEntry),
    /// Gives a character a personal quest.
    Quest { character: Name, quest: u16 },
    /// Records that a personal quest is fulfilled.
    Fulfilled(Name),
    /// Retires a character.
    Retire(RetirementEntry),
    /// Records that a character has died for good.
    Die(Name),
    /// Sets a number as it is at the table.
    Correct(Correction),
    /// Records a note; nothing changes.
    Note(String),
    /// Plays another action that the rules refuse.
    Overruled { action: Box<Action>, reason: String },
}
