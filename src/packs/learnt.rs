//! What was learnt in a game, as a pack to keep or to hand on.

use super::compare::{keep_used_sources, only};
use super::own_copy::{because, is_overruling};
use super::{built_in, overlay};
use components::fact::Standing;
use components::specs::Pack;

/// One thing that was learnt: the facts, and why they hold against what was known, if they do.
pub type Learnt<'a> = (&'a Pack, Option<&'a str>);

/// A pack of the facts that were learnt one after another in a game that began with `start`, the
/// later in place of the earlier.
///
/// It is to be laid over the built-in pack that the game began with, if it began with one. A fact
/// that was learnt against what was known says why.
pub fn learnt<'a>(start: &Pack, all: impl IntoIterator<Item = Learnt<'a>>) -> Pack {
    let mut pack = Pack::default();
    for (facts, reason) in all {
        let facts = only(facts, |_| true);
        let facts = match reason {
            Some(reason) => overruling(facts, reason),
            None => facts,
        };
        pack = overlay(&pack, &facts);
    }
    keep_used_sources(&mut pack);
    let is_built_in = built_in().iter().any(|known| known.name == start.name);
    Pack {
        title: format!("Learnt at the table: {}", start.title),
        over: if is_built_in { start.name.clone() } else { String::new() },
        ..pack
    }
}

/// The same facts, with sources that say why they hold against what was known.
fn overruling(mut facts: Pack, reason: &str) -> Pack {
    let reason: String = reason.trim().chars().filter(|c| !c.is_control()).take(120).collect();
    let sources = facts.sources.clone();
    let renamed = |key: &str| {
        let text = sources.get(key).map_or(key, String::as_str);
        if is_overruling(text) {
            return None;
        }
        Some((format!("{key}, {reason}"), because(text, &reason)))
    };
    let mut added = Vec::new();
    for (_, fact) in facts.facts_mut() {
        if fact.standing() == Standing::Known
            && let Some((key, text)) = fact.grounds().and_then(renamed)
        {
            fact.rest_on(&key);
            added.push((key, text));
        }
    }
    facts.sources.extend(added);
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checked, find, parse_fragment, print};

    fn fragment(text: &str) -> Pack {
        parse_fragment("test.ron", text).expect("the text is a pack")
    }

    #[test]
    fn what_was_learnt_is_read_again_and_laid_over_the_start() {
        let start = find("founders-of-gloomhaven").expect("it is built in");
        let scholar = fragment(
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#,
        );
        let right = fragment(
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(1, "anna"))], counts: (start_money: Known(9, "anna")))"#,
        );
        let pack = learnt(&start, [(&scholar, None), (&right, Some("another edition"))]);
        let read = fragment(&print(&pack));
        assert_eq!(read, pack);
        let laid = checked("mine.ron", read).expect("it says why it contradicts the box");
        assert_eq!(laid.counts.start_money.value(), Some(&9));
        let scholar = laid.adviser("Scholar");
        assert_eq!(scholar.and_then(|spec| spec.tier.value()), Some(&1));
        assert_eq!(laid.buildings, start.buildings);
    }
}
