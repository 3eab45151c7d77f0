//! The actions of players, as the record stores them.
//!
//! An [`Action`] is complete in itself: it contains the dealt cards, the opened ballots and every
//! choice that the rules left open. Playing the same list twice results in the same game.

use super::adjustment::{Adjustment, TileRef};
use super::commitment::BallotCommitment;
use super::player::{Card, PlayerId};
use super::sub_action::SubAction;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::specs::Pack;
use components::square::Square;
use components::tile::Footprint;

/// An entry of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The kind of action, with its details.
    pub kind: ActionKind,
    /// Choices that the action set off, in the order in which they came up. A choice with equal
    /// outcomes for all players may be left out; playing the action fills it in.
    pub choices: Vec<RuleChoice>,
}

impl Action {
    /// Returns the kind of the action itself, without any overrules around it.
    pub fn kind_without_overrules(&self) -> &ActionKind {
        match &self.kind {
            ActionKind::Overrule { action, .. } => action.kind_without_overrules(),
            kind => kind,
        }
    }

    /// Returns the choices that the action set off; for an overruled action, those of the inner
    /// one.
    pub fn own_choices(&self) -> &[RuleChoice] {
        match &self.kind {
            ActionKind::Overrule { action, .. } => &action.choices,
            _ => &self.choices,
        }
    }
}

impl From<ActionKind> for Action {
    fn from(kind: ActionKind) -> Self {
        Self { kind, choices: Vec::new() }
    }
}

/// The kinds of action, each with its details.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum ActionKind {
    /// A player chooses a race; Aesthers take a resource card with it. Rule 3.5.
    ChooseRace {
        player: PlayerId,
        race: RaceId,
        /// The card taken, for a race without a resource of its own.
        resource: Option<ResourceId>,
    },
    /// A player takes a resource card, from another player if no valid one is free. Rules 3.6 to
    /// 3.7a.
    TakeResource {
        player: PlayerId,
        resource: ResourceId,
        /// The player it is taken from.
        from: Option<PlayerId>,
    },
    /// A player places the first stall. Rule 3.9.
    PlaceStart {
        player: PlayerId,
        /// The numbered square.
        square: Square,
    },
    /// Proposals in the order in which they were dealt. Rules 3.2, 8.2 and 9.9.
    DealProposals(Vec<BuildingId>),
    /// Advisers in the order in which they were dealt, into the empty places from the left. Rules
    /// 3.3 and 5.3.
    DealAdvisers(Vec<AdviserId>),
    /// The achievements of the game, one of each deck, chosen or dealt. Rule 11.6.
    DealAchievements(Vec<AchievementId>),
    /// The table names who fulfills an achievement that the program cannot judge. Rule 11.6.
    Achieve {
        achievement: AchievementId,
        /// The players who fulfill it; may be empty.
        players: Vec<PlayerId>,
    },
    /// The active player plays a card face up for its main action. Rule 4.1.
    Lead {
        player: PlayerId,
        card: Card,
        /// The uses of the main action; gains that need no decision are not listed.
        sub_actions: Vec<SubAction>,
    },
    /// The active player plays a card face down for a basic action. Rule 4.1, ruling R25.
    FaceDown {
        player: PlayerId,
        /// The card, if it was named.
        card: Option<Card>,
        sub_action: SubAction,
    },
    /// A player follows the card that was led, with its follow action or a basic action. Rule 4.2.
    Follow {
        player: PlayerId,
        /// The action taken.
        sub_action: SubAction,
    },
    /// A player does not follow. Ruling R3.
    Pass { player: PlayerId },
    /// A road that an action before it allows. Rule 5.12 and card texts.
    ExtraRoad { player: PlayerId, square: Square },
    /// The active player calls a vote. Rule 9.1.
    CallVote { player: PlayerId },
    /// One bonus for a card left in the caller's hand: $1, influence or a road. Rule 9.2.
    Bonus { player: PlayerId, sub_action: SubAction },
    /// All ballots, opened together, by seat. Rule 9.5.
    Reveal(Vec<Ballot>),
    /// The player who breaks a tie names the building. Rule 9.6.
    Decide { player: PlayerId, building: BuildingId },
    /// The solo player pays off the neutral markers. Rule 11.3.
    PayMarkers { player: PlayerId, payment: Payment },
    /// The solo player picks one of the proposals. Rule 11.3.
    Pick { player: PlayerId, building: BuildingId, payment: Payment },
    /// The largest contributor places the building. Rule 9.8.
    PlaceBuilding { player: PlayerId, building: BuildingId, footprint: Footprint },
    /// The answer to a choice the rules left to a player: the first of the action's choices.
    Choose { player: PlayerId },
    /// The winner fills in the event card of the race. Rule 11.8.
    FillEvent { player: PlayerId, card: EventCard },
    /// Corrects the record where it differs from the table, with a reason.
    Adjust { changes: Vec<Adjustment>, reason: String },
    /// An action is played although the rules refuse it, with a reason.
    Overrule { action: Box<Action>, reason: String },
    /// A remark that changes nothing.
    Annotate(String),
    /// Facts about the box, entered during the game.
    EnterFacts(Box<Pack>),
    /// A position from which the game starts or continues.
    Position(Vec<Adjustment>),
}

/// Influence paid by a solo player; one lasting is worth two fleeting. Rule 11.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Payment {
    /// Fleeting influence.
    pub fleeting: i32,
    /// Lasting influence.
    pub lasting: i32,
}

impl Payment {
    /// Returns its value in fleeting influence.
    pub const fn value(self) -> i32 {
        self.fleeting.saturating_add(self.lasting.saturating_mul(2))
    }
}

/// The event card of the race, as the winner fills it in. Rule 11.8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCard {
    /// The prestige building that helped most to win.
    pub building: BuildingId,
    /// The part of the city that contains it.
    pub district: String,
    /// The body that will govern the city.
    pub governing_body: String,
}

/// A player's commitment to a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The voter.
    pub player: PlayerId,
    /// The vote tile chosen.
    pub tile: VoteTile,
    /// Fleeting influence committed.
    pub fleeting: i32,
    /// Lasting influence committed.
    pub lasting: i32,
    /// The seal of a ballot cast on screen. The rules never read it.
    pub seal: Option<BallotCommitment>,
}

enum_table::enum_table! {
    /// The three vote tiles, from the left; each stands for the proposal in its place.
    pub enum VoteTile {}

    /// Left.
    Circle;
    /// Middle.
    Square;
    /// Right.
    Triangle;
}

/// A choice that the rules leave to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum RuleChoice {
    /// The tile that supplies a prerequisite of `consumer`. Rule 7.6.
    Source {
        source: TileRef,
        /// The tile it is used for.
        consumer: TileRef,
    },
    /// The tile that delivers next, and its destination. Rules 8.5 and 8.6.
    Delivery { tile: TileRef, building: BuildingId },
}

impl ActionKind {
    /// Returns the facts about the box that it states, consistent with known ones or not; `None`
    /// for other kinds.
    pub fn stated_facts(&self) -> Option<&Pack> {
        if let Self::Overrule { action, .. } = self {
            return action.kind.stated_facts();
        }
        if let Self::EnterFacts(facts) = self {
            return Some(facts);
        }
        None
    }

    /// Returns `true` if the rules judge it by the facts of the box: an action of the game, not of
    /// the record.
    pub fn is_judged_by_rules(&self) -> bool {
        let is_of_record =
            matches!(self, Self::Adjust { .. } | Self::Annotate(_) | Self::Position(_));
        !is_of_record && self.stated_facts().is_none()
    }

    /// Returns its sub-actions in order, those of a worker as one; empty for other kinds.
    pub fn sub_actions(&self) -> &[SubAction] {
        match self {
            Self::Lead { sub_actions, .. } => sub_actions,
            Self::FaceDown { sub_action, .. }
            | Self::Follow { sub_action, .. }
            | Self::Bonus { sub_action, .. } => std::slice::from_ref(sub_action),
            _ => &[],
        }
    }

    /// Returns the ballots it opens, also if the referee overruled a refusal of them; empty for
    /// other kinds.
    pub fn ballots(&self) -> &[Ballot] {
        match self {
            Self::Reveal(ballots) => ballots,
            Self::Overrule { action, .. } => action.kind.ballots(),
            _ => &[],
        }
    }

    /// Returns `true` if it revealed hidden information: cards of a deck, or ballots. Undoing it
    /// does not make the players forget it.
    pub fn reveals_hidden(&self) -> bool {
        match self {
            Self::Reveal(_)
            | Self::DealProposals(_)
            | Self::DealAdvisers(_)
            | Self::DealAchievements(_) => true,
            Self::Overrule { action, .. } => action.kind.reveals_hidden(),
            Self::ChooseRace { .. }
            | Self::TakeResource { .. }
            | Self::PlaceStart { .. }
            | Self::Lead { .. }
            | Self::FaceDown { .. }
            | Self::Follow { .. }
            | Self::Pass { .. }
            | Self::ExtraRoad { .. }
            | Self::CallVote { .. }
            | Self::Bonus { .. }
            | Self::Decide { .. }
            | Self::Achieve { .. }
            | Self::PayMarkers { .. }
            | Self::Pick { .. }
            | Self::FillEvent { .. }
            | Self::PlaceBuilding { .. }
            | Self::Choose { .. }
            | Self::Adjust { .. }
            | Self::Annotate(_)
            | Self::EnterFacts(_)
            | Self::Position(_) => false,
        }
    }

    /// Returns the acting player, or `None` for actions of the whole table.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Self::ChooseRace { player, .. }
            | Self::TakeResource { player, .. }
            | Self::PlaceStart { player, .. }
            | Self::Lead { player, .. }
            | Self::FaceDown { player, .. }
            | Self::Follow { player, .. }
            | Self::Pass { player }
            | Self::ExtraRoad { player, .. }
            | Self::CallVote { player }
            | Self::Bonus { player, .. }
            | Self::Decide { player, .. }
            | Self::PayMarkers { player, .. }
            | Self::Pick { player, .. }
            | Self::PlaceBuilding { player, .. }
            | Self::FillEvent { player, .. }
            | Self::Choose { player } => Some(*player),
            Self::Overrule { action, .. } => action.kind.player(),
            _ => None,
        }
    }
}
