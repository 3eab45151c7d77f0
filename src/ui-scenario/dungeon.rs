//! The random dungeon: its difficulty and decks, and the rooms that are laid out one at a time from
//! the owner's cards (S13.3, S17.1 to S17.4).

use egui::{Ui, vec2};
use plain_text::{counted, listed, one_of, same_name};

use crate::owner_cards::equation_values;
use crate::setup::level_ui;
use crate::{ScenarioCommand, ScenarioMemory, Tool, has_started, play};
use scenario::Record;
use scenario::dungeon::{exits_words, passed_words};
use scenario_cards::{CardBook, DungeonLayoutError, EquationValues};
use scenario_rules::board::Terrain;
use scenario_rules::dungeon::{
    Dungeon, DungeonDraw, DungeonRoom, Passage, PenaltyGrade, PlacedDungeonRoom,
};
use scenario_rules::{Action, Hex, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{text, touch};
use ui_kit::widgets::{
    body, button, button_ui, caption, error_ui, hairline_ui, lead, line_edit, toggle_button,
};

/// The name under which the reason is stored why a dungeon or a room is refused.
const DUNGEON: &str = "random dungeon";
/// The numbers of characters of a dungeon.
const CHARACTERS: std::ops::RangeInclusive<u8> = 2..=4;
/// The maximum number of letters of a typed order.
const MAX_ORDER: usize = 4_000;

/// The state of the page.
#[derive(Debug)]
pub(super) struct DungeonForm {
    penalties: [PenaltyGrade; Dungeon::ROOMS],
    /// The titles of the room cards in the order of the table; empty if the app deals.
    rooms: String,
    /// The titles of the monster cards in the order of the table; empty if the app deals.
    monsters: String,
    /// The number of characters for the first room, in which none is on the map yet.
    characters: u8,
    /// The number of presses that turned the next room.
    turns: usize,
    /// `true` once the page was shown for a dungeon that had just started.
    is_shown: bool,
}

impl Default for DungeonForm {
    fn default() -> Self {
        Self {
            penalties: Dungeon::SUGGESTED,
            rooms: String::new(),
            monsters: String::new(),
            characters: *CHARACTERS.start(),
            turns: 0,
            is_shown: false,
        }
    }
}

impl ScenarioMemory {
    /// Chooses the page of the dungeon once it has started.
    pub(super) fn show_started_dungeon(&mut self, position: &Position) {
        let is_new = position.dungeon().is_some_and(|dungeon| dungeon.rooms.is_empty());
        if is_new && !self.dungeon.is_shown {
            self.tool = Tool::Dungeon;
        }
        self.dungeon.is_shown = is_new;
    }

    /// Returns the number of characters and the level for the next room.
    fn dungeon_values(&self, record: &Record) -> EquationValues {
        let values = equation_values(record.game());
        let has_characters = !record.game().participants().is_empty();
        let characters = if has_characters { values.characters } else { self.dungeon.characters };
        EquationValues { characters: characters.min(*CHARACTERS.end()), ..values }
    }
}

/// Draws the page: the choices before a dungeon, or its rooms.
pub(super) fn dungeon_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    lead("Random dungeon").ui(ui);
    match record.game().position().dungeon() {
        None => choices_ui(ui, record, memory, commands),
        Some(dungeon) => {
            rooms_ui(ui, dungeon);
            next_room_ui(ui, record, memory, commands);
        }
    }
    refused_ui(ui, memory);
}

/// Draws the proposal of the next room on the page of the round, once a door of an exit is open.
pub(super) fn opened_exit_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let exits: Vec<(Passage, Hex)> = position
        .dungeon_exits()
        .iter()
        .copied()
        .filter(|(_, hex)| position.board().terrain(*hex) == Some(Terrain::OpenDoor))
        .collect();
    if exits.is_empty() {
        return;
    }
    for exit in exits {
        exit_ui(ui, record, memory, exit, commands);
    }
    refused_ui(ui, memory);
    hairline_ui(ui);
}

fn refused_ui(ui: &mut Ui, memory: &ScenarioMemory) {
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(field, _)| field == DUNGEON) {
        error_ui(ui, why, text::BODY);
    }
}

/// Draws the difficulty and the decks, with the button that starts the dungeon.
fn choices_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let form = &mut memory.dungeon;
    let (rooms, monsters) = (memory.cards.dungeon_rooms.len(), memory.cards.dungeon_monsters.len());
    let rooms = counted(rooms, "room card", "room cards");
    let monsters = counted(monsters, "monster card", "monster cards");
    caption(format!("Three rooms of your {rooms} and {monsters}, one at a time (S13.3).")).ui(ui);
    for (number, chosen) in (1..).zip(&mut form.penalties) {
        ui.horizontal(|ui| {
            caption(format!("Penalty of room {number}")).ui(ui);
            for grade in PenaltyGrade::ALL {
                let choice = toggle_button(*chosen == grade, plain_text::capitalized(grade.word()));
                let choice = ui.add(choice.min_size(vec2(0.0, touch::TARGET)));
                let choice =
                    choice.accessible_name(format!("Penalty of room {number}: {}", grade.word()));
                if choice.clicked() {
                    *chosen = grade;
                }
            }
        });
    }
    caption("Type an order if you shuffled the cards yourself; otherwise the app deals.").ui(ui);
    let fields = [
        ("Order of the room cards", "Cistern, Vault, Stair …", &mut form.rooms),
        ("Order of the monster cards", "Rusty, Silent, Flooded …", &mut form.monsters),
    ];
    for (label, hint, typed) in fields {
        caption(label).ui(ui);
        ui.add(line_edit(typed).char_limit(MAX_ORDER).hint_text(hint)).accessible_name(label);
    }
    if button_ui(ui, "Start the dungeon") {
        start(record, memory, commands);
    }
}

/// Starts the dungeon, on a new map if nothing is entered yet.
fn start(record: &Record, memory: &mut ScenarioMemory, commands: &CommandQueue<ScenarioCommand>) {
    let seed = memory.next_seed(record);
    let dungeon = match memory.dungeon.decks(&memory.cards, seed) {
        Ok(dungeon) => dungeon,
        Err(why) => {
            memory.field_error = Some((DUNGEON.to_owned(), why));
            return;
        }
    };
    let action = Action::StartDungeon(Box::new(dungeon));
    if has_started(record) {
        memory.enter(record, DUNGEON, Ok(action), commands);
        return;
    }
    let size = memory.cards.dungeon_grid_size();
    commands.push(ScenarioCommand::StartGame { columns: size, rows: size, always: None });
    play(commands, action);
}

impl DungeonForm {
    /// Returns the dungeon with its decks: in the typed order, or dealt by the seed.
    fn decks(&self, cards: &CardBook, seed: u64) -> Result<Dungeon, String> {
        let mut dungeon = cards.dungeon_decks();
        dungeon.penalties = self.penalties;
        let (rooms, monsters) = (titles(&self.rooms), titles(&self.monsters));
        match (rooms.is_empty(), monsters.is_empty()) {
            (true, true) => return Ok(dungeon.dealt(seed)),
            (false, false) => {}
            (true, false) => return Err("Type the order of the room cards too.".to_owned()),
            (false, true) => return Err("Type the order of the monster cards too.".to_owned()),
        }
        let all: Vec<String> = dungeon.room_cards.iter().map(|card| card.title.clone()).collect();
        let order = order_of(&rooms, &all, "room card")?;
        dungeon.room_cards = order.iter().map(|at| dungeon.room_cards[*at].clone()).collect();
        let order = order_of(&monsters, &dungeon.monster_cards, "monster card")?;
        dungeon.monster_cards = order.iter().map(|at| dungeon.monster_cards[*at].clone()).collect();
        Ok(dungeon)
    }
}

/// Returns the titles in a typed order.
fn titles(typed: &str) -> Vec<&str> {
    typed.split(',').map(str::trim).filter(|title| !title.is_empty()).collect()
}

/// Returns the indices of titles among those of the owner's cards.
fn order_of(titles: &[&str], cards: &[String], noun: &str) -> Result<Vec<usize>, String> {
    let mut order = Vec::with_capacity(titles.len());
    for title in titles {
        let at = cards.iter().position(|card| same_name(card, title));
        let at =
            at.ok_or_else(|| format!("You have no {noun} {title}; yours are {}.", listed(cards)))?;
        if order.contains(&at) {
            return Err(format!("{title} is in the order twice; type each {noun} once."));
        }
        order.push(at);
    }
    Ok(order)
}

/// Draws the rooms that are laid out, with their penalties and treasure.
fn rooms_ui(ui: &mut Ui, dungeon: &Dungeon) {
    for room in &dungeon.rooms {
        body(format!("Room {}: {}", room.number, room.full_title())).bold().ui(ui);
        notes_ui(ui, dungeon, room);
    }
}

fn notes_ui(ui: &mut Ui, dungeon: &Dungeon, room: &DungeonRoom) {
    if let Some(penalty) = &room.penalty {
        let grade = dungeon.grade(room.number).word();
        caption(format!("Penalty ({grade}) once it is revealed: {penalty}")).ui(ui);
    }
    for (number, text) in &room.treasure {
        caption(format!("Treasure {number}: {text}")).ui(ui);
    }
}

/// Draws the ways to the next room: the entrances of the first one, or the exits of the room before.
fn next_room_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    if position.level().is_none() {
        level_ui(ui, position, commands);
    }
    let Some(dungeon) = position.dungeon() else {
        return;
    };
    let Some(before) = dungeon.rooms.last() else {
        characters_ui(ui, record, memory);
        let Some(draw) = dungeon.draw(None) else {
            return;
        };
        for &passage in &draw.room.entrances {
            lay_out_ui(ui, record, memory, (&draw, passage, None), commands);
        }
        return;
    };
    if let Some(hexes) = position.dungeon_start_hexes() {
        let words = match hexes.as_slice() {
            [] => "No hex near the entrance is empty.".to_owned(),
            hexes => format!("Characters start in {} (S17.2).", one_of(hexes)),
        };
        caption(words).ui(ui);
    }
    let exits = position.dungeon_exits().to_vec();
    if exits.is_empty() {
        let words = match dungeon.next_number() {
            None => "All three rooms are laid out: clear them of monsters to win.".to_owned(),
            Some(_) if before.exits.is_empty() => {
                format!("{} has no exit: end the scenario with a reason.", before.full_title())
            }
            Some(_) => {
                format!("Open the door in {} to reveal room {}.", before.entrance.1, before.number)
            }
        };
        caption(words).ui(ui);
        return;
    }
    caption(format!("The next room is behind {}.", exits_words(&exits))).ui(ui);
    for exit in exits {
        exit_ui(ui, record, memory, exit, commands);
    }
}

/// Draws the number of characters for the first room, until characters are on the map.
fn characters_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    if !record.game().participants().is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        for count in CHARACTERS {
            let label = counted(count, "character", "characters");
            let choice = toggle_button(memory.dungeon.characters == count, label);
            if ui.add(choice.min_size(vec2(0.0, touch::TARGET))).clicked() {
                memory.dungeon.characters = count;
            }
        }
    });
}

/// Draws the room behind an exit, with the cards that are passed over.
fn exit_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    (passage, hex): (Passage, Hex),
    commands: &CommandQueue<ScenarioCommand>,
) {
    let Some(dungeon) = record.game().position().dungeon() else {
        return;
    };
    let kind = passage.word();
    let Some(draw) = dungeon.draw(Some(passage)) else {
        caption(format!("No card is left for exit {kind} in {hex}: use another exit.")).ui(ui);
        return;
    };
    let passed: Vec<String> = draw.passed.iter().map(|card| card.title.clone()).collect();
    if let Some(words) = passed_words(&passed, passage) {
        caption(format!("Exit {kind}: {words} (S13.3).")).ui(ui);
    }
    lay_out_ui(ui, record, memory, (&draw, passage, Some(hex)), commands);
}

/// Draws the buttons that lay out a drawn room and turn it, or the reason why it does not fit.
fn lay_out_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    (draw, passage, door): (&DungeonDraw, Passage, Option<Hex>),
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let fitting = fitting(record, memory, (draw, passage, door));
    let fitting = match fitting {
        Ok(fitting) => fitting,
        Err(error) => {
            error_ui(ui, &plain_text::capitalized(&format!("{error}.")), text::BODY);
            return;
        }
    };
    let title = format!("{} {}", draw.monsters, draw.room.title);
    let place = match door {
        None => format!("from entrance {}", passage.word()),
        Some(hex) => format!("behind {hex}"),
    };
    ui.horizontal_wrapped(|ui| {
        let press = button(format!("Lay out {title} {place}"));
        let is_pressed = ui.add(press.min_size(vec2(0.0, touch::TARGET))).clicked();
        if fitting.len() > 1 {
            let at = memory.dungeon.turns % fitting.len() + 1;
            let turn = button(format!("Turn it ({at} of {})", fitting.len()));
            let turn = ui.add(turn.min_size(vec2(0.0, touch::TARGET)));
            let turn = turn.accessible_name(format!("Turn the room {place}"));
            if turn.on_hover_text("Another way in which its entrance meets the exit.").clicked() {
                memory.dungeon.turns += 1;
            }
        }
        if is_pressed {
            let at = memory.dungeon.turns % fitting.len();
            if let Some(placed) = fitting.into_iter().nth(at) {
                lay_out(record, memory, placed, commands);
            }
        }
    });
    if position.level().is_none() {
        caption("Set the level first, so that the monsters have their stats.").ui(ui);
    }
}

/// Returns the ways to lay out a drawn room.
fn fitting(
    record: &Record,
    memory: &ScenarioMemory,
    request: (&DungeonDraw, Passage, Option<Hex>),
) -> Result<Vec<PlacedDungeonRoom>, DungeonLayoutError> {
    let position = record.game().position();
    let Some(dungeon) = position.dungeon() else {
        return Ok(Vec::new());
    };
    let values = memory.dungeon_values(record);
    memory.cards.fitting_dungeon_rooms(position, dungeon, request, values)
}

/// Lays out a room, and counts the standees of its sets from then on.
fn lay_out(
    record: &Record,
    memory: &mut ScenarioMemory,
    placed: PlacedDungeonRoom,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let mut standees = Vec::new();
    for figure in &placed.contents.figures {
        let counted = memory.cards.count_standees(position, figure.name());
        standees.extend(counted.filter(|action| !standees.contains(action)));
    }
    let action = Action::PlaceDungeonRoom(Box::new(placed));
    let accepted = CommandQueue::default();
    memory.enter(record, DUNGEON, Ok(action), &accepted);
    if memory.field_error.is_none() {
        // Counted first, so that a set with too few standees places those that it has.
        commands.extend(standees.into_iter().map(ScenarioCommand::Play));
        commands.extend(accepted.take());
        memory.dungeon.turns = 0;
    }
}
