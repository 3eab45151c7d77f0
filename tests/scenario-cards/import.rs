//! The import of an invented edition, as one file and as single files.

use scenario_cards::import::{Import, ImportError, SourceFile, import};
use scenario_cards::{CardBook, EquationValues};
use scenario_rules::figure::Rank;
use serde_json::{Value, json};

/// An invented edition with every kind of action.
pub const EDITION: &str = include_str!("saltmarsh.json");

fn edition() -> Value {
    serde_json::from_str(EDITION).expect("it is JSON")
}

#[track_caller]
fn import_files(files: &[(String, String)]) -> Import {
    let files: Vec<SourceFile<'_>> =
        files.iter().map(|(name, text)| SourceFile { name, bytes: text.as_bytes() }).collect();
    import(&files).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn import_value(value: &Value) -> Import {
    import_files(&[("edition.json".to_owned(), value.to_string())])
}

/// Returns the edition as single files, in the folders of the source form.
fn single_files() -> Vec<(String, String)> {
    let edition = edition();
    let mut files = vec![
        ("sm/base.json".to_owned(), json!({"edition": "saltmarsh", "conditions": []}).to_string()),
        ("sm/items.json".to_owned(), edition["items"].to_string()),
        ("sm/label/en.json".to_owned(), edition["label"]["en"].to_string()),
        ("sm/label/de.json".to_owned(), edition["label"]["de"].to_string()),
        ("sm/character/deck/tidecaller.json".to_owned(), edition["decks"][3].to_string()),
        ("sm/battle-goals.json".to_owned(), json!([{"name": "none"}]).to_string()),
    ];
    for (key, folder) in [
        ("monsters", "monster"),
        ("decks", "deck"),
        ("characters", "character"),
        ("scenarios", "scenarios"),
    ] {
        for (number, value) in edition[key].as_array().expect("a list").iter().enumerate() {
            files.push((format!("sm/{folder}/{number}.json"), value.to_string()));
        }
    }
    files
}

#[test]
fn edition_becomes_lines_of_cards() {
    let expected = include_str!("saltmarsh.cards");
    let imported = import_value(&edition()).book;
    assert_eq!(imported.to_string(), expected);
    assert_eq!(expected.parse(), Ok(imported));
}

#[test]
fn report_counts_cards_texts_and_what_is_unknown() {
    let report = import_value(&edition()).report;
    assert_eq!(
        report.lines(),
        [
            "10 ability cards, 4 with text that the table has to carry out",
            "5 monsters, 1 class, 2 items and 2 scenarios",
            "unknown kinds of action, kept as text: 1 (grapple 1 ×)",
            "unknown fields, passed over: 1 (monster.thumbnail 1 ×)",
            "found again, the first is taken: 1 (item 2)",
            "left out, too long or with impossible values: 2 (a rank of Red Guard, item x-3)",
        ]
    );
}

#[test]
fn imported_area_is_that_of_the_card_for_the_round() {
    let book = import_value(&edition()).book;
    let cards = book.ability_cards("Red Guard", 15);
    let sweep = |title: &Option<String>| title.as_deref() == Some("Low Sweep");
    let card = cards.into_iter().find(|card| sweep(&card.title)).expect("it is there");
    let values = EquationValues { characters: 2, level: 1 };
    let totals = book.round_card("Red Guard", Rank::Normal, values, card).to_string();
    assert!(totals.contains(" area (0,1,active)|(1,0,target)|(1,1,target) "), "{totals}");
    assert!(!totals.contains("choose its targets"), "{totals}");
}

#[test]
fn single_files_give_the_same_cards_as_the_edition_file() {
    let imported = import_files(&single_files());
    assert_eq!(imported.book, import_value(&edition()).book);
    assert_eq!(
        imported.report.passed_over,
        ["sm/label/de.json", "sm/character/deck/tidecaller.json", "sm/battle-goals.json"]
    );
    let mut again = single_files();
    again.extend(single_files());
    let twice = import_files(&again);
    assert_eq!(twice.book, imported.book);
    assert!(twice.report.repeated.contains(&"monster red-guard".to_owned()));
}

#[test]
fn one_file_is_imported_without_its_folder() {
    for (key, line) in [
        ("monsters", "stats Marsh Hound level 1: normal hit points 3 move 4 attack 1 range 2;"),
        ("decks", "ability Red Guard 50 \"Plain Blow\": move +0, attack +0"),
        ("characters", "class Tidecaller: hand 11, hit points 8 9 11 12 14 15 17 18 20"),
        ("items", "item 1 \"Reed Whistle\": small, 10 gold, consumed, 2 copies"),
        ("scenarios", "scenario 4 room 2: 1 boss Warden-Of-Salt"),
    ] {
        let files = [("some.json".to_owned(), edition()[key].to_string())];
        let text = import_files(&files).book.to_string();
        assert!(text.contains(line), "{key}: {text}");
    }
}

#[test]
fn every_field_may_be_missing_or_of_another_kind() {
    let whole = edition();
    let mut paths = Vec::new();
    collect_paths(&whole, "", &mut paths);
    assert!(paths.len() > 500, "{} paths", paths.len());
    let values =
        [Value::Null, json!([[]]), json!({"a": -1.5}), json!("\u{0}%"), json!(1e300), json!(true)];
    let mut replacements = values.into_iter().cycle();
    for path in paths {
        let mut changed = whole.clone();
        let replacement = replacements.next().expect("they are repeated");
        *changed.pointer_mut(&path).expect("it is there") = replacement;
        check_sound(&changed);
    }
}

/// Checks that an import neither panics nor makes a book that is not parsed as it is.
#[track_caller]
fn check_sound(value: &Value) {
    let text = value.to_string();
    let file = SourceFile { name: "edition.json", bytes: text.as_bytes() };
    if let Ok(Import { book, .. }) = import(&[file]) {
        let printed = book.to_string();
        let again = printed.parse::<CardBook>();
        assert_eq!(again.as_ref(), Ok(&book), "{printed}");
    }
}

fn collect_paths(value: &Value, path: &str, paths: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        Value::Array(list) => {
            list.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    for (key, child) in children {
        let path = format!("{path}/{key}");
        collect_paths(child, &path, paths);
        paths.push(path);
    }
}

#[track_caller]
fn check_error(name: &str, bytes: &[u8], message: &str) {
    let error = import(&[SourceFile { name, bytes }]).expect_err(message);
    assert_eq!(error.to_string(), message);
}

#[test]
fn broken_file_is_refused_with_its_place() {
    check_error(
        "monster/hound.json",
        b"{\n  \"name\": \"hound\",\n  \"stats\" 3\n}",
        "monster/hound.json: line 3, column 11: expected `:`",
    );
    check_error("a.json", b"", "a.json: line 1, column 1: EOF while parsing a value");
    check_error(
        "a.json",
        b"{\"name\": \"\xff\"}",
        "a.json: line 1, column 11: invalid unicode code point",
    );
    check_error(
        "a.json",
        "[".repeat(1000).as_bytes(),
        "a.json: line 1, column 128: recursion limit exceeded",
    );
}

#[test]
fn files_without_cards_are_refused() {
    check_error(
        "notes.json",
        b"\xef\xbb\xbf{\"title\": \"notes\"}",
        "notes.json: no cards found; expected an edition file, or files of monsters, decks, \
         characters, items or scenarios",
    );
    assert!(import(&[]).is_err());
}

#[test]
fn files_beyond_the_limit_are_refused() {
    let bytes = vec![b' '; scenario_cards::import::MAX_BYTES / 2 + 1];
    let file = SourceFile { name: "a.json", bytes: &bytes };
    let error = import(&[file, file]).expect_err("they are too large");
    assert_eq!(error, ImportError::TooLarge { bytes: 2 * bytes.len() });
}

#[test]
fn card_beyond_the_limits_is_left_out() {
    let action = json!({"type": "custom", "value": "x".repeat(500)});
    let cards = json!([
        {"initiative": 1, "actions": vec![action.clone(); 41]},
        {"initiative": 2, "actions": vec![action; 39]},
        {"initiative": 3, "actions": [{"type": "move", "value": 1}]},
    ]);
    let imported = import_value(&json!({"name": "hound", "abilities": cards}));
    assert_eq!(imported.book.count_ability_cards(), 1);
    assert_eq!(imported.report.left_out, ["a card of Hound", "a card of Hound"]);
}
