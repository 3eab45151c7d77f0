//! Files lose nothing: tested on a simulated disk, and with every kind of damage.

mod clocks;
mod counter;
mod damage;
mod histories;
mod simulated;

use journal::Journal;
use rules::setup::Setup;

/// Returns a game with no entries yet.
fn sample() -> Journal {
    let mut pack = packs::find("practice").expect("it is built in");
    pack.boards.retain(|board| board.name == "Old Harbour");
    let setup = Setup {
        pack,
        board: "Old Harbour".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    Journal::new(setup).expect("it can be played")
}
