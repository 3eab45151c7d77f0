//! The data of campaigns that `--json` prints.

use schemars::JsonSchema;
use serde::Serialize;

/// `replay --json` of a campaign: the town, its parties and characters after an entry, and the
/// entries that led there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignReplay {
    /// The campaign is shown after this entry; 0 is a new box.
    pub at: usize,
    /// The number of entries, undone ones excluded.
    pub length: usize,
    /// The title that the players gave it.
    pub title: Option<String>,
    /// The date of the campaign.
    pub date: Option<String>,
    /// The town, and everything else that all parties share.
    pub town: CampaignTown,
    /// The parties, the oldest first.
    pub parties: Vec<CampaignParty>,
    /// The characters, the oldest first, retired and dead ones included.
    pub characters: Vec<CampaignCharacter>,
    /// The steps that are still open, in words, those that may be left out last.
    pub open_steps: Vec<String>,
    /// The entries up to `at`.
    pub entries: Vec<CampaignEntry>,
    /// Odd things in the record that leave it readable.
    pub warnings: Vec<String>,
    /// The error at which reading stopped; only if the record is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The part of a campaign that all parties share.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignTown {
    /// The marks of prosperity.
    pub prosperity: u16,
    /// The prosperity level, from 1 to 9.
    pub level: u8,
    /// The gold donated to the sanctuary.
    pub donated: u16,
    /// The highest number of the items that the prosperity level brings.
    pub last_item: u16,
    /// The items whose design was found.
    pub designs: Vec<u16>,
    /// The global achievements with their type, the oldest first.
    pub achievements: Vec<String>,
    /// The scenarios that are unlocked and not completed.
    pub unlocked: Vec<u16>,
    /// The scenarios that are completed.
    pub completed: Vec<u16>,
    /// The opened envelopes.
    pub envelopes: Vec<String>,
    /// The classes that new characters can have.
    pub classes: Vec<String>,
    /// The number of cards in the deck of road events.
    pub road_events: usize,
    /// The number of cards in the deck of city events.
    pub city_events: usize,
}

/// A party.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignParty {
    /// Its name.
    pub name: String,
    /// Its reputation, from -20 to 20.
    pub reputation: i8,
    /// The change of every price by its reputation, in gold.
    pub price_step: i8,
    /// The number of the scenario at its place; null in the town.
    pub scenario: Option<u16>,
    /// `campaign` or `casual` while it plays that scenario; null otherwise.
    pub playing: Option<String>,
    /// Its members.
    pub members: Vec<String>,
    /// Its achievements, the oldest first.
    pub achievements: Vec<String>,
}

/// A character.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignCharacter {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// `active`, `retired` or `dead`.
    pub state: String,
    /// Its party; null if it is idle.
    pub party: Option<String>,
    /// Its level.
    pub level: u8,
    /// Its experience.
    pub experience: u16,
    /// Its gold.
    pub gold: u16,
    /// Its checkmarks.
    pub checkmarks: u8,
    /// The perks that it took.
    pub perks: Vec<String>,
    /// The titles of the cards that it chose on levelling up.
    pub cards: Vec<String>,
    /// The numbers of its items.
    pub items: Vec<u16>,
    /// The numbers of the items that it has equipped.
    pub equipped: Vec<u16>,
    /// The hand that it takes to a scenario; null until it is chosen.
    pub hand: Option<CampaignHand>,
    /// The number of its battle goal, until the scenario ends.
    pub battle_goal: Option<u16>,
    /// The number of its personal quest; null if it has none.
    pub quest: Option<u16>,
    /// True once its personal quest is fulfilled.
    pub fulfilled: bool,
}

/// The hand of a character.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignHand {
    /// The number of its cards of level 1 or X.
    pub basic: u8,
    /// The titles of the others.
    pub cards: Vec<String>,
}

/// An entry of a campaign.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignEntry {
    /// Its number, from 1.
    pub n: usize,
    /// The entry as the record writes it.
    pub text: String,
    /// The entry in words, with what followed.
    pub sentence: String,
    /// The comment on the entry; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// `receipt --json` of a campaign: every change that an entry made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignReceipt {
    /// The number of the entry.
    pub n: usize,
    /// The entry as the record writes it.
    pub text: String,
    /// The changes, each below the one that caused it.
    pub steps: Vec<CampaignStep>,
}

/// A change of a campaign.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampaignStep {
    /// The number of changes that led to it.
    pub depth: usize,
    /// The change in words.
    pub words: String,
    /// The number of the rule or ruling behind it; null if the players decided.
    pub rule: Option<String>,
}
