//! `table keep` and `table compare`: a photograph of the table as it was left, and its comparison
//! with one of the table put back.

use plain_text::{clauses, counted, listed};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::answer::{CommandOutput, CommandResult, Exit};
use super::board::corners;
use super::json;
use super::own_folder::OwnFolder;
use super::photos::{GridGuess, as_written, photo, unusable};
use super::record::Record;
use board_photo::{
    BoardComparison, Corners, DetectedGrid, GridSize, PlacedGrid, StraightenedPhoto,
};
use narration::NamedGame;
use rules::Game;
use storage::{RealDisk, StorageError, TablePhotoFile};
use table_inventory::Checklist;

#[derive(Debug, Subcommand)]
pub(super) enum TableCommand {
    /// Keep a photograph of the table with its game, as it is left for the evening
    Keep {
        #[command(flatten)]
        photo: PhotoArgs,
    },
    /// Compare a photograph of the table with the one that is kept, square by square
    Compare {
        #[command(flatten)]
        taken: PhotoArgs,
        /// The record after this entry says what lies there; 0 is the start
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
}

/// A photograph of the table of a game.
#[derive(Debug, Args)]
pub(super) struct PhotoArgs {
    /// The record
    file: PathBuf,
    /// The photograph, a JPEG, PNG or WebP
    photo: PathBuf,
    /// Outer corners of the grid in pixels, clockwise from the board's top left; looked for in the
    /// picture without it
    #[arg(long, value_name = "X,Y:X,Y:X,Y:X,Y", value_parser = corners, allow_hyphen_values = true)]
    corners: Option<Corners>,
    /// Use the best guess where the grid is not recognised for sure
    #[arg(long)]
    guess: bool,
    #[command(flatten)]
    own: OwnFolder,
}

pub(super) fn answer(subcommand: &TableCommand) -> CommandResult {
    match subcommand {
        TableCommand::Keep { photo } => keep(photo),
        TableCommand::Compare { taken, at, json } => compare(taken, *at, *json),
    }
}

impl PhotoArgs {
    /// Straightens the photograph along the grid of a board of this size. `orient` returns the grid of
    /// the board from a recognized one, or `None` if it does not fit.
    fn straightened(
        &self,
        size: GridSize,
        orient: impl Fn(&DetectedGrid) -> Option<PlacedGrid>,
    ) -> Result<StraightenedPhoto, CommandOutput> {
        let path = self.photo.as_path();
        let photo = photo(path)?;
        let grid = if let Some(corners) = self.corners {
            PlacedGrid::flat(corners, size)
        } else {
            // The game says how many squares there are, which leaves only their place open.
            let Some(found) = DetectedGrid::detect_sized(&photo, size) else {
                return Err(unusable(
                    path,
                    &format!("no grid of {size} is recognised, expected --corners"),
                ));
            };
            let grid = orient(&found).ok_or_else(|| {
                unusable(
                    path,
                    &format!(
                        "the picture shows {} squares, expected {size}, the board of the game; \
                         --corners says where it lies",
                        found.grid.size
                    ),
                )
            })?;
            if !found.is_sure {
                let arguments = Some(format!("--corners {}", as_written(&grid.corners)));
                GridGuess { photo: path, grid: &grid, arguments }.accept(self.guess)?;
            }
            grid
        };
        StraightenedPhoto::new(&photo, &grid).map_err(|error| unusable(path, &error.to_string()))
    }
}

/// Saves the photograph with its game.
fn keep(taken: &PhotoArgs) -> CommandResult {
    let own = taken.own.path_for("photographs")?;
    let (record, at) = Record::open_at(&taken.file, None)?;
    let game = game(&record, &taken.file, at)?;
    let size = grid_of(&game)?;
    // A photograph on its side is refused: its orientation is ambiguous.
    let picture =
        taken.straightened(size, |found| (found.grid.size == size).then_some(found.grid))?;
    let jpeg = picture.to_jpeg().map_err(|error| CommandOutput::unusable(error.to_string()))?;
    TablePhotoFile::of(&RealDisk, &own, &taken.file).save(&jpeg)?;
    let file = taken.file.display();
    let line =
        format!("{file}: the photograph is kept, to compare with when the table is put back");
    Ok(record.with_record_notes(CommandOutput::line(line)))
}

/// Compares the photograph with the saved one, square by square.
fn compare(taken: &PhotoArgs, n: Option<usize>, json: bool) -> CommandResult {
    let own = taken.own.path_for("photographs")?;
    let (record, at) = Record::open_at(&taken.file, n)?;
    let game = game(&record, &taken.file, at)?;
    let before = kept(&own, &taken.file)?;
    let size = grid_of(&game)?;
    let after = taken.straightened(size, |found| found.grid_of_size(size))?;
    let compared = BoardComparison::compare(&before, &after).map_err(|error| {
        CommandOutput::file_error(&taken.photo, &error).with_exit(Exit::Unusable)
    })?;
    let data = data(&compared, &Checklist::for_game(NamedGame::by_race(&game)));
    Ok(record.with_record_notes(CommandOutput::json_or_lines(&data, json, lines)))
}

/// Reads the saved photograph of a game.
fn kept(own: &Path, file: &Path) -> Result<StraightenedPhoto, CommandOutput> {
    let jpeg = match TablePhotoFile::of(&RealDisk, own, file).load() {
        Ok(jpeg) => jpeg,
        Err(StorageError::Missing { .. }) => {
            return Err(CommandOutput::unusable(format!(
                "{}: no photograph is kept with this game; `founders-ledger table keep` keeps one",
                file.display()
            )));
        }
        Err(error) => return Err(error.into()),
    };
    StraightenedPhoto::from_jpeg(&jpeg).map_err(|error| {
        CommandOutput::unusable(format!(
            "{}: of the photograph that is kept with this game, {error}; nothing else is lost",
            file.display()
        ))
    })
}

/// Returns the game after an entry.
fn game(record: &Record, file: &Path, at: usize) -> Result<Game, CommandOutput> {
    record.subject(at).game().ok_or_else(|| {
        CommandOutput::unusable(format!("{}: there is no table to look at", file.display()))
    })
}

/// Returns the grid of a game's board.
fn grid_of(game: &Game) -> Result<GridSize, CommandOutput> {
    let (columns, rows) = game.board().size();
    GridSize::new(columns.into(), rows.into())
        .map_err(|error| CommandOutput::unusable(error.to_string()))
}

fn data(compared: &BoardComparison, list: &Checklist) -> json::TableCompared {
    json::TableCompared {
        squares: compared
            .differences
            .iter()
            .map(|mark| json::OtherSquare {
                square: mark.square.to_string(),
                sure: mark.certainty,
                share: mark.share,
                lies: list.describe_square(mark.square),
            })
            .collect(),
        unseen: compared.unseen.iter().map(ToString::to_string).collect(),
    }
}

fn lines(data: &json::TableCompared) -> Vec<String> {
    let mut lines = vec![match data.squares.len() {
        0 => "no square differs from the photograph that is kept".to_owned(),
        count => {
            let count = counted(count, "square differs", "squares differ");
            format!("{count} from the photograph that is kept, the surest first:")
        }
    }];
    lines.extend(data.squares.iter().map(|other| {
        let by_record =
            if other.lies.is_empty() { "nothing".to_owned() } else { clauses(&other.lies) };
        let (square, sure) = (&other.square, 100.0 * other.sure);
        format!("  {square}, {sure:.0} % sure; by the record: {by_record}")
    }));
    if !data.unseen.is_empty() {
        lines.push(format!(
            "burnt out or outside the picture, so that nobody can tell: {}",
            listed(&data.unseen)
        ));
    }
    lines
}
