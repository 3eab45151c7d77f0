//! What the interface asks of the app.
//!
//! Panels draw and push [`Command`]s; the app carries them out after the
//! frame. Commands without an argument are [`Menu`] entries.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::entry::Pick;
use super::help_view::HelpPage;
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
use ui_menu::Menu;

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
