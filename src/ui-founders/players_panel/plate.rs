//! A player's plate in the table view: points that are read from where people sit, and whoever is
//! asked in their own colour.

use egui::accesskit::Role;
use egui::{Align2, Color32, Rect, Sense, Ui, pos2, vec2};

use super::columns::Column;
use super::{Block, Changes, PlayersMemory, many};
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::pieces::{PlayerInk, paint_player_badge};
use ui_board::settings::Settings;
use ui_kit::icons::paint_icon;
use ui_kit::queue::Queue;
use ui_kit::theme::{RADIUS, space, text, theme};
use ui_kit::widgets::{Quarters, figure, name_as, paint_crown, paint_focus, paint_in, turned_ui};

/// The size of the points, at most.
const MOST_POINTS: f32 = 300.0;

/// The inks of a plate.
struct Inks {
    fill: Color32,
    read: Color32,
    muted: Color32,
}

/// Draws the plate of every player, in seat order, into `places`, turned towards the seats; gives
/// the player whose plate was pressed.
pub(crate) fn plates_ui(
    ui: &mut Ui,
    places: &[Rect],
    table: &Table,
    settings: &Settings,
    memory: &PlayersMemory,
) -> Option<PlayerId> {
    // Nothing on a plate asks for anything: its press is returned.
    let unused = Queue::default();
    let cx = Cx { table, settings, commands: &unused };
    let changes = Changes::of(table, settings);
    let mut pressed = None;
    for (player, &place) in table.game().players().zip(places) {
        let block = Block::new(cx, player, &changes, memory);
        let response = ui.interact(place, block.id(ui, "plate"), Sense::click());
        let summary = block.summary();
        name_as(&response, Role::Button, &summary);
        let quarters = Quarters::new(settings.turned_to(player));
        turned_ui(ui, place, quarters, |ui, rect| block.plate_ui(ui, rect));
        paint_focus(ui, place, &response);
        if response.on_hover_text("Press to turn it to another side").clicked() {
            pressed = Some(player);
        }
    }
    pressed
}

impl Block<'_> {
    fn plate_ui(&self, ui: &Ui, rect: Rect) {
        let theme = theme(ui);
        let ink = PlayerInk::of_player(&theme, self.game, self.player);
        let inks = if self.duty.is_marked() {
            Inks { fill: ink.fill, read: ink.on_fill, muted: ink.on_fill }
        } else {
            Inks { fill: theme.raised, read: theme.ink, muted: theme.muted }
        };
        let edge = if self.duty.is_marked() {
            egui::Stroke::new(space::XS, ink.edge)
        } else {
            theme.hair()
        };
        ui.painter().rect(rect, RADIUS, inks.fill, edge, egui::StrokeKind::Inside);
        let margin = (rect.size().min_elem() * 0.06).clamp(space::S, space::XL);
        let inner = rect.shrink(margin);
        let head = (inner.height() * 0.22).clamp(34.0, 96.0);
        let foot = (inner.height() * 0.2).clamp(38.0, 96.0);
        let (upper, below) = inner.split_top_bottom_at_y(inner.top() + head);
        let (middle, lower) = below.split_top_bottom_at_y(below.bottom() - foot);
        self.who_on_plate_ui(ui, upper, &inks);
        self.points_on_plate_ui(ui, middle, &inks);
        self.numbers_on_plate_ui(ui, lower, &inks);
    }

    /// Token, name and race, and what is to be done.
    fn who_on_plate_ui(&self, ui: &Ui, rect: Rect, inks: &Inks) {
        let token = Rect::from_min_size(rect.min, vec2(rect.height(), rect.height()));
        // The ring around a token is for both grounds; on its own colour it stands on paper.
        if self.duty.is_marked() {
            ui.painter().circle_filled(token.center(), token.width() / 2.0, theme(ui).raised);
        }
        paint_player_badge(ui.painter(), token, self.game, self.player);
        let words = rect.with_min_x(token.right() + space::S);
        let [name, beside] = &self.called;
        let size = rect.height() * 0.5;
        let (above, below) = words.split_top_bottom_at_y(words.top() + size * 1.15);
        figure(name, size).tinted(inks.read).paint_within(ui, above, Align2::LEFT_CENTER);
        let size = (size * 0.6).max(text::SMALL);
        let beside = Some(beside.as_str()).filter(|beside| !beside.is_empty());
        let duty = self.duty.sign().map(|(sign, _)| sign);
        // Name and token say who it is already; what is to be done is said nowhere else.
        let whole = [beside, duty].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let [whole, short] = [whole.as_str(), duty.or(beside).unwrap_or_default()]
            .map(|words| figure(words, size).tinted(inks.muted).lay(ui));
        let fits = whole.size().x <= below.width();
        paint_in(ui.painter(), below, Align2::LEFT_TOP, if fits { whole } else { short });
    }

    /// The points, as large as the plate lets them be, with the crown and what just changed.
    fn points_on_plate_ui(&self, ui: &Ui, rect: Rect, inks: &Inks) {
        // As if everybody had two digits, so that they do not shrink as they grow.
        let size = (rect.height() * 0.95).min(rect.width() * 0.46).min(MOST_POINTS);
        let points = self.game.points(self.player) - self.to_come;
        let points = figure(points.to_string(), size);
        let at = points.tinted(inks.read).paint(ui, rect, Align2::CENTER_CENTER);
        let beside = rect.with_min_x(at.right() + space::S);
        if self.leads {
            let crown = (size * 0.25).min(beside.width());
            let corner = pos2(beside.left(), at.center().y - size * 0.4);
            let place = Rect::from_min_size(corner, vec2(crown, crown));
            paint_crown(ui.painter(), place, inks.read);
        }
        let by = Column::Points.change(&self.changes.outlook, self.player);
        if by != 0 {
            let words = figure(Column::Points.format_change(by), size * 0.25).tinted(inks.read);
            let galley = words.lay(ui);
            // Half a change would be worse than none; the journal has it.
            if galley.size().x <= beside.width() {
                let lower = beside.with_max_y(at.center().y + size * 0.36);
                paint_in(ui.painter(), lower, Align2::LEFT_BOTTOM, galley);
            }
        }
    }

    /// Draws the columns below the points.
    fn numbers_on_plate_ui(&self, ui: &Ui, rect: Rect, inks: &Inks) {
        let caption = (rect.height() * 0.26).clamp(text::SMALL, text::TITLE);
        let number = (rect.height() * 0.52).min(rect.width() * 0.11).max(text::BODY);
        let columns = Column::BELOW_POINTS;
        let width = rect.width() / many(columns.len());
        let units =
            columns.map(|column| figure(column.caption(), caption).tinted(inks.muted).lay(ui));
        let has_room = units.iter().all(|unit| unit.size().x + space::XS <= width);
        for (index, (column, unit)) in columns.into_iter().zip(units).enumerate() {
            let left = rect.left() + many(index) * width;
            let cell = rect.with_min_x(left).with_max_x(left + width);
            let (upper, lower) = cell.split_top_bottom_at_y(cell.bottom() - caption * 1.4);
            let words = column.format(self.value(column));
            figure(words, number).tinted(inks.read).paint(ui, upper, Align2::LEFT_BOTTOM);
            if has_room {
                paint_in(ui.painter(), lower, Align2::LEFT_CENTER, unit);
            } else {
                let icon = lower.with_max_x(left + lower.height());
                paint_icon(ui.painter(), column.icon(), icon, inks.muted);
            }
        }
    }
}
