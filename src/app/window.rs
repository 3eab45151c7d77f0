//! The window around the app: eframe, the menu bar, and the state stored between runs.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use egui::containers::menu::{MenuConfig, SubMenuButton};
use egui::{PopupCloseBehavior, Rect, Ui, ViewportBuilder, ViewportCommand, pos2, vec2};

use super::campaign_game::OpenCampaign;
use super::command::{Command, Commands};
use super::crash_reports::{LOG_PATIENCE, log_file};
use super::icon::window_icon;
use super::links::open_links;
use super::scenario_game::OpenScenario;
use super::screen::Screen;
use super::screen_scale::{PLAIN_SIZE, ScreenScale};
use super::start_screen::RecentGame;
use super::system_preferences::PreferenceSubscription;
use super::termination::TerminationRequest;
use super::window_state::{StoredPlace, WindowState, moved_into_view, save};
use super::{App, Bell, CrashReporter, Environment, FileDialogs, Log, desktop, settings_store};
use campaign::action::print_action;
use packs::OwnCopy;
use scenario::Record;
use scenario::record::Change;
use scenario::sentence::action_sentence;
use storage::{AppFolders, SingleInstance, Timestamp};
use table::table::Table;
use ui_board::settings::Settings;
use ui_kit::keyboard;
use ui_kit::paint::MAX_TEXTURE_SIDE;
use ui_menu::{Menu, MenuBar, RequiredRecord};
use ui_record::RecordMemory;

/// The name of the app's folder and of its window.
const APP_ID: &str = "founders-ledger";
/// The toolkit's file for the place of the window, in a folder chosen on the command line.
const WINDOW_FILE: &str = "window.ron";
/// The toolkit's file for the place of the window, in the system's folder for the app.
const SYSTEM_WINDOW_FILE: &str = "app.ron";
/// Minimum size of the window: that of the smallest screen, without the frame.
const MIN_SIZE: [f32; 2] = [640.0, 400.0];

/// The state of the app that the menus show.
///
/// The labels of undo and redo are made only while their menu is open.
pub(super) struct ScreenState<'a> {
    table: Option<&'a Table>,
    scenario: Option<&'a OpenScenario>,
    campaign: Option<&'a OpenCampaign>,
    settings: &'a Settings,
    has_table_window: bool,
    /// `true` if the app draws the cards of the open game.
    deals: bool,
    /// `true` if the journal is shown, in any place.
    shows_journal: bool,
    /// The label of the entry that shows the result of the game, or the board in its place.
    result_label: &'static str,
}

/// The options for opening a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartOptions {
    /// A record or the photograph of a board, to be opened.
    pub file: Option<PathBuf>,
    /// The folder for all files, in place of those of the system.
    pub data: Option<PathBuf>,
}

/// Opens the window and returns when it is closed; the exit code is 0 if everything is saved.
///
/// # Errors
///
/// The window cannot be opened, usually because there is no display.
pub fn open(start: StartOptions) -> Result<ExitCode, String> {
    let mut viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Founders Ledger")
        .with_inner_size(PLAIN_SIZE)
        .with_min_inner_size(MIN_SIZE);
    if let Some(icon) = window_icon() {
        viewport = viewport.with_icon(icon);
    }
    let home = match &start.data {
        Some(data) => AppFolders::below(data),
        None => AppFolders::for_this_machine(),
    };
    if let (Some(own), Some(file)) = (&home.own, &start.file)
        && storage::raise_window(own, file)
    {
        // The window that has this game open comes to the front instead.
        return Ok(ExitCode::SUCCESS);
    }
    let log = home.own.as_deref().map(|own| Log::open(&log_file(own)));
    let watch =
        home.own.as_deref().zip(log.clone()).map(|(own, log)| CrashReporter::install(own, log));
    // The state is loaded here, after the early return of a second start.
    let state_file = match &start.data {
        Some(data) => Some(data.join(WINDOW_FILE)),
        None => eframe::storage_dir(APP_ID).map(|folder| folder.join(SYSTEM_WINDOW_FILE)),
    };
    let loaded = state_file.as_deref().map(WindowState::load);
    let (state_file, state, problem) =
        loaded.map_or_else(Default::default, |(file, state, problem)| (Some(file), state, problem));
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        // The app saves the place itself, independent of the zoom.
        persist_window: false,
        persistence_path: state_file.clone(),
        ..Default::default()
    };
    let last_log = log.clone();
    let finisher = Arc::new(OnceLock::new());
    let app_finisher = Arc::clone(&finisher);
    let run = eframe::run_native(
        APP_ID,
        options,
        Box::new(move |creation| {
            // Early versions stored the settings in the toolkit's file.
            let old_settings = creation
                .storage
                .and_then(|storage| eframe::get_value(storage, eframe::APP_KEY))
                .unwrap_or_default();
            let own = home.own.clone();
            let mut app = App::new(Environment::at(home, log), old_settings);
            if let Some(watch) = watch {
                app.watch(watch);
            }
            app.show_first_message(problem);
            let ctx = creation.egui_ctx.clone();
            let ending = TerminationRequest::default();
            ending.listen(ctx.clone(), app.shutdown_task());
            // The closure runs once, so nothing is set yet.
            let _ = app_finisher.set(app.save_finisher());
            let system = PreferenceSubscription::listen(ctx.clone());
            let summons = own.and_then(|own| {
                let ctx = ctx.clone();
                SingleInstance::listen(&own, move || raise(&ctx))
            });
            if let Some(file) = start.file {
                app.queue_command(Command::Open(file));
            }
            Ok(Box::new(RunningApp {
                ctx,
                sizing: if state.has_place() { Sizing::Restored } else { Sizing::First },
                state_file,
                place: None,
                app,
                ending,
                system,
                summons,
                file: None,
                title: String::new(),
            }))
        }),
    );
    // The app is dropped here, and has waited for the disk.
    let is_saved = finisher.get().is_none_or(|finisher| finisher.finish(last_log.as_ref()));
    let code = if is_saved { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    run.map(|()| code).map_err(|error| {
        let why = no_window_words(&error);
        if let Some(log) = &last_log {
            log.add(&format!("no window: {why}"));
            log.flush(LOG_PATIENCE);
        }
        // Without a terminal printed text is invisible.
        if !io::stdin().is_terminal() {
            desktop::show_message("Founders Ledger cannot open its window", &why);
        }
        why
    })
}

/// Explains why there is no window, and what would help.
fn no_window_words(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(..)
        | eframe::Error::Glutin(_)
        | eframe::Error::OpenGL(_) => format!(
            "The graphics driver offers no OpenGL, by which the window is drawn. An up-to-date \
             driver has it; on Linux, Mesa draws without a graphics card. ({error})"
        ),
        error => error.to_string(),
    }
}

impl Environment {
    /// Creates the environment of this machine, with these folders and this log.
    fn at(home: AppFolders, log: Option<Log>) -> Self {
        Self {
            dialogs: FileDialogs::System,
            bell: Bell::Speaker,
            games: home.games,
            log,
            settings: home.own.as_ref().map(|own| own.join(settings_store::FILE)),
            own_copy: home.own.as_ref().map(|own| own.join(OwnCopy::FILE)),
            pages: home.own.as_ref().map(|own| own.join("pages")),
            own: home.own,
            today: this_evening(),
            seed: fastrand::u64(..),
        }
    }
}

/// Returns the date of this evening, which lasts beyond midnight.
fn this_evening() -> String {
    Timestamp::now().evening().to_string()
}

/// Brings the window to the front, or requests attention where programs may not raise it.
fn raise(ctx: &egui::Context) {
    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
    ctx.send_viewport_cmd(ViewportCommand::Focus);
    let attention = egui::UserAttentionType::Informational;
    ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
    ctx.request_repaint();
}

/// The app in its window.
struct RunningApp {
    ctx: egui::Context,
    sizing: Sizing,
    /// The file from which the place of the window was read.
    state_file: Option<PathBuf>,
    /// The current place of the window, once known.
    place: Option<StoredPlace>,
    app: App,
    ending: TerminationRequest,
    system: PreferenceSubscription,
    summons: Option<SingleInstance>,
    /// The open file last reported to `summons`, which answers second starts.
    file: Option<PathBuf>,
    /// The title last set; setting it again would request another frame.
    title: String,
}

impl eframe::App for RunningApp {
    fn raw_input_hook(&mut self, _ctx: &egui::Context, input: &mut egui::RawInput) {
        let allowed = usize::from(MAX_TEXTURE_SIDE);
        input.max_texture_side = input.max_texture_side.map(|side| side.min(allowed));
    }

    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        self.fit_to_screens(ctx, frame);
        self.place = StoredPlace::now(ctx, self.place).or(self.place);
        // A window may stay open for days.
        self.app.set_today(this_evening());
        if self.ending.take_request() {
            self.app.queue_command(Command::CloseForSystem);
        }
        if ctx.input(|input| input.viewport().close_requested()) && self.app.holds_ballots() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.app.queue_command(Command::Menu(Menu::Quit));
        }
        if let Some(wishes) = self.system.take_change() {
            self.app.follow(ctx, wishes);
        }
        self.app.run_commands(ctx);
        let file = self.app.file();
        if self.file != file {
            if let Some(summons) = &self.summons {
                summons.set_game(file.as_deref());
            }
            self.file = file;
        }
        let title = self.app.title();
        if self.title != title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(ViewportCommand::Title(title));
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.app.frame(ui);
        open_links(ui.ctx());
    }

    /// Saves the state of the window.
    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        save(storage, &self.ctx, self.place);
    }

    /// Returns `false`: the app saves the toolkit's state itself.
    fn persist_egui_memory(&self) -> bool {
        false
    }
}

impl RunningApp {
    /// Fits the window and everything in it to the screen it is on.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "screens have a few thousand pixels a side"
    )]
    fn fit_to_screens(&mut self, ctx: &egui::Context, frame: &eframe::Frame) {
        let Some(window) = frame.winit_window() else {
            return;
        };
        let Some(screen) = window.current_monitor() else {
            return;
        };
        let size = vec2(screen.size().width as f32, screen.size().height as f32);
        let screen = ScreenScale { size, by_system: window.scale_factor() as f32 };
        let zoom = self.app.apply_screen_zoom(ctx, screen);
        if (ctx.zoom_factor() - zoom).abs() > f32::EPSILON {
            // The new zoom applies from the next frame on.
            return;
        }
        match self.sizing {
            Sizing::Done => return,
            Sizing::First => {
                let size = screen.first_size(zoom);
                ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
            }
            Sizing::Restored => {}
        }
        let was_restored = self.sizing == Sizing::Restored;
        self.sizing = Sizing::Done;
        let screens: Vec<Rect> = window
            .available_monitors()
            .map(|monitor| {
                let (at, size) = (monitor.position(), monitor.size());
                Rect::from_min_size(
                    pos2(at.x as f32, at.y as f32),
                    vec2(size.width as f32, size.height as f32),
                )
            })
            .collect();
        if let Ok(at) = window.outer_position() {
            let size = window.outer_size();
            let size = vec2(size.width as f32, size.height as f32);
            let place = Rect::from_min_size(pos2(at.x as f32, at.y as f32), size);
            if let Some(moved) = moved_into_view(place, &screens) {
                ctx.send_viewport_cmd(ViewportCommand::OuterPosition(
                    moved / ctx.pixels_per_point(),
                ));
                let file = self.state_file.clone().filter(|_| was_restored);
                self.app.report_moved_window(ctx, move || moved_words(place, file.as_deref()));
            }
        }
        self.app.set_screens(screens);
    }
}

/// Renames the file that placed the window off every screen as a backup; returns the message.
fn moved_words(place: Rect, file: Option<&Path>) -> String {
    let at = place.min;
    let moved =
        format!("The window was off every screen, at {}, {}, and is in view again.", at.x, at.y);
    match file.map(|file| storage::rename_unusable(file, &storage::Timestamp::now())) {
        Some(Ok(kept)) => format!("{moved} The file is kept as {}.", kept.display()),
        Some(Err(_)) | None => moved,
    }
}

/// Progress of fitting the window to its screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sizing {
    /// The first window on this machine.
    First,
    /// A window with its last size.
    Restored,
    /// A window that is fitted.
    Done,
}

impl<'a> ScreenState<'a> {
    /// Creates the state of the menus for a screen.
    pub(super) fn of(
        ctx: &egui::Context,
        screen: &'a mut Screen,
        settings: &'a Settings,
        has_table_window: bool,
    ) -> Self {
        let result_label = if screen.shows_result() { "Show the board" } else { "Show the result" };
        let screen = &*screen;
        let open = screen.game();
        Self {
            result_label,
            shows_journal: open.map_or(settings.shows_journal, |open| {
                open.memory.side_panel.shows_journal(ctx, settings)
            }),
            table: open.map(|open| &open.table),
            scenario: match screen {
                Screen::Scenario(open) => Some(open),
                _ => None,
            },
            campaign: match screen {
                Screen::Campaign(open) => Some(open),
                _ => None,
            },
            settings,
            has_table_window,
            deals: open.is_some_and(|open| open.table.journal().tags.app_deals),
        }
    }

    /// Returns the state of a toggle entry; `None` for other entries.
    fn is_shown(&self, menu: Menu) -> Option<bool> {
        match menu {
            Menu::Players => Some(self.settings.shows_players),
            Menu::Offers => Some(self.settings.shows_offers),
            Menu::Journal => Some(self.shows_journal),
            Menu::TableWindow => Some(self.has_table_window),
            Menu::AlwaysDeal => Some(self.deals),
            _ => None,
        }
    }

    /// Returns `true` if an earlier entry of the main line is in view, to which undo can lead.
    fn is_past(&self) -> bool {
        self.table.is_some_and(|table| table.is_past() && !table.is_detached())
    }

    /// Returns `true` if a record of any game is open.
    const fn has_record(&self) -> bool {
        self.table.is_some() || self.scenario.is_some() || self.campaign.is_some()
    }

    fn undo(&self) -> Option<String> {
        if let Some(OpenScenario { record, .. }) = self.scenario {
            return action_label(record, record.cursor());
        }
        if let Some(OpenCampaign { record, .. }) = self.campaign {
            return campaign_label(record, record.cursor());
        }
        self.table?.last_done()
    }

    fn redo(&self) -> Option<String> {
        if let Some(OpenScenario { record, memory, .. }) = self.scenario {
            return match memory.record_view().redo(record).first()? {
                Change::Redo(_) => action_label(record, record.cursor() + 1),
                _ => Some("the repair".to_owned()),
            };
        }
        if let Some(OpenCampaign { record, memory, .. }) = self.campaign {
            return match memory.record_view().redo(record).first()? {
                record::Change::Redo(1) => campaign_label(record, record.cursor() + 1),
                record::Change::Redo(_) => Some("the entries".to_owned()),
                _ => Some("the repair".to_owned()),
            };
        }
        self.table?.next_redone()
    }
}

/// Returns an action of a scenario in words, as part of a label.
fn action_label(record: &Record, number: usize) -> Option<String> {
    action_sentence(record, number).map(|words| words.trim_end_matches('.').to_owned())
}

/// Returns an action of a campaign as part of a label.
fn campaign_label(record: &campaign::Record, number: usize) -> Option<String> {
    record.action(number).map(print_action)
}

/// Entries with a separator above them.
const BEGINS_GROUP: [Menu; 16] = [
    Menu::Save,
    Menu::Start,
    Menu::Repair,
    Menu::CopyRecord,
    Menu::ResetLayout,
    Menu::Result,
    Menu::First,
    Menu::ZoomIn,
    Menu::Larger,
    Menu::TableView,
    Menu::Trace,
    Menu::PrintLayout,
    Menu::SaveScores,
    Menu::HandOver,
    Menu::Phones,
    Menu::About,
];

/// Space below a menu for its margin and its edge, in points.
const MENU_FOOT: f32 = 32.0;

/// Draws the `Not saved` notice as a button that opens the remedies; returns `true` when it is
/// clicked.
pub(super) fn unsaved_ui(ui: &mut Ui, words: &str) -> bool {
    let bad = ui_kit::theme::theme(ui).bad;
    let label = egui::RichText::new(words).color(bad).strong();
    let button = ui.add(egui::Button::new(label).small().truncate());
    // The frame is painted separately: as part of the button it would make the menu bar higher.
    let frame = egui::Stroke::new(ui_kit::theme::line::MARK, bad);
    ui.painter().rect_stroke(button.rect, ui_kit::theme::RADIUS, frame, egui::StrokeKind::Inside);
    ui.ctx().accesskit_node_builder(button.id, |node| {
        node.set_live(egui::accesskit::Live::Assertive);
    });
    button.on_hover_text(format!("{words}. Press for what to do.")).clicked()
}

/// Draws the menu bar; unavailable entries are disabled and explain why. Returns `true` when the
/// `unsaved` notice is clicked.
pub(super) fn menu_bar_ui(
    ui: &mut Ui,
    state: &ScreenState<'_>,
    recent: &[RecentGame],
    (clock, unsaved): (Option<String>, Option<&str>),
    commands: &mut Commands,
) -> bool {
    let mut is_pressed = false;
    egui::Panel::top("menu bar").show(ui, |ui| {
        ui_kit::theme::dense(ui);
        let is_touched = follow_touch(ui.ctx());
        egui::MenuBar::new().ui(ui, |ui| {
            let below = ui.max_rect().top() + ui.spacing().interact_size.y;
            let room = ui.ctx().content_rect().bottom() - below - MENU_FOOT;
            for bar in MenuBar::ALL {
                ui.menu_button(bar.label(), |ui| {
                    ui_kit::theme::menu_rows(ui, is_touched);
                    menu_ui(ui, bar, room, state, recent, commands);
                });
            }
            let side = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(side, |ui| {
                if let Some(words) = unsaved {
                    is_pressed = unsaved_ui(ui, words);
                }
                if let Some(clock) = clock {
                    let muted = ui_kit::theme::theme(ui).muted;
                    let words = egui::RichText::new(clock).color(muted);
                    ui.add(egui::Label::new(words).truncate());
                }
            });
        });
        keyboard::pane(ui.ctx(), keyboard::Pane::Menus, ui.min_rect());
    });
    is_pressed
}

/// Returns `true` if the latest press was a touch.
fn follow_touch(ctx: &egui::Context) -> bool {
    let id = egui::Id::unique("the latest press was by a finger");
    let was_touched = ctx.data(|data| data.get_temp(id)).unwrap_or(false);
    // A touch also sends the events of a mouse press; a real mouse moves before it presses.
    let is_touched = ctx.input(|input| {
        let events = &input.events;
        let touches = input.any_touches()
            || events.iter().any(|event| matches!(event, egui::Event::Touch { .. }));
        let moves = events.iter().any(|event| matches!(event, egui::Event::PointerMoved(_)));
        touches || (was_touched && !moves)
    });
    if is_touched != was_touched {
        ctx.data_mut(|data| data.insert_temp(id, is_touched));
    }
    is_touched
}

/// Draws the entries of a menu. They scroll where they do not fit below the menu bar, so that a
/// menu never covers the others.
fn menu_ui(
    ui: &mut Ui,
    bar: MenuBar,
    room: f32,
    state: &ScreenState<'_>,
    recent: &[RecentGame],
    commands: &mut Commands,
) {
    egui::ScrollArea::vertical().max_height(room).auto_shrink(true).show(ui, |ui| {
        for &menu in Menu::ALL.iter().filter(|menu| menu.bar() == bar) {
            if BEGINS_GROUP.contains(&menu) {
                ui.separator();
            }
            menu_item_ui(ui, menu, state, commands);
            if menu == Menu::Open {
                recent_menu_ui(ui, state.settings, recent, commands);
            }
        }
    });
}

/// Draws the submenu of recent games, to open, pin and clear.
fn recent_menu_ui(
    ui: &mut Ui,
    settings: &Settings,
    recent: &[RecentGame],
    commands: &mut Commands,
) {
    let is_empty = settings.recent.is_empty();
    ui.add_enabled_ui(!is_empty, |ui| {
        // The menu stays open, so that several games can be pinned.
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        SubMenuButton::new("Recent games").config(stays).ui(ui, |ui| {
            for path in &settings.recent {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let is_missing = recent.iter().any(|game| game.path == *path && game.is_missing);
                let is_pinned = settings.pinned.contains(path);
                ui.horizontal(|ui| {
                    let label = if is_pinned { "Unpin" } else { "Pin" };
                    let pin = egui::Button::selectable(is_pinned, label);
                    let pin = ui.add(pin).on_hover_text("A pinned game stays in this list.");
                    pin.widget_info(|| {
                        let name = format!("{label} {name}");
                        egui::WidgetInfo::labeled(egui::Role::Button, true, name)
                    });
                    if pin.clicked() {
                        let mut wanted = settings.clone();
                        wanted.pin(path, !is_pinned);
                        commands.push(Command::SetSettings(Box::new(wanted)));
                    }
                    let button = egui::Button::new(name.as_ref());
                    let open = ui
                        .add_enabled(!is_missing, button)
                        .on_hover_text(path.display().to_string())
                        .on_disabled_hover_text("This file is no longer there.");
                    if open.clicked() {
                        commands.push(Command::Open(path.clone()));
                        ui.close();
                    }
                });
            }
            ui.separator();
            let clear = ui.button("Clear the list");
            if clear.on_hover_text("Pinned games stay, and no file is touched.").clicked() {
                let mut wanted = settings.clone();
                wanted.clear_recent();
                commands.push(Command::SetSettings(Box::new(wanted)));
                ui.close();
            }
        });
    });
}

fn menu_item_ui(ui: &mut Ui, menu: Menu, state: &ScreenState<'_>, commands: &mut Commands) {
    let (label, missing) = match menu {
        Menu::Undo => match state.undo() {
            Some(action) => (format!("Undo: {action}"), None),
            None => ("Undo".to_owned(), Some("Nothing is recorded yet.")),
        },
        Menu::Redo => match state.redo() {
            Some(action) => (format!("Redo: {action}"), None),
            None => ("Redo".to_owned(), Some("Nothing was taken back.")),
        },
        Menu::UndoHere => {
            let missing = (!state.is_past()).then_some("No earlier entry is shown.");
            (menu.label().to_owned(), missing)
        }
        Menu::RestartTurn => {
            let has_entries = state
                .table
                .map(Table::journal)
                .is_some_and(|journal| journal::turn_start(journal) < journal.cursor());
            let missing = (!has_entries).then_some("Nothing was recorded in this turn yet.");
            (menu.label().to_owned(), missing)
        }
        Menu::Result => {
            let missing = match state.table {
                None => Some("No game is open."),
                Some(table) => {
                    (!table.game().is_over()).then_some("The game is not over at the entry shown.")
                }
            };
            (state.result_label.to_owned(), missing)
        }
        menu => {
            let is_open = match menu.required_record() {
                RequiredRecord::Nothing => true,
                RequiredRecord::Record => state.has_record(),
                RequiredRecord::Table => state.table.is_some(),
            };
            let missing = (!is_open).then_some("No game is open.");
            (menu.label().to_owned(), missing)
        }
    };
    let is_shown = state.is_shown(menu).unwrap_or(false);
    let mut button = egui::Button::new(label).selected(is_shown);
    if let Some(keys) = menu.entry().keys(ui.ctx()) {
        button = button.shortcut_text(keys);
    }
    let response = ui
        .add_enabled(missing.is_none(), button)
        .on_hover_text(menu.entry().hint)
        .on_disabled_hover_text(missing.unwrap_or_default());
    if response.clicked() {
        commands.push(Command::Menu(menu));
        ui.close();
    }
}
