//! Behavior around entering actions: refusals, steps back, undo, past entries, touch, and
//! persistence.

use components::board::SquareKind;
use components::square::Square;
use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use journal::{Change, Journal};
use notation::{parse_action, print_action};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::WorkerPlace;
use rules::illegal::CheckOutcome;
use rules::moves::ActionEffects;
use rules::sub_action::{Placement, SubAction};
use rules::task::Task;
use table::action_input::{ActionInput, InputChoice, InputStep};
use table::legality::Verdict;
use ui_board::command::FoundersCommand;
use ui_board::settings::{Preview, Settings};
use ui_kit::theme::Appearance;

use crate::app::{Desk, STEPS, journal_of, truncated};
use crate::clerk::{Clerk, InputMode};
use crate::picks::picks;

const FOUR: &str = "four-founders.founders";

fn is_import(_: &Game, action: &Action) -> bool {
    matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::Import(..), .. })
}

/// Starts a follower's import up to the choice of the square; returns the square of the recorded
/// one.
pub fn importing() -> (Desk, Square) {
    let (mut desk, action) = Desk::before(FOUR, is_import);
    let square = start_import(&mut desk, &action);
    (desk, square)
}

/// Picks the imported resource; returns the square of the import.
fn start_import(desk: &mut Desk, action: &Action) -> Square {
    let ActionKind::Follow { sub_action: SubAction::Import(resource, square), .. } = action.kind
    else {
        panic!("it is an import");
    };
    desk.press_last("Import");
    let resource = desk.game().contents().resource_name(resource).to_owned();
    desk.press_first(&resource);
    square
}

/// Returns a square with this verdict.
#[track_caller]
pub fn square_that_is(desk: &Desk, verdict: Verdict) -> Square {
    let (square, _) = desk
        .table()
        .legality()
        .squares()
        .find(|(square, answer)| {
            answer.verdict == verdict && !desk.square_name(*square).contains("not part of the city")
        })
        .expect("there is such a square");
    square
}

/// Returns the cost of the hovered square, as shown before it is recorded.
#[track_caller]
fn cost(desk: &Desk) -> String {
    let aim = desk.table().hover().expect("something is pointed at");
    let Some(played) = aim.played() else {
        panic!("it is not legal: {aim:?}");
    };
    let payer = played.action.kind.player().expect("somebody acts");
    let by = ActionEffects::of(played).money[payer].0;
    format!("−${}", by.unsigned_abs())
}

fn entries(desk: &Desk) -> usize {
    desk.record().entry_count()
}

#[test]
fn square_name_states_terrain_and_legality() {
    let (desk, square) = importing();
    let name = desk.square_name(square);
    assert!(name.starts_with(&format!("{square}, ")), "{name}");
    assert!(name.contains(", empty; legal for Wood"), "{name}");
    let illegal = square_that_is(&desk, Verdict::Illegal);
    let name = desk.square_name(illegal);
    assert!(name.contains("; not legal for Wood"), "{name}");
}

#[test]
fn illegal_square_lists_every_reason_with_its_rule() {
    let (mut desk, _) = importing();
    let square = square_that_is(&desk, Verdict::Illegal);
    desk.hover(square);
    let aim = desk.table().hover().expect("it is pointed at");
    let answer = aim.verdict.as_ref().expect("it is judged");
    let failed: Vec<(String, String)> = answer
        .checks
        .iter()
        .filter_map(|check| match &check.outcome {
            CheckOutcome::Failed(illegal) => Some((
                narration::refusal::message(desk.named_game(), illegal),
                check.rule.section().to_owned(),
            )),
            CheckOutcome::Passed | CheckOutcome::CannotTell(_) => None,
        })
        .collect();
    assert!(!failed.is_empty());
    for (reason, section) in &failed {
        // The reason is shown as a sentence, with a capital.
        assert!(desk.shows(&reason[1..]), "{reason}: {:#?}", desk.labels());
        assert!(desk.shows(section), "{section}");
    }
    // A click pins the reasons.
    let before = entries(&desk);
    desk.square(square);
    assert_eq!(entries(&desk), before);
    assert!(desk.table().hover().is_some_and(|aim| aim.is_pinned));
    assert!(desk.shows(&failed[0].0[1..]));
}

#[test]
fn overruled_illegal_square_is_recorded_with_a_reason() {
    let (mut desk, _) = importing();
    let square = square_that_is(&desk, Verdict::Illegal);
    desk.square(square);
    desk.press("Do it anyway…");
    desk.type_text("agreed");
    desk.press("Record it");
    let record = desk.record();
    let last = record.entry(record.here()).action().expect("an entry");
    let ActionKind::Overrule { action, reason } = &last.kind else {
        panic!("not overruled: {last:?}");
    };
    assert_eq!(reason, "agreed");
    assert!(matches!(
        action.kind,
        ActionKind::Follow { sub_action: SubAction::Import(_, at), .. } if at == square
    ));
}

#[test]
fn refusal_of_a_pressed_square_stays_while_the_pointer_moves() {
    for size in [[800.0, 480.0], [1280.0, 800.0]] {
        fn aimed(desk: &Desk) -> Option<(Square, bool)> {
            desk.table().hover().map(|aim| (aim.square, aim.is_pinned))
        }

        let mut desk = Desk::in_window(Settings::default(), size, 1.0);
        let (at, action) = Desk::before(FOUR, is_import);
        desk.open(at.record());
        start_import(&mut desk, &action);
        let pressed = square_that_is(&desk, Verdict::Illegal);
        desk.square(pressed);
        assert_eq!(aimed(&desk), Some((pressed, true)));
        let others: Vec<Square> = desk.game().board().squares().collect();
        for &other in others.iter().step_by(7) {
            desk.hover(other);
            assert_eq!(aimed(&desk), Some((pressed, true)), "{size:?}, over {other}");
        }
        desk.move_pointer_away();
        assert_eq!(aimed(&desk), Some((pressed, true)), "{size:?}, beside the board");
        desk.press("Do it anyway…");
        // The pending entry is named with its square.
        let recorded = desk.label_starting_with("In the record: ");
        assert!(recorded.ends_with(&format!(" {pressed}")), "{recorded}");
        desk.key(Key::Escape);
        // Another press selects another square; Back selects none.
        let other = *others
            .iter()
            .find(|&&other| {
                other != pressed
                    && desk
                        .table()
                        .legality()
                        .at(other)
                        .is_some_and(|a| a.verdict == Verdict::Illegal)
            })
            .expect("there are several");
        desk.square(other);
        assert_eq!(aimed(&desk), Some((other, true)));
        desk.key(Key::Escape);
        assert!(aimed(&desk).is_none_or(|(_, is_pinned)| !is_pinned));
    }
}

#[test]
fn escape_closes_the_reason_dialog_without_an_entry() {
    let (mut desk, _) = importing();
    let before = entries(&desk);
    let square = square_that_is(&desk, Verdict::Illegal);
    desk.square(square);
    desk.press("Do it anyway…");
    assert!(desk.shows("Reason"));
    desk.key(Key::Escape);
    assert!(!desk.has_control("Record it"));
    assert_eq!(entries(&desk), before);
}

#[test]
fn escape_undoes_one_decision_of_an_unfinished_action() {
    fn entry(desk: &Desk) -> Option<ActionInput> {
        desk.table().entry().cloned()
    }

    let (mut desk, action) = Desk::before(FOUR, |_, action| match &action.kind {
        ActionKind::Lead { sub_actions, .. } => {
            matches!(sub_actions.as_slice(), [SubAction::Build(_)])
        }
        _ => false,
    });
    let ActionKind::Lead { card, sub_actions, .. } = &action.kind else {
        panic!("a card is played");
    };
    let [SubAction::Build(Placement { resource, .. })] = sub_actions.as_slice() else {
        panic!("a resource is built");
    };
    let contents = desk.game().contents().clone();
    desk.press_first(contents.card_name(*card));
    desk.press_first(contents.resource_name(*resource));
    assert!(entry(&desk).is_some_and(|entry| entry.resource().is_some()));
    desk.key(Key::Escape);
    assert!(entry(&desk).is_some_and(|entry| entry.resource().is_none() && entry.kind().is_some()));
    // The only action of the card was picked with it, and is taken back with it.
    desk.key(Key::Escape);
    assert!(entry(&desk).is_none_or(|entry| !entry.plays_card()));
    // There is a button for it as well.
    desk.press_first(contents.card_name(*card));
    desk.press("‹ Back");
    assert!(entry(&desk).is_none_or(|entry| !entry.plays_card()));
}

#[test]
fn escape_undoes_a_decision_after_a_refused_click() {
    let (mut desk, square) = importing();
    let game = desk.game().clone();
    let taken = game.board().squares().find(|&other| game.tile_at(other).is_some());
    desk.square(taken.expect("there is a tile somewhere"));
    assert!(desk.table().hover().is_some_and(|aim| aim.is_pinned), "{square}");
    desk.key(Key::Escape);
    assert!(desk.table().entry().is_some_and(|e| e.resource().is_none()));
}

#[test]
fn escape_undoes_a_decision_while_the_board_has_focus() {
    let (mut desk, square) = importing();
    desk.walk_to(square);
    desk.key(Key::Escape);
    assert!(desk.table().entry().is_some_and(|e| e.resource().is_none()));
}

#[test]
fn digit_and_slash_keys_work_while_the_board_has_focus() {
    let (mut desk, square) = importing();
    desk.square(square);
    let before = entries(&desk);
    let (modifiers, key) = desk.key_of("$1", false).expect("it has a key");
    desk.key_with(modifiers, key);
    assert_eq!(entries(&desk), before + 1);
    desk.key(Key::Slash);
    assert!(desk.has_control("Command line"));
}

#[test]
fn edit_menu_names_the_entry_to_undo_and_redo() {
    let (mut desk, square) = importing();
    desk.square(square);
    let after = desk.record().cursor();
    desk.press("Edit");
    let undo = desk.press_entry("Undo: ");
    assert!(undo.contains("Wood"), "{undo}");
    assert_eq!(desk.record().cursor(), after - 1);
    desk.press("Edit");
    let redo = desk.press_entry("Redo: ");
    assert!(redo.contains("Wood"), "{redo}");
    assert_eq!(desk.record().cursor(), after);
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.record().cursor(), after - 1);
    desk.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(desk.record().cursor(), after);
}

#[test]
fn past_table_is_labelled_and_records_nothing() {
    let (mut desk, square) = importing();
    let before = entries(&desk);
    desk.key_with(Modifiers::ALT, Key::ArrowLeft);
    let words = format!("The table as it was after entry {} of {before}", before - 1);
    assert!(desk.shows(&words), "{:#?}", desk.labels());
    desk.square(square);
    desk.key(Key::Num1);
    desk.key(Key::Slash);
    desk.key(Key::Escape);
    assert_eq!(entries(&desk), before);
    assert!(!desk.has_control("$1"));
    desk.key_with(Modifiers::ALT, Key::Home);
    assert_eq!(desk.table().shown_number(), 0);
    desk.key_with(Modifiers::ALT, Key::ArrowRight);
    assert_eq!(desk.table().shown_number(), 1);
    desk.press("Back to now");
    assert!(!desk.table().is_past());
    assert!(desk.has_control("$1"));
    desk.key_with(Modifiers::ALT, Key::Home);
    desk.key_with(Modifiers::ALT, Key::End);
    assert!(!desk.table().is_past());
}

#[test]
fn first_tap_previews_a_square_and_second_tap_commits_it() {
    let (mut desk, square) = importing();
    let before = entries(&desk);
    desk.tap(square);
    assert_eq!(entries(&desk), before);
    assert_eq!(desk.table().hover().map(|aim| aim.square), Some(square));
    assert!(desk.shows_exactly(&cost(&desk)), "{:#?}", desk.labels());
    desk.tap(square);
    assert_eq!(entries(&desk), before + 1);
}

#[test]
fn preview_setting_hides_consequences_until_recorded() {
    let (mut desk, square) = importing();
    desk.hover(square);
    let cost = cost(&desk);
    assert!(desk.shows_exactly(&cost), "{:#?}", desk.labels());
    let settings = Settings { preview: Preview::After, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
    desk.hover(square);
    assert!(!desk.shows_exactly(&cost), "{:#?}", desk.labels());
    // The reason of a refusal is shown even so.
    let illegal = square_that_is(&desk, Verdict::Illegal);
    desk.hover(illegal);
    assert!(desk.has_control("Do it anyway…"));
}

#[test]
fn key_and_wheel_rotate_a_tile() {
    fn orientation(desk: &Desk) -> Option<usize> {
        desk.table().entry().map(ActionInput::orientation)
    }

    let (mut desk, action) = Desk::before(FOUR, |_, action| {
        matches!(action.kind, ActionKind::Follow { sub_action: SubAction::Build(_), .. })
    });
    let ActionKind::Follow {
        sub_action: SubAction::Build(Placement { resource, footprint, .. }),
        ..
    } = &action.kind
    else {
        panic!("a resource is built");
    };
    desk.press_last("Upgrade");
    let name = desk.game().contents().resource_name(*resource).to_owned();
    desk.press_first(&name);
    desk.hover(footprint.first());
    let before = orientation(&desk);
    desk.key(Key::R);
    assert_ne!(orientation(&desk), before);
    desk.key_with(Modifiers::SHIFT, Key::R);
    assert_eq!(orientation(&desk), before);
    desk.wheel(-1.0);
    assert_ne!(orientation(&desk), before);
    desk.wheel(1.0);
    assert_eq!(orientation(&desk), before);
}

#[test]
fn one_press_passes_for_all_remaining_followers() {
    let (mut desk, _) =
        Desk::before(FOUR, |_, action| matches!(action.kind, ActionKind::Follow { .. }));
    let before = entries(&desk);
    desk.press("The rest pass");
    assert_eq!(entries(&desk), before + 3);
    assert_eq!(desk.table().task(), Some(Task::Turn));
}

#[test]
fn command_line_completes_an_action_and_refuses_nonsense() {
    let (mut desk, action) = Desk::before(FOUR, is_import);
    let line = print_action(desk.game(), &action);
    let before = entries(&desk);
    desk.key(Key::Slash);
    desk.type_text("nonsense");
    desk.key(Key::Enter);
    assert_eq!(entries(&desk), before);
    desk.key(Key::Escape);
    assert!(!desk.has_control("Command line"));
    desk.key(Key::Slash);
    desk.type_text(&line[..line.len() - 1]);
    desk.key(Key::Tab);
    desk.key(Key::Enter);
    assert_eq!(entries(&desk), before + 1);
}

#[test]
fn arrow_keys_complete_a_typed_line_and_preview_it_on_the_board() {
    let (mut desk, action) = Desk::before(FOUR, is_import);
    let line = print_action(desk.game(), &action);
    let before = entries(&desk);
    desk.key(Key::Slash);
    // Without the square, the line matches several actions.
    let begin = line.rsplit_once(' ').expect("it ends with a square").0;
    desk.type_text(begin);
    assert!(desk.table().hover().is_none(), "the line matches more than one action yet");
    let mut meant = Vec::new();
    for _ in 0..2 {
        desk.key(Key::ArrowDown);
        let aim = desk.table().hover().expect("the chosen line is shown");
        assert!(aim.played().is_some());
        meant.push(aim.action().cloned().expect("it is an action"));
    }
    assert_ne!(meant[0], meant[1]);
    desk.key(Key::ArrowUp);
    assert_eq!(desk.table().hover().and_then(|aim| aim.action().cloned()), Some(meant[0].clone()));
    // A closed command line has no preview.
    desk.key(Key::Escape);
    assert!(desk.table().hover().is_none());
    desk.key(Key::Slash);
    desk.type_text(begin);
    desk.key(Key::ArrowDown);
    desk.key(Key::Enter);
    assert_eq!(entries(&desk), before + 1);
    let recorded = desk.record();
    assert_eq!(recorded.entry(recorded.here()).action(), Some(&meant[0]));
}

/// Enters this action by pointer after this many entries of the example.
#[track_caller]
fn enter(file: &str, count: usize, action: &Action) -> Desk {
    let mut clerk = Clerk::new(Desk::at(file, count), InputMode::Pointer);
    clerk.enter(action);
    let record = clerk.desk.record();
    let last = record.entry(record.here()).action();
    assert_eq!(last.map(|last| &last.kind), Some(&action.kind));
    clerk.desk
}

/// Returns the first legal action of the examples, recorded or not, with a worker of this kind.
#[track_caller]
fn action_with_worker(is_kind: impl Fn(&SubAction) -> bool) -> (&'static str, usize, Action) {
    for step in STEPS.iter() {
        let game = &step.game;
        let ActionKind::Follow { player, .. } = step.action.kind else {
            continue;
        };
        if game.workers_free(player) == Ok(0) {
            continue;
        }
        let found = game.moves().actions.into_iter().find(|action| match &action.kind {
            ActionKind::Follow { sub_action: SubAction::Worker(_, sub_actions), .. } => {
                sub_actions.iter().any(&is_kind)
            }
            _ => false,
        });
        if let Some(action) = found {
            return (step.file, step.count, action);
        }
    }
    panic!("no example has such a worker")
}

#[test]
fn worker_that_returns_cards_is_entered_by_pointer() {
    let (file, count, action) = action_with_worker(
        |sub_action| matches!(sub_action, SubAction::ReturnCards(cards) if !cards.is_empty()),
    );
    enter(file, count, &action);
}

#[test]
fn worker_that_gains_free_access_is_entered_by_pointer() {
    let (file, count, action) =
        action_with_worker(|sub_action| matches!(sub_action, SubAction::FreeAccess(_)));
    enter(file, count, &action);
}

#[test]
fn open_choice_shows_the_effect_of_each_option() {
    // Human has access to two tiles of Knowledge when Machinery is built.
    let whole = journal_of("e01-machinery-built.founders");
    let mut journal = truncated(&whole, whole.main_line().len() - 1);
    let line = "Adjust tile Knowledge J14 of Quatryl, access Knowledge J14 Human: \"a second one\"";
    let adjust = parse_action(journal.game(), line).expect("it can be read");
    journal.apply(Change::Play(adjust)).expect("the table can be so");
    let line = "Human Upgrade: build Machinery H13 I13 H14";
    let build = parse_action(journal.game(), line).expect("it can be read");
    let mut clerk = Clerk::new(Desk::new(), InputMode::Pointer);
    clerk.desk.open(&journal);
    clerk.enter(&build);
    let mut desk = clerk.desk;
    let Some(Task::Choose(question)) = desk.table().task() else {
        panic!("a choice is asked for");
    };
    let who = desk.named_game().label(question.chooser);
    assert!(desk.shows(&format!("{who} chooses ")));
    let option = question.options.last().expect("there are options").choice;
    let words = narration::pending::choice(desk.game(), option);
    // The effect on every player is part of the option.
    for player in desk.game().players() {
        let label = desk.named_game().label(player);
        assert!(desk.shows(&format!("{words}, ")) && desk.shows(&label));
    }
    desk.press_entry(&format!("{words}, "));
    let record = desk.record();
    let last = record.entry(record.here()).action().expect("an entry");
    assert!(matches!(last.kind, ActionKind::Choose { .. }), "{last:?}");
    assert!(last.choices.contains(&option));
}

#[test]
fn settings_and_game_persist_across_restarts() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let world = Environment {
        games: Some(folder.path().to_owned()),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    };
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    desk.press("Try it without the box…");
    desk.press("Begin as it stands");
    desk.press("Deal for us");
    let recorded = actions(desk.record());
    assert_eq!(recorded.len(), 1);
    desk.press("Edit");
    desk.press_entry("Preferences…");
    desk.press("Dark");
    desk.press("Only after it");
    desk.press("Close");
    desk.wait_until_saved();
    let saved = desk.app().settings().clone();
    assert_eq!((saved.look, saved.preview), (Appearance::Dark, Preview::After));
    assert_eq!(saved.recent.len(), 1);
    assert!(saved.recent[0].starts_with(folder.path()));
    // In the format in which the window persists them.
    let text = ron::to_string(&saved).expect("settings can be written");
    let again: Settings = ron::from_str(&text).expect("and read");
    assert_eq!(again, saved);
    // The first window releases the game.
    drop(desk);
    let mut desk = Desk::in_world(world, again);
    desk.press("Continue the last game");
    assert_eq!(actions(desk.record()), recorded);
    // The game continues in the same file.
    desk.press("Deal for us");
    desk.wait_until_saved();
    let on_disk = std::fs::read(&saved.recent[0]).expect("the file is there");
    let loaded = notation::record::read_record(&on_disk);
    let journal = loaded.record.expect("it is sound");
    assert_eq!(actions(&journal), actions(desk.record()));
    assert_eq!(journal.cursor(), 2);
}

fn actions(journal: &Journal) -> Vec<Action> {
    let ids = journal.main_line().iter();
    ids.filter_map(|&id| journal.entry(id).action().cloned()).collect()
}

#[test]
fn characters_typed_on_the_command_line_are_no_shortcuts() {
    let count = 12;
    let journal = truncated(&journal_of(FOUR), count);
    let mut desk = Desk::new();
    desk.open(&journal);
    desk.key(Key::Slash);
    desk.type_text("t+0-i/");
    assert!(desk.shows("Offers"));
    assert!(desk.has_control("Command line"));
    desk.key(Key::Escape);
    assert!(!desk.has_control("Command line"));
    assert_eq!(entries(&desk), count);
}

#[test]
fn ticking_too_many_returned_cards_explains_the_limit() {
    // A follower whose building returns two of at least three played cards.
    let whole = journal_of("history-shaped.founders");
    let mut found = None;
    journal::replay_with(&whole, |number, game, played| {
        if let ActionKind::Follow { player, sub_action: SubAction::Worker(_, sub_actions) } =
            &played.action.kind
            && matches!(sub_actions.as_slice(), [SubAction::ReturnCards(_)])
            && game.played_cards(*player).iter().count() > 2
        {
            found.get_or_insert((number, played.action.clone()));
        }
    });
    let (number, action) = found.expect("somebody has more played cards than come back");
    let mut desk = Desk::new();
    desk.open(&truncated(&whole, number - 1));
    for pick in picks(&action).expect("it is entered by picks") {
        if !matches!(pick, InputChoice::Cards(_)) {
            desk.give(FoundersCommand::Choose(pick));
        }
    }
    assert_eq!(desk.table().stage(), Some(InputStep::Cards(2)));
    let player = action.kind.player().expect("somebody follows");
    let game = desk.game().clone();
    let cards: Vec<&str> = game
        .played_cards(player)
        .iter()
        .take(3)
        .map(|card| game.contents().card_name(card))
        .collect();
    let why = "No more than 2 come back. Untick one first.";
    for &card in &cards[..2] {
        desk.press_last(card);
        assert!(!desk.shows_exactly(why));
    }
    desk.press_last(cards[2]);
    assert!(desk.shows_exactly(why), "{:#?}", desk.labels());
    assert!(desk.has_control("Take back 2 of up to 2"));
    // After one is unticked there is space for it.
    desk.press_last(cards[0]);
    assert!(!desk.shows_exactly(why));
    desk.press_last(cards[2]);
    assert!(!desk.shows_exactly(why));
    assert!(desk.has_control("Take back 2 of up to 2"));
}

#[test]
fn import_lists_the_price_of_each_terrain_as_on_the_board() {
    let (mut desk, _) = importing();
    let lands = desk.table().legality().land_prices().to_vec();
    assert!(lands.len() > 1, "{lands:?}");
    for (terrain, price) in lands {
        assert!(desk.shows_exactly(&format!("{} {price}", terrain.name())), "{:#?}", desk.labels());
        let kind = SquareKind::Land(terrain);
        let legal: Vec<Square> = desk
            .table()
            .legality()
            .squares()
            .filter(|(square, answer)| {
                answer.verdict == Verdict::Legal && desk.game().board().kind_of(*square) == kind
            })
            .map(|(square, _)| square)
            .collect();
        assert!(!legal.is_empty(), "only land with a legal square is listed");
        for square in [legal[0], legal[legal.len() - 1]] {
            desk.hover(square);
            assert_eq!(cost(&desk), format!("−{price}"), "{square}");
        }
    }
}

#[test]
fn pressing_a_building_offers_to_place_a_worker_there() {
    let (mut desk, action) = Desk::before("three-guilds.founders", |_, action| {
        matches!(
            action.kind,
            ActionKind::Follow { sub_action: SubAction::Worker(WorkerPlace::Building(_), _), .. }
        )
    });
    let ActionKind::Follow { sub_action: SubAction::Worker(place, _), .. } = &action.kind else {
        panic!("it is a worker");
    };
    let WorkerPlace::Building(building) = *place else {
        panic!("it goes to a building");
    };
    let game = desk.game().clone();
    let square = game.active_building_squares(building).expect("it is on the map").first();
    desk.square(square);
    desk.press(&format!("Worker on {}", game.contents().building_name(building)));
    let recorded = desk.record().cursor() > 0
        && desk.record().entry(desk.record().here()).action() == Some(&action);
    let started = desk.table().entry().and_then(ActionInput::worker) == Some(*place);
    assert!(recorded || started, "{:#?}", desk.labels());
}
