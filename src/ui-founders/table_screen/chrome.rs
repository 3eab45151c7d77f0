//! The panels around the center of the table screen, in each of its arrangements.

use egui::{Frame, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder};

use super::{TableMemory, chance_of, raised};
use crate::achievements_panel::judge_achievement_ui;
use crate::action_panel::action_panel_ui;
use crate::arrangement::Arrangement;
use crate::checkpoint_bar::checkpoint_bar_ui;
use crate::deal_panel::{deal_panel_ui, resume_deal_ui};
use crate::draft_panel::is_draft_pending;
use crate::journal_panel::journal_panel_ui;
use crate::players_panel::{PlayersForm, pairs_height, players_panel_ui};
use crate::question_view::question_view_ui;
use crate::solo_panel::solo_panel_ui;
use crate::vote_panel::vote_steps_ui;
use ui_board::Cx;
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::{dense, line, space, theme, touch};

/// Minimum height of the action panel: two rows to press and their outcome, or a placement and the
/// reasons against a square. Hardly a step needs more, so that the board does not move from the
/// first decision of an action to the last.
pub(super) const ACTION_HEIGHT: f32 = 180.0;
/// Maximum share of the height that the action panel may take from the board.
const MAX_ACTION: f32 = 0.6;
/// Height of a deal of the setup: the dealt cards, the field, and three rows of cards.
const DEAL_HEIGHT: f32 = 216.0;
/// Minimum height of the side panel below the board: the tabs, and the first item of a list.
const SIDE_PANEL_HEIGHT: f32 = 148.0;
/// Height of the tabs of the side panel, and of the gap below them.
const TABS: f32 = 56.0;
/// Height of the question about the score track, with a gap.
const CHECKPOINT: f32 = touch::TARGET + space::S;
/// Minimum width of the column next to the board of a low window.
const COLUMN_WIDTH: f32 = 320.0;

/// The panels around the center.
pub(super) struct Chrome<'a> {
    /// The context of the action panel.
    pub(super) cx: Cx<'a>,
    /// The context of everything else. Its table is the one before a vote while that is counted.
    pub(super) public: Cx<'a>,
    /// `true` if the page in the center asks everything that is pending.
    pub(super) asks_all: bool,
    /// `true` if the drawn cards are asked for, in the place of the actions.
    pub(super) deals: bool,
    /// `true` if the score track may be asked about.
    pub(super) confirms: bool,
}

impl Chrome<'_> {
    /// Draws players, actions and side panel around the place left to the center; returns the place
    /// of the actions.
    pub(super) fn ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        if !self.has_side_panel(memory) {
            self.checkpoint_ui(ui, raised(ui), memory);
        }
        match Arrangement::of(ui.ctx().content_rect().size()) {
            Arrangement::Wide => self.sides_ui(ui, true, memory),
            Arrangement::Standard => self.sides_ui(ui, false, memory),
            Arrangement::Tall => self.above_and_below_ui(ui, memory),
            Arrangement::Low => self.column_ui(ui, memory),
        }
    }

    /// Draws players left, the side panel right, actions below the board.
    fn sides_ui(&self, ui: &mut Ui, is_wide: bool, memory: &mut TableMemory) -> Option<Rect> {
        let width = ui.available_width();
        // With a column more everything is a little narrower, so that the board is not.
        let (players, journal, papers) =
            if is_wide { (0.175, 0.175, 0.175) } else { (0.233, 0.0, 0.253) };
        if self.cx.settings.shows_players {
            Panel::left("players")
                .frame(raised(ui))
                .default_size((width * players).clamp(236.0, 480.0))
                .size_range(200.0..=width * 0.4)
                .show(ui, |ui| self.players_ui(ui, PlayersForm::Column, memory));
        }
        // In a narrower window the actions span what the players leave, so that a hand has one row.
        let spans = (!is_wide && !self.asks_all).then(|| self.action_area_ui(ui, memory));
        let has_column =
            is_wide && self.cx.settings.shows_journal && !memory.center.layout.is_open();
        if has_column {
            Panel::right("journal")
                .frame(raised(ui))
                .default_size(width * journal)
                .size_range(260.0..=width * 0.4)
                .show(ui, |ui| {
                    keyboard::pane(ui.ctx(), Pane::Journal, ui.max_rect());
                    journal_panel_ui(ui, self.public, &mut memory.side_panel.journal);
                });
        }
        let (min, usual) =
            if memory.center.layout.is_open() { (260.0, 0.34) } else { (220.0, papers) };
        if self.has_side_panel(memory) {
            let name = if memory.center.layout.is_open() { "layout" } else { "side" };
            Panel::right(name)
                .frame(raised(ui))
                .default_size((width * usual).clamp(250.0, 640.0))
                .size_range(min..=width * 0.6)
                .show(ui, |ui| {
                    self.side_panel_ui(ui, has_column, memory);
                });
        }
        spans.or_else(|| (is_wide && !self.asks_all).then(|| self.action_area_ui(ui, memory)))
    }

    /// Draws players above the board, actions and side panel below it.
    fn above_and_below_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        if self.cx.settings.shows_players {
            Panel::top("players above")
                .frame(raised(ui))
                .show(ui, |ui| self.players_ui(ui, PlayersForm::Row, memory));
        }
        if self.has_side_panel(memory) {
            // The board is as wide as the window; the side panel gets the height that it leaves.
            let board = memory.board.extent(ui, self.cx.table);
            let floor = if self.asks_all { 0.0 } else { ACTION_HEIGHT + space::M + space::S };
            let left = ui.available_height() - floor - ui.available_width() * board.y / board.x;
            let max = (ui.available_height() * 0.5).max(SIDE_PANEL_HEIGHT);
            Panel::bottom("papers")
                .frame(raised(ui))
                .resizable(true)
                .default_size((left - 2.0 * space::M).clamp(SIDE_PANEL_HEIGHT, max))
                .size_range(SIDE_PANEL_HEIGHT..=max)
                .show(ui, |ui| self.side_panel_ui(ui, false, memory));
        }
        (!self.asks_all).then(|| self.action_area_ui(ui, memory))
    }

    /// Draws players, actions and side panel in a column at the right; the board has the height.
    fn column_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        let board = memory.board.extent(ui, self.cx.table);
        let available = ui.available_size();
        let frame = Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::S as i8));
        let width = available.x - available.y * board.x / board.y;
        let min = COLUMN_WIDTH.min(available.x * 0.5);
        let mut is_floor = false;
        let column = Panel::right("column")
            .frame(frame)
            .resizable(false)
            .exact_size((width.max(min) - 2.0 * space::S).floor())
            .show(ui, |ui| {
                // The actions are one of the tabs.
                let has_papers = self.has_side_panel(memory);
                let must_show = memory.side_panel.learn.is_open() || memory.center.layout.is_open();
                let is_paper = has_papers && (memory.side_panel.is_shown || must_show);
                is_floor = !self.asks_all && !is_paper;
                // Tabs give way to a step that needs all of the column, and the players after them;
                // a deal is compared with the offers, so that their tab stays instead.
                let needed = if is_floor { self.needed_height(memory) } else { 0.0 };
                let pairs = pairs_height(self.public.table.game()) + space::XS;
                let left = ui.available_height() - needed;
                let has_pairs = left >= if self.deals { pairs + TABS } else { pairs };
                let above = if has_pairs { pairs } else { 0.0 };
                let has_tabs = has_papers && left >= above + TABS;
                let asks = left >= pairs + TABS + CHECKPOINT;
                if self.cx.settings.shows_players && has_pairs {
                    self.players_ui(ui, PlayersForm::Pairs, memory);
                    ui.add_space(space::XS);
                }
                if !is_floor {
                    self.side_panel_ui(ui, false, memory);
                    return;
                }
                if has_tabs {
                    if asks {
                        self.checkpoint_ui(ui, Frame::NONE, memory);
                    }
                    self.tabs_ui(ui, false, memory);
                    ui.add_space(space::S);
                }
                keyboard::pane(ui.ctx(), Pane::Action, ui.available_rect_before_wrap());
                self.actions_ui(ui, memory);
            });
        is_floor.then_some(column.response.rect)
    }

    fn players_ui(&self, ui: &mut Ui, form: PlayersForm, memory: &mut TableMemory) {
        players_panel_ui(ui, self.public, form, &mut memory.popups.players);
        keyboard::pane(ui.ctx(), Pane::Players, ui.min_rect());
    }

    /// Returns the height that the actions need, wherever the pointer is.
    fn needed_height(&self, memory: &TableMemory) -> f32 {
        if self.deals { DEAL_HEIGHT } else { memory.action_area.height }
    }

    /// Draws the actions in a panel at the bottom; returns its place.
    fn action_area_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Rect {
        // In the setup nothing is pressed on the board, which can give way to the whole deck.
        let is_deck = self.deals && self.cx.table.game().in_setup();
        let margin = Margin { bottom: 1, top: 5, ..Margin::same(space::M as i8) };
        // The content is equally high wherever the pointer is, so that the board sits still.
        let height = if is_deck {
            DEAL_HEIGHT.min(ui.available_height() * 0.4)
        } else {
            let max = ui.available_height() * MAX_ACTION;
            let around = margin.sum().y + line::HAIR;
            // A deal of a turn takes the space that there is.
            let needed = if self.deals { 0.0 } else { self.needed_height(memory) };
            (needed + around).min(max).max(ACTION_HEIGHT)
        };
        let panel = Panel::bottom("action")
            .frame(raised(ui).inner_margin(margin))
            .resizable(false)
            .exact_size(height)
            .show(ui, |ui| self.actions_ui(ui, memory));
        keyboard::pane(ui.ctx(), Pane::Action, panel.response.rect);
        panel.response.rect
    }

    /// Returns `true` if the score track is asked about now.
    pub(super) fn asks_to_confirm(&self, memory: &mut TableMemory) -> bool {
        self.confirms && memory.side_panel.checkpoint.offer(self.public.table).is_some()
    }

    /// Draws the question about the score track at the foot of the side panel, where nothing moves
    /// for it; at the foot of the window where the side panel is hidden. A low side panel has it
    /// next to its tabs instead.
    pub(super) fn checkpoint_ui(&self, ui: &mut Ui, frame: Frame, memory: &mut TableMemory) {
        if self.asks_to_confirm(memory) {
            Panel::bottom("checkpoint").frame(frame).show(ui, |ui| {
                dense(ui);
                checkpoint_bar_ui(ui, self.public, &mut memory.side_panel.checkpoint);
            });
        }
    }

    /// Draws the actions that are possible now.
    fn actions_ui(&self, ui: &mut Ui, memory: &mut TableMemory) {
        let table = self.cx.table;
        if self.deals {
            // A deal uses the space that there is, and leaves its height as it was.
            let place = ui.available_rect_before_wrap();
            let mut deal = ui.new_child(UiBuilder::new().max_rect(place));
            deal.shrink_clip_rect(place);
            let asked = (table.journal().tags.app_deals, is_draft_pending(table));
            let mut draw = chance_of(&mut memory.chance);
            let floor = &mut memory.action_area;
            deal_panel_ui(&mut deal, self.cx, asked, &mut draw, &mut floor.deal);
            ui.advance_cursor_after_rect(place);
            return;
        }
        // All of it scrolls, so that nothing makes the panel higher than it was.
        let scroll = ScrollArea::vertical().id_salt("action").auto_shrink(false);
        let shown = scroll.show(ui, |ui| {
            if table.game().vote_stage().is_some() {
                vote_steps_ui(ui, table);
            }
            let floor = &mut memory.action_area;
            resume_deal_ui(ui, table, &mut floor.deal);
            let asked = question_view_ui(ui, self.cx, &mut floor.question)
                || judge_achievement_ui(ui, self.cx, &mut memory.side_panel.achievements)
                || solo_panel_ui(ui, self.cx, &mut floor.solo);
            if asked { 0.0 } else { action_panel_ui(ui, self.cx, &mut floor.action) }
        });
        let height = (shown.content_size.y - shown.inner).ceil();
        if (memory.action_area.height - height).abs() > 0.5 {
            memory.action_area.height = height;
            // The panel is placed before its content is drawn.
            ui.ctx().request_discard("what can be done is higher or lower than before");
        }
    }

    /// Returns `true` if the side panel is shown; a form in it goes before the tabs, and is shown
    /// even where they are hidden.
    pub(super) fn has_side_panel(&self, memory: &TableMemory) -> bool {
        self.cx.settings.shows_offers
            || memory.side_panel.learn.is_open()
            || memory.center.layout.is_open()
    }
}
