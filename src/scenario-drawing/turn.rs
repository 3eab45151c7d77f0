//! The turn of a monster over the map: its path, its focus and its targets.

use scene::{Dash, Pos};

use super::color::MapColor;
use super::map_view::{MapView, TurnOverlay};
use super::pen::{MARK, Pen, Stroke};
use scenario_rules::Hex;
use scenario_rules::monster_turn::MovementEnd;

impl Pen {
    /// Draws the ends, the path and the area of the displayed turn, below the figures.
    pub(super) fn turn_below(&mut self, shown: &MapView<'_>) {
        let Some(TurnOverlay { ends, end: Some(end), placement, .. }) = &shown.turn else {
            return;
        };
        for &hex in end.placements.get(*placement).map_or(&[][..], |area| &area.hexes) {
            self.tint(hex, MapColor::Bad);
        }
        for &hex in ends {
            self.tint(hex, MapColor::Good);
            self.outline(hex, Stroke::new(MARK, MapColor::Good));
        }
        self.outline(end.hex, Stroke::new(2.0 * MARK, MapColor::Accent));
        let own = shown.selected.map(|id| shown.game.position().figure(id).hex);
        self.path(own, end);
    }

    /// Draws the path from a hex to an end, with an arrowhead.
    fn path(&mut self, own: Option<Hex>, end: &MovementEnd) {
        let hexes = own.into_iter().chain(end.path.iter().copied());
        let path: Vec<Pos> = hexes.map(|hex| self.grid.center(hex)).collect();
        let [.., from, to] = path.as_slice() else {
            return;
        };
        let side = self.side();
        let (tip, back) = (short_of(*from, *to, side * 0.1), short_of(*from, *to, side * 0.45));
        let [left, right] = [0.22, -0.22].map(|by| {
            let by = by * side / from.distance(*to);
            back.plus((from.y - to.y) * by, (to.x - from.x) * by)
        });
        let stroke = Stroke::new((side * 0.12).max(MARK), MapColor::Accent);
        self.line(&path, stroke);
        self.line(&[left, tip, right], stroke);
    }

    /// Draws the focus and targets of the displayed turn, above the figures.
    pub(super) fn turn_above(&mut self, shown: &MapView<'_>) {
        let (Some(own), Some(turn)) = (shown.selected, &shown.turn) else {
            return;
        };
        let position = shown.game.position();
        let after_move = turn.end.as_ref().filter(|_| !turn.attacks_first);
        let from = after_move.map_or(position.figure(own).hex, |end| end.hex);
        for &focus in &turn.foci {
            self.focus(from, position.figure(focus).hex);
        }
        if let Some(end) = &turn.end {
            for &target in end.targets.iter().chain(&turn.chosen) {
                self.crosshairs(position.figure(target).hex);
            }
        }
    }

    /// Draws the line from an attacker to its focus.
    fn focus(&mut self, from: Hex, to: Hex) {
        let side = self.side();
        let stroke = Stroke::new(MARK, MapColor::Bad);
        let (begin, end) = (self.grid.center(from), self.grid.center(to));
        // Only up to the arcs, so that the figure stays readable.
        self.dashes([begin, short_of(begin, end, side * 0.8)], side * 0.2, stroke);
        self.brackets(to, 0.72, stroke);
    }

    /// Draws a dashed straight line whose dashes and gaps have the same length.
    pub(super) fn dashes(&mut self, ends: [Pos; 2], length: f32, stroke: Stroke) {
        let dash = Dash { stroke: length, gap: length };
        self.scene.dashes(ends.to_vec(), false, stroke.width, dash, stroke.color);
    }

    /// Draws diagonal cross-hairs over a target, clear of its name.
    fn crosshairs(&mut self, hex: Hex) {
        let (center, side) = (self.grid.center(hex), self.side());
        let stroke = Stroke::new((side * 0.09).max(MARK), MapColor::Bad);
        for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let ends = [0.42, 0.66].map(|far| center.plus(x * side * far, y * side * far));
            self.line(&ends, stroke);
        }
    }
}

/// Returns the point this far from `to` on the straight line back to `from`.
fn short_of(from: Pos, to: Pos, far: f32) -> Pos {
    let length = from.distance(to);
    if length > 0.0 { to.toward(from, far / length) } else { to }
}

#[cfg(test)]
mod tests {
    use super::super::color::Scene;
    use super::super::print::map_on_paper;
    use super::*;
    use scenario_rules::card::{Attack, Card, Reach, SetCard};
    use scenario_rules::figure::{Figure, FigureKind, Initiative, Rank};
    use scenario_rules::{Board, Game, Layout, Position};

    /// Draws the turn of a Guard next to a Brute, with one of the placements of its area.
    fn drawn(area: Option<&str>, placement: usize) -> Scene {
        let mut layout = Layout::new(Board::new(5, 5));
        let names = layout.names.clone();
        let at = |text: &str| text.parse().expect("a hex");
        let guard = FigureKind::Monster(Rank::Normal);
        let brute = FigureKind::Character(Initiative::Card { number: 30, second: None });
        layout.figures = vec![
            Figure::new(&names, "Guard", Some(1), guard, at("C3")),
            Figure::new(&names, "Brute", None, brute, at("C2")),
        ];
        let area = area.map(|text| text.parse().expect("a pattern"));
        let attack = Attack { area, ..Attack::with_reach(Reach::Melee, 1) };
        let card = Card { attack: Some(attack), ..Card::default() };
        layout.cards = vec![SetCard { set: names.set("Guard"), rank: None, card }];
        let game = Game::new(Position::new(layout).expect("a position"));
        let id = game.position().find("Guard 1").expect("it is there");
        let answer = game.position().turn(id).expect("it has an answer");
        let overlay = TurnOverlay { placement, ..TurnOverlay::new(&answer, answer.ends.first()) };
        let view = MapView { selected: Some(id), turn: Some(overlay), ..MapView::of_game(&game) };
        map_on_paper(&view)
    }

    #[test]
    fn hexes_of_the_chosen_placement_are_tinted() {
        let sweep = "(0,1,active)|(0,0,target)|(1,0,target)";
        let plain = drawn(None, 0).items.len();
        let [first, second] = [0, 1].map(|placement| drawn(Some(sweep), placement));
        assert_eq!((first.items.len(), second.items.len()), (plain + 2, plain + 2));
        assert_ne!(first, second);
        // There are two placements over the focus.
        assert_eq!(drawn(Some(sweep), 2).items.len(), plain);
    }
}
