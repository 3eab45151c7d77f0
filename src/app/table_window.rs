//! The table window: the table view on a second screen.
//!
//! It draws a copy of the public information of either game, and only when the record has changed: nothing that
//! is entered, typed or voted reaches it, and while nothing changes it costs nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::{
    CentralPanel, Context, Key, Modifiers, Panel, Rect, RichText, Ui, ViewportBuilder,
    ViewportCommand, ViewportId,
};

use super::{App, moved_into_view};
use scenario::Record;
use table::table::{Table, TableKey};
use ui_board::board_view::BoardView;
use ui_board::settings::{Settings, WindowPlace};
use ui_founders::table_view::{TableViewPress, table_view_ui};
use ui_kit::keyboard;
use ui_kit::theme::theme;
use ui_menu::Menu;
use ui_scenario::{ScenarioTable, scenario_table_ui};

/// Time without movement before the place of the window is saved, in seconds.
const REST_SECS: f64 = 1.0;

/// The state of the table window in the app.
#[derive(Default)]
pub(super) struct TableWindow {
    is_open: bool,
    /// The initial place. It stays constant, as a changed one would move the window again.
    opened: Option<WindowPlace>,
    /// The key of the shown table: the entry, the length of the record, and the player naming.
    shown: Option<TableKey>,
    /// The key of the shown scenario: its revision.
    shown_scenario: Option<usize>,
    /// The latest place, and the app's time at which it was first seen there.
    rests: Option<(WindowPlace, f64)>,
    shared: Arc<Mutex<Shared>>,
}

/// The data shared between the window and the app.
#[derive(Default)]
struct Shared {
    /// The public view of the table; `None` without an open game of Founders.
    table: Option<Table>,
    /// The public view of the open scenario.
    scenario: Option<ScenarioTable>,
    settings: Settings,
    board: BoardView,
    pressed: Vec<TableViewPress>,
    /// The place of the window, once known.
    place: Option<WindowPlace>,
    /// The unsaved game and the reason, if there is one.
    unsaved: Option<String>,
}

/// Locks the shared data. After a panic the data is used anyway: the next frame redraws it.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TableWindow {
    /// Opens the window at the place `left`, or closes it.
    pub(super) fn toggle(&mut self, left: Option<WindowPlace>) {
        self.is_open = !self.is_open;
        self.opened = left;
        self.forget();
    }

    /// Returns `true` if the window is open.
    pub(super) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Clears the shown table, so that the next one is taken as new.
    pub(super) fn forget(&mut self) {
        self.shown = None;
        self.shown_scenario = None;
        let mut shared = lock(&self.shared);
        shared.table = None;
        shared.scenario = None;
        shared.board = BoardView::default();
    }

    fn id() -> ViewportId {
        ViewportId::from_hash_of("table window")
    }

    /// Updates the shared scenario if its record changed.
    fn show_scenario(&mut self, ctx: &Context, record: Option<&Record>) {
        let key = record.map(Record::revision);
        if self.shown_scenario != key {
            self.shown_scenario = key;
            lock(&self.shared).scenario = record.map(ScenarioTable::new);
            ctx.request_repaint_of(Self::id());
        }
    }

    /// Updates the shared data if the table, the settings or the notice changed.
    fn show(
        &mut self,
        ctx: &Context,
        table: Option<&Table>,
        settings: &Settings,
        unsaved: Option<String>,
    ) {
        let key = table.map(Table::key);
        let mut shared = lock(&self.shared);
        let is_unchanged = shared.settings == *settings && shared.unsaved == unsaved;
        if self.shown == key && is_unchanged && shared.table.is_some() {
            return;
        }
        shared.unsaved = unsaved;
        if self.shown != key || shared.table.is_none() {
            shared.table = table.map(Table::idle);
        }
        shared.settings = settings.clone();
        self.shown = key;
        drop(shared);
        ctx.request_repaint_of(Self::id());
    }
}

impl App {
    /// Updates the table window, if it is open, and handles its input.
    pub(super) fn table_window_ui(&mut self, ctx: &Context) {
        if !self.table_window.is_open {
            return;
        }
        let table = self.screen.game_behind_pages().map(|open| open.memory.public(&open.table));
        let unsaved = self.unsaved_text();
        self.table_window.show(ctx, table, &self.settings, unsaved);
        let scenario = self.screen.scenario_behind_pages().map(|open| &open.record);
        self.table_window.show_scenario(ctx, scenario);
        let (pressed, place) = {
            let mut shared = lock(&self.table_window.shared);
            (std::mem::take(&mut shared.pressed), shared.place)
        };
        if let Some(place) = place.filter(|place| self.settings.table_window != Some(*place)) {
            self.keep_place(ctx, place);
        }
        for pressed in pressed {
            match pressed {
                TableViewPress::ScoreTile(player) => self.settings.rotate_plate(player),
                TableViewPress::Leave => self.table_window.toggle(self.settings.table_window),
            }
        }
        if !self.table_window.is_open {
            return;
        }
        let shared = Arc::clone(&self.table_window.shared);
        ctx.show_viewport_deferred(
            TableWindow::id(),
            builder(self.table_window.opened),
            move |ui, _| {
                let mut shared = lock(&shared);
                shared.frame(ui);
                // The app handles the input in a frame of its own.
                if !shared.pressed.is_empty() {
                    ui.ctx().request_repaint_of(ViewportId::ROOT);
                }
            },
        );
    }

    /// Returns the initial place of the window: the last one, moved into view if necessary.
    pub(super) fn table_window_place(&self, ctx: &Context) -> Option<WindowPlace> {
        let left = self.settings.table_window?;
        let scale = ctx.pixels_per_point();
        let rect = Rect::from_min_size(left.at.into(), left.size.into()) * scale;
        let moved = moved_into_view(rect, &self.screen_rects);
        Some(WindowPlace { at: moved.map_or(left.at, |at| (at / scale).into()), ..left })
    }

    /// Saves the place of the window once it has not moved for [`REST_SECS`]: while it is dragged,
    /// the file would be written repeatedly.
    fn keep_place(&mut self, ctx: &Context, place: WindowPlace) {
        let now = ctx.input(|input| input.time);
        match self.table_window.rests {
            Some((there, since)) if there == place && now - since >= REST_SECS => {
                self.settings.table_window = Some(place);
            }
            Some((there, _)) if there == place => {}
            Some(_) | None => self.table_window.rests = Some((place, now)),
        }
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(REST_SECS));
    }
}

/// Returns the builder of the window, at the place `left` if there is one.
fn builder(left: Option<WindowPlace>) -> ViewportBuilder {
    let builder = ViewportBuilder::default()
        .with_title("Founders Ledger – the table")
        .with_min_inner_size([480.0, 320.0]);
    match left {
        Some(WindowPlace { at, size, is_full }) => {
            builder.with_position(at).with_inner_size(size).with_fullscreen(is_full)
        }
        None => builder.with_inner_size([1280.0, 720.0]),
    }
}

impl Shared {
    /// Draws a frame of the window.
    fn frame(&mut self, ui: &mut Ui) {
        let Self { table, scenario, settings, board, pressed, place, unsaved } = self;
        if let Some(words) = unsaved {
            Panel::bottom("not saved").show(ui, |ui| {
                let bad = theme(ui).bad;
                ui.label(
                    RichText::new(format!("{words}. The window of the app says what to do."))
                        .color(bad),
                );
            });
        }
        let pressed_here = CentralPanel::no_frame()
            .show(ui, |ui| {
                if let Some(table) = table {
                    return table_view_ui(ui, table, settings, board);
                }
                if let Some(scenario) = scenario {
                    scenario_table_ui(ui, scenario);
                    return None;
                }
                ui.painter().rect_filled(ui.max_rect(), 0, theme(ui).paper);
                ui.centered_and_justified(|ui| ui.label("No game is open."));
                None
            })
            .inner;
        pressed.extend(pressed_here);
        let escapes = keyboard::pressed(ui, Modifiers::NONE, Key::Escape);
        let mut turns_full = false;
        for menu in keyboard::shortcuts(ui.ctx(), Menu::ALL, Menu::entry) {
            match menu {
                Menu::Rotate => board.menu(menu),
                Menu::TableView | Menu::FullScreen => turns_full = true,
                Menu::TableWindow => pressed.push(TableViewPress::Leave),
                // The window supports no other commands.
                _ => {}
            }
        }
        let (is_closed, now, is_full) = ui.input(|input| {
            let viewport = input.viewport();
            let now = viewport.outer_rect.zip(viewport.inner_rect);
            (viewport.close_requested(), now, viewport.fullscreen.unwrap_or(false))
        });
        if let Some((outer, inner)) = now {
            let (mut at, mut size) = (outer.min.into(), inner.size().into());
            // In full screen, the place before it is the one to return to.
            if let Some(before) = place.filter(|_| is_full) {
                (at, size) = (before.at, before.size);
            }
            *place = Some(WindowPlace { at, size, is_full });
        }
        if turns_full {
            ui.ctx().send_viewport_cmd(ViewportCommand::Fullscreen(!is_full));
        }
        if is_closed || escapes {
            pressed.push(TableViewPress::Leave);
        }
    }
}
