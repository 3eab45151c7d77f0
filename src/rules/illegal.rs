//! Why not: everything for which the rules refuse an action.
//!
//! A refusal lists every independent reason with its rule, the squares and
//! amounts involved and, where it can be worked out, what would help. Names
//! of components are spelled out, so that a message needs nothing else.

use std::fmt;

use super::fact::FactName;
use super::quantity::{Money, Points};
use super::rulebook::Rule;
use super::square::Square;

/// One reason for which an action is refused.
///
/// Messages follow "not allowed:", so they start in lower case and take no full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Something else is owed first.
    #[error("first comes: {owed}")]
    NotNow {
        /// What is owed.
        owed: String,
    },
    /// Somebody else is to act.
    #[error("{expected} acts now, not {player}")]
    NotTheirTurn {
        /// Who tried.
        player: String,
        /// Whose turn it is.
        expected: String,
    },
    /// There is no such player at the table.
    #[error("there is no player {seat} at this table")]
    NoSuchPlayer {
        /// The seat, counted from 1.
        seat: usize,
    },
    /// The cost is more than the player has.
    #[error("costs {cost}, and {player} has {held}; {} short", *.cost - *.held)]
    CannotAfford {
        /// Who pays.
        player: String,
        /// The cost.
        cost: Money,
        /// What is there.
        held: Money,
    },
    /// More influence than held.
    #[error("{player} has {held} {kind} influence, not {asked}")]
    TooLittleInfluence {
        /// Who.
        player: String,
        /// "fleeting" or "lasting".
        kind: &'static str,
        /// How much is committed.
        asked: i32,
        /// How much is there.
        held: i32,
    },
    /// An amount that no game reaches.
    #[error("{what} of {amount} is out of range")]
    OutOfRange {
        /// Of what.
        what: String,
        /// How much.
        amount: i64,
    },

    /// The race is another player's.
    #[error("{race} is taken")]
    RaceTaken {
        /// Which.
        race: String,
    },
    /// The card is with a player.
    #[error("the {resource} card is taken by {holder}")]
    CardTaken {
        /// Which resource's card.
        resource: String,
        /// Who holds it.
        holder: String,
    },
    /// The card is not with the player it is to be taken from.
    #[error("{holder} has no {resource} card to give up")]
    CardNotThere {
        /// Which resource's card.
        resource: String,
        /// Who was to give it up.
        holder: String,
    },
    /// The resource of a race cannot be taken away.
    #[error("{resource} is the resource of {holder}'s race")]
    RaceCardStays {
        /// Which resource.
        resource: String,
        /// Whose.
        holder: String,
    },
    /// A mat or card forbids the resource.
    #[error("{by} forbids {resource}")]
    Forbidden {
        /// Which resource.
        resource: String,
        /// The mat or card.
        by: String,
    },
    /// A valid card is still free.
    #[error("a valid card is still free: {}", .free.join(", "))]
    ValidCardFree {
        /// The cards.
        free: Vec<String>,
    },
    /// The race takes no card, or must take one.
    #[error("{race} {}", if *.takes { "chooses a resource card together with the race" } else { "brings its own resource and takes no card" })]
    RaceCard {
        /// Which race.
        race: String,
        /// Whether it takes a card.
        takes: bool,
    },
    /// Only basic resources have cards and stalls.
    #[error("{resource} is not a basic resource")]
    NotBasic {
        /// Which.
        resource: String,
    },
    /// Only advanced resources are built.
    #[error("{resource} is a basic resource: it is imported, not built")]
    NotAdvanced {
        /// Which.
        resource: String,
    },
    /// The square carries no start number that is low enough.
    #[error("{square} is no start square for this number of players")]
    NotAStart {
        /// Where.
        square: Square,
        /// Where one can start.
        starts: Vec<Square>,
    },

    /// The card cannot come from the deck.
    #[error("{card} is not in the deck: {place}")]
    NotInDeck {
        /// Which.
        card: String,
        /// Where it is instead.
        place: &'static str,
    },
    /// The card lies under others.
    #[error("{card} cannot come up before {before}")]
    DeckOrder {
        /// Which.
        card: String,
        /// What comes first.
        before: String,
    },
    /// More cards than are needed, or none.
    #[error("{dealt} cards dealt, {needed} needed")]
    WrongNumberOfCards {
        /// How many.
        dealt: usize,
        /// How many were needed.
        needed: usize,
    },

    /// The card is not in the player's hand.
    #[error("{card} is not in {player}'s hand")]
    NotInHand {
        /// Which.
        card: String,
        /// Whose hand.
        player: String,
    },
    /// The player has no such played card to take back.
    #[error("{card} is not among the cards {player} has played")]
    NotPlayed {
        /// Which.
        card: String,
        /// Whose.
        player: String,
    },
    /// Income never comes back this way.
    #[error("Income is not taken back by a card")]
    IncomeStays,
    /// More cards than the text allows.
    #[error("{asked} cards are too many: the text allows {allowed}")]
    TooManyCards {
        /// How many.
        asked: usize,
        /// How many at most.
        allowed: usize,
    },
    /// The same thing is named twice.
    #[error("{what} is named twice")]
    Twice {
        /// What.
        what: String,
    },
    /// Call to Vote is never played face down, nor led like another card.
    #[error("Call to Vote can only be used to call a vote")]
    VoteCardOnlyVotes,
    /// Only Call to Vote is left.
    #[error("only Call to Vote is left in {player}'s hand, so the vote must be called")]
    MustCallVote {
        /// Who.
        player: String,
    },
    /// Too few cards played.
    #[error("{played} cards are played, and a vote needs {needed}")]
    TooEarlyToVote {
        /// How many.
        played: usize,
        /// How many are needed.
        needed: usize,
    },
    /// The card does something else.
    #[error("{card} does something else: {text}")]
    NotWhatItDoes {
        /// Which card, mat or action.
        card: String,
        /// Its text.
        text: String,
    },

    /// The text asks for more decisions than were given.
    #[error("{card} asks for one more decision: {text}")]
    MoreToDecide {
        /// Which card or mat.
        card: String,
        /// Its text.
        text: String,
    },

    /// The adviser is not on offer.
    #[error("{adviser} is not on offer")]
    NotOnOffer {
        /// Who.
        adviser: String,
    },
    /// The recruiter has no claim on the resource.
    #[error("{player} neither owns nor has access to {resource}")]
    NoClaimOn {
        /// Who.
        player: String,
        /// Which resource.
        resource: String,
    },
    /// The recruited adviser does not need the resource just bought.
    #[error("{adviser} requires {requires}, not {bought}")]
    OtherResource {
        /// Who.
        adviser: String,
        /// What they need.
        requires: String,
        /// What was bought.
        bought: String,
    },

    /// Squares off the map.
    #[error("{} is not on the board", Listed(.squares))]
    OffBoard {
        /// Which.
        squares: Vec<Square>,
    },
    /// Squares on which nothing of this kind is built.
    #[error("{} is {kind}", Listed(.squares))]
    WrongGround {
        /// Which.
        squares: Vec<Square>,
        /// What they are.
        kind: &'static str,
    },
    /// Squares that hold something.
    #[error("{} is not free", Listed(.squares))]
    NotFree {
        /// Which.
        squares: Vec<Square>,
    },
    /// Squares of the wrong terrain.
    #[error("{} is not {wanted}", Listed(.squares))]
    WrongTerrain {
        /// Which.
        squares: Vec<Square>,
        /// What is wanted.
        wanted: &'static str,
    },
    /// A tile across sections.
    #[error("the tile would lie in more than one section")]
    SeveralSections {
        /// The squares outside the first section.
        squares: Vec<Square>,
    },
    /// Squares that are not the shape of the tile.
    #[error("the tile of {of} cannot be laid on {}", Listed(.squares))]
    WrongShape {
        /// Of what.
        of: String,
        /// Where.
        squares: Vec<Square>,
    },
    /// The resource is in the section already.
    #[error("the section already holds {resource}, at {}", Listed(.squares))]
    ResourceInSection {
        /// Which.
        resource: String,
        /// Where.
        squares: Vec<Square>,
    },
    /// The type of building is in the section already.
    #[error("the section already holds a building of this type, {building} at {}", Listed(.squares))]
    TypeInSection {
        /// Which.
        building: String,
        /// Where.
        squares: Vec<Square>,
    },
    /// The player's house is in the section already.
    #[error("{player} already has a house in this section, at {}", Listed(.squares))]
    HouseInSection {
        /// Who.
        player: String,
        /// Where.
        squares: Vec<Square>,
    },
    /// Own buildings may not touch.
    #[error("it would be adjacent to another tile of {owner}, at {}", Listed(.squares))]
    AdjacentToOwn {
        /// Whose.
        owner: String,
        /// The squares in the way.
        squares: Vec<Square>,
    },
    /// Nothing owned is connected.
    #[error("it is not connected to anything {player} owns{}", Help(.link))]
    NotConnected {
        /// Who.
        player: String,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
    },
    /// No claimed tile of a prerequisite.
    #[error("{player} has no claim on any {resource}")]
    NoPrerequisite {
        /// Who.
        player: String,
        /// Which.
        resource: String,
    },
    /// A claimed tile of a prerequisite is not connected.
    #[error("it is not connected to a {resource} of {player}, at {}{}", Listed(.tiles), Help(.link))]
    PrerequisiteApart {
        /// Who.
        player: String,
        /// Which.
        resource: String,
        /// Where the claimed tiles lie.
        tiles: Vec<Square>,
        /// The shortest chain of roads that would connect one.
        link: Option<Vec<Square>>,
    },
    /// The road does not reach the tile it belongs to.
    #[error("the road is not connected to the tile being built{}", Help(.link))]
    RoadApart {
        /// The shortest chain of roads that would.
        link: Option<Vec<Square>>,
    },
    /// None left of it.
    #[error("no {what} is left")]
    NoneLeft {
        /// Of what.
        what: String,
    },
    /// The player does not control the resource.
    #[error("{player} does not control {resource}")]
    NotControlled {
        /// Who.
        player: String,
        /// Which.
        resource: String,
    },
    /// One's own resource is imported without access.
    #[error("{player} controls {resource} and imports it as an own stall")]
    ControlsItself {
        /// Who.
        player: String,
        /// Which.
        resource: String,
    },
    /// Nobody's resource can be neutral with this number of players.
    #[error("nobody controls {resource}")]
    ControlledByNobody {
        /// Which.
        resource: String,
    },
    /// Too few completions.
    #[error("only after two completed buildings; there are {completed}")]
    TooFewCompletions {
        /// How many.
        completed: usize,
    },
    /// There is no such tile.
    #[error("there is no {resource} tile on {}", Listed(.squares))]
    NoSuchTile {
        /// Of which resource.
        resource: String,
        /// Where it was looked for.
        squares: Vec<Square>,
    },
    /// The player has a token on the tile.
    #[error("{player} already {} it", if *.owns { "owns" } else { "has access to" })]
    AlreadyClaims {
        /// Who.
        player: String,
        /// Whether as owner.
        owns: bool,
    },
    /// Followers trade on entrance and coastal squares.
    #[error("a follower trades on entrance or coastal squares only")]
    FollowTerrain {
        /// The squares.
        squares: Vec<Square>,
    },
    /// A tile without a square of the terrain a card asks for.
    #[error("the tile has no {wanted} square")]
    NoSquareOf {
        /// Which terrain.
        wanted: &'static str,
    },
    /// A tile that is not connected to the building whose card is used.
    #[error("the tile is not connected, for {player}, to {to}{}", Help(.link))]
    TileApart {
        /// Who.
        player: String,
        /// To what.
        to: String,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
    },

    /// No worker to place.
    #[error("{player} has no free worker: {houses} unlocked, {placed} placed")]
    NoFreeWorker {
        /// Who.
        player: String,
        /// Unlocked by houses.
        houses: u8,
        /// Already placed.
        placed: u8,
    },
    /// The worker space is taken.
    #[error("the worker space is taken by {by}")]
    WorkerSpaceTaken {
        /// Whose worker.
        by: String,
    },
    /// The building is not on the map.
    #[error("{building} is not an active building")]
    NotActive {
        /// Which.
        building: String,
    },
    /// The building carries no token of the player.
    #[error("{player} has no delivery token on {building}")]
    NoDeliveryToken {
        /// Who.
        player: String,
        /// Which.
        building: String,
    },

    /// The building is none of the proposals.
    #[error("{building} is not among the proposals")]
    NotProposed {
        /// Which.
        building: String,
    },
    /// No proposal in that place.
    #[error("there is no proposal at the {tile}")]
    NoProposal {
        /// Which vote tile.
        tile: &'static str,
    },
    /// A vote without exactly one ballot of every player.
    #[error("a vote takes one ballot of every player, {players} in all; found {found}")]
    BallotCount {
        /// How many players.
        players: usize,
        /// How many ballots.
        found: usize,
    },
    /// The building is not among those tied.
    #[error("the tie is between {}", .tied.join(" and "))]
    NotTied {
        /// Those tied.
        tied: Vec<String>,
    },
    /// Another building was voted in.
    #[error("{expected} was voted in, not {found}")]
    OtherBuilding {
        /// Which one was.
        expected: String,
        /// Which one was named.
        found: String,
    },
    /// A prestige building off its colour.
    #[error("no square of it is {wanted}")]
    OffColour {
        /// Which terrain it needs.
        wanted: &'static str,
        /// Where it would lie.
        squares: Vec<Square>,
    },
    /// A special building off its sites.
    #[error("{building} goes on a site reserved for it")]
    OffSite {
        /// Which.
        building: String,
        /// Where it would lie.
        squares: Vec<Square>,
    },

    /// Cards are left to play before a solo vote.
    #[error("{player} still has {left} to play before the vote", left = cards(*.left))]
    NotAllPlayed {
        /// Who.
        player: String,
        /// How many cards besides Call to Vote.
        left: usize,
    },
    /// The seventh cycle ends without a vote.
    #[error("the seventh cycle ends without a vote")]
    NoSeventhVote,
    /// Influence that is not the price.
    #[error("{asked} does not pay for it: {price}")]
    WrongPayment {
        /// What was to be paid.
        asked: String,
        /// The price, with the ways to pay it.
        price: String,
    },
    /// Nobody has workers.
    #[error("there are no workers in this game")]
    NoWorkers,
    /// Not one achievement of each deck.
    #[error(
        "one achievement of each deck is chosen: immediate, mid-game and end-game; found {found}"
    )]
    WrongAchievements {
        /// What was chosen.
        found: String,
    },
    /// An achievement about which there is nothing to say.
    #[error("{achievement} {why}")]
    NotToJudge {
        /// Which.
        achievement: String,
        /// Why nobody has to judge it.
        why: &'static str,
    },
    /// A part of the city that the map does not name.
    #[error("{name} is not part of the city")]
    NoSuchDistrict {
        /// What was written.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },

    /// A resource was delivered by somebody who owns no tile of it.
    #[error("{player} owns no {resource} tile")]
    NoTileOf {
        /// Who.
        player: String,
        /// Of which resource.
        resource: String,
    },
    /// A building has everything it asks for.
    #[error("{building} is completed")]
    Finished {
        /// Which.
        building: String,
    },

    /// Nobody asked for the choice.
    #[error("no such choice is open: {choice}; {open}")]
    NotAChoice {
        /// The choice.
        choice: String,
        /// What can be chosen.
        open: String,
    },
    /// An adjustment or overrule without a reason.
    #[error("a reason is needed")]
    NoReason,
    /// What the record cannot hold.
    #[error("the record cannot hold this: {what}")]
    CannotBeRecorded {
        /// What.
        what: String,
    },
    /// A fact that is known already is told otherwise.
    #[error("{fact} is known: {known}; here it is {told}")]
    KnownOtherwise {
        /// Which fact.
        fact: String,
        /// What is known, and from where.
        known: String,
        /// What is told.
        told: String,
    },
    /// Facts that cannot hold together.
    #[error("these facts cannot hold together: {what}")]
    PackContradicts {
        /// What.
        what: String,
    },
    /// A number on a card that is too small to be the resource's.
    #[error("{space}: {value} for {resource}, whose prerequisites are paid {paid} of it")]
    PaysTooLittle {
        /// Where: "space 3 of University", or "the recipe of Cloth".
        space: String,
        /// The number.
        value: Points,
        /// The resource.
        resource: String,
        /// What its prerequisites are paid in all.
        paid: Points,
    },
}

impl Illegal {
    /// The squares to mark on the map, none when the trouble is elsewhere.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::OffBoard { squares }
            | Self::WrongGround { squares, .. }
            | Self::NotFree { squares }
            | Self::WrongTerrain { squares, .. }
            | Self::SeveralSections { squares }
            | Self::WrongShape { squares, .. }
            | Self::ResourceInSection { squares, .. }
            | Self::TypeInSection { squares, .. }
            | Self::HouseInSection { squares, .. }
            | Self::AdjacentToOwn { squares, .. }
            | Self::PrerequisiteApart { tiles: squares, .. }
            | Self::NoSuchTile { squares, .. }
            | Self::FollowTerrain { squares }
            | Self::OffColour { squares, .. }
            | Self::OffSite { squares, .. } => squares,
            Self::NotAStart { square, .. } => std::slice::from_ref(square),
            _ => &[],
        }
    }

    /// What would make it legal, where that can be worked out: the missing link, the missing dollar.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::CannotAfford { player, cost, held } => {
                Some(format!("{player} needs {} more", *cost - *held))
            }
            Self::NotConnected {
                link: Some(link), ..
            }
            | Self::PrerequisiteApart {
                link: Some(link), ..
            }
            | Self::RoadApart { link: Some(link) }
            | Self::TileApart {
                link: Some(link), ..
            } => Some(roads_on(link)),
            Self::NotAStart { starts, .. } if !starts.is_empty() => {
                Some(format!("free start squares: {}", Listed(starts)))
            }
            Self::NotAllPlayed { left, .. } => Some(format!("{} to play first", cards(*left))),
            Self::NoSuchDistrict { known, .. } => Some(format!("one of {}", known.join(", "))),
            Self::ValidCardFree { free } => Some(format!("take one of {}", free.join(", "))),
            Self::TooEarlyToVote { played, needed } => {
                Some(format!("{} more cards to play first", needed - played))
            }
            Self::NoClaimOn { resource, .. } | Self::NoPrerequisite { resource, .. } => {
                Some(format!("own a {resource} tile or buy access to one"))
            }
            Self::KnownOtherwise { .. } | Self::PaysTooLittle { .. } => Some(
                "look at the box once more; if it says so, write the reason behind the facts: Learn (…): \"the reason\""
                    .to_owned(),
            ),
            Self::PackContradicts { .. } => Some(
                "look at the box once more, and learn everything that was misread in one line"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// The squares on which roads would join what is apart; none where that is not the trouble.
    #[must_use]
    pub fn link(&self) -> &[Square] {
        match self {
            Self::NotConnected { link, .. }
            | Self::PrerequisiteApart { link, .. }
            | Self::RoadApart { link }
            | Self::TileApart { link, .. } => link.as_deref().unwrap_or_default(),
            _ => &[],
        }
    }

    /// Whether the table can do it all the same and the record hold the outcome.
    ///
    /// An overrule sets aside what a rule forbids, not what cannot be: a square
    /// that holds two things, a card that is elsewhere, a turn out of order.
    #[must_use]
    pub fn can_be_overruled(&self) -> bool {
        match self {
            Self::CannotAfford { .. }
            | Self::Forbidden { .. }
            | Self::ValidCardFree { .. }
            | Self::NotAStart { .. }
            | Self::DeckOrder { .. }
            | Self::IncomeStays
            | Self::TooManyCards { .. }
            | Self::MustCallVote { .. }
            | Self::TooEarlyToVote { .. }
            | Self::NoClaimOn { .. }
            | Self::OtherResource { .. }
            | Self::WrongGround { .. }
            | Self::WrongTerrain { .. }
            | Self::SeveralSections { .. }
            | Self::WrongShape { .. }
            | Self::ResourceInSection { .. }
            | Self::TypeInSection { .. }
            | Self::HouseInSection { .. }
            | Self::AdjacentToOwn { .. }
            | Self::NotConnected { .. }
            | Self::NoPrerequisite { .. }
            | Self::PrerequisiteApart { .. }
            | Self::RoadApart { .. }
            | Self::NotControlled { .. }
            | Self::TooFewCompletions { .. }
            | Self::FollowTerrain { .. }
            | Self::NoSquareOf { .. }
            | Self::TileApart { .. }
            | Self::NoDeliveryToken { .. }
            | Self::OffColour { .. }
            | Self::OffSite { .. }
            | Self::NotAllPlayed { .. }
            | Self::NoSuchDistrict { .. }
            | Self::KnownOtherwise { .. }
            | Self::PaysTooLittle { .. } => true,
            Self::GameOver
            | Self::NotNow { .. }
            | Self::NotTheirTurn { .. }
            | Self::NoSuchPlayer { .. }
            | Self::TooLittleInfluence { .. }
            | Self::OutOfRange { .. }
            | Self::RaceTaken { .. }
            | Self::CardTaken { .. }
            | Self::CardNotThere { .. }
            | Self::RaceCardStays { .. }
            | Self::RaceCard { .. }
            | Self::NotBasic { .. }
            | Self::NotAdvanced { .. }
            | Self::NotInDeck { .. }
            | Self::WrongNumberOfCards { .. }
            | Self::NotInHand { .. }
            | Self::NotPlayed { .. }
            | Self::Twice { .. }
            | Self::VoteCardOnlyVotes
            | Self::NotWhatItDoes { .. }
            | Self::MoreToDecide { .. }
            | Self::NotOnOffer { .. }
            | Self::OffBoard { .. }
            | Self::NotFree { .. }
            | Self::NoneLeft { .. }
            | Self::ControlsItself { .. }
            | Self::ControlledByNobody { .. }
            | Self::NoSuchTile { .. }
            | Self::AlreadyClaims { .. }
            | Self::NoFreeWorker { .. }
            | Self::WorkerSpaceTaken { .. }
            | Self::NotActive { .. }
            | Self::NotProposed { .. }
            | Self::NoProposal { .. }
            | Self::BallotCount { .. }
            | Self::NotTied { .. }
            | Self::OtherBuilding { .. }
            | Self::NoSeventhVote
            | Self::WrongPayment { .. }
            | Self::NoWorkers
            | Self::WrongAchievements { .. }
            | Self::NotToJudge { .. }
            | Self::NotAChoice { .. }
            | Self::PackContradicts { .. }
            | Self::NoReason
            | Self::NoTileOf { .. }
            | Self::Finished { .. }
            | Self::CannotBeRecorded { .. } => false,
        }
    }
}

/// So many cards, in words.
fn cards(count: usize) -> String {
    format!("{count} {}", if count == 1 { "card" } else { "cards" })
}

/// Squares in a row, for a message.
struct Listed<'a>(&'a [Square]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

/// What would connect it, at the end of a message.
struct Help<'a>(&'a Option<Vec<Square>>);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(link) => write!(f, "; {}", roads_on(link)),
            None => Ok(()),
        }
    }
}

fn roads_on(link: &[Square]) -> String {
    match link {
        [one] => format!("a road on {one} would connect it"),
        link => format!("roads on {} would connect it", Listed(link)),
    }
}

/// One reason with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule that is broken.
    pub rule: Rule,
    /// How.
    pub illegal: Illegal,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.illegal, self.rule)
    }
}

/// A fact that a rule needs and nobody has told us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFact {
    /// The rule that needs it.
    pub rule: Rule,
    /// Which fact.
    pub fact: FactName,
}

impl MissingFact {
    /// As a line of a checklist.
    pub(super) fn into_check(self) -> Check {
        Check { rule: self.rule, outcome: Outcome::CannotTell(self.fact) }
    }
}

impl From<FactName> for MissingFact {
    fn from(fact: FactName) -> Self {
        Self { rule: Rule::printed_for(&fact), fact }
    }
}

impl fmt::Display for MissingFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact.not_known(), self.rule)
    }
}

/// Why an action is not played: what forbids it, and what is not known.
///
/// With no reason in `reasons` the answer is "cannot tell": the rules may
/// allow the action or not, depending on the facts in `unknown`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Every independent reason.
    pub reasons: Vec<Reason>,
    /// Facts that a rule needed and nobody has told us.
    pub unknown: Vec<MissingFact>,
}

impl Refusal {
    /// The facts that are missing.
    pub fn missing(&self) -> impl Iterator<Item = &FactName> {
        self.unknown.iter().map(|lack| &lack.fact)
    }

    /// Whether a choice that was given does not come up.
    pub(super) fn is_about_a_choice(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| matches!(reason.illegal, Illegal::NotAChoice { .. }))
    }

    /// A refusal for a single reason.
    #[must_use]
    pub fn because(rule: Rule, illegal: Illegal) -> Self {
        Self { reasons: vec![Reason { rule, illegal }], unknown: Vec::new() }
    }

    /// Whether nothing is wrong but that decisions are still to be made: what was entered so far
    /// can be gone on with.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        let unfinished = |reason: &Reason| matches!(reason.illegal, Illegal::MoreToDecide { .. });
        self.unknown.is_empty() && !self.reasons.is_empty() && self.reasons.iter().all(unfinished)
    }

    /// Whether money is all that stands in the way, apart from decisions still to be made.
    #[must_use]
    pub fn is_unaffordable(&self) -> bool {
        let poor = |reason: &Reason| matches!(reason.illegal, Illegal::CannotAfford { .. });
        let lacking = |reason: &Reason| {
            poor(reason) || matches!(reason.illegal, Illegal::MoreToDecide { .. })
        };
        self.unknown.is_empty() && self.reasons.iter().any(poor) && self.reasons.iter().all(lacking)
    }

    /// The reasons and the missing facts as lines of a checklist.
    pub(super) fn into_checks(self) -> impl Iterator<Item = Check> {
        let failed = self
            .reasons
            .into_iter()
            .map(|reason| Check { rule: reason.rule, outcome: Outcome::Failed(reason.illegal) });
        failed.chain(self.unknown.into_iter().map(MissingFact::into_check))
    }

    /// Whether the answer is "cannot tell" rather than "refused".
    #[must_use]
    pub fn cannot_tell(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// A fact that is looked up by a rule other than the one it is printed for.
pub(super) trait NeededBy<T> {
    /// Cites `rule` if the fact is missing.
    fn needed_by(self, rule: Rule) -> Result<T, Refusal>;
}

impl<T> NeededBy<T> for Result<T, FactName> {
    fn needed_by(self, rule: Rule) -> Result<T, Refusal> {
        self.map_err(|fact| Refusal {
            reasons: Vec::new(),
            unknown: vec![MissingFact { rule, fact }],
        })
    }
}

/// Refuses at once, for a reason beside which no other matters.
pub(super) fn refuse<T>(rule: Rule, illegal: Illegal) -> Result<T, Refusal> {
    Err(Refusal::because(rule, illegal))
}

impl From<FactName> for Refusal {
    fn from(fact: FactName) -> Self {
        Self { reasons: Vec::new(), unknown: vec![fact.into()] }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.cannot_tell() { "cannot tell: " } else { "not allowed: " })?;
        let mut first = true;
        let mut part = |f: &mut fmt::Formatter<'_>, text: &dyn fmt::Display| {
            if !std::mem::take(&mut first) {
                f.write_str("; ")?;
            }
            text.fmt(f)
        };
        for reason in &self.reasons {
            part(f, reason)?;
        }
        for lack in &self.unknown {
            part(f, lack)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// How one check of an action came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rule is kept.
    Passed,
    /// The rule is broken.
    Failed(Illegal),
    /// The rule needs a fact that is not known.
    CannotTell(FactName),
}

/// One line of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The rule looked at.
    pub rule: Rule,
    /// How it came out.
    pub outcome: Outcome,
}

impl Check {
    /// The fact that it lacks, if that is how it came out.
    #[must_use]
    pub fn lacks(&self) -> Option<&FactName> {
        match &self.outcome {
            Outcome::CannotTell(fact) => Some(fact),
            Outcome::Passed | Outcome::Failed(_) => None,
        }
    }

    /// Whether the other line adds nothing to this one: a fact is named once, by the first rule
    /// that needs it.
    pub(super) fn says_as_much_as(&self, other: &Self) -> bool {
        self == other || other.lacks().is_some() && self.lacks() == other.lacks()
    }
}

/// Collects the checks of one action as they are made.
#[derive(Debug, Default)]
pub(super) struct Checks {
    keep: Keep,
    /// Whether the referee sets broken rules aside.
    overruled: bool,
    /// Whether something stands in the way that is not written down.
    failed: bool,
    made: Vec<Check>,
}

/// How much of the checking is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Keep {
    /// Missing facts, and that something failed: for going through many placements.
    Verdict,
    /// What stands in the way.
    #[default]
    Failures,
    /// Passed checks as well, for a full checklist.
    Everything,
}

impl Checks {
    /// Keeps only what stands in the way.
    pub(super) fn brief() -> Self {
        Self::default()
    }

    /// Keeps passed checks too.
    pub(super) fn full() -> Self {
        Self { keep: Keep::Everything, ..Self::default() }
    }

    /// Keeps nothing but whether something stands in the way.
    pub(super) fn quick() -> Self {
        Self { keep: Keep::Verdict, ..Self::default() }
    }

    /// Whether the checking can stop because nobody will read the reasons.
    pub(super) const fn hopeless(&self) -> bool {
        matches!(self.keep, Keep::Verdict) && self.failed
    }

    /// Lets pass, from here on, whatever an overrule can set aside.
    pub(super) fn overrule(&mut self) {
        self.overruled = true;
    }

    /// Whether the table has overruled the rules for this action.
    pub(super) const fn is_overruled(&self) -> bool {
        self.overruled
    }

    /// Notes whether `rule` is kept.
    pub(super) fn that(
        &mut self,
        rule: Rule,
        kept: bool,
        illegal: impl FnOnce() -> Illegal,
    ) -> bool {
        if kept {
            if self.keep == Keep::Everything {
                self.note(rule, Outcome::Passed);
            }
        } else if self.keep == Keep::Verdict {
            self.failed = true;
        } else {
            let illegal = illegal();
            if !(self.overruled && illegal.can_be_overruled()) {
                self.note(rule, Outcome::Failed(illegal));
            }
        }
        kept
    }

    /// The fact if it is known; otherwise notes that `rule` needs it.
    pub(super) fn know<T>(&mut self, rule: Rule, fact: Result<T, FactName>) -> Option<T> {
        match fact {
            Ok(value) => Some(value),
            Err(name) => {
                self.note(rule, Outcome::CannotTell(name));
                None
            }
        }
    }

    /// Whether nothing stands in the way so far.
    pub(super) fn clear(&self) -> bool {
        !self.failed && self.made.iter().all(|check| check.outcome == Outcome::Passed)
    }

    /// The first fact that a check lacked, if one did.
    pub(super) fn first_unknown(&self) -> Option<FactName> {
        self.made.iter().find_map(|check| match &check.outcome {
            Outcome::CannotTell(fact) => Some(fact.clone()),
            Outcome::Passed | Outcome::Failed(_) => None,
        })
    }

    pub(super) fn into_list(self) -> Vec<Check> {
        self.made
    }

    /// Ends the checking: nothing, or a refusal with everything that stands in the way.
    pub(super) fn verdict(&mut self) -> Result<(), Refusal> {
        if self.clear() {
            return Ok(());
        }
        let mut refusal = Refusal::default();
        for check in &self.made {
            match &check.outcome {
                Outcome::Passed => {}
                Outcome::Failed(illegal) => {
                    let reason = Reason { rule: check.rule, illegal: illegal.clone() };
                    if !refusal.reasons.contains(&reason) {
                        refusal.reasons.push(reason);
                    }
                }
                Outcome::CannotTell(fact) => {
                    if !refusal.missing().any(|known| known == fact) {
                        let (rule, fact) = (check.rule, fact.clone());
                        refusal.unknown.push(MissingFact { rule, fact });
                    }
                }
            }
        }
        Err(refusal)
    }

    fn note(&mut self, rule: Rule, outcome: Outcome) {
        let check = Check { rule, outcome };
        if !self.made.iter().any(|known| known.says_as_much_as(&check)) {
            self.made.push(check);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_unaffordable_that_only_lacks_decisions() {
        let lacking = Illegal::MoreToDecide {
            card: "Envoy".to_owned(),
            text: "Perform two trade actions.".to_owned(),
        };
        let poor =
            Illegal::CannotAfford { player: "Human".to_owned(), cost: Money(3), held: Money(2) };
        let mut refusal = Refusal::because(Rule::PlayACard, lacking);
        assert!(refusal.is_unfinished() && !refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::Import, poor).reasons);
        assert!(!refusal.is_unfinished() && refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::EndOfGame, Illegal::GameOver).reasons);
        assert!(!refusal.is_unaffordable());
    }
}
