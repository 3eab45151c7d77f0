//! Commands from the scenario table.

use scenario::record::Change;
use scenario_cards::CardEdit;
use scenario_rules::Action;
use ui_menu::Menu;

/// A request to the app from the scenario table.
#[derive(Clone, Debug)]
pub enum ScenarioCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Starts a scenario on an empty map.
    StartGame {
        columns: u8,
        rows: u8,
        /// The initiative of every set in every round; `None` if cards are used.
        always: Option<u8>,
    },
    /// Plays an action on the table on screen.
    Play(Action),
    /// Changes the open record.
    Change(Vec<Change>),
    /// Places a photograph below the map, and saves it with the game. A map without entries or
    /// figures takes its size.
    PlaceMapPhoto {
        /// Columns and rows of the map.
        size: (u8, u8),
        /// The straightened photograph.
        jpeg: Vec<u8>,
    },
    /// Changes a line of the owner's cards.
    EditCards(CardEdit),
    /// Removes the photograph below the map, from the saved game as well.
    RemoveMapPhoto,
    /// Opens a record given as text.
    OpenText(String),
    /// Copies text to the clipboard, and confirms it.
    Copy(String),
    /// Opens the entry of a rule or ruling, by its number.
    OpenRule(&'static str),
    /// Shows a message for a few seconds.
    ShowMessage(String),
}
