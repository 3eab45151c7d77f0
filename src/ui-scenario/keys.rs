//! Keys of the map. They can do everything that the pointer can.

use egui::{Key, Modifiers, Ui};

use crate::{ScenarioCommand, ScenarioMemory, attack, drag, map_view, turn};
use scenario::Record;
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Hex};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;

/// The digits: damage, or the value of an attack, or the place of a modifier card.
const DIGITS: [(u8, Key); 9] = [
    (1, Key::Num1),
    (2, Key::Num2),
    (3, Key::Num3),
    (4, Key::Num4),
    (5, Key::Num5),
    (6, Key::Num6),
    (7, Key::Num7),
    (8, Key::Num8),
    (9, Key::Num9),
];

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
    if freely(Key::Enter) {
        let cursor = memory.cursor;
        map_view::press(record, memory, cursor, commands);
    }
    if keyboard::newly_pressed(ui, Modifiers::NONE, Key::Space) {
        memory.go_on(record, commands);
    }
    for (digit, key) in DIGITS {
        if keyboard::newly_pressed(ui, Modifiers::NONE, key)
            && memory.takes_digits(ui)
            && !attack::take_digit(record, memory, digit, commands)
        {
            memory.suffer(record, digit.into(), commands);
        }
    }
    if keyboard::pressed(ui, Modifiers::NONE, Key::T) {
        select_next_target(record, memory);
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

/// Selects the next enemy of the figure whose turn it is, the nearest one first.
fn select_next_target(record: &Record, memory: &mut ScenarioMemory) {
    let game = record.game();
    let position = game.position();
    let TurnStatus::Turn { figures, .. } = game.turn_status() else {
        return;
    };
    let Some(&acting) = figures.first() else {
        return;
    };
    let from = position.figure(acting).hex;
    let mut targets: Vec<FigureId> = position.enemies_of(acting).collect();
    targets.sort_by_key(|&id| {
        let range = position.range(from, position.figure(id).hex);
        (range.is_none(), range)
    });
    let shown = memory.selected(position);
    let after = targets.iter().position(|&id| shown == Some(id)).map_or(0, |at| at + 1);
    if let Some(&id) = targets.get(after).or(targets.first()) {
        memory.select(position, id);
    }
}

/// Returns a column or row after a step, within a map of this many.
fn step(from: u8, by: i8, count: u8) -> u8 {
    from.saturating_add_signed(by).min(count - 1)
}
