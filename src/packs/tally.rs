//! Counts of known and unknown facts, the same on every screen.

use components::fact::Certainty;
use components::missing_info::is_never_needed;
use components::specs::Pack;
use plain_text::counted;

/// The numbers of known, unconfirmed and unknown facts of a pack.
///
/// A fact that no game ever needs is counted only if it is stated.
///
/// ```
/// let practice = packs::find("practice")?;
/// let tally = packs::Tally::of(&practice);
/// assert_eq!(tally.known, tally.all());
/// # Ok::<(), packs::PackError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Facts known for certain.
    pub known: usize,
    /// Facts that are only inferred.
    pub unconfirmed: usize,
    /// Facts that are not known.
    pub unknown: usize,
}

impl Tally {
    /// Counts the facts of a pack.
    pub fn of(pack: &Pack) -> Self {
        let mut tally = Self::default();
        for (id, fact) in pack.facts() {
            let standing = fact.certainty();
            if standing != Certainty::Unknown || !is_never_needed(&id, pack) {
                tally.add(standing);
            }
        }
        tally
    }

    /// Adds one fact.
    pub fn add(&mut self, standing: Certainty) {
        match standing {
            Certainty::Known => self.known += 1,
            Certainty::Unconfirmed => self.unconfirmed += 1,
            Certainty::Unknown => self.unknown += 1,
        }
    }

    /// Returns the total number of facts.
    pub const fn all(&self) -> usize {
        self.known + self.unconfirmed + self.unknown
    }

    /// Describes the count in words: "120 of 248 facts known, 29 more unconfirmed".
    pub fn words(&self) -> String {
        let (known, all) = (self.known, counted(self.all(), "fact", "facts"));
        match self.unconfirmed {
            0 if known == self.all() => format!("all {all} known"),
            0 => format!("{known} of {all} known"),
            more => format!("{known} of {all} known, {more} more unconfirmed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(name: &str) -> Tally {
        Tally::of(&crate::find(name).expect("it is built in"))
    }

    #[test]
    fn tally_of_the_practice_set_is_complete_and_that_of_the_real_box_is_not() {
        let practice = tally("practice");
        assert_eq!(practice.words(), format!("all {} facts known", practice.all()));
        let real = tally("founders-of-gloomhaven");
        assert!(real.unknown > 0 && real.unconfirmed > 0, "{real:?}");
        assert!(real.words().starts_with(&format!("{} of {} facts known", real.known, real.all())));
    }
}
