//! Hypothetical tables: a figure somewhere else, and the turns of the monsters then.
//!
//! The others stay where they are; nothing is foreseen of what happens in between.

use super::hex::Hex;
use super::names::FigureId;
use super::position::Position;

/// A hex in which a figure could stand, and who would attack it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The hex.
    pub hex: Hex,
    /// The monsters that would attack it there, or may if the players so choose.
    pub by: Vec<FigureId>,
    /// The monsters whose turn cannot be computed, since something is unknown.
    pub unknown: Vec<FigureId>,
}

impl Position {
    /// For each hex in which a figure could stand, in reading order: who of `monsters` would attack
    /// it there.
    pub fn dangers(&self, id: FigureId, monsters: &[FigureId]) -> Vec<Danger> {
        let places =
            self.board().hexes().filter_map(|hex| Some((hex, self.with_at(id, hex).ok()?)));
        let danger = |(hex, there): (Hex, Self)| {
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
            Danger { hex, by, unknown }
        };
        places.map(danger).collect()
    }
}
