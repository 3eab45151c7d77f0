//! The next step of the evening: the one button below the panel, and the space bar.
//!
//! A step belongs to the figure whose turn it is. With the page of another figure open, the turn of
//! a monster is shown first, since nothing is accepted unseen.

use egui::{Button, Response, Ui, vec2};

use crate::attack::dealt_attack;
use crate::{ScenarioCommand, ScenarioMemory, Tab, figure_label, play, turn};
use scenario::Record;
use scenario::record::action_at;
use scenario_rules::action::{PlayedAttack, PlayedTurn};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Game, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{theme, touch};
use ui_kit::widgets::{DecisivePart, body, mark};

/// The next step of the evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NextStep {
    /// Accepts the shown turn of a monster.
    Accept(PlayedTurn),
    /// Carries out an attack with the cards that the app deals.
    Deal(PlayedAttack),
    /// Ends the turn of a figure that does not act by the rules of monsters.
    EndTurn(FigureId),
    /// Shows the figure whose turn it is.
    Show(FigureId),
    /// Shows the page on which initiatives are turned over.
    Reveal,
    /// Ends the round.
    EndRound,
}

impl NextStep {
    /// Returns the label of its button; `shown` is the figure whose page is open.
    fn label(&self, position: &Position, shown: Option<FigureId>) -> String {
        match self {
            Self::Accept(_) => "Accept".to_owned(),
            Self::Deal(attack) => {
                format!("Deal for the attack on {}", figure_label(position, attack.target))
            }
            Self::EndTurn(id) if shown == Some(*id) => "The turn is over".to_owned(),
            Self::EndTurn(id) => format!("End the turn of {}", figure_label(position, *id)),
            Self::Show(id) => format!("Go to {}", figure_label(position, *id)),
            Self::Reveal => "Turn over the cards".to_owned(),
            Self::EndRound => "End the round".to_owned(),
        }
    }
}

impl ScenarioMemory {
    /// Returns the next step; `None` if a choice or a card is missing for it, or nothing can be
    /// recorded.
    pub(super) fn next_step(&mut self, record: &Record) -> Option<NextStep> {
        if self.tab != Tab::Round || !self.is_now() {
            return None;
        }
        let game = record.game();
        let position = game.position();
        if position.figures().is_empty() || game.end().is_some() {
            return None;
        }
        let shown = self.selected(position);
        match game.turn_status() {
            TurnStatus::RoundEnd => Some(NextStep::EndRound),
            TurnStatus::Initiatives(_) => shown.map(|_| NextStep::Reveal),
            TurnStatus::Turn { figures, .. } => {
                let own = shown.filter(|id| figures.contains(id));
                if let Some(attack) = own.and_then(|id| dealt_attack(record, self, id)) {
                    return Some(NextStep::Deal(attack));
                }
                match (own, figures.as_slice()) {
                    (Some(id), _) if game.acts_as_monster(id) => {
                        turn::accepted(record, self, id).map(NextStep::Accept)
                    }
                    (Some(id), _) => Some(NextStep::EndTurn(id)),
                    (None, &[id]) if shown.is_some() && !game.acts_as_monster(id) => {
                        Some(NextStep::EndTurn(id))
                    }
                    (None, &[id]) => Some(NextStep::Show(id)),
                    // The players choose who goes first.
                    (None, _) => None,
                }
            }
        }
    }

    /// Returns `true` if the button of the next step ends the turn of this figure.
    pub(super) fn step_ends_turn_of(&mut self, record: &Record, id: FigureId) -> bool {
        match self.next_step(record) {
            Some(NextStep::Accept(turn)) => turn.figure == id,
            Some(NextStep::EndTurn(of)) => of == id,
            Some(NextStep::Deal(_) | NextStep::Show(_) | NextStep::Reveal | NextStep::EndRound)
            | None => false,
        }
    }

    /// Takes the next step.
    pub(super) fn go_on(&mut self, record: &Record, commands: &CommandQueue<ScenarioCommand>) {
        let Some(step) = self.next_step(record) else {
            return;
        };
        match step {
            NextStep::Accept(turn) => play(commands, Action::Turn(turn)),
            NextStep::Deal(attack) => play(commands, Action::Attack(attack)),
            NextStep::EndTurn(id) => play(commands, Action::EndTurn(id)),
            NextStep::Show(id) => self.select(record.game().position(), id),
            NextStep::Reveal => self.selected = None,
            NextStep::EndRound => {
                self.typed.clear();
                play(commands, Action::Round);
            }
        }
    }

    /// Selects the next figure by itself once a turn has ended, the last initiative is in, or the
    /// selected figure has left the map.
    pub(super) fn follow_turns(&mut self, record: &Record) {
        if self.record_view.is_repairing() || self.record_view.past_entry().is_some() {
            return;
        }
        let revision = record.revision();
        if self.followed.as_ref().is_some_and(|(other, _)| *other == revision) {
            return;
        }
        let game = record.game();
        let status = game.turn_status();
        let Some((_, before)) = self.followed.replace((revision, status.clone())) else {
            // A record that was left in the middle of a round goes on with its next figure.
            if self.tab == Tab::Round && record.cursor() > 0 && !game.is_between_rounds() {
                self.show_turn(game, &status);
            }
            return;
        };
        let position = game.position();
        let has_left = self.selected.is_some_and(|id| position.get(id).is_none());
        if self.tab == Tab::Round && (status != before || has_left) {
            self.show_turn(game, &status);
            self.pad_target = latest_targets(record).first().copied();
        }
    }

    /// Shows the only figure that can act next, or the page of the round.
    fn show_turn(&mut self, game: &Game, status: &TurnStatus) {
        match status {
            TurnStatus::Turn { figures, .. } if figures.len() == 1 => {
                self.select(game.position(), figures[0]);
            }
            TurnStatus::Turn { .. } | TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => {
                self.selected = None;
            }
        }
    }
}

/// Returns the targets of the turn that ended last, if a monster attacked in it and the players
/// compute the damage, without those that have left the map.
pub(super) fn latest_targets(record: &Record) -> &[FigureId] {
    let mut actions = (1..=record.cursor()).rev().filter_map(|number| action_at(record, number));
    let ends_turn = |action: &&Action| {
        matches!(action, Action::Turn(_) | Action::Attack(_) | Action::EndTurn(_) | Action::Round)
    };
    match actions.find(ends_turn) {
        Some(Action::Turn(turn)) => &turn.targets,
        _ => &[],
    }
}

/// Draws the button of the next step in this width.
pub(super) fn step_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    width: f32,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let Some(step) = memory.next_step(record) else {
        return;
    };
    let position = record.game().position();
    let label = step.label(position, memory.selected(position));
    let response = accent_button_ui(ui, &label, width);
    mark(ui, DecisivePart::Choice, response.rect);
    if response.on_hover_text("Space").clicked() {
        memory.go_on(record, commands);
    }
}

/// Draws a button in the accent color, with its label shortened to this width.
fn accent_button_ui(ui: &mut Ui, label: &str, width: f32) -> Response {
    let theme = theme(ui);
    let words = body(label).bold().tinted(theme.on_accent).rich(ui);
    let button = Button::new(words).fill(theme.accent).truncate();
    ui.add_sized(vec2(width, touch::TARGET), button).accessible_name(label)
}
