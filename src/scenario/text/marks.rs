//! The text of markers in hexes: `plate B3 C4`, `token 3 at B3`, `treasure 14 at C4`, and of what
//! was looted: `looted Brute: token 3, treasure 14`.

use plain_text::remarks;

use super::{Cursor, PositionReader, TextResult};
use scenario_rules::board::Board;
use scenario_rules::figure::{Figure, FigureKind};
use scenario_rules::hex::Hex;
use scenario_rules::marks::{HexMark, LootedMark};
use scenario_rules::names::{FigureId, Names};
use scenario_rules::position::{Layout, Position};

impl PositionReader<'_> {
    /// Parses a statement about a marker, from its first word.
    pub(super) fn marks(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let mark = cursor.mark()?;
        for hex in cursor.mark_hexes(mark, &self.layout.board)? {
            if !self.layout.marks.insert((mark, hex)) {
                return Err(start.expected("each marker in a hex once"));
            }
        }
        Ok(())
    }

    pub(super) fn looted(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let figure = self.layout.names.figure(&cursor.named()?);
        loop {
            let there = cursor.skipped();
            let mark = cursor.mark()?;
            if mark.loot_rule().is_none() {
                return Err(there.expected("\"token\" or \"treasure\" with its number"));
            }
            if self.layout.looted.len() >= Position::MAX_FIGURES {
                let most = Position::MAX_FIGURES;
                return Err(start.expected(&format!("at most {most} looted tokens and treasures")));
            }
            self.layout.looted.push(LootedMark { figure, mark });
            if cursor.is_done() {
                return Ok(());
            }
            cursor.sign(',')?;
        }
    }
}

impl Cursor<'_> {
    /// Parses a marker: `plate`, `token 3` or `treasure 14`.
    pub(crate) fn mark(&mut self) -> TextResult<HexMark> {
        let start = self.skipped();
        let mark = match self.word() {
            "plate" => return Ok(HexMark::Plate),
            "token" => HexMark::Token,
            "treasure" => HexMark::Treasure,
            _ => return Err(start.expected("\"plate\", \"token\" or \"treasure\"")),
        };
        self.number(1, HexMark::MAX_NUMBER, "the number on it").map(mark)
    }

    /// Parses the hexes of an obstacle with hit points after the keyword at which `self` is; the hex
    /// of the figure is always among them.
    pub(super) fn obstacle(
        self,
        after: &mut Self,
        figure: &Figure,
        board: &Board,
    ) -> TextResult<Vec<Hex>> {
        if !matches!(figure.kind, FigureKind::Object(..)) || !figure.obstacle.is_empty() {
            return Err(self.expected("the hexes of an obstacle once, and only of an object"));
        }
        let mut hexes = vec![figure.hex];
        while !after.is_done() && !after.skipped().rest.starts_with(',') {
            let hex = after.hex(board)?;
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes.sort_unstable();
        Ok(hexes)
    }

    /// Parses the hexes of a marker, up to the end of the line; those of a numbered one follow
    /// "at".
    pub(crate) fn mark_hexes(mut self, mark: HexMark, board: &Board) -> TextResult<Vec<Hex>> {
        if mark != HexMark::Plate {
            self.keyword("at")?;
        }
        let hexes = self.hexes(board)?;
        if hexes.iter().any(|&hex| !board.has(hex)) {
            return Err(self.expected("hexes of the map"));
        }
        Ok(hexes)
    }
}

/// Prints a marker with its hexes.
pub(crate) fn print_mark(mark: HexMark, hexes: &[Hex]) -> String {
    let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
    let at = if mark == HexMark::Plate { "" } else { " at" };
    format!("{mark}{at} {}", hexes.join(" "))
}

/// Returns the markers with their hexes, each once.
pub(crate) fn grouped_marks<'a>(
    marks: impl IntoIterator<Item = &'a (HexMark, Hex)>,
) -> Vec<(HexMark, Vec<Hex>)> {
    let mut groups: Vec<(HexMark, Vec<Hex>)> = Vec::new();
    for &(mark, hex) in marks {
        match groups.last_mut().filter(|(last, _)| *last == mark) {
            Some((_, hexes)) => hexes.push(hex),
            None => groups.push((mark, vec![hex])),
        }
    }
    groups
}

/// Prints the statements about markers, and about those that were looted.
pub(super) fn print_marks(layout: &Layout) -> Vec<String> {
    let groups = grouped_marks(&layout.marks);
    let marks = groups.iter().map(|(mark, hexes)| print_mark(*mark, hexes) + "\n");
    let looted = layout.looted.chunk_by(|a, b| a.figure == b.figure).map(|of| {
        let marks: Vec<String> = of.iter().map(|looted| looted.mark.to_string()).collect();
        format!("looted {}: {}\n", layout.names.figure_name(of[0].figure), marks.join(", "))
    });
    marks.chain(looted).collect()
}

/// Returns the words about a character that loots a token or treasure.
pub(crate) fn looted_words(names: &Names, figure: FigureId, marks: &[HexMark]) -> String {
    let marks: Vec<String> = marks.iter().map(HexMark::to_string).collect();
    format!("{} loots {}", names.figure_name(figure), remarks(&marks))
}
