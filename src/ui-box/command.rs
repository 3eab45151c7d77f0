//! Commands of the library and the card forms.

use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::specs::Pack;
use ui_menu::Menu;

/// A request from the library or a form to the app.
#[derive(Clone, Debug)]
pub enum BoxCommand {
    /// A menu entry.
    Menu(Menu),
    /// Adds facts to the owner's copy, outside any game.
    Keep(Box<Pack>),
    /// Saves the facts of an unfinished form; an empty pack deletes them.
    KeepUnfinished(ComponentRef, Box<Pack>),
    /// Replays the games that used other facts, and lists the differences.
    Recheck(Box<Pack>),
    /// Deletes the facts entered for a card, a mat or a tile.
    Forget(ComponentRef),
    /// Merges a friend's pack; the listed facts replace ours.
    Merge(Box<Pack>, Vec<FactId>),
    /// Sets the name that is stored with entered facts.
    SetReader(String),
}
