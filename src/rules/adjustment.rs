//! Table items identified by kind and position, and corrections of them.

use super::player::{Card, PlayerId};
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::quantity::{Money, Points, Quantity};
use components::square::Square;
use components::tile::Footprint;

/// A resource tile, identified by its resource and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileRef {
    /// Its resource.
    pub resource: ResourceId,
    /// Its squares.
    pub footprint: Footprint,
}

/// The place of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerPlace {
    /// The player's own race mat.
    Race,
    /// The card of an active prestige building.
    Building(BuildingId),
}

/// A correction by the referee, or one item of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Adjustment {
    /// Points of a player.
    Points(PlayerId, Amount<Points>),
    /// Money of a player.
    Money(PlayerId, Amount<Money>),
    /// Fleeting influence of a player.
    Fleeting(PlayerId, Amount<i32>),
    /// Lasting influence of a player.
    Lasting(PlayerId, Amount<i32>),
    /// Places a road that costs nothing.
    AddRoad(Square),
    /// Places a resource tile, owned by a player or neutral.
    AddTile(TileRef, Owner),
    /// Places a house of a player.
    AddHouse(PlayerId, Square),
    /// Places a bridge or gate of a player.
    AddBridge(PlayerId, Square),
    /// Places a prestige building and makes its card active.
    AddBuilding(BuildingId, Footprint),
    /// Removes everything from a square.
    Clear(Square),
    /// Exchanges the owner's token on a tile.
    SetOwner(TileRef, Owner),
    /// Adds or removes an access token under a tile.
    Access { player: PlayerId, tile: TileRef, has_access: bool },
    /// Adds a delivery token to a building's space for a resource.
    AddDelivery(BuildingId, ResourceId, Owner),
    /// Removes the delivery token from a building's space.
    RemoveDelivery(BuildingId, ResourceId),
    /// Places or removes a worker.
    Worker { player: PlayerId, place: WorkerPlace, is_there: bool },
    /// The place of a player's card: in the hand, played, or gone.
    Card(PlayerId, Card, CardPlace),
    /// A race for a player; only in a position.
    Race(PlayerId, RaceId),
    /// The resources a player controls, that of the race first; only in a position.
    Controls(PlayerId, Vec<ResourceId>),
    /// The proposals on offer, from the left; only in a position.
    Proposals(Vec<BuildingId>),
    /// The advisers on offer, from the left; only in a position.
    Advisers(Vec<AdviserId>),
    /// The player who has the turn; only in a position.
    Turn(PlayerId),
    /// Places or removes the neutral marker on a building of a solo game.
    Marker { building: BuildingId, is_there: bool },
    /// The cycle of a solo game, counted from 1.
    Cycle(u8),
    /// The achievements of the game; only in a position.
    Achievements(Vec<AchievementId>),
    /// Marks an achievement as scored or not scored.
    Scored { achievement: AchievementId, is_scored: bool },
    /// Removes a prestige building from the game because nothing on the map has room for it.
    Gone(BuildingId),
}

impl Adjustment {
    /// Returns the adjustment of a player's number; `None` for income, which follows from tiles
    /// owned.
    pub fn number(player: PlayerId, quantity: Quantity, amount: Amount<i32>) -> Option<Self> {
        match quantity {
            Quantity::Points => Some(Self::Points(player, amount.map(Points))),
            Quantity::Money => Some(Self::Money(player, amount.map(Money))),
            Quantity::Fleeting => Some(Self::Fleeting(player, amount)),
            Quantity::Lasting => Some(Self::Lasting(player, amount)),
            Quantity::Income => None,
        }
    }
}

/// A new amount, or a change of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount<T> {
    /// Exactly this much.
    Set(T),
    /// This much more, or less if below zero.
    Change(T),
}

impl<T> Amount<T> {
    /// Converts the amount to another unit.
    pub fn map<U>(self, unit: impl Fn(T) -> U) -> Amount<U> {
        match self {
            Self::Set(new) => Amount::Set(unit(new)),
            Self::Change(by) => Amount::Change(unit(by)),
        }
    }
}

/// The owner of a resource tile, by the token on top of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A neutral token.
    Neutral,
    /// A player's token.
    Player(PlayerId),
}

impl Owner {
    /// Returns the player, or `None` if neutral.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Neutral => None,
            Self::Player(player) => Some(player),
        }
    }
}

/// The place of a player's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In the player's hand.
    Hand,
    /// Played, in front of the player.
    Played,
    /// Not with the player any more.
    Gone,
}
