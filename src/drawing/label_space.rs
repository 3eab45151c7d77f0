//! Places of labels over the board, clear of names, lines and each other where possible.

use scene::{Pos, Rect};

use super::routing::{HALF_LINE, KeepOff};

/// The costs of hiding another label, a line, and a name, each completely.
const LABEL: f32 = 100.0;
const LINE: f32 = 50.0;
const NAME: f32 = 60.0;
/// The cost of taking the next place of a list.
const NEXT: f32 = 0.7;

/// The parts of a picture that labels keep off.
pub(super) struct LabelSpace<'a> {
    discs: Vec<(Pos, f32)>,
    /// Lines, as points at most a tenth of a square apart.
    lines: Vec<&'a [Pos]>,
    /// Rectangles with the cost of hiding one.
    rects: Vec<(Rect, f32)>,
}

impl<'a> LabelSpace<'a> {
    /// Creates the space left by lines and arrow heads.
    pub(super) const fn new(lines: Vec<&'a [Pos]>, heads: Vec<(Pos, f32)>) -> Self {
        Self { discs: heads, lines, rects: Vec::new() }
    }

    /// Adds rectangles that later labels keep off.
    pub(super) fn keep_off<'b>(&mut self, rects: impl Iterator<Item = &'b KeepOff>) {
        self.rects.extend(rects.map(|keep_off| {
            let share = keep_off.cost as f32 / KeepOff::NAME as f32;
            (keep_off.rect, share * NAME)
        }));
    }

    /// Takes the place where a disc hides least, the first of equally good ones. The disc may hide
    /// the line that it belongs to.
    pub(super) fn take(&mut self, radius: f32, line: Option<usize>, places: &[Pos]) -> Pos {
        let mut best: Option<(f32, Pos)> = None;
        let mut least = 0.0;
        for &place in places {
            // No later place can be better than one that hides nothing.
            if best.is_some_and(|(cost, _)| cost <= least) {
                break;
            }
            let cost = least + self.cost(place, radius, line);
            if best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, place));
            }
            least += NEXT;
        }
        let place = best.map(|(_, place)| place).unwrap_or_default();
        self.discs.push((place, radius));
        place
    }

    fn cost(&self, at: Pos, radius: f32, own: Option<usize>) -> f32 {
        let hidden = |gap: f32| (-gap / radius).clamp(0.0, 1.0);
        let discs: f32 = self
            .discs
            .iter()
            .map(|(other, by)| LABEL * hidden(at.distance(*other) - by - radius))
            .sum();
        let reach = radius + HALF_LINE;
        let lines: f32 = self
            .lines
            .iter()
            .enumerate()
            .filter(|(index, _)| Some(*index) != own)
            .map(|(_, line)| {
                let near = line.iter().filter(|to| (to.x - at.x).abs() < reach);
                let gap = near.map(|to| to.distance(at)).fold(f32::INFINITY, f32::min);
                LINE * hidden(gap - reach)
            })
            .sum();
        let rects: f32 =
            self.rects.iter().map(|(rect, cost)| cost * hidden(distance(rect, at) - radius)).sum();
        discs + lines + rects
    }
}

/// Returns the distance of a point from a rectangle, 0 inside.
fn distance(rect: &Rect, at: Pos) -> f32 {
    let beyond = |at: f32, low: f32, high: f32| (low - at).max(at - high).max(0.0);
    beyond(at.x, rect.min.x, rect.max.x).hypot(beyond(at.y, rect.min.y, rect.max.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_takes_the_first_place_that_hides_nothing() {
        let line = [Pos::new(0.0, 0.0), Pos::new(0.1, 0.0)];
        let mut space = LabelSpace::new(vec![&line], vec![(Pos::new(2.0, 0.0), 0.2)]);
        space.keep_off([KeepOff { rect: Rect::new(3.0, 0.0, 1.0, 1.0), cost: 150 }].iter());
        let places = [0.0, 2.1, 3.5, 5.0, 6.0].map(|x| Pos::new(x, 0.0));
        assert_eq!(space.take(0.2, None, &places), places[3]);
        assert_eq!(space.take(0.2, None, &places), places[4]);
        // A label may be on its own line.
        assert_eq!(space.take(0.2, Some(0), &places), places[0]);
    }
}
