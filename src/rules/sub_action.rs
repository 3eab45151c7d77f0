//! Sub-actions: the uses of one decision of a card's text, a follow action, a basic action or a
//! bonus.
//!
//! A sub-action is one row of `sub_actions!`: its fields, and the [`Operand`] that they form. The
//! notation, the entry of an action, its preview on the board and the candidates of move generation
//! depend only on the operand: a new sub-action with an existing operand changes none of them.
//! Keywords and labels are columns of [`SubActionKind`].
//!
//! Rulebook, "Call to Work" and "Basic Actions".

use super::adjustment::{Adjustment, TileRef, WorkerPlace};
use super::player::Card;
use components::effect::SubActionKind;
use components::ids::{AdviserId, BuildingId, ResourceId};
use components::square::Square;
use components::tile::Footprint;

/// A road declared together with the tile it connects to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRoad {
    /// The square.
    pub square: Square,
    /// `true` if it is declared before the tile, `false` if after it.
    pub first: bool,
}

/// The card or mat whose text is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSource {
    /// A card played face up.
    Card(Card),
    /// The own race mat, by a worker.
    Race,
    /// The card of a prestige building, by a worker.
    Building(BuildingId),
}

/// An advanced resource building to place, with the roads that are declared together with it.
/// Rules 5.10 to 5.13.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The resource that is built.
    pub resource: ResourceId,
    /// The squares of its tile.
    pub footprint: Footprint,
    /// The roads declared with it: those before the tile and those after it, each in order.
    pub roads: Vec<TileRoad>,
}

/// The operand of a sub-action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are named for the types they hold")]
pub enum Operand<'a> {
    Nothing,
    Adviser(&'a AdviserId),
    /// A basic resource, and the square of its stall.
    Stall(&'a ResourceId, &'a Square),
    /// A square for something of one square.
    Square(&'a Square),
    /// A tile on the map.
    Tile(&'a TileRef),
    Placement(&'a Placement),
    /// The place of a worker, and the sub-actions of its text.
    Worker(&'a WorkerPlace, &'a [SubAction]),
    Cards(&'a [Card]),
    Adjustments(&'a [Adjustment]),
}

impl Operand<'_> {
    /// Returns the resource that a player picks to enter it, if any.
    pub const fn resource(self) -> Option<ResourceId> {
        match self {
            Self::Stall(resource, _) | Self::Placement(Placement { resource, .. }) => {
                Some(*resource)
            }
            _ => None,
        }
    }
}

/// The constructor of a sub-action from its operand.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants are those of `Operand`")]
pub enum Constructor {
    Nothing(SubAction),
    Adviser(fn(AdviserId) -> SubAction),
    Stall(fn(ResourceId, Square) -> SubAction),
    Square(fn(Square) -> SubAction),
    Tile(fn(TileRef) -> SubAction),
    Placement(fn(Placement) -> SubAction),
    Worker(fn(WorkerPlace, Vec<SubAction>) -> SubAction),
    Cards(fn(Vec<Card>) -> SubAction),
    Adjustments(fn(Vec<Adjustment>) -> SubAction),
}

macro_rules! sub_actions {
    ($($(#[$doc:meta])* $kind:ident $(($($field:ident: $type:ty),+))? as $operand:ident;)+) => {
        /// The use of one decision.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum SubAction {
            $($(#[$doc])* $kind $(($($type),+))?,)+
        }

        impl SubAction {
            /// Returns its kind.
            pub const fn kind(&self) -> SubActionKind {
                match self {
                    $(Self::$kind { .. } => SubActionKind::$kind,)+
                }
            }

            /// Returns its operand.
            pub fn operand(&self) -> Operand<'_> {
                match self {
                    $(Self::$kind $(($($field),+))? => Operand::$operand $(($($field),+))?,)+
                }
            }

            /// Returns the constructor of a kind.
            pub fn constructor(kind: SubActionKind) -> Constructor {
                match kind {
                    $(SubActionKind::$kind => Constructor::$operand(Self::$kind),)+
                }
            }
        }
    };
}

sub_actions! {
    /// Recruit an adviser. Rule 5.1.
    Recruit(adviser: AdviserId) as Adviser;
    /// Import a basic resource that the player controls. Rule 5.4.
    Import(resource: ResourceId, square: Square) as Stall;
    /// Import a neutral resource, or another player's, and gain access to it. Rules 5.6 and 5.7.
    ImportAccess(resource: ResourceId, square: Square) as Stall;
    /// Buy access to a tile. Rule 5.5.
    BuyAccess(tile: TileRef) as Tile;
    /// Build an advanced resource building. Rules 5.10 to 5.13.
    Build(placement: Placement) as Placement;
    /// Build a house. Rule 5.14.
    House(square: Square) as Square;
    /// Build a bridge or a gate. Rule 5.15.
    Bridge(square: Square) as Square;
    /// Build a road. Rules 5.18 and 9.2.
    Road(square: Square) as Square;
    /// Gain $1. Rules 5.18 and 9.2.
    Money as Nothing;
    /// Gain 1 fleeting influence. Rules 5.18 and 9.2.
    Influence as Nothing;
    /// Place a worker. Rule 5.19.
    Worker(place: WorkerPlace, sub_actions: Vec<SubAction>) as Worker;
    /// Take back played cards. This names an unnamed face-down card (ruling R25).
    ReturnCards(cards: Vec<Card>) as Cards;
    /// Gain access to a tile free of charge.
    FreeAccess(tile: TileRef) as Tile;
    /// The outcome of a card's text, entered manually.
    ByHand(changes: Vec<Adjustment>) as Adjustments;
}

impl SubAction {
    /// Returns the squares on which it places a piece; `None` if it places none.
    pub fn footprint(&self) -> Option<Footprint> {
        match self.operand() {
            Operand::Stall(_, square) | Operand::Square(square) => Some(Footprint::single(*square)),
            Operand::Placement(placement) => Some(placement.footprint),
            _ => None,
        }
    }

    /// Returns `true` if it places a piece on a square of the board, or gains access to the tile
    /// there. Ignores the sub-actions of a worker.
    pub fn is_on(&self, square: Square) -> bool {
        let footprint = match self.operand() {
            Operand::Tile(tile) => Some(tile.footprint),
            _ => self.footprint(),
        };
        footprint.is_some_and(|footprint| footprint.squares().contains(&square))
    }
}
