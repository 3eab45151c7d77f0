//! How a simulated player decides: with a view to getting buildings finished.
//!
//! Every legal move gets a rough worth from what the prestige buildings on the
//! map still ask for, how far away the suppliers are, and what the move costs
//! and earns at once. It is no strong player; it is one whose games come to
//! an end for the reasons for which real ones do.

use fastrand::Rng;

use components::ids::{BuildingId, ResourceId};
use components::specs::Tier;
use components::tile::Footprint;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::adjustment::TileRef;
use rules::game::Game;
use rules::moves::{ActionEffects, Moves};
use rules::player::PlayerId;
use rules::sub_action::{Operand, Placement, SubAction};

use super::field::{BRIDGE, FAR, Field};

/// What a dollar is worth in points, roughly, to somebody who has enough of them.
const DOLLAR: f32 = 0.2;
/// What any delivery is worth to a solo player, who has to make them all.
const SOLO_WISH: f32 = 6.0;
/// How much more it is worth where it takes a marker off.
const MARKED: f32 = 2.0;
/// What a lasting influence is worth to a solo player who may have to pay for markers.
const LASTING_KEPT: f32 = 1.5;
/// What is enough.
const ENOUGH_MONEY: i32 = 8;
/// What an advanced tile is worth although no building asks for it: income, and points to come.
const TILE_FOR_ITSELF: f32 = 5.0;
/// Projects looked at for each decision, the most promising ones.
const MOST_PROJECTS: usize = 4;
/// Moves that are played to see what they come to, the most promising ones.
const MOVES_LOOKED_AT: usize = 8;
/// Spots for a building that are looked at closely.
const SPOTS_LOOKED_AT: usize = 16;
/// Roads that a missing claim is thought to be as far away as.
const CLAIM_IN_ROADS: u16 = 2;
/// How much less something is worth for each road that is missing.
const PER_ROAD: f32 = 0.75;
/// How much a point of somebody else is minded.
const ENVY: f32 = 0.25;

/// One resource that a building on the map still asks for.
struct Wish {
    resource: ResourceId,
    value: f32,
    field: usize,
}

/// An own tile that could deliver if roads and bridges led there.
struct Errand {
    from: Field,
    to: Field,
    missing: u16,
    worth: f32,
}

/// An advanced tile the player means to build, and the square it is to lie about.
struct Project {
    resource: ResourceId,
    worth: f32,
    /// From the square to be built on.
    spot: Field,
    /// Roads missing from that square to each of these, and the fields around them.
    links: Vec<(u16, Field)>,
    /// Prerequisites on which the player has no claim yet.
    unclaimed: Vec<ResourceId>,
}

/// The tiles of a resource that makes something together with another.
struct Partner {
    /// How much what they make is wanted.
    wanted: f32,
    tiles: Vec<Footprint>,
}

/// What the table needs, seen by one player.
pub(super) struct View<'a> {
    game: &'a Game,
    player: PlayerId,
    wishes: Vec<Wish>,
    /// One field for each unfinished building.
    fields: Vec<Field>,
    /// How much a further tile of each resource is wanted.
    demand: Vec<f32>,
    /// By resource: what makes something together with it.
    partners: Vec<Vec<Partner>>,
    /// The squares of those buildings.
    buildings: Vec<Footprint>,
    errands: Vec<Errand>,
    projects: Vec<Project>,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Game, player: PlayerId) -> Self {
        let contents = game.contents();
        let mut fields = Vec::new();
        let mut wishes = Vec::new();
        let mut buildings = Vec::new();
        for active in game.active_buildings().iter().filter(|active| !active.completed) {
            let Some(squares) = game.active_building_squares(active.building) else {
                continue;
            };
            let spaces = contents.spaces(active.building);
            let open = spaces.iter().zip(active.delivered).filter(|(_, token)| token.is_none());
            let left = open.clone().count();
            for (space, _) in open {
                if let (Some(resource), Some(value)) = (space.resource, space.value) {
                    // What finishes a building is worth more to everybody.
                    let mut value = value.0 as f32 + 12.0 / (left * left) as f32;
                    if game.is_solo() {
                        // Everything must be finished, and a marker costs influence at the vote.
                        value = SOLO_WISH + 0.3 * value;
                        value *= if active.marker { MARKED } else { 1.0 };
                    }
                    wishes.push(Wish { resource, value, field: fields.len() });
                }
            }
            fields.push(Field::around(game, &squares));
            buildings.push(squares);
        }
        let mut view = Self {
            game,
            player,
            wishes,
            fields,
            demand: Vec::new(),
            partners: Vec::new(),
            buildings,
            errands: Vec::new(),
            projects: Vec::new(),
        };
        view.demand = view.find_demand();
        view.partners = view.find_partners();
        view.errands = view.find_errands();
        view.projects = view.find_projects();
        view
    }

    /// The advanced tiles that are wished for, out of reach so far, and most worth building.
    fn find_projects(&self) -> Vec<Project> {
        let contents = self.game.contents();
        let mut wanted: Vec<(f32, ResourceId, Option<usize>)> = Vec::new();
        for wish in &self.wishes {
            let mut aims = vec![(wish.value, wish.resource)];
            for needed in contents.prerequisites(wish.resource) {
                if !self.game.has_claim(self.player, needed.resource) {
                    aims.push((0.6 * wish.value, needed.resource));
                }
            }
            for (value, resource) in aims {
                let advanced = !contents.prerequisites(resource).is_empty();
                let tiles = self.game.tiles().filter(|tile| tile.resource == resource);
                let near =
                    tiles.map(|tile| self.fields[wish.field].to(self.game, &tile.footprint)).min();
                if advanced && near.is_none_or(|near| near > 4) {
                    wanted.push((value, resource, Some(wish.field)));
                }
            }
        }
        for resource in contents.resources() {
            let new = !self.game.tiles().any(|tile| tile.resource == resource);
            if contents.tier_of(resource) == Some(Tier::Two) && new {
                wanted.push((TILE_FOR_ITSELF, resource, None));
            }
        }
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut projects: Vec<Project> = Vec::new();
        for (value, resource, field) in wanted {
            if projects.len() < MOST_PROJECTS
                && projects.iter().all(|other| other.resource != resource)
            {
                let building = field.map(|field| &self.fields[field]);
                projects.extend(self.project(value, resource, building));
            }
        }
        projects
    }

    /// Where a tile would best lie: near its prerequisites and near the building that wants it.
    fn project(
        &self,
        value: f32,
        resource: ResourceId,
        building: Option<&Field>,
    ) -> Option<Project> {
        let game = self.game;
        let mut unclaimed = Vec::new();
        let mut fields = Vec::new();
        for needed in game.contents().prerequisites(resource) {
            let mut claimed = Vec::new();
            let mut foreign = Vec::new();
            for (_, piece) in game.map().tiles_of(needed.resource) {
                let list =
                    if piece.is_claimed_by(self.player) { &mut claimed } else { &mut foreign };
                list.push(piece.footprint);
            }
            if claimed.is_empty() {
                unclaimed.push(needed.resource);
                claimed = foreign;
            }
            if !claimed.is_empty() {
                fields.push(Field::around_all(game, &claimed));
            }
        }
        if fields.is_empty() {
            return None;
        }
        // Own tiles keep apart, so what is used of one's own is joined by a road.
        let clear = |square: components::square::Square| {
            let at = Footprint::single(square);
            game.road_state(square) == Some(false)
                && self.own_tiles().all(|tile| steps_between(&tile.footprint, &at) > 0)
        };
        let open = game.board().squares().filter(|&square| clear(square));
        let missing = |&square: &components::square::Square| {
            let sources: u16 = fields.iter().map(|field| field.up_to(square)).sum();
            sources + building.map_or(0, |building| building.up_to(square) / 2)
        };
        let best = open.min_by_key(missing)?;
        let roads = missing(&best) + CLAIM_IN_ROADS * unclaimed.len() as u16;
        if roads >= FAR {
            return None;
        }
        let links = fields.into_iter().map(|field| (field.up_to(best), field)).collect();
        let worth = value * PER_ROAD.powi(i32::from(roads.saturating_sub(2).min(12)) / 2);
        let spot = Field::around(game, &Footprint::single(best));
        Some(Project { resource, worth, spot, links, unclaimed })
    }

    /// What a road brings for the projects: it lies between the spot and a source.
    fn worth_for_projects(&self, square: components::square::Square) -> f32 {
        let mut worth: f32 = 0.0;
        for project in &self.projects {
            for (missing, field) in &project.links {
                let through = field.up_to(square) + project.spot.up_to(square);
                if *missing > 1 && through == *missing && project.spot.up_to(square) > 0 {
                    worth = worth.max(1.2 * project.worth / f32::from(*missing));
                }
            }
        }
        worth
    }

    /// How much a claim on a resource furthers the projects.
    fn claim_for_projects(&self, resource: ResourceId) -> f32 {
        let wanting = self.projects.iter().filter(|project| project.unclaimed.contains(&resource));
        wanting
            .map(|project| 0.9 * project.worth / project.unclaimed.len() as f32)
            .fold(0.0, f32::max)
    }

    /// For each resource, the tiles together with which it makes something.
    fn find_partners(&self) -> Vec<Vec<Partner>> {
        let contents = self.game.contents();
        let mut partners: Vec<Vec<Partner>> = Vec::new();
        for resource in contents.resources() {
            let mut beside = Vec::new();
            for product in contents.resources() {
                let made_of = contents.prerequisites(product);
                if !made_of.iter().any(|needed| needed.resource == resource) {
                    continue;
                }
                let wanted = (1.0 + 0.1 * self.demand[product.index()]).min(3.0);
                for needed in made_of.iter().filter(|needed| needed.resource != resource) {
                    let tiles = self.game.map().tiles_of(needed.resource);
                    let tiles = tiles.map(|(_, piece)| piece.footprint).collect();
                    beside.push(Partner { wanted, tiles });
                }
            }
            partners.push(beside);
        }
        partners
    }

    /// What is asked for and not within easy reach, passed down to what it is made of.
    fn find_demand(&self) -> Vec<f32> {
        let contents = self.game.contents();
        let mut demand = vec![0.0; contents.resources().count()];
        for wish in &self.wishes {
            let nearest = self.game.tiles().filter(|tile| tile.resource == wish.resource);
            let missing =
                nearest.map(|tile| self.fields[wish.field].to(self.game, &tile.footprint)).min();
            let far = f32::from(missing.unwrap_or(12).min(12)) / 12.0;
            demand[wish.resource.index()] += wish.value * far;
        }
        for tier in [Tier::Three, Tier::Two] {
            for resource in contents.resources() {
                if contents.tier_of(resource) == Some(tier) {
                    for needed in contents.prerequisites(resource) {
                        demand[needed.resource.index()] += 0.4 * demand[resource.index()];
                    }
                }
            }
        }
        demand
    }

    fn find_errands(&self) -> Vec<Errand> {
        let mut errands = Vec::new();
        for wish in &self.wishes {
            let own = self.own_tiles().filter(|tile| tile.resource == wish.resource);
            let own: Vec<TileRef> = own.collect();
            let Some(building) = self.buildings.get(wish.field).filter(|_| !own.is_empty()) else {
                continue;
            };
            let to = Field::for_player(self.game, building, self.player);
            let missing = |tile: &&TileRef| to.to(self.game, &tile.footprint);
            if let Some(tile) = own.iter().min_by_key(missing) {
                let missing = missing(&tile);
                if (1..FAR).contains(&missing) {
                    let from = Field::for_player(self.game, &tile.footprint, self.player);
                    errands.push(Errand { from, to, missing, worth: wish.value });
                }
            }
        }
        errands
    }

    /// What something on a square brings for the errands, if it lies on the way of one.
    fn worth_for_errands(&self, square: components::square::Square, price: u16) -> f32 {
        let on_way = |errand: &Errand| {
            let through = errand.from.up_to(square) + errand.to.up_to(square);
            // The square itself is counted from both ends.
            let closer = through == errand.missing + price;
            if closer {
                errand.worth * f32::from(price) / (1.0 + f32::from(errand.missing))
            } else {
                0.0
            }
        };
        self.errands.iter().map(on_way).fold(0.0, f32::max)
    }

    fn own_tiles(&self) -> impl Iterator<Item = TileRef> + '_ {
        let owned = self.game.map().owned_by(self.player);
        owned.filter_map(|(_, piece)| piece.tile())
    }

    /// The worth of a tile of `resource` on these squares, for what the buildings ask.
    fn worth_of_tile(&self, resource: ResourceId, at: &Footprint) -> f32 {
        let mut worth = 0.15 * self.demand[resource.index()];
        for wish in self.wishes.iter().filter(|wish| wish.resource == resource) {
            let missing = self.fields[wish.field].to(self.game, at);
            worth += wish.value * PER_ROAD.powi(i32::from(missing.min(30)));
        }
        if !self.game.owns(self.player).contains(resource) {
            worth += 1.5;
        }
        worth + self.pull_of_projects(resource, at) + self.use_beside_others(resource, at)
    }

    /// A stall is worth more near the spot of a project that lacks it.
    fn pull_of_projects(&self, resource: ResourceId, at: &Footprint) -> f32 {
        let lacking = self.projects.iter().filter(|project| project.unclaimed.contains(&resource));
        let pull = |project: &Project| {
            let missing = project.spot.to(self.game, at);
            0.9 * project.worth * PER_ROAD.powi(i32::from(missing.min(30)))
        };
        lacking.map(pull).sum()
    }

    /// A stall is worth more near the tiles together with which it makes something in demand.
    fn use_beside_others(&self, resource: ResourceId, at: &Footprint) -> f32 {
        let board = self.game.board();
        let section = board.section_of(at.first());
        let mut worth = 0.0;
        for partner in &self.partners[resource.index()] {
            let near = partner
                .tiles
                .iter()
                .filter(|tile| section.is_some() && board.section_of(tile.first()) == section);
            let steps = near.map(|tile| steps_between(tile, at)).min().unwrap_or(20);
            if steps <= 8 {
                worth += partner.wanted / (1.0 + 0.4 * f32::from(steps.abs_diff(2)));
            }
        }
        worth
    }

    fn worth_of_sub_action(&self, sub_action: &SubAction) -> f32 {
        let game = self.game;
        match sub_action {
            SubAction::Import(resource, square) => {
                self.worth_of_tile(*resource, &Footprint::single(*square))
            }
            SubAction::ImportAccess(resource, square) => {
                let at = Footprint::single(*square);
                0.7 * self.use_beside_others(*resource, &at)
                    + self.pull_of_projects(*resource, &at)
                    + self.worth_of_access(*resource)
            }
            SubAction::Build(Placement { resource, footprint, roads }) => {
                let roads = roads
                    .iter()
                    .map(|road| self.worth_of_sub_action(&SubAction::Road(road.square)));
                2.5 + self.worth_of_tile(*resource, footprint) + roads.sum::<f32>()
            }
            SubAction::Recruit(_) => {
                2.0 - 0.5 * game.hand_size(self.player).saturating_sub(5) as f32
            }
            SubAction::House(_) => 2.2,
            SubAction::Bridge(square) => self.worth_for_errands(*square, BRIDGE) - 0.5,
            SubAction::Money => 1.1 - 0.09 * game.money(self.player).0.clamp(0, 14) as f32,
            SubAction::Influence => 0.45,
            SubAction::Road(square) => {
                self.worth_for_errands(*square, 1).max(self.worth_for_projects(*square)) - 0.1
            }
            SubAction::Worker(_, sub_actions) => {
                1.3 + sub_actions
                    .iter()
                    .map(|sub_action| self.worth_of_sub_action(sub_action))
                    .sum::<f32>()
            }
            other => match other.operand() {
                Operand::Tile(tile) => self.worth_of_access(tile.resource),
                Operand::Cards(cards) => 0.5 * cards.len() as f32,
                _ => 0.0,
            },
        }
    }

    /// Access is worth having to what one's products in demand are made of.
    fn worth_of_access(&self, resource: ResourceId) -> f32 {
        if self.game.has_claim(self.player, resource) {
            return 0.0;
        }
        let contents = self.game.contents();
        let mut worth = 0.0;
        for product in contents.resources() {
            let made_of = contents.prerequisites(product);
            if made_of.iter().any(|needed| needed.resource == resource) {
                let others = made_of.iter().filter(|needed| needed.resource != resource);
                let have =
                    others.clone().filter(|n| self.game.has_claim(self.player, n.resource)).count();
                let share = (1.0 + have as f32) / (1.0 + others.count() as f32);
                worth += share * (0.6 + 0.2 * self.demand[product.index()]);
            }
        }
        worth.min(4.0) + self.claim_for_projects(resource)
    }

    /// What a move is worth to the player, at once and later.
    fn worth(&self, action: &Action) -> f32 {
        match &action.kind {
            ActionKind::ExtraRoad { square, .. } => {
                self.worth_of_sub_action(&SubAction::Road(*square))
            }
            ActionKind::Pass { .. } => 0.12,
            deed => deed
                .sub_actions()
                .iter()
                .map(|sub_action| self.worth_of_sub_action(sub_action))
                .sum(),
        }
    }

    /// Adds what a move earns and costs at once; only asked for the better moves.
    fn at_once(&self, action: &Action) -> f32 {
        let Ok(played) = self.game.play(action) else {
            return f32::MIN;
        };
        let outlook = ActionEffects::of(&played);
        let held = self.game.money(self.player).0;
        let dollar = DOLLAR * if held < ENOUGH_MONEY { 2.0 } else { 1.0 };
        let mut worth = dollar * outlook.money[self.player].0 as f32;
        for player in self.game.players() {
            let points = outlook.points[player].0 as f32;
            worth += if player == self.player { points } else { -ENVY * points };
        }
        worth + 2.5 * outlook.completed.len() as f32
    }

    /// The best of the moves, by worth, a little chance breaking ties.
    pub(super) fn best(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        let mut ranked: Vec<(f32, &Action)> = Vec::with_capacity(moves.actions.len());
        for action in &moves.actions {
            if !matches!(action.kind, ActionKind::CallVote { .. }) {
                ranked.push((self.worth(action) + 0.2 * rng.f32(), action));
            }
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut looked_at: Vec<(f32, &Action)> = Vec::with_capacity(MOVES_LOOKED_AT);
        for (worth, action) in ranked {
            if looked_at.len() == MOVES_LOOKED_AT {
                break;
            }
            // A place that takes a road first is looked at with the best of its roads.
            let place = place_after_road(action);
            let same = |(_, other): &(f32, &Action)| place_after_road(other) == place;
            if place.is_none() || !looked_at.iter().any(same) {
                looked_at.push((worth, action));
            }
        }
        let judged =
            looked_at.into_iter().map(|(worth, action)| (worth + self.at_once(action), action));
        let best = judged.max_by(|a, b| a.0.total_cmp(&b.0));
        let vote =
            moves.actions.iter().find(|action| matches!(action.kind, ActionKind::CallVote { .. }));
        let spent = self.game.hand_size(self.player) <= 2 && self.fields.len() < 4;
        match (best, vote) {
            (Some((worth, best)), Some(vote)) => {
                let unfinished = self.fields.len();
                let bored = worth < 1.5 && unfinished < 2;
                Some(if spent && worth < 4.0 || bored { vote.clone() } else { best.clone() })
            }
            (Some((_, best)), None) => Some(best.clone()),
            (None, vote) => vote.cloned(),
        }
    }

    /// How well a proposal would suit the player: what it brings, and that it can be finished.
    fn suits(&self, building: BuildingId) -> f32 {
        let contents = self.game.contents();
        let mut own = 0.0;
        let mut within_reach = 1.0;
        for space in contents.spaces(building) {
            let (Some(resource), Some(value)) = (space.resource, space.value) else {
                continue;
            };
            if self.game.controls(self.player).contains(resource)
                || self.game.owns(self.player).contains(resource)
            {
                own += value.0 as f32;
            }
            let there = self.game.tiles().any(|tile| tile.resource == resource);
            within_reach *= match contents.tier_of(resource) {
                _ if there => 1.0,
                Some(Tier::Basic) => 0.95,
                Some(Tier::Two) => 0.6,
                Some(Tier::Three) | None => 0.25,
            };
        }
        if self.game.is_solo() {
            // Points are nothing against being able to finish it.
            return (8.0 + 0.2 * own) * within_reach;
        }
        (4.0 + own) * within_reach
    }

    /// The proposal that suits best for what it costs.
    pub(super) fn best_pick(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        let worth = |action: &Action| match &action.kind {
            ActionKind::Pick { building, payment, .. } => {
                // Fleeting influence is lost anyway.
                let paid = LASTING_KEPT * payment.lasting as f32;
                self.suits(*building) - paid
            }
            _ => 0.0,
        };
        let judged = moves.actions.iter().map(|action| (worth(action) + 0.2 * rng.f32(), action));
        let best = judged.max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, action)| action.clone())
    }

    /// A vote for what suits best, with most of the influence that would be lost anyway.
    pub(super) fn ballot(&self, tiles: &[VoteTile], rng: &mut Rng) -> Option<Ballot> {
        let proposals = self.game.proposals();
        let worth = |tile: &VoteTile| proposals[*tile as usize].map_or(0.0, |b| self.suits(b));
        let tile = *tiles.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        let fleeting = rng.i32(0..=self.game.fleeting(self.player).max(0));
        let lasting =
            if rng.u8(0..8) == 0 { self.game.lasting(self.player).clamp(0, 1) } else { 0 };
        Some(Ballot { player: self.player, tile, fleeting, lasting, seal: None })
    }

    /// Where to put a building: near what one can deliver, and not out of others' reach.
    pub(super) fn best_place(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        let worth = |action: &Action| {
            let ActionKind::PlaceBuilding { building, footprint, .. } = &action.kind else {
                return 0.0;
            };
            // Room for the tiles that are still to come.
            let open = self.game.board().squares().filter(|&square| {
                let at = Footprint::single(square);
                self.game.road_state(square) == Some(false)
                    && self.game.same_section(&at, footprint)
            });
            let mut worth = 0.06 * open.count() as f32;
            for space in self.game.contents().spaces(*building) {
                let (Some(resource), Some(value)) = (space.resource, space.value) else {
                    continue;
                };
                let mut best: f32 = 0.0;
                for (_, piece) in self.game.map().tiles_of(resource) {
                    let steps = f32::from(steps_between(&piece.footprint, footprint));
                    let share = if piece.is_owned_by(self.player) { 1.0 } else { 0.5 };
                    let same = self.game.same_section(&piece.footprint, footprint);
                    let share = if same { share } else { 0.1 * share };
                    best = best.max(share * (2.0 + value.0 as f32) / (1.0 + 0.7 * steps));
                }
                let mut sources = 0.0;
                for needed in self.game.contents().prerequisites(resource) {
                    let near = self.game.tiles().filter(|tile| tile.resource == needed.resource);
                    let near =
                        near.filter(|tile| self.game.same_section(&tile.footprint, footprint));
                    let steps = near.map(|tile| steps_between(&tile.footprint, footprint)).min();
                    sources += steps.map_or(0.0, |steps| 1.0 / (1.0 + 0.3 * f32::from(steps)));
                }
                worth += best.max(sources);
            }
            worth
        };
        let sample = rng.choose_multiple(&moves.actions, 100);
        let mut ranked: Vec<(f32, &Action)> =
            sample.into_iter().map(|action| (worth(action), action)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate(SPOTS_LOOKED_AT);
        let judged =
            ranked.into_iter().map(|(worth, action)| (worth + self.reach_from(action), action));
        judged.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, action)| action.clone())
    }

    /// How well what a building asks for can get to a spot, by the ways that are open.
    fn reach_from(&self, action: &Action) -> f32 {
        let ActionKind::PlaceBuilding { building, footprint, .. } = &action.kind else {
            return 0.0;
        };
        let game = self.game;
        let field = Field::around(game, footprint);
        let nearest = |resource: ResourceId| {
            let tiles = game.tiles().filter(|tile| tile.resource == resource);
            tiles.map(|tile| field.to(game, &tile.footprint)).min().unwrap_or(FAR)
        };
        let mut worth = 0.0;
        for space in game.contents().spaces(*building) {
            let Some(resource) = space.resource else {
                continue;
            };
            let here = PER_ROAD.powi(i32::from(nearest(resource).min(30)));
            let made_of = game.contents().prerequisites(resource);
            let sources = made_of
                .iter()
                .map(|needed| PER_ROAD.powi(i32::from(nearest(needed.resource).min(30))));
            let makes = if made_of.is_empty() { 0.4 } else { 0.7 * sources.product::<f32>() };
            worth += 6.0 * here.max(makes);
        }
        worth
    }
}

/// Squares between two tiles, as a king walks, 0 if they touch.
fn steps_between(a: &Footprint, b: &Footprint) -> u8 {
    let mut least = u8::MAX;
    for from in a.squares() {
        for to in b.squares() {
            let steps = from.column.abs_diff(to.column).max(from.row.abs_diff(to.row));
            least = least.min(steps.saturating_sub(1));
        }
    }
    least
}

/// What is built where, of an upgrade that declares a road.
fn place_after_road(action: &Action) -> Option<(ResourceId, Footprint)> {
    let ActionKind::Lead { sub_actions, .. } = &action.kind else {
        return None;
    };
    sub_actions.iter().find_map(|sub_action| match sub_action {
        SubAction::Build(Placement { resource, footprint, roads }) if !roads.is_empty() => {
            Some((*resource, *footprint))
        }
        _ => None,
    })
}
