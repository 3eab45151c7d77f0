//! `receipt`: everything that one entry set off, every change with its cause.

use std::path::Path;

use super::answer::Answer;
use super::json;
use super::record::Record;
use super::words;
use crate::notation::print_action;
use crate::rules::game::{Game, Played};
use crate::rules::receipt::{Count, Event, PartTo, Payout, Use};

pub(super) fn answer(path: &Path, n: usize, json: bool) -> Answer {
    let record = match Record::open(path) {
        Ok(record) => record,
        Err(no) => return no.into(),
    };
    if let Err(answer) = record.place(Some(n)) {
        return answer;
    }
    let journal = &record.journal;
    let id = journal.on_main_line(n);
    let action = id.and_then(|id| journal.entry(id).action());
    let before = n.checked_sub(1).and_then(|before| journal.game_at(before));
    let (Some(action), Some(before)) = (action, before) else {
        let note = "entries are numbered from 1; before the first one nothing was played";
        return record.finish(Answer::unusable(note));
    };
    // It was played when the record was read.
    let played = match before.play(action) {
        Ok(played) => played,
        Err(refusal) => return record.finish(Answer::unusable(refusal.to_string())),
    };
    let text = print_action(&before, action);
    record.finish(if json {
        Answer::data(&data(n, text, &played))
    } else {
        let mut lines = vec![format!("{n}. {text}")];
        lines.extend(
            played
                .events
                .iter()
                .flat_map(|event| event_lines(&played.game, event)),
        );
        if played.events.is_empty() {
            lines.push("  sets off nothing".to_owned());
        }
        Answer::text(lines.join("\n"))
    })
}

/// One event in words; a payout takes several lines.
fn event_lines(game: &Game, event: &Event) -> Vec<String> {
    if let Event::Payout(payout) = event {
        let mut lines = Vec::new();
        payout_lines(&payout_data(game, payout), 1, &mut lines);
        return lines;
    }
    let contents = game.contents();
    let line = match event {
        Event::Change(change) => format!(
            "{}: {} {}",
            words::label(game, change.player),
            words::amount(change.what, change.by),
            words::cause(game, change),
        ),
        Event::Delivered {
            building,
            resource,
            tile,
            owner,
        } => {
            let building = contents.building_name(*building);
            if let Some(tile) = tile {
                let (tile, owner) = (words::tile(game, *tile), words::owner(game, *owner));
                format!("{owner} delivers {tile} to {building}")
            } else {
                let resource = contents.resource_name(*resource);
                format!("{resource}, being neutral, is delivered to {building} for no points")
            }
        }
        Event::Completed(building) => {
            format!("{} is completed", contents.building_name(*building))
        }
        Event::Counted(count) => vote_line(game, count),
        other => remark(game, other).unwrap_or_default(),
    };
    vec![format!("  {line}")]
}

fn vote_line(game: &Game, count: &Count) -> String {
    let votes = votes(game, count);
    let totals = votes
        .totals
        .iter()
        .map(|total| format!("{} {}", total.building, total.votes));
    let strengths = votes
        .strengths
        .iter()
        .map(|(who, strength)| format!("{who} {strength}"));
    format!(
        "votes: {}; committed, 1 for everybody included: {}",
        totals.collect::<Vec<_>>().join(", "),
        strengths.collect::<Vec<_>>().join(", "),
    )
}

/// A payout as an indented tree.
fn payout_lines(payout: &json::Payout, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    lines.push(format!(
        "{indent}{} of {}, {}: {}",
        payout.tile,
        payout.owner,
        payout.used,
        sum(payout)
    ));
    for part in &payout.parts {
        part_lines(part, depth + 1, lines);
    }
}

fn part_lines(part: &json::Part, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let (resource, value) = (&part.resource, part.value);
    let source = part.source.as_deref().unwrap_or_default();
    let line = match (part.to, &part.payout) {
        (json::To::Paid, Some(payout)) => {
            format!(
                "{value} for {resource} to {} for {source}: {}",
                payout.owner,
                sum(payout)
            )
        }
        (json::To::Own, Some(payout)) if payout.parts.is_empty() => {
            format!("{value} for {resource} stay, from the own {source}")
        }
        (json::To::Own, Some(payout)) => {
            format!(
                "{value} for {resource} stay, from the own {source}; of these {}, counted above",
                sum(payout)
            )
        }
        (json::To::Neutral, _) => format!("{value} for {resource} lost to the neutral {source}"),
        (json::To::Nobody | json::To::Paid | json::To::Own, _) => {
            format!("{value} for {resource} lost, for no tile qualifies as a source")
        }
    };
    lines.push(format!("{indent}{line}"));
    for part in part.payout.iter().flat_map(|payout| &payout.parts) {
        part_lines(part, depth + 1, lines);
    }
}

fn sum(payout: &json::Payout) -> String {
    let json::Payout {
        gross,
        paid_on,
        lost,
        kept,
        ..
    } = payout;
    format!("{gross} gross = {paid_on} paid on + {lost} lost to neutral + {kept} kept")
}

fn data(n: usize, text: String, played: &Played) -> json::Receipt {
    let game = &played.game;
    let contents = game.contents();
    let mut receipt = json::Receipt {
        n,
        text,
        changes: Vec::new(),
        payouts: Vec::new(),
        deliveries: Vec::new(),
        completed: Vec::new(),
        votes: None,
        remarks: Vec::new(),
    };
    for event in &played.events {
        match event {
            Event::Change(change) => receipt.changes.push(json::Change {
                player: words::label(game, change.player),
                what: change.what.name().to_owned(),
                by: change.by,
                cause: words::cause(game, change),
            }),
            Event::Payout(payout) => receipt.payouts.push(payout_data(game, payout)),
            Event::Delivered {
                building,
                resource,
                tile,
                owner,
            } => receipt.deliveries.push(json::Delivery {
                building: contents.building_name(*building).to_owned(),
                resource: contents.resource_name(*resource).to_owned(),
                tile: tile.map(|tile| words::tile(game, tile)),
                owner: words::owner(game, *owner),
            }),
            Event::Completed(building) => {
                receipt
                    .completed
                    .push(contents.building_name(*building).to_owned());
            }
            Event::Counted(count) => receipt.votes = Some(votes(game, count)),
            other => receipt.remarks.extend(remark(game, other)),
        }
    }
    receipt
}

fn votes(game: &Game, count: &Count) -> json::Votes {
    let totals = count.totals.iter().map(|&(building, votes)| json::Total {
        building: game.contents().building_name(building).to_owned(),
        votes,
    });
    let strengths = game
        .players()
        .map(|p| (words::label(game, p), count.strengths[p]));
    json::Votes {
        totals: totals.collect(),
        strengths: strengths.collect(),
    }
}

/// What has no numbers to show, in words.
fn remark(game: &Game, event: &Event) -> Option<String> {
    let contents = game.contents();
    Some(match event {
        Event::FitsNowhere(building) => {
            let name = contents.building_name(*building);
            format!("{name} fits nowhere and leaves the game")
        }
        Event::SameType(building) => {
            let name = contents.building_name(*building);
            format!("{name} is of the type of another proposal and goes on top of the deck")
        }
        Event::Reshuffled => "the discarded proposals are shuffled into a new deck".to_owned(),
        Event::OnOffer(adviser) => format!("{} is on offer", contents.adviser_name(*adviser)),
        Event::CardsBack(player, cards) => {
            let names: Vec<String> = cards
                .iter()
                .map(|&card| contents.card_name(card).to_owned())
                .collect();
            let names = if names.is_empty() {
                "nothing".to_owned()
            } else {
                words::listed(&names)
            };
            format!("{} takes back {names}", words::label(game, *player))
        }
        Event::RunsOut(shortage) => words::shortage(game, *shortage),
        Event::Finished { winner, tied } => {
            let names: Vec<String> = tied
                .iter()
                .map(|&player| words::label(game, player))
                .collect();
            let winner = words::label(game, *winner);
            if names.len() > 1 {
                let names = words::listed(&names);
                format!(
                    "the game is over: {names} are tied, and {winner} is nearest the active player"
                )
            } else {
                format!("the game is over: {winner} wins")
            }
        }
        Event::Change(_)
        | Event::Payout(_)
        | Event::Delivered { .. }
        | Event::Completed(_)
        | Event::Counted(_) => return None,
    })
}

fn payout_data(game: &Game, payout: &Payout) -> json::Payout {
    let used = match payout.used {
        Use::Build(tile) => format!("used to build {}", words::tile(game, tile)),
        Use::Delivery(building) => {
            format!("delivered to {}", game.contents().building_name(building))
        }
        Use::Prerequisite(tile) => format!("used by {}", words::tile(game, tile)),
    };
    let parts = payout.parts.iter().map(|part| {
        let (to, source, payout) = match &part.to {
            PartTo::Paid(payout) => (json::To::Paid, Some(payout.tile), Some(payout)),
            PartTo::Own(payout) => (json::To::Own, Some(payout.tile), Some(payout)),
            PartTo::Lost(tile) => (json::To::Neutral, Some(*tile), None),
            PartTo::NoSource => (json::To::Nobody, None, None),
        };
        json::Part {
            resource: game.contents().resource_name(part.resource).to_owned(),
            value: part.value.0,
            to,
            source: source.map(|tile| words::tile(game, tile)),
            payout: payout.map(|payout| payout_data(game, payout)),
        }
    });
    json::Payout {
        tile: words::tile(game, payout.tile),
        owner: words::owner(game, payout.owner),
        used,
        gross: payout.gross.0,
        paid_on: payout.paid_on.0,
        lost: payout.lost.0,
        kept: payout.kept.0,
        parts: parts.collect(),
    }
}
