//! The map on paper: what the verb `picture` writes, and the pictures of pages.

use egui::{Pos2, Rect, Vec2, vec2};

use super::geometry::Grid;
use super::paint::{Shown, draw_map};
use crate::picture::{Kind, PictureError};
use crate::theme::Theme;
use scenario::question::Question;
use scenario_rules::Game;
use scene::png::png;

/// Length of a side of a hex while it is drawn: large enough for every name.
const SIDE: f32 = 44.0;
/// Pixels across the picture of a page.
const PAGE_WIDTH: f32 = 1_600.0;

/// The map of a game as the bytes of a file, on light paper, of so many pixels across and down.
///
/// # Errors
///
/// A size out of range.
pub fn map_picture(game: &Game, kind: Kind, size: (u32, u32)) -> Result<Vec<u8>, PictureError> {
    file(&svg(&Shown::still(game), size), kind, size)
}

/// The same with the turn of a monster: its focus, its way and its targets.
///
/// # Errors
///
/// A size out of range.
pub fn turn_picture(
    question: &Question,
    kind: Kind,
    size: (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    file(&svg(&Shown::asked(question), size), kind, size)
}

fn file(svg: &str, kind: Kind, size: (u32, u32)) -> Result<Vec<u8>, PictureError> {
    match kind {
        Kind::Svg => Ok(svg.as_bytes().to_vec()),
        Kind::Png => Ok(png(svg, size)?),
    }
}

/// The map of a game as a part of a page.
#[must_use]
pub fn map_svg(game: &Game) -> String {
    svg(&Shown::still(game), page_size(game))
}

/// The map before a turn with the turn as a part of a page.
#[must_use]
pub fn turn_svg(question: &Question) -> String {
    svg(&Shown::asked(question), page_size(&question.game))
}

/// How large a map is, which tells how wide it is for its height.
pub(crate) fn map_size(game: &Game) -> Vec2 {
    Grid::size_of(game.position().board(), SIDE)
}

/// The map of a game as a drawing in the colours of the screen.
pub(crate) fn map_in(theme: &Theme, game: &Game, size: (u32, u32)) -> String {
    svg_in(theme, &Shown::still(game), size)
}

fn page_size(game: &Game) -> (u32, u32) {
    let whole = map_size(game);
    (PAGE_WIDTH as u32, (PAGE_WIDTH * whole.y / whole.x).round() as u32)
}

fn svg(shown: &Shown<'_>, size: (u32, u32)) -> String {
    svg_in(&Theme::light(), shown, size)
}

fn svg_in(theme: &Theme, shown: &Shown<'_>, size: (u32, u32)) -> String {
    let board = shown.board();
    let pixels = vec2(f64::from(size.0) as f32, f64::from(size.1) as f32);
    // What the map leaves over of the picture is paper.
    let whole = Grid::size_of(board, SIDE);
    let times = (whole / pixels).max_elem();
    let view = Rect::from_min_size(Pos2::ZERO, pixels * times);
    draw_map(theme, Grid::fit(view, board), shown).svg(view, size, theme.paper)
}
