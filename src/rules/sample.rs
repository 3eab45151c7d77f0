//! What the tests of this crate play with: the packs as the program ships them, and random tables.

use crate::action::{Action, Deed};
use crate::adjustment::{Adjustment, Amount, Owner, TileRef};
use crate::game::Game;
use crate::player::PlayerId;
use crate::setup::Setup;
use components::quantity::Money;
use components::specs::Pack;

/// What `text` states, unchecked.
pub(crate) fn fragment(text: &str) -> Pack {
    let options = ron::Options::default();
    let options = options.with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).expect("a pack")
}

/// The invented set to practise with.
pub(crate) fn practice() -> Pack {
    fragment(include_str!("../../assets/packs/practice.ron"))
}

/// What is publicly known of the box.
pub(crate) fn real_box() -> Pack {
    fragment(include_str!("../../assets/packs/founders-of-gloomhaven.ron"))
}

/// A table of four on which roads, tiles and bridges lie as chance has it, as many as there was
/// room for in so many tries.
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
    let mut laid: Vec<Adjustment> = Vec::new();
    let races = contents.races().filter(|&race| {
        let name = contents.race_name(race);
        name != "Aesther"
    });
    for (&player, race) in players.iter().zip(races) {
        laid.push(Adjustment::Race(player, race));
        laid.push(Adjustment::Money(player, Amount::Set(Money(12))));
    }
    laid.push(Adjustment::Turn(players[0]));
    game = play(&game, Deed::Position(laid)).expect("an empty table");

    let squares: Vec<_> = game.board().squares().collect();
    let resources: Vec<_> = contents.resources().collect();
    for _ in 0..tries {
        let player = players[rng.usize(..players.len())];
        let square = squares[rng.usize(..squares.len())];
        let change = match rng.u8(..10) {
            0..6 => Adjustment::AddRoad(square),
            6..9 => {
                let resource = resources[rng.usize(..resources.len())];
                let ways: Vec<_> = contents.resource_tile(resource).all().collect();
                let Some(footprint) = ways[rng.usize(..ways.len())].at(square) else {
                    continue;
                };
                let tile = TileRef { resource, footprint };
                Adjustment::AddTile(tile, Owner::Player(player))
            }
            _ => Adjustment::AddBridge(player, square),
        };
        let deed = Deed::Adjust { changes: vec![change], reason: "chance".to_owned() };
        game = play(&game, deed).unwrap_or(game);
    }
    game
}

fn play(game: &Game, deed: Deed) -> Option<Game> {
    Some(game.play(&Action::from(deed)).ok()?.game)
}
