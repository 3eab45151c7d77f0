//! The fingerprint of a ballot with its salt, and its verification.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use rules::action::{Action, Ballot, VoteTile};
use rules::commitment::{BallotDigest, Nonce};
use rules::player::PlayerId;

/// A recorded ballot and salt that do not match the recorded fingerprint: one of them was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the fingerprint shown at sealing was {recorded}, but ballot and salt give {computed}")]
pub struct CommitmentMismatch {
    /// The voter.
    pub player: PlayerId,
    /// The fingerprint in the record.
    pub recorded: BallotDigest,
    /// The fingerprint computed from the recorded ballot and salt.
    pub computed: BallotDigest,
}

/// Returns the text that is hashed: its SHA-256 begins with the fingerprint.
///
/// It has six lines, each ending in a line feed: `founders-ledger ballot 1`, then `seat`, `tile`,
/// `fleeting`, `lasting` and `salt`, each followed by a space and its value. Seats count from 1,
/// tiles are `circle`, `square` and `triangle`, and the salt is 32 lower-case hexadecimal digits.
///
/// The text reveals the choice, so it must not be shown before the reveal.
pub fn canonical_text(ballot: &Ballot, salt: &Nonce) -> String {
    let Ballot { player, tile, fleeting, lasting, seal: _ } = ballot;
    let seat = player.index() + 1;
    let tile = match tile {
        VoteTile::Circle => "circle",
        VoteTile::Square => "square",
        VoteTile::Triangle => "triangle",
    };
    format!(
        "founders-ledger ballot 1\nseat {seat}\ntile {tile}\nfleeting {fleeting}\nlasting {lasting}\nsalt {salt}\n"
    )
}

/// Computes the fingerprint of a ballot with this salt: the first 80 bits of the SHA-256 of
/// [`canonical_text`]. An existing seal of the ballot is ignored.
///
/// Eighty bits in hexadecimal are short enough to read aloud. `sha256sum` prints the same digits,
/// so players can check them without trusting this program.
pub fn ballot_digest(ballot: &Ballot, salt: &Nonce) -> BallotDigest {
    let text = Zeroizing::new(canonical_text(ballot, salt));
    let hash = Sha256::digest(text.as_bytes());
    let mut first = [0; 10];
    first.copy_from_slice(&hash[..10]);
    BallotDigest(first)
}

/// Checks that a ballot is the one that was sealed. A ballot without a seal was entered manually
/// and always passes.
///
/// # Errors
///
/// A [`CommitmentMismatch`], if ballot and salt result in a fingerprint other than the recorded
/// one.
pub fn verify(ballot: &Ballot) -> Result<(), CommitmentMismatch> {
    let Some(seal) = ballot.seal else {
        return Ok(());
    };
    let computed = ballot_digest(ballot, &seal.salt);
    if computed == seal.fingerprint {
        return Ok(());
    }
    Err(CommitmentMismatch { player: ballot.player, recorded: seal.fingerprint, computed })
}

/// Returns a mismatch for every ballot of a recorded action that is not the one that was sealed,
/// in recorded order.
pub fn mismatches(action: &Action) -> Vec<CommitmentMismatch> {
    action.kind.ballots().iter().filter_map(|ballot| verify(ballot).err()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::action::ActionKind;
    use rules::commitment::BallotCommitment;

    const BALLOT: Ballot =
        Ballot { player: PlayerId(1), tile: VoteTile::Circle, fleeting: 3, lasting: 0, seal: None };

    const SALT: Nonce = Nonce([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    fn sealed(ballot: Ballot) -> Ballot {
        let fingerprint = ballot_digest(&ballot, &SALT);
        Ballot { seal: Some(BallotCommitment { salt: SALT, fingerprint }), ..ballot }
    }

    #[test]
    fn a_fingerprint_equals_the_output_of_sha256sum() {
        assert_eq!(
            canonical_text(&BALLOT, &SALT),
            "founders-ledger ballot 1\nseat 2\ntile circle\nfleeting 3\nlasting 0\n\
             salt 000102030405060708090a0b0c0d0e0f\n"
        );
        // Computed with `sha256sum`, as the help page shows.
        assert_eq!(ballot_digest(&BALLOT, &SALT).to_string(), "3f83-04fb-58e5-b9ce-70cf");
    }

    #[test]
    fn the_ballot_in_the_help_page_matches_its_fingerprint() {
        let page = include_str!("../../assets/help/notation.md");
        let ballot = sealed(Ballot { player: PlayerId(0), ..BALLOT });
        let shown = ballot_digest(&ballot, &SALT);
        assert!(page.contains(&format!("3 fleeting sealed {shown} salt {SALT}")));
        let command = canonical_text(&ballot, &SALT).replace('\n', "\\n");
        assert!(page.contains(&format!("printf '{command}' | sha256sum")));
    }

    #[test]
    fn a_sealed_ballot_matches_its_fingerprint() {
        assert_eq!(verify(&sealed(BALLOT)), Ok(()));
    }

    #[test]
    fn a_ballot_without_a_seal_passes_verification() {
        assert_eq!(verify(&BALLOT), Ok(()));
    }

    #[test]
    fn every_change_to_a_sealed_ballot_is_detected() {
        let honest = sealed(BALLOT);
        let seal = honest.seal.expect("it was sealed");
        let mut other_salt = SALT;
        other_salt.0[15] ^= 1;
        let mut other_print = seal.fingerprint;
        other_print.0[9] ^= 1;
        let changed = [
            Ballot { player: PlayerId(0), ..honest },
            Ballot { tile: VoteTile::Square, ..honest },
            Ballot { fleeting: 2, ..honest },
            Ballot { lasting: 1, ..honest },
            Ballot { seal: Some(BallotCommitment { salt: other_salt, ..seal }), ..honest },
            Ballot { seal: Some(BallotCommitment { fingerprint: other_print, ..seal }), ..honest },
        ];
        for ballot in changed {
            assert!(verify(&ballot).is_err(), "{ballot:?}");
        }
    }

    #[test]
    fn moving_digits_between_fleeting_and_lasting_changes_the_fingerprint() {
        let fingerprints = [(12, 3), (1, 23), (3, 12), (123, 0)].map(|(fleeting, lasting)| {
            let ballot = Ballot { fleeting, lasting, ..BALLOT };
            ballot_digest(&ballot, &SALT)
        });
        for (index, one) in fingerprints.iter().enumerate() {
            assert!(!fingerprints[..index].contains(one));
        }
    }

    #[test]
    fn mismatches_are_found_in_an_overruled_reveal() {
        let changed = Ballot { fleeting: 2, ..sealed(BALLOT) };
        let action = Action::from(ActionKind::Overrule {
            action: Box::new(ActionKind::Reveal(vec![sealed(BALLOT), changed]).into()),
            reason: String::new(),
        });
        let found = mismatches(&action);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].player, BALLOT.player);
    }
}
