//! Shaping history: the event card that the winner fills in.
//!
//! Rulebook, "Game Variant - Shaping History". The card then goes into the city events of another
//! game, whose story this program does not repeat.

use super::action::EventCard;
use super::game::{Game, Playing};
use super::illegal::{Checks, EventLine, Illegal, Refusal, Unrecordable};
use super::receipt::{Event, Remark};
use super::rulebook::{Rule, Variant};
use components::ids::BuildingId;

/// The maximum length of a line on the card, in characters.
const LONGEST_LINE: usize = 80;

impl Game {
    /// Returns the event card, once the winner has filled it in. Rule 11.8.
    pub fn event_card(&self) -> Option<&EventCard> {
        self.event_card.as_ref()
    }

    /// Returns the names of the parts of the city on the map; empty if it names none.
    pub fn district_names(&self) -> Vec<&str> {
        self.board.districts().iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns a warning if an event card names a part of the city in another section than its
    /// building, and both sections are known. Rule 11.8.
    ///
    /// A special building has no section (rule 8.1). If a part of the city spans two sections, only
    /// that of its named square is known.
    pub fn event_card_warning(&self, building: BuildingId, district: &str) -> Option<Remark> {
        let (name, square) = self.board.districts().iter().find(|(name, _)| name == district)?;
        let piece = self.active_card(building)?.piece;
        let built_in = self.map.section_of(&self.board, piece)?;
        let named = self.board.section_of(*square)?;
        (built_in != named).then(|| Remark::OtherSection { building, district: name.clone() })
    }

    /// Returns `true` if the winner is yet to fill in the event card.
    pub(super) fn shapes_history(&self) -> bool {
        self.variants.contains(Variant::ShapingHistory) && self.event_card.is_none()
    }

    /// Checks the content of the event card. Rule 11.8.
    pub(super) fn check_event_card(&self, checks: &mut Checks, card: &EventCard) {
        let rule = Rule::ShapingHistory;
        let is_active = self.active_card(card.building).is_some();
        checks.require(rule, is_active, || Illegal::NotActive { building: card.building });
        let known = self.district_names();
        let named = known.is_empty() || known.contains(&card.district.as_str());
        checks.require(rule, named, || Illegal::NoSuchDistrict {
            name: card.district.clone(),
            known: known.iter().map(|&name| name.to_owned()).collect(),
        });
        let lines = [
            (EventLine::District, &card.district),
            (EventLine::GoverningBody, &card.governing_body),
        ];
        for (line, text) in lines {
            let fits = !text.trim().is_empty() && text.chars().count() <= LONGEST_LINE;
            checks.require(rule, fits, || Illegal::CannotBeRecorded {
                what: Unrecordable::EventLine { line, most: LONGEST_LINE },
            });
        }
    }
}

impl Playing<'_> {
    /// Fills in the event card for the winner. Rule 11.8.
    pub(super) fn fill_event(&mut self, card: &EventCard) -> Result<(), Refusal> {
        self.game.check_event_card(&mut self.checks, card);
        self.checks.verdict()?;
        let warning = self.game.event_card_warning(card.building, &card.district);
        self.events.extend(warning.map(Event::Remark));
        self.game.steps.finish();
        self.game.event_card = Some(card.clone());
        Ok(())
    }
}
