//! The hand-over to play logs: a text for BoardGameGeek, a link and a QR code for BG Stats.
//!
//! BoardGameGeek accepts no data from other programs, so there is a text to paste. BG Stats accepts
//! a whole play in a link to its page, opened on a phone. The data stays in the link; this program
//! sends nothing.

use maud::{PreEscaped, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use plain_text::{counted, name_key, remarks};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;

use super::PageSubject;
use super::page::page;
use super::scores::{ScoreRow, Scores};
use notation::print_action;
use plain_text::calendar::WrittenDate;

/// The id of the game at BoardGameGeek, confirmed by two independent public lists.
const BGG_ID: u32 = 214_032;
/// The name of the game.
const GAME: &str = "Founders of Gloomhaven";
/// The name under which BG Stats remembers players; it must never change.
const SOURCE: &str = "Founders Ledger";
/// The page of BG Stats that takes a play.
const CREATE_PLAY: &str = "https://app.bgstatsapp.com/createPlay.html?data=";

/// The reason why a play cannot be handed over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum HandOverError {
    /// The game is not over.
    #[error("the game is not over, and BG Stats takes only finished plays")]
    NotOver,
    /// The record has no date.
    #[error("the record has no date, and BG Stats asks for one; the head of a record can hold it")]
    NoDate,
    /// The date cannot be parsed.
    #[error(
        "the date \"{found}\" cannot be read; BG Stats asks for year, month and day, as in 2026-11-21"
    )]
    InvalidDate { found: String },
    /// The link is too long for a QR code.
    #[error("the play is too long for a code: {}", counted(.bytes, "byte", "bytes"))]
    TooLong {
        /// The length of the link.
        bytes: usize,
    },
}

/// Noon, in minutes of the day.
const NOON: i32 = 12 * 60;

/// A play in the format of BG Stats.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BgStatsPlay {
    source_name: &'static str,
    source_play_id: String,
    play_date: String,
    game: BgStatsGame,
    board: String,
    players: Vec<BgStatsPlayer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BgStatsGame {
    name: &'static str,
    source_game_id: &'static str,
    bgg_id: u32,
    highest_wins: bool,
    no_points: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BgStatsPlayer {
    source_player_id: String,
    name: String,
    start_player: bool,
    role: String,
    score: i32,
    rank: usize,
    /// Always present: BG Stats takes a missing value for unknown.
    winner: bool,
}

/// The offset of local time from UTC on the day of a game, in minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UtcOffset(pub i32);

impl UtcOffset {
    /// Returns the offset on the day of a game; `on_day` returns it for a year, month and day.
    pub fn of(subject: PageSubject<'_>, on_day: impl FnOnce(u16, u8, u8) -> i32) -> Self {
        day_of(subject).map_or(Self::default(), |(year, month, day)| Self(on_day(year, month, day)))
    }
}

/// Returns the date of a game, if its record has a valid one.
fn day_of(subject: PageSubject<'_>) -> Option<(u16, u8, u8)> {
    WrittenDate::parse(subject.journal.tags.date.as_deref()?)?.in_calendar()
}

/// The hand-over of a play to BG Stats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// The link that opens BG Stats with the play filled in.
    pub link: String,
    /// The same link as a QR code, in SVG.
    pub code: String,
}

impl HandOver {
    /// Creates the hand-over of a finished game; `offset` is that of its day.
    ///
    /// # Errors
    ///
    /// The game is not over, has no valid date, or is too long for a QR code.
    pub fn of(subject: PageSubject<'_>, offset: UtcOffset) -> Result<Self, HandOverError> {
        let scores = Scores::of(subject).ok_or(HandOverError::NotOver)?;
        let winner = scores.winner.ok_or(HandOverError::NotOver)?;
        let players = scores.rows.iter().map(|row| BgStatsPlayer {
            // One person has the same id in every game.
            source_player_id: name_key(&row.name),
            name: row.name.clone(),
            start_player: row.player.index() == 0,
            role: row.race.clone(),
            score: row.points,
            rank: row.rank,
            winner: row.player == winner,
        });
        let play = BgStatsPlay {
            source_name: SOURCE,
            source_play_id: play_id(subject),
            play_date: play_date(subject, offset)?,
            game: BgStatsGame {
                name: GAME,
                source_game_id: "founders-of-gloomhaven",
                bgg_id: BGG_ID,
                highest_wins: true,
                no_points: false,
            },
            board: subject.journal.setup().board.clone(),
            players: players.collect(),
        };
        // Names and numbers always serialize; a failure would result in an empty play.
        let json = serde_json::to_string(&play).unwrap_or_default();
        let link = format!("{CREATE_PLAY}{}", utf8_percent_encode(&json, NON_ALPHANUMERIC));
        // The link is long and the screen bright, so the lowest error correction is enough.
        let code = QrCode::with_error_correction_level(&link, EcLevel::L)
            .map_err(|_too_long| HandOverError::TooLong { bytes: link.len() })?
            .render::<svg::Color>()
            .min_dimensions(400, 400)
            .build();
        // A picture within a page has no XML declaration.
        let start = code.find("<svg").unwrap_or_default();
        Ok(Self { link, code: code[start..].to_owned() })
    }
}

/// Returns the date of the game with a time of day, which the record does not have.
///
/// BG Stats reads the time as UTC and shows it in the local time of the phone. Noon minus half the
/// offset is on the same day in both, from UTC-12 to UTC+14.
fn play_date(subject: PageSubject<'_>, offset: UtcOffset) -> Result<String, HandOverError> {
    let date = subject
        .journal
        .tags
        .date
        .as_deref()
        .map(str::trim)
        .filter(|date| !date.is_empty())
        .ok_or(HandOverError::NoDate)?;
    let Some((year, month, day)) = day_of(subject) else {
        return Err(HandOverError::InvalidDate { found: date.to_owned() });
    };
    let minutes = (NOON - offset.0 / 2).clamp(0, 2 * NOON - 1);
    let (hour, minute) = (minutes / 60, minutes % 60);
    Ok(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:00"))
}

/// Returns an id of this play that is the same at every hand-over. It hashes date, board, players
/// and the setup of the game, so that later repairs of the record do not change it.
fn play_id(subject: PageSubject<'_>) -> String {
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

/// Returns the comment of a play for BoardGameGeek; `None` beyond the end of the record.
pub fn bgg_comment(subject: PageSubject<'_>) -> Option<String> {
    let scores = Scores::of(subject)?;
    let mut lines = vec![format!("{GAME}: {}", subject.subtitle())];
    if scores.winner.is_none() {
        lines.push(format!("Not over: the scores {}.", subject.entry_label()));
    }
    let mut rows: Vec<&ScoreRow> = scores.rows.iter().collect();
    rows.sort_by_key(|row| (row.rank, row.player));
    for row in rows {
        let who = match row.race.as_str() {
            "" => row.name.clone(),
            race => format!("{} ({race})", row.name),
        };
        let sources: Vec<String> = row
            .sources
            .iter()
            .filter(|(_, points)| *points != 0)
            .map(|(category, points)| format!("{} {points}", category.name().to_lowercase()))
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

/// Returns a page with code and link for BG Stats, and the text for BoardGameGeek. `None` beyond
/// the end of the record.
pub fn hand_over_page(subject: PageSubject<'_>, offset: UtcOffset) -> Option<String> {
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
    let below = [subject.subtitle()];
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
    fn the_link_has_the_score_and_win_of_every_player() {
        let journal = dated("2026-11-21");
        let at = journal.main_line().len();
        let subject = PageSubject { journal: &journal, at, naming: PlayerNaming::Races };
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
    fn the_id_of_a_play_depends_on_its_date_but_not_on_the_entry() {
        assert_eq!(id("2026-11-21", 10), id("2026-11-21", 50));
        assert_ne!(id("2026-11-21", 10), id("2026-11-22", 10));
    }

    fn id(date: &str, at: usize) -> String {
        play_id(PageSubject { journal: &dated(date), at, naming: PlayerNaming::Races })
    }

    #[test]
    fn a_play_without_an_end_or_a_valid_date_is_not_handed_over() {
        let last = four_founders().main_line().len();
        assert_eq!(hand_over(&dated("2026-11-21"), 40), Err(HandOverError::NotOver));
        let mut dateless = four_founders();
        dateless.tags = Tags::default();
        assert_eq!(hand_over(&dateless, last), Err(HandOverError::NoDate));
        let found = "last week".to_owned();
        assert_eq!(hand_over(&dated("last week"), last), Err(HandOverError::InvalidDate { found }));
        assert!(hand_over(&dated("2026.11.21"), last).is_ok());
        let found = "2026-02-30".to_owned();
        assert_eq!(
            hand_over(&dated("2026-02-30"), last),
            Err(HandOverError::InvalidDate { found })
        );
    }

    fn hand_over(journal: &Journal, at: usize) -> Result<HandOver, HandOverError> {
        let naming = PlayerNaming::Races;
        HandOver::of(PageSubject { journal, at, naming }, UtcOffset(60))
    }

    #[test]
    fn a_play_keeps_its_date_in_every_time_zone() {
        let journal = dated("2026-11-21");
        let at = journal.main_line().len();
        let subject = PageSubject { journal: &journal, at, naming: PlayerNaming::Races };
        for offset in (-12 * 60..=14 * 60).step_by(15) {
            let time = play_date(subject, UtcOffset(offset)).expect("it has a day");
            let clock = time.strip_prefix("2026-11-21 ").expect("as it is written");
            let minutes = clock[..2].parse::<i32>().expect("hours") * 60
                + clock[3..5].parse::<i32>().expect("minutes");
            // The time shown by a phone that reads it as UTC.
            let shown = minutes + offset;
            assert!((0..24 * 60).contains(&shown), "{time} at {offset} minutes from UTC");
        }
    }

    #[test]
    fn the_comment_lists_all_players_by_place() {
        let journal = four_founders();
        let at = journal.main_line().len();
        let comment =
            bgg_comment(PageSubject { journal: &journal, at, naming: PlayerNaming::Races })
                .expect("there is such an entry");
        let places: Vec<&str> = comment.lines().filter(|line| line.contains(" points (")).collect();
        assert_eq!(places.len(), 4, "{comment}");
        assert!(places[0].starts_with("1. ") && places[0].contains("Orchid"), "{comment}");
    }
}
