//! Saved ticks of a checklist: putting a table back can go on after the window was closed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::Context;

use super::screen::Screen;
use super::{App, SaveStatus};
use storage::save_ticks;
use table_inventory::Checklist;

impl App {
    /// Saves the ticks on the checklist of the current table.
    pub(super) fn save_ticks(&mut self, ctx: &Context, done: &BTreeSet<String>) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        // A game that another window has open is read-only here, and its ticks are that window's.
        let is_ours = !matches!(open.saving.status(), SaveStatus::ReadOnly(_));
        let (Some(path), Some(own), true) = (open.saving.path(), self.world.own.clone(), is_ours)
        else {
            return;
        };
        let list = Checklist::for_game(open.table.named_game_now()).to_saved_text(done);
        self.write_ticks(ctx, own, path, list);
    }

    /// Restores the saved ticks of an opened game, unless its table has changed since.
    pub(super) fn restore_ticks(&mut self, ctx: &Context, path: PathBuf, saved: &str) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let Some(own) = self.world.own.clone() else {
            return;
        };
        let list = Checklist::for_game(open.table.named_game_now());
        if let Some(done) = list.parse_ticks(saved) {
            open.memory.center.layout.tick(done);
            return;
        }
        // Removes the outdated list; should that fail, the next start ignores it again.
        self.write_ticks(ctx, own, path, None);
    }

    /// Writes the ticked list of a game. Errors are ignored: saving the game reports a bad disk.
    fn write_ticks(&mut self, ctx: &Context, own: PathBuf, path: PathBuf, list: Option<String>) {
        self.tasks.write(ctx, None, move || save_ticks(&own, &path, list.as_deref()), |_, _, _| {});
    }
}
