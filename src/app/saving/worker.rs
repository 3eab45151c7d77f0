//! The saving thread: writes the record files of the open games.

use plain_text::clauses;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::{SaveWaker, SharedReport, Snapshot, UnsavedMessage, lock_message};
use crate::recorded_games::kind_of;
use storage::{
    AppFolders, BackupReason, Backups, CrashNote, Disk, LogBasis, RecordFile, StorageError,
    Timestamp,
};

/// The wait before the first retry after a failure; it doubles with each further failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Maximum wait before a retry.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// Number of changes between two backups.
const BACKUP_EVERY: usize = 25;

/// An order to the thread. `shared` is the shared report of the game, and identifies it.
pub(super) enum SaveOrder {
    /// Continues a file.
    Resume {
        shared: Arc<SharedReport>,
        path: PathBuf,
        bytes: Vec<u8>,
        basis: LogBasis,
        reply: Sender<Result<(), StorageError>>,
    },
    /// Adds lines that belong together.
    Write { shared: Arc<SharedReport>, lines: Vec<String> },
    /// Replaces the record.
    Replace { shared: Arc<SharedReport>, record: Snapshot },
    /// Stores the record in memory, without a file.
    SetInMemory { shared: Arc<SharedReport>, record: Snapshot },
    /// Moves the game to this file, which is replaced, and continues there.
    SaveAs { shared: Arc<SharedReport>, record: Snapshot, path: PathBuf },
    /// Renames the file.
    Rename { shared: Arc<SharedReport>, path: PathBuf },
    /// Closes the game.
    Close { shared: Arc<SharedReport> },
    /// Replies once all earlier orders are carried out and saving them was tried.
    Settle(Sender<()>),
    /// Ends the thread, as the app closes.
    End,
}

/// A game with its record file.
struct OpenRecordFile {
    shared: Arc<SharedReport>,
    file: RecordFile,
    /// The number of orders taken, of those that [`SaveHandle`](super::SaveHandle) counts as given.
    taken: u64,
    /// The log as it was opened, for the backup before the first change; `None` after that.
    opened: Option<String>,
    /// The number of changes since the last backup.
    changes: usize,
    /// `true` once anything was changed.
    is_changed: bool,
    is_closed: bool,
    /// The error of a change that is not a line of a log. Until the whole record is replaced, the
    /// game is not saved.
    unwritable: Option<String>,
    pause: Duration,
    next_try: Instant,
}

impl OpenRecordFile {
    fn new(shared: Arc<SharedReport>, file: RecordFile) -> Self {
        Self {
            shared,
            file,
            taken: 0,
            opened: None,
            changes: 0,
            is_changed: false,
            is_closed: false,
            unwritable: None,
            pause: FIRST_PAUSE,
            next_try: Instant::now(),
        }
    }

    /// Returns `true` if nothing is left to be written.
    fn is_done(&self) -> bool {
        self.unwritable.is_none() && (self.file.is_saved() || !self.is_changed)
    }

    /// Returns `true` if something is left to be written, and the log could represent every change.
    fn is_due(&self) -> bool {
        !self.is_done() && self.unwritable.is_none()
    }
}

/// The state of the thread.
pub(super) struct SaveWorker {
    disk: Arc<dyn Disk>,
    home: AppFolders,
    bell: SaveWaker,
    left: UnsavedMessage,
    games: Vec<OpenRecordFile>,
    /// The lock file from which the next start learns which game was open, should this process
    /// crash.
    running: Option<CrashNote>,
    noted: Option<PathBuf>,
}

impl SaveWorker {
    pub(super) fn new(
        disk: Arc<dyn Disk>,
        home: AppFolders,
        bell: SaveWaker,
        left: UnsavedMessage,
        running: Option<CrashNote>,
    ) -> Self {
        Self { disk, home, bell, left, games: Vec::new(), running, noted: None }
    }

    /// Carries out orders until the app is closed, and retries failed saves.
    pub(super) fn run(mut self, orders: &Receiver<SaveOrder>) {
        loop {
            let order = match self.next_try() {
                None => orders.recv().map_err(RecvTimeoutError::from),
                Some(at) => orders.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let mut goes_on = match order {
                Ok(order) => self.carry_out(order),
                Err(RecvTimeoutError::Timeout) => true,
                Err(RecvTimeoutError::Disconnected) => false,
            };
            // All orders that arrived meanwhile are written together.
            while goes_on && let Ok(order) = orders.try_recv() {
                goes_on = self.carry_out(order);
            }
            if !goes_on {
                for game in &mut self.games {
                    game.is_closed = true;
                    game.next_try = Instant::now();
                }
            }
            self.save_all();
            if !goes_on {
                return;
            }
        }
    }

    fn next_try(&self) -> Option<Instant> {
        self.games.iter().filter(|game| game.is_due()).map(|game| game.next_try).min()
    }

    /// Carries out an order; returns `false` for the last one.
    fn carry_out(&mut self, order: SaveOrder) -> bool {
        match order {
            SaveOrder::Resume { shared, path, bytes, basis, reply } => {
                // A game that was closed a moment ago releases its lock first.
                self.save_all();
                let disk = Arc::clone(&self.disk);
                let is_mended = matches!(basis, LogBasis::Repaired(_));
                let file = RecordFile::resume(
                    disk,
                    self.home.clone(),
                    (&path, kind_of(&path)),
                    &bytes,
                    basis,
                );
                let answer = file.map(|file| {
                    shared.report().path = file.path().map(PathBuf::from);
                    let mut game = OpenRecordFile::new(shared, file);
                    if is_mended {
                        game.ordered();
                    } else {
                        game.opened = Some(game.file.text().to_owned());
                    }
                    self.games.push(game);
                });
                // Fails if the caller stopped waiting, and then has the game read-only.
                let _ = reply.send(answer);
            }
            SaveOrder::Write { shared, lines } => self.change(&shared, |file| file.write(&lines)),
            SaveOrder::Replace { shared, record } => {
                self.keep(&shared, BackupReason::BeforeReplaced);
                self.take(&shared, &record);
                if let Some(game) = self.game(&shared) {
                    game.ordered();
                }
            }
            SaveOrder::SetInMemory { shared, record } => self.take(&shared, &record),
            SaveOrder::SaveAs { shared, record, path } => {
                if let Some(game) = self.game(&shared) {
                    game.ordered();
                    if game.unwritable.take().is_some() {
                        game.file.replace(record.content());
                    }
                    let moved = game.file.move_to(&path);
                    game.refused(moved);
                }
            }
            SaveOrder::Rename { shared, path } => {
                if let Some(game) = self.game(&shared) {
                    // The file is complete before it is renamed. Nothing is reported in between,
                    // as the old name would be taken for the new one.
                    let is_due = game.is_due();
                    game.ordered();
                    let saved = if is_due { game.file.save(&Timestamp::now()) } else { Ok(()) };
                    let renamed = saved.and_then(|()| game.file.rename(&path));
                    game.refused(renamed);
                }
            }
            SaveOrder::Close { shared } => {
                if let Some(game) = self.game(&shared) {
                    game.is_closed = true;
                }
            }
            SaveOrder::Settle(reply) => {
                self.save_all();
                // Fails if the caller stopped waiting.
                let _ = reply.send(());
            }
            SaveOrder::End => return false,
        }
        true
    }

    fn game(&mut self, shared: &Arc<SharedReport>) -> Option<&mut OpenRecordFile> {
        self.games.iter_mut().find(|game| Arc::ptr_eq(&game.shared, shared))
    }

    /// Changes the record file of a game, and makes the backups that are due.
    fn change(
        &mut self,
        shared: &Arc<SharedReport>,
        change: impl FnOnce(&mut RecordFile) -> Result<(), StorageError>,
    ) {
        self.keep_as_opened(shared);
        if let Some(game) = self.game(shared) {
            game.ordered();
            if let Err(error) = change(&mut game.file) {
                game.unwritable = Some(error.short_reason());
            }
            game.changes += 1;
        }
        self.keep_on_the_way(shared);
    }

    /// Replaces the record of a game; registers the game if it is new.
    fn take(&mut self, shared: &Arc<SharedReport>, record: &Snapshot) {
        if let Some(game) = self.game(shared) {
            game.file.replace(record.content());
            game.unwritable = None;
            return;
        }
        let disk = Arc::clone(&self.disk);
        let file = RecordFile::new(disk, self.home.clone(), record.content());
        self.games.push(OpenRecordFile::new(Arc::clone(shared), file));
    }

    /// Writes to the disk what is due, reports the results, and releases closed games.
    fn save_all(&mut self) {
        let now = Instant::now();
        let mut rings = false;
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if game.is_due() && game.next_try <= now {
                let saved = game.file.save(&Timestamp::now());
                rings |= self.tell(index, saved);
            } else if !game.is_due() {
                let saved = match &game.unwritable {
                    Some(why) => Err(why.clone()),
                    None => Ok(()),
                };
                rings |= game.tell(saved);
            }
        }
        for index in 0..self.games.len() {
            if self.games[index].is_closed && self.games[index].is_done() {
                self.keep_state(index, BackupReason::OnClose);
            }
        }
        self.games.retain(|game| !game.is_closed || !game.is_done());
        rings |= self.tell_left();
        self.note_game();
        if rings {
            self.ring();
        }
    }

    fn ring(&self) {
        if let Some(bell) = self.bell.get() {
            bell();
        }
    }

    /// Reports the result of saving a game; returns `true` if the report changed.
    fn tell(&mut self, index: usize, saved: Result<(), StorageError>) -> bool {
        let game = &mut self.games[index];
        match saved {
            Ok(()) => {
                game.pause = FIRST_PAUSE;
                game.tell(Ok(()))
            }
            Err(error) => {
                game.next_try = Instant::now() + game.pause;
                game.pause = (game.pause * 2).min(LONGEST_PAUSE);
                let mut why = error.short_reason();
                if self.keep_state(index, BackupReason::NotSaved) {
                    why.push_str("; a copy is among its backups");
                }
                self.games[index].tell(Err(why))
            }
        }
    }

    /// Notes in the lock file which of the open games was opened last.
    fn note_game(&mut self) {
        let open = self.games.iter().rev().find(|game| !game.is_closed);
        let path = open.and_then(|game| game.file.path().map(PathBuf::from));
        if path != self.noted {
            if let Some(running) = &mut self.running {
                running.set_game(path.as_deref());
            }
            self.noted = path;
        }
    }

    /// Updates the message about closed games that are not saved; returns `true` if it changed.
    fn tell_left(&self) -> bool {
        let unsaved: Vec<String> = self
            .games
            .iter()
            .filter(|game| game.is_closed)
            .map(|game| {
                let name = game.file.name();
                let why = game.shared.report().error.clone().unwrap_or_default();
                format!("{name} is not saved: {why}")
            })
            .collect();
        let message = Some(clauses(&unsaved)).filter(|message| !message.is_empty());
        let mut left = lock_message(&self.left);
        let is_news = *left != message;
        *left = message;
        is_news
    }

    /// Backs up the contents of a file as it was opened, before the first change.
    fn keep_as_opened(&mut self, shared: &Arc<SharedReport>) {
        let own = self.home.own.clone();
        let disk = Arc::clone(&self.disk);
        let Some(game) = self.game(shared) else {
            return;
        };
        if let (Some(opened), Some(own), Some(path)) = (game.opened.take(), own, game.file.path()) {
            // A failed backup is ignored, so that the game goes on.
            let _ = Backups::for_game(disk, &own, path, game.file.kind()).save(
                opened.as_bytes(),
                &Timestamp::now(),
                BackupReason::OnOpen,
            );
        }
    }

    fn keep_on_the_way(&mut self, shared: &Arc<SharedReport>) {
        let is_due = self.game(shared).is_some_and(|game| game.changes >= BACKUP_EVERY);
        if is_due {
            self.keep(shared, BackupReason::DuringPlay);
        }
    }

    fn keep(&mut self, shared: &Arc<SharedReport>, reason: BackupReason) {
        let mut games = self.games.iter();
        if let Some(index) = games.position(|game| Arc::ptr_eq(&game.shared, shared)) {
            self.keep_state(index, reason);
        }
    }

    /// Backs up the current state of a game; returns `true` on success.
    fn keep_state(&mut self, index: usize, reason: BackupReason) -> bool {
        let game = &mut self.games[index];
        let (Some(own), Some(path)) = (&self.home.own, game.file.path()) else {
            return false;
        };
        if !game.is_changed && reason == BackupReason::OnClose {
            return false;
        }
        let backups = Backups::for_game(Arc::clone(&self.disk), own, path, game.file.kind());
        game.changes = 0;
        backups.save(game.file.text().as_bytes(), &Timestamp::now(), reason).is_ok()
    }
}

impl OpenRecordFile {
    fn ordered(&mut self) {
        self.taken += 1;
        self.is_changed = true;
        // A new order is tried at once.
        self.next_try = Instant::now();
    }

    fn refused(&mut self, done: Result<(), StorageError>) {
        if let Err(error) = done {
            self.shared.report().refusals.push(error.to_string());
        }
    }

    /// Updates the report of the game; returns `true` if it changed.
    fn tell(&mut self, saved: Result<(), String>) -> bool {
        let path = self.file.path().map(PathBuf::from);
        let notices = self.file.take_notices();
        let mut report = self.shared.report();
        let done = match &saved {
            Ok(()) => self.taken,
            Err(_) => report.done,
        };
        let error = saved.err();
        let is_news = report.done != done
            || report.error != error
            || report.path != path
            || !notices.is_empty()
            || !report.refusals.is_empty();
        if report.done != done {
            report.saved_at = Some(Timestamp::now());
        }
        report.done = done;
        if report.done == report.ordered {
            report.latest = None;
        }
        report.error = error;
        report.path = path;
        report.notices.extend(notices);
        drop(report);
        self.shared.changed.notify_all();
        is_news
    }
}
