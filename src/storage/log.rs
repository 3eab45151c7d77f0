//! The log of the app: what was done with it lately, for a report of a fault.
//!
//! It is a file of a bounded size in the app's own folder; what is older lies in a second one, and
//! what is older than that is gone. Whoever writes into it sees to it that nothing stands there
//! that is nobody else's business.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Stamp;
use super::disk::folder_of;
use super::frame::check_not_drawing;

/// No log has more bytes than this.
const MOST_BYTES: u64 = 128 * 1024;
/// No line has more characters than this.
const MOST_CHARS: usize = 400;

/// A log.
#[derive(Clone, Debug)]
pub struct LogFile {
    path: PathBuf,
    most: u64,
}

impl LogFile {
    /// The log in this file.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), most: MOST_BYTES }
    }

    /// Where what is older lies.
    fn older(&self) -> PathBuf {
        self.path.with_extension("older.txt")
    }

    /// Returns a line that says this now: one line, and no long one.
    pub fn line(words: &str) -> String {
        let words: String = words.chars().take(MOST_CHARS).collect();
        format!("{}  {}", Stamp::now().in_names(), words.replace(['\n', '\r'], " "))
    }

    /// Adds a line. A log that cannot be written keeps nobody from playing.
    pub fn add(&self, line: &str) {
        check_not_drawing();
        let line = format!("{line}\n");
        let length = fs::metadata(&self.path).map_or(0, |found| found.len());
        if length + line.len() as u64 > self.most {
            let _ = fs::rename(&self.path, self.older());
        }
        if length == 0 {
            let _ = fs::create_dir_all(folder_of(&self.path));
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }

    /// Its last lines, the latest last; those of the older log before them if need be.
    pub fn last(&self, count: usize) -> Vec<String> {
        check_not_drawing();
        let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        let all = format!("{}{}", text(&self.older()), text(&self.path));
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
        let log = LogFile { path, most: 2000 };
        for number in 0..500 {
            log.add(&LogFile::line(&format!("line {number}\nof one line")));
        }
        let files = fs::read_dir(folder.path().join("own")).expect("it is there").flatten();
        let lengths: Vec<u64> =
            files.map(|file| file.metadata().expect("it is there").len()).collect();
        assert_eq!(lengths.len(), 2);
        assert!(lengths.iter().all(|&length| length <= 2000), "{lengths:?}");
        let last = log.last(40);
        assert_eq!(last.len(), 40);
        assert!(last[39].ends_with("line 499 of one line"), "{last:?}");
        assert!(last[0].ends_with("line 460 of one line"), "{last:?}");
    }

    #[test]
    fn a_log_without_a_place_is_silent() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let log = LogFile::at(&folder.path().join("log.txt"));
        fs::create_dir(folder.path().join("log.txt")).expect("room on the disk");
        log.add(&LogFile::line("nothing"));
        assert!(log.last(5).is_empty());
    }
}
