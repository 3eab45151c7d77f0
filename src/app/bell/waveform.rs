//! The notes of the bell, computed rather than recorded.

use std::f64::consts::TAU;
use std::time::Duration;

/// Duration of the bell.
pub(super) const LENGTH: Duration = Duration::from_millis(1400);
/// Start of each note in seconds, and its pitch in hertz: a minor third down, G to E.
const STRUCK: [(f64, f64); 2] = [(0.0, 783.99), (0.28, 659.26)];
/// Loudness of a note when it is struck; 1 is the maximum.
const STRENGTH: f64 = 0.1;
/// Loudness of the octave, relative to its note.
const OCTAVE: f64 = 0.25;
/// Attack of a note in seconds: an immediate start would click.
const SWELLS: f64 = 0.015;
/// Fade at the end of the bell in seconds: an immediate end would click.
const FADES: f64 = 0.2;
/// Time for a note to decay to about a third (1/e), in seconds.
const RINGS: f64 = 0.3;

/// Returns the bell as a wave between -1 and 1, sampled `rate` times a second.
#[expect(clippy::cast_possible_truncation, reason = "a loudspeaker takes no more than this")]
pub(super) fn notes(rate: u32) -> Vec<f32> {
    let rate = f64::from(rate);
    (0..=u32::MAX)
        .map(|step| f64::from(step) / rate)
        .take_while(|&time| time < LENGTH.as_secs_f64())
        .map(|time| wave(time) as f32)
        .collect()
}

fn wave(time: f64) -> f64 {
    let fade = smoothstep((LENGTH.as_secs_f64() - time) / FADES);
    fade * STRUCK.into_iter().map(|(struck, pitch)| note(time - struck, pitch)).sum::<f64>()
}

/// Returns the wave of one note, `since` seconds after it was struck.
fn note(since: f64, pitch: f64) -> f64 {
    let since = since.max(0.0);
    let phase = since * pitch * TAU;
    let tone = phase.sin() + OCTAVE * (2.0 * phase).sin();
    STRENGTH * smoothstep(since / SWELLS) * (-since / RINGS).exp() * tone
}

/// Rises smoothly from 0 at 0 to 1 at 1, with slope 0 at both ends.
fn smoothstep(part: f64) -> f64 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: [u32; 3] = [22_050, 44_100, 48_000];

    #[test]
    fn the_bell_is_quiet_short_and_audible() {
        for rate in RATES {
            let notes = notes(rate);
            let loudest = notes.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            assert!((0.05..=0.2).contains(&loudest), "{loudest}");
            let second = rate as usize;
            assert!((second / 2..=2 * second).contains(&notes.len()), "{}", notes.len());
        }
    }

    #[test]
    fn the_bell_starts_and_ends_without_a_click() {
        for rate in RATES {
            let notes = notes(rate);
            for end in [notes.first(), notes.last()] {
                assert!(end.is_some_and(|value| value.abs() < 1e-4), "{end:?}");
            }
            // The first and last millisecond are almost silent.
            let edge = rate as usize / 1000;
            let (begin, end) = (&notes[..edge], &notes[notes.len() - edge..]);
            assert!(begin.iter().chain(end).all(|value| value.abs() < 0.005));
        }
    }

    #[test]
    fn the_wave_is_never_steeper_than_its_notes() {
        for rate in RATES {
            // The steepest slope of the notes, struck together.
            let turns = STRUCK.iter().map(|(_, pitch)| pitch * (1.0 + 2.0 * OCTAVE)).sum::<f64>();
            let steepest = STRENGTH * TAU * turns / f64::from(rate);
            for pair in notes(rate).windows(2) {
                assert!(f64::from((pair[1] - pair[0]).abs()) <= steepest, "{pair:?}");
            }
        }
    }
}
