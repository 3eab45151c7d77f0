//! `shell-files`: the manual pages and the completions of the verbs, made from their definition.
//!
//! Packages take them from the built program itself, so that they cannot disagree with it.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::{Generator as _, Shell};

use super::answer::Answer;
use super::out::write_new;

/// The shells that packages bring completions for.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

/// Where the files go.
#[derive(Debug, Args)]
pub(super) struct ShellFilesArgs {
    /// A folder that does not exist yet
    folder: PathBuf,
}

pub(super) fn answer(request: &ShellFilesArgs, program: Command) -> Answer {
    let folder = request.folder.display();
    match write(&request.folder, program) {
        Ok(()) => Answer::line(format!("{folder}: manual pages and completions")),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Answer::unusable(format!(
            "{folder}: this is there already; expected the name of a new folder"
        )),
        Err(error) => Answer::unusable(format!("{folder}: cannot be written: {error}")),
    }
}

/// Writes into a new folder alone, so that nothing is written over.
fn write(folder: &Path, program: Command) -> io::Result<()> {
    std::fs::create_dir(folder)?;
    let name = program.get_name().to_owned();
    for shell in SHELLS {
        // `generate_to` panics where a file cannot be written.
        let mut completion = Vec::new();
        clap_complete::generate(shell, &mut program.clone(), &name, &mut completion);
        write_new(&folder.join(shell.file_name(&name)), &completion)?;
    }
    clap_mangen::generate_to(program, folder)
}
