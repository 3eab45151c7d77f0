//! The owner's copy of the box: kept in one file, laid over the built-in pack.

use notation::record::read_record;
use plain_text::{clauses, counted};
use std::path::{Path, PathBuf};

use egui::Context;

use super::App;
use super::io_tasks::Purpose;
use super::screen::Screen;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::pack_check::PackProblem;
use components::specs::Pack;
use journal::{Journal, Recheck, Stop, recheck};
use narration::{NamedGame, refusal};
use packs::{self, OwnCopy};
use rules::setup::Setup;
use storage::{Disk as _, RealDisk};
use ui_box::library_screen::LibraryMemory;

/// The owner's copy as it is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// What was entered.
    copy: OwnCopy,
    /// The real box as it is publicly known.
    base: Pack,
    /// The same with the owner's facts.
    laid: Pack,
    /// What the box is without, because it cannot be so.
    left_out: Vec<PackProblem>,
    /// What is wrong with the file, in sentences.
    pub(super) problems: Vec<String>,
    /// Whether the file cannot be read, and so must not be written over.
    is_unreadable: bool,
    /// How often it was changed since it was read.
    turn: u64,
    /// What was entered of things whose forms are not kept yet.
    unfinished: OwnCopy,
}

/// The file beside the own copy that holds what is not kept yet.
const UNFINISHED: &str = "unfinished.ron";

impl Own {
    /// What is in the file at `path`.
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
        // Forms that were begun can be begun again: a file that cannot be read makes room.
        own.unfinished = path
            .and_then(|path| OwnCopy::load(&path.with_file_name(UNFINISHED)).ok())
            .unwrap_or_default();
        own.lay();
        own
    }

    /// What was entered of things whose forms are not kept yet.
    pub(super) const fn unfinished(&self) -> &Pack {
        self.unfinished.facts()
    }

    /// Adds what a friend's pack knows; of the facts `taken`, the friend is right.
    pub(super) fn merge(&mut self, theirs: &Pack, taken: &[FactId]) {
        self.copy.merge(&self.laid, theirs, |difference| taken.contains(&difference.fact));
        self.lay();
    }

    /// How often it was changed since it was read.
    pub(super) const fn turn(&self) -> u64 {
        self.turn
    }

    fn lay(&mut self) {
        self.turn += 1;
        let laid = self.copy.laid_over(&self.base);
        self.laid = laid.pack;
        if !self.is_unreadable {
            let left_out = laid.left_out.iter();
            self.problems = left_out.map(|p| format!("Not used: {p}")).collect();
        }
        self.left_out = laid.left_out;
    }

    /// The packs that come with the app, the owner's facts laid over the real box.
    pub(super) fn packs(&self) -> Vec<Pack> {
        let built_in = packs::built_in().iter();
        let built_in = built_in.filter_map(|pack| packs::find(pack.name).ok());
        built_in
            .map(|pack| match pack.name.as_str() {
                OwnCopy::OVER => self.laid.clone(),
                _ => pack,
            })
            .collect()
    }

    pub(super) const fn base(&self) -> &Pack {
        &self.base
    }

    pub(super) const fn laid(&self) -> &Pack {
        &self.laid
    }

    pub(super) const fn facts(&self) -> &Pack {
        self.copy.facts()
    }
}

impl App {
    /// What the owner has entered of their copy.
    pub fn own_copy(&self) -> &Pack {
        self.own.facts()
    }

    /// What the form beside the table asks to be read off, if one is open.
    pub fn asked_for(&self) -> Option<&ComponentRef> {
        self.screen.game().and_then(|open| open.memory.papers.learn.asked_for())
    }

    /// Adds facts learnt in a game or entered in the library.
    pub(super) fn keep_facts(&mut self, ctx: &Context, facts: &Pack) {
        self.change_own(ctx, |copy, _| copy.learn(facts));
    }

    /// Puts the boards of `pack` in place of those of the same names, and says for each why it
    /// cannot be played on, if so.
    pub(super) fn keep_boards(
        &mut self,
        ctx: &Context,
        pack: &Pack,
    ) -> Vec<(String, Option<String>)> {
        self.change_own(ctx, |copy, _| {
            for board in &pack.boards {
                copy.keep_board(board, pack);
            }
        });
        let told = |name: &String| {
            let entry = format!("board {name}");
            let left_out = self.own.left_out.iter();
            let mut about = left_out.filter(|p| p.entry.starts_with(&entry));
            let is_offered = self.own.laid.boards.iter().any(|board| board.name == *name);
            let why = about.next().map(ToString::to_string);
            (name.clone(), why.filter(|_| !is_offered))
        };
        pack.boards.iter().map(|board| told(&board.name)).collect()
    }

    /// Keeps a board of which nothing is told yet with the own copy, so that what is learnt of it
    /// in play finds its place there.
    pub(super) fn keep_new_board(&mut self, ctx: &Context, setup: &Setup) {
        let mut boards = setup.pack.boards.iter();
        let new = boards.find(|board| board.name == setup.board && board.is_open());
        let is_kept = self.own.laid.boards.iter().any(|board| board.name == setup.board);
        if let Some(board) = new.filter(|_| setup.pack.name == OwnCopy::OVER && !is_kept) {
            self.change_own(ctx, |copy, _| copy.keep_board(board, &setup.pack));
        }
    }

    /// Keeps what was entered of a thing until its form is kept, and lets the forms go on with it.
    pub(super) fn keep_unfinished(&mut self, ctx: &Context, subject: &ComponentRef, facts: &Pack) {
        let unfinished = &mut self.own.unfinished;
        let known: Vec<FactId> =
            subject.facts(unfinished.facts()).into_iter().map(|(fact, _)| fact).collect();
        if known.is_empty() && facts.facts().is_empty() {
            return;
        }
        unfinished.forget(|fact| known.contains(fact));
        unfinished.learn(facts);
        if let Some(open) = self.screen.open_mut() {
            open.memory.papers.learn.resume(self.own.unfinished.facts());
        }
        let Some(path) = &self.world.own_copy else {
            return;
        };
        let path = path.with_file_name(UNFINISHED);
        let text = self.own.unfinished.text();
        self.tasks.write(ctx, None, move || write_own(&path, text), Self::tell_any);
    }

    /// Forgets what was entered of some facts.
    pub(super) fn forget_facts(&mut self, ctx: &Context, facts: &[FactId]) {
        self.change_own(ctx, |copy, _| copy.forget(|fact| facts.contains(fact)));
    }

    /// Tells what the recent games that used other facts would come to with these.
    pub(super) fn recheck(&mut self, ctx: &Context, correct: Pack) {
        let recent = self.settings.recent.clone();
        let label = "Playing the recent games again…".to_owned();
        let work = move || rechecked(&recent, &correct);
        self.tasks.read(ctx, (Purpose::Recheck, Some(label)), work, |app, _, told| {
            if let Screen::Library(page) = &mut app.screen {
                page.of.tell_recheck(told);
            }
        });
    }

    /// Changes the owner's copy, and writes it down.
    fn change_own(&mut self, ctx: &Context, change: impl FnOnce(&mut OwnCopy, &Pack)) {
        let own = &mut self.own;
        change(&mut own.copy, &own.laid);
        own.lay();
        self.keep_own(ctx);
    }

    /// Plays with the owner's copy as it is now, and writes it down.
    pub(super) fn keep_own(&mut self, ctx: &Context) {
        self.packs = self.own.packs();
        if let Screen::Library(page) = &mut self.screen {
            page.of.refresh();
        }
        if let Some(draft) = self.screen.setup_mut() {
            draft.take_packs(&self.packs);
        }
        let Some(path) = &self.world.own_copy else {
            return;
        };
        if self.own.is_unreadable {
            let what = "What was entered is kept until the app is closed, and in the record of the game; the file of the own copy cannot be read".to_owned();
            self.tell(ctx, what);
            return;
        }
        let (path, text) = (path.clone(), self.own.copy.text());
        self.tasks.write(ctx, None, move || write_own(&path, text), Self::tell_any);
    }

    /// Writes what was entered, or the board that is selected, into a file to hand on.
    pub(super) fn export_facts(&mut self, ctx: &Context, path: &Path, board: Option<&str>) {
        let text = match board {
            None => Some(self.own.copy.text()),
            Some(board) => {
                let alone = self.own.copy.board_alone(board);
                alone.map(|pack| packs::print(&pack))
            }
        };
        let Some(text) = text else {
            self.tell(ctx, "The board is not part of the own copy.".to_owned());
            return;
        };
        self.write_chosen(ctx, path, Ok(text), format!("Written to {}.", path.display()));
    }

    /// The board that is selected in the library.
    pub(super) fn selected_board(&self) -> Option<String> {
        let Screen::Library(page) = &self.screen else { return None };
        page.of.selected_board().map(str::to_owned)
    }

    /// Opens the library; what is on screen waits.
    pub(super) fn open_library(&mut self) {
        self.screen.turn_to(Screen::Library, LibraryMemory::default());
    }
}

/// Writes a file of the own copy; returns why it cannot be written, if so.
fn write_own(path: &Path, text: String) -> Option<String> {
    // A folder that cannot be made is told by the file that cannot be written.
    if let Some(folder) = path.parent() {
        let _ = RealDisk.make_folder(folder);
    }
    storage::write_whole(path, text).err().map(|error| error.to_string())
}

/// Plays games again with other facts; returns a sentence for each that used what was put right.
fn rechecked(games: &[PathBuf], correct: &Pack) -> Vec<String> {
    let mut told = Vec::new();
    for path in games {
        // A file that cannot be read any more is told where recent games are listed.
        let Some(journal) = storage::read(path).ok().and_then(|bytes| read_record(&bytes).record)
        else {
            continue;
        };
        if let Some(found) = recheck(&journal, correct) {
            let name = path.file_stem().unwrap_or(path.as_os_str());
            let name = name.to_string_lossy();
            told.push(format!("{name}: {}", recheck_words(&journal, &found)));
        }
    }
    if told.is_empty() {
        told.push("No recent game used what was put right.".to_owned());
    }
    told
}

/// What a game would come to, in a sentence.
fn recheck_words(journal: &Journal, found: &Recheck) -> String {
    if found.is_same() {
        return "would come out the same.".to_owned();
    }
    let game = journal.game();
    let points = found.points.iter().map(|(player, was, would)| {
        let who = game.race_label(*player);
        let would = counted(would, "point", "points");
        format!("{who} would have {would} instead of {was}")
    });
    let mut parts: Vec<String> = points.collect();
    let stop = found.stops.as_ref().map(|stop| match stop {
        Stop::Setup(error) => (0, error.to_string()),
        Stop::Entry { number, before, refusal } => {
            (*number, refusal::whole(NamedGame::by_race(before), refusal))
        }
    });
    if let Some((entry, why)) = stop {
        let why = why.replace('\n', "; ");
        parts.push(format!("entry {entry} would not be possible: {why}"));
    }
    format!("{}.", clauses(&parts))
}
