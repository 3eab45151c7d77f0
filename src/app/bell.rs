//! The bell: a soft sound that calls each voter, off unless somebody wants it.
//!
//! It rings as a vote begins, and whenever a ballot is sealed while others are missing: once for
//! every voter, always the same, so that nothing of a ballot can be heard. It sounds beside the
//! window, and a machine without sound plays as well as any other.

mod notes;
#[cfg_attr(target_os = "linux", path = "bell/pulse.rs")]
#[cfg_attr(not(target_os = "linux"), path = "bell/device.rs")]
mod speaker;

use std::sync::mpsc::Sender;

use egui::Context;

use self::speaker::NoSound;
use super::App;
use ui_kit::job::{Job, State};

/// Who is asked to sound the bell.
#[derive(Clone, Debug, Default)]
pub enum Bell {
    /// Nobody.
    #[default]
    Mute,
    /// The loudspeaker of this machine.
    Speaker,
    /// Whoever listens at the other end, once for every time.
    Heard(Sender<()>),
}

/// What the window knows of its bell.
#[derive(Default)]
pub(super) struct Ringing {
    /// The latest time that it rang, until it is known what came of it.
    latest: Option<Job<Result<(), NoSound>>>,
    /// Whether the log tells already that there is no sound.
    is_logged: bool,
}

impl App {
    /// Rings the bell, and waits for nothing.
    pub(super) fn ring(&mut self, ctx: &Context) {
        match &self.world.bell {
            Bell::Mute => {}
            Bell::Speaker => self.ringing.latest = Some(Job::begin(ctx, speaker::play)),
            Bell::Heard(listener) => {
                // Nobody may be listening any more.
                let _ = listener.send(());
            }
        }
    }

    /// Writes into the log why there was no sound, once, when the vote is over: as long as ballots
    /// are taken nothing is written.
    pub(super) fn hear_of_bell(&mut self) {
        if self.awaits_ballots() {
            return;
        }
        match Job::take(&mut self.ringing.latest, false) {
            State::Done(Err(why)) if !self.ringing.is_logged => {
                self.ringing.is_logged = true;
                self.log(&format!("no sound: {why}"));
            }
            State::Running | State::Done(_) | State::Lost => {}
        }
    }
}
