//! The owner's cards: the initiative of a set finds the card of the round.

use egui::{Ui, vec2};
use scenario_cards::{AbilityCard, CardBook, EquationValues};
use std::collections::BTreeSet;

use crate::{ScenarioCommand, ScenarioMemory, play};
use scenario::Record;
use scenario::record::preview;
use scenario_rules::card::SetCard;
use scenario_rules::figure::{Figure, Rank};
use scenario_rules::{Action, Game};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{button, caption};

impl ScenarioMemory {
    /// Sets the owner's cards.
    pub fn set_cards(&mut self, cards: CardBook) {
        self.card_lines.set(&cards.to_string());
        self.cards = cards;
    }
}

/// Plays the card of a set that has this initiative.
///
/// Does nothing without a single such card among the owner's, or without the level of the scenario:
/// the card is chosen or typed then.
pub(super) fn play_card_of_initiative(
    record: &Record,
    memory: &ScenarioMemory,
    first: &Figure,
    initiative: u8,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let cards = memory.cards.ability_cards(first.name(), initiative);
    if let (&[card], Some(_)) = (cards.as_slice(), record.game().position().level()) {
        play_card(record, memory, (first, card), commands);
    }
}

/// Draws a button for each of several cards of a set that share its initiative, while it has none.
pub(super) fn shared_initiative_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &ScenarioMemory,
    first: &Figure,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let mut initiatives = position.layout().initiatives.iter();
    let Some(of_set) = initiatives.find(|of| of.set == first.set()) else {
        return;
    };
    let cards = memory.cards.ability_cards(first.name(), of_set.number);
    if cards.len() < 2 || position.level().is_none() {
        return;
    }
    caption(format!("Several cards of {} have initiative {}:", first.name(), of_set.number)).ui(ui);
    for card in cards {
        let label = card.title.clone().unwrap_or_else(|| card.words());
        let size = vec2(ui.available_width(), touch::TARGET);
        let response = ui.add(button(label).wrap().min_size(size));
        if response.on_hover_text(card.words()).clicked() {
            play_card(record, memory, (first, card), commands);
        }
    }
}

/// Plays a card of a set, with its totals for each rank on the map.
fn play_card(
    record: &Record,
    memory: &ScenarioMemory,
    (first, card): (&Figure, &AbilityCard),
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let name = first.name();
    let values = equation_values(record.game());
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

/// Returns the number of characters of the scenario, exhausted ones included and at least that of
/// the smallest party, and the level, 0 until it is set.
pub(super) fn equation_values(game: &Game) -> EquationValues {
    let count = game.participants().len();
    let characters = u8::try_from(count).unwrap_or(u8::MAX).max(MIN_CHARACTERS);
    EquationValues { characters, level: game.position().level().unwrap_or_default() }
}

/// The smallest number of characters in a scenario (S3.3).
const MIN_CHARACTERS: u8 = 2;
