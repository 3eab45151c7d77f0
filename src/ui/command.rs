//! What the interface asks of the app.
//!
//! Panels draw and push [`Command`]s; the app carries them out after the
//! frame. Commands without an argument are [`Menu`] entries: one list that
//! knows label, hint and keys, read by the menus, the shortcuts and the
//! overview of keys.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::entry::Pick;
use super::help_view::HelpPage;
use super::keymap::Keymap;
use super::settings::Settings;
use super::table::Begun;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::quantity::Quantity;
use components::specs::Pack;
use components::square::Square;
use journal::{Change, EntryId};
use rules::Rule;
use rules::action::Action;
use rules::player::PlayerId;
use rules::setup::Setup;

/// Something the app is asked to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// An entry of the menus.
    Menu(Menu),
    /// Records actions, one after another, up to the first that is refused.
    Play(Vec<Action>),
    /// Makes a decision of the action being entered.
    Pick(Pick),
    /// Picks several things of the action being entered, one after the other.
    PickAll(Vec<Pick>),
    /// Points at a square of the board, or at none.
    Aim(Option<Square>),
    /// Shows on the board what an action would come to, as if its square were aimed at; or nothing.
    Mean(Option<Box<Action>>),
    /// Plays what a click on a square comes to, or keeps its explanation on screen.
    Commit(Square),
    /// Offers what can be done with a card on offer that is pressed first.
    BeginWith(Begun),
    /// Takes back the latest decision of the action being entered.
    Back,
    /// Opens the help at a page.
    OpenHelp(HelpPage),
    /// Looks at the table as it was after an entry of the main line.
    Look(usize),
    /// Makes changes of the record, one after another, up to the first that cannot be made.
    Change(Vec<Change>),
    /// Makes the changes by which a repair becomes the main line.
    Repaired(Vec<Change>),
    /// Takes back every entry after this one; asks first if that hides what was seen already.
    UndoTo(usize),
    /// Opens the repair of the record at an entry of the main line.
    Repair(usize),
    /// Opens the count of the table.
    Audit,
    /// Looks for a way to complete every building of a solo game.
    LookAhead,
    /// Opens the reason dialog for an action that the rules refuse.
    AskOverrule(Action),
    /// Opens the rules at one of them.
    OpenRule(Rule),
    /// Shows where a number of a player comes from.
    Explain(PlayerId, Quantity),
    /// Opens the form for a card, a mat or a tile whose facts are not known yet.
    Read(ComponentRef),
    /// Opens the form for a thing that an action lacks; once it is kept, the action is carried out.
    ReadFor(ComponentRef, Box<Action>),
    /// Goes on with an action that a missing fact had stopped: records it if it is allowed now.
    GoOn(Box<Action>),
    /// Opens the form for a fact that was taken on trust.
    Settle(FactId),
    /// Lists what an answer rests on, so that what was misread can be told anew.
    Misread(Vec<FactId>),
    /// Keeps facts of the owner's copy, outside any game.
    Keep(Box<Pack>),
    /// Keeps what was entered of a thing until its form is kept; nothing once it is.
    KeepUnfinished(ComponentRef, Box<Pack>),
    /// Tells what the games that used other facts would come to with these.
    Recheck(Box<Pack>),
    /// Forgets what was entered of a thing.
    Forget(ComponentRef),
    /// Sets a friend's pack, by the name of its file, beside what is known.
    Compare(String, Box<Pack>),
    /// Adds what a friend's pack knows; of the facts named, the friend is right.
    Merge(Box<Pack>, Vec<FactId>),
    /// Begins a game.
    Begin(Box<Setup>),
    /// Opens one of the examples by its file name.
    OpenExample(&'static str),
    /// Opens a record.
    Open(PathBuf),
    /// Opens a record given as text.
    OpenText(String),
    /// Gives the file of the game another name, without its ending.
    Rename(String),
    /// Looks at any entry of the record: one that was taken back, or one of a variation.
    LookAt(EntryId),
    /// Lets the game be as it was in an earlier state, by the file of that.
    Restore(PathBuf),
    /// Saves the game in this file, whatever it holds; that is kept among the backups.
    SaveTo(PathBuf),
    /// Goes on with a damaged file as was decided in its dialog.
    Mend,
    /// A file was chosen in our own dialog for a command of the menus.
    Chosen(Menu, PathBuf),
    /// The same, and the file that is there already is to be replaced.
    Replace(Menu, PathBuf),
    /// Closes the app because the system says so, as when somebody logs out: nothing is asked.
    End,
    /// Closes the app although something is not saved.
    Leave,
    /// Keeps what is ticked, by its words, of the list by which the table is put back.
    Ticked(BTreeSet<String>),
    /// Calls whoever votes next, by a sound; who has voted and how is not told.
    CallVoter,
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Saves a board that was traced, as a pack of its own.
    SaveBoard(Box<Pack>, Option<Arc<image::RgbImage>>),
    /// Begins a scenario on an empty map of this size, with this initiative for every set if no
    /// cards are used.
    BeginScenario {
        columns: u8,
        rows: u8,
        /// The initiative of every set in every round.
        always: Option<u8>,
    },
    /// Keeps a photograph of the table with the game that waits, as a small JPEG.
    KeepTable(Vec<u8>),
    /// Plays an action on the table of the scenario that is shown.
    PlayScenario(scenario_rules::Action),
    /// Changes the record of the scenario that is open.
    Scenario(Vec<scenario::record::Change>),
    /// Lays a photograph below the map of the scenario, and keeps it with its game.
    LayMap {
        /// Columns and rows of the map.
        size: (u8, u8),
        /// The photograph, pulled straight.
        jpeg: Vec<u8>,
    },
    /// Takes the photograph below the map of the scenario away, from its game as well.
    ClearMap,
    /// Notes that the way in which the app asks for unknown facts was explained, once for all.
    KnowAsking,
    /// Writes a comment on the latest entry, in place of the one there.
    Note(String),
    /// Copies a text, and tells that it was copied.
    Copy(String),
    /// Tells something that went well, for a few seconds.
    Tell(String),
    /// Forgets the ballots that are being taken and does something for which they have to go.
    LoseBallots(Box<Command>),
}

impl Command {
    /// Whether the vote that is being held would have to begin anew after it.
    pub const fn leaves_vote(&self) -> bool {
        match self {
            Self::Play(_)
            | Self::Change(_)
            | Self::Repaired(_)
            | Self::UndoTo(_)
            | Self::Begin(_)
            | Self::BeginScenario { .. }
            | Self::OpenExample(_)
            | Self::Open(_)
            | Self::OpenText(_)
            | Self::Restore(_)
            | Self::Mend => true,
            Self::Menu(menu) => matches!(
                menu,
                Menu::New
                    | Menu::Try
                    | Menu::Start
                    | Menu::Quit
                    | Menu::Trace
                    | Menu::Scenario
                    | Menu::Bin
                    | Menu::Undo
                    | Menu::UndoHere
                    | Menu::RestartTurn
                    | Menu::Redo
            ),
            Self::Pick(_)
            | Self::PickAll(_)
            | Self::Aim(_)
            | Self::Commit(_)
            | Self::BeginWith(_)
            | Self::Mean(_)
            | Self::Back
            | Self::OpenHelp(_)
            | Self::Look(_)
            | Self::LookAhead
            | Self::LookAt(_)
            | Self::AskOverrule(_)
            | Self::OpenRule(_)
            | Self::Explain(..)
            | Self::Repair(_)
            | Self::Audit
            | Self::Read(_)
            | Self::ReadFor(..)
            | Self::GoOn(_)
            | Self::Settle(_)
            | Self::Misread(_)
            | Self::Keep(_)
            | Self::KeepUnfinished(..)
            | Self::Recheck(_)
            | Self::Forget(_)
            | Self::Compare(..)
            | Self::Merge(..)
            | Self::Rename(_)
            | Self::Chosen(..)
            | Self::Replace(..)
            | Self::End
            | Self::Leave
            | Self::Ticked(_)
            | Self::SaveBoard(..)
            | Self::KeepTable(_)
            | Self::Note(_)
            | Self::PlayScenario(_)
            | Self::Scenario(_)
            | Self::LayMap { .. }
            | Self::ClearMap
            | Self::CallVoter
            | Self::Set(_)
            | Self::KnowAsking
            | Self::Copy(_)
            | Self::Tell(_)
            | Self::SaveTo(_)
            | Self::LoseBallots(_) => false,
        }
    }
}

/// Commands in the order in which they were given.
pub type Commands = Vec<Command>;

catalogue::catalogue! {
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
    /// What is shown, and how.
    View = "View";
    /// What the box contains, and boards of one's own.
    Box = "Box";
    /// Pages to print, and what is given on to others.
    Share = "Share";
    Help = "Help";
}

/// What has to be open so that its menu offers a command. What else it may wait for, such as an
/// entry to take back, is asked where the menu is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing at all.
    Nothing,
    /// A record of either game: a scenario has a file and a record of its own.
    Record,
    /// A game of Founders of Gloomhaven.
    Table,
}

macro_rules! menu {
    ($($name:ident, $bar:ident, $needs:ident, $label:literal, $hint:literal, [$($modifiers:expr, $key:ident);*];)*) => {
        /// A command without an argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Menu {
            $(#[doc = $hint] $name,)*
        }

        impl Menu {
            /// Every command, menu by menu.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The menu in which it stands.
            pub const fn bar(self) -> MenuBar {
                match self { $(Self::$name => MenuBar::$bar,)* }
            }

            /// What has to be open for it.
            pub const fn needs(self) -> Needs {
                match self { $(Self::$name => Needs::$needs,)* }
            }

            /// How it is called.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$name => $label,)* }
            }

            /// What it does, in a sentence.
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$name => $hint,)* }
            }

            /// By what it is kept: the same in every version of the app.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// The keys that usually give it, unless somebody is typing; those that are shown
            /// come first.
            pub const fn shortcuts(self) -> &'static [KeyboardShortcut] {
                match self {
                    $(Self::$name => {
                        const { &[$(KeyboardShortcut::new($modifiers, Key::$key)),*] }
                    })*
                }
            }
        }
    };
}

impl Menu {
    /// The keys as they stand on a keyboard, such as `Ctrl+,`; nothing for a command without.
    pub fn keys(self, ctx: &Context) -> Option<String> {
        self.all_keys(ctx).into_iter().next()
    }

    /// All keys that give it, as they stand on a keyboard; those that are shown come first.
    pub fn all_keys(self, ctx: &Context) -> Vec<String> {
        Keymap::current(ctx).keys(self).iter().map(|keys| on_keyboard(ctx, *keys)).collect()
    }
}

/// Keys as they stand on a keyboard.
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

const SHIFT_COMMAND: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

menu! {
    New, File, Nothing, "New game…", "Sets up a new game.", [Modifiers::COMMAND, N];
    Try, File, Nothing, "Try it without the box…", "Sets up a game with the practice set, an invented box to learn with.", [];
    Open, File, Nothing, "Open…", "Opens a saved game.", [Modifiers::COMMAND, O];
    Save, File, Record, "Save", "Says where and when the game was saved: every entry is, at once.", [Modifiers::COMMAND, S];
    SaveAs, File, Record, "Save as…", "Saves the game under another name.", [SHIFT_COMMAND, S];
    Rename, File, Record, "Rename…", "Renames the game's file.", [];
    Duplicate, File, Record, "Duplicate", "Copies the game's file.", [];
    Backups, File, Record, "Earlier states…", "Shows earlier states of the game, to restore one.", [];
    Bin, File, Record, "Move to the bin", "Closes the game and puts its file into the bin.", [];
    ShowInFolder, File, Record, "Show in folder", "Shows the game's file among the others in its folder.", [];
    Scenario, Game, Nothing, "Scenario table", "Plays a scenario of Gloomhaven or Jaws of the Lion on its hexes: whom a monster attacks, where it goes, and why.", [];
    Start, File, Record, "Close the game", "Goes back to the start screen; the game is saved.", [Modifiers::COMMAND, W];
    Quit, File, Nothing, "Quit", "Leaves the app; the game is saved.", [Modifiers::COMMAND, Q];

    Undo, Edit, Record, "Undo", "Takes back the latest entry of the record.", [Modifiers::COMMAND, Z];
    Redo, Edit, Record, "Redo", "Plays again what was taken back.", [SHIFT_COMMAND, Z; Modifiers::COMMAND, Y];
    UndoHere, Edit, Table, "Undo to here", "Takes back every entry after the one shown.", [Modifiers::ALT, U];
    RestartTurn, Edit, Table, "Restart this turn", "Takes back everything since the turn began.", [Modifiers::ALT, T];
    Repair, Edit, Record, "Repair the record…", "Changes, inserts or removes an earlier entry.", [Modifiers::ALT, R];
    AlwaysDeal, Edit, Table, "Always deal for us", "Draws every card of this game that comes up; to be taken from the deck, if there is one.", [];
    CopyRecord, Edit, Record, "Copy the record", "Copies the whole record as text.", [SHIFT_COMMAND, C];
    ResetLayout, Edit, Table, "Reset the layout", "Puts every panel back to its place.", [];
    Paste, Edit, Nothing, "Paste a record", "Opens a record that was copied as text.", [SHIFT_COMMAND, V];
    Preferences, Edit, Nothing, "Preferences…", "Appearance, motion, previews and votes.", [Modifiers::COMMAND, Comma];

    CommandLine, Game, Table, "Command line", "Enters an action by typing it.", [Modifiers::NONE, Slash];
    NextPanel, Edit, Nothing, "Next panel", "Puts the keyboard into the next panel; what can be done comes first.", [Modifiers::NONE, F6];
    Layout, Game, Record, "Put the table back", "Lists everything on the table, to tick off, and what to note before taking it down.", [Modifiers::NONE, F8];
    Audit, Game, Table, "Count the table…", "Compares what lies on the table with the record, and sets the record right.", [Modifiers::ALT, C];
    CatchUp, Game, Table, "Catch up…", "Goes on from the table as it stands, leaving what happened unexplained.", [];
    Result, Game, Table, "Result and board", "Switches between the result of a finished game and its board.", [Modifiers::NONE, F5];
    Inspector, Game, Table, "Connections", "Shows what joins two tiles, or what is missing.", [Modifiers::NONE, I];
    Rotate, Game, Table, "Rotate the board", "Turns the board by a quarter turn, to match a seat at the table.", [Modifiers::NONE, T];
    First, Game, Record, "First entry", "Shows the start of the game.", [Modifiers::ALT, Home];
    Previous, Game, Record, "Previous entry", "Shows the entry before.", [Modifiers::ALT, ArrowLeft];
    Next, Game, Record, "Next entry", "Shows the entry after.", [Modifiers::ALT, ArrowRight];
    Last, Game, Record, "Latest entry", "Shows the table as it is now.", [Modifiers::ALT, End];

    Players, View, Table, "Players", "Shows or hides the players.", [Modifiers::NONE, F2];
    Offers, View, Table, "Offers", "Shows or hides proposals, advisers and buildings.", [Modifiers::NONE, F3];
    Journal, View, Table, "Journal", "Shows or hides the journal.", [Modifiers::NONE, F4];
    ZoomIn, View, Table, "Zoom in", "Shows the board larger.", [Modifiers::NONE, Plus];
    ZoomOut, View, Table, "Zoom out", "Shows the board smaller.", [Modifiers::NONE, Minus];
    Fit, View, Table, "Fit the board", "Shows the whole board.", [Modifiers::NONE, Home];
    Larger, View, Nothing, "Larger text", "Shows everything larger.", [Modifiers::COMMAND, Plus];
    Smaller, View, Nothing, "Smaller text", "Shows everything smaller.", [Modifiers::COMMAND, Minus];
    UsualSize, View, Nothing, "Usual size", "Shows everything at its usual size.", [Modifiers::COMMAND, Num0];
    TableView, View, Table, "Table view", "Shows points, the board and whose turn it is, large enough for the whole table.", [Modifiers::NONE, F11];
    TableWindow, View, Nothing, "Table window", "Shows the table view in a window of its own, for a second screen.", [Modifiers::SHIFT, F11];
    FullScreen, View, Nothing, "Full screen", "Fills the whole screen.", [Modifiers::ALT, Enter];

    Library, Box, Nothing, "Library", "Shows everything in the box, and what is known about it.", [];
    ImportFacts, Box, Nothing, "Import facts…", "Compares a friend's pack, or a single board, with what is known here.", [];
    ExportFacts, Box, Nothing, "Export facts…", "Writes the facts entered from your own copy into a file to share.", [];
    EnterCards, Box, Nothing, "Enter the cards…", "Goes through what is still unknown of the own box, what is asked most often first.", [];
    Trace, Box, Nothing, "Trace a board…", "Makes a board from a photograph or by hand.", [];
    Photograph, Box, Nothing, "Open a photograph…", "Traces a board from a photograph of it; on the scenario table, lays it below the map.", [];
    KeepPhotograph, Box, Table, "Keep a photograph…", "Keeps a photograph of the table as it is left with this game, to compare with when it is put back.", [];
    ComparePhotograph, Box, Table, "Compare photographs…", "Shows on which squares the table differs from the photograph that is kept, and what lies there by the record.", [];
    ExportBoard, Box, Nothing, "Export the board…", "Writes the board selected in the library into a file.", [];

    SavePicture, Share, Record, "Save a picture…", "Saves the board, or the result that is shown, as a picture.", [];
    PrintLayout, Share, Record, "Print the table", "Opens a page that lists everything on the table, to print.", [];
    ScoreHistory, Share, Nothing, "Score history", "Counts wins and points over all finished games on this machine.", [];
    PrintScores, Share, Table, "Print the scores", "Opens the score sheet as a page, to print.", [Modifiers::COMMAND, P];
    PrintDispute, Share, Record, "Dispute page", "Opens a page about the entry shown: before and after, receipt, rules.", [];
    PrintEventCards, Share, Table, "Print the event cards", "Opens the event cards of a game that shapes history as a page, to print.", [];
    SaveScores, Share, Table, "Save the scores…", "Saves the scores as a table for other programs (CSV), or as a page.", [];
    HandOver, Share, Table, "Hand over to play logs", "Opens a page with a code for BG Stats and a text for BoardGameGeek.", [];
    CopyComment, Share, Table, "Copy for BoardGameGeek", "Copies a text for the comment of a logged play.", [];

    Help, Help, Nothing, "Help", "Explains what is on screen.", [Modifiers::NONE, F1];
    Asking, Help, Nothing, "What the app asks", "Explains what the app asks about the box, when, and how to put it off.", [];
    Rules, Help, Nothing, "Rules", "Opens the digest of the rules.", [Modifiers::SHIFT, F1];
    Keys, Help, Nothing, "Keys", "Shows every key, and changes them.", [Modifiers::SHIFT, Questionmark];
    CopyDetails, Help, Nothing, "Copy details for a report", "Copies what the app knows of itself, without names, to go with a report of a fault.", [];
    About, Help, Nothing, "About Founders Ledger", "Explains what this app is and what it is not.", [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_stand_on_a_keyboard() {
        let ctx = Context::default();
        ctx.set_os(egui::os::OperatingSystem::Nix);
        let keys = |menu: Menu| menu.keys(&ctx);
        assert_eq!(keys(Menu::Preferences).as_deref(), Some("Ctrl+,"));
        assert_eq!(keys(Menu::CommandLine).as_deref(), Some("/"));
        assert_eq!(keys(Menu::Previous).as_deref(), Some("Alt+Left"));
        assert_eq!(keys(Menu::Undo).as_deref(), Some("Ctrl+Z"));
        assert_eq!(keys(Menu::About), None);
    }

    #[test]
    fn no_two_commands_share_their_keys() {
        for (index, one) in Menu::ALL.iter().enumerate() {
            for other in &Menu::ALL[index + 1..] {
                let clash = one.shortcuts().iter().any(|keys| other.shortcuts().contains(keys));
                assert!(!clash, "{} and {}", one.label(), other.label());
            }
        }
    }
}
