//! The line of text for each component on the table.
//!
//! Names contain none of the characters `: ; ,` (packs and setups are checked for it), so that a
//! line can be parsed without knowing the names.

use super::TableItem;
use components::ids::{AdviserId, BuildingId, ResourceSet};
use components::quantity::Quantity;
use narration::NamedGame;
use narration::words::{bridge_or_gate, quantity, token, worker_place};
use plain_text::{agreeing, clauses, counted, one_of, remarks};
use rules::Game;
use rules::action::VoteTile;
use rules::player::CardSet;
use rules::solo::CYCLES;

/// The text of an empty list.
const NOTHING: &str = "nothing";

/// Returns the text of a component.
#[expect(clippy::too_many_lines, reason = "one short arm per component")]
pub(super) fn text(named: NamedGame<'_>, thing: &TableItem) -> String {
    let contents = named.game().contents();
    let resource = |resource| contents.resource_name(resource);
    let building = |building| contents.building_name(building);
    match thing {
        TableItem::Board => {
            let board = named.game().board();
            let (columns, rows) = board.size();
            let last = components::square::Square::new(columns - 1, rows - 1);
            format!("board {}: A1 at the upper left, {last} at the lower right", board.name())
        }
        TableItem::Landmark(site) => landmark(named.game(), *site),
        TableItem::Crossing { player, square } => {
            let what = bridge_or_gate(named.game(), *square);
            format!("{what} of {} on {square}", named.label(*player))
        }
        TableItem::Roads(squares) => {
            let on: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("{} on {}", agreeing(on.len(), "road", "roads"), on.join(" "))
        }
        TableItem::Tile { tile, owner, access } => {
            let mut tokens = match owner {
                Some(owner) => format!("{} on top", token(named, "token", *owner)),
                None => "no token on top".to_owned(),
            };
            for player in access.iter() {
                tokens = format!("{tokens}, token of {} below", named.label(player));
            }
            let name = resource(tile.resource);
            format!("{name} on {}: {tokens}", tile.footprint)
        }
        TableItem::House { player, square } => {
            format!("house of {} on {square}", named.label(*player))
        }
        TableItem::Building { building: b, at } => {
            format!("{} on {at}: its card beside the board", building(*b))
        }
        TableItem::Delivery { building: b, space, owner } => {
            let required = contents
                .spaces(*b)
                .get(*space)
                .and_then(|space| space.resource)
                .map_or("unknown resource", resource);
            let token = token(named, "delivery token", *owner);
            format!("{}: {token} on space {}, {required}", building(*b), space + 1)
        }
        TableItem::Marker(b) => format!("{}: neutral marker", building(*b)),
        TableItem::Completion(b) => format!("{}: completion token", building(*b)),
        TableItem::Worker { player, place } => {
            let who = named.label(*player);
            format!("worker of {who} on {}", worker_place(named.game(), *place))
        }
        TableItem::Mat { player, race } => {
            let seat = player.index() + 1;
            let name = named.game().player_name(*player);
            match race {
                Some(race) => format!("seat {seat}: {name}, {} mat", contents.race_name(*race)),
                None => format!("seat {seat}: {name}, no race yet"),
            }
        }
        TableItem::Active(player) => format!("active player token to {}", named.label(*player)),
        TableItem::ResourceCard { resource: r, player, of_race, stalls } => {
            let stalls = match stalls {
                Some(stalls) => counted(*stalls, "stall", "stalls"),
                None => "the stalls left, number unknown".to_owned(),
            };
            let place = match player {
                Some(player) if *of_race => {
                    format!("to {}, of the race", named.label(*player))
                }
                Some(player) => format!("to {}", named.label(*player)),
                None if named.game().is_neutral(*r) => "beside the board, neutral".to_owned(),
                None => "beside the board, free to choose".to_owned(),
            };
            format!("{} card {place}: {stalls}", resource(*r))
        }
        TableItem::Houses { player, left } => {
            let who = named.label(*player);
            match left {
                Some(left) => format!(
                    "{} on the mat of {who}: a locked worker on each",
                    counted(*left, "house", "houses")
                ),
                None => format!("houses left on the mat of {who}: number unknown"),
            }
        }
        TableItem::Bridges { player, left } => {
            let who = named.label(*player);
            match left {
                Some(left) => format!(
                    "{} on the mat of {who}",
                    counted(*left, "bridge or gate", "bridges and gates")
                ),
                None => format!("bridges left on the mat of {who}: number unknown"),
            }
        }
        TableItem::Workers { player, free } => {
            let who = named.label(*player);
            match free {
                Some(free) => format!(
                    "{} beside the mat of {who}",
                    counted(*free, "free worker", "free workers")
                ),
                None => format!("free workers beside the mat of {who}: number unknown"),
            }
        }
        TableItem::Score(player, points) => {
            format!("score marker of {} on {points}", named.label(*player))
        }
        TableItem::Income(player, income) => {
            format!("income marker of {} on {}", named.label(*player), income.0)
        }
        TableItem::Tracker { player, owns, access } => format!(
            "tracker of {}: own {}; access {}",
            named.label(*player),
            resources(named.game(), *owns),
            resources(named.game(), *access)
        ),
        TableItem::Money(player, money) => format!("{money} to {}", named.label(*player)),
        TableItem::Influence { player, fleeting, lasting } => format!(
            "{} and {} to {}",
            quantity(Quantity::Fleeting, fleeting.unsigned_abs()),
            quantity(Quantity::Lasting, lasting.unsigned_abs()),
            named.label(*player)
        ),
        TableItem::Hand { player, cards: held, unnamed } => {
            let (who, hand) = (named.label(*player), cards(named.game(), *held));
            match unnamed {
                0 => format!("hand of {who}: {hand}"),
                1 => format!("hand of {who}: all but 1 of {hand}"),
                count => format!("hand of {who}: all but {count} of {hand}"),
            }
        }
        TableItem::Played { player, cards: face_up, unnamed } => {
            let (who, played) = (named.label(*player), cards(named.game(), *face_up));
            match unnamed {
                0 => format!("played by {who}: {played}"),
                count => format!("played by {who}: {played}; face down and unnamed {count}"),
            }
        }
        TableItem::Proposal { place, card } => {
            let place = match place {
                // A solo game has no vote tiles; the price of a place has its own line.
                VoteTile::Circle if named.game().is_solo() => "left proposal, free",
                VoteTile::Square if named.game().is_solo() => {
                    "middle proposal, for fleeting influence"
                }
                VoteTile::Triangle if named.game().is_solo() => {
                    "right proposal, for lasting influence"
                }
                VoteTile::Circle => "left proposal, circle",
                VoteTile::Square => "middle proposal, square",
                VoteTile::Triangle => "right proposal, triangle",
            };
            format!("{place}: {}", card.map_or("empty", building))
        }
        TableItem::VotedIn(b) => {
            format!("{}: voted in, to be placed", building(*b))
        }
        TableItem::SoloPrices { middle, right } => format!(
            "below the proposals: {middle} fleeting influence in the middle, {right} lasting influence on the right"
        ),
        TableItem::Cycle(cycle) => format!("cycle of the solo game: {cycle} of {CYCLES}"),
        TableItem::Achievement { achievement, scored } => {
            let place = if *scored { "scored" } else { "above the board" };
            let name = contents.achievement_name(*achievement);
            format!("achievement {name}: {place}")
        }
        TableItem::Adviser { place, price, card } => {
            let price = price.map_or("price unknown".to_owned(), |price| price.to_string());
            let card = card.map_or("empty", |card| contents.adviser_name(card));
            format!("adviser place {}, {price}: {card}", place + 1)
        }
        TableItem::PrestigeDeck { shuffled, on_top, unnamed } => {
            let order = "in unknown order";
            let mut text = format!("prestige deck: {order} {}", buildings(named.game(), shuffled));
            if !on_top.is_empty() {
                let cards = buildings(named.game(), on_top);
                text = format!("{text}; then on top, one upon the other {cards}");
            }
            with_unnamed(text, *unnamed)
        }
        TableItem::Discards(cards) => {
            format!("discarded proposals: {}", buildings(named.game(), cards))
        }
        TableItem::BuildingsOutOfGame(cards) => {
            format!("prestige cards out of the game: {}", buildings(named.game(), cards))
        }
        TableItem::AdviserDeck { tiers, unnamed } => {
            let mut parts = Vec::new();
            for (index, tier) in tiers.iter().enumerate() {
                let cards = advisers(named.game(), tier);
                if tier.is_empty() {
                    continue;
                }
                parts.push(if index < 3 {
                    format!("tier {} shuffled {cards}", index + 1)
                } else {
                    format!("of unknown tier {cards}")
                });
            }
            let cards = if parts.is_empty() { NOTHING.to_owned() } else { clauses(&parts) };
            with_unnamed(format!("adviser deck, tier 1 on top: {cards}"), *unnamed)
        }
        TableItem::AdvisersOutOfGame(cards) => {
            format!("advisers out of the game: {}", advisers(named.game(), cards))
        }
    }
}

fn landmark(game: &Game, site: usize) -> String {
    let Some(site) = game.board().sites().ok().and_then(|sites| sites.get(site)) else {
        return "reserved sites: unknown".to_owned();
    };
    let names: Vec<&str> =
        site.buildings.iter().map(|&building| game.contents().building_name(building)).collect();
    format!(
        "the board lies the right way round when the site for {} is on {}",
        one_of(&names),
        site.footprint
    )
}

/// Adds the number of cards in a deck that the pack does not name.
fn with_unnamed(text: String, unnamed: Option<usize>) -> String {
    match unnamed {
        Some(0) => text,
        Some(count) => {
            format!("{text}; {} the pack does not name", counted(count, "card", "cards"))
        }
        None => format!("{text}; the number of cards in the box is unknown"),
    }
}

fn join_names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { NOTHING.to_owned() } else { remarks(&names) }
}

fn resources(game: &Game, set: ResourceSet) -> String {
    let contents = game.contents();
    join_names(set.iter().map(|resource| contents.resource_name(resource)))
}

fn cards(game: &Game, set: CardSet) -> String {
    join_names(set.iter().map(|card| game.contents().card_name(card)))
}

fn buildings(game: &Game, cards: &[BuildingId]) -> String {
    let contents = game.contents();
    join_names(cards.iter().map(|&card| contents.building_name(card)))
}

fn advisers(game: &Game, cards: &[AdviserId]) -> String {
    let contents = game.contents();
    join_names(cards.iter().map(|&card| contents.adviser_name(card)))
}
