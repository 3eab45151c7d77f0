//! Moving a figure by drag or by key. The preview and the recorded entry come from one function.

use plain_text::capitalized;
use scenario::Record;
use scenario::foresight::{foci_words, way_words};
use scenario::record::{EntryError, preview};
use scenario::refusal::verdict_text;
use scenario_rules::outcome::Outcome;
use scenario_rules::{Action, FigureId, Game, Hex};
use ui_kit::queue::CommandQueue;

use crate::{ScenarioCommand, ScenarioMemory, play};

/// The result of putting a figure down in a hex.
pub(super) enum DragOutcome {
    /// It stays where it is, and nothing is recorded.
    Stays,
    /// This action is recorded, with this outcome.
    Moves(Action, Box<Outcome>),
    /// Nothing is recorded, for this reason.
    Refused(String),
}

impl DragOutcome {
    /// Judges putting a figure down in a hex; `read_only` is the reason why nothing can be
    /// recorded, if there is one.
    pub(super) fn of(record: &Record, id: FigureId, to: Hex, read_only: Option<&str>) -> Self {
        let figure = record.game().position().figure(id);
        if figure.hex == to {
            return Self::Stays;
        }
        if let Some(why) = read_only {
            return Self::Refused(why.to_owned());
        }
        let action = Action::Move { figure: id, to };
        let names = record.game().position().names();
        match preview(record, &action) {
            Ok(outcome) => Self::Moves(action, Box::new(outcome)),
            Err(EntryError::Refused(refusal)) => Self::Refused(verdict_text(names, &refusal)),
            Err(error) => Self::Refused(capitalized(&format!("{}.", error.in_words(names)))),
        }
    }

    /// Describes the result of putting the figure down in the hex, in a sentence or two.
    pub(super) fn text(&self, before: &Game, id: FigureId, to: Hex) -> String {
        match self {
            Self::Stays => "It stays where it is.".to_owned(),
            Self::Refused(why) => why.clone(),
            Self::Moves(_, outcome) => {
                let events = &outcome.report.events;
                let mut sentences = way_words(before.position(), id, to, events);
                sentences.push(foci_words(&outcome.game, id));
                sentences.join(" ")
            }
        }
    }
}

/// Puts a figure down in a hex: records the move, or shows why not.
pub(super) fn put_down(
    record: &Record,
    memory: &mut ScenarioMemory,
    id: FigureId,
    to: Hex,
    commands: &CommandQueue<ScenarioCommand>,
) {
    match DragOutcome::of(record, id, to, memory.read_only().as_deref()) {
        DragOutcome::Stays => {}
        DragOutcome::Moves(action, _) => play(commands, action),
        DragOutcome::Refused(why) => commands.push(ScenarioCommand::ShowMessage(why)),
    }
}
