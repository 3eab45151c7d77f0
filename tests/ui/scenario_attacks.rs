//! Attacks in the window: modifier cards are pressed as they are drawn, and the receipt says why.

use egui::Key;
use ui_board::settings::Settings;

use crate::app::Desk;
use crate::scenario::{click, desk, open, played, table};
use crate::visible::hidden_places;

/// A Guard and a Brute side by side; the Guard acts first.
const TABLE: &str = "board 5x3
level 1
card Guard: move 2, attack 2+1
character Brute at B2, initiative 30, hit points 10/10
character Mage at A1, initiative 40, hit points 10/10
normal Guard 1 at C2, hit points 8/8
initiative Guard: 15";

/// Accepts the turn of the Guard, which attacks the Brute.
fn attacked() -> Desk {
    let mut desk = desk(TABLE);
    desk.press("Go to Guard 1");
    desk.press("Accept");
    assert!(desk.shows("Attack on Brute"), "{:#?}", desk.labels());
    desk
}

#[test]
fn attack_of_a_monster_is_recorded_by_the_card_drawn() {
    let mut desk = attacked();
    desk.press("Drew +1");
    assert_eq!(played(&desk).last().expect("it is recorded"), "attack Guard 1: on Brute, drew +1");
    assert!(table(&desk).contains("Brute at B2, initiative 30, hit points 6/10"));
    // The next figure is selected, and the damage of the attack is still shown with its receipt.
    assert!(desk.shows("Brute: 4 damage"), "{:#?}", desk.labels());
    desk.press("Receipt");
    for line in ["+ 1 ability card (S7.3)", "Brute: hit points 10 → 6 (S7.3)"] {
        assert!(desk.shows(line), "{line}: {:#?}", desk.labels());
    }
}

#[test]
fn attack_at_disadvantage_waits_for_the_second_card() {
    let mut desk = desk(&TABLE.replace("hit points 8/8", "hit points 8/8, muddled"));
    desk.press("Go to Guard 1");
    desk.press("Accept");
    assert!(desk.shows("Disadvantage: muddled. Press both cards drawn"), "{:#?}", desk.labels());
    desk.press("Drew +2");
    assert_eq!(played(&desk).len(), 1, "one card is not enough");
    desk.press("Drew -1");
    assert_eq!(played(&desk)[1], "attack Guard 1: on Brute, drew +2 -1");
    assert!(table(&desk).contains("hit points 8/10"));
}

#[test]
fn card_that_is_not_left_is_refused_until_the_deck_is_shuffled() {
    let text = format!("{TABLE}\ndeck monsters: 2 +0, 0 of 1 x2");
    let mut desk = desk(&text);
    desk.press("Go to Guard 1");
    desk.press("Accept");
    desk.press("Drew x2");
    assert_eq!(played(&desk).len(), 1);
    assert!(desk.shows("the one x2 of the monsters is drawn already"), "{:#?}", desk.labels());
    desk.press("The deck was shuffled since");
    desk.press("Drew x2");
    assert_eq!(played(&desk)[1..], ["shuffle monsters", "attack Guard 1: on Brute, drew x2"]);
}

#[test]
fn digits_press_the_cards_of_an_attack_by_their_place() {
    let mut desk = attacked();
    desk.key(Key::Num4);
    assert_eq!(played(&desk).last().expect("it is recorded"), "attack Guard 1: on Brute, drew +1");
}

#[test]
fn lost_card_negates_the_damage_of_the_latest_attack() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("Brute loses 1 card instead");
    assert_eq!(
        played(&desk)[1..],
        ["negate Brute: 1 from hand", "attack Guard 1: on Brute, drew +0"]
    );
    assert!(table(&desk).contains("Brute at B2, initiative 30, hit points 10/10"));
}

#[test]
fn character_attacks_with_three_presses() {
    let mut desk = attacked();
    desk.press("Drew +0");
    let before = desk.clicks;
    for press in ["Attack Guard 1", "Attack 3", "Drew +1"] {
        desk.press(press);
    }
    assert_eq!(desk.clicks - before, 3);
    let attack = "attack Brute: on Guard 1, 3, drew +1";
    assert_eq!(played(&desk).last().expect("it is recorded"), attack);
    assert!(table(&desk).contains("Guard 1 at C2, hit points 4/8"));
}

#[test]
fn hit_points_answer_why_with_every_entry_since_they_were_full() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("1 damage");
    desk.press("Why 6 hit points?");
    for line in ["Entry 2", "Brute: hit points 10 → 7 (S7.3)", "Entry 3", "Brute suffers 1"] {
        assert!(desk.shows(line), "{line}: {:#?}", desk.labels());
    }
}

#[test]
fn elements_are_made_and_used_by_a_press() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("Element fire: inert");
    desk.press("The turn is over");
    desk.press("Element fire: strong");
    assert_eq!(played(&desk)[2..], ["make fire", "done Brute", "use fire"]);
}

#[test]
fn text_of_a_card_that_the_rules_do_not_judge_is_shown_with_the_turn() {
    let mut desk = desk(&TABLE.replace("attack 2+1", "attack 2+1, \"Makes fire.\""));
    desk.press("Go to Guard 1");
    assert!(desk.shows("Makes fire."), "{:#?}", desk.labels());
}

#[test]
fn bonuses_and_bless_cards_are_given_by_a_press() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("Give shield 1 this round");
    desk.press("Shield 1 this round");
    desk.press("Bless");
    assert_eq!(
        played(&desk)[2..],
        [
            "bonus Brute: shield 1 this round",
            "no bonus Brute: shield 1 this round",
            "bless Brute: 1"
        ]
    );
}

#[test]
fn digits_enter_the_value_and_the_card_of_a_character() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("Attack Guard 1");
    desk.key(Key::Num3);
    desk.key(Key::Num4);
    let attack = "attack Brute: on Guard 1, 3, drew +1";
    assert_eq!(played(&desk).last().expect("it is recorded"), attack);
}

#[test]
fn damage_of_a_past_entry_is_not_negated_on_the_present_table() {
    let mut desk = attacked();
    desk.press("Drew +0");
    desk.press("1 damage");
    let entries = played(&desk);
    assert!(desk.has_control("Brute loses 1 card instead"), "{:#?}", desk.labels());
    desk.key_with(egui::Modifiers::ALT, Key::ArrowLeft);
    assert!(!desk.has_control("Brute loses 1 card instead"), "{:#?}", desk.labels());
    assert_eq!(played(&desk), entries);
}

#[test]
fn everything_for_an_attack_is_in_view_in_a_small_window() {
    for size in [[800.0, 480.0], [1024.0, 600.0]] {
        let mut desk = Desk::in_window(Settings::default(), size, 1.0);
        open(&mut desk, TABLE);
        desk.press("Go to Guard 1");
        desk.press("Accept");
        let hidden = hidden_places(desk.ctx());
        assert!(hidden.is_empty(), "{size:?}, cards of a monster: {hidden:#?}");
        desk.press("Drew +0");
        desk.press("Attack Guard 1");
        let hidden = hidden_places(desk.ctx());
        assert!(hidden.is_empty(), "{size:?}, values: {hidden:#?}");
        desk.press("Attack 3");
        let hidden = hidden_places(desk.ctx());
        assert!(hidden.is_empty(), "{size:?}, cards of a character: {hidden:#?}");
    }
}

#[test]
fn app_deals_the_cards_of_a_deck_for_the_next_step() {
    let mut desk = desk(TABLE);
    desk.press("The app deals");
    let seeded = played(&desk);
    assert!(seeded[0].starts_with("deck monsters: dealt "), "{seeded:#?}");
    desk.press("Go to Guard 1");
    desk.key(Key::Space);
    assert!(!desk.has_control("Drew +0"), "the app draws: {:#?}", desk.labels());
    desk.key(Key::Space);
    let dealt = played(&desk);
    assert!(dealt[2].starts_with("attack Guard 1: on Brute, drew "), "{dealt:#?}");
    // Taken back and dealt again, the same card comes.
    desk.press("Undo");
    desk.key(Key::Space);
    assert_eq!(played(&desk), dealt);
    // The players draw from their own deck still.
    desk.press("Attack Guard 1");
    desk.press("Attack 3");
    assert!(desk.has_control("Drew +0"), "{:#?}", desk.labels());
}

#[test]
fn scenario_ends_with_the_gains_of_each_character() {
    let table = "board 5x3
level 2
character Brute at B2, initiative 30, hit points 10/10
gains Brute: 3 tokens, 7 experience";
    for (press, gains) in [
        ("The scenario is won", "7 + 8 = 15 experience; 3 tokens × 3 = 9 gold."),
        ("The scenario is lost", "7 experience; 3 tokens × 3 = 9 gold."),
    ] {
        let mut desk = desk(table);
        assert!(!desk.has_control(press), "the round is not over");
        desk.key(Key::Space);
        desk.key(Key::Space);
        desk.press(press);
        assert!(desk.shows(gains), "{:#?}", desk.labels());
        assert!(!desk.has_control("End the round"), "{:#?}", desk.labels());
        desk.press("Undo");
        assert!(desk.has_control(press), "{:#?}", desk.labels());
    }
}

#[test]
fn area_attack_is_accepted_with_all_of_its_targets() {
    let mut desk = desk(
        "board 5x3
level 1
card Guard: move 0, attack 2 area (0,1,active)|(1,0,target)|(1,1,target)
character Brute at B2, initiative 30, hit points 10/10
character Mage at B1, initiative 40, hit points 10/10
normal Guard 1 at C2, hit points 8/8
initiative Guard: 15",
    );
    desk.press("Go to Guard 1");
    desk.key(Key::Space);
    assert_eq!(played(&desk), ["turn Guard 1: to C2, attacks Brute, Mage"]);
    for _ in 0..2 {
        desk.press("Drew +0");
    }
    assert!(table(&desk).contains("Mage at B1, initiative 40, hit points 8/10"));
}

/// A Brute in turn, with two Guards beside it and another one beyond.
const CROWD: &str = "board 6x4
level 1
character Brute at C3, initiative 10, hit points 10/10
normal Guard 1 at C2, hit points 8/8
normal Guard 2 at D2, hit points 8/8
normal Guard 3 at F4, hit points 8/8
initiative Guard: 50";

#[test]
fn area_of_a_character_is_drawn_on_the_map_and_hits_everybody_in_it() {
    let mut desk = desk(CROWD);
    desk.press("Go to Brute");
    let before = desk.clicks;
    desk.press("Area attack");
    for hex in ["C2", "D2"] {
        click(&mut desk, hex);
    }
    for press in ["Attack 3", "Drew +1", "Drew -1"] {
        desk.press(press);
    }
    assert_eq!(desk.clicks - before, 6, "three presses for the area, and three for two targets");
    let pattern = "(0,1,active)|(0,0,target)|(1,0,target)";
    let attack = |target: &str, card: &str| {
        format!("attack Brute: on {target}, 3 area {pattern} over C2 D2, drew {card}")
    };
    assert_eq!(played(&desk), [attack("Guard 1", "+1"), attack("Guard 2", "-1")]);
    assert!(desk.has_control("Attack Guard 3"), "the area is done: {:#?}", desk.labels());
}

#[test]
fn area_used_before_is_placed_by_a_press_and_turned_by_another() {
    let mut desk = desk(CROWD);
    desk.press("Go to Brute");
    desk.press("Area attack");
    click(&mut desk, "C2");
    click(&mut desk, "D2");
    for press in ["Attack 1", "Drew +0", "Drew +0", "Area attack"] {
        desk.press(press);
    }
    desk.press("Area 1: (0,1,active)|(0,0,target)|(1,0,target)");
    let hits = |desk: &Desk| {
        ["Guard 1", "Guard 2"].map(|name| desk.has_control(name)).map(u8::from).iter().sum::<u8>()
    };
    click(&mut desk, "D3");
    assert_eq!(hits(&desk), 1, "the placement with the most targets: {:#?}", desk.labels());
    click(&mut desk, "D3");
    assert!(desk.shows("No enemy in sight stands in"), "{:#?}", desk.labels());
    click(&mut desk, "D2");
    assert_eq!(hits(&desk), 2, "{:#?}", desk.labels());
    desk.press("Area attack");
    assert!(desk.has_control("Area attack"), "the attack is cancelled: {:#?}", desk.labels());
}

#[test]
fn ranged_area_is_recorded_with_the_range_of_its_nearest_hex() {
    let mut desk = desk(CROWD);
    desk.press("Go to Brute");
    desk.press("Area attack");
    desk.press("Ranged area");
    click(&mut desk, "F4");
    click(&mut desk, "E4");
    for press in ["Attack 2", "Drew +0"] {
        desk.press(press);
    }
    assert_eq!(
        played(&desk),
        ["attack Brute: on Guard 3, 2 range 2 area (0,0,target)|(1,0,target) over E4 F4, drew +0"]
    );
}

#[test]
fn placements_of_a_monster_with_the_same_targets_are_shown_one_by_one() {
    let text = "board 5x5\nlevel 1\ncharacter Brute at C2, initiative 30\nnormal Guard 1 at C3
        card Guard: attack 2 area (0,1,active)|(0,0,target)|(1,0,target)\ninitiative Guard: 10";
    let mut desk = desk(text);
    desk.press("Go to Guard 1");
    desk.press("Area 2");
    desk.press("Accept");
    assert_eq!(played(&desk), ["turn Guard 1: to C3, attacks Brute"]);
}

#[test]
fn area_attack_is_in_view_in_a_small_window() {
    let mut desk = Desk::in_window(Settings::default(), [800.0, 480.0], 1.0);
    open(&mut desk, CROWD);
    desk.press("Go to Brute");
    desk.press("Area attack");
    let check = |desk: &Desk| {
        let hidden = hidden_places(desk.ctx());
        assert!(hidden.is_empty(), "{hidden:#?}");
    };
    check(&desk);
    click(&mut desk, "C2");
    click(&mut desk, "D2");
    check(&desk);
    desk.press("Attack 3");
    check(&desk);
    desk.press("Drew +1");
    check(&desk);
}
