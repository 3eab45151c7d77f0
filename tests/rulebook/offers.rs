//! Offered moves: every action that would be accepted, and no other.

use components::fact::Fact;
use components::fact_id::FactId;
use components::quantity::Points;
use components::specs::{ResourceField, StandardCard, Terrain::Central};
use components::square::Square;
use rules::Action;
use rules::action::{ActionKind, RuleChoice};
use rules::player::{Card, PlayerId};
use rules::receipt::Event;
use rules::sub_action::SubAction;
use rules::task::Task;

use crate::street::*;
use crate::support::*;

/// Checks that exactly the legal candidates are offered, that there are `accepted` of them, and
/// that every other offered action is legal too.
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

/// Returns every trade of a basic resource on any square or tile, legal or not.
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

/// The market with numbers on four of its squares.
const NUMBERED: &str = "
    e e e c c c 1 2 3
    e e e c c c 4 g g
    ";

/// Returns the player who makes the first of the offered moves.
#[track_caller]
fn first_to_move(table: &Table) -> PlayerId {
    table.game.moves().actions[0].kind.player().expect("the first move is a player's")
}

// The setup ------------------------------------------------------------------------------------

#[test]
fn every_race_a_player_can_choose_is_offered() {
    // Races can be chosen before the decks are dealt.
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
    // Eight races with a resource of their own, and Aesthers with any of eight cards.
    let first = first_to_move(&table);
    check_offered(&table, &candidates(&table, first), 8 + 8);
    let dealt = deal_proposals(&["Almshouse", "Jewel House", "Bath House"]);
    table.play(dealt).play(deal_advisers(&OFFER));
    check_offered(&table, &candidates(&table, first), 8 + 8);
    table.play(choose_race(first, "Human", None));
    let second = first_to_move(&table);
    check_offered(&table, &candidates(&table, second), 7 + 7);
}

#[test]
fn every_resource_card_a_player_can_take_is_offered() {
    let mut table = layout(2, NUMBERED).fresh();
    let moves = |table: &Table| table.game.moves().actions;
    for name in ["Human", "Quatryl"] {
        let chooser = first_to_move(&table);
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
    // The first stalls can be placed too, on the two squares numbered for two players.
    let next = moves(&table);
    let Some(ActionKind::PlaceStart { player, .. }) = next.first().map(|a| &a.kind) else {
        panic!(
            "a first stall is to be placed: {}",
            narration::pending::describe_all(table.named_game())
        );
    };
    let player = *player;
    let candidates: Vec<Action> = all_squares(&table)
        .into_iter()
        .map(|square| ActionKind::PlaceStart { player, square }.into())
        .collect();
    let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
    assert!(legal > 0);
    check_offered(&table, &candidates, legal);
}

// Sub-actions ----------------------------------------------------------------------------------

#[test]
fn every_legal_trade_is_offered() {
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
    // A follower trades stalls they control on entrance and coastal squares.
    let mut table = position().turn(BEN);
    table.play(leads(BEN, "Trade", import("Wood", "F1")));
    let followed = all_trades(&table).into_iter();
    let candidates: Vec<Action> = followed.map(|sub_action| follow(ANNA, sub_action)).collect();
    let legal = candidates.iter().filter(|action| table.game.play(action).is_ok()).count();
    assert!(legal > 5, "{legal}");
    check_offered(&table, &candidates, legal);
}

#[test]
fn every_legal_road_is_offered_as_basic_action_bonus_and_extra_road() {
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
fn every_legal_house_and_bridge_is_offered() {
    let board = "
        f f ~ f f
        f f # f f
        ";
    let table = layout(2, board).tile(ANNA, "Gems", "B1").roads("A2").turn(ANNA);
    let squares = all_squares(&table).into_iter();
    let sub_actions =
        squares.flat_map(|square| [SubAction::House(square), SubAction::Bridge(square)]);
    // No house fits near Anna's Gems on B1; the river and the wall can be bridged.
    check_offered(&table, &leads_each(sub_actions, "Construct"), 2);
}

/// Returns a position in which Anna owns Gems and Wood and can buy access to Livestock and Crops.
fn four_stalls() -> Layout {
    layout(2, MARKET)
        .tile(ANNA, "Gems", "A1")
        .tile(ANNA, "Wood", "D1")
        .tile(BEN, "Livestock", "G1")
        .neutral("Crops", "I2")
}

#[test]
fn two_sub_actions_of_one_card_text_are_offered_as_pairs() {
    let offered = || OFFER.into_iter();
    // Gems and Wood are Anna's: Haggler and Carpenter, in either order.
    let table = four_stalls().holds(ANNA, &["Taskmaster"]).turn(ANNA);
    let pairs = offered().flat_map(|one| offered().map(move |two| [recruit(one), recruit(two)]));
    let candidates: Vec<Action> =
        pairs.map(|sub_actions| lead(ANNA, "Taskmaster", sub_actions)).collect();
    check_offered(&table, &candidates, 2);
    // Access to Livestock allows the Shepherd, access to Crops the Peddler.
    let table = four_stalls().holds(ANNA, &["Patron"]).turn(ANNA);
    let tiles: Vec<_> = table.game.tiles().collect();
    let pairs = tiles
        .iter()
        .flat_map(|&tile| offered().map(move |name| [SubAction::BuyAccess(tile), recruit(name)]));
    let candidates: Vec<Action> =
        pairs.map(|sub_actions| lead(ANNA, "Patron", sub_actions)).collect();
    check_offered(&table, &candidates, 2);
    // With too little money for both, neither pair is offered.
    let table = four_stalls().holds(ANNA, &["Patron"]).money(ANNA, 2).turn(ANNA);
    check_offered(&table, &candidates, 0);
}

#[test]
fn every_worker_is_offered_with_every_set_of_cards_to_take_back() {
    let table = layout(2, MARKET)
        .building("University", "D1 E1 F1 E2")
        .delivered("University", "Population", ANNA)
        .house(ANNA, "A1")
        .has_played(ANNA, &["Recruit", "Trade", "Income", "Construct"])
        .turn(ANNA);
    // Upgrade is the card played face down for the worker; taking it back names it.
    let cards = ["Recruit", "Trade", "Upgrade", "Construct", "Income"];
    let mut lists: Vec<Vec<&str>> = vec![vec![]];
    for (index, &one) in cards.iter().enumerate() {
        lists.push(vec![one]);
        lists.extend(cards[index + 1..].iter().map(|&two| vec![one, two]));
    }
    let mut candidates: Vec<Action> = lists
        .iter()
        .map(|names| face_down_unnamed(ANNA, worker_on("University", [return_cards(names)])))
        .collect();
    candidates.push(face_down_unnamed(ANNA, race_worker([])));
    // None, four single ones and six pairs, and the race mat.
    check_offered(&table, &candidates, 1 + 4 + 6 + 1);
    // Only Upgrade can be named; written out with its name, all of these moves appear again.
    let moves = table.game.moves();
    let upgrade = Card::Standard(StandardCard::Upgrade);
    assert_eq!(moves.face_down, [upgrade]);
    let written_out = moves.with_named_cards(&table.game);
    for action in &written_out {
        table.check_allowed(action.clone());
    }
    let worker = worker_on("University", [return_cards(&["Trade", "Upgrade"])]);
    assert!(written_out.contains(&face_down(ANNA, "Upgrade", worker)));
    let worker_gone = layout(2, MARKET).turn(ANNA);
    let on_race = [face_down_unnamed(ANNA, race_worker([]))];
    check_offered(&worker_gone, &on_race, 0);
}

#[test]
fn tile_with_one_coastal_square_is_offered_for_free_access() {
    let table = layout(2, "g g c g g g g g\ng g g g g g g g")
        .seat(ANNA, "Aesther", &["Population"])
        .house(ANNA, "A1")
        .roads("A2")
        .tile(BEN, "Brick", "B1 C1 D1")
        .tile(BEN, "Wood", "B2")
        .tile(BEN, "Metal", "H1")
        .turn(ANNA);
    let tiles: Vec<_> = table.game.tiles().collect();
    let candidates: Vec<Action> = tiles
        .iter()
        .map(|&tile| face_down_unnamed(ANNA, race_worker([SubAction::FreeAccess(tile)])))
        .collect();
    check_offered(&table, &candidates, 1);
    table.check_allowed(candidates[0].clone());
    table.check_says(candidates[1].clone(), &["the tile has no "]);
}

#[test]
fn fact_missing_for_many_moves_is_named_once() {
    let table = layout(2, MARKET)
        .pack(|pack| {
            let mut resources = pack.resources.iter_mut();
            let jewelry = resources.find(|spec| spec.name == "Jewelry");
            jewelry.expect("it is in the pack").shape = Fact::Unknown;
        })
        .tile(ANNA, "Gems", "A1")
        .holds(ANNA, &["Shepherd", "Foreman"])
        .turn(ANNA);
    let missing = [FactId::Resource("Jewelry".into(), ResourceField::Shape)];
    assert_eq!(table.game.moves().unknown, missing);
}

// Prestige buildings ---------------------------------------------------------------------------

#[test]
fn building_tile_is_offered_mirrored_if_it_may_be_turned_over() {
    let mirrored = "B1 C1 A2 B2";
    let orientations = ["A1 B1 B2 C2", mirrored];
    for turnable in [true, false] {
        let layout = layout(4, MARKET).pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let theatre = buildings.find(|spec| spec.name == "Lantern Theatre");
            theatre.expect("it is in the pack").turnable = known(turnable);
        });
        let proposals = ["Lantern Theatre", "Almshouse", "Jewel House"];
        let mut table = ready_to_vote(layout, 4).proposals(&proposals).turn(ANNA);
        table.play(call_vote(ANNA)).play(all_for_the_first(4));
        let candidates = orientations.map(|at| place_building(ANNA, "Lantern Theatre", at));
        check_offered(&table, &candidates, if turnable { 2 } else { 1 });
    }
}

/// Deals two mirror images, with every combination of tiles that may be turned over.
#[test]
fn mirror_images_are_one_type_if_either_tile_may_be_turned_over() {
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
fn duplicate_proposal_stays_if_the_deck_has_no_other_type() {
    let board = "g g g g g g\n".repeat(4);
    let cards = box_of(&[(Central, "##"), (Central, "##"), (Central, "###"), (Central, "###")]);
    let mut table = field(4, &board).pack(cards).fresh();
    table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
    assert_eq!(table.events, []);
    let offered = [nth(0), nth(1), nth(2)].map(|name| Some(building(name)));
    assert_eq!(table.game.proposals(), offered);
}

/// Deals from three cards of one type and two others; the cards put on top come up last.
#[test]
fn duplicate_proposals_go_on_top_and_come_up_last_lowest_first() {
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
    table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
    assert_eq!(table.events, [Event::SameType(building(nth(2)))]);
    let before = format!("cannot come up before {}", nth(3));
    table.check_says(deal_proposals(&[nth(2)]), &[&before]);
    table.play(deal_proposals(&[nth(3)]));
    assert_eq!(table.events, [Event::SameType(building(nth(1)))]);
    // The last card of another type goes to the board; only the two on top are left.
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

/// Anna's Cloth uses the Machinery of Ben, who pays Dan and loses 2, or of Cara, who keeps all.
#[test]
fn options_of_a_pending_choice_state_the_points_of_every_player() {
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
