//! The parts of the screen that a player decides by, and where they were drawn.
//!
//! A panel marks each of them as it draws it. Messages keep clear of them, and the tests hold them
//! against the window: nothing of them may be clipped, covered or scrolled away.

use egui::{Align2, Context, Id, LayerId, Pos2, Rect, Ui, UiBuilder, Vec2, WidgetRect, pos2};

use crate::theme::space;

/// A part of the screen that a player decides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decisive {
    /// The line that says who is to do what.
    Pending,
    /// Something to choose, or a field to fill in.
    Choice,
    /// The question that is asked, or what the board is asked for.
    Question,
    /// Price and gain of what is aimed at.
    Outcome,
    /// A reason of a refusal, with its remedy and its rule.
    Reason,
    /// "Do it anyway…".
    Overrule,
    /// The button that takes back what was recorded.
    Undo,
    /// The button that leads back to the decision before.
    Back,
}

/// A decisive part as it was drawn in the latest pass.
#[derive(Clone, Copy, Debug)]
pub struct DecisivePlace {
    /// The kind of part.
    pub part: Decisive,
    /// The whole of it.
    pub rect: Rect,
    /// The rectangle outside of which nothing of it is drawn.
    pub clip: Rect,
    /// The layer that it is drawn on.
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

/// Marks what was drawn at `rect` as decisive.
pub fn mark(ui: &Ui, part: Decisive, rect: Rect) {
    mark_within(ui, part, rect, ui.clip_rect());
}

/// Marks something decisive that needs `rect` and of which no more than `clip` is seen.
pub fn mark_within(ui: &Ui, part: Decisive, rect: Rect, clip: Rect) {
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

/// Draws something decisive in a scope of its own.
pub fn decisive_ui<R>(ui: &mut Ui, part: Decisive, add: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.scope(add);
    mark(ui, part, shown.response.rect);
    shown.inner
}

/// Returns the height of what `add` draws in the width that is left, without showing it.
///
/// The pass is drawn again, so it is to be called once for what is measured. `salt` tells apart what
/// is measured in one pass.
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

/// Returns everything decisive that was drawn in the pass under way or, between two passes, in the
/// latest one.
pub fn decisive_places(ctx: &Context) -> Vec<DecisivePlace> {
    let latest = ctx.cumulative_pass_nr();
    ctx.data(|data| data.get_temp::<Pass>(key(ctx)))
        .filter(|pass| pass.number + 1 >= latest)
        .map(|pass| pass.places)
        .unwrap_or_default()
}

/// Greatest height of a button. Anything higher is a board, a page or a list, and a message may
/// cover a part of it.
const HIGHEST_PRESSED: f32 = 180.0;

/// Returns the places of everything that can be pressed in the pass under way.
fn pressed_places(ctx: &Context) -> Vec<Rect> {
    let is_pressed = |widget: &&WidgetRect| {
        widget.enabled
            && widget.sense.senses_click()
            && widget.interact_rect.is_positive()
            && widget.rect.height() <= HIGHEST_PRESSED
    };
    ctx.viewport(|viewport| {
        let layers = viewport.this_pass.widgets.layers();
        let widgets = layers.flat_map(|(_, widgets)| widgets.iter());
        widgets.filter(is_pressed).map(|widget| widget.interact_rect).collect()
    })
}

/// Returns the upper left corner of the lowest place for something of this size that covers
/// nothing decisive and nothing that can be pressed: in the middle of the window, else at its sides.
///
/// Where there is no such place, it is the middle of the lower edge.
pub fn clear_place(ctx: &Context, size: Vec2) -> Pos2 {
    let window = ctx.content_rect().shrink2(Vec2::new(space::S, space::XL));
    let decisive = decisive_places(ctx).into_iter().map(|place| place.rect.intersect(place.clip));
    let taken: Vec<Rect> = decisive.chain(pressed_places(ctx)).collect();
    let lowest = |align: Align2| {
        let mut rect = align.align_size_within_rect(size, window);
        // Above whatever it would cover.
        while let Some(covered) = taken.iter().find(|taken| taken.intersects(rect)) {
            rect = Rect::from_min_size(pos2(rect.left(), covered.top() - space::XS - size.y), size);
        }
        Some(rect.min).filter(|corner| corner.y >= window.top())
    };
    [Align2::CENTER_BOTTOM, Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM]
        .into_iter()
        .filter_map(lowest)
        .reduce(|best, corner| if corner.y > best.y { corner } else { best })
        .unwrap_or_else(|| Align2::CENTER_BOTTOM.align_size_within_rect(size, window).min)
}
