//! The complete map, drawn from the background up.

use super::color::{CharacterSlot, MapColor, Scene};
use super::geometry::HexGrid;
use super::map_view::{MapInteraction, MapView};
use super::pen::{BODY, FOCUS, MARK, Pen, Stroke};
use scenario_rules::whatif::Danger;
use scenario_rules::{Board, Game, Hex};

/// Draws the map and everything over it.
pub fn draw_map(grid: HexGrid, shown: &MapView<'_>) -> Scene {
    let mut pen = Pen::new(grid);
    let (board, hands) = (shown.board(), shown.interaction.as_ref());
    pen.ground(shown);
    if let Some(hands) = hands {
        pen.dangers(hands.dangers);
    }
    pen.walls(board);
    if let Some(hands) = hands {
        pen.touched(hands, board);
    }
    pen.turn_below(shown);
    pen.obstacles(shown);
    pen.marks(shown);
    pen.names(board);
    pen.figures(shown);
    pen.turn_above(shown);
    pen.interaction(shown);
    pen.scene
}

impl Pen {
    /// Draws the number of attackers over each hex in which a figure could stand.
    fn dangers(&mut self, dangers: &[Danger]) {
        let height = (self.side() * 0.32).clamp(8.0, BODY);
        for danger in dangers {
            let is_known = danger.unknown.is_empty();
            let color = match (danger.by.is_empty(), is_known) {
                (true, true) => MapColor::Good,
                (true, false) => MapColor::Muted,
                (false, _) => MapColor::Bad,
            };
            self.tint(danger.hex, color);
            let words = match (danger.by.len(), is_known) {
                (0, true) => "–".to_owned(),
                (0, false) => "?".to_owned(),
                (count, _) => count.to_string(),
            };
            let below = self.grid.center(danger.hex).plus(0.0, self.side() * 0.82);
            self.words_above(below, &words, height);
        }
    }

    /// Marks the hexes below the pointer, those proposed, those of an area, and those of the current
    /// brush stroke.
    fn touched(&mut self, hands: &MapInteraction<'_>, board: &Board) {
        if let Some(hex) = hands.hovered.filter(|hex| board.has(*hex)) {
            self.outline(hex, Stroke::new(MARK, MapColor::Muted));
        }
        for &hex in &hands.proposed {
            self.tint(hex, MapColor::Good);
            self.outline(hex, Stroke::new(MARK, MapColor::Good));
        }
        for &hex in &hands.area {
            self.tint(hex, MapColor::Bad);
            self.outline(hex, Stroke::new(MARK, MapColor::Bad));
        }
        for &hex in hands.stroke {
            self.outline(hex, Stroke::new(MARK, MapColor::Accent));
        }
    }

    /// Draws the sight query, the selected and the dragged figure, and the cursor, above everything
    /// else.
    fn interaction(&mut self, shown: &MapView<'_>) {
        let position = shown.game.position();
        if let Some(sight) = shown.interaction.as_ref().and_then(|hands| hands.sight) {
            self.sight(shown.game, sight);
        }
        if let Some(id) = shown.selected {
            let stroke = Stroke::new(FOCUS, MapColor::Accent);
            self.brackets(position.figure(id).hex, 0.8, stroke);
        }
        if let Some((id, hex)) = shown.carried() {
            let slot = CharacterSlot::of(position, id);
            self.figure(position.figure(id), slot, self.grid.center(hex), false);
        }
        if let Some(hands) = &shown.interaction {
            self.outline(hands.cursor, Stroke::new(FOCUS, MapColor::Focus));
        }
    }

    /// Draws the line of sight between two hexes, and the wall that blocks it.
    fn sight(&mut self, game: &Game, (from, to): (Hex, Option<Hex>)) {
        let mark = Stroke::new(2.0 * MARK, MapColor::Focus);
        self.outline(from, mark);
        let Some(to) = to else {
            return;
        };
        self.outline(to, mark);
        let position = game.position();
        let Some(seen) = position.sight(from, to) else {
            return;
        };
        let ends = [self.grid.center(from), self.grid.center(to)];
        if seen.in_sight {
            self.line(&ends, Stroke::new(MARK, MapColor::Good));
        } else {
            self.dashes(ends, 6.0, Stroke::new(MARK, MapColor::Bad));
        }
        if let Some(wall) = seen.wall {
            let stroke = Stroke::new((self.side() * 0.2).max(2.0 * MARK), MapColor::Bad);
            self.line(&self.grid.edge(wall.hex, wall.side), stroke);
        }
    }
}
