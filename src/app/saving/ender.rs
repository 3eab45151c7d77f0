//! The end of the app while something is not on the disk yet.
//!
//! The disk may stall, and then the thread that writes does not answer. What was handed over is
//! therefore noted beside the orders, with each game's report: a copy of it goes to the first
//! [`Refuge`] that takes it, each of which is tried on a thread of its own.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use plain_text::counted;
use storage::{Disk, Refuge, Stamp, Stranded};

use super::{Board, Boards, Order};
use crate::app::Log;
use crate::app::faults::LOG_PATIENCE;

/// The wait for the file of a game before a copy goes elsewhere.
const GRACE: Duration = Duration::from_secs(1);
/// How long one place may take for a copy.
const PLACE_PATIENCE: Duration = Duration::from_secs(3);
/// How long the window has to close by itself once everything is saved.
const WINDOW_PATIENCE: Duration = Duration::from_secs(6);
/// How long the thread has to keep the states of games that are left, once everything is saved.
const LAST_PATIENCE: Duration = Duration::from_secs(3);
/// How often it is looked at what is saved.
const PAUSE: Duration = Duration::from_millis(20);
/// How long the system waits for a program that it told to end, with some time to spare: systemd
/// stops what still runs after 90 seconds, launchd after 20.
const SYSTEM_PATIENCE: Duration =
    Duration::from_secs(if cfg!(target_os = "macos") { 15 } else { 80 });

/// Sees to the end of the app from elsewhere than the window.
#[derive(Clone, Debug)]
pub struct Ender {
    orders: Sender<Order>,
    boards: Boards,
    disk: Arc<dyn Disk>,
    /// Where copies go. To find them asks the disk, which may not answer later.
    refuges: Vec<Refuge>,
    /// How long it waits once the system told the app to end.
    patience: Duration,
}

/// A record whose file lacks its latest changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missing {
    /// The file; `None` if the game has none yet.
    game: Option<PathBuf>,
    /// The number of changes missing from its file.
    changes: usize,
    /// Why.
    why: String,
    /// A copy that holds all of them, if there is one.
    copy: Option<PathBuf>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(game) => write!(f, "{}", game.display())?,
            None => f.write_str("a game without a file")?,
        }
        let changes = counted(self.changes, "change", "changes");
        write!(f, " is not saved: it lacks the latest {changes}, for {}", self.why)?;
        match &self.copy {
            Some(copy) => write!(f, "; all of it is in {}", copy.display()),
            None => f.write_str("; no other place took a copy"),
        }
    }
}

/// A copy of a record as it was after so many orders.
struct RecordCopy {
    board: Arc<Board>,
    asked: u64,
    /// The path of the copy; `None` if no place took it.
    kept: Option<(Refuge, Stranded)>,
}

impl Ender {
    pub(super) fn new(
        orders: Sender<Order>,
        boards: Boards,
        disk: Arc<dyn Disk>,
        refuges: Vec<Refuge>,
    ) -> Self {
        Self { orders, boards, disk, refuges, patience: SYSTEM_PATIENCE }
    }

    /// Waits for so long at most once the system told the app to end.
    #[must_use]
    pub fn wait_at_most(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Waits until everything handed over is in its file, as long as the system lets a program
    /// that it told to end. Says on standard error and in the log what is not. Returns `true` if
    /// everything is saved.
    pub fn see_to_the_end(&self, log: Option<&Log>) -> bool {
        let mut missing = self.save(self.patience, log);
        if missing.is_empty() {
            // Closing ends the process, and this thread with it.
            std::thread::sleep(WINDOW_PATIENCE);
            missing = self.save(LAST_PATIENCE, log);
        }
        if missing.is_empty() {
            self.stop(LAST_PATIENCE);
        }
        missing.is_empty()
    }

    /// Keeps a copy of what is not saved now, and says what that is. Returns `true` if everything
    /// is saved.
    pub fn finish(&self, log: Option<&Log>) -> bool {
        self.save(Duration::ZERO, log).is_empty()
    }

    /// Waits until everything handed over is in its file, for `patience` at most, and keeps copies
    /// elsewhere if that takes longer than a moment. Returns what is not saved.
    fn save(&self, patience: Duration, log: Option<&Log>) -> Vec<Missing> {
        let begin = Instant::now();
        let mut copies: Vec<RecordCopy> = Vec::new();
        loop {
            let unsaved = self.boards.unsaved();
            if unsaved.is_empty() {
                for (refuge, stranded) in copies.into_iter().filter_map(|copy| copy.kept) {
                    self.with_patience(move |disk| refuge.forget(disk.as_ref(), &stranded));
                }
                return Vec::new();
            }
            if begin.elapsed() >= GRACE.min(patience) {
                let mut is_news = false;
                for board in &unsaved {
                    is_news |= self.copy(board, &mut copies);
                }
                let missing: Vec<Missing> =
                    unsaved.iter().map(|board| missing_of(board, &copies)).collect();
                if is_news {
                    tell(&missing, log);
                }
                if begin.elapsed() >= patience {
                    return missing;
                }
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Keeps a copy of the record as it was last handed over, unless there is one. Returns `true`
    /// if it was tried.
    fn copy(&self, board: &Arc<Board>, copies: &mut Vec<RecordCopy>) -> bool {
        let report = board.report();
        let (asked, path) = (report.asked, report.path.clone());
        let Some(record) = report.latest.clone() else {
            return false;
        };
        drop(report);
        if copies.iter().any(|copy| Arc::ptr_eq(&copy.board, board) && copy.asked == asked) {
            return false;
        }
        let content = record.content();
        let kept = self.refuges.iter().find_map(|refuge| {
            let (place, path, content) = (refuge.clone(), path.clone(), content.clone());
            let kept = self.with_patience(move |disk| {
                place.keep(disk, path.as_deref(), &content, &Stamp::now())
            });
            Some((refuge.clone(), kept?.ok()?))
        });
        copies.retain(|copy| !Arc::ptr_eq(&copy.board, board));
        copies.push(RecordCopy { board: Arc::clone(board), asked, kept });
        true
    }

    /// Does something with the disk on a thread of its own; `None` if that does not end in time.
    fn with_patience<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Arc<dyn Disk>) -> T + Send + 'static,
    ) -> Option<T> {
        let (reply, answer) = channel();
        let disk = Arc::clone(&self.disk);
        // A thread that hangs is left to itself.
        let thread = std::thread::Builder::new().name("refuge".to_owned()).spawn(move || {
            let _ = reply.send(act(&disk));
        });
        thread.ok()?;
        answer.recv_timeout(PLACE_PATIENCE).ok()
    }

    /// Lets the saving thread finish and take the note of this window away, waiting at most
    /// `patience`.
    fn stop(&self, patience: Duration) {
        let until = Instant::now() + patience;
        // Once the thread is gone, nobody holds the other end of its orders.
        while Instant::now() < until && self.orders.send(Order::End).is_ok() {
            std::thread::sleep(PAUSE);
        }
    }
}

fn missing_of(board: &Arc<Board>, copies: &[RecordCopy]) -> Missing {
    let copy = copies.iter().find(|copy| Arc::ptr_eq(&copy.board, board));
    let kept = copy.and_then(|copy| copy.kept.as_ref());
    let report = board.report();
    Missing {
        game: report.path.clone(),
        changes: usize::try_from(report.asked.saturating_sub(report.done)).unwrap_or(usize::MAX),
        why: report.trouble.clone().unwrap_or_else(|| "the disk does not answer".to_owned()),
        copy: kept.map(|(_, stranded)| stranded.copy.clone()),
    }
}

/// Says what is missing: by name on standard error, and without names in the log.
fn tell(missing: &[Missing], log: Option<&Log>) {
    for missing in missing {
        crate::cli::note(format!("founders-ledger: {missing}"));
    }
    let Some(log) = log else {
        return;
    };
    let changes = missing.iter().map(|missing| missing.changes).sum::<usize>();
    let copies = missing.iter().filter(|missing| missing.copy.is_some()).count();
    let words = format!(
        "ends: {} not saved of {}, {}",
        counted(changes, "change", "changes"),
        counted(missing.len(), "record", "records"),
        counted(copies, "copy", "copies")
    );
    log.add(&words);
    // It may be on the disk that stalls.
    log.settle(LOG_PATIENCE);
}
