//! Background threads that ask for redraws while the app draws.
//!
//! The toolkit keeps its state behind one lock. Code that reads the state within another read
//! blocks for good if a thread asks to write in between, and a finished job does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use founders_ledger::app::{Command, Environment};
use journal::Change;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;

/// A thread that locks the toolkit's state for writing, again and again.
struct Contender {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Contender {
    fn start(ctx: &egui::Context) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, ctx) = (Arc::clone(&is_over), ctx.clone());
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                ctx.data_mut(|_| ());
            }
        });
        Self { is_over, thread }
    }

    /// Ends the thread. Panics if it ever waited longer than the toolkit allows.
    #[track_caller]
    fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().expect("the state was never locked for long");
    }
}

#[test]
fn every_menu_entry_can_be_drawn_while_threads_ask_for_redraws() {
    let scenario = include_str!("../../assets/scenario/games/salt-mill.scenario");
    let campaign = include_str!("../../assets/campaign/three-scenarios.campaign");
    let ended = include_str!("../../assets/examples/four-founders.founders");
    for (name, text, undone) in [
        ("none", "", 0),
        ("ended", ended, 0),
        ("turn", ended, 40),
        ("scenario", scenario, 0),
        ("campaign", campaign, 0),
    ] {
        let folder = tempfile::tempdir().expect("a folder of our own");
        let world =
            Environment { pages: Some(folder.path().join("pages")), ..Environment::default() };
        let mut desk = Desk::in_world(world, Settings::default());
        let contender = Contender::start(desk.ctx());
        if !text.is_empty() {
            desk.give(Command::OpenText(text.to_owned()));
        }
        if undone > 0 {
            desk.give(FoundersCommand::Change(vec![Change::Undo(undone)]));
        }
        for &menu in Menu::ALL.iter().filter(|&&menu| menu != Menu::Quit) {
            // Printed if the test fails: a blocked thread says nothing of the menu.
            println!("{name}: {menu:?}");
            desk.give(Command::Menu(menu));
            desk.key(egui::Key::Escape);
        }
        contender.end();
    }
}
