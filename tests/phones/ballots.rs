//! Ballots: sealed from phones, repeated, late, and in no response of another phone.

use phones::PhoneRequest;
use rules::player::PlayerId;
use sealed::BallotProgress;

use crate::client::{Client, Events, Response};
use crate::window::{Window, at_turn, at_vote};

/// Opens a window at a vote with a phone in every seat.
fn table_of_voters() -> (Window, Vec<Client>) {
    let mut window = Window::open(at_vote());
    let phones = window.journal.game().players().map(|player| {
        let mut phone = Client::new(window.server.address());
        assert_eq!(phone.join(player.0).status, 201);
        phone
    });
    let phones = phones.collect();
    window.carry_out();
    (window, phones)
}

/// Returns the key of the proposal in this place of the ballot.
fn tile(window: &Window, place: usize) -> &'static str {
    let moves = window.journal.game().moves();
    let tiles = &moves.ballots[0].tiles;
    ["circle", "square", "triangle"][tiles[place % tiles.len()] as usize]
}

#[test]
fn four_phones_hold_a_whole_vote() {
    let (mut window, phones) = table_of_voters();
    let vote = window.journal.cursor();
    for (place, phone) in phones.iter().enumerate() {
        assert!(phone.get("/status").body.contains(&format!("data-vote=\"{vote}\"")));
        assert!(phone.get("/vote").body.contains("<form"));
        let response = phone.vote(vote, tile(&window, place), (0, 0));
        assert_eq!(response.status, 202, "{}", response.body);
        assert!(phone.get("/vote").body.contains("at the laptop"));
        window.carry_out();
        if place < 3 {
            let page = phone.get("/vote").body;
            assert!(page.contains("Sealed") && page.contains("Fingerprint"), "{page}");
        }
    }
    assert_eq!(window.journal.cursor(), vote + 1, "the last ballot opens all");
    assert!(phones[0].get("/vote").body.contains("There is no vote now"));
}

#[test]
fn repeated_late_and_impossible_ballots_change_nothing() {
    let (mut window, phones) = table_of_voters();
    let (vote, tile) = (window.journal.cursor(), tile(&window, 0));
    let sealed = |window: &Window| {
        let ballots = window.ballots.as_ref().expect("there is a vote");
        ballots.voters().filter(|(_, state)| *state == BallotProgress::Sealed).count()
    };
    assert_eq!(phones[0].vote(vote - 1, tile, (0, 0)).status, 409);
    assert_eq!(phones[0].vote(vote, "hexagon", (0, 0)).status, 400);
    assert_eq!(sealed(&window), 0);
    assert_eq!(phones[0].vote(vote, tile, (999, 0)).status, 202);
    window.carry_out();
    assert_eq!(sealed(&window), 0);
    assert!(phones[0].get("/status").body.contains("the influence is not what the voter holds"));
    assert_eq!(phones[0].vote(vote, tile, (0, 0)).status, 202);
    assert_eq!(phones[0].vote(vote, tile, (0, 0)).status, 409, "it waits for the window");
    window.carry_out();
    assert_eq!(phones[0].vote(vote, tile, (0, 0)).status, 409, "it is sealed");
    assert_eq!(sealed(&window), 1);
}

#[test]
fn a_phone_votes_for_its_own_seat_only_while_it_has_it() {
    let (window, phones) = table_of_voters();
    let (vote, tile) = (window.journal.cursor(), tile(&window, 0));
    assert_eq!(phones[2].vote(vote, tile, (0, 0)).status, 202);
    let requests = window.requests();
    assert!(matches!(&requests[..], [PhoneRequest::Ballot { seat: PlayerId(2), .. }]));
    assert!(!format!("{requests:?}").contains("Circle"), "{requests:?}");
    let mut asking = Client::new(window.server.address());
    assert_eq!(asking.join(1).status, 202);
    assert_eq!(asking.vote(vote, tile, (0, 0)).status, 401);
    phones[1].post("/leave", "");
    assert_eq!(phones[1].vote(vote, tile, (0, 0)).status, 401);
}

#[test]
fn there_is_no_ballot_outside_of_a_vote() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    assert_eq!(phone.vote(window.journal.cursor(), "circle", (0, 0)).status, 409);
    assert!(phone.get("/vote").body.contains("There is no vote now"));
}

/// The pages that a phone can fetch.
const PATHS: [&str; 7] =
    ["/status", "/seat", "/moves", "/latest", "/vote", "/rules?q=vote", "/seats"];

/// Returns everything that a phone can fetch.
fn everything(phone: &Client) -> Vec<Response> {
    PATHS.map(|path| phone.get(path)).to_vec()
}

/// Returns a response without the date, which differs from second to second.
fn undated(response: Response) -> Response {
    let head = response.head.lines().filter(|line| !line.starts_with("date:"));
    Response { head: head.collect::<Vec<_>>().join("\n"), ..response }
}

/// Plays a vote in which the first voter's ballot is `choice`, and returns what the other phones
/// and a phone without a seat see after each step, events included.
fn seen_by_others(place: usize, amounts: (i32, i32)) -> Vec<(Vec<Response>, String)> {
    let (mut window, phones) = table_of_voters();
    let vote = window.journal.cursor();
    let others: Vec<&Client> = phones[1..].iter().collect();
    let stranger = Client::new(window.server.address());
    let mut streams: Vec<Events> = others.iter().map(|phone| phone.events()).collect();
    let mut seen = Vec::new();
    let mut look = |streams: &mut [Events], count| {
        for (phone, stream) in others.iter().zip(streams) {
            let pages = everything(phone).into_iter().map(undated).collect();
            let events =
                undated(Response { status: 0, head: stream.expect(count), body: String::new() });
            seen.push((pages, events.head));
        }
        seen.push((everything(&stranger).into_iter().map(undated).collect(), String::new()));
    };
    look(&mut streams, 1);
    assert_eq!(phones[0].vote(vote, tile(&window, place), amounts).status, 202);
    look(&mut streams, 1);
    window.carry_out();
    look(&mut streams, 2);
    seen
}

#[test]
fn other_phones_see_the_same_bytes_and_events_whatever_a_ballot_says() {
    let seen = seen_by_others(0, (0, 0));
    assert_eq!(seen, seen_by_others(1, (1, 0)));
    assert_eq!(seen.len(), 12);
}
