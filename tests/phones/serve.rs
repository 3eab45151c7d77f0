//! An example game for a browser.

use std::env;

use phones::PictureSubject;

use crate::window::{Window, at_turn, at_vote};

#[test]
#[ignore = "serves a game for a browser until it is killed"]
fn serve_an_example_game() {
    let port = env::var("PHONES_PORT").ok().and_then(|port| port.parse().ok());
    let is_vote = env::var_os("PHONES_VOTE").is_some();
    let journal = if is_vote { at_vote() } else { at_turn() };
    let mut window = Window::open_with(journal, |options| options.port = port);
    window.draws = true;
    window.show();
    let asks = env::var_os("PHONES_PICTURE").is_some();
    let mut asked = None;
    loop {
        std::thread::sleep(std::time::Duration::from_millis(50));
        window.carry_out_waiting();
        let first =
            window.server.held_seats().first().and_then(|held| window.server.phone_at(held.seat));
        if let Some(phone) = first.filter(|phone| asks && asked != Some(*phone)) {
            asked = Some(phone);
            window.server.ask_for_picture(phone, PictureSubject::Board);
        }
    }
}
