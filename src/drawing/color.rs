//! The color names of the board's drawing, and the scene types that use them.

use components::specs::Terrain;
use rules::player::PlayerId;

use super::board::Mark;

/// A color named by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardColor {
    /// The background.
    Paper,
    /// Raised parts, a little lighter than paper: medallions, linings of lines.
    Raised,
    /// Lines and text.
    Text,
    /// Unobtrusive text.
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
    /// The tint of one of the three sections, 0 to 2.
    Section(u8),
    /// A player's color.
    Player(PlayerId),
    /// Letters and signs on a player's color.
    OnPlayer(PlayerId),
    /// The face of a player's tiles: card with a share of the player's color.
    Face(PlayerId),
    /// The line between the face and the colored edge. It makes the edge of white tiles double.
    Rim(PlayerId),
    /// The material of pieces: the face of neutral tiles, the spaces of a building.
    Card,
    /// Print on pieces, which are light in every theme, and their shadow.
    Print,
    /// The face of a prestige building.
    Stone,
    /// The roof of a prestige building.
    Roof,
    /// The surface of a road.
    Road,
    /// A neutral token.
    Neutral,
    /// Letters and signs on a neutral token.
    OnNeutral,
    /// Gains, and pieces that are allowed or would help.
    Good,
    /// Losses, and pieces that are refused or in the way.
    Bad,
    /// The focus of attention.
    Accent,
    /// The verdict on a square.
    Mark(Mark),
}

impl BoardColor {
    /// Returns the ink at an opacity: 0 is invisible, 1 is full.
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { color: self, opacity }
    }
}

impl scene::ColorName for BoardColor {
    const PAPER: Self = Self::Paper;
}

/// A drawing in inks, measured in squares of the map.
pub type Scene = scene::Scene<BoardColor>;
/// An item of a [`Scene`].
pub type Item = scene::SceneItem<BoardColor>;
/// A line of text of a [`Scene`].
pub type Text = scene::Text<BoardColor>;
/// An ink with its opacity.
pub type Tone = scene::Tone<BoardColor>;
