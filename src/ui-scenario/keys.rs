//! Keys of the map: everything the pointer does on it can be typed.

use egui::{Key, Modifiers, Ui};

use crate::{ScenarioCommand, ScenarioMemory, drag, map_view, turn};
use scenario::Record;
use scenario_rules::Hex;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;

/// Takes the keys that were pressed, unless somebody is typing.
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
    let by = |from: u8, by: i8, most: u8| from.saturating_add_signed(by).min(most - 1);
    for (key, across, down) in [
        (Key::ArrowLeft, -1, 0),
        (Key::ArrowRight, 1, 0),
        (Key::ArrowUp, 0, -1),
        (Key::ArrowDown, 0, 1),
    ] {
        if freely(key) {
            memory.cursor =
                Hex::new(by(column, across, board.columns()), by(row, down, board.rows()));
        }
    }
    if freely(Key::Enter) || freely(Key::Space) {
        let cursor = memory.cursor;
        map_view::press(record, memory, cursor, commands);
    }
    let pressed = |key: Key| keyboard::pressed(ui, Modifiers::NONE, key);
    if pressed(Key::A) {
        turn::accept(record, memory, commands);
    }
    if pressed(Key::M)
        && let Some(id) = memory.selected(position)
    {
        drag::put_down(record, memory, id, memory.cursor, commands);
    }
}
