use super::*;
use crate::specs::{
    AchievementDeck, BoardSpec, Category, OfferSpec, ResourceNames, SiteSpec, SpaceSpec, Terrain,
};
use crate::tile::Shape;

fn known<T>(value: T) -> Fact<T> {
    Fact::Known(value, "box".to_owned())
}

fn shape(drawing: &str) -> Fact<Shape> {
    Shape::try_from(drawing.to_owned()).map_or(Fact::Unknown, known)
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn squares(texts: &[&str]) -> Vec<Square> {
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

fn starts(stated: &[(&str, u8)]) -> Fact<Vec<(Square, u8)>> {
    let parsed = stated.iter().filter_map(|&(at, n)| Some((at.parse().ok()?, n)));
    known(parsed.collect())
}

fn needs(resource: &str, pays: i32, bracket: Option<i32>) -> Prerequisite {
    Prerequisite { needs: resource.to_owned(), pays: Points(pays), bracket: bracket.map(Points) }
}

fn resource(name: &str, tier: Tier, recipe: Vec<Prerequisite>, drawing: &str) -> ResourceSpec {
    ResourceSpec {
        name: name.to_owned(),
        tier: known(tier),
        recipe: known(recipe),
        shape: shape(drawing),
        turnable: known(false),
        copies: known(3),
    }
}

fn space(resource: &str, value: i32, bracket: Option<i32>) -> SpaceSpec {
    SpaceSpec {
        resource: known(resource.to_owned()),
        value: known(Points(value)),
        bracket: bracket.map(Points),
    }
}

fn action(effects: &[Effect]) -> Fact<CardAction> {
    known(CardAction { text: "As printed.".to_owned(), effects: effects.to_vec() })
}

/// Creates a small pack without contradictions, for a test to add one.
fn small_box() -> Pack {
    let inn = BuildingSpec {
        name: "Inn".to_owned(),
        colour: known(Some(Terrain::Coastal)),
        shape: shape("##/#."),
        turnable: known(false),
        special: known(false),
        space_count: known(2),
        spaces: vec![space("Wood", 2, None), space("Tower", 9, Some(4))],
        action: action(&[Effect::GainPerAdjacentBasic(Gain::Fleeting(1))]),
    };
    let gate = BuildingSpec {
        name: "Gate".to_owned(),
        colour: known(None),
        shape: shape("##"),
        turnable: known(false),
        special: known(true),
        space_count: known(1),
        spaces: vec![space("Brick", 5, Some(3))],
        action: action(&[Effect::FreeAccess(Terrain::Entrance)]),
    };
    let human = RaceSpec {
        name: "Human".to_owned(),
        colour: known("Blue".to_owned()),
        resource: known(RaceResource::Own("Wood".to_owned())),
        forbidden: known(ResourceNames(strings(&["Gems"]))),
        action: action(&[Effect::Roads(2)]),
        ..RaceSpec::default()
    };
    let harbour = BoardSpec {
        name: "Harbour".to_owned(),
        terrain: known(strings(&["gg~gg#gg", "gg~gg#gg", "ec~ss#fc"])),
        sections: known(strings(&["11.22.33", "11.22.33", "11....33"])),
        section_names: strings(&["West", "Middle", "East"]),
        starts: starts(&[("A1", 1), ("D1", 2), ("G1", 3), ("H1", 4)]),
        sites: known(vec![SiteSpec {
            buildings: strings(&["Gate"]),
            squares: squares(&["D3", "E3"]),
        }]),
        districts: vec![("Old Docks".to_owned(), Square::new(0, 2))],
        ..BoardSpec::default()
    };
    let brick = vec![needs("Wood", 1, None), needs("Stone", 1, None)];
    let tower = vec![needs("Gems", 1, None), needs("Brick", 4, Some(2))];
    let mut pack = Pack {
        name: "small".to_owned(),
        version: 1,
        sources: [("box".to_owned(), "a real box".to_owned())].into(),
        resources: vec![
            resource("Wood", Tier::Basic, vec![], "#"),
            resource("Stone", Tier::Basic, vec![], "#"),
            resource("Gems", Tier::Basic, vec![], "#"),
            resource("Brick", Tier::Two, brick, "###"),
            resource("Tower", Tier::Three, tower, "##/##"),
        ],
        races: vec![human],
        resource_cards: vec![ResourceCardSpec {
            resource: "Wood".to_owned(),
            forbids: known(ResourceNames(strings(&["Stone"]))),
        }],
        buildings: vec![inn, gate],
        advisers: vec![AdviserSpec {
            name: "Scholar".to_owned(),
            tier: known(1),
            points: known(Points(0)),
            requires: known("Gems".to_owned()),
            category: known(Category::Recruit),
            action: action(&[Effect::Recruit(Price::Free)]),
        }],
        standard_cards: vec![StandardCardSpec {
            card: StandardCard::Upgrade,
            action: action(&[Effect::Upgrade(Price::Full), Effect::ConnectedRoad]),
        }],
        achievements: vec![AchievementSpec {
            name: "Three houses".to_owned(),
            deck: known(AchievementDeck::Immediate),
            condition: known(Condition::Houses(3)),
            points: known(Points(4)),
        }],
        offer: OfferSpec { adviser_prices: known(vec![Money(1), Money(2)]) },
        boards: vec![harbour],
        ..Pack::default()
    };
    pack.counts.prestige_cards = known(2);
    pack.counts.adviser_cards = known(1);
    pack
}

/// Applies `change` to the small pack and compares its problems with `expected`.
#[track_caller]
fn check(change: impl FnOnce(&mut Pack), expected: &[&str]) {
    let mut pack = small_box();
    change(&mut pack);
    let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn consistent_pack_has_no_problems() {
    check(|_| {}, &[]);
}

#[test]
fn unknown_facts_are_not_reported() {
    for blanked in 0..small_box().facts().len() {
        check(|pack| pack.facts_mut().swap_remove(blanked).1.clear(), &[]);
    }
    check(|pack| pack.facts_mut().into_iter().for_each(|(_, fact)| fact.clear()), &[]);
}

#[test]
fn all_problems_are_found_at_once() {
    check(
        |pack| {
            pack.resources[0].copies = known(4);
            pack.races[0].forbidden = known(ResourceNames(strings(&["Silk"])));
            pack.advisers[0].tier = known(4);
        },
        &[
            "resource Wood: found 4 tiles, expected 3 of each resource, as in the box",
            "race Human: found the resource \"Silk\", expected a resource of this pack",
            "adviser Scholar: found tier 4, expected tier 1, 2 or 3",
        ],
    );
}

#[test]
fn source_key_of_a_known_fact_must_be_listed() {
    check(
        |pack| pack.resources[3].turnable = Fact::Known(true, "hearsay".to_owned()),
        &["the turning over of Brick: found the source key \"hearsay\", \
           expected a key from the list of sources"],
    );
    check(|pack| pack.resources[3].turnable = Fact::Unconfirmed(true, "hearsay".to_owned()), &[]);
}

#[track_caller]
fn check_name(name: &str, expected: &[&str]) {
    check(|pack| pack.advisers[0].name = name.to_owned(), expected);
}

#[test]
fn names_that_the_notation_cannot_represent_are_reported() {
    check_name("Merchant's Äidé-de-camp", &[]);
    check_name("", &["adviser without a name: found no name, \"\", expected a name"]);
    check_name(
        "A/B",
        &["adviser A/B: found a mark that parts things in a record, \"A/B\", \
           expected a name without any of \" [ ] ( ) { } ; : , / #"],
    );
    check_name(
        "A\nB",
        &["adviser A\u{fffd}B: found a line break or an unprintable character, \
             \"A\u{fffd}B\", expected printable characters"],
    );
    check_name(
        "A  B",
        &["adviser A  B: found a space at an end or two in a row, \"A  B\", \
           expected single spaces between words"],
    );
    check_name(
        "Pier C7",
        &["adviser Pier C7: found a word that names a square, \"Pier C7\", \
           expected words that are not squares"],
    );
    let long = "x".repeat(41);
    let problem = format!(
        "adviser {long}: found a longer name, \"{long}\", expected a name of at most 40 characters"
    );
    check_name(&long, &[&problem]);
}

#[test]
fn names_must_be_unique() {
    check_name(
        "call to vote",
        &["adviser call to vote: found the name \"call to vote\" a second time, \
           also a standard card, expected a name of its own, capitals aside"],
    );
    check_name(
        "Gate",
        &["adviser Gate: found the name \"Gate\" a second time, \
           also a building, expected a name of its own, capitals aside"],
    );
    check(
        |pack| pack.boards.push(pack.boards[0].clone()),
        &["board Harbour: found the name \"Harbour\" a second time, \
           also a board, expected a name of its own, capitals aside"],
    );
    // The notation never confuses an achievement with a building.
    check(|pack| pack.achievements[0].name = "Gate".to_owned(), &[]);
}

#[test]
fn unlisted_resources_are_reported() {
    check(
        |pack| pack.resources[3].recipe = known(vec![needs("Silk", 2, None)]),
        &["resource Brick: found the resource \"Silk\", expected a resource of this pack"],
    );
    check(
        |pack| pack.buildings[0].spaces[0].resource = known("Silk".to_owned()),
        &["building Inn, space 1: found the resource \"Silk\", expected a resource of this pack"],
    );
    check(
        |pack| pack.advisers[0].requires = known("Silk".to_owned()),
        &["adviser Scholar: found the resource \"Silk\", expected a resource of this pack"],
    );
    check(
        |pack| pack.resource_cards[0].forbids = known(ResourceNames(strings(&["Silk"]))),
        &["resource card Wood: found the resource \"Silk\", expected a resource of this pack"],
    );
    check(
        |pack| pack.races[0].resource = known(RaceResource::Own("Silk".to_owned())),
        &["race Human: found the resource \"Silk\", expected a resource of this pack"],
    );
}

#[test]
fn circular_recipes_are_reported() {
    check(
        |pack| {
            for spec in &mut pack.resources {
                spec.tier = Fact::Unknown;
            }
            pack.resources[0].recipe = known(vec![needs("Tower", 1, None)]);
            pack.buildings[0].spaces.clear();
        },
        &["resource Brick: found Brick needs Wood needs Tower needs Brick, \
           expected no resource that needs itself"],
    );
    check(
        |pack| {
            pack.resources[0].tier = Fact::Unknown;
            pack.resources[0].recipe = known(vec![needs("Wood", 1, None)]);
            pack.races.clear();
        },
        &["resource Wood: found Wood needs Wood, expected no resource that needs itself"],
    );
}

#[test]
fn recipes_must_match_the_tier() {
    check(
        |pack| pack.resources[0].recipe = known(vec![needs("Stone", 1, None)]),
        &["resource Wood: found prerequisites, expected none for a basic resource"],
    );
    check(
        |pack| {
            pack.resources[3].recipe = known(vec![]);
            pack.resources[4].recipe = Fact::Unknown;
            pack.buildings[1].spaces.clear();
        },
        &["resource Brick: found no prerequisites, expected at least one for tier 2 or 3"],
    );
    check(
        |pack| {
            pack.resources[3].tier = known(Tier::Three);
            pack.resources[3].shape = Fact::Unknown;
            pack.resources[4].shape = shape("###");
            pack.resources[4].tier = known(Tier::Two);
        },
        &[
            "resource Brick: found only basic prerequisites, expected at least one of tier 2",
            "resource Tower: found a prerequisite of tier 2 or 3, expected basic resources only",
        ],
    );
    check(
        |pack| {
            let spare = vec![needs("Brick", 4, None), needs("Tower", 4, None)];
            let keep = resource("Keep", Tier::Three, spare, "####");
            pack.resources.push(keep);
        },
        &["resource Keep: found a prerequisite of tier 3, \
           expected basic and tier 2 resources only"],
    );
    check(
        |pack| {
            let twice = vec![needs("Wood", 1, None), needs("Wood", 1, None)];
            pack.resources[3].recipe = known(twice);
        },
        &["resource Brick: found Wood asked for twice, expected each prerequisite once"],
    );
}

#[test]
fn tile_shapes_must_match_the_tier() {
    check(
        |pack| pack.resources[3].shape = shape("##/##"),
        &["resource Brick: found a tile of 4 squares, ##/##, \
           expected 3 squares for a tier 2 resource"],
    );
    check(
        |pack| pack.resources[0].shape = shape("##"),
        &["resource Wood: found a tile of 2 squares, ##, expected 1 square for a basic resource"],
    );
}

#[test]
fn numbers_in_brackets_must_match_the_recipe() {
    check(
        |pack| pack.buildings[1].spaces[0] = space("Brick", 5, Some(2)),
        &["building Gate, space 1: found 5(+2) for Brick, \
           expected 5(+3), because its prerequisites are paid 2"],
    );
    check(
        |pack| {
            let tower = vec![needs("Gems", 1, None), needs("Brick", 4, Some(3))];
            pack.resources[4].recipe = known(tower);
        },
        &["resource Tower: found 4(+3) for Brick, \
           expected 4(+2), because its prerequisites are paid 2"],
    );
    check(
        |pack| {
            pack.buildings[1].spaces[0] = space("Brick", 5, Some(2));
            pack.resources[3].recipe = Fact::Unknown;
            pack.resources[4].recipe = Fact::Unknown;
        },
        &[],
    );
}

#[test]
fn duplicate_and_surplus_spaces_of_a_building_are_reported() {
    check(
        |pack| pack.buildings[0].spaces[1] = space("Wood", 3, None),
        &["building Inn, space 2: found Wood asked for twice, \
           expected each resource at most once"],
    );
    check(
        |pack| pack.buildings[0].space_count = known(1),
        &["building Inn: found 2 spaces listed, expected at most 1, the number stated"],
    );
    check(|pack| pack.buildings[0].space_count = known(3), &[]);
}

#[test]
fn only_special_buildings_have_no_color() {
    check(
        |pack| pack.buildings[1].colour = known(Some(Terrain::Central)),
        &["building Gate: found the colour of central land, \
           expected no colour for a building with a site of its own"],
    );
    check(
        |pack| pack.buildings[0].colour = known(None),
        &["building Inn: found no colour, \
           expected a colour for a building without a site of its own"],
    );
}

#[test]
fn races_and_resource_cards_must_have_distinct_basic_resources() {
    check(
        |pack| {
            let elf = RaceSpec { name: "Elf".to_owned(), ..pack.races[0].clone() };
            pack.races.push(elf);
        },
        &["race Elf: found Wood, which Human brings too, expected a basic resource of its own"],
    );
    check(
        |pack| pack.races[0].resource = known(RaceResource::Own("Brick".to_owned())),
        &["race Human: found Brick, which is a tier 2 resource, expected a basic resource"],
    );
    check(
        |pack| pack.resource_cards.push(pack.resource_cards[0].clone()),
        &["resource card Wood: found a second card, expected one card for each basic resource"],
    );
    check(
        |pack| pack.resource_cards[0].forbids = known(ResourceNames(strings(&["Stone", "Stone"]))),
        &["resource card Wood: found Stone forbidden twice, \
           expected each forbidden resource once"],
    );
}

#[test]
fn misplaced_effects_are_reported() {
    let per_tile = Effect::GainPerAdjacentBasic(Gain::Money(Money(1)));
    check(
        |pack| pack.races[0].action = action(&[per_tile]),
        &["race Human: found GainPerAdjacentBasic, \
           expected it only on buildings, which have a tile"],
    );
    for effects in [
        &[Effect::ConnectedRoad][..],
        &[Effect::Upgrade(Price::Full), Effect::Roads(1), Effect::ConnectedRoad],
    ] {
        check(
            |pack| pack.advisers[0].action = action(effects),
            &["adviser Scholar: found ConnectedRoad, \
               expected it only directly before or after an Upgrade"],
        );
    }
    let late = [Effect::ConnectedRoad, Effect::Upgrade(Price::Full), Effect::CollectIncome];
    check(
        |pack| pack.advisers[0].action = action(&late),
        &["adviser Scholar: found an effect after ConnectedRoad, \
           expected only gains and roads after ConnectedRoad"],
    );
    for effects in [
        &[Effect::Upgrade(Price::Full), Effect::ConnectedRoad, Effect::ConnectedRoad][..],
        &[Effect::ConnectedRoad, Effect::Upgrade(Price::Full)],
        &[Effect::ConnectedRoad, Effect::Upgrade(Price::Full), Effect::ConnectedRoad],
    ] {
        check(|pack| pack.advisers[0].action = action(effects), &[]);
    }
    check(
        |pack| pack.advisers[0].action = action(&[]),
        &["adviser Scholar: found no effects, expected at least one, ByHand if none fits"],
    );
    check(
        |pack| {
            pack.advisers[0].action =
                known(CardAction { text: String::new(), effects: vec![Effect::ByHand] });
        },
        &["adviser Scholar: found ByHand without a text, \
           expected a text that says what the players do"],
    );
    check(
        |pack| {
            pack.standard_cards[0].card = StandardCard::CallToVote;
        },
        &["standard card Call to Vote: found a main action, \
           expected none, because calling a vote is no effect of a card"],
    );
    check(
        |pack| pack.standard_cards.push(pack.standard_cards[0].clone()),
        &["standard card Upgrade: found a second entry, expected one entry for each card"],
    );
}

#[test]
fn amounts_out_of_bounds_are_reported() {
    check(
        |pack| {
            pack.resources[3].recipe =
                known(vec![needs("Wood", i32::MAX, None), needs("Stone", -1, None)]);
            pack.resources[4].recipe = Fact::Unknown;
            pack.buildings.truncate(0);
            pack.boards.clear();
        },
        &[
            "resource Brick: found points paid of 2147483647, expected from 0 to 99",
            "resource Brick: found points paid of -1, expected from 0 to 99",
        ],
    );
    check(
        |pack| {
            pack.buildings[0].spaces[0] = space("Wood", 100, None);
            pack.advisers[0].points = known(Points(-100));
            pack.advisers[0].action = action(&[
                Effect::Trade(Price::Less(Money(i32::MIN))),
                Effect::Gain(Gain::Lasting(100)),
                Effect::ReturnCards(0),
            ]);
            pack.achievements[0].condition = known(Condition::MoneyHeld(Money(100)));
            pack.offer.adviser_prices = known(vec![Money(-1)]);
            pack.counts.dollars = known(1000);
        },
        &[
            "building Inn, space 1: found the value of 100, expected from 0 to 99",
            "adviser Scholar: found points of -100, expected from -99 to 99",
            "adviser Scholar: found a discount of -2147483648, expected from 0 to 99",
            "adviser Scholar: found a gain of 100, expected from -99 to 99",
            "adviser Scholar: found a number in an effect of 0, expected from 1 to 99",
            "achievement Three houses: found the number asked for of 100, expected from 0 to 99",
            "offer: found a price of -1, expected from 0 to 99",
            "counts: found 1000, expected at most 999 of anything",
        ],
    );
}

#[test]
fn offer_must_have_one_to_eight_places() {
    for places in [0, 9] {
        let problem = format!("offer: found {places} places, expected 1 to 8 places for advisers");
        check(|pack| pack.offer.adviser_prices = known(vec![Money(1); places]), &[&problem]);
    }
}

/// Replaces the components of a pack with this many basic resources.
fn fill(pack: &mut Pack, resources: usize) {
    pack.resources = (0..resources)
        .map(|i| resource(&format!("Resource number {i}"), Tier::Basic, vec![], "#"))
        .collect();
    pack.races.clear();
    pack.resource_cards.clear();
    pack.advisers.clear();
    pack.buildings.clear();
    pack.boards.clear();
}

#[test]
fn more_components_than_the_box_contains_are_reported() {
    check(
        |pack| {
            pack.counts.prestige_cards = known(1);
            pack.counts.adviser_cards = known(0);
        },
        &[
            "counts: found 2 buildings listed, expected at most 1, the number of cards in the box",
            "counts: found 1 adviser listed, expected at most 0, the number of cards in the box",
        ],
    );
    check(|pack| fill(pack, 34), &[]);
    check(
        |pack| fill(pack, 35),
        &["counts: found 129 tiles, with the houses and bridges of four players, \
           expected at most 127"],
    );
}

#[test]
fn overlong_lists_are_reported_once_each() {
    let mut pack = small_box();
    pack.races = (0..50_000)
        .map(|i| RaceSpec { name: format!("Race number {i}"), ..RaceSpec::default() })
        .collect();
    pack.resources[3].recipe = known(vec![needs("Silk", 1, None); 50_000]);
    pack.boards[0].starts = known(vec![(Square::new(0, 0), 1); 50_000]);
    pack.boards[0].terrain = known(vec!["g".repeat(50_000); 26]);
    let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
    for expected in [
        "races: found 50000 entries, expected at most 20",
        "resource Brick: found 50000 prerequisites, expected at most 8",
        "board Harbour: found 50000 start squares, expected at most 60",
        "board Harbour: found a longer first row of terrain, expected 1 to 26 squares in a row",
    ] {
        assert!(found.iter().any(|problem| problem == expected), "{expected}");
    }
    assert!(found.len() < 200, "{}", found.len());
}

#[track_caller]
fn check_board(change: impl FnOnce(&mut BoardSpec), expected: &[&str]) {
    check(|pack| change(&mut pack.boards[0]), expected);
}

#[test]
fn board_must_be_a_rectangle_of_valid_marks() {
    check_board(
        |board| board.terrain = known(strings(&["gg~gg#gg", "gg~gg#g", "ec~ss#fc"])),
        &["board Harbour: found fewer squares in row 2 of terrain, expected 8, as in row 1"],
    );
    check_board(
        |board| board.terrain = known(vec![]),
        &["board Harbour: found 0 rows of terrain, expected 1 to 26 rows"],
    );
    check_board(
        |board| board.terrain = known(strings(&[""])),
        &["board Harbour: found an empty first row of terrain, \
           expected 1 to 26 squares in a row"],
    );
    check_board(
        |board| board.terrain = known(strings(&["gg~gg#gg", "gg~gg#gg", "ec~ssxfc"])),
        &["board Harbour, F3: found \"x\", expected one of e c f g ~ # s ? . or a space"],
    );
    check_board(
        |board| board.sections = known(strings(&["11.22.3", "11.22.3", "11....3"])),
        &["board Harbour: found sections of 7 by 3 squares, expected 8 by 3, as the terrain"],
    );
}

#[test]
fn board_must_have_three_connected_sections() {
    check_board(
        |board| board.sections = known(strings(&["11.11.33", "11.11.33", "11....33"])),
        &[
            "board Harbour, D1: found a part of section 1 of 4 squares, \
             expected the squares of a section joined to each other",
            "board Harbour: found no square of section 2, \
             expected exactly three sections, 1, 2 and 3",
        ],
    );
    check_board(
        |board| board.sections = known(strings(&["11.22.44", "11.22.33", "11....33"])),
        &[
            "board Harbour, G1: found section 4, expected exactly three sections, 1, 2 and 3",
            "board Harbour, H1: found section 4, expected exactly three sections, 1, 2 and 3",
        ],
    );
    check_board(
        |board| {
            board.terrain = known(strings(&["gg~gg#gg", "gg~gg##~", "ec~ss#~c"]));
            board.sections = known(strings(&["11.22.33", "11.22...", "11.....3"]));
        },
        &["board Harbour, H3: found a one-square island of section 3, \
           expected the squares of a section joined to each other"],
    );
    // A site connects the squares around it.
    check_board(
        |board| {
            board.terrain = known(strings(&["gg~gg#gg", "gg~gg#gg", "ec~ss#fc", "ec~#e#fc"]));
            board.sections = known(strings(&["11.22.33", "11.22.33", "11....33", "11..2.33"]));
        },
        &[],
    );
    // Corners connect.
    check_board(
        |board| {
            board.terrain = known(strings(&["gg~gg#gg", "gg~gg#.g", "ec~ss#f."]));
            board.sections = known(strings(&["11.22.33", "11.22..3", "11....3."]));
        },
        &[],
    );
    check_board(
        |board| board.section_names = strings(&["West", "East"]),
        &["board Harbour: found 2 section names, expected three, or none"],
    );
}

#[test]
fn land_and_only_land_must_have_a_section() {
    check_board(
        |board| board.sections = known(strings(&["11.22.33", "11.22.33", "11.2..3."])),
        &[
            "board Harbour, D3: found a section where no land is, expected sections on land only",
            "board Harbour, H3: found land in no section, expected the digit of its section",
        ],
    );
}

#[test]
fn start_squares_must_be_gray_and_suffice_for_every_player_count() {
    check_board(
        |board| board.starts = starts(&[("A3", 1), ("D1", 2), ("D1", 3), ("Z9", 4), ("H1", 5)]),
        &[
            "board Harbour, A3: found a start square, expected start squares on grey land",
            "board Harbour, D1: found the start square a second time, \
             expected each start square once",
            "board Harbour, Z9: found a start square, expected start squares on grey land",
            "board Harbour, H1: found the start number 5, expected a number from 1 to 4",
        ],
    );
    check_board(
        |board| board.starts = starts(&[("A1", 1), ("D1", 4), ("G1", 4)]),
        &[
            "board Harbour: found 1 start square for 2 players, expected at least 2",
            "board Harbour: found 1 start square for 3 players, expected at least 3",
            "board Harbour: found 3 start squares for 4 players, expected at least 4",
        ],
    );
    check_board(
        |board| {
            board.terrain = known(strings(&["?g~gg#gg", "gg~gg#gg", "ec~ss#fc"]));
        },
        &[],
    );
}

#[track_caller]
fn check_sites(sites: &[(&str, &[&str])], expected: &[&str]) {
    let sites = sites
        .iter()
        .map(|&(building, at)| SiteSpec {
            buildings: vec![building.to_owned()],
            squares: squares(at),
        })
        .collect();
    check_board(|board| board.sites = known(sites), expected);
}

#[test]
fn every_reserved_square_must_belong_to_one_site() {
    check_sites(
        &[],
        &[
            "board Harbour, D3: found a reserved square, expected it in one of the sites",
            "board Harbour, E3: found a reserved square, expected it in one of the sites",
        ],
    );
    check_sites(
        &[("Gate", &["D3", "E3"]), ("Gate", &["D2", "D3"])],
        &[
            "board Harbour, D2: found a square of a site, expected sites on squares drawn s",
            "board Harbour, D3: found a square of two sites, expected each square in one site",
        ],
    );
    check_sites(
        &[("Gate", &[])],
        &[
            "board Harbour: found a site without squares, expected the squares of each site",
            "board Harbour, D3: found a reserved square, expected it in one of the sites",
            "board Harbour, E3: found a reserved square, expected it in one of the sites",
        ],
    );
}

#[test]
fn site_must_be_connected_and_fit_its_special_buildings() {
    check_board(
        |board| {
            board.terrain = known(strings(&["gg~gg#gg", "gg~gg#gg", "ecsgs#fc"]));
            board.sections = known(strings(&["11.22.33", "11.22.33", "11.2..33"]));
            board.sites = known(vec![SiteSpec {
                buildings: strings(&["Gate"]),
                squares: squares(&["C3", "E3"]),
            }]);
        },
        &["board Harbour, C3: found a site in pieces, \
           expected a site whose squares are joined edge to edge"],
    );
    check(
        |pack| pack.buildings[1].shape = shape("###"),
        &["board Harbour, D3: found a site like ## for Gate, \
           expected the shape of its tile, ###"],
    );
    check(|pack| pack.buildings[1].shape = shape("#/#"), &[]);
    check_sites(
        &[("Inn", &["D3", "E3"])],
        &[
            "board Harbour, D3: found a site for Inn, expected sites for special buildings only",
            "board Harbour, D3: found a site like ## for Inn, \
             expected the shape of its tile, ##/#.",
        ],
    );
    check_sites(
        &[("Keep", &["D3", "E3"])],
        &["board Harbour, D3: found the building \"Keep\", expected a building of this pack"],
    );
}

#[test]
fn site_must_not_have_more_squares_than_a_tile() {
    let mut pack = small_box();
    pack.boards[0].sites = known(vec![SiteSpec {
        buildings: vec![],
        squares: squares(&["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1"]),
    }]);
    let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
    assert!(
        found.contains(
            &"board Harbour, A1: found a site of 9 squares, expected at most 8".to_owned()
        )
    );
    assert!(
        found.contains(
            &"board Harbour, A1: found a site for no building, \
          expected the special buildings that may stand there"
                .to_owned()
        )
    );
}

#[test]
fn chains_of_four_recipes_with_unknown_tiers_are_reported() {
    fn of_unknown_tier(name: &str, prerequisite: &str) -> ResourceSpec {
        ResourceSpec {
            name: name.to_owned(),
            recipe: known(vec![needs(prerequisite, 1, None)]),
            ..ResourceSpec::default()
        }
    }
    let mut pack = small_box();
    pack.resources.push(of_unknown_tier("Mortar", "Wood"));
    pack.resources.push(of_unknown_tier("Wall", "Mortar"));
    assert_eq!(problems(&pack), []);
    pack.resources.push(of_unknown_tier("Keep", "Wall"));
    let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "resource Keep: found a chain of four recipes, expected tier 3 made of tier 2, made of basic resources"
        ]
    );
}
