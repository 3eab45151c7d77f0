//! Summons, spawns and hidden rooms in the window.

use crate::scenario::{click, desk, fill, played, table};

/// A Brute in turn before a closed door, with a room behind it.
const DOOR: &str = "board 7x3
level 1
void C1 C3
closed C2
character Brute at B2, initiative 10, hit points 10/10
normal Guard 1 at E2, hit points 8/8
normal Guard 2 at G1, hit points 8/8
card Guard: move 2, attack 2
initiative Guard: 50";

#[test]
fn room_is_hidden_by_one_press_and_appears_with_its_door() {
    let mut desk = desk(DOOR);
    desk.press("Set up");
    desk.press("Hide a room");
    click(&mut desk, "E1");
    assert_eq!(
        played(&desk),
        ["room 2 behind C2: open D1 E1 F1 G1 D2 E2 F2 G2 D3 E3 F3 G3; \
          normal Guard 1 at E2, hit points 8/8; normal Guard 2 at G1, hit points 8/8"]
    );
    assert!(desk.shows("Room 2, behind C2"), "{:#?}", desk.labels());
    assert!(!table(&desk).contains("\nnormal Guard"), "{}", table(&desk));
    desk.press("Reveal room 2");
    assert!(table(&desk).contains("normal Guard 2 at G1"));
}

#[test]
fn room_without_a_door_is_not_hidden() {
    let mut desk = desk(&DOOR.replace("closed C2", "door C2"));
    desk.press("Set up");
    desk.press("Hide a room");
    click(&mut desk, "E1");
    assert!(desk.shows("No closed door leads to the room around E1"), "{:#?}", desk.labels());
    click(&mut desk, "C2");
    assert!(desk.shows("C2 is a door or off the map"), "{:#?}", desk.labels());
    assert!(played(&desk).is_empty());
}

#[test]
fn summon_of_a_character_comes_into_a_proposed_hex() {
    let mut desk = desk(DOOR);
    desk.press("Go to Brute");
    desk.press("Summon…");
    fill(&mut desk, "Name", "Rat");
    assert!(desk.shows("Into an empty hex beside Brute (S9.1):"), "{:#?}", desk.labels());
    desk.press("Put it in B3");
    assert_eq!(played(&desk), ["summon Rat of Brute at B3"]);
    assert!(desk.shows("Summon…"), "the page of the Brute is back: {:#?}", desk.labels());
}

#[test]
fn monster_summons_into_the_nearest_hex_to_an_enemy() {
    let mut desk = desk(&DOOR.replace("initiative 10", "initiative 90"));
    desk.press("Go to Guard 1");
    desk.press("Accept");
    desk.press("Summon…");
    fill(&mut desk, "Name", "Imp");
    assert!(desk.shows("as near to an enemy as possible (S9.2)"), "{:#?}", desk.labels());
    desk.press("Put it in F1");
    assert_eq!(played(&desk)[1..], ["normal Imp 1 at F1, summoned by Guard 2"]);
}

#[test]
fn spawn_comes_into_the_nearest_empty_hex_that_the_players_choose() {
    let mut desk = desk(DOOR);
    desk.press("Round 1");
    desk.press("Spawn a monster…");
    fill(&mut desk, "Name", "Imp");
    click(&mut desk, "E2");
    assert!(played(&desk).is_empty(), "several hexes are nearest");
    assert!(desk.shows("E2 is not empty"), "{:#?}", desk.labels());
    click(&mut desk, "E3");
    assert_eq!(played(&desk), ["normal Imp 1 at E3, spawned near E2"]);
}
