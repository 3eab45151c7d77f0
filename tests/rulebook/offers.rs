//! What the game offers: everything that would be accepted, and nothing else.

use components::fact::Fact;
use components::fact_id::FactId;
use components::quantity::Points;
use components::specs::{Pack, ResourceField, StandardCard, Terrain::Central};
use components::square::Square;
use rules::Action;
use rules::action::{ActionKind, RuleChoice};
use rules::player::{Card, PlayerId};
use rules::receipt::Event;
use rules::sub_action::SubAction;
use rules::task::Task;

use crate::street::*;
use crate::support::*;

/// Checks that of these candidates exactly those are offered that would be accepted, how many
/// those are, and that whatever else is offered is accepted too.
#[track_caller]
fn check_offered(table: &Table, candidates: &[Action], accepted: usize) {
    let moves = table.game.moves();
    assert_eq!(moves.unknown, []);
    for action in &moves.actions {
        table.check_allowed(action.clone());
    }
    let mut found = 0;
    for action in candidates {
        let legal = table.game.play(action).is_ok();
        assert_eq!(moves.actions.contains(action), legal, "{action:?}");
        found += usize::from(legal);
    }
    assert_eq!(found, accepted);
}

fn all_squares(table: &Table) -> Vec<Square> {
    table.game.board().squares().collect()
}

/// Every trade of a basic resource on any square or tile, legal or not.
fn all_trades(table: &Table) -> Vec<SubAction> {
    let resources: Vec<_> = table.game.contents().resources().collect();
    let mut sub_actions: Vec<SubAction> = table.game.tiles().map(SubAction::BuyAccess).collect();
    for square in all_squares(table) {
        for &resource in &resources {
            sub_actions.push(SubAction::Import(resource, square));
            sub_actions.push(SubAction::ImportAccess(resource, square));
        }
    }
    sub_actions
}

fn leads_each(sub_actions: impl IntoIterator<Item = SubAction>, card: &str) -> Vec<Action> {
    let sub_actions = sub_actions.into_iter();
    sub_actions.map(|sub_action| leads(ANNA, card, sub_action)).collect()
}

const MARKET: &str = "
    e e e c c c g g g
    e e e c c c g g g
    ";

/// The same with numbers on four of its squares.
const NUMBERED: &str = "
    e e e c c c 1 2 3
    e e e c c c 4 g g
    ";

// The setup ------------------------------------------------------------------------------------

#[test]
fn every_race_that_can_be_chosen_is_offered() {
    // Nobody waits for the cards of the decks.
    let mut table = layout(3, MARKET).fresh();
    let candidates = |table: &Table, player: PlayerId| -> Vec<Action> {
        let contents = table.game.contents();
        let cards = || std::iter::once(None).chain(contents.resources().map(Some));
        let each = contents.races().flat_map(|race| {
            cards().map(move |resource| {
                Action::from(ActionKind::ChooseRace { player, race, resource })
            })
        });
        each.collect()
    };
    let chooser = |table: &Table| {
        let actions = table.game.moves().actions;
        actions.first().and_then(|action| action.kind.player())
    };
    // Eight races with a resource of their own, and Aesthers with any of eight cards.
    let first = chooser(&table).expect("a race is to be chosen");
    check_offered(&table, &candidates(&table, first), 8 + 8);
    let dealt = deal_proposals(&["Almshouse", "Jewel House", "Bath House"]);
    table.play(dealt).play(deal_advisers(&OFFER));
    check_offered(&table, &candidates(&table, first), 8 + 8);
    table.play(choose_race(first, "Human", None));
    let second = chooser(&table).expect("a race is to be chosen");
    check_offered(&table, &candidates(&table, second), 7 + 7);
}

#[test]
fn every_resource_card_that_can_be_taken_is_offered() {
    let mut table = layout(2, NUMBERED).fresh();
    let moves = |table: &Table| table.game.moves().actions;
    for name in ["Human", "Quatryl"] {
        let chooser = moves(&table)[0].kind.player().expect("somebody chooses");
        table.play(choose_race(chooser, name, None));
    }
    let mut offered = 0;
    while let Some(ActionKind::TakeResource { player, .. }) = moves(&table).first().map(|a| &a.kind)
    {
        let player = *player;
        let each = table.game.contents().resources().flat_map(|resource| {
            [None, Some(ANNA), Some(BEN)]
                .map(|from| Action::from(ActionKind::TakeResource { player, resource, from }))
        });
        let candidates: Vec<Action> = each.collect();
        let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
        check_offered(&table, &candidates, legal);
        offered += legal;
        let next = moves(&table)[0].clone();
        table.play(next);
    }
    assert!(offered >= 4, "{offered}");
    // The first stalls do not wait either: on the two squares that are numbered for two players.
    let next = moves(&table);
    let Some(ActionKind::PlaceStart { player, .. }) = next.first().map(|a| &a.kind) else {
        panic!(
            "a first stall is to be placed: {}",
            narration::pending::describe_all(table.named_game())
        );
    };
    let player = *player;
    let starts = all_squares(&table).into_iter();
    let starts = starts.map(|square| ActionKind::PlaceStart { player, square }.into());
    let candidates: Vec<Action> = starts.collect();
    let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
    assert!(legal > 0);
    check_offered(&table, &candidates, legal);
}

// Works ----------------------------------------------------------------------------------------

#[test]
fn every_trade_that_can_be_made_is_offered() {
    let position = || {
        layout(2, MARKET)
            .tile(ANNA, "Population", "A1")
            .tile(BEN, "Metal", "D1")
            .neutral("Crops", "I2")
    };
    let table = position().turn(ANNA);
    let candidates = leads_each(all_trades(&table), "Trade");
    let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
    assert!(legal > 20, "{legal}");
    check_offered(&table, &candidates, legal);
    // A follower trades own stalls on entrance and coastal squares.
    let mut table = position().turn(BEN);
    table.play(leads(BEN, "Trade", import("Wood", "F1")));
    let followed = all_trades(&table).into_iter();
    let candidates: Vec<Action> = followed.map(|sub_action| follow(ANNA, sub_action)).collect();
    let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
    assert!(legal > 5, "{legal}");
    check_offered(&table, &candidates, legal);
}

#[test]
fn every_road_that_can_be_built_is_offered() {
    let roads = |table: &Table| all_squares(table).into_iter().map(SubAction::Road);
    let layout = || layout(2, MARKET).tile(ANNA, "Population", "B1");
    let table = layout().turn(ANNA);
    let as_basic: Vec<Action> =
        roads(&table).map(|sub_action| face_down_unnamed(ANNA, sub_action)).collect();
    check_offered(&table, &as_basic, 5);
    let played = ["Recruit", "Upgrade", "Construct"];
    let mut table = layout().has_played(ANNA, &played).turn(ANNA);
    table.play(call_vote(ANNA));
    let as_bonus: Vec<Action> = roads(&table).map(|sub_action| bonus(ANNA, sub_action)).collect();
    check_offered(&table, &as_bonus, 5);
    let table = layout().holds(ANNA, &["Mason"]).tile(ANNA, "Wood", "H2");
    let table = table.pack(|pack| {
        let mut advisers = pack.advisers.iter_mut();
        let mason = advisers.find(|spec| spec.name == "Mason");
        mason.expect("it is in the pack").action = pack
            .buildings
            .iter()
            .find(|spec| spec.name == "Ferry Landing")
            .expect("it is in the pack")
            .action
            .clone();
    });
    let mut table = table.turn(ANNA);
    table.play(lead(ANNA, "Mason", []));
    let squares = all_squares(&table).into_iter();
    let extra: Vec<Action> =
        squares.map(|square| ActionKind::ExtraRoad { player: ANNA, square }.into()).collect();
    check_offered(&table, &extra, 10);
}

#[test]
fn houses_and_bridges_that_can_be_built_are_offered() {
    let board = "
        f f ~ f f
        f f # f f
        ";
    let table = layout(2, board).tile(ANNA, "Gems", "B1").roads("A2").turn(ANNA);
    let squares = all_squares(&table).into_iter();
    let sub_actions =
        squares.flat_map(|square| [SubAction::House(square), SubAction::Bridge(square)]);
    // B1 and A1, B2 beside it hold no house of Anna's; the river and the wall can be bridged.
    check_offered(&table, &leads_each(sub_actions, "Construct"), 2);
}

#[test]
fn both_sub_actions_of_a_text_are_offered_together() {
    let position = || {
        layout(2, MARKET)
            .tile(ANNA, "Gems", "A1")
            .tile(ANNA, "Wood", "D1")
            .tile(BEN, "Livestock", "G1")
            .neutral("Crops", "I2")
    };
    let offered = || OFFER.into_iter();
    // Gems and Wood are Anna's: Haggler and Carpenter, in either order.
    let table = position().holds(ANNA, &["Taskmaster"]).turn(ANNA);
    let pairs = offered().flat_map(|one| offered().map(move |two| [recruit(one), recruit(two)]));
    let candidates: Vec<Action> =
        pairs.map(|sub_actions| lead(ANNA, "Taskmaster", sub_actions)).collect();
    check_offered(&table, &candidates, 2);
    // Access to Livestock brings the Shepherd, access to Crops the Peddler.
    let table = position().holds(ANNA, &["Patron"]).turn(ANNA);
    let tiles: Vec<_> = table.game.tiles().collect();
    let pairs = tiles
        .iter()
        .flat_map(|&tile| offered().map(move |name| [SubAction::BuyAccess(tile), recruit(name)]));
    let candidates: Vec<Action> =
        pairs.map(|sub_actions| lead(ANNA, "Patron", sub_actions)).collect();
    check_offered(&table, &candidates, 2);
    // Too dear for both: neither pair is offered.
    let table = position().holds(ANNA, &["Patron"]).money(ANNA, 2).turn(ANNA);
    check_offered(&table, &candidates, 0);
}

#[test]
fn every_worker_is_offered_with_every_way_to_take_cards_back() {
    let table = layout(2, MARKET)
        .building("University", "D1 E1 F1 E2")
        .delivered("University", "Population", ANNA)
        .house(ANNA, "A1")
        .has_played(ANNA, &["Recruit", "Trade", "Income", "Construct"])
        .turn(ANNA);
    // Upgrade is what lies down for the worker, and it may be told by taking it back.
    let cards = ["Recruit", "Trade", "Upgrade", "Construct", "Income"];
    let mut lists: Vec<Vec<&str>> = vec![vec![]];
    for (index, &one) in cards.iter().enumerate() {
        lists.push(vec![one]);
        lists.extend(cards[index + 1..].iter().map(|&two| vec![one, two]));
    }
    let sub_actions = lists.iter().map(|names| {
        let back = return_cards(names);
        face_down_unnamed(ANNA, worker_on("University", [back]))
    });
    let mut candidates: Vec<Action> = sub_actions.collect();
    candidates.push(face_down_unnamed(ANNA, race_worker([])));
    // None, four single ones and six pairs, and the race mat.
    check_offered(&table, &candidates, 1 + 4 + 6 + 1);
    // Upgrade is the one that can be named. Written out with its name, all stand there again.
    let moves = table.game.moves();
    let upgrade = Card::Standard(StandardCard::Upgrade);
    assert_eq!(moves.face_down, [upgrade]);
    let written_out = moves.with_named_cards(&table.game);
    for action in &written_out {
        table.check_allowed(action.clone());
    }
    let named = |sub_action| face_down(ANNA, "Upgrade", sub_action);
    let back = return_cards(&["Trade", "Upgrade"]);
    assert!(written_out.contains(&named(worker_on("University", [back]))));
    let worker_gone = layout(2, MARKET).turn(ANNA);
    let on_race = [face_down_unnamed(ANNA, race_worker([]))];
    check_offered(&worker_gone, &on_race, 0);
}

#[test]
fn one_coastal_square_makes_a_tile_accessible_free_of_charge() {
    let table = layout(2, "g g c g g g g g\ng g g g g g g g")
        .seat(ANNA, "Aesther", &["Population"])
        .house(ANNA, "A1")
        .roads("A2")
        .tile(BEN, "Brick", "B1 C1 D1")
        .tile(BEN, "Wood", "B2")
        .tile(BEN, "Metal", "H1")
        .turn(ANNA);
    let tiles: Vec<_> = table.game.tiles().collect();
    let sub_actions = tiles.iter().map(|&tile| SubAction::FreeAccess(tile));
    let candidates: Vec<Action> =
        sub_actions.map(|sub_action| face_down_unnamed(ANNA, race_worker([sub_action]))).collect();
    check_offered(&table, &candidates, 1);
    table.check_allowed(candidates[0].clone());
    table.check_says(candidates[1].clone(), &["the tile has no "]);
}

#[test]
fn a_fact_that_is_missing_in_many_places_is_named_once() {
    let forget = |pack: &mut Pack| {
        let mut resources = pack.resources.iter_mut();
        let jewelry = resources.find(|spec| spec.name == "Jewelry");
        jewelry.expect("it is in the pack").shape = Fact::Unknown;
    };
    let table = layout(2, MARKET)
        .pack(forget)
        .tile(ANNA, "Gems", "A1")
        .holds(ANNA, &["Shepherd", "Foreman"])
        .turn(ANNA);
    let missing = [FactId::Resource("Jewelry".into(), ResourceField::Shape)];
    assert_eq!(table.game.moves().unknown, missing);
}

// Prestige buildings ---------------------------------------------------------------------------

#[test]
fn a_tile_that_may_be_turned_over_is_offered_turned_over() {
    let mirrored = "B1 C1 A2 B2";
    let ways = ["A1 B1 B2 C2", mirrored];
    for turnable in [true, false] {
        let layout = layout(4, MARKET).pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let theatre = buildings.find(|spec| spec.name == "Lantern Theatre");
            theatre.expect("it is in the pack").turnable = known(turnable);
        });
        let proposals = ["Lantern Theatre", "Almshouse", "Jewel House"];
        let mut table = ready_to_vote(layout, 4).proposals(&proposals).turn(ANNA);
        table.play(call_vote(ANNA)).play(all_for_the_first(4));
        let candidates = ways.map(|at| place_building(ANNA, "Lantern Theatre", at));
        check_offered(&table, &candidates, if turnable { 2 } else { 1 });
    }
}

/// Two mirror images are dealt, the one or the other of which may be turned over.
#[test]
fn mirror_images_are_of_one_type_if_either_may_be_turned_over() {
    let board = "g g g g g g\n".repeat(4);
    for (turnable, same) in [
        ([true, false], true),
        ([false, true], true),
        ([true, true], true),
        ([false, false], false),
    ] {
        let cards = box_of(&[
            (Central, "##./.##"),
            (Central, ".##/##."),
            (Central, "##"),
            (Central, "###"),
        ]);
        let mut table = field(4, &board)
            .pack(cards)
            .pack(|pack| {
                for (spec, turnable) in pack.buildings.iter_mut().zip(turnable) {
                    spec.turnable = known(turnable);
                }
            })
            .fresh();
        table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
        let parted = [Event::SameType(building(nth(1)))];
        let expected: &[Event] = if same { &parted } else { &[] };
        assert_eq!(table.events, expected, "{turnable:?}");
    }
}

#[test]
fn a_double_stays_if_only_cards_of_a_type_on_offer_are_left() {
    let board = "g g g g g g\n".repeat(4);
    let cards = box_of(&[(Central, "##"), (Central, "##"), (Central, "###"), (Central, "###")]);
    let mut table = field(4, &board).pack(cards).fresh();
    table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
    assert_eq!(table.events, []);
    let offered = [nth(0), nth(1), nth(2)].map(|name| Some(building(name)));
    assert_eq!(table.game.proposals(), offered);
}

/// Three cards of one type and two others; those put on top come when the others are gone.
#[test]
fn of_three_proposals_of_one_type_two_go_on_top_and_come_up_last_the_lowest_first() {
    use rules::adjustment::Adjustment;
    let board = "g g g g g g\n".repeat(4);
    let cards = box_of(&[
        (Central, "##"),
        (Central, "##"),
        (Central, "##"),
        (Central, "###"),
        (Central, "##/##"),
    ]);
    let mut table = field(4, &board).pack(cards).fresh();
    let same = |name| Event::SameType(building(name));
    table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
    assert_eq!(table.events, [same(nth(2))]);
    let before = format!("cannot come up before {}", nth(3));
    table.check_says(deal_proposals(&[nth(2)]), &[&before]);
    table.play(deal_proposals(&[nth(3)]));
    assert_eq!(table.events, [same(nth(1))]);
    // The last of the others goes to the board, and only the two on top are left.
    let before = format!("cannot come up before {}", nth(4));
    for name in [nth(1), nth(2)] {
        table.check_says(deal_proposals(&[name]), &[&before]);
    }
    let placed = Adjustment::AddBuilding(building(nth(4)), squares("A1 B1 A2 B2"));
    let reason = "it was voted in before".to_owned();
    let changes = vec![placed];
    table.play(ActionKind::Adjust { changes, reason });
    let before = format!("{} cannot come up before {}", nth(1), nth(2));
    table.check_says(deal_proposals(&[nth(1)]), &[&before]);
    table.play(deal_proposals(&[nth(2)]));
    let offered = [nth(0), nth(2), nth(3)].map(|name| Some(building(name)));
    assert_eq!(table.game.proposals(), offered);
}

// Questions ------------------------------------------------------------------------------------

/// Anna's Cloth uses Ben's Machinery, who pays Dan and loses 2, or Cara's, who keeps all.
#[test]
fn the_options_of_a_question_state_what_everybody_gets() {
    let mut table = street(4)
        .tile(ANNA, "Livestock", "E1")
        .tile(BEN, "Machinery", "A3 B3 A4")
        .tile(CARA, "Machinery", "D3 E3 D4")
        .access(ANNA, "Machinery", "A3 B3 A4")
        .access(ANNA, "Machinery", "D3 E3 D4")
        .tile(DAN, "Metal", "A1")
        .access(BEN, "Metal", "A1")
        .neutral("Knowledge", "C1")
        .access(BEN, "Knowledge", "C1")
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Cloth", "H3 I3 H4 I4")));
    let owed = table.game.pending();
    let Task::Choose(question) = &owed[0].task else {
        panic!("{owed:?}");
    };
    assert_eq!(question.chooser, ANNA);
    let cloth = tile("Cloth", "H3 I3 H4 I4");
    let expected = [("A3 B3 A4", [0, 1, 0, 1], 2), ("D3 E3 D4", [0, 0, 4, 0], 0)];
    assert_eq!(question.options.len(), expected.len());
    for (option, (at, points, lost)) in question.options.iter().zip(expected) {
        let choice = RuleChoice::Source { source: tile("Machinery", at), consumer: cloth };
        assert_eq!(option.choice, choice);
        assert_eq!(option.outcomes.len(), 1);
        let gains = &option.outcomes[0];
        let found = [ANNA, BEN, CARA, DAN].map(|player| gains.points[player]);
        assert_eq!(found, points.map(Points), "{at}");
        assert_eq!(gains.lost, Points(lost));
    }
}
