//! What the board is drawn as: the position, what may be done where, and what lies over both for a
//! moment. Each is drawn anew only where something changed, and painted from what is kept of it.

use std::sync::Arc;

use egui::{Context, Painter, Pos2, TextureHandle, Vec2, vec2};

use crate::board_view::OnScreen;
use crate::land_picture::LandPicture;
use crate::pieces::{GameInks, looks};
use crate::settings::Preview;
use components::board::SquareKind;
use components::square::Square;
use components::tile::Footprint;
use drawing::{BoardPicture, Ghost, GhostKind, Mark, Overlay, PayLine, PayPlan, Scene};
use journal::EntryId;
use memo::Memo;
use narration::receipt::{CascadePayment, PaymentPath, payments};
use narration::words::bridge_or_gate;
use rules::Game;
use rules::action::ActionKind;
use rules::adjustment::Owner;
use rules::illegal::CheckOutcome;
use rules::sub_action::{Operand, Placement, SubAction};
use table::legality::Verdict;
use table::table::{Hover, Selection, Table};
use table::turn::TurnPayment;
use ui_kit::paint::{CachedScene, KeyedScene, Viewport, paint_scene};
use ui_kit::theme::Theme;

/// What is drawn, each by what it is drawn from.
#[derive(Default)]
pub(super) struct Drawings {
    ground: Ground,
    /// By the number of the position, and the answers.
    answers: Memo<(u64, Vec<(Square, Mark)>), AnswerScenes>,
    /// By the number of the position, the version of the table, and what is over it.
    over: Memo<(u64, u64, OverOf), OverScenes>,
}

/// What the drawing of a moment depends on besides the table: which payments are shown, the
/// cursor, whether payments stay, and whether things move.
pub(super) type OverOf = (Preview, Option<Square>, bool, bool);

/// Everything that is drawn of a table.
pub(super) struct Layers<'a> {
    game: &'a Game,
    pub(super) position: &'a PositionScenes,
    /// The numbers of the drawings of the position and of the answers.
    ids: (u64, u64),
    answers: &'a AnswerScenes,
    pub(super) over: &'a OverScenes,
}

impl Drawings {
    /// How large the board is as it is turned, frame and all, in squares.
    pub(super) fn extent(&mut self, table: &Table, turns: u8, theme: &Arc<Theme>) -> Vec2 {
        self.ground.of(table, turns, theme).1.extent(table.game())
    }

    /// Everything, as it is now.
    pub(super) fn layers<'a>(
        &'a mut self,
        table: &'a Table,
        turns: u8,
        theme: &Arc<Theme>,
        of: OverOf,
    ) -> Layers<'a> {
        let (id, position) = self.ground.of(table, turns, theme);
        let marks = marks(table);
        let key = (id, marks.clone());
        let (answers_id, answers) =
            self.answers.numbered(key, || AnswerScenes::new(position, table.game(), marks));
        let key = (id, table.version(), of);
        let over = self.over.of(key, || OverScenes::new(position, table, of));
        Layers { game: table.game(), position, ids: (id, answers_id), answers, over }
    }
}

/// The drawing of a position, and which land it lies on.
#[derive(Default)]
struct Ground {
    position: Memo<(EntryId, u8, Arc<Theme>), PositionScenes>,
    land: Memo<Arc<Scene>, ()>,
}

impl Ground {
    /// The position with so many quarter turns, and the number of its drawing.
    fn of(&mut self, table: &Table, turns: u8, theme: &Arc<Theme>) -> (u64, &PositionScenes) {
        let game = table.game();
        let key = (table.shown_entry(), turns, Arc::clone(theme));
        let (id, position) = self.position.numbered(key, || {
            let picture = BoardPicture::new(turns, looks(theme, game));
            let land = Arc::new(picture.base(game));
            let (land_id, ()) = self.land.numbered(Arc::clone(&land), || ());
            PositionScenes {
                inks: GameInks::new(Arc::clone(theme), game),
                pieces: picture.pieces(game),
                picture,
                land,
                land_id,
            }
        });
        (id, position)
    }
}

/// The drawing of a position.
pub(super) struct PositionScenes {
    pub(super) picture: BoardPicture,
    inks: GameInks,
    land: Arc<Scene>,
    /// Grows with every other land.
    land_id: u64,
    pieces: Scene,
}

impl PositionScenes {
    /// How large the board is as it is turned, frame and all, in squares.
    pub(super) fn extent(&self, game: &Game) -> Vec2 {
        let size = self.picture.size(game);
        vec2(size.x, size.y)
    }

    /// Marks the squares that a panel points at.
    pub(super) fn paint_pointed(
        &self,
        painter: &Painter,
        game: &Game,
        pointed: &[Square],
        on_screen: &OnScreen,
    ) {
        if !pointed.is_empty() {
            let hint = Overlay { hint: pointed.to_vec(), ..Overlay::default() };
            let scene = self.picture.overlay(game, &hint);
            paint_scene(painter, &scene, on_screen.transform(), &self.inks);
        }
    }
}

/// The drawing of what may be done where, which stays while one square after another is aimed at.
struct AnswerScenes {
    /// The ground that is refused, below the pieces.
    veil: Scene,
    /// A mark on every square that was judged.
    marks: Scene,
}

impl AnswerScenes {
    fn new(position: &PositionScenes, game: &Game, marks: Vec<(Square, Mark)>) -> Self {
        let picture = &position.picture;
        let overlay = Overlay { marks, ..Overlay::default() };
        Self { veil: picture.veil(game, &overlay), marks: picture.overlay(game, &overlay) }
    }
}

/// The drawing of what lies over a position for a moment.
pub(super) struct OverScenes {
    /// Everything but the answers and the payments.
    rest: Scene,
    /// The payments of the turn, unless those of what is aimed at are shown.
    plan: Option<PayPlan>,
    /// Payments that are made.
    payments: Scene,
}

impl OverScenes {
    fn new(position: &PositionScenes, table: &Table, of: OverOf) -> Self {
        let (preview, cursor, holds, motion) = of;
        let (game, picture) = (table.game(), &position.picture);
        let plan = shows_turn(table, holds)
            .then(|| picture.plan(game, &pay_lines(&table.turn().payments)));
        let payments = match &plan {
            Some(plan) => plan.at_rest(!motion),
            None => picture.plan(game, &aimed_lines(table, preview)).at_rest(!motion),
        };
        Self { rest: picture.overlay(game, &overlay(table, cursor)), plan, payments }
    }

    /// Where on the screen what is kept of a payment sets out to the points of its owner.
    pub(super) fn start_of(&self, step: usize, on_screen: &OnScreen) -> Option<Pos2> {
        let at = self.plan.as_ref()?.end_of(step)?;
        Some(on_screen.origin + vec2(at.x, at.y) * on_screen.scale)
    }
}

/// How long the board keeps its size before it is drawn anew in it, in seconds.
const REST_SECS: f32 = 0.12;

/// What is kept of what was painted: pictures and triangles.
#[derive(Default)]
pub(super) struct Painted {
    /// Points a square in the latest frame, and when it became as many.
    scaled: Option<(f32, f64)>,
    land: LandPicture,
    /// A photograph of the board, straightened.
    pub(super) photograph: Option<TextureHandle>,
    veil: CachedScene<GameInks>,
    pieces: CachedScene<GameInks>,
    marks: CachedScene<GameInks>,
}

/// The parts of a board that fade or appear one by one.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// The opacity of the photograph, 0 to 1.
    pub(super) photograph: f32,
    /// The number of payments made so far, with fractions; `None` unless they are being played.
    pub(super) made: Option<f32>,
}

impl Painted {
    /// Paints everything as far as it shows.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        layers: &Layers<'_>,
        Shown { photograph, made }: Shown,
        on_screen: &OnScreen,
    ) {
        let is_at_rest = self.is_at_rest(painter.ctx(), on_screen.scale);
        let Layers { position, ids: (id, answers_id), answers, over, .. } = layers;
        let inks = &position.inks;
        let to_screen = on_screen.transform();
        let viewport = Viewport { to_screen, is_idle: is_at_rest };
        let land = KeyedScene { id: position.land_id, scene: &position.land };
        self.land.paint(painter, land, viewport, inks);
        self.paint_photograph(painter, layers, photograph, on_screen);
        let of_answers = |scene| KeyedScene { id: *answers_id, scene };
        self.veil.paint(painter, of_answers(&answers.veil), viewport, inks);
        let pieces = KeyedScene { id: *id, scene: &position.pieces };
        self.pieces.paint(painter, pieces, viewport, inks);
        self.marks.paint(painter, of_answers(&answers.marks), viewport, inks);
        paint_scene(painter, &over.rest, to_screen, inks);
        match (&over.plan, made) {
            (Some(plan), Some(made)) => paint_scene(painter, &plan.at(made), to_screen, inks),
            (Some(_) | None, _) => paint_scene(painter, &over.payments, to_screen, inks),
        }
    }

    /// Paints the photograph over the drawn land, which shows through as far as it is wanted.
    fn paint_photograph(
        &self,
        painter: &Painter,
        layers: &Layers<'_>,
        strength: f32,
        on_screen: &OnScreen,
    ) {
        let (game, board) = (layers.game, &layers.position.picture);
        let Some(photograph) = self.photograph.as_ref().filter(|_| strength > 0.0) else {
            return;
        };
        let (columns, rows) = game.board().size();
        let (right, below) = (columns.saturating_sub(1), rows.saturating_sub(1));
        // The corners of the photograph, and the squares of the board that lie there.
        let corners = [(0, 0), (right, 0), (right, below), (0, below)];
        let seen = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let rects = corners.map(|(column, row)| {
            let square = Square::new(column, row);
            on_screen.to_screen(board.rect_of(game, square))
        });
        let whole = rects.iter().fold(rects[0], |whole, rect| whole.union(*rect));
        let mut mesh = egui::Mesh::with_texture(photograph.id());
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

    /// Whether the board has had its size for a while; asks for a frame when it will.
    fn is_at_rest(&mut self, ctx: &Context, scale: f32) -> bool {
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
}

/// What may be done where.
fn marks(table: &Table) -> Vec<(Square, Mark)> {
    let board = table.game().board();
    table
        .legality()
        .squares()
        .filter(|(square, _)| board.kind_of(*square) != SquareKind::Outside)
        .map(|(square, answer)| (square, mark(answer.verdict)))
        .collect()
}

/// What lies over the board now, besides the marks and the payments.
fn overlay(table: &Table, cursor: Option<Square>) -> Overlay {
    let fresh = table.turn().new_squares.clone();
    let mut overlay = Overlay { cursor, fresh, ghosts: ghosts(table), ..Overlay::default() };
    if let Some(Selection::Square(square)) = table.selection() {
        overlay.hint.push(square);
    }
    let answer = table.hover().and_then(|aim| aim.verdict.as_ref());
    for check in answer.iter().flat_map(|answer| &answer.checks) {
        if let CheckOutcome::Failed(illegal) = &check.outcome {
            overlay.trouble.extend(illegal.squares());
            overlay.hint.extend(illegal.link());
        }
    }
    overlay
}

/// Whether the payments of the turn are shown, and not those of what is aimed at.
fn shows_turn(table: &Table, holds: bool) -> bool {
    // Where nothing would be played, nothing would be paid either.
    let is_idle = table.hover().is_none_or(|aim| aim.verdict.is_none());
    is_idle || holds && !table.turn().payments.is_empty()
}

/// What the square that is aimed at would pay.
fn aimed_lines(table: &Table, preview: Preview) -> Vec<PayLine> {
    let aimed = table.hover().and_then(Hover::played);
    let (Some(played), Preview::Before) = (aimed, preview) else {
        return Vec::new();
    };
    let payments = payments(played).into_iter();
    payments
        .map(|CascadePayment { path, parent: out_of }| {
            pay_line(&path, path.squares(&played.game).unwrap_or_default(), out_of)
        })
        .collect()
}

fn pay_lines(payments: &[TurnPayment]) -> Vec<PayLine> {
    payments.iter().map(|paid| pay_line(&paid.path, paid.route.clone(), paid.parent)).collect()
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
        ghosts.extend(entry.roads().iter().map(|picked| road(picked.square, Mark::Legal)));
        if let (Some(footprint), Some(resource)) = (entry.placed(), entry.resource()) {
            ghosts.push(Ghost {
                footprint,
                kind: GhostKind::Resource(resource),
                owner: Some(Owner::Player(entry.player())),
                verdict: Mark::Legal,
            });
        }
    }
    let Some(aim) = table.hover() else {
        return ghosts;
    };
    let is_road =
        table.entry().is_some_and(|entry| entry.picks_first_road() || entry.placed().is_some());
    if is_road {
        let answer = table.legality().at(aim.square);
        ghosts.extend(answer.map(|answer| road(aim.square, mark(answer.verdict))));
    } else {
        ghosts.extend(ghost(game, aim));
    }
    ghosts
}

/// The tile that the aimed action would lay down.
fn ghost(game: &Game, aim: &Hover) -> Option<Ghost> {
    let verdict = mark(aim.verdict()?);
    let action = aim.action()?;
    let owner = action.kind.player().map(Owner::Player);
    let single = Footprint::single(aim.square);
    let (footprint, kind, owner) = match &action.kind {
        ActionKind::PlaceBuilding { building, footprint, .. } => {
            (*footprint, GhostKind::Building(*building), None)
        }
        ActionKind::ExtraRoad { .. } => (single, GhostKind::Road, None),
        ActionKind::PlaceStart { player, .. } => {
            let resource = game.race_resource(*player)?;
            (single, GhostKind::Resource(resource), owner)
        }
        deed => {
            let last = last_sub_action(deed)?;
            match (last, last.operand()) {
                (_, Operand::Stall(resource, _)) => (single, GhostKind::Resource(*resource), owner),
                (_, Operand::Placement(Placement { resource, footprint, .. })) => {
                    (*footprint, GhostKind::Resource(*resource), owner)
                }
                (SubAction::House(_), _) => (single, GhostKind::House, owner),
                (SubAction::Bridge(square), _) => {
                    let is_wall = bridge_or_gate(game, *square) == "gate";
                    let kind = if is_wall { GhostKind::Gate } else { GhostKind::Bridge };
                    (single, kind, owner)
                }
                (SubAction::Road(_), _) => (single, GhostKind::Road, None),
                _ => return None,
            }
        }
    };
    Some(Ghost { footprint, kind, owner, verdict })
}

/// Returns the sub-action that was entered last: that of a worker, if there is one.
fn last_sub_action(deed: &ActionKind) -> Option<&SubAction> {
    match deed.sub_actions().last()? {
        SubAction::Worker(_, sub_actions) => sub_actions.last(),
        sub_action => Some(sub_action),
    }
}

#[cfg(test)]
mod tests {
    use egui::emath::TSTransform;
    use journal::Change;
    use notation::record::read_record;
    use rules::Setup;
    use ui_kit::theme::Appearance;

    use super::*;
    use table::examples::example;

    /// The latest turn of an example that paid somebody and goes on with a square, and that square.
    fn paid() -> (Table, Square) {
        let text = example("four-founders.founders").expect("it is there").text;
        let journal = read_record(text.as_bytes()).record.expect("it can be read");
        let mut table = Table::new(journal);
        loop {
            table.apply(Change::Undo(1)).expect("there is more");
            let legal = table.legality().squares().map(|(square, _)| square).next();
            table.hover_at(legal);
            let is_played = table.hover().is_some_and(|aim| aim.verdict.is_some());
            if let Some(square) = legal.filter(|_| is_played && !table.turn().payments.is_empty()) {
                table.hover_at(None);
                return (table, square);
            }
        }
    }

    #[test]
    fn payments_stay_for_a_while_although_something_else_is_aimed_at() {
        let (mut table, square) = paid();
        assert!(shows_turn(&table, false));
        table.hover_at(Some(square));
        assert!(shows_turn(&table, true));
        assert!(!shows_turn(&table, false));
        // In the past nothing is played there.
        table.show_number(table.shown_number() - 1);
        table.hover_at(Some(square));
        assert!(shows_turn(&table, false));
    }

    #[test]
    fn an_overlay_is_painted_in_its_order() {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let game = Game::new(&setup).expect("a game starts");
        let inks = GameInks::new(Arc::new(Theme::dark()), &game);
        let picture = BoardPicture::new(2, looks(&inks.theme, &game));
        let square = "D4".parse().expect("a square");
        let overlay = Overlay {
            marks: vec![(square, Mark::Unaffordable)],
            cursor: Some(square),
            ..Overlay::default()
        };
        let scene = picture.overlay(&game, &overlay);
        let ctx = egui::Context::default();
        Theme::install(&ctx, Appearance::Dark);
        let paint = |ui: &mut egui::Ui| {
            paint_scene(ui.painter(), &scene, TSTransform::from_scaling(40.0), &inks);
        };
        // The fonts are there from the second frame on.
        ctx.run_ui(egui::RawInput::default(), |_| {}).drop_without_applying_deltas();
        let mut output = ctx.run_ui(egui::RawInput::default(), paint);
        output.textures_delta.clear();
        let shapes = output.shapes;
        let kinds: Vec<&str> = shapes
            .iter()
            .map(|clipped| match &clipped.shape {
                egui::Shape::Mesh(_) => "shapes",
                egui::Shape::Text(_) => "words",
                _ => "other",
            })
            .collect();
        let words = kinds.iter().position(|kind| *kind == "words");
        let words = words.expect("the dollar is a word");
        assert!(kinds[..words].contains(&"shapes") && kinds[words..].contains(&"shapes"));
    }
}
