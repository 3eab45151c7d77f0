//! A drawing of a board in a pack: a mark for each square, row by row.
//!
//! [`BoardSpec`](super::specs::BoardSpec) lists the marks with their meaning.

use super::square::Square;

/// The mark of an unknown square.
pub const UNKNOWN_MARK: char = '?';

/// The marks of a board drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing(Vec<Vec<char>>);

impl BoardDrawing {
    /// Reads a drawing of a pack.
    pub fn of<R: AsRef<str>>(rows: &[R]) -> Self {
        Self(rows.iter().map(|row| row.as_ref().chars().collect()).collect())
    }

    /// Draws `columns` by `rows` squares, one mark for each.
    pub fn new((columns, rows): (u8, u8), mark: impl Fn(Square) -> char) -> Self {
        let rows = (0..rows)
            .map(|row| (0..columns).map(|column| mark(Square::new(column, row))).collect());
        Self(rows.collect())
    }

    /// Returns the drawing in the form of a pack.
    pub fn rows(&self) -> Vec<String> {
        self.0.iter().map(String::from_iter).collect()
    }

    /// Returns the columns of the first row, and the number of rows.
    pub fn size(&self) -> (usize, usize) {
        (self.0.first().map_or(0, Vec::len), self.0.len())
    }

    /// Returns `true` if the rows of another drawing have the same lengths.
    pub fn has_same_size(&self, other: &Self) -> bool {
        self.0.iter().map(Vec::len).eq(other.0.iter().map(Vec::len))
    }

    /// Returns `true` if no square is marked unknown.
    pub fn is_complete(&self) -> bool {
        !self.0.iter().flatten().any(|&mark| mark == UNKNOWN_MARK)
    }

    /// Returns the mark of a square; `None` beyond the edge.
    pub fn at(&self, square: Square) -> Option<char> {
        self.0.get(usize::from(square.row))?.get(usize::from(square.column)).copied()
    }

    /// Sets the mark of a square; does nothing beyond the edge.
    pub fn set(&mut self, square: Square, mark: char) {
        let row = self.0.get_mut(usize::from(square.row));
        if let Some(at) = row.and_then(|row| row.get_mut(usize::from(square.column))) {
            *at = mark;
        }
    }

    /// Iterates over every square with its mark, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = (Square, char)> {
        (0..=u8::MAX).zip(&self.0).flat_map(|(row, line)| {
            let marks = (0..=u8::MAX).zip(line);
            marks.map(move |(column, &mark)| (Square::new(column, row), mark))
        })
    }

    /// Returns a drawing of the same squares with the marks that `other` returns.
    #[must_use]
    pub fn map(&self, other: impl Fn(Square, char) -> char) -> Self {
        let mut marks = self.clone();
        for (square, mark) in self.squares() {
            marks.set(square, other(square, mark));
        }
        marks
    }

    /// Returns this drawing with the marks of `base` where its own are unknown.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        self.map(|square, mark| base.at(square).filter(|_| mark == UNKNOWN_MARK).unwrap_or(mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_squares_take_the_marks_of_the_base_drawing() {
        let (base, drawn) = (BoardDrawing::of(&["ge", "f?"]), BoardDrawing::of(&["?c", "??"]));
        assert!(base.has_same_size(&drawn) && !drawn.is_complete());
        assert_eq!(drawn.over(&base).rows(), ["gc", "f?"]);
    }

    #[test]
    fn squares_beyond_the_edge_have_no_mark() {
        let mut drawing =
            BoardDrawing::new((2, 1), |square| if square.column == 0 { 'g' } else { '.' });
        drawing.set(Square::new(2, 0), 'e');
        assert_eq!((drawing.rows(), drawing.size()), (vec!["g.".to_owned()], (2, 1)));
        assert_eq!(drawing.at(Square::new(0, 1)), None);
        assert_eq!(drawing.squares().count(), 2);
    }
}
