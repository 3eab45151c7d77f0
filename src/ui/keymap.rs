//! Which keys give which command: the usual ones, as the people at the screen changed them.
//!
//! Changes are kept among the settings, by the name of the command; what is not changed there
//! keeps its usual keys, also when an update brings other ones. Keys that the panels take for
//! themselves while somebody plays are nobody else's.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Id, Key, KeyboardShortcut, Modifiers};

use super::command::Menu;
use super::keyboard::DIGITS;

/// Keys by the names of commands, as they are kept; an empty text is no key at all.
pub type ChangedKeys = BTreeMap<String, String>;

/// The keys of every command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(BTreeMap<Menu, Vec<KeyboardShortcut>>);

/// Why keys cannot be given to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// Another command has them.
    #[error("these keys are those of \"{}\"", .0.label())]
    Command(Menu),
    /// The panels take them.
    #[error("this key enters actions, moves about or types")]
    Panel,
}

/// Keys without Ctrl or Alt that the panels take while somebody plays, besides digits.
const OF_PANELS: [Key; 14] = [
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
];

/// What Ctrl does in a field to type in.
const OF_FIELDS: [Key; 4] = [Key::A, Key::C, Key::V, Key::X];

impl Default for Keymap {
    fn default() -> Self {
        Self::of(&ChangedKeys::new())
    }
}

impl Keymap {
    /// The usual keys with these changes; a change that cannot be read leaves the usual ones.
    pub fn of(changed: &ChangedKeys) -> Self {
        let keys = |menu: &Menu| {
            let changed = changed.get(menu.name()).and_then(|keys| read(keys));
            changed.unwrap_or_else(|| menu.shortcuts().to_vec())
        };
        Self(Menu::ALL.iter().map(|menu| (*menu, keys(menu))).collect())
    }

    /// Makes these the keys of the window.
    pub fn install(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), Arc::new(self)));
    }

    /// The keys of the window.
    pub fn current(ctx: &Context) -> Arc<Self> {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Self>>(id()).clone())
    }

    /// The keys that give a command; those that are shown come first.
    pub fn keys(&self, menu: Menu) -> &[KeyboardShortcut] {
        self.0.get(&menu).map_or(&[], Vec::as_slice)
    }

    /// Whether keys can be given to a command.
    ///
    /// # Errors
    ///
    /// They are somebody else's.
    pub fn check(&self, menu: Menu, keys: KeyboardShortcut) -> Result<(), Clash> {
        let KeyboardShortcut { modifiers, logical_key } = keys;
        let is_plain = !modifiers.command && !modifiers.alt && !modifiers.ctrl;
        let has_ctrl = modifiers.command && !modifiers.shift && !modifiers.alt;
        let is_field = modifiers.command && !modifiers.shift && OF_FIELDS.contains(&logical_key);
        let of_panels = is_plain
            && (OF_PANELS.contains(&logical_key) || DIGITS.contains(&logical_key))
            || has_ctrl && DIGITS[1..].contains(&logical_key);
        if of_panels || is_field {
            return Err(Clash::Panel);
        }
        let others = self.0.iter().filter(|(other, _)| **other != menu);
        let mut clashes = others.filter(|(_, taken)| taken.contains(&keys));
        clashes.next().map_or(Ok(()), |(other, _)| Err(Clash::Command(*other)))
    }
}

fn id() -> Id {
    Id::unique("the keys of the commands")
}

/// Keys as they are kept, such as `Ctrl+Shift+Z`, the same on every system.
pub fn written(keys: KeyboardShortcut) -> String {
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

/// The keys that a text states as [`written`] writes them, none for an empty one; nothing if it
/// cannot be read.
fn read(text: &str) -> Option<Vec<KeyboardShortcut>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_key_is_read_as_it_is_written_and_is_nobody_elses() {
        let usual = Keymap::default();
        for menu in Menu::ALL {
            for keys in menu.shortcuts() {
                assert_eq!(read(&written(*keys)), Some(vec![*keys]), "{menu:?}");
                assert_eq!(usual.check(*menu, *keys), Ok(()), "{menu:?}");
            }
        }
    }

    #[test]
    fn changes_hold_and_what_cannot_be_read_leaves_the_usual_keys() {
        let changed = |text: &str| {
            let changed =
                [("Undo".to_owned(), text.to_owned()), ("Gone".to_owned(), "X".to_owned())];
            Keymap::of(&changed.into()).keys(Menu::Undo).to_vec()
        };
        assert_eq!(changed("F9"), [KeyboardShortcut::new(Modifiers::NONE, Key::F9)]);
        assert_eq!(changed(""), []);
        for wrong in ["Meta+Q", "Ctrl+", "no such key"] {
            assert_eq!(changed(wrong), Menu::Undo.shortcuts(), "{wrong}");
        }
    }

    #[test]
    fn keys_that_are_taken_say_by_whom() {
        let usual = Keymap::default();
        let check =
            |modifiers, key| usual.check(Menu::About, KeyboardShortcut::new(modifiers, key));
        assert_eq!(check(Modifiers::COMMAND, Key::Z), Err(Clash::Command(Menu::Undo)));
        assert_eq!(check(Modifiers::COMMAND, Key::Y), Err(Clash::Command(Menu::Redo)));
        assert_eq!(check(Modifiers::NONE, Key::Num1), Err(Clash::Panel));
        assert_eq!(check(Modifiers::COMMAND, Key::Num1), Err(Clash::Panel));
        assert_eq!(check(Modifiers::COMMAND, Key::C), Err(Clash::Panel));
        assert_eq!(check(Modifiers::NONE, Key::F9), Ok(()));
    }
}
