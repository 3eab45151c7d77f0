//! The page of the round: the order of acting, this round's cards, and its end.

use plain_text::listed;
use scenario::action::{parse_card, parse_initiative};
use scenario::text::TextError;
use scenario_rules::action::InitiativeHolder;
use scenario_rules::card::SetCard;
use std::collections::BTreeSet;

use egui::{Color32, Key, Ui, vec2};

use crate::citation::cited_ui;
use crate::palette::mark_character;
use crate::{ScenarioCommand, ScenarioMemory, figure_label, play};
use scenario::Record;
use scenario_rules::figure::{Figure, FigureKind, Initiative, Rank};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Names, Position, Ruling, SetId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{body, button, caption, error_ui, hairline_ui, lead, line_edit};

/// Draws the page.
pub(super) fn round_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if record.game().position().figures().is_empty() {
        body("Nobody stands on the map yet. Press \"Set up\" for the map and the figures.").ui(ui);
        return;
    }
    order_ui(ui, record, memory, commands);
    hairline_ui(ui);
    cards_ui(ui, record, memory, commands);
    hairline_ui(ui);
    if ui.add(button("End the round")).clicked() {
        memory.typed.clear();
        play(commands, Action::Round);
    }
    caption("Characters turn over new cards then, and everybody acts again.").ui(ui);
}

/// Draws the order of acting. A press selects a figure.
fn order_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let position = game.position();
    lead("Order of acting").ui(ui);
    let order = position.order();
    let status = game.turn_status();
    status_ui(ui, position, &status, commands);
    let next = match status {
        TurnStatus::Turn { figures, .. } => figures,
        TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => Vec::new(),
    };
    let note = if next.len() > 1 { "may act next" } else { "acts next" };
    let mut pressed = None;
    for station in order.stations() {
        let number = if station.resting { "rest".to_owned() } else { station.number.to_string() };
        if station.blocks.len() > 1 {
            let hint = format!("Initiative {number}: the players choose who goes first (G10).");
            cited_ui(ui, caption(hint), position.switches(), commands);
        }
        for &id in station.blocks.iter().flatten() {
            let note = next.contains(&id).then_some(note);
            if figure_row_ui(ui, record, id, &number, note) {
                pressed = Some(id);
            }
        }
    }
    let hidden: Vec<FigureId> = position
        .figures()
        .iter()
        .map(Figure::id)
        .filter(|&id| order.number(id).is_none())
        .collect();
    if !hidden.is_empty() {
        caption("Not turned over yet").ui(ui);
    }
    for id in hidden {
        if figure_row_ui(ui, record, id, "–", None) {
            pressed = Some(id);
        }
    }
    if let Some(id) = pressed {
        memory.select(position, id);
    }
}

/// Draws what the round waits for, unless it is simply the next figure, with the deciding ruling.
fn status_ui(
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

/// Draws a figure in the order of acting, with a note on its turn; returns `true` if it is pressed.
fn figure_row_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    number: &str,
    turn: Option<&str>,
) -> bool {
    let game = record.game();
    let figure = game.position().figure(id);
    let is_done = game.has_acted(id);
    let mut text = format!("{number}  {figure}");
    let notes = [figure.rank().map(Rank::word), is_done.then_some("done"), turn];
    for note in notes.into_iter().flatten() {
        text.push_str(", ");
        text.push_str(note);
    }
    let ink: Color32 = if is_done { theme(ui).muted } else { theme(ui).ink };
    let words = if turn.is_some() { body(text).bold() } else { body(text) };
    let row = egui::Button::new((words.tinted(ink).rich(ui), egui::Atom::grow()));
    let row = ui.add(row.min_size(vec2(ui.available_width(), touch::TARGET)));
    mark_character(ui, &row, game.position(), id);
    row.clicked()
}

/// Draws the fields for initiatives and cards, to be typed as they are turned over.
fn cards_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    lead("Cards of this round").ui(ui);
    for figure in position.figures() {
        if let FigureKind::Character(initiative) | FigureKind::Ally(initiative) = figure.kind {
            let is_hidden = initiative == Initiative::Hidden;
            let now = if is_hidden { String::new() } else { initiative.to_string() };
            let hint = "30, 30/12 or resting";
            let field = RoundField {
                name: &format!("Initiative of {figure}"),
                now,
                hint,
                parse: &|typed| initiative_of(position.names(), &figure.to_string(), typed),
            };
            field_ui(ui, record, memory, &field, commands);
        }
    }
    for figure in firsts_of_sets(position) {
        let layout = position.layout();
        let (set, name) = (figure.set(), figure.name());
        let mut of_set = position.figures().iter().filter(|other| other.set() == set);
        if of_set.any(|other| matches!(other.kind, FigureKind::Monster(_))) {
            let now = layout
                .initiatives
                .iter()
                .find(|of| of.set == set)
                .map(|of| of.number.to_string())
                .unwrap_or_default();
            let field = RoundField {
                name: &format!("Initiative of {name}"),
                now,
                hint: "50",
                parse: &|typed| initiative_of(position.names(), name, typed),
            };
            field_ui(ui, record, memory, &field, commands);
        }
        for rank in std::iter::once(None).chain(ranks_apart(position, set).map(Some)) {
            let card = layout.cards.iter().find(|card| (card.rank, card.set) == (rank, set));
            let now = card.map(|card| card.card.to_string()).unwrap_or_default();
            let whose = rank.map_or(name.to_owned(), |rank| format!("{} {name}", rank.word()));
            let hint =
                if rank.is_some() { "as the others" } else { "move 2, attack range 3 targets 2" };
            let field = RoundField {
                name: &format!("Card of {whose}"),
                now,
                hint,
                parse: &|typed| {
                    let card = parse_card(typed)?;
                    Ok(Action::Card(SetCard { set, rank, card }))
                },
            };
            field_ui(ui, record, memory, &field, commands);
        }
    }
}

/// Returns the action that turns an initiative over, or hides it again if nothing is typed.
fn initiative_of(names: &Names, name: &str, typed: &str) -> Result<Action, TextError> {
    let initiative = if typed.is_empty() { Initiative::Hidden } else { parse_initiative(typed)? };
    let holder = InitiativeHolder::new(names, name);
    Ok(Action::Initiative { holder, initiative })
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

/// Returns the first figure of every set that has a card, in the order of the figures.
fn firsts_of_sets(position: &Position) -> Vec<&Figure> {
    let mut firsts: Vec<&Figure> = Vec::new();
    for figure in position.figures() {
        let acts = match figure.kind {
            FigureKind::Monster(_) | FigureKind::Summon { .. } | FigureKind::Ally(_) => true,
            FigureKind::Character(_) | FigureKind::Object(..) => false,
        };
        if acts && firsts.iter().all(|first| first.set() != figure.set()) {
            firsts.push(figure);
        }
    }
    firsts
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

/// Draws the field. The typed text is entered on Enter or when the field loses focus.
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
    // A refused text stays, to be corrected.
    let is_refused = memory.field_error.as_ref().is_some_and(|(of, _)| of == field.name);
    if is_new && (response.has_focus() || is_refused) {
        memory.typed.insert(field.name.to_owned(), typed);
    } else if is_refused {
        memory.field_error = None;
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(of, _)| of == field.name) {
        error_ui(ui, why, text::SMALL);
    }
    ui.add_space(space::XS);
}
