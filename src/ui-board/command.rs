//! What the screens of the first game ask of the app.
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
use table::entry::Pick;
use table::table::Begun;
use ui_box::BoxCommand;
use ui_menu::Menu;

/// Something that a screen of the first game asks the app to do.
#[derive(Clone, Debug)]
pub enum FoundersCommand {
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
    /// Takes back the latest decision of the action being entered, or goes back to the screen before.
    Back,
    /// Looks at the table as it was after an entry of the main line.
    Look(usize),
    /// Makes changes of the record, one after another, up to the first that cannot be made.
    Change(Vec<Change>),
    /// Makes the changes by which a repair becomes the main line.
    Repaired(Vec<Change>),
    /// Opens the repair of the record at an entry of the main line.
    Repair(usize),
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
    /// Changes what is known of the box.
    Box(BoxCommand),
    /// Begins a game.
    Begin(Box<Setup>),
    /// Opens a record.
    Open(PathBuf),
    /// Looks at any entry of the record: one that was taken back, or one of a variation.
    LookAt(EntryId),
    /// Keeps what is ticked, by its words, of the list by which the table is put back.
    Ticked(BTreeSet<String>),
    /// Calls whoever votes next, by a sound; who has voted and how is not told.
    CallVoter,
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Keeps a photograph of the table with the game that waits, as a small JPEG.
    KeepTable(Vec<u8>),
    /// Notes that the way in which the app asks for unknown facts was explained, once for all.
    KnowAsking,
    /// Writes a comment on the latest entry, in place of the one there.
    Note(String),
    /// Tells something that went well, for a few seconds.
    Tell(String),
}

impl FoundersCommand {
    /// Returns `true` if the vote that is being held would have to begin anew after this. An entry
    /// of the menus is judged by the app.
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
