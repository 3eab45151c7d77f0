//! What the app is asked to do.
//!
//! The screens of a game, of the box and of a traced board have commands of their own; those of the
//! window are here.

use std::path::PathBuf;

use components::specs::Pack;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_box::BoxCommand;
use ui_founders::help_view::HelpPage;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_scenario::ScenarioCommand;

/// Something the app is asked to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// Asked by a screen of the first game.
    Founders(FoundersCommand),
    /// Asked by the scenario table.
    Scenario(ScenarioCommand),
    /// Asked by the library or by a form beside the table.
    Box(BoxCommand),
    /// Asked by the tracing screen.
    Trace(TraceCommand),
    /// An entry of the menus.
    Menu(Menu),
    /// Takes back the latest decision, or goes back to the screen before.
    Back,
    /// Opens the help at a page.
    OpenHelp(HelpPage),
    /// Takes back every entry after this one; asks first if that hides what was seen already.
    UndoTo(usize),
    /// Sets a friend's pack, by the name of its file, beside what is known.
    Compare(String, Box<Pack>),
    /// Opens one of the examples by its file name.
    OpenExample(&'static str),
    /// Opens a record.
    Open(PathBuf),
    /// Opens a record given as text.
    OpenText(String),
    /// Gives the file of the game another name, without its ending.
    Rename(String),
    /// Brings back an earlier state of the game, by the file of that state.
    Restore(PathBuf),
    /// Saves the game in this file. What the file held is kept among the backups.
    SaveTo(PathBuf),
    /// Goes on with a damaged file as decided in its dialog.
    Mend,
    /// Takes the file that was chosen in the app's own dialog for a menu entry.
    Chosen(Menu, PathBuf),
    /// Does the same, and replaces the file that is there already.
    Replace(Menu, PathBuf),
    /// Closes the app because the system says so, as at a logout, without a question.
    End,
    /// Closes the app although something is not saved.
    Leave,
    /// Replaces the settings.
    Set(Box<Settings>),
    /// Forgets the ballots of a vote and does something for which they have to go.
    LoseBallots(Box<Self>),
}

/// Commands in the order in which they were given.
pub type Commands = Vec<Command>;

impl Command {
    /// Returns `true` if the menus can ask for this: their entries, the settings, recent games.
    pub const fn is_of_menus(&self) -> bool {
        matches!(self, Self::Menu(_) | Self::Set(_) | Self::Open(_))
    }

    /// Returns `true` if the vote that is being held would have to begin anew after this.
    pub const fn restarts_vote(&self) -> bool {
        match self {
            Self::Menu(menu) => is_leaving(*menu),
            Self::Founders(command) => command.restarts_vote(),
            Self::Scenario(ScenarioCommand::Begin { .. } | ScenarioCommand::OpenText(_))
            | Self::UndoTo(_)
            | Self::OpenExample(_)
            | Self::Open(_)
            | Self::OpenText(_)
            | Self::Restore(_)
            | Self::Mend => true,
            Self::Scenario(_)
            | Self::Box(_)
            | Self::Trace(_)
            | Self::Back
            | Self::OpenHelp(_)
            | Self::Compare(..)
            | Self::Rename(_)
            | Self::SaveTo(_)
            | Self::Chosen(..)
            | Self::Replace(..)
            | Self::End
            | Self::Leave
            | Self::Set(_)
            | Self::LoseBallots(_) => false,
        }
    }
}

/// Returns `true` for an entry of the menus that leaves the game or changes its record.
const fn is_leaving(menu: Menu) -> bool {
    matches!(
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
    )
}

// What every screen can ask for is one command, whichever screen it is.

impl From<FoundersCommand> for Command {
    fn from(command: FoundersCommand) -> Self {
        match command {
            FoundersCommand::Menu(menu) => Self::Menu(menu),
            FoundersCommand::Back => Self::Back,
            FoundersCommand::Open(path) => Self::Open(path),
            FoundersCommand::Set(settings) => Self::Set(settings),
            FoundersCommand::Box(command) => command.into(),
            command => Self::Founders(command),
        }
    }
}

impl From<ScenarioCommand> for Command {
    fn from(command: ScenarioCommand) -> Self {
        match command {
            ScenarioCommand::Menu(menu) => Self::Menu(menu),
            ScenarioCommand::OpenText(text) => Self::OpenText(text),
            command => Self::Scenario(command),
        }
    }
}

impl From<BoxCommand> for Command {
    fn from(command: BoxCommand) -> Self {
        match command {
            BoxCommand::Menu(menu) => Self::Menu(menu),
            command => Self::Box(command),
        }
    }
}

impl From<TraceCommand> for Command {
    fn from(command: TraceCommand) -> Self {
        match command {
            TraceCommand::Menu(menu) => Self::Menu(menu),
            TraceCommand::Back => Self::Back,
            command @ TraceCommand::SaveBoard(..) => Self::Trace(command),
        }
    }
}
