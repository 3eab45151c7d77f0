//! The seal of a ballot: a random salt, and a fingerprint of salt and ballot.
//!
//! The rules store a [`BallotCommitment`] without reading it. The crate `sealed` checks
//! fingerprints against ballots.

use std::fmt;
use std::str::FromStr;

/// The number of hexadecimal digits in each group of a fingerprint.
const GROUP: usize = 4;

/// The seal of a ballot cast on screen; shown and recorded at the reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallotCommitment {
    /// The random number mixed in, so that the ballot cannot be found by trying them all.
    pub salt: Nonce,
    /// The digest shown to the voter when the ballot was sealed.
    pub fingerprint: BallotDigest,
}

/// A random number of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce(pub [u8; 16]);

/// The fingerprint of a sealed ballot: 80 bits, written as five groups of four hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallotDigest(pub [u8; 10]);

/// The error for a text that is not a salt or a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {expected} hexadecimal digits")]
pub struct NotHexadecimal {
    /// The number of digits expected.
    pub expected: usize,
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for BallotDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if index > 0 && (2 * index).is_multiple_of(GROUP) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl FromStr for Nonce {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        bytes(text).map(Self)
    }
}

/// Parses uppercase and lowercase digits; hyphens are skipped.
impl FromStr for BallotDigest {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        bytes(&text.replace('-', "")).map(Self)
    }
}

fn bytes<const N: usize>(text: &str) -> Result<[u8; N], NotHexadecimal> {
    let error = NotHexadecimal { expected: 2 * N };
    // Checked first, so that every digit below is one byte, and `from_str_radix` meets no sign.
    if text.len() != 2 * N || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(error);
    }
    let mut bytes = [0; N];
    for (index, byte) in bytes.iter_mut().enumerate() {
        let digits = &text[2 * index..2 * index + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_digits| error)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINGERPRINT: BallotDigest =
        BallotDigest([0x3f, 0x9a, 0x01, 0xbc, 0x77, 0xd0, 0x4e, 0x5b, 0x9a, 0x21]);

    #[test]
    fn a_fingerprint_is_written_in_groups_of_four_digits() {
        assert_eq!(FINGERPRINT.to_string(), "3f9a-01bc-77d0-4e5b-9a21");
    }

    #[test]
    fn a_fingerprint_is_read_in_capitals_and_without_groups() {
        for text in ["3f9a-01bc-77d0-4e5b-9a21", "3F9A01BC77D04E5B9A21", "3f9a01-BC77d04e5b9a21"] {
            assert_eq!(text.parse(), Ok(FINGERPRINT), "{text}");
        }
    }

    #[test]
    fn a_salt_is_written_and_read_as_32_digits() {
        let salt = Nonce(std::array::from_fn(|index| index as u8));
        assert_eq!(salt.to_string(), "000102030405060708090a0b0c0d0e0f");
        assert_eq!(salt.to_string().parse(), Ok(salt));
    }

    #[test]
    fn other_texts_are_neither_salt_nor_fingerprint() {
        for text in [
            "",
            "3f9a",
            "+f9a01bc77d04e5b9a21",
            "3f9a-01bc-77d0-4e5b-9a2é",
            "3f9a-01bc-77d0-4e5b-9a21-00",
        ] {
            assert_eq!(
                text.parse::<BallotDigest>(),
                Err(NotHexadecimal { expected: 20 }),
                "{text}"
            );
            assert_eq!(text.parse::<Nonce>(), Err(NotHexadecimal { expected: 32 }));
        }
    }
}
