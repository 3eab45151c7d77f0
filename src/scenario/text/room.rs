//! The text of a hidden room: `2 behind D4: open E1 E2; trap E3; wall E1-E2; normal Guard 2 at E2`.

use super::{
    Cursor, FigureKeyword, PositionReader, TextResult, grouped_marks, print_figure, print_mark,
};
use plain_text::{clauses, counted, remarks};
use scenario_rules::board::{Board, HexLine, Terrain};
use scenario_rules::figure::Figure;
use scenario_rules::hex::Hex;
use scenario_rules::names::Names;
use scenario_rules::position::Position;
use scenario_rules::room::HiddenRoom;

impl PositionReader<'_> {
    pub(super) fn room(&mut self, cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let room = cursor.room(&self.layout.names, &self.layout.board)?;
        if self.layout.rooms.iter().any(|other| other.number == room.number) {
            return Err(start.expected("each room once"));
        }
        self.layout.rooms.push(room);
        Ok(())
    }
}

impl Cursor<'_> {
    /// Parses the number of a room.
    pub(crate) fn room_number(&mut self) -> TextResult<u8> {
        self.number(1, HiddenRoom::MAX, "the number of a room")
    }

    /// Parses a hidden room, up to the end of the line.
    pub(crate) fn room(mut self, names: &Names, board: &Board) -> TextResult<HiddenRoom> {
        let number = self.room_number()?;
        self.keyword("behind")?;
        let mut doors = vec![self.hex(board)?];
        while !self.takes(':') {
            doors.push(self.hex(board)?);
        }
        self.room_parts(names, board, HiddenRoom::new(number, doors))
    }

    /// Parses the contents of a room, up to the end of the line, and adds them to it.
    pub(super) fn room_parts(
        mut self,
        names: &Names,
        board: &Board,
        mut room: HiddenRoom,
    ) -> TextResult<HiddenRoom> {
        // Its walls are between hexes that are not on the map yet.
        let mut revealed = board.clone();
        loop {
            let part = self.first_part();
            part.room_part(names, &mut revealed, &mut room)?;
            self.rest = &self.rest[part.rest.len()..];
            if self.is_done() {
                return Ok(room);
            }
            self.sign(';')?;
        }
    }

    /// Returns the text up to the next semicolon.
    fn first_part(self) -> Self {
        let length = self.rest.find(';').unwrap_or(self.rest.len());
        let end = self.whole.len() - self.rest.len() + length;
        Self { whole: &self.whole[..end], rest: &self.rest[..length], ..self }
    }

    fn room_part(
        mut self,
        names: &Names,
        revealed: &mut Board,
        room: &mut HiddenRoom,
    ) -> TextResult<()> {
        let start = self;
        let word = self.word();
        if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
            let hexes = self.hexes(revealed)?;
            for &hex in &hexes {
                revealed.set(hex, Some(terrain));
            }
            room.terrain.push((terrain, hexes));
        } else if word == "wall" {
            room.walls.extend(self.lines(revealed)?);
        } else if matches!(word, "plate" | "token" | "treasure") {
            self = start;
            let mark = self.mark()?;
            let hexes = self.mark_hexes(mark, revealed)?;
            room.marks.extend(hexes.into_iter().map(|hex| (mark, hex)));
        } else if let Some(kind) = FigureKeyword::of(word) {
            let (figure, reason) = self.figure(kind, names, revealed)?;
            if reason.is_some() {
                return Err(start.expected("a figure without a reason"));
            }
            if room.figures.len() >= Position::MAX_FIGURES {
                let most = Position::MAX_FIGURES;
                return Err(start.expected(&format!("at most {most} figures")));
            }
            room.figures.push(figure);
        } else {
            return Err(start.expected("a terrain with hexes, wall, a marker, or a figure"));
        }
        Ok(())
    }
}

/// Prints a hidden room.
pub(crate) fn print_room(names: &Names, room: &HiddenRoom) -> String {
    let contents = print_contents(names, room);
    format!("{} behind {}: {contents}", room.number, print_hexes(&room.doors))
}

fn print_hexes(hexes: &[Hex]) -> String {
    hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints the contents of a room.
pub(super) fn print_contents(names: &Names, room: &HiddenRoom) -> String {
    let terrain = room.terrain.iter().map(|(of, at)| format!("{} {}", of.word(), print_hexes(at)));
    let mut parts: Vec<String> = terrain.collect();
    if !room.walls.is_empty() {
        let walls = room.walls.iter().map(HexLine::to_string).collect::<Vec<_>>().join(" ");
        parts.push(format!("wall {walls}"));
    }
    parts.extend(grouped_marks(&room.marks).iter().map(|(mark, hexes)| print_mark(*mark, hexes)));
    parts.extend(room.figures.iter().map(|figure| print_figure(names, figure)));
    clauses(&parts)
}

/// Returns the hexes of a room and these figures of it in words: "6 hexes, Guard 1, Guard 2".
pub fn room_words<'a>(room: &HiddenRoom, figures: impl IntoIterator<Item = &'a Figure>) -> String {
    let hexes = counted(room.hex_count(), "hex", "hexes");
    let figures = figures.into_iter().map(ToString::to_string);
    remarks(&std::iter::once(hexes).chain(figures).collect::<Vec<_>>())
}
