//! Players, tiles, amounts and causes in words.

use std::collections::BTreeMap;

use components::board::SquareKind;
use components::fact_id::FactId;
use components::ids::BuildingId;
use components::quantity::{Money, Quantity};
use components::specs::Difficulty;
use components::square::Square;
use plain_text::{agreeing, clauses, counted, listed, remarks};
use rules::achievements::AchievementProgress;
use rules::action::{Payment, VoteTile};
use rules::adjustment::{Owner, TileRef, WorkerPlace};
use rules::game::{Game, GameAchievement, Played};
use rules::illegal::Reason;
use rules::map::{Piece, PieceKind};
use rules::moves::ActionEffects;
use rules::player::{ByPlayer, Card};
use rules::receipt::{
    Cause, Event, Loss, PayoutPurpose, QuantityChange, Remark, Shortage, WarningTarget,
};
use rules::solo::{CYCLES, SoloState};

use super::{NamedGame, PlayerNaming, refusal};

/// Names an owner: a player, or "neutral".
pub fn owner(named: NamedGame<'_>, owner: Owner) -> String {
    match owner {
        Owner::Neutral => "neutral".to_owned(),
        Owner::Player(player) => named.label(player),
    }
}

/// Names a piece with its owner: "token of Human", "neutral token".
pub fn token(named: NamedGame<'_>, what: &str, owner: Owner) -> String {
    match owner {
        Owner::Neutral => format!("neutral {what}"),
        Owner::Player(player) => format!("{what} of {}", named.label(player)),
    }
}

/// Names a piece as [`token`] does; without an owner, by its name alone.
pub(super) fn owned(named: NamedGame<'_>, what: &str, owner: Option<Owner>) -> String {
    owner.map_or_else(|| what.to_owned(), |owner| token(named, what, owner))
}

/// Names a resource tile with its squares: "Cloth C7 D7 C8 D8".
pub fn tile(game: &Game, tile: TileRef) -> String {
    let name = game.contents().resource_name(tile.resource);
    format!("{name} {}", tile.footprint)
}

/// Lists the names of cards; "nothing" for none.
pub fn cards(game: &Game, cards: &[Card]) -> String {
    let names: Vec<String> =
        cards.iter().map(|&card| game.contents().card_name(card).to_owned()).collect();
    if names.is_empty() { "nothing".to_owned() } else { listed(&names) }
}

/// Lists the names of prestige buildings.
pub fn buildings(game: &Game, buildings: &[BuildingId]) -> String {
    let names: Vec<String> = buildings
        .iter()
        .map(|&building| game.contents().building_name(building).to_owned())
        .collect();
    listed(&names)
}

/// Names the place of a worker: "the race mat", or the name of a building.
pub fn worker_place(game: &Game, place: WorkerPlace) -> String {
    match place {
        WorkerPlace::Race => "the race mat".to_owned(),
        WorkerPlace::Building(building) => game.contents().building_name(building).to_owned(),
    }
}

/// Returns "bridge" for a river, "gate" for a wall.
pub fn bridge_or_gate(game: &Game, square: Square) -> &'static str {
    match game.board().kind_of(square) {
        SquareKind::River => "bridge",
        SquareKind::Wall => "gate",
        SquareKind::Land(_)
        | SquareKind::UnknownLand
        | SquareKind::Reserved(_)
        | SquareKind::Outside => "bridge or gate",
    }
}

/// Returns the shape on a vote tile: "circle".
pub const fn vote_tile(tile: VoteTile) -> &'static str {
    match tile {
        VoteTile::Circle => "circle",
        VoteTile::Square => "square",
        VoteTile::Triangle => "triangle",
    }
}

/// Describes a duration in seconds: "12 min", "2 h 05 min".
pub fn duration(seconds: u32) -> String {
    let minutes = seconds / 60;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes:02} min"),
    }
}

/// Describes an amount with its unit and without a sign: "$3", "1 lasting influence".
pub fn quantity(what: Quantity, size: u32) -> String {
    match what {
        Quantity::Money => format!("${size}"),
        Quantity::Points => counted(size, "point", "points"),
        Quantity::Fleeting | Quantity::Lasting | Quantity::Income => {
            format!("{size} {}", what.name())
        }
    }
}

/// Describes a change with its sign and unit: "+$3", "-1 lasting influence".
pub fn amount(what: Quantity, by: i32) -> String {
    let sign = if by < 0 { '-' } else { '+' };
    format!("{sign}{}", quantity(what, by.unsigned_abs()))
}

/// Describes the cause of a change, as text after the amount.
pub fn cause(game: &Game, change: &QuantityChange) -> String {
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
        Cause::AfterVote => "returned after the vote".to_owned(),
        Cause::Markers => "for neutral markers".to_owned(),
        Cause::Proposal(building) => {
            format!("for the proposal {}", contents.building_name(building))
        }
        Cause::Achievement(achievement) => {
            format!("for the achievement {}", contents.achievement_name(achievement))
        }
        Cause::Payout => "from the payout".to_owned(),
        Cause::FinalLasting => format!("at the end, for {size} lasting influence"),
        Cause::FinalMoney => format!("at the end, for {} $4", counted(size, "time", "times")),
        Cause::Referee => "set right by the referee".to_owned(),
        Cause::Position => "laid out as a position".to_owned(),
    }
}

/// Describes the use of a tile in a payout.
pub fn used(game: &Game, used: PayoutPurpose) -> String {
    match used {
        PayoutPurpose::Build(built) => format!("used to build {}", tile(game, built)),
        PayoutPurpose::Delivery(building) => {
            format!("delivered to {}", game.contents().building_name(building))
        }
        PayoutPurpose::Prerequisite(of) => format!("used by {}", tile(game, of)),
    }
}

/// Describes a payment of influence: "2 fleeting and 1 lasting influence"; "nothing" for none.
pub fn payment(payment: Payment) -> String {
    let tokens = tokens(payment);
    if payment == Payment::default() { tokens } else { format!("{tokens} influence") }
}

/// Describes a payment without the word influence: "2 fleeting and 1 lasting".
pub(super) fn tokens(payment: Payment) -> String {
    match (payment.fleeting, payment.lasting) {
        (0, 0) => "nothing".to_owned(),
        (fleeting, 0) => format!("{fleeting} fleeting"),
        (0, lasting) => format!("{lasting} lasting"),
        (fleeting, lasting) => format!("{fleeting} fleeting and {lasting} lasting"),
    }
}

/// Describes the reason a solo game is lost, as a sentence without its full stop.
pub fn loss(game: &Game, loss: &Loss) -> String {
    match loss {
        Loss::Markers { buildings: marked, price, held } => {
            let what = counted(marked.len(), "neutral marker", "neutral markers");
            format!(
                "the game is lost: {what} on {} {} influence worth {price} fleeting, but only {held} is held",
                buildings(game, marked),
                agreeing(marked.len(), "costs", "cost")
            )
        }
        Loss::Unfinished(unfinished) => format!(
            "the game is lost: {} {} not complete at the end of cycle {CYCLES}",
            buildings(game, unfinished),
            agreeing(unfinished.len(), "is", "are")
        ),
    }
}

/// Describes the state of a solo game, one line each: cycle and cards, unfinished buildings, and
/// neutral markers with the price of the next vote.
pub fn solo_lines(game: &Game, state: &SoloState) -> Vec<String> {
    let cards = counted(state.cards_left, "card", "cards");
    let mut lines = vec![format!("cycle {} of {CYCLES}, {cards} left to play in it", state.cycle)];
    if !state.unfinished.is_empty() {
        let count = counted(state.unfinished.len(), "building", "buildings");
        lines.push(format!(
            "{count} to complete by the end of cycle {CYCLES}: {}",
            buildings(game, &state.unfinished)
        ));
    }
    if let Some(vote) = &state.next_vote {
        if state.marked.is_empty() {
            lines.push("no neutral marker to pay off at the next vote".to_owned());
        } else {
            lines.push(format!("a neutral marker lies on {}", buildings(game, &state.marked)));
            let cost = format!(
                "paying them off at the next vote costs influence worth {} fleeting",
                vote.least
            );
            lines.push(match vote.cheapest {
                Some(cheapest) => format!("{cost}: {} would pay for it", payment(cheapest)),
                None => {
                    format!("{cost}, but only {} is held now: the game would be lost", vote.held)
                }
            });
        }
    }
    lines
}

/// Describes the difficulty of a solo game, as far as it is known; `None` for several players.
pub fn difficulty(game: &Game) -> Option<String> {
    let difficulty = game.solo_difficulty()?;
    Some(format!(
        "difficulty by race: {}; by start square: {}",
        difficulty_level(difficulty.race),
        difficulty_level(difficulty.site)
    ))
}

fn difficulty_level(level: Result<Difficulty, FactId>) -> String {
    match level {
        Ok(level) => level.name().to_owned(),
        Err(fact) => format!("unknown ({fact})"),
    }
}

/// Describes an achievement of the game: its points, and the progress of every player or the
/// players who scored it.
pub fn achievement(named: NamedGame<'_>, in_play: &GameAchievement) -> String {
    let contents = named.game().contents();
    let name = contents.achievement_name(in_play.achievement);
    let points = contents
        .facts()
        .achievement_points(in_play.achievement)
        .map_or("points unknown".to_owned(), |points| points.to_string());
    let head = format!("{name}, {}, {points}", in_play.deck.name());
    if let Some(players) = in_play.scored {
        let who: Vec<String> = players.iter().map(|player| named.label(player)).collect();
        return match who.as_slice() {
            [] => format!("{head}: scored by nobody"),
            who => format!("{head}: scored by {}", listed(who)),
        };
    }
    let each = named.game().players().map(|player| {
        let who = named.label(player);
        match named.game().achievement_progress(in_play.achievement, player) {
            AchievementProgress::Counted { have, need } => format!("{who} {have} of {need}"),
            AchievementProgress::ByHand => format!("{who} judged by the players"),
            AchievementProgress::Unknown(fact) => format!("{who} unknown ({fact})"),
        }
    });
    format!("{head}: {}", remarks(&each.collect::<Vec<_>>()))
}

/// Describes a shortage of pieces in the box, with the remedy.
pub fn shortage(named: NamedGame<'_>, shortage: Shortage) -> String {
    let what = match shortage {
        Shortage::ClaimTokens(player) => format!("claim tokens of {}", named.label(player)),
        Shortage::DeliveryTokens(player) => {
            format!("delivery tokens of {}", named.label(player))
        }
        Shortage::Roads => "road tiles".to_owned(),
        Shortage::Money => "money".to_owned(),
        Shortage::Fleeting => "fleeting influence tokens".to_owned(),
        Shortage::Lasting => "lasting influence tokens".to_owned(),
        Shortage::CompletionTokens => "completion tokens".to_owned(),
    };
    format!("the box holds no more {what}: use anything else instead")
}

/// Describes a remark on an action, as a clause.
pub fn remark(game: &Game, remark: &Remark) -> String {
    match remark {
        Remark::TileAndRoadTogether => {
            "tile and road each need the other, which ruling R5 allows".to_owned()
        }
        Remark::OtherSection { building, district } => {
            let name = game.contents().building_name(*building);
            format!("{district} lies in another section than {name}")
        }
    }
}

/// Describes a part of a position that cannot arise by legal play, with the reason.
pub fn cannot_arise(named: NamedGame<'_>, of: WarningTarget, why: &Reason) -> String {
    let what = match of {
        WarningTarget::Player(player) => named.label(player),
        WarningTarget::At(at) => match named.game().piece_on(at.first()) {
            Some(found) => format!("{} on {at}", piece(named, found)),
            None => format!("road on {at}"),
        },
    };
    format!("{what}: no play leads to this: {}", refusal::message(named, &why.illegal))
}

/// Names a piece on the board with its owner: "Stone of Human", "University".
fn piece(named: NamedGame<'_>, piece: &Piece) -> String {
    let contents = named.game().contents();
    let name = match piece.kind {
        PieceKind::Resource(resource) => contents.resource_name(resource),
        PieceKind::Prestige(building) => contents.building_name(building),
        PieceKind::House => "house",
        PieceKind::Bridge(_) | PieceKind::Removed => {
            bridge_or_gate(named.game(), piece.footprint.first())
        }
    };
    owned(named, name, piece.owner)
}

/// The outcome of an action for every player.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Gains {
    /// Change of each player's points, where not zero.
    pub points: BTreeMap<String, i32>,
    /// Change of each player's money, where not zero.
    pub money: BTreeMap<String, i32>,
    /// Points lost to neutral tiles.
    pub lost: i32,
    /// Deliveries, as in "Cloth to University".
    pub deliveries: Vec<String>,
    /// Buildings that are completed.
    pub completed: Vec<String>,
}

impl Gains {
    /// Returns the gains of every player from an action, and its other effects.
    pub fn of(played: &Played, naming: PlayerNaming) -> Self {
        let named = NamedGame::new(&played.game, naming);
        let effects = ActionEffects::of(played);
        let contents = named.game().contents();
        let deliveries = effects.deliveries.iter().map(|&(resource, building)| {
            let (resource, building) =
                (contents.resource_name(resource), contents.building_name(building));
            format!("{resource} to {building}")
        });
        let completed = effects.completed.iter().map(|&b| contents.building_name(b).to_owned());
        Self {
            points: by_label(named, &effects.points, |points| points.0),
            money: by_label(named, &effects.money, |money| money.0),
            lost: effects.lost.0,
            deliveries: deliveries.collect(),
            completed: completed.collect(),
        }
    }

    /// Describes everything in one line; empty without any effect.
    pub fn line(&self) -> String {
        let mut parts = Vec::new();
        for (who, &by) in &self.points {
            parts.push(format!("{who} {}", amount(Quantity::Points, by)));
        }
        for (who, &by) in &self.money {
            parts.push(format!("{who} {}", amount(Quantity::Money, by)));
        }
        if self.lost != 0 {
            parts.push(format!("{} lost to neutral", self.lost));
        }
        parts.extend(self.deliveries.iter().map(|what| format!("delivers {what}")));
        parts.extend(self.completed.iter().map(|what| format!("completes {what}")));
        clauses(&parts)
    }
}

/// Maps the players' names to their numbers, without those that are 0.
fn by_label<T: Copy>(
    named: NamedGame<'_>,
    values: &ByPlayer<T>,
    number: impl Fn(T) -> i32,
) -> BTreeMap<String, i32> {
    let all = named.game().players().map(|player| (named.label(player), number(values[player])));
    all.filter(|&(_, number)| number != 0).collect()
}

/// Returns the total price that the acting player pays for an action, ignoring any gains.
pub fn cost(played: &Played) -> Money {
    let payer = played.action.kind.player();
    let mut cost = Money::ZERO;
    for event in &played.events {
        if let Event::Change(change) = event
            && change.quantity == Quantity::Money
            && Some(change.player) == payer
            && change.by < 0
        {
            cost += Money(change.by.saturating_neg());
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_carry_their_sign_and_unit() {
        assert_eq!(amount(Quantity::Money, -3), "-$3");
        assert_eq!(amount(Quantity::Points, 1), "+1 point");
        assert_eq!(amount(Quantity::Points, -2), "-2 points");
        assert_eq!(quantity(Quantity::Lasting, 1), "1 lasting influence");
    }
}
