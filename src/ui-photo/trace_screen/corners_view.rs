//! The first step: the grid on the photograph, with its edges and corners to move.
//!
//! A press on a corner drags the corner, and one on an edge drags the edge by whole squares. While
//! a corner is chosen, any press drags the nearest corner.

use egui::{
    Align2, Color32, EventFilter, Key, Modifiers, Painter, Pos2, Rect, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use crate::photo_view::{ShownPhoto, ViewLabels};
use crate::trace_screen::CANVAS_NAME;
use crate::trace_screen::grid_draft::{GridDraft, GridPlacement, side_name};
use board_photo::{GridEdge, GridPlane};
use components::square::Square;
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::{RADIUS, Theme, line, space, text, theme};

/// The text in place of a missing photograph.
const EMPTY: &str =
    "Open a photograph of the board, or drop one here.\nOr paint an empty grid by hand.";

/// The size of the handle of an edge, in points: large enough for a finger.
const HANDLE: Vec2 = vec2(56.0, 44.0);
/// The size of the visible plate of a handle, in points.
const PLATE: Vec2 = vec2(52.0, 24.0);
/// The distance from a corner or an edge within which a press takes it, in points.
const REACH: f32 = 22.0;
/// The dashes of the squares beyond the grid, and the gaps between them, in points.
const DASHES: (f32, f32) = (4.0, 4.0);

/// A drag of a part of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GridDrag {
    part: DraggedPart,
    /// The place of the press.
    pressed_at: Pos2,
    /// The grid before.
    from: GridPlacement,
    /// `true` once the pointer has moved.
    has_moved: bool,
}

/// The part of the grid that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
enum DraggedPart {
    /// The chosen corner, from this place in the photograph; the press is as far from it as it was.
    Corner((f32, f32)),
    /// The edge on a side of the picture.
    Edge(GridEdge),
}

/// Draws the photograph with the grid on it.
pub fn corners_view_ui(ui: &mut Ui, draft: &mut GridDraft) {
    let pane = ui.available_rect_before_wrap();
    keyboard::pane(ui.ctx(), Pane::CentralPage, pane);
    let [right, bottom] = [draft.size().0, draft.size().1]
        .map(|count| u8::try_from(count.saturating_sub(1)).unwrap_or(u8::MAX));
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)]
        .map(|(column, row)| Square::new(column, row).to_string());
    let written = ViewLabels { canvas: CANVAS_NAME, empty: EMPTY, corners };
    let Some(shown) = ShownPhoto::show(ui, &mut draft.photo_draft, &written) else {
        return;
    };
    let handles = if draft.moves_corner() {
        drag_corner(ui, draft, &shown);
        None
    } else {
        Some(edges_ui(ui, draft, &shown))
    };
    let theme = theme(ui);
    let grid = draft.placement().grid().ok().filter(|_| draft.grid_error().is_none());
    let color = if grid.is_some() { theme.accent } else { theme.bad };
    let painter = ui.painter().with_clip_rect(shown.response.rect);
    shown.paint_outline(ui, &draft.photo_draft, color);
    if let Some(grid) = grid {
        for plane in grid.planes() {
            let size = (f32::from(grid.size.columns()), f32::from(grid.size.rows()));
            let lines = GridLines { painter: &painter, plane, size, shown: &shown };
            lines.paint(&theme, color);
            lines.paint_folds(color);
            if handles.is_some() {
                lines.paint_beyond(&theme);
            }
        }
    }
    let ring = (theme.accent, draft.moves_corner());
    shown.paint_corners(ui, &draft.photo_draft, &written.corners, ring);
    for (side, handle) in handles.into_iter().flatten() {
        if handle.is_active {
            let points = edge_points(draft, &shown, side);
            painter.line(points, Stroke::new(2.0 * line::FOCUS, theme.accent));
        }
        paint_handle(&painter, &theme, side, handle);
    }
    if draft.moves_corner()
        || matches!(draft.drag, Some(GridDrag { part: DraggedPart::Corner(_), .. }))
    {
        shown.magnifier_ui(ui, &draft.photo_draft);
    }
}

/// Drags the nearest corner, at any distance from the press.
fn drag_corner(ui: &Ui, draft: &mut GridDraft, shown: &ShownPhoto) {
    let from = draft.placement();
    if shown.drag_nearest_corner(ui, &mut draft.photo_draft) {
        draft.take_dragged_corner(from);
    }
    if shown.response.drag_stopped() || shown.response.clicked() {
        draft.take_placed_corner();
    }
}

/// The handle of an edge, as it is drawn.
#[derive(Clone, Copy)]
struct EdgeHandle {
    center: Pos2,
    /// `true` while the pointer or the keyboard is on it.
    is_active: bool,
    has_focus: bool,
}

/// Adds the handles of the four edges, and moves an edge or a corner by the pointer. Returns the
/// handles by the sides of the picture.
fn edges_ui(ui: &Ui, draft: &mut GridDraft, shown: &ShownPhoto) -> [(GridEdge, EdgeHandle); 4] {
    let view = shown.response.rect;
    let (is_pressed, pointer) =
        ui.input(|input| (input.pointer.primary_pressed(), input.pointer.interact_pos()));
    let on_view = shown.response.is_pointer_button_down_on() && is_pressed;
    if let Some(place) = pointer.filter(|_| on_view) {
        draft.drag = press_on_view(draft, shown, place);
    }
    // A quick press ends in the frame in which it begins, and drags nothing.
    if let Some(place) = shown.response.interact_pointer_pos().filter(|_| shown.response.clicked())
    {
        let (corner, far) = shown.nearest_corner(&draft.photo_draft, place);
        if far <= REACH {
            draft.choose_corner(Some(corner));
        }
    }
    let hovered = shown.response.hover_pos().and_then(|place| edge_at(draft, shown, place));
    let handles = GridEdge::ALL.map(|side| {
        let center = edge_center(draft, shown, side);
        let within = view.shrink2((HANDLE / 2.0).min(view.size() / 2.0));
        let center = within.clamp(center);
        let rect = Rect::from_center_size(center, HANDLE);
        let response =
            ui.interact(rect, ui.scope_id().with(("edge", side_name(side))), Sense::drag());
        let (columns, rows) = draft.size();
        response.widget_info(|| {
            let label = format!("Edge at the {}: {columns} × {rows}", side_name(side));
            WidgetInfo::labeled(egui::Role::Button, true, label)
        });
        if response.is_pointer_button_down_on() && is_pressed {
            draft.drag = pointer.map(|place| GridDrag {
                part: DraggedPart::Edge(side),
                pressed_at: place,
                from: draft.placement(),
                has_moved: false,
            });
        }
        if response.has_focus() {
            take_focused_arrows(ui, draft, side, response.id);
        }
        let is_dragged = draft.drag.is_some_and(|drag| drag.part == DraggedPart::Edge(side));
        let is_pointed_at = response.hovered() || hovered == Some(side);
        let is_active =
            is_dragged || response.has_focus() || (draft.drag.is_none() && is_pointed_at);
        (side, EdgeHandle { center, is_active, has_focus: response.has_focus() })
    });
    if let (Some(drag), Some(place)) = (draft.drag, pointer) {
        take_drag(draft, shown, drag, place);
    }
    if ui.input(|input| !input.pointer.primary_down()) {
        end_drag(draft);
    }
    handles
}

/// Returns the drag that a press on the photograph starts: of a corner or an edge within reach.
fn press_on_view(draft: &mut GridDraft, shown: &ShownPhoto, place: Pos2) -> Option<GridDrag> {
    let (corner, far) = shown.nearest_corner(&draft.photo_draft, place);
    let part = if far <= REACH {
        draft.photo_draft.corner = corner;
        draft.photo_draft.hide_magnifier();
        DraggedPart::Corner(draft.photo_draft.point(corner))
    } else {
        DraggedPart::Edge(edge_at(draft, shown, place)?)
    };
    Some(GridDrag { part, pressed_at: place, from: draft.placement(), has_moved: false })
}

/// Moves the dragged part towards the pointer.
fn take_drag(draft: &mut GridDraft, shown: &ShownPhoto, drag: GridDrag, place: Pos2) {
    if place == drag.pressed_at && !drag.has_moved {
        return;
    }
    match drag.part {
        DraggedPart::Corner(from) => {
            if !drag.has_moved {
                draft.take_dragged_corner(drag.from);
            }
            let to = shown.to_screen(from) + (place - drag.pressed_at);
            draft.photo_draft.move_chosen_point(shown.to_photo_within(to));
        }
        DraggedPart::Edge(side) => {
            let squares = [drag.pressed_at, place]
                .map(|place| drag.from.squares_beyond(side, shown.to_photo(place)));
            if let [Some(before), Some(now)] = squares {
                draft.drag_edge(drag.from, side, (now - before).round() as i32);
            }
        }
    }
    draft.drag = Some(GridDrag { has_moved: true, ..drag });
}

/// Ends a drag. A press on a corner without a drag chooses the corner for the keys.
fn end_drag(draft: &mut GridDraft) {
    let Some(drag) = draft.drag.take() else {
        return;
    };
    match drag.part {
        DraggedPart::Edge(_) => draft.take_dragged_edge(drag.from),
        DraggedPart::Corner(_) => draft.choose_corner(Some(draft.photo_draft.corner)),
    }
}

/// Moves the edge that has the focus by the arrow keys along its direction.
fn take_focused_arrows(ui: &Ui, draft: &mut GridDraft, side: GridEdge, id: egui::Id) {
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    for (key, towards) in ARROWS {
        let by = if towards == side {
            1
        } else if towards == side.opposite() {
            -1
        } else {
            continue;
        };
        if keyboard::pressed_in(ui, true, Modifiers::NONE, key) {
            draft.move_edge(side, by);
        }
    }
}

/// The arrow keys with the sides of the picture to which they point.
pub(super) const ARROWS: [(Key, GridEdge); 4] = [
    (Key::ArrowUp, GridEdge::Top),
    (Key::ArrowRight, GridEdge::Right),
    (Key::ArrowDown, GridEdge::Bottom),
    (Key::ArrowLeft, GridEdge::Left),
];

/// Returns the points on screen of the edge on a side of the picture: its ends, and a fold between
/// them.
fn edge_points(draft: &GridDraft, shown: &ShownPhoto, side: GridEdge) -> Vec<Pos2> {
    let photo = &draft.photo_draft;
    let points = photo.edge_points(photo.corners.edge_on_side(side));
    points.into_iter().map(|point| shown.to_screen(point)).collect()
}

/// Returns the place of the handle of an edge: the middle of its longest segment, so that the end of
/// a fold stays free.
fn edge_center(draft: &GridDraft, shown: &ShownPhoto, side: GridEdge) -> Pos2 {
    segments(&edge_points(draft, shown, side))
        .max_by(|(from, to), (from_other, to_other)| {
            from.distance(*to).total_cmp(&from_other.distance(*to_other))
        })
        .map_or(Pos2::ZERO, |(from, to)| from.lerp(to, 0.5))
}

/// Returns the segments between adjacent points.
fn segments(points: &[Pos2]) -> impl Iterator<Item = (Pos2, Pos2)> {
    points.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Returns the side of the edge within reach of a place on screen, the nearest of several.
fn edge_at(draft: &GridDraft, shown: &ShownPhoto, place: Pos2) -> Option<GridEdge> {
    let far = |(from, to): (Pos2, Pos2)| {
        let along = to - from;
        let share = (place - from).dot(along) / along.length_sq().max(1.0);
        (from.lerp(to, share.clamp(0.0, 1.0)) - place).length()
    };
    GridEdge::ALL
        .into_iter()
        .flat_map(|side| {
            let points = edge_points(draft, shown, side);
            segments(&points).map(|segment| (side, far(segment))).collect::<Vec<_>>()
        })
        .filter(|(_, far)| *far <= REACH)
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(side, _)| side)
}

/// Paints the handle of an edge: a plate with the name of its side.
fn paint_handle(painter: &Painter, theme: &Theme, side: GridEdge, handle: EdgeHandle) {
    let plate = Rect::from_center_size(handle.center, PLATE);
    let (fill, width) =
        if handle.is_active { (theme.selection, line::MARK) } else { (theme.paper, line::HAIR) };
    painter.rect(plate, RADIUS, fill, Stroke::new(width, theme.ink), StrokeKind::Inside);
    let font = text::strong(text::SMALL);
    painter.text(plate.center(), Align2::CENTER_CENTER, side_name(side), font, theme.ink);
    if handle.has_focus {
        let ring = theme.focus_ring();
        painter.rect_stroke(plate.expand(space::XS / 2.0), RADIUS, ring, StrokeKind::Outside);
    }
}

/// The lines of a plane of a grid on a photograph.
struct GridLines<'a> {
    painter: &'a Painter,
    plane: GridPlane,
    /// The numbers of columns and rows of the whole grid.
    size: (f32, f32),
    shown: &'a ShownPhoto,
}

impl GridLines<'_> {
    /// Paints the lines between columns and rows.
    fn paint(&self, theme: &Theme, color: Color32) {
        // Light around dark: one of the two contrasts with any picture.
        let around = Stroke::new(line::MARK, theme.paper.gamma_multiply(0.4));
        let strokes = [around, Stroke::new(line::HAIR, color)];
        let GridPlane { from: (left, top), to: (right, bottom), .. } = self.plane;
        let is_inside = |from: f32, to: f32| move |at: &f32| from < *at && *at < to;
        let across = whole_lines(left, right).filter(is_inside(left, right));
        let down = whole_lines(top, bottom).filter(is_inside(top, bottom));
        let across = across.map(|at| [(at, top), (at, bottom)]);
        let down = down.map(|at| [(left, at), (right, at)]);
        for ends in across.chain(down) {
            if let Some(ends) = self.to_screen(ends) {
                for stroke in strokes {
                    self.painter.line_segment(ends, stroke);
                }
            }
        }
    }

    /// Paints the folds at the right and at the bottom of the plane.
    fn paint_folds(&self, color: Color32) {
        let GridPlane { from: (left, top), to: (right, bottom), .. } = self.plane;
        let folds = [
            (right < self.size.0).then_some([(right, top), (right, bottom)]),
            (bottom < self.size.1).then_some([(left, bottom), (right, bottom)]),
        ];
        for ends in folds.into_iter().flatten().filter_map(|ends| self.to_screen(ends)) {
            self.painter.line_segment(ends, Stroke::new(2.0 * line::MARK, color));
        }
    }

    /// Paints one row of squares beyond each edge of the grid, dashed: an edge that is moved would
    /// take it in.
    fn paint_beyond(&self, theme: &Theme) {
        let (columns, rows) = self.size;
        let GridPlane { from: (left, top), to: (right, bottom), .. } = self.plane;
        let mut lines = Vec::new();
        // The edge of the grid, and the line that is one row beyond it.
        for (edge, beyond) in [(top, -1.0), (bottom, rows + 1.0)] {
            if (edge - beyond).abs() <= 1.0 {
                lines.extend(whole_lines(left, right).map(|at| [(at, beyond), (at, edge)]));
                lines.push([(left, beyond), (right, beyond)]);
            }
        }
        for (edge, beyond) in [(left, -1.0), (right, columns + 1.0)] {
            if (edge - beyond).abs() <= 1.0 {
                lines.extend(whole_lines(top, bottom).map(|at| [(beyond, at), (edge, at)]));
                lines.push([(beyond, top), (beyond, bottom)]);
            }
        }
        let strokes = [
            Stroke::new(line::MARK, theme.paper.gamma_multiply(0.4)),
            Stroke::new(line::HAIR, theme.ink.gamma_multiply(0.7)),
        ];
        for ends in lines.into_iter().filter_map(|ends| self.to_screen(ends)) {
            for stroke in strokes {
                let (dash, gap) = DASHES;
                self.painter.extend(Shape::dashed_line(&ends, stroke, dash, gap));
            }
        }
    }

    fn to_screen(&self, ends: [(f32, f32); 2]) -> Option<[Pos2; 2]> {
        let ends = ends.map(|(column, row)| {
            self.plane.place(column, row).map(|place| self.shown.to_screen(place))
        });
        match ends {
            [Some(from), Some(to)] => Some([from, to]),
            _ => None,
        }
    }
}

/// Returns the lines of whole squares from one place to another.
fn whole_lines(from: f32, to: f32) -> impl Iterator<Item = f32> {
    (from.ceil() as u8..=to.floor() as u8).map(f32::from)
}
