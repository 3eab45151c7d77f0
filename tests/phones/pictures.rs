//! Pictures: asked for, unasked, too large, slow, broken off, and in no file once it is over.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use phones::{
    MAX_PICTURE_BYTES, PhoneAnswer, PhoneId, PhoneRequest, PictureSubject, SeatId, ServerLimits,
};
use tempfile::TempDir;

use crate::client::{Client, Events, Response, response_on};
use crate::window::{Window, at_turn};

/// A table with two phones; the first is asked for a picture.
struct Table {
    window: Window,
    asked: Client,
    id: PhoneId,
    other: Client,
    /// The folder of the pictures.
    folder: TempDir,
}

impl Table {
    /// Opens a table and asks for a picture.
    fn asking() -> Self {
        let table = Self::open();
        assert!(table.window.server.ask_for_picture(table.id, PictureSubject::Board));
        table
    }

    /// Opens a table without a question.
    fn open() -> Self {
        Self::open_within(ServerLimits::default())
    }

    /// Opens a table without a question, with other limits.
    fn open_within(limits: ServerLimits) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = Window::open_with(at_turn(), |options| {
            folder.path().clone_into(&mut options.picture_folder);
            options.limits = limits;
        });
        let [mut asked, mut other] = [(); 2].map(|()| Client::new(window.server.address()));
        asked.join(0);
        other.join(1);
        window.carry_out();
        let id = window.server.phone_at(SeatId(0)).expect("it has joined");
        Self { window, asked, id, other, folder }
    }

    /// Takes the only picture that has arrived, and reads it.
    #[track_caller]
    fn arrived(&self) -> Vec<u8> {
        let mut requests = self.window.server.take_requests();
        let Some(PhoneRequest::Picture { phone, file }) = requests.pop() else {
            panic!("no picture: {requests:?}");
        };
        assert!(requests.is_empty() && phone == self.id, "{requests:?}");
        file.read_at_most(MAX_PICTURE_BYTES).expect("it can be read")
    }

    /// Checks that nothing has arrived, and that the same phone can still send a picture.
    #[track_caller]
    fn expect_another_try(&self) {
        assert!(self.window.server.take_requests().is_empty());
        assert!(!self.window.server.is_picture_arriving(self.id));
        assert_eq!(self.asked.picture(b"another try").status, 200);
        assert_eq!(self.arrived(), b"another try");
    }

    /// Waits until no picture is stored, with a connection that stays open.
    #[track_caller]
    fn wait_until_removed(&self) {
        let start = Instant::now();
        while file_count(self.folder.path()) > 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "the file is still there");
            std::thread::yield_now();
        }
    }
}

/// Returns the number of files in a folder, those without a name included that this process has
/// open.
fn file_count(folder: &Path) -> usize {
    let named = std::fs::read_dir(folder).expect("the folder is there").count();
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open = open.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    named + open.filter(|target| target.starts_with(folder)).count()
}

/// Opens the event stream of a phone after its first event.
fn events_of(phone: &Client) -> Events {
    let mut events = phone.events();
    events.expect(1);
    events
}

/// Checks that a response is a refusal with this status and these words.
#[track_caller]
fn expect_refusal(response: &Response, status: u16, words: &str) {
    assert_eq!(response.status, status, "{response:?}");
    assert!(response.body.contains(words), "{response:?}");
}

#[test]
fn the_asked_phone_gets_a_button_and_its_picture_arrives_whole() {
    let table = Table::open();
    assert!(!table.asked.get("/status").body.contains("data-picture"));
    let mut events = events_of(&table.asked);
    for (count, subject, noun) in [
        (2, PictureSubject::Map, "the map"),
        (3, PictureSubject::Table, "the table"),
        (4, PictureSubject::Board, "the board"),
    ] {
        assert!(table.window.server.ask_for_picture(table.id, subject));
        events.expect(count);
        let page = table.asked.get("/status").body;
        let label = format!("data-picture=\"Photograph {noun} for the laptop\"");
        assert!(page.contains(&label), "{page}");
    }
    let mut picture = vec![0; 3_000_000];
    Rng::with_seed(7).fill(&mut picture);
    let response = table.asked.picture(&picture);
    assert_eq!((response.status, &*response.body), (200, "The picture is at the laptop."));
    let page = table.asked.get("/status").body;
    assert!(page.contains("The picture is at the laptop.") && !page.contains("data-picture"));
    assert_eq!(table.arrived(), picture);
    assert_eq!(file_count(table.folder.path()), 0, "the window has read it");
}

#[test]
fn the_other_phones_see_nothing_of_a_picture() {
    const PATHS: [&str; 6] = ["/status", "/seat", "/moves", "/latest", "/vote", "/seats"];
    let mut table = Table::open();
    let pages = |table: &Table| PATHS.map(|path| table.other.get(path).body);
    let before = pages(&table);
    let [mut of_asked, mut of_other] = [&table.asked, &table.other].map(events_of);
    table.window.server.ask_for_picture(table.id, PictureSubject::Board);
    of_asked.expect(2);
    let stream = table.asked.start(table.asked.picture_head(2) + "x");
    of_asked.expect(3);
    assert!(table.window.server.is_picture_arriving(table.id));
    let page = table.asked.get("/status").body;
    assert!(page.contains("on its way") && !page.contains("data-picture"), "{page}");
    assert_eq!(pages(&table), before);
    (&stream).write_all(b"x").expect("it is sent");
    assert_eq!(response_on(&stream).map(|response| response.status), Some(200));
    of_asked.expect(4);
    assert_eq!(pages(&table), before);
    of_other.expect(1);
    // The stream of the other phone is still served.
    let last = table.window.journal.main_line()[table.window.journal.cursor()];
    table.window.journal.go_to(last);
    table.window.show();
    of_other.expect(2);
}

#[test]
fn pictures_that_nobody_asks_this_phone_for_are_refused() {
    let table = Table::open();
    // More than the buffers of the system hold.
    let picture = vec![7; 8_000_000];
    expect_refusal(&table.asked.picture(&picture), 409, "asks this phone for no picture");
    table.window.server.ask_for_picture(table.id, PictureSubject::Table);
    expect_refusal(&table.other.picture(&picture), 409, "asks this phone for no picture");
    let stranger = Client { token: "0".repeat(32), ..table.other.clone() };
    expect_refusal(&stranger.picture(&picture), 401, "has no seat");
    table.window.server.cancel_picture();
    expect_refusal(&table.asked.picture(&picture), 409, "asks this phone for no picture");
    assert!(table.window.server.take_requests().is_empty());
    table.window.server.ask_for_picture(table.id, PictureSubject::Table);
    table.expect_another_try();
    expect_refusal(&table.asked.picture(&picture), 409, "asks this phone for no picture");
    assert!(table.window.server.take_requests().is_empty());
}

#[test]
fn a_question_to_another_phone_ends_the_first() {
    let table = Table::asking();
    let other = table.window.server.phone_at(SeatId(1)).expect("it has joined");
    table.window.server.ask_for_picture(other, PictureSubject::Board);
    assert_eq!(table.asked.picture(b"x").status, 409);
    assert_eq!(table.other.picture(b"x").status, 200);
    let absent = PhoneId(99);
    assert!(!table.window.server.ask_for_picture(absent, PictureSubject::Board));
}

#[test]
fn a_second_picture_waits_for_the_first() {
    let table = Table::asking();
    let mut events = events_of(&table.asked);
    let stream = table.asked.start(table.asked.picture_head(4) + "fi");
    events.expect(2);
    expect_refusal(&table.asked.picture(b"second"), 409, "on its way already");
    (&stream).write_all(b"rs").expect("it is sent");
    assert_eq!(response_on(&stream).map(|response| response.status), Some(200));
    assert_eq!(table.arrived(), b"firs");
}

#[test]
fn a_size_out_of_bounds_is_refused_before_anything_is_read() {
    let table = Table::asking();
    let most = usize::try_from(MAX_PICTURE_BYTES).expect("it is small");
    for (head, status, words) in [
        (table.asked.picture_head(most + 1), 413, "more than 40 MB"),
        (table.asked.picture_head(0), 400, "is empty"),
        (
            table.asked.picture_head(0).replace("Content-Length: 0", "Transfer-Encoding: chunked"),
            411,
            "without its size",
        ),
    ] {
        let start = Instant::now();
        let response = table.asked.send(&head).expect("there is a response");
        expect_refusal(&response, status, words);
        assert!(start.elapsed() < ServerLimits::default().stall / 2, "it waits for a body");
    }
    table.expect_another_try();
}

#[test]
fn a_body_that_differs_from_its_size_is_never_longer() {
    let table = Table::asking();
    let short = table.asked.send_all_of((table.asked.picture_head(1000) + "short").as_bytes());
    assert!(short.is_none_or(|response| response.status == 400));
    table.expect_another_try();
    table.window.server.ask_for_picture(table.id, PictureSubject::Board);
    let long = [table.asked.picture_head(3).as_bytes(), &[b'x'; 1000]].concat();
    table.asked.send(long);
    assert_eq!(table.arrived(), b"xxx");
}

#[test]
fn a_picture_that_stalls_or_takes_too_long_is_dropped() {
    let of_stall = ServerLimits { stall: Duration::from_millis(400), ..ServerLimits::default() };
    let table = Table::open_within(of_stall);
    table.window.server.ask_for_picture(table.id, PictureSubject::Board);
    let stalled = table.asked.start(table.asked.picture_head(1000) + "x");
    let response = response_on(&stalled).expect("there is a response");
    expect_refusal(&response, 408, "took too long");
    table.expect_another_try();

    let of_whole = ServerLimits { picture: Duration::from_millis(1200), ..of_stall };
    let table = Table::open_within(of_whole);
    table.window.server.ask_for_picture(table.id, PictureSubject::Board);
    let slow = table.asked.start(table.asked.picture_head(1000));
    slow.set_read_timeout(Some(Duration::from_millis(100))).expect("a time limit");
    let (start, mut received) = (Instant::now(), Vec::new());
    // Each byte is in time for the stall, until the server closes the connection.
    while (&slow).write_all(b"x").is_ok() && start.elapsed() < Duration::from_secs(8) {
        if (&slow).read_to_end(&mut received).is_ok() {
            break;
        }
    }
    assert!(String::from_utf8_lossy(&received).contains(" 408 "), "{received:?}");
    assert!(start.elapsed() >= Duration::from_millis(1200), "{:?}", start.elapsed());
    table.expect_another_try();
}

#[test]
fn a_picture_that_breaks_off_leaves_no_file() {
    let table = Table::asking();
    let mut events = events_of(&table.asked);
    let stream = table.asked.start(table.asked.picture_head(9000) + &"x".repeat(5000));
    events.expect(2);
    stream.shutdown(Shutdown::Both).expect("it is open");
    drop(stream);
    // The phone sees its button again.
    events.expect(3);
    assert!(table.asked.get("/status").body.contains("data-picture"));
    table.wait_until_removed();
    table.expect_another_try();
}

/// Starts to send a picture, and waits until the server stores it.
fn transfer(table: &Table) -> TcpStream {
    let mut events = events_of(&table.asked);
    let stream = table.asked.start(table.asked.picture_head(9000) + &"x".repeat(5000));
    events.expect(2);
    if cfg!(target_os = "linux") {
        assert_eq!(file_count(table.folder.path()), 1, "it is being stored");
    }
    stream
}

#[test]
fn a_question_that_ends_during_a_transfer_drops_the_picture() {
    let end_of: [fn(&Table); 3] = [
        |table| table.window.server.cancel_picture(),
        |table| table.window.server.answer(table.id, PhoneAnswer::Remove),
        |table| assert_eq!(table.asked.post("/leave", "").status, 200),
    ];
    for end in end_of {
        let table = Table::asking();
        let stream = transfer(&table);
        end(&table);
        table.wait_until_removed();
        (&stream).write_all(&[b'x'; 4000]).expect("it is sent");
        let response = response_on(&stream).expect("there is a response");
        expect_refusal(&response, 409, "asks this phone for no picture");
        let requests = table.window.server.take_requests();
        assert!(!requests.iter().any(|request| matches!(request, PhoneRequest::Picture { .. })));
    }
}

#[test]
fn a_stop_during_a_transfer_leaves_no_file() {
    let table = Table::asking();
    let stream = transfer(&table);
    let Table { window, folder, .. } = table;
    window.server.stop();
    assert_eq!(file_count(folder.path()), 0);
    let end = (&stream).read(&mut [0]);
    let is_closed = match &end {
        Ok(count) => *count == 0,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    };
    assert!(is_closed, "{end:?}");
}

#[test]
fn a_folder_that_takes_no_file_is_a_refusal_with_the_remedy() {
    let table = Table::asking();
    std::fs::remove_dir(table.folder.path()).expect("it is empty");
    let response = table.asked.picture(&vec![7; 200_000]);
    expect_refusal(&response, 507, "cannot store the picture");
    std::fs::create_dir(table.folder.path()).expect("it is gone");
    table.expect_another_try();
}
