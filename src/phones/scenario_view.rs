//! The state of a scenario as phones see it. It contains no sealed initiative.

use std::sync::Arc;

use plain_text::{counted, listed, one_of, remarks, sentence};
use record::EntryId;
use scenario::Record;
use scenario::receipt::ReceiptStep;
use scenario::record::receipt_of;
use scenario::sentence::entry_sentence;
use scenario::turn_order::{characters, hidden_characters};
use scenario::usual_actions::usual_actions;
use scenario_rules::figure::{Condition, Figure, Initiative};
use scenario_rules::hand::Pile;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Game};
use sealed::InitiativeBox;

use crate::seat::SeatId;
use crate::view::{JournalLine, SeatView, TableView};

/// The part of a view that only a scenario has.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioView {
    /// The game after the latest entry.
    pub game: Arc<Game>,
    /// The latest entry, a sentence.
    pub heading: String,
    /// The receipt of the latest entry.
    pub receipt: Vec<ReceiptStep>,
    /// The characters that choose an initiative, each with `true` once it is sealed; empty while
    /// none is due.
    pub choosing: Vec<(SeatId, bool)>,
}

impl ScenarioView {
    /// Returns the character of a seat, even if it has left the map.
    pub fn character(&self, seat: SeatId) -> Option<FigureId> {
        characters(&self.game).into_iter().find(|&id| SeatId::from(id) == seat)
    }

    /// Returns `true` if the initiative of a seat is sealed; `None` if none is due from it.
    pub fn is_sealed(&self, seat: SeatId) -> Option<bool> {
        self.choosing.iter().find(|(choosing, _)| *choosing == seat).map(|(_, sealed)| *sealed)
    }

    /// Returns the action of a button on the page of a seat.
    pub(crate) fn action(&self, seat: SeatId, index: usize) -> Option<Action> {
        let groups = usual_actions(&self.game, self.character(seat)?);
        let mut actions = groups.into_iter().flat_map(|group| group.actions);
        Some(actions.nth(index)?.action)
    }
}

/// Makes the views of one scenario. It keeps the sentences of the journal, which are long to make.
#[derive(Debug, Default)]
pub struct ScenarioViewMaker {
    ids: Vec<EntryId>,
    lines: Vec<JournalLine>,
}

impl ScenarioViewMaker {
    /// Returns the view of the latest entry of the main line up to the cursor, without the map.
    pub fn view(&mut self, record: &Record, sealed: &InitiativeBox) -> TableView {
        let game = record.game();
        let choosing = hidden_characters(game).into_iter();
        let scenario = ScenarioView {
            game: Arc::new(game.clone()),
            heading: entry_sentence(record, record.cursor()).unwrap_or_default(),
            receipt: receipt_of(record, record.cursor()),
            choosing: choosing.map(|id| (SeatId::from(id), sealed.is_sealed(id))).collect(),
        };
        TableView {
            entry: record.cursor(),
            here: Some(record.here()),
            seats: characters(game).into_iter().map(|id| seat_view(game, id)).collect(),
            pending: vec![pending(game)],
            journal: self.journal(record),
            scenario: Some(scenario),
            ..TableView::default()
        }
    }

    /// Returns the sentences of the entries up to the cursor. Only those that are new since the
    /// last call are made.
    fn journal(&mut self, record: &Record) -> Arc<[JournalLine]> {
        let ids = &record.main_line()[..record.cursor()];
        let known = self.ids.iter().zip(ids).take_while(|(known, id)| known == id).count();
        self.ids.truncate(known);
        self.lines.truncate(known);
        self.lines.extend((known + 1..=ids.len()).map(|number| JournalLine {
            number,
            text: entry_sentence(record, number).unwrap_or_default(),
        }));
        self.ids.extend_from_slice(&ids[known..]);
        self.lines.as_slice().into()
    }
}

/// Returns what the round waits for, in a sentence.
fn pending(game: &Game) -> String {
    let position = game.position();
    let name = |id: &FigureId| position.name_of(*id).to_string();
    if let Some(end) = game.end() {
        return sentence(&format!("the scenario is {}", end.ending.word()));
    }
    match game.turn_status() {
        TurnStatus::Turn { figures, .. } => match figures.as_slice() {
            [id] => format!("It is the turn of {}.", name(id)),
            figures => {
                let names: Vec<String> = figures.iter().map(name).collect();
                format!("Choose who goes first: {}.", one_of(&names))
            }
        },
        TurnStatus::Initiatives(hidden) => {
            let names: Vec<_> = hidden.into_iter().map(|of| position.names().name(of)).collect();
            format!("Initiatives are due: {}.", listed(&names))
        }
        TurnStatus::RoundEnd => "Everybody has acted: end the round.".to_owned(),
    }
}

/// Returns the seat of a character with everything about it.
fn seat_view(game: &Game, id: FigureId) -> SeatView {
    let position = game.position();
    let layout = position.layout();
    let figure = position.get(id);
    let counted_points = figure.and_then(|figure| figure.hit_points);
    let hit_points = counted_points.map_or("–".to_owned(), |now| now.to_string());
    let summary = match (figure, counted_points) {
        (None, _) => "off the map".to_owned(),
        (Some(_), None) => String::new(),
        (Some(_), Some(now)) => {
            format!("{} of {}", now.current, counted(now.max, "hit point", "hit points"))
        }
    };
    let purse = layout.purse(id);
    let numbers = [
        ("Experience", purse.experience.to_string()),
        ("Tokens", purse.tokens.to_string()),
        ("Initiative", figure.map_or("–".to_owned(), initiative_text)),
    ];
    let mut rows: Vec<(&'static str, String)> = Vec::new();
    if let Some(figure) = figure {
        rows.push(("Hex", figure.hex.to_string()));
        let conditions: Vec<&str> = figure.conditions.iter().map(Condition::word).collect();
        rows.push(("Conditions", none_or(remarks(&conditions))));
        let bonuses: Vec<String> = figure.bonuses.iter().map(ToString::to_string).collect();
        rows.extend((!bonuses.is_empty()).then(|| ("Bonuses", remarks(&bonuses))));
    }
    if let Some(hand) = layout.hand(id) {
        let piles = Pile::ALL.into_iter().filter(|&pile| hand.count(pile) > 0);
        let piles: Vec<String> =
            piles.map(|pile| format!("{} {}", pile.word(), hand.count(pile))).collect();
        rows.push(("Cards", none_or(remarks(&piles))));
    }
    let is_in_turn = match game.turn_status() {
        TurnStatus::Turn { figures, .. } => figures.contains(&id),
        TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => false,
    };
    SeatView {
        seat: id.into(),
        name: position.name_of(id).to_string(),
        remark: layout.is_exhausted(id).then(|| "exhausted".to_owned()),
        summary,
        headline: ("Hit points", hit_points),
        numbers: numbers.to_vec(),
        rows,
        decisions: is_in_turn.then(|| "It is your turn.".to_owned()).into_iter().collect(),
    }
}

fn none_or(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}

fn initiative_text(figure: &Figure) -> String {
    match figure.initiative() {
        Some(Initiative::Resting) => "rest".to_owned(),
        Some(initiative @ Initiative::Card { .. }) => initiative.to_string(),
        Some(Initiative::Hidden) | None => "–".to_owned(),
    }
}
