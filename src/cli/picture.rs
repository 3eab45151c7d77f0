//! `picture`: the board at any move, or the result, as a file and without a display.

use std::path::PathBuf;

use clap::Args;

use super::answer::Answer;
use super::out::{self, Out, Over};
use super::record::Record;
use super::scenario::{self, Opened};
use drawing::png::LARGEST;
use report::POSTER_SIZE;
use ui::picture::{Kind, board_picture, result_picture};

/// What is to be drawn, and where to.
#[derive(Debug, Args)]
pub(super) struct Request {
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
    over: Over,
}

pub(super) fn answer(request: &Request) -> Answer {
    let out = request.out.display();
    let kind = match Kind::of(&request.out) {
        Ok(kind) => kind,
        Err(error) => return Answer::unusable(format!("{out}: {error}")),
    };
    let read = [request.file.as_path()];
    let target = Out {
        path: &request.out,
        kind: match kind {
            Kind::Png => out::Kind::Png,
            Kind::Svg => out::Kind::Svg,
        },
        read: &read,
        over: request.over,
    };
    if let Err(answer) = target.check() {
        return answer;
    }
    if scenario::is_scenario(&request.file) {
        return of_scenario(request, kind, &target);
    }
    if request.monster.is_some() {
        return Answer::unusable("only a scenario on the hex map has monsters to draw");
    }
    let record = match Record::open(&request.file) {
        Ok(record) => record,
        Err(no) => return no.into(),
    };
    let at = match record.place(request.at) {
        Ok(at) => at,
        Err(answer) => return answer,
    };
    let drawn = if request.result {
        result_picture(record.subject(at), kind)
    } else {
        let game = record.journal.game_at(at);
        let game = game.unwrap_or_else(|| record.journal.game().clone());
        board_picture(&game, request.turns, kind, request.size)
    };
    let bytes = match drawn {
        Ok(bytes) => bytes,
        Err(error) => return record.finish(Answer::unusable(format!("{out}: {error}"))),
    };
    if let Err(answer) = target.write(bytes) {
        return record.finish(answer);
    }
    let (what, (width, height)) =
        if request.result { ("result", POSTER_SIZE) } else { ("board", request.size) };
    record.finish(Answer::text(format!(
        "{out}: the {what} after entry {at}, {width} by {height} pixels"
    )))
}

/// The map of a scenario.
fn of_scenario(request: &Request, kind: Kind, target: &Out<'_>) -> Answer {
    if request.result {
        return Answer::unusable("a scenario has no result to draw");
    }
    if request.turns > 0 {
        return Answer::unusable("the map of a scenario is drawn as it is named, not turned");
    }
    let opened = match Opened::of(&request.file, request.at) {
        Ok(opened) => opened,
        Err(answer) => return answer,
    };
    let (out, (width, height)) = (target.path.display(), request.size);
    let bytes = match opened.picture(request.monster.as_deref(), kind, request.size) {
        Ok(bytes) => bytes,
        Err(why) => return opened.finish(Answer::unusable(format!("{out}: {why}"))),
    };
    if let Err(answer) = target.write(bytes) {
        return opened.finish(answer);
    }
    let at = opened.at();
    opened.finish(Answer::text(format!(
        "{out}: the map after entry {at}, {width} by {height} pixels"
    )))
}

/// Pixels across and down, as in `1600x1500`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').ok_or("a size is written like 1600x1500")?;
    let side = |text: &str| match text.parse() {
        Ok(side) if (1..=LARGEST).contains(&side) => Ok(side),
        Ok(_) | Err(_) => Err(format!("a side is 1 to {LARGEST} pixels, not \"{text}\"")),
    };
    Ok((side(width)?, side(height)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_of_pixels() {
        assert_eq!(size("1600x1500"), Ok((1600, 1500)));
        for text in ["1600", "0x10", "10x0", "10001x10", "-1x5", "axb", "5x5x5"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
