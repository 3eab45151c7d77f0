//! Undo, repair and audit on complete games.

#[path = "common/driver.rs"]
mod driver;
#[path = "common/journals.rs"]
mod journals;
mod common {
    pub mod dice;
}

use std::collections::BTreeMap;

use components::quantity::{Money, Points, Quantity};
use journal::audit::SuspectedMistake;
use journal::repair::{Disposition, Repair};
use journal::{Change, EntryRating, Journal};
use narration::NamedGame;
use notation::parse_action;
use notation::record::{print_log, print_notation, read_record};
use rules::action::{Action, ActionKind};
use rules::adjustment::{Adjustment, Amount};
use rules::audit::{BoardQuantity, PlayerQuantity, TableQuantity};
use rules::difference::difference;
use rules::player::{ByPlayer, PlayerId};
use rules::rulebook::{Variant, Variants};
use rules::{Game, Setup};

use common::dice::Dice;
use journals::{apply, random_game, replayed};

const ANNA: PlayerId = PlayerId(0);
const BEN: PlayerId = PlayerId(1);

/// Returns the journal of an example.
#[track_caller]
fn example(name: &str) -> Journal {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples/");
    let bytes = std::fs::read(format!("{folder}{name}.founders")).expect("an example");
    read_record(&bytes).record.expect("it can be read")
}

fn accept(journal: &mut Journal, repair: &Repair) {
    let changes = repair.accept(journal).expect("there is room");
    apply(journal, changes.expect("every entry holds"));
}

/// Returns the number of the first entry of the main line with a wanted deed.
#[track_caller]
fn number_of(journal: &Journal, wanted: impl Fn(&ActionKind) -> bool) -> usize {
    let index = journal
        .main_line()
        .iter()
        .position(|&id| wanted(&journal.entry(id).action().expect("an action").kind));
    index.expect("there is such an entry") + 1
}

#[test]
fn repair_without_edits_makes_no_changes() {
    let journal = example("teaching-game");
    let repair = Repair::new(&journal);
    assert!(!repair.is_edited(&journal));
    assert_eq!(repair.accept(&journal), Ok(Some(Vec::new())));
}

#[test]
fn repair_of_an_entry_changed_back_is_no_edit() {
    let journal = example("teaching-game");
    let mut repair = Repair::new(&journal);
    let own = repair.step(20).expect("an entry").action.clone();
    repair.change(&journal, 20, ActionKind::Annotate("else".to_owned()).into());
    assert!(repair.is_edited(&journal));
    repair.change(&journal, 20, own);
    assert!(repair.clash().is_none());
    assert!(!repair.is_edited(&journal));
}

#[test]
fn repair_that_inserts_an_early_adjustment_changes_later_scores() {
    let mut journal = example("teaching-game");
    let last = journal.cursor();
    let before = journal.game().scores();
    let mut repair = Repair::new(&journal);
    let forgotten = parse_action(
        &repair.game_before(&journal, 30).expect("it is played"),
        "Adjust player 1 points +3: \"forgot a delivery\"",
    )
    .expect("it can be read");
    repair.insert(&journal, 30, forgotten);
    assert!(repair.clash().is_none());
    let after = repair.game_reached().scores();
    assert_eq!(after[ANNA] - before[ANNA], Points(3));
    assert_eq!(repair.game_recorded(&journal).scores(), before);
    accept(&mut journal, &repair);
    assert_eq!(journal.cursor(), last + 1);
    assert_eq!(journal.game().scores(), after);
    assert!(journal.game() == &replayed(&journal));
}

#[test]
fn repair_keeps_the_old_line_as_a_named_variation() {
    let mut journal = example("teaching-game");
    let old = journal.main_line().to_vec();
    let mut repair = Repair::new(&journal);
    repair.insert(&journal, 30, ActionKind::Annotate("tea".to_owned()).into());
    accept(&mut journal, &repair);
    let variations = journal.variations_at(30);
    let [variation] = variations.as_slice() else {
        panic!("{variations:?}");
    };
    assert_eq!(variation.first, old[29]);
    assert_eq!(variation.length, old.len() - 29);
    assert_eq!(journal.entry(variation.first).name(), "Before the repair");
    let changes = journal.promote(variation.first);
    apply(&mut journal, changes);
    assert_eq!(journal.main_line(), old);
    assert_eq!(journal.cursor(), old.len());
}

#[test]
fn repair_keeps_comment_mark_and_checkpoint_of_an_entry() {
    let mut journal = example("teaching-game");
    let here = journal.here();
    let points = journal.game().scores();
    apply(
        &mut journal,
        [
            Change::Comment("the end".to_owned()),
            Change::Mark(Some(EntryRating::Good)),
            Change::Checkpoint(points),
        ],
    );
    let mut repair = Repair::new(&journal);
    let adjust = "Adjust player 2 points +1: \"late\"";
    let adjust = parse_action(journal.game(), adjust).expect("it can be read");
    repair.insert(&journal, 30, adjust);
    let unsettled = journal::repair::broken_checkpoints(&repair, &journal);
    let [(number, checkpoint)] = unsettled.as_slice() else {
        panic!("{unsettled:?}");
    };
    assert_eq!(*number, journal.cursor() + 1);
    assert_eq!(checkpoint.recorded[BEN] - checkpoint.stated[BEN], Points(1));
    accept(&mut journal, &repair);
    let entry = journal.entry(journal.here());
    assert_ne!(journal.here(), here);
    assert_eq!((entry.comment(), entry.mark()), ("the end", Some(EntryRating::Good)));
    let checkpoint = journal::checkpoint_at(&journal, journal.here()).expect("it was kept");
    assert_eq!(checkpoint.stated, points);
    assert!(!checkpoint.agrees());
}

#[test]
fn repair_stops_at_the_first_clash_with_its_reason() {
    let journal = example("teaching-game");
    let start = number_of(&journal, |deed| matches!(deed, ActionKind::PlaceStart { .. }));
    let mut repair = Repair::new(&journal);
    repair.remove(&journal, start);
    let clash = repair.clash().expect("a player has no stall");
    assert!(clash.number >= start);
    assert!(
        !narration::refusal::describe(NamedGame::by_race(repair.game_reached()), &clash.refusal)
            .is_empty()
    );
    let number = clash.number;
    let dispositions: Vec<Disposition> =
        repair.steps().iter().map(|step| step.disposition).collect();
    assert!(dispositions[..number - 1].iter().all(|of| *of == Disposition::Kept));
    assert_eq!(dispositions[number - 1], Disposition::Refused);
    assert!(dispositions[number..].iter().all(|of| *of == Disposition::Unjudged));
    assert_eq!(repair.accept(&journal), Ok(None));
    // No points were scored up to there, in the record or in the repair.
    assert_eq!(repair.game_recorded(&journal).scores(), repair.game_reached().scores());
    assert!(repair.game_before(&journal, number).is_some());
    assert!(repair.game_before(&journal, number + 1).is_none());
    repair.cut(&journal, number);
    assert!(repair.clash().is_none());
    assert_eq!(repair.steps().len(), number - 1);
}

#[test]
fn clash_in_a_repair_is_resolved_by_an_overrule() {
    let mut journal = example("teaching-game");
    // Without money, the next import clashes.
    let number = number_of(&journal, |deed| {
        matches!(deed, ActionKind::Lead { sub_actions, .. } if matches!(
            sub_actions.as_slice(),
            [rules::sub_action::SubAction::Import(..)]
        ))
    });
    let mut repair = Repair::new(&journal);
    let before = repair.game_before(&journal, number).expect("it is played");
    let who = before.active_player().expect("a turn");
    let poor = ActionKind::Adjust {
        changes: vec![Adjustment::Money(who, Amount::Set(Money(0)))],
        reason: "for the test".to_owned(),
    };
    repair.insert(&journal, number, poor.into());
    let clash = repair.clash().expect("it cannot be paid");
    assert_eq!(clash.number, number + 1);
    assert!(journal::repair::can_be_overruled(clash), "{:?}", clash.refusal);
    repair.overrule(&journal, number + 1, "paid all the same");
    let beyond = repair.clash().map_or(usize::MAX, |clash| clash.number);
    assert!(beyond > number + 1);
    repair.cut(&journal, (number + 2).min(repair.steps().len()));
    accept(&mut journal, &repair);
    let action = journal.entry(journal.here()).action().expect("an action");
    assert!(matches!(action.kind, ActionKind::Overrule { .. }));
}

#[test]
fn repair_drafted_before_an_undo_is_not_accepted() {
    let mut journal = example("teaching-game");
    let mut repair = Repair::new(&journal);
    repair.insert(&journal, 3, ActionKind::Annotate("x".to_owned()).into());
    apply(&mut journal, [Change::Undo(1)]);
    assert!(!repair.is_draft_of(&journal));
    assert_eq!(repair.accept(&journal), Ok(None));
}

#[test]
fn gap_after_a_position_can_be_filled_in_later() {
    fill_in_later(&random_game(7, 3, Variants::default(), 120), 4);
}

#[test]
fn gap_across_the_end_of_a_solo_cycle_can_be_filled_in_later() {
    let whole = random_game(7, 1, Variants::default(), 120);
    fill_in_later(&whole, turn_of_change(&whole, cycle));
}

#[test]
fn gap_across_a_scored_achievement_can_be_filled_in_later() {
    let whole = random_game(7, 2, Variants::default().with(Variant::Achievements), 250);
    fill_in_later(&whole, turn_of_change(&whole, scored));
}

/// Returns the number of the first turn after the setup in which a value of the game changes.
fn turn_of_change<T: PartialEq>(whole: &Journal, what: impl Fn(&Game) -> T) -> u32 {
    let at = |n: usize| whole.game_at(n).expect("it was played");
    let changed = (2..=whole.cursor())
        .find(|&n| at(n - 1).turn_number() > 1 && what(&at(n)) != what(&at(n - 1)))
        .expect("it changes");
    at(changed - 1).turn_number()
}

fn cycle(game: &Game) -> Option<u8> {
    game.solo_state().map(|state| state.cycle)
}

fn scored(game: &Game) -> Vec<bool> {
    game.achievements().iter().map(|in_play| in_play.scored.is_some()).collect()
}

/// Leaves out two turns of a game, from the start of turn `from` on, and enters them later.
#[track_caller]
fn fill_in_later(whole: &Journal, from: u32) {
    let [first, last] = [from, from + 2].map(|turn| {
        (1..whole.cursor())
            .find(|&n| {
                let id = whole.on_main_line(n).expect("an entry");
                whole.entry(id).outcome().turn() == turn
            })
            .expect("a turn")
    });
    let mut journal = Journal::new(whole.setup().clone()).expect("sound");
    let actions: Vec<Action> = whole
        .main_line()
        .iter()
        .map(|&id| whole.entry(id).action().expect("an action").clone())
        .collect();
    apply(&mut journal, actions[..first].iter().cloned().map(Change::Play));
    let table = whole.game_at(last).expect("it was played");
    let mut layout = difference(journal.game(), &table);
    layout.push(Adjustment::Turn(table.active_player().expect("a turn")));
    apply(&mut journal, [Change::Play(ActionKind::Position(layout).into())]);
    assert_eq!(journal::gaps(&journal), [first + 1]);
    for player in table.players() {
        assert_eq!(journal.game().points(player), table.points(player));
        assert_eq!(journal.game().money(player), table.money(player));
    }
    assert_eq!(cycle(journal.game()), cycle(&table));
    assert_eq!(scored(journal.game()), scored(&table));
    // The missing entries are filled in one after another.
    let mut repair = Repair::new(&journal);
    for (index, action) in actions[first..last].iter().enumerate() {
        journal::repair::fill_gap(&mut repair, &journal, first + 1 + index, action.clone());
        assert!(repair.clash().is_none(), "{:?}", repair.clash());
    }
    accept(&mut journal, &repair);
    let left = journal::gaps(&journal);
    // A position cannot state unnamed face-down cards; nothing else is left to explain.
    let explained =
        left.is_empty() || table.players().any(|player| table.unnamed_cards(player) > 0);
    assert!(explained, "{left:?}");
    for player in table.players() {
        assert_eq!(journal.game().points(player), table.points(player));
    }
    assert_eq!(cycle(journal.game()), cycle(&table));
    assert_eq!(scored(journal.game()), scored(&table));
}

#[test]
fn turn_start_is_the_first_entry_with_the_turn_number() {
    let mut journal = example("four-founders");
    while journal.cursor() > 0 {
        let game = journal.game().clone();
        let start = journal::turn_start(&journal);
        let then = journal.game_at(start).expect("an entry");
        assert_eq!(then.turn_number(), game.turn_number());
        if let Some(before) = start.checked_sub(1).and_then(|n| journal.game_at(n)) {
            assert!(before.turn_number() < game.turn_number());
        }
        apply(&mut journal, [Change::Undo(1)]);
    }
    assert_eq!(journal::turn_start(&journal), 0);
    assert_eq!(journal.undo_to(0), None);
}

#[test]
fn undo_knows_the_cards_and_ballots_seen_since() {
    let journal = example("four-founders");
    let votes = journal::votes(&journal);
    assert!(votes.len() > 2);
    let seen = journal::revealed_after(&journal, 0);
    assert!(votes.iter().all(|vote| seen.contains(vote)));
    assert!(seen.len() > votes.len(), "cards were dealt, too");
    assert!(journal::revealed_after(&journal, journal.cursor()).is_empty());
}

#[test]
fn only_points_after_the_last_agreed_checkpoint_are_listed() {
    let mut journal = example("teaching-game");
    let all = journal::points_since_agreed(&journal);
    let last = journal.cursor();
    let middle = all[all.len() / 2].entry;
    apply(&mut journal, [Change::Undo(last - middle)]);
    let latest_vote = journal::votes(&journal).into_iter().rfind(|&vote| vote <= middle);
    assert_eq!(journal::vote_to_confirm(&journal), latest_vote);
    let points = journal.game().scores();
    let mut other = points;
    other[ANNA] += Points(1);
    apply(&mut journal, [Change::Checkpoint(other)]);
    assert_eq!(journal::last_agreed(&journal), None);
    assert_eq!(journal::points_since_agreed(&journal).len(), all.len() / 2 + 1);
    apply(&mut journal, [Change::Checkpoint(points), Change::Redo(last - middle)]);
    assert_eq!(journal::last_agreed(&journal).map(|(number, _)| number), Some(middle));
    let since = journal::points_since_agreed(&journal);
    assert_eq!(since, all[all.len() / 2 + 1..]);
    let mut sum = points;
    for step in &since {
        for player in journal.game().players() {
            sum[player] += step.by[player];
        }
        assert_eq!(step.after, sum);
    }
}

#[test]
fn comment_on_another_entry_returns_to_the_cursor() {
    let mut journal = example("teaching-game");
    let line = journal.main_line().to_vec();
    let mut repair = Repair::new(&journal);
    repair.insert(&journal, 30, ActionKind::Annotate("x".to_owned()).into());
    accept(&mut journal, &repair);
    let (here, now) = (journal.here(), journal.main_line().to_vec());
    for id in [line[0], line[29], *line.last().expect("an entry"), now[40]] {
        let changes = journal.changes_at(id, Change::Comment(format!("of {id:?}")));
        apply(&mut journal, changes);
        assert_eq!(journal.entry(id).comment(), format!("of {id:?}"));
        assert_eq!((journal.here(), journal.main_line()), (here, now.as_slice()));
    }
}

#[track_caller]
fn check_audit(
    journal: &Journal,
    what: TableQuantity,
    by: i32,
    expected: &[(usize, SuspectedMistake)],
) {
    let counted = BTreeMap::from([(what, what.count(journal.game()) + by)]);
    let findings = journal::audit::audit(journal, &counted);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(finding.difference(), by);
    let alone: Vec<_> = finding
        .suspects
        .iter()
        .filter(|suspect| suspect.mistake != SuspectedMistake::WithOthers)
        .map(|suspect| (suspect.entry, suspect.mistake))
        .collect();
    assert_eq!(alone, expected);
}

#[test]
fn audit_of_a_table_that_agrees_has_no_findings() {
    let journal = example("three-guilds");
    let game = journal.game();
    let counted: BTreeMap<TableQuantity, i32> =
        TableQuantity::all(game).into_iter().map(|what| (what, what.count(game))).collect();
    assert!(journal::audit::audit(&journal, &counted).is_empty());
}

#[test]
fn audit_narrows_a_difference_to_the_entries_that_could_explain_it() {
    let mut journal = example("e09-income");
    let last = journal.cursor();
    let adjust = |journal: &Journal, line: &str| {
        Change::Play(parse_action(journal.game(), line).expect("it can be read"))
    };
    let one = adjust(&journal, "Adjust player 1 points +7: \"one\"");
    let two = adjust(&journal, "Adjust player 1 points +11: \"two\"");
    apply(&mut journal, [one, two]);
    let points = TableQuantity::Player(ANNA, PlayerQuantity::Number(Quantity::Points));
    check_audit(&journal, points, -7, &[(last + 1, SuspectedMistake::NotDone)]);
    check_audit(&journal, points, 11, &[(last + 2, SuspectedMistake::Twice)]);
    check_audit(&journal, points, -14, &[(last + 1, SuspectedMistake::Reversed)]);
    check_audit(&journal, points, -18, &[]);
    // The points went to the wrong player.
    let of_ben = TableQuantity::Player(BEN, PlayerQuantity::Number(Quantity::Points));
    let game = journal.game();
    let counted =
        BTreeMap::from([(points, points.count(game) - 7), (of_ben, of_ben.count(game) + 7)]);
    let findings = journal::audit::audit(&journal, &counted);
    let first = findings[0].suspects.first().expect("a suspect");
    assert_eq!((first.entry, first.mistake), (last + 1, SuspectedMistake::ForOtherPlayer(BEN)));
    // Entries before an agreed checkpoint or a stated amount are not suspects.
    let agreed = journal.game().scores();
    apply(&mut journal, [Change::Checkpoint(agreed)]);
    check_audit(&journal, points, -7, &[]);
    let money = TableQuantity::Player(ANNA, PlayerQuantity::Number(Quantity::Money));
    let earn = adjust(&journal, "Adjust player 1 money +5: \"earn\"");
    apply(&mut journal, [earn]);
    check_audit(&journal, money, -5, &[(last + 3, SuspectedMistake::NotDone)]);
    let state = adjust(&journal, "Adjust player 1 money = 2: \"counted\"");
    apply(&mut journal, [state]);
    check_audit(&journal, money, -5, &[]);
}

#[test]
fn audit_suspects_the_built_roads_for_a_missing_one() {
    let journal = example("teaching-game");
    let counted = BTreeMap::from([(
        TableQuantity::Board(BoardQuantity::Roads),
        TableQuantity::Board(BoardQuantity::Roads).count(journal.game()) - 1,
    )]);
    let findings = journal::audit::audit(&journal, &counted);
    let suspects = &findings[0].suspects;
    assert!(!suspects.is_empty());
    for suspect in suspects.iter().filter(|suspect| suspect.mistake == SuspectedMistake::NotDone) {
        assert_eq!(suspect.by, 1);
    }
}

#[test]
fn points_of_empty_seats_are_0() {
    let journal = example("harbour-duel");
    let points: ByPlayer<Points> = journal.game().scores();
    assert_eq!((points.0[2], points.0[3]), (Points(0), Points(0)));
}

/// One name with its accent typed in two forms: as part of the letter and after it.
const TWO_FORMS: [&str; 2] = ["Zoë", "Zoe\u{308}"];

/// Returns a table with one name in both forms, which only earlier versions accepted.
fn duplicate_name_table() -> Journal {
    let practice = packs::find("practice").expect("it is built in");
    let players = TWO_FORMS.map(str::to_owned).to_vec();
    let setup = Setup { players, ..driver::setup(&practice, "Old Harbour", 2) };
    Journal::new(setup).expect("earlier versions accepted it")
}

#[test]
fn old_record_with_one_name_in_two_forms_replays_with_a_warning() {
    let mut journal = duplicate_name_table();
    let mut dice = Dice(7);
    for _ in 0..20 {
        let action = driver::next_action(journal.game(), &mut dice).expect("the game goes on");
        journal.apply(Change::Play(action)).expect("it is offered");
    }
    for text in [print_log(&journal), print_notation(&journal)] {
        let loaded = read_record(text.as_bytes());
        assert_eq!(loaded.error, None);
        let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        let [warning] = warnings.as_slice() else {
            panic!("{warnings:?}");
        };
        assert!(warning.contains("two players have this name"), "{warning}");
        let read = loaded.record.expect("it replays");
        assert_eq!(read.game(), journal.game());
        // The typed forms are kept.
        assert_eq!(read.setup().players, TWO_FORMS);
    }
}

#[test]
fn player_name_matches_any_form_of_its_accents_exact_form_first() {
    let both = duplicate_name_table();
    for (seat, name) in TWO_FORMS.iter().enumerate() {
        let action = parse_action(both.game(), &format!("{name} chooses Human"));
        assert_eq!(action.expect("the exact form decides").kind.player(), Some(seat_of(seat)));
    }
    let practice = packs::find("practice").expect("it is built in");
    for (typed, other) in [(TWO_FORMS[0], TWO_FORMS[1]), (TWO_FORMS[1], TWO_FORMS[0])] {
        let players = vec!["Anna".to_owned(), typed.to_owned()];
        let setup = Setup { players, ..driver::setup(&practice, "Old Harbour", 2) };
        let game = Game::new(&setup).expect("it can be played");
        let action = parse_action(&game, &format!("{other} chooses Human"));
        assert_eq!(action.expect("it is the same name").kind.player(), Some(BEN));
    }
}

fn seat_of(seat: usize) -> PlayerId {
    [ANNA, BEN][seat]
}
