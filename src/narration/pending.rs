//! Pending decisions and the steps after them, in words.

use plain_text::{clauses, counted, listed};
use rules::action::RuleChoice;
use rules::game::Game;
use rules::player::PlayerId;
use rules::sub_action::TextSource;
use rules::task::{PendingDecision, Task, UpcomingStep};

use super::words;
use crate::NamedGame;

/// Describes every pending decision, separated by semicolons.
pub fn describe_all(named: NamedGame<'_>) -> String {
    describe(named, &named.game().pending())
}

/// Describes these pending decisions; without any, states that the game is over.
pub(super) fn describe(named: NamedGame<'_>, pending: &[PendingDecision]) -> String {
    if pending.is_empty() {
        return match named.game().loss() {
            Some(_) => "the game is lost".to_owned(),
            None => "the game is over".to_owned(),
        };
    }
    let texts: Vec<String> = pending.iter().map(|pending| describe_one(named, pending)).collect();
    clauses(&texts)
}

/// Describes one pending decision, as a sentence without its full stop.
pub fn describe_one(named: NamedGame<'_>, pending: &PendingDecision) -> String {
    let contents = named.game().contents();
    let who = pending.player.map(|player| named.label(player)).unwrap_or_default();
    match &pending.task {
        Task::DealProposals(count) => {
            format!("deal {}", counted(*count, "proposal", "proposals"))
        }
        Task::DealAdvisers(count) => format!("deal {}", counted(*count, "adviser", "advisers")),
        Task::ChooseRace => format!("{who} chooses a race"),
        Task::TakeResource => {
            let held =
                pending.player.map_or(0, |player| named.game().controls(player).iter().count());
            // Picks follow one another; only the number distinguishes them.
            let which = match held {
                0 => "a",
                1 => "a second",
                2 => "a third",
                _ => "another",
            };
            format!("{who} takes {which} resource card")
        }
        Task::PlaceStart => format!("{who} places the first stall"),
        Task::Turn if named.game().is_solo() && named.game().cards_to_play(PlayerId(0)) == 0 => {
            format!("{who} calls the vote")
        }
        Task::Turn => format!("{who} plays a card"),
        Task::Follow => match named.game().led_category() {
            Some(category) => format!("{who} may follow {}", category.name()),
            None => format!("{who} may follow Income with any follow action"),
        },
        Task::Roads(count) => format!("{who} may add {}", counted(*count, "road", "roads")),
        Task::Choose(question) => {
            let options = question.options.iter().map(|option| choice(named.game(), option.choice));
            format!("{who} chooses between {}", listed(&options.collect::<Vec<_>>()))
        }
        Task::Bonus(count) => format!("{who} takes {}", counted(*count, "bonus", "bonuses")),
        Task::Ballots => "all players vote".to_owned(),
        Task::Decide(tied) => {
            let tied: Vec<&str> = tied.iter().map(|&b| contents.building_name(b)).collect();
            format!("{who} breaks the tie between {}", listed(&tied))
        }
        Task::PlaceBuilding(building) => {
            format!("{who} places {}", contents.building_name(*building))
        }
        Task::DealAchievements => "choose one achievement of each deck".to_owned(),
        Task::Judge(achievement) => {
            format!("judge who fulfils {}", contents.achievement_name(*achievement))
        }
        Task::PayMarkers(price) => format!(
            "{who} pays off {} for {price} fleeting influence or their worth",
            counted(named.game().marked_buildings().count(), "neutral marker", "neutral markers")
        ),
        Task::Pick => format!("{who} picks a proposal"),
        Task::FillEvent => format!("{who} fills in the event card"),
    }
}

/// Describes the steps after the first pending decision, in a few words each.
pub fn describe_upcoming(named: NamedGame<'_>) -> Vec<String> {
    named.game().upcoming().iter().map(|coming| next(named, coming)).collect()
}

fn next(named: NamedGame<'_>, coming: &UpcomingStep) -> String {
    match coming {
        UpcomingStep::Follow(players) => {
            let players: Vec<String> = players.iter().map(|&player| named.label(player)).collect();
            format!("{} may follow", listed(&players))
        }
        UpcomingStep::ChooseRace(player) => format!("{} chooses a race", named.label(*player)),
        UpcomingStep::TakeResource(player) => {
            format!("{} takes a resource card", named.label(*player))
        }
        UpcomingStep::PlaceStart(player) => {
            format!("{} places the first stall", named.label(*player))
        }
        UpcomingStep::Turn(player) => format!("{} plays a card", named.label(*player)),
        UpcomingStep::ContinueText(player, source) => {
            let source = text_source(named.game(), *source);
            format!("{} goes on with {source}", named.label(*player))
        }
        UpcomingStep::Ballots => "all players vote".to_owned(),
        UpcomingStep::PlaceBuilding(building) => {
            format!("{} is placed", named.game().contents().building_name(*building))
        }
        UpcomingStep::DealAchievements => "achievements are chosen".to_owned(),
        UpcomingStep::PayMarkers => "neutral markers are paid off".to_owned(),
        UpcomingStep::Pick(player) => format!("{} picks a proposal", named.label(*player)),
        UpcomingStep::Reset => "cards and workers come back".to_owned(),
        UpcomingStep::OthersIncome => "the others collect income".to_owned(),
        UpcomingStep::OwnIncome(player) => format!("{} collects income", named.label(*player)),
        UpcomingStep::NewProposals => "new proposals".to_owned(),
        UpcomingStep::End => "the game ends".to_owned(),
    }
}

/// Returns the source of a text that is carried out: the name of a card or building, or "the race
/// mat".
pub(super) fn text_source(game: &Game, source: TextSource) -> String {
    match source {
        TextSource::Card(card) => game.contents().card_name(card).to_owned(),
        TextSource::Race => "the race mat".to_owned(),
        TextSource::Building(building) => game.contents().building_name(building).to_owned(),
    }
}

/// Describes a choice: "Metal D4 for Tools C2", "Cloth C7 to University".
pub fn choice(game: &Game, choice: RuleChoice) -> String {
    match choice {
        RuleChoice::Source { source, consumer } => {
            format!("{} for {}", words::tile(game, source), words::tile(game, consumer))
        }
        RuleChoice::Delivery { tile, building } => {
            format!("{} to {}", words::tile(game, tile), game.contents().building_name(building))
        }
    }
}
