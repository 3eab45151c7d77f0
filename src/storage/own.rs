//! The app's own folder: locks, backups, a bin, and who is running.
//!
//! Nothing of this lies next to the player's games. What belongs to a game is
//! found by its canonical path.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::StorageError;
use super::disk::{Disk, Held, folder_of};

/// Where the app keeps what is its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    /// Where games without a name of their own are saved; nowhere if it is not known.
    pub games: Option<PathBuf>,
    /// Where locks, backups and the bin are; nowhere if it is not known.
    pub own: Option<PathBuf>,
}

/// What the app is called among the folders of the system.
const APP: &str = "founders-ledger";
/// What the folder of games is called among the player's documents.
const AMONG_DOCUMENTS: &str = "Founders Ledger";

impl Home {
    /// The folders of this machine: games lie among the player's documents, all else in a folder
    /// of the app.
    pub fn of_this_machine() -> Self {
        let folders = directories::ProjectDirs::from("", "", APP);
        let own = folders.map(|folders| folders.data_dir().to_owned());
        let people = directories::UserDirs::new();
        let documents = people.and_then(|people| people.document_dir().map(Path::to_owned));
        Self::of(own.as_deref(), documents.as_deref())
    }

    /// The folders, given the app's own and the player's documents; where there are no documents,
    /// games lie in the app's own folder.
    fn of(own: Option<&Path>, documents: Option<&Path>) -> Self {
        let documents = documents.filter(|documents| documents.is_dir());
        let games = match (documents, own) {
            (Some(documents), _) => Some(documents.join(AMONG_DOCUMENTS)),
            (None, Some(own)) => Self::at(own).games,
            (None, None) => None,
        };
        Self { games, own: own.map(Path::to_owned) }
    }

    /// Every folder in which games without a name of their own may lie: the one in which they are
    /// saved, and the one in which they were saved before there was that.
    pub fn all_games(&self) -> Vec<PathBuf> {
        let before = self.own.as_deref().and_then(|own| Self::at(own).games);
        let mut folders: Vec<PathBuf> = self.games.iter().cloned().collect();
        folders.extend(before.filter(|before| self.games.as_ref() != Some(before)));
        folders
    }

    /// Everything below one folder.
    pub fn at(own: &Path) -> Self {
        Self { games: Some(own.join("games")), own: Some(own.to_owned()) }
    }
}

/// The folder for what is there only while somebody is logged in, where the system has one.
pub(super) fn running_folder() -> Option<PathBuf> {
    let folders = directories::BaseDirs::new()?;
    folders.runtime_dir().map(Path::to_owned)
}

/// The path that these bytes encode, whether or not it is text.
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    return <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into();
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// A short name for a path, the same on every start.
pub(super) fn key_of(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    digest[..8].iter().fold(String::new(), |mut key, byte| {
        // Writing to text cannot fail.
        let _ = write!(key, "{byte:02x}");
        key
    })
}

/// A name that any file system takes, with letters and digits kept.
pub(super) fn plain_name(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || " ,-".contains(c) { c } else { '_' }
    };
    // Names of files end at 255 bytes, and a letter may take four.
    name.chars().take(48).map(plain).collect()
}

/// The folder, or the name in it, of what belongs to a game: readable, and different for each.
pub(super) fn name_for(canonical: &Path) -> String {
    let stem = canonical.file_stem().unwrap_or_default().to_string_lossy();
    format!("{} {}", plain_name(&stem), key_of(canonical))
}

/// That a game is open in this window, and in no other.
///
/// The system gives the lock back when the window is closed, however it ends.
#[derive(Debug)]
pub struct Lock {
    _held: Box<dyn Held>,
}

impl Lock {
    /// Takes the lock of a game; nothing if another window has it.
    ///
    /// # Errors
    ///
    /// The system refuses to make the lock.
    pub fn take(disk: &dyn Disk, own: &Path, game: &Path) -> Result<Option<Self>, StorageError> {
        let canonical = disk.canonical(game);
        let path = own.join("locks").join(format!("{}.lock", name_for(&canonical)));
        let taken = disk.make_folder(folder_of(&path)).and_then(|()| disk.lock(&path));
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
    fn a_game_is_open_in_one_window_whichever_way_leads_to_it() {
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
    fn games_lie_among_the_documents_and_those_from_before_are_found() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (own, documents) = (folder.path().join("own"), folder.path().join("Documents"));
        let without = Home::of(Some(&own), Some(&documents));
        assert_eq!(without, Home::at(&own), "there are no documents yet");
        assert_eq!(without.all_games(), [own.join("games")]);
        std::fs::create_dir(&documents).expect("room on the disk");
        let home = Home::of(Some(&own), Some(&documents));
        let games = documents.join("Founders Ledger");
        assert_eq!(home.all_games(), [games.clone(), own.join("games")]);
        assert_eq!((home.games, home.own), (Some(games), Some(own)));
    }

    #[test]
    fn names_are_plain_short_and_different_for_each_game() {
        let long = "é".repeat(300);
        let (one, two) = (
            name_for(Path::new(&format!("/a/{long}.founders"))),
            name_for(Path::new(&format!("/b/{long}.founders"))),
        );
        assert_ne!(one, two);
        assert!(one.len() < 200);
        assert!(!name_for(Path::new("/a/b:c*d.founders")).contains([':', '*', '/']));
    }
}
