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

/// A request from the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonStep {
    /// Goes on: to a question, or to the next step.
    Next,
    /// Goes back by one.
    Back,
    /// Leaves the lesson for a game that goes on from the current step.
    Practice,
    /// Leaves the lesson for the screen before it.
    Close,
}

/// A request from a screen of the first game to the app.
#[derive(Clone, Debug)]
pub enum FoundersCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Records actions, one after another, up to the first that is refused.
    Play(Vec<Action>),
    /// Makes a choice in the action being entered, and plays the action once it is complete.
    Choose(InputChoice),
    /// Makes several choices in order.
    ChooseAll(Vec<InputChoice>),
    /// Hovers over a square of the board, or over none, and previews an action there.
    Hover(Option<Square>),
    /// Previews an action on the board; `None` ends the preview.
    Preview(Option<Box<Action>>),
    /// Plays the action at a square, or pins its explanation on screen.
    ClickSquare(Square),
    /// Offers the actions for a square, adviser or proposal that was pressed before any action.
    Select(Selection),
    /// Takes back the latest choice in the action being entered, or returns to the previous screen.
    Back,
    /// Shows the table after an entry of the main line.
    ViewNumber(usize),
    /// Applies changes to the record, one after another, up to the first that fails.
    Change(Vec<Change>),
    /// Makes a repair the main line by applying these changes.
    AcceptRepair(Vec<Change>),
    /// Opens the repair of the record at an entry of the main line.
    OpenRepair(usize),
    /// Plays actions on a copy of the table, on which nothing is recorded.
    TryMoves(Vec<Action>),
    /// Searches for a way to complete every building of a solo game.
    LookAhead,
    /// Opens the reason dialog for an action that the rules refuse.
    AskOverrule(Action),
    /// Opens the rules panel at a rule.
    OpenRule(Rule),
    /// Shows the sources of a player's quantity.
    ShowSources(PlayerId, Quantity),
    /// Opens the form for a card, mat or tile whose facts are unknown.
    ReadComponent(ComponentRef),
    /// Opens the form for a component with facts that an action needs; saving it plays the action.
    ReadComponentFor(ComponentRef, Box<Action>),
    /// Records an action that was waiting for a missing fact, if it is legal now.
    Retry(Box<Action>),
    /// Opens the form for an unverified fact.
    VerifyFact(FactId),
    /// Lists the facts behind a verdict, to correct those that were misread.
    CorrectFacts(Vec<FactId>),
    /// Changes the known contents of the box.
    Box(BoxCommand),
    /// Starts a game.
    StartGame(Box<Setup>),
    /// Opens a record.
    Open(PathBuf),
    /// Shows the table after any entry of the record, including undone entries and variations.
    ViewAnyEntry(EntryId),
    /// Saves the ticked lines of the checklist for rebuilding the table, by their text.
    SaveTicks(BTreeSet<String>),
    /// Calls the next voter by a sound that reveals nothing about the votes.
    CallVoter,
    /// Replaces the settings.
    SetSettings(Box<Settings>),
    /// Takes the photograph of a menu entry with a phone of a player.
    TakeWithPhone(Menu),
    /// Saves a photograph of the table with the open game, as a small JPEG.
    SaveTablePhoto(Vec<u8>),
    /// Records that the questions for unknown facts were explained, so that they are not explained
    /// again.
    SetAskingExplained,
    /// Replaces the comment on the latest entry.
    CommentLatest(String),
    /// Goes through the lesson, or leaves it.
    Lesson(LessonStep),
    /// Shows a message for a few seconds.
    ShowMessage(String),
}

impl FoundersCommand {
    /// Returns `true` if the command would restart the vote in progress.
    ///
    /// Menu entries return `false`: the app judges them.
    pub const fn restarts_vote(&self) -> bool {
        match self {
            Self::Play(_)
            | Self::Change(_)
            | Self::AcceptRepair(_)
            | Self::StartGame(_)
            | Self::Open(_)
            | Self::Lesson(LessonStep::Practice) => true,
            Self::Menu(_)
            | Self::TakeWithPhone(_)
            | Self::Choose(_)
            | Self::ChooseAll(_)
            | Self::Hover(_)
            | Self::Preview(_)
            | Self::ClickSquare(_)
            | Self::Select(_)
            | Self::Back
            | Self::ViewNumber(_)
            | Self::ViewAnyEntry(_)
            | Self::OpenRepair(_)
            | Self::TryMoves(_)
            | Self::LookAhead
            | Self::AskOverrule(_)
            | Self::OpenRule(_)
            | Self::ShowSources(..)
            | Self::ReadComponent(_)
            | Self::ReadComponentFor(..)
            | Self::Retry(_)
            | Self::VerifyFact(_)
            | Self::CorrectFacts(_)
            | Self::Box(_)
            | Self::SaveTicks(_)
            | Self::CallVoter
            | Self::SetSettings(_)
            | Self::SaveTablePhoto(_)
            | Self::SetAskingExplained
            | Self::CommentLatest(_)
            | Self::Lesson(_)
            | Self::ShowMessage(_) => false,
        }
    }
}
