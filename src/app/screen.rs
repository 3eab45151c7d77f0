//! What is on screen, and the game that waits behind a page.

use std::path::PathBuf;

use super::clock::Clock;
use super::saving::Saving;
use super::scenario::OpenScenario;
use super::scores::Scores;
use notation::record::Tags;
use ui::library_screen::LibraryMemory;
use ui::setup_screen::SetupDraft;
use ui::start_screen::StartMemory;
use ui::table::Table;
use ui::table_screen::TableMemory;
use ui::tracing::{TablePhoto, TraceDraft};

/// What is on screen.
pub(super) enum Screen {
    Start(Box<StartMemory>),
    Setup(Box<Page<SetupDraft>>),
    Trace(Box<TraceDraft>),
    Table(Box<Open>),
    Library(Box<Page<LibraryMemory>>),
    Scores(Box<Page<Scores>>),
    Scenario(Box<OpenScenario>),
    TablePhoto(Box<Page<TablePhoto>>),
}

/// A page, and the game that waits behind it.
pub(super) struct Page<T> {
    pub(super) of: T,
    pub(super) waits: Option<Box<Open>>,
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
        self.saving().or_else(|| self.open().map(|open| &open.saving))
    }

    /// The game that is on screen, or waits behind a page.
    pub(super) fn open(&self) -> Option<&Open> {
        match self {
            Self::Table(open) => Some(open),
            Self::Setup(page) => page.waits.as_deref(),
            Self::Library(page) => page.waits.as_deref(),
            Self::Scores(page) => page.waits.as_deref(),
            Self::TablePhoto(page) => page.waits.as_deref(),
            Self::Start(_) | Self::Trace(_) | Self::Scenario(_) => None,
        }
    }

    /// The same, to be changed.
    pub(super) fn open_mut(&mut self) -> Option<&mut Open> {
        match self {
            Self::Table(open) => Some(open),
            screen => screen.waits()?.as_deref_mut(),
        }
    }

    /// Where a page has the game that waits behind it.
    fn waits(&mut self) -> Option<&mut Option<Box<Open>>> {
        match self {
            Self::Setup(page) => Some(&mut page.waits),
            Self::Library(page) => Some(&mut page.waits),
            Self::Scores(page) => Some(&mut page.waits),
            Self::TablePhoto(page) => Some(&mut page.waits),
            Self::Start(_) | Self::Table(_) | Self::Trace(_) | Self::Scenario(_) => None,
        }
    }

    /// Turns to a page; a game that is on screen or waits already waits behind it.
    pub(super) fn turn_to<T>(&mut self, page: fn(Box<Page<T>>) -> Self, of: T) {
        let waits = match std::mem::replace(self, Self::Start(Box::default())) {
            Self::Table(open) => Some(open),
            mut before => before.waits().and_then(Option::take),
        };
        *self = page(Box::new(Page { of, waits }));
    }

    /// Goes back from a page to the game that waits behind it, if one does; says whether one did.
    pub(super) fn leave_page(&mut self) -> bool {
        let waits = self.waits().and_then(Option::take);
        let is_left = waits.is_some();
        if let Some(open) = waits {
            *self = Self::Table(open);
        }
        is_left
    }
}

/// A game that is open.
pub(super) struct Open {
    pub(super) table: Table,
    pub(super) tags: Tags,
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
