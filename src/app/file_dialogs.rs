//! Choosing files: in a dialog of the system, or in our own where the system shows none.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{TryRecvError, channel};

use egui::Context;

use super::board_photos::{PHOTOGRAPHS, PhotoSource};
use super::card_import::IMPORTED;
use super::command::Command;
use super::dialogs::ChooseForm;
use super::io_tasks::ReadPurpose;
use super::record_files::name_of;
use super::screen::Screen;
use super::{App, Dialog, desktop};
use crate::recorded_games::GameKind;
use crate::recorded_games::Recorded as _;
use campaign::record::RecordedCampaign;
use scenario::record::Scenario;
use scene::{DEFAULT_SIZE, PictureKind};
use storage::{Disk as _, RealDisk};
use ui_board::picture::{ResultPictureError, board_picture, result_picture};
use ui_menu::Menu;

/// The provider of file dialogs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileDialogs {
    /// Our own, without asking the system.
    #[default]
    Own,
    /// The system's, or our own if it has none.
    System,
    /// A desktop at the other end of a socket, as in the tests.
    #[cfg(target_os = "linux")]
    Socket(PathBuf),
}

/// Reason for which the system shows no dialog for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoDialog {
    /// It has none.
    Missing,
    /// It does not answer.
    Silent,
    /// It refuses, for this reason.
    Refused(String),
}

impl NoDialog {
    /// Explains why the app shows its own dialog.
    fn words(&self) -> String {
        match self {
            Self::Missing => "The system has no dialog for files, so the app shows its own. \
                Installing a desktop portal or zenity brings the system's."
                .to_owned(),
            Self::Silent => "The system's dialog for files does not answer, so the app shows its \
                own."
                .to_owned(),
            Self::Refused(why) => format!(
                "The system does not show its dialog for files ({why}), so the app shows its own."
            ),
        }
    }
}

/// The answer of a dialog: a file, none if it was cancelled, or why there is no dialog.
pub(super) type FileChoice = Result<Option<PathBuf>, NoDialog>;

/// A request to a file dialog.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileRequest {
    pub(super) menu: Menu,
    /// Kinds of files, each with its extensions.
    pub(super) kinds: &'static [(&'static str, &'static [&'static str])],
    /// The suggested name of a file to write; `None` to open one.
    pub(super) file_name: Option<&'static str>,
}

impl FileRequest {
    /// Returns the request of a command for the game whose record is on screen.
    pub(super) fn for_command(menu: Menu, game: GameKind) -> Self {
        const RECORD: &[(&str, &[&str])] = &[("Founders Ledger record", &["founders"])];
        const SCENARIO: &[(&str, &[&str])] = &[("Scenario", &[Scenario::KIND.extension])];
        const CAMPAIGN: &[(&str, &[&str])] = &[("Campaign", &[RecordedCampaign::KIND.extension])];
        const ANY: &[(&str, &[&str])] = &[
            (
                "Founders Ledger record",
                &["founders", Scenario::KIND.extension, RecordedCampaign::KIND.extension],
            ),
            ("Position on the hex map", &["position"]),
        ];
        const PACK: &[(&str, &[&str])] = &[("Component pack", &["ron"])];
        let (kinds, file_name): (&'static [_], _) = match menu {
            Menu::SaveAs => match game {
                GameKind::Founders => (RECORD, Some("game.founders")),
                GameKind::Scenario => (SCENARIO, Some("game.scenario")),
                GameKind::Campaign => (CAMPAIGN, Some("town.campaign")),
            },
            Menu::ImportFacts => (PACK, None),
            Menu::ImportCards => (&[("Edition files and cards", &IMPORTED)], None),
            Menu::ImportGains if game == GameKind::Scenario => (CAMPAIGN, None),
            Menu::ImportGains => (SCENARIO, None),
            Menu::ExportFacts => (PACK, Some("own-copy.ron")),
            Menu::ExportBoard => (PACK, Some("board.ron")),
            Menu::SavePicture => {
                let is_map = game == GameKind::Scenario;
                let name = if is_map { "map.png" } else { "board.png" };
                (&[("Picture", &["png", "svg"])], Some(name))
            }
            Menu::Photograph | Menu::KeepPhotograph | Menu::ComparePhotograph => {
                (&[("Photograph", &PHOTOGRAPHS)], None)
            }
            Menu::SaveScores => (&[("Table", &["csv"]), ("Page", &["html"])], Some("scores.csv")),
            _ => (ANY, None),
        };
        Self { menu, kinds, file_name }
    }

    /// Returns the title of the dialog.
    pub(super) fn title(&self) -> &'static str {
        self.menu.label().trim_end_matches('…')
    }

    /// Returns `true` if a file has one of the extensions.
    pub(super) fn accepts(&self, path: &Path) -> bool {
        let extension = path.extension().unwrap_or_default();
        self.extensions().any(|ending| extension.eq_ignore_ascii_case(ending))
    }

    /// Returns the extensions of the files, without the dot.
    pub(super) fn extensions(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.kinds.iter().flat_map(|(_, endings)| endings.iter().copied())
    }
}

impl App {
    /// Opens a dialog for files, without making the window wait for it.
    pub(super) fn choose_file(&mut self, ctx: &Context, menu: Menu) {
        if self.file_choice.is_some() {
            return;
        }
        if self.world.dialogs == FileDialogs::Own {
            return self.choose_in_own(menu, None);
        }
        let (send, receive) = channel();
        let ctx = ctx.clone();
        let (wish, folder) = (self.wish(menu), self.usual_folder());
        let dialogs = self.world.dialogs.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            // A closed window has no receiver.
            let _ = send.send(desktop::choose(&dialogs, &wish, folder.as_deref()));
            ctx.request_repaint();
        });
        if thread.is_ok() {
            self.file_choice = Some((menu, receive));
        }
    }

    /// Returns the request of a command for a dialog.
    fn wish(&self, menu: Menu) -> FileRequest {
        FileRequest::for_command(menu, self.screen.game_kind())
    }

    /// Returns the folder in which a file dialog opens: that of the open game, or of all games.
    fn usual_folder(&self) -> Option<PathBuf> {
        let of_game = self.file().and_then(|file| file.parent().map(Path::to_owned));
        of_game.or_else(|| self.world.games.clone())
    }

    /// Opens our own file dialog; `why` says why the system's is not shown.
    fn choose_in_own(&mut self, menu: Menu, why: Option<&NoDialog>) {
        let folder = self.usual_folder();
        let form = ChooseForm::new(self.wish(menu), folder.as_deref(), why.map(NoDialog::words));
        self.dialog = Some(Dialog::ChooseFile(Box::new(form)));
    }

    /// Takes the file chosen in a dialog of the system.
    pub(super) fn take_system_choice(&mut self, ctx: &Context) {
        let Some((menu, receive)) = &self.file_choice else {
            return;
        };
        let (menu, answer) = match receive.try_recv() {
            Ok(answer) => (*menu, answer),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => (*menu, Ok(None)),
        };
        self.file_choice = None;
        match answer {
            Ok(Some(path)) => self.use_chosen(ctx, menu, &path),
            Ok(None) => {}
            Err(why) => {
                // The system is not asked again in this run.
                self.world.dialogs = FileDialogs::Own;
                self.choose_in_own(menu, Some(&why));
            }
        }
    }

    /// Takes the file chosen in our own dialog, and asks before replacing one.
    pub(super) fn take_own_choice(&mut self, ctx: &Context, menu: Menu, path: PathBuf) {
        let is_written = self.wish(menu).file_name.is_some();
        if !is_written {
            return self.use_chosen(ctx, menu, &path);
        }
        let label = format!("Looking for {}…", name_of(&path));
        let target = path.clone();
        self.tasks.read(
            ctx,
            (ReadPurpose::Chosen, Some(label)),
            move || RealDisk.metadata(&target).is_ok(),
            move |app, ctx, exists| {
                if exists {
                    app.dialog = Some(Dialog::Replace { menu, path });
                } else {
                    app.use_chosen(ctx, menu, &path);
                }
            },
        );
    }

    /// Runs the menu command for which a file was chosen.
    pub(super) fn use_chosen(&mut self, ctx: &Context, menu: Menu, path: &Path) {
        match menu {
            Menu::Open => self.commands.push(Command::Open(path.to_owned())),
            Menu::Photograph | Menu::KeepPhotograph | Menu::ComparePhotograph => {
                self.use_photo(ctx, menu, path.into());
            }
            Menu::SaveAs => self.save_as(path),
            Menu::SavePicture if self.scenario().is_some() => self.save_map(ctx, path),
            Menu::SavePicture => self.save_picture(ctx, path),
            Menu::ImportFacts => self.import_facts(ctx, path),
            Menu::ImportCards => self.commands.push(Command::ImportCards(vec![path.to_owned()])),
            Menu::ImportGains => self.use_gains(ctx, path),
            Menu::ExportFacts => self.export_facts(ctx, path, None),
            Menu::ExportBoard => {
                if let Some(board) = self.selected_board() {
                    self.export_facts(ctx, path, Some(&board));
                }
            }
            Menu::SaveScores => self.save_scores(ctx, path),
            _ => {}
        }
    }

    /// Runs a menu command with its photograph.
    pub(super) fn use_photo(&mut self, ctx: &Context, menu: Menu, source: PhotoSource) {
        match menu {
            Menu::Photograph if self.scenario().is_some() => self.read_map_photo(ctx, source),
            Menu::Photograph => self.open_photo(ctx, source),
            _ => self.open_table_photo(ctx, menu, source),
        }
    }

    pub(super) fn save_picture(&mut self, ctx: &Context, path: &Path) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let table = &open.table;
        let is_result = open.memory.shows_result(table);
        let drawn = PictureKind::from_path(path)
            .map_err(ResultPictureError::from)
            .and_then(|kind| {
                if is_result {
                    result_picture(table.subject(&table.shown_line()), kind)
                } else {
                    Ok(board_picture(table.game(), 0, kind, DEFAULT_SIZE)?)
                }
            })
            .map_err(|error| error.to_string());
        let what = if is_result { "result" } else { "board" };
        let done = format!("The {what} was drawn to {}.", path.display());
        self.write_chosen(ctx, path, drawn, done);
    }

    /// Writes exported content to a file, and shows the result as a message.
    pub(super) fn write_chosen(
        &mut self,
        ctx: &Context,
        path: &Path,
        content: Result<impl AsRef<[u8]> + Send + 'static, String>,
        done: String,
    ) {
        let label = format!("Writing {}…", name_of(path));
        let path = path.to_owned();
        self.tasks.write(
            ctx,
            Some(label),
            move || {
                let written = content.and_then(|content| {
                    storage::write_atomically(&path, content).map_err(|error| error.short_reason())
                });
                match written {
                    Ok(()) => done,
                    Err(why) => format!("{}: {why}", path.display()),
                }
            },
            Self::show_message,
        );
    }
}
