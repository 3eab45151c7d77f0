//! What the people at the screen have chosen; kept between games, never in a record.

use serde::{Deserialize, Serialize};

use super::theme::Look;
use rules::player::PlayerId;
use rules::setup::Setup;

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

/// What players are called first, where name and race both have room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Calling {
    /// By their names, as people call each other.
    #[default]
    Names,
    /// By their races, as the receipts do.
    Races,
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
    #[must_use]
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
    pub look: Look,
    /// Whether things move to explain where they went.
    pub motion: bool,
    /// When consequences are shown.
    pub preview: Preview,
    /// What players are called first.
    pub calling: Calling,
    /// How votes are taken.
    pub voting: Voting,
    /// Whether a voter's page may be spoken by a screen reader.
    pub speak_ballots: bool,
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
    /// How strongly a photograph of the board shows under the mirrored one, 0 to 1.
    pub photograph: f32,
    /// Who reads cards off for the library.
    pub reader: String,
    /// Everybody who ever played here, the latest first.
    pub roster: Vec<String>,
    /// The table of the last game.
    pub last_table: LastTable,
    /// Games that were open, the latest first.
    pub recent: Vec<std::path::PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            look: Look::default(),
            motion: true,
            preview: Preview::default(),
            calling: Calling::default(),
            voting: Voting::default(),
            speak_ballots: false,
            shows_players: true,
            shows_offers: true,
            shows_journal: true,
            plates: [0; 4],
            table_window: None,
            photograph: 0.6,
            reader: String::new(),
            roster: Vec::new(),
            last_table: LastTable::default(),
            recent: Vec::new(),
        }
    }
}

impl Settings {
    /// By how many quarters clockwise the plate of a player is turned in the table view.
    #[must_use]
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
