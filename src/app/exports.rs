//! Exported pages and texts: written to the app's own folder and opened in the browser, copied,
//! or saved.

use std::path::Path;

use egui::Context;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::App;
use super::screen::Screen;
use export::{
    Scores, UtcOffset, bgg_comment, dispute_page, event_page, hand_over_page, layout_page,
};
use storage::{Disk as _, RealDisk};
use ui_board::picture::PagePen;
use ui_menu::Menu;

/// The characters that are not percent-encoded in the address of a file.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b':').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

impl App {
    /// Exports the page or text of a menu entry from the table in view.
    pub(super) fn share(&mut self, ctx: &Context, menu: Menu) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        let journal = open.table.shown_line();
        let subject = open.table.subject(&journal);
        if menu == Menu::CopyComment {
            if let Some(text) = bgg_comment(subject) {
                ctx.copy_text(text);
                self.show_message(ctx, "The text for BoardGameGeek was copied.".to_owned());
            }
            return;
        }
        let (name, page) = match menu {
            Menu::PrintLayout => ("table.html", layout_page(subject, &PagePen)),
            Menu::PrintDispute => ("entry.html", dispute_page(subject, &PagePen)),
            Menu::HandOver => {
                let offset = UtcOffset::of(subject, storage::utc_offset_minutes);
                ("hand-over.html", hand_over_page(subject, offset))
            }
            Menu::PrintEventCards => ("event-cards.html", event_page(subject)),
            _ => {
                let page = Scores::of(subject).and_then(|scores| scores.page(subject, &PagePen));
                ("scores.html", page)
            }
        };
        let Some(page) = page else {
            let why = if menu == Menu::PrintEventCards {
                "This game is not played with shaping history, so it has no event cards."
            } else {
                "There is nothing to show at the start of the game; look at an entry first."
            };
            self.show_message(ctx, why.to_owned());
            return;
        };
        self.show_page(ctx, name, page);
    }

    /// Writes a page to the app's own folder, replacing the last one, and opens it in the browser.
    pub(super) fn show_page(&mut self, ctx: &Context, name: &str, page: String) {
        let Some(folder) = self.world.pages.clone() else {
            return self.show_message(ctx, "There is no folder to write pages to.".to_owned());
        };
        let path = folder.join(name);
        self.tasks.write(
            ctx,
            Some(format!("Writing {name}…")),
            move || {
                // If the folder cannot be made, writing the file fails and reports it.
                let _ = RealDisk.create_folder(&folder);
                match storage::write_atomically(&path, page) {
                    Ok(()) => Ok(path),
                    Err(error) => Err(format!("{}: {}", path.display(), error.short_reason())),
                }
            },
            |app, ctx, written| match written {
                Ok(path) => {
                    ctx.open_url(egui::OpenUrl::new_tab(file_address(&path)));
                    let shown = path.display();
                    app.show_message(
                        ctx,
                        format!("The page opens in the browser; it lies at {shown}."),
                    );
                }
                Err(why) => app.show_message(ctx, why),
            },
        );
    }

    /// Saves the scores as CSV, or as a page if the file name ends in `.html`.
    pub(super) fn save_scores(&mut self, ctx: &Context, path: &Path) {
        let Screen::Table(open) = &self.screen else {
            return;
        };
        let journal = open.table.shown_line();
        let subject = open.table.subject(&journal);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_page = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        let Some(scores) = Scores::of(subject) else {
            return;
        };
        let text = if is_page {
            Ok(scores.page(subject, &PagePen).unwrap_or_default())
        } else {
            scores.csv().map_err(|error| error.to_string())
        };
        self.write_chosen(ctx, path, text, format!("The scores were saved to {}.", path.display()));
    }
}

/// Returns the `file:` URL of a file for the browser.
pub(super) fn file_address(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let rooted = if path.starts_with('/') { path } else { format!("/{path}") };
    format!("file://{}", utf8_percent_encode(&rooted, PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_file_encodes_spaces_and_hashes() {
        let path = Path::new("/home/a b/games#1/table.html");
        assert_eq!(file_address(path), "file:///home/a%20b/games%231/table.html");
    }

    #[test]
    fn a_file_of_windows_has_an_address_with_its_drive() {
        let path = Path::new(r"C:\Users\a b\table.html");
        assert_eq!(file_address(path), "file:///C:/Users/a%20b/table.html");
    }
}
