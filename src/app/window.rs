//! The window around the app: eframe, the menu bar, and what is kept between runs.

use std::path::PathBuf;

use egui::{Ui, ViewportBuilder};

use super::ending::Ending;
use super::screen::Screen;
use super::{App, FileDialogs, World};
use journal::Journal;
use packs::OwnCopy;
use scenario::Record;
use storage::Home;
use ui::command::{Command, Commands, Menu, MenuBar};
use ui::settings::Settings;
use ui::table::{Table, in_short};

/// The name of the app's folder and of its window.
const APP_ID: &str = "founders-ledger";

/// What the menus need to know about the app.
///
/// What undo and redo would do is put into words only while their menu is open.
pub(super) struct ScreenState<'a> {
    journal: Option<&'a Journal>,
    scenario: Option<&'a Record>,
    settings: &'a Settings,
    /// Whether an earlier entry is looked at, to which undo leads.
    is_past: bool,
}

/// Opens the window, with a record or the photograph of a board if one is named, and returns when it is closed.
///
/// # Errors
///
/// Why there is no window: usually, that there is no display.
pub fn open(record: Option<PathBuf>) -> Result<(), String> {
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_app_id(APP_ID)
            .with_title("Founders Ledger")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([800.0, 560.0]),
        renderer: eframe::Renderer::Glow,
        persist_window: true,
        ..Default::default()
    };
    let run = eframe::run_native(
        APP_ID,
        options,
        Box::new(move |creation| {
            let settings = creation
                .storage
                .and_then(|storage| eframe::get_value(storage, eframe::APP_KEY))
                .unwrap_or_default();
            let mut app = App::new(World::of_this_machine(), settings);
            let ending = Ending::default();
            ending.listen(creation.egui_ctx.clone(), app.last_act());
            if let Some(record) = record {
                app.give(Command::Open(record));
            }
            Ok(Box::new(Running { app, ending, title: String::new() }))
        }),
    );
    run.map_err(|error| error.to_string())
}

impl World {
    /// This machine's folders, today's date, and chance.
    fn of_this_machine() -> Self {
        let home = Home::of_this_machine();
        Self {
            dialogs: FileDialogs::System,
            games: home.games,
            own_copy: home.own.as_ref().map(|own| own.join(OwnCopy::FILE)),
            pages: home.own.as_ref().map(|own| own.join("pages")),
            own: home.own,
            today: jiff::Zoned::now().date().to_string(),
            seed: fastrand::u64(..),
        }
    }
}

/// The app in its window.
struct Running {
    app: App,
    ending: Ending,
    /// The title that the window was given; giving it again would ask for another frame.
    title: String,
}

impl eframe::App for Running {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.ending.is_told() {
            self.app.give(Command::End);
        }
        if ctx.input(|input| input.viewport().close_requested()) && self.app.holds_ballots() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.app.give(Command::Menu(Menu::Quit));
        }
        self.app.carry_out(ctx);
        let title = self.app.title();
        if self.title != title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.app.frame(ui);
        if self.app.has_commands() {
            ui.ctx().request_repaint();
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value::<Settings>(storage, eframe::APP_KEY, self.app.settings());
    }
}

impl<'a> ScreenState<'a> {
    /// What the menus show of a screen.
    pub(super) fn of(screen: &'a Screen, settings: &'a Settings) -> Self {
        let table = screen.game().map(|open| &open.table);
        Self {
            journal: table.map(Table::journal),
            scenario: match screen {
                Screen::Scenario(open) => Some(&open.record),
                _ => None,
            },
            settings,
            is_past: table.is_some_and(|table| table.is_past() && !table.is_aside()),
        }
    }

    /// Whether what an entry shows or hides is shown; nothing for other entries.
    fn is_shown(&self, menu: Menu) -> Option<bool> {
        match menu {
            Menu::Players => Some(self.settings.shows_players),
            Menu::Offers => Some(self.settings.shows_offers),
            Menu::Journal => Some(self.settings.shows_journal),
            _ => None,
        }
    }

    fn undo(&self) -> Option<String> {
        if let Some(record) = self.scenario {
            return record.played().last().map(ToString::to_string);
        }
        let journal = self.journal?;
        in_short(journal, journal.cursor())
    }

    fn redo(&self) -> Option<String> {
        if let Some(record) = self.scenario {
            return record.undone().map(ToString::to_string);
        }
        let journal = self.journal?;
        in_short(journal, journal.cursor() + 1)
    }
}

/// Entries before which a menu has a line.
const BEGINS_GROUP: [Menu; 16] = [
    Menu::SaveAs,
    Menu::ScoreHistory,
    Menu::Start,
    Menu::Repair,
    Menu::CopyRecord,
    Menu::Preferences,
    Menu::Result,
    Menu::First,
    Menu::ZoomIn,
    Menu::Larger,
    Menu::FullScreen,
    Menu::Trace,
    Menu::PrintLayout,
    Menu::SaveScores,
    Menu::HandOver,
    Menu::About,
];

/// What is left free below a menu: its margin and its edge, in points.
const MENU_FOOT: f32 = 32.0;

/// The menu bar; whatever cannot be done now is greyed and says why.
pub(super) fn menu_bar_ui(ui: &mut Ui, state: &ScreenState<'_>, commands: &mut Commands) {
    egui::Panel::top("menu bar").show(ui, |ui| {
        ui::theme::dense(ui);
        let is_touched = follow_touch(ui.ctx());
        egui::MenuBar::new().ui(ui, |ui| {
            let below = ui.max_rect().top() + ui.spacing().interact_size.y;
            let room = ui.ctx().content_rect().bottom() - below - MENU_FOOT;
            for bar in MenuBar::ALL {
                ui.menu_button(bar.label(), |ui| {
                    ui::theme::menu_rows(ui, is_touched);
                    menu_ui(ui, bar, room, state, commands);
                });
            }
        });
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
fn menu_ui(ui: &mut Ui, bar: MenuBar, room: f32, state: &ScreenState<'_>, commands: &mut Commands) {
    egui::ScrollArea::vertical().max_height(room).auto_shrink(true).show(ui, |ui| {
        for &menu in Menu::ALL.iter().filter(|menu| menu.bar() == bar) {
            if BEGINS_GROUP.contains(&menu) {
                ui.separator();
            }
            menu_item_ui(ui, menu, state, commands);
        }
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
            let missing = (!state.is_past).then_some("No earlier entry is shown.");
            (menu.label().to_owned(), missing)
        }
        Menu::RestartTurn => {
            let start = |journal: &Journal| journal.turn_start() < journal.cursor();
            let missing = (!state.journal.is_some_and(start))
                .then_some("Nothing was recorded in this turn yet.");
            (menu.label().to_owned(), missing)
        }
        menu => {
            let needs_table = !matches!(
                menu,
                Menu::New
                    | Menu::Open
                    | Menu::Trace
                    | Menu::Scenario
                    | Menu::Photograph
                    | Menu::Paste
                    | Menu::Library
                    | Menu::ScoreHistory
                    | Menu::ImportFacts
                    | Menu::ExportFacts
                    | Menu::ExportBoard
                    | Menu::Quit
                    | Menu::Preferences
                    | Menu::Larger
                    | Menu::Smaller
                    | Menu::UsualSize
                    | Menu::FullScreen
                    | Menu::Rules
                    | Menu::Keys
                    | Menu::About
            );
            // A scenario is another game, with a file and a record of its own.
            let is_shared = matches!(menu, Menu::SaveAs | Menu::Start);
            let has_game = state.journal.is_some() || state.scenario.is_some() && is_shared;
            let missing = (needs_table && !has_game).then_some("No game is open.");
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
