//! The pages: their content, their size, their headers.

use journal::Change;
use narration::PlayerNaming;
use phones::PhoneRequest;
use rules::action::ActionKind;
use table::move_list::{MoveList, MoveOrder};

use crate::client::Client;
use crate::window::{Window, at_turn, at_vote};

/// Opens a window at a turn with a phone of the player to act.
fn at_own_turn() -> (Window, Client) {
    let mut window = Window::open(at_turn());
    let player = window.journal.game().pending()[0].player.expect("a player has a turn");
    let mut phone = Client::new(window.server.address());
    phone.join(player.0);
    window.carry_out();
    (window, phone)
}

#[test]
fn every_response_has_the_strict_headers() {
    let (window, phone) = at_own_turn();
    let paths = [
        "/",
        "/page.css",
        "/page.js",
        "/seats",
        "/rules",
        "/seat",
        "/moves",
        "/none",
        "/light.svg",
    ];
    let responses = paths
        .map(|path| phone.get(path))
        .into_iter()
        .chain([phone.vote(0, "circle", (0, 0)), phone.post("/join", "seat=9")]);
    for response in responses {
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(response.head.contains(header), "{header}: {}", response.head);
        }
        assert!(!response.head.contains("set-cookie"));
    }
    drop(window);
}

#[test]
fn fonts_are_the_only_responses_that_phones_may_keep() {
    let window = Window::open(at_turn());
    let phone = Client::new(window.server.address());
    for name in ["sans", "strong", "serif"] {
        let font = phone.get(&format!("/fonts/{name}.woff2"));
        assert_eq!(font.status, 200, "{name}");
        assert!(font.head.contains("content-type: font/woff2"), "{}", font.head);
        assert!(font.head.contains("cache-control: max-age="), "{}", font.head);
        assert!(!font.head.contains("no-store"), "{}", font.head);
        assert!(font.head.contains("x-content-type-options: nosniff"), "{}", font.head);
    }
    let none = phone.get("/fonts/none.woff2");
    assert_eq!(none.status, 404);
    assert!(none.head.contains("cache-control: no-store"), "{}", none.head);
}

#[test]
fn what_every_phone_loads_is_small_and_from_the_laptop_alone() {
    let window = Window::open(at_turn());
    let phone = Client::new(window.server.address());
    let [page, style, script] = ["/", "/page.css", "/page.js"].map(|path| phone.get(path).body);
    assert!(page.len() + style.len() + script.len() < 60_000);
    assert!(script.lines().count() < 400);
    for text in [&page, &style, &script] {
        assert!(!text.contains("http:") && !text.contains("https:"));
    }
}

#[test]
fn the_moves_are_those_of_the_app_and_a_suggestion_is_one_of_them() {
    let (mut window, phone) = at_own_turn();
    let game = window.journal.game();
    let list = MoveList::of(game, &game.moves(), PlayerNaming::Names);
    let page = phone.get("/moves").body;
    assert_eq!(page.matches("data-move=").count(), list.moves.len());
    let entry = window.journal.cursor();
    let response = phone.post("/suggest", &format!("entry={entry}&move=3"));
    assert_eq!(response.status, 202, "{}", response.body);
    window.carry_out();
    assert_eq!(window.suggested, [list.moves[3].action.clone()]);
    assert!(phone.get("/status").body.contains("The laptop shows the move."));
    for (old, status) in [
        (format!("entry={}&move=3", entry - 1), 409),
        (format!("entry={entry}&move={}", list.moves.len()), 409),
        ("entry=x&move=3".to_owned(), 400),
        (String::new(), 400),
    ] {
        assert_eq!(phone.post("/suggest", &old).status, status, "{old}");
    }
}

#[test]
fn only_the_player_to_act_gets_moves() {
    let (window, phone) = at_own_turn();
    let mut other = Client::new(phone.address);
    let players = window.journal.game().players();
    let mut free = players.filter(|player| window.server.phone_at((*player).into()).is_none());
    other.join(free.next().expect("a seat is free").0);
    assert!(!other.get("/moves").body.contains("data-move="));
    let entry = window.journal.cursor();
    assert_eq!(other.post("/suggest", &format!("entry={entry}&move=0")).status, 409);
    assert!(!other.get("/status").body.contains("class=\"mine\""));
    assert!(phone.get("/status").body.contains("class=\"mine\""));
    let requests = window.server.take_requests();
    assert!(matches!(requests[..], [PhoneRequest::Joined { .. }]), "{requests:?}");
}

#[test]
fn a_search_finds_moves_and_rules_by_their_words() {
    let (window, phone) = at_own_turn();
    let game = window.journal.game();
    let list = MoveList::of(game, &game.moves(), PlayerNaming::Names);
    let found = list.sorted("face down", MoveOrder::OwnGain).len();
    let page = phone.get("/moves?q=face+down").body;
    assert_eq!(page.matches("data-move=").count(), found);
    assert!(phone.get("/rules?q=cascade").body.contains("Paying on"));
    assert!(phone.get("/rules?q=xyzzy").body.contains("No rule has all of these words"));
    assert!(phone.get("/rules").body.contains("Setup"));
}

#[test]
fn the_latest_page_has_receipt_board_and_journal() {
    let (mut window, phone) = at_own_turn();
    assert_eq!(phone.get("/light.svg").status, 404);
    window.draws = true;
    window.show();
    let page = phone.get("/latest").body;
    assert!(page.contains("id=\"board\"") && page.contains("Journal"), "{page}");
    assert_eq!(page.matches("<li value=").count(), window.journal.cursor());
    for path in ["/light.svg", "/dark.svg"] {
        let picture = phone.get(path);
        assert!(picture.head.contains("image/svg+xml") && picture.body.starts_with("<svg"));
        // The policy of the page allows none of these.
        assert!(!picture.body.contains("<script") && !picture.body.contains("style="));
    }
}

#[test]
fn names_are_escaped() {
    let mut view = phones::TableView::default();
    let window = Window::open(at_vote());
    view.seats = vec![phones::SeatView {
        seat: phones::SeatId(0),
        name: "<img src=x onerror=alert(1)>".to_owned(),
        remark: Some("A&B\"".to_owned()),
        headline: ("Points", "0".to_owned()),
        summary: "0 points".to_owned(),
        numbers: Vec::new(),
        rows: Vec::new(),
        decisions: vec!["<b>".to_owned()],
    }];
    window.server.publish(view);
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    for path in ["/seats", "/seat", "/status"] {
        let page = phone.get(path).body;
        assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    }
}

/// Returns the step that a page sends back.
fn step_of(page: &str) -> String {
    let (_, rest) = page.split_once("data-at=\"").expect("the page has a step");
    rest.split_once('"').expect("it ends").0.to_owned()
}

#[test]
fn a_page_of_another_line_changes_nothing() {
    let (mut window, phone) = at_own_turn();
    let before = window.journal.here();
    let entry = window.journal.cursor() + 1;
    let suggestion = |step: &str| format!("entry={entry}&move=0&step={step}");
    // Two entries with the same number, the second after an undo.
    let [(first, first_step), (_, second_step)] = ["One", "Two"].map(|text| {
        window.journal.go_to(before);
        let remark = ActionKind::Annotate(text.to_owned());
        window.journal.apply(Change::Play(remark.into())).expect("a remark is allowed");
        window.show();
        let step = step_of(&phone.get("/moves").body);
        assert_eq!(phone.post("/suggest", &suggestion(&step)).status, 202);
        window.carry_out();
        (window.journal.here(), step)
    });
    assert_eq!(window.journal.cursor(), entry);
    assert_ne!(first_step, second_step);
    assert_eq!(phone.post("/suggest", &suggestion(&first_step)).status, 409);
    assert_eq!(phone.post("/suggest", &suggestion("x")).status, 400);
    window.journal.go_to(first);
    window.show();
    assert_eq!(step_of(&phone.get("/moves").body), first_step, "after a redo");
}
