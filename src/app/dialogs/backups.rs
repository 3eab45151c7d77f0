//! Earlier states of a game: one is viewed before it is restored.

use std::path::{Path, PathBuf};

use egui::{RichText, ScrollArea, Sense, Ui, vec2};

use super::{buttons_ui, finish_dialog};
use crate::app::command::{Command, Commands};
use crate::app::start_screen::GameCard;
use crate::app::thumbnails::TablePainter;
use storage::Backup;
use ui_kit::theme::{space, text, theme, touch};

/// Width of the list.
const LIST: f32 = 300.0;
/// Maximum width of the picture next to the list.
const PICTURE: f32 = 300.0;
/// Maximum height of the list.
const LIST_HEIGHT: f32 = 320.0;

/// The earlier states of a game, and the one in view.
#[derive(Debug)]
pub struct EarlierStates {
    /// The latest first.
    all: Vec<EarlierState>,
    chosen: usize,
    read: Read,
}

/// The progress of reading the chosen state.
#[derive(Debug, Default)]
enum Read {
    /// Not read yet.
    #[default]
    No,
    /// Being read.
    Running,
    /// The card of the state; `None` if it cannot be read.
    Done(Option<Box<GameCard>>),
}

/// An earlier state of the game.
#[derive(Clone, Debug)]
pub(in crate::app) struct EarlierState {
    /// The file in the app's own folder.
    pub path: PathBuf,
    /// The time and the reason of the backup.
    pub when: String,
}

impl EarlierState {
    /// Creates the row of a backup. Only a dated record has evenings to which a time belongs; the
    /// states of another are numbered.
    pub(in crate::app) fn new(backup: Backup, is_dated: bool) -> Self {
        let Backup { path, number, timestamp, reason } = backup;
        let when = match number.filter(|_| !is_dated) {
            Some(number) => format!("State {number} ({})", reason.words()),
            None => format!("{timestamp} ({})", reason.words()),
        };
        Self { path, when }
    }
}

impl EarlierStates {
    pub(in crate::app) fn new(all: Vec<EarlierState>) -> Self {
        Self { all, chosen: 0, read: Read::No }
    }

    /// Returns the file of the chosen state, to be read; `None` if it is read already.
    pub(super) fn wanted(&mut self) -> Option<PathBuf> {
        let chosen = self.all.get(self.chosen).filter(|_| matches!(self.read, Read::No))?;
        self.read = Read::Running;
        Some(chosen.path.clone())
    }

    /// Sets the contents of a state, unless another one was chosen meanwhile.
    pub(super) fn take(&mut self, path: &Path, card: Option<Box<GameCard>>) {
        if self.all.get(self.chosen).is_some_and(|chosen| chosen.path == path) {
            self.read = Read::Done(card);
        }
    }

    /// Returns the chosen state; `None` before it is read, or if it cannot be.
    fn card(&self) -> Option<&GameCard> {
        match &self.read {
            Read::Done(card) => card.as_deref(),
            Read::No | Read::Running => None,
        }
    }

    /// Draws the states; returns `true` when the dialog is to be closed.
    pub(super) fn states_ui(
        &mut self,
        (ui, foot): (&mut Ui, &mut Ui),
        paint_table: TablePainter<'_>,
        commands: &mut Commands,
    ) -> bool {
        if self.all.is_empty() {
            ui.label("None yet: the first is kept with the first change.");
            return buttons_ui(foot, None, "Close").is_some();
        }
        ui.label("Restoring another state keeps the present one as well.");
        ui.add_space(space::S);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(LIST);
                self.list_ui(ui);
            });
            ui.add_space(space::M);
            ui.vertical(|ui| self.preview_ui(ui, paint_table));
        });
        let can_restore = self.card().is_some();
        let pressed = buttons_ui(foot, can_restore.then_some("Restore"), "Close");
        finish_dialog(pressed, commands, || {
            let state = self.all.get(self.chosen)?;
            Some(Command::Restore(state.path.clone()))
        })
    }

    fn list_ui(&mut self, ui: &mut Ui) {
        let list = ScrollArea::vertical().max_height(LIST_HEIGHT);
        list.auto_shrink([false, true]).show(ui, |ui| {
            // The scroll bar floats above the contents.
            ui.set_max_width(ui.available_width() - space::S);
            let mut chosen = self.chosen;
            for (index, state) in self.all.iter().enumerate() {
                let row = egui::Button::selectable(chosen == index, state.when.as_str());
                let size = vec2(ui.available_width(), touch::TARGET);
                if ui.add(row.min_size(size).wrap()).clicked() {
                    chosen = index;
                }
            }
            if chosen != self.chosen {
                self.chosen = chosen;
                self.read = Read::No;
            }
        });
    }

    /// Draws the table of the chosen state, its players, and its progress.
    fn preview_ui(&self, ui: &mut Ui, paint_table: TablePainter<'_>) {
        let size = vec2(PICTURE.min(ui.available_width()), PICTURE * 0.72);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let Some(card) = self.card() else {
            if !matches!(self.read, Read::Done(_)) {
                return;
            }
            ui.label(RichText::new("This cannot be read.").color(theme(ui.ctx()).bad));
            return;
        };
        if ui.is_rect_visible(rect)
            && let Some(pictured) = card.game.pictured()
        {
            paint_table(&ui.painter_at(rect), rect, pictured);
        }
        ui.label(RichText::new(card.players.as_str()).font(text::strong(text::BODY)));
        ui.label(format!("{}. Entries: {}.", card.state, card.entries));
    }
}
