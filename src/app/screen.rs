//! What is on screen, and what waits behind a page.

use std::mem::Discriminant;
use std::path::PathBuf;

use super::clock::Clock;
use super::saving::Saving;
use super::scenario::OpenScenario;
use super::scores::Scores;
use super::start_screen::StartMemory;
use table::table::Table;
use ui_box::library_screen::LibraryMemory;
use ui_founders::setup_screen::SetupDraft;
use ui_founders::table_photo::TablePhoto;
use ui_founders::table_screen::TableMemory;
use ui_photo::tracing::TraceDraft;

/// What is on screen.
pub(super) enum Screen {
    Start(Box<StartMemory>),
    Setup(Box<Page<SetupDraft>>),
    Trace(Box<Page<TraceDraft>>),
    Table(Box<Open>),
    Library(Box<Page<LibraryMemory>>),
    Scores(Box<Page<Scores>>),
    Scenario(Box<OpenScenario>),
    TablePhoto(Box<Page<TablePhoto>>),
}

/// A page, and the screen that it was opened from, which is found again as it was left.
pub(super) struct Page<T> {
    pub(super) of: T,
    /// The game or the page behind it; `None` for the start screen, which has nothing to lose.
    pub(super) behind: Option<Box<Screen>>,
}

impl<T> Page<T> {
    /// Checks if what waits behind the page is a game; `None` if nothing waits.
    pub(super) fn is_before_game(&self) -> Option<bool> {
        self.behind.as_ref().map(|behind| behind.game().is_some())
    }
}

impl Screen {
    /// What the log calls it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Setup(_) => "setup",
            Self::Trace(_) => "tracing",
            Self::Table(_) => "table",
            Self::Library(_) => "library",
            Self::Scores(_) => "score history",
            Self::Scenario(_) => "scenario table",
            Self::TablePhoto(_) => "photograph of the table",
        }
    }

    /// The game that is on screen.
    pub(super) fn game(&self) -> Option<&Open> {
        let Self::Table(open) = self else { return None };
        Some(open)
    }

    /// The game that is on screen, to be changed.
    pub(super) fn game_mut(&mut self) -> Option<&mut Open> {
        let Self::Table(open) = self else { return None };
        Some(open)
    }

    /// The damaged file of the record that is on screen, if nothing was decided about it.
    pub(super) fn damaged(&self) -> Option<&PathBuf> {
        match self {
            Self::Scenario(open) => open.damaged.as_ref(),
            screen => screen.game()?.damaged.as_ref(),
        }
    }

    /// How the game or the scenario that is on screen is saved.
    pub(super) fn saving(&self) -> Option<&Saving> {
        match self {
            Self::Scenario(open) => Some(&open.saving),
            screen => screen.game().map(|open| &open.saving),
        }
    }

    /// The same, to be changed.
    pub(super) fn saving_mut(&mut self) -> Option<&mut Saving> {
        match self {
            Self::Scenario(open) => Some(&mut open.saving),
            screen => screen.game_mut().map(|open| &mut open.saving),
        }
    }

    /// How the game or the scenario is saved that is on screen or waits behind a page.
    pub(super) fn kept(&self) -> Option<&Saving> {
        self.saving().or_else(|| self.behind()?.kept())
    }

    /// The game that is on screen, or waits behind a page.
    pub(super) fn open(&self) -> Option<&Open> {
        match self {
            Self::Table(open) => Some(open),
            page => page.behind()?.open(),
        }
    }

    /// The same, to be changed.
    pub(super) fn open_mut(&mut self) -> Option<&mut Open> {
        match self {
            Self::Table(open) => Some(open),
            page => page.place_behind()?.as_deref_mut()?.open_mut(),
        }
    }

    /// Returns the setup that is on screen, or waits behind a page.
    pub(super) fn setup_mut(&mut self) -> Option<&mut SetupDraft> {
        match self {
            Self::Setup(page) => Some(&mut page.of),
            page => page.place_behind()?.as_deref_mut()?.setup_mut(),
        }
    }

    /// Returns what waits behind a page.
    fn behind(&self) -> Option<&Self> {
        match self {
            Self::Setup(page) => page.behind.as_deref(),
            Self::Trace(page) => page.behind.as_deref(),
            Self::Library(page) => page.behind.as_deref(),
            Self::Scores(page) => page.behind.as_deref(),
            Self::TablePhoto(page) => page.behind.as_deref(),
            Self::Start(_) | Self::Table(_) | Self::Scenario(_) => None,
        }
    }

    /// Returns the place of what waits behind a page.
    const fn place_behind(&mut self) -> Option<&mut Option<Box<Self>>> {
        match self {
            Self::Setup(page) => Some(&mut page.behind),
            Self::Trace(page) => Some(&mut page.behind),
            Self::Library(page) => Some(&mut page.behind),
            Self::Scores(page) => Some(&mut page.behind),
            Self::TablePhoto(page) => Some(&mut page.behind),
            Self::Start(_) | Self::Table(_) | Self::Scenario(_) => None,
        }
    }

    /// Turns to a page. What is on screen waits behind it as it is; an earlier page of the same
    /// kind makes room, so that no page waits behind itself.
    pub(super) fn turn_to<T>(&mut self, page: fn(Box<Page<T>>) -> Self, of: T) {
        let before = std::mem::replace(self, Self::Start(Box::default()));
        *self = page(Box::new(Page { of, behind: None }));
        let behind = before.without(std::mem::discriminant(self));
        if let Some(place) = self.place_behind() {
            *place = behind;
        }
    }

    /// Returns this screen and what waits behind it without pages of a kind.
    fn without(mut self, kind: Discriminant<Self>) -> Option<Box<Self>> {
        let behind = self.place_behind().and_then(Option::take);
        let behind = behind.and_then(|behind| behind.without(kind));
        if matches!(self, Self::Start(_)) || std::mem::discriminant(&self) == kind {
            return behind;
        }
        if let Some(place) = self.place_behind() {
            *place = behind;
        }
        Some(Box::new(self))
    }

    /// Goes back from a page to what waits behind it, if something does; says whether it did.
    pub(super) fn leave_page(&mut self) -> bool {
        let behind = self.place_behind().and_then(Option::take);
        let is_left = behind.is_some();
        if let Some(screen) = behind {
            *self = *screen;
        }
        is_left
    }

    /// Goes back from all pages to the game or the scenario that waits behind them, if one does;
    /// says whether it did.
    pub(super) fn return_to_record(&mut self) -> bool {
        self.kept().is_some() && {
            while self.saving().is_none() && self.leave_page() {}
            self.saving().is_some()
        }
    }
}

/// A game that is open.
pub(super) struct Open {
    pub(super) table: Table,
    /// The time of this evening.
    pub(super) clock: Clock,
    pub(super) saving: Saving,
    pub(super) memory: TableMemory,
    /// Its file, if that is damaged and nothing was decided about it.
    pub(super) damaged: Option<PathBuf>,
}

impl Open {
    /// The table that is pressed on, with what its screen remembers: as it is, or as it was while
    /// a repair is entered on it.
    ///
    /// # Panics
    ///
    /// Never: there is a table to repair on where there is said to be one.
    pub(super) fn pressed_on(&mut self) -> (&mut Table, &mut TableMemory) {
        if self.memory.middle.repair.aside().is_some() {
            self.memory.aside().expect("a table to repair on")
        } else {
            (&mut self.table, &mut self.memory)
        }
    }

    /// Goes back one step: of what lies over the table, of what is being entered, and from the
    /// table as it was to the repair.
    pub(super) fn back(&mut self) {
        let is_aside = self.memory.middle.repair.aside().is_some();
        let (table, memory) = self.pressed_on();
        if !memory.close_one(table) && !table.back() && is_aside {
            self.memory.middle.repair.leave_aside();
        }
    }
}
