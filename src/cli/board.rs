//! `board find`, `board trace` and `board check`: boards that players make themselves.

use plain_text::{counted, listed};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::answer::{CommandOutput, CommandResult, Exit, Output};
use super::input;
use super::json::{FoundFold, FoundGrid, FoundGrids, Traced, TracedSquare};
use super::output_file::{OutputFile, OutputKind, Overwrite};
use super::pack::{self, exit_for};
use super::photos::{GridGuess, as_written, grid_as_written, photo, unusable};
use board_photo::{
    Corners, DetectedGrid, Fold, FoldDirection, GridSize, MAX_PAINT_BYTES, PaintFile, Photo,
    PhotoMeasurements, PhotoSearch, PlacedGrid, StraightenedPhoto, TracedBoard,
};
use components::overlay::overlay;
use components::pack_check::board_problems;
use components::specs::{BoardSpec, Pack};

/// The pack whose buildings the sites of a board refer to, unless the file has its own.
const BOX: &str = "founders-of-gloomhaven";

#[derive(Debug, Subcommand)]
pub(super) enum BoardCommand {
    /// Find the grid of a board in a photograph, and the second-best guess
    Find {
        /// The photograph, a JPEG, PNG or WebP
        photo: PathBuf,
        /// Print data instead of text
        #[arg(long)]
        json: bool,
    },
    /// Make a board from a photograph and a few painted squares
    Trace(TraceArgs),
    /// Check a board: sections, start squares and sites
    Check {
        /// The board, a RON file
        file: PathBuf,
    },
}

/// The arguments of `board trace`.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    /// The photograph, a JPEG, PNG or WebP
    photo: PathBuf,
    /// Another photograph of the same board, for what the first cannot tell; its grid is looked for
    #[arg(long, value_name = "PHOTO")]
    also: Vec<PathBuf>,
    /// Outer corners of the grid in pixels, clockwise from the board's top left; looked for in the
    /// picture without it
    #[arg(long, value_name = "X,Y:X,Y:X,Y:X,Y", value_parser = corners, allow_hyphen_values = true, requires = "grid")]
    corners: Option<Corners>,
    /// Columns and rows; counted in the picture without it
    #[arg(long, value_name = "CxR", value_parser = grid)]
    grid: Option<GridSize>,
    /// Use the best guess where the grid is not recognised for sure
    #[arg(long)]
    guess: bool,
    /// The painted squares, a line such as `C7 forested` for each
    #[arg(long, value_name = "FILE")]
    paint: PathBuf,
    /// The board to write
    #[arg(long, value_name = "FILE.ron")]
    out: PathBuf,
    /// What the board is called
    #[arg(long, default_value = "Own board")]
    name: String,
    #[command(flatten)]
    over: Overwrite,
    /// Print data instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn answer(subcommand: &BoardCommand) -> CommandResult {
    match subcommand {
        BoardCommand::Find { photo, json } => find(photo, *json),
        BoardCommand::Trace(request) => trace(request),
        BoardCommand::Check { file } => check(file),
    }
}

/// Finds the grid of a board in a photograph.
fn find(path: &Path, json: bool) -> CommandResult {
    let photo = photo(path)?;
    let candidates = PhotoSearch::of(&photo).candidates();
    let best = candidates.first().ok_or_else(|| {
        unusable(
            path,
            "no grid is recognised, expected a photograph of the whole board from above with its \
             printed lines; otherwise --corners and --grid of `board trace` say where it lies",
        )
    })?;
    let data = FoundGrids { best: found_grid(best), next: candidates.get(1).map(found_grid) };
    let verdict = if best.is_sure { "recognised for sure" } else { "a guess" };
    Ok(CommandOutput::json_or_lines(&data, json, |_| {
        let best = format!("{}: {verdict}: {}", path.display(), placed(best));
        let next = candidates.get(1).map(|next| format!("  the next best guess: {}", placed(next)));
        std::iter::once(best).chain(next).collect()
    }))
}

/// Converts a grid to data, with corners in tenths of a pixel.
fn found_grid(found: &DetectedGrid) -> FoundGrid {
    let tenth = |part: f32| (part * 10.0).round() / 10.0;
    let place = |(x, y): (f32, f32)| [tenth(x), tenth(y)];
    FoundGrid {
        sure: found.is_sure,
        columns: found.grid.size.columns(),
        rows: found.grid.size.rows(),
        corners: found.grid.corners.0.map(place),
        folds: FoldDirection::ALL
            .into_iter()
            .filter_map(|direction| {
                let Fold { after, ends } = found.grid.folds.fold(direction)?;
                let along = match direction {
                    FoldDirection::Columns => "columns",
                    FoldDirection::Rows => "rows",
                };
                Some(FoundFold { along, after, ends: ends.map(place) })
            })
            .collect(),
    }
}

/// Describes a grid by its size and the arguments that place it.
fn placed(found: &DetectedGrid) -> String {
    format!("{}, {}", found.grid.size, grid_arguments(found))
}

/// Returns the arguments that place a grid in a photograph.
fn grid_arguments(found: &DetectedGrid) -> String {
    let PlacedGrid { corners, size, .. } = &found.grid;
    format!("--corners {} --grid {}", as_written(corners), grid_as_written(*size))
}

/// Traces a board and writes it.
fn trace(request: &TraceArgs) -> CommandResult {
    let read: Vec<&Path> = [request.photo.as_path(), request.paint.as_path()]
        .into_iter()
        .chain(request.also.iter().map(PathBuf::as_path))
        .collect();
    let out = OutputFile {
        path: &request.out,
        kind: OutputKind::Pack,
        inputs: &read,
        overwrite: request.over,
    };
    out.check()?;
    let photo = photo(&request.photo)?;
    let grid = locate_grid(request, &photo)?;
    let paint = paint(request, grid.size)?;
    let picture = StraightenedPhoto::new(&photo, &grid).map_err(|error| {
        CommandOutput::file_error(&request.photo, &error).with_exit(Exit::Unusable)
    })?;
    // Only the straightened picture is needed from here on.
    drop(photo);
    let mut tracing = TracedBoard::new(request.name.clone(), grid.size);
    tracing.paint_all(&paint);
    let measured = PhotoMeasurements::new(&picture);
    let warning = measured
        .misplaced(&tracing.known_kinds())
        .map(|warning| format!("{}: {warning}", request.photo.display()));
    tracing.add_photo(measured);
    for path in &request.also {
        tracing.add_photo(measured_also(path, &tracing, request.guess)?);
    }
    let problems = tracing.problems(&box_pack()?).iter().map(ToString::to_string).collect();
    out.write(packs::print(&tracing.pack()))?;
    let traced = traced(&tracing, &request.out, problems);
    let answer = if request.json {
        CommandOutput::data(&traced)
    } else {
        CommandOutput::lines(lines(&tracing, &traced))
    };
    let problems = traced.problems.iter().map(|problem| format!("{}: {problem}", traced.out));
    Ok(warning.into_iter().chain(problems).fold(answer, CommandOutput::with_note))
}

/// Measures another photograph of the board, in which the grid is recognized automatically.
fn measured_also(
    path: &Path,
    tracing: &TracedBoard,
    guess: bool,
) -> Result<PhotoMeasurements, CommandOutput> {
    let photo = photo(path)?;
    let size = tracing.grid();
    let found = DetectedGrid::detect_sized(&photo, size).ok_or_else(|| {
        unusable(
            path,
            &format!("no grid of {size} is recognised, expected a photograph of the whole board"),
        )
    })?;
    if !found.is_sure {
        // `--corners` places the grid of the first photograph only.
        GridGuess { photo: path, grid: &found.grid, arguments: None }.accept(guess)?;
    }
    let turned = found.turned_to(&photo, size, &tracing.known_kinds());
    let grid = turned.grid_of_size(size).ok_or_else(|| {
        unusable(path, &format!("the picture shows {} squares, expected {size}", found.grid.size))
    })?;
    let picture = StraightenedPhoto::new(&photo, &grid)
        .map_err(|error| unusable(path, &error.to_string()))?;
    Ok(PhotoMeasurements::new(&picture))
}

/// Returns the position of the grid: as given by the arguments, or as recognized in the picture.
fn locate_grid(request: &TraceArgs, photo: &Photo) -> Result<PlacedGrid, CommandOutput> {
    if let (Some(corners), Some(size)) = (request.corners, request.grid) {
        return Ok(PlacedGrid::flat(corners, size));
    }
    let path = request.photo.as_path();
    let found = match request.grid {
        // A known size leaves only the place open.
        Some(size) => DetectedGrid::detect_sized(photo, size),
        None => DetectedGrid::detect(photo),
    };
    let Some(found) = found else {
        return Err(unusable(path, "no grid is recognised, expected --corners and --grid"));
    };
    // A photograph on its side is refused: its orientation is ambiguous.
    if let Some(size) = request.grid.filter(|size| *size != found.grid.size) {
        return Err(unusable(
            path,
            &format!(
                "the picture shows {} squares, expected {size} as --grid says; with --corners, \
                 they are not counted",
                found.grid.size
            ),
        ));
    }
    if !found.is_sure {
        let arguments = Some(grid_arguments(&found));
        GridGuess { photo: path, grid: &found.grid, arguments }.accept(request.guess)?;
    }
    Ok(found.grid)
}

fn paint(request: &TraceArgs, grid: GridSize) -> Result<PaintFile, CommandOutput> {
    let bytes = input::read_at_most(&request.paint, MAX_PAINT_BYTES as u64)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let lines =
            error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n');
        CommandOutput::file_error(
            &request.paint,
            &format!("line {}: found bytes that are not text, expected UTF-8", lines.count()),
        )
        .with_exit(Exit::NotValid)
    })?;
    PaintFile::parse(&text, grid).map_err(|error| {
        CommandOutput::file_error(&request.paint, &error).with_exit(Exit::NotValid)
    })
}

fn box_pack() -> Result<Pack, CommandOutput> {
    packs::find(BOX).map_err(|error| CommandOutput::unusable(error.to_string()))
}

fn traced(tracing: &TracedBoard, out: &Path, problems: Vec<String>) -> Traced {
    let grid = tracing.grid();
    let squares: Vec<TracedSquare> = grid
        .squares()
        .zip(tracing.sections())
        .filter_map(|(square, section)| {
            let proposal = tracing.proposal(square);
            Some(TracedSquare {
                square: square.to_string(),
                kind: tracing.kind(square)?.name().to_owned(),
                sure: proposal.map_or(1.0, |proposal| proposal.confidence),
                unsure: proposal.is_some_and(|proposal| proposal.unsure),
                flaw: proposal
                    .and_then(|proposal| proposal.flaw)
                    .map(|flaw| flaw.name().to_owned()),
                painted: proposal.is_none(),
                section: section.map(|section| section.0 + 1),
            })
        })
        .collect();
    Traced {
        board: tracing.name.clone(),
        columns: grid.columns(),
        rows: grid.rows(),
        painted: squares.iter().filter(|square| square.painted).count(),
        squares,
        unsure: tracing.unsure().len(),
        round_marks: tracing.unnumbered().iter().map(ToString::to_string).collect(),
        problems,
        out: out.display().to_string(),
    }
}

fn lines(tracing: &TracedBoard, traced: &Traced) -> Vec<String> {
    let mut lines = vec![format!(
        "{}: {}, {}, {} painted, {} unsure",
        traced.out,
        traced.board,
        counted(tracing.grid().len(), "square", "squares"),
        traced.painted,
        traced.unsure
    )];
    let board = tracing.board();
    let rows = board.terrain.value().into_iter().flatten();
    for (row, sections) in rows.zip(board.sections.value().into_iter().flatten()) {
        lines.push(format!("  {row}  {sections}"));
    }
    if !traced.round_marks.is_empty() {
        lines.push(format!("round marks without a number: {}", listed(&traced.round_marks)));
    }
    if traced.unsure > 0 {
        lines.push("unsure:".to_owned());
    }
    let mut unsure: Vec<_> = tracing
        .unsure()
        .into_iter()
        .filter_map(|square| Some((square, tracing.proposal(square)?)))
        .collect();
    // Most informative first: painting it settles most of the others.
    unsure.sort_by(|(_, a), (_, b)| b.information_gain.total_cmp(&a.information_gain));
    for (square, proposal) in unsure {
        let sure = 100.0 * proposal.confidence;
        let flaw = proposal.flaw.map_or(String::new(), |flaw| format!(", {}", flaw.name()));
        lines.push(format!("  {square} {}, {sure:.0} % sure{flaw}", proposal.kind));
    }
    lines
}

fn check(path: &Path) -> CommandResult {
    let file = path.display();
    let not_valid = format!("{file}: not valid");
    let pack = pack::load_fragment(path).map_err(|error| {
        let is_read = exit_for(&error) == Exit::NotValid;
        let lines = if is_read { vec![not_valid.clone()] } else { Vec::new() };
        CommandOutput { output: Output::Lines(lines), ..error.into() }
    })?;
    let base = overlay(&box_pack()?, &pack);
    if pack.boards.is_empty() {
        let no_board = format!("{file}: no board in it, expected one in `boards`");
        return Err(CommandOutput::line(not_valid).with_note(no_board).with_exit(Exit::NotValid));
    }
    let mut lines = Vec::new();
    let mut notes = Vec::new();
    for board in &pack.boards {
        let problems = board_problems(board, &base);
        let verdict = if problems.is_empty() { "valid" } else { "not valid" };
        lines.push(format!("{file}: {verdict}, {}", known_of(board)));
        notes.extend(problems.iter().map(|problem| format!("{file}: {problem}")));
    }
    let exit = if notes.is_empty() { Exit::Done } else { Exit::NotValid };
    Ok(CommandOutput { output: Output::Lines(lines), notes, exit })
}

/// Returns the known facts of a board in one line.
fn known_of(board: &BoardSpec) -> String {
    let rows = board.terrain.value().map(Vec::as_slice).unwrap_or_default();
    let columns = rows.first().map_or(0, |row| row.chars().count());
    format!(
        "{}: {columns} × {} squares, {}, {}",
        board.name,
        rows.len(),
        count_or_unknown("start squares", board.starts.value().map(Vec::len)),
        count_or_unknown("sites", board.sites.value().map(Vec::len)),
    )
}

fn count_or_unknown(what: &str, count: Option<usize>) -> String {
    match count {
        Some(count) => format!("{count} {what}"),
        None => format!("{what} unknown"),
    }
}

/// Parses four corners, as in `10,10:90,12:88,70:8,71`.
pub(super) fn corners(text: &str) -> Result<Corners, String> {
    let corners: Option<Vec<(f32, f32)>> = text.split(':').map(corner).collect();
    corners.and_then(|corners| corners.try_into().ok()).map(Corners).ok_or_else(|| {
        format!("four corners are written like 10,10:90,12:88,70:8,71, not \"{text}\"")
    })
}

fn corner(text: &str) -> Option<(f32, f32)> {
    let (x, y) = text.split_once(',')?;
    Some((finite_number(x)?, finite_number(y)?))
}

fn finite_number(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

/// Parses columns and rows, as in `16x15`.
fn grid(text: &str) -> Result<GridSize, String> {
    text.split_once(['x', 'X', '×'])
        .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)))
        .ok_or_else(|| format!("a grid is written like 16x15, not \"{text}\""))
        .and_then(|(columns, rows)| GridSize::new(columns, rows).map_err(|error| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_parsed_from_four_pairs_of_numbers() {
        let read = corners("1,2:30.5,2:30,40:-0.5,41");
        assert_eq!(read, Ok(Corners([(1.0, 2.0), (30.5, 2.0), (30.0, 40.0), (-0.5, 41.0)])));
        for text in [
            "",
            "1,2:3,4:5,6",
            "1,2:3,4:5,6:7,8:9,10",
            "1,2:3,4:5,6:7",
            "a,2:3,4:5,6:7,8",
            "nan,2:3,4:5,6:7,8",
        ] {
            assert!(corners(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_grid_of_impossible_size_is_refused() {
        assert_eq!(grid("16x15"), Ok(GridSize::new(16, 15).expect("a possible size")));
        for (text, expected) in [
            ("16", "like 16x15"),
            ("0x10", "0 columns and 10 rows, expected 1 to 26"),
            ("500x10", "500 columns"),
            ("-1x5", "like 16x15"),
            ("4x5x6", "like 16x15"),
        ] {
            assert!(grid(text).is_err_and(|error| error.contains(expected)), "{text}");
        }
    }
}
