//! The transient overlay of the board: verdicts on squares, a tile being placed, explanations.

use std::collections::BTreeSet;

use components::square::Square;
use rules::Game;
use rules::adjustment::Owner;
use rules::player::ByPlayer;
use scene::{Dash, GridCell, OutlineForm, Pos, Rect, Region, Typeface};

use super::board::{Ghost, GhostKind, Grid, Mark, Overlay, PlayerSigns};
use super::color::{BoardColor, Scene, Tone};
use super::icons;
use super::payments::PaymentPlan;
use super::pieces::{self, TILE, TilePlan};
use super::text_fit;

/// Draws the dimming of refused squares. They are the common case, so the others stand out.
///
/// It is below the pieces, which must stay readable.
pub(super) fn veil(grid: Grid, overlay: &Overlay) -> Scene {
    let cells = overlay
        .marks
        .iter()
        .filter(|(_, mark)| *mark == Mark::Illegal)
        .map(|&(square, _)| grid.cell(square))
        .collect();
    let mut scene = Scene::new(grid.size());
    // One region, because separate squares would leave slivers between them.
    let whole = OutlineForm { inset: 0.0, round: 0.0 };
    scene.region(Grid::region(&cells, whole), BoardColor::Paper.at(VEIL));
    scene
}

/// Draws everything else that is over the pieces.
pub(super) fn draw(
    game: &Game,
    grid: Grid,
    looks: &ByPlayer<PlayerSigns>,
    overlay: &Overlay,
) -> Scene {
    let mut sheet = OverlaySheet { game, grid, scene: Scene::new(grid.size()) };
    for &(square, mark) in &overlay.marks {
        let rect = Grid::rect(grid.cell(square));
        mark_on(&mut sheet.scene, rect, mark);
    }
    sheet.fresh(&overlay.placed);
    sheet.trouble(&overlay.blocking);
    sheet.hint(&overlay.hint);
    for ghost in &overlay.ghosts {
        sheet.ghost(ghost);
    }
    if !overlay.payments.is_empty() {
        let pieces = pieces::draw(game, grid, looks);
        let plan = PaymentPlan::new(game, grid, *looks, &pieces, &overlay.payments);
        sheet.scene.extend(plan.final_scene(overlay.numbered));
    }
    if let Some(square) = overlay.cursor {
        sheet.cursor(square);
    }
    sheet.scene
}

/// The opacity of the dimming of refused squares.
const VEIL: f32 = 0.3;

struct OverlaySheet<'a> {
    game: &'a Game,
    grid: Grid,
    scene: Scene,
}

/// Draws the mark on one square. Each has its own shape, so that none depends on color.
fn mark_on(scene: &mut Scene, rect: Rect, mark: Mark) {
    let centre = rect.center();
    let whole = rect.shrunk(0.04);
    let ink = BoardColor::Mark(mark);
    match mark {
        Mark::Legal => {
            // In the corner, so that it covers neither a number nor the drawing of a tile.
            let corner = rect.min.plus(0.22, 0.22);
            scene.circle(corner, 0.17, BoardColor::Raised);
            scene.circle(corner, 0.125, ink);
        }
        Mark::Unaffordable => {
            scene.rect(whole, 0.08, BoardColor::Raised.at(0.3));
            scene.circle(centre, 0.27, BoardColor::Raised);
            scene.circle_line(centre, 0.25, 0.05, ink);
            scene.text(centre, "$", 0.36, Typeface::Sans, true, ink);
        }
        // Its square is dimmed below the pieces instead.
        Mark::Illegal => {}
        Mark::CannotTell => {
            scene.rect(whole, 0.08, BoardColor::Raised.at(0.45));
            let dash = Dash { stroke: 0.1, gap: 0.08 };
            let frame = corners(whole.shrunk(0.05));
            scene.dashes(frame, true, 0.055, dash, ink);
            scene.text(centre, "?", 0.6, Typeface::Serif, true, ink);
        }
    }
}

fn cross(scene: &mut Scene, centre: Pos, arm: f32, width: f32, tone: impl Into<Tone>) {
    let tone = tone.into();
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        let line = vec![centre.plus(-dx, -dy), centre.plus(dx, dy)];
        scene.line(line, width, tone);
    }
}

fn corners(rect: Rect) -> Vec<Pos> {
    vec![rect.min, Pos::new(rect.max.x, rect.min.y), rect.max, Pos::new(rect.min.x, rect.max.y)]
}

/// Draws diagonal strokes across a square.
fn hatch(scene: &mut Scene, rect: Rect, ink: BoardColor, opacity: f32) {
    for stroke in 0..6_u8 {
        let at = (f32::from(stroke) + 0.5) / 3.0;
        let low = Pos::new(rect.min.x + (at - 1.0).max(0.0), rect.min.y + at.min(1.0));
        let high = Pos::new(rect.min.x + at.min(1.0), rect.min.y + (at - 1.0).max(0.0));
        scene.line(vec![low, high], 0.05, ink.at(opacity));
    }
}

impl OverlaySheet<'_> {
    fn region(&self, squares: &[Square], inset: f32) -> (BTreeSet<GridCell>, Region) {
        let cells = self.grid.cells(squares);
        let form = OutlineForm { inset, round: 0.14 };
        let region = Grid::region(&cells, form);
        (cells, region)
    }

    /// Draws a halo around the squares of the last action.
    fn fresh(&mut self, squares: &[Square]) {
        let (_, region) = self.region(squares, 0.0);
        self.scene.outline(&region, 0.15, BoardColor::Accent.at(0.3));
        self.scene.outline(&region, 0.06, BoardColor::Accent);
    }

    /// Draws squares that are in the way: hatched, inside a solid line.
    fn trouble(&mut self, squares: &[Square]) {
        let (cells, region) = self.region(squares, 0.02);
        for cell in cells {
            hatch(&mut self.scene, Grid::rect(cell), BoardColor::Bad, 0.55);
        }
        self.scene.outline(&region, 0.11, BoardColor::Raised);
        self.scene.outline(&region, 0.07, BoardColor::Bad);
    }

    /// Draws squares that would help: inside a dashed line, with a plus.
    fn hint(&mut self, squares: &[Square]) {
        let (cells, region) = self.region(squares, 0.06);
        self.scene.region(region.clone(), BoardColor::Good.at(0.16));
        let dash = Dash { stroke: 0.16, gap: 0.1 };
        for ring in &region.rings {
            self.scene.dashes(ring.clone(), true, 0.07, dash, BoardColor::Good);
        }
        for cell in cells {
            let centre = Grid::rect(cell).center();
            self.scene.circle(centre, 0.2, BoardColor::Raised);
            for line in [
                vec![centre.plus(-0.12, 0.0), centre.plus(0.12, 0.0)],
                vec![centre.plus(0.0, -0.12), centre.plus(0.0, 0.12)],
            ] {
                self.scene.line(line, 0.06, BoardColor::Good);
            }
        }
    }

    fn ghost(&mut self, ghost: &Ghost) {
        let cells = self.grid.cells(ghost.footprint.squares());
        let verdict = match ghost.verdict {
            // The refusal of a held tile is rare and must be seen.
            Mark::Illegal => BoardColor::Bad,
            Mark::Legal | Mark::Unaffordable | Mark::CannotTell => BoardColor::Mark(ghost.verdict),
        };
        let fill = if ghost.verdict == Mark::Legal { 0.9 } else { 0.75 };
        let body = Grid::region(&cells, TILE);
        let face = match (ghost.owner, ghost.kind) {
            (Some(Owner::Player(player)), _) => BoardColor::Face(player),
            (_, GhostKind::Building(_)) => BoardColor::Stone,
            (_, GhostKind::Road) => BoardColor::Road,
            (Some(Owner::Neutral) | None, _) => BoardColor::Card,
        };
        self.scene.region(body, face.at(fill));
        self.ghost_content(ghost, &cells);
        let line = Grid::region(&cells, OutlineForm { inset: 0.05, round: 0.12 });
        self.scene.outline(&line, 0.13, BoardColor::Raised);
        match ghost.verdict {
            Mark::Legal => self.scene.outline(&line, 0.09, verdict),
            Mark::Unaffordable => self.dashed(&line, 0.3, 0.12, verdict),
            Mark::Illegal => {
                for &cell in &cells {
                    hatch(&mut self.scene, Grid::rect(cell), BoardColor::Bad, 0.4);
                }
                self.scene.outline(&line, 0.09, verdict);
            }
            Mark::CannotTell => self.dashed(&line, 0.1, 0.1, verdict),
        }
        // The verdict is drawn on the corner, where there is no name.
        let Some(&first) = cells.iter().min_by_key(|&&(x, y)| (y, x)) else {
            return;
        };
        let corner = Grid::rect(first).min.plus(0.1, 0.1);
        self.scene.circle(corner, 0.21, BoardColor::Raised);
        self.scene.circle_line(corner, 0.2, 0.04, verdict);
        match ghost.verdict {
            Mark::Legal => {
                let tick =
                    [(-0.09, 0.0), (-0.02, 0.07), (0.1, -0.07)].map(|(x, y)| corner.plus(x, y));
                self.scene.line(tick.to_vec(), 0.05, verdict);
            }
            Mark::Unaffordable => {
                self.scene.text(corner, "$", 0.3, Typeface::Sans, true, verdict);
            }
            Mark::Illegal => cross(&mut self.scene, corner, 0.08, 0.05, verdict),
            Mark::CannotTell => {
                self.scene.text(corner, "?", 0.3, Typeface::Serif, true, verdict);
            }
        }
    }

    fn dashed(&mut self, region: &Region, stroke: f32, gap: f32, ink: BoardColor) {
        let dash = Dash { stroke, gap };
        for ring in &region.rings {
            self.scene.dashes(ring.clone(), true, 0.09, dash, ink);
        }
    }

    fn ghost_content(&mut self, ghost: &Ghost, cells: &BTreeSet<GridCell>) {
        let contents = self.game.contents();
        let icon = match ghost.kind {
            GhostKind::Resource(resource) => {
                let name = contents.resource_name(resource);
                TilePlan::new(cells).print(&mut self.scene, name);
                return;
            }
            GhostKind::Building(building) => {
                let name = contents.building_name(building);
                let room = text_fit::widest_rect(cells).shrunk(0.2);
                let lines = text_fit::fit(name, room, 0.34, Typeface::Serif, true);
                lines.draw(
                    &mut self.scene,
                    room.center(),
                    Typeface::Serif,
                    true,
                    BoardColor::Print,
                );
                return;
            }
            GhostKind::House => icons::HOUSE,
            GhostKind::Bridge => icons::BRIDGE,
            GhostKind::Gate => icons::GATE,
            GhostKind::Road => icons::ROAD,
        };
        for &cell in cells {
            let rect = Grid::rect(cell).shrunk(0.14);
            self.scene.icon(icon, rect, BoardColor::Print);
        }
    }

    /// Draws the square of the keyboard cursor: four solid corners.
    fn cursor(&mut self, square: Square) {
        let rect = Grid::rect(self.grid.cell(square)).shrunk(-0.04);
        for (corner, sx, sy) in [
            (rect.min, 1.0, 1.0),
            (Pos::new(rect.max.x, rect.min.y), -1.0, 1.0),
            (rect.max, -1.0, -1.0),
            (Pos::new(rect.min.x, rect.max.y), 1.0, -1.0),
        ] {
            let angle = vec![corner.plus(0.3 * sx, 0.0), corner, corner.plus(0.0, 0.3 * sy)];
            self.scene.line(angle.clone(), 0.15, BoardColor::Raised);
            self.scene.line(angle, 0.09, BoardColor::Accent);
        }
    }
}
