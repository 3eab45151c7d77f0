//! The decisions of a simulated player, who tries to get buildings finished.
//!
//! Every legal move gets a rough worth from the open spaces of the prestige buildings on the map,
//! the distance of the suppliers, and the immediate cost and gain of the move. The player is not
//! strong, but its games end for the same reasons as real ones.

use fastrand::Rng;

use components::ids::{BuildingId, ResourceId};
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::adjustment::TileRef;
use rules::game::Game;
use rules::moves::{ActionEffects, Moves};
use rules::player::PlayerId;
use rules::sub_action::{Operand, Placement, SubAction};

use super::field::{BRIDGE, DistanceField, FAR};

/// The rough worth of a dollar in points, for a player with enough money.
const DOLLAR: f32 = 0.2;
/// The base worth of a delivery to a solo player, who must make them all.
const SOLO_DELIVERY: f32 = 6.0;
/// The factor for a delivery to a building with a neutral marker.
const MARKED: f32 = 2.0;
/// The worth of a lasting influence to a solo player, who may have to pay for markers.
const LASTING_KEPT: f32 = 1.5;
/// The money, in dollars, above which a dollar is worth less.
const ENOUGH_MONEY: i32 = 8;
/// The worth of an advanced tile that no building requires: income and future points.
const TILE_FOR_ITSELF: f32 = 5.0;
/// The maximum number of projects considered for a decision.
const MAX_PROJECTS: usize = 4;
/// The maximum number of moves that are played to see their outcome.
const MAX_PLAYED_MOVES: usize = 8;
/// The maximum number of spots for a building that are examined closely.
const MAX_EXAMINED_SPOTS: usize = 16;
/// The number of roads that a missing claim counts as.
const CLAIM_IN_ROADS: u16 = 2;
/// The factor on a worth for each missing road.
const PER_ROAD: f32 = 0.75;
/// The weight of another player's points.
const ENVY: f32 = 0.25;

/// An open space of a building on the map.
struct OpenSpace {
    resource: ResourceId,
    value: f32,
    field: usize,
}

/// A delivery that an own tile could make if roads and bridges connected it.
struct PossibleDelivery {
    from: DistanceField,
    to: DistanceField,
    missing: u16,
    worth: f32,
}

/// An advanced tile that the player plans to build, and its best square.
struct Project {
    resource: ResourceId,
    worth: f32,
    /// The distances from the best square.
    spot: DistanceField,
    /// For each prerequisite, the roads missing to it from the best square, and its distances.
    links: Vec<(u16, DistanceField)>,
    /// The prerequisites on which the player has no claim yet.
    unclaimed: Vec<ResourceId>,
}

/// The tiles of a resource that makes a product together with another resource.
struct Partner {
    /// The demand for the product.
    wanted: f32,
    tiles: Vec<Footprint>,
}

/// The needs of the table from one player's point of view.
pub(super) struct MoveEvaluator<'a> {
    game: &'a Game,
    player: PlayerId,
    open_spaces: Vec<OpenSpace>,
    /// The distances from each unfinished building.
    fields: Vec<DistanceField>,
    /// The demand for another tile of each resource.
    demand: Vec<f32>,
    /// For each resource, those that make a product together with it.
    partners: Vec<Vec<Partner>>,
    /// The squares of each unfinished building.
    buildings: Vec<Footprint>,
    deliveries: Vec<PossibleDelivery>,
    projects: Vec<Project>,
}

impl<'a> MoveEvaluator<'a> {
    pub(super) fn new(game: &'a Game, player: PlayerId) -> Self {
        let contents = game.contents();
        let mut fields = Vec::new();
        let mut open_spaces = Vec::new();
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
                    // The last deliveries to a building are worth more to all players.
                    let mut value = value.0 as f32 + 12.0 / (left * left) as f32;
                    if game.is_solo() {
                        // Everything must be finished, and a marker costs influence at the vote.
                        value = SOLO_DELIVERY + 0.3 * value;
                        value *= if active.marker { MARKED } else { 1.0 };
                    }
                    open_spaces.push(OpenSpace { resource, value, field: fields.len() });
                }
            }
            fields.push(DistanceField::around(game, &squares));
            buildings.push(squares);
        }
        let mut view = Self {
            game,
            player,
            open_spaces,
            fields,
            demand: Vec::new(),
            partners: Vec::new(),
            buildings,
            deliveries: Vec::new(),
            projects: Vec::new(),
        };
        view.demand = view.find_demand();
        view.partners = view.find_partners();
        view.deliveries = view.find_deliveries();
        view.projects = view.find_projects();
        view
    }

    /// Returns the advanced tiles most worth building, among those required and not near yet.
    fn find_projects(&self) -> Vec<Project> {
        let contents = self.game.contents();
        let mut wanted: Vec<(f32, ResourceId, Option<usize>)> = Vec::new();
        for open_space in &self.open_spaces {
            let mut candidates = vec![(open_space.value, open_space.resource)];
            for needed in contents.prerequisites(open_space.resource) {
                if !self.game.has_claim(self.player, needed.resource) {
                    candidates.push((0.6 * open_space.value, needed.resource));
                }
            }
            for (value, resource) in candidates {
                let advanced = !contents.prerequisites(resource).is_empty();
                let nearest = self.missing_roads_to(open_space.field, resource);
                if advanced && nearest.is_none_or(|nearest| nearest > 4) {
                    wanted.push((value, resource, Some(open_space.field)));
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
            if projects.len() < MAX_PROJECTS
                && projects.iter().all(|other| other.resource != resource)
            {
                let building = field.map(|field| &self.fields[field]);
                projects.extend(self.project(value, resource, building));
            }
        }
        projects
    }

    /// Returns the missing roads between a building and the nearest tile of a resource; `None`
    /// without such a tile.
    fn missing_roads_to(&self, field: usize, resource: ResourceId) -> Option<u16> {
        self.game
            .tiles()
            .filter(|tile| tile.resource == resource)
            .map(|tile| self.fields[field].to(self.game, &tile.footprint))
            .min()
    }

    /// Plans a tile on the best square: near its prerequisites and near the building that requires
    /// it.
    fn project(
        &self,
        value: f32,
        resource: ResourceId,
        building: Option<&DistanceField>,
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
                fields.push(DistanceField::around_all(game, &claimed));
            }
        }
        if fields.is_empty() {
            return None;
        }
        let missing = |square: Square| {
            let sources: u16 = fields.iter().map(|field| field.up_to(square)).sum();
            sources + building.map_or(0, |building| building.up_to(square) / 2)
        };
        let best = game
            .board()
            .squares()
            // Own tiles may not touch, so a road has to connect them.
            .filter(|&square| {
                let at = Footprint::single(square);
                game.road_state(square) == Some(false)
                    && self.own_tiles().all(|tile| steps_between(&tile.footprint, &at) > 0)
            })
            .min_by_key(|&square| missing(square))?;
        let roads = missing(best) + CLAIM_IN_ROADS * unclaimed.len() as u16;
        if roads >= FAR {
            return None;
        }
        let links = fields.into_iter().map(|field| (field.up_to(best), field)).collect();
        let worth = value * PER_ROAD.powi(i32::from(roads.saturating_sub(2).min(12)) / 2);
        let spot = DistanceField::around(game, &Footprint::single(best));
        Some(Project { resource, worth, spot, links, unclaimed })
    }

    /// Returns the worth of a road for the projects, if it is between a spot and a source.
    fn worth_for_projects(&self, square: Square) -> f32 {
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

    /// Returns the worth of a claim on a resource for the projects.
    fn claim_for_projects(&self, resource: ResourceId) -> f32 {
        self.projects
            .iter()
            .filter(|project| project.unclaimed.contains(&resource))
            .map(|project| 0.9 * project.worth / project.unclaimed.len() as f32)
            .fold(0.0, f32::max)
    }

    /// Returns for each resource the tiles with which it makes a product.
    fn find_partners(&self) -> Vec<Vec<Partner>> {
        let contents = self.game.contents();
        let mut partners: Vec<Vec<Partner>> = Vec::new();
        for resource in contents.resources() {
            let mut list = Vec::new();
            for product in contents.resources() {
                let made_of = contents.prerequisites(product);
                if !made_of.iter().any(|needed| needed.resource == resource) {
                    continue;
                }
                let wanted = (1.0 + 0.1 * self.demand[product.index()]).min(3.0);
                for needed in made_of.iter().filter(|needed| needed.resource != resource) {
                    let tiles = self
                        .game
                        .map()
                        .tiles_of(needed.resource)
                        .map(|(_, piece)| piece.footprint)
                        .collect();
                    list.push(Partner { wanted, tiles });
                }
            }
            partners.push(list);
        }
        partners
    }

    /// Returns the demand for each resource: required and not near, passed down to prerequisites.
    fn find_demand(&self) -> Vec<f32> {
        let contents = self.game.contents();
        let mut demand = vec![0.0; contents.resources().count()];
        for open_space in &self.open_spaces {
            let missing = self.missing_roads_to(open_space.field, open_space.resource);
            let far = f32::from(missing.unwrap_or(12).min(12)) / 12.0;
            demand[open_space.resource.index()] += open_space.value * far;
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

    fn find_deliveries(&self) -> Vec<PossibleDelivery> {
        let mut deliveries = Vec::new();
        for open_space in &self.open_spaces {
            let own: Vec<TileRef> =
                self.own_tiles().filter(|tile| tile.resource == open_space.resource).collect();
            let Some(building) = self.buildings.get(open_space.field).filter(|_| !own.is_empty())
            else {
                continue;
            };
            let to = DistanceField::for_player(self.game, building, self.player);
            let nearest = own
                .iter()
                .map(|tile| (to.to(self.game, &tile.footprint), tile))
                .min_by_key(|(missing, _)| *missing);
            if let Some((missing, tile)) = nearest
                && (1..FAR).contains(&missing)
            {
                let from = DistanceField::for_player(self.game, &tile.footprint, self.player);
                deliveries.push(PossibleDelivery { from, to, missing, worth: open_space.value });
            }
        }
        deliveries
    }

    /// Returns the worth of a road or bridge on a square, if it is on the route of a delivery.
    fn worth_for_deliveries(&self, square: Square, price: u16) -> f32 {
        self.deliveries
            .iter()
            .map(|delivery| {
                let through = delivery.from.up_to(square) + delivery.to.up_to(square);
                // The square itself is counted from both ends.
                let closer = through == delivery.missing + price;
                if closer {
                    delivery.worth * f32::from(price) / (1.0 + f32::from(delivery.missing))
                } else {
                    0.0
                }
            })
            .fold(0.0, f32::max)
    }

    fn own_tiles(&self) -> impl Iterator<Item = TileRef> + '_ {
        self.game.map().owned_by(self.player).filter_map(|(_, piece)| piece.tile())
    }

    /// Returns the worth of a tile of `resource` on these squares.
    fn worth_of_tile(&self, resource: ResourceId, at: &Footprint) -> f32 {
        let mut worth = 0.15 * self.demand[resource.index()];
        for open_space in
            self.open_spaces.iter().filter(|open_space| open_space.resource == resource)
        {
            let missing = self.fields[open_space.field].to(self.game, at);
            worth += open_space.value * PER_ROAD.powi(i32::from(missing.min(30)));
        }
        if !self.game.owns(self.player).contains(resource) {
            worth += 1.5;
        }
        worth + self.pull_of_projects(resource, at) + self.use_with_partners(resource, at)
    }

    /// Returns the extra worth of a stall near the spot of a project that requires it.
    fn pull_of_projects(&self, resource: ResourceId, at: &Footprint) -> f32 {
        self.projects
            .iter()
            .filter(|project| project.unclaimed.contains(&resource))
            .map(|project| {
                let missing = project.spot.to(self.game, at);
                0.9 * project.worth * PER_ROAD.powi(i32::from(missing.min(30)))
            })
            .sum()
    }

    /// Returns the extra worth of a stall near the tiles with which it makes a product in demand.
    fn use_with_partners(&self, resource: ResourceId, at: &Footprint) -> f32 {
        let board = self.game.board();
        let section = board.section_of(at.first());
        let mut worth = 0.0;
        for partner in &self.partners[resource.index()] {
            let steps = partner
                .tiles
                .iter()
                .filter(|tile| section.is_some() && board.section_of(tile.first()) == section)
                .map(|tile| steps_between(tile, at))
                .min()
                .unwrap_or(20);
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
                0.7 * self.use_with_partners(*resource, &at)
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
            SubAction::Bridge(square) => self.worth_for_deliveries(*square, BRIDGE) - 0.5,
            SubAction::Money => 1.1 - 0.09 * game.money(self.player).0.clamp(0, 14) as f32,
            SubAction::Influence => 0.45,
            SubAction::Road(square) => {
                self.worth_for_deliveries(*square, 1).max(self.worth_for_projects(*square)) - 0.1
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

    /// Returns the worth of access to a resource: high if it is missing for a product in demand.
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
                let have = others
                    .clone()
                    .filter(|needed| self.game.has_claim(self.player, needed.resource))
                    .count();
                let share = (1.0 + have as f32) / (1.0 + others.count() as f32);
                worth += share * (0.6 + 0.2 * self.demand[product.index()]);
            }
        }
        worth.min(4.0) + self.claim_for_projects(resource)
    }

    /// Returns the rough worth of a move to the player, from its sub-actions.
    fn worth(&self, action: &Action) -> f32 {
        match &action.kind {
            ActionKind::ExtraRoad { square, .. } => {
                self.worth_of_sub_action(&SubAction::Road(*square))
            }
            ActionKind::Pass { .. } => 0.12,
            kind => kind
                .sub_actions()
                .iter()
                .map(|sub_action| self.worth_of_sub_action(sub_action))
                .sum(),
        }
    }

    /// Returns the immediate gain of a move, by playing it. Used only for the better moves.
    fn immediate_worth(&self, action: &Action) -> f32 {
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

    /// Returns the best move by worth, with a little randomness to break ties.
    pub(super) fn best(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        let mut ranked: Vec<(f32, &Action)> = Vec::with_capacity(moves.actions.len());
        for action in &moves.actions {
            if !matches!(action.kind, ActionKind::CallVote { .. }) {
                ranked.push((self.worth(action) + 0.2 * rng.f32(), action));
            }
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut shortlist: Vec<(f32, &Action)> = Vec::with_capacity(MAX_PLAYED_MOVES);
        for (worth, action) in ranked {
            if shortlist.len() == MAX_PLAYED_MOVES {
                break;
            }
            // A place that takes a road first is listed only with the best of its roads.
            let place = place_after_road(action);
            if place.is_none()
                || !shortlist.iter().any(|(_, other)| place_after_road(other) == place)
            {
                shortlist.push((worth, action));
            }
        }
        let best = shortlist
            .into_iter()
            .map(|(worth, action)| (worth + self.immediate_worth(action), action))
            .max_by(|a, b| a.0.total_cmp(&b.0));
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

    /// Returns the suitability of a proposal for the player: its own points, and the chance that it
    /// can be finished.
    fn suitability(&self, building: BuildingId) -> f32 {
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
            let on_map = self.game.tiles().any(|tile| tile.resource == resource);
            within_reach *= match contents.tier_of(resource) {
                _ if on_map => 1.0,
                Some(Tier::Basic) => 0.95,
                Some(Tier::Two) => 0.6,
                Some(Tier::Three) | None => 0.25,
            };
        }
        if self.game.is_solo() {
            // Points matter little compared to being able to finish it.
            return (8.0 + 0.2 * own) * within_reach;
        }
        (4.0 + own) * within_reach
    }

    /// Returns the pick of the most suitable proposal, considering its price.
    pub(super) fn best_pick(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        moves
            .actions
            .iter()
            .map(|action| (self.worth_of_pick(action) + 0.2 * rng.f32(), action))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, action)| action.clone())
    }

    fn worth_of_pick(&self, action: &Action) -> f32 {
        match &action.kind {
            ActionKind::Pick { building, payment, .. } => {
                // Fleeting influence would be lost anyway.
                let paid = LASTING_KEPT * payment.lasting as f32;
                self.suitability(*building) - paid
            }
            _ => 0.0,
        }
    }

    /// Returns a vote for the most suitable proposal, with a random share of the fleeting
    /// influence, which would be lost anyway.
    pub(super) fn ballot(&self, tiles: &[VoteTile], rng: &mut Rng) -> Option<Ballot> {
        let proposals = self.game.proposals();
        let (_, tile) = tiles
            .iter()
            .map(|&tile| {
                let proposal = proposals[tile as usize];
                (proposal.map_or(0.0, |building| self.suitability(building)), tile)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        let fleeting = rng.i32(0..=self.game.fleeting(self.player).max(0));
        let lasting =
            if rng.u8(0..8) == 0 { self.game.lasting(self.player).clamp(0, 1) } else { 0 };
        Some(Ballot { player: self.player, tile, fleeting, lasting, seal: None })
    }

    /// Returns the best placement of a building: near the player's suppliers, and reachable for
    /// others.
    pub(super) fn best_place(&self, moves: &Moves, rng: &mut Rng) -> Option<Action> {
        let sample = rng.choose_multiple(&moves.actions, 100);
        let mut ranked: Vec<(f32, &Action)> =
            sample.into_iter().map(|action| (self.worth_of_place(action), action)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate(MAX_EXAMINED_SPOTS);
        ranked
            .into_iter()
            .map(|(worth, action)| (worth + self.reach_from(action), action))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, action)| action.clone())
    }

    /// Returns the rough worth of a building's placement, by straight distances.
    fn worth_of_place(&self, action: &Action) -> f32 {
        let ActionKind::PlaceBuilding { building, footprint, .. } = &action.kind else {
            return 0.0;
        };
        // Space for future tiles.
        let open = self.game.board().squares().filter(|&square| {
            let at = Footprint::single(square);
            self.game.road_state(square) == Some(false) && self.game.same_section(&at, footprint)
        });
        let mut worth = 0.06 * open.count() as f32;
        for space in self.game.contents().spaces(*building) {
            let (Some(resource), Some(value)) = (space.resource, space.value) else {
                continue;
            };
            let mut best: f32 = 0.0;
            for (_, piece) in self.game.map().tiles_of(resource) {
                let steps = f32::from(steps_between(&piece.footprint, footprint));
                let own_share = if piece.is_owned_by(self.player) { 1.0 } else { 0.5 };
                let same = self.game.same_section(&piece.footprint, footprint);
                let share = if same { own_share } else { 0.1 * own_share };
                best = best.max(share * (2.0 + value.0 as f32) / (1.0 + 0.7 * steps));
            }
            let mut sources = 0.0;
            for needed in self.game.contents().prerequisites(resource) {
                let steps = self
                    .game
                    .tiles()
                    .filter(|tile| tile.resource == needed.resource)
                    .filter(|tile| self.game.same_section(&tile.footprint, footprint))
                    .map(|tile| steps_between(&tile.footprint, footprint))
                    .min();
                sources += steps.map_or(0.0, |steps| 1.0 / (1.0 + 0.3 * f32::from(steps)));
            }
            worth += best.max(sources);
        }
        worth
    }

    /// Returns the worth of a building's placement by the roads missing to its suppliers.
    fn reach_from(&self, action: &Action) -> f32 {
        let ActionKind::PlaceBuilding { building, footprint, .. } = &action.kind else {
            return 0.0;
        };
        let game = self.game;
        let field = DistanceField::around(game, footprint);
        let nearness = |resource: ResourceId| {
            let missing = game
                .tiles()
                .filter(|tile| tile.resource == resource)
                .map(|tile| field.to(game, &tile.footprint))
                .min()
                .unwrap_or(FAR);
            PER_ROAD.powi(i32::from(missing.min(30)))
        };
        let mut worth = 0.0;
        for space in game.contents().spaces(*building) {
            let Some(resource) = space.resource else {
                continue;
            };
            let made_of = game.contents().prerequisites(resource);
            let sources = made_of.iter().map(|needed| nearness(needed.resource));
            let makes = if made_of.is_empty() { 0.4 } else { 0.7 * sources.product::<f32>() };
            worth += 6.0 * nearness(resource).max(makes);
        }
        worth
    }
}

/// Returns the squares between two tiles, diagonal steps included; 0 if they touch.
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

/// Returns the tile and its squares for an upgrade that declares roads; `None` for other actions.
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
