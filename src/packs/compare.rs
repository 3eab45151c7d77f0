//! What two packs say differently, and one made of both.
//!
//! Packs are compared fact by fact, by what a fact means rather than how it is
//! written: prerequisites in another order, a tile drawn the other way round or
//! a board traced in another rotation are no differences. What only one of two
//! packs knows is no difference either, and neither are two sources for one
//! value. Which of two people is right is decided by whoever asks.

use plain_text::remarks;
use std::collections::{BTreeMap, BTreeSet};

use super::own_copy::is_overruling;
use super::turned::{differing_squares, fit, turned, with_sections_of};
use components::board_drawing::BoardDrawing;
use components::fact::Standing;
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

/// What one pack says about a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// How well it is known.
    pub standing: Standing,
    /// The value in words.
    pub value: String,
    /// Who says so: what the source key stands for, or the reasoning.
    pub who: String,
}

/// A fact of which two packs say different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which fact.
    pub fact: FactId,
    /// What the first pack says.
    pub ours: Said,
    /// What the second pack says.
    pub theirs: Said,
    /// Where two drawings of a board differ; empty for other facts, or if their sizes differ.
    pub squares: Vec<Square>,
}

impl Difference {
    /// Whether the second pack knows what the first one only took for likely.
    pub fn theirs_is_surer(&self) -> bool {
        self.theirs.standing < self.ours.standing
    }

    /// Whether the second pack goes against what the first knows, without the reason with which
    /// whoever looked into the box would overrule it.
    pub fn contradicts(&self) -> bool {
        self.ours.standing == Standing::Known && !is_overruling(&self.theirs.who)
    }
}

/// Two packs side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// What they say differently, in the order of the first pack.
    pub differences: Vec<Difference>,
    /// What only the first knows.
    pub only_ours: Vec<FactId>,
    /// What only the second knows.
    pub only_theirs: Vec<FactId>,
    /// What the first takes for likely and the second knows.
    pub confirmed: Vec<FactId>,
    /// Boards of the second pack that lie in another rotation: name, quarter turns clockwise that
    /// make them lie alike, and the name in the second pack.
    pub turned: Vec<(String, u8, String)>,
}

/// What `ours` and `theirs` say differently.
pub fn compare(ours: &Pack, theirs: &Pack) -> Comparison {
    let (theirs, turned) = aligned(ours, theirs);
    let mut comparison = Comparison { turned, ..Comparison::default() };
    let (stated, said) = (statements(ours), statements(&theirs));
    let by_name: BTreeMap<&FactId, &Said> = said.iter().map(|(name, s)| (name, s)).collect();
    let known: BTreeSet<&FactId> = stated.iter().map(|(name, _)| name).collect();
    for (fact, ours_says) in &stated {
        let Some(&says) = by_name.get(fact) else {
            comparison.only_ours.push(fact.clone());
            continue;
        };
        if ours.states_same(&theirs, fact) {
            if says.standing < ours_says.standing {
                comparison.confirmed.push(fact.clone());
            }
            continue;
        }
        comparison.differences.push(Difference {
            fact: fact.clone(),
            squares: squares_of(ours, &theirs, fact),
            ours: ours_says.clone(),
            theirs: says.clone(),
        });
    }
    let new = said.iter().map(|(name, _)| name);
    comparison.only_theirs = new.filter(|name| !known.contains(name)).cloned().collect();
    for difference in &mut comparison.differences {
        draw_short(difference);
        for said in [&mut difference.ours, &mut difference.theirs] {
            shorten(&mut said.value);
            shorten(&mut said.who);
        }
    }
    comparison
}

/// `ours` with everything that only `theirs` knows or confirms, and with what `theirs` says of
/// those differences that are taken over. The result is not checked.
pub fn merged(ours: &Pack, theirs: &Pack, is_right: impl FnMut(&Difference) -> bool) -> Pack {
    overlay(ours, &taken_over(ours, theirs, is_right))
}

/// The part of `theirs` that [`merged`] lays over `ours`.
pub(super) fn taken_over(
    ours: &Pack,
    theirs: &Pack,
    mut is_right: impl FnMut(&Difference) -> bool,
) -> Pack {
    let comparison = compare(ours, theirs);
    let differences = comparison.differences.iter();
    let taken = differences.filter(|difference| is_right(difference));
    let taken: BTreeSet<&FactId> = taken
        .map(|difference| &difference.fact)
        .chain(&comparison.only_theirs)
        .chain(&comparison.confirmed)
        .collect();
    let (theirs, _) = aligned(ours, theirs);
    only(&theirs, |fact| taken.contains(fact))
}

/// What `over` says against facts that `base` knows; none of it should be laid over `base`.
pub fn contradictions(base: &Pack, over: &Pack) -> Vec<PackProblem> {
    let against = compare(base, over).differences.into_iter();
    against
        .filter(Difference::contradicts)
        .map(|Difference { fact, ours, theirs, .. }| PackProblem {
            entry: fact.to_string(),
            found: format!("{} ({})", theirs.value, theirs.who),
            expected: format!("{}, as is known ({})", ours.value, ours.who),
        })
        .collect()
}

/// Two names for what may be one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearName {
    /// What it is: "building", "adviser".
    pub kind: &'static str,
    /// The name in the first pack.
    pub ours: String,
    /// The name in the second pack.
    pub theirs: String,
    /// What both know of it alike: "shape", "colour", "tier".
    pub alike: Vec<&'static str>,
}

/// Things that only one of two packs has by their names, and whose names are so near to one of the
/// other that they may be the same: one is a slip. Nothing known of them speaks against it.
pub fn near_names(ours: &Pack, theirs: &Pack) -> Vec<NearName> {
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

/// Adds the near names of one kind of component; `features` are the printed facts that would tell
/// two of them apart.
fn find_near<C>(
    kind: &'static str,
    ours: &[C],
    theirs: &[C],
    features: &[(&'static str, C::Field)],
    found: &mut Vec<NearName>,
) where
    C: Keyed<Key = Name> + FactComponent,
{
    let lists = |list: &[C], name: &Name| list.iter().any(|spec| spec.key() == *name);
    for their in theirs.iter().filter(|their| !lists(ours, &their.key())) {
        for our in ours.iter().filter(|our| !lists(theirs, &our.key())) {
            if !is_near(&our.key(), &their.key()) {
                continue;
            }
            let is_known = |spec: &C, field| spec.fact(field).standing() != Standing::Unknown;
            let (alike, different): (Vec<_>, Vec<_>) = features
                .iter()
                .copied()
                .filter(|&(_, field)| is_known(our, field) && is_known(their, field))
                .partition(|&(_, field)| our.is_same(their, field));
            if different.is_empty() {
                found.push(NearName {
                    kind,
                    ours: our.key().to_string(),
                    theirs: their.key().to_string(),
                    alike: alike.into_iter().map(|(label, _)| label).collect(),
                });
            }
        }
    }
}

/// Whether two names differ by no more than a slip: an article, capitals, marks, a letter or two.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (plain_name(one), plain_name(other));
    let shorter = one.chars().count().min(other.chars().count());
    let slips = match shorter {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    strsim::osa_distance(&one, &other) <= slips
}

/// The part of a pack that states the facts for which `keep` says so, and the names of all
/// components.
pub fn only(pack: &Pack, keep: impl Fn(&FactId) -> bool) -> Pack {
    let mut part = Pack {
        name: String::new(),
        title: String::new(),
        version: 0,
        form: 0,
        over: String::new(),
        ..pack.clone()
    };
    for (name, fact) in part.facts_mut() {
        if !keep(&name) {
            fact.blank();
        }
    }
    for space in part.buildings.iter_mut().flat_map(|b| &mut b.spaces) {
        if space.value.value().is_none() {
            space.bracket = None;
        }
    }
    for board in &mut part.boards {
        if board.terrain.value().is_none() {
            board.districts.clear();
        }
        if board.sections.value().is_none() {
            board.section_names.clear();
        }
    }
    // A board nothing is known of is none; a card of which only the name is known is a card.
    let is_drawn = |board: &BoardSpec| *board != named_board(&board.name);
    part.boards.retain(is_drawn);
    keep_used_sources(&mut part);
    part
}

/// Forgets sources that no fact rests on.
pub(super) fn keep_used_sources(pack: &mut Pack) {
    let mut used = BTreeSet::new();
    for (_, fact) in pack.facts() {
        if fact.standing() == Standing::Known {
            used.extend(fact.grounds().map(str::to_owned));
        }
    }
    pack.sources.retain(|key, _| used.contains(key));
}

fn named_board(name: &str) -> BoardSpec {
    BoardSpec { name: name.to_owned(), ..BoardSpec::default() }
}

/// `theirs` written as `ours` is: spaces in the same order, boards turned and numbered alike, and
/// no source key that stands for something else.
pub(super) fn aligned(ours: &Pack, theirs: &Pack) -> (Pack, Vec<(String, u8, String)>) {
    let mut theirs = theirs.clone();
    part_sources(ours, &mut theirs);
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
        let fits = ours.boards.iter().filter_map(|known| {
            let fit = fit(known, board)?;
            // Of boards that fit equally well, the one of the same name is meant.
            Some((fit.differing, known.name != board.name, fit.turns, known))
        });
        let Some((_, is_renamed, turns, known)) =
            fits.min_by_key(|&(d, other, t, _)| (d, other, t))
        else {
            continue;
        };
        let old = board.name.clone();
        *board = with_sections_of(known, &turned(board, turns));
        board.name.clone_from(&known.name);
        if turns != 0 || is_renamed {
            all_turned.push((known.name.clone(), turns, old));
        }
    }
    (theirs, all_turned)
}

/// Gives the source keys of `theirs` that stand for something else in `ours` another name.
fn part_sources(ours: &Pack, theirs: &mut Pack) {
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for (key, text) in &theirs.sources {
        if ours.sources.get(key).is_none_or(|known| known == text) {
            continue;
        }
        let same = ours.sources.iter().find(|(_, known)| *known == text);
        let new = if let Some((known, _)) = same {
            known.clone()
        } else {
            let is_free =
                |key: &String| !ours.sources.contains_key(key) && !theirs.sources.contains_key(key);
            let mut names = (2_u32..).map(|number| format!("{key} {number}"));
            names.find(is_free).unwrap_or_default()
        };
        renamed.insert(key.clone(), new);
    }
    let sources = std::mem::take(&mut theirs.sources).into_iter();
    theirs.sources =
        sources.map(|(key, text)| (renamed.get(&key).cloned().unwrap_or(key), text)).collect();
    for (_, fact) in theirs.facts_mut() {
        if fact.standing() == Standing::Known
            && let Some(new) = fact.grounds().and_then(|key| renamed.get(key))
        {
            fact.rest_on(new);
        }
    }
}

/// Every fact that a pack states, in the order of the file.
pub(super) fn statements(pack: &Pack) -> Vec<(FactId, Said)> {
    let sources = pack.sources.clone();
    let mut stated = Vec::new();
    for (name, fact) in pack.facts() {
        let (Some(value), Some(grounds)) = (fact.describe(), fact.grounds()) else {
            continue;
        };
        let who = match fact.standing() {
            Standing::Known => sources.get(grounds).map_or(grounds, String::as_str),
            Standing::Unconfirmed | Standing::Unknown => grounds,
        };
        let said = Said { standing: fact.standing(), value, who: who.to_owned() };
        stated.push((name, said));
    }
    stated
}

/// Returns the drawing of a board, if the fact is one.
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

/// No more characters of a value, or of who says so, are told.
const MOST_TOLD: usize = 300;

fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MOST_TOLD) {
        text.truncate(end);
        text.push('…');
    }
}

/// Of two drawings only the squares that differ are told.
fn draw_short(difference: &mut Difference) {
    if difference.squares.is_empty() {
        return;
    }
    for said in [&mut difference.ours, &mut difference.theirs] {
        let marks = BoardDrawing::of(&said.value.split(" and ").collect::<Vec<_>>());
        let told = difference.squares.iter().take(12);
        let told = told.map(|square| format!("{square} {}", marks.at(*square).unwrap_or('.')));
        let mut value = remarks(&told.collect::<Vec<_>>());
        if difference.squares.len() > 12 {
            value.push_str(", …");
        }
        said.value = value;
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

    fn ben() -> Pack {
        pack(
            r####"(sources: {"own": "Ben's copy"},
            resources: [(name: "Food", recipe: Known([(needs: "Wood", pays: 1), (needs: "Crops", pays: 1)], "own"), shape: Known("###", "own")),
                        (name: "Leather", recipe: Known([(needs: "Livestock", pays: 2)], "own"), tier: Known(Two, "own"))],
            buildings: [(name: "Guild", spaces: [(resource: Known("Wood", "own"), value: Known(2, "own")), (resource: Known("Brick", "own"), value: Known(6, "own"))])])"####,
        )
    }

    #[test]
    fn differences_are_told_with_who_says_what() {
        let comparison = compare(&anna(), &ben());
        let [difference] = comparison.differences.as_slice() else {
            panic!("{comparison:?}");
        };
        assert_eq!(difference.fact.to_string(), "the recipe of Leather");
        let said = |said: &Said| format!("{} ({})", said.value, said.who);
        assert_eq!(said(&difference.ours), "Livestock 1 (Anna's copy)");
        assert_eq!(said(&difference.theirs), "Livestock 2 (Ben's copy)");
        let names = |facts: &[FactId]| facts.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&comparison.only_theirs), ["the tier of Leather"]);
        assert_eq!(names(&comparison.confirmed), ["the tile shape of Food"]);
        assert_eq!(names(&comparison.only_ours), Vec::<String>::new());
    }

    #[test]
    fn a_merged_pack_keeps_who_said_what_although_both_call_their_source_the_same() {
        let both = merged(&anna(), &ben(), |_| false);
        let said: BTreeMap<String, Said> =
            statements(&both).into_iter().map(|(name, said)| (name.to_string(), said)).collect();
        assert_eq!(said["the recipe of Leather"].who, "Anna's copy");
        assert_eq!(said["the tier of Leather"].who, "Ben's copy");
        assert_eq!(said["the tile shape of Food"].standing, Standing::Known);
        assert!(compare(&both, &anna()).only_theirs.is_empty());
        let theirs = merged(&anna(), &ben(), |_| true);
        assert_eq!(compare(&theirs, &ben()).differences, []);
        assert_eq!(merged(&anna(), &anna(), |_| true), anna());
    }

    #[test]
    fn a_board_in_another_rotation_is_the_same_board() {
        let ours = find("practice").expect("it is built in");
        let mut theirs = ours.clone();
        for board in &mut theirs.boards {
            *board = turned(board, 1);
            board.name = format!("{} of Ben", board.name);
        }
        let comparison = compare(&ours, &theirs);
        assert_eq!(comparison.differences, []);
        assert_eq!(comparison.turned.len(), ours.boards.len());
        assert!(comparison.turned.iter().all(|(_, turns, _)| *turns == 3));
        if let Fact::Known(rows, _) = &mut theirs.boards[0].terrain {
            let marks = rows[3].chars().map(|c| if c == 'g' { 'e' } else { c });
            rows[3] = marks.collect();
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
    fn only_what_the_base_knows_can_be_contradicted() {
        let base = find("founders-of-gloomhaven").expect("it is built in");
        let over = pack(
            r#"(over: "founders-of-gloomhaven", sources: {"own": "Ben's copy"},
            resources: [(name: "Brick", recipe: Known([(needs: "Wood", pays: 1)], "own")),
                        (name: "Jewelry", recipe: Known([(needs: "Wood", pays: 1)], "own"))])"#,
        );
        let found = contradictions(&base, &over);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "the recipe of Brick: found Wood 1 (Ben's copy), expected Population 1 and Stone 1, as is known (the printed rulebook)"
            ]
        );
    }
}
