//! The subcommand on the rooms of a random dungeon.

use crate::{folder, run, write};

/// The invented cards that come with the source.
const CARDS: &str = include_str!("../../assets/scenario/cards/dungeon.cards");
/// A commented dungeon that is played with them.
const EXAMPLE: &str = include_str!("../../assets/scenario/games/drowned-cistern.scenario");
/// A dungeon before its first room.
const DUNGEON: &str = "dungeon none minor major, rooms \"Cistern\" A, \"Vault\" B, \"Kiln\" A B, \
    monsters \"Rusty\", \"Silent\", \"Flooded\"";

/// Returns a position with an empty map of 40 by 40 hexes.
fn position(lines: &str) -> String {
    format!("map 40x40\n{}level 1\n{lines}\n", "|\n".repeat(80))
}

#[test]
fn dungeon_names_the_next_room_and_the_passed_ones() {
    let folder = folder("dungeon");
    let cards = write(&folder, "dungeon.cards", CARDS);
    let file = write(&folder, "start.position", position(DUNGEON));
    assert_eq!(run(&["dungeon", &file]).ending(0).out, "Room 1 is Rusty Cistern.\n");
    let laid = run(&["dungeon", &file, "--cards", &cards]).ending(0).out;
    let line = laid.lines().nth(1).expect("the line of the room");
    assert!(line.starts_with("dungeon room 1 \"Cistern\" with \"Rusty\", entrance A at"), "{laid}");
    let exit = line.split("exit A at ").nth(1).and_then(|rest| rest.split(',').next());
    // The room is revealed, so the record of the table has its hexes.
    let table = position(DUNGEON).trim_end().replace('\n', "\n  ");
    let record = format!(
        "Founders Ledger scenario notation 2\nrules: 3\ntable:\n  {table}\nplay:\n{line}\n"
    );
    let record = write(&folder, "one.scenario", &record);
    let next = run(&["dungeon", &record, "--exit", "a", "--cards", &cards]).ending(0).out;
    assert!(
        next.starts_with(
            "Room 2 is Silent Kiln.\nVault is passed over for want of an entrance A (S13.3).\n"
        ),
        "{next}"
    );
    let entrance = format!("entrance A at {}", exit.expect("an exit A"));
    assert!(next.contains(&entrance), "{next}");
}

#[test]
fn dungeon_refuses_what_it_cannot_answer() {
    let folder = folder("dungeon-refused");
    let plain = write(&folder, "plain.position", "board 3x3\n");
    let ran = run(&["dungeon", &plain]).ending(1);
    assert!(ran.err.contains("no random dungeon is played"), "{}", ran.err);
    let cards = write(&folder, "none.cards", "item 1: nothing\n");
    let file = write(&folder, "start.position", position(DUNGEON));
    let ran = run(&["dungeon", &file, "--cards", &cards]).ending(1);
    assert!(ran.err.contains("your cards have no dungeon room \"Cistern\""), "{}", ran.err);
    let room = "dungeon room 1 \"Cistern\" with \"Rusty\", entrance A at C1, exit B at D4";
    let file = write(&folder, "room.position", position(&format!("{DUNGEON}\n{room}")));
    let ran = run(&["dungeon", &file]).ending(1);
    assert!(ran.err.contains("the room before has exit B in D4; name one"), "{}", ran.err);
    let ran = run(&["dungeon", &file, "--exit", "A"]).ending(1);
    assert!(ran.err.contains("no exit A is open to use; there is exit B in D4"), "{}", ran.err);
    run(&["dungeon", &file, "--exit", "C"]).ending(2);
    run(&["dungeon", "no-such-file"]).ending(2);
}

#[test]
fn rooms_of_the_drowned_cistern_are_those_of_its_cards() {
    let folder = folder("dungeon-example");
    let cards = write(&folder, "dungeon.cards", CARDS);
    let file = write(&folder, "cistern.scenario", EXAMPLE);
    let entries = EXAMPLE.lines().skip_while(|line| !line.starts_with("play:")).skip(1);
    let mut rooms = 0;
    for (before, line) in entries.enumerate() {
        let line = line.split("  ~").next().unwrap_or_default();
        let Some((_, entrance)) = line.split_once("\", entrance ") else { continue };
        let mut words = vec!["dungeon", &file, "--cards", &cards, "--at"];
        let before = before.to_string();
        words.push(&before);
        if rooms > 0 {
            words.extend(["--exit", &entrance[..1]]);
        }
        let out = run(&words).ending(0).out;
        let placed = out.lines().last().expect("the line of the room");
        let head = |line: &str| line.split(':').next().map(str::to_owned);
        assert_eq!(head(placed), head(line));
        rooms += 1;
    }
    assert_eq!(rooms, 3);
}
