//! The open campaign: its record, its file, its commands, and the gains it takes from the record of
//! a scenario.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::Context;

use super::io_tasks::ReadPurpose;
use super::open_record::OpenRecord;
use super::own_cards::files_to_import;
use super::record_files::{SETTLE_PATIENCE, name_of, read_only_message, richer_backup_message};
use super::record_reader::OpenedRecord;
use super::saving::SaveOrders;
use super::screen::Screen;
use super::{App, Dialog, SaveHandle, SaveStatus};
use campaign::Record;
use campaign::box_facts::{self, BoxFacts};
use campaign::record::{
    CampaignNotation, Change, RecordedCampaign, change_text, new_record, preview, read,
};
use campaign::scenario_gains::{Roster, entries_of, scenario_note};
use campaign_rules::{Action, Campaign, Name};
use export::campaign_page;
use plain_text::counted;
use record::{Loaded, RecordForm, print_change};
use scenario::record::{Scenario, ScenarioNotation};
use scenario_cards::import::SourceFile;
use scenario_rules::{Action as ScenarioAction, Game};
use ui_campaign::{CampaignCommand, CampaignMemory};
use ui_kit::queue::CommandQueue;
use ui_menu::Menu;
use ui_record::RecordMemory;

/// Maximum wait for the note in the record of a scenario to be saved.
const NOTE_PATIENCE: Duration = Duration::from_secs(10);

/// An open campaign.
pub(super) type OpenCampaign = OpenRecord<RecordedCampaign, CampaignMemory>;

impl App {
    /// Returns the record of the open campaign.
    pub fn campaign(&self) -> Option<&Record> {
        match &self.screen {
            Screen::Campaign(open) => Some(&open.record),
            _ => None,
        }
    }

    /// Starts a campaign with a new box.
    pub(super) fn begin_campaign(&mut self) {
        let mut record = new_record();
        record.tags.date = self.world.date();
        self.show_new_campaign(record);
    }

    /// Shows a campaign that has no file yet.
    fn show_new_campaign(&mut self, record: Record) {
        let (memory, saving) = (CampaignMemory::new(&record), self.saver.orders().new_game());
        self.show_campaign(OpenRecord { record, memory, saving, damaged: None });
    }

    fn show_campaign(&mut self, open: OpenCampaign) {
        self.stop_phones();
        self.screen = Screen::Campaign(Box::new(open));
        self.table_window.forget();
        self.dialog = None;
        self.tasks.cancel(ReadPurpose::Open);
        self.remember_path();
    }

    /// Shows a campaign read from its file.
    pub(super) fn show_opened_campaign(
        &mut self,
        path: &Path,
        opened: OpenedRecord<RecordedCampaign>,
    ) {
        let OpenedRecord {
            record,
            saving,
            problems: mut lines,
            richer_backup,
            recovery,
            is_read_only_copy,
            ..
        } = opened;
        lines.extend(
            richer_backup.map(|fuller| richer_backup_message(record.entry_count(), &fuller)),
        );
        if let SaveStatus::ReadOnly(why) = saving.status() {
            lines.insert(0, read_only_message(&why));
        }
        let memory = CampaignMemory::new(&record);
        let damaged = (recovery.is_some() || is_read_only_copy).then(|| path.to_owned());
        self.show_campaign(OpenRecord { record, memory, saving, damaged });
        match recovery {
            Some(form) => self.dialog = Some(Dialog::Recover(form)),
            None => self.report(path, lines),
        }
    }

    /// Shows a campaign whose damaged file was recovered.
    pub(super) fn show_recovered_campaign(&mut self, record: Record, saving: SaveHandle) {
        let memory = CampaignMemory::new(&record);
        self.show_campaign(OpenRecord { record, memory, saving, damaged: None });
    }

    /// Opens a campaign given as text; changes go to a new file.
    pub(super) fn open_campaign_text(&mut self, ctx: &Context, text: &str) {
        let loaded = read(text);
        if let Some(error) = &loaded.error {
            self.show_message(ctx, error.to_string());
        }
        if let Some(record) = loaded.record {
            self.show_new_campaign(record);
        }
    }

    /// Makes changes of the record of the open campaign, and saves them. Either all of them are
    /// made or none; returns `true` if they are.
    pub(super) fn change_campaign(&mut self, ctx: &Context, changes: Vec<Change>) -> bool {
        let Screen::Campaign(open) = &mut self.screen else {
            return false;
        };
        match open.change(changes, make) {
            Ok(_) => true,
            Err(refusal) => {
                self.show_change_refusal(ctx, refusal);
                false
            }
        }
    }

    /// Carries out a menu entry on the open campaign; returns `false` for entries that work as in
    /// the first game.
    pub(super) fn campaign_menu(&mut self, ctx: &Context, menu: Menu) -> bool {
        let Screen::Campaign(open) = &mut self.screen else {
            return false;
        };
        if let Some(effect) = open.menu(menu) {
            self.carry_out_effect(ctx, effect, |app, ctx, changes| {
                app.change_campaign(ctx, changes);
            });
            return true;
        }
        let OpenCampaign { record, memory, .. } = open.as_ref();
        match menu {
            Menu::PrintScores => {
                let why = "A campaign has no scores; \"Print the table\" prints its sheets.";
                self.show_message(ctx, why.to_owned());
            }
            Menu::Layout | Menu::PrintLayout => {
                if let Some(page) = campaign_page(record, memory.record_view().entry(record)) {
                    self.show_page(ctx, "campaign.html", page);
                }
            }
            Menu::PrintDispute => {
                let why = "The journal shows the receipt of each entry.".to_owned();
                self.show_message(ctx, why);
            }
            Menu::SavePicture => {
                self.show_message(ctx, "A campaign has no picture; print its sheets.".to_owned());
            }
            Menu::Phones => {
                let why = "Phones show games and scenarios, not a campaign.".to_owned();
                self.show_message(ctx, why);
            }
            _ => return false,
        }
        true
    }

    /// Reads facts for the open campaign from edition files, and shows what they are.
    pub(super) fn read_box_facts(&mut self, ctx: &Context, paths: Vec<PathBuf>) {
        let Screen::Campaign(open) = &self.screen else {
            return;
        };
        if let Some(why) = open.memory.unavailable() {
            return self.show_message(ctx, why);
        }
        let game = open.record.game().clone();
        let read = move || box_facts_of(game.campaign(), &paths);
        let label = "Reading the files…".to_owned();
        self.tasks.read(ctx, (ReadPurpose::CardImport, Some(label)), read, |app, ctx, read| {
            match read {
                Ok(facts) => app.dialog = Some(Dialog::ImportFacts(Box::new(facts))),
                Err(why) => app.show_message(ctx, why),
            }
        });
    }

    /// Records facts of the box in the open campaign; undo takes all of them back.
    pub(super) fn add_box_facts(&mut self, ctx: &Context, facts: Vec<Action>) {
        let count = counted(facts.len(), "fact is", "facts are");
        if self.change_campaign(ctx, facts.into_iter().map(Change::Play).collect()) {
            self.show_message(ctx, format!("{count} recorded."));
        }
    }

    /// Takes the gains of a scenario into a campaign: of the scenario at `path` into the open
    /// campaign, or of the open scenario into the campaign at `path`, which is opened.
    pub(super) fn use_gains(&mut self, ctx: &Context, path: &Path) {
        if !matches!(self.screen, Screen::Scenario(_)) {
            return self.import_gains(ctx, path);
        }
        match self.file() {
            Some(scenario) => {
                self.gains_to_take = Some((path.to_owned(), scenario));
                self.open_record(ctx, path);
            }
            None => self.show_message(ctx, "The scenario has no file yet.".to_owned()),
        }
    }

    /// Reads the record of a scenario, and records its gains for the party that plays one.
    pub(super) fn import_gains(&mut self, ctx: &Context, path: &Path) {
        let Screen::Campaign(open) = &self.screen else {
            let why = "Open the campaign first that takes the gains.";
            return self.show_message(ctx, why.to_owned());
        };
        if let Some(why) = open.memory.unavailable() {
            return self.show_message(ctx, why);
        }
        let in_view = open.memory.party_in_view().cloned();
        let (campaign, file) = (open.record.game().clone(), self.file());
        let (path, orders) = (path.to_owned(), self.saver.orders());
        let label = format!("Reading {}…", name_of(&path));
        self.tasks.read(
            ctx,
            (ReadPurpose::Chosen, Some(label)),
            move || {
                orders.flush(SETTLE_PATIENCE);
                let (party, entries) = read_gains(&path, campaign.campaign(), in_view.as_ref())?;
                Ok((path, party, entries))
            },
            move |app, ctx, read: Result<_, String>| match read {
                Ok(_) if app.file() != file => {
                    let why = "The campaign was closed meanwhile; no gains are taken.";
                    app.show_message(ctx, why.to_owned());
                }
                Ok((path, party, entries)) => app.take_gains(ctx, path, &party, entries),
                Err(why) => app.show_message(ctx, why),
            },
        );
    }

    /// Records the gains of a scenario, and notes the campaign in the scenario's own record.
    fn take_gains(&mut self, ctx: &Context, path: PathBuf, party: &Name, entries: Vec<Action>) {
        let Screen::Campaign(open) = &mut self.screen else {
            return;
        };
        if let Some(why) = open.memory.unavailable() {
            return self.show_message(ctx, why);
        }
        let queue = CommandQueue::default();
        open.memory.offer(&open.record, entries, &queue);
        let mut is_taken = false;
        for command in queue.take() {
            match command {
                CampaignCommand::Play(actions) => {
                    let changes = actions.into_iter().map(Change::Play).collect();
                    is_taken = self.change_campaign(ctx, changes);
                }
                command => self.run_command(ctx, command.into()),
            }
        }
        if !is_taken {
            return;
        }
        let message = format!("The gains of {} are recorded.", name_of(&path));
        let Some(campaign) = self.file() else {
            return self.show_message(ctx, message);
        };
        let (orders, party) = (self.saver.orders(), party.clone());
        self.tasks.write(
            ctx,
            None,
            move || match note_campaign(&orders, &path, &campaign, &party) {
                Ok(()) => format!("{message} Both files name each other."),
                Err(why) => format!("{message} {why}"),
            },
            Self::show_message,
        );
    }
}

/// Makes a change; returns it as a line of the log, with nothing to report.
fn make(record: &mut Record, change: Change) -> Result<(String, ()), String> {
    if let Change::Play(action) = &change {
        preview(record, action)?;
    }
    let game = record.game().clone();
    let change = record.apply(change).map_err(|error| change_text(&error))?;
    Ok((print_change::<CampaignNotation>(&game, &change), ()))
}

/// Reads the facts of edition files, also of those in folders.
fn box_facts_of(campaign: &Campaign, paths: &[PathBuf]) -> Result<BoxFacts, String> {
    let files = files_to_import(paths).map_err(|error| error.to_string())?;
    let mut contents = Vec::with_capacity(files.len());
    for file in files {
        let bytes = storage::read_at_most(&file, box_facts::MAX_BYTES as u64)
            .map_err(|error| error.to_string())?;
        contents.push((file.display().to_string(), bytes));
    }
    let sources: Vec<SourceFile<'_>> =
        contents.iter().map(|(name, bytes)| SourceFile { name, bytes }).collect();
    box_facts::box_facts(campaign, &sources).map_err(|error| error.to_string())
}

/// Reads the entries that the end of a scenario brings to a party of the campaign: to the party that
/// plays a scenario, or for a random dungeon to the party of its characters.
fn read_gains(
    path: &Path,
    campaign: &Campaign,
    in_view: Option<&Name>,
) -> Result<(Name, Vec<Action>), String> {
    let bytes = storage::read(path).map_err(|error| error.to_string())?;
    let loaded = scenario::record::read_bytes(&bytes);
    let check = last_check(&loaded);
    let record = loaded.record.ok_or_else(|| match loaded.error {
        Some(error) => format!("{}: {error}", path.display()),
        None => format!("{} is no record of a scenario.", path.display()),
    })?;
    let game = record.game();
    let party = if game.position().dungeon().is_some() {
        party_in_dungeon(campaign, game, in_view)
            .ok_or("No party of the campaign has these characters.")
    } else {
        playing_party(campaign, in_view)
    }?;
    let entries = entries_of(Roster::of(campaign, &party), game, check).ok_or_else(|| {
        format!("{}: the scenario has not ended; end it there first.", name_of(path))
    })?;
    Ok((party, entries))
}

/// Returns the party that plays a scenario: the one in view, or the only one.
fn playing_party(campaign: &Campaign, in_view: Option<&Name>) -> Result<Name, &'static str> {
    let playing: Vec<&Name> = campaign
        .parties
        .iter()
        .filter(|party| party.playing.is_some())
        .map(|party| &party.name)
        .collect();
    match (playing.as_slice(), in_view) {
        (names, Some(name)) if names.contains(&name) => Ok(name.clone()),
        ([], _) => Err("No party plays a scenario; let it travel there first."),
        ([name], _) => Ok((*name).clone()),
        _ => Err("Several parties play a scenario; show the page of the one that takes the gains."),
    }
}

/// Returns the party with a character of a random dungeon: the one in view, or else the first.
fn party_in_dungeon(campaign: &Campaign, game: &Game, in_view: Option<&Name>) -> Option<Name> {
    let names = game.position().names();
    let played = game.summary()?.characters;
    let has_played = |party: &&Name| {
        let roster = Roster::of(campaign, party);
        played.iter().any(|gains| roster.member(&names.figure_name(gains.figure)).is_some())
    };
    let parties = campaign.parties.iter().map(|party| &party.name);
    in_view.into_iter().chain(parties).find(has_played).cloned()
}

/// Returns the check of the last line of a record; `None` if its lines have no checks.
fn last_check<G: record::RecordedGame>(loaded: &Loaded<G>) -> Option<u32> {
    (loaded.form == Some(RecordForm::Log)).then_some(loaded.check)
}

/// Notes in the record of a scenario which campaign took its gains.
///
/// # Errors
///
/// The reason the note could not be written. The gains are recorded nevertheless.
fn note_campaign(
    orders: &SaveOrders,
    path: &Path,
    campaign: &Path,
    party: &Name,
) -> Result<(), String> {
    let failed = |why: &dyn std::fmt::Display| {
        format!("The scenario's own record has no note about the campaign: {why}.")
    };
    orders.flush(SETTLE_PATIENCE);
    let bytes = storage::read(campaign).map_err(|error| failed(&error))?;
    let Some(check) = last_check(&campaign::record::read_bytes(&bytes)) else {
        return Ok(());
    };
    let bytes = storage::read(path).map_err(|error| failed(&error))?;
    let loaded: Loaded<Scenario> = scenario::record::read_bytes(&bytes);
    let mut saving = orders.resume(path, bytes, &loaded);
    if let SaveStatus::ReadOnly(why) = saving.status() {
        return Err(failed(&why));
    }
    let Some(mut record) = loaded.record else {
        return Ok(());
    };
    let game = record.game().clone();
    let note = ScenarioAction::Note(scenario_note(party, check));
    let change = record
        .apply(scenario::record::Change::play(note))
        .map_err(|error| failed(&scenario::record::change_text(&record, &error)))?;
    saving.write(&record, vec![print_change::<ScenarioNotation>(&game, &change)]);
    if saving.wait(NOTE_PATIENCE) { Ok(()) } else { Err(failed(&saving.words())) }
}
