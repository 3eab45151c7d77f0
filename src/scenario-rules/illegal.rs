//! The reasons for which a position, an action or a turn is refused.
//!
//! A refusal lists every independent reason, with its rule and its hexes. Sentences are left to the
//! code that prints them.

use super::board::Terrain;
use super::figure::Condition;
use super::hex::Hex;
use super::names::{FigureId, NameId, SetId};
use super::rulebook::Rule;

/// One reason for which something is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Illegal {
    /// The hex is not on the map.
    OffMap {
        /// The figure that stands there, if one does.
        figure: Option<FigureId>,
        hex: Hex,
        /// The last hex of the map.
        last: Hex,
    },
    /// Two figures in one hex.
    TwoFigures { hex: Hex, first: FigureId, second: FigureId },
    /// The figure cannot stand there.
    CannotStand {
        figure: FigureId,
        hex: Hex,
        /// The terrain; `None` if the map has no hex there.
        terrain: Option<Terrain>,
    },
    /// Two figures of one name.
    SameName { figure: FigureId },
    /// The summoner is not there, or is no character.
    NoOwner { summon: FigureId, owner: FigureId },
    /// A number that no table reaches.
    OutOfBounds { quantity: BoundedQuantity, amount: u32, least: u32, most: u32 },
    /// Nobody of that name stands on the map.
    NotOnMap { name: NameId, there: Vec<NameId> },
    /// Nothing says what the figure does.
    NoCard {
        figure: FigureId,
        /// The set without a card.
        set: SetId,
    },
    /// A character, or an object.
    NotAMonster { figure: FigureId },
    /// The order of two enemies is needed, and rests on an initiative nobody has given.
    UnknownInitiative { set: SetId },

    /// A move through no hex at all.
    NoWay,
    /// Two hexes of the way do not touch.
    NotAdjacent {
        /// The hex that is left.
        from: Hex,
        /// The hex that is to be entered.
        to: Hex,
        /// `true` if they share an edge with a wall.
        wall: bool,
    },
    /// Something is in the way.
    InTheWay { hex: Hex, obstruction: Obstruction },
    /// The way ends on a figure, or above something.
    CannotEnd { hex: Hex, obstruction: Obstruction },
    /// The room behind a closed door is not revealed.
    BehindDoor { hex: Hex },
    /// More points than there are.
    TooFar {
        cost: u32,
        points: u32,
        /// The hexes that are out of reach.
        beyond: Vec<Hex>,
    },
    /// A condition forbids the ability.
    Condition { figure: FigureId, condition: Condition },

    /// A monster does not end its turn there by the rules.
    OtherEnd {
        figure: FigureId,
        /// The hex in which the players say it ends.
        hex: Hex,
        ends: Vec<Hex>,
    },
    /// A monster does not attack these from there by the rules.
    OtherTargets {
        figure: FigureId,
        hex: Hex,
        /// The figures that the players say it attacks.
        targets: Vec<FigureId>,
    },
    /// Its turn is over in this round.
    HasActed { figure: FigureId },
    /// A further attack of a card comes after the first.
    NotActed { figure: FigureId },
    /// A figure without hit points is to stand on the map.
    NoHitPoints { figure: FigureId, hex: Hex },
    /// A figure that stops flying is not put there (G29).
    OtherLanding {
        figure: FigureId,
        /// The hex in which the players say it comes down, if they name one.
        hex: Option<Hex>,
        /// The hexes in which it may.
        nearest: Vec<Hex>,
    },
}

/// A number that has bounds.
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
    /// The hit points that a figure has left.
    HitPoints(FigureId),
    /// The level of the scenario.
    ScenarioLevel,
    /// The number of characters.
    Characters,
    /// The level of a character.
    CharacterLevel,
    /// The level of a new character.
    NewCharacterLevel,
    /// The number of enhancements on an action.
    Enhancements,
    /// The number of hexes that an attack targets.
    AttackHexes,
}

/// An obstruction of a movement.
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
    /// Returns the rule this breaks; `None` where a name or a number is wrong.
    pub const fn rule(&self) -> Option<Rule> {
        Some(match self {
            Self::SameName { .. }
            | Self::NoCard { .. }
            | Self::NotOnMap { .. }
            | Self::OutOfBounds { .. } => return None,
            Self::OffMap { .. } => Rule::Map,
            Self::TwoFigures { .. } | Self::CannotStand { .. } | Self::OtherLanding { .. } => {
                Rule::OneFigure
            }
            Self::NoHitPoints { .. } => Rule::Death,
            Self::NoOwner { .. } => Rule::SummonsFirst,
            Self::NotAMonster { .. } => Rule::Focus,
            Self::UnknownInitiative { .. } => Rule::Tie,
            Self::NoWay | Self::InTheWay { .. } | Self::CannotEnd { .. } => Rule::Walking,
            Self::NotAdjacent { .. } => Rule::Adjacent,
            Self::BehindDoor { .. } => Rule::Doors,
            Self::TooFar { .. } => Rule::Cost,
            Self::Condition { condition, .. } => condition.rule(),
            Self::OtherEnd { .. } => Rule::Best,
            Self::OtherTargets { .. } | Self::NotActed { .. } => Rule::Others,
            Self::HasActed { .. } => Rule::Order,
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
            | Self::NoHitPoints { hex, .. } => vec![*hex],
            Self::OtherLanding { nearest, .. } => nearest.clone(),
            Self::NotAdjacent { from, to, .. } => vec![*from, *to],
            Self::TooFar { beyond, .. } => beyond.clone(),
            _ => Vec::new(),
        }
    }
}

/// A refusal with every reason, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Every independent reason.
    pub reasons: Vec<Illegal>,
}

impl Refusal {
    /// Refuses for these reasons, if there are any.
    ///
    /// # Errors
    ///
    /// The refusal, if there is a reason.
    pub fn unless_none(reasons: Vec<Illegal>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }

    /// Checks if a name or a number is missing, rather than a rule broken.
    pub fn cannot_tell(&self) -> bool {
        self.reasons.iter().all(|reason| {
            matches!(
                reason,
                Illegal::UnknownInitiative { .. }
                    | Illegal::NoCard { .. }
                    | Illegal::NotOnMap { .. }
            )
        })
    }

    /// Returns the rules it rests on, each once, by number.
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
