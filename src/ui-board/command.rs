//! Commands from the screens of the first game.
//!
//! Panels draw and push [`FoundersCommand`]s; the app carries them out after the
//! frame. A command without an argument is an entry of the [`Menu`].

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::settings::Settings;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::quantity::Quantity;
use components::square::Square;
use journal::{Change, EntryId};
use rules::Rule;
use rules::action::Action;
use rules::player::PlayerId;
use rules::setup::Setup;
use table::action_input::InputChoice;
use table::table::Selection;
use ui_box::BoxCommand;
use ui_menu::Menu;

/// A request from a screen of the first game to the app.
#[derive(Clone, Debug)]
pub enum FoundersCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Records actions, one after another, up to the first that is refused.
    Play(Vec<Action>),
    /// Makes a choice in the action being entered, and plays the action once it is complete.
    Pick(InputChoice),
    /// Makes several choices in order.
    PickAll(Vec<InputChoice>),
    /// Aims at a square of the board, or at none, and previews an action there.
    Aim(Option<Square>),
    /// Previews an action on the board; `None` ends the preview.
    Mean(Option<Box<Action>>),
    /// Plays the action at a square, or pins its explanation on screen.
    Commit(Square),
    /// Offers the actions for a square, adviser or proposal that was pressed before any action.
    BeginWith(Selection),
    /// Takes back the latest choice in the action being entered, or returns to the previous screen.
    Back,
    /// Shows the table after an entry of the main line.
    Look(usize),
    /// Applies changes to the record, one after another, up to the first that fails.
    Change(Vec<Change>),
    /// Makes a repair the main line by applying these changes.
    Repaired(Vec<Change>),
    /// Opens the repair of the record at an entry of the main line.
    Repair(usize),
    /// Searches for a way to complete every building of a solo game.
    LookAhead,
    /// Opens the reason dialog for an action that the rules refuse.
    AskOverrule(Action),
    /// Opens the rules panel at a rule.
    OpenRule(Rule),
    /// Shows the sources of a player's quantity.
    Explain(PlayerId, Quantity),
    /// Opens the form for a card, mat or tile whose facts are unknown.
    Read(ComponentRef),
    /// Opens the form for a component with facts that an action needs; saving it plays the action.
    ReadFor(ComponentRef, Box<Action>),
    /// Records an action that was waiting for a missing fact, if it is legal now.
    GoOn(Box<Action>),
    /// Opens the form for an unverified fact.
    Settle(FactId),
    /// Lists the facts behind a verdict, to correct those that were misread.
    Misread(Vec<FactId>),
    /// Changes the known contents of the box.
    Box(BoxCommand),
    /// Starts a game.
    Begin(Box<Setup>),
    /// Opens a record.
    Open(PathBuf),
    /// Shows the table after any entry of the record, including undone entries and variations.
    LookAt(EntryId),
    /// Saves the ticked lines of the checklist for rebuilding the table, by their text.
    Ticked(BTreeSet<String>),
    /// Calls the next voter by a sound that reveals nothing about the votes.
    CallVoter,
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Saves a photograph of the table with the open game, as a small JPEG.
    KeepTable(Vec<u8>),
    /// Records that the questions for unknown facts were explained, so that they are not again.
    KnowAsking,
    /// Replaces the comment on the latest entry.
    Note(String),
    /// Shows a message for a few seconds.
    Tell(String),
}

impl FoundersCommand {
    /// Returns `true` if the command would restart the vote in progress.
    ///
    /// Menu entries return `false`: the app judges them.
    pub const fn restarts_vote(&self) -> bool {
        match self {
            Self::Play(_)
            | Self::Change(_)
            | Self::Repaired(_)
            | Self::Begin(_)
            | Self::Open(_) => true,
            Self::Menu(_)
            | Self::Pick(_)
            | Self::PickAll(_)
            | Self::Aim(_)
            | Self::Mean(_)
            | Self::Commit(_)
            | Self::BeginWith(_)
            | Self::Back
            | Self::Look(_)
            | Self::LookAt(_)
            | Self::Repair(_)
            | Self::LookAhead
            | Self::AskOverrule(_)
            | Self::OpenRule(_)
            | Self::Explain(..)
            | Self::Read(_)
            | Self::ReadFor(..)
            | Self::GoOn(_)
            | Self::Settle(_)
            | Self::Misread(_)
            | Self::Box(_)
            | Self::Ticked(_)
            | Self::CallVoter
            | Self::Set(_)
            | Self::KeepTable(_)
            | Self::KnowAsking
            | Self::Note(_)
            | Self::Tell(_) => false,
        }
    }
}
