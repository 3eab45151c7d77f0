//! The notes of the bell, worked out rather than recorded.

use std::f64::consts::TAU;
use std::time::Duration;

/// How long the bell sounds.
pub(super) const LENGTH: Duration = Duration::from_millis(1400);
/// When each note is struck, in seconds, and its pitch, in hertz: a small third down, G to E.
const STRUCK: [(f64, f64); 2] = [(0.0, 783.99), (0.28, 659.26)];
/// How loud a note is when it is struck; 1 is as loud as can be.
const STRENGTH: f64 = 0.1;
/// How loud the octave sounds along, of the note itself.
const OCTAVE: f64 = 0.25;
/// How long a note takes to swell, and the whole to fade at its end, in seconds: at once it would
/// click.
const SWELLS: f64 = 0.015;
const FADES: f64 = 0.2;
/// How long a note takes to fall to a third, in seconds.
const RINGS: f64 = 0.3;

/// The bell as a wave between -1 and 1, of so many values a second.
#[expect(clippy::cast_possible_truncation, reason = "a loudspeaker takes no more than this")]
pub(super) fn notes(rate: u32) -> Vec<f32> {
    let rate = f64::from(rate);
    let times = (0_u32..).map(|step| f64::from(step) / rate);
    times.take_while(|&time| time < LENGTH.as_secs_f64()).map(|time| wave(time) as f32).collect()
}

fn wave(time: f64) -> f64 {
    let note = |(struck, pitch): (f64, f64)| {
        let since = (time - struck).max(0.0);
        let turns = since * pitch * TAU;
        let tone = turns.sin() + OCTAVE * (2.0 * turns).sin();
        STRENGTH * gently(since / SWELLS) * (-since / RINGS).exp() * tone
    };
    let fade = gently((LENGTH.as_secs_f64() - time) / FADES);
    fade * STRUCK.into_iter().map(note).sum::<f64>()
}

/// From 0 at 0 to 1 at 1, without a bend at either.
fn gently(part: f64) -> f64 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: [u32; 3] = [22_050, 44_100, 48_000];

    #[test]
    fn the_bell_is_quiet_and_short_and_can_be_heard() {
        for rate in RATES {
            let notes = notes(rate);
            let loudest = notes.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            assert!((0.05..=0.2).contains(&loudest), "{loudest}");
            let second = rate as usize;
            assert!((second / 2..=2 * second).contains(&notes.len()), "{}", notes.len());
        }
    }

    #[test]
    fn neither_end_clicks() {
        for rate in RATES {
            let notes = notes(rate);
            for end in [notes.first(), notes.last()] {
                assert!(end.is_some_and(|value| value.abs() < 1e-4), "{end:?}");
            }
            // A thousandth of a second in, and before the end, there is next to nothing yet.
            let edge = rate as usize / 1000;
            let (begin, end) = (&notes[..edge], &notes[notes.len() - edge..]);
            assert!(begin.iter().chain(end).all(|value| value.abs() < 0.005));
        }
    }

    #[test]
    fn no_value_jumps() {
        for rate in RATES {
            // As steep as the notes themselves can be, struck together.
            let turns = STRUCK.iter().map(|(_, pitch)| pitch * (1.0 + 2.0 * OCTAVE)).sum::<f64>();
            let steepest = STRENGTH * TAU * turns / f64::from(rate);
            for pair in notes(rate).windows(2) {
                assert!(f64::from((pair[1] - pair[0]).abs()) <= steepest, "{pair:?}");
            }
        }
    }
}
