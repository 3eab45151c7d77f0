//! The reasons for which a position, an action or a turn is refused.
//!
//! A refusal lists every independent reason with its rule, the hexes involved and, where it can be
//! worked out, what would help.

use std::fmt;

use plain_text::{counted, listed, one_of};

use super::hex::Hex;
use super::rulebook::Rule;

/// One reason for which something is refused.
///
/// Messages follow "not allowed:", so they start in lower case and take no full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Illegal {
    /// The hex is not on the map.
    #[error("{what} is not on the map, which goes from A1 to {last}")]
    OffMap {
        what: String,
        hex: Hex,
        /// The last hex of the map.
        last: Hex,
    },
    /// Two figures in one hex.
    #[error("{hex} holds {first} and {second}")]
    TwoFigures { hex: Hex, first: String, second: String },
    /// The figure cannot stand there.
    #[error("{figure} cannot stand in {hex}: {ground}")]
    CannotStand { figure: String, hex: Hex, ground: &'static str },
    /// Two figures of one name.
    #[error("there are two figures called {name}")]
    SameName { name: String },
    /// The summoner is not there, or is no character.
    #[error("{summon} is a summon of {owner}, and there is no character of that name")]
    NoOwner { summon: String, owner: String },
    /// A number that no table reaches.
    #[error("{what} is {amount}, and goes from {least} to {most}")]
    OutOfBounds { what: String, amount: u32, least: u32, most: u32 },
    /// Nobody of that name stands on the map.
    #[error("nobody on the map is called {name}")]
    NoSuchFigure { name: String, there: Vec<String> },
    /// Nothing says what the figure does.
    #[error("there is no card for {figure}")]
    NoCard {
        figure: String,
        /// For which set one is missing.
        set: String,
    },
    /// A character, or an object.
    #[error("{figure} does not act by the rules of monsters")]
    NotAMonster { figure: String },
    /// The order of two enemies is needed, and rests on an initiative nobody has given.
    #[error("the initiative of {set} is unknown")]
    UnknownInitiative { set: String },

    /// A move through no hex at all.
    #[error("no way leads there")]
    NoWay,
    /// Two hexes of the way do not touch.
    #[error("{from} and {to} are not adjacent{}", if *.wall { ": a wall stands between them" } else { "" })]
    NotAdjacent {
        /// The hex that is left.
        from: Hex,
        /// The hex that is to be entered.
        to: Hex,
        /// `true` if they share an edge with a wall.
        wall: bool,
    },
    /// Something is in the way.
    #[error("{hex} cannot be entered: {by}")]
    InTheWay { hex: Hex, by: String },
    /// The way ends on a figure, or above something.
    #[error("a move cannot end in {hex}: {by}")]
    CannotEnd { hex: Hex, by: String },
    /// The room behind a closed door is not revealed.
    #[error(
        "the way leads on through the closed door in {hex}, and what lies behind is not revealed"
    )]
    BehindDoor { hex: Hex },
    /// More points than there are.
    #[error("the way costs {}, and there are {points}", counted(.cost, "point", "points"))]
    TooFar {
        cost: u32,
        points: u32,
        /// The hexes that are out of reach.
        beyond: Vec<Hex>,
    },
    /// A condition forbids the ability.
    #[error("{figure} is {condition}")]
    Condition {
        figure: String,
        /// The word for the condition.
        condition: &'static str,
        /// The rule that describes it.
        rule: Rule,
    },

    /// A monster does not end its turn there by the rules.
    #[error("{figure} does not end in {hex} by the rules")]
    OtherEnd {
        figure: String,
        /// The hex in which the players say it ends.
        hex: Hex,
        ends: Vec<Hex>,
    },
    /// A monster does not attack these from there by the rules.
    #[error("{figure} does not attack {} from {hex} by the rules", Nobody(.targets))]
    OtherTargets {
        figure: String,
        hex: Hex,
        /// The figures that the players say it attacks.
        targets: Vec<String>,
    },
    /// Its turn is over in this round.
    #[error("{figure} has had its turn in this round")]
    HasActed { figure: String },
    /// A further attack of a card comes after the first.
    #[error("{figure} has not had its turn in this round")]
    NotActed { figure: String },
    /// A figure without hit points is to stand on the map.
    #[error("{figure} has 0 hit points, so it is dead or exhausted and does not stand in {hex}")]
    NoHitPoints { figure: String, hex: Hex },
    /// A figure that stops flying is not put there (G29).
    #[error("{figure} may come down in {}{}", one_of(nearest), NotIn(*.hex))]
    OtherLanding {
        figure: String,
        /// The hex in which the players say it comes down, if they name one.
        hex: Option<Hex>,
        /// The hexes in which it may.
        nearest: Vec<Hex>,
    },
}

/// A hex that is not meant, if one was named.
struct NotIn(Option<Hex>);

impl fmt::Display for NotIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |hex| write!(f, ", not in {hex}"))
    }
}

/// Names in a row, "nobody" for none.
struct Nobody<'a>(&'a [String]);

impl fmt::Display for Nobody<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nobody") } else { f.write_str(&listed(self.0)) }
    }
}

impl Illegal {
    /// Returns the rule this breaks; `None` where a name or a number is wrong.
    #[must_use]
    pub const fn rule(&self) -> Option<Rule> {
        Some(match self {
            Self::SameName { .. }
            | Self::NoCard { .. }
            | Self::NoSuchFigure { .. }
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
            Self::Condition { rule, .. } => *rule,
            Self::OtherEnd { .. } => Rule::Best,
            Self::OtherTargets { .. } | Self::NotActed { .. } => Rule::Others,
            Self::HasActed { .. } => Rule::Order,
        })
    }

    /// Returns the hexes to mark on the map.
    #[must_use]
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
            Self::SameName { .. }
            | Self::NoOwner { .. }
            | Self::OutOfBounds { .. }
            | Self::NoSuchFigure { .. }
            | Self::NoCard { .. }
            | Self::NotAMonster { .. }
            | Self::UnknownInitiative { .. }
            | Self::NoWay
            | Self::Condition { .. }
            | Self::HasActed { .. }
            | Self::NotActed { .. } => Vec::new(),
        }
    }

    /// Returns the remedy, where one is known.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::NoSuchFigure { there, .. } if !there.is_empty() => {
                Some(format!("on the map: {}", listed(there)))
            }
            Self::NoCard { set, .. } => Some(format!("add a line \"card {set}: …\"")),
            Self::UnknownInitiative { set } => Some(format!("add a line \"initiative {set} …\"")),
            Self::TooFar { cost, points, .. } => {
                Some(format!("{} fewer, or a way around", cost.saturating_sub(*points)))
            }
            Self::OtherEnd { ends, .. } if !ends.is_empty() => {
                let ends: Vec<String> = ends.iter().map(Hex::to_string).collect();
                Some(format!("it may end in {}, or the table overrules it", one_of(&ends)))
            }
            Self::OtherEnd { .. } | Self::OtherTargets { .. } | Self::HasActed { .. } => {
                Some("the table may overrule it with a reason".to_owned())
            }
            Self::NotActed { .. } => Some("record its turn first".to_owned()),
            Self::NoHitPoints { .. } => {
                Some("give it at least 1 hit point, or leave it off the map".to_owned())
            }
            Self::OtherLanding { figure, nearest, .. } => {
                nearest.first().map(|hex| format!("write \"walking {figure} to {hex}\""))
            }
            Self::BehindDoor { .. } => Some("open it, and lay out the room first".to_owned()),
            _ => None,
        }
    }
}

/// A reason with the number of its rule.
pub struct Cited<'a>(pub &'a Illegal);

impl fmt::Display for Cited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        self.0.rule().map_or(Ok(()), |rule| write!(f, " (rule {})", rule.number()))
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
    #[must_use]
    pub fn cannot_tell(&self) -> bool {
        self.reasons.iter().all(|reason| {
            matches!(
                reason,
                Illegal::UnknownInitiative { .. }
                    | Illegal::NoCard { .. }
                    | Illegal::NoSuchFigure { .. }
            )
        })
    }

    /// Returns the rules it rests on, each once, by number.
    #[must_use]
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.cannot_tell() { "cannot tell: " } else { "not allowed: " })?;
        for (index, reason) in self.reasons.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            Cited(reason).fmt(f)?;
            if let Some(remedy) = reason.remedy() {
                write!(f, "; {remedy}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
