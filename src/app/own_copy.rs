//! The owner's copy of the box: stored in one file, merged over the built-in pack.

use notation::record::read_record;
use plain_text::{clauses, counted};
use std::path::{Path, PathBuf};

use egui::Context;

use super::App;
use super::io_tasks::ReadPurpose;
use super::screen::Screen;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::pack_check::PackProblem;
use components::specs::Pack;
use journal::{Journal, Recheck, RecheckStop, recheck};
use narration::{NamedGame, refusal};
use packs::{self, OwnCopy};
use rules::setup::Setup;
use storage::{Disk as _, RealDisk};
use ui_box::library_screen::LibraryMemory;

/// The open copy of the owner's box.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnBox {
    /// The facts that the owner entered.
    copy: OwnCopy,
    /// The publicly known facts of the real box.
    base: Pack,
    /// The base merged with the owner's facts.
    merged: Pack,
    /// The owner's facts that contradict others and are not used.
    left_out: Vec<PackProblem>,
    /// Problems of the file, in sentences.
    pub(super) problems: Vec<String>,
    /// `true` if the file cannot be read, and so must not be overwritten.
    is_unreadable: bool,
    /// The number of changes since the file was read.
    version: u64,
    /// The facts in forms that are not finished yet.
    unfinished: OwnCopy,
}

/// The name of the file next to the own copy with the facts of unfinished forms.
const UNFINISHED: &str = "unfinished.ron";

impl OwnBox {
    /// Reads the file at `path`.
    pub(super) fn load(path: Option<&Path>) -> Self {
        let mut own =
            Self { base: packs::find(OwnCopy::OVER).unwrap_or_default(), ..Self::default() };
        match path.map(OwnCopy::load) {
            Some(Ok(copy)) => own.copy = copy,
            Some(Err(error)) => {
                own.is_unreadable = true;
                own.problems.push(format!("{error}. It is not used, and nothing is written to it"));
            }
            None => {}
        }
        // Unfinished forms can be filled in again, so an unreadable file of them is ignored.
        own.unfinished = path
            .and_then(|path| OwnCopy::load(&path.with_file_name(UNFINISHED)).ok())
            .unwrap_or_default();
        own.refresh();
        own
    }

    /// Returns the facts in forms that are not finished yet.
    pub(super) const fn unfinished(&self) -> &Pack {
        self.unfinished.facts()
    }

    /// Adds the facts of a friend's pack; for the facts `taken`, the friend's value wins.
    pub(super) fn merge(&mut self, theirs: &Pack, taken: &[FactId]) {
        self.copy.merge(&self.merged, theirs, |difference| taken.contains(&difference.fact));
        self.refresh();
    }

    /// Returns the number of changes since the file was read.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    /// Merges the owner's facts into the base again, after a change.
    fn refresh(&mut self) {
        self.version += 1;
        let merged = self.copy.overlay_on(&self.base);
        self.merged = merged.pack;
        if !self.is_unreadable {
            self.problems = merged.left_out.iter().map(|p| format!("Not used: {p}")).collect();
        }
        self.left_out = merged.left_out;
    }

    /// Returns the packs of the app, with the owner's facts merged into the real box.
    pub(super) fn packs(&self) -> Vec<Pack> {
        packs::built_in()
            .iter()
            .filter_map(|pack| packs::find(pack.name).ok())
            .map(|pack| match pack.name.as_str() {
                OwnCopy::OVER => self.merged.clone(),
                _ => pack,
            })
            .collect()
    }

    pub(super) const fn base(&self) -> &Pack {
        &self.base
    }

    pub(super) const fn merged(&self) -> &Pack {
        &self.merged
    }

    pub(super) const fn facts(&self) -> &Pack {
        self.copy.facts()
    }

    fn has_board(&self, name: &str) -> bool {
        self.merged.boards.iter().any(|board| board.name == name)
    }

    /// Returns why a board cannot be played on; `None` if it can.
    fn problem_of_board(&self, name: &str) -> Option<String> {
        if self.has_board(name) {
            return None;
        }
        let entry = format!("board {name}");
        self.left_out.iter().find(|p| p.entry.starts_with(&entry)).map(ToString::to_string)
    }
}

impl App {
    /// Returns the facts that the owner entered.
    pub fn own_copy(&self) -> &Pack {
        self.own.facts()
    }

    /// Returns the component of the open form next to the table.
    pub fn component_asked_for(&self) -> Option<&ComponentRef> {
        self.screen.game().and_then(|open| open.memory.side_panel.learn.open_component())
    }

    /// Adds facts entered in a game or in the library.
    pub(super) fn add_own_facts(&mut self, ctx: &Context, facts: &Pack) {
        self.change_own(ctx, |copy, _| copy.add(facts));
    }

    /// Replaces the boards of the same names by those of `pack`; returns for each the reason why it
    /// cannot be played on, if there is one.
    pub(super) fn replace_own_boards(
        &mut self,
        ctx: &Context,
        pack: &Pack,
    ) -> Vec<(String, Option<String>)> {
        self.change_own(ctx, |copy, _| {
            for board in &pack.boards {
                copy.replace_board(board, pack);
            }
        });
        pack.boards
            .iter()
            .map(|board| (board.name.clone(), self.own.problem_of_board(&board.name)))
            .collect()
    }

    /// Adds the open board of a new game to the own copy, so that squares entered in play are
    /// stored there.
    pub(super) fn add_new_board(&mut self, ctx: &Context, setup: &Setup) {
        if setup.pack.name != OwnCopy::OVER || self.own.has_board(&setup.board) {
            return;
        }
        let mut boards = setup.pack.boards.iter();
        if let Some(board) = boards.find(|board| board.name == setup.board && board.is_open()) {
            self.change_own(ctx, |copy, _| copy.replace_board(board, &setup.pack));
        }
    }

    /// Stores the facts of an unfinished form, and lets other forms of the component continue it.
    pub(super) fn save_unfinished(&mut self, ctx: &Context, subject: &ComponentRef, facts: &Pack) {
        let unfinished = &mut self.own.unfinished;
        let known: Vec<FactId> =
            subject.facts(unfinished.facts()).into_iter().map(|(fact, _)| fact).collect();
        if known.is_empty() && facts.facts().is_empty() {
            return;
        }
        unfinished.forget(|fact| known.contains(fact));
        unfinished.add(facts);
        if let Some(open) = self.screen.game_behind_pages_mut() {
            open.memory.side_panel.learn.restore_unfinished(self.own.unfinished.facts());
        }
        let Some(path) = &self.world.own_copy else {
            return;
        };
        let path = path.with_file_name(UNFINISHED);
        let text = self.own.unfinished.text();
        self.tasks.write(ctx, None, move || write_own(&path, text), Self::show_any_message);
    }

    /// Removes some facts from the own copy.
    pub(super) fn forget_facts(&mut self, ctx: &Context, facts: &[FactId]) {
        self.change_own(ctx, |copy, _| copy.forget(|fact| facts.contains(fact)));
    }

    /// Replays the recent games with corrected facts, and shows the differences in the library.
    pub(super) fn recheck(&mut self, ctx: &Context, correct: Pack) {
        let recent = self.settings.recent.clone();
        let label = "Playing the recent games again…".to_owned();
        self.tasks.read(
            ctx,
            (ReadPurpose::Recheck, Some(label)),
            move || rechecked(&recent, &correct),
            |app, _, lines| {
                if let Screen::Library(page) = &mut app.screen {
                    page.content.show_recheck(lines);
                }
            },
        );
    }

    /// Changes the owner's copy, and saves it.
    fn change_own(&mut self, ctx: &Context, change: impl FnOnce(&mut OwnCopy, &Pack)) {
        let own = &mut self.own;
        change(&mut own.copy, &own.merged);
        own.refresh();
        self.save_own_copy(ctx);
    }

    /// Applies the current copy to every screen, and saves it.
    pub(super) fn save_own_copy(&mut self, ctx: &Context) {
        self.packs = self.own.packs();
        if let Screen::Library(page) = &mut self.screen {
            page.content.refresh();
        }
        if let Some(draft) = self.screen.setup_mut() {
            draft.take_packs(&self.packs);
        }
        let Some(path) = &self.world.own_copy else {
            return;
        };
        if self.own.is_unreadable {
            let message = "What was entered is kept until the app is closed, and in the record of the game; the file of the own copy cannot be read".to_owned();
            self.show_message(ctx, message);
            return;
        }
        let (path, text) = (path.clone(), self.own.copy.text());
        self.tasks.write(ctx, None, move || write_own(&path, text), Self::show_any_message);
    }

    /// Exports the owner's facts, or the selected board, to a file.
    pub(super) fn export_facts(&mut self, ctx: &Context, path: &Path, board: Option<&str>) {
        let text = match board {
            None => Some(self.own.copy.text()),
            Some(board) => self.own.copy.board_alone(board).map(|pack| packs::print(&pack)),
        };
        let Some(text) = text else {
            self.show_message(ctx, "The board is not part of the own copy.".to_owned());
            return;
        };
        self.write_chosen(ctx, path, Ok(text), format!("Written to {}.", path.display()));
    }

    /// Returns the name of the board selected in the library.
    pub(super) fn selected_board(&self) -> Option<String> {
        let Screen::Library(page) = &self.screen else { return None };
        page.content.selected_board().map(str::to_owned)
    }

    /// Opens the library; the current screen waits behind.
    pub(super) fn open_library(&mut self) {
        self.screen.turn_to(Screen::Library, LibraryMemory::default());
    }
}

/// Writes a file of the own copy; returns the error message, if there is one.
fn write_own(path: &Path, text: String) -> Option<String> {
    // If the folder cannot be made, writing the file fails and reports it.
    if let Some(folder) = path.parent() {
        let _ = RealDisk.create_folder(folder);
    }
    storage::write_atomically(path, text).err().map(|error| error.to_string())
}

/// Replays games with corrected facts; returns a sentence for each that used one of them.
fn rechecked(games: &[PathBuf], correct: &Pack) -> Vec<String> {
    let mut lines = Vec::new();
    for path in games {
        // Unreadable files are skipped; the list of recent games reports them.
        let Some(journal) = storage::read(path).ok().and_then(|bytes| read_record(&bytes).record)
        else {
            continue;
        };
        if let Some(result) = recheck(&journal, correct) {
            let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
            lines.push(format!("{name}: {}", recheck_words(&journal, &result)));
        }
    }
    if lines.is_empty() {
        lines.push("No recent game used what was put right.".to_owned());
    }
    lines
}

/// Describes the changed result of a game in a sentence.
fn recheck_words(journal: &Journal, result: &Recheck) -> String {
    if result.is_same() {
        return "would come out the same.".to_owned();
    }
    let game = journal.game();
    let mut parts: Vec<String> = result
        .points
        .iter()
        .map(|(player, was, would)| {
            let who = game.race_label(*player);
            let would = counted(would, "point", "points");
            format!("{who} would have {would} instead of {was}")
        })
        .collect();
    if let Some(stop) = &result.stop {
        let (entry, why) = match stop {
            RecheckStop::Setup(error) => (0, error.to_string()),
            RecheckStop::Entry { number, before, refusal } => {
                (*number, refusal::describe(NamedGame::by_race(before), refusal))
            }
        };
        let why = why.replace('\n', "; ");
        parts.push(format!("entry {entry} would not be possible: {why}"));
    }
    format!("{}.", clauses(&parts))
}
