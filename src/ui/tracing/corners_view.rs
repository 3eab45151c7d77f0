//! The first step: the four corners of the grid on the photograph.

use egui::{Align2, Color32, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, pos2, vec2};

use super::CANVAS;
use super::grid_draft::GridDraft;
use crate::theme::{line, space, text, theme, touch};
use crate::widgets::name;
use board_tracing::CORNER_NAMES;

/// How much larger the magnifier shows the picture.
const MAGNIFIED: f32 = 4.0;
/// The side of the magnifier, in points.
const MAGNIFIER: f32 = 160.0;

/// The photograph with the grid over it.
pub(super) fn corners_view_ui(ui: &mut Ui, draft: &mut GridDraft) {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::click_and_drag());
    name(ui, &response, Role::Image, CANVAS);
    let Some(shown) = &draft.photo else {
        let theme = theme(ui);
        let words =
            "Open a photograph of the board, or drop one here.\nOr paint an empty grid by hand.";
        ui.painter().text(
            room.center(),
            Align2::CENTER_CENTER,
            words,
            text::sans(text::LEAD),
            theme.muted,
        );
        return;
    };
    let (width, height) = shown.photo.size();
    let size = vec2(width as f32, height as f32);
    let scale = (room.width() / size.x).min(room.height() / size.y);
    let picture = Rect::from_center_size(room.center(), size * scale);
    let to_screen = |(x, y): (f32, f32)| picture.min + vec2(x, y) * scale;
    let texture = shown.texture.id();
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    ui.painter().image(texture, picture, whole, Color32::WHITE);

    // The nearest corner is taken hold of, however far it is: it need not be hit.
    if let Some(pointer) = response.interact_pointer_pos() {
        // When it is pressed: until then another corner was the one that moves.
        if ui.input(|input| input.pointer.primary_pressed()) {
            draft.lay_by_hand();
            let far = |at: usize| (to_screen(draft.corners.0[at]) - pointer).length();
            draft.corner = (0..4).min_by(|a, b| far(*a).total_cmp(&far(*b))).unwrap_or_default();
        }
        let place = (pointer - picture.min) / scale;
        draft.corners.0[draft.corner] = (place.x.clamp(0.0, size.x), place.y.clamp(0.0, size.y));
    }
    paint_grid(ui, draft, &to_screen);
    let theme = theme(ui);
    for (at, corner) in draft.corners.0.iter().enumerate() {
        let ring = if at == draft.corner { theme.accent } else { theme.ink };
        let middle = to_screen(*corner);
        ui.painter().circle_stroke(
            middle,
            touch::TARGET / 4.0,
            Stroke::new(line::FOCUS, theme.paper),
        );
        ui.painter().circle_stroke(middle, touch::TARGET / 4.0, Stroke::new(line::MARK, ring));
    }
    if response.dragged() || response.is_pointer_button_down_on() {
        let corner = draft.corners.0[draft.corner];
        let seen = pos2(corner.0 / size.x, corner.1 / size.y);
        let half = vec2(1.0 / size.x, 1.0 / size.y) * (MAGNIFIER / MAGNIFIED / scale / 2.0);
        // It lies in the corner of the view that is farthest from the finger.
        let left = to_screen(corner).x > room.center().x;
        let x = if left { room.left() } else { room.right() - MAGNIFIER };
        let glass = Rect::from_min_size(pos2(x, room.top()), Vec2::splat(MAGNIFIER));
        let painter = ui.painter().with_clip_rect(glass);
        painter.rect_filled(glass, 0.0, theme.paper);
        painter.image(texture, glass, Rect::from_center_size(seen, half * 2.0), Color32::WHITE);
        let cross = Stroke::new(line::HAIR, theme.accent);
        painter.hline(glass.x_range(), glass.center().y, cross);
        painter.vline(glass.center().x, glass.y_range(), cross);
        painter.rect_stroke(
            glass,
            0.0,
            Stroke::new(line::MARK, theme.ink),
            egui::StrokeKind::Inside,
        );
        painter.text(
            glass.left_bottom() + vec2(space::S, -space::S),
            Align2::LEFT_BOTTOM,
            CORNER_NAMES[draft.corner],
            text::strong(text::SMALL),
            theme.accent,
        );
    }
}

/// The lines between columns and rows, as they would lie on the board.
fn paint_grid(ui: &Ui, draft: &GridDraft, to_screen: &impl Fn((f32, f32)) -> Pos2) {
    let theme = theme(ui);
    let outline: Vec<Pos2> = draft.corners.0.iter().map(|corner| to_screen(*corner)).collect();
    let is_sound = draft.trouble().is_none();
    let ink = if is_sound { theme.accent } else { theme.bad };
    let painter: &Painter = ui.painter();
    painter.add(egui::Shape::closed_line(outline, Stroke::new(line::MARK, ink)));
    let (true, Ok(grid)) = (is_sound, draft.grid()) else {
        return;
    };
    let thin = Stroke::new(line::HAIR, ink);
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let place = |column: f32, row: f32| draft.corners.place(grid, column, row).map(to_screen);
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
