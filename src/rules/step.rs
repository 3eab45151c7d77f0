//! The steps of the order of play: those that wait for an action, and automatic ones.
//!
//! Rulebook, "Game Play Structure".

use super::action::{Ballot, RuleChoice};
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
    /// A step that waits for an action.
    Decision(DecisionStep),
    /// An automatic step.
    Automatic(AutomaticStep),
}

/// A step that waits for an action; it is skipped if there is nothing to decide.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DecisionStep {
    DealProposals,
    DealAdvisers,
    DealAchievements,
    ChooseRace(PlayerId),
    TakeResource(PlayerId),
    PlaceStart(PlayerId),
    Turn(PlayerId),
    Follow {
        player: PlayerId,
        led: FollowCategory,
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
    /// The players name those who fulfill an achievement.
    Judge(AchievementId),
    /// The solo player pays off the markers; skipped if there are none.
    PayMarkers(PlayerId),
    /// The solo player picks a proposal; skipped if there are none.
    Pick(PlayerId),
    /// The winner fills in the event card.
    FillEvent(PlayerId),
}

/// An automatic step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AutomaticStep {
    /// Pays for a tile or a delivery; stops where a player has a choice.
    Pay {
        due: PayoutDue,
        made: Vec<RuleChoice>,
    },
    /// Delivers the resources that an action of `actor`, or the placing of a building, connected;
    /// stops where a player has a choice.
    Deliver {
        actor: PlayerId,
        placed: Option<BuildingId>,
    },
    /// The remainder of a text, once everything before it is resolved (ruling R37).
    ContinueText {
        player: PlayerId,
        source: TextSource,
        remainder: CardAction,
        sub_actions: Vec<SubAction>,
        overruled: bool,
    },
    /// A tile declared together with roads: `roads` are placed after it, and at most `left` more
    /// may be.
    PlaceTile {
        player: PlayerId,
        resource: ResourceId,
        footprint: Footprint,
        roads: Vec<Cell>,
        left: u8,
    },
    PlaceRoad {
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
pub(super) enum PayoutDue {
    /// For a built tile (rule 7.1).
    Build(PieceId),
    /// For a tile that delivered, with the value of the space (rule 7.2).
    Delivery(PieceId, BuildingId, Points),
}

/// The category that followers may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FollowCategory {
    /// A card of a category, or an adviser that counts as one (rule 4.3).
    Category(Category),
    /// The Income card: any follow action (rule 5.17).
    Income,
}

impl From<DecisionStep> for Step {
    fn from(step: DecisionStep) -> Self {
        Self::Decision(step)
    }
}

impl From<AutomaticStep> for Step {
    fn from(step: AutomaticStep) -> Self {
        Self::Automatic(step)
    }
}

impl Step {
    /// Returns `true` if it is a deal that the setup can postpone.
    pub(super) const fn is_deal(&self) -> bool {
        matches!(self, Self::Decision(DecisionStep::DealProposals | DecisionStep::DealAdvisers))
    }
}

impl DecisionStep {
    /// Returns the player it waits for; `None` for actions of the whole table.
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
