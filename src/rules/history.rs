//! Shaping history: the event card that the winner fills in.
//!
//! Rulebook, "Game Variant - Shaping History". The card then goes into the
//! city events of another game; its story is not ours to repeat.

use super::action::EventCard;
use super::game::{Game, Playing};
use super::illegal::{Checks, EventLine, Illegal, Refusal, Unrecordable};
use super::receipt::{Event, Remark};
use super::rulebook::{Rule, Variant};
use components::ids::BuildingId;

/// The most characters of what is written on a line of the card.
const LONGEST_LINE: usize = 80;

impl Game {
    /// What the winner wrote on the event card, once it is filled in. Rule 11.8.
    pub fn event_card(&self) -> Option<&EventCard> {
        self.event_card.as_ref()
    }

    /// The parts of the city by name, as the map names them; none if it names none.
    pub fn district_names(&self) -> Vec<&str> {
        let districts = self.board.districts().iter();
        districts.map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the doubt about an event card whose part of the city lies in another section than
    /// its building, if both sections are known. Rule 11.8.
    ///
    /// A special building lies in no section (rule 8.1), and of two sections that meet in a part
    /// of the city only that of its named square is known.
    pub fn event_card_doubt(&self, building: BuildingId, district: &str) -> Option<Remark> {
        let mut districts = self.board.districts().iter();
        let (name, square) = districts.find(|(name, _)| name == district)?;
        let piece = self.active_card(building)?.piece;
        let built_in = self.map.section_of(&self.board, piece)?;
        let named = self.board.section_of(*square)?;
        (built_in != named).then(|| Remark::OtherSection { building, district: name.clone() })
    }

    /// Whether the winner has the event card of the race to fill in.
    pub(super) fn shapes_history(&self) -> bool {
        self.variants.contains(Variant::ShapingHistory) && self.event_card.is_none()
    }

    /// Checks what is to be written on the event card. Rule 11.8.
    pub(super) fn check_event_card(&self, checks: &mut Checks, card: &EventCard) {
        let rule = Rule::ShapingHistory;
        let stands = self.active_card(card.building).is_some();
        checks.that(rule, stands, || Illegal::NotActive { building: card.building });
        let known = self.district_names();
        let named = known.is_empty() || known.contains(&card.district.as_str());
        checks.that(rule, named, || Illegal::NoSuchDistrict {
            name: card.district.clone(),
            known: known.iter().map(|&name| name.to_owned()).collect(),
        });
        let lines = [
            (EventLine::District, &card.district),
            (EventLine::GoverningBody, &card.governing_body),
        ];
        for (line, text) in lines {
            let fits = !text.trim().is_empty() && text.chars().count() <= LONGEST_LINE;
            checks.that(rule, fits, || Illegal::CannotBeRecorded {
                what: Unrecordable::EventLine { line, most: LONGEST_LINE },
            });
        }
    }
}

impl Playing<'_> {
    /// The winner fills in the event card. Rule 11.8.
    pub(super) fn fill_event(&mut self, card: &EventCard) -> Result<(), Refusal> {
        self.game.check_event_card(&mut self.checks, card);
        self.checks.verdict()?;
        let doubt = self.game.event_card_doubt(card.building, &card.district);
        self.events.extend(doubt.map(Event::Remark));
        self.game.steps.finish();
        self.game.event_card = Some(card.clone());
        Ok(())
    }
}
