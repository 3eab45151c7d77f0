//! A player's tile in the table view: points that are read from the seats, and the player to act in
//! their own color.

use egui::accesskit::Role;
use egui::{Align2, Color32, Rect, Sense, Ui, pos2, vec2};

use super::columns::Column;
use super::{Changes, PlayerBlock, PlayersMemory, count_as_f32};
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::pieces::{PlayerColors, paint_player_badge};
use ui_board::settings::Settings;
use ui_kit::icons::paint_icon;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, space, text, theme};
use ui_kit::widgets::{
    QuarterTurns, figure, name_as, paint_crown, paint_focus, paint_in, turned_ui,
};

/// Maximum size of the points.
const MAX_POINTS_SIZE: f32 = 300.0;

/// The colors of a tile.
struct TileColors {
    fill: Color32,
    read: Color32,
    muted: Color32,
}

/// Draws the tile of every player, in seat order, into `places`, turned towards the seats; returns
/// the player whose tile was pressed.
pub(crate) fn score_tiles_ui(
    ui: &mut Ui,
    places: &[Rect],
    table: &Table,
    settings: &Settings,
    memory: &PlayersMemory,
) -> Option<PlayerId> {
    // No tile emits a command: its press is returned.
    let unused = CommandQueue::default();
    let cx = Cx { table, settings, commands: &unused };
    let changes = Changes::of(table, settings);
    let mut pressed = None;
    for (player, &place) in table.game().players().zip(places) {
        let block = PlayerBlock::new(cx, player, &changes, memory);
        let response = ui.interact(place, block.id(ui, "plate"), Sense::click());
        let summary = block.summary();
        name_as(&response, Role::Button, &summary);
        let quarters = QuarterTurns::new(settings.plate_rotation(player));
        turned_ui(ui, place, quarters, |ui, rect| block.score_tile_ui(ui, rect));
        paint_focus(ui, place, &response);
        if response.on_hover_text("Press to turn it to another side").clicked() {
            pressed = Some(player);
        }
    }
    pressed
}

impl PlayerBlock<'_> {
    fn score_tile_ui(&self, ui: &Ui, rect: Rect) {
        let theme = theme(ui);
        let ink = PlayerColors::of_player(&theme, self.game, self.player);
        let colors = if self.status.is_marked() {
            TileColors { fill: ink.fill, read: ink.on_fill, muted: ink.on_fill }
        } else {
            TileColors { fill: theme.raised, read: theme.ink, muted: theme.muted }
        };
        let edge = if self.status.is_marked() {
            egui::Stroke::new(space::XS, ink.edge)
        } else {
            theme.hair()
        };
        ui.painter().rect(rect, RADIUS, colors.fill, edge, egui::StrokeKind::Inside);
        let margin = (rect.size().min_elem() * 0.06).clamp(space::S, space::XL);
        let inner = rect.shrink(margin);
        let head = (inner.height() * 0.22).clamp(34.0, 96.0);
        let foot = (inner.height() * 0.2).clamp(38.0, 96.0);
        let (upper, below) = inner.split_top_bottom_at_y(inner.top() + head);
        let (middle, lower) = below.split_top_bottom_at_y(below.bottom() - foot);
        self.identity_on_tile_ui(ui, upper, &colors);
        self.points_on_tile_ui(ui, middle, &colors);
        self.numbers_on_tile_ui(ui, lower, &colors);
    }

    /// Draws token, name, race and status.
    fn identity_on_tile_ui(&self, ui: &Ui, rect: Rect, colors: &TileColors) {
        let token = Rect::from_min_size(rect.min, vec2(rect.height(), rect.height()));
        // The token's ring suits both grounds; on the player's own color it gets a neutral one.
        if self.status.is_marked() {
            ui.painter().circle_filled(token.center(), token.width() / 2.0, theme(ui).raised);
        }
        paint_player_badge(ui.painter(), token, self.game, self.player);
        let words = rect.with_min_x(token.right() + space::S);
        let [name, second_name] = &self.names;
        let name_size = rect.height() * 0.5;
        let (above, below) = words.split_top_bottom_at_y(words.top() + name_size * 1.15);
        figure(name, name_size).tinted(colors.read).paint_within(ui, above, Align2::LEFT_CENTER);
        let size = (name_size * 0.6).max(text::SMALL);
        let second_name = Some(second_name.as_str()).filter(|name| !name.is_empty());
        let status = self.status.sign().map(|(sign, _)| sign);
        // Name and token identify the player already; the status is shown nowhere else.
        let both = [second_name, status].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let [whole, short] = [both.as_str(), status.or(second_name).unwrap_or_default()]
            .map(|words| figure(words, size).tinted(colors.muted).lay(ui));
        let fits = whole.size().x <= below.width();
        paint_in(ui.painter(), below, Align2::LEFT_TOP, if fits { whole } else { short });
    }

    /// Draws the points, as large as the tile allows, with the crown and the latest change.
    fn points_on_tile_ui(&self, ui: &Ui, rect: Rect, colors: &TileColors) {
        // As if everybody had two digits, so that they do not shrink as they grow.
        let size = (rect.height() * 0.95).min(rect.width() * 0.46).min(MAX_POINTS_SIZE);
        let points = self.game.points(self.player) - self.uncounted_points;
        let at = figure(points.to_string(), size).tinted(colors.read).paint(
            ui,
            rect,
            Align2::CENTER_CENTER,
        );
        let beside = rect.with_min_x(at.right() + space::S);
        if self.leads {
            let crown = (size * 0.25).min(beside.width());
            let corner = pos2(beside.left(), at.center().y - size * 0.4);
            let place = Rect::from_min_size(corner, vec2(crown, crown));
            paint_crown(ui.painter(), place, colors.read);
        }
        let by = Column::Points.change(&self.changes.outlook, self.player);
        if by != 0 {
            let words = figure(Column::Points.format_change(by), size * 0.25).tinted(colors.read);
            let galley = words.lay(ui);
            // Half a change would be worse than none; the journal has it.
            if galley.size().x <= beside.width() {
                let lower = beside.with_max_y(at.center().y + size * 0.36);
                paint_in(ui.painter(), lower, Align2::LEFT_BOTTOM, galley);
            }
        }
    }

    /// Draws the columns below the points.
    fn numbers_on_tile_ui(&self, ui: &Ui, rect: Rect, colors: &TileColors) {
        let caption = (rect.height() * 0.26).clamp(text::SMALL, text::TITLE);
        let number = (rect.height() * 0.52).min(rect.width() * 0.11).max(text::BODY);
        let columns = Column::BELOW_POINTS;
        let width = rect.width() / count_as_f32(columns.len());
        let units =
            columns.map(|column| figure(column.caption(), caption).tinted(colors.muted).lay(ui));
        let has_room = units.iter().all(|unit| unit.size().x + space::XS <= width);
        for (index, (column, unit)) in columns.into_iter().zip(units).enumerate() {
            let left = rect.left() + count_as_f32(index) * width;
            let cell = rect.with_min_x(left).with_max_x(left + width);
            let (upper, lower) = cell.split_top_bottom_at_y(cell.bottom() - caption * 1.4);
            let words = column.format(self.value(column));
            figure(words, number).tinted(colors.read).paint(ui, upper, Align2::LEFT_BOTTOM);
            if has_room {
                paint_in(ui.painter(), lower, Align2::LEFT_CENTER, unit);
            } else {
                let icon = lower.with_max_x(left + lower.height());
                paint_icon(ui.painter(), column.icon(), icon, colors.muted);
            }
        }
    }
}
