//! Deliveries to prestige buildings, and the questions that they and payouts raise.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "End of Game".

use super::action::RuleChoice;
use super::active_buildings::ActiveBuilding;
use super::adjustment::Owner;
use super::game::{Game, Playing};
use super::illegal::Refusal;
use super::map::PieceKind;
use super::player::{PieceId, PlayerId};
use super::question::{ChoiceOption, Question, is_indifferent};
use super::receipt::{Event, Shortage};
use super::rulebook::TableOption;
use super::step::{AutomaticStep, PayoutDue};
use components::fact_id::FactId;
use components::ids::BuildingId;
use components::quantity::Points;
use components::specs::CountField;

/// The next step of the deliveries.
pub(super) enum Next {
    /// No delivery is left.
    Nothing,
    /// The next delivery, chosen or without an alternative.
    Deliver { piece: PieceId, building: BuildingId, space: usize, choice: Option<RuleChoice> },
    /// A player has to choose the next delivery.
    Ask(Question),
}

/// A possible delivery.
#[derive(Clone, Copy)]
struct Candidate {
    piece: PieceId,
    building: BuildingId,
    space: usize,
}

impl Candidate {
    fn into_next(self, choice: Option<RuleChoice>) -> Next {
        let Self { piece, building, space } = self;
        Next::Deliver { piece, building, space, choice }
    }
}

impl Game {
    /// Returns the next delivery after an action of `actor` (rules 8.4 to 8.6).
    ///
    /// # Errors
    ///
    /// A fact needed to determine it.
    pub(super) fn next_delivery(
        &self,
        actor: PlayerId,
        placed: Option<BuildingId>,
        given: Option<&RuleChoice>,
    ) -> Result<Next, FactId> {
        let candidates = self.deliverable(actor, placed)?;
        match candidates.as_slice() {
            [] => return Ok(Next::Nothing),
            [only] => return Ok(only.into_next(None)),
            _ => {}
        }
        if let Some(given) = given
            && let Some(chosen) =
                candidates.iter().find(|candidate| self.choice_of(candidate) == Some(*given))
        {
            return Ok(chosen.into_next(Some(*given)));
        }
        // If no choice depends on the order, the first delivery without an alternative goes first.
        for first in &candidates {
            let same_space = candidates
                .iter()
                .filter(|c| (c.building, c.space) == (first.building, first.space));
            let owner = self.map.piece(first.piece).owner;
            let one_owner = same_space.clone().all(|c| self.map.piece(c.piece).owner == owner);
            let mut options = Vec::new();
            for candidate in same_space {
                options.extend(self.delivery_option(candidate, actor)?);
            }
            if options.len() == 1 || one_owner && is_indifferent(&options) {
                return Ok(first.into_next(self.choice_of(first)));
            }
        }
        let mut options = Vec::new();
        for candidate in &candidates {
            options.extend(self.delivery_option(candidate, actor)?);
        }
        Ok(Next::Ask(Question { chooser: actor, options, made: Vec::new() }))
    }

    fn choice_of(&self, candidate: &Candidate) -> Option<RuleChoice> {
        let tile = self.map.piece(candidate.piece).tile()?;
        Some(RuleChoice::Delivery { tile, building: candidate.building })
    }

    fn delivery_option(
        &self,
        candidate: &Candidate,
        actor: PlayerId,
    ) -> Result<Option<ChoiceOption>, FactId> {
        let value = self.facts().space_value(candidate.building, candidate.space)?;
        let distributions = self.outcomes(candidate.piece, value)?;
        let choice = self.choice_of(candidate);
        Ok(choice.map(|choice| distributions.option(choice, actor, Points::ZERO)))
    }

    /// Returns every possible delivery, ordered by building and space.
    ///
    /// With the switch of ruling R8, an action only makes deliveries of the acting player, and
    /// placing a building only deliveries to that building.
    fn deliverable(
        &self,
        actor: PlayerId,
        placed: Option<BuildingId>,
    ) -> Result<Vec<Candidate>, FactId> {
        let own_only = self.options.contains(TableOption::OnlyOwnerDelivers);
        let delivers = |owner: Option<Owner>| match owner {
            Some(Owner::Player(owner)) => !own_only || placed.is_some() || owner == actor,
            Some(Owner::Neutral) | None => false,
        };
        let mut found = Vec::new();
        for active in self.active.iter() {
            if active.completed
                || own_only && placed.is_some_and(|placed| active.building != placed)
            {
                continue;
            }
            let link = self.map.link_of(active.piece);
            let connected = |id: PieceId, owner: Option<Owner>| {
                let there = self.map.link_of(id);
                link.adjacent.contains(id)
                    || owner.and_then(Owner::player).is_some_and(|owner| {
                        there.nets != 0 && self.map.reach(owner, there.nets) & link.nets != 0
                    })
            };
            let spaces = self.contents.spaces(active.building);
            for (space, printed) in spaces.iter().enumerate() {
                let Some(resource) = printed.resource else {
                    continue;
                };
                if active.delivered[space].is_some() {
                    continue;
                }
                for (piece, tile) in self.map.tiles_of(resource) {
                    if delivers(tile.owner) && connected(piece, tile.owner) {
                        found.push(Candidate { piece, building: active.building, space });
                    }
                }
            }
            let all_spaces = self.contents.facts().all_spaces(active.building);
            if all_spaces.is_err() || self.reads.is_on() {
                for (piece, tile) in self.map.pieces() {
                    let Some(resource) = tile.resource() else {
                        continue;
                    };
                    if !(delivers(tile.owner) && connected(piece, tile.owner)) {
                        continue;
                    }
                    match spaces.iter().position(|space| space.resource == Some(resource)) {
                        Some(space) => {
                            self.facts().space_resource(active.building, space)?;
                        }
                        // The absence of a space for it depends on all spaces.
                        None => self.facts().all_spaces(active.building)?,
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns `true` if every space of a building has a token.
    pub(super) fn is_filled(&self, active: &ActiveBuilding) -> Result<bool, FactId> {
        let spaces = self.contents.spaces(active.building);
        if active.delivered.iter().take(spaces.len()).any(Option::is_none) {
            return Ok(false);
        }
        Ok(usize::from(self.facts().space_count(active.building)?) <= spaces.len())
    }
}

impl Playing<'_> {
    /// Places a delivery token on a space and schedules the payout (rules 7.2 and 8.4).
    pub(super) fn deliver(
        &mut self,
        piece: PieceId,
        building: BuildingId,
        space: usize,
    ) -> Result<(), Refusal> {
        let tile = *self.game.map.piece(piece);
        let (Some(from), Some(owner)) = (tile.tile(), tile.owner) else {
            return Ok(());
        };
        let value = self.game.facts().space_value(building, space)?;
        self.put_delivery(building, space, owner);
        let delivered =
            Event::Delivered { building, resource: from.resource, tile: Some(from), owner };
        self.events.push(delivered);
        self.complete(building)?;
        let due = PayoutDue::Delivery(piece, building, value);
        self.game.steps.push(AutomaticStep::Pay { due, made: Vec::new() });
        Ok(())
    }

    pub(super) fn put_delivery(&mut self, building: BuildingId, space: usize, owner: Owner) {
        self.game.active.deliver(building, space, owner);
        if let Owner::Player(player) = owner {
            self.warn_of_delivery_tokens(player);
        }
    }

    /// Marks a building as completed if every space is filled (rule 8.7).
    pub(super) fn complete(&mut self, building: BuildingId) -> Result<(), Refusal> {
        let Some(active) = self.game.active.get(building) else {
            return Ok(());
        };
        if !active.completed && self.game.is_filled(active)? {
            self.game.active.set_completed(building, true);
            self.events.push(Event::Completed(building));
            let box_holds = self.game.contents.facts().count(CountField::CompletionTokens);
            if box_holds.is_ok_and(|count| self.game.completed() as i32 > count) {
                self.events.push(Event::SupplyExceeded(Shortage::CompletionTokens));
            }
        }
        Ok(())
    }

    /// Warns when more tokens are on the table than the box contains; never refuses (ruling R2).
    fn warn_of_delivery_tokens(&mut self, player: PlayerId) {
        let delivered = self
            .game
            .active
            .iter()
            .flat_map(|active| active.delivered)
            .filter(|&token| token == Some(Owner::Player(player)))
            .count();
        let used = delivered + self.game.tracker_tokens(player);
        let box_holds = self.game.contents.facts().count(CountField::DeliveryTokens);
        if box_holds.is_ok_and(|count| used as i32 > count) {
            self.events.push(Event::SupplyExceeded(Shortage::DeliveryTokens(player)));
        }
    }

    pub(super) fn warn_of_claim_tokens(&mut self, player: PlayerId) {
        let claimed = self
            .game
            .map
            .pieces()
            .filter(|(_, piece)| {
                matches!(piece.kind, PieceKind::Resource(_)) && piece.is_claimed_by(player)
            })
            .count();
        // One more marks the score track.
        let used = claimed + 1;
        let box_holds = self.game.contents.facts().count(CountField::ClaimTokens);
        if box_holds.is_ok_and(|count| used as i32 > count) {
            self.events.push(Event::SupplyExceeded(Shortage::ClaimTokens(player)));
        }
    }
}

impl Game {
    /// Returns the number of delivery tokens that a player uses on the income track and the
    /// resource tracker (rule 3.4).
    pub(super) fn tracker_tokens(&self, player: PlayerId) -> usize {
        let accessed: components::ids::ResourceSet =
            self.access(player).map(|tile| tile.resource).collect();
        1 + self.owns(player).len() + accessed.len()
    }
}
