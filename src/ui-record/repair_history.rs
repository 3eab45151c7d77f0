//! Undo and redo that treat a repair, or entries recorded at once, as one step.

use record::{Change, EntryId, Record, RecordedGame};

/// The repairs of this evening, and the entries recorded at once, each by the latest entry before
/// it and after it.
#[derive(Clone, Debug, Default)]
pub struct RepairHistory(Vec<(EntryId, EntryId)>);

impl RepairHistory {
    /// Adds a repair, or entries recorded at once, by the latest entry before it and after it.
    pub fn add(&mut self, before: EntryId, after: EntryId) {
        self.0.push((before, after));
    }

    /// Returns the changes that undo the latest entry, or the latest repair as a whole; empty if
    /// there is nothing to undo.
    pub fn undo<G: RecordedGame>(&self, record: &Record<G>) -> Vec<Change<G>> {
        let here = record.here();
        let repair = self.0.iter().rfind(|(_, after)| *after == here);
        match repair {
            Some((before, _)) => record.changes_to_reach(*before),
            None if record.cursor() > 0 => vec![Change::Undo(1)],
            None => Vec::new(),
        }
    }

    /// Returns the changes that redo what was undone; empty if nothing was.
    pub fn redo<G: RecordedGame>(&self, record: &Record<G>) -> Vec<Change<G>> {
        let here = record.here();
        let repair = self.0.iter().rfind(|(before, _)| *before == here);
        match repair {
            Some((_, after)) if record.main_line().contains(after) => {
                record.changes_to_reach(*after)
            }
            _ if record.main_line().len() > record.cursor() => vec![Change::Redo(1)],
            Some((_, after)) => record.changes_to_reach(*after),
            None => Vec::new(),
        }
    }
}
