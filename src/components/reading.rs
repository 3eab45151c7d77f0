//! Reading facts off a card: requirements, contradictions and deductions.
//!
//! People misread a card now and then, but the numbers on the cards check each other: the number in
//! brackets is the value less the payments to the prerequisites (rule 7.7), so a space constrains
//! the recipe of its resource, and the recipe constrains the space.

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
    /// No number: the resource has no prerequisites to pay.
    Absent,
    /// A number.
    Number(Points),
    /// The recipe of the resource is not known.
    Unknown,
}

impl fmt::Display for Bracket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("no number in brackets"),
            Self::Number(points) => write!(f, "(+{points})"),
            Self::Unknown => f.write_str("not known"),
        }
    }
}

/// Returns the sum paid to the prerequisites of a resource, from its recipe or else from the
/// numbers in brackets on cards that ask for it. `None` if neither is known.
pub fn prerequisite_payments(pack: &Pack, resource: &str) -> Option<Points> {
    let spec = pack.resource(resource)?;
    if let Some(recipe) = spec.recipe.value() {
        return Some(recipe.iter().map(|needed| needed.pays).sum());
    }
    if spec.tier.value() == Some(&Tier::Basic) {
        return Some(Points::ZERO);
    }
    paid_by_cards(pack, resource)
}

/// Returns the most frequent value of spaces for resources of the same tier, the lowest of several;
/// `None` if the recipe of this resource rules it out, because it pays more than that.
pub fn usual_value(pack: &Pack, resource: &str) -> Option<Points> {
    let tier = tier_of(pack, resource)?;
    let paid = prerequisite_payments(pack, resource)?;
    let mut shown: BTreeMap<Points, usize> = BTreeMap::new();
    for space in pack.buildings.iter().flat_map(|building| &building.spaces) {
        if let (Some(name), Some(&value)) = (space.resource.value(), space.value.value())
            && tier_of(pack, name) == Some(tier)
        {
            *shown.entry(value).or_default() += 1;
        }
    }
    let most = shown.values().copied().max()?;
    let usual = shown.into_iter().find(|(_, count)| *count == most)?.0;
    (usual > paid || paid == Points::ZERO).then_some(usual)
}

fn tier_of(pack: &Pack, resource: &str) -> Option<Tier> {
    pack.resource(resource)?.tier.value().copied()
}

/// Returns the sum paid to the prerequisites of a resource, from the numbers in brackets on cards
/// and tiles that ask for it; `None` if none shows both numbers.
pub fn paid_by_cards(pack: &Pack, resource: &str) -> Option<Points> {
    let on_buildings = pack
        .buildings
        .iter()
        .flat_map(|building| &building.spaces)
        .filter(|space| space.resource.value().is_some_and(|name| name == resource))
        .filter_map(|space| space.value.value().copied().zip(space.bracket));
    let in_recipes = pack
        .resources
        .iter()
        .filter_map(|spec| spec.recipe.value())
        .flatten()
        .filter(|needed| needed.needs == resource)
        .filter_map(|needed| needed.bracket.map(|bracket| (needed.pays, bracket)));
    on_buildings.chain(in_recipes).next().map(|(value, bracket)| value - bracket)
}

/// A value of a resource that is less than the sum paid to its prerequisites, so that it cannot be
/// the printed one. Rule 7.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTooLow {
    /// The place of the value: "space 3 of University", "the recipe of Cloth".
    pub place: String,
    /// The resource.
    pub resource: String,
    /// The value.
    pub value: Points,
    /// The sum paid to the prerequisites.
    pub paid: Points,
}

/// Finds every value on a card or tile that is less than the sum paid to the prerequisites.
pub fn values_too_low(pack: &Pack) -> Vec<ValueTooLow> {
    let on_cards = pack.buildings.iter().flat_map(|building| {
        building.spaces.iter().enumerate().filter_map(|(index, space)| {
            let (resource, value) = space.resource.value().zip(space.value.value())?;
            Some((fact_id::space(index, &building.name), resource, *value))
        })
    });
    let on_tiles = pack.resources.iter().flat_map(|spec| {
        spec.recipe
            .value()
            .into_iter()
            .flatten()
            .map(|needed| (format!("the recipe of {}", spec.name), &needed.needs, needed.pays))
    });
    on_cards
        .chain(on_tiles)
        .filter_map(|(place, resource, value)| {
            let paid = prerequisite_payments(pack, resource).filter(|&paid| value < paid)?;
            Some(ValueTooLow { place, resource: resource.clone(), value, paid })
        })
        .collect()
}

/// Returns the number in brackets that a card must show for a resource of this value. Rule 7.7.
///
/// ```
/// use components::fact::Fact;
/// use components::quantity::Points;
/// use components::reading::{Bracket, bracket};
/// use components::specs::{Pack, Prerequisite, ResourceSpec};
///
/// let wood = Prerequisite { needs: "Wood".to_owned(), pays: Points(2), bracket: None };
/// let brick = ResourceSpec {
///     name: "Brick".to_owned(),
///     recipe: Fact::Known(vec![wood], "box".to_owned()),
///     ..ResourceSpec::default()
/// };
/// let pack = Pack { resources: vec![brick], ..Pack::default() };
/// assert_eq!(bracket(&pack, "Brick", Points(6)), Bracket::Number(Points(4)));
/// assert_eq!(bracket(&pack, "Cloth", Points(6)), Bracket::Unknown);
/// ```
pub fn bracket(pack: &Pack, resource: &str, value: Points) -> Bracket {
    match prerequisite_payments(pack, resource) {
        None => Bracket::Unknown,
        Some(Points::ZERO) => Bracket::Absent,
        Some(paid) => Bracket::Number(value - paid),
    }
}

/// The resources that fit the numbers of a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuitableResources {
    /// The sum to pay to the prerequisites; `None` if the value is unknown.
    pub pays: Option<Points>,
    /// The resources that fit, as far as their recipes are known.
    pub fit: Vec<String>,
    /// The resources that may fit because their recipes are unknown.
    pub may_fit: Vec<String>,
}

impl SuitableResources {
    /// Returns the resource if only one fits.
    pub fn only(&self) -> Option<&str> {
        match (self.fit.as_slice(), self.may_fit.as_slice()) {
            ([one], []) | ([], [one]) => Some(one),
            _ => None,
        }
    }
}

/// Finds the resources that fit a space with this value and this number in brackets; `taken` are
/// the resources of the card's other spaces.
///
/// A space "5 (+2)" needs a resource that pays 3; a space without a number in brackets needs a
/// basic resource.
pub fn suitable_resources(
    pack: &Pack,
    value: Option<Points>,
    bracket: Option<Points>,
    taken: &BTreeSet<String>,
) -> SuitableResources {
    let pays = value.map(|value| bracket.map_or(Points::ZERO, |bracket| value - bracket));
    let mut suited = SuitableResources { pays, ..SuitableResources::default() };
    for spec in &pack.resources {
        if taken.contains(&spec.name) {
            continue;
        }
        match (pays, prerequisite_payments(pack, &spec.name)) {
            (Some(pays), Some(paid)) if pays != paid => {}
            (Some(Points::ZERO), None) if spec.tier.value().is_some() => {}
            (Some(_), None) => suited.may_fit.push(spec.name.clone()),
            (None, _) | (Some(_), Some(_)) => suited.fit.push(spec.name.clone()),
        }
    }
    suited
}

/// A reason to compare the entered facts with the card once more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the names of the fields are self-explanatory")]
pub enum EntryWarning {
    /// A contradiction; the facts cannot be kept.
    #[error("{0}")]
    Contradicts(PackProblem),
    /// The value is less than the sum paid to the prerequisites.
    #[error("{}: the card would show {} for {}, whose prerequisites are paid {} of it", .0.place, .0.value, .0.resource, .0.paid)]
    ValueTooLow(ValueTooLow),
    /// Another building has the same shape and color.
    #[error("{building} would be of the same shape and colour as {other}")]
    SameType { building: String, other: String },
    /// Another component has nearly the same name.
    #[error("{name} is nearly the name of {other}, which is there already")]
    NearlyNamed { name: String, other: String },
    /// The number in brackets should be compared with the card.
    #[error(
        "{building}, space {space}: the card must show {expected} beside {value} for {resource}"
    )]
    Compare {
        building: String,
        /// The position of the space, from 1.
        space: usize,
        /// The resource of the space.
        resource: String,
        /// The entered value.
        value: Points,
        /// The correct number in brackets.
        expected: Bracket,
    },
    /// A race's own resource is among those it forbids.
    #[error("{race} would forbid {resource}, its own resource")]
    ForbidsOwn { race: String, resource: String },
}

impl EntryWarning {
    /// Returns `true` if the facts cannot be kept as they are.
    pub const fn is_contradiction(&self) -> bool {
        matches!(self, Self::Contradicts(_) | Self::ValueTooLow(_))
    }
}

/// Finds everything in `read` to compare with the card once more, given the facts known in `pack`:
/// first contradictions, then oddities, then numbers in brackets.
pub fn entry_warnings(pack: &Pack, read: &Pack) -> Vec<EntryWarning> {
    let merged = overlay(pack, read);
    let contradictions = new_findings(problems(pack), problems(&merged));
    let too_little = new_findings(values_too_low(pack), values_too_low(&merged));
    let mut warnings: Vec<EntryWarning> = contradictions.map(EntryWarning::Contradicts).collect();
    warnings.extend(too_little.map(EntryWarning::ValueTooLow));
    for spec in &read.buildings {
        let building = merged.building(&spec.name);
        warnings.extend(building.and_then(|building| same_type(&merged, building)));
    }
    warnings.extend(nearly_named(pack, read));
    for spec in &read.races {
        let race = merged.race(&spec.name);
        warnings.extend(race.and_then(forbids_own));
    }
    for spec in &read.buildings {
        for (index, space) in spec.spaces.iter().enumerate() {
            warnings.extend(compare_bracket(&merged, spec, index, space));
        }
    }
    warnings
}

/// Returns the findings that are in `after` and not in `before`.
fn new_findings<T: PartialEq>(before: Vec<T>, after: Vec<T>) -> impl Iterator<Item = T> {
    after.into_iter().filter(move |found| !before.contains(found))
}

/// Finds another building of the same shape and color.
fn same_type(pack: &Pack, building: &BuildingSpec) -> Option<EntryWarning> {
    let color = building.colour.value().copied().flatten()?;
    let shape = building.shape.value()?;
    let other = pack.buildings.iter().find(|other| {
        other.name != building.name
            && other.colour.value() == Some(&Some(color))
            && other.shape.value().is_some_and(|s| s.is_same(shape, false))
    })?;
    Some(EntryWarning::SameType { building: building.name.clone(), other: other.name.clone() })
}

/// Strips a name of everything that is easily mistyped: an article, capitals and marks.
pub fn plain_name(name: &str) -> String {
    let lowercase = name.to_lowercase();
    let without_article = lowercase.strip_prefix("the ").unwrap_or(&lowercase);
    without_article.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Finds new cards whose names differ from known ones by an article, capitals or marks only.
fn nearly_named(pack: &Pack, read: &Pack) -> Vec<EntryWarning> {
    fn cards(pack: &Pack) -> Vec<String> {
        let buildings = pack.buildings.iter().map(|spec| &spec.name);
        let advisers = pack.advisers.iter().map(|spec| &spec.name);
        let races = pack.races.iter().map(|spec| &spec.name);
        buildings.chain(advisers).chain(races).cloned().collect()
    }
    let known = cards(pack);
    let mut warnings = Vec::new();
    for name in cards(read).into_iter().filter(|name| !known.contains(name)) {
        if let Some(other) = known.iter().find(|other| plain_name(other) == plain_name(&name)) {
            warnings.push(EntryWarning::NearlyNamed { name, other: other.clone() });
        }
    }
    warnings
}

fn forbids_own(race: &RaceSpec) -> Option<EntryWarning> {
    let Some(RaceResource::Own(own)) = race.resource.value() else {
        return None;
    };
    let ResourceNames(forbidden) = race.forbidden.value()?;
    forbidden
        .contains(own)
        .then(|| EntryWarning::ForbidsOwn { race: race.name.clone(), resource: own.clone() })
}

/// Returns the number in brackets to compare with the card; `None` if it is entered already.
fn compare_bracket(
    pack: &Pack,
    spec: &BuildingSpec,
    index: usize,
    space: &SpaceSpec,
) -> Option<EntryWarning> {
    if space.bracket.is_some() {
        return None;
    }
    let (resource, &value) = space.resource.value().zip(space.value.value())?;
    match bracket(pack, resource, value) {
        Bracket::Absent | Bracket::Unknown => None,
        expected @ Bracket::Number(_) => Some(EntryWarning::Compare {
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
/// is unknown has the last basic resource.
pub fn deductions(pack: &Pack) -> Pack {
    let mut deduced = Pack::default();
    for building in &pack.buildings {
        let spaces = deduced_spaces(pack, building);
        if spaces.iter().any(|space| *space != SpaceSpec::default()) {
            deduced.buildings.push(BuildingSpec {
                name: building.name.clone(),
                spaces,
                ..BuildingSpec::default()
            });
        }
    }
    deduced.races.extend(last_race(pack));
    deduced
}

fn deduced_spaces(pack: &Pack, building: &BuildingSpec) -> Vec<SpaceSpec> {
    let taken: BTreeSet<String> =
        building.spaces.iter().filter_map(|s| s.resource.value().cloned()).collect();
    building
        .spaces
        .iter()
        .map(|space| deduced_space(pack, space, &taken).unwrap_or_default())
        .collect()
}

fn deduced_space(pack: &Pack, space: &SpaceSpec, taken: &BTreeSet<String>) -> Option<SpaceSpec> {
    let value = *space.value.value()?;
    if space.resource.value().is_some() {
        return None;
    }
    let suited = suitable_resources(pack, Some(value), space.bracket, taken);
    Some(SpaceSpec {
        resource: Fact::Unconfirmed(
            suited.only()?.to_owned(),
            "the only resource that suits the numbers of the space".to_owned(),
        ),
        bracket: space.bracket,
        ..SpaceSpec::default()
    })
}

fn last_race(pack: &Pack) -> Option<RaceSpec> {
    let mut unknown = pack.races.iter().filter(|r| r.resource.value().is_none());
    let (race, None) = (unknown.next()?, unknown.next()) else {
        return None;
    };
    let brought: Vec<&String> = pack
        .races
        .iter()
        .filter_map(|race| match race.resource.value()? {
            RaceResource::Own(own) => Some(own),
            RaceResource::AnyFree => None,
        })
        .collect();
    let mut remaining = pack
        .resources
        .iter()
        .filter(|spec| spec.tier.value() == Some(&Tier::Basic))
        .map(|spec| &spec.name)
        .filter(|name| !brought.contains(name));
    let (resource, None) = (remaining.next()?, remaining.next()) else {
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
