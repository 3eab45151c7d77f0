//! Figures that come during a scenario: summons and spawns, with the hexes that the rules propose.

use egui::{Ui, vec2};
use plain_text::one_of;

use crate::citation::cited_ui;
use crate::setup::put;
use crate::{ScenarioCommand, ScenarioMemory, Tab, Tool, figure_label};
use scenario::Record;
use scenario_rules::arrival::Arrival;
use scenario_rules::figure::FigureKind;
use scenario_rules::{FigureId, Hex, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{body, button, caption, toggle_button};

/// The arrival of the next figure.
#[derive(Clone, Debug, Default)]
pub(super) struct ArrivalForm {
    kind: ArrivalKind,
    /// The occupied place of a spawn, near which the players choose an empty hex.
    near: Option<Hex>,
    /// `true` if a page of the round opened the form. It returns there.
    returns: bool,
}

/// The way in which the next figure comes onto the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ArrivalKind {
    #[default]
    Placed,
    /// A figure summons it.
    Summoned(FigureId),
    Spawned,
}

impl ArrivalForm {
    /// Creates the form for a figure that another one summons.
    const fn summoned(by: FigureId) -> Self {
        Self { kind: ArrivalKind::Summoned(by), near: None, returns: true }
    }

    /// Creates the form for a spawn.
    const fn spawned() -> Self {
        Self { kind: ArrivalKind::Spawned, near: None, returns: true }
    }

    /// Returns the figure that summons the next one, if one does.
    pub(super) const fn summoner(&self) -> Option<FigureId> {
        match self.kind {
            ArrivalKind::Summoned(by) => Some(by),
            ArrivalKind::Placed | ArrivalKind::Spawned => None,
        }
    }

    /// Returns the hex and the arrival of a figure for a pressed hex.
    ///
    /// A spawn comes into the nearest empty hex; `None` while the players choose among several.
    pub(super) fn arrive(&mut self, position: &Position, hex: Hex) -> Option<(Hex, Arrival)> {
        match self.kind {
            ArrivalKind::Placed => Some((hex, Arrival::Placed)),
            ArrivalKind::Summoned(by) => Some((hex, Arrival::Summoned { by })),
            ArrivalKind::Spawned => self.spawn(position, hex),
        }
    }

    fn spawn(&mut self, position: &Position, hex: Hex) -> Option<(Hex, Arrival)> {
        if let Some(near) = self.near
            && position.nearest_empty_hexes(near).contains(&hex)
        {
            return Some((hex, Arrival::Spawned { near: Some(near) }));
        }
        match *position.nearest_empty_hexes(hex).as_slice() {
            [only] => {
                let near = Some(hex).filter(|&hex| hex != only);
                Some((only, Arrival::Spawned { near }))
            }
            // The rules refuse it with the reason.
            [] => Some((hex, Arrival::Spawned { near: None })),
            _ => {
                self.near = Some(hex);
                None
            }
        }
    }
}

impl ScenarioMemory {
    /// Opens the form for a figure that another one summons.
    fn open_summon(&mut self, position: &Position, by: FigureId) {
        self.form.choose_summon(position, by, ArrivalForm::summoned(by));
        self.open_form();
    }

    fn open_form(&mut self) {
        self.tab = Tab::SetUp;
        self.tool = Tool::Figure;
        self.field_error = None;
    }

    /// Returns to the page that opened the form, once its figure is on the map.
    pub(super) fn close_arrival(&mut self, position: &Position) {
        let arrival = std::mem::take(&mut self.form.arrival);
        if !arrival.returns {
            return;
        }
        self.show_tab(Tab::Round);
        self.selected = arrival.summoner().filter(|&by| position.get(by).is_some());
    }

    /// Returns the hexes that the rules propose for the next figure.
    pub(super) fn proposed_hexes(&self, position: &Position) -> Vec<Hex> {
        if self.tab != Tab::SetUp || self.tool != Tool::Figure {
            return Vec::new();
        }
        let ArrivalForm { kind, near, .. } = self.form.arrival;
        match (kind, near) {
            (ArrivalKind::Summoned(by), _) if position.get(by).is_some() => {
                position.summon_hexes(by)
            }
            (ArrivalKind::Spawned, Some(near)) => position.nearest_empty_hexes(near),
            _ => Vec::new(),
        }
    }
}

/// Draws a button that opens the form for a summon of a figure.
pub(super) fn summon_button_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
) {
    let position = record.game().position();
    let summon = ui.add(button("Summon…"));
    if summon.on_hover_text("A figure that it summons comes beside it.").clicked() {
        memory.open_summon(position, id);
    }
}

/// Draws a button that opens the form for a spawn.
pub(super) fn spawn_button_ui(ui: &mut Ui, memory: &mut ScenarioMemory) {
    let spawn = ui.add(button("Spawn a monster…"));
    if spawn.on_hover_text("The scenario lets a monster appear.").clicked() {
        memory.form.choose_spawn(ArrivalForm::spawned());
        memory.open_form();
    }
}

/// Draws how the next figure comes onto the map, with a button for each proposed hex.
pub(super) fn arrival_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let form = &mut memory.form;
    let spawned = form.arrival.kind == ArrivalKind::Spawned;
    match form.arrival.kind {
        ArrivalKind::Summoned(by) if position.get(by).is_some() => {
            let label = format!("Summoned by {}", figure_label(position, by));
            if ui.add(toggle_button(true, label)).on_hover_text("Press to place it.").clicked() {
                form.arrival = ArrivalForm::default();
            }
        }
        ArrivalKind::Placed | ArrivalKind::Spawned if form.is_monster() => {
            if ui.add(toggle_button(spawned, "Spawned")).clicked() {
                let kind = if spawned { ArrivalKind::Placed } else { ArrivalKind::Spawned };
                form.arrival = ArrivalForm { kind, ..ArrivalForm::default() };
            }
        }
        _ => form.arrival = ArrivalForm::default(),
    }
    let hexes = memory.proposed_hexes(position);
    let Some(words) = hint(position, &memory.form.arrival, &hexes) else { return };
    cited_ui(ui, body(words), position.switches(), commands);
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for hex in hexes {
            let choice = button(hex.to_string()).min_size(vec2(touch::TARGET, touch::TARGET));
            let choice = ui.add(choice);
            if choice.accessible_name(format!("Put it in {hex}")).clicked() {
                pressed = Some(hex);
            }
        }
    });
    if let Some(hex) = pressed {
        put(record, memory, hex, commands);
    }
}

/// Returns the rule for the hex of the next figure, with the proposed hexes; `None` if it can be
/// put anywhere.
fn hint(position: &Position, arrival: &ArrivalForm, hexes: &[Hex]) -> Option<String> {
    match arrival.kind {
        ArrivalKind::Summoned(by) => {
            let summoner = figure_label(position, by);
            let is_character = matches!(position.figure(by).kind, FigureKind::Character(_));
            Some(match (hexes, is_character) {
                ([], true) => format!("No hex beside {summoner} is empty, so no summon (S9.1)."),
                ([], false) => format!("No hex beside {summoner} is empty, so no summon (S9.2)."),
                (_, true) => format!("Into an empty hex beside {summoner} (S9.1):"),
                (_, false) => {
                    format!("Beside {summoner}, as near to an enemy as possible (S9.2):")
                }
            })
        }
        ArrivalKind::Spawned => Some(match arrival.near {
            Some(near) => {
                format!("{near} is not empty. Into {}, which are nearest (S9.3):", one_of(hexes))
            }
            None => "Press its place; if that is not empty, it comes into the nearest empty hex \
                     (S9.3)."
                .to_owned(),
        }),
        ArrivalKind::Placed => None,
    }
}

/// Draws the caption about the next figure of the form.
pub(super) fn put_hint_ui(ui: &mut Ui, arrival: &ArrivalForm, figure: Option<String>) {
    let words = match (figure, arrival.kind) {
        (Some(figure), ArrivalKind::Summoned(_)) => {
            format!("Press a marked hex to put {figure} there.")
        }
        (Some(figure), _) => format!("Press the map to put {figure} there."),
        (None, _) => "Write the name as the table has it.".to_owned(),
    };
    caption(words).ui(ui);
}
