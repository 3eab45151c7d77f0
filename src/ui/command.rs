//! What the interface asks of the app.
//!
//! Panels draw and push [`Command`]s; the app carries them out after the
//! frame. Commands without an argument are [`Menu`] entries: one list that
//! knows label, hint and keys, read by the menus, the shortcuts and the
//! overview of keys.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::entry::Pick;
use super::settings::Settings;
use crate::rules::Rule;
use crate::rules::action::Action;
use crate::rules::player::PlayerId;
use crate::rules::receipt::Quantity;
use crate::rules::setup::Setup;
use crate::rules::square::Square;

/// Something the app is asked to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// An entry of the menus.
    Menu(Menu),
    /// Records actions, one after another, up to the first that is refused.
    Play(Vec<Action>),
    /// Makes a decision of the action being entered.
    Pick(Pick),
    /// Points at a square of the board, or at none.
    Aim(Option<Square>),
    /// Plays what a click on a square comes to, or keeps its explanation on screen.
    Commit(Square),
    /// Takes back the latest decision of the action being entered.
    Back,
    /// Looks at the table as it was after an entry of the main line.
    Look(usize),
    /// Opens the reason dialog for an action that the rules refuse.
    AskOverrule(Action),
    /// Opens the rules at one of them.
    OpenRule(Rule),
    /// Shows where a number of a player comes from.
    Explain(PlayerId, Quantity),
    /// Begins a game.
    Begin(Box<Setup>),
    /// Opens one of the examples by its file name.
    OpenExample(&'static str),
    /// Opens a record.
    Open(PathBuf),
    /// Opens a record given as text.
    OpenText(String),
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Tells something that went well, for a few seconds.
    Tell(String),
}

/// Commands in the order in which they were given.
pub type Commands = Vec<Command>;

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MenuBar {
    /// Records as files.
    File,
    /// The record itself.
    Edit,
    /// The game that is played.
    Game,
    /// What is shown, and how.
    View,
    /// Help.
    Help,
}

impl MenuBar {
    /// Every menu, from the left.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Game, Self::View, Self::Help];

    /// The title.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Game => "Game",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

macro_rules! menu {
    ($($name:ident, $bar:ident, $label:literal, $hint:literal, [$($modifiers:expr, $key:ident)?];)*) => {
        /// A command without an argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Menu {
            $(#[doc = $hint] $name,)*
        }

        impl Menu {
            /// Every command, menu by menu.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The menu in which it stands.
            #[must_use]
            pub const fn bar(self) -> MenuBar {
                match self { $(Self::$name => MenuBar::$bar,)* }
            }

            /// How it is called.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self { $(Self::$name => $label,)* }
            }

            /// What it does, in a sentence.
            #[must_use]
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$name => $hint,)* }
            }

            /// The keys that give it, unless somebody is typing.
            #[must_use]
            pub const fn shortcut(self) -> Option<KeyboardShortcut> {
                match self {
                    $(Self::$name => menu!(@keys $($modifiers, $key)?),)*
                }
            }
        }
    };
    (@keys) => { None };
    (@keys $modifiers:expr, $key:ident) => { Some(KeyboardShortcut::new($modifiers, Key::$key)) };
}

const SHIFT_COMMAND: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

menu! {
    New, File, "New game…", "Sets up a new game.", [Modifiers::COMMAND, N];
    Open, File, "Open…", "Opens a saved game.", [Modifiers::COMMAND, O];
    Paste, File, "Paste a record", "Opens a record that was copied as text.", [SHIFT_COMMAND, V];
    SaveAs, File, "Save as…", "Saves the game under a name of one's own.", [SHIFT_COMMAND, S];
    SavePicture, File, "Save a picture…", "Saves the board as a picture.", [];
    Start, File, "Close the game", "Goes back to the start screen; the game is saved.", [Modifiers::COMMAND, W];
    Quit, File, "Quit", "Leaves the app; the game is saved.", [Modifiers::COMMAND, Q];

    Undo, Edit, "Undo", "Takes back the latest entry of the record.", [Modifiers::COMMAND, Z];
    Redo, Edit, "Redo", "Plays again what was taken back.", [SHIFT_COMMAND, Z];
    CopyRecord, Edit, "Copy the record", "Copies the whole record as text.", [SHIFT_COMMAND, C];
    Preferences, Edit, "Preferences…", "Looks, motion, previews and votes.", [Modifiers::COMMAND, Comma];

    CommandLine, Game, "Command line", "Enters an action by typing it.", [Modifiers::NONE, Slash];
    Adjust, Game, "Set the record right…", "Enters what the table shows when it differs from the record.", [];
    Result, Game, "Result or board", "Shows the result of a game that is over, or its board again.", [Modifiers::NONE, F5];
    Inspector, Game, "Connections", "Shows what joins two tiles, or what is missing.", [Modifiers::NONE, I];
    First, Game, "First entry", "Looks at the start of the game.", [Modifiers::ALT, Home];
    Previous, Game, "Previous entry", "Looks one entry back.", [Modifiers::ALT, ArrowLeft];
    Next, Game, "Next entry", "Looks one entry on.", [Modifiers::ALT, ArrowRight];
    Last, Game, "Latest entry", "Looks at the table as it is now.", [Modifiers::ALT, End];

    Players, View, "Players", "Shows or hides the players.", [Modifiers::NONE, F2];
    Offers, View, "Offers", "Shows or hides proposals, advisers and buildings.", [Modifiers::NONE, F3];
    Journal, View, "Journal", "Shows or hides the journal.", [Modifiers::NONE, F4];
    ZoomIn, View, "Zoom in", "Shows the board larger.", [Modifiers::NONE, Plus];
    ZoomOut, View, "Zoom out", "Shows the board smaller.", [Modifiers::NONE, Minus];
    Fit, View, "Fit the board", "Shows the whole board.", [Modifiers::NONE, Num0];
    Rotate, View, "Rotate the board", "Turns the board by a quarter, to match a seat at the table.", [Modifiers::NONE, T];
    Larger, View, "Larger text", "Shows everything larger.", [Modifiers::COMMAND, Plus];
    Smaller, View, "Smaller text", "Shows everything smaller.", [Modifiers::COMMAND, Minus];
    UsualSize, View, "Usual size", "Shows everything at its usual size.", [Modifiers::COMMAND, Num0];
    FullScreen, View, "Full screen", "Fills the whole screen.", [Modifiers::NONE, F11];
    ResetLayout, View, "Reset the layout", "Puts every panel back to its place.", [];

    Rules, Help, "Rules", "Opens the digest of the rules.", [Modifiers::NONE, F1];
    Keys, Help, "Keys", "Shows every key.", [Modifiers::SHIFT, Questionmark];
    About, Help, "About Founders Ledger", "What this app is, and what it is not.", [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_their_keys() {
        for (index, one) in Menu::ALL.iter().enumerate() {
            for other in &Menu::ALL[index + 1..] {
                let clash = one.shortcut().is_some() && one.shortcut() == other.shortcut();
                assert!(!clash, "{} and {}", one.label(), other.label());
            }
        }
    }
}
