//! The score history: records are read on a thread of their own while the page is on screen.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use egui::{Context, Ui};

use super::saving::SaveOrders;
use super::screen::Screen;
use super::{App, files};
use crate::kinds::Recorded as _;
use history::{Found, History, Skip, Skipped};
use journal::Founders;
use notation::record::RecordReader;
use storage::{self, Disk as _, Home, RealDisk, StorageError};
use ui_board::command::FoundersCommand;
use ui_founders::score_history_screen::{ScoreHistoryMemory, Shown, score_history_screen_ui};
use ui_kit::queue::Queue;

/// How often the page is drawn anew at most while files are read.
const REDRAW: Duration = Duration::from_millis(100);

/// The score history, as far as it is read.
pub(super) struct Scores {
    memory: ScoreHistoryMemory,
    history: History,
    reading: Option<Reading>,
}

/// Files that are being read.
struct Reading {
    heard: Receiver<Heard>,
    read: usize,
    of: usize,
}

/// What the thread tells.
enum Heard {
    /// There are so many files.
    Files(usize),
    /// What was in one of them.
    Found(Box<Found>),
}

impl Scores {
    /// Begins to read the records in folders and those named besides.
    fn begin(ctx: &Context, orders: SaveOrders, home: Home, mut others: Vec<PathBuf>) -> Self {
        let (send, heard) = channel();
        let ctx = ctx.clone();
        let thread = std::thread::Builder::new().name("score history".to_owned());
        let reading = thread.spawn(move || {
            // What was recorded a moment ago is to be in the files.
            orders.settle(files::SETTLING);
            // A file that is gone has been told of at the start screen.
            others.retain(|path| RealDisk.find(path).is_ok());
            read_all(&send, &ctx, &home.all_games(), others);
            drop(send);
            ctx.request_repaint();
        });
        Self {
            memory: ScoreHistoryMemory::default(),
            history: History::default(),
            reading: reading.is_ok().then_some(Reading { heard, read: 0, of: 0 }),
        }
    }

    /// Draws the page with what was read so far.
    pub(super) fn frame(&mut self, ui: &mut Ui, has_game: bool, commands: &Queue<FoundersCommand>) {
        self.hear();
        let shown = Shown {
            history: &self.history,
            progress: self.reading.as_ref().map(|reading| (reading.read, reading.of)),
            has_game,
        };
        score_history_screen_ui(ui, shown, &mut self.memory, commands);
    }

    /// Takes in what was read since the last frame.
    fn hear(&mut self) {
        let Some(reading) = &mut self.reading else {
            return;
        };
        loop {
            match reading.heard.try_recv() {
                Ok(Heard::Files(count)) => reading.of = count,
                Ok(Heard::Found(found)) => {
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

/// Reads one file after another, until nobody listens any more.
fn read_all(send: &Sender<Heard>, ctx: &Context, folders: &[PathBuf], others: Vec<PathBuf>) {
    let tell = |heard| {
        let is_heard = send.send(heard).is_ok();
        ctx.request_repaint_after(REDRAW);
        is_heard
    };
    let (mut files, mut trouble) = (Vec::new(), Vec::new());
    for folder in folders {
        match storage::records_in(folder, Founders::KIND) {
            Ok(found) => files.extend(found),
            // Before the first game there is no folder.
            Err(StorageError::Missing { .. }) => {}
            Err(error) => trouble.push((folder.clone(), error.to_string())),
        }
    }
    for other in others {
        let canonical = RealDisk.canonical(&other);
        if files.iter().all(|file| RealDisk.canonical(file) != canonical) {
            files.push(other);
        }
    }
    if !tell(Heard::Files(files.len())) {
        return;
    }
    let unread = trouble.into_iter();
    let unread =
        unread.map(|(path, why)| Found::Skipped(Skipped { path, why: Skip::Unreadable(why) }));
    let mut reader = RecordReader::default();
    let read = files.iter().map(|file| {
        let bytes = storage::read(file).map_err(|error| error.to_string());
        Found::read(&mut reader, file, bytes.as_deref().map_err(Clone::clone))
    });
    for found in unread.into_iter().chain(read) {
        if !tell(Heard::Found(Box::new(found))) {
            return;
        }
    }
}

impl App {
    /// Opens the score history; a game that is open waits.
    pub(super) fn open_scores(&mut self, ctx: &Context) {
        let (home, recent) = (self.world.home(), self.settings.recent.clone());
        let scores = Scores::begin(ctx, self.saver.orders(), home, recent);
        self.screen.turn_to(Screen::Scores, scores);
    }
}
