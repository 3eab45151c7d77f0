//! What the screens of the box ask of the app.

use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::specs::Pack;
use ui_menu::Menu;

/// Something that the library or a form asks the app to do.
#[derive(Clone, Debug)]
pub enum BoxCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Keeps facts of the owner's copy, outside any game.
    Keep(Box<Pack>),
    /// Keeps what was entered of a thing until its form is kept; an empty pack once it is.
    KeepUnfinished(ComponentRef, Box<Pack>),
    /// Lists what the games that used other facts would come to with these.
    Recheck(Box<Pack>),
    /// Forgets what was entered of a thing.
    Forget(ComponentRef),
    /// Adds what a friend's pack knows; of the facts named, the friend is right.
    Merge(Box<Pack>, Vec<FactId>),
    /// Changes who reads the cards off.
    SetReader(String),
}
