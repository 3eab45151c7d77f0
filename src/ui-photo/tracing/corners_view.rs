//! The first step: the four corners of the grid on the photograph.

use egui::{Color32, Painter, Pos2, Stroke, Ui};

use crate::photograph::{PhotoDraft, Written, photo_view_ui};
use crate::tracing::CANVAS;
use crate::tracing::grid_draft::GridDraft;
use board_tracing::Grid;
use components::square::Square;
use ui_kit::theme::line;

/// What stands where there is no photograph yet.
const EMPTY: &str =
    "Open a photograph of the board, or drop one here.\nOr paint an empty grid by hand.";

/// The photograph with the grid over it.
pub fn corners_view_ui(ui: &mut Ui, draft: &mut GridDraft) {
    let grid = draft.grid().ok();
    let is_sound = |on: &PhotoDraft| match (grid, &on.photo) {
        (Some(grid), Some(shown)) => on.corners.check(&shown.photo, grid).is_ok(),
        _ => false,
    };
    let draw = |painter: &Painter,
                on: &PhotoDraft,
                to_screen: &dyn Fn((f32, f32)) -> Pos2,
                ink: Color32| {
        if let Some(grid) = grid.filter(|_| is_sound(on)) {
            paint_lines(painter, on, grid, to_screen, ink);
        }
    };
    let last = |side: u32| u8::try_from(side.saturating_sub(1)).unwrap_or(u8::MAX);
    let (right, bottom) = (last(draft.size.0), last(draft.size.1));
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)];
    let corners = corners.map(|(column, row)| Square::new(column, row).to_string());
    let written = Written { canvas: CANVAS, empty: EMPTY, corners };
    if photo_view_ui(ui, &mut draft.on, &written, is_sound, &draw) {
        draft.lay_by_hand();
    }
}

/// The lines between columns and rows, as they would lie on the board.
fn paint_lines(
    painter: &Painter,
    on: &PhotoDraft,
    grid: Grid,
    to_screen: &dyn Fn((f32, f32)) -> Pos2,
    ink: Color32,
) {
    let thin = Stroke::new(line::HAIR, ink);
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let place = |column: f32, row: f32| on.corners.place(grid, column, row).map(to_screen);
    let line = |from: Option<Pos2>, to: Option<Pos2>| {
        if let (Some(from), Some(to)) = (from, to) {
            painter.line_segment([from, to], thin);
        }
    };
    for column in 1..grid.columns() {
        line(place(f32::from(column), 0.0), place(f32::from(column), rows));
    }
    for row in 1..grid.rows() {
        line(place(0.0, f32::from(row)), place(columns, f32::from(row)));
    }
}
