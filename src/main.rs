//! The program: opens the window, or runs a subcommand and ends with its exit code.

use std::process::ExitCode;

use founders_ledger::cli::Invocation;
use founders_ledger::{app, cli};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Invocation::Output(answer) => answer.print(),
        Invocation::Window(start) => match app::open(start) {
            Ok(code) => code,
            Err(why) => cli::no_window(&why).print(),
        },
    }
}
