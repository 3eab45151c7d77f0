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

/// A request to the app from a screen of the first game.
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
    /// Points at a square of the board, or at none, and previews an action there.
    Aim(Option<Square>),
    /// Previews an action on the board; `None` ends the preview.
    Mean(Option<Box<Action>>),
    /// Plays the action at a square, or keeps its explanation on screen.
    Commit(Square),
    /// Offers the actions for a square, an adviser or a proposal that is pressed first.
    BeginWith(Selection),
    /// Takes back the latest decision of the action being entered, or goes back to the screen before.
    Back,
    /// Shows the table after an entry of the main line.
    Look(usize),
    /// Makes changes of the record, one after another, up to the first that cannot be made.
    Change(Vec<Change>),
    /// Makes a repair the main line, by these changes.
    Repaired(Vec<Change>),
    /// Opens the repair of the record at an entry of the main line.
    Repair(usize),
    /// Searches for a way to complete every building of a solo game.
    LookAhead,
    /// Opens the reason dialog for an action that the rules refuse.
    AskOverrule(Action),
    /// Opens the rules at one of them.
    OpenRule(Rule),
    /// Shows the sources of a player's number.
    Explain(PlayerId, Quantity),
    /// Opens the form for a card, a mat or a tile whose facts are not known yet.
    Read(ComponentRef),
    /// Opens the form for a card whose facts an action is missing. Keeping the form plays the action.
    ReadFor(ComponentRef, Box<Action>),
    /// Records an action that a missing fact had stopped, if it is legal now.
    GoOn(Box<Action>),
    /// Opens the form for a fact that was taken on trust.
    Settle(FactId),
    /// Lists the facts behind an answer, to correct those that were misread.
    Misread(Vec<FactId>),
    /// Changes what is known of the box.
    Box(BoxCommand),
    /// Begins a game.
    Begin(Box<Setup>),
    /// Opens a record.
    Open(PathBuf),
    /// Shows the table after any entry of the record: one that was taken back, or of a variation.
    LookAt(EntryId),
    /// Keeps the ticked lines of the list for putting the table back, by their text.
    Ticked(BTreeSet<String>),
    /// Calls the next voter by a sound that says nothing about the votes.
    CallVoter,
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Keeps a photograph of the table with the open game, as a small JPEG.
    KeepTable(Vec<u8>),
    /// Notes that the questions for unknown facts were explained, once for all.
    KnowAsking,
    /// Replaces the comment on the latest entry.
    Note(String),
    /// Shows a message for a few seconds.
    Tell(String),
}

impl FoundersCommand {
    /// Returns `true` if the command would restart the vote in progress. Entries of the menus are
    /// for the app to judge.
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
