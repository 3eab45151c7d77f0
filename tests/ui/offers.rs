//! The offers panel.

use components::effect::SubActionKind;
use components::fact_id::FactField;
use components::ids::BuildingId;
use components::specs::{
    AdviserField, BuildingField, OfferField, RaceField, SpaceField, StandardCard,
};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::{Change, Journal};
use rules::action::ActionKind;
use rules::adjustment::WorkerPlace;
use rules::player::Card;
use rules::setup::Setup;
use rules::sub_action::SubAction;
use table::action_input::{InputChoice, InputStep};
use table::table::Table;
use ui_board::command::FoundersCommand;

use crate::panels::{
    Panel, after, assert_nothing_overflows, before, label_of, show, take_commands,
};

/// Returns a table where a player leads Recruit and has to pick an adviser.
fn recruiting() -> Table {
    let mut table = before("four-founders", |number, action| {
        number > 40
            && matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Recruit(_)]))
    });
    table.pick(&InputChoice::Card(Some(Card::Standard(StandardCard::Recruit))));
    table.pick(&InputChoice::Kind(SubActionKind::Recruit));
    assert_eq!(table.stage(), Some(InputStep::Adviser));
    table
}

/// Returns a table where a follower has to pick a place for a worker.
fn placing() -> Table {
    let mut table = before("four-founders", |_, action| {
        matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::Worker(..), .. })
    });
    table.pick(&InputChoice::Kind(SubActionKind::Worker));
    assert!(matches!(table.stage(), Some(InputStep::Place(_))));
    table
}

#[test]
fn offers_panel_names_proposals_advisers_and_buildings() {
    let table = after("four-founders", 400);
    let harness = show(Panel::Offers, table, 300.0, 2400.0);
    for label in [
        "circle, Hunting Lodge",
        "square, North Gatehouse",
        "triangle, The Salt Barrel",
        "6 of 6 completed",
        "Bath House, completed",
        "Guild Master, $1, 3 points, tier 3, Upgrade, requires Cloth",
        "Stone 2, delivered by Savvas",
    ] {
        assert!(harness.query_all_by_label(label).count() > 0, "{label}");
    }
}

#[test]
fn clicking_an_adviser_picks_it() {
    let table = recruiting();
    let game = table.game();
    let legal = game
        .adviser_offer()
        .into_iter()
        .flatten()
        .find(|&adviser| table.legality().allows_adviser(adviser))
        .expect("one can be recruited");
    let name = format!("{}, $", game.contents().adviser_name(legal));
    let mut harness = show(Panel::Offers, table, 300.0, 2400.0);
    harness.get_by_label_contains(&name).click();
    harness.run();
    let commands = take_commands(&mut harness);
    assert!(
        matches!(commands[..], [FoundersCommand::Choose(InputChoice::Adviser(adviser))] if adviser == legal),
        "{commands:?}"
    );
}

#[test]
fn refused_adviser_explains_why_and_is_not_picked() {
    fn is_refused(node: &egui_kittest::Node<'_>) -> bool {
        label_of(node).ends_with(", not allowed")
    }

    let table = recruiting();
    let mut harness = show(Panel::Offers, table, 300.0, 2400.0);
    harness.get_all_by_role(Role::Button).find(is_refused).expect("one is refused").click();
    harness.run();
    assert!(take_commands(&mut harness).is_empty());
    harness.get_all_by_role(Role::Button).find(is_refused).expect("it is still there").focus();
    harness.run();
    let node = harness.get_all_by_role(Role::Button).find(is_refused);
    let description = node.and_then(|node| node.accesskit_node().description());
    assert!(description.is_some_and(|text| text.contains("rulebook")));
    assert!(harness.query_all_by_label_contains("(rule ").count() > 0);
}

#[test]
fn offers_can_start_an_action_except_at_a_past_entry() {
    let mut table = after("four-founders", 60);
    let game = table.game();
    let offered = game.proposals().into_iter().flatten().count()
        + game.adviser_offer().into_iter().flatten().count();
    let mut harness = show(Panel::Offers, table.clone(), 300.0, 2400.0);
    let buttons: Vec<String> =
        harness.get_all_by_role(Role::Button).map(|node| label_of(&node)).collect();
    for label in &buttons {
        harness.get_by_label(label).click();
        harness.run();
        let commands = take_commands(&mut harness);
        assert!(matches!(commands[..], [FoundersCommand::Select(_)]), "{label}: {commands:?}");
    }
    assert_eq!(buttons.len(), offered);
    table.show_number(30);
    let harness = show(Panel::Offers, table, 300.0, 2400.0);
    assert_eq!(harness.query_all_by_role(Role::Button).count(), 0);
}

#[test]
fn clicking_a_worker_place_picks_it() {
    let mut harness = show(Panel::Offers, placing(), 300.0, 2400.0);
    let label = "Worker on the race mat";
    harness
        .get_all_by_role(Role::Button)
        .find(|node| label_of(node) == label)
        .expect("the race mat")
        .click();
    harness.run();
    let commands = take_commands(&mut harness);
    assert!(
        matches!(commands[..], [FoundersCommand::Choose(InputChoice::Place(WorkerPlace::Race))]),
        "{commands:?}"
    );
}

#[test]
fn offers_panel_marks_unknown_facts_as_unknown() {
    let mut pack = packs::find("practice").expect("it is built in");
    for (name, fact) in pack.facts_mut() {
        if matches!(
            name.field(),
            FactField::Space(SpaceField::Value)
                | FactField::Building(BuildingField::Action)
                | FactField::Race(RaceField::Action)
                | FactField::Adviser(
                    AdviserField::Points | AdviserField::Category | AdviserField::Requires
                )
                | FactField::Offer(OfferField::AdviserPrices)
        ) {
            fact.clear();
        }
    }
    let setup = Setup {
        pack,
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let mut journal = Journal::new(setup).expect("it can be played");
    let contents = journal.game().contents();
    let buildings: Vec<BuildingId> = ["Bath House", "Jewel House", "Granary"]
        .into_iter()
        .filter_map(|name| contents.building_named(name))
        .collect();
    let advisers = ["Carpenter", "Haggler", "Mason", "Peddler"]
        .into_iter()
        .filter_map(|name| contents.adviser_named(name))
        .collect();
    for deed in [ActionKind::DealProposals(buildings), ActionKind::DealAdvisers(advisers)] {
        journal.apply(Change::Play(deed.into())).expect("dealt");
    }
    let harness = show(Panel::Offers, Table::new(journal), 240.0, 2400.0);
    for label in ["Population ?", "unknown", "points unknown"] {
        assert!(harness.query_all_by_label(label).count() > 0, "{label}");
    }
    let unknown =
        "Carpenter, $?, points unknown, tier 1, category unknown, required resource unknown";
    assert!(harness.query_by_label(unknown).is_some());
    assert_nothing_overflows(&harness);
}

#[test]
fn narrow_offers_panel_clips_no_text() {
    for count in [1, 60, 120, 400] {
        let table = after("four-founders", count);
        assert_nothing_overflows(&show(Panel::Offers, table, 240.0, 2400.0));
    }
    assert_nothing_overflows(&show(Panel::Offers, recruiting(), 240.0, 2400.0));
    assert_nothing_overflows(&show(Panel::Offers, placing(), 240.0, 2400.0));
}
