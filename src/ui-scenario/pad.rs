//! The damage pad: hit points lost and regained, each by one press.

use egui::{DragValue, Ui, vec2};
use plain_text::counted;

use crate::{DIGITS_WAIT, ScenarioCommand, ScenarioMemory, play, step};
use scenario::Record;
use scenario::record::played_actions;
use scenario::usual_actions::{HIT_POINT_CHANGES, change_words, hit_point_action};
use scenario_rules::figure::{Figure, HitPoints};
use scenario_rules::{Action, FigureId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{DecisivePart, body, button, mark, toggle_button};

/// The buttons in a row of the pad.
const IN_ROW: u8 = 7;

impl ScenarioMemory {
    /// Returns the figure that the pad of a page changes: that of the page, or another one that was
    /// attacked or chosen.
    pub(super) fn pad_figure(&self, record: &Record, page: FigureId) -> FigureId {
        let position = record.game().position();
        self.pad_target.filter(|&id| position.get(id).is_some()).unwrap_or(page)
    }

    /// Returns `true` if digits are damage: not just after the last initiative was typed.
    pub(super) fn takes_digits(&self, ui: &Ui) -> bool {
        let now = ui.input(|input| input.time);
        self.revealed_at.is_none_or(|at| now - at > DIGITS_WAIT)
    }

    /// Records damage to the figure of the pad, for the key that does so.
    pub(super) fn suffer(
        &self,
        record: &Record,
        damage: i16,
        commands: &CommandQueue<ScenarioCommand>,
    ) {
        let position = record.game().position();
        if let Some(page) = self.selected(position) {
            let figure = position.figure(self.pad_figure(record, page));
            commands.extend(hit_point_action(figure, -damage).map(ScenarioCommand::Play));
        }
    }
}

/// Draws the pad, with the hit points that it changes if `has_hit_points`.
pub(super) fn pad_ui(
    ui: &mut Ui,
    record: &Record,
    page: FigureId,
    has_hit_points: bool,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(memory.pad_figure(record, page));
    ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
    if !targets_ui(ui, record, page, memory)
        && has_hit_points
        && let Some(now) = figure.hit_points
    {
        let most = counted(now.max, "hit point", "hit points");
        body(format!("{} of {most}", now.current)).bold().ui(ui);
    }
    if figure.hit_points.is_none() {
        return uncounted_ui(ui, record, figure, memory, commands);
    }
    let share = (ui.available_width() + space::XS) / f32::from(IN_ROW);
    let width = (share - space::XS).floor().max(touch::TARGET);
    for row in HIT_POINT_CHANGES.chunks(usize::from(IN_ROW)) {
        ui.horizontal(|ui| {
            for &by in row {
                change_ui(ui, figure, by, width, commands);
            }
        });
    }
}

/// Draws a button of the pad.
fn change_ui(
    ui: &mut Ui,
    figure: &Figure,
    by: i16,
    width: f32,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let (label, name) = change_words(by);
    let words = if by < 0 { body(label).bold() } else { body(label).bold().good() };
    let action = hit_point_action(figure, by);
    let size = vec2(width, touch::TARGET);
    let change = egui::Button::new(words.rich(ui)).min_size(size);
    let response = ui.add_enabled(action.is_some(), change).accessible_name(name);
    mark(ui, DecisivePart::Choice, response.rect);
    if response.clicked() {
        commands.extend(action.map(ScenarioCommand::Play));
    }
}

/// Draws the figures that the pad can change, with their hit points; returns `false` if there is
/// only that of the page.
fn targets_ui(ui: &mut Ui, record: &Record, page: FigureId, memory: &mut ScenarioMemory) -> bool {
    let position = record.game().position();
    let attacked = step::latest_targets(record).iter().copied();
    let mut targets: Vec<FigureId> =
        attacked.filter(|&id| id != page && position.get(id).is_some()).collect();
    if targets.is_empty() {
        return false;
    }
    targets.push(page);
    let chosen = memory.pad_figure(record, page);
    ui.horizontal_wrapped(|ui| {
        for id in targets {
            let figure = position.figure(id);
            let hit_points = figure.hit_points.map(|now| format!("  {now}")).unwrap_or_default();
            let target = ui.add(toggle_button(chosen == id, format!("{figure}{hit_points}")));
            let target = target.accessible_name(format!("Damage to {figure}"));
            let words = "The damage pad and the conditions are those of the pressed figure.";
            if target.on_hover_text(words).clicked() {
                memory.pad_target = Some(id);
            }
        }
    });
    true
}

/// Draws the ways to count the hit points of a figure from now on.
fn uncounted_ui(
    ui: &mut Ui,
    record: &Record,
    figure: &Figure,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if let Some(max) = remembered(record, figure) {
        let label = format!("Count {} like the others", counted(max, "hit point", "hit points"));
        if ui.add(button(label)).clicked() {
            play(commands, counted_from(figure, max));
        }
    }
    ui.horizontal(|ui| {
        full_ui(ui, &mut memory.full_hit_points);
        if ui.add(button("Count hit points")).clicked() {
            play(commands, counted_from(figure, memory.full_hit_points));
        }
    });
}

/// Returns the action that counts the hit points of an unhurt figure.
fn counted_from(figure: &Figure, max: u16) -> Action {
    Action::HitPoints { figure: figure.id(), hit_points: HitPoints { current: max, max } }
}

/// Returns the full hit points of the latest figure of the same set and rank whose hit points were
/// counted, on the map or when it was put there.
fn remembered(record: &Record, figure: &Figure) -> Option<u16> {
    let rank = figure.rank()?;
    let put: Vec<&Figure> = played_actions(record)
        .filter_map(|action| match action {
            Action::Put(put) => Some(put),
            _ => None,
        })
        .collect();
    record
        .game()
        .position()
        .figures()
        .iter()
        .chain(put.into_iter().rev())
        .filter(|other| other.set() == figure.set() && other.rank() == Some(rank))
        .find_map(|other| other.hit_points)
        .map(|hit_points| hit_points.max)
}

/// Draws the full hit points of a figure, to be corrected.
pub(super) fn correct_full_ui(
    ui: &mut Ui,
    figure: &Figure,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let Some(now) = figure.hit_points else {
        return;
    };
    let mut max = now.max;
    ui.horizontal(|ui| full_ui(ui, &mut max));
    if max != now.max {
        let hit_points = HitPoints { current: now.current.min(max), max };
        play(commands, Action::HitPoints { figure: figure.id(), hit_points });
    }
}

/// Draws the field of a figure's full hit points.
fn full_ui(ui: &mut Ui, most: &mut u16) {
    let label = ui.label("In full");
    // Updated only after typing, so that no intermediate number is recorded.
    let field = DragValue::new(most).range(1..=999).speed(0.0).update_while_editing(false);
    ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
}
