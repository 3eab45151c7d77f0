//! `ahead`: checks whether a solo player can still complete every building on the map.

use std::path::Path;

use super::answer::{Answer, Answered};
use super::record::Record;
use notation::print_action;
use plain_text::{agreeing, counted, listed};
use rules::action::Action;
use rules::game::Game;
use simulate::lookahead::{CanBeDone, Limit, Why, look_ahead};

pub(super) fn answer(path: &Path, at: Option<usize>, plays: usize) -> Answered {
    let (record, at) = Record::open_at(path, at)?;
    let game = record.game_at(at);
    // The search runs until the limit of actions; no window can cancel it.
    let limit = Limit { plays, seed: 0, stop: &|| false };
    let found = look_ahead(&game, &limit);
    Ok(record.finish(match found {
        None => Answer::unusable(format!(
            "after entry {at} no solo game is under way; looking ahead is for solo games"
        )),
        Some(found) => Answer::lines(lines(&game, &found)),
    }))
}

fn lines(game: &Game, found: &CanBeDone) -> Vec<String> {
    match found {
        CanBeDone::Line(line) if line.is_empty() => {
            vec!["Every building on the map is complete.".to_owned()]
        }
        CanBeDone::Line(line) => {
            let head = counted(line.len(), "action", "actions");
            let mut lines = vec![format!(
                "It can be done, in {head}, if no further adviser or proposal is drawn:"
            )];
            lines.extend(numbered_actions(game, line));
            lines
        }
        CanBeDone::Impossible(why) => vec![
            "It cannot be done, if no further adviser or proposal is drawn.".to_owned(),
            reason(game, why),
        ],
        CanBeDone::NotFound { plays } => vec![format!(
            "Nothing was found within {}; that proves nothing either way.",
            counted(*plays, "action tried", "actions tried")
        )],
    }
}

fn reason(game: &Game, why: &Why) -> String {
    match why {
        Why::TooFewTurns { missing, turns, tiles } => {
            let names: Vec<String> = missing
                .iter()
                .map(|&resource| game.contents().resource_name(resource).to_owned())
                .collect();
            format!(
                "{} of {} {} to be laid, and the {} left lay {tiles} at the most.",
                counted(missing.len(), "tile", "tiles"),
                listed(&names),
                agreeing(missing.len(), "has", "have"),
                counted(*turns, "turn", "turns"),
            )
        }
        Why::Exhausted { plays } => {
            format!("Every way to play on was tried: {}.", counted(*plays, "action", "actions"))
        }
    }
}

/// Returns the actions of a line in notation, numbered.
fn numbered_actions(game: &Game, line: &[Action]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut game = game.clone();
    for action in line {
        let (Ok(there), number) = (game.without_deals(), lines.len() + 1) else {
            break;
        };
        lines.push(format!("  {number:>3}  {}", print_action(&there, action)));
        match there.play(action) {
            Ok(played) => game = played.game,
            Err(_) => break,
        }
    }
    lines
}
