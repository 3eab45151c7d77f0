//! The page in the center of the table screen: the board, or a page in its place.

use egui::{CentralPanel, Frame, Margin, Panel, Ui, UiBuilder};

use super::{TableMemory, board_ui, chance_of, raised};
use crate::achievements_panel::{choose_achievements_ui, is_achievement_choice_pending};
use crate::audit_view::{AuditMemory, audit_view_ui};
use crate::checklist_view::ChecklistMemory;
use crate::deal_panel::{DealMemory, resume_deal_ui};
use crate::draft_panel::{DraftMemory, draft_panel_ui, is_draft_pending};
use crate::placement_editor::placement_editor_ui;
use crate::repair_view::{RepairMemory, repair_view_ui};
use crate::result_screen::ResultMemory;
use crate::reveal_view::{RevealMemory, reveal_view_ui};
use crate::vote_panel::vote_panel_ui;
use components::ids::RaceId;
use journal::{Change, EntryId, Journal};
use rules::task::Task;
use table::table::Table;
use ui_board::Cx;
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{DecisivePart, button, button_ui, mark};

/// The page in the center of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CentralPage {
    /// The repair of an earlier entry.
    Repair,
    /// The audit of the table, or catching up with it.
    Audit,
    /// The board, on which the table is put back.
    Layout,
    /// The achievements of the game.
    Achievements,
    /// Races and resource cards.
    Draft,
    Ballots,
    /// The count of a vote.
    Count,
    Result,
    Board,
}

impl CentralPage {
    pub(super) fn of(table: &Table, memory: &mut CentralPageMemory, deal: &mut DealMemory) -> Self {
        let counts = memory.reveal.is_open(table);
        memory.result.is_hidden &= table.journal().game().is_over();
        deal.update_put_off(table);
        if memory.repair.is_open() {
            Self::Repair
        } else if memory.audit.is_open() {
            Self::Audit
        } else if memory.layout.is_open() {
            // The table is put back on the board, whatever the game waits for.
            Self::Layout
        } else if table.game().in_setup() && deal.is_prompting(table) {
            // Drawn cards are entered below the board, by which the players weigh them.
            Self::Board
        } else if is_achievement_choice_pending(table) {
            Self::Achievements
        } else if is_draft_pending(table) {
            Self::Draft
        } else if table.takes_ballots() {
            Self::Ballots
        } else if counts {
            Self::Count
        } else if table.game().is_over() && !memory.result.is_hidden {
            Self::Result
        } else {
            Self::Board
        }
    }

    /// Returns `true` if it asks everything that is pending, so that nothing is asked below it.
    pub(super) fn asks_all(self, table: &Table, memory: &CentralPageMemory) -> bool {
        match self {
            Self::Repair
            | Self::Audit
            | Self::Layout
            | Self::Achievements
            | Self::Draft
            | Self::Ballots => true,
            // A placement needs the board; a tie is broken below the count.
            Self::Count => {
                let places = matches!(table.task(), Some(Task::PlaceBuilding(_)));
                !table.is_past() && (places || memory.reveal.is_counting())
            }
            Self::Result => !table.is_past(),
            Self::Board => false,
        }
    }
}

/// The state of the pages in the place of the board.
#[derive(Default)]
pub struct CentralPageMemory {
    pub repair: RepairMemory,
    /// The screen of the scratch table, while a repair is entered on it.
    pub(super) scratch_screen: Option<Box<TableMemory>>,
    pub(super) audit: AuditMemory,
    pub layout: ChecklistMemory,
    draft: DraftMemory,
    /// `true` while the board is shown in the place of the page whose choice it is weighed by: the
    /// races and cards, or the ballots.
    shows_board: bool,
    reveal: RevealMemory,
    /// The table before the vote that is being counted.
    pub(super) uncounted: Option<(EntryId, Table)>,
    pub(super) result: ResultMemory,
}

impl CentralPageMemory {
    /// Picks a race for which a resource card is chosen next, once the record has moved.
    pub const fn pick_race(&mut self, race: RaceId) {
        self.draft.pick(race);
    }

    /// Starts to repair the record at an entry of the main line.
    pub fn open_repair(&mut self, table: &Table, number: usize) {
        self.audit.close();
        self.repair.open(table, number);
    }

    /// Goes back one step in the open page, or closes it; returns `true` if one was open.
    pub(super) fn close_one(&mut self, journal: &Journal) -> bool {
        self.repair.close_one(journal)
            || self.audit.close()
            || self.layout.close()
            || std::mem::take(&mut self.shows_board)
    }

    /// Takes out the table before the vote that is being counted; `None` unless one is.
    pub(super) fn take_uncounted(
        &mut self,
        table: &Table,
        middle: CentralPage,
    ) -> Option<(EntryId, Table)> {
        let uncounted = self.uncounted.take();
        if middle != CentralPage::Count || table.is_past() || !self.reveal.is_counting() {
            return None;
        }
        let here = table.shown_entry();
        uncounted.filter(|(of, _)| *of == here).or_else(|| {
            let mut before = table.clone();
            before.apply(Change::Undo(1)).ok()?;
            Some((here, before))
        })
    }
}

/// Draws the page in the center, in the place that the panels left.
pub(super) fn central_page_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    middle: CentralPage,
    memory: &mut TableMemory,
) {
    let pages = &mut memory.center;
    pages.shows_board &= matches!(middle, CentralPage::Draft | CentralPage::Ballots);
    match middle {
        CentralPage::Repair => sheet_ui(ui, |ui| {
            repair_view_ui(ui, cx, &mut pages.repair);
        }),
        CentralPage::Audit => match pages.audit.placement_editor() {
            Some(editor) => {
                if placement_editor_ui(ui, cx.settings, editor) {
                    pages.audit.close();
                }
            }
            None => sheet_ui(ui, |ui| audit_view_ui(ui, cx, &mut pages.audit)),
        },
        CentralPage::Achievements => sheet_ui(ui, |ui| {
            let mut draw = chance_of(&mut memory.chance);
            let achievements = &mut memory.side_panel.achievements;
            choose_achievements_ui(ui, cx, &mut draw, achievements);
        }),
        CentralPage::Draft => draft_ui(ui, cx, memory),
        CentralPage::Ballots => ballots_ui(ui, cx, memory),
        // A page that fills its place is given the place that the panels left.
        CentralPage::Count => {
            let reveal = &mut pages.reveal;
            let counted = reveal.is_counting();
            CentralPanel::no_frame().show(ui, |ui| {
                reveal_view_ui(ui, cx, reveal);
            });
            // The panels around it were drawn before the last step was made.
            if counted != reveal.is_counting() {
                ui.ctx().request_repaint();
            }
        }
        // A result has taken the window before this.
        CentralPage::Result | CentralPage::Layout | CentralPage::Board => {
            board_ui(ui, cx, memory);
        }
    }
}

fn page_frame(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).paper).inner_margin(Margin::same(space::L as i8))
}

/// Draws a page in the place of the board.
fn sheet_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let frame = page_frame(ui);
    CentralPanel::default().frame(frame).show(ui, add_contents);
}

/// Width from which on the board is next to the races and cards to choose from, in points.
const MIN_WITH_BOARD: f32 = 860.0;

/// Draws races and resource cards with the board that they are weighed by: next to them, or in
/// their place while somebody views it.
fn draft_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let available = ui.available_width();
    if available >= MIN_WITH_BOARD {
        Panel::right("board of the draft")
            .resizable(false)
            .exact_size(board_width(available))
            .show(ui, |ui| board_ui(ui, cx, memory));
        memory.center.shows_board = false;
    } else if memory.center.shows_board {
        board_instead_ui(ui, cx, "Back to the choice", memory);
        return;
    }
    sheet_ui(ui, |ui| {
        let CentralPageMemory { draft, shows_board, .. } = &mut memory.center;
        draft_panel_ui(ui, cx, draft, |ui: &mut Ui| {
            if available < MIN_WITH_BOARD {
                *shows_board |= button_ui(ui, "Look at the board");
            }
            resume_deal_ui(ui, cx.table, &mut memory.action_area.deal);
        });
    });
}

/// Returns the width of the board next to a page, of the width for both.
fn board_width(available: f32) -> f32 {
    (available * 0.46).round()
}

/// Draws the board in the place of a page, with a button back to the page.
fn board_instead_ui(ui: &mut Ui, cx: Cx<'_>, back: &str, memory: &mut TableMemory) {
    Panel::top("back from the board").frame(raised(ui)).show(ui, |ui| {
        let back = ui.add(button(back));
        mark(ui, DecisivePart::Back, back.rect);
        memory.center.shows_board = !back.clicked();
    });
    board_ui(ui, cx, memory);
}

/// Draws the ballots with the board that they are weighed by: next to them, or in their place while
/// somebody views it.
fn ballots_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let available = ui.available_width();
    if memory.center.shows_board && available < MIN_WITH_BOARD {
        memory.vote.keep_page(ui.ctx());
        board_instead_ui(ui, cx, "Back to the vote", memory);
        return;
    }
    CentralPanel::no_frame().show(ui, |ui| {
        if available < MIN_WITH_BOARD {
            let shows_board = &mut memory.center.shows_board;
            vote_panel_ui(ui, cx, &mut memory.vote, Some(shows_board));
            return;
        }
        memory.center.shows_board = false;
        // The page is drawn first, so that the keyboard finds it before the board.
        let place = ui.available_rect_before_wrap();
        let (page, board) = place.split_left_right_at_x(place.right() - board_width(available));
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| {
            ui.shrink_clip_rect(page);
            vote_panel_ui(ui, cx, &mut memory.vote, None);
        });
        ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            ui.shrink_clip_rect(board);
            board_ui(ui, cx, memory);
        });
    });
}
