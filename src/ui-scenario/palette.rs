//! The colors of the hex map.

use egui::Color32;

use scenario_drawing::MapColor;
use scenario_rules::board::Terrain;
use scene::Palette;
use ui_kit::theme::Theme;

/// The colors of a theme for the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapPalette<'a>(pub(super) &'a Theme);

impl MapPalette<'_> {
    /// Returns the flat tint of a hex, on which ink is readable.
    const fn hex(self, terrain: Terrain) -> Color32 {
        let grounds = &self.0.ground_tints;
        match terrain {
            Terrain::Open => self.0.raised,
            Terrain::Trap => grounds[0],
            Terrain::OpenDoor | Terrain::ClosedDoor | Terrain::LockedDoor => grounds[4],
            Terrain::Obstacle => grounds[3],
            Terrain::Difficult => grounds[5],
            Terrain::Hazardous => grounds[7],
        }
    }
}

impl Palette<MapColor> for MapPalette<'_> {
    fn rgba(&self, color: MapColor) -> [u8; 4] {
        let theme = self.0;
        let color = match color {
            MapColor::Paper => theme.paper,
            MapColor::Raised => theme.raised,
            MapColor::Text => theme.ink,
            MapColor::Muted => theme.muted,
            MapColor::Hairline => theme.hairline,
            MapColor::Accent => theme.accent,
            MapColor::OnAccent => theme.on_accent,
            MapColor::Good => theme.good,
            MapColor::Bad => theme.bad,
            MapColor::Focus => theme.focus,
            MapColor::Terrain(terrain) => self.hex(terrain),
        };
        color.to_srgba_unmultiplied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui_kit::theme::contrast;

    #[test]
    fn names_of_hexes_are_readable_on_every_terrain() {
        for theme in [Theme::light(), Theme::dark(), Theme::high_contrast()] {
            for terrain in Terrain::ALL {
                let found = contrast(theme.ink, MapPalette(&theme).hex(terrain));
                assert!(found >= 4.5, "{} on {found:.2} of 4.5", terrain.word());
            }
        }
    }
}
