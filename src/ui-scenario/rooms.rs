//! The figures that the rooms of a scenario need, from the owner's cards.

use std::collections::BTreeMap;

use egui::{Ui, vec2};
use plain_text::same_name;

use crate::owner_cards::equation_values;
use crate::setup::{FigureForm, level_ui};
use crate::{ScenarioCommand, ScenarioMemory};
use scenario::Record;
use scenario::record::action_at;
use scenario_cards::{EquationValues, RoomFigure, RoomFigureKind, ScenarioList};
use scenario_rules::Action;
use scenario_rules::figure::{Figure, FigureKind};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{caption, hairline_ui, line_edit, toggle_button};

/// The maximum number of letters of a scenario's number.
const MAX_ID: usize = ScenarioList::MAX_ID_CHARS;

/// The state of the list.
#[derive(Debug, Default)]
pub(super) struct RoomList {
    /// The typed number of the scenario.
    scenario: String,
    room: Option<u16>,
    /// For each chosen room, the entry after which its figures are put on the map.
    opened: BTreeMap<u16, usize>,
    /// The figures that are put on the map next, by their place in the room.
    chosen: Option<usize>,
}

/// Figures of a room that are to be put on the map.
struct NeededFigures<'a> {
    figures: &'a RoomFigure,
    /// The number still missing on the map.
    left: usize,
}

impl NeededFigures<'_> {
    /// Returns the name with the rank, and the missing number.
    fn label(&self) -> String {
        let name = &self.figures.name;
        let name = match self.figures.kind {
            RoomFigureKind::Monster(Some(rank)) => format!("{} {name}", rank.word()),
            RoomFigureKind::Monster(None) | RoomFigureKind::Object(_) => name.clone(),
        };
        match self.left {
            0 => format!("{name}: all placed"),
            1 => name,
            left => format!("{left} × {name}"),
        }
    }
}

/// Draws the scenario with the figures of its rooms. A pressed one is put on the map next.
pub(super) fn rooms_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let ScenarioMemory { cards, rooms: list, form, .. } = memory;
    if cards.scenarios.is_empty() {
        return;
    }
    let before = list.scenario.clone();
    ui.horizontal(|ui| {
        let label = ui.label("Scenario");
        let edit = line_edit(&mut list.scenario).char_limit(MAX_ID);
        ui.add(edit.desired_width(FIELD_WIDTH)).labelled_by(label.id);
        if let Some(title) = cards.scenario(&list.scenario).and_then(|of| of.title.as_deref()) {
            caption(title).truncated_ui(ui);
        }
    });
    if list.scenario != before {
        *list = RoomList { scenario: std::mem::take(&mut list.scenario), ..RoomList::default() };
    }
    let Some(scenario) = cards.scenario(&list.scenario) else {
        hairline_ui(ui);
        return;
    };
    let position = record.game().position();
    if position.level().is_none() {
        level_ui(ui, position, commands);
    }
    room_buttons_ui(ui, record, list, scenario);
    let values = equation_values(record.game());
    let needed = list.needed(record, scenario, values);
    list.choose_next(&needed, values, form);
    ui.horizontal_wrapped(|ui| {
        for (index, figures) in needed.iter().enumerate() {
            let is_chosen = list.chosen == Some(index);
            let entry = toggle_button(is_chosen, figures.label());
            let entry = entry.min_size(vec2(0.0, touch::TARGET));
            if ui.add_enabled(figures.left > 0, entry).clicked() {
                list.chosen = Some(index);
                form.choose(figures.figures, values);
            }
        }
    });
    if !needed.is_empty() && needed.iter().all(|figures| figures.left == 0) {
        caption("Every figure of this room is on the map.").ui(ui);
    }
    hairline_ui(ui);
}

/// The width of the field for the number of the scenario, in points.
const FIELD_WIDTH: f32 = 56.0;

/// Draws a button for each room.
fn room_buttons_ui(ui: &mut Ui, record: &Record, list: &mut RoomList, scenario: &ScenarioList) {
    if list.room.is_none() {
        list.room = scenario.rooms.keys().next().copied();
        list.opened = list.room.map(|room| (room, 0)).into_iter().collect();
    }
    if scenario.rooms.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for &room in scenario.rooms.keys() {
            let entry = toggle_button(list.room == Some(room), format!("Room {room}"));
            if ui.add(entry.min_size(vec2(0.0, touch::TARGET))).clicked() {
                list.room = Some(room);
                list.chosen = None;
                list.opened.entry(room).or_insert(record.cursor());
            }
        }
    });
}

impl RoomList {
    /// Returns the names of the monsters of the scenario.
    pub(super) fn monsters<'a>(&self, cards: &'a scenario_cards::CardBook) -> &'a [String] {
        cards.scenario(&self.scenario).map_or(&[], |scenario| &scenario.monsters)
    }

    /// Returns the figures of the chosen room that are needed with the characters on the map.
    fn needed<'a>(
        &self,
        record: &Record,
        scenario: &'a ScenarioList,
        values: EquationValues,
    ) -> Vec<NeededFigures<'a>> {
        let Some(room) = self.room else {
            return Vec::new();
        };
        let figures = scenario.rooms.get(&room).map_or(&[][..], Vec::as_slice);
        let since = self.opened.get(&room).copied().unwrap_or_default();
        figures
            .iter()
            .filter(|figures| figures.characters.contains(values.characters))
            .filter_map(|figures| {
                let needed = usize::from(figures.count.evaluate(values)?);
                let placed = count_placed(record, since, figures);
                (needed > 0)
                    .then_some(NeededFigures { figures, left: needed.saturating_sub(placed) })
            })
            .collect()
    }

    /// Goes on to the next figures of the room once all of the chosen ones are on the map.
    fn choose_next(
        &mut self,
        needed: &[NeededFigures<'_>],
        values: EquationValues,
        form: &mut FigureForm,
    ) {
        let Some(chosen) = self.chosen else {
            return;
        };
        if needed.get(chosen).is_some_and(|figures| figures.left > 0) {
            return;
        }
        self.chosen = needed.iter().position(|figures| figures.left > 0);
        if let Some(next) = self.chosen {
            form.choose(needed[next].figures, values);
        }
    }
}

/// Returns the number of such figures that were put on the map after an entry.
fn count_placed(record: &Record, since: usize, figures: &RoomFigure) -> usize {
    let entries = (since + 1)..=record.cursor();
    entries
        .filter_map(|entry| action_at(record, entry))
        .filter(|action| matches!(action, Action::Put(figure) if is_one_of(figure, figures)))
        .count()
}

fn is_one_of(figure: &Figure, figures: &RoomFigure) -> bool {
    let is_kind = match (&figures.kind, &figure.kind) {
        (RoomFigureKind::Monster(rank), FigureKind::Monster(of)) => {
            rank.is_none_or(|rank| rank == *of)
        }
        (RoomFigureKind::Object(_), FigureKind::Object(..)) => true,
        _ => false,
    };
    is_kind && same_name(figure.name(), &figures.name)
}
