//! The icons that stand on the board, as they lie in `assets/icons`.

/// The drawings by name: those of `assets/icons` that a board can show.
const ICONS: [(&str, &str); 24] = [
    ("books", include_str!("../../assets/icons/books.svg")),
    ("brick", include_str!("../../assets/icons/brick.svg")),
    ("bridge", include_str!("../../assets/icons/bridge.svg")),
    ("cloth", include_str!("../../assets/icons/cloth.svg")),
    ("completion", include_str!("../../assets/icons/completion.svg")),
    ("crops", include_str!("../../assets/icons/crops.svg")),
    ("food", include_str!("../../assets/icons/food.svg")),
    ("gate", include_str!("../../assets/icons/gate.svg")),
    ("gems", include_str!("../../assets/icons/gems.svg")),
    ("government", include_str!("../../assets/icons/government.svg")),
    ("house", include_str!("../../assets/icons/house.svg")),
    ("jewelry", include_str!("../../assets/icons/jewelry.svg")),
    ("knowledge", include_str!("../../assets/icons/knowledge.svg")),
    ("labor", include_str!("../../assets/icons/labor.svg")),
    ("leather", include_str!("../../assets/icons/leather.svg")),
    ("livestock", include_str!("../../assets/icons/livestock.svg")),
    ("machinery", include_str!("../../assets/icons/machinery.svg")),
    ("metal", include_str!("../../assets/icons/metal.svg")),
    ("population", include_str!("../../assets/icons/population.svg")),
    ("road", include_str!("../../assets/icons/road.svg")),
    ("stone", include_str!("../../assets/icons/stone.svg")),
    ("weapons", include_str!("../../assets/icons/weapons.svg")),
    ("wood", include_str!("../../assets/icons/wood.svg")),
    ("worker", include_str!("../../assets/icons/worker.svg")),
];

/// The name under which the drawing of a component is kept.
#[must_use]
pub fn name_of(component: &str) -> String {
    component.to_lowercase().replace(' ', "_")
}

/// The drawing of that name as SVG, if there is one.
#[must_use]
pub fn svg(name: &str) -> Option<&'static str> {
    let found = ICONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, svg)| *svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_resource_of_the_practice_pack_has_a_drawing() {
        let pack = packs::find("practice").expect("the practice pack is built in");
        for resource in &pack.resources {
            let name = name_of(&resource.name);
            assert!(svg(&name).is_some(), "{name}");
        }
    }
}
