//! What holds for every game that is played by the rules.

use components::specs::Pack;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rules::Game;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::illegal::CheckOutcome;
use rules::receipt::{Event, Payout, PayoutPurpose, ShareRecipient};
use rules::rulebook::{Options, TableOption, Variant, Variants};

use crate::common::battery::{Level, check_step};
use crate::common::dice::Dice;
use crate::complete::play_to_the_end;
use crate::driver;

pub fn practice() -> Pack {
    packs::find("practice").expect("the practice pack is built in")
}

pub fn board() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("Old Harbour"), Just("Three Rivers")]
}

/// Each ruling switched or not.
pub fn options() -> impl Strategy<Value = Options> {
    let all = TableOption::ALL.to_vec();
    let some = prop::sample::subsequence(all, 0..=TableOption::ALL.len());
    some.prop_map(|some| some.into_iter().fold(Options::default(), Options::with))
}

/// Each variant played or not.
pub fn variants() -> impl Strategy<Value = Variants> {
    let all = Variant::ALL.to_vec();
    let some = prop::sample::subsequence(all, 0..=Variant::ALL.len());
    some.prop_map(|some| some.into_iter().fold(Variants::default(), Variants::with))
}

/// A new game; variants that the table cannot play are left out.
pub fn new_game(players: usize, board: &str, options: Options, variants: Variants) -> Game {
    let mut setup = driver::setup(&practice(), board, players);
    setup.options = options;
    let playable = variants.iter().filter(|&variant| setup.variant_problem(variant).is_none());
    setup.variants = playable.fold(Variants::default(), Variants::with);
    Game::new(&setup).expect("the practice pack can be played")
}

pub fn the_battery_holds_at_every_step_of_a_random_game(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    variants: Variants,
) -> TestCaseResult {
    let start = new_game(players, board, options, variants);
    let mut game = start.clone();
    let mut dice = Dice(seed);
    let mut record = Vec::new();
    for _ in 0..400 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        let played = game.play(&action).expect("what is offered is accepted");
        check_step(&game, &action, &played, Level::Sampled);
        record.push(played.action.clone());
        game = played.game;
    }
    let mut again = start;
    for action in &record {
        let played = again.play(action).expect("what was played once can be played again");
        prop_assert_eq!(&played.action, action, "a replay leaves the record as it is");
        again = played.game;
    }
    prop_assert!(again == game, "replay from the start gives the same state");
    Ok(())
}

/// The program plays against itself as far as a game goes.
pub fn the_battery_holds_in_a_game_played_to_its_end(
    seed: u64,
    players: usize,
    board: &str,
    variants: Variants,
) -> TestCaseResult {
    let setup = driver::setup(&practice(), board, players);
    let playable = variants.iter().filter(|&variant| setup.variant_problem(variant).is_none());
    let variants = playable.fold(Variants::default(), Variants::with);
    play_to_the_end(&practice(), board, players, variants, seed);
    Ok(())
}

/// What is legal somewhere in a game is asked everywhere in it, for most of it is not legal there.
pub fn no_rule_is_both_kept_and_broken(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    variants: Variants,
) -> TestCaseResult {
    let mut game = new_game(players, board, options, variants);
    let mut dice = Dice(seed);
    let mut tried: Vec<Action> = Vec::new();
    for _ in 0..200 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        let legal = game.moves().actions;
        tried.extend((0..4).filter_map(|_| dice.pick(&legal).cloned()));
        tried.push(action.clone());
        let asked: Vec<Action> =
            (0..12).filter_map(|_| dice.pick(&tried).cloned()).chain([action.clone()]).collect();
        for asked in &asked {
            let list = game.checklist(asked);
            let is_passed = |outcome: &CheckOutcome| *outcome == CheckOutcome::Passed;
            for check in list.iter().filter(|check| is_passed(&check.outcome)) {
                let broken = list
                    .iter()
                    .find(|other| other.rule == check.rule && !is_passed(&other.outcome));
                prop_assert_eq!(broken, None, "{:?}", asked);
            }
            let kept = list.iter().all(|check| is_passed(&check.outcome));
            prop_assert_eq!(kept, game.play(asked).is_ok(), "{:?}: {:?}", asked, list);
        }
        game = game.play(&action).expect("what is offered is accepted").game;
    }
    Ok(())
}

/// Every choice that was made, asked for or not, in the order in which it came up.
fn every_choice(events: &[Event]) -> Vec<RuleChoice> {
    fn of_payout(payout: &Payout, choices: &mut Vec<RuleChoice>) {
        for part in &payout.parts {
            let source = match &part.to {
                ShareRecipient::NoSource => continue,
                ShareRecipient::Lost(source) => *source,
                ShareRecipient::Own(further) | ShareRecipient::Paid(further) => further.tile,
            };
            choices.push(RuleChoice::Source { source, consumer: payout.tile });
            match &part.to {
                ShareRecipient::Own(further) | ShareRecipient::Paid(further) => {
                    of_payout(further, choices);
                }
                ShareRecipient::NoSource | ShareRecipient::Lost(_) => {}
            }
        }
    }
    let mut choices = Vec::new();
    for event in events {
        match event {
            Event::Payout(payout) => {
                if let PayoutPurpose::Build(consumer) = payout.used {
                    choices.push(RuleChoice::Source { source: payout.tile, consumer });
                }
                of_payout(payout, &mut choices);
            }
            Event::Delivered { building, tile: Some(tile), .. } => {
                choices.push(RuleChoice::Delivery { tile: *tile, building: *building });
            }
            _ => {}
        }
    }
    choices
}

/// Strikes those of `made` that are in `all`, which has others between them; how many of `all` it
/// took.
fn strike(made: &mut Vec<RuleChoice>, all: &[RuleChoice]) -> usize {
    let (mut struck, mut behind) = (0, 0);
    for (at, choice) in all.iter().enumerate() {
        if made.get(struck) == Some(choice) {
            struck += 1;
            behind = at + 1;
        }
    }
    made.drain(..struck);
    behind
}

/// What stood in an answer beyond the answer itself.
#[derive(Default)]
struct WrittenOut {
    answers: usize,
    longer: usize,
}

fn write_out(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    written: &mut WrittenOut,
) -> TestCaseResult {
    let mut game = new_game(players, board, options, Variants::default());
    let mut dice = Dice(seed);
    // What was chosen for a payout that waits for an answer.
    let mut waiting: Vec<RuleChoice> = Vec::new();
    for _ in 0..250 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        let played = game.play(&action).expect("what is offered is accepted");
        let mut choices = every_choice(&played.events);
        if matches!(action.kind, ActionKind::Choose { .. }) {
            // An answer goes on with a payout of which the first choices were made before.
            let behind = strike(&mut waiting.clone(), &choices);
            let answer = action.choices[0];
            let from = choices[behind..].iter().position(|&next| next == answer);
            // As long as another answer is due, nothing is paid that could be written out.
            choices = from
                .map_or_else(|| action.choices.clone(), |from| choices.split_off(behind + from));
            written.answers += 1;
            written.longer += usize::from(choices.len() > played.action.choices.len());
        }
        waiting.extend(&played.action.choices);
        strike(&mut waiting, &every_choice(&played.events));
        let spelt_out = Action { choices, ..action.clone() };
        let again = game.play(&spelt_out);
        let again = again.unwrap_or_else(|refusal| panic!("{spelt_out:?}: {refusal:?}"));
        // Written out to the end, it may answer more than the action left open.
        if again.action == played.action {
            prop_assert_eq!(&again.events, &played.events);
            prop_assert!(again.game == played.game);
        }
        game = played.game;
    }
    Ok(())
}

pub fn a_choice_without_an_alternative_may_be_written_out(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
) -> TestCaseResult {
    write_out(seed, players, board, options, &mut WrittenOut::default())
}

/// So that the property is not true for want of answers.
pub fn there_are_answers_to_write_out(games: u64) -> TestCaseResult {
    let mut written = WrittenOut::default();
    for seed in 0..games {
        let any = Options::default().with(TableOption::AnyConnectedSource);
        for options in [Options::default(), any] {
            write_out(seed, 4, "Three Rivers", options, &mut written)?;
        }
    }
    let WrittenOut { answers, longer } = written;
    prop_assert!(longer > 0, "{} of {} answers", longer, answers);
    Ok(())
}
