//! Importing a friend's pack: reads, compares and adds it in the background.

use std::path::Path;

use components::fact_id::FactId;
use components::specs::Pack;
use egui::Context;
use ui_box::library_screen::{LibraryMemory, PackMerge};
use ui_kit::job::{Job, JobState};

use super::App;
use super::own_copy::OwnBox;
use super::screen::Screen;

/// The running step of an import.
#[derive(Debug)]
pub(super) enum PackImport {
    /// The pack is read and compared with the known facts.
    Comparing(Job<Result<PackMerge, String>>),
    /// The pack is added to the own copy, which was at version `content`.
    Adding { of: u64, theirs: Box<Pack>, taken: Vec<FactId>, job: Job<OwnBox> },
}

impl App {
    /// Reads a friend's pack and compares it with the known facts.
    pub(super) fn import_facts(&mut self, ctx: &Context, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let path = path.to_owned();
        self.compare(ctx, name, move || {
            packs::load_fragment(&path).map_err(|error| error.to_string())
        });
    }

    /// Compares a friend's pack with the known facts.
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
        let (base, placed) = (self.own.base().clone(), self.own.merged().clone());
        let job = Job::start(ctx, move || {
            read().map(|theirs| PackMerge::new(&name, &base, &placed, theirs))
        });
        self.pack_import = Some(PackImport::Comparing(job));
    }

    /// Adds the facts of a friend's pack; for the facts `taken`, the friend's value wins.
    pub(super) fn merge_facts(&mut self, ctx: &Context, theirs: Pack, taken: Vec<FactId>) {
        self.library_waits(Some("Adding the facts…".to_owned()));
        let mut own = self.own.clone();
        let (pack, right) = (theirs.clone(), taken.clone());
        let job = Job::start(ctx, move || {
            own.merge(&pack, &right);
            own
        });
        self.pack_import = Some(PackImport::Adding {
            of: self.own.version(),
            theirs: Box::new(theirs),
            taken,
            job,
        });
    }

    /// Takes the result of the running step.
    pub(super) fn take_import_result(&mut self, ctx: &Context) {
        // Leaving the library cancels a comparison.
        let is_left = !matches!(self.screen, Screen::Library(_));
        match self.pack_import.take() {
            None => {}
            Some(PackImport::Comparing(_)) if is_left => {}
            Some(PackImport::Comparing(job)) => match job.state(false) {
                JobState::Running => self.pack_import = Some(PackImport::Comparing(job)),
                JobState::Done(Ok(merging)) => {
                    self.library_waits(None);
                    if let Some(memory) = self.library_memory() {
                        memory.merge(merging);
                    }
                }
                // The error stays on screen until another file is read.
                JobState::Done(Err(error)) => self.library_waits(Some(error)),
                JobState::Lost => {
                    self.library_waits(None);
                    self.show_message(ctx, "The file cannot be read now.".to_owned());
                }
            },
            Some(PackImport::Adding { of, theirs, taken, job }) => match job.state(false) {
                JobState::Running => {
                    self.pack_import = Some(PackImport::Adding { of, theirs, taken, job });
                }
                // A fact was entered meanwhile and must not be lost, so the merge runs again.
                JobState::Done(_) if of != self.own.version() => {
                    self.merge_facts(ctx, *theirs, taken);
                }
                JobState::Done(own) => {
                    self.library_waits(None);
                    self.own = own;
                    self.save_own_copy(ctx);
                    self.show_message(ctx, "The facts were added to the own copy.".to_owned());
                }
                JobState::Lost => {
                    self.library_waits(None);
                    self.show_message(ctx, "The facts cannot be added now.".to_owned());
                }
            },
        }
    }

    /// Shows a progress message in the library, in place of a friend's pack.
    fn library_waits(&mut self, words: Option<String>) {
        if let Some(memory) = self.library_memory() {
            memory.close_merging();
            memory.show_progress(words);
        }
    }

    fn library_memory(&mut self) -> Option<&mut LibraryMemory> {
        let Screen::Library(page) = &mut self.screen else { return None };
        Some(&mut page.content)
    }
}
