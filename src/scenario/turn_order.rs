//! The figures in order of acting, the characters, and those whose initiative is due.

use scenario_rules::figure::{Figure, FigureKind};
use scenario_rules::names::NameId;
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Game, Position};

/// A figure with its initiative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// The initiative, `rest` for a long rest, or a dash while it is not revealed.
    pub initiative: String,
    /// The figure.
    pub figure: FigureId,
}

/// Returns the figures in order of acting, those with unrevealed initiatives last.
pub fn turn_order(position: &Position) -> Vec<OrderRow> {
    let order = position.order();
    let mut rows: Vec<OrderRow> = Vec::new();
    for station in order.stations() {
        let initiative =
            if station.resting { "rest".to_owned() } else { station.number.to_string() };
        let figures = station.blocks.iter().flatten();
        rows.extend(figures.map(|&figure| OrderRow { initiative: initiative.clone(), figure }));
    }
    let hidden = position.figures().iter().map(Figure::id);
    let hidden = hidden.filter(|&id| order.number(id).is_none());
    rows.extend(hidden.map(|figure| OrderRow { initiative: "–".to_owned(), figure }));
    rows
}

/// Returns the characters of a scenario in the order of their names in the record, those that are
/// exhausted included.
pub fn characters(game: &Game) -> Vec<FigureId> {
    let position = game.position();
    let is_character = |figure: &&Figure| matches!(figure.kind, FigureKind::Character(_));
    let on_map = position.figures().iter().filter(is_character).map(Figure::id);
    let mut all: Vec<FigureId> =
        on_map.chain(position.layout().exhausted.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the characters whose initiative is due.
pub fn hidden_characters(game: &Game) -> Vec<FigureId> {
    let TurnStatus::Initiatives(hidden) = game.turn_status() else { return Vec::new() };
    let position = game.position();
    let is_character = |id: FigureId| {
        position.get(id).is_some_and(|figure| matches!(figure.kind, FigureKind::Character(_)))
    };
    let figures = hidden.into_iter().filter_map(|name| match name {
        NameId::Figure(id) if is_character(id) => Some(id),
        NameId::Figure(_) | NameId::Set(_) => None,
    });
    figures.collect()
}
