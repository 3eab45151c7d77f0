//! What the window says of itself: the help for what is on screen, where the game is saved, and
//! what a file that hovers would do.

use std::path::{Path, PathBuf};

use egui::{Area, Context, Frame, Id, Order, Stroke};

use super::files::SETTLING;
use super::io_tasks::Purpose;
use super::screen::Screen;
use super::tracing::is_photograph;
use super::{App, Dialog, Saving, Standing};
use table::table::Table;
use ui_founders::help_view::{HelpMemory, HelpPage};
use ui_kit::theme::{RADIUS, line, space, text, theme};
use ui_kit::widgets::headline;

impl App {
    /// Opens the help, unless that is open already.
    pub(super) fn open_help(&mut self, memory: HelpMemory) {
        self.dialog = Some(Dialog::Help(Box::new(memory)));
    }

    /// Opens the help at what is on screen.
    pub(super) fn explain_screen(&mut self) {
        let of_window = |title| HelpMemory::at_section(HelpPage::Window, title);
        let memory = match &self.screen {
            Screen::Start(_) => of_window("The start screen"),
            Screen::Setup(_) => of_window("Setting up a game"),
            Screen::Trace(_) => HelpMemory::at_section(HelpPage::OwnBoard, "With the window"),
            Screen::Library(_) => HelpMemory::at_section(HelpPage::YourCopy, "The library"),
            Screen::Scores(_) => of_window("The score history"),
            Screen::TablePhoto(_) => of_window("Putting the table away and back"),
            Screen::Scenario(_) => HelpMemory::at_section(HelpPage::Scenario, "A round"),
            Screen::Table(open) => {
                of_window(section_of(&open.table, open.memory.middle.layout.is_open()))
            }
        };
        self.open_help(memory);
    }

    /// Says where and when the game was saved, as whoever presses Ctrl+S wants to know.
    pub(super) fn tell_saved(&mut self, ctx: &Context) {
        let Some(saving) = self.screen.saving() else {
            return self.tell(ctx, "No game is open.".to_owned());
        };
        let file = saving.path().map(|path| path.display().to_string());
        let file = file.unwrap_or_else(|| "its file".to_owned());
        let words = match saving.standing() {
            Standing::Fresh => {
                "There is nothing to save yet: the first entry makes the file.".to_owned()
            }
            Standing::Saving => format!("The latest entries are on their way to {file}."),
            Standing::Saved => match saving.saved_at() {
                Some(when) => format!("Every entry is saved in {file}, the latest on {when}."),
                None => format!(
                    "Every entry is saved in {file}; nothing has changed since it was opened."
                ),
            },
            Standing::NotSaved(why) => {
                format!("The latest entries are not saved: {why}. It is tried again and again.")
            }
            Standing::ReadOnly(why) => format!(
                "Nothing is saved here, for it is read-only: {why}. \"Save as…\" makes your own copy."
            ),
        };
        self.tell(ctx, words);
    }

    /// Shows the file of the game among the others of its folder.
    pub(super) fn show_in_folder(&mut self, ctx: &Context) {
        let Some(path) = self.screen.saving().and_then(Saving::path) else {
            return self.tell(ctx, "The game has no file yet.".to_owned());
        };
        let orders = self.saver.orders();
        let work = move || {
            orders.settle(SETTLING);
            let folder = path.parent().unwrap_or(Path::new("/"));
            (!super::desktop::show_file(&path)).then(|| super::pages::file_address(folder))
        };
        let then = |_: &mut Self, ctx: &Context, folder: Option<String>| {
            if let Some(folder) = folder {
                ctx.open_url(egui::OpenUrl::new_tab(folder));
            }
        };
        self.tasks.read(ctx, (Purpose::ShownFile, None), work, then);
    }
}

/// The section of the help about a table as it is shown.
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

/// What a file that hovers over the window would do there, over all of it.
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

/// What is done with a photograph of no game.
const TRACES: &str = "to trace a board from it";

/// What happens when these files are dropped, in a sentence; `photograph` is what the screen does
/// with one, if it takes nothing else.
fn dropped(paths: &[Option<PathBuf>], photograph: Option<&str>) -> String {
    let (first, others) = match paths {
        [Some(first), others @ ..] => (first, others.len()),
        // Some systems say only that there is something.
        _ => return "Drop it to open it".to_owned(),
    };
    let name = super::files::name_of(first);
    let usual = if is_photograph(first) { TRACES } else { "to open it here" };
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
    fn what_a_drop_does_is_said_before_it_is_done() {
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
