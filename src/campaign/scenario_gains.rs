//! The end of a scenario as entries of a campaign.
//!
//! Both records name each other by a check, and either opens without the other: the entry of the
//! end carries the check of the scenario's last line, and [`scenario_note`] is a note for the
//! record of the scenario with the check of the campaign's last line. [`compare`] says what the one
//! took from the other, and what differs.

mod comparison;

use campaign_rules::Name;
use campaign_rules::action::{Action, GainsEntry, ScenarioResult};
use scenario_rules::ending::ScenarioSummary;
use scenario_rules::names::Names;

pub use comparison::{
    GainAmount, GainDifference, GainsComparison, NotedCampaign, TakenGains, TakenState, compare,
};

/// Returns the entries that record the end of a scenario for a party: the end itself, then the
/// gains of each character that did not die. The table records the rewards as its text says.
///
/// `record_check` is the check of the last line of the scenario's record.
pub fn offered_entries(
    party: &Name,
    summary: &ScenarioSummary,
    names: &Names,
    record_check: Option<u32>,
) -> Vec<Action> {
    let result = ScenarioResult {
        party: party.clone(),
        ending: summary.ending,
        level: summary.level.level,
        record_check,
    };
    let mut entries = vec![Action::End(result)];
    for gains in &summary.characters {
        let character = Name::new(&names.figure_name(gains.figure));
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
