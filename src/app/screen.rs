//! The current screen, and the screens that wait behind a page.

use std::mem::Discriminant;
use std::path::PathBuf;

use super::campaign_game::OpenCampaign;
use super::clock::Clock;
use super::saving::SaveHandle;
use super::scenario_game::OpenScenario;
use super::start_screen::StartMemory;
use crate::recorded_games::GameKind;
use rules_reference::{RulesReference, campaign_reference, reference, scenario_reference};
use table::table::Table;
use ui_box::library_screen::LibraryMemory;
use ui_founders::lesson_view::LessonScreen;
use ui_founders::table_photo::TablePhoto;
use ui_founders::table_screen::TableMemory;
use ui_games::setup_screen::SetupDraft;
use ui_photo::trace_screen::TraceDraft;

/// The current screen with its state.
pub(super) enum Screen {
    Start(Box<StartMemory>),
    Setup(Box<Page<SetupDraft>>),
    Trace(Box<Page<TraceDraft>>),
    Table(Box<OpenGame>),
    Library(Box<Page<LibraryMemory>>),
    /// The score history, whose state is the app's.
    Scores(Box<Page<()>>),
    Scenario(Box<OpenScenario>),
    Campaign(Box<OpenCampaign>),
    TablePhoto(Box<Page<TablePhoto>>),
    Lesson(Box<Page<LessonScreen>>),
}

/// A page, and the screen from which it was opened, which waits unchanged.
pub(super) struct Page<T> {
    pub(super) content: T,
    /// The game or the page behind it; `None` for the start screen, which has nothing to lose.
    pub(super) behind: Option<Box<Screen>>,
}

impl<T> Page<T> {
    /// Returns `true` if a game waits behind the page; `None` if nothing waits.
    pub(super) fn is_before_game(&self) -> Option<bool> {
        self.behind.as_ref().map(|behind| behind.game().is_some())
    }
}

impl Screen {
    /// Returns the name in the log.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Setup(_) => "setup",
            Self::Trace(_) => "tracing",
            Self::Table(_) => "table",
            Self::Library(_) => "library",
            Self::Scores(_) => "score history",
            Self::Scenario(_) => "scenario table",
            Self::Campaign(_) => "campaign",
            Self::TablePhoto(_) => "photograph of the table",
            Self::Lesson(_) => "lesson",
        }
    }

    /// Returns the rules of the game on screen; without a game, those of the first.
    pub(super) fn rules_page(&self) -> &'static RulesReference {
        match self {
            Self::Scenario(_) => scenario_reference(),
            Self::Campaign(_) => campaign_reference(),
            _ => reference(),
        }
    }

    /// Returns the game whose record is on screen; without a record, the first game.
    pub(super) const fn game_kind(&self) -> GameKind {
        match self {
            Self::Scenario(_) => GameKind::Scenario,
            Self::Campaign(_) => GameKind::Campaign,
            _ => GameKind::Founders,
        }
    }

    /// Returns the game on screen.
    pub(super) fn game(&self) -> Option<&OpenGame> {
        let Self::Table(open) = self else { return None };
        Some(open)
    }

    /// Returns the game on screen mutably.
    pub(super) fn game_mut(&mut self) -> Option<&mut OpenGame> {
        let Self::Table(open) = self else { return None };
        Some(open)
    }

    /// Returns `true` if the result of the game on screen takes the window.
    pub(super) fn shows_result(&mut self) -> bool {
        self.game_mut().is_some_and(|open| open.memory.shows_result(&open.table))
    }

    /// Returns the file of the record on screen, if it is damaged and not recovered yet.
    pub(super) fn damaged(&self) -> Option<&PathBuf> {
        match self {
            Self::Scenario(open) => open.damaged.as_ref(),
            Self::Campaign(open) => open.damaged.as_ref(),
            screen => screen.game()?.damaged_file.as_ref(),
        }
    }

    /// Returns the save handle of the record on screen.
    pub(super) fn saving(&self) -> Option<&SaveHandle> {
        match self {
            Self::Scenario(open) => Some(&open.saving),
            Self::Campaign(open) => Some(&open.saving),
            screen => screen.game().map(|open| &open.saving),
        }
    }

    /// Returns the save handle of the record on screen mutably.
    pub(super) fn saving_mut(&mut self) -> Option<&mut SaveHandle> {
        match self {
            Self::Scenario(open) => Some(&mut open.saving),
            Self::Campaign(open) => Some(&mut open.saving),
            screen => screen.game_mut().map(|open| &mut open.saving),
        }
    }

    /// Returns the save handle of the record on screen or behind a page.
    pub(super) fn saving_behind_pages(&self) -> Option<&SaveHandle> {
        self.saving().or_else(|| self.behind()?.saving_behind_pages())
    }

    /// Returns the game on screen or behind a page.
    pub(super) fn game_behind_pages(&self) -> Option<&OpenGame> {
        match self {
            Self::Table(open) => Some(open),
            page => page.behind()?.game_behind_pages(),
        }
    }

    /// Returns the scenario on screen or behind a page.
    pub(super) fn scenario_behind_pages(&self) -> Option<&OpenScenario> {
        match self {
            Self::Scenario(open) => Some(open),
            page => page.behind()?.scenario_behind_pages(),
        }
    }

    /// Returns the game on screen or behind a page mutably.
    pub(super) fn game_behind_pages_mut(&mut self) -> Option<&mut OpenGame> {
        match self {
            Self::Table(open) => Some(open),
            page => page.slot_behind()?.as_deref_mut()?.game_behind_pages_mut(),
        }
    }

    /// Returns the scenario on screen or behind a page mutably.
    pub(super) fn scenario_behind_pages_mut(&mut self) -> Option<&mut OpenScenario> {
        match self {
            Self::Scenario(open) => Some(open),
            page => page.slot_behind()?.as_deref_mut()?.scenario_behind_pages_mut(),
        }
    }

    /// Returns the setup on screen or behind a page mutably.
    pub(super) fn setup_mut(&mut self) -> Option<&mut SetupDraft> {
        match self {
            Self::Setup(page) => Some(&mut page.content),
            page => page.slot_behind()?.as_deref_mut()?.setup_mut(),
        }
    }

    /// Returns the screen behind a page.
    fn behind(&self) -> Option<&Self> {
        match self {
            Self::Setup(page) => page.behind.as_deref(),
            Self::Trace(page) => page.behind.as_deref(),
            Self::Library(page) => page.behind.as_deref(),
            Self::Scores(page) => page.behind.as_deref(),
            Self::TablePhoto(page) => page.behind.as_deref(),
            Self::Lesson(page) => page.behind.as_deref(),
            Self::Start(_) | Self::Table(_) | Self::Scenario(_) | Self::Campaign(_) => None,
        }
    }

    /// Returns the slot for the screen behind a page; `None` if this is no page.
    const fn slot_behind(&mut self) -> Option<&mut Option<Box<Self>>> {
        match self {
            Self::Setup(page) => Some(&mut page.behind),
            Self::Trace(page) => Some(&mut page.behind),
            Self::Library(page) => Some(&mut page.behind),
            Self::Scores(page) => Some(&mut page.behind),
            Self::TablePhoto(page) => Some(&mut page.behind),
            Self::Lesson(page) => Some(&mut page.behind),
            Self::Start(_) | Self::Table(_) | Self::Scenario(_) | Self::Campaign(_) => None,
        }
    }

    /// Turns to a page. The current screen waits behind it unchanged; an earlier page of the same
    /// kind is dropped, so that no page waits behind itself.
    pub(super) fn turn_to<T>(&mut self, page: fn(Box<Page<T>>) -> Self, content: T) {
        let before = std::mem::replace(self, Self::Start(Box::default()));
        *self = page(Box::new(Page { content, behind: None }));
        let behind = before.without(std::mem::discriminant(self));
        if let Some(place) = self.slot_behind() {
            *place = behind;
        }
    }

    /// Returns this screen and the screens behind it without pages of a kind.
    fn without(mut self, kind: Discriminant<Self>) -> Option<Box<Self>> {
        let behind =
            self.slot_behind().and_then(Option::take).and_then(|behind| behind.without(kind));
        if matches!(self, Self::Start(_)) || std::mem::discriminant(&self) == kind {
            return behind;
        }
        if let Some(place) = self.slot_behind() {
            *place = behind;
        }
        Some(Box::new(self))
    }

    /// Returns from a page to the screen behind it; returns `false` if there is none.
    pub(super) fn leave_page(&mut self) -> bool {
        let behind = self.slot_behind().and_then(Option::take);
        let is_left = behind.is_some();
        if let Some(screen) = behind {
            *self = *screen;
        }
        is_left
    }

    /// Returns from all pages to the record behind them; returns `false` if there is
    /// none.
    pub(super) fn return_to_record(&mut self) -> bool {
        self.saving_behind_pages().is_some() && {
            while self.saving().is_none() && self.leave_page() {}
            self.saving().is_some()
        }
    }
}

/// An open game.
pub(super) struct OpenGame {
    pub(super) table: Table,
    /// The time of this evening.
    pub(super) clock: Clock,
    pub(super) saving: SaveHandle,
    pub(super) memory: TableMemory,
    /// The file, if it is damaged and not recovered yet.
    pub(super) damaged_file: Option<PathBuf>,
}

impl OpenGame {
    /// Returns the table that receives input, with the state of its screen: the current table, or
    /// one on which nothing is recorded, for a repair or a trial.
    pub(super) fn input_target(&mut self) -> (&mut Table, &mut TableMemory) {
        if self.memory.is_on_scratch() {
            self.memory.scratch().expect("a table without a record")
        } else {
            (&mut self.table, &mut self.memory)
        }
    }

    /// Goes back one step: closes a popup, takes back a choice of the entry, or returns from a
    /// table on which nothing is recorded.
    pub(super) fn back(&mut self) {
        let (table, memory) = self.input_target();
        if !memory.close_one(table) && !table.take_back() && !self.memory.end_trial() {
            self.memory.center.repair.leave_session();
        }
    }
}
