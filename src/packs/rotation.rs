//! Rotated boards: two people who trace the same board rarely hold it the same way.

use components::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use components::specs::BoardSpec;
use components::square::Square;

/// Two tracings of the same board differ in at most one square of this many.
const MIN_SQUARES_PER_DIFFERENCE: usize = 5;

/// The rotation in which one tracing of a board fits another best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RotationFit {
    /// The number of differing squares.
    pub differing: usize,
    /// The quarter turns clockwise that align it with the other.
    pub turns: u8,
}

/// Returns `board` with everything on it after this many quarter turns clockwise.
pub fn rotated(board: &BoardSpec, turns: u8) -> BoardSpec {
    let mut board = board.clone();
    for _ in 0..turns % 4 {
        board = quarter_turn(board);
    }
    board
}

/// Finds the rotation that aligns `theirs` with `ours` best; `None` if it is another board.
pub fn fit(ours: &BoardSpec, theirs: &BoardSpec) -> Option<RotationFit> {
    let ours = BoardDrawing::of(ours.terrain.value()?);
    let all = ours.squares().count();
    let fits = (0..4).filter_map(|turns| {
        let theirs = BoardDrawing::of(rotated(theirs, turns).terrain.value()?);
        // Unknown squares are the same on all boards, so they are no evidence.
        let (known, differing) = pairs(&ours, &theirs)?
            .filter(|(_, a, b)| ![*a, *b].contains(&UNKNOWN_MARK))
            .fold((0, 0), |(count, differing), (_, a, b)| {
                (count + 1, differing + usize::from(plain(a) != plain(b)))
            });
        let is_same_board = known * 2 > all && differing * MIN_SQUARES_PER_DIFFERENCE <= known;
        is_same_board.then_some(RotationFit { differing, turns })
    });
    fits.min()
}

/// Renumbers the three sections of `theirs` to match the digits of `ours` as well as possible.
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

/// Returns the squares on which two drawings differ, in reading order; `None` if their sizes
/// differ.
pub fn differing_squares(ours: &[String], theirs: &[String]) -> Option<Vec<Square>> {
    let (ours, theirs) = (BoardDrawing::of(ours), BoardDrawing::of(theirs));
    let differing = pairs(&ours, &theirs)?
        .filter(|(_, a, b)| plain(*a) != plain(*b))
        .map(|(square, ..)| square)
        .collect();
    Some(differing)
}

/// Returns every square with its marks in two drawings; `None` if their sizes differ.
fn pairs(
    ours: &BoardDrawing,
    theirs: &BoardDrawing,
) -> Option<impl Iterator<Item = (Square, char, char)>> {
    ours.has_same_size(theirs).then(|| {
        ours.squares().filter_map(|(square, mark)| Some((square, mark, theirs.at(square)?)))
    })
}

/// Replaces a space with a dot: both mark squares outside the city.
const fn plain(mark: char) -> char {
    if mark == ' ' { '.' } else { mark }
}

/// Counts the squares that differ; `None` if the sizes differ.
fn differing(ours: &BoardDrawing, theirs: &BoardDrawing) -> Option<usize> {
    Some(pairs(ours, theirs)?.filter(|(_, a, b)| plain(*a) != plain(*b)).count())
}

fn quarter_turn(mut board: BoardSpec) -> BoardSpec {
    let rows = board.terrain.value().or(board.sections.value()).map_or(0, Vec::len);
    let last_row = u8::try_from(rows.saturating_sub(1)).unwrap_or(u8::MAX);
    for drawing in [&mut board.terrain, &mut board.sections] {
        if let Some(rows) = drawing.value_mut() {
            *rows = turned_rows(rows);
        }
    }
    let starts = board.starts.value_mut().into_iter().flatten().map(|(square, _)| square);
    let sites = board.sites.value_mut().into_iter().flatten().flat_map(|site| &mut site.squares);
    let districts = board.districts.iter_mut().map(|(_, square)| square);
    for square in starts.chain(sites).chain(districts) {
        *square = Square::new(last_row.saturating_sub(square.row), square.column);
    }
    board
}

/// Rotates a drawing by a quarter turn clockwise, padding short rows.
fn turned_rows(rows: &[String]) -> Vec<String> {
    let drawn = BoardDrawing::of(rows);
    let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let [height, width] = [rows.len(), longest].map(|side| u8::try_from(side).unwrap_or(u8::MAX));
    BoardDrawing::new((height, width), |square| {
        drawn.at(Square::new(square.row, height - 1 - square.column)).unwrap_or('.')
    })
    .rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use components::fact::Fact;

    fn known<T>(value: T) -> Fact<T> {
        Fact::Known(value, "box".to_owned())
    }

    fn rows(rows: &[&str]) -> Vec<String> {
        rows.iter().map(|&row| row.to_owned()).collect()
    }

    fn board(terrain: &[&str], sections: &[&str]) -> BoardSpec {
        BoardSpec {
            name: "Harbour".to_owned(),
            terrain: known(rows(terrain)),
            sections: known(rows(sections)),
            section_names: ["West", "Middle", "East"].map(str::to_owned).into(),
            starts: known(vec![(Square::new(0, 0), 1)]),
            ..BoardSpec::default()
        }
    }

    fn harbour() -> BoardSpec {
        board(&["gg~ec#ff", "gg~ec#fg"], &["11.22.33", "11.22.33"])
    }

    #[test]
    fn one_quarter_turn_moves_the_whole_board_and_four_restore_it() {
        let board = harbour();
        assert_eq!(rotated(&board, 4), board);
        let once = rotated(&board, 1);
        assert_eq!(once.terrain.value().map(Vec::len), Some(8));
        // The top left corner moves to the top right.
        assert_eq!(once.starts.value(), Some(&vec![(Square::new(1, 0), 1)]));
        assert_eq!(rotated(&once, 3), board);
    }

    #[test]
    fn fit_finds_the_rotation_of_a_rotated_tracing() {
        let ours = harbour();
        for turns in 0..4 {
            let fit = fit(&ours, &rotated(&ours, turns)).expect("it is the same board");
            assert_eq!((fit.differing, fit.turns), (0, (4 - turns) % 4));
        }
        let mut slip = rotated(&ours, 1);
        if let Fact::Known(rows, _) = &mut slip.terrain {
            rows[0] = "ge".to_owned();
        }
        assert_eq!(fit(&ours, &slip).map(|fit| fit.differing), Some(1));
        let other = board(&["eeeeeeee", "eeeeeeee"], &["11.22.33", "11.22.33"]);
        assert_eq!(fit(&ours, &other), None);
    }

    #[test]
    fn mostly_unknown_boards_do_not_fit_any_board() {
        let blank = board(&["????????", "??????g?"], &["11.22.33", "11.22.33"]);
        assert_eq!(fit(&blank, &blank), None);
        assert_eq!(fit(&harbour(), &blank), None);
        let most = board(&["gg~ec#?f", "gg~ec#f?"], &["11.22.33", "11.22.33"]);
        let fit = fit(&harbour(), &rotated(&most, 1)).expect("most of it is the same");
        assert_eq!((fit.differing, fit.turns), (0, 3));
    }

    #[test]
    fn sections_with_permuted_digits_are_renumbered() {
        let ours = harbour();
        let mut theirs = board(&["gg~ec#ff", "gg~ec#fg"], &["33.11.22", "33.11.22"]);
        theirs.section_names = ["Middle", "East", "West"].map(str::to_owned).into();
        assert_eq!(with_sections_of(&ours, &theirs), ours);
    }

    #[test]
    fn differing_squares_are_listed_for_drawings_of_equal_size() {
        let found = differing_squares(&rows(&["ge", ". "]), &rows(&["gc", " ."]));
        assert_eq!(found, Some(vec![Square::new(1, 0)]));
        assert_eq!(differing_squares(&rows(&["ge", "gg"]), &rows(&["g", "g"])), None);
    }
}
