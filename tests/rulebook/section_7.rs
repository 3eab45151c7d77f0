//! Points for resources: rules 7.1 to 7.7, with rulings R7 and R13.

use components::pack_check::problems;
use components::quantity::Points;
use rules::Rule;
use rules::receipt::ShareRecipient;
use rules::rulebook::TableOption;

use crate::street::*;
use crate::support::*;

/// Returns a position in which Anna has access to Ben's Metal and Cara's Knowledge and owns
/// Population.
fn two_suppliers() -> Layout {
    street(4)
        .tile(ANNA, "Population", "C1")
        .tile(BEN, "Metal", "E1")
        .tile(CARA, "Knowledge", "G1")
        .access(ANNA, "Metal", "E1")
        .access(ANNA, "Knowledge", "G1")
}

// 7.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_7_1_build_pays_the_owner_of_each_source() {
    let mut table = two_suppliers().turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"))).check_points(&[0, 1, 1, 0]);
}

#[test]
fn rule_7_1_build_pays_the_builder_for_own_sources() {
    let mut table = street(4).tile(ANNA, "Metal", "C1").tile(ANNA, "Knowledge", "E1").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"))).check_points(&[2, 0, 0, 0]);
}

#[test]
fn rule_7_1_build_pays_one_source_per_prerequisite() {
    // Dan's Metal is connected as well, but Anna has no token on it.
    let mut table = two_suppliers().tile(DAN, "Metal", "I1").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"))).check_points(&[0, 1, 1, 0]);
}

#[test]
fn rule_7_1_import_pays_no_points() {
    let mut table = two_suppliers().turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Gems", "I3"))).check_points(&[0, 0, 0, 0]);
    table.check_payouts(&[]);
}

// 7.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_7_2_delivery_earns_the_points_printed_on_the_building() {
    for (name, at, points) in [("University", "A4 B4 C4 B5", 3), ("The Sleeping Lion", "A4 B4", 2)]
    {
        let table = street(4).tile(ANNA, "Population", "C1").building(name, at);
        let mut table = table.turn(ANNA);
        table.play(connects(ANNA)).check_points(&[points, 0, 0, 0]);
        assert_eq!(table.deliveries(), [("Population", name)]);
    }
}

#[test]
fn rule_7_2_owner_of_the_tile_earns_the_points_of_any_connection() {
    let table = street(4).tile(ANNA, "Population", "C1").tile(BEN, "Metal", "E1");
    let mut table = table.building("University", "A4 B4 C4 B5").turn(BEN);
    table.play(connects(BEN)).check_points(&[3, 0, 0, 0]);
}

// 7.3 ------------------------------------------------------------------------------------------

#[test]
fn rule_7_3_advanced_tile_pays_its_prerequisites_out_of_its_points() {
    let table = two_suppliers().tile(ANNA, "Machinery", "G3 H3 G4");
    let mut table = table.building("Ferry Landing", "A4 B4 C4").turn(ANNA);
    table.play(connects(ANNA)).check_points(&[2, 1, 1, 0]);
    table.check_payouts(&[("Ferry Landing", "Machinery", [4, 2, 0, 2])]);
}

#[test]
fn rule_7_3_paid_tile_pays_its_own_prerequisites() {
    // Dan delivers Cloth for 9: Anna's Machinery gets 4 and passes on 2; he owns the Livestock.
    let table = two_suppliers()
        .tile(ANNA, "Machinery", "G3 H3 G4")
        .tile(DAN, "Livestock", "I1")
        .tile(DAN, "Cloth", "K3 L3 K4 L4")
        .access(DAN, "Machinery", "G3 H3 G4");
    let table =
        table.building("Cloth Hall", "A4 B4 C4 A5").delivered("Cloth Hall", "Livestock", BEN);
    let mut table = table.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[2, 1, 1, 5]);
    table.check_payouts(&[("Cloth Hall", "Cloth", [9, 4, 0, 5])]);
}

#[test]
fn rule_7_3_owner_pays_nothing_for_own_prerequisites() {
    let table = street(4).tile(ANNA, "Metal", "C1").tile(ANNA, "Knowledge", "E1").tile(
        ANNA,
        "Machinery",
        "G3 H3 G4",
    );
    let mut table = table.building("Ferry Landing", "A4 B4 C4").turn(ANNA);
    table.play(connects(ANNA)).check_points(&[4, 0, 0, 0]);
    table.check_payouts(&[("Ferry Landing", "Machinery", [4, 0, 0, 4])]);
}

#[test]
fn rule_7_3_chain_of_payments_continues_through_own_tiles() {
    // Cloth, Livestock and Machinery are all Anna's, but Machinery's own prerequisites are not.
    let table = two_suppliers()
        .tile(ANNA, "Machinery", "G3 H3 G4")
        .tile(ANNA, "Livestock", "I1")
        .tile(ANNA, "Cloth", "K3 L3 K4 L4");
    let mut table = table.building("Cloth Hall", "A4 B4 C4 A5").turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.deliveries().len(), 2);
    table.check_payouts(&[
        ("Cloth Hall", "Livestock", [3, 0, 0, 3]),
        ("Cloth Hall", "Cloth", [9, 2, 0, 7]),
    ]);
    table.check_points(&[10, 1, 1, 0]);
}

// 7.4 ------------------------------------------------------------------------------------------

#[test]
fn rule_7_4_basic_prerequisite_is_worth_1() {
    let mut table = two_suppliers().turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4")));
    table.check_payouts(&[("built", "Metal", [1, 0, 0, 1]), ("built", "Knowledge", [1, 0, 0, 1])]);
}

#[test]
fn rule_7_4_tier_2_prerequisite_is_worth_2_per_prerequisite_of_its_own() {
    let mut table = street(4)
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Jewelry", "A3 B3 A4")
        .tile(BEN, "Gems", "C1")
        .tile(CARA, "Books", "I3 J3 K3")
        .tile(CARA, "Crops", "E1")
        .tile(CARA, "Knowledge", "G1")
        .access(ANNA, "Jewelry", "A3 B3 A4")
        .access(ANNA, "Books", "I3 J3 K3")
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Government", "E3 F3 G3 E4")));
    table.check_payouts(&[("built", "Jewelry", [2, 0, 0, 2]), ("built", "Books", [4, 0, 0, 4])]);
    table.check_points(&[0, 2, 4, 0]);
}

// 7.5 ------------------------------------------------------------------------------------------

/// Returns a position with neutral Stone, accessible to Anna, who owns Population.
fn neutral_stone() -> Layout {
    street(3).tile(ANNA, "Population", "C1").neutral("Stone", "E1").access(ANNA, "Stone", "E1")
}

#[test]
fn rule_7_5_neutral_prerequisite_of_a_build_is_worth_2_and_lost() {
    let mut table = neutral_stone().turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"))).check_points(&[1, 0, 0]);
    table.check_payouts(&[("built", "Stone", [2, 0, 2, 0]), ("built", "Population", [1, 0, 0, 1])]);
}

#[test]
fn rule_7_5_neutral_prerequisite_in_a_cascade_costs_the_payer_2() {
    let table = neutral_stone().tile(ANNA, "Brick", "G3 H3 I3");
    let mut table = table.building("Merchant's Guild", "A4 B4 C4 A5 B5").turn(ANNA);
    table.play(connects(ANNA)).check_points(&[4, 0, 0]);
    table.check_payouts(&[("Merchant's Guild", "Brick", [6, 0, 2, 4])]);
}

#[test]
fn rule_7_5_payment_passed_on_to_a_neutral_tile_is_lost() {
    // Cara delivers Labor for 8: 4 go to Anna's Food, which is made of neutral Crops and Stone.
    let table = neutral_stone()
        .neutral("Crops", "G1")
        .tile(BEN, "Wood", "I1")
        .access(ANNA, "Crops", "G1")
        .access(ANNA, "Wood", "I1")
        .tile(ANNA, "Food", "E3 F3 E4")
        .tile(CARA, "Labor", "I3 J3 K3 J4")
        .access(CARA, "Food", "E3 F3 E4")
        .access(CARA, "Population", "C1")
        .building("Almshouse", "A4 B4")
        .delivered("Almshouse", "Population", BEN)
        .delivered("Almshouse", "Food", BEN);
    let mut table = table.turn(ANNA);
    table.play(connects(ANNA));
    table.check_payouts(&[("Almshouse", "Labor", [8, 5, 0, 3])]);
    assert_eq!(table.payouts()[0].total_lost(), Points(3));
    // Of Food's 4 points, 2 are lost for Crops, 1 goes to Wood, and only 1 is left for Stone.
    table.check_points(&[1, 1, 3]);
}

#[test]
fn rule_7_5_loss_of_an_own_prerequisite_is_charged_to_the_using_tile() {
    // As above, but Anna owns Labor: nothing is paid for Food, and its losses are hers.
    let table = neutral_stone()
        .neutral("Crops", "G1")
        .tile(BEN, "Wood", "I1")
        .access(ANNA, "Crops", "G1")
        .access(ANNA, "Wood", "I1")
        .tile(ANNA, "Food", "E3 F3 E4")
        .tile(ANNA, "Labor", "I3 J3 K3 J4")
        .building("Almshouse", "A4 B4")
        .delivered("Almshouse", "Population", BEN)
        .delivered("Almshouse", "Food", BEN);
    let mut table = table.turn(ANNA);
    table.play(connects(ANNA));
    table.check_payouts(&[("Almshouse", "Labor", [8, 1, 3, 4])]);
    assert_eq!(table.payouts()[0].total_lost(), Points(3));
    table.check_points(&[4, 1, 0]);
}

#[test]
fn rule_7_5_controlled_prerequisite_is_worth_1_to_its_owner() {
    let table = street(3).tile(ANNA, "Population", "C1").tile(BEN, "Stone", "E1");
    let mut table = table.access(ANNA, "Stone", "E1").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Brick", "G3 H3 I3"))).check_points(&[1, 1, 0]);
}

// 7.6 ------------------------------------------------------------------------------------------

/// Returns a position as [`two_suppliers`], with access to Dan's Metal as well.
fn two_metals() -> Layout {
    two_suppliers().tile(DAN, "Metal", "I1").access(ANNA, "Metal", "I1")
}

#[test]
fn rule_7_6_owner_of_the_consuming_tile_chooses_the_source() {
    let mut table = two_metals().turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4")));
    table.check_points(&[0, 0, 0, 0]);
    table.check_owed(&[
        "Human chooses between Metal E1 for Machinery G3 H3 G4 and Metal I1 for Machinery G3 H3 G4",
    ]);
    let machinery = ("Machinery", "G3 H3 G4");
    let other = choose(BEN, source(("Metal", "E1"), machinery));
    table.check_refused(other, &[(Rule::WhichSource, &[])]);
    table.play(choose(ANNA, source(("Metal", "I1"), machinery))).check_points(&[0, 0, 1, 1]);
}

#[test]
fn rule_7_6_source_can_be_chosen_with_the_action() {
    let mut table = two_metals().turn(ANNA);
    let mut action = leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"));
    action.choices = vec![source(("Metal", "E1"), ("Machinery", "G3 H3 G4"))];
    table.play(action).check_points(&[0, 1, 1, 0]);
}

#[test]
fn rule_7_6_tile_of_another_resource_cannot_be_chosen_as_source() {
    let table = two_metals().turn(ANNA);
    let mut action = leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"));
    action.choices = vec![source(("Knowledge", "G1"), ("Machinery", "G3 H3 G4"))];
    table.check_refused(action, &[(Rule::WhichSource, &[])]);
}

#[test]
fn rule_7_6_source_is_chosen_again_for_each_payment() {
    let table = two_metals().tile(ANNA, "Machinery", "G3 H3 G4");
    let mut table = table.building("Ferry Landing", "A4 B4 C4").turn(ANNA);
    for (metal, points) in [("E1", [2, 1, 1, 0]), ("I1", [2, 0, 1, 1])] {
        let mut action = connects(ANNA);
        action.choices = vec![source(("Metal", metal), ("Machinery", "G3 H3 G4"))];
        let mut other = Table { game: table.game.clone(), events: Vec::new() };
        other.play(action).check_points(&points);
    }
    table.play(connects(ANNA)).check_points(&[0, 0, 0, 0]);
}

#[test]
fn rule_7_6_source_choice_without_effect_is_made_and_recorded() {
    // Ben owns both Metal tiles.
    let table = two_suppliers().tile(BEN, "Metal", "I1").access(ANNA, "Metal", "I1").turn(ANNA);
    let action = leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"));
    let played = table.game.play(&action).expect("it is legal");
    assert_eq!(played.action.choices, [source(("Metal", "E1"), ("Machinery", "G3 H3 G4"))]);
    assert_eq!(played.game.points(BEN), Points(1));
}

#[test]
fn rule_7_6_source_choice_without_effect_may_be_omitted_before_a_real_one() {
    // Ben owns both Metal tiles, Cara and Dan one Knowledge each: only the second choice is real.
    let table = two_suppliers()
        .tile(BEN, "Metal", "I1")
        .access(ANNA, "Metal", "I1")
        .tile(DAN, "Knowledge", "K1")
        .access(ANNA, "Knowledge", "K1");
    let mut table = table.turn(ANNA);
    let mut action = leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"));
    action.choices = vec![source(("Knowledge", "K1"), ("Machinery", "G3 H3 G4"))];
    table.play(action).check_points(&[0, 1, 0, 1]);
}

#[test]
fn rule_7_6_source_needs_the_consumers_token_unless_switched() {
    // Anna owns Machinery, but has lost her access to Metal: Ben's Metal is connected only.
    let machinery = || {
        street(4)
            .tile(ANNA, "Machinery", "G3 H3 G4")
            .tile(BEN, "Metal", "E1")
            .tile(CARA, "Knowledge", "G1")
            .access(ANNA, "Knowledge", "G1")
            .building("Ferry Landing", "A4 B4 C4")
    };
    let mut table = machinery().turn(ANNA);
    table.play(connects(ANNA)).check_points(&[3, 0, 1, 0]);
    assert_eq!(table.payouts()[0].parts[0].to, ShareRecipient::NoSource);
    let mut table = machinery().option(TableOption::AnyConnectedSource).turn(ANNA);
    table.play(connects(ANNA)).check_points(&[2, 1, 1, 0]);
}

#[test]
fn rule_7_6_source_must_be_connected() {
    // The only Metal with a token of Anna's is in an unconnected corner.
    for option in [None, Some(TableOption::AnyConnectedSource)] {
        let mut layout = street(4)
            .tile(ANNA, "Machinery", "G3 H3 G4")
            .tile(BEN, "Metal", "L6")
            .access(ANNA, "Metal", "L6")
            .building("Ferry Landing", "A4 B4 C4");
        if let Some(option) = option {
            layout = layout.option(option);
        }
        let mut table = layout.turn(ANNA);
        table.play(connects(ANNA)).check_points(&[4, 0, 0, 0]);
        assert!(table.payouts()[0].parts.iter().all(|part| part.to == ShareRecipient::NoSource));
    }
}

#[test]
fn rule_7_6_switch_never_relaxes_rule_5_11() {
    let layout = street(4)
        .tile(ANNA, "Population", "C1")
        .tile(BEN, "Metal", "E1")
        .tile(CARA, "Knowledge", "G1")
        .access(ANNA, "Knowledge", "G1")
        .option(TableOption::AnyConnectedSource);
    let table = layout.turn(ANNA);
    let action = leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4"));
    table.check_refused(action, &[(Rule::UpgradePlacement, &[])]);
}

#[test]
fn rule_7_6_source_must_be_connected_for_the_consuming_tiles_owner() {
    // Metal is across a river; Ben's bridge carries a connection for Ben only.
    let terrain = "
        g g g g ~ g g
        g g g g ~ g g
        g g g g ~ g g
        g g g g ~ g g
        ";
    for (bridge_of, points) in [(ANNA, [3, 1]), (BEN, [4, 0])] {
        let mut table = field(2, terrain)
            .roads("A3 B3 C3 D3")
            .tile(ANNA, "Machinery", "B1 C1 B2")
            .tile(BEN, "Metal", "F3")
            .access(ANNA, "Metal", "F3")
            .bridge(bridge_of, "E3")
            .building("North Gatehouse", "A4 B4 C4")
            .turn(ANNA);
        table.play(face_down(ANNA, "Recruit", road("D2"))).check_points(&points);
    }
}

#[test]
fn rule_7_6_r13_payments_never_take_points_earned_earlier() {
    // A building that prints fewer points than Machinery's prerequisites cost.
    let table = two_suppliers()
        .pack(|pack| space_pays(pack, "Ferry Landing", "Machinery", 1))
        .tile(ANNA, "Machinery", "G3 H3 G4")
        .points(ANNA, 10)
        .building("Ferry Landing", "A4 B4 C4");
    let mut table = table.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[10, 1, 0, 0]);
    // The amount beyond the earned points is shown as not paid.
    let payouts = table.payouts();
    let paid_and_short: Vec<(i32, i32)> =
        payouts[0].parts.iter().map(|part| (part.value.0, part.short.0)).collect();
    assert_eq!(paid_and_short, [(1, 0), (0, 1)]);
}

// 7.7 ------------------------------------------------------------------------------------------

#[test]
fn rule_7_7_brackets_of_the_practice_pack_are_correct() {
    assert_eq!(problems(practice()), []);
}

#[test]
fn rule_7_7_wrong_bracket_is_reported() {
    let mut pack = practice().clone();
    let cloth = pack.resources.iter_mut().find(|r| r.name == "Cloth").expect("it is in the pack");
    let recipe = vec![
        components::specs::Prerequisite {
            needs: "Livestock".to_owned(),
            pays: Points(1),
            bracket: None,
        },
        components::specs::Prerequisite {
            needs: "Machinery".to_owned(),
            pays: Points(4),
            bracket: Some(Points(3)),
        },
    ];
    cloth.recipe = known(recipe);
    let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("Cloth"), "{found:?}");
}

#[test]
fn rule_7_7_each_neutral_direct_prerequisite_costs_1_of_the_bracket() {
    // Brick at 6 (+4), made of Ben's Population and of Stone.
    let brick = |layout: Layout| {
        let layout = layout.tile(BEN, "Population", "C1").access(ANNA, "Population", "C1");
        let layout = layout.tile(ANNA, "Brick", "G3 H3 I3");
        let mut table = layout.building("Merchant's Guild", "A4 B4 C4 A5 B5").turn(ANNA);
        table.play(connects(ANNA));
        table.game.points(ANNA)
    };
    let stone = street(3).tile(CARA, "Stone", "E1").access(ANNA, "Stone", "E1");
    assert_eq!(brick(stone), Points(4));
    let neutral = street(3).neutral("Stone", "E1").access(ANNA, "Stone", "E1");
    assert_eq!(brick(neutral), Points(3));
}

#[test]
fn rule_7_7_brackets_are_never_used_to_compute_points() {
    let layout = two_suppliers()
        .pack(|pack| {
            for building in &mut pack.buildings {
                building.spaces.iter_mut().for_each(|space| space.bracket = None);
            }
        })
        .tile(ANNA, "Machinery", "G3 H3 G4");
    let mut table = layout.building("Ferry Landing", "A4 B4 C4").turn(ANNA);
    table.play(connects(ANNA)).check_points(&[2, 1, 1, 0]);
}
