//! Photographs that are opened, and boards that are saved.

use std::path::{Path, PathBuf};

use egui::Context;

use super::{App, Screen, World};
use crate::packs;
use crate::rules::components::Pack;
use crate::storage;
use crate::tracing::{MAX_BYTES, Photo};
use crate::ui::tracing::TraceDraft;

/// The pack of the real box, which a traced board belongs to.
const BOX: &str = "founders-of-gloomhaven";

impl World {
    /// Where the player's own boards are kept: beside the games.
    #[must_use]
    pub fn boards(&self) -> Option<PathBuf> {
        self.games
            .as_ref()
            .map(|games| games.with_file_name("boards"))
    }
}

impl App {
    /// Goes to the tracing screen, with nothing traced yet.
    pub(super) fn begin_tracing(&mut self) {
        let pack = self.packs.iter().find(|pack| pack.name == BOX);
        let draft = TraceDraft::new(pack.cloned().unwrap_or_default());
        self.screen = Screen::Trace(Box::new(draft));
    }

    /// Opens a photograph to trace a board from.
    pub(super) fn open_photo(&mut self, ctx: &Context, path: &Path) {
        let name = path.display();
        let photo = match storage::read_at_most(path, MAX_BYTES as u64) {
            Ok(bytes) => Photo::decode(&bytes).map_err(|error| format!("{name}: {error}")),
            Err(error) => Err(error.to_string()),
        };
        match photo {
            Ok(photo) => {
                if !matches!(self.screen, Screen::Trace(_)) {
                    self.begin_tracing();
                }
                if let Screen::Trace(draft) = &mut self.screen {
                    draft.take_photo(ctx, photo);
                }
            }
            Err(error) => self.tell(ctx, error),
        }
    }

    /// Saves a board that was traced. Of the same name there is one: the latest.
    pub(super) fn save_board(&mut self, ctx: &Context, board: &Pack) {
        let Some(folder) = self.world.boards() else {
            self.tell(ctx, "There is no folder to save boards in.".to_owned());
            return;
        };
        let named = board.boards.first().map(|board| file_name(&board.name));
        let path = folder.join(named.unwrap_or_default());
        let saved = std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))
            .and_then(|()| write_keeping(&path, &packs::print(board)));
        match saved {
            Ok(()) => self.tell(ctx, format!("Saved as {}.", path.display())),
            Err(error) => self.tell(ctx, error),
        }
    }
}

/// Writes a board; an earlier one that says something else stays beside it.
fn write_keeping(path: &Path, text: &str) -> Result<(), String> {
    let earlier = std::fs::read_to_string(path).ok();
    if let Some(earlier) = earlier.filter(|earlier| earlier != text) {
        storage::write_whole(&path.with_extension("ron.before"), &earlier)
            .map_err(|error| error.to_string())?;
    }
    storage::write_whole(path, text).map_err(|error| error.to_string())
}

/// A file for a board of this name: small letters, digits and hyphens.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let plain: String = name.to_lowercase().chars().map(plain).collect();
    format!("{plain}.ron")
}
