//! `ahead`: checks whether a solo player can still complete every building on the map.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::record::Record;
use notation::print_action;
use plain_text::{agreeing, counted, listed};
use rules::action::Action;
use rules::game::Game;
use simulate::lookahead::{Feasibility, ImpossibleReason, SearchLimit, look_ahead};

pub(super) fn answer(path: &Path, at: Option<usize>, plays: usize) -> CommandResult {
    let (record, at) = Record::open_at(path, at)?;
    let game = record.game_at(at);
    // The search runs until the limit of actions; no window can cancel it.
    let limit = SearchLimit { plays, seed: 0, stop: &|| false };
    let found = look_ahead(&game, &limit);
    Ok(record.with_record_notes(match found {
        None => CommandOutput::unusable(format!(
            "after entry {at} no solo game is under way; looking ahead is for solo games"
        )),
        Some(found) => CommandOutput::lines(lines(&game, &found)),
    }))
}

fn lines(game: &Game, found: &Feasibility) -> Vec<String> {
    match found {
        Feasibility::Line(line) if line.is_empty() => {
            vec!["Every building on the map is complete.".to_owned()]
        }
        Feasibility::Line(line) => {
            let head = counted(line.len(), "action", "actions");
            let mut lines = vec![format!(
                "It can be done, in {head}, if no further adviser or proposal is drawn:"
            )];
            lines.extend(numbered_actions(game, line));
            lines
        }
        Feasibility::Impossible(why) => vec![
            "It cannot be done, if no further adviser or proposal is drawn.".to_owned(),
            reason(game, why),
        ],
        Feasibility::NotFound { plays } => vec![format!(
            "Nothing was found within {}; that proves nothing either way.",
            counted(*plays, "action tried", "actions tried")
        )],
    }
}

fn reason(game: &Game, why: &ImpossibleReason) -> String {
    match why {
        ImpossibleReason::TooFewTurns { missing, turns, tiles } => {
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
        ImpossibleReason::Exhausted { plays } => {
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
