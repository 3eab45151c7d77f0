//! The connection inspector: the connection of two tiles, missing links, and a player's possible
//! projects. `narration` puts them into words.
//!
//! Rulebook, "Upgrading Resources" and "Delivering Resources and Earning Points". Nothing here
//! decides a rule: places, prices and claims come from the checks that judge actions, and every
//! plan has been placed on a trial map and passed them. Cards in hand and the turn are ignored on
//! purpose, because the answer is a plan and not a move.

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

/// The connection of two tiles for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Connection {
    /// They are connected (rule 2.5).
    Joined {
        /// The shortest route, from a square of one to a square of the other, both included.
        path: Vec<Square>,
        /// The bridges and gates on it, with their owners.
        bridges: Vec<(PlayerId, Square)>,
    },
    /// They are not connected, but pieces could be built that connect them.
    Missing {
        /// The whole route, both ends included.
        path: Vec<Square>,
        /// The missing squares, in an order in which they can be built if there is one.
        squares: Vec<Square>,
        /// The number of those squares that take a road.
        roads: usize,
        /// The number of them that take a bridge or gate of the player.
        bridges: usize,
        /// The number of actions needed: one for each.
        actions: usize,
        /// The cost at full price; roads are free.
        money: Money,
        /// `true` if all of it can be built, one after another, from the player's own pieces.
        can_begin: bool,
        /// Other players for whom the two are already connected, by bridges of their own.
        joined_for: Vec<PlayerId>,
    },
    /// Nothing the player could build connects them.
    Impossible { reason: Obstacle },
}

/// The reason why two tiles cannot be connected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Obstacle {
    /// Both are the same tile, or overlap.
    #[error("both are the same tile")]
    SameTile,
    /// A square is not on the board.
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
    /// Only more bridges and gates than are left would help.
    #[error("it takes more bridges or gates than the {left} still left")]
    TooFewBridges {
        /// The number left to the player.
        left: usize,
    },
    /// Tiles, sites and the edge of the city block every route.
    #[error("no free squares lead from one to the other")]
    Enclosed,
    /// Only bridges would help, and their number in the box is unknown.
    #[error("{}", MissingFact::from(.fact.clone()))]
    Unknown { fact: FactId },
}

/// A goal that a player could work towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Goal {
    /// Building a tile of an advanced resource.
    Build(ResourceId),
    /// Delivering a resource to an open space of an active building.
    Deliver {
        building: BuildingId,
        /// The space, counted from 0.
        space: usize,
        resource: ResourceId,
        /// The points printed on the space, if known.
        value: Option<Points>,
    },
}

/// The distance to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// Possible with one action and the money held.
    Now,
    /// A plan exists that takes more actions or more money.
    Later,
    /// The search found no plan.
    Blocked,
    /// Depends on an unknown fact.
    CannotTell,
}

/// A requirement of a goal that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingRequirement {
    /// The player's first stall is still to be placed (rule 3.9).
    NoFirstStall,
    /// The player neither owns nor has access to a tile of the prerequisite.
    NoClaim(ResourceId),
    /// No tile of the prerequisite is on the board, and none can be imported now.
    NotOnBoard(ResourceId),
    /// The player owns no tile of it, and only owners deliver.
    NoOwnTile(ResourceId),
    /// The player does not control the basic resource to be delivered.
    NotControlled(ResourceId),
    /// All tiles of the resource are on the board.
    NoTileLeft(ResourceId),
    /// No free place fits the tile, even ignoring connections.
    NoPlace(ResourceId),
    /// The existing tiles are not connected.
    NotConnected,
    /// The money missing for the plan, or for the tile itself.
    Money(Money),
    /// An unknown fact, with the rule that needs it.
    Unknown(MissingFact),
}

/// A step towards a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum PlanStep {
    /// Buying access to a tile.
    Access {
        tile: TileRef,
        /// The price, paid to its owner or, for a neutral tile, to the bank.
        money: Money,
    },
    /// Importing a stall: an own one or, with access, a neutral one or another player's.
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

/// The cheapest plan found for a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildPlan {
    /// The steps, in order.
    pub steps: Vec<PlanStep>,
    /// The total cost.
    pub money: Money,
}

impl BuildPlan {
    /// Returns the number of actions.
    pub fn actions(&self) -> usize {
        self.steps.len()
    }
}

/// A goal with its distance, missing requirements, and cheapest plan found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProject {
    /// The goal.
    pub goal: Goal,
    /// The distance to it.
    pub prospect: Prospect,
    /// The requirements not met now.
    pub missing: Vec<MissingRequirement>,
    /// The cheapest plan found.
    pub plan: Option<BuildPlan>,
}

impl Game {
    /// Returns the connection of two tiles, or places for tiles, for `player`.
    ///
    /// Roads are preferred to a bridge unless it saves more than four of them, because a bridge
    /// costs $4 besides its action. Rules 2.4 to 2.7.
    ///
    /// # Examples
    ///
    /// Two squares that share only a corner are adjacent, and so connected (rule 2.3):
    ///
    /// ```
    /// use components::tile::Footprint;
    /// use rules::inspect::Connection;
    /// use rules::{Game, Setup};
    ///
    /// let setup = Setup {
    ///     pack: packs::find("practice")?,
    ///     board: "Three Rivers".to_owned(),
    ///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
    ///     ..Setup::default()
    /// };
    /// let game = Game::new(&setup)?;
    /// let anna = game.players().next().expect("two players");
    ///
    /// let corner = "F3".parse()?;
    /// let other = "G4".parse()?;
    /// let found = game.connection(anna, &Footprint::single(corner), &Footprint::single(other));
    /// assert!(matches!(found, Connection::Joined { path, .. } if path == [corner, other]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connection(&self, player: PlayerId, from: &Footprint, to: &Footprint) -> Connection {
        let mut squares = from.squares().iter().chain(to.squares());
        if let Some(&square) = squares.find(|&&s| self.board.kind_of(s) == SquareKind::Outside) {
            return Connection::Impossible { reason: Obstacle::OffBoard { square } };
        }
        if from.squares().iter().any(|&square| to.covers(square)) {
            return Connection::Impossible { reason: Obstacle::SameTile };
        }
        let goal = |cell| to.covers(self.board.square(cell));
        let (left, fact) = self.bridges_left(player);
        let Some(chain) = self.cheapest_chain(player, from, goal, left) else {
            let bridged = self.cheapest_chain(player, from, goal, super::map::MAX_PIECES);
            let reason = match (bridged, fact) {
                (None, _) => Obstacle::Enclosed,
                (Some(_), Some(fact)) => Obstacle::Unknown { fact },
                (Some(_), None) => Obstacle::TooFewBridges { left },
            };
            return Connection::Impossible { reason };
        };
        let path: Vec<Square> = chain.iter().map(|&cell| self.board.square(cell)).collect();
        let between = chain.get(1..chain.len() - 1).unwrap_or_default();
        let missing: Vec<Cell> =
            between.iter().copied().filter(|&cell| self.map.is_free(cell)).collect();
        if missing.is_empty() {
            let bridges = between
                .iter()
                .filter(|&&cell| self.is_bridge(cell))
                .map(|&cell| (player, self.board.square(cell)))
                .collect();
            return Connection::Joined { bridges, path };
        }
        let joined_for =
            self.others(player).filter(|&other| self.path(other, from, to).is_some()).collect();
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

    /// Returns a project for every advanced resource, and for every open space of an active
    /// building, with the cheapest plan found.
    ///
    /// This is a bounded search over claims held, access to tiles on the board, the cheapest
    /// import, free places, roads and bridges, at printed prices. Every plan was tried on a copy
    /// and works, but a cheaper one may exist. Before the player's first stall there are no plans.
    /// Advanced resources come first, in the order of the pack.
    pub fn projects(&self, player: PlayerId) -> Vec<BuildProject> {
        let mut survey = Survey::new(self, player);
        let mut projects = Vec::new();
        for resource in self.contents.resources() {
            if self.contents.tier_of(resource) != Some(Tier::Basic) {
                projects.push(survey.build(resource));
            }
        }
        for active in self.active.iter().filter(|active| !active.completed) {
            let spaces = self.contents.spaces(active.building).iter().enumerate();
            for (space, printed) in spaces {
                if let Some(resource) = printed.resource
                    && active.delivered[space].is_none()
                {
                    let goal = Goal::Deliver {
                        building: active.building,
                        space,
                        resource,
                        value: printed.value,
                    };
                    projects.push(survey.deliver(goal, resource, active.piece));
                }
            }
        }
        projects
    }
}
