//! The ticks of a checklist outlive the window: two people put a table back, and one closes it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::Context;

use super::screen::Screen;
use super::{App, Standing};
use layout::Checklist;
use storage::keep_ticks;

impl App {
    /// Keeps what is ticked on the checklist of the table as it is now.
    pub(super) fn keep_ticks(&mut self, ctx: &Context, done: &BTreeSet<String>) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        // The other window has the game, and its own list.
        let is_ours = !matches!(open.saving.standing(), Standing::ReadOnly(_));
        let (Some(path), Some(own), true) = (open.saving.path(), self.world.own.clone(), is_ours)
        else {
            return;
        };
        let list = Checklist::of(open.table.named_game_now()).with_ticks(done);
        self.write_ticks(ctx, own, path, list);
    }

    /// Takes up the ticks of the game that was opened, unless the table is another one by now.
    pub(super) fn take_up_ticks(&mut self, ctx: &Context, path: PathBuf, kept: &str) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let Some(own) = self.world.own.clone() else {
            return;
        };
        let list = Checklist::of(open.table.named_game_now());
        if let Some(done) = list.ticked_in(kept) {
            open.memory.middle.layout.tick(done);
            return;
        }
        // What cannot be removed is not taken up the next time either.
        self.write_ticks(ctx, own, path, None);
    }

    /// Writes the ticked list of a game. Whatever is wrong with the disk is told of the game itself.
    fn write_ticks(&mut self, ctx: &Context, own: PathBuf, path: PathBuf, list: Option<String>) {
        let work = move || keep_ticks(&own, &path, list.as_deref());
        self.tasks.write(ctx, None, work, |_, _, _| {});
    }
}
