//! The colors of the map by name, and the drawing in them.

use scenario_rules::board::Terrain;

/// A color by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapColor {
    /// The sheet that is drawn on.
    Paper,
    /// Things that stand off the sheet, a little lighter than it.
    Raised,
    /// Lines and words.
    Ink,
    /// Lines and words that may stand back.
    Muted,
    /// Thin lines between hexes.
    Hairline,
    /// Characters, and the turn that is shown.
    Accent,
    /// Words on the accent.
    OnAccent,
    /// Things that are allowed or safe.
    Good,
    /// Attacks, and things that are in the way.
    Bad,
    /// The hex that keys act on, and those between which sight is asked for.
    Focus,
    /// The ground of a hex; ink is readable on it.
    Terrain(Terrain),
}

impl MapColor {
    /// Returns the color, thinned: 0 is invisible, 1 is full.
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { color: self, opacity }
    }
}

impl scene::ColorName for MapColor {
    const PAPER: Self = Self::Paper;
}

/// A drawing of the map, measured in points of the view.
pub type Scene = scene::Scene<MapColor>;
/// A color of the map with its opacity.
pub type Tone = scene::Tone<MapColor>;
