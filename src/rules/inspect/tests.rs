//! The inspector compared with the rules.

use std::collections::BTreeSet;

use super::survey::PLENTY;
use super::*;
use crate::illegal::Checks;
use crate::sample::table;
use components::effect::Price;

/// Creates tables with few, some and many pieces.
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
fn missing_squares_connect_the_tiles_once_built() {
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
                        built.place_link(player, cell);
                    }
                    let found = built.connection(player, &a.footprint, &b.footprint);
                    assert!(matches!(found, Connection::Joined { .. }));
                }
            }
        }
    }
}

/// Stalls imported one after another have a square each, and own ones keep apart.
#[test]
fn no_two_steps_of_a_plan_import_to_one_square() {
    for game in positions(5).into_iter().chain(positions(6)) {
        for player in game.players() {
            for project in game.projects(player) {
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

/// A project that needs one action is offered as a move, and vice versa.
#[test]
fn projects_possible_now_match_the_legal_placements() {
    for mut game in positions(3).into_iter().chain(positions(4)) {
        for player in game.players() {
            game.players[player.index()].money = PLENTY;
        }
        for player in game.players() {
            for project in game.projects(player) {
                let Goal::Build(resource) = project.goal else {
                    continue;
                };
                let without_road = project.plan.as_ref().is_some_and(|plan| {
                    matches!(plan.steps[..], [PlanStep::Build { road: None, .. }])
                });
                assert_eq!(without_road, has_legal_place(&game, player, resource), "{project:?}");
            }
        }
    }
}

fn has_legal_place(game: &Game, player: PlayerId, resource: ResourceId) -> bool {
    let mut checks = Checks::quick();
    let terms = game.check_build_terms(&mut checks, player, resource, Price::Full);
    let Some(terms) = terms.filter(|_| checks.is_clear()) else {
        return false;
    };
    game.contents
        .resource_tile(resource)
        .all()
        .flat_map(|shape| game.board.squares().filter_map(|corner| shape.at(corner)))
        .any(|at| {
            let mut checks = Checks::quick();
            game.check_build_site(&mut checks, player, resource, &at, &terms);
            checks.is_clear()
        })
}
