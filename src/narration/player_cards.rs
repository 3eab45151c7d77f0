//! The cards, workers and tiles of a player, a line of text each.

use std::collections::BTreeMap;

use components::ids::ResourceId;
use plain_text::{counted, remarks};
use rules::game::Game;
use rules::player::{Card, PlayerId};

/// Lists the cards in the hand; with unnamed cards face down, the number and the cards it can be.
pub fn hand(game: &Game, player: PlayerId) -> String {
    let names = cards(game, game.hand(player).iter());
    match (game.hand_size(player), game.unnamed_cards(player)) {
        (0, _) => "no cards".to_owned(),
        (_, 0) => names,
        // A card face down and unnamed may be any of these (ruling R25).
        (count, _) => format!("{count} of {names}"),
    }
}

/// Lists the cards in front of the player.
pub fn played(game: &Game, player: PlayerId) -> String {
    let names = cards(game, game.played_cards(player).iter());
    match (names.as_str(), game.unnamed_cards(player)) {
        ("", 0) => "no cards".to_owned(),
        (_, 0) => names,
        ("", unnamed) => format!("{unnamed} face down"),
        (_, unnamed) => format!("{names}, {unnamed} face down"),
    }
}

/// Lists where the player's workers are.
pub fn workers(game: &Game, player: PlayerId) -> String {
    let mut parts = vec![match game.workers_free(player) {
        Ok(free) => format!("{free} free"),
        Err(_) => "number unknown".to_owned(),
    }];
    if game.worker_on_race(player) {
        parts.push("1 on the race mat".to_owned());
    }
    for active in game.active_buildings() {
        if active.worker == Some(player) {
            let name = game.contents().building_name(active.building);
            parts.push(format!("1 on {name}"));
        }
    }
    remarks(&parts)
}

/// Returns the numbers of built houses, and of bridges and gates.
pub fn built(game: &Game, player: PlayerId) -> String {
    let counts = &game.contents().pack().counts;
    format!(
        "{}, {}",
        built_of(game.houses(player), counts.houses.value(), "house", "houses"),
        built_of(
            game.bridges(player),
            counts.bridges.value(),
            "bridge or gate",
            "bridges and gates"
        ),
    )
}

/// Lists resources with their number of tiles: "Stone ×2, Cloth".
pub fn resources(game: &Game, counts: &BTreeMap<ResourceId, usize>) -> String {
    if counts.is_empty() {
        return "nothing".to_owned();
    }
    let names: Vec<String> = counts
        .iter()
        .map(|(&resource, &count)| {
            let name = game.contents().resource_name(resource);
            if count == 1 { name.to_owned() } else { format!("{name} ×{count}") }
        })
        .collect();
    remarks(&names)
}

/// Counts the tiles of each resource.
pub fn counts_of(resources: impl Iterator<Item = ResourceId>) -> BTreeMap<ResourceId, usize> {
    let mut counts = BTreeMap::new();
    for resource in resources {
        *counts.entry(resource).or_default() += 1;
    }
    counts
}

fn cards(game: &Game, cards: impl Iterator<Item = Card>) -> String {
    let names: Vec<&str> = cards.map(|card| game.contents().card_name(card)).collect();
    remarks(&names)
}

/// Formats the number of built tiles, with that of all if it is known.
fn built_of(built: u8, all: Option<&u16>, one: &str, more: &str) -> String {
    match all {
        Some(all) => format!("{built} of {}", counted(all, one, more)),
        None => counted(built, one, more),
    }
}
