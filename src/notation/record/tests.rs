//! Tests of whole records: round trips, and the place of damage.

mod mend;

use std::collections::BTreeSet;

use super::*;
use crate::sample::{apply, note, opening, points, sample_journal, sample_setup, scores};
use journal::Change;
use journal::{MAX_CONTINUATIONS, MAX_ENTRIES, MAX_TEXT};
use record::Change::{Branch, Checkpoint, Comment, Name, Play, Redo, Undo};
use rules::rulebook::{Variant, Variants};

fn evening(day: &str, all: u32, seats: &[u32]) -> Evening {
    Evening { day: day.to_owned(), all, seats: seats.to_vec() }
}

fn tags() -> Tags {
    Tags {
        title: Some("\"Evening\": one".to_owned()),
        date: Some("2024-05-01".to_owned()),
        evenings: vec![evening("2024-05-01", 3600, &[1500, 1700]), evening("2024-05-02", 7, &[])],
        app_deals: true,
    }
}

fn with_tags(journal: &Journal, tags: &Tags) -> Journal {
    let mut journal = journal.clone();
    journal.tags = tags.clone();
    journal
}

fn tagged(journal: &Journal) -> Journal {
    with_tags(journal, &tags())
}

fn empty() -> Journal {
    Journal::new(sample_setup()).expect("a setup that can be played")
}

fn played(changes: impl IntoIterator<Item = Change>) -> Journal {
    let mut journal = empty();
    apply(&mut journal, changes);
    journal
}

/// Checks that both forms read back to the journal, the notation with the cursor at the end.
#[track_caller]
fn check_both_forms(journal: &Journal) {
    let journal = &tagged(journal);
    let log = print_log(journal);
    let loaded = read_record(log.as_bytes());
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{log}");
    assert_eq!(loaded.form, Some(RecordForm::Log));
    assert_eq!(loaded.valid_bytes, log.len());
    let read = loaded.record.expect("a journal");
    assert!(&read == journal, "{log}");
    assert_eq!(read.game(), journal.game());
    assert_eq!(print_log(&read), log);
    let last = log_line(loaded.check, "redo");
    assert!(read_record(format!("{log}{}", last.text).as_bytes()).warnings.is_empty());

    let mut at_end = journal.clone();
    at_end.go_to_end();
    let notation = print_notation(journal);
    let loaded = read_record(notation.as_bytes());
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{notation}");
    assert_eq!(loaded.form, Some(RecordForm::Notation));
    let read = loaded.record.expect("a journal");
    assert!(read == at_end, "{notation}\n{}", print_notation(&read));
    assert_eq!(print_notation(&read), notation);
}

#[test]
fn a_journal_reads_back_from_both_forms() {
    check_both_forms(&empty());
    check_both_forms(&sample_journal());
    let mut journal = played(opening(&sample_setup()));
    check_both_forms(&journal);
    apply(&mut journal, [points(5), points(-2)].map(Play));
    apply(
        &mut journal,
        [Checkpoint(scores(3, 0)), Undo(3), Play(note("x")), Checkpoint(scores(-1, 0))],
    );
    check_both_forms(&journal);
    apply(&mut journal, [Undo(4), Branch(1), Redo(2)]);
    check_both_forms(&journal);
}

#[test]
fn any_text_reads_back_from_both_forms() {
    for text in [
        "~00000000",
        "x  ~00000000",
        "# (",
        "{!",
        "\\u{20}",
        "\u{2028}\r\n",
        " ",
        "\"",
        "Turn 1, Human",
    ] {
        check_both_forms(&played([
            Comment(text.into()),
            Play(note(text)),
            Comment(text.into()),
            Name(text.into()),
        ]));
        let tags = Tags { title: Some(text.to_owned()), ..Tags::default() };
        let loaded = read_record(print_log(&with_tags(&empty(), &tags)).as_bytes());
        let read = loaded.record.expect("a journal");
        assert_eq!((read.tags, loaded.warnings.len()), (tags, 0), "{text}");
    }
    check_both_forms(&played([Comment("\u{2028}".repeat(MAX_TEXT))]));
}

#[test]
fn marks_read_back_from_both_forms() {
    use journal::EntryRating;
    let mut journal = sample_journal();
    for mark in EntryRating::ALL {
        apply(&mut journal, [Change::Mark(Some(mark))]);
        check_both_forms(&journal);
        let log = print_log(&tagged(&journal));
        assert!(log.contains(&format!("mark {}  ~", mark.name())), "{log}");
    }
    apply(&mut journal, [Change::Mark(None)]);
    assert_eq!(journal, sample_journal());
}

#[test]
fn an_unknown_mark_is_refused_with_the_known_ones() {
    let journal = empty();
    let error = parse_change(journal.game(), "mark odd").expect_err("no such mark");
    assert_eq!(error.column, 6);
    assert_eq!(error.expected, "good, doubtful, wrong or none");
}

#[test]
fn a_player_may_be_called_mark() {
    let mut setup = sample_setup();
    setup.players[0] = "Mark".to_owned();
    let mut journal = Journal::new(setup.clone()).expect("a setup that can be played");
    apply(&mut journal, opening(&setup));
    let text = print_notation(&tagged(&journal));
    assert!(text.contains("Mark chooses"), "{text}");
    check_both_forms(&journal);
}

#[test]
fn deeply_nested_variations_do_not_overflow_the_stack() {
    const DEEP: usize = 4_000;
    let mut journal = empty();
    for n in 0..DEEP {
        apply(&mut journal, [Play(note("x")), Undo(1), Play(note(&n.to_string()))]);
    }
    check_both_forms(&journal);
    // The reverse: the long line is in brackets, and so is each of its parts.
    for _ in 0..DEEP {
        apply(&mut journal, [Undo(1), Branch(2)]);
    }
    assert_eq!(journal.main_line().len(), 1);
    check_both_forms(&journal);
}

/// Returns a notation in three parts: its header, the entries, and the pack.
fn parts(text: &str) -> (&str, &str, &str) {
    let (header, rest) = text.split_once("\nmoves\n").expect("a header");
    let (body, pack) = rest.split_once("\npack:\n").expect("a pack");
    (header, body, pack)
}

#[test]
fn the_notation_is_grouped_by_turn_with_variations_after_the_entry_they_replace() {
    let mut journal = empty();
    apply(
        &mut journal,
        [Comment("Hello }".into()), Play(note("a")), Play(note("b")), Comment("Hm.".into())],
    );
    apply(
        &mut journal,
        [Undo(1), Play(note("c")), Name("Better".into()), Undo(1), Branch(2), Redo(1)],
    );
    apply(&mut journal, [Play(note("d")), Checkpoint(scores(0, 2))]);
    let a = |text| crate::print_action(journal.game(), &note(text));
    let expected = format!(
        "{{ Hello \\}} }}\n\nSetup\n1. {}\n2. {}\n{{ Hm. }}\n(\n  2. {}\n  name \"Better\"\n)\n3. {}\n{{! Anna 0, Ben 2 }}\n",
        a("a"),
        a("b"),
        a("c"),
        a("d"),
    );
    assert_eq!(parts(&print_notation(&journal)).1, expected);
}

#[test]
fn the_notation_begins_with_the_game_and_ends_with_the_pack() {
    let journal = sample_journal();
    let text = print_notation(&journal);
    let (header, body, pack) = parts(&text);
    assert!(header.lines().count() < 12 && !header.contains("pack"), "{header}");
    assert!(body.contains("\n1. ") && pack.contains("resources:"), "{body}");
    assert!(pack.lines().all(|line| line.starts_with("  ")), "{pack}");
    // Earlier versions wrote the pack in the header.
    let earlier = format!("{header}\npack:\n{pack}moves\n{body}");
    assert_eq!(read_record(earlier.as_bytes()).record, read_record(text.as_bytes()).record);
    let twice = format!("{header}\npack:\n{pack}moves\n{body}\npack:\n{pack}");
    let error = read_record(twice.as_bytes()).error.expect("there is one pack too many");
    assert_eq!(error.line, earlier.lines().count() + 2);
}

#[test]
fn an_entry_added_below_the_pack_is_read() {
    let text = print_notation(&played([Play(note("a"))])) + "Note \"b\"\n";
    let added = read_record(text.as_bytes());
    assert_eq!(
        (added.error, added.record),
        (None, Some(played([Play(note("a")), Play(note("b"))])))
    );
    let wrong = read_record((text + "nonsense\n").as_bytes());
    assert!(wrong.error.is_some() && wrong.record.is_some(), "{:?}", wrong.error);
}

#[test]
fn the_key_of_the_pack_is_read_as_the_other_keys_are() {
    let text = print_notation(&empty()).replacen("\npack:\n", "\n Pack :\n", 1);
    assert_eq!(read_record(text.as_bytes()).record, Some(empty()));
}

#[test]
fn an_invalid_entry_before_the_pack_leaves_the_entries_above_it() {
    let loaded = notation("1. Note \"a\"\nnonsense\n");
    assert_eq!(loaded.error.map(|error| error.line), Some(first_line(RecordForm::Notation) + 1));
    assert_eq!(loaded.record, Some(played([Play(note("a"))])));
}

/// Reads a notation with a valid header and this body.
fn notation(body: &str) -> Loaded {
    let text = print_notation(&empty());
    let (header, _, pack) = parts(&text);
    read_record(format!("{header}\nmoves\n{}\n\npack:\n{pack}", body.trim_end()).as_bytes())
}

/// Returns the number of the first line after the header of a record without tags.
fn first_line(form: RecordForm) -> usize {
    match form {
        RecordForm::Log => print_log(&empty()).lines().count() + 1,
        RecordForm::Notation => parts(&print_notation(&empty())).0.lines().count() + 2,
    }
}

#[test]
fn the_notation_tolerates_other_spaces_case_and_line_breaks() {
    let text = "# remark\r\n setup\r\n\r\n  1.   Note \"a\"\r\n Note \"b\"\r\n{Hm.} ( 2.Note \"c\"\r\nNAME \"n\" {!ben: 2,ANNA  0})\r\nTURN 7\r\nNote \"d\"";
    let loaded = notation(text);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    let mut expected =
        played([Play(note("a")), Play(note("c")), Name("n".into()), Checkpoint(scores(0, 2))]);
    apply(&mut expected, [Undo(1), Play(note("b")), Comment("Hm.".into()), Play(note("d"))]);
    assert_eq!(loaded.record, Some(expected));
}

#[track_caller]
fn check_notation_error(body: &str, line: usize, expected: &str) {
    let loaded = notation(body);
    let error = loaded.error.expect("an error");
    let line = first_line(RecordForm::Notation) + line - 1;
    let colon = if error.kind.column().is_some() { "," } else { ":" };
    assert_eq!(error.to_string(), format!("line {line}{colon} {expected}"));
    assert_eq!(loaded.record, Some(played([Play(note("a"))])));
}

#[test]
fn an_error_in_a_notation_names_its_line_and_column() {
    let a = "1. Note \"a\"\n";
    check_notation_error(
        &format!("{a})"),
        2,
        "column 1: found \")\", expected an entry; no variation is open",
    );
    check_notation_error(
        &format!("{a}(\n  (\n"),
        3,
        "column 3: found \"(\", expected first the entry that the variation replaces",
    );
    check_notation_error(
        &format!("{a}(\n)\n"),
        3,
        "column 1: found \")\", expected first an entry of the variation",
    );
    check_notation_error(
        &format!("{a}(\n{{ x }}\n"),
        3,
        "column 1: found \"{\", expected first the entry it belongs to",
    );
    check_notation_error(
        &format!("{a}{{ x"),
        2,
        "column 4: found the end of the line, expected the closing }",
    );
    check_notation_error(
        &format!("{a}{{! Anna 2 }}"),
        2,
        "column 11: found the end of the line, expected a comma and the points of Ben",
    );
    check_notation_error(
        &format!("{a}(\n\n"),
        4,
        "column 1: found the end of the line, expected a ) for every ( before",
    );
    let loaded = notation("7. Note \"a\"");
    let line = first_line(RecordForm::Notation);
    assert_eq!(loaded.warnings, [Warning::Misnumbered { line, found: 7, expected: 1 }]);
    assert_eq!(loaded.record, Some(played([Play(note("a"))])));
}

/// Prints a log with known lines after the header.
fn log() -> String {
    let changes = [
        Play(note("a")),
        Play(note("b")),
        Undo(1),
        Play(note("c")),
        Comment("x".into()),
        Play(points(2)),
        Play(note("d")),
    ];
    print_log(&tagged(&empty())) + &lines_of(changes)
}

/// Returns the text that these changes append to an empty log.
fn lines_of(changes: impl IntoIterator<Item = Change>) -> String {
    let mut check = read_record(print_log(&tagged(&empty())).as_bytes()).check;
    let mut journal = empty();
    let mut text = String::new();
    for change in changes {
        let before = journal.game().clone();
        let change = journal.apply(change).expect("a legal change");
        let line = log_line(check, &print_change(&before, &change));
        text.push_str(&line.text);
        check = line.check;
    }
    text
}

/// Returns the number of lines of the header of [`log`].
fn header_lines() -> usize {
    print_log(&tagged(&empty())).lines().count()
}

/// Damages the lines of [`log`] and checks the warnings and the error. Lines count from the first
/// after the header.
#[track_caller]
fn check_damage(
    damage: impl FnOnce(&mut Vec<String>),
    changed: &[(usize, usize)],
    error: Option<(usize, &str)>,
) {
    let log = log();
    let (head, tail) = log.split_at(print_log(&tagged(&empty())).len());
    let mut lines: Vec<String> = tail.lines().map(str::to_owned).collect();
    damage(&mut lines);
    let loaded = read_record(format!("{head}{}\n", lines.join("\n")).as_bytes());
    let header = header_lines();
    let expected: Vec<_> = changed
        .iter()
        .map(|&(first, last)| Warning::ChangedOutside {
            first: header + first,
            last: header + last,
        })
        .collect();
    assert_eq!(loaded.warnings, expected);
    let found = loaded.error.map(|error| (error.line - header, error.kind.to_string()));
    assert_eq!(found, error.map(|(line, text)| (line, text.to_owned())));
    assert!(loaded.record.is_some());
}

fn break_check(line: &mut String) {
    let digit = line.pop();
    line.push(if digit == Some('0') { '1' } else { '0' });
}

#[test]
fn each_damaged_line_is_found_and_no_other() {
    check_damage(|_| {}, &[], None);
    check_damage(|lines| lines[1] = lines[1].replace("\"b\"", "\"e\""), &[(2, 2)], None);
    check_damage(|lines| break_check(&mut lines[1]), &[(2, 2)], None);
    check_damage(
        |lines| lines[1] = lines[1].split("  ~").next().unwrap_or_default().to_owned(),
        &[(2, 2)],
        None,
    );
    check_damage(|lines| lines[6] = lines[6].replace("\"d\"", "\"e\""), &[(7, 7)], None);
    check_damage(
        |lines| {
            break_check(&mut lines[0]);
            lines[1] = lines[1].replace("\"b\"", "\"e\"");
            break_check(&mut lines[4]);
        },
        &[(1, 2), (5, 5)],
        None,
    );
    check_damage(|lines| lines.insert(1, "Note \"by hand\"".to_owned()), &[(2, 2)], None);
    check_damage(|lines| lines.insert(1, "# only a remark".to_owned()), &[], None);
    check_damage(|lines| lines[6].insert(0, '#'), &[(7, 7)], None);
    // A missing line shows in the one after it.
    check_damage(|lines| drop(lines.remove(1)), &[(2, 2)], None);
    check_damage(|lines| lines.swap(0, 1), &[(1, 1), (3, 3)], None);
    let trouble = "column 6: found \"x\", expected a number";
    check_damage(|lines| lines[2] = lines[2].replace("undo", "undo x"), &[], Some((3, trouble)));
    let trouble = "cannot take back 9: entries before this place: 2";
    check_damage(|lines| lines[2] = lines[2].replace("undo", "undo 9"), &[], Some((3, trouble)));
}

#[test]
fn an_incomplete_last_line_is_omitted() {
    let log = log();
    for cut in 1..10 {
        let loaded = read_record(&log.as_bytes()[..log.len() - cut]);
        let line = log.lines().count();
        assert_eq!(loaded.error, Some(RecordErrorKind::Truncated.at(line)));
        let good = &log.as_bytes()[..loaded.valid_bytes];
        assert!(good.ends_with(b"\n"));
        assert_eq!(read_record(good).record, loaded.record);
        assert_eq!(read_record(good).check, loaded.check);
    }
}

#[test]
fn every_truncation_is_an_error_or_leaves_an_earlier_record() {
    let log = log();
    let header = print_log(&tagged(&empty())).len();
    let bytes = log.as_bytes();
    // The pack is long and uniform, so a sample of places is enough.
    let places = (0..400).chain((400..header - 100).step_by(211)).chain(header - 100..bytes.len());
    for cut in places {
        let loaded = read_record(&bytes[..cut]);
        assert_eq!(loaded.record.is_some(), cut >= header, "cut at {cut}");
        assert_eq!(
            loaded.error.is_none(),
            cut >= header && bytes[cut - 1] == b'\n',
            "cut at {cut}"
        );
        assert_eq!(loaded.warnings, [], "cut at {cut}");
    }
}

#[test]
fn every_changed_byte_is_harmless_or_reported() {
    let log = log();
    let header = print_log(&tagged(&empty())).len();
    let whole = read_record(log.as_bytes()).record;
    let places = (0..300).chain((300..header - 60).step_by(397)).chain(header - 60..log.len());
    for at in places {
        for byte in [b' ', b'\n', b'\r', b'#', b'"', b'~', b'0', b'9', b'a', b'z', b'\t', 0, 0xff] {
            let mut bytes = log.clone().into_bytes();
            bytes[at] = byte;
            let loaded = read_record(&bytes);
            let seen = loaded.error.is_some() || !loaded.warnings.is_empty();
            assert!(seen || loaded.record == whole, "byte {at} changed to {byte}");
        }
    }
}

#[test]
fn a_title_has_400_characters_at_most() {
    for (letters, is_valid) in [(400, true), (401, false)] {
        let tags = Tags { title: Some("a".repeat(letters)), ..tags() };
        let loaded = read_record(print_log(&with_tags(&empty(), &tags)).as_bytes());
        assert_eq!(loaded.error.is_none(), is_valid, "{letters}");
    }
}

#[test]
fn a_changed_header_is_reported() {
    let log = log().replacen("2024-05-01", "2024-05-02", 1);
    let loaded = read_record(log.as_bytes());
    assert_eq!(loaded.warnings, [Warning::HeaderChanged { line: header_lines() }]);
    assert_eq!(loaded.error, None);
    let date = loaded.record.and_then(|record| record.tags.date);
    assert_eq!(date.as_deref(), Some("2024-05-02"));
}

#[test]
fn an_impossible_date_is_an_error_in_the_notation_and_a_warning_in_a_log() {
    let log = log().replacen("date: 2024-05-01", "date: 2026-02-30", 1);
    let loaded = read_record(log.as_bytes());
    let no_day = Warning::NoDay { line: 3, date: "2026-02-30".to_owned() };
    assert!(loaded.warnings.contains(&no_day), "{:?}", loaded.warnings);
    assert_eq!(loaded.error, None);
    let date = loaded.record.and_then(|record| record.tags.date);
    assert_eq!(date.as_deref(), Some("2026-02-30"));
    let entered = print_notation(&tagged(&sample_journal()));
    for (date, is_fine) in [
        ("2026-02-30", false),
        ("\"2026-02-30\"", false),
        ("2026.13.01", false),
        ("2026–02–30", false),
        ("2026–02–28", true),
        ("the last week of February", true),
    ] {
        let line = format!("date: {date}");
        let loaded = read_record(entered.replacen("date: 2024-05-01", &line, 1).as_bytes());
        let error = loaded.error.map(|error| (error.line, error.to_string()));
        assert_eq!(error.is_none(), is_fine, "{date}: {error:?}");
        if let Some((line, words)) = error {
            assert_eq!(line, 3, "{words}");
            assert!(words.contains("a day of the calendar"), "{words}");
        } else if date.starts_with("2026") {
            let date = loaded.record.and_then(|record| record.tags.date);
            assert_eq!(date.as_deref(), Some("2026-02-28"));
        }
    }
}

#[test]
fn crlf_and_byte_order_marks_make_no_difference() {
    let whole = read_record(log().as_bytes()).record;
    for text in [log().replace('\n', "\r\n"), format!("\u{feff}{}", log())] {
        let loaded = read_record(text.as_bytes());
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
        assert_eq!(loaded.record, whole);
    }
}

#[track_caller]
fn check_header(edit: impl FnOnce(&str) -> String, expected: &str) {
    let text = edit(&print_notation(&empty()));
    let loaded = read_record(text.as_bytes());
    assert_eq!(loaded.error.map(|error| error.to_string()).as_deref(), Some(expected));
    assert_eq!(loaded.record, None);
}

#[test]
fn an_error_in_a_header_names_its_line() {
    check_header(|_| String::new(), "line 1: the record is empty");
    check_header(
        |_| "[Event \"x\"]\n".to_owned(),
        "line 1: this is not a record: expected \"Founders Ledger record 1\" or \"Founders Ledger notation 1\", \
         found \"[Event \\\"x\\\"]\"",
    );
    check_header(
        |text| text.replacen("notation 1", "notation 12", 1),
        "line 1: this record was written by a newer version of the program: found version 12, expected 1",
    );
    check_header(
        |text| text.replacen("player 2", "player 3", 1),
        "line 4, column 1: found \"player\", expected player 2:, in the order of the seats",
    );
    check_header(
        |text| text.replacen("import pays owner", "import pays", 1),
        "line 5, column 9: found \"import\", expected import pays owner, tile and road in turn, any \
         connected source, only owner delivers, aesther card is free or by import",
    );
    check_header(
        |text| text.replacen("player 1: Anna\nplayer 2: Ben\n", "", 1),
        &format!(
            "line {}, column 1: found \"moves\", expected player 1: with the name of the first player",
            first_line(RecordForm::Notation) - 3
        ),
    );
    check_header(
        |text| text.replacen("Ben", "anna", 1),
        &format!(
            "line {}: the game cannot be set up:\n\"anna\" cannot be a player's name: two players have this name",
            first_line(RecordForm::Notation) - 1
        ),
    );
    check_header(|text| parts(text).0.to_owned(), &{
        let line = first_line(RecordForm::Notation) - 2;
        format!("line {line}: {}", RecordErrorKind::Truncated)
    });
    check_header(|text| text[..=text.find("\npack:\n").expect("a pack")].to_owned(), &{
        let line = first_line(RecordForm::Notation) - 1;
        format!(
            "line {line}, column 1: found \"moves\", expected pack: with the facts of the box, here or below the entries"
        )
    });
    let truncated = print_notation(&empty());
    let truncated = &truncated[..truncated.len() * 2 / 3];
    let error = read_record(truncated.as_bytes()).error.expect("half a pack is none");
    assert!(matches!(error.kind, RecordErrorKind::Block { .. }), "{error}");
    let text = print_notation(&empty()).replacen("resources:", "resources;", 1);
    let line = text.lines().position(|line| line.contains("resources;")).expect("a pack") + 1;
    let error = read_record(text.as_bytes()).error.expect("an error");
    assert_eq!((error.line, matches!(error.kind, RecordErrorKind::Block { .. })), (line, true));
}

#[test]
fn unknown_and_contradictory_header_lines_are_warnings() {
    let journal = played(opening(&sample_setup()));
    let text = print_notation(&journal).replacen("Anna, Human", "Anna, Savvas", 1).replacen(
        "board:",
        "place: Home\nboard:",
        1,
    );
    let loaded = read_record(text.as_bytes());
    assert_eq!(loaded.error, None);
    let warnings: Vec<_> = loaded.warnings.iter().map(ToString::to_string).collect();
    let expected = [
        "line 2: \"place\" is unknown to this version and is left out",
        "the header says Anna plays Savvas; by the record it is Human",
    ];
    assert_eq!(warnings, expected);
    assert_eq!(loaded.record, Some(journal));
}

#[test]
fn bytes_that_are_not_utf8_are_an_error_at_their_place() {
    let good = log();
    let header = print_log(&tagged(&empty())).len();
    let mut bytes = good.clone().into_bytes();
    bytes[header + 3] = 0xfe;
    let loaded = read_record(&bytes);
    let trouble = RecordErrorKind::NotText { column: 4, byte: 0xfe };
    assert_eq!(loaded.error, Some(trouble.at(header_lines() + 1)));
    assert_eq!(loaded.record, Some(tagged(&empty())));
    assert!(read_record(&[0xff; 100]).error.is_some());
}

fn error_of(bytes: &[u8]) -> Option<RecordErrorKind> {
    read_record(bytes).error.map(|error| error.kind)
}

#[test]
fn a_record_beyond_a_limit_is_refused() {
    let bytes = vec![b'\n'; MAX_BYTES + 1];
    assert_eq!(error_of(&bytes), Some(RecordErrorKind::TooLarge { bytes: MAX_BYTES + 1 }));
    let start = print_log(&tagged(&empty()));
    let line = "x".repeat(MAX_LINE + 1);
    let text = format!("{start}{line}\n");
    assert_eq!(
        error_of(text.as_bytes()),
        Some(RecordErrorKind::LineTooLong { bytes: MAX_LINE + 1 })
    );
    let text = format!("{start}{}", "\n".repeat(MAX_LINES));
    assert_eq!(error_of(text.as_bytes()), Some(RecordErrorKind::TooManyLines));
    assert_eq!(
        error_of("(".repeat(1_000_000).as_bytes()),
        Some(RecordErrorKind::NotARecord {
            found: "(".repeat(40),
            expected: "\"Founders Ledger record 1\" or \"Founders Ledger notation 1\"".to_owned(),
        })
    );
}

#[test]
fn many_undos_and_redos_are_read_in_bounded_time() {
    let start = std::time::Instant::now();
    let mut text = print_log(&tagged(&empty()));
    text.push_str(&"Note \"x\"\n".repeat(15_000));
    text.push_str(&"undo 15000\nredo 14999\nundo\n redo 2\n".repeat(20_000));
    let loaded = read_record(text.as_bytes());
    assert_eq!(loaded.error, None);
    let journal = loaded.record.expect("a journal");
    assert_eq!((journal.cursor(), journal.entry_count()), (15_000, 15_000));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn each_change_parses_back_in_any_case_and_errors_name_their_column() {
    let journal = empty();
    let game = journal.game();
    let mut words = BTreeSet::new();
    for (change, text) in [
        (Undo(1), "undo"),
        (Undo(30), "undo 30"),
        (Redo(1), "redo"),
        (Redo(2), "redo 2"),
        (Branch(2), "branch 2"),
        (Comment("a \"b\"\n".into()), "comment \"a \\\"b\\\"\\n\""),
        (Name(String::new()), "name \"\""),
        (Change::Mark(None), "mark none"),
        (Checkpoint(scores(12, -9)), "checkpoint Anna 12, Ben -9"),
    ] {
        assert_eq!(print_change(game, &change), text);
        words.insert(text.split(' ').next().unwrap_or_default());
        assert_eq!(parse_change(game, text), Ok(change.clone()));
        let shouted = text
            .split_once(' ')
            .map_or(text.to_uppercase(), |(a, b)| format!("{}  {b}", a.to_uppercase()));
        assert_eq!(parse_change(game, &shouted), Ok(change));
    }
    let others = ["undo", "redo", "branch", "comment", "name", "mark", "checkpoint"];
    assert_eq!(words, BTreeSet::from(others));
    for (text, column, expected) in [
        ("branch", 7, "a number"),
        ("undo 99999999999999999999999", 6, "a number"),
        ("comment x", 9, "a text in quotation marks"),
        ("comment \"x\" y", 13, "the end of the line"),
        ("checkpoint", 11, "a player and their points, as in Human 12"),
        ("checkpoint Anna 1", 18, "a comma and the points of Ben"),
        ("checkpoint Anna 1, Anna 2", 20, "Ben"),
        ("checkpoint Anna 1, Ben x", 24, "a number of points"),
    ] {
        let error = parse_change(game, text).expect_err("no change");
        assert_eq!((error.column, error.expected.as_str()), (column, expected), "{text}");
    }
}

#[test]
fn the_help_page_has_the_right_checks_and_limits() {
    let page = include_str!("../../../assets/help/record.md");
    let mut previous = 0;
    let mut written = String::new();
    for text in ["Founders Ledger record 1", "board: Riverside", "start", "comment \"Hello\""] {
        let row = format!("| `{previous:08x}` | `{text}` | `{:08x}` |", check(previous, text));
        assert!(page.contains(&row), "{row}");
        LogLine { text: written, check: previous } = log_line(previous, text);
    }
    assert!(page.contains(&written));
    for number in [MAX_BYTES, MAX_LINE, MAX_LINES, MAX_ENTRIES, MAX_CONTINUATIONS, MAX_TEXT] {
        assert!(page.contains(&number.to_string()), "{number}");
    }
}

#[test]
fn variants_read_back_and_an_unknown_one_is_refused_with_the_known_ones() {
    let mut setup = sample_setup();
    setup.variants = Variant::ALL.into_iter().fold(Variants::default(), Variants::with);
    let journal = Journal::new(setup).expect("all of them can be played by two");
    check_both_forms(&journal);
    let log = print_log(&tagged(&journal)).replacen("no workers", "no worker", 1);
    let error = read_record(log.as_bytes()).error.expect("there is no such variant");
    let message = error.to_string();
    assert!(message.contains("achievements, no workers or shaping history"), "{message}");
}

#[test]
fn an_invalid_clock_in_the_header_is_an_error() {
    for (clock, is_valid) in [
        ("2024-05-01 12 5 7", true),
        ("", false),
        ("2024-05-01", false),
        ("2024-05-01 12 x", false),
        ("2024-05-01 1 2 3 4 5 6", false),
        ("a 99999999999", false),
    ] {
        let line = format!("clock: {clock}\nboard:");
        let text = print_notation(&empty()).replacen("board:", &line, 1);
        let error = read_record(text.as_bytes()).error.map(|error| error.to_string());
        match error {
            None => assert!(is_valid, "{clock}"),
            Some(error) => {
                assert!(!is_valid && error.contains("a day without spaces"), "{clock}: {error}");
            }
        }
    }
}
