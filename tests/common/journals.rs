//! Random records, and helpers that apply and replay them.

use journal::{Change, Journal};
use rules::Game;
use rules::rulebook::Variants;

use crate::common::dice::Dice;
use crate::driver;

#[track_caller]
pub fn apply(journal: &mut Journal, changes: impl IntoIterator<Item = Change>) {
    for change in changes {
        let text = format!("{change:?}");
        if let Err(error) = journal.apply(change) {
            panic!("{text}: {error:?}");
        }
    }
}

/// Returns the game after the main line up to the cursor, replayed from the setup.
pub fn replayed(journal: &Journal) -> Game {
    let mut game = Game::new(journal.setup()).expect("it was set up before");
    for &id in &journal.main_line()[..journal.cursor()] {
        let action = journal.entry(id).action().expect("an entry has an action");
        game = game.play(action).expect("it was played before").game;
    }
    game
}

/// Plays a random game of at most `entries` entries, without variants that the table cannot play.
pub fn random_game(seed: u64, players: usize, variants: Variants, entries: usize) -> Journal {
    let pack = packs::find("practice").expect("it is built in");
    let mut setup = driver::setup(&pack, "Three Rivers", players);
    let playable = variants.iter().filter(|&variant| setup.variant_problem(variant).is_none());
    setup.variants = playable.fold(Variants::default(), Variants::with);
    let mut journal = Journal::new(setup).expect("sound");
    let mut dice = Dice(seed);
    for _ in 0..entries {
        let Some(action) = driver::next_action(journal.game(), &mut dice) else {
            break;
        };
        apply(&mut journal, [Change::Play(action)]);
    }
    journal
}
