//! The page of the round: the initiatives and cards that are turned over, and the end of the round.

use plain_text::{clauses, listed};
use scenario::action::parse_card;
use scenario::text::TextError;
use scenario_rules::card::SetCard;
use std::collections::BTreeSet;

use egui::{Key, Ui, vec2};

use crate::arrivals::spawn_button_ui;
use crate::citation::cited_ui;
use crate::reveal::reveal_ui;
use crate::{
    ScenarioCommand, ScenarioMemory, dungeon, ending, figure_label, play, receipt, supplies,
};
use scenario::Record;
use scenario_rules::figure::{Figure, Rank};
use scenario_rules::modifier::DeckOwner;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Position, Ruling, SetId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{
    body, button_ui, caption, error_ui, hairline_ui, is_entered, line_edit, toggle_button,
};

/// Draws the page: what the round waits for, and one line for each initiative.
pub(super) fn round_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let position = game.position();
    if position.figures().is_empty() {
        body("Nobody stands on the map yet. Press \"Set up\" for the map and the figures.").ui(ui);
        return;
    }
    receipt::latest_ui(ui, record, memory, commands);
    if let Some(summary) = game.summary() {
        ending::summary_ui(ui, record, (&summary, memory), commands);
        return;
    }
    let status = game.turn_status();
    status_ui(ui, position, &status, commands);
    dungeon::opened_exit_ui(ui, record, memory, commands);
    ending::ends_ui(ui, record, commands);
    reveal_ui(ui, record, memory, commands);
    if status != TurnStatus::RoundEnd || memory.next_step(record).is_none() {
        hairline_ui(ui);
        if button_ui(ui, "End the round") {
            memory.typed.clear();
            play(commands, Action::Round);
        }
        caption("Characters turn over new cards then, and everybody acts again.").ui(ui);
    }
    supplies::elements_ui(ui, record, commands);
    supplies::deck_ui(ui, record, DeckOwner::Monsters, memory.next_seed(record), commands);
    spawn_button_ui(ui, memory);
}

/// Draws what the round waits for, unless it is simply the next figure, with the deciding ruling.
pub(super) fn status_ui(
    ui: &mut Ui,
    position: &Position,
    status: &TurnStatus,
    commands: &CommandQueue<ScenarioCommand>,
) {
    match status {
        TurnStatus::Turn { figures, ruling: Some(ruling) } => {
            if let ([id], Ruling::RevealedRoom) = (figures.as_slice(), ruling) {
                body(format!("In turn: {}.", figure_label(position, *id))).bold().ui(ui);
            }
            let switches = position.switches();
            cited_ui(ui, caption(ruling.cited(switches)), switches, commands);
        }
        TurnStatus::Turn { ruling: None, .. } => {}
        TurnStatus::Initiatives(hidden) => {
            let names: Vec<String> =
                hidden.iter().map(|&of| position.names().name(of).to_string()).collect();
            body(format!("Nobody acts yet: turn over the initiative of {}.", listed(&names)))
                .bold()
                .ui(ui);
        }
        TurnStatus::RoundEnd => {
            body("Everybody has acted: end the round.").bold().ui(ui);
        }
    }
}

/// Draws the button that folds and unfolds the card of a set; it shows the card.
pub(super) fn fold_ui(
    ui: &mut Ui,
    position: &Position,
    memory: &mut ScenarioMemory,
    first: &Figure,
) {
    let Some(card) = card_of(position, first) else {
        return;
    };
    let is_open = memory.unfolded.contains(&first.set());
    let size = vec2(ui.available_width(), touch::TARGET);
    let fold = toggle_button(is_open, body(card.as_str()).rich(ui)).truncate();
    let response = ui.add_sized(size, fold);
    if response.accessible_name(format!("Card: {}: {card}", first.name())).clicked() {
        if is_open {
            memory.unfolded.remove(&first.set());
        } else {
            memory.unfolded.insert(first.set());
        }
    }
}

/// Returns `true` if a set has a card.
pub(super) fn has_card(position: &Position, first: &Figure) -> bool {
    card_of(position, first).is_some()
}

/// Returns the card of a set as text, or those of its ranks; `None` if it has none yet.
fn card_of(position: &Position, first: &Figure) -> Option<String> {
    let cards = || position.layout().cards.iter().filter(|card| card.set == first.set());
    if let Some(own) = cards().find(|card| card.rank.is_none()) {
        return Some(own.card.to_string());
    }
    let of_ranks: Vec<String> =
        cards().filter_map(|card| Some(format!("{}: {}", card.rank?.word(), card.card))).collect();
    (!of_ranks.is_empty()).then(|| clauses(&of_ranks))
}

/// Draws the fields for the card of a set, and of the ranks for which it may differ.
pub(super) fn cards_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    first: &Figure,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let ranks = ranks_apart(record.game().position(), first.set());
    for rank in std::iter::once(None).chain(ranks.map(Some)) {
        card_field_ui(ui, record, memory, (first, rank), commands);
    }
}

/// Draws the field for the card that a figure acts by.
pub(super) fn card_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(id);
    card_field_ui(ui, record, memory, (figure, None), commands);
}

/// Draws the field for the card of a set, or of one of its ranks.
fn card_field_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    (of, rank): (&Figure, Option<Rank>),
    commands: &CommandQueue<ScenarioCommand>,
) {
    let (set, name) = (of.set(), of.name());
    let mut cards = record.game().position().layout().cards.iter();
    let card = cards.find(|card| (card.rank, card.set) == (rank, set));
    let whose = rank.map_or(name.to_owned(), |rank| format!("{} {name}", rank.word()));
    let hint = if rank.is_some() { "as the others" } else { "such as: move 2, attack range 3" };
    let field = RoundField {
        name: &format!("Card of {whose}"),
        now: card.map(|card| card.card.to_string()).unwrap_or_default(),
        hint,
        parse: &|typed| {
            let card = parse_card(typed)?;
            Ok(Action::Card(SetCard { set, rank, card }))
        },
    };
    field_ui(ui, record, memory, &field, commands);
}

/// Returns the ranks of a set for which its card may have other values than for the rest.
fn ranks_apart(position: &Position, set: SetId) -> impl Iterator<Item = Rank> {
    let ranks: BTreeSet<Rank> = position
        .figures()
        .iter()
        .filter(|figure| figure.set() == set)
        .filter_map(Figure::rank)
        .collect();
    let typed: BTreeSet<Rank> = position
        .layout()
        .cards
        .iter()
        .filter(|card| card.set == set)
        .filter_map(|card| card.rank)
        .collect();
    let mixed = ranks.len() > 1;
    Rank::ALL.into_iter().filter(move |rank| {
        typed.contains(rank) || mixed && *rank != Rank::Normal && ranks.contains(rank)
    })
}

/// A text field that enters an action.
pub(super) struct RoundField<'a> {
    pub(super) name: &'a str,
    /// The current text while the user is not typing.
    pub(super) now: String,
    pub(super) hint: &'a str,
    /// Parses the typed text.
    pub(super) parse: &'a dyn Fn(&str) -> Result<Action, TextError>,
}

/// Draws the field. The typed text is entered on Enter, which leaves the focus in the field, or when
/// the field loses the focus.
pub(super) fn field_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    field: &RoundField<'_>,
    commands: &CommandQueue<ScenarioCommand>,
) {
    caption(field.name).ui(ui);
    let mut typed = memory.typed.remove(field.name).unwrap_or_else(|| field.now.clone());
    let edit = line_edit(&mut typed).hint_text(field.hint).desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name(field.name);
    let is_left = response.lost_focus();
    let is_new = typed.trim() != field.now;
    if is_left && is_new && !ui.input(|input| input.key_pressed(Key::Escape)) {
        memory.enter(record, field.name, (field.parse)(typed.trim()), commands);
    }
    if is_entered(&response) {
        response.request_focus();
    }
    // A refused text stays, to be corrected.
    let is_refused = memory.field_error.as_ref().is_some_and(|(of, _)| of == field.name);
    if is_new && (response.has_focus() && !is_left || is_refused) {
        memory.typed.insert(field.name.to_owned(), typed);
    } else if is_refused {
        memory.field_error = None;
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(of, _)| of == field.name) {
        error_ui(ui, why, text::SMALL);
    }
    ui.add_space(space::XS);
}
