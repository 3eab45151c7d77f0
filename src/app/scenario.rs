//! The scenario that is open: its record, its file, and what was asked of it carried out.
//!
//! A record of a scenario is short, so that its file is written whole after every change, by the
//! thread that writes everything. Before that the file is compared with what it should hold: one
//! that something else has changed is left alone, and the game goes on in a new one. So does a game
//! whose file was written by hand or is damaged.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use egui::Context;

use super::screen::Screen;
use super::tracing::read_photo;
use super::{App, Saver, Standing};
use report::{ScenarioSubject, scenario_layout_page, turn_page};
use scenario::record::{Change, MOST_RECORD, is_record, print, read};
use scenario::{Action, Record};
use storage::{Disk as _, Lock, RealDisk, StorageError, TablePicture, free_name_beside};
use ui::command::Menu;
use ui::picture::{Kind, USUAL_SIZE};
use ui::scenario::{ScenarioMemory, map_picture, map_svg, turn_picture, turn_svg};

/// What files of scenarios end on.
pub(super) const ENDING: &str = "scenario";
/// What files of single positions end on; they are opened, and never written.
const POSITION: &str = "position";
/// The entries of the menus that a scenario has too.
pub(super) const MENUS: [Menu; 15] = [
    Menu::SaveAs,
    Menu::Start,
    Menu::Undo,
    Menu::Redo,
    Menu::Photograph,
    Menu::Repair,
    Menu::CopyRecord,
    Menu::First,
    Menu::Previous,
    Menu::Next,
    Menu::Last,
    Menu::Layout,
    Menu::SavePicture,
    Menu::PrintLayout,
    Menu::PrintDispute,
];
/// After a failure it is tried again after so long.
const PAUSE: Duration = Duration::from_secs(3);

/// A scenario that is open.
pub(super) struct OpenScenario {
    pub(super) record: Record,
    pub(super) memory: ScenarioMemory,
    keep: Keep,
}

/// The file of a scenario, and how saving it stands.
struct Keep {
    file: Arc<Mutex<KeptFile>>,
    /// How many times it was handed over to be written.
    asked: u64,
    latest_try: Option<Instant>,
    _lock: Option<Lock>,
}

/// What the thread that writes knows of the file.
#[derive(Debug, Default)]
struct KeptFile {
    path: Option<PathBuf>,
    /// What it holds; nothing as long as it is not ours.
    holds: Option<String>,
    /// How many times it was written.
    written: u64,
    trouble: Option<String>,
    /// The photograph below the map, and the app's own folder, until it is kept with the file.
    photograph: Option<(PathBuf, Vec<u8>)>,
}

impl KeptFile {
    /// Keeps the photograph with the file, once there is one; gives what there is to tell.
    fn keep_photograph(&mut self) -> Option<String> {
        let path = self.path.clone().filter(|_| self.holds.is_some())?;
        let (own, jpeg) = self.photograph.take()?;
        let kept = TablePicture::of(&RealDisk, &own, &path).keep(&jpeg);
        kept.err().map(|error| format!("The photograph below the map is not kept: {error}."))
    }

    /// Lets the file say this; gives what there is to tell.
    fn write(&mut self, text: String, asked: u64) -> Option<String> {
        let path = self.path.clone()?;
        let found = storage::read_at_most(&path, MOST_RECORD as u64);
        let is_ours = match (&found, &self.holds) {
            (Ok(bytes), Some(holds)) => bytes == holds.as_bytes(),
            (Ok(_), None) => false,
            (Err(StorageError::Missing { .. }), _) => true,
            (Err(_), _) => self.holds.is_some(),
        };
        let mut told = None;
        let to = if is_ours { path.clone() } else { free_name_beside(&path) };
        if !is_ours && self.holds.is_some() {
            told = Some(format!(
                "{} was changed by something else and is left as it is; the game goes on in {}.",
                path.display(),
                to.display()
            ));
        }
        let folder = to.parent().unwrap_or(Path::new("."));
        let made = RealDisk.make_folder(folder).map_err(|source| source.to_string());
        let written =
            made.and_then(|()| storage::write_whole(&to, &text).map_err(|error| error.in_short()));
        match written {
            Ok(()) => {
                self.path = Some(to);
                self.holds = Some(text);
                self.written = asked;
                self.trouble = None;
                told.or(self.keep_photograph())
            }
            Err(why) => {
                self.trouble = Some(why);
                None
            }
        }
    }
}

impl Keep {
    /// A record that is in no file yet and is to be written to this one, or beside it.
    fn new(path: Option<PathBuf>, holds: Option<String>, lock: Option<Lock>) -> Self {
        let file = KeptFile { path, holds, ..KeptFile::default() };
        Self { file: Arc::new(Mutex::new(file)), asked: 0, latest_try: None, _lock: lock }
    }

    fn file(&self) -> MutexGuard<'_, KeptFile> {
        // A thread that panicked has left whole values behind.
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file that holds it; nothing as long as none does.
    fn path(&self) -> Option<PathBuf> {
        let file = self.file();
        file.path.clone().filter(|_| file.holds.is_some())
    }

    /// Hands a record over to be written.
    fn write(&mut self, saver: &Saver, record: &Record) {
        self.asked += 1;
        self.latest_try = Some(Instant::now());
        let (file, text, asked) = (Arc::clone(&self.file), print(record), self.asked);
        saver.send(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write(text, asked)
        });
    }

    /// Has a photograph kept with the file.
    fn keep_photograph(&self, saver: &Saver, own: PathBuf, jpeg: Vec<u8>) {
        let file = Arc::clone(&self.file);
        saver.send(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.photograph = Some((own, jpeg));
            file.keep_photograph()
        });
    }

    fn standing(&self) -> Standing {
        let file = self.file();
        match &file.trouble {
            _ if self.asked == 0 && file.holds.is_none() => Standing::Fresh,
            _ if file.path.is_none() => Standing::NotSaved("there is no folder for it".to_owned()),
            _ if file.written == self.asked => Standing::Saved,
            Some(why) => Standing::NotSaved(why.clone()),
            None => Standing::Saving,
        }
    }
}

impl OpenScenario {
    /// How saving stands.
    pub(super) fn standing(&self) -> Standing {
        self.keep.standing()
    }

    /// The file that holds it; nothing as long as none does.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.keep.path()
    }

    /// What the title of the window says.
    pub(super) fn name(&self) -> String {
        let standing = self.standing();
        let path = self.keep.file().path.clone();
        let stem = path.as_deref().and_then(Path::file_stem);
        let stem = stem.filter(|_| standing != Standing::Fresh);
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let name = self.record.title.clone().or(stem);
        format!("{} – {}", name.unwrap_or_else(|| "Scenario".to_owned()), standing.words())
    }
}

/// Whether a file is called as scenarios and positions are.
pub(super) fn is_scenario(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    [ENDING, POSITION].iter().any(|of| end.eq_ignore_ascii_case(of))
}

impl App {
    /// The record of the scenario that is open.
    #[must_use]
    pub fn scenario(&self) -> Option<&Record> {
        match &self.screen {
            Screen::Scenario(open) => Some(&open.record),
            _ => None,
        }
    }

    /// Waits for what the screen of the scenario works out, as a test has to.
    pub fn finish_scenario(&mut self, ctx: &Context) {
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.finish(ctx);
        }
    }

    /// Begins a scenario on an empty map.
    pub(super) fn begin_scenario(
        &mut self,
        ctx: &Context,
        (columns, rows): (u8, u8),
        always: Option<u8>,
    ) {
        let mut record = match Record::empty(columns, rows) {
            Ok(record) => record,
            Err(refusal) => return self.tell(ctx, refusal.to_string()),
        };
        record.date = Some(self.world.today.clone()).filter(|date| !date.is_empty());
        if always.is_some() {
            // The learn-to-play scenarios are of level 1.
            for action in [Action::Level(1), Action::Always(always)] {
                if let Err(error) = record.apply(action.into()) {
                    self.tell(ctx, error.to_string());
                }
            }
        }
        let path = self.new_scenario_path("scenario");
        self.show_scenario(ctx, record, Keep::new(path, None, None));
    }

    /// A free name for a scenario among the games of the app.
    fn new_scenario_path(&self, name: &str) -> Option<PathBuf> {
        let games = self.world.games.as_ref()?;
        let day = if self.world.today.is_empty() { "" } else { " " };
        let name = format!("{}{day}{name}.{ENDING}", self.world.today);
        let path = games.join(name);
        Some(if path.exists() { free_name_beside(&path) } else { path })
    }

    fn show_scenario(&mut self, ctx: &Context, record: Record, keep: Keep) {
        let mut memory = ScenarioMemory::new(&record);
        if let (Some(own), Some(path)) = (&self.world.own, keep.path())
            && let Ok(jpeg) = TablePicture::of(&RealDisk, own, &path).kept()
        {
            memory.lay_photo(ctx, jpeg);
        }
        self.screen = Screen::Scenario(Box::new(OpenScenario { record, memory, keep }));
        self.dialog = None;
        self.remember_path();
    }

    /// Opens the file of a scenario, or of a position, which begins a game of its own.
    pub(super) fn open_scenario(&mut self, ctx: &Context, path: &Path) {
        self.saver.settle(super::files::SETTLING);
        let bytes = match storage::read_at_most(path, MOST_RECORD as u64) {
            Ok(bytes) => bytes,
            Err(error) => return self.tell(ctx, error.to_string()),
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
                let why = format!("{}: line {line}: expected text", path.display());
                return self.tell(ctx, why);
            }
        };
        let is_position = path.extension().is_some_and(|end| end.eq_ignore_ascii_case(POSITION));
        if is_position && !is_record(&text) {
            match scenario::parse(&text) {
                Ok(position) => {
                    let keep = Keep::new(self.new_scenario_path("scenario"), None, None);
                    self.show_scenario(ctx, Record::new(position), keep);
                }
                Err(error) => self.tell(ctx, format!("{}: {error}", path.display())),
            }
            return;
        }
        let loaded = read(&text);
        if let Some(error) = &loaded.error {
            let kept = if loaded.record.is_some() {
                ". What is before it is shown; the file stays as it is, and changes go to a new one"
            } else {
                ""
            };
            self.tell(ctx, format!("{}: {error}{kept}.", path.display()));
        }
        let Some(record) = loaded.record else {
            return;
        };
        let own = self.world.own.as_deref();
        let lock = own.and_then(|own| Lock::take(&RealDisk, own, path).transpose());
        let is_elsewhere = own.is_some() && lock.is_none();
        if is_elsewhere {
            let why = "The game is open in another window; changes here go to a new file.";
            self.tell(ctx, why.to_owned());
        }
        // A lock that cannot be made keeps nobody from playing.
        let lock = lock.and_then(Result::ok);
        let holds = (loaded.is_sound && !is_elsewhere).then_some(text);
        self.show_scenario(ctx, record, Keep::new(Some(path.to_owned()), holds, lock));
    }

    /// Opens a scenario given as text; changes go to a new file.
    pub(super) fn open_scenario_text(&mut self, ctx: &Context, text: &str) {
        let loaded = read(text);
        if let Some(error) = &loaded.error {
            self.tell(ctx, error.to_string());
        }
        if let Some(record) = loaded.record {
            let keep = Keep::new(self.new_scenario_path("scenario"), None, None);
            self.show_scenario(ctx, record, keep);
        }
    }

    /// Changes the record of the scenario that is open, and saves it.
    pub(super) fn change_scenario(&mut self, ctx: &Context, change: Change) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        match open.record.apply(change) {
            Ok(()) => open.keep.write(&self.saver, &open.record),
            Err(error) => self.tell(ctx, error.to_string()),
        }
    }

    /// Reads a photograph of the map of the scenario that is open, to be laid below it.
    pub(super) fn read_map(&mut self, ctx: &Context, path: &Path) {
        if let Screen::Scenario(open) = &mut self.screen {
            let (named, read) = read_photo(path);
            open.memory.read_photo(ctx, &open.record, named, read);
        }
    }

    /// Lays a photograph below a map of this size, and keeps it with the game. A map on which nothing
    /// was done yet takes that size.
    pub(super) fn lay_map(&mut self, ctx: &Context, size: (u8, u8), jpeg: Vec<u8>) {
        let board = self.scenario().map(|record| record.game().position().board());
        if board.is_some_and(|board| (board.columns(), board.rows()) != size) {
            self.begin_scenario(ctx, size, None);
        }
        let own = self.world.own.clone();
        if let Screen::Scenario(open) = &mut self.screen {
            if let Some(own) = own {
                open.keep.keep_photograph(&self.saver, own, jpeg.clone());
            }
            open.memory.lay_photo(ctx, jpeg);
        }
    }

    /// Carries out an entry of the menus on the scenario that is open; says whether it is one of
    /// [`MENUS`] that stands for something else there than in the first game.
    pub(super) fn scenario_menu(&mut self, ctx: &Context, menu: Menu) -> bool {
        let Screen::Scenario(open) = &mut self.screen else {
            return false;
        };
        let OpenScenario { record, memory, .. } = open.as_mut();
        let (entry, last) = (memory.entry(record), record.played().len());
        let leaves_repair = matches!(
            menu,
            Menu::Undo | Menu::Redo | Menu::First | Menu::Previous | Menu::Next | Menu::Last
        );
        if leaves_repair && memory.is_repairing() {
            self.tell(ctx, "A repair goes on; accept it or cancel it first.".to_owned());
            return true;
        }
        match menu {
            Menu::Undo => self.change_scenario(ctx, Change::Undo),
            Menu::Redo => self.change_scenario(ctx, Change::Redo),
            Menu::Repair => memory.open_repair(record),
            Menu::First => memory.look_at(record, 0),
            Menu::Previous => memory.look_at(record, entry.saturating_sub(1)),
            Menu::Next => memory.look_at(record, entry + 1),
            Menu::Last => memory.look_at(record, last),
            Menu::CopyRecord => {
                ctx.copy_text(print(record));
                self.tell(ctx, "The record was copied.".to_owned());
            }
            Menu::Layout | Menu::PrintLayout => {
                let subject = ScenarioSubject { record, at: entry };
                let map = record.game_at(entry).map(|game| map_svg(&game)).unwrap_or_default();
                if let Some(page) = scenario_layout_page(subject, &map) {
                    self.show_page(ctx, "table.html", &page);
                }
            }
            Menu::PrintDispute => {
                if let Some((at, question)) = memory.question(record) {
                    let subject = ScenarioSubject { record, at };
                    let page = turn_page(subject, &question, &turn_svg(&question));
                    self.show_page(ctx, "turn.html", &page);
                } else {
                    let how = "Select a monster, or look at an entry that is a monster's turn.";
                    self.tell(ctx, how.to_owned());
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws the map after the entry that is looked at into a file, with the turn that is shown.
    pub(super) fn save_map(&mut self, ctx: &Context, path: &Path) {
        let Screen::Scenario(open) = &self.screen else {
            return;
        };
        let OpenScenario { record, memory, .. } = open.as_ref();
        let Some(game) = record.game_at(memory.entry(record)) else {
            return;
        };
        let drawn = Kind::of(path).and_then(|kind| match memory.shown_turn(record) {
            Some(question) => turn_picture(&question, kind, USUAL_SIZE),
            None => map_picture(&game, kind, USUAL_SIZE),
        });
        let name = path.display();
        let written = drawn
            .map_err(|error| error.to_string())
            .and_then(|bytes| storage::write_whole(path, bytes).map_err(|error| error.in_short()));
        match written {
            Ok(()) => self.tell(ctx, format!("The picture was saved to {name}.")),
            Err(error) => self.tell(ctx, format!("{name}: {error}")),
        }
    }

    /// Saves the scenario under a name of the player's own, and goes on there.
    pub(super) fn save_scenario_as(&mut self, ctx: &Context, path: &Path) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        let path = path.with_extension(ENDING);
        match storage::write_whole(&path, print(&open.record)) {
            Ok(()) => {
                let own = self.world.own.as_deref();
                let lock = own.and_then(|own| Lock::take(&RealDisk, own, &path).ok().flatten());
                open.keep = Keep::new(Some(path), Some(print(&open.record)), lock);
            }
            Err(error) => self.tell(ctx, error.to_string()),
        }
    }

    /// Tries again to save a scenario that could not be saved.
    pub(super) fn keep_scenario(&mut self, ctx: &Context) {
        // Once a new one is written it can be opened again.
        self.remember_path();
        if let Screen::Scenario(open) = &mut self.screen
            && let Standing::NotSaved(_) = open.keep.standing()
            && open.keep.file().path.is_some()
        {
            let since = open.keep.latest_try.map_or(PAUSE, |latest| latest.elapsed());
            if since >= PAUSE {
                open.keep.write(&self.saver, &open.record);
            }
            ctx.request_repaint_after(PAUSE);
        }
    }
}
