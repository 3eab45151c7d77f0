//! Votes, entered manually and sealed on the screen, and their count.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::Change;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_board::settings::{Settings, VotingMethod};

use crate::app::{Desk, is_vote};
use crate::polls::{
    Screen, even_salts, fill_in, hand_vote, lift, name_of, played, press, salts, sealed_vote, show,
    shows, tile_label, vote,
};

fn reveal(ballots: &[Ballot]) -> Action {
    ActionKind::Reveal(ballots.to_vec()).into()
}

/// Plays the pushed action, as the app does.
fn carry_out(screen: &mut Screen) {
    let action = played(screen);
    let poll = screen.state_mut();
    poll.commands.clear();
    poll.table.apply(Change::Play(action)).expect("the rules allow it");
    screen.run();
}

#[test]
fn manual_ballot_takes_one_press_plus_one_per_influence() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, VotingMethod::ByHand, even_salts());
    let mut presses = 0;
    for ballot in &ballots {
        let who = name_of(&screen, ballot);
        let label = tile_label(&screen, ballot.tile).to_lowercase();
        let shape = label.split(',').next().expect("a shape").to_owned();
        let label = tile_label(&screen, ballot.tile);
        let (_, building) = label.split_once(',').expect("a building");
        press(&mut screen, &format!("{who} {shape},{building}"));
        for _ in 0..ballot.fleeting {
            press(&mut screen, &format!("{who} more fleeting influence"));
        }
        for _ in 0..ballot.lasting {
            press(&mut screen, &format!("{who} more lasting influence"));
        }
        presses += 1 + ballot.fleeting + ballot.lasting;
    }
    press(&mut screen, "Count the votes");
    assert_eq!(played(&screen), reveal(&ballots));
    let influence: i32 = ballots.iter().map(|b| b.fleeting + b.lasting).sum();
    assert_eq!(presses, 4 + influence);
}

#[test]
fn manual_vote_can_be_entered_by_keys_alone() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, VotingMethod::ByHand, even_salts());
    for ballot in &ballots {
        screen.key_press(match ballot.tile {
            VoteTile::Circle => Key::Num1,
            VoteTile::Square => Key::Num2,
            VoteTile::Triangle => Key::Num3,
        });
        for _ in 0..ballot.fleeting {
            screen.key_press(Key::F);
        }
        for _ in 0..ballot.lasting {
            screen.key_press(Key::L);
        }
        screen.run();
        screen.key_press(Key::ArrowDown);
        screen.run();
    }
    screen.key_press(Key::Enter);
    screen.run();
    assert_eq!(played(&screen), reveal(&ballots));
}

#[test]
fn manual_vote_is_not_counted_while_a_proposal_is_missing() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, VotingMethod::ByHand, even_salts());
    screen.key_press(Key::Num1);
    screen.run();
    screen.key_press(Key::Enter);
    screen.run();
    press(&mut screen, "Count the votes");
    assert!(screen.state().commands.is_empty());
    let missing: Vec<String> = ballots[1..].iter().map(|ballot| name_of(&screen, ballot)).collect();
    assert!(shows(&screen, &format!("No proposal yet from {}", plain_text::listed(&missing))));
}

#[test]
fn manual_vote_limits_influence_to_the_amount_held() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, VotingMethod::ByHand, even_salts());
    let player = ballots[0].player;
    let who = name_of(&screen, &ballots[0]);
    let held = screen.state().table.game().fleeting(player);
    for _ in 0..held + 3 {
        press(&mut screen, &format!("{who} more fleeting influence"));
    }
    assert!(shows(&screen, &format!("{who} {held} of {held} fleeting influence")));
    for _ in 0..held + 3 {
        press(&mut screen, &format!("{who} less fleeting influence"));
    }
    assert!(shows(&screen, &format!("{who} 0 of {held} fleeting influence")));
}

#[test]
fn reveal_lists_sealed_ballots_by_seat_in_any_sealing_order() {
    let (journal, ballots) = sealed_vote();
    let order: Vec<Ballot> = [2, 0, 3, 1].map(|index: usize| ballots[index]).to_vec();
    let mut screen = show(journal, VotingMethod::Here, salts(&order));
    for ballot in &order {
        assert!(screen.state().commands.is_empty(), "a ballot is missing");
        vote(&mut screen, ballot);
    }
    assert_eq!(played(&screen), reveal(&ballots));
}

/// Returns the fleeting influence that the voter of a ballot holds.
fn held_by(screen: &Screen, ballot: &Ballot) -> i32 {
    screen.state().table.game().fleeting(ballot.player)
}

#[test]
fn sealing_a_ballot_shows_its_fingerprint() {
    let (journal, ballots) = sealed_vote();
    let ballot =
        ballots.iter().find(|ballot| ballot.fleeting > 0).expect("a voter commits influence");
    let mut screen = show(journal, VotingMethod::Here, salts(std::slice::from_ref(ballot)));
    let who = name_of(&screen, ballot);
    lift(&mut screen, &who);
    screen.key_press(match ballot.tile {
        VoteTile::Circle => Key::Num1,
        VoteTile::Square => Key::Num2,
        VoteTile::Triangle => Key::Num3,
    });
    let held = held_by(&screen, ballot);
    for _ in ballot.fleeting..held {
        screen.key_press_modifiers(egui::Modifiers::SHIFT, Key::F);
    }
    screen.run();
    press(&mut screen, "Seal");
    let seal = ballot.seal.expect("it was sealed");
    assert!(shows(&screen, &format!("Fingerprint {}", seal.fingerprint)));
}

#[test]
fn ballot_without_a_proposal_cannot_be_sealed() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let who = name_of(&screen, &ballots[0]);
    lift(&mut screen, &who);
    press(&mut screen, "Seal");
    assert!(shows(&screen, "No proposal is chosen"));
    assert!(shows(&screen, "Seal"));
}

/// Presses a key once.
fn key(screen: &mut Screen, key: Key) {
    screen.key_press(key);
    screen.run();
}

#[test]
fn three_keys_for_each_voter_lift_choose_and_seal() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, salts(&ballots));
    for _ in &ballots {
        assert!(screen.state().commands.is_empty());
        for one in [Key::Enter, Key::Num2, Key::Enter] {
            key(&mut screen, one);
        }
    }
    let ActionKind::Reveal(opened) = played(&screen).kind else {
        panic!("the ballots are opened");
    };
    assert!(opened.iter().all(|ballot| ballot.tile == VoteTile::Square));
}

#[test]
fn key_held_from_a_seal_does_not_lift_the_next_curtain() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let first = name_of(&screen, &ballots[0]);
    lift(&mut screen, &first);
    key(&mut screen, Key::Num1);
    hold_enter(&mut screen);
    let next = format!("{} lifts the curtain", name_of(&screen, &ballots[1]));
    assert!(shows(&screen, &next));
    for _ in 0..3 {
        hold_enter(&mut screen);
    }
    assert!(shows(&screen, &next));
}

/// Presses Enter without releasing it; while it is held, this repeats it.
fn hold_enter(screen: &mut Screen) {
    screen.event(egui::Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    });
    screen.run();
}

#[test]
fn enter_on_a_proposal_moves_on_to_the_seal() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let who = name_of(&screen, &ballots[0]);
    lift(&mut screen, &who);
    let label = tile_label(&screen, VoteTile::Triangle);
    screen.get_by_label(&label).focus();
    screen.run();
    key(&mut screen, Key::Enter);
    assert!(screen.get_by_label("Seal").accesskit_node().is_focused());
    key(&mut screen, Key::Enter);
    let next = name_of(&screen, &ballots[1]);
    assert!(shows(&screen, &format!("{next} lifts the curtain")));
}

#[test]
fn ctrl_and_a_digit_commit_that_much_lasting_influence() {
    let (journal, ballots) = sealed_vote();
    let held_by = |ballot: &Ballot| journal.game().lasting(ballot.player);
    let ballot = *ballots.iter().max_by_key(|ballot| held_by(ballot)).expect("there are voters");
    let held = held_by(&ballot);
    assert!((1..10).contains(&held), "{held}");
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    screen.state_mut().settings.speak_ballots = true;
    let who = name_of(&screen, &ballot);
    lift(&mut screen, &who);
    assert!(shows(&screen, &format!("0 of {held} lasting influence")));
    for (digit, amount) in [(Key::Num9, held), (Key::Num1, 1)] {
        screen.key_press_modifiers(egui::Modifiers::COMMAND, digit);
        screen.run();
        assert!(shows(&screen, &format!("{amount} of {held} lasting influence")), "{digit:?}");
    }
}

/// Returns the fills of everything painted over a proposal.
fn fills_of(screen: &Screen, tile: VoteTile) -> Vec<egui::Color32> {
    let place = screen.get_by_label(&tile_label(screen, tile)).rect();
    let shapes = screen.output().shapes.iter();
    shapes
        .filter_map(|clipped| match &clipped.shape {
            egui::Shape::Rect(shape) if shape.rect == place => Some(shape.fill),
            _ => None,
        })
        .collect()
}

#[test]
fn resting_pointer_tints_no_proposal_until_it_moves() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let who = name_of(&screen, &ballots[0]);
    lift(&mut screen, &who);
    let place = screen.get_by_label(&tile_label(&screen, VoteTile::Circle)).rect();
    let untouched = fills_of(&screen, VoteTile::Square);
    // The voter rests the pointer over a proposal and seals by key.
    screen.event(egui::Event::PointerMoved(place.center()));
    screen.run();
    assert_ne!(fills_of(&screen, VoteTile::Circle), untouched);
    key(&mut screen, Key::Num3);
    key(&mut screen, Key::Enter);
    key(&mut screen, Key::Enter);
    assert!(shows(&screen, "Seal"), "the next voter's page is open");
    assert_eq!(fills_of(&screen, VoteTile::Circle), untouched);
    screen.event(egui::Event::PointerMoved(place.center() + egui::vec2(2.0, 0.0)));
    screen.run();
    assert_ne!(fills_of(&screen, VoteTile::Circle), untouched);
}

#[test]
fn sealed_ballot_can_be_replaced_until_the_reveal() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let first = Ballot { fleeting: 0, lasting: 0, ..ballots[0] };
    vote(&mut screen, &first);
    let who = name_of(&screen, &first);
    lift(&mut screen, &who);
    let other =
        VoteTile::ALL.into_iter().find(|tile| *tile != first.tile).expect("there are three");
    let label = tile_label(&screen, other);
    press(&mut screen, &label);
    press(&mut screen, "Seal");
    for ballot in &ballots[1..] {
        vote(&mut screen, ballot);
    }
    let ActionKind::Reveal(opened) = played(&screen).kind else {
        panic!("the ballots are opened");
    };
    assert_eq!(opened[0].tile, other);
}

#[test]
fn voters_page_that_was_hidden_is_emptied_behind_the_curtain() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    fill_in(&mut screen, &ballots[0]);
    let who = name_of(&screen, &ballots[0]);
    screen.state_mut().is_shown = false;
    screen.run_steps(3);
    screen.state_mut().is_shown = true;
    screen.run();
    assert!(!shows(&screen, "Seal"));
    // Behind the lifted curtain, the page is empty.
    lift(&mut screen, &who);
    press(&mut screen, "Seal");
    assert!(shows(&screen, "No proposal is chosen"));
}

#[test]
fn closing_the_voters_page_discards_the_ballot() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    fill_in(&mut screen, &ballots[0]);
    press(&mut screen, "Close without sealing");
    assert!(!screen.state().memory.holds_ballots());
    let who = name_of(&screen, &ballots[0]);
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, "All voters");
    assert!(shows(&screen, &format!("{who}, not voted yet")));
}

#[test]
fn way_to_vote_is_asked_and_can_be_saved_as_a_setting() {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Ask, even_salts());
    screen.get_by_label("The same way at every vote").click();
    screen.run();
    press(&mut screen, "Vote on this screen");
    assert!(shows(&screen, "All voters"));
    match screen.state().commands.as_slice() {
        [FoundersCommand::SetSettings(settings)] => assert_eq!(settings.voting, VotingMethod::Here),
        other => panic!("not the settings: {other:?}"),
    }
}

const BALLOTS_LOST: &str = "The ballots were not kept. Everyone votes again.";

#[test]
fn game_opened_mid_vote_explains_that_ballots_are_never_stored() {
    let (journal, _) = sealed_vote();
    let screen = show(journal, VotingMethod::Here, even_salts());
    assert!(shows(&screen, "Ballots are never stored. Anyone who has voted already votes again."));
    assert!(!shows(&screen, BALLOTS_LOST));
}

#[test]
fn vote_reached_in_play_starts_without_a_notice() {
    let (mut journal, _) = sealed_vote();
    journal.apply(Change::Undo(1)).expect("it is undone");
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    screen.state_mut().table.apply(Change::Redo(1)).expect("it is played again");
    screen.run();
    assert!(shows(&screen, "All voters"));
    assert!(!shows(&screen, BALLOTS_LOST));
}

#[test]
fn leaving_the_vote_discards_its_ballots() {
    fn change(screen: &mut Screen, change: Change) {
        let poll = screen.state_mut();
        poll.table.apply(change).expect("it can be changed");
        screen.run();
    }

    let (mut journal, ballots) = sealed_vote();
    journal.apply(Change::Undo(1)).expect("it is undone");
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    change(&mut screen, Change::Redo(1));
    vote(&mut screen, &ballots[0]);
    assert!(screen.state().memory.holds_ballots());
    change(&mut screen, Change::Undo(1));
    assert!(!screen.state().memory.holds_ballots());
    change(&mut screen, Change::Redo(1));
    assert!(shows(&screen, BALLOTS_LOST));
}

#[test]
fn vote_count_advances_step_by_step_to_the_placing_player() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, salts(&ballots));
    for ballot in &ballots {
        vote(&mut screen, ballot);
    }
    carry_out(&mut screen);
    let names: Vec<String> = ballots.iter().map(|b| name_of(&screen, b)).collect();
    assert!(shows(&screen, &format!("{}, not counted yet", names[0])));
    press(&mut screen, "Go on");
    assert!(!shows(&screen, &format!("{}, not counted yet", names[0])));
    assert!(shows(&screen, &format!("{}, not counted yet", names[1])));
    screen.key_press(Key::Space);
    screen.run();
    assert!(!shows(&screen, &format!("{}, not counted yet", names[1])));
    press(&mut screen, "Show all");
    let shown = screen.state().table.named_game();
    let owed = shown.game().pending();
    let placer = owed[0].player.expect("somebody goes on");
    let sentence = format!("{}.", narration::pending::describe_one(shown, &owed[0]));
    assert!(shows(&screen, &sentence), "{sentence}");
    assert!(sentence.starts_with(&shown.label(placer)));
    let salt = ballots[0].seal.expect("it was sealed").salt.to_string();
    let shows_salt = |screen: &Screen| screen.query_all_by_label_contains(&salt).next().is_some();
    assert!(!shows_salt(&screen));
    press(&mut screen, "Seals: every ballot matches its fingerprint");
    assert!(shows_salt(&screen));
    // Enter goes on to the board.
    key(&mut screen, Key::Enter);
    assert!(!shows(&screen, "Count again"));
    // After an undo and a redo, the count that was seen already is not shown again.
    let undone = [Change::Undo(1), Change::Redo(1)];
    for change in undone {
        let poll = screen.state_mut();
        poll.table.apply(change).expect("it can be changed");
        screen.run();
    }
    assert!(!shows(&screen, "The count"));
}

#[test]
fn ballot_strengths_equal_the_counted_votes() {
    let (journal, ballots) = hand_vote();
    let mut table = Table::new(journal);
    table.apply(Change::Play(reveal(&ballots))).expect("the rules allow it");
    table.show_number(table.journal().cursor());
    let (_, played) = table.shown().expect("it is viewed");
    let count = played
        .events
        .iter()
        .find_map(|event| match event {
            rules::receipt::Event::Counted(count) => Some(count),
            _ => None,
        })
        .expect("it was counted");
    for ballot in &ballots {
        assert_eq!(ballot.strength().total(), count.strengths[ballot.player]);
    }
}

#[test]
fn vote_steps_mark_the_current_one() {
    let (journal, _) = sealed_vote();
    let screen = show(journal, VotingMethod::Here, even_salts());
    assert!(shows(&screen, "Bonuses for cards left, done"));
    assert!(shows(&screen, "Ballots, now"));
    assert!(shows(&screen, "Placing"));
}

#[test]
fn falling_curtain_discards_an_unsealed_ballot() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    screen.state_mut().settings.speak_ballots = true;
    let ballot =
        ballots.iter().find(|ballot| ballot.fleeting > 0).expect("a voter commits influence");
    let held = screen.state().table.game().fleeting(ballot.player);
    let label = |amount: i32| format!("{amount} of {held} fleeting influence");
    // A page that opens commits all of it; this voter keeps it.
    fill_in(&mut screen, &Ballot { fleeting: 0, ..*ballot });
    assert!(shows(&screen, &label(0)));
    screen.state_mut().is_shown = false;
    screen.run_steps(3);
    screen.state_mut().is_shown = true;
    screen.run();
    assert!(!screen.state().memory.holds_ballots());
    let note = "The ballot was not sealed and is forgotten; the page begins anew.";
    assert!(shows(&screen, note));
    let who = name_of(&screen, ballot);
    lift(&mut screen, &who);
    assert!(shows(&screen, &label(held)));
    assert!(!shows(&screen, &label(0)));
}

#[test]
fn reveal_records_that_a_voter_sealed_twice() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let (last, others) = ballots.split_last().expect("there are voters");
    for ballot in others {
        vote(&mut screen, ballot);
    }
    // Another person at the screen opens the page again.
    let again = &ballots[1];
    let who = name_of(&screen, again);
    lift(&mut screen, &who);
    press(&mut screen, "Close without sealing");
    assert!(shows(&screen, &format!("{who}, sealed once, now open again")));
    vote(&mut screen, again);
    vote(&mut screen, last);
    let commands = std::mem::take(&mut screen.state_mut().commands);
    let [FoundersCommand::Change(changes)] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let comment = format!("{who} sealed twice.");
    assert!(matches!(&changes[1], Change::Comment(text) if *text == comment));
    for change in changes {
        let table = &mut screen.state_mut().table;
        table.apply(change.clone()).expect("it can be recorded");
    }
    screen.run();
    assert!(shows(&screen, &comment), "the count shows it");
}

/// Checks that while ballots are counted, everything around the count is as before it.
#[test]
fn side_panels_hide_the_outcome_while_votes_are_counted() {
    let (vote, action) = Desk::before("four-founders.founders", is_vote);
    for size in [[1280.0, 800.0], [800.0, 1280.0]] {
        for panel in ["Offers", "Journal", "Paths"] {
            let mut desk = Desk::in_window(Settings::default(), size, 1.0);
            desk.open(vote.record());
            let before = panel_labels(&mut desk, panel);
            desk.give(FoundersCommand::Play(vec![action.clone()]));
            assert!(desk.has_control("Show all"), "{:#?}", desk.labels());
            assert_eq!(panel_labels(&mut desk, panel), before, "{panel} at {size:?}");
        }
    }
}

/// Shows a side panel, and returns its labels.
fn panel_labels(desk: &mut Desk, panel: &str) -> Vec<String> {
    desk.press(panel);
    let place = desk.control_rect("Rules").union(desk.control_rect(panel));
    desk.nodes()
        .filter(|node| node.accesskit_node().raw_bounds().is_some())
        .filter(|node| {
            let bounds = node.rect();
            bounds.left() >= place.left() - 8.0 && bounds.top() > place.bottom()
        })
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

/// Returns a table of three players that is about to vote.
fn three_voters() -> Desk {
    let (desk, action) = Desk::before("three-guilds.founders", is_vote);
    assert_eq!(action.kind.ballots().len(), 3);
    desk
}

/// Lets the count end by itself.
fn finish_count(desk: &mut Desk) {
    for _ in 0..40 {
        desk.settle();
    }
}

/// The most presses for a vote of three on one screen, from the question how it is held to the
/// board after the count.
const PRESSES_OF_THREE: usize = 12;

#[test]
fn vote_of_three_on_one_screen_takes_twelve_clicks_at_most() {
    let mut desk = three_voters();
    let before = desk.record().cursor();
    desk.clicks = 0;
    desk.press("Vote on this screen");
    for player in desk.game().clone().players() {
        let who = desk.named_game().label(player);
        desk.press(&format!("{who} lifts the curtain"));
        let label = desk.label_starting_with("Circle, ");
        desk.press(&label);
        desk.seal();
    }
    assert_eq!(desk.record().cursor(), before + 1);
    finish_count(&mut desk);
    desk.press("To the board");
    assert!(desk.board().is_some());
    assert_eq!(desk.clicks, 11);
    assert!(desk.clicks <= PRESSES_OF_THREE);
}

#[test]
fn vote_of_three_on_one_screen_takes_twelve_keys_at_most() {
    let mut desk = three_voters();
    let before = desk.record().cursor();
    desk.keys = 0;
    desk.key(Key::Num2);
    for _ in 0..3 {
        for key in [Key::Enter, Key::Num1, Key::Enter] {
            desk.key(key);
        }
    }
    assert_eq!(desk.record().cursor(), before + 1);
    finish_count(&mut desk);
    desk.key(Key::Enter);
    assert!(desk.board().is_some());
    assert_eq!(desk.keys, 11);
    assert!(desk.keys <= PRESSES_OF_THREE);
}

#[test]
fn enter_during_the_count_takes_the_next_step() {
    let mut desk = three_voters();
    desk.key(Key::Num2);
    for _ in 0..3 {
        for key in [Key::Enter, Key::Num1, Key::Enter] {
            desk.key(key);
        }
    }
    let first = desk.named_game().label(rules::player::PlayerId(0));
    let uncounted = format!("{first}, not counted yet");
    assert!(desk.shows_exactly(&uncounted), "{:#?}", desk.labels());
    desk.key(Key::Enter);
    assert!(!desk.shows_exactly(&uncounted));
    assert!(desk.board().is_none(), "the count goes on");
}

#[test]
fn voter_looks_at_the_board_without_losing_the_ballot() {
    let mut desk = three_voters();
    desk.give(FoundersCommand::SetSettings(Box::new(Settings {
        speak_ballots: true,
        ..Settings::default()
    })));
    desk.press("Vote on this screen");
    let who = desk.named_game().label(rules::player::PlayerId(0));
    desk.lift_curtain(&who);
    assert!(desk.board().is_none());
    let label = desk.label_starting_with("Circle, ");
    desk.press(&label);
    desk.press("Look at the board");
    assert!(desk.board().is_some());
    assert!(!desk.has_control("Seal"));
    desk.press("Back to the vote");
    assert!(desk.board().is_none());
    desk.press("Seal");
    let next = desk.named_game().label(rules::player::PlayerId(1));
    assert!(desk.has_control(&format!("{next} lifts the curtain")));
    // Escape leads back as well.
    desk.press("All voters");
    desk.press("Look at the board");
    desk.key(Key::Escape);
    assert!(desk.board().is_none());
}

#[test]
fn board_is_next_to_the_ballots_in_a_wide_window() {
    let (at, _) = Desk::before("three-guilds.founders", is_vote);
    let mut desk = Desk::in_window(Settings::default(), [1920.0, 1080.0], 1.0);
    desk.open(at.record());
    desk.press("Vote on this screen");
    assert!(desk.board().is_some());
    assert!(!desk.has_control("Look at the board"));
    let who = desk.named_game().label(rules::player::PlayerId(0));
    desk.lift_curtain(&who);
    assert!(desk.board().is_some() && desk.has_control("Seal"));
}
