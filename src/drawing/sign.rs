//! Large signs for posters: the disc of a player, and the laurel around that of a winner.
//!
//! All measures scale with the radius, so that a sign looks the same on a poster of any size.

use super::board::{EdgePattern, PlayerSigns};
use super::color::{BoardColor, Scene};
use rules::player::PlayerId;
use scene::{Dash, Pos, Region, Typeface, arc, curve};

/// Draws the disc of a player with the letter on it and the player's pattern around it, all within
/// `radius`.
pub fn player_sign(
    scene: &mut Scene,
    centre: Pos,
    radius: f32,
    player: PlayerId,
    look: PlayerSigns,
) {
    scene.circle(
        centre.plus(radius * 0.02, radius * 0.04),
        radius * 0.72,
        BoardColor::Print.at(0.22),
    );
    let rim = Rim { centre, radius: radius * 0.88, pen: radius * 0.11 };
    rim.draw(scene, look.edge);
    let disc = radius * 0.7;
    scene.circle(centre, disc, BoardColor::Player(player));
    scene.circle_line(centre, disc, radius * 0.05, BoardColor::Text);
    let letter = look.letter.to_string();
    scene.text(centre, letter, radius * 0.92, Typeface::Sans, true, BoardColor::OnPlayer(player));
}

/// The pattern around a disc.
struct Rim {
    centre: Pos,
    radius: f32,
    pen: f32,
}

impl Rim {
    /// Returns the point at `turn`, clockwise from the right, and `far` pens outside the line.
    fn at(&self, turn: f32, far: f32) -> Pos {
        let angle = turn * std::f32::consts::TAU;
        let out = self.radius + far * self.pen;
        self.centre.plus(out * angle.cos(), out * angle.sin())
    }

    /// Draws a circle of width `pens`, `far` pens outside the line.
    fn ring(&self, scene: &mut Scene, far: f32, pens: f32) {
        scene.ring(
            arc(self.centre, self.radius + far * self.pen, 0.0, 1.0, 64),
            pens * self.pen,
            BoardColor::Text,
        );
    }

    fn draw(&self, scene: &mut Scene, edge: EdgePattern) {
        let round = std::f32::consts::TAU * self.radius;
        match edge {
            EdgePattern::Solid => self.ring(scene, 0.0, 1.0),
            EdgePattern::Dashes => {
                self.dashes(scene, Dash { stroke: round * 0.075, gap: round * 0.05 });
            }
            EdgePattern::Dots => self.dots(scene, 12, 0.0),
            EdgePattern::Double => {
                self.ring(scene, -0.55, 0.55);
                self.ring(scene, 0.65, 0.55);
            }
            EdgePattern::Teeth => self.body(scene, 12, &[-0.9, 0.9]),
            EdgePattern::Waves => self.body(scene, 7, &[0.0, 0.6, 0.9, 0.6, 0.0, -0.5, -0.7, -0.5]),
            EdgePattern::Ladder => {
                for turn in parts(16) {
                    scene.line(
                        vec![self.at(turn, -0.9), self.at(turn, 0.9)],
                        self.pen,
                        BoardColor::Text,
                    );
                }
            }
            EdgePattern::DashDot => {
                let (stroke, gap) = (round / 6.0 * 0.5, round / 6.0 * 0.5);
                self.dashes(scene, Dash { stroke, gap });
                self.dots(scene, 6, 0.125);
            }
            EdgePattern::Battlement => self.body(scene, 8, &[-0.7, -0.7, 0.8, 0.8]),
        }
    }

    fn dashes(&self, scene: &mut Scene, dash: Dash) {
        let ring = arc(self.centre, self.radius, 0.0, 1.0, 64);
        scene.dashes(ring, true, self.pen, dash, BoardColor::Text);
    }

    fn dots(&self, scene: &mut Scene, times: u8, from: f32) {
        for turn in parts(times) {
            scene.circle(self.at(turn + from, 0.0), self.pen * 0.8, BoardColor::Text);
        }
    }

    /// Draws a body through points at these distances, repeated `times` around. The disc covers all
    /// but its edge.
    fn body(&self, scene: &mut Scene, times: u8, fars: &[f32]) {
        let all = usize::from(times) * fars.len();
        let places: Vec<Pos> = (0..all)
            .map(|index| self.at(index as f32 / all as f32, fars[index % fars.len()]))
            .collect();
        // Triangles around the center, because the body is not convex.
        let triangles = places
            .iter()
            .zip(places.iter().cycle().skip(1))
            .map(|(&one, &other)| [self.centre, one, other])
            .collect();
        scene.region(Region { triangles, rings: vec![places] }, BoardColor::Text);
    }
}

/// Returns the starts of `times` equal parts of a turn, each from 0 to 1.
fn parts(times: u8) -> impl Iterator<Item = f32> {
    (0..times).map(move |part| f32::from(part) / f32::from(times))
}

/// The outer radius of a laurel, in radii of the disc in it.
pub const LAUREL_REACH: f32 = 1.36;

/// Draws two branches of laurel, tied below and open above, around a disc of this radius.
pub fn laurel(scene: &mut Scene, centre: Pos, radius: f32) {
    const LEAVES: u8 = 11;
    let stem = radius * 1.13;
    let pen = radius * 0.018;
    for side in [-1.0, 1.0] {
        // Both branches begin a little beyond the knot and end before they meet again.
        let place = |share: f32, out: f32| {
            let turn = 0.25 + side * (0.435 * share - 0.025);
            let angle = turn * std::f32::consts::TAU;
            centre.plus((stem + out) * angle.cos(), (stem + out) * angle.sin())
        };
        let branch = (0..=32_u8).map(|part| place(f32::from(part) / 32.0, 0.0)).collect();
        scene.line(branch, pen * 1.5, BoardColor::Text);
        for leaf in 0..LEAVES {
            let share = 0.1 + 0.9 * f32::from(leaf) / f32::from(LEAVES);
            // Leaves grow smaller towards the tip.
            let long = radius * (0.25 - 0.07 * share);
            let root = place(share, 0.0);
            for out in [0.62, -0.5] {
                let tip = place(share + 0.105, long * out);
                self::leaf(scene, root, tip, long * 0.36, pen);
            }
        }
        let (root, tip) = (place(1.0, 0.0), place(1.1, 0.0));
        leaf(scene, root, tip, radius * 0.06, pen);
    }
    let knot = centre.plus(0.0, stem);
    scene.circle(knot, radius * 0.06, BoardColor::Raised);
    scene.circle_line(knot, radius * 0.06, pen * 1.4, BoardColor::Text);
}

/// Draws a leaf of this width from its root to its tip, with the line along its middle.
fn leaf(scene: &mut Scene, root: Pos, tip: Pos, width: f32, pen: f32) {
    let long = root.distance(tip).max(0.001);
    let across = Pos::new((root.y - tip.y) / long, (tip.x - root.x) / long);
    let middle = root.toward(tip, 0.45);
    let (x, y) = (across.x * width, across.y * width);
    let mut edge = curve(root, middle.plus(x, y), tip, 8);
    edge.extend(curve(tip, middle.plus(-x, -y), root, 8).into_iter().skip(1).take(7));
    scene.polygon(edge.clone(), BoardColor::Good.at(0.45));
    scene.ring(edge, pen, BoardColor::Text);
    scene.line(vec![root, root.toward(tip, 0.75)], pen * 0.7, BoardColor::Text.at(0.7));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_stays_within_its_circle() {
        let centre = Pos::new(10.0, 10.0);
        for edge in EdgePattern::ALL {
            let mut scene = Scene::new(Pos::new(20.0, 20.0));
            player_sign(&mut scene, centre, 5.0, PlayerId(0), PlayerSigns { letter: 'A', edge });
            for (_, item) in &scene.items {
                let bounds = item.bounds();
                let far = [bounds.min, bounds.max]
                    .map(|at| (at.x - centre.x).abs().max((at.y - centre.y).abs()));
                assert!(far.iter().all(|far| *far <= 5.2), "{edge:?} {bounds:?}");
            }
        }
    }

    #[test]
    fn laurel_stays_between_the_disc_and_its_reach() {
        let centre = Pos::new(10.0, 10.0);
        let mut scene = Scene::new(Pos::new(20.0, 20.0));
        laurel(&mut scene, centre, 5.0);
        let points = scene.items.iter().filter_map(|(_, item)| match item {
            super::super::Item::Polygon { points, .. } => Some(points),
            _ => None,
        });
        for point in points.flatten() {
            let far = point.distance(centre) / 5.0;
            assert!((0.98..=LAUREL_REACH).contains(&far), "{far}");
        }
    }
}
