//! The record of one game on its way to the disk.
//!
//! A [`Book`] holds the whole log as text, and knows how much of it is surely
//! in the game's file. What is new is appended and flushed; what takes several
//! lines, such as a repair, replaces the file whole, so that it is there whole
//! or not at all. Where appending fails, nothing in the file is trusted any
//! more, and the next attempt replaces it whole as well, or appends anew where
//! the disk has no room for a second copy. A file that something else has changed
//! is never written to, and the book goes on in a new one. That is known by its
//! [`Revision`] where the file is as this book left it, so that a line is on the
//! disk before a record is read that may be long and a disk that may be slow;
//! then, and before anything is written otherwise, the file is compared with what
//! it should hold, to the last byte.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backups::{Backups, Reason, Stamp};
use super::differing::Differing;
use super::disk::{Disk, Revision, folder_of, remove_leftover, replace_whole};
use super::kind::{Content, FileKind};
use super::own::{Home, Lock, plain_name};
use super::pictures::TablePicture;
use super::{StorageError, limit};
use record::{Loaded, MAX_LINE, MAX_LINES, RecordForm, RecordedGame, log_line};

/// Something that happened while saving, and that the players should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The file was changed by something else, and the game went on in another.
    Moved {
        /// The file that was left as it is.
        left: PathBuf,
        /// The file in which the game goes on.
        now: PathBuf,
        /// What was changed in it.
        changed: Differing,
    },
    /// The file was damaged; it was mended, and the damaged one kept aside.
    Mended {
        /// The damaged file as it was.
        kept: PathBuf,
    },
    /// A file that was to be replaced was kept aside.
    Kept {
        /// The file as it was.
        kept: PathBuf,
    },
}

/// How a log goes on from a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It goes on behind the part of the file that is sound.
    Sound {
        /// So many bytes are sound.
        good_bytes: usize,
        /// The check of the last line among them.
        check: u32,
    },
    /// The record was mended: the file is to be replaced by this log, and kept as it was found.
    Mended(String),
    /// The file is of an earlier version: the first change replaces it by this log, and keeps it as
    /// it was found.
    Older(String),
}

impl Basis {
    /// The basis in what was read; none if it is not a log, if nothing of it can be played, or if
    /// it has to be mended before anything is added.
    pub fn of<G: RecordedGame>(loaded: &Loaded<G>) -> Option<Self> {
        let is_log = loaded.form == Some(RecordForm::Log) && loaded.record.is_some();
        (is_log && !loaded.is_older && !loaded.needs_recovery())
            .then_some(Self::Sound { good_bytes: loaded.valid_bytes, check: loaded.check })
    }

    /// The basis of a record that was mended, or brought back from an earlier state.
    pub fn mended(content: Content) -> Self {
        Self::Mended(content.text)
    }

    /// The basis of a record of an earlier version.
    pub fn older(content: Content) -> Self {
        Self::Older(content.text)
    }
}

/// The log of a game, and the file it is in.
#[derive(Debug)]
pub struct Book {
    disk: Arc<dyn Disk>,
    home: Home,
    /// The whole log, what is not in the file yet included.
    text: String,
    lines: usize,
    /// The check of the last line.
    check: u32,
    kind: &'static FileKind,
    /// What a new file is called, without its ending.
    name: String,
    file: Option<GameFile>,
    /// A file that something else has changed, and what in it, until the game has another one.
    left: Option<(PathBuf, Differing)>,
    notices: Vec<Notice>,
}

/// The file of a game.
#[derive(Debug)]
struct GameFile {
    path: PathBuf,
    trust: Trust,
    _lock: Option<Lock>,
}

/// What is known of the contents of the file.
#[derive(Clone, Debug)]
enum Trust {
    /// It holds so many bytes of the text, and nothing else.
    Holds {
        length: usize,
        /// The file as this book left it; `None` if it has not written to it yet.
        revision: Option<Revision>,
    },
    /// It begins with so many bytes of this sum; what follows of `tried` is left from a failure.
    Begins {
        length: usize,
        sum: u32,
        tried: Vec<u8>,
        /// Whether what is to be written belongs together, so that half of it may not be there.
        together: bool,
    },
    /// It is damaged or of an earlier version: so many bytes of this sum. It is kept aside before it
    /// is replaced.
    Kept { length: usize, sum: u32, reason: Reason },
    /// It is to be replaced, whatever it holds, and kept aside if it holds anything.
    Anything,
}

impl Book {
    /// A game without a file; it gets one in the app's own folder when it is saved.
    ///
    /// The record may hold entries already.
    pub fn new(disk: Arc<dyn Disk>, home: Home, content: Content) -> Self {
        let mut book = Self {
            disk,
            home,
            text: String::new(),
            lines: 0,
            check: 0,
            kind: content.kind,
            name: content.name,
            file: None,
            left: None,
            notices: Vec::new(),
        };
        book.set_text(content.text);
        book
    }

    /// Goes on with a file that was read; nothing is written until something is added.
    ///
    /// `bytes` is all that was read, and `basis` what of it the log goes on from. A file that was
    /// mended, or is sound only so far, is kept as it was found before it is replaced.
    ///
    /// # Errors
    ///
    /// The bytes are no text so far, or the file is open in another window.
    pub fn resume(
        disk: Arc<dyn Disk>,
        home: Home,
        (path, kind): (&Path, &'static FileKind),
        bytes: &[u8],
        basis: Basis,
    ) -> Result<Self, StorageError> {
        let reason = match basis {
            Basis::Sound { .. } | Basis::Mended(_) => Reason::Damaged,
            Basis::Older(_) => Reason::BeforeRenewed,
        };
        let (text, is_whole, check) = match basis {
            Basis::Sound { good_bytes, check } => {
                let good = bytes.get(..good_bytes);
                let Some(good) = good.and_then(|good| std::str::from_utf8(good).ok()) else {
                    return Err(StorageError::NotAppendable { path: path.to_owned() });
                };
                (good.to_owned(), good.len() == bytes.len(), Some(check))
            }
            Basis::Mended(text) | Basis::Older(text) => (text, false, None),
        };
        let path = disk.canonical(path);
        let lock = lock_of(disk.as_ref(), &home, &path)?;
        // A crash may have left it; that it cannot be removed is no reason not to play.
        let _ = remove_leftover(disk.as_ref(), &path);
        let trust = if is_whole {
            Trust::Holds { length: bytes.len(), revision: None }
        } else {
            Trust::Kept { length: bytes.len(), sum: crc32fast::hash(bytes), reason }
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut book = Self {
            disk,
            home,
            text: String::new(),
            lines: 0,
            check: 0,
            kind,
            name: plain_name(&stem),
            file: Some(GameFile { path, trust, _lock: lock }),
            left: None,
            notices: Vec::new(),
        };
        book.set_text(text);
        if let Some(check) = check {
            book.check = check;
        }
        Ok(book)
    }

    /// The whole log as it should be in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file, if there is one yet.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// The kind of its file.
    pub const fn kind(&self) -> &'static FileKind {
        self.kind
    }

    /// What the game is called in a message: its file without the ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether everything is surely in the file, or was when it was opened.
    pub fn is_saved(&self) -> bool {
        match &self.file {
            Some(file) => {
                matches!(file.trust, Trust::Holds { length, .. } if length == self.text.len())
            }
            None => false,
        }
    }

    /// What happened since this was last asked.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Adds changes that belong together, in their notation; they are on the disk after the next
    /// [`Book::save`] that succeeds, all of them or none whatever happens on the way.
    ///
    /// # Errors
    ///
    /// One of them is no single line that a log can hold; none is added.
    pub fn write(&mut self, changes: &[impl AsRef<str>]) -> Result<(), StorageError> {
        let fits = |change: &str| {
            let is_line = !change.contains(['\n', '\r']) && !change.trim().is_empty();
            is_line && log_line(0, change).text.len() <= MAX_LINE
        };
        if !changes.iter().all(|change| fits(change.as_ref())) {
            return Err(StorageError::NotALine {
                path: self.path().unwrap_or(Path::new(&self.name)).to_owned(),
            });
        }
        if changes.len() > 1 {
            // Of what is appended the power may leave a part, and half a repair is another game.
            self.distrust(true);
        }
        for change in changes {
            self.push(change.as_ref());
        }
        Ok(())
    }

    /// Adds a line to the text.
    fn push(&mut self, change: &str) {
        let mut line = log_line(self.check, change);
        let is_full = (self.text.len() + line.text.len()) as u64 > limit();
        if is_full || self.lines + 1 > MAX_LINES {
            self.compact();
            line = log_line(self.check, change);
        }
        self.text.push_str(&line.text);
        self.lines += 1;
        self.check = line.check;
    }

    /// Makes the log say this from now on, whatever it said.
    pub fn replace(&mut self, content: Content) {
        self.distrust(true);
        self.set_text(content.text);
    }

    /// Lets the file be another one, which is replaced by the next [`Book::save`].
    ///
    /// # Errors
    ///
    /// It is open in another window.
    pub fn move_to(&mut self, path: &Path) -> Result<(), StorageError> {
        let path = self.disk.canonical(path);
        if self.path() == Some(&path) {
            return Ok(());
        }
        let lock = lock_of(self.disk.as_ref(), &self.home, &path)?;
        if let (Some(own), Some(old)) = (&self.home.own, self.path()) {
            // The game goes on there without the photograph, if that cannot be copied.
            let _ = TablePicture::of(self.disk.as_ref(), own, old).copy_to(&path);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.name = plain_name(&stem);
        self.file = Some(GameFile { path, trust: Trust::Anything, _lock: lock });
        Ok(())
    }

    /// Renames the file; the game goes on in it.
    ///
    /// # Errors
    ///
    /// There is no file yet, the new name is taken, or the system refuses.
    pub fn rename(&mut self, to: &Path) -> Result<(), StorageError> {
        let to = self.disk.canonical(to);
        let Some(file) = &self.file else {
            return Err(StorageError::Missing { path: to });
        };
        if self.disk.find(&to).is_ok() {
            return Err(StorageError::AlreadyThere { path: to });
        }
        let lock = lock_of(self.disk.as_ref(), &self.home, &to)?;
        let unwritable = |source| StorageError::Unwritable { path: to.clone(), source };
        self.disk.rename(&file.path, &to).map_err(unwritable)?;
        let flushed = [&to, &file.path].map(|path| self.disk.flush_folder(folder_of(path)));
        if let Some(own) = &self.home.own {
            Backups::of(Arc::clone(&self.disk), own, &file.path, self.kind).follow(&to);
            TablePicture::of(self.disk.as_ref(), own, &file.path).follow(&to);
        }
        let trust = file.trust.clone();
        self.name = plain_name(&to.file_stem().unwrap_or_default().to_string_lossy());
        self.file = Some(GameFile { path: to.clone(), trust, _lock: lock });
        flushed.into_iter().collect::<Result<(), _>>().map_err(unwritable)
    }

    /// Brings everything to the disk; when this succeeds, it is there.
    ///
    /// # Errors
    ///
    /// Why not. Nothing is lost: the next attempt begins anew with everything.
    pub fn save(&mut self, now: &Stamp) -> Result<(), StorageError> {
        let result = match self.save_in_place(now) {
            Err(StorageError::ChangedOutside { path } | StorageError::NotAppendable { path })
                if self.home.games.is_some() =>
            {
                let changed = self.what_changed(&path);
                self.file = None;
                self.left = Some((path, changed));
                self.save_in_place(now)
            }
            result => result,
        };
        if result.is_ok()
            && let Some((left, changed)) = self.left.take()
            && let Some(now) = self.path().map(Path::to_owned)
        {
            self.notices.push(Notice::Moved { left, now, changed });
        }
        result
    }

    fn save_in_place(&mut self, now: &Stamp) -> Result<(), StorageError> {
        if self.is_saved() {
            return Ok(());
        }
        if self.file.is_none() {
            self.find_place()?;
        }
        let Some(file) = &self.file else {
            return Ok(());
        };
        let path = file.path.clone();
        let saved = match &file.trust {
            Trust::Holds { length, revision } => self.append(&path, *length, *revision),
            Trust::Begins { length, sum, tried, together } => {
                self.is_still_ours(&path, *length, *sum, tried)?;
                match self.put_whole(&path) {
                    // A disk may never have room for a second copy, and have room for a line.
                    Err(StorageError::Unwritable { source, .. })
                        if is_no_room(&source) && !together =>
                    {
                        self.append_at(&path, *length)
                    }
                    done => done,
                }
            }
            Trust::Kept { length, sum, reason } => {
                let bytes = self.read(&path)?;
                if bytes.len() != *length || crc32fast::hash(&bytes) != *sum {
                    return Err(StorageError::ChangedOutside { path });
                }
                let Some(kept) = self.keep_aside(&path, &bytes, now, *reason)? else {
                    // What would be cut has no other place, so the file stays as it is.
                    return Err(StorageError::NotAppendable { path });
                };
                self.notices.push(match reason {
                    Reason::Damaged => Notice::Mended { kept },
                    _ => Notice::Kept { kept },
                });
                self.put_whole(&path)
            }
            Trust::Anything => {
                match self.read(&path) {
                    Ok(bytes) if bytes.is_empty() => {}
                    Ok(bytes) => {
                        let kept = self.keep_aside(&path, &bytes, now, Reason::BeforeReplaced)?;
                        self.notices.extend(kept.map(|kept| Notice::Kept { kept }));
                    }
                    Err(StorageError::Missing { .. }) => {}
                    Err(error) => return Err(error),
                }
                self.put_whole(&path)
            }
        };
        match saved {
            Ok(()) => {
                let length = self.text.len();
                let revision = self.disk.find(&path).ok().and_then(|found| found.revision);
                self.trust(Trust::Holds { length, revision });
                Ok(())
            }
            Err(error @ StorageError::ChangedOutside { .. }) => Err(error),
            Err(error) => {
                self.distrust(false);
                Err(error)
            }
        }
    }

    /// Appends what is new to a file that holds so many bytes of the text, and nothing else; it is
    /// at `revision` if this book left it so.
    fn append(
        &self,
        path: &Path,
        length: usize,
        revision: Option<Revision>,
    ) -> Result<(), StorageError> {
        let found = self.disk.find(path).ok();
        let is_as_left = found.is_some_and(|found| {
            found.length == length as u64 && revision.is_some() && found.revision == revision
        });
        if is_as_left {
            self.append_at(path, length)?;
            return match self.read(path) {
                Ok(bytes) if bytes == self.text.as_bytes() => Ok(()),
                Ok(bytes) => self.take_back(path, length, &bytes),
                // It was removed in the meantime.
                Err(StorageError::Missing { .. }) => self.put_whole(path),
                Err(error) => Err(error),
            };
        }
        match self.read(path) {
            // All of it is compared: a byte changed in the middle may make every line behind it
            // worthless, and a record is small.
            Ok(bytes) if bytes == self.text.as_bytes()[..length] => self.append_at(path, length),
            Ok(_) | Err(StorageError::TooLarge { .. } | StorageError::NotAFile { .. }) => {
                Err(StorageError::ChangedOutside { path: path.to_owned() })
            }
            // It was removed, or its folder; it is written anew where that is possible.
            Err(StorageError::Missing { .. }) => self.put_whole(path),
            Err(error) => Err(error),
        }
    }

    /// Takes what was appended away from a file that something else has changed within one tick of
    /// the clock: it holds `bytes`, and not what it should.
    fn take_back(&self, path: &Path, length: usize, bytes: &[u8]) -> Result<(), StorageError> {
        if bytes.ends_with(&self.text.as_bytes()[length..]) {
            let file = self.disk.open(path);
            // A line that stays is found with the damage by whoever reads the file.
            let _ = file.and_then(|mut file| {
                file.cut(length as u64)?;
                file.flush()
            });
        }
        Err(StorageError::ChangedOutside { path: path.to_owned() })
    }

    /// Writes what is new behind so many bytes of a file, in place of what a failure left there.
    fn append_at(&self, path: &Path, length: usize) -> Result<(), StorageError> {
        let refused =
            |source: std::io::Error| StorageError::Unwritable { path: path.to_owned(), source };
        let mut file = self.disk.open(path).map_err(refused)?;
        if file.length().map_err(refused)? > length as u64 {
            file.cut(length as u64).map_err(refused)?;
        }
        let written = file
            .write_at(length as u64, &self.text.as_bytes()[length..])
            .and_then(|()| file.flush());
        written.map_err(|source| {
            // Half a line would be taken for damage; if this fails too, it is told as a line
            // that was not written to its end, and left out.
            let _ = file.cut(length as u64);
            refused(source)
        })
    }

    /// What something else changed in the file, as far as it is known what it should hold.
    fn what_changed(&self, path: &Path) -> Differing {
        let expected = match self.file.as_ref().map(|file| &file.trust) {
            Some(Trust::Holds { length, .. } | Trust::Begins { length, together: false, .. }) => {
                self.text.as_bytes().get(..*length)
            }
            Some(Trust::Begins { .. } | Trust::Kept { .. } | Trust::Anything) | None => None,
        };
        match (expected, self.read(path)) {
            (Some(was), Ok(now)) => Differing::between(was, &now),
            _ => Differing::default(),
        }
    }

    fn put_whole(&self, path: &Path) -> Result<(), StorageError> {
        // A folder of the player's own that is gone is not made again: the disk it was on may
        // come back.
        if self.home.games.as_deref() == Some(folder_of(path)) {
            // A folder that cannot be made is told by the file that cannot be written.
            let _ = self.disk.make_folder(folder_of(path));
        }
        replace_whole(self.disk.as_ref(), path, self.text.as_bytes())
            .map_err(|source| StorageError::Unwritable { path: path.to_owned(), source })
    }

    /// Whether a file that was not written to its end is still the one that was left.
    fn is_still_ours(
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
        // It was replaced, and only that this outlives a power cut could not be seen to.
        let is_replaced = self.text.as_bytes().starts_with(&bytes) && !bytes.is_empty();
        if begins || is_replaced {
            Ok(())
        } else {
            Err(StorageError::ChangedOutside { path: path.to_owned() })
        }
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, StorageError> {
        super::read_from(self.disk.as_ref(), path, super::limit())
    }

    /// Keeps a file as it is among the backups; nothing where there is no place for them.
    fn keep_aside(
        &self,
        path: &Path,
        bytes: &[u8],
        now: &Stamp,
        reason: Reason,
    ) -> Result<Option<PathBuf>, StorageError> {
        let Some(own) = &self.home.own else {
            return Ok(None);
        };
        let backups = Backups::of(Arc::clone(&self.disk), own, path, self.kind);
        backups.keep(bytes, now, reason).map(Some)
    }

    /// Finds a new file in the app's own folder, with a number if the name is taken.
    fn find_place(&mut self) -> Result<(), StorageError> {
        let Some(games) = &self.home.games else {
            return Err(StorageError::NoFolder);
        };
        self.disk
            .make_folder(games)
            .map_err(|source| StorageError::Unwritable { path: games.clone(), source })?;
        let ending = self.kind.ending;
        let mut number: u32 = 1;
        loop {
            let name = match number {
                1 => format!("{}.{ending}", self.name),
                _ => format!("{} {number}.{ending}", self.name),
            };
            number += 1;
            let path = self.disk.canonical(&games.join(name));
            match self.disk.find(&path) {
                Ok(_) => continue,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(StorageError::Unreadable { path, source }),
            }
            let Ok(lock) = lock_of(self.disk.as_ref(), &self.home, &path) else {
                continue;
            };
            if let Some(own) = &self.home.own {
                // One that had this name before may be in the bin.
                TablePicture::of(self.disk.as_ref(), own, &path).forget();
            }
            self.file = Some(GameFile {
                path,
                // Nobody else has this name, so what is found there later is our own attempt.
                trust: Trust::Begins {
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

    /// Says the same in fewer lines: a log may have become full of what was undone and redone.
    fn compact(&mut self) {
        if let Some(text) = self.kind.compact(self.text.as_bytes()) {
            self.distrust(true);
            self.set_text(text);
        }
    }

    fn trust(&mut self, trust: Trust) {
        if let Some(file) = &mut self.file {
            file.trust = trust;
        }
    }

    /// Lets the next save replace the file whole, or not at all if what is new belongs `together`.
    fn distrust(&mut self, belongs_together: bool) {
        let Some(file) = &mut self.file else {
            return;
        };
        match &mut file.trust {
            Trust::Holds { length, .. } => {
                let (saved, tried) = self.text.as_bytes().split_at(*length);
                file.trust = Trust::Begins {
                    length: *length,
                    sum: crc32fast::hash(saved),
                    tried: tried.to_owned(),
                    together: belongs_together,
                };
            }
            Trust::Begins { length, tried, together, .. } => {
                *together |= belongs_together;
                if !*together {
                    // The text has only grown since, and more of it may have been tried.
                    self.text.as_bytes()[*length..].clone_into(tried);
                }
            }
            Trust::Kept { .. } | Trust::Anything => {}
        }
    }
}

/// Whether the disk has no room for what was to be written.
fn is_no_room(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// The lock of a game; nothing where locks cannot be kept.
fn lock_of(disk: &dyn Disk, home: &Home, path: &Path) -> Result<Option<Lock>, StorageError> {
    let Some(own) = &home.own else {
        return Ok(None);
    };
    match Lock::take(disk, own, path) {
        Ok(Some(lock)) => Ok(Some(lock)),
        Ok(None) => Err(StorageError::OpenElsewhere { path: path.to_owned() }),
        // Without a folder to keep locks in, the game is played without one.
        Err(_) => Ok(None),
    }
}
