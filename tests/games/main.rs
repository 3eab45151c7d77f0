//! Recorded games. Dropping a `.founders` file into this folder makes a test.
//!
//! Every record here and under `assets/examples` replays from start to end; after each entry the
//! full battery of checks passes, the score confirmed in the file is the score the program
//! computes, and the record survives printing and reading in both forms.

#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

use common::battery::{CheckLevel, check_step};
use journal::Journal;
use narration::NamedGame;
use narration::words::cannot_arise;
use notation::record::{Loaded, print_log, print_notation, read_record};
use rules::Game;
use rules::receipt::Event;
use sealed::mismatches;

/// The end of a complete example game.
struct Ending {
    record: &'static str,
    /// `None` if a solo game is lost.
    winner: Option<&'static str>,
    /// By race, in seat order.
    points: &'static [(&'static str, i32)],
}

/// The complete example games.
const ENDINGS: &[Ending] = &[
    Ending {
        record: "teaching-game",
        winner: Some("Human"),
        points: &[("Human", 36), ("Savvas", 36)],
    },
    Ending {
        record: "three-guilds",
        winner: Some("Orchid"),
        points: &[("Valrath", 30), ("Aesther", 30), ("Orchid", 39)],
    },
    Ending {
        record: "old-harbour-three",
        winner: Some("Savvas"),
        points: &[("Harrower", 29), ("Human", 36), ("Savvas", 40)],
    },
    Ending {
        record: "harbour-duel",
        winner: Some("Quatryl"),
        points: &[("Inox", 42), ("Quatryl", 43)],
    },
    Ending {
        record: "harbour-council",
        winner: Some("Harrower"),
        points: &[("Inox", 22), ("Vermling", 19), ("Harrower", 25), ("Valrath", 22)],
    },
    Ending {
        record: "four-founders",
        winner: Some("Orchid"),
        points: &[("Human", 21), ("Quatryl", 27), ("Orchid", 33), ("Savvas", 30)],
    },
    Ending {
        record: "four-achievements",
        winner: Some("Harrower"),
        points: &[("Quatryl", 34), ("Aesther", 33), ("Harrower", 38), ("Human", 31)],
    },
    Ending {
        record: "three-without-workers",
        winner: Some("Orchid"),
        points: &[("Quatryl", 35), ("Orchid", 45), ("Inox", 30)],
    },
    Ending {
        record: "history-shaped",
        winner: Some("Quatryl"),
        points: &[("Quatryl", 59), ("Orchid", 57)],
    },
    Ending { record: "solo-whole-game-won", winner: Some("Orchid"), points: &[("Orchid", 86)] },
    Ending { record: "solo-whole-game-lost", winner: None, points: &[("Orchid", 70)] },
    Ending { record: "solo-won", winner: Some("Human"), points: &[("Human", 36)] },
    Ending { record: "solo-lost-at-the-end", winner: None, points: &[("Human", 42)] },
    Ending { record: "solo-lost-at-a-vote", winner: None, points: &[("Aesther", 28)] },
];

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for folder in ["tests/games", "assets/examples"] {
        let mut records: Vec<PathBuf> = fs::read_dir(root.join(folder))
            .expect("the folder is there")
            .flatten()
            .map(|e| e.path())
            .collect();
        records.retain(|path| path.extension().is_some_and(|ending| ending == "founders"));
        records.sort();
        for path in records {
            let name =
                path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            trials
                .push(Trial::test(format!("{folder}/{name}"), move || check_record(&path, &name)));
        }
    }
    trials.push(Trial::test("every listed complete game has its file", complete_games_are_there));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Checks a record in every respect.
fn check_record(path: &Path, name: &str) -> Result<(), Failed> {
    let bytes = fs::read(path)?;
    let loaded = read_record(&bytes);
    if let Some(error) = &loaded.error {
        return Err(format!("{error}").into());
    }
    if let Some(warning) = loaded.warnings.first() {
        return Err(format!("{warning}").into());
    }
    let journal = loaded.record.as_ref().ok_or("there is no game in it")?;
    journal::replay_with(journal, |_, before, played| {
        check_step(before, &played.action, played, CheckLevel::Full);
    });
    positions_can_arise(journal)?;
    replays_to_the_same(journal)?;
    confirmed_scores_agree(journal)?;
    ballots_are_as_sealed(journal)?;
    survives_printing(&loaded, journal)?;
    match ENDINGS.iter().find(|ending| ending.record == name) {
        Some(ending) => final_score_is(journal.game(), ending),
        None => Ok(()),
    }
}

/// Checks that every position can arise by legal play.
fn positions_can_arise(journal: &Journal) -> Result<(), Failed> {
    let mut found = Vec::new();
    journal::replay_with(journal, |number, _, played| {
        for event in &played.events {
            if let Event::CannotArise(of, why) = event {
                found.push(format!(
                    "entry {number}: {}",
                    cannot_arise(NamedGame::by_race(&played.game), *of, why)
                ));
            }
        }
    });
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

/// Checks that a second replay gives the same game.
fn replays_to_the_same(journal: &Journal) -> Result<(), Failed> {
    let mut game = Game::new(journal.setup())?;
    for &entry in journal.main_line() {
        let action = journal.entry(entry).action().ok_or("every entry has an action")?;
        game = game.play(action).map_err(|refusal| format!("{refusal:?}"))?.game;
    }
    let last = journal.game_at(journal.main_line().len()).ok_or("the main line has an end")?;
    if game == last { Ok(()) } else { Err("a second replay gives another game".into()) }
}

/// Checks that scores confirmed by the players are those of the record.
fn confirmed_scores_agree(journal: &Journal) -> Result<(), Failed> {
    for (number, &entry) in journal.main_line().iter().enumerate() {
        let checkpoint = journal::checkpoint_at(journal, entry);
        if checkpoint.is_some_and(|checkpoint| !checkpoint.agrees()) {
            return Err(format!("entry {}: the confirmed score is another", number + 1).into());
        }
    }
    Ok(())
}

/// Checks that every sealed ballot matches its commitment.
fn ballots_are_as_sealed(journal: &Journal) -> Result<(), Failed> {
    for (number, &entry) in journal.main_line().iter().enumerate() {
        let action = journal.entry(entry).action();
        if let Some(mismatch) = action.and_then(|action| mismatches(action).pop()) {
            return Err(format!("entry {}: {mismatch}", number + 1).into());
        }
    }
    Ok(())
}

/// Checks that both forms of text read back as an equal journal.
fn survives_printing(_loaded: &Loaded, journal: &Journal) -> Result<(), Failed> {
    for text in [print_log(journal), print_notation(journal)] {
        let again = read_record(text.as_bytes());
        if let Some(error) = again.error {
            return Err(format!("printed and read again: {error}").into());
        }
        if again.record.as_ref() != Some(journal) {
            return Err("printed and read again, it is another record".into());
        }
    }
    Ok(())
}

fn final_score_is(game: &Game, ending: &Ending) -> Result<(), Failed> {
    let computed: Vec<(String, i32)> =
        game.players().map(|player| (game.race_label(player), game.points(player).0)).collect();
    let stated: Vec<(String, i32)> =
        ending.points.iter().map(|&(race, n)| (race.to_owned(), n)).collect();
    let won = game.winner().map(|player| game.race_label(player));
    if computed != stated || won.as_deref() != ending.winner {
        return Err(format!("ends {computed:?}, won by {won:?}").into());
    }
    Ok(())
}

/// Checks that every game of the list above has its file.
fn complete_games_are_there() -> Result<(), Failed> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples");
    for Ending { record, .. } in ENDINGS {
        if !examples.join(format!("{record}.founders")).exists() {
            return Err(format!("{record} is missing").into());
        }
    }
    if ENDINGS.len() < 12 {
        return Err("at least twelve games are kept".into());
    }
    Ok(())
}
