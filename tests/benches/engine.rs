//! Benchmarks of the engine: replay, placements with their outcomes, a preview, the inspector, and
//! a complete simulated game.
//!
//! Run with `cargo bench`.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

use rules::Game;
use rules::action::{Action, ActionKind};
use rules::moves::ActionEffects;
use rules::sub_action::{Placement, SubAction};
use simulate::Simulation;

/// The number of replayed entries; a longer game is truncated.
const ENTRIES: usize = 300;

/// Returns a four-player game of at least [`ENTRIES`] entries: its start, and its actions.
fn long_game() -> (Game, Vec<Action>) {
    let pack = packs::find("practice").expect("the practice pack is sound");
    for seed in 0..1000 {
        let mut game = Simulation::new(&pack, "Three Rivers", 4, seed).expect("it can be played");
        let start = game.game.clone();
        let mut actions = game.run();
        if game.game.winner().is_some() && actions.len() >= ENTRIES {
            actions.truncate(ENTRIES);
            return (start, actions);
        }
    }
    panic!("no game is long enough");
}

/// Returns the late position of that game with the most legal upgrades.
fn late_position() -> Game {
    let (start, actions) = long_game();
    let mut best = (0, start.clone());
    let mut game = start;
    for action in &actions {
        game = game.play(action).expect("it was played").game;
        let builds = builds(&game).len();
        if game.turn_number() > 30 && builds > best.0 {
            best = (builds, game.clone());
        }
    }
    best.1
}

fn builds(game: &Game) -> Vec<Action> {
    let mut actions = game.moves().actions;
    actions.retain(|action| match &action.kind {
        ActionKind::Lead { sub_actions, .. } => {
            matches!(sub_actions.as_slice(), [SubAction::Build(Placement { roads, .. })] if roads.is_empty())
        }
        ActionKind::Follow { sub_action, .. } => matches!(sub_action, SubAction::Build(_)),
        _ => false,
    });
    actions
}

fn replay(bench: &mut Criterion) {
    let (start, actions) = long_game();
    let mut group = bench.benchmark_group("replay");
    group.throughput(Throughput::Elements(actions.len() as u64));
    group.bench_function("300 entries, four players", |b| {
        b.iter(|| {
            let mut game = start.clone();
            for action in &actions {
                game = game.play(action).expect("it was played").game;
            }
            game
        });
    });
    group.finish();
}

fn placements(bench: &mut Criterion) {
    let game = late_position();
    let count = builds(&game).len();
    let name = format!("all {count} placements of advanced tiles with outcomes");
    bench.bench_function(&name, |b| {
        b.iter(|| {
            builds(&game)
                .into_iter()
                .map(|action| ActionEffects::of(&game.play(&action).expect("legal")))
                .collect::<Vec<_>>()
        });
    });
    let one = builds(&game).pop().expect("a tile can be built");
    bench.bench_function("preview of one placement", |b| {
        b.iter(|| ActionEffects::of(&black_box(&game).play(&one).expect("it is legal")));
    });
    bench.bench_function("all moves of a late turn", |b| {
        b.iter(|| black_box(&game).moves());
    });
}

fn inspection(bench: &mut Criterion) {
    let game = late_position();
    let player = game.active_player().expect("the game has started");
    bench.bench_function("projects of one player", |b| {
        b.iter(|| black_box(&game).projects(player));
    });
    let tiles: Vec<_> = game.tiles().map(|tile| tile.footprint).collect();
    let name = format!("one tile's connections to {} others", tiles.len() - 1);
    bench.bench_function(&name, |b| {
        b.iter(|| {
            tiles[1..]
                .iter()
                .map(|other| game.connection(player, &tiles[0], other))
                .collect::<Vec<_>>()
        });
    });
}

fn simulation(bench: &mut Criterion) {
    let pack = packs::find("practice").expect("the practice pack is sound");
    let mut seed = 0;
    let mut group = bench.benchmark_group("simulate");
    group.sample_size(30);
    group.bench_function("complete game, four players", |b| {
        b.iter_batched(
            || {
                seed += 1;
                Simulation::new(&pack, "Three Rivers", 4, seed).expect("it can be played")
            },
            |mut game| game.run(),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, replay, placements, inspection, simulation);
criterion_main!(benches);
