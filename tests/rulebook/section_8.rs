//! Prestige buildings and delivery: rules 8.1 to 8.7, with rulings R8, R22, R23, R28 and R32.

use components::effect::{CardAction, Effect, Price};
use components::fact::Fact;
use components::fact_id::FactId;
use components::quantity::Money;
use components::specs::{BuildingField, Pack, Terrain};
use components::tile::Shape;
use rules::Rule;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::adjustment::Adjustment;
use rules::receipt::{Cause, Event};
use rules::rulebook::TableOption;
use rules::sub_action::SubAction;

use crate::street::*;
use crate::support::*;

/// Two sections separated by a river, with all terrains and two sites.
const TWO_BANKS: &str = "
    g g g g g e ~ f f f f
    g g g g g g ~ f f f f
    g g g g g g ~ e e e e
    g c g f f f ~ e e e e
    s s s . s s s . . . .
    ";

/// Returns a table at which Anna must place `name`, just voted in on this layout.
#[track_caller]
fn voted_in(layout: Layout, name: &'static str) -> Table {
    let others = PROPOSALS.into_iter().filter(|other| *other != name);
    let proposals: Vec<&str> = [name].into_iter().chain(others).take(3).collect();
    let mut table = ready_to_vote(layout, 4).proposals(&proposals).turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(4));
    table
}

fn places(name: &str, at: &str) -> rules::Action {
    place_building(ANNA, name, at)
}

// 8.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_8_1_building_needs_one_square_of_its_color() {
    let table = voted_in(field(4, TWO_BANKS), "Bath House");
    table.check_allowed(places("Bath House", "A3 A4 B4"));
    table.check_allowed(places("Bath House", "B3 C3 B4"));
}

#[test]
fn rule_8_1_building_without_a_square_of_its_color_is_refused() {
    let table = voted_in(field(4, TWO_BANKS), "Bath House");
    let off_colour = (Rule::PrestigePlacement, &["A1", "A2", "B1"][..]);
    table.check_refused(places("Bath House", "A1 B1 A2"), &[off_colour]);
}

#[test]
fn rule_8_1_building_needs_no_connection_and_may_touch_any_tile() {
    let layout = field(4, TWO_BANKS).tile(ANNA, "Population", "A1");
    let table = voted_in(layout, "Almshouse");
    table.check_allowed(places("Almshouse", "B1 C1"));
    table.check_allowed(places("Almshouse", "E3 F3"));
}

#[test]
fn rule_8_1_building_is_placed_on_free_squares_only() {
    let layout = field(4, TWO_BANKS).tile(BEN, "Metal", "A1").roads("C2");
    let table = voted_in(layout, "Almshouse");
    table.check_refused(places("Almshouse", "A1 B1"), &[(Rule::OneThingPerSquare, &["A1"])]);
    table.check_refused(places("Almshouse", "C2 D2"), &[(Rule::OneThingPerSquare, &["C2"])]);
}

#[test]
fn rule_8_1_building_is_placed_on_land_of_one_section() {
    let table = voted_in(field(4, TWO_BANKS), "Almshouse");
    let refusal = table.refusal(places("Almshouse", "F1 G1"));
    assert!(
        refusal.reasons.iter().all(|reason| reason.rule == Rule::PrestigePlacement),
        "{refusal:?}"
    );
    assert!(
        refusal.reasons.iter().any(|reason| reason.illegal.squares() == [square("G1")]),
        "{refusal:?}"
    );

    // Land of two sections side by side, with no river between them.
    let board = drawn_with_sections("g g g g\ng g g g\ng g g g", "1122\n1122\n1122");
    let table = voted_in(field_on(4, board), "Almshouse");
    table.check_refused(places("Almshouse", "B1 C1"), &[(Rule::PrestigePlacement, &["C1"])]);
    table.check_allowed(places("Almshouse", "A1 B1"));
}

#[test]
fn rule_8_1_building_must_have_the_shape_of_its_tile() {
    let table = voted_in(field(4, TWO_BANKS), "Almshouse");
    let wrong_shape = (Rule::PrestigePlacement, &["A1", "B1", "C1"][..]);
    table.check_refused(places("Almshouse", "A1 B1 C1"), &[wrong_shape]);
    table.check_allowed(places("Almshouse", "A1 A2"));
}

#[test]
fn rule_8_1_section_holds_one_building_of_a_type() {
    // The Crooked Bone and the Hunting Lodge are both forested and of one shape.
    let layout = field(4, TWO_BANKS).building("The Crooked Bone", "H1 I1 H2");
    let table = voted_in(layout, "Hunting Lodge");
    let in_section = (Rule::PrestigePlacement, &["H1", "H2", "I1"][..]);
    table.check_refused(places("Hunting Lodge", "J1 K1 J2"), &[in_section]);
    table.check_allowed(places("Hunting Lodge", "D3 D4 E4"));
}

#[test]
fn rule_8_1_buildings_of_different_shape_or_color_are_different_types() {
    let forest = "
        f f f f f f
        f f f f f f
        c c c c g g
        c c c c g g
        ";
    // Granary and Foundry are forested, but differ in shape; Granary and Salt Barrel in colour.
    let table = voted_in(field(4, forest).building("Granary", "A1 B1 A2 B2"), "Foundry");
    table.check_allowed(places("Foundry", "C1 D1 E1 C2 D2 E2"));
    let table = voted_in(field(4, forest).building("Granary", "A1 B1 A2 B2"), "The Salt Barrel");
    table.check_allowed(places("The Salt Barrel", "A3 B3 A4 B4"));
}

/// Makes the Observatory the mirror image of the Lantern Theatre, with the same color.
fn mirrored(turnable: bool) -> impl FnOnce(&mut Pack) {
    move |pack| {
        for spec in &mut pack.buildings {
            if spec.name == "Observatory" || spec.name == "Lantern Theatre" {
                let shape = if spec.name == "Observatory" { ".##/##." } else { "##./.##" };
                spec.shape = known(Shape::try_from(shape.to_owned()).expect("a shape"));
                spec.colour = known(Some(Terrain::Entrance));
                spec.turnable = known(turnable);
            }
        }
    }
}

#[test]
fn rule_8_1_r28_mirror_images_are_one_type_only_if_they_may_be_turned_over() {
    let theatre = |turnable| {
        let layout = field(4, TWO_BANKS).pack(mirrored(turnable));
        voted_in(layout.building("Lantern Theatre", "H1 I1 I2 J2"), "Observatory")
    };
    let at = "J3 K3 I4 J4";
    theatre(false).check_allowed(places("Observatory", at));
    let in_section = (Rule::PrestigePlacement, &["H1", "I1", "I2", "J2"][..]);
    theatre(true).check_refused(places("Observatory", at), &[in_section]);
}

#[test]
fn rule_8_1_special_building_is_placed_on_its_site_only() {
    let table = voted_in(field(4, TWO_BANKS), "North Gatehouse");
    table.check_allowed(places("North Gatehouse", "A5 B5 C5"));
    table.check_refused(
        places("North Gatehouse", "A1 B1 C1"),
        &[(Rule::PrestigePlacement, &["A1", "B1", "C1"])],
    );
}

#[test]
fn rule_8_1_either_gatehouse_may_use_any_gatehouse_site() {
    for name in ["North Gatehouse", "West Gatehouse"] {
        let table = voted_in(field(4, TWO_BANKS), name);
        table.check_allowed(places(name, "A5 B5 C5"));
        table.check_allowed(places(name, "E5 F5 G5"));
    }
}

#[test]
fn rule_8_1_r22_two_gatehouses_may_use_neighboring_sites() {
    let layout = field(4, TWO_BANKS).building("West Gatehouse", "A5 B5 C5");
    let table = voted_in(layout, "North Gatehouse");
    table.check_allowed(places("North Gatehouse", "E5 F5 G5"));
    table.check_refused(
        places("North Gatehouse", "A5 B5 C5"),
        &[(Rule::OneThingPerSquare, &["A5", "B5", "C5"])],
    );
}

#[test]
fn rule_8_1_r32_special_building_covers_its_site_exactly() {
    let table = voted_in(field(4, TWO_BANKS), "North Gatehouse");
    table.check_refused(
        places("North Gatehouse", "A5 B5"),
        &[(Rule::PrestigePlacement, &["A5", "B5"])],
    );
    table.check_refused(
        places("North Gatehouse", "A4 B4 C4 A5 B5 C5"),
        &[(Rule::PrestigePlacement, &["A4", "A5", "B4", "B5", "C4", "C5"])],
    );
}

#[test]
fn rule_8_1_ordinary_building_cannot_use_a_site() {
    let table = voted_in(field(4, TWO_BANKS), "Almshouse");
    let refusal = table.refusal(places("Almshouse", "A5 B5"));
    assert!(
        refusal.reasons.iter().all(|reason| reason.rule == Rule::PrestigePlacement),
        "{refusal:?}"
    );
}

// 8.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_8_2_dealt_proposal_that_fits_nowhere_leaves_the_game() {
    let mut table = field(4, "g g g g\ng g g g\ng g g g").fresh();
    table.play(deal_proposals(&["Ferry Landing"]));
    assert_eq!(table.events, [Event::FitsNowhere(building("Ferry Landing"))]);
    assert_eq!(table.game.proposals(), [None; 3]);
    table.check_says(deal_proposals(&["Ferry Landing"]), &["it has left the game"]);
}

#[test]
fn rule_8_2_dealt_proposal_that_fits_stays() {
    let mut table = field(4, "g g g g\ng g g g\nc c c g").fresh();
    table.play(deal_proposals(&["Ferry Landing", "University"]));
    let expected = [Some(building("Ferry Landing")), Some(building("University")), None];
    assert_eq!(table.game.proposals(), expected);
    assert_eq!(table.events, []);
}

#[test]
fn rule_8_2_fit_cannot_be_judged_while_mirroring_is_unknown() {
    // Only the mirror image of the Lantern Theatre fits this board.
    let terrain = "
        . e e
        e e .
        ";
    let deal = |turnable: Fact<bool>| {
        let table = field(4, terrain)
            .pack(|pack| {
                let mut buildings = pack.buildings.iter_mut();
                let theatre = buildings.find(|spec| spec.name == "Lantern Theatre");
                theatre.expect("it is in the pack").turnable = turnable;
            })
            .fresh();
        table.game.play(&deal_proposals(&["Lantern Theatre"]))
    };
    let fits_nowhere = [Event::FitsNowhere(building("Lantern Theatre"))];
    assert_eq!(deal(known(true)).expect("it is legal").events, []);
    assert_eq!(deal(known(false)).expect("it is legal").events, fits_nowhere);
    let refusal = deal(Fact::Unknown).expect_err("the fact is unknown");
    assert!(refusal.cannot_tell());
    let missing: Vec<_> = refusal.missing().cloned().collect();
    assert_eq!(missing, [FactId::Building("Lantern Theatre".into(), BuildingField::Turnable)]);
}

#[test]
fn rule_8_2_proposals_are_checked_again_before_the_ballots() {
    // The only coastal squares may be taken by the time of the vote.
    let terrain = "
        g g g g g g
        g g g g g g
        c c c g g g
        ";
    let vote = |taken: bool| {
        let mut layout = ready_to_vote(field(4, terrain), 4);
        if taken {
            layout = layout.roads("A3 B3 C3");
        }
        let mut table = layout.proposals(&["Ferry Landing", "University", "Almshouse"]).turn(ANNA);
        table.play(call_vote(ANNA));
        table
    };
    let table = vote(false);
    table.check_owed(&["all players vote"]);
    let mut table = vote(true);
    assert!(table.events.contains(&Event::FitsNowhere(building("Ferry Landing"))));
    table.check_owed(&["deal 1 proposal"]);
    table.play(deal_proposals(&["Court of Justice"])).check_owed(&["all players vote"]);
    let first = table.game.proposals()[0];
    assert_eq!(first, Some(building("Court of Justice")));
}

#[test]
fn rule_8_2_r23_places_stay_empty_if_no_proposal_fits() {
    // Only the first card fits: there is no coast.
    let cards = &[(Terrain::Central, "##"), (Terrain::Coastal, "##"), (Terrain::Coastal, "###")];
    let layout = field(4, "g g g g\ng g g g\ng g g g").pack(box_of(cards));
    let mut table = ready_to_vote(layout, 4).proposals(&[nth(0)]).turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["deal 2 proposals"]);
    table.play(deal_proposals(&[nth(1), nth(2)])).check_owed(&["all players vote"]);
    assert_eq!(table.game.proposals(), [Some(building(nth(0))), None, None]);
    let for_no_proposal =
        reveal(&[(ANNA, 1, 0, 0), (BEN, 0, 0, 0), (CARA, 0, 0, 0), (DAN, 0, 0, 0)]);
    table.check_refused(for_no_proposal, &[(Rule::Ballots, &[])]);
    table.play(all_for_the_first(4)).check_owed(&[&format!("Human places {}", nth(0))]);
}

// 8.3 ------------------------------------------------------------------------------------------

/// Returns a table after Anna placed Merchant's Guild, which asks for Livestock, Brick and
/// Government.
fn guild(players: usize, change: impl FnOnce(Layout) -> Layout) -> Table {
    let mut table = change(voting(players)).turn(ANNA);
    table.play(call_vote(ANNA));
    let ballots: Vec<_> = [ANNA, BEN, CARA, DAN][..players].iter().map(|&p| (p, 1, 0, 0)).collect();
    table.play(reveal(&ballots)).play(places("Merchant's Guild", "A5 B5 C5 A6 B6"));
    table
}

#[test]
fn rule_8_3_neutral_basic_resources_are_delivered_at_once_for_no_points() {
    let table = guild(2, |layout| layout);
    assert_eq!(table.deliveries(), [("Livestock", "Merchant's Guild")]);
    table.check_points(&[0, 0]).check_payouts(&[]);
    assert_eq!(table.delivered_to("Merchant's Guild"), 1);
}

#[test]
fn rule_8_3_neutral_resources_are_delivered_with_three_players_too() {
    let table = guild(3, |layout| layout.seat(CARA, "Orchid", &["Knowledge", "Stone"]));
    assert_eq!(table.deliveries(), [("Livestock", "Merchant's Guild")]);
}

#[test]
fn rule_8_3_controlled_resource_is_not_delivered_at_once() {
    let table = guild(2, |layout| layout.seat(BEN, "Inox", &["Livestock", "Metal", "Stone"]));
    assert_eq!(table.deliveries(), []);
    assert_eq!(guild(4, |layout| layout).deliveries(), []);
    assert_eq!(guild(3, |layout| layout).deliveries(), []);
}

#[test]
fn rule_8_3_neutral_tile_delivers_nothing_later() {
    // The neutral tile becomes connected to a building that still lacks its resource.
    let layout = street(2).neutral("Livestock", "C1").tile(ANNA, "Population", "E1");
    let mut table = layout.building("Merchant's Guild", "A4 B4 C4 A5 B5").turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.deliveries(), []);
}

// 8.4 ------------------------------------------------------------------------------------------

/// Returns a position with Anna's Population and Ben's Metal on the street, and a University that
/// a road on A3 would connect.
fn university() -> Layout {
    let layout = street(4).tile(ANNA, "Population", "C1").tile(BEN, "Metal", "E1");
    layout.building("University", "A4 B4 C4 B5")
}

#[test]
fn rule_8_4_connection_made_by_any_player_delivers() {
    for player in [ANNA, BEN] {
        let mut table = university().turn(player);
        table.play(connects(player)).check_points(&[3, 0, 0, 0]);
        assert_eq!(table.delivered_to("University"), 1);
    }
}

#[test]
fn rule_8_4_unconnected_tile_is_not_delivered() {
    let mut table = university().turn(ANNA);
    table.play(face_down(ANNA, "Recruit", road("F3"))).check_points(&[0, 0, 0, 0]);
    assert_eq!(table.delivered_to("University"), 0);
}

#[test]
fn rule_8_4_r8_switched_only_an_action_of_the_owner_delivers() {
    let mut table = university().option(TableOption::OnlyOwnerDelivers).turn(BEN);
    table.play(connects(BEN)).check_points(&[0, 0, 0, 0]);
    // Turns of other players change nothing; the owner's next action delivers.
    table.play(face_down(CARA, "Recruit", SubAction::Money));
    table.play(face_down(DAN, "Recruit", SubAction::Money));
    table.check_points(&[0, 0, 0, 0]);
    table.play(face_down(ANNA, "Recruit", SubAction::Money));
    table.check_points(&[3, 0, 0, 0]);
}

#[test]
fn rule_8_4_r8_switched_own_connection_delivers_at_once() {
    let mut table = university().option(TableOption::OnlyOwnerDelivers).turn(ANNA);
    table.play(connects(ANNA)).check_points(&[3, 0, 0, 0]);
}

#[test]
fn rule_8_4_r8_switched_placed_building_receives_from_every_player() {
    let layout = voting(4).option(TableOption::OnlyOwnerDelivers).tile(BEN, "Population", "A5");
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(4));
    table.play(places("University", "B4 C4 D4 C5")).check_points(&[0, 3, 0, 0]);
}

#[test]
fn rule_8_4_r8_switched_placed_building_triggers_no_other_deliveries() {
    // Ben's Wood is already connected to the Ferry Landing by actions of others.
    for (switched, points) in [(true, [0, 3, 0, 0]), (false, [0, 6, 0, 0])] {
        let mut layout = voting(4)
            .tile(BEN, "Population", "A5")
            .tile(BEN, "Wood", "C1")
            .building("Ferry Landing", "D3 E3 F3");
        if switched {
            layout = layout.option(TableOption::OnlyOwnerDelivers);
        }
        let mut table = layout.turn(ANNA);
        table.play(call_vote(ANNA)).play(all_for_the_first(4));
        table.play(places("University", "B4 C4 D4 C5")).check_points(&points);
    }
}

/// Returns a position in which Anna can import next to the Lantern Theatre and next to the
/// University, to which Ben's bridge connects his Population.
fn two_imports() -> Layout {
    let terrain = "
        g g g g ~ g g g
        g g g g ~ g g g
        g g g g ~ g g g
        g g g g ~ g g g
        g g g g ~ g g g
        ";
    field(4, terrain)
        .building("University", "B1 C1 D1 C2")
        .building("Lantern Theatre", "F4 G4 G5 H5")
        .tile(BEN, "Population", "F2")
        .bridge(BEN, "E1")
        .holds(ANNA, &["Envoy"])
        .money(ANNA, 20)
}

fn envoy(first: SubAction, second: SubAction) -> Action {
    lead(ANNA, "Envoy", [first, second])
}

/// Returns the import costs, deliveries and payouts of the latest action, in order.
fn money_and_deliveries(table: &Table) -> Vec<String> {
    let contents = table.game.contents();
    table
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Change(change) => match change.cause {
                Cause::ImportCost(resource) => {
                    Some(format!("pays for {}", contents.resource_name(resource)))
                }
                _ => None,
            },
            Event::Delivered { resource, .. } => {
                Some(format!("delivers {}", contents.resource_name(*resource)))
            }
            Event::Payout(payout) => {
                Some(format!("earns for {}", contents.resource_name(payout.tile.resource)))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn rule_8_4_r37_first_action_of_a_card_is_resolved_before_the_second() {
    let mut table = two_imports().turn(ANNA);
    let mut action = envoy(import("Population", "D3"), import("Gems", "H4"));
    action.choices = vec![delivery(("Population", "D3"), "University")];
    table.play(action).check_points(&[5, 0, 0, 0]);
    assert_eq!(
        money_and_deliveries(&table),
        [
            "pays for Population",
            "delivers Population",
            "earns for Population",
            "pays for Gems",
            "delivers Gems",
            "earns for Gems",
        ]
    );
}

#[test]
fn rule_8_4_r37_choice_of_the_first_action_is_pending_before_the_second() {
    for (chosen, points) in [("D3", [5, 0, 0, 0]), ("F2", [2, 3, 0, 0])] {
        let mut table = two_imports().turn(ANNA);
        table.play(envoy(import("Population", "D3"), import("Gems", "H4")));
        table.check_owed(&[
            "Human chooses between Population F2 to University and Population D3 to University",
        ]);
        assert_eq!(table.game.money(ANNA), Money(18), "the second is not paid");
        assert_eq!(table.game.tile_at(square("H4")), None);
        table
            .play(choose(ANNA, delivery(("Population", chosen), "University")))
            .check_points(&points);
        assert_eq!(table.game.money(ANNA), Money(16));
        assert_eq!(table.game.tile_at(square("H4")), Some(tile("Gems", "H4")));
    }
}

#[test]
fn rule_8_4_r37_card_is_refused_if_its_second_action_is_refused() {
    // The first import needs a choice; an illegal second import is still refused, and so is a
    // missing one.
    let table = two_imports().turn(ANNA);
    let first = import("Population", "D3");
    let taken = envoy(first.clone(), import("Gems", "F2"));
    table.check_refused(taken, &[(Rule::OneThingPerSquare, &["F2"])]);
    let refusal = table.refusal(lead(ANNA, "Envoy", [first.clone()]));
    assert!(refusal.is_unfinished(), "{refusal:?}");
    let poor = two_imports().money(ANNA, 3).turn(ANNA);
    let dear = envoy(first.clone(), import("Gems", "H4"));
    poor.check_refused(dear.clone(), &[(Rule::Import, &[])]);
    // One overrule covers the whole card.
    let mut poor = two_imports().money(ANNA, 3).turn(ANNA);
    poor.play(ActionKind::Overrule { action: Box::new(dear), reason: "on credit".to_owned() });
    poor.play(choose(ANNA, delivery(("Population", "D3"), "University")));
    assert_eq!(poor.game.money(ANNA), Money(-1));
}

#[test]
fn rule_8_4_r37_record_assigns_each_choice_to_its_action() {
    let table = two_imports().turn(ANNA);
    let mut action = envoy(import("Population", "D3"), import("Gems", "H4"));
    action.choices = vec![delivery(("Population", "D3"), "University")];
    let played = table.game.play(&action).expect("it is legal");
    assert_eq!(played.action, action);
    // One sub-action was left when one choice was made.
    assert_eq!(table.game.choices_by_sub_action(&action), [(1, 1)]);
    let overruled = Action::from(ActionKind::Overrule {
        action: Box::new(action.clone()),
        reason: "x".to_owned(),
    });
    assert_eq!(table.game.choices_by_sub_action(&overruled), [(1, 1)]);
    // A delivery that only the second action causes is no choice of the first.
    action.choices = vec![delivery(("Gems", "H4"), "Lantern Theatre")];
    table.refusal(action.clone());
    assert_eq!(table.game.choices_by_sub_action(&action), []);
}

#[test]
fn rule_8_4_r37_completion_by_the_first_action_can_allow_the_second() {
    // Ben's resources can be imported once two buildings are complete; the first import completes
    // the second one.
    let layout = street(4)
        .holds(ANNA, &["Envoy"])
        .money(ANNA, 20)
        .filled("Almshouse", "K5 L5", DAN)
        .nearly_full_university(DAN);
    let mut table = layout.turn(ANNA);
    let second = import_access("Metal", "I4");
    let apart = envoy(import("Gems", "I6"), second.clone());
    table.check_refused(apart, &[(Rule::ImportForAnother, &[])]);
    table.play(envoy(import("Population", "D5"), second));
    assert_eq!(table.game.completed(), 2);
    table.check_points(&[3, 0, 0, 0]);
}

#[test]
fn rule_8_4_r37_roads_of_a_card_text_come_before_its_later_effects() {
    let terrain = "
        g g g g f ~ f
        g g g g f ~ g
        g g g g f ~ g
        ";
    let mut table = field(4, terrain)
        .pack(|pack| {
            let human = pack.races.iter_mut().find(|spec| spec.name == "Human");
            human.expect("it is in the pack").action = known(CardAction {
                text: "Build a road, then build a house at $1 less.".to_owned(),
                effects: vec![Effect::Roads(1), Effect::Construct(Price::Less(Money(1)))],
            });
        })
        .tile(ANNA, "Gems", "A1")
        .roads("B2 C2")
        .house(ANNA, "G1")
        .turn(ANNA);
    table.play(face_down(ANNA, "Recruit", race_worker([house("E2")])));
    table.check_owed(&["Human may add 1 road"]);
    let refusal = table.refusal(pass(ANNA));
    assert_eq!(refusal.reasons[0].rule, Rule::ConnectedToOwn, "{refusal:?}");
    table.play(extra_road(ANNA, "D2"));
    assert_eq!(table.game.houses(ANNA), 2);
}

#[test]
fn rule_8_4_access_never_delivers() {
    // Ben's Population is connected to the University only over Anna's bridge.
    let terrain = "
        g g g g g ~ g g
        g g g g g ~ g g
        g g g g g ~ g g
        ";
    for (owner, points) in [(BEN, [0, 0]), (ANNA, [3, 0])] {
        let mut layout = field(2, terrain)
            .building("University", "A1 B1 C1 B2")
            .roads("D2")
            .tile(owner, "Population", "G2")
            .bridge(ANNA, "F2");
        if owner == BEN {
            layout = layout.access(ANNA, "Population", "G2");
        }
        let mut table = layout.turn(ANNA);
        table.play(face_down(ANNA, "Recruit", road("E2"))).check_points(&points);
    }
}

#[test]
fn rule_8_4_each_space_of_a_building_takes_one_delivery() {
    let mut table = university().delivered("University", "Population", BEN).turn(ANNA);
    table.play(connects(ANNA)).check_points(&[0, 0, 0, 0]);
    assert_eq!(table.deliveries(), []);
}

#[test]
fn rule_8_4_import_build_and_bridge_trigger_deliveries() {
    let mut table = street(4).building("University", "A4 B4 C4 B5").turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Population", "D5"))).check_points(&[3, 0, 0, 0]);

    let stones = street(4).tile(ANNA, "Population", "C1").tile(ANNA, "Stone", "E1");
    let mut table = stones.building("University", "A4 B4 C4 B5").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Brick", "D3 E3 F3"))).check_points(&[6, 0, 0, 0]);
    assert_eq!(table.deliveries(), [("Brick", "University")]);

    let terrain = "
        g g g g ~ g
        g g g g ~ g
        g g g g ~ g
        ";
    let banks =
        field(2, terrain).building("University", "B1 C1 D1 C2").tile(ANNA, "Population", "F1");
    let mut table = banks.turn(ANNA);
    table.play(leads(ANNA, "Construct", bridge("E1"))).check_points(&[3, 0]);
}

#[test]
fn rule_8_4_road_of_a_manual_card_effect_triggers_deliveries() {
    for (at, points) in [("A3", [3, 0, 0, 0]), ("F3", [0, 0, 0, 0])] {
        let mut table = university()
            .pack(|pack| {
                let human = pack.races.iter_mut().find(|spec| spec.name == "Human");
                human.expect("it is in the pack").action = known(CardAction {
                    text: "Build a road anywhere.".to_owned(),
                    effects: vec![Effect::ByHand],
                });
            })
            .house(ANNA, "L6")
            .turn(ANNA);
        let road = SubAction::ByHand(vec![Adjustment::AddRoad(square(at))]);
        table.play(face_down(ANNA, "Recruit", race_worker([road]))).check_points(&points);
    }
}

#[test]
fn rule_8_4_house_is_never_delivered() {
    let terrain = "
        g g g g f
        g g g g f
        g g g g f
        ";
    let layout =
        field(2, terrain).building("University", "A1 B1 C1 B2").tile(BEN, "Population", "E1");
    let mut table = layout.roads("E2 D3").tile(ANNA, "Gems", "C3").turn(ANNA);
    table.play(leads(ANNA, "Construct", house("E3")));
    assert_eq!(table.deliveries(), []);
}

// 8.5 ------------------------------------------------------------------------------------------

#[test]
fn rule_8_5_connecting_player_chooses_which_tile_delivers() {
    for (at, points) in [("C1", [3, 0, 0, 0]), ("G1", [0, 3, 0, 0])] {
        let layout = university().tile(BEN, "Population", "G1").tile(CARA, "Livestock", "I1");
        let mut table = layout.turn(CARA);
        table.play(connects(CARA)).check_points(&[0, 0, 0, 0]);
        table.check_owed(&[
            "Orchid chooses between Population C1 to University and Population G1 to University",
        ]);
        let answer = |player| choose(player, delivery(("Population", at), "University"));
        table.check_refused(answer(ANNA), &[(Rule::WhoDelivers, &[])]);
        table.play(answer(CARA)).check_points(&points);
    }
}

#[test]
fn rule_8_5_tile_that_cannot_deliver_cannot_be_chosen() {
    let layout = university().tile(BEN, "Population", "G1").tile(CARA, "Livestock", "I1");
    let mut table = layout.turn(CARA);
    table.play(connects(CARA));
    let wrong = choose(CARA, delivery(("Livestock", "I1"), "University"));
    table.check_refused(wrong, &[(Rule::WhoDelivers, &[])]);
}

#[test]
fn rule_8_5_choice_between_equal_tiles_of_one_owner_is_made_automatically() {
    let table = university().tile(ANNA, "Population", "G1").turn(BEN);
    let played = table.game.play(&connects(BEN)).expect("it is legal");
    assert_eq!(played.action.choices, [delivery(("Population", "C1"), "University")]);
}

#[test]
fn rule_8_5_tiles_of_one_owner_with_different_payments_are_a_choice() {
    // One Machinery is connected to Ben's Metal, the other is not.
    let layout = street(4)
        .tile(ANNA, "Machinery", "E3 F3 E4")
        .tile(ANNA, "Machinery", "D6 D5 E6")
        .tile(BEN, "Metal", "G1")
        .access(ANNA, "Metal", "G1")
        .building("Ferry Landing", "A4 B4 C4");
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[0, 0, 0, 0]);
    let pays = choose(ANNA, delivery(("Machinery", "E3 F3 E4"), "Ferry Landing"));
    let keeps = choose(ANNA, delivery(("Machinery", "D5 D6 E6"), "Ferry Landing"));
    table.check_allowed(pays);
    table.play(keeps).check_points(&[4, 0, 0, 0]);
}

// 8.6 ------------------------------------------------------------------------------------------

#[test]
fn rule_8_6_one_action_may_cause_several_deliveries() {
    let mut table = university().tile(CARA, "Knowledge", "G1").turn(BEN);
    table.play(connects(BEN)).check_points(&[3, 0, 2, 0]);
    assert_eq!(table.delivered_to("University"), 2);
}

#[test]
fn rule_8_6_acting_player_orders_the_deliveries() {
    let population = delivery(("Population", "C1"), "University");
    let knowledge = delivery(("Knowledge", "G1"), "University");
    let order = |choices: Vec<RuleChoice>| {
        let mut table = university().tile(CARA, "Knowledge", "G1").turn(BEN);
        let mut action = connects(BEN);
        action.choices = choices;
        table.play(action).check_points(&[3, 0, 2, 0]);
        table.deliveries().iter().map(|(what, _)| (*what).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(order(vec![population]), ["Population", "Knowledge"]);
    assert_eq!(order(vec![knowledge]), ["Knowledge", "Population"]);
}

#[test]
fn rule_8_6_choices_without_effect_may_be_omitted_before_a_real_one() {
    // The order of the deliveries changes nothing; the Metal that Machinery uses does.
    let layout = street(4)
        .tile(CARA, "Knowledge", "C1")
        .tile(BEN, "Wood", "E1")
        .tile(BEN, "Metal", "G1")
        .tile(DAN, "Metal", "I1")
        .tile(CARA, "Machinery", "I3 J3 I4")
        .access(CARA, "Metal", "G1")
        .access(CARA, "Metal", "I1")
        .building("Ferry Landing", "A4 B4 C4");
    let mut table = layout.turn(BEN);
    let mut action = connects(BEN);
    action.choices = vec![source(("Metal", "I1"), ("Machinery", "I3 J3 I4"))];
    table.play(action).check_points(&[0, 3, 3, 1]);
}

#[test]
fn rule_8_6_choice_that_never_becomes_pending_is_refused() {
    let table = university().turn(BEN);
    let mut action = connects(BEN);
    action.choices = vec![delivery(("Metal", "E1"), "University")];
    table.refusal(action);
}

// 8.7 ------------------------------------------------------------------------------------------

#[test]
fn rule_8_7_full_building_gets_a_completion_token() {
    let mut table = street(4).tile(ANNA, "Population", "C1").nearly_full_university(DAN).turn(ANNA);
    assert!(!table.is_completed("University"));
    table.play(connects(ANNA));
    assert!(table.events.contains(&Event::Completed(building("University"))));
    assert!(table.is_completed("University"));
    assert_eq!(table.game.completed(), 1);
}

#[test]
fn rule_8_7_building_with_an_open_space_gets_no_completion_token() {
    let mut table = university().turn(ANNA);
    table.play(connects(ANNA));
    assert!(!table.is_completed("University"));
    assert_eq!(table.game.completed(), 0);
}

#[test]
fn rule_8_7_neutral_tokens_count_towards_completion() {
    let layout = street(2).tile(ANNA, "Population", "C1").building("Almshouse", "A4 B4");
    let layout =
        layout.delivered_neutral("Almshouse", "Food").delivered_neutral("Almshouse", "Labor");
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    assert!(table.is_completed("Almshouse"));
}
