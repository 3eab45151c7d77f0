//! The parts of the screen that a player needs for a decision, with their places.
//!
//! A panel marks each of them as it draws it. Messages avoid them, and tests check that none is
//! clipped, covered or scrolled away.

use egui::{Align2, Context, Id, LayerId, Pos2, Rect, Ui, UiBuilder, Vec2, WidgetRect, pos2};

use crate::theme::space;

/// A part of the screen that a player needs for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DecisivePart {
    /// The line about the pending decision and its player.
    Pending,
    /// A choice, or a field to fill in.
    Choice,
    /// The current question, or the request to point at the board.
    Question,
    /// Price and gain of the previewed action.
    Outcome,
    /// A reason for a refusal, with its remedy and its rule.
    Reason,
    /// The explanation of a step of the lesson.
    Explanation,
    /// The button "Do it anyway…".
    Overrule,
    /// The button that undoes the latest entry.
    Undo,
    /// The button that plays an undone entry again.
    Redo,
    /// The button that leads back to the decision before.
    Back,
    /// A number of a player: points, money, income or influence.
    PlayerNumber,
    /// The cards that a player has played, or how many: they decide who may call a vote.
    PlayedCards,
}

/// A decisive part as it was drawn in the latest pass.
#[derive(Clone, Copy, Debug)]
pub struct DecisivePlace {
    /// The kind of part.
    pub part: DecisivePart,
    /// Its whole rectangle.
    pub rect: Rect,
    /// The clip rectangle it was drawn with.
    pub clip: Rect,
    /// The layer it was drawn on.
    pub layer: LayerId,
}

/// The places of one pass.
#[derive(Clone, Default)]
struct Pass {
    number: u64,
    places: Vec<DecisivePlace>,
}

fn key(ctx: &Context) -> Id {
    Id::unique("decisive places").with(ctx.viewport_id())
}

/// Marks the contents of `rect` as decisive.
pub fn mark(ui: &Ui, part: DecisivePart, rect: Rect) {
    mark_within(ui, part, rect, ui.clip_rect());
}

/// Marks the contents of `rect` as decisive; at most `clip` of them is visible.
pub fn mark_within(ui: &Ui, part: DecisivePart, rect: Rect, clip: Rect) {
    if !ui.is_visible() {
        return;
    }
    let ctx = ui.ctx();
    let clip = clip.intersect(ui.clip_rect());
    let place = DecisivePlace { part, rect, clip, layer: ui.layer_id() };
    let (key, number) = (key(ctx), ctx.cumulative_pass_nr());
    ctx.data_mut(|data| {
        let pass = data.get_temp_mut_or_default::<Pass>(key);
        if pass.number != number {
            *pass = Pass { number, places: Vec::new() };
        }
        pass.places.push(place);
    });
}

/// Draws a decisive part in a scope of its own, and marks it.
pub fn decisive_ui<R>(ui: &mut Ui, part: DecisivePart, add: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.scope(add);
    mark(ui, part, shown.response.rect);
    shown.inner
}

/// Returns the height of what `add` draws in the available width, without showing it.
///
/// The pass is drawn again, so call it once for each measured item. `salt` distinguishes the items
/// of one pass.
pub fn unseen_height(ui: &mut Ui, salt: usize, add: impl FnOnce(&mut Ui)) -> f32 {
    let builder = UiBuilder::new()
        .id_salt(("unseen", salt))
        .max_rect(ui.available_rect_before_wrap())
        .invisible();
    let mut unseen = ui.new_child(builder);
    add(&mut unseen);
    ui.ctx().request_discard("the height of what can be said was measured");
    unseen.min_rect().height()
}

/// Returns the decisive parts drawn in the current pass or, between two passes, in the latest one.
pub fn decisive_places(ctx: &Context) -> Vec<DecisivePlace> {
    let (key, latest) = (key(ctx), ctx.cumulative_pass_nr());
    ctx.data(|data| data.get_temp::<Pass>(key))
        .filter(|pass| pass.number + 1 >= latest)
        .map(|pass| pass.places)
        .unwrap_or_default()
}

/// The maximum height of a button. Anything higher is a board, a page or a list, which a message
/// covers only where there is no other place.
const MAX_BUTTON_HEIGHT: f32 = 180.0;

/// Returns the rectangles of all controls in the current pass that are at most this high.
fn control_places(ctx: &Context, max_height: f32) -> Vec<Rect> {
    ctx.viewport(|viewport| {
        let layers = viewport.this_pass.widgets.layers();
        layers
            .flat_map(|(_, widgets)| widgets.iter())
            .filter(|widget| is_control(widget) && widget.rect.height() <= max_height)
            .map(|widget| widget.interact_rect)
            .collect()
    })
}

fn is_control(widget: &WidgetRect) -> bool {
    widget.enabled && widget.sense.senses_click() && widget.interact_rect.is_positive()
}

/// Returns the upper left corner of a place for a message of this size that covers no decisive part
/// and no control; `None` if there is none.
///
/// Tries the free end of the menu bar at the upper edge, then the lowest free place. If every such
/// place covers a control, tries both again and allows covering boards, pages and lists: controls
/// higher than 180 points.
pub fn clear_place(ctx: &Context, size: Vec2) -> Option<Pos2> {
    let decisive: Vec<Rect> =
        decisive_places(ctx).into_iter().map(|place| place.rect.intersect(place.clip)).collect();
    let window = ctx.content_rect().shrink2(Vec2::new(space::S, space::XL));
    [f32::INFINITY, MAX_BUTTON_HEIGHT].into_iter().find_map(|max_height| {
        let mut taken = control_places(ctx, max_height);
        taken.extend(&decisive);
        upper_place(ctx, size, &taken).or_else(|| lowest_place(window, size, &taken))
    })
}

/// Returns the corner of the place at the right end of the upper edge, unless something is there.
fn upper_place(ctx: &Context, size: Vec2, taken: &[Rect]) -> Option<Pos2> {
    let edge = ctx.content_rect().shrink2(Vec2::new(space::S, 1.0));
    let place = Align2::RIGHT_TOP.align_size_within_rect(size, edge);
    let is_free = edge.contains_rect(place) && !taken.iter().any(|taken| taken.intersects(place));
    is_free.then_some(place.min)
}

/// Returns the corner of the lowest free place: in the center of the window, else at its sides.
fn lowest_place(window: Rect, size: Vec2, taken: &[Rect]) -> Option<Pos2> {
    [Align2::CENTER_BOTTOM, Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM]
        .into_iter()
        .filter_map(|align| {
            let mut rect = align.align_size_within_rect(size, window);
            // Moved above every item that it would cover.
            while let Some(covered) = taken.iter().find(|taken| taken.intersects(rect)) {
                let top = covered.top() - space::XS - size.y;
                rect = Rect::from_min_size(pos2(rect.left(), top), size);
            }
            Some(rect.min).filter(|corner| corner.y >= window.top())
        })
        .reduce(|best, corner| if corner.y > best.y { corner } else { best })
}
