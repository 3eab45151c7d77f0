//! A whole game for three: two players with phones, and one at the laptop.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use journal::Journal;
use notation::print_action;
use rules::action::{Action, ActionKind, VoteTile};
use rules::player::PlayerId;
use serde_json::Value;
use simulate::Simulation;

use crate::ballot::{check_reveal, seal};
use crate::laptop::{Laptop, record, record_after};
use crate::moves::record_move;
use crate::phone::Phone;
use crate::webdriver::Driver;

/// The player who has no phone. She is the first voter at the curtain.
const AT_LAPTOP: PlayerId = PlayerId(0);
/// The seed of all choices.
const SEED: u64 = 7;
/// The most entries of a game; a longer one does not end.
const MOST_ENTRIES: usize = 600;

/// The entries of a game so far, by where they were made, and its votes.
#[derive(Default)]
struct Tally {
    by_phone: usize,
    at_laptop: usize,
    votes: usize,
}

/// Plays the game.
pub async fn run(driver: &Driver, laptop: &mut Laptop) -> Result<()> {
    let start = Instant::now();
    laptop.start(None)?;
    laptop.begin_practice_game()?;
    laptop.switch_phones_on()?;
    laptop.let_players_record()?;
    laptop.press(&["Escape"])?;
    let file = laptop.own_game()?;
    let mut phones: Vec<(PlayerId, Phone)> = Vec::new();
    for seat in 1..3 {
        let mut phone = Phone::start(driver, &format!("the phone at seat {seat}")).await?;
        phone.open(&laptop.link()).await?;
        phone.press(&format!("[data-seat='{seat}']")).await?;
        phone.open_tab("moves").await?;
        phones.push((PlayerId(seat), phone));
    }

    let mut tally = Tally::default();
    let mut journal = record(&file)?;
    while !journal.game().pending().is_empty() {
        let before = journal.cursor();
        ensure!(before < MOST_ENTRIES, "the game does not end");
        let moves = journal.game().moves();
        let player = journal.game().pending()[0].player;
        if !moves.ballots.is_empty() {
            vote(&mut phones, laptop, (&file, &journal)).await?;
            tally.votes += 1;
            let seconds = start.elapsed().as_secs();
            println!("vote {} is held after {before} entries, in {seconds} s", tally.votes);
        } else if let Some((_, phone)) = phones.iter_mut().find(|(seat, _)| Some(*seat) == player) {
            let index = choose(&journal, &moves.actions)?;
            record_move(phone, before, moves.actions.len(), index).await?;
            tally.by_phone += 1;
        } else if player == Some(AT_LAPTOP) {
            let index = choose(&journal, &moves.actions)?;
            laptop.enter(&print_action(journal.game(), &moves.actions[index]))?;
            tally.at_laptop += 1;
        }
        // Cards that come up are dealt by the app.
        let next = record_after(&file, before);
        journal = next.with_context(|| format!("pending is {:?}", journal.game().pending()))?;
    }

    for (_, phone) in phones {
        phone.until_shows("game is over").await?;
        phone.end().await?;
    }
    laptop.stop()?;
    check_result(laptop, &file)?;
    let Tally { by_phone, at_laptop, votes } = tally;
    println!(
        "{} entries: {by_phone} from phones, {at_laptop} at the laptop, {votes} votes; in {} s",
        journal.cursor(),
        start.elapsed().as_secs()
    );
    Ok(())
}

/// Decides like a simulated player, who gets buildings finished so that the game ends.
fn decide(journal: &Journal) -> Option<Action> {
    let game = journal.game().clone();
    let mut simulation = Simulation::from_game(journal.setup().clone(), game, SEED);
    simulation.step().map(|played| played.action)
}

/// Returns the index of the decision in the list of legal moves, where the choices that it gives in
/// advance are decisions of their own.
fn choose(journal: &Journal, actions: &[Action]) -> Result<usize> {
    let decision = decide(journal).map(|action| action.kind);
    let index = actions.iter().position(|action| Some(&action.kind) == decision.as_ref());
    index.with_context(|| format!("expected {decision:?} among {} legal moves", actions.len()))
}

/// Holds a vote: two ballots by phone, one at the curtain, which is lifted first if its voter comes
/// first.
async fn vote(
    phones: &mut [(PlayerId, Phone)],
    laptop: &Laptop,
    (file, journal): (&Path, &Journal),
) -> Result<()> {
    let ranges = journal.game().moves().ballots;
    let decision = decide(journal).map(|action| action.kind);
    let Some(ActionKind::Reveal(decided)) = decision else {
        bail!("expected ballots, decided is {decision:?}");
    };
    let ballots: Vec<(PlayerId, VoteTile, i32)> =
        decided.iter().map(|ballot| (ballot.player, ballot.tile, ballot.lasting)).collect();
    let is_first = ranges.first().is_some_and(|range| range.player == AT_LAPTOP);
    for is_turn_of_curtain in if is_first { [true, false] } else { [false, true] } {
        for &(player, tile, lasting) in &ballots {
            if is_turn_of_curtain && player == AT_LAPTOP {
                laptop.rest()?;
                let digit = (tile as usize + 1).to_string();
                laptop.press(&["Return", &digit])?;
                for _ in 0..lasting {
                    laptop.press(&["l"])?;
                }
                laptop.press(&["Return"])?;
            } else if !is_turn_of_curtain
                && let Some((_, phone)) = phones.iter_mut().find(|(seat, _)| *seat == player)
            {
                seal(phone, tile, lasting).await?;
            }
        }
    }
    let before = journal.cursor();
    check_reveal(&record_after(file, before)?, before + 1, &ballots)
}

/// Checks the saved record by the command line: it is legal, and the game is over.
fn check_result(laptop: &Laptop, file: &Path) -> Result<()> {
    laptop.subcommand(&["check"], file)?;
    let replay: Value = serde_json::from_str(&laptop.subcommand(&["replay", "--json"], file)?)?;
    let winners = replay["winners"].as_array().map_or(0, Vec::len);
    let tied = replay["tied"].as_array().map_or(0, Vec::len);
    ensure!(winners + tied > 0, "expected a winner: {}", replay["status"]);
    Ok(())
}
