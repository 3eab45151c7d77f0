//! Four phones at a table of four: they join, one is replaced, the laptop is killed, two sleep, and
//! all vote.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use notation::record::print_log;
use rules::action::VoteTile;
use rules::player::PlayerId;
use serde_json::json;

use crate::ballot::{BeforeVote, check_reveal, is_call, is_vote, seal};
use crate::laptop::{Laptop, record, record_after};
use crate::layout;
use crate::moves::record_move;
use crate::phone::Phone;
use crate::webdriver::Driver;

/// The longest way from the code to the own seat, in seconds.
const MOST_SECONDS_TO_SEAT: f64 = 15.0;
/// The longest vote of four, in seconds.
const MOST_SECONDS_OF_VOTE: f64 = 20.0;
/// The most presses of a voter, and from the code to the own seat.
const MOST_PRESSES: (usize, usize) = (3, 2);

/// Returns the place of the seat that a phone has stored.
const TOKEN: &str = "localStorage.getItem('founders-ledger-seat')";

/// Plays the evening.
pub async fn run(driver: &Driver, laptop: &mut Laptop, home: &Path, pictures: &Path) -> Result<()> {
    let BeforeVote { journal, caller, .. } = BeforeVote::of_example()?;
    let file = home.join("game.founders");
    std::fs::write(&file, print_log(&journal))?;
    laptop.start(Some(&file))?;
    laptop.switch_phones_on()?;
    laptop.let_players_record()?;
    laptop.press(&["Escape"])?;

    let names: Vec<String> =
        journal.game().players().map(|seat| journal.game().player_name(seat).to_owned()).collect();
    let mut phones = Vec::new();
    for (seat, name) in names.iter().enumerate() {
        let mut phone = Phone::start(driver, &format!("the phone of {name}")).await?;
        join(&mut phone, laptop, (seat, name), pictures).await?;
        phones.push(phone);
    }

    let actor = &mut phones[caller.index()];
    for tab in ["seat", "moves", "latest", "rules"] {
        actor.open_tab(tab).await?;
        layout::check_page(actor, tab, pictures).await?;
    }

    let spare = Phone::start(driver, "a second phone").await?;
    replace(&mut phones[0], spare, laptop, &names[0]).await?;
    restart(&phones, laptop, &file, &names).await?;
    call_vote_while_two_sleep(&mut phones, laptop, (&file, caller)).await?;

    phones[caller.index()].open_tab("vote").await?;
    layout::check_page(&phones[caller.index()], "vote", pictures).await?;
    vote(&mut phones, &file).await?;
    for phone in phones {
        phone.end().await?;
    }
    laptop.stop()
}

/// Takes a seat, as after a look at the code.
async fn join(
    phone: &mut Phone,
    laptop: &Laptop,
    (seat, name): (usize, &str),
    pictures: &Path,
) -> Result<()> {
    let start = Instant::now();
    phone.open(&laptop.link()).await?;
    phone.until_shows("Choose a seat").await?;
    let until_choice = start.elapsed();
    if seat == 0 {
        layout::check_page(phone, "choice", pictures).await?;
    }
    let start = Instant::now();
    phone.press(&format!("[data-seat='{seat}']")).await?;
    until_seated(phone, name).await?;
    let seconds = (until_choice + start.elapsed()).as_secs_f64();
    // The code itself is pressed once, in the camera of the phone.
    let presses = 1 + phone.presses;
    println!("from the code to the seat of {name}: {seconds:.1} s, {presses} presses");
    ensure!(seconds <= MOST_SECONDS_TO_SEAT && presses <= MOST_PRESSES.1, "this takes too long");
    Ok(())
}

/// Waits until the phone shows the seat of a player.
async fn until_seated(phone: &Phone, name: &str) -> Result<()> {
    let expression = format!(
        "(document.querySelector('#page h1')?.innerText ?? '').startsWith({})",
        json!(name)
    );
    phone.until(&format!("the seat of {name}"), &expression).await?;
    Ok(())
}

/// Asks for a taken seat with another phone: refused once, then admitted.
async fn replace(first: &mut Phone, mut other: Phone, laptop: &Laptop, name: &str) -> Result<()> {
    first.open_tab("seat").await?;
    for is_admitted in [false, true] {
        other.open(&laptop.link()).await?;
        other.until_shows("another phone has this seat").await?;
        other.press("[data-seat='0']").await?;
        other.until_shows("Answer on the laptop").await?;
        laptop.rest()?;
        if is_admitted {
            laptop.press(&["Tab", "Return"])?;
            until_seated(&other, name).await?;
            first.until_shows("Choose a seat").await?;
            first.until_shows("to another phone").await?;
        } else {
            laptop.press(&["Escape"])?;
            other.until_shows("Choose a seat").await?;
            until_seated(first, name).await?;
        }
    }
    std::mem::replace(first, other).end().await?;
    println!("a second phone was refused a taken seat, and then admitted");
    Ok(())
}

/// Kills the laptop and starts it again: the phones find their seats without a press.
async fn restart(
    phones: &[Phone],
    laptop: &mut Laptop,
    file: &Path,
    names: &[String],
) -> Result<()> {
    let mut tokens = Vec::new();
    for phone in phones {
        tokens.push(phone.run(&format!("return {TOKEN}")).await?);
    }
    laptop.kill()?;
    for phone in phones {
        phone.until_shows("The laptop does not answer").await?;
    }
    laptop.start(Some(file))?;
    // The app says that it was not closed.
    laptop.press(&["Escape"])?;
    laptop.switch_phones_on()?;
    let start = Instant::now();
    laptop.press(&["Escape"])?;
    for ((phone, token), name) in phones.iter().zip(tokens).zip(names) {
        let is_back = "document.getElementById('message').hidden";
        phone.until("the laptop to be found again", is_back).await?;
        let found = phone.run(&format!("return {TOKEN}")).await?;
        ensure!(found == token, "the phone of {name} has joined again");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("after a restart of the laptop, all phones had their seats again in {seconds:.1} s");
    Ok(())
}

/// Calls a vote by phone while one phone is cut off and another one has left the page. Both are up
/// to date when they return.
async fn call_vote_while_two_sleep(
    phones: &mut [Phone],
    laptop: &Laptop,
    (file, caller): (&Path, PlayerId),
) -> Result<()> {
    let count = phones.len();
    let [asleep, away] = [1, 2].map(|step| (caller.index() + step) % count);
    for phone in &mut *phones {
        phone.open_tab("seat").await?;
    }
    phones[asleep].set_asleep(true).await?;
    phones[away].open("about:blank").await?;
    let actor = &mut phones[caller.index()];
    let mut journal = record(file)?;
    while !is_vote(&journal) {
        // The call, and then the bonuses of the caller.
        let moves = journal.game().moves().actions;
        let index = moves.iter().position(is_call).unwrap_or_default();
        record_move(actor, journal.cursor(), moves.len(), index).await?;
        journal = record_after(file, journal.cursor())?;
    }
    for (seat, phone) in phones.iter().enumerate() {
        if seat != asleep && seat != away {
            phone.until_shows("Vote now").await?;
        }
    }
    let stale = phones[asleep].text().await?;
    ensure!(!stale.contains("Vote now"), "expected a sleeping phone, it says:\n{stale}");
    let start = Instant::now();
    phones[asleep].set_asleep(false).await?;
    phones[away].open(&laptop.link()).await?;
    for phone in [asleep, away] {
        phones[phone].until_shows("Vote now").await?;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("two phones that slept were up to date {seconds:.1} s after they came back");
    Ok(())
}

/// Votes with all phones.
async fn vote(phones: &mut [Phone], file: &Path) -> Result<()> {
    let journal = record(file)?;
    let before = journal.cursor();
    let ranges = journal.game().moves().ballots;
    ensure!(ranges.len() == phones.len(), "expected all players to vote: {ranges:?}");
    let mut ballots: Vec<(PlayerId, VoteTile, i32)> = Vec::new();
    let start = Instant::now();
    for (number, range) in ranges.iter().enumerate() {
        let phone = &mut phones[range.player.index()];
        phone.presses = 0;
        let tile = range.tiles[number % range.tiles.len()];
        let lasting = range.lasting.clamp(0, 1);
        seal(phone, tile, lasting).await.with_context(|| format!("ballot {number}"))?;
        ballots.push((range.player, tile, lasting));
    }
    let revealed = record_after(file, before)?;
    for phone in &*phones {
        phone.until_shows("What just happened").await?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let presses = phones.iter().map(|phone| phone.presses).max().unwrap_or_default();
    println!(
        "a vote of four by phone: {seconds:.1} s, one after the other, {presses} presses each"
    );
    ensure!(seconds <= MOST_SECONDS_OF_VOTE && presses <= MOST_PRESSES.0, "this takes too long");
    check_reveal(&revealed, before + 1, &ballots)
}
