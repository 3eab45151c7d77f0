//! What is not known is named at once, each fact under the rule that needs it.

use rules::Action;
use rules::action::Deed;
use rules::components::{Pack, StandardCard};
use rules::fact::{Fact, FactName};
use rules::rulebook::Rule;

use crate::street::*;
use crate::support::*;

/// Checks what is missing for an action, by rule and name, in the order of the alphabet.
#[track_caller]
fn check_lacking(table: &Table, action: &Action, expected: &[(Rule, &str)]) {
    let lacking = table.game.lacking(action);
    let mut found: Vec<(Rule, String)> =
        lacking.into_iter().map(|lack| (lack.rule, lack.fact.to_string())).collect();
    found.sort_by(|one, other| one.1.cmp(&other.1));
    let expected: Vec<(Rule, String)> =
        expected.iter().map(|&(rule, name)| (rule, name.to_owned())).collect();
    assert_eq!(found, expected);
}

fn without_tier(pack: &mut Pack, name: &str) {
    for spec in &mut pack.resources {
        if spec.name == name {
            spec.tier = Fact::Unknown;
        }
    }
}

#[test]
fn however_many_facts_are_missing_they_are_named_at_once() {
    let no_tiers = |pack: &mut Pack| {
        for spec in &mut pack.resources {
            spec.tier = Fact::Unknown;
        }
    };
    let table = setup_on("Old Harbour", 1).pack(no_tiers).fresh();
    let mut names: Vec<String> =
        practice().resources.iter().map(|spec| format!("the tier of {}", spec.name)).collect();
    names.sort();
    // One resource is that of the race, all of them are controlled in a solo game.
    let rule = |name: &str| match name {
        "the tier of Population" => Rule::ChooseRace,
        _ => Rule::SoloSetup,
    };
    let expected: Vec<(Rule, &str)> =
        names.iter().map(|name| (rule(name), name.as_str())).collect();
    check_lacking(&table, &choose_race(ANNA, "Human", None), &expected);
}

#[test]
fn the_points_of_an_adviser_are_missing_for_the_reward_of_recruiting() {
    let table = street(4)
        .pack(|pack| {
            for spec in &mut pack.advisers {
                spec.points = Fact::Unknown;
            }
        })
        .tile(ANNA, "Gems", "C1")
        .advisers(&["Haggler", "Peddler", "Mason", "Foreman"])
        .turn(ANNA);
    let recruits = leads(ANNA, "Recruit", recruit("Haggler"));
    let missing = [(Rule::RecruitReward, "the points of Haggler")];
    check_lacking(&table, &recruits, &missing);
    let overruled =
        Deed::Overrule { action: Box::new(recruits), reason: "we know better".to_owned() };
    check_lacking(&table, &overruled.into(), &missing);
}

#[test]
fn the_tier_of_a_resource_is_missing_for_what_is_neutral() {
    let table = street(3)
        .pack(|pack| without_tier(pack, "Stone"))
        .tile(ANNA, "Population", "C1")
        .neutral("Stone", "E1")
        .access(ANNA, "Stone", "E1")
        .turn(ANNA);
    let builds = leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"));
    check_lacking(&table, &builds, &[(Rule::Neutral, "the tier of Stone")]);

    let asks_for_stone = |pack: &mut Pack| {
        let mut buildings = pack.buildings.iter_mut();
        let university = buildings.find(|spec| spec.name == "University");
        let space = &mut university.expect("it is in the pack").spaces[1];
        space.resource = known("Stone".to_owned());
        without_tier(pack, "Stone");
    };
    let mut voted = voting(3).pack(asks_for_stone).turn(ANNA);
    voted.play(call_vote(ANNA));
    voted.play(all_for_the_first(3));
    let places = place_building(ANNA, "University", "A4 B4 C4 B5");
    let missing = [(Rule::NeutralDelivery, "the tier of Stone")];
    check_lacking(&voted, &places, &missing);
}

#[test]
fn a_space_that_is_not_known_is_missing_with_its_value() {
    let table = street(4)
        .pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let landing = buildings.find(|spec| spec.name == "Ferry Landing");
            let space = &mut landing.expect("it is in the pack").spaces[1];
            (space.resource, space.value, space.bracket) = (Fact::Unknown, Fact::Unknown, None);
        })
        .tile(ANNA, "Crops", "C1")
        .building("Ferry Landing", "A4 B4 C4")
        .turn(ANNA);
    check_lacking(
        &table,
        &connects(ANNA),
        &[
            (Rule::Delivery, "the resource of space 2 of Ferry Landing"),
            (Rule::DeliveryScores, "the value of space 2 of Ferry Landing"),
        ],
    );
}

#[test]
fn spaces_that_are_not_known_are_missing_together_with_how_many_there_are() {
    let table = street(4)
        .pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let landing = buildings.find(|spec| spec.name == "Ferry Landing");
            let landing = landing.expect("it is in the pack");
            landing.space_count = Fact::Unknown;
            for space in &mut landing.spaces {
                (space.resource, space.bracket) = (Fact::Unknown, None);
            }
        })
        .tile(ANNA, "Crops", "C1")
        .building("Ferry Landing", "A4 B4 C4")
        .turn(ANNA);
    let lacking = table.game.lacking(&connects(ANNA));
    let mut names: Vec<String> = lacking.iter().map(|lack| lack.fact.to_string()).collect();
    names.sort();
    let mut expected = vec!["the number of spaces of Ferry Landing".to_owned()];
    let mut buildings = practice().buildings.iter();
    let landing = buildings.find(|spec| spec.name == "Ferry Landing").expect("it is there");
    let places = 1..=landing.spaces.len();
    expected.extend(places.map(|place| format!("the resource of space {place} of Ferry Landing")));
    assert_eq!(names, expected);
}

#[test]
fn moves_names_what_stands_behind_the_first_missing_fact() {
    let table = street(4)
        .pack(|pack| {
            let mut resources = pack.resources.iter_mut();
            let brick = resources.find(|spec| spec.name == "Brick");
            let brick = brick.expect("it is in the pack");
            (brick.tier, brick.recipe, brick.shape) = (Fact::Unknown, Fact::Unknown, Fact::Unknown);
        })
        .tile(ANNA, "Population", "C1")
        .tile(ANNA, "Stone", "E1")
        .turn(ANNA);
    let mut found: Vec<String> =
        table.game.lacking_for_moves().iter().map(|lack| lack.fact.to_string()).collect();
    found.sort();
    assert_eq!(found, ["the recipe of Brick", "the tier of Brick", "the tile shape of Brick"]);
    assert!(table.game.moves().unknown.len() < 3, "one after the other");
}

#[test]
fn what_a_road_declared_with_a_tile_asks_for_is_missing_beside_the_text_that_allows_it() {
    let table = street(4)
        .pack(|pack| {
            for spec in &mut pack.standard_cards {
                if spec.card == StandardCard::Upgrade {
                    spec.action = Fact::Unknown;
                }
            }
            let mut resources = pack.resources.iter_mut();
            let brick = resources.find(|spec| spec.name == "Brick");
            brick.expect("it is in the pack").recipe = Fact::Unknown;
        })
        .tile(ANNA, "Population", "C1")
        .tile(ANNA, "Stone", "E1")
        // A text may make it cheaper than it usually is.
        .money(ANNA, 0)
        .turn(ANNA);
    let built = leads(ANNA, "Upgrade", road_then_build("F2", "Brick", "G3 H3 I3"));
    let lacking = table.game.lacking(&built);
    let names: Vec<String> = lacking.iter().map(|lack| lack.fact.to_string()).collect();
    assert_eq!(names, ["the main action of Upgrade", "the recipe of Brick"]);
}

#[test]
fn the_shape_of_a_tile_is_missing_beside_its_recipe_whatever_shape_is_laid() {
    for at in ["G3 H3 I3", "G3 H3 H4", "G2 H2 G3 H3"] {
        let table = street(4)
            .pack(|pack| {
                let mut resources = pack.resources.iter_mut();
                let brick = resources.find(|spec| spec.name == "Brick");
                let brick = brick.expect("it is in the pack");
                (brick.shape, brick.recipe) = (Fact::Unknown, Fact::Unknown);
            })
            .tile(ANNA, "Population", "C1")
            .tile(ANNA, "Stone", "E1")
            .turn(ANNA);
        let built = leads(ANNA, "Upgrade", road_then_build("F2", "Brick", at));
        let lacking = table.game.lacking(&built);
        let mut names: Vec<String> = lacking.iter().map(|lack| lack.fact.to_string()).collect();
        names.sort();
        assert_eq!(names, ["the recipe of Brick", "the tile shape of Brick"], "{at}");
    }
}

#[test]
fn the_sites_of_the_board_are_missing_beside_whether_a_building_belongs_on_one() {
    let no_sites = |pack: &mut Pack| {
        for spec in &mut pack.buildings {
            if spec.name == "University" {
                (spec.colour, spec.special) = (Fact::Unknown, Fact::Unknown);
            }
        }
        for board in &mut pack.boards {
            board.sites = Fact::Unknown;
        }
    };
    let table = setup_on("Old Harbour", 2).pack(no_sites).fresh();
    let deals: Action = Deed::DealProposals(vec![building("University")]).into();
    let mut names: Vec<String> =
        table.game.lacking(&deals).iter().map(|lack| lack.fact.to_string()).collect();
    names.sort();
    let expected =
        ["the colour of University", "the reserved sites of Old Harbour", "the site of University"];
    assert_eq!(names, expected);
}

/// The names of facts.
fn names(facts: &[FactName]) -> Vec<String> {
    facts.iter().map(ToString::to_string).collect()
}

#[test]
fn what_a_judgement_rests_on_is_named_and_what_of_it_nobody_has_seen() {
    let likely = |pack: &mut Pack| {
        for spec in &mut pack.resources {
            if ["Brick", "Books"].contains(&spec.name.as_str()) {
                let recipe = spec.recipe.value().cloned().expect("it is known");
                spec.recipe = Fact::Unconfirmed(recipe, "told by a friend".to_owned());
            }
        }
    };
    let laid = |layout: Layout| {
        let layout = layout.tile(ANNA, "Population", "C1").tile(BEN, "Stone", "E1");
        layout.access(ANNA, "Stone", "E1").turn(ANNA)
    };
    let builds = leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"));
    let table = laid(street(3).pack(likely));
    let played = table.game.play(&builds).expect("the rules allow it");
    // That of Books is as likely, but nothing of it was used.
    assert_eq!(names(&table.game.on_trust(&played)), ["the recipe of Brick"]);
    let rests_on = names(&table.game.rests_on(&builds));
    for fact in ["the recipe of Brick", "the tile shape of Brick", "the main action of Upgrade"] {
        assert!(rests_on.iter().any(|other| other == fact), "{rests_on:?}");
    }
    assert!(!rests_on.iter().any(|fact| fact.contains("Books")), "{rests_on:?}");

    let table = laid(street(3));
    let played = table.game.play(&builds).expect("the rules allow it");
    assert_eq!(names(&table.game.on_trust(&played)), Vec::<String>::new());
}
