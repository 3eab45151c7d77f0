//! Photographs of the table: one is stored with the game, and another is compared with it.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use super::App;
use super::board_photos::PhotoSource;
use super::io_tasks::ReadPurpose;
use super::screen::Screen;
use board_photo::{GridSize, PaintKind, StraightenedPhoto, TracedBoard};
use narration::NamedGame;
use rules::Game;
use storage::{RealDisk, StorageError, TablePhotoFile};
use table_inventory::Checklist;
use ui_founders::table_photo::{PhotoPurpose, TablePhoto, TableSnapshot};
use ui_menu::Menu;

impl App {
    /// Asks for a photograph of the table, if there is a game to store it with and, for a
    /// comparison, a stored one.
    pub(super) fn photograph_table(&mut self, ctx: &Context, menu: Menu) {
        match (self.photographed_game(), menu) {
            (Err(why), _) => self.show_message(ctx, why),
            (Ok(place), Menu::ComparePhotograph) => {
                let label = "Reading the photograph that is kept…".to_owned();
                self.tasks.read(
                    ctx,
                    (ReadPurpose::Chosen, Some(label)),
                    move || place.load().err(),
                    move |app, ctx, missing| match missing {
                        Some(why) => app.show_message(ctx, why),
                        None => app.choose_photo(ctx, menu),
                    },
                );
            }
            (Ok(_), _) => self.choose_photo(ctx, menu),
        }
    }

    /// Opens a photograph of the table on its page; the game waits behind.
    pub(super) fn open_table_photo(&mut self, ctx: &Context, menu: Menu, source: PhotoSource) {
        if let Screen::TablePhoto(page) = &self.screen
            && page.content.menu() == menu
        {
            return self.read_table_photo(ctx, source);
        }
        let place = match self.photographed_game() {
            Ok(place) => place,
            Err(why) => return self.show_message(ctx, why),
        };
        let label = "Reading the photograph that is kept…".to_owned();
        self.open_with(
            ctx,
            label,
            move || place.load(),
            move |app, ctx, stored| {
                app.screen.return_to_record();
                match app.begin_table_photo(menu, stored) {
                    Ok(()) => app.read_table_photo(ctx, source),
                    Err(why) => app.show_message(ctx, why),
                }
            },
        );
    }

    fn begin_table_photo(&mut self, menu: Menu, stored: StoredPhoto) -> Result<(), String> {
        let open = self.screen.game().ok_or("No game is open.")?;
        let named = open.table.named_game();
        let purpose = if menu == Menu::ComparePhotograph {
            let (before, before_contents) = stored?;
            let naming = before_contents.as_ref().map_or(named.naming(), |then| then.naming);
            let list = Box::new(Checklist::for_game(NamedGame::new(named.game(), naming)));
            PhotoPurpose::Compare { before: Arc::new(before), before_contents, list }
        } else {
            PhotoPurpose::Store(stored.ok().and_then(|(_, then)| then))
        };
        let grid = grid_of(named.game())?;
        let photo = TablePhoto::new(grid, terrain(named.game(), grid), purpose);
        self.screen.turn_to(Screen::TablePhoto, photo);
        Ok(())
    }

    /// Reads a photograph in the background, for the page that asks for one.
    pub(super) fn read_table_photo(&mut self, ctx: &Context, source: PhotoSource) {
        if let Screen::TablePhoto(page) = &mut self.screen {
            let (named, read) = source.reader();
            page.content.read(ctx, named, read);
        }
    }

    /// Stores a photograph with the game behind the page, and returns to the game.
    pub(super) fn save_table_photo(&mut self, ctx: &Context, jpeg: Vec<u8>) {
        let place = match self.photographed_game() {
            Ok(place) => place,
            Err(why) => return self.show_message(ctx, why),
        };
        let pieces = self.pieces_on_table();
        let label = "Keeping the photograph…".to_owned();
        self.tasks.write(
                ctx,
                Some(label),
                move || place.save(&jpeg, pieces.as_ref()),
                |app, ctx, saved| {
                    let message = match saved {
                        Ok(()) => {
                            if matches!(app.screen, Screen::TablePhoto(_)) {
                                app.screen.leave_page();
                            }
                            "The photograph is kept with this game. \"Put the table back\" compares another one with it."
                                .to_owned()
                        }
                        Err(why) => why,
                    };
                    app.show_message(ctx, message);
                },
            );
    }

    /// Returns the pieces on the table of the game behind the page.
    fn pieces_on_table(&self) -> Option<TableSnapshot> {
        let open = self.screen.game_behind_pages()?;
        let named = open.table.named_game();
        let grid = grid_of(named.game()).ok()?;
        let date = self.world.today.clone();
        Some(TableSnapshot::new(open.table.shown_number(), date, named, grid))
    }

    /// Returns the place of the photograph of the game's table.
    ///
    /// # Errors
    ///
    /// No photograph can be stored, for this reason.
    fn photographed_game(&self) -> Result<PhotoPlace, String> {
        let open = self.screen.game_behind_pages().ok_or("No game is open.")?;
        let own = self.world.own.clone().ok_or("There is no folder for photographs here.")?;
        let game = open
            .saving
            .path()
            .ok_or("There is nothing to keep it with yet: the first entry makes the file.")?;
        Ok(PhotoPlace { own, game })
    }
}

/// The stored photograph with the pieces on the table at that time, or why there is none.
type StoredPhoto = Result<(StraightenedPhoto, Option<TableSnapshot>), String>;

/// The place of one game's photograph.
struct PhotoPlace {
    own: PathBuf,
    game: PathBuf,
}

impl PhotoPlace {
    fn picture(&self) -> TablePhotoFile<'static> {
        TablePhotoFile::of(&RealDisk, &self.own, &self.game)
    }

    /// Stores a photograph, followed by the pieces on the table.
    fn save(&self, jpeg: &[u8], pieces: Option<&TableSnapshot>) -> Result<(), String> {
        let pieces = pieces.and_then(|pieces| ron::to_string(pieces).ok()).unwrap_or_default();
        let bytes = [jpeg, TRAILER_MARK.as_bytes(), pieces.as_bytes()].concat();
        self.picture().save(&bytes).map_err(|error| error.to_string())
    }

    /// Reads the stored photograph with the pieces on the table at that time.
    fn load(&self) -> StoredPhoto {
        let bytes = self.picture().load().map_err(|error| match error {
            StorageError::Missing { .. } => {
                "No photograph is kept with this game. \"Keep a photograph…\" keeps one when the table is taken down."
                    .to_owned()
            }
            error => error.to_string(),
        })?;
        let (jpeg, pieces) = parted(&bytes);
        let picture = StraightenedPhoto::from_jpeg(jpeg).map_err(|error| {
            format!("The photograph that is kept cannot be read: {error}. Nothing else is lost.")
        })?;
        // Only the version that wrote the pieces reads them; other versions ignore them.
        let pieces = pieces.and_then(|text| ron::from_str(std::str::from_utf8(text).ok()?).ok());
        Ok((picture, pieces))
    }
}

/// The mark in the file between the picture and the pieces; a picture viewer ignores everything
/// after the picture.
const TRAILER_MARK: &str =
    concat!("\nFounders Ledger ", env!("CARGO_PKG_VERSION"), ", the table:\n");

/// Splits a file into the picture and the data after the mark.
fn parted(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mark = TRAILER_MARK.as_bytes();
    match bytes.windows(mark.len()).rposition(|window| window == mark) {
        Some(at) => (&bytes[..at], Some(&bytes[at + mark.len()..])),
        None => (bytes, None),
    }
}

/// Returns the grid of a game's board.
fn grid_of(game: &Game) -> Result<GridSize, String> {
    let (columns, rows) = game.board().size();
    GridSize::new(columns.into(), rows.into()).map_err(|error| error.to_string())
}

/// Returns the known terrain of a game's board, in reading order.
fn terrain(game: &Game, grid: GridSize) -> Vec<Option<PaintKind>> {
    let boards = &game.contents().pack().boards;
    boards
        .iter()
        .find(|board| board.name == game.board().name())
        .and_then(TracedBoard::from_board)
        .filter(|traced| traced.grid() == grid)
        .map_or_else(|| vec![None; grid.len()], |traced| traced.known_kinds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;

    #[test]
    fn the_pieces_stored_with_a_photograph_by_an_earlier_app_are_read() {
        let written = "(entry:1,date:\"\",calling:Races,lies:{})";
        let pieces: TableSnapshot =
            ron::from_str(written).expect("it is as an earlier app wrote it");
        assert_eq!(pieces.naming, PlayerNaming::Races);
    }
}
