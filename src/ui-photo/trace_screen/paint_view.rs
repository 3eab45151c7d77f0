//! The second step: painting the grid, with the proposals on it.

use egui::{Align2, Color32, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use crate::trace_screen::{CANVAS_NAME, Painting, TraceDraft};
use board_photo::{GridSize, PaintKind, problem_square};
use components::board::SquareKind;
use components::specs::Terrain;
use components::square::Square;
use ui_kit::paint::paint_picture;
use ui_kit::theme::{Theme, line, text, theme};
use ui_kit::widgets::name_as;
use ui_tiles::{section_tint, terrain_tint};

/// The margin around the grid for the letters and numbers of its squares, in points.
const EDGE: f32 = 18.0;

/// Returns the rectangle of a square in a view of a grid.
pub fn square_rect(view: Rect, grid: GridSize, square: Square) -> Rect {
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let available = view.shrink(EDGE);
    let side = (available.width() / columns).min(available.height() / rows);
    let board = Rect::from_center_size(available.center(), vec2(columns, rows) * side);
    let place = vec2(f32::from(square.column), f32::from(square.row));
    Rect::from_min_size(board.min + place * side, Vec2::splat(side))
}

/// Returns the rectangle of the whole grid in a view.
pub fn board_rect(view: Rect, grid: GridSize) -> Rect {
    let last = Square::new(grid.columns() - 1, grid.rows() - 1);
    square_rect(view, grid, Square::default()).union(square_rect(view, grid, last))
}

/// Returns the square at a place of the view, if there is one.
pub fn square_at(view: Rect, grid: GridSize, place: Pos2) -> Option<Square> {
    let first = square_rect(view, grid, Square::default());
    let offset = (place - first.min) / first.width();
    Some(Square::new(within(offset.x, grid.columns())?, within(offset.y, grid.rows())?))
}

fn within(at: f32, count: u8) -> Option<u8> {
    (at >= 0.0 && at < f32::from(count)).then_some(at as u8)
}

/// Draws the board and paints the squares of a stroke on it.
pub(super) fn paint_view_ui(ui: &mut Ui, draft: &mut TraceDraft) {
    let view = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(view, Sense::click_and_drag());
    name_as(&response, Role::Image, CANVAS_NAME);
    let Some(painting) = &mut draft.painting else {
        return;
    };
    let grid = painting.tracing.grid();
    let pointer = response.interact_pointer_pos();
    if let Some(square) = pointer.and_then(|place| square_at(view, grid, place)) {
        painting.cursor = square;
        if painting.stroke.last() != Some(&square) {
            painting.stroke.push(square);
        }
    }
    let is_over = response.drag_stopped() || response.clicked();
    if is_over {
        let stroke = std::mem::take(&mut painting.stroke);
        let (tool, kind, symmetry) = (painting.tool, painting.kind, painting.symmetry);
        draft.change(|tracing| tracing.stroke(tool, &stroke, kind, symmetry));
    } else if !response.is_pointer_button_down_on() && !response.dragged() {
        painting.stroke.clear();
    }
    if let Some(painting) = &draft.painting {
        paint_board(ui, view, painting);
    }
    let hovered = response.hover_pos().and_then(|place| square_at(view, grid, place));
    if let (Some(square), Some(painting)) = (hovered, &draft.painting) {
        response.on_hover_text_at_pointer(square_description(painting, square));
    }
}

/// Returns a description of a square: its kind, certainty, start number and mark.
pub(super) fn square_description(painting: &Painting, square: Square) -> String {
    let tracing = &painting.tracing;
    let mut description = match (tracing.painted(square), tracing.proposal(square)) {
        (Some(kind), _) => format!("{square}: {kind}, painted"),
        (None, Some(proposal)) => {
            let share = 100.0 * proposal.confidence;
            let unsure = if proposal.unsure { ", unsure" } else { "" };
            let flaw = proposal.flaw.map_or(String::new(), |flaw| format!(", {}", flaw.name()));
            format!("{square}: {}, {share:.0} % sure{unsure}{flaw}", proposal.kind)
        }
        (None, None) => format!("{square}: nothing painted yet"),
    };
    if let Some(number) = tracing.start(square) {
        description.push_str(", start ");
        description.push_str(&number.to_string());
    } else if tracing.unnumbered().contains(&square) {
        description.push_str(", a round mark without a number");
    }
    description
}

fn paint_board(ui: &Ui, view: Rect, painting: &Painting) {
    let theme = theme(ui);
    let painter = ui.painter();
    let tracing = &painting.tracing;
    let grid = tracing.grid();
    let board = board_rect(view, grid);
    if let Some((picture, _)) = &painting.picture {
        paint_picture(painter, picture, board);
    } else {
        painter.rect_filled(board, 0.0, theme.sunken);
    }
    let strength = if painting.picture.is_some() { painting.strength } else { 1.0 };
    let sections = tracing.sections();
    let covered = tracing.covered(painting.tool, &painting.stroke);
    let coming = painting.symmetry.all(grid, &covered);
    for (square, section) in grid.squares().zip(sections) {
        let place = square_rect(view, grid, square);
        if let Some(kind) = tracing.kind(square) {
            painter.rect_filled(place, 0.0, tint(&theme, kind).gamma_multiply(strength));
            let font = text::strong((place.height() * 0.3).clamp(7.0, text::LEAD));
            let shown = match tracing.start(square) {
                Some(number) => number.to_string(),
                None => sign(kind).to_owned(),
            };
            // Small and in a corner, so that the photograph below stays visible for comparison.
            let at = place.left_top() + Vec2::splat(place.width() * 0.06);
            painter.text(at, Align2::LEFT_TOP, shown, font, ink_on(&theme, kind, strength));
        }
        if let Some(section) = section.filter(|_| painting.shows_sections) {
            painter.rect_filled(place, 0.0, section_tint(&theme, section).gamma_multiply(2.0));
            let number = (section.0 + 1).to_string();
            painter.text(
                place.center(),
                Align2::CENTER_CENTER,
                number,
                text::strong(text::BODY),
                theme.ink,
            );
        }
        painter.rect_stroke(place, 0.0, theme.hair(), StrokeKind::Middle);
        if tracing.proposal(square).is_some_and(|proposal| proposal.unsure) {
            let ring = Stroke::new(line::MARK, theme.unknown.edge);
            painter.rect_stroke(place.shrink(2.0), 0.0, ring, StrokeKind::Inside);
            painter.text(
                place.right_bottom() - Vec2::splat(3.0),
                Align2::RIGHT_BOTTOM,
                "?",
                text::strong(text::SMALL),
                theme.unknown.edge,
            );
        }
        if coming.contains(&square) {
            painter.rect_stroke(
                place,
                0.0,
                Stroke::new(line::MARK, theme.accent),
                StrokeKind::Inside,
            );
        }
    }
    for square in tracing.unnumbered() {
        let place = square_rect(view, grid, square);
        let ring = Stroke::new(line::MARK, theme.accent);
        painter.circle_stroke(place.center(), place.width() * 0.42, ring);
    }
    for square in painting.problems.iter().filter_map(problem_square) {
        let place = square_rect(view, grid, square);
        painter.rect_stroke(
            place.shrink(1.0),
            0.0,
            Stroke::new(line::FOCUS, theme.bad),
            StrokeKind::Inside,
        );
    }
    painter.rect_stroke(
        square_rect(view, grid, painting.cursor),
        0.0,
        theme.focus_ring(),
        StrokeKind::Outside,
    );
    paint_coordinates(ui, view, grid);
}

/// Paints letters above the columns and numbers to the left of the rows.
fn paint_coordinates(ui: &Ui, view: Rect, grid: GridSize) {
    let theme = theme(ui);
    let painter = ui.painter();
    for column in 0..grid.columns() {
        let place = square_rect(view, grid, Square::new(column, 0));
        let letter = char::from(b'A' + column).to_string();
        painter.text(
            place.center_top() - vec2(0.0, 2.0),
            Align2::CENTER_BOTTOM,
            letter,
            text::sans(text::SMALL),
            theme.muted,
        );
    }
    for row in 0..grid.rows() {
        let place = square_rect(view, grid, Square::new(0, row));
        let number = (row + 1).to_string();
        painter.text(
            place.left_center() - vec2(3.0, 0.0),
            Align2::RIGHT_CENTER,
            number,
            text::sans(text::SMALL),
            theme.muted,
        );
    }
}

/// Returns the flat tint of a kind, as on the board in play.
pub(super) fn tint(theme: &Theme, kind: PaintKind) -> Color32 {
    match kind {
        PaintKind::Outside => theme.paper,
        PaintKind::Entrance => terrain_tint(theme, SquareKind::Land(Terrain::Entrance)),
        PaintKind::Coastal => terrain_tint(theme, SquareKind::Land(Terrain::Coastal)),
        PaintKind::Forested => terrain_tint(theme, SquareKind::Land(Terrain::Forested)),
        PaintKind::Central => terrain_tint(theme, SquareKind::Land(Terrain::Central)),
        PaintKind::River => terrain_tint(theme, SquareKind::River),
        PaintKind::Wall => terrain_tint(theme, SquareKind::Wall),
        PaintKind::WestGatehouse
        | PaintKind::NorthGatehouse
        | PaintKind::EitherGatehouse
        | PaintKind::GhostFortress
        | PaintKind::Reserved => terrain_tint(theme, SquareKind::Reserved(0)),
    }
}

/// Returns the letters of a kind, so that color is not its only sign.
const fn sign(kind: PaintKind) -> &'static str {
    match kind {
        PaintKind::Entrance => "E",
        PaintKind::Coastal => "C",
        PaintKind::Forested => "F",
        PaintKind::Central => "G",
        PaintKind::River => "R",
        PaintKind::Wall => "W",
        PaintKind::Outside => "O",
        PaintKind::WestGatehouse => "WG",
        PaintKind::NorthGatehouse => "NG",
        PaintKind::EitherGatehouse => "EG",
        PaintKind::GhostFortress => "GF",
        PaintKind::Reserved => "S",
    }
}

/// Returns the text color on a tint: the wall is dark, and so is the window in the dark theme.
fn ink_on(theme: &Theme, kind: PaintKind, strength: f32) -> Color32 {
    let tint = tint(theme, kind);
    let light = (u16::from(tint.r()) + u16::from(tint.g()) + u16::from(tint.b())) / 3;
    let (dark, bright) =
        if theme.dark { (theme.paper, theme.ink) } else { (theme.ink, theme.paper) };
    if light < 120 && strength > 0.3 { bright } else { dark }
}
