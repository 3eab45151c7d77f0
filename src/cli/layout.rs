//! `layout`: the checklist for putting the table back.

use std::path::PathBuf;

use clap::Args;

use super::answer::Answer;
use super::record::Record;
use crate::layout::{Checklist, take_down};
use crate::report::{Subject, layout_page};
use crate::ui::picture::page_picture;

/// Which table, and in which form.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The record
    file: PathBuf,
    /// The table after this entry; 0 is the start
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// A page to print instead of text
    #[arg(long)]
    html: bool,
}

pub(super) fn answer(request: &Request) -> Answer {
    let record = match Record::open(&request.file) {
        Ok(record) => record,
        Err(no) => return no.into(),
    };
    let at = match record.place(request.at) {
        Ok(at) => at,
        Err(answer) => return answer,
    };
    let subject = Subject {
        journal: &record.journal,
        tags: &record.tags,
        at,
    };
    let text = if request.html {
        layout_page(subject, &page_picture)
    } else {
        text(subject)
    };
    record.finish(Answer::text(text.unwrap_or_default().trim_end()))
}

fn text(subject: Subject<'_>) -> Option<String> {
    let game = subject.game()?;
    let mut lines = Checklist::of(&game).lines(&game);
    if let Some((entry, notes)) = take_down::latest(subject.journal)
        && entry <= subject.at
    {
        lines.push(format!("Noted at entry {entry}"));
        lines.extend(
            notes
                .iter()
                .map(|(name, words)| format!("  {name}: {words}")),
        );
    }
    let hidden = take_down::to_note(&game);
    if !hidden.is_empty() {
        lines.push("Before the table is taken down".to_owned());
        lines.extend(hidden.iter().map(|note| format!("  {}", note.text)));
    }
    Some(lines.join("\n"))
}
