//! The ticks of a checklist outlive the window: two people put a table back, and one closes it.

use std::collections::BTreeSet;
use std::path::Path;

use super::screen::Screen;
use super::{App, Standing};
use layout::Checklist;
use storage::{keep_ticks, kept_ticks};

impl App {
    /// Keeps what is ticked on the checklist of the table as it is now.
    pub(super) fn keep_ticks(&self, done: &BTreeSet<String>) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        // The other window has the game, and its own list.
        let is_ours = !matches!(open.saving.standing(), Standing::ReadOnly(_));
        let (Some(path), Some(own), true) = (open.saving.path(), self.world.own.clone(), is_ours)
        else {
            return;
        };
        let list = Checklist::of(open.table.spoken_now()).with_ticks(done);
        self.saver.send(move || {
            // Whatever is wrong with the disk is told of the game itself.
            let _ = keep_ticks(&own, &path, list.as_deref());
            None
        });
    }

    /// Takes up the ticks of the game that was opened, unless the table is another one by now.
    pub(super) fn take_up_ticks(&mut self, path: &Path) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let Some(own) = self.world.own.clone() else {
            return;
        };
        let Some(kept) = kept_ticks(&own, path) else {
            return;
        };
        let list = Checklist::of(open.table.spoken_now());
        if let Some(done) = list.ticked_in(&kept) {
            open.memory.middle.layout.tick(done);
            return;
        }
        let path = path.to_owned();
        self.saver.send(move || {
            // What cannot be removed is not taken up the next time either.
            let _ = keep_ticks(&own, &path, None);
            None
        });
    }
}
