//! The scores: who has how many points, what they came from, and how they grew.

use super::Subject;
use super::honours::{Deeds, Honour};
use components::ids::BuildingId;
use components::quantity::{Points, Quantity};
use narration::sentence::sentence;
use narration::sources::{Ledger, SourceCategory};
use narration::{NamedGame, receipt};
use plain_text::capitalized;
use rules::action::ActionKind;
use rules::game::Played;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::Event;

/// What a player has, and what it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub player: PlayerId,
    /// The person.
    pub name: String,
    /// The race; empty before it is chosen.
    pub race: String,
    /// 1 for the most points. Of those tied for the most, only the winner is first.
    pub rank: usize,
    /// Points.
    pub points: i32,
    /// The same, by what they came from; the sum is the points.
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
    pub rows: Vec<Row>,
    /// How many turns were begun.
    pub turns: u32,
    /// Who won, once the game is over.
    pub winner: Option<PlayerId>,
    /// How the game ended, in a sentence; empty while it goes on.
    pub end: String,
    /// Those with as many points as the winner, the winner among them; nobody while it goes on.
    pub tied: Vec<PlayerId>,
    /// Points at the end of each turn; what came before the first is turn 0.
    pub growth: Vec<(u32, ByPlayer<Points>)>,
    /// Prestige buildings in the order in which they were placed, with the turn.
    pub placed: Vec<(u32, BuildingId)>,
    /// Up to three feats of the game.
    pub honours: Vec<Honour>,
    /// Entries that were overruled or set right, with their reasons, and those that stand for an
    /// unexplained stretch.
    pub irregular: Vec<(usize, String)>,
}

impl Scores {
    /// The scores after the entry that is looked at; nothing beyond the end of the record.
    pub fn of(subject: Subject<'_>) -> Option<Self> {
        let game = subject.game()?;
        let mut ledger = Ledger::new(subject.journal.start());
        let mut story = Story::default();
        journal::replay(subject.journal, 1..=subject.at, |number, before, played| {
            ledger.record(number, played);
            story.hear(number, subject.named_game(before), played);
        });
        let winner = game.winner();
        let rank = |player: PlayerId| {
            let points = game.points(player);
            let ahead = |other: PlayerId| {
                let theirs = game.points(other);
                theirs > points || theirs == points && other != player && winner == Some(other)
            };
            1 + game.players().filter(|&other| ahead(other)).count()
        };
        let row = |player: PlayerId| Row {
            player,
            name: game.player_name(player).to_owned(),
            race: game
                .race(player)
                .map_or_else(String::new, |race| game.contents().race_name(race).to_owned()),
            rank: rank(player),
            points: game.points(player).0,
            sources: ledger.by_category(player, Quantity::Points).into_iter().collect(),
            money: game.money(player).0,
            income: game.income(player).0,
            fleeting: game.fleeting(player),
            lasting: game.lasting(player),
            houses: game.houses(player),
            bridges: game.bridges(player),
        };
        let rows: Vec<Row> = game.players().map(row).collect();
        let honours = story.deeds.honours(&rows, &story.growth, winner);
        Some(Self {
            rows,
            turns: game.turn_number(),
            winner,
            end: story.end,
            tied: story.tied,
            growth: story.growth,
            placed: story.placed,
            honours,
            irregular: story.irregular,
        })
    }

    /// Everybody from the first place to the last; those on the same place as they sit.
    pub fn podium(&self) -> Vec<&Row> {
        let mut podium: Vec<&Row> = self.rows.iter().collect();
        podium.sort_by_key(|row| (row.rank, row.player));
        podium
    }

    /// Where points came from: every category that anybody has.
    pub(super) fn categories(&self) -> impl Iterator<Item = SourceCategory> + '_ {
        let has = |category: &SourceCategory| {
            let mut all = self.rows.iter().flat_map(|row| &row.sources);
            all.any(|(other, _)| other == category)
        };
        SourceCategory::ALL.into_iter().filter(has)
    }

    /// The sheet as a table for other programs: a row a player, the same columns in every game.
    ///
    /// # Errors
    ///
    /// Should the table not be writable into memory, which no input can bring about.
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
                // Nobody has won yet.
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

/// Returns a text as a cell of a table: with an apostrophe before it where a spreadsheet would take
/// it for a formula.
fn text_cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

impl Row {
    /// What came from one category.
    pub fn source(&self, category: SourceCategory) -> i32 {
        let of = self.sources.iter().find(|(other, _)| *other == category);
        of.map_or(0, |(_, by)| *by)
    }
}

/// What a replay tells besides the numbers.
#[derive(Default)]
struct Story {
    end: String,
    tied: Vec<PlayerId>,
    growth: Vec<(u32, ByPlayer<Points>)>,
    placed: Vec<(u32, BuildingId)>,
    irregular: Vec<(usize, String)>,
    deeds: Deeds,
}

impl Story {
    fn hear(&mut self, number: usize, before: NamedGame<'_>, played: &Played) {
        let turn = if before.game().in_setup() { 0 } else { before.game().turn_number() };
        let points = played.game.scores();
        match self.growth.last_mut() {
            Some((last, sums)) if *last == turn => *sums = points,
            Some(_) | None => self.growth.push((turn, points)),
        }
        let stood = before.game().active_buildings();
        let stands = played.game.active_buildings().iter().map(|active| active.building);
        let is_new = |building: &BuildingId| stood.iter().all(|other| other.building != *building);
        self.placed.extend(stands.filter(is_new).map(|building| (turn, building)));
        self.deeds.hear(number, turn, played);
        if let Some(said) = irregular(before, played) {
            self.irregular.push((number, said));
        }
        for (event, line) in played.events.iter().zip(receipt::lines(played, before.naming())) {
            if let Event::Finished { tied, .. } = event {
                self.tied.clone_from(tied);
                self.end = format!("{}.", capitalized(&line.text));
            }
        }
    }
}

/// What an entry says that stands above the rules, or for what nobody wrote down.
fn irregular(before: NamedGame<'_>, played: &Played) -> Option<String> {
    let text = || sentence(before, played);
    match &played.action.kind {
        ActionKind::Position(_) if !before.game().in_setup() => {
            Some(format!("{}: what happened before is not explained", text()))
        }
        ActionKind::Overrule { reason, .. } | ActionKind::Adjust { reason, .. }
            if reason.is_empty() =>
        {
            Some(text())
        }
        ActionKind::Overrule { reason, .. } | ActionKind::Adjust { reason, .. } => {
            Some(format!("{}: {reason}", text()))
        }
        _ => None,
    }
}
