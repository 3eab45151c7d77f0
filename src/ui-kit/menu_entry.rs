//! Menu entries: commands without an argument, with their label, hint and keys.

use egui::{Context, KeyboardShortcut};

use crate::keymap::Keymap;

/// A command without an argument, as menus and the overview of keys show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// The key of the command in settings, the same in every version of the app.
    pub name: &'static str,
    /// What the menu calls the command.
    pub label: &'static str,
    /// What the command does, in a sentence.
    pub hint: &'static str,
    /// The keys that give the command unless somebody changed them; the ones to show come first.
    pub usual_keys: &'static [KeyboardShortcut],
    /// Where the keys work.
    pub reach: KeyReach,
}

/// Where the keys of a command work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyReach {
    /// While the keyboard belongs to the game.
    Game,
    /// Also while somebody types: the keys mean nothing to a text field, and the command changes
    /// neither the record nor the entry in view.
    Field,
    /// Also while a dialog is open: the command is about the window, not about its contents.
    Dialog,
}

impl MenuEntry {
    /// Returns the keys as printed on a keyboard, such as `Ctrl+,`; `None` for a command without.
    pub fn keys(&self, ctx: &Context) -> Option<String> {
        self.all_keys(ctx).into_iter().next()
    }

    /// Returns all keys of the command as printed on a keyboard; the ones to show come first.
    pub fn all_keys(&self, ctx: &Context) -> Vec<String> {
        Keymap::current(ctx).keys(self).iter().map(|keys| on_keyboard(ctx, *keys)).collect()
    }
}

/// Returns keys as printed on a keyboard.
fn on_keyboard(ctx: &Context, shortcut: KeyboardShortcut) -> String {
    let (name, sign) = (shortcut.logical_key.name(), shortcut.logical_key.symbol_or_name());
    let written = ctx.format_shortcut(&shortcut);
    // Arrows keep their names: not every font has signs for them.
    let is_sign = sign.chars().count() == 1 && !sign.contains(['⏴', '⏵', '⏶', '⏷']);
    match written.strip_suffix(name) {
        Some(modifiers) if is_sign => format!("{modifiers}{sign}"),
        _ => written,
    }
}
