//! The users' settings. They are saved between games, never in a record.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::path_text;
use crate::phone_settings::PhoneSettings;
use narration::PlayerNaming;
use rules::player::PlayerId;
use rules::setup::Setup;
use ui_kit::keymap::ChangedKeys;
use ui_kit::theme::Appearance;

/// The way in which a vote is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VotingMethod {
    /// Asked at every vote.
    #[default]
    Ask,
    /// With the vote tiles on the table; the revealed votes are entered.
    ByHand,
    /// Secretly on this screen, one voter after another.
    Here,
}

/// The time at which consequences are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preview {
    /// Before the action is recorded.
    #[default]
    Before,
    /// Only once it is recorded.
    After,
}

/// The players, the board and the rulings of the latest game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTable {
    /// The players, starting with the first player.
    pub players: Vec<String>,
    /// The name of the pack.
    pub pack: String,
    /// The board.
    pub board: String,
    /// The keys of the rulings that differ from the default.
    pub options: Vec<String>,
    /// The keys of the variants that were played.
    #[serde(default)]
    pub variants: Vec<String>,
}

impl LastTable {
    /// Returns the table of a setup.
    pub fn from_setup(setup: &Setup) -> Self {
        Self {
            players: setup.players.clone(),
            pack: setup.pack.name.clone(),
            board: setup.board.clone(),
            options: setup.options.iter().map(|option| option.key().to_owned()).collect(),
            variants: setup.variants.iter().map(|variant| variant.key().to_owned()).collect(),
        }
    }
}

/// The last position and size of a window, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Its upper left corner.
    pub at: [f32; 2],
    /// The width and height of its content.
    pub size: [f32; 2],
    /// `true` if it fills the screen.
    pub is_full: bool,
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the screen")]
pub struct Settings {
    /// The theme: light, dark, high contrast, or that of the system.
    pub look: Appearance,
    /// Motion is used to explain changes.
    pub motion: bool,
    /// The time at which consequences are shown.
    pub preview: Preview,
    /// The way in which players are named.
    #[serde(rename = "calling")]
    pub naming: PlayerNaming,
    /// The way in which votes are taken.
    pub voting: VotingMethod,
    /// A screen reader may speak a voter's page.
    pub speak_ballots: bool,
    /// A soft sound calls each voter.
    pub calls_voters: bool,
    /// The players panel is shown.
    pub shows_players: bool,
    /// Proposals, advisers and buildings are shown.
    pub shows_offers: bool,
    /// The journal is shown.
    pub shows_journal: bool,
    /// The rotation of each seat's score tile in the table view, in quarter turns clockwise.
    pub plates: [u8; 4],
    /// The last position of the table view's own window.
    pub table_window: Option<WindowPlace>,
    /// The zooms chosen by the user, by the kind of screen.
    pub zooms: BTreeMap<String, f32>,
    /// The opacity of a photograph of the board, 0 to 1.
    pub photograph: f32,
    /// The players' phones.
    pub phones: PhoneSettings,
    /// The time that players take is measured.
    pub clock: bool,
    /// The app draws the cards that come up in new games with the practice set.
    pub deals_practice: bool,
    /// The changed keys, by their commands.
    pub keys: ChangedKeys,
    /// The name of the person who reads cards off for the library.
    pub reader: String,
    /// The questions for unknown facts have been explained.
    pub knows_asking: bool,
    /// The names of all players so far, the latest first.
    pub roster: Vec<String>,
    /// The table of the latest game.
    pub last_table: LastTable,
    /// The games that were open, the latest first.
    #[serde(with = "path_text")]
    pub recent: Vec<PathBuf>,
    /// The recent games that stay in the list.
    #[serde(with = "path_text")]
    pub pinned: Vec<PathBuf>,
}

/// The maximum number of recent games in the list, besides those that are pinned.
const MAX_RECENT: usize = 10;

/// The range of zooms that can be chosen.
pub const ZOOMS: RangeInclusive<f32> = 0.75..=3.0;

impl WindowPlace {
    /// Returns `true` if a window can have this position and size: not too small to use, and no
    /// larger or farther away than any screen.
    fn is_possible(&self) -> bool {
        self.at.iter().all(|at| at.abs() <= 100_000.0)
            && self.size.iter().all(|side| (64.0..=16_384.0).contains(side))
    }
}

impl Settings {
    /// Resets settings that are out of bounds to their defaults; returns their names.
    pub fn reset_invalid(&mut self) -> Vec<&'static str> {
        let usual = Self::default();
        let mut replaced = Vec::new();
        if self.table_window.is_some_and(|place| !place.is_possible()) {
            self.table_window = usual.table_window;
            replaced.push("table_window");
        }
        if self.zooms.values().any(|zoom| !ZOOMS.contains(zoom)) {
            self.zooms.retain(|_, zoom| ZOOMS.contains(zoom));
            replaced.push("zooms");
        }
        if !(0.0..=1.0).contains(&self.photograph) {
            self.photograph = usual.photograph;
            replaced.push("photograph");
        }
        if self.plates.iter().any(|&turns| turns > 3) {
            self.plates = usual.plates;
            replaced.push("plates");
        }
        replaced
    }

    /// Puts a game at the head of the recent games.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        let mut unpinned = 0;
        let pinned = &self.pinned;
        self.recent.retain(|path| {
            let is_pinned = pinned.contains(path);
            unpinned += usize::from(!is_pinned);
            is_pinned || unpinned <= MAX_RECENT
        });
    }

    /// Removes a game from the list.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.pinned.retain(|other| other != path);
    }

    /// Pins a game so that it stays in the list, or unpins it.
    pub fn pin(&mut self, path: &Path, pinned: bool) {
        self.pinned.retain(|other| other != path);
        if pinned {
            self.pinned.push(path.to_owned());
        }
    }

    /// Removes all recent games that are not pinned.
    pub fn clear_recent(&mut self) {
        let pinned = &self.pinned;
        self.recent.retain(|path| pinned.contains(path));
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            look: Appearance::default(),
            motion: true,
            preview: Preview::default(),
            naming: PlayerNaming::default(),
            voting: VotingMethod::default(),
            speak_ballots: false,
            calls_voters: false,
            shows_players: true,
            shows_offers: true,
            shows_journal: true,
            plates: [0; 4],
            table_window: None,
            zooms: BTreeMap::new(),
            photograph: 0.6,
            phones: PhoneSettings::default(),
            clock: false,
            deals_practice: false,
            keys: ChangedKeys::new(),
            reader: String::new(),
            knows_asking: false,
            roster: Vec::new(),
            last_table: LastTable::default(),
            recent: Vec::new(),
            pinned: Vec::new(),
        }
    }
}

impl Settings {
    /// Returns the rotation of a player's score tile in the table view, in quarter turns clockwise.
    pub fn plate_rotation(&self, player: PlayerId) -> u8 {
        self.plates.get(player.index()).copied().unwrap_or_default()
    }

    /// Rotates the score tile of a player by a quarter turn.
    pub fn rotate_plate(&mut self, player: PlayerId) {
        if let Some(quarters) = self.plates.get_mut(player.index()) {
            *quarters = (*quarters + 1) % 4;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_games_stay_while_others_come_and_go() {
        let mut settings = Settings::default();
        let path = |number: usize| PathBuf::from(format!("{number}.founders"));
        settings.remember(&path(0));
        settings.pin(&path(0), true);
        for number in 1..30 {
            settings.remember(&path(number));
        }
        assert_eq!(settings.recent.len(), MAX_RECENT + 1);
        assert_eq!(settings.recent.first(), Some(&path(29)));
        assert_eq!(settings.recent.last(), Some(&path(0)));
        settings.clear_recent();
        assert_eq!(settings.recent, [path(0)]);
        settings.pin(&path(0), false);
        settings.clear_recent();
        assert!(settings.recent.is_empty());
    }

    #[test]
    fn a_game_is_listed_once() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.remember(Path::new(name));
        }
        assert_eq!(settings.recent, ["a", "b"].map(PathBuf::from));
        settings.forget(Path::new("a"));
        assert_eq!(settings.recent, [PathBuf::from("b")]);
    }
}
