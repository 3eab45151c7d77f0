//! What is pressed twice, pressed by a hand that rests, and taken back where it was done.

use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use journal::Change;
use rules::action::{Action, ActionKind};
use rules::sub_action::SubAction;
use ui_board::command::FoundersCommand;

use crate::app::Desk;

/// A table at which several players may still follow.
fn followers() -> Desk {
    let (desk, _) = Desk::before("four-founders.founders", |game, action| {
        matches!(action.kind, ActionKind::Pass { .. } | ActionKind::Follow { .. })
            && game.still_to_follow().len() > 2
    });
    desk
}

/// The mark of a press that was absorbed.
const ABSORBED: &str = "Pressed twice, taken once";

#[test]
fn the_second_press_of_a_double_click_passes_nobody_else_and_is_marked() {
    let mut desk = followers();
    let before = desk.record().cursor();
    let pass = desk.spots("Pass")[0];
    desk.click_after(1.0, pass);
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(!desk.says(ABSORBED));
    desk.click_after(0.2, pass);
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(desk.says(ABSORBED), "{:#?}", desk.labels());
    // The mark goes away by itself.
    desk.click_after(3.0, egui::Pos2::ZERO);
    assert!(!desk.says(ABSORBED));
}

#[test]
fn a_press_of_a_resting_mouse_is_taken_once_a_double_click_is_over() {
    let mut desk = followers();
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!(desk.record().cursor(), before + 1);
    desk.click_again();
    assert_eq!(desk.record().cursor(), before + 2);
}

#[test]
fn every_press_later_than_a_double_click_is_taken_wherever_the_mouse_rests() {
    let mut desk = followers();
    let start = desk.record().cursor();
    let pass = desk.spots("Pass")[0];
    let mut chance = fastrand::Rng::with_seed(20);
    for _ in 0..12 {
        desk.give(Command::UndoTo(start));
        assert_eq!(desk.record().cursor(), start);
        desk.click_after(1.0, pass);
        assert_eq!(desk.record().cursor(), start + 1);
        // Presses that are too early are absorbed, however many there are.
        let mut waited = 0.0;
        while waited < 0.3 {
            let pause = f64::from(chance.u32(10..200)) / 1000.0;
            waited += pause;
            desk.click_after(pause, pass);
            let taken = desk.record().cursor() - start - 1;
            assert_eq!(taken, usize::from(waited >= 0.3), "after {waited} s");
        }
    }
}

#[test]
fn a_quick_press_elsewhere_is_no_double_click() {
    let mut desk = followers();
    let before = desk.record().cursor();
    let pass = desk.spots("Pass")[0];
    desk.click_after(1.0, pass);
    let undo = desk.label_that_begins("Undo: ");
    let undo = desk.spots(&undo)[0];
    assert!(undo.distance(pass) > 44.0);
    desk.click_after(0.1, undo);
    assert_eq!(desk.record().cursor(), before);
}

#[test]
fn what_was_just_done_is_taken_back_beside_it() {
    let mut desk = followers();
    let before = desk.record().cursor();
    desk.press("Pass");
    let undo = desk.label_that_begins("Undo: ");
    assert!(undo.ends_with("passes"), "{undo}");
    desk.press(&undo);
    assert_eq!(desk.record().cursor(), before);
}

#[test]
fn a_card_that_is_chosen_does_not_move_the_others() {
    let mut desk = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::Lead { .. })
    })
    .0;
    let (before, labels) = hand(&desk);
    assert!(labels.len() > 2, "{labels:?}");
    desk.press(&labels[0]);
    let (after, _) = hand(&desk);
    for (label, place) in labels.iter().zip(before) {
        let stays = after.iter().any(|other| other.distance(place) < 1.0);
        assert!(stays, "{label} moved from {place}");
    }
}

/// Where the cards of the hand stand, and what they are called.
fn hand(desk: &Desk) -> (Vec<egui::Pos2>, Vec<String>) {
    let game = desk.game();
    let player = game.active_player().expect("it is somebody's turn");
    let cards = game.hand(player);
    let names = cards.iter().map(|card| game.contents().card_name(card).to_owned());
    let found = names.filter_map(|name| {
        let place = desk.spots(&name).into_iter().next()?;
        Some((place, name))
    });
    found.unzip()
}

/// What a choice is called, where it stands, and its key.
type Place = (&'static str, egui::Pos2, Option<(egui::Modifiers, egui::Key)>);

/// Where every kind of work that a follower can do stands.
fn places(desk: &Desk) -> Vec<Place> {
    let kinds = ["Pass", "Import", "Buy access", "$1", "Influence", "Road", "Worker"];
    let found = kinds.into_iter().filter_map(|kind| {
        let label =
            if desk.offers(kind) { kind.to_owned() } else { format!("{kind}, not legal now") };
        let place = desk.spots(&label).into_iter().next()?;
        Some((kind, place, desk.key_of(&label, false)))
    });
    found.collect()
}

#[test]
fn every_action_keeps_its_place_and_its_key_from_follower_to_follower() {
    let mut desk = Desk::before("four-founders.founders", |game, action| {
        let follows = matches!(action.kind, ActionKind::Pass { .. } | ActionKind::Follow { .. });
        follows && game.still_to_follow().len() > 2
    })
    .0;
    let first = places(&desk);
    assert!(first.len() > 4, "{:#?}", desk.labels());
    while desk.game().still_to_follow().len() > 1 {
        desk.press("Pass");
        assert_eq!(places(&desk), first);
    }
}

#[test]
fn what_can_be_done_on_a_square_is_offered_where_it_is_pressed_first() {
    let (mut desk, action) = Desk::before("four-founders.founders", |_, action| {
        matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::Import(..), .. })
    });
    let ActionKind::Follow { sub_action: SubAction::Import(resource, square), .. } = action.kind
    else {
        panic!("it imports");
    };
    let name = desk.game().contents().resource_name(resource).to_owned();
    let before = desk.record().cursor();
    desk.square(square);
    assert_eq!(desk.record().cursor(), before);
    desk.press(&format!("Import {name}"));
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(desk.game().tile_at(square).is_some_and(|tile| tile.resource == resource));
}

#[test]
fn what_can_be_done_with_a_card_on_offer_is_offered_where_it_is_pressed_first() {
    let recruits = |action: &Action| match &action.kind {
        ActionKind::Lead { sub_actions, .. } => match sub_actions.as_slice() {
            [SubAction::Recruit(adviser)] => Some(*adviser),
            _ => None,
        },
        _ => None,
    };
    let (mut desk, action) =
        Desk::before("four-founders.founders", |_, action| recruits(action).is_some());
    let adviser = recruits(&action).expect("it recruits");
    let name = desk.game().contents().adviser_name(adviser).to_owned();
    let label = desk.label_that_begins(&format!("{name}, "));
    let before = desk.record().cursor();
    desk.press(&label);
    assert_eq!(desk.record().cursor(), before);
    assert!(desk.shows(&format!("With {name}")), "{:#?}", desk.labels());
    // It is put back by the way out, and offered again.
    desk.key(Key::Escape);
    assert!(!desk.shows(&format!("With {name}")));
    desk.press(&label);
    desk.press_last("Recruit");
    assert_eq!(desk.record().cursor(), before + 1);
    let recorded = desk.record();
    let last = recorded.entry(recorded.here()).action().expect("it was recorded");
    assert_eq!(recruits(last), Some(adviser));
}

#[test]
fn a_proposal_pressed_first_offers_the_vote_that_brings_it() {
    let (mut desk, _) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::CallVote { .. })
    });
    let proposal = desk.game().proposals().into_iter().flatten().next().expect("there are some");
    let name = desk.game().contents().building_name(proposal).to_owned();
    let ending = format!(", {name}");
    let label = desk.labels().into_iter().find(|label| label.ends_with(&ending));
    desk.press(&label.expect("the proposal is on offer"));
    assert!(desk.shows(&format!("With {name}")), "{:#?}", desk.labels());
    let before = desk.record().cursor();
    desk.press_last("Call to Vote");
    assert_eq!(desk.record().cursor(), before + 1);
}

#[test]
fn a_card_on_offer_that_was_misread_is_put_right_from_where_it_is_pressed() {
    let (mut desk, _) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::CallVote { .. })
    });
    let proposal = desk.game().proposals().into_iter().flatten().next().expect("there are some");
    let name = desk.game().contents().building_name(proposal).to_owned();
    let ending = format!(", {name}");
    let label = desk.labels().into_iter().find(|label| label.ends_with(&ending));
    desk.press(&label.expect("the proposal is on offer"));
    desk.press("Was something misread?");
    // Its form is there at once, although nobody here was ever asked for a card.
    assert!(desk.offers("See what changes…"), "{:#?}", desk.labels());
    assert!(desk.says(&name), "{:#?}", desk.labels());
    desk.press("Leave");
    assert!(!desk.offers("See what changes…"), "{:#?}", desk.labels());
}

#[test]
fn a_way_that_leads_nowhere_says_what_comes_nearest_and_which_rule_is_against_it() {
    // Nobody has a free worker in the first turns.
    let mut desk = followers();
    let label = "Worker, not legal now";
    assert!(desk.offers(label), "{:#?}", desk.labels());
    desk.hover_over(label);
    assert!(desk.shows("What comes nearest"), "{:#?}", desk.labels());
    assert!(desk.shows("worker"), "{:#?}", desk.labels());
}

#[test]
fn a_square_is_marked_for_oneself_until_the_turn_ends() {
    let mut desk = followers();
    let square = desk.game().board().squares().nth(40).expect("the board is larger");
    let before = desk.record().clone();
    let is_marked = |desk: &Desk| desk.name_of(square).contains("marked by you");
    desk.right_click(square, Modifiers::NONE);
    assert!(is_marked(&desk), "{}", desk.name_of(square));
    desk.hover(square);
    desk.key(Key::M);
    assert!(!is_marked(&desk));
    desk.key(Key::M);
    assert!(is_marked(&desk));
    assert!(*desk.record() == before, "it is nowhere in the record");
    let turn = desk.game().turn_number();
    while desk.game().turn_number() == turn {
        desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    }
    assert!(!is_marked(&desk), "another turn has marks of its own");
}

#[test]
fn a_building_that_is_impossible_leads_to_the_paths_to_it() {
    let (mut desk, _) = Desk::before(
        "four-founders.founders",
        |_, action| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Build(_)])),
    );
    desk.press("Upgrade");
    // The card, then what is done with it.
    desk.press_last("Upgrade");
    let contents = desk.game().contents();
    let names: Vec<&str> = contents.resources().map(|id| contents.resource_name(id)).collect();
    let is_refused = |label: &&String| {
        label.ends_with("not legal now") && names.iter().any(|name| label.starts_with(name))
    };
    let refused = desk.labels().iter().find(is_refused).cloned();
    let refused = refused.unwrap_or_else(|| panic!("all can be built: {:#?}", desk.labels()));
    desk.press(&refused);
    assert!(desk.shows("How could I build this?"), "{refused}: {:#?}", desk.labels());
    desk.press("How could I build this?");
    assert!(desk.shows("What could be built"), "{:#?}", desk.labels());
    assert!(desk.shows("1. "), "the steps are numbered: {:#?}", desk.labels());
}

#[test]
fn every_adviser_on_offer_is_in_view_while_one_is_recruited() {
    let (mut desk, _) = Desk::before(
        "four-founders.founders",
        |_, action| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Recruit(_)])),
    );
    desk.press("Recruit");
    // The card, then what is done with it.
    desk.press_last("Recruit");
    let undo = desk.label_that_begins("Undo: ");
    let floor = desk.spots(&undo).first().expect("it can be taken back").y;
    let game = desk.game().clone();
    let advisers: Vec<_> = game.adviser_offer().into_iter().flatten().collect();
    assert!(advisers.len() > 1);
    for adviser in advisers {
        let name = game.contents().adviser_name(adviser);
        let label = desk.label_that_begins(&format!("{name}, $"));
        let spots = desk.spots(&label);
        assert!(spots.len() == 1 && spots[0].y > 60.0 && spots[0].y < floor, "{label}: {spots:?}");
    }
}
