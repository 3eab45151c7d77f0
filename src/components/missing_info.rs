//! The facts about one component that are still to be read off it.

use super::component_ref::ComponentRef;
use super::fact::Certainty;
use super::fact_id::FactId;
use super::field::Keyed as _;
use super::specs::{BuildingField, BuildingSpec, Pack, RaceField, ResourceField, SpaceField};
use super::tile::Shape;

/// A component with facts that are not known for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingInfo {
    /// The component.
    pub component: ComponentRef,
    /// The facts that are unknown.
    pub unknown: Vec<FactId>,
    /// The facts that are only inferred.
    pub unconfirmed: Vec<FactId>,
}

impl MissingInfo {
    /// Collects the unknown and unconfirmed facts of a component; `None` if all are known.
    pub fn of(component: ComponentRef, pack: &Pack) -> Option<Self> {
        let mut need = Self { unknown: Vec::new(), unconfirmed: Vec::new(), component };
        for (name, fact) in need.component.facts(pack) {
            if is_never_needed(&name, pack) {
                continue;
            }
            match fact.certainty() {
                Certainty::Known => {}
                Certainty::Unconfirmed => need.unconfirmed.push(name),
                Certainty::Unknown => need.unknown.push(name),
            }
        }
        if let ComponentRef::Building(name) = &need.component
            && let Some(spec) = pack.building(name)
        {
            need.unknown.extend(missing_spaces(spec));
        }
        (!(need.unknown.is_empty() && need.unconfirmed.is_empty())).then_some(need)
    }
}

/// Returns one fact for each space that the card has and the pack does not list.
fn missing_spaces(spec: &BuildingSpec) -> Vec<FactId> {
    let listed = spec.spaces.len();
    let count = spec.space_count.value().copied().map_or(listed, usize::from);
    (listed..count)
        .filter_map(|place| u8::try_from(place).ok())
        .map(|place| FactId::Space(spec.key(), place, SpaceField::Resource))
        .collect()
}

/// Returns `true` if no game ever needs the fact.
pub fn is_never_needed(fact: &FactId, pack: &Pack) -> bool {
    match fact {
        FactId::Race(_, field) => matches!(field, RaceField::Colour | RaceField::Solo),
        // Turning over a tile that looks the same from behind changes nothing.
        FactId::Building(name, BuildingField::Turnable) => {
            pack.building(name).and_then(|spec| spec.shape.value()).is_some_and(Shape::is_plain)
        }
        FactId::Resource(name, ResourceField::Turnable) => {
            pack.resource(name).and_then(|spec| spec.shape.value()).is_some_and(Shape::is_plain)
        }
        _ => false,
    }
}
