//! Trying moves without recording them: a copy of the table on which anything can be played, tinted
//! so that it is not taken for the game.

use egui::{Margin, Order, Panel, Rect, StrokeKind, Ui};
use plain_text::counted;

use super::{SideTab, TableMemory, raised, scratch_screen, table_screen_ui};
use journal::{Change, ChangeError, EntryId};
use rules::action::Action;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::theme;
use ui_kit::widgets::{body, button_ui, lead};

/// Width of the frame around the table.
const EDGE: f32 = 4.0;

/// A copy of the table with its screen, on which moves are tried.
pub struct Trial {
    table: Table,
    screen: TableMemory,
    /// The entry of the record after which moves are tried.
    from: EntryId,
}

impl Trial {
    /// Copies a table at its latest entry.
    pub(super) fn new(table: &Table, memory: &mut TableMemory) -> Self {
        let trial = table.trial();
        let mut screen = scratch_screen(&memory.vote, &mut memory.chance, &trial);
        // The list stays open, to go on with.
        if memory.side_panel.tab == SideTab::Moves && memory.side_panel.is_shown {
            screen.show_tab(SideTab::Moves);
            screen.side_panel.moves.focus_filter();
        }
        Self { from: table.journal().here(), table: trial, screen }
    }

    /// Returns `true` if the record has not moved on since the copy was made.
    pub(super) fn is_current(&self, table: &Table) -> bool {
        self.from == table.journal().here()
    }

    /// Returns the copy and its screen.
    pub(super) fn parts(&mut self) -> (&mut Table, &mut TableMemory) {
        (&mut self.table, &mut self.screen)
    }

    /// Returns the copy.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Plays an action on the copy.
    ///
    /// # Errors
    ///
    /// Returns the reason if it is refused; the copy stays as it was.
    pub fn play(&mut self, action: Action) -> Result<(), ChangeError> {
        self.table.apply(Change::Play(action)).map(drop)
    }

    /// Takes back the latest move, or plays again what was taken back, if there is one.
    pub fn step(&mut self, is_forward: bool) {
        if is_forward {
            let _ = self.table.apply(Change::Redo(1));
        } else if self.table.can_undo() {
            let _ = self.table.apply(Change::Undo(1));
        }
    }
}

/// Draws the copy with its bar above it. "Back to the table" is always in view.
pub(super) fn trial_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory, mut trial: Box<Trial>) {
    let count = trial.table.tried().count();
    let (mut leaves, mut records) = (false, false);
    let whole = ui.max_rect();
    let frame = raised(ui).fill(theme(ui).selection).inner_margin(Margin::symmetric(12, 4));
    Panel::top("trial").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            leaves = button_ui(ui, "‹ Back to the table");
            records = count > 0 && button_ui(ui, "Record these moves");
            lead("Trying").bold().ui(ui);
            let width = ui.available_width();
            let words = match count {
                0 => "nothing is recorded".to_owned(),
                count => format!("{}, nothing is recorded", counted(count, "move", "moves")),
            };
            ui.add(egui::Label::new(body(words).elided(ui, width)));
        });
    });
    table_screen_ui(ui, Cx { table: &trial.table, ..cx }, &mut trial.screen);
    tint(ui, whole);
    if records {
        cx.commands.push(FoundersCommand::Play(trial.table.tried().cloned().collect()));
    } else if !leaves {
        memory.trial = Some(trial);
    }
}

/// Tints the whole screen and frames it, over everything and without catching a press.
fn tint(ui: &Ui, rect: Rect) {
    let theme = theme(ui);
    let layer = egui::LayerId::new(Order::Foreground, egui::Id::unique("trial tint"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_filled(rect, 0.0, theme.trial_tint);
    let edge = egui::Stroke::new(EDGE, theme.accent);
    painter.rect_stroke(rect, 0.0, edge, StrokeKind::Inside);
}
