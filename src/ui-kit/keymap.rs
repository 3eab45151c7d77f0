//! Commands without an argument, and their shortcuts with the user's changes.
//!
//! Settings store changes by the name of the command. A command without a change has its default
//! keys, even after an update changes them. [`Keymap::check`] refuses keys that the panels use
//! during play; [`Keymap::new`] accepts any keys from the settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Id, Key, KeyboardShortcut, Modifiers};

/// The keys that press numbered choices, from 0; from 1 on also with Ctrl.
pub const DIGITS: [Key; 10] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// A command without an argument, as menus and the overview of keys show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// The name of the command in the settings; it never changes.
    pub name: &'static str,
    /// The label in the menu.
    pub label: &'static str,
    /// A sentence that describes the command.
    pub hint: &'static str,
    /// The default shortcuts; the one to show comes first.
    pub default_keys: &'static [KeyboardShortcut],
    /// The contexts in which the shortcuts work.
    pub reach: KeyReach,
}

/// The contexts in which the shortcuts of a command work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyReach {
    /// While the keyboard belongs to the game.
    Game,
    /// Also while a text field has the focus: the keys mean nothing to it, and the command changes
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
    // Arrows keep their names, since not every font has signs for them.
    let is_sign = sign.chars().count() == 1 && !sign.contains(['⏴', '⏵', '⏶', '⏷']);
    match written.strip_suffix(name) {
        Some(modifiers) if is_sign => format!("{modifiers}{sign}"),
        _ => written,
    }
}

/// Changed shortcuts by the names of their commands, as settings store them. An empty text means no
/// shortcut.
pub type ChangedKeys = BTreeMap<String, String>;

/// The current shortcuts: the defaults with the user's changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// The changed keys, by the names of their commands.
    changed: BTreeMap<String, Vec<KeyboardShortcut>>,
}

/// A conflict that keeps a command from a shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShortcutConflict {
    /// Another command with these keys.
    #[error("these keys are those of \"{}\"", .0.label)]
    Command(&'static MenuEntry),
    /// Keys that the panels use.
    #[error("this key enters actions, moves about or types")]
    Panel,
}

/// Keys without Ctrl or Alt that panels use during play, besides digits.
const OF_PANELS: [Key; 17] = [
    Key::R,
    Key::F,
    Key::L,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Enter,
    Key::Escape,
    Key::Tab,
    Key::Space,
    Key::Backspace,
    Key::Delete,
    Key::U,
    Key::M,
    Key::A,
    Key::B,
];

/// Keys that a text field uses with Ctrl.
const OF_FIELDS: [Key; 4] = [Key::A, Key::C, Key::V, Key::X];

impl Keymap {
    /// Creates a keymap with these changes. Unreadable changes are ignored.
    pub fn new(changed: &ChangedKeys) -> Self {
        let readable =
            changed.iter().filter_map(|(name, keys)| Some((name.clone(), parse_keys(keys)?)));
        Self { changed: readable.collect() }
    }

    /// Makes this the keymap of the window.
    pub fn install(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), Arc::new(self)));
    }

    /// Returns the keymap of the window.
    pub fn current(ctx: &Context) -> Arc<Self> {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Self>>(id()).clone())
    }

    /// Returns the keys of a command; the ones to show come first.
    pub fn keys<'a>(&'a self, entry: &'a MenuEntry) -> &'a [KeyboardShortcut] {
        self.changed.get(entry.name).map_or(entry.default_keys, Vec::as_slice)
    }

    /// Checks that `entry` may have these keys among `all` commands.
    ///
    /// # Errors
    ///
    /// A [`ShortcutConflict`] with the panels or another command.
    pub fn check(
        &self,
        entry: &MenuEntry,
        keys: KeyboardShortcut,
        all: impl IntoIterator<Item = &'static MenuEntry>,
    ) -> Result<(), ShortcutConflict> {
        let KeyboardShortcut { modifiers, logical_key } = keys;
        let is_plain = !modifiers.command && !modifiers.alt && !modifiers.ctrl;
        let has_ctrl = modifiers.command && !modifiers.shift && !modifiers.alt;
        let is_field = modifiers.command && !modifiers.shift && OF_FIELDS.contains(&logical_key);
        let of_panels = is_plain
            && (OF_PANELS.contains(&logical_key) || DIGITS.contains(&logical_key))
            || has_ctrl && DIGITS[1..].contains(&logical_key);
        if of_panels || is_field {
            return Err(ShortcutConflict::Panel);
        }
        let mut others = all.into_iter().filter(|other| other.name != entry.name);
        let holder = others.find(|other| self.keys(other).contains(&keys));
        holder.map_or(Ok(()), |other| Err(ShortcutConflict::Command(other)))
    }
}

fn id() -> Id {
    Id::unique("the keys of the commands")
}

/// Formats keys for the settings, such as `Ctrl+Shift+Z`, the same on every system.
pub fn format_keys(keys: KeyboardShortcut) -> String {
    let KeyboardShortcut { modifiers, logical_key } = keys;
    let mut text = String::new();
    for (is_held, name) in
        [(modifiers.command, "Ctrl+"), (modifiers.alt, "Alt+"), (modifiers.shift, "Shift+")]
    {
        if is_held {
            text.push_str(name);
        }
    }
    text.push_str(logical_key.name());
    text
}

/// Parses keys as [`format_keys()`] formats them; an empty text means no keys.
pub fn parse_keys(text: &str) -> Option<Vec<KeyboardShortcut>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let (held, key) = text.rsplit_once('+').map_or(("", text), |(held, key)| (held, key));
    let mut modifiers = Modifiers::NONE;
    for name in held.split('+').filter(|name| !name.is_empty()) {
        modifiers = modifiers.plus(match name {
            "Ctrl" => Modifiers::COMMAND,
            "Alt" => Modifiers::ALT,
            "Shift" => Modifiers::SHIFT,
            _ => return None,
        });
    }
    Some(vec![KeyboardShortcut::new(modifiers, Key::from_name(key)?)])
}
