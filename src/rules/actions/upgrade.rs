//! Upgrade: building tier 2 and tier 3 resource buildings.
//!
//! Rulebook, "Upgrade".

use crate::adjustment::Owner;
use crate::contents::ShapedTile;
use crate::game::{Game, Playing};
use crate::illegal::{AttemptedUse, Checks, Illegal, Refusal, TileKind, refuse};
use crate::map::{PieceKind, Targets};
use crate::player::{PieceSet, PlayerId};
use crate::receipt::{Cause, Event, Remark};
use crate::rulebook::{Rule, TableOption};
use crate::step::{AutomaticStep, DecisionStep, PayoutDue};
use crate::sub_action::{Placement, TileRoad};
use components::board::Cell;
use components::effect::Price;
use components::ids::ResourceId;
use components::quantity::Money;
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;

use super::road::too_many_roads;

/// The cost and connections that a tile requires, on any squares.
pub(crate) struct BuildTerms {
    pub(crate) cost: Money,
    own: Targets,
    requirements: Vec<ResourceRequirement>,
}

/// A prerequisite of a tile, and the tiles that can supply it.
struct ResourceRequirement {
    resource: ResourceId,
    claimed: PieceSet,
    targets: Targets,
}

impl BuildTerms {
    /// Returns everything that the tile must be connected to: something owned, and each
    /// prerequisite.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Targets> {
        std::iter::once(self.own).chain(self.requirements.iter().map(|required| required.targets))
    }
}

impl Game {
    /// Checks everything that does not depend on the squares: tier, tiles left, prerequisites,
    /// money. Rules 5.9 to 5.11.
    pub(crate) fn check_build_terms(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        price: Price,
    ) -> Option<BuildTerms> {
        let tier = checks.require_fact(Rule::UpgradeCost, self.facts().tier(resource))?;
        let advanced = checks
            .require(Rule::UpgradeCost, tier != Tier::Basic, || Illegal::NotAdvanced { resource });
        if !advanced {
            return None;
        }
        self.check_tile_left(checks, Rule::OnePerSection, resource);
        let cost = price.of(tier.cost()?);
        self.check_money(checks, Rule::UpgradeCost, player, cost);
        let recipe = checks.require_fact(Rule::UpgradePlacement, self.facts().recipe(resource))?;
        let mut requirements = Vec::with_capacity(recipe.len());
        for needed in recipe {
            let resource = needed.resource;
            let claimed: PieceSet = self
                .map
                .tiles_of(resource)
                .filter(|(_, piece)| piece.is_claimed_by(player))
                .map(|(id, _)| id)
                .collect();
            checks.require(Rule::UpgradePlacement, !claimed.is_empty(), || {
                Illegal::NoPrerequisite { player, resource }
            });
            let targets = self.map.targets(player, claimed);
            requirements.push(ResourceRequirement { resource, claimed, targets });
        }
        let own = self.own_targets(player);
        Some(BuildTerms { cost, own, requirements })
    }

    /// Checks the squares that a tile would cover. Rule 5.11.
    pub(crate) fn check_build_site(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        at: &Footprint,
        terms: &BuildTerms,
    ) -> Option<()> {
        let rule = Rule::UpgradePlacement;
        self.check_land(checks, rule, at)?;
        self.check_clear_of_own(checks, rule, player, at);
        if checks.can_stop() {
            return None;
        }
        self.check_alone_in_section(checks, rule, resource, at);
        let link = self.map.link(&self.board, at);
        self.check_connected_to_own(checks, player, at, link.connects(terms.own));
        for required in &terms.requirements {
            let connected = required.claimed.is_empty() || link.connects(required.targets);
            checks.require(rule, connected, || Illegal::PrerequisiteApart {
                player,
                resource: required.resource,
                tiles: required
                    .claimed
                    .iter()
                    .map(|id| self.map.piece(id).footprint.first())
                    .collect(),
                link: self.map.missing_link(&self.board, player, at, required.claimed),
            });
        }
        Some(())
    }

    /// Checks that a piece built at `at` is connected to something its builder owns. Rule 2.7.
    pub(crate) fn check_connected_to_own(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        at: &Footprint,
        connected: bool,
    ) {
        checks.require(Rule::ConnectedToOwn, connected, || Illegal::NotConnected {
            player,
            link: self.map.missing_link(&self.board, player, at, self.map.pieces_of(player)),
        });
    }

    /// Checks that the squares have the shape of the tile.
    pub(crate) fn check_shape(&self, checks: &mut Checks, resource: ResourceId, at: &Footprint) {
        let fits = self.facts().fits(ShapedTile::Resource(resource), at);
        if let Some(fits) = checks.require_fact(Rule::UpgradePlacement, fits) {
            checks.require(Rule::UpgradePlacement, fits, || Illegal::WrongShape {
                of: TileKind::Resource(resource),
                squares: at.squares().to_vec(),
            });
        }
    }
}

impl Playing<'_> {
    /// Builds a tile, with the roads that are declared together with it. Rules 5.10 to 5.13.
    ///
    /// `granted` is the number of roads that come with the tile: 0 for a follower. Roads not
    /// declared may be added afterwards.
    pub(crate) fn build(
        &mut self,
        player: PlayerId,
        placement: &Placement,
        price: Price,
        granted: u8,
    ) -> Result<(), Refusal> {
        let Placement { resource, footprint: ref at, ref roads } = *placement;
        let before = self.game.map.clone();
        self.checks.require(Rule::UpgradeRoad, roads.len() <= usize::from(granted), || {
            Illegal::WrongUse { what: AttemptedUse::BuildWithRoads(granted) }
        });
        let (declared_first, declared_last): (Vec<TileRoad>, Vec<TileRoad>) =
            roads.iter().partition(|road| road.first);
        let mut first = self.try_roads(&declared_first, at);
        // A road that the tile needs comes first, however it was declared (ruling R26).
        let is_needed =
            !declared_last.is_empty() && !self.can_build_at(player, resource, at, price);
        if is_needed {
            first.extend(self.try_roads(&declared_last, at));
        }
        let apart = self.road_apart_from_own(player, &first);
        let builds_alone = apart.is_some() && {
            let trial = std::mem::replace(&mut self.game.map, before.clone());
            let builds_alone = self.can_build_at(player, resource, at, price);
            self.game.map = trial;
            builds_alone
        };
        let in_turn = self.game.options.contains(TableOption::TileAndRoadInTurn);
        if in_turn {
            self.check_first_road(player, apart, builds_alone);
        }
        let last = if is_needed { Vec::new() } else { self.try_roads(&declared_last, at) };
        // Legality is judged with all declared roads in place (rule 5.12).
        let terms = self.game.check_build_terms(&mut self.checks, player, resource, price);
        self.game.check_shape(&mut self.checks, resource, at);
        if let Some(terms) = &terms {
            self.game.check_build_site(&mut self.checks, player, resource, at, terms);
        }
        for &road in first.iter().chain(&last) {
            self.check_road_reaches(player, resource, road, at);
        }
        let cost = self.price(terms.map(|terms| terms.cost))?;
        self.game.map = before;
        if apart.is_some() && !builds_alone && !in_turn {
            self.events.push(Event::Remark(Remark::TileAndRoadTogether));
        }
        self.pay(player, cost, Cause::BuildCost(resource));
        let left = usize::from(granted).saturating_sub(roads.len()) as u8;
        if roads.is_empty() {
            let piece = self.place_tile(resource, *at, Owner::Player(player));
            self.warn_of_claim_tokens(player);
            self.after
                .push(AutomaticStep::Pay { due: PayoutDue::Build(piece), made: Vec::new() }.into());
            self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
            if left > 0 {
                self.after
                    .push(DecisionStep::ExtraRoads { player, tile: Some(piece), left }.into());
            }
            return Ok(());
        }
        if first.len() + last.len() < roads.len() {
            // An overrule cannot place a road without a free square.
            let squares = roads
                .iter()
                .map(|road| road.square)
                .filter(|&square| {
                    let cell = self.game.board.cell(square);
                    cell.is_none_or(|cell| !first.contains(&cell) && !last.contains(&cell))
                })
                .collect();
            return refuse(Rule::UpgradeRoad, Illegal::NotFree { squares });
        }
        self.after
            .extend(first.into_iter().map(|cell| AutomaticStep::PlaceRoad { player, cell }.into()));
        self.after.push(
            AutomaticStep::PlaceTile { player, resource, footprint: *at, roads: last, left }.into(),
        );
        Ok(())
    }

    /// Places, in its turn, a tile that was declared together with roads: those declared after it
    /// follow, and `left` more may be added.
    pub(crate) fn place_built_tile(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        footprint: Footprint,
        roads: &[Cell],
        left: u8,
    ) {
        let piece = self.place_tile(resource, footprint, Owner::Player(player));
        self.warn_of_claim_tokens(player);
        let steps = &mut self.game.steps;
        if left > 0 {
            steps.push(DecisionStep::ExtraRoads { player, tile: Some(piece), left });
        }
        steps.push_all(roads.iter().map(|&cell| AutomaticStep::PlaceRoad { player, cell }));
        steps.push(AutomaticStep::Deliver { actor: player, placed: None });
        steps.push(AutomaticStep::Pay { due: PayoutDue::Build(piece), made: Vec::new() });
    }

    /// Returns the first of these trial roads that is connected to nothing its builder owns while
    /// the tile is not there.
    fn road_apart_from_own(&self, player: PlayerId, roads: &[Cell]) -> Option<Cell> {
        if roads.is_empty() {
            return None;
        }
        let map = &self.game.map;
        let own = self.game.own_targets(player);
        roads.iter().copied().find(|&road| !map.link_of_road(road).connects(own))
    }

    /// Checks that a road placed first does not need the tile, for tables that judge tile and road
    /// in turn (ruling R5). `apart` is a road that needs it.
    fn check_first_road(&mut self, player: PlayerId, apart: Option<Cell>, builds_alone: bool) {
        let game = &self.game;
        self.checks.require_none(Rule::UpgradeRoad, apart, |road| {
            let square = game.board.square(road);
            let own = game.map.pieces_of(player);
            let link = game.map.missing_link(&game.board, player, &Footprint::single(square), own);
            Illegal::RoadNeedsTile { player, square, link, tile_first: builds_alone }
        });
    }

    fn can_build_at(
        &self,
        player: PlayerId,
        resource: ResourceId,
        at: &Footprint,
        price: Price,
    ) -> bool {
        let mut checks = Checks::quick();
        let terms = self.game.check_build_terms(&mut checks, player, resource, price);
        if let Some(terms) = &terms {
            self.game.check_build_site(&mut checks, player, resource, at, terms);
        }
        checks.is_clear()
    }

    /// Places roads on trial and returns the squares of those that could be placed.
    fn try_roads(&mut self, roads: &[TileRoad], at: &Footprint) -> Vec<Cell> {
        roads.iter().filter_map(|road| self.try_road(road.square, at)).collect()
    }

    /// Places a road on trial and returns its square; `None` if it is taken or reserved for the
    /// tile.
    fn try_road(&mut self, square: Square, at: &Footprint) -> Option<Cell> {
        let spot = Footprint::single(square);
        self.checks.require(Rule::OneThingPerSquare, !at.covers(square), || Illegal::NotFree {
            squares: vec![square],
        });
        self.game.check_land(&mut self.checks, Rule::Roads, &spot);
        let cell = self.game.board.cell(square)?;
        if at.covers(square) || !self.game.map.is_free(cell) {
            return None;
        }
        let is_placed = self.game.map.add_road(&self.game.board, cell);
        self.checks.require(Rule::Roads, is_placed, too_many_roads).then_some(cell)
    }

    /// Checks that the trial road is connected to the tile (ruling R26).
    fn check_road_reaches(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        cell: Cell,
        at: &Footprint,
    ) {
        let game = &self.game;
        let tile = game.map.link(&game.board, at);
        let road = game.map.link_of_road(cell);
        let reached = game.map.reach(player, tile.nets);
        let connected = reached & road.nets != 0;
        self.checks.require(Rule::UpgradeRoad, connected, || {
            let is_free = at
                .squares()
                .iter()
                .all(|&at| game.board.cell(at).is_some_and(|cell| game.map.is_free(cell)));
            let link = is_free.then(|| {
                let mut map = game.map.clone();
                let owner = Some(Owner::Player(player));
                let tile = map.place(&game.board, PieceKind::Resource(resource), *at, owner);
                let road = Footprint::single(game.board.square(cell));
                map.missing_link(&game.board, player, &road, [tile].into_iter().collect())
            });
            Illegal::RoadApart { link: link.flatten() }
        });
    }
}
