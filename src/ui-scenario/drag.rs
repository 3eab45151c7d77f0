//! Moving a figure by drag or by key. The preview and the recorded entry come from one function.

use plain_text::{capitalized, counted, listed, one_of};
use scenario::Record;
use scenario::explanation::consequences;
use scenario::record::{EntryError, preview};
use scenario_rules::board::Terrain;
use scenario_rules::figure::FigureKind;
use scenario_rules::outcome::Outcome;
use scenario_rules::{Action, FigureId, Game, Hex, Position};
use ui_kit::queue::CommandQueue;

use crate::{ScenarioCommand, ScenarioMemory, figure_label, play, reasons, verdict_text};

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
                let is_door = before.position().board().terrain(to) == Some(Terrain::ClosedDoor);
                let mut sentences: Vec<String> =
                    is_door.then(|| "Opens the door (S6.4).".to_owned()).into_iter().collect();
                sentences.extend(walk_words(before.position(), id, to));
                sentences.extend(consequences(before.position(), &outcome.report.events));
                sentences.push(foresight(&outcome.game, id));
                sentences.join(" ")
            }
        }
    }
}

/// Describes the cost of a walk to a hex, or why there is none; `None` for an object, which never
/// walks.
///
/// This is only advice: a figure can also be pushed, jump or be put there by a card.
fn walk_words(position: &Position, id: FigureId, to: Hex) -> Option<String> {
    if matches!(position.figure(id).kind, FigureKind::Object(..)) {
        return None;
    }
    let walk = match position.check_move_to(id, to) {
        Ok(walk) => walk,
        Err(refusal) => {
            let reasons = reasons(position.names(), &refusal);
            return Some(format!("No walk leads there: {reasons}."));
        }
    };
    let points = counted(walk.cost, "point", "points");
    let entered: Vec<String> = walk
        .sprung
        .iter()
        .filter(|trap| trap.hex != to)
        .map(|trap| format!("the {} in {}", trap.terrain.word(), trap.hex))
        .collect();
    if entered.is_empty() {
        return Some(format!("A walk costs {points}."));
    }
    Some(format!("A walk costs {points} and enters {} (S6.3).", listed(&entered)))
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

/// Lists the focus of each monster in a game, those with the same focus together.
fn foresight(game: &Game, moved: FigureId) -> String {
    let position = game.position();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for monster in game.to_act() {
        if monster == moved || matches!(position.figure(monster).kind, FigureKind::Summon { .. }) {
            continue;
        }
        let whom = match position.turn(monster) {
            Ok(answer) if answer.foci.is_empty() => "nobody".to_owned(),
            Ok(answer) => {
                let foci = answer.foci.iter().map(|&focus| figure_label(position, focus));
                one_of(&foci.collect::<Vec<_>>())
            }
            Err(_) => "cannot tell".to_owned(),
        };
        let who = position.figure(monster).to_string();
        match groups.iter_mut().find(|(other, _)| *other == whom) {
            Some((_, names)) => names.push(who),
            None => groups.push((whom, vec![who])),
        }
    }
    if groups.is_empty() {
        return "No monster is left to act in this round.".to_owned();
    }
    let sentences: Vec<String> =
        groups.iter().map(|(whom, names)| format!("For {whom}: {}.", listed(names))).collect();
    sentences.join(" ")
}
