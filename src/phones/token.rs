//! The token by which a phone holds its seat.
//!
//! It has 128 random bits, made by the laptop and kept by the phone, which sends it in
//! `Authorization`. The laptop keeps only the [digest](TokenDigest).

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The number of random bytes of a token.
const BYTES: usize = 16;

/// A token. `Debug` shows nothing of it, and it is overwritten when dropped.
pub struct Token(Zeroizing<[u8; BYTES]>);

impl Token {
    /// Draws a token from the system's random numbers.
    ///
    /// # Errors
    ///
    /// The message of the system, if it has no random number.
    pub(crate) fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = Zeroizing::new([0; BYTES]);
        getrandom::fill(&mut *bytes)?;
        Ok(Self(bytes))
    }

    /// Reads a token from its 32 hexadecimal digits; `None` for another text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut bytes = Zeroizing::new([0; BYTES]);
        parse_hex(text, &mut *bytes).then_some(Self(bytes))
    }

    /// Returns the hexadecimal digits, for the phone.
    pub(crate) fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(&*self.0))
    }

    /// Returns the digest, which the laptop keeps.
    pub(crate) fn digest(&self) -> TokenDigest {
        TokenDigest(Sha256::digest(self.0.as_slice()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The SHA-256 of a token. It is written as 64 hexadecimal digits, and leads to no token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenDigest(pub [u8; 32]);

impl fmt::Display for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenDigest({self})")
    }
}

/// The text is not a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a digest of 64 hexadecimal digits")]
pub struct NotDigest;

impl FromStr for TokenDigest {
    type Err = NotDigest;

    fn from_str(text: &str) -> Result<Self, NotDigest> {
        let mut bytes = [0; 32];
        if parse_hex(text, &mut bytes) { Ok(Self(bytes)) } else { Err(NotDigest) }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Reads lower-case hexadecimal digits into `bytes`; returns `false` for another text or length.
fn parse_hex(text: &str, bytes: &mut [u8]) -> bool {
    let digits = text.as_bytes();
    if digits.len() != 2 * bytes.len() {
        return false;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        let mut value = 0;
        for digit in pair {
            let digit = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return false,
            };
            value = value * 16 + digit;
        }
        *byte = value;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_its_digits_and_has_the_same_digest() {
        let token = Token::draw().expect("the system has random numbers");
        let read = Token::parse(&token.to_hex()).expect("32 digits");
        assert_eq!(token.digest(), read.digest());
        let other = Token::draw().expect("the system has random numbers");
        assert_ne!(token.digest(), other.digest());
        assert_eq!(format!("{token:?}"), "Token");
    }

    #[test]
    fn other_texts_are_no_tokens() {
        for text in
            ["", "0123", "g0000000000000000000000000000000", "ä000000000000000000000000000000"]
        {
            assert!(Token::parse(text).is_none(), "{text}");
        }
        assert!(Token::parse(&"0".repeat(33)).is_none());
    }

    #[test]
    fn a_digest_is_read_from_what_it_is_written_as() {
        let digest = Token::draw().expect("the system has random numbers").digest();
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!("abc".parse::<TokenDigest>(), Err(NotDigest));
    }
}
