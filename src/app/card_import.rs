//! Importing cards of scenarios in the window, and editing the owner's cards.
//!
//! Files are read and written in the background. The owner's cards are read again before each
//! change, so a file that cannot be read is never overwritten.

use std::path::{Path, PathBuf};

use egui::Context;
use plain_text::{capitalized, counted, listed};
use scenario_cards::{BookDifference, CardBook, CardEdit, CardErrors, MergePriority};

use super::io_tasks::ReadPurpose;
use super::own_cards::{
    CardFileError, cards_of, files_to_import, import_cards, load_own_cards, own_cards_path,
    save_own_cards,
};
use super::screen::Screen;
use super::{App, Dialog};

/// The extension of a file of cards.
const CARDS: &str = "cards";
/// The extensions of the files that can be imported.
pub(super) const IMPORTED: [&str; 2] = ["json", CARDS];

/// Cards read from files, compared with those of the owner.
#[derive(Debug)]
pub struct ImportedCards {
    /// The cards.
    pub book: CardBook,
    /// The contents of the files, a line each.
    pub report: Vec<String>,
    /// The differences from the owner's cards.
    pub difference: BookDifference,
}

impl ImportedCards {
    /// Reads cards from files and from the files in folders, and compares them with those in the
    /// app's own folder.
    fn read(paths: &[PathBuf], own: &Path) -> Result<Self, CardFileError> {
        let mut book = CardBook::default();
        let mut report = Vec::new();
        let (typed, editions): (Vec<_>, Vec<_>) =
            paths.iter().cloned().partition(|path| has_extension(path, &[CARDS]));
        if !editions.is_empty() {
            let imported = import_cards(&files_to_import(&editions)?, storage::read_at_most)?;
            report.extend(imported.report.lines());
            book = imported.book;
        }
        for path in typed {
            let bytes = storage::read_at_most(&path, CardBook::MAX_BYTES as u64)?;
            let cards = cards_of(&path, &bytes)?;
            report.push(listed(&cards.counts()));
            book.merge(cards, MergePriority::Added);
        }
        let difference = load_own_cards(own)?.difference(&book);
        Ok(Self { book, report, difference })
    }

    /// Describes the cards that the owner has already; `None` if there are none.
    pub(super) fn known_words(&self) -> Option<String> {
        let BookDifference { equal, different, .. } = &self.difference;
        let equal = (*equal > 0).then(|| format!("{equal} of them are equal to yours"));
        let mut shown = different.clone();
        if different.len() > MAX_SHOWN {
            shown.truncate(MAX_SHOWN);
            shown.push(format!("{} more", different.len() - MAX_SHOWN));
        }
        let different = (!shown.is_empty()).then(|| {
            let count = counted(different.len(), "differs", "differ");
            format!("{count} from yours: {}", listed(&shown))
        });
        let parts: Vec<String> = equal.into_iter().chain(different).collect();
        (!parts.is_empty()).then(|| format!("{}.", capitalized(&plain_text::clauses(&parts))))
    }
}

/// The maximum number of names in the message about different cards.
const MAX_SHOWN: usize = 8;

/// Returns `true` if a path has one of the extensions of files with cards.
pub(super) fn is_of_cards(path: &Path) -> bool {
    has_extension(path, &IMPORTED)
}

/// Returns `true` if cards can be imported from a path: a folder, or a file by its extension.
pub(super) fn holds_cards(path: &Path) -> bool {
    is_of_cards(path) || path.extension().is_none() && storage::is_folder(path)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default();
    extensions.iter().any(|of| extension.eq_ignore_ascii_case(of))
}

impl App {
    /// Reads cards to import, and shows what they are. With a campaign on screen, the facts of the
    /// files are for the campaign.
    pub(super) fn read_cards_to_import(&mut self, ctx: &Context, paths: Vec<PathBuf>) {
        if self.campaign().is_some() {
            return self.read_box_facts(ctx, paths);
        }
        let Some(own) = self.world.own.clone() else {
            return self.show_message(ctx, NO_FOLDER.to_owned());
        };
        let read = move || ImportedCards::read(&paths, &own);
        let label = "Reading the cards…".to_owned();
        self.tasks.read(ctx, (ReadPurpose::CardImport, Some(label)), read, |app, ctx, read| {
            match read {
                Ok(cards) if cards.book.is_empty() => {
                    app.show_message(ctx, "No cards are in these files.".to_owned());
                }
                Ok(cards) => app.dialog = Some(Dialog::ImportCards(Box::new(cards))),
                Err(error) => app.refuse_cards(&error),
            }
        });
    }

    /// Adds imported cards to those of the owner.
    pub(super) fn add_cards(&mut self, ctx: &Context, added: CardBook, priority: MergePriority) {
        self.change_own_cards(ctx, move |mut cards| {
            cards.merge(added, priority);
            Ok(cards)
        });
    }

    /// Changes a line of the owner's cards.
    pub(super) fn edit_cards(&mut self, ctx: &Context, edit: CardEdit) {
        self.change_own_cards(ctx, move |cards| cards.edited(&edit));
    }

    /// Reads the owner's cards, changes them and saves them; the open scenario then uses them.
    fn change_own_cards(
        &mut self,
        ctx: &Context,
        change: impl FnOnce(CardBook) -> Result<CardBook, CardErrors> + Send + 'static,
    ) {
        let Some(own) = self.world.own.clone() else {
            return self.show_message(ctx, NO_FOLDER.to_owned());
        };
        let work = move || {
            let path = own_cards_path(&own);
            let cards = change(load_own_cards(&own)?)
                .map_err(|errors| CardFileError::Lines { path, errors })?;
            save_own_cards(&own, &cards)?;
            Ok(cards)
        };
        let label = "Saving the cards…".to_owned();
        self.tasks.write(ctx, Some(label), work, |app, ctx, saved: Result<_, CardFileError>| {
            match saved {
                Ok(cards) => app.use_saved_cards(ctx, cards),
                Err(error) => app.refuse_cards(&error),
            }
        });
    }

    fn use_saved_cards(&mut self, ctx: &Context, cards: CardBook) {
        let counts = listed(&cards.counts());
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.set_cards(cards);
        }
        self.show_message(ctx, format!("Your cards are saved: {counts}."));
    }

    /// Shows why cards cannot be read or saved, until it is closed.
    fn refuse_cards(&mut self, error: &CardFileError) {
        let lines = error.to_string().lines().map(str::to_owned).collect();
        self.dialog = Some(Dialog::Report { title: "The cards".to_owned(), lines });
    }
}

/// The message without a folder of the app's own.
const NO_FOLDER: &str = "The app has no folder of its own here, so cards cannot be saved.";
