//! Properties of every game played by the rules.

use components::specs::Pack;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rules::Game;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::illegal::CheckOutcome;
use rules::receipt::{Event, Payout, PayoutPurpose, ShareRecipient};
use rules::rulebook::{Options, TableOption, Variant, Variants};

use crate::common::battery::{CheckLevel, check_step};
use crate::common::dice::Dice;
use crate::complete::play_to_the_end;
use crate::driver;

pub fn practice() -> Pack {
    packs::find("practice").expect("the practice pack is built in")
}

pub fn board() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("Old Harbour"), Just("Three Rivers")]
}

/// Draws options with each ruling switched or not.
pub fn options() -> impl Strategy<Value = Options> {
    prop::sample::subsequence(TableOption::ALL.to_vec(), 0..=TableOption::ALL.len())
        .prop_map(|some| some.into_iter().fold(Options::default(), Options::with))
}

/// Draws variants, each played or not.
pub fn variants() -> impl Strategy<Value = Variants> {
    prop::sample::subsequence(Variant::ALL.to_vec(), 0..=Variant::ALL.len())
        .prop_map(|some| some.into_iter().fold(Variants::default(), Variants::with))
}

/// Starts a game; variants that the table cannot play are left out.
pub fn new_game(players: usize, board: &str, options: Options, variants: Variants) -> Game {
    let mut setup = driver::setup(&practice(), board, players);
    setup.options = options;
    let playable = variants.iter().filter(|&variant| setup.variant_problem(variant).is_none());
    setup.variants = playable.fold(Variants::default(), Variants::with);
    Game::new(&setup).expect("the practice pack can be played")
}

pub fn random_games_pass_all_checks_at_every_step(
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
        check_step(&game, &action, &played, CheckLevel::Sampled);
        record.push(played.action.clone());
        game = played.game;
    }
    let mut again = start;
    for action in &record {
        let played = again.play(action).expect("a played action can be replayed");
        prop_assert_eq!(&played.action, action, "a replay leaves the record unchanged");
        again = played.game;
    }
    prop_assert!(again == game, "replay from the start gives the same state");
    Ok(())
}

/// Lets the program play against itself to the end of the game.
pub fn games_played_to_the_end_pass_all_checks(
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

/// Judges actions that are legal somewhere in a game at other positions, where most are illegal.
pub fn checklist_never_passes_and_fails_the_same_rule(
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
            for check in list.iter().filter(|check| check.outcome == CheckOutcome::Passed) {
                let broken = list.iter().find(|other| {
                    other.rule == check.rule && other.outcome != CheckOutcome::Passed
                });
                prop_assert_eq!(broken, None, "{:?}", asked);
            }
            let all_pass = list.iter().all(|check| check.outcome == CheckOutcome::Passed);
            prop_assert_eq!(all_pass, game.play(asked).is_ok(), "{:?}: {:?}", asked, list);
        }
        game = game.play(&action).expect("what is offered is accepted").game;
    }
    Ok(())
}

/// Returns every choice that was made, pending or automatic, in order.
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

/// Removes from `made` the choices found in `all` in this order; returns how many of `all` that
/// consumed.
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

/// Counts of answers, and of those with further choices after the answer.
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
    // The choices made for a payout that waits for an answer.
    let mut waiting: Vec<RuleChoice> = Vec::new();
    for _ in 0..250 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        let played = game.play(&action).expect("what is offered is accepted");
        let mut choices = every_choice(&played.events);
        if matches!(action.kind, ActionKind::Choose { .. }) {
            // An answer continues a payout whose first choices were made before.
            let behind = strike(&mut waiting.clone(), &choices);
            let answer = action.choices[0];
            let from = choices[behind..].iter().position(|&next| next == answer);
            // While another answer is pending, no paid choices could be written out.
            choices = from
                .map_or_else(|| action.choices.clone(), |from| choices.split_off(behind + from));
            written.answers += 1;
            written.longer += usize::from(choices.len() > played.action.choices.len());
        }
        waiting.extend(&played.action.choices);
        strike(&mut waiting, &every_choice(&played.events));
        let explicit = Action { choices, ..action.clone() };
        let again =
            game.play(&explicit).unwrap_or_else(|refusal| panic!("{explicit:?}: {refusal:?}"));
        // Fully written out, it may answer choices that the action left pending.
        if again.action == played.action {
            prop_assert_eq!(&again.events, &played.events);
            prop_assert!(again.game == played.game);
        }
        game = played.game;
    }
    Ok(())
}

pub fn automatic_choices_may_be_written_out(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
) -> TestCaseResult {
    write_out(seed, players, board, options, &mut WrittenOut::default())
}

/// Checks that the property is not trivially true for lack of answers.
pub fn choices_to_write_out_occur(games: u64) -> TestCaseResult {
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
