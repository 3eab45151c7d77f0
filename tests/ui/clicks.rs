//! How many clicks an action takes at most.

use components::effect::SubActionKind;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot};
use rules::sub_action::{Placement, SubAction};

use crate::app::{Desk, STEPS, Step};
use crate::clerk::{By, Clerk};

/// So many clicks may an action take.
pub fn most_clicks(action: &Action) -> usize {
    match &action.kind {
        // Somebody whose turn it is picks the card besides.
        ActionKind::Lead { sub_actions, .. } => 1 + sub_actions.iter().map(of_sub_action).sum::<usize>().max(1),
        ActionKind::FaceDown { sub_action, .. } => 1 + of_sub_action(sub_action),
        ActionKind::Follow { sub_action, .. } | ActionKind::Bonus { sub_action, .. } => of_sub_action(sub_action),
        ActionKind::Pass { .. }
        | ActionKind::CallVote { .. }
        | ActionKind::ExtraRoad { .. }
        | ActionKind::PlaceStart { .. }
        | ActionKind::TakeResource { .. }
        | ActionKind::Choose { .. }
        | ActionKind::Decide { .. }
        | ActionKind::Achieve { .. }
        | ActionKind::Pick { .. }
        | ActionKind::PayMarkers { .. }
        // A deal is only begun; the rest is typed.
        | ActionKind::DealProposals(_)
        | ActionKind::DealAdvisers(_)
        | ActionKind::DealAchievements(_) => 1,
        // Building, district, the line that is typed, and done.
        ActionKind::FillEvent { .. } => 4,
        ActionKind::ChooseRace { resource, .. } => 1 + usize::from(resource.is_some()),
        // To leave the count for the board is one more.
        ActionKind::PlaceBuilding { .. } => 2,
        ActionKind::Reveal(ballots) if ballots.iter().all(|ballot| ballot.seal.is_none()) => {
            ballots.iter().map(of_ballot).sum()
        }
        // A secret vote takes what it takes, and so does what is typed.
        ActionKind::Reveal(ballots) => ballots.iter().map(|b| of_ballot(b) + 4).sum::<usize>() + 2,
        ActionKind::Adjust { .. }
        | ActionKind::Overrule { .. }
        | ActionKind::Annotate(_)
        | ActionKind::EnterFacts(_)
        | ActionKind::Position(_) => usize::MAX,
    }
}

fn of_sub_action(sub_action: &SubAction) -> usize {
    match sub_action {
        SubAction::Money | SubAction::Influence => 1,
        SubAction::Road(_)
        | SubAction::BuyAccess(_)
        | SubAction::FreeAccess(_)
        | SubAction::Recruit(_) => 2,
        SubAction::Import(..)
        | SubAction::ImportAccess(..)
        | SubAction::House(_)
        | SubAction::Bridge(_) => 3,
        SubAction::Build(Placement { roads, .. }) => 3 + roads.len(),
        SubAction::Worker(_, sub_actions) => {
            2 + sub_actions.iter().map(of_sub_action).sum::<usize>()
        }
        SubAction::ReturnCards(cards) => cards.len() + 1,
        SubAction::ByHand(_) => usize::MAX,
    }
}

fn of_ballot(ballot: &Ballot) -> usize {
    2 + usize::try_from(ballot.fleeting + ballot.lasting).unwrap_or_default()
}

/// The works of an action, a worker's among them.
fn sub_actions(action: &Action) -> Vec<&SubAction> {
    let sub_actions = match &action.kind {
        ActionKind::Lead { sub_actions, .. } => sub_actions.iter().collect(),
        ActionKind::FaceDown { sub_action, .. }
        | ActionKind::Follow { sub_action, .. }
        | ActionKind::Bonus { sub_action, .. } => {
            vec![sub_action]
        }
        _ => Vec::new(),
    };
    let inside = sub_actions.iter().flat_map(|sub_action| match sub_action {
        SubAction::Worker(_, sub_actions) => sub_actions.iter().collect(),
        _ => Vec::new(),
    });
    let inside: Vec<&SubAction> = inside.collect();
    sub_actions.into_iter().chain(inside).collect()
}

/// Enters the first action of the examples that `is_wanted` accepts; gives the clicks it took.
#[track_caller]
fn clicks_of(is_wanted: impl Fn(&Game, &Action) -> bool) -> usize {
    let mut steps = STEPS.iter();
    let found = steps.find(|step| is_wanted(&step.game, &step.action));
    let Step { file, count, action, .. } = found.expect("an example has it");
    let mut clerk = Clerk::new(Desk::at(file, *count), By::Pointer);
    clerk.desk.clicks = 0;
    clerk.enter(action);
    let record = clerk.desk.record();
    assert_eq!(record.entry(record.here()).action(), Some(action));
    clerk.desk.clicks
}

/// The clicks for the first follower who does this.
#[track_caller]
fn follower(is_wanted: impl Fn(&SubAction) -> bool) -> usize {
    clicks_of(
        |_, action| matches!(&action.kind, ActionKind::Follow { sub_action, .. } if is_wanted(sub_action)),
    )
}

#[test]
fn a_follower_clicks_once_to_three_times() {
    assert_eq!(follower(|sub_action| *sub_action == SubAction::Money), 1);
    assert_eq!(follower(|sub_action| *sub_action == SubAction::Influence), 1);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::Road(_))) <= 2);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::BuyAccess(_))) <= 2);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::Recruit(_))) <= 2);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::Import(..))) <= 3);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::House(_))) <= 3);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::Bridge(_))) <= 3);
    assert!(follower(|sub_action| matches!(sub_action, SubAction::Build(_))) <= 3);
}

#[test]
fn a_worker_is_two_clicks_plus_what_it_does() {
    let clicks = follower(
        |sub_action| matches!(sub_action, SubAction::Worker(_, sub_actions) if sub_actions.is_empty()),
    );
    assert!(clicks <= 2, "{clicks}");
}

#[test]
fn passing_is_one_click_and_so_it_is_for_all_the_rest() {
    let follows = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Follow { .. });
    let (mut desk, _) = Desk::before("four-founders.founders", follows);
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!((desk.clicks, desk.record().cursor()), (1, before + 1));
    desk.press("The rest take $1");
    assert_eq!((desk.clicks, desk.record().cursor()), (2, before + 3));
}

#[test]
fn on_the_own_turn_the_card_is_one_click_more() {
    let leads = |is_wanted: fn(&SubAction) -> bool| {
        clicks_of(move |_, action| match &action.kind {
            ActionKind::Lead { sub_actions, .. } => {
                matches!(sub_actions.as_slice(), [sub_action] if is_wanted(sub_action))
            }
            _ => false,
        })
    };
    assert!(leads(|sub_action| matches!(sub_action, SubAction::BuyAccess(_))) <= 3);
    assert!(leads(|sub_action| matches!(sub_action, SubAction::Recruit(_))) <= 3);
    assert!(leads(|sub_action| matches!(sub_action, SubAction::Import(..))) <= 4);
    assert!(
        leads(
            |sub_action| matches!(sub_action, SubAction::Build(Placement { roads, .. }) if roads.is_empty())
        ) <= 4
    );
    // A road declared with the building is one more, before it and after it.
    let with_road = |first| {
        clicks_of(move |_, action| {
            sub_actions(action).iter().any(
                |sub_action| matches!(sub_action, SubAction::Build(Placement { roads, .. }) if roads.iter().any(|road| road.first == first)),
            )
        })
    };
    assert!(with_road(true) <= 5);
    assert!(with_road(false) <= 5);
    let face_down = clicks_of(|_, action| {
        matches!(&action.kind, ActionKind::FaceDown { sub_action: SubAction::Road(_), .. })
    });
    assert!(face_down <= 3);
    let extra = clicks_of(|_, action| matches!(action.kind, ActionKind::ExtraRoad { .. }));
    assert_eq!(extra, 1);
}

#[test]
fn a_dealt_card_is_three_keys() {
    let deals = |_: &Game, action: &Action| matches!(action.kind, ActionKind::DealProposals(_));
    let (mut desk, action) = Desk::before("four-founders.founders", deals);
    desk.press("Card that came up");
    desk.keys = 0;
    for letters in ["ba", "je", "gr"] {
        desk.type_text(letters);
        desk.key(egui::Key::Enter);
    }
    assert_eq!(desk.keys, 9);
    let record = desk.record();
    assert_eq!(record.entry(record.here()).action(), Some(&action));
}

#[test]
fn a_ballot_after_a_vote_by_hand_is_two_clicks_plus_the_influence() {
    let mut most = 0;
    let clicks = {
        let by_hand = |_: &Game, action: &Action| match &action.kind {
            ActionKind::Reveal(ballots) => ballots.iter().all(|ballot| ballot.seal.is_none()),
            _ => false,
        };
        let (_, action) = Desk::before("four-founders.founders", by_hand);
        if let ActionKind::Reveal(ballots) = &action.kind {
            most = ballots.iter().map(of_ballot).sum();
        }
        clicks_of(by_hand)
    };
    // To leave the count for the board is one more.
    assert!(clicks <= most + 1, "{clicks} of {most}");
}

/// Whether a work is of a kind.
type IsIt = fn(&SubAction) -> bool;

#[test]
fn every_sub_action_in_the_examples_is_entered_within_its_clicks() {
    let kinds: [(&str, IsIt); 11] = [
        (SubActionKind::Recruit.label(), |w| matches!(w, SubAction::Recruit(_))),
        (SubActionKind::Import.label(), |w| matches!(w, SubAction::Import(..))),
        ("Import and access", |w| matches!(w, SubAction::ImportAccess(..))),
        (SubActionKind::BuyAccess.label(), |w| matches!(w, SubAction::BuyAccess(_))),
        (SubActionKind::Build.label(), |w| matches!(w, SubAction::Build(_))),
        (SubActionKind::House.label(), |w| matches!(w, SubAction::House(_))),
        (SubActionKind::Bridge.label(), |w| matches!(w, SubAction::Bridge(_))),
        (SubActionKind::Money.label(), |w| *w == SubAction::Money),
        (SubActionKind::Influence.label(), |w| *w == SubAction::Influence),
        (SubActionKind::Road.label(), |w| matches!(w, SubAction::Road(_))),
        (SubActionKind::Worker.label(), |w| matches!(w, SubAction::Worker(..))),
    ];
    for (kind, is_it) in kinds {
        let mut steps = STEPS.iter();
        let found =
            steps.find(|step| sub_actions(&step.action).iter().any(|sub_action| is_it(sub_action)));
        let most = found.map_or(0, |step| most_clicks(&step.action));
        let clicks =
            clicks_of(|_, action| sub_actions(action).iter().any(|sub_action| is_it(sub_action)));
        assert!(clicks <= most, "{kind}: {clicks} clicks instead of {most}");
    }
}
