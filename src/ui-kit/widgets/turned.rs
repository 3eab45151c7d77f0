//! Drawing for a seat: upright first, then turned by quarters around the center.

use std::sync::Arc;

use egui::layers::ShapeIdx;
use egui::{Mesh, Pos2, Rect, Shape, Ui, UiBuilder, Vec2, pos2};

/// Quarter turns clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuarterTurns(u8);

impl QuarterTurns {
    /// Creates this number of quarter turns; four are none.
    pub const fn new(quarters: u8) -> Self {
        Self(quarters % 4)
    }

    /// Returns `true` if the turn swaps width and height.
    const fn swaps(self) -> bool {
        self.0 % 2 == 1
    }

    /// Returns the rectangle that fills a place once it is turned.
    fn upright(self, place: Rect) -> Rect {
        let size = place.size();
        let size = if self.swaps() { Vec2::new(size.y, size.x) } else { size };
        Rect::from_center_size(place.center(), size)
    }

    fn turn(self, pos: Pos2, around: Pos2) -> Pos2 {
        let Vec2 { x, y } = pos - around;
        match self.0 {
            0 => pos,
            1 => pos2(around.x - y, around.y + x),
            2 => pos2(around.x - x, around.y - y),
            _ => pos2(around.x + y, around.y - x),
        }
    }

    fn angle(self) -> f32 {
        f32::from(self.0) * std::f32::consts::FRAC_PI_2
    }

    fn turn_rect(self, rect: Rect, around: Pos2) -> Rect {
        Rect::from_two_pos(self.turn(rect.min, around), self.turn(rect.max, around))
    }

    /// Turns any shape that panels use. Bands of plots and callbacks of back ends are unchanged.
    fn turn_shape(self, shape: &mut Shape, around: Pos2) {
        let turn = |pos: &mut Pos2| *pos = self.turn(*pos, around);
        match shape {
            Shape::Noop | Shape::Band(_) | Shape::Callback(_) => {}
            Shape::Vec(shapes) => {
                for shape in shapes {
                    self.turn_shape(shape, around);
                }
            }
            Shape::Circle(circle) => turn(&mut circle.center),
            Shape::Ellipse(ellipse) => {
                turn(&mut ellipse.center);
                ellipse.angle += self.angle();
            }
            Shape::LineSegment { points, .. } => points.iter_mut().for_each(turn),
            Shape::Path(path) => path.points.iter_mut().for_each(turn),
            Shape::Rect(rect) => rect.rect = self.turn_rect(rect.rect, around),
            Shape::Text(text) => {
                turn(&mut text.pos);
                text.angle += self.angle();
            }
            Shape::Mesh(mesh) => {
                let mesh: &mut Mesh = Arc::make_mut(mesh);
                mesh.vertices.iter_mut().for_each(|vertex| turn(&mut vertex.pos));
            }
            Shape::QuadraticBezier(curve) => curve.points.iter_mut().for_each(turn),
            Shape::CubicBezier(curve) => curve.points.iter_mut().for_each(turn),
        }
    }
}

/// Draws into `place`, turned. `add` draws upright into the rectangle that it is given.
///
/// No widget in it can be pressed; the caller makes the place itself a control.
pub fn turned_ui(
    ui: &mut Ui,
    place: Rect,
    quarters: QuarterTurns,
    add: impl FnOnce(&mut Ui, Rect),
) {
    let upright = quarters.upright(place);
    let layer = ui.layer_id();
    let first = next_shape(ui);
    let clip = ui.clip_rect().intersect(place);
    let mut drawn = ui.new_child(UiBuilder::new().max_rect(upright));
    drawn.set_clip_rect(Rect::EVERYTHING);
    add(&mut drawn, upright);
    let end = next_shape(ui);
    ui.ctx().graphics_mut(|graphics| {
        let list = graphics.entry(layer);
        for index in first..end {
            list.mutate_shape(ShapeIdx(index), |clipped| {
                clipped.clip_rect = clip;
                quarters.turn_shape(&mut clipped.shape, place.center());
            });
        }
    });
}

/// Returns the index of the next shape on the layer.
fn next_shape(ui: &Ui) -> usize {
    let layer = ui.layer_id();
    ui.ctx().graphics_mut(|graphics| graphics.entry(layer).next_idx().0)
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    #[test]
    fn a_quarter_turns_clockwise_and_four_are_no_turn() {
        let around = pos2(10.0, 10.0);
        let above = pos2(10.0, 4.0);
        let seen = [0, 1, 2, 3, 4].map(|quarters| QuarterTurns::new(quarters).turn(above, around));
        let clockwise = [above, pos2(16.0, 10.0), pos2(10.0, 16.0), pos2(4.0, 10.0), above];
        assert_eq!(seen, clockwise);
    }

    #[test]
    fn an_upright_rectangle_fills_its_place_when_turned() {
        let place = Rect::from_min_size(pos2(30.0, 50.0), vec2(200.0, 80.0));
        for quarters in 0..4 {
            let quarters = QuarterTurns::new(quarters);
            let turned = quarters.turn_rect(quarters.upright(place), place.center());
            assert_eq!(turned, place);
        }
    }
}
