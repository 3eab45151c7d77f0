//! The connection inspector and the projects a player could work towards, on drawn boards.

use components::fact::Fact;
use components::fact_id::FactId;
use components::quantity::{Money, Points};
use components::specs::ResourceField;
use components::square::Square;
use narration::plan;
use rules::Rule;
use rules::illegal::MissingFact;
use rules::inspect::{
    BuildProject, Connection, Goal, MissingRequirement, Obstacle, PlanStep, Prospect,
};
use rules::player::PlayerId;
use rules::sub_action::SubAction;

use crate::support::*;

fn connection(table: &Table, player: PlayerId, from: &str, to: &str) -> Connection {
    table.game.connection(player, &squares(from), &squares(to))
}

/// Checks the inspector's text for a player about two tiles.
#[track_caller]
fn check_connection(table: &Table, player: PlayerId, from: &str, to: &str, says: &str) {
    let found = connection(table, player, from, to);
    assert_eq!(plan::connection(table.named_game(), player, &found), says);
}

fn named(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn building_project(table: &Table, player: PlayerId, name: &str) -> BuildProject {
    let goal = Goal::Build(resource(name));
    let mut projects = table.game.projects(player).into_iter();
    projects.find(|project| project.goal == goal).expect("every advanced resource has a project")
}

#[track_caller]
fn delivery_project(table: &Table, player: PlayerId, name: &str) -> BuildProject {
    let mut projects = table.game.projects(player).into_iter();
    projects
        .find(|project| {
            matches!(project.goal, Goal::Deliver { resource: asked, .. } if asked == resource(name))
        })
        .expect("every open space has a project")
}

#[track_caller]
fn check_project(table: &Table, player: PlayerId, project: &BuildProject, says: &str) {
    let head = plan::project_head(table.named_game(), player, project);
    let sentence = match plan::project_steps(&table.game, project).as_slice() {
        [] => format!("{head}."),
        [step] => format!("{head}: {step}."),
        steps => {
            let numbered = steps.iter().zip(1..).map(|(step, number)| format!("{number}. {step}"));
            format!("{head}: {}.", numbered.collect::<Vec<_>>().join("; "))
        }
    };
    assert_eq!(sentence, says);
}

// Connections ------------------------------------------------------------------------------------

#[test]
fn tiles_that_touch_at_a_corner_are_connected_as_adjacent() {
    let board = "
        g g
        g g
        ";
    let table = layout(2, board).tile(ANNA, "Population", "A1").tile(BEN, "Metal", "B2").turn(ANNA);
    let says = "Connected for Human: they are adjacent.";
    check_connection(&table, ANNA, "A1", "B2", says);
}

#[test]
fn path_names_its_bridge_and_the_owner() {
    let table = layout(2, "g g ~ g g")
        .tile(ANNA, "Population", "A1")
        .roads("B1 D1")
        .bridge(ANNA, "C1")
        .tile(ANNA, "Gems", "E1")
        .turn(ANNA);
    let Connection::Joined { path, bridges } = connection(&table, ANNA, "A1", "E1") else {
        panic!("they are connected");
    };
    assert_eq!(named(&path), "A1 B1 C1 D1 E1");
    assert_eq!(bridges, [(ANNA, square("C1"))]);
    let says = "Connected for Human by B1 C1 D1, over the bridge of Human on C1.";
    check_connection(&table, ANNA, "A1", "E1", says);
}

#[test]
fn bridge_connects_for_its_owner_and_the_text_says_so_to_others() {
    let board = "
        g g ~ g g
        g g ~ g g
        ";
    let table = layout(2, board)
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Metal", "B2")
        .bridge(ANNA, "C1")
        .tile(BEN, "Wood", "D2")
        .turn(ANNA);
    let says = "Connected for Human by C1, over the bridge of Human on C1.";
    check_connection(&table, ANNA, "B2", "D2", says);
    let says = "Not connected for Quatryl: a bridge on C2 would join them, 1 action and $4. \
                For Human they are connected already.";
    check_connection(&table, BEN, "B2", "D2", says);
}

#[test]
fn missing_connection_is_the_shortest_chain_of_roads() {
    let table = layout(2, "g g g g g")
        .tile(ANNA, "Population", "A1")
        .roads("C1")
        .tile(BEN, "Metal", "E1")
        .turn(ANNA);
    let found = connection(&table, ANNA, "A1", "E1");
    let Connection::Missing { squares, roads, actions, money, can_begin, .. } = found else {
        panic!("roads would join them");
    };
    assert_eq!(named(&squares), "B1 D1");
    assert_eq!((roads, actions, money), (2, 2, Money(0)));
    assert!(can_begin);
    let says = "Not connected for Human: roads on B1 D1 would join them, 2 actions and $0.";
    check_connection(&table, ANNA, "A1", "E1", says);
}

#[test]
fn missing_connection_uses_a_bridge_if_it_saves_more_than_four_roads() {
    let around = |length: usize| {
        let land = "g ".repeat(length);
        let river = "~ ".repeat(length - 1);
        layout(2, &format!("{land}\n{river}g\n{land}"))
            .tile(ANNA, "Population", "A1")
            .tile(BEN, "Metal", "A3")
            .turn(ANNA)
    };
    let missing = |table: &Table| match connection(table, ANNA, "A1", "A3") {
        Connection::Missing { roads, bridges, .. } => (roads, bridges),
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(&around(3)), (3, 0));
    assert_eq!(missing(&around(6)), (0, 1));
}

#[test]
fn missing_roads_connected_to_nothing_owned_cannot_be_started() {
    let table = layout(2, "g g g ~ g")
        .tile(BEN, "Metal", "A1")
        .tile(BEN, "Wood", "C1")
        .tile(ANNA, "Population", "E1")
        .turn(ANNA);
    let says = "Not connected for Human: a road on B1 would join them, 1 action and $0. \
                Nothing Human owns is connected to all of it yet, so it cannot be built.";
    check_connection(&table, ANNA, "A1", "C1", says);
    let says = "Not connected for Quatryl: a road on B1 would join them, 1 action and $0.";
    check_connection(&table, BEN, "A1", "C1", says);
}

#[test]
fn impossible_connection_gives_its_reason() {
    let table = layout(2, "g ~ g g g g . ~ ~ ~")
        .tile(ANNA, "Population", "A1")
        .bridge(ANNA, "H1")
        .bridge(ANNA, "I1")
        .bridge(ANNA, "J1")
        .tile(BEN, "Metal", "C1")
        .tile(BEN, "Wood", "D1")
        .tile(BEN, "Stone", "F1")
        .turn(ANNA);
    let square = square("G1");
    for (from, to, expected) in [
        ("A1", "A1", Obstacle::SameTile),
        ("A1", "C1", Obstacle::TooFewBridges { left: 0 }),
        ("C1", "F1", Obstacle::Enclosed),
        ("A1", "G1", Obstacle::OffBoard { square }),
    ] {
        match connection(&table, ANNA, from, to) {
            Connection::Impossible { reason } => assert_eq!(reason, expected),
            other => panic!("{other:?}"),
        }
    }
    let says = "Human cannot connect them: no free squares lead from one to the other.";
    check_connection(&table, ANNA, "C1", "F1", says);
}

// Projects to build ------------------------------------------------------------------------------

/// A street with room for Anna's Population in the west, Brick, and Ben's Stone in the east.
const STREET: &str = "g g g g g c";

#[test]
fn cheapest_plan_names_the_access_to_buy() {
    let table = layout(2, STREET)
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .tile(BEN, "Stone", "F1")
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.prospect, Prospect::Later);
    assert_eq!(brick.missing, [MissingRequirement::NoClaim(resource("Stone"))]);
    let says = "Human could build Brick in 2 actions for $7: 1. access to Stone F1 for $3; \
                2. Brick on C1 D1 E1 for $4.";
    check_project(&table, ANNA, &brick, says);
}

#[test]
fn plan_can_be_played_as_written() {
    let mut table = layout(2, STREET)
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .tile(BEN, "Stone", "F1")
        .turn(ANNA);
    table.play(lead(ANNA, "Trade", [buy_access("Stone", "F1")])).play(pass(BEN));
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.prospect, Prospect::Now);
    let says = "Human could build Brick now: Brick on C1 D1 E1 for $4.";
    check_project(&table, ANNA, &brick, says);
    table.play(face_down_unnamed(BEN, SubAction::Money)).check_allowed(lead(
        ANNA,
        "Upgrade",
        [build("Brick", "C1 D1 E1")],
    ));
}

#[test]
fn one_missing_road_is_built_with_the_main_action() {
    let table = layout(2, STREET)
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Stone", "F1")
        .access(ANNA, "Stone", "F1")
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.prospect, Prospect::Now);
    let says = "Human could build Brick now: Brick on C1 D1 E1 for $4, with the card's own \
                road on B1.";
    check_project(&table, ANNA, &brick, says);
    let sub_action = road_then_build("B1", "Brick", "C1 D1 E1");
    table.check_allowed(lead(ANNA, "Upgrade", [sub_action]));
}

#[test]
fn missing_money_is_counted_over_the_whole_plan() {
    let table = layout(2, STREET)
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .tile(BEN, "Stone", "F1")
        .money(ANNA, 5)
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert!(brick.missing.contains(&MissingRequirement::Money(Money(2))));
    let says = "Human could build Brick in 2 actions for $7, $2 more than Human has: \
                1. access to Stone F1 for $3; 2. Brick on C1 D1 E1 for $4.";
    check_project(&table, ANNA, &brick, says);
}

#[test]
fn plan_imports_a_missing_stall_first() {
    let table = layout(2, "g g g g g e").tile(ANNA, "Knowledge", "A1").turn(ANNA);
    // Nobody controls Crops with two players, and a neutral stall costs $4 everywhere.
    let books = building_project(&table, ANNA, "Books");
    let says = "Human could build Books in 2 actions for $8, $1 more than Human has: \
                1. import Crops at F1 for $4; 2. Books on C1 D1 E1 for $4, with the card's own road \
                on B1.";
    check_project(&table, ANNA, &books, says);
}

/// The first square of the board has the same price but is across the river.
#[test]
fn plan_imports_a_stall_where_the_tile_can_be_connected() {
    let board = "g ~ g g g g g g g g";
    let table = layout(2, board).tile(ANNA, "Knowledge", "J1").money(ANNA, 8).turn(ANNA);
    let books = building_project(&table, ANNA, "Books");
    let says = "Human could build Books in 2 actions for $8: 1. import Crops at E1 for $4; \
                2. Books on F1 G1 H1 for $4, with the card's own road on I1.";
    check_project(&table, ANNA, &books, says);
}

#[test]
fn project_is_blocked_before_the_first_stall_is_placed() {
    let mut table = setup_on("Old Harbour", 1).fresh();
    table.play(choose_race(ANNA, "Orchid", None));
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!((brick.prospect, brick.plan.as_ref()), (Prospect::Blocked, None));
    let says = "Orchid cannot build Brick: the first stall of Orchid is still to be placed.";
    check_project(&table, ANNA, &brick, says);
    table.play(place_start(ANNA, "D6"));
    assert!(building_project(&table, ANNA, "Brick").plan.is_some());
}

#[test]
fn plan_imports_two_stalls_to_different_squares() {
    let table = layout(2, "g g g g g g g e").turn(ANNA);
    let books = building_project(&table, ANNA, "Books");
    let plan = books.plan.as_ref().expect("both stalls can be imported");
    let imports: Vec<_> = plan
        .steps
        .iter()
        .filter_map(|step| match step {
            PlanStep::Import { resource, at, .. } => Some((*resource, *at)),
            _ => None,
        })
        .collect();
    let [(first, one), (second, other)] = imports.as_slice() else {
        panic!("two stalls are imported: {imports:?}");
    };
    assert_ne!(first, second);
    assert_ne!(one, other);
}

#[test]
fn resource_absent_and_not_importable_blocks_the_project() {
    let table = layout(2, "g g g g g g").tile(ANNA, "Population", "A1").turn(ANNA);
    let labor = building_project(&table, ANNA, "Labor");
    assert_eq!(labor.prospect, Prospect::Blocked);
    let says =
        "Human cannot build Labor: no tile of Food is on the board, nor can be imported now.";
    check_project(&table, ANNA, &labor, says);
    // Stone is Ben's, and two buildings have to be completed before Anna imports it.
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.missing, [MissingRequirement::NotOnBoard(resource("Stone"))]);
}

#[test]
fn lack_of_space_or_of_tiles_blocks_the_project() {
    let table = layout(2, "g g g g")
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Stone", "D1")
        .access(ANNA, "Stone", "D1")
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.prospect, Prospect::Blocked);
    check_project(&table, ANNA, &brick, "Human cannot build Brick: no place for Brick was found.");
    let row = "g g g";
    let table = layout(2, &format!("{row}\n{row}\n{row}\n{row}"))
        .tile(BEN, "Brick", "A1 B1 C1")
        .tile(BEN, "Brick", "A2 B2 C2")
        .tile(BEN, "Brick", "A3 B3 C3")
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert!(brick.missing.contains(&MissingRequirement::NoTileLeft(resource("Brick"))));
}

#[test]
fn plan_includes_a_bridge_if_only_a_bridge_crosses_the_river() {
    let table = layout(2, "g g ~ g g g c")
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .tile(BEN, "Stone", "G1")
        .access(ANNA, "Stone", "G1")
        .money(ANNA, 8)
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    let steps = brick.plan.map(|plan| plan.steps).unwrap_or_default();
    let bridge = PlanStep::Bridge { at: square("C1"), money: Money(4) };
    assert_eq!(steps.first(), Some(&bridge));
    assert_eq!(steps.len(), 2);
}

#[test]
fn project_with_an_unknown_recipe_names_the_missing_fact() {
    let table = layout(2, STREET)
        .pack(|pack| {
            let mut resources = pack.resources.iter_mut();
            let brick = resources.find(|resource| resource.name == "Brick");
            brick.expect("it is in the box").recipe = Fact::Unknown;
        })
        .tile(ANNA, "Population", "A1")
        .turn(ANNA);
    let brick = building_project(&table, ANNA, "Brick");
    assert_eq!(brick.prospect, Prospect::CannotTell);
    let recipe = MissingFact {
        rule: Rule::UpgradePlacement,
        fact: FactId::Resource("Brick".into(), ResourceField::Recipe),
    };
    assert_eq!(brick.missing, [MissingRequirement::Unknown(recipe)]);
    let says = "Cannot tell whether Human could build Brick: the recipe of Brick is not known yet \
        (rule 5.11, rulebook \"Upgrade\").";
    check_project(&table, ANNA, &brick, says);
}

// Projects to deliver ----------------------------------------------------------------------------

#[test]
fn tile_out_of_reach_is_delivered_by_building_roads() {
    let table = layout(2, "e e g g g g")
        .building("The Sleeping Lion", "A1 B1")
        .tile(ANNA, "Population", "E1")
        .turn(ANNA);
    let population = delivery_project(&table, ANNA, "Population");
    let Goal::Deliver { value, space, .. } = population.goal else {
        panic!("it is a delivery");
    };
    assert_eq!((value, space), (Some(Points(2)), 0));
    let says = "Human could deliver Population to The Sleeping Lion in 2 actions for $0: roads on \
                D1 C1.";
    check_project(&table, ANNA, &population, says);
}

#[test]
fn stall_is_delivered_by_importing_it_next_to_the_building() {
    let mut table = layout(2, "e e g g g g").building("The Sleeping Lion", "A1 B1").turn(ANNA);
    let population = delivery_project(&table, ANNA, "Population");
    assert_eq!(population.prospect, Prospect::Now);
    let says = "Human could deliver Population to The Sleeping Lion now: import Population at C1 \
                for $3.";
    check_project(&table, ANNA, &population, says);
    table.play(lead(ANNA, "Trade", [import("Population", "C1")]));
    assert_eq!(table.deliveries(), [("Population", "The Sleeping Lion")]);
}

#[test]
fn player_with_access_only_cannot_plan_a_delivery() {
    let table = layout(2, "e e g g g g")
        .building("The Sleeping Lion", "A1 B1")
        .tile(ANNA, "Population", "E1")
        .access(BEN, "Population", "E1")
        .turn(BEN);
    let population = delivery_project(&table, BEN, "Population");
    assert_eq!(population.prospect, Prospect::Blocked);
    let says = "Quatryl cannot deliver Population to The Sleeping Lion: Quatryl owns no \
                Population tile; Quatryl does not control Population.";
    check_project(&table, BEN, &population, says);
}
