//! The program: it takes the words of the command line, prints the answer, and ends with its exit code.

use std::process::ExitCode;

use founders_ledger::cli;

fn main() -> ExitCode {
    cli::run(std::env::args_os()).print()
}
