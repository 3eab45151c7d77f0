//! The app's own folder, for the verbs about what is kept in it.

use std::path::PathBuf;

use clap::Args;
use storage::Home;

use super::answer::Answer;

/// Where the app keeps what belongs to games.
#[derive(Clone, Debug, Args)]
pub(super) struct OwnFolder {
    /// The app's own folder, where it is not the usual one
    #[arg(long, value_name = "FOLDER")]
    own: Option<PathBuf>,
}

impl OwnFolder {
    /// The folder, if this machine has one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.own.clone().or_else(|| Home::of_this_machine().own)
    }

    /// The folder, in which these things are kept.
    ///
    /// # Errors
    ///
    /// This machine has none.
    pub(super) fn holding(&self, what: &str) -> Result<PathBuf, Answer> {
        let none = || Answer::unusable(format!("there is no folder for {what} on this machine"));
        self.path().ok_or_else(none)
    }
}
