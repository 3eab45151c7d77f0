//! The score history: a thread reads the records each time the page is opened.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use egui::{Context, Ui};

use super::saving::SaveOrders;
use super::screen::Screen;
use super::{App, record_files};
use crate::recorded_games::Recorded as _;
use journal::Founders;
use notation::record::RecordReader;
use score_history::{ReadResult, ScoreHistory, SkipReason, SkippedRecord};
use storage::{self, AppFolders, Disk as _, RealDisk, StorageError};
use ui_board::command::FoundersCommand;
use ui_games::score_history_screen::{
    ScoreHistoryMemory, ScoreHistoryView, score_history_screen_ui,
};
use ui_kit::queue::CommandQueue;

/// Minimum time between redraws of the page while files are read.
const REDRAW: Duration = Duration::from_millis(100);

/// The score history, which outlives its page: when the page is opened again, it shows the earlier
/// games with the same filters at the same place until the files are read again.
#[derive(Default)]
pub(super) struct ScoreHistoryState {
    memory: ScoreHistoryMemory,
    history: ScoreHistory,
    /// The number of the reading that found `history`.
    reading_number: u64,
    reading: Option<Reading>,
}

/// The progress of reading the files.
struct Reading {
    messages: Receiver<Message>,
    read: usize,
    total: usize,
    /// The games found so far, if others are shown meanwhile.
    found: Option<ScoreHistory>,
}

/// A message of the reading thread.
enum Message {
    /// The number of files.
    Files(usize),
    /// The contents of one file.
    Found(Box<ReadResult>),
}

impl ScoreHistoryState {
    /// Starts to read the records in the folders of games, and the `others`. A reading that still
    /// runs is given up.
    fn begin(
        &mut self,
        ctx: &Context,
        orders: SaveOrders,
        home: AppFolders,
        mut others: Vec<PathBuf>,
    ) {
        let (send, messages) = channel();
        let ctx = ctx.clone();
        let thread = std::thread::Builder::new().name("score history".to_owned());
        let reading = thread.spawn(move || {
            // Waits for pending writes, so that the files are up to date.
            orders.flush(record_files::SETTLE_PATIENCE);
            // Missing files are skipped; the start screen reports them.
            others.retain(|path| RealDisk.metadata(path).is_ok());
            read_all(&send, &ctx, &home.all_games(), others);
            drop(send);
            ctx.request_repaint();
        });
        let is_empty = self.history == ScoreHistory::default();
        self.reading = reading.is_ok().then_some(Reading {
            messages,
            read: 0,
            total: 0,
            found: (!is_empty).then(ScoreHistory::default),
        });
    }

    /// Draws the page with the records read so far.
    pub(super) fn frame(
        &mut self,
        ui: &mut Ui,
        has_game: bool,
        commands: &CommandQueue<FoundersCommand>,
    ) {
        self.hear();
        let shown = ScoreHistoryView {
            history: &self.history,
            reading: self.reading_number,
            progress: self.reading.as_ref().map(|reading| (reading.read, reading.total)),
            has_game,
        };
        score_history_screen_ui(ui, shown, &mut self.memory, commands);
    }

    /// Takes the messages since the last frame.
    fn hear(&mut self) {
        let Some(reading) = &mut self.reading else {
            return;
        };
        loop {
            match reading.messages.try_recv() {
                Ok(Message::Files(count)) => reading.total = count,
                Ok(Message::Found(found)) => {
                    reading.read += 1;
                    reading.found.as_mut().unwrap_or(&mut self.history).add(*found);
                }
                Err(std::sync::mpsc::TryRecvError::Empty) => return,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => break,
            }
        }
        if let Some(history) = self.reading.take().and_then(|reading| reading.found) {
            self.history = history;
            self.reading_number += 1;
        }
    }
}

/// Sends a message to the page; returns `false` if another reading has begun.
fn report(send: &Sender<Message>, ctx: &Context, message: Message) -> bool {
    let is_open = send.send(message).is_ok();
    ctx.request_repaint_after(REDRAW);
    is_open
}

/// Reads one file after another until another reading begins.
fn read_all(send: &Sender<Message>, ctx: &Context, folders: &[PathBuf], others: Vec<PathBuf>) {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for folder in folders {
        match storage::records_in(folder, Founders::KIND) {
            Ok(found) => files.extend(found),
            // Before the first game there is no folder.
            Err(StorageError::Missing { .. }) => {}
            Err(error) => unread.push(ReadResult::Skipped(SkippedRecord {
                path: folder.clone(),
                reason: SkipReason::Unreadable(error.to_string()),
            })),
        }
    }
    for other in others {
        let canonical = RealDisk.canonical(&other);
        if files.iter().all(|file| RealDisk.canonical(file) != canonical) {
            files.push(other);
        }
    }
    if !report(send, ctx, Message::Files(files.len())) {
        return;
    }
    let mut reader = RecordReader::default();
    let read = files.iter().map(|file| {
        let bytes = storage::read(file).map_err(|error| error.to_string());
        ReadResult::read(&mut reader, file, bytes.as_deref().map_err(Clone::clone))
    });
    for found in unread.into_iter().chain(read) {
        if !report(send, ctx, Message::Found(Box::new(found))) {
            return;
        }
    }
}

impl App {
    /// Opens the score history; the current screen waits behind.
    pub(super) fn open_scores(&mut self, ctx: &Context) {
        let (home, recent) = (self.world.home(), self.settings.recent.clone());
        self.score_history.begin(ctx, self.saver.orders(), home, recent);
        self.screen.turn_to(Screen::Scores, ());
    }
}
