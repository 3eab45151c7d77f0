//! A friend's pack: read, compared and added beside the window, which stays alive meanwhile.

use std::path::Path;

use components::fact_id::FactId;
use components::specs::Pack;
use egui::Context;
use ui_box::library_screen::{LibraryMemory, Merging};
use ui_kit::job::{Job, State};

use super::App;
use super::own::Own;
use super::screen::Screen;

/// What is done with a friend's pack at the moment.
#[derive(Debug)]
pub(super) enum Importing {
    /// It is read and set beside what is known.
    Comparing(Job<Result<Merging, String>>),
    /// It is added to the own copy as it was then.
    Adding { of: u64, theirs: Box<Pack>, taken: Vec<FactId>, job: Job<Own> },
}

impl App {
    /// Reads a friend's pack and sets it beside what is known.
    pub(super) fn import_facts(&mut self, ctx: &Context, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let path = path.to_owned();
        let read = move || packs::load_fragment(&path).map_err(|error| error.to_string());
        self.compare(ctx, name, read);
    }

    /// Sets a friend's pack beside what is known.
    pub(super) fn compare_facts(&mut self, ctx: &Context, name: &str, theirs: Pack) {
        self.compare(ctx, name.to_owned(), move || Ok(theirs));
    }

    fn compare(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Pack, String> + Send + 'static,
    ) {
        if !matches!(self.screen, Screen::Library(_)) {
            self.open_library();
        }
        self.library_waits(Some(format!("Reading {name}…")));
        let (base, laid) = (self.own.base().clone(), self.own.laid().clone());
        let job =
            Job::begin(ctx, move || read().map(|theirs| Merging::new(&name, &base, &laid, theirs)));
        self.importing = Some(Importing::Comparing(job));
    }

    /// Adds what a friend's pack knows; of the facts `taken`, the friend is right.
    pub(super) fn merge_facts(&mut self, ctx: &Context, theirs: Pack, taken: Vec<FactId>) {
        self.library_waits(Some("Adding the facts…".to_owned()));
        let mut own = self.own.clone();
        let (pack, right) = (theirs.clone(), taken.clone());
        let job = Job::begin(ctx, move || {
            own.merge(&pack, &right);
            own
        });
        self.importing =
            Some(Importing::Adding { of: self.own.turn(), theirs: Box::new(theirs), taken, job });
    }

    /// Takes in what has become of a friend's pack.
    pub(super) fn hear_of_import(&mut self, ctx: &Context) {
        // Whoever leaves the library has no more use for what is only compared.
        let is_left = !matches!(self.screen, Screen::Library(_));
        match self.importing.take() {
            None => {}
            Some(Importing::Comparing(_)) if is_left => {}
            Some(Importing::Comparing(job)) => match job.state(false) {
                State::Running => self.importing = Some(Importing::Comparing(job)),
                State::Done(Ok(merging)) => {
                    self.library_waits(None);
                    if let Some(memory) = self.library_memory() {
                        memory.merge(merging);
                    }
                }
                // It stays on screen until something else is read.
                State::Done(Err(trouble)) => self.library_waits(Some(trouble)),
                State::Lost => {
                    self.library_waits(None);
                    self.tell(ctx, "The file cannot be read now.".to_owned());
                }
            },
            Some(Importing::Adding { of, theirs, taken, job }) => match job.state(false) {
                State::Running => {
                    self.importing = Some(Importing::Adding { of, theirs, taken, job });
                }
                // Something was entered meanwhile: it must not be lost.
                State::Done(_) if of != self.own.turn() => self.merge_facts(ctx, *theirs, taken),
                State::Done(own) => {
                    self.library_waits(None);
                    self.own = own;
                    self.keep_own(ctx);
                    self.tell(ctx, "The facts were added to the own copy.".to_owned());
                }
                State::Lost => {
                    self.library_waits(None);
                    self.tell(ctx, "The facts cannot be added now.".to_owned());
                }
            },
        }
    }

    /// Shows in the library what it waits for, in place of what a friend's pack holds.
    fn library_waits(&mut self, words: Option<String>) {
        if let Some(memory) = self.library_memory() {
            memory.close_merging();
            memory.wait_for(words);
        }
    }

    fn library_memory(&mut self) -> Option<&mut LibraryMemory> {
        let Screen::Library(page) = &mut self.screen else { return None };
        Some(&mut page.of)
    }
}
