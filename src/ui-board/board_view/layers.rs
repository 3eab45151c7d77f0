//! The layers of the drawn board: the position, the verdicts on squares, and transient overlays.
//!
//! Each is drawn again only when something it depends on changed, and is painted from a cache.

use std::sync::Arc;

use egui::{Context, Painter, Pos2, TextureHandle, Vec2, vec2};

use crate::board_view::BoardPlacement;
use crate::land_picture::LandPicture;
use crate::pieces::{GamePalette, player_signs};
use crate::settings::Preview;
use components::board::SquareKind;
use components::square::Square;
use components::tile::Footprint;
use drawing::{BoardPicture, Ghost, GhostKind, Mark, Overlay, PaymentLine, PaymentPlan, Scene};
use journal::EntryId;
use memo::{Memo, RecentMemo};
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

/// The cached drawings of a board, each by the state it was drawn from.
#[derive(Default)]
pub(super) struct DrawingCache {
    ground: GroundLayer,
    /// Keyed by the number of the position's drawing, and the marks.
    answers: Memo<(u64, Vec<(Square, Mark)>), AnswerScenes>,
    /// The payments of the turn, keyed by the number of the position's drawing. Their routes take a
    /// search, and do not depend on the hover.
    turn_plan: Memo<u64, Arc<PaymentPlan>>,
    /// The payments of hovered actions, keyed in the same way and by their lines. The pointer often
    /// returns to a square.
    hovered_plans: RecentMemo<(u64, Vec<PaymentLine>), Arc<PaymentPlan>, 16>,
    /// Keyed by the number of the position's drawing, the version of the table, and the rest.
    transient: Memo<(u64, u64, TransientKey), TransientScenes>,
}

/// The inputs of [`TransientScenes`] besides the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TransientKey {
    /// The time at which payments are shown.
    pub(super) preview: Preview,
    pub(super) cursor: Option<Square>,
    /// `true` while payments stay on the board regardless of the hover.
    pub(super) holds_payments: bool,
    /// `true` if payments are played one after another.
    pub(super) motion: bool,
    /// `true` while verdicts on the hovered action are withheld.
    pub(super) withholds_verdicts: bool,
}

/// The current drawings of a table, from the land up.
pub(super) struct Layers<'a> {
    game: &'a Game,
    pub(super) position: &'a PositionScenes,
    /// The numbers of the drawings of the position and of the verdicts.
    ids: (u64, u64),
    answers: &'a AnswerScenes,
    pub(super) transient: &'a TransientScenes,
}

impl DrawingCache {
    /// Returns the size of the rotated board with its frame, in squares.
    pub(super) fn extent(&mut self, table: &Table, turns: u8, theme: &Arc<Theme>) -> Vec2 {
        self.ground.of(table, turns, theme).1.extent(table.game())
    }

    /// Returns all layers, redrawing those that are out of date.
    pub(super) fn layers<'a>(
        &'a mut self,
        table: &'a Table,
        turns: u8,
        theme: &Arc<Theme>,
        of: TransientKey,
    ) -> Layers<'a> {
        let (id, position) = self.ground.of(table, turns, theme);
        let marks = if of.withholds_verdicts { Vec::new() } else { marks(table) };
        let key = (id, marks.clone());
        let (answers_id, answers) =
            self.answers.numbered(key, || AnswerScenes::new(position, table.game(), marks));
        let (turn_plan, hovered_plans) = (&mut self.turn_plan, &mut self.hovered_plans);
        let transient = self.transient.of((id, table.version(), of), || {
            let is_turn = of.withholds_verdicts || shows_turn(table, of.holds_payments);
            let turn = is_turn.then(|| {
                let turn = turn_plan.of(id, || {
                    Arc::new(position.payments(table, &pay_lines(&table.turn().payments)))
                });
                Arc::clone(turn)
            });
            let shown = turn.clone().unwrap_or_else(|| {
                let key = (id, hovered_lines(table, of.preview));
                hovered_plans.of(key, |(_, lines)| Arc::new(position.payments(table, lines)))
            });
            TransientScenes::new(position, table, of, turn, &shown)
        });
        Layers { game: table.game(), position, ids: (id, answers_id), answers, transient }
    }
}

/// The cached drawing of a position, and the number of its land.
#[derive(Default)]
struct GroundLayer {
    position: Memo<(EntryId, u8, Arc<Theme>), PositionScenes>,
    land: Memo<Arc<Scene>, ()>,
}

impl GroundLayer {
    /// Returns the position after this many quarter turns, and the number of its drawing.
    fn of(&mut self, table: &Table, turns: u8, theme: &Arc<Theme>) -> (u64, &PositionScenes) {
        let game = table.game();
        let key = (table.shown_entry(), turns, Arc::clone(theme));
        let (id, position) = self.position.numbered(key, || {
            let picture = BoardPicture::new(turns, player_signs(theme, game));
            let land = Arc::new(picture.printed_map(game));
            let (land_id, ()) = self.land.numbered(Arc::clone(&land), || ());
            PositionScenes {
                inks: GamePalette::new(Arc::clone(theme), game),
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
    inks: GamePalette,
    land: Arc<Scene>,
    /// The number of the land's drawing, which changes with the land.
    land_id: u64,
    pieces: Scene,
}

impl PositionScenes {
    /// Returns the size of the rotated board with its frame, in squares.
    pub(super) fn extent(&self, game: &Game) -> Vec2 {
        let size = self.picture.size(game);
        vec2(size.x, size.y)
    }

    /// Routes payments over the position.
    fn payments(&self, table: &Table, lines: &[PaymentLine]) -> PaymentPlan {
        self.picture.payment_plan(table.game(), &self.pieces, lines)
    }

    /// Marks the squares that a panel points at.
    pub(super) fn paint_pointed(
        &self,
        painter: &Painter,
        game: &Game,
        pointed: &[Square],
        on_screen: &BoardPlacement,
    ) {
        if !pointed.is_empty() {
            let hint = Overlay { hint: pointed.to_vec(), ..Overlay::default() };
            let scene = self.picture.overlay(game, &hint);
            paint_scene(painter, &scene, on_screen.transform(), &self.inks);
        }
    }
}

/// The drawing of the verdicts on squares. It is reused while the hover moves from square to
/// square.
struct AnswerScenes {
    /// The dimming of refused squares, below the pieces.
    veil: Scene,
    /// A mark on every square that was judged.
    marks: Scene,
}

impl AnswerScenes {
    fn new(position: &PositionScenes, game: &Game, marks: Vec<(Square, Mark)>) -> Self {
        let picture = &position.picture;
        let overlay = Overlay { marks, ..Overlay::default() };
        Self { veil: picture.dimming(game, &overlay), marks: picture.overlay(game, &overlay) }
    }
}

/// The transient drawings over a position.
pub(super) struct TransientScenes {
    /// Everything but the verdicts and the payments.
    rest: Scene,
    /// The payments of the turn, unless those of the hovered action are shown.
    turn: Option<Arc<PaymentPlan>>,
    /// All payments at the end of the animation.
    payments: Scene,
}

impl TransientScenes {
    fn new(
        position: &PositionScenes,
        table: &Table,
        of: TransientKey,
        turn: Option<Arc<PaymentPlan>>,
        shown: &PaymentPlan,
    ) -> Self {
        let TransientKey { cursor, motion, withholds_verdicts, .. } = of;
        let rest = overlay(table, cursor, withholds_verdicts);
        let rest = position.picture.overlay(table.game(), &rest);
        Self { rest, turn, payments: shown.final_scene(!motion) }
    }

    /// Returns the position on screen from which the coin of a payment flies to its owner's points.
    pub(super) fn start_of(&self, step: usize, on_screen: &BoardPlacement) -> Option<Pos2> {
        let at = self.turn.as_ref()?.coin_end(step)?;
        Some(on_screen.origin + vec2(at.x, at.y) * on_screen.scale)
    }
}

/// The time for which the board must keep its size before it is drawn again at it, in seconds.
const REST_SECS: f32 = 0.12;

/// The cached pictures and triangles of the painted layers.
#[derive(Default)]
pub(super) struct PaintCache {
    /// The points per square in the latest frame, and since when they have been the same.
    scaled: Option<(f32, f64)>,
    land: LandPicture,
    /// A photograph of the board, straightened.
    pub(super) photograph: Option<TextureHandle>,
    veil: CachedScene<GamePalette>,
    pieces: CachedScene<GamePalette>,
    marks: CachedScene<GamePalette>,
}

/// The visible extent of the parts of a board that fade or appear one by one.
#[derive(Clone, Copy)]
pub(super) struct FadingParts {
    /// The opacity of the photograph, 0 to 1.
    pub(super) photograph: f32,
    /// The number of payments made so far, with fractions; `None` unless they are being played.
    pub(super) made: Option<f32>,
}

impl PaintCache {
    /// Paints all layers, from the land up.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        layers: &Layers<'_>,
        FadingParts { photograph, made }: FadingParts,
        on_screen: &BoardPlacement,
    ) {
        let is_idle = self.is_at_rest(painter.ctx(), on_screen.scale);
        let Layers { position, ids: (id, answers_id), answers, transient, .. } = layers;
        let inks = &position.inks;
        let to_screen = on_screen.transform();
        let viewport = Viewport { to_screen, is_idle };
        let land = KeyedScene { id: position.land_id, scene: &position.land };
        self.land.paint(painter, land, viewport, inks);
        self.paint_photograph(painter, layers, photograph, on_screen);
        let veil = KeyedScene { id: *answers_id, scene: &answers.veil };
        self.veil.paint(painter, veil, viewport, inks);
        let pieces = KeyedScene { id: *id, scene: &position.pieces };
        self.pieces.paint(painter, pieces, viewport, inks);
        let marks = KeyedScene { id: *answers_id, scene: &answers.marks };
        self.marks.paint(painter, marks, viewport, inks);
        paint_scene(painter, &transient.rest, to_screen, inks);
        match (&transient.turn, made) {
            (Some(plan), Some(made)) => paint_scene(painter, &plan.scene_at(made), to_screen, inks),
            (Some(_) | None, _) => paint_scene(painter, &transient.payments, to_screen, inks),
        }
    }

    /// Paints the photograph over the drawn land with the opacity `strength`.
    fn paint_photograph(
        &self,
        painter: &Painter,
        layers: &Layers<'_>,
        strength: f32,
        on_screen: &BoardPlacement,
    ) {
        let (game, board) = (layers.game, &layers.position.picture);
        let Some(photograph) = self.photograph.as_ref().filter(|_| strength > 0.0) else {
            return;
        };
        let (columns, rows) = game.board().size();
        let (right, below) = (columns.saturating_sub(1), rows.saturating_sub(1));
        // The squares at the corners of the board, and the corners of the photograph.
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
            // The board may be rotated: each corner is placed at its square.
            let pos = egui::pos2(
                nearer(whole.left(), whole.right(), rect.center().x),
                nearer(whole.top(), whole.bottom(), rect.center().y),
            );
            mesh.vertices.push(egui::epaint::Vertex { pos, uv: egui::pos2(x, y), color: tint });
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        painter.add(mesh);
    }

    /// Returns `true` if the board has had its size for [`REST_SECS`]; requests a frame otherwise.
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

/// Returns `low` or `high`, the one that is nearer to `at`.
fn nearer(low: f32, high: f32, at: f32) -> f32 {
    if at * 2.0 < low + high { low } else { high }
}

/// Returns the marks of all judged squares of the board.
fn marks(table: &Table) -> Vec<(Square, Mark)> {
    let board = table.game().board();
    table
        .legality()
        .squares()
        .filter(|(square, _)| board.kind_of(*square) != SquareKind::Outside)
        .map(|(square, answer)| (square, mark(answer.verdict)))
        .collect()
}

/// Returns the transient overlay, without the marks and the payments.
fn overlay(table: &Table, cursor: Option<Square>, withholds_verdicts: bool) -> Overlay {
    let placed = table.turn().new_squares.clone();
    let mut overlay = Overlay { cursor, placed, ghosts: ghosts(table), ..Overlay::default() };
    if withholds_verdicts {
        for ghost in &mut overlay.ghosts {
            ghost.verdict = Mark::CannotTell;
        }
        return overlay;
    }
    if let Some(Selection::Square(square)) = table.selection() {
        overlay.hint.push(square);
    }
    let answer = table.hover().and_then(|hover| hover.verdict.as_ref());
    for check in answer.iter().flat_map(|answer| &answer.checks) {
        if let CheckOutcome::Failed(illegal) = &check.outcome {
            overlay.blocking.extend(illegal.squares());
            overlay.hint.extend(illegal.link());
        }
    }
    overlay
}

/// Returns `true` if the payments of the turn are shown instead of those of the hovered action.
fn shows_turn(table: &Table, holds: bool) -> bool {
    // If no action is previewed, none would pay.
    let is_idle = table.hover().is_none_or(|hover| hover.verdict.is_none());
    is_idle || holds && !table.turn().payments.is_empty()
}

/// Returns the payments that the hovered action would cause.
fn hovered_lines(table: &Table, preview: Preview) -> Vec<PaymentLine> {
    let aimed = table.hover().and_then(Hover::played);
    let (Some(played), Preview::Before) = (aimed, preview) else {
        return Vec::new();
    };
    payments(played)
        .into_iter()
        .map(|CascadePayment { path, parent }| {
            pay_line(&path, path.squares(&played.game).unwrap_or_default(), parent)
        })
        .collect()
}

fn pay_lines(payments: &[TurnPayment]) -> Vec<PaymentLine> {
    payments.iter().map(|paid| pay_line(&paid.path, paid.route.clone(), paid.parent)).collect()
}

fn pay_line(path: &PaymentPath, route: Vec<Square>, parent: Option<usize>) -> PaymentLine {
    PaymentLine {
        from: path.from,
        route,
        to: path.to,
        points: path.points,
        kept: path.kept,
        player: path.to_player.player(),
        parent,
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

/// Returns the pieces of the action being entered: roads and a tile already picked, and the piece
/// under the pointer.
fn ghosts(table: &Table) -> Vec<Ghost> {
    let game = table.game();
    let mut ghosts = Vec::new();
    if let Some(entry) = table.entry() {
        ghosts.extend(entry.roads().iter().map(|picked| road_ghost(picked.square, Mark::Legal)));
        if let (Some(footprint), Some(resource)) = (entry.placed(), entry.resource()) {
            ghosts.push(Ghost {
                footprint,
                kind: GhostKind::Resource(resource),
                owner: Some(Owner::Player(entry.player())),
                verdict: Mark::Legal,
            });
        }
    }
    let Some(hover) = table.hover() else {
        return ghosts;
    };
    let is_road =
        table.entry().is_some_and(|entry| entry.picks_first_road() || entry.placed().is_some());
    if is_road {
        let answer = table.legality().at(hover.square);
        ghosts.extend(answer.map(|answer| road_ghost(hover.square, mark(answer.verdict))));
    } else {
        ghosts.extend(ghost(game, hover));
    }
    ghosts
}

fn road_ghost(square: Square, verdict: Mark) -> Ghost {
    Ghost { footprint: Footprint::single(square), kind: GhostKind::Road, owner: None, verdict }
}

/// Returns the piece that the hovered action would place.
fn ghost(game: &Game, hover: &Hover) -> Option<Ghost> {
    let verdict = mark(hover.verdict()?);
    let action = hover.action()?;
    let owner = action.kind.player().map(Owner::Player);
    let single = Footprint::single(hover.square);
    let (footprint, kind, owner) = match &action.kind {
        ActionKind::PlaceBuilding { building, footprint, .. } => {
            (*footprint, GhostKind::Building(*building), None)
        }
        ActionKind::ExtraRoad { .. } => (single, GhostKind::Road, None),
        ActionKind::PlaceStart { player, .. } => {
            let resource = game.race_resource(*player)?;
            (single, GhostKind::Resource(resource), owner)
        }
        action_kind => {
            let last = last_sub_action(action_kind)?;
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

/// Returns the last sub-action; for a worker, the last one that the worker does.
fn last_sub_action(action_kind: &ActionKind) -> Option<&SubAction> {
    match action_kind.sub_actions().last()? {
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

    /// Returns an example at its latest turn that paid somebody and continues with a square, and
    /// that square.
    fn paid_turn() -> (Table, Square) {
        let text = example("four-founders.founders").expect("it is there").text;
        let journal = read_record(text.as_bytes()).record.expect("it can be read");
        let mut table = Table::new(journal);
        loop {
            table.apply(Change::Undo(1)).expect("there is more");
            let legal = table.legality().squares().map(|(square, _)| square).next();
            table.hover_at(legal);
            let is_played = table.hover().is_some_and(|hover| hover.verdict.is_some());
            if let Some(square) = legal.filter(|_| is_played && !table.turn().payments.is_empty()) {
                table.hover_at(None);
                return (table, square);
            }
        }
    }

    #[test]
    fn payments_of_the_turn_stay_while_another_square_is_aimed_at() {
        let (mut table, square) = paid_turn();
        assert!(shows_turn(&table, false));
        table.hover_at(Some(square));
        assert!(shows_turn(&table, true));
        assert!(!shows_turn(&table, false));
        // In an earlier state no action is previewed there.
        table.show_number(table.shown_number() - 1);
        table.hover_at(Some(square));
        assert!(shows_turn(&table, false));
    }

    #[test]
    fn overlay_shapes_and_texts_are_painted_in_scene_order() {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let game = Game::new(&setup).expect("a game starts");
        let inks = GamePalette::new(Arc::new(Theme::dark()), &game);
        let picture = BoardPicture::new(2, player_signs(&inks.theme, &game));
        let square = "D4".parse().expect("a square");
        let overlay = Overlay {
            marks: vec![(square, Mark::Unaffordable)],
            cursor: Some(square),
            ..Overlay::default()
        };
        let scene = picture.overlay(&game, &overlay);
        let ctx = egui::Context::default();
        Theme::install(&ctx, Appearance::Dark);
        // The fonts are there from the second frame on.
        ctx.run_ui(egui::RawInput::default(), |_| {}).drop_without_applying_deltas();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            paint_scene(ui.painter(), &scene, TSTransform::from_scaling(40.0), &inks);
        });
        output.textures_delta.clear();
        let kinds: Vec<&str> = output
            .shapes
            .iter()
            .map(|clipped| match &clipped.shape {
                egui::Shape::Mesh(_) => "shapes",
                egui::Shape::Text(_) => "words",
                _ => "other",
            })
            .collect();
        let words =
            kinds.iter().position(|kind| *kind == "words").expect("the dollar sign is text");
        assert!(kinds[..words].contains(&"shapes") && kinds[words..].contains(&"shapes"));
    }
}
