//! Maximum number of clicks for each action.

use components::effect::SubActionKind;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot};
use rules::sub_action::{Placement, SubAction};

use crate::app::{Desk, STEPS, Step};
use crate::clerk::{Clerk, InputMode};

/// Returns the maximum number of clicks for an action.
pub fn most_clicks(action: &Action) -> usize {
    match &action.kind {
        // The player whose turn it is also picks the card.
        ActionKind::Lead { sub_actions, .. } => 1 + sub_actions.iter().map(clicks_of_sub_action).sum::<usize>().max(1),
        ActionKind::FaceDown { sub_action, .. } => 1 + clicks_of_sub_action(sub_action),
        ActionKind::Follow { sub_action, .. } | ActionKind::Bonus { sub_action, .. } => clicks_of_sub_action(sub_action),
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
        // A deal is only started; the rest is typed.
        | ActionKind::DealProposals(_)
        | ActionKind::DealAdvisers(_)
        | ActionKind::DealAchievements(_) => 1,
        // Building, district, the typed line, and the button.
        ActionKind::FillEvent { .. } => 4,
        ActionKind::ChooseRace { resource, .. } => 1 + usize::from(resource.is_some()),
        // Leaving the count for the board is one more.
        ActionKind::PlaceBuilding { .. } => 2,
        ActionKind::Reveal(ballots) if ballots.iter().all(|ballot| ballot.seal.is_none()) => {
            ballots.iter().map(clicks_of_ballot).sum()
        }
        // A secret vote and typed actions have no tight limit.
        ActionKind::Reveal(ballots) => ballots.iter().map(|b| clicks_of_ballot(b) + 4).sum::<usize>() + 2,
        ActionKind::Adjust { .. }
        | ActionKind::Overrule { .. }
        | ActionKind::Annotate(_)
        | ActionKind::EnterFacts(_)
        | ActionKind::Position(_) => usize::MAX,
    }
}

fn clicks_of_sub_action(sub_action: &SubAction) -> usize {
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
            2 + sub_actions.iter().map(clicks_of_sub_action).sum::<usize>()
        }
        SubAction::ReturnCards(cards) => cards.len() + 1,
        SubAction::ByHand(_) => usize::MAX,
    }
}

fn clicks_of_ballot(ballot: &Ballot) -> usize {
    2 + usize::try_from(ballot.fleeting + ballot.lasting).unwrap_or_default()
}

/// Returns the sub-actions of an action, including those of workers.
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
    let inside: Vec<&SubAction> = sub_actions
        .iter()
        .flat_map(|sub_action| match sub_action {
            SubAction::Worker(_, sub_actions) => sub_actions.as_slice(),
            _ => &[],
        })
        .collect();
    sub_actions.into_iter().chain(inside).collect()
}

/// Enters the first action of the examples that `is_wanted` accepts; returns the clicks it took.
#[track_caller]
fn clicks_of(is_wanted: impl Fn(&Game, &Action) -> bool) -> usize {
    let Step { file, count, action, .. } =
        STEPS.iter().find(|step| is_wanted(&step.game, &step.action)).expect("an example has it");
    let mut clerk = Clerk::new(Desk::at(file, *count), InputMode::Pointer);
    clerk.desk.clicks = 0;
    clerk.enter(action);
    let record = clerk.desk.record();
    assert_eq!(record.entry(record.here()).action(), Some(action));
    clerk.desk.clicks
}

/// Returns the clicks for the first follower with this sub-action.
#[track_caller]
fn clicks_of_follower(is_wanted: impl Fn(&SubAction) -> bool) -> usize {
    clicks_of(
        |_, action| matches!(&action.kind, ActionKind::Follow { sub_action, .. } if is_wanted(sub_action)),
    )
}

#[test]
fn following_takes_one_to_three_clicks() {
    assert_eq!(clicks_of_follower(|sub_action| *sub_action == SubAction::Money), 1);
    assert_eq!(clicks_of_follower(|sub_action| *sub_action == SubAction::Influence), 1);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::Road(_))) <= 2);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::BuyAccess(_))) <= 2);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::Recruit(_))) <= 2);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::Import(..))) <= 3);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::House(_))) <= 3);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::Bridge(_))) <= 3);
    assert!(clicks_of_follower(|sub_action| matches!(sub_action, SubAction::Build(_))) <= 3);
}

#[test]
fn placing_an_idle_worker_takes_two_clicks() {
    let clicks = clicks_of_follower(
        |sub_action| matches!(sub_action, SubAction::Worker(_, sub_actions) if sub_actions.is_empty()),
    );
    assert!(clicks <= 2, "{clicks}");
}

#[test]
fn passing_and_ending_the_following_each_take_one_click() {
    let (mut desk, _) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::Follow { .. })
    });
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!((desk.clicks, desk.record().cursor()), (1, before + 1));
    desk.press("The rest take $1");
    assert_eq!((desk.clicks, desk.record().cursor()), (2, before + 3));
}

#[test]
fn leading_takes_one_click_more_than_following() {
    fn clicks_of_leader(is_wanted: fn(&SubAction) -> bool) -> usize {
        clicks_of(move |_, action| match &action.kind {
            ActionKind::Lead { sub_actions, .. } => {
                matches!(sub_actions.as_slice(), [sub_action] if is_wanted(sub_action))
            }
            _ => false,
        })
    }
    assert!(clicks_of_leader(|sub_action| matches!(sub_action, SubAction::BuyAccess(_))) <= 3);
    // The only action of a card is picked with it.
    assert!(clicks_of_leader(|sub_action| matches!(sub_action, SubAction::Recruit(_))) <= 2);
    assert!(clicks_of_leader(|sub_action| matches!(sub_action, SubAction::Import(..))) <= 4);
    assert!(
        clicks_of_leader(
            |sub_action| matches!(sub_action, SubAction::Build(Placement { roads, .. }) if roads.is_empty())
        ) <= 3
    );
    // A road declared with the building is one more, before it and after it.
    for first in [true, false] {
        let with_road = clicks_of(move |_, action| {
            sub_actions(action).iter().any(
                |sub_action| matches!(sub_action, SubAction::Build(Placement { roads, .. }) if roads.iter().any(|road| road.first == first)),
            )
        });
        assert!(with_road <= 4, "{with_road}");
    }
    let face_down = clicks_of(|_, action| {
        matches!(&action.kind, ActionKind::FaceDown { sub_action: SubAction::Road(_), .. })
    });
    assert!(face_down <= 3);
    let extra = clicks_of(|_, action| matches!(action.kind, ActionKind::ExtraRoad { .. }));
    assert_eq!(extra, 1);
}

#[test]
fn each_dealt_card_takes_three_keys() {
    let (mut desk, action) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::DealProposals(_))
    });
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
fn manual_ballot_takes_two_clicks_plus_one_per_influence() {
    fn is_manual_vote(_: &Game, action: &Action) -> bool {
        match &action.kind {
            ActionKind::Reveal(ballots) => ballots.iter().all(|ballot| ballot.seal.is_none()),
            _ => false,
        }
    }
    let (_, action) = Desk::before("four-founders.founders", is_manual_vote);
    let ActionKind::Reveal(ballots) = &action.kind else {
        panic!("it is a vote: {action:?}");
    };
    let most: usize = ballots.iter().map(clicks_of_ballot).sum();
    let clicks = clicks_of(is_manual_vote);
    // Leaving the count for the board is one more.
    assert!(clicks <= most + 1, "{clicks} of {most}");
}

/// A predicate for a kind of sub-action.
type IsKind = fn(&SubAction) -> bool;

#[test]
fn every_sub_action_in_the_examples_stays_within_its_click_limit() {
    let kinds: [(&str, IsKind); 11] = [
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
    for (kind, is_kind) in kinds {
        let has_kind = |action: &Action| sub_actions(action).into_iter().any(is_kind);
        let found = STEPS.iter().find(|step| has_kind(&step.action));
        let most = found.map_or(0, |step| most_clicks(&step.action));
        let clicks = clicks_of(|_, action| has_kind(action));
        assert!(clicks <= most, "{kind}: {clicks} clicks instead of {most}");
    }
}
