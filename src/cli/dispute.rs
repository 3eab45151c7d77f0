//! `dispute`: a page about one disputed entry.

use std::path::PathBuf;

use clap::Args;

use super::answer::{Answer, Answered};
use super::record::{AnyRecord, NO_ENTRY};
use super::scenario;
use report::dispute_page;
use ui_board::picture::PagePen;

/// The arguments of `dispute`.
#[derive(Debug, Args)]
pub(super) struct DisputeArgs {
    /// The record
    file: PathBuf,
    /// The number of the entry, counted from 1; the latest without it
    #[arg(long, value_name = "N")]
    at: Option<usize>,
}

pub(super) fn answer(request: &DisputeArgs) -> Answered {
    let record = match AnyRecord::open(&request.file)? {
        AnyRecord::Founders(record) => record,
        AnyRecord::Scenario(opened) => return scenario::dispute(opened, request.at),
    };
    let at = record.place(request.at)?;
    Ok(record.finish(match dispute_page(record.subject(at), &PagePen) {
        Some(page) => Answer::document(page.trim_end()),
        None => Answer::unusable(NO_ENTRY),
    }))
}
