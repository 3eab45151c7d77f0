//! Fixtures for the tests of this crate: the packs as shipped, and random tables.

use crate::action::{Action, ActionKind};
use crate::adjustment::{Adjustment, Amount, Owner, TileRef};
use crate::game::Game;
use crate::player::PlayerId;
use crate::setup::Setup;
use components::quantity::Money;
use components::specs::Pack;

/// Parses a pack fragment, without checks.
pub(crate) fn fragment(text: &str) -> Pack {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .expect("a pack")
}

/// Returns the invented practice pack.
pub(crate) fn practice() -> Pack {
    fragment(include_str!("../../assets/packs/practice.ron"))
}

/// Returns the public facts of the real box.
pub(crate) fn real_box() -> Pack {
    fragment(include_str!("../../assets/packs/founders-of-gloomhaven.ron"))
}

/// Creates a table of four with roads, tiles and bridges at random squares: one for each of `tries`
/// that is legal.
pub(crate) fn table(seed: u64, tries: usize) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let setup = Setup {
        pack: practice(),
        board: "Three Rivers".to_owned(),
        players: ["Anna", "Ben", "Cara", "Dan"].map(str::to_owned).into(),
        ..Setup::default()
    };
    let mut game = Game::new(&setup).expect("it can be played");
    let contents = game.contents().clone();
    let players: Vec<PlayerId> = game.players().collect();
    let mut position: Vec<Adjustment> = Vec::new();
    let races = contents.races().filter(|&race| contents.race_name(race) != "Aesther");
    for (&player, race) in players.iter().zip(races) {
        position.push(Adjustment::Race(player, race));
        position.push(Adjustment::Money(player, Amount::Set(Money(12))));
    }
    position.push(Adjustment::Turn(players[0]));
    game = play(&game, ActionKind::Position(position)).expect("an empty table");

    let squares: Vec<_> = game.board().squares().collect();
    let resources: Vec<_> = contents.resources().collect();
    for _ in 0..tries {
        let player = players[rng.usize(..players.len())];
        let square = squares[rng.usize(..squares.len())];
        let change = match rng.u8(..10) {
            0..6 => Adjustment::AddRoad(square),
            6..9 => {
                let resource = resources[rng.usize(..resources.len())];
                let shapes: Vec<_> = contents.resource_tile(resource).all().collect();
                let Some(footprint) = shapes[rng.usize(..shapes.len())].at(square) else {
                    continue;
                };
                let tile = TileRef { resource, footprint };
                Adjustment::AddTile(tile, Owner::Player(player))
            }
            _ => Adjustment::AddBridge(player, square),
        };
        let kind = ActionKind::Adjust { changes: vec![change], reason: "chance".to_owned() };
        game = play(&game, kind).unwrap_or(game);
    }
    game
}

fn play(game: &Game, kind: ActionKind) -> Option<Game> {
    Some(game.play(&Action::from(kind)).ok()?.game)
}
