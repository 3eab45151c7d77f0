//! `picture`: draws the board after any entry, or the result, into a file without a display.

use std::fmt::Display;
use std::path::PathBuf;

use clap::Args;

use super::answer::{CommandOutput, CommandResult};
use super::output_file::{self, OutputFile, Overwrite};
use super::record::ReadRecord;
use super::scenario::OpenedScenario;
use export::POSTER_SIZE;
use scene::PictureKind;
use scene::png::MAX_SIDE;
use ui_board::picture::{board_picture, result_picture};

/// The arguments of `picture`.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// The record
    file: PathBuf,
    /// The picture to write; its ending says which kind
    #[arg(long, value_name = "FILE.png or FILE.svg")]
    out: PathBuf,
    /// On the table after this entry; 0 is the start
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Pixels across and down
    #[arg(long, value_name = "WxH", default_value = "1600x1500", value_parser = size)]
    size: (u32, u32),
    /// The result of a finished game instead of the board, 1600 by 1200 pixels
    #[arg(long, conflicts_with_all = ["size", "turns"])]
    result: bool,
    /// Quarter turns clockwise
    #[arg(long, value_name = "0..3", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    turns: u8,
    /// Of a scenario: the turn of this monster, with its focus, its way and its targets
    #[arg(long, value_name = "FIGURE", conflicts_with = "result")]
    monster: Option<String>,
    #[command(flatten)]
    over: Overwrite,
}

pub(super) fn answer(request: &PictureArgs) -> CommandResult {
    let out = request.out.display();
    let unusable = |error: &dyn Display| CommandOutput::unusable(format!("{out}: {error}"));
    let kind = PictureKind::from_path(&request.out).map_err(|error| unusable(&error))?;
    let read = [request.file.as_path()];
    let target = OutputFile {
        path: &request.out,
        kind: match kind {
            PictureKind::Png => output_file::OutputKind::Png,
            PictureKind::Svg => output_file::OutputKind::Svg,
        },
        inputs: &read,
        overwrite: request.over,
    };
    target.check()?;
    let record = match ReadRecord::open(&request.file)? {
        ReadRecord::Founders(record) => record,
        ReadRecord::Scenario(opened) => return of_scenario(opened, request, kind, &target),
        ReadRecord::Campaign(opened) => return Err(opened.refuse()),
    };
    if request.monster.is_some() {
        return Err(CommandOutput::unusable("only a scenario on the hex map has monsters to draw"));
    }
    let at = record.resolve_entry(request.at)?;
    let drawn = if request.result {
        result_picture(record.subject(at), kind)
    } else {
        let game = record.game_at(at);
        board_picture(&game, request.turns, kind, request.size).map_err(Into::into)
    };
    let bytes = drawn.map_err(|error| record.with_record_notes(unusable(&error)))?;
    target.write(bytes).map_err(|answer| record.with_record_notes(answer))?;
    let (what, (width, height)) =
        if request.result { ("result", POSTER_SIZE) } else { ("board", request.size) };
    Ok(record.with_record_notes(CommandOutput::line(format!(
        "{out}: the {what} after entry {at}, {width} by {height} pixels"
    ))))
}

/// Draws the map of a scenario.
fn of_scenario(
    opened: OpenedScenario,
    request: &PictureArgs,
    kind: PictureKind,
    target: &OutputFile<'_>,
) -> CommandResult {
    if request.result {
        return Err(CommandOutput::unusable("a scenario has no result to draw"));
    }
    if request.turns > 0 {
        let why = "the map of a scenario is drawn as it is named, not turned";
        return Err(CommandOutput::unusable(why));
    }
    let opened = opened.at(request.at)?;
    let (out, (width, height)) = (target.path.display(), request.size);
    let bytes = opened
        .picture(request.monster.as_deref(), kind, request.size)
        .map_err(|why| opened.finish(CommandOutput::unusable(format!("{out}: {why}"))))?;
    target.write(bytes).map_err(|answer| opened.finish(answer))?;
    let at = opened.entry();
    Ok(opened.finish(CommandOutput::line(format!(
        "{out}: the map after entry {at}, {width} by {height} pixels"
    ))))
}

/// Parses a width and a height in pixels, as in `1600x1500`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').ok_or("a size is written like 1600x1500")?;
    Ok((side(width)?, side(height)?))
}

fn side(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
        Ok(_) | Err(_) => Err(format!("a side is 1 to {MAX_SIDE} pixels, not \"{text}\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_size_is_two_numbers_of_pixels() {
        assert_eq!(size("1600x1500"), Ok((1600, 1500)));
        for text in ["1600", "0x10", "10x0", "10001x10", "-1x5", "axb", "5x5x5"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
