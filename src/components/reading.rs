//! Reading facts off a card: what must stand there, what cannot, and what follows.
//!
//! Whoever types in a card misreads one now and then. The numbers on the cards
//! check each other: the number in brackets is the value less what the
//! prerequisites are paid (rule 7.7), so a space says something about the
//! recipe of its resource, and the recipe about the space.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::fact::Fact;
use super::fact_id;
use super::overlay::overlay;
use super::pack_check::{PackProblem, problems};
use super::quantity::Points;
use super::specs::{BuildingSpec, Pack, RaceResource, RaceSpec, ResourceNames, SpaceSpec, Tier};

/// The number in brackets beside the value of a space.
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

/// What the prerequisites of a resource are paid in all: by its recipe, or else by what the cards
/// that ask for it show in brackets. Nothing if neither is known.
#[must_use]
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

/// The value that most cards show for resources of the tier of this one, the least of several; if
/// it could stand beside this one, whose recipe tells the number in brackets.
#[must_use]
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

/// What cards show that the prerequisites of a resource are paid in all.
#[must_use]
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

/// A number beside a resource that is less than what the prerequisites of the resource are paid
/// out of it, so that it cannot be the number that is printed there. Rule 7.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// Where it stands: "space 3 of University", "the recipe of Cloth".
    pub space: String,
    /// The resource.
    pub resource: String,
    /// The number.
    pub value: Points,
    /// What its prerequisites are paid in all.
    pub paid: Points,
}

/// Every number on a card or tile that is less than its resource has to pay on.
#[must_use]
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

/// The number in brackets that a card must show beside this value of this resource. Rule 7.7.
#[must_use]
pub fn bracket(pack: &Pack, resource: &str, value: Points) -> Bracket {
    match paid_on(pack, resource) {
        None => Bracket::Unknown,
        Some(Points::ZERO) => Bracket::Absent,
        Some(paid) => Bracket::Is(value - paid),
    }
}

/// The resources that can be asked for beside what a space shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suited {
    /// What has to be paid to the prerequisites in all; nothing if the value is not known.
    pub pays: Option<Points>,
    /// Those that fit, as far as their recipes are known.
    pub fit: Vec<String>,
    /// Those of which the recipe is not known, so that they may fit.
    pub may_fit: Vec<String>,
}

impl Suited {
    /// The only one that can be meant, if there is only one.
    #[must_use]
    pub fn only(&self) -> Option<&str> {
        match (self.fit.as_slice(), self.may_fit.as_slice()) {
            ([one], []) | ([], [one]) => Some(one),
            _ => None,
        }
    }
}

/// What a space can ask for that shows `value` and, in brackets, `bracket`; `taken` are the
/// resources of the card's other spaces.
///
/// A space that shows no number in brackets asks for a basic resource: "a 5 (+2) space needs a
/// resource that pays 3".
#[must_use]
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
        /// What has to stand beside it.
        expected: Bracket,
    },
    /// A race's own resource is among those it forbids.
    #[error("{race} would forbid {resource}, its own resource")]
    ForbidsOwn { race: String, resource: String },
}

impl Doubt {
    /// Whether it cannot be kept as it is.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::Contradicts(_) | Self::PaysTooLittle(_))
    }
}

/// Everything about `read` that deserves a second look, given what is known: first what cannot
/// be, then what is odd, then what to compare.
#[must_use]
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

/// What was found after something was read and not before.
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

/// A name without what slips: an article, capitals and marks.
#[must_use]
pub fn plain_name(name: &str) -> String {
    let name = name.to_lowercase();
    let name = name.strip_prefix("the ").unwrap_or(&name);
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// New cards whose names differ from known ones by an article, capitals or marks only.
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

/// What is to stand in brackets, where nobody has typed in what does.
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

/// What follows from what is known, as unconfirmed facts to be laid over it.
///
/// A space that only one resource suits asks for that resource, and the last race whose own
/// resource is not known brings the last basic resource.
#[must_use]
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
