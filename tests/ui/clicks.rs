//! How many clicks an action takes at most.

use rules::Game;
use rules::action::{Action, Ballot, Deed, Work};
use rules::asks::WorkKind;

use crate::app::{Desk, STEPS, Step};
use crate::clerk::{By, Clerk};

/// So many clicks may an action take.
pub fn most_clicks(action: &Action) -> usize {
    match &action.deed {
        // Somebody whose turn it is picks the card besides.
        Deed::Lead { works, .. } => 1 + works.iter().map(of_work).sum::<usize>().max(1),
        Deed::FaceDown { work, .. } => 1 + of_work(work),
        Deed::Follow { work, .. } | Deed::Bonus { work, .. } => of_work(work),
        Deed::Pass { .. }
        | Deed::CallVote { .. }
        | Deed::ExtraRoad { .. }
        | Deed::PlaceStart { .. }
        | Deed::TakeResource { .. }
        | Deed::Choose { .. }
        | Deed::Decide { .. }
        | Deed::Achieve { .. }
        | Deed::Pick { .. }
        | Deed::PayMarkers { .. }
        // A deal is only begun; the rest is typed.
        | Deed::DealProposals(_)
        | Deed::DealAdvisers(_)
        | Deed::DealAchievements(_) => 1,
        // Building, district, the line that is typed, and done.
        Deed::FillEvent { .. } => 4,
        Deed::ChooseRace { resource, .. } => 1 + usize::from(resource.is_some()),
        // To leave the count for the board is one more.
        Deed::PlaceBuilding { .. } => 2,
        Deed::Reveal(ballots) if ballots.iter().all(|ballot| ballot.seal.is_none()) => {
            ballots.iter().map(of_ballot).sum()
        }
        // A secret vote takes what it takes, and so does what is typed.
        Deed::Reveal(ballots) => ballots.iter().map(|b| of_ballot(b) + 4).sum::<usize>() + 2,
        Deed::Adjust { .. }
        | Deed::Overrule { .. }
        | Deed::Annotate(_)
        | Deed::Learn(_)
        | Deed::Position(_) => usize::MAX,
    }
}

fn of_work(work: &Work) -> usize {
    match work {
        Work::Money | Work::Influence => 1,
        Work::Road(_) | Work::BuyAccess(_) | Work::FreeAccess(_) | Work::Recruit(_) => 2,
        Work::Import(..) | Work::ImportAccess(..) | Work::House(_) | Work::Bridge(_) => 3,
        Work::Build { roads, .. } => 3 + roads.len(),
        Work::Worker(_, works) => 2 + works.iter().map(of_work).sum::<usize>(),
        Work::ReturnCards(cards) => cards.len() + 1,
        Work::ByHand(_) => usize::MAX,
    }
}

fn of_ballot(ballot: &Ballot) -> usize {
    2 + usize::try_from(ballot.fleeting + ballot.lasting).unwrap_or_default()
}

/// The works of an action, a worker's among them.
fn works(action: &Action) -> Vec<&Work> {
    let works = match &action.deed {
        Deed::Lead { works, .. } => works.iter().collect(),
        Deed::FaceDown { work, .. } | Deed::Follow { work, .. } | Deed::Bonus { work, .. } => {
            vec![work]
        }
        _ => Vec::new(),
    };
    let inside = works.iter().flat_map(|work| match work {
        Work::Worker(_, works) => works.iter().collect(),
        _ => Vec::new(),
    });
    let inside: Vec<&Work> = inside.collect();
    works.into_iter().chain(inside).collect()
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
fn follower(is_wanted: impl Fn(&Work) -> bool) -> usize {
    clicks_of(|_, action| matches!(&action.deed, Deed::Follow { work, .. } if is_wanted(work)))
}

#[test]
fn a_follower_clicks_once_to_three_times() {
    assert_eq!(follower(|work| *work == Work::Money), 1);
    assert_eq!(follower(|work| *work == Work::Influence), 1);
    assert!(follower(|work| matches!(work, Work::Road(_))) <= 2);
    assert!(follower(|work| matches!(work, Work::BuyAccess(_))) <= 2);
    assert!(follower(|work| matches!(work, Work::Recruit(_))) <= 2);
    assert!(follower(|work| matches!(work, Work::Import(..))) <= 3);
    assert!(follower(|work| matches!(work, Work::House(_))) <= 3);
    assert!(follower(|work| matches!(work, Work::Bridge(_))) <= 3);
    assert!(follower(|work| matches!(work, Work::Build { .. })) <= 3);
}

#[test]
fn a_worker_is_two_clicks_plus_what_it_does() {
    let clicks = follower(|work| matches!(work, Work::Worker(_, works) if works.is_empty()));
    assert!(clicks <= 2, "{clicks}");
}

#[test]
fn passing_is_one_click_and_so_it_is_for_all_the_rest() {
    let follows = |_: &Game, action: &Action| matches!(action.deed, Deed::Follow { .. });
    let (mut desk, _) = Desk::before("four-founders.founders", follows);
    let before = desk.record().cursor();
    desk.press("Pass");
    assert_eq!((desk.clicks, desk.record().cursor()), (1, before + 1));
    desk.press("The rest take $1");
    assert_eq!((desk.clicks, desk.record().cursor()), (2, before + 3));
}

#[test]
fn on_the_own_turn_the_card_is_one_click_more() {
    let leads = |is_wanted: fn(&Work) -> bool| {
        clicks_of(move |_, action| match &action.deed {
            Deed::Lead { works, .. } => matches!(works.as_slice(), [work] if is_wanted(work)),
            _ => false,
        })
    };
    assert!(leads(|work| matches!(work, Work::BuyAccess(_))) <= 3);
    assert!(leads(|work| matches!(work, Work::Recruit(_))) <= 3);
    assert!(leads(|work| matches!(work, Work::Import(..))) <= 4);
    assert!(leads(|work| matches!(work, Work::Build { roads, .. } if roads.is_empty())) <= 4);
    // A road declared with the building is one more, before it and after it.
    let with_road = |first| {
        clicks_of(move |_, action| {
            works(action).iter().any(
                |work| matches!(work, Work::Build { roads, .. } if roads.iter().any(|road| road.first == first)),
            )
        })
    };
    assert!(with_road(true) <= 5);
    assert!(with_road(false) <= 5);
    let face_down =
        clicks_of(|_, action| matches!(&action.deed, Deed::FaceDown { work: Work::Road(_), .. }));
    assert!(face_down <= 3);
    let extra = clicks_of(|_, action| matches!(action.deed, Deed::ExtraRoad { .. }));
    assert_eq!(extra, 1);
}

#[test]
fn a_dealt_card_is_three_keys() {
    let deals = |_: &Game, action: &Action| matches!(action.deed, Deed::DealProposals(_));
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
        let by_hand = |_: &Game, action: &Action| match &action.deed {
            Deed::Reveal(ballots) => ballots.iter().all(|ballot| ballot.seal.is_none()),
            _ => false,
        };
        let (_, action) = Desk::before("four-founders.founders", by_hand);
        if let Deed::Reveal(ballots) = &action.deed {
            most = ballots.iter().map(of_ballot).sum();
        }
        clicks_of(by_hand)
    };
    // To leave the count for the board is one more.
    assert!(clicks <= most + 1, "{clicks} of {most}");
}

/// Whether a work is of a kind.
type IsIt = fn(&Work) -> bool;

#[test]
fn every_kind_of_work_in_the_examples_is_entered_within_its_clicks() {
    let kinds: [(&str, IsIt); 11] = [
        (WorkKind::Recruit.name(), |w| matches!(w, Work::Recruit(_))),
        (WorkKind::Import.name(), |w| matches!(w, Work::Import(..))),
        ("Import and access", |w| matches!(w, Work::ImportAccess(..))),
        (WorkKind::BuyAccess.name(), |w| matches!(w, Work::BuyAccess(_))),
        (WorkKind::Build.name(), |w| matches!(w, Work::Build { .. })),
        (WorkKind::House.name(), |w| matches!(w, Work::House(_))),
        (WorkKind::Bridge.name(), |w| matches!(w, Work::Bridge(_))),
        (WorkKind::Money.name(), |w| *w == Work::Money),
        (WorkKind::Influence.name(), |w| *w == Work::Influence),
        (WorkKind::Road.name(), |w| matches!(w, Work::Road(_))),
        (WorkKind::Worker.name(), |w| matches!(w, Work::Worker(..))),
    ];
    for (kind, is_it) in kinds {
        let mut steps = STEPS.iter();
        let found = steps.find(|step| works(&step.action).iter().any(|work| is_it(work)));
        let most = found.map_or(0, |step| most_clicks(&step.action));
        let clicks = clicks_of(|_, action| works(action).iter().any(|work| is_it(work)));
        assert!(clicks <= most, "{kind}: {clicks} clicks instead of {most}");
    }
}
