//! The menus of the window.
//!
//! Commands without an argument are entries of one list, [`Menu`], with the label, hint and keys
//! of each. The menu bar, the shortcuts and the overview of keys all read it.

use egui::{Key, KeyboardShortcut, Modifiers};

use ui_kit::keymap::{KeyReach, MenuEntry};

enum_table::enum_table! {
    /// A menu of the menu bar, from the left.
    pub enum MenuBar {
        /// The title.
        label: &'static str,
    }

    /// Records as files.
    File = "File";
    /// The record itself.
    Edit = "Edit";
    /// The game that is played.
    Game = "Game";
    /// Panels, pages and zoom.
    View = "View";
    /// The contents of the box, and your own boards.
    Box = "Box";
    /// Pages to print, and exports for others.
    Share = "Share";
    Help = "Help";
}

/// The record that has to be open before the menu bar offers a command.
///
/// Other conditions, such as an entry to take back, are checked where the menu is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredRecord {
    /// No record.
    Nothing,
    /// A record of either game: a scenario has a file and a record of its own.
    Record,
    /// A game of Founders of Gloomhaven.
    Table,
}

macro_rules! menu {
    ($($name:ident, $bar:ident, $required:ident, $reach:ident, $label:literal, $hint:literal, [$($modifiers:expr, $key:ident);*];)*) => {
        /// A command without an argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Menu {
            $(#[doc = $hint] $name,)*
        }

        impl Menu {
            /// Every command; those of one menu are in the order of that menu.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The menu that lists the command.
            pub const fn bar(self) -> MenuBar {
                match self { $(Self::$name => MenuBar::$bar,)* }
            }

            /// Returns the record that has to be open for the command.
            pub const fn required_record(self) -> RequiredRecord {
                match self { $(Self::$name => RequiredRecord::$required,)* }
            }

            /// Returns the label, hint and keys of the command.
            pub const fn entry(self) -> &'static MenuEntry {
                match self {
                    $(Self::$name => {
                        const {
                            &MenuEntry {
                                name: stringify!($name),
                                label: $label,
                                hint: $hint,
                                default_keys: &[$(KeyboardShortcut::new($modifiers, Key::$key)),*],
                                reach: KeyReach::$reach,
                            }
                        }
                    })*
                }
            }
        }
    };
}

impl Menu {
    /// Returns the label of the command in the menu bar.
    pub const fn label(self) -> &'static str {
        self.entry().label
    }
}

const SHIFT_COMMAND: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

menu! {
    New, File, Nothing, Field, "New game…", "Sets up a new game.", [Modifiers::COMMAND, N];
    Try, File, Nothing, Game, "Try it without the box…", "Sets up a game with the practice set, an invented box to learn with.", [];
    Open, File, Nothing, Field, "Open…", "Opens a saved game.", [Modifiers::COMMAND, O];
    Save, File, Record, Field, "Save", "Says where and when the game was saved: every entry is, at once.", [Modifiers::COMMAND, S];
    SaveAs, File, Record, Field, "Save as…", "Saves the game under another name.", [SHIFT_COMMAND, S];
    Rename, File, Record, Game, "Rename…", "Renames the game's file.", [];
    Duplicate, File, Record, Game, "Duplicate", "Copies the game's file.", [];
    Backups, File, Record, Game, "Earlier states…", "Shows earlier states of the game, to restore one.", [];
    Bin, File, Record, Game, "Move to the bin", "Closes the game and puts its file into the bin.", [];
    ShowInFolder, File, Record, Game, "Show in folder", "Shows the game's file among the others in its folder.", [];
    Scenario, Game, Nothing, Game, "Scenario table", "Plays a scenario of Gloomhaven or Jaws of the Lion on its hexes: whom a monster attacks, where it goes, and why.", [];
    Campaign, Game, Nothing, Game, "Campaign", "Keeps a campaign between scenarios: the town, parties, characters, and why each number is what it is.", [];
    Start, File, Record, Field, "Close the game", "Goes back to the start screen; the game is saved.", [Modifiers::COMMAND, W];
    Quit, File, Nothing, Dialog, "Quit", "Leaves the app; the game is saved.", [Modifiers::COMMAND, Q];

    Undo, Edit, Record, Game, "Undo", "Takes back the latest entry of the record.", [Modifiers::COMMAND, Z];
    Redo, Edit, Record, Game, "Redo", "Plays again what was taken back.", [SHIFT_COMMAND, Z; Modifiers::COMMAND, Y];
    UndoHere, Edit, Table, Game, "Undo to here", "Takes back every entry after the one shown.", [Modifiers::ALT, U];
    RestartTurn, Edit, Table, Game, "Restart this turn", "Takes back everything since the turn began.", [Modifiers::ALT, T];
    Repair, Edit, Record, Game, "Repair the record…", "Changes, inserts or removes an earlier entry.", [Modifiers::ALT, R];
    TryMoves, Edit, Table, Field, "Try moves", "Plays on a copy of the table: nothing is recorded. In the list of moves, starts with the chosen one.", [Modifiers::SHIFT, F7];
    AlwaysDeal, Edit, Table, Game, "Always deal for us", "Draws every card of this game that comes up; to be taken from the deck, if there is one.", [];
    CopyRecord, Edit, Record, Game, "Copy the record", "Copies the whole record as text.", [SHIFT_COMMAND, C];
    ResetLayout, Edit, Table, Game, "Reset the layout", "Puts every panel back to its place.", [];
    Paste, Edit, Nothing, Game, "Paste a record", "Opens a record that was copied as text.", [SHIFT_COMMAND, V];
    Preferences, Edit, Nothing, Field, "Preferences…", "Appearance, motion, previews and votes.", [Modifiers::COMMAND, Comma];

    CommandLine, Game, Table, Game, "Command line", "Enters an action by typing it.", [Modifiers::NONE, Slash];
    NextPanel, Edit, Nothing, Field, "Next panel", "Puts the keyboard into the next panel; what can be done comes first.", [Modifiers::NONE, F6];
    Layout, Game, Record, Field, "Put the table back", "Lists everything on the table, to tick off, and what to note before taking it down.", [Modifiers::NONE, F8];
    Audit, Game, Table, Game, "Count the table…", "Compares what lies on the table with the record, and sets the record right.", [Modifiers::ALT, C];
    CatchUp, Game, Table, Game, "Catch up…", "Goes on from the table as it stands, leaving what happened unexplained.", [];
    Inspector, Game, Table, Game, "Connections", "Shows what joins two tiles, or what is missing.", [Modifiers::NONE, I];
    Rotate, Game, Table, Game, "Rotate the board", "Turns the board by a quarter turn, to match a seat at the table.", [Modifiers::NONE, T];
    First, Game, Record, Game, "First entry", "Shows the start of the game.", [Modifiers::ALT, Home];
    Previous, Game, Record, Game, "Previous entry", "Shows the entry before.", [Modifiers::ALT, ArrowLeft];
    Next, Game, Record, Game, "Next entry", "Shows the entry after.", [Modifiers::ALT, ArrowRight];
    Last, Game, Record, Game, "Latest entry", "Shows the table as it is now.", [Modifiers::ALT, End];

    Players, View, Table, Field, "Players", "Shows or hides the players.", [Modifiers::NONE, F2];
    Offers, View, Table, Field, "Offers", "Shows or hides proposals, advisers and buildings.", [Modifiers::NONE, F3];
    Journal, View, Table, Field, "Journal", "Shows or hides the journal.", [Modifiers::NONE, F4];
    ZoomIn, View, Table, Game, "Zoom in", "Shows the board larger.", [Modifiers::NONE, Plus];
    ZoomOut, View, Table, Game, "Zoom out", "Shows the board smaller.", [Modifiers::NONE, Minus];
    Fit, View, Table, Game, "Fit the board", "Shows the whole board.", [Modifiers::NONE, Home];
    Larger, View, Nothing, Dialog, "Larger text", "Shows everything larger.", [Modifiers::COMMAND, Plus];
    Smaller, View, Nothing, Dialog, "Smaller text", "Shows everything smaller.", [Modifiers::COMMAND, Minus];
    UsualSize, View, Nothing, Dialog, "Usual size", "Shows everything at its usual size.", [Modifiers::COMMAND, Num0];
    TableView, View, Table, Field, "Table view", "Shows points, the board and whose turn it is, large enough for the whole table.", [Modifiers::NONE, F11];
    TableWindow, View, Nothing, Game, "Table window", "Shows the table view in a window of its own, for a second screen.", [Modifiers::SHIFT, F11];
    FullScreen, View, Nothing, Dialog, "Full screen", "Fills the whole screen.", [Modifiers::ALT, Enter];

    Library, Box, Nothing, Game, "Library", "Shows everything in the box, and what is known about it.", [];
    ImportFacts, Box, Nothing, Game, "Import facts…", "Compares a friend's pack, or a single board, with what is known here.", [];
    ImportCards, Box, Nothing, Game, "Import scenario cards…", "Reads monsters, ability cards, classes, items and scenarios from edition files that you have, for the scenario table or the open campaign.", [];
    ImportGains, Box, Nothing, Game, "Import the gains of a scenario…", "Records what a scenario that ended brings the party of a campaign: of a recorded scenario with a campaign open, or into a campaign with the scenario open.", [];
    ExportFacts, Box, Nothing, Game, "Export facts…", "Writes the facts entered from your own copy into a file to share.", [];
    EnterCards, Box, Nothing, Game, "Enter the cards…", "Goes through what is still unknown of the own box, what is asked most often first.", [];
    Trace, Box, Nothing, Game, "Trace a board…", "Makes a board from a photograph or by hand.", [];
    Photograph, Box, Nothing, Game, "Open a photograph…", "Traces a board from a photograph of it; on the scenario table, lays it below the map.", [];
    KeepPhotograph, Box, Table, Game, "Keep a photograph…", "Keeps a photograph of the table as it is left with this game, to compare with when it is put back.", [];
    ComparePhotograph, Box, Table, Game, "Compare photographs…", "Shows on which squares the table differs from the photograph that is kept, and what lies there by the record.", [];
    ExportBoard, Box, Nothing, Game, "Export the board…", "Writes the board selected in the library into a file.", [];

    SavePicture, Share, Record, Game, "Save a picture…", "Saves the board, or the result that is shown, as a picture.", [];
    PrintLayout, Share, Record, Game, "Print the table", "Opens a page that lists everything on the table, to print.", [];
    ScoreHistory, Share, Nothing, Game, "Score history", "Counts wins and points over all finished games on this machine.", [];
    Result, Share, Table, Field, "Result and board", "Switches between the result of a finished game and its board.", [Modifiers::NONE, F5];
    PrintScores, Share, Record, Field, "Print the scores", "Opens the scores of a finished game or scenario as a page, to print.", [Modifiers::COMMAND, P];
    PrintDispute, Share, Record, Game, "Dispute page", "Opens a page about the entry shown: before and after, receipt, rules.", [];
    PrintEventCards, Share, Table, Game, "Print the event cards", "Opens the event cards of a game that shapes history as a page, to print.", [];
    SaveScores, Share, Table, Game, "Save the scores…", "Saves the scores as a table for other programs (CSV), or as a page.", [];
    HandOver, Share, Table, Game, "Hand over to play logs", "Opens a page with a code for BG Stats and a text for BoardGameGeek.", [];
    CopyComment, Share, Table, Game, "Copy for BoardGameGeek", "Copies a text for the comment of a logged play.", [];
    Phones, Share, Record, Game, "Phones…", "Shows seats, moves, rules and ballots on everybody's own phone, over the local network.", [];

    Lesson, Help, Nothing, Game, "A first game, explained", "Goes through a whole game step by step, and asks where you would build.", [];
    Help, Help, Nothing, Field, "Help", "Explains what is on screen.", [Modifiers::NONE, F1];
    Moves, Help, Table, Field, "What can I do?", "Lists every legal move with what it brings everybody, and what is refused with its reasons.", [Modifiers::NONE, F7];
    Asking, Help, Nothing, Game, "What the app asks", "Explains what the app asks about the box, when, and how to put it off.", [];
    Rules, Help, Nothing, Field, "Rules", "Opens the digest of the rules.", [Modifiers::SHIFT, F1];
    Keys, Help, Nothing, Game, "Keys", "Shows every key, and changes them.", [Modifiers::SHIFT, Questionmark];
    CopyDetails, Help, Nothing, Game, "Copy details for a report", "Copies what the app knows of itself, without names, to go with a report of a fault.", [];
    About, Help, Nothing, Game, "About Founders Ledger", "Explains what this app is and what it is not.", [];
}

#[cfg(test)]
mod tests {
    use egui::Context;
    use ui_kit::keymap::{Keymap, ShortcutConflict, format_keys, parse_keys};

    use super::*;

    fn keys_on_linux(menu: Menu) -> Option<String> {
        let ctx = Context::default();
        ctx.set_os(egui::os::OperatingSystem::Nix);
        menu.entry().keys(&ctx)
    }

    #[test]
    fn key_labels_match_the_keyboard() {
        assert_eq!(keys_on_linux(Menu::Preferences).as_deref(), Some("Ctrl+,"));
        assert_eq!(keys_on_linux(Menu::CommandLine).as_deref(), Some("/"));
        assert_eq!(keys_on_linux(Menu::Previous).as_deref(), Some("Alt+Left"));
        assert_eq!(keys_on_linux(Menu::Undo).as_deref(), Some("Ctrl+Z"));
        assert_eq!(keys_on_linux(Menu::About), None);
    }

    #[test]
    fn no_two_commands_share_their_keys() {
        for (index, one) in Menu::ALL.iter().enumerate() {
            for other in &Menu::ALL[index + 1..] {
                let taken = other.entry().default_keys;
                let clash = one.entry().default_keys.iter().any(|keys| taken.contains(keys));
                assert!(!clash, "{} and {}", one.label(), other.label());
            }
        }
    }

    fn check(keymap: &Keymap, menu: Menu, keys: KeyboardShortcut) -> Result<(), ShortcutConflict> {
        keymap.check(menu.entry(), keys, Menu::ALL.iter().map(|menu| menu.entry()))
    }

    #[test]
    fn usual_keys_survive_printing_and_belong_to_one_command() {
        for menu in Menu::ALL {
            for keys in menu.entry().default_keys {
                assert_eq!(parse_keys(&format_keys(*keys)), Some(vec![*keys]), "{menu:?}");
                assert_eq!(check(&Keymap::default(), *menu, *keys), Ok(()), "{menu:?}");
            }
        }
    }

    #[test]
    fn an_unreadable_change_leaves_the_usual_keys() {
        assert_eq!(undo_keys_set_to("F9"), [KeyboardShortcut::new(Modifiers::NONE, Key::F9)]);
        assert_eq!(undo_keys_set_to(""), []);
        for wrong in ["Meta+Q", "Ctrl+", "no such key"] {
            assert_eq!(undo_keys_set_to(wrong), Menu::Undo.entry().default_keys, "{wrong}");
        }
    }

    fn undo_keys_set_to(text: &str) -> Vec<KeyboardShortcut> {
        let changes = [("Undo".to_owned(), text.to_owned()), ("Gone".to_owned(), "X".to_owned())];
        Keymap::new(&changes.into()).keys(Menu::Undo.entry()).to_vec()
    }

    #[test]
    fn a_clash_names_the_command_that_holds_the_keys() {
        assert_eq!(
            check_about(Modifiers::COMMAND, Key::Z),
            Err(ShortcutConflict::Command(Menu::Undo.entry()))
        );
        assert_eq!(
            check_about(Modifiers::COMMAND, Key::Y),
            Err(ShortcutConflict::Command(Menu::Redo.entry()))
        );
        assert_eq!(check_about(Modifiers::NONE, Key::Num1), Err(ShortcutConflict::Panel));
        assert_eq!(check_about(Modifiers::COMMAND, Key::Num1), Err(ShortcutConflict::Panel));
        assert_eq!(check_about(Modifiers::COMMAND, Key::C), Err(ShortcutConflict::Panel));
        assert_eq!(check_about(Modifiers::NONE, Key::F9), Ok(()));
    }

    fn check_about(modifiers: Modifiers, key: Key) -> Result<(), ShortcutConflict> {
        check(&Keymap::default(), Menu::About, KeyboardShortcut::new(modifiers, key))
    }
}
