//! The log of the app: recent events, for bug reports.
//!
//! It is a file of bounded size in the app's own folder. Older lines are in a second file; the
//! oldest are dropped. Callers must not log private data.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Timestamp;
use super::disk::folder_of;
use super::frame::check_not_drawing;

/// The maximum size of a log file, in bytes.
const MAX_BYTES: u64 = 128 * 1024;
/// The maximum number of characters in a line.
const MAX_CHARS: usize = 400;

/// A log file of bounded size.
#[derive(Clone, Debug)]
pub struct LogFile {
    path: PathBuf,
    max_bytes: u64,
}

impl LogFile {
    /// Returns the log in this file, which need not exist yet.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), max_bytes: MAX_BYTES }
    }

    /// Returns the path of the file with older lines.
    fn older(&self) -> PathBuf {
        self.path.with_extension("older.txt")
    }

    /// Formats a log line: the present time and a message of limited length, without line breaks.
    pub fn line(words: &str) -> String {
        let message: String = words.chars().take(MAX_CHARS).collect();
        format!("{}  {}", Timestamp::now().for_file_names(), message.replace(['\n', '\r'], " "))
    }

    /// Adds a line. Errors are ignored: logging must not prevent playing.
    pub fn add(&self, line: &str) {
        check_not_drawing();
        let line = format!("{line}\n");
        let length = fs::metadata(&self.path).map_or(0, |found| found.len());
        if length + line.len() as u64 > self.max_bytes {
            let _ = fs::rename(&self.path, self.older());
        }
        if length == 0 {
            let _ = fs::create_dir_all(folder_of(&self.path));
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }

    /// Returns the last `count` lines, the latest last, continued from the older file if necessary.
    pub fn last(&self, count: usize) -> Vec<String> {
        check_not_drawing();
        let all: String = [&self.older(), &self.path]
            .map(|path| fs::read_to_string(path).unwrap_or_default())
            .concat();
        let lines: Vec<&str> = all.lines().collect();
        let from = lines.len().saturating_sub(count);
        lines[from..].iter().map(|line| (*line).to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_bounded_and_its_latest_lines_are_kept() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("own").join("log.txt");
        let log = LogFile { path, max_bytes: 2000 };
        for number in 0..500 {
            log.add(&LogFile::line(&format!("line {number}\nof one line")));
        }
        let lengths: Vec<u64> = fs::read_dir(folder.path().join("own"))
            .expect("it is there")
            .flatten()
            .map(|file| file.metadata().expect("it is there").len())
            .collect();
        assert_eq!(lengths.len(), 2);
        assert!(lengths.iter().all(|&length| length <= 2000), "{lengths:?}");
        let last = log.last(40);
        assert_eq!(last.len(), 40);
        assert!(last[39].ends_with("line 499 of one line"), "{last:?}");
        assert!(last[0].ends_with("line 460 of one line"), "{last:?}");
    }

    #[test]
    fn a_log_that_cannot_be_written_is_empty_and_reports_nothing() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let log = LogFile::at(&folder.path().join("log.txt"));
        fs::create_dir(folder.path().join("log.txt")).expect("room on the disk");
        log.add(&LogFile::line("nothing"));
        assert!(log.last(5).is_empty());
    }
}
