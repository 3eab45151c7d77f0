//! The scores: the points of all players, their sources, and their growth by turn.

use super::PageSubject;
use super::honors::{Honor, HonorTracker};
use components::ids::BuildingId;
use components::quantity::{Points, Quantity};
use narration::sentence::sentence;
use narration::sources::{Ledger, SourceCategory};
use narration::{NamedGame, receipt};
use plain_text::capitalized;
use rules::Game;
use rules::action::ActionKind;
use rules::game::Played;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::Event;

/// The score of a player, and the player's other quantities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRow {
    /// The player.
    pub player: PlayerId,
    /// The name of the person.
    pub name: String,
    /// The race; empty before it is chosen.
    pub race: String,
    /// The place; 1 for the most points. Of players tied for the most, only the winner is first.
    pub rank: usize,
    /// Points.
    pub points: i32,
    /// The points by source; their sum is `points`.
    pub sources: Vec<(SourceCategory, i32)>,
    /// Dollars.
    pub money: i32,
    /// Income in dollars.
    pub income: i32,
    /// Fleeting influence.
    pub fleeting: i32,
    /// Lasting influence.
    pub lasting: i32,
    /// Houses on the board.
    pub houses: u8,
    /// Bridges and gates on the board.
    pub bridges: u8,
}

/// The scores after an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The players in seat order.
    pub rows: Vec<ScoreRow>,
    /// The number of turns started.
    pub turns: u32,
    /// The winner, once the game is over.
    pub winner: Option<PlayerId>,
    /// The end of the game in a sentence; empty while the game is not over.
    pub end: String,
    /// The players with as many points as the winner, including the winner; empty while the game is
    /// not over.
    pub tied: Vec<PlayerId>,
    /// The points at the end of each turn; turn 0 is before the first turn.
    pub growth: Vec<(u32, ByPlayer<Points>)>,
    /// Prestige buildings in the order of placement, with the turn.
    pub placed: Vec<(u32, BuildingId)>,
    /// Up to three honors of the game.
    pub honors: Vec<Honor>,
    /// The entries that overruled the rules or set the record right, with their reasons, and those
    /// that replace an unexplained stretch of play.
    pub irregular: Vec<(usize, String)>,
}

impl Scores {
    /// Computes the scores after the subject's entry; `None` beyond the end of the record.
    pub fn of(subject: PageSubject<'_>) -> Option<Self> {
        let game = subject.game()?;
        let mut ledger = Ledger::new(subject.journal.start());
        let mut story = ScoreTracker::default();
        journal::replay(subject.journal, 1..=subject.at, |number, before, played| {
            ledger.record(number, played);
            story.hear(number, subject.named_game(before), played);
        });
        let winner = game.winner();
        let rows: Vec<ScoreRow> =
            game.players().map(|player| row(&game, &ledger, player)).collect();
        let honors = story.honors.honors(&rows, &story.growth, winner);
        Some(Self {
            rows,
            turns: game.turn_number(),
            winner,
            end: story.end,
            tied: story.tied,
            growth: story.growth,
            placed: story.placed,
            honors,
            irregular: story.irregular,
        })
    }

    /// Returns the rows by place, and by seat within a place.
    pub fn podium(&self) -> Vec<&ScoreRow> {
        let mut podium: Vec<&ScoreRow> = self.rows.iter().collect();
        podium.sort_by_key(|row| (row.rank, row.player));
        podium
    }

    /// Returns the categories of points that any player has.
    pub(super) fn categories(&self) -> impl Iterator<Item = SourceCategory> + '_ {
        SourceCategory::ALL.into_iter().filter(|category| {
            let mut sources = self.rows.iter().flat_map(|row| &row.sources);
            sources.any(|(other, _)| other == category)
        })
    }

    /// Returns the scores as CSV: one row per player, the same columns in every game.
    ///
    /// # Errors
    ///
    /// If the table cannot be written to memory, which no input can cause.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let first = ["seat", "name", "race", "place", "won", "points"];
        let last = ["money", "income", "fleeting", "lasting", "houses", "bridges"];
        let sources = SourceCategory::ALL.map(SourceCategory::name);
        writer.write_record(first.iter().chain(&sources).chain(&last))?;
        for row in &self.rows {
            let won = match self.winner {
                Some(winner) if winner == row.player => "yes",
                Some(_) => "no",
                // The game is not over, or is lost.
                None => "",
            };
            let mut record = vec![
                (row.player.index() + 1).to_string(),
                text_cell(&row.name),
                text_cell(&row.race),
                row.rank.to_string(),
                won.to_owned(),
                row.points.to_string(),
            ];
            record.extend(SourceCategory::ALL.map(|category| row.source(category).to_string()));
            record
                .extend([row.money, row.income, row.fleeting, row.lasting].map(|n| n.to_string()));
            record.extend([row.houses, row.bridges].map(|n| n.to_string()));
            writer.write_record(&record)?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns a text as a table cell, with a leading apostrophe if a spreadsheet would read it as a
/// formula.
fn text_cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

impl ScoreRow {
    /// Returns the points from one category.
    pub fn source(&self, category: SourceCategory) -> i32 {
        self.sources.iter().find(|(other, _)| *other == category).map_or(0, |(_, points)| *points)
    }
}

fn row(game: &Game, ledger: &Ledger, player: PlayerId) -> ScoreRow {
    ScoreRow {
        player,
        name: game.player_name(player).to_owned(),
        race: game
            .race(player)
            .map_or_else(String::new, |race| game.contents().race_name(race).to_owned()),
        rank: rank(game, player),
        points: game.points(player).0,
        sources: ledger.by_category(player, Quantity::Points).into_iter().collect(),
        money: game.money(player).0,
        income: game.income(player).0,
        fleeting: game.fleeting(player),
        lasting: game.lasting(player),
        houses: game.houses(player),
        bridges: game.bridges(player),
    }
}

/// Returns the place of a player; 1 is the first.
fn rank(game: &Game, player: PlayerId) -> usize {
    let points = game.points(player);
    let ahead = game.players().filter(|&other| {
        let theirs = game.points(other);
        theirs > points || theirs == points && other != player && game.winner() == Some(other)
    });
    1 + ahead.count()
}

/// Facts collected during a replay, besides the sources of points.
#[derive(Default)]
struct ScoreTracker {
    end: String,
    tied: Vec<PlayerId>,
    growth: Vec<(u32, ByPlayer<Points>)>,
    placed: Vec<(u32, BuildingId)>,
    irregular: Vec<(usize, String)>,
    honors: HonorTracker,
}

impl ScoreTracker {
    fn hear(&mut self, number: usize, before: NamedGame<'_>, played: &Played) {
        let turn = if before.game().in_setup() { 0 } else { before.game().turn_number() };
        let points = played.game.scores();
        match self.growth.last_mut() {
            Some((last, sums)) if *last == turn => *sums = points,
            Some(_) | None => self.growth.push((turn, points)),
        }
        let earlier = before.game().active_buildings();
        self.placed.extend(
            played
                .game
                .active_buildings()
                .iter()
                .map(|active| active.building)
                .filter(|building| earlier.iter().all(|other| other.building != *building))
                .map(|building| (turn, building)),
        );
        self.honors.record(number, turn, played);
        if let Some(text) = irregular(before, played) {
            self.irregular.push((number, text));
        }
        for (event, line) in played.events.iter().zip(receipt::lines(played, before.naming())) {
            if let Event::Finished { tied, .. } = event {
                self.tied.clone_from(tied);
                self.end = format!("{}.", capitalized(&line.text));
            }
        }
    }
}

/// Returns the description of an entry that overrules the rules, sets the record right, or replaces
/// an unexplained stretch of play.
fn irregular(before: NamedGame<'_>, played: &Played) -> Option<String> {
    let explanation: &str = match &played.action.kind {
        ActionKind::Position(_) if !before.game().in_setup() => {
            "what happened before is not explained"
        }
        ActionKind::Overrule { reason, .. } | ActionKind::Adjust { reason, .. } => reason,
        _ => return None,
    };
    let text = sentence(before, played);
    Some(if explanation.is_empty() { text } else { format!("{text}: {explanation}") })
}
