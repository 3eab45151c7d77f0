//! What the program says when it is started without a verb.

use clap::Command;

use super::answer::Answer;
use super::record::Record;
use super::replay;

/// The game that a newcomer sees first.
const EXAMPLE: &str = include_str!("../../assets/examples/teaching-game.founders");
/// Where it is, for whoever wants to look inside.
const EXAMPLE_FILE: &str = "assets/examples/teaching-game.founders";

/// A short welcome, the verbs, and an example game replayed.
pub(super) fn answer(command: &Command) -> Answer {
    let mut lines = vec![
        "Founders Ledger keeps the record of a game of Founders of Gloomhaven: it judges"
            .to_owned(),
        "moves, pays every cascade, and says why. The window is yet to come; until then".to_owned(),
        "there are these verbs, each explained by `founders-ledger VERB --help`:".to_owned(),
        String::new(),
    ];
    for verb in command.get_subcommands() {
        let about = verb
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        lines.push(format!("  {:<9} {about}", verb.get_name()));
    }
    lines.push(String::new());
    let record = match Record::built_in(EXAMPLE_FILE, EXAMPLE.as_bytes()) {
        Ok(record) => record,
        Err(no) => return no.into(),
    };
    lines.push(format!(
        "An example, `founders-ledger replay {EXAMPLE_FILE}`:"
    ));
    lines.push(String::new());
    lines.extend(replay::table(&record));
    record.finish(Answer::text(lines.join("\n")))
}
