//! The colors of the hex map and of its characters.

use egui::{Color32, Response, Ui};

use scenario_drawing::{CharacterSlot, MapColor};
use scenario_rules::board::Terrain;
use scenario_rules::{FigureId, Position};
use scene::Palette;
use ui_kit::theme::{Theme, theme};
use ui_kit::widgets::left_of;

/// The width of the color of a character in a list, in points.
const MARK: f32 = 6.0;
/// The height of the line below the heading of a character's page, in points.
const UNDERLINE: f32 = 4.0;

/// Marks a row about a character with its color at the left edge; does nothing for other figures.
pub(super) fn mark_character(ui: &Ui, row: &Response, position: &Position, id: FigureId) {
    if let Some(slot) = CharacterSlot::of(position, id) {
        let (color, _) = theme(ui).characters[slot.index()];
        ui.painter().rect_filled(left_of(row.rect, MARK), 2, color);
    }
}

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
            MapColor::Character(slot) => theme.characters[slot.index()].0,
            MapColor::OnCharacter(slot) => theme.characters[slot.index()].1,
            MapColor::Good => theme.good,
            MapColor::Bad => theme.bad,
            MapColor::Focus => theme.focus,
            MapColor::Terrain(terrain) => self.hex(terrain),
        };
        color.to_srgba_unmultiplied()
    }
}

/// Underlines the heading of a page about a character in its color; does nothing for other
/// figures.
pub(super) fn underline_character(ui: &Ui, heading: &Response, position: &Position, id: FigureId) {
    if let Some(slot) = CharacterSlot::of(position, id) {
        let (color, _) = theme(ui).characters[slot.index()];
        let below = heading.rect.with_min_y(heading.rect.bottom() - UNDERLINE);
        ui.painter().rect_filled(below, 0, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui_kit::theme::contrast;

    #[test]
    fn letters_of_characters_are_readable_in_every_theme() {
        for theme in [Theme::light(), Theme::dark(), Theme::high_contrast()] {
            assert_eq!(theme.characters.len(), CharacterSlot::COUNT);
            for (color, letters) in theme.characters {
                let found = contrast(letters, color);
                assert!(found >= 4.5, "{found:.2} of 4.5");
            }
        }
    }

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
