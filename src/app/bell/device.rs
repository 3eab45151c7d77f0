//! Plays the bell on Windows and macOS, by the interface for sound that each has.

use std::time::Duration;

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{ErrorKind, StreamConfig};

use super::notes::{LENGTH, notes};

/// Why there was no sound.
pub(super) type NoSound = cpal::Error;

/// How long the last of the wave may be on its way to the loudspeaker.
const ON_ITS_WAY: Duration = Duration::from_millis(300);

/// Plays the bell from its beginning to its end, and returns then.
pub(super) fn play() -> Result<(), NoSound> {
    let device = cpal::default_host().default_output_device();
    let device = device.ok_or(ErrorKind::DeviceNotAvailable)?;
    let config = StreamConfig::from(device.default_output_config()?);
    let channels = usize::from(config.channels);
    let mut wave = notes(config.sample_rate).into_iter();
    let fill = move |room: &mut [f32], _: &_| {
        for frame in room.chunks_mut(channels) {
            frame.fill(wave.next().unwrap_or_default());
        }
    };
    // A loudspeaker that is pulled out takes the rest of the bell with it, and nothing else.
    let stream = device.build_output_stream(config, fill, |_| {}, None)?;
    stream.play()?;
    std::thread::sleep(LENGTH + ON_ITS_WAY);
    Ok(())
}
