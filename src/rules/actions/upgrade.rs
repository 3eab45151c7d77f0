//! Upgrade: building tier 2 and tier 3 resource buildings.
//!
//! Rulebook, "Upgrade".

use crate::action::{Owner, TileRoad};
use crate::board::Cell;
use crate::components::{Price, Tier};
use crate::game::{Game, Playing};
use crate::illegal::{Checks, Illegal, Refusal, TileKind, Undertaking, refuse};
use crate::map::{PieceKind, Targets};
use crate::payout::Due;
use crate::player::{PieceSet, PlayerId, ResourceId};
use crate::quantity::Money;
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::square::Square;
use crate::step::{Running, Step, Waiting};
use crate::tile::Footprint;

use super::road::no_room;

/// What a tile must connect to, whatever squares it goes on.
pub(crate) struct BuildTerms {
    pub(crate) cost: Money,
    own: Targets,
    needs: Vec<Need>,
}

struct Need {
    resource: ResourceId,
    claimed: PieceSet,
    targets: Targets,
}

impl BuildTerms {
    /// Everything that the tile must be connected to: something owned, and each prerequisite.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Targets> {
        let needs = self.needs.iter().map(|need| need.targets);
        std::iter::once(self.own).chain(needs)
    }
}

impl Game {
    /// Checks what does not depend on the squares: tier, tiles left, prerequisites, money.
    /// Rules 5.9 to 5.11.
    pub(crate) fn check_build_terms(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        price: Price,
    ) -> Option<BuildTerms> {
        let tier = checks.know(Rule::UpgradeCost, self.contents.tier(resource))?;
        let advanced = checks
            .that(Rule::UpgradeCost, tier != Tier::Basic, || Illegal::NotAdvanced { resource });
        if !advanced {
            return None;
        }
        self.check_tile_left(checks, Rule::OnePerSection, resource);
        let cost = price.of(tier.cost()?);
        self.check_money(checks, Rule::UpgradeCost, player, cost);
        let recipe = checks.know(Rule::UpgradePlacement, self.contents.recipe(resource))?;
        let mut needs = Vec::with_capacity(recipe.len());
        for needed in recipe {
            let tiles = self.map.tiles_of(needed.resource);
            let claimed: PieceSet =
                tiles.filter(|(_, piece)| piece.is_claimed_by(player)).map(|(id, _)| id).collect();
            checks.that(Rule::UpgradePlacement, !claimed.is_empty(), || Illegal::NoPrerequisite {
                player,
                resource: needed.resource,
            });
            let targets = self.map.targets(player, claimed);
            needs.push(Need { resource: needed.resource, claimed, targets });
        }
        let own = self.own_targets(player);
        Some(BuildTerms { cost, own, needs })
    }

    /// Checks the squares a tile would cover. Rule 5.11.
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
        if checks.hopeless() {
            return None;
        }
        self.check_alone_in_section(checks, rule, resource, at);
        let link = self.map.link(&self.board, at);
        self.check_connected_to_own(checks, player, at, link.connects(terms.own));
        for need in &terms.needs {
            let connected = need.claimed.is_empty() || link.connects(need.targets);
            checks.that(rule, connected, || Illegal::PrerequisiteApart {
                player,
                resource: need.resource,
                tiles: need.claimed.iter().map(|id| self.map.piece(id).footprint.first()).collect(),
                link: self.map.missing_link(&self.board, player, at, need.claimed),
            });
        }
        Some(())
    }

    /// Notes whether something built at `at` is connected to something its builder owns.
    /// Rule 2.7.
    pub(crate) fn check_connected_to_own(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        at: &Footprint,
        connected: bool,
    ) {
        checks.that(Rule::ConnectedToOwn, connected, || Illegal::NotConnected {
            player,
            link: self.map.missing_link(&self.board, player, at, self.map.pieces_of(player)),
        });
    }

    /// Checks that the squares are of the shape of the tile.
    pub(crate) fn check_shape(&self, checks: &mut Checks, resource: ResourceId, at: &Footprint) {
        let fits = self.contents.resource_tile(resource).fits(at);
        if let Some(fits) = checks.know(Rule::UpgradePlacement, fits) {
            checks.that(Rule::UpgradePlacement, fits, || Illegal::WrongShape {
                of: TileKind::Resource(resource),
                squares: at.squares().to_vec(),
            });
        }
    }
}

impl Playing<'_> {
    /// Builds a tile, with its road if one is declared together with it. Rules 5.10 to 5.13.
    ///
    /// `road_allowed` is how a main action differs from a follow. Without a declared road the
    /// player may still add one afterwards.
    pub(crate) fn build(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        at: &Footprint,
        road: Option<TileRoad>,
        price: Price,
        road_allowed: bool,
    ) -> Result<(), Refusal> {
        let before = self.game.map.clone();
        let mut needs_road = false;
        let mut road_on_trial = None;
        if let Some(road) = road {
            self.checks.that(Rule::UpgradeRoad, road_allowed, || Illegal::NotWhatItDoes {
                what: Undertaking::BuildWithoutRoad,
            });
            needs_road = !self.can_build_at(player, resource, at, price);
            road_on_trial = self.try_road(road.square, at);
        }
        // With the road in place, if there is one: legality is judged with both (rule 5.12).
        let terms = self.game.check_build_terms(&mut self.checks, player, resource, price);
        self.game.check_shape(&mut self.checks, resource, at);
        if let Some(terms) = &terms {
            self.game.check_build_site(&mut self.checks, player, resource, at, terms);
        }
        if let Some(road) = road_on_trial {
            self.check_road_reaches(player, resource, road, at);
        }
        let cost = self.price(terms.map(|terms| terms.cost))?;
        self.game.map = before;
        self.pay(player, cost, Cause::BuildCost(resource));
        let tile = Step::Runs(Running::LayTile { player, resource, footprint: *at });
        let Some(road) = road else {
            let piece = self.lay_tile(resource, *at, Owner::Player(player));
            self.warn_of_claim_tokens(player);
            self.after.push(Running::Pay { due: Due::Build(piece), made: Vec::new() }.into());
            self.after.push(Running::Deliver { actor: player, placed: None }.into());
            if road_allowed {
                self.after.push(Waiting::ExtraRoads { player, tile: Some(piece), left: 1 }.into());
            }
            return Ok(());
        };
        let Some(cell) = road_on_trial else {
            let squares = vec![road.square];
            return refuse(Rule::UpgradeRoad, Illegal::NotFree { squares });
        };
        let lay_road = Step::Runs(Running::LayRoad { player, cell });
        if road.first || needs_road {
            self.after.extend([lay_road, tile]);
        } else {
            self.after.extend([tile, lay_road]);
        }
        Ok(())
    }

    /// A tile whose building was declared together with a road is laid down in its turn.
    pub(crate) fn lay_built_tile(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        footprint: Footprint,
    ) {
        let piece = self.lay_tile(resource, footprint, Owner::Player(player));
        self.warn_of_claim_tokens(player);
        self.game.steps.push(Running::Deliver { actor: player, placed: None }.into());
        self.game.steps.push(Running::Pay { due: Due::Build(piece), made: Vec::new() }.into());
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
        checks.clear()
    }

    /// Lays the road on trial and gives its square, unless something lies there or is to lie there.
    fn try_road(&mut self, square: Square, at: &Footprint) -> Option<Cell> {
        let spot = Footprint::single(square);
        self.checks.that(Rule::OneThingPerSquare, !at.covers(square), || Illegal::NotFree {
            squares: vec![square],
        });
        self.game.check_land(&mut self.checks, Rule::Roads, &spot);
        let cell = self.game.board.cell(square)?;
        if at.covers(square) || !self.game.map.is_free(cell) {
            return None;
        }
        let laid = self.game.map.add_road(&self.game.board, cell);
        self.checks.that(Rule::Roads, laid, no_room).then_some(cell)
    }

    /// Checks that the road on trial is connected to the tile (ruling R26).
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
        self.checks.that(Rule::UpgradeRoad, connected, || {
            let free =
                |&at: &Square| game.board.cell(at).is_some_and(|cell| game.map.is_free(cell));
            let link = at.squares().iter().all(free).then(|| {
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
