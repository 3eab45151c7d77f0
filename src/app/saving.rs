//! Where a game is saved, and how that stands.
//!
//! Everything is written by one thread of its own, the [`Saver`]'s, so that a
//! slow disk never holds up the window. A [`Saving`] is a game's end of it: it
//! hands over every change as soon as it is made, and says truthfully how that
//! stands. A game that has no file yet gets one in the app's own folder with
//! its first change, named after the day and the players.

mod ender;
mod keeper;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use record::{Loaded, Record};
use storage::{Basis, Content, Disk, Home, Notice, Refuge, Running, Stamp};

use crate::kinds::Recorded;
use keeper::{Keeper, Order};

pub use ender::Ender;

/// How long opening a file waits for the disk before the game is shown without it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How saving stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing to save yet.
    Fresh,
    /// The latest changes are on their way to the disk.
    Saving,
    /// Everything is on the disk.
    Saved,
    /// The latest changes are not on the disk, and why. It is tried again and again.
    NotSaved(String),
    /// Nothing can be recorded here, and why.
    ReadOnly(String),
}

impl Standing {
    /// The same in two words.
    pub fn words(&self) -> String {
        match self {
            Self::Fresh => "not saved yet".to_owned(),
            Self::Saving => "saving".to_owned(),
            Self::Saved => "saved".to_owned(),
            Self::NotSaved(why) => format!("not saved: {why}"),
            Self::ReadOnly(why) => format!("read-only: {why}"),
        }
    }
}

/// A whole record at one moment, printed only where and when its text is needed.
#[derive(Clone)]
pub struct Snapshot(Arc<dyn Fn() -> Content + Send + Sync>);

impl Snapshot {
    /// What its file is to say.
    fn content(&self) -> Content {
        (self.0)()
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Snapshot")
    }
}

impl<G: Recorded> From<&Record<G>> for Snapshot {
    fn from(record: &Record<G>) -> Self {
        let record = record.clone();
        Self(Arc::new(move || Content::of::<G::Notation>(&record)))
    }
}

/// What the thread reports of a game.
#[derive(Debug, Default)]
struct SaveReport {
    /// How many orders were given.
    asked: u64,
    /// So many of the orders are carried out, and what they wrote is on the disk.
    done: u64,
    /// The record as it was last handed over, until it is on the disk.
    latest: Option<Snapshot>,
    path: Option<PathBuf>,
    /// When something was last brought to the disk.
    saved_at: Option<Stamp>,
    trouble: Option<String>,
    /// Why the latest wish was not carried out: to be told once.
    refusals: Vec<String>,
    notices: Vec<Notice>,
}

/// What the thread reports of a game, and a bell for who waits for it.
#[derive(Debug, Default)]
struct Board {
    report: Mutex<SaveReport>,
    changed: Condvar,
}

impl Board {
    fn report(&self) -> MutexGuard<'_, SaveReport> {
        // A thread that panicked has left whole values behind.
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is done when the standing of a game changes: a frame is asked for.
type Bell = Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>;

/// What every game reports that was handed over, until it is closed and on the disk.
#[derive(Clone, Debug, Default)]
struct Boards(Arc<Mutex<Vec<Arc<Board>>>>);

impl Boards {
    /// Adds the report of another game, and forgets those of games that are closed and saved.
    fn begin(&self) -> Arc<Board> {
        let mut boards = self.lock();
        boards.retain(|board| Arc::strong_count(board) > 1 || board.report().latest.is_some());
        let board = Arc::default();
        boards.push(Arc::clone(&board));
        board
    }

    /// Returns the reports of those games whose latest changes are not on the disk.
    fn unsaved(&self) -> Vec<Arc<Board>> {
        let boards = self.lock();
        boards.iter().filter(|board| board.report().latest.is_some()).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Board>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread that writes everything.
pub struct Saver {
    orders: SaveOrders,
    disk: Arc<dyn Disk>,
    refuges: Vec<Refuge>,
    thread: Option<JoinHandle<()>>,
    /// Dropped by the thread when it ends.
    ended: Option<Receiver<()>>,
    bell: Bell,
    left: Left,
}

/// A message about games that are closed and not saved yet.
type Left = Arc<Mutex<Option<String>>>;

fn left_of(left: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    left.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives orders to the thread, from any other; clones give them to the same one.
#[derive(Clone, Debug)]
pub struct SaveOrders {
    orders: Sender<Order>,
    boards: Boards,
}

impl Saver {
    /// Starts the thread. It keeps the note of this window, and takes it away when it ends.
    pub fn start(disk: Arc<dyn Disk>, home: Home, running: Option<Running>) -> Self {
        let (orders, taken) = channel();
        let (end, ended) = channel();
        let bell = Bell::default();
        let left = Left::default();
        let refuges = Refuge::all(&home);
        let (ring, told) = (Arc::clone(&bell), Arc::clone(&left));
        let keeper = Keeper::new(Arc::clone(&disk), home, ring, told, running);
        let builder = std::thread::Builder::new().name("saver".to_owned());
        // Without a thread orders are refused, and every game stands as not saved.
        let thread = builder.spawn(move || {
            keeper.run(&taken);
            drop(end);
        });
        Self {
            orders: SaveOrders { orders, boards: Boards::default() },
            disk,
            refuges,
            thread: thread.ok(),
            ended: Some(ended),
            bell,
            left,
        }
    }

    /// Returns what gives orders to the thread from others.
    pub fn orders(&self) -> SaveOrders {
        self.orders.clone()
    }

    /// What is done whenever the standing of a game changes; only the first call counts.
    pub fn ring(&self, bell: impl Fn() + Send + Sync + 'static) {
        // It rings already.
        let _ = self.bell.set(Box::new(bell));
    }

    /// Returns what to say about games that are closed and not saved yet.
    pub fn left(&self) -> Option<String> {
        left_of(&self.left).clone()
    }

    /// Sees to the end of the app from elsewhere, where the window does not come to it.
    pub fn ender(&self) -> Ender {
        let SaveOrders { orders, boards } = self.orders.clone();
        Ender::new(orders, boards, Arc::clone(&self.disk), self.refuges.clone())
    }

    /// Lets the thread finish, and waits for it for so long; says whether it has finished.
    pub fn end(&mut self, patience: Duration) -> bool {
        let _ = self.orders.orders.send(Order::End);
        let Some(ended) = self.ended.take() else {
            return true;
        };
        match ended.recv_timeout(patience) {
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                self.ended = Some(ended);
                false
            }
            Ok(()) | Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                if let Some(thread) = self.thread.take() {
                    // That it panicked was said on standard error.
                    let _ = thread.join();
                }
                true
            }
        }
    }
}

impl SaveOrders {
    /// A game that has no file yet.
    pub fn begin(&self) -> Saving {
        Saving {
            board: self.boards.begin(),
            orders: self.orders.clone(),
            has_book: false,
            read_only: None,
        }
    }

    /// Goes on with the file that was read, as `bytes` and by what they say.
    ///
    /// A file that the app does not append to stays as it is, and changes go to a new one. One
    /// that is open in another window, or has to be mended first, is only looked at.
    pub fn resume<G: Recorded>(&self, path: &Path, bytes: Vec<u8>, loaded: &Loaded<G>) -> Saving {
        if let Some(basis) = Basis::of(loaded) {
            return self.go_on(path, bytes, basis);
        }
        if let Some(record) = loaded.record.as_ref().filter(|_| loaded.can_be_renewed()) {
            let content = Content::of::<G::Notation>(record);
            return self.go_on(path, bytes, Basis::older(content));
        }
        let mut saving = self.begin();
        if loaded.needs_mending() {
            saving.read_only = Some("its file is damaged and not mended yet".to_owned());
        }
        saving
    }

    /// Goes on with a file that was damaged, read as `bytes`, and is to say this from now on. What
    /// it said is kept as it was found.
    pub fn mend(&self, path: &Path, bytes: Vec<u8>, record: impl Into<Snapshot>) -> Saving {
        let record = record.into();
        let saving = self.go_on(path, bytes, Basis::mended(record.content()));
        if saving.has_book {
            // The file is written without a change of the record.
            let mut report = saving.board.report();
            report.asked = 1;
            report.latest = Some(record).filter(|_| report.done < 1);
        }
        saving
    }

    fn go_on(&self, path: &Path, bytes: Vec<u8>, basis: Basis) -> Saving {
        let mut saving = self.begin();
        let (reply, answer) = channel();
        let order = Order::Resume {
            board: Arc::clone(&saving.board),
            path: path.to_owned(),
            bytes,
            basis,
            reply,
        };
        // A thread that is gone is told by the answer that does not come.
        let _ = self.orders.send(order);
        saving.read_only = match answer.recv_timeout(PATIENCE) {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.in_short()),
            Err(_) => Some("the disk does not answer".to_owned()),
        };
        saving.has_book = saving.read_only.is_none();
        saving
    }

    /// Waits, for so long at most, until everything handed over is written where that is possible,
    /// and games that were closed are let go. A file that is read then is not behind.
    pub fn settle(&self, patience: Duration) {
        let (reply, answer) = channel();
        if self.orders.send(Order::Settle(reply)).is_ok() {
            // A slow disk makes the reader see an earlier state, which is found out when it is
            // written to.
            let _ = answer.recv_timeout(patience);
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.end(PATIENCE);
    }
}

/// The file of a game, and how saving it stands.
#[derive(Debug)]
pub struct Saving {
    board: Arc<Board>,
    orders: Sender<Order>,
    /// Whether the thread has the log of this game.
    has_book: bool,
    read_only: Option<String>,
}

impl Saving {
    /// Hands over changes that belong together, given as the lines of the log they make; the record
    /// holds them already. All of them come to the disk, or none.
    pub fn write(&mut self, record: impl Into<Snapshot>, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        if self.has_book {
            self.order(Some(record.into()), |board| Order::Write { board, lines });
        } else {
            self.replace(record);
        }
    }

    /// Lets the record say this from now on, whatever it said; what it said is kept as a backup.
    pub fn replace(&mut self, record: impl Into<Snapshot>) {
        let record = record.into();
        self.order(Some(record.clone()), |board| Order::Replace { board, record });
        self.has_book = true;
    }

    /// Saves under a name of the player's own, and goes on there. How it went is told by
    /// [`Saving::standing`] and [`Saving::refusals`].
    pub fn save_as(&mut self, path: &Path, record: impl Into<Snapshot>) {
        let record = record.into();
        // A copy of a game that is open elsewhere is one's own.
        if self.read_only.take().is_some() || !self.has_book {
            self.replace_in_memory(record.clone());
        }
        let path = path.to_owned();
        self.order(Some(record), |board| Order::SaveAs { board, path });
    }

    /// Renames the file of the game.
    pub fn rename(&mut self, path: &Path) {
        let path = path.to_owned();
        // Until it is done, neither name is sure.
        self.board.report().path = None;
        self.order(None, |board| Order::Rename { board, path });
    }

    /// Hands over the record without a wish to have it in a file of its own.
    fn replace_in_memory(&mut self, record: Snapshot) {
        let board = Arc::clone(&self.board);
        // What follows tells that the thread is gone.
        let _ = self.orders.send(Order::Take { board, record });
        self.has_book = true;
    }

    /// Gives an order, and notes the record as it is then, should its file not be written in time.
    fn order(&mut self, record: Option<Snapshot>, order: impl FnOnce(Arc<Board>) -> Order) {
        if self.read_only.is_some() {
            return;
        }
        let mut report = self.board.report();
        report.asked += 1;
        if record.is_some() {
            report.latest = record;
        }
        drop(report);
        if self.orders.send(order(Arc::clone(&self.board))).is_err() {
            self.board.report().trouble = Some("the app cannot write files".to_owned());
        }
    }

    /// How saving stands now.
    pub fn standing(&self) -> Standing {
        if let Some(why) = &self.read_only {
            return Standing::ReadOnly(why.clone());
        }
        let report = self.board.report();
        match &report.trouble {
            _ if report.asked == 0 && report.path.is_none() => Standing::Fresh,
            _ if report.done == report.asked => Standing::Saved,
            Some(why) => Standing::NotSaved(why.clone()),
            None => Standing::Saving,
        }
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<PathBuf> {
        self.board.report().path.clone()
    }

    /// When something was last brought to the disk; nothing before that.
    pub fn saved_at(&self) -> Option<Stamp> {
        self.board.report().saved_at.clone()
    }

    /// What happened to the file since this was last asked.
    pub fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.board.report().notices)
    }

    /// Why wishes were not carried out, since this was last asked.
    pub fn refusals(&self) -> Vec<String> {
        std::mem::take(&mut self.board.report().refusals)
    }

    /// How saving stands, in two words for the title.
    pub fn words(&self) -> String {
        self.standing().words()
    }

    /// Waits until everything is on the disk, for so long at most; says whether it is.
    pub fn wait(&self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        let mut report = self.board.report();
        while report.done < report.asked && self.read_only.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.board.changed.wait_timeout(report, left);
            report = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        let board = Arc::clone(&self.board);
        // Once the thread is gone there is nobody to be told.
        let _ = self.orders.send(Order::Close { board });
    }
}

#[cfg(test)]
mod tests;
