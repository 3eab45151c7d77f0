//! Deliveries to prestige buildings, and the questions they and payouts lead to.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "End of Game".

use super::action::Choice;
use super::active_buildings::ActiveBuilding;
use super::adjustment::Owner;
use super::game::{Game, Playing};
use super::illegal::Refusal;
use super::map::PieceKind;
use super::player::{PieceId, PlayerId};
use super::question::{ChoiceOption, Question, is_indifferent};
use super::receipt::{Event, Shortage};
use super::rulebook::TableOption;
use super::step::{Due, Running};
use components::fact_id::FactId;
use components::ids::BuildingId;
use components::quantity::Points;
use components::specs::CountField;

/// What the deliveries have come to.
pub(super) enum Next {
    /// Nothing is left to deliver.
    Nothing,
    /// This comes next, by a choice or because there is none.
    Deliver { piece: PieceId, building: BuildingId, space: usize, choice: Option<Choice> },
    /// Somebody has to say what comes next.
    Ask(Question),
}

/// One delivery that could be made.
#[derive(Clone, Copy)]
struct Candidate {
    piece: PieceId,
    building: BuildingId,
    space: usize,
}

impl Game {
    /// What is delivered next after an action of `actor` (rules 8.4 to 8.6).
    ///
    /// # Errors
    ///
    /// A fact without which nobody can tell.
    pub(super) fn next_delivery(
        &self,
        actor: PlayerId,
        placed: Option<BuildingId>,
        given: Option<&Choice>,
    ) -> Result<Next, FactId> {
        let candidates = self.deliverable(actor, placed)?;
        let choice = |c: &Candidate| {
            let tile = self.map.piece(c.piece).tile()?;
            Some(Choice::Delivery { tile, building: c.building })
        };
        let deliver = |c: &Candidate, choice: Option<Choice>| Next::Deliver {
            piece: c.piece,
            building: c.building,
            space: c.space,
            choice,
        };
        match candidates.as_slice() {
            [] => return Ok(Next::Nothing),
            [only] => return Ok(deliver(only, None)),
            _ => {}
        }
        if let Some(given) = given
            && let Some(chosen) = candidates.iter().find(|&c| choice(c) == Some(*given))
        {
            return Ok(deliver(chosen, Some(*given)));
        }
        let option = |c: &Candidate| -> Result<Option<ChoiceOption>, FactId> {
            let value = self.facts().space_value(c.building, c.space)?;
            let ways = self.outcomes(c.piece, value)?;
            Ok(choice(c).map(|choice| ways.option(choice, actor, Points::ZERO)))
        };
        // The order makes no difference to anybody, so what leaves nothing else open goes first.
        for first in &candidates {
            let same_space = candidates
                .iter()
                .filter(|c| (c.building, c.space) == (first.building, first.space));
            let owner = |c: &Candidate| self.map.piece(c.piece).owner;
            let one_owner = same_space.clone().all(|c| owner(c) == owner(first));
            let mut options = Vec::new();
            for c in same_space {
                options.extend(option(c)?);
            }
            if options.len() == 1 || one_owner && is_indifferent(&options) {
                return Ok(deliver(first, choice(first)));
            }
        }
        let mut options = Vec::new();
        for candidate in &candidates {
            options.extend(option(candidate)?);
        }
        Ok(Next::Ask(Question { chooser: actor, options, made: Vec::new() }))
    }

    /// Every delivery that could be made now, building by building and space by space.
    ///
    /// With the switch of ruling R8, an action makes those of the player who acts, and the
    /// placing of a building those to that building.
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
        let takes = |active: &&ActiveBuilding| {
            !active.completed
                && (!own_only || placed.is_none_or(|placed| active.building == placed))
        };
        let mut found = Vec::new();
        for active in self.active.iter().filter(takes) {
            let link = self.map.link_of(active.piece);
            let connected = |id: PieceId, owner: Option<Owner>| {
                let there = self.map.link_of(id);
                link.near.contains(id)
                    || owner.and_then(Owner::player).is_some_and(|owner| {
                        there.nets != 0 && self.map.reach(owner, there.nets) & link.nets != 0
                    })
            };
            let spaces = self.contents.spaces(active.building);
            for (space, asked) in spaces.iter().enumerate() {
                let Some(resource) = asked.resource else {
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
                        // That no space asks for it rests on all of them.
                        None => self.facts().all_spaces(active.building)?,
                    }
                }
            }
        }
        Ok(found)
    }

    /// Whether every space of a building carries a token.
    pub(super) fn is_filled(&self, active: &ActiveBuilding) -> Result<bool, FactId> {
        let spaces = self.contents.spaces(active.building);
        if active.delivered.iter().take(spaces.len()).any(Option::is_none) {
            return Ok(false);
        }
        Ok(usize::from(self.facts().space_count(active.building)?) <= spaces.len())
    }
}

impl Playing<'_> {
    /// Puts a delivery token on a space and has the points paid (rules 7.2 and 8.4).
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
        let due = Due::Delivery(piece, building, value);
        self.game.steps.push(Running::Pay { due, made: Vec::new() });
        Ok(())
    }

    pub(super) fn put_delivery(&mut self, building: BuildingId, space: usize, owner: Owner) {
        self.game.active.deliver(building, space, owner);
        if let Owner::Player(player) = owner {
            self.warn_of_delivery_tokens(player);
        }
    }

    /// Gives a building its completion token if every space is filled (rule 8.7).
    pub(super) fn complete(&mut self, building: BuildingId) -> Result<(), Refusal> {
        let Some(active) = self.game.active.get(building) else {
            return Ok(());
        };
        if !active.completed && self.game.is_filled(active)? {
            self.game.active.set_completed(building, true);
            self.events.push(Event::Completed(building));
            let box_holds = self.game.contents.facts().count(CountField::CompletionTokens);
            if box_holds.is_ok_and(|count| self.game.completed() as i32 > count) {
                self.events.push(Event::RunsOut(Shortage::CompletionTokens));
            }
        }
        Ok(())
    }

    /// Warns when more tokens lie on the table than the box holds; never refuses (ruling R2).
    fn warn_of_delivery_tokens(&mut self, player: PlayerId) {
        let on_buildings = self.game.active.iter().flat_map(|active| active.delivered);
        let delivered = on_buildings.filter(|&token| token == Some(Owner::Player(player))).count();
        let used = delivered + self.game.tracker_tokens(player);
        let box_holds = self.game.contents.facts().count(CountField::DeliveryTokens);
        if box_holds.is_ok_and(|count| used as i32 > count) {
            self.events.push(Event::RunsOut(Shortage::DeliveryTokens(player)));
        }
    }

    pub(super) fn warn_of_claim_tokens(&mut self, player: PlayerId) {
        let pieces = self.game.map.pieces();
        let claimed = pieces.filter(|(_, piece)| {
            matches!(piece.kind, PieceKind::Resource(_)) && piece.is_claimed_by(player)
        });
        // One more marks the score track.
        let used = claimed.count() + 1;
        let box_holds = self.game.contents.facts().count(CountField::ClaimTokens);
        if box_holds.is_ok_and(|count| used as i32 > count) {
            self.events.push(Event::RunsOut(Shortage::ClaimTokens(player)));
        }
    }
}

impl Game {
    /// Delivery tokens a player needs on the income track and the resource tracker (rule 3.4).
    pub(super) fn tracker_tokens(&self, player: PlayerId) -> usize {
        let accessed: components::ids::ResourceSet =
            self.access(player).map(|tile| tile.resource).collect();
        1 + self.owns(player).len() + accessed.len()
    }
}
