//! The look-ahead search for a solo player, on a thread of its own.
//!
//! The window starts it and polls for the result, and never waits. Dropping the
//! search stops it as soon as its answer is no longer wanted.

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
use simulate::lookahead::{Feasibility, ImpossibleReason, SearchLimit, look_ahead};
use ui_founders::lookahead_view::LookaheadResult;

/// Maximum number of actions tried: about as long as somebody waits at a table.
const PLAYS: usize = 20_000;

/// A running search; dropping it stops the search.
pub(super) struct LookaheadSearch {
    at: EntryId,
    stop: Arc<AtomicBool>,
    result: Receiver<Option<LookaheadResult>>,
}

impl LookaheadSearch {
    /// Starts to search from a game, and calls `wake` when the search is done. `None` if the
    /// system has no thread for it.
    pub(super) fn begin(
        at: EntryId,
        game: Game,
        naming: PlayerNaming,
        wake: impl FnOnce() + Send + 'static,
    ) -> Option<Self> {
        let (send, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        let builder = std::thread::Builder::new().name("look ahead".to_owned());
        let thread = builder.spawn(move || {
            let limit =
                SearchLimit { plays: PLAYS, seed: 0, stop: &|| is_stopped.load(Ordering::Relaxed) };
            let result = look_ahead(&game, &limit)
                .map(|answer| foresight(NamedGame::new(&game, naming), &answer));
            // A search that was given up has no receiver.
            let _ = send.send(result);
            wake();
        });
        thread.ok().map(|_| Self { at, stop, result })
    }

    /// Returns the entry from which it searches.
    pub(super) fn at(&self) -> EntryId {
        self.at
    }

    /// Returns the result; `None` while the search runs.
    pub(super) fn result(&self) -> Option<LookaheadResult> {
        match self.result.try_recv() {
            Ok(result) => Some(result.unwrap_or_else(no_game)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(no_game()),
        }
    }
}

impl Drop for LookaheadSearch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn no_game() -> LookaheadResult {
    LookaheadResult {
        head: "There is nothing to search for.".to_owned(),
        ..LookaheadResult::default()
    }
}

/// The assumption behind every answer.
const IF_NOTHING_IS_DRAWN: &str = "Assumes no more advisers or proposals are drawn.";

/// Puts the answer of a search into plain words.
fn foresight(named: NamedGame<'_>, answer: &Feasibility) -> LookaheadResult {
    match answer {
        Feasibility::Line(line) if line.is_empty() => LookaheadResult {
            head: "Every building on the map is complete.".to_owned(),
            ..LookaheadResult::default()
        },
        Feasibility::Line(line) => LookaheadResult {
            head: format!("Yes, in {}.", counted(line.len(), "action", "actions")),
            reasons: vec![IF_NOTHING_IS_DRAWN.to_owned()],
            line: steps(named, line),
        },
        Feasibility::Impossible(why) => LookaheadResult {
            head: "No, it cannot be done any more.".to_owned(),
            reasons: vec![reason(named.game(), why), IF_NOTHING_IS_DRAWN.to_owned()],
            line: Vec::new(),
        },
        Feasibility::NotFound { plays } => LookaheadResult {
            head: "No way was found.".to_owned(),
            reasons: vec![format!(
                "The search stopped after {}; it may or may not be possible.",
                counted(*plays, "action", "actions")
            )],
            line: Vec::new(),
        },
    }
}

fn reason(game: &Game, why: &ImpossibleReason) -> String {
    match why {
        ImpossibleReason::TooFewTurns { missing, turns, tiles } => {
            let contents = game.contents();
            let names: Vec<&str> =
                missing.iter().map(|&resource| contents.resource_name(resource)).collect();
            format!(
                "Tiles still to lay for {}: {}. The {} left can lay {} at most.",
                listed(&names),
                missing.len(),
                counted(*turns, "turn", "turns"),
                counted(*tiles, "tile", "tiles")
            )
        }
        ImpossibleReason::Exhausted { plays } => {
            format!(
                "Every way to play on was tried: {} in all.",
                counted(*plays, "action", "actions")
            )
        }
    }
}

/// Returns the sentences of the journal for a line of actions.
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
    /// Starts to look ahead from the current state of the table.
    pub(super) fn look_ahead(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let journal = open.table.journal();
        let (at, game) = (journal.here(), journal.game().clone());
        let waker = ctx.clone();
        let naming = open.table.naming();
        self.lookahead = LookaheadSearch::begin(at, game, naming, move || waker.request_repaint());
        if self.lookahead.is_some() {
            open.memory.popups.lookahead.ask(at);
        }
    }

    /// Takes the result of a look-ahead; stops a search that is no longer awaited.
    pub(super) fn take_lookahead(&mut self) {
        let Some(ahead) = &self.lookahead else {
            return;
        };
        let (at, open) = (ahead.at(), self.screen.game_mut());
        let awaits = open.filter(|open| {
            open.table.journal().here() == at && open.memory.popups.lookahead.awaited() == Some(at)
        });
        let Some(open) = awaits else {
            self.lookahead = None;
            return;
        };
        if let Some(foresight) = ahead.result() {
            open.memory.popups.lookahead.answer(at, foresight);
            self.lookahead = None;
        }
    }
}
