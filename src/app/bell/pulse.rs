//! Plays the bell on Linux by the protocol of `PulseAudio`, which `PipeWire` also speaks.

use std::io::{Cursor, Read as _};

use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, Prop, Props, SampleFormat,
    SampleSpec,
};
use pulseaudio::{AsPlaybackSource as _, Client};

use super::waveform::notes;

/// The reason for which there was no sound.
pub(super) type NoSound = pulseaudio::ClientError;

/// Samples per second; the server resamples them for the loudspeaker.
const RATE: u32 = 48_000;

/// Plays the bell, and returns when it has ended.
pub(super) fn play() -> Result<(), NoSound> {
    let client = Client::from_env(c"Founders Ledger")?;
    let bytes: Vec<u8> = notes(RATE).into_iter().flat_map(f32::to_le_bytes).collect();
    let mut wave = Cursor::new(bytes);
    let source = move |buffer: &mut [u8]| wave.read(buffer).unwrap_or_default();
    pollster::block_on(async {
        let stream = client.create_playback_stream(stream(), source.as_playback_source()).await?;
        stream.play_all().await
    })
}

/// Describes the sound to the server: an event sound, as loud as those of the desktop.
fn stream() -> PlaybackStreamParams {
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Your vote");
    props.set(Prop::MediaRole, c"event");
    PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::Float32Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        props,
        ..PlaybackStreamParams::default()
    }
}
