//! Commands from the library and the card forms.

use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::specs::Pack;
use ui_menu::Menu;

/// A request to the app from the library or a form.
#[derive(Clone, Debug)]
pub enum BoxCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Keeps facts of the owner's copy, outside any game.
    Keep(Box<Pack>),
    /// Keeps the facts of an unfinished form; an empty pack clears them.
    KeepUnfinished(ComponentRef, Box<Pack>),
    /// Replays the games that used other facts, and lists the differences.
    Recheck(Box<Pack>),
    /// Deletes the facts entered for a card, a mat or a tile.
    Forget(ComponentRef),
    /// Merges a friend's pack; the listed facts replace ours.
    Merge(Box<Pack>, Vec<FactId>),
    /// Sets the name that is kept with facts as they are entered.
    SetReader(String),
}
