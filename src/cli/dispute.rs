//! `dispute`: a page about one disputed entry.

use std::path::PathBuf;

use clap::Args;

use super::answer::{CommandOutput, CommandResult};
use super::record::{NO_ENTRY, ReadRecord};
use super::scenario;
use export::dispute_page;
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

pub(super) fn answer(request: &DisputeArgs) -> CommandResult {
    let record = match ReadRecord::open(&request.file)? {
        ReadRecord::Founders(record) => record,
        ReadRecord::Scenario(opened) => return scenario::dispute(opened, request.at),
        ReadRecord::Campaign(opened) => return Err(opened.refuse()),
    };
    let at = record.resolve_entry(request.at)?;
    Ok(record.with_record_notes(match dispute_page(record.subject(at), &PagePen) {
        Some(page) => CommandOutput::document(page.trim_end()),
        None => CommandOutput::unusable(NO_ENTRY),
    }))
}
