//! The level of a scenario with its numbers (S3.1 to S3.3), and new characters (S14.1).

use super::board::Terrain;
use super::illegal::{BoundedQuantity, Illegal, Refusal};

enum_table::enum_table! {
    /// The difficulty of a scenario, the easiest first.
    pub enum Difficulty {
        /// Returns the word for it.
        word: &'static str,
        /// Returns its change of the level.
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

/// The level of a scenario with the numbers that depend on it (S3.2).
///
/// ```
/// use scenario_rules::levels::{Difficulty, Level};
///
/// let level = Level::recommended(&[3, 4, 5, 4], Difficulty::Normal)?;
/// assert_eq!((level.level, level.gold, level.trap, level.experience), (2, 3, 4, 8));
/// # Ok::<(), scenario_rules::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level, from 0 to 7; also that of the monsters.
    pub level: u8,
    /// The value of a money token in gold.
    pub gold: u8,
    /// The damage of a trap.
    pub trap: u8,
    /// The experience for completing the scenario.
    pub experience: u8,
}

impl Level {
    const GOLD: [u8; 8] = [2, 2, 3, 3, 4, 4, 5, 6];

    /// Returns the numbers of a level; for levels above 7, those of level 7.
    pub const fn of(level: u8) -> Self {
        let level = if level > 7 { 7 } else { level };
        Self { level, gold: Self::GOLD[level as usize], trap: 2 + level, experience: 4 + 2 * level }
    }

    /// Returns the recommended level for characters of these levels (S3.1).
    ///
    /// # Errors
    ///
    /// A [`Refusal`] unless there are one to four characters of levels from 1 to 9.
    pub fn recommended(characters: &[u8], difficulty: Difficulty) -> Result<Self, Refusal> {
        let mut reasons = Vec::new();
        let count = u32::try_from(characters.len()).unwrap_or(u32::MAX);
        reasons.extend(Illegal::out_of_bounds(BoundedQuantity::Characters, count, 1, 4));
        for &level in characters {
            reasons.extend(character_level(level).err());
        }
        Refusal::if_any(reasons)?;
        let sum: u32 = characters.iter().map(|&level| u32::from(level)).sum();
        // Half of the average, rounded up only once.
        let normal = i16::try_from(sum.div_ceil(2 * count)).unwrap_or(i16::MAX);
        let level = normal + difficulty.changes_by();
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

/// Returns the damage of a negative hex (G6), or of coming down on an obstacle (G29); `None` while
/// the level is unknown.
pub(super) fn damage_of(terrain: Terrain, level: Option<u8>, hazard: Option<u8>) -> Option<u16> {
    let trap = level.map(|level| u16::from(Level::of(level).trap));
    match terrain {
        Terrain::Trap | Terrain::Obstacle => trap,
        _ => hazard.map(u16::from).or(trap.map(|trap| trap / 2)),
    }
}

/// A new character with its starting values (S14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewCharacter {
    /// Its level.
    pub level: u8,
    /// The minimum experience of that level.
    pub experience: u16,
    /// Its gold.
    pub gold: u16,
}

/// The minimum experience of each level.
const EXPERIENCE: [u16; 9] = [0, 45, 95, 150, 210, 275, 345, 420, 500];

impl NewCharacter {
    /// Creates a character in a town of this prosperity level.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the level is not from 1 to 9, or is above the prosperity level.
    pub fn new(level: u8, prosperity: u8) -> Result<Self, Refusal> {
        character_level(level)?;
        let quantity = BoundedQuantity::NewCharacterLevel;
        if let Some(reason) = Illegal::out_of_bounds(quantity, level, 1, prosperity.into()) {
            return Err(reason.into());
        }
        Ok(Self {
            level,
            experience: EXPERIENCE[usize::from(level) - 1],
            gold: 15 * (u16::from(level) + 1),
        })
    }

    /// Returns the level of a character with this experience.
    pub fn level_with(experience: u16) -> u8 {
        let reached = EXPERIENCE.iter().filter(|&&from| from <= experience).count();
        u8::try_from(reached).unwrap_or(u8::MAX)
    }
}

/// Checks that a character can have this level.
pub(super) fn character_level(level: u8) -> Result<(), Illegal> {
    match Illegal::out_of_bounds(BoundedQuantity::CharacterLevel, level, 1, 9) {
        Some(reason) => Err(reason),
        None => Ok(()),
    }
}
