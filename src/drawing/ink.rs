//! The colors of the board's drawing by name, and the drawing in them.

use components::specs::Terrain;
use rules::player::PlayerId;

use super::board::Mark;

/// A color by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The sheet that is drawn on.
    Paper,
    /// Things that stand off the sheet, a little lighter than it: medallions, linings of lines.
    Raised,
    /// Lines and words.
    Ink,
    /// Words that may stand back.
    Muted,
    /// Land of a terrain.
    Terrain(Terrain),
    /// Land of unknown terrain.
    UnknownLand,
    /// Water.
    River,
    /// Stone of a wall.
    Wall,
    /// The joints of a wall.
    OnWall,
    /// Ground reserved for special buildings.
    Site,
    /// The wash that tells one of the three sections from the others, 0 to 2.
    Section(u8),
    /// A player's color.
    Player(PlayerId),
    /// Letters and signs on a player's color.
    OnPlayer(PlayerId),
    /// The face of a player's tiles: card with a good part of the player's color.
    Face(PlayerId),
    /// The line between the face and the colored edge, which makes the edge of white tiles
    /// a double line.
    Rim(PlayerId),
    /// The material of pieces: the face of nobody's tiles, the spaces of a building.
    Card,
    /// Print on pieces, which are light in every look, and their shadow.
    Print,
    /// The face of a prestige building.
    Stone,
    /// The roof of a prestige building.
    Roof,
    /// The surface of a road.
    Road,
    /// The token of nobody.
    Neutral,
    /// Letters and signs on the token of nobody.
    OnNeutral,
    /// Gains, and things that are allowed or would help.
    Good,
    /// Losses, and things that are refused or in the way.
    Bad,
    /// The one thing to look at.
    Accent,
    /// The outcome of a question about a square.
    Mark(Mark),
}

impl Ink {
    /// Returns the ink, thinned: 0 is invisible, 1 is full.
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { color: self, opacity }
    }
}

impl scene::ColorName for Ink {
    const PAPER: Self = Self::Paper;
}

/// A drawing in inks, measured in squares of the map.
pub type Scene = scene::Scene<Ink>;
/// An item of a [`Scene`].
pub type Item = scene::Item<Ink>;
/// A line of words of a [`Scene`].
pub type Text = scene::Text<Ink>;
/// An ink with its opacity.
pub type Tone = scene::Tone<Ink>;
