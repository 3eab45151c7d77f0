//! Rooms that are hidden until a door to them is opened (S6.4, G16).

use super::board::{HexLine, Terrain};
use super::figure::Figure;
use super::hex::Hex;

/// A hidden room: the part of the map and the figures that come onto it when it is revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRoom {
    /// Its number.
    pub number: u8,
    /// The doors that lead to it; a character that opens one reveals it.
    pub doors: Vec<Hex>,
    /// Its hexes by terrain; of a hex that is listed twice the last terrain counts.
    pub terrain: Vec<(Terrain, Vec<Hex>)>,
    /// The walls in it.
    pub walls: Vec<HexLine>,
    /// The figures in it.
    pub figures: Vec<Figure>,
}

impl HiddenRoom {
    /// The maximum number of a room, and of hidden rooms.
    pub const MAX: u8 = 20;

    /// Creates an empty room.
    pub const fn new(number: u8, doors: Vec<Hex>) -> Self {
        Self { number, doors, terrain: Vec::new(), walls: Vec::new(), figures: Vec::new() }
    }

    /// Returns the number of its hexes.
    pub fn hex_count(&self) -> usize {
        let mut hexes: Vec<Hex> = self.hexes().copied().collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.len()
    }

    pub(super) fn hexes(&self) -> impl Iterator<Item = &Hex> {
        self.terrain.iter().flat_map(|(_, hexes)| hexes)
    }
}
