//! The named colors of the map, and the scene that uses them.

use scenario_rules::board::Terrain;

/// A color named by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapColor {
    /// The background.
    Paper,
    /// Raised items, slightly lighter than the background.
    Raised,
    /// Lines and text.
    Text,
    /// Less important lines and text.
    Muted,
    /// Thin lines between hexes.
    Hairline,
    /// Characters, and the displayed turn.
    Accent,
    /// Text on the accent color.
    OnAccent,
    /// Allowed or safe hexes.
    Good,
    /// Attacks and obstructions.
    Bad,
    /// The hex with the keyboard focus, and the two ends of a sight query.
    Focus,
    /// The background of a hex; text in ink is readable on it.
    Terrain(Terrain),
}

impl MapColor {
    /// Returns the color with an opacity from 0, invisible, to 1.
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { color: self, opacity }
    }
}

impl scene::ColorName for MapColor {
    const PAPER: Self = Self::Paper;
}

/// A drawing of the map, measured in points of the view.
pub type Scene = scene::Scene<MapColor>;
/// A color of the map with an opacity.
pub type Tone = scene::Tone<MapColor>;
