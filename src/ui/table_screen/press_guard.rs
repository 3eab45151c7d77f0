//! Keeps a press from what it was not meant for: what has just taken the place of something else.

use egui::{Pos2, Ui};

use super::middle::Middle;
use crate::command::{Command, Commands};
use crate::table::Table;

/// For so long after a page gave way to the board, a press is still meant for the page, in seconds.
const GUARD_SECS: f64 = 0.4;
/// For so long after something was recorded a press is not taken, in seconds.
const TWICE_SECS: f64 = 1.0 / 3.0;
/// A hand that rests moves the pointer by no more than this, in points.
const REST: f32 = 2.0;

/// What is known of the latest pages and presses.
#[derive(Default)]
pub(super) struct PressGuard {
    /// Until when, by the clock of the window, a press on the board is still meant for the page
    /// that lay there before.
    page_until: f64,
    recorded: Recorded,
}

impl PressGuard {
    /// Drops the commands of this frame that were meant for what stood there before.
    pub(super) fn check(
        &mut self,
        ui: &Ui,
        table: &Table,
        middle: Middle,
        commands: &mut Commands,
    ) {
        let now = ui.input(|input| input.time);
        match middle {
            Middle::Repair
            | Middle::Audit
            | Middle::Achievements
            | Middle::Draft
            | Middle::Ballots
            | Middle::Count
            | Middle::Result => self.page_until = now + GUARD_SECS,
            Middle::Board if now < self.page_until => {
                commands.retain(|command| !matches!(command, Command::Commit(_)));
            }
            Middle::Layout | Middle::Board => {}
        }
        self.recorded.check(ui, table, commands);
    }
}

/// What a press recorded last: the second press of a double click, and one of a pointer that has
/// rested since, were meant for what stood there before.
#[derive(Default)]
struct Recorded {
    /// How many entries the record had.
    count: Option<usize>,
    /// When it grew by a press.
    at: Option<f64>,
    /// Where the pointer was then, until it moves.
    resting: Option<Pos2>,
    /// Whether something was pressed in the latest frame.
    was_pressed: bool,
}

impl Recorded {
    fn check(&mut self, ui: &Ui, table: &Table, commands: &mut Commands) {
        let (now, pos, moves, clicks, touches) = ui.input(|input| {
            let moves: Vec<Pos2> = input
                .events
                .iter()
                .filter_map(|event| match event {
                    egui::Event::PointerMoved(pos) => Some(*pos),
                    _ => None,
                })
                .collect();
            let is_touch = |event: &egui::Event| matches!(event, egui::Event::Touch { .. });
            let touches = input.events.iter().any(is_touch);
            let pos = input.pointer.latest_pos();
            (input.time, pos, moves, input.pointer.any_click(), touches)
        });
        let count = table.journal().entry_count();
        if self.was_pressed && self.count.is_some_and(|before| before < count) {
            self.at = Some(now);
            self.resting = pos;
        }
        self.count = Some(count);
        self.was_pressed = clicks;
        let has_moved = |rest: Pos2| moves.iter().any(|pos| pos.distance(rest) > REST);
        if touches || self.resting.is_some_and(has_moved) {
            self.resting = None;
        }
        let is_late = self.at.is_none_or(|at| now - at >= TWICE_SECS);
        let is_meant = is_late && self.resting.is_none();
        if clicks && !is_meant {
            commands.retain(|command| {
                !matches!(command, Command::Play(_) | Command::Pick(_) | Command::Commit(_))
            });
        }
    }
}
