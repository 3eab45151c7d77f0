//! `moves`: the legal actions of the player to act, with their outcomes.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::json;
use super::record::Record;
use super::replay;
use super::wording;
use narration::PlayerNaming;
use notation::{learn_lines, print_action};
use plain_text::{clauses, counted, one_of, remarks};
use rules::game::Game;
use rules::moves::BallotRange;

pub(super) fn answer(path: &Path, at: Option<usize>, json: bool) -> CommandResult {
    let (record, at) = Record::open_at(path, at)?;
    let game = record.game_at(at);
    let moves = data(at, &game);
    Ok(record.with_record_notes(CommandOutput::json_or_lines(&moves, json, lines)))
}

fn data(at: usize, game: &Game) -> json::Moves {
    let found = game.moves();
    let moves = found
        .actions
        .iter()
        .filter_map(|action| {
            // Listed actions are always legal; a refused one would not belong in the list.
            let played = game.play(action).ok()?;
            Some(json::Move {
                text: print_action(game, action),
                cost: wording::cost(&played).0,
                gains: json::Gains::of(&played, PlayerNaming::Races),
            })
        })
        .collect();
    let unknown = game.facts_to_read(&found.unknown);
    json::Moves {
        at,
        owed: replay::pending(game),
        moves,
        face_down: found
            .face_down
            .iter()
            .map(|&card| game.contents().card_name(card).to_owned())
            .collect(),
        ballots: found.ballots.iter().map(|range| ballot(game, range)).collect(),
        unknown: unknown.iter().map(ToString::to_string).collect(),
        learn: learn_lines(game, &unknown),
        cut_short: found.is_incomplete,
    }
}

fn ballot(game: &Game, range: &BallotRange) -> json::Ballot {
    let proposals = game.proposals();
    json::Ballot {
        player: game.race_label(range.player),
        proposals: range
            .tiles
            .iter()
            .filter_map(|tile| {
                let building = game.contents().building_name(proposals[*tile as usize]?);
                Some((wording::vote_tile(*tile).to_owned(), building.to_owned()))
            })
            .collect(),
        fleeting: range.fleeting,
        lasting: range.lasting,
    }
}

fn lines(moves: &json::Moves) -> Vec<String> {
    let decision = if moves.owed.is_empty() {
        "nothing, the game is over".to_owned()
    } else {
        clauses(&moves.owed)
    };
    let mut lines = vec![format!("After entry {}, owed: {decision}", moves.at)];
    for ballot in &moves.ballots {
        let tiles = ballot.proposals.iter().map(|(tile, name)| format!("{tile} ({name})"));
        lines.push(format!(
            "  {} votes {}, with 0 to {} fleeting and 0 to {} lasting",
            ballot.player,
            one_of(&tiles.collect::<Vec<_>>()),
            ballot.fleeting,
            ballot.lasting,
        ));
    }
    // Limited, so that a few long moves do not push the other columns out of sight.
    let width =
        moves.moves.iter().map(|each| each.text.chars().count()).max().unwrap_or_default().min(60);
    for each in &moves.moves {
        let cost = format!("${}", each.cost);
        let gains = each.gains.line();
        lines.push(format!("  {:<width$}  {cost:>3}  {gains}", each.text).trim_end().to_owned());
    }
    if moves.moves.is_empty() && moves.ballots.is_empty() && !moves.owed.is_empty() {
        lines.push("  no decision to list: enter what came up on the table".to_owned());
    } else if !moves.moves.is_empty() {
        lines.push(counted(moves.moves.len(), "move", "moves"));
    }
    if !moves.face_down.is_empty() {
        lines.push(format!(
            "A card that goes face down may be named: {}",
            remarks(&moves.face_down)
        ));
    }
    if moves.cut_short {
        lines.push("A text couples several decisions; not every combination is listed".to_owned());
    }
    if !moves.unknown.is_empty() {
        lines.push(format!("More may be allowed; not known yet: {}", remarks(&moves.unknown)));
        lines.push("What is missing is settled by:".to_owned());
        lines.extend(moves.learn.iter().map(|line| format!("  {line}")));
    }
    lines
}
