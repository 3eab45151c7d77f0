//! A player's badge: the letter on a disc of the player's color, with a pattern around it.

use egui::{Mesh, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2};

use crate::pieces::player_colors::PlayerColors;
use drawing::board::EdgePattern;
use narration::NamedGame;
use rules::Game;
use rules::player::PlayerId;
use ui_kit::theme::{text, theme};
use ui_kit::widgets::{name_as, paint_letter};

/// Draws the badge of a player, `size` points square. The player's label is its accessible name.
pub fn player_badge_ui(ui: &mut Ui, named: NamedGame<'_>, player: PlayerId, size: f32) -> Response {
    let ink = PlayerColors::of_player(&theme(ui), named.game(), player);
    badge_ui(ui, &ink, &named.label(player), size)
}

/// Paints the badge of a player as large as fits into `rect`.
pub fn paint_player_badge(painter: &Painter, rect: Rect, game: &Game, player: PlayerId) {
    paint_badge(painter, rect, &PlayerColors::of_player(&theme(painter.ctx()), game, player));
}

/// Draws the badge of a race or player, `size` points square. `who` is its accessible name.
pub fn badge_ui(ui: &mut Ui, ink: &PlayerColors, who: &str, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    name_as(&response, Role::Image, who);
    if ui.is_rect_visible(rect) {
        paint_badge(ui.painter(), rect, ink);
    }
    response
}

fn paint_badge(painter: &Painter, rect: Rect, ink: &PlayerColors) {
    let center = rect.center();
    let radius = rect.width().min(rect.height()) / 2.0;
    let ring = Ring { center, radius: radius * 0.88, pen: (radius * 0.11).max(1.0), ink };
    ring.paint(painter);
    // Two discs: the toolkit has pictures of discs, but draws a circle line as many triangles.
    let (disc, line) = (radius * 0.68, (radius * 0.06).max(1.0));
    painter.circle_filled(center, disc + line, ink.edge);
    painter.circle_filled(center, disc, ink.fill);
    let font = text::strong((radius * 0.98).max(8.0));
    paint_letter(painter, center, &ink.letter.to_string(), font, ink.on_fill);
}

/// Returns the starts of `times` equal parts of a turn, each from 0 to 1.
fn parts(times: u8) -> impl Iterator<Item = f32> {
    (0..times).map(move |i| f32::from(i) / f32::from(times))
}

/// The pattern around a badge.
struct Ring<'a> {
    center: Pos2,
    radius: f32,
    pen: f32,
    ink: &'a PlayerColors,
}

impl Ring<'_> {
    /// Returns the point at `turn` (0 to 1, from the top) and `far` pens outside the ring's line.
    fn at(&self, turn: f32, far: f32) -> Pos2 {
        let angle = turn * std::f32::consts::TAU;
        self.center + Vec2::new(angle.sin(), -angle.cos()) * (self.radius + far * self.pen)
    }

    fn stroke(&self) -> Stroke {
        Stroke::new(self.pen, self.ink.edge)
    }

    fn arc(&self, from: f32, to: f32) -> Shape {
        let points =
            (0..=4_u8).map(|i| self.at(from + (to - from) * f32::from(i) / 4.0, 0.0)).collect();
        Shape::line(points, self.stroke())
    }

    /// Returns a body in the edge's color through points at these distances, repeated `times`
    /// around. The disc covers all but its rim.
    fn rim<const N: usize>(&self, times: u8, fars: [f32; N]) -> [Shape; 2] {
        let all = usize::from(times) * N;
        let step = 1.0 / f32::from(u16::try_from(all).unwrap_or(u16::MAX));
        let points: Vec<Pos2> = std::iter::successors(Some(0.0), |turn| Some(turn + step))
            .zip(std::iter::repeat_n(fars, usize::from(times)).flatten())
            .map(|(turn, far)| self.at(turn, far))
            .collect();
        let mut body = Mesh::default();
        body.colored_vertex(self.center, self.ink.edge);
        for point in &points {
            body.colored_vertex(*point, self.ink.edge);
        }
        let last = u32::try_from(points.len()).unwrap_or_default();
        for corner in 1..=last {
            body.add_triangle(0, corner, corner % last + 1);
        }
        // A mesh has hard edges; the thin line around it softens them.
        let line = Shape::closed_line(points, Stroke::new(self.pen * 0.4, self.ink.edge));
        [Shape::mesh(body), line]
    }

    fn paint(&self, painter: &Painter) {
        let edge = self.ink.edge;
        match self.ink.pattern {
            EdgePattern::Solid => {
                painter.circle_stroke(self.center, self.radius, self.stroke());
            }
            EdgePattern::Dashes => {
                painter.extend(parts(8).map(|t| self.arc(t, t + 0.075)));
            }
            EdgePattern::Dots => {
                painter.extend(
                    parts(12).map(|t| Shape::circle_filled(self.at(t, 0.0), self.pen * 0.85, edge)),
                );
            }
            EdgePattern::Double => {
                let thin = Stroke::new(self.pen * 0.55, edge);
                painter.circle_stroke(self.center, self.radius - 0.55 * self.pen, thin);
                painter.circle_stroke(self.center, self.radius + 0.65 * self.pen, thin);
            }
            EdgePattern::Teeth => {
                painter.extend(self.rim(12, [-0.9, 0.9]));
            }
            EdgePattern::Waves => {
                painter.extend(self.rim(7, [0.0, 0.6, 0.9, 0.6, 0.0, -0.5, -0.7, -0.5]));
            }
            EdgePattern::Ladder => {
                painter.extend(parts(16).map(|t| {
                    Shape::line_segment([self.at(t, -0.9), self.at(t, 0.9)], self.stroke())
                }));
            }
            EdgePattern::DashDot => {
                painter.extend(parts(6).flat_map(|t| {
                    let dot = Shape::circle_filled(self.at(t + 0.125, 0.0), self.pen * 0.75, edge);
                    [self.arc(t, t + 0.085), dot]
                }));
            }
            EdgePattern::Battlement => {
                painter.extend(self.rim(8, [-0.7, -0.7, 0.8, 0.8]));
            }
        }
    }
}
