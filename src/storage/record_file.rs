//! Saving the record of one game.
//!
//! A [`RecordFile`] holds the whole log as text, and knows how much of it is certainly in the file.
//! Single lines are appended and flushed. Changes of several lines, such as the correction of an
//! earlier entry, replace the
//! file, so that all of them are saved or none. After an append has failed, the file is no longer
//! trusted: the next attempt replaces it, or appends again if the disk has no space for a second
//! copy.
//!
//! A file that another program has changed is left alone; the game continues in a new file. If the
//! [`Revision`] is the one this `RecordFile` left, the line is appended first and the file compared
//! afterwards: the record may be long and the disk slow. Otherwise the file is compared before
//! anything is written. Every comparison covers all bytes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::app_folders::{AppFolders, Lock, portable_name};
use super::backups::{BackupReason, Backups, Timestamp};
use super::disk::{Disk, Revision, folder_of, remove_leftover, replace_file};
use super::file_diff::FileDiff;
use super::kind::{FileKind, RecordText};
use super::table_photo::TablePhotoFile;
use super::{StorageError, max_record_bytes};
use record::{Loaded, MAX_LINE, MAX_LINES, RecordForm, RecordedGame, log_line};

/// An event while saving that the players should know about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    /// The game continues in another file: another program changed the old one, or the old one is
    /// damaged or in an earlier format and there is no folder for its backup.
    Moved {
        /// The changed file, left untouched.
        old: PathBuf,
        /// The new file of the game.
        new: PathBuf,
        /// The differences in the changed file.
        changes: FileDiff,
    },
    /// The damaged file was replaced by the repaired record, and backed up before.
    Repaired {
        /// The damaged file as it was.
        backup: PathBuf,
    },
    /// A file was backed up before it was replaced.
    BackedUp {
        /// The file as it was.
        backup: PathBuf,
    },
}

/// The starting point of a log that continues a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogBasis {
    /// The log continues after the undamaged beginning of the file.
    Undamaged {
        /// The number of undamaged bytes.
        good_bytes: usize,
        /// The check of the last undamaged line.
        check: u32,
    },
    /// The record was repaired: this log replaces the file, which is backed up first.
    Repaired(String),
    /// The file has an earlier format: the first change backs it up and replaces it by this log.
    EarlierFormat(String),
}

impl LogBasis {
    /// Returns the basis of a file that can be appended to. `None` if it is not a log, has no
    /// playable game, has an earlier format or needs a repair.
    pub fn of<G: RecordedGame>(loaded: &Loaded<G>) -> Option<Self> {
        let is_log = loaded.form == Some(RecordForm::Log) && loaded.record.is_some();
        (is_log && !loaded.is_older && !loaded.needs_recovery())
            .then_some(Self::Undamaged { good_bytes: loaded.valid_bytes, check: loaded.check })
    }

    /// Returns the basis of a record that was repaired or restored from a backup.
    pub fn repaired(content: RecordText) -> Self {
        Self::Repaired(content.text)
    }

    /// Returns the basis of a record in an earlier format.
    pub fn earlier_format(content: RecordText) -> Self {
        Self::EarlierFormat(content.text)
    }
}

/// The log of a game, and its file.
///
/// ```
/// use std::sync::Arc;
///
/// use notation::record::{FoundersNotation, read_record};
/// use storage::{RecordFile, RecordText, AppFolders, RealDisk, Timestamp};
///
/// let folder = tempfile::tempdir()?;
/// let example = "../../assets/examples/harbour-duel.founders";
/// let journal = read_record(&std::fs::read(example)?).record.expect("it is undamaged");
///
/// let content = RecordText::of::<FoundersNotation>(&journal);
/// let mut book = RecordFile::new(Arc::new(RealDisk), AppFolders::below(folder.path()), content);
/// assert!(!book.is_saved());
///
/// book.save(&Timestamp::now())?;
/// book.write(&["undo"])?;
/// book.save(&Timestamp::now())?;
///
/// let file = book.path().expect("the first save chooses a file");
/// let saved = read_record(&storage::read(file)?).record.expect("it is undamaged");
/// assert_eq!(saved.cursor(), journal.cursor() - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordFile {
    disk: Arc<dyn Disk>,
    home: AppFolders,
    /// The whole log, unsaved lines included.
    text: String,
    lines: usize,
    /// The check of the last line.
    check: u32,
    kind: &'static FileKind,
    /// The name of a new file, without its extension.
    name: String,
    file: Option<GameFile>,
    /// The file that the game left because it may not be written, with the changes of another
    /// program, until the game has a new file.
    abandoned: Option<(PathBuf, FileDiff)>,
    notices: Vec<SaveNotice>,
}

/// The file of a game.
#[derive(Debug)]
struct GameFile {
    path: PathBuf,
    state: FileContents,
    _lock: Option<Lock>,
}

/// The known contents of the file.
#[derive(Clone, Debug)]
enum FileContents {
    /// Exactly the first `length` bytes of the text.
    Saved {
        length: usize,
        /// The file as this `RecordFile` left it; `None` if this `RecordFile` has not written to it
        /// yet.
        revision: Option<Revision>,
    },
    /// `length` bytes with the CRC `sum`, then any beginning of `tried`. The text replaces them: a
    /// write has failed, the change is more than one line, or the file is new.
    PartlyWritten {
        length: usize,
        sum: u32,
        tried: Vec<u8>,
        /// `true` if the unsaved lines must be saved all together or not at all.
        together: bool,
    },
    /// `length` bytes with the CRC `sum`, damaged or in an earlier format; backed up before the
    /// file is replaced.
    BackUpFirst { length: usize, sum: u32, reason: BackupReason },
    /// Unknown contents, to be replaced; backed up before, unless empty.
    Unknown,
}

impl RecordFile {
    /// Creates a game without a file; the first save chooses one in the folder of games.
    ///
    /// The record may have entries already.
    pub fn new(disk: Arc<dyn Disk>, home: AppFolders, content: RecordText) -> Self {
        let mut file = Self {
            disk,
            home,
            text: String::new(),
            lines: 0,
            check: 0,
            kind: content.kind,
            name: content.name,
            file: None,
            abandoned: None,
            notices: Vec::new(),
        };
        file.set_text(content.text);
        file
    }

    /// Continues a file that was read. Nothing is written before the next [`RecordFile::save`],
    /// which has nothing to do without a change, unless the file is to be replaced.
    ///
    /// `bytes` are the contents of the file, `basis` the log that continues them. A file that was
    /// repaired, is undamaged only in part, or has an earlier format is backed up before it is
    /// replaced.
    ///
    /// # Errors
    ///
    /// The undamaged bytes are not text, or the file is open in another window.
    pub fn resume(
        disk: Arc<dyn Disk>,
        home: AppFolders,
        (path, kind): (&Path, &'static FileKind),
        bytes: &[u8],
        basis: LogBasis,
    ) -> Result<Self, StorageError> {
        let reason = match basis {
            LogBasis::Undamaged { .. } | LogBasis::Repaired(_) => BackupReason::Damaged,
            LogBasis::EarlierFormat(_) => BackupReason::BeforeRenewed,
        };
        let (text, is_whole, check) = match basis {
            LogBasis::Undamaged { good_bytes, check } => {
                let good = bytes.get(..good_bytes);
                let Some(good) = good.and_then(|good| std::str::from_utf8(good).ok()) else {
                    return Err(StorageError::NotAppendable { path: path.to_owned() });
                };
                (good.to_owned(), good.len() == bytes.len(), Some(check))
            }
            LogBasis::Repaired(text) | LogBasis::EarlierFormat(text) => (text, false, None),
        };
        let path = disk.canonical(path);
        let lock = lock_of(disk.as_ref(), &home, &path)?;
        // A crash may have left one. A failure to remove it must not prevent playing.
        let _ = remove_leftover(disk.as_ref(), &path);
        let state = if is_whole {
            FileContents::Saved { length: bytes.len(), revision: None }
        } else {
            FileContents::BackUpFirst { length: bytes.len(), sum: crc32fast::hash(bytes), reason }
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut file = Self {
            disk,
            home,
            text: String::new(),
            lines: 0,
            check: 0,
            kind,
            name: portable_name(&stem),
            file: Some(GameFile { path, state, _lock: lock }),
            abandoned: None,
            notices: Vec::new(),
        };
        file.set_text(text);
        if let Some(check) = check {
            file.check = check;
        }
        Ok(file)
    }

    /// Returns the whole log, unsaved lines included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the path of the file; `None` before the first save of a new game.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// Returns the kind of the file.
    pub const fn kind(&self) -> &'static FileKind {
        self.kind
    }

    /// Returns the name of the game for messages: its file name without the extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if the whole log is in the file, as of the last write or of opening it.
    pub fn is_saved(&self) -> bool {
        match &self.file {
            Some(file) => {
                matches!(file.state, FileContents::Saved { length, .. } if length == self.text.len())
            }
            None => false,
        }
    }

    /// Removes and returns the notices collected since the last call.
    pub fn take_notices(&mut self) -> Vec<SaveNotice> {
        std::mem::take(&mut self.notices)
    }

    /// Adds changes, in their notation. The next successful [`RecordFile::save`] brings them to the
    /// disk; a crash on the way leaves all of them or none.
    ///
    /// # Errors
    ///
    /// [`StorageError::NotALine`], if one of them is not a single line of a log; none is added.
    pub fn write(&mut self, changes: &[impl AsRef<str>]) -> Result<(), StorageError> {
        if !changes.iter().all(|change| is_one_line(change.as_ref())) {
            return Err(StorageError::NotALine {
                path: self.path().unwrap_or(Path::new(&self.name)).to_owned(),
            });
        }
        if changes.len() > 1 {
            // A power cut may leave a part of an append, and half a repair is a different game.
            self.require_rewrite(true);
        }
        for change in changes {
            self.push(change.as_ref());
        }
        Ok(())
    }

    /// Adds a line to the text; compacts a full log first.
    fn push(&mut self, change: &str) {
        let mut line = log_line(self.check, change);
        let is_full = (self.text.len() + line.text.len()) as u64 > max_record_bytes();
        if is_full || self.lines + 1 > MAX_LINES {
            self.compact();
            line = log_line(self.check, change);
        }
        self.text.push_str(&line.text);
        self.lines += 1;
        self.check = line.check;
    }

    /// Replaces the whole log.
    pub fn replace(&mut self, content: RecordText) {
        self.require_rewrite(true);
        self.set_text(content.text);
    }

    /// Continues the game in another file, which the next [`RecordFile::save`] replaces, after a
    /// backup. The old file stays as it is.
    ///
    /// # Errors
    ///
    /// [`StorageError::OpenElsewhere`], if that file is open in another window.
    pub fn move_to(&mut self, path: &Path) -> Result<(), StorageError> {
        let path = self.disk.canonical(path);
        if self.path() == Some(&path) {
            return Ok(());
        }
        let lock = lock_of(self.disk.as_ref(), &self.home, &path)?;
        if let (Some(own), Some(old)) = (&self.home.own, self.path()) {
            // If the photograph cannot be copied, the game continues there without it.
            let _ = TablePhotoFile::of(self.disk.as_ref(), own, old).copy_to(&path);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.name = portable_name(&stem);
        self.file = Some(GameFile { path, state: FileContents::Unknown, _lock: lock });
        Ok(())
    }

    /// Renames the file, with its backups and photograph.
    ///
    /// # Errors
    ///
    /// There is no file yet, the new name is taken or open in another window, or the system
    /// refuses.
    pub fn rename(&mut self, to: &Path) -> Result<(), StorageError> {
        let to = self.disk.canonical(to);
        let Some(file) = &self.file else {
            return Err(StorageError::Missing { path: to });
        };
        if self.disk.metadata(&to).is_ok() {
            return Err(StorageError::AlreadyExists { path: to });
        }
        let lock = lock_of(self.disk.as_ref(), &self.home, &to)?;
        let unwritable = |source| StorageError::Unwritable { path: to.clone(), source };
        self.disk.rename(&file.path, &to).map_err(unwritable)?;
        let flushed = [&to, &file.path].map(|path| self.disk.flush_folder(folder_of(path)));
        if let Some(own) = &self.home.own {
            Backups::for_game(Arc::clone(&self.disk), own, &file.path, self.kind).move_to(&to);
            TablePhotoFile::of(self.disk.as_ref(), own, &file.path).move_to(&to);
        }
        let state = file.state.clone();
        self.name = portable_name(&to.file_stem().unwrap_or_default().to_string_lossy());
        self.file = Some(GameFile { path: to.clone(), state, _lock: lock });
        flushed.into_iter().collect::<Result<(), _>>().map_err(unwritable)
    }

    /// Writes all unsaved lines to the disk and flushes them.
    ///
    /// If another program changed the file, or a damaged file cannot be backed up, the game
    /// continues in a new file in the folder of games.
    ///
    /// # Errors
    ///
    /// The reason why saving failed. Nothing is lost: the next attempt writes all unsaved lines.
    pub fn save(&mut self, now: &Timestamp) -> Result<(), StorageError> {
        let result = match self.save_in_place(now) {
            Err(StorageError::ChangedOutside { path } | StorageError::NotAppendable { path })
                if self.home.games.is_some() =>
            {
                let changed = self.outside_changes(&path);
                self.file = None;
                self.abandoned = Some((path, changed));
                self.save_in_place(now)
            }
            result => result,
        };
        if result.is_ok()
            && let Some((old, changes)) = self.abandoned.take()
            && let Some(new) = self.path().map(Path::to_owned)
        {
            self.notices.push(SaveNotice::Moved { old, new, changes });
        }
        result
    }

    fn save_in_place(&mut self, now: &Timestamp) -> Result<(), StorageError> {
        if self.is_saved() {
            return Ok(());
        }
        if self.file.is_none() {
            self.choose_new_file()?;
        }
        let Some(file) = &self.file else {
            return Ok(());
        };
        let path = file.path.clone();
        let saved = match &file.state {
            FileContents::Saved { length, revision } => self.append(&path, *length, *revision),
            FileContents::PartlyWritten { length, sum, tried, together } => {
                self.check_own_leftover(&path, *length, *sum, tried)?;
                match self.replace_file(&path) {
                    // A disk without space for a second copy may have space for a line.
                    Err(StorageError::Unwritable { source, .. })
                        if is_disk_full(&source) && !together =>
                    {
                        self.append_at(&path, *length)
                    }
                    done => done,
                }
            }
            FileContents::BackUpFirst { length, sum, reason } => {
                let bytes = self.read(&path)?;
                if bytes.len() != *length || crc32fast::hash(&bytes) != *sum {
                    return Err(StorageError::ChangedOutside { path });
                }
                let Some(backup) = self.back_up(&path, &bytes, now, *reason)? else {
                    // The damaged part cannot be backed up, so the file is left untouched.
                    return Err(StorageError::NotAppendable { path });
                };
                self.notices.push(match reason {
                    BackupReason::Damaged => SaveNotice::Repaired { backup },
                    _ => SaveNotice::BackedUp { backup },
                });
                self.replace_file(&path)
            }
            FileContents::Unknown => {
                match self.read(&path) {
                    Ok(bytes) if bytes.is_empty() => {}
                    Ok(bytes) => {
                        let kept =
                            self.back_up(&path, &bytes, now, BackupReason::BeforeReplaced)?;
                        self.notices.extend(kept.map(|backup| SaveNotice::BackedUp { backup }));
                    }
                    Err(StorageError::Missing { .. }) => {}
                    Err(error) => return Err(error),
                }
                self.replace_file(&path)
            }
        };
        match saved {
            Ok(()) => {
                let length = self.text.len();
                let revision = self.disk.metadata(&path).ok().and_then(|found| found.revision);
                self.set_state(FileContents::Saved { length, revision });
                Ok(())
            }
            Err(error @ StorageError::ChangedOutside { .. }) => Err(error),
            Err(error) => {
                self.require_rewrite(false);
                Err(error)
            }
        }
    }

    /// Appends the unsaved lines to a file that should have the first `length` bytes of the text;
    /// `revision` is the one this `RecordFile` left, if any.
    fn append(
        &self,
        path: &Path,
        length: usize,
        revision: Option<Revision>,
    ) -> Result<(), StorageError> {
        let found = self.disk.metadata(path).ok();
        let is_as_left = found.is_some_and(|found| {
            found.length == length as u64 && revision.is_some() && found.revision == revision
        });
        if is_as_left {
            self.append_at(path, length)?;
            return match self.read(path) {
                Ok(bytes) if bytes == self.text.as_bytes() => Ok(()),
                Ok(bytes) => self.remove_appended(path, length, &bytes),
                // It was removed in the meantime.
                Err(StorageError::Missing { .. }) => self.replace_file(path),
                Err(error) => Err(error),
            };
        }
        match self.read(path) {
            // All bytes are compared: a change in the middle may invalidate every later line, and
            // a record is small.
            Ok(bytes) if bytes == self.text.as_bytes()[..length] => self.append_at(path, length),
            Ok(_) | Err(StorageError::TooLarge { .. } | StorageError::NotAFile { .. }) => {
                Err(StorageError::ChangedOutside { path: path.to_owned() })
            }
            // The file or its folder was removed; the file is written again where possible.
            Err(StorageError::Missing { .. }) => self.replace_file(path),
            Err(error) => Err(error),
        }
    }

    /// Removes the appended lines from a file that turned out to have other contents (`bytes`):
    /// another program changed it within one tick of the clock.
    fn remove_appended(
        &self,
        path: &Path,
        length: usize,
        bytes: &[u8],
    ) -> Result<(), StorageError> {
        if bytes.ends_with(&self.text.as_bytes()[length..]) {
            // If a line remains, the next reader finds it together with the damage.
            let _ = self.disk.open(path).and_then(|mut file| {
                file.truncate(length as u64)?;
                file.flush()
            });
        }
        Err(StorageError::ChangedOutside { path: path.to_owned() })
    }

    /// Writes the unsaved lines at `length`, over the remains of a failed write.
    fn append_at(&self, path: &Path, length: usize) -> Result<(), StorageError> {
        let refused =
            |source: std::io::Error| StorageError::Unwritable { path: path.to_owned(), source };
        let mut file = self.disk.open(path).map_err(refused)?;
        if file.length().map_err(refused)? > length as u64 {
            file.truncate(length as u64).map_err(refused)?;
        }
        let written = file
            .write_at(length as u64, &self.text.as_bytes()[length..])
            .and_then(|()| file.flush());
        written.map_err(|source| {
            // Half a line would look like damage. If this fails too, readers report the line as
            // incomplete and leave it out.
            let _ = file.truncate(length as u64);
            refused(source)
        })
    }

    /// Returns the changes that another program made to the file; empty if its expected contents
    /// are not known.
    fn outside_changes(&self, path: &Path) -> FileDiff {
        let expected = match self.file.as_ref().map(|file| &file.state) {
            Some(
                FileContents::Saved { length, .. }
                | FileContents::PartlyWritten { length, together: false, .. },
            ) => self.text.as_bytes().get(..*length),
            Some(
                FileContents::PartlyWritten { .. }
                | FileContents::BackUpFirst { .. }
                | FileContents::Unknown,
            )
            | None => None,
        };
        match (expected, self.read(path)) {
            (Some(was), Ok(now)) => FileDiff::between(was, &now),
            _ => FileDiff::default(),
        }
    }

    /// Replaces the file by the whole log.
    fn replace_file(&self, path: &Path) -> Result<(), StorageError> {
        // Only the app's folder of games is created. A missing folder of the player's own may be on
        // a disk that comes back.
        if self.home.games.as_deref() == Some(folder_of(path)) {
            // If the folder cannot be created, writing the file reports it.
            let _ = self.disk.create_folder(folder_of(path));
        }
        replace_file(self.disk.as_ref(), path, self.text.as_bytes())
            .map_err(|source| StorageError::Unwritable { path: path.to_owned(), source })
    }

    /// Checks that a file has only the remains of our own failed write.
    ///
    /// # Errors
    ///
    /// [`StorageError::ChangedOutside`], if another program changed it; or it cannot be read.
    fn check_own_leftover(
        &self,
        path: &Path,
        length: usize,
        sum: u32,
        tried: &[u8],
    ) -> Result<(), StorageError> {
        let bytes = match self.read(path) {
            Ok(bytes) => bytes,
            Err(StorageError::Missing { .. }) => return Ok(()),
            Err(StorageError::TooLarge { .. } | StorageError::NotAFile { .. }) => {
                return Err(StorageError::ChangedOutside { path: path.to_owned() });
            }
            Err(error) => return Err(error),
        };
        let begins = bytes
            .split_at_checked(length)
            .is_some_and(|(begin, rest)| crc32fast::hash(begin) == sum && tried.starts_with(rest));
        // The file was replaced, and only the flush of its folder failed.
        let is_replaced = self.text.as_bytes().starts_with(&bytes) && !bytes.is_empty();
        if begins || is_replaced {
            Ok(())
        } else {
            Err(StorageError::ChangedOutside { path: path.to_owned() })
        }
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, StorageError> {
        super::read_from(self.disk.as_ref(), path, super::max_record_bytes())
    }

    /// Backs up the contents of a file. `None` if there is no folder for backups.
    fn back_up(
        &self,
        path: &Path,
        bytes: &[u8],
        now: &Timestamp,
        reason: BackupReason,
    ) -> Result<Option<PathBuf>, StorageError> {
        let Some(own) = &self.home.own else {
            return Ok(None);
        };
        let backups = Backups::for_game(Arc::clone(&self.disk), own, path, self.kind);
        backups.save(bytes, now, reason).map(Some)
    }

    /// Chooses a new file in the folder of games, with a number if the name is taken.
    fn choose_new_file(&mut self) -> Result<(), StorageError> {
        let Some(games) = &self.home.games else {
            return Err(StorageError::NoFolder);
        };
        self.disk
            .create_folder(games)
            .map_err(|source| StorageError::Unwritable { path: games.clone(), source })?;
        let ending = self.kind.extension;
        let mut number: u32 = 1;
        loop {
            let name = match number {
                1 => format!("{}.{ending}", self.name),
                _ => format!("{} {number}.{ending}", self.name),
            };
            number += 1;
            let path = self.disk.canonical(&games.join(name));
            match self.disk.metadata(&path) {
                Ok(_) => continue,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(StorageError::Unreadable { path, source }),
            }
            let Ok(lock) = lock_of(self.disk.as_ref(), &self.home, &path) else {
                continue;
            };
            if let Some(own) = &self.home.own {
                // A game in the bin may have had this name, and left its photograph.
                TablePhotoFile::of(self.disk.as_ref(), own, &path).remove();
            }
            self.file = Some(GameFile {
                path,
                // The name is new and locked, so any later contents are our own attempt.
                state: FileContents::PartlyWritten {
                    length: 0,
                    sum: crc32fast::hash(&[]),
                    tried: Vec::new(),
                    together: true,
                },
                _lock: lock,
            });
            return Ok(());
        }
    }

    fn set_text(&mut self, text: String) {
        let last = text.trim_end().rsplit('~').next().unwrap_or_default();
        self.check = u32::from_str_radix(last, 16).unwrap_or_default();
        self.lines = text.lines().count();
        self.text = text;
    }

    /// Rewrites the log in fewer lines: undo and redo may have filled it.
    fn compact(&mut self) {
        if let Some(text) = self.kind.compact(self.text.as_bytes()) {
            self.require_rewrite(true);
            self.set_text(text);
        }
    }

    fn set_state(&mut self, state: FileContents) {
        if let Some(file) = &mut self.file {
            file.state = state;
        }
    }

    /// Makes the next save replace the file. If the disk is full, it may append the unsaved lines
    /// instead, unless they belong together.
    fn require_rewrite(&mut self, belongs_together: bool) {
        let Some(file) = &mut self.file else {
            return;
        };
        match &mut file.state {
            FileContents::Saved { length, .. } => {
                let (saved, tried) = self.text.as_bytes().split_at(*length);
                file.state = FileContents::PartlyWritten {
                    length: *length,
                    sum: crc32fast::hash(saved),
                    tried: tried.to_owned(),
                    together: belongs_together,
                };
            }
            FileContents::PartlyWritten { length, tried, together, .. } => {
                *together |= belongs_together;
                if !*together {
                    // The text has only grown since, and the failed write may have had more of it.
                    self.text.as_bytes()[*length..].clone_into(tried);
                }
            }
            FileContents::BackUpFirst { .. } | FileContents::Unknown => {}
        }
    }
}

/// Checks if a text is one line of a log.
fn is_one_line(change: &str) -> bool {
    !change.contains(['\n', '\r'])
        && !change.trim().is_empty()
        && log_line(0, change).text.len() <= MAX_LINE
}

/// Returns `true` if a write failed for lack of disk space or quota.
fn is_disk_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Takes the lock of a game. `None` where locks are not possible.
fn lock_of(disk: &dyn Disk, home: &AppFolders, path: &Path) -> Result<Option<Lock>, StorageError> {
    let Some(own) = &home.own else {
        return Ok(None);
    };
    match Lock::take(disk, own, path) {
        Ok(Some(lock)) => Ok(Some(lock)),
        Ok(None) => Err(StorageError::OpenElsewhere { path: path.to_owned() }),
        // If the lock file cannot be created, the game is played without a lock.
        Err(_) => Ok(None),
    }
}
