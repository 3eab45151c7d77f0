//! The particulars of a refusal: the card, tile or text concerned, and obstacles to recording.
//!
//! They are ids, amounts and short closed lists; `narration::refusal` puts them into words. The
//! only texts are those of a pack or of players.

use crate::player::{Card, PlayerId};
use crate::rulebook::Rule;
use crate::sub_action::TextSource;
use components::fact_id::FactId;
use components::ids::{AchievementId, AdviserId, BuildingId, ResourceId};
use components::quantity::Points;
use components::square::Square;

/// A card of one of the decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckCard {
    /// A prestige building, as a proposal.
    Proposal(BuildingId),
    /// An adviser.
    Adviser(AdviserId),
}

/// The location of a card that is not in its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardLocation {
    /// Out of the game, for instance because it fitted nowhere.
    LeftTheGame,
    /// It was voted down.
    Discarded,
    /// It is on the map.
    Active,
    /// It is a proposal.
    Proposed,
    /// It is on offer.
    OnOffer,
    /// Dealt earlier, then recruited or removed.
    DealtBefore,
}

/// A kind of tile on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileKind {
    /// A stall or the building of an advanced resource.
    Resource(ResourceId),
    /// A prestige building.
    Prestige(BuildingId),
    /// A house.
    House,
    /// A bridge or gate.
    Bridge,
}

/// The mat or card whose symbols forbid resources to its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// The race mat of a player.
    Mat(PlayerId),
    /// The card of a resource.
    Card(ResourceId),
}

/// The attempted use of a card or action that does something else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum AttemptedUse {
    /// A text is carried out.
    Text { source: TextSource, text: String },
    /// The card that was led is followed.
    Follow,
    /// A trade is followed.
    FollowTrade,
    /// A kind of action, identified by its rule.
    Action(Rule),
    /// A tile is built with more roads than the text grants.
    BuildWithRoads(u8),
}

/// The reason why the players do not judge an achievement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotJudgedReason {
    /// The game is played without it.
    NotInPlay,
    /// It has been scored.
    Scored,
    /// The program judges it.
    ByProgram,
    /// Its time has not come.
    NotYet,
}

/// A change that the record cannot hold, or not at this point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Unrecordable {
    /// A text that is too long.
    LongText {
        /// The most characters.
        most: usize,
    },
    /// A line of the event card that is empty or too long.
    EventLine {
        line: EventLine,
        /// The most characters.
        most: usize,
    },
    /// An overrule of an entry that is not a player's action.
    OverruledEntry,
    /// More tiles than the map has numbers for.
    TooManyTiles,
    /// More separate networks of roads than the map has numbers for.
    TooManyRoads,
    /// More tiles or networks of roads than the map has numbers for.
    TooManyPieces,
    /// An item on squares reserved for a tile or road that is about to be placed.
    SquareReserved,
    /// The removal of a tile while an action or payout for it is pending.
    ActionPending,
    /// A manual placement or removal of a building that is on the map or about to be.
    PlacedOrVotedIn(BuildingId),
    /// A delivery of a resource that the building does not require.
    NotRequired { building: BuildingId, resource: ResourceId },
    /// Neutral markers outside a solo game.
    MarkersOfSolo,
    /// A cycle outside a solo game, or after the last one.
    CyclesOfSolo { last: u8 },
    /// A score for an achievement that is not in the game.
    NotInPlay(AchievementId),
    /// The removal of a player's worker from a place without one.
    NoWorkerThere(PlayerId),
    /// A card that another player has.
    HeldBy { card: Card, holder: PlayerId },
    /// A card placed elsewhere that must be one of the unnamed face-down cards.
    FaceDownUnnamed(Card),
    /// A change that is only possible in a position.
    OnlyInPosition(PositionItem),
    /// A position in which a player has no race.
    WithoutRace,
    /// A position without the player to act.
    WithoutTurn,
    /// A proposal that is on the map.
    ProposalOnBoard(BuildingId),
    /// Facts without the board of the game.
    BoardGone,
    /// Facts that change the size of the game's board.
    BoardResized,
}

/// A line of the event card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventLine {
    /// The part of the city.
    District,
    /// The governing body.
    GoverningBody,
}

/// An item that only a position can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionItem {
    /// The races of the players.
    Races,
    /// The controllers of the resources.
    ResourceCards,
    /// The proposals.
    Proposals,
    /// The advisers on offer.
    Advisers,
    /// The achievements of the game.
    Achievements,
    /// The player to act.
    Turn,
}

/// A known fact, and the contradicting value entered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum FactConflict {
    /// The value of a fact.
    Value {
        fact: FactId,
        /// The known value, in the pack's notation.
        known: String,
        source: String,
        /// The entered value, in the pack's notation.
        entered: String,
    },
    /// The number of columns and rows of a board.
    Size { board: String, known: (usize, usize), learnt: (usize, usize) },
    /// The kind of a square.
    Square {
        board: String,
        square: Square,
        /// Its mark in the known drawing.
        known: char,
        /// Its mark in the entered drawing.
        learnt: char,
    },
    /// The number in brackets on a space of a building.
    Bracket {
        /// The space, as facts name it.
        space: String,
        known: Option<Points>,
        learnt: Option<Points>,
    },
}
