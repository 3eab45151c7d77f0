//! What must not be seen before the reveal, and is overwritten afterwards.

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop, optimization_barrier};

use rules::action::{Ballot, VoteTile};
use rules::commitment::{BallotCommitment, BallotDigest, Nonce};
use rules::player::PlayerId;

/// A ballot that its voter is filling in, on the voter's own page.
///
/// It cannot be copied, `Debug` tells nothing of it, and it is wiped when it is dropped.
#[derive(Default)]
pub struct Draft {
    /// The vote tile chosen so far.
    pub tile: Option<VoteTile>,
    /// Fleeting influence to commit.
    pub fleeting: i32,
    /// Lasting influence to commit.
    pub lasting: i32,
}

impl Zeroize for Draft {
    fn zeroize(&mut self) {
        self.tile = None;
        self.fleeting.zeroize();
        self.lasting.zeroize();
        // Without this the compiler may leave out writing to what nobody reads any more.
        optimization_barrier(self);
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for Draft {}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draft")
    }
}

/// A ballot that was sealed. It has no `Debug` at all, and it is wiped when it is dropped.
pub(super) struct Sealed {
    /// In the place where it was filled in: moving a sealed ballot leaves no copy behind.
    choice: Box<Draft>,
    salt: Nonce,
    fingerprint: BallotDigest,
}

impl Sealed {
    /// A choice, with the salt that was mixed into it and what both gave.
    pub(super) const fn new(choice: Box<Draft>, salt: Nonce, fingerprint: BallotDigest) -> Self {
        Self { choice, salt, fingerprint }
    }

    /// What is shown of it; it tells nothing of the choice.
    pub(super) const fn fingerprint(&self) -> BallotDigest {
        self.fingerprint
    }

    /// The ballot of its voter, opened; nothing once it is wiped.
    pub(super) fn open(&self, player: PlayerId) -> Option<Ballot> {
        Some(Ballot {
            player,
            tile: self.choice.tile?,
            fleeting: self.choice.fleeting,
            lasting: self.choice.lasting,
            seal: Some(BallotCommitment { salt: self.salt, fingerprint: self.fingerprint }),
        })
    }
}

impl Zeroize for Sealed {
    fn zeroize(&mut self) {
        self.choice.zeroize();
        self.salt.0.zeroize();
        self.fingerprint.0.zeroize();
    }
}

impl Drop for Sealed {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for Sealed {}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft { tile: Some(VoteTile::Triangle), fleeting: 3, lasting: 1 }
    }

    #[test]
    fn a_wiped_draft_is_empty() {
        let mut draft = draft();
        draft.zeroize();
        assert_eq!((draft.tile, draft.fleeting, draft.lasting), (None, 0, 0));
    }

    #[test]
    fn a_wiped_ballot_tells_neither_choice_nor_salt() {
        let mut sealed = Sealed::new(Box::new(draft()), Nonce([7; 16]), BallotDigest([7; 10]));
        let opened = sealed.open(PlayerId(2)).expect("a tile was chosen");
        assert_eq!((opened.fleeting, opened.lasting), (3, 1));
        sealed.zeroize();
        assert_eq!(sealed.open(PlayerId(2)), None);
        assert_eq!((sealed.choice.fleeting, sealed.choice.lasting), (0, 0));
        assert_eq!((sealed.salt.0, sealed.fingerprint.0), ([0; 16], [0; 10]));
    }
}
