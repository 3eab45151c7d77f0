//! What an action set off: events, and for every changed number its cause.
//!
//! Events are worked out anew at every replay and never stored. A payout is a
//! tree, so that every point can be followed from the tile that earned it to
//! the player who kept it.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "Neutral Buildings".

use super::adjustment::{Owner, TileRef};
use super::illegal::Reason;
use super::player::{ByPlayer, Card, PlayerId, PlayerSet};
use super::rulebook::Rule;
use components::ids::{AchievementId, AdviserId, BuildingId, ResourceId};
use components::quantity::{Points, Quantity};
use components::tile::Footprint;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Event {
    /// A number of a player changed.
    Change(Change),
    /// Points were earned and paid on.
    Payout(Payout),
    /// A resource was delivered; neutral ones come from no tile.
    Delivered {
        building: BuildingId,
        resource: ResourceId,
        /// From which tile.
        tile: Option<TileRef>,
        /// Whose delivery token lies there now.
        owner: Owner,
    },
    /// A building has every resource it asks for.
    Completed(BuildingId),
    /// A dealt building fits nowhere and leaves the game. Rule 8.2.
    FitsNowhere(BuildingId),
    /// A dealt building is of the type of another and goes on top of the deck. Rule 3.2.
    SameType(BuildingId),
    /// The discarded proposals were shuffled into a new deck. Rule 9.9.
    Reshuffled,
    /// The ballots were counted.
    Counted(Count),
    /// An adviser was dealt to a place of the offer, counted from the left.
    OnOffer(AdviserId),
    /// Cards came back to a hand.
    CardsBack {
        player: PlayerId,
        cards: Vec<Card>,
        /// How many more lay face down unnamed (ruling R25).
        unnamed: usize,
    },
    /// More of something is used than the box holds. Ruling R2.
    RunsOut(Shortage),
    /// A ruling that decided, or a doubt about what was entered; nothing is refused for it.
    Remark(Remark),
    /// Something in a position that no play leads to, and the rule against it. It is a warning:
    /// the table is the truth.
    CannotArise(Subject, Reason),
    /// An achievement was scored, by everybody who fulfilled it. Rule 11.6.
    Achieved(AchievementId, PlayerSet),
    /// A cycle of a solo game ended, and this one begins. Rule 11.2.
    NewCycle(u8),
    /// A solo game is lost. Rules 11.3 and 11.5.
    Lost(Loss),
    /// The game is over.
    Finished {
        winner: PlayerId,
        /// Those who had as many points, the winner among them.
        tied: Vec<PlayerId>,
    },
}

/// The reason for which a solo game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The markers on these buildings could not be paid off at a vote. Rule 11.3.
    Markers {
        /// The buildings that carry one.
        buildings: Vec<BuildingId>,
        /// The price of all of them, in fleeting influence.
        price: i32,
        /// The influence there was, in fleeting influence.
        held: i32,
    },
    /// These buildings are not complete at the end of the seventh cycle. Rule 11.5.
    Unfinished(Vec<BuildingId>),
}

/// Something to know about an action that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Remark {
    /// A tile and a road that is laid before it each need the other. Ruling R5 allows it.
    TileAndRoadTogether,
    /// The part of the city on the event card lies in another section than the building. Rule 11.8.
    OtherSection { building: BuildingId, district: String },
}

impl Remark {
    /// Returns the rule that it is about.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::TileAndRoadTogether => Rule::UpgradeRoad,
            Self::OtherSection { .. } => Rule::ShapingHistory,
        }
    }
}

/// What a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What lies on these squares.
    At(Footprint),
    /// A player's numbers and workers.
    Player(PlayerId),
}

/// A changed number and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose.
    pub player: PlayerId,
    /// What changed.
    pub what: Quantity,
    /// By how much.
    pub by: i32,
    /// Why.
    pub cause: Cause,
}

/// Why a number changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// What a player starts with.
    Setup,
    /// The cost of an adviser.
    RecruitCost(AdviserId),
    /// The reward for recruiting an adviser.
    RecruitReward(AdviserId),
    /// The cost of importing a stall.
    ImportCost(ResourceId),
    /// The price of access to a tile, paid or received.
    AccessPrice(TileRef),
    /// The cost of an advanced resource building.
    BuildCost(ResourceId),
    /// The cost of a house.
    HouseCost,
    /// The cost of a bridge or gate.
    BridgeCost,
    /// A new resource owned.
    FirstTile(ResourceId),
    /// A basic action.
    BasicAction,
    /// The text of a card that was played.
    CardText(Card),
    /// The text of the own race mat.
    RaceText,
    /// The text of a prestige building's card.
    BuildingText(BuildingId),
    /// Income collected.
    Income,
    /// Fleeting influence for houses, with the income.
    Houses,
    /// A bonus for a card left in hand at a vote.
    VoteBonus,
    /// Influence given back after a vote.
    AfterVote,
    /// Influence paid for neutral markers.
    Markers,
    /// Influence paid for a proposal.
    Proposal(BuildingId),
    /// An achievement.
    Achievement(AchievementId),
    /// A payout; its receipt says how.
    Payout,
    /// End scoring of lasting influence.
    FinalLasting,
    /// End scoring of money.
    FinalMoney,
    /// Set right by the referee.
    Referee,
    /// Laid out as a position.
    Position,
}

/// What points were earned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Used to build a tile. Rule 7.1.
    Build(TileRef),
    /// Delivered to a building. Rule 7.2.
    Delivery(BuildingId),
    /// Used by a tile that earned points itself. Rule 7.3.
    Prerequisite(TileRef),
}

/// Points earned by one tile, and where they went.
///
/// For every payout and every part of it: `gross` = `paid_on` + `lost` + `kept`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// The tile that earned them.
    pub tile: TileRef,
    /// Whose it is.
    pub owner: Owner,
    /// What it was used for.
    pub used: Use,
    /// What it earned; of an own tile in a chain, what it hands on.
    pub gross: Points,
    /// What went to the owners of other tiles, also by way of own ones.
    pub paid_on: Points,
    /// What went to neutral tiles, hence to nobody.
    pub lost: Points,
    /// What the owner keeps.
    pub kept: Points,
    /// What its own prerequisites asked for, in printed order.
    pub parts: Vec<Part>,
}

/// One prerequisite of a tile in a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The prerequisite.
    pub resource: ResourceId,
    /// What it takes out of the points earned; nothing for what an own tile keeps, and nothing
    /// without a source. Ruling R36.
    pub value: Points,
    /// What it is worth beyond that, which the points earned do not cover. Ruling R13.
    pub short: Points,
    /// What happened to that value.
    pub to: PartTo,
}

/// Where the value of a prerequisite went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartTo {
    /// To the owner of another tile, who pays on.
    Paid(Payout),
    /// To others, if the chain runs on so far: the source is the owner's own tile, which keeps
    /// nothing.
    Own(Payout),
    /// To nobody: the source is neutral.
    Lost(TileRef),
    /// To nobody: no tile qualifies as a source. Rule 7.6.
    NoSource,
}

impl Payout {
    /// What every player gains from it.
    pub fn gains(&self) -> ByPlayer<Points> {
        let mut gains = ByPlayer::default();
        self.add_gains(&mut gains);
        gains
    }

    fn add_gains(&self, gains: &mut ByPlayer<Points>) {
        if let Owner::Player(owner) = self.owner {
            gains[owner] += self.kept;
        }
        self.pay_others(gains);
    }

    /// What the owners of the tiles further down gain.
    fn pay_others(&self, gains: &mut ByPlayer<Points>) {
        for part in &self.parts {
            match &part.to {
                PartTo::Paid(payout) => payout.add_gains(gains),
                PartTo::Own(payout) => payout.pay_others(gains),
                PartTo::Lost(_) | PartTo::NoSource => {}
            }
        }
    }

    /// What is lost to neutral tiles, here and further down.
    pub fn lost_in_all(&self) -> Points {
        let further = self.parts.iter().map(|part| match &part.to {
            PartTo::Paid(payout) => payout.lost_in_all(),
            // What an own tile loses is already in its user's `lost`.
            PartTo::Own(payout) => payout.lost_by_others(),
            PartTo::Lost(_) | PartTo::NoSource => Points::ZERO,
        });
        self.lost + further.sum()
    }

    fn lost_by_others(&self) -> Points {
        self.lost_in_all() - self.lost
    }
}

/// How a vote came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Every proposal with its total, from the left.
    pub totals: Vec<(BuildingId, i32)>,
    /// What each player committed, the base 1 included.
    pub strengths: ByPlayer<i32>,
}

/// Something of which the box holds less than is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortage {
    /// Claim tokens of a player.
    ClaimTokens(PlayerId),
    /// Delivery tokens of a player.
    DeliveryTokens(PlayerId),
    /// Road tiles.
    Roads,
    /// Money.
    Money,
    /// Fleeting influence.
    Fleeting,
    /// Lasting influence.
    Lasting,
    /// Completion tokens.
    CompletionTokens,
}
