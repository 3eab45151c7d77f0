//! The consequences if a figure stood in another hex: the way there, and whom each monster would
//! attack.

use plain_text::{counted, listed, one_of};

use scenario_rules::board::Terrain;
use scenario_rules::event::Event;
use scenario_rules::figure::FigureKind;
use scenario_rules::{Action, FigureId, Game, Hex, Position};

use super::explanation::{consequences, figure_label, why_not};
use super::refusal::{reasons_text, verdict_text};

/// A figure that would stand in another hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// The way there and what it brings, a sentence each.
    pub way: Vec<String>,
    /// A sentence for each enemy that has yet to act: whether it would go for the figure, and why.
    pub enemies: Vec<String>,
}

impl Foresight {
    /// Returns what would follow if a figure moved to a hex, or stayed in its own.
    ///
    /// # Errors
    ///
    /// The reason why it cannot stand there, in a sentence.
    pub fn of(game: &Game, id: FigureId, to: Hex) -> Result<Self, String> {
        let position = game.position();
        if position.figure(id).hex == to {
            return Ok(Self { way: Vec::new(), enemies: enemies_words(game, id) });
        }
        let outcome = game
            .outcome(&Action::Move { figure: id, to })
            .map_err(|refusal| verdict_text(position.names(), &refusal))?;
        let way = way_words(position, id, to, &outcome.report.events);
        let enemies = match outcome.game.position().get(id) {
            Some(_) => enemies_words(&outcome.game, id),
            None => Vec::new(),
        };
        Ok(Self { way, enemies })
    }
}

/// Describes a move to another hex with its events, a sentence each: a door that opens, the cost of
/// a walk, traps and hazardous terrain.
pub fn way_words(before: &Position, id: FigureId, to: Hex, events: &[Event]) -> Vec<String> {
    let is_door = before.board().terrain(to) == Some(Terrain::ClosedDoor);
    let door = is_door.then(|| "Opens the door (S6.4).".to_owned());
    let mut sentences: Vec<String> = door.into_iter().chain(walk_words(before, id, to)).collect();
    sentences.extend(consequences(before, events));
    sentences
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
            let reasons = reasons_text(position.names(), &refusal);
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

/// Lists the focus of each monster that has yet to act, those with the same focus together. `moved`
/// itself is left out.
pub fn foci_words(game: &Game, moved: FigureId) -> String {
    let position = game.position();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for monster in game.to_act() {
        if monster == moved || matches!(position.figure(monster).kind, FigureKind::Summon { .. }) {
            continue;
        }
        let whom = match position.turn(monster) {
            Ok(answer) if answer.foci.is_empty() => "nobody".to_owned(),
            Ok(answer) => {
                let foci = answer.foci.iter().map(|&focus| figure_label(position.figure(focus)));
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
        return NOBODY_LEFT.to_owned();
    }
    let sentences: Vec<String> =
        groups.iter().map(|(whom, names)| format!("For {whom}: {}.", listed(names))).collect();
    sentences.join(" ")
}

/// The sentence for a round in which every monster has acted.
pub const NOBODY_LEFT: &str = "No monster is left to act in this round.";

/// Returns the enemies of a figure that have not acted yet in this round, in order of acting.
pub fn enemies_to_act(game: &Game, id: FigureId) -> Vec<FigureId> {
    let position = game.position();
    let is_enemy = |&other: &FigureId| position.figure(other).is_enemy_of(position.figure(id));
    game.to_act().into_iter().filter(is_enemy).collect()
}

/// Returns a sentence for each enemy that has yet to act: whether it goes for a figure, and why.
pub fn enemies_words(game: &Game, id: FigureId) -> Vec<String> {
    let position = game.position();
    let words = |monster| match position.turn(monster) {
        Ok(answer) => why_not(position, &answer, id),
        Err(refusal) => {
            let verdict = verdict_text(position.names(), &refusal);
            format!("{}: {verdict}", position.figure(monster))
        }
    };
    enemies_to_act(game, id).into_iter().map(words).collect()
}
