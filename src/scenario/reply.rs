//! What the command line and other programs get: a question about a position given as text, and
//! the answer as data with the words beside it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::refusal::{UnknownName, find, refusal_words};
use super::text::{TextError, parse};
use super::words::explained;
use scenario_rules::answer::{Answer, End};
use scenario_rules::hex::{Hex, NotAHex};
use scenario_rules::illegal::Refusal;
use scenario_rules::legality::off_map;
use scenario_rules::names::{FigureId, Names};
use scenario_rules::position::Position;
use scenario_rules::rulebook::{Rule, Ruling, Standing, Switches};
use scenario_rules::sight::sight as look;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The hex is none.
    #[error(transparent)]
    Hex(#[from] NotAHex),
    /// Nobody on the map has the name.
    #[error("{}", .0.in_words())]
    Unknown(#[from] UnknownName),
    /// The rules, or what is missing, stand against it.
    #[error("{}", refusal_words(names, refusal))]
    Refused {
        /// The refusal.
        refusal: Refusal,
        /// The names of its figures and sets.
        names: Names,
    },
}

impl AskError {
    fn refused(position: &Position, refusal: Refusal) -> Self {
        Self::Refused { refusal, names: position.names().clone() }
    }
}

/// A hex of the map, written `C4`: the letters of its column, then the number of its row.
///
/// The column after `Z` is `AA`. Hexes sort row by row, the order in which a page is read.
#[derive(JsonSchema)]
#[schemars(rename = "Hex")]
#[expect(dead_code, reason = "it describes a field of text in the schema, and is never a value")]
pub(crate) struct HexName(String);

/// What a monster does, by names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MonsterReply {
    /// Whose turn it is.
    pub figure: String,
    /// Its focus; the first of them if several tie, nothing if it has none.
    pub focus: Option<String>,
    /// All that tie for its focus.
    pub foci: Vec<String>,
    /// Every enemy.
    pub enemies: Vec<EnemyReply>,
    /// Every end that is equally right.
    pub ends: Vec<EndReply>,
    /// Whether the players have something to decide.
    pub ambiguous: bool,
    /// The rulings that decided something.
    pub rulings: Vec<RulingReply>,
    #[serde(skip)]
    words: String,
}

/// An enemy and how it came off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EnemyReply {
    /// Who.
    pub figure: String,
    /// The steps to it.
    pub steps: Option<u16>,
    /// The negative hexes on the way.
    pub negative: Option<u16>,
    /// How far away it stands.
    pub range: Option<u16>,
    /// Its initiative.
    pub initiative: Option<u8>,
    /// The number of the rule by which it is not the focus, "S8.1".
    pub lost_by: Option<&'static str>,
}

/// An end of the movement, and the attack from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EndReply {
    /// The focus it goes for.
    pub focus: String,
    /// Where.
    #[schemars(with = "HexName")]
    pub hex: String,
    /// The points it takes.
    pub cost: u16,
    /// The negative hexes it enters.
    pub negative: u16,
    /// The hexes entered.
    #[schemars(with = "Vec<HexName>")]
    pub path: Vec<String>,
    /// Where it would attack from, if that is out of reach this turn.
    pub aims: Vec<AimReply>,
    /// Whom it attacks.
    pub targets: Vec<String>,
    /// Further targets to choose from.
    pub choice: Option<ChoiceReply>,
    /// Which of them it attacks at disadvantage.
    pub disadvantage: Vec<String>,
    /// What it springs on the way.
    pub sprung: Vec<SprungReply>,
}

/// A hex aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AimReply {
    /// Where.
    #[schemars(with = "HexName")]
    pub hex: String,
    /// The steps that are left.
    pub steps: u16,
}

/// Targets of which some are equally right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChoiceReply {
    /// How many of them.
    pub count: usize,
    /// To choose from.
    pub from: Vec<String>,
}

/// A trap or hazardous terrain on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SprungReply {
    /// Where.
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
    /// What it rests on at this table.
    #[serde(with = "StandingReply")]
    pub standing: Standing,
    /// What it says at this table.
    pub says: &'static str,
}

/// What a ruling rests on.
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Standing", rename_all = "lowercase")]
enum StandingReply {
    /// On the letter of one of the texts.
    Letter,
    /// Not in the texts; stated by the publisher's answers, or common to all companions.
    Public,
    /// On nothing but our own reading.
    Ours,
}

impl RulingReply {
    fn new(ruling: Ruling, switches: Switches) -> Self {
        Self {
            ruling: ruling.number(),
            standing: ruling.standing(switches),
            says: ruling.says(switches),
        }
    }
}

impl MonsterReply {
    /// The answer by names.
    pub fn new(position: &Position, answer: &Answer) -> Self {
        let name = |id: FigureId| position.figure(id).to_string();
        let names = |of: &[FigureId]| of.iter().map(|&id| name(id)).collect::<Vec<String>>();
        let enemies = answer.enemies.iter().map(|enemy| EnemyReply {
            figure: name(enemy.figure),
            steps: enemy.steps,
            negative: enemy.negative,
            range: enemy.range,
            initiative: enemy.initiative,
            lost_by: enemy.lost_by.map(Rule::number),
        });
        let end = |end: &End| EndReply {
            focus: name(end.focus),
            hex: end.hex.to_string(),
            cost: end.cost,
            negative: end.negative,
            path: end.path.iter().map(Hex::to_string).collect(),
            aims: end
                .aims
                .iter()
                .map(|&(hex, steps)| AimReply { hex: hex.to_string(), steps })
                .collect(),
            targets: names(&end.targets),
            choice: end
                .choice
                .as_ref()
                .map(|of| ChoiceReply { count: of.count, from: names(&of.from) }),
            disadvantage: names(&end.disadvantage),
            sprung: end
                .sprung
                .iter()
                .map(|of| SprungReply {
                    hex: of.hex.to_string(),
                    terrain: of.terrain.word(),
                    damage: of.damage,
                })
                .collect(),
        };
        let ruling = |&ruling: &Ruling| RulingReply::new(ruling, position.switches());
        Self {
            figure: name(answer.figure),
            focus: answer.foci.first().map(|&id| name(id)),
            foci: names(&answer.foci),
            enemies: enemies.collect(),
            ends: answer.ends.iter().map(end).collect(),
            ambiguous: answer.is_ambiguous(),
            rulings: answer.rulings.iter().map(ruling).collect(),
            words: explained(position, answer),
        }
    }
}

impl fmt::Display for MonsterReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// What the figure of this name does on its turn, in a position given as text.
///
/// # Errors
///
/// An [`AskError`] if the text is no position, nobody has that name, or something it takes is
/// missing.
pub fn monster(text: &str, name: &str) -> Result<MonsterReply, AskError> {
    monster_in(&parse(text)?, name)
}

/// What the figure of this name does on its turn in a position.
///
/// # Errors
///
/// An [`AskError`] if nobody has that name, or something it takes is missing.
pub fn monster_in(position: &Position, name: &str) -> Result<MonsterReply, AskError> {
    let id = find(position, name)?;
    let answer = position.turn(id).map_err(|refusal| AskError::refused(position, refusal))?;
    Ok(MonsterReply::new(position, &answer))
}

/// Range and line of sight between two hexes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SightReply {
    /// From where.
    #[schemars(with = "HexName")]
    pub from: String,
    /// To where.
    #[schemars(with = "HexName")]
    pub to: String,
    /// How many hexes it is; nothing if walls part the two altogether.
    pub range: Option<u16>,
    /// Whether they see each other.
    pub in_sight: bool,
    /// What stops the sight, a wall "B1-C2" or the edge of the map; nothing if it is not stopped,
    /// or by no wall on the straight line between the centres.
    pub stopped_by: Option<String>,
    /// The ruling by which sight is judged.
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

/// Range and line of sight between two hexes of a position given as text.
///
/// # Errors
///
/// An [`AskError`] if the text is no position, or a hex is none of its map.
pub fn sight(text: &str, from: &str, to: &str) -> Result<SightReply, AskError> {
    sight_in(&parse(text)?, from, to)
}

/// Range and line of sight between two hexes of a position.
///
/// # Errors
///
/// An [`AskError`] if a hex is none of its map.
pub fn sight_in(position: &Position, from: &str, to: &str) -> Result<SightReply, AskError> {
    let (from, to): (Hex, Hex) = (from.parse()?, to.parse()?);
    let board = position.board();
    let switches = position.switches();
    let off = |hex: &Hex| !board.has(*hex);
    let reasons = [from, to].into_iter().filter(off);
    let reasons = reasons.map(|hex| off_map(board, hex)).collect();
    let refused = |refusal| AskError::refused(position, refusal);
    Refusal::unless_none(reasons).map_err(refused)?;
    let seen = look(board, switches.corner_to_corner, from, to);
    let seen = seen.ok_or_else(|| refused(off_map(board, from).into()))?;
    Ok(SightReply {
        from: from.to_string(),
        to: to.to_string(),
        range: seen.range,
        in_sight: seen.in_sight,
        stopped_by: seen.wall.map(|wall| wall.to_string()),
        ruling: RulingReply::new(seen.ruling.unwrap_or(Ruling::AnyPart), switches),
    })
}
