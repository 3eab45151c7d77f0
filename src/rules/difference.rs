//! The difference between two tables.
//!
//! [`difference`] returns the [`Adjustment`]s of a position that lead from one table to another,
//! for instance from the record to the real table. Two things have no adjustment and are left out:
//! the cards of a player with unnamed face-down cards, and knowledge of the decks beyond the
//! offers.

use super::adjustment::{Adjustment, Amount, CardPlace, Owner, WorkerPlace};
use super::game::Game;
use super::map::PieceKind;
use super::player::{Card, PlayerId, PlayerSet};
use components::ids::{AchievementId, AdviserId};
use components::quantity::Quantity;
use components::specs::StandardCard;
use components::square::Square;

/// Returns the adjustments that lead from one game to another of the same setup, without the turn.
///
/// Together with the player to act they make a position. Unchanged items are left out. The second
/// game must be the later one: a position does not return a player's advisers to the offer.
///
/// # Examples
///
/// ```
/// use rules::action::ActionKind;
/// use rules::adjustment::{Adjustment, Amount};
/// use rules::difference::difference;
/// use rules::{Game, Setup};
/// use components::quantity::Money;
///
/// let setup = Setup {
///     pack: packs::find("practice")?,
///     board: "Three Rivers".to_owned(),
///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
///     ..Setup::default()
/// };
/// let game = Game::new(&setup)?;
/// let anna = game.players().next().expect("two players");
///
/// let more = Adjustment::Money(anna, Amount::Change(Money(2)));
/// let fix = ActionKind::Adjust { changes: vec![more], reason: "miscounted".to_owned() };
/// let fixed = game.play(&fix.into()).expect("the record can hold it").game;
/// let held = fixed.money(anna);
/// assert_eq!(difference(&game, &fixed), [Adjustment::Money(anna, Amount::Set(held))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn difference(from: &Game, to: &Game) -> Vec<Adjustment> {
    let mut all = Vec::new();
    for player in to.players() {
        draft(from, to, player, &mut all);
    }
    achievements(from, to, &mut all);
    if from.cycle != to.cycle {
        all.push(Adjustment::Cycle(to.cycle));
    }
    removed_pieces(from, to, &mut all);
    added_pieces(from, to, &mut all);
    tokens(from, to, &mut all);
    cards_of_buildings(from, to, &mut all);
    for player in to.players() {
        if from.worker_on_race(player) != to.worker_on_race(player) {
            let is_there = to.worker_on_race(player);
            all.push(Adjustment::Worker { player, place: WorkerPlace::Race, is_there });
        }
    }
    cards_of_players(from, to, &mut all);
    let gone = to.offers.gone().iter().filter(|&building| !from.offers.gone().contains(building));
    all.extend(gone.map(Adjustment::Gone));
    // A position closes gaps, like the end of a turn: those of proposals not dealt yet, and of
    // recruited advisers.
    let proposals = |game: &Game| game.offers.proposals().into_iter().flatten().collect::<Vec<_>>();
    if proposals(from) != proposals(to) {
        all.push(Adjustment::Proposals(proposals(to)));
    }
    let advisers = |game: &Game| game.offers.advisers().into_iter().flatten().collect::<Vec<_>>();
    if advisers(from) != advisers(to) {
        all.push(Adjustment::Advisers(advisers(to)));
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

/// Adds the achievements in play, and those that have been scored (rule 11.6).
fn achievements(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    let (before, after) = (achievements_of(from), achievements_of(to));
    let are_same = before == after;
    if !are_same {
        all.push(Adjustment::Achievements(after));
    }
    for (index, now) in to.achievements().iter().enumerate() {
        // Setting the achievements resets their scores.
        let was_scored = are_same && from.achievements()[index].scored.is_some();
        let is_scored = now.scored.is_some();
        if was_scored != is_scored {
            all.push(Adjustment::Scored { achievement: now.achievement, is_scored });
        }
    }
}

fn achievements_of(game: &Game) -> Vec<AchievementId> {
    game.achievements().iter().map(|in_play| in_play.achievement).collect()
}

fn removed_pieces(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in from.map.pieces() {
        if to.find_same_piece(piece).is_none() {
            all.push(Adjustment::Clear(piece.footprint.first()));
        }
    }
    let roads = roads(from).filter(|&square| to.road_state(square) != Some(true));
    all.extend(roads.map(Adjustment::Clear));
}

fn added_pieces(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in to.map.pieces() {
        let square = piece.footprint.first();
        if from.find_same_piece(piece).is_some() {
            continue;
        }
        let owner = piece.owner.and_then(Owner::player);
        match (piece.kind, owner) {
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
            // A house or bridge always has an owner.
            (PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed, _) => {}
        }
    }
    let roads = roads(to).filter(|&square| from.road_state(square) != Some(true));
    all.extend(roads.map(Adjustment::AddRoad));
}

fn roads(game: &Game) -> impl Iterator<Item = Square> + '_ {
    game.map.roads().map(|cell| game.board.square(cell))
}

/// Adds claim tokens on resource tiles: on top, and below for access.
fn tokens(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for (_, piece) in to.map.pieces() {
        let (Some(tile), Some(owner)) = (piece.tile(), piece.owner) else {
            continue;
        };
        let before = from.find_same_piece(piece);
        let mut access = before.map_or(PlayerSet::EMPTY, |other| other.access);
        if before.is_some_and(|other| other.owner != Some(owner)) {
            all.push(Adjustment::SetOwner(tile, owner));
            // A new owner's access token is replaced by the one on top.
            if let Some(player) = owner.player() {
                access.remove(player);
            }
        }
        for player in to.players() {
            let has_access = piece.access.contains(player);
            if access.contains(player) != has_access {
                all.push(Adjustment::Access { player, tile, has_access });
            }
        }
    }
}

/// Adds delivery tokens, workers and neutral markers on the cards of prestige buildings.
fn cards_of_buildings(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    for card in to.active.iter() {
        let building = card.building;
        let tile = to.map.piece(card.piece);
        // A tile that is placed again starts with an empty card.
        let before = from.active_card(building).filter(|_| from.find_same_piece(tile).is_some());
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
            all.push(Adjustment::Marker { building, is_there: card.marker });
        }
        let (had, has) = (before.and_then(|before| before.worker), card.worker);
        let place = WorkerPlace::Building(building);
        if let Some(player) = had.filter(|_| had != has) {
            all.push(Adjustment::Worker { player, place, is_there: false });
        }
        if let Some(player) = has.filter(|_| had != has) {
            all.push(Adjustment::Worker { player, place, is_there: true });
        }
    }
}

/// Adds cards in hands and in front of players. Cards that leave a player come first, because an
/// adviser is with one player only.
fn cards_of_players(from: &Game, to: &Game, all: &mut Vec<Adjustment>) {
    let standard = StandardCard::ALL.into_iter().map(Card::Standard);
    let advisers =
        (0..to.contents.advisers().count()).map(|index| Card::Adviser(AdviserId(index as u8)));
    let mut moves: Vec<(PlayerId, Card, CardPlace)> = Vec::new();
    for card in standard.chain(advisers) {
        for player in to.players() {
            if from.unnamed_cards(player) > 0 || to.unnamed_cards(player) > 0 {
                continue;
            }
            let place = place_of(to, player, card);
            if place_of(from, player, card) != place {
                moves.push((player, card, place));
            }
        }
    }
    let (gone, remaining): (Vec<_>, Vec<_>) =
        moves.into_iter().partition(|&(_, _, place)| place == CardPlace::Gone);
    all.extend(
        gone.into_iter()
            .chain(remaining)
            .map(|(player, card, place)| Adjustment::Card(player, card, place)),
    );
}

/// Returns the place of a card after a position has dropped the pending steps: a pending vote
/// returns its caller's card.
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
    for quantity in Quantity::ALL {
        let (had, has) = (from.number(player, quantity), to.number(player, quantity));
        if had != has {
            all.extend(Adjustment::number(player, quantity, Amount::Set(has)));
        }
    }
}
