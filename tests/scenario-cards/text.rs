//! Lines of cards as people type them, and refusals.

use scenario_cards::{CardBook, CharacterCounts, EquationValues, Formula, RoomFigureKind, Stat};
use scenario_rules::figure::Rank;

#[track_caller]
fn parse(text: &str) -> CardBook {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that a line is printed as `canonical`, and that this is parsed as the same.
#[track_caller]
fn check(typed: &str, canonical: &str) {
    let book = parse(typed);
    let printed = book.to_string();
    assert_eq!(printed.trim_end(), canonical);
    assert_eq!(parse(&printed), book);
}

/// Checks the whole refusal of a line.
#[track_caller]
fn check_refused(typed: &str, message: &str) {
    let error = typed.parse::<CardBook>().expect_err(typed);
    assert_eq!(error.to_string(), message.trim_start_matches('\n'));
}

#[test]
fn canonical_lines_are_printed_as_they_are() {
    for line in [
        "stats Red Guard level 1: normal hit points 5 move 2 attack 2; elite hit points 9 move 2 attack 3 shield 1",
        "stats Warden level 7: boss hit points 8xC move 2 attack C+1 range L+2 targets [C/2{math.ceil}]",
        "stats Marsh Hound level 0: normal retaliate 1 range 2 poison wound immune to stun disarm \"pounces\"",
        "monster Red Guard: deck Guard, 6 standees, flying",
        "monster Red Guard: 1 standee",
        "special Warden 1: \"all doors close\", summon [C/2{math.ceil}] normal Marsh Hound",
        "special Warden 2 level 3: move +0, attack +1 range 3",
        "ability Red Guard 50: move +0, attack +0",
        "ability Red Guard 15 shuffle: shield 1, retaliate 2",
        "ability Red Guard 15 \"Raised Shields\" shuffle: shield L range 2, retaliate 2 range 3",
        "ability Red Guard 70: move -1, attack +1 range 2, use fire: muddle",
        "ability Red Guard 0: attack -1 targets 2 pierce 1 push 1 pull 1 poison area \"(0,1,active)\"",
        "ability Red Guard: nothing",
        "ability Red Guard 3: heal X self \"the damage dealt\", loot 1, suffer 2, special 1",
        "ability Red Guard 4: use fire or any: range +1 and targets 2 and jump, make ice, make any",
        "ability Red Guard 5: strengthen on \"all adjacent allies\", muddle range 3, push 1 self",
        "ability Red Guard 6: move +2 jump, summon 2 elite Mudling for 3 or 4, spawn 1 Rat",
        "class Tidecaller: hand 10, hit points 10 12 14 16 18 20 22 24 26",
        "perk Tidecaller: replace -1 with +1 and 2 x2 rolling push 1 make fire",
        "perk Tidecaller 2 times: remove 4 +0, \"ignore items\"",
        "deck Tidecaller: replace -1 with +1, add +3",
        "item 12: small, 10 gold, spent",
        "item 12 \"Oak Oar\": two hands, 25 gold, consumed, 2 copies, add 2 -1, \"strong\"",
        "item 1: nothing",
        "scenario 4: \"The Drowned Gate\", monster Red Guard, monster Marsh Hound",
        "scenario 4 room 2: 2 normal Red Guard, 1 elite Red Guard for 4",
        "scenario solo-1 room 0: 1 object Crate hit points C+1, 1 object Door for 2 or 3",
        "scenario 4 room 3: nothing",
    ] {
        check(line, line);
    }
}

#[test]
fn capitals_plurals_units_and_most_commas_are_forgiven() {
    for (typed, canonical) in [
        ("ABILITY Guard 20: Move 1, Attack 2", "ability Guard 20: move 1, attack 2"),
        ("ability Guard 20: move 1 attack 2", "ability Guard 20: move 1, attack 2"),
        ("ability Guard 20: move +1 hexes then attack −1", "ability Guard 20: move +1, attack -1"),
        ("ability Guard 20: move +1, then attack +0", "ability Guard 20: move +1, attack +0"),
        (
            "ability Guard 20: attack +1, range 2 hexes, target 2",
            "ability Guard 20: attack +1 range 2 targets 2",
        ),
        ("ability Guard 20: shields 1 # often", "ability Guard 20: shield 1"),
        ("ability Guard 20: consume Fire: Poisoned", "ability Guard 20: use fire: poison"),
        ("ability Guard 20: make any element", "ability Guard 20: make any"),
        ("ability Guard 20: “Said at once”", "ability Guard 20: \"Said at once\""),
        (
            "stats Guard level 1: Elite HP 9, Move 2, Attack 3 damage, Targets 2",
            "stats Guard level 1: elite hit points 9 move 2 attack 3 targets 2",
        ),
        (
            "stats Guard level 1: normal hit point 5 move - attack 2 immune: poison, wound and stun",
            "stats Guard level 1: normal hit points 5 attack 2 immune to poison wound stun",
        ),
        ("stats Boss level 0: boss hp 8 x c", "stats Boss level 0: boss hit points 8xC"),
        ("class Brute: hit point 10 12, hand 9 cards", "class Brute: hand 9, hit points 10 12"),
        ("deck Brute: Replace -1 by +1, add double", "deck Brute: replace -1 with +1, add x2"),
        ("item 3: Small, 1 copies", "item 3: small, 1 copy"),
        (
            "scenario 1 room 1: normal Guard for 2 and 3 characters, 3 elite Guard for 2/4",
            "scenario 1 room 1: 1 normal Guard for 2 or 3, 3 elite Guard for 2 or 4",
        ),
        ("scenario 1 room 1: 1 normal Guard for 2 or 3 or 4", "scenario 1 room 1: 1 normal Guard"),
        ("\u{feff}# cards of ours\n\n  item 3: small  \r\n", "item 3: small"),
    ] {
        check(typed, canonical);
    }
}

#[test]
fn refusal_underlines_the_place_and_shows_a_valid_line() {
    check_refused(
        "# stats\nability Red Guard 15: shild 1, retaliate 2",
        "
line 2, column 23: found \"shild\", expected an ability: move, attack, heal, shield, retaliate, loot, suffer, make, use, summon, spawn, special, a condition with \"self\", or a text in quotation marks
  ability Red Guard 15: shild 1, retaliate 2
                        ^^^^^
  a valid line: ability Red Guard 15 shuffle: move +0, attack +1 range 2 poison",
    );
    check_refused(
        "item 12: small, 10",
        "
line 1, column 19: found the end of the line, expected \"gold\" or \"copies\"
  item 12: small, 10
                    ^
  a valid line: item 12: small, 10 gold, spent",
    );
    check_refused(
        "ability Guard 15: attack +1, poison",
        "
line 1, column 30: found \"poison\", expected targets for poison, such as poison self, or no comma before poison if it belongs to the attack
  ability Guard 15: attack +1, poison
                               ^^^^^^
  a valid line: ability Red Guard 15 shuffle: move +0, attack +1 range 2 poison",
    );
    check_refused(
        "stats Warden of Salt level 1: boss hit points 7",
        "
line 1, column 14: found \"of\", expected a name without \"at\", \"of\" and \"to\", which the table cannot use: write Warden-of-Salt
  stats Warden of Salt level 1: boss hit points 7
               ^^
  a valid line: stats Red Guard level 1: normal hit points 5 move 2 attack 2; elite hit points 9 move 2 attack 3 shield 1",
    );
}

#[test]
fn every_kind_of_mistake_is_refused_at_its_place() {
    for (typed, column, expected) in [
        ("cards Guard", 1, "stats, monster, special, ability"),
        ("stats Guard: normal move 1", 12, "level and its number"),
        ("stats Guard level 8: normal", 19, "a level, from 0 to 7"),
        ("stats Guard level 1: move 2", 22, "normal, elite, boss or named"),
        ("stats Guard level 1: normal move 2 move 3", 36, "move only once"),
        ("stats Guard level 1: normal; normal", 30, "each rank of a level only once"),
        ("stats Guard level 1: normal retaliate 1 retaliate 2", 41, "one retaliate only"),
        ("stats Guard level 1: normal fast", 29, "hit points, move, attack"),
        ("stats Guard level 1: normal immune to fire", 39, "a condition such as poison"),
        ("monster Guard: flying, flying", 24, "the monster has that already"),
        ("monster Guard: 6 chairs", 18, "standees"),
        ("special Warden: attack 1", 15, "the number of a special ability"),
        ("ability Guard 100: move 1", 15, "an initiative, from 0 to 99"),
        ("ability Guard 10 move 1", 18, "\":\""),
        ("ability Guard 10: move", 23, "a number or a formula such as 8xC"),
        ("ability Guard 10: move 1 quickly", 26, "the end of the line"),
        ("ability Guard 10: range 2", 19, "an ability before range 2, such as attack +1 range 2"),
        ("ability Guard 10: use mud", 23, "an element: fire"),
        ("ability Guard 10: use fire: use ice", 29, "an effect such as"),
        ("ability Guard 10: special 10", 27, "a special ability, from 1 to 9"),
        ("ability Guard 10: \"open", 24, "the closing \""),
        ("ability Guard 10: summon 2 normal", 34, "a name of up to 40 letters"),
        ("ability 10: move 1", 9, "a name of up to 40 letters"),
        ("ability Gu(a)rd 10: move 1", 11, "\":\""),
        ("class Brute: hand 10, hand 9", 23, "one number of cards in hand only"),
        ("class Brute: hit points 1 2 3 4 5 6 7 8 9 10", 43, "at most 9 levels"),
        ("perk Brute 30 times: add +1", 12, "a number of times, from 1 to 20"),
        ("deck Brute: replace -1", 23, "\"with\" and the new cards"),
        ("deck Brute: add +99", 18, "a value such as +1, from 0 to 20"),
        ("deck Brute: add\ndeck Brute: add +1", 16, "a card: +1, -1, x2 or x0"),
        ("deck Brute: add +1\ndeck Brute: add +1", 6, "one line for each modifier deck"),
        ("item 0: small", 6, "the number of an item, from 1 to 9999"),
        ("item 1: small, small", 16, "the item has that already"),
        ("item 1: small\nitem 1: small", 6, "one line for each item"),
        ("scenario 4 room 1: Guard", 20, "normal, elite, named, boss or object"),
        ("scenario 4 room 1: 1 normal Guard for 5", 39, "a number of characters, from 2 to 4"),
        ("scenario 4 room 1: nothing\nscenario 4 room 1: nothing", 10, "one line for each room"),
        ("scenario 4: Guard", 13, "a title in quotation marks"),
    ] {
        let errors = typed.parse::<CardBook>().expect_err(typed).0;
        let last = errors.last().expect("an error");
        assert!(last.expected.contains(expected), "{typed}: {}", last.expected);
        assert_eq!(last.column, column, "{typed}: {last}");
        assert!(last.example.parse::<CardBook>().is_ok(), "{}", last.example);
    }
}

#[test]
fn all_refused_lines_are_reported_up_to_a_limit() {
    let text = "item 1: small\nitem x\nitem 2: tiny\n".to_owned() + &"?\n".repeat(100);
    let errors = text.parse::<CardBook>().expect_err("it has errors").0;
    assert_eq!(errors.len(), 20);
    assert_eq!(errors.iter().take(3).map(|e| e.line).collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn sizes_have_limits() {
    for text in [
        format!("ability {} 10: move 1", "x".repeat(41)),
        format!("ability Guard 10: \"{}\"", "x".repeat(601)),
        format!("ability Guard 10: {}", vec!["move 1"; 41].join(", ")),
        format!("ability Guard 10: attack 1 {}", vec!["poison"; 41].join(" ")),
        format!("item 1: \"{}\"", "é".repeat(12_000)),
        "ability Guard 10: move 1\n".repeat(201),
        format!("perk Brute: {}", vec!["add +1"; 61].join(", ")),
        format!("scenario 1 room 1: {}", vec!["1 normal Guard"; 201].join(", ")),
        format!("class Brute: hand 10{}", " ".repeat(16_000_000)),
    ] {
        let error = text.parse::<CardBook>().expect_err("it is too large");
        assert!(error.to_string().len() < 10_000, "{:.200}", error.to_string());
    }
}

#[test]
fn stats_are_found_by_name_level_and_rank_and_evaluated() {
    let book = parse(
        "stats Warden level 2: boss hit points 8xC attack L+2 range C/2\n\
         special Warden 1: attack +0\nspecial Warden 1 level 3: attack +2",
    );
    let at = |characters| EquationValues { characters, level: 2 };
    let stats = book.stats("WARDEN", 2, Rank::Boss).expect("it is there");
    assert_eq!(stats.value(Stat::HitPoints, at(3)), Some(24));
    assert_eq!(stats.value(Stat::Attack, at(3)), Some(4));
    assert_eq!(stats.value(Stat::Range, at(3)), None, "a fraction is no range");
    assert_eq!(stats.value(Stat::Move, at(3)), None);
    assert_eq!(book.stats("Warden", 1, Rank::Boss), None);
    let warden = book.monster("warden").expect("it is there");
    assert_ne!(warden.special(1, 3), warden.special(1, 2));
    assert_eq!(warden.special(2, 2), None);
}

#[test]
fn ability_cards_are_found_by_initiative_in_the_deck_of_the_monster() {
    let book = parse(
        "monster Captain: deck Guard\nability Guard 15 \"One\": move 1\nability Guard 20: move 2\n\
         ability guard 15 \"Two\": move 3",
    );
    let titles = |monster: &str, initiative| {
        let cards = book.ability_cards(monster, initiative).into_iter();
        cards.map(|card| card.title.clone().unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(titles("captain", 15), ["One", "Two"]);
    assert_eq!(titles("Guard", 20), [""]);
    assert!(titles("Captain", 21).is_empty() && titles("Hound", 15).is_empty());
}

#[test]
fn rooms_list_the_figures_for_the_number_of_characters() {
    let book = parse(
        "scenario 4 room 2: 2 normal Guard, 1 elite Guard for 4, 1 object Crate hit points C+1",
    );
    let names = |characters| {
        let figures = book.room("4", 2, characters).into_iter();
        figures.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names(2), ["2 normal Guard", "1 object Crate hit points C+1"]);
    assert_eq!(names(4).len(), 3);
    let elite = book.room("4", 2, 4)[1];
    assert_eq!(elite.kind, RoomFigureKind::Monster(Some(Rank::Elite)));
    assert_eq!(
        (&elite.count, elite.characters),
        (&Formula::Number(1), CharacterCounts::EMPTY.with(4))
    );
    assert!(book.room("5", 2, 4).is_empty() && book.room("4", 1, 4).is_empty());
}

#[test]
fn classes_and_items_have_their_numbers() {
    let book = parse("class Tidecaller: hand 11, hit points 8 9\nitem 7: head, 20 gold");
    let class = book.class("TIDECALLER").expect("it is there");
    assert_eq!((class.hand, class.hit_points_at(2)), (Some(11), Some(9)));
    assert_eq!((class.hit_points_at(0), class.hit_points_at(3)), (None, None));
    assert_eq!(book.items[&7].cost, Some(20));
}
