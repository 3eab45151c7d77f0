//! The secret ballot on one shared screen: ballots are sealed one by one and opened together.
//!
//! Rulebook, "Call to Vote", rule 9.5. The rules see a vote only when it is
//! over, as one [`Deed::Reveal`](rules::action::Deed::Reveal); until
//! then the ballots lie in a [`BallotBox`], and nowhere else:
//!
//! - The box is never written to a file. **A crash in the middle of a vote
//!   means voting again**: nothing of the vote was recorded, so the record goes
//!   on where the ballots were due.
//! - No type in here that holds a choice can be copied or serialised, and their
//!   `Debug` tells no more than everybody at the table can see: who has sealed.
//! - Choices lie on the heap, in one place each, and are overwritten (by the
//!   crate `zeroize`) when they are opened or dropped. What the system swapped
//!   out meanwhile, and what the hash left behind on the stack, is beyond our
//!   reach.
//! - As long as the box holds anything of a ballot, the process cannot be
//!   dumped: on Linux a crash leaves no core dump, and no other process of the
//!   same user can look into this one. On other systems nothing keeps a core
//!   dump that somebody switched on, or a debugger, from seeing the ballots.
//!
//! Sealing mixes a random [`Salt`](rules::seal::Salt) into the ballot and shows the
//! [`Fingerprint`](rules::seal::Fingerprint) of both to the voter, who may write it down. The reveal
//! records ballot, salt and fingerprint, so that afterwards anybody can work the
//! fingerprint out again ([`verify`], or `sha256sum`) and nobody can say that
//! the program changed a ballot. A vote held by hand has no seals.

mod ballot_box;
mod dump;
mod fingerprint;
mod secret;

pub use ballot_box::{
    BallotBox, NoSalt, NotAllSealed, Progress, SaltSource, VoteError, system_salts,
};
pub use fingerprint::{Mismatch, canonical_text, fingerprint, mismatches, verify};
pub use secret::Draft;
