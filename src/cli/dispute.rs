//! `dispute`: a page about one entry that is argued over.

use std::path::PathBuf;

use clap::Args;

use super::answer::Answer;
use super::record::Record;
use super::scenario;
use report::dispute_page;
use ui::picture::PagePen;

/// Which entry.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The record
    file: PathBuf,
    /// The number of the entry, counted from 1; the latest without it
    #[arg(long, value_name = "N")]
    at: Option<usize>,
}

pub(super) fn answer(request: &Request) -> Answer {
    if scenario::is_scenario(&request.file) {
        return scenario::dispute(&request.file, request.at);
    }
    let (record, at) = match Record::open_at(&request.file, request.at) {
        Ok(opened) => opened,
        Err(answer) => return answer,
    };
    let subject = record.subject(at);
    match dispute_page(subject, &PagePen) {
        Some(page) => record.finish(Answer::text(page.trim_end())),
        None => record.finish(Answer::unusable(
            "entries are numbered from 1; nothing was played before the first one",
        )),
    }
}
