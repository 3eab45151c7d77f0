//! Records accepted by an earlier edition of the rules: they replay as before, with warnings that
//! name the rule, while new entries are judged by the present rules.

use scenario::parse;
use scenario::record::{
    Change, ChangeError, Record, Repair, action_at, consequences, events, new_record, print,
    print_for_people, read, warnings,
};
use scenario_rules::Illegal;
use scenario_rules::action::Action;

use crate::support::action_on;

/// Returns a record that states no edition, with these table lines and entries.
fn old(table: &str, entries: &str) -> String {
    let table: Vec<String> = table.lines().map(|line| format!("  {}", line.trim())).collect();
    let table = table.join("\n");
    let entries: Vec<&str> = entries.lines().map(str::trim).collect();
    format!("Founders Ledger scenario 1\ntable:\n{table}\nplay:\n{}\n", entries.join("\n"))
}

#[track_caller]
fn opened(text: &str) -> Record {
    let loaded = read(text);
    assert_eq!(loaded.error, None, "{text}");
    loaded.record.expect("it is read")
}

#[track_caller]
fn apply(record: &mut Record, line: &str) -> Result<Change, ChangeError> {
    let action = action_on(record.game().position(), line);
    record.apply(Change::play(action))
}

#[track_caller]
fn refused(record: &mut Record, line: &str) -> Illegal {
    let Err(ChangeError::Refused(refusal)) = apply(record, line) else {
        panic!("{line} is accepted");
    };
    refusal.reasons.into_iter().next().expect("a refusal has a reason")
}

fn table(record: &Record) -> String {
    scenario::print(record.game().position())
}

const MAP: &str = "board 7x3
    trap C1
    hazardous E1
    level 1
    card Guard: move 3, attack
    initiative Guard: 40
    character Brute at A1, initiative 20, hit points 10/10
    normal Guard 1 at G1, hit points 6/6";

#[test]
fn old_record_replays_traps_without_damage_and_warns() {
    let record = opened(&old(MAP, "move Brute to C1\nmove Guard 1 to E1"));
    let text = table(&record);
    assert!(!text.contains("trap") && text.contains("hazardous E1"), "{text}");
    assert!(text.contains("hit points 10/10") && text.contains("hit points 6/6"), "{text}");
    assert_eq!(
        warnings(&record),
        [
            "entry 1: Brute came into the trap in C1, and its damage was not counted then \
             (rule S6.3)",
            "entry 2: Guard 1 came into the hazardous terrain in E1, and its damage was not \
             counted then (rule S6.3)",
        ]
    );
    assert!(consequences(&record, 1).is_empty());
}

#[test]
fn new_record_with_the_same_entries_deals_trap_damage_without_warning() {
    let mut record = new_record(parse(MAP).expect("it is a position"));
    for line in ["move Brute to C1", "move Guard 1 to E1"] {
        apply(&mut record, line).expect("it is legal");
    }
    let text = table(&record);
    assert!(text.contains("hit points 7/10") && text.contains("hit points 5/6"), "{text}");
    assert_eq!(warnings(&record), [""; 0]);
    let again = opened(&print(&record));
    assert_eq!((again.game(), events(&again, 1)), (record.game(), events(&record, 1)));
}

#[test]
fn old_entries_of_a_continued_record_state_their_edition() {
    let mut record = opened(&old(MAP, "note First evening.\nmove Brute to C1"));
    apply(&mut record, "move Guard 1 to E1").expect("it is legal");
    let text = print(&record);
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("play:")).collect();
    let entry = |number: usize| lines[number].rsplit_once("  ~").expect("it has a check").0;
    assert_eq!(entry(1), "rules 1: note First evening.");
    assert_eq!(entry(2), "rules 1: move Brute to C1");
    assert_eq!(entry(3), "rules 3: move Guard 1 to E1");
    assert!(text.contains("\nrules: 1\n"), "the table was judged by it: {text}");
    assert!(table(&record).contains("Guard 1 at E1, hit points 5/6"), "{}", table(&record));
    assert!(table(&record).contains("Brute at C1, initiative 20, hit points 10/10"));
    let again = opened(&text);
    assert_eq!((again.game(), warnings(&again)), (record.game(), warnings(&record)));
    assert_eq!(print(&again), text);
}

#[test]
fn refused_entry_leaves_an_old_record_unchanged() {
    let before = print(&opened(&old(MAP, "note First evening.")));
    let mut record = opened(&before);
    refused(&mut record, "normal Guard 2 at B1, hit points 0/8");
    assert_eq!(print(&record), before);
    record.apply(Change::Undo(1)).expect("there is an entry");
    record.apply(Change::Redo(1)).expect("it was taken back");
    assert_eq!(print(&record), before, "no entry was judged again");
}

#[test]
fn figure_with_0_hit_points_is_refused_but_kept_in_old_records() {
    let table = "board 5x2\ncard Guard: move 4, attack\nnormal Guard 1 at C1, hit points 0/3
        character Brute at A1, initiative 20";
    let error = parse(table).expect_err("a figure has 0 hit points").to_string();
    assert!(
        error.contains("line 3, column 8") && error.contains("Guard 1 has 0 hit points"),
        "{error}"
    );
    let text = old(table, "normal Guard 2 at B1, hit points 0/8");
    let record = opened(&text);
    assert_eq!(
        warnings(&record),
        [
            "the table at the start: Guard 1 was put on the map with 0 hit points (rule S7.4)",
            "entry 1: Guard 2 was put on the map with 0 hit points (rule S7.4)",
        ]
    );
    assert_eq!(record.game().to_act().len(), 2, "both are on the map and act as before");
    let new = text.replacen("scenario 1\n", "scenario 1\nrules: 2\n", 1);
    let error = read(&new).error.expect("it is refused");
    assert_eq!(error.line, 6, "{error}");
    let entered = new.replace("0/3", "3/3");
    let error = read(&entered).error.expect("it is refused");
    assert!(error.line == 9 && error.to_string().contains("Guard 2 has 0 hit points"), "{error}");
    let mut record = new_record(parse(&table.replace("0/3", "3/3")).expect("a position"));
    let why = refused(&mut record, "normal Guard 2 at B1, hit points 0/8");
    assert!(matches!(why, Illegal::NoHitPoints { .. }), "{why:?}");
}

const TWO_LINES: &str = "board 5x3
    card Guard: move 2, attack
    initiative Guard: 40
    normal Guard 1 at C2
    character Brute at C1, initiative 10, hit points 6/10
    character Tinkerer at D2, initiative 60";

#[test]
fn old_record_keeps_the_former_ruling_on_further_attacks() {
    let first = "turn Guard 1: to C2, attacks Brute\nagain Guard 1: attack";
    let mut letter = opened(&old(TWO_LINES, first));
    assert!(table(&letter).contains("ruling other target"), "{}", table(&letter));
    let why = refused(&mut letter, "turn Guard 1: to C2, attacks Brute");
    assert!(matches!(why, Illegal::OtherTargets { .. }), "{why:?}");
    apply(&mut letter, "turn Guard 1: to C2, attacks Tinkerer").expect("it is another target");
    assert_eq!(warnings(&letter), [""; 0]);
    let mut new = new_record(parse(TWO_LINES).expect("it is a position"));
    for line in first.lines().chain(["turn Guard 1: to C2, attacks Brute"]) {
        apply(&mut new, line).expect("the same target lives");
    }
    // The table may switch to the ruling of the errata.
    let switched = format!("{first}\nno ruling other target\nturn Guard 1: to C2, attacks Brute");
    assert_eq!(warnings(&opened(&old(TWO_LINES, &switched))), [""; 0]);
}

#[test]
fn old_turn_that_the_rules_no_longer_allow_is_kept_with_a_warning() {
    // The recorded further target acts earlier, although it is a step farther away.
    let table = "board 6x5
        obstacle F4
        trap E1
        level 1
        card Guard: move 4, attack targets 2
        initiative Guard: 50
        normal Guard 1 at B4, hit points 9/9
        character Brute at D3, initiative 20
        character Scoundrel at D1, initiative 80
        character Spellweaver at F2, initiative 30
        ruling nearer first";
    let text = old(table, "turn Guard 1: to E3, attacks Brute, Spellweaver\nround");
    let record = opened(&text);
    let warned = warnings(&record);
    assert_eq!(
        warned,
        ["entry 1: the turn stands as it was recorded, though Guard 1 does not end in E3 by the \
          rules (rule S8.9)"]
    );
    assert!(self::table(&record).contains("Guard 1 at E3"), "{}", self::table(&record));
    // A figure that is not on the map still cannot be attacked.
    let error = read(&text.replace("Spellweaver\nround", "Ghost\nround")).error;
    assert!(error.is_some_and(|error| error.to_string().contains("Ghost")));
    let mut new = new_record(parse(table).expect("it is a position"));
    let why = refused(&mut new, "turn Guard 1: to E3, attacks Brute, Spellweaver");
    assert!(matches!(why, Illegal::OtherEnd { .. }), "{why:?}");
}

#[test]
fn warning_of_a_kept_old_turn_names_the_present_ruling() {
    let table = TWO_LINES.replace("card Guard: move 2, attack", "card Guard: attack");
    let entries = "turn Guard 1: to C2, attacks Brute\nagain Guard 1: attack
        turn Guard 1: to C2, attacks Brute";
    assert_eq!(
        warnings(&opened(&old(&table, entries))),
        ["entry 3: the turn stands as it was recorded, though Guard 1 does not attack Brute from \
          C2 by the rules (rule S8.14); see ruling G28"]
    );
}

#[test]
fn repair_of_an_old_record_judges_new_entries_by_present_rules() {
    let mut record = opened(&old(MAP, "move Brute to C1\nhit points Guard 1: 5/6"));
    let position = record.game().position().clone();
    let put = |line: &str| action_on(&position, line);
    let mut repair = Repair::new(&record);
    repair.insert(&record, 2, put("normal Guard 2 at B2, hit points 0/8").into());
    assert!(repair.clash().is_some());
    let mut repair = Repair::new(&record);
    repair.insert(&record, 2, put("move Brute to E1").into());
    assert!(repair.clash().is_none());
    let changes = repair.accept(&record).expect("there is room").expect("it holds");
    for change in changes {
        record.apply(change).expect("it was judged");
    }
    // The old entry into the trap dealt no damage; the new one into hazardous terrain does.
    let text = table(&record);
    assert!(text.contains("Brute at E1, initiative 20, hit points 9/10"), "{text}");
    assert_eq!(warnings(&record).len(), 1);
    for text in [print(&record), print_for_people(&record)] {
        let again = opened(&text);
        assert_eq!((again.game(), warnings(&again)), (record.game(), warnings(&record)), "{text}");
    }
    for entries in 0..=record.cursor() {
        let until = record.up_to(entries).expect("it is there");
        let again = opened(&print(&until));
        assert_eq!(Some(again.game().clone()), record.game_at(entries));
    }
}

#[test]
fn record_of_an_unknown_edition_is_refused_at_its_line() {
    let text = old("board 3x3", "trap A1").replacen("scenario 1\n", "scenario 1\nrules: 9\n", 1);
    let error = read(&text).error.expect("the edition is unknown");
    assert_eq!(error.line, 2);
    assert!(error.to_string().contains("an edition of the rules up to 3"), "{error}");
    let error = read(&old("board 3x3", "trap A1\nrules: 9"))
        .error
        .expect("the edition of the entry is unknown");
    assert_eq!(error.line, 6);
}

/// Returns a random line of a record for a figure of any kind.
fn any_line(rng: &mut fastrand::Rng) -> String {
    let who = ["Brute", "Guard 1", "Bat 1"][rng.usize(0..3)];
    let hex = format!("{}{}", ["A", "B", "C", "D", "E"][rng.usize(0..5)], rng.u8(1..=3));
    match rng.u8(0..9) {
        0 | 1 => format!("move {who} to {hex}"),
        2 => format!("turn {who}: to {hex}, attacks Brute"),
        3 => format!("turn {who}: to {hex}"),
        4 => format!("walking {who}"),
        5 => format!("flying {who}"),
        6 => format!("trap {hex}"),
        7 => "round".to_owned(),
        _ => format!("normal Guard {} at {hex}, hit points 0/5", rng.u8(2..6)),
    }
}

#[test]
fn any_mix_of_old_and_new_entries_reads_back_as_the_same_record() {
    let table =
        "board 5x3\ntrap B1 C2\nhazardous D1\nobstacle E3\nlevel 2\ncard Guard: move 2, attack
        card Bat: move 3, attack\ninitiative Guard: 50\ninitiative Bat: 20
        character Brute at A1, initiative 30, hit points 40/40\nnormal Guard 1 at E1
        normal Bat 1 at E3, flying, hit points 30/30";
    let (mut warned, mut hurt) = (0, 0);
    for seed in 0..60 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut lines = String::new();
        let mut record = opened(&old(table, "note begun"));
        for _ in 0..40 {
            // As if written into an old record in an editor, line by line.
            let longer = format!("{lines}{}\n", any_line(&mut rng));
            let loaded = read(&old(table, &format!("note begun\n{longer}")));
            if loaded.error.is_none() {
                lines = longer;
                record = loaded.record.expect("it is read");
            }
        }
        for _ in 0..40 {
            let line = any_line(&mut rng);
            let action = action_on(record.game().position(), &line);
            let before = print(&record);
            if record.apply(Change::play(action)).is_err() {
                assert_eq!(print(&record), before, "{line}");
            }
        }
        let text = print(&record);
        let again = opened(&text);
        assert_eq!(again, record, "{text}");
        assert_eq!((again.game(), warnings(&again)), (record.game(), warnings(&record)));
        let people = opened(&print_for_people(&record));
        assert_eq!((people.game(), warnings(&people)), (record.game(), warnings(&record)));
        warned += warnings(&record).len();
        hurt +=
            (1..=record.cursor()).map(|entry| consequences(&record, entry).len()).sum::<usize>();
        let first_new = lines.lines().count() + 2;
        assert!(
            (first_new..=record.cursor()).all(|entry: usize| match action_at(&record, entry) {
                Some(Action::Put(figure)) => figure.hit_points.is_none(),
                _ => true,
            }),
            "{text}"
        );
    }
    assert!(warned > 100 && hurt > 100, "{warned} warnings, {hurt} effects");
}
