//! The table view: everything that everybody around the table may see, large enough for their
//! seats.
//!
//! The pending task is above the board; a score tile for each player is at its sides, turned
//! towards their seat. It shows the record and nothing that is being entered, typed or voted, so
//! that it can hang on the wall.

use egui::{Align, Align2, Layout, Rect, Ui, UiBuilder, Vec2, pos2, vec2};

use super::players_panel::{PlayersMemory, score_tiles_ui};
use crate::action_panel::pending_now;
use rules::action::VoteTile;
use rules::player::PlayerId;
use table::table::Table;
use ui_board::board_view::{BoardView, read_only_board_ui};
use ui_board::payout_animation::Playback;
use ui_board::pieces::{paint_player_badge, vote_tile_icon};
use ui_board::settings::Settings;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{figure, icon_button_ui, paint_in};
use ui_menu::Menu;

/// A press in the table view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableViewPress {
    /// The score tile of a player, to be turned.
    ScoreTile(PlayerId),
    /// The button that leaves.
    Leave,
}

/// Sizes of the line above the board, largest first; the largest that fits is drawn.
const TASK_SIZES: [f32; 11] = [96.0, 84.0, 72.0, 64.0, 56.0, 48.0, 40.0, 34.0, 28.0, 21.0, 17.0];
/// Width of the buttons at the right of that line.
const BUTTONS: f32 = 2.0 * touch::TARGET + 2.0 * space::S;
/// Minimum share of the window for the score tiles at the sides, or above and below.
const MIN_PLATE: f32 = 0.17;

/// The places of all parts of the table view.
struct ViewLayout {
    task: Rect,
    proposals: Rect,
    board: Rect,
    /// A score tile for each player, in seat order.
    score_tiles: Vec<Rect>,
}

impl ViewLayout {
    /// Lays out a window for a board of that size in squares: score tiles go where the board
    /// becomes largest.
    fn new(window: Rect, board: Vec2, players: usize, has_proposals: bool) -> Self {
        let height = (window.height() * 0.085).min(window.width() * 0.085).clamp(44.0, 140.0);
        let (task, below) = window.split_top_bottom_at_y(window.top() + height);
        let low = if has_proposals { height * 0.6 } else { 0.0 };
        let (middle, proposals) = below.split_top_bottom_at_y(below.bottom() - low);
        let min = middle.size() * MIN_PLATE;
        let at_sides = (vec2(middle.width() - 2.0 * min.x, middle.height()) / board).min_elem();
        let above_and_below =
            (vec2(middle.width(), middle.height() - 2.0 * min.y) / board).min_elem();
        let is_wide = at_sides >= above_and_below;
        let size = board * at_sides.max(above_and_below);
        let tile_size = if is_wide {
            vec2((middle.width() - size.x) / 2.0, middle.height())
        } else {
            vec2(middle.width(), (middle.height() - size.y) / 2.0)
        };
        let first = Rect::from_min_size(middle.min, tile_size);
        let second = Rect::from_min_size(middle.max - tile_size, tile_size);
        let board = if is_wide {
            middle.with_min_x(first.right()).with_max_x(second.left())
        } else {
            middle.with_min_y(first.bottom()).with_max_y(second.top())
        };
        let score_tiles = seats(first, second, players, is_wide);
        Self { task, proposals, board, score_tiles }
    }
}

/// Returns the score tiles, clockwise around the board as people sit, from the upper left. All have
/// one size, and adjacent ones one edge; only with one tile on each side do they fill the sides.
fn seats(first: Rect, second: Rect, players: usize, is_wide: bool) -> Vec<Rect> {
    let [(one, two), (three, four)] = [first, second].map(|side| {
        if is_wide {
            side.split_top_bottom_at_fraction(0.5)
        } else {
            side.split_left_right_at_fraction(0.5)
        }
    });
    let score_tiles = match (players, is_wide) {
        (0 | 1, _) => vec![first],
        (2, _) => vec![first, second],
        (3, true) => vec![one, three, two],
        (3, false) => vec![one, two, three],
        (_, true) => vec![one, three, four, two],
        (_, false) => vec![one, two, four, three],
    };
    score_tiles.into_iter().map(|plate| plate.shrink(space::S)).collect()
}

/// Draws the table view of a game over everything that `ui` has, from the [`Table::idle`];
/// returns the press, if there was one.
pub fn table_view_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    board: &mut BoardView,
) -> Option<TableViewPress> {
    let window = ui.available_rect_before_wrap();
    ui.painter().rect_filled(window, 0, theme(ui).paper);
    board.payout_animation.follow(ui.ctx(), table, settings, Playback::On);
    let extent = board.extent(ui, table);
    let players: Vec<PlayerId> = table.game().players().collect();
    let has_proposals = table.game().vote_stage().is_some();
    let layout = ViewLayout::new(window, extent, players.len(), has_proposals);
    let pressed = buttons_ui(ui, layout.task, board);
    task_ui(ui, layout.task.with_max_x(layout.task.right() - BUTTONS), table);
    read_only_board_ui(ui, layout.board, table, settings, board);
    if has_proposals {
        proposals_ui(ui, layout.proposals, table);
    }
    for (player, place) in players.into_iter().zip(&layout.score_tiles) {
        board.payout_animation.points_rects[player] = Some(*place);
    }
    let memory = PlayersMemory {
        uncounted_points: board.payout_animation.uncounted(),
        ..PlayersMemory::default()
    };
    let plate = score_tiles_ui(ui, &layout.score_tiles, table, settings, &memory);
    pressed.or(plate.map(TableViewPress::ScoreTile))
}

/// Draws the buttons that rotate the board and leave.
fn buttons_ui(ui: &mut Ui, rect: Rect, board: &mut BoardView) -> Option<TableViewPress> {
    let place = rect.with_min_x(rect.right() - BUTTONS + space::S);
    let builder = UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let is_left = icon_button_ui(ui, Icon::Close, "Leave the table view", "Esc").clicked();
        let keys = Menu::Rotate.entry().keys(ui.ctx()).unwrap_or_default();
        if icon_button_ui(ui, Icon::Rotate, Menu::Rotate.label(), &keys).clicked() {
            board.menu(Menu::Rotate);
        }
        is_left.then_some(TableViewPress::Leave)
    })
    .inner
}

/// Draws the pending task, with the player who has to act.
fn task_ui(ui: &mut Ui, rect: Rect, table: &Table) {
    let theme = theme(ui);
    let game = table.journal().game();
    let inner = rect.shrink2(vec2(space::L, space::XS));
    let (player, words) = pending_now(table);
    let mut line = inner;
    if let Some(player) = player {
        let token = Rect::from_min_size(inner.min, Vec2::splat(inner.height()));
        paint_player_badge(ui.painter(), token, game, player);
        line.min.x = token.right() + space::M;
    }
    let lay = |size| figure(&words, size).tinted(theme.accent);
    let size = TASK_SIZES
        .into_iter()
        .find(|&size| {
            let galley = lay(size).lay(ui);
            galley.size().x <= line.width() && galley.size().y <= line.height()
        })
        .unwrap_or(text::BODY);
    let galley = lay(size).elided(ui, line.width());
    let at = paint_in(ui.painter(), line, Align2::LEFT_CENTER, galley);
    let response = ui.interact(at, ui.scope_id().with("owed"), egui::Sense::hover());
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::Role::Label);
        node.set_value(words);
        node.set_live(egui::accesskit::Live::Polite);
    });
}

/// Draws the proposals that are voted on, below the board.
fn proposals_ui(ui: &Ui, rect: Rect, table: &Table) {
    let theme = theme(ui);
    let game = table.game();
    let size = rect.height() * 0.5;
    let mut left = rect.left();
    for (tile, building) in VoteTile::ALL.into_iter().zip(game.proposals()) {
        let place = rect.with_min_x(left).with_max_x(left + rect.width() / 3.0);
        left = place.right();
        let Some(building) = building else {
            continue;
        };
        let center = pos2(place.left() + space::L + size / 2.0, place.center().y);
        let icon = Rect::from_center_size(center, Vec2::splat(size));
        paint_icon(ui.painter(), vote_tile_icon(tile), icon, theme.ink);
        let words = place.with_min_x(icon.right() + space::S);
        let name = figure(game.contents().building_name(building), size);
        name.paint_within(ui, words, Align2::LEFT_CENTER);
    }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    fn layout(size: [f32; 2], players: usize) -> ViewLayout {
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        ViewLayout::new(window, vec2(17.5, 13.5), players, true)
    }

    #[test]
    fn parts_of_the_table_view_do_not_overlap() {
        for size in [[800.0, 480.0], [800.0, 1280.0], [1280.0, 800.0], [3840.0, 2160.0]] {
            for players in 1..=4 {
                let layout = layout(size, players);
                assert_eq!(layout.score_tiles.len(), players);
                let mut all = layout.score_tiles;
                all.extend([layout.task, layout.board, layout.proposals]);
                for (index, one) in all.iter().enumerate() {
                    assert!(one.is_positive(), "{size:?}, {players}: {one:?}");
                    for other in &all[index + 1..] {
                        let common = one.intersect(*other);
                        assert!(!common.shrink(0.01).is_positive(), "{size:?}: {one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn score_tiles_have_one_size_and_common_edges() {
        for size in [[800.0, 480.0], [800.0, 1280.0], [1280.0, 800.0], [3840.0, 2160.0]] {
            for players in 2..=4 {
                let tiles = layout(size, players).score_tiles;
                for tile in &tiles {
                    let difference = (tile.size() - tiles[0].size()).length();
                    assert!(difference < 0.01, "{size:?}, {players}: {tiles:?}");
                    let is_aligned = tiles.iter().any(|other| {
                        let apart = (tile.min - other.min).abs();
                        other != tile && apart.min_elem() < 0.01
                    });
                    assert!(is_aligned, "{size:?}, {players}: {tiles:?}");
                }
            }
        }
    }

    #[test]
    fn the_board_takes_most_of_the_height_of_a_wide_screen() {
        let layout = layout([1920.0, 1080.0], 4);
        assert!(layout.board.height() > 0.85 * 1080.0, "{:?}", layout.board);
        assert!(layout.score_tiles.iter().all(|plate| plate.width() > 300.0));
    }
}
