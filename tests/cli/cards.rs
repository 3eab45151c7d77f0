//! The subcommands on the cards of scenarios.

use crate::{folder, run, write};

/// An invented edition.
const EDITION: &str = include_str!("../scenario-cards/saltmarsh.json");
/// The cards of the edition.
const CARDS: &str = include_str!("../scenario-cards/saltmarsh.cards");

#[test]
fn cards_import_writes_the_cards_and_reports_their_numbers() {
    let folder = folder("cards-import");
    let file = write(&folder, "saltmarsh.json", EDITION);
    let out = folder.join("own.cards").display().to_string();
    let ran = run(&["cards", "import", &file, "--out", &out]).ending(0);
    let first = format!("{out}: 10 ability cards, 4 with text that the table has to carry out");
    assert_eq!(ran.out.lines().next(), Some(first.as_str()));
    assert!(ran.out.contains("5 monsters, 1 class, 2 items and 2 scenarios"), "{}", ran.out);
    assert!(ran.out.contains("unknown kinds of action, kept as text: 1 (grapple 1 ×)"));
    assert_eq!(ran.err, "");
    assert_eq!(std::fs::read_to_string(&out).expect("it was written"), CARDS);
    let checked = run(&["cards", "check", &out]).ending(0).out;
    assert_eq!(
        checked,
        format!("{out}: valid, 10 ability cards, 5 monsters, 1 class, 2 items and 2 scenarios\n")
    );
}

#[test]
fn cards_import_prints_the_cards_without_out() {
    let file = write(&folder("cards-print"), "saltmarsh.json", EDITION);
    let ran = run(&["cards", "import", &file]).ending(0);
    assert_eq!(ran.out, CARDS);
    assert!(ran.err.starts_with("10 ability cards, "), "{}", ran.err);
}

#[test]
fn cards_import_reads_all_files_below_a_folder() {
    let folder = folder("cards-folder");
    let monsters = folder.join("sm").join("monster");
    std::fs::create_dir_all(&monsters).expect("a folder can be made");
    write(&monsters, "hound.json", r#"{"name": "hound", "stats": [{"level": 1, "health": 3}]}"#);
    write(&monsters, "notes.txt", "not JSON");
    write(&folder.join("sm"), "items.json", r#"[{"id": 1, "slot": "head"}]"#);
    let path = folder.display().to_string();
    let ran = run(&["cards", "import", &path]).ending(0);
    assert_eq!(ran.out, "stats Hound level 1: normal hit points 3\nitem 1: head\n");
}

#[test]
fn cards_import_refuses_broken_missing_and_useless_files() {
    let folder = folder("cards-broken");
    let broken = write(&folder, "hound.json", "{\n  \"name\" 3}");
    let ran = run(&["cards", "import", &broken]).ending(1);
    assert_eq!(
        (ran.out, ran.err),
        (String::new(), format!("{broken}: line 2, column 10: expected `:`\n"))
    );
    let useless = write(&folder, "useless.json", "[]");
    let ran = run(&["cards", "import", &useless]).ending(1);
    assert!(ran.err.contains("useless.json: no cards found"), "{}", ran.err);
    let gone = folder.join("gone").display().to_string();
    let ran = run(&["cards", "import", &gone]).ending(2);
    assert!(ran.err.contains("gone: no such file"), "{}", ran.err);
    run(&["cards", "import"]).ending(2);
}

#[test]
fn cards_check_shows_the_place_of_every_mistake() {
    let folder = folder("cards-check");
    let good = write(&folder, "good.cards", "# mine\nitem 1: small\n");
    let bad = write(&folder, "bad.cards", "item 1: tiny\nability Guard 5: shild 1\n");
    let latin = write(&folder, "latin.cards", b"item 1: \"\xe9\"");
    let gone = folder.join("gone.cards").display().to_string();
    let ran = run(&["cards", "check", &good, &bad, &latin, &gone]).ending(2);
    let expected = [
        format!("{good}: valid, 0 ability cards, 0 monsters, 0 classes, 1 item and 0 scenarios"),
        format!("{bad}: not valid"),
        format!("{latin}: not valid"),
        format!("{gone}: cannot be read"),
    ];
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), expected);
    for line in [
        &*format!("{bad}: line 1, column 9: found \"tiny\", expected a slot"),
        "  item 1: tiny\n          ^^^^\n  a valid line: item 12: small, 10 gold, spent\nline 2, column 18: found",
        "latin.cards: line 1, column 10: found the end of the line, expected text in UTF-8",
        "gone.cards: no such file",
    ] {
        assert!(ran.err.contains(line), "{line}\n{}", ran.err);
    }
    run(&["cards", "check", &good]).ending(0);
    run(&["cards", "check", &bad]).ending(1);
}
