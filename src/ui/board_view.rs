//! The board on screen: it is looked at, pointed at, walked over by keys, and read aloud.

use std::sync::Arc;

use egui::emath::{GuiRounding as _, TSTransform};
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Sense, Ui, Vec2, vec2};

use super::answers::Verdict;
use super::command::{Command, Commands, Menu};
use super::entry::{Pick, Stage};
use super::keyboard;
use super::land_picture::LandPicture;
use super::paint::{CachedScene, looks, paint_scene};
use super::private_marks::PrivateMarks;
use super::settings::{Preview, Settings};
use super::table::{Aim, Begun, Table};
use super::theatre::Theatre;
use super::theme::{GameInks, Theme, theme};
use super::turn::Paid;
use drawing::{BoardPicture, Ghost, GhostKind, Mark, Overlay, PayLine, PayPlan, Scene};
use journal::EntryId;
use narration::receipt::{Payment, PaymentPath, payments};
use narration::square::square_text;
use narration::words::bridge_or_gate;
use rules::Game;
use rules::action::{Deed, Owner, Work};
use rules::board::SquareKind;
use rules::illegal::Outcome;
use rules::square::Square;
use rules::tile::Footprint;

/// How the board is looked at.
#[derive(Default)]
pub struct BoardView {
    /// How many times larger than the whole board fits.
    zoom: Option<f32>,
    /// Where the middle of the view is, in points from the middle of the board.
    pan: Vec2,
    turns: u8,
    cursor: Option<Square>,
    /// Whether the keys have moved the cursor since the pointer did something.
    is_walking: bool,
    /// What was aimed at when a finger came down, which aims by itself.
    aimed_before_touch: Option<Square>,
    /// Points a square in the latest frame, and when it became as many.
    scaled: Option<(f32, f64)>,
    /// What is played of the payments.
    pub theatre: Theatre,
    /// What is drawn of the position.
    drawn: Option<Drawn>,
    /// What is drawn of the answers.
    answered: Option<Answered>,
    /// What else is drawn over it.
    over: Option<Over>,
    land: LandPicture,
    /// A photograph of the board, straightened.
    picture: Option<egui::TextureHandle>,
    veil: CachedScene,
    pieces: CachedScene,
    marks: CachedScene,
    private: PrivateMarks,
}

/// The drawing of a position.
struct Drawn {
    of: (EntryId, u8, Arc<Theme>),
    picture: BoardPicture,
    inks: GameInks,
    land: Arc<Scene>,
    /// Grows with every other land.
    land_id: u64,
    pieces: Scene,
    /// Grows with every drawing.
    id: u64,
}

/// The drawing of what may be done where, which stays while one square after another is aimed at.
struct Answered {
    /// Over which drawing of the position, and the answers.
    of: (u64, Vec<(Square, Mark)>),
    /// The ground that is refused, below the pieces.
    veil: Scene,
    /// A mark on every square that was judged.
    marks: Scene,
    /// Grows with every drawing.
    id: u64,
}

/// The drawing of what lies over a position for a moment.
struct Over {
    /// Of which drawing of the position, at which version of the table, with which cursor, whether
    /// payments stay, and whether things move.
    of: (u64, u64, Preview, Option<Square>, bool, bool),
    /// Everything but the answers and the payments.
    rest: Scene,
    /// The payments of the turn, unless those of what is aimed at are shown.
    plan: Option<PayPlan>,
    /// Payments that are made.
    payments: Scene,
}

/// The view is never closer than this, so that a square does not fill it.
const MOST_ZOOM: f32 = 6.0;

/// How long the board keeps its size before it is drawn anew in it, in seconds.
const REST_SECS: f32 = 0.12;

impl BoardView {
    /// Whether a photograph lies under the board.
    #[must_use]
    pub const fn has_picture(&self) -> bool {
        self.picture.is_some()
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

    /// How large the board is as it is turned, frame and all, in squares.
    pub fn extent(&mut self, ui: &Ui, table: &Table) -> Vec2 {
        self.draw(table, theme(ui));
        let size = self.drawn.as_ref().map(|drawn| drawn.picture.size(table.game()));
        size.map_or(Vec2::splat(1.0), |size| vec2(size.x, size.y))
    }

    /// Lays a photograph of the board, with the whole grid on it, under everything.
    pub fn lay_picture(&mut self, picture: egui::TextureHandle) {
        self.picture = Some(picture);
    }

    /// Paints the photograph over the drawn land, which shows through as far as it is wanted.
    fn paint_picture(
        &self,
        painter: &egui::Painter,
        game: &Game,
        strength: f32,
        on_screen: &OnScreen,
    ) {
        let (Some(picture), Some(drawn)) = (&self.picture, &self.drawn) else {
            return;
        };
        if strength <= 0.0 {
            return;
        }
        let (columns, rows) = game.board().size();
        let (right, below) = (columns.saturating_sub(1), rows.saturating_sub(1));
        // The corners of the photograph, and the squares of the board that lie there.
        let corners = [(0, 0), (right, 0), (right, below), (0, below)];
        let seen = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let rects = corners.map(|(column, row)| {
            let square = Square::new(column, row);
            on_screen.to_screen(drawn.picture.rect_of(game, square))
        });
        let whole = rects.iter().fold(rects[0], |whole, rect| whole.union(*rect));
        let mut mesh = egui::Mesh::with_texture(picture.id());
        let tint = egui::Color32::WHITE.gamma_multiply(strength);
        for (rect, (x, y)) in rects.iter().zip(seen) {
            // The board may be turned: each corner is where its square lies.
            let far = |low: f32, high: f32, at: f32| if at * 2.0 < low + high { low } else { high };
            let pos = egui::pos2(
                far(whole.left(), whole.right(), rect.center().x),
                far(whole.top(), whole.bottom(), rect.center().y),
            );
            mesh.vertices.push(egui::epaint::Vertex { pos, uv: egui::pos2(x, y), color: tint });
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        painter.add(mesh);
    }

    /// Draws the position, if it is not drawn already.
    fn draw(&mut self, table: &Table, theme: Arc<Theme>) {
        let of = (table.shown_entry(), self.turns, theme);
        if self.drawn.as_ref().is_some_and(|drawn| drawn.of == of) {
            return;
        }
        let game = table.game();
        let (_, turns, theme) = &of;
        let picture = BoardPicture::new(*turns, looks(theme, game));
        let land = Arc::new(picture.base(game));
        let (id, land_id) = match self.drawn.take() {
            Some(drawn) if drawn.land == land => (drawn.id + 1, drawn.land_id),
            Some(drawn) => (drawn.id + 1, drawn.land_id + 1),
            None => (0, 0),
        };
        self.drawn = Some(Drawn {
            inks: GameInks::new(Arc::clone(theme), game),
            pieces: picture.pieces(game),
            of,
            picture,
            land,
            land_id,
            id,
        });
    }

    /// Draws what may be done where, if it is not drawn already.
    fn draw_answers(&mut self, table: &Table) {
        let Some(drawn) = &self.drawn else {
            return;
        };
        let of = (drawn.id, marks(table));
        if self.answered.as_ref().is_some_and(|answered| answered.of == of) {
            return;
        }
        let overlay = Overlay { marks: of.1.clone(), ..Overlay::default() };
        self.answered = Some(Answered {
            veil: drawn.picture.veil(table.game(), &overlay),
            marks: drawn.picture.overlay(table.game(), &overlay),
            id: self.answered.as_ref().map_or(0, |answered| answered.id + 1),
            of,
        });
    }

    /// Draws what else lies over the position, if it is not drawn already.
    fn draw_over(&mut self, table: &Table, settings: &Settings, cursor: Option<Square>) {
        let Some(drawn) = &self.drawn else {
            return;
        };
        let holds = self.theatre.holds();
        let of = (drawn.id, table.version(), settings.preview, cursor, holds, settings.motion);
        if self.over.as_ref().is_some_and(|over| over.of == of) {
            return;
        }
        let game = table.game();
        let rest = drawn.picture.overlay(game, &overlay(table, cursor));
        let plan = shows_turn(table, holds)
            .then(|| drawn.picture.plan(game, &pay_lines(&table.turn().payments)));
        let payments = match &plan {
            Some(plan) => plan.at_rest(!settings.motion),
            None => {
                drawn.picture.plan(game, &aimed_lines(table, settings)).at_rest(!settings.motion)
            }
        };
        self.over = Some(Over { of, rest, plan, payments });
    }

    /// Paints what was drawn.
    fn paint(
        &mut self,
        painter: &egui::Painter,
        game: &Game,
        photograph: f32,
        on_screen: &OnScreen,
    ) {
        let is_at_rest = self.is_at_rest(painter.ctx(), on_screen.scale);
        let (Some(drawn), Some(answered), Some(over)) = (&self.drawn, &self.answered, &self.over)
        else {
            return;
        };
        let inks = &drawn.inks;
        let to_screen = TSTransform::new(on_screen.origin.to_vec2(), on_screen.scale);
        let (id, land) = (drawn.land_id, &drawn.land);
        self.land.paint(painter, id, land, to_screen, inks, is_at_rest);
        self.paint_picture(painter, game, photograph, on_screen);
        let id = answered.id;
        self.veil.paint(painter, id, &answered.veil, to_screen, inks, is_at_rest);
        self.pieces.paint(painter, drawn.id, &drawn.pieces, to_screen, inks, is_at_rest);
        self.marks.paint(painter, id, &answered.marks, to_screen, inks, is_at_rest);
        paint_scene(painter, &over.rest, to_screen, inks);
        match (&over.plan, self.theatre.made()) {
            (Some(plan), Some(made)) => paint_scene(painter, &plan.at(made), to_screen, inks),
            (Some(_) | None, _) => paint_scene(painter, &over.payments, to_screen, inks),
        }
    }

    /// Paints what flies from the board to the points of the players.
    fn paint_flights(
        &self,
        ctx: &egui::Context,
        table: &Table,
        theme: &Theme,
        on_screen: &OnScreen,
    ) {
        let plan = self.over.as_ref().and_then(|over| over.plan.as_ref());
        let start_of = |step| {
            let at = plan?.end_of(step)?;
            Some(on_screen.origin + vec2(at.x, at.y) * on_screen.scale)
        };
        self.theatre.paint_flights(ctx, table.game(), theme, start_of);
    }

    /// Marks the squares that a panel points at.
    fn point_at(
        &self,
        painter: &egui::Painter,
        table: &Table,
        pointed: &[Square],
        on_screen: &OnScreen,
    ) {
        let Some(drawn) = self.drawn.as_ref().filter(|_| !pointed.is_empty()) else {
            return;
        };
        let hint = Overlay { hint: pointed.to_vec(), ..Overlay::default() };
        let scene = drawn.picture.overlay(table.game(), &hint);
        let to_screen = TSTransform::new(on_screen.origin.to_vec2(), on_screen.scale);
        paint_scene(painter, &scene, to_screen, &drawn.inks);
    }

    /// Whether the board has had its size for a while; asks for a frame when it will.
    fn is_at_rest(&mut self, ctx: &egui::Context, scale: f32) -> bool {
        let now = ctx.input(|input| input.time);
        let rest = f64::from(REST_SECS);
        let (last, since) = *self.scaled.get_or_insert((scale, now - rest));
        let is_same = (last - scale).abs() <= f32::EPSILON;
        let since = if is_same { since } else { now };
        self.scaled = Some((scale, since));
        let is_at_rest = now - since >= rest;
        if !is_at_rest {
            ctx.request_repaint_after_secs(REST_SECS);
        }
        is_at_rest
    }

    fn zoom_by(&mut self, factor: f32) {
        let zoom = (self.zoom.unwrap_or(1.0) * factor).clamp(1.0, MOST_ZOOM);
        self.pan *= zoom / self.zoom.unwrap_or(1.0);
        self.zoom = (zoom > 1.0).then_some(zoom);
    }
}

/// Where the board is on screen.
struct OnScreen {
    origin: Pos2,
    /// Points a square.
    scale: f32,
}

impl OnScreen {
    /// Where a board of that size in squares is within `rect`.
    fn new(view: &BoardView, rect: Rect, size: Vec2, pixels_per_point: f32) -> Self {
        let fit = (rect.width() / size.x).min(rect.height() / size.y);
        let scale = fit * view.zoom.unwrap_or(1.0);
        let origin = rect.center() + view.pan - size * scale / 2.0;
        Self {
            // The pixels of the land lie on those of the screen.
            origin: origin.round_to_pixels(pixels_per_point),
            scale,
        }
    }

    fn to_board(&self, pos: Pos2) -> drawing::Pos {
        let at = (pos - self.origin) / self.scale;
        drawing::Pos { x: at.x, y: at.y }
    }

    fn to_screen(&self, rect: drawing::Rect) -> Rect {
        Rect::from_min_size(
            self.origin + vec2(rect.min.x, rect.min.y) * self.scale,
            vec2(rect.width(), rect.height()) * self.scale,
        )
    }
}

/// Draws the board and takes what is done to it.
///
/// `pointed` are squares that a panel points at. A square that is picked commits what is being
/// entered, or, unless `enters`, is given back to whoever asked for one.
pub fn board_view_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    pointed: &[Square],
    enters: bool,
    view: &mut BoardView,
    commands: &mut Commands,
) -> Option<Square> {
    let theme = theme(ui);
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    look_around(ui, table, &response, view);
    view.pan = view.pan.clamp(-rect.size() * MOST_ZOOM, rect.size() * MOST_ZOOM);
    let cursor = view.cursor.filter(|_| response.has_focus() && view.is_walking);
    view.draw(table, Arc::clone(&theme));
    view.theatre.board = Some(response.id);
    view.draw_answers(table);
    view.draw_over(table, settings, cursor);
    let picture = view.drawn.as_ref()?.picture.clone();
    let size = picture.size(table.game());
    let size = vec2(size.x, size.y);
    let on_screen = OnScreen::new(view, rect, size, ui.pixels_per_point());

    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, theme.paper);
    if table.is_past() {
        painter.rect_filled(rect, 0.0, theme.past);
    }
    view.paint(&painter, table.game(), settings.photograph, &on_screen);
    view.point_at(&painter, table, pointed, &on_screen);
    view.paint_flights(ui.ctx(), table, &theme, &on_screen);
    view.private.follow(table.journal().game().turn_number());
    let rect_of = |square| on_screen.to_screen(picture.rect_of(table.game(), square));
    view.private.paint(&painter, &theme, rect_of);

    point(ui, table, &response, &picture, &on_screen, view, commands);
    keys(ui, table, &response, &picture, view, commands);
    name_squares(ui, table, &response, &picture, (&on_screen, &view.private), commands);
    if enters {
        return None;
    }
    let mut picked = None;
    commands.retain(|command| match command {
        Command::Commit(square) => {
            picked = Some(*square);
            false
        }
        _ => true,
    });
    picked
}

/// Draws the whole board to be looked at: nothing can be done to it.
pub fn board_shown_ui(
    ui: &Ui,
    rect: Rect,
    table: &Table,
    settings: &Settings,
    view: &mut BoardView,
) {
    let theme = theme(ui);
    view.draw(table, Arc::clone(&theme));
    view.draw_answers(table);
    view.draw_over(table, settings, None);
    let Some(drawn) = &view.drawn else {
        return;
    };
    let size = drawn.picture.size(table.game());
    let on_screen = OnScreen::new(view, rect, vec2(size.x, size.y), ui.pixels_per_point());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, theme.paper);
    view.paint(&painter, table.game(), settings.photograph, &on_screen);
    view.paint_flights(ui.ctx(), table, &theme, &on_screen);
}

/// Pan, zoom and pinch.
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
    // The wheel turns a tile that is held; else it zooms.
    if wheel != 0.0 && !matches!(table.stage(), Some(Stage::Placement)) {
        view.zoom_by((wheel / 400.0).exp());
    }
}

/// Hovering aims, a click commits; a first tap aims and a second one commits.
fn point(
    ui: &Ui,
    table: &Table,
    response: &egui::Response,
    picture: &BoardPicture,
    on_screen: &OnScreen,
    view: &mut BoardView,
    commands: &mut Commands,
) {
    let game = table.game();
    let aimed = table.aim().map(|aim| aim.square);
    let at = |pos: Pos2| picture.square_at(game, on_screen.to_board(pos));
    let is_begun = ui.input(|input| {
        let mut events = input.events.iter();
        events.any(|event| matches!(event, egui::Event::Touch { phase, .. } if *phase == egui::TouchPhase::Start))
    });
    if is_begun {
        view.aimed_before_touch = aimed;
    }
    let clicked = |is_clicked: bool| {
        let pos = response.interact_pointer_pos();
        pos.filter(|_| is_clicked).and_then(at)
    };
    if let Some(square) = clicked(response.secondary_clicked()) {
        // The road of a building in one click; what it cannot be is told as for any square.
        if matches!(table.stage(), Some(Stage::Placement))
            && table.entry().is_some_and(|entry| entry.offers_road(game))
        {
            let first = !ui.input(|input| input.modifiers.shift);
            commands.push(Command::Pick(Pick::Road { first }));
            commands.push(Command::Commit(square));
        } else {
            view.private.ring(square);
        }
        return;
    }
    let pointed = || response.interact_pointer_pos().and_then(at);
    if response.drag_started_by(PointerButton::Secondary) {
        let pressed = ui.input(|input| input.pointer.press_origin());
        view.private.begin(pressed.and_then(at));
    }
    if response.drag_stopped_by(PointerButton::Secondary) {
        view.private.end(pointed());
    }
    if let Some(square) = clicked(response.clicked()) {
        response.request_focus();
        view.cursor = Some(square);
        view.is_walking = false;
        let is_touch = ui.input(|input| {
            input.events.iter().any(|event| matches!(event, egui::Event::Touch { .. }))
        });
        if is_touch && view.aimed_before_touch != Some(square) {
            commands.push(Command::Aim(Some(square)));
        } else {
            commands.push(Command::Commit(square));
        }
        return;
    }
    if response.long_touched() {
        return;
    }
    let is_moving =
        ui.input(|input| input.pointer.is_moving() || input.pointer.delta() != Vec2::ZERO);
    view.theatre.shows_news &= !is_moving;
    match response.hover_pos().and_then(at) {
        Some(square) => {
            let is_free = aimed.is_none() && !view.theatre.shows_news;
            if aimed != Some(square) && (is_moving || is_free) {
                commands.push(Command::Aim(Some(square)));
            }
            turn_by_wheel(ui, table, commands);
        }
        None => {
            if aimed.is_some() && is_moving && view.cursor.is_none() {
                commands.push(Command::Aim(None));
            }
        }
    }
}

/// The wheel turns a tile that is held, a notch a quarter.
fn turn_by_wheel(ui: &Ui, table: &Table, commands: &mut Commands) {
    if !matches!(table.stage(), Some(Stage::Placement)) {
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
        commands.push(Command::Pick(Pick::Turn { over: false, back: notches > 0.0 }));
    }
}

/// Where each arrow leads, in squares right and down as seen.
const STEPS: [(Key, i8, i8); 4] = [
    (Key::ArrowLeft, -1, 0),
    (Key::ArrowRight, 1, 0),
    (Key::ArrowUp, 0, -1),
    (Key::ArrowDown, 0, 1),
];

/// The arrows walk over the board; letters turn the tile that is held.
fn keys(
    ui: &Ui,
    table: &Table,
    response: &egui::Response,
    picture: &BoardPicture,
    view: &mut BoardView,
    commands: &mut Commands,
) {
    let game = table.game();
    let holds = matches!(table.stage(), Some(Stage::Placement));
    let mut turn = |modifiers, key, over, back| {
        if holds && keyboard::pressed(ui, modifiers, key) {
            commands.push(Command::Pick(Pick::Turn { over, back }));
        }
    };
    turn(Modifiers::SHIFT, Key::R, false, true);
    turn(Modifiers::NONE, Key::R, false, false);
    turn(Modifiers::NONE, Key::F, true, false);
    let marked = view.cursor.or(table.aim().map(|aim| aim.square));
    if let Some(square) = marked
        && keyboard::pressed(ui, Modifiers::NONE, Key::M)
    {
        view.private.ring(square);
    }
    if !response.has_focus() {
        // Nobody has to look for the board with Tab: an arrow finds it while nothing else has the keys.
        if !(keyboard::is_free(ui.ctx()) && asks_for_square(table) && any_arrow(ui)) {
            return;
        }
        response.request_focus();
        // The same arrow would lead away from it again.
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
        let next = match view.cursor.or(table.aim().map(|aim| aim.square)) {
            // At the edge the cursor stays, and tells again where it is.
            Some(square) => picture.step(game, square, right, down).or(Some(square)),
            None => first_cursor(table),
        };
        if let Some(next) = next {
            view.cursor = Some(next);
            view.is_walking = true;
            commands.push(Command::Aim(Some(next)));
        }
    }
    if let Some(square) = view.cursor
        && keyboard::pressed(ui, Modifiers::NONE, Key::Enter)
    {
        commands.push(Command::Commit(square));
    }
}

/// Whether the board is what goes on with the action being entered.
fn asks_for_square(table: &Table) -> bool {
    matches!(table.stage(), Some(Stage::Square | Stage::Tile | Stage::Placement))
}

fn any_arrow(ui: &Ui) -> bool {
    ui.input(|input| STEPS.iter().any(|(arrow, ..)| input.key_pressed(*arrow)))
}

/// The cursor begins on the first legal square, or in the middle of the board.
fn first_cursor(table: &Table) -> Option<Square> {
    let mut legal = table.answers().squares();
    let found = legal.find(|(_, answer)| answer.verdict == Verdict::Legal);
    let squares: Vec<Square> = table.game().board().squares().collect();
    found.map(|(square, _)| square).or_else(|| squares.get(squares.len() / 2).copied())
}

/// Every square by name, for screen readers and tests.
fn name_squares(
    ui: &Ui,
    table: &Table,
    response: &egui::Response,
    picture: &BoardPicture,
    (on_screen, private): (&OnScreen, &PrivateMarks),
    commands: &mut Commands,
) {
    let game = table.game();
    let is_read = ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::Role::Grid);
        node.set_label("Board");
    });
    if is_read.is_none() {
        return;
    }
    for square in game.board().squares() {
        let rect = on_screen.to_screen(picture.rect_of(game, square));
        let id = response.id.with(square.to_string());
        let cell = ui.interact(rect, id, Sense::hover());
        ui.ctx().accesskit_node_builder(cell.id, |node| {
            node.set_role(egui::Role::Cell);
            let mut name = square_name(table, square);
            if private.is_ringed(square) {
                name.push_str("; marked by you");
            }
            node.set_label(name);
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
            commands.push(Command::Commit(square));
        }
    }
}

/// A square in words: what lies there, and how it answers to what is being entered.
fn square_name(table: &Table, square: Square) -> String {
    let game = table.game();
    let mut name = square_text(game, square);
    let (Some(answer), Some(entry)) = (table.answers().at(square), table.entry()) else {
        return name;
    };
    name.push_str("; ");
    name.push_str(answer.verdict.name());
    if let Some(resource) = entry.resource() {
        name.push_str(" for ");
        name.push_str(game.contents().resource_name(resource));
    }
    name
}

/// What may be done where.
fn marks(table: &Table) -> Vec<(Square, Mark)> {
    let board = table.game().board();
    table
        .answers()
        .squares()
        .filter(|(square, _)| board.kind_of(*square) != SquareKind::Outside)
        .map(|(square, answer)| (square, mark(answer.verdict)))
        .collect()
}

/// What lies over the board now, besides the marks and the payments.
fn overlay(table: &Table, cursor: Option<Square>) -> Overlay {
    let fresh = table.turn().fresh.clone();
    let mut overlay = Overlay { cursor, fresh, ghosts: ghosts(table), ..Overlay::default() };
    if let Some(Begun::Square(square)) = table.begun_with() {
        overlay.hint.push(square);
    }
    for check in table.aim().map(|aim| aim.checks.as_slice()).unwrap_or_default() {
        if let Outcome::Failed(illegal) = &check.outcome {
            overlay.trouble.extend(illegal.squares());
            overlay.hint.extend(illegal.link());
        }
    }
    overlay
}

/// Whether the payments of the turn are shown, and not those of what is aimed at.
fn shows_turn(table: &Table, holds: bool) -> bool {
    // Where nothing would be played, nothing would be paid either.
    let is_idle = table.aim().is_none_or(|aim| aim.action.is_none());
    is_idle || holds && !table.turn().payments.is_empty()
}

/// What the square that is aimed at would pay.
fn aimed_lines(table: &Table, settings: &Settings) -> Vec<PayLine> {
    let aimed = table.aim().and_then(|aim| aim.outcome.as_ref());
    let (Some(Ok(played)), Preview::Before) = (aimed, settings.preview) else {
        return Vec::new();
    };
    let payments = payments(played).into_iter();
    payments
        .map(|Payment { path, out_of }| {
            pay_line(&path, path.squares(&played.game).unwrap_or_default(), out_of)
        })
        .collect()
}

fn pay_lines(payments: &[Paid]) -> Vec<PayLine> {
    payments.iter().map(|paid| pay_line(&paid.path, paid.route.clone(), paid.out_of)).collect()
}

fn pay_line(path: &PaymentPath, route: Vec<Square>, out_of: Option<usize>) -> PayLine {
    PayLine {
        from: path.from,
        route,
        to: path.to,
        points: path.points,
        kept: path.kept,
        player: path.to_player.player(),
        out_of,
    }
}

const fn mark(verdict: Verdict) -> Mark {
    match verdict {
        Verdict::Legal => Mark::Legal,
        Verdict::Unaffordable => Mark::Unaffordable,
        Verdict::CannotTell => Mark::CannotTell,
        Verdict::Illegal => Mark::Illegal,
    }
}

/// What the action being entered puts down: roads and a building that are picked already, and what
/// the pointer holds.
fn ghosts(table: &Table) -> Vec<Ghost> {
    let game = table.game();
    let mut ghosts = Vec::new();
    let road = |square, verdict| Ghost {
        footprint: Footprint::single(square),
        kind: GhostKind::Road,
        owner: None,
        verdict,
    };
    if let Some(entry) = table.entry() {
        ghosts.extend(entry.road().map(|picked| road(picked.square, Mark::Legal)));
        if let (Some(footprint), Some(resource)) = (entry.placed(), entry.resource()) {
            ghosts.push(Ghost {
                footprint,
                kind: GhostKind::Resource(resource),
                owner: Some(Owner::Player(entry.player())),
                verdict: Mark::Legal,
            });
        }
    }
    let Some(aim) = table.aim() else {
        return ghosts;
    };
    let is_road =
        table.entry().is_some_and(|entry| entry.picks_first_road() || entry.placed().is_some());
    if is_road {
        let answer = table.answers().at(aim.square);
        ghosts.extend(answer.map(|answer| road(aim.square, mark(answer.verdict))));
    } else {
        ghosts.extend(ghost(game, aim));
    }
    ghosts
}

/// The tile that the aimed action would lay down.
fn ghost(game: &Game, aim: &Aim) -> Option<Ghost> {
    let verdict = mark(aim.verdict()?);
    let action = aim.action.as_ref()?;
    let owner = action.deed.player().map(Owner::Player);
    let single = Footprint::single(aim.square);
    let (footprint, kind, owner) = match &action.deed {
        Deed::PlaceBuilding { building, footprint, .. } => {
            (*footprint, GhostKind::Building(*building), None)
        }
        Deed::ExtraRoad { .. } => (single, GhostKind::Road, None),
        Deed::PlaceStart { player, .. } => {
            let resource = game.race_resource(*player)?;
            (single, GhostKind::Resource(resource), owner)
        }
        deed => match last_work(deed)? {
            Work::Import(resource, _) | Work::ImportAccess(resource, _) => {
                (single, GhostKind::Resource(*resource), owner)
            }
            Work::Build { resource, footprint, .. } => {
                (*footprint, GhostKind::Resource(*resource), owner)
            }
            Work::House(_) => (single, GhostKind::House, owner),
            Work::Bridge(square) => {
                let is_wall = bridge_or_gate(game, *square) == "gate";
                let kind = if is_wall { GhostKind::Gate } else { GhostKind::Bridge };
                (single, kind, owner)
            }
            Work::Road(_) => (single, GhostKind::Road, None),
            Work::Recruit(_)
            | Work::BuyAccess(_)
            | Work::Money
            | Work::Influence
            | Work::Worker(..)
            | Work::ReturnCards(_)
            | Work::FreeAccess(_)
            | Work::ByHand(_) => return None,
        },
    };
    Some(Ghost { footprint, kind, owner, verdict })
}

/// The work that was entered last, inside a worker's if there is one.
fn last_work(deed: &Deed) -> Option<&Work> {
    let work = match deed {
        Deed::Lead { works, .. } => works.last()?,
        Deed::FaceDown { work, .. } | Deed::Follow { work, .. } | Deed::Bonus { work, .. } => work,
        _ => return None,
    };
    match work {
        Work::Worker(_, works) => works.last(),
        work => Some(work),
    }
}

#[cfg(test)]
mod tests {
    use journal::Change;
    use notation::record::read_record;

    use super::*;
    use crate::examples::example;

    /// The latest turn of an example that paid somebody and goes on with a square, and that square.
    fn paid() -> (Table, Square) {
        let text = example("four-founders.founders").expect("it is there").text;
        let journal = read_record(text.as_bytes()).journal.expect("it can be read");
        let mut table = Table::new(journal);
        loop {
            table.apply(Change::Undo(1)).expect("there is more");
            let legal = table.answers().squares().map(|(square, _)| square).next();
            table.aim_at(legal);
            let is_played = table.aim().is_some_and(|aim| aim.action.is_some());
            if let Some(square) = legal.filter(|_| is_played && !table.turn().payments.is_empty()) {
                table.aim_at(None);
                return (table, square);
            }
        }
    }

    #[test]
    fn payments_stay_for_a_while_although_something_else_is_aimed_at() {
        let (mut table, square) = paid();
        assert!(shows_turn(&table, false));
        table.aim_at(Some(square));
        assert!(shows_turn(&table, true));
        assert!(!shows_turn(&table, false));
        // In the past nothing is played there.
        table.look_at(table.looked_at() - 1);
        table.aim_at(Some(square));
        assert!(shows_turn(&table, false));
    }
}
