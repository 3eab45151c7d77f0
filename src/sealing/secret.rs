//! What must not be seen before the reveal, and is overwritten afterwards.

use std::fmt;
use std::hint::black_box;

use rules::action::{Ballot, VoteTile};
use rules::player::PlayerId;

/// A ballot that its voter is filling in, on the voter's own page.
///
/// It cannot be copied, and `Debug` tells nothing of it.
#[derive(Default)]
pub struct Draft {
    /// The vote tile chosen so far.
    pub tile: Option<VoteTile>,
    /// Fleeting influence to commit.
    pub fleeting: i32,
    /// Lasting influence to commit.
    pub lasting: i32,
}

impl Draft {
    fn wipe(&mut self) {
        self.tile = None;
        self.fleeting = 0;
        self.lasting = 0;
        // Without this the compiler may leave out writing to what nobody reads any more.
        black_box(self);
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.wipe();
    }
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draft")
    }
}

/// A ballot that was sealed. It has no `Debug` at all.
pub(super) struct Sealed(pub(super) Ballot);

impl Sealed {
    fn wipe(&mut self) {
        self.0 = Ballot {
            player: PlayerId(0),
            tile: VoteTile::Circle,
            fleeting: 0,
            lasting: 0,
            seal: None,
        };
        black_box(self);
    }
}

impl Drop for Sealed {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// Bytes that tell a choice.
pub(super) struct Wiped(pub(super) Vec<u8>);

impl Drop for Wiped {
    fn drop(&mut self) {
        self.0.fill(0);
        black_box(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::seal::{Fingerprint, Salt, Seal};

    #[test]
    fn a_wiped_draft_is_empty() {
        let mut draft = Draft {
            tile: Some(VoteTile::Triangle),
            fleeting: 3,
            lasting: 1,
        };
        draft.wipe();
        assert_eq!((draft.tile, draft.fleeting, draft.lasting), (None, 0, 0));
    }

    #[test]
    fn a_wiped_ballot_tells_neither_choice_nor_salt() {
        let mut sealed = Sealed(Ballot {
            player: PlayerId(2),
            tile: VoteTile::Triangle,
            fleeting: 3,
            lasting: 1,
            seal: Some(Seal {
                salt: Salt([7; 16]),
                fingerprint: Fingerprint([7; 10]),
            }),
        });
        sealed.wipe();
        let Ballot {
            player,
            tile,
            fleeting,
            lasting,
            seal,
        } = sealed.0;
        assert_eq!((player.0, tile, seal), (0, VoteTile::Circle, None));
        assert_eq!((fleeting, lasting), (0, 0));
    }
}
