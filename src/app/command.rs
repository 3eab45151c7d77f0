//! Requests to the app.
//!
//! The screens of a game, of the box and of a traced board have commands of their own; those of the
//! window are here.

use std::path::PathBuf;

use super::phones::PhonesCommand;
use components::specs::Pack;
use scenario_cards::{CardBook, MergePriority};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_box::BoxCommand;
use ui_campaign::CampaignCommand;
use ui_founders::help_view::HelpPage;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_scenario::ScenarioCommand;

/// A request to the app.
#[derive(Clone, Debug)]
pub enum Command {
    /// From a screen of the first game.
    Founders(FoundersCommand),
    /// From the scenario table.
    Scenario(ScenarioCommand),
    /// From a campaign.
    Campaign(CampaignCommand),
    /// From the library, or from a form next to the table.
    Box(BoxCommand),
    /// From the tracing screen.
    Trace(TraceCommand),
    /// An entry of the menus.
    Menu(Menu),
    /// Takes back the latest decision, or goes back to the screen before.
    Back,
    /// Opens the help at a page.
    OpenHelp(HelpPage),
    /// Takes back every entry after this one; asks first if that hides something seen already.
    UndoTo(usize),
    /// Compares a friend's pack, with the name of its file, with the known facts.
    Compare(String, Box<Pack>),
    /// Opens one of the examples by its file name.
    OpenExample(&'static str),
    /// Opens a record.
    Open(PathBuf),
    /// Reads cards of scenarios from files and folders, and asks whether to add them.
    ImportCards(Vec<PathBuf>),
    /// Adds imported cards to those of the owner.
    AddCards(Box<CardBook>, MergePriority),
    /// Records facts of the box in the open campaign.
    AddBoxFacts(Vec<campaign_rules::Action>),
    /// Opens a record given as text.
    OpenText(String),
    /// Renames the game's file; the name has no ending.
    Rename(String),
    /// Restores an earlier state of the game from its file.
    Restore(PathBuf),
    /// Saves the game in this file. Its old contents are saved as a backup.
    SaveTo(PathBuf),
    /// Opens a damaged file as decided in its dialog.
    Recover,
    /// Continues a menu command with the file chosen for it in the app's own dialog.
    UseChosenFile(Menu, PathBuf),
    /// Continues a menu command, and replaces the file that exists already.
    ReplaceFile(Menu, PathBuf),
    /// Closes the app without a question, because the system ends the session.
    CloseForSystem,
    /// Closes the app although changes are not saved.
    CloseUnsaved,
    /// Replaces the settings.
    SetSettings(Box<Settings>),
    /// From the dialogs of the players' phones, or a page that takes a photograph with one.
    Phones(PhonesCommand),
    /// Discards the ballots of a vote, then runs the command that requires it.
    LoseBallots(Box<Self>),
}

/// Commands in the order in which they were given.
pub type Commands = Vec<Command>;

impl Command {
    /// Returns `true` if the menus can ask for this: their entries, the settings, recent games.
    pub const fn is_of_menus(&self) -> bool {
        matches!(self, Self::Menu(_) | Self::SetSettings(_) | Self::Open(_))
    }

    /// Returns `true` if the command would restart the vote in progress.
    pub const fn restarts_vote(&self) -> bool {
        match self {
            Self::Menu(menu) => is_leaving(*menu),
            Self::Founders(command) => command.restarts_vote(),
            Self::Scenario(ScenarioCommand::StartGame { .. } | ScenarioCommand::OpenText(_))
            | Self::UndoTo(_)
            | Self::OpenExample(_)
            | Self::Open(_)
            | Self::OpenText(_)
            | Self::Restore(_)
            | Self::Recover => true,
            Self::Scenario(_)
            | Self::Campaign(_)
            | Self::Box(_)
            | Self::Trace(_)
            | Self::Back
            | Self::OpenHelp(_)
            | Self::Compare(..)
            | Self::ImportCards(_)
            | Self::AddCards(..)
            | Self::AddBoxFacts(_)
            | Self::Rename(_)
            | Self::SaveTo(_)
            | Self::UseChosenFile(..)
            | Self::ReplaceFile(..)
            | Self::CloseForSystem
            | Self::CloseUnsaved
            | Self::SetSettings(_)
            | Self::Phones(_)
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
            | Menu::Campaign
            | Menu::Bin
            | Menu::Undo
            | Menu::UndoHere
            | Menu::RestartTurn
            | Menu::Redo
    )
}

// Requests that several screens can make are one command here.

impl From<FoundersCommand> for Command {
    fn from(command: FoundersCommand) -> Self {
        match command {
            FoundersCommand::Menu(menu) => Self::Menu(menu),
            FoundersCommand::Back => Self::Back,
            FoundersCommand::Open(path) => Self::Open(path),
            FoundersCommand::SetSettings(settings) => Self::SetSettings(settings),
            FoundersCommand::Box(command) => command.into(),
            FoundersCommand::TakeWithPhone(menu) => PhonesCommand::TakeWithPhone(menu).into(),
            command => Self::Founders(command),
        }
    }
}

impl From<CampaignCommand> for Command {
    fn from(command: CampaignCommand) -> Self {
        match command {
            CampaignCommand::Menu(menu) => Self::Menu(menu),
            command => Self::Campaign(command),
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

impl From<PhonesCommand> for Command {
    fn from(command: PhonesCommand) -> Self {
        Self::Phones(command)
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
            TraceCommand::TakeWithPhone => PhonesCommand::TakeWithPhone(Menu::Photograph).into(),
            command @ TraceCommand::SaveBoard(..) => Self::Trace(command),
        }
    }
}
