//! Votes, entered by hand and sealed on the screen, and their count.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::Change;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_board::settings::{Settings, Voting};

use crate::app::Desk;
use crate::polls::{
    Screen, even_salts, fill_in, hand_vote, name_of, played, press, salts, sealed_vote, show,
    shows, tile_label, vote,
};

fn reveal(ballots: &[Ballot]) -> Action {
    ActionKind::Reveal(ballots.to_vec()).into()
}

/// Records what was asked for, as the app does.
fn carry_out(screen: &mut Screen) {
    let action = played(screen);
    let poll = screen.state_mut();
    poll.commands.clear();
    poll.table.apply(Change::Play(action)).expect("the rules allow it");
    screen.run();
}

#[test]
fn a_vote_by_hand_is_a_press_each_plus_the_influence_and_one_to_count() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, Voting::ByHand, even_salts());
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
fn a_vote_by_hand_is_entered_with_keys_alone() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, Voting::ByHand, even_salts());
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
fn a_vote_by_hand_is_not_counted_before_everybody_has_a_proposal() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, Voting::ByHand, even_salts());
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
fn no_more_influence_than_is_held_can_be_entered() {
    let (journal, ballots) = hand_vote();
    let mut screen = show(journal, Voting::ByHand, even_salts());
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
fn sealed_ballots_come_out_as_they_were_sealed_in_whatever_order_they_were() {
    let (journal, ballots) = sealed_vote();
    let order: Vec<Ballot> = [2, 0, 3, 1].map(|index: usize| ballots[index]).to_vec();
    let mut screen = show(journal, Voting::Here, salts(&order));
    for ballot in &order {
        press_nothing_reveals(&mut screen);
        vote(&mut screen, ballot);
    }
    press(&mut screen, "Reveal");
    assert_eq!(played(&screen), reveal(&ballots));
}

/// The ballots cannot be opened yet.
#[track_caller]
fn press_nothing_reveals(screen: &mut Screen) {
    press(screen, "Reveal");
    assert!(screen.state().commands.is_empty());
}

/// How much fleeting influence the voter of a ballot holds.
fn held_by(screen: &Screen, ballot: &Ballot) -> i32 {
    screen.state().table.game().fleeting(ballot.player)
}

#[test]
fn a_ballot_is_sealed_with_keys_and_its_fingerprint_is_shown() {
    let (journal, ballots) = sealed_vote();
    let ballot =
        ballots.iter().find(|ballot| ballot.fleeting > 0).expect("somebody commits influence");
    let mut screen = show(journal, Voting::Here, salts(std::slice::from_ref(ballot)));
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
fn a_ballot_without_a_proposal_is_not_sealed() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    let who = name_of(&screen, &ballots[0]);
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, &format!("{who} lifts the curtain"));
    press(&mut screen, "Seal");
    assert!(shows(&screen, "No proposal is chosen"));
    assert!(shows(&screen, "Seal"));
}

#[test]
fn a_sealed_ballot_can_be_taken_back_by_its_voter_until_the_reveal() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
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
fn a_page_that_was_out_of_sight_has_its_curtain_down() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    fill_in(&mut screen, &ballots[0]);
    let who = name_of(&screen, &ballots[0]);
    screen.state_mut().is_shown = false;
    screen.run_steps(3);
    screen.state_mut().is_shown = true;
    screen.run();
    assert!(!shows(&screen, "Seal"));
    // Lifted again, there is nothing on it that could be sealed.
    press(&mut screen, &format!("{who} lifts the curtain"));
    press(&mut screen, "Seal");
    assert!(shows(&screen, "No proposal is chosen"));
}

#[test]
fn going_back_from_the_curtain_forgets_the_page() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    fill_in(&mut screen, &ballots[0]);
    press(&mut screen, "Close without sealing");
    assert!(!screen.state().memory.holds_ballots());
    let who = name_of(&screen, &ballots[0]);
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, "Back");
    assert!(shows(&screen, "Reveal"));
}

#[test]
fn the_way_to_vote_is_asked_and_kept_if_that_is_wished() {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, Voting::Ask, even_salts());
    screen.get_by_label("The same way at every vote").click();
    screen.run();
    press(&mut screen, "Vote on this screen");
    assert!(shows(&screen, "Reveal"));
    match screen.state().commands.as_slice() {
        [FoundersCommand::Set(settings)] => assert_eq!(settings.voting, Voting::Here),
        other => panic!("not the settings: {other:?}"),
    }
}

const LOST: &str = "The ballots were not kept. Everyone votes again.";

#[test]
fn a_game_opened_in_the_middle_of_a_vote_states_no_ballots_that_nobody_may_have_cast() {
    let (journal, _) = sealed_vote();
    let screen = show(journal, Voting::Here, even_salts());
    assert!(shows(&screen, "Ballots are never stored. Anyone who has voted already votes again."));
    assert!(!shows(&screen, LOST));
}

#[test]
fn a_vote_that_comes_up_while_playing_begins_without_a_word() {
    let (mut journal, _) = sealed_vote();
    journal.apply(Change::Undo(1)).expect("it is undone");
    let mut screen = show(journal, Voting::Here, even_salts());
    screen.state_mut().table.apply(Change::Redo(1)).expect("it is played again");
    screen.run();
    assert!(shows(&screen, "Reveal"));
    assert!(!shows(&screen, LOST));
}

#[test]
fn ballots_are_forgotten_when_the_vote_is_left() {
    let (mut journal, ballots) = sealed_vote();
    journal.apply(Change::Undo(1)).expect("it is undone");
    let mut screen = show(journal, Voting::Here, even_salts());
    let change = |screen: &mut Screen, change| {
        let poll = screen.state_mut();
        poll.table.apply(change).expect("it can be changed");
        screen.run();
    };
    change(&mut screen, Change::Redo(1));
    vote(&mut screen, &ballots[0]);
    assert!(screen.state().memory.holds_ballots());
    change(&mut screen, Change::Undo(1));
    assert!(!screen.state().memory.holds_ballots());
    change(&mut screen, Change::Redo(1));
    assert!(shows(&screen, LOST));
}

#[test]
fn the_count_goes_on_step_by_step_to_who_places() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, salts(&ballots));
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
    // What follows is recorded and taken back: the count was seen and does not come again.
    let undone = [Change::Undo(1), Change::Redo(1)];
    for change in undone {
        let poll = screen.state_mut();
        poll.table.apply(change).expect("it can be changed");
        screen.run();
    }
    assert!(!shows(&screen, "The count"));
}

#[test]
fn the_parts_of_a_ballot_add_up_to_what_is_counted() {
    let (journal, ballots) = hand_vote();
    let mut table = Table::new(journal);
    table.apply(Change::Play(reveal(&ballots))).expect("the rules allow it");
    table.show_number(table.journal().cursor());
    let (_, played) = table.shown().expect("it is looked at");
    let counted = played.events.iter().find_map(|event| match event {
        rules::receipt::Event::Counted(count) => Some(count),
        _ => None,
    });
    let strengths = &counted.expect("it was counted").strengths;
    for ballot in &ballots {
        assert_eq!(ballot.strength().total(), strengths[ballot.player]);
    }
}

#[test]
fn the_steps_of_a_vote_mark_the_present_one() {
    let (journal, _) = sealed_vote();
    let screen = show(journal, Voting::Here, even_salts());
    assert!(shows(&screen, "Bonuses for cards left, done"));
    assert!(shows(&screen, "Ballots, now"));
    assert!(shows(&screen, "Placing"));
}

#[test]
fn what_is_filled_in_is_forgotten_when_the_curtain_falls() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    screen.state_mut().settings.speak_ballots = true;
    let ballot =
        ballots.iter().find(|ballot| ballot.fleeting > 0).expect("somebody commits influence");
    let held = screen.state().table.game().fleeting(ballot.player);
    let said = |amount: i32| format!("{amount} of {held} fleeting influence");
    // All of it is committed on a page that opens; this voter keeps it.
    fill_in(&mut screen, &Ballot { fleeting: 0, ..*ballot });
    assert!(shows(&screen, &said(0)));
    screen.state_mut().is_shown = false;
    screen.run_steps(3);
    screen.state_mut().is_shown = true;
    screen.run();
    assert!(!screen.state().memory.holds_ballots());
    let note = "The ballot was not sealed and is forgotten; the page begins anew.";
    assert!(shows(&screen, note));
    let who = name_of(&screen, ballot);
    press(&mut screen, &format!("{who} lifts the curtain"));
    assert!(shows(&screen, &said(held)));
    assert!(!shows(&screen, &said(0)));
}

#[test]
fn the_reveal_says_who_sealed_more_than_once() {
    let (journal, ballots) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    for ballot in &ballots {
        vote(&mut screen, ballot);
    }
    // Somebody at the screen presses it for somebody else.
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
    let said = format!("{who} sealed twice.");
    assert!(matches!(&changes[1], Change::Comment(comment) if *comment == said));
    for change in changes {
        let table = &mut screen.state_mut().table;
        table.apply(change.clone()).expect("it can be recorded");
    }
    screen.run();
    assert!(shows(&screen, &said), "the count says it");
}

/// While ballots are counted, whatever stands around the count is as it was before it.
#[test]
fn papers_beside_a_running_count_do_not_tell_its_outcome() {
    let is_vote = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Reveal(_));
    let (vote, action) = Desk::before("four-founders.founders", is_vote);
    for size in [[1280.0, 800.0], [800.0, 1280.0]] {
        for paper in ["Offers", "Journal", "Paths"] {
            let mut desk = Desk::in_window(Settings::default(), size, 1.0);
            desk.open(vote.record());
            let before = papers(&mut desk, paper);
            desk.give(FoundersCommand::Play(vec![action.clone()]));
            assert!(desk.offers("Show all"), "{:#?}", desk.labels());
            assert_eq!(papers(&mut desk, paper), before, "{paper} at {size:?}");
        }
    }
}

/// Shows a paper, and returns what it says.
fn papers(desk: &mut Desk, paper: &str) -> Vec<String> {
    desk.press(paper);
    let place = desk.place_of("Rules").union(desk.place_of(paper));
    let drawn = desk.nodes().filter(|node| node.accesskit_node().raw_bounds().is_some());
    let of_paper = drawn.filter(|node| {
        let bounds = node.rect();
        bounds.left() >= place.left() - 8.0 && bounds.top() > place.bottom()
    });
    of_paper.filter_map(|node| node.accesskit_node().label()).collect()
}
