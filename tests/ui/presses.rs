//! Double clicks, presses of a pointer that does not move, undo next to the action, and presses
//! before an action is chosen.

use components::ids::AdviserId;
use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use journal::Change;
use rules::action::{Action, ActionKind};
use rules::sub_action::SubAction;
use ui_board::command::FoundersCommand;

use crate::app::Desk;

/// Returns a table at which several players may still follow.
fn followers() -> Desk {
    let (desk, _) = Desk::before("four-founders.founders", |game, action| {
        matches!(action.kind, ActionKind::Pass { .. } | ActionKind::Follow { .. })
            && game.still_to_follow().len() > 2
    });
    desk
}

/// The notice of an absorbed press.
const ABSORBED: &str = "Pressed twice, taken once";

#[test]
fn second_press_of_a_double_click_is_absorbed_with_a_notice() {
    let mut desk = followers();
    let before = desk.record().cursor();
    let pass = desk.control_centers("Pass")[0];
    desk.click_after(1.0, pass);
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(!desk.shows_exactly(ABSORBED));
    desk.click_after(0.2, pass);
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(desk.shows_exactly(ABSORBED), "{:#?}", desk.labels());
    // The notice disappears by itself.
    desk.click_after(3.0, egui::Pos2::ZERO);
    assert!(!desk.shows_exactly(ABSORBED));
}

#[test]
fn repeated_press_without_moving_counts_after_the_double_click_time() {
    let mut desk = followers();
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!(desk.record().cursor(), before + 1);
    desk.click_again();
    assert_eq!(desk.record().cursor(), before + 2);
}

#[test]
fn presses_within_300_ms_are_absorbed_and_later_ones_count() {
    let mut desk = followers();
    let start = desk.record().cursor();
    let pass = desk.control_centers("Pass")[0];
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
fn quick_press_at_another_place_is_not_absorbed() {
    let mut desk = followers();
    let before = desk.record().cursor();
    let pass = desk.control_centers("Pass")[0];
    desk.click_after(1.0, pass);
    let undo_label = desk.label_starting_with("Undo: ");
    let undo = desk.control_centers(&undo_label)[0];
    assert!(undo.distance(pass) > 44.0);
    desk.click_after(0.1, undo);
    assert_eq!(desk.record().cursor(), before);
}

#[test]
fn undo_button_next_to_the_actions_undoes_the_latest_one() {
    let mut desk = followers();
    let before = desk.record().cursor();
    desk.press("Pass");
    let undo = desk.label_starting_with("Undo: ");
    assert!(undo.ends_with("passes"), "{undo}");
    desk.press(&undo);
    assert_eq!(desk.record().cursor(), before);
}

#[test]
fn choosing_a_card_does_not_move_the_other_cards() {
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

/// Returns the positions of the cards in hand, and their names.
fn hand(desk: &Desk) -> (Vec<egui::Pos2>, Vec<String>) {
    let game = desk.game();
    let player = game.active_player().expect("it is somebody's turn");
    let cards = game.hand(player);
    cards
        .iter()
        .filter_map(|card| {
            let name = game.contents().card_name(card);
            let place = desk.control_centers(name).into_iter().next()?;
            Some((place, name.to_owned()))
        })
        .unzip()
}

/// The name of a choice, its position, and its key.
type Place = (&'static str, egui::Pos2, Option<(egui::Modifiers, egui::Key)>);

/// Returns the place of every kind of sub-action that a follower can choose.
fn places(desk: &Desk) -> Vec<Place> {
    ["Pass", "Import", "Buy access", "$1", "Influence", "Road", "Worker"]
        .into_iter()
        .filter_map(|kind| {
            let label = if desk.has_control(kind) {
                kind.to_owned()
            } else {
                format!("{kind}, not legal now")
            };
            let place = desk.control_centers(&label).into_iter().next()?;
            Some((kind, place, desk.key_of(&label, false)))
        })
        .collect()
}

#[test]
fn follow_actions_keep_their_places_and_keys_for_each_follower() {
    let mut desk = followers();
    let first = places(&desk);
    assert!(first.len() > 4, "{:#?}", desk.labels());
    while desk.game().still_to_follow().len() > 1 {
        desk.press("Pass");
        assert_eq!(places(&desk), first);
    }
}

#[test]
fn pressing_a_square_first_offers_the_actions_possible_there() {
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
fn pressing_an_adviser_first_offers_to_recruit_it() {
    fn recruits(action: &Action) -> Option<AdviserId> {
        match &action.kind {
            ActionKind::Lead { sub_actions, .. } => match sub_actions.as_slice() {
                [SubAction::Recruit(adviser)] => Some(*adviser),
                _ => None,
            },
            _ => None,
        }
    }
    let (mut desk, action) =
        Desk::before("four-founders.founders", |_, action| recruits(action).is_some());
    let adviser = recruits(&action).expect("it recruits");
    let name = desk.game().contents().adviser_name(adviser).to_owned();
    let label = desk.label_starting_with(&format!("{name}, "));
    let before = desk.record().cursor();
    desk.press(&label);
    assert_eq!(desk.record().cursor(), before);
    assert!(desk.shows(&format!("With {name}")), "{:#?}", desk.labels());
    // Escape closes the popup, and another press opens it again.
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
fn pressing_a_proposal_first_offers_to_call_the_vote() {
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
fn pressing_a_proposal_first_offers_to_correct_its_facts() {
    let (mut desk, _) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::CallVote { .. })
    });
    let proposal = desk.game().proposals().into_iter().flatten().next().expect("there are some");
    let name = desk.game().contents().building_name(proposal).to_owned();
    let ending = format!(", {name}");
    let label = desk.labels().into_iter().find(|label| label.ends_with(&ending));
    desk.press(&label.expect("the proposal is on offer"));
    desk.press("Was something misread?");
    // The form opens at once, although this game never asked for a card.
    assert!(desk.has_control("See what changes…"), "{:#?}", desk.labels());
    assert!(desk.shows_exactly(&name), "{:#?}", desk.labels());
    desk.press("Leave");
    assert!(!desk.has_control("See what changes…"), "{:#?}", desk.labels());
}

#[test]
fn illegal_choice_shows_the_nearest_move_and_its_broken_rule() {
    // No player has a free worker in the first turns.
    let mut desk = followers();
    let label = "Worker, not legal now";
    assert!(desk.has_control(label), "{:#?}", desk.labels());
    desk.hover_over(label);
    assert!(desk.shows("What comes nearest"), "{:#?}", desk.labels());
    assert!(desk.shows("worker"), "{:#?}", desk.labels());
}

#[test]
fn private_square_mark_lasts_until_the_turn_ends() {
    let mut desk = followers();
    let square = desk.game().board().squares().nth(40).expect("the board is larger");
    let before = desk.record().clone();
    let is_marked = |desk: &Desk| desk.square_name(square).contains("marked by you");
    desk.right_click(square, Modifiers::NONE);
    assert!(is_marked(&desk), "{}", desk.square_name(square));
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
fn impossible_building_offers_the_steps_to_build_it() {
    let (mut desk, _) = Desk::before(
        "four-founders.founders",
        |_, action| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Build(_)])),
    );
    desk.press("Upgrade");
    let contents = desk.game().contents();
    let names: Vec<&str> = contents.resources().map(|id| contents.resource_name(id)).collect();
    let labels = desk.labels();
    let refused = labels
        .iter()
        .find(|label| {
            label.ends_with("not legal now") && names.iter().any(|name| label.starts_with(name))
        })
        .unwrap_or_else(|| panic!("all can be built: {labels:#?}"));
    desk.press(refused);
    assert!(desk.shows("How could I build this?"), "{refused}: {:#?}", desk.labels());
    desk.press("How could I build this?");
    assert!(desk.shows("What could be built"), "{:#?}", desk.labels());
    assert!(desk.shows("1. "), "the steps are numbered: {:#?}", desk.labels());
}

#[test]
fn all_offered_advisers_are_visible_while_recruiting() {
    let (mut desk, _) = Desk::before(
        "four-founders.founders",
        |_, action| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Recruit(_)])),
    );
    desk.press("Recruit");
    let undo = desk.label_starting_with("Undo: ");
    let undo_position = desk.control_centers(&undo).first().expect("it can be taken back").y;
    let game = desk.game().clone();
    let advisers: Vec<_> = game.adviser_offer().into_iter().flatten().collect();
    assert!(advisers.len() > 1);
    for adviser in advisers {
        let name = game.contents().adviser_name(adviser);
        let label = desk.label_starting_with(&format!("{name}, $"));
        let spots = desk.control_centers(&label);
        let is_in_view = matches!(spots[..], [spot] if spot.y > 60.0 && spot.y < undo_position);
        assert!(is_in_view, "{label}: {spots:?}");
    }
}

#[test]
fn redo_button_next_to_undo_plays_the_entry_again() {
    let mut desk = followers();
    let before = desk.record().cursor();
    assert!(!desk.labels().iter().any(|label| label.starts_with("Redo: ")));
    desk.press("Pass");
    let undo = desk.label_starting_with("Undo: ");
    let place = desk.control_centers(&undo)[0];
    desk.press(&undo);
    let redo = desk.label_starting_with("Redo: ");
    assert!(redo.ends_with("passes"), "{redo}");
    let undo = desk.label_starting_with("Undo: ");
    assert!(desk.control_centers(&undo)[0].distance(place) < 6.0, "undo keeps its place");
    assert!(desk.control_centers(&redo)[0].distance(place) < 120.0);
    desk.press(&redo);
    assert_eq!(desk.record().cursor(), before + 1);
    assert!(!desk.labels().iter().any(|label| label.starts_with("Redo: ")));
}

#[test]
fn card_with_one_action_offers_its_operands_at_once_and_face_down_actions() {
    let (mut desk, _) = Desk::before(
        "four-founders.founders",
        |_, action| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Recruit(_)])),
    );
    desk.press("Recruit");
    let game = desk.game().clone();
    let player = game.active_player().expect("a turn");
    let adviser = game.adviser_offer().into_iter().flatten().next().expect("some are on offer");
    let name = game.contents().adviser_name(adviser).to_owned();
    assert!(desk.shows_exactly(&name), "{:#?}", desk.labels());
    // Another card can be picked instead, and one step back gives up the card.
    assert!(desk.has_control("Trade"));
    desk.key(Key::Escape);
    assert!(desk.table().entry().is_none());
    // The card still goes face down in two presses.
    let before = desk.record().cursor();
    let clicks = desk.clicks;
    desk.press("Recruit");
    desk.press("$1");
    assert_eq!((desk.record().cursor(), desk.clicks - clicks), (before + 1, 2));
    let recorded = desk.record();
    let last = recorded.entry(recorded.here()).action().expect("it was recorded");
    assert!(
        matches!(last.kind, ActionKind::FaceDown { player: by, card: Some(_), sub_action: SubAction::Money } if by == player),
        "{last:?}"
    );
}

#[test]
fn card_keeps_its_key_from_its_first_turn_to_its_last() {
    use std::collections::BTreeMap;
    for file in ["four-founders.founders", "teaching-game.founders"] {
        let mut keys = BTreeMap::new();
        let mut desk = Desk::new();
        let mut turns = 0;
        for step in crate::app::STEPS.iter().filter(|step| step.file == file) {
            let is_turn = matches!(
                step.action.kind,
                ActionKind::Lead { .. } | ActionKind::FaceDown { .. } | ActionKind::CallVote { .. }
            );
            if !is_turn {
                continue;
            }
            turns += 1;
            if turns % 3 != 0 {
                continue;
            }
            desk.open(&crate::app::truncated(&crate::app::journal_of(file), step.count));
            let game = desk.game().clone();
            let player = game.active_player().expect("a turn");
            let contents = game.contents();
            let names = game.hand(player).iter().map(|card| contents.card_name(card).to_owned());
            for name in names.chain(["Face down".to_owned()]) {
                let label = if desk.has_control(&name) {
                    name.clone()
                } else {
                    format!("{name}, not legal now")
                };
                let key = desk.key_of(&label, false).expect("every card has a key");
                let kept = keys.entry((player, name.clone())).or_insert(key);
                assert_eq!(*kept, key, "{name} of {player:?} in entry {}", step.count);
            }
        }
        assert!(turns > 10);
        let mut distinct: Vec<_> = keys.keys().map(|(player, _)| *player).collect();
        distinct.dedup();
        for player in distinct {
            let mut of_one: Vec<_> =
                keys.iter().filter(|((of, _), _)| *of == player).map(|(_, key)| *key).collect();
            let count = of_one.len();
            of_one.sort_by_key(|(modifiers, key)| (modifiers.command, *key));
            of_one.dedup();
            assert_eq!(of_one.len(), count, "every card of {player:?} has a key of its own");
        }
    }
}
