//! The log of this run: its latest lines in memory, and a thread that adds each to a file.
//!
//! The window never waits for the disk to take a line. Crash pages and reports read the latest
//! lines here, including those that are not on the disk yet.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use storage::LogFile;

/// Maximum number of lines in memory, which a report includes.
const MOST_LINES: usize = 60;

/// A handle to the log; clones share it.
#[derive(Clone, Debug)]
pub struct Log {
    latest: Arc<Mutex<VecDeque<String>>>,
    orders: Sender<LogOrder>,
}

/// An order for the thread.
enum LogOrder {
    /// Adds a line to the file.
    Add(String),
    /// Reports that all earlier lines are written.
    Settle(Sender<()>),
}

impl Log {
    /// Opens the log in a file and reads the latest lines of earlier runs.
    pub fn open(path: &Path) -> Self {
        let file = LogFile::at(path);
        let latest = file.last(MOST_LINES).into();
        let (orders, taken) = channel();
        let thread = std::thread::Builder::new().name("log".to_owned());
        // Without a thread the log is in memory only, which is good enough to play.
        let _ = thread.spawn(move || write(&file, &taken));
        Self { latest: Arc::new(Mutex::new(latest)), orders }
    }

    /// Adds a line.
    pub fn add(&self, words: &str) {
        let line = LogFile::line(words);
        let mut latest = self.lines();
        if latest.len() == MOST_LINES {
            latest.pop_front();
        }
        latest.push_back(line.clone());
        let _ = self.orders.send(LogOrder::Add(line));
    }

    /// Returns the latest lines, the last one last.
    pub fn latest(&self) -> Vec<String> {
        self.lines().iter().cloned().collect()
    }

    /// Waits until every line so far is in the file, for `patience` at most.
    pub fn flush(&self, patience: Duration) {
        let (settled, wait) = channel();
        if self.orders.send(LogOrder::Settle(settled)).is_ok() {
            let _ = wait.recv_timeout(patience);
        }
    }

    fn lines(&self) -> MutexGuard<'_, VecDeque<String>> {
        // A panic between two changes leaves only whole lines, so a poisoned lock is safe to use.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds lines to the file until the last log is gone.
fn write(file: &LogFile, orders: &Receiver<LogOrder>) {
    for order in orders {
        match order {
            LogOrder::Add(line) => file.add(&line),
            LogOrder::Settle(settled) => {
                let _ = settled.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximum wait of a test.
    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_reopened_log_continues_with_the_latest_lines_of_the_last_run() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("own").join("log.txt");
        let log = Log::open(&path);
        for number in 0..2 * MOST_LINES {
            log.add(&format!("line {number}\nof one line"));
        }
        log.flush(LONG);
        assert_eq!(log.latest().len(), MOST_LINES);
        assert_eq!(Log::open(&path).latest(), log.latest());
        let text = std::fs::read_to_string(path).expect("it is there");
        assert_eq!(text.lines().count(), 2 * MOST_LINES);
    }

    #[cfg(unix)]
    #[test]
    fn adding_to_the_log_does_not_wait_for_a_stalled_disk() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("log.txt");
        let log = Log::open(&path);
        // Opening a pipe for writing blocks until somebody reads it.
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|made| made.success()));
        log.add("menu Undo");
        log.add("menu Redo");
        let latest = log.latest();
        assert!(latest[0].ends_with("menu Undo") && latest[1].ends_with("menu Redo"), "{latest:?}");
        log.flush(Duration::from_millis(1));
        let read = std::fs::read_to_string(&path).expect("the first line at least");
        assert!(read.contains("menu Undo"), "{read}");
    }
}
