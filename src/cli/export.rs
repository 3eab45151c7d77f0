//! `export`: prints a record as notation for people.

use std::path::Path;

use super::answer::{Answer, Answered};
use super::record::AnyRecord;
use notation::record::print_notation;

pub(super) fn answer(path: &Path) -> Answered {
    Ok(match AnyRecord::open(path)? {
        AnyRecord::Founders(record) => {
            let text = print_notation(&record.journal);
            record.finish(Answer::document(text.trim_end()))
        }
        AnyRecord::Scenario(opened) => opened.export(),
    })
}
