//! The scenario that is open: its record, its file, and what was asked of it carried out.
//!
//! Its file is kept as those of the first game are, by [`Saving`].

use std::path::{Path, PathBuf};

use egui::Context;
use plain_text::capital;

use super::files::{fuller_words, read_only_words};
use super::io_tasks::Purpose;
use super::opened::OpenedRecord;
use super::screen::Screen;
use super::tracing::read_photo;
use super::{App, Dialog, Saving, Standing};
use record::print_change;
use report::{ScenarioSubject, scenario_layout_page, turn_page};
use scenario::Record;
use scenario::record::{
    Change, Scenario, ScenarioNotation, begin, change_words, check_writable, consequences, empty,
    is_record, preview, print, read, warnings,
};
use scenario_rules::Action;
use scene::{PictureKind, USUAL_SIZE};
use storage::{RealDisk, TablePicture};
use ui_menu::Menu;
use ui_scenario::{ScenarioMemory, map_picture, map_svg, turn_picture, turn_svg};

/// A scenario that is open.
pub(super) struct OpenScenario {
    pub(super) record: Record,
    pub(super) memory: ScenarioMemory,
    pub(super) saving: Saving,
    /// Its file, if that is damaged and nothing was decided about it.
    pub(super) damaged: Option<PathBuf>,
    /// The photograph below the map, until there is a file that it can be kept with.
    photograph: Option<Vec<u8>>,
}

impl OpenScenario {
    /// What the title of the window calls it.
    pub(super) fn name(&self) -> String {
        let path = self.saving.path();
        let stem = path.as_deref().and_then(Path::file_stem);
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let name = self.record.tags.title.clone().or(stem);
        name.unwrap_or_else(|| "Scenario".to_owned())
    }

    /// Returns why nothing can be recorded in the file, in a sentence, if so.
    pub(super) fn read_only(&self) -> Option<String> {
        match self.saving.standing() {
            Standing::ReadOnly(why) => Some(format!("Nothing can be recorded here: {why}.")),
            _ => None,
        }
    }
}

impl App {
    /// The record of the scenario that is open.
    pub fn scenario(&self) -> Option<&Record> {
        match &self.screen {
            Screen::Scenario(open) => Some(&open.record),
            _ => None,
        }
    }

    /// Waits for what the screen of the scenario works out, as a test has to.
    pub fn finish_scenario(&mut self, ctx: &Context) {
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.finish(ctx);
        }
    }

    /// Begins a scenario on an empty map.
    pub(super) fn begin_scenario(
        &mut self,
        ctx: &Context,
        (columns, rows): (u8, u8),
        always: Option<u8>,
    ) {
        let mut record = empty(columns, rows);
        record.tags.date = Some(self.world.today.clone()).filter(|date| !date.is_empty());
        if always.is_some() {
            // The learn-to-play scenarios are of level 1.
            for action in [Action::Level(1), Action::Always(always)] {
                if let Err(error) = record.apply(Change::play(action)) {
                    self.tell(ctx, change_words(&record, &error));
                }
            }
        }
        self.show_new_scenario(record);
    }

    /// Shows a scenario that has no file yet.
    fn show_new_scenario(&mut self, record: Record) {
        let (memory, saving) = (ScenarioMemory::new(&record), self.saver.orders().begin());
        self.show_scenario(OpenScenario {
            record,
            memory,
            saving,
            damaged: None,
            photograph: None,
        });
    }

    fn show_scenario(&mut self, open: OpenScenario) {
        self.screen = Screen::Scenario(Box::new(open));
        self.dialog = None;
        self.tasks.give_up(Purpose::Open);
        self.remember_path();
    }

    /// Shows a scenario as it was read from its file.
    pub(super) fn show_opened_scenario(
        &mut self,
        ctx: &Context,
        path: &Path,
        opened: OpenedRecord<Scenario>,
    ) {
        let OpenedRecord {
            record,
            saving,
            odd: mut lines,
            fuller,
            mending,
            is_left_alone,
            photograph,
            ..
        } = opened;
        lines.extend(warning_lines(&record));
        lines.extend(fuller.map(|fuller| fuller_words(record.entry_count(), &fuller)));
        if let Standing::ReadOnly(why) = saving.standing() {
            lines.insert(0, read_only_words(&why));
        }
        let mut memory = ScenarioMemory::new(&record);
        if let Some(jpeg) = photograph {
            memory.lay_photo(ctx, jpeg);
        }
        let damaged = (mending.is_some() || is_left_alone).then(|| path.to_owned());
        let photograph = None;
        self.show_scenario(OpenScenario { record, memory, saving, damaged, photograph });
        match mending {
            Some(form) => self.dialog = Some(Dialog::Mend(form)),
            None => self.report(path, lines),
        }
    }

    /// Shows a scenario whose damaged file was mended.
    pub(super) fn show_mended(&mut self, record: Record, saving: Saving) {
        self.show_scenario(OpenScenario {
            memory: ScenarioMemory::new(&record),
            record,
            saving,
            damaged: None,
            photograph: None,
        });
    }

    /// Shows the text of the file of a position, which begins a game of its own.
    pub(super) fn show_position(&mut self, ctx: &Context, path: &Path, text: &str) {
        if is_record(text) {
            return self.open_scenario_text(ctx, text);
        }
        match scenario::parse(text) {
            Ok(position) => {
                let mut record = begin(position);
                record.tags.date = Some(self.world.today.clone()).filter(|date| !date.is_empty());
                self.show_new_scenario(record);
            }
            Err(error) => self.tell(ctx, format!("{}: {error}", path.display())),
        }
    }

    /// Opens a scenario given as text; changes go to a new file.
    pub(super) fn open_scenario_text(&mut self, ctx: &Context, text: &str) {
        let loaded = read(text);
        if let Some(error) = &loaded.error {
            self.tell(ctx, error.to_string());
        }
        if let Some(record) = loaded.record {
            let lines = warning_lines(&record);
            self.show_new_scenario(record);
            self.report(Path::new("Scenario"), lines);
        }
    }

    /// Makes changes of the record of the scenario that is open, and saves them.
    pub(super) fn change_scenario(&mut self, ctx: &Context, changes: Vec<Change>) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        if let Some(path) = open.damaged.clone().filter(|_| open.read_only().is_some()) {
            return self.ask_to_mend(ctx, &path);
        }
        if let Some(why) = open.read_only() {
            return self.tell(ctx, why);
        }
        let is_repair =
            changes.len() > 1 && changes.iter().any(|change| matches!(change, Change::Play(_)));
        let before = open.record.here();
        // A repair is made whole or not at all.
        let mut record = open.record.clone();
        let (mut lines, mut told) = (Vec::new(), Vec::new());
        for change in changes {
            match make(&mut record, change) {
                Ok((line, effects)) => {
                    lines.push(line);
                    told.extend(effects.filter(|_| !is_repair));
                }
                Err(why) => return self.tell(ctx, why),
            }
        }
        open.saving.write(&record, lines);
        if is_repair {
            open.memory.note_repair(before, record.here());
        }
        open.record = record;
        if !told.is_empty() {
            self.tell(ctx, told.join(" "));
        }
    }

    /// Takes back the latest entry or repair of the scenario that is open, or makes it again.
    fn undo_scenario(&mut self, ctx: &Context, again: bool) {
        let Screen::Scenario(open) = &self.screen else {
            return;
        };
        let OpenScenario { record, memory, .. } = open.as_ref();
        let changes = if again { memory.redo(record) } else { memory.undo(record) };
        if changes.is_empty() {
            let nothing = if again { "Nothing was taken back." } else { "Nothing to take back." };
            return self.tell(ctx, nothing.to_owned());
        }
        self.change_scenario(ctx, changes);
    }

    /// Reads a photograph of the map of the scenario that is open, to be laid below it.
    pub(super) fn read_map(&mut self, ctx: &Context, path: &Path) {
        if let Screen::Scenario(open) = &mut self.screen {
            let (named, read) = read_photo(path);
            open.memory.read_photo(ctx, &open.record, named, read);
        }
    }

    /// Lays a photograph below a map of this size. A map on which nothing was done yet takes that
    /// size.
    pub(super) fn lay_map(&mut self, ctx: &Context, size: (u8, u8), jpeg: Vec<u8>) {
        let board = self.scenario().map(|record| record.game().position().board());
        if board.is_some_and(|board| (board.columns(), board.rows()) != size) {
            self.begin_scenario(ctx, size, None);
        }
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.lay_photo(ctx, jpeg.clone());
            open.photograph = Some(jpeg);
        }
    }

    /// Keeps the photograph below the map with the game, once that has a file.
    pub(super) fn keep_map(&mut self, ctx: &Context) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        let (Some(own), Some(path)) = (self.world.own.clone(), open.saving.path()) else {
            return;
        };
        if let Some(jpeg) = open.photograph.take() {
            let work = move || {
                let kept = TablePicture::of(&RealDisk, &own, &path).keep(&jpeg);
                let why = kept.err()?;
                Some(format!("The photograph below the map is not kept: {why}."))
            };
            self.tasks.write(ctx, None, work, Self::tell_any);
        }
    }

    /// Takes the photograph below the map away, from the game as well.
    pub(super) fn clear_map(&mut self, ctx: &Context) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        open.memory.clear_photo();
        open.photograph = None;
        if let (Some(own), Some(path)) = (self.world.own.clone(), open.saving.path()) {
            let work = move || {
                let picture = TablePicture::of(&RealDisk, &own, &path);
                picture.forget();
                let told = "The photograph below the map could not be removed from the disk.";
                picture.kept().is_ok().then(|| told.to_owned())
            };
            self.tasks.write(ctx, None, work, Self::tell_any);
        }
    }

    /// Carries out an entry of the menus on the scenario that is open; says whether it is one
    /// that stands for something else there than in the first game.
    pub(super) fn scenario_menu(&mut self, ctx: &Context, menu: Menu) -> bool {
        let Screen::Scenario(open) = &mut self.screen else {
            return false;
        };
        let OpenScenario { record, memory, .. } = open.as_mut();
        let (entry, last) = (memory.entry(record), record.cursor());
        let leaves_repair = matches!(
            menu,
            Menu::Undo | Menu::Redo | Menu::First | Menu::Previous | Menu::Next | Menu::Last
        );
        if leaves_repair && memory.is_repairing() {
            self.tell(ctx, "A repair goes on; accept it or cancel it first.".to_owned());
            return true;
        }
        match menu {
            Menu::Undo => self.undo_scenario(ctx, false),
            Menu::Redo => self.undo_scenario(ctx, true),
            Menu::Repair => memory.open_repair(record),
            Menu::First => memory.look_at(record, 0),
            Menu::Previous => memory.look_at(record, entry.saturating_sub(1)),
            Menu::Next => memory.look_at(record, entry + 1),
            Menu::Last => memory.look_at(record, last),
            Menu::CopyRecord => {
                ctx.copy_text(print(record));
                self.tell(ctx, "The record was copied.".to_owned());
            }
            Menu::Layout | Menu::PrintLayout => {
                let subject = ScenarioSubject { record, at: entry };
                let map = record.game_at(entry).map(|game| map_svg(&game)).unwrap_or_default();
                if let Some(page) = scenario_layout_page(subject, &map) {
                    self.show_page(ctx, "table.html", page);
                }
            }
            Menu::PrintDispute => {
                if let Some((at, question)) = memory.question(record) {
                    let subject = ScenarioSubject { record, at };
                    let page = turn_page(subject, &question, &turn_svg(&question));
                    self.show_page(ctx, "turn.html", page);
                } else {
                    let how = "Select a monster, or look at an entry that is a monster's turn.";
                    self.tell(ctx, how.to_owned());
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws the map after the entry that is looked at into a file, with the turn that is shown.
    pub(super) fn save_map(&mut self, ctx: &Context, path: &Path) {
        let Screen::Scenario(open) = &self.screen else {
            return;
        };
        let OpenScenario { record, memory, .. } = open.as_ref();
        let Some(game) = record.game_at(memory.entry(record)) else {
            return;
        };
        let drawn = PictureKind::of(path).and_then(|kind| match memory.shown_turn(record) {
            Some(question) => turn_picture(&question, kind, USUAL_SIZE),
            None => map_picture(&game, kind, USUAL_SIZE),
        });
        let drawn = drawn.map_err(|error| error.to_string());
        let done = format!("The picture was saved to {}.", path.display());
        self.write_chosen(ctx, path, drawn, done);
    }
}

/// Makes a change; returns it as a line of the log, with what it brought about in words.
fn make(record: &mut Record, change: Change) -> Result<(String, Option<String>), String> {
    let is_play = matches!(change, Change::Play(_));
    if let Change::Play(judged) = &change
        && let Err(unwritable) = check_writable(&judged.action, record.game().position())
    {
        // What is wrong at the table comes first.
        let why = preview(record, &judged.action).err().unwrap_or(unwritable);
        return Err(why.in_words(record.game().position().names()));
    }
    let game = record.game().clone();
    let change = record.apply(change).map_err(|error| change_words(record, &error))?;
    let consequences = if is_play { consequences(record, record.cursor()) } else { Vec::new() };
    let line = print_change::<ScenarioNotation>(&game, &change);
    Ok((line, (!consequences.is_empty()).then(|| consequences.join(" "))))
}

/// What the rules would have otherwise now of a record that was made under an earlier edition.
fn warning_lines(record: &Record) -> Vec<String> {
    let warnings = warnings(record);
    if warnings.is_empty() {
        return Vec::new();
    }
    let lead = "The rules are read more strictly now than when this was recorded. What was \
                recorded stands; new entries are judged by the rules as they are now.";
    let lines = warnings.iter().map(|warning| format!("{}.", capital(warning)));
    std::iter::once(lead.to_owned()).chain(lines).collect()
}
