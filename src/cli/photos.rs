//! Photographs of a board, as input of subcommands.

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::Path;

use super::answer::{CommandOutput, Exit};
use super::input;
use super::terminal::escape;
use board_photo::{Corners, GridSize, MAX_PHOTO_BYTES, Photo, PlacedGrid};

/// Reads the photograph in a file.
pub(super) fn photo(path: &Path) -> Result<Photo, CommandOutput> {
    let bytes = input::read_at_most(path, MAX_PHOTO_BYTES as u64)?;
    Photo::decode(&bytes).map_err(|error| unusable(path, &error.to_string()))
}

/// Refuses a photograph for this reason.
pub(super) fn unusable(path: &Path, reason: &str) -> CommandOutput {
    CommandOutput::file_error(path, &reason).with_exit(Exit::Unusable)
}

/// Formats corners as the value of `--corners`.
pub(super) fn as_written(corners: &Corners) -> String {
    corners.0.map(|(x, y)| format!("{x:.0},{y:.0}")).join(":")
}

/// Formats a grid as the value of `--grid`.
pub(super) fn grid_as_written(grid: GridSize) -> String {
    format!("{}x{}", grid.columns(), grid.rows())
}

/// A grid that is not recognized for sure.
pub(super) struct GridGuess<'a> {
    /// The photograph.
    pub(super) photo: &'a Path,
    pub(super) grid: &'a PlacedGrid,
    /// The arguments that would place this grid, if the subcommand has any.
    pub(super) arguments: Option<String>,
}

impl GridGuess<'_> {
    /// Accepts the guess if `--guess` is given, or if a person at a terminal agrees.
    ///
    /// # Errors
    ///
    /// A refusal with the remedy.
    pub(super) fn accept(&self, is_accepted: bool) -> Result<(), CommandOutput> {
        if is_accepted {
            return Ok(());
        }
        #[expect(clippy::disallowed_methods, reason = "a question is no answer of a subcommand")]
        let mut err = io::stderr();
        let is_asked = io::stdin().is_terminal() && err.is_terminal();
        // A question that cannot be written or answered accepts nothing.
        if is_asked && self.ask(&mut io::stdin().lock(), &mut err).unwrap_or(false) {
            return Ok(());
        }
        let remedy = if let Some(arguments) = &self.arguments {
            format!("expected the corners, or --guess to use the guess {arguments}")
        } else {
            let corners = as_written(&self.grid.corners);
            format!("expected --guess to use the guess with its corners at {corners}")
        };
        let reason = format!("the grid is not recognised for sure, {remedy}");
        Err(unusable(self.photo, &reason))
    }

    /// Asks a person whether the guess is right; `true` only for a clear yes.
    fn ask(&self, answers: &mut impl BufRead, questions: &mut impl Write) -> io::Result<bool> {
        let line = format!(
            "{}: the grid is not recognised for sure; a guess is {}, corners at {}.",
            self.photo.display(),
            self.grid.size,
            as_written(&self.grid.corners)
        );
        write!(questions, "{}\nIs this right? [y/N] ", escape(&line))?;
        questions.flush()?;
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_accepts_a_guess() {
        let size = GridSize::new(16, 14).expect("a possible size");
        let corners = Corners([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0)]);
        let grid = PlacedGrid::flat(corners, size);
        let guess = GridGuess { photo: Path::new("a\n.jpg"), grid: &grid, arguments: None };
        for (answer, expected) in
            [("y\n", true), (" YES \n", true), ("", false), ("\n", false), ("no\n", false)]
        {
            let mut asked = Vec::new();
            let is_right = guess.ask(&mut answer.as_bytes(), &mut asked).expect("it is asked");
            assert_eq!(is_right, expected, "{answer:?}");
            let asked = String::from_utf8(asked).expect("the question is text");
            assert!(
                asked.starts_with("a\\n.jpg: ") && asked.contains("1,2:3,4:5,6:7,8"),
                "{asked}"
            );
        }
    }
}
