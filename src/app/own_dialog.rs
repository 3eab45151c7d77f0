//! A dialog for files of our own, where the system has none.

use std::fmt;
use std::path::{Path, PathBuf};

use egui::{Context, Id, LayerId, Order, vec2};
use egui_file::{FileDialog, State};

use super::chosen::Wish;
use ui::command::{Command, Commands, Menu};
use ui::theme::space;

/// The dialog, and what a file is chosen for.
pub struct OwnDialog {
    menu: Menu,
    dialog: FileDialog,
}

impl OwnDialog {
    /// The dialog for a command, in `folder` or the nearest folder above it that is there.
    pub(super) fn new(ctx: &Context, menu: Menu, wish: &Wish, folder: Option<&Path>) -> Self {
        let mut folders = folder.into_iter().flat_map(Path::ancestors);
        let folder = folders
            .find(|folder| folder.is_dir())
            .map_or_else(here, Path::to_owned);
        let endings = wish.endings();
        let is_shown = move |path: &Path| {
            let ending = path.extension().unwrap_or_default();
            endings.iter().any(|of| ending.eq_ignore_ascii_case(of))
        };
        let dialog = if wish.file_name.is_some() {
            FileDialog::save_file()
        } else {
            FileDialog::open_file()
        };
        let room = ctx.content_rect().shrink(space::XL);
        let size = vec2(room.width().min(560.0), room.height().min(440.0));
        let mut dialog = dialog
            .id(id())
            .default_size(size)
            .default_pos(room.center() - size / 2.0)
            .initial_path(folder)
            .default_filename(wish.file_name.unwrap_or_default())
            .title(menu.label().trim_end_matches('…'))
            .show_files_filter(Box::new(is_shown))
            .show_rename(false)
            .show_new_folder(wish.file_name.is_some())
            .keep_on_top(true)
            .resizable(true);
        dialog.open();
        Self { menu, dialog }
    }

    /// Draws it; says whether it is to be closed.
    pub(super) fn ui(&mut self, ctx: &Context, commands: &mut Commands) -> bool {
        // Nothing behind it can be pressed or typed into.
        ctx.memory_mut(|memory| memory.set_modal_layer(LayerId::new(Order::Middle, id())));
        match self.dialog.show(ctx).state() {
            State::Open => false,
            State::Closed | State::Cancelled => true,
            State::Selected => {
                let path = self.dialog.path().map(Path::to_owned);
                let chosen = path.map(|path| Command::Chosen(self.menu, path));
                commands.extend(chosen);
                true
            }
        }
    }
}

impl fmt::Debug for OwnDialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnDialog")
            .field("menu", &self.menu)
            .finish_non_exhaustive()
    }
}

fn id() -> Id {
    Id::unique("the app's dialog for files")
}

/// The folder that the app was started in.
fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}
