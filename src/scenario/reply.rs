//! Queries on positions for the command line and other programs: from text to a reply with names
//! and hexes as strings, and its explanation.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::explanation::explain;
use super::refusal::{UnknownName, find, refusal_text};
use super::text::{TextError, parse};
use scenario_rules::hex::{Hex, NotAHex};
use scenario_rules::illegal::Refusal;
use scenario_rules::legality::off_map;
use scenario_rules::monster_turn::{FocusCandidate, MonsterTurn, MovementEnd};
use scenario_rules::names::{FigureId, Names};
use scenario_rules::position::Position;
use scenario_rules::rulebook::{Rule, Ruling, Standing, Switches};

/// The reason for which a query cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A text is no hex.
    #[error(transparent)]
    Hex(#[from] NotAHex),
    /// No figure on the map has the name.
    #[error("{}", .0.in_words())]
    Unknown(#[from] UnknownName),
    /// The rules refuse it, or information is missing.
    #[error("{}", refusal_text(names, refusal))]
    Refused {
        /// The refusal.
        refusal: Refusal,
        /// The names of the figures and sets in it.
        names: Names,
    },
}

impl QueryError {
    fn refused(position: &Position, refusal: Refusal) -> Self {
        Self::Refused { refusal, names: position.names().clone() }
    }
}

/// A hex of the map, written `C4`: the letters of its column, then the number of its row.
///
/// The column after `Z` is `AA`. Hexes sort in reading order, row by row.
#[derive(JsonSchema)]
#[schemars(rename = "Hex")]
#[expect(dead_code, reason = "it only describes string fields in the schema")]
pub(crate) struct HexName(String);

/// The turn of a monster, by names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MonsterReply {
    /// The acting monster.
    pub figure: String,
    /// Its focus; the first one if several tie, absent if it has none.
    pub focus: Option<String>,
    /// All enemies that tie for its focus.
    pub foci: Vec<String>,
    /// Every enemy.
    pub enemies: Vec<EnemyReply>,
    /// Every equally right end of its movement.
    pub ends: Vec<EndReply>,
    /// True if the players have something to decide.
    pub ambiguous: bool,
    /// The rulings that decided something.
    pub rulings: Vec<RulingReply>,
    #[serde(skip)]
    words: String,
}

/// An enemy as a candidate for the focus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EnemyReply {
    /// The enemy.
    pub figure: String,
    /// The steps to it.
    pub steps: Option<u16>,
    /// The negative hexes on the path.
    pub negative: Option<u16>,
    /// The range to it.
    pub range: Option<u16>,
    /// Its initiative.
    pub initiative: Option<u8>,
    /// The number of the rule by which it is not the focus, "S8.1".
    pub lost_by: Option<&'static str>,
}

/// An end of the movement, and the attack from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EndReply {
    /// The focus.
    pub focus: String,
    /// The hex where the movement ends.
    #[schemars(with = "HexName")]
    pub hex: String,
    /// The movement points it spends.
    pub cost: u16,
    /// The negative hexes it enters.
    pub negative: u16,
    /// The hexes it enters.
    #[schemars(with = "Vec<HexName>")]
    pub path: Vec<String>,
    /// The attack hexes it moves toward, if its focus is out of reach this turn.
    pub aims: Vec<AimReply>,
    /// The figures it attacks.
    pub targets: Vec<String>,
    /// Further targets that the players choose.
    pub choice: Option<ChoiceReply>,
    /// The targets it attacks at disadvantage.
    pub disadvantage: Vec<String>,
    /// The placements of an area attack with these targets.
    pub placements: Vec<PlacementReply>,
    /// The traps and hazardous terrain on its path.
    pub sprung: Vec<SprungReply>,
}

/// An equally right placement of an area attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlacementReply {
    /// The target hexes of the area that are on the map.
    #[schemars(with = "Vec<HexName>")]
    pub hexes: Vec<String>,
    /// The enemies that it hits, without further targets outside.
    pub hit: Vec<String>,
}

/// An attack hex that a monster moves toward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AimReply {
    /// The attack hex.
    #[schemars(with = "HexName")]
    pub hex: String,
    /// The remaining steps.
    pub steps: u16,
}

/// A choice among equally right further targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChoiceReply {
    /// The number of enemies to attack.
    pub count: usize,
    /// The enemies to choose from.
    pub from: Vec<String>,
}

/// A trap or hazardous terrain on a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SprungReply {
    /// The hex.
    #[schemars(with = "HexName")]
    pub hex: String,
    /// "trap" or "hazardous".
    pub terrain: &'static str,
    /// The damage, if the level is known.
    pub damage: Option<u16>,
}

/// A ruling that decided something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulingReply {
    /// Its number, "G3".
    pub ruling: &'static str,
    /// Its basis at this table.
    #[serde(with = "StandingReply")]
    pub standing: Standing,
    /// Its text at this table.
    pub says: &'static str,
}

/// The basis of a ruling.
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Standing", rename_all = "lowercase")]
enum StandingReply {
    /// The letter of one of the texts.
    Letter,
    /// The publisher's answers, or the practice of all companion apps; not in the texts.
    Public,
    /// Our own reading.
    Ours,
}

impl RulingReply {
    fn new(ruling: Ruling, switches: Switches) -> Self {
        Self {
            ruling: ruling.number(),
            standing: ruling.basis(switches),
            says: ruling.text(switches),
        }
    }
}

impl MonsterReply {
    /// Creates the reply for an answer.
    pub fn new(position: &Position, answer: &MonsterTurn) -> Self {
        let (foci, switches) = (names(position, &answer.foci), position.switches());
        Self {
            figure: position.figure(answer.figure).to_string(),
            focus: foci.first().cloned(),
            foci,
            enemies: answer.enemies.iter().map(|enemy| EnemyReply::new(position, enemy)).collect(),
            ends: answer.ends.iter().map(|end| EndReply::new(position, end)).collect(),
            ambiguous: answer.is_ambiguous(),
            rulings: answer.rulings.iter().map(|&of| RulingReply::new(of, switches)).collect(),
            words: explain(position, answer),
        }
    }
}

/// Returns the full names of figures on the map.
fn names(position: &Position, of: &[FigureId]) -> Vec<String> {
    of.iter().map(|&id| position.figure(id).to_string()).collect()
}

impl EnemyReply {
    fn new(position: &Position, enemy: &FocusCandidate) -> Self {
        Self {
            figure: position.figure(enemy.figure).to_string(),
            steps: enemy.steps,
            negative: enemy.negative,
            range: enemy.range,
            initiative: enemy.initiative,
            lost_by: enemy.lost_by.map(Rule::number),
        }
    }
}

impl EndReply {
    fn new(position: &Position, end: &MovementEnd) -> Self {
        Self {
            focus: position.figure(end.focus).to_string(),
            hex: end.hex.to_string(),
            cost: end.cost,
            negative: end.negative,
            path: end.path.iter().map(Hex::to_string).collect(),
            aims: end
                .goals
                .iter()
                .map(|&(hex, steps)| AimReply { hex: hex.to_string(), steps })
                .collect(),
            targets: names(position, &end.targets),
            choice: end
                .choice
                .as_ref()
                .map(|of| ChoiceReply { count: of.count, from: names(position, &of.from) }),
            disadvantage: names(position, &end.disadvantage),
            placements: end
                .placements
                .iter()
                .map(|of| PlacementReply {
                    hexes: of.hexes.iter().map(Hex::to_string).collect(),
                    hit: names(position, &of.hit),
                })
                .collect(),
            sprung: end
                .triggered
                .iter()
                .map(|of| SprungReply {
                    hex: of.hex.to_string(),
                    terrain: of.terrain.word(),
                    damage: of.damage,
                })
                .collect(),
        }
    }
}

impl fmt::Display for MonsterReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Returns the turn of a figure, by its name, in a position given as text.
///
/// # Errors
///
/// A [`QueryError`] if the text is no position, no figure has that name, or information is
/// missing.
pub fn monster(text: &str, name: &str) -> Result<MonsterReply, QueryError> {
    monster_in(&parse(text)?, name)
}

/// Returns the turn of a figure, by its name, in a position.
///
/// # Errors
///
/// A [`QueryError`] if no figure has that name, or information is missing.
///
/// ```
/// let position = scenario::parse(
///     "board 5x4
///      card Guard: move 1, attack
///      normal Guard 1 at B2
///      character Brute at A1, initiative 20
///      character Tinkerer at C4, initiative 70",
/// )?;
/// let reply = scenario::monster_in(&position, "Guard 1")?;
/// // Both are one step away. The Brute has the lower initiative, so it is the focus.
/// assert_eq!(reply.focus.as_deref(), Some("Brute"));
/// assert_eq!(reply.enemies[1].lost_by, Some("S8.5"));
/// // Two hexes are equally right, so the players choose.
/// assert!(reply.ambiguous);
/// let hexes: Vec<&str> = reply.ends.iter().map(|end| end.hex.as_str()).collect();
/// assert_eq!(hexes, ["B1", "A2"]);
/// # Ok::<(), scenario::QueryError>(())
/// ```
pub fn monster_in(position: &Position, name: &str) -> Result<MonsterReply, QueryError> {
    let id = find(position, name)?;
    let answer = position.turn(id).map_err(|refusal| QueryError::refused(position, refusal))?;
    Ok(MonsterReply::new(position, &answer))
}

/// The range and line of sight between two hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SightReply {
    /// The first hex.
    #[schemars(with = "HexName")]
    pub from: String,
    /// The second hex.
    #[schemars(with = "HexName")]
    pub to: String,
    /// The range; absent if walls separate the two completely.
    pub range: Option<u16>,
    /// True if they see each other.
    pub in_sight: bool,
    /// The wall that blocks the line of sight, such as "B1-C2", or the edge of the map; absent if
    /// they see each other, or if no wall is on the straight line between the centers.
    pub stopped_by: Option<String>,
    /// The ruling that decides on line of sight.
    pub ruling: RulingReply,
}

impl fmt::Display for SightReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, .. } = self;
        match self.range {
            Some(range) => writeln!(f, "{from} to {to}: range {range} (S2.3).")?,
            None => writeln!(f, "{from} to {to}: walls part the two (S2.3).")?,
        }
        match (self.in_sight, &self.stopped_by) {
            (true, _) => writeln!(f, "In sight (S2.4).")?,
            (false, Some(wall)) => writeln!(f, "Not in sight: stopped by {wall} (S2.4).")?,
            (false, None) => writeln!(f, "Not in sight: no line is free of walls (S2.4).")?,
        }
        let RulingReply { ruling, standing, says } = &self.ruling;
        writeln!(f, "Ruling {ruling} ({}): {says}", standing.word())
    }
}

/// Returns the range and line of sight between two hexes of a position given as text.
///
/// # Errors
///
/// A [`QueryError`] if the text is no position, or a hex is not on its map.
///
/// ```
/// let position = "board 4x4\nwall B1-C2 B2-C2";
/// let reply = scenario::sight(position, "A2", "C2")?;
/// assert_eq!(reply.range, Some(3));
/// assert!(!reply.in_sight);
/// assert!(scenario::sight(position, "A2", "D2")?.in_sight);
/// # Ok::<(), scenario::QueryError>(())
/// ```
pub fn sight(text: &str, from: &str, to: &str) -> Result<SightReply, QueryError> {
    sight_in(&parse(text)?, from, to)
}

/// Returns the range and line of sight between two hexes of a position.
///
/// # Errors
///
/// A [`QueryError`] if a hex is not on its map.
pub fn sight_in(position: &Position, from: &str, to: &str) -> Result<SightReply, QueryError> {
    let (from, to): (Hex, Hex) = (from.parse()?, to.parse()?);
    let board = position.board();
    let switches = position.switches();
    let Some(sight) = position.sight(from, to) else {
        let reasons = [from, to]
            .into_iter()
            .filter(|&hex| !board.has(hex))
            .map(|hex| off_map(board, hex))
            .collect();
        return Err(QueryError::refused(position, Refusal { reasons }));
    };
    Ok(SightReply {
        from: from.to_string(),
        to: to.to_string(),
        range: sight.range,
        in_sight: sight.in_sight,
        stopped_by: sight.wall.map(|wall| wall.to_string()),
        ruling: RulingReply::new(sight.ruling.unwrap_or(Ruling::AnyPart), switches),
    })
}
