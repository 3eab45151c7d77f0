//! What the saving thread does: it keeps the books of the games that are open.

use plain_text::clauses;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::{Bell, Board, Left, Snapshot, left_of};
use crate::kinds::kind_of;
use storage::{Backups, Basis, Book, Disk, Home, Reason, Running, Stamp, StorageError};

/// After a failure it is tried again after so long, then after twice as long, and so on.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// It is tried again after so long at the latest.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// A state is kept after so many changes.
const BACKUP_EVERY: usize = 25;

/// What the thread is asked to do. Games are told apart by their boards.
pub(super) enum Order {
    /// Go on with a file.
    Resume {
        board: Arc<Board>,
        path: PathBuf,
        bytes: Vec<u8>,
        basis: Basis,
        reply: Sender<Result<(), StorageError>>,
    },
    /// Add lines that belong together.
    Write { board: Arc<Board>, lines: Vec<String> },
    /// Let the record say this from now on.
    Replace { board: Arc<Board>, record: Snapshot },
    /// Hold this record ready, without looking for a file.
    Take { board: Arc<Board>, record: Snapshot },
    /// Go on in this file.
    SaveAs { board: Arc<Board>, path: PathBuf },
    /// Rename the file.
    Rename { board: Arc<Board>, path: PathBuf },
    /// The game is not open any more.
    Close { board: Arc<Board> },
    /// Answer once everything before this is done.
    Settle(Sender<()>),
    /// The app is closed.
    End,
}

/// A game whose book is kept.
struct Game {
    board: Arc<Board>,
    book: Book,
    /// So many orders were taken.
    taken: u64,
    /// What it said when it was opened, until it is changed.
    opened: Option<String>,
    /// Changes since a state was last kept.
    changes: usize,
    /// Whether anything was written at all.
    is_changed: bool,
    is_closed: bool,
    /// A change that no log can hold.
    unwritable: Option<String>,
    pause: Duration,
    next_try: Instant,
}

impl Game {
    fn new(board: Arc<Board>, book: Book) -> Self {
        Self {
            board,
            book,
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

    /// Whether there is nothing left to be written.
    fn is_done(&self) -> bool {
        self.unwritable.is_none() && (self.book.is_saved() || !self.is_changed)
    }

    /// Whether the thread has to come back to it by itself.
    fn is_due(&self) -> bool {
        !self.is_done() && self.unwritable.is_none()
    }
}

/// Everything the thread keeps.
pub(super) struct Keeper {
    disk: Arc<dyn Disk>,
    home: Home,
    bell: Bell,
    left: Left,
    games: Vec<Game>,
    /// The note from which the next start learns what was open if this one crashes.
    running: Option<Running>,
    noted: Option<PathBuf>,
}

impl Keeper {
    pub(super) fn new(
        disk: Arc<dyn Disk>,
        home: Home,
        bell: Bell,
        left: Left,
        running: Option<Running>,
    ) -> Self {
        Self { disk, home, bell, left, games: Vec::new(), running, noted: None }
    }

    /// Carries out orders until the app is closed, and comes back to what could not be saved.
    pub(super) fn run(mut self, orders: &Receiver<Order>) {
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
            // Whatever came in the meantime is written in one go.
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
        let due = self.games.iter().filter(|game| game.is_due());
        due.map(|game| game.next_try).min()
    }

    /// Carries out an order; says whether others may follow.
    fn carry_out(&mut self, order: Order) -> bool {
        match order {
            Order::Resume { board, path, bytes, basis, reply } => {
                // A game that was closed a moment ago gives its lock back first.
                self.save_all();
                let disk = Arc::clone(&self.disk);
                let is_mended = matches!(basis, Basis::Mended(_));
                let book =
                    Book::resume(disk, self.home.clone(), (&path, kind_of(&path)), &bytes, basis);
                let answer = book.map(|book| {
                    board.report().path = book.path().map(PathBuf::from);
                    let mut game = Game::new(board, book);
                    if is_mended {
                        game.ordered();
                    } else {
                        game.opened = Some(game.book.text().to_owned());
                    }
                    self.games.push(game);
                });
                // Who asked has stopped waiting, and has the game without a file.
                let _ = reply.send(answer);
            }
            Order::Write { board, lines } => self.change(&board, |book| book.write(&lines)),
            Order::Replace { board, record } => {
                self.keep(&board, Reason::BeforeReplaced);
                self.take(&board, &record);
                if let Some(game) = self.game(&board) {
                    game.ordered();
                }
            }
            Order::Take { board, record } => self.take(&board, &record),
            Order::SaveAs { board, path } => {
                if let Some(game) = self.game(&board) {
                    game.ordered();
                    let moved = game.book.move_to(&path);
                    game.refused(moved);
                }
            }
            Order::Rename { board, path } => {
                if let Some(game) = self.game(&board) {
                    // Its new name is that of a file that says everything. Nothing is told in
                    // between, for then the old name would be taken for the new one.
                    let is_due = game.is_due();
                    game.ordered();
                    let saved = if is_due { game.book.save(&Stamp::now()) } else { Ok(()) };
                    let renamed = saved.and_then(|()| game.book.rename(&path));
                    game.refused(renamed);
                }
            }
            Order::Close { board } => {
                if let Some(game) = self.game(&board) {
                    game.is_closed = true;
                }
            }
            Order::Settle(reply) => {
                self.save_all();
                // Who asked may have stopped waiting.
                let _ = reply.send(());
            }
            Order::End => return false,
        }
        true
    }

    fn game(&mut self, board: &Arc<Board>) -> Option<&mut Game> {
        let mut games = self.games.iter_mut();
        games.find(|game| Arc::ptr_eq(&game.board, board))
    }

    /// Changes the book of a game, and keeps its states on the way.
    fn change(
        &mut self,
        board: &Arc<Board>,
        change: impl FnOnce(&mut Book) -> Result<(), StorageError>,
    ) {
        self.keep_as_opened(board);
        if let Some(game) = self.game(board) {
            game.ordered();
            if let Err(error) = change(&mut game.book) {
                game.unwritable = Some(error.in_short());
            }
            game.changes += 1;
        }
        self.keep_on_the_way(board);
    }

    /// Lets the book of a game hold this record; makes one if there is none.
    fn take(&mut self, board: &Arc<Board>, record: &Snapshot) {
        if let Some(game) = self.game(board) {
            game.book.replace(record.content());
            return;
        }
        let disk = Arc::clone(&self.disk);
        let book = Book::new(disk, self.home.clone(), record.content());
        self.games.push(Game::new(Arc::clone(board), book));
    }

    /// Brings everything to the disk that is due, and tells how that went.
    fn save_all(&mut self) {
        let now = Instant::now();
        let mut rings = false;
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if game.is_due() && game.next_try <= now {
                let saved = game.book.save(&Stamp::now());
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
                self.keep_state(index, Reason::AsLeft);
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

    /// Tells how saving a game went; says whether that is news.
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
                let mut why = error.in_short();
                if self.keep_state(index, Reason::NotSaved) {
                    why.push_str("; a copy is among its backups");
                }
                self.games[index].tell(Err(why))
            }
        }
    }

    /// Notes which game is open.
    fn note_game(&mut self) {
        let open = self.games.iter().rev().find(|game| !game.is_closed);
        let path = open.and_then(|game| game.book.path().map(PathBuf::from));
        if path != self.noted {
            if let Some(running) = &mut self.running {
                running.set_game(path.as_deref());
            }
            self.noted = path;
        }
    }

    /// What is still not saved of games that are not open any more; says whether that is news.
    fn tell_left(&self) -> bool {
        let closed = self.games.iter().filter(|game| game.is_closed);
        let words = closed.map(|game| {
            let name = game.book.name();
            let why = game.board.report().trouble.clone().unwrap_or_default();
            format!("{name} is not saved: {why}")
        });
        let words = Some(clauses(&words.collect::<Vec<_>>())).filter(|words| !words.is_empty());
        let mut left = left_of(&self.left);
        let is_news = *left != words;
        *left = words;
        is_news
    }

    /// Keeps what a file said when it was opened, before the first change.
    fn keep_as_opened(&mut self, board: &Arc<Board>) {
        let own = self.home.own.clone();
        let disk = Arc::clone(&self.disk);
        let Some(game) = self.game(board) else {
            return;
        };
        if let (Some(opened), Some(own), Some(path)) = (game.opened.take(), own, game.book.path()) {
            // A backup that cannot be kept keeps nobody from playing.
            let _ = Backups::of(disk, &own, path, game.book.kind()).keep(
                opened.as_bytes(),
                &Stamp::now(),
                Reason::AsOpened,
            );
        }
    }

    fn keep_on_the_way(&mut self, board: &Arc<Board>) {
        let is_due = self.game(board).is_some_and(|game| game.changes >= BACKUP_EVERY);
        if is_due {
            self.keep(board, Reason::OnTheWay);
        }
    }

    fn keep(&mut self, board: &Arc<Board>, reason: Reason) {
        let mut games = self.games.iter();
        if let Some(index) = games.position(|game| Arc::ptr_eq(&game.board, board)) {
            self.keep_state(index, reason);
        }
    }

    /// Keeps the present state of a game as a backup; says whether it is kept.
    fn keep_state(&mut self, index: usize, reason: Reason) -> bool {
        let game = &mut self.games[index];
        let (Some(own), Some(path)) = (&self.home.own, game.book.path()) else {
            return false;
        };
        if !game.is_changed && reason == Reason::AsLeft {
            return false;
        }
        let backups = Backups::of(Arc::clone(&self.disk), own, path, game.book.kind());
        game.changes = 0;
        let kept = backups.keep(game.book.text().as_bytes(), &Stamp::now(), reason);
        kept.is_ok()
    }
}

impl Game {
    fn ordered(&mut self) {
        self.taken += 1;
        self.is_changed = true;
        // Something new is a reason to try at once.
        self.next_try = Instant::now();
    }

    fn refused(&mut self, done: Result<(), StorageError>) {
        if let Err(error) = done {
            self.board.report().refusals.push(error.to_string());
        }
    }

    /// Tells how it stands; says whether that is news.
    fn tell(&mut self, saved: Result<(), String>) -> bool {
        let path = self.book.path().map(PathBuf::from);
        let notices = self.book.take_notices();
        let mut report = self.board.report();
        let done = match &saved {
            Ok(()) => self.taken,
            Err(_) => report.done,
        };
        let trouble = saved.err();
        let is_news = report.done != done
            || report.trouble != trouble
            || report.path != path
            || !notices.is_empty()
            || !report.refusals.is_empty();
        if report.done != done {
            report.saved_at = Some(Stamp::now());
        }
        report.done = done;
        if report.done == report.asked {
            report.latest = None;
        }
        report.trouble = trouble;
        report.path = path;
        report.notices.extend(notices);
        drop(report);
        self.board.changed.notify_all();
        is_news
    }
}
