//! The connection inspector: what joins two tiles, what is missing, and what a player could do next.
//!
//! Rulebook, "Upgrading Resources" and "Delivering Resources and Earning
//! Points". Nothing here decides a rule: places, prices and claims are asked
//! of the checks that judge actions, and a way that is named has been laid on
//! a trial map and passed them. Which cards are in hand and whose turn it is
//! are left out on purpose, because the answer is a plan and not a move.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::action::{Owner, TileRef};
use super::actions::TradeAs;
use super::board::{Cell, SquareKind};
use super::components::{Counts, Price, Tier};
use super::fact::FactName;
use super::game::Game;
use super::illegal::{Checks, Illegal, MissingFact};
use super::map::{Content, PieceKind};
use super::player::{BuildingId, PieceId, PieceSet, PlayerId, ResourceId};
use super::quantity::{Money, Points};
use super::square::Square;
use super::tile::Footprint;

/// What an action weighs against money: a basic action could have gained $1 instead.
const ACTION_WEIGHT: u16 = 1;
/// What building a bridge or gate costs at the full price (rule 5.15).
const BRIDGE_COST: Money = super::actions::PERSONAL_BUILDING_COST;
/// How many places, those that look cheapest first, are tried out for a tile.
const PLACES_TRIED: usize = 4;
/// More money than any plan costs, so that places and prices can be asked for without it.
const PLENTY: Money = Money(999);
/// What a new bridge or gate weighs with its action; more than a road, which only takes one.
const NEW_BRIDGE: u16 = ACTION_WEIGHT + BRIDGE_COST.0 as u16;
/// A square that nothing leads to.
const FAR: u16 = u16::MAX;

/// How two tiles stand to one another for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// They are connected (rule 2.5).
    Joined {
        /// The shortest way, from a square of the one to a square of the other, both included.
        path: Vec<Square>,
        /// The bridges and gates it runs over, with whose they are.
        bridges: Vec<(PlayerId, Square)>,
    },
    /// They are not, but something could be built that connects them.
    Missing {
        /// The whole way, both ends included.
        path: Vec<Square>,
        /// What is missing on it, in an order in which it can be built where there is one.
        squares: Vec<Square>,
        /// How many of those squares take a road.
        roads: usize,
        /// How many of them take a bridge or gate of the player.
        bridges: usize,
        /// Actions needed: one for each.
        actions: usize,
        /// What they cost at full price; roads are free.
        money: Money,
        /// Whether all of it can be built, one after the other, from what the player owns.
        can_begin: bool,
        /// Other players for whom the two are connected already, by bridges of their own.
        joined_for: Vec<PlayerId>,
    },
    /// Nothing the player could build connects them.
    Impossible {
        /// Why.
        reason: Obstacle,
    },
}

/// Why two tiles cannot be connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// Both are the same tile, or lie on one another.
    #[error("both are the same tile")]
    SameTile,
    /// A square is not on the board.
    #[error("{square} is not on the board")]
    OffBoard {
        /// Which.
        square: Square,
    },
    /// Only more bridges and gates than are left would help.
    #[error("it takes more bridges or gates than the {left} still left")]
    TooFewBridges {
        /// How many are left to the player.
        left: usize,
    },
    /// Tiles, sites and the edge of the city close every way.
    #[error("no free squares lead from one to the other")]
    Enclosed,
    /// Only bridges would help, and how many there are is not known.
    #[error("{}", MissingFact::from(.fact.clone()))]
    Unknown {
        /// The missing fact.
        fact: FactName,
    },
}

/// What a player could work towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Building a tile of an advanced resource.
    Build(ResourceId),
    /// Delivering a resource to an open space of an active building.
    Deliver {
        /// Which building.
        building: BuildingId,
        /// Which space, counted from 0.
        space: usize,
        /// What it asks for.
        resource: ResourceId,
        /// The points printed on the space, where they are known.
        value: Option<Points>,
    },
}

/// How far away a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// One action does it, and the money is there.
    Now,
    /// A way is known that takes more actions or more money.
    Later,
    /// No way was found among those looked at; see [`LOOKED_AT`].
    Blocked,
    /// It hangs on a fact that is not known.
    CannotTell,
}

/// Something that stands between a player and a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The player neither owns nor has access to a tile of the prerequisite.
    NoClaim(ResourceId),
    /// No tile of the prerequisite lies on the board, and none can be imported now.
    NotOnBoard(ResourceId),
    /// The player owns no tile of it, and only owners deliver.
    NoOwnTile(ResourceId),
    /// The player does not control the basic resource to be delivered.
    NotControlled(ResourceId),
    /// All tiles of it lie on the board.
    NoTileLeft(ResourceId),
    /// No free place fits the tile, whatever is connected.
    NoPlace(ResourceId),
    /// What is there is not connected.
    NotConnected,
    /// Money that is missing for the way named, or for the tile itself.
    Money(Money),
    /// A fact that is not known, with the rule that needs it.
    Unknown(MissingFact),
}

/// One step towards a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanStep {
    /// Buying access to a tile.
    Access {
        /// Which tile.
        tile: TileRef,
        /// The price, paid to its owner or, for a neutral tile, to the bank.
        money: Money,
    },
    /// Importing a stall: one's own, or with access a neutral one or another player's.
    Import {
        /// Of which resource.
        resource: ResourceId,
        /// Where it is cheapest.
        at: Square,
        /// The price.
        money: Money,
    },
    /// Building a road.
    Road(Square),
    /// Building a bridge or gate.
    Bridge {
        /// Where.
        at: Square,
        /// The full price.
        money: Money,
    },
    /// Building the tile.
    Build {
        /// Of which resource.
        resource: ResourceId,
        /// Where; nothing if no place was looked for because a stall is imported first.
        at: Option<Footprint>,
        /// The road that comes with a main action.
        road: Option<Square>,
        /// The full price.
        money: Money,
    },
}

/// The cheapest way found to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What to do, in this order.
    pub steps: Vec<PlanStep>,
    /// What it costs in all.
    pub money: Money,
}

impl Plan {
    /// How many actions it takes.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.steps.len()
    }
}

/// A goal, how far away it is, what is missing, and the cheapest way found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// What for.
    pub goal: Goal,
    /// How far away it is.
    pub prospect: Prospect,
    /// What is missing, as things stand.
    pub lacks: Vec<Lack>,
    /// The cheapest way found, if one was.
    pub plan: Option<Plan>,
}

/// What a search for projects looks at, and what it leaves out.
pub const LOOKED_AT: &str = "Considered: claims held, access to tiles on the board, the cheapest \
     import, free places, roads and bridges, at printed prices; an action counts as $1. Not \
     considered: cards in hand, advisers, race and prestige actions, and tiles that would have to be built \
     in between.";

impl Game {
    /// What connects two tiles, or places for tiles, for `player`; or what is missing.
    ///
    /// Roads are preferred to bridges unless more than four of them are saved,
    /// as a bridge costs $4 besides its action. Rules 2.4 to 2.7.
    #[must_use]
    pub fn connection(&self, player: PlayerId, from: &Footprint, to: &Footprint) -> Connection {
        let impossible = |reason| Connection::Impossible { reason };
        let mut squares = from.squares().iter().chain(to.squares());
        if let Some(&square) = squares.find(|&&s| self.board.kind_of(s) == SquareKind::Outside) {
            return impossible(Obstacle::OffBoard { square });
        }
        if from.squares().iter().any(|&square| to.covers(square)) {
            return impossible(Obstacle::SameTile);
        }
        let goal = |cell| to.covers(self.board.square(cell));
        let (left, fact) = self.bridges_left(player);
        let Some(chain) = self.cheapest_chain(player, from, goal, left) else {
            let bridged = self.cheapest_chain(player, from, goal, super::map::MAX_PIECES);
            return impossible(match (bridged, fact) {
                (None, _) => Obstacle::Enclosed,
                (Some(_), Some(fact)) => Obstacle::Unknown { fact },
                (Some(_), None) => Obstacle::TooFewBridges { left },
            });
        };
        let path: Vec<Square> = chain.iter().map(|&cell| self.board.square(cell)).collect();
        let between = chain.get(1..chain.len() - 1).unwrap_or_default();
        let missing: Vec<Cell> =
            between.iter().copied().filter(|&cell| self.map.is_free(cell)).collect();
        if missing.is_empty() {
            let over = between.iter().filter(|&&cell| self.is_bridge(cell));
            let bridges = over.map(|&cell| (player, self.board.square(cell)));
            return Connection::Joined { bridges: bridges.collect(), path };
        }
        let is_joined = |&other: &PlayerId| self.path(other, from, to).is_some();
        let joined_for = self.others(player).filter(is_joined).collect();
        let (order, stuck) = self.clone().build_in_order(player, &missing);
        let roads = missing.iter().filter(|&&cell| self.takes_road(cell)).count();
        let bridges = missing.len() - roads;
        Connection::Missing {
            squares: order.iter().chain(&stuck).map(|&cell| self.board.square(cell)).collect(),
            roads,
            bridges,
            actions: missing.len(),
            money: times(BRIDGE_COST, bridges),
            can_begin: stuck.is_empty(),
            joined_for,
            path,
        }
    }

    /// For every advanced resource, and every open space of an active building: whether `player`
    /// could build or deliver now, what is missing, and the cheapest way found.
    ///
    /// It is a bounded search, [`LOOKED_AT`] says of what: a way that is named works, but there
    /// may be a cheaper one. Advanced resources come first, in the order of the pack.
    #[must_use]
    pub fn could_build(&self, player: PlayerId) -> Vec<Project> {
        let mut survey = Survey::new(self, player);
        let mut projects = Vec::new();
        for resource in self.contents.resources() {
            if self.contents.tier_of(resource) != Some(Tier::Basic) {
                projects.push(survey.build(resource));
            }
        }
        for active in self.active.iter().filter(|active| !active.completed) {
            let spaces = self.contents.spaces(active.building).iter().enumerate();
            for (space, asked) in spaces {
                if let Some(resource) = asked.resource
                    && active.delivered[space].is_none()
                {
                    let goal = Goal::Deliver {
                        building: active.building,
                        space,
                        resource,
                        value: asked.value,
                    };
                    projects.push(survey.deliver(goal, resource, active.piece));
                }
            }
        }
        projects
    }

    /// A connection as a sentence about `player`.
    #[must_use]
    pub fn text_of_connection(&self, player: PlayerId, connection: &Connection) -> String {
        let who = self.player_label(player);
        match connection {
            Connection::Joined { path, bridges } => {
                let between = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
                if between.is_empty() {
                    return format!("Connected for {who}: they are adjacent.");
                }
                let mut parts = vec![format!("Connected for {who} by {}", squares_text(between))];
                for (owner, square) in bridges {
                    let owner = self.player_label(*owner);
                    let what = self.bridge_word(*square);
                    parts.push(format!("over the {what} of {owner} on {square}"));
                }
                format!("{}.", parts.join(", "))
            }
            Connection::Missing { squares, actions, money, can_begin, joined_for, .. } => {
                let what = self.builds_text(squares).join(" and ");
                let actions = counted(*actions, "action");
                let mut sentences = vec![format!(
                    "Not connected for {who}: {what} would join them, {actions} and {money}."
                )];
                if !can_begin {
                    sentences.push(format!(
                        "Nothing {who} owns is connected to all of it yet, so it cannot be built."
                    ));
                }
                sentences.extend(joined_for.iter().map(|&other| {
                    let other = self.player_label(other);
                    format!("For {other} they are connected already.")
                }));
                sentences.join(" ")
            }
            Connection::Impossible { reason } => {
                format!("{who} cannot connect them: {reason}.")
            }
        }
    }

    /// A project as a sentence about `player`, its steps numbered.
    #[must_use]
    pub fn text_of_project(&self, player: PlayerId, project: &Project) -> String {
        let head = self.head_of_project(player, project);
        match self.steps_of_project(project).as_slice() {
            [] => format!("{head}."),
            [step] => format!("{head}: {step}."),
            steps => {
                let numbered =
                    steps.iter().zip(1..).map(|(step, number)| format!("{number}. {step}"));
                format!("{head}: {}.", numbered.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// What a project comes to, without its steps and a full stop.
    #[must_use]
    pub fn head_of_project(&self, player: PlayerId, project: &Project) -> String {
        let who = self.player_label(player);
        let name = |resource| self.contents.resource_name(resource);
        let goal = match project.goal {
            Goal::Build(resource) => format!("build {}", name(resource)),
            Goal::Deliver { building, resource, .. } => {
                format!("deliver {} to {}", name(resource), self.contents.building_name(building))
            }
        };
        let lacks: Vec<String> =
            project.lacks.iter().map(|lack| self.text_of_lack(player, lack)).collect();
        match (project.prospect, &project.plan) {
            (Prospect::Now, Some(plan)) if plan.steps.is_empty() => {
                format!("{who} could {goal} now: it is connected, and any action will do")
            }
            (Prospect::Now, Some(_)) => format!("{who} could {goal} now"),
            (Prospect::Later, Some(plan)) => {
                let short = project.lacks.iter().find_map(|lack| match lack {
                    Lack::Money(short) => Some(format!(", {short} more than {who} has")),
                    Lack::NoClaim(_)
                    | Lack::NotOnBoard(_)
                    | Lack::NoOwnTile(_)
                    | Lack::NotControlled(_)
                    | Lack::NoTileLeft(_)
                    | Lack::NoPlace(_)
                    | Lack::NotConnected
                    | Lack::Unknown(_) => None,
                });
                let short = short.unwrap_or_default();
                let sum = counted(plan.actions(), "action");
                format!("{who} could {goal} in {sum} for {}{short}", plan.money)
            }
            (Prospect::CannotTell, _) => {
                format!("Cannot tell whether {who} could {goal}: {}", lacks.join("; "))
            }
            (Prospect::Now | Prospect::Later | Prospect::Blocked, _) => {
                format!("{who} cannot {goal}: {}", lacks.join("; "))
            }
        }
    }

    /// The steps to a project that can be reached, in order; roads that follow one another are
    /// taken together.
    #[must_use]
    pub fn steps_of_project(&self, project: &Project) -> Vec<String> {
        let steps = match (project.prospect, &project.plan) {
            (Prospect::Now | Prospect::Later, Some(plan)) => plan.steps.as_slice(),
            (Prospect::CannotTell | Prospect::Blocked, _) | (_, None) => &[],
        };
        let is_road = |step: &PlanStep| matches!(step, PlanStep::Road(_));
        let runs = steps.chunk_by(|a, b| is_road(a) && is_road(b));
        let runs = runs.map(|run| match run {
            [one] => self.text_of_step(*one),
            roads => {
                let squares = roads.iter().filter_map(|step| match step {
                    PlanStep::Road(at) => Some(*at),
                    PlanStep::Access { .. }
                    | PlanStep::Import { .. }
                    | PlanStep::Bridge { .. }
                    | PlanStep::Build { .. } => None,
                });
                let squares: Vec<Square> = squares.collect();
                format!("roads on {}", squares_text(&squares))
            }
        });
        runs.collect()
    }

    fn text_of_step(&self, step: PlanStep) -> String {
        let name = |resource| self.contents.resource_name(resource);
        match step {
            PlanStep::Access { tile, money } => {
                let at = tile.footprint.first();
                format!("access to {} {at} for {money}", name(tile.resource))
            }
            PlanStep::Import { resource, at, money } => {
                format!("import {} at {at} for {money}", name(resource))
            }
            PlanStep::Road(at) => format!("a road on {at}"),
            PlanStep::Bridge { at, money } => {
                format!("a {} on {at} for {money}", self.bridge_word(at))
            }
            PlanStep::Build { resource, at, road, money } => {
                let place =
                    at.map_or_else(String::new, |at| format!(" on {}", squares_text(at.squares())));
                let road = road
                    .map_or_else(String::new, |at| format!(", with the card's own road on {at}"));
                format!("{}{place} for {money}{road}", name(resource))
            }
        }
    }

    fn text_of_lack(&self, player: PlayerId, lack: &Lack) -> String {
        let who = self.player_label(player);
        let name = |resource: &ResourceId| self.contents.resource_name(*resource);
        match lack {
            Lack::NoClaim(resource) => format!("{who} has no claim on any {}", name(resource)),
            Lack::NotOnBoard(resource) => {
                let name = name(resource);
                format!("no tile of {name} is on the board, nor can be imported now")
            }
            Lack::NoOwnTile(resource) => format!("{who} owns no {} tile", name(resource)),
            Lack::NotControlled(resource) => format!("{who} does not control {}", name(resource)),
            Lack::NoTileLeft(resource) => format!("no {} tile is left", name(resource)),
            Lack::NoPlace(resource) => format!("no place for {} was found", name(resource)),
            // Said only where no plan was found.
            Lack::NotConnected => "no way to connect what is needed was found".to_owned(),
            Lack::Money(short) => format!("{who} is {short} short"),
            Lack::Unknown(missing) => missing.to_string(),
        }
    }

    /// "roads on B1 C1" and "a bridge on D1".
    fn builds_text(&self, squares: &[Square]) -> Vec<String> {
        let land = |square: &Square| self.board.kind_of(*square).is_land();
        let roads: Vec<Square> = squares.iter().copied().filter(land).collect();
        let mut parts = match roads.as_slice() {
            [] => Vec::new(),
            [one] => vec![format!("a road on {one}")],
            several => vec![format!("roads on {}", squares_text(several))],
        };
        for &at in squares.iter().filter(|square| !land(square)) {
            parts.push(format!("a {} on {at}", self.bridge_word(at)));
        }
        parts
    }

    fn bridge_word(&self, at: Square) -> &'static str {
        if self.board.kind_of(at) == SquareKind::Wall { "gate" } else { "bridge" }
    }

    fn is_bridge(&self, cell: Cell) -> bool {
        match self.map.content(cell) {
            Content::Piece(id) => matches!(self.map.piece(id).kind, PieceKind::Bridge(_)),
            Content::Free | Content::Road => false,
        }
    }

    fn takes_road(&self, cell: Cell) -> bool {
        self.board.kind(cell).is_land()
    }

    /// Bridges and gates the player can still build; none if how many there are is not known.
    fn bridges_left(&self, player: PlayerId) -> (usize, Option<FactName>) {
        match self.count(Counts::bridges) {
            Ok(all) => {
                let left = all - i32::from(self.bridges(player));
                (usize::try_from(left).unwrap_or(0), None)
            }
            Err(fact) => (0, Some(fact)),
        }
    }

    /// For every square, what it takes to lead a chain of roads over it; [`FAR`] where none can go.
    fn tolls(&self, player: PlayerId) -> Vec<u16> {
        let toll = |cell: Cell| match self.map.content(cell) {
            Content::Road => 0,
            Content::Piece(id) => {
                let piece = self.map.piece(id);
                let bridge = matches!(piece.kind, PieceKind::Bridge(_));
                if bridge && piece.is_owned_by(player) { 0 } else { FAR }
            }
            Content::Free => match self.board.kind(cell) {
                SquareKind::Land(_) | SquareKind::UnknownLand => ACTION_WEIGHT,
                SquareKind::River | SquareKind::Wall => NEW_BRIDGE,
                SquareKind::Reserved(_) | SquareKind::Outside => FAR,
            },
        };
        self.board.cells().map(toll).collect()
    }

    /// The cheapest chain from a square of `from` to one that `goal` accepts, both included;
    /// among equally cheap ones the shortest. It takes at most `left` new bridges.
    fn cheapest_chain(
        &self,
        player: PlayerId,
        from: &Footprint,
        goal: impl Fn(Cell) -> bool,
        left: usize,
    ) -> Option<Vec<Cell>> {
        let tolls = self.tolls(player);
        let goals: Vec<bool> = self.board.cells().map(goal).collect();
        // The cheapest way of all seldom takes too many; if so, ways are told apart by how many.
        let (chain, bridges) = self.search_chain(from, &goals, &tolls, None)?;
        if bridges <= left {
            return Some(chain);
        }
        let (chain, _) = self.search_chain(from, &goals, &tolls, Some(left))?;
        Some(chain)
    }

    /// The cheapest chain, and how many new bridges it takes. With a limit, a square is looked at
    /// once for every number of bridges used on the way there.
    fn search_chain(
        &self,
        from: &Footprint,
        goals: &[bool],
        tolls: &[u16],
        limit: Option<usize>,
    ) -> Option<(Vec<Cell>, usize)> {
        let cells = self.board.cell_count();
        let most = limit.unwrap_or(usize::MAX);
        let layers = limit.map_or(1, |left| left + 1);
        let node = |cell: Cell, used: usize| used.min(layers - 1) * cells + usize::from(cell);
        // What a way costs, how long it is, and the new bridges on it.
        let mut best = vec![(FAR, FAR, usize::MAX); cells * layers];
        let mut before: Vec<Option<(Cell, usize)>> = vec![None; cells * layers];
        let mut open = BinaryHeap::new();
        for &square in from.squares() {
            let cell = self.board.cell(square)?;
            best[node(cell, 0)] = (0, 0, 0);
            open.push(Reverse((0, 0, cell, 0)));
        }
        while let Some(Reverse((cost, length, here, used))) = open.pop() {
            if (cost, length, used) > best[node(here, used)] {
                continue;
            }
            if goals[usize::from(here)] {
                let mut chain = vec![here];
                let mut at = node(here, used);
                while let Some((earlier, used)) = before[at] {
                    chain.push(earlier);
                    at = node(earlier, used);
                }
                chain.reverse();
                return Some((chain, used));
            }
            for &there in self.board.linked(here) {
                let index = usize::from(there);
                let toll = if goals[index] { 0 } else { tolls[index] };
                let used = used + usize::from(toll == NEW_BRIDGE);
                if toll == FAR || used > most {
                    continue;
                }
                let way = (cost + toll, length + 1, used);
                let next = node(there, used);
                if way < best[next] {
                    best[next] = way;
                    before[next] = Some((here, way.2 - usize::from(toll == NEW_BRIDGE)));
                    open.push(Reverse((way.0, way.1, there, used)));
                }
            }
        }
        None
    }

    /// For every square, what a chain costs that would connect something there to one of
    /// `pieces`, with the tolls of a player.
    fn chain_costs(&self, tolls: &[u16], pieces: PieceSet, bridges: bool) -> Vec<u16> {
        let cells = self.board.cell_count();
        let mut over = vec![FAR; cells];
        let mut at = vec![FAR; cells];
        let mut open = BinaryHeap::new();
        for id in pieces.iter() {
            for &square in self.map.piece(id).footprint.squares() {
                if let Some(cell) = self.board.cell(square) {
                    over[usize::from(cell)] = 0;
                    open.push(Reverse((0, cell)));
                }
            }
        }
        while let Some(Reverse((so_far, here))) = open.pop() {
            if so_far > over[usize::from(here)] {
                continue;
            }
            for &there in self.board.linked(here) {
                let index = usize::from(there);
                at[index] = at[index].min(so_far);
                let toll = tolls[index];
                if toll == FAR || toll == NEW_BRIDGE && !bridges {
                    continue;
                }
                let total = so_far + toll;
                if total < over[index] {
                    over[index] = total;
                    open.push(Reverse((total, there)));
                }
            }
        }
        at
    }

    /// Lays roads and bridges one after the other, each connected to something owned (rule 2.7),
    /// in an order found on the way; gives that order, and what could not be laid.
    fn build_in_order(&mut self, player: PlayerId, builds: &[Cell]) -> (Vec<Cell>, Vec<Cell>) {
        let mut order = Vec::with_capacity(builds.len());
        let mut waiting = builds.to_vec();
        loop {
            let own = self.own_targets(player);
            let next = waiting.iter().position(|&cell| {
                let link = self.map.link_of_cell(&self.board, cell);
                link.connects(own)
            });
            let Some(next) = next else {
                return (order, waiting);
            };
            let cell = waiting.remove(next);
            self.lay(player, cell);
            order.push(cell);
        }
    }

    /// Lays a road or, on river and wall, a bridge or gate of the player on a free square.
    fn lay(&mut self, player: PlayerId, cell: Cell) {
        if self.takes_road(cell) {
            self.map.add_road(&self.board, cell);
        } else if let Some(number) = self.map.next_bridge(player) {
            let at = Footprint::single(self.board.square(cell));
            let owner = Some(Owner::Player(player));
            self.map.place(&self.board, PieceKind::Bridge(number), at, owner);
            self.players[player.index()].bridges += 1;
        }
    }
}

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
struct Survey<'a> {
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
    fn new(game: &'a Game, player: PlayerId) -> Self {
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
    fn build(&mut self, resource: ResourceId) -> Project {
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
        game.contents.resource_shape(resource)?;
        for claim in claims.iter().flatten() {
            let bridges = self.bridges_left > 0;
            self.costs.entry(claim.piece).or_insert_with(|| {
                game.chain_costs(&self.tolls, [claim.piece].into_iter().collect(), bridges)
            });
        }
        let mut found: Vec<(u16, Footprint, Vec<Claim>)> = Vec::new();
        let mut doubt = None;
        for way in game.contents.resource_ways(resource) {
            if let Err(fact) = game.contents.sure_resource_way(resource, way) {
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
        let rule = super::rulebook::Rule::UpgradePlacement;
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
    fn deliver(&mut self, goal: Goal, resource: ResourceId, to: PieceId) -> Project {
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

fn times(money: Money, count: usize) -> Money {
    Money(money.0 * count as i32)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn squares_text(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sample::table;

    /// Tables with little, some and much on them.
    fn positions(seed: u64) -> Vec<Game> {
        let tries = [60, 200, 600, 1500];
        tries.map(|tries| table(seed, tries)).into()
    }

    #[test]
    fn the_inspector_and_the_rules_agree_on_what_is_connected() {
        let mut verdicts = BTreeSet::new();
        for game in positions(1) {
            let pieces: Vec<_> = game.map.pieces().map(|(id, piece)| (id, *piece)).collect();
            for player in game.players() {
                for (from, a) in &pieces {
                    for (to, b) in pieces.iter().filter(|(to, _)| to != from) {
                        let targets = game.map.targets(player, [*to].into_iter().collect());
                        let connected = game.map.link_of(*from).connects(targets);
                        let found = game.connection(player, &a.footprint, &b.footprint);
                        let joined = matches!(found, Connection::Joined { .. });
                        verdicts.insert(joined);
                        assert_eq!(joined, connected, "{:?} {:?}", a.footprint, b.footprint);
                    }
                }
            }
        }
        assert_eq!(verdicts.len(), 2, "some tiles are connected and some are not");
    }

    #[test]
    fn what_is_said_to_be_missing_connects_once_it_is_built() {
        for game in positions(2) {
            let pieces: Vec<_> = game.map.pieces().map(|(_, piece)| *piece).collect();
            for player in game.players() {
                for (index, a) in pieces.iter().enumerate() {
                    for b in &pieces[..index] {
                        let found = game.connection(player, &a.footprint, &b.footprint);
                        let Connection::Missing { squares, .. } = found else {
                            continue;
                        };
                        let mut built = game.clone();
                        for square in squares {
                            let cell = built.board.cell(square).expect("it is on the board");
                            built.lay(player, cell);
                        }
                        let found = built.connection(player, &a.footprint, &b.footprint);
                        assert!(matches!(found, Connection::Joined { .. }));
                    }
                }
            }
        }
    }

    /// Stalls imported one after another have a square each, and the player's own keep apart.
    #[test]
    fn no_two_steps_of_a_plan_import_to_one_square() {
        for game in positions(5).into_iter().chain(positions(6)) {
            for player in game.players() {
                for project in game.could_build(player) {
                    let steps = project.plan.iter().flat_map(|plan| &plan.steps);
                    let stalls: Vec<Square> = steps
                        .filter_map(|step| match step {
                            PlanStep::Import { at, .. } => Some(*at),
                            _ => None,
                        })
                        .collect();
                    let distinct: BTreeSet<Square> = stalls.iter().copied().collect();
                    assert_eq!(distinct.len(), stalls.len(), "{project:?}");
                }
            }
        }
    }

    /// What can be built at once is offered as a move by the rules, and the other way round.
    #[test]
    fn what_could_be_built_now_is_what_the_rules_offer() {
        for mut game in positions(3).into_iter().chain(positions(4)) {
            for player in game.players() {
                game.players[player.index()].money = PLENTY;
            }
            for player in game.players() {
                for project in game.could_build(player) {
                    let Goal::Build(resource) = project.goal else {
                        continue;
                    };
                    let placed = |game: &Game| {
                        let mut checks = Checks::quick();
                        let terms =
                            game.check_build_terms(&mut checks, player, resource, Price::Full);
                        let Some(terms) = terms.filter(|_| checks.clear()) else {
                            return false;
                        };
                        let ways = game.contents.resource_ways(resource);
                        let corners = || game.board.squares();
                        let mut spots =
                            ways.flat_map(|way| corners().filter_map(|corner| way.at(corner)));
                        spots.any(|at| {
                            let mut checks = Checks::quick();
                            game.check_build_site(&mut checks, player, resource, &at, &terms);
                            checks.clear()
                        })
                    };
                    let without_road = project.plan.as_ref().is_some_and(|plan| {
                        matches!(plan.steps[..], [PlanStep::Build { road: None, .. }])
                    });
                    assert_eq!(without_road, placed(&game), "{project:?}");
                }
            }
        }
    }
}
