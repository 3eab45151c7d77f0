//! Summons of characters and of monsters, and spawns, in both directions.

use std::collections::BTreeMap;

use fastrand::Rng;
use scenario::checklist::checklist;
use scenario::parse;
use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, Repair, action_text, new_record, print, read};
use scenario::sentence::sentence;
use scenario_rules::action::Action;
use scenario_rules::event::{Cause, Event, EventKind};
use scenario_rules::figure::FigureKind;
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Game, Hex, Position, Rule, Ruling};

use crate::events;
use crate::support::{action_on, assert_same, position};
use crate::table::Table;

/// The Tinkerer is in turn, then a Guard, then the Brute.
const TABLE: &str = "board 6x3\nlevel 1\ncard Guard: move 2, attack
    character Tinkerer at C2, initiative 30, hit points 8/8
    character Brute at A1, initiative 60, hit points 8/8
    normal Guard 1 at F1, hit points 5/5\ninitiative Guard: 50";
/// The start of a round after the first one.
const NEXT_ROUND: &str =
    "round\ninitiative Tinkerer: 30\ninitiative Brute: 60\ninitiative Guard: 50";

impl Table {
    /// Checks the figure in turn; "none" at the end of the round.
    #[track_caller]
    fn next_is(self, name: &str) -> Self {
        let figures = match self.0.turn_status() {
            TurnStatus::Turn { figures, .. } => figures,
            TurnStatus::Initiatives(names) => panic!("{names:?} are hidden"),
            TurnStatus::RoundEnd => Vec::new(),
        };
        let names: Vec<String> =
            figures.iter().map(|id| self.0.position().figure(*id).to_string()).collect();
        assert_eq!(if names.is_empty() { "none".to_owned() } else { names.join(", ") }, name);
        self
    }

    #[track_caller]
    fn money_in(&self, hex: &str) -> u8 {
        let hex: Hex = hex.parse().expect("a hex");
        self.0.position().layout().money.get(&hex).copied().unwrap_or_default()
    }

    #[track_caller]
    fn report_of(&self, line: &str) -> (String, Vec<String>) {
        let action = action_on(self.0.position(), line);
        let names = self.0.position().names();
        let events = self.0.outcome(&action).expect(line).report.events;
        let receipt = receipt(names, &events).iter().map(ReceiptStep::text).collect();
        (sentence(names, &action, &events), receipt)
    }
}

/// Returns hexes as text.
fn texts(hexes: &[Hex]) -> String {
    hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(" ")
}

fn summon_hexes(text: &str, name: &str) -> String {
    let position = position(text);
    texts(&position.summon_hexes(position.find(name).expect("it is on the map")))
}

#[test]
fn rule_s9_1_e30_summons_act_in_order_before_their_owner_but_not_in_their_first_round() {
    let rat = "summon Rat of Tinkerer at C1, hit points 3/3";
    let (_, receipt) = Table::new(TABLE).report_of(rat);
    assert_eq!(
        receipt.last().map(String::as_str),
        Some("  Rat acts from the next round on (S9.1)")
    );
    let words = "came in this round and does not act in it (rule S9.1)";
    let table = Table::new(TABLE)
        .plays(rat)
        .plays("summon Owl of Tinkerer at D1\ncard Rat: nothing")
        .next_is("Tinkerer")
        .refuses("done Rat", words)
        .refuses("turn Rat: to C1", words)
        .refuses("done Owl", "it acts from the next round on, or the table overrules it");
    assert_eq!(table.0.to_act().len(), 1, "only the Guard");
    table
        .plays("done Tinkerer")
        .next_is("Guard 1")
        .plays("done Guard 1\ndone Brute")
        .next_is("none")
        .plays(NEXT_ROUND)
        .next_is("Rat")
        .plays("done Rat")
        .next_is("Owl")
        .plays("done Owl")
        .next_is("Tinkerer");
}

#[test]
fn rule_s9_1_turn_of_a_new_summon_can_be_overruled() {
    let table = Table::new(TABLE).plays("summon Rat of Tinkerer at C1");
    let table = table.plays("overrule Rat: to D1, because its card says so");
    let rat = table.figure("Rat").id();
    assert!(table.0.has_acted(rat));
}

#[test]
fn rule_s9_1_summon_comes_into_an_empty_hex_beside_its_summoner() {
    let table = format!("{TABLE}\nobstacle C1\nmoney C3\nnormal Guard 2 at B1, hit points 5/5");
    assert_eq!(summon_hexes(&table, "Tinkerer"), "D1 B2 D2");
    let table = Table::new(&table)
        .refuses("summon Rat of Tinkerer at F3", "Tinkerer cannot summon Rat into F3 (rule S9.1)")
        .refuses("summon Rat of Tinkerer at C3", "it may come into D1, B2 or D2")
        .refuses("summon Rat of Tinkerer at B1", "or the table overrules it with a reason");
    let action = action_on(table.0.position(), "summon Rat of Tinkerer at F3");
    let refusal = table.0.play(&action).expect_err("it is too far away");
    assert_eq!(texts(&refusal.reasons[0].hexes()), "F3 D1 B2 D2");
    table.plays("summon Rat of Tinkerer at D2");
}

#[test]
fn rule_s9_1_without_an_empty_hex_there_is_no_summon() {
    let table = "board 2x1\ncharacter Tinkerer at A1, initiative 30\nnormal Guard 1 at B1
        initiative Guard: 50";
    assert_eq!(summon_hexes(table, "Tinkerer"), "");
    Table::new(table)
        .refuses("summon Rat of Tinkerer at B1", "no hex there is empty, so it does not come");
}

#[test]
fn rule_s9_1_setup_and_overruled_summons_may_stand_anywhere() {
    // Before its turn the table is still set up.
    let table = Table::new(TABLE).plays("summon Rat of Brute at F3");
    let rat = table.figure("Rat").id();
    assert!(!table.0.acts_next_round(rat));
    Table::new(TABLE)
        .plays("done Tinkerer")
        .refuses("summon Rat of Brute at F3", "(rule S9.1)")
        .plays(NEXT_ROUND.lines().next().expect("a line"))
        .plays("summon Rat of Brute at F3");
    let line = "summon Rat of Tinkerer at F3, because its card says so";
    let (sentence, _) = Table::new(TABLE).report_of(line);
    assert_eq!(
        sentence,
        "Rat, a summon of Tinkerer, comes onto the map in F3, overruling the rules: its card says \
         so."
    );
    Table::new(TABLE).plays(line).plays("done Tinkerer").next_is("Guard 1");
}

#[test]
fn rule_s9_1_either_of_two_tied_characters_summons_by_the_rules() {
    let tied = TABLE.replace("initiative 60", "initiative 30");
    Table::new(&tied)
        .next_is("Tinkerer, Brute")
        .refuses("summon Rat of Brute at F3", "Brute cannot summon Rat into F3 (rule S9.1)")
        .plays("summon Rat of Brute at A2")
        .next_is("Tinkerer, Brute");
}

#[test]
fn rule_s9_1_summons_leave_with_their_exhausted_owner() {
    let table = Table::new(TABLE).plays("summon Rat of Tinkerer at C1\nexhaust Tinkerer");
    table.has("Rat", None);
    let table =
        Table::new(TABLE).plays("summon Rat of Tinkerer at C1, hit points 2/2\nexhaust Brute");
    table.has("Rat", Some(2));
}

#[test]
fn rule_s5_7_e30_summon_is_gone_when_its_card_is_recovered() {
    let rat = "hand Tinkerer: 6, active 2, discard 1\nsummon Rat of Tinkerer at C1, hit points 2/2";
    let table = Table::new(TABLE).plays(rat).plays("summon Owl of Tinkerer at D1, hit points 3/3");
    let (sentence, receipt) = table.report_of("recover Tinkerer: Rat");
    assert_eq!(sentence, "Tinkerer recovers the card of Rat, which leaves.");
    assert_eq!(receipt, ["Tinkerer: hand 6 → 7, active 2 → 1", "  Rat leaves the map (S5.7)"]);
    let table = table.plays("recover Tinkerer: Rat").has("Rat", None).has("Owl", Some(3));
    assert_eq!(table.hand("Tinkerer").to_string(), "7·1·0");
    let lost = table.plays("cards Tinkerer: 1 from active to lost");
    lost.refuses("recover Tinkerer: Owl", "Tinkerer has 0 cards active, not 1").has("Owl", Some(3));
    // Cards that are not counted do not hinder.
    let table = Table::new(TABLE).plays("summon Rat of Tinkerer at C1, hit points 2/2");
    table.plays("recover Tinkerer: Rat").has("Rat", None);
}

#[test]
fn rule_s5_7_only_a_summon_of_the_character_leaves_with_a_recovered_card() {
    let table = Table::new(TABLE).plays("summon Rat of Tinkerer at C1, hit points 2/2");
    table
        .refuses("recover Brute: Rat", "Rat is no summon of Brute on the map (rule S5.7)")
        .refuses("recover Brute: Rat", "with \"cards …: 1 from active to hand\"")
        .refuses("recover Tinkerer: Guard 1", "its summons are Rat")
        .refuses("recover Guard 1: Rat", "Guard 1 is no character")
        .plays("hand Tinkerer: 6, active 1\ncards Tinkerer: 1 from active to hand")
        .has("Rat", Some(2));
}

/// A Shaman beside an obstacle, two steps from a Brute.
const SHAMAN: &str = "board 7x3\nlevel 1\nelite Shaman 1 at D2, hit points 9/9
    character Brute at A2, initiative 60, hit points 8/8
    initiative Shaman: 20\ninitiative Imp: 40\ncard Imp: attack";

#[test]
fn rule_s9_2_e31_summon_of_a_monster_comes_as_near_to_an_enemy_as_possible() {
    assert_eq!(summon_hexes(SHAMAN, "Shaman 1"), "C2 C3");
    let line = |hex: &str| format!("normal Imp 3 at {hex}, summoned by Shaman 1, hit points 2/2");
    let table = Table::new(SHAMAN)
        .refuses(&line("E2"), "Shaman 1 cannot summon Imp 3 into E2 (rule S9.2)")
        .refuses(&line("E2"), "it may come into C2 or C3");
    let (sentence, _) = table.report_of(&line("C3"));
    assert_eq!(
        sentence,
        "Normal Imp 3, summoned by Shaman 1, comes onto the map in C3: 2 hit points."
    );
    table.plays(&line("C3"));
    let blocked = format!("{SHAMAN}\nobstacle C2\ntrap C3");
    assert_eq!(summon_hexes(&blocked, "Shaman 1"), "D1 D3", "the next best hexes");
    let walled = "board 2x1\nelite Shaman 1 at A1\ncharacter Brute at B1, initiative 60";
    assert_eq!(summon_hexes(walled, "Shaman 1"), "", "no empty hex, no summon");
}

#[test]
fn rule_s9_2_invisible_enemy_does_not_draw_a_summon() {
    let two = format!("{SHAMAN}\ncharacter Mage at G2, initiative 70");
    assert_eq!(summon_hexes(&two, "Shaman 1"), "C2 E2 C3 E3");
    let hidden = two.replace("at A2, initiative 60", "at A2, initiative 60, invisible");
    assert_eq!(summon_hexes(&hidden, "Shaman 1"), "E2 E3");
}

#[test]
fn rule_s9_2_e31_without_a_free_standee_there_is_no_summon() {
    let table = Table::new(&format!("{SHAMAN}\nnormal Imp 1 at G1\nelite Imp 3 at G2"));
    let imps = table.0.position().names().set("Imp");
    let imp = |number: &str| format!("normal Imp{number} at C2, summoned by Shaman 1");
    assert_eq!(table.0.position().free_standees(imps), None, "they are not counted");
    let table = table
        .plays("standees Imp: 4")
        .refuses(&imp(" 5"), "Imp has 4 standees, and none with the number 5 (rule S9.2)")
        .refuses(
            &imp(" 3"),
            "standee 3 of Imp is on the map already (rule S9.2); free are 2 and 4",
        );
    assert_eq!(table.0.position().free_standees(imps), Some(vec![2, 4]));
    let table = table.plays(&imp(" 4")).plays("normal Imp 2 at D3");
    let none = "every standee of Imp is on the map already (rule S9.2); none is left, so it does \
                not come; \"standees Imp: …\" corrects how many it has";
    let table = table.refuses(&imp("").replace("C2", "C3"), none);
    table.plays("remove Imp 4\nstandees Imp: 3").refuses(&imp(" 4"), "none is left");
}

#[test]
fn rule_s9_2_summon_of_a_monster_acts_with_its_set_from_the_next_round() {
    let table = Table::new(SHAMAN)
        .plays("normal Imp 3 at C2, summoned by Shaman 1, hit points 2/2")
        .refuses("turn Imp 3: to C2", "Imp 3 came in this round and does not act in it (rule S9.2)")
        .plays("done Shaman 1")
        .next_is("Brute");
    let items = checklist(&table.0);
    assert!(items.iter().any(|item| item.text == "Acting from the next round on: Imp 3"));
    table
        .plays("done Brute\nround\ninitiative Brute: 60\ninitiative Shaman: 20\ninitiative Imp: 40")
        .plays("done Shaman 1")
        .next_is("Imp 3")
        .plays("turn Imp 3: to C2");
}

#[test]
fn rule_s11_2_e31_summoned_and_spawned_monsters_leave_no_token() {
    let killed = |arrival: &str| {
        let imp = format!("normal Imp 3 at C2{arrival}, hit points 2/2\nsuffer Imp 3: 2");
        Table::new(SHAMAN).plays(&imp).money_in("C2")
    };
    assert_eq!(killed(""), 1);
    assert_eq!(killed(", summoned by Shaman 1"), 0);
    assert_eq!(killed(", spawned"), 0);
    assert_eq!(killed(", leaves nothing"), 0);
}

#[test]
fn rule_s9_3_spawn_comes_into_its_place_or_the_nearest_empty_hex() {
    let table = format!("{TABLE}\nobstacle E1\nmoney E2");
    let nearest = |hex: &str| {
        let position = position(&table);
        texts(&position.nearest_empty_hexes(hex.parse().expect("a hex")))
    };
    assert_eq!(nearest("F2"), "F2");
    assert_eq!(nearest("F1"), "F2", "the Guard, the obstacle and the token are in the way");
    assert_eq!(nearest("C2"), "B1 C1 D1 B2 D2 C3");
    Table::new(&table)
        .refuses("normal Guard 2 at D1, spawned near F1", "is not spawned in D1 (rule S9.3)")
        .refuses("normal Guard 2 at D1, spawned near F1", "it may come into F2")
        .plays("normal Guard 2 at D1, spawned near F1, because the tile says so")
        .plays("normal Guard 3 at F2, spawned near F1\nnormal Guard 4 at E3, spawned");
    assert_eq!(texts(&position("board 1x1\nobstacle A1").nearest_empty_hexes(Hex::new(0, 0))), "");
}

#[test]
fn rule_s9_3_spawn_at_the_end_of_a_round_acts_from_the_next() {
    let finished = || Table::new(TABLE).plays("done Tinkerer\ndone Guard 1\ndone Brute");
    let table = finished().plays("normal Guard 2 at F3, spawned").next_is("none");
    let table = table.refuses("turn Guard 2: to F3", "Guard 2 came in this round");
    table.plays(NEXT_ROUND).plays("done Tinkerer\ndone Guard 1").next_is("Guard 2");
    // A monster of a room that is revealed acts in this round.
    finished().plays("normal Guard 2 at F3").next_is("Guard 2");
}

#[test]
fn rule_s9_3_without_a_free_standee_there_is_no_spawn() {
    let table = Table::new(&format!("{TABLE}\nstandees Guard: 1"));
    table.refuses("normal Guard 2 at F3, spawned", "none with the number 2 (rule S9.3)");
    Table::new(TABLE).plays("normal Guard 2 at F3, spawned");
}

#[test]
fn rule_s9_3_spawn_during_a_round_counts_as_just_revealed() {
    let table = Table::new(TABLE)
        .plays("done Tinkerer\ndone Guard 1\nnormal Ghost 1 at F3, spawned\ninitiative Ghost: 10")
        .next_is("Brute");
    let TurnStatus::Turn { ruling, .. } = table.0.turn_status() else { panic!("a turn") };
    assert_eq!(ruling, Some(Ruling::RevealedRoom));
    table.plays("done Brute").next_is("Ghost 1").plays("done Ghost 1").next_is("none");
}

#[test]
fn arrivals_read_back_as_they_were_written() {
    let mut record = new_record(position(SHAMAN));
    let lines = [
        "normal Imp 3 at C2, summoned by Shaman 1, hit points 2/2",
        "normal Imp 4 at G1, flying, spawned, hit points 2/2",
        "normal Imp 5 at A1, spawned near A2",
        "boss Imp King at G3, spawned near A2, hit points 9/9, because # it, says so",
        "done Shaman 1",
        "summon Rat of Brute at G2, because it is late",
        "standees Imp: 6",
        "standees Imp King: 1",
        "no standees Imp King",
        "recover Brute: Rat",
    ];
    for line in lines {
        let action = action_on(record.game().position(), line);
        assert_eq!(action_text(&record, &action), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let loaded = read(&print(&record));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_same(&loaded.record.expect("it can be read"), &record);
    let text = scenario::print(record.game().position());
    assert_eq!(scenario::print(&position(&text)), text);
    for (line, expected) in [
        ("summon Rat of Brute at A1, spawned", "the arrival only of a monster"),
        ("normal Imp 1 at A1, spawned, summoned by Imp 2", "that has been said"),
        ("normal Imp 1 at A1, spawned near Z9", "a hex"),
    ] {
        let error = parse(&format!("{SHAMAN}\n{line}")).expect_err(line).to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = parse(&format!("{SHAMAN}\nnormal Imp 1 at A1, because so")).expect_err("a reason");
    assert!(error.to_string().contains("a figure without a reason"), "{error}");
}

#[test]
fn repair_lets_a_summon_stand_that_is_no_longer_beside_its_summoner() {
    let mut record = new_record(position(TABLE));
    for line in ["move Tinkerer to E2", "summon Rat of Tinkerer at F2", "done Brute"] {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let mut repair = Repair::new(&record);
    repair.remove(&record, 1);
    assert!(repair.clash().is_some(), "the Tinkerer is too far away");
    assert!(repair.let_stand(&record, 1), "the summon can stand");
    assert!(repair.clash().is_none());
}

/// Counts the tokens that an action puts down by its events, as the rules of tokens have it.
fn tokens_placed(before: &Position, events: &[Event]) -> i32 {
    let left_as_monster = |id: FigureId| {
        let figure = before.get(id);
        figure.is_some_and(|figure| {
            matches!(figure.kind, FigureKind::Monster(_))
                && figure.summoner().is_none()
                && figure.arrival_rule() != Some(Rule::Spawning)
        })
    };
    let ended = events.iter().any(|event| matches!(event.kind, EventKind::Ended(_)));
    events
        .iter()
        .map(|event| match &event.kind {
            EventKind::Left { figure, .. } if event.cause == Cause::Rule(Rule::Death) => {
                i32::from(left_as_monster(*figure))
            }
            EventKind::Money { from, to, .. } if event.cause == Cause::Players || ended => {
                i32::from(*to) - i32::from(*from)
            }
            _ => 0,
        })
        .sum()
}

#[test]
fn tokens_on_the_map_and_looted_ones_are_all_that_were_placed() {
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let mut game = Game::new(position(events::TABLE));
        let mut placed = 0;
        for _ in 0..150 {
            let Some(action) = events::any_action(&game, &mut rng) else { continue };
            let Ok(outcome) = game.outcome(&action) else { continue };
            placed += tokens_placed(game.position(), &outcome.report.events);
            let layout = outcome.game.position().layout();
            let on_map: u32 = layout.money.values().map(|&count| u32::from(count)).sum();
            let looted: u32 = layout.purses.iter().map(|purse| u32::from(purse.tokens)).sum();
            assert_eq!(i64::from(on_map + looted), i64::from(placed), "seed {seed}: {action:?}");
            let is_summon = matches!(&action, Action::Put(figure) if figure.summoner().is_some());
            *kinds.entry("summons").or_default() += u32::from(is_summon);
            let has_token = |event: &Event| event.cause == Cause::Ruling(Ruling::DroppedToken);
            let has_dropped = outcome.report.events.iter().any(has_token);
            *kinds.entry("tokens").or_default() += u32::from(has_dropped);
            *kinds.entry("looted").or_default() += u32::from(looted > 0);
            game = outcome.game;
        }
    }
    assert!(kinds.values().all(|&count| count > 20), "every kind occurs: {kinds:?}");
}
