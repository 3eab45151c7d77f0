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
    Screen, even_salts, fill_in, hand_vote, name_of, played, press, salts, sealed_vote, show,
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
        check_not_revealed(&mut screen);
        vote(&mut screen, ballot);
    }
    press(&mut screen, "Reveal");
    assert_eq!(played(&screen), reveal(&ballots));
}

/// Checks that the ballots cannot be opened yet.
#[track_caller]
fn check_not_revealed(screen: &mut Screen) {
    press(screen, "Reveal");
    assert!(screen.state().commands.is_empty());
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
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, &format!("{who} lifts the curtain"));
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
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, &format!("{who} lifts the curtain"));
    press(&mut screen, "Seal");
    assert!(shows(&screen, "No proposal is chosen"));
    assert!(shows(&screen, "Seal"));
}

#[test]
fn sealed_ballot_can_be_replaced_until_the_reveal() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    let first = Ballot { fleeting: 0, lasting: 0, ..ballots[0] };
    vote(&mut screen, &first);
    let who = name_of(&screen, &first);
    press(&mut screen, &format!("{who} votes anew"));
    press(&mut screen, &format!("{who} lifts the curtain"));
    let other =
        VoteTile::ALL.into_iter().find(|tile| *tile != first.tile).expect("there are three");
    let label = tile_label(&screen, other);
    press(&mut screen, &label);
    press(&mut screen, "Seal");
    press(&mut screen, "Done");
    for ballot in &ballots[1..] {
        vote(&mut screen, ballot);
    }
    press(&mut screen, "Reveal");
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
    press(&mut screen, &format!("{who} lifts the curtain"));
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
    press(&mut screen, "Back");
    assert!(shows(&screen, "Reveal"));
}

#[test]
fn way_to_vote_is_asked_and_can_be_saved_as_a_setting() {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Ask, even_salts());
    screen.get_by_label("The same way at every vote").click();
    screen.run();
    press(&mut screen, "Vote on this screen");
    assert!(shows(&screen, "Reveal"));
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
    assert!(shows(&screen, "Reveal"));
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
    press(&mut screen, "Reveal");
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
    assert!(shows(&screen, "ballot and salt fit the fingerprint"));
    press(&mut screen, "To the board");
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
    press(&mut screen, &format!("{who} lifts the curtain"));
    assert!(shows(&screen, &label(held)));
    assert!(!shows(&screen, &label(0)));
}

#[test]
fn reveal_records_that_a_voter_sealed_twice() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    for ballot in &ballots {
        vote(&mut screen, ballot);
    }
    // Another person at the screen opens the page again.
    let again = &ballots[1];
    let who = name_of(&screen, again);
    press(&mut screen, &format!("{who} votes anew"));
    press(&mut screen, &format!("{who} lifts the curtain"));
    press(&mut screen, "Close without sealing");
    assert!(shows(&screen, &format!("{who}, sealed once, now open again")));
    vote(&mut screen, again);
    press(&mut screen, "Reveal");
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
