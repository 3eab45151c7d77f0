//! The particulars of a refusal: which card, which tile, whose text, why it cannot be written down.
//!
//! They are ids, amounts and short lists of what there can be; `narration::refusal` finds the words.
//! Only what stands in a pack, or was written by somebody, is text here as well.

use crate::player::{Card, PlayerId};
use crate::rulebook::Rule;
use crate::sub_action::TextSource;
use components::fact_id::FactId;
use components::ids::{AchievementId, AdviserId, BuildingId, ResourceId};
use components::quantity::Points;
use components::square::Square;

/// A card of one of the decks that are dealt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckCard {
    /// A prestige building, as a proposal.
    Proposal(BuildingId),
    /// An adviser.
    Adviser(AdviserId),
}

/// Where a card is that is not in its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfDeck {
    /// It is in none of the piles any more, for instance since it fitted nowhere.
    LeftTheGame,
    /// It was voted down.
    Discarded,
    /// It is on the map.
    Active,
    /// It is a proposal.
    Proposed,
    /// It is on offer.
    OnOffer,
    /// An adviser that came up and was recruited or taken away.
    DealtBefore,
}

/// What is laid on the map.
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

/// What shows the symbols of resources that its player may not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// The race mat of a player.
    Mat(PlayerId),
    /// The card of a resource.
    Card(ResourceId),
}

/// What was to be done, and does something else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Undertaking {
    /// A text is carried out.
    Text { source: TextSource, text: String },
    /// The card that was led is followed.
    Follow,
    /// A trade is followed.
    FollowTrade,
    /// An action, which is all that its rule says.
    Action(Rule),
    /// A tile is built with more roads than the text grants.
    BuildWithRoads(u8),
}

/// Why nobody has to say of an achievement who fulfils it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoVerdict {
    /// The game is played without it.
    NotInPlay,
    /// It has been scored.
    Scored,
    /// The program judges it.
    ByProgram,
    /// Its time has not come.
    NotYet,
}

/// What no record can hold, or not at this place of one.
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
    /// An overrule of what is no action of a player.
    OverruledRemark,
    /// More tiles than the map has numbers for.
    TooManyTiles,
    /// More separate networks of roads than the map has numbers for.
    TooManyRoads,
    /// More tiles or networks of roads than the map has numbers for.
    TooManyPieces,
    /// Something on squares that a tile or road is about to take.
    BeingLaid,
    /// A tile taken away for which somebody is still to act or to be paid.
    UnderWay,
    /// A building taken away or laid down by hand that lies on the map or is about to.
    PlacedOrVotedIn(BuildingId),
    /// A delivery of a resource that the building does not ask for.
    NotAskedFor { building: BuildingId, resource: ResourceId },
    /// Neutral markers in a game of several players.
    MarkersOfSolo,
    /// A cycle in a game of several players, or one that does not come.
    CyclesOfSolo { last: u8 },
    /// A score for an achievement that the game is played without.
    NotInPlay(AchievementId),
    /// The worker of a player taken from where none is.
    NoWorkerThere(PlayerId),
    /// A card that another player has.
    HeldBy { card: Card, holder: PlayerId },
    /// A card elsewhere that has to be one of those that lie face down unnamed.
    LiesUnnamed(Card),
    /// A change that is made only by laying out a position.
    OnlyLaidOut(LaidOut),
    /// A position in which a player has no race.
    WithoutRace,
    /// A position without the player to act.
    WithoutTurn,
    /// A proposal that is on the map.
    ProposalOnBoard(BuildingId),
    /// Facts without the board of the game.
    BoardGone,
    /// Facts that give the board of the game another size.
    BoardResized,
}

/// A line that the winner writes on the event card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventLine {
    /// The part of the city.
    District,
    /// The governing body.
    GoverningBody,
}

/// What a position alone lays out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaidOut {
    /// Who plays which race.
    Races,
    /// Who controls which resource.
    ResourceCards,
    /// The proposals.
    Proposals,
    /// The advisers on offer.
    Advisers,
    /// The achievements of the game.
    Achievements,
    /// Whose turn it is.
    Turn,
}

/// Something that was known, and what is learnt against it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum KnownOtherwise {
    /// The value of a fact.
    Value {
        fact: FactId,
        /// The value, in the words of the pack.
        known: String,
        source: String,
        /// What is learnt, in the words of the pack.
        learnt: String,
    },
    /// How many columns and rows a board has.
    Size { board: String, known: (usize, usize), learnt: (usize, usize) },
    /// What a square is.
    Square {
        board: String,
        square: Square,
        /// Its mark in the drawing that is known.
        known: char,
        /// Its mark in the drawing that is learnt.
        learnt: char,
    },
    /// The number in brackets on a space of a building.
    Bracket {
        /// Which space, as facts call it.
        space: String,
        known: Option<Points>,
        learnt: Option<Points>,
    },
}
