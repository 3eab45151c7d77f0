//! `dungeon`: the next room of a random dungeon, and the room cards that are passed over.

use std::path::Path;

use clap::ValueEnum;

use super::answer::{CommandOutput, CommandResult, Exit};
use super::cards;
use super::scenario::position;
use scenario::action::print_action;
use scenario::dungeon::{exits_words, passed_words};
use scenario_cards::EquationValues;
use scenario_rules::dungeon::{Dungeon, DungeonDraw, Passage};
use scenario_rules::{Action, Game, Hex, Position};

/// The kind of the used exit.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExitKind {
    A,
    B,
}

impl From<ExitKind> for Passage {
    fn from(kind: ExitKind) -> Self {
        match kind {
            ExitKind::A => Self::A,
            ExitKind::B => Self::B,
        }
    }
}

/// Returns the next room, and its line if the owner's cards are given.
pub(super) fn answer(
    path: &Path,
    at: Option<usize>,
    exit: Option<ExitKind>,
    cards: Option<&Path>,
) -> CommandResult {
    let position = position(path, at)?;
    let wrong = |why: String| Err(CommandOutput::file_error(path, &why).with_exit(Exit::NotValid));
    let Some(dungeon) = position.dungeon() else {
        return wrong(
            "no random dungeon is played; it starts with a line \"dungeon …\"".to_owned(),
        );
    };
    let Some(number) = dungeon.next_number() else {
        return wrong("the dungeon has its three rooms already".to_owned());
    };
    let exits = position.dungeon_exits();
    let used = exit.map(Passage::from);
    let door = match (dungeon.rooms.last(), used) {
        (None, _) => None,
        (Some(_), None) => {
            let exits = exits_words(exits);
            return wrong(format!("the room before has {exits}; name one with --exit"));
        }
        (Some(_), Some(used)) => {
            let Some((_, hex)) = exits.iter().find(|(kind, _)| *kind == used) else {
                let (exits, kind) = (exits_words(exits), used.word());
                return wrong(format!("no exit {kind} is open to use; there is {exits}"));
            };
            Some(*hex)
        }
    };
    let Some(draw) = dungeon.draw(door.and(used)) else {
        return wrong("no card is left that fits; use another exit".to_owned());
    };
    let mut lines = vec![format!("Room {number} is {} {}.", draw.monsters, draw.room.title)];
    let passage = used.filter(|used| draw.room.entrances.contains(used));
    let passage = passage.or_else(|| draw.room.entrances.first().copied());
    let passed: Vec<String> = draw.passed.iter().map(|card| card.title.clone()).collect();
    if let Some(passage) = passage {
        lines.extend(passed_words(&passed, passage).map(|words| words + " (S13.3)."));
        if let Some(cards) = cards {
            let book = cards::read(cards)?;
            let request = (&draw, passage, door);
            lines.push(room_line(&position, dungeon, request, &book).map_err(|error| {
                CommandOutput::file_error(path, &error).with_exit(Exit::NotValid)
            })?);
        }
    }
    Ok(CommandOutput::lines(lines))
}

/// Returns the line that lays out a room in the first way that fits.
fn room_line(
    position: &Position,
    dungeon: &Dungeon,
    request: (&DungeonDraw, Passage, Option<Hex>),
    book: &scenario_cards::CardBook,
) -> Result<String, scenario_cards::DungeonLayoutError> {
    let participants = Game::new(position.clone()).participants().len();
    let characters = u8::try_from(participants).unwrap_or(u8::MAX).clamp(2, 4);
    let values = EquationValues { characters, level: position.level().unwrap_or_default() };
    let fitting = book.fitting_dungeon_rooms(position, dungeon, request, values)?;
    let actions = fitting.into_iter().map(|placed| Action::PlaceDungeonRoom(Box::new(placed)));
    Ok(actions.take(1).map(|action| print_action(position.names(), &action)).collect())
}
