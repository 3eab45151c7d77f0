//! What the inspector says, held against the rules.

use std::collections::BTreeSet;

use super::survey::PLENTY;
use super::*;
use crate::illegal::Checks;
use crate::sample::table;
use components::effect::Price;

/// Tables with little, some and much on them.
fn positions(seed: u64) -> Vec<Game> {
    let tries = [60, 200, 600, 1500];
    tries.map(|tries| table(seed, tries)).into()
}

#[test]
fn the_inspector_and_the_rules_agree_on_what_is_connected() {
    let mut verdicts = BTreeSet::new();
    for game in positions(1) {
        let pieces: Vec<_> = game.map.pieces().map(|(id, piece)| (id, *piece)).collect();
        for player in game.players() {
            for (from, a) in &pieces {
                for (to, b) in pieces.iter().filter(|(to, _)| to != from) {
                    let targets = game.map.targets(player, [*to].into_iter().collect());
                    let connected = game.map.link_of(*from).connects(targets);
                    let found = game.connection(player, &a.footprint, &b.footprint);
                    let joined = matches!(found, Connection::Joined { .. });
                    verdicts.insert(joined);
                    assert_eq!(joined, connected, "{:?} {:?}", a.footprint, b.footprint);
                }
            }
        }
    }
    assert_eq!(verdicts.len(), 2, "some tiles are connected and some are not");
}

#[test]
fn what_is_said_to_be_missing_connects_once_it_is_built() {
    for game in positions(2) {
        let pieces: Vec<_> = game.map.pieces().map(|(_, piece)| *piece).collect();
        for player in game.players() {
            for (index, a) in pieces.iter().enumerate() {
                for b in &pieces[..index] {
                    let found = game.connection(player, &a.footprint, &b.footprint);
                    let Connection::Missing { squares, .. } = found else {
                        continue;
                    };
                    let mut built = game.clone();
                    for square in squares {
                        let cell = built.board.cell(square).expect("it is on the board");
                        built.lay(player, cell);
                    }
                    let found = built.connection(player, &a.footprint, &b.footprint);
                    assert!(matches!(found, Connection::Joined { .. }));
                }
            }
        }
    }
}

/// Stalls imported one after another have a square each, and the player's own keep apart.
#[test]
fn no_two_steps_of_a_plan_import_to_one_square() {
    for game in positions(5).into_iter().chain(positions(6)) {
        for player in game.players() {
            for project in game.could_build(player) {
                let steps = project.plan.iter().flat_map(|plan| &plan.steps);
                let stalls: Vec<Square> = steps
                    .filter_map(|step| match step {
                        PlanStep::Import { at, .. } => Some(*at),
                        _ => None,
                    })
                    .collect();
                let distinct: BTreeSet<Square> = stalls.iter().copied().collect();
                assert_eq!(distinct.len(), stalls.len(), "{project:?}");
            }
        }
    }
}

/// What can be built at once is offered as a move by the rules, and the other way round.
#[test]
fn what_could_be_built_now_is_what_the_rules_offer() {
    for mut game in positions(3).into_iter().chain(positions(4)) {
        for player in game.players() {
            game.players[player.index()].money = PLENTY;
        }
        for player in game.players() {
            for project in game.could_build(player) {
                let Goal::Build(resource) = project.goal else {
                    continue;
                };
                let placed = |game: &Game| {
                    let mut checks = Checks::quick();
                    let terms = game.check_build_terms(&mut checks, player, resource, Price::Full);
                    let Some(terms) = terms.filter(|_| checks.clear()) else {
                        return false;
                    };
                    let ways = game.contents.resource_tile(resource).all();
                    let corners = || game.board.squares();
                    let mut spots =
                        ways.flat_map(|way| corners().filter_map(|corner| way.at(corner)));
                    spots.any(|at| {
                        let mut checks = Checks::quick();
                        game.check_build_site(&mut checks, player, resource, &at, &terms);
                        checks.clear()
                    })
                };
                let without_road = project.plan.as_ref().is_some_and(|plan| {
                    matches!(plan.steps[..], [PlanStep::Build { road: None, .. }])
                });
                assert_eq!(without_road, placed(&game), "{project:?}");
            }
        }
    }
}
