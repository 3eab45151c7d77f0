//! What the scenario table asks of the app.

use scenario::record::Change;
use scenario_rules::Action;
use ui_menu::Menu;

/// Something that the scenario table asks the app to do.
#[derive(Clone, Debug)]
pub enum ScenarioCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Begins a scenario on an empty map of this size, with this initiative for every set if no
    /// cards are used.
    Begin {
        columns: u8,
        rows: u8,
        /// The initiative of every set in every round.
        always: Option<u8>,
    },
    /// Plays an action on the table on screen.
    Play(Action),
    /// Changes the record that is open.
    Change(Vec<Change>),
    /// Lays a photograph below the map, and keeps it with the game.
    LayMap {
        /// Columns and rows of the map.
        size: (u8, u8),
        /// The photograph, pulled straight.
        jpeg: Vec<u8>,
    },
    /// Takes away the photograph below the map, from the game as well.
    ClearMap,
    /// Opens a record given as text.
    OpenText(String),
    /// Copies a text, and says that it was copied.
    Copy(String),
    /// Says something for a few seconds.
    Tell(String),
}
