//! Receipts of an action: its events, and a cause for every changed number.
//!
//! Events are recomputed at every replay and never stored. A payout is a tree, in which every point
//! can be followed from the tile that earned it to the player who kept it.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "Neutral Buildings".

use super::adjustment::{Owner, TileRef};
use super::illegal::Reason;
use super::player::{ByPlayer, Card, PlayerId, PlayerSet};
use super::rulebook::Rule;
use components::ids::{AchievementId, AdviserId, BuildingId, ResourceId};
use components::quantity::{Points, Quantity};
use components::tile::Footprint;

/// An event set off by an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Event {
    /// A number of a player changed.
    Change(QuantityChange),
    /// Points were earned and paid on.
    Payout(Payout),
    /// A resource was delivered; neutral ones come from no tile.
    Delivered {
        building: BuildingId,
        resource: ResourceId,
        /// The tile that delivered.
        tile: Option<TileRef>,
        /// The owner of the delivery token.
        owner: Owner,
    },
    /// A building is complete.
    Completed(BuildingId),
    /// A dealt building fits nowhere and leaves the game. Rule 8.2.
    FitsNowhere(BuildingId),
    /// A dealt building shares its type with another and goes on top of the deck. Rule 3.2.
    SameType(BuildingId),
    /// The discarded proposals were shuffled into a new deck. Rule 9.9.
    Reshuffled,
    /// The ballots were counted.
    Counted(VoteCount),
    /// An adviser was dealt to a place of the offer, counted from the left.
    OnOffer(AdviserId),
    /// Cards came back to a hand.
    CardsBack {
        player: PlayerId,
        cards: Vec<Card>,
        /// The number of further cards, face down unnamed (ruling R25).
        unnamed: usize,
    },
    /// More components are in use than the box contains. Ruling R2.
    SupplyExceeded(Shortage),
    /// A ruling that applied, or a warning about the input; never a refusal.
    Remark(Remark),
    /// A warning: an item of a position that no play leads to, with the rule against it. The
    /// position stands, because the table is the truth.
    CannotArise(WarningTarget, Reason),
    /// An achievement was scored by every player who fulfilled it. Rule 11.6.
    Achieved(AchievementId, PlayerSet),
    /// A cycle of a solo game ended, and this one starts. Rule 11.2.
    NewCycle(u8),
    /// A solo game is lost. Rules 11.3 and 11.5.
    Lost(Loss),
    /// The game is over.
    Finished {
        winner: PlayerId,
        /// The players with the most points, including the winner.
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
        /// The influence held, in fleeting influence.
        held: i32,
    },
    /// These buildings are not complete at the end of the seventh cycle. Rule 11.5.
    Unfinished(Vec<BuildingId>),
}

/// A remark about an action that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Remark {
    /// A tile and a road placed before it need each other. Ruling R5 allows it.
    TileAndRoadTogether,
    /// The part of the city on the event card is in another section than the building. Rule 11.8.
    OtherSection { building: BuildingId, district: String },
}

impl Remark {
    /// Returns the rule concerned.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::TileAndRoadTogether => Rule::UpgradeRoad,
            Self::OtherSection { .. } => Rule::ShapingHistory,
        }
    }
}

/// The target of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningTarget {
    /// The pieces on these squares.
    At(Footprint),
    /// A player's numbers and workers.
    Player(PlayerId),
}

/// A change of one of a player's numbers, with its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantityChange {
    /// The player.
    pub player: PlayerId,
    /// The number changed.
    pub quantity: Quantity,
    /// The difference.
    pub by: i32,
    /// The cause.
    pub cause: Cause,
}

/// The cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The starting goods.
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
    /// Influence returned after a vote.
    AfterVote,
    /// Influence paid for neutral markers.
    Markers,
    /// Influence paid for a proposal.
    Proposal(BuildingId),
    /// An achievement.
    Achievement(AchievementId),
    /// A payout; its receipt has the details.
    Payout,
    /// End scoring of lasting influence.
    FinalLasting,
    /// End scoring of money.
    FinalMoney,
    /// A correction by the referee.
    Referee,
    /// Part of a position.
    Position,
}

/// The use of a tile that earned points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutPurpose {
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
///
/// # Examples
///
/// Anna builds Jewelry with Ben's Gems, which earn Ben a point:
///
/// ```
/// use components::quantity::Points;
/// use components::specs::StandardCard;
/// use components::square::Square;
/// use components::tile::Footprint;
/// use rules::action::ActionKind;
/// use rules::adjustment::{Adjustment, Owner, TileRef};
/// use rules::player::{Card, PlayerId};
/// use rules::receipt::Event;
/// use rules::sub_action::{Placement, SubAction};
/// use rules::{Game, Setup};
///
/// fn tile(squares: &[&str]) -> Footprint {
///     let squares: Vec<Square> = squares.iter().filter_map(|name| name.parse().ok()).collect();
///     Footprint::new(&squares).expect("squares of a tile")
/// }
///
/// let setup = Setup {
///     pack: packs::find("practice")?,
///     board: "Three Rivers".to_owned(),
///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
///     ..Setup::default()
/// };
/// let game = Game::new(&setup)?;
/// let (anna, ben) = (PlayerId(0), PlayerId(1));
/// let race = |name| game.contents().race_named(name).expect("in the pack");
/// let resource = |name| game.contents().resource_named(name).expect("in the pack");
///
/// let gems = TileRef { resource: resource("Gems"), footprint: tile(&["F3"]) };
/// let population = TileRef { resource: resource("Population"), footprint: tile(&["D6"]) };
/// let position = ActionKind::Position(vec![
///     Adjustment::Race(anna, race("Human")),
///     Adjustment::Race(ben, race("Valrath")),
///     Adjustment::AddTile(gems, Owner::Player(ben)),
///     Adjustment::Access { player: anna, tile: gems, has_access: true },
///     Adjustment::AddTile(population, Owner::Player(anna)),
///     Adjustment::AddRoad("E5".parse()?),
///     Adjustment::Turn(anna),
/// ]);
/// let game = game.play(&position.into()).expect("the record can hold it").game;
///
/// let jewelry = Placement {
///     resource: resource("Jewelry"),
///     footprint: tile(&["F4", "G4", "F5"]),
///     roads: Vec::new(),
/// };
/// let upgrade = ActionKind::Lead {
///     player: anna,
///     card: Card::Standard(StandardCard::Upgrade),
///     sub_actions: vec![SubAction::Build(jewelry)],
/// };
/// let played = game.play(&upgrade.into()).expect("the rules allow it");
/// let Some(Event::Payout(receipt)) =
///     played.events.iter().find(|event| matches!(event, Event::Payout(_)))
/// else {
///     panic!("a tile was used")
/// };
/// assert_eq!(receipt.tile, gems);
/// assert_eq!((receipt.gross, receipt.kept), (Points(1), Points(1)));
/// assert_eq!(receipt.gains()[ben], Points(1));
/// assert_eq!(played.game.points(ben), Points(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// The tile that earned them.
    pub tile: TileRef,
    /// Its owner.
    pub owner: Owner,
    /// Its use.
    pub used: PayoutPurpose,
    /// The points earned; for an own tile in a chain, the points it pays on.
    pub gross: Points,
    /// Points paid to owners of other tiles, including those paid through own tiles.
    pub paid_on: Points,
    /// Points lost to neutral tiles.
    pub lost: Points,
    /// Points that the owner keeps.
    pub kept: Points,
    /// The shares of its own prerequisites, in printed order.
    pub parts: Vec<PayoutShare>,
}

/// One prerequisite of a tile in a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutShare {
    /// The prerequisite.
    pub resource: ResourceId,
    /// The points it takes from those earned; excludes points that an own tile keeps, and is 0
    /// without a source. Ruling R36.
    pub value: Points,
    /// Its further value, not covered by the points earned. Ruling R13.
    pub short: Points,
    /// The recipient of that value.
    pub to: ShareRecipient,
}

/// The recipient of a prerequisite's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShareRecipient {
    /// To the owner of another tile, who pays on.
    Paid(Payout),
    /// To others further down the chain: the source is the owner's own tile, which keeps nothing.
    Own(Payout),
    /// Lost: the source is neutral.
    Lost(TileRef),
    /// No recipient: no tile qualifies as a source. Rule 7.6.
    NoSource,
}

impl Payout {
    /// Returns the gains of every player.
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

    /// Adds the gains of the owners of tiles further down the chain.
    fn pay_others(&self, gains: &mut ByPlayer<Points>) {
        for part in &self.parts {
            match &part.to {
                ShareRecipient::Paid(payout) => payout.add_gains(gains),
                ShareRecipient::Own(payout) => payout.pay_others(gains),
                ShareRecipient::Lost(_) | ShareRecipient::NoSource => {}
            }
        }
    }

    /// Returns the points lost to neutral tiles, here and further down the chain.
    pub fn total_lost(&self) -> Points {
        let further: Points = self
            .parts
            .iter()
            .map(|part| match &part.to {
                ShareRecipient::Paid(payout) => payout.total_lost(),
                // The loss of an own tile is already included in its user's `lost`.
                ShareRecipient::Own(payout) => payout.lost_by_others(),
                ShareRecipient::Lost(_) | ShareRecipient::NoSource => Points::ZERO,
            })
            .sum();
        self.lost + further
    }

    fn lost_by_others(&self) -> Points {
        self.total_lost() - self.lost
    }
}

/// The result of a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoteCount {
    /// Every proposal with its total, from the left.
    pub totals: Vec<(BuildingId, i32)>,
    /// The strength of each player's ballot, including the base 1.
    pub strengths: ByPlayer<i32>,
}

/// A component in use beyond the box's supply.
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
