//! A file is chosen in a dialog of our own, where the system shows none.

use std::path::{Path, PathBuf};

use egui::{Align, Button, Layout, Response, RichText, ScrollArea, Ui, vec2};
use english::listed;
use ui::command::{Command, Commands};
use ui::kit::{WordsField, is_entered, line_edit};
use ui::theme::{space, text, theme, touch};

use super::{Pressed, words_form_ui};
use crate::app::chosen::Wish;

/// The list is no higher than this, so that the fields stay in reach.
const LIST_HEIGHT: f32 = 5.0 * touch::TARGET;

/// The folder that is looked at, and the name as far as it is typed.
#[derive(Clone, Debug)]
pub struct ChooseForm {
    wish: Wish,
    /// The reason for which it is opened in place of the system's.
    why: Option<String>,
    folder: PathBuf,
    /// The folder as it is typed.
    typed: String,
    name: WordsField,
    /// What the folder holds, or why it cannot be read.
    found: Result<Vec<Found>, String>,
    trouble: Option<String>,
}

/// A folder or a file in the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    is_file: bool,
    name: String,
    path: PathBuf,
}

impl ChooseForm {
    /// The dialog for a wish, in `folder` or the nearest folder above it that is there; `why` it is
    /// opened in place of the system's.
    pub(in crate::app) fn new(wish: Wish, folder: Option<&Path>, why: Option<String>) -> Self {
        let mut folders = folder.into_iter().flat_map(Path::ancestors);
        let folder = folders.find(|folder| folder.is_dir()).map_or_else(here, Path::to_owned);
        let mut form = Self {
            wish,
            why,
            folder: PathBuf::new(),
            typed: String::new(),
            // Whoever knows the name, or the whole path, types it at once.
            name: WordsField::holding_keys().with(wish.file_name.unwrap_or_default()),
            found: Ok(Vec::new()),
            trouble: None,
        };
        form.go_to(folder);
        form
    }

    /// What it is opened for, which is also its title.
    pub(super) fn title(&self) -> &'static str {
        self.wish.title()
    }

    fn writes(&self) -> bool {
        self.wish.file_name.is_some()
    }

    fn go_to(&mut self, folder: PathBuf) {
        self.found = self.held_by(&folder);
        self.typed = folder.display().to_string();
        self.folder = folder;
        self.trouble = None;
    }

    /// The folders and the files of the right kind in a folder, folders first.
    fn held_by(&self, folder: &Path) -> Result<Vec<Found>, String> {
        let told = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(told)? {
            let path = entry.map_err(told)?.path();
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let is_file = !path.is_dir();
            if name.starts_with('.') || (is_file && !self.is_of_kind(&path)) {
                continue;
            }
            found.push(Found { is_file, name, path });
        }
        found.sort();
        Ok(found)
    }

    fn is_of_kind(&self, path: &Path) -> bool {
        let ending = path.extension().unwrap_or_default();
        self.wish.endings().any(|of| ending.eq_ignore_ascii_case(of))
    }

    /// Draws it; says whether it is to be closed.
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
        let mut chosen = self.list_ui(ui);
        ui.add_space(space::S);
        if let Some(trouble) = &self.trouble {
            let bad = theme(ui.ctx()).bad;
            ui.label(RichText::new(trouble.as_str()).color(bad));
        }
        let label = if self.writes() { "Save" } else { "Open" };
        let answer = words_form_ui((ui, foot), "Name of the file", &mut self.name, label);
        if answer == Some(Pressed::GoOn) {
            chosen = self.chosen();
        }
        let is_chosen = chosen.is_some();
        commands.extend(chosen.map(|path| Command::Chosen(self.wish.menu, path)));
        is_chosen || answer == Some(Pressed::WayOut)
    }

    /// The folder as text, with the way up beside it.
    fn folder_ui(&mut self, ui: &mut Ui) {
        let label = ui.label("Folder");
        let size = vec2(ui.available_width(), touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let above = self.folder.parent().map(Path::to_owned);
            let up = Button::new("Folder above").min_size(vec2(0.0, touch::TARGET));
            let pressed = ui.add_enabled(above.is_some(), up).clicked();
            if let (true, Some(above)) = (pressed, above) {
                self.go_to(above);
            }
            let field = line_edit(&mut self.typed).desired_width(f32::INFINITY);
            let field = ui.add(field).labelled_by(label.id);
            if is_entered(&field) {
                self.go_to_typed();
            }
        });
    }

    fn go_to_typed(&mut self) {
        let folder = self.folder.join(self.typed.trim());
        if folder.is_dir() {
            self.go_to(folder);
        } else {
            self.trouble = Some(format!("There is no folder {}.", folder.display()));
        }
    }

    /// What the folder holds; gives the file that was clicked twice.
    fn list_ui(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let found = match &self.found {
            Ok(found) => found,
            Err(trouble) => {
                ui.label(RichText::new(trouble.as_str()).color(theme(ui.ctx()).bad));
                return None;
            }
        };
        if found.is_empty() {
            let endings: Vec<_> = self.wish.endings().map(|of| format!(".{of}")).collect();
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
            self.trouble = None;
        }
        if let Some(folder) = goes_to {
            self.go_to(folder);
        }
        chosen
    }

    /// The file by its name; what is written gets the ending that it needs.
    fn chosen(&mut self) -> Option<PathBuf> {
        let name = self.name.words("The file needs a name.")?;
        let path = self.folder.join(&name);
        if path.is_dir() {
            self.name.typed.clear();
            self.go_to(path);
            return None;
        }
        if self.writes() {
            let ending = self.wish.endings().next().filter(|_| !self.is_of_kind(&path));
            return Some(match ending {
                Some(ending) => self.folder.join(format!("{name}.{ending}")),
                None => path,
            });
        }
        if !path.is_file() {
            self.name.refuse(format!("There is no file {name} here."));
            return None;
        }
        Some(path)
    }
}

/// A row of the list, as wide as the dialog.
fn found_ui(ui: &mut Ui, found: &Found, is_named: bool) -> Response {
    let (words, font) = if found.is_file {
        (found.name.clone(), text::sans(text::BODY))
    } else {
        // A folder goes by the stroke that stands behind it in a path.
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

/// The folder that the app was started in.
fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}
