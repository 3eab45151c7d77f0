//! The facts that the owner of a box has entered from their own copy.
//!
//! They are stored in one readable file in the app's data folder, a pack that
//! overlays the built-in one. The source of every fact states who entered it
//! and on which day. Facts entered during a game are added too, so that the app
//! asks for nothing twice.

use std::path::Path;

use super::compare::{accepted_facts, aligned, filter_facts, keep_used_sources};
use super::{
    Difference, PackError, compare, contradictions, load_fragment, overlay, parse_fragment, print,
};
use components::pack_check::{PackProblem, problems};
use components::specs::{BoardSpec, Pack};

/// The facts that the owner of a box has entered.
///
/// ```
/// use packs::OwnCopy;
///
/// let entered = packs::parse_fragment(
///     "entered.ron",
///     r#"(sources: {"anna": "read off by Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#,
/// )?;
/// let mut own = OwnCopy::default();
/// own.add(&entered);
/// let overlaid = own.overlay_on(&packs::find(OwnCopy::OVER)?);
/// assert_eq!(overlaid.pack.adviser("Scholar").and_then(|spec| spec.tier.value()), Some(&2));
/// assert!(overlaid.left_out.is_empty());
/// # Ok::<(), packs::PackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCopy {
    facts: Pack,
}

/// A built-in pack overlaid with the owner's facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlaidPack {
    /// The pack to play with; consistent even if the owner's file is not.
    pub pack: Pack,
    /// The reasons why facts of the file are not used; they stay in the file.
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

    /// The built-in pack that it overlays.
    pub const OVER: &str = "founders-of-gloomhaven";

    /// Parses the facts in `text`; `file` is its name in messages.
    ///
    /// # Errors
    ///
    /// As [`parse_fragment`].
    pub fn read(file: &str, text: &str) -> Result<Self, PackError> {
        let facts = parse_fragment(file, text)?;
        Ok(Self { facts })
    }

    /// Loads the file at `path`; a missing file has no facts yet.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be read. The caller must not overwrite it.
    pub fn load(path: &Path) -> Result<Self, PackError> {
        match load_fragment(path) {
            Ok(facts) => Ok(Self { facts }),
            Err(PackError::Unreadable { error, .. })
                if error.kind() == std::io::ErrorKind::NotFound =>
            {
                Ok(Self::default())
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        print(&self.facts)
    }

    /// Returns the entered facts.
    pub const fn facts(&self) -> &Pack {
        &self.facts
    }

    /// Adds facts, replacing those entered before.
    pub fn add(&mut self, entered: &Pack) {
        let (aligned, _) = aligned(&self.facts, entered);
        self.facts = overlay(&self.facts, &filter_facts(&aligned, |_| true));
        keep_used_sources(&mut self.facts);
    }

    /// Adds the facts that a friend's pack knows beyond `ours`, the box overlaid with this copy.
    /// `is_right` decides if the two differ.
    pub fn merge(&mut self, ours: &Pack, theirs: &Pack, is_right: impl FnMut(&Difference) -> bool) {
        self.add(&accepted_facts(ours, theirs, is_right));
    }

    /// Replaces the board of the same name, in the owner's rotation.
    ///
    /// Boards are matched by name here: a board that is mostly unknown looks like any other.
    pub fn replace_board(&mut self, board: &BoardSpec, sources: &Pack) {
        let entered = Pack {
            boards: vec![board.clone()],
            sources: sources.sources.clone(),
            ..Pack::default()
        };
        self.facts.boards.retain(|known| known.name != board.name);
        self.facts = overlay(&self.facts, &filter_facts(&entered, |_| true));
        keep_used_sources(&mut self.facts);
    }

    /// Deletes the facts for which `facts` returns `true`, so that the app asks for them again.
    pub fn forget(&mut self, facts: impl Fn(&components::fact_id::FactId) -> bool) {
        let Pack { title, version, over, .. } = self.facts.clone();
        let remaining = filter_facts(&self.facts, |fact| !facts(fact));
        self.facts = Pack { title, version, over, ..remaining };
    }

    /// Returns a pack to share with one board only; `None` if no board has that name.
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

    /// Overlays `base` with the entered facts, except those that contradict known facts of `base`
    /// and the components that would make the pack inconsistent.
    pub fn overlay_on(&self, base: &Pack) -> OverlaidPack {
        let (facts, left_out) = compatible_facts(base, &self.facts);
        let pack = overlay(base, &facts);
        OverlaidPack { pack, left_out }
    }
}

/// Returns the part of `facts` that can overlay `base`, and the problems of the remainder.
///
/// The remainder is the facts that contradict known facts of `base` and the components that would
/// make the pack inconsistent. If no component can be blamed, all facts are left out.
pub fn compatible_facts(base: &Pack, facts: &Pack) -> (Pack, Vec<PackProblem>) {
    let (facts, _) = aligned(base, facts);
    let known: Vec<_> = compare(base, &facts)
        .differences
        .into_iter()
        .filter(Difference::contradicts)
        .map(|difference| difference.fact)
        .collect();
    let mut left_out = contradictions(base, &filter_facts(&facts, |fact| known.contains(fact)));
    let mut facts = filter_facts(&facts, |fact| !known.contains(fact));
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

/// The phrase in the source of a fact that overrules known facts; the reason follows it.
const OVERRULES: &str = ", against what is known of the box: ";

/// Returns `true` if the text of a source gives a reason for overruling known facts of the box.
pub(super) fn is_overruling(who: &str) -> bool {
    who.contains(OVERRULES)
}

/// Creates the key and the text of the source of facts that overrule known facts for a reason.
pub fn overruling_source(who: &str, day: &str, reason: &str) -> (String, String) {
    let (key, text) = entry_source(who, day);
    let reason: String = reason.trim().chars().filter(|c| !c.is_control()).take(120).collect();
    // Each reason needs its own source.
    (format!("{key}, {reason}"), with_reason(&text, &reason))
}

/// Adds a reason for overruling known facts to the text of a source.
pub(super) fn with_reason(text: &str, reason: &str) -> String {
    format!("{text}{OVERRULES}{reason}")
}

/// Removes the component that the `entry` of a problem names from `facts`.
fn leave_out(facts: &mut Pack, entry: &str) {
    let is_named = |kind: &str, name: &str| {
        entry
            .strip_prefix(kind)
            .and_then(|entry| entry.strip_prefix(' '))
            .and_then(|entry| entry.strip_prefix(name))
            .is_some_and(|remainder| remainder.is_empty() || remainder.starts_with(','))
    };
    facts.resources.retain(|c| !is_named("resource", &c.name));
    facts.races.retain(|c| !is_named("race", &c.name));
    facts.resource_cards.retain(|c| !is_named("resource card", &c.resource));
    facts.buildings.retain(|c| !is_named("building", &c.name));
    facts.advisers.retain(|c| !is_named("adviser", &c.name));
    facts.achievements.retain(|c| !is_named("achievement", &c.name));
    facts.boards.retain(|c| !is_named("board", &c.name));
    if entry == "offer" {
        facts.offer = components::specs::OfferSpec::default();
    }
}

/// Creates the key and the text of the source of facts that a person enters on a day.
///
/// ```
/// let (key, text) = packs::entry_source("Anna", "2026-11-21");
/// assert_eq!(key, "Anna 2026-11-21");
/// assert_eq!(text, "read off their own copy by Anna on 2026-11-21");
/// ```
pub fn entry_source(who: &str, day: &str) -> (String, String) {
    /// Removes control characters, which would garble the file.
    fn plain(text: &str) -> String {
        text.trim().chars().filter(|c| !c.is_control()).take(60).collect()
    }
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
    fn entered_facts_are_printed_parsed_and_overlaid_on_the_box() {
        let mut own = OwnCopy::default();
        own.add(&lion());
        let read = OwnCopy::read("own.ron", &own.text()).expect("our own text is read");
        assert_eq!(read, own);
        let overlaid = read.overlay_on(&real_box());
        assert_eq!(overlaid.left_out, []);
        assert_eq!(overlaid.pack.name, OwnCopy::OVER);
        let mut lions = overlaid.pack.buildings.iter().filter(|b| b.name == "The Sleeping Lion");
        let lion = lions.next().expect("it is in the box");
        assert!(lion.shape.value().is_some() && lion.special.value().is_some());
        assert!(lions.next().is_none());
    }

    #[test]
    fn fact_that_contradicts_the_box_is_left_out_but_stays_in_the_file() {
        let mut own = OwnCopy::default();
        own.add(&lion());
        own.add(&fragment(r#"(sources: {"x": "Ben"}, counts: (start_money: Known(9, "x")))"#));
        let overlaid = own.overlay_on(&real_box());
        let problems: Vec<String> = overlaid.left_out.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            ["the starting money: found 9 (Ben), expected 7, as is known (the printed rulebook)"]
        );
        assert_eq!(overlaid.pack.counts.start_money.value(), Some(&7));
        assert!(own.text().contains("start_money: Known(9"));
    }

    #[test]
    fn known_fact_of_the_box_can_be_overruled_with_a_reason() {
        let (key, text) = overruling_source("Ben", "2026-11-21", "the second edition");
        let mut own = OwnCopy::default();
        own.add(&Pack {
            sources: [(key.clone(), text)].into(),
            counts: components::specs::Counts {
                start_money: components::fact::Fact::Known(9, key),
                ..components::specs::Counts::default()
            },
            ..Pack::default()
        });
        let own = OwnCopy::read("own.ron", &own.text()).expect("our own text is read");
        let overlaid = own.overlay_on(&real_box());
        assert_eq!(overlaid.left_out, []);
        assert_eq!(overlaid.pack.counts.start_money.value(), Some(&9));
        assert!(own.text().contains("against what is known of the box: the second edition"));
    }

    #[test]
    fn card_that_contradicts_the_pack_is_left_out_without_other_cards() {
        let mut own = OwnCopy::default();
        own.add(&lion());
        own.add(&fragment(
            r#"(sources: {"x": "Ben"}, buildings: [(name: "Clock Tower", spaces: [(resource: Known("Cheese", "x"))])])"#,
        ));
        let overlaid = own.overlay_on(&real_box());
        assert_eq!(overlaid.left_out.len(), 1, "{:?}", overlaid.left_out);
        let names: Vec<&str> = overlaid.pack.buildings.iter().map(|b| b.name.as_str()).collect();
        assert!(!names.contains(&"Clock Tower"));
        let lion = overlaid.pack.buildings.iter().find(|b| b.name.ends_with("Lion"));
        assert!(lion.is_some_and(|lion| lion.shape.value().is_some()));
    }

    #[test]
    fn forgetting_a_component_deletes_its_facts_and_sources() {
        let mut own = OwnCopy::default();
        own.add(&lion());
        own.forget(|fact| {
            ComponentRef::of(fact) == ComponentRef::Building("The Sleeping Lion".to_owned())
        });
        assert!(own.facts().sources.is_empty());
        assert_eq!(own.facts().over, OwnCopy::OVER);
    }

    #[test]
    fn board_alone_contains_only_the_named_board() {
        let practice = find("practice").expect("it is built in");
        let mut own = OwnCopy::default();
        own.add(&lion());
        own.replace_board(&practice.boards[0], &practice);
        let alone = own.board_alone(&practice.boards[0].name).expect("the board is there");
        assert_eq!((alone.boards.len(), alone.buildings.len()), (1, 0));
        assert_eq!(own.board_alone("Atlantis"), None);
    }

    #[test]
    fn source_of_entered_facts_names_the_person_and_the_day() {
        let (key, text) = entry_source(" Anna ", "2026-11-21");
        assert_eq!(key, "Anna 2026-11-21");
        assert_eq!(text, "read off their own copy by Anna on 2026-11-21");
        assert_eq!(entry_source("", "").0, "the table");
    }
}
