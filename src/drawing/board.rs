//! The picture of the board: where its squares are, and what is drawn of a game.

use std::collections::BTreeSet;

use components::ids::{BuildingId, ResourceId};
use components::quantity::Points;
use components::square::Square;
use components::tile::Footprint;
use rules::Game;
use rules::adjustment::Owner;
use rules::player::{ByPlayer, PlayerId};
use scene::{Cell, Form, Pos, Rect, Region};

use super::ground;
use super::ink::Scene;
use super::overlay;
use super::payments::PayPlan;
use super::pieces;

/// Width of the rim around the squares, where coordinates and sections are written.
pub const RIM: f32 = 0.86;

/// How the board is seen: which way round, and by which signs players are told apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardPicture {
    /// Quarter turns clockwise, so that the picture lies as the board does for who looks at it.
    pub turns: u8,
    /// The letter and the edge of each player.
    pub looks: ByPlayer<Look>,
}

/// By what a player is told from the others besides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The letter on tokens.
    pub letter: char,
    /// The pattern along the edge of tiles.
    pub edge: Edge,
}

impl Default for Look {
    fn default() -> Self {
        Self { letter: '?', edge: Edge::Solid }
    }
}

catalogue::catalogue! {
    /// The pattern that runs along the coloured edge of a player's tiles; no race of the box has to
    /// share one.
    pub enum Edge {}

    /// Nothing but the colour.
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
    /// A stroke and a dot in turn.
    DashDot;
    /// Square notches, as on a battlement.
    Battlement;
}

catalogue::catalogue! {
    /// How something asked about a square or a placement turned out, from the most welcome.
    pub enum Mark {}

    /// Allowed.
    Legal;
    /// Allowed but for the money.
    Unaffordable;
    /// Refused.
    Illegal;
    /// Nobody can tell, for want of a fact.
    CannotTell;
}

/// What a tile that is not placed yet would be.
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

/// A tile that is not placed yet and follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Where it would lie.
    pub footprint: Footprint,
    /// What it would be.
    pub kind: GhostKind,
    /// Whose it would be; nobody's for a road or a prestige building.
    pub owner: Option<Owner>,
    /// Whether it could lie there.
    pub verdict: Mark,
}

/// A payment to draw: from the tile that supplied to the one that was supplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayLine {
    /// The tile that supplied.
    pub from: Footprint,
    /// The squares gone through between the two, if they are known.
    pub route: Vec<Square>,
    /// The tile or building that was supplied.
    pub to: Footprint,
    /// What was paid for it.
    pub points: Points,
    /// What of that was not paid on to other tiles.
    pub kept: Points,
    /// Who was paid; nobody for a neutral tile.
    pub player: Option<PlayerId>,
    /// Which line of the same list it is paid out of; nothing for points that are earned anew.
    pub out_of: Option<usize>,
}

/// What lies over the board for a moment: answers, plans and explanations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// What may be done where.
    pub marks: Vec<(Square, Mark)>,
    /// What is being placed, from below.
    pub ghosts: Vec<Ghost>,
    /// Squares that are in the way.
    pub trouble: Vec<Square>,
    /// Squares that would help.
    pub hint: Vec<Square>,
    /// Payments.
    pub paths: Vec<PayLine>,
    /// Whether the payments are numbered in their order, for whoever does not see them made.
    pub numbered: bool,
    /// The square the keyboard is on.
    pub cursor: Option<Square>,
    /// What the last action put down.
    pub fresh: Vec<Square>,
}

impl BoardPicture {
    /// The picture after so many quarter turns, with the signs of the players.
    pub const fn new(turns: u8, looks: ByPlayer<Look>) -> Self {
        Self { turns: turns % 4, looks }
    }

    /// How large the picture is, in squares, the rim included.
    pub fn size(&self, game: &Game) -> Pos {
        Grid::new(game, self.turns).size()
    }

    /// Where a square is in the picture.
    pub fn rect_of(&self, game: &Game, square: Square) -> Rect {
        let grid = Grid::new(game, self.turns);
        Grid::rect(grid.cell(square))
    }

    /// The square of the board at a place of the picture; nothing in the rim.
    pub fn square_at(&self, game: &Game, pos: Pos) -> Option<Square> {
        let grid = Grid::new(game, self.turns);
        let mut squares = game.board().squares();
        squares.find(|&square| Grid::rect(grid.cell(square)).contains(pos))
    }

    /// The square that a step of the keyboard leads to, in squares right and down as seen.
    pub fn step(&self, game: &Game, from: Square, right: i8, down: i8) -> Option<Square> {
        let rect = self.rect_of(game, from).centre();
        self.square_at(game, rect.plus(f32::from(right), f32::from(down)))
    }

    /// What does not change while a game lasts: the map as it is printed.
    pub fn base(&self, game: &Game) -> Scene {
        ground::draw(game, Grid::new(game, self.turns))
    }

    /// Everything that lies on the board.
    pub fn pieces(&self, game: &Game) -> Scene {
        pieces::draw(game, Grid::new(game, self.turns), &self.looks)
    }

    /// What lies on the ground for a moment, below the pieces.
    pub fn veil(&self, game: &Game, overlay: &Overlay) -> Scene {
        overlay::veil(Grid::new(game, self.turns), overlay)
    }

    /// What lies over the pieces for a moment.
    pub fn overlay(&self, game: &Game, overlay: &Overlay) -> Scene {
        overlay::draw(game, Grid::new(game, self.turns), &self.looks, overlay)
    }

    /// Payments laid out over the picture.
    pub fn plan(&self, game: &Game, payments: &[PayLine]) -> PayPlan {
        PayPlan::new(Grid::new(game, self.turns), self.looks, payments)
    }

    /// The board with everything on it, for a file.
    pub fn whole(&self, game: &Game, overlay: &Overlay) -> Scene {
        let mut scene = self.base(game);
        scene.extend(self.veil(game, overlay));
        scene.extend(self.pieces(game));
        scene.extend(self.overlay(game, overlay));
        scene
    }
}

/// Where the squares of a board are once it is turned.
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

    /// Columns and rows as they are seen.
    pub(super) fn seen(self) -> (i16, i16) {
        if self.turns.is_multiple_of(2) {
            (self.columns, self.rows)
        } else {
            (self.rows, self.columns)
        }
    }

    /// The size of the whole picture.
    pub(super) fn size(self) -> Pos {
        let (columns, rows) = self.seen();
        Pos::new(f32::from(columns) + 2.0 * RIM, f32::from(rows) + 2.0 * RIM)
    }

    /// Where a square is seen, by column and row.
    pub(super) fn cell(self, square: Square) -> Cell {
        let (x, y) = (i16::from(square.column), i16::from(square.row));
        match self.turns {
            0 => (x, y),
            1 => (self.rows - 1 - y, x),
            2 => (self.columns - 1 - x, self.rows - 1 - y),
            _ => (y, self.columns - 1 - x),
        }
    }

    pub(super) fn cells(self, squares: &[Square]) -> BTreeSet<Cell> {
        squares.iter().map(|&square| self.cell(square)).collect()
    }

    pub(super) fn rect((x, y): Cell) -> Rect {
        Rect::new(RIM + f32::from(x), RIM + f32::from(y), 1.0, 1.0)
    }

    /// The shape over some cells.
    pub(super) fn region(cells: &BTreeSet<Cell>, form: Form) -> Region {
        Region::new(cells, form, Pos::new(RIM, RIM))
    }

    /// Which way is up on the unturned board.
    pub(super) fn up(self) -> Pos {
        match self.turns {
            0 => Pos::new(0.0, -1.0),
            1 => Pos::new(1.0, 0.0),
            2 => Pos::new(0.0, 1.0),
            _ => Pos::new(-1.0, 0.0),
        }
    }
}
