//! Hypothetical tables: the turns of the monsters if a figure were in another hex.
//!
//! All other figures stay; events in between are not considered.

use super::hex::Hex;
use super::names::FigureId;
use super::position::Position;

/// A hex in which a figure could stand, with the monsters that would attack it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The hex.
    pub hex: Hex,
    /// The monsters that would attack it there, or would if the players chose so.
    pub by: Vec<FigureId>,
    /// The monsters whose turn cannot be computed, because information is missing.
    pub unknown: Vec<FigureId>,
}

impl Position {
    /// Returns, for each hex in which a figure could stand, those of `monsters` that would attack
    /// it there; in reading order.
    pub fn dangers(&self, id: FigureId, monsters: &[FigureId]) -> Vec<Danger> {
        let mut dangers = Vec::new();
        for hex in self.board().hexes() {
            let Ok(there) = self.with_figure_at(id, hex) else { continue };
            let (mut by, mut unknown) = (Vec::new(), Vec::new());
            for &monster in monsters {
                match there.turn(monster) {
                    Ok(answer) => {
                        let attacks = answer.ends.iter().any(|end| {
                            let open = end.choice.iter().flat_map(|choice| &choice.from);
                            end.targets.iter().chain(open).any(|&target| target == id)
                        });
                        by.extend(attacks.then_some(monster));
                    }
                    Err(_) => unknown.push(monster),
                }
            }
            dangers.push(Danger { hex, by, unknown });
        }
        dangers
    }
}
