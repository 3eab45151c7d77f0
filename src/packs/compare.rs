//! Comparing and merging two packs.
//!
//! Packs are compared fact by fact, by the meaning of a fact and not by its
//! notation: reordered prerequisites, a rotated tile or a board traced in
//! another rotation are not differences. Neither are facts that only one pack
//! knows, nor two sources for the same value. The caller decides which pack is
//! right about a difference.

use plain_text::remarks;
use std::collections::{BTreeMap, BTreeSet};

use super::own_copy::is_overruling;
use super::rotation::{differing_squares, fit, rotated, with_sections_of};
use components::board_drawing::BoardDrawing;
use components::fact::Certainty;
use components::fact_id::{FactId, Name};
use components::field::{FactComponent, Keyed};
use components::overlay::{aligned_spaces, overlay};
use components::pack_check::PackProblem;
use components::reading::plain_name;
use components::specs::{
    AchievementField, AdviserField, BoardField, BoardSpec, BuildingField, Pack, RaceField,
    ResourceField, SpaceSpec,
};
use components::square::Square;

/// One pack's statement about a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The certainty.
    pub certainty: Certainty,
    /// The value in words.
    pub value: String,
    /// The source in words, or the reasoning.
    pub source: String,
}

/// A fact for which two packs state different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The fact.
    pub fact: FactId,
    /// The statement of the first pack.
    pub ours: Statement,
    /// The statement of the second pack.
    pub theirs: Statement,
    /// The squares on which two drawings of a board differ; empty for other facts, or if the sizes
    /// differ.
    pub squares: Vec<Square>,
}

impl Difference {
    /// Returns `true` if the second pack is more certain than the first.
    pub fn is_theirs_more_certain(&self) -> bool {
        self.theirs.certainty < self.ours.certainty
    }

    /// Returns `true` if the second pack contradicts a known fact of the first, and its source
    /// gives no reason for overruling it.
    pub fn contradicts(&self) -> bool {
        self.ours.certainty == Certainty::Known && !is_overruling(&self.theirs.source)
    }
}

/// The result of comparing two packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The facts with different values, in the order of the first pack.
    pub differences: Vec<Difference>,
    /// The facts that only the first pack states.
    pub only_ours: Vec<FactId>,
    /// The facts that only the second pack states.
    pub only_theirs: Vec<FactId>,
    /// The facts with the same value in both, and higher certainty in the second pack.
    pub confirmed: Vec<FactId>,
    /// The boards of the second pack that are rotated or renamed: the name in the first pack, the
    /// quarter turns clockwise that align them, and the name in the second pack.
    pub rotated: Vec<(String, u8, String)>,
}

/// Compares two packs fact by fact.
///
/// ```
/// let ours = packs::find("practice")?;
/// let theirs = packs::parse_fragment(
///     "friend.ron",
///     r#"(sources: {"ben": "Ben's copy"}, counts: (start_money: Known(9, "ben")))"#,
/// )?;
/// let comparison = packs::compare(&ours, &theirs);
/// assert_eq!(comparison.differences[0].fact.to_string(), "the starting money");
/// assert_eq!(comparison.differences[0].theirs.source, "Ben's copy");
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn compare(ours: &Pack, theirs: &Pack) -> Comparison {
    let (theirs, rotated) = aligned(ours, theirs);
    let mut comparison = Comparison { rotated, ..Comparison::default() };
    let (our_statements, their_statements) = (statements(ours), statements(&theirs));
    let by_name: BTreeMap<&FactId, &Statement> =
        their_statements.iter().map(|(name, statement)| (name, statement)).collect();
    let known: BTreeSet<&FactId> = our_statements.iter().map(|(name, _)| name).collect();
    for (fact, our_statement) in &our_statements {
        let Some(&their_statement) = by_name.get(fact) else {
            comparison.only_ours.push(fact.clone());
            continue;
        };
        if ours.states_same(&theirs, fact) {
            if their_statement.certainty < our_statement.certainty {
                comparison.confirmed.push(fact.clone());
            }
            continue;
        }
        comparison.differences.push(Difference {
            fact: fact.clone(),
            squares: squares_of(ours, &theirs, fact),
            ours: our_statement.clone(),
            theirs: their_statement.clone(),
        });
    }
    comparison.only_theirs = their_statements
        .iter()
        .map(|(name, _)| name)
        .filter(|name| !known.contains(name))
        .cloned()
        .collect();
    for difference in &mut comparison.differences {
        shorten_drawings(difference);
        for statement in [&mut difference.ours, &mut difference.theirs] {
            shorten(&mut statement.value);
            shorten(&mut statement.source);
        }
    }
    comparison
}

/// Merges `theirs` into `ours`: adds every fact that only `theirs` states or confirms, and replaces
/// the differences for which `is_right` returns `true`. The result is not checked.
///
/// ```
/// let ours = packs::find("practice")?;
/// let theirs = packs::parse_fragment(
///     "friend.ron",
///     r#"(sources: {"ben": "Ben's copy"}, counts: (start_money: Known(9, "ben")))"#,
/// )?;
/// assert_eq!(packs::merged(&ours, &theirs, |_| false), ours);
/// let corrected = packs::merged(&ours, &theirs, |difference| difference.theirs.value == "9");
/// assert_eq!(corrected.counts.start_money.value(), Some(&9));
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn merged(ours: &Pack, theirs: &Pack, is_right: impl FnMut(&Difference) -> bool) -> Pack {
    overlay(ours, &accepted_facts(ours, theirs, is_right))
}

/// Returns the part of `theirs` with which [`merged`] overlays `ours`.
pub(super) fn accepted_facts(
    ours: &Pack,
    theirs: &Pack,
    mut is_right: impl FnMut(&Difference) -> bool,
) -> Pack {
    let comparison = compare(ours, theirs);
    let taken: BTreeSet<&FactId> = comparison
        .differences
        .iter()
        .filter(|difference| is_right(difference))
        .map(|difference| &difference.fact)
        .chain(&comparison.only_theirs)
        .chain(&comparison.confirmed)
        .collect();
    let (theirs, _) = aligned(ours, theirs);
    filter_facts(&theirs, |fact| taken.contains(fact))
}

/// Reports the facts of `over` that contradict known facts of `base`; they should not overlay it.
///
/// ```
/// let base = packs::find("founders-of-gloomhaven")?;
/// let over = packs::parse_fragment(
///     "mine.ron",
///     r#"(sources: {"ben": "Ben"}, counts: (start_money: Known(9, "ben")))"#,
/// )?;
/// let problems = packs::contradictions(&base, &over);
/// assert_eq!(problems[0].entry, "the starting money");
/// assert_eq!(problems[0].found, "9 (Ben)");
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn contradictions(base: &Pack, over: &Pack) -> Vec<PackProblem> {
    compare(base, over)
        .differences
        .into_iter()
        .filter(Difference::contradicts)
        .map(|Difference { fact, ours, theirs, .. }| PackProblem {
            entry: fact.to_string(),
            found: format!("{} ({})", theirs.value, theirs.source),
            expected: format!("{}, as is known ({})", ours.value, ours.source),
        })
        .collect()
}

/// Two similar names that may denote the same component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarNames {
    /// The kind of component: "building", "adviser".
    pub kind: &'static str,
    /// The name in the first pack.
    pub ours: String,
    /// The name in the second pack.
    pub theirs: String,
    /// The facts on which both packs agree: "shape", "colour", "tier".
    pub alike: Vec<&'static str>,
}

/// Finds pairs of components that may be the same with a typing mistake in one name: each is listed
/// in one pack only, the names are similar, and no known fact distinguishes them.
///
/// ```
/// let ours = packs::parse_fragment("ours.ron", r#"(advisers: [(name: "The Scholar")])"#)?;
/// let theirs = packs::parse_fragment("theirs.ron", r#"(advisers: [(name: "Schollar")])"#)?;
/// let similar = packs::similar_names(&ours, &theirs);
/// assert_eq!(similar[0].kind, "adviser");
/// assert_eq!(similar[0].theirs, "Schollar");
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn similar_names(ours: &Pack, theirs: &Pack) -> Vec<SimilarNames> {
    let mut found = Vec::new();
    find_near(
        "resource",
        &ours.resources,
        &theirs.resources,
        &[("shape", ResourceField::Shape), ("tier", ResourceField::Tier)],
        &mut found,
    );
    find_near("race", &ours.races, &theirs.races, &[("resource", RaceField::Resource)], &mut found);
    find_near(
        "building",
        &ours.buildings,
        &theirs.buildings,
        &[("colour", BuildingField::Colour), ("shape", BuildingField::Shape)],
        &mut found,
    );
    find_near(
        "adviser",
        &ours.advisers,
        &theirs.advisers,
        &[
            ("category", AdviserField::Category),
            ("required resource", AdviserField::Requires),
            ("tier", AdviserField::Tier),
        ],
        &mut found,
    );
    find_near(
        "achievement",
        &ours.achievements,
        &theirs.achievements,
        &[("deck", AchievementField::Deck)],
        &mut found,
    );
    found.sort_by(|one, other| {
        (one.kind, &one.theirs, &one.ours).cmp(&(other.kind, &other.theirs, &other.ours))
    });
    found
}

/// Adds the similar names of one kind of component; `features` are the printed facts that
/// distinguish two of them.
fn find_near<C>(
    kind: &'static str,
    ours: &[C],
    theirs: &[C],
    features: &[(&'static str, C::Field)],
    found: &mut Vec<SimilarNames>,
) where
    C: Keyed<Key = Name> + FactComponent,
{
    fn lists<C: Keyed<Key = Name>>(list: &[C], name: &Name) -> bool {
        list.iter().any(|spec| spec.key() == *name)
    }
    for their in theirs.iter().filter(|their| !lists(ours, &their.key())) {
        for our in ours.iter().filter(|our| !lists(theirs, &our.key())) {
            if !is_near(&our.key(), &their.key()) {
                continue;
            }
            let (alike, different): (Vec<_>, Vec<_>) = features
                .iter()
                .copied()
                .filter(|&(_, field)| {
                    [our, their]
                        .iter()
                        .all(|spec| spec.fact(field).certainty() != Certainty::Unknown)
                })
                .partition(|&(_, field)| our.is_same(their, field));
            if different.is_empty() {
                found.push(SimilarNames {
                    kind,
                    ours: our.key().to_string(),
                    theirs: their.key().to_string(),
                    alike: alike.into_iter().map(|(label, _)| label).collect(),
                });
            }
        }
    }
}

/// Returns `true` if two names differ by a typing mistake at most: an article, capitals, marks, one
/// or two letters.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (plain_name(one), plain_name(other));
    let shorter = one.chars().count().min(other.chars().count());
    let max_distance = match shorter {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    strsim::osa_distance(&one, &other) <= max_distance
}

/// Returns the part of a pack with the facts for which `keep` returns `true` and the names of all
/// components except boards without any remaining fact.
pub fn filter_facts(pack: &Pack, keep: impl Fn(&FactId) -> bool) -> Pack {
    let mut part = Pack {
        name: String::new(),
        title: String::new(),
        version: 0,
        form: 0,
        over: String::new(),
        ..pack.clone()
    };
    part.retain_facts(keep);
    for board in &mut part.boards {
        if board.terrain.value().is_none() {
            board.districts.clear();
        }
        if board.sections.value().is_none() {
            board.section_names.clear();
        }
    }
    // A board with a name only is dropped; a card with a name only is kept.
    part.boards.retain(|board| *board != named_board(&board.name));
    keep_used_sources(&mut part);
    part
}

/// Removes the sources that no fact refers to.
pub(super) fn keep_used_sources(pack: &mut Pack) {
    let mut used = BTreeSet::new();
    for (_, fact) in pack.facts() {
        if fact.certainty() == Certainty::Known {
            used.extend(fact.grounds().map(str::to_owned));
        }
    }
    pack.sources.retain(|key, _| used.contains(key));
}

fn named_board(name: &str) -> BoardSpec {
    BoardSpec { name: name.to_owned(), ..BoardSpec::default() }
}

/// Normalizes `theirs` to the notation of `ours`: spaces in the same order, boards rotated and
/// sections numbered alike, and no source key with another meaning. Also returns the boards that
/// were rotated or renamed, as in [`Comparison::rotated`].
pub(super) fn aligned(ours: &Pack, theirs: &Pack) -> (Pack, Vec<(String, u8, String)>) {
    let mut theirs = theirs.clone();
    separate_sources(ours, &mut theirs);
    for building in &mut theirs.buildings {
        if let Some(known) = ours.building(&building.name) {
            building.spaces = aligned_spaces(&known.spaces, &building.spaces);
            while building.spaces.last() == Some(&SpaceSpec::default()) {
                building.spaces.pop();
            }
        }
    }
    let mut all_turned = Vec::new();
    for board in &mut theirs.boards {
        let best = ours
            .boards
            .iter()
            .filter_map(|known| {
                let fit = fit(known, board)?;
                // Among boards that fit equally well, one with the same name wins.
                Some((fit.differing, known.name != board.name, fit.turns, known))
            })
            .min_by_key(|&(differing, is_renamed, turns, _)| (differing, is_renamed, turns));
        let Some((_, is_renamed, turns, known)) = best else {
            continue;
        };
        let old = board.name.clone();
        *board = with_sections_of(known, &rotated(board, turns));
        board.name.clone_from(&known.name);
        if turns != 0 || is_renamed {
            all_turned.push((known.name.clone(), turns, old));
        }
    }
    (theirs, all_turned)
}

/// Renames the source keys of `theirs` that have another meaning in `ours`.
fn separate_sources(ours: &Pack, theirs: &mut Pack) {
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for (key, text) in &theirs.sources {
        if ours.sources.get(key).is_none_or(|known| known == text) {
            continue;
        }
        let same = ours.sources.iter().find(|(_, known)| *known == text);
        let new = if let Some((known, _)) = same {
            known.clone()
        } else {
            (2..=u32::MAX)
                .map(|number| format!("{key} {number}"))
                .find(|key| !ours.sources.contains_key(key) && !theirs.sources.contains_key(key))
                .unwrap_or_default()
        };
        renamed.insert(key.clone(), new);
    }
    theirs.sources = std::mem::take(&mut theirs.sources)
        .into_iter()
        .map(|(key, text)| (renamed.get(&key).cloned().unwrap_or(key), text))
        .collect();
    for (_, fact) in theirs.facts_mut() {
        if fact.certainty() == Certainty::Known
            && let Some(new) = fact.grounds().and_then(|key| renamed.get(key))
        {
            fact.set_source(new);
        }
    }
}

/// Lists the stated facts of a pack, in the order of the file.
pub(super) fn statements(pack: &Pack) -> Vec<(FactId, Statement)> {
    let sources = pack.sources.clone();
    let mut stated = Vec::new();
    for (name, fact) in pack.facts() {
        let (Some(value), Some(grounds)) = (fact.describe(), fact.grounds()) else {
            continue;
        };
        let who = match fact.certainty() {
            Certainty::Known => sources.get(grounds).map_or(grounds, String::as_str),
            Certainty::Unconfirmed | Certainty::Unknown => grounds,
        };
        stated
            .push((name, Statement { certainty: fact.certainty(), value, source: who.to_owned() }));
    }
    stated
}

/// Returns the drawing of a board; `None` for any other fact.
fn drawing<'a>(pack: &'a Pack, fact: &FactId) -> Option<&'a Vec<String>> {
    let FactId::Board(board, field) = fact else {
        return None;
    };
    let board = pack.board(board)?;
    match field {
        BoardField::Terrain => board.terrain.value(),
        BoardField::Sections => board.sections.value(),
        _ => None,
    }
}

fn squares_of(ours: &Pack, theirs: &Pack, fact: &FactId) -> Vec<Square> {
    match (drawing(ours, fact), drawing(theirs, fact)) {
        (Some(ours), Some(theirs)) => differing_squares(ours, theirs).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The maximum number of characters of a value or a source in a difference.
const MAX_CHARACTERS: usize = 300;

fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARACTERS) {
        text.truncate(end);
        text.push('…');
    }
}

/// Replaces the values of two drawings with a list of the squares that differ.
fn shorten_drawings(difference: &mut Difference) {
    if difference.squares.is_empty() {
        return;
    }
    for statement in [&mut difference.ours, &mut difference.theirs] {
        let marks = BoardDrawing::of(&statement.value.split(" and ").collect::<Vec<_>>());
        let listed: Vec<String> = difference
            .squares
            .iter()
            .take(12)
            .map(|square| format!("{square} {}", marks.at(*square).unwrap_or('.')))
            .collect();
        statement.value = remarks(&listed);
        if difference.squares.len() > 12 {
            statement.value.push_str(", …");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{find, parse_fragment};
    use components::fact::Fact;
    use components::fact_id::FactField;

    fn pack(text: &str) -> Pack {
        parse_fragment("test.ron", text).expect("the text is a pack")
    }

    fn anna() -> Pack {
        pack(
            r####"(sources: {"own": "Anna's copy"},
            resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1), (needs: "Wood", pays: 1)], "own"), shape: Unconfirmed("###", "from a photograph")),
                        (name: "Leather", recipe: Known([(needs: "Livestock", pays: 1)], "own"))],
            buildings: [(name: "Guild", spaces: [(resource: Known("Brick", "own"), value: Known(6, "own")), (resource: Known("Wood", "own"), value: Known(2, "own"))])])"####,
        )
    }

    fn names(facts: &[FactId]) -> Vec<String> {
        facts.iter().map(ToString::to_string).collect()
    }

    fn ben() -> Pack {
        pack(
            r####"(sources: {"own": "Ben's copy"},
            resources: [(name: "Food", recipe: Known([(needs: "Wood", pays: 1), (needs: "Crops", pays: 1)], "own"), shape: Known("###", "own")),
                        (name: "Leather", recipe: Known([(needs: "Livestock", pays: 2)], "own"), tier: Known(Two, "own"))],
            buildings: [(name: "Guild", spaces: [(resource: Known("Wood", "own"), value: Known(2, "own")), (resource: Known("Brick", "own"), value: Known(6, "own"))])])"####,
        )
    }

    #[test]
    fn comparison_sorts_facts_into_differences_additions_and_confirmations() {
        let comparison = compare(&anna(), &ben());
        let [difference] = comparison.differences.as_slice() else {
            panic!("{comparison:?}");
        };
        assert_eq!(difference.fact.to_string(), "the recipe of Leather");
        let Difference { ours, theirs, .. } = difference;
        assert_eq!((ours.value.as_str(), ours.source.as_str()), ("Livestock 1", "Anna's copy"));
        assert_eq!((theirs.value.as_str(), theirs.source.as_str()), ("Livestock 2", "Ben's copy"));
        assert_eq!(names(&comparison.only_theirs), ["the tier of Leather"]);
        assert_eq!(names(&comparison.confirmed), ["the tile shape of Food"]);
        assert_eq!(names(&comparison.only_ours), Vec::<String>::new());
    }

    #[test]
    fn merging_packs_with_equal_source_keys_preserves_both_sources() {
        let both = merged(&anna(), &ben(), |_| false);
        let stated: BTreeMap<String, Statement> = statements(&both)
            .into_iter()
            .map(|(name, statement)| (name.to_string(), statement))
            .collect();
        assert_eq!(stated["the recipe of Leather"].source, "Anna's copy");
        assert_eq!(stated["the tier of Leather"].source, "Ben's copy");
        assert_eq!(stated["the tile shape of Food"].certainty, Certainty::Known);
        assert!(compare(&both, &anna()).only_theirs.is_empty());
        let theirs = merged(&anna(), &ben(), |_| true);
        assert_eq!(compare(&theirs, &ben()).differences, []);
        assert_eq!(merged(&anna(), &anna(), |_| true), anna());
    }

    #[test]
    fn rotated_and_renamed_boards_are_compared_square_by_square() {
        let ours = find("practice").expect("it is built in");
        let mut theirs = ours.clone();
        for board in &mut theirs.boards {
            *board = rotated(board, 1);
            board.name = format!("{} of Ben", board.name);
        }
        let comparison = compare(&ours, &theirs);
        assert_eq!(comparison.differences, []);
        assert_eq!(comparison.rotated.len(), ours.boards.len());
        assert!(comparison.rotated.iter().all(|(_, turns, _)| *turns == 3));
        if let Fact::Known(rows, _) = &mut theirs.boards[0].terrain {
            rows[3] = rows[3].replace('g', "e");
        }
        let comparison = compare(&ours, &theirs);
        let [difference] = comparison.differences.as_slice() else {
            panic!("{:?}", comparison.differences);
        };
        assert_eq!(difference.fact.field(), FactField::Board(BoardField::Terrain));
        assert!(!difference.squares.is_empty());
        let square = difference.squares[0];
        assert!(difference.ours.value.starts_with(&format!("{square} g")));
        assert!(difference.theirs.value.starts_with(&format!("{square} e")));
    }

    #[test]
    fn contradictions_are_reported_for_known_facts_of_the_base_only() {
        let base = find("founders-of-gloomhaven").expect("it is built in");
        let over = pack(
            r#"(over: "founders-of-gloomhaven", sources: {"own": "Ben's copy"},
            resources: [(name: "Brick", recipe: Known([(needs: "Wood", pays: 1)], "own")),
                        (name: "Jewelry", recipe: Known([(needs: "Wood", pays: 1)], "own"))])"#,
        );
        let found: Vec<String> =
            contradictions(&base, &over).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "the recipe of Brick: found Wood 1 (Ben's copy), expected Population 1 and Stone 1, as is known (the printed rulebook)"
            ]
        );
    }
}
