//! What the tracing screen asks of the app.

use std::sync::Arc;

use components::specs::Pack;
use ui_menu::Menu;

/// Something that the tracing screen asks the app to do.
#[derive(Clone, Debug)]
pub enum TraceCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Goes back to what the screen was opened from.
    Back,
    /// Saves a board that was traced, as a pack of its own, with the straightened photograph.
    SaveBoard(Box<Pack>, Option<Arc<image::RgbImage>>),
}
