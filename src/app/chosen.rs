//! Files that are chosen in a dialog of the system.

use std::path::Path;
use std::sync::mpsc::{TryRecvError, channel};

use egui::Context;

use super::App;
use super::screen::Screen;
use super::tracing::PHOTOGRAPHS;
use ui::command::{Command, Menu};
use ui::picture::{Kind, USUAL_SIZE, board_picture};

impl App {
    /// Opens a dialog of the system, without making the window wait for it.
    pub(super) fn choose_file(&mut self, ctx: &Context, menu: Menu) {
        if self.chosen.is_some() {
            return;
        }
        let (send, receive) = channel();
        let ctx = ctx.clone();
        let folder = self.world.games.clone();
        let asking = std::thread::Builder::new().spawn(move || {
            let mut dialog = rfd::FileDialog::new();
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let path = match menu {
                Menu::SaveAs => dialog
                    .add_filter("Founders Ledger record", &["founders"])
                    .set_file_name("game.founders")
                    .save_file(),
                Menu::ImportFacts => dialog.add_filter("Component pack", &["ron"]).pick_file(),
                Menu::ExportFacts => dialog
                    .add_filter("Component pack", &["ron"])
                    .set_file_name("own-copy.ron")
                    .save_file(),
                Menu::ExportBoard => dialog
                    .add_filter("Component pack", &["ron"])
                    .set_file_name("board.ron")
                    .save_file(),
                Menu::SavePicture => dialog
                    .add_filter("Picture", &["png", "svg"])
                    .set_file_name("board.png")
                    .save_file(),
                Menu::Photograph => dialog.add_filter("Photograph", &PHOTOGRAPHS).pick_file(),
                Menu::SaveScores => dialog
                    .add_filter("Table", &["csv"])
                    .add_filter("Page", &["html"])
                    .set_file_name("scores.csv")
                    .save_file(),
                _ => dialog
                    .add_filter("Founders Ledger record", &["founders"])
                    .pick_file(),
            };
            // Nobody is left to hear it once the window is closed.
            let _ = send.send(path);
            ctx.request_repaint();
        });
        if asking.is_ok() {
            self.chosen = Some((menu, receive));
        }
    }

    /// Takes the file that was chosen in a dialog of the system.
    pub(super) fn take_chosen(&mut self, ctx: &Context) {
        let Some((menu, receive)) = &self.chosen else {
            return;
        };
        let (menu, path) = match receive.try_recv() {
            Ok(path) => (*menu, path),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => (*menu, None),
        };
        self.chosen = None;
        let Some(path) = path else {
            return;
        };
        match menu {
            Menu::Open => self.commands.push(Command::Open(path)),
            Menu::Photograph => self.open_photo(ctx, &path),
            Menu::SaveAs => self.save_as(&path),
            Menu::SavePicture => self.save_picture(ctx, &path),
            Menu::ImportFacts => self.import_facts(ctx, &path),
            Menu::ExportFacts => self.export_facts(ctx, &path, None),
            Menu::ExportBoard => {
                if let Some(board) = self.selected_board() {
                    self.export_facts(ctx, &path, Some(&board));
                }
            }
            Menu::SaveScores => self.save_scores(ctx, &path),
            _ => {}
        }
    }

    pub(super) fn save_picture(&mut self, ctx: &Context, path: &Path) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        let written = Kind::of(path)
            .and_then(|kind| board_picture(open.table.game(), 0, kind, USUAL_SIZE))
            .map_err(|error| error.to_string())
            .and_then(|bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()));
        let name = path.display();
        match written {
            Ok(()) => self.tell(ctx, format!("The board was drawn to {name}.")),
            Err(error) => self.tell(ctx, format!("{name}: {error}")),
        }
    }
}
