//! Saving of open records, and their save state.
//!
//! One thread, the [`Saver`]'s, writes every record, so that a slow disk never
//! holds up the window. A [`SaveHandle`] is the handle of one game: it queues every
//! change as soon as it is made, and reports the true save state. A game
//! without a file gets one in the app's own folder with its first change,
//! named after the day and the players.

mod shutdown;
mod worker;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use record::{Loaded, Record};
use storage::{
    AppFolders, CrashNote, Disk, EmergencyPlace, LogBasis, RecordText, SaveNotice, Timestamp,
};

use crate::recorded_games::Recorded;
use worker::{SaveOrder, SaveWorker};

pub use shutdown::SaveFinisher;

/// Maximum wait for the disk: when a file is opened (if the disk takes longer, the game is
/// read-only), and when the [`Saver`] is dropped.
const PATIENCE: Duration = Duration::from_secs(5);

/// The save state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// Nothing to save yet.
    Empty,
    /// The latest changes are on their way to the disk.
    Saving,
    /// Everything is on the disk.
    Saved,
    /// The latest changes are not on the disk, for this reason. Saving is retried, unless the log
    /// cannot represent a change.
    NotSaved(String),
    /// Nothing can be recorded, for this reason.
    ReadOnly(String),
}

impl SaveStatus {
    /// Returns the state in words.
    pub fn words(&self) -> String {
        match self {
            Self::Empty => "not saved yet".to_owned(),
            Self::Saving => "saving".to_owned(),
            Self::Saved => "saved".to_owned(),
            Self::NotSaved(why) => format!("not saved: {why}"),
            Self::ReadOnly(why) => format!("read-only: {why}"),
        }
    }
}

/// A complete record at one moment, printed only when its text is needed.
#[derive(Clone)]
pub struct Snapshot(Arc<dyn Fn() -> RecordText + Send + Sync>);

impl Snapshot {
    /// Formats the text of its record file.
    fn content(&self) -> RecordText {
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
        Self(Arc::new(move || RecordText::of::<G::Notation>(&record)))
    }
}

/// The progress of saving a game.
#[derive(Debug, Default)]
struct SaveReport {
    /// The number of orders given that must reach the disk: changes, replacements, new paths.
    ordered: u64,
    /// The number of orders carried out and on the disk.
    done: u64,
    /// The record after the latest order, until it is on the disk.
    latest: Option<Snapshot>,
    path: Option<PathBuf>,
    /// The time of the last successful save.
    saved_at: Option<Timestamp>,
    error: Option<String>,
    /// The reasons of failed orders, until they are taken.
    refusals: Vec<String>,
    notices: Vec<SaveNotice>,
}

/// The shared report about a game, with a signal for threads that wait for it.
#[derive(Debug, Default)]
struct SharedReport {
    report: Mutex<SaveReport>,
    changed: Condvar,
}

impl SharedReport {
    fn report(&self) -> MutexGuard<'_, SaveReport> {
        // A panic leaves only whole values, so a poisoned lock is safe to use.
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The callback for a changed save state, which requests a frame.
type SaveWaker = Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>;

/// The reports of all games that are open or not saved yet.
#[derive(Clone, Debug, Default)]
struct SharedReports(Arc<Mutex<Vec<Arc<SharedReport>>>>);

impl SharedReports {
    /// Adds a report for a game just started or opened, and drops those of games that are closed
    /// and saved.
    fn begin(&self) -> Arc<SharedReport> {
        let mut reports = self.lock();
        reports.retain(|shared| Arc::strong_count(shared) > 1 || shared.report().latest.is_some());
        let shared = Arc::default();
        reports.push(Arc::clone(&shared));
        shared
    }

    /// Returns the reports of games whose latest changes are not on the disk.
    fn unsaved(&self) -> Vec<Arc<SharedReport>> {
        let reports = self.lock();
        reports.iter().filter(|shared| shared.report().latest.is_some()).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<SharedReport>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The owner of the thread that writes all records.
pub struct Saver {
    orders: SaveOrders,
    disk: Arc<dyn Disk>,
    places: Vec<EmergencyPlace>,
    thread: Option<JoinHandle<()>>,
    /// Disconnected when the thread ends.
    ended: Option<Receiver<()>>,
    bell: SaveWaker,
    left: UnsavedMessage,
}

/// A message about games that are closed and not saved yet.
type UnsavedMessage = Arc<Mutex<Option<String>>>;

fn lock_message(left: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    left.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A handle that sends orders to the thread; clones share it.
#[derive(Clone, Debug)]
pub struct SaveOrders {
    orders: Sender<SaveOrder>,
    reports: SharedReports,
}

impl Saver {
    /// Starts the thread. It owns the lock file `running` of this window, and removes it at its
    /// end.
    pub fn start(disk: Arc<dyn Disk>, home: AppFolders, running: Option<CrashNote>) -> Self {
        let (orders, taken) = channel();
        let (end, ended) = channel();
        let bell = SaveWaker::default();
        let left = UnsavedMessage::default();
        let places = EmergencyPlace::all(&home);
        let worker =
            SaveWorker::new(Arc::clone(&disk), home, Arc::clone(&bell), Arc::clone(&left), running);
        let builder = std::thread::Builder::new().name("saver".to_owned());
        // Without a thread every order fails, and every game counts as not saved.
        let thread = builder.spawn(move || {
            worker.run(&taken);
            drop(end);
        });
        Self {
            orders: SaveOrders { orders, reports: SharedReports::default() },
            disk,
            places,
            thread: thread.ok(),
            ended: Some(ended),
            bell,
            left,
        }
    }

    /// Returns a handle that sends orders to the thread.
    pub fn orders(&self) -> SaveOrders {
        self.orders.clone()
    }

    /// Sets the callback for a changed save state; only the first call counts.
    pub fn set_waker(&self, bell: impl Fn() + Send + Sync + 'static) {
        // Fails if a callback is set already.
        let _ = self.bell.set(Box::new(bell));
    }

    /// Returns the message about games that are closed and not saved yet.
    pub fn unsaved_message(&self) -> Option<String> {
        lock_message(&self.left).clone()
    }

    /// Returns a handle for ending the saver from another thread, where the window cannot.
    pub fn finisher(&self) -> SaveFinisher {
        let SaveOrders { orders, reports } = self.orders.clone();
        SaveFinisher::new(orders, reports, Arc::clone(&self.disk), self.places.clone())
    }

    /// Lets the thread finish, and waits for `patience` at most; returns `true` if it has finished.
    pub fn end(&mut self, patience: Duration) -> bool {
        let _ = self.orders.orders.send(SaveOrder::End);
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
                    // A panic was reported on standard error.
                    let _ = thread.join();
                }
                true
            }
        }
    }
}

impl SaveOrders {
    /// Returns the handle of a game without a file. The thread learns of the game with the first
    /// order.
    pub fn new_game(&self) -> SaveHandle {
        SaveHandle {
            shared: self.reports.begin(),
            orders: self.orders.clone(),
            has_log: false,
            read_only: None,
        }
    }

    /// Continues a file that was read as `bytes` and parsed as `loaded`. Waits up to 5 s for the
    /// disk: call it from a task.
    ///
    /// A file that the app does not append to stays as it is, and changes go to a new one. A file
    /// that is open in another window, or has to be recovered first, is read-only.
    pub fn resume<G: Recorded>(
        &self,
        path: &Path,
        bytes: Vec<u8>,
        loaded: &Loaded<G>,
    ) -> SaveHandle {
        if let Some(basis) = LogBasis::of(loaded) {
            return self.go_on(path, bytes, basis);
        }
        if let Some(record) = loaded.record.as_ref().filter(|_| loaded.can_be_upgraded()) {
            let content = RecordText::of::<G::Notation>(record);
            return self.go_on(path, bytes, LogBasis::earlier_format(content));
        }
        let mut saving = self.new_game();
        if loaded.needs_recovery() {
            saving.read_only = Some("its file is damaged and not mended yet".to_owned());
        }
        saving
    }

    /// Continues a damaged file, read as `bytes`, and replaces its contents by `record`. The
    /// damaged contents are saved as a backup.
    pub fn recover(&self, path: &Path, bytes: Vec<u8>, record: impl Into<Snapshot>) -> SaveHandle {
        let record = record.into();
        let saving = self.go_on(path, bytes, LogBasis::repaired(record.content()));
        if saving.has_log {
            // The repair counts as the first order, although no change was ordered.
            let mut report = saving.shared.report();
            report.ordered = 1;
            report.latest = Some(record).filter(|_| report.done < 1);
        }
        saving
    }

    fn go_on(&self, path: &Path, bytes: Vec<u8>, basis: LogBasis) -> SaveHandle {
        let mut saving = self.new_game();
        let (reply, answer) = channel();
        let order = SaveOrder::Resume {
            shared: Arc::clone(&saving.shared),
            path: path.to_owned(),
            bytes,
            basis,
            reply,
        };
        // If the thread is gone, the missing answer shows it.
        let _ = self.orders.send(order);
        saving.read_only = match answer.recv_timeout(PATIENCE) {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.short_reason()),
            Err(_) => Some("the disk does not answer".to_owned()),
        };
        saving.has_log = saving.read_only.is_none();
        saving
    }

    /// Waits, for `patience` at most, until everything that can be written is written, and closed
    /// games are released. A file read afterwards is up to date.
    pub fn flush(&self, patience: Duration) {
        let (reply, answer) = channel();
        if self.orders.send(SaveOrder::Settle(reply)).is_ok() {
            // With a slow disk the reader sees an earlier state, which the next write detects.
            let _ = answer.recv_timeout(patience);
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.end(PATIENCE);
    }
}

/// The handle of a game for saving it: its file and its save state.
#[derive(Debug)]
pub struct SaveHandle {
    shared: Arc<SharedReport>,
    orders: Sender<SaveOrder>,
    /// `true` once the thread has the log of this game.
    has_log: bool,
    read_only: Option<String>,
}

impl SaveHandle {
    /// Queues changes that belong together as lines of the log; `record` already contains them.
    /// Either all of them reach the disk or none.
    pub fn write(&mut self, record: impl Into<Snapshot>, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        if self.has_log {
            self.order(Some(record.into()), |shared| SaveOrder::Write { shared, lines });
        } else {
            self.replace(record);
        }
    }

    /// Queues the replacement of the file by `record`; the old contents are saved as a backup.
    pub fn replace(&mut self, record: impl Into<Snapshot>) {
        let record = record.into();
        self.order(Some(record.clone()), |shared| SaveOrder::Replace { shared, record });
        self.has_log = true;
    }

    /// Queues saving to a file named by the player, and continues there. [`SaveHandle::status`]
    /// and [`SaveHandle::take_failures`] report the result.
    pub fn save_as(&mut self, path: &Path, record: impl Into<Snapshot>) {
        let record = record.into();
        // A copy of a read-only game is writable.
        if self.read_only.take().is_some() || !self.has_log {
            self.replace_in_memory(record.clone());
        }
        let path = path.to_owned();
        self.order(Some(record.clone()), |shared| SaveOrder::SaveAs { shared, record, path });
    }

    /// Queues renaming the file of the game. Until that is done, it has no path.
    pub fn rename(&mut self, path: &Path) {
        let path = path.to_owned();
        // Until the renaming is done, neither name is certain.
        self.shared.report().path = None;
        self.order(None, |shared| SaveOrder::Rename { shared, path });
    }

    /// Gives the record to the thread without requesting a file for it.
    fn replace_in_memory(&mut self, record: Snapshot) {
        let shared = Arc::clone(&self.shared);
        // If the thread is gone, the order that follows fails and reports it.
        let _ = self.orders.send(SaveOrder::SetInMemory { shared, record });
        self.has_log = true;
    }

    /// Sends an order, and keeps the resulting record in case the file is not written in time.
    fn order(
        &mut self,
        record: Option<Snapshot>,
        order: impl FnOnce(Arc<SharedReport>) -> SaveOrder,
    ) {
        if self.read_only.is_some() {
            return;
        }
        let mut report = self.shared.report();
        report.ordered += 1;
        if record.is_some() {
            report.latest = record;
        }
        drop(report);
        if self.orders.send(order(Arc::clone(&self.shared))).is_err() {
            self.shared.report().error = Some("the app cannot write files".to_owned());
        }
    }

    /// Returns the save state.
    pub fn status(&self) -> SaveStatus {
        if let Some(why) = &self.read_only {
            return SaveStatus::ReadOnly(why.clone());
        }
        let report = self.shared.report();
        match &report.error {
            _ if report.ordered == 0 && report.path.is_none() => SaveStatus::Empty,
            _ if report.done == report.ordered => SaveStatus::Saved,
            Some(why) => SaveStatus::NotSaved(why.clone()),
            None => SaveStatus::Saving,
        }
    }

    /// Returns the path of the file, if there is one.
    pub fn path(&self) -> Option<PathBuf> {
        self.shared.report().path.clone()
    }

    /// Returns the time of the last successful save; `None` before the first.
    pub fn saved_at(&self) -> Option<Timestamp> {
        self.shared.report().saved_at.clone()
    }

    /// Takes the notices about the file since the last call; a second call returns none.
    pub fn take_notices(&self) -> Vec<SaveNotice> {
        std::mem::take(&mut self.shared.report().notices)
    }

    /// Takes the reasons of orders that failed since the last call.
    pub fn take_failures(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.report().refusals)
    }

    /// Returns the save state in words, for the title.
    pub fn words(&self) -> String {
        self.status().words()
    }

    /// Waits at most `patience` until everything is on the disk; returns `true` if it is, or if the
    /// game is read-only.
    pub fn wait(&self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        let mut report = self.shared.report();
        while report.done < report.ordered && self.read_only.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            report = self
                .shared
                .changed
                .wait_timeout(report, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }
}

impl Drop for SaveHandle {
    fn drop(&mut self) {
        let shared = Arc::clone(&self.shared);
        // Fails if the thread is gone, and then nothing has to be closed.
        let _ = self.orders.send(SaveOrder::Close { shared });
    }
}

#[cfg(test)]
mod tests;
