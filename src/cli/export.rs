//! `export`: the record as notation for people.

use std::path::Path;

use super::answer::{Answer, Answered};
use super::record::Record;
use super::scenario;
use notation::record::print_notation;

pub(super) fn answer(path: &Path) -> Answered {
    if scenario::is_scenario(path) {
        return scenario::export(path);
    }
    let record = Record::open(path)?;
    let text = print_notation(&record.journal, &record.tags);
    Ok(record.finish(Answer::document(text.trim_end())))
}
