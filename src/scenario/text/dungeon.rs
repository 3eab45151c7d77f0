//! The text of the random dungeon: `dungeon none minor major, dealt 4711, rooms "Sewer" A, "Crypt"
//! A B, monsters "Mangy", "Foul"`, and of its rooms: `dungeon room 1 "Sewer" with "Mangy", entrance
//! A at B3, exit B at G4, penalty "All characters are muddled."`.

use plain_text::quote::{parse_quoted, quoted};
use plain_text::remarks;
use plain_text::typography::plain_mark;

use super::room::print_contents;
use super::{Cursor, PositionReader, TextResult};
use scenario_rules::action::Action;
use scenario_rules::board::Board;
use scenario_rules::dungeon::{
    DeckRoom, Dungeon, DungeonRoom, Passage, PenaltyGrade, PlacedDungeonRoom,
};
use scenario_rules::hex::Hex;
use scenario_rules::marks::HexMark;
use scenario_rules::names::Names;
use scenario_rules::room::HiddenRoom;

/// The maximum number of exits of a room, and of its treasure tiles.
const MAX_PARTS: usize = 12;

impl PositionReader<'_> {
    /// Parses a statement about the dungeon or one of its rooms.
    pub(super) fn dungeon(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        if !cursor.takes_word("room") {
            if self.layout.dungeon.is_some() {
                return Err(start.expected("one dungeon only"));
            }
            self.layout.dungeon = Some(cursor.dungeon()?);
            return Ok(());
        }
        let Some(dungeon) = &mut self.layout.dungeon else {
            return Err(start.expected("the dungeon before its rooms"));
        };
        let room = cursor.dungeon_room(&self.layout.board)?;
        cursor.end()?;
        if dungeon.next_number() != Some(room.number) {
            return Err(start.expected("the rooms of the dungeon in order, at most three"));
        }
        dungeon.rooms.push(room);
        Ok(())
    }
}

impl Cursor<'_> {
    /// Parses an action of the dungeon after its first word, up to the end of the line.
    pub(crate) fn dungeon_action(mut self, names: &Names, board: &Board) -> TextResult<Action> {
        if !self.takes_word("room") {
            return self.dungeon().map(|dungeon| Action::StartDungeon(Box::new(dungeon)));
        }
        let room = self.dungeon_room(board)?;
        self.sign(':')?;
        let contents = HiddenRoom::new(room.number, vec![room.entrance.1]);
        let contents = self.room_parts(names, board, contents)?;
        Ok(Action::PlaceDungeonRoom(Box::new(PlacedDungeonRoom { room, contents })))
    }

    /// Parses the difficulty and the decks, up to the end of the line.
    fn dungeon(mut self) -> TextResult<Dungeon> {
        let mut dungeon = Dungeon::new(Vec::new(), Vec::new());
        for grade in &mut dungeon.penalties {
            let start = self.skipped();
            let word = self.word();
            let found = PenaltyGrade::ALL.into_iter().find(|grade| grade.word() == word);
            *grade = found.ok_or_else(|| {
                start.expected("none, minor or major for each of the three rooms, or \"room\"")
            })?;
        }
        while self.takes(',') {
            let start = self.skipped();
            let is_new = match self.word() {
                "dealt" => dungeon.seed.replace(self.number(0, u64::MAX, "a seed")?).is_none(),
                "rooms" => self.deck_rooms(&mut dungeon.room_cards)?,
                "passed" => self.deck_rooms(&mut dungeon.passed)?,
                "monsters" => self.deck_monsters(&mut dungeon.monster_cards)?,
                _ => {
                    return Err(start.expected(
                        "\"dealt\" with its seed, \"rooms\", \"passed\" or \"monsters\"",
                    ));
                }
            };
            if !is_new {
                return Err(start.expected("each part once"));
            }
        }
        self.end()?;
        Ok(dungeon)
    }

    /// Parses room cards: `"Sewer" A, "Crypt" A B`. Returns `false` if there are some already.
    fn deck_rooms(&mut self, cards: &mut Vec<DeckRoom>) -> TextResult<bool> {
        let is_new = cards.is_empty();
        loop {
            let start = self.skipped();
            let title = self.title()?;
            let mut entrances = vec![self.passage()?];
            let mut ahead = *self;
            while let Ok(more) = ahead.passage() {
                if entrances.contains(&more) {
                    return Err(self.expected("each kind of entrance once"));
                }
                entrances.push(more);
                *self = ahead;
            }
            if cards.len() >= Dungeon::MAX_CARDS {
                return Err(start.expected(&format!("at most {} cards", Dungeon::MAX_CARDS)));
            }
            cards.push(DeckRoom { title, entrances });
            if !self.takes_comma_before_quote() {
                return Ok(is_new);
            }
        }
    }

    /// Parses the titles of monster cards. Returns `false` if there are some already.
    fn deck_monsters(&mut self, cards: &mut Vec<String>) -> TextResult<bool> {
        let is_new = cards.is_empty();
        loop {
            let start = self.skipped();
            let title = self.title()?;
            if cards.len() >= Dungeon::MAX_CARDS {
                return Err(start.expected(&format!("at most {} cards", Dungeon::MAX_CARDS)));
            }
            cards.push(title);
            if !self.takes_comma_before_quote() {
                return Ok(is_new);
            }
        }
    }

    /// Takes a comma if a text in quotation marks follows.
    fn takes_comma_before_quote(&mut self) -> bool {
        let mut ahead = *self;
        let is_more = ahead.takes(',')
            && ahead.skipped().rest.chars().next().is_some_and(|c| plain_mark(c) == '"');
        if is_more {
            *self = ahead;
        }
        is_more
    }

    /// Parses a room of the dungeon without its contents.
    fn dungeon_room(&mut self, board: &Board) -> TextResult<DungeonRoom> {
        let most = u8::try_from(Dungeon::ROOMS).unwrap_or(u8::MAX);
        let number = self.number(1, most, "the number of a room of the dungeon")?;
        let title = self.title()?;
        self.keyword("with")?;
        let monsters = self.title()?;
        self.sign(',')?;
        self.keyword("entrance")?;
        let entrance = self.passage_at(board)?;
        let mut room = DungeonRoom {
            number,
            title,
            monsters,
            entrance,
            exits: Vec::new(),
            penalty: None,
            treasure: Vec::new(),
        };
        while self.takes(',') {
            self.dungeon_room_part(board, &mut room)?;
        }
        Ok(room)
    }

    fn dungeon_room_part(&mut self, board: &Board, room: &mut DungeonRoom) -> TextResult<()> {
        let start = self.skipped();
        match self.word() {
            "exit" if room.exits.len() < MAX_PARTS => {
                let exit = self.passage_at(board)?;
                if exit.1 == room.entrance.1 || room.exits.iter().any(|(_, hex)| *hex == exit.1) {
                    return Err(start.expected("each exit in a hex of its own"));
                }
                room.exits.push(exit);
            }
            "penalty" if room.penalty.is_none() => {
                room.penalty = Some(self.quoted_text(Dungeon::MAX_TEXT_CHARS)?);
            }
            "treasure" if room.treasure.len() < MAX_PARTS => {
                let number = self.number(1, HexMark::MAX_NUMBER, "the number on it")?;
                let text = self.quoted_text(Dungeon::MAX_TEXT_CHARS)?;
                room.treasure.push((number, text));
            }
            _ => {
                return Err(start.expected(
                    "\"exit\" with its kind and hex, one \"penalty\", or \"treasure\" with its \
                     number",
                ));
            }
        }
        Ok(())
    }

    /// Parses the kind of an entrance or exit with its hex: `A at F2`.
    fn passage_at(&mut self, board: &Board) -> TextResult<(Passage, Hex)> {
        let passage = self.passage()?;
        self.keyword("at")?;
        Ok((passage, self.hex(board)?))
    }

    fn passage(&mut self) -> TextResult<Passage> {
        let start = self.skipped();
        let word = self.word();
        let found = Passage::ALL.into_iter().find(|passage| passage.word() == word);
        found.ok_or_else(|| start.expected("A or B, the kind of an entrance or exit"))
    }

    fn title(&mut self) -> TextResult<String> {
        self.quoted_text(Dungeon::MAX_TITLE_CHARS)
    }

    /// Parses a text in quotation marks, with any characters in it.
    fn quoted_text(&mut self, most: usize) -> TextResult<String> {
        let start = self.skipped();
        let at = start.whole.len() - start.rest.len();
        match parse_quoted(start.whole, at) {
            Ok((text, end)) if (1..=most).contains(&text.chars().count()) => {
                self.rest = &start.whole[end..];
                Ok(text)
            }
            _ => Err(start.expected(&format!("a text in quotation marks, up to {most} letters"))),
        }
    }
}

/// Prints the difficulty and the decks of a dungeon.
pub(crate) fn print_dungeon(dungeon: &Dungeon) -> String {
    let grades = dungeon.penalties.map(PenaltyGrade::word).join(" ");
    let mut parts = vec![format!("dungeon {grades}")];
    parts.extend(dungeon.seed.map(|seed| format!("dealt {seed}")));
    for (word, cards) in [("rooms", &dungeon.room_cards), ("passed", &dungeon.passed)] {
        let cards: Vec<String> = cards.iter().map(print_deck_room).collect();
        parts.extend((!cards.is_empty()).then(|| format!("{word} {}", remarks(&cards))));
    }
    let monsters: Vec<String> = dungeon.monster_cards.iter().map(|title| quoted(title)).collect();
    parts.extend((!monsters.is_empty()).then(|| format!("monsters {}", remarks(&monsters))));
    remarks(&parts)
}

fn print_deck_room(card: &DeckRoom) -> String {
    let kinds: Vec<&str> = card.entrances.iter().map(|kind| kind.word()).collect();
    format!("{} {}", quoted(&card.title), kinds.join(" "))
}

/// Prints a room of the dungeon without its contents.
fn print_dungeon_room(room: &DungeonRoom) -> String {
    let DungeonRoom { number, title, monsters, entrance: (passage, hex), .. } = room;
    let (title, monsters) = (quoted(title), quoted(monsters));
    let entrance = passage.word();
    let mut parts = vec![format!(
        "dungeon room {number} {title} with {monsters}, entrance {entrance} at {hex}"
    )];
    parts.extend(room.exits.iter().map(|(kind, hex)| format!("exit {} at {hex}", kind.word())));
    parts.extend(room.penalty.iter().map(|text| format!("penalty {}", quoted(text))));
    let treasure = room.treasure.iter();
    parts.extend(treasure.map(|(number, text)| format!("treasure {number} {}", quoted(text))));
    remarks(&parts)
}

/// Prints the action that lays out a room of the dungeon.
pub(crate) fn print_placed_room(names: &Names, placed: &PlacedDungeonRoom) -> String {
    format!("{}: {}", print_dungeon_room(&placed.room), print_contents(names, &placed.contents))
}

/// Prints the statements about a dungeon.
pub(super) fn print_dungeon_statements(dungeon: &Dungeon) -> Vec<String> {
    let rooms = dungeon.rooms.iter().map(print_dungeon_room);
    std::iter::once(print_dungeon(dungeon)).chain(rooms).map(|line| line + "\n").collect()
}
