//! Starts and stops.

use std::net::{IpAddr, TcpStream};
use std::sync::Arc;

use phones::{PhoneServer, ServerOptions, StartError, join_code};

use crate::client::Client;
use crate::window::{Window, at_turn};

#[test]
fn a_stop_closes_the_port_and_every_stream() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    let mut events = phone.events();
    events.expect(1);
    window.server.stop();
    events.expect_end();
    assert!(TcpStream::connect(phone.address).is_err());
}

#[test]
fn phones_find_their_seats_after_a_restart_at_the_same_port() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(2);
    let seats = window.server.held_seats();
    let page = phone.get("/seat").body;
    window.server.stop();
    let window = Window::open_with(at_turn(), |options| {
        options.port = Some(phone.address.port());
        options.seats = seats;
    });
    assert_eq!(window.server.address(), phone.address);
    assert_eq!(phone.get("/seat").body, page);
    phone.events().expect(1);
}

#[test]
fn a_port_that_is_taken_is_replaced() {
    let first = Window::open(at_turn());
    let port = first.server.address().port();
    let second = Window::open_with(at_turn(), |options| options.port = Some(port));
    assert_ne!(second.server.address().port(), port);
    assert_eq!(Client::new(second.server.address()).get("/").status, 200);
}

#[test]
fn only_local_addresses_are_bound() {
    for address in ["0.0.0.0", "8.8.8.8", "::", "2001:db8::1"] {
        let ip: IpAddr = address.parse().expect("an address");
        let error = PhoneServer::start(ServerOptions::new(ip, Arc::new(|| {})));
        let error = error.expect_err("it is not local");
        assert!(matches!(error, StartError::NotLocal(_)), "{error}");
        assert!(error.to_string().contains("choose one that the laptop lists"), "{error}");
    }
    let absent: IpAddr = "192.168.213.97".parse().expect("an address");
    let error = PhoneServer::start(ServerOptions::new(absent, Arc::new(|| {})));
    assert!(matches!(error, Err(StartError::Bind { .. })), "{error:?}");
}

#[test]
fn the_link_has_a_code() {
    let window = Window::open(at_turn());
    let link = window.server.link();
    assert_eq!(link, format!("http://{}/", window.server.address()));
    assert!(join_code(&link).is_ok_and(|code| code.side >= 21));
}

#[test]
fn a_view_that_phones_see_already_is_no_event() {
    let mut window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    let mut events = phone.events();
    events.expect(1);
    window.show();
    window.show();
    events.expect(1);
    window.journal.go_to(window.journal.main_line()[window.journal.cursor()]);
    window.show();
    events.expect(2);
}

#[test]
fn a_second_stream_of_a_phone_ends_the_first() {
    let window = Window::open(at_turn());
    let mut phone = Client::new(window.server.address());
    phone.join(0);
    let mut first = phone.events();
    first.expect(1);
    let mut second = phone.events();
    second.expect(1);
    assert!(first.expect_end().contains("event: elsewhere"));
}
