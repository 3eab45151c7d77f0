//! The folders of the app, names in them, and locks on games.
//!
//! The app's own folder has locks, backups, a bin and the notes of open windows; none of these
//! are next to the player's games. Files that belong to a game are found by its canonical path.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::StorageError;
use super::disk::{Disk, LockGuard, folder_of};

/// The folders in which the app stores files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppFolders {
    /// The folder for games whose player has chosen no file; `None` if unknown.
    pub games: Option<PathBuf>,
    /// The app's own folder, with locks, backups and the bin; `None` if unknown.
    pub own: Option<PathBuf>,
}

/// The name of the app's folder among the data folders of the system.
const APP_FOLDER: &str = "founders-ledger";
/// The name of the folder of games among the player's documents.
const GAMES_FOLDER: &str = "Founders Ledger";

impl AppFolders {
    /// Returns the folders of this machine: games are in the player's documents, all other files
    /// in the data folder of the app.
    pub fn for_this_machine() -> Self {
        let app = directories::ProjectDirs::from("", "", APP_FOLDER);
        let user = directories::UserDirs::new();
        Self::of(
            app.as_ref().map(directories::ProjectDirs::data_dir),
            user.as_ref().and_then(directories::UserDirs::document_dir),
        )
    }

    /// Returns the folders for this app folder and documents folder. Without a documents folder,
    /// games are in the app's own folder.
    fn of(own: Option<&Path>, documents: Option<&Path>) -> Self {
        let documents = documents.filter(|documents| documents.is_dir());
        let games = match (documents, own) {
            (Some(documents), _) => Some(documents.join(GAMES_FOLDER)),
            (None, Some(own)) => Self::below(own).games,
            (None, None) => None,
        };
        Self { games, own: own.map(Path::to_owned) }
    }

    /// Returns every folder that may have games without a chosen file: the present one, and the
    /// one used before the documents folder existed.
    pub fn all_games(&self) -> Vec<PathBuf> {
        let before = self.own.as_deref().and_then(|own| Self::below(own).games);
        let mut folders: Vec<PathBuf> = self.games.iter().cloned().collect();
        folders.extend(before.filter(|before| self.games.as_ref() != Some(before)));
        folders
    }

    /// Returns the folders with all files below one folder.
    pub fn below(own: &Path) -> Self {
        Self { games: Some(own.join("games")), own: Some(own.to_owned()) }
    }
}

/// Returns the folder for files that exist only during a login session, if the system has one.
pub(super) fn session_folder() -> Option<PathBuf> {
    let folders = directories::BaseDirs::new()?;
    folders.runtime_dir().map(Path::to_owned)
}

/// Returns the path that these bytes encode; it need not be valid UTF-8.
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    return <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into();
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns a short key for a path, the same on every start.
pub(super) fn path_key(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    digest[..8].iter().fold(String::new(), |mut key, byte| {
        // Writing to text cannot fail.
        let _ = write!(key, "{byte:02x}");
        key
    })
}

/// Returns a name that is valid on every file system: punctuation is replaced, and long names are
/// truncated.
pub(super) fn portable_name(name: &str) -> String {
    // File names have at most 255 bytes, and a letter may take four.
    name.chars()
        .take(48)
        .map(|c| if c.is_alphanumeric() || " ,-".contains(c) { c } else { '_' })
        .collect()
}

/// Returns the name of the folder or file that belongs to a game: readable, and unique per path.
pub(super) fn game_name(canonical: &Path) -> String {
    let stem = canonical.file_stem().unwrap_or_default().to_string_lossy();
    format!("{} {}", portable_name(&stem), path_key(canonical))
}

/// The lock of a game that is open in this window and no other.
///
/// The system releases the lock when the process ends, even after a crash.
#[derive(Debug)]
pub struct Lock {
    _held: Box<dyn LockGuard>,
}

impl Lock {
    /// Takes the lock of a game; `None` if another window has it.
    ///
    /// ```
    /// use storage::{Lock, RealDisk};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let (own, game) = (folder.path().join("own"), folder.path().join("evening.founders"));
    ///
    /// let lock = Lock::take(&RealDisk, &own, &game)?;
    /// assert!(lock.is_some());
    /// assert!(Lock::take(&RealDisk, &own, &game)?.is_none(), "it is open already");
    ///
    /// drop(lock);
    /// assert!(Lock::take(&RealDisk, &own, &game)?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The lock file cannot be created.
    pub fn take(disk: &dyn Disk, own: &Path, game: &Path) -> Result<Option<Self>, StorageError> {
        let canonical = disk.canonical(game);
        let path = own.join("locks").join(format!("{}.lock", game_name(&canonical)));
        let taken = disk.create_folder(folder_of(&path)).and_then(|()| disk.lock(&path));
        match taken {
            Ok(held) => Ok(held.map(|held| Self { _held: held })),
            Err(source) => Err(StorageError::Unwritable { path, source }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RealDisk;

    #[test]
    fn a_game_is_locked_for_every_path_that_leads_to_it() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path().join("own");
        let game = folder.path().join("evening.founders");
        let detour = folder.path().join(".").join("evening.founders");
        let lock = Lock::take(&RealDisk, &own, &game).expect("it can be made");
        assert!(lock.is_some());
        assert!(Lock::take(&RealDisk, &own, &detour).expect("it is there").is_none());
        let other = folder.path().join("other.founders");
        assert!(Lock::take(&RealDisk, &own, &other).expect("it can be made").is_some());
        drop(lock);
        assert!(Lock::take(&RealDisk, &own, &detour).expect("it is there").is_some());
    }

    #[test]
    fn games_are_in_the_documents_and_those_of_the_earlier_folder_are_found() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (own, documents) = (folder.path().join("own"), folder.path().join("Documents"));
        let without = AppFolders::of(Some(&own), Some(&documents));
        assert_eq!(without, AppFolders::below(&own), "there are no documents yet");
        assert_eq!(without.all_games(), [own.join("games")]);
        std::fs::create_dir(&documents).expect("room on the disk");
        let home = AppFolders::of(Some(&own), Some(&documents));
        let games = documents.join("Founders Ledger");
        assert_eq!(home.all_games(), [games.clone(), own.join("games")]);
        assert_eq!((home.games, home.own), (Some(games), Some(own)));
    }

    #[test]
    fn names_for_games_are_valid_short_and_unique_per_path() {
        let long = "é".repeat(300);
        let (one, two) = (
            game_name(Path::new(&format!("/a/{long}.founders"))),
            game_name(Path::new(&format!("/b/{long}.founders"))),
        );
        assert_ne!(one, two);
        assert!(one.len() < 200);
        assert!(!game_name(Path::new("/a/b:c*d.founders")).contains([':', '*', '/']));
    }
}
