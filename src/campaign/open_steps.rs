//! The steps that are still open, in words, each with the line that settles it.

use campaign_rules::due::Due;
use campaign_rules::{Campaign, Rule, Ruling};
use plain_text::{capitalized, counted};

/// Returns the open steps of a campaign, those that may be left out last.
///
/// ```
/// use campaign::action::parse_action;
/// use campaign::open_steps::open_steps;
/// use campaign_rules::Game;
///
/// let game = ["open class Brute", "character Anna: Brute, level 1", "correct checkmarks Anna: 2"]
///     .into_iter()
///     .try_fold(Game::default(), |game, line| {
///         let action = parse_action(line).expect("it is an action");
///         game.play(&action)
///     })
///     .expect("the rules allow it");
/// let steps = open_steps(game.campaign());
/// assert!(steps.contains(&"Anna: one checkmark more makes a perk (S14.2)".to_owned()));
/// ```
pub fn open_steps(campaign: &Campaign) -> Vec<String> {
    let mut due = campaign.due();
    due.sort_by_key(Due::is_optional);
    due.iter().map(|due| capitalized(&due_words(due))).collect()
}

/// Returns an open step in words, with its rule and the line that settles it.
pub fn due_words(due: &Due) -> String {
    let (words, number) = (due_step(due), due_number(due));
    match due_line(due) {
        Some(line) => format!("{words}: \"{line}\" ({number})"),
        None => format!("{words} ({number})"),
    }
}

/// Returns an open step in words, without its rule.
pub fn due_step(due: &Due) -> String {
    match due {
        Due::RoadEvent { party } => format!("{party}: a road event is due"),
        Due::Gains { party, character, scenario } => {
            format!("{party}: the gains of {character} in scenario {scenario} are missing")
        }
        Due::Perks { character, count } => {
            let perks = counted(count, "perk is", "perks are");
            format!("{character}: {perks} to take")
        }
        Due::Card { character, most } => {
            format!("{character}: a card of level {most} at most is to choose")
        }
        Due::Level { character, level } => {
            format!("{character}: level {level} can be taken in the town")
        }
        Due::Rise { character, to } => {
            format!("{character}: may rise to level {to}, as the town has that prosperity")
        }
        Due::Checkmarks { character, missing: 1 } => {
            format!("{character}: one checkmark more makes a perk")
        }
        Due::Checkmarks { character, missing } => {
            let more = counted(missing, "checkmark", "checkmarks");
            format!("{character}: {more} more make a perk")
        }
        Due::Retirement { character } => {
            format!("{character}: the quest is fulfilled, so it retires in the town")
        }
        Due::Quest { character } => {
            format!("{character}: has no personal quest, and never retires without one")
        }
        Due::CityEvent { party } => format!("{party}: may have a city event on this visit"),
        Due::Envelope { envelope } => format!("envelope {envelope} opens"),
        Due::ReputationEnvelope { mark } => {
            format!("reputation {} was reached, which opens an envelope", mark.0)
        }
        Due::FirstRetirement => {
            "the first character has retired, which opens an envelope or book".to_owned()
        }
        Due::DonationTrack => {
            "the sums at which donations bring prosperity are on the board".to_owned()
        }
        Due::ClassEvents { class, is_retirement } => {
            let when = if *is_retirement { "first retirement" } else { "unlocking" };
            format!("the {class}: the event of its {when} is on its mat")
        }
        Due::HitPoints { class } => format!("the {class}: its hit points are unknown"),
    }
}

/// Returns the number of the rule or ruling behind an open step.
pub const fn due_number(due: &Due) -> &'static str {
    match due {
        Due::RoadEvent { .. } => Rule::Traveling.number(),
        Due::Gains { .. } => Rule::ScenarioGains.number(),
        Due::Perks { .. } | Due::Card { .. } | Due::HitPoints { .. } => Rule::LevelSteps.number(),
        Due::Level { .. } | Due::Rise { .. } => Rule::Levels.number(),
        Due::Checkmarks { .. } => Rule::CheckmarkPerks.number(),
        Due::Retirement { .. } | Due::ClassEvents { .. } => Rule::Quests.number(),
        Due::Quest { .. } => Rule::NewCharacters.number(),
        Due::CityEvent { .. } => Rule::EventCards.number(),
        Due::Envelope { .. } | Due::ReputationEnvelope { .. } | Due::FirstRetirement => {
            Rule::Envelopes.number()
        }
        Due::DonationTrack => Ruling::Thresholds.number(),
    }
}

/// Returns an example of the line that settles an open step; `None` where the step says enough.
fn due_line(due: &Due) -> Option<String> {
    Some(match due {
        Due::RoadEvent { party } => format!("road {party}: 12 A, removed"),
        Due::Gains { character, .. } => format!("gains {character}: 7 experience, 4 tokens"),
        Due::Perks { character, .. } => format!("perk {character}: …"),
        Due::Card { character, most } => format!("card {character}: …, level {most}"),
        Due::Retirement { character } => format!("retire {character}: envelope …"),
        Due::Envelope { envelope } => format!("envelope {envelope}"),
        Due::ReputationEnvelope { mark } => format!("envelope …: reputation {}", mark.0),
        Due::FirstRetirement => "envelope Town Records: first retirement".to_owned(),
        Due::DonationTrack => "donation track 100 150 …".to_owned(),
        Due::ClassEvents { class, is_retirement } => {
            let word = if *is_retirement { "retirement" } else { "opening" };
            format!("class {class}: {word} event …")
        }
        Due::HitPoints { class } => format!("class {class}: hit points …"),
        Due::Level { .. }
        | Due::Rise { .. }
        | Due::Checkmarks { .. }
        | Due::Quest { .. }
        | Due::CityEvent { .. } => return None,
    })
}
