//! Hidden rooms: a part of the map that is laid out before play, and appears once its door opens.

use egui::{Ui, vec2};
use plain_text::listed;

use crate::{ScenarioCommand, ScenarioMemory, play};
use scenario::Record;
use scenario::text::room_words;
use scenario_rules::room::HiddenRoom;
use scenario_rules::{Action, Hex, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{text, touch};
use ui_kit::widgets::{body, button, caption, error_ui, hairline_ui};

/// The name under which the reason is stored why a room cannot be hidden.
const HIDE: &str = "hidden room";

/// Draws the hidden rooms, each with a button that reveals it.
pub(super) fn hidden_rooms_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &ScenarioMemory,
    is_chosen: bool,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if is_chosen {
        caption(
            "Press a hex of the room: all of it up to its walls and doors is hidden, with its \
             figures, until a character opens a door to it.",
        )
        .ui(ui);
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(field, _)| field == HIDE) {
        error_ui(ui, why, text::BODY);
    }
    let rooms = &record.game().position().layout().rooms;
    if rooms.is_empty() {
        return;
    }
    hairline_ui(ui);
    for room in rooms {
        let doors: Vec<String> = room.doors.iter().map(Hex::to_string).collect();
        body(format!("Room {}, behind {}", room.number, listed(&doors))).bold().ui(ui);
        caption(room_words(room, &room.figures)).ui(ui);
        let reveal = button("Reveal").min_size(vec2(0.0, touch::TARGET));
        let reveal = ui.add(reveal).accessible_name(format!("Reveal room {}", room.number));
        if reveal.on_hover_text("Puts it on the map without a door.").clicked() {
            play(commands, Action::Reveal(room.number));
        }
    }
}

/// Hides the room around a hex.
pub(super) fn hide_room(
    record: &Record,
    memory: &mut ScenarioMemory,
    hex: Hex,
    commands: &CommandQueue<ScenarioCommand>,
) {
    match hidden_room(record.game().position(), hex) {
        Ok(room) => memory.enter(record, HIDE, Ok(Action::HideRoom(room)), commands),
        Err(why) => memory.field_error = Some((HIDE.to_owned(), why)),
    }
}

/// Returns the room around a hex with the next free number, or the reason why there is none.
fn hidden_room(position: &Position, hex: Hex) -> Result<HiddenRoom, String> {
    let rooms = &position.layout().rooms;
    // The first room is the one in which the characters start.
    let number = (2..=HiddenRoom::MAX)
        .find(|number| rooms.iter().all(|room| room.number != *number))
        .ok_or_else(|| format!("At most {} rooms are hidden.", HiddenRoom::MAX - 1))?;
    let room = position
        .room_around(hex, number)
        .ok_or_else(|| format!("{hex} is a door or off the map: press a hex of the room."))?;
    if room.doors.is_empty() {
        return Err(format!(
            "No closed door leads to the room around {hex}: paint a closed door first (S6.4)."
        ));
    }
    Ok(room)
}
