//! The window: it owns what is open, draws it, and carries commands out.
//!
//! A frame is drawn by the screens of the `ui-` crates, which push commands;
//! the commands are carried out before the next frame. Files, the clipboard,
//! dialogs of the system, chance and today's date come in here and nowhere
//! else, so that the tests hand in their own.

mod ahead;
mod bell;
mod carrying;
mod chosen;
mod clock;
mod closing;
pub mod command;
mod desktop;
mod dialogs;
mod ending;
mod faults;
mod files;
mod helping;
mod icon;
mod importing;
mod io_tasks;
mod keeping;
mod log;
mod mending;
mod opened;
mod own;
mod pages;
#[cfg(target_os = "linux")]
mod portal;
pub mod saving;
mod scenario;
mod scores;
mod screen;
mod screen_scale;
mod shelf;
pub mod start_screen;
mod system;
mod table_photo;
mod table_window;
pub mod thumbnails;
mod ticks;
mod tracing;
mod window;
mod window_state;

use plain_text::{remarks, same_name};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use egui::{Context, Ui};

use components::specs::Pack;
use journal::{Journal, Tags};
use notation::record::read_record;
use rules::setup::Setup;
use sealing::{SaltSource, system_salts};
use storage::{FrameScope, Home, RealDisk, Refuge, Running, Stranded};
use table::examples::example;
use table::table::Table;
use ui_board::Cx;
use ui_board::pieces::BoardPainter;
use ui_board::settings::{LastTable, Settings};
use ui_box::library_screen::{Shelf, library_screen_ui};
use ui_founders::rules_panel::{RulesMemory, rules_beside_ui};
use ui_founders::setup_screen::{SetupCx, setup_screen_ui};
use ui_founders::table_photo::table_photo_ui;
use ui_founders::table_screen::{TableMemory, table_screen_ui};
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::keymap::Keymap;
use ui_kit::queue::Queue;
use ui_menu::{Menu, Needs};
use ui_photo::tracing::trace_screen_ui;
use ui_scenario::scenario_screen_ui;

use ahead::Ahead;
use bell::Ringing;
use own::Own;

use clock::Clock;
use closing::Closing;
use files::StartReport;
use importing::Importing;
use io_tasks::{IoTasks, Purpose};
use keeping::Keeping;

pub use bell::Bell;
pub use chosen::FileDialogs;
pub use command::Command;
use command::Commands;
pub use dialogs::Dialog;
pub use ending::Ending;
pub use faults::Watch;
pub use log::Log;
pub use saving::{Ender, Saver, Saving, Standing};
use screen::{Open, Screen};
pub use screen_scale::ScreenScale;
use start_screen::{Recent, start_screen_ui};
pub use system::Wishes;
use table_window::TableWindow;
use thumbnails::{Pictured, TablePainter, Thumbnails};
pub use window::{Start, open};
pub use window_state::{WindowState, moved_into_view};

/// What the app gets from the world around it.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Where unnamed games are kept; nothing is saved without it.
    pub games: Option<PathBuf>,
    /// The file of the owner's copy of the box; nothing is kept without it.
    pub own_copy: Option<PathBuf>,
    /// Where pages to print are written; none are without it.
    pub pages: Option<PathBuf>,
    /// The app's own folder, with locks and backups; there are none without it.
    pub own: Option<PathBuf>,
    /// The log; none is kept without it.
    pub log: Option<Log>,
    /// The file of the settings; they are not kept without it.
    pub settings: Option<PathBuf>,
    /// The date of this evening as a record writes it.
    pub today: String,
    /// Where chance begins, for a random first player and for dealing.
    pub seed: u64,
    /// Whose dialogs files are chosen in.
    pub dialogs: FileDialogs,
    /// Who is asked to sound the bell.
    pub bell: Bell,
}

impl World {
    /// The folders that games and all else are kept in.
    fn home(&self) -> Home {
        Home { games: self.games.clone(), own: self.own.clone() }
    }
}

/// The app.
pub struct App {
    world: World,
    settings: Settings,
    /// Where they are kept.
    keeping: Option<Keeping>,
    /// Other files that are read and written; they may wait for the saver, which ends after them.
    tasks: IoTasks,
    /// The screen that something is opened from.
    opening_from: &'static str,
    /// Writes every game that is open.
    saver: Saver,
    /// Findings about the last start, until they are shown.
    start_report: Option<StartReport>,
    closing: Closing,
    /// The packs that come with the app, with what the owner of the box entered.
    packs: Vec<Pack>,
    own: Own,
    /// A friend's pack, while it is read or added.
    importing: Option<Importing>,
    /// The recent games as the start screen shows them.
    recent: Vec<Recent>,
    chance: fastrand::Rng,
    /// A look ahead that is under way.
    ahead: Option<Ahead>,
    ringing: Ringing,
    /// Where the salts of a game's ballots come from.
    salts: Box<dyn Fn() -> SaltSource>,
    thumbnails: Thumbnails,
    /// The photograph of the board that is played on, while it is read.
    picture: Option<Job<Option<egui::ColorImage>>>,
    /// Whether a game was opened whose board may have one.
    wants_picture: bool,
    screen: Screen,
    dialog: Option<Dialog>,
    /// The digest of the rules beside a screen without a table, while it is open.
    rules: Option<RulesMemory>,
    commands: Commands,
    /// What was told lately, with the time until which it stays.
    told: Vec<(f64, String)>,
    /// A file that a dialog of the system is asked for, and what for.
    chosen: Option<(Menu, Receiver<chosen::Choice>)>,
    is_installed: bool,
    table_window: TableWindow,
    /// The screen that the window is on, once it is known.
    screen_scale: Option<ScreenScale>,
    /// Every screen, in pixels.
    screens: Vec<egui::Rect>,
    /// What the system asks of every program.
    wishes: Wishes,
    /// What faults are told by, if anything is kept of them.
    watch: Option<Watch>,
    /// The screen and the saving that the log told last.
    logged: (&'static str, faults::Stands),
    /// Pages about faults of the last runs, until they are told.
    faults: Vec<PathBuf>,
}

/// How long a message stays, in seconds.
const TOLD_SECS: f64 = 5.0;

impl App {
    /// The app at its start screen; `settings` hold where no file keeps any yet.
    pub fn new(world: World, settings: Settings) -> Self {
        let (keeping, settings, trouble) = match &world.settings {
            Some(path) => {
                let (keeping, settings, trouble) = Keeping::open(path, settings);
                (Some(keeping), settings, trouble)
            }
            None => (None, settings, None),
        };
        let own = Own::load(world.own_copy.as_deref());
        let home = world.home();
        let (running, crashes) = match &home.own {
            Some(own) => Running::begin(own),
            None => (None, Vec::new()),
        };
        let stranded: Vec<Stranded> = Refuge::all(&home).iter().flat_map(Refuge::take).collect();
        let start_report = StartReport::of(crashes, &stranded, home.own.as_deref());
        let faults = home.own.as_deref().map(faults::pages_to_tell).unwrap_or_default();
        let mut app = Self {
            chance: fastrand::Rng::with_seed(world.seed),
            ahead: None,
            ringing: Ringing::default(),
            salts: Box::new(system_salts),
            world,
            tasks: IoTasks::default(),
            opening_from: "",
            saver: Saver::start(Arc::new(RealDisk), home, running),
            start_report,
            closing: Closing::default(),
            settings,
            keeping,
            packs: own.packs(),
            own,
            importing: None,
            recent: Vec::new(),
            screen: Screen::Start(Box::default()),
            thumbnails: Thumbnails::default(),
            picture: None,
            wants_picture: false,
            dialog: None,
            rules: None,
            commands: Vec::new(),
            told: Vec::new(),
            chosen: None,
            is_installed: false,
            table_window: TableWindow::default(),
            screen_scale: None,
            screens: Vec::new(),
            wishes: Wishes::default(),
            watch: None,
            logged: ("", faults::Stands::NoGame),
            faults,
        };
        app.go_to_start();
        app.log(&format!("start of version {}", env!("CARGO_PKG_VERSION")));
        // What is wrong with the owner's file is told at once: the game would play without it.
        let problem = app.own.problems.first().cloned();
        app.tell_first(problem);
        app.tell_first(trouble);
        app
    }

    /// Says something for a while after the start.
    pub fn tell_first(&mut self, message: Option<String>) {
        self.told.extend(message.map(|message| (2.0 * TOLD_SECS, message)));
    }

    /// Takes in where the screens are, in pixels.
    pub fn see_screens(&mut self, screens: Vec<egui::Rect>) {
        self.screens = screens;
    }

    /// Salts ballots from another source, as the tests do to seal as an example did.
    pub fn salt_with(&mut self, salts: impl Fn() -> SaltSource + 'static) {
        self.salts = Box::new(salts);
    }

    /// What the people at the screen have chosen.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The table that is open.
    pub fn table(&self) -> Option<&Table> {
        self.screen.game().map(|open| &open.table)
    }

    /// The record that is open.
    pub fn journal(&self) -> Option<&Journal> {
        self.table().map(Table::journal)
    }

    /// The file of the game that is open.
    pub fn file(&self) -> Option<PathBuf> {
        self.screen.kept().and_then(Saving::path)
    }

    /// Lets this be the date of the evening from now on.
    pub fn set_today(&mut self, today: String) {
        self.world.today = today;
    }

    /// Gives a command, as a menu or a key would.
    pub fn give(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// Whether a small picture of a board is being made that was not painted yet.
    pub fn makes_pictures(&self) -> bool {
        self.thumbnails.is_making()
    }

    /// The title of the window: the game, and whether it is saved.
    pub fn title(&self) -> String {
        if let Screen::Scenario(open) = &self.screen {
            return format!("{} – {} – Founders Ledger", open.name(), open.saving.words());
        }
        match self.screen.game() {
            None => match self.saver.left() {
                Some(left) => format!("{left} – Founders Ledger"),
                None => "Founders Ledger".to_owned(),
            },
            Some(open) => {
                let name = match (&open.table.journal().tags.title, &open.saving.path()) {
                    (Some(title), _) => title.clone(),
                    (None, Some(path)) => path
                        .file_stem()
                        .map(|stem| stem.to_string_lossy().into_owned())
                        .unwrap_or_default(),
                    (None, None) => remarks(&open.table.journal().setup().players),
                };
                format!("{name} – {} – Founders Ledger", open.saving.words())
            }
        }
    }

    /// Draws a frame, and requests another one if it leaves commands to carry out.
    pub fn frame(&mut self, ui: &mut Ui) {
        self.draw(ui);
        if !self.commands.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let _frame = FrameScope::begin();
        let ctx = ui.ctx().clone();
        if !self.is_installed {
            // The fonts are there from the next frame on.
            self.dress(&ctx);
            Keymap::new(&self.settings.keys).install(&ctx);
            self.is_installed = true;
            ctx.request_repaint();
            return;
        }
        keyboard::announce_dialog(&ctx, self.dialog.is_some());
        keyboard::hold_words(&ctx);
        self.shortcuts(ui);
        // While a menu is open, keys and clicks are for it alone.
        let menu_is_open = egui::Popup::is_any_open(&ctx);
        if menu_is_open && keyboard::closes_menu(&ctx) {
            egui::Popup::close_all(&ctx);
        }
        let unsaved = self.unsaved_words();
        self.menus_ui(ui, unsaved.as_deref());
        self.rules_ui(ui);
        self.screen_ui(ui);
        if menu_is_open {
            // The menus open recent games as well.
            self.commands.retain(Command::is_of_menus);
        }
        self.dialog_ui(&ctx, unsaved);
        self.read_for_dialog(&ctx);
        self.told_ui(&ctx);
        self.table_window_ui(&ctx);
        helping::drop_ui(&ctx, &self.screen);
    }

    /// Draws the screen below the menus.
    fn screen_ui(&mut self, ui: &mut Ui) {
        let thumbnails = &self.thumbnails;
        let paint_table: TablePainter<'_> = &|painter, rect, table| {
            thumbnails.paint(painter, rect, table);
        };
        match &mut self.screen {
            Screen::Start(memory) => {
                let start = start_screen::Start {
                    settings: &self.settings,
                    packs: &self.packs,
                    recent: &self.recent,
                    paint_table,
                };
                let commands = &mut self.commands;
                egui::CentralPanel::no_frame().show(ui, |ui| {
                    start_screen_ui(ui, &start, memory, commands);
                });
            }
            Screen::Setup(page) => {
                let chance = &mut self.chance;
                let mut draw = |below: usize| chance.usize(..below.max(1));
                let settings = &self.settings;
                ask(&mut self.commands, |commands| {
                    let paint_board: BoardPainter<'_> =
                        &|painter, rect, game| paint_table(painter, rect, Pictured::Board(game));
                    let cx = SetupCx { settings, paint_board, commands };
                    setup_screen_ui(ui, cx, &mut draw, &mut page.of);
                });
            }
            Screen::Trace(page) => {
                ask(&mut self.commands, |asked| trace_screen_ui(ui, &mut page.of, asked));
            }
            Screen::TablePhoto(page) => {
                ask(&mut self.commands, |asked| table_photo_ui(ui, &mut page.of, asked));
            }
            Screen::Library(page) => {
                let own = Shelf {
                    base: self.own.base(),
                    pack: self.own.laid(),
                    own: self.own.facts(),
                    unfinished: self.own.unfinished(),
                    problems: &self.own.problems,
                    reader: &self.settings.reader,
                    packs: &self.packs,
                    today: &self.world.today,
                    behind: page.is_before_game(),
                };
                ask(&mut self.commands, |asked| {
                    library_screen_ui(ui, &own, &mut page.of, asked);
                });
            }
            Screen::Scores(page) => {
                let is_before_game = page.is_before_game() == Some(true);
                ask(&mut self.commands, |asked| page.of.frame(ui, is_before_game, asked));
            }
            Screen::Scenario(open) => {
                open.memory.set_read_only(open.read_only());
                ask(&mut self.commands, |asked| {
                    scenario_screen_ui(ui, &open.record, &mut open.memory, asked);
                });
            }
            Screen::Table(open) => {
                let settings = self.wishes.over(&self.settings);
                ask(&mut self.commands, |asked| {
                    let cx = Cx { table: &open.table, settings: &settings, commands: asked };
                    table_screen_ui(ui, cx, &mut open.memory);
                });
            }
        }
    }

    /// Draws the dialog that is open, with what is not saved in words.
    fn dialog_ui(&mut self, ctx: &Context, unsaved: Option<String>) {
        if let Some(Dialog::Unsaved { why }) = &mut self.dialog {
            *why = unsaved;
        }
        if let Some(dialog) = &mut self.dialog {
            let thumbnails = &self.thumbnails;
            let paint_table: TablePainter<'_> = &|painter, rect, table| {
                thumbnails.paint(painter, rect, table);
            };
            let table = self.screen.game_mut().map(|open| &*open.pressed_on().0);
            let (settings, commands) = (&self.settings, &mut self.commands);
            if dialogs::dialog_ui(ctx, dialog, table, settings, paint_table, commands) {
                self.dialog = None;
            }
        }
    }

    /// The menus, with what is not saved beside them; the table view fills the window and has
    /// that alone.
    fn menus_ui(&mut self, ui: &mut Ui, unsaved: Option<&str>) {
        let is_table_view =
            self.screen.game_mut().is_some_and(|open| open.memory.shows_table_view(&open.table));
        let asks = if is_table_view {
            unsaved.is_some_and(|words| {
                let strip = egui::Panel::bottom("not saved");
                strip.show(ui, |ui| window::unsaved_ui(ui, words)).inner
            })
        } else {
            let has_window = self.table_window.is_open();
            let state = window::ScreenState::of(ui.ctx(), &self.screen, &self.settings, has_window);
            let beside = (self.clock_words(), unsaved);
            window::menu_bar_ui(ui, &state, &self.recent, beside, &mut self.commands)
        };
        if asks {
            self.dialog = Some(Dialog::Unsaved { why: unsaved.map(str::to_owned) });
        }
    }

    /// Whether everybody is voting. They are while the past is looked at as well, and what is
    /// secret stays so.
    fn awaits_ballots(&self) -> bool {
        self.table().is_some_and(Table::awaits_ballots)
    }

    /// Whether ballots are being taken, which are nowhere but in memory.
    pub fn holds_ballots(&self) -> bool {
        let game = self.screen.open();
        game.is_some_and(|open| open.memory.vote.holds_ballots())
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.screen.game_mut().map(|open| open.pressed_on().0)
    }

    fn begin(&mut self, ctx: &Context, mut setup: Setup) {
        // A record carries the board that is played on, not those that lie in the box.
        setup.pack.boards.retain(|board| board.name == setup.board);
        match Journal::new(setup) {
            Ok(mut journal) => {
                let setup = journal.setup();
                self.settings.last_table = LastTable::of(setup);
                let setup = setup.clone();
                self.keep_new_board(ctx, &setup);
                for name in setup.players.iter().rev() {
                    self.settings.roster.retain(|other| !same_name(other, name));
                    self.settings.roster.insert(0, name.clone());
                }
                let deals = setup.pack.name == packs::PRACTICE && self.settings.deals_practice;
                journal.tags = Tags {
                    title: None,
                    date: Some(self.world.today.clone()).filter(|date| !date.is_empty()),
                    evenings: Vec::new(),
                    deals,
                };
                let saving = self.saver.orders().begin();
                self.show(journal, saving);
            }
            Err(error) => self.tell(ctx, error.to_string()),
        }
    }

    fn show(&mut self, journal: Journal, saving: Saving) {
        let memory = self.fresh_memory();
        self.screen = Screen::Table(Box::new(Open {
            table: Table::new(journal),
            clock: Clock::default(),
            saving,
            memory,
            damaged: None,
        }));
        self.set_naming();
        self.dialog = None;
        self.tasks.give_up(Purpose::Open);
        self.wants_picture = true;
        self.table_window.forget();
        self.remember_path();
    }

    /// What the table screen remembers of a record that it has not shown before.
    fn fresh_memory(&mut self) -> TableMemory {
        // Every game has a chance of its own: what is dealt in one says nothing of the next.
        let seed = self.chance.u64(..);
        let mut memory = TableMemory::new(seed, (self.salts)());
        memory.papers.learn.read_by(&self.settings.reader, &self.world.today);
        memory.papers.learn.resume(self.own.unfinished());
        memory.papers.learn.explain(!self.settings.knows_asking);
        memory
    }

    /// Names the players of the open game as the settings say.
    fn set_naming(&mut self) {
        if let Some(open) = self.screen.open_mut() {
            open.table.set_naming(self.settings.naming);
        }
    }

    fn open_example(&mut self, ctx: &Context, name: &str) {
        match example(name) {
            Some(example) => self.open_text(ctx, example.text),
            None => self.tell(ctx, format!("There is no example {name}.")),
        }
    }

    /// Opens a record given as text; changes go to a new file.
    fn open_text(&mut self, ctx: &Context, text: &str) {
        if ::scenario::record::is_record(text) {
            return self.open_scenario_text(ctx, text);
        }
        let loaded = read_record(text.as_bytes());
        if let Some(error) = &loaded.error {
            self.tell(ctx, error.to_string());
        }
        if let Some(journal) = loaded.record {
            let saving = self.saver.orders().begin();
            self.show(journal, saving);
        }
    }

    fn set(&mut self, ctx: &Context, settings: Settings) {
        let was_dressed = (self.settings.look, self.settings.motion);
        if settings.keys != self.settings.keys {
            Keymap::new(&settings.keys).install(ctx);
        }
        let is_listed = (&settings.recent, &settings.pinned);
        let lists_anew = is_listed != (&self.settings.recent, &self.settings.pinned);
        self.settings = settings;
        self.set_naming();
        if was_dressed != (self.settings.look, self.settings.motion) {
            self.dress(ctx);
        }
        if lists_anew && matches!(self.screen, Screen::Start(_)) {
            self.list_recent();
        }
        if let Screen::Library(_) = &self.screen
            && let Some(open) = self.screen.open_mut()
        {
            let reader = &self.settings.reader;
            open.memory.papers.learn.read_by(reader, &self.world.today);
        }
    }

    /// Lets the app draw the cards of the game that is open, or the players again. Nobody has the
    /// decks of the practice set, so what is wanted there holds for its next games as well.
    fn deal_always(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let deals = !open.table.journal().tags.deals;
        open.table.tags_mut().deals = deals;
        let journal = open.table.journal();
        // A game that has no file yet takes it along into its first.
        if matches!(open.saving.standing(), Standing::Saving | Standing::Saved) {
            open.saving.replace(journal);
        }
        let is_practice = journal.setup().pack.name == packs::PRACTICE;
        if is_practice {
            self.settings.deals_practice = deals;
        }
        let said = match (deals, is_practice) {
            (true, true) => "The app deals in this game and in new practice games.",
            (true, false) => "The app deals in this game.",
            (false, _) => "The players deal in this game.",
        };
        self.tell(ctx, said.to_owned());
    }

    fn tell(&mut self, ctx: &Context, message: String) {
        let until = ctx.input(|input| input.time) + TOLD_SECS;
        self.told.push((until, message));
        let surplus = self.told.len().saturating_sub(4);
        self.told.drain(..surplus);
    }

    /// The digest of the rules, beside a screen that has no table with a panel for it.
    fn rules_ui(&mut self, ui: &mut Ui) {
        if let (Some(rules), None) = (&mut self.rules, self.screen.game())
            && !rules_beside_ui(ui, rules)
        {
            self.rules = None;
        }
    }

    /// Opens the digest of the rules where the screen has room for it; the same key closes it.
    fn open_rules(&mut self) {
        if let Some(open) = self.screen.game_mut() {
            open.memory.menu(&open.table, Menu::Rules);
        } else if self.rules.is_some() {
            self.rules = None;
        } else {
            let mut rules = RulesMemory::default();
            rules.focus_search();
            self.rules = Some(rules);
        }
    }

    /// Messages for a few seconds, at the lower edge, and what takes the disk long.
    fn told_ui(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.told.retain(|(until, _)| *until > now);
        let long = self.tasks.long_labels(ctx);
        if let Some(next) = self.told.iter().map(|(until, _)| *until).reduce(f64::min) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64((next - now).max(0.05)));
        } else if long.is_empty() {
            return;
        }
        let told = self.told.iter().map(|(_, message)| message);
        dialogs::told_ui(ctx, told.chain(&long).map(String::as_str));
    }

    /// Keys give commands where they are meant for the game.
    fn shortcuts(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        // On other screens the keys of the table's commands are for what is shown there.
        let has_table = matches!(self.screen, Screen::Table(_));
        let is_offered = |menu: &Menu| has_table || menu.needs() != Needs::Table;
        let offered: Vec<Menu> = Menu::ALL.iter().copied().filter(is_offered).collect();
        let menus = keyboard::shortcuts(ctx, &offered, Menu::entry).into_iter();
        self.commands.extend(menus.map(Command::Menu));
        if keyboard::reaches_game(ctx) {
            for event in ctx.input(|input| input.events.clone()) {
                if let egui::Event::Paste(text) = event
                    && text.starts_with("Founders Ledger")
                {
                    self.commands.push(Command::OpenText(text));
                }
            }
        }
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            let path = file.path().to_owned();
            if !path.as_os_str().is_empty() {
                self.commands.push(Command::Open(path));
            }
        }
        if keyboard::pressed(ui, egui::Modifiers::NONE, egui::Key::Escape) {
            self.commands.push(Command::Back);
        }
    }
}

/// Draws a screen, and passes on what it asks for.
fn ask<C: Into<Command>>(commands: &mut Commands, draw: impl FnOnce(&Queue<C>)) {
    let asked = Queue::default();
    draw(&asked);
    commands.extend(asked.take().into_iter().map(Into::into));
}
