//! Two rounds of a scenario: two characters with a phone, and one at the laptop.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use scenario::Record;
use scenario::record::{Change, action_text, new_record, played_actions, print, read};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId};

use crate::laptop::{Laptop, wait_for};
use crate::layout;
use crate::phone::Phone;
use crate::webdriver::Driver;

/// The table before the first round. The monsters only move, so that no card is drawn.
const TABLE: &str = "board 9x7
level 1
card Guard: move 1
character Brute at B3, unrevealed, hit points 10/10
character Mage at A2, unrevealed, hit points 6/6
character Scout at A4, unrevealed, hit points 8/8
hand Brute: 10
hand Mage: 8
hand Scout: 9
normal Guard 1 at F3, hit points 8/8
elite Guard 2 at G4, hit points 11/11";
/// The characters with a phone.
const ON_PHONES: [&str; 2] = ["Brute", "Mage"];
/// The initiatives of a round, those of [`ON_PHONES`] first.
const ROUNDS: [[&str; 3]; 2] = [["45", "07", "20"], ["30", "61", "15"]];
/// The most steps of a round.
const MOST_STEPS: usize = 40;

/// Plays both rounds.
pub async fn run(driver: &Driver, laptop: &mut Laptop, home: &Path, pictures: &Path) -> Result<()> {
    let start = Instant::now();
    let file = home.join("game.scenario");
    let table = scenario::parse(TABLE).context("the table is sound")?;
    let mut setup = new_record(table);
    // As in the first scenario of Jaws of the Lion: the laptop types no initiative of a set.
    let fixed = Change::play(Action::FixedInitiative(Some(50)));
    setup.apply(fixed).ok().context("it is allowed")?;
    std::fs::write(&file, print(&setup))?;
    laptop.start(Some(&file))?;
    laptop.switch_phones_on()?;
    laptop.press(&["Escape"])?;
    let mut phones = Vec::new();
    for name in ON_PHONES {
        let character = record(&file)?.game().position().find(name).context("it is on the map")?;
        let mut phone = Phone::start(driver, &format!("the phone of {name}")).await?;
        phone.open(&laptop.link()).await?;
        phone.until_shows("Choose a character").await?;
        phone.press(&format!("[data-seat='{}']", character.number())).await?;
        phones.push((character, phone));
    }
    for (number, initiatives) in ROUNDS.iter().enumerate() {
        choose_initiatives(&mut phones, laptop, &file, initiatives, (number, pictures)).await?;
        play_round(&mut phones, laptop, &file).await?;
    }
    let (_, brute) = &mut phones[0];
    brute.open_tab("seat").await?;
    let before = record(&file)?.cursor();
    brute.press("[aria-label='3 damage']").await?;
    brute.until_shows("7/10").await?;
    let after = record_after(&file, before)?;
    let last = played_actions(&after).last().map(|action| action_text(&after, action));
    ensure!(last.as_deref() == Some("suffer Brute: 3"), "expected the damage, found {last:?}");
    brute.open_tab("moves").await?;
    brute.until("the map", "document.getElementById('picture')?.naturalWidth > 0").await?;
    // The middle of the map.
    brute.press("#picture").await?;
    brute.until_shows("In E4").await?;
    brute.fill("#search", "C4").await?;
    brute.until_shows("In C4").await?;
    brute.until_shows("Guard 1 goes for").await?;
    for tab in ["seat", "moves", "vote", "latest", "rules"] {
        brute.open_tab(tab).await?;
        layout::check_page(brute, tab, &scenario_pictures(pictures)?).await?;
    }
    for (_, phone) in phones {
        phone.end().await?;
    }
    laptop.stop()?;
    laptop.subcommand(&["check"], &file)?;
    println!("two rounds of a scenario with two phones in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Returns the folder of the pictures of scenarios.
fn scenario_pictures(pictures: &Path) -> Result<std::path::PathBuf> {
    let folder = pictures.join("scenario");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Reads the saved record.
fn record(file: &Path) -> Result<Record> {
    let loaded = read(&std::fs::read_to_string(file)?);
    if let Some(error) = loaded.error {
        anyhow::bail!("{}: {error}", file.display());
    }
    loaded.record.with_context(|| format!("{} holds no record", file.display()))
}

/// Waits until the saved record has more entries than `count`; returns it.
fn record_after(file: &Path, count: usize) -> Result<Record> {
    let mut found = None;
    wait_for(&format!("an entry after {count}"), || {
        // A line that is being written cannot be read yet.
        found = record(file).ok().filter(|record| record.cursor() > count);
        found.is_some()
    })?;
    found.context("a record")
}

/// Chooses the initiatives of a round: secretly on the phones, and the last one typed at the laptop,
/// which turns all over.
async fn choose_initiatives(
    phones: &mut [(FigureId, Phone)],
    laptop: &Laptop,
    file: &Path,
    [brute, mage, scout]: &[&str; 3],
    (round, pictures): (usize, &Path),
) -> Result<()> {
    let before = record(file)?.cursor();
    for ((_, phone), number) in phones.iter_mut().zip([brute, mage]) {
        phone.open_tab("vote").await?;
        phone.until("the choice", "!!document.querySelector('#initiative')").await?;
        if round == 0 && *number == *brute {
            layout::check_page(phone, "initiative", &scenario_pictures(pictures)?).await?;
        }
        phone.fill("#first", number).await?;
        phone.press("#initiative [value=cards]").await?;
        phone.until_shows("Sealed").await?;
    }
    laptop.rest()?;
    ensure!(record(file)?.cursor() == before, "an initiative was turned over too early");
    laptop.type_text(scout)?;
    let known = record_after(file, before + 2)?;
    let known: Vec<String> =
        played_actions(&known).skip(before).map(|action| action_text(&known, action)).collect();
    let number = |text: &str| text.trim_start_matches('0').to_owned();
    let expected = [("Scout", scout), ("Brute", brute), ("Mage", mage)]
        .map(|(name, text)| format!("initiative {name}: {}", number(text)));
    ensure!(known == expected, "expected {expected:?}, found {known:?}");
    for (_, phone) in phones {
        phone.until("the end of the choice", "!document.querySelector('#initiative')").await?;
    }
    Ok(())
}

/// Plays until the next initiatives are due: characters end their turns by phone, and the laptop
/// takes every other step.
async fn play_round(phones: &mut [(FigureId, Phone)], laptop: &Laptop, file: &Path) -> Result<()> {
    let round = record(file)?.game().round();
    for _ in 0..MOST_STEPS {
        let record = record(file)?;
        if record.game().round() > round {
            return Ok(());
        }
        let acting = match record.game().turn_status() {
            TurnStatus::Initiatives(due) => anyhow::bail!("no initiative is expected: {due:?}"),
            TurnStatus::Turn { figures, .. } => figures,
            TurnStatus::RoundEnd => Vec::new(),
        };
        match phones.iter_mut().find(|(character, _)| acting == [*character]) {
            Some((_, phone)) => {
                phone.open_tab("seat").await?;
                phone.until_shows("It is your turn.").await?;
                phone.press("[aria-label='My turn is over']").await?;
                record_after(file, record.cursor())?;
            }
            None => laptop.press(&["space"])?,
        }
    }
    anyhow::bail!("the round does not end within {MOST_STEPS} steps")
}
