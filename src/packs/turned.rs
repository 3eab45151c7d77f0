//! A board in another rotation: two people who trace one board rarely hold it alike.

use rules::components::{BoardSpec, SiteSpec};
use rules::fact::Fact;
use rules::square::Square;

/// Of two tracings of one board, no more than one square in this many differs.
const ALIKE: usize = 5;

/// The mark of a square that nobody has painted yet.
const UNPAINTED: char = '?';

/// How a tracing fits another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// How many squares differ.
    pub differing: usize,
    /// How many quarter turns clockwise make it lie as the other does.
    pub turns: u8,
}

/// `board` after so many quarter turns clockwise, with everything on it.
#[must_use]
pub fn turned(board: &BoardSpec, turns: u8) -> BoardSpec {
    let mut board = board.clone();
    for _ in 0..turns % 4 {
        board = quarter_turn(board);
    }
    board
}

/// How `theirs` is best turned to lie as `ours` does; nothing if it is another board.
#[must_use]
pub fn fit(ours: &BoardSpec, theirs: &BoardSpec) -> Option<Fit> {
    let ours = squares(ours.terrain.value()?);
    let all: usize = ours.iter().map(Vec::len).sum();
    let best = (0..4).filter_map(|turns| {
        let theirs = squares(turned(theirs, turns).terrain.value()?);
        // Squares that nobody has painted are alike on all boards, and say nothing.
        let (ours, theirs) = painted_in_both(&ours, &theirs)?;
        let painted = ours.iter().flatten().filter(|mark| **mark != UNPAINTED);
        let painted = painted.count();
        let differing = differing(&ours, &theirs)?;
        (painted * 2 > all && differing * ALIKE <= painted).then_some(Fit { differing, turns })
    });
    best.min()
}

/// Two drawings of one size with only what both have painted.
#[expect(clippy::type_complexity, reason = "two drawings of a board")]
fn painted_in_both(
    ours: &[Vec<char>],
    theirs: &[Vec<char>],
) -> Option<(Vec<Vec<char>>, Vec<Vec<char>>)> {
    differing(ours, theirs)?;
    let (mut ours, mut theirs) = (ours.to_vec(), theirs.to_vec());
    for (a, b) in ours.iter_mut().flatten().zip(theirs.iter_mut().flatten()) {
        if *a == UNPAINTED || *b == UNPAINTED {
            (*a, *b) = (UNPAINTED, UNPAINTED);
        }
    }
    Some((ours, theirs))
}

/// `theirs` as far as possible with the digits that `ours` has for the three sections.
#[must_use]
pub fn with_sections_of(ours: &BoardSpec, theirs: &BoardSpec) -> BoardSpec {
    let mut board = theirs.clone();
    let (Some(ours), Some(rows)) = (ours.sections.value(), theirs.sections.value()) else {
        return board;
    };
    let (ours, theirs) = (squares(ours), squares(rows));
    let orders = [
        ['1', '2', '3'],
        ['1', '3', '2'],
        ['2', '1', '3'],
        ['2', '3', '1'],
        ['3', '1', '2'],
        ['3', '2', '1'],
    ];
    let renumbered = |order: &[char; 3]| -> Vec<Vec<char>> {
        let digit = |c: &char| match c {
            '1' => order[0],
            '2' => order[1],
            '3' => order[2],
            other => *other,
        };
        let rows = theirs.iter();
        rows.map(|row| row.iter().map(digit).collect()).collect()
    };
    let best = orders.iter().min_by_key(|order| differing(&ours, &renumbered(order)));
    let Some(order) = best else {
        return board;
    };
    let rows = renumbered(order).into_iter();
    let rows: Vec<String> = rows.map(String::from_iter).collect();
    match &mut board.sections {
        Fact::Known(old, _) | Fact::Unconfirmed(old, _) => *old = rows,
        Fact::Unknown => {}
    }
    if let [a, b, c] = board.section_names.as_slice() {
        let mut names = [a.clone(), b.clone(), c.clone()];
        for (name, digit) in [a, b, c].into_iter().zip(order) {
            let place = digit.to_digit(10).unwrap_or(1) as usize;
            names[place - 1].clone_from(name);
        }
        board.section_names = names.into();
    }
    board
}

/// The squares on which two drawings of one size differ, in reading order; nothing if their
/// sizes do.
#[must_use]
pub fn differing_squares(ours: &[String], theirs: &[String]) -> Option<Vec<Square>> {
    let (ours, theirs) = (squares(ours), squares(theirs));
    differing(&ours, &theirs)?;
    let mut found = Vec::new();
    for (row, (a, b)) in (0_u8..).zip(ours.iter().zip(&theirs)) {
        for (column, (a, b)) in (0_u8..).zip(a.iter().zip(b)) {
            if plain(*a) != plain(*b) {
                found.push(Square::new(column, row));
            }
        }
    }
    Some(found)
}

fn squares(rows: &[String]) -> Vec<Vec<char>> {
    rows.iter().map(|row| row.chars().collect()).collect()
}

/// A space and a dot both stand for what is not part of the city.
const fn plain(mark: char) -> char {
    if mark == ' ' { '.' } else { mark }
}

/// How many squares differ; nothing if the sizes do.
fn differing(ours: &[Vec<char>], theirs: &[Vec<char>]) -> Option<usize> {
    let sizes = |rows: &[Vec<char>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
    if sizes(ours) != sizes(theirs) {
        return None;
    }
    let pairs = ours.iter().flatten().zip(theirs.iter().flatten());
    Some(pairs.filter(|(a, b)| plain(**a) != plain(**b)).count())
}

fn quarter_turn(mut board: BoardSpec) -> BoardSpec {
    let drawn = board.terrain.value().or(board.sections.value());
    let rows = drawn.map_or(0, Vec::len);
    let moved = |square: Square| {
        let row = u8::try_from(rows.saturating_sub(1)).unwrap_or(u8::MAX);
        Square::new(row.saturating_sub(square.row), square.column)
    };
    for drawing in [&mut board.terrain, &mut board.sections] {
        if let Fact::Known(rows, _) | Fact::Unconfirmed(rows, _) = drawing {
            *rows = turned_rows(rows);
        }
    }
    if let Fact::Known(starts, _) | Fact::Unconfirmed(starts, _) = &mut board.starts {
        for (square, _) in starts {
            *square = moved(*square);
        }
    }
    if let Fact::Known(sites, _) | Fact::Unconfirmed(sites, _) = &mut board.sites {
        for SiteSpec { squares, .. } in sites {
            for square in squares {
                *square = moved(*square);
            }
        }
    }
    for (_, square) in &mut board.districts {
        *square = moved(*square);
    }
    board
}

fn turned_rows(rows: &[String]) -> Vec<String> {
    let rows = squares(rows);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |x: usize| {
        let squares = rows.iter().rev();
        squares.map(|row| row.get(x).copied().unwrap_or('.')).collect()
    };
    (0..columns).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known<T>(value: T) -> Fact<T> {
        Fact::Known(value, "box".to_owned())
    }

    fn board(terrain: &[&str], sections: &[&str]) -> BoardSpec {
        let rows = |rows: &[&str]| known(rows.iter().map(|&row| row.to_owned()).collect());
        BoardSpec {
            name: "Harbour".to_owned(),
            terrain: rows(terrain),
            sections: rows(sections),
            section_names: ["West", "Middle", "East"].map(str::to_owned).into(),
            starts: known(vec![(Square::new(0, 0), 1)]),
            ..BoardSpec::default()
        }
    }

    fn harbour() -> BoardSpec {
        board(&["gg~ec#ff", "gg~ec#fg"], &["11.22.33", "11.22.33"])
    }

    #[test]
    fn four_quarter_turns_change_nothing_and_one_moves_everything_alike() {
        let board = harbour();
        assert_eq!(turned(&board, 4), board);
        let once = turned(&board, 1);
        assert_eq!(once.terrain.value().map(Vec::len), Some(8));
        // The top left corner comes to the top right.
        assert_eq!(once.starts.value(), Some(&vec![(Square::new(1, 0), 1)]));
        assert_eq!(turned(&once, 3), board);
    }

    #[test]
    fn a_tracing_in_another_rotation_is_the_same_board() {
        let ours = harbour();
        for turns in 0..4 {
            let fit = fit(&ours, &turned(&ours, turns)).expect("it is the same board");
            assert_eq!((fit.differing, fit.turns), (0, (4 - turns) % 4));
        }
        let mut slip = turned(&ours, 1);
        if let Fact::Known(rows, _) = &mut slip.terrain {
            rows[0] = "ge".to_owned();
        }
        assert_eq!(fit(&ours, &slip).map(|fit| fit.differing), Some(1));
        let other = board(&["eeeeeeee", "eeeeeeee"], &["11.22.33", "11.22.33"]);
        assert_eq!(fit(&ours, &other), None);
    }

    #[test]
    fn boards_that_are_hardly_painted_are_not_taken_for_one_another() {
        let blank = board(&["????????", "??????g?"], &["11.22.33", "11.22.33"]);
        assert_eq!(fit(&blank, &blank), None);
        assert_eq!(fit(&harbour(), &blank), None);
        let most = board(&["gg~ec#?f", "gg~ec#f?"], &["11.22.33", "11.22.33"]);
        let fit = fit(&harbour(), &turned(&most, 1)).expect("most of it is the same");
        assert_eq!((fit.differing, fit.turns), (0, 3));
    }

    #[test]
    fn sections_are_the_same_whatever_digits_they_were_given() {
        let ours = harbour();
        let mut theirs = board(&["gg~ec#ff", "gg~ec#fg"], &["33.11.22", "33.11.22"]);
        theirs.section_names = ["Middle", "East", "West"].map(str::to_owned).into();
        assert_eq!(with_sections_of(&ours, &theirs), ours);
    }

    #[test]
    fn squares_that_differ_are_named() {
        let rows = |rows: [&str; 2]| rows.map(str::to_owned);
        let found = differing_squares(&rows(["ge", ". "]), &rows(["gc", " ."]));
        assert_eq!(found, Some(vec![Square::new(1, 0)]));
        assert_eq!(differing_squares(&rows(["ge", "gg"]), &rows(["g", "g"])), None);
    }
}
