//! The look ahead of a solo player, on a thread of its own.
//!
//! The window never waits for it: it is asked for, and heard of when it is
//! done. Whatever makes the answer worthless stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;
use plain_text::{counted, listed};

use super::App;
use super::screen::Screen;
use journal::EntryId;
use narration::sentence::sentence;
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::action::Action;
use simulate::lookahead::{CanBeDone, Limit, Why, look_ahead};
use ui_founders::lookahead_view::Foresight;

/// Actions that are tried out at most: about as long as somebody waits at a table.
const PLAYS: usize = 20_000;

/// A search that is under way; it stops when this is let go.
pub(super) struct Ahead {
    at: EntryId,
    stop: Arc<AtomicBool>,
    found: Receiver<Option<Foresight>>,
}

impl Ahead {
    /// Begins to search from a game; `wake` is called when it is done. Nothing if the system has
    /// no thread for it.
    pub(super) fn begin(
        at: EntryId,
        game: Game,
        naming: PlayerNaming,
        wake: impl FnOnce() + Send + 'static,
    ) -> Option<Self> {
        let (send, found) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stops = Arc::clone(&stop);
        let builder = std::thread::Builder::new().name("look ahead".to_owned());
        let thread = builder.spawn(move || {
            let limit = Limit { plays: PLAYS, seed: 0, stop: &|| stops.load(Ordering::Relaxed) };
            let found =
                look_ahead(&game, &limit).map(|found| told(NamedGame::new(&game, naming), &found));
            // Nobody is left to hear it once it was given up.
            let _ = send.send(found);
            wake();
        });
        thread.ok().map(|_| Self { at, stop, found })
    }

    /// The entry from which it searches.
    pub(super) fn at(&self) -> EntryId {
        self.at
    }

    /// What it came to, once it is done.
    pub(super) fn heard(&self) -> Option<Foresight> {
        match self.found.try_recv() {
            Ok(found) => Some(found.unwrap_or_else(no_game)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(no_game()),
        }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn no_game() -> Foresight {
    Foresight { head: "There is nothing to search for.".to_owned(), ..Foresight::default() }
}

/// On what every answer rests.
const IF_NOTHING_IS_DRAWN: &str = "Assumes no more advisers or proposals are drawn.";

/// What a look ahead came to, in plain words.
fn told(named: NamedGame<'_>, found: &CanBeDone) -> Foresight {
    match found {
        CanBeDone::Line(line) if line.is_empty() => Foresight {
            head: "Every building on the map is complete.".to_owned(),
            ..Foresight::default()
        },
        CanBeDone::Line(line) => Foresight {
            head: format!("Yes, in {}.", counted(line.len(), "action", "actions")),
            reasons: vec![IF_NOTHING_IS_DRAWN.to_owned()],
            line: steps(named, line),
        },
        CanBeDone::Impossible(why) => Foresight {
            head: "No, it cannot be done any more.".to_owned(),
            reasons: vec![reason(named.game(), why), IF_NOTHING_IS_DRAWN.to_owned()],
            line: Vec::new(),
        },
        CanBeDone::NotFound { plays } => Foresight {
            head: "No way was found.".to_owned(),
            reasons: vec![format!(
                "The search stopped after {}; it may or may not be possible.",
                counted(*plays, "action", "actions")
            )],
            line: Vec::new(),
        },
    }
}

fn reason(game: &Game, why: &Why) -> String {
    match why {
        Why::TooFewTurns { missing, turns, tiles } => {
            let contents = game.contents();
            let names = missing.iter().map(|&missing| contents.resource_name(missing));
            let names: Vec<&str> = names.collect();
            format!(
                "Tiles still to lay for {}: {}. The {} left can lay {} at most.",
                listed(&names),
                missing.len(),
                counted(*turns, "turn", "turns"),
                counted(*tiles, "tile", "tiles")
            )
        }
        Why::Exhausted { plays } => {
            format!(
                "Every way to play on was tried: {} in all.",
                counted(*plays, "action", "actions")
            )
        }
    }
}

/// The actions of a line as the journal would tell them.
fn steps(named: NamedGame<'_>, line: &[Action]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut game = named.game().clone();
    for action in line {
        let Ok(there) = game.without_deals() else {
            break;
        };
        let Ok(played) = there.play(action) else {
            break;
        };
        sentences.push(sentence(named.with_game(&there), &played));
        game = played.game;
    }
    sentences
}

impl App {
    /// Begins to look ahead from the table as it is now.
    pub(super) fn look_ahead(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let journal = open.table.journal();
        let (at, game) = (journal.here(), journal.game().clone());
        let waker = ctx.clone();
        let naming = open.table.naming();
        self.ahead = Ahead::begin(at, game, naming, move || waker.request_repaint());
        if self.ahead.is_some() {
            open.memory.popups.ahead.ask(at);
        }
    }

    /// Takes the answer of a look ahead; one that nobody waits for any more is stopped.
    pub(super) fn hear_of_ahead(&mut self) {
        let Some(ahead) = &self.ahead else {
            return;
        };
        let (at, open) = (ahead.at(), self.screen.game_mut());
        let awaits = open.filter(|open| {
            open.table.journal().here() == at && open.memory.popups.ahead.awaited() == Some(at)
        });
        let Some(open) = awaits else {
            self.ahead = None;
            return;
        };
        if let Some(found) = ahead.heard() {
            open.memory.popups.ahead.answer(at, found);
            self.ahead = None;
        }
    }
}
