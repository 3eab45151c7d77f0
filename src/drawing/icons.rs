//! The icons on the board, from `assets/icons`.

use scene::Icon;

/// Includes an icon by the name of its file.
macro_rules! icon {
    ($name:literal) => {
        Icon { name: $name, svg: include_str!(concat!("../../assets/icons/", $name, ".svg")) }
    };
}

/// A bridge over a river.
pub(super) const BRIDGE: Icon = icon!("bridge");
/// A prestige building that is complete.
pub(super) const COMPLETION: Icon = icon!("completion");
/// A gate in a wall.
pub(super) const GATE: Icon = icon!("gate");
/// A house.
pub(super) const HOUSE: Icon = icon!("house");
/// A road.
pub(super) const ROAD: Icon = icon!("road");
/// A worker.
pub(super) const WORKER: Icon = icon!("worker");

/// The resources of the box, by name.
const RESOURCES: [Icon; 18] = [
    icon!("books"),
    icon!("brick"),
    icon!("cloth"),
    icon!("crops"),
    icon!("food"),
    icon!("gems"),
    icon!("government"),
    icon!("jewelry"),
    icon!("knowledge"),
    icon!("labor"),
    icon!("leather"),
    icon!("livestock"),
    icon!("machinery"),
    icon!("metal"),
    icon!("population"),
    icon!("stone"),
    icon!("weapons"),
    icon!("wood"),
];

/// Returns the icon of a resource; `None` for a resource invented by a pack.
pub(super) fn of_resource(resource: &str) -> Option<Icon> {
    RESOURCES.into_iter().find(|icon| icon.name.eq_ignore_ascii_case(resource))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_resource_of_the_practice_pack_has_an_icon() {
        let pack = packs::find("practice").expect("the practice pack is built in");
        for resource in &pack.resources {
            assert!(of_resource(&resource.name).is_some(), "{}", resource.name);
        }
    }
}
