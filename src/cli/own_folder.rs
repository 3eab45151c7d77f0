//! The app's own folder, for subcommands about the files in it.

use std::path::PathBuf;

use clap::Args;
use storage::AppFolders;

use super::answer::CommandOutput;

/// The argument that selects the app's own folder.
#[derive(Clone, Debug, Args)]
pub(super) struct OwnFolder {
    /// The app's own folder, where it is not the usual one
    #[arg(long, value_name = "FOLDER")]
    own: Option<PathBuf>,
}

impl OwnFolder {
    /// Returns the folder, if this machine has one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.own.clone().or_else(|| AppFolders::for_this_machine().own)
    }

    /// Returns the folder; `what` names the files in it for the error message.
    ///
    /// # Errors
    ///
    /// This machine has none.
    pub(super) fn path_for(&self, what: &str) -> Result<PathBuf, CommandOutput> {
        self.path().ok_or_else(|| {
            CommandOutput::unusable(format!("there is no folder for {what} on this machine"))
        })
    }
}
