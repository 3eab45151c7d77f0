//! The sound that calls each voter: none by default, otherwise one for every voter.

use std::sync::mpsc::{Receiver, channel};

use egui::Key;
use founders_ledger::app::{Bell, Command, Environment};
use ui_board::settings::{Settings, VotingMethod};
use ui_menu::Menu;

use crate::app::{Desk, truncated};
use crate::polls::{even_salts, sealed_vote};

/// Returns a table right before a vote on the screen, and the receiver of its bell.
fn before_a_vote(calls_voters: bool) -> (Desk, Receiver<()>) {
    let (sender, receiver) = channel();
    let world = Environment { bell: Bell::Channel(sender), ..Environment::default() };
    let settings = Settings { calls_voters, voting: VotingMethod::Here, ..Settings::default() };
    let mut desk = Desk::in_world(world, settings);
    desk.set_salts(even_salts);
    let (journal, _) = sealed_vote();
    desk.open(&truncated(&journal, journal.cursor()));
    desk.give(Command::Menu(Menu::Undo));
    // The bell rang for the vote that was open before the undo.
    assert_eq!(rings(&receiver), usize::from(calls_voters));
    (desk, receiver)
}

fn rings(receiver: &Receiver<()>) -> usize {
    receiver.try_iter().count()
}

/// Returns the names of all voters as on the controls, by seat.
fn voters(desk: &Desk) -> Vec<String> {
    let named = desk.named_game();
    named.game().players().map(|player| named.label(player)).collect()
}

/// Opens the page of a voter and chooses a proposal by its key.
fn fill_in(desk: &mut Desk, who: &str, proposal: Key) {
    desk.lift_curtain(who);
    desk.key(proposal);
}

#[test]
fn every_voter_is_called_once() {
    let (mut desk, receiver) = before_a_vote(true);
    assert_eq!(rings(&receiver), 0, "nobody votes yet");
    desk.give(Command::Menu(Menu::Redo));
    assert_eq!(rings(&receiver), 1, "the vote begins");
    let voters = voters(&desk);
    for (place, who) in voters.iter().enumerate() {
        // The choice does not change the sound.
        fill_in(&mut desk, who, if place == 0 { Key::Num2 } else { Key::Num1 });
        assert_eq!(rings(&receiver), 0, "{who} fills in a ballot");
        desk.seal();
        let next = usize::from(place + 1 < voters.len());
        assert_eq!(rings(&receiver), next, "{who} sealed it");
    }
    assert_eq!(rings(&receiver), 0, "the vote is over");
}

#[test]
fn closing_a_ballot_without_sealing_does_not_ring_the_bell() {
    let (mut desk, receiver) = before_a_vote(true);
    desk.give(Command::Menu(Menu::Redo));
    assert_eq!(rings(&receiver), 1);
    let voters = voters(&desk);
    fill_in(&mut desk, &voters[0], Key::Num1);
    desk.press("Close without sealing");
    assert_eq!(rings(&receiver), 0);
}

#[test]
fn nothing_sounds_unless_it_is_wanted() {
    let (mut desk, receiver) = before_a_vote(false);
    desk.give(Command::Menu(Menu::Redo));
    for who in voters(&desk) {
        fill_in(&mut desk, &who, Key::Num1);
        desk.seal();
    }
    assert_eq!(rings(&receiver), 0);
    assert!(!Settings::default().calls_voters);
}
