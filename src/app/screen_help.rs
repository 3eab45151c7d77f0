//! Help for the current screen, the save state in words, and the hint for a hovering file.

use std::path::{Path, PathBuf};

use egui::{Area, Context, Frame, Id, Order, Stroke};

use super::board_photos::is_photograph;
use super::card_import::is_of_cards;
use super::io_tasks::ReadPurpose;
use super::record_files::SETTLE_PATIENCE;
use super::screen::Screen;
use super::{App, Dialog, SaveHandle, SaveStatus};
use table::table::Table;
use ui_founders::help_view::{HelpMemory, HelpPage};
use ui_kit::theme::{RADIUS, line, space, text, theme};
use ui_kit::widgets::headline;

impl App {
    /// Opens the help in a dialog.
    pub(super) fn open_help(&mut self, memory: HelpMemory) {
        self.dialog = Some(Dialog::Help(Box::new(memory)));
    }

    /// Opens the help at the section about the current screen.
    pub(super) fn explain_screen(&mut self) {
        let (page, title) = match &self.screen {
            Screen::Start(_) => (HelpPage::Window, "The start screen"),
            Screen::Setup(_) => (HelpPage::Window, "Setting up a game"),
            Screen::Trace(_) => (HelpPage::OwnBoard, "With the window"),
            Screen::Library(_) => (HelpPage::YourCopy, "The library"),
            Screen::Scores(_) => (HelpPage::Window, "The score history"),
            Screen::TablePhoto(_) => (HelpPage::Window, "Putting the table away and back"),
            Screen::Lesson(_) => (HelpPage::Window, "The lesson"),
            Screen::Scenario(_) => (HelpPage::Scenario, "A round"),
            Screen::Campaign(_) => (HelpPage::Campaign, "In the window"),
            Screen::Table(open) => {
                let is_put_back = open.memory.center.layout.is_open();
                (HelpPage::Window, section_of(&open.table, is_put_back))
            }
        };
        self.open_help(HelpMemory::at_section(page, title));
    }

    /// Shows where and when the game was saved, in answer to Ctrl+S.
    pub(super) fn show_save_status(&mut self, ctx: &Context) {
        let Some(saving) = self.screen.saving() else {
            return self.show_message(ctx, "No game is open.".to_owned());
        };
        let file =
            saving.path().map_or_else(|| "its file".to_owned(), |path| path.display().to_string());
        let words = match saving.status() {
            SaveStatus::Empty => {
                "There is nothing to save yet: the first entry makes the file.".to_owned()
            }
            SaveStatus::Saving => format!("The latest entries are on their way to {file}."),
            SaveStatus::Saved => match saving.saved_at() {
                Some(when) => format!("Every entry is saved in {file}, the latest on {when}."),
                None => format!(
                    "Every entry is saved in {file}; nothing has changed since it was opened."
                ),
            },
            SaveStatus::NotSaved(why) => {
                format!("The latest entries are not saved: {why}. It is tried again and again.")
            }
            SaveStatus::ReadOnly(why) => format!(
                "Nothing is saved here, for it is read-only: {why}. \"Save as…\" makes your own copy."
            ),
        };
        self.show_message(ctx, words);
    }

    /// Shows the file of the game in the system's file manager, or its folder in the browser.
    pub(super) fn show_in_folder(&mut self, ctx: &Context) {
        let Some(path) = self.screen.saving().and_then(SaveHandle::path) else {
            return self.show_message(ctx, "The game has no file yet.".to_owned());
        };
        let orders = self.saver.orders();
        self.tasks.read(
            ctx,
            (ReadPurpose::ShownFile, None),
            move || {
                orders.flush(SETTLE_PATIENCE);
                let folder = path.parent().unwrap_or(Path::new("/"));
                (!super::desktop::show_file(&path)).then(|| super::exports::file_address(folder))
            },
            |_, ctx, folder| {
                if let Some(folder) = folder {
                    ctx.open_url(egui::OpenUrl::new_tab(folder));
                }
            },
        );
    }
}

/// Returns the section of the help about the current state of a table.
fn section_of(table: &Table, is_put_back: bool) -> &'static str {
    if is_put_back {
        "Putting the table away and back"
    } else if table.is_past() {
        "Undo and the past"
    } else if table.game().is_over() {
        "The result"
    } else if table.awaits_ballots() {
        "A vote"
    } else if table.game().in_setup() {
        "Setting up a game"
    } else {
        "The table"
    }
}

/// Draws over the whole window what dropping the hovering file would do.
pub(super) fn drop_ui(ctx: &Context, screen: &Screen) {
    let hovered = ctx.input(|input| input.raw.hovered_files.clone());
    if hovered.is_empty() {
        return;
    }
    let paths: Vec<Option<PathBuf>> = hovered.into_iter().map(|file| file.path).collect();
    let photograph = match screen {
        Screen::Trace(_) => Some(TRACES),
        Screen::Scenario(_)
            if paths.first().is_some_and(|path| path.as_deref().is_some_and(is_photograph)) =>
        {
            Some("to lay it below the map")
        }
        Screen::TablePhoto(_) => Some("to use this photograph of the table"),
        _ => None,
    };
    let words = dropped(&paths, photograph);
    let theme = theme(ctx);
    let rect = ctx.content_rect().shrink(space::S);
    let frame = Frame::new()
        .fill(theme.raised.gamma_multiply(0.94))
        .stroke(Stroke::new(line::MARK, theme.accent))
        .corner_radius(RADIUS);
    let area = Area::new(Id::unique("a file hovers")).order(Order::Foreground);
    area.fixed_pos(rect.min).interactable(false).show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.set_min_size(rect.size());
            ui.set_max_size(rect.size());
            ui.centered_and_justified(|ui| {
                let words = headline(ui, &words, text::HEAD).color(theme.ink);
                ui.add(egui::Label::new(words).wrap());
            });
        });
    });
}

/// The use of a photograph on most screens.
const TRACES: &str = "to trace a board from it";

/// Describes the effect of dropping these files; `photograph` is the screen's own use of a file,
/// if it has one.
fn dropped(paths: &[Option<PathBuf>], photograph: Option<&str>) -> String {
    let (first, others) = match paths {
        [Some(first), others @ ..] => (first, others.len()),
        // Some systems report a hovering file without its path.
        _ => return "Drop it to open it".to_owned(),
    };
    let name = super::record_files::name_of(first);
    let usual = if is_photograph(first) {
        TRACES
    } else if is_of_cards(first) {
        "to import its cards"
    } else {
        "to open it here"
    };
    let does = format!("Drop {name} {}", photograph.unwrap_or(usual));
    match others {
        0 => does,
        _ => format!("{does}; of several files the last one stays open"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hovering_file_is_described_by_what_dropping_it_does() {
        let path = |name: &str| Some(PathBuf::from(name));
        let game = dropped(&[path("/games/evening.founders")], None);
        assert_eq!(game, "Drop evening.founders to open it here");
        let photograph = dropped(&[path("/board.JPG")], None);
        assert_eq!(photograph, "Drop board.JPG to trace a board from it");
        assert!(dropped(&[path("board.txt")], Some(TRACES)).contains("trace"));
        assert!(dropped(&[path("a.founders"), path("b.founders")], None).contains("several"));
        assert_eq!(dropped(&[None], None), "Drop it to open it");
    }
}
