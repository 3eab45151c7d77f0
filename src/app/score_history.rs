//! The score history: a thread reads the records while the page is on screen.

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
use ui_founders::score_history_screen::{ScoreHistoryMemory, Shown, score_history_screen_ui};
use ui_kit::queue::CommandQueue;

/// Minimum time between redraws of the page while files are read.
const REDRAW: Duration = Duration::from_millis(100);

/// The score history read so far.
pub(super) struct ScoreHistoryState {
    memory: ScoreHistoryMemory,
    history: ScoreHistory,
    reading: Option<Reading>,
}

/// The progress of reading the files.
struct Reading {
    messages: Receiver<Message>,
    read: usize,
    total: usize,
}

/// A message of the reading thread.
enum Message {
    /// The number of files.
    Files(usize),
    /// The contents of one file.
    Found(Box<ReadResult>),
}

impl ScoreHistoryState {
    /// Starts to read the records in the folders of games, and the `others`.
    fn begin(
        ctx: &Context,
        orders: SaveOrders,
        home: AppFolders,
        mut others: Vec<PathBuf>,
    ) -> Self {
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
        Self {
            memory: ScoreHistoryMemory::default(),
            history: ScoreHistory::default(),
            reading: reading.is_ok().then_some(Reading { messages, read: 0, total: 0 }),
        }
    }

    /// Draws the page with the records read so far.
    pub(super) fn frame(
        &mut self,
        ui: &mut Ui,
        has_game: bool,
        commands: &CommandQueue<FoundersCommand>,
    ) {
        self.hear();
        let shown = Shown {
            history: &self.history,
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
                    self.history.add(*found);
                }
                Err(std::sync::mpsc::TryRecvError::Empty) => return,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => break,
            }
        }
        self.reading = None;
    }
}

/// Sends a message to the page; returns `false` if the page is closed.
fn report(send: &Sender<Message>, ctx: &Context, message: Message) -> bool {
    let is_open = send.send(message).is_ok();
    ctx.request_repaint_after(REDRAW);
    is_open
}

/// Reads one file after another until the page is closed.
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
        let scores = ScoreHistoryState::begin(ctx, self.saver.orders(), home, recent);
        self.screen.turn_to(Screen::Scores, scores);
    }
}
