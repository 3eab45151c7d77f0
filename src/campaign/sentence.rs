//! One short sentence for each entry of a record: its main change, and the numbers that follow.

use campaign_rules::action::Action;
use campaign_rules::event::{Event, EventKind};
use plain_text::{clauses, counted, sentence as as_sentence};

use super::action::print_action;
use super::receipt::change_words;
use super::record::{Record, action_at, events};

/// The maximum number of changes that a sentence names; more are counted.
const MAX_NAMED: usize = 4;

/// Returns an action in words, with its events.
///
/// ```
/// use campaign::action::parse_action;
/// use campaign::sentence::sentence;
/// use campaign_rules::Game;
///
/// let action = parse_action("party Wolves")?;
/// let events = Game::default().outcome(&action).expect("no party has the name").report.events;
/// assert_eq!(sentence(&action, &events), "Wolves is a new party, with reputation 0.");
/// # Ok::<(), plain_text::ParseError>(())
/// ```
pub fn sentence(action: &Action, events: &[Event]) -> String {
    let words = match action {
        Action::Note(note) => return as_sentence(note),
        Action::Overruled { action, reason } => {
            let words = changes(action, events);
            format!("{words}, against the rules: {reason}")
        }
        action => changes(action, events),
    };
    as_sentence(&words)
}

/// Returns the sentence of an entry, by its number from 1; `None` if there is no such entry.
pub fn sentence_of(record: &Record, number: usize) -> Option<String> {
    action_at(record, number).map(|action| sentence(action, events(record, number)))
}

/// Returns the changes of an action, the main ones first.
fn changes(action: &Action, events: &[Event]) -> String {
    let is_shown = |event: &&Event| !matches!(event.kind, EventKind::GainsRecorded { .. });
    let mut words: Vec<String> =
        events.iter().filter(is_shown).map(|event| change_words(&event.kind)).collect();
    if words.is_empty() {
        return format!("nothing changes: {}", print_action(action));
    }
    if words.len() > MAX_NAMED {
        let more = words.len() - MAX_NAMED;
        words.truncate(MAX_NAMED);
        words.push(counted(more, "more change", "more changes"));
    }
    clauses(&words)
}
