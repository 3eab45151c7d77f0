//! `receipt`: all effects of one entry, every change with its cause.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::campaign::{self, OpenedCampaign};
use super::json;
use super::record::{NO_ENTRY, Record};
use super::wording;
use export::rejudged_lines;
use narration::receipt::{self, EffectLine};
use narration::{NamedGame, PlayerNaming};
use notation::print_action;
use rules::game::{Game, Played};
use rules::receipt::{Event, Payout, ShareRecipient, VoteCount};

pub(super) fn answer(path: &Path, n: usize, json: bool) -> CommandResult {
    if campaign::is_campaign(path) {
        return campaign::receipt(&OpenedCampaign::of(path)?, n, json);
    }
    let (record, _) = Record::open_at(path, Some(n))?;
    let journal = &record.journal;
    let id = journal.on_main_line(n);
    let Some((before, played)) = id.and_then(|id| journal::played(journal, id)) else {
        return Err(record.with_record_notes(CommandOutput::unusable(NO_ENTRY)));
    };
    let text = print_action(&before, &played.action);
    let rejudged = rejudged_lines(journal, n, PlayerNaming::Races).unwrap_or_default();
    Ok(record.with_record_notes(if json {
        let mut data = data(n, text, &played);
        data.remarks.extend(rejudged);
        CommandOutput::data(&data)
    } else {
        let mut lines = vec![format!("{n}. {text}")];
        for line in receipt::lines(&played, PlayerNaming::Races) {
            print(&line, 1, &mut lines);
        }
        let is_silent = played.events.is_empty() && rejudged.is_empty();
        lines.extend(rejudged.iter().map(|line| format!("  {line}")));
        if is_silent {
            lines.push("  sets off nothing".to_owned());
        }
        CommandOutput::lines(lines)
    }))
}

/// Adds a line with its children, indented by two spaces per level.
fn print(line: &EffectLine, depth: usize, lines: &mut Vec<String>) {
    lines.push(format!("{}{}", "  ".repeat(depth), line.text));
    for child in &line.children {
        print(child, depth + 1, lines);
    }
}

fn data(n: usize, text: String, played: &Played) -> json::Receipt {
    let game = &played.game;
    let contents = game.contents();
    let mut data = json::Receipt {
        n,
        text,
        changes: Vec::new(),
        payouts: Vec::new(),
        deliveries: Vec::new(),
        completed: Vec::new(),
        votes: None,
        remarks: Vec::new(),
    };
    for (event, line) in played.events.iter().zip(receipt::lines(played, PlayerNaming::Races)) {
        match event {
            Event::Change(change) => data.changes.push(json::Change {
                player: game.race_label(change.player),
                what: change.quantity.name().to_owned(),
                by: change.by,
                cause: wording::cause(game, change),
            }),
            Event::Payout(payout) => data.payouts.push(payout_data(game, payout)),
            Event::Delivered { building, resource, tile, owner } => {
                data.deliveries.push(json::Delivery {
                    building: contents.building_name(*building).to_owned(),
                    resource: contents.resource_name(*resource).to_owned(),
                    tile: tile.map(|tile| wording::tile(game, tile)),
                    owner: wording::owner(NamedGame::by_race(game), *owner),
                });
            }
            Event::Completed(building) => {
                data.completed.push(contents.building_name(*building).to_owned());
            }
            Event::Counted(count) => data.votes = Some(votes(game, count)),
            // Events without numbers become remarks.
            _ => data.remarks.push(line.text),
        }
    }
    data
}

fn votes(game: &Game, count: &VoteCount) -> json::Votes {
    json::Votes {
        totals: count
            .totals
            .iter()
            .map(|&(building, votes)| json::Total {
                building: game.contents().building_name(building).to_owned(),
                votes,
            })
            .collect(),
        strengths: game.players().map(|p| (game.race_label(p), count.strengths[p])).collect(),
    }
}

fn payout_data(game: &Game, payout: &Payout) -> json::Payout {
    let parts = payout.parts.iter().map(|part| {
        let (to, source, payout) = match &part.to {
            ShareRecipient::Paid(payout) => (json::To::Paid, Some(payout.tile), Some(payout)),
            ShareRecipient::Own(payout) => (json::To::Own, Some(payout.tile), Some(payout)),
            ShareRecipient::Lost(tile) => (json::To::Neutral, Some(*tile), None),
            ShareRecipient::NoSource => (json::To::Nobody, None, None),
        };
        json::Part {
            resource: game.contents().resource_name(part.resource).to_owned(),
            value: part.value.0,
            short: part.short.0,
            to,
            source: source.map(|tile| wording::tile(game, tile)),
            payout: payout.map(|payout| payout_data(game, payout)),
        }
    });
    json::Payout {
        tile: wording::tile(game, payout.tile),
        owner: wording::owner(NamedGame::by_race(game), payout.owner),
        used: wording::used(game, payout.used),
        gross: payout.gross.0,
        paid_on: payout.paid_on.0,
        lost: payout.lost.0,
        kept: payout.kept.0,
        parts: parts.collect(),
    }
}
