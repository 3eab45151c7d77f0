//! Cards dealt from the two decks.
//!
//! The players deal real cards, and record which were dealt. All that is known of a deck is which
//! cards have left it, and which were put on top.
//!
//! Rulebook, "Setup", "Recruit" and "Building Proposal Vote".

use crate::game::{Game, Playing};
use crate::illegal::{CardLocation, Checks, DeckCard, Illegal, Refusal, refuse};
use crate::receipt::Event;
use crate::rulebook::Rule;
use components::fact_id::FactId;
use components::ids::{AdviserId, BuildingId, BuildingSet};
use components::specs::CountField;

impl Game {
    /// Returns `true` if a place for a proposal is empty and a card is left for it.
    pub(crate) fn proposals_wanted(&self) -> Result<bool, FactId> {
        let empty = self.offers.proposals().contains(&None);
        Ok(empty && !(self.prestige_deck_is_empty()? && self.offers.discards().is_empty()))
    }

    /// Returns `true` if a place of the offer is empty and an adviser is left for it.
    pub(crate) fn advisers_wanted(&self) -> Result<bool, FactId> {
        if !self.offers.advisers().contains(&None) {
            return Ok(false);
        }
        if self.contents.advisers().any(|adviser| !self.offers.advisers_seen().contains(adviser)) {
            return Ok(true);
        }
        let count = self.facts().count(CountField::AdviserCards)?;
        Ok(count as usize > self.offers.advisers_seen().len())
    }

    /// Returns the prestige cards that are anywhere but in the deck.
    pub(crate) fn prestige_cards_out(&self) -> BuildingSet {
        let on_map = self.active.iter().map(|active| active.building);
        let offered = self.offers.proposals().into_iter().flatten();
        let voted = self.steps.iter().filter_map(crate::step::Step::building_to_place);
        let out: BuildingSet = on_map.chain(offered).chain(voted).collect();
        out.union(self.offers.gone()).union(self.offers.discards())
    }

    fn prestige_deck_is_empty(&self) -> Result<bool, FactId> {
        let out = self.prestige_cards_out();
        if self.contents.buildings().any(|building| !out.contains(building)) {
            return Ok(false);
        }
        let count = self.facts().count(CountField::PrestigeCards)?;
        Ok(count as usize <= out.len())
    }

    /// Returns the place of the rightmost proposal that shares its type with another, if the cards
    /// left allow a better set (rule 3.2, ruling R17).
    fn duplicate(&self) -> Result<Option<usize>, FactId> {
        let offered: Vec<(usize, BuildingId)> = self
            .offers
            .proposals()
            .iter()
            .enumerate()
            .filter_map(|(i, p)| p.map(|p| (i, p)))
            .collect();
        let mut missing = None;
        for (index, &(place, building)) in offered.iter().enumerate().rev() {
            let same_type: Vec<Result<bool, FactId>> = offered[..index]
                .iter()
                .map(|&(_, other)| self.facts().is_same_type(building, other))
                .collect();
            // An unknown fact of one proposal matters only if no other settles the question.
            let is_double = same_type.contains(&Ok(true));
            let unknown = same_type.into_iter().find_map(Result::err).filter(|_| !is_double);
            missing = missing.or(unknown);
            if is_double && (missing.is_none() || self.board.is_open()) {
                let others: Vec<BuildingId> =
                    offered.iter().map(|&(_, b)| b).filter(|&b| b != building).collect();
                return Ok(self.better_card_left(&others)?.then_some(place));
            }
        }
        missing.map_or(Ok(None), Err)
    }

    /// Returns `true` if the deck has a card of another type than all of `others`.
    fn better_card_left(&self, others: &[BuildingId]) -> Result<bool, FactId> {
        let out = self.prestige_cards_out();
        let listed = self.contents.pack().buildings.len();
        let count = self.contents.facts().count(CountField::PrestigeCards);
        if count.is_ok_and(|count| count as usize > listed) {
            return Ok(true);
        }
        // An unknown fact of one card matters only if no other settles the question.
        let mut missing = None;
        for card in self.contents.buildings().filter(|&card| !out.contains(card)) {
            match self.differs_from(card, others) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(fact) => missing = missing.or(Some(fact)),
            }
        }
        match missing {
            // One of the unseen cards is assumed to be of another type.
            Some(_) if self.board.is_open() => Ok(true),
            missing => missing.map_or(Ok(false), Err),
        }
    }

    /// Returns `true` if a card of the deck fits on the map and is of another type than all of
    /// `others`.
    fn differs_from(&self, card: BuildingId, others: &[BuildingId]) -> Result<bool, FactId> {
        let mut differs = self.fits_somewhere(card)?;
        for &other in others {
            differs &= !self.facts().is_same_type(card, other)?;
        }
        Ok(differs)
    }

    fn check_proposal(&self, checks: &mut Checks, card: BuildingId) {
        let out = self.prestige_cards_out();
        checks.require(Rule::DealProposals, !out.contains(card), || Illegal::NotInDeck {
            card: DeckCard::Proposal(card),
            place: if self.offers.gone().contains(card) {
                CardLocation::LeftTheGame
            } else if self.offers.discards().contains(card) {
                CardLocation::Discarded
            } else if self.active_card(card).is_some() {
                CardLocation::Active
            } else {
                CardLocation::Proposed
            },
        });
        // The deck is dealt from the bottom: cards put on top come last, the lowest first.
        let on_top = self.offers.on_top().iter().position(|&top| top == card);
        let unknown_left = self
            .contents
            .buildings()
            .find(|b| !out.contains(*b) && !self.offers.on_top().contains(b));
        let before = match on_top {
            Some(_) if unknown_left.is_some() => unknown_left,
            Some(place) if place > 0 => Some(self.offers.on_top()[0]),
            Some(_) | None => None,
        };
        checks.require_none(Rule::DealProposals, before, |before| Illegal::DeckOrder {
            card: DeckCard::Proposal(card),
            before: DeckCard::Proposal(before),
        });
    }

    fn check_adviser(&self, checks: &mut Checks, card: AdviserId) {
        let seen = self.offers.advisers_seen();
        checks.require(Rule::DealAdvisers, !seen.contains(card), || Illegal::NotInDeck {
            card: DeckCard::Adviser(card),
            place: if self.offers.advisers().contains(&Some(card)) {
                CardLocation::OnOffer
            } else {
                CardLocation::DealtBefore
            },
        });
        let tier = self.facts().adviser_tier(card);
        // If the board is entered during play, the table is trusted to deal in the right order.
        if tier.is_err() && self.board.is_open() {
            return;
        }
        let Some(tier) = checks.require_fact(Rule::DealAdvisers, tier) else {
            return;
        };
        let mut lower = None;
        for other in
            self.contents.advisers().filter(|&other| !seen.contains(other) && other != card)
        {
            // The other card is unseen in the deck: an unknown tier is no objection.
            if self.contents.facts().adviser_tier(other).is_ok_and(|of| of < tier) {
                lower = lower.or(Some(other));
            }
        }
        checks.require_none(Rule::DealAdvisers, lower, |lower| Illegal::DeckOrder {
            card: DeckCard::Adviser(card),
            before: DeckCard::Adviser(lower),
        });
    }
}

impl Playing<'_> {
    /// Places proposals one after another as they were drawn. Rules 3.2, 8.2 and 9.9.
    pub(crate) fn deal_proposals(&mut self, cards: &[BuildingId]) -> Result<(), Refusal> {
        if cards.is_empty() {
            return refuse(
                Rule::DealProposals,
                Illegal::WrongNumberOfCards { dealt: 0, needed: 1 },
            );
        }
        for (index, &card) in cards.iter().enumerate() {
            if !self.game.proposals_wanted()? {
                // On an open board this was not yet reported: two proposals may be of one type.
                if self.game.board.is_open() {
                    self.game.duplicate()?;
                }
                let illegal = Illegal::WrongNumberOfCards { dealt: cards.len(), needed: index };
                return refuse(Rule::DealProposals, illegal);
            }
            if self.game.prestige_deck_is_empty()? {
                self.game.offers.reshuffle();
                self.events.push(Event::Reshuffled);
            }
            self.game.check_proposal(&mut self.checks, card);
            self.checks.verdict()?;
            self.game.offers.draw(card);
            // The table can overrule a missing fact: the card stays where it was placed.
            let fits = match self.game.fits_somewhere(card) {
                Err(_) if self.checks.is_overruled() => true,
                known => known?,
            };
            if !fits {
                self.game.offers.remove_from_game(card);
                self.events.push(Event::FitsNowhere(card));
                continue;
            }
            self.game.offers.propose(card);
            self.return_duplicates()?;
        }
        Ok(())
    }

    /// Returns the right one of two proposals of one type to the top of the deck, once all are
    /// dealt.
    fn return_duplicates(&mut self) -> Result<(), Refusal> {
        while !self.game.offers.proposals().contains(&None) {
            let duplicate = match self.game.duplicate() {
                // If the box is entered during play, the players see which types are the same.
                Err(_) if self.checks.is_overruled() || self.game.board.is_open() => None,
                known => known?,
            };
            let Some(place) = duplicate else {
                return Ok(());
            };
            if let Some(card) = self.game.offers.proposals()[place] {
                self.game.offers.return_to_deck(card);
                self.events.push(Event::SameType(card));
            }
        }
        Ok(())
    }

    /// Removes proposals that no longer fit anywhere from the game. Rule 8.2.
    pub(crate) fn screen_proposals(&mut self) -> Result<(), Refusal> {
        for card in self.game.offers.proposals().into_iter().flatten() {
            if !self.game.fits_somewhere(card)? {
                self.game.offers.remove_from_game(card);
                self.events.push(Event::FitsNowhere(card));
            }
        }
        Ok(())
    }

    /// Places advisers into the empty places from the left. Rules 3.3 and 5.3.
    pub(crate) fn deal_advisers(&mut self, cards: &[AdviserId]) -> Result<(), Refusal> {
        let empty = self.game.offers.places_for_advisers();
        if cards.is_empty() || cards.len() > empty {
            let illegal = Illegal::WrongNumberOfCards { dealt: cards.len(), needed: empty };
            return refuse(Rule::RefillOffer, illegal);
        }
        for &card in cards {
            self.game.check_adviser(&mut self.checks, card);
            self.checks.verdict()?;
            self.game.offers.deal_adviser(card);
            self.events.push(Event::OnOffer(card));
        }
        Ok(())
    }
}
