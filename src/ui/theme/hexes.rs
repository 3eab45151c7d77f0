//! The palette of the map of hexes.

use egui::Color32;

use super::Theme;
use scenario_drawing::MapColor;
use scenario_rules::board::Terrain;
use scene::Palette;

impl Theme {
    /// Returns the flat tint of a hex; ink is readable on it.
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

    /// Returns the color that the theme has for a color of the map.
    const fn map_color(&self, color: MapColor) -> Color32 {
        match color {
            MapColor::Paper => self.paper,
            MapColor::Raised => self.raised,
            MapColor::Ink => self.ink,
            MapColor::Muted => self.muted,
            MapColor::Hairline => self.hairline,
            MapColor::Accent => self.accent,
            MapColor::OnAccent => self.on_accent,
            MapColor::Good => self.good,
            MapColor::Bad => self.bad,
            MapColor::Focus => self.focus,
            MapColor::Terrain(terrain) => self.hex(terrain),
        }
    }
}

impl Palette<MapColor> for Theme {
    fn rgba(&self, color: MapColor) -> [u8; 4] {
        self.map_color(color).to_srgba_unmultiplied()
    }
}
