use super::*;
use crate::sample::real_box;
use crate::specs::{Prerequisite, ResourceSpec, Terrain};
use crate::tile::Shape;

fn known<T>(value: T) -> Fact<T> {
    Fact::Known(value, "box".to_owned())
}

fn recipe(name: &str, needs: &[(&str, i32)]) -> ResourceSpec {
    let needs = needs.iter().map(|&(needs, pays)| Prerequisite {
        needs: needs.to_owned(),
        pays: Points(pays),
        bracket: None,
    });
    ResourceSpec {
        name: name.to_owned(),
        recipe: known(needs.collect()),
        ..ResourceSpec::default()
    }
}

fn space(resource: &str, value: i32, bracket: Option<i32>) -> SpaceSpec {
    SpaceSpec {
        resource: known(resource.to_owned()),
        value: known(Points(value)),
        bracket: bracket.map(Points),
    }
}

fn read(building: BuildingSpec) -> Pack {
    Pack {
        sources: [("box".to_owned(), "read off".to_owned())].into(),
        buildings: vec![building],
        ..Pack::default()
    }
}

fn building(name: &str, spaces: Vec<SpaceSpec>) -> BuildingSpec {
    BuildingSpec { name: name.to_owned(), spaces, ..BuildingSpec::default() }
}

#[track_caller]
fn check_warnings(read: &Pack, expected: &[&str]) {
    let found: Vec<String> =
        entry_warnings(&real_box(), read).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn number_in_brackets_is_computed_from_a_known_recipe() {
    let pack = real_box();
    assert_eq!(bracket(&pack, "Brick", Points(6)), Bracket::Number(Points(4)));
    assert_eq!(bracket(&pack, "Government", Points(10)), Bracket::Number(Points(4)));
    assert_eq!(bracket(&pack, "Wood", Points(2)), Bracket::Absent);
    assert_eq!(bracket(&pack, "Leather", Points(4)), Bracket::Unknown);
}

#[test]
fn number_in_brackets_on_a_card_reveals_the_payments_of_an_unknown_recipe() {
    let tavern = building("Tavern", vec![space("Labor", 5, Some(2))]);
    let pack = overlay(&real_box(), &read(tavern));
    assert_eq!(prerequisite_payments(&pack, "Labor"), Some(Points(3)));
    assert_eq!(bracket(&pack, "Labor", Points(7)), Bracket::Number(Points(4)));
}

#[test]
fn numbers_of_a_space_determine_the_suitable_resources() {
    let pack = real_box();
    let none = BTreeSet::new();
    let three = suitable_resources(&pack, Some(Points(5)), Some(Points(2)), &none);
    assert_eq!(three.pays, Some(Points(3)));
    assert_eq!(three.fit, Vec::<String>::new());
    assert_eq!(three.may_fit, ["Food", "Leather", "Labor", "Weapons"]);
    let basic = suitable_resources(&pack, Some(Points(2)), None, &none);
    assert_eq!((basic.fit.len(), basic.may_fit.len()), (8, 0));
    let two = suitable_resources(
        &pack,
        Some(Points(4)),
        Some(Points(2)),
        &BTreeSet::from(["Brick".to_owned()]),
    );
    assert_eq!(two.fit, ["Machinery", "Books"]);
}

#[test]
fn number_in_brackets_that_contradicts_a_recipe_is_reported() {
    check_warnings(
        &read(building("Tavern", vec![space("Brick", 6, Some(3))])),
        &[
            "building Tavern, space 1: found 6(+3) for Brick, expected 6(+4), because its prerequisites are paid 2",
        ],
    );
    check_warnings(
        &read(building("Tavern", vec![space("Brick", 6, None), space("Wood", 2, None)])),
        &["Tavern, space 1: the card must show (+4) beside 6 for Brick"],
    );
    check_warnings(&read(building("Tavern", vec![space("Brick", 6, Some(4))])), &[]);
}

#[test]
fn duplicate_building_types_and_names_are_reported() {
    let typed = |name: &str| BuildingSpec {
        colour: known(Some(Terrain::Coastal)),
        shape: known(Shape::try_from("##/#.".to_owned()).expect("a shape")),
        ..building(name, Vec::new())
    };
    let mut two = read(typed("Tavern"));
    two.buildings.push(typed("Theatre"));
    check_warnings(
        &two,
        &[
            "Tavern would be of the same shape and colour as Theatre",
            "Theatre would be of the same shape and colour as Tavern",
        ],
    );
    check_warnings(
        &read(building("Salt barrel", Vec::new())),
        &["Salt barrel is nearly the name of The Salt Barrel, which is there already"],
    );
    check_warnings(
        &read(building("Scholar", Vec::new())),
        &[
            "adviser Scholar: found the name \"Scholar\" a second time, also a building, expected a name of its own, capitals aside",
        ],
    );
}

#[test]
fn more_buildings_than_the_box_contains_are_reported() {
    let mut many = Pack::default();
    for number in 1..=14 {
        many.buildings.push(building(&format!("House {number}"), Vec::new()));
    }
    let found = entry_warnings(&real_box(), &many);
    let [EntryWarning::Contradicts(problem)] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(problem.found, "22 buildings listed");
    assert!(found[0].is_contradiction());
}

#[test]
fn race_that_forbids_its_own_resource_is_reported() {
    let race = RaceSpec {
        name: "Human".to_owned(),
        forbidden: known(ResourceNames(vec!["Population".to_owned(), "Gems".to_owned()])),
        ..RaceSpec::default()
    };
    let read = Pack {
        races: vec![race],
        sources: [("box".to_owned(), "read off".to_owned())].into(),
        ..Pack::default()
    };
    check_warnings(&read, &["Human would forbid Population, its own resource"]);
}

#[test]
fn last_fitting_resource_and_last_race_are_deduced() {
    let mut pack = real_box();
    assert_eq!(deductions(&pack), Pack::default());
    // With the other recipes known, only Labor pays 3.
    let recipes = Pack {
        resources: vec![
            recipe("Food", &[("Crops", 1), ("Wood", 1)]),
            recipe("Leather", &[("Livestock", 1)]),
            recipe("Labor", &[("Food", 3)]),
            recipe("Weapons", &[("Leather", 4)]),
        ],
        ..Pack::default()
    };
    pack = overlay(&pack, &recipes);
    let deduced = deductions(&pack);
    let barrel = deduced.building("The Salt Barrel").expect("one of its spaces is deduced");
    let names = barrel.spaces.iter().map(|s| s.resource.value().map(String::as_str));
    assert_eq!(names.collect::<Vec<_>>(), [None, Some("Labor"), Some("Cloth")]);
    assert_eq!(entry_warnings(&pack, &deduced), []);

    let others = ["Knowledge", "Stone", "Livestock", "Metal", "Crops"];
    let races = ["Valrath", "Quatryl", "Inox", "Harrower", "Savvas"];
    for (race, resource) in races.into_iter().zip(others) {
        let spec = pack.races.iter_mut().find(|spec| spec.name == race);
        spec.expect("it is in the box").resource = known(RaceResource::Own(resource.to_owned()));
    }
    let orchid = deductions(&pack).races;
    assert_eq!(orchid[0].resource.value(), Some(&RaceResource::Own("Gems".to_owned())));
}
