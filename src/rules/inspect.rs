//! The connection inspector: what joins two tiles, what is missing, and what a player could do next.
//! `narration` puts it into words.
//!
//! Rulebook, "Upgrading Resources" and "Delivering Resources and Earning
//! Points". Nothing here decides a rule: places, prices and claims are asked
//! of the checks that judge actions, and a way that is named has been laid on
//! a trial map and passed them. Which cards are in hand and whose turn it is
//! are left out on purpose, because the answer is a plan and not a move.

mod chain;
mod survey;
#[cfg(test)]
mod tests;

use super::adjustment::TileRef;
use super::game::Game;
use super::illegal::MissingFact;
use super::player::PlayerId;
use chain::BRIDGE_COST;
use components::board::{Cell, SquareKind};
use components::fact_id::FactId;
use components::ids::{BuildingId, ResourceId};
use components::quantity::{Money, Points};
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;
use survey::Survey;

/// How two tiles stand to one another for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
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
    Impossible { reason: Obstacle },
}

/// Why two tiles cannot be connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Obstacle {
    /// Both are the same tile, or lie on one another.
    #[error("both are the same tile")]
    SameTile,
    /// A square is not on the board.
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
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
    Unknown { fact: FactId },
}

/// What a player could work towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Goal {
    /// Building a tile of an advanced resource.
    Build(ResourceId),
    /// Delivering a resource to an open space of an active building.
    Deliver {
        building: BuildingId,
        /// Which space, counted from 0.
        space: usize,
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
    /// No way was found among those looked at.
    Blocked,
    /// It hangs on a fact that is not known.
    CannotTell,
}

/// Something that stands between a player and a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The player's first stall is still to be placed (rule 3.9).
    NoFirstStall,
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
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum PlanStep {
    /// Buying access to a tile.
    Access {
        tile: TileRef,
        /// The price, paid to its owner or, for a neutral tile, to the bank.
        money: Money,
    },
    /// Importing a stall: one's own, or with access a neutral one or another player's.
    Import { resource: ResourceId, at: Square, money: Money },
    /// Building a road.
    Road(Square),
    /// Building a bridge or gate.
    Bridge { at: Square, money: Money },
    /// Building the tile.
    Build {
        resource: ResourceId,
        at: Footprint,
        /// The road that comes with a main action.
        road: Option<Square>,
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

impl Game {
    /// What connects two tiles, or places for tiles, for `player`; or what is missing.
    ///
    /// Roads are preferred to bridges unless more than four of them are saved,
    /// as a bridge costs $4 besides its action. Rules 2.4 to 2.7.
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
            money: Money(BRIDGE_COST.0 * bridges as i32),
            can_begin: stuck.is_empty(),
            joined_for,
            path,
        }
    }

    /// For every advanced resource, and every open space of an active building: whether `player`
    /// could build or deliver now, what is missing, and the cheapest way found.
    ///
    /// It is a bounded search over claims held, access to tiles on the board, the cheapest import,
    /// free places, roads and bridges, at printed prices: a way that is named was tried out on a
    /// copy and works, but there may be a cheaper one. Before the player's first stall there is none. Advanced resources come first, in the order of the pack.
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
}
