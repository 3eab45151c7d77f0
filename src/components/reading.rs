//! Reading facts off a card: requirements, contradictions and deductions.
//!
//! A person who types in a card misreads one now and then. The numbers on the cards check each
//! other: the number in brackets is the value less the payments to the prerequisites (rule 7.7), so
//! a space constrains the recipe of its resource, and the recipe constrains the space.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::fact::Fact;
use super::fact_id;
use super::overlay::overlay;
use super::pack_check::{PackProblem, problems};
use super::quantity::Points;
use super::specs::{BuildingSpec, Pack, RaceResource, RaceSpec, ResourceNames, SpaceSpec, Tier};

/// The number in brackets after the value of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// There is none: nothing is paid on.
    Absent,
    /// This number.
    Is(Points),
    /// The recipe of the resource is not known.
    Unknown,
}

impl fmt::Display for Bracket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("no number in brackets"),
            Self::Is(points) => write!(f, "(+{points})"),
            Self::Unknown => f.write_str("not known"),
        }
    }
}

/// Returns the sum paid to the prerequisites of a resource: by its recipe, or else by the numbers
/// in brackets of the cards that ask for it. `None` if neither is known.
pub fn paid_on(pack: &Pack, resource: &str) -> Option<Points> {
    let spec = pack.resource(resource)?;
    if let Some(recipe) = spec.recipe.value() {
        return Some(recipe.iter().map(|needed| needed.pays).sum());
    }
    if spec.tier.value() == Some(&Tier::Basic) {
        return Some(Points::ZERO);
    }
    paid_by_cards(pack, resource)
}

/// Returns the value that most cards show for resources of this one's tier, the least of several;
/// `None` if it cannot go with this resource, whose recipe determines the number in brackets.
pub fn usual_value(pack: &Pack, resource: &str) -> Option<Points> {
    let tier_of = |name: &str| {
        let spec = pack.resource(name);
        spec.and_then(|spec| spec.tier.value())
    };
    let tier = tier_of(resource)?;
    let paid = paid_on(pack, resource)?;
    let mut shown: BTreeMap<Points, usize> = BTreeMap::new();
    for space in pack.buildings.iter().flat_map(|building| &building.spaces) {
        let known = space.resource.value().zip(space.value.value());
        if let Some((_, &value)) = known.filter(|(name, _)| tier_of(name) == Some(tier)) {
            *shown.entry(value).or_default() += 1;
        }
    }
    let most = shown.values().copied().max()?;
    let usual = shown.into_iter().find(|(_, count)| *count == most)?.0;
    (usual > paid || paid == Points::ZERO).then_some(usual)
}

/// Returns the sum paid to the prerequisites of a resource by the cards that ask for it.
pub fn paid_by_cards(pack: &Pack, resource: &str) -> Option<Points> {
    let spaces = pack.buildings.iter().flat_map(|building| &building.spaces);
    let on_buildings = spaces.filter_map(|space| {
        let is_it = space.resource.value().is_some_and(|name| name == resource);
        let shown = space.value.value().copied().zip(space.bracket);
        shown.filter(|_| is_it)
    });
    let recipes = pack.resources.iter().filter_map(|spec| spec.recipe.value());
    let in_recipes = recipes.flatten().filter_map(|needed| {
        let shown = needed.bracket.map(|bracket| (needed.pays, bracket));
        shown.filter(|_| needed.needs == resource)
    });
    let mut shown = on_buildings.chain(in_recipes);
    shown.next().map(|(value, bracket)| value - bracket)
}

/// A number of a resource that is less than the sum its prerequisites are paid out of it, so that
/// it cannot be the printed one. Rule 7.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// The place of the number: "space 3 of University", "the recipe of Cloth".
    pub space: String,
    /// The resource.
    pub resource: String,
    /// The number.
    pub value: Points,
    /// The sum its prerequisites are paid.
    pub paid: Points,
}

/// Finds every number on a card or tile that is less than the sum its resource has to pay on.
pub fn paid_too_little(pack: &Pack) -> Vec<TooLittle> {
    let mut found = Vec::new();
    let mut look = |space: String, resource: &str, value: Points| {
        if let Some(paid) = paid_on(pack, resource).filter(|&paid| value < paid) {
            let resource = resource.to_owned();
            found.push(TooLittle { space, resource, value, paid });
        }
    };
    for building in &pack.buildings {
        for (index, space) in building.spaces.iter().enumerate() {
            if let Some((resource, &value)) = space.resource.value().zip(space.value.value()) {
                look(fact_id::space(index, &building.name), resource, value);
            }
        }
    }
    for spec in &pack.resources {
        for needed in spec.recipe.value().into_iter().flatten() {
            let place = format!("the recipe of {}", spec.name);
            look(place, &needed.needs, needed.pays);
        }
    }
    found
}

/// Returns the number in brackets that a card must show for this value of this resource. Rule 7.7.
pub fn bracket(pack: &Pack, resource: &str, value: Points) -> Bracket {
    match paid_on(pack, resource) {
        None => Bracket::Unknown,
        Some(Points::ZERO) => Bracket::Absent,
        Some(paid) => Bracket::Is(value - paid),
    }
}

/// The resources that fit the numbers of a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suited {
    /// The sum to be paid to the prerequisites; `None` if the value is not known.
    pub pays: Option<Points>,
    /// Those that fit, as far as their recipes are known.
    pub fit: Vec<String>,
    /// Those of which the recipe is not known, so that they may fit.
    pub may_fit: Vec<String>,
}

impl Suited {
    /// Returns the resource if only one fits.
    pub fn only(&self) -> Option<&str> {
        match (self.fit.as_slice(), self.may_fit.as_slice()) {
            ([one], []) | ([], [one]) => Some(one),
            _ => None,
        }
    }
}

/// Finds the resources of a space that shows `value` and, in brackets, `bracket`; `taken` are the
/// resources of the card's other spaces.
///
/// A space without a number in brackets asks for a basic resource: "a 5 (+2) space needs a resource
/// that pays 3".
pub fn suited(
    pack: &Pack,
    value: Option<Points>,
    bracket: Option<Points>,
    taken: &BTreeSet<String>,
) -> Suited {
    let pays = value.map(|value| bracket.map_or(Points::ZERO, |bracket| value - bracket));
    let mut suited = Suited { pays, ..Suited::default() };
    for spec in &pack.resources {
        if taken.contains(&spec.name) {
            continue;
        }
        match (pays, paid_on(pack, &spec.name)) {
            (Some(pays), Some(paid)) if pays != paid => {}
            (Some(Points::ZERO), None) if spec.tier.value().is_some() => {}
            (Some(_), None) => suited.may_fit.push(spec.name.clone()),
            (None, _) | (Some(_), Some(_)) => suited.fit.push(spec.name.clone()),
        }
    }
    suited
}

/// Something about what was read that deserves a second look at the card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Doubt {
    /// It contradicts something, and cannot be kept.
    #[error("{0}")]
    Contradicts(PackProblem),
    /// The number is less than its resource has to pay on.
    #[error("{}: the card would show {} for {}, whose prerequisites are paid {} of it", .0.space, .0.value, .0.resource, .0.paid)]
    PaysTooLittle(TooLittle),
    /// There is a building of the same shape and colour.
    #[error("{building} would be of the same shape and colour as {other}")]
    SameType { building: String, other: String },
    /// There is something whose name is nearly the same.
    #[error("{name} is nearly the name of {other}, which is there already")]
    NearlyNamed { name: String, other: String },
    /// The number in brackets has to be compared.
    #[error(
        "{building}, space {space}: the card must show {expected} beside {value} for {resource}"
    )]
    Compare {
        building: String,
        /// The place of the space, counted from 1.
        space: usize,
        /// The resource of the space.
        resource: String,
        /// The value that was read.
        value: Points,
        /// The correct number in brackets.
        expected: Bracket,
    },
    /// A race's own resource is among those it forbids.
    #[error("{race} would forbid {resource}, its own resource")]
    ForbidsOwn { race: String, resource: String },
}

impl Doubt {
    /// Returns `true` if it cannot be kept as it is.
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::Contradicts(_) | Self::PaysTooLittle(_))
    }
}

/// Finds everything in `read` that deserves a second look, given the known facts: first
/// contradictions, then oddities, then numbers to compare.
pub fn doubts(pack: &Pack, read: &Pack) -> Vec<Doubt> {
    let merged = overlay(pack, read);
    let contradictions = anew(problems(pack), problems(&merged));
    let mut doubts: Vec<Doubt> = contradictions.map(Doubt::Contradicts).collect();
    let short = anew(paid_too_little(pack), paid_too_little(&merged));
    doubts.extend(short.map(Doubt::PaysTooLittle));
    for spec in &read.buildings {
        let Some(building) = merged.building(&spec.name) else {
            continue;
        };
        doubts.extend(same_type(&merged, building));
    }
    doubts.extend(nearly_named(pack, read));
    for spec in &read.races {
        let race = merged.race(&spec.name);
        doubts.extend(race.and_then(forbids_own));
    }
    for spec in &read.buildings {
        for (index, space) in spec.spaces.iter().enumerate() {
            doubts.extend(compare_bracket(&merged, spec, index, space));
        }
    }
    doubts
}

/// Returns the findings that are in `after` and not in `before`.
fn anew<T: PartialEq>(before: Vec<T>, after: Vec<T>) -> impl Iterator<Item = T> {
    after.into_iter().filter(move |found| !before.contains(found))
}

fn same_type(pack: &Pack, building: &BuildingSpec) -> Option<Doubt> {
    let colour = building.colour.value().copied().flatten()?;
    let shape = building.shape.value()?;
    let mut others = pack.buildings.iter().filter(|b| b.name != building.name);
    let other = others.find(|other| {
        let same_colour = other.colour.value().copied().flatten() == Some(colour);
        let same_shape = other.shape.value().is_some_and(|s| s.is_same(shape, false));
        same_colour && same_shape
    })?;
    Some(Doubt::SameType { building: building.name.clone(), other: other.name.clone() })
}

/// Strips a name of everything that is easily mistyped: an article, capitals and marks.
pub fn plain_name(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.strip_prefix("the ").unwrap_or(&name);
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Finds new cards whose names differ from known ones by an article, capitals or marks only.
fn nearly_named(pack: &Pack, read: &Pack) -> Vec<Doubt> {
    let cards = |pack: &Pack| -> Vec<String> {
        let buildings = pack.buildings.iter().map(|spec| &spec.name);
        let advisers = pack.advisers.iter().map(|spec| &spec.name);
        let races = pack.races.iter().map(|spec| &spec.name);
        buildings.chain(advisers).chain(races).cloned().collect()
    };
    let known = cards(pack);
    let mut doubts = Vec::new();
    for name in cards(read).into_iter().filter(|name| !known.contains(name)) {
        if let Some(other) = known.iter().find(|other| plain_name(other) == plain_name(&name)) {
            doubts.push(Doubt::NearlyNamed { name, other: other.clone() });
        }
    }
    doubts
}

fn forbids_own(race: &RaceSpec) -> Option<Doubt> {
    let Some(RaceResource::Own(own)) = race.resource.value() else {
        return None;
    };
    let ResourceNames(forbidden) = race.forbidden.value()?;
    forbidden
        .contains(own)
        .then(|| Doubt::ForbidsOwn { race: race.name.clone(), resource: own.clone() })
}

/// Finds the number in brackets to compare with the card, where nobody has typed it in.
fn compare_bracket(
    pack: &Pack,
    spec: &BuildingSpec,
    index: usize,
    space: &SpaceSpec,
) -> Option<Doubt> {
    if space.bracket.is_some() {
        return None;
    }
    let (resource, &value) = space.resource.value().zip(space.value.value())?;
    match bracket(pack, resource, value) {
        Bracket::Absent | Bracket::Unknown => None,
        expected @ Bracket::Is(_) => Some(Doubt::Compare {
            building: spec.name.clone(),
            space: index + 1,
            resource: resource.clone(),
            value,
            expected,
        }),
    }
}

/// Deduces unconfirmed facts from the known ones, as an overlay.
///
/// A space that only one resource fits asks for that resource, and the last race whose own resource
/// is not known has the last basic resource.
pub fn deductions(pack: &Pack) -> Pack {
    let mut follows = Pack::default();
    for building in &pack.buildings {
        let spaces = deduced_spaces(pack, building);
        if spaces.iter().any(|space| *space != SpaceSpec::default()) {
            follows.buildings.push(BuildingSpec {
                name: building.name.clone(),
                spaces,
                ..BuildingSpec::default()
            });
        }
    }
    follows.races.extend(last_race(pack));
    follows
}

fn deduced_spaces(pack: &Pack, building: &BuildingSpec) -> Vec<SpaceSpec> {
    let stated = building.spaces.iter();
    let taken: BTreeSet<String> = stated.filter_map(|s| s.resource.value().cloned()).collect();
    let deduce = |space: &SpaceSpec| {
        let value = space.value.value().copied();
        if space.resource.value().is_some() || value.is_none() {
            return SpaceSpec::default();
        }
        let suited = suited(pack, value, space.bracket, &taken);
        match suited.only() {
            Some(resource) => SpaceSpec {
                resource: Fact::Unconfirmed(
                    resource.to_owned(),
                    "the only resource that suits the numbers of the space".to_owned(),
                ),
                bracket: space.bracket,
                ..SpaceSpec::default()
            },
            None => SpaceSpec::default(),
        }
    };
    building.spaces.iter().map(deduce).collect()
}

fn last_race(pack: &Pack) -> Option<RaceSpec> {
    let mut unknown = pack.races.iter().filter(|r| r.resource.value().is_none());
    let (race, None) = (unknown.next()?, unknown.next()) else {
        return None;
    };
    let brought = |name: &String| {
        let own = pack.races.iter().filter_map(|race| race.resource.value());
        own.into_iter().any(|own| matches!(own, RaceResource::Own(own) if own == name))
    };
    let basic = pack.resources.iter();
    let mut left = basic
        .filter(|spec| spec.tier.value() == Some(&Tier::Basic))
        .map(|spec| &spec.name)
        .filter(|name| !brought(name));
    let (resource, None) = (left.next()?, left.next()) else {
        return None;
    };
    Some(RaceSpec {
        name: race.name.clone(),
        resource: Fact::Unconfirmed(
            RaceResource::Own(resource.clone()),
            "the only basic resource that no other race brings".to_owned(),
        ),
        ..RaceSpec::default()
    })
}

#[cfg(test)]
mod tests;
