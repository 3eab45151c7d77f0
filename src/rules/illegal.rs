//! Why not: everything for which the rules refuse an action.
//!
//! A refusal lists every independent reason with its rule, the things, squares and
//! amounts involved and, where it can be worked out, what would help. The words for all of it
//! are found elsewhere, for the game in which the action was refused.

mod particulars;

use std::fmt;

use super::action::{Choice, Payment, VoteTile};
use super::player::{Card, PlayerId};
use super::rulebook::Rule;
use super::sub_action::TextSource;
use super::task::Owed;
use components::board::SquareKind;
use components::fact_id::FactId;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::pack_check::PackProblem;
use components::quantity::{Money, Quantity};
use components::reading::TooLittle;
use components::specs::{AchievementDeck, Terrain};
use components::square::Square;

pub use particulars::{
    DeckCard, EventLine, KnownOtherwise, LaidOut, NoVerdict, OutOfDeck, Restriction, TileKind,
    Undertaking, Unrecordable,
};

/// One reason for which an action is refused.
///
/// It carries ids, amounts and [particulars](DeckCard), and no words but those of a pack or of
/// players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Something else is owed first.
    NotNow { owed: Vec<Owed> },
    /// Somebody else is to act.
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
        asked: i32,
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
        /// Who was to give it up.
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
        /// Whether it takes a card.
        takes: bool,
    },
    /// Only basic resources have cards and stalls.
    NotBasic { resource: ResourceId },
    /// Only advanced resources are built.
    NotAdvanced { resource: ResourceId },
    /// The square carries no start number that is low enough.
    NotAStart {
        square: Square,
        /// Where one can start.
        starts: Vec<Square>,
    },

    /// The card cannot come from the deck.
    NotInDeck {
        card: DeckCard,
        /// Where it is instead.
        place: OutOfDeck,
    },
    /// The card lies under others.
    DeckOrder { card: DeckCard, before: DeckCard },
    /// More cards than are needed, or none.
    WrongNumberOfCards { dealt: usize, needed: usize },

    /// The card is not in the player's hand.
    NotInHand { card: Card, player: PlayerId },
    /// The player has no such played card to take back.
    NotPlayed { card: Card, player: PlayerId },
    /// Income never comes back this way.
    IncomeStays,
    /// More cards than the text allows.
    TooManyCards { asked: usize, allowed: usize },
    /// The same card is named twice.
    Twice { card: DeckCard },
    /// Call to Vote is never played face down, nor led like another card.
    VoteCardOnlyVotes,
    /// Only Call to Vote is left.
    MustCallVote { player: PlayerId },
    /// Too few cards played.
    TooEarlyToVote { played: usize, needed: usize },
    /// The card does something else.
    NotWhatItDoes { what: Undertaking },

    /// The text asks for more decisions than were given.
    MoreToDecide { source: TextSource, text: String },

    /// The adviser is not on offer.
    NotOnOffer { adviser: AdviserId },
    /// The recruiter has no claim on the resource.
    NoClaimOn { player: PlayerId, resource: ResourceId },
    /// The recruited adviser does not need the resource just bought.
    OtherResource { adviser: AdviserId, requires: ResourceId, bought: ResourceId },

    /// Squares off the map.
    OffBoard { squares: Vec<Square> },
    /// Squares on which nothing of this kind is built.
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
    /// Nothing owned is connected.
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
        /// Where the claimed tiles lie.
        tiles: Vec<Square>,
        /// The shortest chain of roads that would connect one.
        link: Option<Vec<Square>>,
    },
    /// The road does not reach the tile it belongs to.
    RoadApart {
        /// The shortest chain of roads that would.
        link: Option<Vec<Square>>,
    },
    /// A road is laid before its tile and connected to nothing owned without it, at a table that
    /// judges tile and road in turn (ruling R5).
    RoadNeedsTile {
        player: PlayerId,
        square: Square,
        /// The shortest chain of roads that would connect it.
        link: Option<Vec<Square>>,
        /// Whether the tile could be laid first instead.
        tile_first: bool,
    },
    /// None left of it.
    NoneLeft { of: TileKind },
    /// The player does not control the resource.
    NotControlled { player: PlayerId, resource: ResourceId },
    /// One's own resource is imported without access.
    ControlsItself { player: PlayerId, resource: ResourceId },
    /// Nobody's resource can be neutral with this number of players.
    ControlledByNobody { resource: ResourceId },
    /// Too few completions.
    TooFewCompletions { completed: usize },
    /// There is no such tile.
    NoSuchTile {
        resource: ResourceId,
        /// Where it was looked for.
        squares: Vec<Square>,
    },
    /// The player has a token on the tile.
    AlreadyClaims {
        player: PlayerId,
        /// Whether as owner.
        owns: bool,
    },
    /// Followers trade on entrance and coastal squares.
    FollowTerrain { squares: Vec<Square> },
    /// A tile without a square of the terrain a card asks for.
    NoSquareOf { wanted: Terrain },
    /// A tile that is not connected to the building whose card is used.
    TileApart {
        player: PlayerId,
        /// To which building; to nothing the player owns, if to none.
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
        /// Which one was named.
        found: BuildingId,
    },
    /// A prestige building off its colour.
    OffColour { wanted: Terrain, squares: Vec<Square> },
    /// A special building off its sites.
    OffSite { building: BuildingId, squares: Vec<Square> },

    /// Cards are left to play before a solo vote.
    NotAllPlayed {
        player: PlayerId,
        /// How many cards besides Call to Vote.
        left: usize,
    },
    /// The seventh cycle ends without a vote.
    NoSeventhVote,
    /// Influence that is not the price.
    WrongPayment {
        asked: Payment,
        /// The price, in fleeting influence.
        price: i32,
        /// The ways to pay it.
        ways: Vec<Payment>,
        held: Payment,
    },
    /// Nobody has workers.
    NoWorkers,
    /// Not one achievement of each deck.
    WrongAchievements {
        /// What was chosen, with its deck.
        found: Vec<(AchievementId, AchievementDeck)>,
    },
    /// An achievement about which there is nothing to say.
    NotToJudge {
        achievement: AchievementId,
        /// Why nobody has to judge it.
        why: NoVerdict,
    },
    /// A part of the city that the map does not name.
    NoSuchDistrict { name: String, known: Vec<String> },

    /// A resource was delivered by somebody who owns no tile of it.
    NoTileOf { player: PlayerId, resource: ResourceId },
    /// A building has everything it asks for.
    Finished { building: BuildingId },

    /// Nobody asked for the choice.
    NotAChoice { choice: Choice, open: Vec<Choice> },
    /// An adjustment or overrule without a reason.
    NoReason,
    /// What the record cannot hold.
    CannotBeRecorded { what: Unrecordable },
    /// A fact that is known already is learnt otherwise.
    KnownOtherwise(KnownOtherwise),
    /// Facts that cannot hold together.
    PackContradicts {
        /// What a pack of them would have wrong.
        problem: PackProblem,
    },
    /// A number on a card that is too small to be the resource's.
    PaysTooLittle(TooLittle),
}

impl Illegal {
    /// The squares to mark on the map, none when the trouble is elsewhere.
    pub fn squares(&self) -> &[Square] {
        self.places().0
    }

    /// The squares on which roads would join what is apart; none where that is not the trouble.
    pub fn link(&self) -> &[Square] {
        self.places().1
    }

    /// The squares that it is about, and those on which roads would help.
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
            | Self::OffColour { squares, .. }
            | Self::OffSite { squares, .. } => (squares, &[]),
            _ => (&[], &[]),
        }
    }

    /// Whether the table can do it all the same and the record hold the outcome.
    ///
    /// An overrule sets aside what a rule forbids, not what cannot be: a square
    /// that holds two things, a card that is elsewhere, a turn out of order.
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
                | Self::OffColour { .. }
                | Self::OffSite { .. }
                | Self::NotAllPlayed { .. }
                | Self::NoSuchDistrict { .. }
                | Self::KnownOtherwise(_)
                | Self::PaysTooLittle(_)
        )
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

/// A fact that a rule needs and nobody has told us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFact {
    /// The rule that needs it.
    pub rule: Rule,
    /// Which fact.
    pub fact: FactId,
}

impl MissingFact {
    /// As a line of a checklist.
    pub(super) fn into_check(self) -> Check {
        Check { rule: self.rule, outcome: Outcome::CannotTell(self.fact) }
    }
}

impl From<FactId> for MissingFact {
    fn from(fact: FactId) -> Self {
        Self { rule: Rule::printed_for(fact.field()), fact }
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
    pub fn missing(&self) -> impl Iterator<Item = &FactId> {
        self.unknown.iter().map(|lack| &lack.fact)
    }

    /// Whether a choice that was given does not come up.
    pub(super) fn is_about_a_choice(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| matches!(reason.illegal, Illegal::NotAChoice { .. }))
    }

    /// A refusal for a single reason.
    pub fn because(rule: Rule, illegal: Illegal) -> Self {
        Self { reasons: vec![Reason { rule, illegal }], unknown: Vec::new() }
    }

    /// Whether nothing is wrong but that decisions are still to be made: what was entered so far
    /// can be gone on with.
    pub fn is_unfinished(&self) -> bool {
        let unfinished = |reason: &Reason| matches!(reason.illegal, Illegal::MoreToDecide { .. });
        self.unknown.is_empty() && !self.reasons.is_empty() && self.reasons.iter().all(unfinished)
    }

    /// Whether money is all that stands in the way, apart from decisions still to be made.
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
    pub fn cannot_tell(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// A fact that is looked up by a rule other than the one it is printed for.
pub(super) trait NeededBy<T> {
    /// Cites `rule` if the fact is missing.
    fn needed_by(self, rule: Rule) -> Result<T, Refusal>;
}

impl<T> NeededBy<T> for Result<T, FactId> {
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

impl From<FactId> for Refusal {
    fn from(fact: FactId) -> Self {
        Self { reasons: Vec::new(), unknown: vec![fact.into()] }
    }
}

/// How one check of an action came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rule is kept.
    Passed,
    /// The rule is broken.
    Failed(Illegal),
    /// The rule needs a fact that is not known.
    CannotTell(FactId),
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
    pub fn lacks(&self) -> Option<&FactId> {
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
        self.none(rule, (!kept).then_some(()), |()| illegal());
        kept
    }

    /// Notes whether `rule` is kept, as it is where nothing is found that breaks it.
    pub(super) fn none<T>(
        &mut self,
        rule: Rule,
        found: Option<T>,
        illegal: impl FnOnce(T) -> Illegal,
    ) {
        match found {
            None if self.keep == Keep::Everything => self.note(rule, Outcome::Passed),
            None => {}
            Some(_) if self.keep == Keep::Verdict => self.failed = true,
            Some(found) => {
                let illegal = illegal(found);
                if !(self.overruled && illegal.can_be_overruled()) {
                    self.note(rule, Outcome::Failed(illegal));
                }
            }
        }
    }

    /// The fact if it is known; otherwise notes that `rule` needs it.
    pub(super) fn know<T>(&mut self, rule: Rule, fact: Result<T, FactId>) -> Option<T> {
        match fact {
            Ok(value) => Some(value),
            Err(name) => {
                self.note(rule, Outcome::CannotTell(name));
                None
            }
        }
    }

    /// Returns the fact if it is known, for a restriction that an overrule can set aside. Once the
    /// table has overruled the rules, a missing one stands in the way of nothing: the table saw it.
    pub(super) fn know_unless_overruled<T>(
        &mut self,
        rule: Rule,
        fact: Result<T, FactId>,
    ) -> Option<T> {
        if self.overruled { fact.ok() } else { self.know(rule, fact) }
    }

    /// Whether nothing stands in the way so far.
    pub(super) fn clear(&self) -> bool {
        !self.failed && self.made.iter().all(|check| check.outcome == Outcome::Passed)
    }

    /// The first fact that a check lacked, if one did.
    pub(super) fn first_unknown(&self) -> Option<FactId> {
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
            source: TextSource::Card(Card::Adviser(AdviserId(0))),
            text: "Perform two trade actions.".to_owned(),
        };
        let poor = Illegal::CannotAfford { player: PlayerId(0), cost: Money(3), held: Money(2) };
        let mut refusal = Refusal::because(Rule::PlayACard, lacking);
        assert!(refusal.is_unfinished() && !refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::Import, poor).reasons);
        assert!(!refusal.is_unfinished() && refusal.is_unaffordable());
        refusal.reasons.extend(Refusal::because(Rule::EndOfGame, Illegal::GameOver).reasons);
        assert!(!refusal.is_unaffordable());
    }
}
