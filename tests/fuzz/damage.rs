//! Damaged copies of samples.

use fastrand::Rng;

/// The number of damaged copies tried per sample.
const TRIES: usize = 1500;

/// Returns a copy with bytes changed, removed, doubled or replaced by text that often breaks
/// parsers.
pub fn damaged(sample: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..rng.usize(1..6) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.usize(0..bytes.len());
        match rng.u8(0..6) {
            0 => bytes[at] ^= 1 << rng.u8(0..8),
            1 => bytes.truncate(at),
            2 => {
                let end = (at + rng.usize(1..40)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (at + rng.usize(1..200)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let nasty =
                    [&b"99999999999999999999"[..], b"(((((((((", b"\xff\xfe", b"\"\\", b"-1"];
                let nasty = nasty[rng.usize(0..nasty.len())];
                bytes.splice(at..at, nasty.iter().copied());
            }
            _ => bytes[at] = rng.u8(..),
        }
    }
    bytes
}

/// Runs a target on samples and on damaged copies of each, from a fixed seed.
pub fn try_damaged(target: fn(&[u8]), samples: &[Vec<u8>]) {
    let mut rng = Rng::with_seed(11);
    for sample in samples {
        target(sample);
        for _ in 0..TRIES {
            target(&damaged(sample, &mut rng));
        }
    }
}
