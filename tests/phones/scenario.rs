//! A scenario over loopback: initiatives sealed from phones, and in no byte of another phone.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use phones::{PhoneAnswer, PhoneRequest, PhoneServer, ScenarioViewMaker, SeatId, ServerOptions};
use scenario::Record;
use scenario::record::new_record;
use sealed::InitiativeBox;

use crate::client::{Client, Response};

/// A round in which two characters have yet to choose.
const TABLE: &str = "board 6x4
level 1
card Guard: move 2, attack 2
character Brute at B2, unrevealed, hit points 10/10
character Mage at A1, unrevealed, hit points 6/6
normal Guard 1 at E2, hit points 8/8
initiative Guard: 50";

/// A window with a scenario.
struct ScenarioWindow {
    server: PhoneServer,
    record: Record,
    sealed: InitiativeBox,
    maker: ScenarioViewMaker,
    wake_count: Arc<AtomicUsize>,
}

impl ScenarioWindow {
    fn open() -> Self {
        let wake_count = Arc::new(AtomicUsize::new(0));
        let of_waker = Arc::clone(&wake_count);
        let waker = Arc::new(move || {
            of_waker.fetch_add(1, Ordering::SeqCst);
        });
        let options = ServerOptions::new(IpAddr::V4(Ipv4Addr::LOCALHOST), waker);
        let mut window = Self {
            server: PhoneServer::start(options).expect("loopback is there"),
            record: new_record(scenario::parse(TABLE).expect("a position")),
            sealed: InitiativeBox::default(),
            maker: ScenarioViewMaker::default(),
            wake_count,
        };
        window.show();
        window
    }

    fn show(&mut self) {
        self.server.publish(self.maker.view(&self.record, &self.sealed));
    }

    fn seat(&self, name: &str) -> SeatId {
        self.record.game().position().find(name).expect("it is on the map").into()
    }

    fn join(&mut self, name: &str) -> Client {
        let mut phone = Client::new(self.server.address());
        let seat = self.seat(name).0;
        let response = phone.post("/join", &format!("seat={seat}"));
        assert_eq!(response.status, 201, "{}", response.body);
        phone.token = response.body;
        self.carry_out();
        phone
    }

    /// Waits for the waker, and seals what phones send.
    #[track_caller]
    fn carry_out(&mut self) {
        let start = Instant::now();
        while self.wake_count.swap(0, Ordering::SeqCst) == 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "no phone wakes the window");
            std::thread::sleep(Duration::from_millis(2));
        }
        for request in self.server.take_requests() {
            assert!(!format!("{request:?}").contains("45"), "{request:?}");
            if let PhoneRequest::Initiative { phone, seat, choice, .. } = request {
                let character = self.record.game().position().figures().iter();
                let character = character.map(scenario_rules::figure::Figure::id);
                let character = character.into_iter().find(|id| SeatId::from(*id) == seat);
                self.sealed.seal(character.expect("it is on the map"), choice);
                self.server.answer(phone, PhoneAnswer::InitiativeSealed);
            }
        }
        self.show();
    }
}

/// Returns what another phone and a phone without a seat see after each step of a choice.
fn seen_by_others(choice: &str) -> Vec<(Vec<Response>, String)> {
    let mut window = ScenarioWindow::open();
    let (brute, mage) = (window.join("Brute"), window.join("Mage"));
    let stranger = Client::new(window.server.address());
    let mut stream = mage.events();
    let mut seen = Vec::new();
    let mut look = |count| {
        let paths = ["/status", "/seat", "/moves", "/vote", "/latest", "/rules", "/seats"];
        let undated = |response: Response| {
            let head = response.head.lines().filter(|line| !line.starts_with("date:"));
            Response { head: head.collect::<Vec<_>>().join("\n"), ..response }
        };
        for phone in [&mage, &stranger] {
            seen.push((paths.map(|path| undated(phone.get(path))).to_vec(), String::new()));
        }
        let events = stream.expect(count);
        let (_, events) = events.split_once("data: ").expect("there is an event");
        seen.push((Vec::new(), events.to_owned()));
    };
    look(1);
    let body = format!("round=1&{choice}");
    assert_eq!(brute.post("/initiative", &body).status, 202);
    look(1);
    window.carry_out();
    look(2);
    assert_eq!(brute.post("/initiative", &body).status, 202, "it can be chosen again");
    window.carry_out();
    look(2);
    seen
}

#[test]
fn other_phones_see_the_same_bytes_and_events_whatever_an_initiative_says() {
    let seen = seen_by_others("first=45&second=12&kind=cards");
    assert_eq!(seen, seen_by_others("first=7&second=&kind=cards"));
    assert_eq!(seen, seen_by_others("first=&second=&kind=rest"));
    assert_eq!(seen.len(), 12);
}

#[test]
fn choices_that_are_not_due_change_nothing() {
    let mut window = ScenarioWindow::open();
    let brute = window.join("Brute");
    let send = |body: &str| brute.post("/initiative", body).status;
    assert_eq!(send("round=2&first=45&second=&kind=cards"), 409);
    assert_eq!(send("round=1&first=145&second=&kind=cards"), 422);
    assert_eq!(brute.vote(1, "circle", (0, 0)).status, 409);
    let mut stranger = Client::new(window.server.address());
    stranger.token = "0".repeat(32);
    let unknown = stranger.post("/initiative", "round=1&first=45&second=&kind=cards");
    assert_eq!(unknown.status, 401);
    assert!(window.sealed.is_empty() && window.server.take_requests().is_empty());
}
