//! `sheet`: the score sheet, and the hand-over to play logs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answer::{CommandOutput, CommandResult};
use super::campaign;
use super::json;
use super::record::{ReadRecord, Record};
use super::scenario;
use export::{HandOver, PageSubject, Scores, UtcOffset, bgg_comment, event_page, hand_over_page};
use ui_board::picture::PagePen;

/// The output format of the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SheetFormat {
    /// A page to print
    Html,
    /// A table for other programs, a row a player
    Csv,
    /// Text for the comment of a play on BoardGameGeek
    Comment,
    /// The link that hands a finished play over to BG Stats
    Link,
    /// A page with that link as a code for a phone, and the comment
    HandOver,
    /// The event cards of a game that shapes history, to print
    EventCards,
}

/// The arguments of `sheet`.
#[derive(Debug, Args)]
pub(super) struct SheetArgs {
    /// The record
    file: PathBuf,
    /// The scores after this entry; 0 is the start
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// In which form
    #[arg(long = "as", value_enum, default_value_t = SheetFormat::Html)]
    form: SheetFormat,
    /// Print data
    #[arg(long, conflicts_with = "form")]
    json: bool,
}

pub(super) fn answer(request: &SheetArgs) -> CommandResult {
    if scenario::is_scenario(&request.file) {
        return match ReadRecord::open(&request.file)? {
            ReadRecord::Scenario(opened) if request.form == SheetFormat::Html && !request.json => {
                scenario::score_page(opened, request.at)
            }
            _ => {
                Err(CommandOutput::unusable("the scores of a scenario are written as a page only"))
            }
        };
    }
    if campaign::is_campaign(&request.file) {
        return match ReadRecord::open(&request.file)? {
            ReadRecord::Campaign(opened) if request.form == SheetFormat::Html && !request.json => {
                campaign::sheet_page(&opened, request.at)
            }
            _ => Err(CommandOutput::unusable("the sheet of a campaign is written as a page only")),
        };
    }
    let (record, at) = Record::open_at(&request.file, request.at)?;
    let subject = record.subject(at);
    if request.json
        && let Some(scores) = Scores::of(subject)
    {
        return Ok(record.with_record_notes(CommandOutput::data(&data(&scores, at))));
    }
    Ok(record.with_record_notes(match text(subject, request.form) {
        Ok(text) => CommandOutput::document(text.trim_end()),
        Err(why) => CommandOutput::unusable(why),
    }))
}

fn data(scores: &Scores, at: usize) -> json::Sheet {
    let players = scores
        .rows
        .iter()
        .map(|row| json::SheetRow {
            name: row.name.clone(),
            race: Some(row.race.clone()).filter(|race| !race.is_empty()),
            points: row.points,
            sources: row
                .sources
                .iter()
                .map(|(category, points)| (category.name().to_owned(), *points))
                .collect(),
            winner: scores.winner == Some(row.player),
        })
        .collect();
    json::Sheet { at, players }
}

fn text(subject: PageSubject<'_>, form: SheetFormat) -> Result<String, String> {
    let scores = Scores::of(subject);
    let text = match form {
        SheetFormat::Html => scores.and_then(|scores| scores.page(subject, &PagePen)),
        SheetFormat::Csv => match scores.map(|scores| scores.csv()) {
            Some(Ok(text)) => Some(text),
            Some(Err(error)) => return Err(error.to_string()),
            None => None,
        },
        SheetFormat::Comment => bgg_comment(subject),
        SheetFormat::Link => match HandOver::of(subject, utc_offset(subject)) {
            Ok(given) => Some(given.link),
            Err(why) => return Err(why.to_string()),
        },
        SheetFormat::HandOver => hand_over_page(subject, utc_offset(subject)),
        SheetFormat::EventCards => match event_page(subject) {
            Some(page) => Some(page),
            None => return Err("the game is not played with shaping history".to_owned()),
        },
    };
    text.ok_or_else(|| format!("there is no entry {}", subject.at))
}

fn utc_offset(subject: PageSubject<'_>) -> UtcOffset {
    UtcOffset::of(subject, storage::utc_offset_minutes)
}
