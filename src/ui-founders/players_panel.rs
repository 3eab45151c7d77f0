//! The players: what each has, whose turn it is, and what the action pointed at changes.
//!
//! Every player has the same block, in seat order, and all of them are seen whatever the window:
//! they share the height of the panel, or stand side by side where the board needs the width. What
//! is asked for less often follows as far as there is room; all of it unfolds beside the block.
//! Every number opens where it comes from. What changes is written beside a number, in room that is always kept free for
//! it: nothing moves when the pointer does.

mod columns;
mod details;
mod plate;

use plain_text::remarks;
use std::cell::Cell;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{
    Align2, Area, Color32, Galley, Id, Pos2, Rect, Response, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use columns::Column;
use components::quantity::Points;
use details::{Details, ROWS};
use narration::NamedGame;
pub(crate) use plate::plates_ui;
use rules::Game;
use rules::moves::Outlook;
use rules::player::{ByPlayer, PlayerId};
use rules::task::Task;
use table::table::{Aim, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::paint_player_badge;
use ui_board::settings::{Preview, Settings};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::Queue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    LINE, SIGN_MARGIN, Weight, body, caption, figure, group_ui, hairline_ui, lead, left_of,
    paint_crown, paint_focus, paint_in, paint_sign, popup_ui,
};

/// The strip at the left of the player who is to act.
const STRIP: f32 = 4.0;
/// Where the content of a block begins.
const INDENT: f32 = STRIP + space::S;
/// Least height of the line with the name and the points.
const LEAST_HEAD: f32 = 46.0;
/// Height of that line where there is room for points that are read from afar.
const MOST_HEAD: f32 = 70.0;
/// Height of the line with money, income and influence.
const NUMBERS: f32 = touch::TARGET;
/// Height of a low block.
const PAIR: f32 = touch::TARGET + space::XS;
/// The token with the letter.
const TOKEN: f32 = 34.0;
/// Room for a change of points beside them.
const DELTA: f32 = 40.0;
/// Room for the crown behind a name, and the least that it leaves to a name that is cut short.
const CROWN: f32 = 24.0;
const LEAST_BEFORE_CROWN: f32 = 44.0;
/// The part of a block's width that points may take.
const POINTS: f32 = 0.32;
/// Least room for the name of a person beside a sign.
const LEAST_NAME: f32 = 28.0;
/// Width of what unfolds.
const UNFOLDED: f32 = 280.0;

/// How the blocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayersForm {
    /// One below the other, sharing the height.
    Column,
    /// Side by side in one row.
    Row,
    /// Two beside each other, as low as a finger allows: the rest unfolds.
    Pairs,
}

/// What the panel remembers.
#[derive(Clone, Debug, Default)]
pub struct PlayersMemory {
    /// Whose block is unfolded.
    pub unfolded: Option<PlayerId>,
    /// What everybody's points have still to be counted up by.
    pub to_come: ByPlayer<Points>,
    /// Where the points stood in the latest frame.
    pub numerals: ByPlayer<Option<Rect>>,
}

impl PlayersMemory {
    /// Unfolds the numbers of a player, or folds them.
    fn toggle(&mut self, player: PlayerId) {
        let was_unfolded = self.unfolded == Some(player);
        self.unfolded = (!was_unfolded).then_some(player);
    }

    /// Folds what is unfolded; says whether there was something.
    pub fn close(&mut self) -> bool {
        self.unfolded.take().is_some()
    }
}

/// All players, in seat order.
pub fn players_panel_ui(ui: &mut Ui, cx: Cx<'_>, form: PlayersForm, memory: &mut PlayersMemory) {
    let changes = Changes::of(cx.table, cx.settings);
    let named = cx.table.named_game();
    let blocks: Vec<Block<'_>> =
        named.game().players().map(|player| Block::new(cx, player, &changes, memory)).collect();
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    match form {
        PlayersForm::Column => column_ui(ui, &blocks, memory),
        PlayersForm::Row => row_of_blocks_ui(ui, &blocks, memory),
        PlayersForm::Pairs => pairs_ui(ui, &blocks, memory),
    }
    for block in &blocks {
        memory.numerals[block.player] = block.numeral.get();
    }
}

/// Blocks that share the height, each with as many lines of details as fit into its share.
fn column_ui(ui: &mut Ui, blocks: &[Block<'_>], memory: &mut PlayersMemory) {
    let share = ui.available_height() / many(blocks.len());
    let around = 2.0 * space::XS + line::HAIR;
    let head = (share - around - NUMBERS).clamp(LEAST_HEAD, MOST_HEAD);
    let fixed = around + head + NUMBERS;
    let lines = (((share - fixed - space::XS) / LINE).max(0.0) as usize).min(ROWS);
    let left_over = share - fixed - many(lines) * LINE;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            hairline_ui(ui);
        }
        ui.add_space(space::XS);
        let cell = ui.available_rect_before_wrap();
        let is_unfolded = memory.unfolded == Some(block.player);
        let builder = UiBuilder::new().max_rect(cell);
        let is_toggled = ui
            .scope_builder(builder, |ui| {
                group_ui(ui, block.summary(), |ui| {
                    let toggled = block.head_ui(ui, head, is_unfolded);
                    block.numbers_ui(ui);
                    block.details().lines_ui(ui, lines);
                    block.strip_ui(ui, cell.top());
                    toggled
                })
            })
            .inner;
        let cell = cell.with_max_y(ui.cursor().top());
        let beside = cell.right_top() + vec2(space::M, 0.0);
        if is_toggled {
            memory.toggle(block.player);
        } else {
            beside_ui(ui, block, cell, beside, memory);
        }
        ui.add_space(space::XS + left_over.clamp(0.0, space::L));
    }
}

/// Blocks side by side.
fn row_of_blocks_ui(ui: &mut Ui, blocks: &[Block<'_>], memory: &mut PlayersMemory) {
    let gap = space::M;
    let height = MOST_HEAD - space::M + NUMBERS;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    for (block, cell) in blocks.iter().zip(cells(rect, blocks.len(), gap)) {
        if cell.left() > rect.left() {
            let hair = egui::Stroke::new(line::HAIR, theme(ui).hairline);
            ui.painter().vline(cell.left() - gap / 2.0, rect.y_range(), hair);
        }
        let is_unfolded = memory.unfolded == Some(block.player);
        let is_toggled = ui
            .scope_builder(UiBuilder::new().max_rect(cell), |ui| {
                group_ui(ui, block.summary(), |ui| {
                    let toggled = block.head_ui(ui, height - NUMBERS, is_unfolded);
                    block.numbers_ui(ui);
                    block.strip_ui(ui, cell.top());
                    toggled
                })
            })
            .inner;
        if is_toggled {
            memory.toggle(block.player);
        } else {
            beside_ui(ui, block, cell, cell.left_bottom(), memory);
        }
    }
}

/// Returns the height of low blocks, two in a row, and of the gap below them.
pub(crate) fn pairs_height(game: &Game) -> f32 {
    many(game.players().count().div_ceil(2)) * PAIR + space::XS
}

/// Low blocks, two in a row.
fn pairs_ui(ui: &mut Ui, blocks: &[Block<'_>], memory: &mut PlayersMemory) {
    let gap = space::S;
    for pair in blocks.chunks(2) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), PAIR));
        for (block, cell) in pair.iter().zip(cells(rect, 2, gap)) {
            let is_toggled = ui
                .scope_builder(UiBuilder::new().max_rect(cell), |ui| {
                    group_ui(ui, block.summary(), |ui| {
                        let is_unfolded = memory.unfolded == Some(block.player);
                        let toggled = block.low_ui(ui, PAIR, is_unfolded);
                        block.strip_ui(ui, cell.top());
                        toggled
                    })
                })
                .inner;
            if is_toggled {
                memory.toggle(block.player);
            } else {
                beside_ui(ui, block, cell, cell.left_bottom(), memory);
            }
        }
    }
}

/// So many cells of a row, alike, with a gap between them.
fn cells(row: Rect, count: usize, gap: f32) -> impl Iterator<Item = Rect> {
    let width = (row.width() + gap) / many(count) - gap;
    let first = row.with_max_x(row.left() + width);
    (0..count).map(move |index| first.translate(vec2(many(index) * (width + gap), 0.0)))
}

/// How many players or lines there are, to reckon with distances.
fn many(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

/// What unfolds from a block, with its corner `at` the given place, over whatever is there.
fn beside_ui(ui: &Ui, block: &Block<'_>, cell: Rect, at: Pos2, memory: &mut PlayersMemory) {
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

/// What an action changes, and whether it has been recorded.
struct Changes {
    outlook: Outlook,
    is_preview: bool,
}

impl Changes {
    /// What the square pointed at comes to, else what the turn of the entry looked at has come
    /// to.
    fn of(table: &Table, settings: &Settings) -> Self {
        let aimed = table.aim().and_then(Aim::played);
        if let (Some(played), Preview::Before) = (aimed, settings.preview) {
            return Self { outlook: Outlook::of(played), is_preview: true };
        }
        Self { outlook: table.turn().outlook.clone(), is_preview: false }
    }
}

/// What a player has to do with what is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Won,
    /// The solo game is lost.
    Lost,
    Turn,
    /// Asked next in somebody else's turn, or in the setup.
    Next,
    /// Has the turn while somebody else is asked.
    Waits,
    /// Something is owed later in somebody else's turn, or in the setup.
    Acts,
    /// The card that was led can be followed later.
    Follows,
    Nothing,
}

impl Duty {
    fn of(table: &Table, player: PlayerId) -> Self {
        let (game, owed) = (table.game(), table.owed_in_view());
        if game.is_over() && game.winner().is_none() {
            return Self::Lost;
        }
        if let Some(winner) = game.winner() {
            return if winner == player { Self::Won } else { Self::Nothing };
        }
        let is_next = owed.first().and_then(|first| first.player) == Some(player);
        let acts = owed.iter().any(|owed| owed.player == Some(player) && owed.task != Task::Turn);
        if game.active_player() == Some(player) {
            // Whoever has the turn waits while somebody else is asked.
            let waits = owed.first().is_some_and(|first| first.player.is_some()) && !is_next;
            if waits { Self::Waits } else { Self::Turn }
        } else if is_next {
            Self::Next
        } else if acts {
            Self::Acts
        } else if game.still_to_follow().contains(&player) {
            Self::Follows
        } else {
            Self::Nothing
        }
    }

    /// Whether this is who the game waits for, or who it was about: one player at most.
    const fn is_marked(self) -> bool {
        matches!(self, Self::Won | Self::Turn | Self::Next)
    }

    const fn sign(self) -> Option<(&'static str, Weight)> {
        match self {
            Self::Won => Some(("Winner", Weight::Strong)),
            Self::Lost => Some(("Lost", Weight::Strong)),
            Self::Turn => Some(("Turn", Weight::Strong)),
            Self::Next => Some(("To act", Weight::Strong)),
            Self::Waits => Some(("Turn", Weight::Quiet)),
            Self::Acts => Some(("To act", Weight::Plain)),
            Self::Follows => Some(("To follow", Weight::Quiet)),
            Self::Nothing => None,
        }
    }

    const fn said(self) -> Option<&'static str> {
        match self {
            Self::Won => Some("has won"),
            Self::Lost => Some("has lost"),
            Self::Turn | Self::Waits => Some("has the turn"),
            Self::Next | Self::Acts => Some("is to act now"),
            Self::Follows => Some("has still to follow"),
            Self::Nothing => None,
        }
    }
}

/// The first line of a block.
struct HeadLine<'a> {
    height: f32,
    /// The sign for more below, where one is drawn.
    chevron: Option<Icon>,
    /// Words beside the sign of the duty, the longest first; the first that fit are drawn.
    beside: &'a [&'a str],
}

/// One player.
struct Block<'a> {
    game: &'a Game,
    commands: &'a Queue<FoundersCommand>,
    player: PlayerId,
    /// How messages call the player.
    name: String,
    /// How the block is headed, and what is said beside it.
    called: [String; 2],
    duty: Duty,
    leads: bool,
    changes: &'a Changes,
    /// What the points have still to be counted up by.
    to_come: Points,
    /// Where the points stand.
    numeral: Cell<Option<Rect>>,
}

impl<'a> Block<'a> {
    fn new(cx: Cx<'a>, player: PlayerId, changes: &'a Changes, memory: &PlayersMemory) -> Self {
        let named = cx.table.named_game();
        let most = named.game().players().map(|player| named.game().points(player)).max();
        // Where nobody has any points yet, or all have as many, nobody is ahead.
        let is_ahead = named.game().players().any(|other| Some(named.game().points(other)) != most);
        Self {
            game: named.game(),
            commands: cx.commands,
            player,
            name: named.label(player),
            called: called(named, player),
            duty: Duty::of(cx.table, player),
            leads: is_ahead && Some(named.game().points(player)) == most,
            changes,
            to_come: memory.to_come[player],
            numeral: Cell::new(None),
        }
    }

    /// What a screen reader says of the player: "Human, 14 points, $5, income 3, …".
    fn summary(&self) -> String {
        let mut parts = vec![self.name.clone()];
        parts.extend(Column::ALL.map(|column| column.format_with_unit(self.value(column))));
        if self.leads {
            parts.push("leads".to_owned());
        }
        parts.extend(self.duty.said().map(str::to_owned));
        remarks(&parts)
    }

    fn details(&self) -> Details<'a> {
        Details { game: self.game, player: self.player }
    }

    /// The strip beside whoever is marked, from `top` to what was drawn last.
    fn strip_ui(&self, ui: &Ui, top: f32) {
        if self.duty.is_marked() {
            let left = ui.min_rect().left();
            let strip =
                Rect::from_min_max(pos2(left, top), pos2(left + STRIP, ui.min_rect().bottom()));
            ui.painter().rect_filled(strip, STRIP / 2.0, theme(ui).accent);
        }
    }

    /// Who it is, whose turn it is, and the points; says whether the block is to be folded or
    /// unfolded.
    fn head_ui(&self, ui: &mut Ui, height: f32, unfolded: bool) -> bool {
        let icon = if unfolded { Icon::ChevronDown } else { Icon::ChevronRight };
        let line = HeadLine { height, chevron: Some(icon), beside: &[&self.called[1]] };
        self.line_ui(ui, unfolded, line)
    }

    /// All of a low block, with money and income in the place of the name.
    fn low_ui(&self, ui: &mut Ui, height: f32, unfolded: bool) -> bool {
        let money = Column::Money.format(self.value(Column::Money));
        let income = self.value(Column::Income);
        let beside = [&format!("{money} (+{income})"), money.as_str()];
        self.line_ui(ui, unfolded, HeadLine { height, chevron: None, beside: &beside })
    }

    fn line_ui(
        &self,
        ui: &mut Ui,
        unfolded: bool,
        HeadLine { height, chevron, beside }: HeadLine<'_>,
    ) -> bool {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
        let beside_number = self.points_ui(ui, rect);
        let who = rect.with_min_x(rect.left() + INDENT).with_max_x(beside_number);
        let is_toggled = self.fold_button(ui, who, unfolded);
        self.who_ui(ui, who, chevron, beside);
        is_toggled
    }

    /// The points at the right of a head, with their change beside them; gives where what stands
    /// left of all that ends.
    fn points_ui(&self, ui: &Ui, rect: Rect) -> f32 {
        let points = self.points(ui, rect.size());
        let number = rect.with_min_x(rect.right() - points.size().x - space::XS);
        let beside_number = number.left() - DELTA;
        self.numeral.set(Some(number));
        let response = self.number_button(ui, number, Column::Points);
        paint_focus(ui, number, &response);
        paint_in(ui.painter(), number, Align2::CENTER_CENTER, points);
        let beside = rect.with_min_x(beside_number).with_max_x(number.left() - 2.0);
        if let Some((delta, color)) = self.delta(ui, Column::Points) {
            figure(delta, text::LEAD).tinted(color).paint(
                ui,
                beside.shrink2(vec2(0.0, 3.0)),
                Align2::RIGHT_BOTTOM,
            );
        }
        if response.clicked() {
            self.commands.push(Column::Points.explanation(self.player));
        }
        beside_number
    }

    /// The points, as large as a head of this size lets them be.
    fn points(&self, ui: &Ui, head: Vec2) -> Arc<Galley> {
        const SIZES: [f32; 3] = [text::GIANT, text::HERO, text::HEAD];
        let points = self.game.points(self.player) - self.to_come;
        let lay = |size| figure(points.to_string(), size).lay(ui);
        // As if everybody had two digits, so that they do not shrink as they grow.
        let fits = |size: &f32| *size <= head.y && 1.2 * size <= head.x * POINTS;
        lay(SIZES.into_iter().find(fits).unwrap_or(text::HEAD))
    }

    /// Folds and unfolds the block; says whether it was pressed.
    fn fold_button(&self, ui: &Ui, rect: Rect, unfolded: bool) -> bool {
        let response = ui.interact(rect, self.id(ui, "fold"), Sense::click());
        let verb = if unfolded { "Less of" } else { "More of" };
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, unfolded, format!("{verb} {}", self.name))
        });
        paint_focus(ui, rect, &response);
        response.clicked()
    }

    /// Token and name, with the duty below and beside that the first for which there is room; the
    /// last is cut short where none has it. A chevron where the block folds.
    fn who_ui(&self, ui: &Ui, rect: Rect, chevron: Option<Icon>, beside: &[&str]) {
        let theme = theme(ui);
        let token = Rect::from_center_size(
            pos2(rect.left() + TOKEN / 2.0, rect.center().y),
            Vec2::splat(TOKEN),
        );
        let mut words = rect.with_min_x(token.right() + space::S);
        if let Some(icon) = chevron {
            let place = left_of(words, 16.0);
            paint_icon(ui.painter(), icon, place, theme.muted);
            words.min.x = place.right() + space::XS;
        }
        paint_player_badge(ui.painter(), token, self.game, self.player);
        // The name has the room above the change of the points, as far as the crown, which gives
        // way where nothing would be left of the name.
        let mut upper =
            Rect::from_min_max(words.min, pos2(words.right() + DELTA, words.center().y + 1.0));
        let name = lead(&self.called[0]).bold();
        let before_crown = upper.width() - CROWN;
        let fits = || name.clone().lay(ui).size().x <= before_crown;
        if self.leads && (before_crown >= LEAST_BEFORE_CROWN || fits()) {
            let at = pos2(upper.right() - CROWN + space::XS, rect.top() + space::XS);
            paint_crown(ui.painter(), Rect::from_min_size(at, Vec2::splat(15.0)), theme.ink);
            upper.max.x -= CROWN;
        }
        let lower = Rect::from_min_max(pos2(words.left(), words.center().y + 1.0), words.max);
        name.paint_within(ui, upper, Align2::LEFT_BOTTOM);
        let mut behind = lower;
        // Where both have no room, the change of the points goes before the sign, which the strip
        // and the line of what is owed say as well.
        let beside_change = |sign: &str| {
            let width = caption(sign).lay(ui).size().x + 2.0 * SIGN_MARGIN;
            self.delta(ui, Column::Points).is_none() || width <= lower.width()
        };
        if let Some((sign, weight)) = self.duty.sign().filter(|(sign, _)| beside_change(sign)) {
            let at = pos2(lower.left(), lower.top() + LINE / 2.0 - 1.0);
            behind.min.x = paint_sign(ui, at, sign, weight).right() + space::XS;
        }
        // Less than a few letters say nothing.
        if behind.width() >= LEAST_NAME {
            let at = behind.with_max_y(behind.top() + LINE).translate(vec2(0.0, -1.0));
            let fits = |words: &&&str| caption(**words).lay(ui).size().x <= at.width();
            let words = beside.iter().find(fits).or(beside.last());
            if let Some(words) = words.filter(|words| !words.is_empty()) {
                caption(*words).paint_within(ui, at, Align2::LEFT_CENTER);
            }
        }
    }

    /// Draws the columns below the points.
    fn numbers_ui(&self, ui: &mut Ui) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), NUMBERS));
        let row = rect.with_min_x(rect.left() + INDENT);
        let size = if row.width() / many(Column::BELOW_POINTS.len()) < 66.0 {
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
            let delta = self.delta(ui, column);
            match delta {
                // What a number would become stands below it, where nothing else could be meant.
                Some((becomes, color)) if self.changes.is_preview => {
                    body(becomes).bold().tinted(color).paint_within(ui, lower, Align2::LEFT_TOP);
                }
                delta => {
                    if let Some((delta, color)) = delta {
                        let delta = caption(delta).tinted(color).lay(ui);
                        let beside = upper.with_min_x(at.right() + space::XS);
                        // Half a change would be worse than none; the journal has it.
                        if delta.size().x <= beside.width() {
                            paint_in(ui.painter(), beside, Align2::LEFT_CENTER, delta);
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

    /// The button that a number is.
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

    /// What a number would become, or by how much it has just changed, with its colour; nothing
    /// where nothing changes.
    fn delta(&self, ui: &Ui, column: Column) -> Option<(String, Color32)> {
        let theme = theme(ui);
        let by = column.change(&self.changes.outlook, self.player);
        let color = match (self.changes.is_preview, by) {
            (_, 0) => return None,
            // What is recorded is no news for long.
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

/// What a player is called first, and second: the name and the race, or the other way round. Before
/// the race is chosen there is the name alone.
fn called(named: NamedGame<'_>, player: PlayerId) -> [String; 2] {
    let (name, label) = (named.game().player_name(player).to_owned(), named.label(player));
    let race =
        named.game().race(player).map(|race| named.game().contents().race_name(race).to_owned());
    match race {
        Some(_) if label != name => [label, name],
        Some(race) => [name, race],
        None => [name, String::new()],
    }
}

/// Returns the widths of the columns below the points: equal, or by their captions where those would
/// overlap.
fn widths(ui: &Ui, width: f32) -> [f32; Column::BELOW_POINTS.len()] {
    let captions = Column::BELOW_POINTS.map(|column| caption(column.caption()).lay(ui).size().x);
    let count = many(captions.len());
    let equal = width / count;
    if captions.iter().all(|caption| caption + space::S <= equal) {
        return captions.map(|_| equal);
    }
    let gap = (width - captions.iter().sum::<f32>()) / count;
    captions.map(|caption| caption + gap)
}
