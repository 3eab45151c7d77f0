//! A small map of the board with its reserved sites, which shows the orientation of the board.

use egui::{Align2, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use components::board::Board;
use components::square::Square;
use table_inventory::ChecklistItem;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{caption, name_as, paint_ring};
use ui_tiles::terrain_tint;

/// Maximum height of the picture, in points.
const HEIGHT: f32 = 220.0;

/// A small map of the board with its reserved sites.
pub(super) struct SiteMap {
    rect: Rect,
    /// Width of a square, in points.
    side: f32,
}

impl SiteMap {
    /// Draws the ground of the board, as wide as there is space.
    pub(super) fn draw(ui: &mut Ui, board: &Board) -> Self {
        let (columns, rows) = board.size();
        let extent = vec2(f32::from(columns), f32::from(rows));
        // The first and the last square are named at the edges above and below.
        let names = text::SMALL + space::XS;
        let side = (vec2(ui.available_width(), HEIGHT) / extent).min_elem();
        let whole = extent * side + vec2(0.0, 2.0 * names);
        let (place, response) = ui.allocate_exact_size(whole, Sense::hover());
        name_as(&response, Role::Image, format_args!("The board {}", board.name()));
        let picture = Self { rect: place.shrink2(vec2(0.0, names)), side };
        if ui.is_rect_visible(place) {
            let theme = theme(ui);
            for square in board.squares() {
                let ground = terrain_tint(&theme, board.kind_of(square));
                ui.painter().rect_filled(picture.place(square), 0, ground);
            }
            let frame = (line::HAIR, theme.ink);
            ui.painter().rect_stroke(picture.rect, 0, frame, StrokeKind::Outside);
            let last = Square::new(columns.saturating_sub(1), rows.saturating_sub(1));
            caption(Square::new(0, 0).to_string()).paint(ui, place, Align2::LEFT_TOP);
            caption(last.to_string()).paint(ui, place, Align2::RIGHT_BOTTOM);
        }
        picture
    }

    fn place(&self, square: Square) -> Rect {
        let corner = vec2(f32::from(square.column), f32::from(square.row)) * self.side;
        Rect::from_min_size(self.rect.min + corner, Vec2::splat(self.side))
    }

    /// Draws a reserved site, to tick.
    pub(super) fn site_ui(&self, ui: &Ui, item: &ChecklistItem, is_done: bool) -> Response {
        let site = item.squares.iter().fold(Rect::NOTHING, |all, &at| all.union(self.place(at)));
        // As large as a finger.
        let target =
            Rect::from_center_size(site.center(), site.size().max(Vec2::splat(touch::TARGET)));
        let id = ui.scope_id().with(("site", &item.record_text));
        let response = ui.interact(target, id, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_done, &item.text));
        if ui.is_rect_visible(target) {
            let theme = theme(ui);
            let fill = if response.hovered() { theme.hover } else { theme.raised };
            ui.painter().rect_filled(site, 0, fill);
            let edge = if is_done { theme.good } else { theme.accent };
            ui.painter().rect_stroke(site, 0, (line::MARK, edge), StrokeKind::Inside);
            if is_done {
                let most = site.size().min_elem().min(touch::ICON);
                let sign = Rect::from_center_size(site.center(), Vec2::splat(most));
                paint_icon(ui.painter(), Icon::Check, sign, theme.good);
            }
            paint_ring(ui, site, &response);
        }
        response.on_hover_text(&item.text)
    }
}
