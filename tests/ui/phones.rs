//! The players' phones in the window: switched on and off, joined, with moves and whole votes.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};

use egui::Key;
use founders_ledger::app::Command;
use founders_ledger::app::phones::PhonesCommand;
use phones::SeatId;
use rules::action::{Action, ActionKind, Ballot};
use rules::player::PlayerId;
use rules::task::Task;
use ui_board::settings::{Settings, VotingMethod};
use ui_menu::Menu;

use crate::app::{Desk, is_vote};

/// A game of four players.
const GAME: &str = "four-founders.founders";

/// A phone of the tests.
pub struct Phone {
    address: String,
    token: String,
}

impl Phone {
    /// Joins a seat of the open game.
    pub fn join(desk: &mut Desk, seat: impl Into<SeatId>) -> Self {
        let link = desk.app().phones_link().expect("the phones are on");
        let address = link.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let mut phone = Self { address, token: String::new() };
        let (status, token) = phone.send("POST", "/join", &format!("seat={}", seat.into().0));
        assert_eq!(status, 201, "{token}");
        phone.token = token;
        desk.settle();
        phone
    }

    /// Sends a request as the page does; returns the status and the body.
    pub fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.send_bytes(method, path, body.as_bytes())
    }

    /// Sends a picture as the page does; returns the status and the body.
    pub fn send_picture(&self, picture: &[u8]) -> (u16, String) {
        self.send_bytes("POST", "/picture", picture)
    }

    fn send_bytes(&self, method: &str, path: &str, body: &[u8]) -> (u16, String) {
        let Self { address, token } = self;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Authorization: Seat {token}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(address).expect("the port is open");
        stream.write_all(&[request.as_bytes(), body].concat()).expect("it is sent");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("there is a response");
        let (head, body) = response.split_once("\r\n\r\n").expect("a response has a head");
        (head[9..12].parse().expect("a status"), body.to_owned())
    }

    pub fn page(&self, path: &str) -> String {
        self.send("GET", path, "").1
    }
}

/// Switches the phones of the open game on.
pub fn switch_on(desk: &mut Desk) {
    desk.give(PhonesCommand::SwitchOn(IpAddr::V4(Ipv4Addr::LOCALHOST)));
    desk.settle();
}

/// Draws the window until a thread of it has done its work.
#[track_caller]
pub fn wait_until(desk: &mut Desk, is_done: impl Fn(&Desk) -> bool) {
    for _ in 0..3000 {
        desk.settle();
        if is_done(desk) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it takes too long: {:#?}", desk.labels());
}

/// Returns the body of the request that hands over a ballot.
fn ballot_text(vote: usize, ballot: &Ballot) -> String {
    let tile = ["circle", "square", "triangle"][ballot.tile as usize];
    let Ballot { fleeting, lasting, .. } = ballot;
    format!("vote={vote}&tile={tile}&fleeting={fleeting}&lasting={lasting}")
}

/// Opens the game before a vote, with the ballots that the record has.
fn before_vote() -> (Desk, Vec<Ballot>) {
    let (desk, vote) = Desk::before(GAME, is_vote);
    let ActionKind::Reveal(ballots) = vote.kind else { panic!("it is a vote") };
    (desk, ballots)
}

#[test]
fn phones_are_off_until_they_are_switched_on_and_end_with_the_game() {
    let mut desk = Desk::at(GAME, 40);
    assert_eq!(desk.app().phones_link(), None);
    desk.give(Command::Menu(Menu::Phones));
    assert!(desk.shows("Phones at the table"), "{:#?}", desk.labels());
    switch_on(&mut desk);
    let link = desk.app().phones_link().expect("they are on");
    let address = link.trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(desk.shows(&address), "{:#?}", desk.labels());
    assert!(desk.shows(&format!("QR code of {link}")), "{:#?}", desk.labels());
    desk.press("Switch the phones off");
    assert!(desk.shows("Nothing is installed"), "{:#?}", desk.labels());
    switch_on(&mut desk);
    assert!(desk.shows("Further phones may join"), "{:#?}", desk.labels());
    desk.press("Close");
    desk.give(Command::Menu(Menu::Start));
    desk.settle();
    assert_eq!(desk.app().phones_link(), None);
    TcpStream::connect(address).expect_err("the port is closed");
}

#[test]
fn seat_of_a_phone_is_listed_and_can_be_taken_back() {
    let mut desk = Desk::at(GAME, 40);
    switch_on(&mut desk);
    let name = desk.game().player_name(PlayerId(1)).to_owned();
    let phone = Phone::join(&mut desk, PlayerId(1));
    assert!(desk.shows(&format!("{name} has joined with a phone.")), "{:#?}", desk.labels());
    assert!(phone.page("/seat").contains("Points"), "{}", phone.page("/seat"));
    desk.give(Command::Menu(Menu::Phones));
    desk.press(&format!("Remove the phone of {name}"));
    assert_eq!(phone.send("GET", "/seat", "").0, 401);
}

#[test]
fn suggested_move_is_recorded_once_the_laptop_agrees() {
    let (mut desk, action) = Desk::before(GAME, |game, _: &Action| {
        game.pending().iter().any(|due| due.task == Task::Turn)
    });
    drop(action);
    switch_on(&mut desk);
    let player = desk.game().pending()[0].player.expect("it is somebody's turn");
    let phone = Phone::join(&mut desk, player);
    let entry = desk.record().cursor();
    wait_until(&mut desk, |_| phone.page("/moves").contains("Suggest"));
    let suggest = |phone: &Phone| phone.send("POST", "/suggest", &format!("entry={entry}&move=0"));
    assert!(suggest(&phone).0 < 300);
    desk.settle();
    desk.press("Not now");
    assert_eq!(desk.record().cursor(), entry);
    assert!(suggest(&phone).0 < 300);
    desk.settle();
    desk.press("Record it");
    assert!(desk.record().cursor() > entry);
    let late = suggest(&phone);
    assert!(late.0 >= 400, "{late:?}");
}

#[test]
fn whole_vote_is_held_from_phones() {
    let (mut desk, ballots) = before_vote();
    switch_on(&mut desk);
    let phones: Vec<Phone> =
        ballots.iter().map(|ballot| Phone::join(&mut desk, ballot.player)).collect();
    let vote = desk.record().cursor();
    for (phone, ballot) in phones.iter().zip(&ballots) {
        assert_eq!(phone.send("POST", "/ballot", &ballot_text(vote, ballot)).0, 202);
        desk.settle();
    }
    let revealed = desk.record().action(vote + 1).expect("the last ballot reveals all");
    let ActionKind::Reveal(recorded) = &revealed.kind else { panic!("{revealed:?}") };
    let choices = |ballots: &[Ballot]| -> Vec<_> {
        ballots.iter().map(|of| (of.player, of.tile, of.fleeting, of.lasting)).collect()
    };
    assert_eq!(choices(recorded), choices(&ballots));
}

#[test]
fn phones_and_the_curtain_take_part_in_one_vote() {
    let (mut desk, ballots) = before_vote();
    desk.give(PhonesCommand::SetRecording(false));
    switch_on(&mut desk);
    let (first, others) = ballots.split_first().expect("there are voters");
    let vote = desk.record().cursor();
    for ballot in others {
        let phone = Phone::join(&mut desk, ballot.player);
        let before = desk.labels();
        assert_eq!(phone.send("POST", "/ballot", &ballot_text(vote, ballot)).0, 202);
        desk.settle();
        assert!(phone.page("/vote").contains("Fingerprint"), "{before:?}");
    }
    assert!(desk.app().holds_ballots());
    let name = desk.game().player_name(first.player).to_owned();
    desk.lift_curtain(&name);
    desk.key(Key::Num1);
    desk.seal();
    assert!(desk.record().cursor() > vote, "{:#?}", desk.labels());
}

#[test]
fn players_who_vote_by_hand_are_not_taken_to_a_secret_vote() {
    let (mut desk, _) = before_vote();
    let settings = Settings { voting: VotingMethod::ByHand, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
    switch_on(&mut desk);
    desk.settle();
    assert!(!desk.shows("lifts the curtain"), "{:#?}", desk.labels());
}

#[test]
fn ballot_from_a_phone_changes_nothing_that_others_can_see() {
    let seen = [0, 1].map(|world| {
        let (mut desk, ballots) = before_vote();
        switch_on(&mut desk);
        let [voter, other] = [0, 1].map(|at: usize| Phone::join(&mut desk, ballots[at].player));
        let vote = desk.record().cursor();
        let tiles = desk.game().moves().ballots[0].tiles.clone();
        let ballot = Ballot { tile: tiles[world], fleeting: 0, ..ballots[0] };
        assert_eq!(voter.send("POST", "/ballot", &ballot_text(vote, &ballot)).0, 202);
        wait_until(&mut desk, |_| {
            !other.page("/moves").contains("being listed")
                && other.page("/latest").contains("id=\"board\"")
        });
        let pages = ["/status", "/seat", "/vote", "/latest", "/moves"].map(|path| other.page(path));
        (desk.labels(), notation::record::print_log(desk.record()), pages.concat())
    });
    let [(labels, record, pages), (other_labels, other_record, other_pages)] = seen;
    assert_eq!(labels, other_labels, "the accessibility tree");
    assert_eq!(record, other_record, "the record");
    // Every run has its own port and its own tokens, which no page names.
    assert_eq!(pages, other_pages, "the pages of another phone");
}

#[test]
fn question_about_a_seat_that_is_closed_without_an_answer_is_a_refusal() {
    let mut desk = Desk::at(GAME, 40);
    switch_on(&mut desk);
    let first = Phone::join(&mut desk, PlayerId(1));
    for _ in 0..2 {
        let mut second = Phone { address: first.address.clone(), token: String::new() };
        let (status, token) = second.send("POST", "/join", "seat=1");
        assert!(status < 300, "{status} {token}");
        second.token = token;
        desk.settle();
        assert!(desk.shows("Another phone asks for the seat"), "{:#?}", desk.labels());
        desk.key(Key::Escape);
        desk.settle();
        assert_eq!(second.send("GET", "/seat", "").0, 401);
    }
    assert_eq!(first.send("GET", "/seat", "").0, 200, "the first phone keeps its seat");
}

#[test]
fn last_ballot_that_comes_while_a_page_is_open_is_revealed_after_it() {
    let (mut desk, ballots) = before_vote();
    switch_on(&mut desk);
    let phones: Vec<Phone> =
        ballots.iter().map(|ballot| Phone::join(&mut desk, ballot.player)).collect();
    let vote = desk.record().cursor();
    desk.give(Command::Menu(Menu::Library));
    for (phone, ballot) in phones.iter().zip(&ballots) {
        assert_eq!(phone.send("POST", "/ballot", &ballot_text(vote, ballot)).0, 202);
        desk.settle();
    }
    assert!(desk.app().holds_ballots(), "they wait behind the page");
    desk.give(Command::Menu(Menu::Library));
    desk.settle();
    assert_eq!(desk.record().cursor(), vote + 1, "{:#?}", desk.labels());
}
