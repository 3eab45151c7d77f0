//! Notes of open windows, by which the next start detects a crash.
//!
//! Every window has a locked note in the app's own folder, with the path of its open game. A note
//! that is not locked belongs to a window that was never closed: the machine or the app crashed.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::app_folders::path_of;
use super::frame::check_not_drawing;

/// A window that was not closed properly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashedWindow {
    /// The file of its game; `None` if no game was open.
    pub game: Option<PathBuf>,
}

/// The note of this window, removed when dropped and unlocked by a crash.
#[derive(Debug)]
pub struct CrashNote {
    path: PathBuf,
    note: File,
}

impl CrashNote {
    /// Creates the note of this window, and returns the crashes of earlier windows.
    ///
    /// The note is `None` if it cannot be created, which must not prevent playing.
    pub fn start(own: &Path) -> (Option<Self>, Vec<CrashedWindow>) {
        check_not_drawing();
        let folder = own.join("running");
        let crashes = take_crashes(&folder);
        (Self::note(&folder), crashes)
    }

    fn note(folder: &Path) -> Option<Self> {
        fs::create_dir_all(folder).ok()?;
        // Windows that are open at the same time have notes with different numbers.
        (0_u32..1000).find_map(|number| {
            let path = folder.join(format!("{number}.note"));
            let mut options = OpenOptions::new();
            let note = options.write(true).create_new(true).open(&path).ok()?;
            note.try_lock().ok()?;
            Some(Self { path, note })
        })
    }

    /// Writes the path of the open game into the note.
    pub fn set_game(&mut self, game: Option<&Path>) {
        check_not_drawing();
        let bytes = game.map_or(&[][..], |game| game.as_os_str().as_encoded_bytes());
        // If this fails, only the message after a crash is missing.
        let _ = self
            .note
            .set_len(0)
            .and_then(|()| self.note.seek(SeekFrom::Start(0)))
            .and_then(|_| self.note.write_all(bytes))
            .and_then(|()| self.note.sync_data());
    }
}

impl Drop for CrashNote {
    fn drop(&mut self) {
        check_not_drawing();
        // Removed before the lock is released, so that no other start finds it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes the notes of windows that no longer run, and returns them as crashes.
fn take_crashes(folder: &Path) -> Vec<CrashedWindow> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut crashes = Vec::new();
    for path in paths {
        let Ok(note) = OpenOptions::new().read(true).write(true).open(&path) else {
            continue;
        };
        if note.try_lock().is_err() {
            continue;
        }
        let game = fs::read(&path).unwrap_or_default();
        if fs::remove_file(&path).is_ok() {
            crashes.push(CrashedWindow { game: (!game.is_empty()).then(|| path_of(game)) });
        }
    }
    crashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_window_is_not_reported_as_a_crash() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (running, crashes) = CrashNote::start(folder.path());
        assert!(crashes.is_empty());
        let mut running = running.expect("there is room for a note");
        running.set_game(Some(Path::new("/games/evening.founders")));
        // A second window does not take the first for a crash.
        let (second, crashes) = CrashNote::start(folder.path());
        assert!(second.is_some() && crashes.is_empty());
        drop((running, second));
        assert!(CrashNote::start(folder.path()).1.is_empty());
    }

    #[test]
    fn a_crashed_window_is_reported_once_with_its_game() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let notes = folder.path().join("running");
        fs::create_dir_all(&notes).expect("room on the disk");
        fs::write(notes.join("0.note"), "/games/evening.founders").expect("room on the disk");
        fs::write(notes.join("1.note"), "").expect("room on the disk");
        let games: Vec<Option<PathBuf>> =
            CrashNote::start(folder.path()).1.into_iter().map(|crash| crash.game).collect();
        assert_eq!(games, [Some("/games/evening.founders".into()), None]);
        assert!(CrashNote::start(folder.path()).1.is_empty());
    }
}
