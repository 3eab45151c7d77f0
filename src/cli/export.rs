//! `export`: prints a record as notation for people.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::record::ReadRecord;
use notation::record::print_notation;

pub(super) fn answer(path: &Path) -> CommandResult {
    Ok(match ReadRecord::open(path)? {
        ReadRecord::Founders(record) => {
            let text = print_notation(&record.journal);
            record.with_record_notes(CommandOutput::document(text.trim_end()))
        }
        ReadRecord::Scenario(opened) => opened.export(),
        ReadRecord::Campaign(opened) => opened.export(),
    })
}
