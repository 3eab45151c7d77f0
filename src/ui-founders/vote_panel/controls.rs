//! The controls of the vote's pages: proposals to press, amounts to step, quiet buttons.
//!
//! On a voter's page [`Feedback`] limits what a control gives away: its state is spoken only if the
//! settings ask for it, and no proposal or amount is tinted before the voter has moved the pointer.

use std::cmp::Ordering;

use egui::accesskit::{self, Role, Toggled};
use egui::epaint::RectShape;
use egui::{
    Align2, Color32, Frame, Id, Key, Margin, Modifiers, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};
use plain_text::capitalized;

use components::ids::BuildingId;
use narration::words::vote_tile;
use rules::Game;
use rules::action::{Ballot, VoteTile};
use ui_board::pieces::{brief_proposal_ui, proposal_ui, strength_text, vote_tile_icon};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::keymap::DIGITS;
use ui_kit::theme::{RADIUS, Theme, line, space, text, theme, touch};
use ui_kit::widgets::{ROW_HEIGHT, body, caption, figure, lead, name_as, paint_in, paint_ring};

/// The feedback that a control may give about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feedback {
    /// `true` if screen readers may speak the state.
    pub is_spoken: bool,
    /// `true` if the pointer belongs to the person at the screen, so that it may tint a control.
    pub tints_hover: bool,
}

impl Feedback {
    /// Everybody: the ballots were revealed at the table.
    pub(super) const FULL: Self = Self { is_spoken: true, tints_hover: true };
}

/// Sets the role and the name of a control in the accessibility tree, and its state if it is given.
///
/// The toolkit's own way is avoided: it also sends an event with the name of the pressed control.
fn announce(ui: &Ui, response: &Response, label: &str, chosen: Option<bool>) {
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Button);
        node.set_label(label);
        // A card with contents has no place before they are laid out.
        let (min, max) = (response.rect.min, response.rect.max);
        node.set_bounds(accesskit::Rect {
            x0: min.x.into(),
            y0: min.y.into(),
            x1: max.x.into(),
            y1: max.y.into(),
        });
        if let Some(chosen) = chosen {
            node.set_toggled(Toggled::from(chosen));
        }
    });
}

/// Returns the proposal of a vote tile.
fn proposal_of(game: &Game, tile: VoteTile) -> Option<BuildingId> {
    VoteTile::ALL
        .into_iter()
        .zip(game.proposals())
        .filter(|(other, _)| *other == tile)
        .find_map(|(_, building)| building)
}

/// Returns the name of the proposal of a vote tile.
pub(super) fn proposal_name(game: &Game, tile: VoteTile) -> &str {
    proposal_of(game, tile)
        .map_or("no proposal", |building| game.contents().building_name(building))
}

/// Returns the fill and the stroke of a control: idle, under the pointer, chosen.
fn face_of(theme: &Theme, is_pointed: bool, is_chosen: bool) -> (Color32, Stroke) {
    match (is_chosen, is_pointed) {
        (true, _) => (theme.selection, Stroke::new(line::MARK, theme.accent)),
        (false, true) => (theme.hover, Stroke::new(line::HAIR, theme.muted)),
        (false, false) => (theme.sunken, theme.hair()),
    }
}

fn paint_face(ui: &Ui, rect: Rect, response: &Response, (is_pointed, is_chosen): (bool, bool)) {
    let (fill, stroke) = face_of(&theme(ui), is_pointed, is_chosen);
    ui.painter().rect(rect, RADIUS, fill, stroke, StrokeKind::Inside);
    paint_ring(ui, rect, response);
}

/// Width reserved for the key of a wide button.
const KEY: f32 = 24.0;

/// Draws one of two or three large options, with its explanation and its key.
pub(super) fn wide_button_ui(ui: &mut Ui, label: &str, note: &str, key: Key) -> Response {
    let theme = theme(ui);
    let width = ui.available_width().min(560.0);
    let inner = width - 2.0 * space::L - KEY;
    let title = lead(label).bold().wrapped(ui, inner);
    let under = body(note).muted().wrapped(ui, inner);
    let height = title.size().y + space::XS + under.size().y + 2.0 * space::M;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    announce(ui, &response, label, None);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_keyboard_shortcut(key.name()));
    paint_face(ui, rect, &response, (response.hovered(), false));
    let corner = rect.shrink2(vec2(space::L, 0.0));
    caption(key.name()).paint_within(ui, corner, Align2::RIGHT_CENTER);
    let at = rect.min + vec2(space::L, space::M);
    let lower = at + vec2(0.0, title.size().y + space::XS);
    ui.painter().galley(at, title, theme.ink);
    ui.painter().galley(lower, under, theme.muted);
    response
}

/// Draws a vote tile to press, with the given `size` whatever is chosen.
pub(super) fn tile_ui(
    ui: &mut Ui,
    size: Vec2,
    tile: VoteTile,
    label: &str,
    is_chosen: bool,
) -> Response {
    let theme = theme(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    announce(ui, &response, label, Some(is_chosen));
    paint_face(ui, rect, &response, (response.hovered(), is_chosen));
    let place = Rect::from_center_size(rect.center(), Vec2::splat(touch::ICON));
    paint_icon(ui.painter(), vote_tile_icon(tile), place, theme.ink);
    response
}

/// Distance from the right edge of a brief card to the center of the vote tile on it.
const BRIEF_MARK: f32 = 76.0;

/// Draws a proposal to press, with everything printed on its card, or only its head if `is_brief`;
/// `least` is its width and its minimum height.
///
/// The print is public: only the frame and the vote tile on it show the choice, and both are only
/// painted.
pub(super) fn proposal_card_ui(
    ui: &mut Ui,
    game: &Game,
    tile: VoteTile,
    (least, is_brief): (Vec2, bool),
    is_chosen: bool,
    feedback: Feedback,
) -> Response {
    let theme = theme(ui);
    let margin = if is_brief { space::XS } else { space::M };
    let face = ui.painter().add(Shape::Noop);
    let builder = UiBuilder::new().id_salt(("proposal", tile)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
        Frame::new().inner_margin(Margin::same(margin as i8)).show(ui, |ui| {
            let inside = least - Vec2::splat(2.0 * margin);
            ui.set_width(inside.x.max(0.0));
            ui.set_min_height(inside.y.max(0.0));
            ui.vertical(|ui| match proposal_of(game, tile) {
                Some(building) if is_brief => brief_proposal_ui(ui, game, tile, building),
                Some(building) => proposal_ui(ui, game, tile, building),
                None => {
                    body("No proposal").muted().ui(ui);
                }
            });
        });
    });
    let response = shown.response;
    let label = proposal_label(game, tile);
    let chosen = feedback.is_spoken.then_some(is_chosen);
    announce(ui, &response, &label, chosen);
    let is_pointed = feedback.tints_hover && response.hovered();
    let (fill, stroke) = face_of(&theme, is_pointed, is_chosen);
    let shape = RectShape::new(response.rect, RADIUS, fill, stroke, StrokeKind::Inside);
    ui.painter().set(face, shape);
    paint_ring(ui, response.rect, &response);
    if is_chosen {
        // Over the printed mark, where it covers no words; on a brief card left of the drawing of
        // the tile, which fills the right end.
        let center = if is_brief {
            response.rect.right_center() - vec2(BRIEF_MARK, 0.0)
        } else {
            response.rect.left_top() + Vec2::splat(space::M + ROW_HEIGHT / 2.0)
        };
        paint_vote_mark(ui, center, tile);
    }
    response
}

/// Side of the vote tile on a chosen card.
const MARK: f32 = 30.0;

/// Paints the vote tile that lies on the chosen proposal.
fn paint_vote_mark(ui: &Ui, center: Pos2, tile: VoteTile) {
    let theme = theme(ui);
    let rect = Rect::from_center_size(center, Vec2::splat(MARK));
    ui.painter().rect_filled(rect, RADIUS, theme.accent);
    let icon = Rect::from_center_size(center, Vec2::splat(ROW_HEIGHT));
    paint_icon(ui.painter(), vote_tile_icon(tile), icon, theme.on_accent);
}

/// A kind of influence on a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InfluenceKind {
    Fleeting,
    Lasting,
}

impl InfluenceKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fleeting => "fleeting influence",
            Self::Lasting => "lasting influence",
        }
    }

    pub(super) const fn icon(self) -> Icon {
        match self {
            Self::Fleeting => Icon::FleetingInfluence,
            Self::Lasting => Icon::LastingInfluence,
        }
    }
}

/// Draws the strength of a ballot with its parts, always at the same size; it is only painted unless
/// `feedback` lets it be spoken.
pub(super) fn strength_ui(ui: &mut Ui, ballot: &Ballot, feedback: Feedback) {
    let total = ballot.strength().total();
    let parts = strength_text(ballot);
    let (id, rect) = ui.allocate_space(Vec2::new(STRENGTH, touch::TARGET));
    let at = figure(total.to_string(), text::TITLE).paint_within(ui, rect, Align2::LEFT_CENTER);
    let behind = rect.with_min_x(at.right() + space::S);
    caption(format!("= {parts}")).paint_within(ui, behind, Align2::LEFT_CENTER);
    if feedback.is_spoken {
        announce_amount(ui, id, rect, &format!("Strength {total} = {parts}"));
    }
}

/// Width of [`strength_ui`].
pub(super) const STRENGTH: f32 = 176.0;

/// Width of the figures between less and more.
const FIGURES: f32 = 56.0;

/// Width of [`stepper_ui`].
pub(super) const STEPPER: f32 = touch::ICON + 2.0 * touch::TARGET + FIGURES + space::XS;

/// Draws an amount between none and `held`. Both buttons are always there and always look alike; at
/// an end they do nothing. `who` precedes the names of the buttons: it is empty, or ends with a
/// space.
pub(super) fn stepper_ui(
    ui: &mut Ui,
    kind: InfluenceKind,
    who: &str,
    (amount, held): (&mut i32, i32),
    feedback: Feedback,
) {
    let theme = theme(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal(|ui| {
            let (_, rect) = ui.allocate_space(Vec2::new(touch::ICON + space::XS, touch::TARGET));
            let place = Rect::from_center_size(
                rect.center() - vec2(space::XS / 2.0, 0.0),
                Vec2::splat(touch::ICON),
            );
            paint_icon(ui.painter(), kind.icon(), place, theme.muted);
            let less = step_button_ui(
                ui,
                Icon::Minus,
                &capitalized(&format!("{who}less {}", kind.name())),
                feedback,
            );
            let (id, rect) = ui.allocate_space(Vec2::new(FIGURES, touch::TARGET));
            let more = step_button_ui(
                ui,
                Icon::Plus,
                &capitalized(&format!("{who}more {}", kind.name())),
                feedback,
            );
            if less.clicked() {
                step(amount, held, -1);
            }
            if more.clicked() {
                step(amount, held, 1);
            }
            paint_amount(ui, rect, *amount, held);
            if feedback.is_spoken {
                announce_amount(ui, id, rect, &format!("{who}{amount} of {held} {}", kind.name()));
            }
        });
    });
}

fn announce_amount(ui: &Ui, id: Id, rect: Rect, words: &str) {
    let response = ui.interact(rect, id, Sense::hover());
    name_as(&response, Role::Label, words);
}

fn paint_amount(ui: &Ui, rect: Rect, amount: i32, held: i32) {
    let theme = theme(ui);
    let painter = ui.painter();
    let large = figure(amount.to_string(), text::TITLE).lay(ui);
    let small = caption(format!("of {held}")).lay(ui);
    // The figures end where "of" starts, so that nothing moves when a number changes.
    let seam = rect.left() + 0.42 * rect.width();
    let middle = rect.center().y;
    let at = pos2(seam - large.size().x, middle - large.size().y / 2.0);
    let base = at.y + large.size().y * 0.5 - small.size().y * 0.38;
    painter.galley(at, large, theme.ink);
    painter.galley(pos2(seam + space::XS, base), small, theme.muted);
}

fn step_button_ui(ui: &mut Ui, icon: Icon, label: &str, feedback: Feedback) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(touch::TARGET), Sense::click());
    announce(ui, &response, label, None);
    let is_pointed = feedback.tints_hover && response.hovered();
    paint_face(ui, rect.shrink(1.0), &response, (is_pointed, false));
    let place = Rect::from_center_size(rect.center(), Vec2::splat(20.0));
    paint_icon(ui.painter(), icon, place, theme(ui).ink);
    response
}

/// Changes an amount by a step, within what is held.
fn step(amount: &mut i32, held: i32, by: i32) {
    *amount = (*amount + by).clamp(0, held.max(0));
}

/// Draws a quiet button that announces only its name.
pub(super) fn quiet_button_ui(ui: &mut Ui, label: &str) -> Response {
    let galley = body(label).lay(ui);
    let size = vec2(galley.size().x + 2.0 * space::M, touch::TARGET);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    announce(ui, &response, label, None);
    paint_face(ui, rect, &response, (response.hovered(), false));
    paint_in(ui.painter(), rect, Align2::CENTER_CENTER, galley);
    response
}

/// Draws a step of the vote on the line of its steps: done, current or to come.
pub(super) fn step_ui(ui: &mut Ui, label: &str, when: Ordering) {
    let words = match when {
        Ordering::Equal => body(label).bold().accent().rich(ui).underline(),
        Ordering::Less | Ordering::Greater => body(label).muted().rich(ui),
    };
    let response = ui.add(egui::Label::new(words).selectable(false));
    let label = match when {
        Ordering::Less => format!("{label}, done"),
        Ordering::Equal => format!("{label}, now"),
        Ordering::Greater => label.to_owned(),
    };
    name_as(&response, Role::Label, &label);
}

/// The changes of a ballot by keys.
#[derive(Default)]
pub(super) struct BallotKeys {
    /// The proposal, by its place.
    pub tile: Option<VoteTile>,
    /// The change of the fleeting influence.
    pub fleeting: i32,
    /// The change of the lasting influence.
    pub lasting: i32,
    /// The lasting influence itself, by its digit.
    pub lasting_amount: Option<i32>,
}

impl BallotKeys {
    /// Reads the keys that were pressed in this frame and are meant for the vote.
    pub(super) fn read(ui: &Ui) -> Self {
        let mut keyed = Self::default();
        for (amount, key) in (1..).zip(&DIGITS[1..]) {
            if keyboard::pressed(ui, Modifiers::COMMAND, *key) {
                keyed.lasting_amount = Some(amount);
            }
        }
        for (tile, key) in VoteTile::ALL.into_iter().zip([Key::Num1, Key::Num2, Key::Num3]) {
            if keyboard::pressed(ui, Modifiers::NONE, key) {
                keyed.tile = Some(tile);
            }
        }
        // Shift first: without modifiers a key also takes those with shift.
        keyed.fleeting -= pressed(ui, Modifiers::SHIFT, Key::F);
        keyed.fleeting += pressed(ui, Modifiers::NONE, Key::F);
        keyed.lasting -= pressed(ui, Modifiers::SHIFT, Key::L);
        keyed.lasting += pressed(ui, Modifiers::NONE, Key::L);
        keyed
    }

    /// Applies the changes, within what is held.
    pub(super) fn change(
        &self,
        tiles: &[VoteTile],
        tile: &mut Option<VoteTile>,
        (fleeting, held_fleeting): (&mut i32, i32),
        (lasting, held_lasting): (&mut i32, i32),
    ) {
        if let Some(chosen) = self.tile.filter(|chosen| tiles.contains(chosen)) {
            *tile = Some(chosen);
        }
        step(fleeting, held_fleeting, self.fleeting);
        if let Some(amount) = self.lasting_amount {
            *lasting = amount.clamp(0, held_lasting.max(0));
        }
        step(lasting, held_lasting, self.lasting);
    }
}

fn pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> i32 {
    let count = keyboard::count_presses(ui, modifiers, key);
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Formats a proposal with its vote tile: "Circle, Bath House".
pub(super) fn proposal_label(game: &Game, tile: VoteTile) -> String {
    capitalized(&format!("{}, {}", vote_tile(tile), proposal_name(game, tile)))
}
