//! The reasons for refusing a position, an action or a turn.
//!
//! A refusal lists every independent reason with its rule and hexes. The sentences are made by the
//! crate that prints them.

use super::attack::AdvantageSource;
use super::board::{HexLine, Terrain};
use super::dungeon::DungeonProblem;
use super::element::Element;
use super::ending::Ending;
use super::figure::{BonusEffect, Condition, Initiative};
use super::hand::{Hand, Pile};
use super::hex::Hex;
use super::marks::HexMark;
use super::modifier::{DeckOwner, Modifier};
use super::names::{FigureId, NameId, SetId};
use super::rulebook::Rule;

/// One reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Illegal {
    /// The hex is not on the map.
    OffMap {
        /// The figure in that hex, if any.
        figure: Option<FigureId>,
        hex: Hex,
        /// The last hex of the grid.
        last: Hex,
    },
    /// Two figures are in one hex.
    TwoFigures { hex: Hex, first: FigureId, second: FigureId },
    /// The figure cannot stand on the terrain.
    CannotStand {
        figure: FigureId,
        hex: Hex,
        /// The terrain; `None` if the map has no hex there.
        terrain: Option<Terrain>,
    },
    /// Two figures have the same name.
    SameName { figure: FigureId },
    /// The owner of a summon is not on the map, or is no character.
    NoOwner { summon: FigureId, owner: FigureId },
    /// A number is outside its bounds.
    OutOfBounds { quantity: BoundedQuantity, amount: u32, least: u32, most: u32 },
    /// An area has both an active hex and a range, or neither.
    AreaReach {
        /// The set whose card it is on, or the attacker.
        name: NameId,
    },
    /// No figure on the map has that name.
    NotOnMap { name: NameId, there: Vec<NameId> },
    /// The figure has no card for this round.
    NoCard {
        figure: FigureId,
        /// The set without a card.
        set: SetId,
    },
    /// The figure is a character or an object, which does not act by the rules of monsters.
    NotAMonster { figure: FigureId },
    /// The order of two enemies depends on an unknown initiative.
    UnknownInitiative { set: SetId },

    /// The path of a move is empty.
    EmptyPath,
    /// Two successive hexes of the path are not adjacent.
    NotAdjacent {
        from: Hex,
        to: Hex,
        /// `true` if they share an edge with a wall.
        wall: bool,
    },
    /// A hex of the path cannot be entered.
    InTheWay { hex: Hex, obstruction: Obstruction },
    /// The path ends in an occupied hex, or a jump ends above an obstacle.
    CannotEnd { hex: Hex, obstruction: Obstruction },
    /// The path leads on through a closed door, and the room behind it is not revealed.
    BehindDoor { hex: Hex },
    /// The path costs more than the available points.
    TooFar {
        cost: u32,
        points: u32,
        /// The hexes that are out of reach.
        beyond: Vec<Hex>,
    },
    /// A condition forbids the ability.
    Condition { figure: FigureId, condition: Condition },

    /// By the rules, the monster does not end its turn in that hex.
    OtherEnd {
        figure: FigureId,
        /// The hex that the players chose.
        hex: Hex,
        /// The hexes allowed by the rules.
        ends: Vec<Hex>,
    },
    /// By the rules, the monster does not attack those targets from that hex.
    OtherTargets {
        figure: FigureId,
        hex: Hex,
        /// The targets that the players chose.
        targets: Vec<FigureId>,
    },
    /// The target is no enemy of the attacker.
    NotAnEnemy { attacker: FigureId, target: FigureId },
    /// The target is out of range.
    OutOfRange {
        attacker: FigureId,
        target: FigureId,
        /// The hexes of both.
        hexes: [Hex; 2],
        /// The range; `None` if walls separate the two.
        range: Option<u16>,
        most: u8,
    },
    /// The players placed the area of an attack where it does not hit the target (G31).
    Area {
        attacker: FigureId,
        /// The hexes that the players chose.
        hexes: Vec<Hex>,
        problem: AreaProblem,
    },
    /// The target is not in sight.
    NotInSight {
        attacker: FigureId,
        target: FigureId,
        /// The hexes of both.
        hexes: [Hex; 2],
        /// The wall on the straight line between the centers, if one is there.
        wall: Option<HexLine>,
    },
    /// The attack has no value: the card of the attacker has none, or its turn does not name the
    /// target.
    NoAttackValue { attacker: FigureId },
    /// The monster has still to attack these targets in its turn.
    AttacksDue { figure: FigureId, targets: Vec<FigureId> },
    /// The number of drawn modifier cards does not fit the attack.
    CardsDrawn {
        attacker: FigureId,
        /// The reasons for advantage and disadvantage.
        advantage: Vec<AdvantageSource>,
        drawn: usize,
    },
    /// The modifier deck has no such card left.
    NotInDeck {
        owner: DeckOwner,
        card: Modifier,
        /// The number of these cards in the deck and among the drawn ones.
        count: u8,
    },
    /// The app deals the deck, and deals other cards for the attack.
    NotDealt {
        owner: DeckOwner,
        /// The cards that the app deals.
        dealt: Vec<Modifier>,
    },
    /// A deck holds at most ten curses (G14).
    TooManyCurses { owner: DeckOwner, count: u8 },
    /// The figure is no character.
    NotACharacter { figure: FigureId },
    /// The cards of the character are not counted.
    NoHand { figure: FigureId },
    /// A pile of the character has too few cards.
    TooFewCards { figure: FigureId, pile: Pile, count: u8, available: u8 },
    /// The figure is no summon of the character.
    NotItsSummon {
        figure: FigureId,
        summon: FigureId,
        /// The summons of the character.
        there: Vec<FigureId>,
    },
    /// The character cannot play two cards, or cannot rest.
    Selection { figure: FigureId, hand: Hand, initiative: Initiative },
    /// The character cannot take a short rest, or have another card lost instead.
    ShortRest {
        figure: FigureId,
        hand: Hand,
        again: bool,
        /// `true` between two rounds, when short rests are taken.
        is_between: bool,
    },
    /// The condition does not stick to the figure.
    Immune { figure: FigureId, condition: Condition },
    /// The figure has no such bonus, or it has no charges.
    NoBonus { figure: FigureId, effect: BonusEffect },
    /// The element is inert.
    InertElement {
        element: Element,
        /// `true` if it was made in the present turn.
        made: bool,
    },
    /// No hidden room has that number.
    NoRoom {
        number: u8,
        /// The numbers of the hidden rooms.
        there: Vec<u8>,
    },
    /// The random dungeon does not allow it.
    Dungeon(DungeonProblem),
    /// A summon or spawn cannot come into that hex.
    ArrivalHex {
        figure: FigureId,
        /// The summoner; `None` for a spawn.
        summoner: Option<FigureId>,
        hex: Hex,
        /// The hexes allowed by the rule.
        hexes: Vec<Hex>,
        rule: Rule,
    },
    /// The set has no such standee, or it is on the map already; without a number, none is left.
    Standee {
        set: SetId,
        number: Option<u8>,
        /// The number of standees of the set.
        count: u8,
        /// The numbers of those that are not on the map.
        free: Vec<u8>,
        rule: Rule,
    },
    /// The figure came in this round and acts from the next one.
    ActsNextRound { figure: FigureId, rule: Rule },
    /// The character is exhausted and takes no further part (S7.7).
    Exhausted { figure: FigureId },
    /// The character can still play two cards or rest, so its cards do not exhaust it.
    CanPlay { figure: FigureId, hand: Hand },
    /// The scenario ends after the round, and these figures have yet to act.
    RoundNotFinished { waits: Vec<NameId> },
    /// A scenario is lost once all characters are exhausted.
    AllExhausted,
    /// The level of the scenario, which decides the gains, is not set.
    NoLevel,
    /// The scenario has ended.
    Ended { ending: Ending },
    /// Rewards and battle goals are for a scenario that is won.
    NotWon {
        /// The actual end; `None` if the scenario goes on.
        ending: Option<Ending>,
        rule: Rule,
    },
    /// No money token is in the hex.
    NoMoney { hex: Hex },
    /// The hex has no such marker.
    NoMark { mark: HexMark, hex: Hex },
    /// A marker is put in a hex that the map does not have.
    NoHexFor { mark: HexMark, hex: Hex },
    /// An obstacle with hit points falls only to damage, and stays in its hexes (S6.5).
    ObstacleStands { figure: FigureId, hex: Hex },
    /// The figure has already acted in this round.
    HasActed { figure: FigureId },
    /// The figure has not acted yet, so it cannot carry out a further attack.
    NotActed { figure: FigureId },
    /// A figure with 0 hit points cannot be on the map.
    NoHitPoints { figure: FigureId, hex: Hex },
    /// A figure that stops flying cannot come down in that hex, or has to choose one (G29).
    OtherLanding {
        figure: FigureId,
        /// The hex that the players chose, if any.
        hex: Option<Hex>,
        /// The allowed hexes.
        nearest: Vec<Hex>,
    },
}

/// The problem of an area that the players placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaProblem {
    /// The hexes are no placement of the pattern, turned or mirrored.
    NotAPlacement,
    /// The area does not cover the target.
    Misses(FigureId),
    /// No hex of it is in range.
    OutOfRange {
        /// The range of the nearest hex; `None` if walls separate all of them.
        range: Option<u16>,
        /// The range of the attack.
        most: u8,
    },
}

/// A number with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundedQuantity {
    /// The number of figures on the map.
    Figures,
    /// The range of an attack on a card.
    Range(NameId),
    /// The number of targets of an attack on a card.
    Targets(NameId),
    /// The movement points of a move on a card.
    MovementPoints(NameId),
    /// The initiative of a figure or of a set.
    Initiative(NameId),
    /// The current hit points of a figure.
    HitPoints(FigureId),
    /// The experience of a character.
    Experience(FigureId),
    /// The level of the scenario.
    ScenarioLevel,
    /// The number of characters.
    Characters,
    /// The level of a character.
    CharacterLevel,
    /// The level of a new character.
    NewCharacterLevel,
    /// The number of earlier enhancements of an action.
    Enhancements,
    /// The number of hexes that an attack targets.
    AttackHexes,
}

/// The obstruction of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// A locked door.
    LockedDoor,
    /// A closed door.
    ClosedDoor,
    /// An obstacle.
    Obstacle,
    /// A figure.
    Figure(FigureId),
}

impl Illegal {
    /// Returns the reason if an amount is not between `least` and `most`.
    pub(super) fn out_of_bounds(
        quantity: BoundedQuantity,
        amount: impl Into<u32>,
        least: u32,
        most: u32,
    ) -> Option<Self> {
        let amount = amount.into();
        let is_outside = !(least..=most).contains(&amount);
        is_outside.then_some(Self::OutOfBounds { quantity, amount, least, most })
    }

    /// Returns the rule this breaks; `None` where a name or a number is wrong.
    pub const fn rule(&self) -> Option<Rule> {
        Some(match self {
            Self::SameName { .. }
            | Self::NoCard { .. }
            | Self::NotOnMap { .. }
            | Self::NoAttackValue { .. }
            | Self::NotACharacter { .. }
            | Self::NoHand { .. }
            | Self::NoBonus { .. }
            | Self::OutOfBounds { .. } => return None,
            Self::OffMap { .. } | Self::NoHexFor { .. } => Rule::Map,
            Self::TwoFigures { .. } | Self::CannotStand { .. } | Self::OtherLanding { .. } => {
                Rule::OneFigure
            }
            Self::NoHitPoints { .. } => Rule::Death,
            Self::NoOwner { .. } => Rule::SummonsFirst,
            Self::NotAMonster { .. } => Rule::Focus,
            Self::UnknownInitiative { .. } => Rule::Tie,
            Self::EmptyPath | Self::InTheWay { .. } | Self::CannotEnd { .. } => Rule::Walking,
            Self::NotAdjacent { .. } => Rule::Adjacent,
            Self::BehindDoor { .. } | Self::NoRoom { .. } => Rule::Doors,
            Self::TooFar { .. } => Rule::Cost,
            Self::Condition { condition, .. } => condition.rule(),
            Self::OtherEnd { .. } | Self::AttacksDue { .. } => Rule::Best,
            Self::OtherTargets { .. } | Self::NotActed { .. } => Rule::Others,
            Self::HasActed { .. } => Rule::Order,
            Self::NotAnEnemy { .. }
            | Self::OutOfRange { .. }
            | Self::AreaReach { .. }
            | Self::Area { .. } => Rule::Target,
            Self::NotInSight { .. } => Rule::Sight,
            Self::CardsDrawn { .. } => Rule::Disadvantage,
            Self::NotInDeck { .. } | Self::NotDealt { .. } => Rule::ModifierDeck,
            Self::TooManyCurses { .. } => Rule::OtherConditions,
            Self::TooFewCards { .. } => Rule::PlayedCards,
            Self::NotItsSummon { .. } => Rule::Recover,
            Self::Selection { .. } => Rule::CardSelection,
            Self::ShortRest { .. } => Rule::ShortRest,
            Self::Immune { .. } => Rule::Bosses,
            Self::InertElement { .. } => Rule::UseElement,
            Self::NoMoney { .. } => Rule::Loot,
            Self::NoMark { mark: HexMark::Plate, .. } => Rule::Plates,
            Self::NoMark { mark: HexMark::Token(_), .. } => Rule::NumberedTokens,
            Self::NoMark { mark: HexMark::Treasure(_), .. } => Rule::Treasure,
            Self::ObstacleStands { .. } => Rule::Obstacles,
            Self::ArrivalHex { rule, .. }
            | Self::Standee { rule, .. }
            | Self::NotWon { rule, .. }
            | Self::ActsNextRound { rule, .. } => *rule,
            Self::Exhausted { .. } | Self::CanPlay { .. } | Self::AllExhausted => Rule::Exhausted,
            Self::RoundNotFinished { .. } | Self::Ended { .. } => Rule::ScenarioEnd,
            Self::NoLevel => Rule::FinalGains,
            Self::Dungeon(problem) => problem.rule(),
        })
    }

    /// Returns the hexes to mark on the map.
    pub fn hexes(&self) -> Vec<Hex> {
        match self {
            Self::OffMap { hex, .. }
            | Self::TwoFigures { hex, .. }
            | Self::CannotStand { hex, .. }
            | Self::InTheWay { hex, .. }
            | Self::CannotEnd { hex, .. }
            | Self::BehindDoor { hex }
            | Self::OtherEnd { hex, .. }
            | Self::OtherTargets { hex, .. }
            | Self::NoHitPoints { hex, .. }
            | Self::NoMark { hex, .. }
            | Self::NoHexFor { hex, .. }
            | Self::ObstacleStands { hex, .. }
            | Self::NoMoney { hex } => vec![*hex],
            Self::OtherLanding { nearest, .. } => nearest.clone(),
            Self::Dungeon(problem) => problem.hexes(),
            Self::Area { hexes, .. } => hexes.clone(),
            Self::ArrivalHex { hex, hexes, .. } => {
                std::iter::once(hex).chain(hexes).copied().collect()
            }
            Self::NotAdjacent { from, to, .. } => vec![*from, *to],
            Self::TooFar { beyond, .. } => beyond.clone(),
            Self::OutOfRange { hexes, .. } | Self::NotInSight { hexes, .. } => hexes.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// A refusal with all its reasons. Invariant: there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Every independent reason.
    pub reasons: Vec<Illegal>,
}

impl Refusal {
    /// Returns `Ok` if there are no reasons.
    ///
    /// # Errors
    ///
    /// The refusal with these reasons, if there are any.
    pub fn if_any(reasons: Vec<Illegal>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }

    /// Returns `true` if every reason is missing information rather than a broken rule.
    pub fn is_information_missing(&self) -> bool {
        self.reasons.iter().all(|reason| {
            matches!(
                reason,
                Illegal::UnknownInitiative { .. }
                    | Illegal::NoCard { .. }
                    | Illegal::NotOnMap { .. }
            )
        })
    }

    /// Returns the broken rules, each once, in order of number.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.reasons.iter().filter_map(Illegal::rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

impl From<Illegal> for Refusal {
    fn from(reason: Illegal) -> Self {
        Self { reasons: vec![reason] }
    }
}
