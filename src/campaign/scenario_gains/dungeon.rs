//! The gains of a random dungeon, which a campaign takes as effects: it completes no scenario
//! (S17.1).

use campaign_rules::Name;
use campaign_rules::action::Action;
use campaign_rules::consequence::{Consequence, Recipient};
use scenario_rules::ending::{CharacterGains, Ending, ScenarioSummary};
use scenario_rules::names::Names;

use super::Roster;
use super::comparison::{GainAmount, GainDifference};

/// The words about the end, before the ending and before the check of the record.
const ENDING_START: &str = "a random dungeon is ";
const CHECK_START: &str = ", record ";

/// Returns the entries that record the gains of a random dungeon for a party.
pub(super) fn dungeon_entries(
    roster: Roster<'_>,
    summary: &ScenarioSummary,
    names: &Names,
    record_check: Option<u32>,
) -> Vec<Action> {
    let check = record_check.map_or_else(String::new, |check| format!("{CHECK_START}{check:08x}"));
    let ending = format!("{ENDING_START}{}{check}", summary.ending.word());
    let mut consequences = vec![Consequence::Words(ending)];
    let mut deaths = Vec::new();
    for gains in &summary.characters {
        let character = roster.character(&names.figure_name(gains.figure));
        if gains.is_dead {
            deaths.push(Action::Die(character));
            continue;
        }
        let [experience, gold, checkmarks] = amounts(gains);
        let of = Recipient::One(character);
        if experience > 0 {
            consequences.push(Consequence::Experience { of: of.clone(), amount: experience });
        }
        if gold > 0 {
            consequences.push(Consequence::Gold { of: of.clone(), amount: gold });
        }
        if let Some(amount) = i8::try_from(checkmarks).ok().filter(|amount| *amount > 0) {
            consequences.push(Consequence::Checkmarks { of, amount });
        }
    }
    let effects = Action::Consequences { party: Some(roster.party.clone()), consequences };
    std::iter::once(effects).chain(deaths).collect()
}

/// Returns the experience, gold and checkmarks of a character.
fn amounts(gains: &CharacterGains) -> [i16; 3] {
    let checkmarks = gains.checkmarks.unwrap_or(0).into();
    [gains.total_experience(), gains.gold(), checkmarks]
        .map(|of| i16::try_from(of).unwrap_or(i16::MAX).min(Consequence::MAX_AMOUNT))
}

/// The gains of a random dungeon in a campaign.
#[derive(Clone, Copy)]
pub(super) struct TakenDungeon<'a> {
    pub(super) party: &'a Name,
    /// The check of the record of the dungeon.
    pub(super) record_check: u32,
    ending: &'a str,
    consequences: &'a [Consequence],
}

impl<'a> TakenDungeon<'a> {
    /// Reads an action; returns `None` if it does not take the gains of a recorded dungeon.
    pub(super) fn of(action: &'a Action) -> Option<Self> {
        let Action::Consequences { party: Some(party), consequences } = action else {
            return None;
        };
        let Some(Consequence::Words(words)) = consequences.first() else {
            return None;
        };
        let (ending, check) = words.strip_prefix(ENDING_START)?.split_once(CHECK_START)?;
        let record_check = u32::from_str_radix(check, 16).ok()?;
        Some(Self { party, record_check, ending, consequences })
    }

    /// Returns the differences to the summary of the dungeon. `has_died` returns `true` for a
    /// character whose death the campaign records.
    pub(super) fn differences(
        self,
        roster: Roster<'_>,
        now: &ScenarioSummary,
        names: &Names,
        has_died: impl Fn(&Name) -> bool,
    ) -> Vec<GainDifference> {
        let mut found = Vec::new();
        let ending = Ending::ALL.into_iter().find(|ending| ending.word() == self.ending);
        if let Some(campaign) = ending.filter(|ending| *ending != now.ending) {
            found.push(GainDifference::Ending { campaign, scenario: now.ending });
        }
        for gains in &now.characters {
            let character = roster.character(&names.figure_name(gains.figure));
            let in_campaign = has_died(&character);
            if in_campaign != gains.is_dead {
                found.push(GainDifference::Death { character, in_campaign });
                continue;
            }
            if gains.is_dead {
                continue;
            }
            let kinds = [GainAmount::Experience, GainAmount::Gold, GainAmount::Checkmarks];
            let taken = self.amounts(&character);
            for ((of, campaign), scenario) in kinds.into_iter().zip(taken).zip(amounts(gains)) {
                if campaign != scenario {
                    let [campaign, scenario] =
                        [campaign, scenario].map(|of| u16::try_from(of).unwrap_or(0));
                    let character = character.clone();
                    found.push(GainDifference::Amount { character, of, campaign, scenario });
                }
            }
        }
        found
    }

    /// Returns the experience, gold and checkmarks that a character takes.
    fn amounts(self, character: &Name) -> [i16; 3] {
        let mut taken = [0; 3];
        for consequence in self.consequences {
            let (index, of, amount) = match consequence {
                Consequence::Experience { of, amount } => (0, of, *amount),
                Consequence::Gold { of, amount } => (1, of, *amount),
                Consequence::Checkmarks { of, amount } => (2, of, (*amount).into()),
                _ => continue,
            };
            if matches!(of, Recipient::Each) || *of == Recipient::One(character.clone()) {
                taken[index] += amount;
            }
        }
        taken
    }
}
