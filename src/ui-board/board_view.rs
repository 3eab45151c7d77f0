//! The board on screen: panning and zooming, pointer and key input, and names for screen readers.

mod layers;

use egui::emath::{GuiRounding as _, TSTransform};
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Sense, StrokeKind, Ui, Vec2, vec2};

use crate::Cx;
use crate::command::FoundersCommand;
use crate::payout_animation::PayoutAnimation;
use crate::private_marks::PrivateMarks;
use crate::settings::Settings;
use components::square::Square;
use drawing::BoardPicture;
use journal::EntryId;
use layers::{DrawingCache, FadingParts, PaintCache, TransientKey};
use memo::Memo;
use narration::PlayerNaming;
use narration::square::square_text;
use rules::Game;
use table::action_input::{InputChoice, InputStep};
use table::legality::Verdict;
use table::table::Table;
use ui_kit::keyboard;
use ui_kit::theme::theme;
use ui_menu::Menu;

/// The board on screen, with its zoom, rotation, cursor and cached drawings.
#[derive(Default)]
pub struct BoardView {
    /// The magnification over a board that just fits; `None` if it fits.
    zoom: Option<f32>,
    /// The offset of the board's center from the center of the view, in points.
    pan: Vec2,
    turns: u8,
    cursor: Option<Square>,
    /// `true` if the keys have moved the cursor since the last click.
    is_walking: bool,
    /// `true` if the board has the focus by a press, and not by the keyboard.
    is_pressed: bool,
    /// The hovered square when a finger last came down. The touch then aims by itself.
    aimed_before_touch: Option<Square>,
    /// The animation of payments.
    pub payout_animation: PayoutAnimation,
    /// `true` while the verdicts of the rules and the payments of the hovered action are withheld,
    /// because the user is asked for them.
    pub withholds_verdicts: bool,
    drawings: DrawingCache,
    painted: PaintCache,
    private: PrivateMarks,
    names: SquareNames,
}

/// The cached names of all squares, in the order of the board.
///
/// The key has whether verdicts are named, because the view may show another table for a while, on
/// which no action is entered.
type SquareNames = Memo<(u64, EntryId, bool, PlayerNaming), Vec<String>>;

/// The largest magnification, so that no single square fills the view.
const MAX_ZOOM: f32 = 6.0;

impl BoardView {
    /// Returns `true` if there is a photograph under the board.
    pub const fn has_photograph(&self) -> bool {
        self.painted.photograph.is_some()
    }

    /// Carries out an entry of the view menu.
    pub fn menu(&mut self, menu: Menu) {
        match menu {
            Menu::ZoomIn => self.zoom_by(1.25),
            Menu::ZoomOut => self.zoom_by(0.8),
            Menu::Fit | Menu::ResetLayout => {
                self.zoom = None;
                self.pan = Vec2::ZERO;
            }
            Menu::Rotate => {
                self.turns = (self.turns + 1) % 4;
                self.pan = Vec2::ZERO;
            }
            _ => {}
        }
    }

    /// Returns the size of the rotated board with its frame, in squares.
    pub fn extent(&mut self, ui: &Ui, table: &Table) -> Vec2 {
        self.drawings.extent(table, self.turns, &theme(ui))
    }

    /// Places a photograph that shows the whole grid of the board under everything.
    pub fn place_photograph(&mut self, picture: egui::TextureHandle) {
        self.painted.photograph = Some(picture);
    }

    /// Paints the board into `rect`, redrawing only what changed. Returns its placement on screen.
    fn paint(
        &mut self,
        painter: &egui::Painter,
        (table, settings): (&Table, &Settings),
        rect: Rect,
        Pointed { cursor, squares }: Pointed<'_>,
    ) -> BoardPlacement {
        let (ctx, game) = (painter.ctx(), table.game());
        let theme = theme(ctx);
        let over = TransientKey {
            preview: settings.preview,
            cursor,
            holds_payments: self.payout_animation.holds_payments(),
            motion: settings.motion,
            withholds_verdicts: self.withholds_verdicts,
        };
        let layers = self.drawings.layers(table, self.turns, &theme, over);
        let size = layers.position.extent(game);
        let framing = (self.zoom, self.pan);
        let picture = layers.position.picture.clone();
        let on_screen =
            BoardPlacement::new(picture, framing, rect, size, painter.pixels_per_point());
        let shown = FadingParts {
            photograph: settings.photograph,
            made: self.payout_animation.payments_made(),
        };
        self.painted.paint(painter, &layers, shown, &on_screen);
        layers.position.paint_pointed(painter, game, squares, &on_screen);
        self.payout_animation
            .paint_coins(ctx, game, &theme, |step| layers.transient.start_of(step, &on_screen));
        on_screen
    }

    fn zoom_by(&mut self, factor: f32) {
        let zoom = (self.zoom.unwrap_or(1.0) * factor).clamp(1.0, MAX_ZOOM);
        self.pan *= zoom / self.zoom.unwrap_or(1.0);
        self.zoom = (zoom > 1.0).then_some(zoom);
    }
}

/// The squares to highlight besides the hovered one.
struct Pointed<'a> {
    /// The square that the arrow keys are at.
    cursor: Option<Square>,
    /// The squares that a panel points at.
    squares: &'a [Square],
}

/// The position, scale and rotation of the board on screen.
struct BoardPlacement {
    picture: BoardPicture,
    origin: Pos2,
    /// Points per square.
    scale: f32,
}

impl BoardPlacement {
    /// Places a board of `size` squares within `rect`.
    fn new(
        picture: BoardPicture,
        (zoom, pan): (Option<f32>, Vec2),
        rect: Rect,
        size: Vec2,
        pixels_per_point: f32,
    ) -> Self {
        let fit = (rect.width() / size.x).min(rect.height() / size.y);
        let scale = fit * zoom.unwrap_or(1.0);
        let origin = rect.center() + pan - size * scale / 2.0;
        Self {
            picture,
            // Aligns the pixels of the land picture with those of the screen.
            origin: origin.round_to_pixels(pixels_per_point),
            scale,
        }
    }

    fn transform(&self) -> TSTransform {
        TSTransform::new(self.origin.to_vec2(), self.scale)
    }

    fn square_at(&self, game: &Game, pos: Pos2) -> Option<Square> {
        let at = (pos - self.origin) / self.scale;
        self.picture.square_at(game, scene::Pos { x: at.x, y: at.y })
    }

    fn rect_of(&self, game: &Game, square: Square) -> Rect {
        self.to_screen(self.picture.rect_of(game, square))
    }

    fn to_screen(&self, rect: scene::Rect) -> Rect {
        Rect::from_min_size(
            self.origin + vec2(rect.min.x, rect.min.y) * self.scale,
            vec2(rect.width(), rect.height()) * self.scale,
        )
    }
}

/// Draws the board and handles input on it.
///
/// `pointed` are squares that a panel points at. If `enters`, a pressed square is committed to the
/// action being entered; otherwise it is returned to the caller.
pub fn board_view_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    pointed: &[Square],
    enters: bool,
    view: &mut BoardView,
) -> Option<Square> {
    let theme = theme(ui);
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    look_around(ui, cx.table, &response, view);
    view.pan = view.pan.clamp(-rect.size() * MAX_ZOOM, rect.size() * MAX_ZOOM);
    let cursor = view.cursor.filter(|_| response.has_focus() && view.is_walking);
    view.payout_animation.board = Some(response.id);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, theme.paper);
    if cx.table.is_past() {
        painter.rect_filled(rect, 0.0, theme.past_tint);
    }
    let pointed = Pointed { cursor, squares: pointed };
    let on_screen = view.paint(&painter, (cx.table, cx.settings), rect, pointed);
    view.private.follow(cx.table.journal().game().turn_number());
    view.private.paint(&painter, &theme, |square| on_screen.rect_of(cx.table.game(), square));

    point(ui, cx, &response, &on_screen, view);
    keys(ui, cx, &response, &on_screen.picture, view);
    view.is_pressed &= response.has_focus();
    // A press needs no ring: it shows where the player is.
    if response.has_focus() && cursor.is_none() && !view.is_pressed {
        painter.rect_stroke(rect, 0, theme.focus_ring(), StrokeKind::Inside);
    }
    name_squares(ui, cx, &response, &on_screen, view);
    if enters {
        return None;
    }
    let mut picked = None;
    cx.commands.retain(|command| match command {
        FoundersCommand::ClickSquare(square) => {
            picked = Some(*square);
            false
        }
        _ => true,
    });
    picked
}

/// Draws the board without handling input.
pub fn read_only_board_ui(
    ui: &Ui,
    rect: Rect,
    table: &Table,
    settings: &Settings,
    view: &mut BoardView,
) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, theme(ui).paper);
    let pointed = Pointed { cursor: None, squares: &[] };
    view.paint(&painter, (table, settings), rect, pointed);
}

/// Pans by dragging; zooms by wheel or pinch.
fn look_around(ui: &Ui, table: &Table, response: &egui::Response, view: &mut BoardView) {
    if response.dragged() && !response.dragged_by(PointerButton::Secondary) {
        view.pan += response.drag_delta();
    }
    if !response.hovered() {
        return;
    }
    let pinch = ui.input(egui::InputState::zoom_delta);
    if (pinch - 1.0).abs() > f32::EPSILON {
        view.zoom_by(pinch);
        return;
    }
    let wheel = ui.input(|input| input.smooth_scroll_delta().y);
    // While a tile is held, the wheel rotates it instead.
    if wheel != 0.0 && !matches!(table.stage(), Some(InputStep::Placement)) {
        view.zoom_by((wheel / 400.0).exp());
    }
}

/// Handles the pointer: hovering aims and a click commits; a first tap aims and a second commits.
///
/// The verdict on a clicked square stays until something else is pressed.
fn point(
    ui: &Ui,
    cx: Cx<'_>,
    response: &egui::Response,
    on_screen: &BoardPlacement,
    view: &mut BoardView,
) {
    let game = cx.table.game();
    let aimed = cx.table.hover().map(|hover| hover.square);
    let at = |pos: Pos2| on_screen.square_at(game, pos);
    let touch_started = ui.input(|input| {
        input
            .events
            .iter()
            .any(|event| matches!(event, egui::Event::Touch { phase: egui::TouchPhase::Start, .. }))
    });
    if touch_started {
        view.aimed_before_touch = aimed;
    }
    let pressed = response.interact_pointer_pos().and_then(at);
    if let Some(square) = pressed.filter(|_| response.secondary_clicked()) {
        // Picks the road of a building in one click; a refusal is explained as for any square.
        if matches!(cx.table.stage(), Some(InputStep::Placement))
            && cx.table.entry().is_some_and(|entry| entry.roads_offered(game) > 0)
        {
            let first = !ui.input(|input| input.modifiers.shift);
            cx.commands.push(FoundersCommand::Choose(InputChoice::Road { first }));
            cx.commands.push(FoundersCommand::ClickSquare(square));
        } else {
            view.private.ring(square);
        }
        return;
    }
    if response.drag_started_by(PointerButton::Secondary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        view.private.begin(origin.and_then(at));
    }
    if response.drag_stopped_by(PointerButton::Secondary) {
        view.private.end(pressed);
    }
    if let Some(square) = pressed.filter(|_| response.clicked()) {
        response.request_focus();
        view.is_pressed = true;
        view.cursor = Some(square);
        view.is_walking = false;
        let is_touch = ui.input(|input| {
            input.events.iter().any(|event| matches!(event, egui::Event::Touch { .. }))
        });
        if is_touch && view.aimed_before_touch != Some(square) {
            cx.commands.push(FoundersCommand::Hover(Some(square)));
        } else {
            cx.commands.push(FoundersCommand::ClickSquare(square));
        }
        return;
    }
    if response.long_touched() {
        return;
    }
    let is_moving =
        ui.input(|input| input.pointer.is_moving() || input.pointer.delta() != Vec2::ZERO);
    view.payout_animation.is_entry_new &= !is_moving;
    // The pointer crosses other squares on its way to the buttons below.
    if cx.table.hover().is_some_and(|hover| hover.is_pinned) {
        turn_by_wheel(ui, cx);
        return;
    }
    match response.hover_pos().and_then(at) {
        Some(square) => {
            let is_free = aimed.is_none() && !view.payout_animation.is_entry_new;
            if aimed != Some(square) && (is_moving || is_free) {
                cx.commands.push(FoundersCommand::Hover(Some(square)));
            }
            turn_by_wheel(ui, cx);
        }
        None => {
            if aimed.is_some() && is_moving && view.cursor.is_none() {
                cx.commands.push(FoundersCommand::Hover(None));
            }
        }
    }
}

/// Rotates a held tile by a quarter turn when the wheel moves.
fn turn_by_wheel(ui: &Ui, cx: Cx<'_>) {
    if !matches!(cx.table.stage(), Some(InputStep::Placement)) {
        return;
    }
    let notches = ui.input(|input| {
        input
            .events
            .iter()
            .filter_map(|event| match event {
                egui::Event::MouseWheel { delta, .. } => Some(delta.y),
                _ => None,
            })
            .sum::<f32>()
    });
    if notches != 0.0 {
        cx.commands
            .push(FoundersCommand::Choose(InputChoice::Turn { over: false, back: notches > 0.0 }));
    }
}

/// The step of each arrow key, in squares right and down on screen.
const STEPS: [(Key, i8, i8); 4] = [
    (Key::ArrowLeft, -1, 0),
    (Key::ArrowRight, 1, 0),
    (Key::ArrowUp, 0, -1),
    (Key::ArrowDown, 0, 1),
];

/// Handles the keys: arrows move the cursor, letters rotate a held tile or ring a square, and Enter
/// commits.
fn keys(
    ui: &Ui,
    cx: Cx<'_>,
    response: &egui::Response,
    picture: &BoardPicture,
    view: &mut BoardView,
) {
    let game = cx.table.game();
    let holds = matches!(cx.table.stage(), Some(InputStep::Placement));
    for (modifiers, key, over, back) in [
        (Modifiers::SHIFT, Key::R, false, true),
        (Modifiers::NONE, Key::R, false, false),
        (Modifiers::NONE, Key::F, true, false),
    ] {
        if holds && keyboard::pressed(ui, modifiers, key) {
            cx.commands.push(FoundersCommand::Choose(InputChoice::Turn { over, back }));
        }
    }
    let marked = view.cursor.or(cx.table.hover().map(|hover| hover.square));
    if let Some(square) = marked
        && keyboard::pressed(ui, Modifiers::NONE, Key::M)
    {
        view.private.ring(square);
    }
    if !response.has_focus() {
        // An arrow key focuses the board without Tab, unless another control has the keyboard.
        if !(keyboard::is_free(ui.ctx()) && asks_for_square(cx.table) && any_arrow(ui)) {
            return;
        }
        response.request_focus();
        // Otherwise egui would move the focus away again by the same arrow.
        ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    }
    ui.memory_mut(|memory| {
        memory.set_focus_lock_filter(
            response.id,
            egui::EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..Default::default()
            },
        );
    });
    for (key, right, down) in STEPS {
        if !keyboard::pressed(ui, Modifiers::NONE, key) {
            continue;
        }
        let next = match view.cursor.or(cx.table.hover().map(|hover| hover.square)) {
            // At the edge the cursor stays, and its square is aimed at again.
            Some(square) => picture.step(game, square, right, down).or(Some(square)),
            None => first_cursor(cx.table, view.withholds_verdicts),
        };
        if let Some(next) = next {
            view.cursor = Some(next);
            view.is_walking = true;
            cx.commands.push(FoundersCommand::Hover(Some(next)));
        }
    }
    if let Some(square) = view.cursor
        && keyboard::pressed(ui, Modifiers::NONE, Key::Enter)
    {
        cx.commands.push(FoundersCommand::ClickSquare(square));
    }
}

/// Returns `true` if the action being entered continues with a choice on the board.
fn asks_for_square(table: &Table) -> bool {
    matches!(table.stage(), Some(InputStep::Square | InputStep::Tile | InputStep::Placement))
}

fn any_arrow(ui: &Ui) -> bool {
    ui.input(|input| STEPS.iter().any(|(arrow, ..)| input.key_pressed(*arrow)))
}

/// Returns the first square of the cursor: the first legal one unless verdicts are withheld, or the
/// middle of the board.
fn first_cursor(table: &Table, withholds_verdicts: bool) -> Option<Square> {
    let legal = table.legality().squares().find(|(_, answer)| answer.verdict == Verdict::Legal);
    let squares: Vec<Square> = table.game().board().squares().collect();
    legal
        .filter(|_| !withholds_verdicts)
        .map(|(square, _)| square)
        .or_else(|| squares.get(squares.len() / 2).copied())
}

/// Names every square for screen readers and tests.
fn name_squares(
    ui: &Ui,
    cx: Cx<'_>,
    response: &egui::Response,
    on_screen: &BoardPlacement,
    view: &mut BoardView,
) {
    let game = cx.table.game();
    let is_read = ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::Role::Grid);
        node.set_label("Board");
    });
    if is_read.is_none() {
        return;
    }
    let names_verdicts = cx.table.entry().is_some() && !view.withholds_verdicts;
    let key = (cx.table.version(), cx.table.shown_entry(), names_verdicts, cx.table.naming());
    let names = view.names.of(key, || {
        game.board().squares().map(|square| square_name(cx.table, square, names_verdicts)).collect()
    });
    for (square, name) in game.board().squares().zip(names) {
        let rect = on_screen.rect_of(game, square);
        let cell = ui.interact(rect, response.id.with(square), Sense::hover());
        ui.ctx().accesskit_node_builder(cell.id, |node| {
            node.set_role(egui::Role::Cell);
            if view.private.is_ringed(square) {
                node.set_label(format!("{name}; marked by you"));
            } else {
                node.set_label(name.as_str());
            }
            node.set_bounds(egui::accesskit::Rect {
                x0: rect.min.x.into(),
                y0: rect.min.y.into(),
                x1: rect.max.x.into(),
                y1: rect.max.y.into(),
            });
            node.add_action(egui::accesskit::Action::Click);
        });
        let is_asked = ui.input(|input| {
            input.has_accesskit_action_request(cell.id, egui::accesskit::Action::Click)
        });
        if is_asked {
            cx.commands.push(FoundersCommand::ClickSquare(square));
        }
    }
}

/// Describes a square: its contents, and with `names_verdict` the verdict on the action being
/// entered.
fn square_name(table: &Table, square: Square, names_verdict: bool) -> String {
    let named = table.named_game();
    let mut name = square_text(named, square);
    let (Some(answer), Some(entry), true) =
        (table.legality().at(square), table.entry(), names_verdict)
    else {
        return name;
    };
    name.push_str("; ");
    name.push_str(answer.verdict.name());
    if let Some(resource) = entry.resource() {
        name.push_str(" for ");
        name.push_str(named.game().contents().resource_name(resource));
    }
    name
}
