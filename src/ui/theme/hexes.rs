//! The tints of a map of hexes.

use egui::Color32;

use super::Theme;
use scenario_rules::board::Terrain;

impl Theme {
    /// The flat tint of a hex; ink is readable on it.
    #[must_use]
    pub const fn hex(&self, terrain: Terrain) -> Color32 {
        match terrain {
            Terrain::Open => self.raised,
            Terrain::Trap => self.terrains[0],
            Terrain::OpenDoor | Terrain::ClosedDoor | Terrain::LockedDoor => self.terrains[4],
            Terrain::Obstacle => self.terrains[3],
            Terrain::Difficult => self.terrains[5],
            Terrain::Hazardous => self.terrains[7],
        }
    }
}
