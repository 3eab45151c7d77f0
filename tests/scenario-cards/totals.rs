//! The totals of ability cards for a rank at a level.

use scenario_cards::{CardBook, DeckChange, EquationValues};
use scenario_rules::card::{AttackValue, Card, Reach};
use scenario_rules::figure::{Condition, Rank};
use scenario_rules::{Action, Board, Game, Position};

const STATS: &str = "stats Red Guard level 1: normal hit points 5 move 2 attack 2; \
     elite hit points 9 move 3 attack 3 range 4 targets 2 pierce 1 poison shield 1\n\
     stats Mudling level 1: normal hit points 2\n\
     stats Warden level 1: boss hit points 8xC move C attack L+2\n\
     special Warden 1: move +1, attack +1 targets C\n\
     special Warden 2: special 1, shield 2\n";

/// Returns the totals of a card with these abilities, for three characters at level 1.
#[track_caller]
fn totals(monster: &str, rank: Rank, abilities: &str) -> Card {
    let text = format!("{STATS}ability {monster} 10: {abilities}");
    let book: CardBook = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let card = book.ability_cards(monster, 10)[0];
    book.round_card(monster, rank, EquationValues { characters: 3, level: 1 }, card)
}

#[track_caller]
fn check(rank: Rank, abilities: &str, expected: &str) {
    assert_eq!(totals("Red Guard", rank, abilities).to_string(), expected, "{abilities}");
}

#[test]
fn numbers_of_the_card_are_added_to_the_stats() {
    check(Rank::Normal, "move +0, attack +0", "move 2, attack 2+0");
    check(Rank::Normal, "move -1, attack -1", "move 1, attack 2-1");
    check(Rank::Normal, "move -3 jump", "move 0 jump");
    check(Rank::Normal, "move 4, attack 5", "move 4, attack 5");
    check(Rank::Normal, "attack +C, move +L", "attack 2+3, move 3");
    check(Rank::Elite, "attack +0", "attack 3+0 range 4 targets 2 pierce 1 poison");
    check(
        Rank::Elite,
        "attack +1 range 2 targets 3 pierce 2 push 1 stun",
        "attack 3+1 range 2 targets 3 pierce 3 push 1 stun poison",
    );
    check(
        Rank::Elite,
        "attack +0 range +1 targets +1",
        "attack 3+0 range 5 targets 3 pierce 1 poison",
    );
    let card = totals("Red Guard", Rank::Normal, "attack +1 range 3");
    let attack = card.attack.expect("it attacks");
    assert_eq!(attack.value, Some(AttackValue { base: 2, change: Some(1) }));
    assert_eq!(attack.reach, Reach::Ranged(3));
    assert!(!attack.effects.conditions.contains(Condition::Poison));
}

#[test]
fn bonuses_of_the_card_are_those_for_the_round() {
    check(Rank::Elite, "shield 1, retaliate 2", "shield 1, retaliate 2");
    check(Rank::Elite, "shield 1 self, shield L", "shield 2");
    check(Rank::Normal, "retaliate 2 range 3", "retaliate 2 range 3");
    check(Rank::Normal, "nothing", "nothing");
}

#[test]
fn abilities_that_a_card_cannot_hold_become_notes() {
    for (abilities, expected) in [
        ("heal 3 self, loot 1", "\"heal 3 self; loot 1\""),
        ("use fire: muddle, make ice", "\"use fire: muddle; make ice\""),
        ("summon 2 normal Mudling for 4", "\"summon 2 normal Mudling for 4\""),
        ("attack +1 curse \"from behind\"", "attack 2+1, \"curse; from behind\""),
        ("attack X", "attack, \"attack X\""),
        ("attack +0, attack -1 range 2", "attack 2+0, \"attack -1 range 2\""),
        ("move +0, move 1", "move 2, \"move 1\""),
        ("shield 1 on \"all allies\"", "\"shield 1 on all allies\""),
        ("retaliate 1 \"once\"", "\"retaliate 1 once\""),
        ("retaliate 1, retaliate 2", "retaliate 1, \"retaliate 2\""),
        ("strengthen on \"the weakest \\\"ally\\\"\"", "\"strengthen on the weakest ally\""),
        ("special 3", "\"special 3\""),
    ] {
        check(Rank::Normal, abilities, expected);
    }
}

#[test]
fn area_of_a_card_is_that_of_the_attack() {
    let melee = "(0,1,active)|(0,0,target)|(1,0,target)";
    check(
        Rank::Normal,
        &format!("attack +1 area \"{melee}\" muddle"),
        &format!("attack 2+1 area {melee} muddle"),
    );
    // The range of the stats is not that of a melee area; the targets outside it are.
    check(
        Rank::Elite,
        &format!("attack +0 area \"{melee}\""),
        &format!("attack 3+0 targets 2 area {melee} pierce 1 poison"),
    );
    let ranged = "(0,0,target)|(1,0,target)";
    check(
        Rank::Elite,
        &format!("attack +0 targets 1 area \"{ranged}\""),
        &format!("attack 3+0 range 4 area {ranged} pierce 1 poison"),
    );
    check(
        Rank::Normal,
        &format!("attack +0 range 3 area \"{ranged}\""),
        &format!("attack 2+0 range 3 area {ranged}"),
    );
}

#[test]
fn hexes_of_an_area_that_only_shape_its_picture_are_left_out() {
    check(
        Rank::Normal,
        "attack +0 area \"(0,0,blank)|(0,1,active)|(1,1,target)|(2,2,invisible)\"",
        "attack 2+0 area (0,1,active)|(1,1,target)",
    );
    check(
        Rank::Normal,
        "attack +0 area \"(0,1,active)|(1,1,target)|(2,1,conditional)\"",
        "attack 2+0 area (0,1,active)|(1,1,target), \"area, for the table: (2,1,conditional)\"",
    );
}

#[test]
fn area_that_cannot_be_placed_is_left_to_the_table() {
    let note = "\"area attack: choose its targets\"";
    for area in [
        // Nobody is attacked, two attackers, no hexes, and no range of a ranged area.
        "\"(0,1,active)\"",
        "\"(0,1,active)|(0,2,active)|(1,1,target)\"",
        "\"a wide arc\"",
        "\"(0,0,target)|(1,0,target)\"",
        "\"(0,1,active)|(1,1,target)\" area \"(0,1,active)|(2,1,target)\"",
    ] {
        check(Rank::Normal, &format!("attack +0 area {area}"), &format!("attack 2+0, {note}"));
    }
}

#[test]
fn unknown_stats_leave_changes_to_the_table() {
    let card = totals("Mudling", Rank::Normal, "move +1, attack +1 range 2");
    assert_eq!(card.to_string(), "attack range 2, \"move +1; attack +1\"");
    let card = totals("Mudling", Rank::Elite, "move 1, attack 2");
    assert_eq!(card.to_string(), "move 1, attack 2");
}

#[test]
fn special_ability_is_that_of_the_stat_card() {
    let card = totals("Warden", Rank::Boss, "special 1");
    assert_eq!(card.to_string(), "move 4, attack 3+1 targets 3");
    let card = totals("Warden", Rank::Boss, "special 2");
    assert_eq!(card.to_string(), "shield 2, \"special 1\"");
}

#[test]
fn notes_and_numbers_have_limits() {
    let long = format!("attack +9999 range 99, \"{}\"", "x".repeat(500));
    let card = totals("Red Guard", Rank::Normal, &long);
    let notes = card.notes.expect("it has text");
    assert_eq!(notes.chars().count(), Card::MAX_NOTE_CHARS);
    assert!(notes.starts_with("attack +9999; xxx") && notes.ends_with('…'), "{notes}");
    assert_eq!(card.attack.expect("it attacks").reach, Reach::Ranged(Card::MAX_RANGE));
}

#[test]
fn modifier_card_is_drawn_with_its_conditions() {
    let book: CardBook =
        "deck Tidecaller: add 2 +1 rolling stun push 1 curse and x2 and x0".parse().expect("valid");
    let class = book.class("Tidecaller").expect("it is there");
    let [DeckChange::Add(cards)] = class.deck.as_slice() else {
        panic!("{:?}", class.deck);
    };
    let drawn: Vec<String> = cards.iter().map(|card| card.modifier().to_string()).collect();
    assert_eq!(drawn[0], "rolling+1/stun");
    assert_eq!(drawn.len(), 3);
    assert!(cards[1].modifier().face.shuffles() && cards[2].modifier().face.shuffles());
}

#[test]
fn standees_of_a_set_are_counted_once() {
    let book: CardBook =
        "monster Red Guard: 6 standees\nmonster Warden: deck Boss".parse().expect("cards");
    let game = Game::new(Position::empty(Board::new(2, 1)));
    let set = game.position().names().set("Red Guard");
    let action = book.count_standees(game.position(), "Red Guard").expect("the owner's line");
    assert_eq!(action, Action::Standees { set, count: Some(6) });
    for unknown in ["Warden", "Mudling"] {
        assert_eq!(book.count_standees(game.position(), unknown), None, "{unknown}");
    }
    let counted = game.play(&action).expect("it is allowed");
    assert_eq!(book.count_standees(counted.position(), "Red Guard"), None);
}
