//! The window: it owns what is open, draws it, and carries commands out.
//!
//! A frame is drawn by the panels of [`ui`](crate::ui), which push commands;
//! the commands are carried out before the next frame. Files, the clipboard,
//! dialogs of the system, chance and today's date come in here and nowhere
//! else, so that the tests hand in their own.

mod closing;
mod dialogs;
mod files;
mod own;
mod pages;
pub mod saving;
mod shelf;
mod tracing;
mod window;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui::{Context, Ui};

use crate::journal::{Change, Journal};
use crate::notation::record::{Tags, print_change, print_notation, read_record};
use crate::packs::OwnCopy;
use crate::rules::action::{Action, Deed};
use crate::rules::components::Pack;
use crate::rules::setup::Setup;
use crate::sealing::{SaltSource, system_salts};
use crate::storage::{self, Crash, Home, RealDisk, Running};
use crate::ui::command::{Command, Commands, Menu};
use crate::ui::examples::example;
use crate::ui::library_screen::{LibraryMemory, Shelf, library_screen_ui};
use crate::ui::picture::{Kind, USUAL_SIZE, board_picture};
use crate::ui::settings::{LastTable, Settings};
use crate::ui::setup_screen::{SetupDraft, setup_screen_ui};
use crate::ui::start_screen::{Recent, Start, StartMemory, start_screen_ui};
use crate::ui::table::Table;
use crate::ui::table_screen::{TableMemory, table_screen_ui};
use crate::ui::theme::Theme;
use crate::ui::thumbnails::Thumbnails;
use crate::ui::tracing::{TraceDraft, trace_screen_ui};

use own::Own;

use closing::Closing;

pub use dialogs::Dialog;
use dialogs::SetRight;
pub use saving::{Saver, Saving, Standing};
pub use window::open;

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
    /// Today's date as a record writes it.
    pub today: String,
    /// Where chance begins, for a random first player and for dealing.
    pub seed: u64,
}

/// What is on screen.
enum Screen {
    Start(Box<StartMemory>),
    Setup(Box<SetupDraft>),
    Trace(Box<TraceDraft>),
    Table(Box<Open>),
    Library(Box<Library>),
}

impl Screen {
    /// The game that is on screen.
    fn game(&self) -> Option<&Open> {
        match self {
            Self::Table(open) => Some(open),
            Self::Start(_) | Self::Setup(_) | Self::Trace(_) | Self::Library(_) => None,
        }
    }

    /// The game that is on screen, to be changed.
    fn game_mut(&mut self) -> Option<&mut Open> {
        match self {
            Self::Table(open) => Some(open),
            Self::Start(_) | Self::Setup(_) | Self::Trace(_) | Self::Library(_) => None,
        }
    }
}

/// The library, and the game that waits behind it.
struct Library {
    memory: LibraryMemory,
    back: Option<Box<Open>>,
}

/// A game that is open.
struct Open {
    table: Table,
    tags: Tags,
    saving: Saving,
    memory: TableMemory,
}

/// The app.
pub struct App {
    world: World,
    settings: Settings,
    /// Writes every game that is open.
    saver: Saver,
    /// What windows had open that were not closed, until it is told.
    crashes: Vec<Crash>,
    closing: Closing,
    /// The packs that come with the app, with what the owner of the box entered.
    packs: Vec<Pack>,
    own: Own,
    /// The recent games as the start screen shows them.
    recent: Vec<Recent>,
    chance: fastrand::Rng,
    /// Where the salts of a game's ballots come from.
    salts: Box<dyn Fn() -> SaltSource>,
    thumbnails: Thumbnails,
    screen: Screen,
    dialog: Option<Dialog>,
    commands: Commands,
    /// What was told lately, with the time until which it stays.
    told: Vec<(f64, String)>,
    /// A file that a dialog of the system is asked for, and what for.
    chosen: Option<(Menu, Receiver<Option<PathBuf>>)>,
    is_installed: bool,
}

/// How long a message stays, in seconds.
const TOLD_SECS: f64 = 5.0;

impl App {
    /// The app at its start screen.
    #[must_use]
    pub fn new(world: World, settings: Settings) -> Self {
        let own = Own::load(world.own_copy.as_deref());
        let home = Home {
            games: world.games.clone(),
            own: world.own.clone(),
        };
        let (running, crashes) = match &home.own {
            Some(own) => Running::begin(own),
            None => (None, Vec::new()),
        };
        let mut app = Self {
            chance: fastrand::Rng::with_seed(world.seed),
            salts: Box::new(system_salts),
            world,
            saver: Saver::start(Arc::new(RealDisk), home, running),
            crashes,
            closing: Closing::default(),
            settings,
            packs: own.packs(),
            own,
            recent: Vec::new(),
            screen: Screen::Start(Box::default()),
            thumbnails: Thumbnails::default(),
            dialog: None,
            commands: Vec::new(),
            told: Vec::new(),
            chosen: None,
            is_installed: false,
        };
        app.go_to_start();
        // What is wrong with the owner's file is told at once: the game would play without it.
        let problems = app.own.problems.iter().take(1);
        app.told = problems
            .map(|told| (2.0 * TOLD_SECS, told.clone()))
            .collect();
        app
    }

    /// Shows the start screen, with the recent games as they are now.
    fn go_to_start(&mut self) {
        // What is open is let go first, so that its file is not behind.
        self.screen = Screen::Start(Box::default());
        self.dialog = None;
        self.saver.settle(files::SETTLING);
        self.recent = self
            .settings
            .recent
            .iter()
            .map(|path| Recent::new(path, storage::read(path).ok().as_deref()))
            .collect();
    }

    /// Salts ballots from another source, as the tests do to seal as an example did.
    pub fn salt_with(&mut self, salts: impl Fn() -> SaltSource + 'static) {
        self.salts = Box::new(salts);
    }

    /// What the people at the screen have chosen.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The table that is open.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.screen.game().map(|open| &open.table)
    }

    /// The record that is open.
    #[must_use]
    pub fn journal(&self) -> Option<&Journal> {
        self.table().map(Table::journal)
    }

    /// Gives a command, as a menu or a key would.
    pub fn give(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Whether something was asked for that has not been carried out.
    #[must_use]
    pub fn has_commands(&self) -> bool {
        !self.commands.is_empty()
    }

    /// The title of the window: the game, and whether it is saved.
    #[must_use]
    pub fn title(&self) -> String {
        match self.screen.game() {
            None => match self.saver.left() {
                Some(left) => format!("{left} – Founders Ledger"),
                None => "Founders Ledger".to_owned(),
            },
            Some(open) => {
                let name = match (&open.tags.title, &open.saving.path()) {
                    (Some(title), _) => title.clone(),
                    (None, Some(path)) => path
                        .file_stem()
                        .map(|stem| stem.to_string_lossy().into_owned())
                        .unwrap_or_default(),
                    (None, None) => open.table.journal().setup().players.join(", "),
                };
                format!("{name} – {} – Founders Ledger", open.saving.words())
            }
        }
    }

    /// Draws a frame.
    pub fn frame(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if !self.is_installed {
            // The fonts are there from the next frame on.
            Theme::install(&ctx, self.settings.look);
            self.is_installed = true;
            ctx.request_repaint();
            return;
        }
        // While a menu is open, keys and clicks are for it alone.
        let menu_is_open = egui::Popup::is_any_open(&ctx);
        if !menu_is_open {
            self.shortcuts(&ctx);
        } else if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
        {
            egui::Popup::close_all(&ctx);
        }
        let state = window::ScreenState::of(&self.screen, &self.settings);
        window::menu_bar_ui(ui, &state, &mut self.commands);
        let thumbnails = &self.thumbnails;
        let thumbnail = |painter: &egui::Painter, rect, game: &crate::rules::Game| {
            thumbnails.paint(painter, rect, game);
        };
        match &mut self.screen {
            Screen::Start(memory) => {
                let start = Start {
                    settings: &self.settings,
                    packs: &self.packs,
                    recent: &self.recent,
                    thumbnails: &thumbnail,
                };
                let commands = &mut self.commands;
                egui::CentralPanel::no_frame().show(ui, |ui| {
                    start_screen_ui(ui, &start, memory, commands);
                });
            }
            Screen::Setup(draft) => {
                let chance = &mut self.chance;
                let mut draw = |below: usize| chance.usize(..below.max(1));
                setup_screen_ui(
                    ui,
                    &self.settings,
                    &thumbnail,
                    &mut draw,
                    draft,
                    &mut self.commands,
                );
            }
            Screen::Trace(draft) => trace_screen_ui(ui, draft, &mut self.commands),
            Screen::Library(library) => {
                let own = Shelf {
                    base: self.own.base(),
                    pack: self.own.laid(),
                    own: self.own.facts(),
                    problems: &self.own.problems,
                    today: &self.world.today,
                    has_game: library.back.is_some(),
                };
                library_screen_ui(
                    ui,
                    &own,
                    &self.settings,
                    &mut library.memory,
                    &mut self.commands,
                );
            }
            Screen::Table(open) => table_screen_ui(
                ui,
                &open.table,
                &self.settings,
                &mut open.memory,
                &mut self.commands,
            ),
        }
        if menu_is_open {
            self.commands
                .retain(|command| matches!(command, Command::Menu(_) | Command::Set(_)));
        }
        if let Some(dialog) = &mut self.dialog {
            let table = match &self.screen {
                Screen::Table(open) => Some(&open.table),
                Screen::Start(_) | Screen::Setup(_) | Screen::Trace(_) | Screen::Library(_) => None,
            };
            if dialogs::dialog_ui(&ctx, dialog, table, &self.settings, &mut self.commands) {
                self.dialog = None;
            }
        }
        self.told_ui(&ctx);
    }

    /// Carries out what was asked for since the last frame.
    pub fn carry_out(&mut self, ctx: &Context) {
        let waker = ctx.clone();
        self.saver.ring(move || waker.request_repaint());
        self.tell_crash(ctx);
        self.take_chosen(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.carry_out_one(ctx, command);
        }
        self.hear_of_saving(ctx);
        self.close_in_order(ctx);
    }

    #[expect(clippy::too_many_lines, reason = "a line or two for each command")]
    fn carry_out_one(&mut self, ctx: &Context, command: Command) {
        if command.leaves_vote() && self.holds_ballots() {
            self.dialog = Some(Dialog::LoseBallots(Box::new(command)));
            return;
        }
        match command {
            Command::Menu(menu) => self.menu(ctx, menu),
            Command::Play(actions) => {
                for action in actions {
                    if !self.play(ctx, action) {
                        break;
                    }
                }
            }
            Command::Pick(pick) => {
                let done = self.table_mut().and_then(|table| table.pick(&pick));
                if let Some(action) = done {
                    self.play(ctx, action);
                }
            }
            Command::Aim(square) => {
                if let Some(table) = self.table_mut() {
                    table.aim_at(square);
                }
            }
            Command::Commit(square) => self.commit(ctx, square),
            Command::Back => match &mut self.screen {
                Screen::Table(open) => {
                    if !open.memory.close_one(&open.table) {
                        open.table.back();
                    }
                }
                Screen::Setup(draft) => {
                    if !draft.back() {
                        self.go_to_start();
                    }
                }
                Screen::Library(_) => {
                    if !self.leave_library() {
                        self.go_to_start();
                    }
                }
                Screen::Start(_) | Screen::Trace(_) => {}
            },
            Command::Look(number) => {
                if let Some(table) = self.table_mut() {
                    table.look_at(number);
                }
            }
            Command::Change(changes) => {
                self.change_all(ctx, changes);
            }
            Command::UndoTo(number) => self.undo_to(ctx, number),
            Command::Repair(number) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.open_repair(&open.table, number);
                }
            }
            Command::Audit => self.menu(ctx, Menu::Audit),
            Command::AskOverrule(action) => {
                self.dialog = Some(Dialog::Overrule {
                    action,
                    reason: String::new(),
                });
            }
            Command::OpenRule(rule) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.open_rule(rule);
                }
            }
            Command::Explain(player, quantity) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.explain(player, quantity);
                }
            }
            Command::Read(subject) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.read(subject);
                }
            }
            Command::Keep(facts) => self.keep_facts(ctx, &facts),
            Command::Recheck(facts) => self.recheck(&facts),
            Command::Forget(subject) => {
                let facts = subject.facts(self.own.facts()).into_iter();
                let facts: Vec<_> = facts.map(|(fact, _)| fact).collect();
                self.forget_facts(ctx, &facts);
            }
            Command::Compare(name, theirs) => self.compare_facts(&name, *theirs),
            Command::Merge(theirs, taken) => self.merge_facts(ctx, &theirs, &taken),
            Command::Begin(setup) => self.begin(ctx, *setup),
            Command::OpenExample(name) => self.open_example(ctx, name),
            // On the tracing screen, what is dropped is a photograph.
            Command::Open(path) if matches!(self.screen, Screen::Trace(_)) => {
                self.open_photo(ctx, &path);
            }
            Command::Open(path) => self.open_file(ctx, &path),
            Command::SaveBoard(board) => self.save_board(ctx, &board),
            Command::OpenText(text) => self.open_text(ctx, &text),
            Command::Leave => self.leave(ctx),
            Command::Rename(name) => self.rename(&name),
            Command::Restore(backup) => self.restore(ctx, &backup),
            Command::Set(settings) => self.set(ctx, *settings),
            Command::Note(comment) => {
                if self.change(ctx, Change::Comment(comment)) {
                    self.tell(ctx, "It is kept with the latest entry.".to_owned());
                }
            }
            Command::Tell(message) => self.tell(ctx, message),
            Command::LoseBallots(command) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.forget_ballots();
                }
                self.carry_out_one(ctx, *command);
            }
        }
    }

    /// Whether everybody is voting now.
    fn takes_ballots(&self) -> bool {
        let task = self.table().and_then(Table::task);
        task == Some(crate::rules::owed::Task::Ballots)
    }

    /// Whether ballots are being taken, which are nowhere but in memory.
    #[must_use]
    pub fn holds_ballots(&self) -> bool {
        let game = self.screen.game();
        game.is_some_and(|open| open.memory.holds_ballots())
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.screen.game_mut().map(|open| &mut open.table)
    }

    /// A click on a square: plays it, goes on with it, or keeps the reasons on screen.
    fn commit(&mut self, ctx: &Context, square: crate::rules::square::Square) {
        use crate::ui::answers::Verdict;
        let Some(table) = self.table_mut() else {
            return;
        };
        if table.aim().is_none_or(|aim| aim.square != square) {
            table.aim_at(Some(square));
        }
        let verdict = table.aim().and_then(crate::ui::table::Aim::verdict);
        let picks_road = table
            .entry()
            .is_some_and(crate::ui::entry::Entry::picks_first_road);
        let is_road = table
            .answers()
            .at(square)
            .is_some_and(|answer| answer.verdict == Verdict::Legal);
        if (picks_road && is_road) || (!picks_road && verdict == Some(Verdict::Legal)) {
            self.carry_out_one(ctx, Command::Pick(crate::ui::entry::Pick::Square(square)));
            return;
        }
        table.pin();
    }

    /// Records an action; says whether it was taken.
    fn play(&mut self, ctx: &Context, action: Action) -> bool {
        self.change(ctx, Change::Play(action))
    }

    fn change(&mut self, ctx: &Context, change: Change) -> bool {
        self.change_all(ctx, vec![change])
    }

    /// Makes changes one after another, each saved at once; says whether all were made.
    fn change_all(&mut self, ctx: &Context, changes: Vec<Change>) -> bool {
        let Screen::Table(open) = &mut self.screen else {
            return false;
        };
        if let Standing::ReadOnly(why) = open.saving.standing() {
            self.tell(ctx, format!("Nothing can be recorded here: {why}."));
            return false;
        }
        let (mut learnt, mut trouble): (Vec<Box<Pack>>, _) = (Vec::new(), None);
        for change in changes {
            let before = open.table.journal().game().clone();
            match open.table.make(change) {
                Ok(change) => {
                    let line = print_change(&before, &change);
                    open.saving.write(open.table.journal(), &open.tags, &line);
                    // What is learnt in a game with the real box need not be asked in the next.
                    if let Change::Play(Action {
                        deed: Deed::Learn(facts),
                        ..
                    }) = change
                        && before.contents().pack().name == OwnCopy::OVER
                    {
                        learnt.push(facts);
                    }
                }
                Err(error) => {
                    trouble = Some(error.to_string());
                    break;
                }
            }
        }
        open.table.settle();
        self.remember_path();
        for facts in learnt {
            self.keep_facts(ctx, &facts);
        }
        let is_done = trouble.is_none();
        if let Some(trouble) = trouble {
            self.tell(ctx, trouble);
        }
        is_done
    }

    /// Takes back every entry after this one, unless that would hide what was seen already:
    /// then it asks.
    fn undo_to(&mut self, ctx: &Context, number: usize) {
        let Some(journal) = self.journal() else {
            return;
        };
        let Some(change) = journal.undo_to(number) else {
            return;
        };
        let seen = journal.seen_after(number);
        if seen.is_empty() {
            self.change(ctx, change);
        } else {
            self.dialog = Some(Dialog::take_back(journal, number, &seen));
        }
    }

    /// Keeps the file among the recent ones.
    fn remember_path(&mut self) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        let Some(path) = open.saving.path() else {
            return;
        };
        if self.settings.recent.first() != Some(&path) {
            self.settings.recent.retain(|other| *other != path);
            self.settings.recent.insert(0, path);
            self.settings.recent.truncate(10);
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "a line or two for each entry of the menus"
    )]
    fn menu(&mut self, ctx: &Context, menu: Menu) {
        match menu {
            Menu::New => {
                let draft = SetupDraft::new(&self.settings, &self.packs);
                self.screen = Screen::Setup(Box::new(draft));
            }
            Menu::Trace => self.begin_tracing(),
            Menu::Open
            | Menu::Photograph
            | Menu::SaveAs
            | Menu::SavePicture
            | Menu::SaveScores
            | Menu::ExportFacts => {
                self.choose_file(ctx, menu);
            }
            Menu::ExportBoard => {
                if self.selected_board().is_some() {
                    self.choose_file(ctx, menu);
                } else {
                    let how = "Select a board in the library first.".to_owned();
                    self.tell(ctx, how);
                }
            }
            Menu::ImportFacts => {
                if !matches!(self.screen, Screen::Library(_)) {
                    self.open_library();
                }
                self.choose_file(ctx, menu);
            }
            Menu::Library => {
                if !self.leave_library() {
                    self.open_library();
                }
            }
            Menu::PrintLayout
            | Menu::PrintScores
            | Menu::PrintDispute
            | Menu::HandOver
            | Menu::CopyComment => self.share(ctx, menu),
            Menu::Rename => self.ask_name(),
            Menu::Duplicate => self.duplicate(),
            Menu::Backups => self.show_backups(ctx),
            Menu::Bin => self.put_into_bin(ctx),
            Menu::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Menu::Start => self.go_to_start(),
            Menu::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Menu::Undo if let Screen::Trace(draft) = &mut self.screen => draft.undo(),
            Menu::Redo if let Screen::Trace(draft) = &mut self.screen => draft.redo(),
            Menu::Undo => {
                let cursor = self.journal().map_or(0, Journal::cursor);
                self.undo_to(ctx, cursor.saturating_sub(1));
            }
            Menu::UndoHere => {
                let number = self.table().map_or(0, Table::looked_at);
                self.undo_to(ctx, number);
            }
            Menu::RestartTurn => {
                let number = self.journal().map_or(0, Journal::turn_start);
                self.undo_to(ctx, number);
            }
            Menu::Repair => {
                if let Screen::Table(open) = &mut self.screen {
                    let number = open.table.looked_at();
                    open.memory.open_repair(&open.table, number);
                }
            }
            Menu::Redo => {
                self.change(ctx, Change::Redo(1));
            }
            Menu::CopyRecord => {
                if let Screen::Table(open) = &self.screen {
                    ctx.copy_text(print_notation(open.table.journal(), &open.tags));
                    self.tell(ctx, "The record was copied.".to_owned());
                }
            }
            Menu::Preferences => self.dialog = Some(Dialog::Preferences),
            Menu::Keys => self.dialog = Some(Dialog::Keys),
            Menu::About => self.dialog = Some(Dialog::About),
            Menu::Adjust => {
                if let Screen::Table(open) = &self.screen {
                    let form = SetRight::new(open.table.journal().game());
                    self.dialog = Some(Dialog::SetRight(Box::new(form)));
                }
            }
            Menu::First => self.look_by(|_, _| 0),
            Menu::Previous => self.look_by(|at, _| at.saturating_sub(1)),
            Menu::Next => self.look_by(|at, _| at + 1),
            Menu::Last => self.look_by(|_, last| last),
            Menu::Players => self.settings.shows_players = !self.settings.shows_players,
            Menu::Offers => self.settings.shows_offers = !self.settings.shows_offers,
            Menu::Journal => self.settings.shows_journal = !self.settings.shows_journal,
            Menu::Larger => ctx.set_zoom_factor((ctx.zoom_factor() * 1.1).min(3.0)),
            Menu::Smaller => ctx.set_zoom_factor((ctx.zoom_factor() / 1.1).max(0.75)),
            Menu::UsualSize => ctx.set_zoom_factor(1.0),
            Menu::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
            }
            Menu::CommandLine if self.takes_ballots() => {
                let waits = "While ballots are taken, nothing can be typed here.";
                self.tell(ctx, waits.to_owned());
            }
            Menu::CommandLine
            | Menu::Audit
            | Menu::CatchUp
            | Menu::Inspector
            | Menu::Layout
            | Menu::Result
            | Menu::ZoomIn
            | Menu::ZoomOut
            | Menu::Fit
            | Menu::Rotate
            | Menu::ResetLayout
            | Menu::Rules => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.menu(menu);
                }
                if menu == Menu::ResetLayout {
                    let usual = Settings::default();
                    self.settings.shows_players = usual.shows_players;
                    self.settings.shows_offers = usual.shows_offers;
                    self.settings.shows_journal = usual.shows_journal;
                }
            }
        }
    }

    fn look_by(&mut self, to: impl Fn(usize, usize) -> usize) {
        if let Some(table) = self.table_mut() {
            let number = to(table.looked_at(), table.journal().cursor());
            table.look_at(number);
        }
    }

    fn begin(&mut self, ctx: &Context, mut setup: Setup) {
        // A record carries the board that is played on, not those that lie in the box.
        setup.pack.boards.retain(|board| board.name == setup.board);
        match Journal::new(setup) {
            Ok(journal) => {
                let setup = journal.setup();
                self.settings.last_table = LastTable::of(setup);
                for name in setup.players.iter().rev() {
                    self.settings.roster.retain(|other| other != name);
                    self.settings.roster.insert(0, name.clone());
                }
                let tags = Tags {
                    title: None,
                    date: Some(self.world.today.clone()).filter(|date| !date.is_empty()),
                };
                let saving = self.saver.begin();
                self.show(journal, tags, saving);
            }
            Err(error) => self.tell(ctx, error.to_string()),
        }
    }

    fn show(&mut self, journal: Journal, tags: Tags, saving: Saving) {
        let mut memory = TableMemory::new(self.world.seed, (self.salts)());
        memory.read_by(&self.settings.reader, &self.world.today);
        self.screen = Screen::Table(Box::new(Open {
            table: Table::new(journal),
            tags,
            saving,
            memory,
        }));
        self.dialog = None;
        self.remember_path();
    }

    fn open_example(&mut self, ctx: &Context, name: &str) {
        match example(name) {
            Some(example) => self.open_text(ctx, example.text),
            None => self.tell(ctx, format!("There is no example {name}.")),
        }
    }

    /// Opens a record given as text; changes go to a new file.
    fn open_text(&mut self, ctx: &Context, text: &str) {
        let loaded = read_record(text.as_bytes());
        if let Some(error) = &loaded.error {
            self.tell(ctx, error.to_string());
        }
        if let Some(journal) = loaded.journal {
            let saving = self.saver.begin();
            self.show(journal, loaded.tags, saving);
        }
    }

    fn set(&mut self, ctx: &Context, settings: Settings) {
        if settings.look != self.settings.look {
            Theme::install(ctx, settings.look);
        }
        self.settings = settings;
        if let Screen::Library(library) = &mut self.screen
            && let Some(open) = &mut library.back
        {
            let reader = &self.settings.reader;
            open.memory.read_by(reader, &self.world.today);
        }
    }

    fn tell(&mut self, ctx: &Context, message: String) {
        let until = ctx.input(|input| input.time) + TOLD_SECS;
        self.told.push((until, message));
        let surplus = self.told.len().saturating_sub(4);
        self.told.drain(..surplus);
    }

    /// Messages for a few seconds, at the lower edge.
    fn told_ui(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.told.retain(|(until, _)| *until > now);
        let Some(next) = self.told.iter().map(|(until, _)| *until).reduce(f64::min) else {
            return;
        };
        dialogs::told_ui(ctx, self.told.iter().map(|(_, message)| message.as_str()));
        ctx.request_repaint_after(std::time::Duration::from_secs_f64((next - now).max(0.05)));
    }

    /// Opens a dialog of the system, without making the window wait for it.
    fn choose_file(&mut self, ctx: &Context, menu: Menu) {
        if self.chosen.is_some() {
            return;
        }
        let (send, receive) = channel();
        let ctx = ctx.clone();
        let folder = self.world.games.clone();
        let asking = std::thread::Builder::new().spawn(move || {
            let mut dialog = rfd::FileDialog::new();
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let path = match menu {
                Menu::SaveAs => dialog
                    .add_filter("Founders Ledger record", &["founders"])
                    .set_file_name("game.founders")
                    .save_file(),
                Menu::ImportFacts => dialog.add_filter("Component pack", &["ron"]).pick_file(),
                Menu::ExportFacts => dialog
                    .add_filter("Component pack", &["ron"])
                    .set_file_name("own-copy.ron")
                    .save_file(),
                Menu::ExportBoard => dialog
                    .add_filter("Component pack", &["ron"])
                    .set_file_name("board.ron")
                    .save_file(),
                Menu::SavePicture => dialog
                    .add_filter("Picture", &["png", "svg"])
                    .set_file_name("board.png")
                    .save_file(),
                Menu::Photograph => dialog
                    .add_filter("Photograph", &["jpg", "jpeg", "png", "webp"])
                    .pick_file(),
                Menu::SaveScores => dialog
                    .add_filter("Table", &["csv"])
                    .add_filter("Page", &["html"])
                    .set_file_name("scores.csv")
                    .save_file(),
                _ => dialog
                    .add_filter("Founders Ledger record", &["founders"])
                    .pick_file(),
            };
            // Nobody is left to hear it once the window is closed.
            let _ = send.send(path);
            ctx.request_repaint();
        });
        if asking.is_ok() {
            self.chosen = Some((menu, receive));
        }
    }

    /// Takes the file that was chosen in a dialog of the system.
    fn take_chosen(&mut self, ctx: &Context) {
        let Some((menu, receive)) = &self.chosen else {
            return;
        };
        let (menu, path) = match receive.try_recv() {
            Ok(path) => (*menu, path),
            Err(std::sync::mpsc::TryRecvError::Empty) => return,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => (*menu, None),
        };
        self.chosen = None;
        let Some(path) = path else {
            return;
        };
        match menu {
            Menu::Open => self.commands.push(Command::Open(path)),
            Menu::Photograph => self.open_photo(ctx, &path),
            Menu::SaveAs => self.save_as(&path),
            Menu::SavePicture => self.save_picture(ctx, &path),
            Menu::ImportFacts => self.import_facts(ctx, &path),
            Menu::ExportFacts => self.export_facts(ctx, &path, None),
            Menu::ExportBoard => {
                if let Some(board) = self.selected_board() {
                    self.export_facts(ctx, &path, Some(&board));
                }
            }
            Menu::SaveScores => self.save_scores(ctx, &path),
            _ => {}
        }
    }

    fn save_picture(&mut self, ctx: &Context, path: &Path) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        let written = Kind::of(path)
            .and_then(|kind| board_picture(open.table.game(), 0, kind, USUAL_SIZE))
            .map_err(|error| error.to_string())
            .and_then(|bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()));
        let name = path.display();
        match written {
            Ok(()) => self.tell(ctx, format!("The board was drawn to {name}.")),
            Err(error) => self.tell(ctx, format!("{name}: {error}")),
        }
    }

    /// Keys give commands, unless somebody is typing.
    fn shortcuts(&mut self, ctx: &Context) {
        let is_typing = ctx.text_edit_focused();
        // A shortcut also answers with Shift held, so those that ask for Shift come first.
        let mut menus: Vec<Menu> = Menu::ALL.to_vec();
        menus.sort_by_key(|menu| menu.shortcut().is_none_or(|keys| !keys.modifiers.shift));
        for menu in menus {
            let Some(shortcut) = menu.shortcut() else {
                continue;
            };
            let is_plain = !shortcut.modifiers.command && !shortcut.modifiers.alt;
            // Signs are typed as letters are; function keys are not.
            let name = shortcut.logical_key.name();
            let is_function = name.len() > 1 && name[1..].parse::<u8>().is_ok();
            if is_plain && !is_function && is_typing {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                self.commands.push(Command::Menu(menu));
            }
        }
        for event in ctx.input(|input| input.events.clone()) {
            match event {
                egui::Event::Paste(text) if !is_typing && text.starts_with("Founders Ledger") => {
                    self.commands.push(Command::OpenText(text));
                }
                _ => {}
            }
        }
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            let path = file.path().to_owned();
            if !path.as_os_str().is_empty() {
                self.commands.push(Command::Open(path));
            }
        }
        if self.dialog.is_none()
            && !is_typing
            && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
        {
            self.commands.push(Command::Back);
        }
    }
}
