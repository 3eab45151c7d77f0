//! The text of the number of standees of a set: `Guard: 6`.

use super::{Cursor, PositionReader, TextResult};
use scenario_rules::names::Names;
use scenario_rules::position::Position;
use scenario_rules::standees::SetStandees;

impl PositionReader<'_> {
    pub(super) fn standees(&mut self, cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let read = cursor.standees(&self.layout.names)?;
        if self.layout.standees_of(read.set).is_some() {
            return Err(start.expected("the standees of a set once"));
        }
        if self.layout.standees.len() >= Position::MAX_FIGURES {
            return Err(start.expected(&format!("at most {} sets", Position::MAX_FIGURES)));
        }
        self.layout.standees.push(read);
        Ok(())
    }
}

impl Cursor<'_> {
    /// Parses the number of standees of a set, up to the end of the line.
    pub(crate) fn standees(mut self, names: &Names) -> TextResult<SetStandees> {
        let set = names.set(&self.named()?);
        let count = self.number(1, SetStandees::MAX, "a number of standees")?;
        self.end()?;
        Ok(SetStandees { set, count })
    }
}

/// Prints the number of standees of a set.
pub(crate) fn print_standees(names: &Names, SetStandees { set, count }: SetStandees) -> String {
    format!("standees {}: {count}", names.set_name(set))
}
