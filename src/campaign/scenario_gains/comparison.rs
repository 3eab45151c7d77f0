//! The comparison of a campaign with the record of a scenario: whether the campaign took its gains,
//! from which state of it, and what differs.

use std::collections::BTreeMap;

use campaign_rules::action::{Action, GainsEntry, ScenarioResult};
use campaign_rules::{Campaign, Name};
use plain_text::counted;
use record::RecordForm;
use scenario_rules::ending::{Ending, ScenarioSummary};
use scenario_rules::names::{FigureId, Names};

use super::dungeon::TakenDungeon;
use super::{Roster, noted};
use crate::record::{Record, action_at, played_actions};

enum_table::enum_table! {
    /// A number among the gains of a character.
    pub enum GainAmount {
        /// Returns the word for one.
        one: &'static str,
        /// Returns the word for several.
        many: &'static str,
    }

    Experience = "experience", "experience";
    Tokens = "token", "tokens";
    Gold = "gold", "gold";
    Checkmarks = "checkmark", "checkmarks";
}

/// The state of a scenario's record from which a campaign took its gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenState {
    /// The record as it is now.
    Current,
    /// An earlier state of it.
    Earlier {
        /// The number of its last entry then.
        entry: usize,
        /// The number of its last entry now.
        last: usize,
    },
}

/// A difference between a campaign and the record of the scenario as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum GainDifference {
    /// The scenario has not ended in its record.
    NotEnded,
    /// The end differs.
    Ending { campaign: Ending, scenario: Ending },
    /// The level differs.
    Level { campaign: u8, scenario: u8 },
    /// A number of a character differs.
    Amount { character: Name, of: GainAmount, campaign: u16, scenario: u16 },
    /// The campaign has not recorded the gains of a character.
    Missing { character: Name },
    /// The campaign has recorded gains of a character that did not play.
    NotPlayed { character: Name },
    /// A character died in one of the two only.
    Death { character: Name, in_campaign: bool },
}

/// The end of a scenario in a campaign that names a state of the scenario's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenGains {
    /// The number of the entry in the campaign.
    pub entry: usize,
    /// The party.
    pub party: Name,
    /// The state that it names.
    pub state: TakenState,
    /// The differences to the scenario as it is now.
    pub differences: Vec<GainDifference>,
}

/// A note in the record of a scenario that names a state of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedCampaign {
    /// The number of the entry in the scenario.
    pub entry: usize,
    /// The party.
    pub party: Name,
    /// The number of the campaign's last entry then; `None` if this campaign never had that state.
    pub campaign_entry: Option<usize>,
}

/// The comparison of a campaign with the record of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GainsComparison {
    /// The ends that name the scenario; empty if the campaign did not take its gains, and more than
    /// one if it took them more than once.
    pub taken: Vec<TakenGains>,
    /// The notes of the scenario about campaigns.
    pub noted: Vec<NotedCampaign>,
}

/// Compares the file of a campaign with that of a scenario; `None` if one of them cannot be read.
///
/// Each is read as far as it goes, and neither is needed to open the other.
pub fn compare(campaign: &[u8], scenario: &[u8]) -> Option<GainsComparison> {
    let record = crate::record::read_bytes(campaign).record?;
    let played = scenario::record::read_bytes(scenario).record?;
    let last = played.cursor();
    let game = played.game();
    let now = game.summary();
    let names = game.position().names();
    let mut taken = Vec::new();
    for entry in 1..=record.cursor() {
        let Some(end) = plain_action_at(&record, entry).and_then(TakenEnd::of) else { continue };
        let Some(prefix) = up_to_check(scenario, end.record_check()) else { continue };
        let then = scenario::record::read_bytes(prefix);
        let is_whole = then.form == Some(RecordForm::Log) && then.check == end.record_check();
        let Some(then) = then.record.filter(|_| is_whole) else { continue };
        let state = if scenario[prefix.len()..].trim_ascii().is_empty() {
            TakenState::Current
        } else {
            TakenState::Earlier { entry: then.cursor(), last }
        };
        let differences = match &now {
            None => vec![GainDifference::NotEnded],
            Some(now) => end.differences(&record, entry, now, names),
        };
        taken.push(TakenGains { entry, party: end.party().clone(), state, differences });
    }
    let mut notes = Vec::new();
    for entry in 1..=last {
        let Some(scenario_rules::Action::Note(note)) = scenario::record::action_at(&played, entry)
        else {
            continue;
        };
        let Some((party, check)) = noted(note) else { continue };
        let then = up_to_check(campaign, check).map(crate::record::read_bytes);
        let then = then.filter(|then| then.check == check).and_then(|then| then.record);
        let campaign_entry = then.map(|then| then.cursor());
        notes.push(NotedCampaign { entry, party, campaign_entry });
    }
    Some(GainsComparison { taken, noted: notes })
}

/// Returns a log up to the line with a check, the line included.
fn up_to_check(log: &[u8], check: u32) -> Option<&[u8]> {
    let mark = format!("~{check:08x}");
    let mut end = 0;
    for line in log.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if line.trim_ascii_end().ends_with(mark.as_bytes()) {
            return log.get(..end);
        }
    }
    None
}

/// Returns an action, without the reason of one that was overruled.
fn plain(action: &Action) -> &Action {
    match action {
        Action::Overruled { action, .. } => action,
        action => action,
    }
}

fn plain_action_at(record: &Record, entry: usize) -> Option<&Action> {
    action_at(record, entry).map(plain)
}

/// The record of a campaign about a character after a scenario.
enum RecordedResult<'a> {
    Gains(&'a GainsEntry),
    Death,
}

/// The end of a recorded scenario or random dungeon in a campaign.
#[derive(Clone, Copy)]
enum TakenEnd<'a> {
    Scenario(&'a ScenarioResult, u32),
    Dungeon(TakenDungeon<'a>),
}

impl<'a> TakenEnd<'a> {
    /// Reads an action; returns `None` if it names no record.
    fn of(action: &'a Action) -> Option<Self> {
        match action {
            Action::End(result) => Some(Self::Scenario(result, result.record_check?)),
            action => TakenDungeon::of(action).map(Self::Dungeon),
        }
    }

    const fn record_check(self) -> u32 {
        match self {
            Self::Scenario(_, check) => check,
            Self::Dungeon(of) => of.record_check,
        }
    }

    const fn party(self) -> &'a Name {
        match self {
            Self::Scenario(result, _) => &result.party,
            Self::Dungeon(of) => of.party,
        }
    }

    /// Returns the differences between what the campaign records from entry `end` on and the
    /// summary of the scenario.
    fn differences(
        self,
        record: &Record,
        end: usize,
        now: &ScenarioSummary,
        names: &Names,
    ) -> Vec<GainDifference> {
        let before = record.game_at(end - 1);
        let campaign = before.as_ref().map(campaign_rules::Game::campaign);
        let party = self.party();
        let roster = campaign.map_or(Roster::named(party), |of| Roster::of(of, party));
        let recorded = recorded_after(record, end, campaign, self);
        match self {
            Self::Scenario(result, _) => {
                differences(result, recorded, now, |of| roster.character(&names.figure_name(of)))
            }
            Self::Dungeon(of) => of.differences(roster, now, names, |character| {
                matches!(recorded.get(character), Some(RecordedResult::Death))
            }),
        }
    }
}

/// Returns the differences between the end of a scenario with the results recorded after it and
/// its summary. `character` names the character of a figure.
fn differences(
    result: &ScenarioResult,
    mut recorded: BTreeMap<Name, RecordedResult<'_>>,
    now: &ScenarioSummary,
    character: impl Fn(FigureId) -> Name,
) -> Vec<GainDifference> {
    let mut found = Vec::new();
    if result.ending != now.ending {
        found.push(GainDifference::Ending { campaign: result.ending, scenario: now.ending });
    }
    if result.level != now.level.level {
        found.push(GainDifference::Level { campaign: result.level, scenario: now.level.level });
    }
    for of in &now.characters {
        let character = character(of.figure);
        match recorded.remove(&character) {
            None => found.push(GainDifference::Missing { character }),
            Some(RecordedResult::Death) if of.is_dead => {}
            Some(RecordedResult::Death) => {
                found.push(GainDifference::Death { character, in_campaign: true });
            }
            Some(RecordedResult::Gains(_)) if of.is_dead => {
                found.push(GainDifference::Death { character, in_campaign: false });
            }
            Some(RecordedResult::Gains(gains)) => {
                let checkmarks = of.checkmarks.unwrap_or(0).into();
                for (amount, campaign, scenario) in [
                    (GainAmount::Experience, gains.experience, of.experience),
                    (GainAmount::Tokens, gains.tokens, of.tokens),
                    (GainAmount::Checkmarks, gains.checkmarks.into(), checkmarks),
                ] {
                    if campaign != scenario {
                        let (character, of) = (character.clone(), amount);
                        found.push(GainDifference::Amount { character, of, campaign, scenario });
                    }
                }
            }
        }
    }
    let others = recorded.into_iter().filter(|(_, of)| matches!(of, RecordedResult::Gains(_)));
    found.extend(others.map(|(character, _)| GainDifference::NotPlayed { character }));
    found
}

/// Returns what the record says about the characters that played, up to the next end of the party;
/// for a random dungeon, also up to its next dungeon. `campaign` is the state before the end.
fn recorded_after<'a>(
    record: &'a Record,
    end: usize,
    campaign: Option<&Campaign>,
    taken: TakenEnd<'_>,
) -> BTreeMap<Name, RecordedResult<'a>> {
    let party = taken.party();
    let is_next_end = |action: &Action| match (action, taken) {
        (Action::End(next), _) => next.party == *party,
        (action, TakenEnd::Dungeon(_)) => {
            TakenDungeon::of(action).is_some_and(|next| next.party == party)
        }
        _ => false,
    };
    let members: Vec<&Name> =
        campaign.into_iter().flat_map(|of| of.members(party)).map(|of| &of.name).collect();
    let mut recorded = BTreeMap::new();
    let following = played_actions(record).skip(end).map(plain);
    for action in following.take_while(|action| !is_next_end(action)) {
        match action {
            Action::Gains(gains) if members.contains(&&gains.character) => {
                recorded.entry(gains.character.clone()).or_insert(RecordedResult::Gains(gains));
            }
            Action::Die(character) if members.contains(&character) => {
                recorded.entry(character.clone()).or_insert(RecordedResult::Death);
            }
            _ => {}
        }
    }
    recorded
}

impl GainsComparison {
    /// Returns the comparison in words: a clause for each end and note, each with its differences.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.taken.iter().flat_map(TakenGains::words).collect();
        if self.taken.is_empty() {
            words.push("the campaign takes no gains of the scenario".to_owned());
        }
        if self.taken.len() > 1 {
            let times = counted(self.taken.len(), "time", "times");
            words.push(format!("the campaign takes the gains of the scenario {times}"));
        }
        words.extend(self.noted.iter().map(NotedCampaign::words));
        words
    }
}

impl TakenGains {
    fn words(&self) -> Vec<String> {
        let Self { entry, party, state, .. } = self;
        let taken = match state {
            TakenState::Current => format!("entry {entry} takes the gains of {party} as they are"),
            TakenState::Earlier { entry: then, last } => format!(
                "entry {entry} takes the gains of {party} as of entry {then} of the scenario, which \
                 has {last} now"
            ),
        };
        let differences = self.differences.iter().map(GainDifference::words);
        std::iter::once(taken).chain(differences).collect()
    }
}

impl GainDifference {
    /// Returns the difference in words.
    pub fn words(&self) -> String {
        match self {
            Self::NotEnded => "the scenario has not ended in its record".to_owned(),
            Self::Ending { campaign, scenario } => format!(
                "it is {} in the campaign and {} in the scenario",
                campaign.word(),
                scenario.word()
            ),
            Self::Level { campaign, scenario } => {
                format!("its level is {campaign} in the campaign and {scenario} in the scenario")
            }
            Self::Amount { character, of, campaign, scenario } => {
                let campaign = counted(campaign, of.one(), of.many());
                format!("{character} has {campaign} in the campaign and {scenario} in the scenario")
            }
            Self::Missing { character } => {
                format!("the gains of {character} are missing in the campaign")
            }
            Self::NotPlayed { character } => {
                format!("{character} takes gains and did not play in the scenario")
            }
            Self::Death { character, in_campaign: true } => {
                format!("{character} dies in the campaign alone")
            }
            Self::Death { character, in_campaign: false } => {
                format!("{character} dies in the scenario alone")
            }
        }
    }
}

impl NotedCampaign {
    fn words(&self) -> String {
        let Self { entry, party, campaign_entry } = self;
        match campaign_entry {
            Some(then) => {
                format!("entry {entry} of the scenario notes the gains of {party} in entry {then}")
            }
            None => format!(
                "entry {entry} of the scenario notes the gains of {party} in a campaign that this \
                 one is not"
            ),
        }
    }
}
