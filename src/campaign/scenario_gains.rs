//! The end of a scenario as entries of a campaign.
//!
//! Both records name each other by a check, and either opens without the other: the entry of the
//! end carries the check of the scenario's last line, and [`scenario_note`] is a note for the
//! record of the scenario with the check of the campaign's last line. [`compare`] says what the one
//! took from the other, and what differs.

mod comparison;
mod dungeon;

use campaign_rules::action::{Action, GainsEntry, ScenarioResult};
use campaign_rules::character::CharacterState;
use campaign_rules::{Campaign, Name};
use scenario_rules::Game;
use scenario_rules::ending::ScenarioSummary;
use scenario_rules::names::Names;

use dungeon::dungeon_entries;

pub use comparison::{
    GainAmount, GainDifference, GainsComparison, NotedCampaign, TakenGains, TakenState, compare,
};

/// The party that played a scenario, and its characters behind the figures.
#[derive(Clone, Copy, Debug)]
pub struct Roster<'a> {
    party: &'a Name,
    campaign: Option<&'a Campaign>,
}

impl<'a> Roster<'a> {
    /// Creates the roster of a party whose characters are named like their figures.
    pub const fn named(party: &'a Name) -> Self {
        Self { party, campaign: None }
    }

    /// Creates the roster of a party of a campaign.
    pub const fn of(campaign: &'a Campaign, party: &'a Name) -> Self {
        Self { party, campaign: Some(campaign) }
    }

    /// Returns the name of the character that played a figure: the member of that name, or else the
    /// only active member of a class of that name, because many tables name a figure by its class.
    /// Returns the name of the figure if there is neither.
    pub fn character(&self, figure: &str) -> Name {
        self.member(figure).unwrap_or_else(|| Name::new(figure))
    }

    /// Returns the name of the member that played a figure; `None` if there is none.
    pub fn member(&self, figure: &str) -> Option<Name> {
        let (campaign, name) = (self.campaign?, Name::new(figure));
        if campaign.members(self.party).any(|of| of.name == name) {
            return Some(name);
        }
        let mut of_class = campaign
            .members(self.party)
            .filter(|of| of.class == name && of.state == CharacterState::Active);
        let only = of_class.next()?;
        of_class.next().is_none().then(|| only.name.clone())
    }
}

/// Returns the entries that record the end of a scenario for a party: the end itself, then the
/// gains of each character that did not die. The table records the rewards as its text says.
///
/// `record_check` is the check of the last line of the scenario's record.
pub fn offered_entries(
    roster: Roster<'_>,
    summary: &ScenarioSummary,
    names: &Names,
    record_check: Option<u32>,
) -> Vec<Action> {
    let result = ScenarioResult {
        party: roster.party.clone(),
        ending: summary.ending,
        level: summary.level.level,
        record_check,
    };
    let mut entries = vec![Action::End(result)];
    for gains in &summary.characters {
        let character = roster.character(&names.figure_name(gains.figure));
        entries.push(if gains.is_dead {
            Action::Die(character)
        } else {
            Action::Gains(GainsEntry {
                character,
                experience: gains.experience,
                tokens: gains.tokens,
                checkmarks: gains.checkmarks.unwrap_or(0),
                others: Vec::new(),
            })
        });
    }
    entries
}

/// Returns the entries that an ended scenario brings a party; `None` if it has not ended. A random
/// dungeon brings its gains only, as the campaign does not move on (S17.1).
pub fn entries_of(
    roster: Roster<'_>,
    game: &Game,
    record_check: Option<u32>,
) -> Option<Vec<Action>> {
    let (summary, names) = (game.summary()?, game.position().names());
    Some(match game.position().dungeon() {
        None => offered_entries(roster, &summary, names, record_check),
        Some(_) => dungeon_entries(roster, &summary, names, record_check),
    })
}

/// Returns the text of a note for the record of a scenario: the party that took its gains, and the
/// check of the last line of the campaign's record.
pub fn scenario_note(party: &Name, campaign_check: u32) -> String {
    format!("{NOTE_START}{party}{NOTE_MIDDLE}{campaign_check:08x}.")
}

/// The words of a note before and behind the name of the party.
const NOTE_START: &str = "Recorded for ";
const NOTE_MIDDLE: &str = " in the campaign with the check ";

/// Returns the party and the check of a note that [`scenario_note`] wrote.
fn noted(note: &str) -> Option<(Name, u32)> {
    let (party, check) = note.strip_prefix(NOTE_START)?.rsplit_once(NOTE_MIDDLE)?;
    let check = u32::from_str_radix(check.trim_end_matches('.'), 16).ok()?;
    Some((Name::new(party), check))
}
