//! What the owner of a box has entered from their own copy.
//!
//! It is one readable file in the app's data folder, a pack that is laid over
//! the built-in one. Every fact in it rests on a source that says who entered
//! it and on which day. Facts learnt in the middle of a game come here too, so
//! that nothing is asked twice.

use std::path::Path;

use super::compare::{aligned, keep_used_sources, only, taken_over};
use super::{
    Difference, PackError, compare, contradictions, load_fragment, overlay, parse_fragment, print,
};
use components::pack_check::{PackProblem, problems};
use components::specs::{BoardSpec, Pack};

/// What the owner of a box has entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCopy {
    facts: Pack,
}

/// A built-in pack with the owner's facts laid over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// What is to be played with: sound, whatever the owner's file says.
    pub pack: Pack,
    /// Why facts of the file were left out; they stay in the file.
    pub left_out: Vec<PackProblem>,
}

impl Default for OwnCopy {
    fn default() -> Self {
        Self {
            facts: Pack {
                title: "Facts from the player's own copy".to_owned(),
                over: Self::OVER.to_owned(),
                ..Pack::default()
            },
        }
    }
}

impl OwnCopy {
    /// The name of the file in the app's data folder.
    pub const FILE: &str = "own-copy.ron";

    /// The built-in pack over which it is laid.
    pub const OVER: &str = "founders-of-gloomhaven";

    /// What `text` states; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// The place in the text where it stops being a pack.
    pub fn read(file: &str, text: &str) -> Result<Self, PackError> {
        let facts = parse_fragment(file, text)?;
        Ok(Self { facts })
    }

    /// What the file at `path` states; nothing yet if there is no such file.
    ///
    /// # Errors
    ///
    /// Why the file cannot be read. It stays as it is, and must not be written over.
    pub fn load(path: &Path) -> Result<Self, PackError> {
        match load_fragment(path) {
            Ok(facts) => Ok(Self { facts }),
            Err(PackError::Unreadable { trouble, .. })
                if trouble.kind() == std::io::ErrorKind::NotFound =>
            {
                Ok(Self::default())
            }
            Err(error) => Err(error),
        }
    }

    /// The file as text.
    pub fn text(&self) -> String {
        print(&self.facts)
    }

    /// What was entered.
    pub const fn facts(&self) -> &Pack {
        &self.facts
    }

    /// Adds what was learnt, in place of what was entered before.
    pub fn learn(&mut self, learnt: &Pack) {
        let (learnt, _) = aligned(&self.facts, learnt);
        let learnt = only(&learnt, |_| true);
        self.facts = overlay(&self.facts, &learnt);
        keep_used_sources(&mut self.facts);
    }

    /// Adds what a friend's pack knows beyond `laid`, this copy laid over the box, with
    /// `is_right` deciding where the two differ.
    pub fn merge(&mut self, laid: &Pack, theirs: &Pack, is_right: impl FnMut(&Difference) -> bool) {
        self.learn(&taken_over(laid, theirs, is_right));
    }

    /// Puts a board in place of the one of its name, as its owner lays it.
    ///
    /// A board goes by its name here: while most of it is not painted, it looks like any other.
    pub fn keep_board(&mut self, board: &BoardSpec, sources: &Pack) {
        let learnt = Pack {
            boards: vec![board.clone()],
            sources: sources.sources.clone(),
            ..Pack::default()
        };
        let learnt = only(&learnt, |_| true);
        self.facts.boards.retain(|known| known.name != board.name);
        self.facts = overlay(&self.facts, &learnt);
        keep_used_sources(&mut self.facts);
    }

    /// Forgets what was entered of some facts, such as to have them asked again.
    pub fn forget(&mut self, facts: impl Fn(&components::fact_id::FactId) -> bool) {
        let Pack { title, version, over, .. } = self.facts.clone();
        let kept = only(&self.facts, |fact| !facts(fact));
        self.facts = Pack { title, version, over, ..kept };
    }

    /// One board alone, as a pack to hand on; nothing if there is none of that name.
    pub fn board_alone(&self, name: &str) -> Option<Pack> {
        let mut alone = Pack {
            title: format!("The board {name}"),
            over: self.facts.over.clone(),
            sources: self.facts.sources.clone(),
            boards: self.facts.boards.clone(),
            ..Pack::default()
        };
        alone.boards.retain(|board| board.name == name);
        keep_used_sources(&mut alone);
        (!alone.boards.is_empty()).then_some(alone)
    }

    /// `base` with what was entered. What `base` knows otherwise is left out, and so are the
    /// components that would make the pack contradict itself.
    pub fn laid_over(&self, base: &Pack) -> Laid {
        let (facts, left_out) = sound_over(base, &self.facts);
        let pack = overlay(base, &facts);
        Laid { pack, left_out }
    }
}

/// The part of `facts` that can be laid over `base`, and why the rest cannot.
///
/// What `base` knows otherwise is left out, and so are the components that would make the pack
/// contradict itself; if it cannot be told which of them is to blame, all of them are.
pub fn sound_over(base: &Pack, facts: &Pack) -> (Pack, Vec<PackProblem>) {
    let (facts, _) = aligned(base, facts);
    let known: Vec<_> = compare(base, &facts)
        .differences
        .into_iter()
        .filter(Difference::contradicts)
        .map(|difference| difference.fact)
        .collect();
    let mut left_out = contradictions(base, &only(&facts, |fact| known.contains(fact)));
    let mut facts = only(&facts, |fact| !known.contains(fact));
    loop {
        let found = problems(&overlay(base, &facts));
        if found.is_empty() {
            return (facts, left_out);
        }
        let before = facts.clone();
        for problem in &found {
            leave_out(&mut facts, &problem.entry);
        }
        left_out.extend(found);
        if facts == before {
            return (Pack::default(), left_out);
        }
    }
}

/// What the source of a fact says that stands against what is known of the box; the reason follows.
const OVERRULES: &str = ", against what is known of the box: ";

/// Whether what a source stands for gives a reason to overrule what is known of the box.
pub(super) fn is_overruling(who: &str) -> bool {
    who.contains(OVERRULES)
}

/// The source of facts that stand against what is known of the box, for a reason.
pub fn overruled_by(who: &str, day: &str, reason: &str) -> (String, String) {
    let (key, text) = entered_by(who, day);
    let reason = reason.trim().chars().filter(|c| !c.is_control());
    let reason: String = reason.take(120).collect();
    // Each reason is a source of its own.
    (format!("{key}, {reason}"), because(&text, &reason))
}

/// What a source stands for that overrules what is known of the box.
pub(super) fn because(text: &str, reason: &str) -> String {
    format!("{text}{OVERRULES}{reason}")
}

/// Takes the component that a problem names out of `facts`.
fn leave_out(facts: &mut Pack, entry: &str) {
    let is_named = |kind: &str, name: &str| {
        let named = entry.strip_prefix(kind).and_then(|rest| rest.strip_prefix(' '));
        let rest = named.and_then(|named| named.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    };
    facts.resources.retain(|c| !is_named("resource", &c.name));
    facts.races.retain(|c| !is_named("race", &c.name));
    let cards = &mut facts.resource_cards;
    cards.retain(|c| !is_named("resource card", &c.resource));
    facts.buildings.retain(|c| !is_named("building", &c.name));
    facts.advisers.retain(|c| !is_named("adviser", &c.name));
    let achievements = &mut facts.achievements;
    achievements.retain(|c| !is_named("achievement", &c.name));
    facts.boards.retain(|c| !is_named("board", &c.name));
    if entry == "offer" {
        facts.offer = components::specs::OfferSpec::default();
    }
}

/// The source of facts that somebody enters on a day: its key, and what it stands for.
pub fn entered_by(who: &str, day: &str) -> (String, String) {
    // A source is a text in a file; what would garble it is left out.
    let plain = |text: &str| -> String {
        let text = text.trim().chars().filter(|c| !c.is_control());
        text.take(60).collect()
    };
    let (who, day) = (plain(who), plain(day));
    let who = if who.is_empty() { "the table" } else { &who };
    if day.is_empty() {
        let text = format!("read off their own copy by {who}");
        return (who.to_owned(), text);
    }
    let text = format!("read off their own copy by {who} on {day}");
    (format!("{who} {day}"), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use components::component_ref::ComponentRef;

    fn real_box() -> Pack {
        find(OwnCopy::OVER).expect("it is built in")
    }

    fn fragment(text: &str) -> Pack {
        parse_fragment("test.ron", text).expect("the text is a pack")
    }

    fn lion() -> Pack {
        fragment(
            r###"(sources: {"Anna 2026-11-21": "read off by Anna"},
            buildings: [(name: "The Sleeping Lion", colour: Known(Coastal, "Anna 2026-11-21"), shape: Known("##", "Anna 2026-11-21"))])"###,
        )
    }

    #[test]
    fn what_was_learnt_is_read_again_and_laid_over_the_box() {
        let mut own = OwnCopy::default();
        own.learn(&lion());
        let read = OwnCopy::read("own.ron", &own.text()).expect("our own text is read");
        assert_eq!(read, own);
        let laid = read.laid_over(&real_box());
        assert_eq!(laid.left_out, []);
        assert_eq!(laid.pack.name, OwnCopy::OVER);
        let lions = laid.pack.buildings.iter();
        let mut lions = lions.filter(|b| b.name == "The Sleeping Lion");
        let lion = lions.next().expect("it is in the box");
        assert!(lion.shape.value().is_some() && lion.special.value().is_some());
        assert!(lions.next().is_none());
    }

    #[test]
    fn a_fact_that_is_known_otherwise_is_left_out_and_stays_in_the_file() {
        let mut own = OwnCopy::default();
        own.learn(&lion());
        own.learn(&fragment(r#"(sources: {"x": "Ben"}, counts: (start_money: Known(9, "x")))"#));
        let laid = own.laid_over(&real_box());
        let told: Vec<String> = laid.left_out.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            ["the starting money: found 9 (Ben), expected 7, as is known (the printed rulebook)"]
        );
        assert_eq!(laid.pack.counts.start_money.value(), Some(&7));
        assert!(own.text().contains("start_money: Known(9"));
    }

    #[test]
    fn a_fact_that_is_known_otherwise_can_be_overruled_with_a_reason() {
        let (key, text) = overruled_by("Ben", "2026-11-21", "the second edition");
        let mut own = OwnCopy::default();
        own.learn(&Pack {
            sources: [(key.clone(), text)].into(),
            counts: components::specs::Counts {
                start_money: components::fact::Fact::Known(9, key),
                ..components::specs::Counts::default()
            },
            ..Pack::default()
        });
        let own = OwnCopy::read("own.ron", &own.text()).expect("our own text is read");
        let laid = own.laid_over(&real_box());
        assert_eq!(laid.left_out, []);
        assert_eq!(laid.pack.counts.start_money.value(), Some(&9));
        assert!(own.text().contains("against what is known of the box: the second edition"));
    }

    #[test]
    fn a_card_that_contradicts_the_pack_is_left_out_alone() {
        let mut own = OwnCopy::default();
        own.learn(&lion());
        own.learn(&fragment(
            r#"(sources: {"x": "Ben"}, buildings: [(name: "Clock Tower", spaces: [(resource: Known("Cheese", "x"))])])"#,
        ));
        let laid = own.laid_over(&real_box());
        assert_eq!(laid.left_out.len(), 1, "{:?}", laid.left_out);
        let names: Vec<&str> = laid.pack.buildings.iter().map(|b| b.name.as_str()).collect();
        assert!(!names.contains(&"Clock Tower"));
        let lion = laid.pack.buildings.iter().find(|b| b.name.ends_with("Lion"));
        assert!(lion.is_some_and(|lion| lion.shape.value().is_some()));
    }

    #[test]
    fn what_is_forgotten_is_asked_again_and_leaves_no_source_behind() {
        let mut own = OwnCopy::default();
        own.learn(&lion());
        own.forget(|fact| {
            ComponentRef::of(fact) == ComponentRef::Building("The Sleeping Lion".to_owned())
        });
        assert!(own.facts().sources.is_empty());
        assert_eq!(own.facts().over, OwnCopy::OVER);
    }

    #[test]
    fn a_board_is_handed_on_alone() {
        let practice = find("practice").expect("it is built in");
        let mut own = OwnCopy::default();
        own.learn(&lion());
        own.keep_board(&practice.boards[0], &practice);
        let alone = own.board_alone(&practice.boards[0].name);
        let alone = alone.expect("the board is there");
        assert_eq!((alone.boards.len(), alone.buildings.len()), (1, 0));
        assert_eq!(own.board_alone("Atlantis"), None);
    }

    #[test]
    fn a_source_says_who_and_when() {
        let (key, text) = entered_by(" Anna ", "2026-11-21");
        assert_eq!(key, "Anna 2026-11-21");
        assert_eq!(text, "read off their own copy by Anna on 2026-11-21");
        assert_eq!(entered_by("", "").0, "the table");
    }
}
