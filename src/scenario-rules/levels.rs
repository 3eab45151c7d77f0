//! The level of a scenario and its numbers (S3.1 to S3.3), and new characters (S14.1).

use super::board::Terrain;
use super::illegal::{BoundedQuantity, Illegal, Refusal};

catalogue::catalogue! {
    /// The difficulty of a scenario, the easiest first.
    pub enum Difficulty {
        /// The word for it.
        word: &'static str,
        /// By how much it changes the level.
        changes_by: i16,
    }

    /// One level less.
    Easy = "Easy", -1;
    /// The recommended level.
    Normal = "Normal", 0;
    /// One level more.
    Hard = "Hard", 1;
    /// Two levels more.
    VeryHard = "Very hard", 2;
}

/// The level of a scenario and what follows from it (S3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// From 0 to 7; the monsters have the same.
    pub level: u8,
    /// The gold that a money token is worth.
    pub gold: u8,
    /// The damage a trap deals.
    pub trap: u8,
    /// The experience for completing the scenario.
    pub experience: u8,
}

impl Level {
    const GOLD: [u8; 8] = [2, 2, 3, 3, 4, 4, 5, 6];

    /// The numbers of this level; those of level 7 for any above.
    pub const fn of(level: u8) -> Self {
        let level = if level > 7 { 7 } else { level };
        Self { level, gold: Self::GOLD[level as usize], trap: 2 + level, experience: 4 + 2 * level }
    }

    /// The level recommended for characters of these levels (S3.1).
    ///
    /// # Errors
    ///
    /// A [`Refusal`] without one to four characters of levels from 1 to 9.
    pub fn recommended(characters: &[u8], difficulty: Difficulty) -> Result<Self, Refusal> {
        let mut reasons = Vec::new();
        let count = u32::try_from(characters.len()).unwrap_or(u32::MAX);
        if !(1..=4).contains(&count) {
            let quantity = BoundedQuantity::Characters;
            reasons.push(Illegal::OutOfBounds { quantity, amount: count, least: 1, most: 4 });
        }
        for &level in characters {
            reasons.extend(character_level(level).err());
        }
        Refusal::unless_none(reasons)?;
        let sum: u32 = characters.iter().map(|&level| u32::from(level)).sum();
        // Half of the average, rounded up once, at the end.
        let level = sum.div_ceil(2 * count);
        let level = i16::try_from(level).unwrap_or(i16::MAX) + difficulty.changes_by();
        Ok(Self::of(u8::try_from(level.max(0)).unwrap_or(u8::MAX)))
    }

    /// Returns the value of a number written with L and C (S3.3).
    pub const fn equation(
        self,
        per_level: i32,
        per_character: i32,
        plus: i32,
        characters: u8,
    ) -> i32 {
        per_level * self.level as i32 + per_character * characters as i32 + plus
    }
}

/// The damage of a negative hex (G6), or of coming down on an obstacle (G29); `None` while the level
/// is unknown.
pub(super) fn damage_of(terrain: Terrain, level: Option<u8>, hazard: Option<u8>) -> Option<u16> {
    let trap = level.map(|level| u16::from(Level::of(level).trap));
    match terrain {
        Terrain::Trap | Terrain::Obstacle => trap,
        _ => hazard.map(u16::from).or(trap.map(|trap| trap / 2)),
    }
}

/// The start of a new character (S14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewCharacter {
    /// Its level.
    pub level: u8,
    /// The experience of that level.
    pub experience: u16,
    /// Its gold.
    pub gold: u16,
}

/// The experience at which each level begins.
const EXPERIENCE: [u16; 9] = [0, 45, 95, 150, 210, 275, 345, 420, 500];

impl NewCharacter {
    /// A new character in a town of this prosperity level.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the level is not from 1 to 9, or above the prosperity level.
    pub fn new(level: u8, prosperity: u8) -> Result<Self, Refusal> {
        character_level(level)?;
        if level > prosperity {
            let quantity = BoundedQuantity::NewCharacterLevel;
            let (amount, most) = (level.into(), prosperity.into());
            return Err(Illegal::OutOfBounds { quantity, amount, least: 1, most }.into());
        }
        Ok(Self {
            level,
            experience: EXPERIENCE[usize::from(level) - 1],
            gold: 15 * (u16::from(level) + 1),
        })
    }

    /// The level a character has with this experience.
    pub fn level_with(experience: u16) -> u8 {
        let reached = EXPERIENCE.iter().filter(|&&from| from <= experience).count();
        u8::try_from(reached).unwrap_or(u8::MAX)
    }
}

pub(super) fn character_level(level: u8) -> Result<(), Illegal> {
    if (1..=9).contains(&level) {
        return Ok(());
    }
    let quantity = BoundedQuantity::CharacterLevel;
    Err(Illegal::OutOfBounds { quantity, amount: level.into(), least: 1, most: 9 })
}
