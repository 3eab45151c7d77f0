//! Photographs that are opened, and boards that are saved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use egui::Context;

use super::screen::Screen;
use super::{App, World};
use board_tracing::{MAX_BYTES, Photo};
use components::fact::{Fact, Standing};
use components::specs::Pack;
use storage::{Disk as _, RealDisk};
use ui_kit::job::{Job, State};
use ui_photo::photograph::shown;
use ui_photo::tracing::TraceDraft;

/// The pack of the real box, which a traced board belongs to.
const BOX: &str = "founders-of-gloomhaven";

impl World {
    /// Where the player's own boards are kept: in the app's own folder.
    pub fn boards(&self) -> Option<PathBuf> {
        self.own.as_ref().map(|own| own.join("boards"))
    }
}

impl App {
    /// Goes to the tracing screen, with nothing traced yet; what is on screen waits behind it.
    pub(super) fn begin_tracing(&mut self) {
        let pack = self.packs.iter().find(|pack| pack.name == BOX);
        let draft = TraceDraft::new(pack.cloned().unwrap_or_default());
        self.screen.turn_to(Screen::Trace, draft);
        if let Screen::Trace(page) = &mut self.screen
            && page.behind.is_some()
        {
            page.of.offer_way_back();
        }
    }

    /// Opens a photograph to trace a board from; it is read while the window goes on.
    pub(super) fn open_photo(&mut self, ctx: &Context, path: &Path) {
        if !matches!(self.screen, Screen::Trace(_)) {
            self.begin_tracing();
        }
        if let Screen::Trace(page) = &mut self.screen {
            let (named, read) = read_photo(path);
            page.of.read_photo(ctx, named, read);
        }
    }

    /// Saves a board that was traced, and puts it into the own copy of the box, so that games
    /// are played on it. Of the same name there is one: the latest; the tracing screen asks before
    /// it replaces another.
    ///
    /// The straightened photograph stays beside it, in a file that no record and no pack knows of.
    pub(super) fn save_board(
        &mut self,
        ctx: &Context,
        board: &Pack,
        picture: Option<&image::RgbImage>,
    ) {
        let mut board = board.clone();
        let (key, text) = packs::entered_by(&self.settings.reader, &self.world.today);
        for (_, fact) in board.facts_mut() {
            // What is only proposed keeps its reasoning.
            if fact.standing() == Standing::Known {
                fact.rest_on(&key);
            }
        }
        board.sources = BTreeMap::from([(key, text)]);
        let unsure = board.boards.iter().find_map(|board| match &board.terrain {
            Fact::Unconfirmed(_, why) => Some(format!(" Not confirmed: {why}.")),
            Fact::Known(..) | Fact::Unknown => None,
        });
        let unsure = unsure.unwrap_or_default();
        for told in self.keep_boards(ctx, &board) {
            let told = match told {
                (name, None) => {
                    let told = format!("{name} is saved, and on offer for a new game.{unsure}");
                    if let Some(draft) = self.screen.setup_mut() {
                        draft.pick_board(BOX, &name);
                    }
                    // Whoever traces a board wants to play on it next.
                    BOX.clone_into(&mut self.settings.last_table.pack);
                    self.settings.last_table.board = name;
                    told
                }
                (name, Some(why)) => {
                    format!("{name} is saved. It is not a complete board yet: {why}.")
                }
            };
            self.tell(ctx, told);
        }
        if let Some(folder) = self.world.boards() {
            let named = board.boards.first().map(|board| file_name(&board.name));
            let path = folder.join(named.unwrap_or_default());
            let (text, picture) = (packs::print(&board), picture.cloned());
            let work = move || {
                // A folder that cannot be made is told by the file that cannot be written.
                let _ = RealDisk.make_folder(&folder);
                let written = write_keeping(&path, &text).and_then(|()| match &picture {
                    Some(picture) => write_picture(&path.with_extension(PICTURE), picture),
                    None => Ok(()),
                });
                written.err()
            };
            self.tasks.write(ctx, Some("Writing the board…".to_owned()), work, Self::tell_any);
        }
    }
}

impl App {
    /// Has the photograph of the board read, if there is one of the board that is played on.
    fn read_picture(&mut self, ctx: &Context) {
        self.picture = None;
        let (Some(open), Some(folder)) = (self.screen.game(), self.world.boards()) else {
            return;
        };
        let game = open.table.journal().game();
        if game.contents().pack().name != BOX {
            return;
        }
        let path = folder.join(file_name(game.board().name())).with_extension(PICTURE);
        let (columns, rows) = game.board().size();
        self.picture = Some(Job::begin(ctx, move || {
            let bytes = storage::read_at_most(&path, MAX_BYTES as u64).ok()?;
            let photo = Photo::decode(&bytes).ok()?;
            // One of another grid is of another board.
            let (width, height) = photo.size();
            let is_of_it = width * u32::from(rows) == height * u32::from(columns);
            is_of_it.then(|| shown(photo.pixels()))
        }));
    }

    /// Whether a photograph of the board lies under the one on screen.
    pub fn shows_picture(&self) -> bool {
        let open = self.screen.game();
        open.is_some_and(|open| open.memory.board.has_picture())
    }

    /// Lays the photograph under the board once it is read.
    pub(super) fn lay_picture(&mut self, ctx: &Context) {
        if std::mem::take(&mut self.wants_picture) {
            self.read_picture(ctx);
        }
        match Job::take(&mut self.picture, false) {
            State::Done(Some(picture)) => {
                if let Some(open) = self.screen.game_mut() {
                    let options = egui::TextureOptions::LINEAR;
                    let texture = ctx.load_texture("the board's photograph", picture, options);
                    open.memory.board.lay_picture(texture);
                }
            }
            // A board without a photograph is drawn as every other.
            State::Running | State::Done(None) | State::Lost => {}
        }
    }
}

/// What a photograph is called, and how it is read.
pub(super) fn read_photo(
    path: &Path,
) -> (String, impl FnOnce() -> Result<Photo, String> + Send + use<>) {
    let named = path.file_name().unwrap_or(path.as_os_str());
    let (named, path) = (named.to_string_lossy().into_owned(), path.to_owned());
    let read = move || {
        let bytes = storage::read_at_most(&path, MAX_BYTES as u64);
        let bytes = bytes.map_err(|error| error.to_string())?;
        Photo::decode(&bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    (named, read)
}

/// What files of photographs end on. The iPhone's own can be chosen as well, for only then is
/// anybody told how to get at a picture that can be read.
pub(super) const PHOTOGRAPHS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "heic", "heif"];

/// Whether a file is called as photographs are.
pub(super) fn is_photograph(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    PHOTOGRAPHS.iter().any(|of| end.eq_ignore_ascii_case(of))
}

/// What the file of a photograph ends on that is kept.
const PICTURE: &str = "jpg";

/// Quality of the photograph that is kept, of 100.
const QUALITY: u8 = 85;

fn write_picture(path: &Path, picture: &image::RgbImage) -> Result<(), String> {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    encoder
        .encode_image(picture)
        .map_err(|error| error.to_string())
        .and_then(|()| storage::write_whole(path, bytes).map_err(|error| error.in_short()))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a board; an earlier one that says something else stays beside it.
fn write_keeping(path: &Path, text: &str) -> Result<(), String> {
    let earlier = storage::read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
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
