//! Nothing of a ballot is in any file before the reveal, whenever the program is killed.

use std::path::Path;

use founders_ledger::app::World;
use founders_ledger::notation::record::{Tags, print_log};
use founders_ledger::rules::action::{Ballot, VoteTile};
use founders_ledger::ui::command::{Command, Menu};
use founders_ledger::ui::settings::Settings;

use crate::app::Desk;
use crate::clerk::{capitalised, proposal_of};
use crate::polls::{even_salts, sealed_vote};

/// Everything in every file below a folder, whatever the files are called.
fn written(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(std::fs::read(&path).expect("it can be read"));
            }
        }
    }
    found.sort();
    found
}

/// The fleeting influence that a voter holds.
fn held(ballot: &Ballot) -> i32 {
    let (journal, _) = sealed_vote();
    journal.game().fleeting(ballot.player)
}

/// The ballots of the two voters who can commit the most.
fn rich(ballots: &[Ballot]) -> Vec<Ballot> {
    let mut ballots = ballots.to_vec();
    ballots.sort_by_key(|ballot| std::cmp::Reverse(held(ballot)));
    ballots.truncate(2);
    ballots
}

/// Seals one ballot, fills in the next one, and looks at what is on the disk then, and once the
/// window is closed.
fn leave_mid_vote(folder: &Path, ballot: impl Fn(&Ballot) -> Ballot) -> [Vec<Vec<u8>>; 2] {
    let (journal, ballots) = sealed_vote();
    let game = folder.join("evening.founders");
    std::fs::write(&game, print_log(&journal, &Tags::default())).expect("room on the disk");
    let world = World {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        ..World::default()
    };
    let mut desk = Desk::in_world(world, Settings::default());
    desk.salt_evenly(even_salts);
    desk.give(Command::Open(game));
    desk.give(Command::Menu(Menu::Undo));
    desk.give(Command::Menu(Menu::Redo));
    desk.press("Vote on this screen");
    for (number, known) in rich(&ballots).into_iter().enumerate() {
        let ballot = ballot(&known);
        let who = desk.game().player_label(ballot.player);
        desk.press(&format!("{who} votes"));
        desk.press(&format!("{who} lifts the curtain"));
        let proposal = proposal_of(&desk, ballot.tile);
        desk.press(&capitalised(&proposal));
        for _ in 0..ballot.fleeting {
            desk.press("More fleeting influence");
        }
        if number == 0 {
            desk.press("Seal");
            desk.press("Done");
        }
    }
    desk.wait_until_saved();
    let killed = written(folder);
    drop(desk);
    [killed, written(folder)]
}

#[test]
fn whatever_is_voted_the_same_is_on_the_disk_until_the_reveal() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder for the test"));
    let (_, ballots) = sealed_vote();
    assert!(rich(&ballots).iter().any(|ballot| held(ballot) > 0));
    let one = leave_mid_vote(folders[0].path(), |ballot| Ballot {
        tile: VoteTile::Circle,
        fleeting: 0,
        ..*ballot
    });
    let other = leave_mid_vote(folders[1].path(), |ballot| Ballot {
        tile: VoteTile::Triangle,
        fleeting: held(ballot),
        ..*ballot
    });
    // The note of what is open names the folder, which is another one.
    let nameless = |files: &[Vec<u8>], folder: &Path| -> Vec<String> {
        let folder = folder.display().to_string();
        let texts = files.iter().map(|bytes| String::from_utf8_lossy(bytes));
        texts.map(|text| text.replace(&folder, "")).collect()
    };
    for (one, other) in one.iter().zip(&other) {
        let one = nameless(one, folders[0].path());
        assert!(one.len() > 2, "the game, its backup, and more");
        assert_eq!(one, nameless(other, folders[1].path()));
        // The salt would let a choice be guessed.
        assert!(one.iter().all(|text| !text.contains("07070707")));
    }
}
