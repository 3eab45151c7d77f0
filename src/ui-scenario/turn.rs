//! The turn of a monster with its explanation: to accept, to choose from, or to overrule.

use scenario_rules::card::FurtherAttack;
use std::collections::BTreeSet;

use egui::Ui;
use plain_text::listed;

use crate::ScenarioCommand;
use crate::citation::cited_ui;
use crate::round::{RoundField, field_ui};
use crate::{Overrule, PerView, ROOMY, ScenarioMemory, TurnMemory, play, refusal_text, round};
use scenario::Record;
use scenario::action::parse_card;
use scenario::explanation::Explanation;
use scenario::question::TurnQuestion;
use scenario_rules::action::PlayedTurn;
use scenario_rules::{Action, FigureId, Hex, MonsterTurn, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    RequiredTextField, body, button, button_ui, caption, error_ui, lead, toggle_button,
};
use ui_menu::Menu;

/// The name under which an error of the reason is stored.
const REASON: &str = "reason";

/// Draws the turn of the selected figure.
pub(super) fn turn_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    if record.game().has_acted(id) {
        caption("Its turn is over in this round.").ui(ui);
        return again_ui(ui, record, id, memory, commands);
    }
    let answer = memory.answer(record, id).clone();
    match &answer {
        Ok(answer) => {
            let Explanation { focus, held, ends, .. } = Explanation::of(position, answer);
            let switches = position.switches();
            let is_low = ui.ctx().content_rect().height() < ROOMY;
            let focus = if is_low { body(focus).bold() } else { lead(focus) };
            cited_ui(ui, focus, switches, commands);
            for sentence in held.into_iter().chain(ends) {
                cited_ui(ui, body(sentence), switches, commands);
            }
            notes_ui(ui, answer);
        }
        Err(refusal) => {
            error_ui(ui, &refusal_text(position.names(), refusal), text::BODY);
            if position.card(id).is_err() {
                round::card_ui(ui, record, id, memory, commands);
            }
        }
    }
    let turn = memory.turn.or_default(memory.view());
    if turn.overrule.is_some() {
        return overrule_ui(ui, record, id, memory, commands);
    }
    if let Ok(answer) = &answer {
        choices_ui(ui, position, answer, turn, commands);
    }
    // One row, so that it fits into a low window.
    ui.horizontal_wrapped(|ui| {
        if let Ok(answer) = &answer {
            accept_ui(ui, record, answer, memory, commands);
        }
        if ui.add(button("Overrule…")).clicked() {
            let to = position.figure(id).hex;
            let (targets, reason) = (BTreeSet::new(), RequiredTextField::holding_keys());
            memory.turn.or_default(memory.view()).overrule = Some(Overrule { to, targets, reason });
        }
        share_ui(ui, record, id, commands);
    });
}

/// Draws the abilities of a monster's card that the players carry out.
fn notes_ui(ui: &mut Ui, answer: &MonsterTurn) {
    if let Some(notes) = &answer.card.notes {
        caption("For the table").ui(ui);
        body(format!("\u{201c}{notes}\u{201d}")).ui(ui);
    }
}

/// Draws the field for a further attack of its card.
fn again_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let field = RoundField {
        name: "Further attack of its card",
        now: String::new(),
        hint: "attack range 3",
        parse: &|typed| {
            let card = parse_card(typed)?;
            Ok(Action::FurtherAttack(FurtherAttack { figure: id, card }))
        },
    };
    field_ui(ui, record, memory, &field, commands);
}

/// Draws the reasons for the turn: the comparison of all enemies, and the deciding rulings.
pub(super) fn reasons_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if record.game().has_acted(id) {
        return;
    }
    if let Ok(answer) = memory.answer(record, id) {
        let position = record.game().position();
        let Explanation { enemies, rulings, .. } = Explanation::of(position, answer);
        ui.add_space(space::S);
        for sentence in enemies.into_iter().chain(rulings) {
            cited_ui(ui, body(sentence), position.switches(), commands);
        }
    }
}

/// Draws the buttons that share position, question and answer with people not at the table.
fn share_ui(ui: &mut Ui, record: &Record, id: FigureId, commands: &CommandQueue<ScenarioCommand>) {
    let copies = ui.add(button("Copy for a forum"));
    if copies.on_hover_text("Copies the position, the question and the answer as text.").clicked() {
        commands
            .push(ScenarioCommand::Copy(TurnQuestion::now(record.game().clone(), id).to_share()));
    }
    if ui.add(button("Dispute page")).clicked() {
        commands.push(ScenarioCommand::Menu(Menu::PrintDispute));
    }
}

/// Draws the equally right ends and targets, if there are several.
fn choices_ui(
    ui: &mut Ui,
    position: &Position,
    answer: &MonsterTurn,
    turn: &mut TurnMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if answer.ends.len() > 1 {
        let hint = caption("Equally right: press one here or on the map (S8.17)");
        cited_ui(ui, hint, position.switches(), commands);
        ui.horizontal_wrapped(|ui| {
            for (at, end) in answer.ends.iter().enumerate() {
                let focus = position.figure(end.focus);
                let alike = answer
                    .ends
                    .iter()
                    .filter(|other| other.hex == end.hex && other.focus == end.focus);
                let label = if alike.count() > 1 {
                    // The same hex with another group of targets.
                    let targets: Vec<String> = end
                        .targets
                        .iter()
                        .map(|&target| position.figure(target).to_string())
                        .collect();
                    format!("{}: {}", end.hex, listed(&targets))
                } else if answer.foci.len() > 1 {
                    format!("{} for {focus}", end.hex)
                } else {
                    end.hex.to_string()
                };
                if ui.add(toggle_button(turn.end == at, label)).clicked() {
                    turn.choose_end(at);
                }
            }
        });
    }
    if let Some(choice) = answer.ends.get(turn.end).and_then(|end| end.choice.as_ref()) {
        caption(format!("Further targets to choose: {}", choice.count)).ui(ui);
        ui.horizontal_wrapped(|ui| {
            for &id in &choice.from {
                let is_chosen = turn.chosen.contains(&id);
                if ui.add(toggle_button(is_chosen, position.figure(id).to_string())).clicked() {
                    if is_chosen {
                        turn.chosen.remove(&id);
                    } else if turn.chosen.len() < choice.count {
                        turn.chosen.insert(id);
                    }
                }
            }
        });
    }
    let placements = answer.ends.get(turn.end).map_or(0, |end| end.placements.len());
    if placements > 1 {
        placements_ui(ui, position, placements, turn, commands);
    }
}

/// Draws a button for each equally right placement of an area attack; the map shows the chosen one
/// (G31).
fn placements_ui(
    ui: &mut Ui,
    position: &Position,
    count: usize,
    turn: &mut TurnMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let hint = caption("The area can be placed in these ways, with the same targets (G31)");
    cited_ui(ui, hint, position.switches(), commands);
    ui.horizontal_wrapped(|ui| {
        for placement in 0..count {
            let label = format!("Area {}", placement + 1);
            if ui.add(toggle_button(turn.placement == placement, label)).clicked() {
                turn.placement = placement;
            }
        }
    });
}

/// Draws the button that accepts the turn, unless the button of the next step does.
fn accept_ui(
    ui: &mut Ui,
    record: &Record,
    answer: &MonsterTurn,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let Some(turn) = decided(record, answer, memory.turn.or_default(memory.view())) else {
        caption("Choose the targets to accept the turn.").ui(ui);
        return;
    };
    if !memory.step_ends_turn_of(record, answer.figure) && button_ui(ui, "Accept") {
        play(commands, Action::Turn(turn));
    }
}

/// Returns the turn with the choices made; `None` while targets are still to be chosen.
fn decided(record: &Record, answer: &MonsterTurn, memory: &TurnMemory) -> Option<PlayedTurn> {
    let game = record.game();
    let Some(end) = answer.ends.get(memory.end) else {
        let (figure, to) = (answer.figure, game.position().figure(answer.figure).hex);
        return Some(PlayedTurn { figure, to, targets: Vec::new(), overruled: None });
    };
    let (count, from) =
        end.choice.as_ref().map_or((0, [].as_slice()), |choice| (choice.count, &choice.from));
    let chosen: Vec<FigureId> =
        from.iter().copied().filter(|id| memory.chosen.contains(id)).collect();
    (chosen.len() == count).then(|| answer.play(end, &chosen))
}

/// Returns the turn of a monster that can be accepted as it is shown; `None` while a choice or a
/// card is missing, or the turn is being overruled.
pub(super) fn accepted(
    record: &Record,
    memory: &mut ScenarioMemory,
    id: FigureId,
) -> Option<PlayedTurn> {
    let game = record.game();
    let is_overruled = memory.turn.or_default(memory.view()).overrule.is_some();
    let attacks = game.attacks_due().is_some_and(|(attacker, _)| attacker == id);
    if !game.acts_as_monster(id) || game.has_acted(id) || is_overruled || attacks {
        return None;
    }
    let answer = memory.answer(record, id).clone().ok()?;
    decided(record, &answer, memory.turn.or_default(memory.view()))
}

/// Accepts the shown turn, for the key that does so.
pub(super) fn accept(
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if let Some(id) = memory.selected(record.game().position())
        && let Some(turn) = accepted(record, memory, id)
    {
        play(commands, Action::Turn(turn));
    }
}

/// Chooses the end of the shown turn in a hex, the next one if several end there; returns `false`
/// if none does, or if there is no choice.
pub(super) fn choose_end(record: &Record, memory: &mut ScenarioMemory, hex: Hex) -> bool {
    let game = record.game();
    let shown = memory.selected(game.position());
    let Some(id) = shown.filter(|&id| game.acts_as_monster(id) && !game.has_acted(id)) else {
        return false;
    };
    let Ok(answer) = memory.answer(record, id).clone() else {
        return false;
    };
    let turn = memory.turn.or_default(memory.view());
    let count = answer.ends.len();
    let later = (1..=count).map(|by| (turn.end + by) % count);
    let Some(end) = later.filter(|_| count > 1).find(|&end| answer.ends[end].hex == hex) else {
        return false;
    };
    turn.choose_end(end);
    true
}

impl TurnMemory {
    /// Chooses an end, whose further targets are not chosen yet.
    fn choose_end(&mut self, end: usize) {
        self.end = end;
        self.placement = 0;
        self.chosen.clear();
    }
}

/// Draws the form of an overruled turn with its reason.
fn overrule_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let view = memory.view();
    let turn = memory.turn.get_mut(&view);
    let Some(overrule) = turn.and_then(|turn| turn.overrule.as_mut()) else {
        return;
    };
    body(format!("It ends in {}. Press another hex of the map to change that.", overrule.to))
        .ui(ui);
    caption("Whom it attacks").ui(ui);
    ui.horizontal_wrapped(|ui| {
        for enemy in position.enemies_of(id) {
            let is_attacked = overrule.targets.contains(&enemy);
            if ui.add(toggle_button(is_attacked, position.figure(enemy).to_string())).clicked() {
                if is_attacked {
                    overrule.targets.remove(&enemy);
                } else {
                    overrule.targets.insert(enemy);
                }
            }
        }
    });
    let label = caption("Reason").ui(ui);
    let is_entered = overrule.reason.ui(ui, &label, "Why the table plays it otherwise");
    let mut recorded = None;
    let mut is_cancelled = false;
    ui.horizontal(|ui| {
        if (ui.add(button("Record it")).clicked() || is_entered)
            && let Some(reason) = overrule.reason.words("An overruled turn needs a reason.")
        {
            recorded = Some(PlayedTurn {
                figure: id,
                to: overrule.to,
                targets: position
                    .enemies_of(id)
                    .filter(|enemy| overrule.targets.contains(enemy))
                    .collect(),
                overruled: Some(reason),
            });
        }
        is_cancelled = ui.add(button("Back to the rules")).clicked();
    });
    if let Some(turn) = recorded {
        memory.enter(record, REASON, Ok(Action::Turn(turn)), commands);
    }
    if is_cancelled {
        memory.turn = PerView::default();
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(field, _)| field == REASON) {
        error_ui(ui, why, text::BODY);
    }
}
