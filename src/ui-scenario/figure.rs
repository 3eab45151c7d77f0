//! The page of the selected figure: the damage pad, its conditions, and its turn or the threats to
//! it.

use egui::{Ui, vec2};
use plain_text::capitalized;

use crate::arrivals::summon_button_ui;
use crate::citation::cited_ui;
use crate::palette::underline_character;
use crate::round::status_ui;
use crate::{
    Dangers, PerView, ScenarioCommand, ScenarioMemory, attack, figure_label, pad, play, receipt,
    scroll_ui, supplies, turn,
};
use scenario::Record;
use scenario::foresight::{enemies_to_act, enemies_words};
use scenario_rules::figure::{Condition, FigureKind};
use scenario_rules::modifier::DeckOwner;
use scenario_rules::{Action, FigureId};
use ui_kit::job::Job;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, button_ui, caption, hairline_ui, panel_header_ui, toggle_button,
};

/// The height of the page from which the conditions keep their place below the pad, in points.
const ROOMY: f32 = 460.0;

/// Draws the page: the damage pad, or the attack that is being entered, stays in its place, and what
/// does not fit below it scrolls.
pub(super) fn figure_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let is_roomy = ui.available_height() >= ROOMY;
    let figure = position.figure(id);
    // In a low window the title has the hit points, so that the attack below is in view.
    let title = match figure.hit_points.filter(|_| !is_roomy) {
        Some(now) => format!("{figure}, {} of {}", now.current, now.max),
        None => figure.to_string(),
    };
    let header = panel_header_ui(ui, &title);
    underline_character(ui, &header, position, id);
    let attacks = record.game().attacks_due().is_some_and(|(attacker, _)| attacker == id);
    memory.continue_area(record, id);
    if attacks {
        attack::due_ui(ui, record, memory, commands);
    } else if memory.is_attacking() {
        attack::pad_ui(ui, record, id, memory, commands);
    } else {
        ui.scope(|ui| pad::pad_ui(ui, record, id, is_roomy, memory, commands));
    }
    // What an attack brings is entered for the figure of the pad.
    let hit = memory.pad_figure(record, id);
    if is_roomy {
        conditions_ui(ui, record, hit, commands);
    }
    hairline_ui(ui);
    let is_character = matches!(figure.kind, FigureKind::Character(_));
    let attacks_now = is_character && record.game().in_turn() == Some(id);
    scroll_ui(ui, memory, |ui, memory| {
        if attacks_now && !memory.is_attacking() {
            attack::targets_ui(ui, record.game(), id, is_roomy, memory);
        }
        receipt::latest_ui(ui, record, memory, commands);
        if !attacks {
            acting_ui(ui, record, id, memory, commands);
        }
        if !is_roomy {
            hairline_ui(ui);
            if hit != id {
                caption(format!("Conditions of {}", figure_label(position, hit))).ui(ui);
            }
            conditions_ui(ui, record, hit, commands);
        }
        hairline_ui(ui);
        reasons_ui(ui, record, id, memory, commands);
        receipt::history_ui(ui, record, id, memory, commands);
        supplies::bonuses_ui(ui, record, id, &mut memory.bonus, commands);
        if matches!(record.game().position().figure(id).kind, FigureKind::Monster(_)) {
            summon_button_ui(ui, record, id, memory);
        }
        rest_ui(ui, record, id, commands);
    });
}

/// Draws the turn of a figure, or its end, with the ruling that decided who acts.
fn acting_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    status_ui(ui, game.position(), &game.turn_status(), commands);
    if game.acts_as_monster(id) {
        turn::turn_ui(ui, record, id, memory, commands);
    } else if matches!(game.position().figure(id).kind, FigureKind::Character(_)) {
        character_ui(ui, record, id, memory, commands);
    }
}

/// Draws the reasons of a monster for its turn, or of all monsters for a character.
fn reasons_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    if game.acts_as_monster(id) {
        turn::reasons_ui(ui, record, id, memory, commands);
    } else if matches!(game.position().figure(id).kind, FigureKind::Character(_)) {
        why_not_ui(ui, record, id, memory, commands);
    }
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
    } else if !memory.step_ends_turn_of(record, id) && button_ui(ui, "The turn is over") {
        play(commands, Action::EndTurn(id));
    }
    supplies::character_ui(ui, record, id, commands);
    supplies::deck_ui(ui, record, DeckOwner::Character(id), memory.next_seed(record), commands);
    supplies::elements_ui(ui, record, commands);
    let view = memory.view();
    let is_shown = memory.danger.get(&view).is_some();
    ui.horizontal_wrapped(|ui| {
        if ui.add(toggle_button(is_shown, "Safe hexes")).clicked() {
            if is_shown {
                memory.danger = PerView::default();
            } else {
                memory.danger.set(view.clone(), Dangers::start(ui, record, id));
            }
        }
        summon_button_ui(ui, record, id, memory);
    });
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
    let texts = memory.why_not.of((memory.table, id), || enemies_words(record.game(), id));
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

impl Dangers {
    fn start(ui: &Ui, record: &Record, id: FigureId) -> Self {
        let game = record.game();
        let (position, monsters) = (game.position().clone(), enemies_to_act(game, id));
        let job = Job::start(ui.ctx(), move || position.dangers(id, &monsters));
        Self { job: Some(job), found: Vec::new() }
    }
}

/// Draws the conditions, each with a tooltip about its effect and its end.
fn conditions_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(id);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        for condition in Condition::ALL {
            let has = figure.is(condition);
            let response = ui.add(toggle_button(has, capitalized(condition.word())));
            if response.on_hover_text(condition_text(condition)).clicked() {
                play(commands, Action::Condition { figure: id, condition, has: !has });
            }
        }
    });
}

/// Returns the effect and the end of a condition in a sentence or two.
const fn condition_text(condition: Condition) -> &'static str {
    match condition {
        Condition::Immobilize => {
            "It performs no move abilities until the end of its next full turn (S5.2)."
        }
        Condition::Stun => "It performs no abilities until the end of its next full turn (S5.2).",
        Condition::Muddle => {
            "All its attacks have disadvantage until the end of its next full turn (S5.2)."
        }
        Condition::Strengthen => {
            "All its attacks have advantage until the end of its next full turn (S5.2)."
        }
        Condition::Poison => {
            "Every attack on it deals 1 more damage. A heal removes it instead of healing (G14)."
        }
        Condition::Wound => {
            "It suffers 1 damage at the start of each of its turns, until it is healed (G14)."
        }
        Condition::Disarm => {
            "It performs no attacks until the end of its next full turn (S5.2, G14)."
        }
        Condition::Invisible => {
            "Enemies can neither focus on it nor target it until the end of its next full turn (S5.2, G14)."
        }
    }
}

/// Draws what is rarely needed: flying, the full hit points, and removal from the map.
fn rest_ui(ui: &mut Ui, record: &Record, id: FigureId, commands: &CommandQueue<ScenarioCommand>) {
    let position = record.game().position();
    let figure = position.figure(id);
    ui.add_space(space::S);
    pad::correct_full_ui(ui, figure, commands);
    if figure.hit_points.is_some() {
        let hint = caption("At 0 it leaves the map (S7.4, S7.7).");
        cited_ui(ui, hint, position.switches(), commands);
    }
    if ui.add(toggle_button(figure.flying, "Flying")).clicked() {
        play(commands, Action::Flying { figure: id, flies: !figure.flying, to: None });
    }
    let landings = position.landing_hexes(id);
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
    if let FigureKind::Summon { owner } = figure.kind {
        let recovered = ui.add(button("Its card is recovered"));
        if recovered.on_hover_text("The card returns to the hand, and it leaves (S5.7).").clicked()
        {
            play(commands, Action::Recover { figure: owner, summon: id });
        }
    }
    if ui.add(button("Remove from the map")).clicked() {
        play(commands, Action::Remove(id));
    }
}
