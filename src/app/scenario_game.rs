//! The open scenario: its record, its file, and its commands.
//!
//! [`SaveHandle`] saves its file like those of the first game.

use std::path::Path;

use egui::Context;
use plain_text::capitalized;

use super::board_photos::PhotoSource;
use super::io_tasks::ReadPurpose;
use super::open_record::OpenRecord;
use super::own_cards::load_own_cards;
use super::record_files::{read_only_message, richer_backup_message};
use super::record_reader::OpenedRecord;
use super::screen::Screen;
use super::{App, Dialog, SaveHandle, SaveStatus};
use export::{ScenarioSubject, entry_page, scenario_layout_page, scenario_score_page, turn_page};
use record::print_change;
use scenario::Record;
use scenario::record::{
    Change, Scenario, ScenarioNotation, change_text, check_writable, consequences, empty_record,
    is_record, new_record, preview, read, warnings,
};
use scenario_rules::Action;
use scene::{DEFAULT_SIZE, PictureKind};
use storage::{RealDisk, TablePhotoFile};
use ui_menu::Menu;
use ui_record::RecordMemory;
use ui_scenario::{ScenarioMemory, map_picture, map_svg, turn_picture, turn_svg};

/// The limit of the seeds for dealt decks, so that a record shows short ones.
const MAX_SEED: u64 = 1_000_000;

/// An open scenario.
pub(super) type OpenScenario = OpenRecord<Scenario, ScenarioMemory>;

impl App {
    /// Returns the record of the open scenario.
    pub fn scenario(&self) -> Option<&Record> {
        match &self.screen {
            Screen::Scenario(open) => Some(&open.record),
            _ => None,
        }
    }

    /// Waits for the background work of the scenario's screen, for tests.
    pub fn finish_scenario(&mut self, ctx: &Context) {
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.finish_jobs(ctx);
        }
    }

    /// Starts a scenario on an empty map.
    pub(super) fn begin_scenario(
        &mut self,
        ctx: &Context,
        (columns, rows): (u8, u8),
        always: Option<u8>,
    ) {
        let mut record = empty_record(columns, rows);
        record.tags.date = self.world.date();
        if always.is_some() {
            // The learn-to-play scenarios are of level 1.
            for action in [Action::Level(1), Action::FixedInitiative(always)] {
                if let Err(error) = record.apply(Change::play(action)) {
                    self.show_message(ctx, change_text(&record, &error));
                }
            }
        }
        self.show_new_scenario(ctx, record);
    }

    /// Shows a scenario that has no file yet.
    fn show_new_scenario(&mut self, ctx: &Context, record: Record) {
        let (memory, saving) = (ScenarioMemory::new(&record), self.saver.orders().new_game());
        let open = OpenRecord { record, memory, saving, damaged: None };
        self.show_scenario(ctx, open);
    }

    fn show_scenario(&mut self, ctx: &Context, mut open: OpenScenario) {
        self.stop_phones();
        open.memory.set_seed(self.chance.u64(..MAX_SEED));
        self.screen = Screen::Scenario(Box::new(open));
        self.table_window.forget();
        self.dialog = None;
        self.tasks.cancel(ReadPurpose::Open);
        self.remember_path();
        self.load_cards(ctx);
    }

    /// Loads the owner's cards for the open scenario.
    fn load_cards(&mut self, ctx: &Context) {
        let Some(own) = self.world.own.clone() else {
            return;
        };
        let load = move || load_own_cards(&own);
        self.tasks.read(ctx, (ReadPurpose::Cards, None), load, |app, ctx, loaded| match loaded {
            Ok(cards) => {
                if let Screen::Scenario(open) = &mut app.screen {
                    open.memory.set_cards(cards);
                }
            }
            Err(error) => app.show_message(ctx, error.to_string()),
        });
    }

    /// Shows a scenario read from its file.
    pub(super) fn show_opened_scenario(
        &mut self,
        ctx: &Context,
        path: &Path,
        opened: OpenedRecord<Scenario>,
    ) {
        let OpenedRecord {
            record,
            saving,
            problems: mut lines,
            richer_backup,
            recovery,
            is_read_only_copy,
            photograph,
            ..
        } = opened;
        lines.extend(warning_lines(&record));
        lines.extend(
            richer_backup.map(|fuller| richer_backup_message(record.entry_count(), &fuller)),
        );
        if let SaveStatus::ReadOnly(why) = saving.status() {
            lines.insert(0, read_only_message(&why));
        }
        let mut memory = ScenarioMemory::new(&record);
        if let Some(jpeg) = photograph {
            memory.place_photo(ctx, jpeg);
        }
        let damaged = (recovery.is_some() || is_read_only_copy).then(|| path.to_owned());
        self.show_scenario(ctx, OpenRecord { record, memory, saving, damaged });
        match recovery {
            Some(form) => self.dialog = Some(Dialog::Recover(form)),
            None => self.report(path, lines),
        }
    }

    /// Shows a scenario whose damaged file was recovered.
    pub(super) fn show_recovered(&mut self, ctx: &Context, record: Record, saving: SaveHandle) {
        let memory = ScenarioMemory::new(&record);
        let open = OpenRecord { record, memory, saving, damaged: None };
        self.show_scenario(ctx, open);
    }

    /// Starts a game from the text of a position file.
    pub(super) fn show_position(&mut self, ctx: &Context, path: &Path, text: &str) {
        if is_record(text) {
            return self.open_scenario_text(ctx, text);
        }
        match scenario::parse(text) {
            Ok(position) => {
                let mut record = new_record(position);
                record.tags.date = self.world.date();
                self.show_new_scenario(ctx, record);
            }
            Err(error) => self.show_message(ctx, format!("{}: {error}", path.display())),
        }
    }

    /// Opens a scenario given as text; changes go to a new file.
    pub(super) fn open_scenario_text(&mut self, ctx: &Context, text: &str) {
        let loaded = read(text);
        if let Some(error) = &loaded.error {
            self.show_message(ctx, error.to_string());
        }
        if let Some(record) = loaded.record {
            let lines = warning_lines(&record);
            self.show_new_scenario(ctx, record);
            self.report(Path::new("Scenario"), lines);
        }
    }

    /// Makes changes of the record of the open scenario, and saves them.
    pub(super) fn change_scenario(&mut self, ctx: &Context, changes: Vec<Change>) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        let is_single = changes.len() == 1;
        match open.change(changes, make) {
            Ok(consequences) => {
                let messages: Vec<String> = consequences.into_iter().flatten().collect();
                if is_single && !messages.is_empty() {
                    self.show_message(ctx, messages.join(" "));
                }
            }
            Err(refusal) => self.show_change_refusal(ctx, refusal),
        }
    }

    /// Reads a photograph to place below the map of the open scenario.
    pub(super) fn read_map_photo(&mut self, ctx: &Context, source: PhotoSource) {
        if let Screen::Scenario(open) = &mut self.screen {
            let (named, read) = source.reader();
            open.memory.read_photo(ctx, &open.record, named, read);
        }
    }

    /// Places a photograph below a map of this size. A map of another size, on which nothing was
    /// done yet, is replaced by a new one.
    pub(super) fn place_map_photo(&mut self, ctx: &Context, size: (u8, u8), jpeg: Vec<u8>) {
        let board = self.scenario().map(|record| record.game().position().board());
        if board.is_some_and(|board| (board.columns(), board.rows()) != size) {
            self.begin_scenario(ctx, size, None);
        }
        if let Screen::Scenario(open) = &mut self.screen {
            open.memory.place_photo(ctx, jpeg.clone());
            open.memory.set_unsaved_photo(Some(jpeg));
        }
    }

    /// Stores the photograph below the map with the game, once the game has a file.
    pub(super) fn save_map_photo(&mut self, ctx: &Context) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        let (Some(own), Some(path)) = (self.world.own.clone(), open.saving.path()) else {
            return;
        };
        if let Some(jpeg) = open.memory.take_unsaved_photo() {
            self.tasks.write(
                ctx,
                None,
                move || {
                    let why = TablePhotoFile::of(&RealDisk, &own, &path).save(&jpeg).err()?;
                    Some(format!("The photograph below the map is not kept: {why}."))
                },
                Self::show_any_message,
            );
        }
    }

    /// Removes the photograph below the map, also from the disk.
    pub(super) fn clear_map_photo(&mut self, ctx: &Context) {
        let Screen::Scenario(open) = &mut self.screen else {
            return;
        };
        open.memory.remove_photo();
        open.memory.set_unsaved_photo(None);
        if let (Some(own), Some(path)) = (self.world.own.clone(), open.saving.path()) {
            self.tasks.write(
                ctx,
                None,
                move || {
                    let picture = TablePhotoFile::of(&RealDisk, &own, &path);
                    picture.remove();
                    picture.load().is_ok().then(|| {
                        "The photograph below the map could not be removed from the disk."
                            .to_owned()
                    })
                },
                Self::show_any_message,
            );
        }
    }

    /// Carries out a menu entry on the open scenario; returns `false` for entries that work as in
    /// the first game.
    pub(super) fn scenario_menu(&mut self, ctx: &Context, menu: Menu) -> bool {
        let Screen::Scenario(open) = &mut self.screen else {
            return false;
        };
        if let Some(effect) = open.menu(menu) {
            self.carry_out_effect(ctx, effect, Self::change_scenario);
            return true;
        }
        let OpenScenario { record, memory, .. } = open.as_ref();
        let entry = memory.record_view().entry(record);
        match menu {
            Menu::Layout | Menu::PrintLayout => {
                let subject = ScenarioSubject { record, at: entry };
                let map = record.game_at(entry).map(|game| map_svg(&game)).unwrap_or_default();
                if let Some(page) = scenario_layout_page(subject, &map) {
                    self.show_page(ctx, "table.html", page);
                }
            }
            Menu::PrintScores => match scenario_score_page(ScenarioSubject { record, at: entry }) {
                Some(page) => self.show_page(ctx, "scores.html", page),
                None => self.show_message(ctx, "The scenario has not ended yet.".to_owned()),
            },
            Menu::PrintDispute => {
                if let Some((at, question)) = memory.question(record) {
                    let subject = ScenarioSubject { record, at };
                    let page = turn_page(subject, &question, &turn_svg(&question));
                    self.show_page(ctx, "turn.html", page);
                } else {
                    let at = entry.saturating_sub(1);
                    let map = record.game_at(at).map(|game| map_svg(&game)).unwrap_or_default();
                    match entry_page(ScenarioSubject { record, at }, &map) {
                        Some(page) => self.show_page(ctx, "entry.html", page),
                        None => self.show_message(ctx, "Nothing is recorded yet.".to_owned()),
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws the map after the entry in view to a file, with the monster turn on screen.
    pub(super) fn save_map(&mut self, ctx: &Context, path: &Path) {
        let Screen::Scenario(open) = &self.screen else {
            return;
        };
        let OpenScenario { record, memory, .. } = open.as_ref();
        let Some(game) = record.game_at(memory.record_view().entry(record)) else {
            return;
        };
        let drawn = PictureKind::from_path(path)
            .and_then(|kind| match memory.shown_turn(record) {
                Some(question) => turn_picture(&question, kind, DEFAULT_SIZE),
                None => map_picture(&game, kind, DEFAULT_SIZE),
            })
            .map_err(|error| error.to_string());
        let done = format!("The picture was saved to {}.", path.display());
        self.write_chosen(ctx, path, drawn, done);
    }
}

/// Makes a change; returns it as a line of the log, with its consequences in words.
fn make(record: &mut Record, change: Change) -> Result<(String, Option<String>), String> {
    let is_play = matches!(change, Change::Play(_));
    if let Change::Play(judged) = &change
        && let Err(unwritable) = check_writable(&judged.action, record.game().position())
    {
        // A rule that the action breaks is reported before a text that cannot be written.
        let why = preview(record, &judged.action).err().unwrap_or(unwritable);
        return Err(why.in_words(record.game().position().names()));
    }
    let game = record.game().clone();
    let change = record.apply(change).map_err(|error| change_text(record, &error))?;
    let consequences = if is_play { consequences(record, record.cursor()) } else { Vec::new() };
    let line = print_change::<ScenarioNotation>(&game, &change);
    Ok((line, (!consequences.is_empty()).then(|| consequences.join(" "))))
}

/// Returns the entries of an older record that the current edition of the rules judges otherwise.
fn warning_lines(record: &Record) -> Vec<String> {
    let warnings = warnings(record);
    if warnings.is_empty() {
        return Vec::new();
    }
    let lead = "The rules are read more strictly now than when this was recorded. What was \
                recorded stands; new entries are judged by the rules as they are now.";
    let lines = warnings.iter().map(|warning| format!("{}.", capitalized(warning)));
    std::iter::once(lead.to_owned()).chain(lines).collect()
}
