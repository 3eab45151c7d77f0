//! The table on a second screen: the map, the order of acting, and what happened last.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{CentralPanel, Frame, Panel, Role, ScrollArea, Sense, Ui, vec2};

use scenario::Record;
use scenario::sentence::entry_sentence;
use scenario::turn_order::{OrderRow, turn_order};
use scenario_drawing::{MapView, draw_map};
use scenario_rules::figure::Condition;
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Game};
use ui_kit::paint::paint_scene;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{body, headline, lead, name_as};

use crate::geometry::grid_in;
use crate::palette::{MapPalette, mark_character};

/// The width of the order of acting, in points.
const ORDER: f32 = 300.0;

/// The public state of a scenario: everything that lies on the table.
#[derive(Clone, Debug)]
pub struct ScenarioTable {
    game: Arc<Game>,
    /// The latest entry in words.
    latest: String,
}

impl ScenarioTable {
    /// Creates the state after the latest entry of a record.
    pub fn new(record: &Record) -> Self {
        let latest = entry_sentence(record, record.cursor()).unwrap_or_default();
        Self { game: Arc::new(record.game().clone()), latest }
    }

    /// Returns the figures that may act next.
    fn next(&self) -> Vec<FigureId> {
        match self.game.turn_status() {
            TurnStatus::Turn { figures, .. } => figures,
            TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => Vec::new(),
        }
    }
}

/// Draws the table, large enough to be read from every seat.
pub fn scenario_table_ui(ui: &mut Ui, table: &ScenarioTable) {
    let theme = theme(ui);
    let frame = Frame::new().fill(theme.raised).inner_margin(space::L);
    Panel::bottom("latest entry").resizable(false).frame(frame).show(ui, |ui| {
        ui.set_min_height(touch::TARGET);
        lead(table.latest.as_str()).ui(ui);
    });
    let width = ORDER.min(ui.available_width() * 0.4);
    let order = Panel::right("order of acting").resizable(false).exact_size(width).frame(frame);
    order.show(ui, |ui| {
        ui.label(headline(ui, &format!("Round {}", table.game.round()), text::HEAD));
        ui.add_space(space::S);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| order_ui(ui, table));
    });
    let frame = Frame::new().fill(theme.paper).inner_margin(space::L);
    CentralPanel::default().frame(frame).show(ui, |ui| map_ui(ui, &table.game));
}

/// Draws the order of acting; figures whose turn is over are muted.
fn order_ui(ui: &mut Ui, table: &ScenarioTable) {
    let position = table.game.position();
    let next = table.next();
    for OrderRow { initiative, figure: id } in turn_order(position) {
        let figure = position.figure(id);
        let hit_points = figure.hit_points.map(|now| format!(", {now}")).unwrap_or_default();
        let words = lead(format!("{initiative}  {figure}{hit_points}"));
        let words = match (next.contains(&id), table.game.has_acted(id)) {
            (true, _) => words.bold(),
            (false, true) => words.muted(),
            (false, false) => words,
        };
        let row = Frame::new().inner_margin(egui::Margin { left: 14, ..egui::Margin::ZERO });
        let row = row.show(ui, |ui| {
            words.ui(ui);
            let conditions: Vec<&str> = figure.conditions.iter().map(Condition::word).collect();
            if !conditions.is_empty() {
                body(plain_text::listed(&conditions)).muted().ui(ui);
            }
        });
        mark_character(ui, &row.response, position, id);
    }
}

/// Draws the map in the available space.
fn map_ui(ui: &mut Ui, game: &Game) {
    let size = ui.available_size().max(vec2(1.0, 1.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Image, "Map of the scenario");
    let map = draw_map(grid_in(rect, game.position().board()), &MapView::of_game(game));
    paint_scene(ui.painter(), &map, TSTransform::IDENTITY, &MapPalette(&theme(ui)));
}
