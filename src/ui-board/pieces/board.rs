//! Small pictures of boards.

use egui::{Painter, Rect, Sense, Ui, vec2};

use rules::Game;

/// A function that paints the board of a game into a rectangle, as large as fits.
pub type BoardPainter<'a> = &'a dyn Fn(&Painter, Rect, &Game);

/// Draws the board of a game at the available width.
pub fn board_picture_ui(ui: &mut Ui, game: &Game, paint_board: BoardPainter<'_>) {
    let width = ui.available_width();
    let size = vec2(width, (width * 0.72).round());
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        paint_board(&ui.painter_at(rect), rect, game);
    }
}
