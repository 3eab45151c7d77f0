//! The picture of the board: the layout of its squares, and the layers drawn from a game.

use std::collections::BTreeSet;

use components::ids::{BuildingId, ResourceId};
use components::quantity::Points;
use components::square::Square;
use components::tile::Footprint;
use rules::Game;
use rules::adjustment::Owner;
use rules::player::{ByPlayer, PlayerId};
use scene::{GridCell, OutlineForm, Pos, Rect, Region};

use super::color::Scene;
use super::overlay;
use super::payments::PaymentPlan;
use super::pieces;
use super::printed_map;

/// The width of the rim around the squares, where coordinates and sections are written.
pub const RIM: f32 = 0.86;

/// The rotation of the board's picture, and the signs of the players on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardPicture {
    /// Quarter turns clockwise, so that the picture has the orientation of the board on the table.
    pub turns: u8,
    /// The letter and the edge pattern of each player.
    pub player_signs: ByPlayer<PlayerSigns>,
}

/// The signs that distinguish a player besides the color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerSigns {
    /// The letter on tokens.
    pub letter: char,
    /// The pattern along the edge of tiles.
    pub edge: EdgePattern,
}

impl Default for PlayerSigns {
    fn default() -> Self {
        Self { letter: '?', edge: EdgePattern::Solid }
    }
}

enum_table::enum_table! {
    /// The pattern along the colored edge of a player's tiles, one for each race of the box.
    pub enum EdgePattern {}

    /// The color alone.
    Solid;
    /// Long strokes.
    Dashes;
    /// Round dots.
    Dots;
    /// Two thin lines.
    Double;
    /// Teeth outwards, as on a saw.
    Teeth;
    /// A wave.
    Waves;
    /// Short strokes across.
    Ladder;
    /// Strokes and dots, alternating.
    DashDot;
    /// Square notches, as on a battlement.
    Battlement;
}

enum_table::enum_table! {
    /// The verdict on a square or a placement, the best first.
    pub enum Mark {}

    /// Allowed.
    Legal;
    /// Allowed, except that it costs too much.
    Unaffordable;
    /// Refused.
    Illegal;
    /// Unknown, because a fact is missing.
    CannotTell;
}

/// The kind of a piece that is not placed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostKind {
    /// A tile of a resource.
    Resource(ResourceId),
    /// A prestige building.
    Building(BuildingId),
    /// A house.
    House,
    /// A bridge over a river.
    Bridge,
    /// A gate in a wall.
    Gate,
    /// A road.
    Road,
}

/// A piece that is not placed yet and follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Its squares.
    pub footprint: Footprint,
    /// Its kind.
    pub kind: GhostKind,
    /// Its owner; `None` for a road or a prestige building.
    pub owner: Option<Owner>,
    /// The verdict on its placement.
    pub verdict: Mark,
}

/// A payment to draw, from the supplying tile to the supplied one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentLine {
    /// The supplying tile.
    pub from: Footprint,
    /// The squares of the route between the two, if known.
    pub route: Vec<Square>,
    /// The supplied tile or building.
    pub to: Footprint,
    /// The points paid.
    pub points: Points,
    /// The part of the points that was not paid on to other tiles.
    pub kept: Points,
    /// The player who was paid; `None` for a neutral tile.
    pub player: Option<PlayerId>,
    /// The index of the payment it is paid out of; `None` for newly earned points.
    pub parent: Option<usize>,
}

/// The transient overlay of the board: verdicts, plans and explanations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The verdicts on squares.
    pub marks: Vec<(Square, Mark)>,
    /// The pieces being placed, from the bottom up.
    pub ghosts: Vec<Ghost>,
    /// Squares that are in the way.
    pub blocking: Vec<Square>,
    /// Squares that would help.
    pub hint: Vec<Square>,
    /// Payments.
    pub payments: Vec<PaymentLine>,
    /// `true` if the payments are numbered in their order, for viewers without the animation.
    pub numbered: bool,
    /// The square of the keyboard cursor.
    pub cursor: Option<Square>,
    /// The squares on which the last action placed pieces.
    pub placed: Vec<Square>,
}

impl BoardPicture {
    /// Creates the picture after this many quarter turns, with the signs of the players.
    pub const fn new(turns: u8, player_signs: ByPlayer<PlayerSigns>) -> Self {
        Self { turns: turns % 4, player_signs }
    }

    /// Returns the size of the picture with its rim, in squares.
    pub fn size(&self, game: &Game) -> Pos {
        Grid::new(game, self.turns).size()
    }

    /// Returns the place of a square in the picture.
    pub fn rect_of(&self, game: &Game, square: Square) -> Rect {
        let grid = Grid::new(game, self.turns);
        Grid::rect(grid.cell(square))
    }

    /// Returns the square of the board at a point of the picture; `None` in the rim.
    pub fn square_at(&self, game: &Game, pos: Pos) -> Option<Square> {
        let grid = Grid::new(game, self.turns);
        game.board().squares().find(|&square| Grid::rect(grid.cell(square)).contains(pos))
    }

    /// Returns the square at a distance from another, in squares right and down in the picture.
    pub fn step(&self, game: &Game, from: Square, right: i8, down: i8) -> Option<Square> {
        let rect = self.rect_of(game, from).center();
        self.square_at(game, rect.plus(f32::from(right), f32::from(down)))
    }

    /// Draws the printed map, which does not change during a game.
    pub fn printed_map(&self, game: &Game) -> Scene {
        printed_map::draw(game, Grid::new(game, self.turns))
    }

    /// Draws all pieces on the board.
    pub fn pieces(&self, game: &Game) -> Scene {
        pieces::draw(game, Grid::new(game, self.turns), &self.player_signs)
    }

    /// Draws the transient overlay below the pieces: the dimming of refused squares.
    pub fn dimming(&self, game: &Game, overlay: &Overlay) -> Scene {
        overlay::veil(Grid::new(game, self.turns), overlay)
    }

    /// Draws the transient overlay above the pieces.
    pub fn overlay(&self, game: &Game, overlay: &Overlay) -> Scene {
        overlay::draw(game, Grid::new(game, self.turns), &self.player_signs, overlay)
    }

    /// Lays out payments over the picture of these [`pieces`](Self::pieces).
    pub fn payment_plan(
        &self,
        game: &Game,
        pieces: &Scene,
        payments: &[PaymentLine],
    ) -> PaymentPlan {
        PaymentPlan::new(game, Grid::new(game, self.turns), self.player_signs, pieces, payments)
    }

    /// Draws the board with everything on it, for a file.
    pub fn complete(&self, game: &Game, overlay: &Overlay) -> Scene {
        let mut scene = self.printed_map(game);
        scene.extend(self.dimming(game, overlay));
        scene.extend(self.pieces(game));
        scene.extend(self.overlay(game, overlay));
        scene
    }
}

/// The layout of the squares of a rotated board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    columns: i16,
    rows: i16,
    pub(super) turns: u8,
}

impl Grid {
    pub(super) fn new(game: &Game, turns: u8) -> Self {
        let (columns, rows) = game.board().size();
        Self { columns: i16::from(columns), rows: i16::from(rows), turns: turns % 4 }
    }

    /// Returns the columns and rows in the picture.
    pub(super) fn visible_size(self) -> (i16, i16) {
        if self.turns.is_multiple_of(2) {
            (self.columns, self.rows)
        } else {
            (self.rows, self.columns)
        }
    }

    /// Returns the size of the whole picture.
    pub(super) fn size(self) -> Pos {
        let (columns, rows) = self.visible_size();
        Pos::new(f32::from(columns) + 2.0 * RIM, f32::from(rows) + 2.0 * RIM)
    }

    /// Returns the column and row of a square in the picture.
    pub(super) fn cell(self, square: Square) -> GridCell {
        let (x, y) = (i16::from(square.column), i16::from(square.row));
        match self.turns {
            0 => (x, y),
            1 => (self.rows - 1 - y, x),
            2 => (self.columns - 1 - x, self.rows - 1 - y),
            _ => (y, self.columns - 1 - x),
        }
    }

    pub(super) fn cells(self, squares: &[Square]) -> BTreeSet<GridCell> {
        squares.iter().map(|&square| self.cell(square)).collect()
    }

    pub(super) fn rect((x, y): GridCell) -> Rect {
        Rect::new(RIM + f32::from(x), RIM + f32::from(y), 1.0, 1.0)
    }

    /// Returns the shape over some cells.
    pub(super) fn region(cells: &BTreeSet<GridCell>, form: OutlineForm) -> Region {
        Region::new(cells, form, Pos::new(RIM, RIM))
    }

    /// Returns the direction of the printed board's upper edge in the picture.
    pub(super) fn up(self) -> Pos {
        match self.turns {
            0 => Pos::new(0.0, -1.0),
            1 => Pos::new(1.0, 0.0),
            2 => Pos::new(0.0, 1.0),
            _ => Pos::new(-1.0, 0.0),
        }
    }
}
