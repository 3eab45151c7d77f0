//! The steps of the order of play: those that wait for somebody, and those that run by themselves.
//!
//! Rulebook, "Game Play Structure".

use super::action::{Ballot, Choice};
use super::player::{PieceId, PlayerId};
use super::sub_action::{SubAction, TextSource};
use components::board::Cell;
use components::effect::CardAction;
use components::ids::{AchievementId, BuildingId, ResourceId};
use components::quantity::Points;
use components::specs::Category;
use components::tile::Footprint;

/// One step of the order of play.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// It waits for an action.
    Waits(Waiting),
    /// It happens by itself.
    Runs(Running),
}

/// A step that waits for an action, if there is anything to wait for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Waiting {
    DealProposals,
    DealAdvisers,
    DealAchievements,
    ChooseRace(PlayerId),
    TakeResource(PlayerId),
    PlaceStart(PlayerId),
    Turn(PlayerId),
    Follow {
        player: PlayerId,
        led: Led,
    },
    ExtraRoads {
        player: PlayerId,
        tile: Option<PieceId>,
        left: u8,
    },
    Bonus {
        player: PlayerId,
        left: u8,
    },
    Ballots {
        caller: PlayerId,
    },
    Decide {
        player: PlayerId,
        caller: PlayerId,
        tied: Vec<BuildingId>,
        ballots: Vec<Ballot>,
    },
    PlaceBuilding {
        player: PlayerId,
        building: BuildingId,
    },
    /// The players say who fulfils an achievement.
    Judge(AchievementId),
    /// The solo player pays off the markers; without any, nothing is waited for.
    PayMarkers(PlayerId),
    /// The solo player picks a proposal; without any, nothing is waited for.
    Pick(PlayerId),
    /// The winner fills in the event card.
    FillEvent(PlayerId),
}

/// A step that happens by itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Running {
    /// What is paid for a tile or a delivery; it stops where somebody has a choice.
    Pay {
        due: Due,
        made: Vec<Choice>,
    },
    /// What an action of `actor` connected is delivered, or the placing of a building; it stops
    /// where somebody has a choice.
    Deliver {
        actor: PlayerId,
        placed: Option<BuildingId>,
    },
    /// The rest of a text, once what came before it is resolved (ruling R37).
    CarryOn {
        player: PlayerId,
        source: TextSource,
        rest: CardAction,
        sub_actions: Vec<SubAction>,
        overruled: bool,
    },
    /// A tile declared together with roads: `roads` are laid after it, and `left` more may be.
    LayTile {
        player: PlayerId,
        resource: ResourceId,
        footprint: Footprint,
        roads: Vec<Cell>,
        left: u8,
    },
    LayRoad {
        player: PlayerId,
        cell: Cell,
    },
    BeginTurn(PlayerId),
    Reset(PlayerId),
    OthersIncome(PlayerId),
    /// The solo player collects income at the vote.
    OwnIncome(PlayerId),
    ScreenProposals,
    NewProposals,
    NextCycle(PlayerId),
    EndTurn(PlayerId),
}

/// Points that are due.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Due {
    /// For a tile that was built (rule 7.1).
    Build(PieceId),
    /// For a tile that delivered, with the value of the space (rule 7.2).
    Delivery(PieceId, BuildingId, Points),
}

/// What was led, for those who follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Led {
    /// A card of a category, or an adviser that counts as one (rule 4.3).
    Category(Category),
    /// The Income card: any follow action (rule 5.17).
    Income,
}

impl From<Waiting> for Step {
    fn from(step: Waiting) -> Self {
        Self::Waits(step)
    }
}

impl From<Running> for Step {
    fn from(step: Running) -> Self {
        Self::Runs(step)
    }
}

impl Step {
    /// Whether it is one of the deals that the setup can do without for a while.
    pub(super) const fn is_deal(&self) -> bool {
        matches!(self, Self::Waits(Waiting::DealProposals | Waiting::DealAdvisers))
    }
}

impl Waiting {
    /// The player it waits for; nobody in particular for what the table does together.
    pub(super) const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::ChooseRace(player)
            | Self::TakeResource(player)
            | Self::PlaceStart(player)
            | Self::Turn(player)
            | Self::Follow { player, .. }
            | Self::ExtraRoads { player, .. }
            | Self::Bonus { player, .. }
            | Self::Decide { player, .. }
            | Self::PayMarkers(player)
            | Self::Pick(player)
            | Self::FillEvent(player)
            | Self::PlaceBuilding { player, .. } => Some(*player),
            _ => None,
        }
    }
}
