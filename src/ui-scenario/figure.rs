//! The page of the selected figure: hit points, conditions, and its turn or the threats to it.

use egui::{DragValue, Ui};
use plain_text::{capitalized, counted};

use crate::citation::cited_ui;
use crate::palette::underline_character;
use crate::{
    Dangers, PerView, ScenarioCommand, ScenarioMemory, figure_label, play, turn, verdict_text,
};
use scenario::Record;
use scenario::explanation;
use scenario_rules::figure::{Condition, FigureKind, HitPoints};
use scenario_rules::{Action, FigureId};
use ui_kit::job::Job;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{body, button, caption, hairline_ui, panel_header_ui, toggle_button};

/// Draws the page.
pub(super) fn figure_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let figure = game.position().figure(id);
    let header = panel_header_ui(ui, &figure.to_string());
    underline_character(ui, &header, game.position(), id);
    let is_character = matches!(figure.kind, FigureKind::Character(_));
    if game.acts_as_monster(id) {
        turn::turn_ui(ui, record, id, memory, commands);
    } else if is_character {
        character_ui(ui, record, id, memory, commands);
    }
    hairline_ui(ui);
    hit_points_ui(ui, record, id, memory, commands);
    if game.acts_as_monster(id) {
        turn::reasons_ui(ui, record, id, memory, commands);
    } else if is_character {
        why_not_ui(ui, record, id, memory, commands);
    }
    hairline_ui(ui);
    conditions_ui(ui, record, id, commands);
}

/// Draws the controls of a character: the end of its turn, and safe hexes.
fn character_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if record.game().has_acted(id) {
        caption("Its turn is over in this round.").ui(ui);
    } else if ui.add(button("The turn is over")).clicked() {
        play(commands, Action::EndTurn(id));
    }
    let view = memory.view();
    let is_shown = memory.danger.get(&view).is_some();
    if ui.add(toggle_button(is_shown, "Safe hexes")).clicked() {
        if is_shown {
            memory.danger = PerView::default();
        } else {
            memory.danger.set(view.clone(), Dangers::start(ui, record, id));
        }
    }
    if let Some(dangers) = memory.danger.get(&view) {
        let text = if dangers.job.is_some() {
            "Working out who would attack where…"
        } else {
            "A number says how many would attack there this round, a dash that nobody would, if all the others stay where they are."
        };
        caption(text).ui(ui);
    }
}

/// Draws whether each monster that has yet to act goes for a character, with the reason.
fn why_not_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let texts = memory.why_not.of((memory.table, id), || {
        enemies_to_act(record, id).into_iter().map(|monster| why_not(record, monster, id)).collect()
    });
    if texts.is_empty() {
        return;
    }
    let position = record.game().position();
    ui.add_space(space::S);
    body(format!("Who goes for {}?", figure_label(position, id))).bold().ui(ui);
    for text in texts.iter() {
        cited_ui(ui, body(text), position.switches(), commands);
    }
}

/// Returns the enemies of a figure that have not acted yet in this round.
fn enemies_to_act(record: &Record, id: FigureId) -> Vec<FigureId> {
    let position = record.game().position();
    record
        .game()
        .to_act()
        .into_iter()
        .filter(|&monster| position.figure(monster).is_enemy_of(position.figure(id)))
        .collect()
}

impl Dangers {
    fn start(ui: &Ui, record: &Record, id: FigureId) -> Self {
        let (position, monsters) = (record.game().position().clone(), enemies_to_act(record, id));
        let job = Job::start(ui.ctx(), move || position.dangers(id, &monsters));
        Self { job: Some(job), found: Vec::new() }
    }
}

/// Explains whether a monster goes for a character, or why not.
fn why_not(record: &Record, monster: FigureId, id: FigureId) -> String {
    let position = record.game().position();
    match position.turn(monster) {
        Ok(answer) => explanation::why_not(position, &answer, id),
        Err(refusal) => {
            let who = position.figure(monster);
            format!("{who}: {}", verdict_text(position.names(), &refusal))
        }
    }
}

/// Draws the hit points.
fn hit_points_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(id);
    let set = |hit_points: HitPoints| Action::HitPoints { figure: id, hit_points };
    match figure.hit_points {
        Some(now) => {
            let most = counted(now.max, "hit point", "hit points");
            body(format!("{} of {most}", now.current)).bold().ui(ui);
            ui.horizontal(|ui| {
                for by in [-5, -1, 1, 5] {
                    let next = now.changed(by);
                    let label = if by < 0 { format!("−{}", -by) } else { format!("+{by}") };
                    let named =
                        if by < 0 { format!("{} damage", -by) } else { format!("{by} healed") };
                    let response = ui.add_enabled(next != now, button(label));
                    if response.accessible_name(named).clicked() {
                        play(commands, set(next));
                    }
                }
                let mut max = now.max;
                full_ui(ui, &mut max);
                if max != now.max {
                    play(commands, set(HitPoints { current: now.current.min(max), max }));
                }
            });
            if now.current <= 5 {
                let hint = caption("At 0 it leaves the map (S7.4, S7.7).");
                cited_ui(ui, hint, record.game().position().switches(), commands);
            }
        }
        None => {
            ui.horizontal(|ui| {
                full_ui(ui, &mut memory.full_hit_points);
                if ui.add(button("Count hit points")).clicked() {
                    play(
                        commands,
                        set(HitPoints {
                            current: memory.full_hit_points,
                            max: memory.full_hit_points,
                        }),
                    );
                }
            });
        }
    }
}

/// Draws the field of a figure's full hit points.
fn full_ui(ui: &mut Ui, most: &mut u16) {
    let label = ui.label("In full");
    // Updated only after typing, so that no intermediate number is recorded.
    let field = DragValue::new(most).range(1..=999).speed(0.0).update_while_editing(false);
    ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
}

/// Draws the conditions, and removal from the map.
fn conditions_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(id);
    ui.horizontal_wrapped(|ui| {
        for condition in Condition::ALL {
            let has = figure.is(condition);
            if ui.add(toggle_button(has, capitalized(condition.word()))).clicked() {
                play(commands, Action::Condition { figure: id, condition, has: !has });
            }
        }
        if ui.add(toggle_button(figure.flying, "Flying")).clicked() {
            play(commands, Action::Flying { figure: id, flies: !figure.flying, to: None });
        }
    });
    let landings = record.game().position().landing_hexes(id);
    if figure.flying && landings.len() > 1 {
        let hint = caption("Where it comes down if it stops flying here (G29)");
        cited_ui(ui, hint, record.game().position().switches(), commands);
        ui.horizontal_wrapped(|ui| {
            for to in landings {
                if ui.add(button(format!("Down to {to}"))).clicked() {
                    play(commands, Action::Flying { figure: id, flies: false, to: Some(to) });
                }
            }
        });
    }
    if ui.add(button("Remove from the map")).clicked() {
        play(commands, Action::Remove(id));
    }
}
