//! The facts entered during a game, as a pack to keep or to share.

use super::compare::{filter_facts, keep_used_sources};
use super::own_copy::{is_overruling, with_reason};
use super::{built_in, overlay};
use components::fact::Certainty;
use components::specs::Pack;

/// Facts entered during a game, with the reason for overruling known facts, if they do.
pub type EnteredFacts<'a> = (&'a Pack, Option<&'a str>);

/// Merges all facts entered during a game that started with the pack `start` into one pack; later
/// facts replace earlier ones.
///
/// The result names `start` in `over` if that is a built-in pack. The source of a fact that
/// overrules a known one states the reason.
///
/// ```
/// let start = packs::find("founders-of-gloomhaven")?;
/// let scholar = packs::parse_fragment(
///     "entered.ron",
///     r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#,
/// )?;
/// let pack = packs::game_facts(&start, [(&scholar, None)]);
/// assert_eq!(pack.over, "founders-of-gloomhaven");
/// assert_eq!(pack.advisers.len(), 1);
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn game_facts<'a>(start: &Pack, all: impl IntoIterator<Item = EnteredFacts<'a>>) -> Pack {
    let mut pack = Pack::default();
    for (facts, reason) in all {
        let mut facts = filter_facts(facts, |_| true);
        if let Some(reason) = reason {
            add_reason(&mut facts, reason);
        }
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

/// Replaces the sources of `facts` with sources that state the reason for overruling known facts.
fn add_reason(facts: &mut Pack, reason: &str) {
    let reason: String = reason.trim().chars().filter(|c| !c.is_control()).take(120).collect();
    let sources = facts.sources.clone();
    let mut added = Vec::new();
    for (_, fact) in facts.facts_mut() {
        if fact.certainty() != Certainty::Known {
            continue;
        }
        let Some(key) = fact.grounds() else {
            continue;
        };
        let text = sources.get(key).map_or(key, String::as_str);
        if !is_overruling(text) {
            let (key, text) = (format!("{key}, {reason}"), with_reason(text, &reason));
            fact.set_source(&key);
            added.push((key, text));
        }
    }
    facts.sources.extend(added);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checked, find, parse_fragment, print};

    fn fragment(text: &str) -> Pack {
        parse_fragment("test.ron", text).expect("the text is a pack")
    }

    #[test]
    fn facts_entered_during_a_game_are_printed_parsed_and_overlaid() {
        let start = find("founders-of-gloomhaven").expect("it is built in");
        let scholar = fragment(
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#,
        );
        let right = fragment(
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(1, "anna"))], counts: (start_money: Known(9, "anna")))"#,
        );
        let pack = game_facts(&start, [(&scholar, None), (&right, Some("another edition"))]);
        let read = fragment(&print(&pack));
        assert_eq!(read, pack);
        let overlaid = checked("mine.ron", read).expect("it states why it contradicts the box");
        assert_eq!(overlaid.counts.start_money.value(), Some(&9));
        let scholar = overlaid.adviser("Scholar");
        assert_eq!(scholar.and_then(|spec| spec.tier.value()), Some(&1));
        assert_eq!(overlaid.buildings, start.buildings);
    }
}
