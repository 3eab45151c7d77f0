//! Chains of payments (rules 7.3 to 7.6, rulings R7, R13 and R36) held against the second
//! calculator: recipes of three in every order, whoever owns what they ask for, two levels deep
//! and short of points; and every choice of a source, over tables laid out by dice.

use std::collections::BTreeSet;

use components::quantity::Points;
use components::specs::{Pack, Prerequisite};
use rules::action::{Action, ActionKind, RuleChoice};
use rules::adjustment::{Owner, TileRef};
use rules::receipt::{Event, Payout, PayoutShare, ShareRecipient};
use rules::rulebook::TableOption;
use rules::task::Task;
use rules::{Game, Rule};

use crate::common::calculator::{Ledger, Reckoner, Table as Lying, Tile, reckon};
use crate::common::dice::Dice;
use crate::street::*;
use crate::support::*;

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A recipe in one of its orders, with what each prerequisite is paid.
fn made_of(recipe: [(&str, i32); 3], order: [usize; 3], pack: &mut Pack, name: &str) {
    let spec = pack.resources.iter_mut().find(|spec| spec.name == name);
    let spec = spec.unwrap_or_else(|| panic!("{name} is in the pack"));
    let needed = order.map(|index| Prerequisite {
        needs: recipe[index].0.to_owned(),
        pays: Points(recipe[index].1),
        bracket: None,
    });
    spec.recipe = known(needed.into());
}

/// A tile of a player or a neutral one, to which these players have access unless it is theirs.
fn tile_of(layout: Layout, owner: Owner, name: &str, at: &str, users: &[Owner]) -> Layout {
    let laid = match owner {
        Owner::Player(player) => layout.tile(player, name, at),
        Owner::Neutral => layout.neutral(name, at),
    };
    let mut layout = laid;
    let mut placed = Vec::new();
    for &user in users {
        if let Owner::Player(player) = user
            && user != owner
            && !placed.contains(&player)
        {
            placed.push(player);
            layout = layout.access(player, name, at);
        }
    }
    layout
}

const OWN: Owner = Owner::Player(ANNA);
const BENS: Owner = Owner::Player(BEN);
const CARAS: Owner = Owner::Player(CARA);

/// Every part of a receipt, however deep.
fn parts(payout: &Payout) -> Vec<&PayoutShare> {
    let mut all = Vec::new();
    for part in &payout.parts {
        all.push(part);
        if let ShareRecipient::Paid(further) | ShareRecipient::Own(further) = &part.to {
            all.extend(parts(further));
        }
    }
    all
}

/// Checks every payout of what was just played against the second calculator.
#[track_caller]
fn agrees(game: &Game, events: &[Event]) -> Vec<Payout> {
    let lying = Lying::of(game);
    let found = payouts_of(events);
    for payout in &found {
        let ledger = reckon(game, &lying, payout);
        assert_eq!(payout.gains().0.map(|points| points.0), ledger.gains);
        assert_eq!(payout.total_lost().0, ledger.lost);
        let all = ledger.gains.iter().sum::<i32>() + ledger.lost;
        assert_eq!(all, payout.gross.0, "no point comes from nowhere");
        assert!(ledger.gains.iter().all(|&gain| gain >= 0), "R13");
    }
    found.into_iter().cloned().collect()
}

#[test]
fn rule_7_3_own_tiles_take_nothing_whatever_the_order_of_the_recipe() {
    // Food is made of Anna's own Crops and of neutral Wood and Stone, and earns 4.
    for order in ORDERS {
        let layout = street(4)
            .pack(|pack| {
                made_of([("Crops", 1), ("Wood", 1), ("Stone", 1)], order, pack, "Food");
                space_pays(pack, "Almshouse", "Food", 4);
            })
            .tile(ANNA, "Crops", "C1")
            .neutral("Wood", "E1")
            .neutral("Stone", "G1")
            .access(ANNA, "Wood", "E1")
            .access(ANNA, "Stone", "G1")
            .tile(ANNA, "Food", "G3 H3 G4")
            .building("Almshouse", "A4 B4");
        let mut table = layout.turn(ANNA);
        table.play(connects(ANNA)).check_points(&[0, 0, 0, 0]);
        table.check_payouts(&[("Almshouse", "Food", [4, 0, 4, 0])]);
        assert_eq!(table.payouts()[0].total_lost(), Points(4));
    }
}

#[test]
fn rule_7_3_what_own_tiles_hand_on_leaves_the_rest_to_those_after() {
    // Labor earns 5: Anna's own Food hands on 1 for Ben's Wood, so Jewelry gets its 2 in full.
    for order in ORDERS {
        let layout = street(4)
            .pack(|pack| {
                let recipe = [("Population", 1), ("Food", 4), ("Jewelry", 2)];
                made_of(recipe, order, pack, "Labor");
                space_pays(pack, "Almshouse", "Labor", 5);
            })
            .tile(ANNA, "Crops", "C1")
            .tile(BEN, "Wood", "E1")
            .tile(ANNA, "Stone", "G1")
            .access(ANNA, "Wood", "E1")
            .tile(CARA, "Population", "I1")
            .access(ANNA, "Population", "I1")
            .tile(CARA, "Jewelry", "D3 E3 D4")
            .access(ANNA, "Jewelry", "D3 E3 D4")
            .tile(ANNA, "Food", "G3 H3 G4")
            .tile(ANNA, "Labor", "J3 K3 L3 K4")
            .building("Almshouse", "A4 B4")
            .delivered("Almshouse", "Population", DAN)
            .delivered("Almshouse", "Food", DAN);
        let mut table = layout.turn(ANNA);
        table.play(connects(ANNA)).check_points(&[1, 1, 3, 0]);
        table.check_payouts(&[("Almshouse", "Labor", [5, 4, 0, 1])]);
    }
}

#[test]
fn rule_7_3_every_mix_of_owners_in_every_order_is_paid_as_the_second_calculator_says() {
    let mut kinds = [0; 3];
    let (mut short, mut deep) = (0, 0);
    for (turn, order) in ORDERS.into_iter().enumerate() {
        for value in [3, 5, 8] {
            let recipe = [("Population", 1), ("Food", 4), ("Jewelry", 2)];
            let above = ORDERS[(turn + usize::try_from(value).unwrap_or_default()) % 6];
            let base = || {
                street(4).pack(|pack| {
                    made_of([("Crops", 1), ("Wood", 1), ("Stone", 1)], order, pack, "Food");
                    made_of(recipe, above, pack, "Labor");
                    space_pays(pack, "Almshouse", "Labor", value);
                })
            };
            for mix in 0..27 {
                let owner = |place: u32| [OWN, BENS, Owner::Neutral][mix / 3_usize.pow(place) % 3];
                for food in [OWN, BENS] {
                    let users = [OWN, food];
                    let mut layout = base();
                    for (place, (name, at)) in
                        (0..).zip([("Crops", "C1"), ("Wood", "E1"), ("Stone", "G1")])
                    {
                        layout = tile_of(layout, owner(place), name, at, &users);
                    }
                    layout = tile_of(layout, OWN, "Gems", "K1", &users);
                    layout = tile_of(layout, owner(0), "Population", "I1", &users);
                    layout = tile_of(layout, CARAS, "Jewelry", "D3 E3 D4", &users);
                    layout = tile_of(layout, food, "Food", "G3 H3 G4", &users)
                        .tile(ANNA, "Labor", "J3 K3 L3 K4")
                        .access(CARA, "Gems", "K1")
                        .building("Almshouse", "A4 B4")
                        .delivered("Almshouse", "Population", DAN)
                        .delivered("Almshouse", "Food", DAN);
                    let mut table = layout.turn(ANNA);
                    table.play(connects(ANNA));
                    let paid = agrees(&table.game, &table.events);
                    assert_eq!(paid.len(), 1, "Labor is delivered");
                    for part in parts(&paid[0]) {
                        match &part.to {
                            ShareRecipient::Own(further) => {
                                kinds[0] += 1;
                                deep += usize::from(further.gross > Points::ZERO);
                            }
                            ShareRecipient::Paid(_) => kinds[1] += 1,
                            ShareRecipient::Lost(_) => kinds[2] += 1,
                            ShareRecipient::NoSource => panic!("everything is connected"),
                        }
                        short += usize::from(part.short > Points::ZERO);
                    }
                }
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}");
    assert!(short > 200 && deep > 200, "{short} short, {deep} deep");
}

/// Tables on which Anna's Labor and Food can be supplied by several tiles, laid out by dice.
fn by_dice(dice: &mut Dice) -> Table {
    let order = ORDERS[dice.below(6)];
    let above = ORDERS[dice.below(6)];
    let value = 2 + i32::try_from(dice.below(9)).unwrap_or_default();
    let mut layout = street(4).pack(|pack| {
        made_of([("Crops", 1), ("Wood", 1), ("Stone", 1)], order, pack, "Food");
        made_of([("Population", 1), ("Food", 4), ("Jewelry", 2)], above, pack, "Labor");
        space_pays(pack, "Almshouse", "Labor", value);
    });
    if dice.below(3) == 0 {
        layout = layout.option(TableOption::AnyConnectedSource);
    }
    let owners = [OWN, BENS, CARAS, Owner::Neutral];
    // Two Foods and two Jewelries, of which the second may be out of reach.
    let advanced = [
        ("Food", "D3 E3 D4"),
        ("Food", "G3 H3 G4"),
        ("Jewelry", "I3 I4 I5"),
        ("Jewelry", "F5 F6 E6"),
    ];
    let mut spots = vec!["B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1"];
    let all = ["Crops", "Wood", "Stone", "Population", "Gems"];
    for (name, at) in advanced {
        let owner = owners[dice.below(3)];
        if dice.below(4) > 0 {
            layout = some_access(layout, owner, name, at, dice);
        }
    }
    for name in all {
        for _ in 0..=dice.below(2) {
            let at = spots.swap_remove(dice.below(spots.len()));
            layout = some_access(layout, owners[dice.below(4)], name, at, dice);
        }
    }
    layout
        .house(ANNA, "A1")
        .tile(ANNA, "Labor", "J3 K3 L3 K4")
        .building("Almshouse", "A4 B4")
        .delivered("Almshouse", "Population", DAN)
        .delivered("Almshouse", "Food", DAN)
        .turn(ANNA)
}

/// A tile to which each of the others has access as often as not.
fn some_access(layout: Layout, owner: Owner, name: &str, at: &str, dice: &mut Dice) -> Layout {
    let others = [OWN, BENS, CARAS];
    let users: Vec<Owner> = others.into_iter().filter(|_| dice.below(3) > 0).collect();
    tile_of(layout, owner, name, at, &users)
}

/// What everybody gains, and what is lost.
type End = ([i32; 4], i32);

/// Every way in which a delivery of `tile` for `gross` can end, over all choices of sources that
/// rule 7.6 leaves: what everybody gains, and what is lost.
fn every_end(game: &Game, table: &Lying, tile: TileRef, gross: i32) -> BTreeSet<End> {
    let mut ends = BTreeSet::new();
    // Which of the sources open is used at each fork, and how many there are.
    let mut forks: Vec<(usize, usize)> = Vec::new();
    loop {
        let mut met = 0;
        let mut pick = |allowed: &[&Tile]| {
            if allowed.len() > 1 {
                if met == forks.len() {
                    forks.push((0, allowed.len()));
                }
                met += 1;
                return Some(allowed[forks[met - 1].0].what);
            }
            Some(allowed.first()?.what)
        };
        let mut reckoner = Reckoner { game, table, ledger: Ledger::default(), pick: &mut pick };
        reckoner.earn(table.tile(tile).expect("it lies on the table"), gross);
        let ledger = reckoner.ledger;
        ends.insert((ledger.gains, ledger.lost));
        forks.truncate(met);
        while let Some((taken, open)) = forks.pop() {
            if taken + 1 < open {
                forks.push((taken + 1, open));
                break;
            }
        }
        if forks.is_empty() {
            return ends;
        }
    }
}

/// What a delivery can come to.
#[derive(Default)]
struct Ends {
    all: BTreeSet<End>,
    /// Questions whose answers come to the same, but for what they leave for the prerequisites
    /// after: there is no telling without asking.
    same: usize,
}

/// Answers every question in every way.
fn answered(game: &Game, events: &[Event], ends: &mut Ends) {
    let question = game.pending().into_iter().find_map(|owed| match owed.task {
        Task::Choose(question) => Some(question),
        _ => None,
    });
    let Some(question) = question else {
        let paid = agrees(game, events);
        assert_eq!(paid.len(), 1, "the delivery is paid");
        let gains = paid[0].gains().0.map(|points| points.0);
        ends.all.insert((gains, paid[0].total_lost().0));
        return;
    };
    let mut reached = BTreeSet::new();
    for option in &question.options {
        let RuleChoice::Source { consumer, .. } = option.choice else {
            panic!("only one tile can deliver");
        };
        let owner = game.piece_on(consumer.footprint.first()).and_then(|p| p.owner);
        assert_eq!(owner, Some(Owner::Player(question.chooser)), "7.6");
        for other in [ANNA, BEN, CARA, DAN] {
            let answer =
                Action { kind: ActionKind::Choose { player: other }, choices: vec![option.choice] };
            match game.play(&answer) {
                Ok(played) => {
                    assert_eq!(other, question.chooser, "only the owner chooses");
                    answered(&played.game, &played.events, ends);
                    reached.insert(option.outcomes.clone());
                }
                Err(refusal) => {
                    assert_ne!(other, question.chooser, "{refusal:?}");
                    assert_eq!(refusal.reasons[0].rule, Rule::WhichSource);
                }
            }
        }
    }
    let differ = reached.len() > 1 || reached.iter().any(|outcomes| outcomes.len() > 1);
    ends.same += usize::from(!differ);
}

#[test]
fn rule_7_6_every_choice_of_sources_is_open_that_makes_a_difference_and_no_other() {
    let (mut several, mut single, mut same) = (0, 0, 0);
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let table = by_dice(&mut dice);
        let action = connects(ANNA);
        let played = table.game.play(&action).unwrap_or_else(|e| panic!("{e:?}"));
        let lying = Lying::of(&played.game);
        let labor = tile("Labor", "J3 K3 L3 K4");
        let spaces = played.game.contents().spaces(building("Almshouse"));
        let asked = spaces.iter().find(|space| space.resource == Some(resource("Labor")));
        let value = asked.and_then(|space| space.value).expect("it is known");
        let expected = every_end(&played.game, &lying, labor, value.0);
        let mut ends = Ends::default();
        answered(&played.game, &played.events, &mut ends);
        assert_eq!(ends.all, expected, "seed {seed}");
        same += ends.same;
        if expected.len() > 1 {
            several += 1;
        } else {
            single += 1;
        }
    }
    assert!(several > 80 && single > 80, "{several} with choices, {single} without");
    assert!(same < 40, "{same} questions make hardly a difference");
}
