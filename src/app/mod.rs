//! The window: owns the open game, draws it, and carries commands out.
//!
//! The screens of the `ui-` crates draw a frame and push commands, which are
//! carried out before the next frame. Files, the clipboard, system dialogs,
//! chance and today's date enter here and nowhere else, so that tests can
//! supply their own.

mod bell;
mod board_photos;
mod campaign_game;
mod card_import;
mod checklist_ticks;
mod clock;
mod closing;
pub mod command;
mod crash_reports;
mod desktop;
mod dialogs;
mod dispatch;
mod exports;
mod file_dialogs;
mod file_menu;
mod icon;
mod io_tasks;
mod lesson;
mod links;
mod log;
mod lookahead;
mod open_record;
pub mod own_cards;
mod own_copy;
mod pack_import;
pub mod phone_picture;
pub mod phones;
#[cfg(target_os = "linux")]
mod portal;
mod record_files;
mod record_reader;
mod recovery;
pub mod saving;
mod scenario_game;
mod score_history;
mod screen;
mod screen_help;
mod screen_scale;
mod settings_store;
pub mod start_screen;
mod system_preferences;
mod table_photo;
mod table_window;
mod termination;
pub mod thumbnails;
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
use sealed::{NonceSource, system_nonces};
use storage::{AppFolders, CrashNote, EmergencyPlace, FrameScope, RealDisk, UnsavedRecord};
use table::examples::example;
use table::table::Table;
use ui_board::Cx;
use ui_board::pieces::BoardPainter;
use ui_board::settings::{LastTable, Settings};
use ui_box::library_screen::{LibraryData, library_screen_ui};
use ui_campaign::campaign_screen_ui;
use ui_founders::lesson_view::lesson_view_ui;
use ui_founders::rules_panel::{RulesMemory, rules_beside_ui};
use ui_founders::table_photo::table_photo_ui;
use ui_founders::table_screen::{TableMemory, table_screen_ui};
use ui_games::setup_screen::{SetupContext, setup_screen_ui};
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::keymap::Keymap;
use ui_kit::queue::CommandQueue;
use ui_menu::{Menu, RequiredRecord};
use ui_photo::trace_screen::trace_screen_ui;
use ui_record::RecordMemory;
use ui_scenario::scenario_screen_ui;

use bell::BellState;
use lookahead::LookaheadSearch;
use own_copy::OwnBox;

use card_import::is_of_cards;
use clock::Clock;
use closing::ClosingState;
use io_tasks::{IoTasks, ReadPurpose};
use pack_import::PackImport;
use record_files::StartReport;
use settings_store::SettingsStore;

use self::score_history::ScoreHistoryState;
pub use bell::Bell;
pub use command::Command;
use command::Commands;
pub use crash_reports::CrashReporter;
pub use dialogs::Dialog;
pub use file_dialogs::FileDialogs;
pub use log::Log;
pub use saving::{SaveFinisher, SaveHandle, SaveStatus, Saver};
use screen::{OpenGame, Screen};
pub use screen_scale::ScreenScale;
use start_screen::{RecentGame, start_screen_ui};
pub use system_preferences::SystemPreferences;
use table_window::TableWindow;
pub use termination::TerminationRequest;
use thumbnails::{TablePainter, ThumbnailSubject, Thumbnails};
pub use window::{StartOptions, open};
pub use window_state::{WindowState, moved_into_view};

/// The environment of the app: folders, files, date, chance and system services.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The folder of unnamed games; `None` saves no games.
    pub games: Option<PathBuf>,
    /// The file of the owner's copy of the box; `None` saves no facts.
    pub own_copy: Option<PathBuf>,
    /// The folder of pages to print; `None` writes none.
    pub pages: Option<PathBuf>,
    /// The app's own folder, with locks and backups; `None` makes neither.
    pub own: Option<PathBuf>,
    /// The log; `None` writes none.
    pub log: Option<Log>,
    /// The settings file; `None` does not save settings.
    pub settings: Option<PathBuf>,
    /// The date of this evening as a record writes it.
    pub today: String,
    /// The random seed, for a random first player and for dealing.
    pub seed: u64,
    /// The provider of file dialogs.
    pub dialogs: FileDialogs,
    /// The device that sounds the bell.
    pub bell: Bell,
}

impl Environment {
    /// Returns the date of this evening for a record; `None` if it is unknown.
    fn date(&self) -> Option<String> {
        Some(self.today.clone()).filter(|date| !date.is_empty())
    }

    /// Returns the folders of games and of everything else.
    fn home(&self) -> AppFolders {
        AppFolders { games: self.games.clone(), own: self.own.clone() }
    }
}

/// The state of the window: its environment, the open screen, and background work.
pub struct App {
    world: Environment,
    settings: Settings,
    /// The store that saves `settings`.
    settings_store: Option<SettingsStore>,
    /// Reads and writes of other files; they may wait for the saver, which ends after them.
    tasks: IoTasks,
    /// The screen from which the file being opened was requested.
    opening_from: &'static str,
    /// The handle of the thread that saves every open game.
    saver: Saver,
    /// Findings about the last start, until they are shown.
    start_report: Option<StartReport>,
    closing: ClosingState,
    /// The packs that come with the app, with what the owner of the box entered.
    packs: Vec<Pack>,
    own: OwnBox,
    /// A friend's pack, while it is read or added.
    pack_import: Option<PackImport>,
    /// The recent games as the start screen shows them.
    recent: Vec<RecentGame>,
    chance: fastrand::Rng,
    /// The running look-ahead search.
    lookahead: Option<LookaheadSearch>,
    bell: BellState,
    /// Makes the source of the salts of a game's ballots.
    salts: Box<dyn Fn() -> NonceSource>,
    thumbnails: Thumbnails,
    /// The photograph of the board in play, while it is read.
    board_photo: Option<Job<Option<egui::ColorImage>>>,
    /// `true` once a game was opened whose board may have a photograph.
    wants_board_photo: bool,
    screen: Screen,
    /// The campaign that is opened to take the gains of a scenario, and the file of the scenario.
    gains_to_take: Option<(PathBuf, PathBuf)>,
    score_history: ScoreHistoryState,
    dialog: Option<Dialog>,
    /// The open rules digest next to a screen without a table.
    rules: Option<RulesMemory>,
    commands: Commands,
    /// The messages on screen, each with the time at which it goes.
    messages: Vec<(f64, String)>,
    /// The pending answer of a system file dialog, with the command that asked for it.
    file_choice: Option<(Menu, Receiver<file_dialogs::FileChoice>)>,
    is_installed: bool,
    table_window: TableWindow,
    /// The players' phones.
    phones: phones::Phones,
    /// The scale of the screen that shows the window, once known.
    screen_scale: Option<ScreenScale>,
    /// The place of every screen, in pixels.
    screen_rects: Vec<egui::Rect>,
    /// The system's preferences for every program.
    system_preferences: SystemPreferences,
    /// The crash reporter, if faults are recorded.
    crash_reporter: Option<CrashReporter>,
    /// The screen and the save state last written to the log.
    logged: (&'static str, crash_reports::LoggedSaveStatus),
    /// Pages about faults of earlier runs, until they are shown.
    new_fault_pages: Vec<PathBuf>,
}

/// Time for which a message stays, in seconds.
const MESSAGE_SECS: f64 = 5.0;

/// Minimum width of a window that has space for the rules, the map and its side panel, in points.
const RULES_AND_SIDE: f32 = 1_100.0;

impl App {
    /// Creates the app at its start screen; `settings` apply until a file has some.
    pub fn new(world: Environment, settings: Settings) -> Self {
        let (settings_store, settings, settings_problem) = match &world.settings {
            Some(path) => {
                let (keeping, settings, problem) = SettingsStore::open(path, settings);
                (Some(keeping), settings, problem)
            }
            None => (None, settings, None),
        };
        let own = OwnBox::load(world.own_copy.as_deref());
        let home = world.home();
        let (running, crashes) = match &home.own {
            Some(own) => CrashNote::start(own),
            None => (None, Vec::new()),
        };
        let unsaved: Vec<UnsavedRecord> =
            EmergencyPlace::all(&home).iter().flat_map(EmergencyPlace::take_unsaved).collect();
        let start_report = StartReport::of(crashes, &unsaved, home.own.as_deref());
        let new_fault_pages =
            home.own.as_deref().map(crash_reports::take_new_pages).unwrap_or_default();
        let mut app = Self {
            chance: fastrand::Rng::with_seed(world.seed),
            lookahead: None,
            bell: BellState::default(),
            salts: Box::new(system_nonces),
            world,
            tasks: IoTasks::default(),
            opening_from: "",
            saver: Saver::start(Arc::new(RealDisk), home, running),
            start_report,
            closing: ClosingState::default(),
            settings,
            settings_store,
            packs: own.packs(),
            own,
            pack_import: None,
            recent: Vec::new(),
            screen: Screen::Start(Box::default()),
            gains_to_take: None,
            score_history: ScoreHistoryState::default(),
            thumbnails: Thumbnails::default(),
            board_photo: None,
            wants_board_photo: false,
            dialog: None,
            rules: None,
            commands: Vec::new(),
            messages: Vec::new(),
            file_choice: None,
            is_installed: false,
            table_window: TableWindow::default(),
            phones: phones::Phones::default(),
            screen_scale: None,
            screen_rects: Vec::new(),
            system_preferences: SystemPreferences::default(),
            crash_reporter: None,
            logged: ("", crash_reports::LoggedSaveStatus::NoGame),
            new_fault_pages,
        };
        app.go_to_start();
        app.log(&format!("start of version {}", env!("CARGO_PKG_VERSION")));
        // A problem of the owner's file is shown at once: the game would play without the file.
        let problem = app.own.problems.first().cloned();
        app.show_first_message(problem);
        app.show_first_message(settings_problem);
        app
    }

    /// Shows a message for a while after the start.
    pub fn show_first_message(&mut self, message: Option<String>) {
        self.messages.extend(message.map(|message| (2.0 * MESSAGE_SECS, message)));
    }

    /// Sets the places of the screens, in pixels.
    pub fn set_screens(&mut self, screens: Vec<egui::Rect>) {
        self.screen_rects = screens;
    }

    /// Salts ballots from another source; tests use it to reproduce the seals of an example.
    pub fn set_salts(&mut self, salts: impl Fn() -> NonceSource + 'static) {
        self.salts = Box::new(salts);
    }

    /// Returns the settings chosen by the people at the screen.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the open table.
    pub fn table(&self) -> Option<&Table> {
        self.screen.game().map(|open| &open.table)
    }

    /// Returns the open record.
    pub fn journal(&self) -> Option<&Journal> {
        self.table().map(Table::journal)
    }

    /// Returns the file of the open game.
    pub fn file(&self) -> Option<PathBuf> {
        self.screen.saving_behind_pages().and_then(SaveHandle::path)
    }

    /// Sets the date of the evening.
    pub fn set_today(&mut self, today: String) {
        self.world.today = today;
    }

    /// Queues a command, as a menu or a key would.
    pub fn queue_command(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// Returns `true` while a thumbnail is being made that was not painted yet.
    pub fn makes_thumbnails(&self) -> bool {
        self.thumbnails.is_busy()
    }

    /// Returns the title of the window: the game and its save state.
    pub fn title(&self) -> String {
        if let Screen::Scenario(open) = &self.screen {
            let name = open.name("Scenario");
            return format!("{name} – {} – Founders Ledger", open.saving.words());
        }
        if let Screen::Campaign(open) = &self.screen {
            let name = open.name("Campaign");
            return format!("{name} – {} – Founders Ledger", open.saving.words());
        }
        match self.screen.game() {
            None => match self.saver.unsaved_message() {
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
        let _frame = FrameScope::start();
        let ctx = ui.ctx().clone();
        if !self.is_installed {
            // The fonts are available from the next frame on.
            self.apply_look(&ctx);
            Keymap::new(&self.settings.keys).install(&ctx);
            self.is_installed = true;
            ctx.request_repaint();
            return;
        }
        keyboard::announce_dialog(&ctx, self.dialog.is_some());
        keyboard::buffer_text(&ctx);
        self.shortcuts(ui);
        // While a menu is open, only the menu receives keys and clicks.
        let menu_is_open = egui::Popup::is_any_open(&ctx);
        if menu_is_open && keyboard::closes_menu(&ctx) {
            egui::Popup::close_all(&ctx);
        }
        let unsaved = self.unsaved_text();
        self.menus_ui(ui, unsaved.as_deref());
        self.rules_ui(ui);
        self.screen_ui(ui);
        if menu_is_open {
            // The menus also open recent games.
            self.commands.retain(Command::is_of_menus);
        }
        self.dialog_ui(&ctx, unsaved);
        self.read_for_dialog(&ctx);
        self.messages_ui(&ctx);
        self.table_window_ui(&ctx);
        screen_help::drop_ui(&ctx, &self.screen);
    }

    /// Draws the screen below the menus.
    fn screen_ui(&mut self, ui: &mut Ui) {
        let thumbnails = &self.thumbnails;
        let paint_table: TablePainter<'_> = &|painter, rect, table| {
            thumbnails.paint(painter, rect, table);
        };
        let has_phone = self.has_phone();
        match &mut self.screen {
            Screen::Start(memory) => {
                let start = start_screen::StartScreenCx {
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
                let settings = &self.settings;
                ask(&mut self.commands, |commands| {
                    let paint_board: BoardPainter<'_> = &|painter, rect, game| {
                        paint_table(painter, rect, ThumbnailSubject::Board(game));
                    };
                    let cx = SetupContext { settings, paint_board, commands };
                    setup_screen_ui(
                        ui,
                        cx,
                        &mut |below| chance.usize(..below.max(1)),
                        &mut page.content,
                    );
                });
            }
            Screen::Trace(page) => {
                page.content.set_phone(has_phone);
                ask(&mut self.commands, |commands| {
                    trace_screen_ui(ui, &mut page.content, commands);
                });
            }
            Screen::TablePhoto(page) => {
                page.content.set_phone(has_phone);
                ask(&mut self.commands, |commands| table_photo_ui(ui, &mut page.content, commands));
            }
            Screen::Library(page) => {
                let library = LibraryData {
                    base: self.own.base(),
                    pack: self.own.merged(),
                    own: self.own.facts(),
                    unfinished: self.own.unfinished(),
                    problems: &self.own.problems,
                    reader: &self.settings.reader,
                    packs: &self.packs,
                    today: &self.world.today,
                    covered: page.is_before_game(),
                };
                ask(&mut self.commands, |commands| {
                    library_screen_ui(ui, &library, &mut page.content, commands);
                });
            }
            Screen::Scores(page) => {
                let is_before_game = page.is_before_game() == Some(true);
                ask(&mut self.commands, |commands| {
                    self.score_history.frame(ui, is_before_game, commands);
                });
            }
            Screen::Scenario(open) => {
                let read_only = open.read_only();
                open.memory.record_view_mut().set_read_only(read_only);
                ask(&mut self.commands, |commands| {
                    scenario_screen_ui(ui, &open.record, &mut open.memory, commands);
                });
            }
            Screen::Campaign(open) => {
                let read_only = open.read_only();
                open.memory.record_view_mut().set_read_only(read_only);
                ask(&mut self.commands, |commands| {
                    campaign_screen_ui(ui, &open.record, &mut open.memory, commands);
                });
            }
            Screen::Lesson(page) => {
                let settings = self.system_preferences.apply_to(&self.settings);
                ask(&mut self.commands, |commands| {
                    lesson_view_ui(ui, &mut page.content, &settings, commands);
                });
            }
            Screen::Table(open) => {
                let settings = self.system_preferences.apply_to(&self.settings);
                ask(&mut self.commands, |commands| {
                    let cx = Cx { table: &open.table, settings: &settings, commands };
                    table_screen_ui(ui, cx, &mut open.memory);
                });
            }
        }
    }

    /// Draws the open dialog; `unsaved` says what is not saved and why.
    fn dialog_ui(&mut self, ctx: &Context, unsaved: Option<String>) {
        if let Some(Dialog::Unsaved { why }) = &mut self.dialog {
            *why = unsaved;
        }
        if let Some(dialog) = &mut self.dialog {
            let thumbnails = &self.thumbnails;
            let paint_table: TablePainter<'_> = &|painter, rect, table| {
                thumbnails.paint(painter, rect, table);
            };
            let table = self.screen.game_mut().map(|open| &*open.input_target().0);
            let (settings, commands) = (&self.settings, &mut self.commands);
            if dialogs::dialog_ui(ctx, dialog, table, settings, paint_table, commands) {
                self.dialog = None;
            }
        }
    }

    /// Draws the menus with the `unsaved` notice; the table view fills the window and has only
    /// the notice.
    fn menus_ui(&mut self, ui: &mut Ui, unsaved: Option<&str>) {
        let is_table_view =
            self.screen.game_mut().is_some_and(|open| open.memory.shows_table_view(&open.table));
        let is_notice_clicked = if is_table_view {
            unsaved.is_some_and(|words| {
                let strip = egui::Panel::bottom("not saved");
                strip.show(ui, |ui| window::unsaved_ui(ui, words)).inner
            })
        } else {
            let has_window = self.table_window.is_open();
            let notes = (self.clock_text(), unsaved);
            let state =
                window::ScreenState::of(ui.ctx(), &mut self.screen, &self.settings, has_window);
            window::menu_bar_ui(ui, &state, &self.recent, notes, &mut self.commands)
        };
        if is_notice_clicked {
            self.dialog = Some(Dialog::Unsaved { why: unsaved.map(str::to_owned) });
        }
    }

    /// Returns `true` while everybody votes, also while an earlier entry is in view, so that
    /// secrets stay secret.
    fn awaits_ballots(&self) -> bool {
        self.table().is_some_and(Table::awaits_ballots)
    }

    /// Returns `true` while ballots are being taken, which are in memory only.
    pub fn holds_ballots(&self) -> bool {
        let game = self.screen.game_behind_pages();
        game.is_some_and(|open| open.memory.vote.holds_ballots())
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.screen.game_mut().map(|open| open.input_target().0)
    }

    fn begin(&mut self, ctx: &Context, mut setup: Setup) {
        // A record carries the board in play, not every board of the box.
        setup.pack.boards.retain(|board| board.name == setup.board);
        match Journal::new(setup) {
            Ok(mut journal) => {
                let setup = journal.setup();
                self.settings.last_table = LastTable::from_setup(setup);
                let setup = setup.clone();
                self.add_new_board(ctx, &setup);
                for name in setup.players.iter().rev() {
                    self.settings.roster.retain(|other| !same_name(other, name));
                    self.settings.roster.insert(0, name.clone());
                }
                let app_deals = setup.pack.name == packs::PRACTICE && self.settings.deals_practice;
                journal.tags =
                    Tags { title: None, date: self.world.date(), evenings: Vec::new(), app_deals };
                let saving = self.saver.orders().new_game();
                self.show(journal, saving);
            }
            Err(error) => self.show_message(ctx, error.to_string()),
        }
    }

    fn show(&mut self, journal: Journal, saving: SaveHandle) {
        // Phones are served for one game.
        self.stop_phones();
        let memory = self.fresh_memory();
        self.screen = Screen::Table(Box::new(OpenGame {
            table: Table::new(journal),
            clock: Clock::default(),
            saving,
            memory,
            damaged_file: None,
        }));
        self.set_naming();
        self.dialog = None;
        self.tasks.cancel(ReadPurpose::Open);
        self.wants_board_photo = true;
        self.table_window.forget();
        self.remember_path();
    }

    /// Returns the initial state of the table screen for a newly opened record.
    fn fresh_memory(&mut self) -> TableMemory {
        // Every game has its own seed: the cards dealt in one say nothing about the next.
        let seed = self.chance.u64(..);
        let mut memory = TableMemory::new(seed, (self.salts)());
        memory.side_panel.learn.set_reader(&self.settings.reader, &self.world.today);
        memory.side_panel.learn.restore_unfinished(self.own.unfinished());
        memory.side_panel.learn.set_explains(!self.settings.knows_asking);
        memory
    }

    /// Names the players of the open game as the settings choose.
    fn set_naming(&mut self) {
        if let Some(open) = self.screen.game_behind_pages_mut() {
            open.table.set_naming(self.settings.naming);
        }
    }

    fn open_example(&mut self, ctx: &Context, name: &str) {
        match example(name) {
            Some(example) => self.open_text(ctx, example.text),
            None => self.show_message(ctx, format!("There is no example {name}.")),
        }
    }

    /// Opens a record given as text; changes go to a new file.
    fn open_text(&mut self, ctx: &Context, text: &str) {
        if ::scenario::record::is_record(text) {
            return self.open_scenario_text(ctx, text);
        }
        if ::campaign::record::is_record(text) {
            return self.open_campaign_text(ctx, text);
        }
        let loaded = read_record(text.as_bytes());
        if let Some(error) = &loaded.error {
            self.show_message(ctx, error.to_string());
        }
        if let Some(journal) = loaded.record {
            let saving = self.saver.orders().new_game();
            self.show(journal, saving);
        }
    }

    fn set(&mut self, ctx: &Context, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        if old.keys != self.settings.keys {
            Keymap::new(&self.settings.keys).install(ctx);
        }
        self.set_naming();
        if (old.look, old.motion) != (self.settings.look, self.settings.motion) {
            self.apply_look(ctx);
        }
        let lists_differ =
            (&old.recent, &old.pinned) != (&self.settings.recent, &self.settings.pinned);
        if lists_differ && matches!(self.screen, Screen::Start(_)) {
            self.list_recent();
        }
        if let Screen::Library(_) = &self.screen
            && let Some(open) = self.screen.game_behind_pages_mut()
        {
            let reader = &self.settings.reader;
            open.memory.side_panel.learn.set_reader(reader, &self.world.today);
        }
    }

    /// Toggles who draws the cards of the open game: the app or the players. The decks of the
    /// practice set do not exist in print, so there the choice also applies to the next games.
    fn deal_always(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let deals = !open.table.journal().tags.app_deals;
        open.table.tags_mut().app_deals = deals;
        let journal = open.table.journal();
        // A game without a file writes the tag into its first one.
        if matches!(open.saving.status(), SaveStatus::Saving | SaveStatus::Saved) {
            open.saving.replace(journal);
        }
        let is_practice = journal.setup().pack.name == packs::PRACTICE;
        if is_practice {
            self.settings.deals_practice = deals;
        }
        let message = match (deals, is_practice) {
            (true, true) => "The app deals in this game and in new practice games.",
            (true, false) => "The app deals in this game.",
            (false, _) => "The players deal in this game.",
        };
        self.show_message(ctx, message.to_owned());
    }

    fn show_message(&mut self, ctx: &Context, message: String) {
        let until = ctx.input(|input| input.time) + MESSAGE_SECS;
        self.messages.push((until, message));
        let surplus = self.messages.len().saturating_sub(4);
        self.messages.drain(..surplus);
    }

    /// Draws the rules digest next to a screen that has no table with a panel for it.
    fn rules_ui(&mut self, ui: &mut Ui) {
        let page = self.screen.rules_page();
        let width = ui.available_width();
        if let (Some(rules), None) = (&mut self.rules, self.screen.game()) {
            if !rules.is_of(page) {
                *rules = RulesMemory::of(page);
            }
            if !rules_beside_ui(ui, rules) {
                self.rules = None;
            }
        }
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.hide_side(self.rules.is_some() && width < RULES_AND_SIDE);
        }
    }

    /// Opens the entry of a rule of scenarios or campaigns.
    fn open_numbered_rule(&mut self, number: &str) {
        let page = self.screen.rules_page();
        let rules = self.rules.get_or_insert_with(|| RulesMemory::of(page));
        rules.open_at(number);
    }

    /// Opens the rules digest where the screen has space for it; the same key closes it.
    fn open_rules(&mut self) {
        if let Some(open) = self.screen.game_mut() {
            open.memory.menu(&open.table, Menu::Rules);
        } else if self.rules.is_some() {
            self.rules = None;
        } else {
            let mut rules = RulesMemory::of(self.screen.rules_page());
            rules.focus_search();
            self.rules = Some(rules);
        }
    }

    /// Draws the messages, and the labels of slow file tasks.
    fn messages_ui(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.messages.retain(|(until, _)| *until > now);
        let long = self.tasks.long_labels(ctx);
        if let Some(next) = self.messages.iter().map(|(until, _)| *until).reduce(f64::min) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64((next - now).max(0.05)));
        } else if long.is_empty() {
            return;
        }
        let messages = self.messages.iter().map(|(_, message)| message);
        dialogs::messages_ui(ctx, messages.chain(&long).map(String::as_str));
    }

    /// Turns keys, pasted records and dropped files into commands.
    fn shortcuts(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        // On other screens the keys of the table's commands belong to that screen.
        let has_table = matches!(self.screen, Screen::Table(_));
        let offered: Vec<Menu> = Menu::ALL
            .iter()
            .copied()
            .filter(|menu| has_table || menu.required_record() != RequiredRecord::Table)
            .collect();
        let menus = keyboard::shortcuts(ctx, &offered, Menu::entry);
        self.commands.extend(menus.into_iter().map(Command::Menu));
        if keyboard::reaches_game(ctx) {
            for event in ctx.input(|input| input.events.clone()) {
                if let egui::Event::Paste(text) = event
                    && text.starts_with("Founders Ledger")
                {
                    self.commands.push(Command::OpenText(text));
                }
            }
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let paths = dropped.into_iter().map(|file| file.path().to_owned());
        let paths = paths.filter(|path| !path.as_os_str().is_empty());
        let (cards, others): (Vec<_>, Vec<_>) = paths.partition(|path| is_of_cards(path));
        if !cards.is_empty() {
            self.commands.push(Command::ImportCards(cards));
        }
        self.commands.extend(others.into_iter().map(Command::Open));
        if keyboard::pressed(ui, egui::Modifiers::NONE, egui::Key::Escape) {
            self.commands.push(Command::Back);
        }
    }
}

/// Draws a screen, and queues the commands it emits.
fn ask<C: Into<Command>>(commands: &mut Commands, draw: impl FnOnce(&CommandQueue<C>)) {
    let queue = CommandQueue::default();
    draw(&queue);
    commands.extend(queue.take().into_iter().map(Into::into));
}
