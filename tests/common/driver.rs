//! Random games: random deals and ballots, and random moves that favor building.

use components::specs::AchievementDeck;
use rules::action::{Action, ActionKind, Ballot, EventCard};
use rules::commitment::{BallotCommitment, BallotDigest, Nonce};
use rules::sub_action::SubAction;
use rules::task::Task;
use rules::{Game, Setup};

use crate::common::dice::Dice;

/// Sets up a game for this many players on a board of a pack.
pub fn setup(pack: &components::specs::Pack, board: &str, players: usize) -> Setup {
    let names = ["Anna", "Ben", "Cara", "Dan"][..players].iter().map(|&name| name.to_owned());
    Setup {
        pack: pack.clone(),
        board: board.to_owned(),
        players: names.collect(),
        ..Setup::default()
    }
}

/// Returns an action that can be played now; `None` when the game is over.
///
/// # Panics
///
/// If a decision is pending and no action is accepted.
#[track_caller]
pub fn next_action(game: &Game, dice: &mut Dice) -> Option<Action> {
    let owed = game.pending();
    let task = &owed.first()?.task;
    let action = match task {
        Task::DealProposals(_) => {
            let mut cards: Vec<_> = game.contents().buildings().collect();
            shuffle(&mut cards, dice);
            first_accepted(
                game,
                cards.into_iter().map(|card| ActionKind::DealProposals(vec![card])),
            )
        }
        Task::DealAdvisers(_) => {
            let mut cards: Vec<_> = game.contents().advisers().collect();
            shuffle(&mut cards, dice);
            first_accepted(game, cards.into_iter().map(|card| ActionKind::DealAdvisers(vec![card])))
        }
        Task::Ballots => Some(random_ballots(game, dice)),
        Task::DealAchievements => Some(random_achievements(game, dice)),
        Task::FillEvent => {
            let player = game.winner().expect("the winner fills in the card");
            let district = game.district_names().first().copied().unwrap_or("Here");
            let card = EventCard {
                building: game.active_buildings()[0].building,
                district: district.to_owned(),
                governing_body: "The Dice".to_owned(),
            };
            Some(ActionKind::FillEvent { player, card }.into())
        }
        _ => random_move(game, dice),
    };
    assert!(action.is_some(), "nothing can be done, and pending is: {:?}", game.pending());
    action
}

fn shuffle<T>(cards: &mut [T], dice: &mut Dice) {
    for index in (1..cards.len()).rev() {
        cards.swap(index, dice.below(index + 1));
    }
}

fn first_accepted(game: &Game, deeds: impl Iterator<Item = ActionKind>) -> Option<Action> {
    deeds.map(Action::from).find(|action| game.play(action).is_ok())
}

/// Draws a number from 0 to `most`.
fn up_to(most: i32, dice: &mut Dice) -> i32 {
    let most = usize::try_from(most).expect("influence is not negative");
    i32::try_from(dice.below(most + 1)).expect("little influence")
}

fn random_ballots(game: &Game, dice: &mut Dice) -> Action {
    let ballots = game.moves().ballots.into_iter().map(|range| Ballot {
        player: range.player,
        tile: *dice.pick(&range.tiles).expect("there is a proposal"),
        fleeting: up_to(range.fleeting, dice),
        lasting: up_to(range.lasting.min(1), dice),
        // With and without a seal; the rules ignore its content.
        seal: (range.player.0 % 2 == 1).then_some(BallotCommitment {
            salt: Nonce([range.player.0; 16]),
            fingerprint: BallotDigest([0xa5; 10]),
        }),
    });
    ActionKind::Reveal(ballots.collect()).into()
}

/// Deals one achievement of each deck.
fn random_achievements(game: &Game, dice: &mut Dice) -> Action {
    let contents = game.contents();
    let cards = AchievementDeck::ALL.into_iter().map(|deck| {
        let cards: Vec<_> = contents
            .achievements()
            .filter(|&card| contents.facts().deck_of(card) == Ok(deck))
            .collect();
        *dice.pick(&cards).expect("every deck has a card")
    });
    ActionKind::DealAchievements(cards.collect()).into()
}

fn random_move(game: &Game, dice: &mut Dice) -> Option<Action> {
    let actions = game.moves().actions;
    // Choose the kind of move first, then one of that kind: there are many more roads than workers.
    let mut kinds: Vec<(usize, Vec<&Action>)> = Vec::new();
    for action in &actions {
        let weight = weight(&action.kind);
        match kinds.iter_mut().find(|(of, _)| *of == weight) {
            Some((_, same)) => same.push(action),
            None => kinds.push((weight, vec![action])),
        }
    }
    let all: usize = kinds.iter().map(|(weight, _)| weight).sum();
    let mut left = if all == 0 {
        return None;
    } else {
        dice.below(all)
    };
    for (weight, same) in &kinds {
        if left < *weight {
            return dice.pick(same).map(|&action| action.clone());
        }
        left -= weight;
    }
    None
}

/// Returns the relative frequency of a kind of move; kinds are distinguished by it.
fn weight(deed: &ActionKind) -> usize {
    match deed {
        ActionKind::Lead { sub_actions, .. } => {
            sub_actions.first().map_or(5, |sub_action| sub_action_weight(sub_action) * 3)
        }
        ActionKind::FaceDown { sub_action, .. }
        | ActionKind::Follow { sub_action, .. }
        | ActionKind::Bonus { sub_action, .. } => sub_action_weight(sub_action),
        ActionKind::CallVote { .. } => 25,
        ActionKind::ExtraRoad { .. } => 20,
        ActionKind::Pass { .. } => 2,
        _ => 1,
    }
}

fn sub_action_weight(sub_action: &SubAction) -> usize {
    match sub_action {
        SubAction::Build(_) => 60,
        SubAction::Import(..) => 13,
        SubAction::BuyAccess(_) => 14,
        SubAction::ImportAccess(..) => 6,
        SubAction::Recruit(_) => 8,
        SubAction::House(_) => 9,
        SubAction::Bridge(_) => 7,
        SubAction::Worker(..) => 16,
        SubAction::Road(_) => 12,
        SubAction::Money => 10,
        SubAction::Influence => 3,
        SubAction::ReturnCards(_) | SubAction::FreeAccess(_) | SubAction::ByHand(_) => 4,
    }
}
