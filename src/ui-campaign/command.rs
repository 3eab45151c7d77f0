//! Commands from the campaign.

use campaign::record::Change;
use campaign_rules::Action;
use ui_menu::Menu;

/// A request to the app from the campaign.
#[derive(Clone, Debug)]
pub enum CampaignCommand {
    /// An entry of the menus.
    Menu(Menu),
    /// Plays actions one after the other: all of them, or none if one is refused.
    Play(Vec<Action>),
    /// Changes the open record.
    Change(Vec<Change>),
    /// Copies text to the clipboard, and confirms it.
    Copy(String),
    /// Opens the entry of a rule or ruling, by its number.
    OpenRule(&'static str),
    /// Shows a message for a few seconds.
    ShowMessage(String),
}
