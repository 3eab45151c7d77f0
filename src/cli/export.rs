//! `export`: prints a record as notation for people.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::record::AnyRecord;
use notation::record::print_notation;

pub(super) fn answer(path: &Path) -> CommandResult {
    Ok(match AnyRecord::open(path)? {
        AnyRecord::Founders(record) => {
            let text = print_notation(&record.journal);
            record.with_record_notes(CommandOutput::document(text.trim_end()))
        }
        AnyRecord::Scenario(opened) => opened.export(),
    })
}
