//! A set of enemies, by their index among those of the acting monster.

use crate::position::Position;

/// The number of words that hold one bit for each figure.
const WORDS: usize = Position::MAX_FIGURES.div_ceil(64);

/// A set of enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EnemySet([u64; WORDS]);

impl EnemySet {
    /// Adds an enemy.
    pub(super) const fn insert(&mut self, at: usize) {
        if at < WORDS * 64 {
            self.0[at / 64] |= 1 << (at % 64);
        }
    }

    /// Returns `true` if it has an enemy.
    pub(super) const fn contains(&self, at: usize) -> bool {
        at < WORDS * 64 && self.0[at / 64] & (1 << (at % 64)) != 0
    }

    /// Returns the number of enemies.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    /// Returns `true` if it has no enemy.
    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Returns the enemies in both sets.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, of)| *word &= of);
        self
    }

    /// Returns the enemies that are not in the other set.
    pub(super) fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, of)| *word &= !of);
        self
    }

    /// Returns the set without an enemy.
    pub(super) fn without_one(self, at: usize) -> Self {
        self.without(std::iter::once(at).collect())
    }

    /// Returns the enemies in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..).zip(self.0).flat_map(|(index, word): (usize, u64)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = usize::try_from(left.trailing_zeros()).unwrap_or(0);
                let found = left != 0;
                left &= left.wrapping_sub(1);
                found.then_some(index * 64 + bit)
            })
        })
    }
}

impl FromIterator<usize> for EnemySet {
    fn from_iter<I: IntoIterator<Item = usize>>(enemies: I) -> Self {
        let mut set = Self::default();
        for at in enemies {
            set.insert(at);
        }
        set
    }
}
