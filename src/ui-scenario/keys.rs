//! Keys of the map. They can do everything that the pointer can.

use egui::{Key, Modifiers, Ui};

use crate::{ScenarioCommand, ScenarioMemory, drag, map_view, turn};
use scenario::Record;
use scenario_rules::Hex;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;

/// Handles the pressed keys, unless a text field has the focus.
pub(super) fn take_keys(
    ui: &Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let board = position.board();
    let freely = |key: Key| keyboard::pressed_freely(ui, Modifiers::NONE, key);
    let Hex { column, row } = memory.cursor;

    for (key, across, down) in [
        (Key::ArrowLeft, -1, 0),
        (Key::ArrowRight, 1, 0),
        (Key::ArrowUp, 0, -1),
        (Key::ArrowDown, 0, 1),
    ] {
        if freely(key) {
            memory.cursor =
                Hex::new(step(column, across, board.columns()), step(row, down, board.rows()));
        }
    }
    if freely(Key::Enter) || freely(Key::Space) {
        let cursor = memory.cursor;
        map_view::press(record, memory, cursor, commands);
    }
    if keyboard::pressed(ui, Modifiers::NONE, Key::A) {
        turn::accept(record, memory, commands);
    }
    if keyboard::pressed(ui, Modifiers::NONE, Key::M)
        && let Some(id) = memory.selected(position)
    {
        drag::put_down(record, memory, id, memory.cursor, commands);
    }
}

/// Returns a column or row after a step, within a map of this many.
fn step(from: u8, by: i8, count: u8) -> u8 {
    from.saturating_add_signed(by).min(count - 1)
}
