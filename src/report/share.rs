//! The hand-over to play logs: a text for BoardGameGeek, a link and a code for BG Stats.
//!
//! BoardGameGeek has no way in for other programs, so there is a text to paste. BG Stats takes a
//! whole play in a link to its page, which the app opens on a phone; what the link holds stays
//! with whoever opens it, and nothing is sent from here.

use maud::{PreEscaped, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plain_text::{counted, name_key, remarks};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;

use super::Subject;
use super::page::page;
use super::scores::{Row, Scores};
use notation::print_action;
use plain_text::calendar::WrittenDate;

/// The game in the list of BoardGameGeek, as two independent public lists of games have it.
const BGG_ID: u32 = 214_032;
/// The game by its name.
const GAME: &str = "Founders of Gloomhaven";
/// By this name BG Stats remembers who is who; it must never change.
const SOURCE: &str = "Founders Ledger";
/// The page of BG Stats that takes a play.
const CREATE_PLAY: &str = "https://app.bgstatsapp.com/createPlay.html?data=";

/// Why a play cannot be handed over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum NoHandOver {
    /// The game is not over.
    #[error("the game is not over, and BG Stats takes only finished plays")]
    NotOver,
    /// The record has no date.
    #[error("the record has no date, and BG Stats asks for one; the head of a record can hold it")]
    NoDate,
    /// The date is not one that a program can read.
    #[error(
        "the date \"{found}\" cannot be read; BG Stats asks for year, month and day, as in 2026-11-21"
    )]
    Date { found: String },
    /// More than a code can hold.
    #[error("the play is too long for a code: {}", counted(.bytes, "byte", "bytes"))]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
}

/// Noon, in minutes of the day.
const NOON: i32 = 12 * 60;

/// A play in the form that BG Stats takes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "BG Stats names the fields")]
struct Play {
    source_name: &'static str,
    source_play_id: String,
    play_date: String,
    game: PlayedGame,
    board: String,
    players: Vec<Player>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayedGame {
    name: &'static str,
    source_game_id: &'static str,
    bgg_id: u32,
    highest_wins: bool,
    no_points: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "BG Stats names the fields")]
struct Player {
    source_player_id: String,
    name: String,
    start_player: bool,
    role: String,
    score: i32,
    rank: usize,
    /// Always written: left out, the app takes it for unknown.
    winner: bool,
}

/// How far the clock on the wall is ahead of UTC on the day of a game, in minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UtcOffset(pub i32);

impl UtcOffset {
    /// Returns the offset on the day of a game, where `on_day` knows it of a year, month and day.
    pub fn of(subject: Subject<'_>, on_day: impl FnOnce(u16, u8, u8) -> i32) -> Self {
        day_of(subject).map_or(Self::default(), |(year, month, day)| Self(on_day(year, month, day)))
    }
}

/// The day of a game, if its record has one that the calendar has as well.
fn day_of(subject: Subject<'_>) -> Option<(u16, u8, u8)> {
    WrittenDate::parse(subject.journal.tags.date.as_deref()?)?.in_calendar()
}

/// What BG Stats is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// The link that opens BG Stats with the play filled in.
    pub link: String,
    /// The same link as a code for the camera of a phone, as SVG.
    pub code: String,
}

impl HandOver {
    /// The hand-over of a finished game, where the clock is `offset` ahead of UTC.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn of(subject: Subject<'_>, offset: UtcOffset) -> Result<Self, NoHandOver> {
        let scores = Scores::of(subject).ok_or(NoHandOver::NotOver)?;
        let winner = scores.winner.ok_or(NoHandOver::NotOver)?;
        let players = scores.rows.iter().map(|row| Player {
            // The same person is the same in every game.
            source_player_id: name_key(&row.name),
            name: row.name.clone(),
            start_player: row.player.index() == 0,
            role: row.race.clone(),
            score: row.points,
            rank: row.rank,
            winner: row.player == winner,
        });
        let play = Play {
            source_name: SOURCE,
            source_play_id: play_id(subject),
            play_date: play_date(subject, offset)?,
            game: PlayedGame {
                name: GAME,
                source_game_id: "founders-of-gloomhaven",
                bgg_id: BGG_ID,
                highest_wins: true,
                no_points: false,
            },
            board: subject.journal.setup().board.clone(),
            players: players.collect(),
        };
        // Names and numbers always become JSON; a failure would say that the play is empty.
        let data = serde_json::to_string(&play).unwrap_or_default();
        let data = utf8_percent_encode(&data, NON_ALPHANUMERIC);
        let link = format!("{CREATE_PLAY}{data}");
        let bytes = link.len();
        // The link is long and the screen bright, so little has to be spent on scratches.
        let code = QrCode::with_error_correction_level(&link, EcLevel::L)
            .map_err(|_too_long| NoHandOver::TooLong { bytes })?;
        let code = code.render::<svg::Color>().min_dimensions(400, 400).build();
        // Within a page, no declaration stands before a picture.
        let start = code.find("<svg").unwrap_or_default();
        Ok(Self { link, code: code[start..].to_owned() })
    }
}

/// The day of the game, with an hour, which the record does not know.
///
/// BG Stats takes the time for UTC and shows it by the clock of the phone. At half the offset before
/// noon it is the same day by both, from 12 hours behind UTC to 14 ahead.
fn play_date(subject: Subject<'_>, offset: UtcOffset) -> Result<String, NoHandOver> {
    let date = subject.journal.tags.date.as_deref().map(str::trim);
    let date = date.filter(|date| !date.is_empty()).ok_or(NoHandOver::NoDate)?;
    let Some((year, month, day)) = day_of(subject) else {
        return Err(NoHandOver::Date { found: date.to_owned() });
    };
    let minutes = (NOON - offset.0 / 2).clamp(0, 2 * NOON - 1);
    let (hour, minute) = (minutes / 60, minutes % 60);
    Ok(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:00"))
}

/// Tells this play from all others, however often it is handed over: the table, and how the game
/// began. What is mended later in the record leaves it as it is.
fn play_id(subject: Subject<'_>) -> String {
    let setup = subject.journal.setup();
    let mut check = crc32fast::Hasher::new();
    let date = subject.journal.tags.date.as_deref().unwrap_or_default();
    for part in [date, &setup.board, &setup.players.join(",")] {
        check.update(part.as_bytes());
        check.update(&[0]);
    }
    journal::replay_with(subject.journal, |_, before, played| {
        if before.in_setup() {
            check.update(print_action(before, &played.action).as_bytes());
        }
    });
    format!("{:08x}", check.finalize())
}

/// The text for the comment of a play on BoardGameGeek; nothing beyond the end of the record.
pub fn bgg_comment(subject: Subject<'_>) -> Option<String> {
    let scores = Scores::of(subject)?;
    let mut lines = vec![format!("{GAME}: {}", subject.about())];
    if scores.winner.is_none() {
        lines.push(format!("Not over: the scores {}.", subject.place()));
    }
    let mut rows: Vec<&Row> = scores.rows.iter().collect();
    rows.sort_by_key(|row| (row.rank, row.player));
    for row in rows {
        let who = match row.race.as_str() {
            "" => row.name.clone(),
            race => format!("{} ({race})", row.name),
        };
        let sources = row.sources.iter().filter(|(_, by)| *by != 0);
        let sources: Vec<String> = sources
            .map(|(category, by)| format!("{} {by}", category.name().to_lowercase()))
            .collect();
        let points = counted(row.points, "point", "points");
        let mut line = format!("{}. {who}: {points}", row.rank);
        if !sources.is_empty() {
            line = format!("{line} ({})", remarks(&sources));
        }
        lines.push(line);
    }
    if scores.winner.is_some() {
        lines.push(format!("{}. {}", counted(scores.turns, "turn", "turns"), scores.end));
    }
    if !scores.irregular.is_empty() {
        let count = scores.irregular.len();
        lines.push(format!("Set right or overruled at the table: {count}."));
    }
    lines.push("Recorded with Founders Ledger.".to_owned());
    Some(lines.join("\n"))
}

/// A page with the code and the link for BG Stats, and the text for BoardGameGeek; nothing beyond
/// the end of the record.
pub fn hand_over_page(subject: Subject<'_>, offset: UtcOffset) -> Option<String> {
    let comment = bgg_comment(subject)?;
    let body = html! {
        h2 { "BG Stats" }
        @match HandOver::of(subject, offset) {
            Ok(given) => {
                p { "Scan the code with a phone that has BG Stats, or open the link there. "
                    "The play is filled in, ready to be saved; nothing is sent before that." }
                div.code { (PreEscaped(&given.code)) }
                p { a href=(given.link) { "Post to BG Stats" } }
            }
            Err(why) => p { "No hand-over: " (why) "." }
        }
        h2 { "BoardGameGeek" }
        p { "To paste into the comment of a logged play." }
        pre { (comment) }
    };
    let below = [subject.about()];
    Some(page(&format!("Handing over: {}", subject.name()), &below, &body))
}

#[cfg(test)]
mod tests {
    use percent_encoding::percent_decode_str;

    use super::*;
    use journal::{Journal, Tags};
    use narration::PlayerNaming;
    use notation::record::read_record;

    fn four_founders() -> Journal {
        let record = include_bytes!("../../assets/examples/four-founders.founders");
        read_record(record).record.expect("it holds a game")
    }

    fn dated(date: &str) -> Journal {
        let mut journal = four_founders();
        journal.tags = Tags { date: Some(date.to_owned()), ..Tags::default() };
        journal
    }

    fn data(link: &str) -> serde_json::Value {
        let data = link.strip_prefix(CREATE_PLAY).expect("the page of BG Stats");
        let data = percent_decode_str(data).decode_utf8().expect("text");
        serde_json::from_str(&data).expect("data")
    }

    #[test]
    fn the_link_holds_every_score_and_says_of_everybody_whether_they_won() {
        let journal = dated("2026-11-21");
        let at = journal.main_line().len();
        let subject = Subject { journal: &journal, at, naming: PlayerNaming::Races };
        let given = HandOver::of(subject, UtcOffset::default()).expect("the game is over");
        let data = data(&given.link);
        assert_eq!(data["playDate"], "2026-11-21 12:00:00");
        assert_eq!(data["game"]["bggId"], BGG_ID);
        let players = data["players"].as_array().expect("players");
        let scores: Vec<_> = players.iter().map(|p| p["score"].as_i64()).collect();
        assert_eq!(scores, [Some(21), Some(27), Some(33), Some(30)]);
        let won: Vec<_> = players.iter().map(|p| p["winner"].as_bool()).collect();
        assert_eq!(won, [Some(false), Some(false), Some(true), Some(false)]);
        assert!(given.code.starts_with("<svg"));
    }

    #[test]
    fn the_same_play_keeps_its_number_and_another_evening_has_another() {
        let id = |date: &str, at: usize| {
            play_id(Subject { journal: &dated(date), at, naming: PlayerNaming::Races })
        };
        assert_eq!(id("2026-11-21", 10), id("2026-11-21", 50));
        assert_ne!(id("2026-11-21", 10), id("2026-11-22", 10));
    }

    #[test]
    fn a_play_without_an_end_or_a_day_is_not_handed_over() {
        let last = four_founders().main_line().len();
        let check = |journal: Journal, at: usize| {
            let naming = PlayerNaming::Races;
            HandOver::of(Subject { journal: &journal, at, naming }, UtcOffset(60))
        };
        assert_eq!(check(dated("2026-11-21"), 40), Err(NoHandOver::NotOver));
        let mut dateless = four_founders();
        dateless.tags = Tags::default();
        assert_eq!(check(dateless, last), Err(NoHandOver::NoDate));
        let found = "last week".to_owned();
        assert_eq!(check(dated("last week"), last), Err(NoHandOver::Date { found }));
        assert!(check(dated("2026.11.21"), last).is_ok());
        let found = "2026-02-30".to_owned();
        assert_eq!(check(dated("2026-02-30"), last), Err(NoHandOver::Date { found }));
    }

    #[test]
    fn a_play_has_the_day_of_its_evening_in_every_time_zone() {
        let journal = dated("2026-11-21");
        let at = journal.main_line().len();
        let subject = Subject { journal: &journal, at, naming: PlayerNaming::Races };
        for offset in (-12 * 60..=14 * 60).step_by(15) {
            let time = play_date(subject, UtcOffset(offset)).expect("it has a day");
            let clock = time.strip_prefix("2026-11-21 ").expect("as it is written");
            let minutes = clock[..2].parse::<i32>().expect("hours") * 60
                + clock[3..5].parse::<i32>().expect("minutes");
            // By the clock of a phone that takes it for UTC.
            let shown = minutes + offset;
            assert!((0..24 * 60).contains(&shown), "{time} at {offset} minutes from UTC");
        }
    }

    #[test]
    fn the_comment_names_everybody_from_the_first_place_down() {
        let journal = four_founders();
        let comment = bgg_comment(Subject {
            journal: &journal,
            at: journal.main_line().len(),
            naming: PlayerNaming::Races,
        });
        let comment = comment.expect("there is such an entry");
        let places: Vec<&str> = comment.lines().filter(|line| line.contains(" points (")).collect();
        assert_eq!(places.len(), 4, "{comment}");
        assert!(places[0].starts_with("1. ") && places[0].contains("Orchid"), "{comment}");
    }
}
