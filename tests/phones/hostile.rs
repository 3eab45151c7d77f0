//! Clients that are hostile, slow, or many.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use phones::{ServerLimits, ServerOptions};

use crate::client::Client;
use crate::window::{Window, at_turn, at_vote};

/// The number of hostile requests.
const HOSTILE: usize = 10_000;
/// The number of clients that share them, each with a seed of its own.
const CLIENTS: usize = 8;

fn with_short_limits(options: &mut ServerOptions) {
    options.limits.request = Duration::from_millis(300);
    options.limits.stall = Duration::from_millis(300);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let window = Window::open(at_turn());
    let phone = Client::new(window.server.address());
    let own = format!("Host: {}", phone.address);
    let origin = format!("Origin: http://{}", phone.address);
    for method in ["GET", "POST"] {
        let valid = phone.text(method, "/seats", "");
        for (old, new) in [
            (&own, "Host: example.org".to_owned()),
            (&own, format!("Host: example.org:{}", phone.address.port())),
            (&own, format!("Host: localhost:{}", phone.address.port())),
            (&own, "Host: 127.0.0.1".to_owned()),
            (&own, format!("{own}\r\n{own}")),
            (&own, "X: 1".to_owned()),
            (&origin, "Origin: http://example.org".to_owned()),
            (&origin, "Origin: null".to_owned()),
            (&origin, format!("Origin: https://{}", phone.address)),
            (&origin, format!("{origin}\r\nOrigin: http://example.org")),
        ] {
            let response = phone.send(valid.replacen(old, &new, 1)).expect("an answer");
            assert!(matches!(response.status, 400 | 403), "{method} {new}: {response:?}");
        }
    }
    let without_origin =
        |method, path| phone.text(method, path, "seat=0").replacen(&origin, "X: 1", 1);
    assert_eq!(phone.send(without_origin("GET", "/seats")).map(|answer| answer.status), Some(200));
    assert_eq!(phone.send(without_origin("POST", "/join")).map(|answer| answer.status), Some(403));
    assert!(window.server.take_requests().is_empty());
}

#[test]
fn bodies_above_the_limit_are_refused() {
    let window = Window::open(at_vote());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    window.requests();
    for path in ["/join", "/suggest", "/ballot"] {
        for length in [4097, 60_000] {
            let response = phone.post(path, &"x".repeat(length));
            assert_eq!(response.status, 413, "{path}: {response:?}");
        }
        let chunked = phone.text("POST", path, "").replacen(
            "Content-Length: 0",
            "Transfer-Encoding: chunked",
            1,
        );
        let body = format!("1770\r\n{}\r\n0\r\n\r\n", "x".repeat(6000));
        let status = phone.send(chunked + &body).map(|response| response.status);
        assert!(matches!(status, None | Some(400 | 413)), "{path}: {status:?}");
    }
    assert!(window.server.take_requests().is_empty());
}

#[test]
fn a_client_that_sends_too_slowly_is_dropped() {
    let window = Window::open_with(at_vote(), with_short_limits);
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    for path in ["/suggest", "/ballot"] {
        let text = phone.text("POST", path, "vote=1&tile=circle&fleeting=0&lasting=0");
        for sent in [0, 1, 6, 12, 13, 40, text.len() - 1] {
            let start = Instant::now();
            let mut stream = TcpStream::connect(phone.address).expect("the port is open");
            stream.write_all(&text.as_bytes()[..sent]).expect("it is sent");
            let mut rest = String::new();
            stream.set_read_timeout(Some(Duration::from_secs(8))).expect("a time limit");
            let _ = stream.read_to_string(&mut rest);
            assert!(start.elapsed() < Duration::from_secs(8), "{path} after {sent} bytes");
            assert!(!rest.starts_with("HTTP/1.1 2"), "{rest}");
        }
    }
}

#[test]
fn a_client_that_takes_nothing_is_dropped_and_frees_its_place() {
    let mut window = Window::open_with(at_turn(), |options| {
        with_short_limits(options);
        options.limits.connections = 1;
    });
    window.draws = true;
    window.show();
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    // More than the buffers of the system hold, asked for and never read.
    let text = phone.text("GET", "/light.svg", "");
    let size = phone.get("/light.svg").body.len();
    assert!(size > 100_000, "{size}");
    let slow: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = TcpStream::connect(phone.address).expect("the port is open");
            stream.write_all(text.as_bytes()).expect("it is sent");
            stream
        })
        .collect();
    assert_eq!(phone.get("/seat").status, 200, "its place is free again");
    drop(slow);
}

#[test]
fn sixty_four_clients_at_once_are_all_served() {
    let window = Window::open(at_turn());
    let address = window.server.address();
    let threads: Vec<_> = (0..64)
        .map(|number| {
            thread::spawn(move || {
                let phone = Client::new(address);
                let path = ["/", "/seats", "/rules", "/page.js"][number % 4];
                (0..4).map(|_| phone.get(path).status).collect::<Vec<_>>()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("a client"), [200; 4]);
    }
}

#[test]
fn eight_streams_leave_places_for_requests() {
    let mut window = Window::open(at_turn());
    let mut phones = Vec::new();
    for seat in [0, 1, 2, 3, 0, 1, 2, 3] {
        let mut phone = Client::new(window.server.address());
        assert!(phone.join(seat).status < 300);
        phones.push(phone);
    }
    let mut streams: Vec<_> = phones.iter().map(Client::events).collect();
    for stream in &mut streams {
        stream.expect(1);
    }
    let start = Instant::now();
    let last = window.journal.main_line()[window.journal.cursor()];
    window.journal.go_to(last);
    window.show();
    for stream in &mut streams {
        stream.expect(2);
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(streams.len() < ServerLimits::default().connections);
}

/// Returns a request that no page of ours sends.
fn hostile_request(phone: &Client, random: &mut Rng) -> Vec<u8> {
    const PATHS: [&str; 12] = [
        "/",
        "/join",
        "/ballot",
        "/suggest",
        "/leave",
        "/events",
        "/moves?q=%ff",
        "/../etc",
        "//",
        "/vote",
        "/light.svg",
        "*",
    ];
    let path = random.choice(PATHS).expect("there are paths");
    let method = random.choice(["GET", "POST", "PUT", "OPTIONS", "TRACE"]).expect("methods");
    let body = "vote=1&tile=circle&fleeting=0&lasting=0&seat=0&entry=1&move=0";
    let mut bytes = phone.text(method, path, &body[..random.usize(..body.len())]).into_bytes();
    for _ in 0..random.usize(1..6) {
        let at = random.usize(..=bytes.len());
        match random.u8(..6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.u8(..)),
            2 => {
                let to = random.usize(at..=bytes.len());
                bytes.drain(at..to);
            }
            3 => {
                let part = bytes[at..].to_vec();
                bytes.extend(part);
            }
            4 => bytes.splice(at..at, vec![b'x'; random.usize(..9000)]).for_each(drop),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.u8(..);
                }
            }
        }
    }
    bytes
}

#[test]
fn ten_thousand_hostile_requests_leave_the_table_as_it_is() {
    let window = Window::open_with(at_vote(), with_short_limits);
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    window.server.take_requests();
    // Not the phone's own token, which a hostile client does not have.
    let stranger = Client { token: "0".repeat(32), ..phone.clone() };
    let before = phone.get("/seat").body;
    let threads: Vec<_> = (0..CLIENTS)
        .map(|seed| {
            let stranger = stranger.clone();
            thread::spawn(move || {
                let mut random = Rng::with_seed(seed as u64);
                for _ in 0..HOSTILE / CLIENTS {
                    let bytes = hostile_request(&stranger, &mut random);
                    let status = stranger.send_all_of(&bytes).map(|response| response.status);
                    assert!(status.is_none_or(|status| status != 500), "{bytes:?}");
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no assertion fails");
    }
    assert_eq!(phone.get("/seat").body, before);
    // A damaged request may still be one for a seat, and for nothing else.
    for request in window.server.take_requests() {
        let is_join = matches!(
            request,
            phones::PhoneRequest::Joined { .. } | phones::PhoneRequest::AsksForSeat { .. }
        );
        assert!(is_join, "{request:?}");
    }
}
