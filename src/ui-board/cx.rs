//! What every screen of the first game is handed.

use ui_kit::queue::Queue;

use crate::command::FoundersCommand;
use crate::settings::Settings;
use table::table::Table;

/// The table to show, the settings, and where a screen puts what it asks for.
///
/// To show another table, such as one of the past, hand on `Cx { table: &past, ..cx }`.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// The table to show.
    pub table: &'a Table,
    /// The settings.
    pub settings: &'a Settings,
    /// What the screens ask for.
    pub commands: &'a Queue<FoundersCommand>,
}
