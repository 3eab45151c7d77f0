//! The owner's cards: the initiative of a set finds the card of the round.

use scenario_cards::{CardBook, EquationValues};
use std::collections::BTreeSet;

use crate::{ScenarioCommand, ScenarioMemory, play};
use scenario::Record;
use scenario::record::preview;
use scenario_rules::card::SetCard;
use scenario_rules::figure::{Figure, FigureKind, Rank};
use scenario_rules::{Action, Position};
use ui_kit::queue::CommandQueue;

impl ScenarioMemory {
    /// Sets the owner's cards.
    pub fn set_cards(&mut self, cards: CardBook) {
        self.cards = cards;
    }
}

/// Plays the card of a set that has this initiative, with its totals for each rank on the map.
///
/// Does nothing without a single such card among the owner's, or without the level of the scenario:
/// the card is typed then.
pub(super) fn play_card_of_initiative(
    record: &Record,
    memory: &ScenarioMemory,
    first: &Figure,
    initiative: u8,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let name = first.name();
    let cards = memory.cards.ability_cards(name, initiative);
    let (&[card], Some(level)) = (cards.as_slice(), position.level()) else {
        return;
    };
    let values = EquationValues { characters: count_characters(position), level };
    let ranks: BTreeSet<Rank> = position
        .figures()
        .iter()
        .filter(|figure| figure.set() == first.set())
        .filter_map(Figure::rank)
        .collect();
    for rank in ranks {
        let card = memory.cards.round_card(name, rank, values, card);
        let action = Action::Card(SetCard { set: first.set(), rank: Some(rank), card });
        if preview(record, &action).is_ok() {
            play(commands, action);
        }
    }
}

fn count_characters(position: &Position) -> u8 {
    let is_character = |figure: &&Figure| matches!(figure.kind, FigureKind::Character(_));
    let count = position.figures().iter().filter(is_character).count();
    u8::try_from(count).unwrap_or(u8::MAX)
}
