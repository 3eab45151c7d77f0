//! `dispute`: a page about one entry that is argued over.

use std::path::PathBuf;

use clap::Args;

use super::answer::{Answer, Answered};
use super::record::{NO_ENTRY, Record};
use super::scenario;
use report::dispute_page;
use ui::picture::PagePen;

/// Which entry.
#[derive(Debug, Args)]
pub(super) struct DisputeArgs {
    /// The record
    file: PathBuf,
    /// The number of the entry, counted from 1; the latest without it
    #[arg(long, value_name = "N")]
    at: Option<usize>,
}

pub(super) fn answer(request: &DisputeArgs) -> Answered {
    if scenario::is_scenario(&request.file) {
        return scenario::dispute(&request.file, request.at);
    }
    let (record, at) = Record::open_at(&request.file, request.at)?;
    Ok(record.finish(match dispute_page(record.subject(at), &PagePen) {
        Some(page) => Answer::document(page.trim_end()),
        None => Answer::unusable(NO_ENTRY),
    }))
}
