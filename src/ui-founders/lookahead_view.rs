//! The look-ahead of a solo player: "Can it still be done?" and its answer.
//!
//! The search runs on a thread of its own; this window starts it, waits for it, gives it up, and
//! shows its answer. An answer belongs to the table it was asked for, and goes when that moves on.

use egui::{Align2, Context, ScrollArea, Ui, Window, vec2};

use journal::EntryId;
use table::table::Table;
use ui_kit::theme::space;
use ui_kit::widgets::{body, button_ui, caption, lead};

/// The question, on the button and on the window.
pub const QUESTION: &str = "Can it still be done?";

/// The result of a look-ahead, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookaheadResult {
    /// The answer.
    pub head: String,
    /// The reasons for the answer.
    pub reasons: Vec<String>,
    /// The actions to take, one after another, if it can be done.
    pub line: Vec<String>,
}

/// The query for a look-ahead, and its answer.
#[derive(Clone, Debug, Default)]
pub struct LookaheadMemory {
    query: Option<(EntryId, Option<LookaheadResult>)>,
}

impl LookaheadMemory {
    /// Starts to wait for an answer for the table at this entry.
    pub fn ask(&mut self, at: EntryId) {
        self.query = Some((at, None));
    }

    /// Returns the entry for which an answer is awaited.
    pub fn awaited(&self) -> Option<EntryId> {
        match &self.query {
            Some((at, None)) => Some(*at),
            Some((_, Some(_))) | None => None,
        }
    }

    /// Takes the answer if it is still awaited.
    pub fn answer(&mut self, at: EntryId, result: LookaheadResult) {
        if self.awaited() == Some(at) {
            self.query = Some((at, Some(result)));
        }
    }

    /// Gives up the query; returns `true` if there was one.
    pub fn close(&mut self) -> bool {
        self.query.take().is_some()
    }

    /// Gives up a query for a table that has moved on.
    pub fn follow(&mut self, here: EntryId) {
        if self.query.as_ref().is_some_and(|(at, _)| *at != here) {
            self.query = None;
        }
    }
}

/// Draws the window with the search and its answer, if there is a query; Esc closes it.
pub fn lookahead_view_ui(ctx: &Context, table: &Table, memory: &mut LookaheadMemory) {
    memory.follow(table.journal().here());
    let Some((_, result)) = &memory.query else {
        return;
    };
    let mut is_open = true;
    let mut gives_up = false;
    let available = ctx.content_rect().size();
    Window::new(QUESTION)
        .collapsible(false)
        .resizable(false)
        .open(&mut is_open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ctx, |ui| {
            ui.set_width((available.x - 2.0 * space::XL).min(480.0));
            gives_up = match result {
                None => searching_ui(ui),
                Some(result) => {
                    result_ui(ui, result, (available.y - 220.0).max(80.0));
                    false
                }
            };
        });
    if gives_up || !is_open {
        memory.close();
    }
}

/// Draws the running search; returns `true` if it is given up.
fn searching_ui(ui: &mut Ui) -> bool {
    lead("Looking ahead…").ui(ui);
    caption("The game can go on meanwhile; the search stops as soon as something is recorded.")
        .ui(ui);
    ui.add_space(space::S);
    button_ui(ui, "Stop looking")
}

fn result_ui(ui: &mut Ui, result: &LookaheadResult, max_height: f32) {
    lead(&result.head).accent().ui(ui);
    for reason in &result.reasons {
        body(reason).ui(ui);
    }
    if result.line.is_empty() {
        return;
    }
    ui.add_space(space::S);
    ScrollArea::vertical().id_salt("line of a look ahead").max_height(max_height).show(ui, |ui| {
        for (index, step) in result.line.iter().enumerate() {
            body(format!("{}. {step}", index + 1)).ui(ui);
        }
    });
}
