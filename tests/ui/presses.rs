//! What is pressed twice, pressed by a hand that rests, and taken back where it was done.

use rules::action::Deed;

use crate::app::Desk;

/// A table at which several players may still follow.
fn followers() -> Desk {
    let (desk, _) = Desk::before("four-founders.founders", |game, action| {
        matches!(action.deed, Deed::Pass { .. } | Deed::Follow { .. })
            && game.still_to_follow().len() > 2
    });
    desk
}

#[test]
fn a_second_press_before_the_pointer_has_moved_passes_nobody_else() {
    let mut desk = followers();
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!(desk.record().cursor(), before + 1);
    for _ in 0..3 {
        desk.click_again();
    }
    assert_eq!(desk.record().cursor(), before + 1);
    // Whoever means it moves, however little.
    desk.press("Pass");
    assert_eq!(desk.record().cursor(), before + 2);
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
        matches!(action.deed, Deed::Lead { .. })
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
