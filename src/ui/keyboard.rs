//! Who has the keyboard: the one place that decides whether a key reaches the game.
//!
//! A key is meant for the game only if no text field has the keyboard and
//! neither a dialog nor a menu is open. Shortcuts ask [`Keyboard::admits`],
//! panels take their keys by [`pressed`] and its kin; nothing else takes a key
//! out of the input, which a test of the architecture holds them to.

use egui::{Context, Event, Id, Key, Modifiers, Popup, Ui};

use super::command::Menu;

/// Who has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyboard {
    /// Nobody else: keys are for the game.
    Game,
    /// Somebody types.
    Field,
    /// A menu or a list to choose from is open.
    Menu,
    /// A dialog is open.
    Dialog,
}

impl Keyboard {
    /// Who has it now.
    #[must_use]
    pub fn of(ctx: &Context) -> Self {
        let is_announced = ctx.data(|data| data.get_temp(dialog_id())).unwrap_or(false);
        if is_announced || ctx.memory(|memory| memory.top_modal_layer().is_some()) {
            Self::Dialog
        } else if Popup::is_any_open(ctx) {
            Self::Menu
        } else if ctx.text_edit_focused() {
            Self::Field
        } else {
            Self::Game
        }
    }

    /// Whether the keys of a command are taken.
    #[must_use]
    pub const fn admits(self, menu: Menu) -> bool {
        match self {
            Self::Game => true,
            Self::Field => is_of_window(menu) || leaves_text_alone(menu),
            Self::Dialog => is_of_window(menu),
            Self::Menu => false,
        }
    }
}

/// Whether a command is about the window and not about what is in it.
const fn is_of_window(menu: Menu) -> bool {
    matches!(menu, Menu::Larger | Menu::Smaller | Menu::UsualSize | Menu::FullScreen | Menu::Quit)
}

/// Whether the keys of a command mean nothing to a text field, and the command itself neither
/// changes the record nor what is looked at.
const fn leaves_text_alone(menu: Menu) -> bool {
    matches!(
        menu,
        Menu::New
            | Menu::Open
            | Menu::SaveAs
            | Menu::Start
            | Menu::Preferences
            | Menu::PrintScores
            | Menu::Players
            | Menu::Offers
            | Menu::Journal
            | Menu::TableView
            | Menu::Layout
            | Menu::Result
            | Menu::Rules
    )
}

fn dialog_id() -> Id {
    Id::unique("a dialog has the keyboard")
}

/// Says whether a dialog is open, also in the frame in which it is first drawn; to be called
/// before anything takes a key.
pub fn announce_dialog(ctx: &Context, is_open: bool) {
    ctx.data_mut(|data| data.insert_temp(dialog_id(), is_open));
}

/// Whether keys are meant for the game.
#[must_use]
pub fn reaches_game(ctx: &Context) -> bool {
    Keyboard::of(ctx) == Keyboard::Game
}

/// Whether keys are meant for the game and no control has the focus, which Enter, space and the
/// arrows would be for.
#[must_use]
pub fn is_free(ctx: &Context) -> bool {
    reaches_game(ctx) && ctx.memory(|memory| memory.focused().is_none())
}

/// Takes a key that is meant for the game; says whether it was pressed.
#[must_use]
pub fn pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    reaches_game(ui.ctx()) && taken(ui, modifiers, key)
}

/// Takes a key that is meant for the game before anything is drawn; says whether it was pressed.
#[must_use]
pub fn takes(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    reaches_game(ctx) && ctx.input_mut(|input| input.consume_key(modifiers, key))
}

/// Takes a key while no control has the focus; says whether it was pressed.
#[must_use]
pub fn pressed_freely(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    is_free(ui.ctx()) && taken(ui, modifiers, key)
}

/// Takes a key that is meant for a control, if that has the focus; says whether it was pressed.
#[must_use]
pub fn pressed_in(ui: &Ui, has_focus: bool, modifiers: Modifiers, key: Key) -> bool {
    has_focus && taken(ui, modifiers, key)
}

/// Takes a key that no text field has a use for, also while somebody types; says whether it was
/// pressed.
#[must_use]
pub fn pressed_over_fields(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    matches!(Keyboard::of(ui.ctx()), Keyboard::Game | Keyboard::Field) && taken(ui, modifiers, key)
}

/// Takes the key that closes an open menu; says whether it was pressed.
#[must_use]
pub fn closes_menu(ctx: &Context) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Takes a letter that is meant for the game; says how often it was pressed.
#[must_use]
pub fn count(ui: &Ui, modifiers: Modifiers, key: Key) -> usize {
    if !reaches_game(ui.ctx()) {
        return 0;
    }
    ui.input_mut(|input| {
        let count = input.count_and_consume_key(modifiers, key);
        // The letter itself must not be typed into anything that takes the focus in this frame.
        if count > 0 {
            let is_typed = |event: &Event| matches!(event, Event::Text(_));
            input.events.retain(|event| !is_typed(event));
        }
        count
    })
}

/// Takes the keys of every command that may have them now; gives the commands.
#[must_use]
pub fn shortcuts(ctx: &Context) -> Vec<Menu> {
    let keyboard = Keyboard::of(ctx);
    let mut menus: Vec<Menu> = Menu::ALL.to_vec();
    // A shortcut also answers with Shift held, so those that ask for Shift come first.
    menus.sort_by_key(|menu| menu.shortcut().is_none_or(|keys| !keys.modifiers.shift));
    menus.retain(|menu| {
        let keys = menu.shortcut().filter(|_| keyboard.admits(*menu));
        keys.is_some_and(|keys| ctx.input_mut(|input| input.consume_shortcut(&keys)))
    });
    menus
}

fn taken(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(modifiers, key))
}
