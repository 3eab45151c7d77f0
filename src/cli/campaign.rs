//! Records of campaigns, for subcommands that read every kind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::answer::{CommandOutput, CommandResult, Exit};
use super::campaign_json::{
    CampaignCharacter, CampaignEntry, CampaignHand, CampaignParty, CampaignReceipt, CampaignReplay,
    CampaignStep, CampaignTown,
};
use super::cards::edition_files;
use super::input;
use super::record::{NO_ENTRY, RecordFailure};
use super::scenario::OpenedScenario;
use crate::recorded_games;
use campaign::Record;
use campaign::action::print_action;
use campaign::box_facts::{self, BoxFactsError, box_facts};
use campaign::open_steps::open_steps;
use campaign::record::{LogRecovery, action_at, advice, is_record, print_for_people, receipt_of};
use campaign::scenario_gains::{Roster, entries_of};
use campaign::sentence::sentence_of;
use campaign::sheet::{SheetPart, sheet};
use campaign_rules::character::Character;
use campaign_rules::party::{Party, Place};
use campaign_rules::world::{EventDeck, World};
use campaign_rules::{Campaign, Game, Name};
use export::campaign_page;
use plain_text::counted;
use record::RecordError;
use scenario_cards::import::SourceFile;

/// The note of a subcommand that does not read campaigns.
pub(super) const OTHER_SUBCOMMANDS: &str = "this subcommand is for games on a table; a campaign is read by `replay`, `receipt`, `check`, \
     `export`, `sheet`, `facts`, `mend` and `backups`";

/// Returns `true` if a file contains the record of a campaign, or has its extension.
pub(super) fn is_campaign(path: &Path) -> bool {
    // If there is no file, the subcommand that reads it reports that.
    (path.is_file() || input::is_stream(path))
        && (recorded_games::is_campaign(path)
            || input::read_text(path).is_ok_and(|text| is_record(&text)))
}

/// A campaign as far as it could be read.
pub(super) struct OpenedCampaign {
    path: PathBuf,
    record: Record,
    /// Warnings about the file.
    warnings: Vec<String>,
    /// The error at which reading stopped, with advice; ready to print.
    error: Option<String>,
}

impl OpenedCampaign {
    /// Opens a campaign after its last entry.
    pub(super) fn of(path: &Path) -> Result<Self, RecordFailure> {
        let file = path.display();
        let bytes = input::read(path)
            .map_err(|error| RecordFailure { error: error.to_string(), exit: Exit::Unusable })?;
        let loaded = campaign::record::read_bytes(&bytes);
        let error = loaded.error.as_ref().map(|error| with_advice(error, bytes));
        let Some(record) = loaded.record else {
            let error = error.unwrap_or_else(|| "nothing in it".to_owned());
            return Err(RecordFailure { error: format!("{file}: {error}"), exit: Exit::NotValid });
        };
        let warnings = loaded.warnings.iter().map(ToString::to_string).collect();
        Ok(Self { path: path.to_owned(), record, warnings, error })
    }

    /// Adds the warnings and the error of the record to an answer.
    fn finish(&self, answer: CommandOutput) -> CommandOutput {
        let file = self.path.display();
        let odd = self.warnings.iter().map(|odd| format!("{file}: warning: {odd}"));
        let answer = odd.fold(answer, CommandOutput::with_note);
        match &self.error {
            Some(error) => answer.with_note(format!("{file}: {error}")).with_exit(Exit::NotValid),
            None => answer,
        }
    }

    /// Returns entry `at` with the campaign after it, or the last one if `at` is `None`.
    fn at(&self, at: Option<usize>) -> Result<(usize, Game), CommandOutput> {
        let last = self.record.cursor();
        let at = at.unwrap_or(last);
        let game = self.record.game_at(at).filter(|_| at <= last).ok_or_else(|| {
            let why = format!("there is no entry {at}; the last is {last}");
            self.finish(CommandOutput::unusable(why))
        })?;
        Ok((at, game))
    }

    /// Returns the verdict on it, with an answer that holds the notes and the exit.
    pub(super) fn check(&self) -> (String, CommandOutput) {
        let entries = counted(self.record.cursor(), "entry", "entries");
        let verdict = if self.error.is_some() {
            format!("not valid, {entries} could be read")
        } else {
            let ended = self.record.game().campaign().world.ended;
            format!("valid, {entries}, after {}", counted(ended, "scenario", "scenarios"))
        };
        let file = self.path.display();
        let answer = advice(&self.record)
            .into_iter()
            .map(|advice| format!("{file}: warning: {advice}"))
            .fold(CommandOutput::default(), CommandOutput::with_note);
        (verdict, self.finish(answer))
    }

    /// Prints the record for people.
    pub(super) fn export(&self) -> CommandOutput {
        self.finish(CommandOutput::document(print_for_people(&self.record).trim_end()))
    }

    /// Refuses a subcommand that does not read campaigns.
    pub(super) fn refuse(&self) -> CommandOutput {
        CommandOutput::unusable(format!("{}: {OTHER_SUBCOMMANDS}", self.path.display()))
    }
}

/// Returns the error of a damaged record, with the number of lines behind it.
fn with_advice(error: &RecordError, bytes: Vec<u8>) -> String {
    let behind = LogRecovery::from_log(bytes)
        .and_then(|recovery| recovery.damaged_line().map(|line| line.lines_after))
        .filter(|&behind| behind > 0);
    match behind {
        None => error.to_string(),
        Some(behind) => {
            let behind = counted(behind, "line", "lines");
            format!(
                "{error}; {behind} behind it, and `founders-ledger mend` shows how to keep them"
            )
        }
    }
}

/// Prints the campaign after an entry: its sheet, and the steps that are still open.
pub(super) fn replay(opened: &OpenedCampaign, until: Option<usize>, json: bool) -> CommandResult {
    let (at, game) = opened.at(until)?;
    if json {
        let data = replay_data(opened, at, game.campaign());
        return Ok(opened.finish(CommandOutput::data(&data)));
    }
    let record = &opened.record;
    let title = record.tags.title.as_deref().unwrap_or("Campaign");
    let mut lines = vec![format!("{title}: after entry {at} of {}", record.cursor())];
    lines.extend(sentence_of(record, at).map(|latest| format!("Latest: {latest}")));
    let mut marks = record.commented_entries().into_iter();
    if let Some((_, words)) = marks.find(|(entry, _)| *entry == at) {
        lines.push(format!("Marked: {words}"));
    }
    lines.extend(sheet(game.campaign()).iter().flat_map(SheetPart::text));
    let steps = open_steps(game.campaign());
    if !steps.is_empty() {
        lines.push("Open steps".to_owned());
        lines.extend(steps.iter().map(|step| format!("  {step}")));
    }
    Ok(opened.finish(CommandOutput::lines(lines)))
}

fn texts<T: ToString>(of: impl IntoIterator<Item = T>) -> Vec<String> {
    of.into_iter().map(|of| of.to_string()).collect()
}

/// Returns the data of a campaign after an entry.
fn replay_data(opened: &OpenedCampaign, at: usize, campaign: &Campaign) -> CampaignReplay {
    let record = &opened.record;
    let comments: BTreeMap<usize, &str> = record.commented_entries().into_iter().collect();
    let entries = (1..=at).filter_map(|n| {
        Some(CampaignEntry {
            n,
            text: print_action(action_at(record, n)?),
            sentence: sentence_of(record, n)?,
            comment: comments.get(&n).map(ToString::to_string),
        })
    });
    CampaignReplay {
        at,
        length: record.cursor(),
        title: record.tags.title.clone(),
        date: record.tags.date.clone(),
        town: town_data(&campaign.world),
        parties: campaign.parties.iter().map(|party| party_data(campaign, party)).collect(),
        characters: campaign.characters.iter().map(character_data).collect(),
        open_steps: open_steps(campaign),
        entries: entries.collect(),
        warnings: opened.warnings.iter().cloned().chain(advice(record)).collect(),
        error: opened.error.clone(),
    }
}

fn town_data(world: &World) -> CampaignTown {
    let scenarios = |is_completed: bool| {
        let found = world.scenarios.iter().filter(move |(_, of)| {
            of.completed_by.is_some() == is_completed && (is_completed || of.is_unlocked)
        });
        found.map(|(number, _)| *number).collect()
    };
    CampaignTown {
        prosperity: world.prosperity,
        level: world.level(),
        donated: world.donated,
        last_item: World::last_item(world.level()),
        designs: world.designs.iter().copied().collect(),
        achievements: world
            .achievements
            .iter()
            .map(|of| match &of.kind {
                Some(kind) => format!("{kind}: {}", of.name),
                None => of.name.to_string(),
            })
            .collect(),
        unlocked: scenarios(false),
        completed: scenarios(true),
        envelopes: texts(&world.envelopes),
        classes: texts(world.classes.iter().filter(|of| of.is_open).map(|of| &of.facts.name)),
        road_events: world.event_count(EventDeck::Road),
        city_events: world.event_count(EventDeck::City),
    }
}

fn party_data(campaign: &Campaign, party: &Party) -> CampaignParty {
    CampaignParty {
        name: party.name.to_string(),
        reputation: party.reputation,
        price_step: campaign.world.price_step(party.reputation),
        scenario: match party.place {
            Place::Town => None,
            Place::Scenario(number) => Some(number),
        },
        playing: party.playing.map(|mode| mode.word().to_owned()),
        members: texts(campaign.members(&party.name).map(|of| &of.name)),
        achievements: texts(&party.achievements),
    }
}

fn character_data(of: &Character) -> CampaignCharacter {
    CampaignCharacter {
        name: of.name.to_string(),
        class: of.class.to_string(),
        state: of.state.word().to_owned(),
        party: of.party.as_ref().map(ToString::to_string),
        level: of.level,
        experience: of.experience,
        gold: of.gold,
        checkmarks: of.checkmarks,
        perks: of.perks.clone(),
        cards: texts(of.cards.iter().map(|card| &card.title)),
        items: of.items.iter().copied().collect(),
        equipped: of.equipped.iter().copied().collect(),
        hand: of
            .hand
            .as_ref()
            .map(|hand| CampaignHand { basic: hand.basic, cards: texts(&hand.cards) }),
        battle_goal: of.battle_goal,
        quest: of.quest,
        fulfilled: of.is_quest_fulfilled,
    }
}

/// Prints the receipt of an entry.
pub(super) fn receipt(opened: &OpenedCampaign, entry: usize, json: bool) -> CommandResult {
    opened.at(Some(entry))?;
    let Some(action) = action_at(&opened.record, entry) else {
        return Err(opened.finish(CommandOutput::unusable(NO_ENTRY)));
    };
    let receipt = receipt_of(&opened.record, entry);
    if json {
        let steps = receipt.into_iter().map(|line| CampaignStep {
            depth: line.depth,
            rule: line.number().map(str::to_owned),
            words: line.words,
        });
        let (text, steps) = (print_action(action), steps.collect());
        let data = CampaignReceipt { n: entry, text, steps };
        return Ok(opened.finish(CommandOutput::data(&data)));
    }
    let mut lines = vec![format!("{entry}. {}", print_action(action))];
    lines.extend(receipt.iter().map(|line| format!("  {}", line.text())));
    Ok(opened.finish(CommandOutput::lines(lines)))
}

/// Returns the sheet of the campaign after an entry, as a page.
pub(super) fn sheet_page(opened: &OpenedCampaign, at: Option<usize>) -> CommandResult {
    let (at, _) = opened.at(at)?;
    let page = campaign_page(&opened.record, at).unwrap_or_default();
    Ok(opened.finish(CommandOutput::document(page.trim_end())))
}

/// Lists the entries that the end of a scenario brings to a campaign, for the characters of its
/// file if there is one.
pub(super) fn gains(path: &Path, party: &str, campaign: Option<&Path>) -> CommandResult {
    let opened = OpenedScenario::of(path)?;
    let campaign = campaign.map(OpenedCampaign::of).transpose()?;
    let party = Name::new(party);
    let has_party = |of: &OpenedCampaign| of.record.game().campaign().party(&party).is_some();
    if let Some(other) = campaign.as_ref().filter(|campaign| !has_party(campaign)) {
        let why = format!("{}: there is no party {party}", other.path.display());
        return Err(opened.finish(CommandOutput::unusable(why)));
    }
    let roster = match &campaign {
        Some(campaign) => Roster::of(campaign.record.game().campaign(), &party),
        None => Roster::named(&party),
    };
    let entries = entries_of(roster, opened.game(), opened.last_check());
    let Some(entries) = entries else {
        let why = "the scenario has not ended; its last entries are \"end won\" or \"end lost\"";
        return Err(opened.finish(CommandOutput::unusable(why)));
    };
    let lines = entries.iter().map(print_action).collect();
    Ok(opened.finish(CommandOutput::lines(lines)))
}

/// Lists the facts of edition files that a campaign does not know yet, as entries; the notes say
/// what it knows, what differs and what could not be read.
pub(super) fn facts(path: &Path, editions: &[PathBuf]) -> CommandResult {
    let opened = OpenedCampaign::of(path)?;
    let mut files = Vec::new();
    for path in edition_files(editions)? {
        let bytes = input::read_at_most(&path, box_facts::MAX_BYTES as u64)?;
        files.push((path.display().to_string(), bytes));
    }
    let sources: Vec<SourceFile<'_>> =
        files.iter().map(|(name, bytes)| SourceFile { name, bytes }).collect();
    let facts = box_facts(opened.record.game().campaign(), &sources).map_err(|error| {
        let exit = match &error {
            BoxFactsError::TooLarge { .. } => Exit::Unusable,
            BoxFactsError::Import(_) => Exit::NotValid,
        };
        opened.finish(CommandOutput::default().with_note(error.to_string()).with_exit(exit))
    })?;
    let lines = facts.new_actions().map(print_action).collect();
    let answer = opened.finish(CommandOutput::lines(lines));
    Ok(facts.report().into_iter().fold(answer, CommandOutput::with_note))
}
