//! `layout`: the checklist for putting the table back.

use std::path::PathBuf;

use clap::Args;

use super::answer::{CommandOutput, CommandResult};
use super::json;
use super::record::ReadRecord;
use super::scenario::{self, ChecklistFormat};
use export::{PageSubject, layout_page};
use narration::NamedGame;
use table_inventory::{Checklist, take_down};
use ui_board::picture::PagePen;

/// The arguments of `layout`.
#[derive(Debug, Args)]
pub(super) struct LayoutArgs {
    /// The record
    file: PathBuf,
    /// The table after this entry; 0 is the start
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// A page to print instead of text
    #[arg(long)]
    html: bool,
    /// Print data
    #[arg(long, conflicts_with = "html")]
    json: bool,
}

pub(super) fn answer(request: &LayoutArgs) -> CommandResult {
    let record = match ReadRecord::open(&request.file)? {
        ReadRecord::Founders(record) => record,
        ReadRecord::Campaign(opened) => return Err(opened.refuse()),
        ReadRecord::Scenario(opened) => {
            let form = match (request.html, request.json) {
                (true, _) => ChecklistFormat::Page,
                (false, true) => ChecklistFormat::Data,
                (false, false) => ChecklistFormat::Text,
            };
            return scenario::layout(opened, request.at, form);
        }
    };
    let at = record.resolve_entry(request.at)?;
    let subject = record.subject(at);
    if request.json
        && let Some(data) = data(subject)
    {
        return Ok(record.with_record_notes(CommandOutput::data(&data)));
    }
    Ok(record.with_record_notes(if request.html {
        CommandOutput::document(layout_page(subject, &PagePen).unwrap_or_default().trim_end())
    } else {
        CommandOutput::lines(lines(subject).unwrap_or_default())
    }))
}

fn data(subject: PageSubject<'_>) -> Option<json::Layout> {
    let game = subject.game()?;
    let named = NamedGame::by_race(&game);
    let list = Checklist::for_game(named);
    let items = list
        .items
        .iter()
        .map(|item| json::LayoutItem {
            part: item.part.title(named.game()),
            text: item.text.clone(),
            squares: item.squares.iter().map(ToString::to_string).collect(),
            player: item.player.map(|player| named.label(player)),
        })
        .collect();
    let noted = take_down::latest(subject.journal).filter(|(entry, _)| *entry <= subject.at);
    Some(json::Layout {
        at: subject.at,
        items,
        next: list.next,
        noted: noted.into_iter().flat_map(|(_, notes)| notes).collect(),
        to_note: take_down::note_requests(named).into_iter().map(|note| note.text).collect(),
    })
}

fn lines(subject: PageSubject<'_>) -> Option<Vec<String>> {
    let game = subject.game()?;
    let named = NamedGame::by_race(&game);
    let mut lines = Checklist::for_game(named).lines(named.game());
    if let Some((entry, notes)) = take_down::latest(subject.journal)
        && entry <= subject.at
    {
        lines.push(format!("Noted at entry {entry}"));
        lines.extend(notes.iter().map(|(name, words)| format!("  {name}: {words}")));
    }
    let hidden = take_down::note_requests(named);
    if !hidden.is_empty() {
        lines.push("Before the table is taken down".to_owned());
        lines.extend(hidden.iter().map(|note| format!("  {}", note.text)));
    }
    Some(lines)
}
