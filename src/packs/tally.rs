//! How much of a box is known, fact by fact: the same count wherever it is said.

use components::fact::Standing;
use components::need::is_idle;
use components::specs::Pack;
use plain_text::counted;

/// How many facts of a pack are known, and how many are not.
///
/// What no game ever asks for is counted only where it is stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Known for certain.
    pub known: usize,
    /// Taken for likely.
    pub unconfirmed: usize,
    /// Not known.
    pub unknown: usize,
}

impl Tally {
    /// Counts the facts of a pack.
    pub fn of(pack: &Pack) -> Self {
        let mut tally = Self::default();
        for (id, fact) in pack.facts() {
            let standing = fact.standing();
            if standing != Standing::Unknown || !is_idle(&id, pack) {
                tally.add(standing);
            }
        }
        tally
    }

    /// Counts one fact more.
    pub fn add(&mut self, standing: Standing) {
        match standing {
            Standing::Known => self.known += 1,
            Standing::Unconfirmed => self.unconfirmed += 1,
            Standing::Unknown => self.unknown += 1,
        }
    }

    /// How many facts there are.
    pub const fn all(&self) -> usize {
        self.known + self.unconfirmed + self.unknown
    }

    /// The count in words: "120 of 248 facts known, 29 more unconfirmed".
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

    #[test]
    fn the_practice_set_is_known_and_the_box_is_not() {
        let tally = |name| Tally::of(&crate::find(name).expect("it is built in"));
        let practice = tally("practice");
        assert_eq!(practice.words(), format!("all {} facts known", practice.all()));
        let real = tally("founders-of-gloomhaven");
        assert!(real.unknown > 0 && real.unconfirmed > 0, "{real:?}");
        assert!(real.words().starts_with(&format!("{} of {} facts known", real.known, real.all())));
    }
}
