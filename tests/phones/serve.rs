//! An example game for a browser.

use std::env;

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
    loop {
        std::thread::sleep(std::time::Duration::from_millis(50));
        window.carry_out_waiting();
    }
}
