//! Closing the app: waits for unsaved changes, and asks the players if they cannot be saved.

use std::time::{Duration, Instant};

use egui::{Context, ViewportCommand};

use super::{App, Dialog, SaveFinisher, SaveHandle, SaveStatus};

/// Time for which the window waits for the disk before it asks.
const PATIENCE: Duration = Duration::from_secs(3);

/// The progress of closing the app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ClosingState {
    /// Not requested.
    #[default]
    NotRequested,
    /// Requested at this time, while something is not saved.
    Waiting(Instant),
    /// The wait was in vain, and the dialog asks the players.
    Asking,
    /// Requested by the system: the app waits for the disk, and asks only if the players close the
    /// window themselves.
    EndedBySystem,
    /// Everything is saved, or the players chose to close anyway.
    Confirmed,
}

impl App {
    /// Returns what is not on the disk, and why; `None` if everything is saved.
    pub fn unsaved(&self) -> Option<String> {
        let open = self.screen.saving_behind_pages().and_then(|saving| match saving.status() {
            SaveStatus::Saving => Some("The latest entries are being saved.".to_owned()),
            SaveStatus::NotSaved(why) => Some(format!("The latest entries are not saved: {why}.")),
            SaveStatus::Empty | SaveStatus::Saved | SaveStatus::ReadOnly(_) => None,
        });
        let left = self.saver.unsaved_message().map(|left| format!("{left}."));
        let files =
            self.tasks.is_writing().then(|| "Other files are still being written.".to_owned());
        let all: Vec<String> = open.into_iter().chain(left).chain(files).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// Returns what is not saved and why, in a few words; `None` while everything is saved or on
    /// its way to the disk.
    pub(super) fn unsaved_text(&self) -> Option<String> {
        match self.screen.saving_behind_pages().map(SaveHandle::status) {
            Some(SaveStatus::NotSaved(why)) => Some(format!("Not saved: {why}")),
            _ => self.saver.unsaved_message(),
        }
    }

    /// Keeps the window open while something is not saved, and closes it once everything is.
    pub(super) fn handle_closing(&mut self, ctx: &Context) {
        let is_asked = ctx.input(|input| input.viewport().close_requested());
        if is_asked {
            self.save_clock();
        }
        match (self.closing, self.unsaved()) {
            (ClosingState::NotRequested, None) | (ClosingState::Confirmed, _) => {}
            // The saver wakes the window when it is done; the `SaveFinisher` handles a failure.
            (ClosingState::EndedBySystem, Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                    self.dialog = Some(Dialog::ConfirmClosing { why });
                }
            }
            (ClosingState::NotRequested, Some(_)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                    ctx.request_repaint_after(PATIENCE);
                    self.closing = ClosingState::Waiting(Instant::now());
                }
            }
            (
                ClosingState::EndedBySystem | ClosingState::Waiting(_) | ClosingState::Asking,
                None,
            ) => {
                self.leave(ctx);
            }
            (ClosingState::Waiting(since), Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                }
                let left = PATIENCE.saturating_sub(since.elapsed());
                ctx.request_repaint_after(left);
                if left.is_zero() {
                    self.dialog = Some(Dialog::ConfirmClosing { why });
                    self.closing = ClosingState::Asking;
                }
            }
            (ClosingState::Asking, Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                }
                match &mut self.dialog {
                    Some(Dialog::ConfirmClosing { why: shown }) => *shown = why,
                    // The dialog was dismissed: the players stay.
                    Some(_) | None => self.closing = ClosingState::NotRequested,
                }
            }
        }
    }

    /// Closes the app at the system's request. Ballots, which are in memory only, are discarded;
    /// everything else is on its way to the disk already.
    pub(super) fn end(&mut self, ctx: &Context) {
        if let Some(open) = self.screen.game_behind_pages_mut() {
            open.memory.vote.forget_ballots();
        }
        self.save_clock();
        self.dialog = None;
        self.closing = ClosingState::EndedBySystem;
        ctx.request_repaint();
    }

    /// Returns a shutdown function for another thread: it waits for pending writes, and returns
    /// `true` if everything was saved.
    pub(super) fn shutdown_task(&self) -> impl FnOnce() -> bool + Send + use<> {
        let (finisher, log) = (self.save_finisher(), self.world.log.clone());
        move || finisher.finish_at_exit(log.as_ref())
    }

    /// Returns a handle for ending the saver from another thread.
    pub(super) fn save_finisher(&self) -> SaveFinisher {
        self.saver.finisher()
    }

    /// Closes the app although something is not saved.
    pub(super) fn leave(&mut self, ctx: &Context) {
        self.closing = ClosingState::Confirmed;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}
