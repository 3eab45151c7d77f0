//! What a player does by the rules, as the record stores it.
//!
//! An [`Action`] is complete in itself: the cards that came up and the ballots
//! that were opened are part of it, and so is every choice that the rules left
//! open. Playing the same list twice gives the same game.

use super::player::{Card, PlayerId};
use super::receipt::Quantity;
use super::seal::Seal;
use super::sub_action::SubAction;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::quantity::{Money, Points};
use components::specs::Pack;
use components::square::Square;
use components::tile::Footprint;

/// One entry of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What is done.
    pub deed: Deed,
    /// Choices that the deed set off, in the order in which they came up. A choice with equal
    /// outcomes for everybody may be left out; playing the action fills it in.
    pub choices: Vec<Choice>,
}

impl Action {
    /// The choices that what is done set off, those of an overruled action included.
    #[must_use]
    pub fn choices_of_deed(&self) -> &[Choice] {
        match &self.deed {
            Deed::Overrule { action, .. } => &action.choices,
            _ => &self.choices,
        }
    }
}

impl From<Deed> for Action {
    fn from(deed: Deed) -> Self {
        Self { deed, choices: Vec::new() }
    }
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Deed {
    /// A player chooses a race; Aesthers take a resource card with it. Rule 3.5.
    ChooseRace {
        player: PlayerId,
        race: RaceId,
        /// The card taken, for a race without a resource of its own.
        resource: Option<ResourceId>,
    },
    /// A player takes a resource card, from another player if no valid one is free. Rules 3.6 to 3.7a.
    TakeResource {
        player: PlayerId,
        resource: ResourceId,
        /// The player it is taken from.
        from: Option<PlayerId>,
    },
    /// A player places the first stall. Rule 3.9.
    PlaceStart {
        player: PlayerId,
        /// On which numbered square.
        square: Square,
    },
    /// Proposals as they came from the deck, one after another. Rules 3.2, 8.2 and 9.9.
    DealProposals(Vec<BuildingId>),
    /// Advisers as they came from the deck, into the empty places from the left. Rules 3.3 and 5.3.
    DealAdvisers(Vec<AdviserId>),
    /// The achievements of the game, one of each deck, chosen or dealt. Rule 11.6.
    DealAchievements(Vec<AchievementId>),
    /// The table says who fulfils an achievement that the program cannot judge. Rule 11.6.
    Achieve {
        achievement: AchievementId,
        /// Everybody who fulfils it; may be nobody.
        players: Vec<PlayerId>,
    },
    /// The active player plays a card face up for its main action. Rule 4.1.
    Lead {
        player: PlayerId,
        card: Card,
        /// What the main action is used for; gains that need no decision are not listed.
        sub_actions: Vec<SubAction>,
    },
    /// The active player plays a card face down for a basic action. Rule 4.1, ruling R25.
    FaceDown {
        player: PlayerId,
        /// Which card, if it was told.
        card: Option<Card>,
        sub_action: SubAction,
    },
    /// A player follows the card that was led, with its follow action or a basic action. Rule 4.2.
    Follow {
        player: PlayerId,
        /// What they do.
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
    /// The table differs from the record: it is set right, with a reason.
    Adjust { changes: Vec<Adjustment>, reason: String },
    /// An action is played although the rules refuse it, with a reason.
    Overrule { action: Box<Action>, reason: String },
    /// A remark that changes nothing.
    Annotate(String),
    /// Facts about the box that were learnt in the middle of the game.
    Learn(Box<Pack>),
    /// The game starts, or goes on, from a position that is laid out.
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
    /// What it is worth, in fleeting influence.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.fleeting.saturating_add(self.lasting.saturating_mul(2))
    }
}

/// What the winner writes on the event card of the race. Rule 11.8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCard {
    /// The prestige building that helped most to win.
    pub building: BuildingId,
    /// The part of the city in which it stands.
    pub district: String,
    /// The body that will govern the city.
    pub governing_body: String,
}

/// A resource tile, by what it is and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileRef {
    /// Its resource.
    pub resource: ResourceId,
    /// Its squares.
    pub footprint: Footprint,
}

/// A road declared together with the tile it connects to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRoad {
    /// Where.
    pub square: Square,
    /// Whether it is declared before the tile.
    pub first: bool,
}

/// Where a worker goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerPlace {
    /// The player's own race mat.
    Race,
    /// The card of an active prestige building.
    Building(BuildingId),
}

/// What one player committed to a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Who.
    pub player: PlayerId,
    /// Which vote tile.
    pub tile: VoteTile,
    /// Fleeting influence committed.
    pub fleeting: i32,
    /// Lasting influence committed.
    pub lasting: i32,
    /// What it was sealed with, if the vote was held on the screen. The rules never look into it.
    pub seal: Option<Seal>,
}

catalogue::catalogue! {
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
pub enum Choice {
    /// Which tile supplies a prerequisite of `consumer`. Rule 7.6.
    Source {
        source: TileRef,
        /// The tile it is used for.
        consumer: TileRef,
    },
    /// Which tile delivers next, and where. Rules 8.5 and 8.6.
    Delivery { tile: TileRef, building: BuildingId },
}

/// One thing set right by the referee, or laid out in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// Points of a player.
    Points(PlayerId, Amount<Points>),
    /// Money of a player.
    Money(PlayerId, Amount<Money>),
    /// Fleeting influence of a player.
    Fleeting(PlayerId, Amount<i32>),
    /// Lasting influence of a player.
    Lasting(PlayerId, Amount<i32>),
    /// A free road laid down.
    AddRoad(Square),
    /// A resource tile laid down, owned by a player or neutral.
    AddTile(TileRef, Owner),
    /// A house of a player laid down.
    AddHouse(PlayerId, Square),
    /// A bridge or gate of a player laid down.
    AddBridge(PlayerId, Square),
    /// A prestige building laid down and its card made active.
    AddBuilding(BuildingId, Footprint),
    /// Whatever lies on a square taken away.
    Clear(Square),
    /// The token of the owner on a tile exchanged.
    SetOwner(TileRef, Owner),
    /// An access token put under a tile, or taken away.
    Access(PlayerId, TileRef, bool),
    /// A delivery token put on a building's space for a resource.
    AddDelivery(BuildingId, ResourceId, Owner),
    /// The delivery token on a building's space taken away.
    RemoveDelivery(BuildingId, ResourceId),
    /// A worker put on a place, or taken away from it.
    Worker(PlayerId, WorkerPlace, bool),
    /// Where a player's card is: in the hand, or played, or with nobody.
    Card(PlayerId, Card, CardPlace),
    /// A race for a player; only in a position.
    Race(PlayerId, RaceId),
    /// The resources a player controls, that of the race first; only in a position.
    Controls(PlayerId, Vec<ResourceId>),
    /// The proposals on offer, from the left; only in a position.
    Proposals(Vec<BuildingId>),
    /// The advisers on offer, from the left; only in a position.
    Advisers(Vec<AdviserId>),
    /// Whose turn it is; only in a position.
    Turn(PlayerId),
    /// The neutral marker put on a building of a solo game, or taken off it.
    Marker(BuildingId, bool),
    /// In which cycle a solo game is, counted from 1.
    Cycle(u8),
    /// The achievements of the game; only in a position.
    Achievements(Vec<AchievementId>),
    /// Whether an achievement has been scored.
    Scored(AchievementId, bool),
    /// A prestige building taken out of the game, as the table has no place for it.
    Gone(BuildingId),
}

impl Adjustment {
    /// A number of a player set right; nothing for income, which follows from what is owned.
    #[must_use]
    pub fn number(player: PlayerId, what: Quantity, amount: Amount<i32>) -> Option<Self> {
        match what {
            Quantity::Points => Some(Self::Points(player, amount.map(Points))),
            Quantity::Money => Some(Self::Money(player, amount.map(Money))),
            Quantity::Fleeting => Some(Self::Fleeting(player, amount)),
            Quantity::Lasting => Some(Self::Lasting(player, amount)),
            Quantity::Income => None,
        }
    }
}

/// A new amount, or a change of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount<T> {
    /// Exactly this much.
    Set(T),
    /// This much more, or less if below zero.
    Change(T),
}

impl<T> Amount<T> {
    /// The same in another unit.
    #[must_use]
    pub fn map<U>(self, unit: impl Fn(T) -> U) -> Amount<U> {
        match self {
            Self::Set(new) => Amount::Set(unit(new)),
            Self::Change(by) => Amount::Change(unit(by)),
        }
    }
}

/// Whose token lies on top of a resource tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A neutral token.
    Neutral,
    /// A player's.
    Player(PlayerId),
}

impl Owner {
    /// The player, unless it is neutral.
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Neutral => None,
            Self::Player(player) => Some(player),
        }
    }
}

/// Where a card of a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPlace {
    /// In the player's hand.
    Hand,
    /// Played, in front of the player.
    Played,
    /// Not with the player any more.
    Gone,
}

impl Deed {
    /// The facts it states about the box, with or against what is known; nothing for others.
    #[must_use]
    pub fn learnt(&self) -> Option<&Pack> {
        if let Self::Overrule { action, .. } = self {
            return action.deed.learnt();
        }
        if let Self::Learn(facts) = self {
            return Some(facts);
        }
        None
    }

    /// Whether the rules judge it by the facts of the box: a deed of the game rather than one of
    /// the record.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        let is_of_record =
            matches!(self, Self::Adjust { .. } | Self::Annotate(_) | Self::Position(_));
        !is_of_record && self.learnt().is_none()
    }

    /// The pieces of work that it consists of, in order, what a worker does among them as one; none
    /// for other deeds.
    #[must_use]
    pub fn sub_actions(&self) -> &[SubAction] {
        match self {
            Self::Lead { sub_actions, .. } => sub_actions,
            Self::FaceDown { sub_action, .. }
            | Self::Follow { sub_action, .. }
            | Self::Bonus { sub_action, .. } => std::slice::from_ref(sub_action),
            Self::ChooseRace { .. }
            | Self::TakeResource { .. }
            | Self::PlaceStart { .. }
            | Self::DealProposals(_)
            | Self::DealAdvisers(_)
            | Self::DealAchievements(_)
            | Self::Achieve { .. }
            | Self::Pass { .. }
            | Self::ExtraRoad { .. }
            | Self::CallVote { .. }
            | Self::Reveal(_)
            | Self::Decide { .. }
            | Self::PayMarkers { .. }
            | Self::Pick { .. }
            | Self::PlaceBuilding { .. }
            | Self::Choose { .. }
            | Self::FillEvent { .. }
            | Self::Overrule { .. }
            | Self::Adjust { .. }
            | Self::Annotate(_)
            | Self::Learn(_)
            | Self::Position(_) => &[],
        }
    }

    /// The ballots that it opened, also if the referee overruled the rules for it; none for other
    /// deeds.
    #[must_use]
    pub fn ballots(&self) -> &[Ballot] {
        match self {
            Self::Reveal(ballots) => ballots,
            Self::Overrule { action, .. } => action.deed.ballots(),
            Self::ChooseRace { .. }
            | Self::TakeResource { .. }
            | Self::PlaceStart { .. }
            | Self::DealProposals(_)
            | Self::DealAdvisers(_)
            | Self::DealAchievements(_)
            | Self::Achieve { .. }
            | Self::Lead { .. }
            | Self::FaceDown { .. }
            | Self::Follow { .. }
            | Self::Pass { .. }
            | Self::ExtraRoad { .. }
            | Self::CallVote { .. }
            | Self::Bonus { .. }
            | Self::Decide { .. }
            | Self::PayMarkers { .. }
            | Self::Pick { .. }
            | Self::PlaceBuilding { .. }
            | Self::Choose { .. }
            | Self::FillEvent { .. }
            | Self::Adjust { .. }
            | Self::Annotate(_)
            | Self::Learn(_)
            | Self::Position(_) => &[],
        }
    }

    /// Whether it brought something to light that was hidden until then: cards of a deck, or
    /// ballots. Taking it back does not make anybody forget it.
    #[must_use]
    pub fn brings_to_light(&self) -> bool {
        match self {
            Self::Reveal(_)
            | Self::DealProposals(_)
            | Self::DealAdvisers(_)
            | Self::DealAchievements(_) => true,
            Self::Overrule { action, .. } => action.deed.brings_to_light(),
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
            | Self::Learn(_)
            | Self::Position(_) => false,
        }
    }

    /// The player who acts, or nobody for what the table does together.
    #[must_use]
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
            Self::DealProposals(_)
            | Self::DealAdvisers(_)
            | Self::DealAchievements(_)
            | Self::Achieve { .. }
            | Self::Reveal(_)
            | Self::Adjust { .. }
            | Self::Annotate(_)
            | Self::Learn(_)
            | Self::Position(_) => None,
            Self::Overrule { action, .. } => action.deed.player(),
        }
    }
}
