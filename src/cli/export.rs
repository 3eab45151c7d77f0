//! `export`: the record as notation for people.

use std::path::Path;

use super::answer::Answer;
use super::record::Record;
use super::scenario;
use notation::record::print_notation;

pub(super) fn answer(path: &Path) -> Answer {
    if scenario::is_scenario(path) {
        return scenario::export(path);
    }
    match Record::open(path) {
        Ok(record) => {
            let text = print_notation(&record.journal, &record.tags);
            record.finish(Answer::text(text.trim_end()))
        }
        Err(no) => no.into(),
    }
}
