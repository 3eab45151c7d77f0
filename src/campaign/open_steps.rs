//! The steps that are still open, in words, each with the line that settles it.

use campaign_rules::Campaign;
use campaign_rules::due::Due;
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

/// Returns an open step in words, with its rule.
pub fn due_words(due: &Due) -> String {
    match due {
        Due::RoadEvent { party } => {
            format!("{party}: a road event is due, as in \"road {party}: 12 A, removed\" (S15.4)")
        }
        Due::Gains { party, character, scenario } => format!(
            "{party}: the gains of {character} in scenario {scenario} are missing, as in \"gains \
             {character}: 7 experience, 4 tokens\" (S12.2)"
        ),
        Due::Perks { character, count } => {
            let perks = counted(count, "perk is", "perks are");
            format!("{character}: {perks} to take, as in \"perk {character}: …\" (S16.2)")
        }
        Due::Card { character, most } => format!(
            "{character}: a card of level {most} at most is to choose, as in \"card {character}: \
             …, level {most}\" (S16.2)"
        ),
        Due::Level { character, level } => {
            format!("{character}: level {level} can be taken in the town (S14.1)")
        }
        Due::Rise { character, to } => {
            format!("{character}: may rise to level {to}, as the town has that prosperity (S14.1)")
        }
        Due::Checkmarks { character, missing: 1 } => {
            format!("{character}: one checkmark more makes a perk (S14.2)")
        }
        Due::Checkmarks { character, missing } => {
            let more = counted(missing, "checkmark", "checkmarks");
            format!("{character}: {more} more make a perk (S14.2)")
        }
        Due::Retirement { character } => format!(
            "{character}: the quest is fulfilled, so it retires in the town, as in \"retire \
             {character}: envelope …\" (S16.7)"
        ),
        Due::Quest { character } => {
            format!("{character}: has no personal quest, and never retires without one (S16.1)")
        }
        Due::CityEvent { party } => {
            format!("{party}: may have a city event on this visit (S15.5)")
        }
        Due::Envelope { envelope } => {
            format!("envelope {envelope} opens: \"envelope {envelope}\" (S15.7)")
        }
        Due::ReputationEnvelope { mark } => format!(
            "reputation {} was reached, which opens an envelope: \"envelope …: reputation {}\" \
             (S15.7)",
            mark.0, mark.0
        ),
        Due::FirstRetirement => "the first character has retired: \"envelope Town Records: first \
                                 retirement\" (S15.7)"
            .to_owned(),
        Due::DonationTrack => "the sums at which donations bring prosperity are on the board: \
                               \"donation track 100 150 …\" (G30)"
            .to_owned(),
        Due::ClassEvents { class, is_retirement } => {
            let (when, word) = if *is_retirement {
                ("first retirement", "retirement")
            } else {
                ("unlocking", "opening")
            };
            format!(
                "the {class}: the event of its {when} is on its mat: \"class {class}: {word} event \
                 …\" (S16.7)"
            )
        }
        Due::HitPoints { class } => format!(
            "the {class}: its hit points are unknown: \"class {class}: hit points …\" (S16.2)"
        ),
    }
}
