//! What would have to be laid out to make one table into another.
//!
//! [`difference`] is the way from what a record has to what lies on the table,
//! in the [`Adjustment`]s of a position. Two things have no adjustment and are
//! left out: the cards of a player some of whose cards lie face down unnamed,
//! and what is known of the decks beyond the offers.

use super::adjustment::{Adjustment, Amount, CardPlace, Owner, WorkerPlace};
use super::game::Game;
use super::map::PieceKind;
use super::player::{Card, PlayerId, PlayerSet};
use components::ids::AdviserId;
use components::quantity::Quantity;
use components::specs::StandardCard;
use components::square::Square;

/// The adjustments that lead from one game to another of the same setup, without the turn.
///
/// Together with whose turn it is they make a position. What is there already is left out. The
/// second game is the later one: a position does not put advisers back on offer that a player
/// has.
pub fn difference(from: &Game, to: &Game) -> Vec<Adjustment> {
    let mut all = Vec::new();
    for player in to.players() {
        draft(from, to, player, &mut all);
    }
    achievements(from, to, &mut all);
    if from.cycle != to.cycle {
        all.push(Adjustment::Cycle(to.cycle));
    }
    taken_away(from, to, &mut all);
    laid_down(from, to, &mut all);
    tokens(from, to, &mut all);
    cards_of_buildings(from, to, &mut all);
    for player in to.players() {
        if from.worker_on_race(player) != to.worker_on_race(player) {
            let there = to.worker_on_race(player);
            all.push(Adjustment::Worker(player, WorkerPlace::Race, there));
        }
    }
    cards_of_players(from, to, &mut all);
    let gone = to.offers.gone().iter().filter(|&building| !from.offers.gone().contains(building));
    all.extend(gone.map(Adjustment::Gone));
    // A position closes gaps: that of a proposal not dealt yet, and that of a recruited adviser, as
    // the end of the turn does.
    let proposed = |game: &Game| game.offers.proposals().into_iter().flatten().collect::<Vec<_>>();
    if proposed(from) != proposed(to) {
        all.push(Adjustment::Proposals(proposed(to)));
    }
    let offered = |game: &Game| game.offers.advisers().into_iter().flatten().collect::<Vec<_>>();
    if offered(from) != offered(to) {
        all.push(Adjustment::Advisers(offered(to)));
    }
    for player in to.players() {
        numbers(from, to, player, &mut all);
    }
    all
}

fn draft(from: &Game, to: &Game, player: PlayerId, all: &mut Vec<Adjustment>) {
    if let Some(race) = to.race(player)
        && from.race(player) != Some(race)
    {
        all.push(Adjustment::Race(player, race));
    }
    let (had, has) = (from.player(player), to.player(player));
    if had.controls != has.controls || had.race_resource != has.race_resource {
        let first = has.race_resource;
        let rest = has.controls.iter().filter(|&resource| Some(resource) != first);
        all.push(Adjustment::Controls(player, first.into_iter().chain(rest).collect()));
    }
}

/// Which achievements are in play, and which of them have been scored (rule 11.6).
fn achievements(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    let in_play = |game: &Game| -> Vec<_> {
        game.achievements().iter().map(|in_play| in_play.achievement).collect()
    };
    let stay = in_play(from) == in_play(to);
    if !stay {
        all.push(Adjustment::Achievements(in_play(to)));
    }
    for (index, now) in to.achievements().iter().enumerate() {
        // Those that are laid out anew have not been scored.
        let had = stay && from.achievements()[index].scored.is_some();
        let has = now.scored.is_some();
        if had != has {
            all.push(Adjustment::Scored(now.achievement, has));
        }
    }
}

fn taken_away(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in from.map.pieces() {
        if to.same_piece(piece).is_none() {
            all.push(Adjustment::Clear(piece.footprint.first()));
        }
    }
    let roads = roads(from).filter(|&square| to.road_or_free(square) != Some(true));
    all.extend(roads.map(Adjustment::Clear));
}

fn laid_down(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in to.map.pieces() {
        let square = piece.footprint.first();
        if from.same_piece(piece).is_some() {
            continue;
        }
        let whose = piece.owner.and_then(Owner::player);
        match (piece.kind, whose) {
            (PieceKind::Resource(_), _) => {
                if let (Some(tile), Some(owner)) = (piece.tile(), piece.owner) {
                    all.push(Adjustment::AddTile(tile, owner));
                }
            }
            (PieceKind::House, Some(player)) => all.push(Adjustment::AddHouse(player, square)),
            (PieceKind::Bridge(_), Some(player)) => {
                all.push(Adjustment::AddBridge(player, square));
            }
            (PieceKind::Prestige(building), _) => {
                all.push(Adjustment::AddBuilding(building, piece.footprint));
            }
            // A house or a bridge is always somebody's.
            (PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed, _) => {}
        }
    }
    let roads = roads(to).filter(|&square| from.road_or_free(square) != Some(true));
    all.extend(roads.map(Adjustment::AddRoad));
}

fn roads(game: &Game) -> impl Iterator<Item = Square> + '_ {
    game.map.roads().map(|cell| game.board.square(cell))
}

/// Claim tokens on resource tiles: on top, and below for access.
fn tokens(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in to.map.pieces() {
        let (Some(tile), Some(owner)) = (piece.tile(), piece.owner) else {
            continue;
        };
        let before = from.same_piece(piece);
        let mut access = before.map_or(PlayerSet::EMPTY, |other| other.access);
        if before.is_some_and(|other| other.owner != Some(owner)) {
            all.push(Adjustment::SetOwner(tile, owner));
            // The token of a new owner is no longer below.
            if let Some(player) = owner.player() {
                access.remove(player);
            }
        }
        for player in to.players() {
            let gains = piece.access.contains(player);
            if access.contains(player) != gains {
                all.push(Adjustment::Access(player, tile, gains));
            }
        }
    }
}

/// Delivery tokens, workers and neutral markers on the cards of prestige buildings.
fn cards_of_buildings(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for card in to.active.iter() {
        let building = card.building;
        let tile = to.map.piece(card.piece);
        // A tile that is laid anew comes with an empty card.
        let before = from.active_card(building).filter(|_| from.same_piece(tile).is_some());
        for (index, space) in to.contents.spaces(building).iter().enumerate() {
            let Some(resource) = space.resource else {
                continue;
            };
            let had = before.and_then(|before| before.delivered[index]);
            let has = card.delivered[index];
            match has {
                Some(owner) if had != has => {
                    all.push(Adjustment::AddDelivery(building, resource, owner));
                }
                None if had.is_some() => {
                    all.push(Adjustment::RemoveDelivery(building, resource));
                }
                Some(_) | None => {}
            }
        }
        if before.is_some_and(|before| before.marker) != card.marker {
            all.push(Adjustment::Marker(building, card.marker));
        }
        let (had, has) = (before.and_then(|before| before.worker), card.worker);
        let place = WorkerPlace::Building(building);
        if let Some(player) = had.filter(|_| had != has) {
            all.push(Adjustment::Worker(player, place, false));
        }
        if let Some(player) = has.filter(|_| had != has) {
            all.push(Adjustment::Worker(player, place, true));
        }
    }
}

/// Cards in hands and in front of players. Those that leave a player come first, for an adviser
/// is with one player only.
fn cards_of_players(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    let standard = StandardCard::ALL.into_iter().map(Card::Standard);
    let advisers =
        (0..to.contents.advisers().count()).map(|index| Card::Adviser(AdviserId(index as u8)));
    let mut moves: Vec<(PlayerId, Card, CardPlace)> = Vec::new();
    for card in standard.chain(advisers) {
        let told =
            |&player: &PlayerId| from.unnamed_cards(player) == 0 && to.unnamed_cards(player) == 0;
        for player in to.players().filter(told) {
            let place = place_of(to, player, card);
            if place_of(from, player, card) != place {
                moves.push((player, card, place));
            }
        }
    }
    let (gone, kept): (Vec<_>, Vec<_>) =
        moves.into_iter().partition(|&(_, _, place)| place == CardPlace::Gone);
    let all_moves = gone.into_iter().chain(kept);
    all.extend(all_moves.map(|(player, card, place)| Adjustment::Card(player, card, place)));
}

/// Where a card is once a position has broken off what is under way: a vote that goes on gives its
/// caller the card back.
fn place_of(game: &Game, player: PlayerId, card: Card) -> CardPlace {
    let mat = game.player(player);
    let calls = card == Card::Standard(StandardCard::CallToVote) && game.caller() == Some(player);
    if mat.cards.played().contains(card) {
        CardPlace::Played
    } else if mat.cards.hand().contains(card) || calls {
        CardPlace::Hand
    } else {
        CardPlace::Gone
    }
}

fn numbers(from: &Game, to: &Game, player: PlayerId, all: &mut Vec<Adjustment>) {
    let changed = |&what: &Quantity| from.number(player, what) != to.number(player, what);
    let set = |what| Adjustment::number(player, what, Amount::Set(to.number(player, what)));
    all.extend(Quantity::ALL.into_iter().filter(changed).filter_map(set));
}
