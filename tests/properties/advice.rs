//! Plans, played by the rules to their ends.
//!
//! A plan holds the player's own actions, one after another, with their cost and cards. It is
//! played the same way: before each step it is the player's turn again, with all standard cards and
//! enough money, and no other player acts in between.

use components::quantity::Money;
use components::specs::StandardCard;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::adjustment::{Adjustment, Amount, Owner, TileRef};
use rules::difference::difference;
use rules::inspect::{BuildProject, Goal, MissingRequirement, PlanStep};
use rules::player::{Card, PlayerId};
use rules::rulebook::{Options, Variants};
use rules::sub_action::{Placement, SubAction, TileRoad};
use rules::task::Task;
use rules::{Game, Played};

use crate::common::dice::Dice;
use crate::driver;
use crate::play::new_game;

/// More money than any plan costs.
const PLENTY: Money = Money(99);

pub fn every_plan_can_be_played_to_its_end(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    variants: Variants,
    steps: usize,
) -> TestCaseResult {
    let fresh = new_game(players, board, options, variants);
    let mut game = fresh.clone();
    let mut dice = Dice(seed);
    // Every position of the setup is checked, and then the next one at a turn.
    for count in 0.. {
        let is_turn = game.pending().first().is_some_and(|owed| owed.task == Task::Turn);
        if count >= steps && is_turn {
            break;
        }
        if game.in_setup() {
            check_no_plan_before_the_first_stall(&game)?;
        }
        let Some(action) = driver::next_action(&game, &mut dice) else {
            return Ok(());
        };
        game = game.play(&action).expect("it was accepted").game;
    }
    for player in game.players() {
        for project in game.projects(player) {
            if let Some(plan) = &project.plan {
                follow(&fresh, &game, player, &project, &plan.steps)?;
            }
        }
    }
    Ok(())
}

fn check_no_plan_before_the_first_stall(game: &Game) -> TestCaseResult {
    let starts: Vec<PlayerId> =
        game.players().filter(|&player| game.map().owned_by(player).next().is_none()).collect();
    for player in starts {
        for project in game.projects(player) {
            prop_assert_eq!(project.plan, None);
            prop_assert_eq!(project.missing, vec![MissingRequirement::NoFirstStall]);
        }
    }
    Ok(())
}

/// Plays a plan and checks that it reaches its goal.
fn follow(
    fresh: &Game,
    game: &Game,
    player: PlayerId,
    project: &BuildProject,
    steps: &[PlanStep],
) -> TestCaseResult {
    let mut now = game.clone();
    for step in steps {
        let turn = turn_of(fresh, &now, player);
        let taken = actions_for(&turn, player, step)
            .into_iter()
            .find_map(|deed| turn.play(&deed.into()).ok());
        let Some(Played { game: after, .. }) = taken else {
            let deed = actions_for(&turn, player, step).swap_remove(0);
            let refusal = turn.play(&Action::from(deed)).err();
            return Err(TestCaseError::fail(format!("{project:?}: {step:?}: {refusal:?}")));
        };
        now = answered(after, player, project.goal);
        // The sixth completion ends the game, and with it every plan.
        if now.is_over() {
            return Ok(());
        }
    }
    if steps.is_empty() {
        // The tile is connected, and any action of its owner delivers it.
        let turn = turn_of(fresh, &now, player);
        let waits = ActionKind::FaceDown { player, card: None, sub_action: SubAction::Influence };
        let waited = turn.play(&waits.into()).expect("a basic action is always possible");
        now = answered(waited.game, player, project.goal);
    }
    let is_reached = match project.goal {
        Goal::Build(resource) => {
            let Some(PlanStep::Build { at, .. }) = steps.last() else {
                return Err(TestCaseError::fail(format!("{project:?} builds nothing")));
            };
            let built = TileRef { resource, footprint: *at };
            now.map().owned_by(player).any(|(_, piece)| piece.tile() == Some(built))
        }
        Goal::Deliver { building, space, .. } => now
            .active_card(building)
            .is_some_and(|card| card.delivered[space] == Some(Owner::Player(player))),
    };
    prop_assert!(is_reached, "{:?}", project);
    Ok(())
}

/// Returns the same table at a turn of `player` with every standard card and plenty of money.
fn turn_of(fresh: &Game, game: &Game, player: PlayerId) -> Game {
    let mut layout = difference(fresh, game);
    layout.retain(|change| !matches!(change, Adjustment::Card(..) | Adjustment::Money(..)));
    layout.push(Adjustment::Money(player, Amount::Set(PLENTY)));
    layout.push(Adjustment::Turn(player));
    let position = Action::from(ActionKind::Position(layout));
    fresh.play(&position).expect("a position can state any played table").game
}

/// Returns the actions that could play a step: a road declared with its tile comes before or after.
fn actions_for(game: &Game, player: PlayerId, step: &PlanStep) -> Vec<ActionKind> {
    let lead = |card, sub_action| {
        vec![ActionKind::Lead { player, card: Card::Standard(card), sub_actions: vec![sub_action] }]
    };
    match *step {
        PlanStep::Access { tile, .. } => lead(StandardCard::Trade, SubAction::BuyAccess(tile)),
        PlanStep::Import { resource, at, .. } => {
            lead(StandardCard::Trade, game.import_of(player, resource, at))
        }
        PlanStep::Road(at) => {
            vec![ActionKind::FaceDown { player, card: None, sub_action: SubAction::Road(at) }]
        }
        PlanStep::Bridge { at, .. } => lead(StandardCard::Construct, SubAction::Bridge(at)),
        PlanStep::Build { resource, at: footprint, road, .. } => [true, false]
            .into_iter()
            .flat_map(|first| {
                let roads = road.map(|square| TileRoad { square, first }).into_iter().collect();
                let sub_action = SubAction::Build(Placement { resource, footprint, roads });
                lead(StandardCard::Upgrade, sub_action)
            })
            .collect(),
    }
}

/// Returns the game after every pending choice, deliveries being chosen in favor of the goal.
fn answered(mut game: Game, player: PlayerId, goal: Goal) -> Game {
    while let Some(Task::Choose(question)) = game.pending().into_iter().next().map(|owed| owed.task)
    {
        let serves = |choice: RuleChoice| match (choice, goal) {
            (
                RuleChoice::Delivery { tile, building },
                Goal::Deliver { building: wanted, resource, .. },
            ) => {
                let owner = game.piece_on(tile.footprint.first()).and_then(|piece| piece.owner);
                building == wanted
                    && tile.resource == resource
                    && owner == Some(Owner::Player(player))
            }
            _ => false,
        };
        let choice = question
            .options
            .iter()
            .map(|option| option.choice)
            .find(|&choice| serves(choice))
            .unwrap_or(question.options[0].choice);
        let kind = ActionKind::Choose { player: question.chooser };
        let action = Action { kind, choices: vec![choice] };
        game = game.play(&action).expect("an offered choice is accepted").game;
    }
    game
}
