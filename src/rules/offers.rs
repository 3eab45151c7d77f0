//! The proposals and advisers on offer, and the known content of their decks.

use components::ids::{AdviserId, AdviserSet, BuildingId, BuildingSet};

/// The number of places for proposals.
pub const PROPOSAL_PLACES: usize = 3;
/// The number of places for advisers on offer.
pub const ADVISER_PLACES: usize = 4;

/// The proposals and advisers on offer, with their decks. A building is in at most one of these
/// places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offers {
    proposals: [Option<BuildingId>; PROPOSAL_PLACES],
    advisers: [Option<AdviserId>; ADVISER_PLACES],
    /// Proposals that were voted down.
    discards: BuildingSet,
    /// Prestige cards that left the game.
    gone: BuildingSet,
    /// Prestige cards put on top of the deck, the lowest first.
    on_top: Vec<BuildingId>,
    /// Advisers that have been dealt.
    advisers_seen: AdviserSet,
}

impl Offers {
    /// Returns the proposals, from the left.
    pub(super) const fn proposals(&self) -> [Option<BuildingId>; PROPOSAL_PLACES] {
        self.proposals
    }

    /// Returns the advisers on offer, from the left.
    pub(super) const fn advisers(&self) -> [Option<AdviserId>; ADVISER_PLACES] {
        self.advisers
    }

    pub(super) const fn discards(&self) -> BuildingSet {
        self.discards
    }

    /// Returns the prestige cards that left the game.
    pub(super) const fn gone(&self) -> BuildingSet {
        self.gone
    }

    /// Returns the prestige cards put on top of the deck, the lowest first.
    pub(super) fn on_top(&self) -> &[BuildingId] {
        &self.on_top
    }

    /// Returns the advisers that have been dealt.
    pub(super) const fn advisers_seen(&self) -> AdviserSet {
        self.advisers_seen
    }

    /// Returns the number of places without an adviser.
    pub(super) fn places_for_advisers(&self) -> usize {
        self.advisers.iter().filter(|place| place.is_none()).count()
    }

    /// Draws a card from the deck without placing it.
    pub(super) fn draw(&mut self, building: BuildingId) {
        self.on_top.retain(|&top| top != building);
    }

    /// Puts a card into the first empty place for a proposal.
    pub(super) fn propose(&mut self, building: BuildingId) {
        if let Some(place) = self.proposals.iter_mut().find(|place| place.is_none()) {
            *place = Some(building);
        }
    }

    /// Removes a building from the proposals; returns `false` if it is not one.
    pub(super) fn withdraw(&mut self, building: BuildingId) -> bool {
        let place = self.proposals.iter_mut().find(|place| **place == Some(building));
        place.and_then(Option::take).is_some()
    }

    /// Puts a proposal on top of the deck.
    pub(super) fn return_to_deck(&mut self, building: BuildingId) {
        self.withdraw(building);
        self.on_top.push(building);
    }

    /// Removes a building from wherever it is, to place it on the map.
    pub(super) fn take(&mut self, building: BuildingId) {
        self.withdraw(building);
        self.discards.remove(building);
        self.gone.remove(building);
        self.draw(building);
    }

    /// Removes a building from the game; returns `true` if it was a proposal.
    pub(super) fn remove_from_game(&mut self, building: BuildingId) -> bool {
        let was_proposed = self.withdraw(building);
        self.discards.remove(building);
        self.draw(building);
        self.gone.insert(building);
        was_proposed
    }

    /// Replaces the proposals; `buildings` are at most as many as there are places.
    pub(super) fn set_proposals(&mut self, buildings: &[BuildingId]) {
        self.proposals = [None; PROPOSAL_PLACES];
        for &building in buildings {
            self.take(building);
            self.propose(building);
        }
    }

    /// Discards every proposal except the winner.
    pub(super) fn discard_proposals(&mut self, voted_in: Option<BuildingId>) {
        for place in &mut self.proposals {
            if let Some(building) = place.take()
                && Some(building) != voted_in
            {
                self.discards.insert(building);
            }
        }
    }

    /// Shuffles the discards into a new deck.
    pub(super) fn reshuffle(&mut self) {
        self.discards = BuildingSet::EMPTY;
    }

    /// Slides the proposals to the left.
    pub(super) fn slide_proposals(&mut self) {
        slide(&mut self.proposals);
    }

    /// Slides the advisers to the left.
    pub(super) fn slide_advisers(&mut self) {
        slide(&mut self.advisers);
    }

    /// Puts an adviser into the first empty place.
    pub(super) fn deal_adviser(&mut self, adviser: AdviserId) {
        self.advisers_seen.insert(adviser);
        if let Some(place) = self.advisers.iter_mut().find(|place| place.is_none()) {
            *place = Some(adviser);
        }
    }

    /// Removes an adviser from the offer, if there.
    pub(super) fn take_adviser(&mut self, adviser: AdviserId) {
        for place in self.advisers.iter_mut().filter(|place| **place == Some(adviser)) {
            *place = None;
        }
    }

    /// Records that an adviser is no longer in the deck, although it was not dealt.
    pub(super) fn note_seen(&mut self, adviser: AdviserId) {
        self.advisers_seen.insert(adviser);
    }

    /// Replaces the advisers on offer; `advisers` are at most as many as there are places.
    pub(super) fn set_advisers(&mut self, advisers: &[AdviserId]) {
        self.advisers = [None; ADVISER_PLACES];
        for &adviser in advisers {
            self.deal_adviser(adviser);
        }
    }
}

/// Moves the filled places before the empty ones, in their order.
fn slide<T: Copy, const N: usize>(places: &mut [Option<T>; N]) {
    let mut filled = places.iter().flatten().copied().collect::<Vec<T>>().into_iter();
    *places = std::array::from_fn(|_| filled.next());
}
