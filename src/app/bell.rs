//! The bell: a soft sound that calls each voter, off by default.
//!
//! It rings as a vote begins, and whenever a ballot is sealed while others are missing: once for
//! every voter, always the same, so that the sound reveals nothing of a ballot. It plays on a
//! thread of its own, and the game goes on unchanged on a machine without sound.

#[cfg_attr(target_os = "linux", path = "bell/pulse.rs")]
#[cfg_attr(not(target_os = "linux"), path = "bell/device.rs")]
mod speaker;
mod waveform;

use std::sync::mpsc::Sender;

use egui::Context;

use self::speaker::NoSound;
use super::App;
use ui_kit::job::{Job, JobState};

/// The device that sounds the bell.
#[derive(Clone, Debug, Default)]
pub enum Bell {
    /// No device.
    #[default]
    Mute,
    /// The loudspeaker of this machine.
    Speaker,
    /// A channel that receives one message per ring.
    Channel(Sender<()>),
}

/// The state of the bell in the window.
#[derive(Default)]
pub(super) struct BellState {
    /// The latest ring, until its result is taken.
    latest: Option<Job<Result<(), NoSound>>>,
    /// `true` once the log says that there is no sound.
    is_logged: bool,
}

impl App {
    /// Rings the bell without waiting for the sound.
    pub(super) fn ring_bell(&mut self, ctx: &Context) {
        match &self.world.bell {
            Bell::Mute => {}
            Bell::Speaker => self.bell.latest = Some(Job::start(ctx, speaker::play)),
            Bell::Channel(listener) => {
                // The receiver may be gone.
                let _ = listener.send(());
            }
        }
    }

    /// Logs once why there was no sound. It waits for the end of the vote: nothing is written
    /// while ballots are being taken.
    pub(super) fn take_bell_result(&mut self) {
        if self.awaits_ballots() {
            return;
        }
        match Job::take(&mut self.bell.latest, false) {
            JobState::Done(Err(why)) if !self.bell.is_logged => {
                self.bell.is_logged = true;
                self.log(&format!("no sound: {why}"));
            }
            JobState::Running | JobState::Done(_) | JobState::Lost => {}
        }
    }
}
