//! The games whose records this program saves, with their notations and their files.

use std::path::Path;

use campaign::record::{CampaignNotation, RecordedCampaign};
use journal::{Founders, Journal};
use notation::record::FoundersNotation;
use record::{Notation, RecordedGame};
use scenario::record::{Scenario, ScenarioNotation};
use storage::FileKind;

/// A game whose records are saved in files.
pub trait Recorded: RecordedGame {
    /// The notation of its records.
    type Notation: Notation<Game = Self>;
    /// The kind of its files.
    const KIND: &'static FileKind = &FileKind::of::<Self::Notation>();

    /// Wraps a record of this game in [`AnyRecord`].
    fn into_any(record: record::Record<Self>) -> AnyRecord;
}

/// A record of any game.
#[derive(Clone, Debug)]
pub enum AnyRecord {
    /// A record of the first game.
    Founders(Box<Journal>),
    /// A record of a scenario.
    Scenario(Box<scenario::Record>),
    /// A record of a campaign.
    Campaign(Box<campaign::Record>),
}

impl Recorded for Founders {
    type Notation = FoundersNotation;

    fn into_any(record: Journal) -> AnyRecord {
        AnyRecord::Founders(Box::new(record))
    }
}

impl Recorded for Scenario {
    type Notation = ScenarioNotation;

    fn into_any(record: scenario::Record) -> AnyRecord {
        AnyRecord::Scenario(Box::new(record))
    }
}

impl Recorded for RecordedCampaign {
    type Notation = CampaignNotation;

    fn into_any(record: campaign::Record) -> AnyRecord {
        AnyRecord::Campaign(Box::new(record))
    }
}

/// The kinds of files, the first game's first.
pub const KINDS: [&FileKind; 3] = [Founders::KIND, Scenario::KIND, RecordedCampaign::KIND];

/// A game whose records are saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Founders of Gloomhaven.
    Founders,
    /// A scenario.
    Scenario,
    /// A campaign.
    Campaign,
}

impl GameKind {
    /// Returns the game of a file by its extension; an unknown extension counts as the first
    /// game's.
    pub fn of(path: &Path) -> Self {
        if is_scenario(path) {
            Self::Scenario
        } else if is_campaign(path) {
            Self::Campaign
        } else {
            Self::Founders
        }
    }
}

/// The extension of files with a single position on the hex map, which are opened, never written.
pub const POSITION_EXTENSION: &str = "position";

/// Returns the kind of a file by its extension; an unknown extension counts as the first game's.
pub fn kind_of(path: &Path) -> &'static FileKind {
    KINDS.into_iter().find(|kind| kind.has_extension(path)).unwrap_or(Founders::KIND)
}

/// Returns `true` if the extension is that of a record or a position of the second game.
pub fn is_scenario(path: &Path) -> bool {
    let is_position =
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case(POSITION_EXTENSION));
    is_position || Scenario::KIND.has_extension(path)
}

/// Returns `true` if the extension is that of the record of a campaign.
pub fn is_campaign(path: &Path) -> bool {
    RecordedCampaign::KIND.has_extension(path)
}
