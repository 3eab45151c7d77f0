//! The effects of a corrected fact on earlier entries, in words.

use components::quantity::Quantity;
use journal::{ChangedEntry, Journal, OutcomeChange, rejudge};
use narration::{NamedGame, PlayerNaming, refusal};
use plain_text::{counted, listed};
use rules::player::PlayerId;

/// Returns the results of judging the entries before entry `number` again: first a summary, then a
/// line for each entry with a different outcome. `None` if the entry corrects no fact.
pub fn rejudged_lines(
    journal: &Journal,
    number: usize,
    naming: PlayerNaming,
) -> Option<Vec<String>> {
    let found = rejudge(journal, number)?;
    let game = journal.game_at(number)?;
    let facts: Vec<String> = found.facts.iter().map(ToString::to_string).collect();
    if facts.is_empty() {
        return None;
    }
    let outcome = match found.entries.len() {
        0 => "every earlier entry comes out the same".to_owned(),
        count => format!(
            "{} out differently; what was taken at the table stays",
            counted(count, "earlier entry comes", "earlier entries come")
        ),
    };
    let mut lines = vec![format!("judged again with {}: {outcome}", listed(&facts))];
    for entry in &found.entries {
        lines.push(format!(
            "entry {}: {}",
            entry.number,
            new_outcome_words(NamedGame::new(&game, naming), entry)
        ));
    }
    Some(lines)
}

/// Returns the different outcome of an entry in words: every changed number with the recorded one,
/// or the refusal.
pub fn new_outcome_words(named: NamedGame<'_>, entry: &ChangedEntry) -> String {
    match &entry.change {
        OutcomeChange::Refused(refusal) => refusal::describe(named, refusal),
        OutcomeChange::Changes(changes) if changes.is_empty() => {
            "the same numbers by another way".to_owned()
        }
        OutcomeChange::Changes(changes) => {
            let texts: Vec<String> =
                changes.iter().map(|change| change_text(named, change)).collect();
            listed(&texts)
        }
    }
}

fn change_text(
    named: NamedGame<'_>,
    (player, what, was, would): &(PlayerId, Quantity, i32, i32),
) -> String {
    let who = named.label(*player);
    format!("{who} {would:+} {} instead of {was:+}", what.name())
}
