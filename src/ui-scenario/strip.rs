//! The strip of acting: every figure in the order of the round, always in view.

use egui::accesskit::Role;
use egui::{
    Align2, Color32, Panel, Rect, Response, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, vec2,
};
use plain_text::{capitalized, counted, initials, remarks};

use crate::ScenarioMemory;
use crate::palette::mark_character;
use scenario::Record;
use scenario_rules::figure::{Condition, Figure, Rank};
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Game};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::{RADIUS, line, space, theme, touch};
use ui_kit::widgets::{
    DecisivePart, StyledText, body, caption, left_of, mark, name_as, paint_focus,
};

/// The width of the window from which the strip is a column, in points.
const COLUMN_FROM: f32 = 1_100.0;
/// The width of the column, in points.
const COLUMN_WIDTH: f32 = 176.0;
/// The height of the row, in points.
const ROW_HEIGHT: f32 = 48.0;
/// The narrowest and the widest place of a figure in the row, in points.
const CHIP: (f32, f32) = (56.0, 76.0);
/// The width of the mark before a figure, in points.
const MARK: f32 = 12.0;
/// The width of an initiative in the column, in points.
const NUMBER_WIDTH: f32 = 26.0;

/// The shape of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StripShape {
    /// A column left of the side panel.
    Column,
    /// A row above the side panel and the map.
    Row,
}

impl StripShape {
    /// Returns the shape for a window of this width.
    pub(super) fn for_width(width: f32) -> Self {
        if width >= COLUMN_FROM { Self::Column } else { Self::Row }
    }
}

/// The progress of a figure in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnMark {
    /// It has ended its turn.
    Done,
    /// It acts next.
    Next,
    /// The players choose it or another to act next.
    MayBeNext,
    /// Its initiative is not revealed.
    Hidden,
    /// It has its turn later.
    Later,
}

impl TurnMark {
    /// Returns the words for it behind the name of a figure.
    const fn words(self) -> Option<&'static str> {
        match self {
            Self::Done => Some("done"),
            Self::Next => Some("acts next"),
            Self::MayBeNext => Some("may act next"),
            Self::Hidden | Self::Later => None,
        }
    }

    /// Returns `true` if the figure can act now.
    const fn is_next(self) -> bool {
        matches!(self, Self::Next | Self::MayBeNext)
    }
}

/// A figure in the strip.
struct StripPlace<'a> {
    figure: &'a Figure,
    /// The initiative, "rest" for a long rest, or a dash while it is not revealed.
    number: String,
    mark: TurnMark,
}

impl StripPlace<'_> {
    /// Returns the accessible name: the initiative, the figure, and its progress.
    fn name(&self) -> String {
        let words = [self.figure.rank().map(Rank::word), self.mark.words()];
        words
            .into_iter()
            .flatten()
            .fold(format!("{}  {}", self.number, self.figure), |name, word| {
                format!("{name}, {word}")
            })
    }

    /// Returns the hit points and the conditions in words.
    fn description(&self) -> String {
        let hit_points = self.figure.hit_points.map(|now| {
            format!("{} of {}", now.current, counted(now.max, "hit point", "hit points"))
        });
        let conditions = self.figure.conditions.iter().map(|condition| condition.word().to_owned());
        remarks(&hit_points.into_iter().chain(conditions).collect::<Vec<_>>())
    }

    /// Returns the letters of its conditions; `None` if it has none.
    fn condition_letters(&self) -> Option<String> {
        let letters: Vec<String> = self.figure.conditions.iter().map(condition_letters).collect();
        (!letters.is_empty()).then(|| letters.join(" "))
    }
}

/// Returns the letters of a figure, as on the map.
pub(super) fn figure_letters(figure: &Figure) -> String {
    let number = figure.number().map(|number| number.to_string()).unwrap_or_default();
    format!("{}{number}", initials(figure.name()))
}

/// Returns the letters of a condition, different for each.
fn condition_letters(condition: Condition) -> String {
    // "St" is stunned.
    let count = if condition == Condition::Strengthen { 3 } else { 2 };
    capitalized(&condition.word()[..count])
}

/// Returns the figures in the order of acting; those of unknown initiative come last.
fn places(game: &Game) -> Vec<StripPlace<'_>> {
    let position = game.position();
    let order = position.order();
    let next = match game.turn_status() {
        TurnStatus::Turn { figures, .. } => figures,
        TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => Vec::new(),
    };
    let mark = |id: FigureId| match next.as_slice() {
        _ if game.has_acted(id) => TurnMark::Done,
        [only] if *only == id => TurnMark::Next,
        several if several.contains(&id) => TurnMark::MayBeNext,
        _ => TurnMark::Later,
    };
    let mut places = Vec::new();
    for station in order.stations() {
        let number = if station.resting { "rest".to_owned() } else { station.number.to_string() };
        for &id in station.blocks.iter().flatten() {
            let figure = position.figure(id);
            places.push(StripPlace { figure, number: number.clone(), mark: mark(id) });
        }
    }
    let hidden = position.figures().iter().filter(|figure| order.number(figure.id()).is_none());
    places.extend(hidden.map(|figure| {
        let mark = if game.has_acted(figure.id()) { TurnMark::Done } else { TurnMark::Hidden };
        StripPlace { figure, number: "–".to_owned(), mark }
    }));
    places
}

/// Draws the strip in a panel of its own. A press selects a figure.
pub(super) fn strip_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    shape: StripShape,
) {
    let places = places(record.game());
    if places.is_empty() {
        return;
    }
    let frame = egui::Frame::new().fill(theme(ui).raised);
    match shape {
        StripShape::Column => {
            let frame = frame.inner_margin(space::S);
            let panel = Panel::right("strip of acting").resizable(false);
            panel.exact_size(COLUMN_WIDTH).frame(frame).show(ui, |ui| {
                keyboard::pane(ui.ctx(), Pane::Players, ui.max_rect());
                ui.spacing_mut().item_spacing.y = 0.0;
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| places_ui(ui, record, memory, shape, &places));
            });
        }
        StripShape::Row => {
            let frame = frame.inner_margin(egui::Margin::symmetric(8, 0));
            let panel = Panel::top("strip of acting").resizable(false);
            panel.exact_size(ROW_HEIGHT).frame(frame).show(ui, |ui| {
                keyboard::pane(ui.ctx(), Pane::Players, ui.max_rect());
                ui.spacing_mut().item_spacing.x = space::XS;
                ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
                    ui.horizontal(|ui| places_ui(ui, record, memory, shape, &places));
                });
            });
        }
    }
}

/// Draws the places of the figures, and scrolls to the one that acts next.
fn places_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    shape: StripShape,
    places: &[StripPlace<'_>],
) {
    let position = record.game().position();
    let selected = memory.selected(position);
    let size = match shape {
        StripShape::Column => vec2(ui.available_width(), touch::TARGET),
        StripShape::Row => {
            let count = f32::from(u16::try_from(places.len()).unwrap_or(u16::MAX));
            let width = (ui.available_width() + space::XS) / count - space::XS;
            vec2(width.clamp(CHIP.0, CHIP.1).floor(), ROW_HEIGHT - 2.0)
        }
    };
    let mut pressed = None;
    for place in places {
        let id = place.figure.id();
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        if place.mark.is_next() {
            if memory.strip_shows != Some((memory.table, id)) && place.mark == TurnMark::Next {
                memory.strip_shows = Some((memory.table, id));
                ui.scroll_to_rect(rect, None);
            }
            mark(ui, DecisivePart::Pending, rect);
        }
        place_ui(ui, place, (rect, &response), selected == Some(id), shape);
        mark_character(ui, &response, position, id);
        if response.clicked() {
            pressed = Some(id);
        }
    }
    if let Some(id) = pressed {
        memory.select(position, id);
    }
}

/// Draws a figure of the strip.
fn place_ui(
    ui: &Ui,
    place: &StripPlace<'_>,
    (rect, response): (Rect, &Response),
    is_selected: bool,
    shape: StripShape,
) {
    name_as(response, Role::Button, place.name());
    let description = place.description();
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_selected(is_selected);
        if !description.is_empty() {
            node.set_description(description);
        }
    });
    if !ui.is_rect_visible(rect) {
        return;
    }
    let theme = theme(ui);
    if is_selected {
        ui.painter().rect_filled(rect, RADIUS, theme.selection);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, theme.hover);
    }
    if place.mark.is_next() {
        let edge = Stroke::new(line::MARK, theme.accent);
        ui.painter().rect_stroke(rect.shrink(1.0), RADIUS, edge, StrokeKind::Inside);
    }
    match shape {
        StripShape::Column => paint_line(ui, rect, place),
        StripShape::Row => paint_chip(ui, rect, place),
    }
    paint_focus(ui, rect, response);
}

/// Paints a figure of the column: mark, initiative and name, with hit points and conditions below.
fn paint_line(ui: &Ui, rect: Rect, place: &StripPlace<'_>) {
    let color = text_color(ui, place);
    let inner = rect.shrink2(vec2(space::XS, 3.0));
    paint_mark(ui, left_of(inner, MARK), place.mark);
    let number = left_of(inner.with_min_x(inner.left() + MARK), NUMBER_WIDTH);
    body(&place.number).tinted(color).paint(ui, number, Align2::RIGHT_CENTER);
    let words = inner.with_min_x(number.right() + space::S);
    let facts = [place.figure.hit_points.map(|now| now.to_string()), place.condition_letters()];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join("  ");
    let (above, below) = match facts.as_str() {
        "" => (words, words),
        _ => words.split_top_bottom_at_fraction(0.54),
    };
    // A name that is too long would lose its number, so it is abbreviated as on the map.
    let name = weighted(body(place.figure.to_string()), place).tinted(color);
    let fits = name.clone().lay(ui).size().x <= above.width();
    let name =
        if fits { name } else { weighted(body(figure_letters(place.figure)), place).tinted(color) };
    name.paint(ui, above, Align2::LEFT_CENTER);
    caption(facts).tinted(color).paint_within(ui, below, Align2::LEFT_CENTER);
}

/// Paints a figure of the row: initiative and letters, with hit points and conditions below.
fn paint_chip(ui: &Ui, rect: Rect, place: &StripPlace<'_>) {
    let color = text_color(ui, place);
    let inner = rect.shrink2(vec2(2.0, 3.0));
    let (above, below) = inner.split_top_bottom_at_fraction(0.52);
    paint_mark(ui, left_of(above, MARK), place.mark);
    let number = above.with_min_x(above.left() + MARK);
    let number = caption(&place.number).tinted(color).paint(ui, number, Align2::LEFT_CENTER);
    let letters = above.with_min_x(number.right() + 3.0);
    weighted(body(figure_letters(place.figure)), place).tinted(color).paint(
        ui,
        letters,
        Align2::LEFT_CENTER,
    );
    let hit_points = place.figure.hit_points.map(|now| now.current.to_string());
    let facts = [hit_points, place.condition_letters()];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    caption(facts).tinted(color).paint_within(ui, below, Align2::CENTER_CENTER);
}

/// Paints the mark of a figure: an arrow on the one that acts, a tick on one that has acted.
fn paint_mark(ui: &Ui, rect: Rect, mark: TurnMark) {
    let theme = theme(ui);
    let center = rect.center();
    match mark {
        TurnMark::Next | TurnMark::MayBeNext => {
            let points = [vec2(-4.0, -5.0), vec2(4.0, 0.0), vec2(-4.0, 5.0)];
            let points = points.map(|by| center + by).to_vec();
            let fill = if mark == TurnMark::Next { theme.accent } else { Color32::TRANSPARENT };
            let edge = Stroke::new(1.5, theme.accent);
            ui.painter().add(Shape::convex_polygon(points, fill, edge));
        }
        TurnMark::Done => {
            let tick = Rect::from_center_size(center, vec2(11.0, 11.0));
            paint_icon(ui.painter(), Icon::Check, tick, theme.muted);
        }
        TurnMark::Hidden | TurnMark::Later => {}
    }
}

/// Returns the color of the text of a figure.
fn text_color(ui: &Ui, place: &StripPlace<'_>) -> Color32 {
    match place.mark {
        TurnMark::Done => theme(ui).muted,
        TurnMark::Next | TurnMark::MayBeNext | TurnMark::Hidden | TurnMark::Later => theme(ui).ink,
    }
}

/// Returns a text in the weight for a figure: heavier if it can act now.
fn weighted(text: StyledText, place: &StripPlace<'_>) -> StyledText {
    if place.mark.is_next() { text.bold() } else { text }
}
