//! Games, tiles and causes in the words of the table.

use std::collections::BTreeMap;

use super::json::{Gains, Status};
use crate::rules::action::{Owner, TileRef};
use crate::rules::game::{Game, Played};
use crate::rules::moves::Outlook;
use crate::rules::player::{ByPlayer, PlayerId};
use crate::rules::quantity::Money;
use crate::rules::receipt::{Cause, Change, Quantity, Shortage};

/// A player by race; by name before it is chosen, or if a position gives a race to two players.
pub(super) fn label(game: &Game, player: PlayerId) -> String {
    let race = game.race(player);
    let shared = |other| other != player && game.race(other) == race;
    match race {
        Some(race) if !game.players().any(shared) => game.contents().race_name(race).to_owned(),
        _ => game.player_name(player).to_owned(),
    }
}

pub(super) fn owner(game: &Game, owner: Owner) -> String {
    match owner {
        Owner::Neutral => "neutral".to_owned(),
        Owner::Player(player) => label(game, player),
    }
}

pub(super) fn tile(game: &Game, tile: TileRef) -> String {
    let name = game.contents().resource_name(tile.resource);
    format!("{name} {}", tile.footprint)
}

pub(super) fn status(game: &Game) -> Status {
    if game.winner().is_some() {
        Status::Finished
    } else if game.in_setup() {
        Status::Setup
    } else {
        Status::Playing
    }
}

/// "1 house", "2 houses".
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "A", "A and B", "A, B and C".
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An amount with its sign and unit: "+$3", "-1 lasting influence".
pub(super) fn amount(what: Quantity, by: i32) -> String {
    let sign = if by < 0 { '-' } else { '+' };
    let size = by.unsigned_abs();
    match what {
        Quantity::Money => format!("{sign}${size}"),
        Quantity::Points if size == 1 => format!("{sign}1 point"),
        Quantity::Points | Quantity::Fleeting | Quantity::Lasting | Quantity::Income => {
            format!("{sign}{size} {}", what.name())
        }
    }
}

/// Why a number changed, to stand after the amount.
pub(super) fn cause(game: &Game, change: &Change) -> String {
    let contents = game.contents();
    let size = change.by.unsigned_abs() as usize;
    match change.cause {
        Cause::Setup => "at the start".to_owned(),
        Cause::RecruitCost(adviser) | Cause::RecruitReward(adviser) => {
            format!("for recruiting {}", contents.adviser_name(adviser))
        }
        Cause::ImportCost(resource) => {
            format!("for importing {}", contents.resource_name(resource))
        }
        Cause::AccessPrice(of) => format!("for access to {}", tile(game, of)),
        Cause::BuildCost(resource) => format!("for building {}", contents.resource_name(resource)),
        Cause::HouseCost => "for a house".to_owned(),
        Cause::BridgeCost => "for a bridge or gate".to_owned(),
        Cause::FirstTile(resource) => {
            format!("for the first {} tile", contents.resource_name(resource))
        }
        Cause::BasicAction => "as a basic action".to_owned(),
        Cause::CardText(card) => format!("by the text of {}", contents.card_name(card)),
        Cause::RaceText => "by the text of the race mat".to_owned(),
        Cause::BuildingText(building) => {
            format!("by the text of {}", contents.building_name(building))
        }
        Cause::Income => format!("as income of {}", change.by),
        Cause::Houses => format!("for {}, with the income", counted(size, "house", "houses")),
        Cause::VoteBonus => "as a bonus for a card left in hand".to_owned(),
        Cause::AfterVote => "given back after the vote".to_owned(),
        Cause::Payout => "from the payout".to_owned(),
        Cause::FinalLasting => format!("at the end, for {size} lasting influence"),
        Cause::FinalMoney => format!("at the end, for {size} times $4"),
        Cause::Referee => "set right by the referee".to_owned(),
        Cause::Position => "laid out as a position".to_owned(),
    }
}

pub(super) fn shortage(game: &Game, shortage: Shortage) -> String {
    let what = match shortage {
        Shortage::ClaimTokens(player) => format!("claim tokens of {}", label(game, player)),
        Shortage::DeliveryTokens(player) => format!("delivery tokens of {}", label(game, player)),
        Shortage::Roads => "road tiles".to_owned(),
        Shortage::Money => "money".to_owned(),
        Shortage::Fleeting => "fleeting influence tokens".to_owned(),
        Shortage::Lasting => "lasting influence tokens".to_owned(),
        Shortage::CompletionTokens => "completion tokens".to_owned(),
    };
    format!("the box holds fewer {what}; use anything else in their place")
}

/// What every player gains by an action, and what else comes of it.
pub(super) fn gains(played: &Played) -> Gains {
    let game = &played.game;
    let outlook = Outlook::of(played);
    let contents = game.contents();
    let deliveries = outlook.deliveries.iter().map(|&(resource, building)| {
        let (resource, building) = (
            contents.resource_name(resource),
            contents.building_name(building),
        );
        format!("{resource} to {building}")
    });
    let completed = outlook
        .completed
        .iter()
        .map(|&b| contents.building_name(b).to_owned());
    Gains {
        points: by_label(game, &outlook.points, |points| points.0),
        money: by_label(game, &outlook.money, |money| money.0),
        lost: outlook.lost.0,
        deliveries: deliveries.collect(),
        completed: completed.collect(),
    }
}

/// Numbers that are not 0, under the players' names.
fn by_label<T: Copy>(
    game: &Game,
    values: &ByPlayer<T>,
    number: impl Fn(T) -> i32,
) -> BTreeMap<String, i32> {
    let all = game
        .players()
        .map(|player| (label(game, player), number(values[player])));
    all.filter(|&(_, number)| number != 0).collect()
}

/// What the one who acts pays for an action, whatever comes back.
pub(super) fn cost(played: &Played) -> Money {
    use crate::rules::receipt::Event;
    let payer = played.action.deed.player();
    let mut cost = Money::ZERO;
    for event in &played.events {
        if let Event::Change(change) = event
            && change.what == Quantity::Money
            && Some(change.player) == payer
            && change.by < 0
        {
            cost += Money(change.by.saturating_neg());
        }
    }
    cost
}

/// Gains in one line; empty if there are none.
pub(super) fn gains_line(gains: &Gains) -> String {
    let mut parts = Vec::new();
    for (who, &by) in &gains.points {
        parts.push(format!("{who} {}", amount(Quantity::Points, by)));
    }
    for (who, &by) in &gains.money {
        parts.push(format!("{who} {}", amount(Quantity::Money, by)));
    }
    if gains.lost != 0 {
        parts.push(format!("{} lost to neutral", gains.lost));
    }
    parts.extend(
        gains
            .deliveries
            .iter()
            .map(|what| format!("delivers {what}")),
    );
    parts.extend(
        gains
            .completed
            .iter()
            .map(|what| format!("completes {what}")),
    );
    parts.join("; ")
}
