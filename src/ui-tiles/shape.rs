//! Tiles as they are printed.

use egui::{Color32, Rect, Stroke, StrokeKind, Ui, Vec2, vec2};

use components::tile;
use ui_kit::theme::Theme;

/// Draws a tile as it is printed, with squares as large as fit within `most`, up to 12 points.
pub fn shape_ui(ui: &mut Ui, shape: &tile::Shape, most: Vec2, fill: Color32, theme: &Theme) {
    let (columns, rows) = shape.extent();
    let cell = (most.x / f32::from(columns)).min(most.y / f32::from(rows)).min(12.0).floor();
    let size = vec2(f32::from(columns), f32::from(rows)) * cell;
    let (_, rect) = ui.allocate_space(size);
    let stroke = Stroke::new(1.0, theme.ink);
    for square in shape.offsets() {
        let corner = vec2(f32::from(square.column), f32::from(square.row)) * cell;
        let rect = Rect::from_min_size(rect.min + corner, Vec2::splat(cell));
        ui.painter().rect(rect, 0, fill, stroke, StrokeKind::Middle);
    }
}
