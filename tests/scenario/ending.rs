//! The end of a scenario, exhausted characters and the variants, in both directions.

use scenario::checklist::checklist;
use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, Repair, action_text, new_record, print, print_for_people, read};
use scenario::sentence::{action_sentence, sentence};
use scenario_rules::ending::{CharacterGains, Ending, ScenarioSummary};
use scenario_rules::figure::Condition;
use scenario_rules::hand::{Hand, Pile};
use scenario_rules::modifier::{DeckOwner, Modifier, ModifierFace};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Game, Rule};

use crate::support::{CheckAnswer, action_on, position, turn};
use crate::table::Table;

/// A level 2 scenario in which the Brute has three tokens and seven experience.
const ENDING: &str = "board 6x2\nlevel 2\nnormal Guard 1 at F1, hit points 5/5
    character Brute at A1, initiative 30, hit points 9/9
    character Mage at C1, initiative 60, hit points 9/9
    initiative Guard: 50\nmoney D1 D1 E2\ngains Brute: 3 tokens, 7 experience";
/// The turns that finish its round.
const ROUND: &str = "done Brute\ndone Guard 1\ndone Mage";

impl Table {
    fn summary(&self) -> ScenarioSummary {
        self.0.summary().expect("the scenario has ended")
    }

    fn gains_of(&self, name: &str) -> CharacterGains {
        let names = self.0.position().names();
        let mut gains = self.summary().characters.into_iter();
        gains.find(|of| *names.figure_name(of.figure) == *name).expect("it takes part")
    }

    /// Plays a line and returns its receipt.
    #[track_caller]
    fn receipt_of(&self, line: &str) -> Vec<String> {
        let action = action_on(self.0.position(), line);
        let report = self.0.outcome(&action).expect(line).report;
        let lines = receipt(self.0.position().names(), &report.events);
        lines.iter().map(ReceiptStep::text).collect()
    }

    #[track_caller]
    fn sentence_of(&self, line: &str) -> String {
        let action = action_on(self.0.position(), line);
        let report = self.0.outcome(&action).expect(line).report;
        sentence(self.0.position().names(), &action, &report.events)
    }
}

#[test]
fn rule_s12_1_scenario_ends_only_after_the_round_is_finished() {
    let table = Table::new(ENDING).plays("done Brute");
    let words = "the round is finished first, and Guard 1 and Mage did not act yet (rule S12.1)";
    let table = table.refuses("end won", words).refuses("end lost", words);
    let table = table.refuses("end won", "or let the table overrule it with a reason");
    assert_eq!(table.plays("done Guard 1\ndone Mage\nend won").summary().ending, Ending::Won);
    // The next round may have been started already, but not played.
    let unrevealed = Table::new(ENDING).plays(ROUND).plays("round\nend won");
    assert_eq!(unrevealed.summary().rounds, 2);
    Table::new(ENDING)
        .plays(ROUND)
        .plays("round\ninitiative Brute: 20\ninitiative Mage: 70\ninitiative Guard: 10")
        .refuses("end won", "the round is finished first");
    let first =
        ENDING.replace("initiative 30", "unrevealed").replace("initiative 60", "unrevealed");
    Table::new(&first).refuses("end won", "the round is finished first");
}

#[test]
fn rule_s12_1_overruled_end_comes_at_any_time() {
    let table = Table::new(ENDING).plays("end lost, because the time is up");
    assert_eq!(table.summary().ending, Ending::Lost);
    let sentence = Table::new(ENDING).sentence_of("end lost, because the time is up");
    assert_eq!(sentence, "The scenario is lost, overruling the rules: the time is up.");
    let refusal = Table::new(&ENDING.replace("level 2\n", ""))
        .plays(ROUND)
        .refuses("end won", "the level of the scenario is not set (rule S12.2)");
    refusal.refuses("end won, because it is late", "write \"level 1\"").plays("level 1\nend won");
}

#[test]
fn rule_s12_1_after_the_end_only_corrections_and_notes_are_accepted() {
    let table = Table::new(ENDING).plays(ROUND).plays("end won");
    let text = scenario::print(table.0.position());
    let table = ["move Brute to B1", "round", "end lost", "loot Brute: 1", "done Mage", "money A1"]
        .into_iter()
        .fold(table, |table, line| table.refuses(line, "the scenario is won (rule S12.1)"));
    let table = table.refuses("suffer Brute: 1", "undo the end to go on");
    assert_eq!(scenario::print(table.0.position()), text, "refusals change nothing");
    assert_eq!(table.0.turn_status(), TurnStatus::RoundEnd);
    let table = table.plays(
        "note A fine evening.\nexperience Brute: +1\nhit points Brute: 8/9\nhand Brute: 9\nlevel 3",
    );
    assert_eq!(table.gains_of("Brute").total_experience(), 8 + 10);
}

#[test]
fn rule_s12_1_nothing_is_due_after_an_overruled_end() {
    let table = "board 3x1\nlevel 1\ncard Guard: attack 2\ninitiative Guard: 10
        normal Guard 1 at A1\ncharacter Brute at B1, initiative 30, hit points 9/9";
    let table = Table::new(table).plays("turn Guard 1: to A1, attacks Brute");
    assert!(table.0.attacks_due().is_some());
    assert!(table.plays("end won, because the door is open").0.attacks_due().is_none());
    let table = Table::new(ENDING).plays("done Brute\ndone Guard 1\nagain Guard 1: attack");
    let after = table.plays("end won, because the door is open");
    assert!(after.0.position().layout().further_attack.is_none());
}

#[test]
fn rule_s12_1_undone_end_lets_the_scenario_go_on() {
    let mut record = new_record(position(ENDING));
    for line in ROUND.lines().chain(["end won"]) {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    assert_eq!(action_sentence(&record, 4).as_deref(), Some("The scenario is won."));
    record.apply(Change::Undo(1)).expect("there is an entry");
    assert!(record.game().end().is_none());
    let money = record.game().position().layout().money.len();
    assert_eq!(money, 2, "the tokens are back");
    let round = action_on(record.game().position(), "round");
    record.apply(Change::play(round)).expect("the next round starts");
}

#[test]
fn rule_s12_4_battle_goals_count_for_exhausted_characters_too() {
    let table = Table::new(ENDING).plays("hit points Mage: 0/9\nexperience Brute: +1");
    let table = table.plays("done Brute\ndone Guard 1\nend won");
    assert_eq!(table.gains_of("Mage").checkmarks, None, "not recorded yet");
    assert_eq!(
        table.sentence_of("goal Mage: 1 checkmark"),
        "Mage completes its battle goal: 1 checkmark."
    );
    assert_eq!(table.receipt_of("goal Brute: 0 checkmarks"), ["Brute: 0 checkmarks (S12.4)"]);
    let table =
        table.plays("goal Mage: 1 checkmark\ngoal Brute: 2 checkmarks\ngoal Brute: 0 checkmarks");
    let checkmarks = |name| table.gains_of(name).checkmarks;
    assert_eq!((checkmarks("Mage"), checkmarks("Brute")), (Some(1), Some(0)));
    assert_eq!(table.sentence_of("goal Brute: 0 checkmarks"), "Brute misses its battle goal.");
    table.refuses("goal Guard 1: 1 checkmark", "Guard 1 is no character");
}

#[test]
fn rule_s12_4_battle_goals_do_not_count_in_a_lost_or_unfinished_scenario() {
    let table = Table::new(ENDING).plays(ROUND);
    let table = table
        .refuses("goal Brute: 1 checkmark", "the scenario is not won yet (rule S12.4)")
        .refuses("goal Brute: 1 checkmark", "write \"end won\" first")
        .plays("end lost")
        .refuses("goal Brute: 1 checkmark", "battle goals count only on success (rule S12.4)");
    assert_eq!(table.gains_of("Brute").checkmarks, None);
    let error = parse_action_error("goal Brute: 1 perk");
    assert!(error.contains("\"checkmarks\""), "{error}");
}

fn parse_action_error(line: &str) -> String {
    let position = position(ENDING);
    let action = scenario::action::parse_action(1, line, position.names(), position.board());
    action.expect_err(line).to_string()
}

#[test]
fn wound_hurts_nobody_once_the_scenario_has_ended() {
    let wounded = ENDING.replace("initiative 60, hit", "initiative 20, wounded, hit");
    // The turn of the Mage starts with the first entry.
    Table::new(&wounded).plays("note Its turn.").has("Mage", Some(8));
    let table = Table::new(&wounded).plays("end lost, because it is late\nnote Good night.");
    assert!(table.has("Mage", Some(9)).figure("Mage").is(Condition::Wound));
}

#[test]
fn rule_s12_2_e32_success_brings_experience_and_both_ends_bring_gold() {
    let finished = || Table::new(ENDING).plays(ROUND);
    let won = finished().plays("end won").gains_of("Brute");
    assert_eq!((won.gold(), won.total_experience()), (9, 15));
    let lost = finished().plays("end lost").gains_of("Brute");
    assert_eq!((lost.gold(), lost.total_experience()), (9, 7));
    let mage = finished().plays("end won").gains_of("Mage");
    assert_eq!((mage.gold(), mage.total_experience()), (0, 8));
}

#[test]
fn rule_s12_2_receipt_computes_the_gains_and_removes_the_money_left() {
    let table = Table::new(ENDING).plays(ROUND);
    let receipt = table.receipt_of("end won");
    assert_eq!(
        receipt,
        [
            "the scenario is won (S12.1)",
            "  Brute: 7 experience gained + 8 for success = 15 (S12.2)",
            "  Brute: 3 money tokens × 3 = 9 gold (S12.2)",
            "  Mage: 0 experience gained + 8 for success = 8 (S12.2)",
            "  Mage: 0 money tokens × 3 = 0 gold (S12.2)",
            "  0 money tokens in D1 (S12.2)",
            "  0 money tokens in E2 (S12.2)",
        ]
    );
    assert!(table.receipt_of("end lost").contains(&"  Brute: 7 experience gained (S12.2)".into()));
    let table = table.plays("end won");
    assert!(table.0.position().layout().money.is_empty(), "loot left on the map is gone");
}

#[test]
fn rule_s12_2_exhausted_character_keeps_its_gains() {
    let table = Table::new(ENDING).plays("hit points Mage: 0/9\nexperience Brute: +1");
    let table = table.plays("done Brute\ndone Guard 1\nend won");
    assert_eq!(table.gains_of("Mage").total_experience(), 8, "without a token or experience");
    assert!(!table.gains_of("Mage").is_dead);
    assert_eq!(table.summary().characters.len(), 2);
}

#[test]
fn rule_s12_3_added_cards_leave_the_decks_and_all_cards_come_back() {
    let table = Table::new(ENDING)
        .plays("deck Brute: standard\nbless Brute: 2\ncurse monsters: 3\nhand Brute: 8, active 1, lost 1")
        .plays("attack Brute: on Guard 1, 0 range 5, drew x2");
    let deck = |table: &Table, owner| table.0.position().layout().deck(owner).expect("a deck");
    let brute = DeckOwner::Character(table.figure("Brute").id());
    let bless = Modifier::plain(ModifierFace::Bless);
    assert_eq!(deck(&table, brute).count_of(bless).0, 2, "before the end");
    assert_eq!((deck(&table, brute).left(), deck(&table, brute).shuffle_due), (21, true));
    assert_eq!(table.hand("Brute").count(Pile::Hand), 8);
    let table = table.plays(ROUND).plays("end lost");
    assert_eq!((deck(&table, brute).left(), deck(&table, brute).shuffle_due), (20, false));
    assert_eq!(deck(&table, DeckOwner::Monsters).left(), 20);
    assert_eq!(table.hand("Brute"), Hand::full(10));
}

#[test]
fn rule_s12_3_round_alone_leaves_added_cards_and_lost_cards() {
    let table = Table::new(ENDING).plays("curse monsters: 3\nhand Brute: 8, lost 1\nround");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("a deck");
    assert_eq!(deck.left(), 23);
    assert_eq!(table.hand("Brute").count(Pile::Lost), 1);
}

#[test]
fn rule_s12_5_rewards_are_recorded_after_success_also_for_the_exhausted() {
    let table = Table::new(ENDING).plays("hit points Mage: 0/9\ndone Brute\ndone Guard 1\nend won");
    let table = table.plays("reward Mage: 1 checkmark\nreward Brute: 10 gold, and a cloak");
    let texts: Vec<String> = table.summary().rewards.into_iter().map(|of| of.text).collect();
    assert_eq!(texts, ["1 checkmark", "10 gold, and a cloak"]);
    assert_eq!(table.sentence_of("reward Mage: a cloak"), "Reward of Mage: a cloak.");
    table.refuses("reward Guard 1: a cloak", "Guard 1 is no character");
}

#[test]
fn rule_s12_5_rewards_need_success() {
    Table::new(ENDING)
        .refuses("reward Brute: 1 checkmark", "the scenario is not won yet (rule S12.5)")
        .refuses("reward Brute: 1 checkmark", "write \"end won\" first")
        .plays(ROUND)
        .plays("end lost")
        .refuses("reward Brute: 1 checkmark", "rewards are for success only");
}

#[test]
fn rule_s7_7_scenario_is_lost_once_all_characters_are_exhausted() {
    let table = Table::new(ENDING).plays("hit points Mage: 0/9\nhit points Brute: 0/9");
    table
        .refuses("end won", "all characters are exhausted, so the scenario is lost (rule S7.7)")
        .plays("end lost");
}

#[test]
fn rule_s7_7_character_without_cards_is_exhausted_and_leaves_with_its_summons() {
    let table = format!("{ENDING}\nsummon Rat of Mage at C2\nhand Mage: 1, discard 1, lost 7");
    let table = Table::new(&table);
    assert_eq!(table.sentence_of("exhaust Mage"), "Mage is exhausted and leaves the map.");
    let table = table.plays("exhaust Mage");
    assert!(["Mage", "Rat"].iter().all(|name| table.0.position().find(name).is_none()));
    let items = checklist(&table.0);
    assert!(items.iter().any(|item| item.text == "Exhausted: Mage"), "{items:?}");
    let text = scenario::print(table.0.position());
    assert!(text.contains("\nexhausted Mage\n"), "{text}");
    assert_eq!(scenario::print(&position(&text)), text);
    // A figure that is put on the map again takes part again.
    let table = table.plays("character Mage at C1, initiative 60");
    assert!(table.0.position().layout().exhausted.is_empty());
}

#[test]
fn rule_s7_7_character_that_can_play_or_rest_is_not_exhausted_by_its_cards() {
    Table::new(ENDING)
        .plays("hand Mage: 2")
        .refuses("exhaust Mage", "Mage can still play two cards (rule S7.7)")
        .plays("hand Mage: 1, discard 2")
        .refuses("exhaust Mage", "Mage can still take a long rest (rule S7.7)")
        .refuses("exhaust Mage", "write \"remove Mage\"")
        .refuses("exhaust Guard 1", "Guard 1 is no character");
}

/// Returns the damage of the Brute's attack of 3 with these cards, with or without the variant.
fn damage(variant: &str, attack: &str) -> u16 {
    let table = "board 6x2\nlevel 1\nnormal Guard 1 at B1, hit points 20/20
        character Brute at A1, initiative 30, hit points 20/20\ninitiative Guard: 50";
    let after =
        Table::new(table).plays(variant).plays(&format!("attack Brute: on Guard 1, {attack}"));
    20 - after.figure("Guard 1").hit_points.expect("they are counted").current
}

#[test]
fn rule_s13_1_double_and_no_damage_count_as_nothing_in_the_variant() {
    let variant = "ruling reduced randomness";
    assert_eq!(damage(variant, "3, drew x2"), 3);
    assert_eq!(damage(variant, "3, drew null"), 3);
    assert_eq!(damage(variant, "3 advantage, drew +1 x2"), 4);
    assert_eq!(damage(variant, "3, drew bless"), 6, "only the standard cards");
    assert_eq!(damage(variant, "3, drew curse"), 0, "only the standard cards");
    let receipt = Table::new(ENDING)
        .plays(variant)
        .receipt_of("attack Brute: on Guard 1, 3 range 5, drew x2");
    assert!(receipt.contains(&"  x2 counts as +0 (S13.1)".to_owned()), "{receipt:?}");
}

#[test]
fn rule_s13_1_without_the_variant_both_cards_count_in_full() {
    assert_eq!(damage("", "3, drew x2"), 6);
    assert_eq!(damage("ruling reduced randomness\nno ruling reduced randomness", "3, drew x2"), 6);
    assert_eq!(damage("", "3, drew null"), 0);
    assert_eq!(damage("", "3 advantage, drew +1 x2"), 6);
}

#[test]
fn rule_s13_1_deck_is_still_shuffled_after_one_of_the_cards() {
    let table = Table::new(ENDING)
        .plays("ruling reduced randomness\nattack Guard 1: on Mage, 2 range 5, drew null");
    let deck = |table: &Table| table.0.position().layout().deck(DeckOwner::Monsters);
    assert!(deck(&table).is_some_and(|deck| deck.shuffle_due && deck.left() == 19));
    let table = table.plays("done Brute\ndone Guard 1\ndone Mage\nround");
    assert!(deck(&table).is_some_and(|deck| !deck.shuffle_due && deck.left() == 20));
}

#[test]
fn rule_s13_2_character_below_one_hit_point_dies_for_good_in_the_variant() {
    let table = Table::new(ENDING).plays("ruling permanent death");
    let receipt = table.receipt_of("hit points Mage: 0/9");
    assert!(receipt.iter().any(|line| line.ends_with("(S13.2)")), "{receipt:?}");
    let table = table.plays("hit points Mage: 0/9\ndone Brute\ndone Guard 1");
    let receipt = table.receipt_of("end won");
    let dead = "  Mage is dead and keeps nothing (S13.2)".to_owned();
    assert!(receipt.contains(&dead), "{receipt:?}");
    let table = table.plays("end won");
    assert!(table.gains_of("Mage").is_dead && !table.gains_of("Brute").is_dead);
}

#[test]
fn rule_s13_2_character_exhausted_by_cards_stays_as_a_target_and_cannot_act() {
    let exhausted = || {
        Table::new(ENDING)
            .plays("ruling permanent death\nbonus Mage: shield 1\nhand Mage: 1\nexhaust Mage")
    };
    let table = exhausted();
    assert!(table.figure("Mage").bonuses.is_empty());
    let initiative = |table: &Table| {
        let mage = table.figure("Mage").id();
        table.0.position().order().number(mage)
    };
    assert_eq!(initiative(&table), Some(99));
    let words = "Mage is exhausted (rule S7.7)";
    let table = table
        .refuses("done Mage", words)
        .refuses("initiative Mage: 20", words)
        .refuses("loot Mage: 1", words)
        .refuses("exhaust Mage", words)
        .refuses("attack Mage: on Guard 1, 2 range 5, drew +0", words)
        .plays("attack Guard 1: on Mage, 2 range 5, drew +0")
        .has("Mage", Some(7))
        .plays("done Brute\ndone Guard 1");
    assert_eq!(table.0.turn_status(), TurnStatus::RoundEnd, "it has no turn");
    let table = table.plays("round");
    assert_eq!(initiative(&table), Some(99), "in every round");
    let dead = table.plays("suffer Mage: 7").has("Mage", None).plays("end lost");
    assert!(dead.gains_of("Mage").is_dead);
    let alive = exhausted().plays("done Brute\ndone Guard 1\nend won");
    assert!(!alive.gains_of("Mage").is_dead);
}

#[test]
fn rule_s13_2_exhausted_character_is_the_focus_only_after_all_others() {
    let table = "board 5x1\ncard Guard: attack range 4\nnormal Guard 1 at C1\ninitiative Guard: 50
        character Brute at A1, initiative 70\ncharacter Mage at E1, initiative 30";
    turn(table, "Guard 1").focuses("Mage");
    let after = Table::new(table).plays("ruling permanent death\nexhaust Mage");
    turn(&scenario::print(after.0.position()), "Guard 1").focuses("Brute");
}

#[test]
fn rule_s13_2_without_the_variant_exhausted_characters_leave_alive() {
    let table = Table::new(ENDING).plays("exhaust Mage").has("Mage", None);
    let table = table.plays("done Brute\ndone Guard 1\nend won");
    assert!(!table.gains_of("Mage").is_dead);
    let receipt = Table::new(ENDING).receipt_of("hit points Mage: 0/9");
    assert!(receipt.iter().all(|line| !line.contains("S13.2")), "{receipt:?}");
}

#[test]
fn lines_about_the_end_read_back_as_they_were_written() {
    let mut record = new_record(position(ENDING));
    let lines = "ruling reduced randomness\nruling permanent death\nexhaust Mage\ndone Brute
        done Guard 1\nend won, because the door is open\nreward Brute: 2 checkmarks # and a cloak";
    for line in lines.lines().map(str::trim) {
        let action = action_on(record.game().position(), line);
        assert_eq!(action_text(&record, &action), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    for text in [print(&record), print_for_people(&record)] {
        let loaded = read(&text);
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
        assert_eq!(loaded.record.expect("it can be read").game(), record.game());
    }
    let items = checklist(record.game());
    assert!(items.iter().any(|item| item.text == "The scenario is won"), "{items:?}");
}

#[test]
fn repair_lets_an_end_stand_that_comes_before_the_round_is_finished() {
    let mut record = new_record(position(ENDING));
    for line in ROUND.lines().chain(["end won"]) {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let mut repair = Repair::new(&record);
    repair.remove(&record, 2);
    assert!(repair.clash().is_some(), "the round is not finished any more");
    assert!(!repair.let_stand(&record, 1), "the turn of a character is not judged");
    assert!(repair.let_stand(&record, 3), "the end can stand");
    assert!(repair.clash().is_none());
}

#[test]
fn end_before_any_character_is_on_the_map_has_no_gains() {
    let game = Game::new(position("board 3x3\nlevel 1"));
    let action = action_on(game.position(), "end lost");
    let summary = game.play(&action).expect("nobody has to act").summary();
    assert!(summary.is_some_and(|summary| summary.characters.is_empty()));
    assert_eq!(Rule::ScenarioEnd.number(), "S12.1");
}
