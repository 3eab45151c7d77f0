//! The receipt of the latest entry, and the entries that changed the hit points of a figure.

use egui::Ui;
use plain_text::{counted, remarks};

use crate::citation::cited_ui;
use crate::{ScenarioCommand, ScenarioMemory, figure_label};
use scenario::Record;
use scenario::record::{Change, action_at, hit_point_entries, receipt_of};
use scenario_rules::action::Negation;
use scenario_rules::event::EventKind;
use scenario_rules::figure::FigureKind;
use scenario_rules::hand::Pile;
use scenario_rules::{Action, FigureId};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::space;
use ui_kit::widgets::{body, button, caption, toggle_button};

/// Draws the receipt of the latest entry if it dealt damage, and the ways to negate the damage.
pub(super) fn latest_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let entry = record.cursor();
    let hurt = hurt_by(record, entry);
    if hurt.is_empty() {
        return;
    }
    let position = record.game().position();
    let summary: Vec<String> = hurt
        .iter()
        .map(|(id, damage)| format!("{}: {damage} damage", position.name_of(*id)))
        .collect();
    ui.horizontal_wrapped(|ui| {
        body(remarks(&summary)).bold().ui(ui);
        if ui.add(toggle_button(memory.shows_receipt, "Receipt")).clicked() {
            memory.shows_receipt = !memory.shows_receipt;
        }
    });
    if memory.shows_receipt {
        entry_ui(ui, record, entry, commands);
    }
    // The buttons take back the latest entry, which is another one on a past table.
    let negating = hurt.iter().filter(|(id, _)| memory.is_now() && may_negate(record, *id));
    for (id, _) in negating {
        negate_ui(ui, record, *id, commands);
    }
    ui.add_space(space::S);
}

/// Draws the receipt of an entry, indented as a tree.
fn entry_ui(ui: &mut Ui, record: &Record, entry: usize, commands: &CommandQueue<ScenarioCommand>) {
    let switches = record.game().position().switches();
    for line in receipt_of(record, entry) {
        ui.horizontal(|ui| {
            ui.add_space(space::L * f32::from(u8::try_from(line.depth).unwrap_or(u8::MAX)));
            let words = match line.number() {
                Some(number) => format!("{} ({number})", line.words),
                None => line.words.clone(),
            };
            ui.vertical(|ui| cited_ui(ui, body(words), switches, commands));
        });
    }
}

/// Returns the figures that lost hit points by an entry, and the damage.
fn hurt_by(record: &Record, entry: usize) -> Vec<(FigureId, u16)> {
    scenario::record::events(record, entry)
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::HitPoints { figure, from: Some(from), to } if to.current < from.current => {
                Some((*figure, from.current - to.current))
            }
            _ => None,
        })
        .collect()
}

/// Returns `true` for a character, also for one that the entry has just exhausted.
fn may_negate(record: &Record, id: FigureId) -> bool {
    let before = record.cursor().checked_sub(1).and_then(|before| record.game_at(before));
    before.is_some_and(|game| {
        let figure = game.position().get(id);
        figure.is_some_and(|figure| matches!(figure.kind, FigureKind::Character(_)))
    })
}

/// Draws the buttons that negate the damage of the latest entry: it is taken back and played again
/// after the lost cards (S7.5).
fn negate_ui(ui: &mut Ui, record: &Record, id: FigureId, commands: &CommandQueue<ScenarioCommand>) {
    let action = action_at(record, record.cursor());
    // A correction is no damage.
    let Some(action) = action.filter(|action| !matches!(action, Action::HitPoints { .. })) else {
        return;
    };
    let hand = record.game().position().layout().hand(id);
    let name = record.game().position().name_of(id);
    let ways = [
        (
            Negation::HandCard,
            counted(1, "card", "cards"),
            hand.is_none_or(|hand| hand.count(Pile::Hand) > 0),
        ),
        (
            Negation::TwoDiscards,
            counted(2, "discard", "discards"),
            hand.is_none_or(|hand| hand.count(Pile::Discard) > 1),
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        caption(format!("{name} loses instead:")).ui(ui);
        for (by, label, is_possible) in ways {
            let press = ui.add_enabled(is_possible, button(label.as_str()));
            let press = press.accessible_name(format!("{name} loses {label} instead"));
            if press.on_hover_text("The damage is negated, other effects stay (S7.5).").clicked() {
                commands.push(ScenarioCommand::Change(vec![
                    Change::Undo(1),
                    Change::play(Action::Negate { figure: id, by }),
                    Change::play(action.clone()),
                ]));
            }
        }
    });
}

/// Draws the entries that changed the hit points of a figure since it was unhurt, if asked for.
pub(super) fn history_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let Some(now) = position.figure(id).hit_points.filter(|now| now.lost() > 0) else {
        return;
    };
    let view = memory.view();
    let is_shown = memory.shows_history.get(&view).is_some();
    let label = format!("Why {}?", counted(now.current, "hit point", "hit points"));
    if ui.add(toggle_button(is_shown, label)).clicked() {
        if is_shown {
            memory.shows_history.take(&view);
        } else {
            memory.shows_history.set(view.clone(), ());
        }
    }
    if memory.shows_history.get(&view).is_none() {
        return;
    }
    let entries = hit_point_entries(record, id);
    if entries.is_empty() {
        caption(format!("{} was put on the map like this.", figure_label(position, id))).ui(ui);
    }
    for entry in entries {
        caption(format!("Entry {entry}")).ui(ui);
        entry_ui(ui, record, entry, commands);
    }
}
