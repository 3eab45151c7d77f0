//! Pictures of the map on paper, as files and as parts of pages.

use egui::{Vec2, vec2};

use crate::palette::MapPalette;
use scenario::question::TurnQuestion;
use scenario_drawing::{MapView, TurnOverlay, map_on_paper, paper_size};
use scenario_rules::Game;
use scene::svg::svg;
use scene::{PictureError, PictureKind};
use ui_kit::theme::Theme;

/// The width of the picture of a page, in pixels.
const PAGE_WIDTH: f32 = 1_600.0;

/// Returns a picture of the map as the bytes of a file, on light paper, of this size in pixels
/// across and down.
///
/// # Errors
///
/// A [`PictureError`] if the picture cannot be made at this size.
pub fn map_picture(
    game: &Game,
    kind: PictureKind,
    size: (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    kind.bytes(on_light(&MapView::of_game(game), size), size)
}

/// Returns a picture of the map with the turn of a monster: its focus, its path and its targets.
///
/// # Errors
///
/// A [`PictureError`] if the picture cannot be made at this size.
pub fn turn_picture(
    question: &TurnQuestion,
    kind: PictureKind,
    size: (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    kind.bytes(on_light(&shown_turn(question), size), size)
}

/// Returns the map of a game as SVG for a page.
pub fn map_svg(game: &Game) -> String {
    on_light(&MapView::of_game(game), page_size(game))
}

/// Returns the map before a turn, with the turn, as SVG for a page.
pub fn turn_svg(question: &TurnQuestion) -> String {
    on_light(&shown_turn(question), page_size(&question.game))
}

/// Returns the size of a map on paper, in points.
pub fn map_size(game: &Game) -> Vec2 {
    let size = paper_size(game.position().board());
    vec2(size.x, size.y)
}

/// Returns the map of a game as SVG in the colors of the screen.
pub fn map_svg_in_theme(theme: &Theme, game: &Game, size: (u32, u32)) -> String {
    svg(&map_on_paper(&MapView::of_game(game)), &MapPalette(theme), size)
}

/// Returns the map with the turn of a question.
fn shown_turn(question: &TurnQuestion) -> MapView<'_> {
    let answer = question.answer.as_ref().ok();
    MapView {
        selected: Some(question.figure),
        turn: answer.map(|answer| TurnOverlay::new(answer, question.end())),
        ..MapView::of_game(&question.game)
    }
}

fn page_size(game: &Game) -> (u32, u32) {
    let whole = map_size(game);
    (PAGE_WIDTH as u32, (PAGE_WIDTH * whole.y / whole.x).round() as u32)
}

fn on_light(shown: &MapView<'_>, size: (u32, u32)) -> String {
    svg(&map_on_paper(shown), &MapPalette(&Theme::light()), size)
}
