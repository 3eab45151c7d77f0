//! The players: their numbers, whose turn it is, and the changes that a previewed action would
//! bring or the turn in view brought.
//!
//! Every player has the same block, in seat order, and all of them are in view in any window: they
//! share the height of the panel, are side by side where the board needs the width, or two in a row
//! where space is short. All numbers and the played cards are always there; other details follow as
//! far as they fit, and all of them unfold in a popup. Numbers open their explanation, except those
//! below the points in a row of two. Changes have reserved space: nothing moves when the pointer
//! does.

mod columns;
mod details;
mod score_tile;

use plain_text::{counted, remarks};
use std::cell::Cell;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{
    Align2, Area, Color32, Galley, Id, Pos2, Rect, Response, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use columns::Column;
use components::quantity::Points;
use details::{Details, MAX_LINES};
use narration::NamedGame;
use rules::Game;
use rules::moves::ActionEffects;
use rules::player::{ByPlayer, PlayerId};
use rules::task::Task;
pub(crate) use score_tile::score_tiles_ui;
use table::table::{Hover, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::paint_player_badge;
use ui_board::settings::{Preview, Settings};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    DecisivePart, ROW_HEIGHT, SIGN_MARGIN, SignWeight, body, caption, figure, group_ui,
    hairline_ui, lead, left_of, mark, paint_crown, paint_focus, paint_in, paint_sign, popup_ui,
};

/// Width of the strip at the left of the player who is to act.
const STRIP: f32 = 4.0;
/// Left edge of the content of a block.
const INDENT: f32 = STRIP + space::S;
/// Minimum height of the line with the name and the points.
const MIN_HEAD: f32 = 46.0;
/// Maximum height of that line, for points that are read from afar.
const MAX_HEAD: f32 = 70.0;
/// Height of the line with money, income and influence.
const NUMBERS: f32 = touch::TARGET;
/// Height of the line with the numbers of cards.
const CARDS: f32 = 16.0;
/// Lines of details for which a block in a column has space before its points are larger.
const USUAL_LINES: f32 = 3.0;
/// Height of the line with the name and the points of a low block.
const PAIR_HEAD: f32 = 29.0;
/// Height of the line with all other numbers of a low block.
const PAIR_NUMBERS: f32 = 21.0;
/// Height of a low block.
const PAIR: f32 = PAIR_HEAD + PAIR_NUMBERS;
/// Size of the token with the letter.
const TOKEN: f32 = 34.0;
/// Size of the token of a low block.
const LOW_TOKEN: f32 = 24.0;
/// Size of the crown of a low block.
const LOW_CROWN: f32 = 13.0;
/// Size of the icons of a low block.
const LOW_ICON: f32 = 14.0;
/// Width reserved for a change of points next to them.
const DELTA: f32 = 40.0;
/// Width of the crown behind a name.
const CROWN: f32 = 24.0;
/// Minimum width that the crown leaves to a truncated name.
const MIN_BEFORE_CROWN: f32 = 44.0;
/// Share of a block's width that points may take.
const POINTS: f32 = 0.32;
/// Minimum width for the name of a person next to a label.
const MIN_NAME: f32 = 28.0;
/// Width of the popup.
const UNFOLDED: f32 = 280.0;

/// The arrangement of the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayersForm {
    /// One below the other, sharing the height.
    Column,
    /// Side by side in one row.
    Row,
    /// Two next to each other, as low as a touch target: the rest unfolds.
    Pairs,
}

/// The state of the panel.
#[derive(Clone, Debug, Default)]
pub struct PlayersMemory {
    /// The player whose block is unfolded.
    pub unfolded: Option<PlayerId>,
    /// The points of every player that the running animation has not added to the number yet.
    pub uncounted_points: ByPlayer<Points>,
    /// The place of the points in the latest frame.
    pub point_places: ByPlayer<Option<Rect>>,
}

impl PlayersMemory {
    /// Unfolds the numbers of a player, or folds them.
    fn toggle(&mut self, player: PlayerId) {
        let was_unfolded = self.unfolded == Some(player);
        self.unfolded = (!was_unfolded).then_some(player);
    }

    /// Folds the unfolded block; returns `true` if there was one.
    pub fn close(&mut self) -> bool {
        self.unfolded.take().is_some()
    }
}

/// Draws all players, in seat order.
pub fn players_panel_ui(ui: &mut Ui, cx: Cx<'_>, form: PlayersForm, memory: &mut PlayersMemory) {
    let changes = Changes::of(cx.table, cx.settings);
    let named = cx.table.named_game();
    let blocks: Vec<PlayerBlock<'_>> = named
        .game()
        .players()
        .map(|player| PlayerBlock::new(cx, player, &changes, memory))
        .collect();
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    match form {
        PlayersForm::Column => column_ui(ui, &blocks, memory),
        PlayersForm::Row => row_of_blocks_ui(ui, &blocks, memory),
        PlayersForm::Pairs => pairs_ui(ui, &blocks, memory),
    }
    for block in &blocks {
        memory.point_places[block.player] = block.numeral.get();
    }
}

/// Draws blocks that share the height, each with as many lines of details as fit.
fn column_ui(ui: &mut Ui, blocks: &[PlayerBlock<'_>], memory: &mut PlayersMemory) {
    let share = ui.available_height() / count_as_f32(blocks.len());
    let around = 2.0 * space::XS + line::HAIR;
    // The rows that decide something have their height before the points grow.
    let usual = USUAL_LINES * ROW_HEIGHT;
    let head = (share - around - NUMBERS - usual).clamp(MIN_HEAD, MAX_HEAD);
    let fixed = around + head + NUMBERS;
    let lines = (((share - fixed) / ROW_HEIGHT).max(0.0) as usize).min(MAX_LINES);
    let left_over = share - fixed - count_as_f32(lines) * ROW_HEIGHT;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            hairline_ui(ui);
        }
        ui.add_space(space::XS);
        let free = ui.available_rect_before_wrap();
        let is_unfolded = memory.unfolded == Some(block.player);
        let is_toggled = ui
            .scope_builder(UiBuilder::new().max_rect(free), |ui| {
                group_ui(ui, block.summary(), |ui| {
                    let toggled = block.head_ui(ui, head, is_unfolded);
                    block.numbers_ui(ui);
                    block.details().lines_ui(ui, lines);
                    block.strip_ui(ui, free.top());
                    toggled
                })
            })
            .inner;
        let cell = free.with_max_y(ui.cursor().top());
        if is_toggled {
            memory.toggle(block.player);
        } else {
            details_popup_ui(ui, block, cell, cell.right_top() + vec2(space::M, 0.0), memory);
        }
        ui.add_space(space::XS + left_over.clamp(0.0, space::L));
    }
}

/// Draws blocks side by side.
fn row_of_blocks_ui(ui: &mut Ui, blocks: &[PlayerBlock<'_>], memory: &mut PlayersMemory) {
    let gap = space::M;
    let height = MIN_HEAD + NUMBERS + CARDS;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    for (block, cell) in blocks.iter().zip(cells(rect, blocks.len(), gap)) {
        if cell.left() > rect.left() {
            let hair = egui::Stroke::new(line::HAIR, theme(ui).hairline);
            ui.painter().vline(cell.left() - gap / 2.0, rect.y_range(), hair);
        }
        cell_ui(ui, block, cell, memory, |ui, is_unfolded| {
            let toggled = block.head_ui(ui, MIN_HEAD, is_unfolded);
            block.numbers_ui(ui);
            block.cards_ui(ui);
            toggled
        });
    }
}

/// Returns the height of low blocks, two in a row, and of the gap below them.
pub(crate) fn pairs_height(game: &Game) -> f32 {
    count_as_f32(game.players().count().div_ceil(2)) * PAIR + space::XS
}

/// Draws low blocks, two in a row.
fn pairs_ui(ui: &mut Ui, blocks: &[PlayerBlock<'_>], memory: &mut PlayersMemory) {
    let gap = space::S;
    for pair in blocks.chunks(2) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), PAIR));
        for (block, cell) in pair.iter().zip(cells(rect, 2, gap)) {
            cell_ui(ui, block, cell, memory, |ui, is_unfolded| block.low_ui(ui, is_unfolded));
        }
    }
}

/// Draws a block in a cell, with its details below the cell while they are unfolded. `contents`
/// draws the block, and returns `true` if its details are to be folded or unfolded.
fn cell_ui(
    ui: &mut Ui,
    block: &PlayerBlock<'_>,
    cell: Rect,
    memory: &mut PlayersMemory,
    contents: impl FnOnce(&mut Ui, bool) -> bool,
) {
    let is_unfolded = memory.unfolded == Some(block.player);
    let is_toggled = ui
        .scope_builder(UiBuilder::new().max_rect(cell), |ui| {
            group_ui(ui, block.summary(), |ui| {
                let toggled = contents(ui, is_unfolded);
                block.strip_ui(ui, cell.top());
                toggled
            })
        })
        .inner;
    if is_toggled {
        memory.toggle(block.player);
    } else {
        details_popup_ui(ui, block, cell, cell.left_bottom(), memory);
    }
}

/// Returns `count` equal cells of a row, with a gap between them.
fn cells(row: Rect, count: usize, gap: f32) -> impl Iterator<Item = Rect> {
    let width = (row.width() + gap) / count_as_f32(count) - gap;
    let first = row.with_max_x(row.left() + width);
    (0..count).map(move |index| first.translate(vec2(count_as_f32(index) * (width + gap), 0.0)))
}

/// Converts a number of players or lines to compute distances.
fn count_as_f32(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

/// Draws the popup of an unfolded block, with its corner `at` the given place.
fn details_popup_ui(
    ui: &Ui,
    block: &PlayerBlock<'_>,
    cell: Rect,
    at: Pos2,
    memory: &mut PlayersMemory,
) {
    if memory.unfolded != Some(block.player) {
        return;
    }
    let area = Area::new(Id::unique(("unfolded player", block.player.0))).fixed_pos(at);
    let folds = popup_ui(ui, area, cell, |ui| {
        ui.set_width(UNFOLDED);
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        block.numbers_ui(ui);
        ui.add_space(space::XS);
        block.details().ui(ui);
    });
    if folds {
        memory.unfolded = None;
    }
}

/// The changes of the players' numbers by an action, previewed or played.
struct Changes {
    outlook: ActionEffects,
    is_preview: bool,
}

impl Changes {
    /// Returns the changes by the previewed action, else those of the turn in view so far.
    fn of(table: &Table, settings: &Settings) -> Self {
        let aimed = table.hover().and_then(Hover::played);
        if let (Some(played), Preview::Before) = (aimed, settings.preview) {
            return Self { outlook: ActionEffects::of(played), is_preview: true };
        }
        Self { outlook: table.turn().outlook.clone(), is_preview: false }
    }
}

/// The status of a player in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayerStatus {
    Won,
    /// The solo game is lost.
    Lost,
    Turn,
    /// Must act next in another player's turn, or in the setup.
    Next,
    /// Has the turn while another player must act.
    Waits,
    /// Can act already, although another task comes before.
    Acts,
    /// Can still follow the card that was led.
    Follows,
    /// Nothing to do.
    Idle,
}

impl PlayerStatus {
    fn of(table: &Table, player: PlayerId) -> Self {
        let (game, decision) = (table.game(), table.pending_in_view());
        if game.is_over() && game.winner().is_none() {
            return Self::Lost;
        }
        if let Some(winner) = game.winner() {
            return if winner == player { Self::Won } else { Self::Idle };
        }
        let is_next = decision.first().and_then(|first| first.player) == Some(player);
        let acts = decision
            .iter()
            .any(|decision| decision.player == Some(player) && decision.task != Task::Turn);
        if game.active_player() == Some(player) {
            // The player with the turn waits while another one must act.
            let waits = decision.first().is_some_and(|first| first.player.is_some()) && !is_next;
            if waits { Self::Waits } else { Self::Turn }
        } else if is_next {
            Self::Next
        } else if acts {
            Self::Acts
        } else if game.still_to_follow().contains(&player) {
            Self::Follows
        } else {
            Self::Idle
        }
    }

    /// Returns `true` for the player that the game waits for, or the winner: one player at most.
    const fn is_marked(self) -> bool {
        matches!(self, Self::Won | Self::Turn | Self::Next)
    }

    /// Returns the label on the block.
    const fn sign(self) -> Option<(&'static str, SignWeight)> {
        match self {
            Self::Won => Some(("Winner", SignWeight::Strong)),
            Self::Lost => Some(("Lost", SignWeight::Strong)),
            Self::Turn => Some(("Turn", SignWeight::Strong)),
            Self::Next => Some(("To act", SignWeight::Strong)),
            Self::Waits => Some(("Turn", SignWeight::Quiet)),
            Self::Acts => Some(("To act", SignWeight::Plain)),
            Self::Follows => Some(("To follow", SignWeight::Quiet)),
            Self::Idle => None,
        }
    }

    /// Returns the status as part of a sentence.
    const fn text(self) -> Option<&'static str> {
        match self {
            Self::Won => Some("has won"),
            Self::Lost => Some("has lost"),
            Self::Turn | Self::Waits => Some("has the turn"),
            Self::Next | Self::Acts => Some("is to act now"),
            Self::Follows => Some("has still to follow"),
            Self::Idle => None,
        }
    }
}

/// The block of one player.
struct PlayerBlock<'a> {
    game: &'a Game,
    commands: &'a CommandQueue<FoundersCommand>,
    player: PlayerId,
    /// The player's name in messages.
    name: String,
    /// The heading of the block, and the text below it.
    names: [String; 2],
    status: PlayerStatus,
    leads: bool,
    changes: &'a Changes,
    /// The points that the running animation has not added yet.
    uncounted_points: Points,
    /// The place of the points.
    numeral: Cell<Option<Rect>>,
}

impl<'a> PlayerBlock<'a> {
    fn new(cx: Cx<'a>, player: PlayerId, changes: &'a Changes, memory: &PlayersMemory) -> Self {
        let named = cx.table.named_game();
        let most = named.game().players().map(|player| named.game().points(player)).max();
        // No player leads while all have equal points, as at the start.
        let is_ahead = named.game().players().any(|other| Some(named.game().points(other)) != most);
        Self {
            game: named.game(),
            commands: cx.commands,
            player,
            name: named.label(player),
            names: names(named, player),
            status: PlayerStatus::of(cx.table, player),
            leads: is_ahead && Some(named.game().points(player)) == most,
            changes,
            uncounted_points: memory.uncounted_points[player],
            numeral: Cell::new(None),
        }
    }

    /// Describes the player to a screen reader: "Human, 14 points, $5, income 3, …".
    fn summary(&self) -> String {
        let mut parts = vec![self.name.clone()];
        parts.extend(Column::ALL.map(|column| column.format_with_unit(self.value(column))));
        parts.push(counted(self.played(), "card played", "cards played"));
        if self.leads {
            parts.push("leads".to_owned());
        }
        parts.extend(self.status.text().map(str::to_owned));
        remarks(&parts)
    }

    fn details(&self) -> Details<'a> {
        Details { game: self.game, player: self.player }
    }

    /// Draws the strip next to a marked player, from `top` to the bottom of what is drawn so far.
    fn strip_ui(&self, ui: &Ui, top: f32) {
        if self.status.is_marked() {
            let left = ui.min_rect().left();
            let strip =
                Rect::from_min_max(pos2(left, top), pos2(left + STRIP, ui.min_rect().bottom()));
            ui.painter().rect_filled(strip, STRIP / 2.0, theme(ui).accent);
        }
    }

    /// Returns the number of cards that the player has played and not taken back.
    fn played(&self) -> usize {
        self.game.played_cards(self.player).len() + self.game.unnamed_cards(self.player)
    }

    /// Draws name, status and points; returns `true` if the block is to be folded or unfolded.
    fn head_ui(&self, ui: &mut Ui, height: f32, unfolded: bool) -> bool {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
        let right = self.points_ui(ui, rect);
        let identity = rect.with_min_x(rect.left() + INDENT).with_max_x(right);
        let is_toggled = self.fold_button(ui, identity, unfolded);
        self.identity_ui(ui, identity, unfolded);
        is_toggled
    }

    /// Draws all of a low block: name, status and points above the other numbers.
    fn low_ui(&self, ui: &mut Ui, unfolded: bool) -> bool {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), PAIR));
        let (upper, lower) = rect.split_top_bottom_at_y(rect.top() + PAIR_HEAD);
        let right = self.points_ui(ui, upper);
        // The button is as high as the block, except next to the points.
        let numbers = lower.with_min_x(lower.left() + INDENT);
        let identity = upper.with_min_x(upper.left() + INDENT).with_max_x(right);
        let is_toggled = self.fold_button(ui, rect.with_max_x(right), unfolded);
        self.low_identity_ui(ui, identity);
        self.low_numbers_ui(ui, numbers);
        is_toggled
    }

    /// Draws token, name and crown in one line, and the status where there is space for it.
    fn low_identity_ui(&self, ui: &Ui, rect: Rect) {
        let center = pos2(rect.left() + LOW_TOKEN / 2.0, rect.center().y);
        let token = Rect::from_center_size(center, Vec2::splat(LOW_TOKEN));
        paint_player_badge(ui.painter(), token, self.game, self.player);
        let mut words = rect.with_min_x(token.right() + space::XS);
        if self.delta(ui, Column::Points).is_none() {
            words.max.x += DELTA;
        }
        let name = body(&self.names[0]).bold();
        let sign_left = words.left() + name.clone().lay(ui).size().x + space::XS;
        let sign = self.status.sign().filter(|(sign, _)| {
            let width = caption(*sign).lay(ui).size().x + 2.0 * SIGN_MARGIN;
            sign_left + width <= words.right()
        });
        words.min.x = if let Some((sign, weight)) = sign {
            name.paint_within(ui, words, Align2::LEFT_CENTER);
            paint_sign(ui, pos2(sign_left, words.center().y), sign, weight).right()
        } else {
            name.paint_within(ui, words, Align2::LEFT_CENTER).right()
        };
        if self.leads && words.width() >= LOW_CROWN + space::XS {
            let size = Vec2::splat(LOW_CROWN);
            let crown = Align2::RIGHT_CENTER.align_size_within_rect(size, words);
            paint_crown(ui.painter(), crown, theme(ui).ink);
        }
    }

    /// Draws the columns below the points and the number of played cards in one line, each with its
    /// icon unless its sign says what it is.
    fn low_numbers_ui(&self, ui: &Ui, rect: Rect) {
        let theme = theme(ui);
        let numbers = Column::BELOW_POINTS.map(|column| {
            let icon = (column != Column::Money).then(|| column.icon());
            (icon, column.format(self.value(column)), DecisivePart::PlayerNumber)
        });
        let played = (Some(Icon::CardFaceUp), self.played().to_string(), DecisivePart::PlayedCards);
        let cells: Vec<_> = numbers
            .into_iter()
            .chain([played])
            .map(|(icon, number, part)| {
                let galley = body(number).lay(ui);
                let icon_width = if icon.is_some() { LOW_ICON + 2.0 } else { 0.0 };
                (icon, icon_width, galley, part)
            })
            .collect();
        let drawn: f32 = cells.iter().map(|(_, icon, galley, _)| icon + galley.size().x).sum();
        let gap = ((rect.width() - drawn) / count_as_f32(cells.len() - 1)).min(space::L);
        let mut left = rect.left();
        for (icon, icon_width, galley, part) in cells {
            let cell = Rect::from_min_size(
                pos2(left, rect.top()),
                vec2(icon_width + galley.size().x, rect.height()),
            );
            if let Some(icon) = icon {
                paint_icon(ui.painter(), icon, left_of(cell, LOW_ICON), theme.muted);
            }
            paint_in(ui.painter(), cell, Align2::RIGHT_CENTER, galley);
            mark(ui, part, cell.shrink2(vec2(0.0, 1.0)));
            left = cell.right() + gap;
        }
    }

    /// Draws how many cards the player has played, and how many are in hand.
    fn cards_ui(&self, ui: &mut Ui) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), CARDS));
        let hand = self.game.hand_size(self.player);
        let words = caption(format!("{} played, {hand} in hand", self.played())).plain();
        let row = rect.with_min_x(rect.left() + INDENT);
        let at = words.paint_within(ui, row, Align2::LEFT_CENTER);
        mark(ui, DecisivePart::PlayedCards, at);
    }

    /// Draws the points at the right of a head, with their change next to them; returns the right
    /// edge of the remaining space.
    fn points_ui(&self, ui: &Ui, rect: Rect) -> f32 {
        let points = self.points(ui, rect.size());
        let number = rect.with_min_x(rect.right() - points.size().x - space::XS);
        let before_number = number.left() - DELTA;
        self.numeral.set(Some(number));
        let response = self.number_button(ui, number, Column::Points);
        paint_focus(ui, number, &response);
        let drawn = paint_in(ui.painter(), number, Align2::CENTER_CENTER, points);
        // The font's own margins above and below the digits may be cropped.
        mark(ui, DecisivePart::PlayerNumber, drawn.intersect(number));
        if let Some((delta, color)) = self.delta(ui, Column::Points) {
            let place = rect.with_min_x(before_number).with_max_x(number.left() - 2.0);
            figure(delta, text::LEAD).tinted(color).paint(
                ui,
                place.shrink2(vec2(0.0, 3.0)),
                Align2::RIGHT_BOTTOM,
            );
        }
        if response.clicked() {
            self.commands.push(Column::Points.explanation(self.player));
        }
        before_number
    }

    /// Lays out the points, as large as a head of this size allows.
    fn points(&self, ui: &Ui, head: Vec2) -> Arc<Galley> {
        const SIZES: [f32; 3] = [text::GIANT, text::HERO, text::HEAD];
        let points = self.game.points(self.player) - self.uncounted_points;
        // As if everybody had two digits, so that they do not shrink as they grow.
        let size = SIZES
            .into_iter()
            .find(|size| *size <= head.y && 1.2 * size <= head.x * POINTS)
            .unwrap_or(text::HEAD);
        figure(points.to_string(), size).lay(ui)
    }

    /// Adds the button that folds and unfolds the block; returns `true` if it was pressed.
    fn fold_button(&self, ui: &Ui, rect: Rect, unfolded: bool) -> bool {
        let response = ui.interact(rect, self.id(ui, "fold"), Sense::click());
        let verb = if unfolded { "Less of" } else { "More of" };
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, unfolded, format!("{verb} {}", self.name))
        });
        paint_focus(ui, rect, &response);
        // Where numbers have icons, this says what they are.
        response.on_hover_ui(|ui| _ = ui.label(self.summary())).clicked()
    }

    /// Draws token, chevron and name, and below the name the status and the second name.
    fn identity_ui(&self, ui: &Ui, rect: Rect, unfolded: bool) {
        let theme = theme(ui);
        let token = Rect::from_center_size(
            pos2(rect.left() + TOKEN / 2.0, rect.center().y),
            Vec2::splat(TOKEN),
        );
        let mut words = rect.with_min_x(token.right() + space::S);
        let chevron = if unfolded { Icon::ChevronDown } else { Icon::ChevronRight };
        let place = left_of(words, 16.0);
        paint_icon(ui.painter(), chevron, place, theme.muted);
        words.min.x = place.right() + space::XS;
        paint_player_badge(ui.painter(), token, self.game, self.player);
        // The name may extend above the change of the points, up to the crown, which gives way
        // where nothing would be left of the name.
        let mut upper =
            Rect::from_min_max(words.min, pos2(words.right() + DELTA, words.center().y + 1.0));
        let name = lead(&self.names[0]).bold();
        let before_crown = upper.width() - CROWN;
        if self.leads
            && (before_crown >= MIN_BEFORE_CROWN || name.clone().lay(ui).size().x <= before_crown)
        {
            let at = pos2(upper.right() - CROWN + space::XS, rect.top() + space::XS);
            paint_crown(ui.painter(), Rect::from_min_size(at, Vec2::splat(15.0)), theme.ink);
            upper.max.x -= CROWN;
        }
        let lower = Rect::from_min_max(pos2(words.left(), words.center().y + 1.0), words.max);
        name.paint_within(ui, upper, Align2::LEFT_BOTTOM);
        let mut behind = lower;
        // Where both do not fit, the change of the points goes before the status, which the strip
        // and the line of pending tasks show as well.
        let sign = self.status.sign().filter(|(sign, _)| {
            let width = caption(*sign).lay(ui).size().x + 2.0 * SIGN_MARGIN;
            self.delta(ui, Column::Points).is_none() || width <= lower.width()
        });
        if let Some((sign, weight)) = sign {
            let at = pos2(lower.left(), lower.top() + ROW_HEIGHT / 2.0 - 1.0);
            behind.min.x = paint_sign(ui, at, sign, weight).right() + space::XS;
        }
        // Less than a few letters say nothing.
        if behind.width() >= MIN_NAME {
            let at = behind.with_max_y(behind.top() + ROW_HEIGHT).translate(vec2(0.0, -1.0));
            let second_name = &self.names[1];
            if !second_name.is_empty() {
                caption(second_name).paint_within(ui, at, Align2::LEFT_CENTER);
            }
        }
    }

    /// Draws the columns below the points.
    fn numbers_ui(&self, ui: &mut Ui) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), NUMBERS));
        let row = rect.with_min_x(rect.left() + INDENT);
        let size = if row.width() / count_as_f32(Column::BELOW_POINTS.len()) < 66.0 {
            text::LEAD
        } else {
            text::TITLE
        };
        let mut left = row.left();
        for (column, width) in Column::BELOW_POINTS.into_iter().zip(widths(ui, row.width())) {
            let cell = Rect::from_min_size(pos2(left, row.top()), vec2(width, NUMBERS));
            left += width;
            let response = self.number_button(ui, cell, column);
            paint_focus(ui, cell.expand2(vec2(space::XS, 0.0)), &response);
            let (upper, lower) = cell.split_top_bottom_at_y(cell.top() + 24.0);
            let number = column.format(self.value(column));
            let at = figure(number, size).paint(ui, upper, Align2::LEFT_CENTER);
            mark(ui, DecisivePart::PlayerNumber, at);
            let delta = self.delta(ui, column);
            match delta {
                // A previewed number is below the current one, where it cannot be misread.
                Some((becomes, color)) if self.changes.is_preview => {
                    body(becomes).bold().tinted(color).paint_within(ui, lower, Align2::LEFT_TOP);
                }
                delta => {
                    if let Some((delta, color)) = delta {
                        let delta = caption(delta).tinted(color).lay(ui);
                        let place = upper.with_min_x(at.right() + space::XS);
                        // Half a change would be worse than none; the journal has it.
                        if delta.size().x <= place.width() {
                            paint_in(ui.painter(), place, Align2::LEFT_CENTER, delta);
                        }
                    }
                    caption(column.caption()).paint_within(ui, lower, Align2::LEFT_TOP);
                }
            }
            if response.clicked() {
                self.commands.push(column.explanation(self.player));
            }
        }
    }

    /// Returns the number of the player in a column.
    fn value(&self, column: Column) -> i32 {
        column.value(self.game, self.player)
    }

    /// Adds the button over a number.
    fn number_button(&self, ui: &Ui, rect: Rect, column: Column) -> Response {
        let response = ui.interact(rect, self.id(ui, column.caption()), Sense::click());
        let amount = column.format_with_unit(self.value(column));
        response.widget_info(|| {
            let mut label = format!("{}, {amount}", self.name);
            let by = column.change(&self.changes.outlook, self.player);
            if by != 0 {
                let when =
                    if self.changes.is_preview { "would change by" } else { "just changed by" };
                label = format!("{label}, {when} {}", column.format_change(by));
            }
            WidgetInfo::labeled(Role::Button, true, label)
        });
        response.on_hover_text(format!("Why {amount}?"))
    }

    /// Formats the number after the preview, or its latest change, with its color; `None` if
    /// nothing changes.
    fn delta(&self, ui: &Ui, column: Column) -> Option<(String, Color32)> {
        let theme = theme(ui);
        let by = column.change(&self.changes.outlook, self.player);
        let color = match (self.changes.is_preview, by) {
            (_, 0) => return None,
            // A recorded change is no news for long.
            (false, _) => theme.muted,
            (true, 1..) => theme.good,
            (true, _) => theme.bad,
        };
        let words = if self.changes.is_preview {
            format!("→ {}", column.format(self.value(column).saturating_add(by)))
        } else {
            column.format_change(by)
        };
        Some((words, color))
    }

    fn id(&self, ui: &Ui, what: &str) -> Id {
        ui.scope_id().with(("player", self.player.0, what))
    }
}

/// Returns the heading and the subheading of a player: name and race, or the other way round.
/// Before the race is chosen there is only the name.
fn names(named: NamedGame<'_>, player: PlayerId) -> [String; 2] {
    let (name, label) = (named.game().player_name(player).to_owned(), named.label(player));
    let race =
        named.game().race(player).map(|race| named.game().contents().race_name(race).to_owned());
    match race {
        Some(_) if label != name => [label, name],
        Some(race) => [name, race],
        None => [name, String::new()],
    }
}

/// Returns the widths of the columns below the points: equal, or by their captions where those
/// would overlap.
fn widths(ui: &Ui, width: f32) -> [f32; Column::BELOW_POINTS.len()] {
    let captions = Column::BELOW_POINTS.map(|column| caption(column.caption()).lay(ui).size().x);
    let count = count_as_f32(captions.len());
    let equal = width / count;
    if captions.iter().all(|caption| caption + space::S <= equal) {
        return captions.map(|_| equal);
    }
    let gap = (width - captions.iter().sum::<f32>()) / count;
    captions.map(|caption| caption + gap)
}
