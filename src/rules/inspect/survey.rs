//! What one player could build or deliver, and the cheapest way found to it.
//!
//! Rulebook, "Upgrading Resources" and "Delivering Resources and Earning Points".

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::chain::{ACTION_WEIGHT, BRIDGE_COST, FAR};
use super::{Goal, Lack, Plan, PlanStep, Project, Prospect};
use crate::action::Owner;
use crate::actions::TradeAs;
use crate::board::Cell;
use crate::components::{Price, Tier};
use crate::fact::FactName;
use crate::game::Game;
use crate::illegal::{Checks, Illegal};
use crate::map::{Content, PieceKind};
use crate::player::{PieceId, PieceSet, PlayerId, ResourceId};
use crate::quantity::Money;
use crate::rulebook::Rule;
use crate::square::Square;
use crate::tile::Footprint;

/// How many places, those that look cheapest first, are tried out for a tile.
const PLACES_TRIED: usize = 4;
/// More money than any plan costs, so that places and prices can be asked for without it.
pub(super) const PLENTY: Money = Money(999);

/// A claim that a tile to be built can rest on.
#[derive(Clone, Copy)]
struct Claim {
    piece: PieceId,
    /// What access costs; nothing for a tile claimed already.
    price: Option<Money>,
}

impl Claim {
    fn weight(self) -> u16 {
        self.price.map_or(0, |price| price.0 as u16 + ACTION_WEIGHT)
    }
}

/// Searching for the projects of one player.
pub(super) struct Survey<'a> {
    game: &'a Game,
    /// The same game with all the money one could need.
    rich: Game,
    player: PlayerId,
    bridges_left: usize,
    tolls: Vec<u16>,
    own_costs: Vec<u16>,
    costs: BTreeMap<PieceId, Vec<u16>>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(game: &'a Game, player: PlayerId) -> Self {
        let mut rich = game.clone();
        rich.players[player.index()].money = PLENTY;
        let (bridges_left, _) = game.bridges_left(player);
        let own = game.map.pieces_of(player);
        let tolls = game.tolls(player);
        let own_costs = game.chain_costs(&tolls, own, bridges_left > 0);
        Self { game, rich, player, bridges_left, tolls, own_costs, costs: BTreeMap::new() }
    }

    /// Sums up what was found out about a goal.
    fn project(&self, goal: Goal, mut lacks: Vec<Lack>, plan: Option<Plan>) -> Project {
        let held = self.game.money(self.player);
        if let Some(plan) = &plan {
            lacks.retain(|lack| !matches!(lack, Lack::Money(_)));
            if plan.money > held {
                lacks.push(Lack::Money(plan.money - held));
            }
        }
        let unknown = lacks.iter().any(|lack| matches!(lack, Lack::Unknown(_)));
        let prospect = match &plan {
            Some(plan) if plan.actions() <= 1 && plan.money <= held => Prospect::Now,
            Some(_) => Prospect::Later,
            None if unknown => Prospect::CannotTell,
            None => Prospect::Blocked,
        };
        Project { goal, prospect, lacks, plan }
    }

    /// How a tile of an advanced resource could be built.
    pub(super) fn build(&mut self, resource: ResourceId) -> Project {
        let goal = Goal::Build(resource);
        let mut checks = Checks::brief();
        let terms = self.game.check_build_terms(&mut checks, self.player, resource, Price::Full);
        let refusal = checks.verdict().err().unwrap_or_default();
        let mut lacks = Vec::new();
        let mut hopeless = terms.is_none();
        for lack in refusal.unknown {
            lacks.push(Lack::Unknown(lack));
        }
        for reason in refusal.reasons {
            // Claims are looked at one by one below.
            if let Illegal::NoneLeft { .. } = reason.illegal {
                lacks.push(Lack::NoTileLeft(resource));
                hopeless = true;
            } else if let Illegal::CannotAfford { cost, held, .. } = reason.illegal {
                lacks.push(Lack::Money(cost - held));
            }
        }
        let mut claims = Vec::new();
        let mut imports = Vec::new();
        // Each stall is imported to a table that holds the ones before it.
        let mut trial = Cow::Borrowed(&self.rich);
        for needed in self.game.contents.made_of(resource) {
            let open = self.claims_on(needed.resource);
            let no_claim = !self.game.has_claim(self.player, needed.resource);
            if no_claim && !open.is_empty() {
                lacks.push(Lack::NoClaim(needed.resource));
            }
            if open.is_empty() {
                match self.cheapest_import(&trial, needed.resource) {
                    Ok(Some((money, at))) => {
                        let resource = needed.resource;
                        lacks.push(Lack::NoClaim(resource));
                        imports.push(PlanStep::Import { resource, at, money });
                        self.lay_stall(trial.to_mut(), resource, at);
                    }
                    Ok(None) => {
                        lacks.push(Lack::NotOnBoard(needed.resource));
                        hopeless = true;
                    }
                    Err(fact) => {
                        lacks.push(Lack::Unknown(fact.into()));
                        hopeless = true;
                    }
                }
            }
            claims.push(open);
        }
        let Some(terms) = terms.filter(|_| !hopeless) else {
            return self.project(goal, lacks, None);
        };
        if !imports.is_empty() {
            // Where the stalls go and where the tile goes hang together; no place is looked for.
            let cheapest = claims.iter().filter_map(|open| {
                let claim = open.iter().min_by_key(|claim| claim.weight())?;
                self.access_step(*claim)
            });
            let mut steps: Vec<PlanStep> = cheapest.chain(imports).collect();
            steps.push(PlanStep::Build { resource, at: None, road: None, money: terms.cost });
            return self.project(goal, lacks, Some(plan_of(steps)));
        }
        let mut plan = None;
        for careful in [false, true] {
            let places = match self.places(resource, &claims, careful) {
                Ok(places) => places,
                Err(fact) => {
                    lacks.push(Lack::Unknown(fact.into()));
                    return self.project(goal, lacks, None);
                }
            };
            if places.is_empty() {
                lacks.push(Lack::NoPlace(resource));
                return self.project(goal, lacks, None);
            }
            let plans = places
                .iter()
                .filter_map(|(at, chosen)| self.plan_at(resource, *at, chosen, terms.cost));
            plan = plans.min_by_key(weight_of);
            if plan.is_some() {
                break;
            }
        }
        let apart = plan.as_ref().is_none_or(|plan| {
            let mut steps = plan.steps.iter();
            steps.any(|step| match step {
                PlanStep::Road(_) | PlanStep::Bridge { .. } => true,
                PlanStep::Build { road, .. } => road.is_some(),
                PlanStep::Access { .. } | PlanStep::Import { .. } => false,
            })
        });
        if apart {
            lacks.push(Lack::NotConnected);
        }
        self.project(goal, lacks, plan)
    }

    /// The tiles of a resource that the player has a claim on or could buy access to.
    fn claims_on(&self, resource: ResourceId) -> Vec<Claim> {
        let trade = TradeAs { price: Price::Full, follower: false };
        let mut found = Vec::new();
        for (piece, on_map) in self.rich.map.tiles_of(resource) {
            if on_map.is_claimed_by(self.player) {
                found.push(Claim { piece, price: None });
            } else if let Some(tile) = on_map.tile() {
                let mut checks = Checks::quick();
                let terms = self.rich.check_access(&mut checks, self.player, tile, trade);
                if let (Some((_, price)), true) = (terms, checks.clear()) {
                    found.push(Claim { piece, price: Some(price) });
                }
            }
        }
        found
    }

    fn access_step(&self, claim: Claim) -> Option<PlanStep> {
        let tile = self.game.map.piece(claim.piece).tile()?;
        claim.price.map(|money| PlanStep::Access { tile, money })
    }

    /// What importing a stall of the resource to a square costs, if it is allowed.
    fn import_price(
        &self,
        rich: &Game,
        resource: ResourceId,
        square: Square,
        checks: &mut Checks,
    ) -> Option<Money> {
        let player = self.player;
        let trade = TradeAs { price: Price::Full, follower: false };
        let price = if rich.controls(player).contains(resource) {
            rich.check_import(checks, player, resource, square, trade)
        } else {
            rich.check_import_access(checks, player, resource, square, trade)
                .map(|(_, price)| price)
        };
        price.filter(|_| checks.clear())
    }

    /// Where a stall of the resource, own or with access, is imported at the least price.
    fn cheapest_import(
        &self,
        rich: &Game,
        resource: ResourceId,
    ) -> Result<Option<(Money, Square)>, FactName> {
        if self.game.contents.tier(resource)? != Tier::Basic {
            return Ok(None);
        }
        let mut best: Option<(Money, Square)> = None;
        let mut unknown = None;
        for at in self.game.board.squares() {
            let mut checks = Checks::quick();
            if let Some(price) = self.import_price(rich, resource, at, &mut checks) {
                let here = (price, at);
                best = Some(best.map_or(here, |best| best.min(here)));
            } else if unknown.is_none() {
                unknown = checks.first_unknown();
            }
        }
        match (best, unknown) {
            (Some(best), _) => Ok(Some(best)),
            (None, Some(fact)) => Err(fact),
            (None, None) => Ok(None),
        }
    }

    /// Lays a stall that the player would import.
    fn lay_stall(&self, trial: &mut Game, resource: ResourceId, at: Square) {
        let player = self.player;
        let is_own = trial.controls(player).contains(resource);
        let owner = if is_own {
            Some(Owner::Player(player))
        } else {
            let trade = TradeAs { price: Price::Full, follower: false };
            let mut checks = Checks::quick();
            let terms = trial.check_import_access(&mut checks, player, resource, at, trade);
            terms.map(|(owner, _)| owner)
        };
        let at = Footprint::single(at);
        let piece = trial.map.place(&trial.board, PieceKind::Resource(resource), at, owner);
        if !is_own {
            trial.map.piece_mut(piece).access.insert(player);
        }
    }

    /// The places for a tile that look cheapest, each with the claims it would rest on.
    ///
    /// A chain of several roads can seldom be built from another's tile on, because nothing the
    /// player owns is connected to it. `careful` prefers places beside the prerequisites.
    fn places(
        &mut self,
        resource: ResourceId,
        claims: &[Vec<Claim>],
        careful: bool,
    ) -> Result<Vec<(Footprint, Vec<Claim>)>, FactName> {
        let (game, player) = (self.game, self.player);
        let tile = game.contents.resource_tile(resource);
        tile.printed()?;
        for claim in claims.iter().flatten() {
            let bridges = self.bridges_left > 0;
            self.costs.entry(claim.piece).or_insert_with(|| {
                game.chain_costs(&self.tolls, [claim.piece].into_iter().collect(), bridges)
            });
        }
        let mut found: Vec<(u16, Footprint, Vec<Claim>)> = Vec::new();
        let mut doubt = None;
        for way in tile.all() {
            if let Err(fact) = tile.allows(way) {
                doubt = Some(fact);
                continue;
            }
            for at in game.open_spots(way) {
                let cost = |costs: &[u16]| {
                    let cells = at.squares().iter().filter_map(|&at| game.board.cell(at));
                    let each = cells.map(|cell| costs[usize::from(cell)]);
                    each.min().unwrap_or(FAR)
                };
                let mut total = cost(&self.own_costs);
                let mut chosen = Vec::with_capacity(claims.len());
                for open in claims {
                    let weighed = open.iter().map(|&claim| {
                        let chain = self.costs.get(&claim.piece).map_or(FAR, |costs| cost(costs));
                        let own = game.map.piece(claim.piece).is_owned_by(player);
                        let chain = if careful && !own && chain > ACTION_WEIGHT {
                            chain.saturating_mul(4)
                        } else {
                            chain
                        };
                        (chain.saturating_add(claim.weight()), claim)
                    });
                    if let Some((weight, claim)) = weighed.min_by_key(|&(weight, _)| weight) {
                        total = total.saturating_add(weight);
                        chosen.push(claim);
                    }
                }
                let full = found.len() == PLACES_TRIED;
                if total == FAR || full && found.last().is_some_and(|last| total >= last.0) {
                    continue;
                }
                if !self.fits(resource, &at) {
                    continue;
                }
                let index = found.partition_point(|other| other.0 <= total);
                found.insert(index, (total, at, chosen));
                found.truncate(PLACES_TRIED);
            }
        }
        match (found.is_empty(), doubt) {
            (true, Some(fact)) => Err(fact),
            _ => Ok(found.into_iter().map(|(_, at, c)| (at, c)).collect()),
        }
    }

    /// Whether a tile may lie on these squares, connections left aside.
    fn fits(&self, resource: ResourceId, at: &Footprint) -> bool {
        let rule = Rule::UpgradePlacement;
        let mut checks = Checks::quick();
        if self.game.check_land(&mut checks, rule, at).is_none() {
            return false;
        }
        self.game.check_clear_of_own(&mut checks, rule, self.player, at);
        self.game.check_alone_in_section(&mut checks, rule, resource, at);
        checks.clear()
    }

    /// What it takes to build on exactly these squares with these claims, tried out.
    fn plan_at(
        &self,
        resource: ResourceId,
        at: Footprint,
        chosen: &[Claim],
        cost: Money,
    ) -> Option<Plan> {
        let player = self.player;
        let mut steps: Vec<PlanStep> =
            chosen.iter().filter_map(|&claim| self.access_step(claim)).collect();
        let mut trial = self.rich.clone();
        for claim in chosen.iter().filter(|claim| claim.price.is_some()) {
            trial.map.piece_mut(claim.piece).access.insert(player);
        }
        // Each chain uses what the ones before it would build.
        let mut planned = trial.clone();
        let own = self.game.map.pieces_of(player);
        let ends = chosen.iter().map(|claim| [claim.piece].into_iter().collect());
        let mut builds = Vec::new();
        for end in std::iter::once(own).chain(ends) {
            let left = planned.bridges_left(player).0;
            let goal = |cell: Cell| match planned.map.content(cell) {
                Content::Piece(id) => end.contains(id),
                Content::Free | Content::Road => false,
            };
            let chain = planned.cheapest_chain(player, &at, goal, left)?;
            let missing = chain.into_iter().skip(1);
            let missing: Vec<Cell> = missing.filter(|&c| planned.map.is_free(c)).collect();
            for &cell in &missing {
                planned.lay(player, cell);
            }
            builds.extend(missing);
        }
        let (mut order, stuck) = trial.build_in_order(player, &builds);
        // The last road can be that of the main action; it is the one that may need the tile.
        let with_tile = match stuck.as_slice() {
            [] => order.pop_if(|cell| self.game.takes_road(*cell)),
            [last] if self.game.takes_road(*last) => {
                trial.lay(player, *last);
                Some(*last)
            }
            _ => return None,
        };
        let mut checks = Checks::quick();
        let terms = trial.check_build_terms(&mut checks, player, resource, Price::Full)?;
        trial.check_build_site(&mut checks, player, resource, &at, &terms);
        if !checks.clear() {
            return None;
        }
        steps.extend(order.into_iter().map(|cell| self.step_of(cell)));
        steps.push(PlanStep::Build {
            resource,
            at: Some(at),
            road: with_tile.map(|cell| self.game.board.square(cell)),
            money: cost,
        });
        Some(plan_of(steps))
    }

    fn step_of(&self, cell: Cell) -> PlanStep {
        let at = self.game.board.square(cell);
        if self.game.takes_road(cell) {
            PlanStep::Road(at)
        } else {
            PlanStep::Bridge { at, money: BRIDGE_COST }
        }
    }

    /// How a resource could be delivered to a building on the map (rule 8.4).
    pub(super) fn deliver(&mut self, goal: Goal, resource: ResourceId, to: PieceId) -> Project {
        let (game, player) = (self.game, self.player);
        let own: PieceSet = game
            .map
            .tiles_of(resource)
            .filter(|(_, tile)| tile.is_owned_by(player))
            .map(|(id, _)| id)
            .collect();
        let site = game.map.piece(to).footprint;
        if !own.is_empty() {
            let end = |cell: Cell| match game.map.content(cell) {
                Content::Piece(id) => own.contains(id),
                Content::Free | Content::Road => false,
            };
            let chain = game.cheapest_chain(player, &site, end, self.bridges_left);
            let plan = chain.and_then(|chain| self.lay_chain(self.rich.clone(), chain, Vec::new()));
            // It may stand connected and wait for its owner's next action (ruling R8).
            let waits = plan.as_ref().is_some_and(|plan| plan.steps.is_empty());
            let lacks = if waits { Vec::new() } else { vec![Lack::NotConnected] };
            return self.project(goal, lacks, plan);
        }
        let mut lacks = vec![Lack::NoOwnTile(resource)];
        if game.contents.tier_of(resource) != Some(Tier::Basic) {
            return self.project(goal, lacks, None);
        }
        if !game.controls(player).contains(resource) {
            lacks.push(Lack::NotControlled(resource));
            return self.project(goal, lacks, None);
        }
        let bridges = self.bridges_left > 0;
        let costs = game.chain_costs(&self.tolls, [to].into_iter().collect(), bridges);
        let mut best: Option<(u16, Square, Money)> = None;
        let mut unknown = None;
        for at in game.board.squares() {
            let mut checks = Checks::quick();
            let price = self.import_price(&self.rich, resource, at, &mut checks);
            if let (Some(price), Some(cell)) = (price, game.board.cell(at)) {
                let total = costs[usize::from(cell)].saturating_add(price.0 as u16);
                let here = (total, at, price);
                best = Some(best.map_or(here, |best| best.min(here)));
            } else if unknown.is_none() {
                unknown = checks.first_unknown();
            }
        }
        let plan = best.filter(|best| best.0 < FAR).and_then(|(_, at, money)| {
            let import = PlanStep::Import { resource, at, money };
            let mut trial = self.rich.clone();
            let spot = Footprint::single(at);
            let owner = Some(Owner::Player(player));
            let kind = PieceKind::Resource(resource);
            trial.map.place(&trial.board, kind, spot, owner);
            let end = |cell: Cell| game.board.square(cell) == at;
            let chain = trial.cheapest_chain(player, &site, end, self.bridges_left)?;
            self.lay_chain(trial, chain, vec![import])
        });
        match (&plan, unknown) {
            (None, Some(fact)) => lacks.push(Lack::Unknown(fact.into())),
            (None, None) => lacks.push(Lack::NoPlace(resource)),
            (Some(_), _) => {}
        }
        self.project(goal, lacks, plan)
    }

    /// The steps that lay what is missing on a chain, if they can be done one after the other.
    fn lay_chain(
        &self,
        mut trial: Game,
        chain: Vec<Cell>,
        mut steps: Vec<PlanStep>,
    ) -> Option<Plan> {
        let missing = chain.into_iter().filter(|&cell| trial.map.is_free(cell));
        let missing: Vec<Cell> = missing.collect();
        let (order, stuck) = trial.build_in_order(self.player, &missing);
        if !stuck.is_empty() {
            return None;
        }
        steps.extend(order.into_iter().map(|cell| self.step_of(cell)));
        Some(plan_of(steps))
    }
}

fn plan_of(steps: Vec<PlanStep>) -> Plan {
    let money = steps.iter().map(|step| match step {
        PlanStep::Access { money, .. }
        | PlanStep::Import { money, .. }
        | PlanStep::Bridge { money, .. }
        | PlanStep::Build { money, .. } => *money,
        PlanStep::Road(_) => Money::ZERO,
    });
    Plan { money: money.sum(), steps }
}

/// Money and actions on one scale.
fn weight_of(plan: &Plan) -> i32 {
    plan.money.0 + i32::from(ACTION_WEIGHT) * plan.actions() as i32
}
