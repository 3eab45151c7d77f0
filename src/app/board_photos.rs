//! Opening photographs, and saving traced boards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use egui::Context;

use super::screen::Screen;
use super::{App, Environment};
use board_photo::{MAX_PHOTO_BYTES, Photo};
use components::fact::{Certainty, Fact};
use components::specs::Pack;
use storage::{Disk as _, RealDisk, UnnamedFile};
use ui_kit::job::{Job, JobState};
use ui_photo::photo_view::texture_image;
use ui_photo::trace_screen::{DEFAULT_SIZE, TraceDraft};

/// The pack of the real box, to which a traced board belongs.
const REAL_BOX_PACK: &str = "founders-of-gloomhaven";

impl Environment {
    /// Returns the folder of the player's own boards, in the app's own folder.
    pub fn boards(&self) -> Option<PathBuf> {
        self.own.as_ref().map(|own| own.join("boards"))
    }
}

impl App {
    /// Opens the tracing screen without a photograph; the current screen waits behind.
    pub(super) fn begin_tracing(&mut self) {
        let pack = self.packs.iter().find(|pack| pack.name == REAL_BOX_PACK);
        let pack = pack.cloned().unwrap_or_default();
        let mut draft = TraceDraft::new(pack, DEFAULT_SIZE);
        // A board counted while a game is set up has the same squares here.
        if let Some(setup) = self.screen.setup_mut() {
            let (columns, rows) = setup.board_size();
            draft.resize(columns.into(), rows.into());
        }
        self.screen.turn_to(Screen::Trace, draft);
    }

    /// Opens a photograph to trace a board from, and reads it in the background.
    pub(super) fn open_photo(&mut self, ctx: &Context, source: PhotoSource) {
        if !matches!(self.screen, Screen::Trace(_)) {
            self.begin_tracing();
        }
        if let Screen::Trace(page) = &mut self.screen {
            let (named, read) = source.reader();
            page.content.read_photo(ctx, named, read);
        }
    }

    /// Saves a traced board, and adds it to the owner's copy of the box, so that games can be
    /// played on it. It replaces a board of the same name; the tracing screen asks first.
    ///
    /// The straightened photograph is saved next to it, in a file unknown to records and packs.
    pub(super) fn save_board(
        &mut self,
        ctx: &Context,
        board: &Pack,
        picture: Option<&image::RgbImage>,
    ) {
        let mut board = board.clone();
        let (key, text) = packs::entry_source(&self.settings.reader, &self.world.today);
        for (_, fact) in board.facts_mut() {
            // Facts that are only proposed keep their source.
            if fact.certainty() == Certainty::Known {
                fact.set_source(&key);
            }
        }
        board.sources = BTreeMap::from([(key, text)]);
        let unsure = board
            .boards
            .iter()
            .find_map(|board| match &board.terrain {
                Fact::Unconfirmed(_, why) => Some(format!(" Not confirmed: {why}.")),
                Fact::Known(..) | Fact::Unknown => None,
            })
            .unwrap_or_default();
        for (name, problem) in self.replace_own_boards(ctx, &board) {
            let message = match problem {
                None => {
                    let message = format!("{name} is saved, and on offer for a new game.{unsure}");
                    if let Some(draft) = self.screen.setup_mut() {
                        draft.pick_board(REAL_BOX_PACK, &name);
                    }
                    // The next game is likely to be played on the traced board.
                    REAL_BOX_PACK.clone_into(&mut self.settings.last_table.pack);
                    self.settings.last_table.board = name;
                    message
                }
                Some(why) => format!("{name} is saved. It is not a complete board yet: {why}."),
            };
            self.show_message(ctx, message);
        }
        if let Some(folder) = self.world.boards() {
            let file = board.boards.first().map(|board| file_name(&board.name));
            let path = folder.join(file.unwrap_or_default());
            let (text, picture) = (packs::print(&board), picture.cloned());
            self.tasks.write(
                ctx,
                Some("Writing the board…".to_owned()),
                move || {
                    // If the folder cannot be made, writing the file fails and reports it.
                    let _ = RealDisk.create_folder(&folder);
                    let written = write_keeping(&path, &text).and_then(|()| match &picture {
                        Some(picture) => write_picture(&path.with_extension(PICTURE), picture),
                        None => Ok(()),
                    });
                    written.err()
                },
                Self::show_any_message,
            );
        }
    }
}

impl App {
    /// Starts to read the photograph of the board in play, if there is one.
    fn read_picture(&mut self, ctx: &Context) {
        self.board_photo = None;
        let (Some(open), Some(folder)) = (self.screen.game(), self.world.boards()) else {
            return;
        };
        let game = open.table.journal().game();
        if game.contents().pack().name != REAL_BOX_PACK {
            return;
        }
        let path = folder.join(file_name(game.board().name())).with_extension(PICTURE);
        let (columns, rows) = game.board().size();
        self.board_photo = Some(Job::start(ctx, move || {
            let bytes = storage::read_at_most(&path, MAX_PHOTO_BYTES as u64).ok()?;
            let photo = Photo::decode(&bytes).ok()?;
            // A photograph with other proportions belongs to another board.
            let (width, height) = photo.size();
            let is_same_grid = width * u32::from(rows) == height * u32::from(columns);
            is_same_grid.then(|| texture_image(photo.pixels()))
        }));
    }

    /// Returns `true` if a photograph is under the board on screen.
    pub fn shows_picture(&self) -> bool {
        let open = self.screen.game();
        open.is_some_and(|open| open.memory.board.has_photograph())
    }

    /// Places the photograph under the board once it is read.
    pub(super) fn place_board_photo(&mut self, ctx: &Context) {
        if std::mem::take(&mut self.wants_board_photo) {
            self.read_picture(ctx);
        }
        match Job::take(&mut self.board_photo, false) {
            JobState::Done(Some(picture)) => {
                if let Some(open) = self.screen.game_mut() {
                    let options = egui::TextureOptions::LINEAR;
                    let texture = ctx.load_texture("the board's photograph", picture, options);
                    open.memory.board.place_photograph(texture);
                }
            }
            // Without a photograph, the board is drawn alone.
            JobState::Running | JobState::Done(None) | JobState::Lost => {}
        }
    }
}

/// The source of a photograph.
#[derive(Debug)]
pub(super) enum PhotoSource {
    /// A file of the player.
    Chosen(PathBuf),
    /// A picture from a phone.
    Received {
        /// Its name on screen.
        name: String,
        file: UnnamedFile,
    },
}

impl From<&Path> for PhotoSource {
    fn from(path: &Path) -> Self {
        Self::Chosen(path.to_owned())
    }
}

impl PhotoSource {
    /// Returns its name, and the function that reads it.
    pub(super) fn reader(self) -> (String, impl FnOnce() -> Result<Photo, String> + Send) {
        let name = match &self {
            Self::Chosen(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Received { name, .. } => name.clone(),
        };
        (name, move || {
            let (place, bytes) = self.read()?;
            Photo::decode(&bytes).map_err(|error| format!("{place}: {error}"))
        })
    }

    /// Returns its place for messages, and its bytes.
    fn read(self) -> Result<(String, Vec<u8>), String> {
        match self {
            Self::Chosen(path) => {
                let bytes = storage::read_at_most(&path, MAX_PHOTO_BYTES as u64)
                    .map_err(|error| error.to_string())?;
                Ok((path.display().to_string(), bytes))
            }
            Self::Received { name, file } => {
                let bytes = file
                    .read_at_most(MAX_PHOTO_BYTES as u64)
                    .map_err(|error| format!("{name}: {error}"))?;
                Ok((name, bytes))
            }
        }
    }
}

/// Extensions of photographs. HEIC cannot be decoded, but can be chosen, as only then an error
/// explains how to get a readable picture from an iPhone.
pub(super) const PHOTOGRAPHS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "heic", "heif"];

/// Returns `true` if a file has the extension of a photograph.
pub(super) fn is_photograph(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    PHOTOGRAPHS.iter().any(|photograph| extension.eq_ignore_ascii_case(photograph))
}

/// Extension of a stored photograph.
const PICTURE: &str = "jpg";

/// JPEG quality of a stored photograph, of 100.
const QUALITY: u8 = 85;

fn write_picture(path: &Path, picture: &image::RgbImage) -> Result<(), String> {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    encoder
        .encode_image(picture)
        .map_err(|error| error.to_string())
        .and_then(|()| storage::write_atomically(path, bytes).map_err(|error| error.short_reason()))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a board, and saves a different earlier one with the extension `ron.before`.
fn write_keeping(path: &Path, text: &str) -> Result<(), String> {
    let earlier = storage::read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some(earlier) = earlier.filter(|earlier| earlier != text) {
        storage::write_atomically(&path.with_extension("ron.before"), &earlier)
            .map_err(|error| error.to_string())?;
    }
    storage::write_atomically(path, text).map_err(|error| error.to_string())
}

/// Returns the file name for a board: lower-case letters, digits and hyphens.
fn file_name(name: &str) -> String {
    let stem = name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
    format!("{stem}.ron")
}
