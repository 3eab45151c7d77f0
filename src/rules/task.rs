//! Tasks: what a player or the table must or may do next.

use super::player::PlayerId;
use super::question::Question;
use super::sub_action::TextSource;
use components::ids::{AchievementId, BuildingId};

/// A task that a player or the table must or may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingDecision {
    /// The player; `None` for what the table does together.
    pub player: Option<PlayerId>,
    /// `true` if the game cannot go on without it.
    pub must: bool,
    /// The task.
    pub task: Task,
}

/// A kind of task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Deal this many proposals.
    DealProposals(usize),
    /// Deal this many advisers.
    DealAdvisers(usize),
    /// Choose a race.
    ChooseRace,
    /// Take a resource card.
    TakeResource,
    /// Place the first stall.
    PlaceStart,
    /// Play a card or call a vote.
    Turn,
    /// Follow, or pass.
    Follow,
    /// Build at most this many roads, or pass.
    Roads(u8),
    /// Answer a question.
    Choose(Question),
    /// Take a bonus for each of this many cards.
    Bonus(u8),
    /// Vote and open the ballots.
    Ballots,
    /// Break a tie between these.
    Decide(Vec<BuildingId>),
    /// Place a prestige building.
    PlaceBuilding(BuildingId),
    /// Choose or deal one achievement of each deck.
    DealAchievements,
    /// Name the players who fulfill an achievement that the players judge.
    Judge(AchievementId),
    /// Pay off the neutral markers, for a price in fleeting influence.
    PayMarkers(i32),
    /// Pick one of the proposals.
    Pick,
    /// Fill in the event card.
    FillEvent,
}

/// A step that follows the tasks due now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpcomingStep {
    /// These may follow.
    Follow(Vec<PlayerId>),
    /// A player chooses a race.
    ChooseRace(PlayerId),
    /// A player takes a resource card.
    TakeResource(PlayerId),
    /// A player places the first stall.
    PlaceStart(PlayerId),
    /// A player has a turn.
    Turn(PlayerId),
    /// A player continues with a text.
    ContinueText(PlayerId, TextSource),
    /// All players vote.
    Ballots,
    /// The building that was voted in is placed.
    PlaceBuilding(BuildingId),
    /// One achievement of each deck is chosen.
    DealAchievements,
    /// The neutral markers are paid off.
    PayMarkers,
    /// A solo player picks a proposal.
    Pick(PlayerId),
    /// Cards and workers come back to the one who called the vote.
    Reset,
    /// All but the one who called the vote collect income.
    OthersIncome,
    /// A solo player collects income.
    OwnIncome(PlayerId),
    /// New proposals are dealt.
    NewProposals,
    /// The game ends.
    End,
}
