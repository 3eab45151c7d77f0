//! Our own dialog for choosing a file, used where the system shows none.

use std::path::{Path, PathBuf};

use crate::app::command::{Command, Commands};
use egui::{Align, Button, Layout, Response, RichText, ScrollArea, Ui, vec2};
use plain_text::listed;
use storage::{Disk as _, RealDisk};
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{RequiredTextField, is_entered, line_edit};

use super::{FootButton, words_form_ui};
use crate::app::file_dialogs::FileRequest;

/// Maximum height of the list, so that the fields stay in reach.
const LIST_HEIGHT: f32 = 5.0 * touch::TARGET;

/// The folder in view, and the name typed so far.
#[derive(Clone, Debug)]
pub struct ChooseForm {
    wish: FileRequest,
    /// The reason for showing this dialog in place of the system's.
    why: Option<String>,
    folder: PathBuf,
    /// The folder as it is typed.
    typed: String,
    name: RequiredTextField,
    /// Contents of the folder, or why it cannot be read; `None` before it is read.
    found: Option<Result<Vec<FolderEntry>, String>>,
    error: Option<String>,
    /// The next disk query.
    wanted: Option<FolderLookup>,
}

/// A place on the disk to read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FolderLookup {
    /// The nearest existing folder at or above this one, or the working folder of the app.
    Nearest(Option<PathBuf>),
    /// This folder.
    Folder(PathBuf),
    /// This folder, which was typed.
    Typed(PathBuf),
    /// The folder or the file of this name in this folder.
    Named(PathBuf, String),
}

/// A disk query, with the request for which the dialog is open.
#[derive(Clone, Debug)]
pub(in crate::app) struct FolderQuery {
    wish: FileRequest,
    wanted: FolderLookup,
}

/// The result of a [`FolderQuery`].
#[derive(Clone, Debug)]
pub(in crate::app) enum FolderAnswer {
    /// Contents of a folder, or why it cannot be read; `is_named` if its name was typed in the
    /// field for a file.
    Folder { folder: PathBuf, found: Result<Vec<FolderEntry>, String>, is_named: bool },
    /// A folder that does not exist.
    NoFolder(PathBuf),
    /// The named file.
    Chosen(PathBuf),
    /// The name of a file that does not exist.
    NoFile(String),
}

/// A folder or a file in the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::app) struct FolderEntry {
    is_file: bool,
    name: String,
    path: PathBuf,
}

impl FolderQuery {
    /// Runs the query, which may take long.
    pub(super) fn answer(self) -> FolderAnswer {
        match self.wanted {
            FolderLookup::Nearest(folder) => {
                let nearest = folder
                    .iter()
                    .flat_map(|folder| folder.ancestors())
                    .find(|folder| is_folder(folder))
                    .map_or_else(working_folder, Path::to_owned);
                listed_folder(self.wish, nearest, false)
            }
            FolderLookup::Folder(folder) => listed_folder(self.wish, folder, false),
            FolderLookup::Typed(folder) if is_folder(&folder) => {
                listed_folder(self.wish, folder, false)
            }
            FolderLookup::Typed(folder) => FolderAnswer::NoFolder(folder),
            FolderLookup::Named(folder, name) => {
                let path = folder.join(&name);
                if is_folder(&path) {
                    return listed_folder(self.wish, path, true);
                }
                if self.wish.file_name.is_some() {
                    let has_ending = self.wish.accepts(&path);
                    let ending = self.wish.extensions().next().filter(|_| !has_ending);
                    return FolderAnswer::Chosen(match ending {
                        Some(ending) => folder.join(format!("{name}.{ending}")),
                        None => path,
                    });
                }
                if RealDisk.metadata(&path).is_ok_and(|found| found.is_file) {
                    FolderAnswer::Chosen(path)
                } else {
                    FolderAnswer::NoFile(name)
                }
            }
        }
    }
}

fn is_folder(path: &Path) -> bool {
    RealDisk.metadata(path).is_ok_and(|found| found.is_folder)
}

/// Lists the folders and the files of the right kind in a folder, folders first.
fn listed_folder(wish: FileRequest, folder: PathBuf, is_named: bool) -> FolderAnswer {
    let found = RealDisk
        .list(&folder)
        .map(|paths| {
            let mut entries: Vec<FolderEntry> =
                paths.into_iter().filter_map(|path| folder_entry(wish, path)).collect();
            entries.sort();
            entries
        })
        .map_err(|error| format!("{}: {error}", folder.display()));
    FolderAnswer::Folder { folder, found, is_named }
}

/// Returns the list entry of a path; `None` for hidden files and files of another kind.
fn folder_entry(wish: FileRequest, path: PathBuf) -> Option<FolderEntry> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if name.starts_with('.') {
        return None;
    }
    let is_file = !is_folder(&path);
    (!is_file || wish.accepts(&path)).then_some(FolderEntry { is_file, name, path })
}

impl ChooseForm {
    /// Creates the dialog for a request, in `folder` or its nearest existing ancestor; `why` is the
    /// reason for showing it in place of the system's.
    pub(in crate::app) fn new(
        wish: FileRequest,
        folder: Option<&Path>,
        why: Option<String>,
    ) -> Self {
        Self {
            wish,
            why,
            folder: folder.map(Path::to_owned).unwrap_or_default(),
            typed: folder.map(|folder| folder.display().to_string()).unwrap_or_default(),
            // The field has the focus: a known name or path can be typed at once.
            name: RequiredTextField::holding_keys().with(wish.file_name.unwrap_or_default()),
            found: None,
            error: None,
            wanted: Some(FolderLookup::Nearest(folder.map(Path::to_owned))),
        }
    }

    /// Returns the title: the name of the command for which a file is chosen.
    pub(super) fn title(&self) -> &'static str {
        self.wish.title()
    }

    fn writes(&self) -> bool {
        self.wish.file_name.is_some()
    }

    /// Returns the next disk query; `None` if there is none, or it is running.
    pub(super) fn wanted(&mut self) -> Option<FolderQuery> {
        Some(FolderQuery { wish: self.wish, wanted: self.wanted.take()? })
    }

    /// Takes the result of a query; returns the command that uses the file, if one is chosen.
    pub(super) fn take(&mut self, answer: FolderAnswer) -> Option<Command> {
        match answer {
            FolderAnswer::Folder { folder, found, is_named } => {
                self.found = Some(found);
                self.typed = folder.display().to_string();
                self.folder = folder;
                self.error = None;
                if is_named {
                    self.name.typed.clear();
                }
            }
            FolderAnswer::NoFolder(folder) => {
                self.error = Some(format!("There is no folder {}.", folder.display()));
            }
            FolderAnswer::NoFile(name) => {
                self.name.refuse(format!("There is no file {name} here."));
            }
            FolderAnswer::Chosen(path) => {
                return Some(Command::UseChosenFile(self.wish.menu, path));
            }
        }
        None
    }

    /// Draws the dialog; returns `true` when it is to be closed.
    pub(super) fn choose_ui(
        &mut self,
        (ui, foot): (&mut Ui, &mut Ui),
        commands: &mut Commands,
    ) -> bool {
        if let Some(why) = &self.why {
            ui.label(RichText::new(why.as_str()).color(theme(ui.ctx()).muted));
            ui.add_space(space::S);
        }
        self.folder_ui(ui);
        ui.add_space(space::S);
        // In a `Ui` of its own, so that the name field keeps the focus while the folder is read.
        let list = ui.vertical(|ui| {
            let chosen = self.list_ui(ui);
            ui.add_space(space::S);
            if let Some(error) = &self.error {
                let bad = theme(ui.ctx()).bad;
                ui.label(RichText::new(error.as_str()).color(bad));
            }
            chosen
        });
        let chosen = list.inner;
        let label = if self.writes() { "Save" } else { "Open" };
        let answer = words_form_ui((ui, foot), "Name of the file", &mut self.name, label);
        if answer == Some(FootButton::Confirm)
            && let Some(name) = self.name.words("The file needs a name.")
        {
            self.wanted = Some(FolderLookup::Named(self.folder.clone(), name));
        }
        let is_chosen = chosen.is_some();
        commands.extend(chosen.map(|path| Command::UseChosenFile(self.wish.menu, path)));
        is_chosen || answer == Some(FootButton::Cancel)
    }

    /// Draws the folder as text, with a button for the folder above.
    fn folder_ui(&mut self, ui: &mut Ui) {
        let label = ui.label("Folder");
        let size = vec2(ui.available_width(), touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let above = self.folder.parent().map(Path::to_owned);
            let up = Button::new("Folder above").min_size(vec2(0.0, touch::TARGET));
            let pressed = ui.add_enabled(above.is_some(), up).clicked();
            if let (true, Some(above)) = (pressed, above) {
                self.wanted = Some(FolderLookup::Folder(above));
            }
            let edit = line_edit(&mut self.typed).desired_width(f32::INFINITY);
            let field = ui.add(edit).labelled_by(label.id);
            if is_entered(&field) {
                let folder = self.folder.join(self.typed.trim());
                self.wanted = Some(FolderLookup::Typed(folder));
            }
        });
    }

    /// Draws the contents of the folder; returns a file that was double-clicked.
    fn list_ui(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let found = match &self.found {
            None => return None,
            Some(Ok(found)) => found,
            Some(Err(error)) => {
                ui.label(RichText::new(error.as_str()).color(theme(ui.ctx()).bad));
                return None;
            }
        };
        if found.is_empty() {
            let endings: Vec<_> =
                self.wish.extensions().map(|ending| format!(".{ending}")).collect();
            let none = format!("No folder and no {} file here.", listed(&endings));
            ui.label(RichText::new(none).color(theme(ui.ctx()).muted));
            return None;
        }
        let (mut goes_to, mut named, mut chosen) = (None, None, None);
        let scroll = ScrollArea::vertical()
            .id_salt(("files", &self.folder))
            .max_height(LIST_HEIGHT)
            .auto_shrink([false, true]);
        let usual = ui.spacing().item_spacing.y;
        ui.spacing_mut().item_spacing.y = 0.0;
        scroll.show_rows(ui, touch::TARGET, found.len(), |ui, range| {
            for found in &found[range] {
                let response = found_ui(ui, found, found.name == self.name.typed);
                if response.double_clicked() && found.is_file {
                    chosen = Some(found.path.clone());
                } else if response.clicked() && found.is_file {
                    named = Some(found.name.clone());
                } else if response.clicked() {
                    goes_to = Some(found.path.clone());
                }
            }
        });
        ui.spacing_mut().item_spacing.y = usual;
        if let Some(name) = named {
            self.name.typed = name;
            self.error = None;
        }
        if let Some(folder) = goes_to {
            self.wanted = Some(FolderLookup::Folder(folder));
        }
        chosen
    }
}

/// Draws a row of the list, as wide as the dialog.
fn found_ui(ui: &mut Ui, found: &FolderEntry, is_named: bool) -> Response {
    let (words, font) = if found.is_file {
        (found.name.clone(), text::sans(text::BODY))
    } else {
        // A folder is marked by the path separator after its name.
        let words = format!("{}{}", found.name, std::path::MAIN_SEPARATOR);
        (words, text::strong(text::BODY))
    };
    let button = Button::selectable(is_named && found.is_file, RichText::new(words).font(font));
    let size = vec2(ui.available_width(), touch::TARGET);
    ui.allocate_ui_with_layout(size, Layout::top_down_justified(Align::Min), |ui| {
        ui.add(button.truncate().min_size(size))
    })
    .inner
}

/// Returns the folder in which the app was started.
fn working_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}
