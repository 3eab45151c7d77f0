//! The window around the app: eframe, the menu bar, and what is kept between runs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use egui::containers::menu::{MenuConfig, SubMenuButton};
use egui::{PopupCloseBehavior, Ui, ViewportBuilder, ViewportCommand};

use super::ending::Ending;
use super::faults::log_file;
use super::icon::window_icon;
use super::screen::{Open, Screen};
use super::system::System;
use super::{App, Bell, FileDialogs, Watch, World, keeping};
use journal::Journal;
use packs::OwnCopy;
use scenario::Record;
use storage::{Home, Stamp, Summons};
use ui::command::{Command, Commands, Menu, MenuBar, Needs};
use ui::keyboard;
use ui::settings::Settings;
use ui::start_screen::Recent;
use ui::table::{Table, in_short};

/// The name of the app's folder and of its window.
const APP_ID: &str = "founders-ledger";
/// The file in which the toolkit keeps the place of the window, where the folder is a chosen one.
const WINDOW_FILE: &str = "window.ron";

/// What the menus need to know about the app.
///
/// What undo and redo would do is put into words only while their menu is open.
pub(super) struct ScreenState<'a> {
    table: Option<&'a Table>,
    scenario: Option<&'a Record>,
    settings: &'a Settings,
    has_table_window: bool,
    /// Whether the app draws the cards of the game that is open.
    deals: bool,
    /// Whether the journal is shown, wherever the window has room for it.
    shows_journal: bool,
}

/// What a window is opened with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// A record or the photograph of a board, to be opened.
    pub file: Option<PathBuf>,
    /// The folder that everything lies in, in place of those of the system.
    pub data: Option<PathBuf>,
}

/// Opens the window and returns when it is closed; the exit code says whether everything is saved.
///
/// # Errors
///
/// Why there is no window: usually, that there is no display.
pub fn open(start: Start) -> Result<ExitCode, String> {
    let mut viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Founders Ledger")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([800.0, 560.0]);
    if let Some(icon) = window_icon() {
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persist_window: true,
        persistence_path: start.data.as_deref().map(|data| data.join(WINDOW_FILE)),
        ..Default::default()
    };
    let home = match &start.data {
        Some(data) => Home::at(data),
        None => Home::of_this_machine(),
    };
    if let (Some(own), Some(file)) = (&home.own, &start.file)
        && storage::summon(own, file)
    {
        // The window that has this game comes to the front.
        return Ok(ExitCode::SUCCESS);
    }
    let watch = home.own.as_deref().map(Watch::begin);
    let log = home.own.as_deref().map(log_file);
    let ender = Arc::new(OnceLock::new());
    let seen_to = Arc::clone(&ender);
    let run = eframe::run_native(
        APP_ID,
        options,
        Box::new(move |creation| {
            // Until there was a file of our own, settings lay with the place of the window.
            let before = creation.storage;
            let before = before.and_then(|storage| eframe::get_value(storage, eframe::APP_KEY));
            let own = home.own.clone();
            let mut app = App::new(World::at(home), before.unwrap_or_default());
            if let Some(watch) = watch {
                app.watch(watch);
            }
            let ctx = creation.egui_ctx.clone();
            let ending = Ending::default();
            ending.listen(ctx.clone(), app.last_act());
            // There is one app, so nothing is set yet.
            let _ = seen_to.set(app.ender());
            let system = System::listen(ctx.clone());
            let summons = own.and_then(|own| Summons::listen(&own, move || raise(&ctx)));
            if let Some(file) = start.file {
                app.give(Command::Open(file));
            }
            let (title, file, is_sized) = (String::new(), None, false);
            Ok(Box::new(Running { is_sized, app, ending, system, summons, file, title }))
        }),
    );
    // The app is gone, and has waited for the disk.
    let is_saved = ender.get().is_none_or(|ender| ender.finish(log.as_deref()));
    let code = if is_saved { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    run.map(|()| code).map_err(|error| error.to_string())
}

impl World {
    /// These folders, the dialogs and the loudspeaker of this machine, today's date, and chance.
    fn at(home: Home) -> Self {
        Self {
            dialogs: FileDialogs::System,
            bell: Bell::Speaker,
            games: home.games,
            log: home.own.as_deref().map(log_file),
            settings: home.own.as_ref().map(|own| own.join(keeping::FILE)),
            own_copy: home.own.as_ref().map(|own| own.join(OwnCopy::FILE)),
            pages: home.own.as_ref().map(|own| own.join("pages")),
            own: home.own,
            today: this_evening(),
            seed: fastrand::u64(..),
        }
    }
}

/// The date of this evening, which lasts beyond midnight.
fn this_evening() -> String {
    Stamp::now().evening().to_string()
}

/// The height of a screen, in pixels, on which everything has its plain size; of one that stands
/// upright it is the width that counts.
const PLAIN_SCREEN: f32 = 1080.0;

/// How large everything is unless somebody chose otherwise: on a large screen whose system does
/// not enlarge anything, as much larger as the screen is higher, by tenths.
pub(super) fn usual_zoom(ctx: &egui::Context) -> f32 {
    let (screen, enlarges) = ctx.input(|input| {
        let viewport = input.viewport();
        let native = viewport.native_pixels_per_point.unwrap_or(1.0);
        let screen = viewport.monitor_size.map(|size| size.min_elem() * input.pixels_per_point());
        (screen, native > 1.0)
    });
    match screen {
        Some(pixels) if !enlarges => zoom_of(pixels),
        Some(_) | None => 1.0,
    }
}

fn zoom_of(pixels: f32) -> f32 {
    ((pixels / PLAIN_SCREEN * 10.0).round() / 10.0).clamp(1.0, 3.0)
}

/// Brings the window to the front, or has it ask for being looked at where programs may not.
fn raise(ctx: &egui::Context) {
    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
    ctx.send_viewport_cmd(ViewportCommand::Focus);
    let attention = egui::UserAttentionType::Informational;
    ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
    ctx.request_repaint();
}

/// The app in its window.
struct Running {
    /// Whether everything has the size that suits the screen.
    is_sized: bool,
    app: App,
    ending: Ending,
    system: System,
    summons: Option<Summons>,
    /// The file that a second start was told of.
    file: Option<PathBuf>,
    /// The title that the window was given; giving it again would ask for another frame.
    title: String,
}

impl eframe::App for Running {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        // What was chosen in an earlier run stays.
        let is_plain = (ctx.zoom_factor() - 1.0).abs() < f32::EPSILON;
        let has_screen = ctx.input(|input| input.viewport().monitor_size.is_some());
        if !self.is_sized && has_screen {
            self.is_sized = true;
            if is_plain {
                ctx.set_zoom_factor(usual_zoom(ctx));
            }
        }
        // A window may stay open for days.
        self.app.set_today(this_evening());
        if self.ending.is_told() {
            self.app.give(Command::End);
        }
        if ctx.input(|input| input.viewport().close_requested()) && self.app.holds_ballots() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.app.give(Command::Menu(Menu::Quit));
        }
        if let Some(wishes) = self.system.news() {
            self.app.follow(ctx, wishes);
        }
        self.app.carry_out(ctx);
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
        if self.app.has_commands() {
            ui.ctx().request_repaint();
        }
    }

    /// Has only the place of the window kept, which the toolkit does beside this.
    fn save(&mut self, _storage: &mut dyn eframe::Storage) {}
}

impl<'a> ScreenState<'a> {
    /// What the menus show of a screen.
    pub(super) fn of(
        ctx: &egui::Context,
        screen: &'a Screen,
        settings: &'a Settings,
        has_table_window: bool,
    ) -> Self {
        let open = screen.game();
        let table = open.map(|open| &open.table);
        let shows = |open: &Open| open.memory.papers.shows_journal(ctx, settings);
        Self {
            shows_journal: open.map_or(settings.shows_journal, shows),
            table,
            scenario: match screen {
                Screen::Scenario(open) => Some(&open.record),
                _ => None,
            },
            settings,
            has_table_window,
            deals: open.is_some_and(|open| open.tags.deals),
        }
    }

    /// Whether what an entry shows or hides is shown; nothing for other entries.
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

    /// Whether an earlier entry is looked at, to which undo leads.
    fn is_past(&self) -> bool {
        self.table.is_some_and(|table| table.is_past() && !table.is_aside())
    }

    fn undo(&self) -> Option<String> {
        if let Some(record) = self.scenario {
            return record.latest().map(ToString::to_string);
        }
        self.table?.last_done()
    }

    fn redo(&self) -> Option<String> {
        if let Some(record) = self.scenario {
            return record.undone().map(ToString::to_string);
        }
        let table = self.table?;
        let journal = table.journal();
        in_short(journal, journal.cursor() + 1, table.calling())
    }
}

/// Entries before which a menu has a line.
const BEGINS_GROUP: [Menu; 15] = [
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
    Menu::About,
];

/// What is left free below a menu: its margin and its edge, in points.
const MENU_FOOT: f32 = 32.0;

/// The menu bar; whatever cannot be done now is greyed and says why.
pub(super) fn menu_bar_ui(
    ui: &mut Ui,
    state: &ScreenState<'_>,
    recent: &[Recent],
    clock: Option<String>,
    commands: &mut Commands,
) {
    egui::Panel::top("menu bar").show(ui, |ui| {
        ui::theme::dense(ui);
        let is_touched = follow_touch(ui.ctx());
        egui::MenuBar::new().ui(ui, |ui| {
            let below = ui.max_rect().top() + ui.spacing().interact_size.y;
            let room = ui.ctx().content_rect().bottom() - below - MENU_FOOT;
            for bar in MenuBar::ALL {
                ui.menu_button(bar.label(), |ui| {
                    ui::theme::menu_rows(ui, is_touched);
                    menu_ui(ui, bar, room, state, recent, commands);
                });
            }
            if let Some(clock) = clock {
                let side = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(side, |ui| {
                    let muted = ui::theme::theme(ui).muted;
                    let words = egui::RichText::new(clock).color(muted);
                    ui.add(egui::Label::new(words).truncate());
                });
            }
        });
        keyboard::pane(ui.ctx(), keyboard::Pane::Menus, ui.min_rect());
    });
}

/// Whether the latest press was by a finger.
fn follow_touch(ctx: &egui::Context) -> bool {
    let id = egui::Id::unique("the latest press was by a finger");
    let was_touched = ctx.data(|data| data.get_temp(id)).unwrap_or(false);
    // A touch comes as a touch and as what a mouse would have done; a mouse moves before it presses.
    let is_touched = ctx.input(|input| {
        let is_touch = |event: &egui::Event| matches!(event, egui::Event::Touch { .. });
        let is_move = |event: &egui::Event| matches!(event, egui::Event::PointerMoved(_));
        let touches = input.any_touches() || input.events.iter().any(is_touch);
        touches || (was_touched && !input.events.iter().any(is_move))
    });
    if is_touched != was_touched {
        ctx.data_mut(|data| data.insert_temp(id, is_touched));
    }
    is_touched
}

/// The entries of a menu. Where they do not fit below the menu bar they scroll, so that a menu
/// never covers the others.
fn menu_ui(
    ui: &mut Ui,
    bar: MenuBar,
    room: f32,
    state: &ScreenState<'_>,
    recent: &[Recent],
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

/// The games that were open, to open, to pin, and to clear away.
fn recent_menu_ui(ui: &mut Ui, settings: &Settings, recent: &[Recent], commands: &mut Commands) {
    let is_empty = settings.recent.is_empty();
    ui.add_enabled_ui(!is_empty, |ui| {
        // Several games are pinned one after another.
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        SubMenuButton::new("Recent games").config(stays).ui(ui, |ui| {
            for path in &settings.recent {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let is_missing = recent.iter().any(|one| one.path == *path && one.is_missing);
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
                        commands.push(Command::Set(Box::new(wanted)));
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
                commands.push(Command::Set(Box::new(wanted)));
                ui.close();
            }
        });
    });
}

fn menu_item_ui(ui: &mut Ui, menu: Menu, state: &ScreenState<'_>, commands: &mut Commands) {
    let (label, missing) = match menu {
        Menu::Undo => match state.undo() {
            Some(what) => (format!("Undo: {what}"), None),
            None => ("Undo".to_owned(), Some("Nothing is recorded yet.")),
        },
        Menu::Redo => match state.redo() {
            Some(what) => (format!("Redo: {what}"), None),
            None => ("Redo".to_owned(), Some("Nothing was taken back.")),
        },
        Menu::UndoHere => {
            let missing = (!state.is_past()).then_some("No earlier entry is shown.");
            (menu.label().to_owned(), missing)
        }
        Menu::RestartTurn => {
            let start = |journal: &Journal| journal.turn_start() < journal.cursor();
            let missing = (!state.table.map(Table::journal).is_some_and(start))
                .then_some("Nothing was recorded in this turn yet.");
            (menu.label().to_owned(), missing)
        }
        menu => {
            let is_open = match menu.needs() {
                Needs::Nothing => true,
                Needs::Record => state.table.is_some() || state.scenario.is_some(),
                Needs::Table => state.table.is_some(),
            };
            let missing = (!is_open).then_some("No game is open.");
            (menu.label().to_owned(), missing)
        }
    };
    let is_shown = state.is_shown(menu).unwrap_or(false);
    let mut button = egui::Button::new(label).selected(is_shown);
    if let Some(keys) = menu.keys(ui.ctx()) {
        button = button.shortcut_text(keys);
    }
    let response = ui
        .add_enabled(missing.is_none(), button)
        .on_hover_text(menu.hint())
        .on_disabled_hover_text(missing.unwrap_or_default());
    if response.clicked() {
        commands.push(Command::Menu(menu));
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_as_much_larger_as_the_screen_is_higher() {
        let written = |pixels: f32| format!("{:.1}", zoom_of(pixels));
        let zoom = [480.0, 1080.0, 1200.0, 1440.0, 2160.0, 4320.0].map(written);
        assert_eq!(zoom, ["1.0", "1.0", "1.1", "1.3", "2.0", "3.0"]);
    }
}
