//! The projects of one player: tiles to build, deliveries to make, and the cheapest plan found for
//! each.
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
use super::{BuildPlan, BuildProject, Goal, MissingRequirement, PlanStep, Prospect};
use crate::actions::TradeTerms;
use crate::adjustment::Owner;
use crate::contents::ShapedTile;
use crate::game::Game;
use crate::illegal::{Checks, Illegal};
use crate::map::{Content, PieceKind};
use crate::player::{PieceId, PieceSet, PlayerId};
use crate::route::UNREACHABLE;
use crate::rulebook::{Rule, TableOption};
use crate::step::DecisionStep;

/// The number of places tried for a tile, the cheapest estimates first.
const PLACES_TRIED: usize = 4;
/// More money than any plan costs, so that places and prices are found without regard to money.
pub(super) const PLENTY: Money = Money(999);

/// A claim on which a tile to be built can rely.
#[derive(Clone, Copy)]
struct Claim {
    piece: PieceId,
    /// The price of access; `None` for a tile already claimed.
    price: Option<Money>,
}

impl Claim {
    fn weight(self) -> u16 {
        self.price.map_or(0, |price| price.0 as u16 + ACTION_WEIGHT)
    }
}

/// Squares to which a stall of a resource can be imported now.
struct StallSites {
    resource: ResourceId,
    /// `true` if the stall would be the player's own, and so keeps clear of the tile made from it.
    is_own: bool,
    /// The price at each of them.
    prices: Vec<(Cell, Money)>,
    /// For every square, the cost of a chain to the cheapest stall from there, including its price
    /// and action.
    costs: Vec<u16>,
}

/// Sources of one prerequisite of a tile to be built.
enum Supply {
    /// Tiles on the board.
    Tiles(Rc<[Claim]>),
    /// A stall that is imported first.
    Import(Rc<StallSites>),
}

/// The search for the projects of one player.
pub(super) struct Survey<'a> {
    game: &'a Game,
    /// The same game with unlimited money.
    rich: Game,
    player: PlayerId,
    /// `true` if the player's first stall is still to be placed; nothing can be planned before it.
    is_to_start: bool,
    bridges_left: usize,
    path_costs: Vec<u16>,
    own_costs: Vec<u16>,
    costs: BTreeMap<PieceId, Vec<u16>>,
    /// Cached claims: several advanced resources share a prerequisite.
    claims: BTreeMap<ResourceId, Rc<[Claim]>>,
    /// Cached squares for stalls.
    sites: BTreeMap<ResourceId, Result<Option<Rc<StallSites>>, FactId>>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(game: &'a Game, player: PlayerId) -> Self {
        let mut rich = game.clone();
        rich.players[player.index()].money = PLENTY;
        let (bridges_left, _) = game.bridges_left(player);
        let own = game.map.pieces_of(player);
        let path_costs = game.path_costs(player);
        let own_costs = game.chain_costs(&path_costs, own, bridges_left > 0);
        let is_to_start = game.steps.any(|step| *step == DecisionStep::PlaceStart(player).into());
        Self {
            game,
            rich,
            player,
            is_to_start,
            bridges_left,
            path_costs,
            own_costs,
            costs: BTreeMap::new(),
            claims: BTreeMap::new(),
            sites: BTreeMap::new(),
        }
    }

    /// Creates the project of a goal from the requirements missing and the plan found.
    fn project(
        &self,
        goal: Goal,
        mut missing: Vec<MissingRequirement>,
        plan: Option<BuildPlan>,
    ) -> BuildProject {
        let held = self.game.money(self.player);
        if let Some(plan) = &plan {
            missing.retain(|lack| !matches!(lack, MissingRequirement::Money(_)));
            if plan.money > held {
                missing.push(MissingRequirement::Money(plan.money - held));
            }
        }
        let unknown = missing.iter().any(|lack| matches!(lack, MissingRequirement::Unknown(_)));
        let prospect = match &plan {
            Some(plan) if plan.actions() <= 1 && plan.money <= held => Prospect::Now,
            Some(_) => Prospect::Later,
            None if unknown => Prospect::CannotTell,
            None => Prospect::Blocked,
        };
        BuildProject { goal, prospect, missing, plan }
    }

    /// Searches a plan to build a tile of an advanced resource.
    pub(super) fn build(&mut self, resource: ResourceId) -> BuildProject {
        let goal = Goal::Build(resource);
        if self.is_to_start {
            return self.project(goal, vec![MissingRequirement::NoFirstStall], None);
        }
        let mut checks = Checks::brief();
        let terms = self.game.check_build_terms(&mut checks, self.player, resource, Price::Full);
        let refusal = checks.verdict().err().unwrap_or_default();
        let mut lacks = Vec::new();
        let mut is_blocked = terms.is_none();
        for missing in refusal.unknown {
            lacks.push(MissingRequirement::Unknown(missing));
        }
        for reason in refusal.reasons {
            // The loop below checks claims one by one.
            if let Illegal::NoneLeft { .. } = reason.illegal {
                lacks.push(MissingRequirement::NoTileLeft(resource));
                is_blocked = true;
            } else if let Illegal::CannotAfford { cost, held, .. } = reason.illegal {
                lacks.push(MissingRequirement::Money(cost - held));
            }
        }
        let mut supplies = Vec::new();
        for needed in self.game.contents.prerequisites(resource) {
            let needed = needed.resource;
            let claims = self.claims_on(needed);
            if !claims.is_empty() {
                if !self.game.has_claim(self.player, needed) {
                    lacks.push(MissingRequirement::NoClaim(needed));
                }
                supplies.push(Supply::Tiles(claims));
                continue;
            }
            match self.stall_sites(needed) {
                Ok(Some(sites)) => {
                    lacks.push(MissingRequirement::NoClaim(needed));
                    supplies.push(Supply::Import(sites));
                }
                Ok(None) => {
                    lacks.push(MissingRequirement::NotOnBoard(needed));
                    is_blocked = true;
                }
                Err(fact) => {
                    lacks.push(MissingRequirement::Unknown(fact.into()));
                    is_blocked = true;
                }
            }
        }
        let Some(terms) = terms.filter(|_| !is_blocked) else {
            return self.project(goal, lacks, None);
        };
        let mut plan = None;
        for careful in [false, true] {
            let places = match self.places(resource, &supplies, careful) {
                Ok(places) => places,
                Err(fact) => {
                    lacks.push(MissingRequirement::Unknown(fact.into()));
                    return self.project(goal, lacks, None);
                }
            };
            if places.is_empty() {
                lacks.push(MissingRequirement::NoPlace(resource));
                return self.project(goal, lacks, None);
            }
            plan = places
                .iter()
                .filter_map(|(at, chosen)| {
                    self.plan_at(resource, *at, chosen, &supplies, terms.cost)
                })
                .min_by_key(weight_of);
            if plan.is_some() {
                break;
            }
        }
        let is_apart = plan.as_ref().is_none_or(|plan| {
            plan.steps.iter().any(|step| match step {
                PlanStep::Road(_) | PlanStep::Bridge { .. } => true,
                PlanStep::Build { road, .. } => road.is_some(),
                PlanStep::Access { .. } | PlanStep::Import { .. } => false,
            })
        });
        if is_apart {
            lacks.push(MissingRequirement::NotConnected);
        }
        self.project(goal, lacks, plan)
    }

    /// Returns the tiles of a resource that the player has a claim on or could buy access to.
    fn claims_on(&mut self, resource: ResourceId) -> Rc<[Claim]> {
        if let Some(found) = self.claims.get(&resource) {
            return Rc::clone(found);
        }
        let found: Rc<[Claim]> = self.search_claims(resource).into();
        self.claims.insert(resource, Rc::clone(&found));
        found
    }

    fn search_claims(&self, resource: ResourceId) -> Vec<Claim> {
        let trade = TradeTerms { price: Price::Full, follower: false };
        let mut found = Vec::new();
        for (piece, on_map) in self.rich.map.tiles_of(resource) {
            if on_map.is_claimed_by(self.player) {
                found.push(Claim { piece, price: None });
            } else if let Some(tile) = on_map.tile() {
                let mut checks = Checks::quick();
                let terms = self.rich.check_access(&mut checks, self.player, tile, trade);
                if let (Some((_, price)), true) = (terms, checks.is_clear()) {
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

    /// Returns the price of importing a stall of the resource to a square, if allowed.
    fn import_price(
        &self,
        rich: &Game,
        resource: ResourceId,
        square: Square,
        checks: &mut Checks,
    ) -> Option<Money> {
        let player = self.player;
        let trade = TradeTerms { price: Price::Full, follower: false };
        let price = if rich.controls(player).contains(resource) {
            rich.check_import(checks, player, resource, square, trade)
        } else {
            rich.check_import_access(checks, player, resource, square, trade)
                .map(|(_, price)| price)
        };
        price.filter(|_| checks.is_clear())
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
            // An own stall keeps clear of an own tile, so a chain begins next to the stall.
            let adjacent = stalls.flat_map(|(cell, cost)| {
                game.board.linked(cell).iter().map(move |&there| {
                    (there, cost.saturating_add(self.path_costs[usize::from(there)]))
                })
            });
            game.chain_costs_from(&self.path_costs, adjacent, bridges)
        } else {
            game.chain_costs_from(&self.path_costs, stalls, bridges)
        };
        Ok(Some(StallSites { resource, is_own, prices, costs }))
    }

    /// Returns the square to which a stall is imported at the least cost of price and chain, for a
    /// tile that is then built at `at`. `planned` contains the earlier steps and chains, and
    /// `tolls` their path costs.
    fn stall_for(
        &self,
        planned: &Game,
        path_costs: &[u16],
        sites: &StallSites,
        at: &Footprint,
    ) -> Option<(Square, Money)> {
        let board = &self.game.board;
        let tile = self.game.cells_of(at);
        let bridges = planned.bridges_left(self.player).0 > 0;
        let sources = tile.iter().map(|&cell| (cell, 0));
        let costs = planned.chain_costs_from(path_costs, sources, bridges);
        let mut weighed: Vec<(u16, Cell, Money)> = sites
            .prices
            .iter()
            .filter(|&&(cell, _)| {
                let is_adjacent = || board.adjacent(cell).iter().any(|there| tile.contains(there));
                !(tile.contains(&cell) || sites.is_own && is_adjacent())
            })
            .map(|&(cell, price)| {
                (costs[usize::from(cell)].saturating_add(price.0 as u16), cell, price)
            })
            .filter(|&(cost, ..)| cost < UNREACHABLE)
            .collect();
        weighed.sort_unstable();
        weighed.into_iter().find_map(|(_, cell, price)| {
            let square = board.square(cell);
            let mut checks = Checks::quick();
            // Earlier steps of the plan may have blocked the square.
            let legal = self.import_price(planned, sites.resource, square, &mut checks);
            legal.map(|_| (square, price))
        })
    }

    /// Places a stall that the player would import.
    fn place_stall(&self, trial: &mut Game, resource: ResourceId, at: Square) -> PieceId {
        let player = self.player;
        let is_own = trial.controls(player).contains(resource);
        let owner = if is_own {
            Some(Owner::Player(player))
        } else {
            let trade = TradeTerms { price: Price::Full, follower: false };
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

    /// Returns the places for a tile with the cheapest estimates, each with the claims it would
    /// rely on.
    ///
    /// A chain of several roads can seldom start at another player's tile, because nothing the
    /// player owns is connected to it. `careful` prefers places adjacent to the prerequisites.
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
                game.chain_costs(&self.path_costs, [claim.piece].into_iter().collect(), bridges)
            });
        }
        let imports_own = imports_own(supplies);
        let mut found: Vec<(u16, Footprint, Vec<Claim>)> = Vec::new();
        let mut missing = None;
        let open_land = game.open_land();
        let mut cells = Vec::new();
        for shape in game.contents.resource_tile(resource).all() {
            if let Err(fact) = facts.allows(tile, shape) {
                missing = Some(fact);
                continue;
            }
            for at in game.open_spots(&open_land, shape) {
                cells.clear();
                cells.extend(at.squares().iter().filter_map(|&at| game.board.cell(at)));
                let mut total = if imports_own { 0 } else { cheapest_of(&self.own_costs, &cells) };
                let mut chosen = Vec::with_capacity(supplies.len());
                for supply in supplies {
                    let claims = match supply {
                        Supply::Tiles(claims) => claims,
                        Supply::Import(sites) => {
                            total = total.saturating_add(cheapest_of(&sites.costs, &cells));
                            continue;
                        }
                    };
                    let weighed = claims.iter().map(|&claim| {
                        let costs = self.costs.get(&claim.piece);
                        let chain = costs.map_or(UNREACHABLE, |costs| cheapest_of(costs, &cells));
                        let own = game.map.piece(claim.piece).is_owned_by(player);
                        let is_risky = careful && !own && chain > ACTION_WEIGHT;
                        let weight = if is_risky { chain.saturating_mul(4) } else { chain };
                        (weight.saturating_add(claim.weight()), claim)
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
        match (found.is_empty(), missing) {
            (true, Some(fact)) => Err(fact),
            _ => Ok(found.into_iter().map(|(_, at, c)| (at, c)).collect()),
        }
    }

    /// Returns `true` if a tile may be placed on these squares, ignoring connections.
    fn fits(&self, resource: ResourceId, at: &Footprint) -> bool {
        let rule = Rule::UpgradePlacement;
        let mut checks = Checks::quick();
        if self.game.check_land(&mut checks, rule, at).is_none() {
            return false;
        }
        self.game.check_clear_of_own(&mut checks, rule, self.player, at);
        self.game.check_alone_in_section(&mut checks, rule, resource, at);
        checks.is_clear()
    }

    /// Returns a plan to build on exactly these squares with these claims, tried on a copy.
    fn plan_at(
        &self,
        resource: ResourceId,
        at: Footprint,
        chosen: &[Claim],
        supplies: &[Supply],
        cost: Money,
    ) -> Option<BuildPlan> {
        let player = self.player;
        let mut steps: Vec<PlanStep> =
            chosen.iter().filter_map(|&claim| self.access_step(claim)).collect();
        let mut trial = self.rich.clone();
        for claim in chosen.iter().filter(|claim| claim.price.is_some()) {
            trial.map.piece_mut(claim.piece).access.insert(player);
        }
        // Each chain uses the earlier ones, and no stall is planned on their squares.
        let mut planned = trial.clone();
        let mut path_costs = self.path_costs.clone();
        let mut builds = Vec::new();
        let own = (!imports_own(supplies)).then(|| trial.map.pieces_of(player));
        let claimed = chosen.iter().map(|claim| [claim.piece].into_iter().collect());
        for end in own.into_iter().chain(claimed) {
            builds.extend(self.place_chain(&mut planned, &mut path_costs, &at, end)?);
        }
        for supply in supplies {
            let Supply::Import(sites) = supply else {
                continue;
            };
            let resource = sites.resource;
            let (square, money) = self.stall_for(&planned, &path_costs, sites, &at)?;
            self.place_stall(&mut trial, resource, square);
            let stall = self.place_stall(&mut planned, resource, square);
            if let Some(cell) = planned.board.cell(square) {
                path_costs[usize::from(cell)] = UNREACHABLE;
            }
            let end = [stall].into_iter().collect();
            builds.extend(self.place_chain(&mut planned, &mut path_costs, &at, end)?);
            steps.push(PlanStep::Import { resource, at: square, money });
        }
        let (mut order, stuck) = trial.build_in_order(player, &builds);
        // The last road can be that of the main action. Only that one may depend on the tile,
        // unless the table judges them in turn (ruling R5).
        let in_turn = self.game.options.contains(TableOption::TileAndRoadInTurn);
        let with_tile = match stuck.as_slice() {
            [] => order.pop_if(|cell| self.game.takes_road(*cell)),
            [last] if self.game.takes_road(*last) && !in_turn => {
                trial.place_link(player, *last);
                Some(*last)
            }
            _ => return None,
        };
        let mut checks = Checks::quick();
        let terms = trial.check_build_terms(&mut checks, player, resource, Price::Full)?;
        trial.check_build_site(&mut checks, player, resource, &at, &terms);
        if !checks.is_clear() {
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

    /// Places the missing pieces of the cheapest chain from `at` to one of the pieces, and returns
    /// their squares. `tolls` are the path costs on the planned table, and are updated.
    fn place_chain(
        &self,
        planned: &mut Game,
        path_costs: &mut [u16],
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
        let chain = planned.cheapest_chain_over(path_costs, at, &goals, left)?;
        let missing: Vec<Cell> =
            chain.into_iter().skip(1).filter(|&cell| planned.map.is_free(cell)).collect();
        for &cell in &missing {
            planned.place_link(self.player, cell);
            if !planned.map.is_free(cell) {
                // Passing over the player's new pieces is free.
                path_costs[usize::from(cell)] = 0;
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

    /// Searches a plan to deliver a resource to a building on the map (rule 8.4).
    pub(super) fn deliver(
        &mut self,
        goal: Goal,
        resource: ResourceId,
        to: PieceId,
    ) -> BuildProject {
        let (game, player) = (self.game, self.player);
        if self.is_to_start {
            return self.project(goal, vec![MissingRequirement::NoFirstStall], None);
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
            let plan =
                chain.and_then(|chain| self.plan_chain(self.rich.clone(), chain, Vec::new()));
            // A connection may be waiting for its owner's next action (ruling R8).
            let waits = plan.as_ref().is_some_and(|plan| plan.steps.is_empty());
            let lacks = if waits { Vec::new() } else { vec![MissingRequirement::NotConnected] };
            return self.project(goal, lacks, plan);
        }
        let mut lacks = vec![MissingRequirement::NoOwnTile(resource)];
        if game.contents.tier_of(resource) != Some(Tier::Basic) {
            return self.project(goal, lacks, None);
        }
        if !game.controls(player).contains(resource) {
            lacks.push(MissingRequirement::NotControlled(resource));
            return self.project(goal, lacks, None);
        }
        let bridges = self.bridges_left > 0;
        let costs = game.chain_costs(&self.path_costs, [to].into_iter().collect(), bridges);
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
            self.place_stall(&mut trial, resource, at);
            let end = |cell: Cell| game.board.square(cell) == at;
            let chain = trial.cheapest_chain(player, &site, end, self.bridges_left)?;
            self.plan_chain(trial, chain, vec![PlanStep::Import { resource, at, money }])
        });
        match (&plan, unknown) {
            (None, Some(fact)) => lacks.push(MissingRequirement::Unknown(fact.into())),
            (None, None) => lacks.push(MissingRequirement::NoPlace(resource)),
            (Some(_), _) => {}
        }
        self.project(goal, lacks, plan)
    }

    /// Returns a plan that builds the missing pieces of a chain, if one after another can be built.
    fn plan_chain(
        &self,
        mut trial: Game,
        chain: Vec<Cell>,
        mut steps: Vec<PlanStep>,
    ) -> Option<BuildPlan> {
        let missing: Vec<Cell> =
            chain.into_iter().filter(|&cell| trial.map.is_free(cell)).collect();
        let (order, stuck) = trial.build_in_order(self.player, &missing);
        if !stuck.is_empty() {
            return None;
        }
        steps.extend(order.into_iter().map(|cell| self.step_of(cell)));
        Some(plan_of(steps))
    }
}

/// Returns `true` if an own stall is imported: a tile connected to it is connected to something
/// owned.
fn imports_own(supplies: &[Supply]) -> bool {
    supplies.iter().any(|supply| matches!(supply, Supply::Import(sites) if sites.is_own))
}

/// Returns the lowest cost among squares.
fn cheapest_of(costs: &[u16], cells: &[Cell]) -> u16 {
    cells.iter().map(|&cell| costs[usize::from(cell)]).min().unwrap_or(UNREACHABLE)
}

fn plan_of(steps: Vec<PlanStep>) -> BuildPlan {
    let money = steps
        .iter()
        .map(|step| match step {
            PlanStep::Access { money, .. }
            | PlanStep::Import { money, .. }
            | PlanStep::Bridge { money, .. }
            | PlanStep::Build { money, .. } => *money,
            PlanStep::Road(_) => Money::ZERO,
        })
        .sum();
    BuildPlan { steps, money }
}

/// Weighs money and actions on one scale.
fn weight_of(plan: &BuildPlan) -> i32 {
    plan.money.0 + i32::from(ACTION_WEIGHT) * plan.actions() as i32
}
