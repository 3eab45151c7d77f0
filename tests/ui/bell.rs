//! The sound that calls each voter: none unless it is wanted, then one for everybody.

use std::sync::mpsc::{Receiver, channel};

use egui::Key;
use founders_ledger::app::{Bell, Command, Environment};
use ui_board::settings::{Settings, Voting};
use ui_menu::Menu;

use crate::app::{Desk, cut};
use crate::polls::{even_salts, sealed_vote};

/// A table right before a vote on the screen begins, and who hears its bell.
fn before_a_vote(calls_voters: bool) -> (Desk, Receiver<()>) {
    let (rung, heard) = channel();
    let world = Environment { bell: Bell::Channel(rung), ..Environment::default() };
    let settings = Settings { calls_voters, voting: Voting::Here, ..Settings::default() };
    let mut desk = Desk::in_world(world, settings);
    desk.salt_evenly(even_salts);
    let (journal, _) = sealed_vote();
    desk.open(&cut(&journal, journal.cursor()));
    desk.give(Command::Menu(Menu::Undo));
    // It called to the vote that stood there.
    assert_eq!(times(&heard), usize::from(calls_voters));
    (desk, heard)
}

fn times(heard: &Receiver<()>) -> usize {
    heard.try_iter().count()
}

/// The names on the controls of everybody who votes, by seat.
fn voters(desk: &Desk) -> Vec<String> {
    let named = desk.named_game();
    named.game().players().map(|player| named.label(player)).collect()
}

/// Opens the page of a voter and chooses a proposal by its key.
fn fill_in(desk: &mut Desk, who: &str, proposal: Key) {
    desk.press(&format!("{who} votes"));
    desk.press(&format!("{who} lifts the curtain"));
    desk.key(proposal);
}

#[test]
fn every_voter_is_called_once() {
    let (mut desk, heard) = before_a_vote(true);
    assert_eq!(times(&heard), 0, "nobody votes yet");
    desk.give(Command::Menu(Menu::Redo));
    assert_eq!(times(&heard), 1, "the vote begins");
    let voters = voters(&desk);
    for (place, who) in voters.iter().enumerate() {
        // Whatever is chosen sounds the same.
        fill_in(&mut desk, who, if place == 0 { Key::Num2 } else { Key::Num1 });
        assert_eq!(times(&heard), 0, "{who} fills in a ballot");
        desk.press("Seal");
        let next = usize::from(place + 1 < voters.len());
        assert_eq!(times(&heard), next, "{who} sealed it");
        desk.press("Done");
    }
    desk.press("Reveal");
    assert_eq!(times(&heard), 0, "the vote is over");
}

#[test]
fn a_ballot_that_is_not_sealed_calls_nobody() {
    let (mut desk, heard) = before_a_vote(true);
    desk.give(Command::Menu(Menu::Redo));
    assert_eq!(times(&heard), 1);
    let voters = voters(&desk);
    fill_in(&mut desk, &voters[0], Key::Num1);
    desk.press("Close without sealing");
    assert_eq!(times(&heard), 0);
}

#[test]
fn nothing_sounds_unless_it_is_wanted() {
    let (mut desk, heard) = before_a_vote(false);
    desk.give(Command::Menu(Menu::Redo));
    for who in voters(&desk) {
        fill_in(&mut desk, &who, Key::Num1);
        desk.press("Seal");
        desk.press("Done");
    }
    desk.press("Reveal");
    assert_eq!(times(&heard), 0);
    assert!(!Settings::default().calls_voters);
}
