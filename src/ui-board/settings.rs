//! What the people at the screen have chosen; kept between games, never in a record.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::path_text;
use narration::PlayerNaming;
use rules::player::PlayerId;
use rules::setup::Setup;
use ui_kit::keymap::ChangedKeys;
use ui_kit::theme::Appearance;

/// How a vote is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Voting {
    /// Asked at every vote.
    #[default]
    Ask,
    /// With the vote tiles on the table; what was revealed is entered.
    ByHand,
    /// Secretly on this screen, one voter after another.
    Here,
}

/// When consequences are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preview {
    /// Before the action is recorded.
    #[default]
    Before,
    /// Only once it is recorded.
    After,
}

/// Who sat at the table the last time, on which board, by which rulings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTable {
    /// The players, the first player first.
    pub players: Vec<String>,
    /// The pack by its name.
    pub pack: String,
    /// The board.
    pub board: String,
    /// The rulings that were switched, by their keys.
    pub options: Vec<String>,
    /// The variants that were played, by their keys.
    #[serde(default)]
    pub variants: Vec<String>,
}

impl LastTable {
    /// The table of a setup that is begun.
    pub fn of(setup: &Setup) -> Self {
        Self {
            players: setup.players.clone(),
            pack: setup.pack.name.clone(),
            board: setup.board.clone(),
            options: setup.options.iter().map(|option| option.key().to_owned()).collect(),
            variants: setup.variants.iter().map(|variant| variant.key().to_owned()).collect(),
        }
    }
}

/// Where a window was left, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Its upper left corner.
    pub at: [f32; 2],
    /// What it holds, in width and height.
    pub size: [f32; 2],
    /// Whether it fills the screen.
    pub is_full: bool,
}

/// Everything that is set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the screen")]
pub struct Settings {
    /// Light, dark, high contrast, or as the system is.
    pub look: Appearance,
    /// Whether things move to explain where they went.
    pub motion: bool,
    /// When consequences are shown.
    pub preview: Preview,
    /// The way in which players are named.
    #[serde(rename = "calling")]
    pub naming: PlayerNaming,
    /// How votes are taken.
    pub voting: Voting,
    /// Whether a voter's page may be spoken by a screen reader.
    pub speak_ballots: bool,
    /// Whether a soft sound calls each voter.
    pub calls_voters: bool,
    /// Whether the players are shown.
    pub shows_players: bool,
    /// Whether proposals, advisers and buildings are shown.
    pub shows_offers: bool,
    /// Whether the journal is shown.
    pub shows_journal: bool,
    /// By how many quarters the plate of each seat is turned in the table view.
    pub plates: [u8; 4],
    /// Where the table's own window was left.
    pub table_window: Option<WindowPlace>,
    /// Zooms that somebody chose, by the kind of screen.
    pub zooms: BTreeMap<String, f32>,
    /// How strongly a photograph of the board shows under the mirrored one, 0 to 1.
    pub photograph: f32,
    /// Whether the time that players take is kept.
    pub clock: bool,
    /// Whether the app draws the cards that come up in new games with the practice set.
    pub deals_practice: bool,
    /// The keys that were changed, by their commands.
    pub keys: ChangedKeys,
    /// Who reads cards off for the library.
    pub reader: String,
    /// Whether the way in which the app asks for unknown facts was explained.
    pub knows_asking: bool,
    /// Everybody who ever played here, the latest first.
    pub roster: Vec<String>,
    /// The table of the last game.
    pub last_table: LastTable,
    /// Games that were open, the latest first.
    #[serde(with = "path_text")]
    pub recent: Vec<PathBuf>,
    /// Those of them that stay in the list.
    #[serde(with = "path_text")]
    pub pinned: Vec<PathBuf>,
}

/// So many games are listed besides those that are pinned.
const MOST_RECENT: usize = 10;

/// Zooms that can be chosen.
pub const ZOOMS: RangeInclusive<f32> = 0.75..=3.0;

impl WindowPlace {
    /// Returns `true` if a window can be there: it is no speck, and no larger or farther away than
    /// any screen.
    fn is_possible(&self) -> bool {
        let is_near = |at: &f32| at.abs() <= 100_000.0;
        self.at.iter().all(is_near) && self.size.iter().all(|side| (64.0..=16_384.0).contains(side))
    }
}

impl Settings {
    /// Replaces settings out of bounds by the usual ones; returns their names.
    pub fn restrain(&mut self) -> Vec<&'static str> {
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

    /// Puts a game at the head of those that were open.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        let mut unpinned = 0;
        let pinned = &self.pinned;
        self.recent.retain(|path| {
            let is_pinned = pinned.contains(path);
            unpinned += usize::from(!is_pinned);
            is_pinned || unpinned <= MOST_RECENT
        });
    }

    /// Takes a game out of the list.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.pinned.retain(|other| other != path);
    }

    /// Pins a game, so that it stays in the list, or lets go of it.
    pub fn pin(&mut self, path: &Path, pinned: bool) {
        self.pinned.retain(|other| other != path);
        if pinned {
            self.pinned.push(path.to_owned());
        }
    }

    /// Empties the list but for what is pinned.
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
            voting: Voting::default(),
            speak_ballots: false,
            calls_voters: false,
            shows_players: true,
            shows_offers: true,
            shows_journal: true,
            plates: [0; 4],
            table_window: None,
            zooms: BTreeMap::new(),
            photograph: 0.6,
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
    /// By how many quarters clockwise the plate of a player is turned in the table view.
    pub fn turned_to(&self, player: PlayerId) -> u8 {
        self.plates.get(player.index()).copied().unwrap_or_default()
    }

    /// Turns the plate of a player by a quarter.
    pub fn turn_plate(&mut self, player: PlayerId) {
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
        assert_eq!(settings.recent.len(), MOST_RECENT + 1);
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
