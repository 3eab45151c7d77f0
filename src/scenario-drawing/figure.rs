//! The figures on the map: round on the characters' side, square on the monsters' side.

use plain_text::{capitalized, initials};
use scene::{Pos, Rect};

use super::color::{CharacterSlot, MapColor};
use super::map_view::MapView;
use super::pen::{HAIR, MARK, MIN_NAMED_SIDE, Pen, SMALL, Stroke};
use scenario_rules::figure::{Allegiance, Figure, FigureKind, Rank};

impl Pen {
    /// Draws the figures in their hexes; those that have acted, or are being dragged, are dimmed.
    pub(super) fn figures(&mut self, shown: &MapView<'_>) {
        for figure in shown.game.position().figures() {
            let id = figure.id();
            let is_carried = shown.carried().is_some_and(|(carried, _)| carried == id);
            let is_dimmed = is_carried || shown.game.has_acted(id);
            let slot = CharacterSlot::of(shown.game.position(), id);
            self.figure(figure, slot, self.grid.center(figure.hex), is_dimmed);
        }
    }

    /// Draws a figure in the hex around `center`; a character in the color of its slot.
    pub(super) fn figure(
        &mut self,
        figure: &Figure,
        slot: Option<CharacterSlot>,
        center: Pos,
        is_dimmed: bool,
    ) {
        // Slightly lower, so that the name of the hex stays readable.
        let center = center.plus(0.0, self.side() * 0.06);
        let text_color = self.body(figure, slot, center, is_dimmed);
        self.label(figure, center, text_color);
        self.conditions(figure, center);
    }

    /// Draws the body of a figure; returns the color of the text on it.
    fn body(
        &mut self,
        figure: &Figure,
        slot: Option<CharacterSlot>,
        center: Pos,
        is_dimmed: bool,
    ) -> MapColor {
        let side = self.side();
        let radius = side * 0.54;
        let (fill, text_color) = match slot {
            _ if is_dimmed => (MapColor::Paper, MapColor::Muted),
            Some(slot) => (MapColor::Character(slot), MapColor::OnCharacter(slot)),
            None => (MapColor::Raised, MapColor::Text),
        };
        let edge_color = if is_dimmed { text_color } else { MapColor::Text };
        let edge = Stroke::new((side * 0.05).max(HAIR), edge_color);
        let body = Rect::around(center, 2.0 * radius);
        if figure.allegiance() == Allegiance::Characters {
            self.scene.circle(center, radius, fill);
            self.circle(center, radius, edge);
        } else {
            self.scene.rect(body, side * 0.12, fill);
            self.plate(body, side * 0.12, edge);
        }
        let inner = body.shrunk(side * 0.1);
        match figure.kind {
            FigureKind::Monster(Rank::Elite) => self.plate(inner, side * 0.08, edge),
            FigureKind::Monster(Rank::Boss | Rank::Named) => {
                let bold = Stroke::new((side * 0.1).max(MARK), MapColor::Text);
                self.plate(inner, side * 0.08, bold);
            }
            FigureKind::Summon { .. } | FigureKind::Ally(_) => {
                self.circle(center, radius - side * 0.1, edge);
            }
            FigureKind::Character(_)
            | FigureKind::Monster(Rank::Normal)
            | FigureKind::Object(..) => {}
        }
        if let Some(slot) = slot.filter(|_| is_dimmed) {
            // A character whose turn is over is still found by its color.
            let ring = Stroke::new((side * 0.1).max(MARK), MapColor::Character(slot));
            self.circle(center, radius - side * 0.07, ring);
        }
        text_color
    }

    /// Writes the initials, the number and the hit points of a figure.
    fn label(&mut self, figure: &Figure, center: Pos, color: MapColor) {
        let side = self.side();
        let number = figure.number().map(|number| number.to_string()).unwrap_or_default();
        let label = format!("{}{number}", initials(figure.name()));
        let height = (side * label_height(figure, &label)).max(7.0);
        let lift = if figure.hit_points.is_some() { side * 0.12 } else { 0.0 };
        self.text(center.plus(0.0, -lift), &label, height, color);
        if let Some(hit_points) = figure.hit_points {
            let below = center.plus(0.0, side * 0.22);
            self.text(below, &hit_points.current.to_string(), (side * 0.27).max(6.0), color);
        }
    }

    /// Writes the abbreviated conditions of a figure below it, if the hex is large enough.
    fn conditions(&mut self, figure: &Figure, center: Pos) {
        let side = self.side();
        if figure.conditions.is_empty() || side < MIN_NAMED_SIDE {
            return;
        }
        let abbreviations: Vec<String> =
            figure.conditions.iter().map(|condition| capitalized(&condition.word()[..3])).collect();
        let below = center.plus(0.0, side * 0.82);
        self.words_above(below, &abbreviations.join(" "), (side * 0.24).clamp(8.0, SMALL));
    }
}

/// Returns the height of a figure's label, in side lengths of a hex, so that it fits into the body.
fn label_height(figure: &Figure, label: &str) -> f32 {
    let is_framed = !matches!(
        figure.kind,
        FigureKind::Character(_) | FigureKind::Monster(Rank::Normal) | FigureKind::Object(..)
    );
    match label.len() {
        0..=2 => 0.46,
        3 if !is_framed => 0.46,
        3 => 0.4,
        _ => 0.34,
    }
}
