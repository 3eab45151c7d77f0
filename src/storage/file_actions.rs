//! File management for games: copies, free names, the bin, and restoring a backup.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::app_folders::{Lock, game_name};
use super::backups::{BackupReason, Backups, Timestamp};
use super::disk::{Disk, RealDisk, folder_of, replace_file};
use super::kind::FileKind;
use super::{StorageError, read};

/// Returns a free name in the folder of a file: `evening 2.founders` for `evening.founders`.
pub fn free_name_like(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut number: u32 = 2;
    loop {
        let candidate = folder_of(path).join(format!("{stem} {number}.{ending}"));
        if RealDisk.metadata(&candidate).is_err() {
            return candidate;
        }
        number += 1;
    }
}

/// Copies a game within its folder and returns the path of the copy.
///
/// # Errors
///
/// The game cannot be read, or the copy cannot be written.
pub fn duplicate(path: &Path) -> Result<PathBuf, StorageError> {
    let bytes = read(path)?;
    let copy = free_name_like(path);
    match replace_file(&RealDisk, &copy, &bytes) {
        Ok(()) => Ok(copy),
        Err(source) => Err(StorageError::Unwritable { path: copy, source }),
    }
}

/// Moves a game to the bin of the system or, if that fails, to a bin in the app's own folder.
/// Returns the file in the app's bin, if the game went there. Backups of the game stay.
///
/// # Errors
///
/// The game is open in another window, or cannot be moved to either bin.
pub fn move_to_bin(
    path: &Path,
    own: &Path,
    now: &Timestamp,
) -> Result<Option<PathBuf>, StorageError> {
    let Some(lock) = Lock::take(&RealDisk, own, path)? else {
        return Err(StorageError::OpenElsewhere { path: path.to_owned() });
    };
    let binned = match trash::delete(path) {
        Ok(()) => Ok(None),
        Err(_) => move_to_own_bin(path, own, now).map(Some),
    };
    drop(lock);
    binned
}

/// Moves a game to the bin in the app's own folder, which may be on another disk.
fn move_to_own_bin(path: &Path, own: &Path, now: &Timestamp) -> Result<PathBuf, StorageError> {
    let bytes = read(path)?;
    let bin = own.join("bin");
    let canonical = RealDisk.canonical(path);
    let name = format!("{} {}", now.for_file_names(), game_name(&canonical));
    let mut binned = bin.join(name);
    if let Some(ending) = path.extension() {
        binned.add_extension(ending);
    }
    if RealDisk.metadata(&binned).is_ok() {
        // The clock was set back, and shows the same time again.
        binned = free_name_like(&binned);
    }
    let unwritable = |source| StorageError::Unwritable { path: path.to_owned(), source };
    RealDisk.create_folder(&bin).map_err(unwritable)?;
    replace_file(&RealDisk, &binned, &bytes).map_err(unwritable)?;
    RealDisk.remove(path).map_err(unwritable)?;
    Ok(binned)
}

/// Replaces the file of a game by an earlier state, and backs up the present state first.
///
/// # Errors
///
/// The game is open, its file is read-only or has other hard links, or a file cannot be read or
/// written. The game is unchanged then.
pub fn restore(
    game: (&Path, &'static FileKind),
    record: &[u8],
    own: &Path,
    now: &Timestamp,
) -> Result<(), StorageError> {
    replace_with_backup(game, record, own, now, BackupReason::BeforeRestored)
}

/// Replaces the damaged file of a game by its repaired record, and backs up the damaged file first.
///
/// # Errors
///
/// As [`restore`].
pub fn replace_damaged(
    game: (&Path, &'static FileKind),
    record: &[u8],
    own: &Path,
    now: &Timestamp,
) -> Result<(), StorageError> {
    replace_with_backup(game, record, own, now, BackupReason::Damaged)
}

fn replace_with_backup(
    (game, kind): (&Path, &'static FileKind),
    record: &[u8],
    own: &Path,
    now: &Timestamp,
    reason: BackupReason,
) -> Result<(), StorageError> {
    let canonical = RealDisk.canonical(game);
    let Some(lock) = Lock::take(&RealDisk, own, &canonical)? else {
        return Err(StorageError::OpenElsewhere { path: game.to_owned() });
    };
    // Replacing a file ignores its write protection and its other names, so both are checked here.
    match RealDisk.metadata(&canonical) {
        Ok(found) if found.is_read_only => {
            return Err(StorageError::ReadOnly { path: game.to_owned() });
        }
        Ok(found) if found.is_shared => {
            return Err(StorageError::HardLinked { path: game.to_owned() });
        }
        Ok(_) | Err(_) => {}
    }
    match read(&canonical) {
        Ok(present) => {
            let backups = Backups::for_game(Arc::new(RealDisk), own, &canonical, kind);
            backups.save(&present, now, reason)?;
        }
        Err(StorageError::Missing { .. }) => {}
        Err(error) => return Err(error),
    }
    let written = replace_file(&RealDisk, &canonical, record);
    drop(lock);
    written.map_err(|source| StorageError::Unwritable { path: canonical, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_atomically;
    use notation::record::FoundersNotation;
    use std::fs;

    static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

    fn stamp() -> Timestamp {
        Timestamp::new("2026-11-21", 20, 15, 3)
    }

    #[test]
    fn moving_to_the_own_bin_keeps_the_contents_and_removes_the_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        fs::write(&game, "a record").expect("room on the disk");
        let own = folder.path().join("own");
        let binned = move_to_own_bin(&game, &own, &stamp()).expect("it can be moved");
        assert!(!game.exists());
        assert_eq!(fs::read_to_string(binned).expect("it is there"), "a record");
    }

    #[test]
    fn two_games_binned_at_the_same_time_both_stay_in_the_own_bin() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let binned = ["one", "two"].map(|record| {
            fs::write(&game, record).expect("room on the disk");
            move_to_own_bin(&game, folder.path(), &stamp()).expect("it can be moved")
        });
        let records = binned.map(|binned| fs::read_to_string(binned).expect("it is there"));
        assert_eq!(records, ["one", "two"]);
    }

    #[test]
    fn a_scenario_keeps_its_extension_in_the_own_bin() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.scenario");
        fs::write(&game, "a record").expect("room on the disk");
        let binned = move_to_own_bin(&game, folder.path(), &stamp()).expect("it can be moved");
        assert!(binned.extension().is_some_and(|ending| ending == "scenario"));
    }

    #[test]
    fn a_game_that_is_open_is_neither_binned_nor_restored() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        fs::write(&game, "a record").expect("room on the disk");
        let _open = Lock::take(&RealDisk, folder.path(), &game).expect("it can be locked");
        for refused in [
            move_to_bin(&game, folder.path(), &stamp()).map(|_| ()),
            restore((&game, &FOUNDERS), b"another", folder.path(), &stamp()),
        ] {
            assert!(matches!(refused, Err(StorageError::OpenElsewhere { .. })));
        }
        assert_eq!(fs::read_to_string(&game).expect("it is there"), "a record");
    }

    #[test]
    fn restoring_backs_up_the_replaced_state() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        fs::write(&game, "later").expect("room on the disk");
        restore((&game, &FOUNDERS), b"earlier", folder.path(), &stamp())
            .expect("it can be written");
        assert_eq!(fs::read(&game).expect("it is there"), b"earlier");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS).list();
        assert_eq!(backups[0].reason, BackupReason::BeforeRestored);
        assert_eq!(fs::read(&backups[0].path).expect("it is there"), b"later");
    }

    #[test]
    fn a_read_only_game_is_neither_restored_nor_repaired() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        fs::write(&game, "a record").expect("room on the disk");
        let mut permissions = fs::metadata(&game).expect("it is there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&game, permissions).expect("it is ours");
        for change in [restore, replace_damaged] {
            let refused = change((&game, &FOUNDERS), b"another", folder.path(), &stamp());
            assert!(matches!(refused, Err(StorageError::ReadOnly { .. })), "{refused:?}");
        }
        assert!(write_atomically(&game, "another").is_err(), "nothing else replaces it either");
        assert_eq!(fs::read_to_string(&game).expect("it is there"), "a record");
    }

    #[cfg(unix)]
    #[test]
    fn a_game_with_another_hard_link_is_neither_restored_nor_repaired() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let [game, other] = ["evening.founders", "other.founders"].map(|n| folder.path().join(n));
        fs::write(&game, "a record").expect("room on the disk");
        fs::hard_link(&game, &other).expect("the disk has links");
        for change in [restore, replace_damaged] {
            let refused = change((&game, &FOUNDERS), b"another", folder.path(), &stamp());
            assert!(matches!(refused, Err(StorageError::HardLinked { .. })), "{refused:?}");
        }
        fs::remove_file(&other).expect("it is there");
        replace_damaged((&game, &FOUNDERS), b"another", folder.path(), &stamp())
            .expect("it has one name now");
    }

    #[test]
    fn every_copy_of_a_game_has_a_new_name() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        fs::write(&game, "a record").expect("room on the disk");
        for name in ["evening 2.founders", "evening 3.founders"] {
            let copy = duplicate(&game).expect("room on the disk");
            assert_eq!(copy, folder.path().join(name));
            assert_eq!(fs::read(&copy).expect("it is there"), b"a record");
        }
    }
}
