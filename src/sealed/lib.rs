//! Secret ballots and initiatives on one shared screen and on phones: sealed one by one and opened
//! together.
//!
//! Rulebook, "Call to Vote", rule 9.5. The rules see only the finished vote, as one
//! [`ActionKind::Reveal`](rules::action::ActionKind::Reveal). Until then the ballots are only in a
//! [`BallotBox`]:
//!
//! - The box is never written to a file. **After a crash during a vote, the players vote again**:
//!   nothing of the vote is recorded, so the record continues where the ballots are due.
//! - No type with a choice can be copied or serialized. The `Debug` output shows only what
//!   everybody at the table can see: who has sealed.
//! - Each choice is in one place on the heap, and is overwritten (by the crate `zeroize`) when it
//!   is opened or dropped. Swapped-out memory, and remains of the hash on the stack, cannot be
//!   overwritten.
//! - While the box has any ballot, the process cannot be dumped: on Linux a crash leaves no core
//!   dump, and no other process of the same user can read this one. On other systems, an enabled
//!   core dump or a debugger can see the ballots.
//! - A ballot that was filled in elsewhere arrives as a [`Draft`] on the heap, and
//!   [`BallotBox::seal_choice`] seals it where it is. The page of another voter may be open
//!   meanwhile.
//!
//! Sealing is a commitment: it hashes the ballot with a random [`Nonce`](rules::commitment::Nonce)
//! and shows the resulting [`BallotDigest`](rules::commitment::BallotDigest) to the voter, who may
//! write it down. The reveal records ballot, salt and fingerprint. Anybody can then compute the
//! fingerprint again ([`verify`], or `sha256sum`), which proves that the program did not change the
//! ballot. A vote entered manually has no seals.
//!
//! The initiatives of a scenario's characters wait in an [`InitiativeBox`] in the same way, without
//! a commitment: cardboard has none either, and a card in hand can be shown.

mod ballot_box;
mod ballot_draft;
mod commitment;
mod core_dump;
mod initiative_box;

pub use ballot_box::{
    BallotBox, BallotProgress, NonceError, NonceSource, NotAllSealed, VoteError, system_nonces,
};
pub use ballot_draft::Draft;
pub use commitment::{CommitmentMismatch, ballot_digest, canonical_text, mismatches, verify};
pub use core_dump::CoreDumpGuard;
pub use initiative_box::{InitiativeBox, InitiativeChoice};
