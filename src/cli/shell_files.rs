//! `shell-files`: manual pages and shell completions, generated from the definition of the
//! subcommands.
//!
//! Packages generate them with the built program, so that they always match it.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::{Generator as _, Shell};

use super::answer::CommandOutput;
use super::output_file::write_new;

/// The shells for which packages have completions.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

/// The arguments of `shell-files`.
#[derive(Debug, Args)]
pub(super) struct ShellFilesArgs {
    /// A folder that does not exist yet
    folder: PathBuf,
}

pub(super) fn answer(request: &ShellFilesArgs, program: Command) -> CommandOutput {
    let folder = request.folder.display();
    match write(&request.folder, program) {
        Ok(()) => CommandOutput::line(format!("{folder}: manual pages and completions")),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => CommandOutput::unusable(
            format!("{folder}: this is there already; expected the name of a new folder"),
        ),
        Err(error) => CommandOutput::unusable(format!("{folder}: cannot be written: {error}")),
    }
}

/// Writes the files into a new folder, so that none is overwritten.
fn write(folder: &Path, program: Command) -> io::Result<()> {
    std::fs::create_dir(folder)?;
    let name = program.get_name().to_owned();
    for shell in SHELLS {
        // `generate_to` panics if a file cannot be written.
        let mut completion = Vec::new();
        clap_complete::generate(shell, &mut program.clone(), &name, &mut completion);
        write_new(&folder.join(shell.file_name(&name)), &completion)?;
    }
    clap_mangen::generate_to(program, folder)
}
