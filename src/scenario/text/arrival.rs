//! The text of the arrival of a figure: `summoned by Guard 1`, `spawned`, `spawned near F1`.

use super::{Cursor, TextResult};
use scenario_rules::arrival::Arrival;
use scenario_rules::board::Board;
use scenario_rules::figure::{Figure, FigureKind};
use scenario_rules::names::Names;

impl<'a> Cursor<'a> {
    /// Parses the arrival of a figure after the keyword at which `self` is.
    pub(super) fn arrival(
        self,
        after: &mut Cursor<'a>,
        figure: &Figure,
        names: &Names,
        board: &Board,
    ) -> TextResult<Arrival> {
        match (figure.arrival, &figure.kind) {
            (Arrival::Placed, FigureKind::Character(_) | FigureKind::Summon { .. }) => {
                return Err(self.expected("the arrival only of a monster, an ally or an object"));
            }
            (Arrival::Placed, _) => {}
            _ => return Err(self.expected("something else: that has been said")),
        }
        let mut keyword = self;
        if keyword.takes_word("summoned") {
            after.keyword("by")?;
            return Ok(Arrival::Summoned { by: names.figure(&after.name()?) });
        }
        let near = if after.takes_word("near") { Some(after.hex(board)?) } else { None };
        Ok(Arrival::Spawned { near })
    }
}

/// Prints the arrival of a figure as an attribute; `None` for one that was there from the start.
pub(super) fn print_arrival(names: &Names, arrival: Arrival) -> Option<String> {
    match arrival {
        Arrival::Placed => None,
        Arrival::Summoned { by } => Some(format!(", summoned by {}", names.figure_name(by))),
        Arrival::Spawned { near: None } => Some(", spawned".to_owned()),
        Arrival::Spawned { near: Some(near) } => Some(format!(", spawned near {near}")),
    }
}
