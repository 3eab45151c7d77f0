//! Secret choices: hidden until the reveal, and overwritten afterwards.

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop, optimization_barrier};

use rules::action::{Ballot, VoteTile};
use rules::commitment::{BallotCommitment, BallotDigest, Nonce};
use rules::player::PlayerId;

/// A ballot that its voter is filling in.
///
/// It cannot be copied, `Debug` reveals nothing of it, and it is overwritten when dropped.
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
        // Without this, the compiler may remove writes to memory that is never read again.
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

/// A sealed ballot. It has no `Debug` implementation, and is overwritten when dropped.
pub(super) struct SealedBallot {
    /// The choice, boxed where it was filled in, so that moving a sealed ballot leaves no copy.
    choice: Box<Draft>,
    salt: Nonce,
    fingerprint: BallotDigest,
}

impl SealedBallot {
    /// Creates a sealed ballot from a choice, its salt and the fingerprint of both.
    pub(super) const fn new(choice: Box<Draft>, salt: Nonce, fingerprint: BallotDigest) -> Self {
        Self { choice, salt, fingerprint }
    }

    /// Returns the fingerprint, which reveals nothing of the choice.
    pub(super) const fn fingerprint(&self) -> BallotDigest {
        self.fingerprint
    }

    /// Opens the ballot; `None` once it is overwritten.
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

impl Zeroize for SealedBallot {
    fn zeroize(&mut self) {
        self.choice.zeroize();
        self.salt.0.zeroize();
        self.fingerprint.0.zeroize();
    }
}

impl Drop for SealedBallot {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for SealedBallot {}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft { tile: Some(VoteTile::Triangle), fleeting: 3, lasting: 1 }
    }

    #[test]
    fn an_overwritten_draft_is_empty() {
        let mut draft = draft();
        draft.zeroize();
        assert_eq!((draft.tile, draft.fleeting, draft.lasting), (None, 0, 0));
    }

    #[test]
    fn an_overwritten_ballot_has_neither_choice_nor_salt() {
        let mut sealed =
            SealedBallot::new(Box::new(draft()), Nonce([7; 16]), BallotDigest([7; 10]));
        let opened = sealed.open(PlayerId(2)).expect("a tile was chosen");
        assert_eq!((opened.fleeting, opened.lasting), (3, 1));
        sealed.zeroize();
        assert_eq!(sealed.open(PlayerId(2)), None);
        assert_eq!((sealed.choice.fleeting, sealed.choice.lasting), (0, 0));
        assert_eq!((sealed.salt.0, sealed.fingerprint.0), ([0; 16], [0; 10]));
    }
}
