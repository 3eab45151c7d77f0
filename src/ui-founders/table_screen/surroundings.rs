//! What stands around the middle of the table screen, in each of its arrangements.

use egui::{Frame, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder};

use super::{TableMemory, chance_of, raised};
use crate::achievements_panel::judge_ui;
use crate::action_panel::action_panel_ui;
use crate::arrangement::Arrangement;
use crate::checkpoint_bar::checkpoint_bar_ui;
use crate::deal_panel::{deal_now_ui, deal_panel_ui};
use crate::draft_panel::is_draft;
use crate::journal_panel::journal_panel_ui;
use crate::players_panel::{PlayersForm, pairs_height, players_panel_ui};
use crate::question_view::question_view_ui;
use crate::solo_panel::solo_panel_ui;
use crate::vote_panel::vote_steps_ui;
use ui_board::Cx;
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::{dense, line, space, theme};

/// The least height of what can be done: two rows to press and what they come to, or what is placed
/// and why a square is refused. Hardly a step needs more, so that the board does not move from the
/// first decision of an action to the last.
pub(super) const ACTION_HEIGHT: f32 = 180.0;
/// The part of the height that what can be done may take from the board.
const MOST_ACTION: f32 = 0.6;
/// The height of a deal of the setup: what is dealt, the field, and three rows of cards.
const DEAL_HEIGHT: f32 = 216.0;
/// The least height of the papers below the board: the tabs, and the first of a list.
const PAPERS_HEIGHT: f32 = 152.0;
/// The height of the tabs of the papers, and of the gap below them.
const TABS: f32 = 56.0;
/// The least width of the column beside the board of a low window.
const COLUMN_WIDTH: f32 = 320.0;

/// What stands around the middle.
pub(super) struct Surroundings<'a> {
    /// The context of what can be done.
    pub(super) cx: Cx<'a>,
    /// The context of everything else. Its table is the one before a vote while that is counted.
    pub(super) around: Cx<'a>,
    /// Whether the middle asks everything there is to be asked.
    pub(super) asks_all: bool,
    /// Whether the cards that came up are asked for, in the place of what can be done.
    pub(super) deals: bool,
    /// Whether the score track may be asked about.
    pub(super) confirms: bool,
}

impl Surroundings<'_> {
    /// Draws players, what can be done and papers around the place that is left to the middle;
    /// gives where what can be done stands.
    pub(super) fn ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        if !self.has_papers(memory) {
            self.checkpoint_ui(ui, raised(ui), memory);
        }
        match Arrangement::of(ui.ctx().content_rect().size()) {
            Arrangement::Wide => self.sides_ui(ui, true, memory),
            Arrangement::Standard => self.sides_ui(ui, false, memory),
            Arrangement::Tall => self.above_and_below_ui(ui, memory),
            Arrangement::Low => self.column_ui(ui, memory),
        }
    }

    /// Players left, papers right, what can be done below the board.
    fn sides_ui(&self, ui: &mut Ui, is_wide: bool, memory: &mut TableMemory) -> Option<Rect> {
        let width = ui.available_width();
        // Beside a column more everything is a little narrower, so that the board is not.
        let (players, journal, papers) =
            if is_wide { (0.175, 0.175, 0.175) } else { (0.233, 0.0, 0.253) };
        if self.cx.settings.shows_players {
            Panel::left("players")
                .frame(raised(ui))
                .default_size((width * players).clamp(236.0, 480.0))
                .size_range(200.0..=width * 0.4)
                .show(ui, |ui| self.players_ui(ui, PlayersForm::Column, memory));
        }
        // In a narrower window the floor spans what the players leave, so that a hand has one row.
        let spans = (!is_wide && !self.asks_all).then(|| self.floor_ui(ui, memory));
        let has_column =
            is_wide && self.cx.settings.shows_journal && !memory.middle.layout.is_open();
        if has_column {
            Panel::right("journal")
                .frame(raised(ui))
                .default_size(width * journal)
                .size_range(260.0..=width * 0.4)
                .show(ui, |ui| {
                    keyboard::pane(ui.ctx(), Pane::Journal, ui.max_rect());
                    journal_panel_ui(ui, self.around, &mut memory.papers.journal);
                });
        }
        let (least, usual) =
            if memory.middle.layout.is_open() { (260.0, 0.34) } else { (220.0, papers) };
        if self.has_papers(memory) {
            let name = if memory.middle.layout.is_open() { "layout" } else { "side" };
            Panel::right(name)
                .frame(raised(ui))
                .default_size((width * usual).clamp(250.0, 640.0))
                .size_range(least..=width * 0.6)
                .show(ui, |ui| {
                    self.papers_ui(ui, has_column, memory);
                });
        }
        let stands = is_wide && !self.asks_all;
        spans.or_else(|| stands.then(|| self.floor_ui(ui, memory)))
    }

    /// Players above the board, what can be done and papers below it.
    fn above_and_below_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        if self.cx.settings.shows_players {
            Panel::top("players above")
                .frame(raised(ui))
                .show(ui, |ui| self.players_ui(ui, PlayersForm::Row, memory));
        }
        if self.has_papers(memory) {
            // The board is as wide as the window; what that leaves of the height is for papers.
            let board = memory.board.extent(ui, self.cx.table);
            let floor = if self.asks_all { 0.0 } else { ACTION_HEIGHT + space::M + space::S };
            let left = ui.available_height() - floor - ui.available_width() * board.y / board.x;
            let most = ui.available_height() * 0.5;
            Panel::bottom("papers")
                .frame(raised(ui))
                .resizable(true)
                .default_size((left - 2.0 * space::M).clamp(PAPERS_HEIGHT, most.max(PAPERS_HEIGHT)))
                .size_range(PAPERS_HEIGHT..=most.max(PAPERS_HEIGHT))
                .show(ui, |ui| self.papers_ui(ui, false, memory));
        }
        (!self.asks_all).then(|| self.floor_ui(ui, memory))
    }

    /// Players, what can be done and papers in a column at the right; the board has the height.
    fn column_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Option<Rect> {
        let board = memory.board.extent(ui, self.cx.table);
        let room = ui.available_size();
        let frame = Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::S as i8));
        let width = room.x - room.y * board.x / board.y;
        let least = COLUMN_WIDTH.min(room.x * 0.5);
        let mut is_floor = false;
        let column = Panel::right("column")
            .frame(frame)
            .resizable(false)
            .exact_size((width.max(least) - 2.0 * space::S).floor())
            .show(ui, |ui| {
                // What can be done is one of the papers.
                let has_papers = self.has_papers(memory);
                let must_show = memory.papers.learn.is_open() || memory.middle.layout.is_open();
                let is_paper = has_papers && (memory.papers.is_shown || must_show);
                is_floor = !self.asks_all && !is_paper;
                // Players give way to a step that needs all of the column, and the tabs after them.
                let needed = if is_floor { self.needed_height(memory) } else { 0.0 };
                let has_tabs = has_papers && needed + TABS <= ui.available_height();
                let pairs = pairs_height(self.around.table.game());
                let has_pairs = pairs + TABS + needed <= ui.available_height();
                if self.cx.settings.shows_players && has_pairs {
                    self.players_ui(ui, PlayersForm::Pairs, memory);
                    ui.add_space(space::XS);
                }
                if !is_floor {
                    self.papers_ui(ui, false, memory);
                    return;
                }
                if has_tabs {
                    if has_pairs {
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
        players_panel_ui(ui, self.around, form, &mut memory.popups.players);
        keyboard::pane(ui.ctx(), Pane::Players, ui.min_rect());
    }

    /// Returns the height of what can be done, whatever is pointed at.
    fn needed_height(&self, memory: &TableMemory) -> f32 {
        if self.deals { DEAL_HEIGHT } else { memory.floor.height }
    }

    /// What can be done, in a panel at the bottom; gives the place that it takes.
    fn floor_ui(&self, ui: &mut Ui, memory: &mut TableMemory) -> Rect {
        // In the setup nothing is pressed on the board, which can give way to the whole deck.
        let is_deck = self.deals && self.cx.table.game().in_setup();
        let margin = Margin { bottom: 1, top: 5, ..Margin::same(space::M as i8) };
        // What it holds is as high whatever is pointed at, so that the board sits still.
        let height = if is_deck {
            DEAL_HEIGHT.min(ui.available_height() * 0.4)
        } else {
            let most = ui.available_height() * MOST_ACTION;
            let around = margin.sum().y + line::HAIR;
            // A deal of a turn takes what there is.
            let needed = if self.deals { 0.0 } else { self.needed_height(memory) };
            (needed + around).min(most).max(ACTION_HEIGHT)
        };
        let panel = Panel::bottom("action")
            .frame(raised(ui).inner_margin(margin))
            .resizable(false)
            .exact_size(height)
            .show(ui, |ui| self.actions_ui(ui, memory));
        keyboard::pane(ui.ctx(), Pane::Action, panel.response.rect);
        panel.response.rect
    }

    /// Whether the score track agrees, at the foot of the papers, where nothing moves for it; at
    /// that of the window where they are hidden.
    pub(super) fn checkpoint_ui(&self, ui: &mut Ui, frame: Frame, memory: &mut TableMemory) {
        if self.confirms && memory.papers.checkpoint.offer(self.around.table).is_some() {
            Panel::bottom("checkpoint").frame(frame).show(ui, |ui| {
                dense(ui);
                checkpoint_bar_ui(ui, self.around, &mut memory.papers.checkpoint);
            });
        }
    }

    /// What can be done now.
    fn actions_ui(&self, ui: &mut Ui, memory: &mut TableMemory) {
        let table = self.cx.table;
        if self.deals {
            // A deal has the place that there is, and leaves it as high as it was.
            let place = ui.available_rect_before_wrap();
            let mut deal = ui.new_child(UiBuilder::new().max_rect(place));
            deal.shrink_clip_rect(place);
            let asked = (table.journal().tags.deals, is_draft(table));
            let mut draw = chance_of(&mut memory.chance);
            let floor = &mut memory.floor;
            deal_panel_ui(&mut deal, self.cx, asked, &mut draw, &mut floor.deal);
            ui.advance_cursor_after_rect(place);
            return;
        }
        // All of it scrolls, so that nothing makes its place higher than it was left.
        let scroll = ScrollArea::vertical().id_salt("action");
        let shown = scroll.auto_shrink(false).show(ui, |ui| {
            if table.game().vote_stage().is_some() {
                vote_steps_ui(ui, table);
            }
            let floor = &mut memory.floor;
            deal_now_ui(ui, table, &mut floor.deal);
            let asked = question_view_ui(ui, self.cx, &mut floor.question)
                || judge_ui(ui, self.cx, &mut memory.papers.achievements)
                || solo_panel_ui(ui, self.cx, &mut floor.solo);
            if asked { 0.0 } else { action_panel_ui(ui, self.cx, &mut floor.action) }
        });
        let height = (shown.content_size.y - shown.inner).ceil();
        if (memory.floor.height - height).abs() > 0.5 {
            memory.floor.height = height;
            // Its place is taken before it is drawn.
            ui.ctx().request_discard("what can be done is higher or lower than before");
        }
    }

    /// Whether papers are shown: a form goes before what else is, and is there although that is
    /// hidden.
    pub(super) fn has_papers(&self, memory: &TableMemory) -> bool {
        self.cx.settings.shows_offers
            || memory.papers.learn.is_open()
            || memory.middle.layout.is_open()
    }
}
