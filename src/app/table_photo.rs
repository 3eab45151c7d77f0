//! Photographs of the table: one is kept with the game, another is compared with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;

use super::App;
use super::io_tasks::Purpose;
use super::screen::Screen;
use super::tracing::read_photo;
use board_tracing::{Grid, Kind, Straightened, Tracing};
use layout::Checklist;
use narration::NamedGame;
use rules::Game;
use storage::{RealDisk, StorageError, TablePicture};
use ui_founders::table_photo::{AsItLay, PhotoPurpose, TablePhoto};
use ui_menu::Menu;

impl App {
    /// Asks for a photograph of the table, if there is a game to keep it with and, where two are
    /// compared, one that is kept.
    pub(super) fn photograph_table(&mut self, ctx: &Context, menu: Menu) {
        match (self.photographed_game(), menu) {
            (Err(why), _) => self.tell(ctx, why),
            (Ok(place), Menu::ComparePhotograph) => {
                let label = "Reading the photograph that is kept…".to_owned();
                let work = move || place.kept().err();
                let then = move |app: &mut Self, ctx: &Context, missing| match missing {
                    Some(why) => app.tell(ctx, why),
                    None => app.choose_file(ctx, menu),
                };
                self.tasks.read(ctx, (Purpose::Chosen, Some(label)), work, then);
            }
            (Ok(_), _) => self.choose_file(ctx, menu),
        }
    }

    /// Lays the grid over a photograph of the table; the game waits behind it.
    pub(super) fn open_table(&mut self, ctx: &Context, menu: Menu, path: &Path) {
        let is_for_it = match &self.screen {
            Screen::TablePhoto(page) => page.of.menu() == menu,
            _ => false,
        };
        if is_for_it {
            return self.read_table(ctx, path);
        }
        let place = match self.photographed_game() {
            Ok(place) => place,
            Err(why) => return self.tell(ctx, why),
        };
        let path = path.to_owned();
        let label = "Reading the photograph that is kept…".to_owned();
        self.open_by(
            ctx,
            label,
            move || place.kept(),
            move |app, ctx, kept| {
                app.screen.return_to_record();
                match app.begin_table(menu, kept) {
                    Ok(()) => app.read_table(ctx, &path),
                    Err(why) => app.tell(ctx, why),
                }
            },
        );
    }

    fn begin_table(&mut self, menu: Menu, kept: KeptPhoto) -> Result<(), String> {
        let open = self.screen.game().ok_or("No game is open.")?;
        let named = open.table.named_game();
        let purpose = if menu == Menu::ComparePhotograph {
            let (before, then) = kept?;
            let naming = then.as_ref().map_or(named.naming(), |then| then.naming);
            let list = Box::new(Checklist::of(NamedGame::new(named.game(), naming)));
            PhotoPurpose::Compare { before: Arc::new(before), then, list }
        } else {
            PhotoPurpose::Keep(kept.ok().and_then(|(_, then)| then))
        };
        let grid = grid_of(named.game())?;
        let photo = TablePhoto::new(grid, terrain(named.game(), grid), purpose);
        self.screen.turn_to(Screen::TablePhoto, photo);
        Ok(())
    }

    /// Reads a photograph for the page that asks for one, while the window goes on.
    pub(super) fn read_table(&mut self, ctx: &Context, path: &Path) {
        if let Screen::TablePhoto(page) = &mut self.screen {
            let (named, read) = read_photo(path);
            page.of.read(ctx, named, read);
        }
    }

    /// Keeps a photograph with the game that waits, and goes back to it.
    pub(super) fn keep_table(&mut self, ctx: &Context, jpeg: Vec<u8>) {
        let place = match self.photographed_game() {
            Ok(place) => place,
            Err(why) => return self.tell(ctx, why),
        };
        let lay = self.as_it_lies();
        let label = "Keeping the photograph…".to_owned();
        let work = move || place.keep(&jpeg, lay.as_ref());
        self.tasks.write(ctx, Some(label), work, |app, ctx, kept| {
            let told = match kept {
                Ok(()) => {
                    if matches!(app.screen, Screen::TablePhoto(_)) {
                        app.screen.leave_page();
                    }
                    "The photograph is kept with this game. \"Put the table back\" compares another one with it."
                        .to_owned()
                }
                Err(why) => why,
            };
            app.tell(ctx, told);
        });
    }

    /// What lies on the table of the game that waits.
    fn as_it_lies(&self) -> Option<AsItLay> {
        let open = self.screen.open()?;
        let named = open.table.named_game();
        let grid = grid_of(named.game()).ok()?;
        let date = self.world.today.clone();
        Some(AsItLay::new(open.table.looked_at(), date, named, grid))
    }

    /// Where the photograph of the game's table is kept, or why it cannot be.
    fn photographed_game(&self) -> Result<PhotoPlace, String> {
        let open = self.screen.open().ok_or("No game is open.")?;
        let own = self.world.own.clone().ok_or("There is no folder for photographs here.")?;
        let game = open
            .saving
            .path()
            .ok_or("There is nothing to keep it with yet: the first entry makes the file.")?;
        Ok(PhotoPlace { own, game })
    }
}

/// The photograph that is kept and what lay on the table then, or why there is none.
type KeptPhoto = Result<(Straightened, Option<AsItLay>), String>;

/// The place of one game's photograph.
struct PhotoPlace {
    own: PathBuf,
    game: PathBuf,
}

impl PhotoPlace {
    fn picture(&self) -> TablePicture<'static> {
        TablePicture::of(&RealDisk, &self.own, &self.game)
    }

    /// Keeps a photograph, and behind it what lies on the table.
    fn keep(&self, jpeg: &[u8], lay: Option<&AsItLay>) -> Result<(), String> {
        let lay = lay.and_then(|lay| ron::to_string(lay).ok()).unwrap_or_default();
        let bytes = [jpeg, BEHIND.as_bytes(), lay.as_bytes()].concat();
        self.picture().keep(&bytes).map_err(|error| error.to_string())
    }

    /// The photograph that is kept and what lay on the table then, or why there is none to compare
    /// with.
    fn kept(&self) -> KeptPhoto {
        let bytes = self.picture().kept().map_err(|error| match error {
            StorageError::Missing { .. } => {
                "No photograph is kept with this game. \"Keep a photograph…\" keeps one when the table is taken down."
                    .to_owned()
            }
            error => error.to_string(),
        })?;
        let (jpeg, lay) = parted(&bytes);
        let picture = Straightened::from_jpeg(jpeg).map_err(|error| {
            format!("The photograph that is kept cannot be read: {error}. Nothing else is lost.")
        })?;
        // What lay there is in the words of the version that wrote it; others are no use.
        let lay = lay.and_then(|lay| ron::from_str(std::str::from_utf8(lay).ok()?).ok());
        Ok((picture, lay))
    }
}

/// What stands behind the picture in its file, before what lay on the table: a viewer of pictures
/// shows the file as it is.
const BEHIND: &str = concat!("\nFounders Ledger ", env!("CARGO_PKG_VERSION"), ", the table:\n");

/// The picture, and what stands behind it.
fn parted(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mark = BEHIND.as_bytes();
    match bytes.windows(mark.len()).rposition(|window| window == mark) {
        Some(at) => (&bytes[..at], Some(&bytes[at + mark.len()..])),
        None => (bytes, None),
    }
}

/// The grid of a game's board.
fn grid_of(game: &Game) -> Result<Grid, String> {
    let (columns, rows) = game.board().size();
    Grid::new(columns.into(), rows.into()).map_err(|error| error.to_string())
}

/// The terrain of a game's board as far as it is known, in reading order.
fn terrain(game: &Game, grid: Grid) -> Vec<Option<Kind>> {
    let boards = &game.contents().pack().boards;
    let board = boards.iter().find(|board| board.name == game.board().name());
    let traced = board.and_then(Tracing::of_board).filter(|traced| traced.grid() == grid);
    traced.map_or_else(|| vec![None; grid.len()], |traced| traced.told())
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;

    #[test]
    fn what_an_earlier_app_wrote_behind_a_photograph_is_read() {
        let written = "(entry:1,date:\"\",calling:Races,lies:{})";
        let lay: AsItLay = ron::from_str(written).expect("it is as an earlier app wrote it");
        assert_eq!(lay.naming, PlayerNaming::Races);
    }
}
