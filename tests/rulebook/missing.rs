//! Missing facts: each is named under the rule that needs it, and asked for together with all
//! unknown facts of the same card, tile or square.

use components::fact::Fact;
use components::fact_id::FactId;
use components::specs::{BuildingSpec, Pack, ResourceField, ResourceSpec, StandardCard};
use rules::Action;
use rules::action::ActionKind;
use rules::rulebook::Rule;

use crate::street::*;
use crate::support::*;

/// Checks the missing facts of an action, by rule and name, in alphabetical order.
#[track_caller]
fn check_missing(table: &Table, action: &Action, expected: &[(Rule, &str)]) {
    let missing = table.game.missing_facts(action).into_iter();
    let mut found: Vec<(Rule, String)> =
        missing.map(|missing| (missing.rule, missing.fact.to_string())).collect();
    found.sort_by(|one, other| one.1.cmp(&other.1));
    let expected: Vec<(Rule, String)> =
        expected.iter().map(|&(rule, name)| (rule, name.to_owned())).collect();
    assert_eq!(found, expected);
}

/// Returns the facts to read off before `action` can be judged, in alphabetical order.
fn asked(table: &Table, action: &Action) -> Vec<String> {
    let missing = table.game.missing_facts(action);
    let mut asked = names(&table.game.facts_to_read(missing.iter().map(|missing| &missing.fact)));
    asked.sort();
    asked
}

fn without_tier(pack: &mut Pack, name: &str) {
    for spec in &mut pack.resources {
        if spec.name == name {
            spec.tier = Fact::Unknown;
        }
    }
}

#[test]
fn unknown_tiers_of_resources_are_asked_for_one_at_a_time() {
    let mut table = setup_on("Old Harbour", 1)
        .pack(|pack| {
            for spec in &mut pack.resources {
                spec.tier = Fact::Unknown;
            }
        })
        .fresh();
    let choice = choose_race(ANNA, "Human", None);
    check_missing(&table, &choice, &[(Rule::ChooseRace, "the tier of Population")]);
    let mut asked = Vec::new();
    while let Err(refusal) = table.game.play(&choice) {
        let [missing] = refusal.unknown.try_into().expect("one fact is missing");
        let FactId::Resource(name, ResourceField::Tier) = missing.fact else {
            panic!("{missing}");
        };
        let known = practice().resource(&name).cloned().expect("the resource is listed");
        let resource = ResourceSpec { name: known.name, tier: known.tier, ..Default::default() };
        let sources = practice().sources.clone();
        let entered = Pack { resources: vec![resource], sources, ..Pack::default() };
        table.play(ActionKind::EnterFacts(Box::new(entered)));
        asked.push(name);
    }
    // A solo player controls every basic resource.
    let count = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!((asked.len(), count), (practice().resources.len(), count));
}

#[test]
fn unknown_points_of_an_adviser_are_missing_under_the_recruit_reward_rule() {
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
    check_missing(&table, &recruits, &missing);
    let overruled =
        ActionKind::Overrule { action: Box::new(recruits), reason: "we know better".to_owned() };
    check_missing(&table, &overruled.into(), &missing);
}

#[test]
fn unknown_tier_of_a_resource_is_missing_under_the_rules_on_neutral_tiles() {
    let table = street(3)
        .pack(|pack| without_tier(pack, "Stone"))
        .tile(ANNA, "Population", "C1")
        .neutral("Stone", "E1")
        .access(ANNA, "Stone", "E1")
        .turn(ANNA);
    let builds = leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"));
    check_missing(&table, &builds, &[(Rule::Neutral, "the tier of Stone")]);

    let mut voted = voting(3)
        .pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let university = buildings.find(|spec| spec.name == "University");
            let space = &mut university.expect("it is in the pack").spaces[1];
            space.resource = known("Stone".to_owned());
            without_tier(pack, "Stone");
        })
        .turn(ANNA);
    voted.play(call_vote(ANNA));
    voted.play(all_for_the_first(3));
    let places = place_building(ANNA, "University", "A4 B4 C4 B5");
    let missing = [(Rule::NeutralDelivery, "the tier of Stone")];
    check_missing(&voted, &places, &missing);
}

#[test]
fn unknown_space_is_asked_for_together_with_its_value() {
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
    check_missing(
        &table,
        &connects(ANNA),
        &[(Rule::Delivery, "the resource of space 2 of Ferry Landing")],
    );
    assert_eq!(
        asked(&table, &connects(ANNA)),
        ["the resource of space 2 of Ferry Landing", "the value of space 2 of Ferry Landing"]
    );
}

#[test]
fn unknown_spaces_are_asked_for_together_with_their_number() {
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
    let mut expected = vec!["the number of spaces of Ferry Landing".to_owned()];
    let mut buildings = practice().buildings.iter();
    let landing = buildings.find(|spec| spec.name == "Ferry Landing").expect("it is there");
    let places = 1..=landing.spaces.len();
    expected.extend(places.map(|place| format!("the resource of space {place} of Ferry Landing")));
    assert_eq!(asked(&table, &connects(ANNA)), expected);
}

#[test]
fn moves_name_further_unknown_facts_of_the_card_with_the_first_one() {
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
    let unknown = table.game.moves().unknown;
    assert!(unknown.len() < 3, "a check stops at the first");
    let mut found = names(&table.game.facts_to_read(&unknown));
    found.sort();
    assert_eq!(found, ["the recipe of Brick", "the tier of Brick", "the tile shape of Brick"]);
}

#[test]
fn unknown_card_text_is_missing_before_facts_of_the_tile_it_may_allow() {
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
    check_missing(&table, &built, &[(Rule::PlayACard, "the main action of Upgrade")]);
}

#[test]
fn unknown_shape_is_asked_for_with_the_recipe_for_any_placed_shape() {
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
        let expected = ["the recipe of Brick", "the tile shape of Brick"];
        assert_eq!(asked(&table, &built), expected, "{at}");
    }
}

#[test]
fn unknown_facts_of_a_building_are_asked_for_before_the_board_sites() {
    let mut table = setup_on("Old Harbour", 2)
        .pack(|pack| {
            for spec in &mut pack.buildings {
                if spec.name == "University" {
                    (spec.colour, spec.special) = (Fact::Unknown, Fact::Unknown);
                }
            }
            for board in &mut pack.boards {
                board.sites = Fact::Unknown;
            }
        })
        .fresh();
    let deals: Action = ActionKind::DealProposals(vec![building("University")]).into();
    assert_eq!(asked(&table, &deals), ["the colour of University", "the site of University"]);
    let special = BuildingSpec {
        name: "University".to_owned(),
        colour: known(None),
        special: known(true),
        ..BuildingSpec::default()
    };
    let sources = practice().sources.clone();
    let entered = Pack { buildings: vec![special], sources, ..Pack::default() };
    table.play(ActionKind::EnterFacts(Box::new(entered)));
    assert_eq!(asked(&table, &deals), ["the reserved sites of Old Harbour"]);
}

/// Returns the names of facts.
fn names(facts: &[FactId]) -> Vec<String> {
    facts.iter().map(ToString::to_string).collect()
}

#[test]
fn judgement_names_the_facts_it_used_and_the_unconfirmed_ones_among_them() {
    let position = || {
        let layout = street(3).tile(ANNA, "Population", "C1").tile(BEN, "Stone", "E1");
        layout.access(ANNA, "Stone", "E1")
    };
    let builds = leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"));
    let table = position()
        .pack(|pack| {
            for spec in &mut pack.resources {
                if ["Brick", "Books"].contains(&spec.name.as_str()) {
                    let recipe = spec.recipe.value().cloned().expect("it is known");
                    spec.recipe = Fact::Unconfirmed(recipe, "told by a friend".to_owned());
                }
            }
        })
        .turn(ANNA);
    let played = table.game.play(&builds).expect("the rules allow it");
    // The recipe of Books is unconfirmed too, but was not used.
    assert_eq!(names(&table.game.unverified_facts(&played)), ["the recipe of Brick"]);
    let rests_on = names(&table.game.facts_behind(&builds));
    for fact in ["the recipe of Brick", "the tile shape of Brick", "the main action of Upgrade"] {
        assert!(rests_on.iter().any(|other| other == fact), "{rests_on:?}");
    }
    assert!(!rests_on.iter().any(|fact| fact.contains("Books")), "{rests_on:?}");

    let table = position().turn(ANNA);
    let played = table.game.play(&builds).expect("the rules allow it");
    assert_eq!(names(&table.game.unverified_facts(&played)), Vec::<String>::new());
}
