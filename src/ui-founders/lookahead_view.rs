//! "Can it still be done?": the look ahead of a solo player, asked for and answered.
//!
//! The search runs elsewhere, on a thread of its own; here it is asked for,
//! waited for, given up, and its answer told. An answer belongs to the table
//! it was asked for, and goes when that moves on.

use egui::{Align2, Context, ScrollArea, Ui, Window, vec2};

use journal::EntryId;
use table::table::Table;
use ui_kit::theme::space;
use ui_kit::widgets::{body, caption, lead, pressed_ui};

/// The question, as the button and the window have it.
pub const QUESTION: &str = "Can it still be done?";

/// What a look ahead came to, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foresight {
    /// The answer.
    pub head: String,
    /// On what it rests.
    pub reasons: Vec<String>,
    /// What to do, one action after another, where it can be done.
    pub line: Vec<String>,
}

/// What is asked, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct LookaheadMemory {
    asked: Option<(EntryId, Option<Foresight>)>,
}

impl LookaheadMemory {
    /// Waits for an answer for the table at this entry.
    pub fn ask(&mut self, at: EntryId) {
        self.asked = Some((at, None));
    }

    /// The entry for which an answer is waited for.
    pub fn awaited(&self) -> Option<EntryId> {
        match &self.asked {
            Some((at, None)) => Some(*at),
            Some((_, Some(_))) | None => None,
        }
    }

    /// Takes the answer, if it is still waited for.
    pub fn answer(&mut self, at: EntryId, found: Foresight) {
        if self.awaited() == Some(at) {
            self.asked = Some((at, Some(found)));
        }
    }

    /// Gives the question up; says whether there was one.
    pub fn close(&mut self) -> bool {
        self.asked.take().is_some()
    }

    /// A question for a table that has moved on is given up.
    pub fn follow(&mut self, here: EntryId) {
        if self.asked.as_ref().is_some_and(|(at, _)| *at != here) {
            self.asked = None;
        }
    }
}

/// The window with the search and its answer, if something was asked; Esc closes it.
pub fn lookahead_view_ui(ctx: &Context, table: &Table, memory: &mut LookaheadMemory) {
    memory.follow(table.journal().here());
    let Some((_, found)) = &memory.asked else {
        return;
    };
    let mut is_open = true;
    let mut gives_up = false;
    let room = ctx.content_rect().size();
    Window::new(QUESTION)
        .collapsible(false)
        .resizable(false)
        .open(&mut is_open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ctx, |ui| {
            ui.set_width((room.x - 2.0 * space::XL).min(480.0));
            gives_up = match found {
                None => searching_ui(ui),
                Some(found) => {
                    found_ui(ui, found, (room.y - 220.0).max(80.0));
                    false
                }
            };
        });
    if gives_up || !is_open {
        memory.close();
    }
}

/// While it is searched; says whether that is given up.
fn searching_ui(ui: &mut Ui) -> bool {
    lead("Looking ahead…").ui(ui);
    caption("The game can go on meanwhile; the search stops as soon as something is recorded.")
        .ui(ui);
    ui.add_space(space::S);
    pressed_ui(ui, "Stop looking")
}

fn found_ui(ui: &mut Ui, found: &Foresight, most: f32) {
    lead(&found.head).accent().ui(ui);
    for reason in &found.reasons {
        body(reason).ui(ui);
    }
    if found.line.is_empty() {
        return;
    }
    ui.add_space(space::S);
    ScrollArea::vertical().id_salt("line of a look ahead").max_height(most).show(ui, |ui| {
        for (index, step) in found.line.iter().enumerate() {
            let said = format!("{}. {step}", index + 1);
            body(said).ui(ui);
        }
    });
}
