//! Refusals: every reason for which the rules refuse an action.
//!
//! A refusal lists every independent reason with its rule, the components, squares and amounts
//! involved and, where it can be computed, what would help. Other crates put it into words, for the
//! game in which the action was refused.

mod particulars;

use std::fmt;

use super::action::{Payment, RuleChoice, VoteTile};
use super::player::{Card, PlayerId};
use super::rulebook::Rule;
use super::sub_action::TextSource;
use super::task::PendingDecision;
use components::board::SquareKind;
use components::fact_id::FactId;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::pack_check::PackProblem;
use components::quantity::{Money, Quantity};
use components::reading::ValueTooLow;
use components::specs::{AchievementDeck, Terrain};
use components::square::Square;

pub use particulars::{
    AttemptedUse, CardLocation, DeckCard, EventLine, FactConflict, NotJudgedReason, PositionItem,
    Restriction, TileKind, Unrecordable,
};

/// A reason to refuse an action.
///
/// It contains ids, amounts and [particulars](DeckCard); the only texts are those of a pack or of
/// players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Another decision comes first.
    NotNow { pending: Vec<PendingDecision> },
    /// Another player is to act.
    NotTheirTurn { player: PlayerId, expected: PlayerId },
    /// There is no such player at the table.
    NoSuchPlayer {
        /// The seat, counted from 1.
        seat: usize,
    },
    /// The cost is more than the player has.
    CannotAfford { player: PlayerId, cost: Money, held: Money },
    /// More influence than held.
    TooLittleInfluence {
        player: PlayerId,
        /// Fleeting or lasting.
        kind: Quantity,
        requested: i32,
        held: i32,
    },
    /// An amount that no game reaches.
    OutOfRange { what: Quantity, amount: i64 },

    /// The race is another player's.
    RaceTaken { race: RaceId },
    /// The card is with a player.
    CardTaken { resource: ResourceId, holder: PlayerId },
    /// The card is not with the player it is to be taken from.
    CardNotThere {
        resource: ResourceId,
        /// The player who was to give it up.
        holder: PlayerId,
    },
    /// The resource of a race cannot be taken away.
    RaceCardStays { resource: ResourceId, holder: PlayerId },
    /// A mat or card forbids the resource.
    Forbidden { resource: ResourceId, by: Restriction },
    /// A valid card is still free.
    ValidCardFree { free: Vec<ResourceId> },
    /// The race takes no card, or must take one.
    RaceCard {
        race: RaceId,
        /// `true` if it takes a card.
        takes: bool,
    },
    /// Only basic resources have cards and stalls.
    NotBasic { resource: ResourceId },
    /// Only advanced resources are built.
    NotAdvanced { resource: ResourceId },
    /// The square carries no start number that is low enough.
    NotAStart {
        square: Square,
        /// The possible start squares.
        starts: Vec<Square>,
    },

    /// The card cannot come from the deck.
    NotInDeck {
        card: DeckCard,
        /// The card's actual location.
        place: CardLocation,
    },
    /// The card is below others in the deck.
    DeckOrder { card: DeckCard, before: DeckCard },
    /// More cards dealt than needed, or none.
    WrongNumberOfCards { dealt: usize, needed: usize },

    /// The card is not in the player's hand.
    NotInHand { card: Card, player: PlayerId },
    /// The player has no such played card to take back.
    NotPlayed { card: Card, player: PlayerId },
    /// Income never comes back this way.
    IncomeStays,
    /// More cards than the text allows.
    TooManyCards { requested: usize, allowed: usize },
    /// The same card is named twice.
    NamedTwice { card: DeckCard },
    /// Call to Vote is never played face down, nor led like another card.
    VoteCardOnlyVotes,
    /// Only Call to Vote is left.
    MustCallVote { player: PlayerId },
    /// Too few cards played.
    TooEarlyToVote { played: usize, needed: usize },
    /// The card does not allow this use.
    WrongUse { what: AttemptedUse },

    /// The text requires more decisions than were entered.
    MoreToDecide { source: TextSource, text: String },

    /// The adviser is not on offer.
    NotOnOffer { adviser: AdviserId },
    /// The recruiter has no claim on the resource.
    NoClaimOn { player: PlayerId, resource: ResourceId },
    /// The recruited adviser does not need the resource just bought.
    OtherResource { adviser: AdviserId, requires: ResourceId, bought: ResourceId },

    /// Squares off the map.
    OffBoard { squares: Vec<Square> },
    /// Squares on which this kind of tile cannot be built.
    WrongGround { squares: Vec<Square>, kind: SquareKind },
    /// Squares that hold something.
    NotFree { squares: Vec<Square> },
    /// Squares of the wrong terrain.
    WrongTerrain { squares: Vec<Square>, wanted: Terrain },
    /// A tile across sections.
    SeveralSections {
        /// The squares outside the first section.
        squares: Vec<Square>,
    },
    /// Squares that are not the shape of the tile.
    WrongShape { of: TileKind, squares: Vec<Square> },
    /// The resource is in the section already.
    ResourceInSection { resource: ResourceId, squares: Vec<Square> },
    /// The type of building is in the section already.
    TypeInSection { building: BuildingId, squares: Vec<Square> },
    /// The player's house is in the section already.
    HouseInSection { player: PlayerId, squares: Vec<Square> },
    /// Own buildings may not touch.
    AdjacentToOwn { owner: PlayerId, squares: Vec<Square> },
    /// Not connected to anything the player owns.
    NotConnected {
        player: PlayerId,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
    },
    /// No claimed tile of a prerequisite.
    NoPrerequisite { player: PlayerId, resource: ResourceId },
    /// A claimed tile of a prerequisite is not connected.
    PrerequisiteApart {
        player: PlayerId,
        resource: ResourceId,
        /// The squares of the claimed tiles.
        tiles: Vec<Square>,
        /// The shortest chain of roads that would connect one.
        link: Option<Vec<Square>>,
    },
    /// The road does not reach the tile it belongs to.
    RoadApart {
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
    },
    /// The road is placed before its tile and connected to nothing owned without it, at a table
    /// that judges tile and road in turn (ruling R5).
    RoadNeedsTile {
        player: PlayerId,
        square: Square,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
        /// `true` if the tile could be placed first instead.
        tile_first: bool,
    },
    /// No such tile is left.
    NoneLeft { of: TileKind },
    /// The player does not control the resource.
    NotControlled { player: PlayerId, resource: ResourceId },
    /// The player controls the resource and needs no access to import it.
    ControlsItself { player: PlayerId, resource: ResourceId },
    /// The resource has no controller, but cannot be neutral with this number of players.
    ControlledByNobody { resource: ResourceId },
    /// Too few completions.
    TooFewCompletions { completed: usize },
    /// There is no such tile.
    NoSuchTile {
        resource: ResourceId,
        /// The squares named.
        squares: Vec<Square>,
    },
    /// The player has a token on the tile.
    AlreadyClaims {
        player: PlayerId,
        /// `true` for the owner's token.
        owns: bool,
    },
    /// Followers trade on entrance and coastal squares.
    FollowTerrain { squares: Vec<Square> },
    /// A tile without a square of the terrain that a card requires.
    NoSquareOf { wanted: Terrain },
    /// A tile that is not connected to the building whose card is used.
    TileApart {
        player: PlayerId,
        /// The building to connect to; `None` for anything the player owns.
        to: Option<BuildingId>,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
    },

    /// No worker to place.
    NoFreeWorker {
        player: PlayerId,
        /// Unlocked by houses.
        houses: u8,
        /// Already placed.
        placed: u8,
    },
    /// The worker space is taken.
    WorkerSpaceTaken { by: PlayerId },
    /// The building is not on the map.
    NotActive { building: BuildingId },
    /// The building carries no token of the player.
    NoDeliveryToken { player: PlayerId, building: BuildingId },

    /// The building is none of the proposals.
    NotProposed { building: BuildingId },
    /// No proposal in that place.
    NoProposal { tile: VoteTile },
    /// A vote without exactly one ballot of every player.
    BallotCount { players: usize, found: usize },
    /// The building is not among those tied.
    NotTied { tied: Vec<BuildingId> },
    /// Another building was voted in.
    OtherBuilding {
        expected: BuildingId,
        /// The building named.
        found: BuildingId,
    },
    /// A prestige building without a square of its color.
    OffColor { wanted: Terrain, squares: Vec<Square> },
    /// A special building off its sites.
    OffSite { building: BuildingId, squares: Vec<Square> },

    /// Cards are left to play before a solo vote.
    NotAllPlayed {
        player: PlayerId,
        /// The number of cards left besides Call to Vote.
        left: usize,
    },
    /// The seventh cycle ends without a vote.
    NoSeventhVote,
    /// Influence that is not the price.
    WrongPayment {
        offered: Payment,
        /// The price, in fleeting influence.
        price: i32,
        /// The possible payments.
        options: Vec<Payment>,
        held: Payment,
    },
    /// The game is played without workers.
    NoWorkers,
    /// Not one achievement of each deck.
    WrongAchievements {
        /// The achievements chosen, with their decks.
        found: Vec<(AchievementId, AchievementDeck)>,
    },
    /// An achievement that the players cannot judge now.
    NotToJudge {
        achievement: AchievementId,
        /// The reason.
        reason: NotJudgedReason,
    },
    /// A part of the city that the map does not name.
    NoSuchDistrict { name: String, known: Vec<String> },

    /// A delivery credited to a player who owns no tile of the resource.
    NoTileOf { player: PlayerId, resource: ResourceId },
    /// All spaces of the building are filled.
    AlreadyComplete { building: BuildingId },

    /// The choice answers no question.
    NotAChoice { choice: RuleChoice, open: Vec<RuleChoice> },
    /// An adjustment or overrule without a reason.
    NoReason,
    /// Something the record cannot hold.
    CannotBeRecorded { what: Unrecordable },
    /// An entered fact contradicts a known one.
    FactConflict(FactConflict),
    /// Facts that cannot hold together.
    PackContradicts {
        /// The problem of a pack with these facts.
        problem: PackProblem,
    },
    /// A number on a card that is too low for the resource.
    PaysTooLittle(ValueTooLow),
}

impl Illegal {
    /// Returns the squares to mark on the map; empty if the problem is elsewhere.
    pub fn squares(&self) -> &[Square] {
        self.places().0
    }

    /// Returns the squares on which roads would connect what is apart; empty for other problems.
    pub fn link(&self) -> &[Square] {
        self.places().1
    }

    /// Returns the squares concerned, and those on which roads would help.
    fn places(&self) -> (&[Square], &[Square]) {
        match self {
            Self::NotAStart { square, .. } => (std::slice::from_ref(square), &[]),
            Self::PrerequisiteApart { tiles, link, .. } => {
                (tiles, link.as_deref().unwrap_or_default())
            }
            Self::RoadNeedsTile { square, link, .. } => {
                (std::slice::from_ref(square), link.as_deref().unwrap_or_default())
            }
            Self::NotConnected { link, .. }
            | Self::RoadApart { link }
            | Self::TileApart { link, .. } => (&[], link.as_deref().unwrap_or_default()),
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
            | Self::NoSuchTile { squares, .. }
            | Self::FollowTerrain { squares }
            | Self::OffColor { squares, .. }
            | Self::OffSite { squares, .. } => (squares, &[]),
            _ => (&[], &[]),
        }
    }

    /// Returns `true` if the table can do it anyway and the record can hold the outcome.
    ///
    /// An overrule lifts a prohibition, not an impossibility: two items on one square, a card that
    /// is elsewhere, a turn out of order.
    pub fn can_be_overruled(&self) -> bool {
        matches!(
            self,
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
                | Self::RoadNeedsTile { .. }
                | Self::NotControlled { .. }
                | Self::TooFewCompletions { .. }
                | Self::FollowTerrain { .. }
                | Self::NoSquareOf { .. }
                | Self::TileApart { .. }
                | Self::NoDeliveryToken { .. }
                | Self::OffColor { .. }
                | Self::OffSite { .. }
                | Self::NotAllPlayed { .. }
                | Self::NoSuchDistrict { .. }
                | Self::FactConflict(_)
                | Self::PaysTooLittle(_)
        )
    }
}

/// A reason, with its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule that is broken.
    pub rule: Rule,
    /// The violation.
    pub illegal: Illegal,
}

/// An unknown fact that a rule needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFact {
    /// The rule that needs it.
    pub rule: Rule,
    /// The fact.
    pub fact: FactId,
}

impl MissingFact {
    /// Converts to a line of a checklist.
    pub(super) fn into_check(self) -> RuleCheck {
        RuleCheck { rule: self.rule, outcome: CheckOutcome::CannotTell(self.fact) }
    }
}

impl From<FactId> for MissingFact {
    fn from(fact: FactId) -> Self {
        Self { rule: Rule::printed_for(fact.field()), fact }
    }
}

impl fmt::Display for MissingFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact.unknown_clause(), self.rule)
    }
}

/// The reasons and missing facts that keep an action from being played.
///
/// If `reasons` is empty, the verdict is "cannot tell": the rules may allow the action or not,
/// depending on the facts in `unknown`.
///
/// # Examples
///
/// ```
/// use rules::action::ActionKind;
/// use rules::{Game, Rule, Setup};
///
/// let setup = Setup {
///     pack: packs::find("practice")?,
///     board: "Three Rivers".to_owned(),
///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
///     ..Setup::default()
/// };
/// let game = Game::new(&setup)?;
/// let anna = game.players().next().expect("two players");
/// let aesther = game.contents().race_named("Aesther").expect("in the pack");
///
/// // Aesthers take a resource card with their race.
/// let choice = ActionKind::ChooseRace { player: anna, race: aesther, resource: None };
/// let refusal = game.play(&choice.into()).expect_err("no card was taken");
/// assert!(!refusal.cannot_tell());
/// assert_eq!(refusal.reasons[0].rule, Rule::ChooseRace);
/// assert_eq!(refusal.reasons[0].rule.number(), "3.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Every independent reason.
    pub reasons: Vec<Reason>,
    /// Unknown facts that a rule needs.
    pub unknown: Vec<MissingFact>,
}

impl Refusal {
    /// Returns the missing facts.
    pub fn missing(&self) -> impl Iterator<Item = &FactId> {
        self.unknown.iter().map(|missing| &missing.fact)
    }

    /// Returns `true` if an explicit choice answers no question.
    pub(super) fn is_about_a_choice(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| matches!(reason.illegal, Illegal::NotAChoice { .. }))
    }

    /// Creates a refusal for a single reason.
    pub fn because(rule: Rule, illegal: Illegal) -> Self {
        Self { reasons: vec![Reason { rule, illegal }], unknown: Vec::new() }
    }

    /// Returns `true` if the action is legal so far and only decisions are missing.
    pub fn is_unfinished(&self) -> bool {
        self.unknown.is_empty()
            && !self.reasons.is_empty()
            && self
                .reasons
                .iter()
                .all(|reason| matches!(reason.illegal, Illegal::MoreToDecide { .. }))
    }

    /// Returns `true` if the only problem is money, apart from missing decisions.
    pub fn is_unaffordable(&self) -> bool {
        let only_money_or_decisions = self.reasons.iter().all(|reason| {
            matches!(reason.illegal, Illegal::CannotAfford { .. } | Illegal::MoreToDecide { .. })
        });
        self.unknown.is_empty()
            && only_money_or_decisions
            && self
                .reasons
                .iter()
                .any(|reason| matches!(reason.illegal, Illegal::CannotAfford { .. }))
    }

    /// Converts the reasons and missing facts to lines of a checklist.
    pub(super) fn into_checks(self) -> impl Iterator<Item = RuleCheck> {
        let failed = self.reasons.into_iter().map(|reason| RuleCheck {
            rule: reason.rule,
            outcome: CheckOutcome::Failed(reason.illegal),
        });
        failed.chain(self.unknown.into_iter().map(MissingFact::into_check))
    }

    /// Returns `true` if the verdict is "cannot tell" instead of "refused".
    pub fn cannot_tell(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// A fact needed by a rule other than the one it is printed for.
pub(super) trait CiteRule<T> {
    /// Cites `rule` if the fact is missing.
    fn needed_by(self, rule: Rule) -> Result<T, Refusal>;
}

impl<T> CiteRule<T> for Result<T, FactId> {
    fn needed_by(self, rule: Rule) -> Result<T, Refusal> {
        self.map_err(|fact| Refusal {
            reasons: Vec::new(),
            unknown: vec![MissingFact { rule, fact }],
        })
    }
}

/// Refuses at once, for a reason that makes all others irrelevant.
pub(super) fn refuse<T>(rule: Rule, illegal: Illegal) -> Result<T, Refusal> {
    Err(Refusal::because(rule, illegal))
}

impl From<FactId> for Refusal {
    fn from(fact: FactId) -> Self {
        Self { reasons: Vec::new(), unknown: vec![fact.into()] }
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// The rule is kept.
    Passed,
    /// The rule is broken.
    Failed(Illegal),
    /// The rule needs a fact that is not known.
    CannotTell(FactId),
}

/// A line of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCheck {
    /// The rule checked.
    pub rule: Rule,
    /// The outcome.
    pub outcome: CheckOutcome,
}

impl RuleCheck {
    /// Returns the missing fact, if the check could not be made.
    pub fn missing_fact(&self) -> Option<&FactId> {
        match &self.outcome {
            CheckOutcome::CannotTell(fact) => Some(fact),
            CheckOutcome::Passed | CheckOutcome::Failed(_) => None,
        }
    }

    /// Returns `true` if the other line adds nothing to this one: a fact is listed once, with the
    /// first rule that needs it.
    pub(super) fn covers(&self, other: &Self) -> bool {
        self == other
            || other.missing_fact().is_some() && self.missing_fact() == other.missing_fact()
    }
}

/// Collects the checks of one action as they are made.
#[derive(Debug, Default)]
pub(super) struct Checks {
    detail: Detail,
    /// `true` if the referee overrules broken rules.
    overruled: bool,
    /// `true` if a check failed without being recorded.
    failed: bool,
    made: Vec<RuleCheck>,
}

/// The checks that are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Detail {
    /// Missing facts, and whether anything failed: for testing many placements.
    Verdict,
    /// Failed checks and missing facts.
    #[default]
    Failures,
    /// Passed checks as well, for a full checklist.
    Everything,
}

impl Checks {
    /// Records failed checks and missing facts.
    pub(super) fn brief() -> Self {
        Self::default()
    }

    /// Records passed checks too.
    pub(super) fn full() -> Self {
        Self { detail: Detail::Everything, ..Self::default() }
    }

    /// Records only missing facts, and whether any check failed.
    pub(super) fn quick() -> Self {
        Self { detail: Detail::Verdict, ..Self::default() }
    }

    /// Returns `true` if checking can stop: a check failed and the reasons are not recorded.
    pub(super) const fn can_stop(&self) -> bool {
        matches!(self.detail, Detail::Verdict) && self.failed
    }

    /// From here on, passes every check that an overrule can lift.
    pub(super) fn overrule(&mut self) {
        self.overruled = true;
    }

    /// Returns `true` if the table has overruled the rules for this action.
    pub(super) const fn is_overruled(&self) -> bool {
        self.overruled
    }

    /// Records whether `rule` is kept, and returns it.
    pub(super) fn require(
        &mut self,
        rule: Rule,
        is_kept: bool,
        illegal: impl FnOnce() -> Illegal,
    ) -> bool {
        self.require_none(rule, (!is_kept).then_some(()), |()| illegal());
        is_kept
    }

    /// Records `rule` as kept if `found` is `None`, otherwise as broken by it.
    pub(super) fn require_none<T>(
        &mut self,
        rule: Rule,
        found: Option<T>,
        illegal: impl FnOnce(T) -> Illegal,
    ) {
        match found {
            None if self.detail == Detail::Everything => self.note(rule, CheckOutcome::Passed),
            None => {}
            Some(_) if self.detail == Detail::Verdict => self.failed = true,
            Some(found) => {
                let illegal = illegal(found);
                if !(self.overruled && illegal.can_be_overruled()) {
                    self.note(rule, CheckOutcome::Failed(illegal));
                }
            }
        }
    }

    /// Returns the fact if known; otherwise records that `rule` needs it.
    pub(super) fn require_fact<T>(&mut self, rule: Rule, fact: Result<T, FactId>) -> Option<T> {
        match fact {
            Ok(value) => Some(value),
            Err(name) => {
                self.note(rule, CheckOutcome::CannotTell(name));
                None
            }
        }
    }

    /// Returns the fact if known, for a restriction that an overrule can lift. If the table has
    /// overruled the rules, a missing fact is no obstacle: the players saw the component.
    pub(super) fn require_fact_unless_overruled<T>(
        &mut self,
        rule: Rule,
        fact: Result<T, FactId>,
    ) -> Option<T> {
        if self.overruled { fact.ok() } else { self.require_fact(rule, fact) }
    }

    /// Returns `true` if no check has failed or lacked a fact so far.
    pub(super) fn is_clear(&self) -> bool {
        !self.failed && self.made.iter().all(|check| check.outcome == CheckOutcome::Passed)
    }

    /// Returns the first missing fact.
    pub(super) fn first_unknown(&self) -> Option<FactId> {
        self.made.iter().find_map(|check| match &check.outcome {
            CheckOutcome::CannotTell(fact) => Some(fact.clone()),
            CheckOutcome::Passed | CheckOutcome::Failed(_) => None,
        })
    }

    pub(super) fn into_list(self) -> Vec<RuleCheck> {
        self.made
    }

    /// Ends the checking, with a refusal of all failed checks and missing facts if there are any.
    pub(super) fn verdict(&mut self) -> Result<(), Refusal> {
        if self.is_clear() {
            return Ok(());
        }
        let mut refusal = Refusal::default();
        for check in &self.made {
            match &check.outcome {
                CheckOutcome::Passed => {}
                CheckOutcome::Failed(illegal) => {
                    let reason = Reason { rule: check.rule, illegal: illegal.clone() };
                    if !refusal.reasons.contains(&reason) {
                        refusal.reasons.push(reason);
                    }
                }
                CheckOutcome::CannotTell(fact) => {
                    if !refusal.missing().any(|known| known == fact) {
                        let (rule, fact) = (check.rule, fact.clone());
                        refusal.unknown.push(MissingFact { rule, fact });
                    }
                }
            }
        }
        Err(refusal)
    }

    fn note(&mut self, rule: Rule, outcome: CheckOutcome) {
        let check = RuleCheck { rule, outcome };
        if !self.made.iter().any(|known| known.covers(&check)) {
            self.made.push(check);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_for_missing_decisions_alone_is_not_unaffordable() {
        let unfinished = Illegal::MoreToDecide {
            source: TextSource::Card(Card::Adviser(AdviserId(0))),
            text: "Perform two trade actions.".to_owned(),
        };
        let poor = Illegal::CannotAfford { player: PlayerId(0), cost: Money(3), held: Money(2) };
        let mut refusal = Refusal::because(Rule::PlayACard, unfinished);
        assert!(refusal.is_unfinished() && !refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::Import, poor).reasons);
        assert!(!refusal.is_unfinished() && refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::EndOfGame, Illegal::GameOver).reasons);
        assert!(!refusal.is_unaffordable());
    }
}
