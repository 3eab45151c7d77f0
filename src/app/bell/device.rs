//! Plays the bell on Windows and macOS by the system's audio interface.

use std::time::Duration;

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{ErrorKind, StreamConfig};

use super::notes::{LENGTH, notes};

/// The reason for which there was no sound.
pub(super) type NoSound = cpal::Error;

/// Maximum time for the end of the wave to reach the loudspeaker.
const ON_ITS_WAY: Duration = Duration::from_millis(300);

/// Plays the bell, and returns when it has ended.
pub(super) fn play() -> Result<(), NoSound> {
    let device = cpal::default_host().default_output_device();
    let device = device.ok_or(ErrorKind::DeviceNotAvailable)?;
    let config = StreamConfig::from(device.default_output_config()?);
    let channels = usize::from(config.channels);
    let mut wave = notes(config.sample_rate).into_iter();
    // Unplugging the loudspeaker only cuts the bell short, so stream errors are ignored.
    let stream = device.build_output_stream(
        config,
        move |buffer: &mut [f32], _: &_| {
            for frame in buffer.chunks_mut(channels) {
                frame.fill(wave.next().unwrap_or_default());
            }
        },
        |_| {},
        None,
    )?;
    stream.play()?;
    std::thread::sleep(LENGTH + ON_ITS_WAY);
    Ok(())
}
