//! The end of the app while something is not on the disk yet.
//!
//! The disk may stall, and then the saving thread does not answer. Each game's report therefore
//! contains the latest record: a copy of it goes to the first [`EmergencyPlace`] that takes it,
//! each tried on a thread of its own.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use plain_text::counted;
use storage::{Disk, EmergencyPlace, Timestamp, UnsavedRecord};

use super::{SaveOrder, SharedReport, SharedReports};
use crate::app::Log;
use crate::app::crash_reports::LOG_PATIENCE;

/// The wait for the file of a game before a copy goes elsewhere.
const GRACE: Duration = Duration::from_secs(1);
/// Maximum time for one place to take a copy.
const PLACE_PATIENCE: Duration = Duration::from_secs(3);
/// Time for the window to close by itself once everything is saved.
const WINDOW_PATIENCE: Duration = Duration::from_secs(6);
/// Time for the saving thread to make its last backups, once everything is saved.
const LAST_PATIENCE: Duration = Duration::from_secs(3);
/// Time between two checks of the save state.
const PAUSE: Duration = Duration::from_millis(20);
/// The time that the system gives a program to end, with a margin: systemd kills it after 90
/// seconds, launchd after 20.
const SYSTEM_PATIENCE: Duration =
    Duration::from_secs(if cfg!(target_os = "macos") { 15 } else { 80 });

/// Ends saving at exit, from another thread than the window's: waits for the saving thread, and
/// copies the records that it has not saved.
#[derive(Clone, Debug)]
pub struct SaveFinisher {
    orders: Sender<SaveOrder>,
    reports: SharedReports,
    disk: Arc<dyn Disk>,
    /// The places for copies, found early because the disk may not answer later.
    places: Vec<EmergencyPlace>,
    /// Maximum wait after the system asked the app to end.
    patience: Duration,
}

/// A record whose file lacks its latest changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnsavedChanges {
    /// The file; `None` if the game has none yet.
    game: Option<PathBuf>,
    /// The number of changes missing from its file.
    changes: usize,
    /// The reason.
    why: String,
    /// A complete copy of the record, if there is one.
    copy: Option<PathBuf>,
}

impl fmt::Display for UnsavedChanges {
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

/// A copy of a record as it was after `ordered` orders.
struct RecordCopy {
    shared: Arc<SharedReport>,
    ordered: u64,
    /// The place and the path of the copy; `None` if no place took it.
    stored: Option<(EmergencyPlace, UnsavedRecord)>,
}

impl SaveFinisher {
    pub(super) fn new(
        orders: Sender<SaveOrder>,
        reports: SharedReports,
        disk: Arc<dyn Disk>,
        places: Vec<EmergencyPlace>,
    ) -> Self {
        Self { orders, reports, disk, places, patience: SYSTEM_PATIENCE }
    }

    /// Sets the maximum wait after the system asked the app to end.
    #[must_use]
    pub fn with_max_wait(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Waits until every change is in its file, within the time that the system gives. Reports
    /// unsaved changes on standard error and in the log. Returns `true` if everything is saved.
    pub fn finish_at_exit(&self, log: Option<&Log>) -> bool {
        let mut missing = self.save(self.patience, log);
        if missing.is_empty() {
            // Usually the window closes meanwhile, which ends the process and this thread.
            std::thread::sleep(WINDOW_PATIENCE);
            missing = self.save(LAST_PATIENCE, log);
        }
        if missing.is_empty() {
            self.stop(LAST_PATIENCE);
        }
        missing.is_empty()
    }

    /// Copies and reports every record that is not saved now. Returns `true` if everything is
    /// saved.
    pub fn finish(&self, log: Option<&Log>) -> bool {
        self.save(Duration::ZERO, log).is_empty()
    }

    /// Waits until every change is in its file, for `patience` at most, and after [`GRACE`] copies
    /// unsaved records to other places. If everything is saved in the end, the copies are removed.
    /// Returns the records that are not saved.
    fn save(&self, patience: Duration, log: Option<&Log>) -> Vec<UnsavedChanges> {
        let start = Instant::now();
        let mut copies: Vec<RecordCopy> = Vec::new();
        loop {
            let unsaved = self.reports.unsaved();
            if unsaved.is_empty() {
                for (place, unsaved) in copies.into_iter().filter_map(|copy| copy.stored) {
                    self.with_patience(move |disk| place.remove(disk.as_ref(), &unsaved));
                }
                return Vec::new();
            }
            if start.elapsed() >= GRACE.min(patience) {
                let mut is_news = false;
                for shared in &unsaved {
                    is_news |= self.copy(shared, &mut copies);
                }
                let missing: Vec<UnsavedChanges> =
                    unsaved.iter().map(|shared| missing_of(shared, &copies)).collect();
                if is_news {
                    tell(&missing, log);
                }
                if start.elapsed() >= patience {
                    return missing;
                }
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Copies the latest record of a game to another place, unless a copy exists. Returns `true` if
    /// it tried.
    fn copy(&self, shared: &Arc<SharedReport>, copies: &mut Vec<RecordCopy>) -> bool {
        let report = shared.report();
        let (ordered, path) = (report.ordered, report.path.clone());
        let Some(record) = report.latest.clone() else {
            return false;
        };
        drop(report);
        if copies.iter().any(|copy| Arc::ptr_eq(&copy.shared, shared) && copy.ordered == ordered) {
            return false;
        }
        let content = record.content();
        let stored = self.places.iter().find_map(|place| {
            let (target, path, content) = (place.clone(), path.clone(), content.clone());
            let unsaved = self.with_patience(move |disk| {
                target.save(disk, path.as_deref(), &content, &Timestamp::now())
            });
            Some((place.clone(), unsaved?.ok()?))
        });
        copies.retain(|copy| !Arc::ptr_eq(&copy.shared, shared));
        copies.push(RecordCopy { shared: Arc::clone(shared), ordered, stored });
        true
    }

    /// Runs `act` on a thread of its own; `None` if it does not end in [`PLACE_PATIENCE`].
    fn with_patience<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Arc<dyn Disk>) -> T + Send + 'static,
    ) -> Option<T> {
        let (reply, answer) = channel();
        let disk = Arc::clone(&self.disk);
        // A thread that hangs is abandoned.
        let thread = std::thread::Builder::new().name("refuge".to_owned()).spawn(move || {
            let _ = reply.send(act(&disk));
        });
        thread.ok()?;
        answer.recv_timeout(PLACE_PATIENCE).ok()
    }

    /// Lets the saving thread finish and remove this window's lock file, waiting at most
    /// `patience`.
    fn stop(&self, patience: Duration) {
        let until = Instant::now() + patience;
        // Sending fails once the thread has ended.
        while Instant::now() < until && self.orders.send(SaveOrder::End).is_ok() {
            std::thread::sleep(PAUSE);
        }
    }
}

fn missing_of(shared: &Arc<SharedReport>, copies: &[RecordCopy]) -> UnsavedChanges {
    let stored = copies
        .iter()
        .find(|copy| Arc::ptr_eq(&copy.shared, shared))
        .and_then(|copy| copy.stored.as_ref());
    let report = shared.report();
    UnsavedChanges {
        game: report.path.clone(),
        changes: usize::try_from(report.ordered.saturating_sub(report.done)).unwrap_or(usize::MAX),
        why: report.error.clone().unwrap_or_else(|| "the disk does not answer".to_owned()),
        copy: stored.map(|(_, unsaved)| unsaved.copy.clone()),
    }
}

/// Reports unsaved records: by name on standard error, and without names in the log.
fn tell(missing: &[UnsavedChanges], log: Option<&Log>) {
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
    // The log may be on the disk that stalls.
    log.flush(LOG_PATIENCE);
}
