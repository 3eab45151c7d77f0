//! A reproducible random number generator: `SplitMix64`.

/// A stream of numbers from a seed.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `sides`, which must not be 0.
    pub fn below(&mut self, sides: usize) -> usize {
        let sides = u64::try_from(sides).expect("a number of sides");
        usize::try_from(self.roll() % sides).expect("less than the number of sides")
    }

    /// Picks one element; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}
