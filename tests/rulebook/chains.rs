//! Chains of payments (rules 7.3 to 7.6, rulings R7, R13 and R36) compared with the second
//! calculator: recipes of three prerequisites in every order and mix of owners, two levels deep
//! and short of points; and every choice of a source, over random tables.

use std::collections::BTreeSet;

use components::quantity::Points;
use components::specs::{Pack, Prerequisite};
use rules::action::{Action, ActionKind, RuleChoice};
use rules::adjustment::{Owner, TileRef};
use rules::receipt::{Event, Payout, PayoutShare, ShareRecipient};
use rules::rulebook::TableOption;
use rules::task::Task;
use rules::{Game, Rule};

use crate::common::calculator::{
    Ledger, PayoutCalculator, Table as PlacedTiles, Tile, expected_ledger,
};
use crate::common::dice::Dice;
use crate::street::*;
use crate::support::*;

/// The orders of three items.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Sets the recipe of a resource: the prerequisites with their pay, in this order.
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

/// Places a tile with its owner's token, and gives access to these users unless they own it.
fn tile_of(layout: Layout, owner: Owner, name: &str, at: &str, users: &[Owner]) -> Layout {
    let mut layout = match owner {
        Owner::Player(player) => layout.tile(player, name, at),
        Owner::Neutral => layout.neutral(name, at),
    };
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

const ANNA_OWNS: Owner = Owner::Player(ANNA);
const BEN_OWNS: Owner = Owner::Player(BEN);
const CARA_OWNS: Owner = Owner::Player(CARA);

/// Returns every part of a receipt, at all depths.
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

/// Checks every payout among `events` against the second calculator, and returns them.
#[track_caller]
fn check_payouts_agree(game: &Game, events: &[Event]) -> Vec<Payout> {
    let placed_tiles = PlacedTiles::of(game);
    let found = payouts_of(events);
    for payout in &found {
        let ledger = expected_ledger(game, &placed_tiles, payout);
        assert_eq!(payout.gains().0.map(|points| points.0), ledger.gains);
        assert_eq!(payout.total_lost().0, ledger.lost);
        let all = ledger.gains.iter().sum::<i32>() + ledger.lost;
        assert_eq!(all, payout.gross.0, "every point has a source");
        assert!(ledger.gains.iter().all(|&gain| gain >= 0), "R13");
    }
    found.into_iter().cloned().collect()
}

#[test]
fn rule_7_3_own_tiles_are_paid_nothing_in_any_recipe_order() {
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
fn rule_7_3_own_tile_that_pays_on_leaves_the_rest_to_later_prerequisites() {
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
fn rule_7_3_payouts_match_the_second_calculator_for_every_mix_of_owners() {
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
                let owner = |place: u32| {
                    [ANNA_OWNS, BEN_OWNS, Owner::Neutral][mix / 3_usize.pow(place) % 3]
                };
                for food in [ANNA_OWNS, BEN_OWNS] {
                    let users = [ANNA_OWNS, food];
                    let mut layout = base();
                    for (place, (name, at)) in
                        (0..).zip([("Crops", "C1"), ("Wood", "E1"), ("Stone", "G1")])
                    {
                        layout = tile_of(layout, owner(place), name, at, &users);
                    }
                    layout = tile_of(layout, ANNA_OWNS, "Gems", "K1", &users);
                    layout = tile_of(layout, owner(0), "Population", "I1", &users);
                    layout = tile_of(layout, CARA_OWNS, "Jewelry", "D3 E3 D4", &users);
                    layout = tile_of(layout, food, "Food", "G3 H3 G4", &users)
                        .tile(ANNA, "Labor", "J3 K3 L3 K4")
                        .access(CARA, "Gems", "K1")
                        .building("Almshouse", "A4 B4")
                        .delivered("Almshouse", "Population", DAN)
                        .delivered("Almshouse", "Food", DAN);
                    let mut table = layout.turn(ANNA);
                    table.play(connects(ANNA));
                    let paid = check_payouts_agree(&table.game, &table.events);
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

/// Returns a random table on which several tiles can supply Anna's Labor and Food.
fn random_table(dice: &mut Dice) -> Table {
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
    let owners = [ANNA_OWNS, BEN_OWNS, CARA_OWNS, Owner::Neutral];
    // Two Food and two Jewelry tiles; the second of each may be out of reach.
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

/// Places a tile and gives each other player access to it, with a chance of two in three.
fn some_access(layout: Layout, owner: Owner, name: &str, at: &str, dice: &mut Dice) -> Layout {
    let others = [ANNA_OWNS, BEN_OWNS, CARA_OWNS];
    let users: Vec<Owner> = others.into_iter().filter(|_| dice.below(3) > 0).collect();
    tile_of(layout, owner, name, at, &users)
}

/// The points each player gains, and the points lost.
type Totals = ([i32; 4], i32);

/// Returns the possible totals of a delivery of `tile` for `gross`, over all choices of sources
/// that rule 7.6 allows.
fn every_total(game: &Game, table: &PlacedTiles, tile: TileRef, gross: i32) -> BTreeSet<Totals> {
    let mut totals = BTreeSet::new();
    // The index of the source used at each fork, and the number of sources there.
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
        let mut reckoner =
            PayoutCalculator { game, table, ledger: Ledger::default(), pick: &mut pick };
        reckoner.earn(table.tile(tile).expect("it lies on the table"), gross);
        let ledger = reckoner.ledger;
        totals.insert((ledger.gains, ledger.lost));
        forks.truncate(met);
        while let Some((taken, open)) = forks.pop() {
            if taken + 1 < open {
                forks.push((taken + 1, open));
                break;
            }
        }
        if forks.is_empty() {
            return totals;
        }
    }
}

/// The results of answering every question of a delivery in every way.
#[derive(Default)]
struct Results {
    totals: BTreeSet<Totals>,
    /// The number of questions whose answers have the same outcome here, but leave different
    /// amounts for later prerequisites, so that the engine has to ask.
    same: usize,
}

/// Answers every pending question in every way and collects the results.
fn answer_all(game: &Game, events: &[Event], results: &mut Results) {
    let question = game.pending().into_iter().find_map(|owed| match owed.task {
        Task::Choose(question) => Some(question),
        _ => None,
    });
    let Some(question) = question else {
        let paid = check_payouts_agree(game, events);
        assert_eq!(paid.len(), 1, "the delivery is paid");
        let gains = paid[0].gains().0.map(|points| points.0);
        results.totals.insert((gains, paid[0].total_lost().0));
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
                    answer_all(&played.game, &played.events, results);
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
    results.same += usize::from(!differ);
}

#[test]
fn rule_7_6_exactly_the_source_choices_that_change_the_outcome_are_asked() {
    let (mut several, mut single, mut same) = (0, 0, 0);
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let table = random_table(&mut dice);
        let action = connects(ANNA);
        let played = table.game.play(&action).unwrap_or_else(|e| panic!("{e:?}"));
        let placed_tiles = PlacedTiles::of(&played.game);
        let labor = tile("Labor", "J3 K3 L3 K4");
        let spaces = played.game.contents().spaces(building("Almshouse"));
        let asked = spaces.iter().find(|space| space.resource == Some(resource("Labor")));
        let value = asked.and_then(|space| space.value).expect("it is known");
        let expected = every_total(&played.game, &placed_tiles, labor, value.0);
        let mut results = Results::default();
        answer_all(&played.game, &played.events, &mut results);
        assert_eq!(results.totals, expected, "seed {seed}");
        same += results.same;
        if expected.len() > 1 {
            several += 1;
        } else {
            single += 1;
        }
    }
    assert!(several > 80 && single > 80, "{several} with choices, {single} without");
    assert!(same < 40, "{same} questions make hardly a difference");
}
