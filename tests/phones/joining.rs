//! Seats: free ones, taken ones, wrong and old tokens.

use phones::{PhoneAnswer, PhoneRequest, SeatId};

use crate::client::Client;
use crate::window::{Window, at_turn};

const ANNA: SeatId = SeatId(0);

#[test]
fn a_phone_takes_a_free_seat_and_sees_its_page() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    let seats = phone.get("/seats");
    assert_eq!(seats.status, 200);
    for player in window.journal.game().players() {
        assert!(seats.body.contains(window.journal.game().player_name(player)));
    }
    let joined = phone.join(0);
    assert_eq!((joined.status, joined.body.len()), (201, 32));
    let [PhoneRequest::Joined { phone: id, seat: ANNA }] = window.requests()[..] else {
        panic!("the window sees who joins");
    };
    assert_eq!(window.server.phone_at(ANNA), Some(id));
    let page = phone.get("/seat");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Points"), "{}", page.body);
    assert!(phone.get("/seats").body.contains("another phone has this seat"));
}

#[test]
fn a_join_that_is_taken_back_leaves_the_phone_without_a_seat() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    let mut events = phone.events();
    events.expect(1);
    let [PhoneRequest::Joined { phone: id, .. }] = window.requests()[..] else {
        panic!("it has joined");
    };
    window.server.answer(id, PhoneAnswer::Remove);
    assert!(events.expect_end().contains("event: removed"));
    assert_eq!(phone.get("/seat").status, 401);
    assert_eq!(phone.join(0).status, 201);
}

#[test]
fn a_taken_seat_is_asked_for_on_the_laptop() {
    let window = Window::open(at_turn());
    let [mut first, mut second, mut third] = [(); 3].map(|()| Client::new(window.server.address()));
    first.join(0);
    window.requests();
    assert_eq!(second.join(0).status, 202);
    assert_eq!(second.get("/seat").status, 403);
    assert!(second.get("/status").body.contains("Answer on the laptop"));
    assert_eq!(third.join(0).status, 409);
    let [PhoneRequest::AsksForSeat { phone, seat: ANNA }] = window.requests()[..] else {
        panic!("the window is asked");
    };
    assert_eq!(first.get("/seat").status, 200);
    let (mut of_first, mut of_second) = (first.events(), second.events());
    of_first.expect(1);
    of_second.expect(1);
    window.server.answer(phone, PhoneAnswer::Admit);
    of_second.expect(2);
    assert!(of_first.expect_end().contains("event: removed"));
    assert_eq!((first.get("/seat").status, second.get("/seat").status), (401, 200));
    assert_eq!(window.server.held_seats().len(), 1);
}

#[test]
fn wrong_tokens_get_no_page() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    let token = phone.token.clone();
    for wrong in ["", "0", &"0".repeat(32), &token[..31], &format!("{token}0"), "ä", "Seat x"] {
        phone.token = wrong.to_owned();
        for path in ["/status", "/seat", "/moves", "/latest", "/vote", "/light.svg", "/events"] {
            assert_eq!(phone.get(path).status, 401, "{path} with {wrong}");
        }
        for path in ["/suggest", "/leave"] {
            assert_eq!(phone.post(path, "entry=1&move=1").status, 401, "{path} with {wrong}");
        }
        assert_eq!(phone.vote(1, "circle", (0, 0)).status, 401, "a ballot with {wrong}");
    }
    phone.token = token;
    assert_eq!(phone.get("/seat").status, 200);
}

#[test]
fn a_phone_that_leaves_frees_its_seat() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    window.requests();
    assert_eq!(phone.post("/leave", "").status, 200);
    assert!(matches!(window.requests()[..], [PhoneRequest::Left { seat: ANNA, .. }]));
    assert_eq!(phone.get("/seat").status, 401);
    assert_eq!(window.server.phone_at(ANNA), None);
}

#[test]
fn a_seat_that_does_not_exist_and_closed_joining_are_refused() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    assert_eq!(phone.join(4).status, 404);
    assert_eq!(phone.post("/join", "seat=99999999999").status, 400);
    assert_eq!(phone.post("/join", "").status, 400);
    window.server.set_joining_closed(true);
    assert_eq!(phone.join(0).status, 403);
    assert!(phone.get("/seats").body.contains("Joining is closed"));
    window.server.set_joining_closed(false);
    assert_eq!(phone.join(0).status, 201);
}
