//! The first step: placing the four corners of the grid on the photograph.

use egui::{Color32, Painter, Pos2, Stroke, Ui};

use crate::photo_view::{PhotoDraft, ViewLabels, photo_view_ui};
use crate::trace_screen::CANVAS_NAME;
use crate::trace_screen::grid_draft::GridDraft;
use board_photo::GridSize;
use components::square::Square;
use ui_kit::theme::line;

/// The text in place of a missing photograph.
const EMPTY: &str =
    "Open a photograph of the board, or drop one here.\nOr paint an empty grid by hand.";

/// Draws the photograph with the grid on it.
pub fn corners_view_ui(ui: &mut Ui, draft: &mut GridDraft) {
    let grid = draft.grid().ok();
    let [right, bottom] = [draft.size.0, draft.size.1]
        .map(|count| u8::try_from(count.saturating_sub(1)).unwrap_or(u8::MAX));
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)]
        .map(|(column, row)| Square::new(column, row).to_string());
    let written = ViewLabels { canvas: CANVAS_NAME, empty: EMPTY, corners };
    let is_moved = photo_view_ui(
        ui,
        &mut draft.photo_draft,
        &written,
        |on| is_sound(grid, on),
        &|painter, on, to_screen, color| {
            if let Some(grid) = grid.filter(|_| is_sound(grid, on)) {
                paint_lines(painter, on, grid, to_screen, color);
            }
        },
    );
    if is_moved {
        draft.set_manual();
    }
}

/// Returns `true` if the corners fit a grid on the photograph.
fn is_sound(grid: Option<GridSize>, on: &PhotoDraft) -> bool {
    match (grid, &on.photo) {
        (Some(grid), Some(shown)) => on.corners.check(&shown.photo, grid).is_ok(),
        _ => false,
    }
}

/// Paints the lines between columns and rows.
fn paint_lines(
    painter: &Painter,
    on: &PhotoDraft,
    grid: GridSize,
    to_screen: &dyn Fn((f32, f32)) -> Pos2,
    color: Color32,
) {
    let thin = Stroke::new(line::HAIR, color);
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let across = (1..grid.columns()).map(f32::from).map(|at| [(at, 0.0), (at, rows)]);
    let down = (1..grid.rows()).map(f32::from).map(|at| [(0.0, at), (columns, at)]);
    for ends in across.chain(down) {
        let ends = ends.map(|(column, row)| on.corners.place(grid, column, row).map(to_screen));
        if let [Some(from), Some(to)] = ends {
            painter.line_segment([from, to], thin);
        }
    }
}
