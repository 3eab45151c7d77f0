//! Summons and spawns that come onto the map during a scenario (S9.1 to S9.3).

use super::Transition;
use crate::arrival::Arrival;
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::Figure;
use crate::illegal::Illegal;
use crate::names::FigureId;

impl Transition<'_> {
    /// Checks the hex of a summon or spawn that comes into play, unless the players overrule it.
    /// Returns `true` if it acts from the next round only.
    pub(super) fn check_arrival(
        &self,
        figure: &Figure,
        is_overruled: bool,
    ) -> Result<bool, Illegal> {
        let Some(rule) = figure.arrival_rule().filter(|_| self.edition.has_consequences()) else {
            return Ok(false);
        };
        let (id, hex) = (figure.id(), figure.hex);
        if let Some(summoner) = figure.summoner() {
            if !self.before.can_summon_now(summoner) {
                return Ok(false);
            }
            self.check_summon_hex(figure, summoner, is_overruled)?;
            return Ok(true);
        }
        if let Arrival::Spawned { near: Some(near) } = figure.arrival
            && !is_overruled
        {
            let hexes = self.before.position().nearest_empty_hexes(near);
            if !hexes.contains(&hex) {
                return Err(Illegal::ArrivalHex { figure: id, summoner: None, hex, hexes, rule });
            }
        }
        Ok(self.before.is_after_last_turn())
    }

    fn check_summon_hex(
        &self,
        figure: &Figure,
        summoner: FigureId,
        is_overruled: bool,
    ) -> Result<(), Illegal> {
        if is_overruled || self.layout.index_of(figure.id()).is_some() {
            return Ok(());
        }
        let position = self.before.position();
        position.on_map(summoner)?;
        let hexes = position.summon_hexes(summoner);
        match figure.arrival_rule() {
            Some(rule) if !hexes.contains(&figure.hex) => Err(Illegal::ArrivalHex {
                figure: figure.id(),
                summoner: Some(summoner),
                hex: figure.hex,
                hexes,
                rule,
            }),
            _ => Ok(()),
        }
    }

    /// Lets a figure act from the next round only.
    pub(super) fn defer_turns(&mut self, figure: &Figure, parent: Option<EventIndex>) {
        let id = figure.id();
        self.round.arrived.push(id);
        let cause = figure.arrival_rule().map_or(Cause::Players, Cause::Rule);
        self.record(EventKind::ActsNextRound { figure: id }, cause, parent);
    }
}
