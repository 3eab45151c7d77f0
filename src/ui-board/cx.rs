//! The context of the screens of the first game.

use table::table::Table;
use ui_kit::queue::CommandQueue;

use crate::command::FoundersCommand;
use crate::settings::Settings;

/// The table to show, the settings, and the queue for commands.
///
/// To show another table, such as an earlier state, pass `Cx { table: &past, ..cx }`.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// The table to show.
    pub table: &'a Table,
    /// The settings.
    pub settings: &'a Settings,
    /// The queue for commands.
    pub commands: &'a CommandQueue<FoundersCommand>,
}
