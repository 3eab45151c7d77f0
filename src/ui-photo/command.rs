//! Commands from the tracing screen.

use std::sync::Arc;

use components::specs::Pack;
use ui_menu::Menu;

/// A request to the app from the tracing screen.
#[derive(Clone, Debug)]
pub enum TraceCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Take the photograph with a phone of a player.
    TakeWithPhone,
    /// Return to the previous screen.
    Back,
    /// Save a traced board as a pack of its own, with the straightened photograph.
    SaveBoard(Box<Pack>, Option<Arc<image::RgbImage>>),
}
