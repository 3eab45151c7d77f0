//! The round: who acts when, this round's cards, and its end.

use plain_text::listed;
use scenario::action::{parse_card, parse_initiative};
use scenario::text::TextError;
use scenario_rules::action::InitiativeHolder;
use scenario_rules::card::SetCard;
use std::collections::BTreeSet;

use egui::{Color32, Key, Ui, vec2};

use crate::{ScenarioCommand, ScenarioMemory, called, play};
use scenario::Record;
use scenario_rules::figure::{Figure, FigureKind, Initiative, Rank};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Names, Position, Ruling, SetId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{body, button, caption, error_ui, hairline_ui, lead, line_edit};

/// The page.
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
    order_ui(ui, record, memory);
    hairline_ui(ui);
    cards_ui(ui, record, memory, commands);
    hairline_ui(ui);
    if ui.add(button("End the round")).clicked() {
        memory.typed.clear();
        play(commands, Action::Round);
    }
    caption("Characters turn over new cards then, and everybody acts again.").ui(ui);
}

/// Who acts when; a press shows a figure.
fn order_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let game = record.game();
    let position = game.position();
    lead("Order of acting").ui(ui);
    let order = position.order();
    let status = game.turn_status();
    status_ui(ui, position, &status);
    let next = match status {
        TurnStatus::Turn { figures, .. } => figures,
        TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => Vec::new(),
    };
    let note = if next.len() > 1 { "may act next" } else { "acts next" };
    let note = |id: FigureId| next.contains(&id).then_some(note);
    let mut shown = None;
    for station in order.stations() {
        let number = if station.resting { "rest".to_owned() } else { station.number.to_string() };
        if station.blocks.len() > 1 {
            let said = format!("Initiative {number}: the players choose who goes first (G10).");
            caption(said).ui(ui);
        }
        for &id in station.blocks.iter().flatten() {
            if figure_row_ui(ui, record, id, &number, note(id)) {
                shown = Some(id);
            }
        }
    }
    let all = position.figures().iter().map(Figure::id);
    let hidden: Vec<FigureId> = all.filter(|&id| order.number(id).is_none()).collect();
    if !hidden.is_empty() {
        caption("Not turned over yet").ui(ui);
    }
    for id in hidden {
        if figure_row_ui(ui, record, id, "–", None) {
            shown = Some(id);
        }
    }
    if let Some(id) = shown {
        memory.select(position, id);
    }
}

/// Says what the round waits for where that is not the first in the order, and by which ruling.
fn status_ui(ui: &mut Ui, position: &Position, status: &TurnStatus) {
    match status {
        TurnStatus::Turn { figures, ruling: Some(ruling) } => {
            if let ([id], Ruling::RevealedRoom) = (figures.as_slice(), ruling) {
                body(format!("In turn: {}.", called(position, *id))).bold().ui(ui);
            }
            caption(ruling.cited(position.switches())).ui(ui);
        }
        TurnStatus::Turn { ruling: None, .. } => {}
        TurnStatus::Initiatives(hidden) => {
            let names = hidden.iter().map(|&of| position.names().name(of));
            let names: Vec<String> = names.map(|name| name.to_string()).collect();
            let said = format!("Nobody acts yet: turn over the initiative of {}.", listed(&names));
            body(said).bold().ui(ui);
        }
        TurnStatus::RoundEnd => {
            body("Everybody has acted: end the round.").bold().ui(ui);
        }
    }
}

/// A figure in the order of acting, with a note on its turn; says whether it is pressed.
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
    let mut said = format!("{number}  {figure}");
    let notes = [figure.rank().map(Rank::word), is_done.then_some("done"), turn];
    for note in notes.into_iter().flatten() {
        said.push_str(", ");
        said.push_str(note);
    }
    let ink: Color32 = if is_done { theme(ui).muted } else { theme(ui).ink };
    let words = if turn.is_some() { body(said).bold() } else { body(said) };
    let row = egui::Button::new((words.tinted(ink).rich(ui), egui::Atom::grow()));
    ui.add(row.min_size(vec2(ui.available_width(), touch::TARGET))).clicked()
}

/// Initiatives and what cards say, typed as they are turned over.
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
            let field = format!("Initiative of {figure}");
            let hint = "30, 30/12 or resting";
            let parse = |typed: &str| initiative_of(position.names(), &figure.to_string(), typed);
            let field = Field { name: &field, now, hint, parse: &parse };
            field_ui(ui, record, memory, &field, commands);
        }
    }
    for figure in firsts_of_sets(position) {
        let layout = position.layout();
        let (set, name) = (figure.set(), figure.name());
        let mut of_set = position.figures().iter().filter(|other| other.set() == set);
        if of_set.any(|other| matches!(other.kind, FigureKind::Monster(_))) {
            let now = layout.initiatives.iter().find(|of| of.set == set);
            let now = now.map(|of| of.number.to_string()).unwrap_or_default();
            let field = format!("Initiative of {name}");
            let parse = |typed: &str| initiative_of(position.names(), name, typed);
            let field = Field { name: &field, now, hint: "50", parse: &parse };
            field_ui(ui, record, memory, &field, commands);
        }
        for rank in std::iter::once(None).chain(ranks_apart(position, set).map(Some)) {
            let card = layout.cards.iter().find(|card| (card.rank, card.set) == (rank, set));
            let now = card.map(|card| card.card.to_string()).unwrap_or_default();
            let whose = rank.map_or(name.to_owned(), |rank| format!("{} {name}", rank.word()));
            let hint =
                if rank.is_some() { "as the others" } else { "move 2, attack range 3 targets 2" };
            let field = format!("Card of {whose}");
            let parse = |typed: &str| {
                let card = parse_card(typed)?;
                Ok(Action::Card(SetCard { set, rank, card }))
            };
            let field = Field { name: &field, now, hint, parse: &parse };
            field_ui(ui, record, memory, &field, commands);
        }
    }
}

/// Returns the action by which an initiative is turned over, or hidden again where nothing is typed.
fn initiative_of(names: &Names, name: &str, typed: &str) -> Result<Action, TextError> {
    let initiative = if typed.is_empty() { Initiative::Hidden } else { parse_initiative(typed)? };
    let holder = InitiativeHolder::new(names, name);
    Ok(Action::Initiative { holder, initiative })
}

/// The ranks of a set beside its normal monsters, for which the card may come to other values.
fn ranks_apart(position: &Position, set: SetId) -> impl Iterator<Item = Rank> {
    let of_set = |figure: &&Figure| figure.set() == set;
    let figures = position.figures().iter().filter(of_set);
    let ranks: BTreeSet<Rank> = figures.filter_map(Figure::rank).collect();
    let cards = position.layout().cards.iter();
    let typed = cards.filter(|card| card.set == set);
    let typed: BTreeSet<Rank> = typed.filter_map(|card| card.rank).collect();
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

/// A line to type in, and what it holds while nobody types.
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    pub(super) now: String,
    pub(super) hint: &'a str,
    /// Reads what is typed.
    pub(super) parse: &'a dyn Fn(&str) -> Result<Action, TextError>,
}

/// The field; what was typed is taken when Enter is pressed or the field is left.
pub(super) fn field_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    field: &Field<'_>,
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
    // What was refused stays to be put right.
    let is_refused = memory.trouble.as_ref().is_some_and(|(of, _)| of == field.name);
    if is_new && (response.has_focus() || is_refused) {
        memory.typed.insert(field.name.to_owned(), typed);
    } else if is_refused {
        memory.trouble = None;
    }
    if let Some((_, why)) = memory.trouble.as_ref().filter(|(of, _)| of == field.name) {
        error_ui(ui, why, text::SMALL);
    }
    ui.add_space(space::XS);
}
