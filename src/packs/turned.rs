//! A board in another rotation: two people who trace one board rarely hold it alike.

use components::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use components::specs::BoardSpec;
use components::square::Square;

/// Of two tracings of one board, no more than one square in this many differs.
const ALIKE: usize = 5;

/// How a tracing fits another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// How many squares differ.
    pub differing: usize,
    /// How many quarter turns clockwise make it lie as the other does.
    pub turns: u8,
}

/// `board` after so many quarter turns clockwise, with everything on it.
pub fn turned(board: &BoardSpec, turns: u8) -> BoardSpec {
    let mut board = board.clone();
    for _ in 0..turns % 4 {
        board = quarter_turn(board);
    }
    board
}

/// How `theirs` is best turned to lie as `ours` does; nothing if it is another board.
pub fn fit(ours: &BoardSpec, theirs: &BoardSpec) -> Option<Fit> {
    let ours = BoardDrawing::of(ours.terrain.value()?);
    let all = ours.squares().count();
    let best = (0..4).filter_map(|turns| {
        let theirs = BoardDrawing::of(turned(theirs, turns).terrain.value()?);
        // Squares that nobody has painted are alike on all boards, and say nothing.
        let painted = pairs(&ours, &theirs)?.filter(|(_, a, b)| ![*a, *b].contains(&UNKNOWN_MARK));
        let (all_painted, differing) = painted.fold((0, 0), |(count, differing), (_, a, b)| {
            (count + 1, differing + usize::from(plain(a) != plain(b)))
        });
        let is_it = all_painted * 2 > all && differing * ALIKE <= all_painted;
        is_it.then_some(Fit { differing, turns })
    });
    best.min()
}

/// `theirs` as far as possible with the digits that `ours` has for the three sections.
pub fn with_sections_of(ours: &BoardSpec, theirs: &BoardSpec) -> BoardSpec {
    let mut board = theirs.clone();
    let (Some(ours), Some(rows)) = (ours.sections.value(), theirs.sections.value()) else {
        return board;
    };
    let (ours, theirs) = (BoardDrawing::of(ours), BoardDrawing::of(rows));
    let orders = [
        ['1', '2', '3'],
        ['1', '3', '2'],
        ['2', '1', '3'],
        ['2', '3', '1'],
        ['3', '1', '2'],
        ['3', '2', '1'],
    ];
    let renumbered = |order: &[char; 3]| {
        theirs.map(|_, mark| match mark {
            '1' => order[0],
            '2' => order[1],
            '3' => order[2],
            other => other,
        })
    };
    let best = orders.iter().min_by_key(|order| differing(&ours, &renumbered(order)));
    let Some(order) = best else {
        return board;
    };
    if let Some(old) = board.sections.value_mut() {
        *old = renumbered(order).rows();
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
pub fn differing_squares(ours: &[String], theirs: &[String]) -> Option<Vec<Square>> {
    let (ours, theirs) = (BoardDrawing::of(ours), BoardDrawing::of(theirs));
    let differing = pairs(&ours, &theirs)?.filter(|(_, a, b)| plain(*a) != plain(*b));
    Some(differing.map(|(square, ..)| square).collect())
}

/// Every square with its marks in two drawings of one size; nothing if their sizes differ.
fn pairs(
    ours: &BoardDrawing,
    theirs: &BoardDrawing,
) -> Option<impl Iterator<Item = (Square, char, char)>> {
    let both = |(square, mark)| Some((square, mark, theirs.at(square)?));
    ours.is_as_large(theirs).then(|| ours.squares().filter_map(both))
}

/// A space and a dot both stand for what is not part of the city.
const fn plain(mark: char) -> char {
    if mark == ' ' { '.' } else { mark }
}

/// How many squares differ; nothing if the sizes do.
fn differing(ours: &BoardDrawing, theirs: &BoardDrawing) -> Option<usize> {
    Some(pairs(ours, theirs)?.filter(|(_, a, b)| plain(*a) != plain(*b)).count())
}

fn quarter_turn(mut board: BoardSpec) -> BoardSpec {
    let drawn = board.terrain.value().or(board.sections.value());
    let rows = drawn.map_or(0, Vec::len);
    let moved = |square: Square| {
        let row = u8::try_from(rows.saturating_sub(1)).unwrap_or(u8::MAX);
        Square::new(row.saturating_sub(square.row), square.column)
    };
    for drawing in [&mut board.terrain, &mut board.sections] {
        if let Some(rows) = drawing.value_mut() {
            *rows = turned_rows(rows);
        }
    }
    let starts = board.starts.value_mut().into_iter().flatten().map(|(square, _)| square);
    let sites = board.sites.value_mut().into_iter().flatten();
    let sites = sites.flat_map(|site| &mut site.squares);
    let districts = board.districts.iter_mut().map(|(_, square)| square);
    for square in starts.chain(sites).chain(districts) {
        *square = moved(*square);
    }
    board
}

/// A drawing after a quarter turn clockwise; a row that is shorter than others is filled up.
fn turned_rows(rows: &[String]) -> Vec<String> {
    let drawn = BoardDrawing::of(rows);
    let side = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let height = side(rows.len());
    let width = side(rows.iter().map(|row| row.chars().count()).max().unwrap_or(0));
    let before = |square: Square| Square::new(square.row, height - 1 - square.column);
    BoardDrawing::new((height, width), |square| drawn.at(before(square)).unwrap_or('.')).rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use components::fact::Fact;

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
