//! Closing the app: what is not on the disk yet is waited for, and told if it cannot be.

use std::time::{Duration, Instant};

use egui::{Context, ViewportCommand};

use super::{App, Dialog, Ender, Saving, Standing};

/// How long the window waits for the disk before it asks.
const PATIENCE: Duration = Duration::from_secs(3);

/// How far closing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Closing {
    /// Nobody asked for it.
    #[default]
    No,
    /// It was asked for then, and something is not saved.
    Waits(Instant),
    /// It was waited for in vain, and the players are asked.
    Asks,
    /// The system asked for it: the disk is waited for, and nobody is asked unless they close the
    /// window themselves.
    Ends,
    /// The players were told and chose to close all the same, or everything is saved.
    Goes,
}

impl App {
    /// What is not on the disk, and why; nothing if everything is.
    pub fn unsaved(&self) -> Option<String> {
        let standing = self.screen.kept().map(Saving::standing);
        let open = standing.and_then(|standing| match standing {
            Standing::Saving => Some("The latest entries are being saved.".to_owned()),
            Standing::NotSaved(why) => Some(format!("The latest entries are not saved: {why}.")),
            Standing::Fresh | Standing::Saved | Standing::ReadOnly(_) => None,
        });
        let left = self.saver.left().map(|left| format!("{left}."));
        let files = self.tasks.is_writing();
        let files = files.then(|| "Other files are still being written.".to_owned());
        let all: Vec<String> = open.into_iter().chain(left).chain(files).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// Returns what is not saved and why, in a few words; `None` while everything is saved or on
    /// its way to the disk.
    pub(super) fn unsaved_words(&self) -> Option<String> {
        match self.screen.kept().map(Saving::standing) {
            Some(Standing::NotSaved(why)) => Some(format!("Not saved: {why}")),
            _ => self.saver.left(),
        }
    }

    /// Keeps the window open while something is not saved, and lets it go once it is.
    pub(super) fn close_in_order(&mut self, ctx: &Context) {
        let is_asked = ctx.input(|input| input.viewport().close_requested());
        if is_asked {
            self.keep_clock();
        }
        match (self.closing, self.unsaved()) {
            (Closing::No, None) | (Closing::Goes, _) => {}
            // Saving rings when it is done, and what it cannot do is seen to elsewhere.
            (Closing::Ends, Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                    self.dialog = Some(Dialog::Leave { why });
                }
            }
            (Closing::No, Some(_)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                    ctx.request_repaint_after(PATIENCE);
                    self.closing = Closing::Waits(Instant::now());
                }
            }
            (Closing::Ends | Closing::Waits(_) | Closing::Asks, None) => self.leave(ctx),
            (Closing::Waits(since), Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                }
                let left = PATIENCE.saturating_sub(since.elapsed());
                ctx.request_repaint_after(left);
                if left.is_zero() {
                    self.dialog = Some(Dialog::Leave { why });
                    self.closing = Closing::Asks;
                }
            }
            (Closing::Asks, Some(why)) => {
                if is_asked {
                    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                }
                match &mut self.dialog {
                    Some(Dialog::Leave { why: shown }) => *shown = why,
                    // It was put away: the players stay.
                    Some(_) | None => self.closing = Closing::No,
                }
            }
        }
    }

    /// Closes the app because the system says so. Ballots are nowhere but in memory and are
    /// forgotten; everything else is on its way to the disk already.
    pub(super) fn end(&mut self, ctx: &Context) {
        if let Some(open) = self.screen.open_mut() {
            open.memory.vote.forget_ballots();
        }
        self.keep_clock();
        self.dialog = None;
        self.closing = Closing::Ends;
        ctx.request_repaint();
    }

    /// Returns what sees to the end where the window does not: it waits until everything is saved,
    /// and returns whether that is so in the end.
    pub(super) fn last_act(&self) -> impl FnOnce() -> bool + Send + use<> {
        let (ender, log) = (self.ender(), self.world.log.clone());
        move || ender.see_to_the_end(log.as_ref())
    }

    /// Returns what sees to the end of saving from elsewhere than the window.
    pub(super) fn ender(&self) -> Ender {
        self.saver.ender()
    }

    /// Closes the app although something is not saved.
    pub(super) fn leave(&mut self, ctx: &Context) {
        self.closing = Closing::Goes;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}
