//! What one player could build or deliver, and the cheapest way found to it.
//!
//! Rulebook, "Upgrading Resources" and "Delivering Resources and Earning Points".

use std::collections::BTreeMap;
use std::rc::Rc;

use components::board::Cell;
use components::effect::Price;
use components::fact_id::FactId;
use components::ids::ResourceId;
use components::quantity::Money;
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;

use super::chain::{ACTION_WEIGHT, BRIDGE_COST};
use super::{Goal, Lack, Plan, PlanStep, Project, Prospect};
use crate::actions::TradeAs;
use crate::adjustment::Owner;
use crate::contents::ShapedTile;
use crate::game::Game;
use crate::illegal::{Checks, Illegal};
use crate::map::{Content, PieceKind};
use crate::player::{PieceId, PieceSet, PlayerId};
use crate::route::UNREACHABLE;
use crate::rulebook::{Rule, TableOption};
use crate::step::Waiting;

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

/// Squares to which a stall of a resource can be imported, as the table is now.
struct StallSites {
    resource: ResourceId,
    /// Whether the stall would be the player's own, and so keeps clear of the tile made from it.
    is_own: bool,
    /// The price at each of them.
    prices: Vec<(Cell, Money)>,
    /// For every square, the cost of a chain to the stall that is cheapest from there, with its
    /// price and action.
    costs: Vec<u16>,
}

/// Sources of one prerequisite of a tile to be built.
enum Supply {
    /// Tiles on the board.
    Tiles(Rc<[Claim]>),
    /// A stall that is imported first.
    Import(Rc<StallSites>),
}

/// Searching for the projects of one player.
pub(super) struct Survey<'a> {
    game: &'a Game,
    /// The same game with all the money one could need.
    rich: Game,
    player: PlayerId,
    /// Whether the player's first stall is still to be placed: nothing can be planned before it.
    is_to_start: bool,
    bridges_left: usize,
    tolls: Vec<u16>,
    own_costs: Vec<u16>,
    costs: BTreeMap<PieceId, Vec<u16>>,
    /// Tiles that were asked for already: several advanced resources are made of the same.
    claims: BTreeMap<ResourceId, Rc<[Claim]>>,
    /// Likewise for squares of stalls.
    sites: BTreeMap<ResourceId, Result<Option<Rc<StallSites>>, FactId>>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(game: &'a Game, player: PlayerId) -> Self {
        let mut rich = game.clone();
        rich.players[player.index()].money = PLENTY;
        let (bridges_left, _) = game.bridges_left(player);
        let own = game.map.pieces_of(player);
        let tolls = game.tolls(player);
        let own_costs = game.chain_costs(&tolls, own, bridges_left > 0);
        let is_to_start = game.steps.any(|step| *step == Waiting::PlaceStart(player).into());
        Self {
            game,
            rich,
            player,
            is_to_start,
            bridges_left,
            tolls,
            own_costs,
            costs: BTreeMap::new(),
            claims: BTreeMap::new(),
            sites: BTreeMap::new(),
        }
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
        if self.is_to_start {
            return self.project(goal, vec![Lack::NoFirstStall], None);
        }
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
        let mut supplies = Vec::new();
        for needed in self.game.contents.made_of(resource) {
            let needed = needed.resource;
            let open = self.claims_on(needed);
            if !open.is_empty() {
                if !self.game.has_claim(self.player, needed) {
                    lacks.push(Lack::NoClaim(needed));
                }
                supplies.push(Supply::Tiles(open));
                continue;
            }
            match self.stall_sites(needed) {
                Ok(Some(sites)) => {
                    lacks.push(Lack::NoClaim(needed));
                    supplies.push(Supply::Import(sites));
                }
                Ok(None) => {
                    lacks.push(Lack::NotOnBoard(needed));
                    hopeless = true;
                }
                Err(fact) => {
                    lacks.push(Lack::Unknown(fact.into()));
                    hopeless = true;
                }
            }
        }
        let Some(terms) = terms.filter(|_| !hopeless) else {
            return self.project(goal, lacks, None);
        };
        let mut plan = None;
        for careful in [false, true] {
            let places = match self.places(resource, &supplies, careful) {
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
            let plans = places.iter().filter_map(|(at, chosen)| {
                self.plan_at(resource, *at, chosen, &supplies, terms.cost)
            });
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
    fn claims_on(&mut self, resource: ResourceId) -> Rc<[Claim]> {
        if let Some(found) = self.claims.get(&resource) {
            return Rc::clone(found);
        }
        let found: Rc<[Claim]> = self.search_claims(resource).into();
        self.claims.insert(resource, Rc::clone(&found));
        found
    }

    fn search_claims(&self, resource: ResourceId) -> Vec<Claim> {
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

    /// Returns the squares to which a stall of the resource, own or with access, can be imported;
    /// `None` if there are none.
    fn stall_sites(&mut self, resource: ResourceId) -> Result<Option<Rc<StallSites>>, FactId> {
        if let Some(found) = self.sites.get(&resource) {
            return found.clone();
        }
        let found = self.search_stall_sites(resource).map(|sites| sites.map(Rc::new));
        self.sites.insert(resource, found.clone());
        found
    }

    fn search_stall_sites(&self, resource: ResourceId) -> Result<Option<StallSites>, FactId> {
        let game = self.game;
        if game.contents.facts().tier(resource)? != Tier::Basic {
            return Ok(None);
        }
        let mut prices = Vec::new();
        let mut unknown = None;
        for cell in game.board.cells() {
            let mut checks = Checks::quick();
            let at = game.board.square(cell);
            if let Some(price) = self.import_price(&self.rich, resource, at, &mut checks) {
                prices.push((cell, price));
            } else if unknown.is_none() {
                unknown = checks.first_unknown();
            }
        }
        if prices.is_empty() {
            return unknown.map_or(Ok(None), Err);
        }
        let is_own = game.controls(self.player).contains(resource);
        let stalls = prices.iter().map(|&(cell, price)| (cell, price.0 as u16 + ACTION_WEIGHT));
        let bridges = self.bridges_left > 0;
        let costs = if is_own {
            // An own stall keeps clear of an own tile, so that a chain begins beside the stall.
            let beside = stalls.flat_map(|(cell, cost)| {
                let linked = game.board.linked(cell).iter();
                linked
                    .map(move |&there| (there, cost.saturating_add(self.tolls[usize::from(there)])))
            });
            game.chain_costs_from(&self.tolls, beside, bridges)
        } else {
            game.chain_costs_from(&self.tolls, stalls, bridges)
        };
        Ok(Some(StallSites { resource, is_own, prices, costs }))
    }

    /// Returns the square to which a stall is imported at the least cost of price and chain, for a
    /// tile that is then built at `at`; `planned` holds what comes before and the chains so far,
    /// and `tolls` are those on it.
    fn stall_for(
        &self,
        planned: &Game,
        tolls: &[u16],
        sites: &StallSites,
        at: &Footprint,
    ) -> Option<(Square, Money)> {
        let board = &self.game.board;
        let tile = self.game.cells_of(at);
        let bridges = planned.bridges_left(self.player).0 > 0;
        let sources = tile.iter().map(|&cell| (cell, 0));
        let costs = planned.chain_costs_from(tolls, sources, bridges);
        let clear = sites.prices.iter().filter(|&&(cell, _)| {
            let beside = || board.beside(cell).iter().any(|there| tile.contains(there));
            !(tile.contains(&cell) || sites.is_own && beside())
        });
        let mut weighed: Vec<(u16, Cell, Money)> = clear
            .map(|&(cell, price)| {
                (costs[usize::from(cell)].saturating_add(price.0 as u16), cell, price)
            })
            .filter(|&(cost, ..)| cost < UNREACHABLE)
            .collect();
        weighed.sort_unstable();
        weighed.into_iter().find_map(|(_, cell, price)| {
            let square = board.square(cell);
            let mut checks = Checks::quick();
            // What was planned before it may have closed the square.
            let legal = self.import_price(planned, sites.resource, square, &mut checks);
            legal.map(|_| (square, price))
        })
    }

    /// Lays a stall that the player would import.
    fn lay_stall(&self, trial: &mut Game, resource: ResourceId, at: Square) -> PieceId {
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
        piece
    }

    /// The places for a tile that look cheapest, each with the claims it would rest on.
    ///
    /// A chain of several roads can seldom be built from another's tile on, because nothing the
    /// player owns is connected to it. `careful` prefers places beside the prerequisites.
    fn places(
        &mut self,
        resource: ResourceId,
        supplies: &[Supply],
        careful: bool,
    ) -> Result<Vec<(Footprint, Vec<Claim>)>, FactId> {
        let (game, player) = (self.game, self.player);
        let (facts, tile) = (game.contents.facts(), ShapedTile::Resource(resource));
        facts.printed(tile)?;
        let claims = supplies.iter().filter_map(|supply| match supply {
            Supply::Tiles(claims) => Some(claims),
            Supply::Import(_) => None,
        });
        for claim in claims.flat_map(|claims| claims.iter()) {
            let bridges = self.bridges_left > 0;
            self.costs.entry(claim.piece).or_insert_with(|| {
                game.chain_costs(&self.tolls, [claim.piece].into_iter().collect(), bridges)
            });
        }
        let imports_own = imports_own(supplies);
        let mut found: Vec<(u16, Footprint, Vec<Claim>)> = Vec::new();
        let mut doubt = None;
        let open_land = game.open_land();
        let mut cells = Vec::new();
        for way in game.contents.resource_tile(resource).all() {
            if let Err(fact) = facts.allows(tile, way) {
                doubt = Some(fact);
                continue;
            }
            for at in game.open_spots(&open_land, way) {
                cells.clear();
                cells.extend(at.squares().iter().filter_map(|&at| game.board.cell(at)));
                let cost = |costs: &[u16]| {
                    let each = cells.iter().map(|&cell| costs[usize::from(cell)]);
                    each.min().unwrap_or(UNREACHABLE)
                };
                let mut total = if imports_own { 0 } else { cost(&self.own_costs) };
                let mut chosen = Vec::with_capacity(supplies.len());
                for supply in supplies {
                    let open = match supply {
                        Supply::Tiles(open) => open,
                        Supply::Import(sites) => {
                            total = total.saturating_add(cost(&sites.costs));
                            continue;
                        }
                    };
                    let weighed = open.iter().map(|&claim| {
                        let chain =
                            self.costs.get(&claim.piece).map_or(UNREACHABLE, |costs| cost(costs));
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
                if total == UNREACHABLE || full && found.last().is_some_and(|last| total >= last.0)
                {
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
        supplies: &[Supply],
        cost: Money,
    ) -> Option<Plan> {
        let player = self.player;
        let mut steps: Vec<PlanStep> =
            chosen.iter().filter_map(|&claim| self.access_step(claim)).collect();
        let mut trial = self.rich.clone();
        for claim in chosen.iter().filter(|claim| claim.price.is_some()) {
            trial.map.piece_mut(claim.piece).access.insert(player);
        }
        // Each chain uses what the ones before it would build, and no stall goes where they run.
        let mut planned = trial.clone();
        let mut tolls = self.tolls.clone();
        let mut builds = Vec::new();
        let own = (!imports_own(supplies)).then(|| trial.map.pieces_of(player));
        let claimed = chosen.iter().map(|claim| [claim.piece].into_iter().collect());
        for end in own.into_iter().chain(claimed) {
            builds.extend(self.lay_chain_to(&mut planned, &mut tolls, &at, end)?);
        }
        for supply in supplies {
            let Supply::Import(sites) = supply else {
                continue;
            };
            let resource = sites.resource;
            let (square, money) = self.stall_for(&planned, &tolls, sites, &at)?;
            self.lay_stall(&mut trial, resource, square);
            let stall = self.lay_stall(&mut planned, resource, square);
            if let Some(cell) = planned.board.cell(square) {
                tolls[usize::from(cell)] = UNREACHABLE;
            }
            let end = [stall].into_iter().collect();
            builds.extend(self.lay_chain_to(&mut planned, &mut tolls, &at, end)?);
            steps.push(PlanStep::Import { resource, at: square, money });
        }
        let (mut order, stuck) = trial.build_in_order(player, &builds);
        // The last road can be that of the main action; it is the one that may need the tile,
        // unless the table judges them in turn (ruling R5).
        let in_turn = self.game.options.contains(TableOption::TileAndRoadInTurn);
        let with_tile = match stuck.as_slice() {
            [] => order.pop_if(|cell| self.game.takes_road(*cell)),
            [last] if self.game.takes_road(*last) && !in_turn => {
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
            at,
            road: with_tile.map(|cell| self.game.board.square(cell)),
            money: cost,
        });
        Some(plan_of(steps))
    }

    /// Lays what is missing on the cheapest chain from `at` to one of the pieces, and returns it;
    /// `tolls` are those on the table that is planned, and stay so.
    fn lay_chain_to(
        &self,
        planned: &mut Game,
        tolls: &mut [u16],
        at: &Footprint,
        pieces: PieceSet,
    ) -> Option<Vec<Cell>> {
        let left = planned.bridges_left(self.player).0;
        let mut goals = vec![false; planned.board.cell_count()];
        for id in pieces.iter() {
            for cell in planned.cells_of(&planned.map.piece(id).footprint) {
                goals[usize::from(cell)] = true;
            }
        }
        let chain = planned.cheapest_chain_over(tolls, at, &goals, left)?;
        let missing = chain.into_iter().skip(1);
        let missing: Vec<Cell> = missing.filter(|&cell| planned.map.is_free(cell)).collect();
        for &cell in &missing {
            planned.lay(self.player, cell);
            if !planned.map.is_free(cell) {
                // It costs nothing more to go over what the player has laid.
                tolls[usize::from(cell)] = 0;
            }
        }
        Some(missing)
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
        if self.is_to_start {
            return self.project(goal, vec![Lack::NoFirstStall], None);
        }
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
        let mut sites: Vec<(u16, Square, Money)> = Vec::new();
        let mut unknown = None;
        for at in game.board.squares() {
            let mut checks = Checks::quick();
            let price = self.import_price(&self.rich, resource, at, &mut checks);
            if let (Some(price), Some(cell)) = (price, game.board.cell(at)) {
                let total = costs[usize::from(cell)].saturating_add(price.0 as u16);
                sites.push((total, at, price));
            } else if unknown.is_none() {
                unknown = checks.first_unknown();
            }
        }
        sites.retain(|&(total, ..)| total < UNREACHABLE);
        sites.sort_unstable();
        let plan = sites.into_iter().take(PLACES_TRIED).find_map(|(_, at, money)| {
            let mut trial = self.rich.clone();
            self.lay_stall(&mut trial, resource, at);
            let end = |cell: Cell| game.board.square(cell) == at;
            let chain = trial.cheapest_chain(player, &site, end, self.bridges_left)?;
            self.lay_chain(trial, chain, vec![PlanStep::Import { resource, at, money }])
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

/// Checks whether an own stall is imported: a tile that is connected to it is connected to
/// something owned.
fn imports_own(supplies: &[Supply]) -> bool {
    supplies.iter().any(|supply| matches!(supply, Supply::Import(sites) if sites.is_own))
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
